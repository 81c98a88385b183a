"""Confidence sequences: the mixture's boundary, and that they do not collapse where nothing has varied yet."""

import math

import numpy as np
import pytest

from analyses.contrasts import Contrast
from analyses.intervals import TIGHTEST_DEALS, bonferroni, critical_normal, critical_sequence
from analyses.measures import Measures, enough
from simcore.spec import Measure
from simcore.store import Known, Until


def radius(deals, rho, alpha):
    """As Waudby-Smith et al. have it, for a standard deviation of one."""
    spread = deals * rho**2 + 1
    return math.sqrt(2 * spread / (deals * rho) ** 2 * math.log(math.sqrt(spread) / alpha))


@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_the_boundary_is_the_mixtures_and_tightest_where_it_says(level):
    rhos = np.geomspace(1e-4, 1, 20_001)
    best = rhos[np.argmin([radius(TIGHTEST_DEALS, rho, 1 - level) for rho in rhos])]
    for deals in (50, 1024, TIGHTEST_DEALS, 10**6):
        found = critical_sequence(deals, level) / math.sqrt(deals)
        assert found == pytest.approx(radius(deals, best, 1 - level), rel=1e-3)
        assert found > critical_normal(level) / math.sqrt(deals)


def test_it_holds_at_all_looks_at_once_and_a_repeated_interval_does_not():
    looks = np.arange(1, 41) * 250
    values = np.random.default_rng(1).standard_normal((200, looks[-1]))
    means = np.cumsum(values, axis=1)[:, looks - 1] / looks
    missed = {
        name: np.mean((np.abs(means) > np.array([critical(deals) / math.sqrt(deals) for deals in looks])).any(axis=1))
        for name, critical in (("sequence", critical_sequence), ("repeated", lambda deals: critical_normal(0.95)))
    }
    assert missed["sequence"] <= 0.05
    assert missed["repeated"] > 0.2


@pytest.mark.parametrize("deals", [1024, 10_000, 10**6])
def test_where_no_game_diverged_the_span_stands_in(deals):
    same = Contrast(0.3, 0.3, 1.0, deals, deals, 0.0, 0.4, 0.4, 1.0, 0)
    low, high = same.sequence(0.95)
    assert low == -high
    assert 4 / deals < high < 6 / deals, "wider than the 3 / n of a single look"


def test_a_share_that_is_nothing_yet_is_not_known_for_nothing():
    until = Until(halfwidths={"never": 0.001}, level=0.95)
    measures = Measures([Measure("never", "never", "share", lambda batch: np.zeros(len(batch)), 0.01, span=1.0)], until)
    number = Measures([Measure("one", "one", "rounds", lambda batch: np.ones(len(batch)), 0.5)], Until(halfwidths={"one": 9.0}, level=0.95))
    for found in (measures, number):
        found.add_values(np.column_stack([np.ones(2000), np.full(2000, float(found is number))]), np.arange(2000))
        found.columns.least[:] = found.columns.most[:] = float(found is number)
    low, high = measures.interval(0)[1:3]
    assert (low, 2000 * high) == (0.0, pytest.approx(2000 * measures.known()["never"].halfwidth))
    assert 3 < 2000 * high < 6
    assert not enough(measures.known(), until)
    assert number.known() == {"one": Known(estimate=1.0, halfwidth=None)}
    assert not enough(number.known(), number.until)
    assert math.isnan(number.interval(0).low)


def test_several_are_known_together():
    assert bonferroni(0.95, 1) == pytest.approx(0.95)
    assert bonferroni(0.95, 5) == pytest.approx(0.99)
