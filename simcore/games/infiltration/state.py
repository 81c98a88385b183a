"""The state and rules records of Infiltration, its action codes, decisions and frames.

Agents are numbered along the seats: with three to six players agent i is seat i, with two players seat 0 has agents 0 and 1, seat 1
has agents 2 and 3. Places 0..11 are the line of rooms from the entrance, place 12 is the secret room. Items of a hand, places looked
at and the like are bit masks.
"""

from enum import IntEnum

import numpy as np

from simcore.games.infiltration.vocabulary import STEP_FIELDS
from simcore.spec import CORE_DECIDED_BY, CORE_END_REASONS, CORE_RULES, CORE_STATE, Field, record

AGENTS = 6
AGENTS_OF_A_PAIR = 2  # agents of each seat in the two-player game
PLACES = 13
FLOOR = 6  # rooms on each floor; the first place upstairs
LAST = 11  # last place of the line
SECRET = 12
VALUES = 3  # File tokens are worth 1, 2 or 3; their counts are indexed by value - 1
COLOURS = 3

ROOMS = 40
ITEMS = 60
SPECIALS = 3
NPCS = 5
PROGRAMS = 400
STEPS = 1600
ALTERNATIVES = 2
NO_PROGRAM = 0
FRAMES = 12

ALARM_LOW = -1
ALARM_HIGH = 8
DIE_LOW = 1
MIDGAME = 6  # Security phases after which the alarm is noted
MANY_EXTRACTS = 3  # from so many Extract cards in one room on, everybody gets the smallest share
PROTOTYPE_RUNG = 1  # tie-break steps as the table of special cards numbers them; number of files is the second
COMPROMISING_RUNG = 3

MAX_ACTIONS = 64
SCRATCH = 192


class Colour(IntEnum):
    """Which light a room has: ground floor, first floor, secret."""

    BLUE = 0
    YELLOW = 1
    RED = 2


class Action(IntEnum):
    """Codes of actions; a range begins at its name and is counted on by item, agent, place, distance - 1, value - 1 or NPC."""

    ADVANCE = 0
    RETREAT = 1
    INTERFACE = 2
    DOWNLOAD = 3
    EXTRACT = 4
    ITEM = 5  # + item: select it, or put it on the discard pile
    AGENT = ITEM + ITEMS  # + agent: which of two resolves next
    ALTERNATIVE = AGENT + AGENTS  # + alternative
    OPERATIVE = ALTERNATIVE + ALTERNATIVES  # + agent: the target
    MOVE_IN = OPERATIVE + AGENTS  # + distance - 1
    MOVE_OUT = MOVE_IN + PLACES
    ONWARD = MOVE_OUT + PLACES
    THROUGH_DOOR = ONWARD + 1
    ROOM = THROUGH_DOOR + 1  # + place: reach into it, or look at it
    TOKEN = ROOM + PLACES  # + value - 1
    LOCK = TOKEN + VALUES  # + place: destroy it
    SCIENTIST = LOCK + PLACES
    NPC = SCIENTIST + PLACES  # + NPC: destroy it, or it acts or leaves next
    GO_ON = NPC + NPCS
    STOP = GO_ON + 1
    END = STOP + 1  # no action: the end of the codes


class Decision(IntEnum):
    """What is asked of the acting seat."""

    SELECT = 0
    AGENT_ORDER = 1
    ALTERNATIVE = 2
    OPERATIVE = 3
    MOVE = 4
    DOOR = 5
    ROOM = 6
    TOKEN = 7
    DISCARD = 8
    DESTROY = 9
    MAY = 10
    NPC_ORDER = 11
    NPC_LEAVE = 12


class Phase(IntEnum):
    """Where in a round the game is; NPCs leave before any acts."""

    SELECTION = 0
    EXECUTION = 1
    NPC_LEAVING = 2
    NPC = 3
    SECURITY = 4
    OVER = 5


class Status(IntEnum):
    """What became of an agent."""

    INSIDE = 0
    ESCAPED = 1
    CAUGHT = 2
    RELEASED = 3


class NpcStatus(IntEnum):
    """Where an NPC card is."""

    ASIDE = 0
    INSIDE = 1
    OUT = 2


class Shown(IntEnum):
    """What everybody knows of a card that was selected."""

    HIDDEN = 0
    OPEN = 1  # its resolution has begun, or it is an Extract that counted for another one
    NO_EXTRACT = 2  # not shown then


class Frame(IntEnum):
    """What is under way; the uppermost frame of the stack runs until it is done or has put another on top.

    RESOLVE an agent's card; WALK an Advance or Withdraw; MOVE several rooms one after the other; ENTER a room in stages; PROGRAM
    the steps of a card; TRIGGERS the items lying in a room that something sets off; OPENING the entry room at set-up.
    """

    RESOLVE = 0
    WALK = 1
    MOVE = 2
    ENTER = 3
    PROGRAM = 4
    TRIGGERS = 5
    OPENING = 6


class WalkStage(IntEnum):
    """How far an Advance or Withdraw has come."""

    EFFECT = 0
    DOOR = 1
    STEP = 2
    THROUGH_DOOR = 3
    ARRIVED = 4
    DONE = 5


class EnterStage(IntEnum):
    """How far entering a room has come."""

    REVEAL = 0
    INTRUSION = 1
    SLUDGE = 2
    LYING = 3


START = 0
"""Stage of a frame, or of a program's step, that has not begun."""
UNDER_WAY = 1
"""Stage of one that has."""


class When(IntEnum):
    """How a room's Advance or Withdraw effect stands to the move."""

    NONE = 0
    BEFORE = 1
    INSTEAD = 2


class TakeAction(IntEnum):
    """`take_action`: the card by which files are taken."""

    DOWNLOAD = 0
    EXTRACT = 1


class FirstPlayerRole(IntEnum):
    """`first_player_role`."""

    PASSES_LEFT = 0
    FIXED = 1


class RevealBy(IntEnum):
    """`reveal_by`."""

    ANY_ENTRY = 0
    ADVANCE = 1


class RoomMoveEffects(IntEnum):
    """`room_move_effects`."""

    START = 0
    ARRIVAL = 1


class RemovedSlotReleases(IntEnum):
    """`removed_slot_releases`."""

    NOTHING = 0
    FILES = 1


class SecretDoor(IntEnum):
    """`secret_door`."""

    CHOICE = 0
    FORCED = 1


class SecretExit(IntEnum):
    """`secret_exit`."""

    EXIT_OR_BACK = 0
    BACK = 1
    STUCK = 2


class PushedOutEscapes(IntEnum):
    """`pushed_out_escapes`."""

    YES = 0
    NO = 1


class CaughtScore(IntEnum):
    """`caught_score`."""

    ELIMINATED = 0
    RANKED = 1


class Release(IntEnum):
    """`release`."""

    OUT = 0
    NOT_OUT = 1
    KEPT = 2


class ExtractCount(IntEnum):
    """`extract_count`."""

    RESOLUTION = 0
    SNAPSHOT = 1
    FIRST = 2


class Weight(IntEnum):
    """What makes one rated bot differ from another."""

    SAFETY_MARGIN = 0  # rounds in reserve when judging whether there is time to get out
    ALARM_GROWTH = 1  # by how much the alarm is expected to rise each round
    NOISE = 2  # by how much a room not seen yet is expected to raise it
    DEPTH = 3  # files expected in a room not seen yet, as a multiple of its floor's mean
    FADE = 4  # how much of a room's files is expected to be left for each room of the way to it
    CROWD = 5  # by how much each rival in a room cuts what he leaves of its files
    EAGERNESS = 6  # chance that a rival in the room whose turn comes first takes files, or the console, this round
    PACE = 7  # File tokens that a round to spare brings, as a part of what the first to download takes
    HOPE = 8  # how much of the files that could still be had is counted on
    ITEM_WORTH = 9  # data points that an item in hand is worth while there is time to play it
    SPITE = 10  # what a rival's loss is worth, as a part of it
    PAR = 11  # data points that a rival inside is expected to add each round
    RIVALS = 12  # how much of what the richest rival is expected to end with wins half of the time


WEIGHTS = tuple(weight.name.lower() for weight in Weight)


class Source(IntEnum):
    """Streams of chance."""

    BLUE_ROOMS = 0
    YELLOW_ROOMS = 1
    RED_ROOMS = 2
    ITEMS = 3
    FIRST_PLAYER = 4
    DIE = 5  # event: number of the Security phase
    PUT_OUT = 6  # File token from the reserve to a room; from here on counted by place or agent
    GAIN = 7  # from the reserve to an agent
    ROOM_TOKEN = 8  # from a room to an agent
    AGENT_TOKEN = 9  # lost by an agent or stolen from him
    STOLEN_ITEM = 10


COUNTED_SOURCES = Source.STOLEN_ITEM - Source.PUT_OUT + 1
"""Sources with an event for each place or agent and how many draws were made there before."""
EVENTS_A_PLACE = 4096
"""Events of a counted source are its place or agent times this, plus the count."""


class Event(IntEnum):
    """Events of chance, by what they mean, and below them happenings: what follows from a card, in the order in which it does."""

    ROOM_LAID = 0  # place, room card
    PILE = 1  # position from the top, item
    FIRST_PLAYER = 2  # seat
    TOKEN = 3  # source, value, place or agent of the draw + PLACES * (agent who gets it + 1)
    ITEM_STOLEN = 4  # item, agent who lost it, agent who has it now
    DIE = 5  # value
    RESOLVES = 6  # agent, code of the card
    ENTERS = 7  # agent, place, whether it was face up
    ESCAPES = 8  # agent
    WOUNDED = 9  # agent
    HEALED = 10  # agent
    DELAYED = 11  # agent
    GUARDED = 12  # agent
    GUARD_WORKS = 13  # agent
    FILE_PICKED = 14  # agent, value, place
    FILES_VOIDED = 15  # place, number
    LOOKS = 16  # agent, places as bits
    ITEM_DRAWN = 17  # agent, item
    ITEM_DISCARDED = 18  # agent, item
    ITEM_LAID = 19  # item, owner, place
    LYING_ITEM_WORKS = 20  # item, owner, trigger
    LYING_ITEM_GONE = 21  # item, owner
    SPECIAL_TAKEN = 22  # agent, special card
    SPECIAL_LAID = 23  # special card, place
    SLUDGE_WORKS = 24  # agent, place
    TURNED_UP = 25  # place, room card
    INTERFACE_TOKENS = 26  # place, number now
    LOCK_BROKEN = 27  # place
    SCIENTIST_GONE = 28  # place
    NPC_ARRIVES = 29  # NPC, place, face up
    NPC_TURNED_UP = 30  # NPC, place
    NPC_ACTS = 31  # NPC, place
    NPC_MOVES = 32  # NPC, place
    NPC_LEAVES = 33  # NPC, place where it was, phase
    ALARM = 34  # old level, new level
    PROXIMITY = 35  # old level, new level
    HUSHED = 36
    POLICE = 37
    CAUGHT = 38  # agent
    RELEASED = 39  # agent


class EndReason(IntEnum):
    """Why the game ended; the core's reasons come first."""

    POLICE = len(CORE_END_REASONS)
    EVERYBODY_OUT = POLICE + 1


class DecidedBy(IntEnum):
    """Step that settled who wins; the core's steps come first."""

    SOLE_SURVIVOR = len(CORE_DECIDED_BY)
    SCORE = SOLE_SURVIVOR + 1
    PROTOTYPE = SOLE_SURVIVOR + 2
    FILE_COUNT = SOLE_SURVIVOR + 3
    COMPROMISING_FILE = SOLE_SURVIVOR + 4


LADDER = 4
"""Steps that compare seats one after the other: SCORE to COMPROMISING_FILE."""

CARD_KINDS = 5
"""Kinds of cards that can be selected: advance, retreat, interface, download or extract, item."""


ROOM_FIELDS: list[Field] = [
    ("room_card", np.int64, PLACES),  # which room lies there
    ("face_up", np.int64, PLACES),
    ("room_tokens", np.int64, (PLACES, VALUES)),  # File tokens lying there, by value
    ("interface_tokens", np.int64, PLACES),
    ("locks", np.int64, PLACES),
    ("scientists", np.int64, PLACES),
    ("sludge_uses", np.int64, PLACES),  # how often a Sludge lying there still works, 0: none lies there
    ("downloads_here", np.int64, PLACES),  # Downloads resolved there this round
    ("extracts_here", np.int64, PLACES),  # Extract players counted there this round, 0 before any Extract
]

NPC_FIELDS: list[Field] = [
    ("npc_status", np.int64, NPCS),
    ("npc_place", np.int64, NPCS),  # NONE unless in the building
    ("npc_face_up", np.int64, NPCS),
    ("npc_due", np.int64, NPCS),  # has to leave, or to act, in this NPC phase
]

AGENT_FIELDS: list[Field] = [
    ("place", np.int64, AGENTS),  # NONE once he has escaped; where he was when caught or released
    ("status", np.int64, AGENTS),
    ("wounded", np.int64, AGENTS),
    ("delayed", np.int64, AGENTS),
    ("barred", np.int64, AGENTS),  # was Delayed in this round's Selection
    ("empty_handed", np.int64, AGENTS),  # had no item to select in this round's Selection
    ("guards", np.int64, AGENTS),
    ("tokens", np.int64, (AGENTS, VALUES)),  # File tokens held, by value
    ("hand", np.int64, AGENTS),  # items, without the selected one
    ("specials", np.int64, (AGENTS, SPECIALS)),
    ("selected", np.int64, AGENTS),  # code of the select action until it is resolved, or NONE
    ("card", np.int64, AGENTS),  # code of this round's select action, NONE before
    ("shown", np.int64, AGENTS),
    ("scouted", np.int64, AGENTS),  # places looked at
    ("secret_from", np.int64, AGENTS),  # in the secret room: the place he came from
    ("start_place", np.int64, AGENTS),  # where he stood when the Execution phase began
]

SUPPLY_FIELDS: list[Field] = [
    ("reserve", np.int64, VALUES),
    ("voided", np.int64, VALUES),  # File tokens out of the game
    ("slot_tokens", np.int64),  # lock and scientist tokens in the supply
    ("interface_left", np.int64),
    ("special_supply", np.int64, SPECIALS),
    ("pile", np.int64, ITEMS),  # items face down, drawn from `pile_top` on
    ("pile_top", np.int64),
    ("pile_count", np.int64),
    ("discards", np.int64, ITEMS),  # in the order in which they came
    ("discarded", np.int64),
]

LYING_FIELDS: list[Field] = [
    ("lying", np.int64),  # items lying in rooms, oldest first
    ("lying_item", np.int64, ITEMS),
    ("lying_owner", np.int64, ITEMS),
    ("lying_place", np.int64, ITEMS),
    ("lying_trigger", np.int64, ITEMS),
    ("lying_uses", np.int64, ITEMS),
    ("lying_step", np.int64, ITEMS),  # first step that a trigger runs
    ("lying_end", np.int64, ITEMS),  # step after the last one
    ("lying_since", np.int64, ITEMS),  # rises with every item laid
    ("laid", np.int64),  # items laid so far
]

FRAME_FIELDS: list[Field] = [
    ("depth", np.int64),  # frames on the stack
    ("frame_kind", np.int64, FRAMES),
    ("frame_stage", np.int64, FRAMES),
    ("frame_agent", np.int64, FRAMES),  # whom it is about: me of a program; NONE for an NPC's
    ("frame_place", np.int64, FRAMES),  # start of a walk, room entered, room of a lying item; NONE: where the agent or NPC is
    ("frame_npc", np.int64, FRAMES),
    ("frame_victim", np.int64, FRAMES),
    ("frame_program", np.int64, FRAMES),
    ("frame_step", np.int64, FRAMES),
    ("frame_end", np.int64, FRAMES),
    ("frame_way", np.int64, FRAMES),  # Direction of a walk or move; Trigger of a TRIGGERS frame
    ("frame_flag", np.int64, FRAMES),  # entering reveals; a move is forced; a card was begun wounded
    ("frame_left", np.int64, FRAMES),  # rooms still to go, tokens still to pick; age of the last lying item
    ("frame_targets", np.int64, FRAMES),  # agents whom the step still meets
    ("frame_mark", np.int64, FRAMES),  # value of `changes` when the step began
]

COUNTER_FIELDS: list[Field] = [
    ("changes", np.int64),  # how often anything in the game has changed: for `if_done`
    ("draws", np.int64, (COUNTED_SOURCES, PLACES)),  # tokens or items drawn at random so far, by source and place or agent
    ("options", np.int64, MAX_ACTIONS),  # work space
    ("dealt", np.int64, AGENTS),  # opening hand
    ("drawn_at", np.int64, ITEMS),  # round in which each was drawn after that, times AGENTS, plus the agent; 0: none
    ("used", np.int64, AGENTS),  # items resolved
    ("cards_resolved", np.int64, (AGENTS, CARD_KINDS)),
    ("late_downloads", np.int64, AGENTS),  # Downloads after another one in the same room and round
    ("wounds", np.int64, AGENTS),
    ("deepest", np.int64, AGENTS),  # deepest place of the line
    ("secret_visits", np.int64, AGENTS),
    ("midgame_alarm", np.int64),
]

STATE = record(
    [
        *CORE_STATE,
        ("agents", np.int64),
        ("agent", np.int64),  # agent who is asked; NONE for an agent order and for a choice about NPCs
        ("phase", np.int64),
        ("first_player", np.int64),  # seat that holds the role
        ("alarm", np.int64),
        ("proximity", np.int64),
        ("security_phases", np.int64),
        ("hush", np.int64),  # the next die counts 0
        *ROOM_FIELDS,
        *NPC_FIELDS,
        *AGENT_FIELDS,
        *SUPPLY_FIELDS,
        *LYING_FIELDS,
        *FRAME_FIELDS,
        *COUNTER_FIELDS,
    ]
)

SETTING_FIELDS: list[Field] = [
    ("alarm_start", np.int64),
    ("proximity_start", np.int64),
    ("proximity_limit", np.int64),
    ("take_action", np.int64),
    ("hand_size", np.int64),
    ("first_download", np.int64),
    ("later_download", np.int64),
    ("extract_alone", np.int64),
    ("extract_two", np.int64),
    ("extract_more", np.int64),
    ("die_sides", np.int64),
    ("first_player_role", np.int64),
    ("reveal_by", np.int64),
    ("room_move_effects", np.int64),
    ("removed_slot_releases", np.int64),
    ("secret_door", np.int64),
    ("secret_exit", np.int64),
    ("pushed_out_escapes", np.int64),
    ("caught_score", np.int64),
    ("release", np.int64),
    ("extract_count", np.int64),
]

CARD_FIELDS: list[Field] = [
    ("rooms", np.int64),
    ("items", np.int64),
    # Steps of all programs one after the other; each step is verb, a, b, c (vocabulary.py). Program 0 is the empty one.
    ("steps", np.int64, (STEPS, STEP_FIELDS)),
    ("alternatives", np.int64, PROGRAMS),  # 0: an empty program
    ("first_step", np.int64, (PROGRAMS, ALTERNATIVES)),
    ("step_count", np.int64, (PROGRAMS, ALTERNATIVES)),
    ("room_identity", np.int64, ROOMS),
    ("room_copies", np.int64, ROOMS),  # 0: not in the game
    ("room_colour", np.int64, ROOMS),
    ("room_files", np.int64, ROOMS),
    ("room_interface_tokens", np.int64, ROOMS),
    ("room_interface_keep", np.int64, ROOMS),
    ("room_locks", np.int64, ROOMS),
    ("room_lock_files", np.int64, ROOMS),
    ("room_scientists", np.int64, ROOMS),
    ("room_scientist_files", np.int64, ROOMS),
    ("room_enter", np.int64, ROOMS),  # programs
    ("room_reveal", np.int64, ROOMS),
    ("room_advance", np.int64, ROOMS),
    ("room_advance_when", np.int64, ROOMS),
    ("room_retreat", np.int64, ROOMS),
    ("room_retreat_when", np.int64, ROOMS),
    ("room_interface", np.int64, ROOMS),
    ("room_to_secret", np.int64, ROOMS),
    ("room_exit_to", np.int64, ROOMS),  # room card, or NONE
    ("item_identity", np.int64, ITEMS),
    ("item_copies", np.int64, ITEMS),  # 0: not in the game
    ("item_program", np.int64, ITEMS),
    ("special_copies", np.int64, SPECIALS),
    ("special_value", np.int64, SPECIALS),
    ("special_tie_break", np.int64, SPECIALS),
    ("special_release", np.int64, SPECIALS),
    ("special_room_uses", np.int64, SPECIALS),
    ("special_program", np.int64, SPECIALS),
    ("npc_program", np.int64, NPCS),
    ("npc_leave_program", np.int64, NPCS),
    ("npc_leaves_entry", np.int64, NPCS),
    ("npc_leaves_room", np.int64, (NPCS, ROOMS)),
    ("file_count", np.int64, VALUES),
    ("slot_supply", np.int64),
    ("interface_supply", np.int64),
]
"""What the card tables say; filled by `cards.fill`."""

RULES = record([*CORE_RULES, *SETTING_FIELDS, *CARD_FIELDS])
