"""What the last section says was changed."""

from reports.edits import Cell, differing_cells
from reports.material import gather
from reports.page import render
from reports.trust import CARD_SET, trust
from simcore.store import Run
from tests.reports.tools import COMMAND, plain, with_manifest

SHIPPED_CARDS = {
    "items": [
        {"slug": "rope", "name": "Rope", "copies": 1, "effect": ""},
        {"slug": "lamp", "name": "Lamp", "copies": 1, "effect": "move 1"},
    ]
}
OWN_CARDS = {
    "items": [
        {"slug": "rope", "name": "Rope", "copies": 2, "effect": "pick 1"},
        {"slug": "saw", "name": "Saw", "copies": 1, "effect": ""},
    ]
}


def test_the_cells_of_an_own_card_set_that_differ() -> None:
    assert differing_cells(OWN_CARDS, SHIPPED_CARDS) == [
        Cell("items.rope.copies", "2", "1"),
        Cell("items.rope.effect", "pick 1", "empty"),
        Cell("items.saw", "added", "not in the set"),
        Cell("items.lamp", "removed", "in the set"),
    ]
    assert differing_cells(OWN_CARDS, OWN_CARDS) == []


def test_an_own_card_set_is_never_the_default(one: Run) -> None:
    assert "every parameter, ruling and card is the default" in plain(render(one, command=COMMAND))
    own = with_manifest(gather(one), card_set="my cards", tables=OWN_CARDS, provenance="rulebook", patches=("items.rope.copies=2",))
    text = plain(render(own, command=COMMAND))
    assert "every parameter, ruling and card is the default" not in text
    changed = {rule.name: rule for rule in trust(own, COMMAND).changed}
    assert list(changed) == ["items.rope.copies", CARD_SET, "items.rope", "items.saw"]  # the duel ships no card
    assert changed[CARD_SET].values == "my cards"
    assert "my cards" in text


def test_nothing_is_claimed_of_how_an_own_card_set_was_tuned(one: Run) -> None:
    own = with_manifest(gather(one), card_set="my cards", tables=OWN_CARDS, provenance="rulebook")
    assert "is not known" in trust(own, COMMAND).tuned
    shipped = with_manifest(gather(one), tables=OWN_CARDS, provenance="rulebook")
    assert trust(shipped, COMMAND).tuned == "No measure was used to tune the card set."
