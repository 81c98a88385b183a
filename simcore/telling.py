"""What a game's `text.py` is made of: actions by ranges of codes, and fields of a record as plain data."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from enum import IntEnum
from operator import itemgetter
from typing import Any

from simcore.rulebook import Rulebook
from simcore.spec import NONE

Meaning = Callable[[int, Rulebook], list[Any]]
"""What an action of a range is called, by its distance from the first."""
Ranges = Sequence[tuple[int, Meaning]]
"""First code of each range of actions, in rising order, and the meaning of a code by its distance from that."""


def plain(*words: str) -> Meaning:
    """A range of one action, with these words."""
    return lambda number, book: list(words)


def counted(name: str, first: int = 0) -> Meaning:
    """A word and a number, which counts from `first`."""
    return lambda number, book: [name, number + first]


def of_card(name: str, table: str) -> Meaning:
    """A word and the key of a card, by its row."""
    return lambda number, book: [name, slug_at(book, table, number)]


def action_words(ranges: Ranges, book: Rulebook, action: int) -> list[Any]:
    """An action as a list of words and numbers."""
    first, meaning = ranges[bisect_right(ranges, int(action), key=itemgetter(0)) - 1]
    return meaning(int(action) - first, book)


def decision_name(decisions: type[IntEnum], state: Any) -> str | None:
    """Name of what is asked, None at the end."""
    return None if int(state.actor) == NONE else decisions(int(state.decision)).name.lower()


def slug_at(book: Rulebook, table: str, row: Any) -> str:
    """Key of a card by its row."""
    return book.tables[table][int(row)].slug


def name_at(book: Rulebook, table: str, row: Any) -> str:
    """Name of a card by its row."""
    return book.tables[table][int(row)].name


def numbers(values: Any) -> list[int]:
    """Numbers of an array as plain ones."""
    return [int(value) for value in values]


def members(mask: Any) -> list[int]:
    """The bits that are set, lowest first."""
    return [bit for bit in range(int(mask).bit_length()) if int(mask) >> bit & 1]


def or_null(value: Any) -> int | None:
    """A number as a plain one, None for none."""
    return None if int(value) == NONE else int(value)
