"""The rules of Infamy in the order of its rules page: set-up, Round, Contact, Sector and Scheme Phase, end and scoring.

`apply_action` has the one loop: it takes the uppermost frame of the stack a step further, or the Round if the stack is empty, until
somebody has to choose or the game is over.
"""

from simcore.bits import list_members, member, one_more
from simcore.games.infamy.effects import (
    OPTIONAL,
    answer_program,
    answer_task,
    offered_by_frame,
    playable,
    push_late,
    push_resupply,
    run_program,
    run_task,
)
from simcore.games.infamy.pieces import (
    ask,
    card_of,
    gain_goods,
    gain_infamy,
    gain_rep,
    keep_mission,
    lay_off,
    leave_hand,
    passes_watchdogs,
    push_benefits,
    push_frame,
    push_program,
    push_task,
    put_pawn,
    return_goods,
    row_place,
    sectors_for,
    shuffle_schemes,
    spend_bribes,
    standing,
    take_triggerman,
)
from simcore.games.infamy.state import (
    ACCOMPLICE,
    BOARD_ZONES,
    CONTACTS,
    FACTIONS,
    FAVOR,
    GOODS,
    HENCHMAN,
    LEVELS,
    LINKS,
    MISSION_ZONE,
    MISSIONS,
    OWN,
    PAWNS,
    RESOURCES,
    ROW,
    RUNGS,
    SEATS,
    SECTORS,
    ZONES,
    AccompliceOrder,
    Action,
    BannedHq,
    BothTracks,
    ContactRewards,
    ContactStage,
    ContactStatus,
    DayMarkers,
    DecidedBy,
    Decision,
    EmptyMissionDeck,
    EndReason,
    Event,
    FailedPlacement,
    Frame,
    Group,
    LosingBids,
    MissionStage,
    Origin,
    Passing,
    Phase,
    RemovalTime,
    ReputationBan,
    Rung,
    SmugglerHq,
    SmugglerSkip,
    Source,
    Stage,
    VictoryCheck,
    WatchdogsAtStart,
    WithoutContact,
)
from simcore.games.infamy.vocabulary import Faction, Trigger, Verb, ZoneKind
from simcore.kernel import kernel
from simcore.rng import MAX_SEATS, below, bot_below, log_event, mix, shuffle
from simcore.spec import CAPPED, NOBODY, NONE, RUNNING, SHARED

BOTH_PAWNS = 1 << OWN | 1 << ACCOMPLICE

# --- Set-up ----------------------------------------------------------------------------------------------------------------


@kernel
def set_up(state, rules, seats, chance):
    """FAM-09..16: decks, goods, bribes, Triggerman and Watchdog; then the first Day begins."""
    clear_table(state, rules, seats)
    deal_missions(state, rules, chance)
    build_scheme_decks(state, rules, chance)
    state.triggerman = below(chance, Source.TRIGGERMAN, 0, seats)
    state.first_seat = state.triggerman
    log_event(chance, Event.TRIGGERMAN, state.triggerman, 0, 0)
    give_goods(state, rules)
    place_watchdogs(state, rules, chance)
    while state.actor == NONE:  # nothing can be won before somebody bids or chooses a sector, so that no effect has to run
        before_placing(state, rules, chance)


@kernel
def clear_table(state, rules, seats):
    """Everything as it is before a game, whatever lay there."""
    state.actor = NONE
    state.decision = NONE
    state.end_reason = RUNNING
    state.first_seat = 0
    state.active = (1 << seats) - 1
    state.seats = seats
    state.rounds = 1
    state.turns = 1
    state.day = 1
    state.phase = Phase.CONTACT
    state.stage = Stage.BEGIN
    state.turn_step = 0
    state.triggerman = 0
    state.phase_first = 0
    clear_contacts(state)
    clear_cards(state)
    clear_board(state, rules)
    clear_seats(state, rules)
    clear_frames(state)
    clear_counters(state)


@kernel
def clear_contacts(state):
    """No contact on the track."""
    state.contact_pile[:] = 0
    state.contact_top = 0
    state.contact_count = 0
    state.track_count = 0
    state.track_contact[:] = NONE
    state.track_status[:] = ContactStatus.COMING
    state.track_winner[:] = NONE
    state.track_marker[:] = 0
    state.slot = NONE
    state.high_bid = 0
    state.high_bidder = NONE
    state.speaker = 0
    state.passes = 0
    state.had_chance = 0
    state.passed_out = 0
    state.auction_expenses[:] = 0


@kernel
def clear_cards(state):
    """No mission and no scheme in any pile."""
    state.mission_pile[:] = 0
    state.mission_top = 0
    state.mission_count = 0
    state.mission_known = 0
    state.mission_shuffles = 0
    state.mission_row[:] = NONE
    state.mission_in_progress = NONE
    state.scheme_pile[:] = 0
    state.scheme_top[:] = 0
    state.scheme_count[:] = 0
    state.scheme_discards[:] = 0
    state.scheme_discarded[:] = 0
    state.scheme_shuffles[:] = 0
    state.recycled = 0
    state.scheme_in_progress = NONE
    state.thefts[:] = 0


@kernel
def clear_board(state, rules):
    """FAM-04, FAM-12: all tokens in the supply, no pawn on the board."""
    for good in range(GOODS):
        state.supply[good] = rules.resource_tokens
    state.supply[HENCHMAN] = rules.henchman_tokens
    state.supply[FAVOR] = rules.favor_tokens
    state.hazards = 0
    state.hazard_supply = rules.hazards
    state.watchdogs[:] = 0
    state.watchdog_supply = rules.watchdogs
    state.taken = 0
    state.order_count = 0
    state.order_next = 0
    state.order_seat[:] = 0
    state.order_pawns[:] = 0
    state.late_count = 0
    state.late_next = 0
    state.late_seat[:] = 0
    state.late_row[:] = 0
    state.late_origin[:] = 0


@kernel
def clear_seats(state, rules):
    """FAM-13: tracks at 0, all bribes available, nothing in hand."""
    state.infamy[:] = 0
    state.rep[:] = 0
    state.goods[:] = 0
    state.available[:] = 0
    state.available[: state.seats] = rules.bribes
    state.spent[:] = 0
    state.bid[:] = 0
    state.markers[:] = 0
    state.hand[:] = 0
    state.known[:] = 0
    state.completed_count[:] = 0
    state.completed_card[:] = 0
    state.type_count[:] = 0
    state.sector[:] = NONE
    state.pawn_sector[:] = NONE
    state.pawn_zone[:] = NONE
    state.last_pawn[:] = NONE
    state.pass_until[:] = 0
    end_rights(state)


@kernel
def end_rights(state):
    """FAM-36: what contacts gave for a Round ends with it."""
    state.accomplice[:] = 0
    state.accomplice_slot[:] = NONE
    state.rep_banned[:] = 0
    state.skips[:] = 0
    state.doubles[:] = 0
    state.extra_schemes[:] = 0
    state.standing_used[:] = 0
    state.plays[:] = 0


@kernel
def clear_frames(state):
    """Nothing under way."""
    state.depth = 0
    state.frame_kind[:] = 0
    state.frame_stage[:] = 0
    state.frame_seat[:] = 0
    state.frame_what[:] = 0
    state.frame_word[:] = 0
    state.frame_left[:] = 0
    state.frame_other[:] = 0
    state.frame_row[:] = 0
    state.frame_end[:] = 0
    state.frame_chosen[:] = 0
    state.frame_origin[:] = 0
    state.frame_flag[:] = 0
    state.frame_sector[:] = 0
    state.frame_picks[:] = 0


@kernel
def clear_counters(state):
    """Nothing counted for the results."""
    state.options[:] = 0
    state.contact_order[:] = 0
    state.contacts_won[:] = 0
    state.contact_wins[:] = 0
    state.favors_used[:] = 0
    state.expenses_paid[:] = 0
    state.expenses_lost[:] = 0
    state.placements[:] = 0
    state.failures[:] = 0
    state.skipped[:] = 0
    state.resupplies[:] = 0
    state.hq_visits[:] = 0
    state.completed_ever[:] = 0
    state.missions_done[:] = 0
    state.drawn[:] = 0
    state.played[:] = 0
    state.schemes_played[:] = 0
    state.drawn_rounds[:] = 0
    state.drawn_used[:] = 0
    state.drawn_in[:] = 0
    state.infamy_from[:] = 0
    state.stolen[:] = 0
    state.seen_missions = 0
    state.sold[:] = 0
    state.favored[:] = 0
    state.unsold[:] = 0
    state.bids[:] = 0
    state.costs[:] = 0


@kernel
def deal_missions(state, rules, chance):
    """FAM-09: shuffle the missions, lay out as many as there are freelancers."""
    for mission in range(rules.missions):
        if rules.mission_copies[mission]:
            state.mission_pile[state.mission_count] = mission
            state.mission_count += 1
    shuffle_missions(state, rules, chance)
    for place in range(state.seats):
        lay_mission(state, chance, place)


@kernel
def shuffle_missions(state, rules, chance):
    """Put the mission deck, which lies from place 0 on, in random order."""
    shuffle(chance, Source.MISSIONS, state.mission_shuffles, rules.mission_identity[:], state.mission_pile[:], state.mission_count)
    state.mission_shuffles += 1
    state.mission_top = 0
    state.mission_known = 0
    for position in range(state.mission_count):
        log_event(chance, Event.MISSION_PILE, position, state.mission_pile[position], 0)


@kernel
def lay_mission(state, chance, place):
    """The top mission, if there is one, becomes available."""
    if state.mission_count == 0:
        return
    mission = state.mission_pile[state.mission_top]
    state.mission_top = (state.mission_top + 1) % MISSIONS
    state.mission_count -= 1
    state.mission_known = min(state.mission_known, state.mission_count)
    state.mission_row[place] = mission
    state.seen_missions |= 1 << mission
    log_event(chance, Event.MISSION_LAID, place, mission, 0)


@kernel
def build_scheme_decks(state, rules, chance):
    """FAM-11: one deck for each faction."""
    for card in range(rules.scheme_cards):
        faction = rules.scheme_faction[rules.scheme_row[card]]
        state.scheme_pile[faction, state.scheme_count[faction]] = card
        state.scheme_count[faction] += 1
    for faction in range(FACTIONS):
        shuffle_schemes(state, rules, chance, faction)


@kernel
def give_goods(state, rules):
    """FAM-14, A-49: resources for each, clockwise from the Triggerman as far as the supply goes."""
    for position in range(state.seats):
        seat = (state.triggerman + position) % state.seats
        for kind in range(RESOURCES):
            number = min(rules.starting_resources, state.supply[kind])
            state.supply[kind] -= number
            state.goods[seat, kind] = number


@kernel
def place_watchdogs(state, rules, chance):
    """FAM-16, A-01: the Triggerman's sector card places one, under another reading a second card a second one."""
    number = min(2 if rules.watchdogs_at_start == WatchdogsAtStart.BOTH else 1, rules.watchdogs)
    first = NONE
    for event in range(number):
        sector = below(chance, Source.WATCHDOG, event, SECTORS - event)
        if event > 0 and sector >= first:
            sector += 1
        first = sector
        state.watchdogs[sector] += 1
        state.watchdog_supply -= 1
        log_event(chance, Event.WATCHDOG, sector, 0, 0)


# --- Decisions -------------------------------------------------------------------------------------------------------------


@kernel
def legal_actions(state, rules, actions):
    """Everything that the acting seat may answer."""
    first, found = offered(state, rules)
    return list_members(found, first, actions, 0)


@kernel
def offered(state, rules):
    """Legal answers: the first code of a range of actions, and which of its members, as bits."""
    decision = state.decision
    seat = state.actor
    top = state.depth - 1
    if decision == Decision.BID:
        return Action.PASS + 0, bids_for(state, rules, seat)
    if decision == Decision.SECTOR or decision == Decision.ACCOMPLICE_SECTOR:
        return Action.SECTOR + 0, sectors_for(state, rules, seat)
    if decision == Decision.ZONE:
        return Action.RESUPPLY + 0, zones_for(state, rules, seat, state.sector[seat, state.frame_what[top]])
    if decision == Decision.SCHEME:
        return Action.SCHEME + 0, playable(state, rules, seat) | 1 << (Action.NO_SCHEME - Action.SCHEME)
    if decision == Decision.PAWN:
        return Action.PAWN + 0, BOTH_PAWNS
    if decision == Decision.BENEFIT:
        return Action.BENEFIT + 0, state.frame_what[top]
    if decision == Decision.FACTION and state.frame_kind[top] == Frame.MISSION:
        return Action.FACTION + 0, rules.mission_factions[state.frame_what[top]]
    return offered_by_frame(state, rules, top)


@kernel
def apply_action(state, rules, action, chance):
    """Take an answer, if one is asked for, and run on until there is a choice of two answers at least, or the end."""
    if state.actor != NONE:
        answer(state, rules, action, chance)
    while state.end_reason == RUNNING:
        if state.actor != NONE:
            if state.decision == Decision.BID:
                return  # only asked of who has a choice
            first, found = offered(state, rules)
            if found & (found - 1) != 0:
                return
            answer(state, rules, first + member(found, 0), chance)
        elif state.depth == 0:
            run_round(state, rules, chance)
        else:
            run_frame(state, rules, chance)


@kernel
def answer(state, rules, action, chance):
    """Go on with what asked."""
    decision = state.decision
    seat = state.actor
    top = state.depth - 1
    state.actor = NONE
    state.decision = NONE
    if decision == Decision.BID:
        answer_bid(state, rules, chance, seat, action)
    elif decision == Decision.SECTOR:
        state.sector[seat, OWN] = action - Action.SECTOR
    elif decision == Decision.ACCOMPLICE_SECTOR:
        state.sector[seat, ACCOMPLICE] = action - Action.SECTOR
    elif decision == Decision.PAWN:
        place_next(state, seat, action - Action.PAWN)
    elif decision == Decision.ZONE:
        answer_zone(state, rules, chance, top, action)
    elif decision == Decision.SCHEME:
        answer_scheme(state, rules, chance, seat, action)
    elif decision == Decision.BENEFIT:
        start_benefit(state, rules, chance, top, action - Action.BENEFIT)
    elif state.frame_kind[top] == Frame.MISSION:
        state.frame_other[top] = action - Action.FACTION
        state.frame_stage[top] = MissionStage.REP
    elif state.frame_kind[top] == Frame.PROGRAM:
        answer_program(state, rules, top, action)
    else:
        answer_task(state, rules, chance, decision, action)


@kernel
def run_frame(state, rules, chance):
    """Take what is uppermost on the stack a step further."""
    kind = state.frame_kind[state.depth - 1]
    if kind == Frame.PROGRAM:
        run_program(state, rules, chance)
    elif kind == Frame.TASK:
        run_task(state, rules, chance)
    elif kind == Frame.BENEFITS:
        run_benefits(state, rules, chance)
    elif kind == Frame.RESUPPLY:
        resupply(state, rules, chance)
    elif kind == Frame.CONTACT:
        reward_contact(state, rules, chance)
    elif kind == Frame.MISSION:
        complete_mission(state, rules, chance)
    elif kind == Frame.SCHEME:
        resolve_scheme(state, rules, chance)
    else:
        place_pawn(state, rules, chance)


# --- Round -----------------------------------------------------------------------------------------------------------------


@kernel
def run_round(state, rules, chance):
    """FAM-06: the steps of a Round, one after the other."""
    stage = state.stage
    if stage <= Stage.SELECT:
        before_placing(state, rules, chance)
    elif stage == Stage.PLACE:
        placing(state, rules)
    elif stage == Stage.SCHEMES:
        play_schemes(state, rules)
    elif stage == Stage.NIGHT:
        night(state, rules, chance)
    elif stage == Stage.VICTORY:
        check_victory(state, rules, chance)
    elif stage == Stage.REPLACE:
        replace_missions(state, rules, chance)
    else:
        late_effects(state, rules, chance)


@kernel
def before_placing(state, rules, chance):
    """FAM-17..31, FAM-55: the Contact Phase, and the choice of sectors."""
    stage = state.stage
    if stage == Stage.BIDDING:
        bidding(state, rules, chance)
    elif stage == Stage.OPEN_CONTACT:
        open_contact(state, rules, chance)
    elif stage == Stage.SELECT:
        select_sectors(state, rules, chance)
    elif stage == Stage.BEGIN:
        begin_round(state, rules, chance)
    elif stage == Stage.MOVE_WATCHDOG:
        state.stage = Stage.OPEN_CONTACT
        push_task(state, Verb.WATCHDOG_MOVE, state.triggerman, 0, 1)
    else:
        later_rewards(state, rules, chance)


@kernel
def begin_round(state, rules, chance):
    """FAM-17..19: the contact deck by Day, contacts on the track; from the second Round on the Triggerman moves a Watchdog."""
    log_event(chance, Event.ROUND_BEGINS, state.rounds, state.turns, state.day)
    state.phase = Phase.CONTACT
    if state.day:
        shuffle_contacts(state, rules, chance)
    state.track_count = min(rules.contacts_revealed, state.contact_count - state.contact_top)
    state.track_contact[:] = NONE
    state.track_status[:] = ContactStatus.COMING
    state.track_winner[:] = NONE
    state.track_marker[:] = 0
    for slot in range(state.track_count):
        state.track_contact[slot] = state.contact_pile[state.contact_top]
        state.contact_top += 1
    state.slot = NONE
    state.stage = Stage.OPEN_CONTACT if state.rounds == 1 else Stage.MOVE_WATCHDOG


@kernel
def shuffle_contacts(state, rules, chance):
    """FAM-17, A-12: all contacts are shuffled by Day; the Night goes on with the rest."""
    state.contact_count = 0
    state.contact_top = 0
    for contact in range(rules.contacts):
        if rules.contact_copies[contact]:
            state.contact_pile[state.contact_count] = contact
            state.contact_count += 1
    shuffle(chance, Source.CONTACTS, state.turns - 1, rules.contact_identity[:], state.contact_pile[:], state.contact_count)
    for position in range(state.contact_count):
        log_event(chance, Event.CONTACT, position, state.contact_pile[position], 0)


# --- Contact Phase: auctions -----------------------------------------------------------------------------------------------


@kernel
def open_contact(state, rules, chance):
    """FAM-20: the next contact from the left; the Triggerman speaks first."""
    if state.slot + 1 == state.track_count:
        state.turn_step = 0
        state.stage = Stage.LATER_REWARDS
        if rules.contact_rewards == ContactRewards.AT_ONCE:
            begin_sector_phase(state, rules)
        return
    state.slot += 1
    state.track_status[state.slot] = ContactStatus.OPEN
    state.speaker = state.triggerman
    state.passes = 0
    state.had_chance = 0
    state.passed_out = 0
    state.auction_expenses[:] = 0
    state.stage = Stage.BIDDING
    log_event(chance, Event.CONTACT_OPENED, state.slot, state.track_contact[state.slot], 0)


@kernel
def most_bid(state, rules, seat):
    """FAM-21, A-15: the highest total that a seat could have on the open contact after its expense."""
    return state.bid[seat] + state.available[seat] - rules.expenses


@kernel
def may_favor(state, rules, seat):
    """FAM-33, FAM-34, A-22: a Favor, at the seat's first opportunity for this contact, with bribes for the expense."""
    first = not state.had_chance >> seat & 1
    barred = rules.contact_favor_barred[state.track_contact[state.slot]]
    return first and not barred and state.goods[seat, FAVOR] > 0 and state.available[seat] >= rules.expenses


@kernel
def bidding(state, rules, chance):
    """FAM-24, FAM-25, A-13, A-14: on to the next who can do anything but pass; all others passed in a row, it is over."""
    silent = state.seats
    if state.high_bidder != NONE:
        silent -= 1
    while state.passes < silent:
        seat = state.speaker
        if not state.passed_out >> seat & 1 and (most_bid(state, rules, seat) > state.high_bid or may_favor(state, rules, seat)):
            ask(state, Decision.BID, seat)
            return
        pass_on(state, rules, seat)
    if state.high_bidder == NONE:
        leave_unsold(state, chance)
    else:
        win_by_bid(state, rules, chance)


@kernel
def bids_for(state, rules, seat):
    """FAM-21..23, A-16..18: pass, any higher total, or a Favor; as bits, counted from PASS."""
    totals = (2 << most_bid(state, rules, seat)) - (2 << state.high_bid)
    found = 1 << Action.PASS | max(0, totals) << Action.BID
    if may_favor(state, rules, seat):
        found |= 1 << Action.FAVOR
    return found


@kernel
def next_speaker(state, seat):
    """FAM-20: clockwise; his first opportunity is used up."""
    state.had_chance |= 1 << seat
    state.speaker = (seat + 1) % state.seats


@kernel
def pass_on(state, rules, seat):
    """FAM-24: a pass, which under one reading of A-14 is final."""
    state.passes += 1
    if rules.passing == Passing.FINAL:
        state.passed_out |= 1 << seat
    next_speaker(state, seat)


@kernel
def answer_bid(state, rules, chance, seat, action):
    """A pass, a Favor or a bid."""
    if action == Action.PASS:
        pass_on(state, rules, seat)
        return
    spend_bribes(state, seat, rules.expenses)
    state.expenses_paid[seat] += rules.expenses
    state.auction_expenses[seat] += rules.expenses
    if action == Action.FAVOR:
        win_by_favor(state, rules, chance, seat)
        return
    total = action - Action.BID
    state.available[seat] -= total - state.bid[seat]
    state.bid[seat] = total
    state.high_bid = total
    state.high_bidder = seat
    state.passes = 0
    next_speaker(state, seat)


@kernel
def leave_unsold(state, chance):
    """FAM-29: nobody bid; the contact is closed, the Triggerman stays."""
    contact = state.track_contact[state.slot]
    state.track_status[state.slot] = ContactStatus.UNSOLD
    state.unsold[state.day, contact] += 1
    state.stage = Stage.OPEN_CONTACT
    log_event(chance, Event.CONTACT_UNSOLD, contact, 0, 0)


@kernel
def win_by_bid(state, rules, chance):
    """FAM-27, A-20: the whole bid is spent, one of its bribes marks the contact."""
    seat = state.high_bidder
    contact = state.track_contact[state.slot]
    state.spent[seat] += state.high_bid - 1
    state.bid[seat] = 0
    state.sold[state.day, contact] += 1
    state.bids[state.day, contact] += state.high_bid
    log_event(chance, Event.CONTACT_WON, seat, contact, state.high_bid)
    close_auction(state, rules, chance, seat, contact)


@kernel
def win_by_favor(state, rules, chance, seat):
    """FAM-33, A-22: the Favor goes back to the supply, a bribe of the expense marks the contact."""
    contact = state.track_contact[state.slot]
    state.spent[seat] -= 1
    state.favors_used[seat] += 1
    state.favored[state.day, contact] += 1
    return_goods(state, chance, seat, FAVOR, 1, Event.GOODS_PAID)
    log_event(chance, Event.CONTACT_FAVORED, seat, contact, 0)
    close_auction(state, rules, chance, seat, contact)


@kernel
def close_auction(state, rules, chance, winner, contact):
    """FAM-26..28: the others' bids go back, or are spent under one reading of A-19; the winner's rewards now or later (A-10)."""
    for seat in range(state.seats):
        if seat != winner:
            state.expenses_lost[seat] += state.auction_expenses[seat]
        if state.bid[seat] > 0:
            kept = rules.losing_bids == LosingBids.RETURNED
            if kept:
                state.available[seat] += state.bid[seat]
            else:
                state.spent[seat] += state.bid[seat]
            log_event(chance, Event.BIDS_LOST, seat, state.bid[seat], 0 if kept else 1)
            state.bid[seat] = 0
    slot = state.slot
    state.high_bid = 0
    state.high_bidder = NONE
    state.track_status[slot] = ContactStatus.WON
    state.track_winner[slot] = winner
    state.track_marker[slot] = 1
    state.markers[winner] += 1
    state.contacts_won[winner] |= 1 << contact
    state.contact_wins[winner] += 1
    state.costs[state.day, contact] += state.auction_expenses[winner]
    state.stage = Stage.OPEN_CONTACT
    if rules.contact_rewards == ContactRewards.AT_ONCE:
        push_contact(state, slot)
    else:
        take_triggerman(state, chance, winner)


@kernel
def push_contact(state, slot):
    """Put the rewards of a won contact under way."""
    top = push_frame(state, Frame.CONTACT, state.track_winner[slot], state.track_contact[slot])
    state.frame_word[top] = slot


@kernel
def later_rewards(state, rules, chance):
    """A-10: under its second reading the rewards come after the last auction, from left to right; then the Sector Phase."""
    slot = state.turn_step
    state.turn_step += 1
    if slot >= state.track_count:
        begin_sector_phase(state, rules)
    elif state.track_winner[slot] != NONE:
        log_event(chance, Event.REWARD_BEGINS, state.track_winner[slot], state.track_contact[slot], 0)
        push_contact(state, slot)


@kernel
def reward_contact(state, rules, chance):
    """FAM-28, FAM-36, FAM-46: the contact's rewards, the benefits it sets off, then the Triggerman marker moves (A-11)."""
    top = state.depth - 1
    stage = state.frame_stage[top]
    seat = state.frame_seat[top]
    contact = state.frame_what[top]
    state.frame_stage[top] += 1
    if stage == ContactStage.REWARD:
        push_program(state, rules, rules.contact_program[contact], seat, Origin.CONTACT, 0)
    elif stage == ContactStage.BENEFITS:
        push_benefits(state, rules, seat, Trigger.ON_CONTACT, rules.contact_factions[contact])
    else:
        state.depth = top
        if rules.contact_rewards == ContactRewards.AT_ONCE:
            take_triggerman(state, chance, seat)


# --- Sector Phase ----------------------------------------------------------------------------------------------------------


@kernel
def begin_sector_phase(state, rules):
    """FAM-55, A-31: pawns and sector cards of the last Round return."""
    state.phase = Phase.SECTOR
    state.stage = Stage.SELECT
    state.turn_step = 0
    state.phase_first = state.triggerman
    state.taken = 0
    state.sector[:] = NONE
    state.pawn_sector[:] = NONE
    state.pawn_zone[:] = NONE
    state.last_pawn[:] = NONE
    if rules.reputation_ban == ReputationBan.SECTOR_PHASE:
        for seat in range(state.seats):
            state.rep_banned[seat] = state.accomplice[seat]


@kernel
def select_sectors(state, rules, chance):
    """FAM-55, FAM-56: sealed choices from the Triggerman clockwise, own card, then the Accomplice's; none if no sector is allowed."""
    while state.turn_step < state.seats * PAWNS:
        seat = (state.phase_first + state.turn_step // PAWNS) % state.seats
        pawn = state.turn_step % PAWNS
        state.turn_step += 1
        if (pawn == OWN or state.accomplice[seat]) and sectors_for(state, rules, seat) != 0:
            ask(state, Decision.SECTOR if pawn == OWN else Decision.ACCOMPLICE_SECTOR, seat)
            return
    fix_order(state, rules)
    show_sectors(state, chance)
    state.stage = Stage.PLACE


@kernel
def show_sectors(state, chance):
    """FAM-57: all cards are turned up together."""
    for entry in range(state.order_count):
        seat = state.order_seat[entry]
        for pawn in range(PAWNS):
            if state.order_pawns[entry] >> pawn & 1:
                log_event(chance, Event.SECTOR_SHOWN, seat, pawn, state.sector[seat, pawn])


@kernel
def fix_order(state, rules):
    """FAM-58, A-29, A-32: winners by their leftmost contact, then the others clockwise from the Triggerman, or from his left."""
    state.order_count = 0
    state.order_next = 0
    placed = 0
    for slot in range(state.track_count):
        seat = state.track_winner[slot]
        if seat != NONE:
            placed = add_to_order(state, rules, seat, slot, placed)
    start = state.triggerman
    if rules.without_contact == WithoutContact.FROM_LEFT:
        start += 1
    for offset in range(state.seats):
        seat = (start + offset) % state.seats
        if not placed >> seat & 1:
            placed = add_to_order(state, rules, seat, NONE, placed)


@kernel
def add_to_order(state, rules, seat, slot, placed):
    """Enter a seat's pawns in the order of placing, at one of its contacts; returns the seats that have a place, as bits."""
    apart = rules.accomplice_order == AccompliceOrder.OWN_SLOT and state.accomplice_slot[seat] != NONE
    pawns = 0
    if not placed >> seat & 1:
        state.contact_order[seat] = 1
        for other in range(state.seats):
            state.contact_order[seat] += placed >> other & 1
        pawns = 1 << OWN
        if state.accomplice[seat] and not (apart and state.accomplice_slot[seat] != slot):
            pawns = BOTH_PAWNS
    elif apart and state.accomplice_slot[seat] == slot:
        pawns = 1 << ACCOMPLICE
    if pawns != 0:
        state.order_seat[state.order_count] = seat
        state.order_pawns[state.order_count] = pawns
        state.order_count += 1
    return placed | 1 << seat


@kernel
def placing(state, rules):
    """FAM-37, FAM-58: the next pawn of the order; of two the owner says which, unless both go to the same sector."""
    entry = state.order_next
    if entry == state.order_count:
        end_placing(state, rules)
        return
    seat = state.order_seat[entry]
    pawns = state.order_pawns[entry]
    if pawns == 0:
        state.order_next += 1
    elif pawns == BOTH_PAWNS and state.sector[seat, OWN] != state.sector[seat, ACCOMPLICE]:
        ask(state, Decision.PAWN, seat)
    else:
        place_next(state, seat, OWN if pawns >> OWN & 1 else ACCOMPLICE)


@kernel
def place_next(state, seat, pawn):
    """Put the placing of a pawn under way."""
    state.order_pawns[state.order_next] &= ~(1 << pawn)
    push_frame(state, Frame.PLACE, seat, pawn)


@kernel
def end_placing(state, rules):
    """After the last placement the ban ends under one reading of A-27; under one of A-07 what waits for the Round's end comes now."""
    if rules.reputation_ban == ReputationBan.SECTOR_PHASE:
        state.rep_banned[:] = 0
    if rules.removal_time == RemovalTime.SECTOR_PHASE:
        state.stage = Stage.SECTOR_LATE
    else:
        begin_scheme_phase(state)


@kernel
def open_zones(state, rules, seat, sector):
    """FAM-59, FAM-75, FAM-76: zones of a sector that a pawn could enter, as bits."""
    if sector == NONE or (state.watchdogs[sector] > 0 and not passes_watchdogs(state, rules, seat)):
        return 0
    found = ~(state.taken >> (sector * BOARD_ZONES)) & ((1 << BOARD_ZONES) - 1)
    hazards = state.hazards >> (sector * ZONES) & ((1 << ZONES) - 1)
    return found & ~hazards


@kernel
def can_pay(state, rules, seat, mission):
    """FAM-67, A-40: whether a seat has all that a mission asks for."""
    for good in range(GOODS):
        if state.goods[seat, good] < rules.mission_cost[mission, good]:
            return False
    return True


@kernel
def missions_for(state, rules, seat, sector):
    """FAM-67: available missions of a sector that a seat can pay, as bits."""
    found = 0
    for place in range(ROW):
        mission = state.mission_row[place]
        if mission != NONE and rules.mission_sector[mission] == sector and can_pay(state, rules, seat, mission):
            found |= 1 << mission
    return found


@kernel
def zones_for(state, rules, seat, sector):
    """FAM-70, FAM-73, A-34, A-36: open resupply zones, missions that can be paid; the Smuggler's skip, or failing in place of it.

    As bits, counted from RESUPPLY.
    """
    zones = open_zones(state, rules, seat, sector)
    found = zones & ((1 << ZONES) - 1)
    if zones >> MISSION_ZONE & 1:
        found |= missions_for(state, rules, seat, sector) << (Action.MISSION - Action.RESUPPLY)
    fails = found == 0
    if state.skips[seat] and not (fails and rules.smuggler_skip == SmugglerSkip.ONLY_OPEN):
        found |= 1 << (Action.SKIP - Action.RESUPPLY)
    if fails:
        found |= 1 << (Action.FAIL - Action.RESUPPLY)
    return found


@kernel
def place_pawn(state, rules, chance):
    """FAM-60, FAM-61: the owner chooses the zone."""
    ask(state, Decision.ZONE, state.frame_seat[state.depth - 1])


@kernel
def answer_zone(state, rules, chance, top, action):
    """A pawn is placed, which resolves at once; or skipped, or fails (FAM-62)."""
    seat = state.frame_seat[top]
    pawn = state.frame_what[top]
    sector = state.sector[seat, pawn]
    state.depth = top
    if action == Action.FAIL:
        state.failures[seat] += 1
        log_event(chance, Event.FAILED, seat, pawn, sector)
        if rules.failed_placement == FailedPlacement.RESOURCE:
            push_task(state, Verb.GAIN, seat, 0, 1)
    elif action == Action.SKIP:
        state.skipped[seat] += 1
        log_event(chance, Event.SKIPPED, seat, pawn, sector)
        push_task(state, Verb.DRAW_SCHEME, seat, Faction.ANY, 1)
        push_task(state, Verb.GAIN, seat, 0, 1)  # resource first: it lies on top
    elif action >= Action.MISSION:
        put_pawn(state, chance, seat, pawn, sector, MISSION_ZONE)
        pay_mission(state, rules, chance, seat, action - Action.MISSION)
    else:
        zone = action - Action.RESUPPLY
        put_pawn(state, chance, seat, pawn, sector, zone)
        state.resupplies[seat] += 1
        state.hq_visits[seat] += rules.zone_kind[sector, zone] >= ZoneKind.HQ_CARTEL
        push_resupply(state, seat, sector * ZONES + zone, 1 + state.doubles[seat], 1, Origin.ZONE)


# --- Resupplying -----------------------------------------------------------------------------------------------------------


@kernel
def resupply(state, rules, chance):
    """FAM-63..66, FAM-52: the action of a zone, twice by the Smuggler's Night; after a visit to an HQ the benefits (A-55)."""
    top = state.depth - 1
    seat = state.frame_seat[top]
    zone = state.frame_what[top]
    kind = rules.zone_kind[zone // ZONES, zone % ZONES]
    if state.frame_left[top] == 0:
        state.depth = top
        if state.frame_word[top] and kind >= ZoneKind.HQ_CARTEL:
            push_benefits(state, rules, seat, Trigger.ON_HQ, 1 << (kind - ZoneKind.HQ_CARTEL))
        return
    state.frame_left[top] -= 1
    if kind <= ZoneKind.HENCHMAN:
        gain_goods(state, chance, seat, kind, 1)
    elif kind >= ZoneKind.HQ_CARTEL:
        visit_hq(state, rules, chance, top, seat, kind - ZoneKind.HQ_CARTEL)
    elif state.day:
        push_task(state, Verb.RECOVER_BRIBES, seat, 0, rules.special_recover)
    else:
        gain_infamy(state, chance, seat, rules.special_infamy, state.frame_origin[top])


@kernel
def visit_hq(state, rules, chance, top, seat, faction):
    """FAM-65, A-28, A-37: Rep from who has none, else a scheme; `frame_flag` remembers that the first action of two found none."""
    first = state.frame_flag[top] == 0
    if not first and rules.smuggler_hq == SmugglerHq.ONE_REPUTATION:
        return
    if state.rep[seat, faction] == 0:
        state.frame_flag[top] = 1
        if not state.rep_banned[seat]:
            gain_rep(state, chance, seat, faction)
        elif rules.banned_hq == BannedHq.SCHEME:
            push_task(state, Verb.DRAW_SCHEME, seat, faction, 1)
        else:
            log_event(chance, Event.REP_LOST, seat, faction, 1)
    elif first or rules.smuggler_hq == SmugglerHq.REPUTATION_THEN_SCHEME:
        push_task(state, Verb.DRAW_SCHEME, seat, faction, 1)
    else:
        gain_rep(state, chance, seat, faction)


# --- Missions --------------------------------------------------------------------------------------------------------------


@kernel
def pay_mission(state, rules, chance, seat, mission):
    """FAM-68: all requirements go to the supply, the mission leaves the row."""
    for good in range(GOODS):
        return_goods(state, chance, seat, good, rules.mission_cost[mission, good], Event.GOODS_PAID)
    state.mission_row[row_place(state, mission)] = NONE
    state.mission_in_progress = mission
    log_event(chance, Event.MISSION_PAID, seat, mission, 0)
    push_frame(state, Frame.MISSION, seat, mission)


@kernel
def complete_mission(state, rules, chance):
    """FAM-68, FAM-69, FAM-71: reward text, Infamy, Rep in one faction, the card under the sheet; then benefits."""
    top = state.depth - 1
    stage = state.frame_stage[top]
    seat = state.frame_seat[top]
    mission = state.frame_what[top]
    state.frame_stage[top] += 1
    if stage == MissionStage.REWARD:
        push_program(state, rules, rules.mission_program[mission], seat, Origin.MISSION, OPTIONAL)
    elif stage == MissionStage.INFAMY:
        gain_infamy(state, chance, seat, rules.mission_infamy[mission], Origin.MISSION)
        if rules.mission_rep[mission] > 0 and not state.rep_banned[seat] and rules.mission_factions[mission] != 0:
            ask(state, Decision.FACTION, seat)
    elif stage == MissionStage.REP:
        gain_mission_rep(state, rules, chance, seat, mission, state.frame_other[top])
    elif stage == MissionStage.COUNTED:
        put_under_sheet(state, rules, chance, seat, mission)
        push_benefits(state, rules, seat, Trigger.ON_MISSION, NONE)
    elif stage == MissionStage.ON_TYPE:
        push_benefits(state, rules, seat, Trigger.ON_TYPE, rules.mission_types[mission])
    else:
        state.depth = top


@kernel
def gain_mission_rep(state, rules, chance, seat, mission, faction):
    """FAM-69, A-41, A-42: all of a mission's Rep in the faction chosen; none was chosen under the ban."""
    if faction != NONE:
        for _ in range(rules.mission_rep[mission]):
            gain_rep(state, chance, seat, faction)
    elif rules.mission_rep[mission] > 0:
        log_event(chance, Event.REP_LOST, seat, FACTIONS, state.rep_banned[seat])


@kernel
def put_under_sheet(state, rules, chance, seat, mission):
    """FAM-71: the mission is completed and counts from now on."""
    state.mission_in_progress = NONE
    state.completed_card[seat, state.completed_count[seat]] = mission
    state.completed_count[seat] += 1
    state.completed_ever[seat] |= 1 << mission
    state.missions_done[seat] += 1
    keep_mission(state, rules, seat, mission, 1)
    log_event(chance, Event.MISSION_COMPLETED, seat, mission, 0)


# --- Benefits --------------------------------------------------------------------------------------------------------------


@kernel
def run_benefits(state, rules, chance):
    """A-57: the owner says which of several benefits is next."""
    top = state.depth - 1
    if state.frame_what[top] == 0:
        state.depth = top
    else:
        ask(state, Decision.BENEFIT, state.frame_seat[top])


@kernel
def start_benefit(state, rules, chance, top, benefit):
    """Put a benefit's program under way."""
    seat = state.frame_seat[top]
    state.frame_what[top] &= ~(1 << benefit)
    log_event(chance, Event.BENEFIT_WORKS, seat, benefit // LEVELS, benefit % LEVELS + 1)
    push_program(state, rules, rules.benefit_program[benefit // LEVELS, benefit % LEVELS], seat, Origin.BENEFIT, OPTIONAL)


# --- Scheme Phase ----------------------------------------------------------------------------------------------------------


@kernel
def begin_scheme_phase(state):
    """FAM-78: the order of this phase is fixed, whoever gets the marker later."""
    state.phase = Phase.SCHEME
    state.stage = Stage.SCHEMES
    state.turn_step = 0
    state.phase_first = state.triggerman


@kernel
def play_schemes(state, rules):
    """FAM-78, A-44: each may play one, and more at once after it if he is allowed to."""
    while state.turn_step < state.seats:
        seat = (state.phase_first + state.turn_step) % state.seats
        if may_play(state, rules, seat) and playable(state, rules, seat) != 0:
            ask(state, Decision.SCHEME, seat)
            return
        state.turn_step += 1
    state.turn_step = 0
    state.stage = Stage.VICTORY if state.day else Stage.NIGHT


@kernel
def may_play(state, rules, seat):
    """A-44: the first scheme, one by a standing benefit, or one by a card of this Round."""
    if state.hand[seat] == 0:
        return False
    if state.plays[seat] == 0 or state.extra_schemes[seat] > 0:
        return True
    return standing(state, rules, seat, Verb.EXTRA_SCHEME) > state.standing_used[seat]


@kernel
def answer_scheme(state, rules, chance, seat, action):
    """A scheme leaves the hand and is resolved; or that is it for this Round."""
    if action == Action.NO_SCHEME:
        state.turn_step += 1
        return
    if state.plays[seat] > 0:
        if standing(state, rules, seat, Verb.EXTRA_SCHEME) > state.standing_used[seat]:
            state.standing_used[seat] += 1
        else:
            state.extra_schemes[seat] -= 1
    row = action - Action.SCHEME
    card = card_of(rules, state.hand[seat], row)
    state.plays[seat] += 1
    state.schemes_played[seat] += 1
    state.played[seat] |= 1 << row
    state.scheme_in_progress = card
    drawn_in = leave_hand(state, rules, seat, card)
    if drawn_in:
        state.drawn_used[seat] = one_more(state.drawn_used[seat], drawn_in)
    log_event(chance, Event.SCHEME_PLAYED, seat, card, 0)
    push_frame(state, Frame.SCHEME, seat, card)
    push_program(state, rules, rules.scheme_program[row], seat, Origin.SCHEME, 0)


@kernel
def resolve_scheme(state, rules, chance):
    """FAM-78: a scheme that was resolved goes on its faction's discards."""
    top = state.depth - 1
    state.depth = top
    state.scheme_in_progress = NONE
    lay_off(state, rules, state.frame_what[top])


@kernel
def night(state, rules, chance):
    """FAM-79: Infamy for Henchmen, each freelancer's benefits of the Night right after his own."""
    if state.turn_step == state.seats:
        state.stage = Stage.VICTORY
        return
    seat = (state.phase_first + state.turn_step) % state.seats
    state.turn_step += 1
    log_event(chance, Event.NIGHT_COUNT, seat, state.goods[seat, HENCHMAN], 0)
    gain_infamy(state, chance, seat, state.goods[seat, HENCHMAN] // rules.henchmen_per_infamy, Origin.HENCHMEN)
    push_benefits(state, rules, seat, Trigger.ON_NIGHT, NONE)


@kernel
def check_victory(state, rules, chance):
    """FAM-80, FAM-101, A-50: the game ends with a goal reached, or at the cap; else bribes are retrieved and recovered."""
    if not (state.day and rules.victory_check == VictoryCheck.NIGHT):
        reached = 0
        for seat in range(state.seats):
            if group_of(state, rules, seat) != Group.OUT:
                reached |= 1 << seat
                log_event(chance, Event.VICTORY, seat, 0, 0)
        if reached != 0:
            end_game(state, rules)
            return
    if state.rounds >= rules.round_cap:
        stop(state, CAPPED)
        return
    retrieve_bribes(state, rules, chance)
    state.stage = Stage.LATE


@kernel
def retrieve_bribes(state, rules, chance):
    """FAM-81, FAM-82, A-21: markers to the Spent section, by one reading only at Night; by Night all spent bribes come back."""
    if not (state.day and rules.day_markers == DayMarkers.END_OF_TURN):
        for seat in range(state.seats):
            state.spent[seat] += state.markers[seat]
            state.markers[seat] = 0
        state.track_marker[:] = 0
        log_event(chance, Event.MARKERS_RETRIEVED, 0, 0, 0)
    if not state.day:
        for seat in range(state.seats):
            state.available[seat] += state.spent[seat]
            state.spent[seat] = 0
        log_event(chance, Event.BRIBES_RETURNED, 0, 0, 0)


@kernel
def late_effects(state, rules, chance):
    """FAM-50, FAM-83, A-07: what waits for the end of the Round, in the order in which it was queued."""
    if state.late_next < state.late_count:
        push_late(state, rules, chance, state.late_next)
        state.late_next += 1
        return
    state.late_count = 0
    state.late_next = 0
    if state.stage == Stage.SECTOR_LATE:
        begin_scheme_phase(state)
    else:
        state.stage = Stage.REPLACE


@kernel
def replace_missions(state, rules, chance):
    """FAM-84, FAM-85, A-47, A-48: the row is filled, Day turns to Night or Night to Day; a new Round begins."""
    for place in range(state.seats):
        if state.mission_row[place] == NONE:
            if state.mission_count == 0 and rules.empty_mission_deck == EmptyMissionDeck.RESHUFFLE:
                reshuffle_missions(state, rules, chance)
            lay_mission(state, chance, place)
    end_rights(state)
    state.rounds += 1
    state.day = 1 - state.day
    state.turns += state.day
    state.stage = Stage.BEGIN


@kernel
def reshuffle_missions(state, rules, chance):
    """A-47, second reading: all completed missions leave the sheets and become the deck."""
    for seat in range(state.seats):
        for number in range(state.completed_count[seat]):
            mission = state.completed_card[seat, number]
            state.mission_pile[state.mission_count] = mission
            state.mission_count += 1
            keep_mission(state, rules, seat, mission, -1)
        state.completed_count[seat] = 0
        state.completed_card[seat, :] = 0
    shuffle_missions(state, rules, chance)


# --- End and scoring -------------------------------------------------------------------------------------------------------


@kernel
def best_rep(state, seat):
    """Rep of a seat in the faction where it has most."""
    return max(state.rep[seat, 0], state.rep[seat, 1], state.rep[seat, 2])


@kernel
def group_of(state, rules, seat):
    """A-52: the group in which a seat competes for the victory."""
    reputed = best_rep(state, seat) >= rules.reputation_target
    if reputed and rules.both_tracks == BothTracks.REPUTATION_FIRST:
        return Group.REPUTED
    if state.infamy[seat] > rules.infamy_target:
        return Group.OVER
    if reputed:
        return Group.REPUTED
    if state.infamy[seat] == rules.infamy_target:
        return Group.EXACT
    return Group.OUT


@kernel
def progress(state, rules, seat):
    """Percent of the way to the nearer victory."""
    return max(100 * state.infamy[seat] // rules.infamy_target, 100 * best_rep(state, seat) // rules.reputation_target)


@kernel
def running_scores(state, rules, scores):
    """How far everybody is on the way to the nearer victory, in percent."""
    for seat in range(state.seats):
        scores[seat] = progress(state, rules, seat)


@kernel
def climb(state, rules, ladder):
    """FAM-87..91: what each seat is compared by."""
    for seat in range(state.seats):
        rungs = ladder[seat * RUNGS : (seat + 1) * RUNGS]
        rungs[Rung.GROUP] = group_of(state, rules, seat)
        rungs[Rung.INFAMY] = state.infamy[seat]
        rungs[Rung.BEST_REP] = best_rep(state, seat)
        rungs[Rung.TOTAL_REP] = state.rep[seat, 0] + state.rep[seat, 1] + state.rep[seat, 2]
        rungs[Rung.HENCHMEN] = state.goods[seat, HENCHMAN]
        rungs[Rung.MISSIONS] = state.completed_count[seat]
        rungs[Rung.SCORE] = progress(state, rules, seat)


@kernel
def rank_of(rules, group):
    """A-52: which group comes first; the lower one."""
    if rules.both_tracks == BothTracks.REPUTATION_FIRST and group <= Group.REPUTED:
        return 1 - group
    return group


@kernel
def rung_of(group, link):
    """Which rung a link of a group's chain compares: infamy, best, total, henchmen; or infamy, total, henchmen, missions."""
    if group == Group.OUT:
        return Rung.SCORE + 0
    if group == Group.REPUTED and link > 0:
        return Rung.TOTAL_REP + link - 1
    return Rung.INFAMY + link


@kernel
def first_difference(ladder, seat, other):
    """The first rung on which two seats of one group differ, GROUP if on none."""
    group = ladder[seat * RUNGS]
    for link in range(LINKS):
        rung = rung_of(group, link)
        if ladder[seat * RUNGS + rung] != ladder[other * RUNGS + rung]:
            return rung
    return Rung.GROUP + 0


@kernel
def stands_before(rules, ladder, seat, other):
    """Whether a seat stands before another one."""
    mine, others = rank_of(rules, ladder[seat * RUNGS]), rank_of(rules, ladder[other * RUNGS])
    if mine != others:
        return mine < others
    rung = first_difference(ladder, seat, other)
    return rung != Rung.GROUP and ladder[seat * RUNGS + rung] > ladder[other * RUNGS + rung]


@kernel
def winners_of(state, rules, ladder):
    """A-52, A-53: seats, as bits, that have reached a goal and before whom nobody stands."""
    found = 0
    for seat in range(state.seats):
        ahead = False
        for other in range(state.seats):
            ahead |= stands_before(rules, ladder, other, seat)
        if not ahead and ladder[seat * RUNGS] != Group.OUT:
            found |= 1 << seat
    return found


@kernel
def standing_of(state, rules, ladder, winners, seat):
    """1 for every winner, else 1 plus the seats that stand before this one; at the end of a chain the score decides."""
    found = 1
    if winners >> seat & 1:
        return found
    for other in range(state.seats):
        ahead = stands_before(rules, ladder, other, seat)
        level = not ahead and not stands_before(rules, ladder, seat, other)
        found += ahead or (level and ladder[other * RUNGS + Rung.SCORE] > ladder[seat * RUNGS + Rung.SCORE])
    return found


@kernel
def stop(state, reason):
    """Nothing further happens."""
    state.end_reason = reason
    state.phase = Phase.OVER
    state.actor = NONE
    state.decision = NONE
    state.depth = 0


@kernel
def end_game(state, rules):
    """The game is won: by Infamy, or by Rep in the factions in which the winners have enough."""
    ladder = state.options[:]
    climb(state, rules, ladder)
    winners = winners_of(state, rules, ladder)
    factions = 0
    for seat in range(state.seats):
        if winners >> seat & 1 and ladder[seat * RUNGS] == Group.REPUTED:
            for faction in range(FACTIONS):
                if state.rep[seat, faction] >= rules.reputation_target:
                    factions |= 1 << faction
    reason = EndReason.INFAMY + 0
    for faction in range(FACTIONS):
        if factions == 1 << faction:
            reason = EndReason.REPUTATION_CARTEL + faction
        elif factions >> faction & 1:
            reason = EndReason.REPUTATION_SEVERAL + 0
    stop(state, reason)


@kernel
def standings(state, rules, result):
    """FAM-87..91, A-52, A-53: who wins, which step settled it, and what happened."""
    ladder = state.options[:]
    climb(state, rules, ladder)
    winners = winners_of(state, rules, ladder)
    for seat in range(MAX_SEATS):
        result.score[seat] = ladder[seat * RUNGS + Rung.SCORE] if seat < state.seats else 0
        result.standing[seat] = standing_of(state, rules, ladder, winners, seat) if seat < state.seats else 0
    result.winners = winners
    result.decided_by = settled_by(state, rules, ladder, winners)
    follow_ladder(state, rules, ladder, result)
    record_columns(state, result)


@kernel
def settled_by(state, rules, ladder, winners):
    """A-52: nobody else had reached a goal; the rule between two groups; or the last link needed to tell the winner from his group."""
    if winners == 0:
        return NOBODY
    if winners & (winners - 1) != 0:
        return SHARED
    winner = 0
    while not winners >> winner & 1:
        winner += 1
    group = ladder[winner * RUNGS]
    achievers = 0
    needed = 0
    exactly = False
    over = False
    for other in range(state.seats):
        if other == winner or ladder[other * RUNGS] == Group.OUT:
            continue
        achievers += 1
        exactly |= ladder[other * RUNGS + Rung.INFAMY] == rules.infamy_target
        over |= ladder[other * RUNGS] == Group.OVER
        if ladder[other * RUNGS] == group:
            needed = max(needed, first_difference(ladder, winner, other))
    if achievers == 0:
        return DecidedBy.SOLE + 0
    if needed > 0:
        return DecidedBy.MOST_INFAMY + needed - Rung.INFAMY
    return between_groups(group, exactly, over)


@kernel
def between_groups(group, exactly, over):
    """The rule by which a freelancer alone in his group beats those of others: 16 against 15 is a matter of Infamy (rule 1)."""
    if group == Group.OVER:
        return DecidedBy.MOST_INFAMY if exactly else DecidedBy.OVER_15_BEATS_REPUTATION
    return DecidedBy.REPUTATION_BEATS_INFAMY if over else DecidedBy.REPUTATION_BEATS_EXACTLY_15


@kernel
def follow_ladder(state, rules, ladder, result):
    """A-52: the steps that were asked, and the seats among which the one that settled it chose, both as bits.

    Whether anybody else has reached a goal; then, of several groups, which comes first; then the chain of that group.
    """
    result.reached = 0
    result.contenders = result.winners
    if result.winners == 0:
        return
    winner = 0
    while not result.winners >> winner & 1:
        winner += 1
    group = ladder[winner * RUNGS]
    achievers = 0
    tied = 0
    exactly = False
    over = False
    for other in range(state.seats):
        if ladder[other * RUNGS] != Group.OUT:
            achievers |= 1 << other
            if ladder[other * RUNGS] == group:
                tied |= 1 << other
            if other != winner:
                exactly |= ladder[other * RUNGS + Rung.INFAMY] == rules.infamy_target
                over |= ladder[other * RUNGS] == Group.OVER
    ask_step(result, DecidedBy.SOLE, (1 << state.seats) - 1)
    if tied != achievers:
        ask_step(result, between_groups(group, exactly, over), achievers)
    for link in range(LINKS):
        if tied & (tied - 1) != 0:
            rung = rung_of(group, link)
            ask_step(result, DecidedBy.MOST_INFAMY + rung - Rung.INFAMY, tied)
            for other in range(state.seats):
                if ladder[other * RUNGS + rung] != ladder[winner * RUNGS + rung]:
                    tied &= ~(1 << other)


@kernel
def ask_step(result, step, tied):
    """A step is asked which of these seats wins; Infamy between groups and within one is a single step."""
    if step == result.decided_by and not result.reached >> step & 1:
        result.contenders = tied
    result.reached |= 1 << step


@kernel
def record_columns(state, result):
    """The game's own columns."""
    result.day_end = state.day
    result.seen_missions = state.seen_missions
    for contact in range(CONTACTS):
        result.sold_day[contact] = state.sold[1, contact]
        result.sold_night[contact] = state.sold[0, contact]
        result.favor_day[contact] = state.favored[1, contact]
        result.favor_night[contact] = state.favored[0, contact]
        result.unsold_day[contact] = state.unsold[1, contact]
        result.unsold_night[contact] = state.unsold[0, contact]
        result.bid_day[contact] = state.bids[1, contact]
        result.bid_night[contact] = state.bids[0, contact]
        result.cost_day[contact] = state.costs[1, contact]
        result.cost_night[contact] = state.costs[0, contact]
    for seat in range(MAX_SEATS):
        record_seat(state, result, seat, min(seat, SEATS - 1), 1 if seat < state.seats else 0)


@kernel
def record_seat(state, result, seat, own, playing):
    """The columns of a seat: `own` is its place in the state, `playing` 0 for a seat that nobody has."""
    result.infamy[seat] = playing * state.infamy[own]
    result.rep_cartel[seat] = playing * state.rep[own, 0]
    result.rep_megacorp[seat] = playing * state.rep[own, 1]
    result.rep_militia[seat] = playing * state.rep[own, 2]
    result.henchmen[seat] = playing * state.goods[own, HENCHMAN]
    result.contact_order[seat] = playing * state.contact_order[own]
    result.contacts[seat] = playing * state.contact_wins[own]
    result.contacts_won[seat] = playing * state.contacts_won[own]
    result.favors_used[seat] = playing * state.favors_used[own]
    result.expenses[seat] = playing * state.expenses_paid[own]
    result.expenses_lost[seat] = playing * state.expenses_lost[own]
    result.placements[seat] = playing * state.placements[own]
    result.failed[seat] = playing * state.failures[own]
    result.skipped[seat] = playing * state.skipped[own]
    result.resupplies[seat] = playing * state.resupplies[own]
    result.hq_visits[seat] = playing * state.hq_visits[own]
    result.completed[seat] = playing * state.completed_ever[own]
    result.missions[seat] = playing * state.missions_done[own]
    result.drawn[seat] = playing * state.drawn[own]
    result.played[seat] = playing * state.played[own]
    result.schemes_played[seat] = playing * state.schemes_played[own]
    result.drawn_rounds[seat] = playing * state.drawn_rounds[own]
    result.drawn_used[seat] = playing * state.drawn_used[own]
    result.stolen[seat] = playing * state.stolen[own]
    result.infamy_missions[seat] = playing * state.infamy_from[own, Origin.MISSION]
    result.infamy_henchmen[seat] = playing * state.infamy_from[own, Origin.HENCHMEN]
    result.infamy_contacts[seat] = playing * state.infamy_from[own, Origin.CONTACT]
    result.infamy_schemes[seat] = playing * state.infamy_from[own, Origin.SCHEME]
    result.infamy_zones[seat] = playing * state.infamy_from[own, Origin.ZONE]
    result.infamy_benefits[seat] = playing * state.infamy_from[own, Origin.BENEFIT]


# --- What a seat cannot know -----------------------------------------------------------------------------------------------


@kernel
def deal_unseen(state, rules, seat, chance):
    """Deal anew all that a seat cannot know, from its own stream, in keeping with what it knows.

    Known are all counts, tokens, tracks and discards, the factions of all schemes, the own hand, cards that were stolen from this seat,
    sabotaged missions under the deck, and who was in a deck when it was last shuffled. Dealt anew are the other schemes in rivals'
    hands and decks, the order of all decks, and sectors that rivals have chosen this Round and not yet shown.
    """
    mix(chance, seat, state.contact_pile[:], state.contact_top, state.contact_count - state.contact_top, CONTACTS)
    mix(chance, seat, state.mission_pile[:], state.mission_top, state.mission_count - state.mission_known, MISSIONS)
    for faction in range(FACTIONS):
        unseen = cards_of(rules, faction) & ~state.known[seat]
        mix_schemes(state, seat, faction, unseen & ~state.recycled, chance)
        mix_schemes(state, seat, faction, unseen & state.recycled, chance)
    for rival in range(state.seats):
        if rival != seat:
            forget_moved(state, rival)
    if state.phase == Phase.SECTOR and state.stage == Stage.SELECT:
        select_anew(state, rules, seat, chance)


@kernel
def cards_of(rules, faction):
    """Scheme cards of a faction, as bits."""
    found = 0
    for card in range(rules.scheme_cards):
        if rules.scheme_faction[rules.scheme_row[card]] == faction:
            found |= 1 << card
    return found


@kernel
def mix_schemes(state, seat, faction, lot, chance):
    """Deal a lot of a faction's unseen schemes anew: those that were in its deck at the last reshuffle, or those that were not.

    Each place in a hand or in the deck keeps a card of the same lot: to which lot a card belongs was seen when it was drawn.
    """
    count = 0
    for rival in range(state.seats):
        if rival != seat:
            count = list_members(state.hand[rival] & lot, 0, state.options[:], count)
    for position in range(state.scheme_top[faction], state.scheme_count[faction]):
        if lot >> state.scheme_pile[faction, position] & 1:
            state.options[count] = state.scheme_pile[faction, position]
            count += 1
    mix(chance, seat, state.options[:], 0, count, count)
    for rival in range(state.seats):
        if rival != seat:
            held = state.hand[rival] & lot
            state.hand[rival] &= ~lot
            while held != 0:
                held &= held - 1
                count -= 1
                state.hand[rival] |= 1 << state.options[count]
    for position in range(state.scheme_top[faction], state.scheme_count[faction]):
        if lot >> state.scheme_pile[faction, position] & 1:
            count -= 1
            state.scheme_pile[faction, position] = state.options[count]


@kernel
def forget_moved(state, seat):
    """What a rival knows of others' hands may no longer be there: he does not know it in the position dealt."""
    others = 0
    for other in range(state.seats):
        if other != seat:
            others |= state.hand[other]
    state.known[seat] &= others


@kernel
def select_anew(state, rules, seat, chance):
    """Sectors that rivals have chosen in secret: any that they were allowed to."""
    for rival in range(state.seats):
        if rival == seat:
            continue
        for pawn in range(PAWNS):
            if state.sector[rival, pawn] != NONE:
                count = list_members(sectors_for(state, rules, rival), 0, state.options[:], 0)
                state.sector[rival, pawn] = state.options[bot_below(chance, seat, count)]
