"""How often a confidence sequence holds the truth at every look, and an interval for a fixed number of games that is looked at as often."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any

import numpy as np

from analyses.contrasts import Contrasts
from analyses.intervals import critical_t
from analyses.measures import Measures
from calibration.coverage import CHUNK, LEVEL, Cell
from calibration.played import Played, play
from calibration.truth import Duel
from heistlab.looks import FIRST_LOOK, look_games
from simcore.spec import GameBatch, Measure
from simcore.store import Until

SEQUENCE, REPEATED = "confidence sequence", "interval for a fixed number of games"
FIRST_MEASURE, LENGTH, RARE = "first_excess", "rounds", "longest games"
RARE_SHARE = 0.99
"""Quantile of the length beyond which games are rare."""

EVEN_LOOKS = tuple(FIRST_LOOK * look for look in range(1, 11))
"""Ten, after equal numbers of games."""

DUELS = (Duel(2, 20), Duel(5, 20, 6, True))
PAIRS = ((Duel(3, 10), Duel(3, 15)), (Duel(2, 20), Duel(2, 20, round_cap=8)))
"""The last one diverges in one game of a hundred."""


def own_looks(most: int) -> tuple[int, ...]:
    """The looks that playing until something is known takes, up to so many games."""
    duel = play({}, 2, 1, 0).manifest
    return tuple(takewhile(lambda games: games <= most, look_games([duel.model_copy(update={"games": 2 * most})])))


def _samples(duel: Duel, games: int, repetitions: int, seed: int) -> Iterator[Played]:
    """Runs of the duel, one after the other."""
    at_once = max(1, CHUNK // games)
    for start in range(0, repetitions, at_once):
        number = min(at_once, repetitions - start)
        run = play(duel.settings, duel.players, games * number, seed + start)
        yield from (run.cut(sample, games) for sample in range(number))


def _steps(run: Played, looks: Sequence[int]) -> Iterator[GameBatch]:
    """The games between one look and the next."""
    for first, end in zip((0, *looks), looks, strict=False):
        yield run.batch.where(slice(first, end))


def levels(duel: Duel, looks: tuple[int, ...], repetitions: int, seed: int) -> list[Cell]:
    """Numbers of single runs, held at all of some looks."""
    bound = duel.quantile(RARE_SHARE)
    rare = Measure(RARE, RARE, "share", lambda batch: (batch["rounds"] > bound).astype(float), 0.01, span=1.0)
    truths = {FIRST_MEASURE: duel.excess(0), LENGTH: duel.mean_rounds(), RARE: duel.beyond(bound)}
    spec = play(duel.settings, duel.players, 1, seed).spec
    asked = [*(measure for measure in spec.measures if measure.name in truths), rare]
    held = {(kind, measure.name): 0 for measure in asked for kind in (SEQUENCE, REPEATED)}
    for run in _samples(duel, looks[-1], repetitions, seed):
        for measure in asked:
            until = Until(halfwidths={measure.name: 1.0}, level=LEVEL)
            found = {SEQUENCE: Measures([measure], until), REPEATED: Measures([measure])}
            always = dict.fromkeys(found, True)
            for batch in _steps(run, looks):
                for kind, measures in found.items():
                    measures.add(batch)
                    interval = measures.interval(0)
                    always[kind] &= interval.low <= truths[measure.name] <= interval.high
            for kind, all_looks in always.items():
                held[kind, measure.name] += all_looks
    return [_cell(kind, name, str(duel), looks, hits, repetitions) for (kind, name), hits in held.items()]


def differences(pair: tuple[Duel, Duel], looks: tuple[int, ...], repetitions: int, seed: int) -> list[Cell]:
    """The difference of the first position's excess between two duels on the same deals, held at all of some looks."""
    truth = pair[1].excess(0) - pair[0].excess(0)
    measure = next(one for one in play({}, pair[0].players, 1, seed).spec.measures if one.name == FIRST_MEASURE)
    held = {SEQUENCE: 0, REPEATED: 0}
    for runs in zip(*(_samples(duel, looks[-1], repetitions, seed) for duel in pair), strict=True):
        found, always = Contrasts([measure], 2, 0, [1]), dict.fromkeys(held, True)
        for both in zip(*(_steps(run, looks) for run in runs), strict=True):
            found.add_in_step(dict(enumerate(both)))
            contrast = found.contrast(1, 0)
            ends = {SEQUENCE: contrast.sequence(LEVEL), REPEATED: contrast.interval(critical_t(LEVEL, contrast.degrees))}
            for kind, (low, high) in ends.items():
                always[kind] &= low <= truth <= high
        for kind, all_looks in always.items():
            held[kind] += all_looks
    of = f"{pair[0]} and {pair[1]}"
    return [_cell(kind, f"difference of {FIRST_MEASURE}", of, looks, hits, repetitions) for kind, hits in held.items()]


def _cell(kind: str, name: str, what: str, looks: Sequence[int], hits: int, repetitions: int) -> Cell:
    return Cell(kind, f"{len(looks)} looks: {name}, {what}", looks[-1], int(hits), repetitions)


def tasks(repetitions: int) -> list[tuple[Callable[..., list[Cell]], tuple[Any, ...]]]:
    """What is measured: functions of this module, with what to call them with but the seed."""
    asked: list[tuple[Callable[..., list[Cell]], Any]] = [*((levels, duel) for duel in DUELS), *((differences, pair) for pair in PAIRS)]
    return [(function, (of, looks, repetitions)) for looks in (EVEN_LOOKS, own_looks(EVEN_LOOKS[-1])) for function, of in asked]


def table_rows(cells: Sequence[Cell]) -> list[list[str]]:
    """By number of looks and kind: how many numbers, and in what share of the samples the truth was outside at any look; least to most."""
    rows = []
    for looks, kind in dict.fromkeys((cell.question.partition(":")[0], cell.kind) for cell in cells):
        missed = [100 * (1 - cell.coverage) for cell in cells if cell.kind == kind and cell.question.startswith(f"{looks}:")]
        rows.append([looks, kind, str(len(missed)), *(f"{share:.1f} %" for share in (float(np.mean(missed)), min(missed), max(missed)))])
    return rows
