import csv
import dataclasses
import json
import math
import re
from pathlib import Path

import pandas as pd
import pytest

import simcore
from analyses.compare import Comparison, compare
from analyses.summary import study, summary
from analyses.targets import Target, judged
from analyses.verdicts import OPEN
from reports.figures import NAMES
from reports.material import Material, figure_names, gather
from reports.numbers import NOT_THERE
from reports.page import QUESTIONS, SIGNS, render, title_of, write_page
from reports.short import in_short
from reports.tables import lengths
from reports.wording import answers
from simcore.runner import make_manifest, play
from simcore.store import Run
from tests.reports.tools import COMMAND, Page, cards, plain, with_difference, with_manifest

HOSTILE = "<script>alert('x')</script>\"&"


def page_of(source: object, **options: str) -> Page:
    return Page(render(source, command=COMMAND, **options))  # type: ignore[arg-type]


def numbers_in(text: str) -> list[float]:
    return [float(number.replace(",", "")) for number in re.findall(r"-?\d[\d,]*\.?\d*", plain(text))]


def test_the_files_of_a_page(one: Run, tmp_path: Path) -> None:
    written = write_page(one, tmp_path / "out" / "my page.html", command=COMMAND, figures=tmp_path / "figures")
    assert written[0] == tmp_path / "out" / "my page.html"
    assert len(written) == len(set(written))
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == set(written)
    assert json.loads((tmp_path / "out" / "my page.json").read_text()) == gather(one).data
    tables = gather(one).tables
    for name, table in tables.items():
        with (tmp_path / "out" / "my page-tables" / f"{name}.csv").open(newline="") as handle:
            header, *rows = list(csv.reader(handle))
        assert header == list(table.columns)
        assert len(rows) == len(table)
    links = [link["href"] for link in Page(written[0].read_text()).all("a")]
    assert "my%20page.json" in links
    assert {f"my%20page-tables/{name}.csv" for name in tables} <= set(links)


def test_the_same_run_gives_the_same_bytes(one: Run, sides: Comparison, tmp_path: Path) -> None:
    for source in (one, sides):
        first, second = (write_page(source, tmp_path / place / "page.html", command=COMMAND) for place in "ab")
        assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_nothing_of_the_clock_is_on_the_page(one: Run) -> None:
    text = render(one, command=COMMAND)
    assert not re.search(r"\b20\d\d-\d\d-\d\d|\d\d:\d\d:\d\d|seconds", Page(text).text)


def test_the_page_is_whole(sides_by_players: list[Comparison]) -> None:
    page = page_of(sides_by_players)
    assert not page.unbalanced
    assert not page.open
    ids = [attributes["id"] for _, attributes in page.tags if attributes.get("id")]
    assert len(ids) == len(set(ids))
    targets = {str(link["href"])[1:] for link in page.all("a") if str(link["href"]).startswith("#")}
    assert targets <= set(ids)
    assert {"answers", "trust"} <= targets


def test_nothing_is_fetched_from_elsewhere(one: Run) -> None:
    page = page_of(one)
    for tag, attributes in page.tags:
        for name in ("src", "href", "xlink:href", "action", "data", "poster"):
            value = attributes.get(name) or ""
            assert not value.startswith(("http", "//")), (tag, value)
    [policy] = [tag["content"] for tag in page.all("meta") if tag.get("http-equiv")]
    assert "default-src 'none'" in str(policy)


def test_numbers_on_the_page_are_the_summarys(one: Run) -> None:
    page, data = page_of(one), summary(one)
    rows = page.tables["Win share by turn order"]
    shares = rows[0].index("win share")
    excesses = rows[0].index("above even split, points")
    for row, expected in zip(rows[1:], data["turn_order"], strict=True):
        assert numbers_in(row[shares]) == [pytest.approx(100 * expected[key], abs=0.0501) for key in ("win_share", "low", "high")]
        assert numbers_in(row[excesses]) == [
            pytest.approx(100 * expected[key], abs=0.0501) for key in ("excess", "excess_low", "excess_high")
        ]
        assert numbers_in(row[-2]) == [expected["sole"]]
        assert numbers_in(row[-1]) == [expected["shared"]]
    [ladder] = [page.tables[title] for title in page.tables if title.startswith("What decides")]
    decided = ladder[0].index("decided")
    assert {row[0].replace(" ", "_"): int(row[decided].replace(",", "")) for row in ladder[1:]} == {
        step: games for step, games in data["decided_by"].items() if step not in ("shared", "nobody", "cap")
    }
    header, length = page.tables["Length in rounds"]
    for name, key in (("5 %", "p05"), ("median", "median"), ("95 %", "p95"), ("longest", "max")):
        assert numbers_in(length[header.index(name)])[0] == data["rounds"][key]
    assert numbers_in(length[header.index("mean")])[0] == pytest.approx(data["rounds"]["mean"], abs=0.006)


def test_quantiles_of_the_length_have_their_ends(one: Run, mostly_capped: Run) -> None:
    for run in (one, mostly_capped):
        table, counted = lengths(gather(run)), study(run).lengths
        assert table is not None
        cells = dict(zip([header.text for header in table.headers], table.rows[0].cells, strict=True))
        for name, share in (("5 %", 0.05), ("median", 0.5), ("9 of 10", 0.9), ("95 %", 0.95)):
            known = [NOT_THERE if number is None else str(number) for number in (counted.quantile(share), *counted.quantile_ends(share))]
            assert [cells[name].text, *cells[name].below.split(" to ")] == known
    assert cells["95 %"].below == f"{NOT_THERE} to {NOT_THERE}"


def test_differences_on_the_page_are_the_comparisons(sides: Comparison) -> None:
    rows = page_of(sides).tables["Every measure against the baseline"]
    header = rows[0]
    table = sides.differences
    assert len(rows) - 1 == len(table)
    for row in rows[1:]:
        [expected] = table[(table["label"] == row[header.index("measure")]) & (table["variant"] == f"sides={row[0]}")].to_dict("records")
        factor = 100 if expected["unit"] == "share" else 1
        values = [factor * expected[key] for key in ("difference", "low", "high")]
        assert numbers_in(row[header.index("difference")].replace("+", "")) == [pytest.approx(value, abs=0.06) for value in values]
        assert row[header.index("verdict")] == expected["verdict"]
        assert numbers_in(row[header.index("games diverged")]) == [expected["games_diverged"]]


def test_variants_stand_side_by_side(sides: Comparison) -> None:
    rows = page_of(sides).tables["Win share by turn order"]
    assert [(row[0], row[1]) for row in rows[1:5]] == [("4", "1st"), ("6", "1st"), ("8", "1st"), ("4", "2nd")]


def test_every_answer_is_on_the_page_with_its_badge_and_figure(sides: Comparison) -> None:
    page = page_of(sides)
    for answer in answers(sides, COMMAND):
        assert plain(answer.sentence) in plain(page.text)
        assert plain(answer.details) in plain(page.text)
    links = [link["href"] for link in page.all("a") if link.get("class") == "see"]
    assert links.count("#fig-differences") == len(answers(sides))


def test_every_figure_has_words_and_its_data(sides: Comparison, one: Run) -> None:
    for source in (sides, cards(gather(one), ["Rope", "Lamp"])):
        page = page_of(source)
        images = [tag for tag in page.all("svg") if tag.get("role") == "img"]
        names = [str(tag["aria-labelledby"]).split()[0].removesuffix("-title") for tag in images]
        shown = [name for name in figure_names(source) if name != "end_reasons"]  # a duel ends for one reason: a sentence says it
        assert sorted(names) == sorted(shown)
        assert "Every game ended by target." in page.text
        assert len(page.tables) >= len(names)


def test_sections_are_those_there_is_something_for(one: Run) -> None:
    without, withal = page_of(one), page_of(cards(gather(one), ["Rope", "Lamp"]))
    anchors = [tag.get("id") for tag in without.all("section")]
    assert anchors == ["answers", *(anchor for anchor in QUESTIONS if anchor not in ("auctions", "cards")), "trust"]
    assert [tag.get("id") for tag in withal.all("section")] == [
        "answers",
        *(anchor for anchor in QUESTIONS if anchor != "auctions"),
        "trust",
    ]


def test_association_is_folded_away_under_its_warning(one: Run) -> None:
    text = render(cards(gather(one), ["Rope", "Lamp"]), command=COMMAND)
    folded = text[text.index("<summary>Association, not effect") :]
    assert folded.index('<p class="warning">Association, not effect.') < folded.index("<table")


def test_small_cells_are_grey_and_long_tables_sort(one: Run) -> None:
    text = render(cards(gather(one), ["Rope", "Lamp", "Ladder"]), command=COMMAND)
    table = text[text.index("Being dealt a card, for each card</caption>") :]
    assert re.search(r'<tr class="faint"><td data-sort="ladder">Ladder</td>', table)
    assert '<table class="sortable">' in text


@pytest.mark.parametrize(
    ("source", "title"),
    [("one", "Duel, 3 players"), ("sides", "Duel: sides 4, 6 and 8"), ("by_players", "Duel, 2 and 3 players")],
)
def test_titles(source: str, title: str, request: pytest.FixtureRequest) -> None:
    material = gather(request.getfixturevalue(source))
    assert title_of(material) == title
    assert title in page_of(material).text


def test_the_head_says_what_was_played(sides: Comparison) -> None:
    text = plain(page_of(sides).text)
    assert "sides at 4, 6 and 8: Sides of the die. Baseline 6; the rulebook says 6." in text
    assert "win share of the first in turn order above an even split (margin 1 point); length (margin 0.5 rounds)" in text
    assert "2,000 of 2,000 in each of 3 runs" in text
    assert "Seed 7" in text
    for found in sides.studies:
        assert found.manifest.rules_hash in text


def test_one_run_and_a_comparison_have_one_skeleton(one: Run, sides: Comparison) -> None:
    assert [tag.get("id") for tag in page_of(one).all("section")] == [tag.get("id") for tag in page_of(sides).all("section")]


def test_the_head_answers_in_short(sides: Comparison, one: Run, by_players: list[Run]) -> None:
    """The first screen of a phone has a verdict, or a number, for each question, and whether there were enough games."""
    head = plain(render(sides, command=COMMAND).partition("</header>")[0])
    assert head.index('class="short"') < head.index('class="facts"')
    questions = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", head.partition('class="short"')[2].partition("</dl>")[0])
    found = gather(sides)
    primary = found.table("differences").query("primary")
    assert [question.lower() for question, _ in questions] == list(dict.fromkeys(primary["label"]))
    told = dict(questions)["Length"]
    assert re.search(r"▼</span> lower</span> 8\b", told)
    assert re.search(r"▲</span> higher</span> 4\b", told)
    unsettled = primary[primary["kind"].isin(OPEN)]
    assert f"Not enough games to settle {unsettled['measure'].nunique()} of {primary['measure'].nunique()} questions: about" in head
    many = dataclasses.replace(found, variants=(*found.variants, "sides=10", "sides=12"))
    four = dataclasses.replace(answers(found)[0], variants=("sides=4", "sides=8", "sides=10", "sides=12"))
    assert in_short(many, [four], SIGNS)[four.topic][0].about == "4 of 4 variants"
    alone = plain(render(one, command=COMMAND).partition("</header>")[0])
    assert 'class="enough"' not in alone
    [length] = [answer for answer in answers(one) if answer.topic == "Length"]
    assert f"<dt>Length</dt><dd><span> {plain(length.headline)}</span></dd>" in alone
    both = plain(render(by_players, command=COMMAND).partition("</header>")[0])
    [length] = [answer for answer in answers(by_players) if answer.topic == "Length"]
    assert f"<dt>Length</dt><dd><span> {plain(length.headline)}</span></dd>" in both
    settled = with_difference(found, "rounds", 1.5, 2.5, 0.5)
    for measure in primary["measure"].unique():
        settled = with_difference(settled, measure, 1.5, 2.5, 0.5)
    assert "Enough games to settle every question asked." in plain(render(settled, command=COMMAND))


def test_the_head_says_which_targets_were_asked(one: Run) -> None:
    found = study(one)
    wanted = {"rounds": Target(4, 9), "first_excess": Target(-math.inf, 0.02)}
    page = Page(render(gather(found, judged([found], [""], wanted)), command=COMMAND))
    assert "Targets 1 hold, 1 missed" in plain(page.text)
    assert "Targets length 4 to 9 rounds; win share of the first in turn order above an even split at most 2 %" in plain(page.text)


def test_a_partial_run(partial: Run, one: Run) -> None:
    text = page_of(partial).text
    assert "stopped at 2,000 of 5,000 games" in text
    assert "2,000 of 5,000" in text
    assert "FAILED" in text
    assert "stopped at 2" not in page_of(one).text


def test_capped_games(capped: Run) -> None:
    page = page_of(capped)
    text = plain(page.text)
    stopped = gather(capped).first.capped
    assert "mean, at least" in page.tables["Length in rounds"][0]
    assert page.tables["Length in rounds"][1][-1] == str(stopped)
    assert "with capped games taken or given, points" in page.tables["Win share by turn order"][0]
    assert f"{stopped} games stopped at the round limit would have lasted longer." in text
    assert f"Stopped at the round limit: {stopped} games at round 58. Nobody wins these, and lengths are at least what is said." in text


def test_the_unit_of_intervals_is_named(one: Run, tmp_path: Path) -> None:
    assert "over the primary measures of a run; exploratory ones are plain. Their unit is the game." in plain(page_of(one).text)
    turned = play(make_manifest("duel", 3, 300, 7, "mixed+random+random", {}), tmp_path / "turned", threads=1)
    assert "Their unit is the deal, over which the line-up is turned." in plain(page_of(turned).text)


def test_how_variants_were_compared(sides: Comparison, one: Run, tmp_path: Path) -> None:
    assert "Variants and baseline were played on the same deals and compared deal by deal." in page_of(sides).text
    shorter = play(make_manifest("duel", 3, 500, 7, "mixed", {"sides": 8}), tmp_path / "short", threads=1)
    text = page_of(compare([one, shorter], ["sides=6", "sides=8"])).text
    assert "Not played on the same deals as the baseline, and compared as independent runs: sides 8." in text
    assert "sides 6: 2,000 of 2,000; sides 8: 500 of 500" in text


def test_reconstructed_cards_are_named_everywhere_they_matter(one: Run) -> None:
    text = page_of(cards(with_manifest(gather(one), provenance="reconstructed", calibrated_on=("rounds",)), ["Rope"])).text
    assert "The cards are reconstructed: what is said of a card holds for the card in this set" in text
    assert "The printed card lists are not public" in text
    assert "headlines give a direction and whole units" in text
    assert "The card set was tuned on length: levels of these are tuned, not found" in text
    assert "The printed cards." in text


def test_trust(sides: Comparison) -> None:
    page = page_of(sides)
    text = page.text
    assert "7 of 7 passed" in text
    assert "Everybody finishes the round in which somebody arrives" in text
    assert "sides : 4 and 8, varied" in text
    assert "equal_turns : on" in text
    assert "21 of 21 passed in 3 runs." in text
    assert "The default of every game: weights drawn afresh for each seat and game." in text
    assert "People: no talk" in text
    assert COMMAND in text


def test_the_label_is_shown(one: Run) -> None:
    assert "A label of mine" in page_of(with_manifest(gather(one), label="A label of mine")).text


def hostile(one: Run, tmp_path: Path) -> Material:
    """A comparison whose every name tries to be markup."""
    bot = tmp_path / "a<b onload=alert(1)>\"'&.toml"
    bot.write_text(f'kind = "rated"\ntext = """{HOSTILE}"""\n[weights]\neagerness = 1.0\n')
    played = []
    for value in (4, 6):
        manifest = make_manifest("duel", 3, 200, 7, str(bot), {"sides": value}, label=HOSTILE)
        played.append(play(manifest, tmp_path / f"run-{value}", threads=1))
    material = gather(compare(played, [HOSTILE, f"{HOSTILE}2"]))
    return cards(material, [HOSTILE, "Rope"])


def test_names_are_escaped_everywhere(one: Run, tmp_path: Path) -> None:
    text = render(
        hostile(one, tmp_path), command=f"heistlab simulate duel --label {HOSTILE}", data_name=f"{HOSTILE}.json", folder_name=HOSTILE
    )
    page = Page(text)
    assert not page.unbalanced
    assert len(page.all("script")) == 1
    assert HOSTILE not in text
    assert "alert('x')</script>" not in text
    assert not [attributes for _, attributes in page.tags if any(name.startswith("on") for name in attributes)]
    assert page.text.count(HOSTILE) > 20


def test_all_figures_names_are_known_to_the_page() -> None:
    shown = {name for _, names, _ in QUESTIONS.values() for name in names}
    assert shown | {"differences"} == set(NAMES)


def test_csv_keeps_what_the_page_rounds(one: Run, tmp_path: Path) -> None:
    write_page(one, tmp_path / "page.html", command=COMMAND)
    table = pd.read_csv(tmp_path / "page-tables" / "turn_order.csv")
    assert list(table["excess"]) == [row["excess"] for row in summary(one)["turn_order"]]


def test_lead_changes_stand_beside_those_of_random_gains(one: Run, sides_by_players: list[Comparison]) -> None:
    measures = gather(one).first.summary["measures"]
    changes, above = measures["lead_changes"]["value"], measures["lead_changes_excess"]
    page = page_of(one)
    told = plain(page.text)
    start = told.index("Lead changes of a game, beside what they would be had each round's gains fallen at random")
    numbers = numbers_in(told[start:].partition(": ")[2].partition(").")[0])
    expected = (changes, changes - above["value"], above["value"], above["low"], above["high"])
    assert numbers == pytest.approx(expected, abs=0.0051)
    assert [row[0] for row in page.tables["The game's own measures"][1:]][-3:-1] == [
        "lead changes",
        "lead changes above those of gains that fall at random",
    ]
    assert page_of(sides_by_players).text.count(" beside ") > 6


def test_a_game_that_counts_turns_speaks_of_turns(one: Run, capped: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Page, pictures and files follow the unit of the game's spec; the round limit stays one of rounds."""
    duel = dataclasses.replace(simcore.game("duel"), length="turns")
    monkeypatch.setattr(simcore, "game", lambda name: duel)
    material = gather(one)
    page = page_of(material)
    [length] = [answer for answer in answers(material) if answer.topic == "Length"]
    turns = material.first.summary["turns"]
    assert plain(length.sentence) == f"Games last {turns['mean']:.1f} turns on average"
    assert f"Half of the games are over by turn {turns['median']}, 9 of 10 by turn" in page.text
    assert "length (margin 0.5 turns)" in page.text
    header, row = page.tables["Length in turns"]
    assert numbers_in(row[header.index("median")])[0] == turns["median"]
    assert page.tables["Games that last longer than …"][0][0] == "more than, turns"
    assert "the number of turns" in page.text
    told = re.sub(r'<details class="story">.*?</details>', "", render(material, command=COMMAND), flags=re.DOTALL)
    assert "rounds" not in Page(told).text
    stopped = page_of(gather(capped)).text
    assert "stopped at the round limit" in stopped
    assert "at round 58" in stopped
