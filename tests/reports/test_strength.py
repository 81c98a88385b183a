"""What a page says of how strong its bots are."""

import pytest

import simcore
from reports import strength
from reports.material import gather
from reports.page import render
from reports.strength import Measured, Rung, how_strong, measured_of, stamp_of_bot, stamp_of_cards
from reports.trust import trust
from simcore.lineups import bot_names, load_bot
from simcore.runner import make_manifest
from simcore.store import Run
from tests.reports.tools import COMMAND, plain

DUEL = simcore.game("duel")
GREEDY, MIXED = load_bot(DUEL, "greedy"), load_bot(DUEL, "mixed")
MANIFEST = make_manifest("duel", 4, 100, 7, "mixed")
RUNG = Rung(plays=stamp_of_bot(MIXED), games=4000, credit=(0.331, 0.312, 0.3505), excess=(0.084, 0.065, 0.104))


def measured(**changes):
    found = {
        "players": 4,
        "rules_version": DUEL.rules_version,
        "cards": stamp_of_cards(MANIFEST),
        "yardstick": "greedy",
        "yardstick_plays": stamp_of_bot(GREEDY),
        "bots": {"mixed": RUNG},
    }
    return Measured(**found | changes)


@pytest.fixture
def told(monkeypatch):
    def tell(bot=MIXED, manifest=MANIFEST, **changes):
        monkeypatch.setattr(strength, "measured_of", lambda spec: measured(**changes))
        return plain(how_strong([manifest], bot))

    return tell


def test_a_measured_bot_has_its_wins_among_rivals_of_the_yardstick(told):
    assert told() == (
        "One seat of it against 3 seats of greedy wins 33.1 % (31.2 to 35.0): 8.4 points more than an even split (6.5 to 10.4; "
        "4,000 games of 4 players, rules and cards as they come)."
    )
    weak = RUNG.model_copy(update={"credit": (0.01, 0.005, 0.02), "excess": (-0.24, -0.245, -0.23)})
    assert "24.0 points less than an even split (23.0 to 24.5" in told(bots={"mixed": weak})
    assert "One seat of it against a seat of greedy wins" in told(players=2)
    assert told(bot=GREEDY) == "The others are measured by it."


def test_figures_of_something_else_are_not_told(told):
    assert told(cards="0123456789ab") == "How strong it is was measured on other cards."
    assert told(rules_version=DUEL.rules_version + 1) == "How strong it is was measured by other rules."
    assert told(bots={"mixed": RUNG.model_copy(update={"plays": "0123456789ab"})}) == "How strong it is was measured with other weights."
    assert told(yardstick_plays="0123456789ab") == "How strong it is was measured among rivals with other weights than greedy has now."
    other = GREEDY.model_copy(update={"spread": 0.5})
    assert told(bot=other) == "How strong it is with these weights has not been measured."
    own_cards = MANIFEST.model_copy(update={"tables": {"items": [{"slug": "rope"}]}})
    assert told(manifest=own_cards) == "How strong it is was measured on other cards."


def test_what_was_not_measured_has_the_command_that_does(told, monkeypatch):
    own = MIXED.model_copy(update={"name": "./mine.toml"})
    assert told(bot=own) == "How strong it is has not been measured; heistlab ladder duel --bots ./mine.toml,greedy does."
    monkeypatch.setattr(strength, "measured_of", lambda spec: None)
    assert how_strong([MANIFEST], MIXED) == "How strong it is has not been measured."


def test_names_and_sentences_are_no_part_of_how_a_bot_plays():
    assert stamp_of_bot(MIXED.model_copy(update={"name": "other", "text": "Another."})) == stamp_of_bot(MIXED)
    assert stamp_of_bot(MIXED.model_copy(update={"spread": 0.1})) != stamp_of_bot(MIXED)


def test_the_page_says_it_of_every_bot(one: Run) -> None:
    sentences = dict(trust(gather(one), COMMAND).bots)
    assert list(sentences) == ["mixed"]
    assert sentences["mixed"].startswith(f"{MIXED.text} One seat of it against")
    assert plain(sentences["mixed"]) in plain(render(one, command=COMMAND).replace("&#39;", "'"))


def test_what_comes_with_a_game_is_of_its_bots_as_they_are(game_name):
    """It fails when weights, cards or rules have changed: `python scripts/strength.py GAME` measures anew."""
    spec = simcore.game(game_name)
    found = measured_of(spec)
    assert found is not None
    assert {found.yardstick, *found.bots} == set(bot_names(spec))
    for name in bot_names(spec):
        bot = load_bot(spec, name)
        assert "measured" not in how_strong([make_manifest(game_name, bots=name)], bot).replace("The others are measured by it.", "")
