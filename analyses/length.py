"""How long games last, in rounds or in what the game counts: mean, quantiles, the share that lasts longer than t, the distribution.

Games stopped at the round limit are censored: they would have lasted longer. Quantiles are given as far as these games cannot change
them, a mean only as "at least".
"""

import math
from typing import Any

import numpy as np
import pandas as pd

from analyses.intervals import LEVEL, NEGLIGIBLE, Interval, effective_wilson, ratio, wilson
from analyses.source import Source, read, show
from analyses.sums import ClusterSums, Counts, cluster_starts, side_by_side
from simcore.spec import CAPPED, GameBatch

TAIL_FROM = 0.99
"""A distribution too long for its table is binned up to this quantile; the rest is its tail."""

ROWS = 40
"""Most rows of a distribution table."""

ROUNDS = "rounds"
"""What the round limit counts."""

QUANTILES = {"median": 0.5, "p05": 0.05, "p95": 0.95}


class Lengths:
    """Sums that tell how long games last.

    Parameters
    ----------
    unit : str
        The column that is counted: rounds, or turns.
    """

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self._sums = ClusterSums(2)
        self._ended = Counts()
        self._capped = Counts()
        self._sized = Counts()
        self._pairs = Counts()
        self._squares = 0

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        length = batch[self.unit].astype(np.int64)
        deal = batch["deal"]
        capped = batch["end_reason"] == CAPPED
        self._sums.add(side_by_side(np.ones(len(batch)), length), deal)
        self._ended.add(length[~capped])
        self._capped.add(length[capped])
        sizes = np.diff(np.append(cluster_starts(deal), len(deal)))
        reached = length + capped * self._begun
        self._squares += int((sizes**2).sum())
        self._sized.add(reached, np.repeat(sizes, sizes))
        for lag in range(1, int(sizes.max())):
            together = deal[lag:] == deal[:-lag]
            self._pairs.add(np.minimum(reached[lag:], reached[:-lag])[together])

    @property
    def _begun(self) -> int:
        """What a game stopped at the round limit would have begun besides: another round, but of anything else perhaps nothing."""
        return int(self.unit == ROUNDS)

    @property
    def games(self) -> int:
        """Games counted."""
        return self._sums.games

    @property
    def censored(self) -> int:
        """Games stopped at the round limit."""
        return self._capped.number

    def mean(self) -> Interval:
        """Mean length, clustered by deal; with censored games only "at least"."""
        return ratio(self._sums, 1, 0)

    def quantile(self, share: float) -> int | None:
        """Length by which this share of the games is over; None where games stopped at the round limit leave it open.

        A game stopped at the limit has seen all its rounds begin and would have begun another: it is longer than they are. Of anything
        else it counts, such as turns, it may have been in the last.
        """
        found = self._ended.quantile(share, beyond=self.censored)
        least = min((length + self._begun for length in self._capped.counts), default=math.inf)
        return None if found is None or found >= least else found

    def quantile_ends(self, share: float, level: float = LEVEL) -> tuple[int | None, int | None]:
        """Interval of the length by which this share of the games is over: two order statistics.

        Those lengths t for which the interval of the share of games over by t holds this share (Woodruff, JASA 47, 1952): clustered by
        deal as that one is. Lengths are whole numbers, so it holds the true one more often than it says. None where games stopped at the
        round limit leave an end open.

        Parameters
        ----------
        share : float
            0 to 1.
        level : float
            Of the intervals of the share of games over by t.

        Returns
        -------
        low, high : int or None
        """
        stopped, games = self._capped.arrays()
        everything = Counts()
        everything.merge(self._ended)
        everything.add(stopped + self._begun, games)
        limit = min((stopped + self._begun).tolist(), default=math.inf)
        numbers, _ = everything.arrays()
        longer = everything.more_than(numbers)
        over = [tuple(1 - end for end in self._ends(int(t), int(games), level)) for t, games in zip(numbers, longer, strict=True)]
        least = next((int(t) for t, (most, _) in zip(numbers, over, strict=True) if most >= share), None)
        most = next((int(t) for t, (_, fewest) in zip(numbers, over, strict=True) if fewest >= share), None)
        low, high = (None if end is None or end >= limit else end for end in (least, most))
        return low, high

    def summary(self) -> dict[str, Any]:
        """Mean, sd, median, p05, p95, max, and the number of censored games.

        With censored games `mean` and `max` are "at least", `sd` is None, and so is a quantile that they leave open.
        """
        deviation = self._ended.deviation()
        return {
            "mean": float(self.mean().value),
            "sd": None if self.censored or math.isnan(deviation) else deviation,
            **{name: self.quantile(share) for name, share in QUANTILES.items()},
            "max": max(self._everything().counts),
            "censored": self.censored,
        }

    def beyond(self) -> pd.DataFrame:
        """Share of games that last more than t rounds, or turns.

        Returns
        -------
        DataFrame
            rounds or turns (t, from the shortest game to one below the longest; below every game stopped at the round limit), games,
            share, low, high: Wilson; with several games a deal in Wilson's form with the clustered variance.
        """
        everything = self._everything()
        shortest, longest = min(everything.counts), max(everything.counts)
        bounds = np.arange(shortest, min(self._capped.counts, default=longest))
        longer = everything.more_than(bounds)
        ends = [self._ends(int(bound), int(games)) for bound, games in zip(bounds, longer, strict=True)]
        return pd.DataFrame(
            {
                self.unit: bounds,
                "games": longer,
                "share": longer / self.games,
                "low": [low for low, _ in ends],
                "high": [high for _, high in ends],
            }
        )

    def _ends(self, bound: int, longer: int, level: float = LEVEL) -> tuple[float, float]:
        """Interval of the share of games that last more than `bound`.

        With c games of a deal of m being longer and p their share, its clustered variance is n / (n - 1) * sum (c - p m)^2 / N^2; the
        sum of c^2 is the number of ordered pairs of games of one deal of which the shorter is longer than the bound.
        """
        clusters, games = self._sums.clusters, self.games
        if self._sums.single:
            return wilson(longer, games, level)
        share = longer / games
        at = np.array([bound])
        squares = longer + 2 * int(self._pairs.more_than(at)[0])
        spread = squares - 2 * share * int(self._sized.more_than(at)[0]) + share**2 * self._squares
        varies = clusters > 1 and spread > NEGLIGIBLE * squares
        variance = clusters / (clusters - 1) * spread / games**2 if varies else 0.0
        return effective_wilson(share, variance, clusters, single=False, level=level)

    def distribution(self, rows: int = ROWS) -> pd.DataFrame:
        """How many games last how long; see `binned`. Capped games stand where they were stopped."""
        return binned(self._everything(), rows)

    def _everything(self) -> Counts:
        everything = Counts()
        everything.merge(self._ended)
        everything.merge(self._capped)
        return everything


def binned(counts: Counts, rows: int = ROWS) -> pd.DataFrame:
    """A distribution of whole numbers in at most `rows` rows: one a number, or bins of equal width and a tail.

    Returns
    -------
    DataFrame
        first, last (numbers of the bin), games, share, tail (whether the row is the rest beyond the bins).
    """
    numbers, _ = counts.arrays()
    if len(numbers) == 0:
        return pd.DataFrame({"first": [], "last": [], "games": [], "share": [], "tail": []})
    least, most = int(numbers[0]), int(numbers[-1])
    width, end = 1, most
    if most - least + 1 > rows:
        end = int(counts.quantile(TAIL_FROM) or most)
        width = math.ceil((end - least + 1) / (rows - 1))
    first = np.arange(least, end + 1, width)
    last = first + width - 1
    has_tail = bool(last[-1] < most)
    if has_tail:
        first, last = np.append(first, last[-1] + 1), np.append(last, most)
    tail = np.zeros(len(first), dtype=bool)
    tail[-1] = has_tail
    games = counts.more_than(first - 1) - counts.more_than(last)
    return pd.DataFrame({"first": first, "last": last, "games": games, "share": games / counts.number, "tail": tail})


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """How long games last, as tables by title."""
    lengths = Lengths(run.spec.length)
    read(run, lengths)
    mean = lengths.mean()
    title = f"Length in {lengths.unit}"
    if lengths.censored:
        title += f" (mean at least; {lengths.censored} games stopped at the round limit)"
    return {
        title: pd.DataFrame([lengths.summary() | {"mean_low": mean.low, "mean_high": mean.high}]),
        f"Games that last more than so many {lengths.unit}": lengths.beyond(),
        "Distribution": lengths.distribution(),
    }


if __name__ == "__main__":
    show(tables)
