"""Choosing by playing out: flat Monte Carlo over deals of what the seat cannot see.

Of the actions that its base bot rates best, a rollout bot takes the one after which it does best in games played to their end. Each
draw deals anew what the seat cannot know and gives every seat weights of its own around the base bot's; all actions are tried on the
same draws (common random numbers), and those that fall behind are dropped on the way. So few games say little: the base bot's own choice
has a head start. The chance of these games belongs to the search: it is keyed on seed, deal, seat, the number of the seat's own search
and the draw, so the bot learns nothing of the decks and dice to come.

The functions without a decorator are templates, bound to a game by `playout.bind_search` when a line-up needs them.
"""

from typing import Any, NamedTuple

import numpy as np

from simcore.bots import ROLLOUT, best_rated, draw_weights
from simcore.kernel import kernel
from simcore.lineups import MOST_CANDIDATES, MOST_DRAWS
from simcore.rng import CHANCE, MAX_SEATS, SEARCH_SOURCE, SHIFT, block, start_chance
from simcore.spec import CAPPED, NONE, GameSpec, record

legal_actions: Any
apply_action: Any
deal_unseen: Any
standings: Any
rate_actions: Any
stop_at_cap: Any
choose_action: Any

HEAD_START = 1.5
"""Wins that an action must gain on the base bot's own choice, in all draws together, to be taken instead."""
SCORE_SHARE = 0.1
"""What outscoring all rivals is worth against a win: it tells apart actions that win equally often, and is too little to trade wins for."""
FEWEST_DRAWS = 3
"""Draws before an action is dropped,"""
DOUBT = 0.5
"""and what is added to the variance of a difference over so few."""

DEALING, PLAYING = 2, 3
"""Words of the key's block that tell the chance of dealing from that of playing out."""

SEARCH = record(
    [
        ("listed", np.int64),  # actions that are tried,
        ("candidates", np.int64, MOST_CANDIDATES),  # the base bot's own choice first,
        ("dropped", np.int64, MOST_CANDIDATES),  # 1: no longer
        ("total", np.float64, MOST_CANDIDATES),  # worth of the games played after each, the head start included,
        ("worth", np.float64, (MOST_CANDIDATES, MOST_DRAWS)),  # and of each of these games
    ]
)
"""A search under way."""


class Trial(NamedTuple):
    """What one thread needs to search: arrays as for playing, apart from those of the game that is played."""

    states: Any  # DEALT and PLAYED
    chances: Any
    weights: Any
    actions: Any
    scratch: Any
    ratings: Any
    results: Any
    searches: Any


DEALT, PLAYED = range(2)
"""The trial's states: as dealt for a draw, and as it is played out after one of the actions."""


def trial_arrays(spec: GameSpec) -> Trial:
    """Room for the searches of one thread."""
    return Trial(
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
def start_trial(trial_chance, chance, seat, draw, use):
    """Streams that no game of the run has and no other search: for DEALING or PLAYING in one draw of a seat's search under way."""
    words = block(chance, SEARCH_SOURCE + seat, chance.searches[seat], draw)
    start_chance(trial_chance, words[0] | words[1] << SHIFT, words[use], 0)


@kernel
def list_candidates(search, wanted, first, actions, count, ratings):
    """The base bot's own choice, which has the head start, then the others that it rates best. Their ratings are lost."""
    for place in range(count):
        if actions[place] == first:
            ratings[place] = np.inf
    search.listed = min(wanted, count)
    for number in range(search.listed):
        best = 0
        for place in range(1, count):
            if ratings[place] > ratings[best]:
                best = place
        search.candidates[number] = actions[best]
        search.dropped[number] = 0
        search.total[number] = 0.0 if number else HEAD_START
        ratings[best] = -np.inf


@kernel
def worth_of(winners, scores, seats, seat):
    """Credit of a seat (sole win 1, shared win 1/k; `winners` are bits), and a little for rivals outscored, half for a tie."""
    sharing = 0
    outscored = 0.0
    for other in range(seats):
        sharing += winners >> other & 1
        if other != seat and scores[other] <= scores[seat]:
            outscored += 1.0 if scores[other] < scores[seat] else 0.5
    credit = 1.0 / sharing if winners >> seat & 1 else 0.0
    return credit + SCORE_SHARE * outscored / (seats - 1)


@kernel
def leader_of(search):
    """Number of the action that does best so far, the first of equals: no dropped one, as it trails for good (worth is not negative)."""
    leader = 0
    for number in range(1, search.listed):
        if search.total[number] > search.total[leader]:
            leader = number
    return leader


@kernel
def falls_behind(search, number, leader, draws):
    """Whether an action trails the leader by more than a standard error of the difference over so many common draws."""
    mean = 0.0
    for draw in range(draws):
        mean += (search.worth[leader, draw] - search.worth[number, draw]) / draws
    variance = DOUBT
    for draw in range(draws):
        deviation = search.worth[leader, draw] - search.worth[number, draw] - mean
        variance += deviation * deviation
    return search.total[leader] - search.total[number] > np.sqrt(variance)


@kernel
def is_out_of_reach(search, number, leader, draws_left):
    """Whether an action trails the leader by more than the draws still to come can bring."""
    return search.total[leader] - search.total[number] > draws_left * (1.0 + SCORE_SHARE)


@kernel
def drop_hopeless(search, draws, draws_left):
    """Drop the actions that fall behind or can no longer be chosen; returns how many are left."""
    leader = leader_of(search)
    left = 0
    for number in range(search.listed):
        if number != leader and not search.dropped[number]:
            behind = draws >= FEWEST_DRAWS and falls_behind(search, number, leader, draws)
            search.dropped[number] = behind or is_out_of_reach(search, number, leader, draws_left)
        left += 1 - search.dropped[number]
    return left


def play_out(state, rules, action, chance, trial, result):
    """Play a game on from an action to its end, or to the round cap, by the base bot with the trial's weights. Bound by `playout`."""
    while True:
        apply_action(state, rules, action, chance)
        stop_at_cap(state, rules)
        if state.actor == NONE:
            break
        count = legal_actions(state, rules, trial.actions)
        action = trial.actions[0]
        if count > 1:
            seat = state.actor
            rate_actions(state, rules, trial.weights[seat], trial.actions, count, trial.scratch, trial.ratings)
            action = best_rated(chance, seat, trial.actions, count, trial.ratings)
    standings(state, rules, result)
    if state.end_reason == CAPPED:
        result.winners = 0


def search_action(state, rules, lineup, entry, centres, weights, chance, actions, count, scratch, ratings, trial):
    """The action that the bot of line-up entry `entry` takes for the acting seat, when some bots play out. Bound by `playout`."""
    if lineup.kind[entry] != ROLLOUT:
        return choose_action(state, rules, lineup, entry, centres, weights, chance, actions, count, scratch, ratings, trial)
    seat = state.actor
    dealt, played = trial.states[DEALT], trial.states[PLAYED]
    trial_chance, search, result = trial.chances[0], trial.searches[0], trial.results[0]
    rate_actions(state, rules, weights[seat], actions, count, scratch, ratings)
    first = best_rated(chance, seat, actions, count, ratings)
    list_candidates(search, lineup.candidates[entry], first, actions, count, ratings)
    left = search.listed
    draw = 0
    while left > 1 and draw < lineup.draws[entry]:
        trial.states[DEALT] = state
        start_trial(trial_chance, chance, seat, draw, DEALING)
        deal_unseen(dealt, rules, seat, trial_chance)
        for other in range(state.seats):
            draw_weights(trial_chance, other, entry, lineup.jitter[entry], lineup, centres, trial.weights)
        for number in range(search.listed):
            if not search.dropped[number]:
                trial.states[PLAYED] = dealt
                start_trial(trial_chance, chance, seat, draw, PLAYING)
                play_out(played, rules, search.candidates[number], trial_chance, trial, result)
                search.worth[number, draw] = worth_of(result.winners, result.score[:], state.seats, seat)
                search.total[number] += search.worth[number, draw]
        draw += 1
        left = drop_hopeless(search, draw, lineup.draws[entry] - draw)
    chance.searches[seat] += 1
    return search.candidates[leader_of(search)]
