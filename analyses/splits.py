"""What every question about single cards needs: a share for each card, and the seats that have it against those that do not."""

import math

import numpy as np

from analyses.bits import BitSums, any_seat, count_deals
from analyses.intervals import CLUSTERED, LEVEL, PSEUDO_VALUES, Interval, critical_t, effective_wilson
from analyses.outcomes import credits_of, mean_credits
from analyses.source import Array
from analyses.sums import FEW_CLUSTERS, UNITS

EVERY_CARD = -1
"""All bits."""


def _numbers(seats: int) -> Array:
    """What follows from who wins, in units: one game, the excess of each position, the mean credit of all; outcomes x numbers."""
    mean = mean_credits(seats)
    return np.hstack([np.full_like(mean, UNITS), credits_of(seats) - mean, mean])


def share(deals: int, squares: Array, bottom: int, top: int, unit: int = 1) -> Interval:
    """Part of a whole, whole numbers summed by deal, as a share: Wilson's form, clustered by deal.

    Parameters
    ----------
    deals : int
        Deals that have anything to be a share of.
    squares : array, 2 x 2
        Sums over deals of the products of whole and part.
    bottom, top : int
        Totals of the whole and of the part.
    unit : int
        What one thing counts in the whole.
    """
    if bottom == 0:
        return Interval(math.nan, math.nan, math.nan)
    (whole, product), (_, part) = ([int(number) for number in row] for row in squares)
    spread = bottom**2 * part - 2 * bottom * top * product + top**2 * whole  # whole numbers: exact
    variance = deals / (deals - 1) * (spread / bottom**4) if deals > 1 else 0.0
    return Interval(top / bottom, *effective_wilson(top / bottom, variance, deals, single=deals * unit == bottom), CLUSTERED)


class Split:
    """Sums that compare the excess of seats with a card and of seats without it, within each position of the turn order.

    For each card, and its deals, the sums of (seats with it at position p, their excess) for all p, and of the same of all seats that it
    could have happened to, with all their products: from these follows the variance clustered by deal.

    Parameters
    ----------
    cards, seats : int
    apart : bool
        Whether it could have happened to some seats of a game and not to others.

    Attributes
    ----------
    deals : int array, (cards,)
        Deals in which a seat had the card.
    """

    def __init__(self, cards: int, seats: int, apart: bool = False) -> None:
        self.deals = np.zeros(cards, dtype=np.int64)
        self._compared = np.zeros(cards, dtype=np.int64)  # deals in which it could have happened
        self._own, self._positions = np.arange(seats), 1 + np.arange(seats)
        self._all = seats + (np.arange(seats) if apart else np.zeros(seats, dtype=np.int64))
        self._sums = BitSums(cards, 1 + int(self._all[-1]), _numbers(seats))

    def add(self, masks: Array, outcomes: Array, deal: Array, among: Array | None = None) -> None:
        """Count games in.

        Parameters
        ----------
        masks : int64 array, games x seats
            Bits of the cards that each position in the turn order has.
        outcomes : int64 array, (games,)
            See `analyses.outcomes`.
        deal : int array, (games,)
        among : int64 array, games or games x seats, optional
            Bits of the cards that it could have happened to: only they are compared. By default all.
        """
        could = np.full(len(deal), EVERY_CARD) if among is None else among
        could = could.reshape(len(deal), -1)
        has = masks & could
        self._sums.add(np.hstack([has, could]), outcomes, deal)
        self.deals += count_deals(any_seat(has), deal, len(self.deals))
        self._compared += count_deals(any_seat(could), deal, len(self.deals))

    def having(self, card: int) -> int:
        """Seats that had the card."""
        return int(self._sums.total[card, self._own, 0].sum()) // UNITS

    def win_share(self, card: int) -> Interval:
        """Mean credit of the seats that had the card: Wilson's form, clustered by deal."""
        forms = np.zeros((2, *self._sums.total.shape[1:]))  # seats with the card; their excess, with the mean credit their credit
        forms[0, self._own, 0] = 1
        forms[1, self._own, self._positions] = forms[1, self._own, -1] = 1
        bottom, top = np.tensordot(forms, self._sums.total[card])
        squares = np.tensordot(np.tensordot(forms, self._sums.cross[card]), forms, ([1, 2], [1, 2]))
        return share(int(self.deals[card]), squares, int(bottom), int(top), UNITS)

    def difference(self, card: int, level: float = LEVEL) -> Interval:
        """Mean excess of seats with the card minus that of seats without, position by position, then averaged.

        Positions weigh n1 n0 / (n1 + n0), n1 seats with and n0 without: the coefficient of the card in a regression of excess on card
        and position. The variance is that of the linearised difference, summed by deal. With fewer than FEW_CLUSTERS deals it can be far
        too small by chance (none of four seats won, say), and so has two pseudo-values in it, which lie 1 above and below.
        """
        total, own, every = self._sums.total[card] / UNITS, self._own, self._all
        having, excess_having = total[own, 0], total[own, self._positions]
        games, excess = total[every, 0], total[every, self._positions]  # seats that could have it at each position
        lacking = games - having
        weight = having * lacking / np.maximum(games, 1)
        if weight.sum() == 0:
            return Interval(math.nan, math.nan, math.nan)
        weight /= weight.sum()
        weighs = weight > 0
        with_it, without, in_having, in_lacking = (
            np.divide(top, bottom, out=np.zeros(len(own)), where=weighs)
            for top, bottom in ((excess_having, having), (excess - excess_having, lacking), (weight, having), (weight, lacking))
        )
        value = float(weight @ (with_it - without))
        if self.deals[card] < 2:
            return Interval(value, math.nan, math.nan)
        form = np.zeros(total.shape)
        form[own, 0] = -(in_having * with_it + in_lacking * without)
        form[own, self._positions] = in_having + in_lacking
        form[:, 0] += np.bincount(every, in_lacking * without, minlength=len(form))
        form[every, self._positions] = -in_lacking
        squares = float(np.tensordot(form, np.tensordot(self._sums.cross[card], form))) / UNITS**2
        n, deals = int(self._compared[card]), int(self.deals[card])
        variance = max(0.0, squares) * n / (n - 1) + (PSEUDO_VALUES / deals**2 if deals < FEW_CLUSTERS else 0.0)
        half = critical_t(level, deals - 1) * math.sqrt(variance)
        return Interval(value, max(-1.0, value - half), min(1.0, value + half), CLUSTERED)
