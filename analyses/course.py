"""The course of games: who leads after each round, and how often that leader wins.

A leader is looked at only in games that go on after the round: in the last one who leads is who wins.
"""

import numpy as np
import pandas as pd

from analyses.intervals import SHARE_BOUNDS, ratio
from analyses.length import ROUNDS
from analyses.source import Source, read, show
from analyses.sums import FEW_CLUSTERS, UNITS, ClusterSums
from simcore.spec import LEADER_BITS, LEADER_NOBODY, LEADER_ROUNDS, GameBatch

GAMES, ALONE, WINS, FIRST = range(4)
"""Sums of a round: games that go on after it, those with a sole leader, the credit of these leaders, how many of them began the game."""

LEADERS = (
    "round",
    "running",
    "alone",
    "share",
    "low",
    "high",
    "wins",
    "wins_low",
    "wins_high",
    "first",
    "first_low",
    "first_high",
    "small",
)
"""Columns of the table of leaders."""


class Course:
    """Sums that tell who leads after each of the first LEADER_ROUNDS rounds."""

    def __init__(self) -> None:
        self._rounds = [ClusterSums(4) for _ in range(LEADER_ROUNDS)]

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        winners = batch["winners"].astype(np.int64)
        part = UNITS // np.maximum(1, batch.won.sum(axis=1))  # of every winner
        games = {"winners": winners, "part": part} | {name: batch[name] for name in (ROUNDS, "deal", "first_seat", "leaders")}
        for closed, sums in enumerate(self._rounds, 1):
            on = games[ROUNDS] > closed
            if not on.all():
                games = {name: values[on] for name, values in games.items()}
            if not on.any():
                break
            code = games["leaders"] >> LEADER_BITS * (closed - 1) & LEADER_NOBODY
            alone = code != LEADER_NOBODY
            units = np.empty((4, len(code))).T
            units[:, GAMES] = UNITS
            units[:, ALONE] = UNITS * alone
            units[:, WINS] = games["part"] * (games["winners"] >> code - 1 & alone)
            units[:, FIRST] = UNITS * (code - 1 == games["first_seat"])
            sums.add_units(units, games["deal"])

    def leaders(self) -> pd.DataFrame:
        """Who leads, round by round.

        Returns
        -------
        DataFrame
            round (from 1, of the first LEADER_ROUNDS after which a game goes on), running (games that go on after it), alone (those of
            them with a sole leader), share (alone / running), low, high; of the games with a sole leader: wins (mean credit of the leader:
            a shared win counts in parts), wins_low, wins_high; first (share in which the leader is the first in turn order), first_low,
            first_high; small (whether fewer than 50 deals had a sole leader). Clustered by deal.
        """
        rows = []
        for closed, sums in enumerate(self._rounds, 1):
            if sums.games:
                share, wins, first = (ratio(sums, *pair, SHARE_BOUNDS) for pair in ((ALONE, GAMES), (WINS, ALONE), (FIRST, ALONE)))
                row: list[float] = [closed, sums.games, int(sums.total[ALONE].round())]
                row += [number for one in (share, wins, first) for number in (one.value, one.low, one.high)]
                rows.append([*row, bool(sums.occupied[ALONE] < FEW_CLUSTERS)])
        return pd.DataFrame(rows, columns=list(LEADERS))


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """The course of games, as tables by title."""
    course = Course()
    read(run, course)
    return {"Leader after each round": course.leaders()}


if __name__ == "__main__":
    show(tables)
