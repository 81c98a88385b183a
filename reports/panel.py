"""A panel of line-ups in words: for which of them an answer holds, and what each says where it depends on how people play."""

import math
from collections.abc import Sequence
from typing import Any

from analyses.panel import Agreement, Stance
from analyses.verdicts import Kind
from reports import numbers
from reports.material import ACROSS, AGREEMENTS, LINEUPS, Material
from reports.names import listed

DEPENDS = "depends on how people play"
"""The words where line-ups that choose in other ways decide otherwise."""

FEW_GAMES = "not enough games to tell"
"""The words for a line-up that is undecided."""

REMARK = (
    "The verdicts are those of {deciding} bots; the other line-ups played fewer games of the same deals and have simultaneous intervals of "
    "their own. An answer holds for a line-up that decides it the same way, or finds equality too; {counting}"
)
LEVELS_REMARK = (
    "The answers are those of {deciding} bots; the other line-ups played fewer games of the same deals. An answer with a verdict holds for "
    "a line-up that decides it the same way; one without a verdict, for a line-up that lies within the margin of {deciding} bots, by "
    "simultaneous intervals of the differences; {counting}"
)
ONE_WAY = "weights of one evaluator are one opinion, and no line-up here chooses in another way."
OTHER_WAY = "agreement counts for {names} bots, which choose in another way; the rest is one opinion with {deciding}."

_SERIOUS = (Stance.FAILS, Stance.OPEN, Stance.HOLDS)
"""Of several numbers that are told together, the one that stands for its line-up comes first here."""


def of_levels(material: Material) -> bool:
    """Whether the panel judges levels: neither variants nor numbers of players are compared."""
    return not material.compared and ACROSS not in material.tables


def lineup_rows(material: Material, players: int, variant: str, group: str) -> list[dict[str, Any]]:
    """What is told together (a primary measure, the shares of a table) under every line-up, the deciding one first; none without a panel.

    One row a line-up: of several shares the one that speaks most against the deciding line-up's answer.
    """
    found: dict[str, dict[str, Any]] = {}
    for row in group_rows(material, players, variant, group):
        before = found.get(row["lineup"])
        if before is None or _SERIOUS.index(row["stance"]) < _SERIOUS.index(before["stance"]):
            found[row["lineup"]] = row
    return list(found.values())


def group_rows(material: Material, players: int, variant: str, group: str) -> list[dict[str, Any]]:
    """The rows of everything that is told together."""
    return [row for row in material.rows(LINEUPS, players, variant) if row["group"] == group]


def agreement_of(material: Material, players: int, variant: str, group: str) -> Agreement:
    """What the line-ups that choose in another way say of what is told together."""
    found = [row["agreement"] for row in material.rows(AGREEMENTS, players, variant) if row["measure"] == group]
    return Agreement(found[0]) if found else Agreement.ALONE


def holds_note(rows: Sequence[dict[str, Any]]) -> str:
    """For which line-ups a verdict holds, without any other number, so that variants of which the same is said share it.

    Holds for 3 of 3 line-ups (mixed, greedy, rollout). Holds for 2 of 3 line-ups (mixed, greedy; not enough games to tell: rollout (100)),
    one way of playing.
    """
    if len(rows) < 2:
        return ""
    if rows[0]["kind"] == Kind.UNDECIDED:
        return _undecided_note(rows)
    holding = [row for row in rows if row["stance"] == Stance.HOLDS]
    failing = [row["lineup"] for row in rows if row["stance"] == Stance.FAILS]
    unsure = [row for row in rows if row["stance"] == Stance.OPEN]
    few = [f"{row['lineup']} ({numbers.whole(row['games'])})" for row in unsure if row["kind"] == Kind.UNDECIDED]
    size = [row["lineup"] for row in unsure if row["kind"] != Kind.UNDECIDED]
    parts = [", ".join(row["lineup"] for row in holding)]
    parts += [f"not {listed(failing, 'or')}"] if failing else []
    parts += [f"{words}: {', '.join(names)}" for words, names in ((FEW_GAMES, few), ("size open", size)) if names]
    one_way = "" if len(holding) == 1 or any(row["counts"] for row in holding) else ", one way of playing"
    return f"Holds for {len(holding)} of {len(rows)} line-ups ({'; '.join(parts)}){one_way}."


def _undecided_note(rows: Sequence[dict[str, Any]]) -> str:
    others = [row for row in rows[1:] if row["kind"] != Kind.UNDECIDED]
    if not others:
        return f"Undecided for {'both' if len(rows) == 2 else f'all {len(rows)}'} line-ups ({', '.join(row['lineup'] for row in rows)})."
    return "By line-up: " + "; ".join(f"{row['lineup']} {_verdict(row)}" for row in rows) + "."


def _verdict(row: dict[str, Any]) -> str:
    return str(row["verdict"])


def depends_words(rows: Sequence[dict[str, Any]]) -> str:
    """The deciding line-up and those that count, each with its number: mixed bots +2.1 rounds (2.0 to 2.2; higher), rollout bots ..."""
    return listed([lineup_number(row) for row in rows if row["decides"] or row["counts"]])


def lineup_number(row: dict[str, Any]) -> str:
    """A line-up's number with interval and verdict: rollout bots −0.4 rounds (−0.6 to −0.2; lower).

    Of levels that are judged by the difference to the deciding line-up, the level, and for that line-up no verdict.
    """
    unit = numbers.unit_of(row["unit"])
    if "fair" in row and math.isnan(row["fair"]):
        return ", ".join(filter(None, (f"{row['lineup']} bots {level_number(row)}", _verdict(row))))
    low, high = unit.factor * row["low"], unit.factor * row["high"]
    margin = unit.factor * row["margin"]
    digits = numbers.decimals_of(low, high, (0, -margin, margin))
    number = numbers.counted(numbers.signed(unit.factor * row["difference"], digits), unit.difference)
    return f"{row['lineup']} bots {number} ({numbers.span(low, high, digits)}; {_verdict(row)})"


def level_number(row: dict[str, Any]) -> str:
    """A level with its interval, or how far it is from its fair value: 9.9 rounds (9.2 to 10.6); +6.1 points (5.8 to 6.4)."""
    unit, fair = numbers.unit_of(row["unit"]), not math.isnan(row["fair"])
    names = ("difference", "low", "high") if fair else ("value", "value_low", "value_high")
    value, low, high = (unit.factor * row[name] for name in names)
    digits = numbers.decimals_of(low, high)
    number = numbers.signed(value, digits) if fair else numbers.plain(value, digits)
    return f"{numbers.counted(number, unit.difference if fair else unit.level)} ({numbers.span(low, high, digits)})"


def shares_words(rows: Sequence[dict[str, Any]]) -> str:
    """The shares of the deciding line-up and of those that count: mixed bots: alarm 61 %, escaped 39 %; rollout bots: ..."""
    told: dict[str, list[str]] = {}
    for row in rows:
        if row["decides"] or row["counts"]:
            digits = numbers.decimals_of(100 * row["value_low"], 100 * row["value_high"])
            told.setdefault(row["lineup"], []).append(f"{row['label'].partition(': ')[2]} {numbers.percent(row['value'], digits)}")
    return "; ".join(f"{lineup} bots: {', '.join(parts)}" for lineup, parts in told.items())


def depends_note(rows: Sequence[dict[str, Any]]) -> str:
    """What the remaining line-ups say where it depends on how people play."""
    rest = [f"{row['lineup']} {_verdict(row)}" for row in rows if not (row["decides"] or row["counts"])]
    return f"Beside them: {'; '.join(rest)}." if rest else ""


def apart(material: Material, players: int, variant: str, measure: str) -> float:
    """Uncertainty that line-ups add to a primary number, as far as it is measured: how far they lie apart, and are known; else 0.

    Of every other line-up the larger of its distance from the deciding one and half the width of its own interval; the largest of these.
    """
    rows = lineup_rows(material, players, variant, measure)
    found = [max(abs(row["difference"] - rows[0]["difference"]), (row["high"] - row["low"]) / 2) for row in rows[1:]]
    return max((float(number) for number in found if not math.isnan(number)), default=0.0)


def remark(material: Material) -> str:
    """How a panel is to be read; nothing without one."""
    if not material.beside:
        return ""
    deciding = material.first.manifest.lineup
    names = [other.lineup for other in material.beside if other.counts]
    counting = OTHER_WAY.format(names=listed(names), deciding=deciding) if names else ONE_WAY
    return (LEVELS_REMARK if of_levels(material) else REMARK).format(deciding=deciding, counting=counting)


def lineup_terms(material: Material, measure: str) -> str:
    """How far the other line-ups lie from the deciding one at most, over variants: greedy 0.04 ± 0.09, rollout 0.3 ± 0.7 rounds."""
    rows = [row for row in material.rows(LINEUPS) if row["measure"] == measure]
    unit = numbers.unit_of(rows[0]["unit"])
    base = {(row["players"], row["variant"]): row for row in rows if row["decides"]}
    found: dict[str, tuple[float, float]] = {}
    for row in rows:
        own = base[row["players"], row["variant"]]
        distance = abs(row["difference"] - own["difference"])
        if not row["decides"] and distance >= found.get(row["lineup"], (0.0, 0.0))[0]:
            found[row["lineup"]] = distance, math.hypot(_half(row), _half(own))
    parts = []
    for lineup, ends in found.items():
        distance, half = (unit.factor * end for end in ends)
        digits = numbers.decimals_for(half)
        parts.append(f"{lineup} {numbers.plain(distance, digits)} ± {numbers.plain(half, digits)}")
    return f"{', '.join(parts)} {unit.difference} ({rows[0]['label']})" if parts else ""


def _half(row: Any) -> float:
    """Half the width of an interval."""
    return float(row["high"] - row["low"]) / 2


def lineups_fact(material: Material, deciding: Sequence[str]) -> str:
    """The line-ups with their games: mixed; beside it greedy 5,000 games, rollout 100 games; of each variant."""
    if not material.beside:
        return listed(deciding)
    games = numbers.counted(numbers.whole(material.first.games), "games")
    beside = ", ".join(other.words for other in material.beside)
    each = "; of each variant" if material.compared else "; with each number of players" if len(material.players) > 1 else ""
    return f"{listed(deciding)} {games}, which decide; beside them {beside}{each}"
