"""heistlab trace."""

from typing import Annotated

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

    if seed is None and what in simcore.GAMES:
        seed = str(fresh_seed())
        say(f"seed {seed}")
    settings = parse_assignments(set or []) or None
    if json:
        for step in hl.trace(what, game=game, seed=seed, players=players, bots=bots, set=settings, cards=cards, progress=True):
            out_json(step, indent=None)
    else:
        out(*hl.tell(what, game=game, seed=seed, players=players, bots=bots, set=settings, cards=cards, progress=True))
