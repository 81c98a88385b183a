"""Panels of line-ups: what agrees, what depends on how people play, and what is open."""

import json
from dataclasses import dataclass

import numpy as np
import pytest

from analyses.compare import compare
from analyses.panel import Agreement, Stance, agreement, panel, panel_dict, stance
from analyses.verdicts import Kind
from simcore.lineups import Bot
from simcore.store import Manifest
from tests.analyses.synthetic import MemoryRun, rows

SEATS = 3
GAMES = 400
RATED, ROLLOUT, RANDOM = (Bot(name=name, kind=kind) for name, kind in (("mixed", "rated"), ("rollout", "rollout"), ("random", "random")))
UP, DOWN, SAME = 2, -2, 0


@dataclass
class PlayedBy(MemoryRun):
    """A run with a bot of a kind."""

    bot: Bot = RATED

    @property
    def manifest(self) -> Manifest:
        return super().manifest.model_copy(update={"lineup": self.bot.name, "bots": (self.bot,) * SEATS})


def a_run(rounds, bot: Bot) -> MemoryRun:
    winners = np.resize([1, 2, 4], len(rounds))
    return PlayedBy(rows(winners, SEATS, rounds=np.asarray(rounds)), bot=bot)


def compared(effect: float, bot: Bot, games: int = GAMES, seed: int = 1):
    """A variant whose games are longer by `effect` rounds on average."""
    chance = np.random.default_rng(seed)
    base = chance.integers(8, 13, games)
    noise = chance.integers(-1, 2, games)
    return compare([a_run(base, bot), a_run(base + noise + effect, bot)], ["base", "variant"], primary=["rounds"])


@pytest.mark.parametrize(
    ("deciding", "other", "expected"),
    [
        (Kind.HIGHER, Kind.HIGHER, Stance.HOLDS),
        (Kind.HIGHER, Kind.HIGHER_SIZE_OPEN, Stance.HOLDS),
        (Kind.LOWER_SIZE_OPEN, Kind.LOWER, Stance.HOLDS),
        (Kind.EQUAL, Kind.SMALL_BUT_REAL, Stance.HOLDS),
        (Kind.HIGHER, Kind.LOWER, Stance.FAILS),
        (Kind.HIGHER_SIZE_OPEN, Kind.LOWER_SIZE_OPEN, Stance.FAILS),
        (Kind.HIGHER, Kind.EQUAL, Stance.FAILS),
        (Kind.SMALL_BUT_REAL, Kind.LOWER, Stance.FAILS),
        (Kind.EQUAL, Kind.HIGHER_SIZE_OPEN, Stance.OPEN),
        *((kind, Kind.UNDECIDED, Stance.OPEN) for kind in Kind),
        (Kind.UNDECIDED, Kind.HIGHER, Stance.OPEN),
    ],
)
def test_a_verdict_holds_fails_or_is_open_elsewhere(deciding, other, expected):
    assert stance(deciding, other) is expected
    assert stance(other, deciding) is expected


@pytest.mark.parametrize(
    ("stances", "expected"),
    [
        ([], Agreement.ALONE),
        ([Stance.HOLDS], Agreement.AGREE),
        ([Stance.OPEN], Agreement.OPEN),
        ([Stance.HOLDS, Stance.OPEN], Agreement.AGREE),
        ([Stance.HOLDS, Stance.FAILS], Agreement.DEPENDS),
    ],
)
def test_what_line_ups_say_together(stances, expected):
    assert agreement(stances) is expected


@pytest.mark.parametrize(
    ("mixed", "rollout", "expected"),
    [
        (UP, UP, Agreement.AGREE),
        (SAME, SAME, Agreement.AGREE),
        (UP, DOWN, Agreement.DEPENDS),
        (UP, SAME, Agreement.DEPENDS),
        (SAME, DOWN, Agreement.DEPENDS),
    ],
)
def test_known_effects_agree_or_depend_on_how_people_play(mixed, rollout, expected):
    found = panel({"mixed": compared(mixed, RATED), "rollout": compared(rollout, ROLLOUT, seed=2)})
    assert found.agreements["agreement"].tolist() == [expected.value]


def test_few_games_count_neither_way():
    found = panel({"mixed": compared(UP, RATED), "rollout": compared(DOWN, ROLLOUT, games=3)})
    assert found.rows["kind"].tolist() == ["higher", "undecided"]
    assert found.rows["stance"].tolist() == ["holds", "open"]
    assert found.agreements["agreement"].tolist() == ["open"]
    assert found.rows["games_needed"].notna().tolist() == [False, True]


def test_weights_of_one_evaluator_are_one_opinion():
    found = panel({"mixed": compared(UP, RATED), "greedy": compared(DOWN, RATED, seed=2)})
    assert found.counting == ()
    assert found.rows["stance"].tolist() == ["holds", "fails"]
    assert found.agreements["agreement"].tolist() == ["alone"]


def test_random_is_no_evidence():
    assert panel({"mixed": compared(UP, RATED), "random": compared(DOWN, RANDOM)}).counting == ()
    assert panel({"random": compared(UP, RANDOM), "rollout": compared(UP, ROLLOUT)}).counting == ()


def test_each_line_up_has_its_own_comparison():
    parts = {"mixed": compared(UP, RATED), "rollout": compared(DOWN, ROLLOUT, games=50)}
    found = panel(parts)
    assert found.deciding == "mixed"
    for (_, row), comparison in zip(found.rows.iterrows(), parts.values(), strict=True):
        own = comparison.differences[comparison.differences["primary"]].iloc[0]
        assert (row["low"], row["high"], row["verdict"]) == (own["low"], own["high"], own["verdict"])
    assert found.rows["games"].tolist() == [GAMES, 50]
    told = json.loads(json.dumps(panel_dict(found), allow_nan=False))
    assert [(one["lineup"], one["decides"], one["counts"], one["games"]) for one in told["lineups"]] == [
        ("mixed", True, False, [GAMES, GAMES]),
        ("rollout", False, True, [50, 50]),
    ]
    assert told["lineups"][1]["differences"][0]["verdict"] == "lower"
    assert told["agreements"] == [{"variant": "variant", "measure": "rounds", "agreement": "depends"}]
