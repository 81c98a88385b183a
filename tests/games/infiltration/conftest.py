"""Fixtures of the Infiltration tests."""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.games.infiltration.reference import Cards, read_cards
from tests.games.infiltration.scenario import CARDS, KernelGame, ReferenceGame, Scenario

ENGINES = {"kernel": KernelGame, "reference": ReferenceGame}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Any:
    """The game as the kernels play it, and as the plain-Python reference does."""
    return ENGINES[request.param]


@pytest.fixture
def situation(engine: Any) -> Callable[..., Scenario]:
    """Makes a prepared situation: `situation(players, rooms={place: slug}, settings={name: value})`."""
    return functools.partial(Scenario, engine)


@pytest.fixture
def new_game(engine: Any) -> Callable[..., Any]:
    """Makes a game that has been set up; with `entry`, the first one with this room at the entrance."""

    def make(players: int = 3, seed: int = 1, settings: Mapping[str, Any] | None = None, entry: str | None = None) -> Any:
        game = engine(players, settings or {})
        game.start(seed)
        while entry is not None and game.named["rooms"][0]["room"] != entry:
            seed += 1
            game.start(seed)
        return game

    return make


@pytest.fixture(scope="session")
def cards() -> Cards:
    """The shipped card set, as the reference reads it."""
    return read_cards(CARDS)
