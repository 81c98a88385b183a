"""Variants against a baseline: the difference of every measure, deal by deal where the deals are the same, and a verdict on each.

Primary measures have simultaneous intervals over variants and measures; all others are exploratory, with plain ones. That two single
intervals overlap says nothing about their difference.
"""

import dataclasses
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyses.contrasts import Contrast, Contrasts
from analyses.intervals import LEVEL, bonferroni, critical_maximum, critical_sequence, critical_t, sidak
from analyses.measures import FIRST_EXCESS, SHARE, SHARE_MARGIN, known
from analyses.screens import SCREEN_COLUMNS, screen_questions
from analyses.source import Array, Source, games_of, show
from analyses.summary import Study, records, summary
from analyses.verdicts import OPEN, judge, verdict
from simcore.errors import HeistlabError, nearest
from simcore.spec import GameBatch, GameSpec, Measure, least_excess
from simcore.store import Known, Manifest, Until

JSON_COLUMNS = (
    "variant",
    "measure",
    "primary",
    "difference",
    "low",
    "high",
    "margin",
    "verdict",
    "games_diverged",
    "correlation",
    "games_needed",
    "paired",
    "until",
    "shrunken",
    "p",
    "q",
    "found",
    "rank",
)
"""What JSON says of a difference."""


def same_deals(first: Source, second: Source) -> bool:
    """Whether game g of both runs is the same deal for every g, and neither run has more games than the other."""
    return (deals_of(first.manifest), first.games) == (deals_of(second.manifest), second.games)


def deals_of(manifest: Manifest) -> tuple[Any, ...]:
    """What decides which deal a game is."""
    return manifest.game, manifest.players, manifest.seed, manifest.rotations, manifest.rules_version


def _farthest(measure: Measure) -> float:
    """Largest possible difference of a measure between two runs."""
    if measure.span is not None:
        return measure.span
    return 1.0 if measure.unit == SHARE and not measure.signed else math.inf


FIRST_POSITION = "1"
"""Name of the measure of `position_measures` that is the excess of the first position."""


def position_measures(seats: int) -> tuple[Measure, ...]:
    """The excess of each position of the turn order as a measure; its name is the position, from 1."""

    def excess_of(position: int) -> Callable[[GameBatch], Array]:
        return lambda batch: batch.excess[np.arange(len(batch)), (batch["first_seat"] + position) % seats]

    return tuple(
        Measure(
            str(position + 1),
            f"excess of position {position + 1}",
            SHARE,
            excess_of(position),
            SHARE_MARGIN,
            span=1.0,
            signed=True,
            least=least_excess,
        )
        for position in range(seats)
    )


def chosen_measures(
    spec: GameSpec, primary: Sequence[str] | None = None, margins: Mapping[str, float] | None = None, across: bool = False
) -> tuple[Measure, ...]:
    """The game's measures with the user's margins and choice of primary ones; these first, in the order asked for.

    Parameters
    ----------
    spec : GameSpec
    primary : sequence of str, optional
        Names of the primary measures; the game's own choice by default.
    margins : mapping, optional
        Margin by measure, in the measure's own unit: 0.01 is one point of a share.
    across : bool
        Whether numbers of players are compared: then only what means the same with any of them.

    Raises
    ------
    HeistlabError
        A name that is no measure, or a margin that is not above zero.
    """
    declared = {measure.name: measure for measure in (spec.measures_across if across else spec.measures)}
    for name in [*(primary or ()), *(margins or {})]:
        if name not in declared:
            raise HeistlabError(f"{spec.name} has no measure {name!r}{nearest(name, declared)}")
    for name, margin in (margins or {}).items():
        if not 0 < margin < math.inf:
            raise HeistlabError(f"margin of {name}: {margin} is not above zero")
        declared[name] = dataclasses.replace(declared[name], margin=margin, relative_margin=False)
    first = list(dict.fromkeys(primary)) if primary is not None else [name for name, measure in declared.items() if measure.primary]
    rest = [name for name in declared if name not in first]
    return tuple(dataclasses.replace(declared[name], primary=name in first) for name in [*first, *rest])


@dataclass(frozen=True)
class Comparison:
    """Several runs against one of them.

    Attributes
    ----------
    studies : list of Study
        One a run, the baseline's among them, in the order given.
    names : list of str
        What the runs are called.
    baseline : str
        Name of the run that the others are compared with.
    level : float
        Of all intervals.
    critical : float
        Critical value of the simultaneous intervals.
    paired : dict
        For each other run by name, whether it was compared deal by deal.
    measures : tuple of Measure
        As asked for: see `chosen_measures`.
    differences : DataFrame
        variant, measure, label, unit, primary, baseline_value, value, difference, low, high, margin, verdict, kind, games_diverged,
        correlation, effective_games, games_needed (where more would settle the verdict), games_enough (at which the half-width is half
        the margin, whatever the verdict: for planning), paired, until (half the width at which playing was to stop, where it waited for the
        measure: then the interval is a confidence sequence, over variants and such measures at once; else NaN), capped (games of both runs
        stopped at the round limit: their lengths are "at least"), capped_low, capped_high (ends of the interval had these games gone
        against or for the variant: what the verdict is judged by), and of the exploratory ones as one screen shrunken (in margins), p, q,
        found, rank: see `analyses.screens`; by measure, primary ones first, then by variant.
    positions : DataFrame
        The same, without the screen, for the excess of each position of the turn order (`position`, from 1, instead of measure):
        exploratory. Where playing waited for the difference of the first one, all have sequences like it.
    until : Until or None
        What had to be known before playing stopped.
    """

    studies: list[Study]
    names: list[str]
    baseline: str
    level: float
    critical: float
    paired: dict[str, bool]
    measures: tuple[Measure, ...]
    differences: pd.DataFrame
    positions: pd.DataFrame
    until: Until | None = None


class _Reading(Contrasts):
    """One pass over several runs: each run's own sums, and those of the runs that share the baseline's deals.

    Parameters
    ----------
    runs : sequence of Source
    baseline : int
    asked : sequence of Measure
        As `chosen_measures` makes them.
    until : Until, optional
        See `compare`.
    """

    def __init__(self, runs: Sequence[Source], baseline: int, asked: Sequence[Measure], until: Until | None = None) -> None:
        across = len({run.manifest.players for run in runs}) > 1
        positions = () if across else position_measures(runs[0].manifest.players)
        shared = [place for place, run in enumerate(runs) if place != baseline and same_deals(run, runs[baseline])]
        self.studies = [Study(run, None if across else asked, positions) for run in runs]
        super().__init__(asked, len(runs), baseline, shared, None if across else [study.measures for study in self.studies])
        self.primary = [place for place, measure in enumerate(asked) if measure.primary]
        self.halfwidths = {} if until is None else dict(until.halfwidths)
        self.sequenced = set(self.halfwidths)
        if FIRST_EXCESS in self.halfwidths:
            self.halfwidths[FIRST_POSITION] = self.halfwidths[FIRST_EXCESS]
            self.sequenced |= {position.name for position in positions}
        self.each = LEVEL if until is None else each_level(until, len(self.others))
        self.add_games([games_of(run) for run in runs])

    def add(self, place: int, batch: GameBatch) -> Array:
        """Count games of one run in; returns the columns of the measures that are compared, in units."""
        units = self.studies[place].add(batch)
        return units if self.own[place] is self.studies[place].measures else super().add(place, batch)

    def difference(self, place: int, measure: int, critical: float, level: float) -> dict[str, Any]:
        """A difference with its interval and verdict; `critical` is that of the primary measures."""
        declared, contrast = self.own[self.baseline].columns.measures[measure], self.contrast(place, measure)
        if not declared.primary:
            critical = critical_t(level, contrast.degrees)
        family = len(self.others) if declared.primary else 1
        ends, waited_for = contrast.interval(critical, family, level), declared.name in self.halfwidths
        if declared.name in self.sequenced:
            critical, ends = critical_sequence(min(contrast.deals, contrast.baseline_deals), self.each), contrast.sequence(self.each)
        games_a_deal = self.own[place].sums.games / self.own[place].sums.clusters
        reach = self._with_capped(place, measure)
        found = judged(declared, contrast, ends, reach)
        enough = contrast.deals_needed(critical, found["margin"], family, level) * games_a_deal
        return found | {
            **needed(found, enough, reach),
            "effective_games": contrast.effective_deals() * games_a_deal,
            "until": self.halfwidths[declared.name] if waited_for else math.nan,
            "capped": self.studies[place].censored + self.studies[self.baseline].censored,
        }

    def _with_capped(self, place: int, measure: int) -> tuple[float, float]:
        """By how much less or more the difference can be, had the games stopped at the round limit been played to their end.

        See `Measures.capped_reach`.
        """
        (down, up), (base_down, base_up) = (self._shift(one, measure) for one in (place, self.baseline))
        return down + base_up, up + base_down

    def _shift(self, place: int, measure: int) -> tuple[float, float]:
        """By how much less or more a measure of one run can be with its capped games played to their end."""
        least = min(float(one.columns.least[measure]) for one in self.own)
        most = max(float(one.columns.most[measure]) for one in self.own)
        return self.own[place].capped_reach(measure, self.studies[place].censored, least, most)

    def critical(self, level: float) -> float:
        """Critical value of the simultaneous intervals: from their correlation if all runs share their deals, else Šidák's bound."""
        deals = min(sums.sums.clusters for sums in self.own)
        degrees = max(1, deals - 1)
        family = len(self.others) * len(self.primary)
        if len(self.shared) < len(self.others):
            return sidak(family, degrees, level)
        return critical_maximum(self.pairs.correlation(self.primary), degrees, level) if family else critical_t(level, degrees)


def judged(declared: Measure, contrast: Contrast, ends: tuple[float, float], reach: tuple[float, float]) -> dict[str, Any]:
    """A difference with its interval and verdict: columns of `Comparison.differences`.

    Parameters
    ----------
    declared : Measure
    contrast : Contrast
    ends : pair of float
        Of its interval.
    reach : pair of float
        By how much less or more the difference can be, had the games stopped at the round limit been played to their end.
    """
    margin = declared.margin * (abs(contrast.baseline) if declared.relative_margin else 1)
    limit = _farthest(declared)
    low, high = (float(np.clip(end, -limit, limit)) for end in ends)
    down, up = reach
    kind = judge(low - down, high + up, margin)
    return {
        "measure": declared.name,
        "label": declared.label,
        "unit": declared.unit,
        "primary": declared.primary,
        "baseline_value": contrast.baseline,
        "value": contrast.value,
        "difference": contrast.difference,
        "low": low,
        "high": high,
        "margin": margin,
        "verdict": verdict(kind, margin, declared.unit),
        "kind": kind.value,
        "games_diverged": contrast.games_diverged,
        "correlation": contrast.correlation,
        "paired": contrast.paired,
        "capped_low": float(np.clip(low - down, -limit, limit)),
        "capped_high": float(np.clip(high + up, -limit, limit)),
    }


def needed(found: Mapping[str, Any], enough: float, reach: tuple[float, float]) -> dict[str, float]:
    """Games at which the half-width is half the margin: in any case, and where more games would settle the verdict of a difference."""
    open_by_chance = judge(found["low"], found["high"], found["margin"]) in OPEN and not any(reach)
    return {"games_needed": float(np.ceil(enough)) if open_by_chance else math.nan, "games_enough": float(np.ceil(enough))}


def compare(
    runs: Sequence[Source],
    names: Sequence[str],
    baseline: int = 0,
    primary: Sequence[str] | None = None,
    margins: Mapping[str, float] | None = None,
    level: float = LEVEL,
    across: bool = False,
    until: Until | None = None,
) -> Comparison:
    """Compare runs of one game, with one number of players, with one of them.

    Parameters
    ----------
    runs : sequence of Run
    names : sequence of str
        What to call each run.
    baseline : int
        Place of the run that the others are compared with.
    primary, margins
        See `chosen_measures`.
    level : float
        Of all intervals; of the primary measures' over variants and measures at once.
    across : bool
        Whether it is the numbers of players that are compared: unpaired, by what means the same with any of them, and without positions.
    until : Until, optional
        Measures whose differences had to be known before playing stopped: they have confidence sequences, as the number of games hangs
        on what was seen.

    Raises
    ------
    HeistlabError
        Fewer than two runs, runs of different games or numbers of players, or an unknown measure.
    """
    refuse_unlike(runs, names, across)
    spec, seats = runs[0].spec, 0 if across else runs[0].manifest.players
    measures = chosen_measures(spec, primary, margins, across)
    reading = _Reading(runs, baseline, measures, until)
    critical = reading.critical(level)
    rows = [
        {"variant": names[place], **reading.difference(place, measure, critical, level)}
        for measure in range(len(measures) + seats)
        for place in reading.others
    ]
    table = pd.DataFrame(rows).astype({"games_diverged": "Int64"})
    cut = len(measures) * len(reading.others)
    exploratory = table.iloc[:cut].query("not primary")
    table = table.join(screen_questions(exploratory, min(sums.sums.clusters for sums in reading.own), level))
    table["found"] = table["found"].eq(True)
    positions = table.drop(columns=list(SCREEN_COLUMNS)).iloc[cut:].reset_index(drop=True)
    positions = positions.rename(columns={"measure": "position"}).astype({"position": int})
    return Comparison(
        studies=reading.studies,
        names=list(names),
        baseline=names[baseline],
        level=level,
        critical=critical,
        paired={names[place]: place in reading.shared for place in reading.others},
        measures=measures,
        differences=table.iloc[:cut].reset_index(drop=True),
        positions=positions,
        until=until,
    )


def each_level(until: Until, variants: int) -> float:
    """Level of each sequence, with which those of all measures that playing waits for hold in all variants but the baseline at once."""
    return bonferroni(until.level, len(until.halfwidths) * variants)


class Differences(Contrasts):
    """What playing on waits for in a comparison, between playing some games and more.

    Parameters
    ----------
    manifests : sequence of Manifest
        Of the variants.
    baseline : int
    until : Until
    """

    def __init__(self, manifests: Sequence[Manifest], baseline: int, until: Until) -> None:
        across = len({manifest.players for manifest in manifests}) > 1
        declared = {measure.name: measure for measure in chosen_measures(manifests[0].spec, across=across)}
        alike = [place for place, one in enumerate(manifests) if place != baseline and deals_of(one) == deals_of(manifests[baseline])]
        super().__init__([declared[name] for name in until.halfwidths], len(manifests), baseline, alike)
        self.until = until

    def known(self) -> list[dict[str, Known]]:
        """What a look finds of each run; nothing of the baseline."""
        return [self._known(place) if place != self.baseline else {} for place in range(len(self.own))]

    def _known(self, place: int) -> dict[str, Known]:
        level, found = each_level(self.until, len(self.others)), {}
        for measure, name in enumerate(self.until.halfwidths):
            contrast = self.contrast(place, measure)
            low, high = contrast.sequence(level)
            found[name] = known(contrast.difference, (high - low) / 2)
        return found


def refuse_unlike(runs: Sequence[Source], names: Sequence[str], across: bool = False) -> None:
    """Refuse runs that cannot be compared; with `across` other numbers of players can be.

    Raises
    ------
    HeistlabError
        Fewer than two runs, a name that stands there twice, or runs of different games or numbers of players.
    """
    if len(runs) < 2:
        raise HeistlabError("a comparison needs at least two runs")
    if len(set(names)) != len(names) or len(names) != len(runs):
        raise HeistlabError(f"a comparison needs one name for each run, no two alike: {', '.join(names)}")
    first = runs[0].manifest
    for run, name in zip(runs, names, strict=True):
        if run.manifest.game != first.game:
            raise HeistlabError(f"{name} is a run of {run.manifest.game}, {names[0]} of {first.game}: they cannot be compared")
        if run.manifest.players != first.players and not across:
            raise HeistlabError(f"{name} has {run.manifest.players} players, {names[0]} {first.players}: their measures cannot be compared")


def compare_dict(comparison: Comparison) -> dict[str, Any]:
    """A comparison as plain data: the baseline's name, the level, the summaries of all runs under their names, and the differences.

    Of the exploratory differences `q` and `found` are those of their screen: see `analyses.screens.screen`; of the others they are None
    and False.
    """
    differences = records(comparison.differences, JSON_COLUMNS)
    for row in differences:
        row["games_needed"] = None if row["games_needed"] is None else int(row["games_needed"])
    variants = [{"variant": name, **summary(found)} for name, found in zip(comparison.names, comparison.studies, strict=True)]
    return {"baseline": comparison.baseline, "level": comparison.level, "variants": variants, "differences": differences}


def tables(comparison: Comparison) -> dict[str, pd.DataFrame]:
    """A comparison's tables by title."""
    primary = comparison.differences["primary"]
    return {
        f"Primary measures against {comparison.baseline}: simultaneous intervals": comparison.differences[primary],
        "Exploratory: plain intervals": comparison.differences[~primary],
        "Exploratory: excess by position of the turn order": comparison.positions,
    }


if __name__ == "__main__":
    show(lambda *runs: tables(compare(runs, [str(path) for path in sys.argv[1:]])), fewest=2)
