"""Which games are told."""

import numpy as np

from analyses.samples import Samples
from analyses.source import read
from simcore.spec import CAPPED
from tests.analyses.synthetic import FINISHED, SCORE, MemoryRun, rows


def samples_of(batch, sizes=(2, 3)) -> Samples:
    samples = Samples("rounds")
    read(MemoryRun(batch, sizes=sizes), samples)
    return samples


def test_the_first_game_of_a_length_and_the_first_of_the_longest():
    batch = rows([1, 2, 1, 2, 1, 3], 2, rounds=np.array([4, 6, 5, 5, 6, 4]), score=np.arange(12).reshape(6, 2))
    for sizes in ((2, 3), (6,)):
        samples = samples_of(batch, sizes)
        typical, longest = samples.of_length(5), samples.longest()
        assert (typical.game, typical.length, typical.capped) == (2, 5, False)
        assert (longest.game, longest.length) == (1, 6)
        assert typical.row == {
            "winners": 1, "decided_by": SCORE, "end_reason": FINISHED, "rounds": 5, "turns": 20, "score": [4, 5],
        }  # fmt: skip
        assert samples.of_length(7) is samples.of_length(None) is None


def test_the_longest_may_have_been_stopped():
    batch = rows([1, 2, 0], 2, rounds=np.array([4, 9, 9]), end_reason=np.array([FINISHED, FINISHED, CAPPED]))
    samples = samples_of(batch)
    assert (samples.longest().game, samples.longest().capped) == (2, True)
    assert samples.of_length(9).game == 1
