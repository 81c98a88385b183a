"""Ctrl-C, SIGTERM, readers that leave, and output that goes into a file."""

import json
import random
import re
import shlex
import shutil
import signal
import subprocess
import time

import pytest

import heistlab as hl
from heistlab import plans, signals
from heistlab.progress import Quiet
from simcore.runner import Watch
from simcore.store import open_run
from tests.heistlab.tools import CONTROL, answer, heistlab, played, python, start, without_seconds

LONG_GAME = ("simulate", "duel", "--set", "target=1000", "--seed", 7, "--threads", 1, "--out", "run")
STOPPED = re.compile(r"heistlab: stopped at ([\d,]+) of ([\d,]+) games; the same command goes on from there")


def parts(directory):
    return [path.read_bytes() for path, _ in open_run(directory).parts]


def interrupted(words, number, here, after):
    """Start a command, let it play for a moment, and send it a signal: its exit code and standard error."""
    child = start(*words, directory=here)
    while not (here / "run" / "manifest.json").exists():
        assert child.poll() is None, child.communicate()
        time.sleep(0.01)
    time.sleep(after)
    child.send_signal(number)
    _, err = child.communicate()
    return child.returncode, err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_at_any_moment_keeps_finished_blocks_and_the_command_goes_on(number, here):
    games = 60_000
    while True:  # a machine may be so fast that all is played before the signal comes
        after = random.uniform(0, 0.7)
        code, err = interrupted((*LONG_GAME, "-n", games), number, here, after)
        said = STOPPED.search(err)
        if said and open_run(here / "run").partial:
            break
        assert code in (0, 128 + number), f"signal after {after} s: {err}"
        games *= 4
        shutil.rmtree(here / "run")
    assert code == 128 + number, f"signal after {after} s: {err}"
    done, asked = (int(word.replace(",", "")) for word in said.groups())
    assert asked == games
    assert open_run(here / "run").games == done
    assert CONTROL not in err
    line = err.splitlines()[-1]
    assert shlex.split(line)[:3] == ["heistlab", "simulate", "duel"]
    played(*shlex.split(line)[1:])
    whole = hl.simulate("duel", games=games, seed=7, set={"target": 1000}, out="whole")
    assert parts("run") == parts("whole")
    assert not whole.stopped


HALF_MADE = """
import os, signal
from heistlab import signals

class Half:
    def __init__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        self.file = 1

    def __del__(self):
        self.file

signals.catch_signals()
try:
    Half()
except KeyboardInterrupt as interrupt:
    print(signals.exit_code(interrupt))
"""


def test_what_a_signal_leaves_half_made_says_nothing(here):
    """The last line is the command that goes on, not the complaint of a writer that never got its file."""
    assert python("-c", HALF_MADE, directory=here).communicate() == ("143\n", "")


@pytest.fixture
def stopping(monkeypatch):
    """Make playing stop once, as if by Ctrl-C, when so many games of a run are done."""

    def stop_after(games: int, run: int = 1) -> None:
        begun, stopped = [], []

        class Stopper(Quiet):
            def watch(self) -> Watch:
                begun.append(self)
                return Watch(playing=self.look)

            def look(self, done: int, asked: int) -> None:
                if not stopped and len(begun) == run and done >= games:
                    stopped.append(done)
                    raise KeyboardInterrupt

        monkeypatch.setattr(plans, "Quiet", Stopper)

    return stop_after


def test_a_stopped_run_is_reported_on_its_prefix(here, stopping):
    stopping(64)
    with pytest.raises(hl.Stopped, match=r"^stopped at \d+ of 5,000 games$") as caught:
        hl.simulate("duel", games=5000, seed=7, threads=1, out="run")
    assert isinstance(caught.value, KeyboardInterrupt)
    run = hl.load("run")
    done = run.games_played
    assert (caught.value.done, caught.value.asked) == (done, 5000)
    assert run.stopped == f"stopped at {done} of 5,000 games"
    assert repr(run).startswith(f"<Result: Duel, 2 players, stopped at {done} of 5,000 games, seed 7")
    assert f"stopped at {done} of 5,000 games" in " ".join(played("report", "run").stdout.split())
    summary = answer("report", "run")["summaries"][0]
    assert (summary["games"], summary["asked"]) == (done, 5000)
    prefix = hl.simulate("duel", games=done, seed=7)
    assert run.games.equals(prefix.games)
    assert {**without_seconds(prefix.summary()["summaries"][0]), "asked": 5000} == without_seconds(summary)


def test_a_comparison_stopped_in_its_second_variant_says_how_far_it_is(here, stopping):
    stopping(64, run=2)
    with pytest.raises(hl.Stopped) as caught:
        hl.compare("duel", vary={"target": [10, 20]}, games=5000, seed=7, threads=1, out="both")
    assert 5000 + 64 <= caught.value.done < caught.value.asked == 2 * (5000 + 1250 + 100)
    found = hl.load("both")
    assert found.stopped == f"stopped at {caught.value.done:,} of 12,700 games"
    assert found.lineups.empty
    assert found.summary()["variants"][1]["games"] == caught.value.done - 5000


def test_a_run_stopped_before_its_first_game_has_nothing_to_report(here, stopping):
    stopping(0)
    with pytest.raises(hl.Stopped):
        hl.compare("duel", vary={"target": [10, 20]}, games=5000, seed=7, out="both")
    for directory in ("both", "both/0-target=10"):
        done = heistlab("report", directory)
        assert done.exit_code == 2
        assert "stopped at 0 of" in done.stderr


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_that_got_lost_in_a_callback_is_raised_again_at_the_next_block(number, code, here, monkeypatch):
    monkeypatch.setattr(signals, "_received", [number])
    done = heistlab("simulate", "duel", "-n", 500, "--seed", 7, "--out", "run")
    assert done.exit_code == code
    assert done.stderr.splitlines()[0] == "heistlab: stopped at 0 of 500 games; the same command goes on from there"


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "duel"),
        ("trace", "duel", "--seed", 7, "--set", "target=1000"),
        ("trace", "duel", "--seed", 7, "--set", "target=1000", "--json"),
        ("simulate", "duel", "-n", 20, "--seed", 7),
        ("simulate", "duel", "-n", 20, "--seed", 7, "--json"),
        ("--help",),
    ],
)
def test_a_reader_that_leaves_is_no_reason_to_speak(words, here):
    child = start(*words, directory=here)
    reader = subprocess.Popen(["head", "-n", "1"], stdin=child.stdout, stdout=subprocess.PIPE, text=True)
    child.stdout.close()
    first, _ = reader.communicate()
    errors = child.stderr.read()
    child.wait()
    child.stderr.close()
    assert len(first.splitlines()) == 1
    assert "Traceback" not in errors
    assert "Broken" not in errors
    assert [line for line in errors.splitlines() if not line.startswith("compiling ")] == []


def test_output_that_goes_into_a_file_has_no_control_codes(here):
    child = start(
        "compare", "duel", "--vary", "target=10,20", "-n", 200, "--seed", 7, directory=here, env={"FORCE_COLOR": "", "TERM": "xterm"}
    )
    out, err = child.communicate()
    assert child.returncode == 0, err
    assert CONTROL not in out + err
    assert out.splitlines()[-1].startswith("heistlab compare duel ")


def test_a_cold_start_says_that_it_compiles_before_it_does(here):
    child = start("simulate", "duel", "-n", 10, "--seed", 7, "--json", directory=here, env={"HEISTLAB_CACHE_DIR": str(here / "cold")})
    assert re.fullmatch(r"compiling Duel: \d+ kernels; later starts are warm\n", child.stderr.readline())
    assert child.poll() is None
    out, err = child.communicate()
    assert child.returncode == 0, err
    assert json.loads(out)["summaries"][0]["compile_seconds"] > 0
    warm = start("simulate", "duel", "-n", 10, "--seed", 8, "--json", directory=here, env={"HEISTLAB_CACHE_DIR": str(here / "cold")})
    assert warm.communicate()[1] == ""
