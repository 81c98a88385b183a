"""Sets of small numbers as bit masks: cards of a hand, seats, places; and counts by round, a few bits each."""

from simcore.kernel import inner_kernel
from simcore.spec import DRAWN_BITS, DRAWN_MOST, DRAWN_ROUNDS


@inner_kernel
def size_of(mask):
    """How many bits are set."""
    found = 0
    while mask != 0:
        mask &= mask - 1
        found += 1
    return found


@inner_kernel
def member(mask, number):
    """The set bit that has `number` set bits below it."""
    bit = 0
    while True:
        if mask >> bit & 1:
            if number == 0:
                return bit
            number -= 1
        bit += 1


@inner_kernel
def list_members(mask, first, actions, count):
    """One action for each set bit, after the `count` there are; returns how many there are then."""
    bit = 0
    while mask >> bit != 0:
        if mask >> bit & 1:
            actions[count] = first + bit
            count += 1
        bit += 1
    return count


@inner_kernel
def one_more(counts, number):
    """Counts by round, as `spec.Draws` has them, with one more in round `number`; the same where that round is full."""
    place = DRAWN_BITS * (min(number, DRAWN_ROUNDS) - 1)
    if counts >> place & DRAWN_MOST == DRAWN_MOST:
        return counts
    return counts + (1 << place)
