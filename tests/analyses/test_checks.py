"""Checks of a run: each passes on a sound run and fails on a broken one."""

import numpy as np
import pytest

from analyses.checks import Checks, checks_table, tables
from analyses.endings import Endings
from analyses.source import bot_names
from analyses.win_rate import WinRates
from simcore.spec import CAP, NOBODY, RUNNING, SHARED
from tests.analyses.synthetic import MemoryRun, rows
from tests.analyses.test_win_rate import duel


def sound(games: int = 4000, winners=None, **more):
    generator = np.random.default_rng(1)
    first_seat = generator.integers(0, 4, games)
    won = 1 << generator.integers(0, 4, games) if winners is None else winners
    return rows(won, 4, first_seat=first_seat, **more)


def results(batch, **run) -> dict[str, bool]:
    """Put every batch before the checks as it is: a broken numbering must reach them."""
    source = MemoryRun(batch, **run)
    checks, wins, endings = Checks(batch.seats, source.rotations), WinRates(batch.seats, bot_names(source)), Endings(batch.spec)
    for question in (checks, wins, endings):
        question.add(batch)
    return {check.name: check.passed for check in checks.results(source, wins, endings)}


def test_a_sound_run_passes_everything():
    found = results(sound())
    assert list(found) == ["complete", "in order", "totals", "ended", "consistent", "first player", "seats"]
    assert all(found.values())


def failing(batch, **run) -> set[str]:
    return {name for name, passed in results(batch, **run).items() if not passed}


def test_each_check_fails_alone():
    assert failing(sound(), asked=5000) == {"complete"}
    assert failing(sound(game=np.arange(4000)[::-1])) == {"in order"}
    assert failing(sound(deal=np.arange(4000) // 2)) == {"in order"}
    assert failing(sound(end_reason=RUNNING)) == {"ended"}
    assert "first player" in failing(rows(1 << np.resize(range(4), 4000), 4, first_seat=np.resize([0, 0, 0, 1, 2, 3], 4000)))
    generator = np.random.default_rng(2)
    assert failing(sound(winners=1 << generator.choice(4, 4000, p=[0.31, 0.23, 0.23, 0.23]))) == {"seats"}


@pytest.mark.parametrize("decided", [NOBODY, CAP, SHARED])
def test_winners_and_what_decided_must_agree(decided):
    assert failing(sound(decided_by=np.full(4000, decided))) == {"consistent"}


def test_ranks_must_agree_with_winners():
    assert failing(sound(standing=np.full((4000, 4), 2))) == {"consistent"}


def test_totals_must_add_up():
    class Short(WinRates):
        def outcomes(self) -> dict[str, int]:
            return super().outcomes() | {"sole": 3}

    batch = sound()
    run = MemoryRun(batch)
    checks, wins, endings = Checks(4, 1), Short(4, bot_names(run)), Endings(batch.spec)
    for question in (checks, wins, endings):
        question.add(batch)
    found = {check.name: check for check in checks.results(run, wins, endings)}
    assert not found["totals"].passed
    assert found["totals"].sentence == "outcomes add up to 3 games, not 4000."


def test_checks_that_do_not_apply_are_left_out():
    fixed = results(rows(np.resize([1, 2], 100), 2))  # seat 0 always begins
    assert not {"first player", "seats"} & set(fixed)
    assert "seats" not in results(sound(), bots=("strong", "weak", "weak", "weak"))
    assert "seats" not in results(rows([1, 2, 4], 3, first_seat=np.array([0, 1, 2])))


def test_the_duel_passes():
    table = tables(duel(3, {"equal_turns": True}))["Checks"]
    assert table["passed"].all()
    assert len(table) == 7
    assert list(checks_table([]).columns) == ["check", "passed", "sentence"]
