"""Fixtures of the Infamy tests."""

from typing import Any

import pytest

from tests.games.infamy import scenario as module


@pytest.fixture(scope="session")
def scenario() -> Any:
    """What is played."""
    return module
