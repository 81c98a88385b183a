"""--until: playing stops at the first of fixed looks that knows enough, wherever and however often it was interrupted."""

import itertools
import json
import shlex

import pytest

import heistlab as hl
from heistlab import plans
from heistlab.looks import FIRST_LOOK, look_games
from heistlab.progress import Quiet
from reports.numbers import NARROW
from simcore.runner import Watch
from simcore.store import PROGRESS, open_run
from tests.heistlab.tools import answer, heistlab, played, refused, without_seconds

HALF = 0.04
"""Known after a few thousand games of two players."""


def parts(place):
    return {str(path.relative_to(place)): path.read_bytes() for path in sorted(place.rglob("*.parquet"))}


def looks(place):
    return open_run(place).progress.looks


@pytest.fixture
def stop_after(monkeypatch):
    """Have playing stopped once, as if by Ctrl-C, when so many games of all runs that are looked at together are done."""

    def stop(games):
        stopped = []

        class Stopper(Quiet):
            def watch(self):
                return Watch(playing=self.look)

            def look(self, done, asked):
                if not stopped and done >= games:
                    stopped.append(done)
                    raise KeyboardInterrupt

        monkeypatch.setattr(plans, "Quiet", Stopper)

    return stop


def test_looks_come_after_fixed_numbers_of_whole_deals():
    manifest = hl.simulate("duel", games=1, seed=1).manifest.model_copy(update={"games": 10**6})
    alone = list(look_games([manifest]))
    assert alone[:9] == [1024, 1152, 1280, 1408, 1536, 1664, 1792, 1920, 2048]
    assert alone[-1] == 10**6
    assert all(after / before <= 9 / 8 for before, after in itertools.pairwise(alone))
    turned = [manifest.model_copy(update={"rotations": turns}) for turns in (2, 3)]
    assert all(games % 6 == 0 for games in list(look_games(turned))[:-1])
    assert next(look_games(turned)) >= 3 * FIRST_LOOK
    assert list(look_games([manifest.model_copy(update={"games": 100})])) == [100]


def test_a_run_stops_at_the_first_look_that_knows_enough(here):
    found = hl.simulate("duel", seed=7, until={"first_excess": HALF}, out="run")
    halves = [look.known["first_excess"].halfwidth for look in looks("run")]
    games = [look.games for look in looks("run")]
    assert len(halves) > 3
    assert halves[-1] <= HALF < min(halves[:-1])
    assert games == list(itertools.islice(look_games([found.manifest]), len(games)))
    assert found.games_played == found.games_asked == games[-1]
    assert not found.stopped
    fixed = hl.simulate("duel", games=games[-1], seed=7, out="fixed")
    assert parts(here / "run") == parts(here / "fixed"), "the very games"
    row = found.studies[0].measures.table().set_index("measure").loc["first_excess"]
    assert (row["high"] - row["value"], row["value"] - row["low"]) == pytest.approx((halves[-1], halves[-1]))
    plain = fixed.studies[0].measures.table().set_index("measure").loc["first_excess"]
    assert row["high"] > plain["high"] > plain["low"] > row["low"]
    assert found.state_line().startswith(f"stopped at {games[-1]:,} games: first_excess known to within 4 points (confidence sequence)")
    (summary,) = found.summary()["summaries"]
    assert (summary["games"], summary["asked"], summary["most_games"]) == (games[-1], games[-1], 1_000_000)
    assert summary["until"] == {"halfwidths": {"first_excess": HALF}, "level": 0.95}
    assert [look["games"] for look in summary["looks"]] == games
    first, second = summary["turn_order"]
    assert (first["excess_low"], first["excess_high"]) == pytest.approx((row["low"], row["high"]))
    assert {first["method"], second["method"]} == {"confidence sequence"}, "one table has one kind of interval"
    for position, other in zip((first, second), fixed.summary()["summaries"][0]["turn_order"], strict=True):
        for low, high in (("low", "high"), ("excess_low", "excess_high")):
            assert position[low] < other[low] < other[high] < position[high]
        assert other["method"] != "confidence sequence"


def test_a_finished_run_stays_as_it_is_whatever_looks_would_be_taken_now(here, monkeypatch):
    asked = {"seed": 7, "until": {"first_excess": HALF}, "out": "run"}
    hl.simulate("duel", **asked)
    before, taken = parts(here / "run"), looks("run")
    for first in (300, 50_000):
        monkeypatch.setattr("heistlab.looks.FIRST_LOOK", first)
        hl.simulate("duel", **asked)
        assert (parts(here / "run"), looks("run")) == (before, taken)


def test_neither_threads_nor_interruptions_show(here, stop_after):
    asked = {"seed": 7, "until": {"first_excess": HALF, "rounds": 0.05}}
    hl.simulate("duel", threads=1, out="one", **asked)
    hl.simulate("duel", threads=2, out="two", **asked)
    whole = looks("one")[-1].games
    for games in (10, FIRST_LOOK, FIRST_LOOK + 1, whole - 50):  # blocks under way are kept: the last may leave all games, not looked at
        stop_after(games)
        with pytest.raises(hl.Stopped, match=r"^stopped at [\d,]+ of at most 1,000,000 games$"):
            hl.simulate("duel", threads=2, out="stopped", **asked)
        assert open_run("stopped").partial
    stopped = hl.load("stopped")
    assert stopped.stopped == f"stopped at {stopped.games_played:,} of at most 1,000,000 games"
    assert f"at {looks('stopped')[-1].games:,}: first_excess known to within" in stopped.state_line()
    (here / "stopped" / PROGRESS).unlink()
    hl.simulate("duel", threads=2, out="stopped", **asked)
    for other in ("two", "stopped"):
        assert looks(other) == looks("one")
        assert parts(here / other) == parts(here / "one")
    before = {path: path.stat().st_mtime_ns for path in (here / "one").rglob("*")}
    assert hl.simulate("duel", out="one", **asked).games_played == whole
    assert {path: path.stat().st_mtime_ns for path in (here / "one").rglob("*")} == before


def test_a_comparison_stops_when_all_its_differences_are_known(here, stop_after):
    asked = {"vary": {"target": [20, 22, 30]}, "seed": 7, "until": {"first_excess": 0.03}}
    found = hl.compare("duel", threads=1, out="one", **asked)
    stop_after(4 * FIRST_LOOK)
    with pytest.raises(hl.Stopped):
        hl.compare("duel", threads=2, out="two", **asked)
    hl.compare("duel", threads=2, out="two", **asked)
    assert parts(here / "one") == parts(here / "two")
    runs = [run.path for run in found.runs.values()]
    told = {path.name: looks(path) for path in runs}
    assert told == {path.name: looks(here / "two" / path.name) for path in runs}
    (games,) = {taken[-1].games for taken in told.values()}
    assert {run.games_played for run in found.runs.values()} == {games}
    baseline, *others = told.values()
    assert all(look.known == {} for look in baseline)
    wider = [max(own.known["first_excess"].halfwidth for own in same) for same in zip(*others, strict=True)]
    assert wider[-1] <= 0.03 < min(wider[:-1])
    rows = found.differences.set_index("measure").loc["first_excess"]
    assert ((rows["high"] - rows["low"]) / 2).max() == pytest.approx(wider[-1])
    assert rows["until"].tolist() == [0.03] * 2
    assert found.differences["until"].isna().sum() == len(found.differences) - 2
    positions = found.compared.positions
    widths = (positions["high"] - positions["low"]).groupby(positions["variant"])
    assert widths.max().to_numpy() == pytest.approx(widths.min().to_numpy()), "each of two has the other's: both sequences"
    assert found.paired == {"target=22": True, "target=30": True}
    assert found.panel == {"greedy": -(-games // 4), "rollout": 100}
    assert not found.stopped
    words = f"stopped at {games:,} games: difference of first_excess known to within 3 points in every variant"
    assert found.state_line().startswith(f"{words} (confidence sequences, 95{NARROW}% together)")
    assert hl.load("one").state_line() == found.state_line()
    alone = hl.load(runs[1])
    assert alone.state_line().startswith(f"stopped at {games:,} games, where enough was known")
    assert f"-n {games} " in alone.command
    assert "until" not in alone.command


def test_numbers_of_players_are_compared_until_known():
    found = hl.compare("duel", vary={"players": [2, 3]}, seed=7, until={"rounds": 0.2}, panel="none")
    assert found.paired == {"players=3": False}
    assert found.differences.set_index("measure").loc["rounds", "until"] == 0.2
    assert found.state_line().startswith("stopped at 1,024 games: difference of rounds known to within 0.2 rounds in every variant")


def test_the_most_games_end_it_too():
    found = hl.simulate("duel", games=1500, seed=7, until={"first_excess": 0.001})
    assert found.games_played == 1500
    assert [look.games for look in found._stored[0].progress.looks] == [1024, 1152, 1280, 1408, 1500]
    assert not found.stopped
    assert "all 1,500 games played: first_excess known to within" in found.state_line()
    assert "points, not 0.1 points (confidence sequence)" in found.state_line()


def test_what_has_not_varied_yet_is_not_known():
    found = hl.simulate("duel", seed=7, until={"cap": 0.001})
    assert found.games_played >= 3000, "after fewer games without one, one in a thousand would not be excluded"
    assert (
        hl.simulate("duel", games=2000, seed=7, set={"target": 1, "equal_turns": True}, until={"rounds": 1})
        .state_line()
        .startswith("all 2,000 games played: rounds not known")
    )
    same = hl.compare("duel", vary={"round_cap": [50, 60]}, seed=7, until={"first_excess": 0.001}, panel="none")
    assert set(same.differences["games_diverged"]) == {0}
    assert same.games_played / 2 >= 3000


def test_the_command_prints_json_and_can_be_repeated(here):
    words = ("simulate", "duel", "--seed", 7, "--until", f"first_excess={HALF}", "--until", "rounds=0.1", "--level", 0.9)
    found = answer(*words)
    asked = {"until": {"first_excess": str(HALF), "rounds": 0.1}, "level": 0.9}
    assert without_seconds(found) == without_seconds(json.loads(json.dumps(hl.simulate("duel", seed=7, **asked).summary())))
    lines = played(*words).stdout.splitlines()
    assert f"--until first_excess={HALF} --until rounds=0.1 --level 0.9" in lines[-1]
    assert f"90{NARROW}% together" in " ".join(lines[:4])
    assert f"{found['summaries'][0]['games']:,} games" in lines[0]
    before = parts(here)
    played(*shlex.split(lines[-1])[1:])
    assert parts(here) == before
    place = next((here / "runs").iterdir())
    assert played("report", place).stdout.splitlines()[-1] == lines[-1]
    assert "was played until enough was known at level 0.9" in refused("report", place, "--level", 0.95)
    assert "other until" in refused("simulate", "duel", "--seed", 7, "-n", 1_000_000, "--out", place)


def test_an_experiment_file_says_it_too(here):
    line = ("compare", "duel", "--vary", "target=20,25", "--seed", 7, "--until", "rounds=0.15", "-n", 5000, "--out", "first", "--json")
    first = json.loads(heistlab(*line).stdout)
    assert "[until]\nrounds = 0.15\n" in (here / "first" / "experiment.toml").read_text(encoding="utf-8")
    again = json.loads(heistlab("run", "first/experiment.toml", "--out", "again", "--json").stdout)
    assert without_seconds(again) == without_seconds(first)
    assert parts(here / "first") == parts(here / "again")
    for name in ("experiment.toml", "comparison.json"):
        assert (here / "first" / name).read_bytes() == (here / "again" / name).read_bytes()
    (here / "one.toml").write_text('game = "duel"\nseed = 7\n[until]\nrounds = 0.1\n', encoding="utf-8")
    assert hl.run("one.toml").games_played == hl.simulate("duel", seed=7, until={"rounds": 0.1}).games_played
    shown = played("compare", "duel", "--vary", "target=20,25", "--seed", 7, "--until", "rounds=0.15", "--report", "page.html").stdout
    assert "--until rounds=0.15" in shown.splitlines()[-1]
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "Playing stops when the differences of every variant from the baseline are known: rounds to within 0.15 rounds" in page
    assert "confidence sequence" in page


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--until", "rouds=1"), "until: duel has no measure 'rouds'; did you mean 'rounds'?"),
        (("--until", "rounds=0"), "until: rounds=0 is not a number above 0"),
        (("--until", "rounds=few"), "until: rounds=few is not a number above 0"),
        (("--until", "rounds=inf"), "until: rounds=inf is not a number above 0"),
        (("--until", "shared=1"), "until: shared=1 is not a number above 0 and below 1 (0.01 is one percent point)"),
        (("--until", "rounds"), "'rounds' is not of the form name=value"),
    ],
)
def test_what_cannot_be_waited_for_is_refused(words, line):
    assert refused("simulate", "duel", *words) == line
    assert refused("compare", "duel", "--vary", "target=5,6", *words) == line


def test_finished_runs_and_other_players_are_refused(here):
    hl.simulate("duel", games=5, seed=1, out="a")
    assert refused("compare", "a", "a", "--until", "rounds=1").startswith("until: finished runs have their own")
    assert refused("compare", "duel", "--vary", "players=2,3", "--until", "first_excess=0.1").startswith(
        "until: first_excess does not mean"
    )
