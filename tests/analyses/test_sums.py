"""Sums over deals: exact, and the same wherever the games are cut."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyses.source import whole_deals
from analyses.sums import FEW_CLUSTERS, ClusterSums, Counts, in_units
from tests.analyses.synthetic import cut, rows

SIZES = st.lists(st.integers(1, 40), min_size=1, max_size=5)


def credits_of(games: int, seats: int = 6, seed: int = 5) -> np.ndarray:
    """Credits of games with any number of winners: sixths, fifths, thirds."""
    winners = np.random.default_rng(seed).integers(0, 2**seats, games)
    return rows(winners, seats).credit


def test_cluster_sums_by_hand():
    sums = ClusterSums(2)
    sums.add(np.array([[1.0, 2.0], [1.0, 0.0], [1.0, 0.5]]), np.array([0, 0, 1]))
    assert (sums.clusters, sums.games, sums.single) == (2, 3, False)
    assert sums.total.tolist() == [3.0, 2.5]
    assert sums.cross.tolist() == [[5.0, 4.5], [4.5, 4.25]]
    assert sums.few.tolist() == [[2.0, 2.0], [1.0, 0.5]]
    assert sums.yes_no.tolist() == [True, False]


@pytest.mark.parametrize("rotations", [1, 3, 5])
@given(sizes=SIZES)
@settings(max_examples=25, deadline=None)
def test_sums_do_not_depend_on_where_games_are_cut(rotations, sizes):
    batch = rows(np.random.default_rng(2).integers(0, 64, 203), 6, rotations)

    def collected(pieces):
        sums = ClusterSums(12)
        for piece in whole_deals(pieces, rotations):
            sums.add(np.hstack([piece.credit, piece.excess]), piece["deal"])
        return sums

    whole, pieces = collected([batch]), collected(cut(batch, sizes))
    assert np.array_equal(whole.total, pieces.total)
    assert np.array_equal(whole.cross, pieces.cross)
    assert (whole.clusters, whole.games) == (pieces.clusters, pieces.games) == (-(-203 // rotations), 203)
    assert np.array_equal(whole.yes_no, pieces.yes_no)


@given(sizes=SIZES, rotations=st.integers(1, 6), games=st.integers(1, 200))
@settings(max_examples=50, deadline=None)
def test_slices_hold_whole_deals_and_all_games(sizes, rotations, games):
    batch = rows(np.ones(games, int), 2, rotations)
    pieces = list(whole_deals(cut(batch, sizes), rotations))
    assert np.concatenate([piece["game"] for piece in pieces]).tolist() == list(range(games))
    deals = [set(piece["deal"].tolist()) for piece in pieces]
    assert sum(map(len, deals)) == len(set().union(*deals))


def test_merged_slices_are_the_whole():
    credit = credits_of(101)
    deal = np.arange(101)
    whole = ClusterSums(6)
    whole.add(credit, deal)
    first, second = ClusterSums(6), ClusterSums(6)
    first.add(credit[:33], deal[:33])
    second.add(credit[33:], deal[33:])
    first.merge(second)
    assert np.array_equal(whole.total, first.total)
    assert np.array_equal(whole.cross, first.cross)
    assert (first.clusters, first.games) == (101, 101)


def test_few_clusters_are_kept_and_many_are_not():
    sums = ClusterSums(1)
    values = np.arange(FEW_CLUSTERS - 1, dtype=float)[:, None]
    sums.add(values[:20], np.arange(20))
    other = ClusterSums(1)
    other.add(values[20:], np.arange(20, len(values)))
    sums.merge(other)
    assert sums.few.ravel().tolist() == values.ravel().tolist()
    sums.add(np.ones((1, 1)), np.array([99]))
    with pytest.raises(ValueError, match="not few"):
        _ = sums.few


def test_credits_are_whole_numbers_of_units():
    units = in_units(np.hstack([credits_of(500), rows(np.arange(64), 6).excess.repeat(8, axis=0)[:500]]))
    assert np.array_equal(units, np.rint(units))
    assert in_units(np.array([0.123456789]))[0] == pytest.approx(60 * 0.123456789, rel=1e-15)


def test_covariance_is_unknown_for_one_cluster():
    sums = ClusterSums(1)
    sums.add(np.ones((3, 1)), np.zeros(3, int))
    assert np.isnan(sums.covariance(np.ones((1, 1)))).all()


@given(values=st.lists(st.integers(-5, 30), min_size=1, max_size=60), share=st.sampled_from([0.0, 0.05, 0.25, 0.5, 0.9, 0.95, 1.0]))
@settings(deadline=None)
def test_quantiles_are_order_statistics(values, share):
    counts = Counts()
    counts.add(np.array(values[:7]))
    counts.add(np.array(values[7:]))
    assert counts.quantile(share) == int(np.quantile(values, share, method="inverted_cdf"))
    assert counts.mean() == pytest.approx(np.mean(values))
    assert counts.more_than(np.array([-6, 3, 30])).tolist() == [sum(v > bound for v in values) for bound in (-6, 3, 30)]
    if len(values) > 1:
        assert counts.deviation() == pytest.approx(np.std(values, ddof=1))


def test_censored_numbers_lie_beyond_all_others():
    counts = Counts()
    counts.add(np.array([1, 2, 3, 4]))
    assert counts.quantile(0.5, beyond=4) == 4
    assert counts.quantile(0.51, beyond=4) is None
    assert Counts().quantile(0.5) is None


def test_weights_and_merging_of_counts():
    counts, other = Counts(), Counts()
    counts.add(np.array([3, 3, 5]), np.array([2, 1, 4]))
    other.add(np.array([5]))
    counts.merge(other)
    assert counts.counts == {3: 3, 5: 5}
    assert counts.number == 8
