"""Who leads round by round, and how often that leader wins: by hand, cut anywhere, and in the duel."""

import numpy as np
import pytest

from analyses.course import LEADERS, Course
from analyses.intervals import wilson
from analyses.source import read
from simcore.spec import LEADER_ROUNDS
from tests.analyses.synthetic import MemoryRun, rows
from tests.analyses.test_win_rate import duel


def packed(*games: list[int]) -> np.ndarray:
    """Leaders round by round, -1 for nobody, as the column has them."""
    return np.array([sum((7 if seat < 0 else seat + 1) << 3 * number for number, seat in enumerate(game)) for game in games])


def leaders_of(batch, rotations=1, sizes=(3, 2)):
    course = Course()
    read(MemoryRun(batch, rotations=rotations, sizes=sizes), course)
    return course.leaders()


def four_games():
    """Seats 0 to 2; the first in turn order is seat 1. A sole win, a shared one, one that nobody wins, one over after a round."""
    return rows([1, 6, 0, 4], 3, first_seat=np.ones(4, int), rounds=np.array([3, 3, 2, 1]),
                leaders=packed([0, -1, 0], [1, 2, 2], [1, 1], [2]))  # fmt: skip


def test_leaders_by_hand():
    table = leaders_of(four_games())
    assert list(table.columns) == list(LEADERS)
    assert table["round"].tolist() == [1, 2]  # nothing goes on after round 3
    assert table["running"].tolist() == [3, 2]
    assert table["alone"].tolist() == [3, 1]
    assert table["share"].tolist() == [1, 0.5]
    assert table["wins"].tolist() == [pytest.approx(1.5 / 3), 0.5]  # seat 0 wins, seat 1 shares, seat 1 gets nothing; seat 2 shares
    assert table["first"].tolist() == [pytest.approx(2 / 3), 0]
    assert (table["low"][1], table["high"][1]) == wilson(1, 2)
    assert table["small"].all()


def test_a_round_after_which_nobody_leads_has_no_winner_to_count():
    table = leaders_of(rows([1, 1], 2, rounds=np.array([2, 2]), leaders=packed([-1, 0], [-1, 1])))
    assert (table["running"].tolist(), table["alone"].tolist()) == ([2], [0])
    assert np.isnan(table["wins"][0])


def test_rounds_beyond_those_kept_have_no_row():
    games = rows([1] * 3, 2, rounds=np.full(3, LEADER_ROUNDS + 5), leaders=packed(*[[0] * LEADER_ROUNDS] * 3))
    table = leaders_of(games)
    assert table["round"].tolist() == list(range(1, LEADER_ROUNDS + 1))
    assert (table["alone"] == 3).all()


def test_it_does_not_matter_where_the_games_are_cut():
    generator = np.random.default_rng(5)
    length = generator.integers(1, 9, 400)
    games = rows(generator.choice([1, 2, 3, 5, 0], 400), 3, 4, rounds=length,
                 leaders=packed(*(generator.integers(-1, 3, n).tolist() for n in length)))  # fmt: skip
    one, other = (leaders_of(games, 4, sizes) for sizes in ((1000,), (7, 13)))
    assert one.equals(other)


def test_games_of_one_deal_widen_the_interval():
    one = rows([1, 2] * 100, 2, rounds=np.full(200, 2), leaders=packed(*[[0, 0]] * 200))
    apart = leaders_of(one)
    winners = np.repeat([1, 2] * 25, 4)
    together = leaders_of(rows(winners, 2, 4, rounds=np.full(200, 2), leaders=packed(*[[0, 0]] * 200)), 4)
    assert apart["wins"][0] == together["wins"][0] == 0.5
    assert together["wins_high"][0] - together["wins_low"][0] > 1.9 * (apart["wins_high"][0] - apart["wins_low"][0])


def test_the_leader_of_a_duel_after_a_round_is_known():
    """To 3 with coins of 1 and 2, everybody finishing the round: after a throw each half of the games have a leader, at 2 to 1.

    The leader arrives in the next round; the other one only with a 2, and then has the higher last throw or shares.
    """
    run = duel(2, {"target": 3, "sides": 2, "equal_turns": True}, 40_000)
    first = leaders_of(run.batch).iloc[0]
    assert first["low"] < 1 / 2 < first["high"]
    assert first["first_low"] < 1 / 2 < first["first_high"]
    assert first["wins_low"] < 1 / 2 + 1 / 4 * 0 + 1 / 4 * 1 / 2 < first["wins_high"]
