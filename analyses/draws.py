"""Cards drawn during play, by the round in which they were drawn: how often they are used, and who wins among those who drew them.

An association, not an effect: whoever lives longer draws more, and draws later. For games that declare it: see `simcore.spec.Draws`.
"""

import numpy as np
import pandas as pd

from analyses.intervals import SHARE_BOUNDS, ratio
from analyses.outcomes import outcomes
from analyses.source import Array, Source, read, show
from analyses.splits import Split
from analyses.sums import FEW_CLUSTERS, UNITS, ClusterSums
from simcore.spec import DRAWN_BITS, DRAWN_MOST, DRAWN_ROUNDS, GameBatch, GameSpec
from simcore.spec import Draws as Declared

DRAW_COLUMNS = (
    "table", "round", "tail", "cards", "used", "used_share", "used_low", "used_high",
    "seats", "win_share", "win_low", "win_high", "difference", "low", "high", "small",
)  # fmt: skip


CARDS, USED = range(2)
"""What is summed of a round: cards drawn, and used of these."""


class _Drawn:
    """Sums over the cards of one table, by round.

    The rounds take the place of the cards in a `Split`: a seat has one if it drew a card in it, and could if the game got so far.
    """

    def __init__(self, declared: Declared, seats: int) -> None:
        self.declared = declared
        self._split = Split(DRAWN_ROUNDS, seats)
        self._sums = [ClusterSums(2) for _ in range(DRAWN_ROUNDS)]  # cards drawn in each round; of these, used

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        drawn, used = (batch[column].astype(np.int64).T.copy() for column in (self.declared.drawn, self.declared.used))  # seats x games
        masks = np.zeros_like(drawn)
        for row, sums in enumerate(self._sums):
            in_round = _in_round(drawn, row)
            masks |= (in_round > 0).astype(np.int64) << row
            cards = np.column_stack([in_round.sum(axis=0), _in_round(used, row).sum(axis=0)])
            sums.add_units(cards * float(UNITS), batch["deal"])
        reached = (1 << np.minimum(batch["rounds"].astype(np.int64), DRAWN_ROUNDS)) - 1
        self._split.add(batch.by_turn_order(masks.T), outcomes(batch), batch["deal"], reached)

    def rows(self) -> list[dict[str, object]]:
        """A row for each round in which a card was drawn: see `Draws.table`."""
        return [
            self._row(row, *totals)
            for row, sums in enumerate(self._sums)
            if (totals := sums.total.round().astype(np.int64).tolist())[CARDS]
        ]

    def _row(self, row: int, cards: int, used: int) -> dict[str, object]:
        share = ratio(self._sums[row], USED, CARDS, SHARE_BOUNDS)
        won, difference = self._split.win_share(row), self._split.difference(row)
        values = (
            *(self.declared.table, row + 1, row + 1 == DRAWN_ROUNDS, cards, used, share.value, share.low, share.high),
            *(self._split.having(row), won.value, won.low, won.high, difference.value, difference.low, difference.high),
            bool(self._split.deals[row] < FEW_CLUSTERS),
        )
        return dict(zip(DRAW_COLUMNS, values, strict=True))


def _in_round(counts: Array, row: int) -> Array:
    """What a column that counts by round says of one of them: int64, in the shape of the column. All at once would be twenty times that."""
    found: Array = counts >> DRAWN_BITS * row & DRAWN_MOST
    return found


class Draws:
    """Sums over the cards that are drawn during play.

    Parameters
    ----------
    spec : GameSpec
        Whose draws the results tell of.
    seats : int
    """

    def __init__(self, spec: GameSpec, seats: int) -> None:
        self._drawn = [_Drawn(declared, seats) for declared in spec.draws]

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        for drawn in self._drawn:
            drawn.add(batch)

    def table(self) -> pd.DataFrame:
        """Cards by the round in which they were drawn, all cards of a table together: an association, not an effect.

        Returns
        -------
        DataFrame
            table, round, tail (whether it stands for all later rounds too), cards (drawn in it), used (of these, by the seat that drew
            them), used_share, used_low, used_high, seats (that drew one in it, each once a game), win_share (theirs), win_low, win_high,
            difference (of the mean excess of these and of the other seats of games that got so far, within turn order), low, high,
            small (whether it rests on fewer than 50 deals).
        """
        return pd.DataFrame([row for drawn in self._drawn for row in drawn.rows()], columns=list(DRAW_COLUMNS))


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """Draws, as a table by title."""
    draws = Draws(run.spec, run.manifest.players)
    read(run, draws)
    return {"Association, not effect: cards by the round in which they were drawn": draws.table()}


if __name__ == "__main__":
    show(tables)
