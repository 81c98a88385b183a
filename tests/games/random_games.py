"""Games of players who choose at random, each with a leaning; and what games come to in another mode of the compiler."""

import hashlib
import os
import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import simcore
from simcore.playout import Table
from simcore.spec import NONE
from tests.simcore.child import run_child


def name_of(settings: Mapping[str, Any]) -> str:
    """What a test's settings are called."""
    return ",".join(f"{name}={value}" for name, value in settings.items())[:60] or "default"


class Chooser:
    """Chooses at random, with a leaning of its own.

    Parameters
    ----------
    actions : iterable of int
        First codes of the ranges of actions.
    leanings : sequence of mapping
        How likely actions are chosen, by the first code of their range, 1 unless said otherwise.
    seed : int
        Of its chance; tells which of the leanings it has.
    """

    def __init__(self, actions: Iterable[int], leanings: Sequence[Mapping[int, float]], seed: int) -> None:
        self.kinds = sorted(actions)
        self.chance = random.Random(seed)
        self.leaning = leanings[seed % len(leanings)]

    def __call__(self, legal: list[int]) -> int:
        kinds = [self.kinds[bisect_right(self.kinds, code) - 1] for code in legal]
        return self.chance.choices(legal, [self.leaning.get(kind, 1.0) for kind in kinds])[0]


def digest_of(table: Table, seed: int, games: int, chooser: Callable[[int], Chooser]) -> str:
    """What some games of a table come to: events, last states and rows, hashed to the byte; `chooser` plays the game of a number."""
    digest = hashlib.sha256()
    for game in range(games):
        choose = chooser(game)
        table.start(seed, game)
        while table.state.actor != NONE:
            digest.update(repr(table.apply(choose(table.legal()))).encode())
        digest.update(table.state.tobytes() + table.result().tobytes())
    return digest.hexdigest()


def digests_in_mode(module: str, mode: str, games: int) -> list[str]:
    """What `digests(games)` of a test module gives in a process of its own, with a switch of the compiler set."""
    directory = Path(simcore.__file__).parent.parent
    cache = os.environ.get("HEISTLAB_CACHE_DIR")
    code = f"from {module} import digests; print(*digests({games}))"
    return run_child(code, directory, **{mode: "1", "HEISTLAB_CACHE_DIR": cache}).split()
