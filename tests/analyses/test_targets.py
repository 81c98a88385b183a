"""Targets: when they hold, and that all of them are judged as one family."""

import math

import numpy as np
import pytest

from analyses.intervals import LEVEL
from analyses.summary import study
from analyses.targets import Outcome, Target, judge, judged, targets_list
from tests.analyses.synthetic import MemoryRun, rows


def a_run(rounds):
    return MemoryRun(rows([1] * len(rounds), 2, rounds=rounds))


@pytest.mark.parametrize(
    ("low", "high", "outcome"),
    [
        (2.0, 3.0, "holds"),
        (1.0, 4.0, "holds"),
        (0.9, 3.0, "undecided"),
        (3.9, 4.1, "undecided"),
        (0.0, 5.0, "undecided"),
        (4.1, 5.0, "missed"),
        (0.0, 0.9, "missed"),
        (3.0, math.inf, "undecided"),
        (4.5, math.inf, "missed"),
        (math.nan, math.nan, "undecided"),
    ],
)
def test_a_target_is_judged_by_the_whole_interval(low, high, outcome):
    assert judge(low, high, Target(1.0, 4.0)) == Outcome(outcome)


def test_an_open_end_wants_nothing():
    assert judge(-5.0, 0.9, Target(-math.inf, 1.0)) == Outcome.HOLDS
    assert judge(3.0, math.inf, Target(2.0, math.inf)) == Outcome.HOLDS


def test_intervals_are_simultaneous_over_targets_and_runs():
    generator = np.random.default_rng(5)
    studies = [study(a_run(generator.integers(5, 15, 400))) for _ in range(3)]
    one = judged(studies[:1], ["a"], {"rounds": Target(9.0, 10.0)})
    many = judged(studies, ["a", "b", "c"], {"rounds": Target(9.0, 10.0), "shared": Target(0.0, 0.1)})
    place = [measure.name for measure in studies[0].measures.columns.measures].index("rounds")
    assert one.loc[0, ["low", "high"]].tolist() == pytest.approx(studies[0].measures.interval(place)[1:3])
    assert many.loc[0, ["low", "high"]].tolist() == pytest.approx(studies[0].measures.interval(place, LEVEL ** (1 / 6))[1:3])
    assert many["variant"].tolist() == ["a", "b", "c"] * 2
    assert many["measure"].tolist() == ["rounds"] * 3 + ["shared"] * 3


def test_no_targets_are_no_rows():
    assert judged([study(a_run([9, 8, 7]))], [""], {}).empty


def test_outcomes_as_plain_data():
    (row,) = targets_list(judged([study(a_run([9] * 60 + [10] * 60))], [""], {"rounds": Target(-math.inf, 9.9)}))
    assert (row["target_low"], row["target_high"], row["outcome"]) == (None, 9.9, "holds")
    assert row["value"] == pytest.approx(9.5)
