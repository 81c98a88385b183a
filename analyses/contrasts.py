"""The difference of a measure between two runs, deal by deal where they share their deals."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from analyses.intervals import LEVEL, critical_sequence
from analyses.measures import MeasureColumns, Measures
from analyses.source import Array, ahead
from analyses.sums import UNITS, ClusterSums, side_by_side
from simcore.spec import GameBatch, Measure

RULE_OF_THREE = 3.0
"""With no event in n trials, a rate above 3/n would have shown one with 95 % (Hanley and Lippman-Hand, JAMA 249, 1983)."""

FEWEST_DEALS = 2
"""Fewer say nothing of how far deals spread."""

THREADS = 2
"""Runs that are looked at at a time: the work on a batch is numpy's, which lets other threads go on."""

PSEUDO_PAIRS = 2
"""One difference of +span and one of -span, without which the interval collapses when few games diverge."""

PSEUDO_DEALS = 1
"""Squares of the span that unpaired runs are given each: what a success and a failure more give to a rare event (Agresti and Caffo,
American Statistician 54, 2000)."""


@dataclass(frozen=True)
class Contrast:
    """A measure in a variant and in the baseline, and how it spreads over independent deals.

    Attributes
    ----------
    value, baseline : float
        NaN where the run has nothing to measure.
    span : float
        Largest possible difference between two games; where none is declared see `InStep.span` and `unpaired_span`.
    deals : int
        Pairs of deals; of unpaired runs, the deals of the variant.
    baseline_deals : int
    spread : float
        Standard deviation, over deals, of the difference; of unpaired runs, of the difference of two independent deals.
    own_spread, baseline_spread : float
        Standard deviation, over deals, of the measure in either run.
    correlation : float
        Of the two over pairs of deals; NaN if unpaired, or without spread.
    games_diverged : int or None
        Pairs of games that differ at all; None if unpaired.
    """

    value: float
    baseline: float
    span: float
    deals: int
    baseline_deals: int
    spread: float
    own_spread: float
    baseline_spread: float
    correlation: float
    games_diverged: int | None

    @property
    def difference(self) -> float:
        """Variant minus baseline."""
        return self.value - self.baseline

    @property
    def paired(self) -> bool:
        """Whether the runs were compared deal by deal."""
        return self.games_diverged is not None

    @property
    def identical(self) -> bool:
        """Whether no pair of games differs, in the measure neither."""
        return self.games_diverged == 0 and self.difference == 0 and not self.spread > 0

    @property
    def degrees(self) -> int:
        """Degrees of freedom of a plain interval."""
        return self.deals + PSEUDO_PAIRS - 1 if self.paired else max(1, min(self.deals, self.baseline_deals) - 1)

    def interval(self, critical: float, family: int = 1, level: float = LEVEL) -> tuple[float, float]:
        """Ends of the interval of the difference; NaN where there is none: from a single deal, or where nothing was seen to vary.

        Paired: Student's interval of the mean after two pseudo-pairs, +span and -span, are appended; it may lie off the centre of the
        observed difference by 2/(n + 2) of it. No game diverged: 3/n of the span either way. Unpaired: a square of the span is added to
        either run's, so that it does not collapse when something rare was seen in neither.

        Parameters
        ----------
        critical : float
            Critical value of the interval.
        family : int
            Variants that are judged at once, for the rule of three.
        level : float
            Of the family.
        """
        if math.isnan(self.difference) or not self.span > 0 or min(self.deals, self.baseline_deals) < FEWEST_DEALS:
            return math.nan, math.nan
        if self.identical:
            half = rule_of_three(family, level) * self.span / self.deals
            return -half, half
        return self._interval(critical)

    def sequence(self, level: float) -> tuple[float, float]:
        """Ends of the confidence sequence of the difference: see `intervals.critical_sequence`; NaN as for `interval`.

        With the same pseudo-pairs or squares of the span, also where no game diverged: half the width is then 4 to 6 n-ths of the span.

        Parameters
        ----------
        level : float
            With which it holds at all numbers of deals at once.
        """
        if math.isnan(self.difference) or not self.span > 0 or min(self.deals, self.baseline_deals) < FEWEST_DEALS:
            return math.nan, math.nan
        return self._interval(critical_sequence(min(self.deals, self.baseline_deals), level))

    def _interval(self, critical: float) -> tuple[float, float]:
        """The interval with its pseudo-pairs."""
        if math.isnan(self.spread):
            return math.nan, math.nan
        if not self.paired:
            pseudo = PSEUDO_DEALS * self.span**2 * (1 / self.deals**2 + 1 / self.baseline_deals**2)
            variance = self.own_spread**2 / self.deals + self.baseline_spread**2 / self.baseline_deals
            half = critical * math.sqrt(variance + pseudo)
            return self.difference - half, self.difference + half
        n = self.deals + PSEUDO_PAIRS
        centre = self.deals * self.difference / n
        squares = (self.deals - 1) * self.spread**2 + self.deals * self.difference**2 + PSEUDO_PAIRS * self.span**2 - n * centre**2
        half = critical * math.sqrt(squares / (n * (n - 1)))
        return centre - half, centre + half

    def effective_deals(self) -> float:
        """Deals of unpaired runs that would tell as much: n (sA² + sB²) / sD²; NaN if unpaired, or where the difference has no spread."""
        if not self.paired or not self.spread > 0:
            return math.nan
        return self.deals * (self.own_spread**2 + self.baseline_spread**2) / self.spread**2

    def deals_needed(self, critical: float, margin: float, family: int = 1, level: float = LEVEL) -> float:
        """Deals at which the half-width is half the margin, from the measured spread and the interval's own critical value.

        The half-width with n deals is critical * sqrt(spread² / n + 2 span² / n²), its second term from the pseudo-pairs, or from what
        unpaired runs are given; set to margin / 2 that is a quadratic equation in n. It does not look at the observed difference. NaN if
        it cannot be said.
        """
        if not margin > 0 or not self.span > 0 or math.isnan(self.spread):
            return math.nan
        if self.identical:
            return 2 * rule_of_three(family, level) * self.span / margin
        factor = (2 * critical / margin) ** 2
        linear = factor * self.spread**2
        pseudo = self.span**2 * (PSEUDO_PAIRS if self.paired else 2 * PSEUDO_DEALS)
        return (linear + math.sqrt(linear**2 + 4 * factor * pseudo)) / 2


def rule_of_three(family: int = 1, level: float = LEVEL) -> float:
    """Expected number of events that is excluded when none was seen: 3 for one variant at 95 %, 3 ln(0.05 / k) / ln(0.05) for k at once."""
    return RULE_OF_THREE * math.log((1 - level) / family) / math.log(1 - LEVEL)


class InStep:
    """Sums over the deals of a baseline and of variants that share them: the baseline's columns, then each variant's differences.

    Parameters
    ----------
    columns : MeasureColumns
        The baseline's; the variants' have the same measures.
    variants : int
    """

    def __init__(self, columns: MeasureColumns, variants: int) -> None:
        self.columns, self.variants = columns, variants
        self._sums: ClusterSums | None = None
        self._largest = np.zeros(1)

    def add(self, baseline: Array, variants: Sequence[Array], deal: Array) -> None:
        """Count the same games of all runs in, by their columns in units: see `Measures.add`."""
        if self._sums is None:
            self._sums = ClusterSums((1 + self.variants) * baseline.shape[1])
        units = side_by_side(baseline, *(units - baseline for units in variants))
        self._largest = np.maximum(self._largest, np.maximum(units.max(axis=0), -units.min(axis=0)) / UNITS)
        self._sums.add_units(units, deal)

    def span(self, measure: int, seen: float, variant: int = 0) -> float:
        """Range of the differences between two games of a pair, of a measure that declares none.

        The largest difference seen, either way, of a measure with one number a game: with the range of its values, which pairs are far
        from using up, the interval of a length is a third too wide with 300 games. That range (`seen`) where no pair differs, and for a
        rate over things.
        """
        if measure in self.columns.rates:
            return seen
        return float(self._largest[(1 + variant) * self.columns.width + self.columns.top(measure)]) or seen

    @property
    def sums(self) -> ClusterSums:
        """The columns' sums."""
        if self._sums is None:
            raise ValueError("no games have been counted")
        return self._sums

    def forms(self, measure: int, variant: int = 0) -> tuple[Array, Array] | None:
        """Linearised baseline value of a measure, and linearised difference, as forms over the columns; None where a bottom is zero.

        With the ratio R = T / C the value of a cluster is (t - R c) / C, for either run; the variant's t and c are the baseline's plus
        the difference's.
        """
        top, bottom = self.columns.top(measure), self.columns.bottom(measure)
        total, start = self.sums.total, (1 + variant) * self.columns.width
        count, other_count = total[bottom], total[bottom] + total[start + bottom]
        if min(count, other_count) <= 0:
            return None
        slope, other_slope = total[top] / count**2, (total[top] + total[start + top]) / other_count**2
        baseline, difference = np.zeros(self.sums.width), np.zeros(self.sums.width)
        baseline[top] += 1 / count
        baseline[bottom] -= slope
        difference[top] += 1 / other_count - 1 / count
        difference[bottom] += slope - other_slope
        difference[start + top] += 1 / other_count
        difference[start + bottom] -= other_slope
        return baseline, difference

    def contrast(self, measure: int, own: Measures, baseline: Measures, span: float, games_diverged: int, variant: int = 0) -> Contrast:
        """The difference of a measure between a variant and the baseline."""
        n = self.sums.clusters
        spread = own_spread = baseline_spread = correlation = math.nan
        forms = self.forms(measure, variant)
        if forms is not None and n > 1:
            covariance = self.sums.covariance(np.array([forms[0] + forms[1], forms[0], forms[1]])) * n
            own_spread, baseline_spread, spread = np.sqrt(np.clip(np.diag(covariance), 0, None)).tolist()
            if own_spread > 0 and baseline_spread > 0:
                correlation = float(np.clip(covariance[0, 1] / (own_spread * baseline_spread), -1, 1))
        return Contrast(
            own.value(measure), baseline.value(measure), span, n, n, spread, own_spread, baseline_spread, correlation, games_diverged
        )

    def correlation(self, measures: Sequence[int]) -> Array:
        """Correlation of all differences that have any spread, over variants and some measures: float, k x k."""
        forms = [self.forms(measure, variant) for variant in range(self.variants) for measure in measures]
        covariance = self.sums.covariance(np.array([form[1] for form in forms if form is not None]).reshape(-1, self.sums.width))
        spread = np.sqrt(np.clip(np.diag(covariance), 0, None))
        there = np.flatnonzero(spread > 0)
        correlation: Array = covariance[np.ix_(there, there)] / np.outer(spread[there], spread[there])
        return correlation


def unpaired_span(measure: int, own: Measures, baseline: Measures) -> float:
    """Largest distance that a game has from the mean of its run, of a measure that declares no range; the range if none has any."""
    ends = [(float(one.columns.least[measure]), one.value(measure), float(one.columns.most[measure])) for one in (own, baseline)]
    far = max(max(most - mean, mean - least) for least, mean, most in ends)
    return far if far > 0 else max(most for *_, most in ends) - min(least for least, *_ in ends)


def unpaired(measure: int, own: Measures, baseline: Measures, span: float) -> Contrast:
    """The difference of a measure between two runs that share no deals, or not all."""
    spread, baseline_spread = own.spread(measure), baseline.spread(measure)
    return Contrast(
        own.value(measure),
        baseline.value(measure),
        span,
        own.sums.clusters,
        baseline.sums.clusters,
        math.hypot(spread, baseline_spread),
        spread,
        baseline_spread,
        math.nan,
        None,
    )


def diverged(batch: GameBatch, other: GameBatch) -> Array:
    """Which games of two runs differ in winners, rounds, actions or scores: bool, one a game."""
    differ: Array = (batch["score"] != other["score"]).any(axis=1)
    for column in ("winners", "rounds", "actions"):
        differ |= batch[column] != other[column]
    return differ


class Contrasts:
    """Sums over several runs, and in step over those that share a baseline's deals, from which follow their differences.

    Parameters
    ----------
    measures : sequence of Measure
    runs : int
    baseline : int
        Place of the run that the others are compared with.
    shared : sequence of int
        Places of those that share its deals.
    own : sequence of Measures, optional
        Of each run, where they are made elsewhere: these measures.

    Attributes
    ----------
    others : list of int
        Places of all but the baseline.
    own : list of Measures
    """

    def __init__(
        self, measures: Sequence[Measure], runs: int, baseline: int, shared: Sequence[int], own: Sequence[Measures] | None = None
    ) -> None:
        self.baseline, self.shared = baseline, list(shared)
        self.others = [place for place in range(runs) if place != baseline]
        self.own = [Measures(measures) for _ in range(runs)] if own is None else list(own)
        self.pairs = InStep(self.own[baseline].columns, len(self.shared))
        self.diverged = dict.fromkeys(shared, 0)

    def add(self, place: int, batch: GameBatch) -> Array:
        """Count games of one run in that shares no deals with the baseline; returns their columns in units."""
        return self.own[place].add(batch)

    def add_in_step(self, batches: Mapping[int, GameBatch]) -> None:
        """Count the same games of the baseline and of those that share its deals in."""
        self._add_pairs([(batches[place], self.add(place, batches[place])) for place in (self.baseline, *self.shared)])

    def _add_pairs(self, found: Sequence[tuple[GameBatch, Array] | None]) -> bool:
        """Count games of the baseline and of those that share its deals beside one another, with their columns; whether there were any."""
        there = [one for one in found if one is not None]
        if not there:
            return False
        base, units = there[0]
        if len(there) < len(found) or not all(np.array_equal(batch["game"], base["game"]) for batch, _ in there):
            raise ValueError("batches of runs with the same deals are out of step")
        self.pairs.add(units, [others for _, others in there[1:]], base["deal"])
        for place, (batch, _) in zip(self.shared, there[1:], strict=True):
            self.diverged[place] += int(diverged(batch, base).sum())
        return True

    def add_games(self, batches: Sequence[Iterable[GameBatch]]) -> None:
        """Count games of every run in, by its place: the same ones in equal slices of those that share the baseline's deals."""
        with ThreadPoolExecutor(THREADS) as threads:
            in_step = {place: iter(batches[place]) for place in (self.baseline, *self.shared)}
            while self._add_pairs(list(threads.map(self._read, in_step, in_step.values()))):
                pass
        for place in self.others:
            if place not in self.shared:
                for batch in ahead(iter(batches[place])):
                    self.add(place, batch)

    def _read(self, place: int, batches: Iterator[GameBatch]) -> tuple[GameBatch, Array] | None:
        """The next games of a run, counted in, and their columns; None behind the last."""
        batch = next(batches, None)
        return None if batch is None else (batch, self.add(place, batch))

    def contrast(self, place: int, measure: int) -> Contrast:
        """The difference of a measure between a run and the baseline.

        The span is that of a game with one thing to measure: where games have less than one on average, one such game moves the rate by
        more than its own number.
        """
        own, baseline = self.own[place], self.own[self.baseline]
        span = own.columns.measures[measure].span
        if span is None:
            span = self._range(place, measure)
        span *= max(1.0, *(sums.games_a_thing(measure) for sums in (own, baseline)))
        if place in self.shared:
            return self.pairs.contrast(measure, own, baseline, span, self.diverged[place], self.shared.index(place))
        return unpaired(measure, own, baseline, span)

    def _range(self, place: int, measure: int) -> float:
        """Range of the differences of a measure that declares none; 0 where there is nothing to measure."""
        most = max(float(sums.columns.most[measure]) for sums in self.own)
        least = min(float(sums.columns.least[measure]) for sums in self.own)
        if not math.isfinite(most - least):
            return 0.0
        if place in self.shared:
            return self.pairs.span(measure, most - least, self.shared.index(place))
        apart = unpaired_span(measure, self.own[place], self.own[self.baseline])
        return apart if math.isfinite(apart) else 0.0
