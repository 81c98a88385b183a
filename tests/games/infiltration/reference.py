"""A plain-Python Infiltration, written from the clauses and rulings and from nothing else: it exists to catch the kernel's errors.

Everything is an object with named fields; the game is one generator that stops (`yield`) at every decision, so that an effect inside
an effect is a call inside a call. Chance comes from outside: see `tests.games.chance`.
"""

from collections import Counter
from collections.abc import Container, Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.games import referee
from tests.games.chance import Chance
from tests.games.referee import GameOver, Play, Referee, card_rows

FLOOR = 6
SECRET = 2 * FLOOR
"""Places 0..11 are the line of rooms from the entrance, 12 is the secret room."""
PLACES = SECRET + 1
LAST = SECRET - 1
COLOURS = {"blue": range(FLOOR), "yellow": range(FLOOR, SECRET), "red": range(SECRET, PLACES)}
FILE_VALUES = (1, 2, 3)
NPCS = ("csx13", "harris", "leah", "nelson", "tyrone")
SPECIALS = ("prototype", "blackmail", "sludge")
RUNGS = ("score", "prototype", "file_count", "compromising_file")
INSIDE, ESCAPED, CAUGHT, RELEASED = "inside", "escaped", "caught", "released"
ALARM_LOW, ALARM_HIGH = -1, 8
SLOT_TOKENS = INTERFACE_TOKENS = 13

Step = tuple[str, tuple[Any, ...]]
Program = tuple[tuple[Step, ...], ...]


# --- cards -----------------------------------------------------------------------------------------------------------------------


def parse_program(text: str) -> Program:
    """Alternatives of steps of (verb, arguments); numbers become integers."""

    def word(argument: str) -> Any:
        return int(argument) if argument.lstrip("+-").isdigit() else argument

    def step(words: list[str]) -> Step:
        return words[0], tuple(word(argument) for argument in words[1:])

    return tuple(tuple(step(part.split()) for part in alternative.split(";")) for alternative in text.split("|")) if text.strip() else ()


@dataclass(frozen=True)
class RoomCard:
    """A row of rooms.csv."""

    slug: str
    colour: str
    files: int
    interface_tokens: int
    interface_keep: bool
    lock_slots: int
    lock_files: int
    scientist_slots: int
    scientist_files: int
    enter: Program
    reveal: Program
    advance_when: str
    advance: Program
    retreat_when: str
    retreat: Program
    interface: Program
    to_secret: bool
    exit_to: str


@dataclass(frozen=True)
class SpecialCard:
    """A row of specials.csv."""

    slug: str
    copies: int
    value: int
    tie_break: int
    release: bool
    room_uses: int
    room_effect: Program


@dataclass(frozen=True)
class NpcCard:
    """A row of npcs.csv."""

    slug: str
    leave_rooms: tuple[str, ...]
    leave_effect: Program
    effect: Program


@dataclass(frozen=True)
class Cards:
    """A card set; `items` maps the slugs of the item cards in the game to their programs, in table order."""

    rooms: Mapping[str, RoomCard]
    items: Mapping[str, Program]
    specials: Mapping[str, SpecialCard]
    npcs: Mapping[str, NpcCard]
    files: tuple[int, ...]

    def room_of(self, colour: str) -> list[str]:
        """Slugs of the rooms of one colour."""
        return [slug for slug, card in self.rooms.items() if card.colour == colour]


def read_cards(directory: Path, patches: Mapping[str, Any] | None = None) -> Cards:
    """A card set from its tables, with cells replaced: `{"rooms.canteen.files": 3}`."""

    def table(name: str) -> list[dict[str, str]]:
        return list(card_rows(directory, name, patches).values())

    def room(row: dict[str, str]) -> RoomCard:
        numbers: dict[str, Any] = {
            name: int(row[name]) for name in ("files", "interface_tokens", "lock_slots", "lock_files", "scientist_slots", "scientist_files")
        }
        programs: dict[str, Any] = {name: parse_program(row[name]) for name in ("enter", "reveal", "advance", "retreat", "interface")}
        words: dict[str, Any] = {name: row[name] for name in ("slug", "colour", "advance_when", "retreat_when", "exit_to")}
        return RoomCard(**numbers, **programs, **words, interface_keep=row["interface_keep"] == "1", to_secret=row["to_secret"] == "1")

    def special(row: dict[str, str]) -> SpecialCard:
        numbers = {name: int(row[name]) for name in ("copies", "value", "tie_break", "room_uses")}
        return SpecialCard(row["slug"], **numbers, release=row["release"] == "1", room_effect=parse_program(row["room_effect"]))

    def npc(row: dict[str, str]) -> NpcCard:
        return NpcCard(row["slug"], tuple(row["leave_rooms"].split()), parse_program(row["leave_effect"]), parse_program(row["effect"]))

    rooms = [room(row) for row in table("rooms") if row.get("copies", "1") != "0"]
    return Cards(
        rooms={card.slug: card for card in rooms},
        items={row["slug"]: parse_program(row["effect"]) for row in table("items") if row["copies"] != "0"},
        specials={row["slug"]: special(row) for row in table("specials")},
        npcs={row["slug"]: npc(row) for row in table("npcs")},
        files=tuple(int(row["count"]) for row in table("files")),
    )


# --- what lies on the table ------------------------------------------------------------------------------------------------------


@dataclass
class Agent:
    """An operative, with everything that is kept apart for him."""

    number: int
    seat: int
    place: int | None = 0
    status: str = INSIDE
    wounded: bool = False
    delayed: bool = False
    guards: int = 0
    files: list[int] = field(default_factory=lambda: [0, 0, 0])
    items: list[str] = field(default_factory=list)
    selected: list[Any] | None = None
    unresolved: bool = False
    card: str | None = None
    """Kind of the card of this round, resolved or not."""
    specials: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SPECIALS, 0))
    scouted: set[int] = field(default_factory=set)
    entered_secret_from: int | None = None

    @property
    def inside(self) -> bool:
        """Whether he is in the building and free."""
        return self.status == INSIDE

    @property
    def where(self) -> int:
        """His place, for one who is inside."""
        assert self.place is not None
        return self.place


@dataclass
class Lying:
    """An item that lies in a room; those laid earlier have lower numbers."""

    number: int
    item: str
    owner: Agent
    place: int
    trigger: str
    uses: int
    steps: tuple[Step, ...]


@dataclass
class Room:
    """A place of the building and all that lies there; `npcs` maps those here to whether they are face up."""

    place: int
    card: RoomCard
    face_up: bool = False
    files: list[int] = field(default_factory=lambda: [0, 0, 0])
    interface_tokens: int = 0
    locks: int = 0
    scientists: int = 0
    sludge_uses: int = 0
    lying: list[Lying] = field(default_factory=list)
    npcs: dict[str, bool] = field(default_factory=dict)


@dataclass
class Source:
    """For whom a program runs: an operative (`me`), a lying item with an owner, an NPC, or nobody in particular."""

    me: Agent | None = None
    place: int | None = None
    npc: str | None = None
    victim: Agent | None = None
    item: str | None = None

    @property
    def agent(self) -> Agent:
        """The operative, in a program that cannot run without one."""
        assert self.me is not None
        return self.me


@dataclass(frozen=True)
class Decision(referee.Decision):
    """What is asked of whom, and about which of his agents."""

    agent: int | None = None


SETTINGS: dict[str, Any] = {
    "round_cap": 200,
    "alarm_start": 0,
    "proximity_start": 0,
    "proximity_limit": 99,
    "take_action": "download",  # download, extract
    "hand_size": 4,
    "first_download": 2,
    "later_download": 1,
    "extract_alone": 4,
    "extract_two": 2,
    "extract_more": 1,
    "die_sides": 6,
    "first_player_role": "passes_left",  # A5: passes_left, fixed
    "reveal_by": "any_entry",  # A18: any_entry, advance
    "room_move_effects": "start",  # A19: start, arrival
    "removed_slot_releases": "nothing",  # A23: nothing, files
    "secret_door": "choice",  # A29: choice, forced
    "secret_exit": "exit_or_back",  # A30: exit_or_back, back, stuck
    "pushed_out_escapes": "yes",  # A41: yes, no
    "caught_score": "eliminated",  # A43: eliminated, ranked
    "release": "out",  # A44: out, not_out, kept
    "extract_count": "resolution",  # A48: resolution, snapshot, first
}
"""The recommended rulings; the names are those of the game's rules.toml."""


# --- the game --------------------------------------------------------------------------------------------------------------------


class Game(Referee):
    """One game."""

    def __init__(self, cards: Cards, players: int, chance: Chance, settings: Mapping[str, Any] | None = None) -> None:
        self.cards, self.players, self.chance = cards, players, chance
        self.settings = SETTINGS | dict(settings or {})
        each = 2 if players == 2 else 1
        self.agents = [Agent(number, number // each) for number in range(players * each)]
        self.round = 1
        self.phase = "selection"
        self.first_player = -1
        self.alarm: int = self.settings["alarm_start"]
        self.proximity: int = self.settings["proximity_start"]
        self.security_phases = 0
        self.hush = False
        self.rooms: list[Room] = []
        self.reserve = list(cards.files)
        self.void = [0, 0, 0]
        self.item_pile: list[str] = []
        self.drawn: dict[str, tuple[int, int]] = {}
        self.used: set[tuple[str, int]] = set()
        self.discarded: list[str] = []
        self.aside = set(cards.npcs)
        self.slot_tokens: int = SLOT_TOKENS
        self.interface_tokens: int = INTERFACE_TOKENS
        self.specials = {slug: card.copies for slug, card in cards.specials.items()}
        self.laid = 0
        self.downloads: dict[int, int] = {}
        self.extractors: dict[int, int] = {}
        self.capped = False
        self.table_order = {slug: position for position, slug in enumerate(cards.items)}
        self.begin()

    def play(self, from_set_up: bool) -> Play:
        """The whole game, or all that follows the setup."""
        if from_set_up:
            yield from self.set_up()
        while True:
            yield from self.play_round()

    def ask(self, chooser: tuple[int, int | None], name: str, legal: list[list[Any]]) -> Play:
        """Rule 4 of the language: a choice with one possible answer is not asked."""
        if len(legal) == 1:
            return legal[0]
        return (yield Decision(chooser[0], name, legal, chooser[1]))

    # --- who --------------------------------------------------------------------------------------------------------------------

    def turn_order(self) -> list[Agent]:
        """Operatives inside, by seat from the first player to the left, then a, b (H02)."""
        return sorted((a for a in self.agents if a.inside), key=lambda a: ((a.seat - self.first_player) % self.players, a.number))

    def chooser(self, source: Source) -> tuple[int, int | None]:
        """Rule 1: me chooses; for an NPC the first player, or his stand-in (H01)."""
        if source.me is not None:
            return source.me.seat, source.me.number
        return self.turn_order()[0].seat, None

    def here(self, source: Source) -> Room:
        """Rule 2: where a program runs at this moment."""
        if source.place is not None:
            return self.rooms[source.place]
        if source.npc is not None:
            return next(room for room in self.rooms if source.npc in room.npcs)
        return self.rooms[source.agent.where]

    def present(self, room: Room) -> list[Agent]:
        """Operatives in a room, in turn order."""
        return [agent for agent in self.turn_order() if agent.place == room.place]

    def meets(self, source: Source, who: str) -> Play:
        """The operatives that a WHO means, in turn order."""
        here, me = self.here(source), source.me
        if who == "me":
            return [me] if me is not None and me.inside else []
        if who == "victim":
            return [source.victim] if source.victim is not None and source.victim.inside else []
        if who == "all":
            return self.present(here)
        if who == "others":
            return [agent for agent in self.present(here) if agent is not me]
        if who == "rivals":
            return [agent for agent in self.turn_order() if me is None or agent.seat != me.seat]
        reach = {"other": 0, "near": 1, "any": None}[who]
        candidates = [
            agent for agent in self.turn_order() if agent is not me and (reach is None or distance(agent.place, here.place) <= reach)
        ]
        if not candidates:
            return []
        answer = yield from self.ask(self.chooser(source), "operative", [["operative", agent.number] for agent in candidates])
        return [self.agents[answer[1]]]

    # --- tokens -----------------------------------------------------------------------------------------------------------------

    def move_tokens(self, count: int, pile: list[int], name: str, target: list[int]) -> None:
        """INF-76, rule 10: move random tokens, one by one, from a pile to another, as many as there are."""
        for _ in range(min(count, sum(pile))):
            value = self.chance.draw(["token", name], dict(zip(FILE_VALUES, pile, strict=True)))
            pile[value - 1] -= 1
            target[value - 1] += 1

    def put_out(self, room: Room, count: int) -> None:
        """File tokens from the reserve onto a room."""
        self.move_tokens(count, self.reserve, "reserve", room.files)

    # --- setup ------------------------------------------------------------------------------------------------------------------

    def set_up(self) -> Play:
        """INF-01..10, in the order of H24."""
        for colour, places in COLOURS.items():
            pile = self.cards.room_of(colour)
            for place in places:
                slug = self.chance.draw(["room_laid", place], pile)
                pile.remove(slug)
                self.rooms.append(Room(place, self.cards.rooms[slug]))
        left = list(self.cards.items)
        for position in range(len(left)):
            slug = self.chance.draw(["pile", position], left)
            left.remove(slug)
            self.item_pile.append(slug)
        for agent in self.agents:
            for _ in range(self.settings["hand_size"]):
                self.draw_item(agent)
        self.drawn.clear()
        self.first_player = self.chance.draw(["first_player"], range(self.players))
        entry = self.rooms[0]
        yield from self.reveal(entry, self.turn_order()[0])
        for agent in self.turn_order():
            yield from self.run(entry.card.enter, Source(me=agent))

    def draw_item(self, agent: Agent) -> None:
        """The top item of the pile into a hand; nothing when the pile is used up (A54)."""
        if self.item_pile:
            agent.items.append(self.item_pile.pop(0))
            self.drawn[agent.items[-1]] = (self.round, agent.seat)

    # --- the round --------------------------------------------------------------------------------------------------------------

    def play_round(self) -> Play:
        """INF-11: four phases."""
        yield from self.selection()
        yield from self.execution()
        yield from self.npc_phase()
        yield from self.security()
        if self.round == self.settings["round_cap"]:
            self.capped = True
            raise GameOver
        self.round += 1

    def selection(self) -> Play:
        """INF-13, 14: one card each; the Delayed do not walk, and stand up again at the end of the phase (A38)."""
        self.phase = "selection"
        for agent in self.turn_order():
            actions = ["interface", self.settings["take_action"]]
            if not agent.delayed:
                actions += ["advance", "retreat"]
            legal = [[name] for name in actions] + [["item", slug] for slug in agent.items]
            choice = yield Decision(agent.seat, "select", legal, agent.number)
            agent.selected, agent.unresolved, agent.card = choice, True, choice[0]
            if choice[0] == "item":
                agent.items.remove(choice[1])
        for agent in self.agents:
            agent.delayed = False

    def execution(self) -> Play:
        """INF-15, 72: seat by seat from the first player, each player all his operatives."""
        self.phase = "execution"
        self.downloads = {}
        self.extractors = {}
        if self.settings["extract_count"] == "snapshot":
            self.extractors = {room.place: self.extractors_in(room.place) for room in self.rooms}
        for offset in range(self.players):
            seat = (self.first_player + offset) % self.players
            while True:
                waiting = [agent for agent in self.agents if agent.seat == seat and agent.inside and agent.unresolved]
                if not waiting:
                    break
                answer = yield from self.ask((seat, None), "agent_order", [["agent", agent.number] for agent in waiting])
                yield from self.resolve(self.agents[answer[1]])
        for agent in self.agents:
            agent.card = None

    def resolve(self, agent: Agent) -> Play:
        """INF-15: the chosen card; INF-50: who was wounded when it began is Delayed by his Advance or Withdraw."""
        assert agent.selected is not None
        kind, *slugs = agent.selected
        wounded = agent.wounded
        agent.unresolved = False
        if kind == "item":
            [slug] = slugs
            self.used.add((slug, agent.seat))
            yield from self.run(self.cards.items[slug], Source(me=agent, item=slug))
            if agent.selected is not None:  # it was not laid down
                self.discarded.append(slug)
        elif kind == "extract":
            self.extract(agent)
        else:
            yield from self.act(agent, kind)
        agent.selected = None
        if kind in ("advance", "retreat") and wounded and agent.inside:
            agent.delayed = True

    # --- actions ----------------------------------------------------------------------------------------------------------------

    def act(self, agent: Agent, action: str) -> Play:
        """An action, by its card or by an effect."""
        if action == "download":
            self.download(agent)
        elif action == "interface":
            yield from self.interface(agent)
        elif action == "advance":
            yield from self.advance(agent)
        else:
            yield from self.retreat(agent)

    def advance(self, agent: Agent) -> Play:
        """INF-16, 41, 43: the room's effect, the way into the secret room, or one room further in."""
        start = self.rooms[agent.where]
        door = start.face_up and start.card.to_secret
        if (yield from self.effect_at_start(agent, start, start.card.advance_when, start.card.advance)):
            return
        if door and (yield from self.goes_through_door(agent)):
            agent.entered_secret_from = agent.where
            target = SECRET
        elif agent.where < LAST:
            target = agent.where + 1
        else:  # A14, H17: the last room, or the secret room
            return
        yield from self.enter(agent, target, reveals=True)
        arrived = self.rooms[target]
        yield from self.effect_on_arrival(agent, arrived, arrived.card.advance_when, arrived.card.advance)

    def goes_through_door(self, agent: Agent) -> Play:
        """INF-43, A29: whether an Advance from a room with a door leads to the secret room."""
        if self.settings["secret_door"] == "forced":
            return True
        answer = yield from self.ask((agent.seat, agent.number), "door", [["door", "onward"], ["door", "secret"]])
        return answer[1] == "secret"

    def retreat(self, agent: Agent) -> Play:
        """INF-19, 20, 42, 44: the room's effect, the way out of the secret room, one room back, or out."""
        start = self.rooms[agent.where]
        if (yield from self.effect_at_start(agent, start, start.card.retreat_when, start.card.retreat)):
            return
        reveals = self.settings["reveal_by"] == "any_entry"
        if agent.where == SECRET:
            target = self.way_out(agent)
            if target is None:
                return
            reveals = True  # H21
        elif agent.where == 0:
            self.leave(agent)
            return
        else:
            target = agent.where - 1
        yield from self.enter(agent, target, reveals=reveals)
        arrived = self.rooms[target]
        yield from self.effect_on_arrival(agent, arrived, arrived.card.retreat_when, arrived.card.retreat)

    def way_out(self, agent: Agent) -> int | None:
        """INF-44, A30: where a Withdraw from the secret room leads."""
        exits = [room.place for room in self.rooms if room.card.slug == self.rooms[SECRET].card.exit_to]
        if self.settings["secret_exit"] == "back":
            return agent.entered_secret_from
        if exits:
            return exits[0]
        return agent.entered_secret_from if self.settings["secret_exit"] == "exit_or_back" else None

    def effect_at_start(self, agent: Agent, start: Room, when: str, program: Program) -> Play:
        """INF-41, 42, A19: the effect of the room where an action starts; whether nothing of the normal move is left to do."""
        if self.settings["room_move_effects"] != "start" or not start.face_up or when == "none":
            return False
        yield from self.run(program, Source(me=agent))
        return when == "instead" or not agent.inside

    def effect_on_arrival(self, agent: Agent, arrived: Room, when: str, program: Program) -> Play:
        """H12: the other reading of A19, where the effect is that of the room which the action led into."""
        if self.settings["room_move_effects"] == "arrival" and arrived.face_up and when != "none" and agent.place == arrived.place:
            yield from self.run(program, Source(me=agent))

    def download(self, agent: Agent) -> None:
        """INF-21: the first in this room this round takes two, later ones one."""
        earlier = self.downloads.get(agent.where, 0)
        self.downloads[agent.where] = earlier + 1
        quota = self.settings["later_download" if earlier else "first_download"]
        self.move_tokens(quota, self.rooms[agent.where].files, "room", agent.files)

    def extractors_in(self, place: int) -> int:
        """Operatives in a room whose card of this round is Extract, resolved or not (A47)."""
        return sum(agent.inside and agent.place == place and agent.card == "extract" for agent in self.agents)

    def extract(self, agent: Agent) -> None:
        """INF-66..68, A48: four, two or one, by the number of Extract players."""
        players = self.extractors_in(agent.where)
        if self.settings["extract_count"] == "first":
            players = self.extractors.setdefault(agent.where, players)
        elif self.settings["extract_count"] == "snapshot":
            players = max(1, self.extractors[agent.where])
        quota = self.settings[{1: "extract_alone", 2: "extract_two"}.get(players, "extract_more")]
        self.move_tokens(quota, self.rooms[agent.where].files, "room", agent.files)

    def interface(self, agent: Agent) -> Play:
        """INF-22, 38: needs an effect and a token, which normally goes back to the supply."""
        room = self.rooms[agent.where]
        if not room.face_up or not room.card.interface or room.interface_tokens == 0:
            return
        if not room.card.interface_keep:
            room.interface_tokens -= 1
            self.interface_tokens += 1
        yield from self.run(room.card.interface, Source(me=agent))

    # --- entering and leaving -----------------------------------------------------------------------------------------------------

    def enter(self, agent: Agent, place: int, reveals: bool) -> Play:
        """Rule 7, INF-17, 18, 34: whatever the cause."""
        agent.place = place
        if place != SECRET:
            agent.entered_secret_from = None
        room = self.rooms[place]
        if not room.face_up and reveals:
            yield from self.reveal(room, agent)
        yield from self.after_reveal(room, agent)

    def reveal(self, room: Room, agent: Agent) -> Play:
        """INF-34..36: turn up, put out the tokens, Revealed effect."""
        room.face_up = True
        self.put_out(room, room.card.files)
        room.interface_tokens += self.from_interface_supply(room.card.interface_tokens)
        room.locks += self.from_slot_supply(room.card.lock_slots)
        room.scientists += self.from_slot_supply(room.card.scientist_slots)
        yield from self.run(room.card.reveal, Source(me=agent))

    def from_interface_supply(self, count: int) -> int:
        """As many as there are (A25)."""
        got = min(count, self.interface_tokens)
        self.interface_tokens -= got
        return got

    def from_slot_supply(self, count: int) -> int:
        """As many as there are (A25); locks and scientists are two sides of one token."""
        got = min(count, self.slot_tokens)
        self.slot_tokens -= got
        return got

    def after_reveal(self, room: Room, agent: Agent) -> Play:
        """Rule 7: Intrusion, then Sludge, then lying items, as long as he is there."""
        if room.face_up:
            yield from self.run(room.card.enter, Source(me=agent))
        if room.sludge_uses and agent.place == room.place:
            yield from self.step_in_sludge(room, agent)
        for lying in list(room.lying):
            if lying.trigger == "enter" and lying.owner is not agent and lying in room.lying and agent.place == room.place:
                yield from self.set_off(lying, victim=agent)

    def step_in_sludge(self, room: Room, agent: Agent) -> Play:
        """H06, H07: each entry spends a use; after the last the card returns to the supply."""
        room.sludge_uses -= 1
        if room.sludge_uses == 0:
            self.specials["sludge"] += 1
        yield from self.run(self.cards.specials["sludge"].room_effect, Source(place=room.place, victim=agent))

    def set_off(self, lying: Lying, victim: Agent | None = None) -> Play:
        """INF-24: a lying item's steps run, for its owner; it is discarded after the last time (H27)."""
        yield from self.run_steps(lying.steps, Source(me=lying.owner, place=lying.place, victim=victim))
        lying.uses -= 1
        if lying.uses == 0:
            self.take_up(lying)

    def take_up(self, lying: Lying) -> None:
        """A lying item goes to the discard pile."""
        room = self.rooms[lying.place]
        if lying in room.lying:
            room.lying.remove(lying)
            self.discarded.append(lying.item)

    def leave(self, agent: Agent) -> None:
        """INF-20, 54: out of the building with everything he holds; his lying items are discarded at once."""
        agent.status, agent.place, agent.entered_secret_from = ESCAPED, None, None
        if agent.unresolved and agent.selected is not None:  # H10
            agent.items += agent.selected[1:]
            agent.selected = None
        for lying in sorted((lying for room in self.rooms for lying in room.lying if lying.owner is agent), key=lambda lying: lying.number):
            self.take_up(lying)
        if not any(other.inside for other in self.agents):
            raise GameOver

    def walk(self, agent: Agent, step: int, count: int, out_at_entry: bool) -> Play:
        """Move room by room, each entered in full before the next."""
        for _ in range(count):
            target = agent.where + step
            if target < 0 and out_at_entry:
                self.leave(agent)
            if not 0 <= target <= LAST:
                return
            yield from self.enter(agent, target, reveals=self.settings["reveal_by"] == "any_entry")

    # --- NPC phase ----------------------------------------------------------------------------------------------------------------

    def npc_phase(self) -> Play:
        """INF-26, 27: who leaves, leaves; then every face-up NPC acts once, room by room from the entrance, secret room last."""
        self.phase = "npc"
        leaving = [(room, [npc for npc in self.npcs_of(room) if self.leaves_from(npc, room)]) for room in self.rooms]
        for room, npcs in leaving:
            while npcs:
                npc = yield from self.which_npc("npc_leave", npcs)
                npcs.remove(npc)
                del room.npcs[npc]
                yield from self.run(self.cards.npcs[npc].leave_effect, Source(place=room.place))
        acting = [(room, [npc for npc in self.npcs_of(room) if room.npcs[npc]]) for room in self.rooms]
        for room, npcs in acting:
            while npcs := [npc for npc in npcs if npc in room.npcs]:
                npc = yield from self.which_npc("npc_order", npcs)
                npcs.remove(npc)
                yield from self.react_to_npc(npc, room)
                if npc in room.npcs:
                    yield from self.run(self.cards.npcs[npc].effect, Source(npc=npc))

    def npcs_of(self, room: Room) -> list[str]:
        """NPCs in a room in table order."""
        return [npc for npc in self.cards.npcs if npc in room.npcs]

    def leaves_from(self, npc: str, room: Room) -> bool:
        """Whether a face-up NPC leaves from here; a face-down card has no name (H09)."""
        names = {"entry"} if room.place == 0 else set()
        if room.face_up:
            names.add(room.card.slug)
        return room.npcs[npc] and any(name in names for name in self.cards.npcs[npc].leave_rooms)

    def which_npc(self, question: str, npcs: list[str]) -> Play:
        """INF-27, A33: the first player chooses."""
        answer = yield from self.ask(self.chooser(Source()), question, [["npc", npc] for npc in npcs])
        return answer[1]

    def react_to_npc(self, npc: str, room: Room) -> Play:
        """Lying items with trigger `npc`, oldest first, as long as the NPC is there (H05, H26)."""
        for lying in list(room.lying):
            if lying.trigger == "npc" and lying in room.lying and npc in room.npcs:
                yield from self.set_off(lying)

    # --- Security phase -------------------------------------------------------------------------------------------------------------

    def security(self) -> Play:
        """INF-29..32, INF-12."""
        self.phase = "security"
        for room in self.rooms:
            for lying in list(room.lying):
                if lying.trigger == "security" and lying in room.lying:
                    yield from self.set_off(lying)
        die = self.chance.draw(["die"], range(1, self.settings["die_sides"] + 1))
        self.security_phases += 1
        counted = 0 if self.hush else die
        self.hush = False
        self.change_proximity(max(0, self.alarm + counted))
        self.pass_first_player()

    def pass_first_player(self) -> None:
        """A5, A6, H01: left from the seat that held the role, over seats with nobody inside."""
        if self.settings["first_player_role"] == "fixed":
            return
        seats = {agent.seat for agent in self.agents if agent.inside}
        order = [(self.first_player + offset) % self.players for offset in range(1, self.players + 1)]
        self.first_player = next(seat for seat in order if seat in seats)

    def change_proximity(self, amount: int) -> None:
        """INF-32, 53, A2, A3, A10: at the limit the game is over at once."""
        self.proximity = max(0, min(self.settings["proximity_limit"], self.proximity + amount))
        if self.proximity == self.settings["proximity_limit"]:
            self.police()

    def police(self) -> None:
        """INF-59, 60, A44: who is inside is caught; who holds a Compromising File is released for it."""
        for agent in self.agents:
            if not agent.inside:
                continue
            agent.status = CAUGHT
            files = [slug for slug, card in self.cards.specials.items() if card.release and agent.specials[slug]]
            if files:
                agent.status, agent.place, agent.entered_secret_from = RELEASED, None, None
                if self.settings["release"] != "kept":
                    agent.specials[files[0]] -= 1
        raise GameOver

    # --- programs -----------------------------------------------------------------------------------------------------------------

    def run(self, program: Program, source: Source) -> Play:
        """A program: an alternative if there are two, then its steps."""
        if len(program) > 1:
            legal = [["alternative", number] for number in range(1, len(program) + 1)]
            answer = yield from self.ask(self.chooser(source), "alternative", legal)
            yield from self.run_steps(program[answer[1] - 1], source)
        elif program:
            yield from self.run_steps(program[0], source)

    def run_steps(self, steps: tuple[Step, ...], source: Source) -> Play:
        """Rules 3 and 6: from left to right; `may`, `if`, `if_done` stop, and so does the end of whom it runs for (H04)."""
        table = before = None
        for position, (verb, arguments) in enumerate(steps):
            if ("if_done", ()) in steps[position : position + 2]:
                before, table = table, self.table()
            if verb == "may":
                answer = yield from self.ask(self.chooser(source), "may", [["go_on"], ["stop"]])
                if answer == ["stop"]:
                    return
            elif verb == "if":
                if not self.holds(source, *arguments):
                    return
            elif verb == "if_done":
                if before == table:
                    return
            elif verb == "stay":
                trigger, uses = arguments
                self.lay(source, trigger, uses, steps[position + 1 :])
                return
            else:
                under_way = getattr(self, f"verb_{verb}")(source, *arguments)
                if isinstance(under_way, Generator):
                    yield from under_way
                if self.is_gone(source):
                    return

    def is_gone(self, source: Source) -> bool:
        """Whether whoever a program runs for is no longer there."""
        if source.me is not None and not source.me.inside:
            return True
        return source.npc is not None and not any(source.npc in room.npcs for room in self.rooms)

    def holds(self, source: Source, condition: str, number: int = 0) -> bool:
        """Whether a condition is true now."""
        if condition == "crowd":
            return any(agent is not source.me for agent in self.present(self.here(source)))
        if condition == "alarm_ge":
            return self.alarm >= number
        if condition == "alarm_le":
            return self.alarm <= number
        assert condition == "files_ge"
        return source.me is not None and sum(source.me.files) >= number

    def lay(self, source: Source, trigger: str, uses: int, steps: tuple[Step, ...]) -> None:
        """`stay`: the item lies here from now on."""
        assert source.item is not None
        room = self.here(source)
        self.laid += 1
        room.lying.append(Lying(self.laid, source.item, source.agent, room.place, trigger, uses, steps))
        source.agent.selected = None

    # Dials

    def verb_alarm(self, source: Source, amount: int) -> None:
        """INF-74: clamped."""
        self.alarm = max(ALARM_LOW, min(ALARM_HIGH, self.alarm + amount))

    def verb_proximity(self, source: Source, amount: int) -> None:
        self.change_proximity(amount)

    def verb_hush(self, source: Source) -> None:
        self.hush = True

    # Cards

    def verb_draw_item(self, source: Source, count: int) -> None:
        for _ in range(count):
            self.draw_item(source.agent)

    def verb_discard_item(self, source: Source, count: int) -> Play:
        """H14: one after the other."""
        me = source.agent
        for left in range(count, 0, -1):
            hand = sorted(me.items, key=self.table_order.__getitem__)
            if not hand:
                break
            legal = [["item", slug] for slug in hand]
            answer = legal[0] if len(hand) <= left else (yield from self.ask(self.chooser(source), "discard", legal))
            me.items.remove(answer[1])
            self.discarded.append(answer[1])

    def verb_steal_item(self, source: Source, who: str, count: int) -> Play:
        me = source.agent
        for agent in (yield from self.meets(source, who)):
            if agent is me or not agent.items or self.guarded(agent):
                continue
            for _ in range(min(count, len(agent.items))):
                slug = self.chance.draw(["item_stolen"], agent.items)
                agent.items.remove(slug)
                me.items.append(slug)

    def verb_special(self, source: Source, special: str, where: str) -> None:
        here = self.here(source)
        if not self.specials[special] or (where == "room" and here.sludge_uses):
            return
        self.specials[special] -= 1
        if where == "hand":
            source.agent.specials[special] += 1
        else:
            here.sludge_uses = self.cards.specials[special].room_uses

    # Files

    def verb_take(self, source: Source, count: int) -> None:
        self.move_tokens(count, self.here(source).files, "room", source.agent.files)

    def verb_pick(self, source: Source, count: int) -> Play:
        """H14: one after the other; not asked when all must go or all are of one value."""
        tokens = self.here(source).files
        for left in range(count, 0, -1):
            legal: list[list[Any]] = [["token", value] for value in FILE_VALUES if tokens[value - 1]]
            if not legal:
                break
            answer = legal[0] if sum(tokens) <= left else (yield from self.ask(self.chooser(source), "token", legal))
            tokens[answer[1] - 1] -= 1
            source.agent.files[answer[1] - 1] += 1

    def verb_reach(self, source: Source, count: int) -> Play:
        here = self.here(source).place
        legal = [["room", room.place] for room in self.rooms if distance(room.place, here) == 1 and room.face_up and any(room.files)]
        if not legal:
            return
        answer = yield from self.ask(self.chooser(source), "room", legal)
        self.move_tokens(count, self.rooms[answer[1]].files, "room", source.agent.files)

    def verb_gain(self, source: Source, count: int) -> None:
        self.move_tokens(count, self.reserve, "reserve", source.agent.files)

    def verb_place(self, source: Source, count: int) -> None:
        self.put_out(self.here(source), count)

    def verb_lose(self, source: Source, who: str, count: int) -> Play:
        for agent in (yield from self.meets(source, who)):
            if any(agent.files) and not self.guarded(agent):
                self.move_tokens(count, agent.files, "agent", self.reserve)

    def verb_steal(self, source: Source, who: str, count: int) -> Play:
        for agent in (yield from self.meets(source, who)):
            if agent is not source.me and any(agent.files) and not self.guarded(agent):
                self.move_tokens(count, agent.files, "agent", source.agent.files)

    def verb_void(self, source: Source) -> None:
        room = self.here(source)
        self.void = [gone + here for gone, here in zip(self.void, room.files, strict=True)]
        room.files = [0, 0, 0]

    # Slots and NPCs on the table

    def verb_destroy(self, source: Source, kind: str, reach: int) -> Play:
        """INF-28, 39, 40: one lock, scientist or NPC within reach."""
        here = self.here(source).place
        legal: list[list[Any]] = []
        for room in self.rooms:
            if distance(room.place, here) > reach:
                continue
            if kind in ("lock", "slot") and room.locks:
                legal.append(["lock", room.place])
            if kind in ("scientist", "slot") and room.scientists:
                legal.append(["scientist", room.place])
            if kind == "npc":
                legal += [["npc", npc] for npc in self.npcs_of(room)]
        if not legal:
            return
        target, which = yield from self.ask(self.chooser(source), "destroy", legal)
        if target == "npc":
            for room in self.rooms:
                room.npcs.pop(which, None)
        else:
            self.remove_slot(self.rooms[which], target, releases=True)

    def remove_slot(self, room: Room, kind: str, releases: bool) -> None:
        """A lock or scientist back to the supply; the files printed for it into the room, if it was destroyed (A23)."""
        if kind == "lock":
            room.locks -= 1
        else:
            room.scientists -= 1
        self.slot_tokens += 1
        if releases:
            self.put_out(room, room.card.lock_files if kind == "lock" else room.card.scientist_files)

    def verb_add_interface(self, source: Source, count: int) -> None:
        room = self.here(source)
        if room.face_up and room.card.interface:
            room.interface_tokens += self.from_interface_supply(count)

    def verb_clear(self, source: Source) -> None:
        """All other NPCs here, locks and scientists are removed, which is not destroying (A23)."""
        room = self.here(source)
        room.npcs = {npc: face_up for npc, face_up in room.npcs.items() if npc == source.npc}
        for kind, count in (("lock", room.locks), ("scientist", room.scientists)):
            for _ in range(count):
                self.remove_slot(room, kind, releases=self.settings["removed_slot_releases"] == "files")

    # Movement

    def verb_move(self, source: Source, direction: str, farthest: int) -> Play:
        """H03, H29: way and distance are one question; all distances are offered."""
        me = source.agent
        if me.place == SECRET:
            return
        ways = ("in", "out") if direction == "any" else (direction,)
        legal = [["move", way, far] for way in ways for far in range(1, farthest + 1)]
        _, way, far = yield from self.ask(self.chooser(source), "move", legal)
        yield from self.walk(me, 1 if way == "in" else -1, far, out_at_entry=True)

    def verb_push(self, source: Source, who: str, count: int) -> Play:
        """A41: pushed out of the entry room he escapes."""
        escapes = self.settings["pushed_out_escapes"] == "yes"
        for agent in (yield from self.meets(source, who)):
            if agent.place == SECRET or (agent.place == 0 and not escapes):
                continue
            if not self.guarded(agent):
                yield from self.walk(agent, -1, count, out_at_entry=escapes)

    def verb_escape(self, source: Source) -> None:
        self.leave(source.agent)

    # Hurt and protection

    def guarded(self, agent: Agent) -> bool:
        """Whether a guard cancels a harm that would have an effect; it is used up."""
        if not agent.guards:
            return False
        agent.guards -= 1
        return True

    def verb_wound(self, source: Source, who: str) -> Play:
        """INF-48, 49."""
        for agent in (yield from self.meets(source, who)):
            if not agent.wounded and not self.guarded(agent):
                agent.wounded = True

    def verb_delay(self, source: Source, who: str) -> Play:
        """INF-51."""
        for agent in (yield from self.meets(source, who)):
            if not agent.delayed and not self.guarded(agent):
                agent.delayed = True

    def verb_heal(self, source: Source, who: str) -> Play:
        """INF-52."""
        for agent in (yield from self.meets(source, who)):
            agent.wounded = False

    def verb_guard(self, source: Source, count: int) -> None:
        source.agent.guards += count

    # Actions, information, NPCs

    def verb_act(self, source: Source, action: str) -> Play:
        yield from self.act(source.agent, action)

    def verb_scout(self, source: Source, count: int) -> Play:
        """H14: one after the other; not asked when all must be looked at."""
        me = source.agent
        for left in range(count, 0, -1):
            legal: list[list[Any]] = [["room", room.place] for room in self.rooms if not room.face_up and room.place not in me.scouted]
            if not legal:
                break
            answer = legal[0] if len(legal) <= left else (yield from self.ask(self.chooser(source), "room", legal))
            me.scouted.add(answer[1])

    def verb_npc(self, source: Source, npc: str, face: str) -> None:
        """INF-25."""
        if npc in self.aside:
            self.aside.remove(npc)
            self.here(source).npcs[npc] = face == "up"

    def verb_wake(self, source: Source) -> None:
        room = self.here(source)
        for npc in room.npcs:
            room.npcs[npc] = True

    def verb_npc_retreat(self, source: Source, count: int) -> Play:
        """One room towards the entrance at a time; lying items react; out of the entry room it leaves the game (A35)."""
        npc = source.npc
        assert npc is not None
        for _ in range(count):
            room = self.here(source)
            if room.place == SECRET:
                break
            del room.npcs[npc]
            if room.place == 0:
                break
            nearer = self.rooms[room.place - 1]
            nearer.npcs[npc] = True
            yield from self.react_to_npc(npc, nearer)
            if npc not in nearer.npcs:
                break

    # --- scoring ------------------------------------------------------------------------------------------------------------------

    def holdings(self, seat: int) -> tuple[int, int, int, int]:
        """Score and the three tie-breaks of a player: over his operatives who are out (INF-55, 56, 58, 73, A53)."""
        out = [agent for agent in self.agents if agent.seat == seat and agent.status in (ESCAPED, RELEASED)]
        score = sum(value * count for agent in out for value, count in zip(FILE_VALUES, agent.files, strict=True))
        score += sum(card.value * agent.specials[slug] for agent in out for slug, card in self.cards.specials.items())
        first, third = (
            sum(agent.specials[slug] for agent in out for slug, card in self.cards.specials.items() if card.tie_break == step)
            for step in (1, 3)
        )
        return score, first, sum(sum(agent.files) for agent in out), third

    def result(self) -> dict[str, Any]:
        """INF-57..62: scores, winners, the step that decided, standings (0: out of the ranking)."""
        seats = range(self.players)
        holdings = [self.holdings(seat) for seat in seats]
        statuses = [{agent.status for agent in self.agents if agent.seat == seat} for seat in seats]
        out = [seat for seat in seats if statuses[seat] & {ESCAPED, RELEASED}]
        survivors = [seat for seat in out if ESCAPED in statuses[seat]] if self.settings["release"] == "not_out" else out
        ranked = list(seats) if self.settings["caught_score"] == "ranked" else out
        if self.capped or not out:
            winners, decided_by, ranked, tied = [], "cap" if self.capped else "nobody", [], []
        elif len(survivors) == 1:
            winners, decided_by, tied = survivors, "sole_survivor", list(seats)
        else:
            winners, decided_by, tied = self.best(ranked, holdings)
        standings = [0] * self.players
        for seat in ranked:
            ahead = [other for other in ranked if other in winners or holdings[other] > holdings[seat]]
            standings[seat] = 1 if seat in winners else 1 + len(ahead)
        steps = ("sole_survivor", *RUNGS)
        asked = {"cap": 0, "nobody": 0, "shared": len(steps)} | {name: place for place, name in enumerate(steps, 1)}
        return {
            "scores": [holding[0] for holding in holdings],
            "winners": winners,
            "decided_by": decided_by,
            "standings": standings,
            "contenders": tied,
            "reached": list(steps[: asked[decided_by]]),
            "drawn": [self.drawn_by(seat) for seat in seats],
            "drawn_used": [self.drawn_by(seat, self.used) for seat in seats],
        }

    def drawn_by(self, seat: int, used: Container[tuple[str, int]] | None = None) -> dict[int, int]:
        """Items that a seat drew, by round up to the 20th; or those of them that it used."""
        there = [number for slug, (number, by) in self.drawn.items() if by == seat and (used is None or (slug, seat) in used)]
        return dict(Counter(min(number, 20) for number in there))

    def best(self, ranked: list[int], holdings: list[tuple[int, int, int, int]]) -> tuple[list[int], str, list[int]]:
        """The ladder: highest total, Prototypes, number of files, Compromising Files; then the win is shared. Who was still tied last."""
        winners = ranked
        for step, name in enumerate(RUNGS):
            tied = winners
            best = max(holdings[seat][step] for seat in winners)
            winners = [seat for seat in winners if holdings[seat][step] == best]
            if len(winners) == 1:
                return winners, name, tied
        return winners, "shared", winners

    # --- the whole named state ----------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything under its name, as plain data."""
        decision = self.decision
        asked = {
            "actor": decision.actor if decision else -1,
            "agent": decision.agent if decision else None,
            "decision": decision.name if decision else None,
        }
        return asked | self.table()

    def table(self) -> dict[str, Any]:
        """All that lies on the table and in the hands, under its name."""
        order = self.table_order.__getitem__
        return {
            "round": self.round,
            "phase": self.phase,
            "first_player": self.first_player,
            "alarm": self.alarm,
            "proximity": self.proximity,
            "security_phases": self.security_phases,
            "hush": self.hush,
            "rooms": [
                {
                    "place": room.place,
                    "room": room.card.slug,
                    "face_up": room.face_up,
                    "files": room.files[:],
                    "interface_tokens": room.interface_tokens,
                    "locks": room.locks,
                    "scientists": room.scientists,
                    "sludge_uses": room.sludge_uses,
                    "lying": [{"item": lying.item, "owner": lying.owner.number, "uses": lying.uses} for lying in room.lying],
                    "npcs": [{"npc": npc, "face_up": room.npcs[npc]} for npc in NPCS if npc in room.npcs] if room.npcs else [],
                }
                for room in self.rooms
            ],
            "agents": [
                {
                    "agent": agent.number,
                    "seat": agent.seat,
                    "place": agent.place,
                    "status": agent.status,
                    "wounded": agent.wounded,
                    "delayed": agent.delayed,
                    "guards": agent.guards,
                    "files": agent.files[:],
                    "items": sorted(agent.items, key=order),
                    "selected": agent.selected,
                    "prototypes": agent.specials["prototype"],
                    "blackmails": agent.specials["blackmail"],
                    "sludges": agent.specials["sludge"],
                    "scouted": sorted(agent.scouted),
                    "entered_secret_from": agent.entered_secret_from,
                }
                for agent in self.agents
            ],
            "reserve": self.reserve[:],
            "void": self.void[:],
            "item_pile": self.item_pile[:],
            "discarded": self.discarded[:],
            "npcs_aside": [npc for npc in NPCS if npc in self.aside],
            "slot_tokens": self.slot_tokens,
            "interface_tokens": self.interface_tokens,
            "specials": dict(self.specials),
        }


def distance(a: int | None, b: int) -> int:
    """Rule 9: rooms along the line; nothing is near the secret room but itself."""
    if a == b:
        return 0
    return PLACES if a is None or SECRET in (a, b) else abs(a - b)
