"""heistlab simulate."""

from heistlab.commands.options import (
    DEFAULT_BOTS,
    Bots,
    Cards,
    Figures,
    Game,
    Games,
    Json,
    Label,
    Margin,
    Out,
    Players,
    Primary,
    Report,
    Seed,
    Set,
    Target,
    TargetLevel,
    Threads,
    Until,
)
from heistlab.commands.show import show
from heistlab.console import say_seed
from heistlab.stopping import going_on


def simulate(
    game: Game,
    players: Players = None,
    games: Games = None,
    seed: Seed = None,
    bots: Bots = DEFAULT_BOTS,
    set: Set = None,
    cards: Cards = None,
    label: Label = "",
    out: Out = None,
    report: Report = None,
    figures: Figures = None,
    threads: Threads = None,
    primary: Primary = None,
    margin: Margin = None,
    target: Target = None,
    level: TargetLevel = None,
    until: Until = None,
    json: Json = False,
) -> int:
    """Play games and say who wins, how it ends and how long it takes."""
    from heistlab.plans import plan
    from heistlab.repeat import with_options
    from heistlab.results import Result, page_path
    from simcore.rulebook import parse_assignments

    settings, margins, targets, halfwidths = (parse_assignments(words or []) for words in (set, margin, target, until))
    prepared = plan(game, players, games, seed, bots, settings, cards, label, primary, margins, targets, level, halfwidths)
    line = with_options(prepared.line, {"--out": out, "--report": report, "--figures": figures})
    if report is not None:
        page_path(report)
    directory = out or prepared.directory
    with going_on(line):
        runs = prepared.play(directory, threads, progress=True, ready=lambda: say_seed(prepared.seed, seed))
        return show(Result(directory, runs, None, prepared.asked), line, report, figures, json)
