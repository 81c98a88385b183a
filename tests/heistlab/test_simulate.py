"""heistlab simulate and report: what they print, where it lies, and that it can be repeated."""

import json
import shlex

import pytest

import heistlab as hl
import simcore
from simcore.store import Manifest, open_run
from tests.heistlab.tools import CONTROL, answer, heistlab, played, refused, without_seconds

MOST_LINES = 40


def rows(path):
    return [row for table in open_run(path).tables() for row in table.to_pylist()]


@pytest.mark.parametrize("unequal", [False, True])
def test_the_command_prints_what_the_function_returns(game_name, unequal):
    players = simcore.game(game_name).fewest
    bots = "+".join(["greedy"] + ["random"] * (players - 1)) if unequal else "mixed"
    request = {"players": players, "games": 60, "seed": 7, "bots": bots, "label": "north & south"}
    printed = answer("simulate", game_name, "-p", players, "-n", 60, "--seed", 7, "--bots", bots, "--label", "north & south")
    returned = hl.simulate(game_name, **request).summary()
    assert without_seconds(printed) == without_seconds(json.loads(json.dumps(returned)))
    assert list(printed) == ["summaries"]


def test_settings_reach_the_game():
    printed = answer("simulate", "duel", "-n", 50, "--seed", 7, "--set", "target=1", "--set", "equal_turns=on")
    assert without_seconds(printed) == without_seconds(
        hl.simulate("duel", games=50, seed=7, set={"target": 1, "equal_turns": True}).summary()
    )
    assert printed["summaries"][0]["rounds"]["max"] == 1


def test_a_summary_has_the_fields_that_were_promised():
    summary = answer("simulate", "duel", "-n", 40, "--seed", 7, "-p", 3)["summaries"][0]
    assert {
        *("schema", "game", "players", "games", "asked", "seed", "label", "rules_version", "rules_hash", "cards", "lineup", "turn_order"),
        *("seats", "by_bot", "outcomes", "decided_by", "end_reasons", "rounds", "actions", "choices", "measures", "seconds"),
        "compile_seconds",
    } <= set(summary)
    assert [row["position"] for row in summary["turn_order"]] == [1, 2, 3]
    assert {"position", "games", "sole", "shared", "win_share", "low", "high", "excess", "excess_low", "excess_high"} <= set(
        summary["turn_order"][0]
    )
    assert sum(summary["outcomes"].values()) == summary["games"] == 40
    assert set(summary["outcomes"]) == {"sole", "shared", "nobody", "cap"}
    assert {"mean", "sd", "median", "p05", "p95", "max"} <= set(summary["rounds"])
    assert all({"value", "low", "high", "unit"} <= set(measure) for measure in summary["measures"].values())


@pytest.mark.parametrize("games", [1, 7, 101])
@pytest.mark.parametrize("bots", ["mixed", "greedy+random+random"])
def test_exactly_as_many_games_as_asked_are_reported(games, bots):
    summary = answer("simulate", "duel", "-p", 3, "-n", games, "--seed", 7, "--bots", bots)["summaries"][0]
    assert summary["games"] == summary["asked"] == games
    assert sum(summary["outcomes"].values()) == games
    assert sum(summary["end_reasons"].values()) == games
    assert [row["games"] for row in summary["turn_order"]] == [games] * 3
    assert sum(row["games"] for row in summary["by_bot"]) == 3 * games


def test_several_player_counts_are_a_run_each(here):
    printed = answer("simulate", "duel", "-p", "4,2,3", "-n", 30, "--seed", 7, "--out", "counts")
    assert [summary["players"] for summary in printed["summaries"]] == [2, 3, 4]
    returned = hl.simulate("duel", players=[2, 3, 4], games=30, seed=7)
    assert without_seconds(printed) == without_seconds(returned.summary())
    loaded = hl.load("counts")
    assert without_seconds(loaded.summary()) == without_seconds(printed)
    assert answer("report", "counts") == printed
    assert [run.manifest.players for run in loaded.runs] == [2, 3, 4]
    assert refused("simulate", "duel", "-p", "2,3", "-n", 30, "--seed", 7, "--out", "counts").startswith("counts holds other runs")
    assert "holds another run (seed 7 there, 8 asked)" in refused(
        "simulate", "duel", "-p", "2,3,4", "-n", 30, "--seed", 8, "--out", "counts"
    )


def test_the_same_request_is_reused_and_another_is_refused(here):
    words = ("simulate", "duel", "-n", 50, "--seed", 7, "--out", "run")
    first = answer(*words)
    before = {path: path.stat().st_mtime_ns for path in (here / "run").rglob("*")}
    assert answer(*words) == first
    assert answer(*words, "--threads", 1) == first
    assert {path: path.stat().st_mtime_ns for path in (here / "run").rglob("*")} == before
    assert refused("simulate", "duel", "-n", 51, "--seed", 7, "--out", "run") == (
        "run holds another run (games 50 there, 51 asked); choose another --out"
    )
    assert "holds something else" in refused("compare", "duel", "--vary", "target=5,6", "-n", 50, "--seed", 7, "--out", "run")


def test_a_folder_of_the_users_own_is_left_alone(here):
    (here / "mine").mkdir()
    (here / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    assert "holds no run" in refused("simulate", "duel", "-n", 5, "--seed", 7, "--out", "mine")
    assert "holds something else" in refused("simulate", "duel", "-p", "2,3", "-n", 5, "--seed", 7, "--out", "mine")
    assert (here / "mine" / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_a_run_goes_where_its_request_says_and_the_place_is_printed(here):
    shown = played("simulate", "duel", "-n", 20, "--seed", 7).stdout
    (found,) = (here / "runs").iterdir()
    assert found.name == f"duel-{open_run(found).manifest.hash}"
    assert f"Run: runs/{found.name}" in shown


def test_a_fresh_seed_is_printed_first_and_stands_in_the_repeat_command(here):
    done = played("simulate", "duel", "-n", 20)
    first = done.stderr.splitlines()[0]
    assert first.startswith("seed ")
    seed = int(first.removeprefix("seed "))
    assert f"--seed {seed}" in done.stdout.splitlines()[-1]
    assert int(played("simulate", "duel", "-n", 20).stderr.splitlines()[0].removeprefix("seed ")) != seed


@pytest.mark.parametrize(
    "words",
    [
        ("-p", "3", "--bots", "greedy+random+greedy", "--set", "target=7", "--set", "equal_turns=true", "--label", "it's a label"),
        ("-p", "2,4", "--label", "two counts"),
        ("--out", "a folder/run"),
        (),
    ],
)
def test_the_last_line_repeats_the_run(words, here, monkeypatch):
    line = played("simulate", "duel", "-n", 25, *words).stdout.splitlines()[-1]
    program, *repeat = shlex.split(line)
    assert program == "heistlab"
    before = sorted(here.rglob("manifest.json"))
    again = played(*repeat)
    assert again.stdout.splitlines()[-1] == line
    assert sorted(here.rglob("manifest.json")) == before, "the same run, so the same place"
    (here / "elsewhere").mkdir()
    monkeypatch.chdir(here / "elsewhere")
    played(*repeat)
    for path in before:
        there = here / "elsewhere" / path.relative_to(here)
        assert there.read_bytes() == path.read_bytes()
        assert rows(there.parent) == rows(path.parent)


def test_the_answers_take_at_most_forty_lines_and_end_with_the_command(game_name):
    spec = simcore.game(game_name)
    counts = ",".join(map(str, range(spec.fewest, spec.most + 1)))
    for words in ((), ("-p", spec.most), ("-p", counts), ("--label", "very long words " * 300)):
        shown = played("simulate", game_name, "-n", 30, "--seed", 7, *words)
        lines = shown.stdout.splitlines()
        assert len(lines) <= MOST_LINES
        assert lines[-1].startswith(f"heistlab simulate {game_name} ")
        assert CONTROL not in shown.output


def test_a_page_and_figures_are_written_where_asked(here):
    shown = played("simulate", "duel", "-n", 60, "--seed", 7, "--report", "out/page.html", "--figures", "pictures").stdout
    assert "Page: out/page.html" in shown
    assert shown.splitlines()[-1].endswith("--report out/page.html --figures pictures")
    run = hl.load(next((here / "runs").iterdir()))
    for name in run.figures:
        for suffix in ("png", "svg"):
            assert list((here / "pictures").glob(f"*{name}*.{suffix}"))
    page = (here / "out" / "page.html").read_bytes()
    played("report", run.path, "--report", "again.html")
    assert (here / "again.html").read_text(encoding="utf-8").count("heistlab simulate duel") >= 1
    assert len(page) > len("<html></html>")
    assert played("report", run.path, "--figures", "more").stdout.count("Figures: ") == 1


def test_report_says_what_simulate_said(here):
    words = ("simulate", "duel", "-n", 60, "--seed", 7, "--out", "run")
    said = played(*words).stdout.splitlines()
    reported = played("report", "run").stdout.splitlines()
    assert reported[:-1] == said[:-1]
    assert f"{reported[-1]} --out run" == said[-1]
    assert answer("report", "run") == answer(*words)


def test_a_manifest_holds_what_was_asked(here):
    run = hl.simulate("duel", players=3, games=20, seed=0, set={"target": 9}, label="x", out="run")
    assert isinstance(run.manifest, Manifest)
    assert (run.manifest.players, run.manifest.games, run.manifest.seed, run.manifest.changed) == (3, 20, 0, {"target": 9})
    assert run.seed == 0


def test_progress_is_told_only_on_standard_error_and_without_control_codes():
    done = heistlab("simulate", "duel", "-n", 20, "--seed", 7, "--json")
    json.loads(done.stdout)
    assert CONTROL not in done.output
