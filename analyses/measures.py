"""Every measure that the game declares, with its interval."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from analyses.intervals import LEVEL, SHARE_BOUNDS, Interval, form_variance, ratio, ratio_form
from analyses.source import Array, Source, read, show
from analyses.sums import ClusterSums
from simcore.spec import GameBatch, Measure

SHARE = "share"
"""The unit of measures between 0 and 1."""

POINTS = "points"
"""The unit of scores."""

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
        return np.column_stack([np.ones(len(batch)), *tops, *bottoms])

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
    """Sums from which every declared measure follows."""

    def __init__(self, measures: Sequence[Measure]) -> None:
        self.columns = MeasureColumns(measures)
        self._sums: ClusterSums | None = None

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        self.add_values(self.columns.values(batch), batch["deal"])

    def add_values(self, values: Array, deal: Array) -> None:
        """Count games in by the columns that `columns.values` has made of them."""
        if self._sums is None:
            self._sums = ClusterSums(self.columns.width)
        self._sums.add(values, deal)

    @property
    def sums(self) -> ClusterSums:
        """The columns' sums."""
        if self._sums is None:
            raise ValueError("no games have been counted")
        return self._sums

    def interval(self, measure: int, level: float = LEVEL) -> Interval:
        """Value and interval of a measure by its place."""
        columns = self.columns
        span = columns.measures[measure].span
        return ratio(self.sums, columns.top(measure), columns.bottom(measure), columns.bounds(measure), span, level)

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
            clusters, method.
        """
        rows = []
        for place, measure in enumerate(self.columns.measures):
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
                }
            )
        return pd.DataFrame(rows)


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """The declared measures, as tables by title."""
    measures = Measures(run.spec.measures)
    read(run, measures)
    return {"Measures": measures.table()}


if __name__ == "__main__":
    show(tables)
