"""Cards: what being dealt one is worth, how often it is used, and who wins among those who held or used it.

The opening hand is dealt at random, so the first is an experiment. The last is an association, not an effect: whoever survives longer
uses more. How often, and who is compared, is told of those to whom it could happen: see `simcore.spec.CardMask`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analyses.bits import BitSums, any_seat, count_deals
from analyses.intervals import Interval
from analyses.outcomes import outcomes
from analyses.screens import SCREEN_COLUMNS, screen
from analyses.source import Array, Source, card_tables, read, show
from analyses.splits import Split, share
from analyses.sums import FEW_CLUSTERS
from simcore.spec import SEAT, CardMask, GameBatch, GameSpec

DEALT, HELD, USED = "dealt", "held", "used"
"""Events of a card mask."""

OPENING_HAND, USAGE, ASSOCIATION = "opening_hand", "usage", "association"

SEATS, GAMES = "seats", "games"
"""What a share to which something happened is a share of."""

OPENING_COLUMNS = ("table", "card", "name", "dealt", "effect", "low", "high", "small", *SCREEN_COLUMNS)
USAGE_COLUMNS = ("event", "among", "unit", "table", "card", "name", "chances", "used", "share", "low", "high", "small")
ASSOCIATION_COLUMNS = (
    "event", "among", "table", "card", "name", "seats", "win_share", "win_low", "win_high", "difference", "low", "high", "small",
    *SCREEN_COLUMNS,
)  # fmt: skip
EVERYBODY = "all"
"""Stands for `among` where a card could happen to every seat."""


class Among(NamedTuple):
    """Bits of the cards that something could have happened to, and the word for them."""

    column: str
    label: str


class _Usage:
    """Sums that tell to how many of those to whom something could happen with a card it did.

    Parameters
    ----------
    cards, seats : int
    unit : str
        SEATS, or GAMES where it could happen to any seat of a game.
    """

    def __init__(self, cards: int, seats: int, unit: str) -> None:
        self.unit, self._masks = unit, seats if unit == SEATS else 1
        self.deals = np.zeros(cards, dtype=np.int64)
        self._sums = BitSums(cards, 2 * self._masks, np.ones((1, 1)))

    def add(self, among: Array, masks: Array, deal: Array) -> None:
        """Count games in: bits of cards to which it could happen, games or games x seats; and to which it did, games x seats."""
        could = among.reshape(len(deal), -1)
        did = could & (masks if self.unit == SEATS else any_seat(masks)[:, None])
        self._sums.add(np.hstack([could, did]), np.zeros(len(deal), dtype=np.int64), deal)
        self.deals += count_deals(any_seat(could), deal, len(self.deals))

    def counts(self, card: int) -> tuple[int, int]:
        """To how many it could happen, and did."""
        could, did = self._sums.total[card].reshape(2, -1).sum(axis=1).astype(int).tolist()
        return could, did

    def share(self, card: int) -> Interval:
        """The part to which it did."""
        squares = self._sums.cross[card].reshape(2, self._masks, 2, self._masks).sum(axis=(1, 3))
        return share(int(self.deals[card]), squares, *self.counts(card))


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
        self._among = {mask: among for mask in masks if (among := _chances(mask, masks))}

        def seatwise(column: str) -> bool:
            return column != "" and spec.column(column).per == SEAT

        self._splits = {mask: Split(len(tables[mask.table]), seats, seatwise(mask.among)) for mask in masks}
        self._usages = {
            mask: _Usage(len(tables[mask.table]), seats, SEATS if seatwise(among.column) else GAMES) for mask, among in self._among.items()
        }

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        if not self._splits:
            return
        deal, won = batch["deal"], outcomes(batch)
        columns = {mask.column for mask in self._splits} | {among.column for among in self._among.values()}
        bits = {name: batch[name].astype(np.int64) for name in columns}
        bits = {name: values if values.ndim == 1 else batch.by_turn_order(values) for name, values in bits.items()}
        for mask, split in self._splits.items():
            split.add(bits[mask.column], won, deal, bits.get(mask.among))
        for mask, usage in self._usages.items():
            usage.add(bits[self._among[mask].column], bits[mask.column], deal)

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
            order; a fraction), low, high, small (whether it rests on fewer than 50 deals); and, of all cards as one screen, shrunken, p,
            q, found, rank: see `analyses.screens.screen`.
        """
        dealt = [(mask, split) for mask, split in self._splits.items() if mask.event == DEALT]
        rows = [
            {**self._named(mask.table, card), "dealt": split.having(card), **_interval(split, card, "effect")}
            for mask, split in dealt
            for card in range(len(self.tables[mask.table]))
        ]
        if not rows:
            return pd.DataFrame(columns=list(OPENING_COLUMNS))
        table = pd.DataFrame(rows)
        deals = np.concatenate([split.deals for _, split in dealt])
        return table.join(screen(table["effect"].to_numpy(float), table["high"].to_numpy(float), deals))

    def association(self) -> pd.DataFrame:
        """Who wins among the seats that held or used a card: an association, not an effect of the card.

        Returns
        -------
        DataFrame
            event (the mask's label), among (the word for those compared; EVERYBODY where all seats are), table, card, name, seats (with
            the event), win_share (theirs), win_low, win_high, difference (of the mean excess of seats with and without the event, within
            turn order), low, high, small; and, of the cards of each event as one screen, shrunken, p, q, found, rank: see
            `analyses.screens.screen`.
        """
        found = [pd.DataFrame(columns=list(ASSOCIATION_COLUMNS))]
        for mask, split in self._splits.items():
            if mask.event == DEALT:
                continue
            rows = []
            for card in range(len(self.tables[mask.table])):
                won = split.win_share(card)
                rows.append(
                    {
                        "event": mask.label or mask.event,
                        "among": (mask.among_label or mask.among) if mask.among else EVERYBODY,
                        **self._named(mask.table, card),
                        "seats": split.having(card),
                        "win_share": won.value,
                        "win_low": won.low,
                        "win_high": won.high,
                        **_interval(split, card, "difference"),
                    }
                )
            table = pd.DataFrame(rows)
            found.append(table.join(screen(table["difference"].to_numpy(float), table["high"].to_numpy(float), split.deals)))
        return pd.concat(found[1:] or found, ignore_index=True)

    def _named(self, table: str, card: int) -> dict[str, Any]:
        slug, name = self.tables[table][card]
        return {"table": table, "card": slug, "name": name}

    def usage(self) -> pd.DataFrame:
        """How often something happened with a card, of the times it could.

        Returns
        -------
        DataFrame
            event, among (the words for both), unit (SEATS, or GAMES where it could happen to any seat of a game), table, card, name,
            chances (seats or games to which it could), used (of these), share, low, high, small.
        """
        rows = []
        for mask, usage in self._usages.items():
            for card in range(len(self.tables[mask.table])):
                found, (chances, used) = usage.share(card), usage.counts(card)
                rows.append(
                    {
                        "event": mask.label or mask.event,
                        "among": self._among[mask].label,
                        "unit": usage.unit,
                        **self._named(mask.table, card),
                        "chances": chances,
                        "used": used,
                        "share": found.value,
                        "low": found.low,
                        "high": found.high,
                        "small": bool(usage.deals[card] < FEW_CLUSTERS),
                    }
                )
        return pd.DataFrame(rows, columns=list(USAGE_COLUMNS))


def _chances(mask: CardMask, masks: Sequence[CardMask]) -> Among | None:
    """To which cards it could happen: as declared, or of a used one those dealt."""
    if mask.among:
        return Among(mask.among, mask.among_label or mask.among)
    dealt = [other for other in masks if (other.event, other.table) == (DEALT, mask.table)]
    return Among(dealt[0].column, dealt[0].label or DEALT) if dealt and mask.event == USED else None


def _interval(split: Split, card: int, name: str) -> dict[str, Any]:
    """The difference that a card makes, under this name."""
    value = split.difference(card)
    return {name: value.value, "low": value.low, "high": value.high, "small": bool(split.deals[card] < FEW_CLUSTERS)}


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """Cards, as tables by title."""
    cards = Cards(run.spec, run.manifest.players, card_tables(run))
    read(run, cards)
    titles = {
        OPENING_HAND: ("Being dealt a card", cards.opening_hand),
        USAGE: ("How often it happens of the times it could", cards.usage),
        ASSOCIATION: ("Association, not effect: who wins among those who held or used a card", cards.association),
    }
    return {titles[kind][0]: titles[kind][1]() for kind in cards.kinds}


if __name__ == "__main__":
    show(tables)
