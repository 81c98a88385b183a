"""How often each kind of interval holds the truth, on games of the duel whose answers are known exactly."""

import copy
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analyses.compare import compare
from analyses.contrasts import InStep, unpaired, unpaired_span
from analyses.intervals import SHARE_BOUNDS, critical_t, ratio, wald_test
from analyses.length import Lengths
from analyses.measures import Measures
from analyses.outcomes import outcomes
from analyses.splits import Split
from analyses.sums import FEW_CLUSTERS, ClusterSums, in_units
from analyses.targets import Target, judged
from calibration.played import play
from calibration.truth import Array, Duel
from simcore.spec import GameBatch

LEVEL = 0.95
ENOUGH = 10.0
"""Least n p (1-p) of a share, or number of diverging pairs, for which the promise is made."""

CHUNK = 200_000
"""Games played at once."""

DUELS = (
    Duel(2, 20),
    Duel(2, 60, 10),
    Duel(3, 10),
    Duel(5, 25),
    Duel(2, 8, 4, True),
    Duel(3, 12, 6, True),
    Duel(4, 30, 10, True),
    Duel(5, 20, 6, True),
)
SIZES = (60, 120, 300, 1000)
FEW_SIZES = (10, 20, 35, FEW_CLUSTERS - 1)

PAIRS = (
    (Duel(2, 20), Duel(2, 21)),
    (Duel(3, 10), Duel(3, 15)),
    (Duel(3, 12), Duel(3, 12, 6, True)),
    (Duel(4, 30, 10, True), Duel(4, 30, 9, True)),
    (Duel(2, 20), Duel(2, 20, round_cap=8)),
    (Duel(2, 20), Duel(2, 20, round_cap=9)),
)
"""The last two diverge in one game of a hundred and of thousands."""

TRIOS = (
    (Duel(2, 20), Duel(2, 21), Duel(2, 24)),
    (Duel(3, 12), Duel(3, 12, 6, True), Duel(3, 15, 6, True)),
    (Duel(4, 30, 10, True), Duel(4, 30, 9, True), Duel(4, 33, 10, True)),
)
"""A baseline and two variants of it, whose primary measures differ."""

NEVER = ("cap", "shared", "last_throw")
"""Measures that are zero in many a duel."""

QUANTILES = (0.5, 0.9)
BOOTSTRAPPED = ("mean", "rate over seats")
"""Kinds that are bootstrapped below 50 clusters."""

CARDS = 4
"""Of which each seat is dealt one, without any effect."""


class Cell(NamedTuple):
    """How often the interval of one number, from samples of one size, held it.

    Attributes
    ----------
    kind, question : str
    games : int
        In a sample.
    hits, repetitions : int
    enough : bool
        Whether the promise is made for it.
    """

    kind: str
    question: str
    games: int
    hits: int
    repetitions: int
    enough: bool = True

    @property
    def coverage(self) -> float:
        """Share of the samples whose interval held the truth."""
        return self.hits / self.repetitions


@dataclass(frozen=True)
class Ratio:
    """A number asked of one run: the ratio of two columns, its bounds and its exact value."""

    kind: str
    name: str
    top: Array
    bottom: Array
    bounds: tuple[float, float] | None
    truth: float

    def enough(self, clusters: int) -> bool:
        """Whether the sample is large enough for what is promised of shares."""
        if self.bounds is None:
            return True
        share = (self.truth - self.bounds[0]) / (self.bounds[1] - self.bounds[0])
        return clusters * share * (1 - share) >= ENOUGH


def _ratios(duel: Duel, batch: GameBatch) -> Iterator[Ratio]:
    """What is asked of a run of the duel."""
    ones, seats, even = np.ones(len(batch)), duel.players, 1 / duel.players
    rounds, won = batch["rounds"], batch.won
    winning_score = np.where(won, batch["score"], 0).max(axis=1)

    def yes_no(name: str, yes: Array, truth: float) -> Ratio:
        return Ratio("yes or no a game", name, yes.astype(float), ones, SHARE_BOUNDS, truth)

    for bound in sorted({duel.quantile(share) for share in (0.1, 0.5, 0.75, 0.95)}):
        yield yes_no(f"more than {bound} rounds", rounds > bound, duel.beyond(bound))
    for position in {0, seats - 1} if seats > 2 else {0}:
        alone = batch.by_turn_order(won)[:, position] & (won.sum(axis=1) == 1)
        yield yes_no(f"position {position + 1} wins alone", alone, duel.wins(position))
        excess = batch.by_turn_order(batch.excess)[:, position]
        yield Ratio("excess", f"position {position + 1}", excess, ones, (-even, 1 - even), duel.excess(position))
    yield Ratio("mean", "rounds", rounds.astype(float), ones, None, duel.mean_rounds())
    yield Ratio("mean", "winning score", winning_score.astype(float), ones, None, duel.winning_score())
    if duel.equal_turns:
        yield yes_no("shared", batch.decided("shared"), duel.shared())
        yield yes_no("decided by the last throw", batch.decided("last_throw"), duel.by_last_throw())
        arrived = (batch["score"] >= duel.target).sum(axis=1).astype(float)
        yield Ratio("rate over seats", "seats that arrive", arrived, ones * seats, SHARE_BOUNDS, duel.arrived())
        yield Ratio("rate over seats", "those that win", won.sum(axis=1).astype(float), arrived, SHARE_BOUNDS, duel.winners_of_arrived())
        yield Ratio("rate over seats", "score", batch["score"].sum(axis=1).astype(float), ones * seats, None, duel.score())


def single(duel: Duel, games: int, repetitions: int, seed: int, bots: str = "greedy", fates: int = 1) -> list[Cell]:
    """Coverage of all numbers that are asked of one run.

    Parameters
    ----------
    duel : Duel
    games : int
        In a sample.
    repetitions, seed : int
    bots : str
        A line-up with which a deal is played `fates` times.
    fates : int
    """
    hits: dict[tuple[str, str], list[bool]] = {}
    enough: dict[tuple[str, str], bool] = {}
    done = 0
    while done < repetitions:
        now = min(repetitions - done, max(1, CHUNK // games))
        batch = play(duel.settings, duel.players, now * games, seed + done, bots).batch
        asked = list(_ratios(duel, batch))
        values = np.column_stack([column for one in asked for column in (one.bottom, one.top)])
        for sample in range(now):
            cut = slice(sample * games, (sample + 1) * games)
            sums = ClusterSums(values.shape[1])
            sums.add(values[cut], batch["deal"][cut])
            for place, one in enumerate(asked):
                found = ratio(sums, 2 * place + 1, 2 * place, one.bounds, level=LEVEL)
                few = one.kind in BOOTSTRAPPED and games // fates < FEW_CLUSTERS
                key = ("bootstrap" if few else one.kind if fates == 1 else f"{fates} games a deal", one.name)
                enough[key] = one.enough(games // fates)
                if not np.isnan(found.low):
                    hits.setdefault(key, []).append(found.low <= one.truth <= found.high)
        done += now
    return [Cell(kind, f"{name}, {duel}", games, sum(held), len(held), enough[kind, name]) for (kind, name), held in hits.items()]


def quantiles(duel: Duel, games: int, repetitions: int, seed: int) -> list[Cell]:
    """Coverage of quantiles of the length."""
    hits = dict.fromkeys(QUANTILES, 0)
    played = play(duel.settings, duel.players, games * repetitions, seed)
    for sample in range(repetitions):
        lengths = Lengths("rounds")
        lengths.add(played.cut(sample, games).batch)
        for share in QUANTILES:
            low, high = lengths.quantile_ends(share)
            hits[share] += low is not None and low <= duel.quantile(share) and (high is None or high >= duel.quantile(share))
    return [Cell("quantile", f"{share:.0%} of the games, {duel}", games, number, repetitions) for share, number in hits.items()]


def _truths(duel: Duel) -> dict[str, float]:
    """Measures of the duel with their exact values."""
    truths = {"first_excess": duel.excess(0), "cap": duel.capped()}
    if duel.capped() == 0:
        truths |= {"rounds": duel.mean_rounds(), "winning_score": duel.winning_score()}
        truths |= {"shared": duel.shared(), "last_throw": duel.by_last_throw()}
    return truths


def differences(pair: tuple[Duel, Duel], games: int, repetitions: int, seed: int, paired: bool) -> list[Cell]:
    """Coverage of the differences between two duels, on the same deals or on others."""
    truths = [_truths(duel) for duel in pair]
    runs = [
        play(duel.settings, duel.players, games * repetitions, seed + (0 if paired else place)).batch for place, duel in enumerate(pair)
    ]
    names = [name for name in truths[0] if name in truths[1] and (name not in NEVER or truths[0][name] != truths[1][name])]
    measures = [measure for measure in runs[0].spec.measures if measure.name in names]
    whole = [Measures(measures) for _ in runs]
    values = [one.columns.values(batch) for one, batch in zip(whole, runs, strict=True)]
    hits, diverging = np.zeros(len(measures), int), np.zeros(len(measures))
    deal = np.arange(games)
    for sample in range(repetitions):
        cut = slice(sample * games, (sample + 1) * games)
        own = [Measures(measures) for _ in runs]
        for one, columns, rows in zip(own, whole, values, strict=True):
            one.columns = copy.copy(columns.columns)
            tops = rows[cut, one.columns.top(0) :][:, : len(measures)]
            one.columns.least, one.columns.most = tops.min(axis=0), tops.max(axis=0)
            one.add_values(rows[cut], deal)
        both = InStep(whole[0].columns, 1)
        both.add(in_units(values[0][cut]), [in_units(values[1][cut])], deal)
        apart = values[1][cut] - values[0][cut]
        for place, measure in enumerate(measures):
            top = whole[0].columns.top(place)
            span = measure.span
            if span is None:
                seen = np.concatenate([rows[cut, top] for rows in values])
                span = both.span(place, float(seen.max() - seen.min())) if paired else unpaired_span(place, own[1], own[0])
            n = int(np.count_nonzero(apart.any(axis=1)))
            contrast = both.contrast(place, own[1], own[0], span, n) if paired else unpaired(place, own[1], own[0], span)
            low, high = contrast.interval(critical_t(LEVEL, contrast.degrees))
            truth = truths[1][measure.name] - truths[0][measure.name]
            hits[place] += low <= truth <= high
            diverging[place] += np.count_nonzero(apart[:, top])
    kind = "paired difference" if paired else "unpaired difference"
    few = (
        diverging / repetitions < ENOUGH
        if paired
        else [any(0 < truth[measure.name] * games < ENOUGH for truth in truths) for measure in measures]
    )
    return [
        Cell(kind, f"{measure.name}, {pair[0]} and {pair[1]}", games, int(number), repetitions, not scarce)
        for measure, number, scarce in zip(measures, hits, few, strict=True)
    ]


def simultaneous(duels: tuple[Duel, ...], games: int, repetitions: int, seed: int, paired: bool) -> list[Cell]:
    """How often all intervals of a page hold the truth at once: those of the primary differences, and those of targets for each duel."""
    truths = [_truths(duel) for duel in duels]
    asked = {name: Target(-math.inf, math.inf) for name in truths[0] if any(truth[name] for truth in truths)}
    runs = [play(duel.settings, duel.players, games * repetitions, seed + (0 if paired else place)) for place, duel in enumerate(duels)]
    names = [str(place) for place in range(len(duels))]

    def all_hold(rows: pd.DataFrame, less: Mapping[str, float]) -> bool:
        """Whether every interval holds the truth."""
        return all(
            row.low <= truths[int(row.variant)][row.measure] - less.get(row.measure, 0) <= row.high for row in rows.itertuples(index=False)
        )

    hits = targets = 0
    for sample in range(repetitions):
        found = compare([run.cut(sample, games) for run in runs], names, primary=list(asked))
        hits += all_hold(found.differences[found.differences["primary"]], truths[0])
        targets += all_hold(judged(found.studies, names, asked), {})
    how = "pairs" if paired else "other deals"
    return [
        Cell(f"all primary differences at once, {how}", str(duels[0]), games, hits, repetitions),
        Cell("all targets at once", f"{how}, {duels[0]}", games, targets, repetitions),
    ]


def positions(duel: Duel, games: int, repetitions: int, seed: int) -> list[Cell]:
    """How often the test of all positions at once is right to find nothing at 5 %: all are alike with equal turns."""
    batch = play(duel.settings, duel.players, games * repetitions, seed).batch
    values = np.column_stack([np.ones(len(batch)), batch.by_turn_order(batch.excess)])
    quiet = 0
    for sample in range(repetitions):
        sums = ClusterSums(values.shape[1])
        sums.add(values[sample * games : (sample + 1) * games], np.arange(games))
        quiet += wald_test(sums, list(range(1, values.shape[1])), 0).p >= 1 - LEVEL
    return [Cell("test of all positions", str(duel), games, quiet, repetitions)]


def dealt(generator: np.random.Generator, games: int, seats: int, cards: int) -> Array:
    """Deal each seat one card of its own: bits, games x seats."""
    order = np.argsort(generator.random((games, max(cards, seats))), axis=1)[:, :seats]
    return np.where(order < cards, np.left_shift(1, order), 0)


def opening_hands(duel: Duel, games: int, repetitions: int, seed: int) -> list[Cell]:
    """Coverage of what being dealt a card is worth: nothing."""
    batch = play(duel.settings, duel.players, games * repetitions, seed).batch
    masks = dealt(np.random.default_rng(seed), len(batch), duel.players, CARDS)
    won = outcomes(batch)
    hits = 0
    for sample in range(repetitions):
        cut = slice(sample * games, (sample + 1) * games)
        split = Split(CARDS, duel.players)
        split.add(masks[cut], won[cut], np.arange(games))
        found = split.difference(0, LEVEL)
        hits += found.low <= 0 <= found.high
    return [Cell("opening hand", str(duel), games, hits, repetitions)]


Task = tuple[Callable[..., list[Cell]], tuple[Any, ...]]


def tasks(repetitions: int) -> list[Task]:
    """Everything that is measured: functions of this module, with what to call them with but the seed."""
    found: list[Task] = [(single, (duel, games, repetitions)) for duel in DUELS for games in SIZES]
    found += [(single, (duel, games, repetitions // 4)) for duel in DUELS[::3] for games in FEW_SIZES]
    found += [(single, (Duel(2, 20), games, repetitions // 2, "greedy+random", 2)) for games in SIZES[1:]]
    found += [(quantiles, (duel, games, repetitions // 4)) for duel in DUELS[::2] for games in SIZES[:3]]
    found += [(opening_hands, (duel, SIZES[2], repetitions)) for duel in DUELS[::2]]
    found += [(positions, (duel, games, repetitions)) for duel in DUELS if duel.equal_turns for games in SIZES]
    found += [(differences, (pair, games, repetitions // 2, paired)) for pair in PAIRS for games in SIZES[1:] for paired in (True, False)]
    found += [(simultaneous, (trio, games, repetitions // 2, paired)) for trio in TRIOS for games in SIZES[2:] for paired in (True, False)]
    return found
