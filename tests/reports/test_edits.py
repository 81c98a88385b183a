"""Cards that are not the same in all variants: named, told cell by cell, and before all others."""

import dataclasses

import pytest

from analyses.compare import Comparison
from reports import budget, describe
from reports.edits import Edit, edited_words, edits
from reports.figures import figure
from reports.material import Material, gather
from reports.page import render
from simcore.store import Run
from tests.reports.tools import COMMAND, Page, cards, plain, with_manifest

NAMES = [f"Tool {place}" for place in range(30)]
MIDDLE, GONE = "card_15", "card_3"


def tables(**copies: int) -> dict[str, list[dict[str, object]]]:
    """The card table of the toy material, with these numbers of copies instead of one; without the cards of which there are none."""
    rows = [{"slug": f"card_{place}", "name": name, "copies": copies.get(f"card_{place}", 1)} for place, name in enumerate(NAMES)]
    return {"items": [row for row in rows if row["copies"]]}


@pytest.fixture
def edited(sides: Comparison) -> Material:
    """In one variant there are two of a card in the middle, in the other one also a card less."""
    material = with_manifest(cards(gather(sides), NAMES), tables=tables(), provenance="reconstructed")
    own = {"sides=4": tables(card_15=2), "sides=8": tables(card_15=3, card_3=0)}
    entries = tuple(
        dataclasses.replace(entry, manifest=entry.manifest.model_copy(update={"tables": own.get(entry.variant, tables())}))
        for entry in material.entries
    )
    return dataclasses.replace(material, entries=entries)


def test_edits_are_told_cell_by_cell(edited: Material) -> None:
    assert edits(edited) == [
        Edit("items", GONE, "Tool 3", {"": "in the set"}, {"sides=8": {"": "removed"}}),
        Edit("items", MIDDLE, "Tool 15", {"copies": "1"}, {"sides=4": {"copies": "2"}, "sides=8": {"copies": "3"}}),
    ]
    assert describe.remarks(edited, "cards") == [
        "Tool 3: in the set → removed in sides 8",
        "Tool 15, copies: 1 → 2 in sides 4 and 3 in sides 8",
    ]
    page = Page(render(edited, command=COMMAND))
    assert page.tables["Edited cards"] == [
        ["card", "what", "6", "4", "8"],
        ["Tool 3", "the card", "in the set", "in the set", "removed"],
        ["Tool 15", "copies", "1", "2", "3"],
    ]
    assert "2 cards are edited: Tool 3 and Tool 15." in plain(page.text)


def test_edited_cards_come_first(edited: Material) -> None:
    shown = describe.outermost_cards(edited, edited.players[0])
    assert shown["card"].tolist()[:4] == [GONE, MIDDLE, "card_0", "card_1"]
    assert shown["card"].tolist()[-1] == "card_29"
    assert shown["edited"].tolist() == [True, True] + [False] * (describe.MOST_CARDS_COMPARED - 2)
    [axes] = figure(edited, "opening_hand").axes
    assert [label.get_text() for label in axes.get_yticklabels()][:3] == ["Tool 3", "Tool 15", "Tool 0"]
    page = Page(render(edited, command=COMMAND))
    for title in (
        "Being dealt a card, for each card",
        "How often a card dealt is used",
        "Association, not effect: who held or used a card",
    ):
        header, *rows = page.tables[title]
        assert [row[header.index("card")] for row in rows][:3] == ["Tool 3", "Tool 15", "Tool 0"], title
    assert "about their difference. Shown of the others: the 5 highest and the 5 lowest; the table has all." in plain(page.text)


def test_edits_of_reconstructed_cards_measure_no_card_set(edited: Material) -> None:
    [found] = [one for one in budget.budget(edited) if one.source == "Card set"]
    assert found.state == budget.NOT_MEASURED
    assert found.text.startswith("2 edited")


def test_where_nothing_is_edited_nothing_is_said(sides: Comparison, one: Run) -> None:
    for material in (cards(gather(sides), NAMES), gather(one)):
        assert edits(material) == []
        assert edited_words(edits(material)) == ""
        assert not describe.outermost_cards(cards(material, NAMES), material.players[0])["edited"].any()


def test_a_single_run_of_an_own_set_is_compared_with_the_shipped_one(one: Run) -> None:
    own = with_manifest(gather(one), card_set="mine", tables=tables(), provenance="rulebook")
    assert [edit.after for edit in edits(own)][:1] == [{"": {"": "added"}}]  # the duel ships no card
    assert edited_words(edits(own)) == "30\u00a0cards are edited"
