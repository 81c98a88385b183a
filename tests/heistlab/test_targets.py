"""--target MEASURE=LOW..HIGH: exit codes for CI, JSON, and the page."""

import json

import pytest

import heistlab as hl
from tests.heistlab.tools import heistlab, played, refused

HOLDS, MISSED, UNDECIDED = 0, 3, 4
RUN = ("simulate", "duel", "-n", 400, "--seed", 7)


@pytest.mark.parametrize(
    ("targets", "code"),
    [
        (["rounds=1..20"], HOLDS),
        (["rounds=..20"], HOLDS),
        (["rounds=1.."], HOLDS),
        (["rounds=9..12"], MISSED),
        (["first_excess=-0.02..0.02"], MISSED),
        (["rounds=5.5..12"], UNDECIDED),
        (["rounds=1..20", "first_excess=-0.5..0.5"], HOLDS),
        (["rounds=5.5..12", "rounds=9..12"], None),
        (["rounds=5.5..12", "first_excess=-0.02..0.02"], MISSED),
        (["rounds=5.5..12", "first_excess=-0.5..0.5"], UNDECIDED),
    ],
)
def test_the_exit_code_says_what_became_of_targets(targets, code):
    words = [word for target in targets for word in ("--target", target)]
    if code is None:
        assert refused(*RUN, *words) == "rounds is set twice"
        return
    done = heistlab(*RUN, *words)
    assert (done.exit_code, heistlab(*RUN, *words, "--json").exit_code) == (code, code)
    assert done.stdout.splitlines()[-1].count("--target") == len(targets)


def test_reports_take_targets_too():
    played(*RUN, "--out", "run")
    assert heistlab("report", "run").exit_code == HOLDS
    done = heistlab("report", "run", "--target", "rounds=9..12", "--json")
    assert done.exit_code == MISSED
    (row,) = json.loads(done.stdout)["targets"]
    assert (row["measure"], row["target_low"], row["target_high"], row["outcome"]) == ("rounds", 9, 12, "missed")
    assert row["high"] < 9
    found = hl.load("run", targets={"rounds": (9, 12)})
    assert found.summary()["targets"] == [row]


def test_every_variant_is_judged_and_the_directory_remembers():
    words = ("compare", "duel", "--vary", "target=10,20", "-n", 300, "--seed", 7, "--target", "rounds=4..8", "--out", "both")
    done = heistlab(*words, "--json")
    assert done.exit_code == MISSED
    rows = json.loads(done.stdout)["targets"]
    assert {row["variant"]: row["outcome"] for row in rows} == {"target=10": "missed", "target=20": "holds"}
    assert heistlab("report", "both").exit_code == MISSED
    assert heistlab("report", "both", "--target", "rounds=1..8").exit_code == HOLDS


def test_finished_runs_are_judged_too():
    hl.simulate("duel", games=300, seed=7, out="a")
    hl.simulate("duel", games=300, seed=7, set={"target": 10}, out="b")
    assert heistlab("compare", "a", "b", "--target", "rounds=4..8").exit_code == MISSED
    assert hl.compare(["a", "b"], targets={"rounds": "..8"}).targets["outcome"].tolist() == ["holds", "holds"]


def test_the_page_and_the_terminal_say_it(here):
    done = heistlab(*RUN, "--target", "rounds=9..12", "--report", "page.html")
    assert done.exit_code == MISSED
    shown = " ".join(done.stdout.split())
    assert "wanted 9 to 12 rounds: missed" in shown
    assert "95 % interval: a target holds if the interval lies inside it, is missed if it lies outside" in shown
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "wanted 9 to 12 rounds: missed" in page
    assert "<h3>Targets</h3>" in page
    assert json.loads((here / "page.json").read_text(encoding="utf-8"))["targets"][0]["outcome"] == "missed"
    assert (here / "page-tables" / "targets.csv").exists()
    played(*RUN, "--report", "plain.html")
    assert "<h3>Targets</h3>" not in (here / "plain.html").read_text(encoding="utf-8")


def test_a_capped_length_is_at_least():
    """All games stop at round 3: they last at least 3 rounds, which a target below 3 misses and one above leaves open."""
    options = {"games": 100, "seed": 7, "set": {"round_cap": 3}}
    assert hl.simulate("duel", targets={"rounds": (None, 2.5)}, **options).targets["outcome"].tolist() == ["missed"]
    assert hl.simulate("duel", targets={"rounds": (4, 6)}, **options).targets["outcome"].tolist() == ["undecided"]


@pytest.mark.parametrize(
    ("target", "line"),
    [
        ("rouds=1..2", "target: duel has no measure 'rouds'; did you mean 'rounds'?"),
        ("rounds=8", "target: rounds=8 is not of the form LOW..HIGH, LOW.. or ..HIGH"),
        ("rounds=..", "target: rounds=.. is not of the form LOW..HIGH, LOW.. or ..HIGH"),
        ("rounds=a..b", "target: rounds=a..b is not of the form LOW..HIGH, LOW.. or ..HIGH"),
        ("rounds=9..8", "target: rounds=9..8: 9 is not below 8"),
        ("first_excess=-2..2", "target: first_excess=-2..2: shares are fractions, 0.01 is one percent point"),
        ("rounds", "'rounds' is not of the form name=value"),
    ],
)
def test_a_mistake_is_one_line(target, line, here):
    assert refused(*RUN, "--target", target) == line
    assert list(here.iterdir()) == []


def test_primary_measures_and_margins_of_a_run_are_as_asked(here):
    found = hl.simulate("duel", games=400, seed=7, primary="shared,rounds", margins={"rounds": 0.25})
    assert list(found.material.measures)[:2] == ["shared", "rounds"]
    assert [name for name, measure in found.material.measures.items() if measure.primary] == ["shared", "rounds"]
    assert found.material.measures["rounds"].margin == 0.25
    assert "--primary shared,rounds --margin rounds=0.25" in found.command


def test_the_help_says_the_exit_codes():
    for command in ("simulate", "compare", "report"):
        shown = " ".join(played(command, "--help").stdout.replace("│", " ").split())
        assert "Exit code 3 if one is missed, 4 if none is but one is undecided, 0 if all hold." in shown
