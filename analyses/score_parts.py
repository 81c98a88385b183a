"""Where points come from: the parts of the score that a game declares, of winners and of the others."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analyses.intervals import ratio
from analyses.source import Array, Source, read, show
from analyses.sums import UNITS, ClusterSums, side_by_side
from simcore.spec import GameBatch, GameSpec, ScorePart

WINNERS, OTHERS = WHO = ("winners", "others")
"""Whose points: of the seats that win, and of all others in games that somebody wins."""

PARTS = ("part", "unit", "who", "seats", "mean", "low", "high", "share")
"""Columns of the table."""

TOTAL = "total"
"""Row of what the parts add up to."""


def part_points(spec: GameSpec, parts: Sequence[ScorePart], batch: GameBatch) -> list[Array]:
    """Points of each part: games x seats; a part without a column is what the others leave of the total."""
    known = {part: batch[part.column].astype(np.int64) for part in parts if part.column}
    rest = batch[spec.scored].astype(np.int64) - sum(known.values())
    return [known.get(part, rest) for part in parts]


class ScoreParts:
    """Sums that tell where points come from; nothing for a game that declares no parts.

    Parameters
    ----------
    spec : GameSpec
    """

    def __init__(self, spec: GameSpec) -> None:
        self.spec, self.parts = spec, spec.score_parts
        self._rows = [part.label for part in self.parts] + [TOTAL]
        self._sums = ClusterSums(len(WHO) * (1 + len(self._rows)))

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        if not self.parts:
            return
        won = batch.won
        somebody = won.any(axis=1, keepdims=True)
        points = [*part_points(self.spec, self.parts, batch), batch[self.spec.scored].astype(np.int64)]
        columns = []
        for members in (won, somebody & ~won):
            columns += [members.sum(axis=1), *(np.einsum("ij,ij->i", members, number) for number in points)]
        self._sums.add_units(UNITS * side_by_side(*columns), batch["deal"])

    def table(self) -> pd.DataFrame:
        """Mean points of each part.

        Returns
        -------
        DataFrame
            part (its label; `total` in the last row), unit, who (winners, others), seats, mean (a seat), low, high (clustered by deal),
            share (of the total). No rows where nobody won, or the game declares no parts.
        """
        rows = []
        unit = self.spec.column(self.spec.scored).unit if self.parts else ""
        for place, who in enumerate(WHO):
            first = place * (1 + len(self._rows))
            total = float(self._sums.total[first + len(self._rows)])
            if not self.parts or self._sums.total[first] <= 0:
                continue
            for number, label in enumerate(self._rows, 1):
                mean = ratio(self._sums, first + number, first)
                share = float(self._sums.total[first + number]) / total if total > 0 else np.nan
                rows.append([label, unit, who, int(self._sums.total[first].round()), mean.value, mean.low, mean.high, share])
        return pd.DataFrame(rows, columns=list(PARTS))


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """Where points come from, as tables by title."""
    parts = ScoreParts(run.spec)
    read(run, parts)
    return {"Where points come from": parts.table()}


if __name__ == "__main__":
    show(tables)
