"""heistlab ladder: who meets whom, how many games, where they lie, what is told, and the command that repeats it."""

import json
import shlex

import pytest

import heistlab as hl
from heistlab import plans
from heistlab.panels import ladder_games, usual_ladder
from heistlab.plans import plan_ladder
from heistlab.progress import Quiet
from simcore import game
from simcore.lineups import load_lineup
from simcore.runner import Watch
from simcore.store import open_run
from tests.heistlab.tools import answer, heistlab, played, refused

WORDS = ("ladder", "duel", "-p", 3, "-n", 60, "--seed", 7)


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    monkeypatch.setattr("analyses.strength.RESAMPLES", 49)


def pairs_of(*arguments, **options):
    return {
        (bot, rival): (manifest.lineup, manifest.games)
        for planned in [plan_ladder(*arguments, seed=1, **options)]
        for (bot, rival), manifest in zip(planned.bouts.pairs, planned.manifests, strict=True)
    }


def test_every_ordered_pair_meets_in_turned_line_ups():
    found = pairs_of("duel", "random, greedy,mixed", players=3, games=100)
    assert list(found) == [(bot, rival) for bot in ("random", "greedy", "mixed") for rival in ("random", "greedy", "mixed") if bot != rival]
    assert found[("mixed", "greedy")] == ("mixed+greedy+greedy", 102)  # whole deals
    assert {manifest.rotations for manifest in plan_ladder("duel", ["random", "greedy"], players=3).manifests} == {3}


def test_two_players_meet_once():
    assert list(pairs_of("duel", ["random", "greedy", "mixed"], players=2)) == [
        ("random", "greedy"),
        ("random", "mixed"),
        ("greedy", "mixed"),
    ]


def test_the_usual_ladder_is_the_floor_and_the_panel_that_the_game_has(monkeypatch):
    assert usual_ladder(game("duel")) == ["random", "greedy", "rollout"]
    assert plan_ladder("duel").bouts.bots == ("random", "greedy", "rollout")
    monkeypatch.setattr("heistlab.panels.bot_names", lambda spec: ["random", "greedy", "mixed"])
    assert usual_ladder(game("duel")) == ["random", "greedy"]


@pytest.mark.parametrize(
    ("lineup", "games", "expected"),
    [
        ("greedy+random+random+random", 10_000, 10_000),
        ("rollout+greedy+greedy+greedy", 10_000, 1000),
        ("greedy+rollout+rollout+rollout", 10_000, 336),
        ("rollout+greedy+greedy+greedy", 500, 100),
        ("greedy+rollout+rollout+rollout", 500, 36),
        ("rollout+greedy+greedy+greedy", 30, 32),
    ],
)
def test_bots_that_play_on_play_a_tenth_shared_by_their_seats(lineup, games, expected):
    assert ladder_games(load_lineup(game("duel"), lineup, 4), games, 4) == expected


def test_dear_line_ups_come_last_and_are_told_apart():
    planned = plan_ladder("duel", "rollout,random,greedy", players=4, games=40)
    assert [who for who, _ in planned.parts] == ["", " (rollout seats: 1)", " (rollout seats: 3)"]
    assert [manifest for _, part in planned.parts for manifest in part] == list(planned.manifests)
    assert planned.bouts.bots == ("rollout", "random", "greedy")


def test_in_the_duel_all_are_equally_strong(here):
    """Every bot does the same there, so each seat of a deal wins once, whoever has it."""
    found = hl.ladder("duel", players=3, games=300, seed=7, out="ladder")
    assert found.cells["excess"].abs().max() < 1e-9
    assert (found.cells["excess_low"] < 0).all()
    assert (found.cells["excess_high"] > 0).all()
    assert found.scale["strength"].abs().max() < 1e-6
    assert found.scale["chance"].tolist() == pytest.approx([1 / 3] * 3)
    assert found.bots == ("random", "greedy", "rollout")
    assert found.games_played == found.games_asked == 2 * 300 + 2 * 102 + 2 * 51
    assert found.stopped == ""
    assert "Ladder: Duel, random | greedy | rollout" in repr(found)
    run = found.runs[("rollout", "greedy")]
    assert run.manifest.lineup == "rollout+greedy+greedy"
    assert run.seats["bot"].value_counts().to_dict() == {"greedy": 204, "rollout": 102}
    loaded = hl.load(here / "ladder")
    assert isinstance(loaded, hl.Ladder)
    assert loaded.cells.equals(found.cells)
    assert loaded.command == found.command
    assert json.loads(json.dumps(loaded.summary(), allow_nan=False)) == found.summary()


def test_a_bot_of_ones_own(here):
    played("bots", "duel", "greedy", "--export", "mine.toml")
    found = hl.ladder("duel", [here / "mine.toml", "greedy"], players=3, games=30, seed=7)
    assert found.bots == (str(here / "mine.toml"), "greedy")
    shown = played("ladder", "duel", "-n", 30, "--seed", 7, "--bots", "mine.toml,greedy").stdout
    assert "mine.toml" in shown


def test_the_terminal_says_it_in_forty_lines_the_last_of_which_repeats_it():
    shown = played(*WORDS).stdout.splitlines()
    assert len(shown) <= 40
    text = " ".join(" ".join(shown).split())
    assert "3 players, one seat of each bot among rivals of every other: 60 games each" in text
    assert "(60 with 1 rollout seat, 30 with 2 rollout seats), seed 7" in text
    assert "random (floor)" in text
    assert "a floor, and to beat it is no evidence" in text
    assert "among rollout" in text
    assert shown[-1] == "heistlab ladder duel -p 3 -n 60 --seed 7 --bots random,greedy,rollout"
    again = played(*shlex.split(shown[-1])[1:]).stdout.splitlines()
    assert again == shown
    named = played(*WORDS, "--bots", "greedy,mixed", "--set", "target=9", "--out", "there").stdout.splitlines()
    assert named[-2:] == ["Run: there", "heistlab ladder duel -p 3 -n 60 --seed 7 --bots greedy,mixed --set target=9 --out there"]


def test_what_has_no_room_is_named(monkeypatch):
    monkeypatch.setattr("heistlab.digest.MOST_LINES", 24)
    lines = played(*WORDS).stdout.splitlines()
    assert len(lines) <= 24
    assert lines[-3] == "(--json has more: points above even, points above the scale)"
    assert any(line.startswith("wins (even: 33.3") for line in lines)
    assert not any(line.startswith("points above") for line in lines)


def test_json_is_all_there_is():
    found = answer(*WORDS, "--bots", "random,greedy")
    assert [row["bot"] for row in found["scale"]] == ["random", "greedy"]
    assert found["yardstick"] == "greedy"
    assert {(row["bot"], row["rival"]) for row in found["cells"]} == {("random", "greedy"), ("greedy", "random")}
    assert found["fit"] == {"kind": "undecided", "margin": 0.01, "free": 1}
    assert found["command"].startswith("heistlab ladder duel -p 3 -n 60 --seed 7 --bots random,greedy")
    assert found == json.loads(json.dumps(hl.ladder("duel", "random,greedy", players=3, games=60, seed=7).summary()))


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("ladder duel --bots random,gredy", "duel has no bot 'gredy'; did you mean 'greedy'?"),
        ("ladder duel --bots greedy", "bots: greedy alone; a ladder needs at least two"),
        ("ladder duel --bots greedy,greedy", "bots: greedy stands there twice"),
        ("ladder duel --bots greedy+random", "bots: 'greedy+random': a ladder ranks single bots: greedy,random"),
        ("ladder duel --bots greedy,", "duel has no bot ''"),
        ("ladder duel --bots greedy,./none.toml", "bot file ./none.toml: No such file"),
        ("ladder duel -p 2,3", "players: a ladder is played with one number of players"),
        ("ladder duel -p 9", "players: Duel is played by 2 to 5, not 9"),
        ("ladder duel -n 0", "games: 0 is outside 1 to"),
        ("ladder duel --seed x", "seed: 'x' is not a whole number"),
        ("ladder duel --set targt=3", "duel has no parameter or ruling 'targt'; did you mean 'target'?"),
        ("ladder duel --threads 0", "threads: 0 is less than 1"),
        ("ladder dule", "no game 'dule'; did you mean 'duel'?"),
        ("ladder duel --report page.html", "no option '--report'"),
        ("lader duel", "no command 'lader'; did you mean 'ladder'?"),
    ],
)
def test_refusals(words, line):
    assert refused(*words.split()).startswith(line)


def test_another_ladder_in_its_place_is_refused(here):
    played(*WORDS, "--bots", "random,greedy", "--out", "there")
    assert "there holds other runs" in refused(*WORDS, "--bots", "greedy,random", "--out", "there")
    assert "holds something else" in refused(*WORDS[:-1], 8, "--bots", "random,greedy", "--out", "there/0-random-among-greedy")
    assert refused("report", "there", "--report", "page.html") == "report: there is a ladder, which has no page"
    assert refused("report", "there", "--target", "rounds=1..") == "target: there is a ladder, which asks for no measures"
    assert "there is a ladder: name one of its runs" in refused("trace", "there")
    assert "there holds several runs" in refused("compare", "there", "there")
    assert played("report", "there").stdout.splitlines()[0].startswith("Duel, 3 players")
    assert [row["bot"] for row in answer("report", "there")["scale"]] == ["random", "greedy"]


class _StopsInTheThird(Quiet):
    """Interrupts when the third run has come to some games."""

    def __init__(self):
        self.runs = 0

    def watch(self):
        self.runs += 1

        def playing(done, asked):
            if self.runs == 3 and done:
                raise KeyboardInterrupt

        return Watch(playing=playing) if self.runs == 3 else Watch()


def test_a_ladder_that_was_stopped_goes_on_to_the_same_bytes(here, monkeypatch):
    options = {"players": 3, "games": 3000, "seed": 7, "threads": 1}
    whole = hl.ladder("duel", "random,greedy,mixed", out="whole", **options)
    with monkeypatch.context() as patched:
        patched.setattr(plans, "Quiet", _StopsInTheThird)
        with pytest.raises(hl.Stopped) as stopped:
            hl.ladder("duel", "random,greedy,mixed", out="parts", **options)
    assert 6000 < stopped.value.done < 9000
    assert stopped.value.asked == 18_000
    shown = heistlab("report", "parts")
    assert shown.exit_code == 2
    assert "has no games yet, so there is no scale" in shown.stderr
    finished = hl.ladder("duel", "random,greedy,mixed", out="parts", **options)
    for pair in whole.runs:
        first, second = (open_run(ladder.runs[pair].path).parts for ladder in (whole, finished))
        assert [path.read_bytes() for path, _ in first] == [path.read_bytes() for path, _ in second]
    assert finished.cells.equals(whole.cells)
