"""Auctions: what cards are sold for, how often nobody wants them, and who wins among those who buy them.

The game (or the deal) is the unit: bids and sales of a game hang together. Buyers choose and can afford what they buy, so who wins among
them is an association, not an effect of the card.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.intervals import SHARE_BOUNDS, Interval, ratio
from analyses.outcomes import outcomes
from analyses.source import Array, Source, card_tables, read, show
from analyses.splits import Split
from analyses.sums import FEW_CLUSTERS, UNITS, ClusterSums
from simcore.spec import Auction, GameBatch, GameSpec

ALL = "all"
"""Stands for all periods together."""

SOLD, INSTEAD, UNSOLD, BOUGHT, OFFERED, BID, COST = range(7)
"""What is summed of a card in a period: sales by a bid, by what is given instead, neither; sales; offers; winning bids; other costs."""

KINDS = 7

PRICE_COLUMNS = (
    "table", "card", "name", "period", "offered", "sold", "instead", "unsold",
    "bid", "bid_low", "bid_high", "cost", "cost_low", "cost_high",
    "unsold_share", "unsold_low", "unsold_high", "instead_share", "instead_low", "instead_high", "small",
)  # fmt: skip
BUYER_COLUMNS = ("table", "card", "name", "seats", "win_share", "win_low", "win_high", "difference", "low", "high", "small")


class _Market:
    """Sums of one auction.

    Parameters
    ----------
    auction : Auction
    seats : int
    cards : sequence of (slug, name)
        Of the table, in row order.
    """

    def __init__(self, auction: Auction, seats: int, cards: Sequence[tuple[str, str]]) -> None:
        self.auction, self.cards = auction, cards
        self.periods = (*auction.periods, ALL)
        self._sums = [ClusterSums(len(self.periods) * KINDS) for _ in cards]
        self._buyers = Split(len(cards), seats)

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        counts = self._counts(batch)
        deal = batch["deal"]
        for card, sums in enumerate(self._sums):
            sums.add_units(counts[card].reshape(len(batch), -1) * float(UNITS), deal)
        offered = (counts[:, :, -1, OFFERED] > 0).astype(np.int64)
        bits: Array = np.bitwise_or.reduce(offered << np.arange(len(self.cards))[:, None], axis=0)
        self._buyers.add(batch.by_turn_order(batch[self.auction.buyers].astype(np.int64)), outcomes(batch), deal, bits)

    def _counts(self, batch: GameBatch) -> Array:
        """What is summed: int64, cards x games x periods x KINDS, all periods together behind the single ones."""
        counts = np.zeros((len(self.cards), len(batch), len(self.periods), KINDS), dtype=np.int64)
        names = {SOLD: "sold", UNSOLD: "unsold", BID: "bid", COST: "cost"} | (
            {INSTEAD: self.auction.instead} if self.auction.instead else {}
        )
        for kind, name in names.items():
            for period, column in enumerate(self.auction.columns(name)):
                counts[:, :, period, kind] = batch[column].T
        counts[..., BOUGHT] = counts[..., SOLD] + counts[..., INSTEAD]
        counts[..., OFFERED] = counts[..., BOUGHT] + counts[..., UNSOLD]
        counts[:, :, -1] = counts[:, :, :-1].sum(axis=2)
        return counts

    def prices(self) -> list[dict[str, Any]]:
        """A row for each card and period: see `Prices.prices`."""
        return [self._price(card, period) for card in range(len(self.cards)) for period in range(len(self.periods))]

    def _price(self, card: int, period: int) -> dict[str, Any]:
        sums = self._sums[card]

        def mean(top: int, bottom: int, bounds: tuple[float, float] | None = None) -> Interval:
            return ratio(sums, period * KINDS + top, period * KINDS + bottom, bounds)

        total = sums.total[period * KINDS : (period + 1) * KINDS].round().astype(np.int64)
        rates = {
            "bid": mean(BID, SOLD),
            "cost": mean(COST, BOUGHT),
            "unsold_share": mean(UNSOLD, OFFERED, SHARE_BOUNDS),
            "instead_share": mean(INSTEAD, BOUGHT, SHARE_BOUNDS),
        }
        return {
            **self._named(card),
            "period": self.periods[period],
            **{name: int(total[kind]) for name, kind in (("offered", OFFERED), ("sold", SOLD), ("instead", INSTEAD), ("unsold", UNSOLD))},
            **{name: rate.value for name, rate in rates.items()},
            **{f"{name.removesuffix('_share')}_low": rate.low for name, rate in rates.items()},
            **{f"{name.removesuffix('_share')}_high": rate.high for name, rate in rates.items()},
            "small": bool(sums.occupied[period * KINDS + BOUGHT] < FEW_CLUSTERS),
        }

    def buyers(self) -> list[dict[str, Any]]:
        """A row for each card: see `Prices.buyers`."""
        rows = []
        for card in range(len(self.cards)):
            won, difference = self._buyers.win_share(card), self._buyers.difference(card)
            rows.append(
                {
                    **self._named(card),
                    "seats": self._buyers.having(card),
                    "win_share": won.value,
                    "win_low": won.low,
                    "win_high": won.high,
                    "difference": difference.value,
                    "low": difference.low,
                    "high": difference.high,
                    "small": bool(self._buyers.deals[card] < FEW_CLUSTERS),
                }
            )
        return rows

    def _named(self, card: int) -> dict[str, str]:
        slug, name = self.cards[card]
        return {"table": self.auction.table, "card": slug, "name": name}


class Prices:
    """Sums over the auctions of a game.

    Parameters
    ----------
    spec : GameSpec
        Whose auctions the results tell of.
    seats : int
    tables : mapping
        Slug and name of the cards of each table, in row order.
    """

    def __init__(self, spec: GameSpec, seats: int, tables: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        self._markets = [_Market(auction, seats, tables[auction.table]) for auction in spec.auctions if tables.get(auction.table)]

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        for market in self._markets:
            market.add(batch)

    def prices(self) -> pd.DataFrame:
        """What each card went for.

        Returns
        -------
        DataFrame
            table, card (slug), name, period (ALL for all together), offered (times), sold (of these, by a bid), instead (by what can be
            given instead), unsold; bid (mean winning bid), bid_low, bid_high; cost (mean of what its winners paid besides), ...;
            unsold_share (of the times it was offered), ...; instead_share (of the times it was won), ...; small (whether it was won in
            fewer than 50 deals).
        """
        return pd.DataFrame([row for market in self._markets for row in market.prices()], columns=list(PRICE_COLUMNS))

    def buyers(self) -> pd.DataFrame:
        """Who wins among those who bought a card: an association, not an effect of the card.

        Returns
        -------
        DataFrame
            table, card, name, seats (that bought it), win_share (theirs), win_low, win_high, difference (of their mean excess from that of
            the other seats in games in which it was offered, within turn order), low, high, small.
        """
        return pd.DataFrame([row for market in self._markets for row in market.buyers()], columns=list(BUYER_COLUMNS))


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """Auctions, as tables by title."""
    prices = Prices(run.spec, run.manifest.players, card_tables(run))
    read(run, prices)
    return {"Prices": prices.prices(), "Association, not effect: who wins among those who bought a card": prices.buyers()}


if __name__ == "__main__":
    show(tables)
