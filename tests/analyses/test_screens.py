"""Screens of many cards: discoveries, and shrunken estimates."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects
from statsmodels.stats.multitest import multipletests

from analyses.intervals import critical_t
from analyses.screens import false_discovery_levels, screen, screen_questions, shrunken
from tests.analyses.synthetic import LEVEL_OF_ALARM


@pytest.mark.parametrize("count", [1, 2, 17])
def test_levels_are_those_of_scipy_and_statsmodels(count):
    p = np.random.default_rng(count).uniform(size=count) ** 3
    assert false_discovery_levels(p) == pytest.approx(stats.false_discovery_control(p))
    assert false_discovery_levels(p) == pytest.approx(multipletests(p, method="fdr_bh")[1])


def test_shrunken_estimates_rest_on_the_spread_of_statsmodels():
    generator = np.random.default_rng(3)
    errors = generator.uniform(0.01, 0.04, 30)
    values = generator.normal(0.01, 0.02, 30) + generator.normal(0, errors)
    model = combine_effects(values, errors**2, method_re="dl")
    kept = model.tau2 / (model.tau2 + errors**2)
    assert shrunken(values, errors) == pytest.approx(model.mean_effect_re + kept * (values - model.mean_effect_re))


def test_what_is_not_known_is_no_part_of_the_screen():
    p = np.array([0.01, np.nan, 0.04, 0.5])
    levels = false_discovery_levels(p)
    assert np.isnan(levels[1])
    assert levels[[0, 2, 3]] == pytest.approx(stats.false_discovery_control(p[[0, 2, 3]]))
    assert len(false_discovery_levels(np.array([]))) == 0


def test_shrunken_estimates_are_nearer_to_the_truth_and_as_wide_as_it():
    generator = np.random.default_rng(1)
    truth = generator.normal(0.01, 0.02, 2000)
    errors = generator.choice([0.01, 0.04], 2000)
    values = generator.normal(truth, errors)
    drawn = shrunken(values, errors)
    assert np.mean((drawn - truth) ** 2) < 0.5 * np.mean((values - truth) ** 2)
    assert np.abs(drawn - values)[errors == 0.04].mean() > 3 * np.abs(drawn - values)[errors == 0.01].mean()


def test_without_any_difference_all_are_drawn_to_the_mean():
    assert shrunken(np.array([0.01, -0.01, 0.0]), np.array([0.1, 0.1, 0.1])) == pytest.approx([0, 0, 0])
    assert shrunken(np.array([0.3]), np.array([0.1])).tolist() == [0.3]


def test_the_rank_is_that_of_the_shrunken_estimate():
    """The furthest estimate has the largest error, and comes after one that is known better."""
    errors, deals = np.array([0.05, 0.002, 0.002, 0.002]), np.full(4, 1000)
    values = np.array([0.06, 0.04, -0.001, -0.03])
    found = screen(values, values + critical_t(0.95, 999) * errors, deals)
    assert found["rank"].tolist() == [3, 1, 4, 2]
    assert found["found"].tolist() == [False, True, False, True]
    assert found["p"][1] == pytest.approx(2 * stats.t.sf(20, 999))


def test_a_screen_of_cards_without_effect_finds_something_in_one_of_twenty():
    generator = np.random.default_rng(2)
    screens, cards = 2000, 12
    alarms = sum(
        bool(screen(values, values + critical_t(0.95, 499), np.full(cards, 500))["found"].any())
        for values in generator.normal(0, 1, (screens, cards))
    )
    assert stats.binomtest(alarms, screens, 0.05).pvalue > LEVEL_OF_ALARM


def questions(values: np.ndarray, margin: float = 0.01, places: int = 400) -> pd.DataFrame:
    """Differences known to within one margin, standard error."""
    half = critical_t(0.95, places - 1) * margin
    return pd.DataFrame({"low": values * margin - half, "high": values * margin + half, "margin": margin})


def test_questions_of_different_units_are_one_screen_in_margins():
    values = np.array([5.0, 0.3, -4.0, -0.2, 0.1, 2.1])
    shares, points = questions(values[:3]), questions(values[3:], margin=2.0)
    table = pd.concat([shares, points]).set_axis([3, 4, 5, 9, 10, 11])
    found = screen_questions(table, 400)
    assert found.index.tolist() == table.index.tolist()
    assert found["p"].to_numpy() == pytest.approx(2 * stats.t.sf(np.abs(values), 399))
    assert found["q"].to_numpy() == pytest.approx(stats.false_discovery_control(found["p"]))
    assert found["found"].tolist() == [True, False, True, False, False, False]  # 2.1 alone would be
    assert found["rank"].tolist()[:3:2] == [1, 2]
    assert found["shrunken"].abs().max() < 5


def test_a_question_without_interval_or_margin_is_not_screened():
    table = questions(np.array([5.0, 5.0, 5.0]))
    table.loc[1, ["low", "high"]] = np.nan
    table.loc[2, "margin"] = 0.0
    assert screen_questions(table, 400)["found"].tolist() == [True, False, False]


def test_a_p_value_is_never_zero():
    found = screen(np.array([1.0, 0.0]), np.array([1.0001, 0.1]), np.array([10**6, 10**6]))
    assert 0 < found["p"].iloc[0] <= found["q"].iloc[0] < 1e-300, "however far it is"


def test_what_rests_on_few_deals_does_not_stand_out():
    """A card that four seats had, all of which lost: its interval is narrow by chance, and says nothing."""
    values, high = np.array([-0.29, 0.0, 0.0]), np.array([-0.19, 0.02, 0.02])
    assert screen(values, high, np.full(3, 5000))["found"].tolist() == [True, False, False]
    few = screen(values, high, np.array([4, 5000, 5000]))
    assert few["found"].tolist() == [False, False, False]
    assert np.isnan(few["p"][0])
    assert few["rank"].tolist() == [3, 1, 2]
