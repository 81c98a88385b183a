"""The state and rules records of Infamy, its action codes, decisions, stages, frames and events.

Seats are freelancers. Sectors are 0..5, the zones of a sector 0 (resupply a), 1 (resupply b), 2 (mission); a resupply zone of the
board is numbered sector * ZONES + zone, a zone of any kind sector * BOARD_ZONES + zone. Cards in hand and Hazards on the board are bit
masks. Schemes in piles and hands are cards (copies counted apart), in actions they are rows of their table.
"""

from enum import IntEnum

import numpy as np

from simcore.games.infamy.vocabulary import STATEMENT_FIELDS
from simcore.spec import CORE_DECIDED_BY, CORE_END_REASONS, CORE_RULES, CORE_STATE, Field, record

SEATS = 4
PAWNS = 2
OWN = 0
ACCOMPLICE = 1
FACTIONS = 3
LEVELS = 5
TYPES = 3
GOODS = 5
RESOURCES = 3  # the first of the goods
HENCHMAN = 3
FAVOR = 4
SECTORS = 6
ZONES = 2  # resupply zones of a sector
BOARD_ZONES = 3  # all zones of a sector
MISSION_ZONE = 2
DAYS = 2  # of a Turn: Day and Night

CONTACTS = 16
SLOTS = 6  # of the Contact Track
MISSIONS = 40
ROW = SEATS  # places for available missions: one a freelancer
SCHEMES = 40
SCHEME_CARDS = 62
PROGRAMS = 200
STATEMENTS = 600
NO_PROGRAM = 0
FRAMES = 12
LATES = 48  # statements that wait for the end of a Round; a Round of several dozen schemes that queue more forgets the last ones
PLACEMENTS = SEATS * PAWNS
MOST_BRIBES = 24
EVENTS_A_SEAT = 4096  # events of a source that is counted by seat: seat times this, plus the count

MAX_ACTIONS = 64
SCRATCH = 256


class Action(IntEnum):
    """Codes of actions; a range begins at its name and is counted on by what its comment says."""

    PASS = 0
    FAVOR = 1
    BID = 2  # + own total on the contact after it, 1..MOST_BRIBES
    SECTOR = BID + MOST_BRIBES + 1  # + sector: choose it, or a Watchdog there
    PAWN = SECTOR + SECTORS  # + pawn: which goes first
    RESUPPLY = PAWN + PAWNS  # + zone of the sector
    MISSION = RESUPPLY + ZONES  # + mission: complete it, or sabotage it
    SKIP = MISSION + MISSIONS
    FAIL = SKIP + 1
    RECOVER = FAIL + 1  # + number of bribes
    RESOURCE = RECOVER + MOST_BRIBES + 1  # + type
    STOP = RESOURCE + RESOURCES
    GO_ON = STOP + 1
    RIVAL = GO_ON + 1  # + seat
    RANSOM = RIVAL + SEATS
    REFUSE = RANSOM + 1
    FACTION = REFUSE + 1  # + faction
    DECK = FACTION + FACTIONS  # + faction
    SCHEME = DECK + FACTIONS  # + row of schemes: play, discard or give one of them
    NO_SCHEME = SCHEME + SCHEMES
    ZONE = NO_SCHEME + 1  # + resupply zone of the board
    PAY = ZONE + SECTORS * ZONES
    DECLINE = PAY + 1
    ALTERNATIVE = DECLINE + 1  # + 0 or 1
    BENEFIT = ALTERNATIVE + 2  # + faction * LEVELS + level - 1
    END = BENEFIT + FACTIONS * LEVELS  # no action: the end of the codes


class Decision(IntEnum):
    """What is asked of the acting seat."""

    WATCHDOG_FROM = 0
    WATCHDOG_TO = 1
    WATCHDOG_ADD = 2
    WATCHDOG_REMOVE = 3
    BID = 4
    SECTOR = 5
    ACCOMPLICE_SECTOR = 6
    PAWN = 7
    ZONE = 8
    RECOVER = 9
    RESOURCE = 10
    CONVERT_FROM = 11
    CONVERT_TO = 12
    RIVAL = 13
    RANSOM = 14
    FACTION = 15
    DECK = 16
    SCHEME = 17
    SCHEME_DISCARD = 18
    SCHEME_GIVEN = 19
    SABOTAGE = 20
    HAZARD_ADD = 21
    HAZARD_REMOVE = 22
    HAZARD_FROM = 23
    HAZARD_TO = 24
    MAY = 25
    GATE = 26
    ALTERNATIVE = 27
    BENEFIT = 28


class Phase(IntEnum):
    """Where in a Round the game is, as the rulebook names it."""

    CONTACT = 0
    SECTOR = 1
    SCHEME = 2
    OVER = 3


class Stage(IntEnum):
    """What a Round does next once nothing is under way on the stack."""

    BEGIN = 0  # contacts shuffled by Day, revealed
    MOVE_WATCHDOG = 1
    OPEN_CONTACT = 2  # the next auction, or on to the rewards
    BIDDING = 3
    LATER_REWARDS = 4  # ruling contact_rewards = after_bidding
    SELECT = 5  # `turn_step`: cards chosen so far, two for each seat in order
    PLACE = 6
    SECTOR_LATE = 7  # ruling removal_time = sector_phase
    SCHEMES = 8  # `turn_step`: freelancers who are through
    NIGHT = 9  # the same
    VICTORY = 10
    LATE = 11
    REPLACE = 12


class ContactStatus(IntEnum):
    """What became of a contact of the track."""

    COMING = 0
    OPEN = 1
    WON = 2
    UNSOLD = 3


class Frame(IntEnum):
    """What is under way; the uppermost frame of the stack runs until it is done or has put another on top.

    PROGRAM the statements of a card; TASK a statement that asks for choices, or several units of one; BENEFITS those that a trigger set
    off; RESUPPLY the action of a zone, once or twice; CONTACT the rewards of a won contact; MISSION one that was paid; SCHEME one that
    is played; PLACE a pawn.
    """

    PROGRAM = 0
    TASK = 1
    BENEFITS = 2
    RESUPPLY = 3
    CONTACT = 4
    MISSION = 5
    SCHEME = 6
    PLACE = 7


START = 0
"""Stage of a frame, or of a program's statement, that has not begun."""


class ProgramStage(IntEnum):
    """How far a statement has come."""

    CHOICE = 0  # which alternative
    CHECK = 1  # whether it applies, whether it is wanted
    AGREED = 2  # a `may:` or gate was answered with yes
    RUN = 3


class TheftStage(IntEnum):
    """How far a theft or drain has come."""

    RIVAL = 0
    TYPES = 1
    RANSOM = 2
    TAKE = 3


class MissionStage(IntEnum):
    """How far a mission that was paid has come."""

    REWARD = 0
    INFAMY = 1
    REP = 2
    COUNTED = 3
    ON_TYPE = 4
    DONE = 5


class ContactStage(IntEnum):
    """How far the rewards of a won contact have come."""

    REWARD = 0
    BENEFITS = 1
    MARKER = 2


class Origin(IntEnum):
    """What a program belongs to, and so what its Infamy comes from."""

    MISSION = 0
    HENCHMEN = 1
    CONTACT = 2
    SCHEME = 3
    ZONE = 4
    BENEFIT = 5


ORIGINS = 6


class WatchdogsAtStart(IntEnum):
    """`watchdogs_at_start`."""

    ONE = 0
    BOTH = 1


class SectorChiefAdd(IntEnum):
    """`sector_chief_add`: what `watchdog add` does with an empty supply; MOVE runs like `watchdog move`."""

    NOTHING = 0
    MOVE = 1
    UNLIMITED = 2


class WatchdogRemoval(IntEnum):
    """`watchdog_removal`: of a `late: watchdog remove`; OPTIONAL asks MAY first."""

    MANDATORY = 0
    OPTIONAL = 1


class RemovalTime(IntEnum):
    """`removal_time`: of every `late:` statement; one queued in the Scheme Phase is done there under either reading."""

    SCHEME_PHASE = 0
    SECTOR_PHASE = 1


class ContactRewards(IntEnum):
    """`contact_rewards`; with AFTER_BIDDING the Triggerman marker still moves when a contact is won."""

    AT_ONCE = 0
    AFTER_BIDDING = 1


class Passing(IntEnum):
    """`passing`."""

    OPEN = 0
    FINAL = 1


class LosingBids(IntEnum):
    """`losing_bids`."""

    RETURNED = 0
    SPENT = 1


class DayMarkers(IntEnum):
    """`day_markers`."""

    NEXT_ROUND = 0
    END_OF_TURN = 1


class RansomOrder(IntEnum):
    """`ransom_order`."""

    AFTER_TYPE = 0
    BEFORE_TYPE = 1


class ReputationBan(IntEnum):
    """`reputation_ban`."""

    REST_OF_ROUND = 0
    SECTOR_PHASE = 1


class BannedHq(IntEnum):
    """`banned_hq`."""

    NOTHING = 0
    SCHEME = 1


class AccompliceOrder(IntEnum):
    """`accomplice_order`; if the Accomplice is its owner's leftmost contact, OWN_SLOT lets him choose which pawn goes first too."""

    TOGETHER = 0
    OWN_SLOT = 1


class WithoutContact(IntEnum):
    """`without_contact`."""

    FROM_TRIGGERMAN = 0
    FROM_LEFT = 1


class FailedPlacement(IntEnum):
    """`failed_placement`."""

    NOTHING = 0
    RESOURCE = 1


class SmugglerSkip(IntEnum):
    """`smuggler_skip`."""

    ALWAYS = 0
    ONLY_OPEN = 1


class SmugglerHq(IntEnum):
    """`smuggler_hq`."""

    REPUTATION_THEN_SCHEME = 0
    TWO_REPUTATION = 1
    ONE_REPUTATION = 2


class EmptyMissionDeck(IntEnum):
    """`empty_mission_deck`."""

    SHORT_ROW = 0
    RESHUFFLE = 1


class VictoryCheck(IntEnum):
    """`victory_check`."""

    EVERY_ROUND = 0
    NIGHT = 1


class BothTracks(IntEnum):
    """`both_tracks`."""

    INFAMY_FIRST = 0
    REPUTATION_FIRST = 1


class Source(IntEnum):
    """Streams of chance."""

    MISSIONS = 0  # shuffle number
    SCHEMES = 1  # + faction; shuffle number
    TRIGGERMAN = SCHEMES + FACTIONS
    WATCHDOG = TRIGGERMAN + 1  # event: first or second sector card
    CONTACTS = WATCHDOG + 1  # shuffle number: Turns before this one
    SCHEME_STOLEN = CONTACTS + 1  # event: EVENTS_A_SEAT * victim + cards he lost so before


class Event(IntEnum):
    """Events of chance, by what they mean, and below them happenings: what follows, in the order in which it does."""

    MISSION_PILE = 0  # position from the top, mission
    SCHEME_PILE = 1  # faction, position from the top, card
    TRIGGERMAN = 2  # seat
    WATCHDOG = 3  # sector
    CONTACT = 4  # position from the top, contact
    SCHEME_STOLEN = 5  # card, victim, thief
    ROUND_BEGINS = 6  # Round, Turn, 1 by Day
    MISSION_LAID = 7  # place in the row, mission
    CONTACT_OPENED = 8  # place on the track, contact
    CONTACT_WON = 9  # seat, contact, winning bid
    CONTACT_FAVORED = 10  # seat, contact
    CONTACT_UNSOLD = 11  # contact
    BIDS_LOST = 12  # seat, bribes of his losing bid, 1 if they are spent (0: back in stock)
    TRIGGERMAN_PASSES = 13  # to seat, from seat
    SECTOR_SHOWN = 14  # seat, pawn, sector
    PLACED = 15  # seat, pawn, sector * BOARD_ZONES + zone
    FAILED = 16  # seat, pawn, sector
    SKIPPED = 17  # seat, pawn, sector
    GOODS_GAINED = 18  # seat, good, number; from the supply
    GOODS_LOST = 19  # seat, good, number; to the supply
    GOODS_PAID = 20  # seat, good, number; to the supply, for a mission or a gate
    GOODS_STOLEN = 21  # thief, victim, good; one token each
    BRIBES_SPENT = 22  # seat, number; for a gate
    BRIBES_DRAINED = 23  # seat, number, by seat
    BRIBES_RECOVERED = 24  # seat, number
    BRIBES_RETURNED = 25  # Night's end: everybody recovers all
    RANSOM_PAID = 26  # seat, number, to be spared by seat
    SCHEME_DRAWN = 27  # seat, card
    SCHEME_DISCARDED = 28  # seat, card
    SCHEME_GIVEN = 29  # card, victim, thief; picked by the victim
    SCHEME_PLAYED = 30  # seat, card
    INFAMY_GAINED = 31  # seat, number, Origin
    REP_GAINED = 32  # seat, faction, level now
    REP_LOST = 33  # seat, faction (ANY if not chosen), 1 if banned (0: the track is at its end)
    MISSION_PAID = 34  # seat, mission
    MISSION_COMPLETED = 35  # seat, mission
    MISSION_SABOTAGED = 36  # seat, mission
    HAZARD_ADDED = 37  # seat, resupply zone of the board
    HAZARD_REMOVED = 38  # seat, resupply zone of the board
    HAZARD_MOVED = 39  # seat, from, to
    WATCHDOG_ADDED = 40  # seat, sector
    WATCHDOG_REMOVED = 41  # seat, sector
    WATCHDOG_MOVED = 42  # seat, from, to
    BENEFIT_WORKS = 43  # seat, faction, level
    EXTRA_SCHEME = 44  # seat, number
    WATCHDOG_PASS = 45  # seat, last Round in which it holds
    ACCOMPLICE_HIRED = 46  # seat
    SMUGGLER_SKIP = 47  # seat: he may skip placements this Round
    SMUGGLER_DOUBLE = 48  # seat: his resupply actions are doubled this Round
    LATE_BEGINS = 49  # seat: a `late:` statement of his is done now
    VICTORY = 50  # seat that has reached a goal at the check
    NIGHT_COUNT = 51  # seat, his Henchmen: step 2 of the Scheme Phase comes to him
    REWARD_BEGINS = 52  # seat, contact: under contact_rewards = after_bidding, when the reward of a contact is next
    MARKERS_RETRIEVED = 53  # everybody's markers go to the Spent sections
    NOTHING_DONE = 54  # seat, row of the alternative, 1 if its condition is met (0: it is not) and nothing could be changed


class EndReason(IntEnum):
    """Why the game ended; the core's reasons come first."""

    INFAMY = len(CORE_END_REASONS)
    REPUTATION_CARTEL = INFAMY + 1
    REPUTATION_MEGACORP = INFAMY + 2
    REPUTATION_MILITIA = INFAMY + 3
    REPUTATION_SEVERAL = INFAMY + 4


class DecidedBy(IntEnum):
    """Step that settled who wins; the core's steps come first."""

    SOLE = len(CORE_DECIDED_BY)
    OVER_15_BEATS_REPUTATION = SOLE + 1
    REPUTATION_BEATS_EXACTLY_15 = SOLE + 2
    REPUTATION_BEATS_INFAMY = SOLE + 3
    MOST_INFAMY = SOLE + 4
    BEST_REPUTATION = SOLE + 5
    TOTAL_REPUTATION = SOLE + 6
    HENCHMEN = SOLE + 7
    COMPLETED_MISSIONS = SOLE + 8


class Group(IntEnum):
    """A-52: what a freelancer has reached."""

    OVER = 0  # more Infamy than needed
    REPUTED = 1
    EXACT = 2  # Infamy as needed
    OUT = 3


class Rung(IntEnum):
    """Columns of the ladder by which freelancers are compared."""

    GROUP = 0
    INFAMY = 1
    BEST_REP = 2
    TOTAL_REP = 3
    HENCHMEN = 4
    MISSIONS = 5
    SCORE = 6


RUNGS = 8
LINKS = 4
"""Links of a chain of tie-breaks."""


class Weight(IntEnum):
    """What makes one rated bot differ from another; the unit of worth is a resource that a mission needs."""

    INFAMY = 0  # worth of one Infamy at the start
    REPUTATION = 1  # worth of the first Rep in a faction
    COMMITMENT = 2  # how much the track counts for more on which a freelancer is ahead
    LOYALTY = 3  # by what part the worth of a Rep has risen once the goal is reached
    FOCUS = 4  # how much less Rep counts for each step by which another track is ahead
    HENCHMEN = 5  # how much more the Infamy of later Nights counts for a freelancer who is between the tracks
    FAVOR = 6  # worth of a Favor
    SCHEME = 7  # worth of a card drawn
    STOCK = 8  # worth of a resource for missions not yet seen
    PLAN = 9  # how much is counted of a mission that can be paid
    PATIENCE = 10  # the factor on that for each token still lacking
    ORDER = 11  # worth of coming first in the Contact Order
    THRIFT = 12  # worth of what bribes can buy, for each contact that is still to come in the Turn
    DOUBT = 13  # bribes by which rivals' limits are uncertain
    CAUTION = 14  # chance that those who come before go where they are drawn
    SPITE = 15  # worth of a rival's loss of a token
    BLOCK = 16  # worth of keeping from a rival what he would win by
    CONTRARINESS = 17  # how much the track counts for more on which rivals are behind
    CREW = 18  # worth of a Henchman for missions not yet seen
    JITTER = 19  # by how much the choice of a sector varies without reason


WEIGHTS = tuple(weight.name.lower() for weight in Weight)

ROUND_FIELDS: list[Field] = [
    ("day", np.int64),  # 1 by Day, 0 by Night
    ("phase", np.int64),
    ("stage", np.int64),
    ("turn_step", np.int64),  # how far a stage has come that meets one freelancer after the other
    ("triggerman", np.int64),
    ("phase_first", np.int64),  # Triggerman when the order of this Sector or Scheme Phase was fixed
]

CONTACT_FIELDS: list[Field] = [
    ("contact_pile", np.int64, CONTACTS),  # this Turn's deck; not yet revealed from `contact_top` to `contact_count`
    ("contact_top", np.int64),
    ("contact_count", np.int64),
    ("track_count", np.int64),  # contacts on the track
    ("track_contact", np.int64, SLOTS),  # NONE beyond `track_count`
    ("track_status", np.int64, SLOTS),
    ("track_winner", np.int64, SLOTS),
    ("track_marker", np.int64, SLOTS),  # 1: a bribe of the winner lies on it
    ("slot", np.int64),  # place on the track whose auction runs, or of the last one; before the first NONE
    ("high_bid", np.int64),  # 0: none
    ("high_bidder", np.int64),
    ("speaker", np.int64),  # seat whose turn it is to bid
    ("passes", np.int64),  # in a row
    ("had_chance", np.int64),  # seats, as bits, whose turn has come in this auction: no Favor any more
    ("passed_out", np.int64),  # seats, as bits, that are out of this auction (ruling passing = final)
    ("auction_expenses", np.int64, SEATS),  # paid in this auction
]

MISSION_FIELDS: list[Field] = [
    ("mission_pile", np.int64, MISSIONS),  # a ring: position p from the top lies at (mission_top + p) % MISSIONS
    ("mission_top", np.int64),
    ("mission_count", np.int64),  # cards in the deck
    ("mission_known", np.int64),  # so many at the bottom were put there openly
    ("mission_shuffles", np.int64),
    ("mission_row", np.int64, ROW),  # NONE: an empty place
    ("mission_in_progress", np.int64),  # paid, not yet completed; or NONE
]

SCHEME_FIELDS: list[Field] = [
    ("scheme_pile", np.int64, (FACTIONS, SCHEME_CARDS)),  # decks, from `scheme_top` to `scheme_count`
    ("scheme_top", np.int64, FACTIONS),
    ("scheme_count", np.int64, FACTIONS),
    ("scheme_discards", np.int64, (FACTIONS, SCHEME_CARDS)),  # oldest first
    ("scheme_discarded", np.int64, FACTIONS),
    ("scheme_shuffles", np.int64, FACTIONS),
    ("recycled", np.int64),  # cards, as bits, that came into their deck with its last reshuffle: nobody held them then
    ("scheme_in_progress", np.int64),  # card being resolved, or NONE
    ("thefts", np.int64, SEATS),  # cards stolen at random from a seat so far
]

BOARD_FIELDS: list[Field] = [
    ("supply", np.int64, GOODS),
    ("hazards", np.int64),  # resupply zones of the board, as bits
    ("hazard_supply", np.int64),
    ("watchdogs", np.int64, SECTORS),  # how many stand there
    ("watchdog_supply", np.int64),
    ("taken", np.int64),  # zones with a pawn, as bits: sector * BOARD_ZONES + zone
]

SEAT_FIELDS: list[Field] = [
    ("infamy", np.int64, SEATS),
    ("rep", np.int64, (SEATS, FACTIONS)),
    ("goods", np.int64, (SEATS, GOODS)),
    ("available", np.int64, SEATS),  # bribes in stock
    ("spent", np.int64, SEATS),  # bribes in the Spent section
    ("bid", np.int64, SEATS),  # bribes on the open contact
    ("markers", np.int64, SEATS),  # bribes on won contacts, and those locked by day_markers = end_of_turn
    ("hand", np.int64, SEATS),  # scheme cards
    ("known", np.int64, SEATS),  # cards in rivals' hands that were stolen from this seat, so that it knows where they are
    ("completed_count", np.int64, SEATS),
    ("completed_card", np.int64, (SEATS, MISSIONS)),  # under the sheet, oldest first
    ("type_count", np.int64, (SEATS, TYPES)),  # completed missions of each type
    ("sector", np.int64, (SEATS, PAWNS)),  # chosen this Round, until the next choice; NONE
    ("pawn_sector", np.int64, (SEATS, PAWNS)),  # where a placed pawn stands, until the next choice; NONE
    ("pawn_zone", np.int64, (SEATS, PAWNS)),
    ("last_pawn", np.int64, SEATS),  # the pawn placed last, until the next choice; NONE
    ("accomplice", np.int64, SEATS),  # 1: has the second pawn this Round
    ("accomplice_slot", np.int64, SEATS),  # place on the track of the contact that gave it
    ("rep_banned", np.int64, SEATS),
    ("skips", np.int64, SEATS),  # may skip placements this Round
    ("doubles", np.int64, SEATS),  # resupply actions count twice this Round
    ("pass_until", np.int64, SEATS),  # last Round in which he may enter Watchdog sectors by a card
    ("extra_schemes", np.int64, SEATS),  # gained by cards this Round and not yet used; the standing benefit is used before them
    ("standing_used", np.int64, SEATS),  # extra plays of this Round owed to standing benefits
    ("plays", np.int64, SEATS),  # schemes played this Round
]

ORDER_FIELDS: list[Field] = [
    ("order_count", np.int64),
    ("order_next", np.int64),
    ("order_seat", np.int64, PLACEMENTS),  # whose pawns are placed, one entry after the other
    ("order_pawns", np.int64, PLACEMENTS),  # which, as bits
]

LATE_FIELDS: list[Field] = [
    ("late_count", np.int64),
    ("late_next", np.int64),
    ("late_seat", np.int64, LATES),
    ("late_row", np.int64, LATES),  # statement
    ("late_origin", np.int64, LATES),
]

FRAME_FIELDS: list[Field] = [
    ("depth", np.int64),  # frames on the stack
    ("frame_kind", np.int64, FRAMES),
    ("frame_stage", np.int64, FRAMES),
    ("frame_seat", np.int64, FRAMES),  # owner, or whom a task is about
    ("frame_what", np.int64, FRAMES),  # task: verb; benefits: bits; resupply: zone; contact, mission, card; place: pawn
    ("frame_word", np.int64, FRAMES),  # task: the verb's word; resupply: 1 for a visit; contact: place on the track
    ("frame_left", np.int64, FRAMES),  # units still to do; program: repetitions
    ("frame_other", np.int64, FRAMES),  # task: the rival, or what a move takes from; program: rivals met of `each rival`
    ("frame_row", np.int64, FRAMES),  # program: the statement; task: ransom
    ("frame_end", np.int64, FRAMES),  # program: statement after the last
    ("frame_chosen", np.int64, FRAMES),  # program: the alternative chosen, as its row
    ("frame_origin", np.int64, FRAMES),
    ("frame_flag", np.int64, FRAMES),  # program: 1 its gate is optional, 2 it is a late statement; hq: no Rep when it began
    ("frame_sector", np.int64, FRAMES),  # program: sector of the mission just sabotaged
    ("frame_picks", np.int64, (FRAMES, RESOURCES)),  # theft: types that the thief has named
]

COUNTER_FIELDS: list[Field] = [
    ("options", np.int64, MAX_ACTIONS),  # work space
    ("contact_order", np.int64, SEATS),  # place in the last Contact Order, from 1
    ("contacts_won", np.int64, SEATS),  # bits of contacts
    ("contact_wins", np.int64, SEATS),
    ("favors_used", np.int64, SEATS),
    ("expenses_paid", np.int64, SEATS),
    ("expenses_lost", np.int64, SEATS),
    ("placements", np.int64, SEATS),
    ("failures", np.int64, SEATS),
    ("skipped", np.int64, SEATS),
    ("resupplies", np.int64, SEATS),
    ("hq_visits", np.int64, SEATS),
    ("completed_ever", np.int64, SEATS),  # bits of missions
    ("missions_done", np.int64, SEATS),
    ("drawn", np.int64, SEATS),  # bits of scheme rows that were ever in hand
    ("played", np.int64, SEATS),  # bits of scheme rows
    ("schemes_played", np.int64, SEATS),
    ("drawn_rounds", np.int64, SEATS),  # schemes drawn from decks, counted by Round
    ("drawn_used", np.int64, SEATS),  # those of them that the seat played
    ("drawn_in", np.int64, SCHEME_CARDS),  # Round in which who holds a card drew it; 0: stolen, in no hand, or not counted
    ("infamy_from", np.int64, (SEATS, ORIGINS)),
    ("stolen", np.int64, SEATS),  # goods
    ("seen_missions", np.int64),  # bits of missions that lay in the row
    # Of each contact, by Night (0) and by Day (1):
    ("sold", np.int64, (DAYS, CONTACTS)),
    ("favored", np.int64, (DAYS, CONTACTS)),
    ("unsold", np.int64, (DAYS, CONTACTS)),
    ("bids", np.int64, (DAYS, CONTACTS)),  # sum of winning bids
    ("costs", np.int64, (DAYS, CONTACTS)),  # sum of the winners' expenses
]

STATE = record(
    [
        *CORE_STATE,
        *ROUND_FIELDS,
        *CONTACT_FIELDS,
        *MISSION_FIELDS,
        *SCHEME_FIELDS,
        *BOARD_FIELDS,
        *SEAT_FIELDS,
        *ORDER_FIELDS,
        *LATE_FIELDS,
        *FRAME_FIELDS,
        *COUNTER_FIELDS,
    ]
)

SETTING_FIELDS: list[Field] = [
    ("infamy_target", np.int64),
    ("reputation_target", np.int64),
    ("bribes", np.int64),
    ("expenses", np.int64),
    ("starting_resources", np.int64),
    ("contacts_revealed", np.int64),
    ("henchmen_per_infamy", np.int64),
    ("special_recover", np.int64),
    ("special_infamy", np.int64),
    ("hazards", np.int64),
    ("watchdogs", np.int64),
    ("resource_tokens", np.int64),
    ("henchman_tokens", np.int64),
    ("favor_tokens", np.int64),
    ("watchdogs_at_start", np.int64),
    ("sector_chief_add", np.int64),
    ("watchdog_removal", np.int64),
    ("removal_time", np.int64),
    ("contact_rewards", np.int64),
    ("passing", np.int64),
    ("losing_bids", np.int64),
    ("day_markers", np.int64),
    ("ransom_order", np.int64),
    ("reputation_ban", np.int64),
    ("banned_hq", np.int64),
    ("accomplice_order", np.int64),
    ("without_contact", np.int64),
    ("failed_placement", np.int64),
    ("smuggler_skip", np.int64),
    ("smuggler_hq", np.int64),
    ("empty_mission_deck", np.int64),
    ("victory_check", np.int64),
    ("both_tracks", np.int64),
]

CARD_FIELDS: list[Field] = [
    ("contacts", np.int64),
    ("missions", np.int64),
    ("schemes", np.int64),  # rows
    ("scheme_cards", np.int64),  # copies counted
    # Alternatives of all programs one after the other, each a row of vocabulary.Cell. Program 0 is the empty one.
    ("statements", np.int64, (STATEMENTS, STATEMENT_FIELDS)),
    ("first_statement", np.int64, PROGRAMS),
    ("statement_count", np.int64, PROGRAMS),  # rows, alternatives counted
    ("gate", np.int64, PROGRAMS),  # 1: its first statement is pay or spend bribes
    ("contact_identity", np.int64, CONTACTS),
    ("contact_copies", np.int64, CONTACTS),  # 0: not in the game
    ("contact_program", np.int64, CONTACTS),
    ("contact_factions", np.int64, CONTACTS),  # bits
    ("contact_favor_barred", np.int64, CONTACTS),
    ("mission_identity", np.int64, MISSIONS),
    ("mission_copies", np.int64, MISSIONS),  # 0: not in the game
    ("mission_sector", np.int64, MISSIONS),
    ("mission_cost", np.int64, (MISSIONS, GOODS)),
    ("mission_program", np.int64, MISSIONS),
    ("mission_infamy", np.int64, MISSIONS),
    ("mission_rep", np.int64, MISSIONS),
    ("mission_factions", np.int64, MISSIONS),  # bits
    ("mission_types", np.int64, MISSIONS),  # bits
    ("scheme_program", np.int64, SCHEMES),
    ("scheme_faction", np.int64, SCHEMES),
    ("scheme_row", np.int64, SCHEME_CARDS),  # row of a card
    ("scheme_identity", np.int64, SCHEME_CARDS),
    ("benefit_program", np.int64, (FACTIONS, LEVELS)),  # by level - 1
    ("benefit_trigger", np.int64, (FACTIONS, LEVELS)),
    ("benefit_of", np.int64, (FACTIONS, LEVELS)),  # faction of ON_CONTACT and ON_HQ, type of ON_TYPE
    ("zone_kind", np.int64, (SECTORS, ZONES)),  # vocabulary.ZoneKind
]
"""What the card tables say; filled by `cards.fill`."""

RULES = record([*CORE_RULES, *SETTING_FIELDS, *CARD_FIELDS])
