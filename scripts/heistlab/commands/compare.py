"""heistlab compare."""

from pathlib import Path
from typing import Annotated

import typer

from heistlab.commands.options import (
    BotsOrNone,
    Cards,
    Figures,
    GamesOrNone,
    Json,
    Label,
    Level,
    Margin,
    OnePlayers,
    Out,
    Panel,
    Primary,
    Report,
    Seed,
    Set,
    Target,
    Threads,
    UntilDifference,
    VaryOrNone,
)
from heistlab.commands.show import show
from heistlab.console import say_seed
from heistlab.stopping import going_on


def compare(
    what: Annotated[
        list[str], typer.Argument(metavar="GAME|RUN RUN...", help="A game with --vary; or two or more directories of finished runs.")
    ],
    vary: VaryOrNone = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="VALUE", help="Variant or run that the others are compared with.")
    ] = None,
    margin: Margin = None,
    primary: Primary = None,
    target: Target = None,
    level: Level = None,
    players: OnePlayers = None,
    games: GamesOrNone = None,
    seed: Seed = None,
    bots: BotsOrNone = None,
    panel: Panel = None,
    until: UntilDifference = None,
    set: Set = None,
    cards: Cards = None,
    label: Label = "",
    out: Out = None,
    report: Report = None,
    figures: Figures = None,
    threads: Threads = None,
    json: Json = False,
) -> int:
    """Play variants on the same deals and say how they differ; or compare finished runs.

    A panel of line-ups plays a game's variants: mixed decides, greedy and rollout are shown beside it, and every answer says for which
    it holds, or that it depends on how people play. Finished runs are paired deal by deal where seeds and deals match, and the answer
    says so.
    """
    import simcore
    from heistlab.api import refuse_given
    from heistlab.plans import plan_comparison
    from heistlab.repeat import with_options
    from heistlab.results import Comparison, compare_runs, page_path
    from simcore.errors import HeistlabError
    from simcore.rulebook import parse_assignments

    varied, settings, margins, targets, halfwidths = (parse_assignments(words or []) for words in (vary, set, margin, target, until))
    if report is not None:
        page_path(report)
    if len(what) > 1:
        if what[0] in simcore.GAMES:
            raise HeistlabError(f"{what[1]!r} behind the game {what[0]}: a game's variants are named with --vary PATH=VALUE,VALUE")
        played = {"vary": vary, "players": players, "games": games, "seed": seed, "bots": bots, "panel": panel, "set": set, "cards": cards}
        refuse_given(played | {"label": label or None, "until": until, "out": out, "threads": threads})
        found = compare_runs(what, baseline, primary, margins, targets, level)
        return show(found, with_options(found.command, {"--report": report, "--figures": figures}), report, figures, json)
    game = what[0]
    if not vary:
        if Path(game).is_dir() and game not in simcore.GAMES:
            raise HeistlabError(f"{game} is one run: a comparison needs at least two")
        simcore.game(game)
        raise HeistlabError("missing option '--vary'")
    prepared = plan_comparison(
        game, varied, baseline, margins, players, games, seed, bots, settings, cards, label, primary, targets, level, panel, halfwidths
    )
    line = with_options(prepared.line, {"--out": out, "--report": report, "--figures": figures})
    directory = out or prepared.directory
    with going_on(line):
        runs = prepared.play(directory, threads, progress=True, ready=lambda: say_seed(prepared.seed, seed))
        return show(Comparison(directory, runs, None, prepared.variants), line, report, figures, json)
