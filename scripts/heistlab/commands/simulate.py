"""heistlab simulate."""

from heistlab.commands.options import DEFAULT_BOTS, Bots, Cards, Figures, Game, Games, Json, Label, Out, Players, Report, Seed, Set, Threads
from heistlab.commands.show import show
from heistlab.console import say_seed
from heistlab.numerals import DEFAULT_GAMES
from heistlab.stopping import going_on


def simulate(
    game: Game,
    players: Players = None,
    games: Games = str(DEFAULT_GAMES),
    seed: Seed = None,
    bots: Bots = DEFAULT_BOTS,
    set: Set = None,
    cards: Cards = None,
    label: Label = "",
    out: Out = None,
    report: Report = None,
    figures: Figures = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Play games and say who wins, how it ends and how long it takes."""
    from heistlab.plans import plan
    from heistlab.repeat import with_options
    from heistlab.results import Result, page_path
    from simcore.rulebook import parse_assignments

    prepared = plan(game, players, games, seed, bots, parse_assignments(set or []), cards, label)
    line = with_options(prepared.line, {"--out": out, "--report": report, "--figures": figures})
    if report is not None:
        page_path(report)
    directory = out or prepared.directory
    with going_on(line):
        runs = prepared.play(directory, threads, progress=True, ready=lambda: say_seed(prepared.seed, seed))
        show(Result(directory, runs, None), line, report, figures, json)
