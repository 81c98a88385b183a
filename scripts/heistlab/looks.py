"""Playing until something is known: games are played in steps, and looked at between one step and the next.

The looks come after fixed numbers of games, whatever the threads, the clock or interruptions, and see the games from the first one on:
so a run stops where it stops wherever it is played, and one that is taken up again takes the same looks. What is looked at is a confidence
sequence, which holds at all looks at once; an interval for a fixed number of games does not.
"""

import dataclasses
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from heistlab.progress import Teller
from simcore.runner import Watch, play
from simcore.spec import GameBatch
from simcore.store import PART_GAMES, Known, Look, Manifest, Run, Until, open_run

FIRST_LOOK = 1024
"""Deals before the first look: a variance measured from fewer is not to be relied on."""

LOOKS_A_DOUBLING = 8
"""An eighth of the games that there were at the last doubling lies between two looks: so much is played too much at most."""


def look_games(manifests: Sequence[Manifest]) -> Iterator[int]:
    """Numbers of games after which runs are looked at, ending with the most that are played: whole deals of all of them."""
    most, turns = manifests[0].games, [manifest.rotations for manifest in manifests]
    together = math.lcm(*turns)
    for doubling in itertools.count():
        for step in range(LOOKS_A_DOUBLING):
            deals = (FIRST_LOOK << doubling) * (LOOKS_A_DOUBLING + step) // LOOKS_A_DOUBLING
            games = -(-deals * max(turns) // together) * together
            if games >= most:
                yield most
                return
            yield games


class _Waiting(Protocol):
    """What playing waits for, as the games come in."""

    def add_games(self, batches: Sequence[Iterable[GameBatch]]) -> None:
        """Count the next games of each run in."""

    def known(self) -> list[dict[str, Known]]:
        """What is known of each run; nothing where nothing is asked of it."""


class _Levels:
    """Waits for the measures of one run."""

    def __init__(self, manifest: Manifest, until: Until) -> None:
        from analyses.measures import Measures

        self._measures = Measures([measure for measure in manifest.spec.measures if measure.name in until.halfwidths], until)

    def add_games(self, batches: Sequence[Iterable[GameBatch]]) -> None:
        for batch in batches[0]:
            self._measures.add(batch)

    def known(self) -> list[dict[str, Known]]:
        return [self._measures.known()]


def play_until(manifest: Manifest, until: Until, place: Path, threads: int, teller: Teller) -> Run:
    """Play a run until its measures are known, or all its games are played: arguments as for `play_variants`."""
    return _play([manifest], [place], until, _Levels(manifest, until), threads, teller)[0]


def play_variants(
    manifests: Sequence[Manifest], baseline: int, until: Until, places: Sequence[Path], threads: int, teller: Teller
) -> list[Run]:
    """Play variants on the same deals until the differences of all from the baseline are known, or all games are played.

    Parameters
    ----------
    manifests : sequence of Manifest
    baseline : int
        Place of the variant that the others are compared with.
    until : Until
    places : sequence of Path
        Directories of their runs.
    threads : int
    teller : Teller
    """
    from analyses.compare import Differences

    return _play(manifests, places, until, Differences(manifests, baseline, until), threads, teller)


def _play(
    manifests: Sequence[Manifest], places: Sequence[Path], until: Until, waiting: _Waiting, threads: int, teller: Teller
) -> list[Run]:
    from analyses.measures import enough

    done = [open_run(place) for place in places]
    if all(_finished(run) for run in done):
        teller.run_done(sum(run.games for run in done))
        return done
    looks: list[list[Look]] = [[] for _ in manifests]
    watch, before = teller.watch(), 0
    for games in look_games(manifests):
        runs = []
        for number, (manifest, place) in enumerate(zip(manifests, places, strict=True)):
            others = number * games + (len(manifests) - number - 1) * before
            runs.append(play(manifest, place, threads, _with(watch, others), games))
        waiting.add_games([_games(run, before, games) for run in runs])
        found = waiting.known()
        told = all(enough(known, until) for known in found if known)
        for run, own, known in zip(runs, looks, found, strict=True):
            own.append(Look(games=games, known=known))
            run.record(own, told)
        if told:
            break
        before = games
    teller.run_done(sum(run.games for run in runs))
    return [open_run(place) for place in places]


def _finished(run: Run) -> bool:
    """Whether the last look at a run saw all games that it is asked for."""
    looks = run.progress.looks
    return bool(looks) and looks[-1].games == run.asked == run.games


def _with(watch: Watch, others: int) -> Watch:
    """A watch that counts games of other runs too."""
    return dataclasses.replace(watch, playing=lambda done, asked: watch.playing(done + others, asked + others))


def _games(run: Run, first: int, end: int) -> Iterator[GameBatch]:
    """The games from one number to before another, in whole deals."""
    from analyses.source import whole_deals

    def cut() -> Iterator[GameBatch]:
        start = first - first % PART_GAMES
        for batch in run.batches(first_game=start):
            if start >= end:
                return
            yield batch.where(slice(max(0, first - start), max(0, end - start)))
            start += len(batch)

    return whole_deals(cut(), run.manifest.rotations)
