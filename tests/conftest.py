"""What all tests share: games compiled once, before the workers start."""

import os
import sys

import pytest

import simcore

os.environ.setdefault("MPLBACKEND", "Agg")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every game in the process that starts the workers, so that each worker finds its code on disk."""
    if (
        hasattr(session.config, "workerinput")
        or session.config.option.collectonly
        or not getattr(session.config.option, "numprocesses", None)
    ):
        return
    from simcore.runner import compile_game

    for name in simcore.GAMES:
        print(f"compiling {name}", file=sys.stderr)
        compile_game(simcore.game(name))


@pytest.fixture(params=simcore.GAMES)
def game_name(request: pytest.FixtureRequest) -> str:
    """Every game in turn."""
    name: str = request.param
    return name
