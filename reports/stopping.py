"""What is said of runs that were played until something was known: how well it is, and what that does to intervals."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from analyses.measures import FIRST_EXCESS, PLAIN, SEQUENCE_KIND, SIMULTANEOUS
from analyses.verdicts import describe_margin
from reports import numbers
from reports.material import ACROSS, Entry, Material
from reports.names import listed, players_words, variant_words
from simcore.store import Until

TOO_NARROW = "An interval made for a number of games fixed beforehand is too narrow at one that hangs on what was seen: so are all {} here."


def known(material: Material) -> list[str]:
    """For the state line: where playing stopped, and how well that is known which it waited for; nothing of a fixed number of games."""
    if material.until is None:
        games = dict.fromkeys(numbers.whole(entry.games) for entry in material.entries if entry.enough and not entry.partial)
        return [f"stopped at {listed(list(games))} games, where enough was known"] if games else []
    if _differences(material):
        return _known(material, material.until, material.entries, "")
    found = []
    for entry in material.entries:
        found += _known(material, material.until, [entry], players_words(entry.players) if len(material.players) > 1 else "")
    return found


def _differences(material: Material) -> bool:
    """Whether it is differences that playing waited for."""
    return material.compared or ACROSS in material.tables


def _known(material: Material, until: Until, entries: Sequence[Entry], name: str) -> list[str]:
    """What is known of runs that were looked at together; nothing before the first look."""
    if not all(entry.looks for entry in entries):
        return []
    told = [_within(material, until, entries, measure) for measure in until.halfwidths]
    games, differences = numbers.whole(min(entry.looks[-1].games for entry in entries)), _differences(material)
    where = f"stopped at {games} games" if entries[0].enough else f"all {games} games played" if not entries[0].partial else f"at {games}"
    together = f", {numbers.percent(until.level, 0)} together" if differences or len(told) > 1 else ""
    what = f"difference of {listed(told)} in every variant" if differences else listed(told)
    return [f"{name + ': ' if name else ''}{where}: {what} (confidence sequence{'s' if together else ''}{together})"]


def _within(material: Material, until: Until, entries: Sequence[Entry], name: str) -> str:
    """How well a measure was known at the last look, in the variant where it was least."""
    unit, asked = material.measures[name].unit, until.halfwidths[name]
    halves = [entry.looks[-1].known[name].halfwidth for entry in entries if name in entry.looks[-1].known]
    if any(half is None for half in halves):
        return f"{name} not known"
    half = max(half for half in halves if half is not None)
    words = describe_margin(asked, unit)
    return f"{name} known to within {words if half <= asked else f'{describe_margin(half, unit)}, not {words}'}"


SEQUENCES = "confidence sequences"


def sequenced(material: Material, measure: str) -> bool:
    """Whether the intervals of a measure (of a comparison, of its difference) are confidence sequences: playing waited for it."""
    return material.until is not None and measure in material.until.halfwidths


def remark(material: Material) -> str:
    """For the answers: which intervals are confidence sequences; nothing where the number of games was fixed."""
    if material.until is None:
        return ""
    labels = listed([material.measures[name].label for name in material.until.halfwidths])
    return f"Those of {labels} are {SEQUENCES}: they hold at whatever number of games playing stops."


def turn_order_kind(material: Material) -> str:
    """What kind of intervals the positions of the turn order have: all of them the same."""
    return SEQUENCES if sequenced(material, FIRST_EXCESS) and not _differences(material) else "plain intervals"


def turn_order_note(material: Material) -> str:
    """The same in a sentence."""
    if turn_order_kind(material) == SEQUENCES:
        return f"The intervals of all positions are {SEQUENCES}, each on its own: playing stopped by what was seen of the first."
    return "Intervals are plain ones, each on its own: that of an answer is wider where it holds together with others."


def positions_kind(material: Material) -> str:
    """What kind of intervals the differences of the positions have, between variants."""
    return SEQUENCES if sequenced(material, FIRST_EXCESS) and material.compared else "plain intervals"


def positions_note(material: Material) -> str:
    """The same in a sentence."""
    return f"Exploratory: {positions_kind(material)}, each on its own."


def kind_of(row: Mapping[str, Any]) -> str:
    """What kind of interval a difference has."""
    if not math.isnan(row["until"]):
        return SEQUENCE_KIND
    return SIMULTANEOUS if row["primary"] else PLAIN


def paragraph(material: Material) -> str:
    """For the trust section: the rule, the looks, and which intervals hold at a number of games that hangs on what was seen."""
    until = material.until
    if until is None:
        stopped = [variant_words(entry.variant) if material.compared else "the run" for entry in material.entries if entry.enough]
        return f"Played until enough was known: {listed(stopped)}. {TOO_NARROW.format('its intervals')}" if stopped else ""
    looks = max(len(entry.looks) for entry in material.entries)
    asked = listed([f"{name} to within {describe_margin(half, material.measures[name].unit)}" for name, half in until.halfwidths.items()])
    what = "the differences of every variant from the baseline are known" if _differences(material) else "it is known"
    together = ", all of them together" if _differences(material) or len(until.halfwidths) > 1 else ""
    rule = (
        f"Playing stops when {what}: {asked}; looked at {looks} times so far, after numbers of games fixed beforehand, at most "
        f"{numbers.whole(material.first.manifest.games)}."
    )
    sequences = (
        "These have confidence sequences (Robbins' normal mixture with the variance measured so far; Waudby-Smith et al. 2021), which hold "
        f"at all looks at once with {numbers.percent(until.level, 0)}{together}."
    )
    return f"{rule} {sequences} {TOO_NARROW.format('intervals but sequences')}"
