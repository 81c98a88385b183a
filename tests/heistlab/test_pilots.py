"""heistlab plan: how many games would decide each primary measure."""

import shlex
from dataclasses import dataclass

import pytest

import heistlab as hl
from heistlab.pilots import PILOT_PAIRS, PILOT_PANEL, minutes_of, prepare_pilot
from simcore.store import Manifest, Progress
from tests.heistlab.tools import answer, played, refused

TWO_DIGITS = 0.11
"""Numbers of games are rounded up to two digits: by a tenth at most."""


@dataclass
class Timed:
    """A run of which only the time counts."""

    manifest: Manifest
    games: int
    progress: Progress


def test_so_many_games_make_the_half_width_half_the_margin():
    found = hl.plan("duel", vary={"target": [18, 20]}, seed=7)
    needed = {row["measure"]: row["games"] for row in found["measures"]}
    assert list(needed) == ["first_excess", "rounds"]
    assert found["games"] == max(needed.values())
    compared = hl.compare("duel", vary={"target": [18, 20]}, seed=8, games=needed["first_excess"]).differences
    row = compared[compared["measure"] == "first_excess"].iloc[0]
    assert (row["high"] - row["low"]) / 2 == pytest.approx(row["margin"] / 2, rel=0.05 + TWO_DIGITS / 2)


def test_a_smaller_margin_needs_more_games_and_a_lower_level_fewer():
    games = [
        hl.plan("duel", vary={"target": [18, 20]}, seed=7, primary="rounds", margins={"rounds": margin}, level=level)["games"]
        for margin, level in ((0.1, 0.95), (0.05, 0.95), (0.05, 0.5))
    ]
    assert games[1] == pytest.approx(4 * games[0], rel=2 * TWO_DIGITS)
    assert games[2] < games[1] / 4


def test_minutes_are_those_of_all_variants():
    found = hl.plan("duel", vary={"target": [18, 19, 20]}, seed=7)
    assert {row["variant"] for row in found["measures"]} == {"target=18", "target=19"}
    assert found["panel"] == {"greedy": found["games"] // 4, "rollout": 100}
    alone = hl.plan("duel", vary={"target": [18, 19, 20]}, seed=7, bots="mixed")
    rate = alone["pilot"]["seconds"] / alone["pilot"]["games"] / 60
    assert alone["minutes"] == pytest.approx(alone["games"] * rate)
    assert alone["panel"] == {}


def test_minutes_are_those_of_the_panel_too():
    prepared = prepare_pilot("duel", {"target": [18, 19, 20]}, seed=7)
    assert {lineup: [manifest.games for manifest in beside] for lineup, beside in prepared.beside.items()} == {
        "greedy": [500] * 3,
        "rollout": [PILOT_PANEL] * 3,
    }
    seconds = {"mixed": 20.0, "greedy": 10.0, "rollout": 4.0}
    manifests = [manifest for _, some in prepared.parts for manifest in some]
    minutes = minutes_of(prepared, [Timed(manifest, manifest.games, Progress(seconds=seconds[manifest.lineup])) for manifest in manifests])
    assert minutes(20_000) == pytest.approx(3 * (20_000 * 20 / 2000 + 5000 * 10 / 500 + 100 * 4 / 16) / 60)


def test_a_pair_is_a_deal():
    prepared = prepare_pilot("duel", {"bots": ["greedy+random", "mixed"]}, seed=7)
    assert {manifest.games for manifest in prepared.manifests} == {2 * PILOT_PAIRS}


def test_the_command_says_so_and_names_what_plays_them(here):
    words = ("plan", "duel", "--vary", "target=18,20", "--margin", "rounds=0.25")
    done = played(*words, "--seed", 7)
    assert list(here.iterdir()) == []
    line = done.stdout.splitlines()[-1]
    found = answer(*words, "--seed", 7)
    assert line == found["command"]
    assert shlex.split(line)[:4] == ["heistlab", "compare", "duel", "-p"]
    assert f"-n {found['games']} " in line
    assert "--margin rounds=0.25" in line
    assert "--seed" not in line
    assert "2,000 pairs" in done.stdout
    assert "difference" not in done.stdout
    assert played(*words).stderr.startswith("seed ")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("plan duel", "missing option '--vary'"),
        ("plan dule --vary target=5,6", "no game 'dule'; did you mean 'duel'?"),
        ("plan duel --vary target=5", "vary: target=5 is the only variant; a comparison needs at least two"),
        ("plan duel --vary target=5,6 --primary rouds", "primary: duel has no measure 'rouds'; did you mean 'rounds'?"),
        ("plan duel --vary target=5,6 --threads 0", "threads: 0 is less than 1"),
        ("plan duel --vary target=5,6 -n 9", "no option '-n'"),
    ],
)
def test_a_mistake_is_one_line(words, line):
    assert refused(*words.split()).startswith(line)
