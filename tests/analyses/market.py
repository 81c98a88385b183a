"""A toy game with an auction, a rank that is won in play, and cards that are not dealt: made-up games of it for tests."""

import dataclasses
from typing import Any

import numpy as np

from simcore.spec import DRAWN_BITS, DRAWN_ROUNDS, SEAT, Auction, CardMask, Column, Draws, GameBatch, Positions
from tests.analyses.synthetic import TOY, MemoryRun, bits, rows

AUCTION = Auction("contacts", ("day", "night"), buyers="bought", instead="Token", cost="expenses")
CONTACTS, MISSIONS, SCHEMES = 3, 4, 5
SALES = ("sold", "token", "unsold", "bid", "cost")
MASKS = ("bought", "done", "drawn", "played", "drawn_rounds", "drawn_used")
UNITS = {"bid": "coins", "cost": "coins"}


def _columns() -> tuple[Column, ...]:
    """What the toy records beyond its own columns."""
    sold = (Column(f"{kind}_{period}", "A sum.", UNITS.get(kind, "times"), per="contacts", capacity=CONTACTS)
            for kind in SALES for period in AUCTION.periods)  # fmt: skip
    masks = (
        Column(name, "Cards.", "bit mask", per=SEAT, kind="int64")
        for name in ("bought", "done", "drawn", "played", "drawn_rounds", "drawn_used")
    )
    return (*sold, *masks, Column("seen", "Missions seen.", "bit mask", kind="int64"), Column("place", "Final place.", "place", per=SEAT))


MARKET = dataclasses.replace(
    TOY,
    name="market",
    title="Market",
    columns=(*TOY.columns, *_columns()),
    positions=(Positions("place", "final place", "The place is bought."),),
    auctions=(AUCTION,),
    card_masks=(
        CardMask("done", "missions", "used", label="completed", among="seen", among_label="seen"),
        CardMask("drawn", "schemes", "held", label="drawn"),
        CardMask("played", "schemes", "used", label="played", among="drawn", among_label="drawn"),
    ),
    draws=(Draws("schemes", "drawn_rounds", "drawn_used"),),
    score_unit="percent of the nearer goal",
    texts={
        "finished": "somebody at the goal",
        "score": "more points than all others",
        "token": "a token, among those at a goal who have as many points",
    },
)
TABLES = {
    "contacts": [{"slug": f"contact_{row}", "name": f"Contact {row}"} for row in range(CONTACTS)],
    "missions": [{"slug": f"mission_{row}", "name": f"Mission {row}"} for row in range(MISSIONS)],
    "schemes": [{"slug": f"scheme_{row}", "name": f"Scheme {row}"} for row in range(SCHEMES)],
}


def by_round(counts: np.ndarray) -> np.ndarray:
    """Counts of each round, along the last axis, as a column that counts by round holds them."""
    packed: np.ndarray = (counts.astype(np.int64) << DRAWN_BITS * np.arange(counts.shape[-1])).sum(axis=-1)
    return packed


def market_rows(winners: Any, seats: int, rotations: int = 1, **columns: Any) -> GameBatch:
    """Rows of the toy game: nothing is offered, nothing happens to cards, and places are those of the seats, but for what is given."""
    n = len(winners)
    defaults: dict[str, Any] = {f"{kind}_{period}": np.zeros((n, CONTACTS), int) for kind in SALES for period in AUCTION.periods}
    defaults |= {name: np.zeros((n, seats), int) for name in MASKS}
    defaults |= {"seen": np.zeros(n, int), "place": np.tile(np.arange(1, seats + 1), (n, 1))}
    batch = rows(winners, seats, rotations, **(defaults | columns))
    return GameBatch(MARKET, seats, batch.columns)


def market_games(deals: int, generator: np.random.Generator, seats: int = 4, rotations: int = 1) -> GameBatch:
    """Games whose deals have their own level of prices; buyers of contact 0 win more often, and every mission needs a scheme drawn."""
    games = deals * rotations
    rich = np.repeat(generator.integers(0, 4, deals), rotations)[:, None]
    sales = {}
    for period in AUCTION.periods:
        offered = generator.integers(0, 4, (games, CONTACTS))
        sold = generator.binomial(offered, 0.6)
        token = generator.binomial(offered - sold, 0.4)
        sales |= {f"sold_{period}": sold, f"token_{period}": token, f"unsold_{period}": offered - sold - token}
        sales[f"bid_{period}"] = sold * (1 + rich) + generator.binomial(sold, 0.5)
        sales[f"cost_{period}"] = sold + token + generator.binomial(sold + token, 0.3)
    owner = generator.integers(0, seats, (games, CONTACTS))
    bought_any = sum(sales[f"{kind}_{period}"] for kind in ("sold", "token") for period in AUCTION.periods) > 0
    bought = bits(np.stack([(owner == seat) & bought_any for seat in range(seats)], axis=1))
    first_seat = np.repeat(generator.integers(0, seats, deals), rotations)
    chance = generator.dirichlet(np.full(seats, 4.0), games) + 0.3 * (bought & 1) + 0.1 * (np.arange(seats) == first_seat[:, None])
    winner = (generator.random((games, 1)) * chance.sum(axis=1, keepdims=True) > np.cumsum(chance, axis=1)).sum(axis=1)
    drawn = generator.integers(0, 2**SCHEMES, (games, seats))
    seen = generator.integers(0, 2**MISSIONS, games)
    played = drawn & generator.integers(0, 2**SCHEMES, (games, seats))
    done = seen[:, None] & drawn & generator.integers(0, 2**MISSIONS, (games, seats))
    place = np.argsort(generator.random((games, seats)) + 0.3 * (np.arange(seats) != winner[:, None]), axis=1).argsort(axis=1) + 1
    counts = generator.integers(0, 3, (games, seats, DRAWN_ROUNDS)) * (np.arange(DRAWN_ROUNDS) < 3)
    return market_rows(
        1 << winner,
        seats,
        rotations,
        **sales,
        bought=bought,
        first_seat=first_seat,
        drawn=drawn,
        played=played,
        seen=seen,
        done=done,
        place=place,
        drawn_rounds=by_round(counts),
        drawn_used=by_round(counts // 2),
    )


def market_run(batch: GameBatch, rotations: int = 1, sizes: tuple[int, ...] = (100_000,)) -> MemoryRun:
    """A run of it that lies in memory."""
    return MemoryRun(batch, rotations=rotations, sizes=sizes, tables=TABLES)
