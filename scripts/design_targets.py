"""What Infiltration's card set was designed for, measured with the real kernels: the table in `cards/README.md`.

python scripts/design_targets.py [--games 20000] [--seed 7] [--bots mixed]
"""

import argparse
from collections.abc import Callable

import heistlab as hl
from heistlab.results import Result

COLUMNS: dict[str, tuple[int, dict[str, int]]] = {
    "4 players": (4, {}),
    "2": (2, {}),
    "3": (3, {}),
    "5": (5, {}),
    "6": (6, {}),
    "4, alarm -1": (4, {"alarm_start": -1}),
    "4, alarm +1": (4, {"alarm_start": 1}),
}
"""Number of players and settings, by the words over a column."""


def share(name: str) -> Callable[[Result], str]:
    """A share among the game's measures, in percent."""
    return lambda run: f"{run.summary()['summaries'][0]['measures'][name]['value']:.1%}".replace("%", " %")


def rounds(run: Result) -> str:
    """Median, and where nine games of ten lie."""
    found = run.summary()["summaries"][0]["rounds"]
    return f"**{found['median']}** ({found['p05']}-{found['p95']})"


def winning_score(run: Result) -> str:
    """Median and the eight tenths in the middle of the winners' scores, one a game."""
    winners = run.seats[run.seats["won"]].groupby("game")["score"].first()
    low, median, high = winners.quantile([0.1, 0.5, 0.9])
    return f"**{median:.0f}** ({low:.0f}-{high:.0f})"


def alarm(run: Result) -> str:
    """After six rounds, and at the end: means."""
    measures = run.summary()["summaries"][0]["measures"]
    return f"{measures['alarm_round_6']['value']:.1f} / {measures['alarm_end']['value']:.1f}"


ROWS: dict[tuple[str, str], Callable[[Result], str]] = {
    ("rounds, median (5 % to 95 %)", "9-14"): rounds,
    ("games in which somebody escapes", "95 %"): share("somebody_escapes"),
    ("agents caught, released ones included", "15-45 %"): share("agents_caught"),
    ("winning score, median (10 % to 90 %)", "10-20"): winning_score,
    ("alarm after round 6 / at the end", "rises to 4-6"): alarm,
    ("games won as the only player out", "-"): share("sole_survivor"),
    ("agents who reach the first floor", "-"): share("agents_upstairs"),
    ("games in which somebody enters the secret room", "-"): share("secret_room"),
}
"""What is measured, with its target, and how."""


def main() -> None:
    """Play every column, and print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20_000, help="games a column")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--bots", default="mixed")
    chosen = parser.parse_args()
    runs = [
        hl.simulate("infiltration", players=players, games=chosen.games, seed=chosen.seed, bots=chosen.bots, set=settings)
        for players, settings in COLUMNS.values()
    ]
    print(f"| {chosen.bots} | target | " + " | ".join(COLUMNS) + " |")
    print("| --- " * (len(COLUMNS) + 2) + "|")
    for (words, target), value in ROWS.items():
        print(f"| {words} | {target} | " + " | ".join(value(run) for run in runs) + " |")


if __name__ == "__main__":
    main()
