"""Cards: what being dealt one is worth, how often it is used, and who wins among those who held or used it.

The opening hand is dealt at random, so the first is an experiment. The last is an association, not an effect: whoever survives longer
uses more.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.intervals import CLUSTERED, LEVEL, Interval, critical_t, effective_wilson
from analyses.source import Array, Source, card_tables, read, show
from analyses.sums import FEW_CLUSTERS, UNITS, ClusterSums, cluster_starts, in_units, sums_by_deal
from simcore.spec import CardMask, GameBatch, GameSpec

DEALT, HELD, USED = "dealt", "held", "used"
"""Events of a card mask."""

OPENING_HAND, USAGE, ASSOCIATION = "opening_hand", "usage", "association"


def _any_seat(masks: Array) -> Array:
    """Cards that any seat has, as bits: int64, one a game."""
    anybody: Array = np.bitwise_or.reduce(np.ascontiguousarray(masks.T), axis=0)
    return anybody


class _Split:
    """Sums that compare the excess of seats with a card and of seats without it, within each position of the turn order.

    For each card the cluster sums of (seats with it at position p, their excess) for all p, and their products with each other and with
    those of all seats: from these follows the variance clustered by deal.
    """

    def __init__(self, cards: int, seats: int) -> None:
        self.seats = seats
        self.everybody = ClusterSums(1 + seats)
        self.deals = np.zeros(cards, dtype=np.int64)
        self._total = np.zeros((cards, 2 * seats))
        self._own = np.zeros((cards, 2 * seats, 2 * seats))
        self._shared = np.zeros((cards, 2 * seats, 1 + seats))

    def add(self, masks: Array, excess: Array, deal: Array) -> None:
        """Count games in: bits of cards and excess, both games x seats in turn order."""
        every_game = np.hstack([np.ones((len(deal), 1)), excess])
        self.everybody.add(every_game, deal)
        units = in_units(every_game)
        everybody = sums_by_deal(units, deal)
        number = np.cumsum(np.concatenate([[False], deal[1:] != deal[:-1]]))
        anybody = _any_seat(masks)
        for card in range(len(self.deals)):
            games = np.flatnonzero(anybody >> card & 1)
            if len(games) == 0:
                continue
            has = (masks[games] >> card & 1).astype(float)
            own = sums_by_deal(np.hstack([has * UNITS, has * units[games, 1:]]), deal[games])
            shared = everybody[number[games[cluster_starts(deal[games])]]]
            self.deals[card] += len(own)
            self._total[card] += own.sum(axis=0)
            self._own[card] += own.T @ own
            self._shared[card] += own.T @ shared

    def having(self, card: int) -> int:
        """Seats that had the card."""
        return int(np.rint(self._total[card, : self.seats].sum() / UNITS))

    def difference(self, card: int, level: float = LEVEL) -> Interval:
        """Mean excess of seats with the card minus that of seats without, position by position, then averaged.

        Positions weigh n1 n0 / (n1 + n0), n1 seats with and n0 without: the coefficient of the card in a regression of excess on card
        and position. The variance is that of the linearised difference, summed by deal.
        """
        k = self.seats
        having, excess_having = self._total[card, :k] / UNITS, self._total[card, k:] / UNITS
        games, excess = self.everybody.total[0], self.everybody.total[1:]
        lacking = games - having
        weight = having * lacking / max(games, 1)
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
        shared = np.concatenate([[in_lacking @ without], -in_lacking])
        squares = own @ self._own[card] @ own / UNITS**2 + 2 * (own @ self._shared[card] @ shared) / UNITS**2
        squares += shared @ self.everybody.cross @ shared
        n = self.everybody.clusters
        half = critical_t(level, int(self.deals[card]) - 1) * math.sqrt(max(0.0, float(squares)) * n / (n - 1))
        return Interval(value, value - half, value + half, CLUSTERED)


class _Usage:
    """Sums that tell how often seats that were dealt a card used it."""

    def __init__(self, cards: int) -> None:
        self.deals = np.zeros(cards, dtype=np.int64)
        self.dealt = np.zeros(cards, dtype=np.int64)
        self.used = np.zeros(cards, dtype=np.int64)
        self._products = np.zeros((cards, 3), dtype=np.int64)  # dealt², dealt x used, used²

    def add(self, dealt_masks: Array, used_masks: Array, deal: Array) -> None:
        """Count games in: bits of cards, games x seats."""
        both = dealt_masks & used_masks
        anybody = _any_seat(dealt_masks)
        for card in range(len(self.deals)):
            games = np.flatnonzero(anybody >> card & 1)
            if len(games) == 0:
                continue
            everywhere = np.ones(dealt_masks.shape[1], dtype=np.int64)
            dealt = sums_by_deal((dealt_masks[games] >> card & 1) @ everywhere, deal[games])
            used = sums_by_deal((both[games] >> card & 1) @ everywhere, deal[games])
            self.deals[card] += len(dealt)
            self.dealt[card] += dealt.sum()
            self.used[card] += used.sum()
            self._products[card] += (dealt @ dealt, dealt @ used, used @ used)

    def share(self, card: int) -> Interval:
        """Share of seats dealt the card that used it: Wilson's form, clustered by deal."""
        dealt, used, deals = int(self.dealt[card]), int(self.used[card]), int(self.deals[card])
        if dealt == 0:
            return Interval(math.nan, math.nan, math.nan)
        share = used / dealt
        squares, product, used_squares = (int(number) for number in self._products[card])
        spread = dealt**2 * used_squares - 2 * dealt * used * product + used**2 * squares  # whole numbers: exact
        variance = deals / (deals - 1) * (spread / dealt**4) if deals > 1 else 0.0
        return Interval(share, *effective_wilson(share, variance, deals, single=deals == dealt), CLUSTERED)


class Cards:
    """Sums over the cards of a game's tables.

    Parameters
    ----------
    spec : GameSpec
        Whose card masks the results hold.
    seats : int
    tables : mapping
        Slug and name of the cards of each table, in row order.
    """

    def __init__(self, spec: GameSpec, seats: int, tables: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        self.tables = tables
        masks = [mask for mask in spec.card_masks if tables.get(mask.table)]
        self._splits = {mask: _Split(len(tables[mask.table]), seats) for mask in masks}
        dealt = {mask.table: mask for mask in masks if mask.event == DEALT}
        self._usages = {
            (dealt[mask.table], mask): _Usage(len(tables[mask.table])) for mask in masks if mask.event == USED and mask.table in dealt
        }

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        if not self._splits:
            return
        deal = batch["deal"]
        excess = batch.by_turn_order(batch.excess)
        for mask, split in self._splits.items():
            split.add(batch.by_turn_order(batch[mask.column].astype(np.int64)), excess, deal)
        for (dealt, used), usage in self._usages.items():
            usage.add(batch[dealt.column].astype(np.int64), batch[used.column].astype(np.int64), deal)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Which of opening_hand, usage and association this game's results allow."""
        events = {mask.event for mask in self._splits}
        there = {OPENING_HAND: DEALT in events, USAGE: bool(self._usages), ASSOCIATION: bool(events - {DEALT})}
        return tuple(kind for kind, present in there.items() if present)

    def opening_hand(self) -> pd.DataFrame:
        """What being dealt a card, instead of an average one, is worth.

        Returns
        -------
        DataFrame
            table, card (slug), name, dealt (seats), effect (excess of seats dealt it minus that of seats not dealt it, within turn
            order; a fraction), low, high, small (whether it rests on fewer than 50 deals).
        """
        rows = [
            {**row, "dealt": having, "effect": value.value, "low": value.low, "high": value.high, "small": small}
            for mask, split in self._splits.items()
            if mask.event == DEALT
            for row, having, value, small in self._compared(mask, split)
        ]
        return pd.DataFrame(rows, columns=["table", "card", "name", "dealt", "effect", "low", "high", "small"])

    def association(self) -> pd.DataFrame:
        """Who wins among the seats that held or used a card: an association, not an effect of the card.

        Returns
        -------
        DataFrame
            event (held, used), table, card, name, seats, difference (of the mean excess of seats with and without the event, within
            turn order), low, high, small.
        """
        rows = [
            {"event": mask.event, **row, "seats": having, "difference": value.value, "low": value.low, "high": value.high, "small": small}
            for mask, split in self._splits.items()
            if mask.event != DEALT
            for row, having, value, small in self._compared(mask, split)
        ]
        return pd.DataFrame(rows, columns=["event", "table", "card", "name", "seats", "difference", "low", "high", "small"])

    def _compared(self, mask: CardMask, split: _Split) -> list[tuple[dict[str, Any], int, Interval, bool]]:
        return [
            (self._named(mask.table, card), split.having(card), split.difference(card), bool(split.deals[card] < FEW_CLUSTERS))
            for card in range(len(self.tables[mask.table]))
        ]

    def _named(self, table: str, card: int) -> dict[str, Any]:
        slug, name = self.tables[table][card]
        return {"table": table, "card": slug, "name": name}

    def usage(self) -> pd.DataFrame:
        """How often seats that were dealt a card used it.

        Returns
        -------
        DataFrame
            table, card, name, dealt (seats), used (of these), share, low, high, small.
        """
        rows = []
        for (dealt, _), usage in self._usages.items():
            for card in range(len(self.tables[dealt.table])):
                share = usage.share(card)
                rows.append(
                    {
                        **self._named(dealt.table, card),
                        "dealt": int(usage.dealt[card]),
                        "used": int(usage.used[card]),
                        "share": share.value,
                        "low": share.low,
                        "high": share.high,
                        "small": bool(usage.deals[card] < FEW_CLUSTERS),
                    }
                )
        return pd.DataFrame(rows, columns=["table", "card", "name", "dealt", "used", "share", "low", "high", "small"])


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """Cards, as tables by title."""
    cards = Cards(run.spec, run.manifest.players, card_tables(run))
    read(run, cards)
    titles = {
        OPENING_HAND: ("Being dealt a card", cards.opening_hand),
        USAGE: ("Used when dealt", cards.usage),
        ASSOCIATION: ("Association, not effect: who wins among those who held or used a card", cards.association),
    }
    return {titles[kind][0]: titles[kind][1]() for kind in cards.kinds}


if __name__ == "__main__":
    show(tables)
