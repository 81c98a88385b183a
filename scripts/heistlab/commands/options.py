"""Arguments and options that commands share. Numbers are taken as text: the API says in one line what is wrong with them."""

from pathlib import Path
from typing import Annotated

import typer

from heistlab.numerals import DEFAULT_GAMES, MOST_GAMES

DEFAULT_BOTS = "mixed"
"""`simcore.lineups.DEFAULT_LINEUP`, which to import would load the compiler for a line of help."""

Game = Annotated[str, typer.Argument(metavar="GAME", help="Name of the game: see 'heistlab games'.")]
Players = Annotated[str | None, typer.Option("-p", "--players", metavar="N[,N]", help="Players; of several (2,3 or 2-6) each is played.")]
OnePlayers = Annotated[str | None, typer.Option("-p", "--players", metavar="N", help="Players.")]
Games = Annotated[
    str | None, typer.Option("-n", "--games", metavar="N", help=f"Games to play. Default: {DEFAULT_GAMES:,}; with --until {MOST_GAMES:,}.")
]
GamesOrNone = Annotated[
    str | None,
    typer.Option(
        "-n",
        "--games",
        metavar="N",
        help=f"Games to play, of each variant. Default: {DEFAULT_GAMES:,}; with --until {MOST_GAMES:,}.",
    ),
]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="N", help="0 to 2^64-1: the same seed plays the same games. Default: a fresh one.")
]
Bots = Annotated[
    str | None,
    typer.Option("--bots", metavar="BOT[+BOT]", help=f"One for all seats, or one a seat: names or TOML files. Default: {DEFAULT_BOTS}."),
]
BotsOrNone = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="BOT[+BOT]",
        help=f"One for all seats, or one a seat: names or TOML files. Default: {DEFAULT_BOTS}, and a panel beside it.",
    ),
]
Panel = Annotated[
    str | None,
    typer.Option(
        "--panel",
        metavar="BOT=GAMES[,...]",
        help="Line-ups that play beside the one that decides, to tell whether answers depend on how people play; or none. Default: greedy "
        "with a quarter of its games and rollout with one for 500, at least 100; with --bots none.",
    ),
]
PagePanel = Annotated[
    str | None,
    typer.Option(
        "--panel",
        metavar="BOT=GAMES[,...]",
        help="Line-ups that play beside the one that decides, to tell whether answers depend on how people play; or none; or default: "
        "greedy with a quarter of its games and rollout with one for 500, at least 100. That is played with --report, without --bots.",
    ),
]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Change a parameter, a ruling or a card field; may be repeated.")
]
Cards = Annotated[Path | None, typer.Option("--cards", metavar="DIR", help="A card set of your own.")]
Label = Annotated[str, typer.Option("--label", metavar="TEXT", help="Words to find on the page.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Run directory. Default: named after the request, below runs/.")]
Report = Annotated[Path | None, typer.Option("--report", metavar="FILE", help="Write the page there.")]
Figures = Annotated[Path | None, typer.Option("--figures", metavar="DIR", help="Write every figure there, as PNG and SVG.")]
Threads = Annotated[str | None, typer.Option("--threads", metavar="N", help="Default: as many as there are cores.")]
Vary = Annotated[
    list[str],
    typer.Option(
        "--vary", metavar="PATH=VALUE,VALUE", help="What to vary: as for --set, or bots, cards, players; repeated: all combinations."
    ),
]
VaryOrNone = Annotated[
    list[str] | None,
    typer.Option(
        "--vary", metavar="PATH=VALUE,VALUE", help="What to vary: as for --set, or bots, cards, players; repeated: all combinations."
    ),
]
Primary = Annotated[
    str | None,
    typer.Option("--primary", metavar="MEASURE[,MEASURE]", help="Measures answered first, and together. Default: the game's choice."),
]
Margin = Annotated[
    list[str] | None,
    typer.Option("--margin", metavar="MEASURE=NUMBER", help="Difference that counts as none; shares as fractions: 0.01 is one point."),
]
Target = Annotated[
    list[str] | None,
    typer.Option(
        "--target",
        metavar="MEASURE=LOW..HIGH",
        help="Range wanted (LOW.. or ..HIGH: one end); shares as fractions. Holds if the interval, simultaneous over all targets and runs, "
        "lies inside; missed if outside; else undecided. Of a panel the line-up that decides is judged. Exit code 3 if one is missed, 4 if "
        "none is but one is undecided, 0 if all hold.",
    ),
]
_STOPS = (
    "(shares as fractions: 0.005 is half a point) at the first of fixed looks, by a confidence sequence, which holds at all looks; -n is "
    "then the most that is played. May be repeated: all of them."
)
Until = Annotated[
    list[str] | None,
    typer.Option("--until", metavar="MEASURE=HALFWIDTH", help=f"Stop when the measure is known to within HALFWIDTH {_STOPS}"),
]
UntilDifference = Annotated[
    list[str] | None,
    typer.Option(
        "--until",
        metavar="MEASURE=HALFWIDTH",
        help=f"Stop when the measure's difference from the baseline is known, of every variant, to within HALFWIDTH {_STOPS}",
    ),
]
Level = Annotated[
    str | None, typer.Option("--level", metavar="NUMBER", help="Level of intervals that hold together: 0.95, the default, is 95 %.")
]
TargetLevel = Annotated[
    str | None, typer.Option("--level", metavar="NUMBER", help="Level of the targets' intervals together: 0.95, the default, is 95 %.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON to standard output, and nothing else.")]
