"""Playing a run: blocks of games over threads, in order to disk, until done or stopped.

A block is a pure function of the manifest and the numbers of its games, so neither threads nor block sizes nor interruptions show in
the rows. Compiled kernels release Python's lock: plain threads use all cores, and Ctrl-C is seen between blocks.
"""

import os
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import simcore
from simcore import kernel
from simcore.errors import HeistlabError
from simcore.lineups import DEFAULT_LINEUP, Bot, lineup_arrays, load_lineup, rotations_of
from simcore.playout import kernels_for, scratch_arrays
from simcore.rulebook import Rulebook, load_rulebook
from simcore.spec import GameSpec
from simcore.store import (
    PART_GAMES,
    PARTS,
    PROGRESS,
    Manifest,
    Run,
    code_of,
    create_run,
    locked,
    open_run,
    table_of,
    write_json,
    write_part,
)

MAX_GAMES = 2**32
MAX_SEED = 2**64 - 1

FIRST_BLOCK, LARGEST_BLOCK = 8, 8192
SHORT_BLOCK_SECONDS = 0.1
"""Blocks grow until one takes this long: short enough to stop at once, long enough to cost nothing."""
KEEP_SECONDS = 5.0
"""A part that is not full is written this often: so much is lost at most when the process is killed."""
BLOCKS_AHEAD = 2
"""Blocks queued for each thread: enough to keep it busy, few enough to bound memory."""


@dataclass
class Watch:
    """Who looks on: called from the thread that called `play`.

    Attributes
    ----------
    compiling : callable
        (kernels compiled, kernels in all), first with 0 as soon as compiling turns out to be needed.
    playing : callable
        (games done, games asked).
    """

    compiling: Callable[[int, int], None] = field(default=lambda done, total: None)
    playing: Callable[[int, int], None] = field(default=lambda done, total: None)


def fresh_seed() -> int:
    """A 64-bit seed that nobody has used."""
    return secrets.randbits(64)


def make_manifest(
    game: str,
    players: int | None = None,
    games: int = 10_000,
    seed: int = 0,
    bots: str = DEFAULT_LINEUP,
    settings: dict[str, Any] | None = None,
    cards: str | Path | None = None,
    label: str = "",
) -> Manifest:
    """Check a request and resolve it to what will be played.

    Raises
    ------
    HeistlabError
        Anything in it that cannot be played, in one line.
    """
    spec = simcore.game(game)
    count = spec.usual if players is None else players
    if not spec.fewest <= count <= spec.most:
        raise HeistlabError(f"players: {spec.title} is played by {spec.fewest} to {spec.most}, not {count}")
    if not 1 <= games <= MAX_GAMES:
        raise HeistlabError(f"games: {games} is outside 1 to {MAX_GAMES}")
    if not 0 <= seed <= MAX_SEED:
        raise HeistlabError(f"seed: {seed} is outside 0 to 2^64-1")
    book = load_rulebook(spec, settings, cards)
    for problem in spec.module("cards").clashes(book.settings, count):
        raise HeistlabError(problem)
    lineup = load_lineup(spec, bots, count)
    return Manifest(
        game=game,
        players=count,
        games=games,
        seed=seed,
        label=label,
        lineup=bots,
        bots=tuple(lineup),
        rotations=rotations_of(lineup),
        settings=dict(book.settings),
        changed=dict(book.changed),
        tables=book.resolved["tables"],
        card_set=book.card_set,
        patches=book.patches,
        provenance=book.provenance,
        rules_version=spec.rules_version,
        rules_hash=book.hash,
        calibrated_on=spec.calibrated_on if book.card_set == "shipped" else (),
        code=code_of(game),
    )


_compile_lock = threading.Lock()


def compile_game(spec: GameSpec, watch: Watch | None = None, bots: Sequence[Bot] = ()) -> float:
    """Make sure that the kernels with which these bots play a game are compiled, from disk or anew.

    Returns
    -------
    float
        Seconds it took.
    """
    watch = watch or Watch()
    start = time.perf_counter()
    with _compile_lock:
        lineup, centres = lineup_arrays(spec, bots)
        play_block = kernels_for(spec, lineup).play_block
        total = len(kernel.REGISTRY.get("", [])) + len(kernel.REGISTRY.get(spec.name, []))
        cold = not kernel.is_compiled(play_block)
        if cold:
            watch.compiling(0, total)
        with kernel.compiling(lambda done: watch.compiling(min(done, total), total) if cold else None):
            rules = np.zeros(1, spec.rules)[0]
            play_block(rules, spec.fewest, np.uint64(0), 0, 1, lineup, centres, *scratch_arrays(spec), np.zeros(0, spec.result))
    return time.perf_counter() - start


class Player:
    """Plays blocks of one run: one set of scratch arrays a thread."""

    def __init__(self, manifest: Manifest, book: Rulebook | None = None) -> None:
        self.manifest = manifest
        self.spec = manifest.spec
        self.rules = (book or manifest.rulebook()).record
        self.lineup, self.centres = lineup_arrays(self.spec, manifest.bots)
        self.kernels = kernels_for(self.spec, self.lineup)
        self._local = threading.local()

    def rows(self, first_game: int, games: int) -> np.ndarray[Any, Any]:
        """Results of games first_game .. first_game + games - 1: records of `spec.result`."""
        if not hasattr(self._local, "scratch"):
            self._local.scratch = scratch_arrays(self.spec)
        results = np.zeros(games, self.spec.result)
        self.kernels.play_block(
            self.rules,
            self.manifest.players,
            np.uint64(self.manifest.seed),
            first_game,
            self.manifest.rotations,
            self.lineup,
            self.centres,
            *self._local.scratch,
            results,
        )
        return results

    def block(self, first_game: int, games: int) -> tuple[pa.Table, float]:
        """Results of a block as a table, and the seconds it took."""
        start = time.perf_counter()
        table = table_of(self.manifest, self.rows(first_game, games))
        return table, time.perf_counter() - start


def threads_to_use(threads: int | None) -> int:
    """Number of threads: as asked, or as many as there are cores for this process.

    Raises
    ------
    HeistlabError
        Fewer than one.
    """
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if threads < 1:
        raise HeistlabError(f"threads: {threads} is less than 1")
    return threads


def play(manifest: Manifest, directory: Path, threads: int | None = None, watch: Watch | None = None, games: int | None = None) -> Run:
    """Play a run into a directory; take it up where it stopped if the same run is there.

    Parameters
    ----------
    manifest : Manifest
    directory : Path
        Made if missing.
    threads : int, optional
        As many as there are cores by default.
    watch : Watch, optional
    games : int, optional
        Play on to so many only; to all that are asked for by default. A later call goes on from there.

    Returns
    -------
    Run
        The finished run, or with that many games at least.

    Raises
    ------
    HeistlabError
        The directory holds something else, or cannot be written.
    KeyboardInterrupt
        Stopped: finished blocks have been written.
    """
    watch = watch or Watch()
    count = threads_to_use(threads)
    wanted = manifest.games if games is None else min(games, manifest.games)
    if (directory / "manifest.json").exists():
        found = open_run(directory)
        if found.manifest == manifest and found.games >= wanted:
            return found
    with locked(directory):
        run = create_run(directory, manifest)
        book = manifest.rulebook()
        compile_seconds = compile_game(manifest.spec, watch, manifest.bots)
        start = time.perf_counter()
        before = run.progress
        try:
            _play_missing(run, Player(manifest, book), count, watch, wanted)
        finally:
            now = {
                "seconds": before.seconds + time.perf_counter() - start,
                "compile_seconds": before.compile_seconds + compile_seconds,
                "sessions": before.sessions + 1,
            }
            write_json(directory / PROGRESS, before.model_copy(update=now).model_dump(mode="json"))
    return open_run(directory)


class _Parts:
    """Collects tables in game order and writes each part when it is full, now and then before, and when playing stops."""

    def __init__(self, run: Run) -> None:
        self._run = run
        for stale in (run.path / PARTS).glob(".*.tmp"):
            stale.unlink()
        games = run.games
        self._first = games - games % PART_GAMES
        self._tables: list[pa.Table] = []
        self._held = games - self._first
        self._written = self._held
        self._kept_at = time.monotonic()
        if self._held:
            self._tables = list(run.tables(first_game=self._first))

    @property
    def next_game(self) -> int:
        return self._first + self._held

    def room(self) -> int:
        """Games that still fit into the part."""
        return PART_GAMES - self._held

    def add(self, table: pa.Table) -> None:
        self._tables.append(table)
        self._held += table.num_rows
        if self._held == PART_GAMES:
            self.write()
            self._first += PART_GAMES
            self._tables, self._held, self._written = [], 0, 0
        elif time.monotonic() - self._kept_at > KEEP_SECONDS:
            self.write()

    def write(self) -> None:
        if self._held > self._written:
            write_part(self._run.path, self._first, pa.concat_tables(self._tables).combine_chunks())
            self._written = self._held
            self._kept_at = time.monotonic()


class _Collector:
    """Has blocks played by several threads and collects them in order."""

    def __init__(self, run: Run, player: Player, threads: int, asked: int) -> None:
        self._parts = _Parts(run)
        self._player = player
        self._asked = asked
        self._ahead = threads * BLOCKS_AHEAD
        self._waiting: deque[Future[tuple[pa.Table, float]]] = deque()
        self._size, self._next_game = FIRST_BLOCK, self._parts.next_game
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="heistlab")

    @property
    def games(self) -> int:
        """Games collected, from the first one on without a gap."""
        return self._parts.next_game

    def step(self) -> None:
        """Keep the threads busy, and collect the next block."""
        while self._next_game < self._asked and len(self._waiting) < self._ahead:
            games = min(self._size, self._asked - self._next_game, PART_GAMES - self._next_game % PART_GAMES)
            self._waiting.append(self._pool.submit(self._player.block, self._next_game, games))
            self._next_game += games
        table, seconds = self._waiting.popleft().result()
        self._parts.add(table)
        if table.num_rows >= self._size and seconds < SHORT_BLOCK_SECONDS:
            self._size = min(2 * self._size, LARGEST_BLOCK)

    def finish(self) -> None:
        """Collect the blocks that are under way, as far as they continue what is there, and write what is not written."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        for future in self._waiting:
            if future.cancelled() or future.exception() is not None:
                break
            self._parts.add(future.result()[0])
        self._parts.write()


def _play_missing(run: Run, player: Player, threads: int, watch: Watch, asked: int) -> None:
    """Play until so many games are done, or stopped.

    Collecting has a thread of its own: Ctrl-C is raised in the main thread only, so it cannot come between taking a block and keeping it.
    """
    collector = _Collector(run, player, threads, asked)
    watch.playing(collector.games, asked)
    with ThreadPoolExecutor(1, thread_name_prefix="heistlab-collector") as thread:
        try:
            while collector.games < asked:
                thread.submit(collector.step).result()
                watch.playing(collector.games, asked)
        finally:
            thread.submit(collector.finish).result()
