"""Games made up for tests: a toy game's rows with a known truth, and runs of them held in memory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simcore.lineups import Bot
from simcore.spec import (
    CAP,
    CAPPED,
    CORE_DECIDED_BY,
    CORE_END_REASONS,
    CORE_RULES,
    CORE_STATE,
    NOBODY,
    SEAT,
    SHARED,
    CardMask,
    Column,
    GameBatch,
    GameSpec,
    Measure,
    record,
)
from simcore.store import Manifest

SCORE, TOKEN = range(len(CORE_DECIDED_BY), len(CORE_DECIDED_BY) + 2)
FINISHED = len(CORE_END_REASONS)
LEVEL_OF_ALARM = 1e-4
"""Chance of a false alarm of a test with random numbers (the seeds are fixed: it fails never, or always)."""


def lost_agents(batch: GameBatch) -> tuple[np.ndarray, np.ndarray]:
    return batch["agents_lost"].astype(float), np.full(len(batch), float(batch.seats))


TOY = GameSpec(
    name="toy",
    title="Toy",
    fewest=2,
    most=6,
    usual=4,
    rules_version=1,
    state=record(CORE_STATE),
    rules=record(CORE_RULES),
    max_actions=1,
    scratch=1,
    weights=(),
    end_reasons=(*CORE_END_REASONS, "finished", "alarm"),
    decided_by=(*CORE_DECIDED_BY, "score", "token"),
    tie_breaks=("token",),
    columns=(
        Column("agents_lost", "Agents lost.", "agents"),
        Column("dealt_things", "Things dealt.", "bits", per=SEAT, kind="int64"),
        Column("used_things", "Things used.", "bits", per=SEAT, kind="int64"),
    ),
    own_measures=(Measure("lost", "agents lost", "share", lost_agents, 0.01, primary=True, span=1.0),),
    card_masks=(CardMask("dealt_things", "things", "dealt"), CardMask("used_things", "things", "used")),
)


def bits(members: np.ndarray) -> np.ndarray:
    """Bit masks of rows of truth values."""
    return (np.asarray(members, dtype=np.int64) << np.arange(np.shape(members)[-1])).sum(axis=-1)


def rows(winners: Any, seats: int, rotations: int = 1, first_game: int = 0, **columns: Any) -> GameBatch:
    """Rows of the toy game from the winners of each game (a bit mask); everything else has a plain default that agrees with them."""
    won = np.asarray(winners, dtype=np.int64)
    n = len(won)
    game = first_game + np.arange(n)
    number = (won[:, None] >> np.arange(seats) & 1).sum(axis=1)
    end_reason = np.broadcast_to(np.asarray(columns.pop("end_reason", FINISHED)), (n,)).copy()
    decided_by = np.where(end_reason == CAPPED, CAP, np.where(number == 0, NOBODY, np.where(number > 1, SHARED, SCORE)))
    is_winner = (won[:, None] >> np.arange(seats) & 1).astype(bool)
    settled = np.broadcast_to(np.asarray(columns.get("decided_by", decided_by)), (n,))
    asked = np.where(settled == SCORE, 1 << SCORE, np.where(np.isin(settled, (TOKEN, SHARED)), 1 << SCORE | 1 << TOKEN, 0))
    contenders = np.where(np.isin(settled, (SCORE, TOKEN)), (1 << seats) - 1, np.where(settled == SHARED, won, 0))
    defaults: dict[str, Any] = {
        "game": game,
        "deal": game // rotations,
        "rotation": game % rotations,
        "first_seat": np.zeros(n, int),
        "winners": won,
        "decided_by": decided_by,
        "contenders": contenders,
        "reached": asked,
        "end_reason": end_reason,
        "rounds": np.full(n, 10),
        "turns": np.full(n, 10 * seats),
        "actions": np.full(n, 10 * seats),
        "choices": np.full(n, 5 * seats),
        "lead_changes": np.zeros(n, int),
        "lead_changes_null": np.zeros(n, int),
        "leaders": np.zeros(n, int),
        "score": np.where(is_winner, 20, 10),
        "standing": np.where(is_winner, 1, 0 if seats == 0 else 2),
        "bot": (np.arange(seats) + (game % rotations)[:, None]) % seats,
        "agents_lost": np.zeros(n, int),
        "dealt_things": np.zeros((n, seats), int),
        "used_things": np.zeros((n, seats), int),
    }
    return GameBatch(TOY, seats, {name: np.asarray(columns.pop(name, value)) for name, value in defaults.items()} | columns)


def cut(batch: GameBatch, sizes: Sequence[int]) -> Iterator[GameBatch]:
    """The same rows in slices of these sizes; the last size goes on."""
    start, place = 0, 0
    while start < len(batch):
        size = sizes[min(place, len(sizes) - 1)]
        yield GameBatch(batch.spec, batch.seats, {name: values[start : start + size] for name, values in batch.columns.items()})
        start, place = start + size, place + 1


@dataclass
class MemoryRun:
    """A run that lies in memory: what analyses need of `simcore.store.Run`."""

    batch: GameBatch
    seed: int = 1
    rotations: int = 1
    asked: int | None = None
    bots: Sequence[str] = ()
    things: Sequence[str] = ()
    tables: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
    sizes: Sequence[int] = field(default=(1000,))

    @property
    def spec(self) -> GameSpec:
        return self.batch.spec

    @property
    def games(self) -> int:
        return len(self.batch)

    @property
    def manifest(self) -> Manifest:
        names = self.bots or ["plain"] * self.batch.seats
        return Manifest.model_construct(
            game=self.spec.name,
            players=self.batch.seats,
            games=self.games if self.asked is None else self.asked,
            seed=self.seed,
            label="",
            lineup="+".join(names),
            bots=tuple(Bot(name=name, kind="random") for name in names),
            rotations=self.rotations,
            settings={},
            changed={},
            tables=self.tables or {"things": [{"slug": slug, "name": slug.title()} for slug in self.things]},
            card_set="shipped",
            patches=(),
            provenance="reconstructed",
            rules_version=1,
            rules_hash="0123456789ab",
            calibrated_on=(),
        )

    def batches(self) -> Iterator[GameBatch]:
        return cut(self.batch, self.sizes)
