"""heistlab columns."""

from collections.abc import Mapping
from typing import Any

from heistlab.commands.options import Game, Json
from heistlab.console import INDENT, out, out_json, table, wrapped


def columns(game: Game, json: Json = False) -> None:
    """The data dictionary: columns of the results and measures, each with its unit and one sentence."""
    import heistlab as hl

    found = hl.columns(game)
    if json:
        out_json(found)
        return
    out(f"{found['title']}: columns of the results, one row a game; the Parquet files say the same of each field", "")
    out(*table(("column", "unit", "per", "kind", "what it is"), [_cells(column) for column in found["columns"]]))
    for column in found["columns"]:
        if column["names"]:
            names = ", ".join(f"{number} {name}" for number, name in enumerate(column["names"]))
            out("", *wrapped(f"{column['name']}: {names}", INDENT))
    for frame, added in found["frames"].items():
        rows = [(column["name"], column["unit"], column["kind"], column["text"]) for column in added]
        out("", f"In Python, run.{frame} has besides:", *table(("column", "unit", "kind", "what it is"), rows))
    out("", *measures_table(found["measures"]))


def _cells(column: Mapping[str, Any]) -> tuple[str, ...]:
    return column["name"], column["unit"], column["per"], column["kind"], column["text"]


def measures_table(measures: list[dict[str, Any]]) -> list[str]:
    """The measures of a game, a row each."""
    rows = []
    for entry in measures:
        margin = f"{entry['margin']:g}{' of the baseline' if entry['relative_margin'] else ''}"
        fair = "" if entry["fair"] is None else f"{entry['fair']:g}"
        rows.append((entry["name"], entry["unit"], margin, fair, "primary" if entry["primary"] else "", entry["label"]))
    return table(("measure", "unit", "margin", "fair", "", "what it is"), rows)
