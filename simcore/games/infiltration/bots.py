"""Rating an action of Infiltration by its kind alone."""

from simcore.games.infiltration.state import CARD_KINDS, Action, Decision
from simcore.kernel import kernel


@kernel
def rate_actions(state, rules, weights, actions, count, scratch, ratings):
    """Each kind of card is worth its weight; what else is asked is left to chance."""
    for number in range(count):
        ratings[number] = 0.0
        if state.decision == Decision.SELECT:
            action = actions[number]
            kind = CARD_KINDS - 1 if action >= Action.ITEM else min(action, CARD_KINDS - 2)
            ratings[number] = weights[kind]
