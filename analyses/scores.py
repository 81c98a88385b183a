"""Scores: of the winner, of the runner-up, the margin between them, and of all seats."""

import numpy as np
import pandas as pd

from analyses.intervals import ratio
from analyses.length import ROWS, binned
from analyses.source import Array, Source, read, show
from analyses.sums import ClusterSums, Counts, side_by_side
from simcore.spec import GameBatch

WINNER, RUNNER_UP, MARGIN, ALL_SEATS = KINDS = ("winner", "runner_up", "margin", "all_seats")


class Scores:
    """Sums that tell what scores games end with.

    The winner's score is the highest among the winners. The runner-up is another winner if there is one, else the best score of the
    next rank; a seat that is out of the ranking is nobody's runner-up, and a game without a runner-up has no margin.
    """

    def __init__(self) -> None:
        self._sums = ClusterSums(2 * len(KINDS))
        self._counts = {kind: Counts() for kind in KINDS}

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        score = batch["score"].astype(np.int64)
        standing = batch["standing"].astype(np.int64)
        last = standing.max(initial=0) + 1
        order = np.lexsort((-score, np.where(standing > 0, standing, last)))[:, :2]
        best, next_best = np.take_along_axis(score, order, axis=1).T
        won = batch.won.any(axis=1)
        followed = won & (np.take_along_axis(standing, order, axis=1)[:, 1] > 0)
        values = {WINNER: (best, won), RUNNER_UP: (next_best, followed), MARGIN: (best - next_best, followed)}
        columns: list[Array] = []
        for kind, (numbers, there) in values.items():
            self._counts[kind].add(numbers[there])
            columns += [np.where(there, numbers, 0), np.asarray(there)]
        self._counts[ALL_SEATS].add(score.ravel())
        columns += [score.sum(axis=1), np.full(len(batch), batch.seats)]
        self._sums.add(side_by_side(*columns), batch["deal"])

    def summary(self) -> pd.DataFrame:
        """Mean with interval, spread and quantiles of each kind of score.

        Returns
        -------
        DataFrame
            what, number (of games; of seats for all_seats), mean, low, high (clustered by deal), sd, median, p05, p95, least, most.
        """
        rows = []
        for place, kind in enumerate(KINDS):
            counts = self._counts[kind]
            mean = ratio(self._sums, 2 * place, 2 * place + 1)
            rows.append(
                {
                    "what": kind,
                    "number": counts.number,
                    "mean": mean.value,
                    "low": mean.low,
                    "high": mean.high,
                    "sd": counts.deviation(),
                    "median": counts.quantile(0.5),
                    "p05": counts.quantile(0.05),
                    "p95": counts.quantile(0.95),
                    "least": min(counts.counts, default=None),
                    "most": max(counts.counts, default=None),
                }
            )
        return pd.DataFrame(rows)

    def distribution(self, kind: str, rows: int = ROWS) -> pd.DataFrame:
        """How often which score: `kind` is one of winner, runner_up, margin, all_seats; columns as in `length.binned`."""
        return binned(self._counts[kind], rows)


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """Scores, as tables by title."""
    scores = Scores()
    read(run, scores)
    return {"Scores": scores.summary(), "Winner's score": scores.distribution(WINNER), "Margin": scores.distribution(MARGIN)}


if __name__ == "__main__":
    show(tables)
