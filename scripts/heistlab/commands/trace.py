"""heistlab trace."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from heistlab.commands.options import Cards, OnePlayers, Seed, Set
from heistlab.console import out, out_json, say


def trace(
    what: Annotated[str, typer.Argument(metavar="GAME|RUN", help="A game, or the directory of a run.")],
    game: Annotated[str, typer.Option("--game", metavar="K", help="Number of the game, from 0.")] = "0",
    seed: Seed = None,
    players: OnePlayers = None,
    bots: Annotated[str | None, typer.Option("--bots", metavar="BOT[+BOT]", help="One for all seats, or one a seat.")] = None,
    set: Set = None,
    cards: Cards = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON: one object a line.")] = False,
) -> None:
    """One game in words, round by round."""
    import heistlab as hl
    import simcore
    from simcore.rulebook import parse_assignments
    from simcore.runner import fresh_seed

    drawn = fresh_seed() if seed is None and what in simcore.GAMES else None
    seed = seed if drawn is None else str(drawn)
    settings = parse_assignments(set or []) or None
    tell = hl.trace if json else hl.tell
    steps: Iterator[Any] = tell(what, game=game, seed=seed, players=players, bots=bots, set=settings, cards=cards, progress=True)
    if drawn is not None:
        say(f"seed {drawn}")
    for step in steps:
        if json:
            out_json(step, indent=None)
        else:
            out(step)
