"""Who wins a game as one whole number, and what follows from it: the bits of the winning places, of seats in some order."""

import numpy as np

from analyses.source import Array
from analyses.sums import UNITS
from simcore.spec import GameBatch


def outcomes(batch: GameBatch) -> Array:
    """Who wins each game: bits of the positions in the turn order, int64."""
    first, winners = batch["first_seat"].astype(np.int64), batch["winners"].astype(np.int64)
    return (winners >> first | winners << batch.seats - first) & (1 << batch.seats) - 1


def winners_of(seats: int) -> Array:
    """Which places win: int, 0 or 1, outcomes x seats."""
    won: Array = np.arange(1 << seats)[:, None] >> np.arange(seats) & 1
    return won


def credits_of(seats: int) -> Array:
    """Credit of each place in units: int, outcomes x seats."""
    won = winners_of(seats)
    credit: Array = won * (UNITS // np.maximum(1, won.sum(axis=1, keepdims=True)))
    return credit


def mean_credits(seats: int) -> Array:
    """Mean credit of all places in units: int, outcomes x 1. What a place has above it is its excess."""
    mean: Array = credits_of(seats).sum(axis=1, keepdims=True) // seats
    return mean
