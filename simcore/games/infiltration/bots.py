"""Rating an action by the outlook it leads to, from what the acting seat can see.

An *outlook* is where the agent would stand and what he would hold: place, points, files lying at hand, the two dials, wounds. Each
action is a short program in the language of the cards (an Advance, a Download, an item, an Interface), so one reading of that
language, `foresee`, turns an action into its outlook, whatever the card set; `appraise` then says what an outlook is worth: the
chance to get out in time, times the worth of what will be held by then. Nothing is played out, nothing is drawn, and only public
facts, the seat's own cards and the rooms it has looked at are read.

Everything is written into one float64 array, here called `look`: the outlook at work, copies of others, and facts of the situation.
"""

from simcore.bits import size_of
from simcore.bots import bounded
from simcore.games.infiltration.pieces import count_of, distance, stands_in, value_of
from simcore.games.infiltration.state import (
    AGENTS,
    ALARM_HIGH,
    ALARM_LOW,
    COLOURS,
    DIE_LOW,
    FLOOR,
    LAST,
    MANY_EXTRACTS,
    NO_PROGRAM,
    NPCS,
    PLACES,
    SECRET,
    SPECIALS,
    VALUES,
    Action,
    Colour,
    Decision,
    NpcStatus,
    Phase,
    SecretDoor,
    SecretExit,
    Status,
    TakeAction,
    Weight,
    When,
)
from simcore.games.infiltration.vocabulary import ActionWord, Condition, Direction, Face, Place, Target, Trigger, Verb, Who
from simcore.kernel import kernel
from simcore.spec import NONE

# --- The array: the outlook at work, copies of outlooks, facts ------------------------------------------------------------

PLACE = 0  # where the agent stands
GONE = 1  # 1: out of the building
POINTS = 2  # data points he holds
TOKENS = 3  # File tokens he holds
HERE = 4  # File tokens lying in his room
CONSOLE = 5  # interface tokens there
ALARM = 6  # change of the alarm
PROXIMITY = 7  # change of Proximity
ITEMS = 8  # change of the number of items in hand
FAVOURS = 9  # everything else, in data points: rivals hurt, rooms looked at, guards
WOUNDED = 10
DELAYED = 11
GUARDS = 12
RELEASE = 13  # 1: holds a card that is given up when caught
AT_PEACE = 14  # 1: the NPC that would wound him is gone
CARRIED = 15  # rounds that items in hand can save on the way out
DONE = 16  # 0: the last step changed nothing
STOPPED = 17  # 1: the rest of the program is dropped
LAID = 18  # how often the steps run that come next, if they are those of an item that lies down; 0 before
FORKED = 19  # 1: a choice has been met since BRANCH was set
DEPTH = 20  # frames on the stack
STACK = 21  # frames: KIND, next step or room, end
FRAME = 3
DEEPEST = 9
OUTLOOK = STACK + FRAME * DEEPEST  # how many numbers an outlook has
KEPT = STACK  # how many of them a copy needs: the stack is empty then

NOW = OUTLOOK  # the outlook as things stand
BRANCH = NOW + KEPT  # which answer is given to the first choice that is met,
BRANCHES = BRANCH + 1  # and how many answers it has

ME = BRANCH + 2  # facts: the agent,
ROUNDS = ME + 1  # Security phases until the limit, this round's included
LAST_STEP = ME + 2  # by how much Proximity will rise in the last of them
MEAN_TOKEN = ME + 3  # data points of an unseen File token
PACE = ME + 4  # File tokens that a round to spare brings
PARTNER = ME + 5  # data points of the seat's other agent
PAR = ME + 6  # data points that win half of the time
IF_CAUGHT = ME + 7  # what the partner's data points are worth alone
WALK = ME + 8  # rounds for each room on foot: 2 when wounded
OPENS_LOCKS = ME + 9  # 1: an item in hand destroys them
OPENS_SCIENTISTS = ME + 10
EXIT = ME + 11  # where a Withdraw from the secret room leads
UNSEEN = ME + 12  # by colour: files in a room of which only the colour is known
RIVAL = UNSEEN + COLOURS  # by agent: 1 if another seat's
BEFORE = RIVAL + AGENTS  # by agent: 1 if his card is resolved before this agent's, and has not been yet
KNOWN = BEFORE + AGENTS  # by place: 1 if the seat knows which room lies there
OUT = KNOWN + PLACES  # by place: rounds to leave the building from there
FILES = OUT + PLACES  # by place: File tokens lying there, or expected
HAUL = FILES + PLACES  # by place: the part of them that rivals are expected to leave to this agent
DANGER = HAUL + PLACES  # by place: 1 if an NPC will wound whoever is there
PRESSURE = DANGER + PLACES  # by round from now: what NPCs and lying items add to Proximity
HORIZON = 24  # rounds that are looked ahead

PROGRAM, INWARD, OUTWARD, DOORWAY = range(4)
"""Kinds of frames: steps of a program; rooms to go in or out; the way to the secret room."""

# --- What the bot takes for granted ---------------------------------------------------------------------------------------

OUT_AT_ONCE = 99  # rooms outward that an effect is worth which leaves the building
MANY = 1.0e6  # rounds, ratings: more than there can be
LEAST_STEP = 0.5  # Proximity rises by no less a round: this and the next keep divisions sound
LEAST = 1.0e-6
SAVABLE = 0.6  # items save this part of the way at most
DOUBT = 0.45  # rounds: how uncertain the end is, and by how much more for each round of the way
DOUBT_A_ROUND = 0.12
SLIM = 0.01  # chance that is left when time is up by all reckoning
LEAST_PAR = 4.0  # data points that win half of the time even if no rival has any
TRIFLE = 0.002  # worth of a point as such: more is better even for one who cannot win
MEAN_TAKE = 1.5  # File tokens that a rival's Download takes
BEYOND = 0.4  # how much a rival elsewhere counts against one in the room, when files are shared out
CHOSEN = 1.2  # a token chosen against one drawn
SEALED = 0.5  # files behind a slot that can be opened, against files lying there
SPRUNG = 0.6  # chance that a trap lying in a room goes off
WOUND_HARM, DELAY_HARM, PUSH_HARM, ITEM_HARM = 1.0, 0.6, 0.5, 1.0  # in data points to the one who suffers it
SLUDGE_HARM = 0.5
GLANCE = 0.15  # a room looked at, in data points
SHIELD = 0.4  # a guard
WOUND_MENACE = 3.0  # what an NPC who wounds is worth in Proximity
ASLEEP = 0.3  # an NPC face down against one face up


@kernel
def begin_anew(look):
    """The outlook as things stand, with nothing under way."""
    for number in range(KEPT):
        look[number] = look[NOW + number]


# --- What an outlook is worth ---------------------------------------------------------------------------------------------


@kernel
def rounds_out(look):
    """Rounds to leave the building after this one, with what the agent carries and how he is by then."""
    place = int(look[PLACE])
    rounds = look[OUT + place]
    wounded = look[WOUNDED] > 0.0 or (look[DANGER + place] > 0.0 and look[GUARDS] == 0.0 and look[AT_PEACE] == 0.0)
    if wounded and look[WALK] == 1.0:
        rounds = 2.0 * rounds - 1.0
    elif not wounded and look[WALK] > 1.0:
        rounds = 0.5 * (rounds + 1.0)
    if look[DELAYED] > 0.0:
        rounds += 1.0
    return rounds - min(look[CARRIED], SAVABLE * (rounds - 1.0))


@kernel
def rounds_left(state, look):
    """Security phases until the limit, with what became of the dials."""
    alarm = min(max(state.alarm + look[ALARM], ALARM_LOW), ALARM_HIGH) - state.alarm
    return look[ROUNDS] - (look[PROXIMITY] + alarm * look[ROUNDS]) / look[LAST_STEP]


@kernel
def chance_of(slack):
    """Chance that `slack` doubts of time are enough: a ramp from -1 to 1, with tails that never quite end."""
    ramp = 0.5 + 0.5 * slack
    if ramp >= 1.0:
        return 1.0 - SLIM / ramp
    if ramp <= 0.0:
        return SLIM / ((1.0 - ramp) * (1.0 - ramp))
    return SLIM + (1.0 - 2.0 * SLIM) * ramp


@kernel
def prospects(look, fade, spare):
    """File tokens to be had in `spare` rounds: from the rooms on the way out, or further in, where each room costs the way back too.

    Files further off count less, by `fade` a room: rivals may be there first.
    """
    place = int(look[PLACE])
    if place == SECRET:
        return max(min(look[PACE] * spare, look[HERE]), 0.0)
    files = look[HAUL + place]
    if look[FILES + place] > 0.0:
        files *= look[HERE] / look[FILES + place]
    else:
        files += look[HERE]
    left_over = 1.0
    for nearer in range(place - 1, -1, -1):
        left_over *= fade
        files += left_over * look[HAUL + nearer]
    best = min(look[PACE] * spare, files)
    left_over = 1.0
    for target in range(place + 1, LAST + 1):
        spare -= 2.0 * look[WALK]
        if spare <= 0.0:
            break
        left_over *= fade
        files += left_over * look[HAUL + target]
        best = max(best, min(look[PACE] * spare, files))
    return best


@kernel
def prize(points, par):
    """Chance to win with so many data points: a half at par, rising fastest below it."""
    held = max(points, 0.0) / par
    square = held * held
    return square * square / (1.0 + square * square) + TRIFLE * points


@kernel
def appraise(state, weights, look):
    """What the outlook at work is worth."""
    held = look[POINTS] + look[PARTNER]
    if look[GONE] > 0.0:
        return prize(held + look[FAVOURS], look[PAR])
    way = rounds_out(look)
    left = rounds_left(state, look)
    slack = left - way - weights[Weight.SAFETY_MARGIN]
    spare = max(slack, 0.0)
    if look[RELEASE] > 0.0:
        spare = max(left - weights[Weight.SAFETY_MARGIN], 0.0)
    coming = weights[Weight.HOPE] * look[MEAN_TOKEN] * prospects(look, weights[Weight.FADE], spare)
    goods = weights[Weight.ITEM_WORTH] * look[ITEMS] * spare / (spare + 1.0)
    chance = 1.0
    if look[RELEASE] == 0.0:
        chance = chance_of(slack / (DOUBT + DOUBT_A_ROUND * way))
    future = prize(held + coming + goods + look[FAVOURS], look[PAR])
    return chance * future + (1.0 - chance) * look[IF_CAUGHT]


# --- Facts: the clock -----------------------------------------------------------------------------------------------------


@kernel
def sum_of(rules, program, verb):
    """Sum of the number after this verb over the steps of a program's first alternative."""
    total = 0
    first = rules.first_step[program, 0]
    for step in range(first, first + rules.step_count[program, 0]):
        if rules.steps[step, 0] == verb:
            total += rules.steps[step, 1]
    return total


@kernel
def has_step(rules, program, verb):
    """Whether a program's first alternative has a step with this verb."""
    first = rules.first_step[program, 0]
    for step in range(first, first + rules.step_count[program, 0]):
        if rules.steps[step, 0] == verb:
            return True
    return False


@kernel
def wounds(rules, npc):
    """Whether an NPC wounds those he meets."""
    return has_step(rules, rules.npc_program[npc], Verb.WOUND)


@kernel
def phases_of(state, rules, npc, pace):
    """NPC phases in which a face-up NPC will act before he comes to a room where he leaves; the horizon if he never does."""
    if pace == 0 or state.npc_place[npc] == SECRET:
        return HORIZON
    phases = 0
    for place in range(state.npc_place[npc], 0, -1):
        if state.face_up[place] and rules.npc_leaves_room[npc, state.room_card[place]]:
            return phases
        if (state.npc_place[npc] - place) % pace == 0:
            phases += 1
    return phases


@kernel
def watch_npcs(state, rules, look):
    """What face-up NPCs do to Proximity, round by round, and whom they wound; returns by how much they raise the alarm a round."""
    alarm = 0
    for npc in range(NPCS):
        if state.npc_status[npc] == NpcStatus.INSIDE and state.npc_face_up[npc]:
            program = rules.npc_program[npc]
            phases = phases_of(state, rules, npc, sum_of(rules, program, Verb.NPC_RETREAT))
            alarm += sum_of(rules, program, Verb.ALARM)
            pressure = sum_of(rules, program, Verb.PROXIMITY)
            for phase in range(min(phases, HORIZON)):
                look[PRESSURE + phase] += pressure
            if phases < HORIZON:
                look[PRESSURE + phases] += sum_of(rules, rules.npc_leave_program[npc], Verb.PROXIMITY)
            if phases > 0 and wounds(rules, npc):
                look[DANGER + state.npc_place[npc]] = 1.0
    return alarm


@kernel
def watch_lying_items(state, rules, look):
    """What items lying in rooms do to Proximity in each Security phase."""
    for number in range(state.lying):
        if state.lying_trigger[number] == Trigger.SECURITY:
            pressure = 0
            for step in range(state.lying_step[number], state.lying_end[number]):
                if rules.steps[step, 0] == Verb.PROXIMITY:
                    pressure += rules.steps[step, 1]
            for phase in range(min(state.lying_uses[number], HORIZON)):
                look[PRESSURE + phase] += pressure


@kernel
def watch_clock(state, rules, weights, look):
    """ROUNDS and LAST_STEP: Security phases until the limit if every die is the mean one and the alarm rises as expected."""
    for number in range(HORIZON):
        look[PRESSURE + number] = 0.0
    for place in range(PLACES):
        look[DANGER + place] = 0.0
    growth = weights[Weight.ALARM_GROWTH] + watch_npcs(state, rules, look)
    watch_lying_items(state, rules, look)
    die = 0.5 * (DIE_LOW + rules.die_sides)
    left = 1.0 * (rules.proximity_limit - state.proximity)
    alarm = 1.0 * state.alarm
    rounds = 0.0
    step = LEAST_STEP
    for phase in range(HORIZON):
        step = alarm + look[PRESSURE + phase]
        if phase > 0 or not state.hush:
            step += die
        step = max(step, LEAST_STEP)
        if left <= step:
            break
        left -= step
        rounds += 1.0
        alarm = min(max(alarm + growth, ALARM_LOW), ALARM_HIGH)
    look[ROUNDS] = rounds + left / step
    look[LAST_STEP] = max(step, die)


# --- Facts: the way out ---------------------------------------------------------------------------------------------------


@kernel
def note_known_rooms(state, look):
    """KNOWN: face-up rooms, and those that an agent of the seat has looked at."""
    own = state.agents // state.seats
    seen = 0
    for agent in range(state.actor * own, (state.actor + 1) * own):
        seen |= state.scouted[agent]
    for place in range(PLACES):
        look[KNOWN + place] = 1.0 if state.face_up[place] or seen >> place & 1 else 0.0


@kernel
def rooms_outward(rules, program, empty_handed):
    """How many rooms towards the entrance an effect carries who uses it so; OUT_AT_ONCE if out of the building."""
    best = 0
    for alternative in range(rules.alternatives[program]):
        rooms = 0
        first = rules.first_step[program, alternative]
        for step in range(first, first + rules.step_count[program, alternative]):
            verb = rules.steps[step, 0]
            if verb == Verb.ESCAPE:
                rooms = OUT_AT_ONCE
            elif verb == Verb.MOVE and rules.steps[step, 1] != Direction.IN:
                rooms += rules.steps[step, 2]
            elif verb == Verb.ACT and rules.steps[step, 1] == ActionWord.RETREAT:
                rooms += 1
            elif (verb == Verb.DISCARD_ITEM and empty_handed) or verb == Verb.STAY:
                break
        best = max(best, rooms)
    return best


@kernel
def console_at(state, rules, place):
    """Interface tokens of a room that the seat knows; those to come if it is face down."""
    if state.face_up[place]:
        return state.interface_tokens[place]
    return rules.room_interface_tokens[state.room_card[place]]


@kernel
def rounds_from(look, place, rooms, cost):
    """Rounds to leave for one who spends `cost` on going some rooms outward; to be out takes one round at most."""
    if rooms > place:
        return 1.0
    return cost + look[OUT + place - rooms]


@kernel
def find_ways_out(state, rules, look, empty_handed):
    """OUT, by place: on foot, by what rooms do to those who withdraw from them, by their consoles, or by an exit further in."""
    for place in range(LAST + 1):
        rooms = 1
        by_console = 0
        if look[KNOWN + place] > 0.0:
            room = state.room_card[place]
            if rules.room_retreat_when[room] == When.BEFORE:
                rooms += rooms_outward(rules, rules.room_retreat[room], empty_handed)
            elif rules.room_retreat_when[room] == When.INSTEAD:
                rooms = rooms_outward(rules, rules.room_retreat[room], empty_handed)
            if console_at(state, rules, place) > 0:
                by_console = rooms_outward(rules, rules.room_interface[room], empty_handed)
        rounds = MANY if rooms == 0 else rounds_from(look, place, rooms, look[WALK])
        if by_console > 0:
            rounds = min(rounds, rounds_from(look, place, by_console, 1.0))
        look[OUT + place] = rounds
    for place in range(LAST - 1, -1, -1):
        look[OUT + place] = min(look[OUT + place], look[WALK] + look[OUT + place + 1])
    look[OUT + SECRET] = MANY
    place = state.place[int(look[ME])]
    if place == SECRET or (look[KNOWN + place] > 0.0 and rules.room_to_secret[state.room_card[place]]):
        find_secret_exit(state, rules, look, empty_handed)


@kernel
def rounds_from_room(state, rules, look, room, absent):
    """Rounds to leave from a room: where the seat knows it to lie, else by the chance that it is in the building; `absent` if not."""
    unseen = 0
    rounds = 0.0
    others = 0
    colour = rules.room_colour[room]
    for other in range(rules.rooms):
        if rules.room_colour[other] == colour and rules.room_copies[other] > 0:
            others += 1
    for place in range(LAST + 1):
        if look[KNOWN + place] > 0.0:
            if state.room_card[place] == room:
                return look[OUT + place]
            if colour_at(place) == colour:
                others -= 1
        elif colour_at(place) == colour:
            unseen += 1
            rounds += look[OUT + place]
    there = min(unseen / max(others, 1), 1.0) * rules.room_copies[room]
    return there * rounds / max(unseen, 1) + (1.0 - there) * absent


@kernel
def find_secret_exit(state, rules, look, empty_handed):
    """EXIT, and OUT of the secret room: to the room that its card names, or back; over all red rooms if the seat does not know it."""
    me = int(look[ME])
    back = state.place[me] if state.place[me] != SECRET else max(state.secret_from[me], 0)
    rounds = 0.0
    rooms = 0
    look[EXIT] = back
    absent = look[OUT + back] if rules.secret_exit != SecretExit.STUCK else 1.0 * HORIZON
    known = look[KNOWN + SECRET] > 0.0
    for room in range(rules.rooms):
        fits = room == state.room_card[SECRET] if known else rules.room_colour[room] == Colour.RED and rules.room_copies[room] > 0
        if fits:
            rooms += 1
            leads = rules.room_exit_to[room]
            if known and console_at(state, rules, SECRET) > 0 and rooms_outward(rules, rules.room_interface[room], empty_handed) > LAST:
                rounds += 1.0
            elif leads == NONE or rules.secret_exit == SecretExit.BACK:
                rounds += look[WALK] + absent
            else:
                rounds += look[WALK] + rounds_from_room(state, rules, look, leads, absent)
    look[OUT + SECRET] = rounds / max(rooms, 1)
    if known and rules.secret_exit != SecretExit.BACK:
        for place in range(LAST + 1):
            if look[KNOWN + place] > 0.0 and state.room_card[place] == rules.room_exit_to[state.room_card[SECRET]]:
                look[EXIT] = place


# --- Facts: files ---------------------------------------------------------------------------------------------------------


@kernel
def colour_at(place):
    """Colour of the room at a place: floor by floor, the secret room last."""
    return place // FLOOR


@kernel
def expect_files(rules, weights, look):
    """UNSEEN, by colour: the mean of the card set, stretched by what the bot makes of the deep."""
    for colour in range(COLOURS):
        files = 0
        rooms = 0
        for room in range(rules.rooms):
            if rules.room_colour[room] == colour and rules.room_copies[room] > 0:
                files += rules.room_files[room]
                rooms += 1
        look[UNSEEN + colour] = weights[Weight.DEPTH] * files / max(rooms, 1)


@kernel
def count_files(state, rules, weights, look):
    """FILES and HAUL: what lies in each room, and how much of it the rivals will leave."""
    expect_files(rules, weights, look)
    rivals = 0
    for place in range(PLACES):
        look[HAUL + place] = 0.0  # for now: rivals there,
        look[FILES + place] = 0.0  # and what they are expected to take before this agent acts
    for agent in range(state.agents):
        if state.status[agent] == Status.INSIDE and look[RIVAL + agent] > 0.0:
            rivals += 1
            look[HAUL + state.place[agent]] += 1.0
            look[FILES + state.place[agent]] += MEAN_TAKE * weights[Weight.EAGERNESS] * look[BEFORE + agent]
    for place in range(PLACES):
        room = state.room_card[place]
        here = look[HAUL + place]
        sealed = 0.0
        if state.face_up[place]:
            files = 1.0 * count_of(state.room_tokens[place])
            sealed += look[OPENS_LOCKS] * state.locks[place] * rules.room_lock_files[room]
            sealed += look[OPENS_SCIENTISTS] * state.scientists[place] * rules.room_scientist_files[room]
        elif place == state.place[int(look[ME])]:
            files = 0.0  # he came, and it was not turned up
        elif look[KNOWN + place] > 0.0:
            files = 1.0 * rules.room_files[room]
        else:
            files = look[UNSEEN + colour_at(place)]
        files = max(files - look[FILES + place], 0.0)
        look[FILES + place] = files
        shares = 1.0 + weights[Weight.CROWD] * (here + BEYOND * (rivals - here))
        look[HAUL + place] = (files + SEALED * sealed) / max(shares, LEAST)


# --- Facts: the agent, and his rivals -------------------------------------------------------------------------------------


@kernel
def note_agents(state, look):
    """RIVAL and BEFORE: whose the agents are; and, while cards are selected, who comes before this one in the turn order."""
    own = state.agents // state.seats
    agent = state.first_player * own
    before = 1.0 if state.phase == Phase.SELECTION else 0.0
    for _ in range(state.agents):
        if agent == int(look[ME]):
            before = 0.0
        look[RIVAL + agent] = 0.0 if state.actor * own <= agent < (state.actor + 1) * own else 1.0
        look[BEFORE + agent] = before
        agent += 1
        if agent == state.agents:
            agent = 0


@kernel
def rounds_saved(rules, item, walk):
    """Rounds that an item saves on the way out: it carries as far as so many rounds on foot, and takes one."""
    return max(rooms_outward(rules, rules.item_program[item], False) * walk - 1.0, 0.0)


@kernel
def look_through_hand(state, rules, look):
    """What the agent's items open, and how many rounds they can save."""
    hand = state.hand[int(look[ME])]
    look[CARRIED] = 0.0
    look[OPENS_LOCKS] = 0.0
    look[OPENS_SCIENTISTS] = 0.0
    for item in range(rules.items):
        if hand >> item & 1:
            program = rules.item_program[item]
            look[CARRIED] += rounds_saved(rules, item, look[WALK])
            first = rules.first_step[program, 0]
            for step in range(first, first + rules.step_count[program, 0]):
                if rules.steps[step, 0] == Verb.DESTROY:
                    target = rules.steps[step, 1]
                    if target == Target.LOCK or target == Target.SLOT:
                        look[OPENS_LOCKS] = 1.0
                    if target == Target.SCIENTIST or target == Target.SLOT:
                        look[OPENS_SCIENTISTS] = 1.0


@kernel
def points_held(state, rules, agent):
    """Data points of one of the seat's own agents."""
    points = value_of(state.tokens[agent])
    for special in range(SPECIALS):
        points += state.specials[agent, special] * rules.special_value[special]
    return points


@kernel
def size_up_rivals(state, weights, look):
    """PAR: what the richest rival is expected to end with, by the File tokens he holds and the time he still has."""
    par = LEAST_PAR
    for agent in range(state.agents):
        if look[RIVAL + agent] > 0.0:
            expected = look[MEAN_TOKEN] * count_of(state.tokens[agent])
            if state.status[agent] == Status.INSIDE:
                expected += weights[Weight.PAR] * look[ROUNDS]
            par = max(par, weights[Weight.RIVALS] * expected)
    look[PAR] = par
    look[IF_CAUGHT] = prize(look[PARTNER], par)


@kernel
def size_up_agent(state, rules, look):
    """The outlook as things stand, kept as NOW; a delay that was suffered before this Selection is as good as over."""
    me = int(look[ME])
    place = max(state.place[me], 0)
    for number in range(KEPT):
        if number != CARRIED:
            look[number] = 0.0
    look[PLACE] = place
    look[POINTS] = points_held(state, rules, me)
    look[TOKENS] = count_of(state.tokens[me])
    look[HERE] = look[FILES + place]
    look[CONSOLE] = state.interface_tokens[place]
    look[WOUNDED] = state.wounded[me]
    look[DELAYED] = 0 if state.phase == Phase.SELECTION else state.delayed[me]
    look[GUARDS] = state.guards[me]
    for special in range(SPECIALS):
        if rules.special_release[special] and state.specials[me, special] > 0:
            look[RELEASE] = 1.0
    for number in range(KEPT):
        look[NOW + number] = look[number]


@kernel
def take_stock(state, rules, weights, look):
    """All facts of the situation of the agent who is asked, and the outlook as things stand."""
    me = state.agent
    look[ME] = me
    look[WALK] = 2.0 if state.wounded[me] else 1.0
    tokens = 0
    points = 0
    for kind in range(VALUES):
        tokens += rules.file_count[kind]
        points += rules.file_count[kind] * (kind + 1)
    look[MEAN_TOKEN] = points / max(tokens, 1)
    quota = rules.first_download if rules.take_action == TakeAction.DOWNLOAD else rules.extract_two
    look[PACE] = weights[Weight.PACE] * quota
    note_agents(state, look)
    look[PARTNER] = 0.0
    for agent in range(state.agents):
        if agent != me and look[RIVAL + agent] == 0.0 and state.status[agent] != Status.CAUGHT:
            look[PARTNER] += points_held(state, rules, agent)
    note_known_rooms(state, look)
    look_through_hand(state, rules, look)
    watch_clock(state, rules, weights, look)
    find_ways_out(state, rules, look, state.hand[me] == 0)
    count_files(state, rules, weights, look)
    size_up_rivals(state, weights, look)
    size_up_agent(state, rules, look)


# --- Foreseeing single steps ----------------------------------------------------------------------------------------------


@kernel
def take_files(look, wanted):
    """Take File tokens of this room; returns how many there were."""
    taken = max(min(wanted, look[HERE]), 0.0)
    look[HERE] -= taken
    look[TOKENS] += taken
    look[POINTS] += look[MEAN_TOKEN] * taken
    return taken


@kernel
def in_reach(state, look, agent, place, who):
    """Whether a step of somebody who stands at `place` may meet this other agent."""
    apart = distance(state.place[agent], place)
    if who == Who.OTHER or who == Who.OTHERS or who == Who.ALL:
        return apart == 0
    if who == Who.NEAR:
        return apart <= 1
    return who == Who.ANY or (who == Who.RIVALS and look[RIVAL + agent] > 0.0)


@kernel
def harm_to(state, look, agent, verb, number):
    """What another agent loses by a harm, in data points; nothing if it has no effect on him, or a guard cancels it."""
    if verb == Verb.HEAL:
        return -WOUND_HARM if state.wounded[agent] else 0.0
    if state.guards[agent] > 0:
        return 0.0
    if verb == Verb.WOUND:
        return 0.0 if state.wounded[agent] else WOUND_HARM
    if verb == Verb.DELAY:
        return 0.0 if state.delayed[agent] else DELAY_HARM
    if verb == Verb.PUSH:
        return 0.0 if state.place[agent] == SECRET else PUSH_HARM * number
    if verb == Verb.STEAL_ITEM:
        return ITEM_HARM * number
    return look[MEAN_TOKEN] * min(number, count_of(state.tokens[agent]))


@kernel
def suffer(look, verb, number):
    """A harm, or healing, that the agent himself meets."""
    if verb == Verb.HEAL:
        look[DONE] = look[WOUNDED]
        look[WOUNDED] = 0.0
        return
    if look[GUARDS] > 0.0:
        look[GUARDS] -= 1.0
        return
    if verb == Verb.WOUND:
        look[WOUNDED] = 1.0
    elif verb == Verb.DELAY:
        look[DELAYED] = 1.0
    elif verb == Verb.LOSE:
        lost = min(1.0 * number, look[TOKENS])
        look[POINTS] -= look[POINTS] * lost / max(look[TOKENS], 1.0)
        look[TOKENS] -= lost
        look[DONE] = lost
    elif verb == Verb.PUSH:
        put_on_top(look, OUTWARD, 0, number)


@kernel
def foresee_meeting(state, weights, look, verb, who, number, times):
    """A step that meets operatives: what it does to others counts as a favour, what is stolen counts in full."""
    me = int(look[ME])
    place = int(look[PLACE])
    if who == Who.VICTIM:
        look[FAVOURS] += weights[Weight.SPITE] * DELAY_HARM * times
        return
    one = who == Who.OTHER or who == Who.NEAR or who == Who.ANY
    most = 0.0
    total = 0.0
    met = 0
    for agent in range(state.agents):
        if agent != me and state.status[agent] == Status.INSIDE and in_reach(state, look, agent, place, who):
            harm = harm_to(state, look, agent, verb, number)
            if look[RIVAL + agent] == 0.0:
                harm = -harm
            most = max(most, harm) if met > 0 else harm
            total += harm
            met += 1
    harm = most if one else total
    look[DONE] = 1.0 if met > 0 and harm != 0.0 else 0.0
    if who == Who.ME or who == Who.ALL:
        look[DONE] = 1.0
        suffer(look, verb, number)
    if verb == Verb.STEAL and harm > 0.0:
        look[POINTS] += harm
        look[TOKENS] += harm / look[MEAN_TOKEN]
    elif verb == Verb.STEAL_ITEM and harm > 0.0:
        look[ITEMS] += number
    look[FAVOURS] += weights[Weight.SPITE] * harm * times


@kernel
def menace(rules, look, npc):
    """What an NPC does while he is in the building, in points of Proximity."""
    program = rules.npc_program[npc]
    rounds = look[ROUNDS]
    total = sum_of(rules, program, Verb.PROXIMITY) * min(rounds, FLOOR) + 0.5 * sum_of(rules, program, Verb.ALARM) * rounds * rounds
    total += sum_of(rules, rules.npc_leave_program[npc], Verb.PROXIMITY)
    if wounds(rules, npc):
        total += WOUND_MENACE
    return total


@kernel
def open_slot(look, place, files):
    """Files come out of a lock or scientist; those next door are not yet in reach."""
    if place == int(look[PLACE]):
        look[HERE] += files
    else:
        look[FAVOURS] += 0.5 * files


@kernel
def drive_out(state, rules, look, npc):
    """An NPC leaves the building."""
    awake = state.npc_face_up[npc]
    look[PROXIMITY] -= menace(rules, look, npc) * (1.0 if awake else ASLEEP)
    if awake and state.npc_place[npc] == int(look[PLACE]) and wounds(rules, npc):
        look[AT_PEACE] = 1.0


@kernel
def foresee_destruction(state, rules, look, target, reach):
    """The best thing to destroy within reach."""
    place = int(look[PLACE])
    best = 0.0
    found = NONE
    for other in range(PLACES):
        if target != Target.NPC and state.face_up[other] and distance(place, other) <= reach:
            nearby = 2.0 if other == place else 1.0
            if target != Target.SCIENTIST and state.locks[other] > 0:
                files = nearby * rules.room_lock_files[state.room_card[other]]
                if files > best:
                    best = files
                    found = other
            if target != Target.LOCK and state.scientists[other] > 0:
                files = nearby * rules.room_scientist_files[state.room_card[other]]
                if files > best:
                    best = files
                    found = other
    if found != NONE:
        open_slot(look, found, 0.5 * best if found == place else best)
    elif target == Target.NPC:
        for npc in range(NPCS):
            if state.npc_status[npc] == NpcStatus.INSIDE and distance(place, state.npc_place[npc]) <= reach:
                danger = menace(rules, look, npc) * (1.0 if state.npc_face_up[npc] else ASLEEP)
                if danger > best or found == NONE:
                    best = danger
                    found = npc
        if found != NONE:
            drive_out(state, rules, look, found)
    look[DONE] = 0.0 if found == NONE else 1.0


@kernel
def foresee_special(state, rules, weights, look, special, where):
    """A special card taken or laid down."""
    if state.special_supply[special] == 0:
        look[DONE] = 0.0
    elif where == Place.ROOM:
        look[FAVOURS] += weights[Weight.SPITE] * SLUDGE_HARM
    else:
        look[POINTS] += rules.special_value[special]
        if rules.special_release[special]:
            look[RELEASE] = 1.0


@kernel
def foresee_reach(state, look, wanted):
    """Files from the best room next door."""
    place = int(look[PLACE])
    most = 0
    for other in range(PLACES):
        if distance(place, other) == 1 and state.face_up[other]:
            most = max(most, count_of(state.room_tokens[other]))
    taken = min(wanted, most)
    look[TOKENS] += taken
    look[POINTS] += look[MEAN_TOKEN] * taken
    look[DONE] = taken


@kernel
def foresee_npc(state, rules, look, npc, face):
    """An NPC comes into this room."""
    if state.npc_status[npc] == NpcStatus.ASIDE:
        look[PROXIMITY] += menace(rules, look, npc) * (1.0 if face == Face.UP else ASLEEP)


@kernel
def foresee_waking(state, rules, look):
    """Face-down NPCs of this room are turned up."""
    for npc in range(NPCS):
        if state.npc_status[npc] == NpcStatus.INSIDE and not state.npc_face_up[npc] and state.npc_place[npc] == int(look[PLACE]):
            look[PROXIMITY] += menace(rules, look, npc) * (1.0 - ASLEEP)


@kernel
def holds_then(state, look, condition, number):
    """Whether a condition will be true."""
    if condition == Condition.ALARM_GE:
        return state.alarm + look[ALARM] >= number
    if condition == Condition.ALARM_LE:
        return state.alarm + look[ALARM] <= number
    if condition == Condition.FILES_GE:
        return look[TOKENS] >= number
    for agent in range(state.agents):
        if agent != int(look[ME]) and stands_in(state, agent, int(look[PLACE])):
            return True
    return False


@kernel
def hand_left(state, look):
    """Items that can still be discarded."""
    return max(size_of(state.hand[int(look[ME])]) + look[ITEMS], 0.0)


@kernel
def foresee_step(state, rules, weights, look, step):
    """Any step that neither moves the agent nor performs an action."""
    verb, first, second = step[0], step[1], step[2]
    done = look[DONE]
    times = look[LAID] if look[LAID] > 0.0 else 1.0
    look[DONE] = 1.0
    if verb == Verb.ALARM:
        look[ALARM] += first * times
    elif verb == Verb.PROXIMITY:
        look[PROXIMITY] += first * times
    elif verb == Verb.HUSH:
        look[PROXIMITY] -= 0.0 if state.hush else 0.5 * (DIE_LOW + rules.die_sides)
    elif verb == Verb.DRAW_ITEM:
        look[ITEMS] += min(first, state.pile_count - state.pile_top)
    elif verb == Verb.DISCARD_ITEM:
        look[DONE] = min(1.0 * first, hand_left(state, look))
        look[ITEMS] -= look[DONE]
    elif verb == Verb.SPECIAL:
        foresee_special(state, rules, weights, look, first, second)
    elif verb == Verb.TAKE:
        look[DONE] = take_files(look, first * times)
    elif verb == Verb.PICK:
        look[DONE] = take_files(look, first * times)
        look[POINTS] += (CHOSEN - 1.0) * look[MEAN_TOKEN] * look[DONE]
    elif verb == Verb.REACH:
        foresee_reach(state, look, first)
    elif verb == Verb.GAIN:
        look[TOKENS] += first * times
        look[POINTS] += look[MEAN_TOKEN] * first * times
    elif verb == Verb.PLACE:
        look[HERE] += first * times
    elif verb == Verb.VOID:
        look[HERE] = 0.0
    elif verb == Verb.DESTROY:
        foresee_destruction(state, rules, look, first, second)
    elif verb == Verb.ADD_INTERFACE:
        look[CONSOLE] += first
    elif verb == Verb.ESCAPE:
        look[GONE] = 1.0
    elif verb == Verb.GUARD:
        look[GUARDS] += first
        look[FAVOURS] += SHIELD * first
    elif verb == Verb.SCOUT:
        look[FAVOURS] += GLANCE * first
    elif verb == Verb.NPC:
        foresee_npc(state, rules, look, first, second)
    elif verb == Verb.WAKE:
        foresee_waking(state, rules, look)
    elif verb == Verb.IF:
        look[STOPPED] = 0.0 if holds_then(state, look, first, second) else 1.0
    elif verb == Verb.IF_DONE:
        look[STOPPED] = 0.0 if done > 0.0 else 1.0
    elif verb == Verb.STAY:
        look[LAID] = second * (1.0 if first == Trigger.SECURITY else SPRUNG)
    elif verb != Verb.CLEAR and verb != Verb.NPC_RETREAT and verb != Verb.MAY:
        foresee_meeting(state, weights, look, verb, first, second, times)


# --- What is under way ----------------------------------------------------------------------------------------------------


@kernel
def put_on_top(look, kind, begin, end):
    """Put steps, or rooms to go, under way."""
    depth = int(look[DEPTH])
    if depth < DEEPEST:
        top = STACK + FRAME * depth
        look[top] = kind
        look[top + 1] = begin
        look[top + 2] = end
        look[DEPTH] = depth + 1


@kernel
def put_program_on_top(rules, look, program, alternative):
    """Put an alternative of a program under way; the empty program has none."""
    if rules.alternatives[program] > 0:
        first = rules.first_step[program, alternative]
        put_on_top(look, PROGRAM, first, first + rules.step_count[program, alternative])


@kernel
def answer(look, answers):
    """The answer to a choice: the first one met is answered by BRANCH, others by their first answer."""
    if look[FORKED] > 0.0 or answers == 1:
        return 0
    look[FORKED] = 1.0
    look[BRANCHES] = answers
    return int(look[BRANCH])


# --- Foreseeing moves and actions -----------------------------------------------------------------------------------------


@kernel
def meet_traps(state, rules, look, place):
    """What a Sludge, and what others' items lying in this room, do to who enters."""
    if state.sludge_uses[place] > 0:
        for special in range(SPECIALS):
            if rules.special_room_uses[special] > 0:
                program = rules.special_program[special]
                first = rules.first_step[program, 0]
                meet_trap(rules, look, first, first + rules.step_count[program, 0])
    for number in range(state.lying):
        if (
            state.lying_place[number] == place
            and state.lying_trigger[number] == Trigger.ENTER
            and state.lying_owner[number] != int(look[ME])
        ):
            meet_trap(rules, look, state.lying_step[number], state.lying_end[number])


@kernel
def meet_trap(rules, look, first, end):
    """Harm that the steps of a trap do to its victim."""
    for step in range(first, end):
        verb = rules.steps[step, 0]
        if rules.steps[step, 1] == Who.VICTIM and (verb == Verb.WOUND or verb == Verb.DELAY or verb == Verb.LOSE):
            suffer(look, verb, rules.steps[step, 2])


@kernel
def enter(state, rules, weights, look, place):
    """INF-17, INF-18: the agent comes into a room; one that he has not seen is expected to raise the alarm."""
    look[PLACE] = place
    look[HERE] = look[FILES + place]
    look[CONSOLE] = 0.0
    if look[KNOWN + place] == 0.0:
        look[ALARM] += weights[Weight.NOISE]
        return
    room = state.room_card[place]
    look[CONSOLE] = console_at(state, rules, place)
    meet_traps(state, rules, look, place)
    put_program_on_top(rules, look, rules.room_enter[room], 0)
    if not state.face_up[place]:
        put_program_on_top(rules, look, rules.room_reveal[room], 0)


@kernel
def go(state, rules, weights, look, kind):
    """One room in or out along the line, or through the door to the secret room; outward of the entry room he is out."""
    place = int(look[PLACE])
    if kind == DOORWAY:
        enter(state, rules, weights, look, SECRET)
    elif place != SECRET:
        if kind == INWARD and place != LAST:
            enter(state, rules, weights, look, place + 1)
        elif kind == OUTWARD and place == 0:
            look[GONE] = 1.0
        elif kind == OUTWARD:
            enter(state, rules, weights, look, place - 1)


@kernel
def begin_move(look, way, farthest):
    """A move of which the agent chooses the distance and, with `any`, the direction."""
    branch = answer(look, farthest * 2 if way == Direction.ANY else farthest)
    kind = INWARD if way == Direction.IN or (way == Direction.ANY and branch < farthest) else OUTWARD
    put_on_top(look, kind, 0, branch % farthest + 1)


@kernel
def begin_walk(state, rules, weights, look, way):
    """INF-16, INF-19, INF-43, INF-44: the room's effect, then a room on, through the door, or out."""
    place = int(look[PLACE])
    if place == SECRET:
        if way == OUTWARD:
            enter(state, rules, weights, look, int(look[EXIT]))
        return
    when = When.NONE + 0  # a number, not a member
    program = NO_PROGRAM
    kind = way
    if look[KNOWN + place] > 0.0:
        room = state.room_card[place]
        when = rules.room_advance_when[room] if way == INWARD else rules.room_retreat_when[room]
        program = rules.room_advance[room] if way == INWARD else rules.room_retreat[room]
        if way == INWARD and rules.room_to_secret[room] and (rules.secret_door == SecretDoor.FORCED or answer(look, 2) == 1):
            kind = DOORWAY
    if when != When.INSTEAD:
        put_on_top(look, kind, 0, 1)
    if when != When.NONE:
        put_program_on_top(rules, look, program, 0)


@kernel
def use_console(state, rules, look):
    """INF-22: the room's console, if it has a token."""
    place = int(look[PLACE])
    if look[CONSOLE] > 0.0 and look[KNOWN + place] > 0.0:
        room = state.room_card[place]
        program = rules.room_interface[room]
        if not rules.room_interface_keep[room]:
            look[CONSOLE] -= 1.0
        put_program_on_top(rules, look, program, answer(look, max(rules.alternatives[program], 1)))


@kernel
def console_left(state, rules, weights, look):
    """Chance that nobody uses up the room's console before: each rival here who comes earlier may want it."""
    place = state.place[int(look[ME])]
    chance = 1.0
    if not rules.room_interface_keep[state.room_card[place]]:
        for agent in range(state.agents):
            if look[BEFORE + agent] > 0.0 and stands_in(state, agent, place):
                chance *= 1.0 - weights[Weight.EAGERNESS]
    return chance


@kernel
def fetch_files(state, rules, weights, look, extracting):
    """INF-21, INF-67: files as far as rivals here, expected to take some with a chance each, leave them."""
    me = int(look[ME])
    place = int(look[PLACE])
    none_before = 1.0
    alone = 1.0
    others = 0
    for agent in range(state.agents):
        if agent != me and stands_in(state, agent, place):
            others += 1
            alone *= 1.0 - weights[Weight.EAGERNESS]
            if look[BEFORE + agent] > 0.0:
                none_before *= 1.0 - weights[Weight.EAGERNESS]
    if state.phase != Phase.SELECTION and state.downloads_here[place] > 0:
        none_before = 0.0
    quota = rules.later_download + (rules.first_download - rules.later_download) * none_before
    if extracting:
        fewer = rules.extract_two if others < MANY_EXTRACTS - 1 else rules.extract_more
        quota = fewer + (rules.extract_alone - fewer) * alone
    take_files(look, quota)


@kernel
def begin_action(state, rules, weights, look, action):
    """An action by its card, or performed by an effect; an ActionWord is the code of its card."""
    if action == Action.ADVANCE:
        begin_walk(state, rules, weights, look, INWARD)
    elif action == Action.RETREAT:
        begin_walk(state, rules, weights, look, OUTWARD)
    elif action == Action.INTERFACE:
        use_console(state, rules, look)
    else:
        fetch_files(state, rules, weights, look, action == Action.EXTRACT)


@kernel
def foresee(state, rules, weights, look):
    """Run what is under way until nothing is, or he is out of the building."""
    while look[DEPTH] > 0.0 and look[GONE] == 0.0:
        top = STACK + FRAME * (int(look[DEPTH]) - 1)
        number = int(look[top + 1])
        if number == int(look[top + 2]):
            look[DEPTH] -= 1.0
            continue
        look[top + 1] = number + 1
        kind = int(look[top])
        verb = rules.steps[number, 0]
        if kind != PROGRAM:
            go(state, rules, weights, look, kind)
        elif verb == Verb.MOVE:
            begin_move(look, rules.steps[number, 1], rules.steps[number, 2])
        elif verb == Verb.ACT:
            begin_action(state, rules, weights, look, rules.steps[number, 1])
        else:
            foresee_step(state, rules, weights, look, rules.steps[number])
            if look[STOPPED] > 0.0:
                look[STOPPED] = 0.0
                look[top + 1] = look[top + 2]


# --- Rating ---------------------------------------------------------------------------------------------------------------


@kernel
def put_away(rules, look, item):
    """The outlook without an item in hand."""
    look[ITEMS] -= 1.0
    look[CARRIED] -= rounds_saved(rules, item, look[WALK])


@kernel
def destroy_target(state, rules, look, action):
    """The outlook once a lock, scientist or NPC is gone."""
    if action >= Action.NPC:
        drive_out(state, rules, look, action - Action.NPC)
    elif action >= Action.SCIENTIST:
        place = action - Action.SCIENTIST
        open_slot(look, place, float(rules.room_scientist_files[state.room_card[place]]))
    else:
        place = action - Action.LOCK
        open_slot(look, place, float(rules.room_lock_files[state.room_card[place]]))


@kernel
def begin_card(state, rules, weights, look, action, alternative):
    """A card that can be selected, in one of its alternatives."""
    if action >= Action.ITEM:
        put_away(rules, look, action - Action.ITEM)
        put_program_on_top(rules, look, rules.item_program[action - Action.ITEM], alternative)
    else:
        begin_action(state, rules, weights, look, action)


@kernel
def begin_answer(state, rules, weights, look, action):
    """An answer to what the program under way asks; the steps that follow come after it."""
    decision = state.decision
    top = state.depth - 1
    if decision == Decision.ALTERNATIVE:
        put_program_on_top(rules, look, state.frame_program[top], action - Action.ALTERNATIVE)
    elif decision == Decision.DOOR:
        put_on_top(look, DOORWAY if action == Action.THROUGH_DOOR else INWARD, 0, 1)
    elif action != Action.STOP:
        put_on_top(look, PROGRAM, state.frame_step[top] + 1, state.frame_end[top])
        if decision == Decision.MOVE and action < Action.MOVE_OUT:
            put_on_top(look, INWARD, 0, action - Action.MOVE_IN + 1)
        elif decision == Decision.MOVE:
            put_on_top(look, OUTWARD, 0, action - Action.MOVE_OUT + 1)
        elif decision == Decision.DESTROY:
            destroy_target(state, rules, look, action)


@kernel
def best_worth(state, rules, weights, look, action):
    """What an action is worth with the best alternative, and the best answer to the first choice that it leads to."""
    asks_for_card = state.decision == Decision.SELECT or state.decision == Decision.DISCARD
    alternatives = 1
    if asks_for_card and action >= Action.ITEM:
        alternatives = rules.alternatives[rules.item_program[action - Action.ITEM]]
    best = -MANY
    for alternative in range(alternatives):
        branch = 0
        look[BRANCHES] = 1.0
        while branch < look[BRANCHES]:
            look[BRANCH] = branch
            begin_anew(look)
            if asks_for_card:
                begin_card(state, rules, weights, look, action, alternative)
            else:
                begin_answer(state, rules, weights, look, action)
            foresee(state, rules, weights, look)
            if asks_for_card and action <= Action.RETREAT and look[NOW + WOUNDED] > 0.0:
                look[DELAYED] = 1.0
            best = max(best, appraise(state, weights, look))
            branch += 1
    return best


@kernel
def rate_operative(state, rules, look, top, agent):
    """Whom to meet: the rival whom it hurts most, or of whom there is most to be had."""
    step = rules.steps[state.frame_step[top]]
    harm = harm_to(state, look, agent, step[0], step[2]) + TRIFLE * count_of(state.tokens[agent])
    return harm if look[RIVAL + agent] > 0.0 else -harm


@kernel
def rate_room(state, rules, look, top, place):
    """A room to reach into: the more files the better. A room to look at: the next ones on the way in first."""
    step = rules.steps[state.frame_step[top]]
    if step[0] == Verb.REACH:
        return 1.0 * min(step[1], count_of(state.room_tokens[place]))
    ahead = place - look[NOW + PLACE]
    return -ahead if ahead > 0.0 else ahead - PLACES


@kernel
def rate_npc(state, rules, look, npc):
    """Who acts first: one who drives the others away, then the harmless. Who leaves first: whose leaving does the least harm."""
    if state.decision == Decision.NPC_LEAVE:
        return -1.0 * sum_of(rules, rules.npc_leave_program[npc], Verb.PROXIMITY)
    return 1.0 if has_step(rules, rules.npc_program[npc], Verb.CLEAR) else -1.0 * menace(rules, look, npc)


@kernel
def rate(state, rules, weights, look, action):
    """Rating of one action: by its outlook, or by what the question is about."""
    decision = state.decision
    top = state.depth - 1
    if decision == Decision.TOKEN:
        return 1.0 * (action - Action.TOKEN)
    if decision == Decision.AGENT_ORDER:  # who holds more first: the other's card may end the game
        return 1.0 * points_held(state, rules, action - Action.AGENT)
    if decision == Decision.NPC_ORDER or decision == Decision.NPC_LEAVE:
        return rate_npc(state, rules, look, action - Action.NPC)
    if decision == Decision.OPERATIVE:
        return rate_operative(state, rules, look, top, action - Action.OPERATIVE)
    if decision == Decision.ROOM:
        return rate_room(state, rules, look, top, action - Action.ROOM)
    worth = best_worth(state, rules, weights, look, action)
    if decision == Decision.SELECT and action == Action.INTERFACE:
        begin_anew(look)
        idle = appraise(state, weights, look)
        return idle + console_left(state, rules, weights, look) * (worth - idle)
    if decision == Decision.DISCARD:  # part with the item that would do least, now and on the way out
        return -worth - TRIFLE * rounds_saved(rules, action - Action.ITEM, look[WALK])
    return worth


@kernel
def rate_actions(state, rules, weights, actions, count, scratch, ratings):
    """Rate every legal action by what the outlook it leads to is worth to the acting seat.

    Parameters
    ----------
    state, rules : records
    weights : float64 array
        By `Weight`.
    actions : int64 array
        Legal actions; the first `count` are rated.
    scratch : float64 array
        Work space.
    ratings : float64 array
        Written: a rating for each action, the higher the better; comparable within one decision only.
    """
    if state.agent != NONE:
        take_stock(state, rules, weights, scratch)
    elif state.decision != Decision.AGENT_ORDER:
        watch_clock(state, rules, weights, scratch)
    for place in range(count):
        ratings[place] = bounded(rate(state, rules, weights, scratch, actions[place]))
