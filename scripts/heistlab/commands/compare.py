"""heistlab compare."""

from typing import Annotated

import typer

from heistlab.commands.options import (
    BotsOrNone,
    Cards,
    Figures,
    Game,
    Games,
    Json,
    Label,
    OnePlayers,
    Out,
    Report,
    Seed,
    Set,
    Threads,
)
from heistlab.commands.show import show
from heistlab.console import say_seed
from heistlab.numerals import DEFAULT_GAMES
from heistlab.stopping import going_on


def compare(
    game: Game,
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary", metavar="PATH=VALUE,VALUE", help="What to vary: as for --set, or bots, or cards; repeated: all combinations."
        ),
    ],
    baseline: Annotated[str | None, typer.Option("--baseline", metavar="VALUE", help="Variant that the others are compared with.")] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option("--margin", metavar="MEASURE=NUMBER", help="Difference that counts as none; shares as fractions: 0.01 is one point."),
    ] = None,
    players: OnePlayers = None,
    games: Games = str(DEFAULT_GAMES),
    seed: Seed = None,
    bots: BotsOrNone = None,
    set: Set = None,
    cards: Cards = None,
    label: Label = "",
    out: Out = None,
    report: Report = None,
    figures: Figures = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Play variants on the same deals and say how they differ."""
    from heistlab.plans import plan_comparison
    from heistlab.repeat import with_options
    from heistlab.results import Comparison, page_path
    from simcore.rulebook import parse_assignments

    varied, margins = parse_assignments(vary), parse_assignments(margin or [])
    prepared = plan_comparison(game, varied, baseline, margins, players, games, seed, bots, parse_assignments(set or []), cards, label)
    line = with_options(prepared.line, {"--out": out, "--report": report, "--figures": figures})
    if report is not None:
        page_path(report)
    directory = out or prepared.directory
    with going_on(line):
        runs = prepared.play(directory, threads, progress=True, ready=lambda: say_seed(prepared.seed, seed))
        show(Comparison(directory, runs, None, prepared.variants), line, report, figures, json)
