"""Scores by hand: who the runner-up is."""

import numpy as np
import pytest

from analyses.scores import ALL_SEATS, MARGIN, RUNNER_UP, WINNER, Scores
from analyses.source import read
from tests.analyses.synthetic import MemoryRun, rows


def scores_of(batch, rotations=1, sizes=(2,)) -> Scores:
    scores = Scores()
    read(MemoryRun(batch, rotations=rotations, sizes=sizes), scores)
    return scores


def test_the_runner_up_by_hand():
    batch = rows(
        [0b001, 0b010, 0b101, 0b100, 0b001, 0],
        3,
        score=np.array([[20, 15, 18], [5, 9, 30], [12, 3, 12], [8, 7, 10], [4, 9, 9], [1, 2, 3]]),
        standing=np.array(
            [
                [1, 3, 2],  # 20 against 18
                [2, 1, 0],  # 9 against 5: the seat with 30 is out of the ranking
                [1, 3, 1],  # shared: 12 against 12
                [0, 0, 1],  # 10 against nobody
                [1, 2, 2],  # wins with fewer points: 4 against 9
                [0, 0, 0],  # nobody wins
            ]
        ),
    )
    scores = scores_of(batch)
    table = scores.summary().set_index("what")
    assert table["number"].to_dict() == {WINNER: 5, RUNNER_UP: 4, MARGIN: 4, ALL_SEATS: 18}
    assert table.loc[WINNER, "mean"] == np.mean([20, 9, 12, 10, 4])
    assert table.loc[RUNNER_UP, "mean"] == np.mean([18, 5, 12, 9])
    assert table.loc[MARGIN, "mean"] == np.mean([2, 4, 0, -5])
    assert table.loc[ALL_SEATS, "mean"] == np.mean(batch["score"])
    assert tuple(table.loc[MARGIN, ["median", "least", "most"]]) == (0, -5, 4)
    assert table.loc[ALL_SEATS, "sd"] == pytest.approx(np.std(batch["score"], ddof=1))
    margins = scores.distribution(MARGIN)
    assert dict(zip(margins["first"], margins["games"], strict=True))[-5] == 1


def test_no_winner_no_score():
    table = scores_of(rows([0, 0], 2, standing=np.zeros((2, 2), int))).summary().set_index("what")
    assert table.loc[WINNER, "number"] == 0
    assert np.isnan(table.loc[WINNER, "mean"])
    assert table.loc[ALL_SEATS, "number"] == 4
    assert len(scores_of(rows([0], 2)).distribution(WINNER)) == 0


def test_scores_of_a_deal_are_one_cluster():
    generator = np.random.default_rng(1)
    score = np.repeat(generator.integers(10, 30, (60, 1)), 4, axis=0) + np.array([[5, 0, 0, 0]])
    batch = rows([1] * 240, 4, 4, score=score)
    row = scores_of(batch, 4, (7, 50)).summary().set_index("what").loc[WINNER]
    winning = score[:, 0].reshape(60, 4).mean(axis=1)
    half = 2.000995 * winning.std(ddof=1) / np.sqrt(60)  # Student's t with 59 degrees of freedom
    assert (row["low"], row["high"]) == pytest.approx((winning.mean() - half, winning.mean() + half), rel=1e-6)
