"""The generator against published vectors, and what is built on it against exact distributions."""

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from simcore import rng

ALARM_LEVEL = 1e-4
ONES = 0xFFFFFFFF


def a_chance(seed: int = 7, deal: int = 0) -> np.record:
    chance = np.zeros(1, rng.CHANCE)[0]
    rng.start_chance(chance, np.uint64(seed), np.uint64(deal), 0)
    return chance


@pytest.mark.parametrize(
    ("key", "counter", "words"),
    [
        # Known answers of the Random123 distribution for philox4x32, 10 rounds.
        ((0, 0), (0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ONES, ONES), (ONES, ONES, ONES, ONES), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0xA4093822, 0x299F31D0),
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_gives_the_published_words(key, counter, words):
    assert tuple(int(word) for word in rng.philox(*(np.uint64(part) for part in (*key, *counter)))) == words


@pytest.mark.parametrize("count", [2, 3, 6, 7, 35])
def test_below_is_uniform(count):
    chance = a_chance()
    drawn = [rng.below(chance, 3, event, count) for event in range(400 * count)]
    assert stats.chisquare(np.bincount(drawn, minlength=count)).pvalue > ALARM_LEVEL


def test_below_rejects_exactly_what_would_bias_it():
    """With 3 equal thirds of 2**32 words one word is too many: the one whose low product is below 2**32 mod 3."""
    assert rng.scaled(np.uint64(0), 3)[1]
    assert not rng.scaled(np.uint64(1), 3)[1]
    assert not any(rng.scaled(np.uint64(word), 4)[1] for word in range(8))


def test_bot_stream_is_uniform_and_belongs_to_the_seat():
    chance = a_chance()
    first = [rng.bot_below(chance, 0, 6) for _ in range(3000)]
    assert stats.chisquare(np.bincount(first, minlength=6)).pvalue > ALARM_LEVEL
    chance = a_chance()
    mixed = [(rng.bot_below(chance, 0, 6), rng.bot_below(chance, 1, 6))[0] for _ in range(3000)]
    assert mixed == first


def test_what_is_dealt_anew_does_not_depend_on_how_it_lay():
    """Four cards of a ring of six, from its fifth place on: every order of the same cards comes out alike, and all orders come up."""
    top, capacity = 4, 6
    places = [(top + number) % capacity for number in range(4)]

    def dealt(cards: tuple[int, ...], deal: int) -> tuple[int, ...]:
        pile = np.full(capacity, 99)
        pile[places] = cards
        rng.mix(a_chance(deal=deal), 0, pile, top, 4, capacity)
        assert list(np.delete(pile, places)) == [99, 99]
        return tuple(pile[places].tolist())

    orders = list(itertools.permutations((3, 5, 8, 13)))
    for deal in range(20):
        assert len({dealt(cards, deal) for cards in orders}) == 1
    counts = Counter(dealt(orders[0], deal) for deal in range(2400))
    assert stats.chisquare([counts[order] for order in orders]).pvalue > ALARM_LEVEL


def shuffled(deal: int, cards: list[int], reshuffle: int = 0) -> list[int]:
    chance = a_chance(deal=deal)
    pile = np.array(cards, np.int64)
    identities = np.array([1000 + 17 * card for card in range(64)], np.int64)
    rng.shuffle(chance, 2, reshuffle, identities, pile, len(cards))
    return pile.tolist()


def test_shuffle_gives_every_order_equally_often():
    orders = dict.fromkeys(itertools.permutations(range(4)), 0)
    for deal in range(6000):
        orders[tuple(shuffled(deal, [0, 1, 2, 3]))] += 1
    assert stats.chisquare(list(orders.values())).pvalue > ALARM_LEVEL


def test_shuffle_of_a_long_pile_puts_every_card_everywhere_equally_often():
    size, deals = 12, 3000
    places = np.zeros((size, size), int)
    for deal in range(deals):
        places[np.arange(size), shuffled(deal, list(range(size)))] += 1
    assert stats.chi2.sf(((places - deals / size) ** 2 / (deals / size)).sum(), (size - 1) ** 2) > ALARM_LEVEL


def test_a_card_removed_leaves_the_order_of_the_others():
    for deal in range(50):
        whole = shuffled(deal, list(range(35)))
        assert shuffled(deal, [card for card in range(35) if card != 11]) == [card for card in whole if card != 11]


def test_a_reshuffle_and_a_new_deal_are_new_orders():
    cards = list(range(35))
    assert shuffled(0, cards) != shuffled(0, cards, reshuffle=1)
    assert shuffled(0, cards) != shuffled(1, cards)
    assert shuffled(5, cards) == shuffled(5, cards)


def test_seeds_and_deals_share_no_block():
    blocks = set()
    for seed, deal in itertools.product((0, 1, 2, 2**32, 2**63, 2**64 - 1), range(50)):
        blocks.add(tuple(int(word) for word in rng.block(a_chance(seed, deal), 0, 0, 0)))
    assert len(blocks) == 6 * 50


def test_streams_of_one_deal_share_no_block():
    chance = a_chance()
    names = itertools.product((0, 1, rng.BOT_SOURCE, rng.WEIGHT_SOURCE), range(20), range(3))
    assert len({tuple(int(word) for word in rng.block(chance, *name)) for name in names}) == 4 * 20 * 3


def test_log_counts_events_it_cannot_hold():
    chance = a_chance()
    chance.logging = 1
    for number in range(rng.LOG_CAPACITY + 3):
        rng.log_event(chance, 1, number, 0, 0)
    assert chance.events == rng.LOG_CAPACITY + 3
    assert chance.log[-1, 1] == rng.LOG_CAPACITY - 1
