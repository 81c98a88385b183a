"""Auctions: by hand, against a regression, and with planted truths."""

import math

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

from analyses.intervals import critical_t
from analyses.prices import ALL, Prices
from analyses.source import card_tables, read
from simcore.spec import GameBatch
from tests.analyses.market import AUCTION, CONTACTS, market_games, market_rows, market_run
from tests.analyses.test_intervals import covers
from tests.analyses.test_win_rate import duel


def prices_of(batch: GameBatch, rotations: int = 1, sizes: tuple[int, ...] = (100_000,)) -> Prices:
    run = market_run(batch, rotations, sizes)
    prices = Prices(run.spec, batch.seats, card_tables(run))
    read(run, prices)
    return prices


def row_of(table: pd.DataFrame, card: int, period: str = ALL) -> pd.Series:
    return table[(table["card"] == f"contact_{card}") & (table["period"] == period)].iloc[0]


def sales(*rows: tuple[int, int]) -> np.ndarray:
    """Numbers of contacts 0 and 1, a row a game; contact 2 is never offered."""
    return np.array([(*row, 0) for row in rows])


def test_prices_by_hand():
    """Contact 0: by Day sold for 3 and for 2 and 4, by Night once for a token; contact 1: once unsold by Night."""
    batch = market_rows(
        [1, 2],
        2,
        sold_day=sales((1, 0), (2, 0)),
        bid_day=sales((3, 0), (6, 0)),
        cost_day=sales((1, 0), (3, 0)),
        token_night=sales((1, 0), (0, 0)),
        cost_night=sales((2, 0), (0, 0)),
        unsold_night=sales((0, 0), (0, 1)),
    )
    table = prices_of(batch).prices()
    assert list(table["period"][:3]) == ["day", "night", ALL]
    day, night, all_day = (row_of(table, 0, period) for period in ("day", "night", ALL))
    assert day[["offered", "sold", "instead", "unsold"]].tolist() == [3, 3, 0, 0]
    assert day[["bid", "cost", "unsold_share", "instead_share"]].tolist() == pytest.approx([3, 4 / 3, 0, 0])
    assert night[["offered", "sold", "instead", "unsold"]].tolist() == [1, 0, 1, 0]
    assert math.isnan(night["bid"])
    assert night[["cost", "unsold_share", "instead_share"]].tolist() == [2, 0, 1]
    assert all_day[["offered", "sold", "instead", "bid", "cost", "instead_share"]].tolist() == pytest.approx([4, 3, 1, 3, 6 / 4, 1 / 4])
    nobody = row_of(table, 1)
    assert nobody[["offered", "unsold", "unsold_share"]].tolist() == [1, 1, 1]
    assert nobody[["bid", "cost", "instead_share"]].isna().all()
    never = row_of(table, 2)
    assert never["offered"] == 0
    assert never[["bid", "cost", "unsold_share", "instead_share"]].isna().all()
    assert table["small"].all()


@pytest.mark.parametrize("rotations", [1, 4])
def test_the_mean_bid_is_a_ratio_clustered_by_deal(rotations):
    batch = market_games(200, np.random.default_rng(1), rotations=rotations)
    row = row_of(prices_of(batch, rotations, sizes=(7, 300)).prices(), 1, "night")
    starts = np.arange(0, len(batch), rotations)
    bid, sold = (np.add.reduceat(batch[f"{kind}_night"][:, 1].astype(float), starts) for kind in ("bid", "sold"))
    mean = bid.sum() / sold.sum()
    n, deals = len(bid), int((sold > 0).sum())
    variance = ((bid - mean * sold) ** 2).sum() / sold.sum() ** 2 * deals / (deals - 1)
    assert n == 200
    assert row["bid"] == pytest.approx(mean)
    assert row["bid_high"] - row["bid_low"] == pytest.approx(2 * critical_t(0.95, deals - 1) * math.sqrt(variance))


@pytest.mark.parametrize("rotations", [1, 4])
def test_prices_and_shares_are_covered(rotations):
    """A bid is 1 + the deal's level, 0 to 3, and another with chance a half; a token is given in 0.16 of 0.76 sales."""
    generator = np.random.default_rng(2)
    repetitions = 200
    hits = {"bid": 0, "cost": 0, "unsold": 0, "instead": 0}
    truths = {"bid": 3.0, "cost": 1.3, "unsold": 0.24, "instead": 0.16 / 0.76}
    for _ in range(repetitions):
        row = row_of(prices_of(market_games(120, generator, rotations=rotations), rotations).prices(), 2)
        for name, truth in truths.items():
            hits[name] += row[f"{name}_low"] <= truth <= row[f"{name}_high"]
    assert all(covers(found, repetitions, 0.93) for found in hits.values())


@pytest.mark.parametrize("rotations", [1, 4])
def test_buyers_are_compared_with_others_in_games_in_which_it_was_offered(rotations):
    batch = market_games(300, np.random.default_rng(3), rotations=rotations)
    table = prices_of(batch, rotations, sizes=(5, 200)).buyers()
    offered = sum(batch[f"{kind}_{period}"] for kind in ("sold", "token", "unsold") for period in AUCTION.periods) > 0
    position = (np.arange(4) - batch["first_seat"][:, None]) % 4
    for card in range(CONTACTS):
        there = offered[:, card]
        has = (batch["bought"][there] >> card & 1).ravel().astype(float)
        dummies = (position[there].ravel()[:, None] == np.arange(4)).astype(float)
        fit = sm.OLS(batch.excess[there].ravel(), np.column_stack([has, dummies])).fit(
            cov_type="cluster", cov_kwds={"groups": np.repeat(batch["deal"][there], 4)}
        )
        row = table.iloc[card]
        assert 0 < there.mean() < 1
        assert row["difference"] == pytest.approx(fit.params[0], abs=1e-12)
        assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * fit.bse[0], rel=0.02)
        assert row["seats"] == has.sum()
        assert row["win_share"] == pytest.approx(batch.credit[there].ravel() @ has / has.sum())
        assert row["win_low"] < row["win_share"] < row["win_high"]
    assert table["low"][0] > 0


def test_prices_do_not_depend_on_batches():
    batch = market_games(150, np.random.default_rng(4), rotations=3)
    whole, pieces = prices_of(batch, 3), prices_of(batch, 3, sizes=(1, 50, 7))
    for table in (Prices.prices, Prices.buyers):
        pd.testing.assert_frame_equal(table(whole), table(pieces), check_exact=True)


def test_a_card_that_only_one_price_was_paid_for():
    batch = market_rows([1, 2] * 40, 2, sold_day=sales(*[(1, 0)] * 80), bid_day=sales(*[(2, 0)] * 80))
    row = row_of(prices_of(batch).prices(), 0)
    assert (row["bid"], row["bid_low"], row["bid_high"]) == (2, 2, 2)


def test_a_game_without_auctions_has_no_prices():
    run = duel(2, {"target": 1}, 50)
    prices = Prices(run.spec, 2, card_tables(run))
    read(run, prices)
    assert len(prices.prices()) == len(prices.buyers()) == 0
