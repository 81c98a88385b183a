"""Reading a run's games in order, in slices that keep the games of one deal together."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
import pandas as pd

from simcore.errors import HeistlabError
from simcore.spec import GameBatch, GameSpec
from simcore.store import Manifest, Progress, open_run

Array = np.ndarray[Any, Any]

USER_ERROR = 2
"""Exit status after a request that cannot be carried out."""


class Source(Protocol):
    """What analyses need of a run; `simcore.store.Run` is one."""

    @property
    def spec(self) -> GameSpec:
        """The game played."""

    @property
    def manifest(self) -> Manifest:
        """What was asked for."""

    @property
    def games(self) -> int:
        """Games that are there, from game 0 without a gap."""

    def batches(self) -> Iterator[GameBatch]:
        """The games in order."""


class Question(Protocol):
    """Sums over games that answer one question; every batch holds whole deals."""

    def add(self, batch: GameBatch) -> object:
        """Count these games in."""


def whole_deals(batches: Iterable[GameBatch], rotations: int) -> Iterator[GameBatch]:
    """The same games in slices that do not cut a deal; only the last deal of all may lack games.

    Parameters
    ----------
    batches : iterable of GameBatch
        In game order, cut anywhere.
    rotations : int
        Games of a deal.
    """
    held: GameBatch | None = None
    for piece in batches:
        batch = piece if held is None else _joined(held, piece)
        held = None
        if len(batch) == 0:
            continue
        deal = batch["deal"]
        start = int(np.searchsorted(deal, deal[-1]))
        if len(batch) - start < rotations:
            held = batch.where(slice(start, None))
            batch = batch.where(slice(start))
        if len(batch):
            yield batch
    if held is not None:
        yield held


def ahead(batches: Iterator[GameBatch]) -> Iterator[GameBatch]:
    """The same batches, each read while the one before is looked at."""
    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(next, batches, None)
        while (batch := coming.result()) is not None:
            coming = reader.submit(next, batches, None)
            yield batch


def _joined(first: GameBatch, second: GameBatch) -> GameBatch:
    columns = {name: np.concatenate([first[name], second[name]]) for name in first.columns}
    return GameBatch(first.spec, first.seats, columns)


def games_of(run: Source) -> Iterator[GameBatch]:
    """A run's games in whole deals.

    Raises
    ------
    HeistlabError
        No game has been finished.
    """
    if run.games == 0:
        raise HeistlabError("the run holds no finished game yet")
    return whole_deals(run.batches(), run.manifest.rotations)


def read(run: Source, *questions: Question) -> None:
    """Put all games of a run before some questions, in one pass."""
    for batch in games_of(run):
        for question in questions:
            question.add(batch)


def progress_of(run: Source) -> Progress:
    """How a run was played, as far as it is known."""
    return getattr(run, "progress", Progress())


def asked_of(run: Source) -> int:
    """Games asked for, or those that told enough where playing stopped for that."""
    return progress_of(run).whole(run.manifest.games)


def bot_names(run: Source) -> list[str]:
    """Name of each entry of the line-up."""
    return [bot.name for bot in run.manifest.bots]


def card_tables(run: Source) -> dict[str, list[tuple[str, str]]]:
    """Slug and name of the cards of each table, in row order."""
    return {table: [(str(row["slug"]), str(row["name"])) for row in rows] for table, rows in run.manifest.tables.items()}


def show(tables: Callable[..., Mapping[str, pd.DataFrame]], arguments: Sequence[str] | None = None, fewest: int = 1) -> None:
    """Print the tables of the runs that the command line names: what `python -m analyses.<module> RUN` does.

    Parameters
    ----------
    tables : callable
        From the runs to tables by title.
    arguments : sequence of str, optional
        Instead of the command line's.
    fewest : int
        Runs that are needed; exactly one is taken if one is.

    Raises
    ------
    SystemExit
        With status 2 and one line, if that cannot be done.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if len(words) < fewest or fewest == 1 < len(words):
            raise HeistlabError(f"give {'one run directory' if fewest == 1 else f'at least {fewest} run directories'}, not {len(words)}")
        for title, table in tables(*(open_run(word) for word in words)).items():
            print(title)
            print(table.to_string(index=False))
            print()
    except HeistlabError as error:
        print(error, file=sys.stderr)
        raise SystemExit(USER_ERROR) from None
