"""Sums over bits of cards, against sums made card by card."""

import itertools

import numpy as np
import pytest

from analyses.bits import BitSums, count_bits, count_deals

CARDS, MASKS, KINDS = 19, 3, 4


@pytest.mark.parametrize("cards", [1, 8, 19, 63])
@pytest.mark.parametrize("share", [0.01, 0.9])
def test_bits_are_counted_by_kind(cards, share):
    """Few bits and many; those beyond the last card do not count."""
    generator = np.random.default_rng(cards)
    is_set = generator.random((400, 64)) < share
    masks = np.packbits(is_set, axis=1, bitorder="little").view("<i8").ravel()
    kinds = generator.integers(0, KINDS - 1, 400)
    expected = [[(is_set[:, card] & (kinds == kind)).sum() for kind in range(KINDS)] for card in range(cards)]
    assert count_bits(masks, kinds, KINDS, cards).tolist() == expected


def test_a_deal_counts_once():
    assert count_deals(np.array([1, 3, 0, 2, 2]), np.array([0, 0, 1, 2, 3]), 3).tolist() == [1, 3, 0]


@pytest.mark.parametrize("rotations", [1, 2, 5])
@pytest.mark.parametrize("sizes", [(1000,), (1, 7, 90)])
def test_products_are_those_of_the_sums_of_each_deal(rotations, sizes):
    """The last deal lacks games; the second mask is part of the first, the third has nothing to do with it."""
    generator = np.random.default_rng(rotations)
    games = 203
    numbers = generator.integers(-30, 60, (KINDS, 2))
    first, second, other = (generator.integers(0, 2**CARDS, games) for _ in range(MASKS))
    masks = np.column_stack([first, first & second, other])
    kinds, deal = generator.integers(0, KINDS, games), np.arange(games) // rotations
    sums = BitSums(CARDS, MASKS, numbers)
    edges = np.unique([0, *(edge // rotations * rotations for edge in np.cumsum(sizes) if edge < games), games])
    for start, end in itertools.pairwise(edges):
        sums.add(masks[start:end], kinds[start:end], deal[start:end])
    for card in range(CARDS):
        values = (masks >> card & 1)[:, :, None] * numbers[kinds][:, None]
        by_deal = np.add.reduceat(values, np.arange(0, games, rotations), axis=0)
        assert np.array_equal(sums.total[card], by_deal.sum(axis=0))
        assert np.array_equal(sums.cross[card], np.einsum("dma,dnb->manb", by_deal, by_deal))
