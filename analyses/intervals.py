"""Intervals and tests from cluster sums.

Every interval is two-sided and says what it is for in its docstring. `Interval.method` names it in tables.
"""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import special

from analyses.source import Array
from analyses.sums import FEW_CLUSTERS, ClusterSums

LEVEL = 0.95

NEGLIGIBLE = 1e-12
"""A variance below this fraction of the squares it was computed from is rounding error."""

SINGULAR = 1e-9
"""A variance below this fraction of 1 / clusters is rounding error: one game in a million that differs gives a thousand times more."""

RESAMPLES = 9_999
BOOTSTRAP_SEED = 20_120_601
"""Fixed: the same run gives the same interval."""

MAXIMUM_ROUNDS, MAXIMUM_DRAWS = 10, 10_000
MAXIMUM_SEED = 20_120_602

SHARE_BOUNDS = (0.0, 1.0)

WILSON, EFFECTIVE_WILSON, CLUSTERED, BOOTSTRAP, NONE = "Wilson", "Wilson, clustered", "clustered", "bootstrap", "none"
SEQUENCE = "confidence sequence"

PSEUDO_VALUES = 2
"""One the span above the mean and one below it: an interval that has them does not collapse where nothing has varied yet."""

TIGHTEST_DEALS = 10_000
"""Deals at which a confidence sequence is as narrow as it can be made: fixed, so that nothing seen has a part in it. With a tenth of them
it is a quarter wider than one made for a tenth, with a hundred times as many a sixth wider than one made for these."""


class Interval(NamedTuple):
    """A number, its interval, and how the interval was made; NaN where there is none."""

    value: float
    low: float
    high: float
    method: str = NONE


class Wald(NamedTuple):
    """A test of all positions at once.

    Attributes
    ----------
    statistic : float
        The quadratic form of the mean excess in the inverse of its covariance.
    df : int
        Its degrees of freedom, positions - 1.
    p : float
        Two-sided; NaN when there are too few games.
    largest : float
        The excess furthest from zero, with its sign.
    position : int
        Whose it is, from 0.
    """

    statistic: float
    df: int
    p: float
    largest: float
    position: int


def critical_t(level: float, df: float) -> float:
    """Two-sided critical value of Student's t."""
    return float(special.stdtrit(df, (1 + level) / 2))


def level_of_t(critical: float, df: float) -> float:
    """Level of which this is the two-sided critical value of Student's t."""
    return 1 - 2 * float(special.stdtr(df, -critical))


def critical_normal(level: float) -> float:
    """Two-sided critical value of the normal distribution."""
    return float(special.ndtri((1 + level) / 2))


def critical_sequence(deals: float, level: float = LEVEL) -> float:
    """Critical value of a confidence sequence: in place of the normal's it gives intervals that hold at all numbers of deals at once.

    The boundary of Robbins' normal mixture (Annals of Mathematical Statistics 41, 1970), with the variance measured so far: the
    asymptotic sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of Statistics 52, 2024; arXiv 2103.06476, 2021,
    theorem 2.2): radius sd sqrt(2 (t rho^2 + 1) / (t^2 rho^2) log(sqrt(t rho^2 + 1) / alpha)) after t deals. This is that radius over
    sd / sqrt(t). With v = 1 / rho^2 it is narrowest at TIGHTEST_DEALS = T for v = T / (y - 1), where y - log y = 1 - 2 log(alpha)
    (Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics 49, 2021, proposition 3), and then sqrt(y): 3.03 at 95 %.

    Parameters
    ----------
    deals : float
    level : float
        With which it holds at all of them.
    """
    alpha = 1 - level
    y = -float(special.lambertw(-(alpha**2) / math.e, -1).real)
    v = TIGHTEST_DEALS / (y - 1)
    return math.sqrt((deals + v) / deals * math.log((deals + v) / (v * alpha**2)))


def as_level(critical: float) -> float:
    """Level of the interval for a fixed number of games that has this critical value of the normal distribution."""
    return 1 - 2 * float(special.ndtr(-critical))


def bonferroni(level: float, number: int) -> float:
    """Level of each of several intervals with which all hold at once, however they depend on each other."""
    return 1 - (1 - level) / max(1, number)


def wilson(count: float, number: float, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval of a share; the count may be a fraction of an effective number of games.

    Wilson, Journal of the American Statistical Association 22, 1927. Here and not from statsmodels, whose import takes as long as
    a thousand games; a test holds the two side by side.
    """
    share = min(count, number) / number
    z = critical_normal(level)
    shrunk = 1 + z**2 / number
    middle = (share + z**2 / (2 * number)) / shrunk
    reach = z / shrunk * math.sqrt(share * (1 - share) / number + z**2 / (4 * number**2))
    return 0.0 if count <= 0 else middle - reach, 1.0 if count >= number else middle + reach


def share_of(count: int, number: int, level: float = LEVEL) -> Interval:
    """Share of independent games that have something: Wilson (E. B. Wilson, JASA 22, 1927)."""
    if number == 0:
        return Interval(math.nan, math.nan, math.nan)
    return Interval(count / number, *wilson(count, number, level), WILSON)


def ratio_form(sums: ClusterSums, top: int, bottom: int) -> Array:
    """Linearised ratio of two totals: the form whose value in a cluster is (top - ratio * bottom) / total of bottom.

    Its values add up to zero, and their clustered variance is that of the ratio (Taylor linearisation; Woodruff, JASA 66, 1971).
    """
    form = np.zeros(sums.width)
    count = sums.total[bottom]
    form[top] += 1 / count
    form[bottom] -= sums.total[top] / count**2
    return form


def form_variance(sums: ClusterSums, form: Array) -> float:
    """Clustered variance of a linear form whose cluster values add up to zero; 0 where only rounding error is left."""
    variance = float(sums.covariance(form[None, :])[0, 0])
    scale = float(form**2 @ np.diag(sums.cross))
    return 0.0 if variance <= NEGLIGIBLE * scale else variance


def ratio(
    sums: ClusterSums,
    top: int,
    bottom: int,
    bounds: tuple[float, float] | None = None,
    span: float | None = None,
    level: float = LEVEL,
) -> Interval:
    """Ratio of two totals, clustered by deal.

    A yes/no per game: Wilson. A number per game or thing within known bounds: Wilson's form, with as many games as would give the
    clustered variance if each were a yes or no; it stays within the bounds and does not collapse at them. Anything else: Student's t
    with the clustered variance, with as many degrees of freedom as there are clusters that have anything to divide by, less one. Rates
    and clustered numbers with fewer than 50 clusters: bootstrap over clusters.

    Parameters
    ----------
    sums : ClusterSums
    top, bottom : int
        Columns.
    bounds : pair of float, optional
        Least and largest possible value of one game's or thing's number.
    span : float, optional
        Largest possible difference between two of them, where the bounds are not known.
    level : float

    Returns
    -------
    Interval
        NaN value where the bottom is zero, NaN ends where a spread cannot be known.
    """
    count = float(sums.total[bottom])
    if count <= 0:
        return Interval(math.nan, math.nan, math.nan)
    value = float(sums.total[top]) / count
    per_game = sums.single and bool(sums.yes_no[bottom])
    if bounds == SHARE_BOUNDS and per_game and sums.yes_no[top]:
        return Interval(value, *wilson(float(sums.total[top]), count, level), WILSON)
    variance = form_variance(sums, ratio_form(sums, top, bottom)) if sums.clusters > 1 else 0.0
    clusters = int(sums.occupied[bottom])
    if bounds is not None and (per_game or sums.clusters >= FEW_CLUSTERS or variance == 0):
        least, most = bounds
        share = min(1.0, max(0.0, (value - least) / (most - least)))
        low, high = effective_wilson(share, variance / (most - least) ** 2, clusters, per_game, level)
        return Interval(value, least + (most - least) * low, least + (most - least) * high, EFFECTIVE_WILSON)
    if span is not None and variance == 0:
        unseen = span * wilson(0, clusters, level)[1]
        return Interval(value, value - unseen, value + unseen, EFFECTIVE_WILSON)
    if sums.clusters < FEW_CLUSTERS:
        return _bootstrapped(sums, top, bottom, value, variance, bounds, level)
    if clusters < 2:
        return Interval(value, math.nan, math.nan)
    half = critical_t(level, clusters - 1) * math.sqrt(variance * _few(clusters, sums.clusters))
    return Interval(value, value - half, value + half, CLUSTERED)


def sequence(sums: ClusterSums, top: int, bottom: int, span: float, level: float, bounds: tuple[float, float] | None = None) -> Interval:
    """Ratio of two totals with its confidence sequence, clustered by deal: it holds at all numbers of deals at once.

    With the clustered variance, and two deals more that lie the span above and below the value, so that it does not collapse where
    nothing has varied yet.

    Parameters
    ----------
    sums : ClusterSums
    top, bottom : int
        Columns.
    span : float
        Largest possible difference between two of the games' or things' numbers.
    level : float
    bounds : pair of float, optional
        Least and largest possible value.

    Returns
    -------
    Interval
        NaN value where the bottom is zero, NaN ends where no span is known, or from a single deal.
    """
    count, n = float(sums.total[bottom]), int(sums.occupied[bottom])
    value = float(sums.total[top]) / count if count > 0 else math.nan
    if math.isnan(value) or sums.clusters < 2 or not span > 0:
        return Interval(value, math.nan, math.nan)
    variance = form_variance(sums, ratio_form(sums, top, bottom)) + PSEUDO_VALUES * (span / n) ** 2
    half = critical_sequence(n, level) * math.sqrt(variance)
    low, high = bounds or (-math.inf, math.inf)
    return Interval(value, max(low, value - half), min(high, value + half), SEQUENCE)


def _few(occupied: int, clusters: int) -> float:
    """What n / (n - 1) lacks when only some of the n clusters have anything to divide by."""
    return (occupied / (occupied - 1)) / (clusters / (clusters - 1))


def effective_wilson(share: float, variance: float, clusters: int, single: bool, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval with the number of games that would give this variance, if each were a yes or no.

    Stays within 0 and 1 and does not collapse there (Korn and Graubard, Survey Methodology 24, 1998; Franco et al., Journal of Survey
    Statistics and Methodology 7, 2019). Without any variance the number of clusters bounds how often a game may differ from those seen.

    Parameters
    ----------
    share : float
        Mean of numbers between 0 and 1.
    variance : float
        Its (clustered) variance, with n - 1.
    clusters : int
        That have anything to be a share of.
    single : bool
        Whether every cluster is one game, and the number one a game: otherwise the variance is less certain, and Student's t takes the
        normal's place. (Of rates over seats, of 60 games, the normal's held 94.0 % of the truths in the mean and Student's 94.7 %.)
    level : float
    """
    inside = share * (1 - share)
    if variance <= 0 or inside <= 0 or clusters < 2:
        unseen = wilson(0, clusters, level)[1]
        return max(0.0, share - unseen), min(1.0, share + unseen)
    wider = critical_normal(level) / critical_t(level, clusters - 1)
    small = clusters / (clusters - 1) if single else wider**2
    effective = float(small * inside / variance)
    return wilson(share * effective, effective, level)


def _bootstrapped(
    sums: ClusterSums, top: int, bottom: int, value: float, variance: float, bounds: tuple[float, float] | None, level: float
) -> Interval:
    """Percentile bootstrap over clusters, its level widened for their small number (Hesterberg, American Statistician 69, 2015)."""
    if sums.clusters < 2 or variance == 0:
        return Interval(value, math.nan, math.nan)
    n = sums.clusters
    widened = 1 - 2 * special.ndtr(-math.sqrt(n / (n - 1)) * critical_t(level, n - 1))
    drawn = _resampled(n) @ sums.few[:, [top, bottom]]
    drawn = drawn[drawn[:, 1] > 0]
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [(1 - widened) / 2, (1 + widened) / 2], method="inverted_cdf")
    if bounds is not None:
        low, high = max(low, bounds[0]), min(high, bounds[1])
    return Interval(value, float(low), float(high), BOOTSTRAP)


@lru_cache(maxsize=1)
def _resampled(clusters: int) -> Array:
    """How often each cluster is drawn in each resample: float, RESAMPLES x clusters; the same for every number of a run."""
    chosen = np.random.default_rng(BOOTSTRAP_SEED).integers(0, clusters, size=(RESAMPLES, clusters))
    places = chosen + clusters * np.arange(RESAMPLES)[:, None]
    return np.bincount(places.ravel(), minlength=RESAMPLES * clusters).reshape(RESAMPLES, clusters).astype(float)


def wald_test(sums: ClusterSums, columns: list[int], games: int) -> Wald:
    """Whether the means of columns that add up to zero in every game are all zero.

    The quadratic form of all but the last mean, against chi-square with k - 1 degrees of freedom. The covariance is taken about zero,
    as the hypothesis has it (the score form of the Wald test): about the means it finds something in 7 of 100 fair samples of 60 games,
    not in 5; with many games the two are the same. Where the covariance has no inverse (a position always wins, say) two clusters at
    either end of each column's range are added, as in the comparison of pairs.

    Parameters
    ----------
    sums : ClusterSums
    columns : list of int
        One a position.
    games : int
        Column that counts the games.
    """
    df = len(columns) - 1
    count = float(sums.total[games])
    means = sums.total[columns] / count
    position = int(np.argmax(np.abs(means)))
    largest = float(means[position])
    n = sums.clusters
    if n <= df + 1:
        return Wald(math.nan, df, math.nan, largest, position)
    covariance = sums.covariance(np.array([ratio_form(sums, column, games) for column in columns[:-1]]))
    if np.linalg.eigvalsh(covariance)[0] <= SINGULAR / n:
        covariance = covariance + 2 * np.eye(df) / n**2
    mean = means[:-1]
    squares = float(mean @ np.linalg.solve(covariance, mean))
    statistic = n * squares / (n - 1 + squares)
    return Wald(statistic, df, float(special.chdtrc(df, statistic)), largest, position)


def critical_maximum(correlation: Array, df: float, level: float = LEVEL) -> float:
    """Critical value for several intervals at once: the quantile of the largest |t| under their correlation.

    One interval: Student's t. More: the seeded simulation of the multivariate t, held between the value of one interval and
    Šidák's for as many independent ones, which bounds it under any correlation (Šidák, JASA 62, 1967).

    Parameters
    ----------
    correlation : float array, k x k
    df : float
        Degrees of freedom of the common variance estimate.
    level : float
        Simultaneous level.
    """
    k = len(correlation)
    one = critical_t(level, df)
    if k <= 1:
        return one
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.clip(values, 0, None))
    largest = np.concatenate([np.abs(root @ normal).max(axis=0) / shared for normal, shared in _drawn(k, df)])
    return float(np.clip(np.quantile(largest, level), one, sidak(k, df, level)))


@lru_cache(maxsize=1)
def _drawn(k: int, df: float) -> list[tuple[Array, Array]]:
    """Independent normals, k x draws, and the root of the chi-square over its degrees of freedom that they share: the same always."""
    generator = np.random.default_rng(MAXIMUM_SEED)
    size = (MAXIMUM_DRAWS, k)
    return [
        (np.ascontiguousarray(generator.standard_normal(size).T), np.sqrt(generator.chisquare(df, MAXIMUM_DRAWS) / df))
        for _ in range(MAXIMUM_ROUNDS)
    ]


def sidak(k: int, df: float, level: float = LEVEL) -> float:
    """Critical value for k intervals at once whatever their correlation."""
    return critical_t(level ** (1 / max(k, 1)), df)
