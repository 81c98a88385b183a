"""Intervals and tests by hand, and their coverage where the truth is known."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.multivariate import test_mvmean as hotelling
from statsmodels.stats.proportion import proportion_confint

from analyses.intervals import (
    BOOTSTRAP,
    CLUSTERED,
    EFFECTIVE_WILSON,
    SHARE_BOUNDS,
    WILSON,
    critical_maximum,
    critical_normal,
    critical_t,
    effective_wilson,
    form_variance,
    ratio,
    ratio_form,
    share_of,
    sidak,
    wald_test,
    wilson,
)
from analyses.sums import ClusterSums
from tests.analyses.synthetic import LEVEL_OF_ALARM

Z = stats.norm.ppf(0.975)


def sums_of(*columns: np.ndarray, deal: np.ndarray | None = None) -> ClusterSums:
    sums = ClusterSums(len(columns))
    sums.add(np.column_stack(columns), np.arange(len(columns[0])) if deal is None else deal)
    return sums


def covers(hits: int, repetitions: int, least: float = 0.94) -> bool:
    """Whether so many hits are likely under at least this coverage."""
    return bool(stats.binomtest(hits, repetitions, least, alternative="less").pvalue > LEVEL_OF_ALARM)


def misses(hits: int, repetitions: int, most: float) -> bool:
    """Whether so few hits are unlikely under this coverage."""
    return bool(stats.binomtest(hits, repetitions, most, alternative="less").pvalue < LEVEL_OF_ALARM)


@pytest.mark.parametrize(("count", "number"), [(1, 7), (10, 100), (99, 100), (5, 5), (0, 40), (123_456, 1_000_000)])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_wilson_is_that_of_statsmodels(count, number, level):
    low, high = proportion_confint(count, number, alpha=1 - level, method="wilson")
    assert wilson(count, number, level) == pytest.approx((max(low, 0.0), min(high, 1.0)), abs=1e-12)


def test_a_clustered_rate_is_that_of_statsmodels():
    """Things lost of things had, by game, four games a deal: a weighted mean with cluster-robust errors."""
    generator = np.random.default_rng(5)
    deal = np.repeat(np.arange(80), 4)
    things = generator.integers(1, 6, len(deal)).astype(float)
    lost = generator.binomial(things.astype(int), np.repeat(generator.uniform(0.1, 0.6, 80), 4)).astype(float)
    fit = sm.WLS(lost / things, np.ones(len(deal)), weights=things).fit(cov_type="cluster", cov_kwds={"groups": deal}, use_t=True)
    interval = ratio(sums_of(things, lost, deal=deal), 1, 0)
    assert interval[:3] == pytest.approx((fit.params[0], *fit.conf_int()[0]), rel=1e-9)
    shares = ratio(sums_of(things, lost, deal=deal), 1, 0, SHARE_BOUNDS)
    share, variance = fit.params[0], fit.bse[0] ** 2
    effective = (Z / stats.t.ppf(0.975, 79)) ** 2 * share * (1 - share) / variance
    assert shares[1:3] == pytest.approx(proportion_confint(share * effective, effective, method="wilson"), rel=1e-9)


@pytest.mark.parametrize("k", [1, 2, 8, 40])
def test_sidak_is_that_of_statsmodels(k):
    p = 2 * stats.t.sf(sidak(k, 99), 99)
    assert multipletests([p] + [0.5] * (k - 1), method="sidak")[1][0] == pytest.approx(0.05)


@pytest.mark.parametrize("df", [1, 4, 99.5, 1e6])
def test_critical_values_are_those_of_the_distributions(df):
    assert critical_t(0.95, df) == pytest.approx(stats.t.ppf(0.975, df))
    assert critical_normal(0.95) == pytest.approx(stats.norm.ppf(0.975))


@pytest.mark.parametrize("number", [49, 60, 120, 1000])
def test_wilson_holds_a_share_as_often_as_it_says(number):
    """Summed over all counts, for shares with n p (1-p) of 10 and more: 94.5-95.5 % on average, 93 % at least."""
    low, high = np.array([wilson(count, number) for count in range(number + 1)]).T
    p = np.linspace(0.01, 0.5, 500)
    p = p[number * p * (1 - p) >= 10, None]
    coverage = (stats.binom.pmf(np.arange(number + 1), number, p) * ((low <= p) & (p <= high))).sum(axis=1)
    assert 0.945 < coverage.mean() < 0.955
    assert coverage.min() > 0.93


def test_wilson_by_hand():
    p, n = 0.1, 100
    centre, half = (p + Z**2 / (2 * n)) / (1 + Z**2 / n), Z * math.sqrt(p * (1 - p) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)
    assert wilson(10, 100) == pytest.approx((centre - half, centre + half))
    assert share_of(0, 100).low == 0.0
    assert share_of(0, 100).high == pytest.approx(Z**2 / (100 + Z**2))
    assert math.isnan(share_of(0, 0).value)


def test_yes_or_no_a_game_is_plain_wilson():
    yes = np.array([1.0] * 30 + [0.0] * 170)
    interval = ratio(sums_of(np.ones(200), yes), 1, 0, SHARE_BOUNDS)
    assert interval == (0.15, *wilson(30, 200), WILSON)


def test_yes_or_no_among_some_of_the_games():
    asked = np.array([1.0] * 80 + [0.0] * 120)
    interval = ratio(sums_of(asked, asked * (np.arange(200) < 20)), 1, 0, SHARE_BOUNDS)
    assert interval == (0.25, *wilson(20, 80), WILSON)


def test_effective_wilson_is_wilson_for_a_yes_or_no():
    p, n = 0.3, 150
    assert effective_wilson(p, p * (1 - p) / (n - 1), n, single=True) == pytest.approx(wilson(45, 150))


def test_a_mean_by_hand():
    values = np.random.default_rng(1).normal(5, 2, 80)
    interval = ratio(sums_of(np.ones(80), values), 1, 0)
    expected = stats.t.interval(0.95, 79, values.mean(), values.std(ddof=1) / math.sqrt(80))
    assert (interval.low, interval.high) == pytest.approx(expected)
    assert interval.method == CLUSTERED


def test_a_clustered_mean_by_hand():
    values = np.random.default_rng(1).normal(5, 2, 240)
    deal = np.arange(240) // 4
    interval = ratio(sums_of(np.ones(240), values, deal=deal), 1, 0)
    means = values.reshape(60, 4).mean(axis=1)
    assert (interval.low, interval.high) == pytest.approx(stats.t.interval(0.95, 59, means.mean(), means.std(ddof=1) / math.sqrt(60)))


def test_a_ratio_agrees_with_the_jackknife():
    generator = np.random.default_rng(2)
    things = generator.integers(1, 6, 4000).astype(float)
    lost = generator.binomial(things.astype(int), 0.3).astype(float) * 1.5
    interval = ratio(sums_of(things, lost), 1, 0)
    left_out = (lost.sum() - lost) / (things.sum() - things)
    deviation = math.sqrt((len(lost) - 1) / len(lost) * ((left_out - left_out.mean()) ** 2).sum())
    assert interval.high - interval.low == pytest.approx(2 * critical_t(0.95, 3999) * deviation, rel=1e-3)


def test_rates_over_things_that_share_a_fate_are_covered_by_clustering_only():
    """Agents of one game are caught together more often than not: design effect 1 + 3 * 0.25 = 1.75."""
    generator = np.random.default_rng(3)
    agents, games, repetitions, truth = 4, 200, 1500, 0.2
    alpha = truth * (1 / 0.25 - 1)
    clustered = naive = 0
    for _ in range(repetitions):
        chance = generator.beta(alpha, alpha * (1 - truth) / truth, games)
        caught = generator.binomial(agents, chance).astype(float)
        interval = ratio(sums_of(np.full(games, float(agents)), caught), 1, 0, SHARE_BOUNDS)
        assert interval.method == EFFECTIVE_WILSON
        clustered += interval.low <= truth <= interval.high
        low, high = wilson(caught.sum(), agents * games)
        naive += low <= truth <= high
    assert covers(clustered, repetitions)
    assert misses(naive, repetitions, 0.90)


@pytest.mark.parametrize("deals", [60, 400])
def test_games_of_one_deal_are_one_cluster(deals):
    """Four games a deal share a part of their luck."""
    generator = np.random.default_rng(4)
    repetitions, hits = 1200, 0
    deal = np.repeat(np.arange(deals), 4)
    for _ in range(repetitions):
        value = np.repeat(generator.normal(0, 1, deals), 4) + generator.normal(0, 1, 4 * deals) + 7
        interval = ratio(sums_of(np.ones(4 * deals), value, deal=deal), 1, 0)
        hits += interval.low <= 7 <= interval.high
    assert covers(hits, repetitions)


def test_shared_credit_is_covered_near_the_end_of_the_scale():
    """Credits 0, 1/2 and 1 with a mean of 2 %."""
    generator = np.random.default_rng(6)
    games, repetitions, hits = 500, 1500, 0
    for _ in range(repetitions):
        credit = generator.choice([0.0, 0.5, 1.0], p=[0.97, 0.02, 0.01], size=games)
        interval = ratio(sums_of(np.ones(games), credit), 1, 0, SHARE_BOUNDS)
        assert interval.low >= 0
        hits += interval.low <= 0.02 <= interval.high
    assert covers(hits, repetitions, 0.93)


def test_what_was_never_seen_is_not_impossible():
    never = ratio(sums_of(np.full(100, 4.0), np.zeros(100)), 1, 0, SHARE_BOUNDS)
    assert (never.low, never.high) == pytest.approx((0, Z**2 / (100 + Z**2)))
    always_shared = ratio(sums_of(np.ones(100), np.full(100, 0.5)), 1, 0, SHARE_BOUNDS)
    assert (always_shared.low, always_shared.high) == pytest.approx((0.5 - Z**2 / (100 + Z**2), 0.5 + Z**2 / (100 + Z**2)))
    excess = ratio(sums_of(np.ones(100), np.full(100, 0.75)), 1, 0, span=1.0)
    assert excess.low < 0.75 < excess.high


def test_a_rate_over_rare_things_knows_how_few_games_had_any():
    """Ten of a thousand games had two things each, none of them lost: nothing is known of rates below a quarter."""
    things = np.zeros(1000)
    things[:10] = 2
    never = ratio(sums_of(things, np.zeros(1000)), 1, 0, SHARE_BOUNDS)
    assert (never.low, never.high) == pytest.approx((0, Z**2 / (10 + Z**2)))
    scores = np.where(things > 0, np.arange(1000), 0.0)
    mean = ratio(sums_of(things / 2, scores), 1, 0)
    expected = stats.t.interval(0.95, 9, 4.5, np.std(np.arange(10), ddof=1) / math.sqrt(10))
    assert (mean.low, mean.high) == pytest.approx(expected)
    assert math.isnan(ratio(sums_of((np.arange(60) == 3).astype(float), np.arange(60) * (np.arange(60) == 3.0)), 1, 0).low)


def test_few_clusters_are_bootstrapped():
    generator = np.random.default_rng(7)
    repetitions, hits, games = 400, 0, 20
    truth = math.exp(0.125)
    for _ in range(repetitions):
        interval = ratio(sums_of(np.ones(games), generator.lognormal(0, 0.5, games)), 1, 0)
        assert interval.method == BOOTSTRAP
        hits += interval.low <= truth <= interval.high
    assert covers(hits, repetitions, 0.92)


def test_the_bootstrap_repeats_itself_and_stays_within_bounds():
    caught = np.array([0.0] * 17 + [4.0] * 3)
    first, second = (ratio(sums_of(np.full(20, 4.0), caught), 1, 0, SHARE_BOUNDS) for _ in range(2))
    assert first == second
    assert 0 <= first.low < first.value < first.high <= 1


def test_one_game_has_no_spread():
    one = ratio(sums_of(np.ones(1), np.array([12.0])), 1, 0)
    assert one.value == 12
    assert math.isnan(one.low)
    assert math.isnan(one.high)
    assert ratio(sums_of(np.ones(1), np.array([1.0])), 1, 0, SHARE_BOUNDS)[1:3] == pytest.approx(wilson(1, 1))
    assert math.isnan(ratio(sums_of(np.zeros(5), np.zeros(5)), 1, 0).value)


def excess_sums(winner: np.ndarray, seats: int) -> ClusterSums:
    credit = (winner[:, None] == np.arange(seats)).astype(float)
    return sums_of(np.ones(len(winner)), *(credit - credit.mean(axis=1, keepdims=True)).T)


def test_wald_of_two_positions_is_the_score_test():
    winner = np.array([0] * 60 + [1] * 40 + [9] * 10)
    test = wald_test(excess_sums(winner, 2), [1, 2], 0)
    excess = np.array([0.5] * 60 + [-0.5] * 40 + [0.0] * 10)
    assert test.statistic == pytest.approx(20**2 / 100)  # the sign test: games that nobody wins tell nothing
    assert test.p == pytest.approx(stats.chi2.sf(4, 1))
    assert (test.df, test.position) == (1, 0)
    assert test.largest == pytest.approx(excess.mean())


def test_wald_is_that_of_statsmodels():
    """Hotelling's T² of all positions but one, in its score form n T² / (n - 1 + T²)."""
    winner = np.random.default_rng(9).choice([0, 1, 2, 3, 9], 300, p=[0.3, 0.2, 0.2, 0.2, 0.1])
    credit = (winner[:, None] == np.arange(4)).astype(float)
    excess = credit - credit.mean(axis=1, keepdims=True)
    squares = hotelling(excess[:, :-1]).t2
    assert wald_test(excess_sums(winner, 4), [1, 2, 3, 4], 0).statistic == pytest.approx(300 * squares / (299 + squares))


def test_wald_of_a_fair_game_is_seldom_small_even_when_nobody_often_wins():
    generator = np.random.default_rng(8)
    p = np.array([wald_test(excess_sums(generator.choice([0, 1, 2, 3, 9], 300, p=[0.2] * 5), 4), [1, 2, 3, 4], 0).p for _ in range(1000)])
    assert stats.kstest(p, "uniform").pvalue > LEVEL_OF_ALARM


def test_wald_without_an_inverse():
    always_first = wald_test(excess_sums(np.zeros(200, int), 4), [1, 2, 3, 4], 0)
    assert always_first.p < LEVEL_OF_ALARM
    assert (always_first.largest, always_first.position) == (0.75, 0)
    assert wald_test(excess_sums(np.full(200, 9), 4), [1, 2, 3, 4], 0).p == 1
    assert math.isnan(wald_test(excess_sums(np.array([0, 1, 2]), 4), [1, 2, 3, 4], 0).p)


def test_critical_values_of_several_intervals():
    df = 10_000
    assert critical_maximum(np.ones((1, 1)), df) == critical_t(0.95, df)
    assert critical_maximum(np.ones((0, 0)), df) == critical_t(0.95, df)
    assert critical_maximum(np.eye(6), df) == pytest.approx(sidak(6, df), abs=0.02)
    assert critical_maximum(np.ones((6, 6)), df) == pytest.approx(critical_t(0.95, df), abs=0.02)
    half = np.full((3, 3), 0.5) + np.eye(3) / 2
    assert critical_maximum(half, df) == pytest.approx(2.349, abs=0.01)  # Dunnett's two-sided 5 % value for three variants
    assert critical_maximum(np.eye(2), 10) == pytest.approx(2.61, abs=0.02)  # studentized maximum modulus, k = 2, 10 df


def test_a_rate_over_seats_has_students_t_and_a_yes_or_no_has_not():
    """The variance of a rate is measured, and so less certain than that of a share of games, which follows from the share."""
    halves = np.random.default_rng(1).integers(0, 3, 60).astype(float)
    sums = ClusterSums(3)
    sums.add(np.column_stack([np.ones(60), np.full(60, 2.0), halves]), np.arange(60))
    found = ratio(sums, 2, 1, (0.0, 1.0))
    variance = form_variance(sums, ratio_form(sums, 2, 1))
    effective = found.value * (1 - found.value) / variance * (critical_normal(0.95) / critical_t(0.95, 59)) ** 2
    assert (found.low, found.high) == pytest.approx(wilson(found.value * effective, effective))
