"""The pieces of the game and how they move: File tokens, items, agents, NPCs, the two dials; and the stack of what is under way.

Whatever changes here raises `changes`, by which `if_done` tells a step that did something from one that did not.
"""

from simcore.bits import member, size_of
from simcore.games.infiltration.state import (
    AGENTS,
    ALARM_HIGH,
    ALARM_LOW,
    EVENTS_A_PLACE,
    NPCS,
    PLACES,
    SECRET,
    SPECIALS,
    START,
    VALUES,
    Action,
    EndReason,
    Event,
    Frame,
    NpcStatus,
    Phase,
    Release,
    Source,
    Status,
)
from simcore.kernel import kernel
from simcore.rng import below, log_event
from simcore.spec import NONE

FAR = SECRET
"""Distance of the secret room from every other: further than any effect reaches."""


# --- Who and where --------------------------------------------------------------------------------------------------------


@kernel
def seat_of(state, agent):
    """Seat whose agent this is."""
    return agent * state.seats // state.agents


@kernel
def in_turn(state, position):
    """Agent at a position of the turn order, which begins with the first player; a before b (INF-15, INF-72)."""
    return (state.first_player * state.agents // state.seats + position) % state.agents


@kernel
def first_inside(state):
    """Seat of the first player, or of his stand-in once he has nobody inside (A6, H01)."""
    for position in range(state.agents):
        agent = in_turn(state, position)
        if state.status[agent] == Status.INSIDE:
            return seat_of(state, agent)
    return state.first_player


@kernel
def seats_inside(state):
    """Seats, as bits, with an agent in the building: those that still take part."""
    found = 0
    for agent in range(state.agents):
        if state.status[agent] == Status.INSIDE:
            found |= 1 << seat_of(state, agent)
    return found


@kernel
def distance(place, other):
    """Steps along the line; the secret room is near nothing (INF-47)."""
    if place == other:
        return 0
    if place == SECRET or other == SECRET:
        return FAR
    return abs(place - other)


@kernel
def stands_in(state, agent, place):
    """Whether an agent is inside, in this room."""
    return state.status[agent] == Status.INSIDE and state.place[agent] == place


@kernel
def prowls_in(state, npc, place):
    """Whether an NPC is in the building, in this room."""
    return state.npc_status[npc] == NpcStatus.INSIDE and state.npc_place[npc] == place


# --- What is under way ----------------------------------------------------------------------------------------------------


@kernel
def ask(state, decision, seat, agent):
    """Stop for a choice; one that has a single answer is answered by `rules.run`."""
    state.decision = decision
    state.actor = seat
    state.agent = agent


@kernel
def push_frame(state, kind, agent):
    """Put something under way; returns its place on the stack."""
    top = state.depth
    state.depth = top + 1
    state.frame_kind[top] = kind
    state.frame_stage[top] = START
    state.frame_agent[top] = agent
    state.frame_place[top] = NONE
    state.frame_npc[top] = NONE
    state.frame_victim[top] = NONE
    state.frame_program[top] = 0
    state.frame_step[top] = NONE
    state.frame_end[top] = 0
    state.frame_way[top] = 0
    state.frame_flag[top] = 0
    state.frame_left[top] = 0
    state.frame_targets[top] = 0
    state.frame_mark[top] = state.changes
    return top


@kernel
def push_program(state, rules, program, agent, npc, victim, place):
    """Put a card's program under way, if it has one; `agent` is its me, `place` fixes its here."""
    if rules.alternatives[program] == 0:
        return
    top = push_frame(state, Frame.PROGRAM, agent)
    state.frame_npc[top] = npc
    state.frame_victim[top] = victim
    state.frame_place[top] = place
    state.frame_program[top] = program
    if rules.alternatives[program] == 1:
        choose_alternative(state, rules, top, 0)


@kernel
def choose_alternative(state, rules, top, alternative):
    """Begin with the first step of one of a program's alternatives."""
    program = state.frame_program[top]
    state.frame_step[top] = rules.first_step[program, alternative]
    state.frame_end[top] = state.frame_step[top] + rules.step_count[program, alternative]


@kernel
def push_move(state, agent, way, rooms, forced):
    """Put a move of several rooms, one after the other, under way."""
    top = push_frame(state, Frame.MOVE, agent)
    state.frame_way[top] = way
    state.frame_left[top] = rooms
    state.frame_flag[top] = forced


@kernel
def push_enter(state, chance, agent, place, reveals):
    """Put an agent into a room, which he now enters; `reveals`: by an action that turns it up under every reading of A18."""
    state.place[agent] = place
    state.changes += 1
    log_event(chance, Event.ENTERS, agent, place, state.face_up[place])
    if place != SECRET:
        state.deepest[agent] = max(state.deepest[agent], place)
    top = push_frame(state, Frame.ENTER, agent)
    state.frame_place[top] = place
    state.frame_flag[top] = reveals


@kernel
def push_triggers(state, trigger, place, victim, npc):
    """Put the items lying in a room that this sets off under way; at Security all rooms from `place` on."""
    top = push_frame(state, Frame.TRIGGERS, NONE)
    state.frame_way[top] = trigger
    state.frame_place[top] = place
    state.frame_victim[top] = victim
    state.frame_npc[top] = npc
    state.frame_left[top] = NONE


# --- File tokens ----------------------------------------------------------------------------------------------------------


@kernel
def count_of(tokens):
    """How many File tokens a pile has, given by value."""
    return tokens[0] + tokens[1] + tokens[2]


@kernel
def value_of(tokens):
    """What a pile's File tokens are worth together."""
    return tokens[0] + 2 * tokens[1] + 3 * tokens[2]


@kernel
def kind_at(tokens, number):
    """Index of the value of the token that has `number` others before it, lowest values first."""
    kind = 0
    while number >= tokens[kind]:
        number -= tokens[kind]
        kind += 1
    return kind


@kernel
def natural_event(state, source, key):
    """Event of the next draw from a source at this place or from this agent, which is hereby made."""
    counter = source - Source.PUT_OUT
    event = key * EVENTS_A_PLACE + state.draws[counter, key]
    state.draws[counter, key] += 1
    return event


@kernel
def draw_tokens(state, chance, source, key, origin, target, taker, wanted):
    """Move File tokens at random from one pile to another, as many as there are (A22, A25).

    `key`: place or agent of the draw; `taker`: whose the other pile is, NONE if no agent's.
    """
    for _ in range(min(wanted, count_of(origin))):
        kind = kind_at(origin, below(chance, source, natural_event(state, source, key), count_of(origin)))
        origin[kind] -= 1
        target[kind] += 1
        state.changes += 1
        log_event(chance, Event.TOKEN, source, kind + 1, key + PLACES * (taker + 1))


@kernel
def move_all_tokens(state, origin, target):
    """Move all File tokens of a pile to another."""
    for kind in range(VALUES):
        state.changes += origin[kind]
        target[kind] += origin[kind]
        origin[kind] = 0


# --- Items ----------------------------------------------------------------------------------------------------------------


@kernel
def draw_items(state, chance, agent, wanted):
    """Give an agent items from the top of the pile, as many as there are; nothing is shuffled anew (A54)."""
    for _ in range(min(wanted, state.pile_count - state.pile_top)):
        state.hand[agent] |= 1 << state.pile[state.pile_top]
        state.drawn_at[state.pile[state.pile_top]] = state.rounds * AGENTS + agent
        log_event(chance, Event.ITEM_DRAWN, agent, state.pile[state.pile_top], 0)
        state.pile_top += 1
        state.changes += 1


@kernel
def discard(state, item):
    """Put an item on the discard pile (INF-77)."""
    state.discards[state.discarded] = item
    state.discarded += 1
    state.changes += 1


@kernel
def steal_item(state, chance, agent, victim):
    """Give an agent a random item from the hand of another."""
    event = natural_event(state, Source.STOLEN_ITEM, victim)
    item = member(state.hand[victim], below(chance, Source.STOLEN_ITEM, event, size_of(state.hand[victim])))
    state.hand[victim] &= ~(1 << item)
    state.hand[agent] |= 1 << item
    state.changes += 1
    log_event(chance, Event.ITEM_STOLEN, item, victim, agent)


@kernel
def lay_item(state, chance, item, owner, place, trigger, uses, step, end):
    """Lay an item on a room, where each trigger runs its steps `step` to `end` (INF-24)."""
    number = state.lying
    state.lying += 1
    state.lying_item[number] = item
    state.lying_owner[number] = owner
    state.lying_place[number] = place
    state.lying_trigger[number] = trigger
    state.lying_uses[number] = uses
    state.lying_step[number] = step
    state.lying_end[number] = end
    state.lying_since[number] = state.laid
    state.laid += 1
    state.changes += 1
    log_event(chance, Event.ITEM_LAID, item, owner, place)


@kernel
def lift_item(state, chance, number):
    """Put an item that lies in a room on the discard pile; the younger ones close up."""
    discard(state, state.lying_item[number])
    log_event(chance, Event.LYING_ITEM_GONE, state.lying_item[number], state.lying_owner[number], 0)
    state.lying -= 1
    for younger in range(number, state.lying):
        state.lying_item[younger] = state.lying_item[younger + 1]
        state.lying_owner[younger] = state.lying_owner[younger + 1]
        state.lying_place[younger] = state.lying_place[younger + 1]
        state.lying_trigger[younger] = state.lying_trigger[younger + 1]
        state.lying_uses[younger] = state.lying_uses[younger + 1]
        state.lying_step[younger] = state.lying_step[younger + 1]
        state.lying_end[younger] = state.lying_end[younger + 1]
        state.lying_since[younger] = state.lying_since[younger + 1]


@kernel
def lift_items_of(state, chance, owner):
    """Items of an agent who has left do not stay on their rooms."""
    number = 0
    while number < state.lying:
        if state.lying_owner[number] == owner:
            lift_item(state, chance, number)
        else:
            number += 1


# --- The dials, and the end -----------------------------------------------------------------------------------------------


@kernel
def change_alarm(state, chance, amount):
    """INF-74: Alarm up or down within its dial."""
    level = max(ALARM_LOW, min(ALARM_HIGH, state.alarm + amount))
    if level != state.alarm:
        log_event(chance, Event.ALARM, state.alarm, level, 0)
        state.alarm = level
        state.changes += 1


@kernel
def change_proximity(state, rules, chance, amount):
    """INF-30..32: the police come nearer or draw back; at the limit the game is over at once (A2, A3, A10)."""
    level = max(0, min(rules.proximity_limit, state.proximity + amount))
    if level != state.proximity:
        log_event(chance, Event.PROXIMITY, state.proximity, level, 0)
        state.proximity = level
        state.changes += 1
    if level >= rules.proximity_limit:
        log_event(chance, Event.POLICE, 0, 0, 0)
        catch_everybody(state, rules, chance)
        end_game(state, EndReason.POLICE)


@kernel
def catch_everybody(state, rules, chance):
    """INF-59, INF-60: agents inside are caught; each gives up one Compromising File if he has it, and is released."""
    for agent in range(state.agents):
        if state.status[agent] == Status.INSIDE:
            state.status[agent] = Status.CAUGHT
            for special in range(SPECIALS):
                if state.status[agent] == Status.CAUGHT and rules.special_release[special] and state.specials[agent, special] > 0:
                    state.status[agent] = Status.RELEASED
                    state.secret_from[agent] = NONE
                    if rules.release != Release.KEPT:
                        state.specials[agent, special] -= 1
            if state.status[agent] == Status.RELEASED:
                log_event(chance, Event.RELEASED, agent, 0, 0)
            else:
                log_event(chance, Event.CAUGHT, agent, 0, 0)
    state.active = seats_inside(state)


@kernel
def end_game(state, reason):
    """Nothing further happens."""
    state.end_reason = reason
    state.phase = Phase.OVER
    state.actor = NONE
    state.agent = NONE
    state.decision = NONE
    state.depth = 0


@kernel
def leave(state, chance, agent):
    """INF-20, INF-54: an agent is out with all he holds; a card that he has not begun to resolve goes back to his hand (H10)."""
    state.status[agent] = Status.ESCAPED
    state.place[agent] = NONE
    state.secret_from[agent] = NONE
    state.changes += 1
    log_event(chance, Event.ESCAPES, agent, 0, 0)
    resolving = state.depth > 0 and state.frame_kind[0] == Frame.RESOLVE and state.frame_agent[0] == agent
    if state.selected[agent] != NONE and not resolving:
        if state.selected[agent] >= Action.ITEM:
            state.hand[agent] |= 1 << (state.selected[agent] - Action.ITEM)
        state.selected[agent] = NONE
    lift_items_of(state, chance, agent)
    state.active = seats_inside(state)
    if state.active == 0:
        end_game(state, EndReason.EVERYBODY_OUT)


# --- NPCs -----------------------------------------------------------------------------------------------------------------


@kernel
def place_npc(state, chance, npc, place, face_up):
    """INF-25: an NPC that is still set aside comes into a room."""
    if state.npc_status[npc] == NpcStatus.ASIDE:
        state.npc_status[npc] = NpcStatus.INSIDE
        state.npc_place[npc] = place
        state.npc_face_up[npc] = face_up
        state.changes += 1
        log_event(chance, Event.NPC_ARRIVES, npc, place, face_up)


@kernel
def remove_npc(state, chance, npc):
    """An NPC leaves the game for good."""
    log_event(chance, Event.NPC_LEAVES, npc, state.npc_place[npc], state.phase)
    state.npc_status[npc] = NpcStatus.OUT
    state.npc_place[npc] = NONE
    state.npc_face_up[npc] = 0
    state.npc_due[npc] = 0
    state.changes += 1


@kernel
def wake_npcs(state, chance, place):
    """Turn up all face-down NPCs of a room."""
    for npc in range(NPCS):
        if prowls_in(state, npc, place) and not state.npc_face_up[npc]:
            state.npc_face_up[npc] = 1
            state.changes += 1
            log_event(chance, Event.NPC_TURNED_UP, npc, place, 0)
