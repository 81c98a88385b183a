"""State and actions of Infamy in words: as plain data for traces, and as sentences for readers."""

from collections.abc import Callable
from typing import Any

from simcore.games.infamy.state import (
    ACCOMPLICE,
    BOARD_ZONES,
    FACTIONS,
    GOODS,
    LEVELS,
    MISSION_ZONE,
    MISSIONS,
    OWN,
    PAWNS,
    SECTORS,
    TYPES,
    ZONES,
    Action,
    ContactStatus,
    Decision,
    Event,
    Origin,
    Phase,
)
from simcore.games.infamy.vocabulary import Cell, Chooser, Condition, Faction, Good, MissionType, Trigger, Verb, ZoneKind
from simcore.rulebook import Rulebook
from simcore.spec import NONE
from simcore.telling import Ranges, action_words, counted, decision_name, members, name_at, numbers, of_card, or_null, plain, slug_at

PAWN_NAMES = {OWN: "own", ACCOMPLICE: "accomplice"}
ZONE_LETTERS = "ab"


# --- As data ---------------------------------------------------------------------------------------------------------------


RANGES: Ranges = [
    (Action.PASS, plain("pass")),
    (Action.FAVOR, plain("favor")),
    (Action.BID, counted("bid")),
    (Action.SECTOR, counted("sector", 1)),
    (Action.PAWN, lambda number, book: ["pawn", PAWN_NAMES[number]]),
    (Action.RESUPPLY, lambda number, book: ["resupply", ZONE_LETTERS[number]]),
    (Action.MISSION, of_card("mission", "missions")),
    (Action.SKIP, plain("skip")),
    (Action.FAIL, plain("fail")),
    (Action.RECOVER, counted("recover")),
    (Action.RESOURCE, lambda number, book: ["resource", Good(number).name.lower()]),
    (Action.STOP, plain("stop")),
    (Action.GO_ON, plain("go_on")),
    (Action.RIVAL, counted("rival")),
    (Action.RANSOM, plain("ransom")),
    (Action.REFUSE, plain("refuse")),
    (Action.FACTION, lambda number, book: ["faction", faction_slug(number)]),
    (Action.DECK, lambda number, book: ["deck", faction_slug(number)]),
    (Action.SCHEME, of_card("scheme", "schemes")),
    (Action.NO_SCHEME, plain("no_scheme")),
    (Action.ZONE, lambda number, book: ["zone", *zone_data(number)]),
    (Action.PAY, plain("pay")),
    (Action.DECLINE, plain("decline")),
    (Action.ALTERNATIVE, counted("alternative", 1)),
    (Action.BENEFIT, lambda number, book: ["benefit", faction_slug(number // LEVELS), number % LEVELS + 1]),
]
"""First code of each range of actions, and the meaning of a code by its distance from that."""


def scheme_slug(book: Rulebook, card: Any) -> str:
    """Key of a scheme card: copies of a scheme have the same."""
    return slug_at(book, "schemes", book.record.scheme_row[int(card)])


def faction_slug(faction: int) -> str:
    """Key of a faction."""
    return Faction(faction).name.lower()


def zone_data(zone: int) -> list[Any]:
    """A resupply zone of the board as sector and letter."""
    return [zone // ZONES + 1, ZONE_LETTERS[zone % ZONES]]


def describe_action(state: Any, book: Rulebook, action: int) -> list[Any]:
    """An action as a list of words and numbers."""
    return action_words(RANGES, book, action)


def describe_decision(state: Any, book: Rulebook) -> str | None:
    """Name of what is asked, None at the end."""
    return decision_name(Decision, state)


CHANCE_EVENTS = {Event.MISSION_PILE, Event.SCHEME_PILE, Event.TRIGGERMAN, Event.WATCHDOG, Event.CONTACT, Event.SCHEME_STOLEN}
"""Events that the rules leave to chance; all others follow from these and the actions."""


def is_chance(event: tuple[int, ...]) -> bool:
    """Whether an event is one of chance."""
    return Event(event[0]) in CHANCE_EVENTS


def describe_event(event: tuple[int, ...], book: Rulebook) -> list[Any]:
    """An event of chance as a list of words and numbers."""
    code, first, second, third = Event(event[0]), *event[1:]
    if code is Event.MISSION_PILE:
        return ["mission_pile", first, slug_at(book, "missions", second)]
    if code is Event.SCHEME_PILE:
        return ["scheme_pile", faction_slug(first), second, scheme_slug(book, third)]
    if code is Event.CONTACT:
        return ["contact", first, slug_at(book, "contacts", second)]
    if code is Event.WATCHDOG:
        return ["watchdog", first + 1]
    if code is Event.SCHEME_STOLEN:
        return ["scheme_stolen", scheme_slug(book, first)]
    return [code.name.lower(), first]


def describe_state(state: Any, book: Rulebook) -> dict[str, Any]:
    """The whole state under its names."""
    open_contact = _auction(state)
    return {
        "round": int(state.rounds),
        "turn": int(state.turns),
        "day": bool(state.day),
        "phase": Phase(int(state.phase)).name.lower(),
        "actor": int(state.actor),
        "decision": describe_decision(state, book),
        "triggerman": int(state.triggerman),
        "contact_track": [_describe_contact(state, book, slot) for slot in range(int(state.track_count))],
        "contact_deck": [slug_at(book, "contacts", row) for row in state.contact_pile[int(state.contact_top) : int(state.contact_count)]],
        "high_bid": int(state.high_bid) if open_contact else 0,
        "high_bidder": or_null(state.high_bidder) if open_contact else None,
        "missions": [_mission(book, row) for row in state.mission_row[: int(state.seats)]],
        "mission_deck": [slug_at(book, "missions", row) for row in mission_deck(state)],
        "mission_in_progress": _mission(book, state.mission_in_progress),
        "scheme_decks": {faction_slug(faction): _schemes(book, scheme_deck(state, faction)) for faction in range(FACTIONS)},
        "scheme_discards": {faction_slug(faction): _schemes(book, scheme_discards(state, faction)) for faction in range(FACTIONS)},
        "scheme_in_progress": None if state.scheme_in_progress == NONE else scheme_slug(book, state.scheme_in_progress),
        "hazards": [zone_data(zone) for zone in members(state.hazards)],
        "hazard_supply": int(state.hazard_supply),
        "watchdogs": _watchdogs(state),
        "watchdog_supply": int(state.watchdog_supply),
        "pawns": [
            {
                "seat": seat,
                "pawn": PAWN_NAMES[pawn],
                "sector": int(state.pawn_sector[seat][pawn]) + 1,
                "zone": (*ZONE_LETTERS, "mission")[int(state.pawn_zone[seat][pawn])],
            }
            for seat in range(int(state.seats))
            for pawn in range(PAWNS)
            if state.pawn_sector[seat][pawn] != NONE
        ],
        "supply": _goods(state.supply),
        "freelancers": [_describe_freelancer(state, book, seat) for seat in range(int(state.seats))],
    }


def _describe_contact(state: Any, book: Rulebook, slot: int) -> dict[str, Any]:
    return {
        "contact": slug_at(book, "contacts", state.track_contact[slot]),
        "status": ContactStatus(int(state.track_status[slot])).name.lower(),
        "winner": or_null(state.track_winner[slot]),
        "marker": bool(state.track_marker[slot]),
    }


def _describe_freelancer(state: Any, book: Rulebook, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "infamy": int(state.infamy[seat]),
        "rep": {faction_slug(faction): int(state.rep[seat][faction]) for faction in range(FACTIONS)},
        "goods": _goods(state.goods[seat]),
        "bribes": {name: int(getattr(state, name)[seat]) for name in ("available", "spent", "bid", "markers")},
        "schemes": sorted(_schemes(book, members(state.hand[seat]))),
        "completed": [slug_at(book, "missions", row) for row in completed(state, seat)],
        "sector": _sector(state.sector[seat][OWN]),
        "accomplice_sector": _sector(state.sector[seat][ACCOMPLICE]),
        "rep_banned": bool(state.rep_banned[seat]),
        "watchdog_pass": may_pass_watchdogs(state, book, seat),
        "extra_schemes": int(state.extra_schemes[seat]),
    }


def _auction(state: Any) -> bool:
    """Whether a contact is being auctioned."""
    return ContactStatus.OPEN in state.track_status[: int(state.track_count)]


def mission_deck(state: Any) -> list[int]:
    """Rows of the missions in the deck, top first."""
    return [int(state.mission_pile[(int(state.mission_top) + place) % MISSIONS]) for place in range(int(state.mission_count))]


def scheme_deck(state: Any, faction: int) -> list[int]:
    """Cards in the deck of a faction, top first."""
    return numbers(state.scheme_pile[faction][int(state.scheme_top[faction]) : int(state.scheme_count[faction])])


def scheme_discards(state: Any, faction: int) -> list[int]:
    """Cards in the discard pile of a faction, oldest first."""
    return numbers(state.scheme_discards[faction][: int(state.scheme_discarded[faction])])


def completed(state: Any, seat: int) -> list[int]:
    """Rows of the missions under a freelancer's sheet, oldest first."""
    return numbers(state.completed_card[seat][: int(state.completed_count[seat])])


def may_pass_watchdogs(state: Any, book: Rulebook, seat: int) -> bool:
    """Whether a freelancer's pawns may enter sectors with a Watchdog: by a card, or by a benefit for as long as it is held."""
    return bool(state.pass_until[seat] >= state.rounds) or _has_always(state, book, seat, Verb.WATCHDOG_PASS)


def _has_always(state: Any, book: Rulebook, seat: int, verb: Verb) -> bool:
    """Whether a freelancer holds a benefit that permits something for as long as it is held."""
    rules = book.record
    for faction in range(FACTIONS):
        for level in range(int(state.rep[seat][faction])):
            program = int(rules.benefit_program[faction][level])
            first, count = int(rules.first_statement[program]), int(rules.statement_count[program])
            verbs = rules.statements[first : first + count, Cell.VERB]
            if rules.benefit_trigger[faction][level] == Trigger.ALWAYS and verb in verbs:
                return True
    return False


def _goods(counts: Any) -> dict[str, int]:
    return {Good(good).name.lower(): int(counts[good]) for good in range(GOODS)}


def _schemes(book: Rulebook, cards: list[int]) -> list[str]:
    return [scheme_slug(book, card) for card in cards]


def _mission(book: Rulebook, row: Any) -> str | None:
    return None if int(row) == NONE else slug_at(book, "missions", row)


def _watchdogs(state: Any) -> list[int]:
    """Sectors with a Watchdog, from 1, as often as there are Watchdogs in them."""
    return [sector + 1 for sector in range(SECTORS) for _ in range(int(state.watchdogs[sector]))]


def _sector(sector: Any) -> int | None:
    return None if int(sector) == NONE else int(sector) + 1


# --- As sentences ----------------------------------------------------------------------------------------------------------


def tell_action(state: Any, book: Rulebook, action: int) -> str:
    """An action as a sentence, before it is applied; nothing where the event that follows says it."""
    kind, *rest = describe_action(state, book, action)
    decision = Decision(int(state.decision))
    told: dict[str, Callable[[], str]] = {
        "pass": lambda: "passes",
        "bid": lambda: f"bids {rest[0]}",
        "favor": lambda: "plays a Favor",
        "pawn": lambda: f"places {'his own pawn' if rest[0] == PAWN_NAMES[OWN] else 'the Accomplice'} first",
        "stop": lambda: "converts nothing more" if decision is Decision.CONVERT_FROM else "leaves it at that",
        "go_on": lambda: "makes use of it",
        "rival": lambda: f"chooses {seat_name(rest[0])}",
        "refuse": lambda: "pays no ransom",
        "no_scheme": lambda: "plays no scheme",
        "decline": lambda: "declines to pay",
        "alternative": lambda: f"chooses {_alternative(state, book, rest[0] - 1)}",
    }
    if decision in (Decision.SECTOR, Decision.ACCOMPLICE_SECTOR):
        whose = "" if decision is Decision.SECTOR else " for the Accomplice"
        told["sector"] = lambda: f"chooses {sector_name(book, rest[0] - 1)}{whose}"
    if action == Action.RECOVER:
        told["recover"] = lambda: "recovers no bribe"
    if decision is Decision.RESOURCE and _names_loot(state):
        told["resource"] = lambda: f"names {rest[0].title()}"
    return f"{seat_name(int(state.actor))} {told[kind]()}." if kind in told else ""


def _alternative(state: Any, book: Rulebook, number: int) -> str:
    """What one of the two alternatives brings that the uppermost program asks about."""
    cell = book.record.statements[int(state.frame_row[int(state.depth) - 1]) + number]
    verb, what, count = Verb(int(cell[Cell.VERB])), int(cell[Cell.WHAT]), int(cell[Cell.NUMBER])
    if verb is Verb.GAIN_INFAMY:
        return f"{count} Infamy"
    if verb is Verb.GAIN_REP:
        return f"{count} Rep{_with_faction(what)}"
    if verb is Verb.GAIN:
        return _goods_name(what, count)
    return f"to {verb.name.lower().replace('_', ' ')}"


def _names_loot(state: Any) -> bool:
    """Whether a thief is asked for the kinds he takes: whoever is robbed may still pay a ransom."""
    top = int(state.depth) - 1
    return top >= 0 and state.frame_what[top] == Verb.STEAL_RESOURCE and state.frame_word[top] == Chooser.THIEF


def action_begins_line(state: Any) -> bool:
    """Whether what is decided now is told on a line of its own: what is not part of an auction or of a card that is being resolved."""
    decision = Decision(int(state.decision))
    if decision is Decision.SECTOR:
        return bool((state.sector[: int(state.seats), OWN] == NONE).all())
    if decision in (Decision.WATCHDOG_FROM, Decision.WATCHDOG_TO):
        return bool(state.phase == Phase.CONTACT and state.slot == NONE)  # the Triggerman's move, before the first auction
    return decision in (Decision.PAWN, Decision.SCHEME)


def begins_round(event: tuple[int, ...]) -> bool:
    """Whether an event begins a round: what follows is told under its heading."""
    return Event(event[0]) is Event.ROUND_BEGINS


LINES = {
    Event.CONTACT_OPENED,
    Event.REWARD_BEGINS,
    Event.PLACED,
    Event.FAILED,
    Event.SKIPPED,
    Event.SCHEME_PLAYED,
    Event.NIGHT_COUNT,
    Event.LATE_BEGINS,
    Event.VICTORY,
    Event.BRIBES_RETURNED,
    Event.MISSION_LAID,
}


def begins_line(event: tuple[int, ...]) -> bool:
    """Whether an event begins something new: an auction, a pawn, a scheme; what follows from it is told on its line."""
    return Event(event[0]) in LINES


def tell_event(event: tuple[int, ...], state: Any, book: Rulebook) -> str:
    """An event of chance or a happening as a sentence; nothing for what the line tells already."""
    code, first, second, third = Event(event[0]), int(event[1]), int(event[2]), int(event[3])
    if code is Event.NIGHT_COUNT and second == 0:
        return ""
    return (_tell_of_seat if code in OF_SEATS else _tell_of_table)(code, first, second, third, book)


OF_SEATS = {
    Event.SCHEME_STOLEN,
    Event.CONTACT_WON,
    Event.CONTACT_FAVORED,
    Event.REWARD_BEGINS,
    Event.BIDS_LOST,
    Event.TRIGGERMAN_PASSES,
    Event.PLACED,
    Event.FAILED,
    Event.SKIPPED,
    Event.GOODS_GAINED,
    Event.GOODS_LOST,
    Event.GOODS_PAID,
    Event.GOODS_STOLEN,
    Event.BRIBES_SPENT,
    Event.BRIBES_DRAINED,
    Event.BRIBES_RECOVERED,
    Event.RANSOM_PAID,
    Event.SCHEME_DRAWN,
    Event.SCHEME_DISCARDED,
    Event.SCHEME_GIVEN,
    Event.SCHEME_PLAYED,
    Event.INFAMY_GAINED,
    Event.REP_GAINED,
    Event.REP_LOST,
    Event.MISSION_PAID,
    Event.MISSION_COMPLETED,
    Event.MISSION_SABOTAGED,
    Event.HAZARD_ADDED,
    Event.HAZARD_REMOVED,
    Event.HAZARD_MOVED,
    Event.WATCHDOG_ADDED,
    Event.WATCHDOG_REMOVED,
    Event.WATCHDOG_MOVED,
    Event.BENEFIT_WORKS,
    Event.EXTRA_SCHEME,
    Event.WATCHDOG_PASS,
    Event.ACCOMPLICE_HIRED,
    Event.SMUGGLER_SKIP,
    Event.SMUGGLER_DOUBLE,
    Event.NIGHT_COUNT,
    Event.LATE_BEGINS,
    Event.VICTORY,
    Event.NOTHING_DONE,
}
"""Events that are told as something a freelancer does, or that happens to him."""


def _tell_of_seat(code: Event, first: int, second: int, third: int, book: Rulebook) -> str:
    """An event as a sentence that begins with a freelancer."""
    seat = third if code in (Event.SCHEME_STOLEN, Event.SCHEME_GIVEN) else first
    told: dict[Event, Callable[[], str]] = {
        Event.SCHEME_STOLEN: lambda: f"steals {scheme_name(book, first)} from {seat_name(second)}",
        Event.SCHEME_GIVEN: lambda: f"steals {scheme_name(book, first)} from {seat_name(second)}, who picked it",
        Event.CONTACT_WON: lambda: f"wins {name_at(book, 'contacts', second)} for {third}",
        Event.CONTACT_FAVORED: lambda: f"wins {name_at(book, 'contacts', second)} by the Favor",
        Event.REWARD_BEGINS: lambda: f"is due for {name_at(book, 'contacts', second)}",
        Event.BIDS_LOST: lambda: f"has spent {_bribes(second)} on a lost bid" if third else f"takes back {_bribes(second)}",
        Event.TRIGGERMAN_PASSES: lambda: "becomes Triggerman",
        Event.PLACED: lambda: f"{_with_pawn(second)}enters {_zone_name(book, third // BOARD_ZONES, third % BOARD_ZONES)}",
        Event.FAILED: lambda: f"{_with_pawn(second)}finds no zone to enter{_of_sector(' in', third, book)}",
        Event.SKIPPED: lambda: f"{_with_pawn(second)}stays out{_of_sector(' of', third, book)}",
        Event.GOODS_GAINED: lambda: f"gains {_goods_name(second, third)}",
        Event.GOODS_LOST: lambda: f"loses {_goods_name(second, third)}",
        Event.GOODS_PAID: lambda: f"pays {_goods_name(second, third)}",
        Event.GOODS_STOLEN: lambda: f"steals {_goods_name(third, 1)} from {seat_name(second)}",
        Event.BRIBES_SPENT: lambda: f"spends {_bribes(second)}",
        Event.BRIBES_DRAINED: lambda: f"has to spend {_bribes(second)}",
        Event.BRIBES_RECOVERED: lambda: f"recovers {_bribes(second)}",
        Event.RANSOM_PAID: lambda: f"spends {_bribes(second)} as ransom; {seat_name(third)} steals nothing",
        Event.SCHEME_DRAWN: lambda: f"draws {scheme_name(book, second)}",
        Event.SCHEME_DISCARDED: lambda: f"discards {scheme_name(book, second)}",
        Event.SCHEME_PLAYED: lambda: f"plays {scheme_name(book, second)}",
        Event.INFAMY_GAINED: lambda: f"gains {second} Infamy{ORIGIN_NAMES.get(Origin(third), '')}",
        Event.REP_GAINED: lambda: f"rises to {third} Rep with the {faction_name(second)}",
        Event.REP_LOST: lambda: f"gains no Rep{_with_faction(second)}, {'being banned from it' if third else 'the track being at its end'}",
        Event.MISSION_PAID: lambda: f"carries out {name_at(book, 'missions', second)}",
        Event.MISSION_COMPLETED: lambda: f"has completed {name_at(book, 'missions', second)}",
        Event.MISSION_SABOTAGED: lambda: f"sabotages {name_at(book, 'missions', second)}",
        Event.HAZARD_ADDED: lambda: f"adds a Hazard to {_short_zone(second)}",
        Event.HAZARD_REMOVED: lambda: f"removes the Hazard from {_short_zone(second)}",
        Event.HAZARD_MOVED: lambda: f"moves the Hazard from {_short_zone(second)} to {_short_zone(third)}",
        Event.WATCHDOG_ADDED: lambda: f"adds a Watchdog to {sector_name(book, second)}",
        Event.WATCHDOG_REMOVED: lambda: f"removes a Watchdog from {sector_name(book, second)}",
        Event.WATCHDOG_MOVED: lambda: f"moves a Watchdog from {sector_name(book, second)} to {sector_name(book, third)}",
        Event.BENEFIT_WORKS: lambda: f"has the benefit {benefit_name(book, second, third)}",
        Event.EXTRA_SCHEME: lambda: f"may play {second} more {'scheme' if second == 1 else 'schemes'}",
        Event.WATCHDOG_PASS: lambda: f"may pass Watchdogs to the end of Round {second}",
        Event.ACCOMPLICE_HIRED: lambda: "has a second pawn",
        Event.SMUGGLER_SKIP: lambda: "may keep out of the sectors",
        Event.SMUGGLER_DOUBLE: lambda: "resupplies twice over",
        Event.NIGHT_COUNT: lambda: f"has {_goods_name(Good.HENCHMAN, second)} by Night",
        Event.LATE_BEGINS: lambda: "does what waited for the end of the Round",
        Event.VICTORY: lambda: "has reached the goal",
        Event.NOTHING_DONE: lambda: _nothing_done(book.record.statements[second]) if third else _not_met(book.record.statements[second]),
    }
    return f"{seat_name(seat)} {told[code]()}."


def _nothing_done(cell: Any) -> str:
    """Why an effect changed nothing."""
    verb = Verb(int(cell[Cell.VERB]))
    if cell[Cell.EACH_RIVAL]:
        return "finds no rival whom it concerns"
    return NOTHING_TO.get(verb) or f"finds nothing to {verb.name.lower().replace('_', ' ')}"


NOTHING_TO = {
    Verb.GAIN: "finds nothing left in the supply",
    Verb.STEAL_RESOURCE: "finds nothing to steal",
    Verb.STEAL_HENCHMAN: "finds nothing to steal",
    Verb.STEAL_SCHEME: "finds nothing to steal",
    Verb.DRAIN_BRIBES: "finds no bribes to drain",
    Verb.RECOVER_BRIBES: "has no spent bribes to recover",
    Verb.HAZARD_ADD: "cannot add a Hazard",
    Verb.HAZARD_REMOVE: "finds no Hazard to remove",
    Verb.HAZARD_MOVE: "finds no Hazard to move",
    Verb.WATCHDOG_ADD: "finds no Watchdog to add",
    Verb.WATCHDOG_MOVE: "finds no Watchdog to move",
    Verb.WATCHDOG_REMOVE: "finds no Watchdog to remove",
    Verb.TAKE_TRIGGERMAN: "is Triggerman already",
    Verb.RESUPPLY_CURRENT: "gets nothing from the zone of his pawn",
}
"""What is said where the verb alone does not do."""


def _not_met(cell: Any) -> str:
    """Which condition of an effect is not met."""
    what, number = int(cell[Cell.CONDITION_WHAT]), int(cell[Cell.CONDITION_NUMBER])
    if cell[Cell.CONDITION] == Condition.IF_REP:
        return f"has less than {number} Rep{_with_faction(what)}"
    kind = MissionType(what).name.title()
    few = "no" if number == 1 or cell[Cell.CONDITION] == Condition.PER else f"fewer than {number}"
    return f"has completed {few} {kind} mission{'' if few == 'no' else 's'}"


ORIGIN_NAMES = {Origin.HENCHMEN: " for them"}


def _tell_of_table(code: Event, first: int, second: int, third: int, book: Rulebook) -> str:
    """An event that does not begin with a freelancer as a sentence: of shuffles, contacts and missions."""
    told: dict[Event, Callable[[], str]] = {
        Event.MISSION_PILE: lambda: "The missions are shuffled." if first == 0 else "",
        Event.SCHEME_PILE: lambda: f"The schemes of the {faction_name(first)} are shuffled." if second == 0 else "",
        Event.CONTACT: lambda: "",  # told where the Round's contacts are
        Event.TRIGGERMAN: lambda: f"{seat_name(first)} is the first Triggerman.",
        Event.WATCHDOG: lambda: f"A Watchdog starts in {sector_name(book, first)}.",
        Event.ROUND_BEGINS: lambda: "",
        Event.MISSION_LAID: lambda: f"Available: {_mission_told(book, second)}.",
        Event.CONTACT_OPENED: lambda: f"Contact {first + 1}, {name_at(book, 'contacts', second)}.",
        Event.CONTACT_UNSOLD: lambda: f"Nobody wins {name_at(book, 'contacts', first)}.",
        Event.SECTOR_SHOWN: lambda: "",
        Event.MARKERS_RETRIEVED: lambda: "",
        Event.BRIBES_RETURNED: lambda: "All spent bribes are available again.",
    }
    return told[code]()


def tell_round(state: Any, book: Rulebook) -> str:
    """Where everybody stands as a round begins."""
    day = "Day" if state.day else "Night"
    track = [name_at(book, "contacts", row) for row in state.track_contact[: int(state.track_count)]]
    row = state.mission_row[: int(state.seats)] if state.rounds > 1 else []  # before the first Round they have just been laid out
    missions = [_mission_told(book, mission) for mission in row if mission != NONE]
    hazards = [_short_zone(zone) for zone in members(state.hazards)]
    lines = [
        f"{day} of Turn {int(state.turns)}; {seat_name(int(state.triggerman))} is Triggerman.",
        *(["The contacts are shuffled."] if state.day else []),
        f"Contacts: {', '.join(track) or 'none'}.",
        *[f"Mission: {mission}." for mission in missions],
        f"Watchdogs: {', '.join(f'sector {sector}' for sector in _watchdogs(state)) or 'none'}. Hazards: {', '.join(hazards) or 'none'}.",
        *[_tell_freelancer(state, book, seat) for seat in range(int(state.seats))],
    ]
    return "\n  ".join(lines)


def _tell_freelancer(state: Any, book: Rulebook, seat: int) -> str:
    rep = [f"{faction_name(faction)} {int(state.rep[seat][faction])}" for faction in range(FACTIONS) if state.rep[seat][faction]]
    goods = [_goods_name(good, int(state.goods[seat][good])) for good in range(GOODS) if state.goods[seat][good]]
    away = int(state.spent[seat]) + int(state.markers[seat])
    things = [
        f"{int(state.infamy[seat])} Infamy",
        "Rep: " + (", ".join(rep) or "none"),
        ", ".join(goods) or "no goods",
        f"{_bribes(int(state.available[seat]))}{f' ({away} spent)' if away else ''}",
    ]
    schemes = [scheme_name(book, card) for card in members(state.hand[seat])]
    if schemes:
        things.append("schemes: " + ", ".join(schemes))
    if state.completed_count[seat]:
        things.append("completed: " + ", ".join(name_at(book, "missions", row) for row in completed(state, seat)))
    return f"{seat_name(seat)}: {'; '.join(things)}."


def tell_end(state: Any, book: Rulebook) -> list[str]:
    """How far everybody came on each track, and which goals he has reached."""
    return [_tell_progress(state, book, seat) for seat in range(int(state.seats))]


def _tell_progress(state: Any, book: Rulebook, seat: int) -> str:
    rules, infamy = book.record, int(state.infamy[seat])
    rep = [int(state.rep[seat][faction]) for faction in range(FACTIONS)]
    goals = [f"{int(rules.infamy_target)} Infamy"] if infamy >= rules.infamy_target else []
    goals += [
        f"{int(rules.reputation_target)} Rep{_with_faction(faction)}"
        for faction in range(FACTIONS)
        if rep[faction] >= rules.reputation_target
    ]
    held = ", ".join(f"{faction_name(faction)} {rep[faction]}" for faction in range(FACTIONS) if rep[faction])
    return f"{seat_name(seat)}: {infamy} Infamy; Rep: {held or 'none'}; goal reached: {' and '.join(goals) or 'none'}."


def _mission_told(book: Rulebook, row: Any) -> str:
    """A mission with its sector, its price and what it brings."""
    rules, number = book.record, int(row)
    cost = [_goods_name(good, int(rules.mission_cost[number][good])) for good in range(GOODS) if rules.mission_cost[number][good]]
    factions = "/".join(faction_name(faction) for faction in members(rules.mission_factions[number]))
    gain = [f"{int(rules.mission_infamy[number])} Infamy"] if rules.mission_infamy[number] else []
    gain += [f"{int(rules.mission_rep[number])} Rep {factions}"] if rules.mission_rep[number] else []
    kinds = [MissionType(kind).name.title() for kind in range(TYPES) if int(rules.mission_types[number]) >> kind & 1]
    shown = f"sector {int(rules.mission_sector[number]) + 1}; {', '.join(cost) or 'nothing'} for {' and '.join(gain) or 'nothing'}"
    return f"{name_at(book, 'missions', row)} ({'; '.join([shown, *(['/'.join(kinds)] if kinds else [])])})"


def seat_name(seat: int) -> str:
    """A freelancer."""
    return f"Seat {seat}"


def faction_name(faction: int) -> str:
    """A faction."""
    return Faction(faction).name.title()


def scheme_name(book: Rulebook, card: int) -> str:
    """Name of a scheme card."""
    return name_at(book, "schemes", book.record.scheme_row[card])


def benefit_name(book: Rulebook, faction: int, level: int) -> str:
    """Name of what a level of Rep brings."""
    return name_at(book, "rep_tracks", faction * LEVELS + level - 1)


def sector_name(book: Rulebook, sector: int) -> str:
    """A sector by its number and name."""
    return f"sector {sector + 1} ({name_at(book, 'sectors', sector)})"


def _of_sector(word: str, sector: int, book: Rulebook) -> str:
    """A sector after a word; nothing where none could be chosen, since all had a Watchdog."""
    return "" if sector == NONE else f"{word} {sector_name(book, sector)}"


def _zone_name(book: Rulebook, sector: int, zone: int) -> str:
    if zone == MISSION_ZONE:
        return f"the mission zone of {sector_name(book, sector)}"
    return f"zone {ZONE_LETTERS[zone]} of {sector_name(book, sector)}, {ZONE_NAMES[ZoneKind(int(book.record.zone_kind[sector][zone]))]}"


ZONE_NAMES = {
    ZoneKind.WEAPON: "Weapon",
    ZoneKind.DATA: "Data",
    ZoneKind.COMPOUND: "Compound",
    ZoneKind.HENCHMAN: "Henchman",
    ZoneKind.SPECIAL: "the special zone",
    ZoneKind.HQ_CARTEL: "HQ of the Cartel",
    ZoneKind.HQ_MEGACORP: "HQ of the Megacorp",
    ZoneKind.HQ_MILITIA: "HQ of the Militia",
}


def _short_zone(zone: int) -> str:
    """A resupply zone of the board by sector and letter."""
    sector, letter = zone_data(zone)
    return f"zone {letter} of sector {sector}"


def _with_pawn(pawn: int) -> str:
    return "with the Accomplice " if pawn == ACCOMPLICE else ""


def _with_faction(faction: int) -> str:
    return "" if faction == Faction.ANY else f" with the {faction_name(faction)}"


def _bribes(number: int) -> str:
    return f"{number} {'bribe' if number == 1 else 'bribes'}"


def _goods_name(good: int, number: int) -> str:
    singular, plural = GOODS_NAMES[Good(good)]
    return f"{number} {singular if number == 1 else plural}"


GOODS_NAMES = {
    Good.WEAPON: ("Weapon", "Weapons"),
    Good.DATA: ("Data", "Data"),
    Good.COMPOUND: ("Compound", "Compound"),
    Good.HENCHMAN: ("Henchman", "Henchmen"),
    Good.FAVOR: ("Favor", "Favors"),
    Good.RESOURCE: ("resource", "resources"),
}
