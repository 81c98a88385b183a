"""heistlab rules."""

from typing import Annotated, Any

import typer

from heistlab.commands.columns import measures_table
from heistlab.commands.options import Game, Json, Set
from heistlab.console import INDENT, out, out_json, table, wrapped


def rules(
    game: Game,
    clause: Annotated[str | None, typer.Option("--clause", metavar="NUMBER", help="Only this clause and what belongs to it.")] = None,
    set: Set = None,
    json: Json = False,
) -> None:
    """Parameters and rulings with their values, measures with their margins, and the clauses of the rules page."""
    import heistlab as hl
    from simcore.rulebook import parse_assignments

    found = hl.rules(game, set=parse_assignments(set or []), clause=clause)
    if json:
        out_json(found)
        return
    out(f"{found['title']}, rules version {found['rules_version']} ({found['rules_hash']})", "")
    out(*_settings(found["rules"]))
    out(*(["", *measures_table(found["measures"])] if found["measures"] else []))
    for entry in found["clauses"]:
        out("", *wrapped(f"{entry['clause']} {entry['text']}", INDENT))


def _settings(rules: list[dict[str, Any]]) -> list[str]:
    from heistlab.repeat import written

    rows = []
    for rule in rules:
        value, default = written(rule["value"]), written(rule["default"])
        rows.append((rule["name"], value, default, rule["allowed"], rule["clause"], rule["ruling"], rule["text"]))
        rows += [("", "", "", reading, "", "", text) for reading, text in rule["readings"].items()]
    return table(("name", "value", "default", "range", "clause", "ruling", "what it says"), rows) if rows else []
