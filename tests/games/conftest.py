"""Fixtures of the tests of one game. Its own `conftest.py` has `scenario`: its module of that name, which says what is played."""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from simcore.rulebook import Rulebook, load_rulebook
from tests.games.own_cards import copy_of

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


@pytest.fixture(scope="module")  # not longer: the next module may be of another game
def cards(scenario: Any) -> Any:
    """The shipped card set, as the reference reads it."""
    return scenario.reference.read_cards(scenario.CARDS)


@pytest.fixture(scope="module")  # not longer: the next module may be of another game
def book(scenario: Any) -> Rulebook:
    """The rulebook as it is shipped."""
    return load_rulebook(scenario.SPEC)


@pytest.fixture
def own(scenario: Any, tmp_path: Path) -> Path:
    """A copy of the shipped card set, to be changed."""
    return copy_of(scenario.SPEC, tmp_path)
