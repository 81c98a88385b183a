"""Targets: ranges within which a designer wants a measure to be, and whether runs are there.

One line-up decides; what becomes of the targets under others is shown beside it. All targets of all runs are one family: each interval
has the level at which, were they independent, all cover together with the level asked for; the bound holds under any correlation of
estimates that are jointly normal (Šidák, JASA 62, 1967).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import pandas as pd

from analyses.intervals import LEVEL, Interval
from analyses.summary import Study, records

COLUMNS = (
    "players",
    "variant",
    "measure",
    "unit",
    "target_low",
    "target_high",
    "lineup",
    "decides",
    "value",
    "low",
    "high",
    "level",
    "outcome",
)
"""What JSON says of a target."""


class Target(NamedTuple):
    """A range, open where an end is infinite."""

    low: float
    high: float


class Outcome(StrEnum):
    """What the interval of a measure says of its target."""

    HOLDS = "holds"
    MISSED = "missed"
    UNDECIDED = "undecided"


def judge(low: float, high: float, target: Target) -> Outcome:
    """The outcome of one interval, which may be unknown (NaN).

    A target holds when the interval lies inside it, ends included, and is missed when it lies wholly outside.
    """
    if math.isnan(low) or math.isnan(high):
        return Outcome.UNDECIDED
    if target.low <= low and high <= target.high:
        return Outcome.HOLDS
    return Outcome.MISSED if high < target.low or low > target.high else Outcome.UNDECIDED


def judged(
    studies: Sequence[Study],
    variants: Sequence[str],
    targets: Mapping[str, Target],
    level: float = LEVEL,
    beside: Iterable[Sequence[Study]] = (),
) -> pd.DataFrame:
    """Every target in every run.

    Parameters
    ----------
    studies, variants
        The runs, and what each is called.
    targets : mapping
        By the measure's name.
    level : float
        Of all intervals together.
    beside : iterable
        The same runs under each line-up that does not decide.

    Returns
    -------
    DataFrame
        players, variant, measure, label, unit, target_low, target_high, lineup, decides (whether it is the line-up whose outcome counts),
        value, low, high, level (of all intervals of a line-up together), outcome; by measure, then by run, then by line-up. With games
        stopped at the round limit the interval holds whatever these could have brought: a length is then "at least".
    """
    each = level ** (1 / max(1, len(targets) * len(studies)))
    by_run = list(zip(variants, zip(studies, *beside, strict=True), strict=True))
    rows: list[dict[str, Any]] = []
    for name, target in targets.items():
        for variant, run in by_run:
            for study in run:
                measure = next(one for one in study.measures.columns.measures if one.name == name)
                found = _interval(study, name, each)
                rows.append(
                    {
                        "players": study.manifest.players,
                        "variant": variant,
                        "measure": name,
                        "label": measure.label,
                        "unit": measure.unit,
                        "target_low": target.low,
                        "target_high": target.high,
                        "lineup": study.manifest.lineup,
                        "decides": study is run[0],
                        "value": found.value,
                        "low": found.low,
                        "high": found.high,
                        "level": level,
                        "outcome": judge(found.low, found.high, target).value,
                    }
                )
    return pd.DataFrame(rows)


def _interval(study: Study, name: str, level: float) -> Interval:
    """The interval of a measure, as wide as the games stopped at the round limit make it."""
    measures = study.measures
    place = [measure.name for measure in measures.columns.measures].index(name)
    found = measures.interval(place, level)
    if study.censored and name == study.spec.length:
        return found._replace(high=math.inf)
    least, most = (float(ends[place]) for ends in (measures.columns.least, measures.columns.most))
    down, up = measures.capped_reach(place, study.censored, least, most)
    return found._replace(low=found.low - down, high=found.high + up)


def targets_list(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Outcomes as plain data: None where an end is open or unknown."""
    return records(table, COLUMNS)
