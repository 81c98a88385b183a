"""The effect language of Infamy's cards: verbs and words with their codes.

A program is a few statements one after the other; a statement is one or two alternatives; an alternative is a verb with its
arguments and prefixes, and compiles to one row of `STATEMENT_FIELDS` integers (class `Cell`). What each verb does stands in
`cards/README.md`.
"""

from enum import IntEnum

MAX_STATEMENTS = 4  # of a program
MAX_ALTERNATIVES = 2  # of a statement


class Cell(IntEnum):
    """Columns of a compiled alternative; an absent argument is 0."""

    VERB = 0
    WHAT = 1  # a word: Good, Faction, Chooser, HazardPlace, by verb
    NUMBER = 2
    WHEN = 3  # When
    LATE = 4  # 1: done between Recover bribes and Replace missions
    MAY = 5  # 1: the owner decides whether
    EACH_RIVAL = 6  # 1: every rival in place of the owner
    CONDITION = 7  # Condition
    CONDITION_WHAT = 8  # MissionType for PER and IF, Faction for IF_REP
    CONDITION_NUMBER = 9
    RANSOM = 10  # bribes by which the rival cancels it; 0: cannot
    OR_NEXT = 11  # 1: the next row is the other alternative of the same statement


STATEMENT_FIELDS = 12


class Verb(IntEnum):
    """What an alternative does."""

    GAIN = 1
    GAIN_INFAMY = 2
    GAIN_REP = 3
    LOSE = 4
    PAY = 5
    CONVERT = 6
    RECOVER_BRIBES = 7
    SPEND_BRIBES = 8
    DRAIN_BRIBES = 9
    STEAL_RESOURCE = 10
    STEAL_HENCHMAN = 11
    STEAL_SCHEME = 12
    DRAW_SCHEME = 13
    DISCARD_SCHEME = 14
    EXTRA_SCHEME = 15
    SABOTAGE = 16
    HAZARD_ADD = 17
    HAZARD_REMOVE = 18
    HAZARD_MOVE = 19
    WATCHDOG_MOVE = 20
    WATCHDOG_ADD = 21
    WATCHDOG_REMOVE = 22
    WATCHDOG_PASS = 23
    TAKE_TRIGGERMAN = 24
    EXTRA_PAWN = 25
    SKIP_PLACEMENT = 26
    DOUBLE_RESUPPLY = 27
    RESUPPLY_CURRENT = 28


class Good(IntEnum):
    """Tokens of the general supply; the first three are the resources."""

    WEAPON = 0
    DATA = 1
    COMPOUND = 2
    HENCHMAN = 3
    FAVOR = 4
    RESOURCE = 5  # any of the first three


class Faction(IntEnum):
    """The three factions, and any of them."""

    CARTEL = 0
    MEGACORP = 1
    MILITIA = 2
    ANY = 3


class MissionType(IntEnum):
    """Types of a mission, asked about by cards only."""

    CARNAGE = 0
    INFLUENCE = 1
    UNDERWORLD = 2


class Chooser(IntEnum):
    """Who picks what is stolen: the thief, the victim, or chance."""

    THIEF = 0
    VICTIM = 1
    RANDOM = 2


class HazardPlace(IntEnum):
    """Which zones a Hazard may come from or go to."""

    ANY = 0
    CURRENT = 1
    NONHQ = 2


class When(IntEnum):
    """In which Round an alternative works."""

    ALWAYS = 0
    DAY = 1
    NIGHT = 2


class Condition(IntEnum):
    """What an alternative depends on."""

    NONE = 0
    PER = 1
    IF = 2
    IF_REP = 3


class Trigger(IntEnum):
    """When a benefit of a Rep track works."""

    ON_CONTACT = 1  # of a faction
    ON_HQ = 2  # of a faction
    ON_MISSION = 3
    ON_TYPE = 4  # of a mission
    ON_NIGHT = 5
    ALWAYS = 6
    WIN = 7


class ZoneKind(IntEnum):
    """What a resupply zone is."""

    WEAPON = 0
    DATA = 1
    COMPOUND = 2
    HENCHMAN = 3
    SPECIAL = 4
    HQ_CARTEL = 5
    HQ_MEGACORP = 6
    HQ_MILITIA = 7
