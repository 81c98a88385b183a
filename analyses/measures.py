"""Every measure that the game declares, with its interval."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from analyses.intervals import (
    LEVEL,
    SHARE_BOUNDS,
    Interval,
    bonferroni,
    critical_maximum,
    form_variance,
    level_of_t,
    ratio,
    ratio_form,
    sequence,
)
from analyses.source import Array, Source, read, show
from analyses.sums import ClusterSums, in_units, side_by_side
from simcore.spec import GameBatch, Measure
from simcore.store import Known, Until

FIRST_EXCESS = "first_excess"
"""A measure of every game: the excess of the first position of the turn order."""

SHARE = "share"
"""The unit of measures between 0 and 1."""

POINTS = "points"
"""The unit of scores."""

SIMULTANEOUS, PLAIN, SEQUENCE_KIND = "simultaneous", "plain", "sequence"
"""Kinds of intervals: they hold at once for all primary measures; each on its own; at whatever number of games playing stops."""

SHARE_MARGIN = 0.01
"""Margin of shares that declare none: one point."""
TIMES_EVEN = "times even"
"""The unit of win shares as times the even share: of the games that somebody won, so that each gives between none and all seats' shares."""

ENOUGH = 1 - 1e-9
"""Part of a measure's span that has to be seen before its ends are taken for the bounds."""


class MeasureColumns:
    """The measures of games as columns of sums: ones, then a top for each measure, then a bottom for each that is a rate over things.

    Parameters
    ----------
    measures : sequence of Measure

    Attributes
    ----------
    seats : int
        Of the games so far.
    least, most : float array, (measures,)
        Smallest and largest value of a game so far.
    """

    def __init__(self, measures: Sequence[Measure]) -> None:
        self.measures = tuple(measures)
        self.rates: list[int] = []
        self.seats = 0
        self.least = np.full(len(self.measures), np.inf)
        self.most = np.full(len(self.measures), -np.inf)

    @property
    def width(self) -> int:
        """Number of columns, known once games have been seen."""
        return 1 + len(self.measures) + len(self.rates)

    def top(self, measure: int) -> int:
        """Column of a measure's sum."""
        return 1 + measure

    def bottom(self, measure: int) -> int:
        """Column of what it is divided by: the games, or the measure's own count."""
        return 1 + len(self.measures) + self.rates.index(measure) if measure in self.rates else 0

    def values(self, batch: GameBatch) -> Array:
        """The columns of these games: float, games x width."""
        tops: list[Array] = []
        bottoms: list[Array] = []
        rates = []
        self.seats = batch.seats
        for place, measure in enumerate(self.measures):
            value = measure.value(batch)
            if isinstance(value, tuple):
                rates.append(place)
                tops.append(np.asarray(value[0], dtype=float))
                bottoms.append(np.asarray(value[1], dtype=float))
                there = bottoms[-1] > 0
                seen = tops[-1][there] / bottoms[-1][there]
            else:
                seen = np.asarray(value, dtype=float)
                tops.append(seen)
            self.least[place] = min(self.least[place], seen.min(initial=np.inf))
            self.most[place] = max(self.most[place], seen.max(initial=-np.inf))
        self.rates = rates
        return side_by_side(np.ones(len(batch)), *tops, *bottoms)

    def bounds(self, measure: int) -> tuple[float, float] | None:
        """Least and largest value that a game can have, where that is known.

        A share lies between 0 and 1; one that may be negative has the bounds it declares, or those of its whole span once that has been
        seen.
        """
        declared = self.measures[measure]
        least, most = float(self.least[measure]), float(self.most[measure])
        if declared.unit != SHARE:
            return None
        if declared.least is not None and declared.span is not None:
            lowest = declared.least(self.seats)
            return lowest, lowest + declared.span
        if not declared.signed and least >= 0 and most <= 1:
            return SHARE_BOUNDS
        if declared.span is not None and most - least >= declared.span * ENOUGH:
            return least, most
        return None


class Measures:
    """Sums from which every declared measure follows.

    Parameters
    ----------
    measures : sequence of Measure
    until : Until, optional
        What had to be known before playing stopped: these measures have confidence sequences, as the number of games hangs on them.
    beside : sequence of Measure
        Further ones, which the table leaves out.
    """

    def __init__(self, measures: Sequence[Measure], until: Until | None = None, beside: Sequence[Measure] = ()) -> None:
        self.columns = MeasureColumns([*measures, *beside])
        self.until = until
        self._told = tuple(measures)
        self._sums: ClusterSums | None = None

    @classmethod
    def of(cls, measures: Sequence[Measure], sums: ClusterSums) -> "Measures":
        """Measures of one number a game that another question has summed up: a column of ones, then one for each of them."""
        found = cls(measures)
        found._sums = sums
        return found

    def add(self, batch: GameBatch) -> Array:
        """Count these games in, which are whole deals; returns their columns in units."""
        return self.add_values(self.columns.values(batch), batch["deal"])

    def add_values(self, values: Array, deal: Array) -> Array:
        """Count games in by the columns that `columns.values` has made of them; returns these in units."""
        if self._sums is None:
            self._sums = ClusterSums(self.columns.width)
        units = in_units(values)
        self._sums.add_units(units, deal)
        return units

    @property
    def sums(self) -> ClusterSums:
        """The columns' sums."""
        if self._sums is None:
            raise ValueError("no games have been counted")
        return self._sums

    def sequence_level(self, name: str) -> float | None:
        """Level of the sequence of a measure that playing waited for, one of several that hold together; None if it did not."""
        if self.until is None or name not in self.until.halfwidths:
            return None
        return bonferroni(self.until.level, len(self.until.halfwidths))

    def waited_for(self, name: str) -> Interval | None:
        """Value and sequence of a measure by its name; None if playing did not wait for it."""
        if self.until is None or name not in self.until.halfwidths:
            return None
        return self.interval([measure.name for measure in self.columns.measures].index(name))

    def interval(self, measure: int, level: float | None = None) -> Interval:
        """Value and interval of a measure by its place; of those that playing waited for, the sequences hold together with the level.

        By default the intervals of all primary measures hold at once, see `each_level`; those of the others are plain.
        """
        columns = self.columns
        if self.until is not None and columns.measures[measure].name in self.until.halfwidths:
            return self.sequence(measure, self.until.level if level is None else level)
        if level is None:
            level = self.each_level() if columns.measures[measure].primary else LEVEL
        span = columns.measures[measure].span
        return ratio(self.sums, columns.top(measure), columns.bottom(measure), columns.bounds(measure), span, level)

    def each_level(self, level: float = LEVEL) -> float:
        """Level of each primary measure's interval with which those of all hold at once: from the largest |t| under their correlation."""
        columns, n = self.columns, self.sums.clusters
        primary = [place for place, measure in enumerate(columns.measures) if measure.primary and not math.isnan(self.value(place))]
        if len(primary) < 2 or n < 2:
            return level
        covariance = self.sums.covariance(np.array([ratio_form(self.sums, columns.top(place), columns.bottom(place)) for place in primary]))
        spread = np.array([self.spread(place) for place in primary]) / math.sqrt(n)
        there = np.flatnonzero(spread > 0)
        correlation = covariance[np.ix_(there, there)] / np.outer(spread[there], spread[there])
        return level_of_t(critical_maximum(correlation, n - 1, level), n - 1)

    def kind(self, measure: int) -> str:
        """What kind of interval a measure has by default."""
        declared = self.columns.measures[measure]
        if self.until is not None and declared.name in self.until.halfwidths:
            return SEQUENCE_KIND
        return SIMULTANEOUS if declared.primary else PLAIN

    def sequence(self, measure: int, level: float) -> Interval:
        """Value and confidence sequence of a measure, one of as many as playing waits for, held within the measure's bounds."""
        return self._sequence(measure, level, self.columns.bounds(measure))

    def _sequence(self, measure: int, level: float, bounds: tuple[float, float] | None = None) -> Interval:
        """The same within any bounds."""
        columns = self.columns
        each = bonferroni(level, 1 if self.until is None else len(self.until.halfwidths))
        return sequence(self.sums, columns.top(measure), columns.bottom(measure), self._span(measure), each, bounds)

    def _span(self, measure: int) -> float:
        """Largest possible difference of two games, or else the largest that was seen."""
        columns = self.columns
        span, bounds = columns.measures[measure].span, columns.bounds(measure)
        seen = float(columns.most[measure] - columns.least[measure])
        widest = span if span is not None else bounds[1] - bounds[0] if bounds is not None else seen
        return widest * max(1.0, self.games_a_thing(measure)) if math.isfinite(widest) else 0.0

    def known(self) -> dict[str, Known]:
        """What a look finds of the measures that playing waits for."""
        if self.until is None:
            return {}
        found = {}
        for place, measure in enumerate(self.columns.measures):
            if measure.name in self.until.halfwidths:
                interval = self._sequence(place, self.until.level)
                found[measure.name] = known(interval.value, (interval.high - interval.low) / 2)
        return found

    def value(self, measure: int) -> float:
        """Value of a measure by its place; NaN where there is nothing to measure."""
        count = float(self.sums.total[self.columns.bottom(measure)])
        return float(self.sums.total[self.columns.top(measure)]) / count if count > 0 else math.nan

    def games_a_thing(self, measure: int) -> float:
        """Games for each thing that the measure is a rate over; 1 if it is one number a game, or there are no things."""
        count = float(self.sums.total[self.columns.bottom(measure)])
        return self.sums.games / count if count > 0 else 1.0

    def spread(self, measure: int) -> float:
        """Standard deviation over deals of the (linearised) measure; NaN where it cannot be known."""
        if self.sums.clusters < 2 or math.isnan(self.value(measure)):
            return math.nan
        form = ratio_form(self.sums, self.columns.top(measure), self.columns.bottom(measure))
        return math.sqrt(form_variance(self.sums, form) * self.sums.clusters)

    def capped_reach(self, measure: int, capped: int, least: float, most: float) -> tuple[float, float]:
        """By how much less or more a measure can be, had the games stopped at the round limit been played to their end.

        A game of a win share can end anywhere between its bounds, also as times the even share, and of a score, anywhere within the range
        seen. Other measures count what happened until the limit.

        Parameters
        ----------
        measure : int
            Its place.
        capped : int
            Games stopped at the round limit.
        least, most : float
            Range of scores seen.
        """
        declared, columns = self.columns.measures[measure], self.columns
        if not capped:
            return 0.0, 0.0
        if declared.least is not None and declared.span is not None:
            lowest, share = declared.least(columns.seats), capped / self.sums.games
            return -lowest * share, (lowest + declared.span) * share
        if declared.unit == TIMES_EVEN:
            least, most = 0.0, float(columns.seats)
        elif declared.unit != POINTS:
            return 0.0, 0.0
        if measure not in columns.rates:
            share = capped / self.sums.games
            return (most - least) * share, (most - least) * share
        share = capped / (capped + float(self.sums.total[columns.bottom(measure)]))
        value = self.value(measure)
        return (value - least) * share, (most - value) * share

    def table(self) -> pd.DataFrame:
        """All measures, primary ones first.

        Returns
        -------
        DataFrame
            measure, label, unit, primary, value, low, high, fair, number (what the value is a mean over: games, or things), games,
            clusters, method, interval (SIMULTANEOUS, PLAIN or SEQUENCE_KIND),
            until (half the width at which playing was to stop; NaN where it did not wait for the measure).
        """
        rows = []
        for place, measure in enumerate(self._told):
            interval = self.interval(place)
            rows.append(
                {
                    "measure": measure.name,
                    "label": measure.label,
                    "unit": measure.unit,
                    "primary": measure.primary,
                    "value": interval.value,
                    "low": interval.low,
                    "high": interval.high,
                    "fair": np.nan if measure.fair is None else measure.fair,
                    "number": round(self.sums.total[self.columns.bottom(place)]),
                    "games": self.sums.games,
                    "clusters": self.sums.clusters,
                    "method": interval.method,
                    "interval": self.kind(place),
                    "until": np.nan if self.until is None else self.until.halfwidths.get(measure.name, np.nan),
                }
            )
        return pd.DataFrame(rows)


def known(estimate: float, halfwidth: float) -> Known:
    """An estimate and half the width of its sequence; None for what is no number."""
    numbers = [float(number) if math.isfinite(number) else None for number in (estimate, halfwidth)]
    return Known(estimate=numbers[0], halfwidth=numbers[1])


def enough(found: Mapping[str, Known], until: Until) -> bool:
    """Whether all that playing waits for is known well enough."""
    halves = {name: found[name].halfwidth for name in until.halfwidths}
    return all(half is not None and half <= until.halfwidths[name] for name, half in halves.items())


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """The declared measures, as tables by title."""
    measures = Measures(run.spec.measures)
    read(run, measures)
    return {"Measures": measures.table()}


if __name__ == "__main__":
    show(tables)
