"""The answers in forty lines, however much there is to say."""

import dataclasses

import pytest

import heistlab as hl
import simcore
from heistlab import results
from heistlab.digest import MOST_LINES, digest
from tests.heistlab.tools import heistlab, played

TAIL = ["Run: there", "heistlab simulate duel"]


@pytest.mark.parametrize("answers", [0, 1, 8, 12, 40])
def test_answers_come_first_and_what_is_left_out_is_said(answers, monkeypatch):
    sentence = "a sentence that is as long as they get on the page " * 5
    monkeypatch.setattr(results.Result, "answers", lambda self: [f"{number}: {sentence}" for number in range(answers)])
    lines = digest(hl.simulate("duel", games=50, seed=7), TAIL)
    assert len(lines) <= MOST_LINES
    assert lines[-2:] == TAIL
    shown = [line for line in lines if line.startswith("- ")]
    assert [line.split(":")[0] for line in shown] == [f"- {number}" for number in range(len(shown))]
    left_out = [line for line in lines if "more on the page" in line]
    assert left_out == ([f"({answers - len(shown)} more on the page: --report FILE)"] if len(shown) < answers else [])
    assert len(shown) == answers or len(lines) > MOST_LINES - 4
    assert any(line.startswith("turn order") for line in lines) is (answers <= 8)


def test_a_game_that_counts_turns_is_told_in_turns(monkeypatch):
    one, both = hl.simulate("duel", games=50, seed=7), hl.simulate("duel", players=[2, 3], games=50, seed=7)
    monkeypatch.setattr(simcore, "game", {"duel": dataclasses.replace(simcore.game("duel"), length="turns")}.__getitem__)
    assert f"Turns: mean {one.games['turns'].mean():.1f}, median " in "\n".join(digest(one, TAIL))
    (heading,) = (line for line in digest(both, TAIL) if line.startswith("players "))
    assert " turns " in heading


def test_ends_and_steps_are_words(here):
    shown = played("simulate", "duel", "-n", 200, "--seed", 7, "--set", "equal_turns=on").stdout
    counts = hl.simulate("duel", games=200, seed=7, set={"equal_turns": True}).summary()["summaries"][0]["decided_by"]
    assert counts["last_throw"] > 0
    assert "last throw " in shown
    assert "last_throw" not in shown


def test_the_first_and_the_length_have_the_games_words(monkeypatch):
    one, both = hl.simulate("duel", games=50, seed=7), hl.simulate("duel", players=[2, 3], games=50, seed=7)
    own = dataclasses.replace(simcore.game("duel"), first="the starter", length_name="Bouts", length_text="A Bout is a throw of each.")
    monkeypatch.setattr(simcore, "game", {"duel": own}.__getitem__)
    shown = "\n".join(digest(one, TAIL))
    assert f"Bouts: mean {one.games['rounds'].mean():.1f}, median " in shown
    assert "A Bout is a throw of each." in " ".join(shown.split())
    assert "1, the starter" in shown
    (heading,) = (line for line in digest(both, TAIL) if line.startswith("players "))
    assert "starter wins" in heading
    assert " Bouts " in heading


def test_a_long_path_does_not_crowd_out_the_table(here):
    own = here / ("designs_of_last_summer" * 4) / "mine"
    own.parent.mkdir()
    hl.export_cards("infiltration", str(own))
    items = own / "items.csv"
    items.write_text(items.read_text(encoding="utf-8").replace("move any 3", "move any 2"), encoding="utf-8")
    lines = digest(hl.compare("infiltration", vary={"cards": ["shipped", str(own)]}, games=60, seed=7, panel="none"), TAIL)
    assert len(lines) <= MOST_LINES
    assert [line for line in lines if line.startswith("cards …/mine ")]


def test_tables_that_are_too_long_are_said_to_be_left_out(monkeypatch):
    monkeypatch.setattr(results.Result, "answers", lambda self: [f"{number}: short" for number in range(25)])
    lines = digest(hl.simulate("duel", games=50, seed=7), TAIL)
    assert len(lines) <= MOST_LINES
    assert any("too long for here" in line for line in lines) is not any(line.startswith("turn order") for line in lines)


def test_an_excess_is_told_in_points():
    found = hl.compare("duel", vary={"sides": [6, 8]}, games=200, seed=7)
    shown = " ".join(" ".join(digest(found, TAIL)[-12:]).replace("\u00a0", " ").split())
    row = found.differences.set_index("measure").loc["first_excess"]
    levels = [f"{100 * row[name]:+.0f} points".replace("-", "\u2212") for name in ("baseline_value", "value")]
    assert " ".join(levels) in shown
    assert "%" not in shown.replace("95 %", "")


def test_a_variant_that_changed_nothing_has_no_rows():
    found = hl.compare("duel", vary={"round_cap": [200, 300]}, games=50, seed=7)
    shown = digest(found, TAIL)
    assert "In all 50 games nothing changed with round cap 300 instead of 200" in " ".join(" ".join(shown).replace("\u00a0", " ").split())
    assert not any("verdict" in line or "undecided" in line for line in shown)


FIVE = {"sides": [4, 5, 6, 7, 8]}


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "duel"),
        ("simulate", "duel", "-p", "2-5"),
        (
            "simulate",
            "duel",
            "-p",
            "2-5",
            *(word for name in ("rounds", "shared", "nobody", "cap", "first_excess") for word in ("--target", f"{name}=0..1")),
        ),
        ("simulate", "duel", "--set", "round_cap=4", "--label", "word " * 60),
        ("compare", "duel", "--vary", "sides=4,5,6,7,8", "--panel", "none"),
        ("compare", "duel", "--vary", "sides=4,5,6,7,8", "--vary", "equal_turns=on,off", "--panel", "none"),
        ("compare", "duel", "--vary", "sides=4,6,8", "--panel", "greedy=60,rollout=40"),
        ("compare", "duel", "--vary", "players=2-5", "--panel", "none"),
        ("compare", "duel", "--vary", "bots=greedy,mixed,random", "--target", "rounds=1..9"),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_every_kind_of_result_has_forty_lines_of_which_the_last_repeats_it(words, here):
    done = heistlab(*words, "-n", 200, "--seed", 7, "--report", "page.html")
    assert done.exit_code in (0, 3, 4), done.stderr
    lines = done.stdout.splitlines()
    assert 5 < len(lines) <= MOST_LINES
    assert lines[0].startswith("Duel, ")
    assert any("checks passed" in line for line in lines[1:4])
    assert any(line.startswith("- ") for line in lines)
    assert lines[-1].startswith(f"heistlab {words[0]} duel ")
    assert "--seed 7" in lines[-1]


def test_finished_runs_compared_have_forty_lines(here):
    for sides in FIVE["sides"]:
        hl.simulate("duel", games=200, seed=7, set={"sides": sides}, out=f"runs/{sides}")
    lines = played("compare", *(f"runs/{sides}" for sides in FIVE["sides"])).stdout.splitlines()
    assert len(lines) <= MOST_LINES
    assert lines[-1].startswith("heistlab compare runs/4 runs/5")
