"""False alarms of whole comparisons of a game with itself, and whether planted faults are found."""

from typing import NamedTuple

import numpy as np

from analyses.compare import Comparison, compare
from analyses.verdicts import Kind
from calibration.coverage import Cell
from calibration.played import mixed, play
from calibration.truth import Duel

SILENT = (Kind.EQUAL, Kind.UNDECIDED)
"""Verdicts that claim no difference."""

PRIMARY = ("first_excess", "rounds", "shared", "last_throw")
"""Declared before the run, with equal turns; else the first two."""

VARIANTS = 3
PAIRED_SHARES = (1.0, 0.1)
"""Share of games that diverge, of runs that are compared deal by deal."""

DEAD_CARD = "dead card"
"""The duel has no cards: its dead card is a face of the die that counts nothing."""

FAULTS = ("seat bonus", "stronger die face", DEAD_CARD, "broken tie-break", "variant not applied")
HEAD_START, EXTRA_PIPS = (1, 3), (1, 4)
AFFECTED = (0.1, 1.0)
"""In what share of the games a fault shows, but for a variant that is never applied."""

BROKEN = ("lowest", "first", "none")
TARGETS, SIDES, PLAYERS = (10, 60), (4, 10), (2, 5)
NULLS = "nothing"


def alarmed(comparison: Comparison) -> bool:
    """Whether a sentence on a primary measure claims a difference."""
    table = comparison.differences
    return bool((table["primary"] & ~table["kind"].isin(SILENT)).any())


def _primary(duel: Duel) -> tuple[str, ...]:
    return PRIMARY if duel.equal_turns else PRIMARY[:2]


def same(duel: Duel, games: int, repetitions: int, seed: int, diverging: float | None = None) -> list[Cell]:
    """How often a comparison of a game with itself keeps quiet: on other deals, or in pairs of which a share are other games.

    Parameters
    ----------
    duel : Duel
    games, repetitions, seed : int
    diverging : float, optional
        Share of the pairs that are other games; unpaired without it.
    """
    runs = [play(duel.settings, duel.players, games * repetitions, seed + place) for place in range(VARIANTS)]
    generator = np.random.default_rng(seed)
    quiet = checks = 0
    for sample in range(repetitions):
        cuts = [run.cut(sample, games) for run in runs]
        if diverging is not None:
            cuts = [cuts[0], *(mixed(cuts[0], cut, diverging, generator) for cut in cuts[1:])]
        found = compare(cuts, [str(place) for place in range(VARIANTS)], primary=_primary(duel))
        quiet += not alarmed(found)
        checks += all(check.passed for check in found.studies[0].checks())
    how = "other deals" if diverging is None else f"pairs, {diverging:.0%} diverge"
    return [
        Cell("page with nothing to find", f"{how}, {duel}", games, quiet, repetitions),
        Cell("self-checks", f"{how}, {duel}", games, checks, repetitions),
    ]


class Planted(NamedTuple):
    """One comparison of a game with what is said to be the same game, or a variant of it."""

    fault: str
    size: str
    found: bool


def planted(fault: str, games: int, number: int, seed: int) -> list[Planted]:
    """Faults of one kind, each in a duel drawn at random, and whether the page tells of them.

    Parameters
    ----------
    fault : str
        One of FAULTS, or NULLS: the same game on other deals.
    games, number, seed : int
    """
    generator = np.random.default_rng(seed)
    found = []
    for trial in range(number):
        duel = Duel(
            int(generator.integers(PLAYERS[0], PLAYERS[1] + 1)),
            int(generator.integers(TARGETS[0], TARGETS[1] + 1)),
            int(generator.integers(SIDES[0], SIDES[1] + 1)),
            fault == "broken tie-break" or (fault != "variant not applied" and bool(generator.integers(2))),
        )
        change = _change(fault, generator)
        own_seed = seed + trial
        base = play(duel.settings, duel.players, games, own_seed)
        edited = play(duel.settings | change, duel.players, games, own_seed + (fault == NULLS) * number)
        share = float(generator.uniform(*AFFECTED)) if change else 1.0
        if change:
            edited = mixed(base, edited, share, generator)
        comparison = compare([base, edited], ["as it is", "edited"], primary=_primary(duel))
        same_games = bool((comparison.differences["games_diverged"] == 0).all())
        seen = same_games if fault == "variant not applied" else alarmed(comparison)
        found.append(Planted(fault, f"{change} in {share:.0%} of the games, {duel}", seen))
    return found


def _change(fault: str, generator: np.random.Generator) -> dict[str, int | bool | str]:
    """The settings in which an edited game differs; of a variant that is not applied, none."""
    if fault == "seat bonus":
        return {"head_start": int(generator.integers(*HEAD_START))}
    if fault == "stronger die face":
        return {"extra_pips": int(generator.integers(*EXTRA_PIPS))}
    if fault == DEAD_CARD:
        return {"blank_face": True}
    if fault == "broken tie-break":
        return {"tie_break": str(generator.choice(BROKEN))}
    return {}
