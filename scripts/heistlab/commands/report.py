"""heistlab report."""

from pathlib import Path
from typing import Annotated

import typer

from heistlab.commands.options import Figures, Json, Margin, Primary, Report, Target, TargetLevel
from heistlab.commands.show import show


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Directory of a run or of a comparison.")],
    report: Report = None,
    figures: Figures = None,
    primary: Primary = None,
    margin: Margin = None,
    target: Target = None,
    level: TargetLevel = None,
    json: Json = False,
) -> int:
    """What a run on disk says; with --report as a page."""
    import heistlab as hl
    from simcore.rulebook import parse_assignments

    margins, targets = parse_assignments(margin or []), parse_assignments(target or [])
    found = hl.load(run, primary=primary, margins=margins, targets=targets, level=level)
    return show(found, found.command, report, figures, json)
