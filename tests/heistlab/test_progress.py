"""Progress on standard error: plain lines off a terminal, a bar on one."""

import os

import pytest

from heistlab import progress
from tests.heistlab.tools import CONTROL, start


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test moves."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])

    def move(seconds: float) -> None:
        now[0] += seconds

    return move


def test_off_a_terminal_a_line_comes_seldom_and_says_what_is_left(clock, capsys):
    with progress.telling("Duel", 2000) as teller:
        first = teller.watch()
        first.playing(0, 1000)
        clock(1)
        first.playing(100, 1000)
        assert capsys.readouterr().err == ""
        clock(1)
        first.playing(200, 1000)
        assert capsys.readouterr().err == "200 of 2,000 games, 18 s left\n"
        clock(5)
        first.playing(700, 1000)
        assert capsys.readouterr().err == ""
        teller.run_done(1000)
        clock(13)
        teller.watch().playing(500, 1000)
        assert capsys.readouterr().err == "1,500 of 2,000 games, 7 s left\n"
        clock(60)
        teller.watch().playing(1000, 1000)
    assert capsys.readouterr() == ("", "")


def test_compiling_is_said_at_once_and_again_when_it_takes_long(clock, capsys):
    with progress.telling("Duel", 10) as teller:
        watch = teller.watch()
        watch.compiling(0, 40)
        assert capsys.readouterr().err == "compiling Duel: 40 kernels; later starts are warm\n"
        clock(9)
        watch.compiling(10, 40)
        assert capsys.readouterr().err == ""
        clock(1)
        watch.compiling(11, 40)
        assert capsys.readouterr().err == "compiling Duel: 11 of 40\n"


def test_a_resumed_run_counts_time_from_where_it_goes_on(clock, capsys):
    with progress.telling("Duel", 1000) as teller:
        watch = teller.watch()
        watch.playing(800, 1000)
        clock(4)
        watch.playing(900, 1000)
    assert capsys.readouterr().err == "900 of 1,000 games, 4 s left\n"


def test_on_a_terminal_there_is_a_bar_and_standard_output_stays_clean(here):
    terminal, slave = os.openpty()
    child = start("simulate", "duel", "-n", 3000, "--seed", 7, "--json", directory=here, stderr=slave, env={"TERM": "xterm"})
    os.close(slave)
    shown = b""
    while True:
        try:
            found = os.read(terminal, 65536)
        except OSError:  # the child has closed its end
            break
        if not found:
            break
        shown += found
    out, _ = child.communicate()
    os.close(terminal)
    assert child.returncode == 0
    assert CONTROL not in out
    assert "playing Duel" in shown.decode()
    assert CONTROL in shown.decode()
