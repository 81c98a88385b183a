"""Games of the duel held in memory, as runs that analyses can read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simcore.lineups import DEFAULT_LINEUP
from simcore.runner import Player, make_manifest
from simcore.spec import GameBatch, GameSpec
from simcore.store import Manifest, batch_of


@dataclass(frozen=True)
class Played:
    """A run in memory: what analyses need of `simcore.store.Run`.

    Attributes
    ----------
    manifest : Manifest
    batch : GameBatch
        All of its games.
    changed_spec : GameSpec or None
        A game with further columns, which have been added to the rows.
    """

    manifest: Manifest
    batch: GameBatch
    changed_spec: GameSpec | None = None

    @property
    def spec(self) -> GameSpec:
        """The game played."""
        return self.changed_spec or self.manifest.spec

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.batch)

    def batches(self) -> Iterator[GameBatch]:
        """The games in one piece."""
        yield self.batch

    def cut(self, first: int, games: int) -> "Played":
        """Some of the games, as a run of their own with a seed of its own."""
        start = first * games
        batch = self.batch.where(slice(start, start + games))
        numbers = {name: batch[name] - batch[name][0] for name in ("game", "deal")}
        manifest = self.manifest.model_copy(update={"games": games, "seed": self.manifest.seed + first})
        return replace(self, manifest=manifest, batch=GameBatch(batch.spec, batch.seats, {**batch.columns, **numbers}))


def play(settings: Mapping[str, Any], players: int, games: int, seed: int, bots: str = DEFAULT_LINEUP) -> Played:
    """Play games of the duel.

    Parameters
    ----------
    settings : mapping
    players, games, seed : int
    bots : str
    """
    manifest = make_manifest("duel", players=players, games=games, seed=seed, settings=dict(settings), bots=bots)
    return Played(manifest, batch_of(manifest, Player(manifest).rows(0, games)))


def mixed(first: Played, second: Played, share: float, generator: np.random.Generator) -> Played:
    """The first run, with some games at random taken from the second: as a run that shares the first one's deals."""
    taken = generator.random(first.games) < share
    columns = {}
    for name, values in first.batch.columns.items():
        columns[name] = np.where(taken if values.ndim == 1 else taken[:, None], second.batch[name], values)
    return replace(first, batch=GameBatch(first.spec, first.batch.seats, columns))
