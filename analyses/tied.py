"""Whom each step of the ladder favours: excess among the seats that were still tied when it came, by turn order.

Of t seats that a step chooses among each would get 1/t if position did not matter; what a seat gets above that is its excess. It is zero
in the mean of the seats tied in a game, whoever was tied.
"""

import numpy as np
import pandas as pd

from analyses.intervals import SHARE_BOUNDS, ratio
from analyses.source import Source, read, show
from analyses.sums import FEW_CLUSTERS, UNITS, ClusterSums
from simcore.spec import CORE_DECIDED_BY, GameBatch, GameSpec

FEWEST_TIED = 2
"""A single seat has nothing to be told from."""

TIED = ("step", "tie_break", "position", "decided", "tied", "win_share", "low", "high", "excess", "excess_low", "excess_high", "small")
"""Columns of the table."""


class Tied:
    """Sums that tell whom each step favours.

    Parameters
    ----------
    spec : GameSpec
        Whose steps the results name.
    seats : int
        Players in a game.
    """

    def __init__(self, spec: GameSpec, seats: int) -> None:
        self.spec, self.seats = spec, seats
        self.steps = spec.decided_by[len(CORE_DECIDED_BY) :]
        self._sums = [ClusterSums(1 + 3 * seats) for _ in self.steps]

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        order = (batch["first_seat"].astype(np.int64)[:, None] + np.arange(self.seats)) % self.seats
        for code, sums in enumerate(self._sums, len(CORE_DECIDED_BY)):
            decided = np.flatnonzero(batch["decided_by"] == code)
            if len(decided):
                tied, won = ((batch[name][decided].astype(np.int64)[:, None] >> order[decided]) & 1 for name in ("contenders", "winners"))
                units = np.empty((1 + 3 * self.seats, len(decided))).T
                units[:, 0] = UNITS
                units[:, 1 : 1 + self.seats] = UNITS * tied
                units[:, 1 + self.seats : 1 + 2 * self.seats] = UNITS * won  # a step that settles it leaves one winner
                units[:, 1 + 2 * self.seats :] = UNITS * won - tied * (UNITS // tied.sum(axis=1, keepdims=True))
                sums.add_units(units, batch["deal"][decided])

    def table(self) -> pd.DataFrame:
        """Each step by turn order.

        Returns
        -------
        DataFrame
            step, tie_break, position (1 began the game), decided (games that the step decided), tied (those in which the position was
            among the tied), win_share (of the position in these), low, high, excess (above 1/t for each of t tied seats), excess_low,
            excess_high, small (whether it was tied in fewer than 50 deals). A step that decided no game, and a position that it never
            chose among, have no row. Clustered by deal.
        """
        rows = []
        bounds = (-1 / FEWEST_TIED, 1 - 1 / max(FEWEST_TIED, self.seats))
        for step, sums in zip(self.steps, self._sums, strict=True):
            for place in range(self.seats):
                tied = 1 + place
                if sums.total[tied] > 0:
                    share = ratio(sums, 1 + self.seats + place, tied, SHARE_BOUNDS)
                    excess = ratio(sums, 1 + 2 * self.seats + place, tied, bounds)
                    row = [step, step in self.spec.tie_breaks, place + 1, sums.games, int(sums.total[tied].round())]
                    rows.append([*row, *share[:3], *excess[:3], bool(sums.occupied[tied] < FEW_CLUSTERS)])
        return pd.DataFrame(rows, columns=list(TIED))


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """Whom the steps favour, as tables by title."""
    tied = Tied(run.spec, run.manifest.players)
    read(run, tied)
    return {"Whom each step favours among those tied": tied.table()}


if __name__ == "__main__":
    show(tables)
