"""Progress on standard error: a bar on a terminal, otherwise a plain line now and then."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from heistlab import signals
from heistlab.console import say
from simcore.runner import Watch

FIRST_LINE_SECONDS, NEXT_LINE_SECONDS = 2.0, 10.0
"""Off a terminal: silence before the first line, and between two lines."""


AT_MOST = "at most "
"""Before numbers of games of which fewer may be played."""


class Teller(Protocol):
    """Who is told how far playing has come."""

    def watch(self) -> Watch:
        """For the run that is played next."""

    def run_done(self, games: int) -> None:
        """A run of so many games is complete."""


class Quiet:
    """Tells nobody."""

    def watch(self) -> Watch:
        """For the run that is played next."""
        return Watch()

    def run_done(self, games: int) -> None:
        """A run of so many games is complete."""


@contextmanager
def telling(title: str, games: int, at_most: bool = False) -> Iterator[Teller]:
    """Tell on standard error.

    Parameters
    ----------
    title : str
        Game that is played.
    games : int
        To be played in all runs together.
    at_most : bool
        Whether fewer are, as soon as enough is known.
    """
    console = Console(stderr=True, force_jupyter=False)
    if not console.is_terminal:
        yield _Lines(title, games, AT_MOST if at_most else "")
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield _Bars(f"{title} until enough is known" if at_most else title, games, progress)


class _Lines:
    """Plain lines, seldom."""

    def __init__(self, title: str, games: int, most: str) -> None:
        self._title, self._games, self._most = title, games, most
        self._before = 0
        self._compiled_line = 0.0
        self._start: tuple[float, int] | None = None
        self._next_line = FIRST_LINE_SECONDS

    def watch(self) -> Watch:
        return Watch(self._compiling, self._playing)

    def run_done(self, games: int) -> None:
        self._before += games

    def _compiling(self, done: int, total: int) -> None:
        signals.check()
        now = time.monotonic()
        if done == 0:
            say(f"compiling {self._title}: {total} kernels; later starts are warm")
            self._compiled_line = now
        elif now - self._compiled_line >= NEXT_LINE_SECONDS:
            say(f"compiling {self._title}: {done} of {total}")
            self._compiled_line = now

    def _playing(self, done: int, asked: int) -> None:
        signals.check()
        now, played = time.monotonic(), self._before + done
        start, first = self._start = self._start or (now, played)
        seconds = now - start
        if seconds >= self._next_line and first < played < self._games:
            self._next_line = seconds + NEXT_LINE_SECONDS
            left = seconds / (played - first) * (self._games - played)
            say(f"{played:,} of {self._most}{self._games:,} games, {self._most}{left:.0f} s left")


class _Bars:
    """A bar for compiling and one for playing."""

    def __init__(self, title: str, games: int, progress: Progress) -> None:
        self._title, self._games, self._progress = title, games, progress
        self._before = 0
        self._compiling_task: TaskID | None = None
        self._playing_task: TaskID | None = None

    def watch(self) -> Watch:
        return Watch(self._compiling, self._playing)

    def run_done(self, games: int) -> None:
        self._before += games

    def _compiling(self, done: int, total: int) -> None:
        signals.check()
        if self._compiling_task is None:
            self._compiling_task = self._progress.add_task(f"compiling {self._title} (once)", total=total)
        self._progress.update(self._compiling_task, completed=done)

    def _playing(self, done: int, asked: int) -> None:
        signals.check()
        if self._compiling_task is not None:
            self._progress.remove_task(self._compiling_task)
            self._compiling_task = None
        if self._playing_task is None:
            self._playing_task = self._progress.add_task(f"playing {self._title}", total=self._games, completed=self._before + done)
        self._progress.update(self._playing_task, completed=self._before + done)
