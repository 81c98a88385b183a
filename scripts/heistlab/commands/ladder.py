"""heistlab ladder."""

from typing import Annotated

import typer

from heistlab.commands.options import Cards, Game, Games, Json, OnePlayers, Out, Seed, Set, Threads
from heistlab.commands.show import show_ladder
from heistlab.console import say_seed
from heistlab.numerals import DEFAULT_GAMES
from heistlab.stopping import going_on

Rungs = Annotated[
    str | None,
    typer.Option("--bots", metavar="BOT,BOT[,...]", help="Names or TOML files. Default: random,greedy,rollout, those the game has."),
]


def ladder(
    game: Game,
    bots: Rungs = None,
    players: OnePlayers = None,
    games: Games = str(DEFAULT_GAMES),
    seed: Seed = None,
    set: Set = None,
    cards: Cards = None,
    out: Out = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """How strong bots are: who wins among whom, and one scale.

    Of every two bots one seat of the one meets rivals that are all the other, and the other way round, turned over the seats of each
    deal; all line-ups play the same deals. With a rollout bot a line-up plays a tenth of the games (at least 100), shared by its seats if
    it has several. Strength: of the seats at a table each wins alone with a chance proportional to its bot's weight (Plackett-Luce);
    shown are log-odds and wins for one of the first bot that is not random. Intervals are 95 % each, by deal; those of the gaps between
    the scale and the games hold together.
    """
    from heistlab.plans import plan_ladder
    from heistlab.repeat import with_options
    from heistlab.results import Ladder
    from simcore.rulebook import parse_assignments

    prepared = plan_ladder(game, bots, players, games, seed, parse_assignments(set or []), cards)
    line = with_options(prepared.line, {"--out": out})
    directory = out or prepared.directory
    with going_on(line):
        runs = prepared.play(directory, threads, progress=True, ready=lambda: say_seed(prepared.seed, seed))
        show_ladder(Ladder(directory, runs, None, prepared.bouts), line, json)
