"""Panels of line-ups: what agrees, what depends on how people play, and what is open."""

import json
from dataclasses import dataclass

import numpy as np
import pytest

from analyses.compare import chosen_measures, compare
from analyses.panel import Agreement, Stance, agreement, level_panel, panel, panel_dict, stance, together
from analyses.summary import study
from analyses.verdicts import Kind
from simcore.lineups import Bot
from simcore.store import Manifest
from tests.analyses.synthetic import SCORE, TOKEN, TOY, MemoryRun, rows

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


def level(rounds: float, bot: Bot, games: int = GAMES, seed: int = 1, first: float = 1 / SEATS, token: float = 0.5):
    """A run whose games last so many rounds on average, whose first seat wins so often, and where a token decides so many."""
    chance = np.random.default_rng(seed)
    winners = np.where(chance.random(games) < first, 1, np.where(chance.random(games) < 0.5, 2, 4))
    decided = np.where(chance.random(games) < token, TOKEN, SCORE)
    batch = rows(winners, SEATS, rounds=chance.integers(-1, 2, games) + rounds, decided_by=decided)
    return study(PlayedBy(batch, bot=bot, seed=seed), chosen_measures(TOY, ["first_excess", "rounds"]))


def agreements(mixed, rollout) -> dict[str, str]:
    found = level_panel({"mixed": [mixed], "rollout": [rollout]}).agreements
    return dict(zip(found["measure"], found["agreement"], strict=True))


@pytest.mark.parametrize(
    ("first", "rounds", "token", "expected"),
    [
        (0.8, 10, 0.5, {"first_excess": "agree", "rounds": "agree", "ladder": "open"}),
        (0.1, 10, 0.5, {"first_excess": "depends", "rounds": "agree", "ladder": "open"}),
        (0.8, 12, 0.5, {"first_excess": "agree", "rounds": "depends", "ladder": "open"}),
        (0.8, 10, 0.9, {"first_excess": "agree", "rounds": "agree", "ladder": "depends"}),
    ],
)
def test_levels_agree_or_depend_on_how_people_play(first, rounds, token, expected):
    assert agreements(level(10, RATED, 4000, first=0.7), level(rounds, ROLLOUT, 800, 2, first, token)) == expected


def test_shares_hold_with_games_enough():
    assert agreements(level(10, RATED, 60_000), level(10, ROLLOUT, 60_000, 2))["ladder"] == "agree"


def test_a_level_of_few_games_counts_neither_way():
    found = level_panel({"mixed": [level(10, RATED, 4000, first=0.7)], "rollout": [level(10, ROLLOUT, 4, 2)]})
    assert set(found.agreements["agreement"]) == {"open"}
    rollout = found.rows[found.rows["lineup"] == "rollout"]
    assert set(rollout["kind"]) == {"undecided"}
    assert rollout["games_needed"].gt(100).all()


def test_the_deciding_line_up_is_judged_as_without_a_panel():
    own = level(10, RATED, 4000, first=0.7)
    found = level_panel({"mixed": [own], "rollout": [level(10, ROLLOUT, 800, 2)]}).rows
    deciding = found[found["decides"]].set_index("measure")
    for row in own.measures.table().set_index("measure").loc[["first_excess", "rounds"]].itertuples():
        assert (deciding.loc[row.Index, "value_low"], deciding.loc[row.Index, "value_high"]) == (row.low, row.high)
    assert deciding.loc["first_excess", "kind"] == "higher"
    assert deciding["stance"].tolist() == ["holds"] * len(deciding)
    assert deciding.loc["rounds", ["difference", "low", "high"]].tolist() == [0, 0, 0]


def test_a_share_that_one_line_up_always_and_another_never_has_is_judged():
    found = agreements(level(10, RATED, 4000, token=1.0), level(10, ROLLOUT, 800, 2, token=0.0))
    assert found["ladder"] == "depends"
    assert "end_reasons" not in found
    assert "ladder" not in agreements(level(10, RATED, 4000, token=1.0), level(10, ROLLOUT, 800, 2, token=1.0))


def test_pages_rarely_say_that_it_depends_where_nothing_does():
    pages = [agreements(level(10, RATED, 1000, seed), level(10, ROLLOUT, 200, seed + 1)) for seed in range(0, 120, 2)]
    assert sum("depends" in page.values() for page in pages) <= 0.05 * len(pages)


def test_numbers_of_players_are_judged_one_by_one():
    parts = {"mixed": [level(10, RATED), level(12, RATED)], "rollout": [level(10, ROLLOUT, seed=2), level(10, ROLLOUT, seed=3)]}
    for found in (parts["mixed"][1], parts["rollout"][1]):
        found.manifest = found.manifest.model_copy(update={"players": SEATS + 1})
    found = level_panel(parts)
    assert found.names == ("players=3", "players=4")
    lengths = found.agreements[found.agreements["measure"] == "rounds"]
    assert lengths[["players", "agreement"]].values.tolist() == [[3, "agree"], [4, "depends"]]


def test_several_numbers_hold_together_only_if_all_do():
    assert together([Stance.HOLDS, Stance.HOLDS]) is Stance.HOLDS
    assert together([Stance.HOLDS, Stance.OPEN]) is Stance.OPEN
    assert together([Stance.HOLDS, Stance.OPEN, Stance.FAILS]) is Stance.FAILS


def test_a_panel_of_levels_is_plain_data():
    found = panel_dict(level_panel({"mixed": [level(10, RATED)], "rollout": [level(12, ROLLOUT, 50, 2)]}))
    assert json.loads(json.dumps(found)) == found
    (rounds,) = [row for row in found["lineups"][1]["levels"] if row["measure"] == "rounds"]
    assert (rounds["verdict"], rounds["stance"], found["lineups"][1]["games"]) == ("higher", "fails", [50])
