"""What simulate, compare and report have in common: the page if asked for, and the answers."""

from pathlib import Path
from typing import TYPE_CHECKING

from heistlab.console import out, out_json

if TYPE_CHECKING:
    from heistlab.results import Comparison, Result


def show(subject: "Result | Comparison", line: str, report: Path | None, figures: Path | None, json: bool) -> None:
    """Write the page and the figures, and print JSON or the answers.

    Parameters
    ----------
    subject : Result or Comparison
    line : str
        The command that repeats it.
    report, figures : Path or None
        Where the page and the figures go.
    json : bool
        Whether to print JSON instead of words.
    """
    from heistlab.digest import digest

    places = [f"Run: {subject.path}"]
    if report is not None:
        places.append(f"Page: {subject.report(report, figures)[0]}")
    elif figures is not None:
        places.append(f"Figures: {len(subject.save_figures(figures))} files in {figures}")
    if json:
        out_json(subject.summary())
    else:
        out(*digest(subject, [*places, line]))
