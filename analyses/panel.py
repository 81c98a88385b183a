"""A comparison under several line-ups: whether what one of them decides holds for the others, or depends on how people play.

One line-up decides the verdicts; the others are compared with the same measures and margins, each with simultaneous intervals of its own.
Weights of one evaluator are one opinion: agreement counts between bots that choose in another way, such as rated ones and those that
play games on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pandas as pd

from analyses.compare import Comparison
from analyses.summary import records
from analyses.verdicts import Kind

RANDOM = "random"
"""Kind of the bots that are a floor, and no evidence."""

LINEUP_COLUMNS = (
    "variant",
    "measure",
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


def kinds_of(comparison: Comparison) -> frozenset[str]:
    """In which ways the bots of a comparison choose."""
    return frozenset(bot.kind for study in comparison.studies for bot in study.manifest.bots)


@dataclass(frozen=True)
class Panel:
    """The same variants under several line-ups.

    Attributes
    ----------
    comparisons : dict of Comparison
        By line-up, the deciding one first.
    counting : tuple of str
        The line-ups that choose in another way than the deciding one: agreement counts between it and these.
    differences : DataFrame
        The primary differences under every line-up: lineup, games (of the variant), decides, counts, stance (see `stance`; of the
        deciding line-up "holds", or "open" if it is undecided), and the columns of `Comparison.differences`; by measure, then variant,
        then line-up.
    agreements : DataFrame
        variant, measure, agreement.
    """

    comparisons: Mapping[str, Comparison]
    counting: tuple[str, ...]
    differences: pd.DataFrame
    agreements: pd.DataFrame

    @property
    def deciding(self) -> str:
        """The line-up that decides."""
        return next(iter(self.comparisons))


def panel(comparisons: Mapping[str, Comparison]) -> Panel:
    """Put comparisons of the same variants under several line-ups side by side.

    Parameters
    ----------
    comparisons : mapping
        By line-up; the first one decides.
    """
    deciding = next(iter(comparisons))
    kinds = {name: kinds_of(comparison) for name, comparison in comparisons.items()}
    counting = tuple(name for name in comparisons if RANDOM not in kinds[deciding] | kinds[name] and not kinds[deciding] & kinds[name])
    tables = [_table(name, comparison, name == deciding, name in counting) for name, comparison in comparisons.items()]
    verdicts = tables[0].set_index(["variant", "measure"])["kind"]
    for table in tables:
        keys = zip(table["variant"], table["measure"], strict=True)
        table["stance"] = [stance(Kind(verdicts[key]), Kind(kind)).value for key, kind in zip(keys, table["kind"], strict=True)]
    order = {key: place for place, key in enumerate(verdicts.index)}
    joined = pd.concat(tables, ignore_index=True)
    places = pd.Series([order[key] for key in zip(joined["variant"], joined["measure"], strict=True)])
    differences = joined.iloc[places.sort_values(kind="stable").index].reset_index(drop=True)
    return Panel(dict(comparisons), counting, differences, _agreements(differences))


def _table(name: str, comparison: Comparison, decides: bool, counts: bool) -> pd.DataFrame:
    """The primary differences under one line-up."""
    table = comparison.differences[comparison.differences["primary"]].reset_index(drop=True)
    games = {variant: study.games for variant, study in zip(comparison.names, comparison.studies, strict=True)}
    first = {"lineup": name, "games": table["variant"].map(games), "decides": decides, "counts": counts}
    return pd.concat([pd.DataFrame(first, index=table.index), table], axis=1)


def _agreements(differences: pd.DataFrame) -> pd.DataFrame:
    rows = []
    for (variant, measure), group in differences.groupby(["variant", "measure"], sort=False):
        stances = [Stance(word) for word in group["stance"][group["counts"]]]
        rows.append({"variant": variant, "measure": measure, "agreement": agreement(stances).value})
    return pd.DataFrame(rows)


def panel_dict(panel: Panel) -> dict[str, Any]:
    """A panel as plain data.

    Returns
    -------
    dict
        `lineups`: of each lineup, games (of each variant), decides, counts, differences; `agreements`: variant, measure, agreement.
    """
    told = []
    for name, comparison in panel.comparisons.items():
        rows = panel.differences[panel.differences["lineup"] == name]
        differences = records(rows, LINEUP_COLUMNS)
        for row in differences:
            row["games_needed"] = None if row["games_needed"] is None else int(row["games_needed"])
        games = [study.games for study in comparison.studies]
        told.append(
            {
                "lineup": name,
                "games": games,
                "decides": name == panel.deciding,
                "counts": name in panel.counting,
                "differences": differences,
            }
        )
    return {"lineups": told, "agreements": records(panel.agreements, ("variant", "measure", "agreement"))}
