"""What the kernels log, and how a game is told from it."""

import functools
import json
import re
from collections import Counter
from typing import Any

import pytest

import simcore
from simcore.games.infamy import text
from simcore.games.infamy.state import (
    BOARD_ZONES,
    FACTIONS,
    GOODS,
    ORIGINS,
    PAWNS,
    RESOURCES,
    SECTORS,
    Action,
    ContactStatus,
    DayMarkers,
    Decision,
    Event,
    Origin,
    Stage,
)
from simcore.rulebook import load_rulebook
from simcore.spec import NONE
from simcore.telling import members
from simcore.trace import describe_game, tell_game
from tests.games import follower

SPEC = simcore.game("infamy")
SEED = 20
GAMES = 6
PLAYERS = range(SPEC.fewest, SPEC.most + 1)


at_a_table = functools.partial(follower.at_a_table, SPEC.name, games=GAMES, seed=SEED)


class Follower(follower.Follower):
    """What somebody knows of the table who is told actions of bidding and the events, and nothing else."""

    def __init__(self, rules: Any, seats: int) -> None:
        self.rules, self.seats, self.day, self.rounds = rules, seats, 1, 0
        self.available, self.spent, self.bid, self.markers = [int(rules.bribes)] * seats, [0] * seats, [0] * seats, [0] * seats
        start = [int(rules.starting_resources)] * RESOURCES + [0] * (GOODS - RESOURCES)
        self.goods = [list(start) for _ in range(seats)]
        self.infamy, self.rep = [0] * seats, [[0] * FACTIONS for _ in range(seats)]
        self.hands: list[set[int]] = [set() for _ in range(seats)]
        self.completed: list[list[int]] = [[] for _ in range(seats)]
        self.row: dict[int, int] = {}
        self.hazards: set[int] = set()
        self.watchdogs = [0] * SECTORS
        self.pawns: dict[tuple[int, int], int] = {}
        self.triggerman = NONE
        self.track: dict[int, int] = {}
        self.slot = NONE
        self.counts = [Counter[str]() for _ in range(seats)]
        self.drawn: list[set[int]] = [set() for _ in range(seats)]
        self.played: list[set[int]] = [set() for _ in range(seats)]
        self.won: list[list[int]] = [[] for _ in range(seats)]
        self.done: list[list[int]] = [[] for _ in range(seats)]
        self.infamy_from = [[0] * ORIGINS for _ in range(seats)]
        self.seen_missions: set[int] = set()
        self.prices = Counter[tuple[str, int, int]]()
        self.costs = [0] * seats

    def answer(self, state: Any, action: int) -> None:
        """Take in a bid or a Favor."""
        if state.decision != Decision.BID or action == Action.PASS:
            return
        seat, expenses = state.actor, int(self.rules.expenses)
        self._spend(seat, expenses)
        self.costs[seat] += expenses
        self.counts[seat]["expenses"] += expenses
        if action != Action.FAVOR:
            assert action - Action.BID > max(self.bid)
            self.available[seat] -= action - Action.BID - self.bid[seat]
            self.bid[seat] = action - Action.BID

    def _spend(self, seat: int, number: int) -> None:
        self.available[seat] -= number
        self.spent[seat] += number
        assert self.available[seat] >= 0

    def follow(self, event: tuple[int, ...]) -> None:
        """Take in an event; each has to fit what was known before."""
        code = Event(event[0])
        for part in (self._goods, self._cards, self._board, self._contacts, self._tracks):
            if part(code, *event[1:]):
                return
        assert code in UNTOLD, code

    def _goods(self, code: Event, first: int, second: int, third: int) -> bool:
        if code is Event.GOODS_GAINED:
            self.goods[first][second] += third
        elif code in (Event.GOODS_LOST, Event.GOODS_PAID):
            self.goods[first][second] -= third
            assert self.goods[first][second] >= 0
        elif code is Event.GOODS_STOLEN:
            self.goods[first][third] += 1
            self.goods[second][third] -= 1
            assert self.goods[second][third] >= 0
            self.counts[first]["stolen"] += 1
        elif code in (Event.BRIBES_SPENT, Event.BRIBES_DRAINED, Event.RANSOM_PAID):
            self._spend(first, second)
        elif code is Event.BRIBES_RECOVERED:
            self._spend(first, -second)
            assert self.spent[first] >= 0
        elif code is Event.MARKERS_RETRIEVED:
            self.spent = [spent + markers for spent, markers in zip(self.spent, self.markers, strict=True)]
            self.markers = [0] * self.seats
        elif code is Event.BRIBES_RETURNED:
            assert not self.day
            self.available = [available + spent for available, spent in zip(self.available, self.spent, strict=True)]
            self.spent = [0] * self.seats
        else:
            return False
        return True

    def _cards(self, code: Event, first: int, second: int, third: int) -> bool:
        if code in (Event.SCHEME_STOLEN, Event.SCHEME_GIVEN):
            self.hands[second].remove(first)
            self._hold(third, first)
        elif code is Event.SCHEME_DRAWN:
            assert not any(second in hand for hand in self.hands)
            self._hold(first, second)
        elif code in (Event.SCHEME_DISCARDED, Event.SCHEME_PLAYED):
            self.hands[first].remove(second)
            if code is Event.SCHEME_PLAYED:
                self.played[first].add(int(self.rules.scheme_row[second]))
                self.counts[first]["schemes_played"] += 1
        elif code is Event.MISSION_PILE:
            for missions in self.completed:  # nothing at set-up; later all that was completed is shuffled
                missions.clear()
        elif code is Event.MISSION_LAID:
            assert first not in self.row
            self.row[first] = second
            self.seen_missions.add(second)
        elif code in (Event.MISSION_PAID, Event.MISSION_SABOTAGED):
            del self.row[next(place for place, mission in self.row.items() if mission == second)]
        elif code is Event.MISSION_COMPLETED:
            self.completed[first].append(second)
            self.done[first].append(second)
        else:
            return False
        return True

    def _hold(self, seat: int, card: int) -> None:
        self.hands[seat].add(card)
        self.drawn[seat].add(int(self.rules.scheme_row[card]))

    def _board(self, code: Event, first: int, second: int, third: int) -> bool:
        if code is Event.HAZARD_ADDED:
            assert second not in self.hazards
            self.hazards.add(second)
        elif code is Event.HAZARD_REMOVED:
            self.hazards.remove(second)
        elif code is Event.HAZARD_MOVED:
            self.hazards.remove(second)
            assert third not in self.hazards
            self.hazards.add(third)
        elif code is Event.WATCHDOG:
            self.watchdogs[first] += 1
        elif code is Event.WATCHDOG_ADDED:
            self.watchdogs[second] += 1
        elif code in (Event.WATCHDOG_REMOVED, Event.WATCHDOG_MOVED):
            assert self.watchdogs[second] > 0
            assert code is Event.WATCHDOG_REMOVED or second != third
            self.watchdogs[second] -= 1
            self.watchdogs[third] += code is Event.WATCHDOG_MOVED
        elif code is Event.SECTOR_SHOWN:
            self.pawns.clear()
        elif code is Event.PLACED:
            assert third not in self.pawns.values(), "one pawn a zone"
            self.pawns[first, second] = third
            self.counts[first]["placements"] += 1
            self.counts[first]["resupplies"] += third % BOARD_ZONES < BOARD_ZONES - 1
        elif code in (Event.FAILED, Event.SKIPPED):
            self.counts[first][code.name.lower()] += 1
        else:
            return False
        return True

    def _contacts(self, code: Event, first: int, second: int, third: int) -> bool:
        if code is Event.ROUND_BEGINS:
            assert (first, second, third) == (self.rounds + 1, (self.rounds + 2) // 2, first % 2)
            self.rounds, self.day, self.slot = first, third, NONE
            self.track.clear()
        elif code is Event.CONTACT_OPENED:
            assert first == self.slot + 1
            self.slot = first
            self.costs = [0] * self.seats
        elif code is Event.CONTACT_UNSOLD:
            assert not any(self.bid)
            self.prices["unsold", self.day, first] += 1
        elif code in (Event.CONTACT_WON, Event.CONTACT_FAVORED):
            self._sell(code, first, second, third)
        elif code is Event.BIDS_LOST:
            assert self.bid[first] == second
            if third:
                self.spent[first] += second
            else:
                self.available[first] += second
            self.bid[first] = 0
        elif code is Event.TRIGGERMAN:
            self.triggerman = first
        elif code is Event.TRIGGERMAN_PASSES:
            assert (self.triggerman, first != second) == (second, True)
            self.triggerman = first
        else:
            return False
        return True

    def _sell(self, code: Event, seat: int, contact: int, bid: int) -> None:
        if code is Event.CONTACT_WON:
            assert bid == self.bid[seat] == max(self.bid)
            self.prices["bid", self.day, contact] += bid
        else:
            self.counts[seat]["favors_used"] += 1
        self.prices["sold" if code is Event.CONTACT_WON else "favor", self.day, contact] += 1
        self.prices["cost", self.day, contact] += self.costs[seat]
        for other in range(self.seats):
            self.counts[other]["expenses_lost"] += self.costs[other] if other != seat else 0
        self.spent[seat] += self.bid[seat] - 1 if code is Event.CONTACT_WON else -1
        self.markers[seat] += 1
        if code is Event.CONTACT_WON:
            self.bid[seat] = 0
        self.won[seat].append(contact)
        self.track[self.slot] = seat

    def _tracks(self, code: Event, first: int, second: int, third: int) -> bool:
        if code is Event.INFAMY_GAINED:
            self.infamy[first] += second
            self.infamy_from[first][third] += second
        elif code is Event.REP_GAINED:
            assert third == self.rep[first][second] + 1
            self.rep[first][second] = third
        else:
            return False
        return True

    def compare(self, state: Any) -> None:
        """The state has to be what was told."""
        seats = range(self.seats)
        for name in ("available", "spent", "bid", "markers", "infamy", "rep", "goods"):
            assert getattr(self, name) == getattr(state, name)[: self.seats], name
        assert [sorted(hand) for hand in self.hands] == [members(state.hand[seat]) for seat in seats]
        assert self.completed == [text.completed(state, seat) for seat in seats]
        assert self.row == {place: mission for place, mission in enumerate(state.mission_row) if mission != NONE}
        assert sorted(self.hazards) == members(state.hazards)
        assert self.watchdogs == state.watchdogs
        assert (self.triggerman, self.rounds, self.day) == (state.triggerman, state.rounds, state.day)
        assert self.track == {slot: state.track_winner[slot] for slot in range(state.track_count) if state.track_winner[slot] != NONE}
        if state.stage == Stage.BIDDING and state.decision == Decision.BID:
            assert (self.slot, state.track_status[self.slot]) == (state.slot, ContactStatus.OPEN)
        if state.stage >= Stage.PLACE:
            placed = [(seat, pawn) for seat in seats for pawn in range(PAWNS) if state.pawn_sector[seat][pawn] != NONE]
            assert self.pawns == {
                (seat, pawn): state.pawn_sector[seat][pawn] * BOARD_ZONES + state.pawn_zone[seat][pawn] for seat, pawn in placed
            }

    def compare_row(self, result: Any) -> None:
        """The row of the game has to count what was told."""
        for name in (
            *("placements", "resupplies", "failed", "skipped", "stolen", "schemes_played", "favors_used"),
            *("expenses", "expenses_lost"),
        ):
            assert [counts[name] for counts in self.counts] == list(result[name][: self.seats]), name
        sources = {Origin.MISSION: "missions", Origin.HENCHMEN: "henchmen", Origin.CONTACT: "contacts"}
        sources |= {Origin.SCHEME: "schemes", Origin.ZONE: "zones", Origin.BENEFIT: "benefits"}
        for origin, name in sources.items():
            assert [numbers[origin] for numbers in self.infamy_from] == list(result[f"infamy_{name}"][: self.seats]), name
        for name, things in (("drawn", self.drawn), ("played", self.played), ("completed", self.done), ("contacts_won", self.won)):
            assert [sum(1 << thing for thing in set(own)) for own in things] == list(result[name][: self.seats]), name
        assert [len(own) for own in self.won] == list(result.contacts[: self.seats])
        assert [len(own) for own in self.done] == list(result.missions[: self.seats])
        assert sum(1 << mission for mission in self.seen_missions) == result.seen_missions
        for name in ("sold", "favor", "unsold", "bid", "cost"):
            for day, word in ((1, "day"), (0, "night")):
                told = [self.prices[name, day, contact] for contact in range(int(self.rules.contacts))]
                assert told == list(result[f"{name}_{word}"][: len(told)]), (name, word)


UNTOLD = {
    Event.SCHEME_PILE,
    Event.CONTACT,
    Event.REWARD_BEGINS,
    Event.REP_LOST,
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
"""Events that change nothing that can be counted on the table."""

OTHER_RULES: dict[str, Any] = {
    "losing_bids": "spent",
    "day_markers": "end_of_turn",
    "contact_rewards": "after_bidding",
    "empty_mission_deck": "reshuffle",
    "expenses": 2,
}


@pytest.mark.parametrize("settings", [{}, OTHER_RULES], ids=["default", "other"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("bots", ["random", "mixed"])
def test_who_is_told_the_events_knows_the_table(bots: str, players: int, settings: dict[str, Any]) -> None:
    _, table = at_a_table(players, bots, **settings)
    assert bool(settings) == (table.rules.day_markers == DayMarkers.END_OF_TURN)
    for game in range(GAMES):
        events = table.start(SEED, game)
        Follower(table.rules, players).watch(table, events)


SEAT = r"Seat \d"
BEGINNINGS = re.compile(
    rf"  (?:The contacts are shuffled\.|{SEAT} has the benefit |{SEAT} moves a Watchdog from |Contact \d, .*\.|{SEAT} is due for "
    rf"|{SEAT} chooses sector \d|{SEAT} places (?:his own pawn|the Accomplice) first\."
    rf"|{SEAT} (?:with the Accomplice )?(?:enters|finds no zone|stays out)|{SEAT} plays |{SEAT} has \d+ Henchm[ae]n by Night\."
    rf"|{SEAT} does what waited|{SEAT} has reached the goal\.|All spent bribes|Available: |The missions are shuffled\.)"
)
ONCE_A_LINE = re.compile(rf"{SEAT} (?:with the Accomplice )?(?:enters|finds no zone|stays out)|{SEAT} plays (?!a Favor)|Contact \d, ")
STATUS = re.compile(rf"  (?:Contacts|Mission|Watchdogs|{SEAT}): ")
"""Lines below the heading of a round that tell how everybody and everything stands."""


@pytest.mark.parametrize("players", PLAYERS)
def test_each_line_tells_one_thing_and_what_followed_from_it(players: int) -> None:
    manifest, table = at_a_table(players)
    for game in range(GAMES):
        lines = list(tell_game(manifest, table, game))
        rounds = "\n".join(lines).split("\n\nResult")[0].split("\n\nRound ")[1:]
        assert len(rounds) == table.state.rounds
        told = Counter[str]()
        for number, block in enumerate(rounds, start=1):
            heading, status, *rest = block.split("\n")
            assert heading == str(number)
            assert status.startswith(f"  {'Day' if number % 2 else 'Night'} of Turn {(number + 1) // 2}; Seat ")
            assert sum(line.startswith("  Seat ") for line in rest if STATUS.match(line)) == players
            for line in rest:
                if STATUS.match(line):
                    continue
                assert BEGINNINGS.match(line), line
                assert len(ONCE_A_LINE.findall(line)) <= 1, line
            words = r" (enters|finds no zone|stays out|wins|plays (?!no|a Favor)|has completed)\b(?! no | fewer )"
            told.update(re.findall(words, block))
        result = table.result()
        assert told["enters"] == result.placements.sum()
        assert told["finds no zone"] == result.failed.sum()
        assert told["stays out"] == result.skipped.sum()
        assert told["has completed"] == result.missions.sum()
        assert not re.search(r"\bseat \d|  Seat \d \.|\bNone\b", "\n".join(lines))


def test_data_hold_events_of_chance_alone() -> None:
    manifest, table = at_a_table(3)
    names = {event.name.lower() for event in text.CHANCE_EVENTS}
    *steps, _ = game = list(describe_game(manifest, table, 0))
    assert json.loads(json.dumps(game)) == game
    found = Counter(event[0] for step in steps for event in step["chance"])
    assert set(found) <= names
    turns = steps[-1]["state"]["turn"]
    assert (found["mission_pile"], found["contact"], found["triggerman"], found["watchdog"]) == (30, 13 * turns, 1, 1)
    assert found["scheme_pile"] >= 60


def test_every_decision_of_the_data_has_its_words() -> None:
    """Names of decisions and actions are those that another program checks the game by."""
    manifest, table = at_a_table(4, "random")
    asked: dict[str, set[str]] = {}
    for game in range(GAMES):
        for step in describe_game(manifest, table, game):
            if "decision" in step:
                asked.setdefault(step["decision"], set()).update(action[0] for action in step["legal"])
    assert asked["bid"] == {"pass", "bid", "favor"}
    assert asked["sector"] == asked["watchdog_to"] == {"sector"}
    assert asked["zone"] == {"resupply", "mission", "skip", "fail"}
    assert asked["scheme"] == {"scheme", "no_scheme"}
    assert asked["ransom"] == {"ransom", "refuse"}
    assert asked["alternative"] == {"alternative"}
    assert set(asked) <= {decision.name.lower() for decision in Decision}


def sentence(event: int, *meaning: int) -> str:
    """An event as it is told, by itself."""
    return text.tell_event((event, *meaning, *[0] * (3 - len(meaning))), None, load_rulebook(SPEC))


def statement_of(scheme: str, number: int = 0) -> int:
    """Row of a statement of a scheme."""
    book = load_rulebook(SPEC)
    row = [card.slug for card in book.tables["schemes"]].index(scheme)
    return int(book.record.first_statement[book.record.scheme_program[row]]) + number


def test_a_ransom_is_spent_and_nobody_gets_it() -> None:
    assert sentence(Event.RANSOM_PAID, 3, 2, 1) == "Seat 3 spends 2 bribes as ransom; Seat 1 steals nothing."


def test_a_night_without_henchmen_is_not_told() -> None:
    assert sentence(Event.NIGHT_COUNT, 1, 0) == ""
    assert sentence(Event.NIGHT_COUNT, 1, 3) == "Seat 1 has 3 Henchmen by Night."


@pytest.mark.parametrize(
    ("scheme", "number", "met", "line"),
    [
        ("light_fingers", 0, 1, "Seat 2 finds nothing to steal."),
        ("roll_of_the_dead", 0, 0, "Seat 2 has completed no Carnage mission."),
        ("double_shift", 2, 0, "Seat 2 has less than 2 Rep with the Militia."),
        ("bury_the_file", 0, 1, "Seat 2 finds nothing to sabotage."),
        ("general_strike", 0, 1, "Seat 2 finds no rival whom it concerns."),
    ],
)
def test_an_effect_that_does_nothing_says_why(scheme: str, number: int, met: int, line: str) -> None:
    assert sentence(Event.NOTHING_DONE, 2, statement_of(scheme, number), met) == line


def test_effects_in_vain_are_noticed_in_play() -> None:
    """Where everybody starts with nothing and the supply is almost empty, most of what is gained by cards is not there."""
    _, table = at_a_table(3, "random", starting_resources=0, resource_tokens=1)
    reasons = set()
    for game in range(GAMES):
        events = table.start(SEED, game)
        while table.state.actor != NONE:
            reasons |= {sentence(*event)[len("Seat 0 ") :] for event in events if event[0] == Event.NOTHING_DONE}
            events = table.apply(table.choose())
    assert {"finds nothing left in the supply.", "finds nothing to steal."} <= reasons


@pytest.mark.parametrize("players", PLAYERS)
def test_the_end_is_told_in_words_with_both_tracks(players: int) -> None:
    manifest, table = at_a_table(players)
    for game in range(GAMES):
        lines = list(tell_game(manifest, table, game))
        row = table.result()
        decided, scores, *seats = lines[-players - 2 :]
        assert f"after {row.turns} turns ({row.rounds} rounds)" in decided
        assert "_" not in decided
        assert scores.startswith("  Scores, percent of the nearer goal: Seat 0 (")
        for seat, line in enumerate(seats):
            assert line.startswith(f"  Seat {seat}: {row.infamy[seat]} Infamy; Rep: ")
            assert line.endswith("; goal reached: none.") is bool(row.score[seat] < 100)


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_dealt_is_told_once_and_in_order(players: int) -> None:
    manifest, table = at_a_table(players)
    told = "\n".join(tell_game(manifest, table, 0))
    set_up, first, *rounds = told.split("\n\nRound ")
    assert (set_up.count("  Available: "), first.count("  Mission: ")) == (players, 0)
    assert rounds[0].count("  Mission: ") == players
    for number, block in enumerate((first, *rounds), start=1):
        contacts, shuffled = block.index("  Contacts: "), block.find("  The contacts are shuffled.")
        assert (0 < shuffled < contacts) is (number % 2 == 1)
    assert not re.search(r"zone \d[ab]|takes effect \d", told)
