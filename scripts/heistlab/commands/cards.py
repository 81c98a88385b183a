"""heistlab cards."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from heistlab.commands.options import Cards, Game, Json, Set
from heistlab.console import INDENT, out, out_json, table, width, wrapped

EMPTY = ("", "none", None, 0)
"""Cells that say nothing."""
NAMES = ("slug", "name")
MOST_DIFFERENCES = 20
"""How many are named in words."""
GAP = 2
"""Columns of text between two columns of a table."""


def cards(
    game: Game,
    cards: Cards = None,
    export: Annotated[Path | None, typer.Option("--export", metavar="DIR", help="Copy the shipped tables there, to edit.")] = None,
    set: Set = None,
    json: Json = False,
) -> None:
    """Card tables; with --cards those of a set of your own, checked."""
    import heistlab as hl
    from heistlab.catalogue import export_cards
    from simcore.errors import HeistlabError
    from simcore.rulebook import parse_assignments

    if export is not None:
        if cards is not None or set:
            raise HeistlabError("--export copies the shipped cards as they are: without --cards and --set")
        written = [str(path) for path in export_cards(game, export)]
        if json:
            out_json({"written": written})
            return
        out(*written, f"heistlab cards {game} --cards {export} checks them once they are edited")
        return
    found = hl.cards(game, cards=cards, set=parse_assignments(set or []))
    if json:
        out_json(found)
        return
    out(f"{found['title']}, card set {found['set']}: {found['provenance']}" if found["tables"] else f"{found['title']} has no cards")
    verdict = _verdict(found) if cards is not None and found["tables"] else []
    out(*verdict)
    for name, rows in found["tables"].items():
        out("", f"{name}: {len(rows)} cards", *_shown(rows))
    out(*(["", *verdict] if verdict else []))


def _verdict(found: dict[str, Any]) -> list[str]:
    """That a set can be played, and what is different in it: reading it has refused it otherwise."""
    paths = found["differs"]
    listed = ", ".join(paths[:MOST_DIFFERENCES])
    listed += f", and {len(paths) - MOST_DIFFERENCES} more: see --json" if len(paths) > MOST_DIFFERENCES else ""
    words = f"differs from the shipped one in: {listed}" if paths else "the same as the shipped one"
    return wrapped(f"{found['set']}: a valid set; {words}", INDENT)


def _shown(rows: list[dict[str, Any]]) -> list[str]:
    """A table if it fits, else a paragraph a card with what is not empty, as `--set` would write it."""
    columns = [column for column in rows[0] if column != "name" and any(row[column] not in EMPTY for row in rows)] if rows else []
    if sum(max(len(str(row[column])) for row in [*rows, {column: column}]) + GAP for column in columns) <= width():
        return table(columns, ([row[column] for column in columns] for row in rows)) if columns else []
    return [line for row in rows for line in wrapped(_paragraph(row), INDENT)]


def _paragraph(row: dict[str, Any]) -> str:
    cells = (f"{column}={shlex.quote(str(value))}" for column, value in row.items() if column not in NAMES and value not in EMPTY)
    return f"{row['slug']}: {' '.join(cells)}"
