"""The functions of `import heistlab`: each checks a request, and plays or tells it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TypeVar

import simcore
from heistlab import kinds
from heistlab.catalogue import bots, cards, games, rules
from heistlab.experiments import read_experiment
from heistlab.numerals import DEFAULT_GAMES, player_counts, whole
from heistlab.places import TemporaryHome
from heistlab.plans import ComparisonPlan, Plan, plan, plan_comparison, plan_ladder
from heistlab.progress import Quiet, telling
from heistlab.results import Comparison, Ladder, Result, compare_runs, load
from simcore.errors import HeistlabError, nearest
from simcore.playout import Table
from simcore.runner import MAX_GAMES
from simcore.store import Manifest, Run, open_run
from simcore.trace import check_replay, describe_game, table_for, tell_game

__all__ = ["bots", "cards", "compare", "games", "ladder", "load", "rules", "run", "simulate", "tell", "trace"]

Kind = TypeVar("Kind")


def simulate(
    game: str,
    *,
    players: int | Iterable[int] | str | None = None,
    games: int | str | None = None,
    seed: int | str | None = None,
    bots: str | Sequence[str] | None = None,
    panel: str | Mapping[str, int] | None = None,
    set: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    label: str = "",
    out: str | Path | None = None,
    threads: int | str | None = None,
    primary: str | Sequence[str] | None = None,
    margins: Mapping[str, float | str] | None = None,
    targets: Mapping[str, Any] | None = None,
    level: float | str | None = None,
    until: Mapping[str, float | str] | None = None,
    progress: bool = False,
) -> Result:
    """Play games, and give back what happened in them.

    Parameters
    ----------
    game : str
        Name of the game: see `games`.
    players : int or several, optional
        Number of players; of several each is played with so many games. The game's usual number by default.
    games : int, optional
        Games to play; 10,000 by default.
    seed : int, optional
        0 to 2^64-1: the same seed plays the same games, whatever the number of threads. A fresh one by default.
    bots : str or list of str, optional
        A bot for all seats, or one for each (a list, or joined by `+`), which then change seats from game to game: names, or paths of
        TOML files. `mixed` by default.
    panel : str or mapping, optional
        Line-ups that play the same deals beside the one that decides, with their games: what they say is in `Result.lineups`. None by
        default; "default" is that of `compare`. (`heistlab simulate --report` plays that where neither bots nor panel are chosen: a page
        makes claims.)
    set : mapping, optional
        Path to value: parameters and rulings (`alarm_start`), card fields (`items.grapple_line.copies`).
    cards : path, optional
        Directory with a card set of your own.
    label : str
        Words to find on the page.
    out : path, optional
        Run directory. The same run there is taken up where it stopped; another is refused. Without it the run goes into a temporary
        directory that lives as long as the result.
    threads : int, optional
        As many as there are cores by default.
    primary : list of str, optional
        Measures that are answered first; the game's own choice by default.
    margins : mapping, optional
        Measure to the difference below which two numbers count as equal; shares as fractions (0.01 is one percent point).
    targets : mapping, optional
        Measure to the least and largest value wanted, as two numbers (None: no such end) or as text `LOW..HIGH`: what became of them is
        in `Result.targets`.
    level : float, optional
        Of the targets' intervals together; 0.95 by default.
    until : mapping, optional
        Measure to half the width of its interval (shares as fractions: 0.005 is half a point) at which playing stops: at the first look
        at which all of them are known so well, or at `games`, then the most that are played, 1,000,000 by default. The looks come after
        fixed numbers of games, the intervals are confidence sequences, which hold at all looks at once (at `level`, together). Of several
        numbers of players each stops by itself.
    progress : bool
        Show progress on standard error.

    Returns
    -------
    Result

    Raises
    ------
    HeistlabError
        Anything that cannot be played, in one line.
    Stopped
        A KeyboardInterrupt that says how far playing has come.
    """
    prepared = plan(game, players, games, seed, bots, set, cards, label, primary, margins, targets, level, until, panel)
    home, directory = _home(out)
    return Result(directory, prepared.play(directory, threads, progress), home, prepared.asked, prepared.panel)


def compare(
    what: str | Sequence[str | Path | Result] | Mapping[str, str | Path | Result],
    *,
    vary: Mapping[str, Iterable[Any]] | None = None,
    baseline: Any = None,
    margins: Mapping[str, float | str] | None = None,
    primary: str | Sequence[str] | None = None,
    targets: Mapping[str, Any] | None = None,
    level: float | str | None = None,
    players: int | str | None = None,
    games: int | str | None = None,
    seed: int | str | None = None,
    bots: str | Sequence[str] | None = None,
    panel: str | Mapping[str, int] | None = None,
    until: Mapping[str, float | str] | None = None,
    set: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    label: str | None = None,
    out: str | Path | None = None,
    threads: int | str | None = None,
    progress: bool = False,
) -> Comparison:
    """Play variants of a game on the same deals, or take finished runs, and give back how they differ.

    Parameters
    ----------
    what : str, or several runs
        A game; or finished runs of one game with one number of players: results, or their directories, as a list or by name. These are
        compared deal by deal where seeds, line-ups' rotations and numbers of games are the same, else as independent ones:
        `Comparison.paired` says which.
    vary : mapping
        Of a game. Path to the values it takes: what `set` reaches, `bots`, or `cards`; of several paths all combinations are played. Or
        `players`, alone: these are compared as independent runs, by measures that mean the same with any number of players.
    baseline : optional
        Variant that the others are compared with: its name, or its value if one path is varied; of runs, its name or path. By default
        the one that plays as if nothing were varied, if it is among them, else the first; of runs the first.
    margins : mapping, optional
        Measure to the difference below which two variants count as equal; shares as fractions (0.01 is one percent point).
    primary : list of str, optional
        Measures with simultaneous intervals, declared before anything is played; the game's own choice by default.
    targets : mapping, optional
        As for `simulate`; every variant is judged, the baseline too.
    level : float, optional
        Of the intervals, of those of primary measures together, and of those of targets together; 0.95 by default.
    players, games, seed, bots, set, cards, label, out, threads
        Of a game as for `simulate`; `games` is for each variant.
    panel : str or mapping, optional
        Of a game. Line-ups that play the variants beside the one that decides, with their games: what they say is in
        `Comparison.lineups`. By default, where neither `bots` are named nor varied, those of `greedy` (a quarter of the games) and
        `rollout` (one for 500, at least 100) that the game has, as with "default"; "none" is none.
    until : mapping, optional
        As for `simulate`, of the differences: playing stops where those of every variant from the baseline are known so well.
    progress : bool
        Show progress on standard error.

    Returns
    -------
    Comparison

    Raises
    ------
    HeistlabError
        Anything that cannot be played or compared, in one line.
    Stopped
        A KeyboardInterrupt that says how far playing has come.
    """
    asked: dict[str, Any] = {"baseline": baseline, "margins": margins, "primary": primary, "targets": targets, "level": level}
    played: dict[str, Any] = {
        "players": players,
        "games": games,
        "seed": seed,
        "bots": bots,
        "panel": panel,
        "cards": cards,
        "label": label,
        "until": until,
        "vary": vary,
        "set": set,
    }
    if not isinstance(what, str):
        refuse_given(played | {"out": out, "threads": threads})
        return compare_runs(what, **asked)
    del played["vary"], played["set"]
    given = {name: value for name, value in played.items() if value is not None}
    prepared = plan_comparison(what, {} if vary is None else vary, settings=set, **asked, **given)
    home, directory = _home(out)
    return Comparison(directory, prepared.play(directory, threads, progress), home, prepared.variants)


def ladder(
    game: str,
    bots: str | Sequence[str | Path] | None = None,
    *,
    players: int | str | None = None,
    games: int | str = DEFAULT_GAMES,
    seed: int | str | None = None,
    set: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    out: str | Path | None = None,
    threads: int | str | None = None,
    progress: bool = False,
) -> Ladder:
    """Have bots meet each other, and give back how strong they are: a cross table, and one scale.

    Of every ordered pair one seat has the one bot and all other seats the other; the line-up is turned over the seats of each deal, and
    all pairs play the same deals.

    Parameters
    ----------
    game : str
    bots : list of str, optional
        Two or more bots (a list, or joined by commas): names, or paths of TOML files. `random`, `greedy` and `rollout` by default, those
        that the game has.
    games : int
        Games of each line-up, rounded up to whole deals. A line-up with one rollout seat plays a tenth of them, but no fewer than 100;
        one with several so many times fewer.
    players, seed, set, cards, out, threads, progress
        As for `simulate`, with one number of players.

    Returns
    -------
    Ladder

    Raises
    ------
    HeistlabError
        Anything that cannot be played, in one line.
    Stopped
        A KeyboardInterrupt that says how far playing has come.
    """
    prepared = plan_ladder(game, bots, players, games, seed, set, cards)
    home, directory = _home(out)
    return Ladder(directory, prepared.play(directory, threads, progress), home, prepared.bouts)


def run(
    file: str | Path,
    *,
    out: str | Path | None = None,
    threads: int | str | None = None,
    progress: bool = False,
) -> Result | Comparison:
    """Play what an experiment file asks for: a comparison if it varies something, else runs.

    Parameters
    ----------
    file : path
        TOML: `game`, `players`, `games`, `seed`, `bots`, `cards`, `label`, `primary`, `level`, `baseline`, `panel`, and the tables
        `[set]`, `[vary]`, `[margin]`, `[target]` and `[panel]`, all as for `simulate` and `compare`. Every comparison writes such a
        file, `experiment.toml`, into its directory; on that it plays the same games again.
    out, threads, progress
        As for `simulate`.

    Returns
    -------
    Result or Comparison

    Raises
    ------
    HeistlabError
        Anything that cannot be played, in one line.
    Stopped
        A KeyboardInterrupt that says how far playing has come.
    """
    prepared = read_experiment(file)
    home, directory = _home(out)
    return result_of(prepared, directory, prepared.play(directory, threads, progress), home)


def result_of(prepared: Plan, directory: Path, runs: Sequence[Run], home: object = None) -> Result | Comparison:
    """What a plan's runs are, once they are played."""
    if isinstance(prepared, ComparisonPlan):
        return Comparison(directory, runs, home, prepared.variants)
    return Result(directory, runs, home, prepared.asked, prepared.panel)


def refuse_given(given: Mapping[str, Any]) -> None:
    """Refuse what finished runs have of their own."""
    for name, value in given.items():
        if value is not None and value != []:
            raise HeistlabError(f"{name}: finished runs have their own; only a game's name takes it")


def _home(out: str | Path | None) -> tuple[TemporaryHome | None, Path]:
    """Where runs go: the directory asked for, or a temporary one and who keeps it."""
    if out is not None:
        return None, kinds.path("out", out)
    home = TemporaryHome()
    return home, home.path


def trace(
    what: str | Path | Result,
    *,
    game: int | str = 0,
    seed: int | str | None = None,
    players: int | str | None = None,
    bots: str | Sequence[str] | None = None,
    set: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    progress: bool = False,
) -> Iterator[dict[str, Any]]:
    """One game step by step, as plain data.

    Parameters
    ----------
    what : str, path or Result
        A game, or a run.
    game : int
        Number of the game, from 0.
    seed, players, bots, set, cards
        Of a game as for `simulate`. Of a run, only `players`, where it was played with several numbers of them.
    progress : bool
        Say on standard error if the game has to be compiled first.

    Returns
    -------
    iterator of dict
        The set-up (`step` 0, `chance`, `state`); one for each decision, forced ones too (`step`, `actor`, `decision`, `legal`, `action`,
        `chance`: what chance brought, `state`: everything afterwards); the `result`.

    Raises
    ------
    HeistlabError
        There is no such game or run, or the run was played by other rules than the program's, or the program's code plays another game
        than the run holds.
    """
    number = whole("game", game)
    of = _game_of(what, number, {"seed": seed, "players": players, "bots": bots, "settings": set, "cards": cards})
    return describe_game(of if isinstance(of, Manifest) else of.manifest, _table(of, number, progress), number)


def tell(
    what: str | Path | Result,
    *,
    game: int | str = 0,
    seed: int | str | None = None,
    players: int | str | None = None,
    bots: str | Sequence[str] | None = None,
    set: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    progress: bool = False,
) -> Iterator[str]:
    """One game in words, line by line: arguments as for `trace`."""
    number = whole("game", game)
    of = _game_of(what, number, {"seed": seed, "players": players, "bots": bots, "settings": set, "cards": cards})
    return tell_game(of if isinstance(of, Manifest) else of.manifest, _table(of, number, progress), number)


def _table(of: Manifest | Run, game: int, progress: bool) -> Table:
    """Where a game is played again; a game that a run holds is told only if it is still the same."""
    with telling(of.spec.title, 1) if progress else nullcontext(Quiet()) as teller:
        if isinstance(of, Manifest):
            return table_for(of, teller.watch())
        table = table_for(of.manifest, teller.watch())
        check_replay(of, game)
        return table


def _game_of(what: str | Path | Result, game: int, asked: Mapping[str, Any]) -> Manifest | Run:
    """What a game belongs to: a run, or the manifest of a run that would be played as `asked`."""
    given = {name: value for name, value in asked.items() if value is not None}
    if isinstance(what, str) and what in simcore.GAMES:
        if not 0 <= game < MAX_GAMES:
            raise HeistlabError(f"game: {game} is outside 0 to {MAX_GAMES - 1}")
        return _only(what, plan(what, games=game + 1, **given).manifests)
    if isinstance(what, str) and not Path(what).exists() and Path(what).name == what:
        raise HeistlabError(f"no game or run {what!r}{nearest(what, simcore.GAMES)}")
    run = what if isinstance(what, Result | Comparison | Ladder) else load(what)
    if not isinstance(run, Result):
        raise HeistlabError(
            f"{run.path} is a {type(run).__name__.lower()}: name one of its runs, {', '.join(str(each.path) for each in run.runs.values())}"
        )
    wanted = player_counts(given.pop("players", None))
    for name in given:
        raise HeistlabError(f"{'set' if name == 'settings' else name}: a run has its own; only a game's name takes it")
    found = open_run(_only(run.path, [each.path for each in run.runs if wanted in ((None,), (each.manifest.players,))]))
    if not 0 <= game < found.manifest.games:
        raise HeistlabError(f"game: {game} is outside 0 to {found.manifest.games - 1}, the games of {run.path}")
    return found


def _only(what: str | Path, found: Sequence[Kind]) -> Kind:
    if len(found) != 1:
        raise HeistlabError(f"players: {what} needs one number of players to tell a game")
    return found[0]
