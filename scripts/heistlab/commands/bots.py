"""heistlab bots."""

from pathlib import Path
from typing import Annotated, Any

import typer

from heistlab.commands.options import Game, Json
from heistlab.console import INDENT, out, out_json, table, wrapped


def bots(
    game: Game,
    name: Annotated[str | None, typer.Argument(metavar="[BOT]", help="One bot: its name, or a TOML file.")] = None,
    export: Annotated[Path | None, typer.Option("--export", metavar="FILE", help="Write the bot as a TOML file, to edit.")] = None,
    json: Json = False,
) -> None:
    """Bots: what they are and what weights they have."""
    import heistlab as hl
    from heistlab.catalogue import export_bot
    from simcore.errors import HeistlabError

    if export is not None:
        if name is None:
            raise HeistlabError("--export needs the name of a bot")
        written = export_bot(game, name, export)
        if json:
            out_json({"written": [str(written)]})
            return
        out(f"{written}: play it with --bots {written if '/' in str(written) else f'./{written}'}")
        return
    found = hl.bots(game, name)
    if json:
        out_json(found)
        return
    for bot in found["bots"]:
        out(*wrapped(f"{bot['name']} ({bot['kind']}): {bot['text']}", INDENT))
        if bot["draws"]:
            games = "game" if bot["draws"] == 1 else "games"
            out(*wrapped(f"{INDENT}tries up to {bot['candidates']} actions, each in at most {bot['draws']} {games} played out", INDENT))
        if bot["spread"]:
            out(
                *wrapped(
                    f"{INDENT}each weight stretched by up to {bot['spread']:.0%}, around {', '.join(bot['centres']) or 'its own'}", INDENT
                )
            )
    rated = [bot for bot in found["bots"] if bot["weights"] and not bot["centres"]] if name is None else found["bots"]
    out(*_weights(rated))


def _weights(bots: list[dict[str, Any]]) -> list[str]:
    """One row a weight, one column a set of weights."""
    columns = {heading: weights for bot in bots for heading, weights in zip(_headings(bot), bot["weights"], strict=True)}
    if not columns:
        return []
    names = list(next(iter(columns.values())))
    rows = [[name, *(f"{weights[name]:g}" for weights in columns.values())] for name in names]
    return ["", *table(["weight", *columns], rows, right=columns)]


def _headings(bot: dict[str, Any]) -> list[str]:
    count = len(bot["weights"])
    if len(bot["centres"]) == count:
        return list(bot["centres"])
    return [bot["name"]] if count == 1 else [f"{bot['name']} {place + 1}" for place in range(count)]
