"""Fixtures of the Infamy tests."""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.games.infamy.reference import Cards, read_cards
from tests.games.infamy.scenario import CARDS, KernelGame, ReferenceGame, Scenario

ENGINES = {"kernel": KernelGame, "reference": ReferenceGame}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Any:
    """The game as the kernels play it, and as the plain-Python reference does."""
    return ENGINES[request.param]


@pytest.fixture
def situation(engine: Any) -> Callable[..., Scenario]:
    """Makes a prepared situation: `situation(players, settings={name: value})`."""
    return functools.partial(Scenario, engine)


@pytest.fixture
def new_game(engine: Any) -> Callable[..., Any]:
    """Makes a game that has been set up."""

    def make(players: int = 3, seed: int = 1, settings: Mapping[str, Any] | None = None) -> Any:
        game = engine(players, settings or {})
        game.start(seed)
        return game

    return make


@pytest.fixture(scope="session")
def cards() -> Cards:
    """The shipped card set, as the reference reads it."""
    return read_cards(CARDS)
