"""Numbers as they are printed: no more digits than their uncertainty supports, thousands separated, a real minus sign."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

MINUS = "\u2212"
NARROW = "\u00a0"
"""Keeps a number and its unit on one line."""

MOST_DECIMALS = 4
DEFAULT_DECIMALS = 1
"""Digits after the point of a number whose uncertainty is not known."""

TENTHS_BELOW = 5.0
"""An uncertainty of a few units still shows tenths: beside a margin of one, whole numbers would hide on which side an end lies."""

SHARE = "share"
NOT_THERE = "\u2013"
"""Stands where there is no number."""

UNKNOWN, NO_SPREAD = "interval unknown", "no spread seen"
"""Stand where there is no interval, or one without width."""


@dataclass(frozen=True)
class Unit:
    """How a measure's numbers are shown.

    Attributes
    ----------
    factor : float
        By which a value is multiplied.
    level, difference : str
        Unit of a value, unit of a difference between two.
    """

    factor: float
    level: str
    difference: str


def unit_of(unit: str) -> Unit:
    """Shares are shown in percent, and differences of shares in points; everything else as it is."""
    return Unit(100.0, "%", "points") if unit == SHARE else Unit(1.0, unit, unit)


def decimals_for(half_width: float) -> int:
    """Digits after the point that an uncertainty supports: down to its own first digit, and tenths if that is a few units.

    Parameters
    ----------
    half_width : float
        Half the width of the interval, in the unit shown.
    """
    if math.isnan(half_width):
        return DEFAULT_DECIMALS
    if half_width <= 0:
        return MOST_DECIMALS
    first_digit = float(f"{half_width:.0e}")
    if 1 <= first_digit < TENTHS_BELOW:
        return 1
    return min(MOST_DECIMALS, max(0, -math.floor(math.log10(first_digit))))


def decimals_of(low: float, high: float, marks: Iterable[float] = ()) -> int:
    """Digits after the point that an interval supports, and as many more as show on which side of some marks its ends lie.

    Parameters
    ----------
    low, high : float
        In the unit shown.
    marks : iterable of float
        Zero and the margin, where a verdict hangs on them.
    """
    if low == high:
        return min(MOST_DECIMALS, len(f"{low:.{MOST_DECIMALS}f}".rstrip("0").partition(".")[2]))
    decimals = decimals_for((high - low) / 2)
    ends = [(float(end), float(mark)) for end in (low, high) for mark in marks if not math.isnan(end)]
    while decimals < MOST_DECIMALS and any(_side(end, mark) != _side(round(end, decimals), mark) for end, mark in ends):
        decimals += 1
    return decimals


def _side(number: float, mark: float) -> int:
    return (number > mark) - (number < mark)


def plain(value: float | None, decimals: int = 0) -> str:
    """A number with thousands separated: 20,000; 0.4; −1.3."""
    if value is None or math.isnan(value):
        return NOT_THERE
    text = f"{value:,.{decimals}f}"
    if not text.strip("-0.,"):
        text = text.removeprefix("-")
    return text.replace("-", MINUS)


def signed(value: float | None, decimals: int = 0) -> str:
    """A number with its sign, none for zero."""
    text = plain(value, decimals)
    positive = value is not None and value > 0 and bool(text.strip("0.,"))
    return f"+{text}" if positive else text


def counted(number: str, unit: str) -> str:
    """A number and its unit, singular for one: 1 point, 2.1 rounds, 30.4 %."""
    if not unit:
        return number
    one = number.lstrip(f"+{MINUS}") == "1"
    return f"{number}{NARROW}{singular(unit) if one else unit}"


def singular(unit: str) -> str:
    """The unit of one: point, round, turn."""
    return unit.removesuffix("s")


def whole(number: float) -> str:
    """A count: 20,000."""
    return plain(number)


def percent(share: float | None, decimals: int = 1) -> str:
    """A fraction in percent; a share that is there never shows as none, one that is not whole never as all."""
    if share is None or math.isnan(share):
        return NOT_THERE
    least = 10.0**-decimals
    if share in (0, 1):
        decimals = 0
    elif 100 * share < least / 2:
        return f"<{counted(plain(least, decimals), '%')}"
    elif 100 * (1 - share) < least / 2:
        return f">{counted(plain(100 - least, decimals), '%')}"
    return counted(plain(100 * share, decimals), "%")


def span(low: float, high: float, decimals: int) -> str:
    """The ends of an interval: 5.8 to 6.4; in words where there are none, or where they are one."""
    if math.isnan(low) or math.isnan(high):
        return UNKNOWN
    if low == high:
        return NO_SPREAD
    return f"{plain(low, decimals)} to {plain(high, decimals)}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def rounded_up(number: float, digits: int = 2) -> int:
    """A whole number rounded up to its leading digits: 83,412 becomes 84,000."""
    if number <= 0:
        return 0
    step = int(10 ** max(0, math.floor(math.log10(number)) + 1 - digits))
    return math.ceil(number / step) * step
