"""Card sets of a user's own: copies of the shipped one, changed cell by cell."""

import csv
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from simcore.errors import HeistlabError
from simcore.rulebook import read_tables
from simcore.spec import GameSpec


def copy_of(spec: GameSpec, directory: Path) -> Path:
    """A copy of the shipped set in this directory."""
    for path in (spec.directory / "cards").glob("*.csv"):
        shutil.copy(path, directory)
    return directory


def read(directory: Path, table: str) -> list[list[str]]:
    """Lines of a table, the header first."""
    with (directory / f"{table}.csv").open(newline="", encoding="utf-8") as handle:
        return list(csv.reader(handle))


def write(directory: Path, table: str, lines: list[list[str]]) -> None:
    """Write a table."""
    with (directory / f"{table}.csv").open("w", newline="", encoding="utf-8") as handle:
        csv.writer(handle).writerows(lines)


def put(directory: Path, path: str, text: str) -> None:
    """Write one cell: table.slug.column."""
    table, slug, column = path.split(".")
    lines = read(directory, table)
    line = next(line for line in lines if line[0] == slug)
    line[lines[0].index(column)] = text
    write(directory, table, lines)


def replace(directory: Path, table: str, column: str, words: Mapping[str, str]) -> None:
    """Replace parts of every cell of a column."""
    lines = read(directory, table)
    place = lines[0].index(column)
    for line in lines[1:]:
        for old, new in words.items():
            line[place] = line[place].replace(old, new)
    write(directory, table, lines)


def complaint(spec: GameSpec, directory: Path) -> str:
    """The one line that is said of a set with a mistake."""
    with pytest.raises(HeistlabError) as caught:
        read_tables(spec, directory)
    assert "\n" not in str(caught.value)
    return str(caught.value)
