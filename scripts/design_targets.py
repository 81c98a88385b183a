"""What a game's card set was designed for, measured with the real kernels: the table in its `cards/README.md`.

python scripts/design_targets.py infamy [--games 20000] [--seed 7] [--bots greedy]
"""

import argparse
from collections.abc import Callable

import numpy as np

import heistlab as hl
from heistlab.results import Result

Columns = dict[str, tuple[int, dict[str, int]]]
"""Number of players and settings, by the words over a column."""

INFILTRATION_COLUMNS: Columns = {
    "4 players": (4, {}),
    "2": (2, {}),
    "3": (3, {}),
    "5": (5, {}),
    "6": (6, {}),
    "4, alarm -1": (4, {"alarm_start": -1}),
    "4, alarm +1": (4, {"alarm_start": 1}),
}
INFAMY_COLUMNS: Columns = {"4 players": (4, {}), "3": (3, {})}

Rows = dict[tuple[str, str], Callable[[Result], str]]
"""How a figure is had from a run, by its words and its target."""


def share(name: str) -> Callable[[Result], str]:
    """A share among the game's measures, in percent."""
    return lambda run: f"{run.summary()['summaries'][0]['measures'][name]['value']:.1%}".replace("%", " %")


def length(run: Result) -> str:
    """Median, and where nine games of ten lie, in what the game counts its length in."""
    found = run.summary()["summaries"][0]
    found = found[found["length"]]
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


def rarest(column: str, table: str) -> Callable[[Result], str]:
    """The card of a table that fewest games have in a per-seat mask, and the share of games that have it."""

    def value(run: Result) -> str:
        masks = run.seats.groupby("game")[column].agg(np.bitwise_or.reduce).to_numpy(dtype=np.int64)
        cards = [row["slug"] for row in hl.cards(run.manifest.game)["tables"][table]]
        shares = (masks[:, None] >> np.arange(len(cards)) & 1).mean(axis=0)
        return f"{shares.min():.1%} ({cards[int(shares.argmin())]})".replace("%", " %")

    return value


INFILTRATION_ROWS: Rows = {
    ("rounds, median (5 % to 95 %)", "9-14"): length,
    ("games in which somebody escapes", "95 %"): share("somebody_escapes"),
    ("agents caught, released ones included", "15-45 %"): share("agents_caught"),
    ("winning score, median (10 % to 90 %)", "10-20"): winning_score,
    ("alarm after round 6 / at the end", "rises to 4-6"): alarm,
    ("games won as the only player out", "-"): share("sole_survivor"),
    ("agents who reach the first floor", "-"): share("agents_upstairs"),
    ("games in which somebody enters the secret room", "-"): share("secret_room"),
}
INFAMY_ROWS: Rows = {
    ("Turns, median (5 % to 95 %)", "5-8"): length,
    ("games won by Infamy", "25-75 %"): share("infamy_wins"),
    ("games won by reputation", "25-75 %"): share("reputation_wins"),
    ("Cartel among wins by reputation", "15 % or more"): share("cartel_wins"),
    ("Megacorp among wins by reputation", "15 % or more"): share("megacorp_wins"),
    ("Militia among wins by reputation", "15 % or more"): share("militia_wins"),
    ("games with the mission completed most rarely", "1 % or more"): rarest("completed", "missions"),
    ("games with the scheme played most rarely", "1 % or more"): rarest("played", "schemes"),
    ("games stopped at the round limit", "under 0.1 %"): share("cap"),
    ("games that end by Day", "-"): share("day_end"),
    ("pawns that cannot be placed", "-"): share("failed_placements"),
    ("contacts that nobody wins", "-"): share("contacts_unsold"),
}
TABLES: dict[str, tuple[Columns, Rows]] = {
    "infiltration": (INFILTRATION_COLUMNS, INFILTRATION_ROWS),
    "infamy": (INFAMY_COLUMNS, INFAMY_ROWS),
}


def main() -> None:
    """Play every column, and print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=TABLES)
    parser.add_argument("--games", type=int, default=20_000, help="games a column")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--bots", default="mixed")
    chosen = parser.parse_args()
    columns, rows = TABLES[chosen.game]
    runs = [
        hl.simulate(chosen.game, players=players, games=chosen.games, seed=chosen.seed, bots=chosen.bots, set=settings)
        for players, settings in columns.values()
    ]
    print(f"| {chosen.bots} | target | " + " | ".join(columns) + " |")
    print("| --- " * (len(columns) + 2) + "|")
    for (words, target), value in rows.items():
        print(f"| {words} | {target} | " + " | ".join(value(run) for run in runs) + " |")


if __name__ == "__main__":
    main()
