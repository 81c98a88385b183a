"""Random and rated games: whatever happens, nothing is lost, nothing is out of range, and the result is what the rules make of the end."""

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import pytest

import simcore
from simcore.games.infamy.rules import deal_unseen, running_scores
from simcore.games.infamy.state import (
    BOARD_ZONES,
    FACTIONS,
    FAVOR,
    FRAME_FIELDS,
    FRAMES,
    GOODS,
    HENCHMAN,
    LEVELS,
    MISSION_ZONE,
    PAWNS,
    SECTORS,
    TYPES,
    ZONES,
    Action,
    ContactStatus,
    DayMarkers,
    Decision,
    Phase,
    SectorChiefAdd,
    Stage,
)
from simcore.games.infamy.text import completed, may_pass_watchdogs, mission_deck, scheme_deck, scheme_discards
from simcore.lineups import lineup_arrays, load_lineup
from simcore.playout import Table
from simcore.rng import MAX_SEATS
from simcore.rulebook import Rulebook, load_rulebook, load_rules
from simcore.spec import CAPPED, NONE
from simcore.telling import members
from tests.games.infamy.random_cards import random_patches
from tests.games.random_games import Chooser, digest_of, digests_in_mode, name_of
from tests.games.tables import PlainState, kernel_table

SPEC = simcore.game("infamy")
PLAYERS = range(SPEC.fewest, SPEC.most + 1)
SEED = 31
ROUNDS = 16
"""Where random games under unusual rules are stopped."""
CARD_SETS = range(12)
"""Seeds of random card sets."""
DEEPEST_STACK = 5
"""Frames that can be under way at once: mission, benefits, the text of one, a zone once more, the number of bribes recovered there."""

RULINGS: list[dict[str, Any]] = [
    {name: value} for name, rule in load_rules(SPEC).items() if rule.kind == "ruling" for value in rule.values[1:]
]
READINGS: list[dict[str, Any]] = [
    *RULINGS,
    {name: rule.values[-1] for name, rule in load_rules(SPEC).items() if rule.values},
    {name: rule.values[min(1, len(rule.values) - 1)] for name, rule in load_rules(SPEC).items() if rule.values},
]
NUMBERS: list[dict[str, Any]] = [
    {"bribes": 24, "expenses": 3, "contacts_revealed": 6, "watchdogs": 4, "hazards": 12, "starting_resources": 5},
    {"bribes": 2, "watchdogs": 0, "hazards": 0, "starting_resources": 0, "contacts_revealed": 1},
    {"resource_tokens": 2, "henchman_tokens": 1, "favor_tokens": 0, "special_infamy": 3, "henchmen_per_infamy": 1},
    {"infamy_target": 60, "reputation_target": 5, "special_recover": 12, "expenses": 2},
    {"infamy_target": 3, "reputation_target": 1, "victory_check": "night"},
]
SETTINGS: list[dict[str, Any]] = [*READINGS, *NUMBERS]

LEANINGS: tuple[dict[int, float], ...] = (
    {},
    {Action.BID: 0.2, Action.MISSION: 20.0, Action.NO_SCHEME: 0.2, Action.FAVOR: 5.0},
    {Action.PASS: 0.2, Action.BID: 0.5, Action.MISSION: 5.0, Action.DECLINE: 0.2, Action.STOP: 0.2},
    {Action.PASS: 4.0, Action.SKIP: 5.0, Action.RANSOM: 4.0, Action.MISSION: 20.0, Action.RESUPPLY: 2.0},
)
"""How likely actions are chosen, 1 unless said otherwise: so that some games complete missions, spend everything, or save it."""


def chooser(seed: int) -> Chooser:
    """Somebody who leans."""
    return Chooser(Action, LEANINGS, seed)


class Box:
    """What there is of everything under some rules."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        rules = book.record
        self.bribes = int(rules.bribes)
        self.tokens = [int(rules.resource_tokens)] * HENCHMAN + [int(rules.henchman_tokens), int(rules.favor_tokens)]
        self.hazards, self.watchdogs = int(rules.hazards), int(rules.watchdogs)
        self.unlimited = rules.sector_chief_add == SectorChiefAdd.UNLIMITED
        self.day_markers_stay = rules.day_markers == DayMarkers.END_OF_TURN
        self.missions = [mission for mission in range(int(rules.missions)) if rules.mission_copies[mission]]
        self.contacts = [contact for contact in range(int(rules.contacts)) if rules.contact_copies[contact]]
        factions = [int(rules.scheme_faction[rules.scheme_row[card]]) for card in range(int(rules.scheme_cards))]
        self.schemes = [[card for card, faction in enumerate(factions) if faction == wanted] for wanted in range(FACTIONS)]
        self.types = [int(kinds) for kinds in rules.mission_types]

    @cached_property
    def schemes_of_row(self) -> dict[int, int]:
        """Copies of each scheme by its row."""
        rows = [int(row) for row in self.book.record.scheme_row[: int(self.book.record.scheme_cards)]]
        return {row: rows.count(row) for row in rows}


# --- FAM-104 ---------------------------------------------------------------------------------------------------------------


def check_pieces(state: Any, box: Box) -> None:
    """Bribes, goods, Hazards, Watchdogs, missions, schemes and contacts: all there, none twice."""
    seats = range(state.seats)
    for seat in seats:
        bribes = [state.available[seat], state.spent[seat], state.bid[seat], state.markers[seat]]
        assert min(bribes) >= 0, bribes
        assert sum(bribes) == box.bribes, bribes
        assert min(state.goods[seat]) >= 0
    assert min(state.supply) >= 0
    assert [state.supply[good] + sum(state.goods[seat][good] for seat in seats) for good in range(GOODS)] == box.tokens
    assert state.hazards.bit_count() + state.hazard_supply == box.hazards
    assert 0 <= state.hazards < 1 << SECTORS * ZONES
    assert min(state.hazard_supply, state.watchdog_supply, *state.watchdogs) >= 0
    watchdogs = sum(state.watchdogs) + state.watchdog_supply
    assert watchdogs >= box.watchdogs if box.unlimited else watchdogs == box.watchdogs
    check_missions(state, box)
    check_schemes(state, box)
    check_contacts(state, box)


def check_missions(state: Any, box: Box) -> None:
    """Deck, row, the one being completed, and those under the sheets."""
    under_sheets = [mission for seat in range(state.seats) for mission in completed(state, seat)]
    row = [mission for mission in state.mission_row if mission != NONE]
    paid = [state.mission_in_progress] if state.mission_in_progress != NONE else []
    assert sorted([*mission_deck(state), *row, *paid, *under_sheets]) == box.missions
    assert all(mission == NONE for mission in state.mission_row[state.seats :])
    assert 0 <= state.mission_known <= state.mission_count
    for seat in range(state.seats):
        counts = [sum(box.types[mission] >> kind & 1 for mission in completed(state, seat)) for kind in range(TYPES)]
        assert counts == state.type_count[seat]


def check_schemes(state: Any, box: Box) -> None:
    """Decks, hands, discards, and the one being played, faction by faction."""
    hands = [card for seat in range(state.seats) for card in members(state.hand[seat])]
    playing = [state.scheme_in_progress] if state.scheme_in_progress != NONE else []
    for faction, cards in enumerate(box.schemes):
        held = [card for card in hands + playing if card in cards]
        assert sorted([*scheme_deck(state, faction), *scheme_discards(state, faction), *held]) == cards


def check_known(state: Any, seat: int) -> None:
    """Cards that were stolen from a freelancer, as long as he knows where they are, are in rivals' hands."""
    others = sum(state.hand[other] for other in range(state.seats) if other != seat)
    assert state.known[seat] & ~others == 0


def check_contacts(state: Any, box: Box) -> None:
    """All contacts of the Turn, the track among them, each with what became of it."""
    pile = state.contact_pile[: state.contact_count]
    assert sorted(pile) == box.contacts
    assert 0 <= state.track_count <= state.contact_top <= state.contact_count
    assert state.track_contact[: state.track_count] == pile[state.contact_top - state.track_count : state.contact_top]
    for slot in range(state.track_count):
        won = state.track_status[slot] == ContactStatus.WON
        assert (state.track_winner[slot] != NONE) == won
        assert not state.track_marker[slot] or won
    markers = [slot for slot in range(state.track_count) if state.track_marker[slot]]
    for seat in range(state.seats):
        lying = sum(state.track_winner[slot] == seat for slot in markers)
        locked = box.day_markers_stay and not state.day
        assert state.markers[seat] >= lying if locked else state.markers[seat] == lying


# --- Ranges ----------------------------------------------------------------------------------------------------------------


def check_ranges(state: Any, box: Box) -> None:
    """No field out of range; what goes together is together."""
    seats = range(state.seats)
    assert state.turns == (state.rounds + 1) // 2
    assert state.day == state.rounds % 2
    assert (state.phase == Phase.OVER) == (state.actor == NONE)
    assert state.triggerman in seats
    for seat in seats:
        assert state.infamy[seat] == sum(state.infamy_from[seat])
        assert min(state.infamy_from[seat]) >= 0
        assert all(0 <= level <= LEVELS for level in state.rep[seat])
        assert state.completed_count[seat] <= state.missions_done[seat]
        assert min(state.extra_schemes[seat], state.plays[seat], state.standing_used[seat]) >= 0
        flags = {state.accomplice[seat], state.rep_banned[seat], state.skips[seat], state.doubles[seat]}
        assert flags <= {0, 1}
        assert all(NONE <= sector < SECTORS for sector in state.sector[seat])
        assert members(state.hand[seat])[-1:] <= [box.book.record.scheme_cards - 1]
    check_auction(state)
    check_pawns(state)
    assert 0 <= state.late_next <= state.late_count < len(state.late_seat)
    assert 0 <= state.depth < FRAMES


def check_auction(state: Any) -> None:
    """Bribes lie on the open contact alone, and the highest bid is the highest."""
    bids = state.bid[: state.seats]
    auction = [slot for slot in range(state.track_count) if state.track_status[slot] == ContactStatus.OPEN]
    assert len(auction) <= 1
    assert (state.decision == Decision.BID) == bool(auction)
    if auction:
        assert max(bids) == state.high_bid
        assert (state.high_bidder == NONE) == (state.high_bid == 0)
        assert state.high_bid == 0 or (bids[state.high_bidder], bids.count(state.high_bid)) == (state.high_bid, 1)
        assert state.actor != state.high_bidder
    else:
        assert not any(bids)


def check_pawns(state: Any) -> None:
    """One pawn a zone, each in the sector that was chosen for it; none of those who play without the Accomplice has two."""
    taken = []
    for seat in range(state.seats):
        for pawn in range(PAWNS):
            sector, zone = state.pawn_sector[seat][pawn], state.pawn_zone[seat][pawn]
            assert (sector == NONE) == (zone == NONE)
            if sector != NONE:
                assert 0 <= zone < BOARD_ZONES
                assert sector == state.sector[seat][pawn]
                taken.append(sector * BOARD_ZONES + zone)
        last = state.last_pawn[seat]
        assert last == NONE or state.pawn_sector[seat][last] != NONE
        assert (last == NONE) == all(sector == NONE for sector in state.pawn_sector[seat])
    assert len(set(taken)) == len(taken)
    assert sorted(taken) == members(state.taken)


def frames_used(state: Any) -> int:
    """How deep the stack of this game ever was: a frame that was never used is all 0."""
    fields = [field[0] for field in FRAME_FIELDS if field[0] != "depth"]
    return max((frame + 1 for frame in range(FRAMES) if any(np.any(state[name][frame]) for name in fields)), default=0)


def check_question(table: Table) -> list[int]:
    """Somebody is asked, and there are two answers at least."""
    state = table.state
    legal = table.legal()
    assert 0 <= state.actor < state.seats
    assert len(legal) >= 2
    assert len(set(legal)) == len(legal) <= SPEC.max_actions
    assert min(legal) >= 0
    assert max(legal) < Action.END
    return legal


def check_choice(state: Any, legal: list[int], box: Box) -> None:
    """What can be chosen is there to be chosen."""
    seat, decision = state.actor, state.decision
    if decision == Decision.BID:
        most = state.bid[seat] + state.available[seat] - int(box.book.record.expenses)
        bids = sorted(code - Action.BID for code in legal if Action.BID <= code < Action.SECTOR)
        assert bids == list(range(state.high_bid + 1, most + 1))
        assert Action.FAVOR not in legal or state.goods[seat][FAVOR] > 0
    if decision == Decision.ZONE:
        assert set(legal) == zone_answers(state, box)
    if decision in (Decision.SECTOR, Decision.ACCOMPLICE_SECTOR):
        passes = may_pass_watchdogs(state, box.book, seat)
        assert legal == [Action.SECTOR + sector for sector in range(SECTORS) if passes or not state.watchdogs[sector]]
    if decision in (Decision.SCHEME, Decision.SCHEME_DISCARD, Decision.SCHEME_GIVEN):
        held = {int(box.book.record.scheme_row[card]) for card in members(state.hand[seat])}
        assert {code - Action.SCHEME for code in legal if Action.SCHEME <= code < Action.NO_SCHEME} <= held


def zone_answers(state: Any, box: Box) -> set[int]:
    """FAM-59, 67, 73, A-36 from scratch: where the pawn that is being placed may go."""
    rules, seat = box.book.record, state.actor
    sector = state.sector[seat][state.frame_what[state.depth - 1]]
    pawns = [(other, pawn) for other in range(state.seats) for pawn in range(PAWNS) if state.pawn_sector[other][pawn] == sector]
    occupied = {state.pawn_zone[other][pawn] for other, pawn in pawns}
    closed = state.watchdogs[sector] > 0 and not may_pass_watchdogs(state, box.book, seat)
    found = set()
    for zone in range(ZONES):
        if not (closed or zone in occupied or state.hazards >> (sector * ZONES + zone) & 1):
            found.add(Action.RESUPPLY + zone)
    for mission in state.mission_row if not closed and MISSION_ZONE not in occupied else []:
        here = mission != NONE and rules.mission_sector[mission] == sector
        if here and (rules.mission_cost[mission] <= np.array(state.goods[seat])).all():
            found.add(Action.MISSION + mission)
    nowhere = set() if found else {int(Action.FAIL)}
    skips = state.skips[seat] and (found or box.book.settings["smuggler_skip"] == "always")
    return found | nowhere | ({int(Action.SKIP)} if skips else set())


# --- Who wins --------------------------------------------------------------------------------------------------------------

MOST_INFAMY, BEST, TOTAL, HENCHMEN, COMPLETED = "most_infamy", "best_reputation", "total_reputation", "henchmen", "completed_missions"
LINKS = {"over": (MOST_INFAMY, BEST, TOTAL, HENCHMEN), "reputation": (MOST_INFAMY, TOTAL, HENCHMEN, COMPLETED)}
LINKS["exact"] = LINKS["over"]


class Freelancer:
    """How far somebody has come, worked out from the last state alone."""

    def __init__(self, state: Any, book: Rulebook, seat: int) -> None:
        target, level = book.settings["infamy_target"], book.settings["reputation_target"]
        assert isinstance(target, int)
        assert isinstance(level, int)
        self.seat, rep, infamy = seat, state.rep[seat], state.infamy[seat]
        self.factions = [faction for faction in range(FACTIONS) if rep[faction] >= level]
        self.has_infamy, self.over = infamy >= target, infamy > target
        self.score = max(100 * infamy // target, 100 * max(rep) // level)
        self.values = dict(
            zip(
                (MOST_INFAMY, BEST, TOTAL, HENCHMEN, COMPLETED),
                (infamy, max(rep), sum(rep), state.goods[seat][HENCHMAN], state.completed_count[seat]),
                strict=True,
            )
        )
        reputation_first = book.settings["both_tracks"] == "reputation_first"
        self.group = (
            "over"
            if self.over and not (reputation_first and self.factions)
            else ("reputation" if self.factions else ("exact" if self.has_infamy else "none"))
        )

    def chain(self) -> list[int]:
        """What counts within the own group, link by link."""
        return [self.values[link] for link in LINKS.get(self.group, ())]


def check_result(table: Table, book: Rulebook) -> None:
    """The row of a game agrees with its last state, and with itself."""
    state, result = PlainState(table), table.result()
    scores = np.zeros(MAX_SEATS, np.int64)
    running_scores(table.state, table.rules, scores)
    assert list(result.score) == list(scores)
    everybody = [Freelancer(state, book, seat) for seat in range(state.seats)]
    assert [each.score for each in everybody] == list(result.score[: state.seats])
    if result.end_reason == CAPPED:
        assert result.winners == 0
        assert result.rounds == table.rules.round_cap
        return
    check_standing(result, book, everybody)
    sources = [name for name in result.dtype.names if name.startswith("infamy_")]
    assert list(sum(result[name] for name in sources)) == list(result.infamy)
    assert result.day_end == state.day
    assert book.settings["victory_check"] != "night" or not result.day_end


def check_standing(result: Any, book: Rulebook, everybody: list[Freelancer]) -> None:
    """A-52 from scratch: who wins, by which step, for which reason, and in what order the others follow."""
    order = ["over", "reputation", "exact", "none"]
    if book.settings["both_tracks"] == "reputation_first":
        order = ["reputation", "over", "exact", "none"]
    ranked = sorted(everybody, key=lambda each: (order.index(each.group), [-value for value in each.chain()]))
    first = ranked[0]
    assert first.group != "none"
    winners = [each for each in ranked if (each.group, each.chain()) == (first.group, first.chain())]
    assert int(result.winners) == sum(1 << each.seat for each in winners)
    assert SPEC.decided_by[result.decided_by] == step(first, winners, everybody)
    factions = {faction for each in winners for faction in each.factions}
    names = {0: "cartel", 1: "megacorp", 2: "militia"}
    reputation = f"reputation_{names[min(factions)] if len(factions) == 1 else 'several'}" if factions else ""
    assert SPEC.end_reasons[result.end_reason] == (reputation if first.group == "reputation" else "infamy")

    def rank(each: Freelancer) -> tuple[Any, ...]:
        return (each not in winners, order.index(each.group), [-value for value in each.chain()], -each.score)

    def place(each: Freelancer) -> int:
        return 1 if each in winners else 1 + sum(rank(other) < rank(each) for other in everybody)

    assert list(result.standing[: len(everybody)]) == [place(each) for each in everybody]


def step(first: Freelancer, winners: list[Freelancer], everybody: list[Freelancer]) -> str:
    """Name of the step that decided."""
    reached = [each for each in everybody if each.group != "none"]
    if len(winners) > 1:
        return "shared"
    left = [each for each in reached if each.group == first.group]
    if len(reached) == 1:
        return "sole"
    for link in LINKS[first.group] if len(left) > 1 else ():
        left = [each for each in left if each.values[link] == first.values[link]]
        if len(left) == 1:
            return link
    others = [each for each in reached if each is not first]
    if first.group == "over":
        return MOST_INFAMY if any(each.has_infamy for each in others) else "over_15_beats_reputation"
    return "reputation_beats_infamy" if any(each.over for each in others) else "reputation_beats_exactly_15"


# --- Games -----------------------------------------------------------------------------------------------------------------


def play(table: Table, book: Rulebook, game: int, choose: Callable[[list[int]], int] | None = None) -> int:
    """Play a game with every check after every decision; returns how many decisions it took."""
    box, decisions = Box(book), 0
    table.start(SEED, game)
    while table.state.actor != NONE:
        legal = check_question(table)
        state = PlainState(table)
        check_pieces(state, box)
        check_ranges(state, box)
        check_choice(state, legal, box)
        for seat in range(state.seats):
            check_known(state, seat)
        table.apply(choose(legal) if choose else table.choose())
        decisions += 1
    state = PlainState(table)
    check_pieces(state, box)
    check_ranges(state, box)
    check_result(table, book)
    assert frames_used(table.state) <= DEEPEST_STACK
    return decisions


@pytest.mark.clause("FAM-104")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("leaning", range(len(LEANINGS)))
def test_nothing_is_lost_by_random_players(players: int, leaning: int) -> None:
    book = load_rulebook(SPEC)
    table = kernel_table(book, players)
    assert play(table, book, leaning, chooser(leaning)) > ROUNDS


@pytest.mark.clause("FAM-104")
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_lost_by_rated_players(players: int) -> None:
    book = load_rulebook(SPEC)
    table = Table(SPEC, book.record, *lineup_arrays(SPEC, load_lineup(SPEC, "mixed", players)), players, 1)
    for game in range(4):
        assert play(table, book, game) > ROUNDS


@pytest.mark.clause("FAM-104")
@pytest.mark.parametrize("settings", SETTINGS, ids=name_of)
def test_nothing_is_lost_under_other_rules(settings: dict[str, Any]) -> None:
    book = load_rulebook(SPEC, {"round_cap": ROUNDS, **settings})
    for players in PLAYERS:
        play(kernel_table(book, players), book, players, chooser(len(name_of(settings)) + players))


@pytest.mark.clause("FAM-104")
@pytest.mark.parametrize("seed", CARD_SETS)
def test_nothing_is_lost_with_other_cards(seed: int) -> None:
    chance = random.Random(seed)
    settings = {name: chance.choice(rule.values) for name, rule in load_rules(SPEC).items() if rule.values} if seed % 2 else {}
    book = load_rulebook(SPEC, {"round_cap": ROUNDS, "infamy_target": 60, **settings, **random_patches(seed)})
    for players in PLAYERS:
        play(kernel_table(book, players), book, seed, chooser(seed + players))


# --- What a seat cannot know -----------------------------------------------------------------------------------------------

UNSEEN = {"scheme_pile", "hand", "known", "mission_pile", "contact_pile", "sector"}
"""Fields of which a seat knows only a part."""
WORK_SPACE = {"options"}


def own_view(state: Any, seat: int) -> dict[str, Any]:
    """What a seat knows, and the redraw has to leave alone."""
    top, count, known = int(state.contact_top), int(state.contact_count), int(state.mission_known)
    deck = mission_deck(state)
    view: dict[str, Any] = {
        "contacts": [int(contact) for contact in state.contact_pile[:top]],
        "contacts to come": sorted(int(contact) for contact in state.contact_pile[top:count]),
        "missions put under the deck": deck[len(deck) - known :],
        "missions to come": sorted(deck),
        "hand": int(state.hand[seat]),
        "known": [int(state.known[seat]), *(int(state.hand[other]) & int(state.known[seat]) for other in range(int(state.seats)))],
        "hands": [int(state.hand[other]).bit_count() for other in range(int(state.seats))],
        "decks": [len(scheme_deck(state, faction)) for faction in range(FACTIONS)],
        "sectors": state.sector.tolist() if state.stage != Stage.SELECT else state.sector[seat].tolist(),
    }
    for name in state.dtype.names:
        if name not in UNSEEN | WORK_SPACE:
            view[name] = state[name].tobytes() if isinstance(state[name], np.ndarray) else int(state[name])
    return view


@pytest.mark.clause("FAM-08")
@pytest.mark.parametrize("settings", [{}, {"empty_mission_deck": "reshuffle", "watchdogs": 4}, random_patches(1)], ids=lambda _: "")
def test_a_redraw_keeps_what_a_seat_knows_and_changes_the_rest(settings: dict[str, Any]) -> None:
    book = load_rulebook(SPEC, {"round_cap": ROUNDS, **settings})
    box = Box(book)
    changed = dict.fromkeys(sorted(UNSEEN - {"known"}), 0)
    for players in PLAYERS:
        table, other = kernel_table(book, players), kernel_table(book, players)
        choose = chooser(players)
        table.start(SEED, players)
        other.start(SEED + 1, players)
        while table.state.actor != NONE:
            legal = table.legal()
            before = table.work[0].copy()
            state, seat = table.state, int(table.state.actor)
            view = own_view(state, seat)
            deal_unseen(state, book.record, seat, other.chance)
            assert own_view(state, seat) == view
            assert table.legal() == legal
            check_pieces(PlainState(table), box)
            check_ranges(PlainState(table), box)
            for each in range(players):
                check_known(PlainState(table), each)
            check_secret_sectors(PlainState(table), book)
            for name in changed:
                changed[name] += state[name].tobytes() != before[0][name].tobytes()
            if choose.chance.random() < 0.5:
                table.work[0][:] = before
            table.apply(choose(legal))
    assert all(changed.values()), changed


def check_secret_sectors(state: Any, book: Rulebook) -> None:
    """Who has chosen a sector has one that he might have chosen."""
    if state.stage == Stage.SELECT:
        for seat in range(state.seats):
            for sector in state.sector[seat][: 1 + state.accomplice[seat]]:
                assert sector == NONE or not state.watchdogs[sector] or may_pass_watchdogs(state, book, seat)


# --- The same games in other modes -----------------------------------------------------------------------------------------

GAMES_A_MODE = {"NUMBA_DISABLE_JIT": 1, "NUMBA_BOUNDSCHECK": 20}


def digests(games: int) -> list[str]:
    """What games of every player count under several settings come to: last states and rows, hashed to the byte."""
    found = []
    for settings in ({}, SETTINGS[len(RULINGS)], random_patches(3)):
        book = load_rulebook(SPEC, {"round_cap": ROUNDS, **settings})
        for players in PLAYERS:
            found.append(digest_of(kernel_table(book, players), SEED, games, lambda game, players=players: chooser(players + game)))
    return found


@pytest.mark.parametrize("mode", GAMES_A_MODE)
def test_the_same_games_without_the_compiler_and_with_bounds_checked(mode: str) -> None:
    assert digests_in_mode(__name__, mode, GAMES_A_MODE[mode]) == digests(GAMES_A_MODE[mode])
