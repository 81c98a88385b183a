"""Where points come from, by hand."""

import dataclasses

import numpy as np
import pytest

from analyses.score_parts import PARTS, ScoreParts, part_points
from analyses.source import read
from simcore.spec import SEAT, Column, GameBatch, ScorePart
from tests.analyses.synthetic import TOY, MemoryRun, rows

LABELS = ("files", "prizes")
SPEC = dataclasses.replace(
    TOY,
    columns=(*TOY.columns, Column("prizes", "Prizes.", "points", per=SEAT)),
    score_parts=(ScorePart("files"), ScorePart("prizes", "prizes")),
)


def some_games() -> GameBatch:
    """A sole win, a shared one, and one that nobody wins."""
    score = np.array([[10, 4, 1], [6, 6, 2], [3, 2, 1]])
    batch = rows([1, 3, 0], 3, score=score, prizes=np.array([[8, 0, -1], [2, 4, 0], [3, 2, 1]]))
    return GameBatch(SPEC, 3, batch.columns)


def test_a_part_without_a_column_is_what_the_others_leave():
    batch = some_games()
    files, prizes = part_points(SPEC, SPEC.score_parts, batch)
    assert files.tolist() == [[2, 4, 2], [4, 2, 2], [0, 0, 0]]
    assert np.array_equal(files + prizes, batch["score"])


def test_parts_of_winners_and_of_the_others_by_hand():
    parts = ScoreParts(SPEC)
    read(MemoryRun(some_games(), sizes=(2, 1)), parts)
    table = parts.table()
    assert list(table.columns) == list(PARTS)
    assert table["part"].tolist() == ["files", "prizes", "total"] * 2
    assert table["who"].tolist() == ["winners"] * 3 + ["others"] * 3
    assert table["seats"].tolist() == [3] * 6  # the game that nobody wins has neither
    assert table["mean"].tolist() == pytest.approx([8 / 3, 14 / 3, 22 / 3, 8 / 3, -1 / 3, 7 / 3])
    assert table["share"].tolist() == pytest.approx([8 / 22, 14 / 22, 1, 8 / 7, -1 / 7, 1])


def test_without_parts_winners_or_others_there_is_nothing_to_tell():
    for batch, who in ((rows([1, 2], 2), []), (GameBatch(SPEC, 2, rows([0, 0], 2, prizes=np.zeros((2, 2), int)).columns), []),
                       (GameBatch(SPEC, 2, rows([3, 3], 2, prizes=np.zeros((2, 2), int)).columns), ["winners"])):  # fmt: skip
        parts = ScoreParts(batch.spec)
        read(MemoryRun(batch), parts)
        assert parts.table()["who"].unique().tolist() == who
