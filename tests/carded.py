"""A duel with a card table beside it and a column of that table: how the engine stores and names one, with nothing to compile."""

import dataclasses
from typing import Any

import numpy as np
import pytest

import simcore
from simcore.rulebook import load_rulebook
from simcore.runner import Player, make_manifest
from simcore.spec import Column
from simcore.store import Manifest, Run, create_run, table_of, write_part

CAPACITY = 5
SLUGS = ("rope", "lamp", "01")
FOUND = Column("found", "How often the thing was found.", "finds", per="things", kind="int8", capacity=CAPACITY)
DUEL = simcore.game("duel")
CARDED = dataclasses.replace(DUEL, columns=(FOUND,))
NO_CARD = 10_000
"""What stands in the places of the record that no card of the set has: too large for the column, and of no account."""


def a_manifest(monkeypatch: pytest.MonkeyPatch, games: int = 40, slugs: tuple[str, ...] = SLUGS) -> Manifest:
    """A run of it; until the end of the test this is the game of the duel's name."""
    manifest = make_manifest("duel", players=3, games=games, seed=7)
    monkeypatch.setattr(simcore, "game", {"duel": CARDED}.__getitem__)
    return manifest.model_copy(update={"tables": {"things": [{"slug": slug, "name": slug.title()} for slug in slugs]}})


def rows_of(manifest: Manifest) -> np.ndarray[Any, Any]:
    """The duel's rows, with finds that grow from game to game, faster with each card, beginning with none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simcore, "game", {"duel": DUEL}.__getitem__)
        played = Player(manifest, load_rulebook(DUEL)).rows(0, manifest.games)
    rows = np.zeros(manifest.games, CARDED.result)
    for name in DUEL.result.names or ():
        rows[name] = played[name]
    rows["found"] = np.arange(manifest.games)[:, None] * np.arange(1, CAPACITY + 1)
    rows["found"][:, len(manifest.slugs("things")) :] = NO_CARD
    return rows


def a_run(monkeypatch: pytest.MonkeyPatch, directory: Any, games: int = 40) -> tuple[Run, np.ndarray[Any, Any]]:
    """A run of it on disk, and its rows."""
    manifest = a_manifest(monkeypatch, games)
    rows = rows_of(manifest)
    run = create_run(directory, manifest)
    write_part(run.path, 0, table_of(manifest, rows))
    return run, rows
