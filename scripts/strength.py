"""Measure how strong each game's bots are, for the pages: `python scripts/strength.py infiltration`.

Do it whenever weights, cards or `rules_version` have changed: until then pages say that the figures are of others. One seat of each bot
plays against seats of the yardstick, by `heistlab ladder`; what comes of it goes into the game's `strength.toml`.
"""

import argparse

import heistlab as hl
import simcore
from reports.strength import MEASURED, stamp_of_bot, stamp_of_cards
from simcore.lineups import bot_names, load_bot
from simcore.spec import GameSpec

SEED = 7
GAMES = 20_000
YARDSTICK = "greedy"


def measured(spec: GameSpec, games: int) -> str:
    """The text of a game's file."""
    rungs = []
    manifest = None
    for bot in bot_names(spec):
        if bot == YARDSTICK:
            continue
        found = hl.ladder(spec.name, [bot, YARDSTICK], games=games, seed=SEED, progress=True)
        manifest = found.manifests[0]
        row = found.cells.iloc[0]
        numbers = {name: [float(row[column]) for column in columns] for name, columns in COLUMNS.items()}
        lines = "".join(f"{name} = [{', '.join(f'{number:.5f}' for number in values)}]\n" for name, values in numbers.items())
        rungs.append(f'[bots.{bot}]\n# {found.command}\nplays = "{stamp_of_bot(load_bot(spec, bot))}"\ngames = {row["games"]}\n{lines}')
        print(f"{spec.name}: {bot} {row['credit']:.1%}")
    assert manifest is not None, "random is always there"
    head = (
        "# How strong the bots are: one seat of each against seats of the yardstick; number, low and high of 95 %.\n"
        "# Written by scripts/strength.py; decides nothing.\n"
        f'players = {manifest.players}\nrules_version = {manifest.rules_version}\ncards = "{stamp_of_cards(manifest)}"\n'
        f'yardstick = "{YARDSTICK}"\nyardstick_plays = "{stamp_of_bot(load_bot(spec, YARDSTICK))}"\n'
    )
    return "\n".join([head, *rungs])


COLUMNS = {"credit": ("credit", "low", "high"), "excess": ("excess", "excess_low", "excess_high")}


def main() -> None:
    """Measure the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(simcore.GAMES))
    parser.add_argument("-n", "--games", type=int, default=GAMES, help="of each line-up; with a rollout seat a tenth")
    asked = parser.parse_args()
    for name in asked.names:
        spec = simcore.game(name)
        (spec.directory / MEASURED).write_text(measured(spec, asked.games), encoding="utf-8")


if __name__ == "__main__":
    main()
