"""What is kept of the games does not grow with their number."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analyses.compare import compare
from simcore.spec import GameBatch
from tests.analyses.synthetic import MemoryRun
from tests.analyses.test_cards import THINGS, dealt_games

FEW, MANY = 10, 50
BATCH = 2000


@dataclass
class Repeated(MemoryRun):
    """Games that come again and again under new numbers: only one batch of them is in memory."""

    times: int = 1

    @property
    def games(self) -> int:
        return self.times * len(self.batch)

    def batches(self) -> Iterator[GameBatch]:
        for time in range(self.times):
            numbered = {name: self.batch[name] + time * len(self.batch) for name in ("game", "deal")}
            columns = {name: numbered.get(name, values.copy()) for name, values in self.batch.columns.items()}
            yield GameBatch(self.batch.spec, self.batch.seats, columns)


def peak(times: int) -> int:
    """Most bytes in use while two runs are compared, beyond those that the games took before."""
    batch = dealt_games(BATCH, np.random.default_rng(1), 0.1)
    runs = [Repeated(batch, things=THINGS, times=times) for _ in range(2)]
    tracemalloc.start()
    try:
        compare(runs, ["one", "other"])
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_number_of_batches(monkeypatch):
    """Were anything of the games kept, a column of one number each even, it would be more than this.

    One run at a time: with two it is chance which of their steps fall together.
    """
    monkeypatch.setattr("analyses.contrasts.THREADS", 1)
    peak(FEW)  # what is loaded or remembered once
    column = BATCH * np.dtype(np.int64).itemsize
    assert peak(MANY) - peak(FEW) < (MANY - FEW) * column
