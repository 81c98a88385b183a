"""Chance: counter-based random numbers, and the log of what they meant.

A draw is a pure function of (seed, deal, source, event, index): the generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011,
"Parallel random numbers: as easy as 1, 2, 3") with the seed as key and the rest as counter. Nothing is carried from draw to draw,
so streams cannot overlap, a game replays alone, and a rule that draws once more does not shift what every other source yields.

A *source* is a deck, the dice, a bot seat; an *event* is the natural index of a draw within its source (the die of round 5, the
third token from room 7). Two rule variants share a draw as long as both ask for it under the same name.
"""

import numpy as np

from simcore.kernel import kernel

MAX_SEATS = 6
WORDS = 4
SHUFFLE_CAPACITY = 128
LOG_CAPACITY = 512
LOG_FIELDS = 4

CHANCE = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64, 2),  # the seed's lower and upper 32 bits
            ("deal", np.uint64),  # number of the deal: games of one deal share all chance but the bots' own
            ("drawn", np.int64, MAX_SEATS),  # draws each seat's bot has made
            ("searches", np.int64, MAX_SEATS),  # searches it has made, each with chance of its own
            ("words", np.uint64, (MAX_SEATS, WORDS)),  # the block each seat's bot draws from
            ("sort_keys", np.uint64, SHUFFLE_CAPACITY),  # scratch of shuffle
            ("logging", np.int64),  # 1: events are written to `log`
            ("events", np.int64),  # events since the log was last read
            ("log", np.int64, (LOG_CAPACITY, LOG_FIELDS)),  # code, and what it means, of each event
        ],
    )
)
"""Where a playout's chance comes from: the position in the random streams, and the log of events."""

BOT_SOURCE = 1 << 20
"""First of the sources that belong to the bots: one a seat. A game's own sources are smaller."""
WEIGHT_SOURCE = BOT_SOURCE + MAX_SEATS
"""First of the sources from which a mixed bot's weights are drawn: one a seat."""

NULL_SOURCE = WEIGHT_SOURCE + MAX_SEATS
"""Source from which a round's gains are relabelled: the event is the round."""

SEARCH_SOURCE = NULL_SOURCE + 1
"""First of the sources from which the chance of a bot's searches is keyed: one a seat."""

_ROUNDS = 10
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
MASK = np.uint64(0xFFFFFFFF)
SHIFT = np.uint64(32)
TWO_TO_MINUS_32 = 2.0**-32


@kernel
def philox(key0, key1, counter0, counter1, counter2, counter3):
    """Philox4x32-10: four 32-bit words, as uint64, from a 64-bit key and a 128-bit counter given as 32-bit words in uint64."""
    for _ in range(_ROUNDS):
        product0 = _M0 * counter0
        product1 = _M1 * counter2
        counter0, counter2 = (product1 >> SHIFT) ^ counter1 ^ key0, (product0 >> SHIFT) ^ counter3 ^ key1
        counter1, counter3 = product1 & MASK, product0 & MASK
        key0 = (key0 + _W0) & MASK
        key1 = (key1 + _W1) & MASK
    return counter0, counter1, counter2, counter3


@kernel
def start_chance(chance, seed, deal, logging):
    """Put `chance` at the start of a deal. Both `seed` and `deal` are uint64."""
    chance.key[0] = seed & MASK
    chance.key[1] = seed >> SHIFT
    chance.deal = deal
    for seat in range(MAX_SEATS):
        chance.drawn[seat] = 0
        chance.searches[seat] = 0
    chance.logging = logging
    chance.events = 0


@kernel
def block(chance, source, event, index):
    """The four words that belong to (source, event, index) of this deal."""
    return philox(
        chance.key[0], chance.key[1], np.uint64(index) & MASK, np.uint64(event) & MASK, np.uint64(source) & MASK, chance.deal & MASK
    )


@kernel
def scaled(word, count):
    """A 32-bit word mapped to 0..count-1 and whether it has to be rejected (Lemire 2019, exact uniformity)."""
    size = np.uint64(count)
    product = word * size
    low = product & MASK
    rejected = low < size and low < (MASK + np.uint64(1) - size) % size
    return np.int64(product >> SHIFT), rejected


@kernel
def below(chance, source, event, count):
    """Uniform integer 0..count-1 that belongs to (source, event)."""
    index = 0
    while True:
        words = block(chance, source, event, index)
        value, rejected = scaled(words[0], count)
        if not rejected:
            return value
        index += 1


@kernel
def bot_word(chance, seat):
    """Next 32-bit word of a seat's own stream."""
    drawn = chance.drawn[seat]
    place = drawn % WORDS
    if place == 0:
        words = block(chance, BOT_SOURCE + seat, drawn // WORDS, 0)
        chance.words[seat, 0], chance.words[seat, 1], chance.words[seat, 2], chance.words[seat, 3] = words
    chance.drawn[seat] = drawn + 1
    return chance.words[seat, place]


@kernel
def bot_below(chance, seat, count):
    """Uniform integer 0..count-1 from a seat's own stream."""
    while True:
        value, rejected = scaled(bot_word(chance, seat), count)
        if not rejected:
            return value


@kernel
def shuffle(chance, source, reshuffle, identities, cards, count):
    """Sort the first `count` of `cards` by random keys that belong to each card, not to its place.

    Parameters
    ----------
    source, reshuffle : int
        The deck, and how often it has been shuffled before in this game.
    identities : int64 array
        A number below 2**32 for each card, by card index: the same card has the same number in every card set.
    cards : integer array
        Card indices; sorted in place. With one card fewer the others keep their order.
    count : int
        At most SHUFFLE_CAPACITY.
    """
    keys = chance.sort_keys
    for place in range(count):
        card = cards[place]
        words = block(chance, source, identities[card], reshuffle)
        key = (words[0] << SHIFT) | words[1]
        hole = place
        while hole > 0 and keys[hole - 1] > key:
            keys[hole] = keys[hole - 1]
            cards[hole] = cards[hole - 1]
            hole -= 1
        keys[hole] = key
        cards[hole] = card


@kernel
def put_in_order(pile, top, count, capacity):
    """Sort the first `count` cards from `top` on by their numbers."""
    for number in range(1, count):
        card, place = pile[(top + number) % capacity], number
        while place > 0 and pile[(top + place - 1) % capacity] > card:
            pile[(top + place) % capacity] = pile[(top + place - 1) % capacity]
            place -= 1
        pile[(top + place) % capacity] = card


@kernel
def mix(chance, seat, pile, top, count, capacity):
    """Put the first `count` cards from `top` on in random order, from a seat's own stream: what it cannot know is dealt anew.

    The pile goes on at its beginning after `capacity` places. The order begins from the cards' numbers, not from how they lie: otherwise
    what the seat cannot know would decide which deals it looks at.
    """
    put_in_order(pile, top, count, capacity)
    for number in range(count - 1, 0, -1):
        place = (top + number) % capacity
        other = (top + bot_below(chance, seat, number + 1)) % capacity
        card = pile[place]
        pile[place] = pile[other]
        pile[other] = card


@kernel
def log_event(chance, code, first, second, third):
    """Note an event of chance, or something that happened, by what it means; costs one comparison when nobody reads the log."""
    if chance.logging:
        if chance.events < LOG_CAPACITY:
            chance.log[chance.events, 0] = code
            chance.log[chance.events, 1] = first
            chance.log[chance.events, 2] = second
            chance.log[chance.events, 3] = third
        chance.events += 1
