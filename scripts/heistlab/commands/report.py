"""heistlab report."""

from pathlib import Path
from typing import Annotated

import typer

from heistlab.commands.options import Figures, Json, Report
from heistlab.commands.show import show


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Directory of a run or of a comparison.")],
    report: Report = None,
    figures: Figures = None,
    json: Json = False,
) -> None:
    """What a run on disk says; with --report as a page."""
    import heistlab as hl

    found = hl.load(run)
    show(found, found.command, report, figures, json)
