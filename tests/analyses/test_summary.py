"""One run's summary, and the commands that print tables."""

import dataclasses
import importlib
import json
import math
import subprocess
import sys

import numpy as np
import pytest

from analyses import compare, length
from analyses.source import show
from analyses.summary import Study, plain, study, summary
from simcore.errors import HeistlabError
from simcore.runner import make_manifest, play
from simcore.spec import GameBatch
from simcore.store import Run
from tests.analyses.market import market_games, market_run
from tests.analyses.synthetic import CAPPED, TOY, MemoryRun, rows
from tests.analyses.test_win_rate import duel

FIELDS = [
    "schema", "game", "players", "games", "asked", "seed", "label", "rules_version", "rules_hash", "cards", "lineup", "turn_order", "seats",
    "by_bot", "outcomes", "decided_by", "end_reasons", "length", "rounds", "ladder", "tied", "leaders", "actions", "choices", "measures",
    "seconds", "compile_seconds",
]  # fmt: skip
CARD_FIELDS = ("opening_hand", "usage", "association")
ROW = {"games", "sole", "shared", "win_share", "low", "high", "excess", "excess_low", "excess_high", "method"}
MODULES = ("win_rate", "endings", "tied", "length", "scores", "score_parts", "course", "cards", "prices", "measures", "checks", "summary")


def some_run() -> MemoryRun:
    generator = np.random.default_rng(1)
    winners = generator.choice([1, 2, 4, 5, 0], 400)
    return MemoryRun(
        rows(winners, 3, dealt_things=generator.integers(0, 4, (400, 3))), asked=500, bots=("a", "b", "b"), rotations=1, things=("x", "y")
    )


def test_the_fields_of_the_summary():
    run = some_run()
    data = summary(run)
    assert [name for name in data if name not in CARD_FIELDS] == FIELDS
    assert [name for name in data if name in CARD_FIELDS] == list(study(run).cards.kinds)
    assert {"card", "effect", "low", "high", "q", "found"} <= set(data["opening_hand"][0])
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert (data["games"], data["asked"]) == (400, 500)
    assert data["cards"] == {"set": "shipped", "provenance": "reconstructed"}
    for rows_of, key in (("turn_order", "position"), ("seats", "seat"), ("by_bot", "bot")):
        assert all(set(row) == ROW | {key} for row in data[rows_of])
    assert [row["position"] for row in data["turn_order"]] == [1, 2, 3]
    assert [row["seat"] for row in data["seats"]] == [0, 1, 2]
    assert [row["bot"] for row in data["by_bot"]] == ["a", "b"]
    assert list(data["outcomes"]) == ["sole", "shared", "nobody", "cap"]
    assert sum(data["outcomes"].values()) == sum(data["decided_by"].values()) == sum(data["end_reasons"].values()) == 400
    assert set(data["rounds"]) == {"mean", "sd", "median", "p05", "p95", "max", "censored"}
    assert data["actions"] == int(run.batch["actions"].sum())
    assert set(data["measures"]["rounds"]) == {"value", "low", "high", "unit", "interval"}
    assert summary(study(run)) == data


def test_a_game_that_counts_turns_has_them_as_its_length():
    """What is asked of a game's length is asked of its turns; rounds stand beside them as in every summary."""
    played = rows([1] * 10, 2, rounds=np.arange(10, 20), turns=np.arange(5, 15))
    run = MemoryRun(GameBatch(dataclasses.replace(TOY, length="turns"), 2, played.columns))
    data = summary(run)
    assert data["length"] == "turns"
    assert (data["rounds"]["max"], data["turns"]["max"]) == (19, 14)
    assert data["measures"]["turns"]["value"] == data["turns"]["mean"] == 9.5
    assert data["measures"]["turns"]["unit"] == "turns"
    assert "rounds" not in data["measures"]
    assert [measure.name for measure in run.spec.measures if measure.primary] == ["first_excess", "turns", "lost"]
    assert "Length in turns" in length.tables(run)
    assert summary(MemoryRun(played))["length"] == "rounds"
    assert "turns" not in summary(MemoryRun(played))


def test_what_only_some_games_declare():
    """Ranks and auctions have fields of their own; without them the fields are those of every game."""
    found = study(market_run(market_games(200, np.random.default_rng(1))))
    data = summary(found)
    assert [name for name in data if name not in [*FIELDS, *CARD_FIELDS]] == ["ranks", "prices", "buyers"]
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert [row["position"] for row in data["ranks"]["place"]] == [1, 2, 3, 4]
    assert all(set(row) == ROW | {"position"} for row in data["ranks"]["place"])
    assert [row["period"] for row in data["prices"][:3]] == ["day", "night", "all"]
    assert data["buyers"][0]["difference"] == found.prices.buyers()["difference"][0]


@pytest.mark.parametrize("games", [1, 7, 101])
def test_small_runs_are_counted_exactly(games):
    data = summary(duel(2, {"equal_turns": True}, games))
    assert data["games"] == sum(data["outcomes"].values()) == data["turn_order"][0]["games"] == games
    json.dumps(data, allow_nan=False)


def test_capped_runs_say_so():
    data = summary(MemoryRun(rows([0, 0, 1], 2, end_reason=np.array([CAPPED, CAPPED, 2]), rounds=np.array([50, 50, 9]))))
    assert data["rounds"] == {"mean": 109 / 3, "sd": None, "median": None, "p05": 9, "p95": None, "max": 50, "censored": 2}
    assert data["outcomes"]["cap"] == 2


def test_a_run_without_games():
    with pytest.raises(HeistlabError, match="no finished game"):
        study(MemoryRun(rows([], 2)))


def test_plain_values():
    assert plain({"a": np.float64("nan"), 1: [np.int64(3), (np.bool_(True), math.inf)], "none": None}) == {
        "a": None,
        "1": [3, [True, None]],
        "none": None,
    }


def test_a_study_is_one_pass():
    class Once(MemoryRun):
        passes = 0

        def batches(self):
            Once.passes += 1
            return super().batches()

    run = Once(some_run().batch)
    found = study(run)
    assert Once.passes == 1
    assert (found.games, found.deals, found.asked, found.censored) == (400, 400, 400, 0)
    assert [check.passed for check in found.checks()] == [True] * len(found.checks())
    assert isinstance(found, Study)


@pytest.fixture(scope="module")
def runs_on_disk(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    base = tmp_path_factory.mktemp("runs")
    return [play(make_manifest("duel", games=300, seed=3, settings={"target": target}), base / str(target)) for target in (5, 6)]


@pytest.mark.parametrize("module", MODULES)
def test_each_question_prints_its_tables(module, runs_on_disk, capsys):
    show(importlib.import_module(f"analyses.{module}").tables, [str(runs_on_disk[0].path)])
    printed = capsys.readouterr()
    assert printed.err == ""
    assert (module == "cards") == (printed.out == "")  # the duel has no cards


def test_a_comparison_prints_its_tables(runs_on_disk, capsys):
    show(lambda *runs: compare.tables(compare.compare(runs, ["five", "six"])), [str(run.path) for run in runs_on_disk], fewest=2)
    assert "Primary measures against five" in capsys.readouterr().out


def test_a_run_on_disk_and_in_memory_say_the_same(runs_on_disk):
    run = runs_on_disk[0]
    (batch,) = run.batches()
    data, other = summary(run), summary(MemoryRun(batch, bots=["mixed", "mixed"]))
    for field in ("turn_order", "outcomes", "rounds", "measures", "decided_by"):
        assert data[field] == other[field]
    assert data["seconds"] > 0
    assert other["seconds"] is None


def test_the_module_runs_on_its_own(runs_on_disk):
    done = subprocess.run(
        [sys.executable, "-m", "analyses.win_rate", str(runs_on_disk[0].path)], capture_output=True, text=True, check=True
    )
    assert "Win share by turn order" in done.stdout


@pytest.mark.parametrize(("arguments", "message"), [([], "give one run directory, not 0\n"), (["no/such/run"], "no run at no/such/run\n")])
def test_mistakes_are_one_line(arguments, message, capsys):
    with pytest.raises(SystemExit) as stop:
        show(importlib.import_module("analyses.win_rate").tables, arguments)
    assert stop.value.code == 2
    assert capsys.readouterr().err == message
