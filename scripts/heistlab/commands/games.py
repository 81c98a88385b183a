"""heistlab games."""

from typing import Any

from heistlab.commands.options import Json
from heistlab.console import INDENT, out, out_json, table, wrapped


def games(json: Json = False) -> None:
    """Games: player counts, variants, card sets with provenance."""
    import heistlab as hl

    found = hl.games()
    if json:
        out_json({"games": found})
        return
    for game in found:
        _show(game)


def _show(game: dict[str, Any]) -> None:
    players = game["players"]
    counts = f"{players['fewest']} to {players['most']} players, usually {players['usual']}"
    out(f"{game['name']}: {game['title']}, {counts}; rules version {game['rules_version']} ({game['rules_hash']})")
    for cards in game["card_sets"]:
        tables = ", ".join(f"{count} {name}" for name, count in cards["cards"].items())
        out(*wrapped(f"{INDENT}cards: {cards['set']}, {cards['provenance']}: {tables}", INDENT * 2))
    rows = [(variant["name"], settings_line(variant["settings"]), variant["text"]) for variant in game["variants"]]
    out(*(INDENT + line for line in table(("variant", "--set", "what it is"), rows)) if rows else ())


def settings_line(settings: dict[str, Any]) -> str:
    """Settings as they are written on the command line."""
    from heistlab.repeat import written

    return " ".join(f"{path}={written(value)}" for path, value in settings.items())
