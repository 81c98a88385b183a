"""Length of a game by the tracker alone: the Security phase against the exact distribution."""

import numpy as np
import pytest
from scipy import stats

from simcore.games.infiltration.rules import security_phase
from simcore.games.infiltration.state import ALARM_HIGH, ALARM_LOW, EndReason
from simcore.rng import start_chance
from tests.games.infiltration.board import Board

GAMES = 2000
LIMIT = 99
SIDES = 6
LONGEST = 400  # phases after which what is left of the distribution is lost in the last class
FEWEST_EXPECTED = 5
TABLE = {
    -1: (40.1333, 4.328),
    0: (28.7619, 2.617),
    1: (22.4609, 1.805),
    2: (18.4573, 1.349),
    3: (15.6884, 1.065),
    4: (13.6593, 0.875),
    5: (12.1084, 0.743),
    6: (10.8847, 0.648),
    7: (9.8958, 0.575),
    8: (9.0773, 0.504),
}
"""Mean and standard deviation of the number of phases by alarm, as known for the rules."""


def exact_distribution(alarm: int) -> np.ndarray:
    """Probability of each number of Security phases until the limit, by convolution of the steps max(0, die + alarm)."""
    step = np.zeros(SIDES + ALARM_HIGH + 1)
    for die in range(1, SIDES + 1):
        step[max(0, die + alarm)] += 1 / SIDES
    proximity = np.zeros(LIMIT)
    proximity[0] = 1.0
    below = [1.0]
    for _ in range(LONGEST):
        proximity = np.convolve(proximity, step)[:LIMIT]
        below.append(proximity.sum())
    return -np.diff(below)


def moments(probabilities: np.ndarray) -> tuple[float, float]:
    """Mean and standard deviation of the number of phases."""
    phases = np.arange(1, LONGEST + 1)
    mean = (phases * probabilities).sum()
    return mean, np.sqrt(((phases - mean) ** 2 * probabilities).sum())


@pytest.mark.parametrize("alarm", TABLE)
def test_the_convolution_gives_the_known_table(alarm: int) -> None:
    mean, deviation = moments(exact_distribution(alarm))
    assert mean == pytest.approx(TABLE[alarm][0], abs=6e-5)
    assert deviation == pytest.approx(TABLE[alarm][1], abs=6e-4)


@pytest.mark.clause("INF-29", "INF-30", "INF-31", "INF-32")
@pytest.mark.parametrize("alarm", range(ALARM_LOW, ALARM_HIGH + 1))
def test_number_of_security_phases(alarm: int) -> None:
    board = Board(alarm_start=alarm)
    start = board.table.work[0].copy()
    counted = np.zeros(GAMES, np.int64)
    for game in range(GAMES):
        board.table.work[0][:] = start
        start_chance(board.chance, np.uint64(2012), np.uint64(game), 0)
        while board.state.end_reason != EndReason.POLICE:
            security_phase(board.state, board.rules, board.chance)
        assert board.state.proximity == LIMIT
        counted[game] = board.state.security_phases
    probabilities = exact_distribution(alarm)
    mean, deviation = moments(probabilities)
    assert abs(counted.mean() - mean) < 4 * deviation / np.sqrt(GAMES)
    observed, expected = pooled(np.bincount(counted, minlength=LONGEST + 1)[1:], probabilities * GAMES)
    assert stats.chisquare(observed, expected).pvalue > 1e-4


def pooled(observed: np.ndarray, expected: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Classes of neighbouring numbers with enough expected games each."""
    classes = np.minimum((np.cumsum(expected) / FEWEST_EXPECTED).astype(int), int(expected.sum() / FEWEST_EXPECTED) - 1)
    used = np.unique(classes)
    counts, sums = (np.array([values[classes == number].sum() for number in used]) for values in (observed, expected))
    return counts, sums * counts.sum() / sums.sum()
