"""Ctrl-C and SIGTERM on the command line: what is said, and the exit codes that shells expect."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import typer

from heistlab.repeat import PROGRAM

_SIGNALLED = 128
"""Exit code of a program that a signal has ended: this, plus the signal's number."""


class Terminated(KeyboardInterrupt):
    """SIGTERM: stop as for Ctrl-C, and say so in the exit code."""


def catch_terminate() -> None:
    """Make SIGTERM an exception, so that blocks that are done reach the disk."""
    signal.signal(signal.SIGTERM, _terminate)


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise Terminated


def exit_code(interrupt: BaseException) -> int:
    """130 for Ctrl-C, 143 for SIGTERM."""
    terminated = isinstance(interrupt, Terminated) or isinstance(interrupt.__cause__, Terminated)
    return _SIGNALLED + (signal.SIGTERM if terminated else signal.SIGINT)


@contextmanager
def going_on(line: str) -> Iterator[None]:
    """Say how far playing has come when it is stopped in this block, and the command that goes on."""
    from heistlab.plans import Stopped
    from heistlab.progress import say

    try:
        yield
    except Stopped as stopped:
        say(f"{PROGRAM}: {stopped}; the same command goes on from there")
        say(line)
        raise typer.Exit(exit_code(stopped)) from None
