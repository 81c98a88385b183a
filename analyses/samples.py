"""Games worth telling: one of median length, and the longest. The first of their length, so that the same run gives the same games."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.spec import CAPPED, GameBatch

TOLD = ("winners", "decided_by", "end_reason", "rounds", "turns")
"""Columns by which a game is known again when it is replayed; the scores besides."""


@dataclass(frozen=True)
class Sample:
    """A game that stands for others of its length.

    Attributes
    ----------
    game : int
        Its number.
    length : int
        In what the game counts.
    capped : bool
        Whether it was stopped at the round limit.
    row : dict
        What it is known by: `TOLD`, and `score` as a list with an entry a seat.
    """

    game: int
    length: int
    capped: bool
    row: dict[str, Any]


class Samples:
    """The first game of each length, and the first of each that was stopped there.

    Parameters
    ----------
    unit : str
        The column that is a game's length.
    """

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self._first: dict[tuple[int, bool], Sample] = {}

    def add(self, batch: GameBatch) -> None:
        """Look at these games; batches come in the order of the games."""
        capped = batch["end_reason"] == CAPPED
        keys, places = np.unique(2 * batch[self.unit].astype(np.int64) + capped, return_index=True)
        for key, place in zip(keys.tolist(), places.tolist(), strict=True):
            length, stopped = key // 2, bool(key % 2)
            if (length, stopped) not in self._first:
                row: dict[str, Any] = {name: int(batch[name][place]) for name in TOLD}
                row["score"] = batch["score"][place].tolist()
                self._first[length, stopped] = Sample(int(batch["game"][place]), length, stopped, row)

    def of_length(self, length: int | None) -> Sample | None:
        """The first game that ended at this length, if there is one."""
        return None if length is None else self._first.get((length, False))

    def longest(self) -> Sample:
        """The first of the longest games: one stopped at the round limit would have lasted longer than one that ended there."""
        return self._first[max(self._first)]
