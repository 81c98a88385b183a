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
    """The first game of each length.

    Parameters
    ----------
    unit : str
        The column that is a game's length.
    """

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self._first: dict[int, Sample] = {}

    def add(self, batch: GameBatch) -> None:
        """Look at these games; batches come in the order of the games."""
        lengths, places = np.unique(batch[self.unit], return_index=True)
        for length, place in zip(lengths.tolist(), places.tolist(), strict=True):
            if length not in self._first:
                row: dict[str, Any] = {name: int(batch[name][place]) for name in TOLD}
                row["score"] = batch["score"][place].tolist()
                self._first[length] = Sample(int(batch["game"][place]), length, row["end_reason"] == CAPPED, row)

    def of_length(self, length: int | None) -> Sample | None:
        """The first game of this length, if there is one."""
        return None if length is None else self._first.get(length)

    def longest(self) -> Sample:
        """The first of the longest games."""
        return self._first[max(self._first)]
