"""heistlab run FILE: experiment files, and the resolved one that every comparison writes."""

import json
import tomllib

import pytest

import heistlab as hl
from tests.heistlab.tools import answer, heistlab, played, refused, without_seconds

ALARM = """
game = "duel"
players = 3
games = 60
seed = 7
bots = ["greedy", "random", "random"]
label = 'a "quoted" label'
primary = ["rounds", "shared"]
level = 0.9
baseline = 10

[set]
equal_turns = true

[vary]
target = [10, 20]

[margin]
rounds = 0.25

[target]
rounds = [1, 20]
shared = "..0.9"
"""


def parts_of(directory):
    """The bytes of all games below a directory."""
    return {str(path.relative_to(directory)): path.read_bytes() for path in sorted(directory.rglob("*.parquet"))}


@pytest.fixture
def alarm(here):
    file = here / "alarm.toml"
    file.write_text(ALARM, encoding="utf-8")
    return file


def test_a_file_is_the_comparison_it_describes(alarm):
    found = hl.run("alarm.toml", out="from-file")
    options = {"players": 3, "games": 60, "seed": 7, "bots": "greedy+random+random", "label": 'a "quoted" label', "set": {"equal_turns": 1}}
    asked = {"primary": "rounds,shared", "level": 0.9, "baseline": 10, "margins": {"rounds": 0.25}}
    compared = hl.compare("duel", vary={"target": "10,20"}, targets={"rounds": "1..20", "shared": (None, 0.9)}, **options, **asked)
    assert without_seconds(found.summary()) == without_seconds(compared.summary())
    assert found.command == compared.command
    assert without_seconds(answer("run", "alarm.toml")) == without_seconds(json.loads(json.dumps(found.summary())))
    assert found.targets["outcome"].tolist() == ["holds"] * 4


def test_the_resolved_file_repeats_it_bit_for_bit(alarm, here):
    hl.run(alarm, out="first")
    hl.run("first/experiment.toml", out="second")
    assert parts_of(here / "first") == parts_of(here / "second") != {}
    for name in ("experiment.toml", "comparison.json"):
        assert (here / "first" / name).read_bytes() == (here / "second" / name).read_bytes()
    assert tomllib.loads((here / "first" / "experiment.toml").read_text(encoding="utf-8"))["label"] == 'a "quoted" label'


@pytest.mark.parametrize(
    "words",
    [
        ("--vary", "target=10,20"),
        ("--vary", "bots=greedy,mixed", "--seed", 2**64 - 1, "--target", "first_excess=-0.5.."),
        ("--vary", "target=10,20", "--vary", "equal_turns=on,off", "--baseline", "target=20, equal_turns=true", "--set", "sides=4"),
    ],
)
def test_every_comparison_writes_its_file(words, here):
    done = heistlab("compare", "duel", "-n", 25, *words, "--out", "played", "--json")
    again = heistlab("run", "played/experiment.toml", "--out", "again", "--json")
    assert done.exit_code == again.exit_code
    assert without_seconds(json.loads(again.stdout)) == without_seconds(json.loads(done.stdout))
    assert parts_of(here / "played") == parts_of(here / "again")


def test_without_anything_varied_it_is_a_run(here):
    (here / "one.toml").write_text('game = "duel"\nplayers = [2, 3]\ngames = "2e1"\nseed = 7\n[target]\nrounds = "9.."\n', encoding="utf-8")
    found = hl.run("one.toml")
    assert found.games.equals(hl.simulate("duel", players=[2, 3], games=20, seed=7).games)
    assert heistlab("run", "one.toml", "--report", "page.html").exit_code == 3
    assert (here / "page.html").exists()


def test_a_seed_of_no_ones_own_is_named_first(here):
    (here / "one.toml").write_text('game = "duel"\ngames = 20\n', encoding="utf-8")
    done = played("run", "one.toml")
    assert done.stderr.startswith("seed ")
    assert f"--seed {done.stderr.split()[1]} " in done.stdout.splitlines()[-1]


def test_card_fields_may_be_written_as_paths(here):
    (here / "one.toml").write_text('game = "duel"\n[set]\nitems.rope.copies = 0\n', encoding="utf-8")
    assert "items.rope.copies: duel has no card table 'items'" in refused("run", "one.toml")


def test_variants_that_have_changed_are_refused(here):
    played("bots", "duel", "greedy", "--export", "mine.toml")
    text = (here / "mine.toml").read_text(encoding="utf-8").replace("eagerness = 1.0", "eagerness = 2.0")
    (here / "mine.toml").write_text(text, encoding="utf-8")
    played("compare", "duel", "--vary", "bots=mixed,./mine.toml", "-n", 20, "--seed", 7, "--out", "both")
    (here / "mine.toml").write_text(text.replace("eagerness = 2.0", "eagerness = 3.0"), encoding="utf-8")
    line = "bots=./mine.toml would be played by other rules, cards or bots than then; delete [played] to play it"
    assert refused("run", "both/experiment.toml", "--out", "again") == f"both/experiment.toml: {line}"
    (here / "mine.toml").write_text(text, encoding="utf-8")
    assert heistlab("run", "both/experiment.toml", "--out", "again").exit_code == 0


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('gmae = "duel"', "experiment file x.toml: no field 'gmae'; did you mean 'game'?"),
        ("games = 3", "experiment file x.toml: game: field required"),
        ('game = "dule"', "no game 'dule'; did you mean 'duel'?"),
        ("game = ", "experiment file x.toml: not TOML: Invalid value (at end of document)"),
        ('game = "duel"\nvary = 3', "experiment file x.toml: vary: input should be a valid dictionary"),
        ('game = "duel"\nbaseline = 3', "x.toml: baseline: nothing is varied"),
        ('game = "duel"\n[vary]\ntarget = [5]', "vary: target=5 is the only variant; a comparison needs at least two"),
        ('game = "duel"\n[vary]\ntargt = [5, 6]', "duel has no parameter or ruling 'targt'; did you mean 'target'?"),
        ('game = "duel"\n[margin]\nrouds = 3', "margin: duel has no measure 'rouds'; did you mean 'rounds'?"),
        ('game = "duel"\n[target]\nrounds = 3', "target: rounds=3 is not of the form LOW..HIGH, LOW.. or ..HIGH"),
        ('game = "duel"\ngames = 0', "games: 0 is outside 1 to 4294967296"),
        ('game = "duel"\nprimary = ["rouds"]', "primary: duel has no measure 'rouds'; did you mean 'rounds'?"),
    ],
)
def test_a_mistake_is_one_line(text, line, here):
    (here / "x.toml").write_text(text, encoding="utf-8")
    assert refused("run", "x.toml") == line
    assert [path.name for path in here.iterdir()] == ["x.toml"]


def test_a_file_that_is_not_there_is_one_line():
    assert refused("run", "x.toml") == "experiment file x.toml: No such file or directory"
