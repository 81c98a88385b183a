import math

import pytest

from reports import numbers
from tests.reports.tools import plain


@pytest.mark.parametrize(
    ("half_width", "decimals"),
    [
        (0.3, 1),
        (0.1, 1),
        (0.04, 2),
        (0.0099, 2),
        (0.96, 1),
        (1.3, 1),
        (4.4, 1),
        (7.0, 0),
        (120.0, 0),
        (1e-9, 4),
        (0.0, 4),
        (math.nan, 1),
    ],
)
def test_digits_end_where_the_uncertainty_begins(half_width: float, decimals: int) -> None:
    assert numbers.decimals_for(half_width) == decimals


def test_an_end_is_never_rounded_across_zero_or_the_margin() -> None:
    assert numbers.decimals_of(0.03, 1.84) == 1
    assert numbers.decimals_of(0.03, 1.84, (0, 1)) == 2
    assert numbers.decimals_of(-0.96, 0.83, (0, -1, 1)) == 2
    assert numbers.decimals_of(-0.5, 0.5, (0,)) == 1


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (20000, 0, "20,000"),
        (0.44, 1, "0.4"),
        (-1.26, 1, "-1.3"),
        (-0.04, 1, "0.0"),
        (1234.5, 1, "1,234.5"),
        (None, 0, numbers.NOT_THERE),
        (math.nan, 2, numbers.NOT_THERE),
    ],
)
def test_numbers(value: float | None, decimals: int, text: str) -> None:
    assert plain(numbers.plain(value, decimals)) == text


def test_minus_is_a_minus_sign() -> None:
    assert numbers.plain(-2) == "\u22122"


@pytest.mark.parametrize(("value", "text"), [(1.26, "+1.3"), (-1.26, "-1.3"), (0.0, "0.0"), (0.01, "0.0"), (math.nan, numbers.NOT_THERE)])
def test_signs(value: float, text: str) -> None:
    assert plain(numbers.signed(value, 1)) == text


@pytest.mark.parametrize(
    ("share", "decimals", "text"),
    [
        (0.304, 1, "30.4 %"),
        (0.0, 1, "0 %"),
        (1.0, 3, "100 %"),
        (0.00001, 1, "<0.1 %"),
        (0.99999, 1, ">99.9 %"),
        (0.5, 0, "50 %"),
        (math.nan, 1, numbers.NOT_THERE),
    ],
)
def test_percent_never_shows_something_as_nothing_nor_nearly_all_as_all(share: float, decimals: int, text: str) -> None:
    assert plain(numbers.percent(share, decimals)) == text


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [
        ("1", "points", "1 point"),
        ("-1", "rounds", "-1 rounds"),
        ("+1", "rounds", "+1 round"),
        ("2.1", "rounds", "2.1 rounds"),
        ("3", "", "3"),
    ],
)
def test_units(number: str, unit: str, text: str) -> None:
    assert plain(numbers.counted(number, unit)) == text


def test_minus_one_is_singular() -> None:
    assert plain(numbers.counted(f"{numbers.MINUS}1", "rounds")) == "-1 round"


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (22, "22nd")]
)
def test_ordinals(number: int, text: str) -> None:
    assert numbers.ordinal(number) == text


@pytest.mark.parametrize(("number", "rounded"), [(83412, 84000), (100, 100), (7, 7), (1234567, 1300000), (0, 0)])
def test_games_needed_are_rounded_up(number: float, rounded: int) -> None:
    assert numbers.rounded_up(number) == rounded
