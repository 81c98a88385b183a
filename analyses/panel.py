"""Runs under several line-ups: whether what one of them decides holds for the others, or depends on how people play.

One line-up decides the verdicts; the others are judged by the same measures and margins. Of a comparison each line-up has the differences
between the variants, with simultaneous intervals of its own. Of runs without variants a measure that has a fair value is judged against
it under each line-up; any other has nothing to be judged by but the deciding line-up, so what is judged is the difference between the two.
Weights of one evaluator are one opinion: agreement counts between bots that choose in another way, such as rated ones and those that
play games on.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import pandas as pd

from analyses.compare import Comparison, judged, needed
from analyses.contrasts import unpaired, unpaired_span
from analyses.intervals import LEVEL, critical_t, sidak
from analyses.measures import Measures
from analyses.summary import Study, records
from analyses.verdicts import OPEN, Kind, judge, verdict

RANDOM = "random"
"""Kind of the bots that are a floor, and no evidence."""

KEYS = ("players", "variant", "measure")
"""What a row is about, as far as a table has these columns."""

DIFFERENCE_COLUMNS = (
    *KEYS[1:],
    "baseline_value",
    "value",
    "difference",
    "low",
    "high",
    "margin",
    "verdict",
    "games_needed",
    "paired",
    "stance",
)
"""What JSON says of a difference under a line-up."""

LEVEL_COLUMNS = (
    "players",
    "measure",
    "value",
    "value_low",
    "value_high",
    "difference",
    "low",
    "high",
    "margin",
    "verdict",
    "games_needed",
    "stance",
)
"""What JSON says of a level under a line-up."""

_DIRECTIONS = {
    Kind.HIGHER: 1,
    Kind.HIGHER_SIZE_OPEN: 1,
    Kind.LOWER: -1,
    Kind.LOWER_SIZE_OPEN: -1,
    Kind.EQUAL: 0,
    Kind.SMALL_BUT_REAL: 0,
}
"""Where a verdict points; an undecided one points nowhere."""


class Stance(StrEnum):
    """What a line-up says of the deciding line-up's verdict."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"


class Agreement(StrEnum):
    """What line-ups that choose in another way say together of the deciding line-up's verdict; `ALONE`: there are none."""

    AGREE = "agree"
    DEPENDS = "depends"
    OPEN = "open"
    ALONE = "alone"


def stance(deciding: Kind, other: Kind) -> Stance:
    """Whether a verdict holds under another line-up.

    It holds if both point the same way, or both are equal within the margin. It fails if no difference fits both: opposite directions, or
    one beyond the margin and the other equal within it. Else it is open: an undecided verdict counts neither way, and one whose size is
    open does not exclude that the difference is within the margin.
    """
    here, there = _DIRECTIONS.get(deciding), _DIRECTIONS.get(other)
    if here is None or there is None:
        return Stance.OPEN
    if here == there:
        return Stance.HOLDS
    beyond = {Kind.HIGHER, Kind.LOWER} & {deciding, other}
    return Stance.FAILS if beyond or here == -there else Stance.OPEN


def agreement(stances: Sequence[Stance]) -> Agreement:
    """What the line-ups that count say together, from the stance of each."""
    if not stances:
        return Agreement.ALONE
    if Stance.FAILS in stances:
        return Agreement.DEPENDS
    return Agreement.AGREE if Stance.HOLDS in stances else Agreement.OPEN


def together(stances: Sequence[Stance]) -> Stance:
    """What a line-up says of several numbers that are told together: it holds if all do, and fails if one does."""
    return min(stances, key=[Stance.FAILS, Stance.OPEN, Stance.HOLDS].index)


def kinds_of(studies: Sequence[Study]) -> frozenset[str]:
    """In which ways the bots of some runs choose."""
    return frozenset(bot.kind for study in studies for bot in study.manifest.bots)


@dataclass(frozen=True)
class Panel:
    """The same runs under several line-ups.

    Attributes
    ----------
    studies : dict
        By line-up, the deciding one first, its runs.
    names : tuple of str
        What each of its runs is called.
    counting : tuple of str
        The line-ups that choose in another way than the deciding one: agreement counts between it and these.
    rows : DataFrame
        What is judged under every line-up: lineup, games, decides, counts, stance (see `stance`; of the deciding line-up "holds", or
        "open" if it is undecided), group (what is told together: a measure, or the shares of one table), and the columns of
        `Comparison.differences`; of runs without variants see `level_panel`. By what is judged, then by line-up.
    agreements : DataFrame
        variant or players, measure (or what is told together), agreement.
    """

    studies: Mapping[str, Sequence[Study]]
    names: tuple[str, ...]
    counting: tuple[str, ...]
    rows: pd.DataFrame
    agreements: pd.DataFrame

    @property
    def deciding(self) -> str:
        """The line-up that decides."""
        return next(iter(self.studies))


def panel(comparisons: Mapping[str, Comparison]) -> Panel:
    """Put comparisons of the same variants under several line-ups side by side.

    Parameters
    ----------
    comparisons : mapping
        By line-up; the first one decides.
    """
    first = next(iter(comparisons.values()))
    tables = {name: _differences(comparison) for name, comparison in comparisons.items()}
    return _side_by_side({name: comparison.studies for name, comparison in comparisons.items()}, first.names, tables)


def level_panel(studies: Mapping[str, Sequence[Study]], level: float = LEVEL) -> Panel:
    """Put runs under several line-ups side by side, one for each number of players.

    A measure with a fair value is judged against it under each line-up, by the interval that the page shows of it too, simultaneous over
    the run's primary measures. Of any other the difference to the deciding line-up is judged, as between independent runs (they share
    deals, but other bots play them, and the counts differ), by simultaneous intervals over all that is judged of the line-up: primary
    measures and shares, with every number of players.

    Parameters
    ----------
    studies : mapping
        By line-up, of the same numbers of players in the same order; the first one decides.
    level : float
        Of the intervals.

    Returns
    -------
    Panel
        Its rows have players, measure, label, unit, primary, value, value_low, value_high (its interval), difference, low, high (from
        the fair value, or else from the deciding line-up, whose own row then is equal to itself), margin, verdict, kind, games_needed.
    """
    deciding = next(iter(studies.values()))
    shares = [_occurring(found) for found in zip(*studies.values(), strict=True)]
    tables = {
        name: pd.DataFrame([row for each in zip(parts, deciding, shares, strict=True) for row in _levels(*each, len(parts), level)])
        for name, parts in studies.items()
    }
    return _side_by_side(studies, [f"players={study.manifest.players}" if len(deciding) > 1 else "" for study in deciding], tables)


def _side_by_side(studies: Mapping[str, Sequence[Study]], names: Sequence[str], tables: Mapping[str, pd.DataFrame]) -> Panel:
    """One table of the line-ups' tables, and what they say together."""
    deciding = next(iter(studies))
    kinds = {name: kinds_of(parts) for name, parts in studies.items()}
    counting = tuple(name for name in studies if RANDOM not in kinds[deciding] | kinds[name] and not kinds[deciding] & kinds[name])
    keys = [key for key in KEYS if key in tables[deciding]]
    verdicts = tables[deciding].set_index(keys)["kind"]
    parts = []
    for name, table in tables.items():
        kept = table.set_index(keys).loc[verdicts.index].reset_index()
        kept.insert(0, "lineup", name)
        kept["decides"], kept["counts"] = name == deciding, name in counting
        kept["stance"] = [stance(Kind(own), Kind(other)).value for own, other in zip(verdicts, kept["kind"], strict=True)]
        parts.append(kept)
    rows = pd.concat(parts).sort_index(kind="stable").reset_index(drop=True)
    return Panel(dict(studies), tuple(names), counting, rows, _agreements(rows, [*keys[:-1], "group"]))


def _differences(comparison: Comparison) -> pd.DataFrame:
    """The primary differences under one line-up."""
    table = comparison.differences[comparison.differences["primary"]]
    games = {variant: study.games for variant, study in zip(comparison.names, comparison.studies, strict=True)}
    return table.assign(games=table["variant"].map(games), group=table["measure"])


def _occurring(studies: Sequence[Study]) -> dict[str, list[int]]:
    """The shares of games that are told, but for those that no line-up ever has or every one always: by table, their places there."""
    found = [study.endings.measured() for study in studies]
    return {
        group: [place for place in places if {one[group][0].value(place) for one in found} not in ({0.0}, {1.0})]
        for group, (_, places) in found[0].items()
    }


def _levels(own: Study, deciding: Study, shares: Mapping[str, list[int]], runs: int, level: float) -> list[dict[str, Any]]:
    """The primary measures of a run, and shares of its games, beside the deciding line-up's."""
    declared = own.measures.columns.measures
    primary = [place for place, measure in enumerate(declared) if measure.primary]
    family = runs * (len(primary) + sum(map(len, shares.values())))
    found = [{**_level(place, own, deciding, family, level), "group": declared[place].name, "primary": True} for place in primary]
    measured, others, same = own.endings.measured(), deciding.endings.measured(), own is deciding
    for group, places in shares.items():
        for place in places:
            row = _beside(place, measured[group][0], others[group][0], same, family, level, (0.0, 0.0))
            found.append({**row, "group": group, "primary": False})
    return [{"players": own.manifest.players, "games": own.games, **row} for row in found]


def _level(place: int, own: Study, deciding: Study, family: int, level: float) -> dict[str, Any]:
    """A measure of a run, against its fair value if it has one, else beside the deciding line-up's."""
    measures, others = own.measures, deciding.measures
    measure = measures.columns.measures[place]
    (down, up), (other_down, other_up) = (_reach(study, place) for study in (own, deciding))
    if measure.fair is None:
        return _beside(place, measures, others, own is deciding, family, level, (down + other_up, up + other_down))
    found = measures.interval(place)
    margin = measure.margin * (abs(found.value) if measure.relative_margin else 1)
    low, high = found.low - measure.fair, found.high - measure.fair
    kind = judge(low - down, high + up, margin)
    open_by_chance = kind in OPEN and not (down or up)
    return {
        "measure": measure.name,
        "label": measure.label,
        "unit": measure.unit,
        "value": found.value,
        "value_low": found.low,
        "value_high": found.high,
        "difference": found.value - measure.fair,
        "low": low,
        "high": high,
        "margin": margin,
        "verdict": verdict(kind, margin, measure.unit),
        "kind": kind.value,
        "games_needed": _needed(place, measures, margin) if open_by_chance else math.nan,
        "fair": measure.fair,
    }


def _needed(place: int, measures: Measures, margin: float) -> float:
    """Games at which half of the interval's width is half the margin."""
    deals = measures.sums.clusters
    level = measures.each_level() if measures.columns.measures[place].primary else LEVEL
    enough = (2 * critical_t(level, max(1, deals - 1)) * measures.spread(place) / margin) ** 2
    return float(np.ceil(enough * measures.sums.games / deals))


def _reach(study: Study, place: int) -> tuple[float, float]:
    """By how much less or more a measure can be, had the run's capped games been played to their end."""
    columns = study.measures.columns
    return study.measures.capped_reach(place, study.censored, float(columns.least[place]), float(columns.most[place]))


def _beside(
    place: int, own: Measures, deciding: Measures, same: bool, family: int, level: float, reach: tuple[float, float]
) -> dict[str, Any]:
    """A measure of a run beside the deciding line-up's: equal to itself."""
    measure, found = own.columns.measures[place], own.interval(place)
    span = unpaired_span(place, own, deciding) if measure.span is None else measure.span
    span = span if math.isfinite(span) else 0.0
    span *= max(1.0, own.games_a_thing(place), deciding.games_a_thing(place))
    contrast = unpaired(place, own, deciding, span)
    critical = sidak(family, contrast.degrees, level)
    row = judged(measure, contrast, contrast.interval(critical, family, level), reach)
    enough = contrast.deals_needed(critical, row["margin"], family, level) * own.sums.games / own.sums.clusters
    row |= needed(row, enough, reach)
    itself = {"difference": 0.0, "low": 0.0, "high": 0.0, "kind": Kind.EQUAL.value, "verdict": "", "games_needed": math.nan} if same else {}
    return {**row, "value_low": found.low, "value_high": found.high, "fair": math.nan, **itself}


def _agreements(rows: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    found = []
    for key, group in rows.groupby(keys, sort=False):
        stances = [together([Stance(word) for word in part["stance"]]) for _, part in group[group["counts"]].groupby("lineup", sort=False)]
        found.append({**dict(zip(keys, key, strict=True)), "agreement": agreement(stances).value})
    return pd.DataFrame(found).rename(columns={"group": "measure"})


def panel_dict(panel: Panel) -> dict[str, Any]:
    """A panel as plain data.

    Returns
    -------
    dict
        `lineups`: of each lineup, games (of each run), decides, counts, and differences or, of runs without variants, levels;
        `agreements`: variant or players, measure, agreement.
    """
    name, columns = ("differences", DIFFERENCE_COLUMNS) if "variant" in panel.rows else ("levels", LEVEL_COLUMNS)
    told = []
    for lineup, studies in panel.studies.items():
        found = records(panel.rows[panel.rows["lineup"] == lineup], columns)
        for row in found:
            if row.get("games_needed") is not None:
                row["games_needed"] = int(row["games_needed"])
        told.append(
            {
                "lineup": lineup,
                "games": [study.games for study in studies],
                "decides": lineup == panel.deciding,
                "counts": lineup in panel.counting,
                name: found,
            }
        )
    return {"lineups": told, "agreements": records(panel.agreements, tuple(panel.agreements.columns))}
