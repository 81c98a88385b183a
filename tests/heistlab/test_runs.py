"""heistlab compare runs/a runs/b: finished runs, paired where their deals are the same."""

import json

import pytest

import heistlab as hl
from tests.heistlab.tools import answer, played, refused, without_seconds


@pytest.fixture
def slow_and_fast():
    """Two runs on the same deals, one on others."""
    hl.simulate("duel", games=400, seed=7, out="runs/slow")
    hl.simulate("duel", games=400, seed=7, set={"target": 10}, out="runs/fast")
    hl.simulate("duel", games=400, seed=8, set={"target": 10}, out="runs/other")


@pytest.mark.usefixtures("slow_and_fast")
def test_runs_on_the_same_deals_are_the_comparison_that_was_not_played():
    found = hl.compare(["runs/slow", "runs/fast"])
    varied = hl.compare("duel", vary={"target": [20, 10]}, games=400, seed=7)
    assert list(found.runs) == ["target=20", "target=10"]
    assert found.paired == {"target=10": True}
    assert found.differences.equals(varied.differences)
    assert without_seconds(answer("compare", "runs/slow", "runs/fast")) == without_seconds(json.loads(json.dumps(found.summary())))


@pytest.mark.usefixtures("slow_and_fast")
def test_it_says_whether_runs_are_paired():
    shown = " ".join(played("compare", "runs/slow", "runs/fast").stdout.split())
    assert "were played on the same deals and compared deal by deal" in shown
    shown = " ".join(played("compare", "runs/slow", "runs/other").stdout.split())
    assert "Not played on the same deals as the baseline, and compared as independent runs: target 10" in shown
    printed = answer("compare", "runs/slow", "runs/fast", "runs/other")
    assert {row["variant"]: row["paired"] for row in printed["differences"]} == {"fast": True, "other": False}
    assert "seed 7 | 7 | 8" in " ".join(played("compare", "runs/slow", "runs/fast", "runs/other").stdout.split())


@pytest.mark.usefixtures("slow_and_fast")
def test_the_page_says_in_what_runs_differ(here):
    played("compare", "runs/slow", "runs/fast", "runs/other", "--report", "page.html")
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "slow, fast or other (baseline: slow); they differ in target (20, 10 and 10) and seed (7, 7 and 8)" in page
    hl.compare({"one": "runs/slow", "same": hl.load("runs/slow")}).report("same.html")
    assert "they differ in nothing" in (here / "same.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("slow_and_fast")
def test_the_last_line_compares_them_again(here):
    words = ("runs/slow", "runs/fast", "--baseline", "fast", "--margin", "rounds=0.25", "--level", "0.99", "--primary", "rounds")
    done = played("compare", *words, "--report", "page.html")
    line = done.stdout.splitlines()[-1]
    assert line == (
        "heistlab compare runs/slow runs/fast --baseline target=10 --primary rounds --margin rounds=0.25 --level 0.99 --report page.html"
    )
    assert played(*line.split()[1:]).stdout == done.stdout
    assert "99 % intervals" in (here / "page.html").read_text(encoding="utf-8").replace("\u00a0", " ")
    assert "Confirm" not in done.stdout
    for word in ("runs/fast", "fast", "target=10"):
        assert answer("compare", "runs/slow", "runs/fast", "--baseline", word)["baseline"] == "target=10"


@pytest.mark.usefixtures("slow_and_fast")
def test_results_may_be_compared_under_names_of_their_own():
    before, after = hl.simulate("duel", games=50, seed=1), hl.simulate("duel", games=50, seed=1, bots="greedy")
    found = hl.compare({"before": before, "after": after}, baseline="after")
    assert (list(found.runs), found.baseline, found.vary["bots"]) == (["before", "after"], "after", ("mixed", "greedy"))
    path = before.path
    del before, after
    assert path.is_dir()
    assert len(found.differences)


@pytest.mark.usefixtures("slow_and_fast")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("runs/slow runs/fats", "no run at runs/fats; did you mean 'fast'?"),
        ("runs/slow runs/slow", "a comparison needs one name for each run, no two alike"),
        ("runs/slow runs/three", "three has 3 players, slow 2: their measures cannot be compared"),
        ("runs/slow runs/counts", "runs/counts holds several runs: name one of them, runs/counts/players-2, runs/counts/players-3"),
        ("runs/slow runs/fast --baseline fats", "baseline: no run 'fats'; did you mean 'fast'?"),
        ("runs/slow runs/fast --seed 7", "seed: finished runs have their own; only a game's name takes it"),
        ("runs/slow runs/fast --vary target=5,6", "vary: finished runs have their own"),
        ("runs/slow runs/fast -n 400", "games: finished runs have their own"),
        ("runs/slow runs/fast --out x", "out: finished runs have their own"),
        ("runs/slow runs/fast --margin rouds=1", "margin: duel has no measure 'rouds'; did you mean 'rounds'?"),
        ("runs/slow runs/fast --primary rouds", "primary: duel has no measure 'rouds'; did you mean 'rounds'?"),
        ("runs/slow runs/fast --level 95", "level: 95 is not a number between 0 and 1 (0.95 is 95 percent)"),
        ("duel runs/fast", "'runs/fast' behind the game duel: a game's variants are named with --vary PATH=VALUE,VALUE"),
        ("runs/slow", "runs/slow is one run: a comparison needs at least two"),
    ],
)
def test_a_mistake_is_one_line(words, line):
    hl.simulate("duel", games=20, seed=7, players=3, out="runs/three")
    hl.simulate("duel", games=20, seed=7, players=[2, 3], out="runs/counts")
    assert line in refused("compare", *words.split())


def test_what_a_comparison_declared_stays():
    hl.compare("duel", vary={"target": [10, 20]}, games=50, seed=7, primary="rounds", level=0.99, out="both")
    assert hl.load("both").asked.level == 0.99
    assert hl.load("both").compared.measures[0].name == "rounds"
    assert answer("report", "both")["level"] == 0.99
    line = refused("report", "both", "--primary", "shared")
    assert line == "primary: both is a comparison, and has its own, declared before it was played"
