"""Rules as compiled kernels, the engine that plays them, the results they write."""

import functools
import importlib
from typing import TYPE_CHECKING

from simcore.errors import HeistlabError, nearest

if TYPE_CHECKING:
    from simcore.spec import GameSpec  # loads the compiler: not for who only wants an error or a list of names

GAMES = ("duel", "infiltration", "infamy")
"""Names of the games, in the order in which they are listed."""


@functools.cache
def game(name: str) -> "GameSpec":
    """What a game provides.

    Raises
    ------
    HeistlabError
        No game has this name.
    """
    if name not in GAMES:
        raise HeistlabError(f"no game {name!r}{nearest(name, GAMES)}")
    spec: GameSpec = importlib.import_module(f"simcore.games.{name}").SPEC
    return spec
