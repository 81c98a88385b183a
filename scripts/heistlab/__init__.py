"""A Monte Carlo balance laboratory for tabletop games.

    import heistlab as hl
    run = hl.simulate("infiltration", players=4, games=100_000, seed=7)
    run.games, run.seats, run.cards
    run.report("page.html")
    hl.compare("infiltration", vary={"alarm_start": [-1, 0, 1]}).differences
    hl.ladder("infiltration", ["random", "greedy"]).scale

What cannot be done raises `HeistlabError` with one line that says why. Nothing is printed, and progress is shown only when asked for.
Importing this package is quick: the compiler and the tables are loaded by the first call that needs them.
"""

import importlib
import os
from typing import TYPE_CHECKING, Any

from simcore.errors import HeistlabError

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Runs are shared out over threads already: numpy's own would wait for one another. Looked at when numpy is loaded.

if TYPE_CHECKING:
    from heistlab.api import bots, cards, compare, games, ladder, load, rules, run, simulate, tell, trace
    from heistlab.catalogue import export_cards
    from heistlab.dictionary import columns
    from heistlab.pilots import plan
    from heistlab.plans import Stopped
    from heistlab.results import Comparison, Ladder, Result

_HOMES = {
    **dict.fromkeys(("simulate", "compare", "run", "ladder", "load", "trace", "tell", "games", "rules", "cards", "bots"), "heistlab.api"),
    **dict.fromkeys(("Result", "Comparison", "Ladder"), "heistlab.results"),
    "columns": "heistlab.dictionary",
    "export_cards": "heistlab.catalogue",
    "plan": "heistlab.pilots",
    "Stopped": "heistlab.plans",
}

__all__ = [
    "Comparison",
    "HeistlabError",
    "Ladder",
    "Result",
    "Stopped",
    "bots",
    "cards",
    "columns",
    "compare",
    "export_cards",
    "games",
    "ladder",
    "load",
    "plan",
    "rules",
    "run",
    "simulate",
    "tell",
    "trace",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'heistlab' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
