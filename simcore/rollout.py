"""Choosing by playing out: flat Monte Carlo over deals of what the seat cannot see.

Of the actions that its base bot rates best, a rollout bot takes the one after which it does best in games played to their end. Each
draw deals anew what the seat cannot know and gives every seat weights of its own around the base bot's; all actions are tried on the
same draws (common random numbers), and those that fall behind are dropped on the way. The chance of these games belongs to the search:
it is keyed on seed, deal, seat, the number of the seat's own search and the draw, so a bot learns nothing of the decks and dice to come.

The functions without a decorator are templates, bound to each game by `playout.bind_search`.
"""

from typing import Any

import numpy as np

from simcore.bots import ROLLOUT, best_rated, draw_weights
from simcore.kernel import kernel
from simcore.rng import BOT_SOURCE, CHANCE, MAX_SEATS, TWO_TO_MINUS_32, bot_below, bot_word, block, start_chance
from simcore.spec import NONE, GameSpec, record

legal_actions: Any
apply_action: Any
standings: Any
running_scores: Any
rate_actions: Any
deal_unseen: Any
choose_action: Any
play_out: Any

MOST_CANDIDATES = 16
MOST_DRAWS = 256
SEARCH_SOURCE = BOT_SOURCE + 2 * MAX_SEATS
"""First of the sources from which the chance of the games played out is keyed: one a seat; those of the weights lie before."""
_HALF = np.uint64(32)

DEALT, PLAYED = range(2)
"""Which of the trial's states: as dealt for a draw; as played out."""

SEARCH = record(
    [
        ("candidates", np.int64, MOST_CANDIDATES),
        ("total", np.float64, MOST_CANDIDATES),
        ("worth", np.float64, (MOST_CANDIDATES, MOST_DRAWS)),
        ("playouts", np.int64),
        ("calls", np.int64),
        ("changed", np.int64),
    ]
)


def trial_arrays(spec: GameSpec) -> tuple[Any, ...]:
    return (
        np.zeros(2, spec.state),
        np.zeros(1, CHANCE),
        np.zeros((MAX_SEATS, len(spec.weights))),
        np.zeros(spec.max_actions, np.int64),
        np.zeros(spec.scratch),
        np.zeros(spec.max_actions),
        np.zeros(1, spec.result),
        np.zeros(1, SEARCH),
    )


@kernel
def start_trial(trial_chance, chance, seat, search_number, draw, stage):
    """Chance of a draw: streams that no game of the run and no other search has."""
    words = block(chance, SEARCH_SOURCE + seat, search_number, draw)
    start_chance(trial_chance, words[0] | (words[1] << _HALF), words[2 + stage], 0)


@kernel
def list_candidates(search, wanted, first, actions, count, ratings):
    search.candidates[0] = first
    listed = 1
    while listed < min(wanted, count):
        best = NONE
        for place in range(count):
            taken = False
            for other in range(listed):
                if search.candidates[other] == actions[place]:
                    taken = True
            if not taken and (best == NONE or ratings[place] > ratings[best]):
                best = place
        search.candidates[listed] = actions[best]
        listed += 1
    for place in range(listed):
        search.total[place] = 0.0
    return listed


@kernel
def worth_of(result, seats, seat, share):
    """Credit, plus a small share of the score's rank."""
    winners = 0
    beaten = 0.0
    for other in range(seats):
        winners += result.winners >> other & 1
        if other != seat:
            if result.score[other] < result.score[seat]:
                beaten += 1.0
            elif result.score[other] == result.score[seat]:
                beaten += 0.5
    credit = 1.0 / winners if result.winners >> seat & 1 else 0.0
    return credit + share * beaten / (seats - 1)


def play_out(state, rules, weights, chance, actions, scratch, ratings, result, epsilon):
    """Play a game to its end, or to the round cap, by the base bot."""
    while state.actor != NONE and state.rounds <= rules.round_cap:
        count = legal_actions(state, rules, actions)
        action = actions[0]
        if count > 1:
            if epsilon > 0.0 and bot_word(chance, state.actor) * TWO_TO_MINUS_32 < epsilon:
                action = actions[bot_below(chance, state.actor, count)]
            else:
                rate_actions(state, rules, weights[state.actor], actions, count, scratch, ratings)
                action = best_rated(chance, state.actor, actions, count, ratings)
        apply_action(state, rules, action, chance)
    standings(state, rules, result)
    if state.actor != NONE:
        result.winners = 0


@kernel
def drop_hopeless(search, left, draws, limit, tune):
    leader = 0
    for place in range(1, left):
        if search.total[place] > search.total[leader]:
            leader = place
    if draws >= tune[2]:
        kept = 0
        z = tune[1]
        for place in range(left):
            keep = True
            if place != leader:
                mean = (search.total[leader] - search.total[place]) / draws
                var = 0.0
                for draw in range(draws):
                    gap = search.worth[leader, draw] - search.worth[place, draw] - mean
                    var += gap * gap
                keep = draws * mean < z * np.sqrt(var + tune[5])
            if keep:
                search.candidates[kept] = search.candidates[place]
                search.total[kept] = search.total[place]
                for draw in range(draws):
                    search.worth[kept, draw] = search.worth[place, draw]
                kept += 1
        left = kept
    if tune[0] > 0.0 and (4 * draws == limit or 2 * draws == limit):
        wanted = (left + 1) // 2
        while left > wanted:
            worst = left - 1
            for place in range(left - 1, -1, -1):
                if search.total[place] < search.total[worst]:
                    worst = place
            for place in range(worst, left - 1):
                search.candidates[place] = search.candidates[place + 1]
                search.total[place] = search.total[place + 1]
                for draw in range(draws):
                    search.worth[place, draw] = search.worth[place + 1, draw]
            left -= 1
    return left


def search_action(state, rules, lineup, entry, centres, weights, chance, actions, count, scratch, ratings, trial):
    """The action that the bot of line-up entry `entry` takes for the acting seat, if some bots play out."""
    if lineup.kind[entry] != ROLLOUT:
        return choose_action(state, rules, lineup, entry, centres, weights, chance, actions, count, scratch, ratings, trial)
    states, chances, trial_weights, trial_actions, trial_scratch, trial_ratings, results, searches = trial
    search, trial_chance, result = searches[0], chances[0], results[0]
    seat = state.actor
    rate_actions(state, rules, weights[seat], actions, count, scratch, ratings)
    first = best_rated(chance, seat, actions, count, ratings)
    left = list_candidates(search, lineup.candidates[entry], first, actions, count, ratings)
    number = chance.searches[seat]
    chance.searches[seat] += 1
    search.calls += 1
    limit = lineup.draws[entry]
    search.total[0] = lineup.tune[4]
    for draw in range(limit):
        if left == 1:
            break
        states[DEALT] = state
        start_trial(trial_chance, chance, seat, number, draw, 0)
        deal_unseen(states[DEALT], rules, seat, trial_chance)
        for other in range(state.seats):
            draw_weights(trial_chance, other, entry, lineup.jitter[entry], lineup, centres, trial_weights)
        for place in range(left):
            states[PLAYED] = states[DEALT]
            start_trial(trial_chance, chance, seat, number, draw, 1)
            apply_action(states[PLAYED], rules, search.candidates[place], trial_chance)
            play_out(
                states[PLAYED], rules, trial_weights, trial_chance, trial_actions, trial_scratch, trial_ratings, result, lineup.tune[6]
            )
            search.worth[place, draw] = worth_of(result, state.seats, seat, lineup.tune[3])
            search.total[place] += search.worth[place, draw]
            search.playouts += 1
        left = drop_hopeless(search, left, draw + 1, limit, lineup.tune)
    best = 0
    for place in range(1, left):
        if search.total[place] > search.total[best]:
            best = place
    search.changed += search.candidates[best] != first
    return search.candidates[best]
