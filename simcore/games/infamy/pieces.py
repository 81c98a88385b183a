"""The pieces of the game and how they move, and the stack of what is under way."""

from simcore.bits import member, one_more, size_of
from simcore.games.infamy.state import (
    BOARD_ZONES,
    EVENTS_A_SEAT,
    FACTIONS,
    LEVELS,
    MISSION_ZONE,
    MISSIONS,
    NO_PROGRAM,
    RESOURCES,
    SECTORS,
    START,
    TYPES,
    ZONES,
    Event,
    Frame,
    ReputationBan,
    Source,
)
from simcore.games.infamy.vocabulary import Cell, Trigger, Verb
from simcore.kernel import kernel
from simcore.rng import below, log_event, shuffle
from simcore.spec import NONE

ALL_ZONES = (1 << SECTORS * ZONES) - 1
"""Resupply zones of the board, as bits."""


# --- What is under way ----------------------------------------------------------------------------------------------------


@kernel
def ask(state, decision, seat):
    """Stop for a choice; one that has a single answer is answered by `rules.apply_action`."""
    state.decision = decision
    state.actor = seat


@kernel
def push_frame(state, kind, seat, what):
    """Put something under way; returns its place on the stack."""
    top = state.depth
    state.depth = top + 1
    state.frame_kind[top] = kind
    state.frame_stage[top] = START
    state.frame_seat[top] = seat
    state.frame_what[top] = what
    state.frame_word[top] = 0
    state.frame_left[top] = 0
    state.frame_other[top] = NONE
    state.frame_row[top] = 0
    state.frame_end[top] = 0
    state.frame_chosen[top] = 0
    state.frame_origin[top] = 0
    state.frame_flag[top] = 0
    state.frame_sector[top] = NONE
    for kind in range(RESOURCES):
        state.frame_picks[top, kind] = 0
    return top


@kernel
def push_program(state, rules, program, seat, origin, flag):
    """Put a card's program under way, if it has one."""
    if program == NO_PROGRAM:
        return
    top = push_frame(state, Frame.PROGRAM, seat, program)
    state.frame_row[top] = rules.first_statement[program]
    state.frame_end[top] = state.frame_row[top] + rules.statement_count[program]
    state.frame_origin[top] = origin
    state.frame_flag[top] = flag


@kernel
def push_task(state, verb, seat, word, left):
    """Put a statement that asks for choices, or several units of one, under way; returns its place on the stack."""
    top = push_frame(state, Frame.TASK, seat, verb)
    state.frame_word[top] = word
    state.frame_left[top] = left
    return top


@kernel
def triggered(state, rules, seat, trigger, of):
    """FAM-92: benefits that a seat holds and that a trigger sets off, as bits; `of`: factions or types concerned, as bits."""
    found = 0
    for faction in range(FACTIONS):
        for level in range(state.rep[seat, faction]):
            if rules.benefit_trigger[faction, level] == trigger and of >> rules.benefit_of[faction, level] & 1:
                found |= 1 << (faction * LEVELS + level)
    return found


@kernel
def push_benefits(state, rules, seat, trigger, of):
    """Put the benefits that a trigger sets off under way; the list is fixed now."""
    found = triggered(state, rules, seat, trigger, of)
    if found != 0:
        push_frame(state, Frame.BENEFITS, seat, found)


@kernel
def standing(state, rules, seat, verb):
    """What a seat's standing permissions with this verb add up to."""
    found = 0
    for faction in range(FACTIONS):
        for level in range(state.rep[seat, faction]):
            if rules.benefit_trigger[faction, level] == Trigger.ALWAYS:
                row = rules.first_statement[rules.benefit_program[faction, level]]
                if rules.statements[row, Cell.VERB] == verb:
                    found += max(1, rules.statements[row, Cell.NUMBER])
    return found


# --- Goods and bribes -----------------------------------------------------------------------------------------------------


@kernel
def gain_goods(state, chance, seat, good, number):
    """A-49: tokens from the supply, as many as there are."""
    number = min(number, state.supply[good])
    if number > 0:
        state.supply[good] -= number
        state.goods[seat, good] += number
        log_event(chance, Event.GOODS_GAINED, seat, good, number)


@kernel
def return_goods(state, chance, seat, good, number, event):
    """FAM-04: tokens lost or paid, as many as there are, go back to the supply."""
    number = min(number, state.goods[seat, good])
    if number > 0:
        state.goods[seat, good] -= number
        state.supply[good] += number
        log_event(chance, event, seat, good, number)


@kernel
def steal_good(state, chance, thief, victim, good):
    """FAM-97: a token from a rival."""
    state.goods[victim, good] -= 1
    state.goods[thief, good] += 1
    state.stolen[thief] += 1
    log_event(chance, Event.GOODS_STOLEN, thief, victim, good)


@kernel
def resources_of(state, seat):
    """Types of resource that a seat holds, as bits."""
    found = 0
    for kind in range(RESOURCES):
        if state.goods[seat, kind] > 0:
            found |= 1 << kind
    return found


@kernel
def resources_left(state):
    """Types of resource that the supply holds, as bits."""
    found = 0
    for kind in range(RESOURCES):
        if state.supply[kind] > 0:
            found |= 1 << kind
    return found


@kernel
def spend_bribes(state, seat, number):
    """FAM-95: bribes from stock to the Spent section."""
    state.available[seat] -= number
    state.spent[seat] += number


@kernel
def recover_bribes(state, chance, seat, number):
    """FAM-96: bribes from the Spent section to stock; those on contacts are out of reach (FAM-32)."""
    if number > 0:
        state.spent[seat] -= number
        state.available[seat] += number
        log_event(chance, Event.BRIBES_RECOVERED, seat, number, 0)


# --- Infamy and Rep -------------------------------------------------------------------------------------------------------


@kernel
def gain_infamy(state, chance, seat, number, origin):
    """FAM-99: the Infamy cube moves up, without end."""
    if number > 0:
        state.infamy[seat] += number
        state.infamy_from[seat, origin] += number
        log_event(chance, Event.INFAMY_GAINED, seat, number, origin)


@kernel
def gain_rep(state, chance, seat, faction):
    """FAM-94, FAM-38, A-41, A-56: one step up; lost under the ban, and at the end of the track."""
    if state.rep_banned[seat] or state.rep[seat, faction] == LEVELS:
        log_event(chance, Event.REP_LOST, seat, faction, state.rep_banned[seat])
    else:
        state.rep[seat, faction] += 1
        log_event(chance, Event.REP_GAINED, seat, faction, state.rep[seat, faction])


@kernel
def hire_accomplice(state, rules, chance, seat, slot):
    """FAM-37, FAM-38: a second pawn this Round, and no Rep (A-27)."""
    if not state.accomplice[seat]:
        state.accomplice[seat] = 1
        state.accomplice_slot[seat] = slot
    if rules.reputation_ban == ReputationBan.REST_OF_ROUND:
        state.rep_banned[seat] = 1
    log_event(chance, Event.ACCOMPLICE_HIRED, seat, 0, 0)


@kernel
def take_triggerman(state, chance, seat):
    """FAM-28: the Triggerman marker changes hands."""
    if state.triggerman != seat:
        log_event(chance, Event.TRIGGERMAN_PASSES, seat, state.triggerman, 0)
        state.triggerman = seat


# --- Schemes --------------------------------------------------------------------------------------------------------------


@kernel
def has_scheme(state, faction):
    """Whether a scheme of a faction can be drawn, its discards shuffled if need be."""
    return state.scheme_top[faction] < state.scheme_count[faction] or state.scheme_discarded[faction] > 0


@kernel
def decks_left(state):
    """Factions of which a scheme can be drawn, as bits."""
    found = 0
    for faction in range(FACTIONS):
        if has_scheme(state, faction):
            found |= 1 << faction
    return found


@kernel
def shuffle_schemes(state, rules, chance, faction):
    """Put a faction's deck, which lies in `scheme_pile` up to `scheme_count`, in random order."""
    pile = state.scheme_pile[faction]
    shuffle(
        chance, Source.SCHEMES + faction, state.scheme_shuffles[faction], rules.scheme_identity[:], pile[:], state.scheme_count[faction]
    )
    state.scheme_shuffles[faction] += 1
    state.scheme_top[faction] = 0
    for position in range(state.scheme_count[faction]):
        log_event(chance, Event.SCHEME_PILE, faction, position, pile[position])


@kernel
def reshuffle_schemes(state, rules, chance, faction):
    """A-45: the discards become the deck; a scheme being resolved is not among them."""
    for card in range(rules.scheme_cards):
        if rules.scheme_faction[rules.scheme_row[card]] == faction:
            state.recycled &= ~(1 << card)
    for position in range(state.scheme_discarded[faction]):
        card = state.scheme_discards[faction, position]
        state.scheme_pile[faction, position] = card
        state.scheme_discards[faction, position] = 0
        state.recycled |= 1 << card
    state.scheme_count[faction] = state.scheme_discarded[faction]
    state.scheme_discarded[faction] = 0
    shuffle_schemes(state, rules, chance, faction)


@kernel
def draw_scheme(state, rules, chance, seat, faction):
    """FAM-86, A-45, A-46: the top card of a faction's deck into hand, if there is one."""
    if not has_scheme(state, faction):
        return
    if state.scheme_top[faction] == state.scheme_count[faction]:
        reshuffle_schemes(state, rules, chance, faction)
    card = state.scheme_pile[faction, state.scheme_top[faction]]
    state.scheme_top[faction] += 1
    state.hand[seat] |= 1 << card
    state.drawn[seat] |= 1 << rules.scheme_row[card]
    counted = one_more(state.drawn_rounds[seat], state.rounds)
    if counted != state.drawn_rounds[seat]:
        state.drawn_rounds[seat] = counted
        state.drawn_in[card] = state.rounds
    log_event(chance, Event.SCHEME_DRAWN, seat, card, 0)


@kernel
def lay_off(state, rules, card):
    """A card goes on the discards of its faction."""
    faction = rules.scheme_faction[rules.scheme_row[card]]
    state.scheme_discards[faction, state.scheme_discarded[faction]] = card
    state.scheme_discarded[faction] += 1


@kernel
def forget_draw(state, rules, seat, card):
    """A card is about to leave a hand: the Round in which it was drawn, 0 if it counts as drawn in none.

    Of identical cards the one that was drawn first is the one that leaves.
    """
    first = card
    for other in range(rules.scheme_cards):
        if state.hand[seat] >> other & 1 and rules.scheme_row[other] == rules.scheme_row[card] and state.drawn_in[other]:
            if state.drawn_in[first] == 0 or state.drawn_in[other] < state.drawn_in[first]:
                first = other
    drawn_in = state.drawn_in[first]
    state.drawn_in[first] = state.drawn_in[card]
    state.drawn_in[card] = 0
    return drawn_in


@kernel
def leave_hand(state, rules, seat, card):
    """A card is in nobody's hand any more; returns the Round in which it was drawn: see `forget_draw`."""
    drawn_in = forget_draw(state, rules, seat, card)
    state.hand[seat] &= ~(1 << card)
    for other in range(state.seats):
        state.known[other] &= ~(1 << card)
    return drawn_in


@kernel
def hand_over(state, rules, victim, thief, card):
    """A stolen card changes hands; victim and thief see which one, the others no longer know what the victim holds."""
    for other in range(state.seats):
        if other != victim and other != thief:
            state.known[other] &= ~state.hand[victim]
    forget_draw(state, rules, victim, card)
    bit = 1 << card
    state.hand[victim] &= ~bit
    state.hand[thief] |= bit
    state.known[victim] |= bit
    state.known[thief] &= ~bit
    state.drawn[thief] |= 1 << rules.scheme_row[card]


@kernel
def steal_random_scheme(state, rules, chance, victim, thief):
    """FAM-97: chance picks the card."""
    event = victim * EVENTS_A_SEAT + state.thefts[victim]
    state.thefts[victim] += 1
    card = member(state.hand[victim], below(chance, Source.SCHEME_STOLEN, event, size_of(state.hand[victim])))
    hand_over(state, rules, victim, thief, card)
    log_event(chance, Event.SCHEME_STOLEN, card, victim, thief)


@kernel
def rows_of(rules, cards):
    """Rows of a set of scheme cards, as bits: identical cards are one."""
    rows = 0
    while cards != 0:
        card = member(cards, 0)
        cards &= cards - 1
        rows |= 1 << rules.scheme_row[card]
    return rows


@kernel
def card_of(rules, cards, row):
    """The first of a set of cards that belongs to a row."""
    while True:
        card = member(cards, 0)
        if rules.scheme_row[card] == row:
            return card
        cards &= cards - 1


# --- Missions -------------------------------------------------------------------------------------------------------------


@kernel
def row_place(state, mission):
    """Where in the row an available mission lies."""
    place = 0
    while state.mission_row[place] != mission:
        place += 1
    return place


@kernel
def sabotage(state, chance, seat, mission):
    """FAM-98, A-48: an available mission goes under the deck, for all to see; its place stays empty until the refill."""
    state.mission_row[row_place(state, mission)] = NONE
    state.mission_pile[(state.mission_top + state.mission_count) % MISSIONS] = mission
    state.mission_count += 1
    state.mission_known += 1
    log_event(chance, Event.MISSION_SABOTAGED, seat, mission, 0)


@kernel
def keep_mission(state, rules, seat, mission, sign):
    """FAM-71: count a mission under a sheet (sign 1), or no longer (-1)."""
    for kind in range(TYPES):
        if rules.mission_types[mission] >> kind & 1:
            state.type_count[seat, kind] += sign


# --- The board ------------------------------------------------------------------------------------------------------------


@kernel
def watchdog_sectors(state):
    """Sectors with a Watchdog, as bits."""
    found = 0
    for sector in range(SECTORS):
        if state.watchdogs[sector] > 0:
            found |= 1 << sector
    return found


@kernel
def passes_watchdogs(state, rules, seat):
    """FAM-49: whether a seat's pawns may enter Watchdog sectors now."""
    return state.pass_until[seat] >= state.rounds or standing(state, rules, seat, Verb.WATCHDOG_PASS) > 0


@kernel
def sectors_for(state, rules, seat):
    """FAM-56: sectors that a seat may choose, as bits."""
    every = (1 << SECTORS) - 1
    blocked = watchdog_sectors(state)
    if blocked != 0 and passes_watchdogs(state, rules, seat):
        blocked = 0
    return every & ~blocked


@kernel
def add_watchdog(state, chance, seat, sector):
    """FAM-48: from the supply, which under one reading of A-05 never runs out."""
    state.watchdog_supply = max(0, state.watchdog_supply - 1)
    state.watchdogs[sector] += 1
    log_event(chance, Event.WATCHDOG_ADDED, seat, sector, 0)


@kernel
def remove_watchdog(state, chance, seat, sector):
    """FAM-50: back to the supply."""
    state.watchdogs[sector] -= 1
    state.watchdog_supply += 1
    log_event(chance, Event.WATCHDOG_REMOVED, seat, sector, 0)


@kernel
def move_watchdog(state, chance, seat, origin, target):
    """FAM-77: one Watchdog to another sector, stacking allowed (A-04)."""
    state.watchdogs[origin] -= 1
    state.watchdogs[target] += 1
    log_event(chance, Event.WATCHDOG_MOVED, seat, origin, target)


@kernel
def add_hazard(state, chance, seat, zone):
    """FAM-74: from the supply."""
    state.hazard_supply -= 1
    state.hazards |= 1 << zone
    log_event(chance, Event.HAZARD_ADDED, seat, zone, 0)


@kernel
def remove_hazard(state, chance, seat, zone):
    """FAM-75: back to the supply."""
    state.hazard_supply += 1
    state.hazards &= ~(1 << zone)
    log_event(chance, Event.HAZARD_REMOVED, seat, zone, 0)


@kernel
def move_hazard(state, chance, seat, origin, target):
    """A Hazard to another resupply zone."""
    state.hazards = (state.hazards & ~(1 << origin)) | 1 << target
    log_event(chance, Event.HAZARD_MOVED, seat, origin, target)


@kernel
def zones_of(sector):
    """Resupply zones of a sector, as bits; none of no sector."""
    if sector == NONE:
        return 0
    return ((1 << ZONES) - 1) << (sector * ZONES)


@kernel
def current_sector(state, seat):
    """A-31: where a seat's last placed pawn stands, until the next choice of sectors; or NONE."""
    pawn = state.last_pawn[seat]
    if pawn == NONE:
        return NONE
    return state.pawn_sector[seat, pawn]


@kernel
def current_zone(state, seat):
    """Resupply zone of the board in which a seat's last placed pawn stands; NONE if it stands in a mission zone, or nowhere."""
    pawn = state.last_pawn[seat]
    if pawn == NONE or state.pawn_zone[seat, pawn] == MISSION_ZONE:
        return NONE
    return state.pawn_sector[seat, pawn] * ZONES + state.pawn_zone[seat, pawn]


@kernel
def put_pawn(state, chance, seat, pawn, sector, zone):
    """FAM-60, FAM-61: a pawn stands in a zone."""
    place = sector * BOARD_ZONES + zone
    state.taken |= 1 << place
    state.pawn_sector[seat, pawn] = sector
    state.pawn_zone[seat, pawn] = zone
    state.last_pawn[seat] = pawn
    state.placements[seat] += 1
    log_event(chance, Event.PLACED, seat, pawn, place)
