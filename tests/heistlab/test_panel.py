"""Panels of heistlab compare and simulate: which line-ups play, how many games, where they lie, and the command that repeats them."""

import json
import shlex
import tomllib

import pytest

import heistlab as hl
from heistlab import plans
from heistlab.panels import USUAL, Part, usual_panel
from heistlab.plans import plan, plan_comparison
from heistlab.progress import Quiet
from simcore import game
from simcore.runner import Watch
from simcore.store import open_run
from tests.heistlab.tools import answer, played, refused

WORDS = ("compare", "duel", "--vary", "target=10,20", "--seed", 7)


def panel_of(**options):
    return plan_comparison("duel", {"target": "10,20"}, seed=1, **options).variants.panel


@pytest.mark.parametrize(
    ("games", "expected"), [(3, 3), (100, 100), (1000, 100), (50_000, 100), (50_001, 101), (200_000, 400), (1_000_000, 2000)]
)
def test_rollout_plays_a_five_hundredth_but_no_fewer_than_a_hundred(games, expected):
    assert USUAL["rollout"].games(games) == expected


def test_a_part_never_plays_more_than_the_line_up_that_decides():
    assert [Part(4, 10).games(games) for games in (5, 30, 400)] == [5, 10, 100]


def test_the_usual_panel_is_played_unless_bots_are_named_or_varied():
    assert panel_of(games=2000) == {"greedy": 500, "rollout": 100}
    assert panel_of(games=2000, bots="mixed") == {}
    assert panel_of(games=2000, panel="none") == {}
    assert panel_of(games=2000, panel="rollout") == {"rollout": 100}
    assert panel_of(games=2000, panel={"rollout": 150}) == panel_of(games=2000, panel=" rollout=150") == {"rollout": 150}
    assert panel_of(games=2000, bots="greedy", panel="mixed=20,rollout=30") == {"mixed": 20, "rollout": 30}
    assert plan_comparison("duel", {"bots": "mixed,greedy"}, seed=1).variants.panel == {}
    assert plan_comparison("duel", {"players": "2,3"}, games=40, seed=1).variants.panel == {"greedy": 10, "rollout": 40}


def test_a_game_without_such_a_bot_plays_with_those_it_has(monkeypatch):
    monkeypatch.setattr("heistlab.panels.bot_names", lambda spec: ["random", "greedy", "mixed"])
    assert usual_panel(game("duel"), "mixed", 400) == {"greedy": 100}
    assert usual_panel(game("duel"), "greedy", 400) == {}


def test_runs_lie_by_line_up_and_share_their_deals(here):
    found = hl.compare("duel", vary={"target": [10, 20]}, games=400, seed=7, out="both")
    places = sorted(str(path.parent.relative_to(here / "both")) for path in (here / "both").rglob("manifest.json"))
    assert places == sorted(
        f"{lineup}{variant}" for lineup in ("", "panel-1-greedy/", "panel-2-rollout/") for variant in ("0-target=10", "1-target=20")
    )
    deciding, rollout = (hl.load(here / "both" / place / "1-target=20") for place in ("", "panel-2-rollout"))
    assert rollout.manifests[0].lineup == "rollout"
    assert rollout.games["first_seat"].tolist() == deciding.games["first_seat"][:100].tolist()
    assert found.panel == {"greedy": 100, "rollout": 100}
    assert found.games_played == found.games_asked == 2 * (400 + 100 + 100)
    loaded = hl.load("both")
    assert loaded.lineups.equals(found.lineups)
    assert loaded.agreements.equals(found.agreements)
    assert loaded.command == found.command


def test_verdicts_are_those_of_the_deciding_line_up():
    options = {"vary": {"target": [10, 20]}, "games": 400, "seed": 7}
    with_panel, alone = hl.compare("duel", **options), hl.compare("duel", bots="mixed", **options)
    assert with_panel.differences.equals(alone.differences)
    assert alone.lineups.empty
    assert alone.agreements.empty
    assert "lineups" not in alone.summary()
    rollout = hl.compare("duel", bots="rollout", **options | {"games": 100}).differences
    own = with_panel.lineups[with_panel.lineups["lineup"] == "rollout"]
    assert own["low"].tolist() == rollout["low"][rollout["primary"]].tolist()
    assert with_panel.agreements["agreement"].tolist()[1] == "agree"


def test_json_has_every_line_up(here):
    told = answer(*WORDS, "-n", 400)
    assert [(one["lineup"], one["games"], one["decides"], one["counts"]) for one in told["lineups"]] == [
        ("mixed", [400, 400], True, False),
        ("greedy", [100, 100], False, False),
        ("rollout", [100, 100], False, True),
    ]
    assert {row["measure"] for row in told["lineups"][2]["differences"]} == {row["measure"] for row in told["agreements"]}
    returned = hl.compare("duel", vary={"target": [10, 20]}, games=400, seed=7).summary()
    assert told["lineups"] == json.loads(json.dumps(returned["lineups"]))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), []),
        (("--bots", "mixed"), ["--bots", "mixed"]),
        (("--panel", "none"), ["--bots", "mixed"]),
        (("--panel", "greedy=100,rollout"), []),
        (("--panel", "rollout=120"), ["--panel", "rollout=120", "--bots", "mixed"]),
        (("--bots", "greedy", "--panel", "rollout=120"), ["--panel", "rollout=120", "--bots", "greedy"]),
    ],
)
def test_the_last_line_repeats_the_panel(words, said, here):
    done = played(*WORDS, "-n", 400, *words)
    line = shlex.split(done.stdout.splitlines()[-1])
    assert [word for word in line if word in ("--bots", "--panel") or line[line.index(word) - 1] in ("--bots", "--panel")] == sorted(
        said, key=line.index
    )
    before = sorted(here.rglob("*.json"))
    assert played(*line[1:]).stdout == done.stdout
    assert sorted(here.rglob("*.json")) == before


def test_the_experiment_file_has_the_panel(here):
    played(*WORDS, "-n", 400, "--out", "first")
    file = here / "first" / "experiment.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    assert found["panel"] == {"greedy": 100, "rollout": 100}
    assert "target=10, rollout bots" in found["played"]
    played("run", file, "--out", "second")
    homes = [here / name for name in ("first", "second")]
    parts = [{path.relative_to(home): path.read_bytes() for path in home.rglob("*.parquet")} for home in homes]
    assert parts[0] == parts[1] != {}
    assert len(parts[0]) == 6
    file.write_text(file.read_text(encoding="utf-8").replace(found["played"]["target=10, rollout bots"], "0123456789ab"), encoding="utf-8")
    assert refused("run", file, "--out", "third").endswith(
        "target=10, rollout bots would be played by other rules, cards or bots than then; delete [played] to play it"
    )


@pytest.fixture
def stopped_once(monkeypatch):
    """Rollout's 150 games of a panel are interrupted once, after some of them."""
    stopped = []

    class Stopper(Quiet):
        def watch(self) -> Watch:
            return Watch(playing=self.look)

        def look(self, done: int, asked: int) -> None:
            if asked == 150 and done >= 50 and not stopped:
                stopped.append(done)
                raise KeyboardInterrupt

    monkeypatch.setattr(plans, "Quiet", Stopper)


def test_a_panel_that_was_stopped_goes_on_to_the_same_bytes(here, stopped_once):
    options = {"vary": {"target": [10, 20]}, "games": 400, "seed": 7, "threads": 1, "panel": {"greedy": 100, "rollout": 150}}
    with pytest.raises(hl.Stopped):
        hl.compare("duel", out="stopped", **options)
    partial = hl.load("stopped")
    done = open_run(here / "stopped" / "panel-2-rollout" / "0-target=10").games
    assert 50 <= done < 150
    assert partial.stopped == f"stopped at {1000 + done:,} of 1,300 games"
    assert set(partial.lineups["lineup"]) == {"mixed", "greedy"}
    hl.compare("duel", out="stopped", **options)
    hl.compare("duel", out="whole", **options)
    for path in (here / "whole").rglob("*.parquet"):
        assert (here / "stopped" / path.relative_to(here / "whole")).read_bytes() == path.read_bytes()


def test_a_line_up_with_fewer_games_in_one_variant_says_so(here):
    hl.compare("duel", vary={"target": [10, 20]}, games=400, seed=7, out="both")
    manifest = here / "both" / "panel-2-rollout" / "1-target=20" / "manifest.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"games": 100,', '"games": 130,'), encoding="utf-8")
    assert "rollout: stopped at 100 of 130 games" in hl.load("both").state_line()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--panel rolout=5", "duel has no bot 'rolout'; did you mean 'rollout'?"),
        ("--panel rollout=x", "panel: rollout: 'x' is not a whole number"),
        ("--panel rollout=0", "panel: rollout=0: games are 1 to 400, those of the line-up that decides"),
        ("--panel rollout=401", "panel: rollout=401: games are 1 to 400, those of the line-up that decides"),
        ("--panel rollout,rollout", "panel: rollout stands there twice"),
        ("--panel mixed=5", "panel: mixed decides already"),
        ("--panel random=5", "panel: random: random bots are a floor, no evidence"),
        ("--panel mixed --bots greedy", "panel: mixed: how many games? write mixed=GAMES"),
        ("--panel rollout+greedy+mixed=5", "bots: 3 names for 2 players; give one, or one a seat joined by '+'"),
    ],
)
def test_a_mistake_is_one_line(words, line, here):
    assert refused(*WORDS, "-n", 400, *words.split()) == line
    assert list(here.iterdir()) == []


def test_what_has_no_panel_refuses_one(here):
    refusal = "panel: bots are varied; there is no line-up for others to play beside"
    assert refused("compare", "duel", "--vary", "bots=mixed,greedy", "--panel", "rollout") == refusal
    assert refused("compare", "a", "b", "--panel", "none") == "panel: finished runs have their own; only a game's name takes it"


def test_the_answers_name_their_line_ups_and_fit(here):
    done = played(*WORDS, "-n", 4000, "--report", "page.html")
    assert len(done.stdout.splitlines()) <= 40
    shown = " ".join(done.stdout.split())
    assert "mixed bots (greedy 1,000, rollout 100 beside)" in shown
    assert "3 line-ups" in shown
    assert "Holds for 3 of 3 line-ups (mixed, greedy, rollout)." in shown
    assert "rollout 100 games" in (here / "page.html").read_text(encoding="utf-8")


def test_numbers_of_players_have_a_panel_too(here):
    done = played("compare", "duel", "--vary", "players=2,3", "-n", 4000, "--seed", 7, "--report", "page.html")
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "2 of 3 line-ups (mixed, greedy; not enough games to tell: rollout (100)), one way of playing." in page
    assert len(done.stdout.splitlines()) <= 40


# Runs without variants

RUN = ("simulate", "duel", "-p", 3, "-n", 400, "--seed", 7)
USUALLY = {"greedy": 100, "rollout": 100}


def test_a_run_has_a_panel_where_one_is_asked_for():
    assert plan("duel", games=2000).panel == plan("duel", games=2000, panel="none").panel == {}
    assert plan("duel", games=2000, panel="default").panel == {"greedy": 500, "rollout": 100}
    assert plan("duel", games=2000, bots="greedy", panel=" default ").panel == {"rollout": 100}
    assert plan("duel", players="2,3", games=2000, panel={"rollout": 150}).panel == {"rollout": 150}
    assert panel_of(games=2000, panel="default") == {"greedy": 500, "rollout": 100}


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ((), []),
        (("--report", "page.html"), ["greedy", "rollout"]),
        (("--report", "page.html", "--bots", "mixed"), []),
        (("--report", "page.html", "--panel", "none"), []),
        (("--panel", "rollout=120"), ["rollout"]),
        (("--figures", "figures"), []),
    ],
)
def test_a_page_has_a_panel_unless_bots_or_panel_are_chosen(words, names, here):
    done = played(*RUN, *words, "--out", "run")
    assert sorted(path.name for path in (here / "run").glob("panel-*")) == [f"panel-{n}-{name}" for n, name in enumerate(names, 1)]
    assert list(hl.load("run").panel) == names
    assert len(done.stdout.splitlines()) <= 40
    assert ("line-ups (mixed" in done.stdout) == bool(names)
    line = shlex.split(done.stdout.splitlines()[-1])
    before = sorted(here.rglob("*.json"))
    assert played(*line[1:]).stdout == done.stdout
    assert sorted(here.rglob("*.json")) == before


def test_a_finished_run_can_be_given_a_panel(here):
    alone = hl.simulate("duel", players=3, games=400, seed=7, out="run")
    beside = hl.simulate("duel", players=3, games=400, seed=7, panel="default", out="run")
    assert (alone.panel, beside.panel) == ({}, USUALLY)
    assert beside.games_played == 400 + 100 + 100
    assert beside.games.equals(alone.games)
    assert len(beside.games) == 400
    loaded = hl.load("run")
    assert loaded.lineups.equals(beside.lineups)
    assert loaded.summary() == beside.summary()
    assert loaded.command == beside.command
    assert loaded.command.endswith("--bots mixed --panel greedy=100,rollout=100")
    rollout = hl.load(here / "run" / "panel-2-rollout")
    assert rollout.games["first_seat"].tolist() == alone.games["first_seat"][:100].tolist()
    with pytest.raises(hl.HeistlabError, match="run holds other runs; choose another --out"):
        hl.simulate("duel", players=3, games=400, seed=7, panel="rollout", out="run")


def test_another_panel_goes_to_another_place():
    places = {plan("duel", games=400, seed=7, panel=panel).directory for panel in (None, "default", "rollout=50")}
    assert len(places) == 3


def test_nothing_lies_beside_what_is_no_such_run(here):
    hl.simulate("duel", players=3, games=300, seed=7, out="run")
    before = sorted(here.rglob("*"))
    for out in ("run", "."):
        with pytest.raises(hl.HeistlabError):
            hl.simulate("duel", players=3, games=400, seed=7, panel="default", out=out)
    assert sorted(here.rglob("*")) == before


def test_several_numbers_of_players_have_a_panel_each(here):
    found = hl.simulate("duel", players="2,3", games=400, seed=7, panel="default", out="run")
    places = sorted(str(path.parent.relative_to(here / "run")) for path in (here / "run").rglob("manifest.json"))
    assert places == [f"{lineup}players-{count}" for lineup in ("panel-1-greedy/", "panel-2-rollout/", "") for count in (2, 3)]
    assert found.lineups.equals(hl.load("run").lineups)
    assert [one.lineups["players"].unique().tolist() for one in found.runs] == [[2], [3]]
    assert set(found.agreements["players"]) == {2, 3}
    said = [answer for answer in found.answers() if "games last" in answer]
    assert len(said) == 1
    assert "Holds for 3 of 3 line-ups (mixed, greedy, rollout)." in said[0]


def test_json_has_the_line_ups_of_a_run(here):
    told = answer(*RUN, "--panel", "default")
    assert [(one["lineup"], one["games"], one["decides"], one["counts"]) for one in told["lineups"]] == [
        ("mixed", [400], True, False),
        ("greedy", [100], False, False),
        ("rollout", [100], False, True),
    ]
    assert [row["measure"] for row in told["lineups"][2]["levels"]] == ["first_excess", "rounds"]
    assert [row["measure"] for row in told["agreements"]] == ["first_excess", "rounds"]
    assert "lineups" not in answer(*RUN)


def test_an_experiment_without_vary_has_the_panel_of_its_file_or_page(here):
    file = here / "x.toml"
    file.write_text('game = "duel"\nplayers = 3\ngames = 400\nseed = 7\n', encoding="utf-8")
    played("run", file, "--out", "alone")
    assert hl.load("alone").panel == {}
    assert hl.run(file).panel == {}
    played("run", file, "--out", "page", "--report", "page.html")
    assert hl.load("page").panel == USUALLY
    file.write_text(file.read_text(encoding="utf-8") + "[panel]\nrollout = 50\n", encoding="utf-8")
    assert hl.run(file).panel == {"rollout": 50}
    played("run", file, "--out", "own", "--report", "page.html")
    assert hl.load("own").panel == {"rollout": 50}
    file.write_text('game = "duel"\nbots = "greedy"\ngames = 400\n', encoding="utf-8")
    played("run", file, "--out", "greedy", "--report", "page.html")
    assert hl.load("greedy").panel == {}


def test_a_run_whose_panel_was_stopped_goes_on_to_the_same_bytes(here, stopped_once):
    options = {"players": 3, "games": 400, "seed": 7, "threads": 1, "panel": {"greedy": 100, "rollout": 150}}
    with pytest.raises(hl.Stopped):
        hl.simulate("duel", out="stopped", **options)
    partial = hl.load("stopped")
    assert partial.stopped.endswith(" of 650 games")
    assert set(partial.lineups["lineup"]) >= {"mixed", "greedy"}
    assert hl.simulate("duel", out="stopped", **options).stopped == ""
    hl.simulate("duel", out="whole", **options)
    for path in (here / "whole").rglob("*.parquet"):
        assert (here / "stopped" / path.relative_to(here / "whole")).read_bytes() == path.read_bytes()


def test_a_target_is_judged_by_the_line_up_that_decides_and_shown_for_each(here):
    found = hl.simulate("duel", players=3, games=400, seed=7, panel="default", out="run", targets={"rounds": (5.1, 5.4)})
    assert found.targets[["lineup", "decides", "outcome"]].values.tolist() == [
        ["mixed", True, "holds"],
        ["greedy", False, "undecided"],
        ["rollout", False, "undecided"],
    ]
    target, remark = found.targets_told()
    assert "wanted 5.1 to 5.4 rounds: holds. Beside it: greedy bots 5." in target
    assert target.endswith(": undecided")
    assert remark.endswith("Mixed bots decide; the other line-ups change no outcome.")
    played("report", "run", "--target", "rounds=5.1..5.4")  # exit code 0
    alone = hl.simulate("duel", players=3, games=400, seed=7, targets={"rounds": (5.1, 5.4)})
    own = found.targets[found.targets["decides"]]
    assert own["low"].tolist() == alone.targets["low"].tolist()
    assert "bots decide" not in alone.targets_told()[-1]


def test_targets_of_a_comparison_are_shown_for_each_line_up():
    found = hl.compare("duel", vary={"target": [10, 20]}, games=400, seed=7, targets={"rounds": "3..6"})
    assert found.targets["variant"].tolist() == ["target=10"] * 3 + ["target=20"] * 3
    assert found.targets["lineup"].tolist() == ["mixed", "greedy", "rollout"] * 2
    assert len(found.targets_told()) == 3


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--panel rolout=5", "duel has no bot 'rolout'; did you mean 'rollout'?"),
        ("--panel mixed=5", "panel: mixed decides already"),
        ("--panel rollout=401", "panel: rollout=401: games are 1 to 400, those of the line-up that decides"),
    ],
)
def test_a_mistake_about_a_run_is_one_line(words, line, here):
    assert refused(*RUN, *words.split()) == line
    assert list(here.iterdir()) == []


def test_a_run_that_stops_when_enough_is_known_has_the_panel_of_the_games_it_came_to(here):
    options = {"players": 3, "games": 20_000, "seed": 7, "until": {"rounds": 0.05}, "panel": "default"}
    found = hl.simulate("duel", out="run", **options)
    games = found.manifests[0].games
    reached = len(found.games)
    assert reached < games == 20_000
    assert found.panel == {"greedy": -(-reached // 4), "rollout": 100}
    assert found.stopped == ""
    loaded = hl.load("run")
    assert loaded.panel == found.panel
    assert loaded.lineups.equals(found.lineups)
    assert loaded.command == found.command
    assert loaded.command.endswith("--panel greedy=5000,rollout=100")
    deciding = found.lineups[found.lineups["decides"]].set_index("measure")
    row = found.studies[0].measures.table().set_index("measure").loc["rounds"]
    assert (deciding.loc["rounds", "value_low"], deciding.loc["rounds", "value_high"]) == (row["low"], row["high"])
    again = hl.simulate("duel", out="run", **options)
    assert again.games_played == found.games_played
