"""Targets in words: what was wanted of a measure, and whether the runs are there."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from analyses.targets import Outcome
from reports.material import Material
from reports.names import capital, players_words, variant_words
from reports.numbers import decimals_of, percent, plain, span, unit_of
from reports.wording import holds_for, tuned_on

TONES: dict[str, str] = {Outcome.HOLDS: "grey", Outcome.MISSED: "warn", Outcome.UNDECIDED: "open"}
"""How the badge of an outcome looks."""


def targets_told(material: Material) -> list[tuple[str, str]]:
    """Every target in every run: its outcome, and a sentence that says it, with those of other line-ups; by measure, then by run."""
    told: list[list[Mapping[str, Any]]] = []
    for row in material.rows("targets"):
        told += [[row]] if row["decides"] else []
        told[-1] += [] if row["decides"] else [row]
    return [(rows[0]["outcome"], ". ".join([_sentence(material, rows[0]), *_beside(rows[1:])])) for rows in told]


def targets_wanted(material: Material) -> list[str]:
    """What was asked for, each target once: length 8 to 12 rounds."""
    wanted = []
    for row in material.rows("targets"):
        unit = unit_of(row["unit"])
        wanted.append(f"{row['label']} {_wanted(*(unit.factor * row[end] for end in ('target_low', 'target_high')))} {unit.level}")
    return list(dict.fromkeys(wanted))


def targets_remark(material: Material) -> str:
    """When a target holds, and when it is missed, and for whom; nothing if there are none."""
    rows: Sequence[Mapping[str, Any]] = [row for row in material.rows("targets") if row["decides"]]
    if not rows:
        return ""
    level = percent(rows[0]["level"], 0)
    intervals = f"{level} interval" if len(rows) == 1 else f"Simultaneous {level} intervals"
    said = f"{intervals}: a target holds if the interval lies inside it, is missed if it lies outside, else it is undecided."
    said += f" All this of {holds_for(material)}."
    return f"{said} {capital(rows[0]['lineup'])} bots decide; the other line-ups change no outcome." if material.beside else said


def _sentence(material: Material, row: Mapping[str, Any]) -> str:
    """Length: 9.8 rounds (9.7 to 9.9); wanted 8 to 12 rounds: holds."""
    unit = unit_of(row["unit"])
    least, most = (unit.factor * row[name] for name in ("target_low", "target_high"))
    where = [players_words(row["players"])] if len(material.players) > 1 else []
    where += [variant_words(row["variant"])] if material.compared else []
    tuned = ", tuned, not found" if row["measure"] in tuned_on(material.spec, material.entry(row["players"], row["variant"])) else ""
    what = capital(", ".join([row["label"], *where]))
    return f"{what}: {_found(row, tuned)}; wanted {_wanted(least, most)} {unit.level}: {row['outcome']}"


def _beside(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What becomes of a target under other line-ups: Beside it: rollout bots 8.1 rounds (7.0 to 9.2): undecided."""
    told = [f"{row['lineup']} bots {_found(row)}: {row['outcome']}" for row in rows]
    return [f"Beside it: {'; '.join(told)}"] if told else []


def _found(row: Mapping[str, Any], tuned: str = "") -> str:
    """A measure with its interval: 9.8 rounds (9.7 to 9.9)."""
    unit = unit_of(row["unit"])
    low, high, value, least, most = (unit.factor * row[name] for name in ("low", "high", "value", "target_low", "target_high"))
    digits = decimals_of(low, high if math.isfinite(high) else value, [end for end in (least, most) if math.isfinite(end)])
    return f"{plain(value, digits)} {unit.level} ({_range(low, high, digits)}{tuned})"


def _wanted(least: float, most: float) -> str:
    """8 to 12; at least 8; at most 12."""
    low, high = (f"{end:.6g}".replace("-", "\u2212") for end in (least, most))
    if math.isinf(most):
        return f"at least {low}"
    return f"at most {high}" if math.isinf(least) else f"{low} to {high}"


def _range(low: float, high: float, digits: int) -> str:
    return f"at least {plain(low, digits)}" if math.isinf(high) else span(low, high, digits)
