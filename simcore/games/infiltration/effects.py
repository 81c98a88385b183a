"""Card effects: programs of steps in the language of `cards/README.md`, and the four actions that steps can perform.

A program is a frame on the stack. `run_program` runs one step of the uppermost one; a step that needs a choice asks and is gone on
with by `answer_step`; a step that moves somebody puts that move on top.
"""

from simcore.bits import list_members, member, size_of
from simcore.games.infiltration.pieces import (
    ask,
    change_alarm,
    change_proximity,
    choose_alternative,
    count_of,
    discard,
    distance,
    draw_items,
    draw_tokens,
    in_turn,
    lay_item,
    leave,
    move_all_tokens,
    place_npc,
    prowls_in,
    push_frame,
    push_move,
    push_program,
    push_triggers,
    remove_npc,
    seat_of,
    stands_in,
    steal_item,
    wake_npcs,
)
from simcore.games.infiltration.state import (
    MANY_EXTRACTS,
    NO_PROGRAM,
    NPCS,
    PLACES,
    SECRET,
    START,
    UNDER_WAY,
    VALUES,
    Action,
    Decision,
    Event,
    ExtractCount,
    Frame,
    NpcStatus,
    PushedOutEscapes,
    RemovedSlotReleases,
    Shown,
    Source,
    Status,
)
from simcore.games.infiltration.vocabulary import Condition, Direction, Face, Place, Target, Trigger, Verb, Who
from simcore.kernel import kernel
from simcore.rng import log_event
from simcore.spec import NONE

# --- The actions, by their cards or by an effect that performs them --------------------------------------------------------


@kernel
def perform(state, rules, chance, agent, action):
    """Begin an action (A56: an effect that performs one does so as if by its card); an ActionWord is the code of its card."""
    if action == Action.ADVANCE:
        push_walk(state, agent, Direction.IN)
    elif action == Action.RETREAT:
        push_walk(state, agent, Direction.OUT)
    elif action == Action.INTERFACE:
        use_interface(state, rules, chance, agent)
    elif action == Action.DOWNLOAD:
        download(state, rules, chance, agent)
    else:
        extract(state, rules, chance, agent)


@kernel
def push_walk(state, agent, way):
    """INF-16, INF-19: put an Advance or Withdraw from where the agent stands under way."""
    top = push_frame(state, Frame.WALK, agent)
    state.frame_way[top] = way
    state.frame_place[top] = state.place[agent]


@kernel
def use_interface(state, rules, chance, agent):
    """INF-22, INF-38: spend a token of the room, which some rooms keep, and run its Interface effect (A26, A27)."""
    place = state.place[agent]
    room = state.room_card[place]
    if rules.room_interface[room] == NO_PROGRAM or state.interface_tokens[place] == 0:
        return
    if not rules.room_interface_keep[room]:
        state.interface_tokens[place] -= 1
        state.interface_left += 1
        state.changes += 1
        log_event(chance, Event.INTERFACE_TOKENS, place, state.interface_tokens[place], 0)
    push_program(state, rules, rules.room_interface[room], agent, NONE, NONE, NONE)


@kernel
def download(state, rules, chance, agent):
    """INF-21: the first to resolve a Download in the room this round takes more (A21)."""
    place = state.place[agent]
    quota = rules.first_download
    if state.downloads_here[place] > 0:
        quota = rules.later_download
        state.late_downloads[agent] += 1
    state.downloads_here[place] += 1
    draw_tokens(state, chance, Source.ROOM_TOKEN, place, state.room_tokens[place], state.tokens[agent], agent, quota)


@kernel
def extract(state, rules, chance, agent):
    """INF-66..68: the share depends on how many agents in the room have Extract as their card of this round (A47..A49)."""
    place = state.place[agent]
    if rules.extract_count != ExtractCount.FIRST or state.extracts_here[place] == 0:
        state.extracts_here[place] = max(1, count_extracts(state, rules, place))
    quota = rules.extract_two
    if state.extracts_here[place] == 1:
        quota = rules.extract_alone
    elif state.extracts_here[place] >= MANY_EXTRACTS:
        quota = rules.extract_more
    draw_tokens(state, chance, Source.ROOM_TOKEN, place, state.room_tokens[place], state.tokens[agent], agent, quota)


@kernel
def count_extracts(state, rules, place):
    """Extract players in a room, now or as the phase began; counting them shows who has selected Extract and who has not."""
    found = 0
    for agent in range(state.agents):
        counts = stands_in(state, agent, place)
        if rules.extract_count == ExtractCount.SNAPSHOT:
            counts = state.start_place[agent] == place
        if counts and state.card[agent] == Action.EXTRACT:
            state.shown[agent] = Shown.OPEN
            found += 1
        elif counts:
            state.shown[agent] = Shown.NO_EXTRACT
    return found


# --- What a step can meet --------------------------------------------------------------------------------------------------


@kernel
def here(state, top):
    """The room a program speaks of: its NPC's, the one it lies in, or its agent's."""
    if state.frame_npc[top] != NONE:
        return state.npc_place[state.frame_npc[top]]
    if state.frame_place[top] != NONE:
        return state.frame_place[top]
    return state.place[state.frame_agent[top]]


@kernel
def operatives(state, top, who):
    """Agents, as bits, whom a step may meet."""
    me = state.frame_agent[top]
    place = here(state, top)
    found = 0
    for agent in range(state.agents):
        if state.status[agent] != Status.INSIDE:
            continue
        at = state.place[agent]
        fits = agent == state.frame_victim[top]
        if who == Who.ME:
            fits = agent == me
        elif who == Who.OTHER or who == Who.OTHERS:
            fits = agent != me and at == place
        elif who == Who.ALL:
            fits = at == place
        elif who == Who.NEAR:
            fits = agent != me and distance(at, place) <= 1
        elif who == Who.ANY:
            fits = agent != me
        elif who == Who.RIVALS:
            fits = seat_of(state, agent) != seat_of(state, me)
        if fits:
            found |= 1 << agent
    return found


@kernel
def within_reach(state, place):
    """Places, as bits, of face-up rooms next to this one in which File tokens lie."""
    found = 0
    for other in range(PLACES):
        if distance(place, other) == 1 and state.face_up[other] and count_of(state.room_tokens[other]) > 0:
            found |= 1 << other
    return found


@kernel
def unknown_rooms(state, agent):
    """Places, as bits, of face-down rooms that an agent has not looked at."""
    found = 0
    for place in range(PLACES):
        if not state.face_up[place] and not state.scouted[agent] >> place & 1:
            found |= 1 << place
    return found


@kernel
def list_targets(state, place, target, reach, actions):
    """What can be destroyed from here: locks, scientists, NPCs within a distance (INF-28, INF-39, INF-40)."""
    count = 0
    if target == Target.LOCK or target == Target.SLOT:
        for other in range(PLACES):
            if state.locks[other] > 0 and distance(place, other) <= reach:
                actions[count] = Action.LOCK + other
                count += 1
    if target == Target.SCIENTIST or target == Target.SLOT:
        for other in range(PLACES):
            if state.scientists[other] > 0 and distance(place, other) <= reach:
                actions[count] = Action.SCIENTIST + other
                count += 1
    if target == Target.NPC:
        for npc in range(NPCS):
            if state.npc_status[npc] == NpcStatus.INSIDE and distance(place, state.npc_place[npc]) <= reach:
                actions[count] = Action.NPC + npc
                count += 1
    return count


@kernel
def list_moves(state, place, way, farthest, actions):
    """All distances, both ways if the step leaves that open, even beyond the end of the line (H03); none in the secret room."""
    count = 0
    if place == SECRET:
        return count
    if way != Direction.OUT:
        for steps in range(farthest):
            actions[count] = Action.MOVE_IN + steps
            count += 1
    if way != Direction.IN:
        for steps in range(farthest):
            actions[count] = Action.MOVE_OUT + steps
            count += 1
    return count


@kernel
def list_answers(state, rules, actions):
    """Legal answers to what the uppermost program asks."""
    top = state.depth - 1
    decision = state.decision
    count = 0
    if decision == Decision.ALTERNATIVE:
        for alternative in range(rules.alternatives[state.frame_program[top]]):
            actions[count] = Action.ALTERNATIVE + alternative
            count += 1
        return count
    step = rules.steps[state.frame_step[top]]
    if decision == Decision.OPERATIVE:
        count = list_members(operatives(state, top, step[1]), Action.OPERATIVE, actions, 0)
    elif decision == Decision.MOVE:
        count = list_moves(state, here(state, top), step[1], step[2], actions)
    elif decision == Decision.ROOM:
        places = unknown_rooms(state, state.agent) if step[0] == Verb.SCOUT else within_reach(state, here(state, top))
        count = list_members(places, Action.ROOM, actions, 0)
    elif decision == Decision.TOKEN:
        tokens = state.room_tokens[here(state, top)]
        for kind in range(VALUES):
            if tokens[kind] > 0:
                actions[count] = Action.TOKEN + kind
                count += 1
    elif decision == Decision.DISCARD:
        count = list_members(state.hand[state.agent], Action.ITEM, actions, 0)
    elif decision == Decision.DESTROY:
        count = list_targets(state, here(state, top), step[1], step[2], actions)
    else:
        actions[0] = Action.GO_ON
        actions[1] = Action.STOP
        count = 2
    return count


# --- Steps -----------------------------------------------------------------------------------------------------------------


@kernel
def run_program(state, rules, chance):
    """Run a step of the uppermost program; take it from the stack once it is done, or its agent or NPC is gone.

    A step that meets several operatives is finished even when it puts its own agent out of the building first.
    """
    top = state.depth - 1
    me = state.frame_agent[top]
    npc = state.frame_npc[top]
    agent_gone = me != NONE and state.status[me] != Status.INSIDE and state.frame_targets[top] == 0
    npc_gone = npc != NONE and state.npc_status[npc] != NpcStatus.INSIDE
    if agent_gone or npc_gone:
        state.depth = top
    elif state.frame_step[top] == NONE:
        ask(state, Decision.ALTERNATIVE, seat_of(state, me), me)
    elif state.frame_step[top] == state.frame_end[top]:
        state.depth = top
    else:
        run_step(state, rules, chance, top, rules.steps[state.frame_step[top]])


@kernel
def next_step(state, top):
    """Go on with the following step."""
    state.frame_step[top] += 1
    state.frame_stage[top] = START


@kernel
def drop_rest(state, top):
    """What follows in this program is not run."""
    state.frame_step[top] = state.frame_end[top]


@kernel
def run_step(state, rules, chance, top, step):
    """Run a step, or go on with one that is under way."""
    verb = step[0]
    if state.frame_stage[top] == START:
        if verb == Verb.IF_DONE and state.changes == state.frame_mark[top]:
            drop_rest(state, top)
            return
        state.frame_mark[top] = state.changes
    if verb == Verb.DISCARD_ITEM or verb == Verb.PICK or verb == Verb.SCOUT:
        choose_several(state, chance, top, verb, step[1])
    elif verb == Verb.STEAL_ITEM or verb == Verb.LOSE or verb == Verb.STEAL or verb == Verb.PUSH:
        meet_operatives(state, rules, chance, top, verb, step[1], step[2])
    elif verb == Verb.WOUND or verb == Verb.DELAY or verb == Verb.HEAL:
        meet_operatives(state, rules, chance, top, verb, step[1], 1)
    elif verb == Verb.REACH:
        ask_me(state, top, Decision.ROOM)
    elif verb == Verb.DESTROY:
        ask_me(state, top, Decision.DESTROY)
    elif verb == Verb.MOVE:
        ask_me(state, top, Decision.MOVE)
    elif verb == Verb.MAY:
        ask_me(state, top, Decision.MAY)
    elif verb == Verb.NPC_RETREAT:
        move_npc(state, chance, top, step[1])
    elif verb == Verb.ACT:
        next_step(state, top)
        perform(state, rules, chance, state.frame_agent[top], step[1])
    elif verb == Verb.STAY:
        stay(state, chance, top, step[1], step[2])
    elif verb == Verb.IF:
        if holds(state, top, step[1], step[2]):
            next_step(state, top)
        else:
            drop_rest(state, top)
    else:
        next_step(state, top)
        do_at_once(state, rules, chance, top, verb, step[1], step[2])


@kernel
def ask_me(state, top, decision):
    """Ask the agent whose program it is."""
    me = state.frame_agent[top]
    ask(state, decision, seat_of(state, me), me)


@kernel
def do_at_once(state, rules, chance, top, verb, first, second):
    """Steps without a choice and without an end of their own to wait for; `first`, `second`: the words after the verb."""
    me = state.frame_agent[top]
    place = here(state, top)
    if verb == Verb.ALARM:
        change_alarm(state, chance, first)
    elif verb == Verb.PROXIMITY:
        change_proximity(state, rules, chance, first)
    elif verb == Verb.HUSH:
        state.changes += 1 - state.hush
        state.hush = 1
        log_event(chance, Event.HUSHED, 0, 0, 0)
    elif verb == Verb.DRAW_ITEM:
        draw_items(state, chance, me, first)
    elif verb == Verb.SPECIAL:
        take_special(state, rules, chance, me, place, first, second)
    elif verb == Verb.TAKE:
        draw_tokens(state, chance, Source.ROOM_TOKEN, place, state.room_tokens[place], state.tokens[me], me, first)
    elif verb == Verb.GAIN:
        draw_tokens(state, chance, Source.GAIN, me, state.reserve[:], state.tokens[me], me, first)
    elif verb == Verb.PLACE:
        draw_tokens(state, chance, Source.PUT_OUT, place, state.reserve[:], state.room_tokens[place], NONE, first)
    elif verb == Verb.VOID:
        log_event(chance, Event.FILES_VOIDED, place, count_of(state.room_tokens[place]), 0)
        move_all_tokens(state, state.room_tokens[place], state.voided[:])
    elif verb == Verb.ADD_INTERFACE:
        add_interface(state, rules, chance, place, first)
    elif verb == Verb.CLEAR:
        clear_room(state, rules, chance, state.frame_npc[top], place)
    elif verb == Verb.ESCAPE:
        leave(state, chance, me)
    elif verb == Verb.GUARD:
        state.guards[me] += first
        state.changes += 1
        log_event(chance, Event.GUARDED, me, 0, 0)
    elif verb == Verb.NPC:
        place_npc(state, chance, first, place, 1 if second == Face.UP else 0)
    elif verb == Verb.WAKE:
        wake_npcs(state, chance, place)


@kernel
def take_special(state, rules, chance, me, place, special, where):
    """Take a special card from the supply, or lay it on the room if none lies there."""
    if state.special_supply[special] == 0:
        return
    if where == Place.HAND:
        state.specials[me, special] += 1
        log_event(chance, Event.SPECIAL_TAKEN, me, special, 0)
    elif state.sludge_uses[place] == 0 and rules.special_room_uses[special] > 0:
        state.sludge_uses[place] = rules.special_room_uses[special]
        log_event(chance, Event.SPECIAL_LAID, special, place, 0)
    else:
        return
    state.special_supply[special] -= 1
    state.changes += 1


@kernel
def add_interface(state, rules, chance, place, wanted):
    """Put interface tokens on a face-up room that has an Interface effect, as many as there are."""
    if state.face_up[place] and rules.room_interface[state.room_card[place]] != NO_PROGRAM:
        added = min(wanted, state.interface_left)
        state.interface_left -= added
        state.interface_tokens[place] += added
        state.changes += added
        if added > 0:
            log_event(chance, Event.INTERFACE_TOKENS, place, state.interface_tokens[place], 0)


@kernel
def free_slot(state, rules, chance, place, files, releases):
    """A lock or scientist token goes back to the supply; its files come into the room if it was destroyed (A23)."""
    state.slot_tokens += 1
    state.changes += 1
    if releases:
        draw_tokens(state, chance, Source.PUT_OUT, place, state.reserve[:], state.room_tokens[place], NONE, files)


@kernel
def clear_room(state, rules, chance, npc, place):
    """All other NPCs of the room leave the game, all locks and scientists are removed."""
    releases = 1 if rules.removed_slot_releases == RemovedSlotReleases.FILES else 0
    for other in range(NPCS):
        if other != npc and prowls_in(state, other, place):
            remove_npc(state, chance, other)
    room = state.room_card[place]
    while state.locks[place] > 0:
        state.locks[place] -= 1
        log_event(chance, Event.LOCK_BROKEN, place, 0, 0)
        free_slot(state, rules, chance, place, rules.room_lock_files[room], releases)
    while state.scientists[place] > 0:
        state.scientists[place] -= 1
        log_event(chance, Event.SCIENTIST_GONE, place, 0, 0)
        free_slot(state, rules, chance, place, rules.room_scientist_files[room], releases)


@kernel
def holds(state, top, condition, number):
    """Whether a condition is true now."""
    if condition == Condition.ALARM_GE:
        return state.alarm >= number
    if condition == Condition.ALARM_LE:
        return state.alarm <= number
    if condition == Condition.FILES_GE:
        return count_of(state.tokens[state.frame_agent[top]]) >= number
    return operatives(state, top, Who.OTHER) != 0


@kernel
def stay(state, chance, top, trigger, uses):
    """The item lies down here; what follows in it runs on its triggers."""
    me = state.frame_agent[top]
    item = state.selected[me] - Action.ITEM
    lay_item(state, chance, item, me, here(state, top), trigger, uses, state.frame_step[top] + 1, state.frame_end[top])
    state.selected[me] = NONE
    drop_rest(state, top)


@kernel
def move_npc(state, chance, top, rooms):
    """An NPC goes towards the entrance room by room; items lying there react. In the entry room it leaves the game (A35)."""
    if state.frame_stage[top] == START:
        state.frame_stage[top] = UNDER_WAY
        state.frame_left[top] = rooms
    npc = state.frame_npc[top]
    place = state.npc_place[npc]
    if state.frame_left[top] == 0 or place == SECRET:
        next_step(state, top)
    elif place == 0:
        remove_npc(state, chance, npc)
    else:
        state.frame_left[top] -= 1
        state.npc_place[npc] = place - 1
        state.changes += 1
        log_event(chance, Event.NPC_MOVES, npc, place - 1, 0)
        push_triggers(state, Trigger.NPC, place - 1, NONE, npc)


@kernel
def choose_several(state, chance, top, verb, number):
    """Discard, pick or look at several, one after the other; not asked when all there are have to go (H14)."""
    if state.frame_stage[top] == START:
        state.frame_stage[top] = UNDER_WAY
        state.frame_left[top] = number
    me = state.frame_agent[top]
    place = here(state, top)
    available = size_of(state.hand[me])
    if verb == Verb.PICK:
        available = count_of(state.room_tokens[place])
    elif verb == Verb.SCOUT:
        available = size_of(unknown_rooms(state, me))
    left = state.frame_left[top]
    if left > 0 and available > left:
        if verb == Verb.PICK:
            ask_me(state, top, Decision.TOKEN)
        elif verb == Verb.SCOUT:
            ask_me(state, top, Decision.ROOM)
        else:
            ask_me(state, top, Decision.DISCARD)
        return
    next_step(state, top)
    if left == 0 or available == 0:
        return
    if verb == Verb.PICK:
        log_picks(chance, me, place, state.room_tokens[place])
        move_all_tokens(state, state.room_tokens[place], state.tokens[me])
    elif verb == Verb.SCOUT:
        log_event(chance, Event.LOOKS, me, unknown_rooms(state, me), 0)
        state.scouted[me] |= unknown_rooms(state, me)
        state.changes += 1
    else:
        while state.hand[me] != 0:
            item = member(state.hand[me], 0)
            state.hand[me] &= ~(1 << item)
            discard(state, item)
            log_event(chance, Event.ITEM_DISCARDED, me, item, 0)


@kernel
def log_picks(chance, me, place, tokens):
    """Note that an agent gets all File tokens of a room, lowest values first."""
    for kind in range(VALUES):
        for _ in range(tokens[kind]):
            log_event(chance, Event.FILE_PICKED, me, kind + 1, place)


# --- Steps that meet operatives --------------------------------------------------------------------------------------------


@kernel
def meet_operatives(state, rules, chance, top, verb, who, number):
    """One operative of me's choice, or several in turn order (A57)."""
    if state.frame_stage[top] == START:
        if who == Who.OTHER or who == Who.NEAR or who == Who.ANY:
            ask_me(state, top, Decision.OPERATIVE)
            return
        state.frame_stage[top] = UNDER_WAY
        state.frame_targets[top] = operatives(state, top, who)
    for position in range(state.agents):
        agent = in_turn(state, position)
        if state.frame_targets[top] >> agent & 1:
            state.frame_targets[top] &= ~(1 << agent)
            if state.status[agent] == Status.INSIDE:
                meet(state, rules, chance, state.frame_agent[top], agent, verb, number)
                return
    next_step(state, top)


@kernel
def meet(state, rules, chance, me, agent, verb, number):
    """Heal or harm an operative; a guard cancels a harm that would have an effect (INF-48, INF-49)."""
    if verb == Verb.HEAL:
        if state.wounded[agent]:
            log_event(chance, Event.HEALED, agent, 0, 0)
        state.changes += state.wounded[agent]
        state.wounded[agent] = 0
        return
    if not harmful(state, rules, me, agent, verb):
        return
    if state.guards[agent] > 0:
        state.guards[agent] -= 1
        state.changes += 1
        log_event(chance, Event.GUARD_WORKS, agent, 0, 0)
    elif verb == Verb.WOUND:
        state.wounded[agent] = 1
        state.wounds[agent] += 1
        state.changes += 1
        log_event(chance, Event.WOUNDED, agent, 0, 0)
    elif verb == Verb.DELAY:
        state.delayed[agent] = 1
        state.changes += 1
        log_event(chance, Event.DELAYED, agent, 0, 0)
    elif verb == Verb.LOSE:
        draw_tokens(state, chance, Source.AGENT_TOKEN, agent, state.tokens[agent], state.reserve[:], NONE, number)
    elif verb == Verb.STEAL:
        draw_tokens(state, chance, Source.AGENT_TOKEN, agent, state.tokens[agent], state.tokens[me], me, number)
    elif verb == Verb.STEAL_ITEM:
        for _ in range(min(number, size_of(state.hand[agent]))):
            steal_item(state, chance, me, agent)
    else:
        push_move(state, agent, Direction.OUT, number, 1)


@kernel
def harmful(state, rules, me, agent, verb):
    """Whether a harm would have any effect."""
    if verb == Verb.WOUND:
        return not state.wounded[agent]
    if verb == Verb.DELAY:
        return not state.delayed[agent]
    if verb == Verb.LOSE:
        return count_of(state.tokens[agent]) > 0
    if verb == Verb.STEAL:
        return agent != me and count_of(state.tokens[agent]) > 0
    if verb == Verb.STEAL_ITEM:
        return agent != me and state.hand[agent] != 0
    at = state.place[agent]
    return at != SECRET and (at > 0 or rules.pushed_out_escapes == PushedOutEscapes.YES)


# --- Answers ---------------------------------------------------------------------------------------------------------------


@kernel
def answer_step(state, rules, chance, decision, action):
    """Go on with the step that asked; `action` is NONE when nothing could be chosen."""
    top = state.depth - 1
    me = state.frame_agent[top]
    if decision == Decision.ALTERNATIVE:
        choose_alternative(state, rules, top, action - Action.ALTERNATIVE)
        return
    step = rules.steps[state.frame_step[top]]
    place = here(state, top)
    if decision == Decision.OPERATIVE:
        state.frame_stage[top] = UNDER_WAY
        state.frame_targets[top] = 0 if action == NONE else 1 << (action - Action.OPERATIVE)
    elif decision == Decision.TOKEN:
        state.frame_left[top] -= 1
        state.room_tokens[place, action - Action.TOKEN] -= 1
        state.tokens[me, action - Action.TOKEN] += 1
        state.changes += 1
        log_event(chance, Event.FILE_PICKED, me, action - Action.TOKEN + 1, place)
    elif decision == Decision.DISCARD:
        state.frame_left[top] -= 1
        state.hand[me] &= ~(1 << (action - Action.ITEM))
        discard(state, action - Action.ITEM)
    elif decision == Decision.ROOM and step[0] == Verb.SCOUT:
        state.frame_left[top] -= 1
        state.scouted[me] |= 1 << (action - Action.ROOM)
        state.changes += 1
    elif decision == Decision.MAY and action == Action.STOP:
        drop_rest(state, top)
    else:
        next_step(state, top)
        if action == NONE or decision == Decision.MAY:
            return
        if decision == Decision.ROOM:
            other = action - Action.ROOM
            draw_tokens(state, chance, Source.ROOM_TOKEN, other, state.room_tokens[other], state.tokens[me], me, step[1])
        elif decision == Decision.MOVE:
            if action < Action.MOVE_OUT:
                push_move(state, me, Direction.IN, action - Action.MOVE_IN + 1, 0)
            else:
                push_move(state, me, Direction.OUT, action - Action.MOVE_OUT + 1, 0)
        else:
            destroy(state, rules, chance, action)


@kernel
def destroy(state, rules, chance, action):
    """INF-28, INF-39, INF-40: destroy a lock, a scientist or an NPC."""
    if action >= Action.NPC:
        remove_npc(state, chance, action - Action.NPC)
    elif action >= Action.SCIENTIST:
        place = action - Action.SCIENTIST
        state.scientists[place] -= 1
        log_event(chance, Event.SCIENTIST_GONE, place, 0, 0)
        free_slot(state, rules, chance, place, rules.room_scientist_files[state.room_card[place]], 1)
    else:
        place = action - Action.LOCK
        state.locks[place] -= 1
        log_event(chance, Event.LOCK_BROKEN, place, 0, 0)
        free_slot(state, rules, chance, place, rules.room_lock_files[state.room_card[place]], 1)
