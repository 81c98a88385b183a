"""A panel of line-ups on the page: for which an answer holds, and what depends on how people play."""

import dataclasses
from pathlib import Path

import pandas as pd
import pytest

from analyses.compare import Comparison, compare
from analyses.panel import level_panel, panel
from analyses.summary import Study, study
from reports import budget, wording
from reports.figures import draw
from reports.material import LINEUPS, Material, gather
from reports.page import render
from tests.reports.conftest import duel
from tests.reports.tools import Page, plain

GAMES = 2000
FEW, HARDLY_ANY = 60, 3


def compared(runs: Path, bots: str, target: int, games: int) -> Comparison:
    played = [duel(runs / f"panel-{bots}-{each}-{games}", games=games, bots=bots, target=each, equal_turns=True) for each in (20, target)]
    return compare(played, ["target=20", "target=25"])


@pytest.fixture(scope="module")
def mixed(runs: Path) -> Comparison:
    return compared(runs, "mixed", 25, GAMES)


def with_rollout(mixed: Comparison, runs: Path, target: int, games: int = GAMES) -> Material:
    """The material of a panel in which rollout bots play as if the target were another, so that what they do is known."""
    found = panel({"mixed": mixed, "greedy": compared(runs, "greedy", 25, GAMES), "rollout": compared(runs, "rollout", target, games)})
    return gather(mixed, panel=found)


def length(material: Material) -> wording.Answer:
    [answer] = [answer for answer in wording.answers(material) if answer.topic == "Length"]
    return answer


def test_an_answer_that_holds_names_its_line_ups(mixed, runs):
    answer = length(with_rollout(mixed, runs, 25))
    assert answer.kind == "higher"
    assert answer.note == "Holds for 3 of 3 line-ups (mixed, greedy, rollout)."
    assert "mixed bots" in answer.holds_for


def test_where_line_ups_differ_it_depends_on_how_people_play(mixed, runs):
    answer = length(with_rollout(mixed, runs, 15))
    assert answer.kind == wording.DEPENDS_KIND
    assert answer.headline == ""
    said = plain(answer.text)
    assert said.startswith("What target 25 instead of 20 does to the length of games depends on how people play: mixed bots +1.")
    assert "; higher) and rollout bots -1." in said
    assert "; lower) (margin 0.5 rounds; no cards). Beside them: greedy higher." in said


def test_an_undecided_line_up_counts_neither_way(mixed, runs):
    answer = length(with_rollout(mixed, runs, 15, HARDLY_ANY))
    assert answer.kind == "higher"
    assert answer.note == "Holds for 2 of 3 line-ups (mixed, greedy; not enough games to tell: rollout (3)), one way of playing."


def test_an_equality_is_no_disagreement_with_a_size_that_is_open(mixed, runs):
    material = with_rollout(mixed, runs, 25)
    table = material.table(LINEUPS)
    rows = table["measure"] == "rounds"
    table.loc[rows, "kind"] = ["equal", "equal", "higher_size_open"]
    table.loc[rows, "stance"] = ["holds", "holds", "open"]
    note = length(dataclasses.replace(material, tables={**material.tables, LINEUPS: table})).note
    assert note == "Holds for 2 of 3 line-ups (mixed, greedy; size open: rollout), one way of playing."


@pytest.mark.parametrize(
    ("kinds", "note"),
    [
        (("undecided",) * 3, "Undecided for all 3 line-ups (mixed, greedy, rollout)."),
        (("undecided", "undecided", "higher"), "By line-up: mixed undecided; greedy undecided; rollout higher."),
    ],
)
def test_what_is_undecided_holds_for_none(mixed, runs, kinds, note):
    material = with_rollout(mixed, runs, 25)
    table = material.table(LINEUPS)
    rows = table["measure"] == "rounds"
    table.loc[rows, "kind"] = table.loc[rows, "verdict"] = list(kinds)
    table.loc[rows, "stance"] = "open"
    differences = material.table("differences")
    differences.loc[differences["measure"] == "rounds", "kind"] = "undecided"
    changed = dataclasses.replace(material, tables={**material.tables, LINEUPS: table, "differences": differences})
    assert note in length(changed).note


def test_a_line_up_that_differs_in_the_same_way_of_playing_is_named(mixed, runs):
    found = panel({"mixed": mixed, "greedy": compared(runs, "greedy", 15, GAMES), "rollout": compared(runs, "rollout", 25, GAMES)})
    answer = length(gather(mixed, panel=found))
    assert answer.kind == "higher"
    assert answer.note == "Holds for 2 of 3 line-ups (mixed, rollout; not greedy)."


def test_the_budget_measures_line_ups(mixed, runs):
    [term] = [item for item in budget.budget(with_rollout(mixed, runs, 15)) if item.source == "Line-ups"]
    assert term.state == budget.MEASURED
    assert plain(term.text).startswith("furthest from mixed: greedy 0.")
    assert "rollout 2." in plain(term.text)
    alone = panel({"mixed": mixed, "greedy": compared(runs, "greedy", 25, GAMES)})
    [term] = [item for item in budget.budget(gather(mixed, panel=alone)) if item.source == "Line-ups"]
    assert term.state == budget.NOT_MEASURED
    assert term.text.startswith("only within one way of playing")


def test_headlines_are_rounded_to_how_far_line_ups_lie_apart(mixed, runs):
    alone, few = length(gather(mixed)), length(with_rollout(mixed, runs, 25, FEW))
    assert "." in alone.headline
    assert "about" not in alone.sentence
    assert "about 1.2 rounds" in plain(few.sentence) or "about 1.3 rounds" in plain(few.sentence)


def test_the_page_shows_every_line_up(mixed, runs):
    material = with_rollout(mixed, runs, 15, 500)
    page = Page(render(material, command="heistlab compare duel"))
    assert "mixed 2,000 games, which decide; beside them greedy 2,000 games, rollout 500 games; of each variant" in plain(page.text)
    rows = page.tables["Every primary measure, line-up by line-up"]
    assert [row[2] for row in rows[1:4]] == ["mixed", "greedy", "rollout"]
    assert {row[-2] for row in rows[1:]} >= {"holds", "does not hold"}
    assert "agreement counts for rollout bots" in page.text
    assert "3 line-ups" in page.text
    assert "target 25, rollout bots: " in page.text
    assert "depends on how people play" in page.text
    assert not page.unbalanced


def test_thin_bars_are_the_other_line_ups(mixed, runs):
    drawing = draw(with_rollout(mixed, runs, 15), "differences")
    labels = [text.get_text() for text in drawing.figure.texts]
    assert {"greedy", "rollout"} <= set(labels)
    lines = [line for axes in drawing.figure.axes for line in axes.lines]
    assert {0.8, 1.6} <= {line.get_linewidth() for line in lines}
    assert "depends on how people play" in drawing.alt


def test_an_axis_is_as_wide_as_the_deciding_line_up_needs(mixed, runs):
    share = draw(with_rollout(mixed, runs, 25, FEW), "differences").figure.axes[0]
    table: pd.DataFrame = mixed.differences
    ends = table[table["measure"] == "first_excess"][["low", "high"]].abs().to_numpy().max()
    low, high = share.get_xlim()
    assert max(-low, high) <= 4 * max(1.25, 100 * ends) + 1e-9


# Levels: runs without variants


def played(runs: Path, bots: str, games: int, **settings: object) -> Study:
    name = "-".join(map(str, ("level", bots, games, *settings.values())))
    return study(duel(runs / name, games=games, bots=bots, **settings))


def levels(runs: Path, beside: dict[str, Study]) -> Material:
    own = played(runs, "mixed", GAMES)
    return gather([own], panel=level_panel({"mixed": [own]} | {lineup: [one] for lineup, one in beside.items()}))


def told(material: Material) -> dict[str, wording.Answer]:
    """Answers by their first word; of those that share it the first."""
    return {answer.sentence.split(" ")[0]: answer for answer in reversed(wording.answers(material))}


def test_levels_hold_for_their_line_ups(runs):
    material = levels(runs, {"greedy": played(runs, "greedy", GAMES), "rollout": played(runs, "rollout", 500)})
    found = told(material)
    assert found["The"].kind == "higher"
    assert found["The"].note.startswith("Holds for 3 of 3 line-ups (mixed, greedy, rollout). That is ")
    assert found["Games"].note.startswith("Holds for 3 of 3 line-ups (mixed, greedy, rollout). Half of ")
    [term] = [item for item in budget.budget(material) if item.source == "Line-ups"]
    assert term.state == budget.MEASURED
    assert plain(term.text).startswith("furthest from mixed: greedy ")
    assert "points (win share of the first in turn order above an even split); " in plain(term.text)


def test_a_length_that_line_ups_differ_in_depends_on_how_people_play(runs):
    answer = told(levels(runs, {"greedy": played(runs, "greedy", GAMES), "rollout": played(runs, "rollout", 500, target=15)}))["How"]
    assert (answer.kind, answer.headline) == (wording.DEPENDS_KIND, "")
    said = plain(answer.text)
    assert said.startswith("How long games last depends on how people play: mixed bots 5.2")
    assert " rounds (5." in said
    assert ", lower (margin 0.5 rounds; no cards). Beside them: greedy equal within 0.5 rounds." in said


def test_a_balance_that_line_ups_judge_otherwise_depends_on_how_people_play(runs):
    rollout = played(runs, "rollout", 40_000, equal_turns=True)
    answers = wording.answers(levels(runs, {"greedy": played(runs, "greedy", GAMES), "rollout": rollout}))
    answer = answers[0]
    assert answer.kind == wording.DEPENDS_KIND
    said = plain(answer.text)
    assert said.startswith("Whether the first in turn order wins more or less than an even split depends on how people play: mixed bots +1")
    assert "; higher) and rollout bots " in said
    assert "; equal within 1 point) (margin 1 point; no cards). Beside them: greedy higher." in said
    assert "Whether one player wins alone depends on how people play: mixed bots: shared win 0" in plain(" ".join(map(str, answers)))


def test_shares_of_games_name_their_line_ups(runs):
    equal = {"equal_turns": True}
    own = played(runs, "mixed", 40_000, **equal)
    few = gather([own], panel=level_panel({"mixed": [own], "rollout": [played(runs, "rollout", 100, **equal)]}))
    assert told(few)["What"].note == "Holds for 1 of 2 line-ups (mixed; not enough games to tell: rollout (100))."
    other = gather([own], panel=level_panel({"mixed": [own], "rollout": [played(runs, "rollout", 2000, target=60, **equal)]}))
    answer = told(other)["What"]
    assert answer.kind == wording.DEPENDS_KIND
    assert plain(answer.sentence).startswith("What decides depends on how people play: mixed bots: target ")
    assert answer.details == "margin 1 point"
    many = gather([own], panel=level_panel({"mixed": [own], "rollout": [played(runs, "rollout", 40_000, **equal)]}))
    assert told(many)["What"].note == "Holds for 2 of 2 line-ups (mixed, rollout)."


def test_the_page_of_a_run_shows_every_line_up(panelled):
    page = Page(render(panelled, command="heistlab simulate duel"))
    text = plain(page.text)
    assert "mixed 2,000 games, which decide; beside them greedy 500 games, rollout 100 games" in text
    assert "of each" not in text
    table = page.tables["Every answer, line-up by line-up"]
    assert [row[1] for row in table[1:]] == ["mixed", "greedy", "rollout"] * 2
    assert {row[-2] for row in table[1:]} == {"holds", "does not hold"}
    assert "The answers are those of mixed bots" in text
    assert "3 line-ups" in text
    assert "rollout bots: " in text
    assert not page.unbalanced


def test_numbers_of_players_that_say_the_same_share_an_answer(runs):
    own = [study(duel(runs / f"count-mixed-{players}", players, GAMES)) for players in (2, 3)]
    beside = [study(duel(runs / f"count-rollout-{players}", players, 500, bots="rollout")) for players in (2, 3)]
    material = gather(own, panel=level_panel({"mixed": own, "rollout": beside}))
    notes = [answer.note for answer in wording.answers(material) if answer.sentence.startswith("With 2 and 3 players, games last")]
    assert notes == ["Holds for 2 of 2 line-ups (mixed, rollout)."]
    page = Page(render(material, command="heistlab simulate duel"))
    assert "rollout 500 games; with each number of players" in plain(page.text)
    assert [row[0] for row in page.tables["Every answer, line-up by line-up"][1:]] == ["2"] * 4 + ["3"] * 4
