"""What the command line says when playing is stopped."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from heistlab.console import say
from heistlab.repeat import PROGRAM
from heistlab.signals import exit_code


@contextmanager
def going_on(line: str) -> Iterator[None]:
    """Say how far playing has come when it is stopped in this block, and the command that goes on."""
    from heistlab.plans import Stopped

    try:
        yield
    except Stopped as stopped:
        say(f"{PROGRAM}: {stopped}; the same command goes on from there")
        say(line)
        raise typer.Exit(exit_code(stopped)) from None
