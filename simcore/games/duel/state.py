"""The state record of the duel, its action codes and decisions."""

from enum import IntEnum

import numpy as np

from simcore.rng import MAX_SEATS
from simcore.spec import CORE_DECIDED_BY, CORE_END_REASONS, CORE_RULES, CORE_STATE, record

MAX_ACTIONS = 1
SCRATCH = 1
WEIGHTS = ("eagerness",)

DIE_LOW = 1


class Action(IntEnum):
    """The only thing to do."""

    THROW = 0


class Decision(IntEnum):
    """What is asked of the acting seat."""

    THROW = 0


class TieBreak(IntEnum):
    """Who wins among those who arrived in one round, in the order of the parameter's values."""

    HIGHEST = 0
    LOWEST = 1
    FIRST = 2
    NONE = 3


class Source(IntEnum):
    """Streams of chance."""

    FIRST_SEAT = 0
    DIE = 1  # event: number of the throw


class Event(IntEnum):
    """Events of chance, by what they mean."""

    FIRST_SEAT = 0  # seat
    DIE = 1  # seat, value


class EndReason(IntEnum):
    """Why the game ended; the core's reasons come first."""

    TARGET = len(CORE_END_REASONS)


class DecidedBy(IntEnum):
    """Step that settled who wins; the core's steps come first."""

    TARGET = len(CORE_DECIDED_BY)
    LAST_THROW = TARGET + 1


STATE = record(
    [
        *CORE_STATE,
        ("total", np.int64, MAX_SEATS),
        ("last_throw", np.int64, MAX_SEATS),
    ]
)

RULES = record(
    [
        *CORE_RULES,
        ("target", np.int64),
        ("sides", np.int64),
        ("equal_turns", np.int64),
        ("head_start", np.int64),
        ("extra_pips", np.int64),
        ("blank_face", np.int64),
        ("tie_break", np.int64),
    ]
)
