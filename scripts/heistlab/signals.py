"""Ctrl-C and SIGTERM as exceptions that cannot get lost, and the exit codes that shells expect for them."""

import signal
import sys
from types import FrameType
from typing import NoReturn

EXIT_CODES = {number: 128 + number for number in (signal.SIGINT, signal.SIGTERM)}
"""Exit code of a program that a signal has ended."""

_received: list[int] = []


class Terminated(KeyboardInterrupt):
    """SIGTERM: stop as for Ctrl-C, and say so in the exit code."""


def catch_signals() -> None:
    """Make both signals exceptions: blocks of games that are done then reach the disk."""
    for number in EXIT_CODES:
        signal.signal(number, _catch)


def _catch(number: int, frame: FrameType | None) -> NoReturn:
    _received.append(number)
    sys.unraisablehook = _say_nothing
    _interrupt()


def _say_nothing(_: "sys.UnraisableHookArgs") -> None:
    """What a signal leaves half made (a writer, say) may complain when it is cleared away: that is nobody's business any more."""


def _interrupt() -> NoReturn:
    raise Terminated if _received[0] == signal.SIGTERM else KeyboardInterrupt


def check() -> None:
    """Interrupt now if a signal came before: an exception that is raised inside a callback of the compiler gets no further than that."""
    if _received:
        _interrupt()


def exit_code(interrupt: BaseException) -> int:
    """130 for Ctrl-C, 143 for SIGTERM."""
    terminated = isinstance(interrupt, Terminated) or isinstance(interrupt.__cause__, Terminated)
    return EXIT_CODES[signal.SIGTERM if terminated else signal.SIGINT]
