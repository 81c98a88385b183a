"""Choosing an action. A bot is an integer kind and a set of weights; seats of one game may differ.

RANDOM picks uniformly. RATED takes the action that the game's `rate_actions` rates highest for its weights, and breaks ties from
the seat's own stream (the lowest code would favour some cards for no reason). Weights are drawn at the start of a game: one of the
bot's centres, each number of it stretched by up to `spread`. ROLLOUT plays out what RATED would think of: see `rollout`.
"""

from typing import Any

import numpy as np

from simcore.kernel import kernel
from simcore.rng import MAX_SEATS, TWO_TO_MINUS_32, WEIGHT_SOURCE, below, block, bot_below

RANDOM, RATED, ROLLOUT = range(3)
KINDS = ("random", "rated", "rollout")

LINEUP = np.dtype(
    (
        np.record,
        [
            ("entries", np.int64),  # bots in the line-up, one a seat
            ("kind", np.int64, MAX_SEATS),
            ("first_centre", np.int64, MAX_SEATS),  # row of the weight matrix
            ("centres", np.int64, MAX_SEATS),  # rows of the weight matrix
            ("spread", np.float64, MAX_SEATS),  # each weight is multiplied by 1 - spread .. 1 + spread
            ("candidates", np.int64, MAX_SEATS),  # actions that a rollout bot tries,
            ("draws", np.int64, MAX_SEATS),  # games it plays out after each of them at most,
            ("jitter", np.float64, MAX_SEATS),  # and the spread of the weights in these
        ],
    )
)
"""Who plays: one entry a seat, before the line-up is turned."""


@kernel
def draw_weights(chance, seat, entry, spread, lineup, centres, weights):
    """Give a seat its weights for a game: `weights[seat]`, around one of the centres of line-up entry `entry`."""
    if lineup.kind[entry] == RANDOM:
        return
    source = WEIGHT_SOURCE + seat
    row = lineup.first_centre[entry]
    if lineup.centres[entry] > 1:
        row += below(chance, source, 0, lineup.centres[entry])
    for number in range(centres.shape[1]):
        stretch = 0.0
        if spread > 0.0:
            words = block(chance, source, 1 + number, 0)
            stretch = spread * (2.0 * np.float64(words[0]) * TWO_TO_MINUS_32 - 1.0)
        weights[seat, number] = centres[row, number] * (1.0 + stretch)


@kernel
def best_rated(chance, seat, actions, count, ratings):
    """The action with the highest rating; among equals one at random from the seat's stream."""
    best = ratings[0]
    equals = 1
    for place in range(1, count):
        if ratings[place] > best:
            best = ratings[place]
            equals = 1
        elif ratings[place] == best:
            equals += 1
    skip = bot_below(chance, seat, equals) if equals > 1 else 0
    for place in range(count):
        if ratings[place] == best:
            if skip == 0:
                return actions[place]
            skip -= 1
    return actions[0]  # ratings are numbers: not reached


rate_actions: Any
"""The game's own; put into the globals of the bound kernel by `playout.bind`."""


def choose_action(state, rules, lineup, entry, centres, weights, chance, actions, count, scratch, ratings, trial):
    """The action that the bot of line-up entry `entry` takes for the acting seat. Bound to each game by `playout.bind`."""
    seat = state.actor
    if lineup.kind[entry] == RANDOM:
        return actions[bot_below(chance, seat, count)]
    rate_actions(state, rules, weights[seat], actions, count, scratch, ratings)
    return best_rated(chance, seat, actions, count, ratings)
