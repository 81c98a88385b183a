"""What a game's `cards.py` is made of: words and numbers of an effect language, checks of a card set, writing cards into a record."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any, ClassVar

from pydantic import AfterValidator

from simcore.errors import nearest
from simcore.rulebook import Row

Tables = Mapping[str, Sequence[Any]]
"""Rows by table name."""
Check = Callable[[Tables], Iterator[str]]
"""What is wrong with a card set as a whole, one line each."""

# --- Words and numbers of an effect ---------------------------------------------------------------------------------------


def spelt(member: IntEnum) -> str:
    """A word as cards write it."""
    return member.name.lower()


def words_of(members: Iterable[IntEnum]) -> dict[str, int]:
    """Words as cards write them, with their codes."""
    return {spelt(member): member.value for member in members}


@dataclass(frozen=True)
class Number:
    """A whole number as an argument; a signed one is a change, written with its sign and never 0."""

    low: int
    high: int
    signed: bool = False
    usage: ClassVar[str] = "N"

    def parse(self, word: str) -> int:
        """The number that a word means.

        Raises
        ------
        ValueError
            It is not a number, or outside the range.
        """
        expected = f"a whole number from {self.low} to {self.high}" if self.low < self.high else str(self.low)
        expected += " except 0" if self.signed else ""
        if not re.fullmatch(r"[+-]?[0-9]+" if self.signed else r"[0-9]+", word):
            raise ValueError(f"{word!r} is not {expected}")
        if not self.low <= int(word) <= self.high or (self.signed and int(word) == 0):
            raise ValueError(f"{word} is not {expected}")
        return int(word)

    def show(self, number: int) -> str:
        """The number as it is written in a program."""
        return f"{number:+d}" if self.signed else str(number)


@dataclass(frozen=True)
class Word:
    """One word of a list as an argument.

    Attributes
    ----------
    usage : str
        What the list is called in messages and in the README.
    codes : mapping of str to int
        The words that may stand there.
    """

    usage: str
    codes: Mapping[str, int] = field(hash=False)

    @property
    def words(self) -> list[str]:
        """The words as they are written."""
        return list(self.codes)

    def parse(self, word: str, what: str = "word") -> int:
        """The word's code; `what` says in messages what it is.

        Raises
        ------
        ValueError
            It is not in the list; names the nearest.
        """
        if word not in self.codes:
            raise ValueError(f"unknown {what} {word!r}{nearest(word, self.codes)}")
        return int(self.codes[word])

    def show(self, number: int) -> str:
        """The word of a code."""
        return next(word for word, code in self.codes.items() if code == number)


Argument = Number | Word

# --- Checks ---------------------------------------------------------------------------------------------------------------


def once(things: str) -> AfterValidator:
    """A validator of `copies` where cards are told apart by their rows, so that each is there once at most."""

    def check(copies: int) -> int:
        if copies not in (0, 1):
            raise ValueError(f"{copies}: {things} is in the game once (1) or not at all (0)")
        return copies

    return AfterValidator(check)


def fault(table: str, row: Row, column: str, message: str) -> str:
    """What is wrong with a cell, as one line."""
    return f"{table}.csv ({row.name}), {column}: {message}"


def in_box(tables: Tables, table: str) -> list[Any]:
    """Rows of the cards that are in the game."""
    return [row for row in tables[table] if getattr(row, "copies", 1)]


def without_space(tables: Tables, capacities: Mapping[str, int]) -> Iterator[str]:
    """Tables with more rows than the record has places, by table name."""
    for table, capacity in capacities.items():
        if len(tables[table]) > capacity:
            yield f"{table}.csv: {len(tables[table])} rows, there is space for {capacity}"


def twice_named(tables: Tables) -> Iterator[str]:
    """Cards of a table that have the same name."""
    for table, rows in tables.items():
        names = [row.name for row in rows]
        for row in rows:
            if names.count(row.name) > 1:
                yield fault(table, row, "name", f"{names.count(row.name)} rows have this name")


def missing(shipped: Path, rows: Sequence[Row]) -> str:
    """Which cards of a shipped table are not among these, as the end of a line, if they are few."""
    few = 3
    with shipped.open(encoding="utf-8", newline="") as file:
        slugs = [row["slug"] for row in csv.DictReader(file)]
    lacking = [slug for slug in slugs if slug not in {row.slug for row in rows}]
    return f"; missing: {', '.join(lacking)}" if 0 < len(lacking) <= few else ""


# --- The record that the kernels read -------------------------------------------------------------------------------------


def write(field: Any, values: Iterable[int]) -> None:
    """Write numbers into the first places of an array."""
    for place, value in enumerate(values):
        field[place] = value


def write_numbers(rules: Any, tables: Tables, columns: Mapping[tuple[str, str], str]) -> None:
    """Write columns of numbers, given by table and column, into the arrays that they are mapped to."""
    for (table, column), name in columns.items():
        write(rules[name], (getattr(row, column) for row in tables[table]))
