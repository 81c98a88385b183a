"""heistlab report."""

from pathlib import Path
from typing import Annotated

import typer

from heistlab.commands.options import Figures, Json, Margin, Primary, Report, Target, TargetLevel
from heistlab.commands.show import show, show_ladder


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Directory of a run, a comparison or a ladder.")],
    report: Report = None,
    figures: Figures = None,
    primary: Primary = None,
    margin: Margin = None,
    target: Target = None,
    level: TargetLevel = None,
    json: Json = False,
) -> int:
    """What a run, a comparison or a ladder on disk says; a run's or comparison's with --report as a page."""
    import heistlab as hl
    from simcore.errors import HeistlabError
    from simcore.rulebook import parse_assignments

    margins, targets = parse_assignments(margin or []), parse_assignments(target or [])
    found = hl.load(run, primary=primary, margins=margins, targets=targets, level=level)
    if isinstance(found, hl.Ladder):
        if report or figures:
            raise HeistlabError(f"{'report' if report else 'figures'}: {run} is a ladder, which has no page")
        show_ladder(found, found.command, json)
        return 0
    return show(found, found.command, report, figures, json)
