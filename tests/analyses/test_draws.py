"""Cards by the round in which they were drawn: by hand."""

import numpy as np
import pandas as pd
import pytest

from analyses.draws import DRAW_COLUMNS, Draws
from analyses.source import read
from simcore.spec import DRAWN_MOST, DRAWN_ROUNDS, GameBatch
from tests.analyses.market import by_round, market_games, market_rows, market_run
from tests.analyses.test_win_rate import duel


def draws_of(batch: GameBatch, rotations: int = 1, sizes: tuple[int, ...] = (100_000,)) -> pd.DataFrame:
    run = market_run(batch, rotations, sizes)
    draws = Draws(run.spec, batch.seats)
    read(run, draws)
    return draws.table()


def test_a_round_by_hand():
    """Round 3: seat 0 draws in a game it wins and in one it loses; it wins a game without; the fourth ends before and is not compared."""
    drawn, used = np.zeros((2, 4, 2, DRAWN_ROUNDS), int)
    drawn[0, 0, 2], drawn[2, 0, 2], used[0, 0, 2] = 2, 1, 1
    drawn[1, 1, DRAWN_ROUNDS - 1] = DRAWN_MOST
    rounds = np.array([10, DRAWN_ROUNDS + 5, 10, 2])
    table = draws_of(market_rows([1, 1, 2, 2], 2, drawn_rounds=by_round(drawn), drawn_used=by_round(used), rounds=rounds))
    assert table["round"].tolist() == [3, DRAWN_ROUNDS]
    assert table["tail"].tolist() == [False, True]
    assert table["cards"].tolist() == [3, DRAWN_MOST]
    assert table["used"].tolist() == [1, 0]
    assert table["used_share"].tolist() == pytest.approx([1 / 3, 0])
    assert table["seats"].tolist() == [2, 1]
    assert table["win_share"].tolist() == [0.5, 0.0]
    assert table["difference"][0] == pytest.approx(0.0 - 0.5)
    assert np.isnan(table["difference"][1])  # nobody else to compare with at that position
    assert table["small"].all()


def test_those_who_draw_are_compared_within_turn_order():
    """The first in turn order always wins and always draws: that says nothing of drawing."""
    first = np.arange(200) % 2
    drawn = by_round((first[:, None] == np.arange(2)).astype(int)[..., None])
    row = draws_of(market_rows(1 << first, 2, first_seat=first, drawn_rounds=drawn)).iloc[0]
    assert (row["seats"], row["win_share"], row["small"]) == (200, 1.0, False)
    assert np.isnan(row["difference"])


def test_intervals_are_clustered_by_deal():
    """Four games of a deal that are all alike tell as much as one."""
    generator = np.random.default_rng(7)
    winner, counts = np.repeat(generator.integers(0, 2, 100), 4), np.repeat(generator.integers(0, 3, (100, 2, 3)), 4, axis=0)
    batch = market_rows(1 << winner, 2, 4, drawn_rounds=by_round(counts), drawn_used=by_round(counts // 2))
    apart = GameBatch(batch.spec, 2, {**batch.columns, "deal": batch["game"]})
    together, apart = draws_of(batch, 4), draws_of(apart)
    for low, high in (("used_low", "used_high"), ("win_low", "win_high"), ("low", "high")):
        assert (together[high] - together[low] > 1.9 * (apart[high] - apart[low])).all()
    assert together["difference"].tolist() == apart["difference"].tolist()


def test_draws_do_not_depend_on_batches():
    batch = market_games(150, np.random.default_rng(6), rotations=3)
    whole = draws_of(batch, 3)
    assert whole["round"].tolist() == [1, 2, 3]
    pd.testing.assert_frame_equal(whole, draws_of(batch, 3, sizes=(3, 150, 21)), check_exact=True)


def test_a_game_that_does_not_say_when_cards_are_drawn_has_no_rows():
    run = duel(2, {"target": 1}, 50)
    draws = Draws(run.spec, 2)
    read(run, draws)
    assert draws.table().columns.tolist() == list(DRAW_COLUMNS)
    assert draws.table().empty
