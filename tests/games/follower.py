"""Somebody who is told the events of a game alone: what he then knows has to be what lies on the table."""

from typing import Any

from simcore.playout import Table
from simcore.rng import LOG_CAPACITY
from simcore.runner import make_manifest
from simcore.spec import NONE
from simcore.store import Manifest
from simcore.trace import table_for
from tests.games.tables import PlainState


def at_a_table(game: str, players: int, bots: str = "mixed", *, games: int, seed: int, **settings: Any) -> tuple[Manifest, Table]:
    """A run's request, and a table for its games."""
    manifest = make_manifest(game, players=players, games=games, seed=seed, bots=bots, settings=settings)
    return manifest, table_for(manifest)


class Follower:
    """What somebody knows of the table; a game's own says what events tell, and compares."""

    def answer(self, state: Any, action: int) -> None:
        """Take in what somebody does, where no event tells of it."""

    def follow(self, event: tuple[int, ...]) -> None:
        """Take in an event; each has to fit what was known before."""
        raise NotImplementedError

    def compare(self, state: Any) -> None:
        """The state has to be what was told."""
        raise NotImplementedError

    def compare_row(self, result: Any) -> None:
        """The row of the game has to count what was told."""

    def watch(self, table: Table, events: list[tuple[int, ...]]) -> None:
        """Follow a game to its end; `events` are those of its set-up."""
        while True:
            assert len(events) < LOG_CAPACITY / 2
            for event in events:
                self.follow(event)
            self.compare(PlainState(table))
            if table.state.actor == NONE:
                break
            action = table.choose()
            self.answer(PlainState(table), action)
            events = table.apply(action)
        self.compare_row(table.result())
