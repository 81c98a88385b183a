"""Write a game's golden traces: `python scripts/golden.py infiltration`.

Do it only together with a rise of `rules_version`, or when nothing but the words has changed. A golden trace is a game in words.
`tests/test_games.py` plays it again and compares line by line.
"""

import argparse
from pathlib import Path

import simcore
from simcore.runner import make_manifest
from simcore.trace import trace_text

SEED = 7
GAME = 3
BOTS = "random"
"""Weights may change without a change of rules; random bots play by the rules alone."""
DIRECTORY = Path(__file__).parent.parent / "tests" / "golden"


def heading(version: int, players: int, settings: dict[str, str]) -> str:
    """First line of a golden trace: everything needed to play it again."""
    changed = "".join(f", {name}={value}" for name, value in settings.items())
    return f"# rules_version {version}, {players} players, seed {SEED}, game {GAME}{changed}\n"


def main() -> None:
    """One trace for each player count, and one for each variant that the rulebook names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(simcore.GAMES))
    for name in parser.parse_args().games:
        spec = simcore.game(name)
        directory = DIRECTORY / name
        directory.mkdir(parents=True, exist_ok=True)
        wanted: list[tuple[str, int, dict[str, str]]] = [
            (f"{players}-players", players, {}) for players in range(spec.fewest, spec.most + 1)
        ]
        for variant in spec.variants:
            settings = {path: str(value).lower() for path, value in variant.settings.items()}
            wanted.append((variant.name.replace(" ", "-"), spec.usual, settings))
        for stem, players, settings in wanted:
            manifest = make_manifest(name, players=players, games=GAME + 1, seed=SEED, bots=BOTS, settings=dict(settings))
            text = heading(spec.rules_version, players, settings) + trace_text(manifest, GAME)
            (directory / f"{stem}.txt").write_text(text, encoding="utf-8")
            print(f"{name}: {stem}")


if __name__ == "__main__":
    main()
