"""Speed of the playouts: one thread, CPU time, each bot in every seat; and of the page that is made of them. Run by `make bench`.

Prints nanoseconds per applied action and per choice, and games per second; the median of several turns. `--cold` also compiles each
game with an empty cache in a process of its own and prints how long that took on the wall clock. `--page-games N` plays a comparison of
three variants with N games each, unless `--page-run` names one, and prints what its page takes: time, and memory at the most.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import simcore
from simcore.lineups import bot_names
from simcore.runner import Player, compile_game, make_manifest

TURNS = 5
TURN_SECONDS = 0.5
FIRST_GAMES = 5
NANOSECONDS = 1e9

PAGE_GAMES = 20_000
COMPARED = ("infiltration", "--vary", "alarm_start=-1,0,1", "-p", "4", "--seed", "7", "--panel", "none")
"""What the page is about: a usual comparison of the game with the most columns."""
MAXIMUM_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in which the system counts the most memory that a process had."""


def measure(game: str, players: int, bot: str) -> dict[str, float | int | str | None]:
    """Play one line-up until the clock has something to measure, several times, and take the median."""
    player = Player(make_manifest(game, players=players, games=1, seed=7, bots=bot))
    compile_game(player.spec, bots=player.manifest.bots)
    games = FIRST_GAMES
    seconds = 0.0
    while seconds < TURN_SECONDS:
        start = time.process_time()
        player.rows(0, games)
        seconds = time.process_time() - start
        games = int(games * max(2.0, min(20.0, 1.2 * TURN_SECONDS / max(seconds, 1e-3)))) if seconds < TURN_SECONDS else games
    taken = []
    for _ in range(TURNS):
        start = time.process_time()
        rows = player.rows(0, games)
        taken.append(time.process_time() - start)
    median = statistics.median(taken)
    return {
        "game": game,
        "players": players,
        "bot": bot,
        "ns_per_action": round(NANOSECONDS * median / int(rows["actions"].sum()), 1),
        "ns_per_choice": round(NANOSECONDS * median / int(rows["choices"].sum()), 1) if rows["choices"].any() else None,
        "games_per_second": round(games / median),
        "actions_per_game": round(float(rows["actions"].mean()), 1),
    }


def cold_compile(game: str) -> float:
    """Seconds to compile a game from nothing, in a process of its own."""
    code = f"import simcore; from simcore.runner import compile_game; print(compile_game(simcore.game({game!r})))"
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "HEISTLAB_CACHE_DIR": empty}
        return float(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout)


def page(games: int, run: Path | None) -> dict[str, float | int]:
    """What the page of a comparison takes, in a process of its own; the comparison is played before if there is none."""
    with tempfile.TemporaryDirectory() as directory:
        if run is None:
            run = Path(directory, "run")
            line = [sys.executable, "-m", "heistlab", "compare", *COMPARED, "-n", str(games), "--out", str(run)]
            subprocess.run(line, check=True, capture_output=True)
        line = [sys.executable, "-m", "heistlab", "report", str(run), "--report", str(Path(directory, "page.html"))]
        start = time.perf_counter()
        process = subprocess.Popen(line, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, line)
        return {
            "seconds": round(time.perf_counter() - start, 1),
            "cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
            "megabytes": round(used.ru_maxrss * MAXIMUM_UNIT / 1e6),
        }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of the playouts, one thread, CPU time.")
    parser.add_argument("games", nargs="*", default=list(simcore.GAMES), help="which games; all by default")
    parser.add_argument("--cold", action="store_true", help="also compile with an empty cache")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--page-games", type=int, default=PAGE_GAMES, metavar="N", help="games of each variant on the page; 0 for no page")
    parser.add_argument("--page-run", type=Path, metavar="RUN", help="a comparison on disk, in place of one that is played first")
    options = parser.parse_args()
    figures: list[dict[str, float | int | str | None]] = []
    if not options.json:
        print(f"{'game':14} {'players':>7} {'bot':10} {'ns/action':>10} {'ns/choice':>10} {'games/s':>10} {'actions/game':>13}")
    for game in options.games:
        spec = simcore.game(game)
        for bot in bot_names(spec):
            found = measure(game, spec.usual, bot)
            figures.append(found)
            if not options.json:
                print(
                    f"{game:14} {found['players']:>7} {bot:10} {found['ns_per_action']:>10} {found['ns_per_choice'] or '-':>10} "
                    f"{found['games_per_second']:>10,} {found['actions_per_game']:>13}"
                )
    cold = {game: round(cold_compile(game), 1) for game in options.games} if options.cold else {}
    paged = page(options.page_games, options.page_run) if options.page_games else {}
    if options.json:
        print(json.dumps({"playouts": figures, "cold_compile_seconds": cold, "page": paged}))
    for game, seconds in cold.items() if not options.json else ():
        print(f"{game}: compiled from nothing in {seconds} s")
    if paged and not options.json:
        told = options.page_run or f"3 x {options.page_games:,} games"
        print(f"page of {told}: {paged['seconds']} s ({paged['cpu_seconds']} s CPU), {paged['megabytes']} MB at the most")


if __name__ == "__main__":
    main()
