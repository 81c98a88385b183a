"""Every ordinary mistake is one line with the nearest right word, and exit code 2."""

import errno
import os

import pytest

import heistlab as hl
from heistlab import plans
from tests.heistlab.tools import heistlab, played, refused


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("simulate dule", "no game 'dule'; did you mean 'duel'?"),
        ("simulate duel --bots gredy", "duel has no bot 'gredy'; did you mean 'greedy'?"),
        ("simulate duel --bots greedy+greedy+greedy", "bots: 3 names for 2 players"),
        ("simulate duel --bots ./mine.toml", "bot file ./mine.toml: No such file"),
        ("simulate duel --set targt=3", "duel has no parameter or ruling 'targt'; did you mean 'target'?"),
        ("simulate duel --set target=0", "target: 0 is outside 1 to 1000"),
        ("simulate duel --set target=many", "target: 'many' is not a whole number (1 to 1000)"),
        ("simulate duel --set target", "'target' is not of the form name=value"),
        ("simulate duel --set target=3 --set target=4", "target is set twice"),
        ("simulate duel --set items.rope.copies=0", "items.rope.copies: duel has no card table 'items'"),
        ("simulate duel --cards mine", "no card set at mine: not a directory"),
        ("simulate duel -p 1", "players: Duel is played by 2 to 5, not 1"),
        ("simulate duel -p 7", "players: Duel is played by 2 to 5, not 7"),
        ("simulate duel -p 2,7", "players: Duel is played by 2 to 5, not 7"),
        ("simulate duel -p two", "players: 'two' is not a whole number"),
        ("simulate duel -p 2,2", "players: 2 stands there twice"),
        ("simulate duel -n 0", "games: 0 is outside 1 to"),
        ("simulate duel -n -5", "games: -5 is outside 1 to"),
        ("simulate duel -n 2.5", "games: '2.5' is not a whole number"),
        ("simulate duel -n lots", "games: 'lots' is not a whole number"),
        ("simulate duel -n 1e999999999", "games: '1e999999999' is not a whole number"),
        ("simulate duel --seed -1", "seed: -1 is outside 0 to 2^64-1"),
        ("simulate duel --seed 18446744073709551616", "seed: 18446744073709551616 is outside 0 to 2^64-1"),
        ("simulate duel --seed x", "seed: 'x' is not a whole number"),
        ("simulate duel --threads 0", "threads: 0 is less than 1"),
        ("simulate duel --threads 0 -p 2,3", "threads: 0 is less than 1"),
        ("simulate duel --sead 3", "no option '--sead'; did you mean '--seed'?"),
        ("simulate duel --seed", "option '--seed' requires an argument"),
        ("simulate duel --report page.json", "page.json: a page's file ends in .html"),
        ("compare duel --vary target=5,6 --report page", "page: a page's file ends in .html"),
        ("simulate duel dual", "got unexpected extra argument(s) (dual)"),
        ("simulate", "missing argument 'GAME'"),
        ("simulat duel", "no command 'simulat'; did you mean 'simulate'?"),
        ("--sead", "no option '--sead'"),
        ("report runs/slow", "no run at runs/slow"),
        ("trace dule", "no game or run 'dule'; did you mean 'duel'?"),
        ("trace runs/slow", "no run at runs/slow"),
        ("trace duel --game -1", "game: -1 is outside 0 to"),
        ("trace duel --game x", "game: 'x' is not a whole number"),
        ("trace duel -p 2,3", "players: duel needs one number of players to tell a game"),
        ("rules dule", "no game 'dule'; did you mean 'duel'?"),
        ("rules duel --clause DUE-99", "duel has no clause 'DUE-99'"),
        ("bots duel gredy", "duel has no bot 'gredy'; did you mean 'greedy'?"),
        ("bots duel --export x.toml", "--export needs the name of a bot"),
        ("bots duel greedy --export x.txt", "x.txt: a bot's file ends in .toml"),
        ("cards duel --export there", "Duel has no cards"),
        ("cards dule", "no game 'dule'; did you mean 'duel'?"),
        ("compare duel", "missing option '--vary'"),
        ("compare duel --vary target", "'target' is not of the form name=value"),
        ("compare duel --vary targt=1,2", "duel has no parameter or ruling 'targt'; did you mean 'target'?"),
        ("compare duel --vary target=1,0", "target: 0 is outside 1 to 1000"),
        ("compare duel --vary target=5,5", "vary: target=5 stands there twice"),
        ("compare duel --vary target=5,6 --set target=7", "target is both set and varied"),
        ("compare duel --vary target=5,6 --baseline 7", "baseline: no variant '7'; known: target=5, target=6"),
        ("compare duel --vary target=5,6 --margin rouds=1", "margin: duel has no measure 'rouds'; did you mean 'rounds'?"),
        ("compare duel --vary target=5,6 --margin rounds=0", "margin: rounds=0 is not a number above 0"),
        ("compare duel --vary target=5,6 --margin shared=3", "margin: shared=3 is not a number above 0 and below 1"),
        ("compare duel --vary target=5,6 -p 2,3", "players: a comparison is played with one number of players"),
        ("compare duel --vary bots=greedy,gredy", "duel has no bot 'gredy'; did you mean 'greedy'?"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_nothing_behind(words, line, here):
    assert line in refused(*words.split())
    assert list(here.iterdir()) == []


def test_text_of_the_user_cannot_break_the_line():
    assert "two lines" in refused("report", "two\nlines")


def test_a_number_may_be_written_as_people_write_it():
    first = hl.simulate("duel", games="1e2", seed="7")
    assert first.manifest == hl.simulate("duel", games=100, seed=7).manifest


def test_a_full_disk_is_one_line_and_the_machines_fault(monkeypatch):
    def full(*arguments, **options):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "page.html")

    monkeypatch.setattr(plans, "play", full)
    done = heistlab("simulate", "duel", "-n", "10", "--seed", "1")
    assert done.exit_code == 1
    assert done.stderr == "heistlab: page.html: No space left on device\n"


def test_a_place_that_cannot_be_written_is_one_line(here):
    (here / "file").write_text("mine", encoding="utf-8")
    done = heistlab("simulate", "duel", "-n", "10", "--seed", "1", "--out", "file/run")
    assert done.exit_code == 1
    assert done.stderr == "heistlab: cannot write file/run: Not a directory\n"


def test_a_run_of_other_rules_is_refused(here):
    played("simulate", "duel", "-n", "10", "--seed", "1", "--out", "run", "--json")
    manifest = here / "run" / "manifest.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"rules_version": 1', '"rules_version": 99'), encoding="utf-8")
    assert "version 99 of the rules of duel" in refused("trace", "run")
