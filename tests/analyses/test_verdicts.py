"""Five verdicts, one for every interval."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyses.verdicts import OPEN, Kind, describe_margin, judge, verdict

M = 0.5


@pytest.mark.parametrize(
    ("low", "high", "kind"),
    [
        (0.6, 0.9, Kind.HIGHER),
        (-0.9, -0.6, Kind.LOWER),
        (-0.1, 0.2, Kind.EQUAL),
        (-0.49, 0.49, Kind.EQUAL),
        (0.1, 0.2, Kind.SMALL_BUT_REAL),
        (-0.2, -0.1, Kind.SMALL_BUT_REAL),
        (0.1, 0.6, Kind.HIGHER_SIZE_OPEN),
        (-0.6, -0.1, Kind.LOWER_SIZE_OPEN),
        (-0.1, 0.6, Kind.UNDECIDED),
        (-0.6, 0.1, Kind.UNDECIDED),
        (-0.6, 0.6, Kind.UNDECIDED),
        # on the boundary: zero or the margin is inside the closed interval, so neither is excluded
        (M, 0.9, Kind.HIGHER_SIZE_OPEN),
        (-0.9, -M, Kind.LOWER_SIZE_OPEN),
        (0.0, 0.2, Kind.EQUAL),
        (0.0, M, Kind.UNDECIDED),
        (0.1, M, Kind.HIGHER_SIZE_OPEN),
        (-M, M, Kind.UNDECIDED),
        (0.0, 0.0, Kind.EQUAL),
        (math.nan, math.nan, Kind.UNDECIDED),
    ],
)
def test_each_verdict(low, high, kind):
    assert judge(low, high, M) is kind


NUMBER = st.floats(-2, 2, allow_nan=False)


@given(ends=st.tuples(NUMBER, NUMBER).map(sorted), margin=st.floats(0, 1))
def test_every_interval_means_what_its_verdict_says(ends, margin):
    low, high = ends
    kind = judge(low, high, margin)
    said = {
        Kind.HIGHER: low > margin,
        Kind.LOWER: high < -margin,
        Kind.EQUAL: -margin < low <= 0 <= high < margin,
        Kind.SMALL_BUT_REAL: -margin < low and high < margin and not low <= 0 <= high,
        Kind.HIGHER_SIZE_OPEN: 0 < low <= margin <= high,
        Kind.LOWER_SIZE_OPEN: low <= -margin <= high < 0,
        Kind.UNDECIDED: low <= 0 <= high and (low <= -margin or high >= margin),
    }
    assert [one for one, true in said.items() if true] == [kind]


@given(ends=st.tuples(NUMBER, NUMBER).map(sorted), margin=st.floats(0, 1))
def test_mirrored_intervals_have_mirrored_verdicts(ends, margin):
    mirrored = {
        Kind.HIGHER: Kind.LOWER,
        Kind.LOWER: Kind.HIGHER,
        Kind.HIGHER_SIZE_OPEN: Kind.LOWER_SIZE_OPEN,
        Kind.LOWER_SIZE_OPEN: Kind.HIGHER_SIZE_OPEN,
    }
    kind = judge(*ends, margin)
    assert judge(-ends[1], -ends[0], margin) is mirrored.get(kind, kind)


def test_words_name_the_margin():
    assert verdict(Kind.EQUAL, 0.01, "share") == "equal within 1 point"
    assert verdict(Kind.SMALL_BUT_REAL, 0.5, "rounds") == "equal within 0.5 rounds (small but real)"
    assert verdict(Kind.HIGHER, 0.01, "share") == "higher"
    assert verdict(Kind.LOWER_SIZE_OPEN, 0.01, "share") == "lower, size open"
    assert verdict(Kind.UNDECIDED, 0.01, "share") == "undecided"
    assert [describe_margin(*it) for it in ((0.005, "share"), (1, "rounds"), (0.2276, "points"))] == [
        "0.5 points",
        "1 round",
        "0.228 points",
    ]
    assert {kind for kind in Kind if "open" in verdict(kind, 1, "rounds") or kind is Kind.UNDECIDED} == set(OPEN)
