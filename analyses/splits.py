"""What every question about single cards needs: a share for each card, and the seats that have it against those that do not."""

import math

import numpy as np

from analyses.intervals import CLUSTERED, LEVEL, Interval, critical_t, effective_wilson
from analyses.source import Array
from analyses.sums import UNITS, ClusterSums, cluster_starts, column_sums, in_units, sums_by_deal


def any_seat(masks: Array) -> Array:
    """Cards that any seat has, as bits: int64, one a game; bits that are already one a game stay as they are."""
    if masks.ndim == 1:
        return masks
    anybody: Array = np.bitwise_or.reduce(np.ascontiguousarray(masks.T), axis=0)
    return anybody


class Shares:
    """For each card whole numbers of which others are a part: sums over deals, and their products.

    Attributes
    ----------
    deals, bottom, top : int array, (cards,)
        Deals that have anything to be a share of; totals of the whole and of the part.
    """

    def __init__(self, cards: int) -> None:
        self.deals = np.zeros(cards, dtype=np.int64)
        self.bottom = np.zeros(cards, dtype=np.int64)
        self.top = np.zeros(cards, dtype=np.int64)
        self._products = np.zeros((cards, 3), dtype=np.int64)  # whole², whole x part, part²

    def add(self, card: int, bottom: Array, top: Array) -> None:
        """Count deals in, by the whole and the part of each: int64; every one of them has a whole."""
        self.deals[card] += len(bottom)
        self.bottom[card] += bottom.sum()
        self.top[card] += top.sum()
        self._products[card] += (bottom @ bottom, bottom @ top, top @ top)

    def share(self, card: int, unit: int = 1) -> Interval:
        """The part, as a share of the whole: Wilson's form, clustered by deal.

        Parameters
        ----------
        card : int
        unit : int
            What one thing counts in the whole.
        """
        bottom, top, deals = int(self.bottom[card]), int(self.top[card]), int(self.deals[card])
        if bottom == 0:
            return Interval(math.nan, math.nan, math.nan)
        share = top / bottom
        squares, product, top_squares = (int(number) for number in self._products[card])
        spread = bottom**2 * top_squares - 2 * bottom * top * product + top**2 * squares  # whole numbers: exact
        variance = deals / (deals - 1) * (spread / bottom**4) if deals > 1 else 0.0
        return Interval(share, *effective_wilson(share, variance, deals, single=deals * unit == bottom), CLUSTERED)


class Split:
    """Sums that compare the excess of seats with a card and of seats without it, within each position of the turn order.

    For each card the cluster sums of (seats with it at position p, their excess) for all p, and their products with each other and with
    those of all seats it could have happened to: from these follows the variance clustered by deal.

    Parameters
    ----------
    cards, seats : int
    among : bool
        Whether it could have happened to some seats only: then only these are compared.

    Attributes
    ----------
    deals : int array, (cards,)
        Deals in which a seat had the card.
    """

    def __init__(self, cards: int, seats: int, among: bool = False) -> None:
        self.seats, self.among = seats, among
        self.deals = np.zeros(cards, dtype=np.int64)
        self._total = np.zeros((cards, 2 * seats))
        self._own = np.zeros((cards, 2 * seats, 2 * seats))
        self._credit = Shares(cards)
        every = 2 * seats if among else 1 + seats
        self._shared = np.zeros((cards, 2 * seats, every))
        self._everybody = [ClusterSums(every) for _ in range(cards if among else 1)]

    def add(self, masks: Array, credit: Array, excess: Array, deal: Array, among: Array | None = None) -> None:
        """Count games in: bits of cards, credit and excess, all games x seats in turn order; `among` bits of cards, games (x seats)."""
        if among is None:
            self._add_all(masks, credit, excess, deal)
        else:
            self._add_among(masks, credit, excess, deal, among)

    def _add_all(self, masks: Array, credit: Array, excess: Array, deal: Array) -> None:
        units = in_units(np.hstack([np.ones((len(deal), 1)), excess]))
        everybody = self._everybody[0].add_units(units, deal)
        number = np.cumsum(np.concatenate([[False], deal[1:] != deal[:-1]]))
        anybody = any_seat(masks)
        for card in range(len(self.deals)):
            games = np.flatnonzero(anybody >> card & 1)
            if len(games):
                has = masks[games] >> card & 1
                shared = everybody[number[games[cluster_starts(deal[games])]]]
                self._add_card(card, has, credit[games], units[games, 1:], deal[games], shared)

    def _add_among(self, masks: Array, credit: Array, excess: Array, deal: Array, among: Array) -> None:
        units = in_units(excess)
        possible = any_seat(among)
        among = among[:, None] if among.ndim == 1 else among
        for card in range(len(self.deals)):
            games = np.flatnonzero(possible >> card & 1)
            if len(games):
                could = np.broadcast_to(among[games] >> card & 1, (len(games), self.seats))
                shared = self._everybody[card].add_units(np.hstack([could * float(UNITS), could * units[games]]), deal[games])
                self._add_card(card, could & masks[games] >> card, credit[games], units[games], deal[games], shared)

    def _add_card(self, card: int, has: Array, credit: Array, excess: Array, deal: Array, shared: Array) -> None:
        """Count the games of one card in; excess in units, `shared` a row a deal."""
        own = sums_by_deal(np.hstack([has * float(UNITS), has * excess]), deal)
        self._total[card] += column_sums(own)
        self._own[card] += own.T @ own
        self._shared[card] += own.T @ shared
        each_seat = np.ones(self.seats)
        having = (own[:, : self.seats] @ each_seat).astype(np.int64)
        there = having > 0
        self.deals[card] += int(there.sum())
        won = sums_by_deal(np.rint((has * credit) @ each_seat * UNITS).astype(np.int64), deal)
        self._credit.add(card, having[there], won[there])

    def having(self, card: int) -> int:
        """Seats that had the card."""
        return int(np.rint(self._total[card, : self.seats].sum() / UNITS))

    def win_share(self, card: int) -> Interval:
        """Mean credit of the seats that had the card: Wilson's form, clustered by deal."""
        return self._credit.share(card, UNITS)

    def difference(self, card: int, level: float = LEVEL) -> Interval:
        """Mean excess of seats with the card minus that of seats without, position by position, then averaged.

        Positions weigh n1 n0 / (n1 + n0), n1 seats with and n0 without: the coefficient of the card in a regression of excess on card
        and position. The variance is that of the linearised difference, summed by deal.
        """
        k = self.seats
        everybody = self._everybody[card if self.among else 0]
        having, excess_having = self._total[card, :k] / UNITS, self._total[card, k:] / UNITS
        games, excess = everybody.total[:-k], everybody.total[-k:]  # seats at each position; one number where it is the same at all
        lacking = games - having
        weight = having * lacking / np.maximum(games, 1)
        if weight.sum() == 0:
            return Interval(math.nan, math.nan, math.nan)
        weight /= weight.sum()
        weighs = weight > 0
        with_it = np.divide(excess_having, having, out=np.zeros(k), where=weighs)
        without = np.divide(excess - excess_having, lacking, out=np.zeros(k), where=weighs)
        value = float(weight @ (with_it - without))
        if self.deals[card] < 2:
            return Interval(value, math.nan, math.nan)
        in_having = np.divide(weight, having, out=np.zeros(k), where=weighs)
        in_lacking = np.divide(weight, lacking, out=np.zeros(k), where=weighs)
        own = np.concatenate([-(in_having * with_it + in_lacking * without), in_having + in_lacking])
        counted = in_lacking * without if self.among else [in_lacking @ without]
        shared = np.concatenate([counted, -in_lacking])
        squares = own @ self._own[card] @ own / UNITS**2 + 2 * (own @ self._shared[card] @ shared) / UNITS**2
        squares += shared @ everybody.cross @ shared
        n = everybody.clusters
        half = critical_t(level, int(self.deals[card]) - 1) * math.sqrt(max(0.0, float(squares)) * n / (n - 1))
        return Interval(value, value - half, value + half, CLUSTERED)
