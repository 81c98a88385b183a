"""Random games played side by side by the kernels and by the plain-Python reference: everything has to agree after every action."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from simcore.rulebook import Rulebook, load_rulebook
from tests.games.infiltration.reference import Game, LoggedChance, RandomChance, read_cards
from tests.games.infiltration.scenario import CARDS, SPEC, kernel_result, kernel_table

GAMES_PER_TABLE = 20
SEED = 20120

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
PLAYER_COUNTS = (4, 2, 3, 5, 6)
STYLES = (
    {},
    {"advance": 4.0, "retreat": 0.1, "door": 1.0},
    {"advance": 2.0, "retreat": 0.2, "item": 3.0},
    {"interface": 3.0, "retreat": 0.3, "item": 0.5},
)
"""How the random players of a game lean: weights of action words, so that games get deep into the building too."""


def tables() -> list[tuple[int, dict[str, Any]]]:
    """Player counts with settings: the default, each value of each switch alone, then random combinations of them all."""
    chance = random.Random(SEED)
    alone = [{}, {}, {"take_action": "extract"}] + [{name: value} for name, values in SWITCHES.items() for value in values[1:]]
    mixed = [{name: chance.choice(values) for name, values in SWITCHES.items()} for _ in range(100 - 5 * len(alone) // 2)]
    return list(zip(itertools.cycle(PLAYER_COUNTS), [*alone, *alone[::-1], *mixed], strict=False))
