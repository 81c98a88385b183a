"""Kernels played by a test, one action at a time, and what they hold as plain data."""

import dataclasses
import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from simcore.bots import LINEUP
from simcore.playout import Table
from simcore.rulebook import Rulebook


def kernel_table(book: Rulebook, players: int) -> Table:
    """A table at which no bot sits: the test chooses every action."""
    lineup = np.zeros(1, LINEUP)[0]
    lineup.entries = 1
    return Table(book.spec, book.record, lineup, np.zeros((1, len(book.spec.weights))), players, 1)


class PlainState:
    """The state record as plain numbers and lists under the same names: a tenth of the time for whoever reads much of it."""

    def __init__(self, table: Table) -> None:
        self._fields: Any = table.spec.state.fields
        self._numbers = table.work[0].view(np.int64).tolist()

    def __getattr__(self, name: str) -> Any:
        kind, offset = self._fields[name][:2]
        start = offset // np.dtype(np.int64).itemsize
        values = self._numbers[start : start + math.prod(kind.shape)]
        if len(kind.shape) == 2:
            values = [values[row : row + kind.shape[1]] for row in range(0, len(values), kind.shape[1])]
        found = values if kind.shape else values[0]
        setattr(self, name, found)
        return found


def plain_book(book: Rulebook) -> Rulebook:
    """The rulebook with its record as plain attributes, which are read in a tenth of the time."""
    copy = dataclasses.replace(book)
    copy.__dict__["record"] = SimpleNamespace(**{name: np.asarray(book.record[name]) for name in book.spec.rules.names or ()})
    return copy


def first_difference(kernel: Any, reference: Any, path: str = "state") -> str | None:
    """The first field in which two named states differ, and how."""
    if kernel == reference:
        return None
    if isinstance(kernel, dict) and isinstance(reference, dict) and kernel.keys() == reference.keys():
        return next(first_difference(kernel[name], reference[name], f"{path}.{name}") for name in kernel if kernel[name] != reference[name])
    if isinstance(kernel, list) and isinstance(reference, list) and len(kernel) == len(reference):
        pairs = enumerate(zip(kernel, reference, strict=True))
        return next(first_difference(*pair, f"{path}[{place}]") for place, pair in pairs if pair[0] != pair[1])
    return f"{path} is {kernel} for the kernel, {reference} for the reference"
