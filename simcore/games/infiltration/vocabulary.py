"""The effect language of Infiltration's cards: verbs and words with their codes.

A program is up to two alternatives of up to six steps; a step is a verb and its arguments and compiles to four integers
`verb, a, b, c`: words are their position in their list, unused arguments are 0. What each verb does stands in `cards/README.md`.
"""

from enum import IntEnum

MAX_ALTERNATIVES = 2
MAX_STEPS = 6
STEP_FIELDS = 4


class Verb(IntEnum):
    """What a step does."""

    ALARM = 1
    PROXIMITY = 2
    HUSH = 3
    DRAW_ITEM = 4
    DISCARD_ITEM = 5
    STEAL_ITEM = 6
    SPECIAL = 7
    TAKE = 8
    PICK = 9
    REACH = 10
    GAIN = 11
    PLACE = 12
    LOSE = 13
    STEAL = 14
    VOID = 15
    DESTROY = 16
    ADD_INTERFACE = 17
    CLEAR = 18
    MOVE = 19
    PUSH = 20
    ESCAPE = 21
    WOUND = 22
    DELAY = 23
    HEAL = 24
    GUARD = 25
    ACT = 26
    SCOUT = 27
    NPC = 28
    WAKE = 29
    NPC_RETREAT = 30
    MAY = 31
    IF = 32
    IF_DONE = 33
    STAY = 34


class Who(IntEnum):
    """Whom a step meets."""

    ME = 0
    OTHER = 1
    OTHERS = 2
    ALL = 3
    NEAR = 4
    ANY = 5
    RIVALS = 6
    VICTIM = 7


class Direction(IntEnum):
    """Which way along the line of rooms."""

    IN = 0
    OUT = 1
    ANY = 2


class Target(IntEnum):
    """What can be destroyed."""

    LOCK = 0
    SCIENTIST = 1
    SLOT = 2
    NPC = 3


class ActionWord(IntEnum):
    """An action that an effect performs."""

    ADVANCE = 0
    RETREAT = 1
    INTERFACE = 2
    DOWNLOAD = 3


class Special(IntEnum):
    """Special cards, in the order of their table."""

    PROTOTYPE = 0
    BLACKMAIL = 1
    SLUDGE = 2


class Place(IntEnum):
    """Where a special card goes."""

    HAND = 0
    ROOM = 1


class Npc(IntEnum):
    """Characters who are nobody's, in the order of their table."""

    CSX13 = 0
    HARRIS = 1
    LEAH = 2
    NELSON = 3
    TYRONE = 4


class Face(IntEnum):
    """How a character's card is put down."""

    UP = 0
    DOWN = 1


class Condition(IntEnum):
    """What `if` asks; the number follows as the next argument."""

    CROWD = 0
    ALARM_GE = 1
    ALARM_LE = 2
    FILES_GE = 3


class Trigger(IntEnum):
    """What sets off an item that lies in a room."""

    ENTER = 0
    NPC = 1
    SECURITY = 2
