"""What is kept of the games: sums over clusters with their cross-products, and counts of whole numbers.

Both grow by batches and merge by addition. Credits are fractions of at most MAX_SEATS winners; counted in units of 1/60 they, and all
whole numbers, add up exactly, so that a result does not depend on where the games were cut.
"""

import math

import numpy as np

from analyses.source import Array
from simcore.rng import MAX_SEATS

UNITS = math.lcm(*range(1, MAX_SEATS + 1))
"""Every credit and every excess is a whole multiple of 1/UNITS."""

SNAP = 1e-6
"""Distance, in units, below which a value is taken for the whole multiple next to it: rounding error, not information."""

FEW_CLUSTERS = 50
"""Below this many clusters intervals are bootstrapped, and the clusters themselves are kept."""


def side_by_side(*parts: Array) -> Array:
    """Numbers of games, one a game or games x columns, as columns: float, each of them in one piece of memory, so that it adds up fast."""
    columns: Array = np.vstack([part.T for part in parts], dtype=float).T
    return columns


def in_units(values: Array) -> Array:
    """Values as multiples of 1/UNITS: float, whole where they are whole but for rounding."""
    units = np.asarray(values, dtype=float) * UNITS
    whole = np.rint(units)
    return np.where(np.abs(units - whole) < SNAP, whole, units)


def cluster_starts(deal: Array) -> Array:
    """Rows at which a deal begins: int, one a deal."""
    return np.flatnonzero(np.concatenate([[True], deal[1:] != deal[:-1]])[: len(deal)])


def sums_by_deal(values: Array, deal: Array) -> Array:
    """Sum over the games of each deal: float, deals x columns."""
    starts = cluster_starts(deal)
    return values if len(starts) == len(values) else np.add.reduceat(values, starts, axis=0)


def column_sums(values: Array) -> Array:
    """Sum of each column, as a product with ones: ten times as fast as adding up a few narrow columns, and as exact for whole numbers."""
    total: Array = np.ones(len(values), values.dtype) @ values
    return total


class ClusterSums:
    """Sums of several columns over clusters, and of the products of their cluster sums.

    The cluster is the deal: games of one deal are alike, different deals are independent. From the totals and the cross-products
    follow every ratio of two columns, its linearised variance, and the covariance of any two of them.

    Parameters
    ----------
    width : int
        Number of columns.

    Attributes
    ----------
    clusters, games : int
    yes_no : bool array, (width,)
        Whether all games had 0 or 1 in the column.
    occupied : int array, (width,)
        Clusters whose sum in the column is not zero.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.clusters = 0
        self.games = 0
        self.yes_no = np.ones(width, dtype=bool)
        self.occupied = np.zeros(width, dtype=np.int64)
        self._total = np.zeros(width)
        self._cross = np.zeros((width, width))
        self._few: list[Array] = []

    def add(self, values: Array, deal: Array) -> None:
        """Count games in.

        Parameters
        ----------
        values : float array, games x width
        deal : int array, (games,)
            Whole deals, in order.
        """
        self.add_units(in_units(values), deal)

    def add_units(self, units: Array, deal: Array) -> Array:
        """Count games in by their values in units: see `in_units`.

        Returns
        -------
        float array, deals x width
            Their sums over each deal, in units.
        """
        sums = sums_by_deal(units, deal)
        if self.clusters < FEW_CLUSTERS:
            self._few.append(sums[:FEW_CLUSTERS])
        self.clusters += len(sums)
        self.games += len(units)
        for column in np.flatnonzero(self.yes_no):
            numbers = units[:, column]
            self.yes_no[column] = ((numbers == 0) | (numbers == UNITS)).all()
        self.occupied += [np.count_nonzero(column) for column in sums.T]
        self._total += column_sums(sums)
        self._cross += sums.T @ sums
        return sums

    def merge(self, other: "ClusterSums") -> None:
        """Count in what another slice of the same games, cut between deals, has counted."""
        if self.clusters < FEW_CLUSTERS:
            self._few += other._few
        self.clusters += other.clusters
        self.games += other.games
        self.yes_no &= other.yes_no
        self.occupied += other.occupied
        self._total += other._total
        self._cross += other._cross

    @property
    def single(self) -> bool:
        """Whether every cluster is one game."""
        return self.clusters == self.games

    @property
    def total(self) -> Array:
        """Sum of each column: float, (width,)."""
        total: Array = self._total / UNITS
        return total

    @property
    def cross(self) -> Array:
        """Sum over clusters of the products of their sums: float, width x width."""
        cross: Array = self._cross / UNITS**2
        return cross

    @property
    def few(self) -> Array:
        """The clusters' own sums, when there are fewer than FEW_CLUSTERS: float, clusters x width."""
        if self.clusters >= FEW_CLUSTERS:
            raise ValueError(f"{self.clusters} clusters are not few")
        rows: Array = np.concatenate([np.zeros((0, self.width)), *self._few]) / UNITS
        return rows

    def covariance(self, forms: Array) -> Array:
        """Covariance of linear forms of the totals whose cluster values add up to zero, such as the residuals of a ratio.

        With n independent clusters and z_i the form's value in cluster i: n / (n - 1) * sum z_i z_i' (Cochran, Sampling Techniques,
        3rd ed., section 9A).

        Parameters
        ----------
        forms : float array, forms x width

        Returns
        -------
        float array, forms x forms
            NaN with fewer than two clusters.
        """
        if self.clusters < 2:
            return np.full((len(forms), len(forms)), np.nan)
        covariance: Array = forms @ self.cross @ forms.T * (self.clusters / (self.clusters - 1))
        return covariance


class Counts:
    """How often each whole number occurred.

    Attributes
    ----------
    counts : dict
        Number to how often.
    """

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}

    def add(self, values: Array, weights: Array | None = None) -> None:
        """Count whole numbers in, each once, or `weights` (whole) times."""
        if len(values) == 0:
            return
        whole = values.astype(np.int64)
        if weights is None:
            numbers, counted = np.unique(whole, return_counts=True)
        else:
            numbers, place = np.unique(whole, return_inverse=True)
            counted = np.bincount(place, weights=weights).astype(np.int64)
        self._put(numbers.tolist(), counted.tolist())

    def merge(self, other: "Counts") -> None:
        """Count in what another has counted."""
        self._put(list(other.counts), list(other.counts.values()))

    def _put(self, numbers: list[int], counted: list[int]) -> None:
        for number, count in zip(numbers, counted, strict=True):
            self.counts[number] = self.counts.get(number, 0) + count

    @property
    def number(self) -> int:
        """How many numbers were counted."""
        return sum(self.counts.values())

    def arrays(self) -> tuple[Array, Array]:
        """The numbers in rising order, and how often each occurred: int, int."""
        numbers = np.array(sorted(self.counts), dtype=np.int64)
        return numbers, np.array([self.counts[number] for number in numbers.tolist()], dtype=np.int64)

    def more_than(self, bounds: Array) -> Array:
        """How many numbers are above each bound: int."""
        numbers, counted = self.arrays()
        above = np.concatenate([np.cumsum(counted[::-1])[::-1], [0]])
        more: Array = above[np.searchsorted(numbers, bounds, side="right")]
        return more

    def quantile(self, share: float, beyond: int = 0) -> int | None:
        """The smallest number that at least this share of all does not exceed: an order statistic, never between two numbers.

        Parameters
        ----------
        share : float
            0 to 1.
        beyond : int
            Further numbers, known only to lie beyond all others (censored).

        Returns
        -------
        int or None
            None if it lies beyond, or there are no numbers.
        """
        numbers, counted = self.arrays()
        rank = max(1, math.ceil(share * (int(counted.sum()) + beyond) - SNAP))
        place = int(np.searchsorted(np.cumsum(counted), rank))
        return int(numbers[place]) if place < len(numbers) else None

    def mean(self) -> float:
        """Mean, NaN of none."""
        numbers, counted = self.arrays()
        return float(numbers @ counted / counted.sum()) if len(numbers) else math.nan

    def deviation(self) -> float:
        """Standard deviation with n - 1, NaN of fewer than two."""
        numbers, counted = self.arrays()
        if counted.sum() < 2:
            return math.nan
        square = float((numbers - self.mean()) ** 2 @ counted)
        return math.sqrt(square / (int(counted.sum()) - 1))
