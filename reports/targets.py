"""Targets in words: what was wanted of a measure, and whether the runs are there."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from analyses.targets import Outcome
from reports.material import Material
from reports.names import capital, players_words, variant_words
from reports.numbers import decimals_of, percent, plain, span, unit_of
from reports.wording import tuned_on

TONES: dict[str, str] = {Outcome.HOLDS: "grey", Outcome.MISSED: "warn", Outcome.UNDECIDED: "open"}
"""How the badge of an outcome looks."""


def targets_told(material: Material) -> list[tuple[str, str]]:
    """Every target in every run: its outcome, and a sentence that says it; by measure, then by run."""
    return [(row["outcome"], _sentence(material, row)) for row in material.rows("targets")]


def targets_wanted(material: Material) -> list[str]:
    """What was asked for, each target once: length 8 to 12 rounds."""
    wanted = []
    for row in material.rows("targets"):
        unit = unit_of(row["unit"])
        wanted.append(f"{row['label']} {_wanted(*(unit.factor * row[end] for end in ('target_low', 'target_high')))} {unit.level}")
    return list(dict.fromkeys(wanted))


def targets_remark(material: Material) -> str:
    """When a target holds, and when it is missed; nothing if there are none."""
    rows: Sequence[Mapping[str, Any]] = material.rows("targets")
    if not rows:
        return ""
    level = percent(rows[0]["level"], 0)
    intervals = f"{level} interval" if len(rows) == 1 else f"Simultaneous {level} intervals"
    return f"{intervals}: a target holds if the interval lies inside it, is missed if it lies outside, else it is undecided."


def _sentence(material: Material, row: Mapping[str, Any]) -> str:
    """Length: 9.8 rounds (9.7 to 9.9); wanted 8 to 12 rounds: holds."""
    unit = unit_of(row["unit"])
    low, high, value, least, most = (unit.factor * row[name] for name in ("low", "high", "value", "target_low", "target_high"))
    digits = decimals_of(low, high if math.isfinite(high) else value, [end for end in (least, most) if math.isfinite(end)])
    where = [players_words(row["players"])] if len(material.players) > 1 else []
    where += [variant_words(row["variant"])] if material.compared else []
    tuned = ", tuned, not found" if row["measure"] in tuned_on(material.spec, material.entry(row["players"], row["variant"])) else ""
    found = f"{plain(value, digits)} {unit.level} ({_range(low, high, digits)}{tuned})"
    return f"{capital(', '.join([row['label'], *where]))}: {found}; wanted {_wanted(least, most)} {unit.level}: {row['outcome']}"


def _wanted(least: float, most: float) -> str:
    """8 to 12; at least 8; at most 12."""
    low, high = (f"{end:.6g}".replace("-", "\u2212") for end in (least, most))
    if math.isinf(most):
        return f"at least {low}"
    return f"at most {high}" if math.isinf(least) else f"{low} to {high}"


def _range(low: float, high: float, digits: int) -> str:
    return f"at least {plain(low, digits)}" if math.isinf(high) else span(low, high, digits)
