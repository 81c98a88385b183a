"""What an interval of a difference says, against zero and against the margin below which two variants count as equal."""

import math
from enum import StrEnum

from analyses.measures import SHARE


class Kind(StrEnum):
    """The verdicts, with "small but real" as a kind of equal."""

    HIGHER = "higher"
    LOWER = "lower"
    EQUAL = "equal"
    SMALL_BUT_REAL = "small_but_real"
    HIGHER_SIZE_OPEN = "higher_size_open"
    LOWER_SIZE_OPEN = "lower_size_open"
    UNDECIDED = "undecided"


OPEN = (Kind.HIGHER_SIZE_OPEN, Kind.LOWER_SIZE_OPEN, Kind.UNDECIDED)
"""Verdicts that more games would settle."""

POINTS = 100
"""Points in a share of one."""


def judge(low: float, high: float, margin: float) -> Kind:
    """The verdict of one interval, which may be unknown (NaN).

    Parameters
    ----------
    low, high : float
        Ends of the interval of the difference.
    margin : float
        Zero or more.
    """
    if math.isnan(low) or math.isnan(high):
        return Kind.UNDECIDED
    if low > margin:
        return Kind.HIGHER
    if high < -margin:
        return Kind.LOWER
    if -margin < low and high < margin:
        return Kind.SMALL_BUT_REAL if low > 0 or high < 0 else Kind.EQUAL
    if low > 0:
        return Kind.HIGHER_SIZE_OPEN
    if high < 0:
        return Kind.LOWER_SIZE_OPEN
    return Kind.UNDECIDED


def describe_margin(margin: float, unit: str) -> str:
    """A margin in words: "1 point" for a share of 0.01, "0.5 rounds"."""
    number, word = (margin * POINTS, "points") if unit == SHARE else (margin, unit)
    shown = f"{number:.3g}"
    return f"{shown} {word.removesuffix('s') if shown == '1' else word}"


def verdict(kind: Kind, margin: float, unit: str) -> str:
    """A verdict in the only words that there are for it, with the margin in them where they speak of it."""
    equal = f"equal within {describe_margin(margin, unit)}"
    words = {
        Kind.EQUAL: equal,
        Kind.SMALL_BUT_REAL: f"{equal} (small but real)",
        Kind.HIGHER_SIZE_OPEN: "higher, size open",
        Kind.LOWER_SIZE_OPEN: "lower, size open",
    }
    return words.get(kind, kind.value)
