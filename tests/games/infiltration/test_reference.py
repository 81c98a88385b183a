"""Random games played side by side by the kernels and by the plain-Python reference: everything has to agree after every action."""

import random
from collections import Counter
from typing import Any

import pytest

from simcore.rulebook import load_rulebook
from tests.games.chance import RandomChance
from tests.games.infiltration.random_cards import random_patches
from tests.games.infiltration.reference import Game, read_cards
from tests.games.infiltration.scenario import CARDS, SPEC, kernel_result
from tests.games.side_by_side import SideBySide
from tests.games.tables import kernel_table

SHIPPED_TABLES = 100
RANDOM_TABLES = 15
GAMES_A_TABLE = 20
GAMES_ALONE = 100
LONG_GAME = 60
"""Rounds after which games with random cards are stopped."""
SEED = 2012

SWITCHES: dict[str, tuple[Any, ...]] = {
    "take_action": ("download", "extract"),
    "alarm_start": (0, -1, 1),
    "first_player_role": ("passes_left", "fixed"),
    "reveal_by": ("any_entry", "advance"),
    "room_move_effects": ("start", "arrival"),
    "removed_slot_releases": ("nothing", "files"),
    "secret_door": ("choice", "forced"),
    "secret_exit": ("exit_or_back", "back", "stuck"),
    "pushed_out_escapes": ("yes", "no"),
    "caught_score": ("eliminated", "ranked"),
    "release": ("out", "not_out", "kept"),
    "extract_count": ("resolution", "snapshot", "first"),
}
PARAMETERS: dict[str, tuple[int, ...]] = {
    "hand_size": (4, 0, 10),
    "first_download": (2, 3),
    "later_download": (1, 2),
    "extract_alone": (4, 3),
    "extract_two": (2, 3),
    "extract_more": (1, 0),
    "die_sides": (6, 4),
    "proximity_start": (0, 30),
    "proximity_limit": (99, 60),
}
PLAYER_COUNTS = (4, 2, 3, 5, 6)
STYLES: tuple[dict[str, float], ...] = (
    {},
    {"advance": 4.0, "retreat": 0.1, "item": 1.5},
    {"advance": 2.0, "retreat": 0.2, "item": 3.0},
    {"interface": 3.0, "retreat": 0.3, "item": 0.5},
)
"""How the players of a game lean: weights of action words, so that games lead deep into the building too."""


def settings_of(number: int) -> dict[str, Any]:
    """Settings of a table: the default, each value of each switch alone three times over, then everything at random."""
    alone = [{}] + [{name: value} for name, values in SWITCHES.items() for value in values[1:]]
    if number < 3 * len(alone):
        return alone[number % len(alone)]
    chance = random.Random(number)
    settings = {name: chance.choice(values) for name, values in SWITCHES.items()}
    return settings | {name: values[chance.random() < 0.2 and chance.randrange(len(values))] for name, values in PARAMETERS.items()}


class Sides(SideBySide):
    """Kernels and reference of Infiltration."""

    SEED = SEED

    def difference(self, reference: Any) -> str | None:
        return None if reference.capped else super().difference(reference)  # the driver stops a game at the cap where it stands

    def result(self) -> dict[str, Any]:
        return kernel_result(self.table)


def play(number: int, settings: dict[str, Any], patches: dict[str, Any]) -> None:
    """Play the games of a table on both sides, by random players who lean."""
    book = load_rulebook(SPEC, settings | patches)
    table = kernel_table(book, PLAYER_COUNTS[number % len(PLAYER_COUNTS)])
    cards = read_cards(CARDS, patches)
    sides = Sides(table, book, lambda chance: Game(cards, table.seats, chance, book.settings))
    for game in range(number * GAMES_A_TABLE, (number + 1) * GAMES_A_TABLE):
        style = STYLES[game % len(STYLES)]
        assert sides.play(game, lambda chance, actions, style=style: lean(chance, actions, style))


def lean(chance: random.Random, actions: list[Any], style: dict[str, float]) -> Any:
    """A random action."""
    [action] = chance.choices(actions, [style.get(words[0], 1.0) for words in actions])
    return action


@pytest.mark.parametrize("number", range(SHIPPED_TABLES))
def test_random_games_agree(number: int) -> None:
    play(number, settings_of(number), {})


@pytest.mark.parametrize("number", range(SHIPPED_TABLES, SHIPPED_TABLES + RANDOM_TABLES))
def test_games_with_random_cards_agree(number: int) -> None:
    play(number, settings_of(number) | {"round_cap": LONG_GAME}, random_patches(number, read_cards(CARDS)))


def assert_nothing_is_lost(game: Game) -> None:
    """Every token and every card is somewhere, once."""
    files = [game.reserve, game.void, *(room.files for room in game.rooms), *(agent.files for agent in game.agents)]
    assert tuple(map(sum, zip(*files, strict=True))) == game.cards.files
    assert game.slot_tokens + sum(room.locks + room.scientists for room in game.rooms) == 13
    assert game.interface_tokens + sum(room.interface_tokens for room in game.rooms) == 13
    items = game.item_pile + game.discarded + [lying.item for room in game.rooms for lying in room.lying]
    for agent in game.agents:
        items += agent.items + [agent.selected[1] for _ in range(agent.selected is not None and agent.selected[0] == "item")]
    assert sorted(items) == sorted(game.cards.items)


def test_the_reference_loses_nothing_and_meets_every_decision_and_ending() -> None:
    """Games of the reference alone: every state is checked, and what is asked and what decides is counted."""
    asked: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    shipped = read_cards(CARDS)
    for number in range(GAMES_ALONE):
        chance = random.Random(number)
        for cards in (shipped, read_cards(CARDS, random_patches(number, shipped))):
            game = Game(cards, PLAYER_COUNTS[number % 5], RandomChance(chance), settings_of(number) | {"round_cap": LONG_GAME})
            while game.decision is not None:
                asked[game.decision.name] += 1
                assert_nothing_is_lost(game)
                game.apply(lean(chance, game.decision.legal, STYLES[number % len(STYLES)]))
            decided[game.result()["decided_by"]] += 1
    assert set(asked) == {
        *("select", "agent_order", "alternative", "operative", "move", "door", "room", "token", "discard", "destroy", "may"),
        *("npc_order", "npc_leave"),
    }
    assert set(decided) >= {"nobody", "shared", "sole_survivor", "score", "file_count"}
