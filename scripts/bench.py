"""Speed of the playouts: one thread, CPU time, each bot in every seat. Run by `make bench`.

Prints nanoseconds per applied action and per choice, and games per second; the median of several turns. `--cold` also compiles each
game with an empty cache in a process of its own and prints how long that took on the wall clock.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import simcore
from simcore.lineups import bot_names
from simcore.runner import Player, compile_game, make_manifest

TURNS = 5
TURN_SECONDS = 0.5
FIRST_GAMES = 5
NANOSECONDS = 1e9


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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of the playouts, one thread, CPU time.")
    parser.add_argument("games", nargs="*", default=list(simcore.GAMES), help="which games; all by default")
    parser.add_argument("--cold", action="store_true", help="also compile with an empty cache")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
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
    if options.json:
        print(json.dumps({"playouts": figures, "cold_compile_seconds": cold}))
    for game, seconds in cold.items() if not options.json else ():
        print(f"{game}: compiled from nothing in {seconds} s")


if __name__ == "__main__":
    main()
