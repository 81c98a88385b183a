"""heistlab compare --vary players=2,3: numbers of players, as independent runs, by what means the same with any of them."""

import numpy as np
import pytest

import heistlab as hl
import simcore
from heistlab.plans import plan_comparison
from tests.heistlab.tools import answer, heistlab, played, refused


@pytest.fixture
def found():
    return hl.compare("duel", vary={"players": "2-4"}, games=600, seed=7)


def test_each_number_of_players_has_its_own_run(found):
    assert list(found.runs) == ["players=2", "players=3", "players=4"]
    assert found.runs["players=3"].games.equals(hl.simulate("duel", players=3, games=600, seed=7).games)
    assert found.baseline == "players=2"
    assert found.paired == {"players=3": False, "players=4": False}
    assert plan_comparison("duel", {"players": [4, 3]}).variants.baseline == "players=3"


def test_win_shares_are_times_the_even_share(found):
    table = found.differences
    rows = table[table["measure"] == "first_times_even"].set_index("variant")
    for variant, players in (("players=3", 3), ("players=4", 4)):
        seats = found.runs[variant].seats
        share = seats[seats["position"] == 1]["credit"].sum() / seats["credit"].sum()
        assert rows.loc[variant, "value"] == pytest.approx(players * share)
    assert "first_excess" not in set(table["measure"])
    assert list(dict.fromkeys(table[table["primary"]]["measure"])) == ["first_times_even", "rounds"]


def test_differences_are_those_of_independent_runs(found):
    rounds = {name: run.games["rounds"].to_numpy() for name, run in found.runs.items()}
    row = found.differences[found.differences["measure"].eq("rounds") & found.differences["variant"].eq("players=4")].iloc[0]
    assert row["difference"] == pytest.approx(rounds["players=4"].mean() - rounds["players=2"].mean())
    error = np.sqrt(sum(rounds[name].var(ddof=1) / 600 for name in ("players=2", "players=4")))
    half = (row["high"] - row["low"]) / 2
    assert half == pytest.approx(found.compared.critical * error, rel=0.06)  # a little wider: pseudo-deals


def test_games_stopped_at_the_round_limit_bound_what_is_said(here):
    settings = {"target": 200, "equal_turns": True, "round_cap": 56}
    stopped = hl.compare("duel", vary={"players": [2, 3]}, games=300, seed=7, set=settings)
    row = stopped.differences.set_index("measure").loc["first_times_even"]
    assert row["capped"] > 0
    assert row["capped_low"] < row["low"] < row["high"] < row["capped_high"]
    stopped.report("page.html")
    text = " ".join((here / "page.html").read_text(encoding="utf-8").replace("\u00a0", " ").replace("\u2212", "-").split())
    ends = f"{row['capped_low']:.1f} to {row['capped_high']:.1f}"
    assert f"; {ends} with games stopped at the round limit given to it or taken from it" in text


def test_only_what_means_the_same_is_compared(game_name):
    spec = simcore.game(game_name)
    assert "first_excess" not in {measure.name for measure in spec.measures_across}
    assert len({measure.name for measure in spec.measures_across}) == len(spec.measures_across) > 5


def test_the_page_and_the_terminal_show_the_runs_and_the_differences(here):
    words = ("compare", "duel", "--vary", "players=2,3", "-n", 300, "--seed", 7, "--out", "both")
    done = played(*words, "--report", "page.html")
    shown = " ".join(done.stdout.split())
    assert "Duel, 2, 3 players, 300 games each" in shown
    assert "compared as independent runs" in shown
    assert "times even" in shown
    assert len(done.stdout.splitlines()) <= 40
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "<h3>Numbers of players compared</h3>" in page
    assert "Length, 3 players: " in page
    compared = page.partition("<h3>Numbers of players compared</h3>")[2].partition("<h3>")[0]
    assert compared.count("bots; no cards)") == compared.count(" players: ") > 0, "every claim names its line-up and card set"
    printed = answer(*words)
    assert [summary["players"] for summary in printed["variants"]] == [2, 3]
    assert printed == answer("report", "both") == answer("run", "both/experiment.toml", "--out", "both")
    assert done.stdout.splitlines()[-1].endswith("--vary players=2,3 --baseline 2 --out both --report page.html")


def test_targets_and_plans_work_across_players():
    assert heistlab("compare", "duel", "--vary", "players=2,3", "-n", 300, "--seed", 7, "--target", "rounds=9..").exit_code == 3
    assert {row["measure"] for row in hl.plan("duel", vary={"players": [2, 3]}, seed=7)["measures"]} == {"first_times_even", "rounds"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--vary players=2,7", "players: Duel is played by 2 to 5, not 7"),
        ("--vary players=2,2", "players: 2 stands there twice"),
        ("--vary players=2", "vary: players=2 is the only variant; a comparison needs at least two"),
        ("--vary players=2,3 -p 2", "players is both given and varied"),
        ("--vary players=2,3 --vary target=5,6", "vary: players are varied alone; set the others with --set"),
        ("--vary players=2,3 --primary first_excess", "primary: first_excess does not mean the same with other numbers of players"),
        ("--vary players=2,3 --bots greedy+random", "bots: 2 names for 3 players"),
    ],
)
def test_a_mistake_is_one_line(words, line, here):
    assert line in refused("compare", "duel", *words.split())
    assert list(here.iterdir()) == []
