"""How long games last: by hand, censored, in deals."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyses.intervals import SHARE_BOUNDS, ratio, wilson
from analyses.length import Lengths, binned, tables
from analyses.source import read
from analyses.sums import ClusterSums, Counts
from simcore.spec import CAPPED
from tests.analyses.synthetic import FINISHED, MemoryRun, rows


def lengths_of(numbers, rotations=1, capped=(), sizes=(1000,), unit="rounds") -> Lengths:
    numbers = np.asarray(numbers)
    reasons = np.full(len(numbers), FINISHED)
    reasons[list(capped)] = CAPPED
    winners = np.where(reasons == CAPPED, 0, 1)
    lengths = Lengths(unit)
    read(MemoryRun(rows(winners, 2, rotations, end_reason=reasons, **{unit: numbers}), rotations=rotations, sizes=sizes), lengths)
    return lengths


def test_twenty_games_by_hand():
    lengths = lengths_of([*range(1, 20), 40])
    found = lengths.summary()
    assert found == {
        "mean": 11.5,
        "sd": pytest.approx(np.std([*range(1, 20), 40], ddof=1)),
        "median": 10,
        "p05": 1,
        "p95": 19,
        "max": 40,
        "censored": 0,
    }
    assert lengths.quantile(0.9) == 18
    beyond = lengths.beyond().set_index("rounds")
    assert beyond.index.tolist() == list(range(1, 40))
    assert beyond.loc[19, "games"] == beyond.loc[39, "games"] == 1
    assert tuple(beyond.loc[10, ["share", "low", "high"]]) == (0.5, *wilson(10, 20))


def test_the_round_limit_may_stop_some_games_at_fewer_turns_than_others_take():
    """What is said of turns holds however long the two games stopped at turn 8 would have gone on: they may have been in their last."""
    turns = [5] * 10 + [8] * 4 + [9] * 4 + [8, 8]
    lengths = lengths_of(turns, capped=[18, 19], unit="turns")
    found = lengths.summary()
    assert (found["censored"], found["median"], found["p95"], found["max"]) == (2, 5, None, 9)
    assert lengths.quantile(0.6) is None  # turn 8, or 9 had they been played on
    assert lengths.beyond().set_index("turns")["games"].to_dict() == {5: 10, 6: 10, 7: 10}
    same = lengths_of(turns, capped=[18, 19])
    assert same.quantile(0.6) == 8  # a game stopped at the limit of 8 rounds would have begun a ninth


def test_capped_games_are_longer_than_what_was_seen_of_them():
    rounds = [5] * 12 + [7] * 6 + [50, 50]
    lengths = lengths_of(rounds, capped=[18, 19])
    found = lengths.summary()
    assert (found["censored"], found["sd"], found["median"], found["p95"], found["max"]) == (2, None, 5, None, 50)
    assert found["mean"] == np.mean(rounds)  # at least
    assert lengths.quantile(0.9) == 7
    beyond = lengths.beyond()
    assert beyond["rounds"].max() == 49
    assert beyond["games"].tolist()[-1] == 2
    assert lengths.distribution()["games"].sum() == 20
    assert any("at least" in title for title in tables(MemoryRun(rows([0] * 2, 2, end_reason=CAPPED))))


def test_ends_of_quantiles_are_lengths_at_which_the_share_of_games_over_may_be_the_one_asked_for():
    rounds = np.random.default_rng(3).poisson(12, 900)
    lengths = lengths_of(rounds)
    for share in (0.05, 0.5, 0.9):
        low, high = lengths.quantile_ends(share)
        assert low <= lengths.quantile(share) <= high
        over = [wilson(int((rounds <= t).sum()), 900) for t in (low - 1, low, high - 1, high)]
        assert over[0][1] < share <= over[1][1]
        assert over[2][0] < share <= over[3][0]


def test_ends_of_quantiles_beyond_the_round_limit_are_not_known():
    rounds = [5] * 60 + [7] * 20 + [50] * 20
    stopped = lengths_of(rounds, capped=list(range(80, 100)))
    assert stopped.quantile_ends(0.5) == (5, 5)
    assert stopped.quantile_ends(0.79) == (7, None)
    assert stopped.quantile_ends(0.95) == (None, None)
    assert lengths_of(rounds).quantile_ends(0.95) == (50, 50)


def test_all_games_of_one_length():
    lengths = lengths_of([8] * 100)
    assert lengths.summary()["sd"] == 0
    assert len(lengths.beyond()) == 0
    assert lengths.distribution().to_dict("records") == [{"first": 8, "last": 8, "games": 100, "share": 1.0, "tail": False}]
    one = lengths_of([8])
    assert one.summary()["sd"] is None
    assert math.isnan(one.mean().low)


@given(seed=st.integers(0, 2**32), rotations=st.integers(2, 6), games=st.integers(2, 80), size=st.integers(1, 30))
@settings(max_examples=40, deadline=None)
def test_shares_of_longer_games_are_clustered_by_deal(seed, rotations, games, size):
    """The counts of pairs give the same interval as a column of its own for each length."""
    generator = np.random.default_rng(seed)
    rounds = np.repeat(generator.integers(3, 12, -(-games // rotations)), rotations)[:games] + generator.integers(0, 3, games)
    deal = np.arange(games) // rotations
    beyond = lengths_of(rounds, rotations, sizes=(size,)).beyond()
    for bound, share, low, high in beyond[["rounds", "share", "low", "high"]].itertuples(index=False):
        sums = ClusterSums(2)
        longer = (rounds > bound).astype(float)
        sums.add(np.column_stack([np.ones(games), longer]), deal)
        assert share == longer.mean()
        if sums.clusters >= 50 or sums.single:
            expected = ratio(sums, 1, 0, SHARE_BOUNDS)
            assert (low, high) == pytest.approx((expected.low, expected.high))
        assert 0 <= low <= share <= high <= 1


def test_many_deals_agree_with_a_column_of_their_own():
    generator = np.random.default_rng(9)
    rounds = np.repeat(generator.integers(3, 12, 100), 4)[:398] + generator.integers(0, 3, 398)
    beyond = lengths_of(rounds, 4, sizes=(37,)).beyond().set_index("rounds")
    for bound in (4, 7, 11):
        sums = ClusterSums(2)
        sums.add(np.column_stack([np.ones(398), rounds > bound]), np.arange(398) // 4)
        expected = ratio(sums, 1, 0, SHARE_BOUNDS)
        assert tuple(beyond.loc[bound, ["share", "low", "high"]]) == pytest.approx(expected[:3])


@given(values=st.lists(st.integers(-30, 400), min_size=1, max_size=200), most=st.integers(2, 40))
@settings(deadline=None)
def test_bins_hold_every_number_once(values, most):
    counts = Counts()
    counts.add(np.array(values))
    table = binned(counts, most)
    assert len(table) <= most
    assert table["games"].sum() == len(values)
    assert table["share"].sum() == pytest.approx(1)
    assert table["first"].iloc[0] == min(values)
    assert table["last"].iloc[-1] >= max(values)
    assert (table["first"].to_numpy()[1:] == table["last"].to_numpy()[:-1] + 1).all()
    assert table["tail"].sum() <= 1
    for first, last, games in table[["first", "last", "games"]].itertuples(index=False):
        assert games == sum(first <= value <= last for value in values)


def test_a_long_tail_is_one_row():
    counts = Counts()
    counts.add(np.array([*([10] * 500), *([11] * 495), 12, 90, 150, 170, 199]))
    table = binned(counts, 20)
    assert table["tail"].tolist() == [False] * (len(table) - 1) + [True]
    assert table["last"].iloc[-1] == 199
    assert len(binned(Counts())) == 0
