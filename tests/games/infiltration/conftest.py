"""Fixtures of the Infiltration tests."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.games.infiltration import scenario as module


@pytest.fixture(scope="session")
def scenario() -> Any:
    """What is played."""
    return module


@pytest.fixture
def new_game(new_game: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a game that has been set up; with `entry`, the first one with this room at the entrance."""

    def make(players: int = 3, seed: int = 1, settings: Mapping[str, Any] | None = None, entry: str | None = None) -> Any:
        game = new_game(players, seed, settings)
        while entry is not None and game.named["rooms"][0]["room"] != entry:
            seed += 1
            game.start(seed)
        return game

    return make
