"""heistlab compare: variants on the same deals, what they are called, and which is the baseline."""

import json
import shlex

import numpy as np
import pytest

import heistlab as hl
from heistlab.plans import plan_comparison
from simcore.errors import HeistlabError
from tests.heistlab.tools import CONTROL, answer, played, refused, without_seconds

MOST_LINES = 40


def names(vary, **options):
    return plan_comparison("duel", vary, seed=1, **options).variants.names


def baseline(vary, **options):
    return plan_comparison("duel", vary, seed=1, **options).variants.baseline


def test_the_command_prints_what_the_function_returns():
    printed = answer("compare", "duel", "--vary", "target=10,20", "-n", 80, "--seed", 7, "--set", "sides=4", "--margin", "rounds=0.25")
    returned = hl.compare("duel", vary={"target": [10, 20]}, games=80, seed=7, set={"sides": 4}, margins={"rounds": 0.25})
    assert without_seconds(printed) == without_seconds(json.loads(json.dumps(returned.summary())))
    assert {"baseline", "variants", "differences"} <= set(printed)
    wanted = {"variant", "measure", "difference", "low", "high", "margin", "verdict", "games_diverged", "correlation", "games_needed"}
    assert all(wanted <= set(row) for row in printed["differences"])
    assert {row["margin"] for row in printed["differences"] if row["measure"] == "rounds"} == {0.25}
    assert printed["baseline"] == "target=20"
    assert [summary["games"] for summary in printed["variants"]] == [80, 80]


def test_variants_share_their_deals():
    found = hl.compare("duel", vary={"target": [10, 20]}, games=50, seed=7, players=3)
    first, second = (run.games for run in found.runs.values())
    assert np.array_equal(first["first_seat"], second["first_seat"])
    assert (first["rounds"] <= second["rounds"]).all()
    plain = hl.simulate("duel", games=50, seed=7, players=3).games
    assert found.runs["target=20"].games.equals(plain)


def test_several_paths_are_all_combinations_the_last_changing_fastest():
    assert names({"target": "10,20", "equal_turns": [False, "on"]}) == (
        "target=10, equal_turns=false",
        "target=10, equal_turns=true",
        "target=20, equal_turns=false",
        "target=20, equal_turns=true",
    )


def test_names_do_not_depend_on_how_values_are_written():
    assert names({"target": ["+10", 20], "equal_turns": ["yes"]}) == names({"target": " 10, 20", "equal_turns": True})


@pytest.mark.parametrize(
    ("vary", "options", "expected"),
    [
        ({"target": "10,20,30"}, {}, "target=20"),
        ({"target": "10,30"}, {}, "target=10"),
        ({"target": "10,20"}, {"baseline": 10}, "target=10"),
        ({"target": "10,20"}, {"baseline": "target=10"}, "target=10"),
        ({"equal_turns": [True, False]}, {}, "equal_turns=false"),
        ({"equal_turns": [True, False]}, {"baseline": True}, "equal_turns=true"),
        ({"target": "10,20", "sides": "4,6"}, {}, "target=20, sides=6"),
        ({"target": "10,20", "sides": "4,6"}, {"baseline": "target=10,sides=6"}, "target=10, sides=6"),
        ({"bots": "greedy,mixed"}, {}, "bots=mixed"),
        ({"bots": "greedy,random"}, {}, "bots=greedy"),
    ],
)
def test_the_baseline_is_the_rulebooks_value_if_it_is_there(vary, options, expected):
    assert baseline(vary, **options) == expected


def test_line_ups_can_be_varied():
    found = hl.compare("duel", vary={"bots": ["greedy", "random"]}, games=30, seed=7)
    assert [run.manifest.lineup for run in found.runs.values()] == ["greedy", "random"]
    assert shlex.split(found.command)[-4:] == ["--vary", "bots=greedy,random", "--baseline", "greedy"]


def test_a_comparison_is_reused_and_another_is_refused(here):
    words = ("compare", "duel", "--vary", "target=10,20", "-n", 40, "--seed", 7, "--out", "both")
    first = answer(*words)
    before = {path: path.stat().st_mtime_ns for path in (here / "both").rglob("*")}
    assert answer(*words) == first == answer("report", "both")
    assert {path: path.stat().st_mtime_ns for path in (here / "both").rglob("*")} == before
    assert refused(*words, "--baseline", 10) == "both holds other runs; choose another --out"
    more = ("compare", "duel", "--vary", "target=10,20", "-n", 50, "--seed", 7, "--out", "both")
    assert refused(*more) == "both holds other runs; choose another --out"
    assert "holds another run (games 40 there, 50 asked)" in refused(*more, "--bots", "mixed", "--panel", "greedy=10,rollout=40")
    assert "holds no run" in refused("simulate", "duel", "-n", 40, "--seed", 7, "--out", "both")
    loaded = hl.load("both")
    assert loaded.baseline == "target=20"
    assert list(loaded.runs) == ["target=10", "target=20"]
    assert loaded.differences.equals(hl.compare("duel", vary={"target": [10, 20]}, games=40, seed=7).differences)


@pytest.mark.parametrize(
    "words",
    [
        ("--vary", "target=10,20", "--set", "sides=4", "--label", "what if"),
        ("--vary", "target=10,20", "--vary", "equal_turns=on,off", "--margin", "rounds=0.3", "-p", "3"),
        ("--vary", "bots=greedy,mixed", "--baseline", "greedy"),
    ],
)
def test_the_last_line_repeats_the_comparison(words, here):
    done = played("compare", "duel", "-n", 25, *words)
    line = done.stdout.splitlines()[-1]
    program, *repeat = shlex.split(line)
    assert program == "heistlab"
    assert f"--seed {done.stderr.splitlines()[0].removeprefix('seed ')}" in line
    before = sorted(here.rglob("*.json"))
    again = played(*repeat)
    assert again.stdout == done.stdout
    assert sorted(here.rglob("*.json")) == before


def test_the_answers_take_at_most_forty_lines_without_control_codes():
    for words in (("--vary", "target=10,20,30"), ("--vary", "target=5,10,15,20", "--vary", "sides=4,6")):
        done = played("compare", "duel", "-n", 30, "--seed", 7, *words)
        assert len(done.stdout.splitlines()) <= MOST_LINES
        assert CONTROL not in done.output
        assert done.stdout.splitlines()[-1].startswith("heistlab compare duel ")


def test_a_page_is_written_for_a_comparison(here):
    shown = played("compare", "duel", "--vary", "target=10,20", "-n", 60, "--seed", 7, "--report", "page.html").stdout
    assert "Page: page.html" in shown
    assert "heistlab compare duel" in (here / "page.html").read_text(encoding="utf-8")


def test_a_trace_needs_one_run_of_a_comparison(here):
    found = hl.compare("duel", vary={"target": [10, 20]}, games=20, seed=7, out="both")
    with pytest.raises(HeistlabError, match="is a comparison: name one of its runs"):
        hl.trace("both")
    steps = list(hl.trace(found.runs["target=10"], game=3))
    assert max(steps[-1]["result"]["score"]) >= 10
    assert list(hl.trace(found.runs["target=10"].path, game=3)) == steps
