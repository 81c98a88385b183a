"""Prepared situations: put agents, rooms, tokens and dials where a clause needs them, play cards, look at what happened.

A situation starts at the Selection phase of a round, from a bare building: every room face up, empty and without effects on the way
through it, everybody healthy at the entrance with empty hands. It can be played by the kernel and by the plain-Python reference.
"""

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import simcore
from simcore.games.infiltration import state as names
from simcore.playout import Table
from simcore.rulebook import Rulebook, rows_named
from tests.games import scenario
from tests.games.infiltration import reference
from tests.games.scenario import bits, patches_in, seats_of

SPEC = simcore.game("infiltration")
CARDS = Path(simcore.__file__).parent / "games" / "infiltration" / "cards"
BUILDING = (
    *("mail_room", "loading_dock", "first_aid_station", "server_cage", "freight_lift", "records_vault"),
    *("security_hub", "executive_elevator", "neural_lab", "prototype_workshop", "personnel_office", "mainframe"),
    "sealed_core",
)
"""Rooms that do nothing to those who walk through them, once they are face up; no door leads to the secret room, its exit is absent."""
SECRET = 12


def item(slug: str) -> list[str]:
    """The action of selecting an item."""
    return ["item", slug]


class KernelGame(scenario.KernelGame):
    """The game as the kernels play it."""

    spec = SPEC

    def result(self) -> dict[str, Any]:
        """Scores, winners, step that decided, standings."""
        return kernel_result(self.table)

    def load(self, named: dict[str, Any]) -> None:
        """Put a situation on the table: the beginning of a round's Selection."""
        write_state(self.table, self.book, named)


class ReferenceGame(scenario.ReferenceGame):
    """The game as the plain-Python reference plays it."""

    spec, reference = SPEC, reference

    def load(self, named: dict[str, Any]) -> None:
        """Put a situation on the table: the beginning of a round's Selection."""
        game, cards = self.game, self.cards
        for name in ("first_player", "alarm", "proximity", "security_phases", "hush", "slot_tokens", "interface_tokens"):
            setattr(game, name, named[name])
        game.round, game.drawn, game.used = named["round"], {}, set()
        for name in ("reserve", "void", "item_pile", "discarded"):
            setattr(game, name, list(named[name]))
        game.aside = set(named["npcs_aside"])
        game.specials = dict(named["specials"])
        for agent, given in zip(game.agents, named["agents"], strict=True):
            for name in ("place", "status", "wounded", "delayed", "guards", "entered_secret_from"):
                setattr(agent, name, given[name])
            agent.files, agent.items, agent.scouted = list(given["files"]), list(given["items"]), set(given["scouted"])
            agent.specials = {special: given[f"{special}s"] for special in reference.SPECIALS}
        for place, given in enumerate(named["rooms"]):
            room = game.rooms[place] = reference.Room(place, cards.rooms[given["room"]])
            for name in ("face_up", "interface_tokens", "locks", "scientists", "sludge_uses"):
                setattr(room, name, given[name])
            room.files = list(given["files"])
            room.npcs = {npc["npc"]: npc["face_up"] for npc in given["npcs"]}
            assert not given["lying"], "lay items by playing them"
        game.begin(from_set_up=False)


def kernel_result(table: Table) -> dict[str, Any]:
    """The row of a game that has ended, in the reference's terms."""
    row, seats = table.result(), range(table.seats)
    return {
        "scores": [int(row.score[seat]) for seat in seats],
        "winners": seats_of(row.winners, table.seats),
        "decided_by": SPEC.decided_by[int(row.decided_by)],
        "standings": [int(row.standing[seat]) for seat in seats],
        "contenders": seats_of(row.contenders, table.seats),
        "reached": [name for code, name in enumerate(SPEC.decided_by) if int(row.reached) >> code & 1],
        "drawn": [by_round(int(row.drawn_rounds[seat])) for seat in seats],
        "drawn_used": [by_round(int(row.drawn_used[seat])) for seat in seats],
    }


def by_round(counts: int) -> dict[int, int]:
    """What a column that counts by round says, without the rounds that have nothing."""
    return {number: count for number in range(1, 21) if (count := counts >> 3 * (number - 1) & 7)}


def write_state(table: Table, book: Rulebook, named: dict[str, Any]) -> None:
    """Write a named state into the record of a game that stands at its first selection."""
    state = table.state
    assert state.decision == names.Decision.SELECT
    assert state.depth == 0
    rooms, items, npcs = (rows_named(book.tables[table]) for table in ("rooms", "items", "npcs"))
    none = -1

    state.rounds, state.drawn_at[:], state.used[:] = named["round"], 0, 0
    state.first_player = named["first_player"]
    for name in ("alarm", "proximity", "security_phases", "hush", "slot_tokens"):
        state[name] = named[name]
    state.interface_left = named["interface_tokens"]
    state.reserve[:], state.voided[:] = named["reserve"], named["void"]
    state.special_supply[:] = [named["specials"][special] for special in reference.SPECIALS]
    state.pile_top, state.pile_count, state.discarded = 0, len(named["item_pile"]), len(named["discarded"])
    state.pile[: state.pile_count] = [items[slug] for slug in named["item_pile"]]
    state.discards[: state.discarded] = [items[slug] for slug in named["discarded"]]
    state.npc_status[:], state.npc_place[:], state.npc_face_up[:] = names.NpcStatus.OUT, none, 0
    for slug in named["npcs_aside"]:
        state.npc_status[npcs[slug]] = names.NpcStatus.ASIDE
    for place, room in enumerate(named["rooms"]):
        assert not room["lying"], "lay items by playing them"
        state.room_card[place] = rooms[room["room"]]
        state.room_tokens[place] = room["files"]
        for name in ("face_up", "interface_tokens", "locks", "scientists", "sludge_uses"):
            state[name][place] = room[name]
        for npc in room["npcs"]:
            number = npcs[npc["npc"]]
            state.npc_status[number], state.npc_place[number], state.npc_face_up[number] = names.NpcStatus.INSIDE, place, npc["face_up"]
    for agent in named["agents"]:
        number = agent["agent"]
        state.place[number] = none if agent["place"] is None else agent["place"]
        state.status[number] = names.Status[agent["status"].upper()]
        state.tokens[number] = agent["files"]
        state.hand[number] = bits(items[slug] for slug in agent["items"])
        state.specials[number] = [agent[f"{special}s"] for special in reference.SPECIALS]
        state.scouted[number] = bits(agent["scouted"])
        state.secret_from[number] = none if agent["entered_secret_from"] is None else agent["entered_secret_from"]
        for name in ("wounded", "delayed", "guards"):
            state[name][number] = agent[name]
    seats = [(named["first_player"] + offset) % table.seats for offset in range(table.seats)]
    first = next(agent for seat in seats for agent in named["agents"] if agent["seat"] == seat and agent["status"] == "inside")
    state.actor, state.agent = first["seat"], first["agent"]


def bare_state(players: int, building: Sequence[str], cards: reference.Cards) -> dict[str, Any]:
    """The named state of a bare building; supplies are filled up by `Scenario`."""
    each = 2 if players == 2 else 1
    room = {
        "face_up": True,
        "files": [0, 0, 0],
        "interface_tokens": 0,
        "locks": 0,
        "scientists": 0,
        "sludge_uses": 0,
        "lying": [],
        "npcs": [],
    }
    agent = {
        "place": 0,
        "status": "inside",
        "wounded": False,
        "delayed": False,
        "guards": 0,
        "files": [0, 0, 0],
        "items": [],
        "selected": None,
        "prototypes": 0,
        "blackmails": 0,
        "sludges": 0,
        "scouted": [],
        "entered_secret_from": None,
    }
    return {
        "round": 1,
        "first_player": 0,
        "alarm": 0,
        "proximity": 0,
        "security_phases": 0,
        "hush": False,
        "void": [0, 0, 0],
        "discarded": [],
        "rooms": [{"place": place, "room": slug} | copy.deepcopy(room) for place, slug in enumerate(building)],
        "agents": [{"agent": number, "seat": number // each} | copy.deepcopy(agent) for number in range(players * each)],
        "specials": {slug: card.copies for slug, card in cards.specials.items()},
    }


class Scenario(scenario.Situation):
    """A situation, and what is played from it.

    Parameters
    ----------
    game : type
        KernelGame or ReferenceGame.
    players : int
    rooms : mapping, optional
        Place to the slug of the room that lies there instead of the one in BUILDING.
    settings : mapping, optional
        Parameters, rulings, card fields.
    """

    SEED = 1

    def __init__(
        self, game: Any, players: int = 3, rooms: Mapping[int, str] | None = None, settings: Mapping[str, Any] | None = None
    ) -> None:
        settings = dict(settings or {})
        self.cards = reference.read_cards(CARDS, patches_in(settings))
        building = list(BUILDING)
        for place, slug in (rooms or {}).items():
            if slug in building:
                building[building.index(slug)] = building[place]
            building[place] = slug
        playing = game(players, settings)
        for seed in range(self.SEED, self.SEED + 100):
            playing.start(seed)
            if playing.named["decision"] == "select":
                break
        super().__init__(playing, bare_state(players, building, self.cards) | {"alarm": settings.get("alarm_start", 0)})

    # Preparing

    def set(self, **fields: Any) -> "Scenario":
        """Dials, supplies, first player."""
        self._prepared().update(fields)
        return self

    def put(self, number: int, **fields: Any) -> "Scenario":
        """An agent's fields."""
        assert fields.keys() <= self._prepared()["agents"][number].keys()
        self._prepared()["agents"][number].update(fields)
        return self

    def furnish(self, place: int, npcs: Mapping[str, bool] | None = None, **fields: Any) -> "Scenario":
        """What lies in a room; NPCs with whether they are face up."""
        assert fields.keys() <= self._prepared()["rooms"][place].keys()
        fields["npcs"] = [{"npc": npc, "face_up": face_up} for npc, face_up in (npcs or {}).items()]
        self._prepared()["rooms"][place].update(fields)
        return self

    def _prepared(self) -> dict[str, Any]:
        """The situation to change: the present state if something has been played since."""
        if self.situation is None:
            self.situation = self.game.named
            assert self.situation["decision"] == "select"
        return self.situation

    def filled(self, named: dict[str, Any]) -> dict[str, Any]:
        """The situation with the supplies filled up."""
        rooms, agents = named["rooms"], named["agents"]
        tokens = [room["files"] for room in rooms] + [agent["files"] for agent in agents] + [named["void"]]
        here = {npc["npc"] for room in rooms for npc in room["npcs"]}
        held = {slug for agent in agents for slug in agent["items"]} | {lying["item"] for room in rooms for lying in room["lying"]}
        defaults = {
            "reserve": [count - sum(values) for count, *values in zip(self.cards.files, *tokens, strict=True)],
            "slot_tokens": reference.SLOT_TOKENS - sum(room["locks"] + room["scientists"] for room in rooms),
            "interface_tokens": reference.INTERFACE_TOKENS - sum(room["interface_tokens"] for room in rooms),
            "item_pile": [slug for slug in self.cards.items if slug not in held | set(named["discarded"])],
            "npcs_aside": [npc for npc in self.cards.npcs if npc not in here],
        }
        return defaults | named

    # Playing

    def play(self, cards: Mapping[int, Any] | None = None, answers: Sequence[list[Any]] = ()) -> "Scenario":
        """Everybody's cards of this round (who is not named idles), then the answers to what is asked on the way.

        Stops at the next round, at the end of the game, or when it is asked something and the answers are used up.
        """
        self._load()
        self.events_before = len(self.game.events)
        left = list(answers)
        this_round = self.round
        while self.decision == "select" and self.round == this_round:
            card = (cards or {}).get(self.named["agent"]) or self.idle(self.named["agent"])
            self.game.apply([card] if isinstance(card, str) else card)
        self.answer(*left)
        return self

    def idle(self, number: int) -> list[str]:
        """A card that does nothing: Interface where there is no token, otherwise the card that takes files, where there are none."""
        room = self.named["rooms"][self.named["agents"][number]["place"]]
        if not room["interface_tokens"]:
            return ["interface"]
        assert not any(room["files"]), f"agent {number} cannot idle in {room}"
        return next(action for action in self.legal if action[0] in ("download", "extract"))

    # Looking

    def agent(self, number: int) -> Any:
        """An agent's fields as attributes."""
        return self.seen.agents[number]

    def room(self, place: int) -> Any:
        """A room's fields as attributes."""
        return self.seen.rooms[place]

    def npcs(self, place: int) -> dict[str, bool]:
        """NPCs in a room with whether they are face up."""
        return {npc["npc"]: npc["face_up"] for npc in self.named["rooms"][place]["npcs"]}

    @property
    def round(self) -> int:
        """Rounds begun."""
        found: int = self.named["round"]
        return found

    @property
    def die(self) -> int:
        """The die of the round that was played."""
        return next(event[-1] for event in self.events if event[0] == "die")
