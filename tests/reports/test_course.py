"""The course of the game on the page: leaders round by round, and two games in words that can be played again."""

import dataclasses
import shlex
from pathlib import Path

import pytest

from analyses.compare import Comparison
from reports.figures import draw
from reports.material import HALFWAY, figure_names, gather, telling_steps
from reports.page import render
from reports.stories import stories, trace_line
from simcore.runner import make_manifest
from simcore.store import Run
from simcore.trace import trace_text
from tests.heistlab.tools import heistlab
from tests.reports.tools import COMMAND, Page, parts, plain, with_manifest


def course_of(source: object) -> str:
    """The section as text."""
    text = render(source, command=COMMAND)
    start = text.index('<section id="course">')
    return plain(Page(text[start : text.index("</section>", start)]).text)


def test_a_typical_game_and_the_longest_are_told(one: Run) -> None:
    entry = gather(one).first
    found = stories(gather(one))
    assert found.remark == ""
    typical, longest = found.told
    rounds = entry.summary["rounds"]
    games = next(one.batches(65536))
    for story, sample, length in ((typical, entry.typical, rounds["median"]), (longest, entry.longest, rounds["max"])):
        assert sample is not None
        assert sample.length == length
        assert sample.game == games["game"][games["rounds"] == length][0]
        assert [part.heading for part in story.paragraphs[1:-1]] == [f"Round {number}" for number in range(1, length + 1)]
        assert f"Game {sample.game}:" in plain(story.title)
        told = " ".join(" ".join([part.heading, *part.lines]) for part in story.paragraphs)
        assert told.split() == trace_text(one.manifest, sample.game).split()
    assert "of median length" in typical.title
    assert "the longest" in longest.title


def test_the_command_plays_the_same_game_again(one: Run) -> None:
    for story in stories(gather(one)).told:
        program, *words = shlex.split(story.command)
        done = heistlab(*words)
        assert program == "heistlab"
        assert done.exit_code == 0
        told = " ".join(" ".join([part.heading, *part.lines]) for part in story.paragraphs)
        assert done.stdout.split() == told.split()


def test_the_command_names_all_that_a_game_hangs_on() -> None:
    manifest = make_manifest("duel", 3, 10, 5, "mixed+random+random", {"sides": 8, "equal_turns": True})
    line = trace_line(manifest, 4)
    assert line == "heistlab trace duel --game 4 --seed 5 -p 3 --bots mixed+random+random --set sides=8 --set equal_turns=true"
    assert trace_line(manifest.model_copy(update={"card_set": "my cards", "patches": ("items.rope.copies=2",)}), 4) == (
        line.replace(" --set", " --cards 'my cards' --set", 1) + " --set items.rope.copies=2"
    )


def test_games_are_folded_on_the_page_and_the_page_is_the_same_again(one: Run, sides: Comparison) -> None:
    text = render(one, command=COMMAND)
    assert text == render(one, command=COMMAND)
    start = text.index('<details class="story">')
    assert text.index("Round 1", start) < text.index("</details>", start)
    assert text.count('<details class="story">') == 2
    assert "The games told are of sides 6." in course_of(sides)


def test_other_rules_tell_no_game(one: Run) -> None:
    found = stories(with_manifest(gather(one), rules_version=99))
    assert found.told == ()
    assert found.remark.startswith("No game is told here: the run was played with version 99 of the rules of duel")
    assert "No game is told here" in course_of(with_manifest(gather(one), rules_version=99))


def test_a_game_that_is_played_otherwise_now_is_not_told(one: Run) -> None:
    material = gather(one)
    entry = material.first
    assert entry.typical is not None
    row = entry.typical.row | {"turns": entry.typical.row["turns"] + 1}
    other = dataclasses.replace(entry, typical=dataclasses.replace(entry.typical, row=row))
    found = stories(dataclasses.replace(material, entries=(other,)))
    assert found.told == ()
    assert found.remark == (f"No game is told here: this program plays game {entry.typical.game} otherwise than it was played in the run.")


def test_no_game_is_typical_where_the_median_is_open(mostly_capped: Run) -> None:
    material = gather(mostly_capped)
    assert material.first.typical is None
    [longest] = stories(material).told
    assert "stopped at the round limit" in longest.title
    assert not material.table("leaders")[HALFWAY].any()


def test_who_leads_half_way_is_said(one: Run, sides: Comparison) -> None:
    material = gather(one)
    table = material.table("leaders").set_index("round")
    half = max(1, material.first.summary["rounds"]["median"] // 2)
    assert table.index[table[HALFWAY]].tolist() == [half]
    row = table.loc[half]
    said = course_of(one)
    assert f"after round {half} somebody leads alone in {100 * row['share']:.0f} % of the games that go on, and wins" in said
    assert f"({100 * row['wins_low']:.1f} to {100 * row['wins_high']:.1f})" in said
    assert course_of(sides).count("somebody leads alone in") >= 3


def test_leaders_and_tied_have_tables_and_pictures(one: Run, sides: Comparison) -> None:
    assert {"leaders"} <= set(figure_names(one))
    assert "favoured" not in figure_names(one)  # without equal turns there is no tie to break
    material = gather(sides)
    assert telling_steps(material) == ["last_throw"]
    page = Page(render(material, command=COMMAND))
    header, first, *_ = page.tables["Whom each step favours among those tied"]
    assert header[1:] == ["step", "decided", "1st", "2nd", "3rd"]
    assert first[1] == "target"
    rows = page.tables["Leader after each round"]
    assert len(rows) - 1 == len(material.table("leaders"))
    for name in ("leaders", "favoured"):
        assert draw(material, name).alt.count("(") >= 9


def test_where_points_come_from(one: Run) -> None:
    assert "score_parts" not in figure_names(one)
    material = parts(gather(one))
    assert "score_parts" in figure_names(material)
    rows = Page(render(material, command=COMMAND)).tables["Where points come from, in points"]
    assert [row[0] for row in rows[1:]] == ["files", "sludge", "never", "total"]
    assert [plain(cell) for cell in rows[2]] == ["sludge", "-2.0", "-20 %", "-1.0", "-25 %"]
    drawing = draw(material, "score_parts")
    bars = [bar for bar in drawing.figure.axes[0].patches if bar.get_width()]
    assert [(bar.get_x(), bar.get_width()) for bar in bars] == [(0, 12), (0, -2), (0, 5), (0, -1)]
    assert "never" not in [text.get_text() for text in drawing.figure.texts]


@pytest.mark.parametrize("name", ["leaders", "favoured"])
def test_pictures_of_several_numbers_of_players(name: str, sides_by_players: list[Comparison], tmp_path: Path) -> None:
    drawing = draw(sides_by_players, name)
    assert len(drawing.figure.axes) == 2
    assert "2 players" in drawing.alt
