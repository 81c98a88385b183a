"""The duel has no cards."""

from collections.abc import Mapping
from typing import Any

from simcore.rulebook import Row

TABLES: dict[str, type[Row]] = {}


def problems(tables: Mapping[str, tuple[Row, ...]], box: bool = True) -> list[str]:
    """What is wrong with a card set as a whole; without `box`, only what is wrong with a patched one too."""
    return []


def clashes(settings: Mapping[str, Any], players: int) -> list[str]:
    """Settings that cannot be played together, one line each: none."""
    return []


def fill(rules: Any, tables: Mapping[str, tuple[Row, ...]]) -> None:
    """Write the cards into the rules record."""
