"""How games end and what decides, by hand."""

import dataclasses

import numpy as np

from analyses.endings import Endings
from analyses.intervals import wilson
from analyses.source import read
from simcore.spec import CAP, CAPPED, NOBODY, RUNNING, SHARED, GameBatch
from tests.analyses.synthetic import FINISHED, SCORE, TOKEN, TOY, MemoryRun, rows
from tests.analyses.test_win_rate import duel

ALARM = FINISHED + 1


def endings_of(batch, rotations=1, sizes=(3, 2)) -> Endings:
    endings = Endings(batch.spec)
    read(MemoryRun(batch, rotations=rotations, sizes=sizes), endings)
    return endings


def ten_games():
    decided = np.array([SCORE] * 4 + [TOKEN] * 2 + [SHARED] + [NOBODY] * 2 + [CAP])
    reasons = np.array([FINISHED] * 6 + [ALARM] * 3 + [CAPPED])
    return rows([1] * 6 + [3] + [0] * 3, 2, decided_by=decided, end_reason=reasons)


def test_the_ladder_by_hand():
    ladder = endings_of(ten_games()).ladder()
    assert ladder["step"].tolist() == ["score", "token"]
    assert ladder["tie_break"].tolist() == [False, True]
    assert ladder["reached"].tolist() == [7, 3]
    assert ladder["decided"].tolist() == [4, 2]
    assert ladder["passed_on"].tolist() == [3, 1]
    assert ladder["share"].tolist() == [4 / 7, 2 / 3]
    assert list(zip(ladder["low"], ladder["high"], strict=True)) == [wilson(4, 7), wilson(2, 3)]
    assert ladder["of_games"].tolist() == [0.4, 0.2]
    assert list(zip(ladder["of_games_low"], ladder["of_games_high"], strict=True)) == [wilson(4, 10), wilson(2, 10)]


def test_what_no_step_decided_by_hand():
    endings = endings_of(ten_games())
    outside = endings.outside_ladder()
    assert dict(zip(outside["outcome"], outside["games"], strict=True)) == {"shared": 1, "nobody": 2, "cap": 1}
    assert endings.decided_by() == {"score": 4, "token": 2, "shared": 1, "nobody": 2, "cap": 1}


def test_reasons_by_hand():
    endings = endings_of(ten_games())
    reasons = endings.end_reasons()
    assert dict(zip(reasons["reason"], reasons["games"], strict=True)) == {"cap": 1, "finished": 6, "alarm": 3}
    assert reasons["share"].tolist() == [0.1, 0.6, 0.3]
    assert endings.still_running() == 0
    assert endings_of(rows([1], 2, end_reason=RUNNING)).still_running() == 1


def test_a_step_that_was_never_reached_has_no_share():
    ladder = endings_of(rows([1, 1], 2)).ladder()
    assert ladder["reached"].tolist() == [2, 0]
    assert np.isnan(ladder["share"][1])


def test_games_of_one_deal_widen_the_interval():
    decided = np.repeat([SCORE, TOKEN] * 50, 4)
    together = endings_of(rows(np.ones(400, int), 4, 4, decided_by=decided), 4, (7,)).ladder()
    apart = endings_of(rows(np.ones(400, int), 4, decided_by=decided)).ladder()
    assert together["share"][0] == apart["share"][0] == 0.5
    assert together["high"][0] - together["low"][0] > 1.9 * (apart["high"][0] - apart["low"][0])


def test_every_game_of_the_duel_is_accounted_for():
    run = duel(3, {"equal_turns": True}, 2000)
    endings = Endings(run.spec)
    read(run, endings)
    ladder = endings.ladder()
    assert ladder["reached"].tolist()[0] == 2000
    assert ladder["passed_on"].tolist()[0] == ladder["reached"].tolist()[1]
    assert ladder["passed_on"].tolist()[-1] == endings.decided_by()["shared"]
    assert sum(endings.decided_by().values()) == endings.end_reasons()["games"].sum() == 2000
    assert set(endings.decided_by()) == set(run.spec.decided_by)
    assert TOY.decided_by != run.spec.decided_by


def test_of_steps_that_branch_it_is_not_told_who_reached_them():
    """The deciding step does not say which others were asked; how many games each decided stands as ever."""
    played = ten_games()
    branching = GameBatch(dataclasses.replace(TOY, branching=True), 2, played.columns)
    ladder, whole = endings_of(branching).ladder(), endings_of(played).ladder()
    assert list(ladder.columns) == ["step", "tie_break", "decided", "of_games", "of_games_low", "of_games_high"]
    assert ladder.equals(whole[ladder.columns])
