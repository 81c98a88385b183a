"""heistlab plan."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from heistlab.commands.options import BotsOrNone, Cards, Game, Json, Level, Margin, OnePlayers, Primary, Seed, Set, Threads, Vary
from heistlab.console import INDENT, out, out_json, say_seed, table, wrapped
from heistlab.stopping import going_on

SHORT = 0.1
"""Minutes below which the time is not worth a number."""


def plan(
    game: Game,
    vary: Vary,
    baseline: Annotated[str | None, typer.Option("--baseline", metavar="VALUE", help="Variant that the others are compared with.")] = None,
    margin: Margin = None,
    primary: Primary = None,
    level: Level = None,
    players: OnePlayers = None,
    seed: Seed = None,
    bots: BotsOrNone = None,
    set: Set = None,
    cards: Cards = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """How many games a comparison needs, and how many minutes on this machine.

    A pilot of 2,000 pairs is played and thrown away. A measure is decided when half the width of its interval is half its margin; that
    follows from how far the pairs spread, never from the differences seen, which are not told.
    """
    from heistlab.pilots import played_pilot, prepare_pilot
    from simcore.rulebook import parse_assignments

    varied, settings, margins = (parse_assignments(words or []) for words in (vary, set, margin))
    prepared = prepare_pilot(game, varied, baseline, margins, primary, level, players, seed, bots, settings, cards)
    with going_on(prepared.line):
        found = played_pilot(prepared, threads, progress=True, ready=lambda: say_seed(prepared.seed, seed))
    if json:
        out_json(found)
        return
    out(*_told(found))


def _told(found: Mapping[str, Any]) -> list[str]:
    from analyses.verdicts import describe_margin

    pilot = found["pilot"]
    rows = [
        (row["variant"], row["label"], describe_margin(row["margin"], row["unit"]), _games(row["games"]), _minutes(row["minutes"]))
        for row in found["measures"]
    ]
    panel = " with the line-ups beside" if found["panel"] else ""
    lines = [
        *wrapped(
            f"Pilot: {pilot['pairs']:,} pairs ({pilot['games']:,} games of each variant), seed {pilot['seed']}, {pilot['seconds']:.1f} s. "
            f"Games of each variant until half the width of the {100 * found['level']:.4g} % interval is half the margin, and the time "
            f"that all variants take together{panel}:"
        ),
        "",
        *table(("variant", "measure", "margin", "games", "minutes"), rows, right=("games", "minutes")),
        "",
    ]
    if found["games"] is not None:
        lines += wrapped(
            f"All of them: {_games(found['games'])} games of each variant{_beside(found['panel'])}, {_minutes(found['minutes'])} min",
            INDENT,
        )
    return lines + ([] if found["command"] is None else [found["command"]])


def _beside(panel: Mapping[str, int]) -> str:
    """What other line-ups play."""
    return f" ({', '.join(f'{lineup} {games:,}' for lineup, games in panel.items())} beside)" if panel else ""


def _games(games: int | None) -> str:
    return "unknown" if games is None else f"{games:,}"


def _minutes(minutes: float | None) -> str:
    if minutes is None:
        return "unknown"
    return f"under {SHORT}" if minutes < SHORT else f"{minutes:,.1f}"
