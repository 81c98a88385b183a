import dataclasses
import math
from pathlib import Path

import pandas as pd
import pytest

from analyses.compare import Comparison, compare
from analyses.verdicts import Kind
from reports import budget, wording
from reports.material import Material, gather
from reports.numbers import NOT_THERE
from reports.page import render
from reports.trust import trust
from simcore.lineups import Bot
from simcore.spec import Variant
from simcore.store import Run
from tests.reports.conftest import duel
from tests.reports.tools import INTERVALS, LONG, Page, cards, plain, with_difference, with_manifest, with_tables

FIRST = "the win share of the first in turn order above an even split"

SENTENCES = {
    (
        "rounds",
        Kind.HIGHER,
    ): "Sides 4 instead of 6 makes games 1.0 rounds longer (0.8 to 1.2; higher; margin 0.5 rounds; mixed bots; no cards).",
    (
        "rounds",
        Kind.LOWER,
    ): "Sides 4 instead of 6 makes games 1.0 rounds shorter (-1.2 to -0.8; lower; margin 0.5 rounds; mixed bots; no cards).",
    ("rounds", Kind.EQUAL): (
        "Sides 4 instead of 6 leaves the length of games equal within 0.5 rounds (difference 0.0, -0.2 to 0.3; mixed bots; no cards)."
    ),
    ("first_excess", Kind.HIGHER): (
        f"Sides 4 instead of 6 raises {FIRST} by 2.0 points (1.5 to 2.5; higher; margin 1 point; mixed bots; no cards)."
    ),
    ("first_excess", Kind.LOWER): (
        f"Sides 4 instead of 6 lowers {FIRST} by 2.0 points (-2.5 to -1.5; lower; margin 1 point; mixed bots; no cards)."
    ),
    ("first_excess", Kind.EQUAL): (
        f"Sides 4 instead of 6 leaves {FIRST} equal within 1 point (difference +0.1, -0.4 to 0.6; mixed bots; no cards)."
    ),
    ("first_excess", Kind.SMALL_BUT_REAL): (
        f"Sides 4 instead of 6 leaves {FIRST} equal within 1 point (difference +0.4, 0.2 to 0.6; small but real; mixed bots; no cards)."
    ),
    ("first_excess", Kind.HIGHER_SIZE_OPEN): (
        f"Sides 4 instead of 6 raises {FIRST}, by how much is open (difference +1.0, 0.3 to 1.7; higher, size open; margin 1 point; "
        "mixed bots; no cards). About 84,000 games would narrow the interval to half the margin."
    ),
    ("first_excess", Kind.LOWER_SIZE_OPEN): (
        f"Sides 4 instead of 6 lowers {FIRST}, by how much is open (difference -1.0, -1.7 to -0.3; lower, size open; margin 1 point; "
        "mixed bots; no cards). About 84,000 games would narrow the interval to half the margin."
    ),
    ("first_excess", Kind.UNDECIDED): (
        f"Whether sides 4 instead of 6 changes {FIRST} is undecided (difference +0.3, -0.7 to 1.3; margin 1 point; mixed bots; no cards). "
        "About 84,000 games would narrow the interval to half the margin."
    ),
}
UNITS = {"rounds": 0.5, "first_excess": 0.01}


def told(material: Material, measure: str) -> list[wording.Answer]:
    label = wording.capital(material.measures[measure].label)
    return [answer for answer in wording.answers(material) if answer.topic == label]


def two(sides: Comparison) -> Material:
    """The comparison without its last variant."""
    material = gather(sides)
    kept = tuple(material.variants[:2])
    tables = {name: table[table["variant"].isin(kept)].reset_index(drop=True) for name, table in material.tables.items()}
    entries = tuple(entry for entry in material.entries if entry.variant in kept)
    return dataclasses.replace(material, variants=kept, entries=entries, tables=tables)


@pytest.mark.parametrize(("measure", "kind"), SENTENCES, ids=[f"{measure}-{kind}" for measure, kind in SENTENCES])
def test_a_sentence_for_each_verdict(sides: Comparison, measure: str, kind: Kind) -> None:
    low, high = (UNITS[measure] * end for end in INTERVALS[kind])
    material = with_difference(two(sides), measure, low, high, UNITS[measure], games_needed=83412.0)
    [answer] = told(material, measure)
    assert answer.kind == kind
    assert plain(str(answer)) == SENTENCES[measure, kind]


def test_every_verdict_has_a_sentence_in_the_table() -> None:
    assert {kind for _, kind in SENTENCES} == set(Kind)


@pytest.mark.parametrize("kind", Kind)
def test_games_needed_only_where_the_verdict_is_open(sides: Comparison, kind: Kind) -> None:
    low, high = (0.01 * end for end in INTERVALS[kind])
    [answer] = told(with_difference(two(sides), "first_excess", low, high, 0.01, games_needed=1e6), "first_excess")
    is_open = kind in (Kind.HIGHER_SIZE_OPEN, Kind.LOWER_SIZE_OPEN, Kind.UNDECIDED)
    assert ("would narrow" in str(answer)) == is_open


def test_variants_of_which_the_same_is_said_share_a_sentence(sides: Comparison) -> None:
    [answer] = told(with_difference(gather(sides), "first_excess", -0.004, 0.006, 0.01), "first_excess")
    assert plain(str(answer)) == (
        f"Sides 4 or 8 instead of 6 leaves {FIRST} equal within 1 point (4: -0.4 to 0.6; 8: -0.4 to 0.6; mixed bots; no cards)."
    )


def test_numbers_of_players_of_which_the_same_is_said_share_a_sentence(sides_by_players: list[Comparison]) -> None:
    longer, shorter = told(gather(sides_by_players), "rounds")
    assert longer.sentence.startswith("With 2 and 3 players, sides 4 instead of 6 makes games 2.")
    assert "2 players: 2." in longer.details
    assert "3 players: 2." in longer.details
    assert longer.players == shorter.players == (2, 3)


def test_answers_stand_in_the_order_of_the_measures(sides: Comparison) -> None:
    material = gather(sides)
    topics = list(dict.fromkeys(answer.topic for answer in wording.answers(material) if not answer.exploratory))
    assert topics == [wording.capital(material.measures[name].label) for name in wording.primary_names(material)]


def test_exploratory_findings_are_few_marked_and_come_with_a_command(sides: Comparison) -> None:
    command = "heistlab compare duel --vary sides=4,6,8 -n 2000 --seed 7 --out runs/x --label 'two words'"
    found = [answer for answer in wording.answers(sides, command) if answer.exploratory]
    assert 0 < len(found) <= wording.MOST_EXPLORATORY
    for answer in found:
        assert "Exploratory: one of" in str(answer)
    assert [answer.command for answer in found] == [*[""] * (len(found) - 1), "heistlab compare duel --vary sides=4,6,8 -n 2000"]
    assert str(found[-1]).endswith("Confirm with: heistlab compare duel --vary sides=4,6,8 -n 2000")


def test_a_single_run(one: Run) -> None:
    first, length, outcome, third = wording.answers(one)
    assert first.kind == Kind.HIGHER
    assert plain(first.sentence).startswith("The first in turn order wins 1")
    assert plain(first.sentence).endswith("points more than an even split")
    assert plain(first.note).startswith("That is 4")
    assert length.kind == wording.LEVEL_KIND
    assert length.sentence.startswith("Games last 5.")
    assert "Half of the games are over by round 5, 9 of 10 by round 6." in length.note
    assert outcome.sentence == "In every game one player wins alone"
    assert third.exploratory
    assert third.sentence.startswith("The 3rd in turn order wins 1")


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (Kind.HIGHER, "The first in turn order wins 2.0 points more than an even split"),
        (Kind.LOWER, "The first in turn order wins 2.0 points less than an even split"),
        (Kind.EQUAL, "The first in turn order wins what an even split gives, within 1 point"),
        (Kind.SMALL_BUT_REAL, "The first in turn order wins what an even split gives, within 1 point"),
        (Kind.HIGHER_SIZE_OPEN, "The first in turn order wins more than an even split, by how much is open"),
        (Kind.LOWER_SIZE_OPEN, "The first in turn order wins less than an even split, by how much is open"),
        (Kind.UNDECIDED, "Whether the first in turn order wins more or less than an even split is undecided"),
    ],
)
def test_a_level_against_its_fair_value(one: Run, kind: Kind, sentence: str) -> None:
    material = gather(one)
    low, high = (0.01 * end for end in INTERVALS[kind])
    table = material.table("measures")
    rows = table["measure"] == "first_excess"
    table.loc[rows, ["value", "low", "high"]] = [(low + high) / 2, low, high]
    answer = told(with_tables(material, measures=table), "first_excess")[0]
    assert answer.kind == kind
    assert plain(answer.sentence) == sentence


def test_every_claim_names_line_up_and_cards(one: Run, sides: Comparison, by_players: list[Run]) -> None:
    for source in (one, sides, by_players):
        for answer in wording.answers(source):
            assert "mixed bots; no cards" in str(answer)


def test_reconstructed_cards_and_one_line_up_give_whole_points(one: Run) -> None:
    material = with_manifest(gather(one), provenance="reconstructed")
    first, length = wording.answers(material)[:2]
    assert wording.is_coarse(material)
    assert "wins about 1" in plain(first.sentence)
    assert "." not in first.headline
    assert plain(length.sentence) == "Games last about 5 rounds on average"
    assert "sampling alone 5." in plain(length.details)
    assert "reconstructed cards" in str(first)
    assert "reconstructed cards" in wording.state_line(material)


def test_what_rounds_to_nothing_is_less_than_one(sides: Comparison) -> None:
    material = with_manifest(two(sides), provenance="reconstructed")
    [answer] = told(with_difference(material, "first_excess", 0.0021, 0.0023, 0.001), "first_excess")
    assert answer.kind == Kind.HIGHER
    assert plain(answer.sentence).endswith("by about 0.2 points")
    [answer] = told(with_difference(material, "rounds", 0.51, 0.53, 0.5), "rounds")
    assert plain(answer.sentence).endswith("makes games about 1 round longer")


def test_a_measure_the_cards_were_tuned_on_gets_no_verdict_on_its_level(one: Run) -> None:
    material = with_manifest(gather(one), calibrated_on=("rounds", "first_excess"))
    for answer in wording.answers(material)[:2]:
        assert answer.kind == wording.TUNED_KIND
        assert "tuned, not found" in answer.details
        assert "higher" not in str(answer)
    assert not [answer for answer in wording.answers(material) if answer.exploratory]
    assert "cards tuned on rounds and first excess" in wording.state_line(material)


def test_differences_in_a_tuned_measure_are_found(sides: Comparison) -> None:
    material = with_manifest(gather(sides), calibrated_on=("rounds",))
    assert {answer.kind for answer in told(material, "rounds")} == {Kind.HIGHER, Kind.LOWER}


def test_a_partial_run_says_where_it_stopped(partial: Run, one: Run) -> None:
    assert wording.state_line(partial).startswith("stopped at 2,000 of 5,000 games · ")
    assert "stopped" not in wording.state_line(one)


def test_failed_checks_show_in_the_state_line(one: Run) -> None:
    material = gather(one)
    entry = material.first
    broken = dataclasses.replace(entry, checks=(entry.checks[0]._replace(passed=False), *entry.checks[1:]))
    count = len(entry.checks)
    assert f"{count - 1} of {count} checks passed" in wording.state_line(dataclasses.replace(material, entries=(broken,)))


def test_capped_games_make_lengths_a_lower_bound(capped: Run) -> None:
    material = gather(capped)
    first, length, outcome = wording.answers(material)[:3]
    stopped = material.first.capped
    assert 0 < stopped < 200
    assert "Games last at least 5" in plain(length.sentence)
    assert length.headline.startswith("≥ ")
    assert f"With all {stopped} games stopped at the round limit taken from it, or given to it:" in first.note
    assert "were stopped at the round limit" in outcome.sentence


def test_quantiles_beyond_the_limit_are_not_told(mostly_capped: Run) -> None:
    length = told(gather(mostly_capped), "rounds")[0]
    assert length.note == "When half of the games are over is not known: too many were stopped at the round limit."


def test_few_games_beyond_the_limit() -> None:
    note = "Half of the games are over by {} 50; when 9 of 10 are is not known: too many were stopped at the round limit."
    assert wording.length_note("rounds", {"median": 50, "p90": math.nan}) == note.format("round")
    assert wording.length_note("turns", {"median": 50, "p90": math.nan}) == note.format("turn")


def test_the_furthest_card_is_an_exploratory_finding(one: Run) -> None:
    material = cards(gather(one), ["Rope", "Lamp", "Ladder"])
    answer = next(answer for answer in wording.answers(material) if answer.figure == "opening_hand")
    assert plain(str(answer)).startswith(
        "Being dealt Rope instead of an average card is worth 5.0 points of win share (4.0 to 6.0; higher; margin 1 point;"
    )
    assert "the furthest of 2 cards, and so probably overstated" in str(answer)


def test_the_budget_says_what_was_not_measured(one: Run) -> None:
    items = {item.source: item for item in budget.budget(one)}
    assert list(items) == ["Sampling", "Line-ups", "Rulings", "Card set"]
    assert items["Sampling"].state == budget.MEASURED
    assert "points (win share of the first in turn order above an even split)" in plain(items["Sampling"].text)
    assert items["Line-ups"].state == budget.NOT_MEASURED
    assert items["Rulings"].state == items["Card set"].state == budget.NONE
    reconstructed = {item.source: item for item in budget.budget(with_manifest(gather(one), provenance="reconstructed"))}
    assert reconstructed["Card set"].state == budget.NOT_MEASURED


def test_several_line_ups_are_measured(sides: Comparison) -> None:
    material = two(sides)
    entries = tuple(
        dataclasses.replace(entry, manifest=entry.manifest.model_copy(update={"lineup": f"bot {place}"}))
        for place, entry in enumerate(material.entries)
    )
    items = {item.source: item for item in budget.budget(dataclasses.replace(material, entries=entries))}
    assert items["Line-ups"].state == budget.MEASURED
    assert plain(items["Line-ups"].text).startswith("between bot 0 and bot 1:")
    assert "rounds (length)" in plain(items["Line-ups"].text)


def test_no_verdict_and_no_interval_from_one_game(runs: Path) -> None:
    played = [duel(runs / f"single-{sides}", games=1, sides=sides) for sides in (6, 8)]
    for answer in wording.answers(compare(played, ["sides=6", "sides=8"])):
        assert answer.kind == Kind.UNDECIDED
        assert "no interval: too few games" in answer.details
    for source in (played[0], compare(played, ["sides=6", "sides=8"])):
        text = " ".join(str(answer) for answer in wording.answers(source))
        assert NOT_THERE not in text


def test_no_interval_is_told_where_nothing_varied(sides: Comparison) -> None:
    [answer] = told(with_difference(two(sides), "rounds", math.nan, math.nan, 0.5, difference=0.0), "rounds")
    assert "no interval: nothing was seen to vary" in answer.details


def test_capped_games_decide_a_verdict_on_win_shares(capped: Run) -> None:
    material = gather(capped)
    table = material.table("measures")
    first = table["measure"] == "first_excess"
    table.loc[first, ["value", "low", "high"]] = 0.02, 0.015, 0.025
    assert told(with_tables(material, measures=table), "first_excess")[0].kind != Kind.HIGHER
    none_capped = material.table("turn_order")
    none_capped[["excess_capped_low", "excess_capped_high"]] = none_capped[["excess", "excess"]].to_numpy()
    assert told(with_tables(material, measures=table, turn_order=none_capped), "first_excess")[0].kind == Kind.HIGHER


def test_a_comparison_says_how_many_games_were_stopped(capped: Run, runs: Path) -> None:
    other = duel(runs / "capped-8", target=LONG, equal_turns=True, round_cap=58, sides=8)
    material = gather(compare([capped, other], ["sides=6", "sides=8"]))
    share = f"{100 * sum(entry.capped for entry in material.entries) / 4000:.1f} % of the games of both were stopped at the round limit"
    [first], [length] = told(material, "first_excess"), told(material, "rounds")
    row = next(row for row in material.rows("differences") if row["measure"] == "first_excess")
    assert row["capped_low"] < row["low"]
    assert share in plain(first.note)
    assert f"{share}: lengths are at least what is said." in plain(length.note)


def test_what_an_asymmetric_interval_is_within(one: Run) -> None:
    table = pd.DataFrame({"share": [0.1, 0.5], "low": [0.09, 0.49], "high": [0.14, 0.52]})
    assert wording.farthest(table) == pytest.approx(0.04)
    assert wording.within(math.nan, "points") == "interval unknown"


@pytest.mark.parametrize(
    ("fields", "tuned"),
    [
        ({}, True),
        ({"changed": {"alarm_start": -1}}, True),
        ({"changed": {"hand_size": 4}}, False),
        ({"patches": ("items.rope.copies=0",)}, False),
        ({"card_set": "mine"}, False),
        ({"bots": (Bot(name="random", kind="random"),)}, False),
        ({"bots": (Bot(name="bots/own.toml", kind="rated"),)}, False),
    ],
)
def test_levels_are_tuned_only_at_the_setting_they_were_tuned_at(one: Run, fields: dict[str, object], tuned: bool) -> None:
    variants = (Variant("longer", "", {"alarm_start": -1}),)
    material = with_manifest(gather(one), calibrated_on=("rounds",), **fields)
    material = dataclasses.replace(material, spec=dataclasses.replace(material.spec, variants=variants))
    assert wording.tuned_everywhere(material) == (("rounds",) if tuned else ())
    assert ("tuned, not found" in told(material, "rounds")[0].details) == tuned
    assert ("cards tuned on" in wording.state_line(material)) == tuned


def test_the_badge_names_what_was_tuned_only_if_that_holds_for_every_variant(sides: Comparison) -> None:
    material = with_manifest(two(sides), calibrated_on=("rounds",), changed={})
    assert "cards tuned on rounds" in wording.state_line(material)
    entries = (
        material.entries[0],
        dataclasses.replace(material.entries[1], manifest=material.entries[1].manifest.model_copy(update={"patches": ("a.b.c=1",)})),
    )
    assert "cards tuned" not in wording.state_line(dataclasses.replace(material, entries=entries))


def test_random_bots_are_no_evidence(one: Run) -> None:
    assert wording.RANDOM_WARNING not in wording.state_line(one)
    material = with_manifest(gather(one), bots=(Bot(name="random", kind="random"), Bot(name="mixed", kind="rated")))
    assert wording.RANDOM_WARNING in wording.state_line(material)
    assert any("never evidence" in text for text in trust(material, "").not_simulated)
    assert not any("never evidence" in text for text in trust(gather(one), "").not_simulated)


def test_a_game_has_its_own_words_for_the_first_and_for_the_length(one: Run) -> None:
    material = gather(one)
    spec = dataclasses.replace(material.spec, first="the starter", length_name="Bouts", length_text="A Bout is a throw of each.")
    first, length = spec.core_measures[:2]
    assert (first.label, length.name, length.unit) == ("win share of the starter above an even split", "rounds", "Bouts")
    table = material.table("measures")
    for measure in (first, length):
        table.loc[table["measure"] == measure.name, ["label", "unit"]] = measure.label, measure.unit
    named = with_tables(dataclasses.replace(material, spec=spec), measures=table)
    answers = wording.answers(named)
    assert plain(answers[0].sentence).startswith("The starter wins 1")
    assert plain(answers[1].sentence).endswith(" Bouts on average")
    assert "over by Bout 5, 9 of 10 by Bout 6." in answers[1].note
    page = Page(render(named, command=""))
    assert "9 of 10 games are over by Bout 6. A Bout is a throw of each." in page.text
    assert "won by the first (the starter), second" in page.text
    assert "Length in Bouts" in page.tables
    assert "rounds" not in " ".join(" ".join(row) for row in page.tables["Length in Bouts"])


def test_what_is_noted_of_one_number_of_players_is_not_said_of_several(by_players: list[Run]) -> None:
    material = gather(by_players)
    table = material.table("measures")
    rows = table["measure"] == "first_excess"
    table.loc[rows, ["value", "low", "high"]] = 0.003, -0.007, 0.013
    [answer] = told(with_tables(material, measures=table), "first_excess")
    assert answer.sentence.startswith("With 2 and 3 players, whether the first in turn order wins more or less")
    assert answer.note == ""


def test_the_games_that_several_open_verdicts_need_are_the_most(sides: Comparison) -> None:
    material = with_difference(gather(sides), "first_excess", -0.007, 0.013, 0.01)
    table = material.table("differences")
    table.loc[table["measure"] == "first_excess", "games_needed"] = [1000.0, 83412.0]
    [answer] = told(with_tables(material, differences=table), "first_excess")
    assert plain(answer.note) == "About 84,000 games would narrow the interval to half the margin."


def test_one_sentence_where_no_game_went_another_way(runs: Path, one: Run) -> None:
    limits = {name: duel(runs / f"limit-{name}", round_cap=name) for name in (300, 400)}
    found = wording.answers(compare([one, limits[300]], ["round_cap=200", "round_cap=300"]))
    assert [plain(str(answer)) for answer in found] == [
        "In all 2,000 games nothing changed with round cap 300 instead of 200: this setting did not come into play "
        "(comes into play in 0.1 % of games at most; mixed bots; no cards)."
    ]
    both = wording.answers(compare([one, *limits.values()], ["round_cap=200", "round_cap=300", "round_cap=400"]))
    assert [plain(answer.sentence) for answer in both] == [
        "In all 2,000 games nothing changed with round cap 300 or 400 instead of 200: these settings did not come into play"
    ]
    shorter = compare([one, limits[300], duel(runs / "limit-5", round_cap=5)], ["round_cap=200", "round_cap=300", "round_cap=5"])
    idle, *others = wording.answers(shorter)
    assert "nothing changed with round cap 300 instead of 200" in idle.sentence
    assert others
    assert all("300" not in answer.text for answer in others)
    text = Page(render(shorter, command="")).text
    assert "Nothing changed" in text
    few = wording.answers(compare([duel(runs / f"few-{cap}", games=1, round_cap=cap) for cap in (200, 300)], ["a", "b"]))
    assert [plain(str(answer)) for answer in few] == [
        "In the one game nothing changed with b instead of a: this setting did not come into play "
        "(no interval: too few games; mixed bots; no cards)."
    ]


def test_few_games_make_no_claim_about_every_game(runs: Path) -> None:
    for games, every in ((1, "In the one game one player wins alone"), (wording.FEW_GAMES - 1, "In all 29 games one player wins alone")):
        run = duel(runs / f"few-{games}", games=games)
        told_all = wording.answers(run)
        assert "So few games tell little about when most are over." in told_all[1].note
        [outcome] = [answer for answer in told_all if answer.topic == wording.OUTCOMES]
        assert plain(outcome.sentence) == every
        assert outcome.details.endswith("; so few games tell little")
        text = Page(render(run, command="")).text
        assert "9 of 10 by" not in text
        assert "9 of 10 games are over" not in text
        assert "Every game ended" not in text
    enough = " ".join(str(answer) for answer in wording.answers(duel(runs / "enough", games=wording.FEW_GAMES)))
    assert "In every game one player wins alone" in enough
    assert "so few" not in enough.lower()


def test_no_games_are_asked_for_that_were_played_already(sides: Comparison) -> None:
    """An interval narrower than half the margin that crosses it: more games are not what is missing."""
    low, high = (0.01 * end for end in INTERVALS[Kind.HIGHER_SIZE_OPEN])
    [answer] = told(with_difference(two(sides), "first_excess", low, high, 0.01, games_needed=10.0), "first_excess")
    assert "would narrow" not in str(answer)
    assert "the difference lies near the margin" in answer.note
