"""What simulate, compare and report have in common: the page if asked for, and the answers."""

from pathlib import Path
from typing import TYPE_CHECKING

from heistlab.console import out, out_json

if TYPE_CHECKING:
    from heistlab.results import Comparison, Ladder, Result


TARGET_MISSED, TARGET_UNDECIDED = 3, 4
"""Exit codes: a target is missed; none is, but the games are too few to say that all hold."""


def show(subject: "Result | Comparison", line: str, report: Path | None, figures: Path | None, json: bool) -> int:
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

    Returns
    -------
    int
        Exit code: 0, or what became of the targets.
    """
    from heistlab.digest import digest

    places = subject.places
    if report is not None:
        places.append(f"Page: {subject.report(report, figures, progress=True)[0]}")
    elif figures is not None:
        places.append(f"Figures: {len(subject.save_figures(figures))} files in {figures}")
    if json:
        out_json(subject.summary())
    else:
        out(*digest(subject, [*places, line]))
    return _exit_code(subject)


def show_ladder(subject: "Ladder", line: str, json: bool) -> None:
    """Print JSON or the ladder; `line` is the command that repeats it."""
    from heistlab.digest import ladder_digest

    if json:
        out_json(subject.summary())
    else:
        out(*ladder_digest(subject, [*subject.places, line]))


def _exit_code(subject: "Result | Comparison") -> int:
    found = subject.targets
    outcomes = set(found["outcome"][found["decides"]]) if subject.asked.targets else set()
    return next((code for outcome, code in (("missed", TARGET_MISSED), ("undecided", TARGET_UNDECIDED)) if outcome in outcomes), 0)
