"""The duel, in the order of its rules page."""

from simcore.games.duel.state import DIE_LOW, Action, DecidedBy, Decision, EndReason, Event, Source, TieBreak
from simcore.kernel import kernel
from simcore.rng import MAX_SEATS, below, log_event
from simcore.spec import NOBODY, NONE, RUNNING, SHARED


@kernel
def set_up(state, rules, seats, chance):
    """DUE-01: everybody starts at nothing, the first player ahead; DUE-02: the first player is drawn."""
    for seat in range(MAX_SEATS):
        state.total[seat] = 0
        state.last_throw[seat] = 0
    state.seats = seats
    state.end_reason = RUNNING
    state.decision = Decision.THROW
    state.rounds = 1
    state.turns = 0
    state.active = (1 << seats) - 1
    state.first_seat = below(chance, Source.FIRST_SEAT, 0, seats)
    log_event(chance, Event.FIRST_SEAT, state.first_seat, 0, 0)
    state.total[state.first_seat] = rules.head_start
    state.actor = state.first_seat


@kernel
def legal_actions(state, rules, actions):
    """DUE-03: a player in turn throws, there is nothing else to do."""
    actions[0] = Action.THROW
    return 1


@kernel
def somebody_arrived(state, rules):
    """DUE-04: whether a player has reached or passed the target."""
    for seat in range(state.seats):
        if state.total[seat] >= rules.target:
            return True
    return False


@kernel
def end_game(state):
    """No further throw."""
    state.actor = NONE
    state.end_reason = EndReason.TARGET


@kernel
def pips_of(die, rules):
    """DUE-03: what a face of the die counts."""
    if die == DIE_LOW and rules.blank_face:
        return 0
    if die == DIE_LOW + rules.sides - 1:
        return die + rules.extra_pips
    return die


@kernel
def apply_action(state, rules, action, chance):
    """DUE-03: throw, add, pass the die to the left; DUE-05, 06: see whether that ends the game."""
    seat = state.actor
    die = DIE_LOW + below(chance, Source.DIE, state.turns, rules.sides)
    log_event(chance, Event.DIE, seat, die, 0)
    state.turns += 1
    state.total[seat] += pips_of(die, rules)
    state.last_throw[seat] = die
    state.actor = (seat + 1) % state.seats
    round_over = state.actor == state.first_seat
    if somebody_arrived(state, rules) and (round_over or not rules.equal_turns):
        end_game(state)
    elif round_over:
        state.rounds += 1


@kernel
def running_scores(state, rules, scores):
    """Totals as they stand."""
    for seat in range(state.seats):
        scores[seat] = state.total[seat]


@kernel
def claim_of(state, rules, seat):
    """DUE-06: by what those who arrived in one round are compared; the largest claim wins."""
    if rules.tie_break == TieBreak.HIGHEST:
        return state.last_throw[seat]
    if rules.tie_break == TieBreak.LOWEST:
        return -state.last_throw[seat]
    if rules.tie_break == TieBreak.FIRST:
        return -((seat - state.first_seat) % state.seats)
    return 0


@kernel
def standings(state, rules, result):
    """DUE-05: the first to arrive; DUE-06: with equal turns the best claim among those who arrived, ties share."""
    running_scores(state, rules, result.score[:])
    arrived = 0
    there = 0
    best = 0
    for seat in range(state.seats):
        if state.total[seat] >= rules.target:
            claim = claim_of(state, rules, seat)
            best = claim if arrived == 0 else max(best, claim)
            arrived += 1
            there |= 1 << seat
    winners = 0
    winning = 0
    for seat in range(MAX_SEATS):
        result.standing[seat] = 0
        if seat < state.seats:
            wins = state.total[seat] >= rules.target and claim_of(state, rules, seat) == best
            result.standing[seat] = 1 if wins else 2
            if wins:
                winners |= 1 << seat
                winning += 1
        else:
            result.score[seat] = 0
    result.winners = winners
    result.contenders = there
    result.reached = 1 << DecidedBy.TARGET
    if arrived > 1:
        result.reached |= 1 << DecidedBy.LAST_THROW
    if winning == 0:
        result.decided_by = NOBODY
        result.reached = 0
    elif arrived == 1:
        result.contenders = (1 << state.seats) - 1
        result.decided_by = DecidedBy.TARGET
    elif winning == 1:
        result.decided_by = DecidedBy.LAST_THROW
    else:
        result.contenders = winners
        result.decided_by = SHARED


@kernel
def deal_unseen(state, rules, seat, chance):
    """Nothing is hidden in a duel."""
