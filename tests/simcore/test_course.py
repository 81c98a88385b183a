"""Who leads, and the exchangeable null beside it: each round's gains relabelled over the seats active as it began."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from simcore.playout import COURSE, leader_of, note_leaders, null_word, relabel_gains, start_course
from simcore.rng import CHANCE, NULL_SOURCE, block, scaled, start_chance
from simcore.runner import Player, make_manifest
from simcore.spec import CAPPED

ALARM_LEVEL = 1e-4
GAINS = (1, 10, 100, 1000, 10_000, 100_000)


def a_course(deal: int = 0, active: int = 0b111111, rounds: int = 1):
    """A game's course before anything was scored, and its chance."""
    course, chance = np.zeros(1, COURSE)[0], np.zeros(1, CHANCE)[0]
    start_course(course)
    course.rounds, course.active = rounds, active
    start_chance(chance, np.uint64(7), np.uint64(deal), 0)
    return course, chance


def relabelled(course, chance, gains) -> tuple[int, ...]:
    """What the seats get of these gains under the null."""
    before = course.null_scores.copy()
    course.now[: len(gains)] = course.scores[: len(gains)] + gains
    relabel_gains(course, chance, len(gains))
    return tuple((course.null_scores - before)[: len(gains)].tolist())


@pytest.mark.parametrize(
    ("scores", "leader"), [([3, 5, 4], 1), ([5, 3, 4], 0), ([3, 4, 5], 2), ([5, 5, 4], 9), ([4, 5, 5], 9), ([0, 0, 7], 2)]
)
def test_a_tie_leads_nobody(scores, leader):
    assert leader_of(np.array(scores), 3, 9) == leader


def test_lead_changes_by_hand():
    """Another seat alone at the top than the last one that stood there alone; neither the first leader nor a tie is a change."""
    course, _ = a_course()
    for scores, null, changes in (
        ([0, 0], [0, 0], (0, 0)),
        ([1, 0], [0, 1], (0, 0)),
        ([2, 2], [3, 1], (0, 1)),
        ([3, 2], [3, 4], (0, 2)),
        ([3, 4], [5, 5], (1, 2)),
        ([5, 4], [5, 6], (2, 2)),
    ):
        course.scores[:2], course.null_scores[:2] = scores, null
        note_leaders(course, 2)
        assert (course.lead_changes, course.null_lead_changes) == changes


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_order_is_equally_likely(seats):
    gains = GAINS[:seats]
    found: Counter[tuple[int, ...]] = Counter()
    games = 40 * math.factorial(seats)
    for deal in range(games):
        course, chance = a_course(deal)
        found[relabelled(course, chance, gains)] += 1
    assert set(found) == set(itertools.permutations(gains))
    assert stats.chisquare(list(found.values())).pvalue > ALARM_LEVEL


def test_rounds_are_relabelled_independently():
    """Rounds 3 and 4 belong to different blocks of the stream, 4 and 5 to one."""
    for first in (3, 4):
        found: Counter[tuple[tuple[int, ...], ...]] = Counter()
        for deal in range(2000):
            course, chance = a_course(deal, rounds=first)
            one = relabelled(course, chance, GAINS[:3])
            course.rounds += 1
            found[one, relabelled(course, chance, GAINS[:3])] += 1
        assert len(found) == 36
        assert stats.chisquare(list(found.values())).pvalue > ALARM_LEVEL


def test_a_round_is_relabelled_alike_whatever_was_drawn_before():
    fresh, chance = a_course(rounds=6)
    used, same_chance = a_course(rounds=1)
    for round_number in (1, 2, 5):
        used.rounds = round_number
        relabelled(used, same_chance, GAINS)
    used.rounds = 6
    assert relabelled(used, same_chance, GAINS) == relabelled(fresh, chance, GAINS)


def test_only_active_seats_exchange_what_they_gained():
    found = set()
    for deal in range(200):
        course, chance = a_course(deal, active=0b01101)
        got = relabelled(course, chance, GAINS[:5])
        assert (got[1], got[4]) == (GAINS[1], GAINS[4])
        found.add((got[0], got[2], got[3]))
        assert course.scores[:5].tolist() == list(GAINS[:5])
    assert found == set(itertools.permutations((GAINS[0], GAINS[2], GAINS[3])))
    for active in (0b1, 0):
        course, chance = a_course(active=active)
        assert relabelled(course, chance, GAINS) == GAINS


def test_a_word_from_which_orders_would_not_be_equally_likely_is_drawn_again():
    course, chance = a_course()
    course.null_event = 0
    course.null_words[1] = 0
    assert scaled(np.uint64(0), 720)[1]
    assert null_word(course, chance, 720) == block(chance, NULL_SOURCE, 1, 1)[0]
    assert null_word(course, chance, 2) == 0


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_null_is_the_truth_where_gains_are_exchangeable(players):
    """Everybody throws the same die in each of eight rounds, and the round limit ends the game, whatever was thrown."""
    games = 20_000
    manifest = make_manifest("duel", players=players, games=games, seed=3, settings={"target": 1000, "round_cap": 8})
    rows = Player(manifest).rows(0, games)
    assert (rows["end_reason"] == CAPPED).all()
    real, null = rows["lead_changes"], rows["lead_changes_null"]
    assert (real != null).any()
    difference = real - null
    assert abs(difference.mean()) < stats.norm.isf(ALARM_LEVEL / 2) * difference.std() / math.sqrt(games)
    half = games // 2  # real and null of one game are not independent
    table = np.array([np.bincount(np.minimum(found, 4), minlength=5) for found in (real[:half], null[half:])])
    assert stats.chi2_contingency(table).pvalue > ALARM_LEVEL


def test_where_one_seat_runs_away_the_null_changes_hands():
    """The seat that gains more in each round leads throughout; had it been another each time, the lead would have changed."""
    changes = []
    for deal in range(100):
        course, chance = a_course(deal, active=0b11)
        for begun in range(1, 11):
            course.rounds = begun
            relabelled(course, chance, (3, 1))
            note_leaders(course, 2)
        assert course.lead_changes == 0
        assert course.scores[:2].tolist() == [30, 10]
        assert course.null_scores[:2].sum() == 40
        changes.append(int(course.null_lead_changes))
    assert 0.5 < np.mean(changes) < 2.5
