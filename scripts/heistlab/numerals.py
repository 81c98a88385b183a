"""Whole numbers as people write them."""

import math
import re
from decimal import Decimal, InvalidOperation
from typing import Any

from heistlab.kinds import several
from simcore.errors import HeistlabError

DEFAULT_GAMES = 10_000
"""Games that are played when no number is given."""

MOST_GAMES = 1_000_000
"""Most games that are played until something is known, when no number is given."""

DEFAULT_LEVEL = 0.95
"""`analyses.intervals.LEVEL`, which to import would load pandas for a number."""

_SPAN = re.compile(r"(\d\d?)\s*-\s*(\d\d?)")
"""From a number of players to another."""
_DIGITS = 28
"""Fewer than the digits at which decimal arithmetic rounds, more than any number that is asked for has."""


def whole(name: str, value: Any) -> int:
    """A whole number from an int, or from text such as `200000`, `200_000` or `2e5`.

    Raises
    ------
    HeistlabError
        It is none; `name` says of what.
    """
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        number = Decimal("NaN")
    if isinstance(value, bool) or not number.is_finite() or number.adjusted() >= _DIGITS or number % 1:
        raise HeistlabError(f"{name}: {str(value)!r} is not a whole number")
    return int(number)


def player_counts(players: Any) -> tuple[int | None, ...]:
    """Player counts in ascending order from one number, from several, or from text such as `3,4,5` or `3-5`; None is the game's usual.

    Raises
    ------
    HeistlabError
        Not numbers, none at all, or one twice.
    """
    if players is None:
        return (None,)
    counts = sorted(count for word in several("players", players) for count in _counts(word))
    if not counts:
        raise HeistlabError("players: none given")
    for count in counts:
        if counts.count(count) > 1:
            raise HeistlabError(f"players: {count} stands there twice")
    return tuple(counts)


def _counts(word: Any) -> list[int]:
    """One number, or those from the first to the last of `2-6`."""
    ends = _SPAN.fullmatch(str(word).strip())
    return list(range(int(ends[1]), int(ends[2]) + 1)) if ends else [whole("players", word)]


def fraction(value: Any) -> float:
    """Any number, from one or from text; NaN where it is none."""
    try:
        return math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        return math.nan
