"""The duel against its exact answers, clause by clause."""

import functools
import itertools

import numpy as np
import pytest
from scipy import stats

import simcore
from simcore.games.duel.state import Action
from simcore.playout import Table
from simcore.runner import Player, make_manifest
from simcore.spec import CAP, SHARED

GAMES = 20_000
ALARM_LEVEL = 1e-4
SIDES = 6


def play(players: int = 2, games: int = GAMES, **settings) -> np.ndarray:
    return Player(make_manifest("duel", players=players, games=games, seed=7, settings=settings)).rows(0, games)


def a_table(players: int = 2, **settings) -> Table:
    player = Player(make_manifest("duel", players=players, seed=7, settings=settings))
    table = Table(player.spec, player.rules, player.lineup, player.centres, players, 1)
    table.start(7, 0)
    return table


def share_is(successes: int, games: int, truth: float) -> bool:
    if truth in (0.0, 1.0):
        return successes == games * truth
    return bool(stats.binomtest(int(successes), games, truth).pvalue > ALARM_LEVEL)


def first_wins(rows: np.ndarray) -> np.ndarray:
    return rows["winners"] == 1 << rows["first_seat"]


@functools.cache
def first_player_wins(mine: int, other: int) -> float:
    """Exact chance that the player in turn arrives first; both still need this much."""
    if other <= 0:
        return 0.0
    return sum(1 - first_player_wins(other, mine - die) if mine > die else 1.0 for die in range(1, SIDES + 1)) / SIDES


def by_last_throw(players: int) -> tuple[float, float]:
    """Chances of a sole winner and of a tie of all when everybody throws once at target 1."""
    throws = list(itertools.product(range(SIDES), repeat=players))
    sole = sum(throw.count(max(throw)) == 1 for throw in throws)
    everybody = sum(throw.count(max(throw)) == players for throw in throws)
    return sole / len(throws), everybody / len(throws)


@pytest.mark.clause("DUE-01")
@pytest.mark.clause("DUE-02")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_starts_at_zero_and_anybody_may_begin(players):
    assert a_table(players).state.total.tolist() == [0] * 6
    begun = np.bincount(play(players, target=1)["first_seat"], minlength=players)
    assert stats.chisquare(begun).pvalue > ALARM_LEVEL


@pytest.mark.clause("DUE-03")
def test_a_throw_adds_the_die_and_passes_it_to_the_left():
    table = a_table(3)
    seat = int(table.state.actor)
    assert table.legal() == [Action.THROW]
    ((_, thrower, die, _),) = table.apply(Action.THROW)
    assert thrower == seat
    assert table.state.total[seat] == die
    assert table.state.actor == (seat + 1) % 3


@pytest.mark.clause("DUE-03")
def test_the_die_is_fair():
    throws = play(target=1)["score"].max(axis=1)
    assert stats.chisquare(np.bincount(throws, minlength=SIDES + 1)[1:]).pvalue > ALARM_LEVEL


@pytest.mark.clause("DUE-04")
@pytest.mark.clause("DUE-05")
@pytest.mark.parametrize(("target", "truth"), [(1, 1.0), (2, 31 / 36), (10, 0.66089), (20, 0.61886), (30, 0.59761)])
def test_the_first_to_arrive_wins(target, truth):
    assert first_player_wins(target, target) == pytest.approx(truth, abs=5e-6)
    rows = play(target=target)
    assert share_is(first_wins(rows).sum(), GAMES, first_player_wins(target, target))
    assert ((rows["score"] >= target).sum(axis=1) == 1).all()


@pytest.mark.clause("DUE-06")
def test_with_equal_turns_two_players_share_what_they_should():
    rows = play(target=1, equal_turns=True)
    assert share_is(first_wins(rows).sum(), GAMES, 5 / 12)
    assert share_is((rows["winners"] == 1 << (1 - rows["first_seat"])).sum(), GAMES, 5 / 12)
    assert share_is((rows["decided_by"] == SHARED).sum(), GAMES, 1 / 6)


@pytest.mark.clause("DUE-06")
@pytest.mark.parametrize(("players", "truth"), [(3, 55 / 72), (4, 25 / 36), (5, 4895 / 7776)])
def test_with_equal_turns_there_is_a_sole_winner_as_often_as_there_should(players, truth):
    assert by_last_throw(players)[0] == pytest.approx(truth)
    rows = play(players, target=1, equal_turns=True)
    assert share_is((rows["decided_by"] != SHARED).sum(), GAMES, truth)
    assert share_is((rows["winners"] == (1 << players) - 1).sum(), GAMES, by_last_throw(players)[1])


@pytest.mark.clause("DUE-06")
def test_only_those_who_arrived_compete_with_their_last_throw():
    rows = play(3, target=10, equal_turns=True)
    names = simcore.game("duel").decided_by
    assert {names[code] for code in np.unique(rows["decided_by"])} == {"shared", "target", "last_throw"}
    arrived = (rows["score"] >= 10).sum(axis=1)
    assert np.array_equal(arrived == 1, rows["decided_by"] == names.index("target"))
    winners = rows["standing"] == 1
    assert (rows["score"][winners] >= 10).all()


@pytest.mark.clause("DUE-06")
def test_tied_are_all_at_the_target_those_who_arrived_at_the_last_throw_and_winners_who_share():
    rows = play(3, target=10, equal_turns=True)
    names = simcore.game("duel").decided_by
    arrived = ((rows["score"][:, :3] >= 10) << np.arange(3)).sum(axis=1)
    target, last_throw = names.index("target"), names.index("last_throw")
    for code, tied, steps in (
        (target, np.full(len(rows), 0b111), {target}),
        (last_throw, arrived, {target, last_throw}),
        (SHARED, rows["winners"], {target, last_throw}),
    ):
        games = rows["decided_by"] == code
        assert games.any()
        assert np.array_equal(rows["contenders"][games], tied[games])
        assert (rows["reached"][games] == sum(1 << step for step in steps)).all()


@pytest.mark.clause("DUE-07")
def test_the_round_cap_stops_a_game():
    rows = play(games=200, target=1000, round_cap=5)
    assert (rows["decided_by"] == CAP).all()
    assert (rows["rounds"] == 5).all()
    assert (rows["turns"] == 10).all()


@pytest.mark.clause("DUE-01")
def test_the_first_player_may_start_ahead():
    table = a_table(3, head_start=4)
    first = int(table.state.first_seat)
    assert [int(table.state.total[seat]) for seat in range(3)] == [4 if seat == first else 0 for seat in range(3)]
    assert share_is(first_wins(play(target=10, head_start=3)).sum(), GAMES, first_player_wins(7, 10))


@pytest.mark.clause("DUE-03")
def test_faces_may_count_more_or_nothing():
    changes = (("extra_pips", 3), ("blank_face", True))
    scores = {name: np.unique(play(target=1, games=500, **{name: value})["score"].max(axis=1)) for name, value in changes}
    assert scores["extra_pips"].tolist() == [1, 2, 3, 4, 5, 9]
    assert scores["blank_face"].tolist() == [2, 3, 4, 5, 6]


@pytest.mark.clause("DUE-06")
@pytest.mark.parametrize(
    ("tie_break", "first", "shared"), [("highest", 5 / 12, 1 / 6), ("lowest", 5 / 12, 1 / 6), ("first", 1.0, 0.0), ("none", 0.0, 1.0)]
)
def test_other_ways_to_break_ties(tie_break, first, shared):
    rows = play(target=1, equal_turns=True, tie_break=tie_break)
    assert share_is(first_wins(rows).sum(), GAMES, first)
    assert share_is((rows["decided_by"] == SHARED).sum(), GAMES, shared)


@pytest.mark.clause("DUE-06")
def test_the_lowest_last_throw_wins_where_it_should():
    rows = play(target=1, equal_turns=True, tie_break="lowest")
    sole = rows["decided_by"] != SHARED
    winner = rows["winners"][sole] - 1  # 1 or 2: seat 0 or 1
    score = rows["score"][sole]
    assert (score[np.arange(len(score)), winner] < score[np.arange(len(score)), 1 - winner]).all()
