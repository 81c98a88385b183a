"""Fixtures of the tests of one game. Its own `conftest.py` has `scenario`: its module of that name, which says what is played."""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import pytest

ENGINES = {"kernel": "KernelGame", "reference": "ReferenceGame"}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, scenario: Any) -> Any:
    """The game as the kernels play it, and as the plain-Python reference does."""
    return getattr(scenario, ENGINES[request.param])


@pytest.fixture
def situation(engine: Any, scenario: Any) -> Callable[..., Any]:
    """Makes a prepared situation: `situation(players, settings={name: value})`, and what else the game's `Scenario` takes."""
    return functools.partial(scenario.Scenario, engine)


@pytest.fixture
def new_game(engine: Any) -> Callable[..., Any]:
    """Makes a game that has been set up."""

    def make(players: int = 3, seed: int = 1, settings: Mapping[str, Any] | None = None) -> Any:
        game = engine(players, settings or {})
        game.start(seed)
        return game

    return make


@pytest.fixture(scope="session")
def cards(scenario: Any) -> Any:
    """The shipped card set, as the reference reads it."""
    return scenario.reference.read_cards(scenario.CARDS)
