"""How many games a comparison needs: a pilot is played, and from how far its pairs spread follows what would decide each question."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from heistlab.panels import usual_panel
from heistlab.places import TemporaryHome
from heistlab.plans import ComparisonPlan, plan_comparison
from heistlab.repeat import without_seed
from heistlab.results import Comparison
from simcore.runner import MAX_GAMES
from simcore.store import Run

PILOT_PAIRS = 2_000
"""Deals that the pilot plays of every variant."""

PILOT_PANEL = 16
"""Games that a line-up whose usual share is less plays of every variant, to see how long they take."""

SECONDS_A_MINUTE = 60


def plan(
    game: str,
    *,
    vary: Mapping[str, Iterable[Any]],
    baseline: Any = None,
    margins: Mapping[str, float | str] | None = None,
    primary: str | Sequence[str] | None = None,
    level: float | str | None = None,
    players: int | str | None = None,
    seed: int | str | None = None,
    bots: str | Sequence[str] | None = None,
    set: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    threads: int | str | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Play a pilot of 2,000 pairs, and say how many games, and minutes on this machine, would decide each primary measure.

    A measure is decided when the half-width of its simultaneous interval is half its margin. The numbers follow from how far the pairs of
    the pilot spread, never from the differences it saw; these are not told.

    Parameters
    ----------
    game, vary, baseline, margins, primary, level, players, seed, bots, set, cards, threads, progress
        As for `compare`; the pilot's games are thrown away.

    Returns
    -------
    dict
        game, baseline, level, `pilot` (games of each variant, pairs, seed, seconds), `measures`: measure, label, unit, variant, margin,
        games (of each variant; None where the pilot cannot tell), minutes; games, minutes: for all of these together; panel: games of
        each variant that other line-ups play beside these, which the minutes include; command: what plays them, on a fresh seed.

    Raises
    ------
    HeistlabError
        Anything that cannot be played, in one line.
    Stopped
        A KeyboardInterrupt that says how far playing has come.
    """
    return played_pilot(
        prepare_pilot(game, vary, baseline, margins, primary, level, players, seed, bots, set, cards), threads, progress=progress
    )


def prepare_pilot(
    game: str,
    vary: Mapping[str, Iterable[Any]],
    baseline: Any = None,
    margins: Any = None,
    primary: Any = None,
    level: Any = None,
    players: Any = None,
    seed: Any = None,
    bots: Any = None,
    settings: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
) -> ComparisonPlan:
    """Check a request for a pilot: as many games as make PILOT_PAIRS deals of the line-up that is turned most often."""
    prepared = plan_comparison(game, vary, baseline, margins, players, PILOT_PAIRS, seed, bots, settings, cards, "", primary, None, level)
    games = PILOT_PAIRS * max(manifest.rotations for manifest in prepared.manifests)
    manifests = tuple(manifest.model_copy(update={"games": games}) for manifest in prepared.manifests)
    first, variants, beside = manifests[0], prepared.variants, prepared.beside
    if beside:
        panel = usual_panel(first.spec, first.lineup, PILOT_PAIRS, PILOT_PANEL)
        variants = variants.model_copy(update={"panel": panel})
        beside = {
            lineup: tuple(manifest.model_copy(update={"games": panel[lineup]}) for manifest in manifests)
            for lineup, manifests in beside.items()
        }
    return ComparisonPlan(manifests, prepared.asked, beside, variants)


def played_pilot(prepared: ComparisonPlan, threads: int | str | None, progress: bool, ready: Any = lambda: None) -> dict[str, Any]:
    """Play a pilot and say what it tells: see `plan`; `ready` is called when nothing can be refused any more."""
    home = TemporaryHome()
    runs = prepared.play(home.path, threads, progress, ready)
    compared = Comparison(home.path, runs, home, prepared.variants).compared
    minutes = minutes_of(prepared, runs)
    primary = compared.differences[compared.differences["primary"]]
    rows = [_needed(row, minutes) for row in primary.to_dict("records")]
    games = max((row["games"] for row in rows if row["games"] is not None), default=None)
    first = prepared.manifests[0]
    return {
        "game": first.game,
        "baseline": compared.baseline,
        "level": compared.level,
        "pilot": _pilot(prepared, runs),
        "measures": rows,
        "games": games,
        "minutes": None if games is None else minutes(games),
        "panel": {} if games is None or not prepared.beside else usual_panel(first.spec, first.lineup, games),
        "command": _command(prepared, games),
    }


def _pilot(prepared: ComparisonPlan, runs: Sequence[Run]) -> dict[str, Any]:
    return {
        "games": runs[0].games,
        "pairs": runs[0].games // max(run.manifest.rotations for run in runs),
        "seed": prepared.seed,
        "seconds": sum(run.progress.seconds for run in runs),
    }


def minutes_of(prepared: ComparisonPlan, runs: Sequence[Run]) -> Callable[[int], float]:
    """From games of the deciding line-up to the minutes that they and the panel's take, of every variant."""
    rates: dict[str, float] = {}
    for run in runs:
        lineup = run.manifest.lineup if run.manifest.lineup in prepared.beside else ""
        rates[lineup] = rates.get(lineup, 0.0) + run.progress.seconds / run.games / SECONDS_A_MINUTE
    first = prepared.manifests[0]

    def minutes(games: int) -> float:
        beside = usual_panel(first.spec, first.lineup, games) if prepared.beside else {}
        return sum(rates[lineup] * count for lineup, count in {"": games, **beside}.items())

    return minutes


def _needed(row: Mapping[Any, Any], minutes: Callable[[int], float]) -> dict[str, Any]:
    """What one difference needs; `minutes` is how long games of every variant take."""
    games = None if math.isnan(row["games_enough"]) else _rounded_up(row["games_enough"])
    told = {name: row[name] for name in ("measure", "label", "unit", "variant", "margin")}
    return told | {"games": games, "minutes": None if games is None else minutes(games)}


def _rounded_up(games: float) -> int:
    from reports.numbers import rounded_up

    return rounded_up(games)


def _command(prepared: ComparisonPlan, games: int | None) -> str | None:
    """The command that plays so many games, on a fresh seed: those of the pilot have been looked at."""
    if games is None or games > MAX_GAMES:
        return None
    manifests = [manifest.model_copy(update={"games": games}) for manifest in prepared.manifests]
    first, variants = manifests[0], prepared.variants
    if prepared.beside:
        variants = variants.model_copy(update={"panel": usual_panel(first.spec, first.lineup, games)})
    return without_seed(variants.line(manifests))
