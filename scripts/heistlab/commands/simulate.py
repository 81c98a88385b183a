"""heistlab simulate."""

from heistlab.commands.options import (
    Bots,
    Cards,
    Figures,
    Game,
    Games,
    Json,
    Label,
    Margin,
    Out,
    PagePanel,
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
    bots: Bots = None,
    panel: PagePanel = None,
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
    """Play games and say who wins, how it ends and how long it takes.

    A page makes claims, so where one is written (--report) and neither bots nor panel are chosen, a panel of line-ups plays the same deals
    beside mixed, and every answer says for which it holds, or that it depends on how people play. Without a page mixed plays alone.
    """
    from heistlab.panels import panel_for_page
    from heistlab.plans import plan
    from heistlab.repeat import with_options
    from heistlab.results import Result, page_path
    from simcore.rulebook import parse_assignments

    settings, margins, targets, halfwidths = (parse_assignments(words or []) for words in (set, margin, target, until))
    beside = panel_for_page(panel, bots, report is not None)
    prepared = plan(game, players, games, seed, bots, settings, cards, label, primary, margins, targets, level, halfwidths, beside)
    line = with_options(prepared.line, {"--out": out, "--report": report, "--figures": figures})
    if report is not None:
        page_path(report)
    directory = out or prepared.directory
    with going_on(line):
        runs = prepared.play(directory, threads, progress=True, ready=lambda: say_seed(prepared.seed, seed))
        return show(Result(directory, runs, None, prepared.asked, prepared.panel), line, report, figures, json)
