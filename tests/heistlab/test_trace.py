"""heistlab trace: one game, step by step, is the game of the run."""

import json
import re

import pytest

import heistlab as hl
import simcore
from simcore.errors import HeistlabError
from simcore.spec import SEAT
from simcore.trace import describe_result
from tests import carded
from tests.heistlab.tools import played, refused


def lines(*words):
    return [json.loads(line) for line in played(*words, "--json").stdout.splitlines()]


def row_of(run, game):
    """Row of a game as a trace names it."""
    spec, seats = run.manifest.spec, run.seats[run.seats["game"] == game]
    row = run.games[run.games["game"] == game].iloc[0].to_dict()
    found = {column.name: row[column.name] for column in spec.all_columns if not column.per}
    found |= {column.name: seats[column.name].tolist() for column in spec.all_columns if column.per == SEAT}
    for column in spec.all_columns:
        if column.of_table:
            found[column.name] = {slug: row[f"{column.name}.{slug}"] for slug in run.manifest.slugs(column.per)}
    return found | {"winners": seats.loc[seats["won"], "seat"].tolist()}


@pytest.mark.parametrize("alike", [True, False])
def test_a_trace_ends_in_the_row_of_the_run(game_name, alike, here):
    players = simcore.game(game_name).fewest
    bots = "mixed" if alike else "greedy" + "+random" * (players - 1)
    run = hl.simulate(game_name, players=players, games=30, seed=7, bots=bots, out="run")
    for game in (0, 1, 13, 29):
        traced = list(hl.trace(game_name, players=players, seed=7, game=game, bots=bots))
        assert traced == list(hl.trace(run, game=game))
        assert traced == lines("trace", "run", "--game", game)
        assert traced == lines("trace", game_name, "-p", players, "--seed", 7, "--game", game, "--bots", bots)
        assert traced[-1]["result"] == row_of(run, game)


def test_what_is_counted_per_card_is_told_by_slug_with_what_was_never_found(monkeypatch):
    manifest = carded.a_manifest(monkeypatch)
    rows = carded.rows_of(manifest)
    assert describe_result(manifest, rows[0])["found"] == {"rope": 0, "lamp": 0, "01": 0}
    assert json.loads(json.dumps(describe_result(manifest, rows[7])))["found"] == {"rope": 7, "lamp": 14, "01": 21}


def test_steps_have_what_a_checker_needs(game_name):
    spec = simcore.game(game_name)
    for players in range(spec.fewest, spec.most + 1):
        first, *steps, last = hl.trace(game_name, players=players, seed=3, game=5)
        assert set(first) == {"step", "chance", "state"}
        assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
        assert last["result"]["actions"] == len(steps)
        assert last["result"]["choices"] == sum(len(step["legal"]) > 1 for step in steps)
        before = first
        for step in steps:
            assert step["actor"] == before["state"]["actor"]
            assert step["action"] in step["legal"]
            assert ("agent" in step) is ("agent" in before["state"])
            before = step
        assert before["state"]["actor"] == -1


def test_a_duel_adds_up():
    """The toy's rules, from the trace alone: throws add up to the scores, and the first to arrive wins."""
    first, *steps, last = hl.trace("duel", players=3, seed=11, game=2, set={"target": 15})
    (event,) = first["chance"]
    assert event == ["first_seat", first["state"]["first_seat"]]
    totals, seat = [0, 0, 0], event[1]
    for step in steps:
        ((_, thrower, die),) = step["chance"]
        assert thrower == step["actor"] == seat
        totals[seat] += die
        assert step["state"]["totals"] == totals
        assert (max(totals) >= 15) is (step is steps[-1])
        seat = (seat + 1) % 3
    assert last["result"]["score"] == totals
    assert last["result"]["winners"] == [steps[-1]["actor"]]
    assert last["result"]["decided_by"] == "target"


def test_words_tell_every_round_and_the_result(game_name):
    shown = played("trace", game_name, "--seed", 7, "--game", 4711).stdout
    assert shown == "".join(f"{line}\n" for line in hl.tell(game_name, seed=7, game=4711))
    result = list(hl.trace(game_name, seed=7, game=4711))[-1]["result"]
    headings = [line for line in shown.splitlines() if line.startswith("Round ")]
    assert headings == [f"Round {number + 1}" for number in range(result["rounds"])]
    spec = simcore.game(game_name)
    assert f"after {result[spec.length]} {spec.length}" in shown
    assert f"seed 7, game 4711: {', '.join(result['bot'])}" in shown.splitlines()[0]


def test_a_fresh_seed_is_said_so_that_the_game_can_be_told_again():
    done = played("trace", "duel", "--json")
    seed = done.stderr.splitlines()[0].removeprefix("seed ")
    assert played("trace", "duel", "--json", "--seed", seed).stdout == done.stdout


def test_a_run_brings_its_own_request(here):
    hl.simulate("duel", players=[2, 3], games=10, seed=7, out="counts")
    hl.simulate("duel", games=10, seed=7, out="run")
    assert refused("trace", "run", "--game", 10) == "game: 10 is outside 0 to 9, the games of run"
    assert refused("trace", "run", "--seed", 8) == "seed: a run has its own; only a game's name takes it"
    assert refused("trace", "run", "--set", "target=3") == "set: a run has its own; only a game's name takes it"
    assert "needs one number of players" in refused("trace", "counts")
    assert lines("trace", "counts", "-p", 3, "--game", 4) == list(hl.trace("duel", players=3, seed=7, game=4))


def test_mistakes_are_told_before_the_first_step():
    with pytest.raises(HeistlabError, match="no game or run 'dule'"):
        hl.trace("dule")
    with pytest.raises(HeistlabError, match="players: Duel is played by 2 to 5"):
        hl.tell("duel", players=9)


def rewritten(manifest, old, new):
    """Change a manifest as if another program had written it."""
    text = manifest.read_text(encoding="utf-8")
    assert old in text
    manifest.write_text(text.replace(old, new), encoding="utf-8")


def of_other_code(run, code="0" * 12):
    """Make a run look as if other code had played it."""
    rewritten(run.path / "manifest.json", f'"code": "{run.manifest.code}"', f'"code": "{code}"')


def test_a_game_that_the_program_plays_otherwise_than_the_run_is_refused(here):
    run = hl.simulate("duel", games=5, seed=7, out="run")
    rewritten(here / "run" / "manifest.json", '"seed": 7', '"seed": 8')  # the rows are now those of other games
    assert re.fullmatch(r"game 3 of run is not what the program plays now \(\w+ \S+ there, \S+ now\)", refused("trace", "run", "--game", 3))
    of_other_code(run)
    assert refused("trace", "run", "--json").endswith("; run was played by other code than the program's")


def test_a_game_that_other_code_played_alike_is_told(here):
    run = hl.simulate("duel", games=5, seed=7, out="run")
    of_other_code(run, "")
    assert lines("trace", "run", "--game", 3) == list(hl.trace("duel", seed=7, game=3))


def test_a_game_that_is_not_there_yet_is_told_by_the_code_that_will_play_it(here):
    run = hl.simulate("duel", games=5, seed=7, out="run")
    (part,) = (here / "run" / "parts").iterdir()
    part.unlink()
    assert lines("trace", "run", "--game", 3) == list(hl.trace("duel", seed=7, game=3))
    of_other_code(run)
    assert refused("trace", "run", "--game", 3) == "game 3 has not been played; run was played by other code than the program's"


@pytest.mark.parametrize("code", ["0" * 12, ""])
def test_a_run_of_other_code_is_read_but_not_taken_up(code, here):
    run = hl.simulate("duel", games=5, seed=7, out="run")
    of_other_code(run, code)
    again = ("simulate", "duel", "-n", 5, "--seed", 7, "--out", "run")
    assert refused(*again) == "run was played by other code than the program's; choose another --out"
    assert "holds another run (games 5 there, 6 asked)" in refused("simulate", "duel", "-n", 6, "--seed", 7, "--out", "run")
    assert hl.load("run").games.equals(run.games)
