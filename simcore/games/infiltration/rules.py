"""The rules of Infiltration in the order of its rules page: set-up, round, actions, rooms, NPCs, security, end and scoring.

`run` is the one loop: it takes the uppermost frame of the stack a step further, or the round if the stack is empty, until somebody
has to choose or the game is over.
"""

from simcore.bits import list_members, member, one_more, size_of
from simcore.games.infiltration.effects import answer_step, here, list_answers, perform, run_program
from simcore.games.infiltration.pieces import (
    ask,
    change_proximity,
    count_of,
    discard,
    draw_items,
    draw_tokens,
    first_inside,
    in_turn,
    kind_at,
    leave,
    lift_item,
    prowls_in,
    push_enter,
    push_frame,
    push_program,
    push_triggers,
    remove_npc,
    seat_of,
    stands_in,
    value_of,
)
from simcore.games.infiltration.state import (
    AGENTS,
    AGENTS_OF_A_PAIR,
    CARD_KINDS,
    COLOURS,
    COMPROMISING_RUNG,
    DIE_LOW,
    FLOOR,
    LADDER,
    LAST,
    MIDGAME,
    NPCS,
    PLACES,
    PROTOTYPE_RUNG,
    SECRET,
    SPECIALS,
    START,
    UNDER_WAY,
    VALUES,
    Action,
    CaughtScore,
    DecidedBy,
    Decision,
    EnterStage,
    Event,
    FirstPlayerRole,
    Frame,
    NpcStatus,
    Phase,
    PushedOutEscapes,
    Release,
    RevealBy,
    RoomMoveEffects,
    SecretDoor,
    SecretExit,
    Shown,
    Source,
    Status,
    TakeAction,
    WalkStage,
    When,
)
from simcore.games.infiltration.vocabulary import Direction, Special, Trigger
from simcore.kernel import kernel
from simcore.rng import MAX_SEATS, below, bot_below, log_event, shuffle
from simcore.spec import NOBODY, NONE, RUNNING, SHARED

PAIR = 2
"""Players of the game with two agents each."""

# --- Set-up ----------------------------------------------------------------------------------------------------------------


@kernel
def set_up(state, rules, seats, chance):
    """INF-01..10: building, supplies, hands, first player; then the entry room is revealed, which may ask for choices."""
    clear_table(state, rules, seats)
    lay_rooms(state, rules, chance)
    deal_items(state, rules, chance)
    state.first_player = below(chance, Source.FIRST_PLAYER, 0, seats)
    state.first_seat = state.first_player
    log_event(chance, Event.FIRST_PLAYER, state.first_player, 0, 0)
    push_frame(state, Frame.OPENING, NONE)
    run(state, rules, chance)


@kernel
def clear_table(state, rules, seats):
    """Everything as it is before a game, whatever lay there."""
    state.actor = NONE
    state.decision = NONE
    state.end_reason = RUNNING
    state.seats = seats
    state.rounds = 1
    state.turns = 0
    state.active = (1 << seats) - 1
    state.agents = seats * AGENTS_OF_A_PAIR if seats == PAIR else seats
    state.agent = NONE
    state.phase = Phase.SELECTION
    state.alarm = rules.alarm_start
    state.proximity = rules.proximity_start
    state.security_phases = 0
    state.hush = 0
    state.changes = 0
    state.midgame_alarm = 0
    state.draws[:] = 0
    state.options[:] = 0
    clear_rooms(state)
    clear_agents(state)
    clear_supplies(state, rules)
    clear_frames(state)


@kernel
def clear_rooms(state):
    """No room, no NPC, nothing lying there."""
    state.room_card[:] = 0
    state.face_up[:] = 0
    state.room_tokens[:] = 0
    state.interface_tokens[:] = 0
    state.locks[:] = 0
    state.scientists[:] = 0
    state.sludge_uses[:] = 0
    state.downloads_here[:] = 0
    state.extracts_here[:] = 0
    state.npc_status[:] = NpcStatus.ASIDE
    state.npc_place[:] = NONE
    state.npc_face_up[:] = 0
    state.npc_due[:] = 0
    state.lying = 0
    state.lying_item[:] = 0
    state.lying_owner[:] = 0
    state.lying_place[:] = 0
    state.lying_trigger[:] = 0
    state.lying_uses[:] = 0
    state.lying_step[:] = 0
    state.lying_end[:] = 0
    state.lying_since[:] = 0
    state.laid = 0


@kernel
def clear_agents(state):
    """INF-05: everybody in play is healthy and stands at the entrance."""
    state.place[:] = NONE
    state.status[:] = Status.ESCAPED
    state.wounded[:] = 0
    state.delayed[:] = 0
    state.barred[:] = 0
    state.empty_handed[:] = 0
    state.guards[:] = 0
    state.tokens[:] = 0
    state.hand[:] = 0
    state.specials[:] = 0
    state.selected[:] = NONE
    state.card[:] = NONE
    state.shown[:] = Shown.HIDDEN
    state.scouted[:] = 0
    state.secret_from[:] = NONE
    state.start_place[:] = NONE
    state.dealt[:] = 0
    state.used[:] = 0
    state.cards_resolved[:] = 0
    state.late_downloads[:] = 0
    state.wounds[:] = 0
    state.deepest[:] = 0
    state.secret_visits[:] = 0
    for agent in range(state.agents):
        state.status[agent] = Status.INSIDE
        state.place[agent] = 0


@kernel
def clear_supplies(state, rules):
    """INF-04, INF-76: the supplies of the box."""
    state.reserve[:] = rules.file_count[:]
    state.voided[:] = 0
    state.slot_tokens = rules.slot_supply
    state.interface_left = rules.interface_supply
    state.special_supply[:] = rules.special_copies[:]
    state.pile[:] = 0
    state.pile_top = 0
    state.pile_count = 0
    state.discards[:] = 0
    state.discarded = 0


@kernel
def clear_frames(state):
    """Nothing under way."""
    state.frame_kind[:] = 0
    state.frame_stage[:] = 0
    state.frame_agent[:] = 0
    state.frame_place[:] = 0
    state.frame_npc[:] = 0
    state.frame_victim[:] = 0
    state.frame_program[:] = 0
    state.frame_step[:] = 0
    state.frame_end[:] = 0
    state.frame_way[:] = 0
    state.frame_flag[:] = 0
    state.frame_left[:] = 0
    state.frame_targets[:] = 0
    state.frame_mark[:] = 0
    state.depth = 0


@kernel
def lay_rooms(state, rules, chance):
    """INF-01..03: six blue, six yellow in one line, one red apart, all face down."""
    for colour in range(COLOURS):
        count = 0
        for room in range(rules.rooms):
            if rules.room_copies[room] and rules.room_colour[room] == colour:
                state.options[count] = room
                count += 1
        shuffle(chance, Source.BLUE_ROOMS + colour, 0, rules.room_identity[:], state.options[:], count)
        first = colour * FLOOR
        for place in range(first, min(first + FLOOR, PLACES)):
            state.room_card[place] = state.options[place - first]
            log_event(chance, Event.ROOM_LAID, place, state.room_card[place], 0)


@kernel
def deal_items(state, rules, chance):
    """INF-07: shuffle the items and deal, agent by agent."""
    for item in range(rules.items):
        if rules.item_copies[item]:
            state.pile[state.pile_count] = item
            state.pile_count += 1
    shuffle(chance, Source.ITEMS, 0, rules.item_identity[:], state.pile[:], state.pile_count)
    for position in range(state.pile_count):
        log_event(chance, Event.PILE, position, state.pile[position], 0)
    for agent in range(state.agents):
        draw_items(state, chance, agent, rules.hand_size)
        state.dealt[agent] = state.hand[agent]
    state.drawn_at[:] = 0


@kernel
def open_entry_room(state, rules, chance):
    """INF-08: all stand in the entry room; its Revealed effect once, then its Intrusion for each agent in turn order (A17, H25)."""
    top = state.depth - 1
    turn = state.frame_stage[top]
    state.frame_stage[top] += 1
    room = state.room_card[0]
    if turn == START:
        turn_up(state, rules, chance, 0)
        push_program(state, rules, rules.room_reveal[room], in_turn(state, 0), NONE, NONE, NONE)
    elif turn <= state.agents:
        agent = in_turn(state, turn - 1)
        if stands_in(state, agent, 0):
            push_program(state, rules, rules.room_enter[room], agent, NONE, NONE, NONE)
    else:
        state.depth = top


# --- Decisions -------------------------------------------------------------------------------------------------------------


@kernel
def legal_actions(state, rules, actions):
    """Everything that the acting seat may answer."""
    decision = state.decision
    if decision == Decision.SELECT:
        return list_cards(state, rules, actions)
    count = 0
    if decision == Decision.AGENT_ORDER:
        for agent in range(state.agents):
            if seat_of(state, agent) == state.actor and awaits_resolution(state, agent):
                actions[count] = Action.AGENT + agent
                count += 1
    elif decision == Decision.DOOR:
        actions[0] = Action.ONWARD
        actions[1] = Action.THROUGH_DOOR
        count = 2
    elif decision == Decision.NPC_ORDER or decision == Decision.NPC_LEAVE:
        place = first_due_place(state)
        for npc in range(NPCS):
            if state.npc_due[npc] and state.npc_place[npc] == place:
                actions[count] = Action.NPC + npc
                count += 1
    else:
        count = list_answers(state, rules, actions)
    return count


@kernel
def list_cards(state, rules, actions):
    """INF-13, INF-14: any action or item; an agent who is Delayed neither Advance nor Withdraw."""
    count = 0
    if not state.delayed[state.agent]:
        actions[0] = Action.ADVANCE
        actions[1] = Action.RETREAT
        count = 2
    actions[count] = Action.INTERFACE
    actions[count + 1] = Action.EXTRACT if rules.take_action == TakeAction.EXTRACT else Action.DOWNLOAD
    count += 2
    return list_members(state.hand[state.agent], Action.ITEM, actions, count)


@kernel
def apply_action(state, rules, action, chance):
    """Take an answer, and run on to the next decision or to the end."""
    answer(state, rules, action, chance)
    run(state, rules, chance)


@kernel
def run(state, rules, chance):
    """Run until there is a choice of two answers at least, a card to select, or the end."""
    while state.end_reason == RUNNING:
        if state.actor != NONE:
            if state.decision == Decision.SELECT:
                return
            count = legal_actions(state, rules, state.options[:])
            if count > 1:
                return
            answer(state, rules, state.options[0] if count == 1 else NONE, chance)
        elif state.depth == 0:
            run_round(state, rules, chance)
        else:
            run_frame(state, rules, chance)


@kernel
def answer(state, rules, action, chance):
    """Go on with what asked."""
    decision = state.decision
    agent = state.agent
    state.actor = NONE
    state.agent = NONE
    state.decision = NONE
    if decision == Decision.SELECT:
        select(state, agent, action)
    elif decision == Decision.AGENT_ORDER:
        push_frame(state, Frame.RESOLVE, action - Action.AGENT)
    elif decision == Decision.DOOR:
        state.frame_stage[state.depth - 1] = WalkStage.THROUGH_DOOR if action == Action.THROUGH_DOOR else WalkStage.STEP
    elif decision == Decision.NPC_LEAVE:
        send_npc_away(state, rules, chance, action - Action.NPC)
    elif decision == Decision.NPC_ORDER:
        let_npc_act(state, rules, chance, action - Action.NPC)
    else:
        answer_step(state, rules, chance, decision, action)


@kernel
def run_frame(state, rules, chance):
    """Take what is uppermost on the stack a step further."""
    kind = state.frame_kind[state.depth - 1]
    if kind == Frame.PROGRAM:
        run_program(state, rules, chance)
    elif kind == Frame.RESOLVE:
        resolve_card(state, rules, chance)
    elif kind == Frame.WALK:
        walk(state, rules, chance)
    elif kind == Frame.MOVE:
        move_on(state, rules, chance)
    elif kind == Frame.ENTER:
        enter(state, rules, chance)
    elif kind == Frame.TRIGGERS:
        set_off(state, chance)
    else:
        open_entry_room(state, rules, chance)


# --- Round -----------------------------------------------------------------------------------------------------------------


@kernel
def run_round(state, rules, chance):
    """INF-11: the phases of a round, one after the other."""
    if state.phase == Phase.SELECTION:
        selection_phase(state)
    elif state.phase == Phase.EXECUTION:
        execution_phase(state, rules)
    elif state.phase == Phase.NPC_LEAVING:
        npcs_leave(state)
    elif state.phase == Phase.NPC:
        npcs_act(state)
    else:
        security_phase(state, rules, chance)
        if state.end_reason == RUNNING:
            begin_round(state, rules)


@kernel
def begin_round(state, rules):
    """INF-12: the first player's role passes to the left, over seats with nobody inside (A5, A6); a new round begins."""
    if rules.first_player_role == FirstPlayerRole.PASSES_LEFT:
        state.first_player = (state.first_player + 1) % state.seats
        state.first_player = first_inside(state)
    state.rounds += 1
    state.phase = Phase.SELECTION
    state.card[:] = NONE
    state.shown[:] = Shown.HIDDEN
    state.downloads_here[:] = 0
    state.extracts_here[:] = 0


@kernel
def selection_phase(state):
    """INF-13: every agent inside selects, in turn order but unseen by the others (H31); then Delayed agents stand up (A38)."""
    for position in range(state.agents):
        agent = in_turn(state, position)
        if state.status[agent] == Status.INSIDE and state.selected[agent] == NONE:
            ask(state, Decision.SELECT, seat_of(state, agent), agent)
            return
    state.delayed[:] = 0
    state.start_place[:] = state.place[:]
    state.phase = Phase.EXECUTION


@kernel
def select(state, agent, action):
    """A selected card is out of the hand from now on."""
    state.selected[agent] = action
    state.card[agent] = action
    state.barred[agent] = state.delayed[agent]
    state.empty_handed[agent] = 1 if state.hand[agent] == 0 else 0
    if action >= Action.ITEM:
        state.hand[agent] &= ~(1 << (action - Action.ITEM))


@kernel
def awaits_resolution(state, agent):
    """Whether an agent has yet to resolve his card of this round."""
    return state.status[agent] == Status.INSIDE and state.selected[agent] != NONE


@kernel
def execution_phase(state, rules):
    """INF-15: cards are resolved in turn order; a player's two agents back to back in an order of his choice (INF-72, H32)."""
    for position in range(state.agents):
        agent = in_turn(state, position)
        if awaits_resolution(state, agent):
            ask(state, Decision.AGENT_ORDER, seat_of(state, agent), NONE)
            return
    state.phase = Phase.NPC_LEAVING
    mark_leaving(state, rules)


@kernel
def resolve_card(state, rules, chance):
    """INF-15, INF-23, INF-50, INF-77: run the card; a wounded agent's Advance or Withdraw delays him; an item is used up."""
    top = state.depth - 1
    agent = state.frame_agent[top]
    card = state.card[agent]
    if state.frame_stage[top] == START:
        state.frame_stage[top] = UNDER_WAY
        state.frame_flag[top] = state.wounded[agent]
        state.shown[agent] = Shown.OPEN
        state.turns += 1
        log_event(chance, Event.RESOLVES, agent, card, 0)
        if card >= Action.ITEM:
            item = card - Action.ITEM
            state.used[agent] |= 1 << item
            state.cards_resolved[agent, CARD_KINDS - 1] += 1
            push_program(state, rules, rules.item_program[item], agent, NONE, NONE, NONE)
        else:
            state.cards_resolved[agent, min(card, CARD_KINDS - 2)] += 1
            perform(state, rules, chance, agent, card)
        return
    state.depth = top
    walked = card == Action.ADVANCE or card == Action.RETREAT
    if walked and state.frame_flag[top] and state.status[agent] == Status.INSIDE and not state.delayed[agent]:
        state.delayed[agent] = 1
        state.changes += 1
        log_event(chance, Event.DELAYED, agent, 0, 0)
    if state.selected[agent] >= Action.ITEM:
        discard(state, card - Action.ITEM)
    state.selected[agent] = NONE


# --- Advance, Withdraw, moves ----------------------------------------------------------------------------------------------


@kernel
def room_effect(state, rules, place, way):
    """Program of a room's Advance or Withdraw effect and how it stands to the move; face-down rooms have none."""
    room = state.room_card[place]
    if not state.face_up[place]:
        return 0, 0
    if way == Direction.IN:
        return rules.room_advance[room], rules.room_advance_when[room]
    return rules.room_retreat[room], rules.room_retreat_when[room]


@kernel
def walk(state, rules, chance):
    """INF-16..20, INF-41..44: effect of the room, door, one room further; in the room where the action starts (A19, A29)."""
    top = state.depth - 1
    agent = state.frame_agent[top]
    start = state.frame_place[top]
    way = state.frame_way[top]
    stage = state.frame_stage[top]
    if stage == WalkStage.DONE or state.status[agent] != Status.INSIDE:
        state.depth = top
    elif stage == WalkStage.EFFECT:
        state.frame_stage[top] = WalkStage.DOOR
        program, when = room_effect(state, rules, start, way)
        if rules.room_move_effects == RoomMoveEffects.START and when != When.NONE:
            if when == When.INSTEAD:
                state.frame_stage[top] = WalkStage.DONE
            push_program(state, rules, program, agent, NONE, NONE, NONE)
    elif stage == WalkStage.DOOR:
        if way == Direction.IN and start != SECRET and state.face_up[start] and rules.room_to_secret[state.room_card[start]]:
            if rules.secret_door == SecretDoor.CHOICE:
                ask(state, Decision.DOOR, seat_of(state, agent), agent)
            else:
                state.frame_stage[top] = WalkStage.THROUGH_DOOR
        else:
            state.frame_stage[top] = WalkStage.STEP
    elif stage == WalkStage.STEP:
        step_on(state, rules, chance, top, agent, way)
    elif stage == WalkStage.THROUGH_DOOR:
        state.frame_stage[top] = WalkStage.ARRIVED
        state.secret_from[agent] = start
        state.secret_visits[agent] += 1
        push_enter(state, chance, agent, SECRET, 1)
    else:
        state.frame_stage[top] = WalkStage.DONE
        if rules.room_move_effects == RoomMoveEffects.ARRIVAL:
            program, when = room_effect(state, rules, state.place[agent], way)
            push_program(state, rules, program, agent, NONE, NONE, NONE)


@kernel
def step_on(state, rules, chance, top, agent, way):
    """INF-16, INF-19, INF-20: one room further in or out; out of the entry room he escapes; the last room leads nowhere (A14)."""
    place = state.place[agent]
    state.frame_stage[top] = WalkStage.ARRIVED
    if place == SECRET:
        target = secret_exit(state, rules, agent)
        if way == Direction.IN or target == NONE:
            state.frame_stage[top] = WalkStage.DONE
        else:
            state.secret_from[agent] = NONE
            push_enter(state, chance, agent, target, 1)
    elif way == Direction.IN:
        if place == LAST:
            state.frame_stage[top] = WalkStage.DONE
        else:
            push_enter(state, chance, agent, place + 1, 1)
    elif place == 0:
        leave(state, chance, agent)
    else:
        push_enter(state, chance, agent, place - 1, 0)


@kernel
def secret_exit(state, rules, agent):
    """INF-44..46: place that a Withdraw from the secret room leads to, NONE if to no room (A30, H22)."""
    if rules.secret_exit != SecretExit.BACK:
        room = rules.room_exit_to[state.room_card[SECRET]]
        for place in range(SECRET):
            if state.room_card[place] == room:
                return place
    if rules.secret_exit == SecretExit.STUCK:
        return NONE
    return state.secret_from[agent]


@kernel
def move_on(state, rules, chance):
    """A move of several rooms: each is entered in full before the next; outward from the entry room he escapes (A20, A41)."""
    top = state.depth - 1
    agent = state.frame_agent[top]
    place = state.place[agent]
    if state.status[agent] != Status.INSIDE or state.frame_left[top] == 0 or place == SECRET:
        state.depth = top
        return
    state.frame_left[top] -= 1
    if state.frame_way[top] == Direction.IN:
        if place == LAST:
            state.depth = top
        else:
            push_enter(state, chance, agent, place + 1, 0)
    elif place > 0:
        push_enter(state, chance, agent, place - 1, 0)
    else:
        state.depth = top
        if not state.frame_flag[top] or rules.pushed_out_escapes == PushedOutEscapes.YES:
            leave(state, chance, agent)


# --- Rooms -----------------------------------------------------------------------------------------------------------------


@kernel
def turn_up(state, rules, chance, place):
    """INF-34, INF-35: turn a room face up and put out its tokens, as many as there are (A15, A16, A25)."""
    room = state.room_card[place]
    state.face_up[place] = 1
    state.changes += 1
    log_event(chance, Event.TURNED_UP, place, room, 0)
    draw_tokens(state, chance, Source.PUT_OUT, place, state.reserve[:], state.room_tokens[place], NONE, rules.room_files[room])
    put_out = min(rules.room_interface_tokens[room], state.interface_left)
    state.interface_tokens[place] += put_out
    state.interface_left -= put_out
    put_out = min(rules.room_locks[room], state.slot_tokens)
    state.locks[place] += put_out
    state.slot_tokens -= put_out
    put_out = min(rules.room_scientists[room], state.slot_tokens)
    state.scientists[place] += put_out
    state.slot_tokens -= put_out


@kernel
def enter(state, rules, chance):
    """INF-17, INF-18, INF-34..37: reveal, Intrusion, Sludge, items lying there; no further than the agent is in the room (A18)."""
    top = state.depth - 1
    agent = state.frame_agent[top]
    place = state.frame_place[top]
    stage = state.frame_stage[top]
    room = state.room_card[place]
    if not stands_in(state, agent, place):
        state.depth = top
        return
    state.frame_stage[top] = stage + 1
    if stage == EnterStage.REVEAL:
        if not state.face_up[place] and (rules.reveal_by == RevealBy.ANY_ENTRY or state.frame_flag[top]):
            turn_up(state, rules, chance, place)
            push_program(state, rules, rules.room_reveal[room], agent, NONE, NONE, NONE)
    elif stage == EnterStage.INTRUSION:
        if state.face_up[place]:
            push_program(state, rules, rules.room_enter[room], agent, NONE, NONE, NONE)
    elif stage == EnterStage.SLUDGE:
        if state.sludge_uses[place] > 0:
            state.sludge_uses[place] -= 1
            state.changes += 1
            log_event(chance, Event.SLUDGE_WORKS, agent, place, 0)
            if state.sludge_uses[place] == 0:
                state.special_supply[Special.SLUDGE] += 1
            push_program(state, rules, rules.special_program[Special.SLUDGE], agent, NONE, agent, place)
    else:
        state.depth = top
        push_triggers(state, Trigger.ENTER, place, agent, NONE)


@kernel
def set_off(state, chance):
    """INF-24: run the items lying in a room that this sets off, oldest first; one whose triggers are used up is discarded."""
    top = state.depth - 1
    trigger = state.frame_way[top]
    if state.frame_flag[top]:
        state.frame_flag[top] = 0
        use_up(state, chance, state.frame_left[top])
    while state.frame_place[top] < PLACES and still_there(state, top):
        number = next_lying(state, top)
        if number != NONE:
            state.frame_flag[top] = 1
            state.frame_left[top] = state.lying_since[number]
            log_event(chance, Event.LYING_ITEM_WORKS, state.lying_item[number], state.lying_owner[number], trigger)
            push_lying(state, top, number)
            return
        if trigger != Trigger.SECURITY:
            break
        state.frame_place[top] += 1
        state.frame_left[top] = NONE
    state.depth = top


@kernel
def still_there(state, top):
    """Whether who set the items off is still in their room."""
    if state.frame_way[top] == Trigger.ENTER:
        return stands_in(state, state.frame_victim[top], state.frame_place[top])
    if state.frame_way[top] == Trigger.NPC:
        return prowls_in(state, state.frame_npc[top], state.frame_place[top])
    return True


@kernel
def next_lying(state, top):
    """The oldest item in the room that this sets off and that has not been set off yet; nobody sets off his own."""
    for number in range(state.lying):
        listens = state.lying_place[number] == state.frame_place[top] and state.lying_trigger[number] == state.frame_way[top]
        if listens and state.lying_since[number] > state.frame_left[top] and state.lying_owner[number] != state.frame_victim[top]:
            return number
    return NONE


@kernel
def push_lying(state, top, number):
    """Put the steps of a lying item under way: its owner is me, here is its room."""
    victim = state.frame_victim[top]
    program = push_frame(state, Frame.PROGRAM, state.lying_owner[number])
    state.frame_place[program] = state.lying_place[number]
    state.frame_victim[program] = victim
    state.frame_step[program] = state.lying_step[number]
    state.frame_end[program] = state.lying_end[number]


@kernel
def use_up(state, chance, since):
    """Count off a trigger of the item laid as number `since`; it may have been discarded meanwhile, with its owner gone."""
    for number in range(state.lying):
        if state.lying_since[number] == since:
            state.lying_uses[number] -= 1
            if state.lying_uses[number] == 0:
                lift_item(state, chance, number)
            return


# --- NPC phase -------------------------------------------------------------------------------------------------------------


@kernel
def first_due_place(state):
    """The room next to the entrance with an NPC that has to leave or to act; the secret room comes last (A31). NONE: no NPC has."""
    found = NONE
    for npc in range(NPCS):
        if state.npc_due[npc] and (found == NONE or state.npc_place[npc] < found):
            found = state.npc_place[npc]
    return found


@kernel
def leaves_here(state, rules, npc):
    """Whether a face-up NPC stands where its card says that it leaves; a face-down room has no name (H09)."""
    if state.npc_status[npc] != NpcStatus.INSIDE or not state.npc_face_up[npc]:
        return False
    place = state.npc_place[npc]
    if place == 0 and rules.npc_leaves_entry[npc]:
        return True
    return state.face_up[place] == 1 and rules.npc_leaves_room[npc, state.room_card[place]] == 1


@kernel
def mark_leaving(state, rules):
    """Which NPCs leave is settled as the phase begins."""
    for npc in range(NPCS):
        state.npc_due[npc] = 1 if leaves_here(state, rules, npc) else 0


@kernel
def npcs_leave(state):
    """NPCs leave room by room, in one room by the first player's choice; then it is settled which act (A32, H20)."""
    if first_due_place(state) != NONE:
        ask(state, Decision.NPC_LEAVE, first_inside(state), NONE)
        return
    for npc in range(NPCS):
        if state.npc_status[npc] == NpcStatus.INSIDE and state.npc_face_up[npc]:
            state.npc_due[npc] = 1
    state.phase = Phase.NPC


@kernel
def send_npc_away(state, rules, chance, npc):
    """An NPC leaves the game; what its card says about that happens where it stood."""
    place = state.npc_place[npc]
    remove_npc(state, chance, npc)
    push_program(state, rules, rules.npc_leave_program[npc], NONE, NONE, NONE, place)


@kernel
def npcs_act(state):
    """INF-26, INF-27: room by room from the entrance, in one room by the first player's choice (A33)."""
    if first_due_place(state) != NONE:
        ask(state, Decision.NPC_ORDER, first_inside(state), NONE)
        return
    state.phase = Phase.SECURITY
    push_triggers(state, Trigger.SECURITY, 0, NONE, NONE)


@kernel
def let_npc_act(state, rules, chance, npc):
    """Items lying in its room go off first; an NPC that is gone then does not act."""
    place = state.npc_place[npc]
    state.npc_due[npc] = 0
    log_event(chance, Event.NPC_ACTS, npc, place, 0)
    push_program(state, rules, rules.npc_program[npc], NONE, npc, NONE, NONE)
    push_triggers(state, Trigger.NPC, place, NONE, npc)


# --- Security phase --------------------------------------------------------------------------------------------------------


@kernel
def security_phase(state, rules, chance):
    """INF-29..32: die and Alarm bring the police nearer, never back (A9); a hushed die is rolled and counts 0 (H08)."""
    die = DIE_LOW + below(chance, Source.DIE, state.security_phases, rules.die_sides)
    log_event(chance, Event.DIE, die, 0, 0)
    if state.hush:
        die = 0
    state.hush = 0
    state.security_phases += 1
    if state.security_phases == MIDGAME:
        state.midgame_alarm = state.alarm
    change_proximity(state, rules, chance, max(0, die + state.alarm))


# --- End and scoring -------------------------------------------------------------------------------------------------------


@kernel
def points_of(state, rules, agent):
    """INF-55, INF-56: data points of what an agent holds."""
    points = value_of(state.tokens[agent])
    for special in range(SPECIALS):
        points += rules.special_value[special] * state.specials[agent, special]
    return points


@kernel
def is_out(state, agent):
    """Whether what an agent holds counts at the end: he escaped, or was released (INF-60)."""
    return state.status[agent] == Status.ESCAPED or state.status[agent] == Status.RELEASED


@kernel
def running_scores(state, rules, scores):
    """What everybody holds now, inside or out; the caught hold nothing that counts."""
    for seat in range(state.seats):
        scores[seat] = 0
    for agent in range(state.agents):
        if state.status[agent] != Status.CAUGHT:
            scores[seat_of(state, agent)] += points_of(state, rules, agent)


@kernel
def climb(state, rules, seat, rungs):
    """INF-55..58, INF-73: a seat's data points, Prototypes, File tokens and Compromising Files, over its agents who are out."""
    for rung in range(LADDER):
        rungs[rung] = 0
    for agent in range(state.agents):
        if seat_of(state, agent) == seat and is_out(state, agent):
            rungs[0] += points_of(state, rules, agent)
            rungs[2] += count_of(state.tokens[agent])
            for special in range(SPECIALS):
                if rules.special_tie_break[special] == PROTOTYPE_RUNG:
                    rungs[1] += state.specials[agent, special]
                elif rules.special_tie_break[special] == COMPROMISING_RUNG:
                    rungs[3] += state.specials[agent, special]


@kernel
def first_difference(ladder, seat, other):
    """The first rung on which two seats differ, LADDER if on none."""
    for rung in range(LADDER):
        if ladder[seat * LADDER + rung] != ladder[other * LADDER + rung]:
            return rung
    return LADDER


@kernel
def seats_out(state, count_released):
    """Seats, as bits, with an agent who is out; the released among them only if asked for."""
    found = 0
    for agent in range(state.agents):
        status = state.status[agent]
        if status == Status.ESCAPED or (count_released and status == Status.RELEASED):
            found |= 1 << seat_of(state, agent)
    return found


@kernel
def standings(state, rules, result):
    """INF-55..62, INF-73: who wins, and which step settled it."""
    ladder = state.options[:]
    ranked = seats_out(state, 1)
    survivors = seats_out(state, 0 if rules.release == Release.NOT_OUT else 1)
    if ranked != 0 and rules.caught_score == CaughtScore.RANKED:
        ranked = (1 << state.seats) - 1
    survivor = NONE
    if size_of(survivors) == 1:
        survivor = 0
        while not survivors >> survivor & 1:
            survivor += 1
    for seat in range(state.seats):
        climb(state, rules, seat, ladder[seat * LADDER : (seat + 1) * LADDER])
    for seat in range(MAX_SEATS):
        result.score[seat] = ladder[seat * LADDER] if seat < state.seats else 0
        result.standing[seat] = rank(state, ladder, ranked, survivor, seat) if seat < state.seats else 0
    settle(state, ladder, ranked, survivor, result)
    result.contenders = still_tied(state, ladder, ranked, result)
    result.reached = steps_asked(result)
    record_columns(state, rules, ladder, survivors, result)


@kernel
def rank(state, ladder, ranked, survivor, seat):
    """1 plus the seats that stand before this one; 0 out of the ranking. A sole survivor stands before all (INF-61)."""
    if not ranked >> seat & 1:
        return 0
    before = 0
    for other in range(state.seats):
        if other != seat and ranked >> other & 1:
            rung = first_difference(ladder, seat, other)
            ahead = rung < LADDER and ladder[other * LADDER + rung] > ladder[seat * LADDER + rung]
            if other == survivor or (seat != survivor and ahead):
                before += 1
    return 1 + before


@kernel
def settle(state, ladder, ranked, survivor, result):
    """The winners, and the last step of the ladder that was needed to tell them from the others."""
    winners = 0
    needed = 0
    for seat in range(state.seats):
        if result.standing[seat] == 1:
            winners |= 1 << seat
            for other in range(state.seats):
                if other != seat and ranked >> other & 1:
                    needed = max(needed, first_difference(ladder, seat, other))
    result.winners = winners
    if winners == 0:
        result.decided_by = NOBODY
    elif survivor != NONE:
        result.decided_by = DecidedBy.SOLE_SURVIVOR
    elif needed == LADDER:
        result.decided_by = SHARED
    else:
        result.decided_by = DecidedBy.SCORE + needed


@kernel
def still_tied(state, ladder, ranked, result):
    """Seats, as bits, among which the step that settled it chose: those in the ranking that all steps before left level with the winner."""
    if result.winners == 0:
        return 0
    if result.decided_by == DecidedBy.SOLE_SURVIVOR:
        return (1 << state.seats) - 1
    if result.decided_by == SHARED:
        return result.winners
    winner = member(result.winners, 0)
    found = result.winners
    for other in range(state.seats):
        if other != winner and ranked >> other & 1 and first_difference(ladder, winner, other) >= result.decided_by - DecidedBy.SCORE:
            found |= 1 << other
    return found


@kernel
def steps_asked(result):
    """Steps, as bits, up to the one that settled it; all of them before a shared win."""
    if result.decided_by == NOBODY:
        return 0
    last = DecidedBy.SCORE + LADDER - 1 if result.decided_by == SHARED else result.decided_by
    return (2 << last) - (1 << DecidedBy.SOLE_SURVIVOR)


@kernel
def record_columns(state, rules, ladder, survivors, result):
    """The game's own columns."""
    result.alarm_end = state.alarm
    result.alarm_round_6 = state.midgame_alarm if state.security_phases >= MIDGAME else state.alarm
    result.proximity_end = state.proximity
    result.security_phases = state.security_phases
    result.players_out = size_of(survivors)
    result.rooms_revealed = 0
    for place in range(PLACES):
        result.rooms_revealed |= state.face_up[place] << place
    for seat in range(MAX_SEATS):
        playing = seat < state.seats
        result.prototypes[seat] = ladder[seat * LADDER + 1] if playing else 0
        result.files[seat] = ladder[seat * LADDER + 2] if playing else 0
        result.compromising_files[seat] = ladder[seat * LADDER + 3] if playing else 0
        clear_seat(result, seat)
    for agent in range(state.agents):
        add_agent(state, rules, result, seat_of(state, agent), agent)
    for item in range(rules.items):
        if state.drawn_at[item]:
            add_draw(state, result, item)


@kernel
def clear_seat(result, seat):
    """No agent counted yet."""
    result.agents[seat] = 0
    result.agents_escaped[seat] = 0
    result.agents_caught[seat] = 0
    result.agents_released[seat] = 0
    result.agents_upstairs[seat] = 0
    result.deepest_place[seat] = 0
    result.secret_visits[seat] = 0
    result.points_lost[seat] = 0
    result.points_prototypes[seat] = 0
    result.points_compromising_files[seat] = 0
    result.points_sludge[seat] = 0
    result.wounds[seat] = 0
    result.advances[seat] = 0
    result.retreats[seat] = 0
    result.interfaces[seat] = 0
    result.downloads[seat] = 0
    result.late_downloads[seat] = 0
    result.dealt[seat] = 0
    result.used[seat] = 0
    result.drawn_rounds[seat] = 0
    result.drawn_used[seat] = 0


@kernel
def add_agent(state, rules, result, seat, agent):
    """Count an agent among his seat's."""
    caught = state.status[agent] == Status.CAUGHT
    released = state.status[agent] == Status.RELEASED
    result.agents[seat] += 1
    result.agents_escaped[seat] += state.status[agent] == Status.ESCAPED
    result.agents_caught[seat] += caught or released
    result.agents_released[seat] += released
    result.agents_upstairs[seat] += state.deepest[agent] >= FLOOR
    result.deepest_place[seat] = max(result.deepest_place[seat], state.deepest[agent])
    result.secret_visits[seat] += state.secret_visits[agent]
    if is_out(state, agent):
        result.points_prototypes[seat] += rules.special_value[Special.PROTOTYPE] * state.specials[agent, Special.PROTOTYPE]
        result.points_compromising_files[seat] += rules.special_value[Special.BLACKMAIL] * state.specials[agent, Special.BLACKMAIL]
        result.points_sludge[seat] += rules.special_value[Special.SLUDGE] * state.specials[agent, Special.SLUDGE]
    if caught:
        result.points_lost[seat] += points_of(state, rules, agent)
    result.wounds[seat] += state.wounds[agent]
    result.advances[seat] += state.cards_resolved[agent, Action.ADVANCE]
    result.retreats[seat] += state.cards_resolved[agent, Action.RETREAT]
    result.interfaces[seat] += state.cards_resolved[agent, Action.INTERFACE]
    result.downloads[seat] += state.cards_resolved[agent, Action.DOWNLOAD]
    result.late_downloads[seat] += state.late_downloads[agent]
    result.dealt[seat] |= state.dealt[agent]
    result.used[seat] |= state.used[agent]


@kernel
def add_draw(state, result, item):
    """Count an item drawn during play by its round, and once more if the seat that drew it has used it."""
    seat, number = seat_of(state, state.drawn_at[item] % AGENTS), state.drawn_at[item] // AGENTS
    before = result.drawn_rounds[seat]
    result.drawn_rounds[seat] = one_more(before, number)
    if result.used[seat] >> item & 1 and result.drawn_rounds[seat] != before:
        result.drawn_used[seat] = one_more(result.drawn_used[seat], number)


# --- What a seat cannot know -----------------------------------------------------------------------------------------------


@kernel
def deal_unseen(state, rules, seat, chance):
    """A58: deal anew all that a seat cannot know, from its own stream, in keeping with what it knows.

    Known are all counts and all that lies open, and of its own agents everything: hands, tokens, rooms looked at, selections. Dealt
    anew are rooms face down and not looked at, items in other hands and in the pile, cards that others have selected in secret, and
    the values of all other File tokens; those that the seat is looking at right now stay.
    """
    deal_rooms(state, rules, seat, chance)
    deal_hands(state, rules, seat, chance)
    deal_tokens(state, seat, chance)


@kernel
def pick_out(chance, seat, cards, count):
    """Take a random card out of the first `count`, the last one fills its place; returns the card."""
    place = bot_below(chance, seat, count)
    card = cards[place]
    cards[place] = cards[count - 1]
    return card


@kernel
def deal_rooms(state, rules, seat, chance):
    """Rooms of each colour that the seat has not seen change places with those that were not laid out."""
    known = 0
    for agent in range(state.agents):
        if seat_of(state, agent) == seat:
            known |= state.scouted[agent]
    for place in range(PLACES):
        known |= state.face_up[place] << place
    seen = 0
    for place in range(PLACES):
        if known >> place & 1:
            seen |= 1 << state.room_card[place]
    for colour in range(COLOURS):
        count = 0
        for room in range(rules.rooms):
            if rules.room_copies[room] and rules.room_colour[room] == colour and not seen >> room & 1:
                state.options[count] = room
                count += 1
        first = colour * FLOOR
        for place in range(first, min(first + FLOOR, PLACES)):
            if not known >> place & 1:
                state.room_card[place] = pick_out(chance, seat, state.options[:], count)
                count -= 1


@kernel
def selects_in_secret(state, seat, agent):
    """Whether an agent of another seat has a card of this round that this seat cannot know, even if he was pushed out with it."""
    return state.card[agent] != NONE and state.shown[agent] != Shown.OPEN and seat_of(state, agent) != seat


@kernel
def deal_hands(state, rules, seat, chance):
    """Items in other hands and in the pile are mixed; then secret selections are chosen anew from what was legal."""
    unseen = 0
    for position in range(state.pile_top, state.pile_count):
        unseen |= 1 << state.pile[position]
    for agent in range(state.agents):
        if selects_in_secret(state, seat, agent) and state.selected[agent] >= Action.ITEM:
            state.hand[agent] |= 1 << (state.selected[agent] - Action.ITEM)
        if seat_of(state, agent) != seat:
            unseen |= state.hand[agent]
    count = 0
    for item in range(rules.items):
        if unseen >> item & 1:
            state.options[count] = item
            count += 1
    for agent in range(state.agents):
        if seat_of(state, agent) != seat:
            held = size_of(state.hand[agent])
            state.hand[agent] = 0
            for _ in range(held):
                state.hand[agent] |= 1 << pick_out(chance, seat, state.options[:], count)
                count -= 1
    for position in range(state.pile_top, state.pile_count):
        state.pile[position] = pick_out(chance, seat, state.options[:], count)
        count -= 1
    for agent in range(state.agents):
        if selects_in_secret(state, seat, agent):
            select_anew(state, rules, seat, agent, chance)


@kernel
def select_anew(state, rules, seat, agent, chance):
    """A selection that could have been made: Delayed agents walk nowhere, the empty-handed had no item, no Extract stayed hidden."""
    first = Action.INTERFACE if state.barred[agent] else Action.ADVANCE
    takes = Action.EXTRACT if rules.take_action == TakeAction.EXTRACT else Action.DOWNLOAD
    count = 0
    for action in range(first, Action.ITEM):
        plain = action < Action.DOWNLOAD or action == takes
        if plain and not (action == Action.EXTRACT and state.shown[agent] == Shown.NO_EXTRACT):
            state.options[count] = action
            count += 1
    if not state.empty_handed[agent]:
        count = list_members(state.hand[agent], Action.ITEM, state.options[:], count)
    action = state.options[bot_below(chance, seat, count)]
    state.card[agent] = action
    if state.selected[agent] == NONE:  # it went back to the hand unseen (H10)
        return
    state.selected[agent] = action
    if action >= Action.ITEM:
        state.hand[agent] &= ~(1 << (action - Action.ITEM))


@kernel
def deal_tokens(state, seat, chance):
    """File tokens that the seat does not hold are mixed; every pile keeps its number."""
    looked_at = NONE
    if state.decision == Decision.TOKEN and state.actor == seat:
        looked_at = here(state, state.depth - 1)
    unseen = state.options[:VALUES]
    unseen[:] = state.reserve[:]
    state.reserve[:] = 0
    add_tokens(unseen, state.voided[:])
    for place in range(PLACES):
        if place != looked_at:
            add_tokens(unseen, state.room_tokens[place])
    for agent in range(state.agents):
        if seat_of(state, agent) != seat:
            add_tokens(unseen, state.tokens[agent])
    redraw_tokens(chance, seat, unseen, state.voided[:])
    for place in range(PLACES):
        if place != looked_at:
            redraw_tokens(chance, seat, unseen, state.room_tokens[place])
    for agent in range(state.agents):
        if seat_of(state, agent) != seat:
            redraw_tokens(chance, seat, unseen, state.tokens[agent])
    state.reserve[:] = unseen


@kernel
def add_tokens(total, tokens):
    """Add one pile's counts to another's."""
    for kind in range(VALUES):
        total[kind] += tokens[kind]


@kernel
def redraw_tokens(chance, seat, unseen, tokens):
    """Replace a pile by as many tokens drawn from the unseen ones."""
    number = count_of(tokens)
    tokens[:] = 0
    for _ in range(number):
        kind = kind_at(unseen, bot_below(chance, seat, count_of(unseen)))
        unseen[kind] -= 1
        tokens[kind] += 1
