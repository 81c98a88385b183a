"""A plain-Python Infamy, written from the clauses, the rulings and the effect language alone: it exists to catch the kernel's errors.

Everything is an object with named fields; the game is one generator that stops (`yield`) at every decision, so that an effect inside
an effect is a call inside a call. Chance comes from outside: see `tests.games.chance`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.games.chance import Chance
from tests.games.referee import Decision, GameOver, Play, Referee, card_rows

FACTIONS = ("cartel", "megacorp", "militia")
RESOURCES = ("weapon", "data", "compound")
GOODS = (*RESOURCES, "henchman", "favor")
TYPES = ("carnage", "influence", "underworld")
SECTORS = range(1, 7)
RESUPPLY = ("a", "b")
MISSION_ZONE = "mission"
OWN, ACCOMPLICE = "own", "accomplice"
SLUGS_BARRED_TO_FAVORS = ("fixer",)
LEVELS = range(1, 6)
TRACK_END = 5
SOURCES = ("missions", "henchmen", "contacts", "schemes", "zones", "benefits")
"""What Infamy comes from."""


# --- cards -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Alternative:
    """One verb with its arguments and prefixes."""

    verb: str
    what: str = ""
    number: int = 1
    when: str = ""
    late: bool = False
    may: bool = False
    each_rival: bool = False
    condition: tuple[str, ...] = ()
    ransom: int = 0


Program = tuple[tuple[Alternative, ...], ...]
"""Statements, each of one or two alternatives."""

TWO_WORDS = (
    *("gain infamy", "gain rep", "convert resource", "recover bribes", "spend bribes", "drain bribes", "steal resource"),
    *("steal henchman", "steal scheme", "draw scheme", "discard scheme", "extra scheme", "hazard add", "hazard remove", "hazard move"),
    *("watchdog move", "watchdog add", "watchdog remove", "watchdog pass", "take triggerman", "extra pawn", "skip placement"),
    *("double resupply", "resupply current"),
)
ONE_WORD = ("gain", "lose", "pay", "sabotage")


def parse_alternative(text: str) -> Alternative:
    """`day: ransom 3: steal resource thief 1`."""
    *prefixes, body = [part.split() for part in text.split(":")]
    fields: dict[str, Any] = {}
    for name, *arguments in prefixes:
        if name in ("day", "night"):
            fields["when"] = name
        elif name in ("late", "may"):
            fields[name] = True
        elif name == "each":
            fields["each_rival"] = True
        elif name == "ransom":
            fields["ransom"] = int(arguments[0])
        else:
            fields["condition"] = (name, *arguments)
    verb = " ".join(body[:2])
    if verb not in TWO_WORDS:
        verb = body[0]
        assert verb in ONE_WORD, text
    arguments = body[len(verb.split()) :]
    if arguments and arguments[-1].isdigit():
        fields["number"] = int(arguments.pop())
    if arguments:
        [fields["what"]] = arguments
    return Alternative(verb, **fields)


def parse_program(text: str) -> Program:
    """Statements of a cell."""
    return tuple(tuple(parse_alternative(part) for part in statement.split("|")) for statement in text.split(";") if statement.strip())


@dataclass(frozen=True)
class ContactCard:
    """A row of contacts.csv; `row` is its number in the table."""

    row: int
    slug: str
    factions: tuple[str, ...]
    program: Program


@dataclass(frozen=True)
class MissionCard:
    """A row of missions.csv."""

    row: int
    slug: str
    sector: int
    cost: Mapping[str, int]
    reward: Program
    infamy: int
    rep: int
    factions: tuple[str, ...]
    types: tuple[str, ...]


@dataclass(frozen=True)
class SchemeCard:
    """A row of schemes.csv."""

    row: int
    slug: str
    faction: str
    copies: int
    program: Program


@dataclass(frozen=True)
class Benefit:
    """A row of rep_tracks.csv: `trigger` is (word, faction or type)."""

    faction: str
    level: int
    trigger: tuple[str, str]
    program: Program


@dataclass(frozen=True)
class Cards:
    """A card set; missing copies are left out, the zones are by sector and letter."""

    contacts: Mapping[str, ContactCard]
    missions: Mapping[str, MissionCard]
    schemes: Mapping[str, SchemeCard]
    zones: Mapping[tuple[int, str], str]
    benefits: Mapping[tuple[str, int], Benefit]
    rows: Mapping[str, int]
    """Rows of each table, those out of the game included."""


def read_cards(directory: Path, patches: Mapping[str, Any] | None = None) -> Cards:
    """A card set from its tables, with cells replaced: `{"missions.ore_train.infamy": 4}`."""
    counts: dict[str, int] = {}

    def table(name: str) -> list[tuple[int, str, dict[str, str]]]:
        rows = card_rows(directory, name, patches)
        counts[name] = len(rows)
        found = [(number, slug, row) for number, (slug, row) in enumerate(rows.items())]
        return [entry for entry in found if entry[2].get("copies", "1") != "0"]

    def words(cell: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in cell.split("+") if part.strip())

    def benefit(row: dict[str, str]) -> Benefit:
        *trigger, last = row["trigger"].split()
        word, what = (" ".join(trigger), last) if last in (*FACTIONS, *TYPES) else (row["trigger"].strip(), "")
        return Benefit(row["faction"], int(row["level"]), (word, what), parse_program(row["effects"]))

    contacts = [ContactCard(number, slug, words(row["factions"]), parse_program(row["effects"])) for number, slug, row in table("contacts")]
    missions = [
        MissionCard(
            number,
            slug,
            int(row["sector"]),
            {good: int(row[good]) for good in GOODS if int(row[good] or 0)},
            parse_program(row["reward"]),
            int(row["infamy"]),
            int(row["rep"]),
            words(row["factions"]),
            words(row["types"]),
        )
        for number, slug, row in table("missions")
    ]
    schemes = [
        SchemeCard(number, slug, row["faction"], int(row["copies"]), parse_program(row["effects"]))
        for number, slug, row in table("schemes")
    ]
    benefits = [benefit(row) for _, _, row in table("rep_tracks")]
    return Cards(
        contacts={card.slug: card for card in contacts},
        missions={card.slug: card for card in missions},
        schemes={card.slug: card for card in schemes},
        zones={(int(row["sector"]), letter): row[f"zone_{letter}"] for _, _, row in table("sectors") for letter in RESUPPLY},
        benefits={(found.faction, found.level): found for found in benefits},
        rows=counts,
    )


# --- what lies on the table ------------------------------------------------------------------------------------------------------


@dataclass
class Freelancer:
    """A player, with everything that is his."""

    seat: int
    goods: Counter[str] = field(default_factory=Counter)
    infamy: int = 0
    rep: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FACTIONS, 0))
    available: int = 0
    spent: int = 0
    bid: int = 0
    markers: int = 0
    schemes: list[str] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    # of this Round
    accomplice: bool = False
    accomplice_slot: int | None = None
    """Place on the track of the contact that sent him the Accomplice."""
    skip: bool = False
    double: bool = False
    extra: int = 0
    sector: int | None = None
    accomplice_sector: int | None = None
    current: tuple[int, str] | None = None
    """Where his last placed pawn stands."""
    pass_until: int = 0
    """Last Round in which a card lets him into the Watchdogs' sectors."""
    # for the record
    sources: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    drawn: set[str] = field(default_factory=set)
    drawn_in: dict[str, list[int]] = field(default_factory=dict)
    """Of schemes in his hand, the Rounds in which he drew them, copy by copy; Rounds from the 20th on are one."""
    drawn_rounds: Counter[int] = field(default_factory=Counter)
    drawn_used: Counter[int] = field(default_factory=Counter)
    played: set[str] = field(default_factory=set)
    done: list[str] = field(default_factory=list)
    """Missions he ever completed."""
    contacts_won: list[str] = field(default_factory=list)

    @property
    def resources(self) -> list[str]:
        """Types of resources he holds."""
        return [kind for kind in RESOURCES if self.goods[kind]]

    def sector_of(self, pawn: str) -> int | None:
        """The sector chosen for a pawn."""
        return self.sector if pawn == OWN else self.accomplice_sector


@dataclass
class Slot:
    """A place of the Contact Track."""

    contact: str
    status: str = "coming"
    winner: int | None = None
    marker: bool = False


@dataclass(frozen=True)
class Pawn:
    """A placed pawn."""

    seat: int
    pawn: str
    sector: int
    zone: str


@dataclass
class Source:
    """Whose program runs, from what kind of thing, and what it has sabotaged."""

    owner: Freelancer
    kind: str
    slot: int | None = None
    sabotaged: int | None = None


SETTINGS: dict[str, Any] = {
    "infamy_target": 15,
    "reputation_target": 5,
    "bribes": 12,
    "expenses": 1,
    "starting_resources": 1,
    "contacts_revealed": 5,
    "henchmen_per_infamy": 2,
    "special_recover": 3,
    "special_infamy": 1,
    "hazards": 4,
    "watchdogs": 2,
    "resource_tokens": 18,
    "henchman_tokens": 20,
    "favor_tokens": 6,
    "round_cap": 200,
    "watchdogs_at_start": "one",  # one, both
    "sector_chief_add": "nothing",  # nothing, move, unlimited
    "watchdog_removal": "mandatory",  # mandatory, optional
    "removal_time": "scheme_phase",  # scheme_phase, sector_phase
    "contact_rewards": "at_once",  # at_once, after_bidding
    "passing": "open",  # open, final
    "losing_bids": "returned",  # returned, spent
    "day_markers": "next_round",  # next_round, end_of_turn
    "ransom_order": "after_type",  # after_type, before_type
    "reputation_ban": "rest_of_round",  # rest_of_round, sector_phase
    "banned_hq": "nothing",  # nothing, scheme
    "accomplice_order": "together",  # together, own_slot
    "without_contact": "from_triggerman",  # from_triggerman, from_left
    "failed_placement": "nothing",  # nothing, resource
    "smuggler_skip": "always",  # always, only_open
    "smuggler_hq": "reputation_then_scheme",  # reputation_then_scheme, two_reputation, one_reputation
    "empty_mission_deck": "short_row",  # short_row, reshuffle
    "victory_check": "every_round",  # every_round, night
    "both_tracks": "infamy_first",  # infamy_first, reputation_first
}
"""The recommended rulings; the names are those of the game's rules.toml."""


# --- the game --------------------------------------------------------------------------------------------------------------------


class Game(Referee):
    """One game."""

    def __init__(self, cards: Cards, players: int, chance: Chance, settings: Mapping[str, Any] | None = None) -> None:
        self.cards, self.players, self.chance = cards, players, chance
        self.settings = SETTINGS | dict(settings or {})
        self.round = 1
        self.phase = "contact"
        self.placing = False  # from the choice of sectors to the last placement
        self.freelancers = [Freelancer(seat) for seat in range(players)]
        self.triggerman = 0
        self.first_triggerman = 0
        self.track: list[Slot] = []
        self.contact_deck: list[str] = []
        self.high_bid = 0
        self.high_bidder: int | None = None
        self.row: list[str | None] = [None] * players
        self.mission_deck: list[str] = []
        self.mission_in_progress: str | None = None
        self.scheme_decks: dict[str, list[str]] = {faction: [] for faction in FACTIONS}
        self.scheme_discards: dict[str, list[str]] = {faction: [] for faction in FACTIONS}
        self.scheme_in_progress: str | None = None
        self.hazards: set[tuple[int, str]] = set()
        self.hazard_supply: int = self.settings["hazards"]
        self.watchdogs: list[int] = []
        self.watchdog_supply: int = self.settings["watchdogs"]
        self.pawns: list[Pawn] = []
        self.supply: Counter[str] = Counter()
        self.late: list[tuple[Source, Alternative]] = []
        self.contact_order: list[int] = []
        self.seen_missions: set[str] = set()
        self.prices: dict[str, Counter[str]] = {name: Counter() for name in self.price_columns()}
        self.capped = False
        self.begin()

    def play(self, from_set_up: bool) -> Play:
        """The whole game, or all that follows the preparation of a Contact Phase."""
        if from_set_up:
            self.set_up()
            yield from self.prepare_contacts()
        while True:
            yield from self.contact_phase()
            yield from self.sector_phase()
            yield from self.scheme_phase()
            self.round += 1
            yield from self.prepare_contacts()

    def ask(self, who: Freelancer, name: str, legal: Iterable[list[Any]]) -> Play:
        """A choice with a single possible answer is not asked."""
        answers = list(legal)
        if len(answers) == 1:
            return answers[0]
        return (yield Decision(who.seat, name, answers))

    @property
    def day(self) -> bool:
        """FAM-06: Day and Night alternate; the first Round is a Day."""
        return self.round % 2 == 1

    def clockwise(self, seat: int, count: int | None = None) -> list[Freelancer]:
        """Freelancers clockwise, this seat first."""
        return [self.freelancers[(seat + offset) % self.players] for offset in range(self.players if count is None else count)]

    def rivals(self, owner: Freelancer) -> list[Freelancer]:
        """FAM-05: everybody else, clockwise from the owner."""
        return self.clockwise(owner.seat)[1:]

    # --- setup ------------------------------------------------------------------------------------------------------------------

    def shuffled(self, event: list[Any], cards: Iterable[str]) -> list[str]:
        """A pile in random order, the top first; equal cards are not told apart."""
        left = Counter(list(cards))
        pile: list[str] = []
        while +left:
            slug = self.chance.draw([*event, len(pile)], +left)
            left[slug] -= 1
            pile.append(slug)
        return pile

    def set_up(self) -> None:
        """FAM-09 to 16."""
        self.mission_deck = self.shuffled(["mission_pile"], self.cards.missions)
        self.refill()
        for faction in FACTIONS:
            copies = [slug for slug, card in self.cards.schemes.items() if card.faction == faction for _ in range(card.copies)]
            self.scheme_decks[faction] = self.shuffled(["scheme_pile", faction], copies)
        tokens = {"henchman": self.settings["henchman_tokens"], "favor": self.settings["favor_tokens"]}
        self.supply.update({good: tokens.get(good, self.settings["resource_tokens"]) for good in GOODS})
        self.triggerman = self.first_triggerman = self.chance.draw(["triggerman"], range(self.players))
        for freelancer in self.clockwise(self.triggerman):
            freelancer.available = self.settings["bribes"]
            for kind in RESOURCES:
                self.gain(freelancer, kind, self.settings["starting_resources"])
        for _ in range(min(self.watchdog_supply, 1 if self.settings["watchdogs_at_start"] == "one" else 2)):
            sector = self.chance.draw(["watchdog"], [sector for sector in SECTORS if sector not in self.watchdogs])
            self.watchdogs.append(sector)
            self.watchdog_supply -= 1

    def refill(self) -> None:
        """FAM-84: the row filled up from the deck."""
        for place, slug in enumerate(self.row):
            if slug is not None:
                continue
            if not self.mission_deck and self.settings["empty_mission_deck"] == "reshuffle":
                completed = [slug for freelancer in self.freelancers for slug in freelancer.completed]
                for freelancer in self.freelancers:
                    freelancer.completed = []
                self.mission_deck = self.shuffled(["mission_pile"], completed)
            if self.mission_deck:
                self.row[place] = self.mission_deck.pop(0)
        self.seen_missions.update(slug for slug in self.row if slug is not None)

    # --- goods, infamy, Rep, schemes --------------------------------------------------------------------------------------------

    def gain(self, freelancer: Freelancer, good: str, count: int) -> None:
        """A-49: as many as the supply has."""
        count = min(count, self.supply[good])
        self.supply[good] -= count
        freelancer.goods[good] += count

    def give_back(self, freelancer: Freelancer, good: str, count: int = 1) -> None:
        """FAM-04: back to the supply, as many as there are."""
        count = min(count, freelancer.goods[good])
        freelancer.goods[good] -= count
        self.supply[good] += count

    def gain_resource(self, freelancer: Freelancer) -> Play:
        """FAM-03: one resource of choice, if any is left."""
        kinds = [kind for kind in RESOURCES if self.supply[kind]]
        if kinds:
            answer = yield from self.ask(freelancer, "resource", [["resource", kind] for kind in kinds])
            self.gain(freelancer, answer[1], 1)

    def give_up_resource(self, freelancer: Freelancer) -> Play:
        """One resource of choice back to the supply, if he has any."""
        if freelancer.resources:
            answer = yield from self.ask(freelancer, "resource", [["resource", kind] for kind in freelancer.resources])
            self.give_back(freelancer, answer[1])

    def gain_infamy(self, freelancer: Freelancer, count: int, kind: str) -> None:
        """FAM-99: no upper limit."""
        freelancer.infamy += count
        freelancer.sources[kind] += count

    def banned(self, freelancer: Freelancer) -> bool:
        """FAM-38, A-27: no Rep for whom the Accomplice works."""
        return freelancer.accomplice and (self.settings["reputation_ban"] == "rest_of_round" or self.placing)

    def gain_rep(self, freelancer: Freelancer, faction: str, count: int = 1) -> None:
        """FAM-94, A-41: up to the end of the track."""
        if not self.banned(freelancer):
            freelancer.rep[faction] = min(TRACK_END, freelancer.rep[faction] + count)

    def can_draw(self, faction: str) -> bool:
        """A-45."""
        return bool(self.scheme_decks[faction] or self.scheme_discards[faction])

    def draw_scheme(self, freelancer: Freelancer, faction: str) -> None:
        """The top card; an empty deck is made anew from its discards when a card is needed."""
        if not self.can_draw(faction):
            return
        if not self.scheme_decks[faction]:
            discards, self.scheme_discards[faction] = self.scheme_discards[faction], []
            self.scheme_decks[faction] = self.shuffled(["scheme_pile", faction], discards)
        slug, number = self.scheme_decks[faction].pop(0), min(self.round, 20)
        self.take_scheme(freelancer, slug)
        if freelancer.drawn_rounds[number] < 7:
            freelancer.drawn_rounds[number] += 1
            freelancer.drawn_in.setdefault(slug, []).append(number)

    def take_scheme(self, freelancer: Freelancer, slug: str) -> None:
        """A card into the hand."""
        freelancer.schemes.append(slug)
        freelancer.drawn.add(slug)

    @staticmethod
    def leave_hand(freelancer: Freelancer, slug: str) -> list[int]:
        """A card out of the hand, of identical ones that he drew the first: the Round in which he did."""
        freelancer.schemes.remove(slug)
        drawn = freelancer.drawn_in.setdefault(slug, [])
        return [drawn.pop(0)] if drawn else []

    def draw_any_scheme(self, freelancer: Freelancer) -> Play:
        """FAM-86: from a deck of choice."""
        decks = [["deck", faction] for faction in FACTIONS if self.can_draw(faction)]
        if decks:
            answer = yield from self.ask(freelancer, "deck", decks)
            self.draw_scheme(freelancer, answer[1])

    def discard_scheme(self, freelancer: Freelancer) -> Play:
        """One card of choice from the hand."""
        if freelancer.schemes:
            answer = yield from self.ask(freelancer, "scheme_discard", scheme_actions(freelancer.schemes))
            self.leave_hand(freelancer, answer[1])
            self.scheme_discards[self.cards.schemes[answer[1]].faction].append(answer[1])

    def spend(self, freelancer: Freelancer, count: int) -> None:
        """FAM-95."""
        freelancer.available -= count
        freelancer.spent += count

    def recover(self, freelancer: Freelancer, most: int) -> Play:
        """FAM-96: a number of own choice, from the Spent section."""
        most = min(most, freelancer.spent)
        answer = yield from self.ask(freelancer, "recover", [["recover", count] for count in range(most + 1)])
        self.spend(freelancer, -answer[1])

    # --- Watchdogs and Hazards --------------------------------------------------------------------------------------------------

    def may_pass(self, freelancer: Freelancer) -> bool:
        """FAM-49, 56: whether he may enter Watchdog sectors now."""
        return freelancer.pass_until >= self.round or self.permissions(freelancer, "watchdog pass") > 0

    def permissions(self, freelancer: Freelancer, verb: str) -> int:
        """Standing permissions of one kind that he holds."""
        return sum(
            alternative.number
            for benefit in self.held(freelancer)
            if benefit.trigger[0] == "always"
            for statement in benefit.program
            for alternative in statement
            if alternative.verb == verb
        )

    def move_watchdog(self, chooser: Freelancer) -> Play:
        """FAM-19, 77: exactly one, to another sector."""
        if not self.watchdogs:
            return
        answer = yield from self.ask(chooser, "watchdog_from", sector_actions(self.watchdogs))
        start = answer[1]
        answer = yield from self.ask(chooser, "watchdog_to", sector_actions(sector for sector in SECTORS if sector != start))
        self.watchdogs.remove(start)
        self.watchdogs.append(answer[1])

    def can_add_watchdog(self) -> bool:
        """A-05."""
        reading = self.settings["sector_chief_add"]
        return self.watchdog_supply > 0 or reading == "unlimited" or (reading == "move" and bool(self.watchdogs))

    def add_watchdog(self, chooser: Freelancer) -> Play:
        """FAM-48; without a token in the supply: A-05."""
        if not self.can_add_watchdog():
            return
        if not self.watchdog_supply and self.settings["sector_chief_add"] == "move":
            yield from self.move_watchdog(chooser)
            return
        answer = yield from self.ask(chooser, "watchdog_add", sector_actions(SECTORS))
        self.watchdogs.append(answer[1])
        self.watchdog_supply = max(0, self.watchdog_supply - 1)

    def remove_watchdog(self, chooser: Freelancer, at_the_end: bool) -> Play:
        """FAM-50, A-06: at the end of the Round it may be at choice."""
        if not self.watchdogs:
            return
        if at_the_end and self.settings["watchdog_removal"] == "optional" and not (yield from self.agrees(chooser)):
            return
        answer = yield from self.ask(chooser, "watchdog_remove", sector_actions(self.watchdogs))
        self.watchdogs.remove(answer[1])
        self.watchdog_supply += 1

    def agrees(self, chooser: Freelancer) -> Play:
        """Whether he wants it."""
        answer = yield from self.ask(chooser, "may", [["go_on"], ["stop"]])
        return answer == ["go_on"]

    def hazard_places(self, source: Source, where: str) -> list[tuple[int, str]]:
        """Resupply zones that an instruction about Hazards means, with or without one."""
        if where == "any":
            return list(self.cards.zones)
        if where == "current":
            current = source.owner.current
            return [zone for zone in self.cards.zones if current is not None and zone[0] == current[0]]
        return [zone for zone, kind in self.cards.zones.items() if zone[0] == source.sabotaged and not kind.startswith("hq")]

    def addable(self, source: Source, where: str) -> list[tuple[int, str]]:
        """FAM-74: zones that can get a Hazard."""
        return [zone for zone in self.hazard_places(source, where) if zone not in self.hazards] if self.hazard_supply else []

    def removable(self, source: Source, where: str) -> list[tuple[int, str]]:
        """Zones that can lose a Hazard."""
        return [zone for zone in self.hazard_places(source, where) if zone in self.hazards]

    def can_move_hazard(self) -> bool:
        """There is one, and a zone without one."""
        return 0 < len(self.hazards) < len(self.cards.zones)

    def move_hazard(self, source: Source) -> Play:
        """One Hazard to a zone without one."""
        if not self.can_move_hazard():
            return
        answer = yield from self.ask(source.owner, "hazard_from", zone_actions(self.removable(source, "any")))
        start = (answer[1], answer[2])
        free = [zone for zone in self.cards.zones if zone not in self.hazards]
        answer = yield from self.ask(source.owner, "hazard_to", zone_actions(free))
        self.hazards.remove(start)
        self.hazards.add((answer[1], answer[2]))

    # --- Contact Phase ----------------------------------------------------------------------------------------------------------

    def prepare_contacts(self) -> Play:
        """FAM-17 to 19: what was of the last Round only ends; contacts are revealed; a Watchdog moves."""
        self.phase = "contact"
        for freelancer in self.freelancers:
            freelancer.accomplice = freelancer.skip = freelancer.double = False
            freelancer.accomplice_slot = None
            freelancer.extra = 0
        if self.day:
            self.contact_deck = self.shuffled(["contact"], self.cards.contacts)
        revealed = self.settings["contacts_revealed"]
        self.track = [Slot(slug) for slug in self.contact_deck[:revealed]]
        self.contact_deck = self.contact_deck[revealed:]
        if self.round > 1:
            yield from self.move_watchdog(self.freelancers[self.triggerman])

    def contact_phase(self) -> Play:
        """FAM-20, 28."""
        self.phase = "contact"
        for number, slot in enumerate(self.track):
            yield from self.auction(slot)
            if slot.winner is None:
                continue
            if self.settings["contact_rewards"] == "at_once":
                yield from self.reward(number)
            self.triggerman = slot.winner
        if self.settings["contact_rewards"] == "after_bidding":
            for number, slot in enumerate(self.track):
                if slot.winner is not None:
                    yield from self.reward(number)

    def bids(self, freelancer: Freelancer, contact: str, first: bool) -> list[list[Any]]:
        """FAM-21 to 24, 31, 33, 34: what a freelancer can do when his turn to bid comes."""
        left = freelancer.available - self.settings["expenses"]
        found: list[list[Any]] = [["pass"]]
        found += [["bid", total] for total in range(self.high_bid + 1, freelancer.bid + left + 1)]
        if first and left >= 0 and freelancer.goods["favor"] and contact not in SLUGS_BARRED_TO_FAVORS:
            found.append(["favor"])
        return found

    def auction(self, slot: Slot) -> Play:
        """FAM-20 to 34: one contact."""
        slot.status = "open"
        paid: Counter[int] = Counter()
        reached: set[int] = set()
        out: set[int] = set()
        favor = False
        passes = 0
        seat = self.triggerman
        while not favor and passes < self.players - (self.high_bidder is not None):
            freelancer = self.freelancers[seat]
            choice = ["pass"]
            if seat not in out:
                choice = yield from self.ask(freelancer, "bid", self.bids(freelancer, slot.contact, seat not in reached))
            reached.add(seat)
            if choice[0] == "pass":
                passes += 1
                if self.settings["passing"] == "final":
                    out.add(seat)
            else:
                passes = 0
                self.spend(freelancer, self.settings["expenses"])
                paid[seat] += self.settings["expenses"]
                self.high_bidder = seat
            if choice[0] == "bid":
                freelancer.available -= choice[1] - freelancer.bid
                freelancer.bid = self.high_bid = choice[1]
            favor = choice[0] == "favor"
            seat = (seat + 1) % self.players
        self.close(slot, favor, paid)

    def close(self, slot: Slot, favor: bool, paid: Counter[int]) -> None:
        """FAM-26, 27, 29, 33: bribes go where they belong."""
        winner, self.high_bidder = self.high_bidder, None
        bid, self.high_bid = self.high_bid, 0
        time = "day" if self.day else "night"
        for freelancer in self.freelancers:
            freelancer.counts["expenses"] += paid[freelancer.seat]
            if freelancer.seat != winner:
                freelancer.counts["expenses_lost"] += paid[freelancer.seat]
            if freelancer.seat == winner or self.settings["losing_bids"] == "spent":
                freelancer.spent += freelancer.bid
            else:
                freelancer.available += freelancer.bid
            freelancer.bid = 0
        if winner is None:
            slot.status = "unsold"
            self.prices[f"unsold_{time}"][slot.contact] += 1
            return
        slot.status, slot.winner, slot.marker = "won", winner, True
        owner = self.freelancers[winner]
        owner.spent -= 1  # one bribe of the bid, or of the expenses of a Favor, marks the contact
        owner.markers += 1
        owner.contacts_won.append(slot.contact)
        self.prices[f"cost_{time}"][slot.contact] += paid[winner]
        if favor:
            self.give_back(owner, "favor")
            owner.counts["favors_used"] += 1
            self.prices[f"favor_{time}"][slot.contact] += 1
        else:
            self.prices[f"sold_{time}"][slot.contact] += 1
            self.prices[f"bid_{time}"][slot.contact] += bid

    def reward(self, number: int) -> Play:
        """FAM-36: the reward of a won contact, then the benefits that its icons trigger."""
        slot = self.track[number]
        assert slot.winner is not None
        owner, card = self.freelancers[slot.winner], self.cards.contacts[slot.contact]
        yield from self.run(card.program, Source(owner, "contacts", number))
        yield from self.trigger(owner, "on contact", card.factions, number)

    # --- Sector Phase -----------------------------------------------------------------------------------------------------------

    def sector_phase(self) -> Play:
        """FAM-55 to 62."""
        self.phase = "sector"
        self.placing = True
        self.pawns = []
        for freelancer in self.freelancers:
            freelancer.sector = freelancer.accomplice_sector = freelancer.current = None
        for freelancer in self.clockwise(self.triggerman):
            sectors = sector_actions(sector for sector in SECTORS if sector not in self.watchdogs or self.may_pass(freelancer))
            if sectors:
                answer = yield from self.ask(freelancer, "sector", sectors)
                freelancer.sector = answer[1]
            if sectors and freelancer.accomplice:
                answer = yield from self.ask(freelancer, "accomplice_sector", sectors)
                freelancer.accomplice_sector = answer[1]
        order = self.placement_order()
        self.contact_order = list(dict.fromkeys(seat for seat, _ in order))
        for seat, pawns in order:
            yield from self.enter(self.freelancers[seat], pawns)
        self.placing = False
        if self.settings["removal_time"] == "sector_phase":
            yield from self.run_late()

    def placement_order(self) -> list[tuple[int, list[str]]]:
        """FAM-58, A-29, A-32: who places which pawns, in order."""
        places: list[tuple[int, int, str]] = []
        winners = [slot.winner for slot in self.track]
        seats = [freelancer.seat for freelancer in self.clockwise(self.triggerman + (self.settings["without_contact"] == "from_left"))]
        for freelancer in self.freelancers:
            place = winners.index(freelancer.seat) if freelancer.seat in winners else len(winners) + seats.index(freelancer.seat)
            places.append((place, freelancer.seat, OWN))
            if freelancer.accomplice:
                slot = freelancer.accomplice_slot
                apart = self.settings["accomplice_order"] == "own_slot" and slot is not None
                places.append((slot if apart and slot is not None else place, freelancer.seat, ACCOMPLICE))
        return [
            (seat, [pawn for there, whose, pawn in places if (there, whose) == (place, seat)])
            for place, seat in sorted({(place, seat) for place, seat, _ in places})
        ]

    def enter(self, freelancer: Freelancer, pawns: list[str]) -> Play:
        """FAM-37: pawns that are placed together, in the order their owner likes."""
        if len(pawns) > 1 and freelancer.sector != freelancer.accomplice_sector:
            answer = yield from self.ask(freelancer, "pawn", [["pawn", pawn] for pawn in pawns])
            pawns = sorted(pawns, key=lambda pawn: pawn != answer[1])
        for pawn in pawns:
            yield from self.place(freelancer, pawn)

    def is_open(self, freelancer: Freelancer, sector: int, zone: str) -> bool:
        """FAM-59: no pawn, no Hazard, no Watchdog in the sector unless permitted."""
        taken = any((pawn.sector, pawn.zone) == (sector, zone) for pawn in self.pawns)
        return not taken and (sector, zone) not in self.hazards and (sector not in self.watchdogs or self.may_pass(freelancer))

    def payable(self, freelancer: Freelancer, slug: str) -> bool:
        """FAM-67: all requirements are there."""
        return all(freelancer.goods[good] >= count for good, count in self.cards.missions[slug].cost.items())

    def zones(self, freelancer: Freelancer, sector: int) -> list[list[Any]]:
        """FAM-59, 67, 73: where a pawn can be placed."""
        found: list[list[Any]] = [["resupply", zone] for zone in RESUPPLY if self.is_open(freelancer, sector, zone)]
        if self.is_open(freelancer, sector, MISSION_ZONE):
            missions = [slug for slug in self.row if slug is not None and self.cards.missions[slug].sector == sector]
            found += [["mission", slug] for slug in missions if self.payable(freelancer, slug)]
        return found

    def place(self, freelancer: Freelancer, pawn: str) -> Play:
        """FAM-61, 62: one pawn, and what it does there."""
        sector = freelancer.sector_of(pawn)
        options = self.zones(freelancer, sector) if sector is not None else []
        if freelancer.skip and (options or self.settings["smuggler_skip"] == "always"):
            options = [*(options or [["fail"]]), ["skip"]]
        kind, *where = (yield from self.ask(freelancer, "zone", options)) if options else ["fail"]
        if kind == "fail":
            freelancer.counts["failed"] += 1
            if self.settings["failed_placement"] == "resource":
                yield from self.gain_resource(freelancer)
        elif kind == "skip":
            freelancer.counts["skipped"] += 1
            yield from self.gain_resource(freelancer)
            yield from self.draw_any_scheme(freelancer)
        else:
            assert sector is not None
            zone = where[0] if kind == "resupply" else MISSION_ZONE
            freelancer.counts["placements"] += 1
            freelancer.current = (sector, zone)
            self.pawns.append(Pawn(freelancer.seat, pawn, sector, zone))
            if kind == "resupply":
                yield from self.visit(freelancer, sector, zone)
            else:
                yield from self.complete(freelancer, where[0])

    def visit(self, freelancer: Freelancer, sector: int, zone: str) -> Play:
        """FAM-52, 63 to 66: the action of a zone, doubled for the Smuggler, then the benefits of a visit to an HQ."""
        kind = self.cards.zones[sector, zone]
        freelancer.counts["resupplies"] += 1
        if not kind.startswith("hq"):
            for _ in range(2 if freelancer.double else 1):
                yield from self.resupply(freelancer, kind, "zones")
            return
        faction = kind.split()[1]
        freelancer.counts["hq_visits"] += 1
        unknown = not freelancer.rep[faction]
        yield from self.resupply(freelancer, kind, "zones")
        reading = self.settings["smuggler_hq"]
        if freelancer.double and unknown and reading == "two_reputation":
            self.enter_service(freelancer, faction)
        elif freelancer.double and (not unknown or reading == "reputation_then_scheme"):
            yield from self.resupply(freelancer, kind, "zones")
        yield from self.trigger(freelancer, "on hq", (faction,))

    def enter_service(self, freelancer: Freelancer, faction: str) -> None:
        """FAM-65, A-28: the HQ of a faction in which he has no Rep."""
        if self.banned(freelancer):
            if self.settings["banned_hq"] == "scheme":
                self.draw_scheme(freelancer, faction)
        else:
            self.gain_rep(freelancer, faction)

    def resupply(self, freelancer: Freelancer, kind: str, source: str) -> Play:
        """FAM-63 to 65: the action of a zone once."""
        if kind == "special":
            if self.day:
                yield from self.recover(freelancer, self.settings["special_recover"])
            else:
                self.gain_infamy(freelancer, self.settings["special_infamy"], source)
        elif kind.startswith("hq"):
            faction = kind.split()[1]
            if freelancer.rep[faction]:
                self.draw_scheme(freelancer, faction)
            else:
                self.enter_service(freelancer, faction)
        else:
            self.gain(freelancer, kind, 1)

    def can_resupply(self, freelancer: Freelancer, kind: str) -> bool:
        """Whether the action of a zone would change anything."""
        if kind == "special":
            return bool(self.settings["special_recover"] and freelancer.spent) if self.day else self.settings["special_infamy"] > 0
        if kind.startswith("hq"):
            faction = kind.split()[1]
            if not freelancer.rep[faction]:
                if not self.banned(freelancer):
                    return True
                return self.settings["banned_hq"] == "scheme" and self.can_draw(faction)
            return self.can_draw(faction)
        return self.supply[kind] > 0

    def complete(self, freelancer: Freelancer, slug: str) -> Play:
        """FAM-68 to 71: pay, reward text, Infamy, Rep, the card under the sheet, then the benefits."""
        card = self.cards.missions[slug]
        for good, count in card.cost.items():
            self.give_back(freelancer, good, count)
        self.row[self.row.index(slug)] = None
        self.mission_in_progress = slug
        yield from self.run(card.reward, Source(freelancer, "missions"))
        self.gain_infamy(freelancer, card.infamy, "missions")
        if card.rep and not self.banned(freelancer):
            answer = yield from self.ask(freelancer, "faction", [["faction", faction] for faction in card.factions])
            self.gain_rep(freelancer, answer[1], card.rep)
        self.mission_in_progress = None
        freelancer.completed.append(slug)
        freelancer.done.append(slug)
        yield from self.trigger(freelancer, "on mission", ("",))
        yield from self.trigger(freelancer, "on type", card.types)

    # --- Scheme Phase -----------------------------------------------------------------------------------------------------------

    def scheme_phase(self) -> Play:
        """FAM-78 to 85."""
        self.phase = "scheme"
        order = self.clockwise(self.triggerman)
        for freelancer in order:
            yield from self.play_schemes(freelancer)
        if not self.day:
            for freelancer in order:
                self.gain_infamy(freelancer, freelancer.goods["henchman"] // self.settings["henchmen_per_infamy"], "henchmen")
                yield from self.trigger(freelancer, "on night", ("",))
        self.check_victory()
        if not self.day or self.settings["day_markers"] == "next_round":
            for freelancer in self.freelancers:
                freelancer.spent += freelancer.markers
                freelancer.markers = 0
            for slot in self.track:
                slot.marker = False
        if not self.day:
            for freelancer in self.freelancers:
                self.spend(freelancer, -freelancer.spent)
        yield from self.run_late()
        self.refill()

    def playable(self, freelancer: Freelancer) -> list[str]:
        """Schemes in his hand whose gate can be met in full now."""
        return [slug for slug in freelancer.schemes if self.gate_open(Source(freelancer, "schemes"), self.cards.schemes[slug].program)]

    def play_schemes(self, freelancer: Freelancer) -> Play:
        """FAM-78, A-44: one scheme and the extra ones, one after the other."""
        standing = 0
        plays = 0
        while plays == 0 or standing < self.permissions(freelancer, "extra scheme") or freelancer.extra:
            playable = self.playable(freelancer)
            answer = ["no_scheme"]
            if playable:
                answer = yield from self.ask(freelancer, "scheme", [*scheme_actions(playable), ["no_scheme"]])
            if answer == ["no_scheme"]:
                return
            if plays and standing < self.permissions(freelancer, "extra scheme"):
                standing += 1
            elif plays:
                freelancer.extra -= 1
            plays += 1
            yield from self.play_scheme(freelancer, answer[1])

    def play_scheme(self, freelancer: Freelancer, slug: str) -> Play:
        """Resolve a scheme, then place it in its faction's discards."""
        card = self.cards.schemes[slug]
        freelancer.drawn_used.update(self.leave_hand(freelancer, slug))
        freelancer.played.add(slug)
        freelancer.counts["schemes_played"] += 1
        self.scheme_in_progress = slug
        yield from self.run(card.program, Source(freelancer, "schemes"))
        self.scheme_in_progress = None
        self.scheme_discards[card.faction].append(slug)

    def run_late(self) -> Play:
        """FAM-83, A-07: statements put off to the end of the Round, in the order in which they were."""
        while self.late:
            source, alternative = self.late.pop(0)
            yield from self.execute(source, alternative)

    def check_victory(self) -> None:
        """FAM-80, 101, A-50."""
        if (self.settings["victory_check"] == "every_round" or not self.day) and any(map(self.goals, self.freelancers)):
            raise GameOver
        if self.round == self.settings["round_cap"]:
            self.capped = True
            raise GameOver

    # --- benefits ---------------------------------------------------------------------------------------------------------------

    def held(self, freelancer: Freelancer) -> list[Benefit]:
        """FAM-92: all benefits up to his Rep in each faction."""
        return [benefit for (faction, level), benefit in self.cards.benefits.items() if freelancer.rep[faction] >= level]

    def trigger(self, owner: Freelancer, word: str, what: Iterable[str], slot: int | None = None) -> Play:
        """A-57: the benefits that something triggers, in the order the owner likes; the list is fixed now."""
        held = [benefit for benefit in self.held(owner) if benefit.program]
        waiting = [benefit for benefit in held if benefit.trigger[0] == word and benefit.trigger[1] in what]
        while waiting:
            answer = yield from self.ask(owner, "benefit", [["benefit", benefit.faction, benefit.level] for benefit in waiting])
            chosen = next(benefit for benefit in waiting if [benefit.faction, benefit.level] == answer[1:])
            waiting.remove(chosen)
            yield from self.run(chosen.program, Source(owner, "benefits", slot))

    # --- programs ---------------------------------------------------------------------------------------------------------------

    def gate_open(self, source: Source, program: Program) -> bool:
        """Whether a program's gate, if it has one, can be met in full now."""
        if not program or program[0][0].verb not in ("pay", "spend bribes"):
            return True
        [gate] = program[0]
        owner = source.owner
        price = self.price(owner, gate)
        held = owner.available if gate.verb == "spend bribes" else sum(owner.goods[kind] for kind in kinds(gate.what))
        return 0 < price <= held

    def price(self, owner: Freelancer, gate: Alternative) -> int:
        """What a gate asks for now; 0 if it cannot be met, whatever is paid."""
        return gate.number * self.repetitions(owner, gate) if self.in_time(gate) else 0

    def run(self, program: Program, source: Source) -> Play:
        """Statements in printed order; what cannot be done is left out."""
        if not self.gate_open(source, program):
            return
        for statement in program:
            if statement[0].verb in ("pay", "spend bribes"):
                if not (yield from self.pay(source, statement[0])):
                    return
                continue
            choices = [number for number, alternative in enumerate(statement, 1) if self.possible(source, alternative)]
            if choices:
                answer = yield from self.ask(source.owner, "alternative", [["alternative", number] for number in choices])
                yield from self.defer_or_execute(source, statement[answer[1] - 1])

    def pay(self, source: Source, gate: Alternative) -> Play:
        """A gate that can be met: a choice in rewards of missions and in benefits, a duty elsewhere; whether it was met."""
        owner, price = source.owner, self.price(source.owner, gate)
        if source.kind in ("missions", "benefits"):
            answer = yield from self.ask(owner, "gate", [["pay"], ["decline"]])
            if answer == ["decline"]:
                return False
        if gate.verb == "spend bribes":
            self.spend(owner, price)
        elif gate.what == "resource":
            for _ in range(price):
                yield from self.give_up_resource(owner)
        else:
            self.give_back(owner, gate.what, price)
        return True

    def in_time(self, alternative: Alternative) -> bool:
        """FAM-07."""
        return not alternative.when or (alternative.when == "day") == self.day

    def repetitions(self, owner: Freelancer, alternative: Alternative) -> int:
        """How often a statement is done by its condition."""
        if not alternative.condition:
            return 1
        word, *rest = alternative.condition
        if rest[0] == "rep":
            levels = list(owner.rep.values()) if rest[1] == "any" else [owner.rep[rest[1]]]
            return int(max(levels) >= int(rest[2]))
        completed = sum(rest[0] in self.cards.missions[slug].types for slug in owner.completed)
        return min(completed, int(rest[1])) if word == "per" else int(completed >= int(rest[1]))

    def possible(self, source: Source, alternative: Alternative) -> bool:
        """Whether an alternative would change anything now."""
        if not self.in_time(alternative):
            return False
        if alternative.late:
            return True
        affected = self.rivals(source.owner) if alternative.each_rival else [source.owner]
        return self.repetitions(source.owner, alternative) > 0 and any(self.can(source, alternative, who) for who in affected)

    def defer_or_execute(self, source: Source, alternative: Alternative) -> Play:
        """`late:` statements wait."""
        if alternative.late:
            self.late.append((source, alternative))
        else:
            yield from self.execute(source, alternative)

    def execute(self, source: Source, alternative: Alternative) -> Play:
        """One alternative, as often as its condition says, for everybody it is about."""
        affected = self.rivals(source.owner) if alternative.each_rival else [source.owner]
        repetitions = self.repetitions(source.owner, alternative) if self.in_time(alternative) else 0
        if not repetitions or not any(self.can(source, alternative, who) for who in affected):
            return
        if alternative.may and not (yield from self.agrees(source.owner)):
            return
        for _ in range(repetitions):
            for freelancer in affected:
                yield from self.VERBS[alternative.verb](self, source, alternative, freelancer)

    def can(self, source: Source, alternative: Alternative, who: Freelancer) -> bool:
        """Whether a verb would change anything for one freelancer."""
        verb, what = alternative.verb, alternative.what
        rivals = self.rivals(source.owner)
        tests: dict[str, Callable[[], Any]] = {
            "gain": lambda: any(self.supply[kind] for kind in kinds(what)),
            "gain rep": lambda: (
                not self.banned(who) and any(who.rep[faction] < TRACK_END for faction in (FACTIONS if what == "any" else [what]))
            ),
            "lose": lambda: any(who.goods[kind] for kind in kinds(what)),
            "convert resource": lambda: self.convertible(who),
            "recover bribes": lambda: who.spent,
            "drain bribes": lambda: any(rival.available for rival in rivals),
            "steal resource": lambda: any(rival.resources for rival in rivals),
            "steal henchman": lambda: any(rival.goods["henchman"] for rival in rivals),
            "steal scheme": lambda: any(rival.schemes for rival in rivals),
            "draw scheme": lambda: any(self.can_draw(faction) for faction in (FACTIONS if what == "any" else [what])),
            "discard scheme": lambda: who.schemes,
            "sabotage": lambda: any(self.row),
            "hazard add": lambda: self.addable(source, what),
            "hazard remove": lambda: self.removable(source, what),
            "hazard move": self.can_move_hazard,
            "watchdog move": lambda: self.watchdogs,
            "watchdog add": self.can_add_watchdog,
            "watchdog remove": lambda: self.watchdogs,
            "take triggerman": lambda: self.triggerman != who.seat,
            "extra pawn": lambda: not who.accomplice,
            "skip placement": lambda: not who.skip,
            "double resupply": lambda: not who.double,
            "resupply current": lambda: self.current_kind(who) and self.can_resupply(who, self.current_kind(who)),
        }
        return bool(tests[verb]()) if verb in tests else True

    # --- verbs ------------------------------------------------------------------------------------------------------------------

    def do_gain(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        if alternative.what == "resource":
            for _ in range(alternative.number):
                yield from self.gain_resource(who)
        else:
            self.gain(who, alternative.what, alternative.number)

    def do_gain_infamy(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        self.gain_infamy(who, alternative.number, source.kind)
        yield from ()

    def do_gain_rep(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        for _ in range(0 if self.banned(who) else alternative.number):
            answer = ["faction", alternative.what]
            if alternative.what == "any":
                answer = yield from self.ask(who, "faction", [["faction", faction] for faction in FACTIONS])
            self.gain_rep(who, answer[1])

    def do_lose(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        if alternative.what == "resource":
            for _ in range(alternative.number):
                yield from self.give_up_resource(who)
        else:
            self.give_back(who, alternative.what, alternative.number)

    def convertible(self, who: Freelancer) -> list[str]:
        """Types he can return for another one."""
        return [kind for kind in who.resources if any(self.supply[other] for other in RESOURCES if other != kind)]

    def do_convert_resource(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        for _ in range(alternative.number):
            held = self.convertible(who)
            answer = yield from self.ask(who, "convert_from", [*(["resource", kind] for kind in held), ["stop"]])
            if answer == ["stop"]:
                return
            given = answer[1]
            others = [kind for kind in RESOURCES if kind != given and self.supply[kind]]
            answer = yield from self.ask(who, "convert_to", [["resource", kind] for kind in others])
            self.give_back(who, given)
            self.gain(who, answer[1], 1)

    def do_recover_bribes(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        yield from self.recover(who, alternative.number)

    def name_rival(self, owner: Freelancer, has: Callable[[Freelancer], Any]) -> Play:
        """A-24: a rival from whom something can be taken; None if nobody has anything."""
        candidates = [rival for rival in self.rivals(owner) if has(rival)]
        if not candidates:
            return None
        answer = yield from self.ask(owner, "rival", [["rival", rival.seat] for rival in candidates])
        return self.freelancers[answer[1]]

    def ransomed(self, rival: Freelancer, price: int) -> Play:
        """FAM-54: whether the rival pays to be left alone."""
        if not price or rival.available < price:
            return False
        answer = yield from self.ask(rival, "ransom", [["ransom"], ["refuse"]])
        if answer == ["refuse"]:
            return False
        self.spend(rival, price)
        return True

    def do_drain_bribes(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        rival = yield from self.name_rival(who, lambda rival: rival.available)
        if rival is not None and not (yield from self.ransomed(rival, alternative.ransom)):
            self.spend(rival, min(alternative.number, rival.available))

    def pick_loot(self, chooser: Freelancer, rival: Freelancer, count: int) -> Play:
        """Types of resources to take from a rival, one at a time."""
        left = Counter({kind: rival.goods[kind] for kind in RESOURCES})
        loot: list[str] = []
        for _ in range(min(count, left.total())):
            answer = yield from self.ask(chooser, "resource", [["resource", kind] for kind in RESOURCES if left[kind]])
            left[answer[1]] -= 1
            loot.append(answer[1])
        return loot

    def hand_over(self, rival: Freelancer, thief: Freelancer, good: str) -> None:
        """FAM-97."""
        rival.goods[good] -= 1
        thief.goods[good] += 1
        thief.counts["stolen"] += 1

    def do_steal_resource(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        rival = yield from self.name_rival(who, lambda rival: rival.resources)
        if rival is None:
            return
        loot = None
        if alternative.what == "thief" and self.settings["ransom_order"] == "after_type":
            loot = yield from self.pick_loot(who, rival, alternative.number)
        if (yield from self.ransomed(rival, alternative.ransom)):
            return
        if loot is None:
            loot = yield from self.pick_loot(who if alternative.what == "thief" else rival, rival, alternative.number)
        for kind in loot:
            self.hand_over(rival, who, kind)

    def do_steal_henchman(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        rival = yield from self.name_rival(who, lambda rival: rival.goods["henchman"])
        if rival is not None and not (yield from self.ransomed(rival, alternative.ransom)):
            for _ in range(min(alternative.number, rival.goods["henchman"])):
                self.hand_over(rival, who, "henchman")

    def do_steal_scheme(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        rival = yield from self.name_rival(who, lambda rival: rival.schemes)
        if rival is None or (yield from self.ransomed(rival, alternative.ransom)):
            return
        for _ in range(min(alternative.number, len(rival.schemes))):
            if alternative.what == "random":
                slug = self.chance.draw(["scheme_stolen"], Counter(rival.schemes))
            else:
                answer = yield from self.ask(rival, "scheme_given", scheme_actions(rival.schemes))
                slug = answer[1]
            self.leave_hand(rival, slug)
            self.take_scheme(who, slug)

    def do_draw_scheme(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        for _ in range(alternative.number):
            if alternative.what == "any":
                yield from self.draw_any_scheme(who)
            else:
                self.draw_scheme(who, alternative.what)

    def do_discard_scheme(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        for _ in range(alternative.number):
            yield from self.discard_scheme(who)

    def do_extra_scheme(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        who.extra += alternative.number
        yield from ()

    def do_sabotage(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        for _ in range(alternative.number):
            missions = [["mission", slug] for slug in self.row if slug is not None]
            if missions:
                answer = yield from self.ask(who, "sabotage", missions)
                self.row[self.row.index(answer[1])] = None
                self.mission_deck.append(answer[1])
                source.sabotaged = self.cards.missions[answer[1]].sector

    def do_hazard_add(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        zones = self.addable(source, alternative.what)
        if zones:
            answer = yield from self.ask(who, "hazard_add", zone_actions(zones))
            self.hazards.add((answer[1], answer[2]))
            self.hazard_supply -= 1

    def do_hazard_remove(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        zones = self.removable(source, alternative.what)
        if zones:
            answer = yield from self.ask(who, "hazard_remove", zone_actions(zones))
            self.hazards.remove((answer[1], answer[2]))
            self.hazard_supply += 1

    def do_hazard_move(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        yield from self.move_hazard(source)

    def do_watchdog_move(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        yield from self.move_watchdog(who)

    def do_watchdog_add(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        yield from self.add_watchdog(who)

    def do_watchdog_remove(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        yield from self.remove_watchdog(who, alternative.late)

    def do_watchdog_pass(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        who.pass_until = max(who.pass_until, self.round if source.kind == "contacts" else self.round + 1)
        yield from ()

    def do_take_triggerman(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        self.triggerman = who.seat
        yield from ()

    def do_extra_pawn(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        if not who.accomplice:
            who.accomplice, who.accomplice_slot = True, source.slot
        yield from ()

    def do_skip_placement(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        who.skip = True
        yield from ()

    def do_double_resupply(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        who.double = True
        yield from ()

    def current_kind(self, who: Freelancer) -> str:
        """Kind of the resupply zone where his last placed pawn stands, or nothing."""
        return self.cards.zones.get(who.current, "") if who.current is not None else ""

    def do_resupply_current(self, source: Source, alternative: Alternative, who: Freelancer) -> Play:
        kind = self.current_kind(who)
        if kind:
            yield from self.resupply(who, kind, source.kind)

    VERBS: Mapping[str, Callable[..., Play]] = {
        "gain": do_gain,
        "gain infamy": do_gain_infamy,
        "gain rep": do_gain_rep,
        "lose": do_lose,
        "convert resource": do_convert_resource,
        "recover bribes": do_recover_bribes,
        "drain bribes": do_drain_bribes,
        "steal resource": do_steal_resource,
        "steal henchman": do_steal_henchman,
        "steal scheme": do_steal_scheme,
        "draw scheme": do_draw_scheme,
        "discard scheme": do_discard_scheme,
        "extra scheme": do_extra_scheme,
        "sabotage": do_sabotage,
        "hazard add": do_hazard_add,
        "hazard remove": do_hazard_remove,
        "hazard move": do_hazard_move,
        "watchdog move": do_watchdog_move,
        "watchdog add": do_watchdog_add,
        "watchdog remove": do_watchdog_remove,
        "watchdog pass": do_watchdog_pass,
        "take triggerman": do_take_triggerman,
        "extra pawn": do_extra_pawn,
        "skip placement": do_skip_placement,
        "double resupply": do_double_resupply,
        "resupply current": do_resupply_current,
    }

    # --- winning ----------------------------------------------------------------------------------------------------------------

    def goals(self, freelancer: Freelancer) -> list[str]:
        """FAM-02: what he has reached, of `infamy` and the factions."""
        infamy = ["infamy"] if freelancer.infamy >= self.settings["infamy_target"] else []
        return infamy + [faction for faction in FACTIONS if freelancer.rep[faction] >= self.settings["reputation_target"]]

    def group(self, freelancer: Freelancer) -> str:
        """A-52: more Infamy than needed, a full track of Rep, Infamy exactly as needed, or nothing."""
        goals = self.goals(freelancer)
        over = freelancer.infamy > self.settings["infamy_target"]
        reputation = bool(set(goals) & set(FACTIONS))
        if over and not (reputation and self.settings["both_tracks"] == "reputation_first"):
            return "over"
        if reputation:
            return "reputation"
        return "exact" if goals else "none"

    def groups(self) -> tuple[str, ...]:
        """A-52: which group comes before which."""
        if self.settings["both_tracks"] == "infamy_first":
            return ("over", "reputation", "exact", "none")
        return ("reputation", "over", "exact", "none")

    def chain(self, freelancer: Freelancer) -> dict[str, int]:
        """FAM-87, 88: what settles ties within a group, in order; more is better."""
        values = {
            "most_infamy": freelancer.infamy,
            "best_reputation": max(freelancer.rep.values()),
            "total_reputation": sum(freelancer.rep.values()),
            "henchmen": freelancer.goods["henchman"],
            "completed_missions": len(freelancer.completed),
        }
        unused = {"over": "completed_missions", "exact": "completed_missions", "reputation": "best_reputation"}
        group = self.group(freelancer)
        return {name: value for name, value in values.items() if group in unused and name != unused[group]}

    def score(self, freelancer: Freelancer) -> int:
        """Progress to the nearer victory, in percent."""
        infamy = 100 * freelancer.infamy // self.settings["infamy_target"]
        return max(infamy, 100 * max(freelancer.rep.values()) // self.settings["reputation_target"])

    def winners(self) -> tuple[list[Freelancer], str]:
        """FAM-87 to 91, 103: who wins, and the step that settled it."""
        members = {group: [each for each in self.freelancers if self.group(each) == group] for group in self.groups()}
        ahead, *behind = [group for group in self.groups() if group != "none" and members[group]]
        best = members[ahead]
        for name in self.chain(best[0]):
            if len(best) > 1:
                top = max(self.chain(each)[name] for each in best)
                best = [each for each in best if self.chain(each)[name] == top]
                decided = name
        if len(members[ahead]) > 1:
            return best, decided if len(best) == 1 else "shared"
        return best, self.rule_between(ahead, [each for group in behind for each in members[group]])

    def rule_between(self, ahead: str, others: list[Freelancer]) -> str:
        """A-52: the rule by which the only one of the best group wins against those of the groups behind."""
        target = self.settings["infamy_target"]
        if not others:
            return "sole"
        if ahead == "over":
            return "most_infamy" if any(each.infamy >= target for each in others) else "over_15_beats_reputation"
        if any(each.infamy > target for each in others):
            return "reputation_beats_infamy"
        return "reputation_beats_exactly_15"

    def reason(self, winners: list[Freelancer]) -> str:
        """The goal by which the winners won."""
        if self.group(winners[0]) != "reputation":
            return "infamy"
        factions = {goal for each in winners for goal in self.goals(each)} - {"infamy"}
        return f"reputation_{factions.pop()}" if len(factions) == 1 else "reputation_several"

    def standings(self, winners: list[Freelancer]) -> list[int]:
        """The winners first, the others by the same order as far as it goes, then by score."""

        def rank(freelancer: Freelancer) -> tuple[Any, ...]:
            chain = [-value for value in self.chain(freelancer).values()]
            return (freelancer not in winners, self.groups().index(self.group(freelancer)), chain, -self.score(freelancer))

        ranks = [rank(freelancer) for freelancer in self.freelancers]
        places = [1 + sum(other < mine for other in ranks) for mine in ranks]
        return [1 if freelancer in winners else place for freelancer, place in zip(self.freelancers, places, strict=True)]

    @staticmethod
    def price_columns() -> list[str]:
        """Columns with one value a contact."""
        return [f"{name}_{time}" for name in ("sold", "favor", "unsold", "bid", "cost") for time in ("day", "night")]

    def result(self) -> dict[str, Any]:
        """The game's row of the results, under the names of its columns; `winners` as seats, steps and reasons as words."""
        if self.capped:
            ends: dict[str, Any] = {"winners": [], "decided_by": "cap", "end_reason": "cap", "standing": [0] * self.players}
        else:
            winners, decided_by = self.winners()
            ends = {
                "winners": [freelancer.seat for freelancer in winners],
                "decided_by": decided_by,
                "end_reason": self.reason(winners),
                "standing": self.standings(winners),
            }
        missions, schemes, contacts = self.cards.missions, self.cards.schemes, self.cards.contacts
        seats = {
            "score": self.score,
            "infamy": lambda each: each.infamy,
            **{f"rep_{faction}": lambda each, faction=faction: each.rep[faction] for faction in FACTIONS},
            "henchmen": lambda each: each.goods["henchman"],
            "contact_order": lambda each: self.contact_order.index(each.seat) + 1 if self.contact_order else 0,
            "contacts": lambda each: len(each.contacts_won),
            "contacts_won": lambda each: bits(contacts, each.contacts_won),
            "completed": lambda each: bits(missions, each.done),
            "missions": lambda each: len(each.done),
            "drawn": lambda each: bits(schemes, each.drawn),
            "played": lambda each: bits(schemes, each.played),
            "drawn_rounds": lambda each: by_round(each.drawn_rounds),
            "drawn_used": lambda each: by_round(each.drawn_used),
            **{f"infamy_{source}": lambda each, source=source: each.sources[source] for source in SOURCES},
            **{
                name: lambda each, name=name: each.counts[name]
                for name in (
                    *("favors_used", "expenses", "expenses_lost", "placements", "failed", "skipped", "resupplies", "hq_visits"),
                    *("schemes_played", "stolen"),
                )
            },
        }
        rows = {card.row: slug for slug, card in contacts.items()}
        return (
            ends
            | {"rounds": self.round, "turns": self.turn, "first_seat": self.first_triggerman, "actions": self.actions}
            | {"day_end": int(self.day), "seen_missions": bits(missions, self.seen_missions)}
            | {name: [value(freelancer) for freelancer in self.freelancers] for name, value in seats.items()}
            | {name: [counts[rows.get(row, "")] for row in range(self.cards.rows["contacts"])] for name, counts in self.prices.items()}
        )

    @property
    def turn(self) -> int:
        """FAM-06: two Rounds a Turn."""
        return (self.round + 1) // 2

    # --- the whole named state ----------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything under its name, as plain data."""
        decision = self.decision
        return {
            "round": self.round,
            "turn": self.turn,
            "day": self.day,
            "phase": self.phase,
            "actor": decision.actor if decision else -1,
            "decision": decision.name if decision else None,
            "triggerman": self.triggerman,
            "contact_track": [
                {"contact": slot.contact, "status": slot.status, "winner": slot.winner, "marker": slot.marker} for slot in self.track
            ],
            "contact_deck": self.contact_deck[:],
            "high_bid": self.high_bid,
            "high_bidder": self.high_bidder,
            "missions": self.row[:],
            "mission_deck": self.mission_deck[:],
            "mission_in_progress": self.mission_in_progress,
            "scheme_decks": {faction: pile[:] for faction, pile in self.scheme_decks.items()},
            "scheme_discards": {faction: pile[:] for faction, pile in self.scheme_discards.items()},
            "scheme_in_progress": self.scheme_in_progress,
            "hazards": [list(zone) for zone in sorted(self.hazards)],
            "hazard_supply": self.hazard_supply,
            "watchdogs": sorted(self.watchdogs),
            "watchdog_supply": self.watchdog_supply,
            "pawns": [
                {"seat": pawn.seat, "pawn": pawn.pawn, "sector": pawn.sector, "zone": pawn.zone}
                for pawn in sorted(self.pawns, key=lambda pawn: (pawn.seat, pawn.pawn != OWN))
            ],
            "supply": {good: self.supply[good] for good in GOODS},
            "freelancers": [self.described(freelancer) for freelancer in self.freelancers],
        }

    def described(self, freelancer: Freelancer) -> dict[str, Any]:
        """Everything of one freelancer."""
        return {
            "seat": freelancer.seat,
            "infamy": freelancer.infamy,
            "rep": dict(freelancer.rep),
            "goods": {good: freelancer.goods[good] for good in GOODS},
            "bribes": {
                "available": freelancer.available,
                "spent": freelancer.spent,
                "bid": freelancer.bid,
                "markers": freelancer.markers,
            },
            "schemes": sorted(freelancer.schemes),
            "completed": freelancer.completed[:],
            "sector": freelancer.sector,
            "accomplice_sector": freelancer.accomplice_sector,
            "rep_banned": self.banned(freelancer),
            "watchdog_pass": self.may_pass(freelancer),
            "extra_schemes": freelancer.extra,
        }


# --- actions and words -----------------------------------------------------------------------------------------------------------


def kinds(what: str) -> tuple[str, ...]:
    """Goods that a word of the language means."""
    return RESOURCES if what == "resource" else (what,)


def scheme_actions(schemes: Iterable[str]) -> list[list[Any]]:
    """One action for equal cards."""
    return [["scheme", slug] for slug in sorted(set(schemes))]


def sector_actions(sectors: Iterable[int]) -> list[list[Any]]:
    """One action a sector."""
    return [["sector", sector] for sector in sorted(set(sectors))]


def zone_actions(zones: Iterable[tuple[int, str]]) -> list[list[Any]]:
    """One action a zone."""
    return [["zone", sector, letter] for sector, letter in zones]


def bits(cards: Mapping[str, Any], slugs: Iterable[str]) -> int:
    """Rows of cards as bits."""
    return sum(1 << row for row in {cards[slug].row for slug in slugs})


def by_round(counts: Mapping[int, int]) -> int:
    """Counts of each Round from the first on, three bits each."""
    return sum(count << 3 * (number - 1) for number, count in counts.items())
