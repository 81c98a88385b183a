"""Declared measures: by game, over things, signed."""

from dataclasses import replace

import numpy as np
import pytest

from analyses.intervals import BOOTSTRAP, CLUSTERED, EFFECTIVE_WILSON, LEVEL, WILSON, wilson
from analyses.measures import Measures
from analyses.source import read
from analyses.win_rate import WinRates
from simcore.spec import SHARED
from tests.analyses.synthetic import TOY, MemoryRun, rows


def measured(batch, rotations=1, sizes=(13,)):
    measures = Measures(TOY.measures)
    read(MemoryRun(batch, rotations=rotations, sizes=sizes), measures)
    return measures.table().set_index("measure")


def some_games(games: int = 300):
    generator = np.random.default_rng(1)
    winners = generator.choice([1, 2, 4, 8, 3, 0], games, p=[0.3, 0.2, 0.2, 0.2, 0.05, 0.05])
    return rows(
        winners,
        4,
        first_seat=generator.integers(0, 4, games),
        rounds=generator.integers(8, 15, games),
        agents_lost=generator.integers(0, 5, games),
    )


def test_every_measure_has_a_row_primary_ones_first():
    batch = some_games()
    table = measured(batch)
    assert table.index.tolist() == [measure.name for measure in TOY.measures]
    assert table["primary"].tolist() == sorted(table["primary"], reverse=True)
    assert table.loc["rounds", "value"] == batch["rounds"].mean()
    assert table.loc["lost", "value"] == pytest.approx(batch["agents_lost"].sum() / 1200)
    shared = int((batch["decided_by"] == SHARED).sum())
    assert tuple(table.loc["shared", ["value", "low", "high"]]) == (shared / 300, *wilson(shared, 300))
    assert table["method"].to_dict() | {"winning_score": CLUSTERED} == {
        "first_excess": EFFECTIVE_WILSON, "rounds": CLUSTERED, "lost": EFFECTIVE_WILSON, "shared": WILSON, "nobody": WILSON, "cap": WILSON,
        "winning_score": CLUSTERED, "lead_changes": CLUSTERED, "lead_changes_excess": CLUSTERED,
    }  # fmt: skip
    assert table.loc["winning_score", "number"] == int((batch["winners"] != 0).sum())
    assert table.loc["lost", "number"] == 1200


def test_the_first_in_turn_order_is_the_same_everywhere():
    batch = some_games()
    wins = WinRates(4, ["plain"] * 4)
    read(MemoryRun(batch), wins)
    first = wins.turn_order().loc[0, ["excess", "excess_low", "excess_high"]]
    measures = Measures(TOY.measures)
    measures.add(batch)
    place = [measure.name for measure in TOY.measures].index("first_excess")
    assert tuple(measures.interval(place, LEVEL)[:3]) == pytest.approx(tuple(first))


def test_the_intervals_of_primary_measures_hold_at_once():
    """Each has the level with which the largest |t| of all, as they are correlated, stays below its critical value in 95 %."""
    batch = some_games()
    measures = Measures(TOY.measures)
    measures.add(batch)
    number = sum(measure.primary for measure in TOY.measures)
    each = measures.each_level()
    assert number > 1
    assert LEVEL < each < LEVEL ** (1 / number) + 1e-9
    for place, row in enumerate(measures.table().to_dict("records")):
        expected = measures.interval(place, each if row["primary"] else LEVEL)
        assert (row["low"], row["high"]) == pytest.approx((expected.low, expected.high), nan_ok=True)
        assert row["interval"] == ("simultaneous" if row["primary"] else "plain")
    alike = Measures([replace(measure, primary=True) for measure in TOY.measures if measure.name == "rounds"] * 2)
    alike.add(batch)
    assert alike.each_level() == pytest.approx(LEVEL, abs=1e-3)  # two measures that are one need no more than one


def test_an_excess_of_all_games_may_still_be_negative():
    """Nobody won anything: an excess of zero is not known from above only."""
    table = measured(rows(np.zeros(100, int), 4))
    assert table.loc["first_excess", "value"] == 0
    assert table.loc["first_excess", "low"] == -table.loc["first_excess", "high"] < 0
    assert table.loc["cap", "low"] == 0
    assert np.isnan(table.loc["winning_score", "value"])


def test_few_games():
    table = measured(some_games(20))
    assert table.loc["rounds", "method"] == table.loc["lost", "method"] == BOOTSTRAP
    assert table.loc["shared", "method"] == WILSON
    one = measured(some_games(1))
    assert one["value"].notna().sum() >= 7
    assert np.isnan(one.loc["rounds", "low"])
