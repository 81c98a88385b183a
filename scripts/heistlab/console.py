"""Standard output and standard error of the command line."""

import io
import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

PLAIN_WIDTH = 120
"""Columns where there is no terminal to ask."""
INDENT = "  "


@contextmanager
def standard_output() -> Iterator[None]:
    """Give an error of the block the name of the file it happened to: of standard output the system knows none."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard output") from None


def out(*lines: str) -> None:
    """Lines on standard output."""
    with standard_output():
        for line in lines:
            print(line)


def say(line: str) -> None:
    """A line on standard error, at once; nobody listening is no reason to stop."""
    with suppress(BrokenPipeError):
        print(line, file=sys.stderr, flush=True)


def say_seed(number: int, asked: str | None) -> None:
    """Which seed was drawn, where none was asked for."""
    if asked is None:
        say(f"seed {number}")


def out_json(data: Any, indent: int | None = 1) -> None:
    """One JSON value on standard output; numbers that JSON does not know are a mistake of ours."""
    with standard_output():
        print(json.dumps(data, indent=indent, allow_nan=False))


def width() -> int:
    """Columns of standard output."""
    if not sys.stdout.isatty():
        return PLAIN_WIDTH
    from shutil import get_terminal_size

    return get_terminal_size((PLAIN_WIDTH, 0)).columns


def wrapped(text: str, hanging: str = "") -> list[str]:
    """A sentence in lines that fit, the later ones indented by `hanging`."""
    return textwrap.wrap(text, width(), subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False) or [""]


def table(headings: Sequence[str], rows: Iterable[Sequence[Any]], right: Iterable[str] = ()) -> list[str]:
    """A table in lines, as wide as its cells but no wider than standard output; plain text where that is no terminal.

    Parameters
    ----------
    headings : sequence of str
    rows : iterable of sequences
        Cells are shown as text; None as nothing.
    right : iterable of str
        Headings of the columns that are aligned to the right.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False, header_style="bold")
    for place, heading in enumerate(headings):
        grid.add_column(Text(heading), justify="right" if heading in tuple(right) else "left", overflow="fold", no_wrap=place == 0)
    for row in rows:
        grid.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    page = io.StringIO()
    Console(file=page, width=width(), force_terminal=sys.stdout.isatty(), force_jupyter=False, emoji=False).print(grid)
    return [line.rstrip() for line in page.getvalue().splitlines()]
