"""Cards as bits: for each card, sums over deals of numbers of the games in which its bit is set, and their products.

A mask says of a game, or of a seat in it, which cards something happened to, as the bits of a whole number. Most numbers of a game follow
from who wins it, which takes few values: so it is enough to count how many games of each value have a bit set. That is done for the
eight bits of a byte at once, and everything else follows from these counts.
"""

from collections.abc import Iterator

import numpy as np

from analyses.source import Array
from analyses.sums import cluster_starts

BYTE, VALUES = 8, 256
"""Bits of a byte, and the values that it takes."""

_SET = (np.arange(VALUES)[:, None] >> np.arange(BYTE) & 1).astype(float)
"""Which bits are set in each value of a byte: values x bits."""


def count_bits(masks: Array, kinds: Array, number: int, cards: int) -> Array:
    """How many games of each kind have each bit set.

    Parameters
    ----------
    masks, kinds : int64 array, (games,)
        Kinds count from 0.
    number, cards : int
        How many kinds there are, and how many bits.

    Returns
    -------
    float array, cards x kinds
        Whole numbers.
    """
    set_somewhere = np.flatnonzero(masks)
    if 2 * len(set_somewhere) < len(masks):
        masks, kinds = masks[set_somewhere], kinds[set_somewhere]
    octets = masks.astype("<i8").view(np.uint8).reshape(-1, BYTE)
    first = VALUES * kinds
    both = [np.bincount(first + octets[:, place], minlength=VALUES * number) for place in range(-(-cards // BYTE))]
    counts: Array = np.reshape(both, (-1, number, VALUES)).astype(float) @ _SET
    return counts.transpose(0, 2, 1).reshape(-1, number)[:cards]


def count_deals(masks: Array, deal: Array, cards: int) -> Array:
    """In how many deals each bit is set in a game: int, one a card; masks one a game."""
    anywhere = np.bitwise_or.reduceat(masks, cluster_starts(deal))
    counts: Array = count_bits(anywhere, np.zeros(len(anywhere), dtype=np.int64), 1, cards)[:, 0].astype(np.int64)
    return counts


def any_seat(masks: Array) -> Array:
    """Cards that any seat has, as bits: int64, one a game."""
    anybody: Array = np.bitwise_or.reduce(np.ascontiguousarray(masks.T), axis=0)
    return anybody


class BitSums:
    """For each card, and each of several masks that a game has: sums over a deal of numbers of the games in which the bit is set.

    Parameters
    ----------
    cards : int
    masks : int
        Masks that a game has: one a seat, say.
    numbers : array, kinds x numbers
        Numbers of a game by its kind; whole ones add up exactly.

    Attributes
    ----------
    total : float array, cards x masks x numbers
        Sums over all games.
    cross : float array, cards x masks x numbers x masks x numbers
        Sums over the deals of the products of any two of their sums.
    """

    def __init__(self, cards: int, masks: int, numbers: Array) -> None:
        self.numbers = np.asarray(numbers, dtype=float)
        width = self.numbers.shape[1]
        self.total = np.zeros((cards, masks, width))
        self.cross = np.zeros((cards, masks, width, masks, width))

    def add(self, masks: Array, kinds: Array, deal: Array) -> None:
        """Count games in: int64 masks, games x masks; the kind of each game; whole deals."""
        columns = np.ascontiguousarray(masks.T)
        there = np.bincount(kinds, minlength=len(self.numbers)) > 0
        numbers, kinds = self.numbers[there], (np.cumsum(there) - 1)[kinds]
        self._add_games(columns, kinds, numbers)
        for first, second in games_together(deal):
            self._add_pairs(columns[:, first], columns[:, second], len(numbers) * kinds[first] + kinds[second], numbers)

    def _add_games(self, columns: Array, kinds: Array, numbers: Array) -> None:
        """Products of each game's own numbers."""
        products = numbers[:, :, None] * numbers[:, None]
        for one, mask in enumerate(columns):
            own = count_bits(mask, kinds, len(numbers), len(self.total))
            self.total[:, one] += own @ numbers
            self.cross[:, one, :, one] += np.tensordot(own, products, 1)
            for other in range(one):
                both = mask & columns[other]
                if both.any():
                    counts = own if np.array_equal(both, mask) else count_bits(both, kinds, len(numbers), len(self.total))
                    found = np.tensordot(counts, products, 1)
                    self.cross[:, one, :, other] += found
                    self.cross[:, other, :, one] += found

    def _add_pairs(self, columns: Array, others: Array, kinds: Array, numbers: Array) -> None:
        """Products of the numbers of two games of a deal, either way; `kinds` are those of the pair."""
        number = len(numbers)
        for one, mask in enumerate(columns):
            for other, second in enumerate(others):
                counts = count_bits(mask & second, kinds, number**2, len(self.total)).reshape(-1, number, number)
                found = numbers.T @ counts @ numbers
                self.cross[:, one, :, other] += found
                self.cross[:, other, :, one] += found.transpose(0, 2, 1)


def games_together(deal: Array) -> Iterator[tuple[Array, Array]]:
    """Every two games of one deal, as their rows: once each."""
    starts = cluster_starts(deal)
    for lag in range(1, int(np.diff(np.append(starts, len(deal))).max())):
        first = np.flatnonzero(deal[lag:] == deal[:-lag])
        yield first, first + lag
