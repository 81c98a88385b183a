"""Every ordinary mistake is one line with the nearest right word, and exit code 2."""

import errno
import os
import sys

import pytest

import heistlab as hl
from heistlab import plans
from heistlab.numerals import player_counts
from heistlab.plans import plan_comparison
from tests.heistlab.tools import heistlab, played, refused, start_shell


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("simulate infamy --set passing=finall", "passing: 'finall' is not one of open, final; did you mean 'final'?"),
        (
            "simulate infamy -p 4 --set starting_resources=5",
            "starting_resources: 5 for each of 4 players are 20, resource_tokens are 18",
        ),
        ("simulate infamy --set bribes=3 --set expenses=3", "bribes: 3 are too few for any bid, which needs more than expenses (3)"),
        (
            "compare infamy --vary watchdogs=1,2 --set watchdogs_at_start=both",
            "watchdogs_at_start: both are 2, watchdogs are 1",
        ),
        ("rules infamy --clause FAM-200", "infamy has no clause 'FAM-200'; it has FAM-01 to FAM-104"),
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
        ("simulate duel -p 2-4,3", "players: 3 stands there twice"),
        ("simulate duel -p 4-2", "players: none given"),
        ("simulate duel -p 2-7", "players: Duel is played by 2 to 5, not 6"),
        ("simulate duel -p 2-x", "players: '2-x' is not a whole number"),
        ("simulate duel -n 100 -n 200", "-n --games is given twice"),
        ("simulate duel --games=100 -n 200", "-n --games is given twice"),
        ("simulate duel --bots greedy,random", "are joined by '+': greedy+random"),
        ("simulate infiltration --set nope=3", "has no parameter or ruling 'nope'; 'heistlab rules infiltration' lists them"),
        ("simulate infiltration --set items.nope.effect=x", "no card 'nope' in items; 'heistlab cards infiltration' lists them"),
        ("simulate duel --set players=3", "players is no setting: it is an option of its own, -p"),
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
        ("columns dule", "no game 'dule'; did you mean 'duel'?"),
        ("cards dule", "no game 'dule'; did you mean 'duel'?"),
        ("compare duel", "missing option '--vary'"),
        ("compare duel --vary target", "'target' is not of the form name=value"),
        ("compare duel --vary targt=1,2", "duel has no parameter or ruling 'targt'; did you mean 'target'?"),
        ("compare duel --vary target=1,0", "target: 0 is outside 1 to 1000"),
        ("compare duel --vary target=5,5", "vary: target=5 stands there twice"),
        ("compare duel --vary target=5,6 --set target=7", "target is both set and varied"),
        ("compare duel --vary bots=greedy,mixed --bots greedy", "bots is both given and varied"),
        ("compare duel --vary cards=a,b --cards c", "cards is both given and varied"),
        ("compare duel --vary target=5", "vary: target=5 is the only variant; a comparison needs at least two"),
        ("compare duel --vary bots=greedy,greedy+greedy", "vary: bots=greedy and bots=greedy+greedy are the same rules, cards and bots"),
        ("compare duel --vary cards=shipped,./shipped", "no card set at shipped: not a directory"),
        (
            "compare duel --vary target=5,6 --margin throw=1",
            "duel has no measure 'throw'; did you mean last_throw (games decided by the last throw)?",
        ),
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


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "duel", "--threads", "0"),
        ("compare", "duel", "--vary", "target=5,6", "--threads", "x"),
        ("simulate", "duel", "--out", "mine"),
        ("trace", "duel", "--game", "x"),
    ],
)
def test_a_seed_is_named_only_if_something_is_played(words, here):
    (here / "mine").mkdir()
    (here / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    done = heistlab(*words)
    assert done.exit_code == 2
    assert [line for line in done.stderr.splitlines() if not line.startswith("heistlab: ")] == []


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: hl.simulate(None), "game: None is not text"),
        (lambda: hl.simulate("duel", bots=3), "bots: 3 is neither a line-up nor a list of bots"),
        (lambda: hl.simulate("duel", bots=[]), "bots: [] is neither a line-up nor a list of bots"),
        (lambda: hl.simulate("duel", set=[1]), "set: [1] is not a mapping of names to values"),
        (lambda: hl.simulate("duel", set={1: 2}), "set: 1 is not text"),
        (lambda: hl.simulate("duel", cards=1), "cards: 1 is not a path"),
        (lambda: hl.simulate("duel", label=1), "label: 1 is not text"),
        (lambda: hl.simulate("duel", out=1), "out: 1 is not a path"),
        (lambda: hl.simulate("duel", players={}), "players: {} is neither a value nor a list of values"),
        (lambda: hl.compare("duel", vary=None), "vary: nothing to vary"),
        (lambda: hl.compare("duel", vary=["target"]), "vary: ['target'] is not a mapping of names to values"),
        (lambda: hl.compare("duel", vary={"target": None}), "vary: target: None is neither a value nor a list of values"),
        (lambda: hl.compare("duel", vary={"target": [5]}), "vary: target=5 is the only variant; a comparison needs at least two"),
        (lambda: hl.compare("duel", vary={"target": [5, 6]}, margins=3), "margins: 3 is not a mapping of names to values"),
        (lambda: hl.load(None), "run: None is not a path"),
        (lambda: hl.trace(None), "run: None is not a path"),
        (lambda: hl.rules(None), "game: None is not text"),
        (lambda: hl.cards("duel", cards=1), "cards: 1 is not a path"),
        (lambda: hl.bots("duel", 1), "bot: 1 is not text"),
        (lambda: hl.load("a\0b"), r"run: 'a\x00b' is not a path"),
        (lambda: hl.simulate("duel", bots="a\0/b.toml"), r"bots: 'a\x00/b.toml' is not a path"),
        (lambda: hl.simulate("duel", label="caf\udce9"), r"label: 'caf\udce9' is not UTF-8 text, and a page could not show it"),
        (lambda: hl.simulate("duel", games=20, seed=7).figure(None), "figure: None is not text"),
        (lambda: hl.simulate("duel", games=20, seed=7).report(None), "page: None is not a path"),
    ],
)
def test_an_argument_of_the_wrong_kind_is_one_line(call, line):
    with pytest.raises(hl.HeistlabError) as caught:
        call()
    assert str(caught.value) == line


def test_a_line_up_may_be_a_list():
    joined = hl.simulate("duel", games=20, seed=7, bots="greedy+random")
    assert hl.simulate("duel", games=20, seed=7, bots=["greedy", "random"]).manifest == joined.manifest
    assert hl.simulate("duel", games=20, seed=7, bots=None).manifest.lineup == "mixed"
    assert plan_comparison("duel", {"bots": [["greedy", "random"], "mixed"]}).variants.names == ("bots=greedy+random", "bots=mixed")


def test_numbers_of_players_may_be_a_span():
    assert player_counts("2-4") == player_counts([4, 3, 2]) == (2, 3, 4)
    assert player_counts("2,4-5") == (2, 4, 5)


def test_a_copy_of_a_bot_is_no_other_variant(here):
    played("bots", "duel", "greedy", "--export", "mine.toml")
    line = refused("compare", "duel", "--vary", "bots=greedy,mine.toml")
    assert line == "vary: bots=greedy and bots=mine.toml are the same rules, cards and bots"


def test_closed_streams_are_no_reason_to_stop(here):
    command = f"exec {sys.executable} -m heistlab simulate duel -n 10 --seed 1 --out run"
    for closed in (">&-", "2>&-", "<&- >&- 2>&-"):
        shell = start_shell(f"{command} {closed}", directory=here)
        _, err = shell.communicate()
        assert shell.returncode == 0, err
        assert err == ""
    assert len(hl.load("run").games) == 10


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a file that is always full is Linux's")
@pytest.mark.parametrize("words", ["games", "rules duel --json"])
def test_a_full_standard_output_is_named(words, here):
    shell = start_shell(f"exec {sys.executable} -m heistlab {words} >/dev/full", directory=here)
    _, err = shell.communicate()
    assert err == "heistlab: standard output: No space left on device\n"
    assert shell.returncode == 1


def test_a_page_or_figure_that_does_not_fit_is_named(monkeypatch):
    def full(*arguments, **options):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    run = hl.simulate("duel", games=20, seed=7)
    monkeypatch.setattr("reports.page.write_page", full)
    monkeypatch.setattr("reports.figures.save_all", full)
    with pytest.raises(hl.HeistlabError, match=r"^cannot write page.html: No space left on device$"):
        run.report("page.html")
    with pytest.raises(hl.HeistlabError, match=r"^cannot write figures: No space left on device$"):
        run.save_figures("figures")


def test_a_card_set_that_is_not_there_is_looked_for_beside(here):
    (here / "mine").mkdir()
    assert refused("simulate", "infamy", "--cards", "mien") == "no card set at mien: not a directory; did you mean 'mine'?"
    assert refused("compare", "infamy", "--vary", "cards=shipped,mien").endswith("; did you mean 'mine'?")
    assert refused("simulate", "infamy", "--cards", "nowhere") == "no card set at nowhere: not a directory"


def test_a_box_that_lacks_a_card_names_it(here):
    played("cards", "infamy", "--export", "mine")
    contacts = here / "mine" / "contacts.csv"
    lines = contacts.read_text(encoding="utf-8").splitlines()
    contacts.write_text("\n".join(line for line in lines if not line.startswith("thug,")) + "\n", encoding="utf-8")
    assert refused("simulate", "infamy", "--cards", "mine") == "contacts.csv, copies: 12 contacts in all, the box has 13; missing: thug"
    missions = here / "mine" / "missions.csv"
    head, first, *rest = missions.read_text(encoding="utf-8").splitlines()
    cells = dict(zip(head.split(","), first.split(","), strict=True)) | {"sector": "many"}
    missions.write_text("\n".join([head, ",".join(cells[name] for name in head.split(",")), *rest]) + "\n", encoding="utf-8")
    assert refused("simulate", "infamy", "--cards", "mine").endswith("sector: 'many': not a whole number")
