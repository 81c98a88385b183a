"""Card effects: programs of statements in the language of `cards/README.md`, and the tasks that ask for choices.

A program is a frame on the stack. `run_program` takes its statement a stage further; a verb that asks for something puts a task on top,
which runs unit by unit. `answer_task` and `answer_program` go on with what asked.
"""

from simcore.games.infamy.pieces import (
    ALL_ZONES,
    add_hazard,
    add_watchdog,
    ask,
    card_of,
    current_sector,
    current_zone,
    decks_left,
    draw_scheme,
    gain_goods,
    gain_infamy,
    gain_rep,
    hand_over,
    has_scheme,
    hire_accomplice,
    lay_off,
    leave_hand,
    move_hazard,
    move_watchdog,
    push_frame,
    push_task,
    recover_bribes,
    remove_hazard,
    remove_watchdog,
    resources_left,
    resources_of,
    return_goods,
    rows_of,
    sabotage,
    spend_bribes,
    steal_good,
    steal_random_scheme,
    take_triggerman,
    watchdog_sectors,
    zones_of,
)
from simcore.games.infamy.state import (
    FACTIONS,
    HENCHMAN,
    LATES,
    LEVELS,
    RESOURCES,
    ROW,
    SECTORS,
    START,
    ZONES,
    Action,
    BannedHq,
    Decision,
    Event,
    Frame,
    Origin,
    ProgramStage,
    RansomOrder,
    SectorChiefAdd,
    TheftStage,
    WatchdogRemoval,
)
from simcore.games.infamy.vocabulary import Cell, Chooser, Condition, Faction, Good, HazardPlace, Verb, When, ZoneKind
from simcore.kernel import kernel
from simcore.rng import log_event
from simcore.spec import NONE

UNDER_WAY = 1
"""Stage of a task that has been begun: its second choice comes next."""
OPTIONAL = 1
"""Flag of a program: its gate may be declined."""
LATE = 2
"""Flag of a program: it is a single `late:` statement, whose time has come."""
YES_OR_NO = 3
"""Two answers, as bits."""
CONFIRM = 1
"""Word of a Watchdog's removal that is asked about first."""


# --- When a statement works, and what it could do --------------------------------------------------------------------------


@kernel
def works_now(state, cell):
    """FAM-07: whether a statement belongs to this Round."""
    when = cell[Cell.WHEN]
    return when == When.ALWAYS or (when == When.DAY) == (state.day == 1)


@kernel
def repetitions(state, seat, cell):
    """How often a statement is done, by its condition: `per`, `if`, `if rep`."""
    condition = cell[Cell.CONDITION]
    if condition == Condition.NONE:
        return 1
    what = cell[Cell.CONDITION_WHAT]
    number = cell[Cell.CONDITION_NUMBER]
    if condition == Condition.PER:
        return min(number, state.type_count[seat, what])
    if condition == Condition.IF:
        return 1 if state.type_count[seat, what] >= number else 0
    for faction in range(FACTIONS):
        if (what == Faction.ANY or what == faction) and state.rep[seat, faction] >= number:
            return 1
    return 0


@kernel
def is_gate(verb):
    """Whether a verb is a gate: what follows it is only done once it was met."""
    return verb == Verb.PAY or verb == Verb.SPEND_BRIBES


@kernel
def can_meet(state, seat, cell, times):
    """Whether a gate could be met in full now."""
    number = cell[Cell.NUMBER] * times
    if times == 0:
        return False
    if cell[Cell.VERB] == Verb.SPEND_BRIBES:
        return state.available[seat] >= number
    good = cell[Cell.WHAT]
    if good == Good.RESOURCE:
        return state.goods[seat, 0] + state.goods[seat, 1] + state.goods[seat, 2] >= number
    return state.goods[seat, good] >= number


@kernel
def gate_open(state, rules, seat, program):
    """Whether a scheme can be played: it has no gate, or one that can be met now, in this Round."""
    if not rules.gate[program]:
        return True
    cell = rules.statements[rules.first_statement[program]]
    return works_now(state, cell) and can_meet(state, seat, cell, repetitions(state, seat, cell))


@kernel
def playable(state, rules, seat):
    """Rows of the schemes that a seat could play now, as bits."""
    rows = rows_of(rules, state.hand[seat])
    found = 0
    row = 0
    while rows >> row != 0:
        if rows >> row & 1 and gate_open(state, rules, seat, rules.scheme_program[row]):
            found |= 1 << row
        row += 1
    return found


@kernel
def has_prey(state, rival, verb):
    """Whether a theft or drain would find anything."""
    if verb == Verb.DRAIN_BRIBES:
        return state.available[rival] > 0
    if verb == Verb.STEAL_RESOURCE:
        return resources_of(state, rival) != 0
    if verb == Verb.STEAL_HENCHMAN:
        return state.goods[rival, HENCHMAN] > 0
    return state.hand[rival] != 0


@kernel
def prey(state, seat, verb):
    """A-24: rivals, as bits, from whom something can be taken; only they are named."""
    found = 0
    for rival in range(state.seats):
        if rival != seat and has_prey(state, rival, verb):
            found |= 1 << rival
    return found


@kernel
def can_convert(state, seat):
    """Types of resource, as bits, that a seat could change into another one of the supply."""
    held = resources_of(state, seat)
    left = resources_left(state)
    found = 0
    for kind in range(RESOURCES):
        if held >> kind & 1 and left & ~(1 << kind) != 0:
            found |= 1 << kind
    return found


@kernel
def hazard_targets(state, rules, seat, word, sector):
    """FAM-74, A-35: resupply zones, as bits, onto which a Hazard could be put; `sector`: of the mission just sabotaged, or NONE."""
    if state.hazard_supply == 0:
        return 0
    if word == HazardPlace.ANY:
        found = ALL_ZONES
    elif word == HazardPlace.CURRENT:
        found = zones_of(current_sector(state, seat))
    else:
        found = zones_of(sector)
        for zone in range(SECTORS * ZONES):
            if rules.zone_kind[zone // ZONES, zone % ZONES] >= ZoneKind.HQ_CARTEL:
                found &= ~(1 << zone)
    return found & ~state.hazards


@kernel
def hazard_sources(state, seat, word):
    """Hazards, as bits, that could be removed."""
    if word == HazardPlace.CURRENT:
        return state.hazards & zones_of(current_sector(state, seat))
    return state.hazards


@kernel
def zone_gives(state, rules, seat, zone):
    """Whether the resupply action of a zone would change anything."""
    kind = rules.zone_kind[zone // ZONES, zone % ZONES]
    if kind <= ZoneKind.HENCHMAN:
        return state.supply[kind] > 0
    if kind == ZoneKind.SPECIAL:
        if state.day:
            return min(rules.special_recover, state.spent[seat]) > 0
        return rules.special_infamy > 0
    faction = kind - ZoneKind.HQ_CARTEL
    if state.rep[seat, faction] == 0 and not state.rep_banned[seat]:
        return True
    if state.rep[seat, faction] == 0 and rules.banned_hq == BannedHq.NOTHING:
        return False
    return has_scheme(state, faction)


@kernel
def could_gain(state, rules, seat, cell):
    """Whether a verb that gives or takes tokens, Infamy, Rep or schemes would change anything for a seat."""
    verb = cell[Cell.VERB]
    word = cell[Cell.WHAT]
    if verb == Verb.GAIN:
        return resources_left(state) != 0 if word == Good.RESOURCE else state.supply[word] > 0
    if verb == Verb.LOSE:
        return resources_of(state, seat) != 0 if word == Good.RESOURCE else state.goods[seat, word] > 0
    if verb == Verb.GAIN_REP:
        lowest = LEVELS
        for faction in range(FACTIONS):
            if word == Faction.ANY or word == faction:
                lowest = min(lowest, state.rep[seat, faction])
        return lowest < LEVELS and not state.rep_banned[seat]
    if verb == Verb.CONVERT:
        return can_convert(state, seat) != 0
    if verb == Verb.RECOVER_BRIBES:
        return state.spent[seat] > 0
    if verb == Verb.DRAW_SCHEME:
        return decks_left(state) != 0 if word == Faction.ANY else has_scheme(state, word)
    if verb == Verb.DISCARD_SCHEME:
        return state.hand[seat] != 0
    return cell[Cell.NUMBER] > 0  # gain infamy, extra scheme


@kernel
def could_act(state, rules, seat, cell, sector):
    """Whether a verb about rivals, the board or this Round would change anything."""
    verb = cell[Cell.VERB]
    word = cell[Cell.WHAT]
    found = True
    if Verb.DRAIN_BRIBES <= verb <= Verb.STEAL_SCHEME:
        found = prey(state, seat, verb) != 0
    elif verb == Verb.SABOTAGE:
        found = available_missions(state) != 0
    elif verb == Verb.HAZARD_ADD:
        found = hazard_targets(state, rules, seat, word, sector) != 0
    elif verb == Verb.HAZARD_REMOVE:
        found = hazard_sources(state, seat, word) != 0
    elif verb == Verb.HAZARD_MOVE:
        found = state.hazards != 0 and state.hazards != ALL_ZONES
    elif verb == Verb.WATCHDOG_MOVE or verb == Verb.WATCHDOG_REMOVE:
        found = watchdog_sectors(state) != 0
    elif verb == Verb.WATCHDOG_ADD:
        found = state.watchdog_supply > 0 or rules.sector_chief_add == SectorChiefAdd.UNLIMITED
        if rules.sector_chief_add == SectorChiefAdd.MOVE and watchdog_sectors(state) != 0:
            found = True
    elif verb == Verb.TAKE_TRIGGERMAN:
        found = state.triggerman != seat
    elif verb == Verb.EXTRA_PAWN:
        found = state.accomplice[seat] == 0
    elif verb == Verb.SKIP_PLACEMENT:
        found = state.skips[seat] == 0
    elif verb == Verb.DOUBLE_RESUPPLY:
        found = state.doubles[seat] == 0
    elif verb == Verb.RESUPPLY_CURRENT:
        zone = current_zone(state, seat)
        found = zone != NONE and zone_gives(state, rules, seat, zone)
    return found


@kernel
def could_do(state, rules, top, row):
    """Whether a statement would change anything now; one whose time comes later in the Round will be done then."""
    cell = rules.statements[row]
    seat = state.frame_seat[top]
    if not works_now(state, cell):
        return False
    if cell[Cell.LATE] and state.frame_flag[top] != LATE:
        return True
    if repetitions(state, seat, cell) == 0:
        return False
    verb = cell[Cell.VERB]
    if verb <= Verb.RECOVER_BRIBES or (Verb.DRAW_SCHEME <= verb <= Verb.EXTRA_SCHEME):
        if not cell[Cell.EACH_RIVAL]:
            return could_gain(state, rules, seat, cell)
        for rival in range(state.seats):
            if rival != seat and could_gain(state, rules, rival, cell):
                return True
        return False
    return could_act(state, rules, seat, cell, state.frame_sector[top])


@kernel
def available_missions(state):
    """Missions of the row, as bits."""
    found = 0
    for place in range(ROW):
        if state.mission_row[place] != NONE:
            found |= 1 << state.mission_row[place]
    return found


# --- Programs --------------------------------------------------------------------------------------------------------------


@kernel
def run_program(state, rules, chance):
    """Take the statement of the uppermost program a stage further; take the program from the stack once it is done."""
    top = state.depth - 1
    row = state.frame_row[top]
    stage = state.frame_stage[top]
    if row >= state.frame_end[top]:
        state.depth = top
    elif stage == ProgramStage.CHOICE:
        choose_alternative(state, rules, top, row)
    elif stage == ProgramStage.CHECK:
        check_statement(state, rules, chance, top)
    elif stage == ProgramStage.AGREED:
        pay_gate(state, rules, chance, top)
    else:
        run_statement(state, rules, chance, top)


@kernel
def choose_alternative(state, rules, top, row):
    """Ask which of two alternatives, unless only one of them, or neither, would do anything."""
    state.frame_chosen[top] = row
    state.frame_stage[top] = ProgramStage.CHECK
    if rules.statements[row, Cell.OR_NEXT] and could_do(state, rules, top, row + 1):
        if could_do(state, rules, top, row):
            ask(state, Decision.ALTERNATIVE, state.frame_seat[top])
        else:
            state.frame_chosen[top] = row + 1


@kernel
def next_statement(state, rules, top):
    """Go on with the following statement."""
    state.frame_row[top] += 1 + rules.statements[state.frame_row[top], Cell.OR_NEXT]
    state.frame_stage[top] = ProgramStage.CHOICE


@kernel
def end_program(state, top):
    """What follows in this program is not done."""
    state.frame_row[top] = state.frame_end[top]


@kernel
def check_statement(state, rules, chance, top):
    """Whether the statement chosen is done, how often, later or now; asks if that is up to its owner."""
    cell = rules.statements[state.frame_chosen[top]]
    seat = state.frame_seat[top]
    times = repetitions(state, seat, cell)
    state.frame_left[top] = times
    state.frame_other[top] = 0
    gate = is_gate(cell[Cell.VERB])
    if gate and not (works_now(state, cell) and can_meet(state, seat, cell, times)):
        end_program(state, top)
    elif gate and (cell[Cell.MAY] or state.frame_flag[top] == OPTIONAL):
        ask(state, Decision.GATE, seat)
    elif gate:
        state.frame_stage[top] = ProgramStage.AGREED
    elif not works_now(state, cell):
        next_statement(state, rules, top)
    elif cell[Cell.LATE] and state.frame_flag[top] != LATE:
        queue_late(state, seat, state.frame_chosen[top], state.frame_origin[top])
        next_statement(state, rules, top)
    elif times == 0:
        log_event(chance, Event.NOTHING_DONE, seat, state.frame_chosen[top], 0)
        next_statement(state, rules, top)
    elif (cell[Cell.MAY] or cell[Cell.VERB] == Verb.GAIN_REP) and not could_do(state, rules, top, state.frame_chosen[top]):
        if cell[Cell.VERB] == Verb.GAIN_REP:
            log_event(chance, Event.REP_LOST, seat, cell[Cell.WHAT], state.rep_banned[seat])
        else:
            log_event(chance, Event.NOTHING_DONE, seat, state.frame_chosen[top], 1)
        next_statement(state, rules, top)
    elif cell[Cell.MAY]:
        ask(state, Decision.MAY, seat)
    else:
        if chance.logging != 0 and not could_do(state, rules, top, state.frame_chosen[top]):  # it is done in vain
            log_event(chance, Event.NOTHING_DONE, seat, state.frame_chosen[top], 1)
        state.frame_stage[top] = ProgramStage.RUN


@kernel
def queue_late(state, seat, row, origin):
    """A-07: a `late:` statement waits for the end of the Round."""
    if state.late_count < LATES:
        state.late_seat[state.late_count] = seat
        state.late_row[state.late_count] = row
        state.late_origin[state.late_count] = origin
        state.late_count += 1


@kernel
def push_late(state, rules, chance, number):
    """Put a statement that has waited under way, as a program of its own."""
    seat = state.late_seat[number]
    row = state.late_row[number]
    top = push_frame(state, Frame.PROGRAM, seat, 0)
    state.frame_row[top] = row
    state.frame_end[top] = row + 1 + rules.statements[row, Cell.OR_NEXT]
    state.frame_chosen[top] = row
    state.frame_stage[top] = ProgramStage.CHECK
    state.frame_origin[top] = state.late_origin[number]
    state.frame_flag[top] = LATE
    log_event(chance, Event.LATE_BEGINS, seat, 0, 0)


@kernel
def pay_gate(state, rules, chance, top):
    """Meet a gate in full, then go on."""
    cell = rules.statements[state.frame_chosen[top]]
    seat = state.frame_seat[top]
    number = cell[Cell.NUMBER] * state.frame_left[top]
    next_statement(state, rules, top)
    if cell[Cell.VERB] == Verb.SPEND_BRIBES:
        spend_bribes(state, seat, number)
        log_event(chance, Event.BRIBES_SPENT, seat, number, 0)
    elif cell[Cell.WHAT] == Good.RESOURCE:
        push_task(state, Verb.PAY, seat, 0, number)
    else:
        return_goods(state, chance, seat, cell[Cell.WHAT], number, Event.GOODS_PAID)


@kernel
def run_statement(state, rules, chance, top):
    """Do a statement once more: for its owner, or for the next rival clockwise from him."""
    cell = rules.statements[state.frame_chosen[top]]
    seat = state.frame_seat[top]
    if state.frame_left[top] == 0:
        next_statement(state, rules, top)
    elif not cell[Cell.EACH_RIVAL]:
        state.frame_left[top] -= 1
        do_verb(state, rules, chance, top, seat, cell)
    elif state.frame_other[top] == state.seats - 1:
        state.frame_other[top] = 0
        state.frame_left[top] -= 1
    else:
        state.frame_other[top] += 1
        do_verb(state, rules, chance, top, (seat + state.frame_other[top]) % state.seats, cell)


@kernel
def do_verb(state, rules, chance, top, seat, cell):
    """Do a statement for a seat: at once, or as a task if it asks for something."""
    verb = cell[Cell.VERB]
    word = cell[Cell.WHAT]
    number = cell[Cell.NUMBER]
    if verb == Verb.GAIN and word != Good.RESOURCE:
        gain_goods(state, chance, seat, word, number)
    elif verb == Verb.LOSE and word != Good.RESOURCE:
        return_goods(state, chance, seat, word, number, Event.GOODS_LOST)
    elif verb == Verb.GAIN_INFAMY:
        gain_infamy(state, chance, seat, number, state.frame_origin[top])
    elif verb == Verb.GAIN_REP and word != Faction.ANY:
        for _ in range(number):
            gain_rep(state, chance, seat, word)
    elif verb == Verb.EXTRA_SCHEME:
        state.extra_schemes[seat] += number
        log_event(chance, Event.EXTRA_SCHEME, seat, number, 0)
    elif verb >= Verb.WATCHDOG_PASS:
        give_right(state, rules, chance, top, seat, verb)
    else:
        begin_task(state, rules, top, seat, cell)


@kernel
def begin_task(state, rules, top, seat, cell):
    """Put a statement that asks for something under way."""
    verb = cell[Cell.VERB]
    task = push_task(state, verb, seat, cell[Cell.WHAT], max(1, cell[Cell.NUMBER]))
    state.frame_row[task] = cell[Cell.RANSOM]
    state.frame_sector[task] = state.frame_sector[top]
    if verb == Verb.WATCHDOG_REMOVE:
        optional = state.frame_flag[top] == LATE and rules.watchdog_removal == WatchdogRemoval.OPTIONAL
        state.frame_word[task] = CONFIRM if optional else 0


@kernel
def give_right(state, rules, chance, top, seat, verb):
    """Verbs that change what a seat may do: Watchdog pass, Triggerman marker, second pawn, the Smuggler's two, a second resupply."""
    if verb == Verb.WATCHDOG_PASS:
        last = state.rounds if state.frame_origin[top] == Origin.CONTACT else state.rounds + 1
        state.pass_until[seat] = max(state.pass_until[seat], last)
        log_event(chance, Event.WATCHDOG_PASS, seat, state.pass_until[seat], 0)
    elif verb == Verb.TAKE_TRIGGERMAN:
        take_triggerman(state, chance, seat)
    elif verb == Verb.EXTRA_PAWN:
        slot = state.frame_word[0] if state.frame_kind[0] == Frame.CONTACT else NONE
        hire_accomplice(state, rules, chance, seat, slot)
    elif verb == Verb.SKIP_PLACEMENT:
        state.skips[seat] = 1
        log_event(chance, Event.SMUGGLER_SKIP, seat, 0, 0)
    elif verb == Verb.DOUBLE_RESUPPLY:
        state.doubles[seat] = 1
        log_event(chance, Event.SMUGGLER_DOUBLE, seat, 0, 0)
    elif current_zone(state, seat) != NONE:
        push_resupply(state, seat, current_zone(state, seat), 1, 0, state.frame_origin[top])


@kernel
def push_resupply(state, seat, zone, times, visit, origin):
    """Put the action of a resupply zone of the board under way."""
    top = push_frame(state, Frame.RESUPPLY, seat, zone)
    state.frame_left[top] = times
    state.frame_word[top] = visit
    state.frame_origin[top] = origin


@kernel
def answer_program(state, rules, top, action):
    """Go on with a program after an alternative, a `may:` or a gate."""
    if action >= Action.ALTERNATIVE:
        state.frame_chosen[top] = state.frame_row[top] + action - Action.ALTERNATIVE
    elif action == Action.PAY:
        state.frame_stage[top] = ProgramStage.AGREED
    elif action == Action.DECLINE:
        end_program(state, top)
    elif action == Action.GO_ON:
        state.frame_stage[top] = ProgramStage.RUN
    else:
        next_statement(state, rules, top)


# --- Tasks -----------------------------------------------------------------------------------------------------------------


@kernel
def run_task(state, rules, chance):
    """Ask for the next choice of the uppermost task, or take it from the stack once it is done."""
    top = state.depth - 1
    verb = state.frame_what[top]
    if Verb.DRAIN_BRIBES <= verb <= Verb.STEAL_SCHEME:
        run_theft(state, rules, chance, top, verb)
    elif verb == Verb.DRAW_SCHEME:
        draw_next(state, rules, chance, top)
    elif verb < Verb.SABOTAGE:
        ask_unit(state, top, verb)
    else:
        ask_about_board(state, rules, top, verb)


@kernel
def types_open(state, top):
    """Types of resource, as bits, that can be named for the next token of a task."""
    verb = state.frame_what[top]
    seat = state.frame_seat[top]
    if verb == Verb.GAIN:
        return resources_left(state)
    if verb == Verb.CONVERT:
        if state.frame_stage[top] == START:
            return can_convert(state, seat)
        return resources_left(state) & ~(1 << state.frame_other[top])
    if verb != Verb.STEAL_RESOURCE:
        return resources_of(state, seat)
    found = 0
    for kind in range(RESOURCES):
        if state.goods[state.frame_other[top], kind] > state.frame_picks[top, kind]:
            found |= 1 << kind
    return found


@kernel
def ask_unit(state, top, verb):
    """The next unit of a task about own goods, bribes, Rep or schemes."""
    seat = state.frame_seat[top]
    decision = NONE
    if state.frame_left[top] == 0:
        decision = NONE
    elif verb == Verb.GAIN_REP:
        decision = Decision.FACTION
    elif verb == Verb.RECOVER_BRIBES:
        if state.spent[seat] > 0:
            decision = Decision.RECOVER
    elif verb == Verb.DISCARD_SCHEME:
        if state.hand[seat] != 0:
            decision = Decision.SCHEME_DISCARD
    elif types_open(state, top) != 0:
        decision = Decision.RESOURCE
        if verb == Verb.CONVERT:
            decision = Decision.CONVERT_FROM if state.frame_stage[top] == START else Decision.CONVERT_TO
    if decision == NONE:
        state.depth = top
    else:
        ask(state, decision, seat)


@kernel
def draw_next(state, rules, chance, top):
    """FAM-86, A-45: the next card of a draw, its deck named by the card, or by the freelancer after he has seen the one before."""
    seat = state.frame_seat[top]
    faction = state.frame_word[top]
    if faction == Faction.ANY and state.frame_stage[top] == UNDER_WAY:
        faction = state.frame_other[top]
    if state.frame_left[top] == 0 or decks_left(state) == 0:
        state.depth = top
    elif faction == Faction.ANY:
        ask(state, Decision.DECK, seat)
    else:
        state.frame_stage[top] = START
        state.frame_left[top] -= 1
        draw_scheme(state, rules, chance, seat, faction)


@kernel
def ask_about_board(state, rules, top, verb):
    """The next choice of a task about missions, Hazards or Watchdogs; none is left once `frame_left` is 0."""
    seat = state.frame_seat[top]
    begun = state.frame_stage[top] != START
    decision = NONE
    if state.frame_left[top] == 0:
        decision = NONE
    elif verb == Verb.SABOTAGE:
        if available_missions(state) != 0:
            decision = Decision.SABOTAGE
    elif verb == Verb.HAZARD_ADD:
        if hazard_targets(state, rules, seat, state.frame_word[top], state.frame_sector[top]) != 0:
            decision = Decision.HAZARD_ADD
    elif verb == Verb.HAZARD_REMOVE:
        if hazard_sources(state, seat, state.frame_word[top]) != 0:
            decision = Decision.HAZARD_REMOVE
    elif verb == Verb.HAZARD_MOVE:
        if state.hazards != 0 and state.hazards != ALL_ZONES:
            decision = Decision.HAZARD_TO if begun else Decision.HAZARD_FROM
    elif verb == Verb.WATCHDOG_ADD and (state.watchdog_supply > 0 or rules.sector_chief_add == SectorChiefAdd.UNLIMITED):
        decision = Decision.WATCHDOG_ADD
    elif watchdog_sectors(state) != 0:
        if verb == Verb.WATCHDOG_REMOVE:
            decision = Decision.MAY if state.frame_word[top] == CONFIRM else Decision.WATCHDOG_REMOVE
        elif verb == Verb.WATCHDOG_MOVE or rules.sector_chief_add == SectorChiefAdd.MOVE:
            decision = Decision.WATCHDOG_TO if begun else Decision.WATCHDOG_FROM
    if decision == NONE:
        state.depth = top
    else:
        ask(state, decision, seat)


@kernel
def run_theft(state, rules, chance, top, verb):
    """FAM-97, A-24: rival, types if the thief picks them, ransom, then what is taken."""
    seat = state.frame_seat[top]
    stage = state.frame_stage[top]
    if stage == TheftStage.RIVAL:
        if prey(state, seat, verb) == 0:
            state.depth = top
        else:
            ask(state, Decision.RIVAL, seat)
    elif stage == TheftStage.TYPES:
        if types_come_first(state, rules, top) and state.frame_left[top] > 0 and types_open(state, top) != 0:
            ask(state, Decision.RESOURCE, seat)
        else:
            state.frame_stage[top] = TheftStage.RANSOM
    elif stage == TheftStage.RANSOM:
        ransom = state.frame_row[top]
        rival = state.frame_other[top]
        state.frame_stage[top] = TheftStage.TAKE
        if ransom > 0 and state.available[rival] >= ransom:
            ask(state, Decision.RANSOM, rival)
    else:
        take(state, rules, chance, top, verb)


@kernel
def types_come_first(state, rules, top):
    """Whether the thief names the types before the rival may pay his ransom."""
    names = state.frame_what[top] == Verb.STEAL_RESOURCE and state.frame_word[top] == Chooser.THIEF
    return names and rules.ransom_order == RansomOrder.AFTER_TYPE


@kernel
def take(state, rules, chance, top, verb):
    """What a theft or drain that was not bought off takes, one unit after the other."""
    seat = state.frame_seat[top]
    rival = state.frame_other[top]
    left = state.frame_left[top]
    if verb == Verb.DRAIN_BRIBES:
        number = min(left, state.available[rival])
        spend_bribes(state, rival, number)
        log_event(chance, Event.BRIBES_DRAINED, rival, number, seat)
        state.depth = top
    elif verb == Verb.STEAL_RESOURCE:
        take_resources(state, chance, top, seat, rival)
    elif left == 0 or not has_prey(state, rival, verb):
        state.depth = top
    elif verb == Verb.STEAL_HENCHMAN:
        state.frame_left[top] -= 1
        steal_good(state, chance, seat, rival, HENCHMAN)
    elif state.frame_word[top] == Chooser.RANDOM:
        state.frame_left[top] -= 1
        steal_random_scheme(state, rules, chance, rival, seat)
    else:
        ask(state, Decision.SCHEME_GIVEN, rival)


@kernel
def take_resources(state, chance, top, seat, rival):
    """Types not named so far are named one after the other; then all are taken."""
    if state.frame_left[top] > 0 and types_open(state, top) != 0:
        ask(state, Decision.RESOURCE, seat if state.frame_word[top] == Chooser.THIEF else rival)
        return
    state.depth = top
    for kind in range(RESOURCES):
        for _ in range(state.frame_picks[top, kind]):
            steal_good(state, chance, seat, rival, kind)


# --- Answers ---------------------------------------------------------------------------------------------------------------


@kernel
def offered_by_frame(state, rules, top):
    """Legal answers to what a program or task asks: the first code of a range of actions, and which of its members, as bits."""
    decision = state.decision
    seat = state.frame_seat[top]
    verb = state.frame_what[top]
    first = Action.STOP + 0
    found = YES_OR_NO
    if decision == Decision.RECOVER:
        first, found = Action.RECOVER + 0, (2 << min(state.frame_left[top], state.spent[seat])) - 1  # none, one, and so on
    elif decision == Decision.RESOURCE or decision == Decision.CONVERT_TO:
        first, found = Action.RESOURCE + 0, types_open(state, top)
    elif decision == Decision.CONVERT_FROM:
        first, found = Action.RESOURCE + 0, types_open(state, top) | 1 << (Action.STOP - Action.RESOURCE)
    elif decision == Decision.RIVAL:
        first, found = Action.RIVAL + 0, prey(state, seat, verb)
    elif decision == Decision.RANSOM:
        first = Action.RANSOM + 0
    elif decision == Decision.FACTION:
        first, found = Action.FACTION + 0, (1 << FACTIONS) - 1
    elif decision == Decision.DECK:
        first, found = Action.DECK + 0, decks_left(state)
    elif decision == Decision.SCHEME_DISCARD or decision == Decision.SCHEME_GIVEN:
        first, found = Action.SCHEME + 0, rows_of(rules, state.hand[state.actor])
    elif decision == Decision.SABOTAGE:
        first, found = Action.MISSION + 0, available_missions(state)
    elif decision == Decision.GATE:
        first = Action.PAY + 0
    elif decision == Decision.ALTERNATIVE:
        first = Action.ALTERNATIVE + 0
    elif decision >= Decision.HAZARD_ADD and decision <= Decision.HAZARD_TO:
        first, found = Action.ZONE + 0, zones_to_name(state, rules, top, decision)
    elif decision <= Decision.WATCHDOG_REMOVE:
        first, found = Action.SECTOR + 0, sectors_to_name(state, top, decision)
    return first, found


@kernel
def zones_to_name(state, rules, top, decision):
    """Resupply zones of the board, as bits, that a choice about Hazards offers."""
    if decision == Decision.HAZARD_ADD:
        return hazard_targets(state, rules, state.frame_seat[top], state.frame_word[top], state.frame_sector[top])
    if decision == Decision.HAZARD_REMOVE:
        return hazard_sources(state, state.frame_seat[top], state.frame_word[top])
    if decision == Decision.HAZARD_FROM:
        return state.hazards
    return ALL_ZONES & ~state.hazards


@kernel
def sectors_to_name(state, top, decision):
    """Sectors, as bits, that a choice about Watchdogs offers."""
    if decision == Decision.WATCHDOG_FROM or decision == Decision.WATCHDOG_REMOVE:
        return watchdog_sectors(state)
    every = (1 << SECTORS) - 1
    if decision == Decision.WATCHDOG_TO:
        return every & ~(1 << state.frame_other[top])
    return every


@kernel
def answer_task(state, rules, chance, decision, action):
    """Go on with the uppermost task."""
    top = state.depth - 1
    verb = state.frame_what[top]
    if Verb.DRAIN_BRIBES <= verb <= Verb.STEAL_SCHEME:
        answer_theft(state, rules, chance, top, action)
    elif verb < Verb.SABOTAGE:
        answer_unit(state, rules, chance, top, verb, action)
    elif verb == Verb.SABOTAGE:
        mission = action - Action.MISSION
        state.frame_left[top] -= 1
        sabotage(state, chance, state.frame_seat[top], mission)
        state.frame_sector[top - 1] = rules.mission_sector[mission]
    elif action >= Action.ZONE:
        answer_hazard(state, chance, top, verb, action - Action.ZONE)
    else:
        answer_watchdog(state, chance, top, verb, decision, action)


@kernel
def answer_unit(state, rules, chance, top, verb, action):
    """One unit of a task about own goods, bribes, Rep or schemes."""
    seat = state.frame_seat[top]
    if verb == Verb.CONVERT:
        answer_convert(state, chance, top, action)
        return
    if verb == Verb.DRAW_SCHEME:
        state.frame_stage[top] = UNDER_WAY
        state.frame_other[top] = action - Action.DECK
        return
    state.frame_left[top] -= 1
    if verb == Verb.GAIN:
        gain_goods(state, chance, seat, action - Action.RESOURCE, 1)
    elif verb == Verb.LOSE:
        return_goods(state, chance, seat, action - Action.RESOURCE, 1, Event.GOODS_LOST)
    elif verb == Verb.PAY:
        return_goods(state, chance, seat, action - Action.RESOURCE, 1, Event.GOODS_PAID)
    elif verb == Verb.GAIN_REP:
        gain_rep(state, chance, seat, action - Action.FACTION)
    elif verb == Verb.RECOVER_BRIBES:
        state.frame_left[top] = 0
        recover_bribes(state, chance, seat, action - Action.RECOVER)
    else:
        card = card_of(rules, state.hand[seat], action - Action.SCHEME)
        leave_hand(state, rules, seat, card)
        lay_off(state, rules, card)
        log_event(chance, Event.SCHEME_DISCARDED, seat, card, 0)


@kernel
def answer_convert(state, chance, top, action):
    """A resource is returned, then one of another type taken."""
    seat = state.frame_seat[top]
    if action == Action.STOP:
        state.frame_left[top] = 0
    elif state.frame_stage[top] == START:
        state.frame_stage[top] = UNDER_WAY
        state.frame_other[top] = action - Action.RESOURCE
    else:
        state.frame_stage[top] = START
        state.frame_left[top] -= 1
        return_goods(state, chance, seat, state.frame_other[top], 1, Event.GOODS_LOST)
        gain_goods(state, chance, seat, action - Action.RESOURCE, 1)


@kernel
def answer_theft(state, rules, chance, top, action):
    """Go on with a theft or drain after a rival, a type, a ransom or a card."""
    seat = state.frame_seat[top]
    rival = state.frame_other[top]
    if action == Action.RANSOM:
        spend_bribes(state, rival, state.frame_row[top])
        log_event(chance, Event.RANSOM_PAID, rival, state.frame_row[top], seat)
        state.depth = top
    elif action >= Action.SCHEME:
        state.frame_left[top] -= 1
        card = card_of(rules, state.hand[rival], action - Action.SCHEME)
        hand_over(state, rules, rival, seat, card)
        log_event(chance, Event.SCHEME_GIVEN, card, rival, seat)
    elif action >= Action.RIVAL and action < Action.RANSOM:
        state.frame_other[top] = action - Action.RIVAL
        state.frame_stage[top] = TheftStage.TYPES
    elif action < Action.RIVAL:
        state.frame_left[top] -= 1
        state.frame_picks[top, action - Action.RESOURCE] += 1


@kernel
def answer_hazard(state, chance, top, verb, zone):
    """A Hazard is added, removed, or named and then moved."""
    seat = state.frame_seat[top]
    if verb == Verb.HAZARD_MOVE and state.frame_stage[top] == START:
        state.frame_stage[top] = UNDER_WAY
        state.frame_other[top] = zone
        return
    state.depth = top
    if verb == Verb.HAZARD_ADD:
        add_hazard(state, chance, seat, zone)
    elif verb == Verb.HAZARD_REMOVE:
        remove_hazard(state, chance, seat, zone)
    else:
        move_hazard(state, chance, seat, state.frame_other[top], zone)


@kernel
def answer_watchdog(state, chance, top, verb, decision, action):
    """A Watchdog is added, removed, or named and then moved; the Sector Chief's removal may be a matter of choice (A-06)."""
    seat = state.frame_seat[top]
    sector = action - Action.SECTOR
    if action == Action.GO_ON:
        state.frame_word[top] = 0
    elif action == Action.STOP:
        state.depth = top
    elif decision == Decision.WATCHDOG_FROM:
        state.frame_stage[top] = UNDER_WAY
        state.frame_other[top] = sector
    else:
        state.depth = top
        if verb == Verb.WATCHDOG_REMOVE:
            remove_watchdog(state, chance, seat, sector)
        elif state.frame_stage[top] == START:
            add_watchdog(state, chance, seat, sector)
        else:
            move_watchdog(state, chance, seat, state.frame_other[top], sector)
