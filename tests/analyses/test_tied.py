"""Whom each step favours among those tied: by hand, and in the duel, whose last throw favours nobody."""

import numpy as np
import pytest

from analyses.source import read
from analyses.tied import TIED, Tied
from tests.analyses.synthetic import SCORE, TOKEN, MemoryRun, rows
from tests.analyses.test_win_rate import duel


def table_of(batch, rotations=1, sizes=(3, 2)):
    tied = Tied(batch.spec, batch.seats)
    read(MemoryRun(batch, rotations=rotations, sizes=sizes), tied)
    return tied.table()


def test_excess_among_the_tied_by_hand():
    """Seat 1 begins. Two games by score; two by the token: seats 1 and 2 tied, then all three."""
    batch = rows([2, 1, 2, 4], 3, first_seat=np.ones(4, int), decided_by=np.array([SCORE, SCORE, TOKEN, TOKEN]),
                 contenders=np.array([7, 7, 6, 7]))  # fmt: skip
    table = table_of(batch).set_index(["step", "position"])
    assert set(TIED) == {*table.index.names, *table.columns}
    assert table.loc["score", "excess"].tolist() == pytest.approx([1 / 2 - 1 / 3, -1 / 3, 1 / 2 - 1 / 3])
    assert table.loc["score", "tied"].tolist() == [2, 2, 2]
    assert table.loc["token", "tied"].tolist() == [2, 2, 1]
    assert table.loc["token", "win_share"].tolist() == [0.5, 0.5, 0]
    assert table.loc["token", "excess"].tolist() == pytest.approx([(1 / 2 - 1 / 3) / 2, (-1 / 2 + 2 / 3) / 2, -1 / 3])
    assert table["tie_break"].tolist() == [False] * 3 + [True] * 3
    assert table["decided"].tolist() == [2] * 6
    assert table["small"].all()


def test_steps_and_positions_that_never_were_have_no_row():
    batch = rows([1, 2, 3, 0], 3, decided_by=np.array([TOKEN, TOKEN, 2, 0]), contenders=np.array([3, 3, 3, 0]))
    table = table_of(batch)
    assert table["step"].tolist() == ["token", "token"]
    assert table["position"].tolist() == [1, 2]


def test_a_broken_tie_break_is_seen_and_the_excess_of_the_tied_adds_up_to_nothing():
    """The first of those tied wins nine times in ten."""
    generator = np.random.default_rng(8)
    pairs = np.array([[0, 1], [0, 2], [1, 2]])[generator.integers(0, 3, 2000)]
    chosen = np.where(generator.random(2000) < 0.9, pairs[:, 0], pairs[:, 1])
    batch = rows(1 << chosen, 3, decided_by=np.full(2000, TOKEN), contenders=(1 << pairs).sum(axis=1))
    table = table_of(batch, sizes=(700, 300))
    half = (table["excess_high"] - table["excess_low"]) / 2
    assert ((table["excess"] - [0.4, 0.0, -0.4]).abs() < 2 * half).all()  # three intervals of 95 % at once
    assert (half < 0.06).all()
    assert (table["excess"] * table["tied"]).sum() == pytest.approx(0, abs=1e-9)


def test_games_of_one_deal_widen_the_interval():
    winners = np.repeat([1, 2] * 50, 4)
    columns = {"decided_by": np.full(400, TOKEN), "contenders": np.full(400, 3)}
    together, apart = table_of(rows(winners, 2, 4, **columns), 4), table_of(rows(winners, 2, **columns))
    assert together["excess"][0] == apart["excess"][0] == 0
    assert together["excess_high"][0] > 1.9 * apart["excess_high"][0]


def test_the_last_throw_of_a_duel_favours_nobody_and_being_alone_at_the_target_does_not_either():
    run = duel(3, {"equal_turns": True}, 20_000)
    tied = Tied(run.spec, 3)
    read(run, tied)
    table = tied.table()
    assert table["step"].tolist() == ["target"] * 3 + ["last_throw"] * 3
    assert (table["tied"][:3] == table["decided"][:3]).all()
    assert (table["tied"][3:] < table["decided"][3:]).all()
    spread = (table["excess_high"] - table["excess_low"]) / 2
    assert (table["excess"].abs() < 2.5 * spread).all()
    assert (spread < 0.02).all()


def test_the_first_to_arrive_in_a_duel_of_unequal_turns_is_favoured_by_being_first():
    table = table_of(duel(2, {}, 3000).batch)
    assert table["step"].tolist() == ["target"] * 2
    assert table["excess_low"][0] > 0.05
