"""What is going to be played: requests checked and resolved, and playing them."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heistlab import kinds
from heistlab.asked import Asked, asked_of, asked_options, usual_primary
from heistlab.looks import play_until, play_variants
from heistlab.numerals import DEFAULT_GAMES, MOST_GAMES, player_counts, whole
from heistlab.panels import SEARCH_KIND, chosen_panel, ladder_games, panel_reached, panel_text, usual_ladder, usual_panel
from heistlab.places import (
    BOTS,
    COUNTS,
    LADDER,
    PANEL,
    PLAYERS,
    RUNS,
    VARIANTS,
    Beside,
    Bouts,
    Counts,
    Variants,
    add,
    claim,
    panel_directories,
    safe_name,
)
from heistlab.progress import AT_MOST, Quiet, Teller, telling
from heistlab.repeat import NO_PANEL, simulate_line, written
from simcore import lineups, rulebook
from simcore.errors import HeistlabError, nearest
from simcore.runner import fresh_seed, make_manifest, play, threads_to_use
from simcore.spec import GameSpec
from simcore.store import Look, Manifest, Run, create_run, open_run

NOT_SETTINGS = (BOTS, "cards", PLAYERS)
"""What `vary` reaches beside settings."""
JOIN = ", "
"""Between the settings in the name of a variant."""


class Stopped(KeyboardInterrupt):
    """Playing was interrupted: finished blocks are on disk, and playing the same again goes on from there.

    Attributes
    ----------
    done, asked : int
        Games.
    """

    def __init__(self, done: int, asked: int, at_most: bool = False) -> None:
        super().__init__(stopped_at(done, asked, at_most))
        self.done, self.asked = done, asked


def stopped_at(done: int, asked: int, at_most: bool = False) -> str:
    """How far a run that was stopped has come, in words; `at_most` of one that ends when something is known."""
    return f"stopped at {done:,} of {AT_MOST if at_most else ''}{asked:,} games"


@dataclass(frozen=True)
class Plan:
    """Runs to play: one for each number of players.

    Attributes
    ----------
    manifests : tuple of Manifest
        Ascending by players; of the line-up that decides.
    asked : Asked
        What is asked of their games.
    beside : dict
        By line-up, the manifests of those that play the same runs beside it.
    """

    manifests: tuple[Manifest, ...]
    asked: Asked
    beside: Mapping[str, tuple[Manifest, ...]]

    @property
    def panel(self) -> dict[str, int]:
        """Line-ups that play beside the deciding one, with their games of each run."""
        return {lineup: manifests[0].games for lineup, manifests in self.beside.items()}

    @property
    def seed(self) -> int:
        """Seed of all games."""
        return self.manifests[0].seed

    @property
    def line(self) -> str:
        """The command that plays them."""
        return simulate_line(self.manifests, asked_options(self.manifests[0].spec, self.asked), panel_text(self.panel))

    @property
    def directory(self) -> Path:
        """Where the runs go when no directory is named."""
        first = self.manifests[0]
        name = first.hash if len(self._all) == 1 else rulebook.short_hash([manifest.hash for manifest in self._all])
        return RUNS / f"{first.game}-{name}"

    @property
    def parts(self) -> list[tuple[str, tuple[Manifest, ...]]]:
        """All runs, in groups of which one game takes about as long as another; what is told of each group beside the game's title."""
        return [("", self.manifests), *((f" ({lineup} bots)", manifests) for lineup, manifests in self.beside.items())]

    def prepare(self, directory: Path) -> list[Path]:
        """The directory of each run; what they have to do with each other is written down where it is not obvious."""
        index = Counts(players=tuple(manifest.players for manifest in self.manifests))
        single = len(self.manifests) == 1
        if not single:
            claim(directory, COUNTS, index)
        elif self.beside:
            create_run(directory, self.manifests[0])  # before anything lies beside it
        names = [""] if single else index.directories
        if self.beside:
            add(directory, PANEL, Beside(panel=self.panel))
        return [directory / lineup / name for lineup in ("", *panel_directories(self.beside)) for name in names]

    def play(self, directory: Path, threads: int | str | None, progress: bool, ready: Callable[[], None] = lambda: None) -> list[Run]:
        """Play what is missing, one run after the other; all are refused before the first is played.

        Parameters
        ----------
        directory : Path
        threads : int, optional
        progress : bool
        ready : callable
            Called when nothing of the request can be refused any more.

        Raises
        ------
        HeistlabError
            The directory holds something else, or cannot be written.
        Stopped
            Interrupted.
        """
        count = threads_to_use(None if threads is None else whole("threads", threads))
        places = self.prepare(directory)
        for place, manifest in zip(places, self._all, strict=True):
            create_run(place, manifest)
        ready()
        with _stopping(places, sum(manifest.games for manifest in self._all), bool(self.asked.until)):
            return self._play(iter(places), count, progress)

    def _play(self, places: Iterator[Path], threads: int, progress: bool) -> list[Run]:
        deciding = self._play_deciding(places, threads, progress)
        runs = list(deciding)
        for lineup, manifests in self.beside.items():
            if self.asked.until:
                reached = [
                    panel_reached(self.panel, manifest.games, run.games)[lineup]
                    for manifest, run in zip(self.manifests, deciding, strict=True)
                ]
                runs += self._play_beside(lineup, manifests, reached, places, threads, progress)
            else:
                runs += self._play_part(f" ({lineup} bots)", manifests, places, threads, progress)
        return runs

    def _play_deciding(self, places: Iterator[Path], threads: int, progress: bool) -> list[Run]:
        return self._play_part("", self.manifests, places, threads, progress)

    def _play_beside(
        self, lineup: str, manifests: Sequence[Manifest], games: Sequence[int], places: Iterator[Path], threads: int, progress: bool
    ) -> list[Run]:
        """Play a line-up of the panel for the games that belong to those that the deciding one came to, of each run."""
        wanted = [manifest.model_copy(update={"games": count}) for manifest, count in zip(manifests, games, strict=True)]
        runs = []
        with _telling(f" ({lineup} bots)", wanted, progress) as teller:
            for manifest, count in zip(manifests, games, strict=True):
                run = play(manifest, next(places), threads, teller.watch(), count)
                run.record([Look(games=count)], enough=True)
                teller.run_done(count)
                runs.append(open_run(run.path))
        return runs

    @property
    def _all(self) -> list[Manifest]:
        return [manifest for _, manifests in self.parts for manifest in manifests]

    def _play_part(self, who: str, manifests: Sequence[Manifest], places: Iterator[Path], threads: int, progress: bool) -> list[Run]:
        """Play runs one after the other, in the next places."""
        runs = []
        with _telling(who, manifests, progress, bool(self.asked.until)) as teller:
            for manifest in manifests:
                if manifest.until is not None:
                    runs.append(play_until(manifest, manifest.until, next(places), threads, teller))
                    continue
                runs.append(play(manifest, next(places), threads, teller.watch()))
                teller.run_done(manifest.games)
        return runs


def _telling(who: str, manifests: Sequence[Manifest], progress: bool, at_most: bool = False) -> AbstractContextManager[Teller]:
    """Tell of playing these runs, or nobody."""
    asked = sum(manifest.games for manifest in manifests)
    return telling(manifests[0].spec.title + who, asked, at_most) if progress else nullcontext(Quiet())


@dataclass(frozen=True)
class ComparisonPlan(Plan):
    """Variants to play: on the same seed, so with the same deals.

    Attributes
    ----------
    manifests : tuple of Manifest
        One for each variant, of the line-up that decides.
    variants : Variants
        What they are called, and what was declared about their comparison.
    """

    variants: Variants

    @property
    def line(self) -> str:
        """The command that plays them."""
        return self.variants.line(self.manifests)

    @property
    def directory(self) -> Path:
        """Where the comparison goes when no directory is named."""
        name = rulebook.short_hash([self.variants.model_dump(mode="json"), *(manifest.hash for manifest in self._all)])
        return RUNS / f"{self.manifests[0].game}-compare-{name}"

    def prepare(self, directory: Path) -> list[Path]:
        """The directory of each variant's run with each line-up."""
        from heistlab.experiments import write_experiment

        claim(directory, VARIANTS, self.variants)
        write_experiment(directory, self)
        return [directory / name for name in self.variants.run_directories]

    def _play_deciding(self, places: Iterator[Path], threads: int, progress: bool) -> list[Run]:
        until = self.asked.stop
        if until is None:
            return super()._play_deciding(places, threads, progress)
        baseline = self.variants.names.index(self.variants.baseline)
        with _telling("", self.manifests, progress, at_most=True) as teller:
            own = list(itertools.islice(places, len(self.manifests)))
            return play_variants(self.manifests, baseline, until, own, threads, teller)


@dataclass(frozen=True)
class LadderPlan(Plan):
    """The bouts of a ladder to play: on the same seed, so with the same deals.

    Attributes
    ----------
    manifests : tuple of Manifest
        One for each bout, those without bots that play games on first.
    bouts : Bouts
        Who meets whom.
    """

    bouts: Bouts

    @property
    def parts(self) -> list[tuple[str, tuple[Manifest, ...]]]:
        """The bouts without bots that play games on, then those with one of them, then with more."""
        groups = itertools.groupby(self.manifests, _searchers)
        return [(f" ({SEARCH_KIND} seats: {count})" if count else "", tuple(group)) for count, group in groups]

    @property
    def line(self) -> str:
        """The command that plays them."""
        return self.bouts.line(self.manifests[0])

    @property
    def directory(self) -> Path:
        """Where the ladder goes when no directory is named."""
        return RUNS / f"{self.manifests[0].game}-ladder-{rulebook.short_hash([manifest.hash for manifest in self.manifests])}"

    def prepare(self, directory: Path) -> list[Path]:
        """The directory of each bout's run."""
        claim(directory, LADDER, self.bouts)
        return [directory / name for name in self.bouts.directories]

    def _play_deciding(self, places: Iterator[Path], threads: int, progress: bool) -> list[Run]:
        return [run for who, manifests in self.parts for run in self._play_part(who, manifests, places, threads, progress)]


def _searchers(manifest: Manifest) -> int:
    """Seats with a bot that plays games on."""
    return sum(bot.kind == SEARCH_KIND for bot in manifest.bots)


@contextmanager
def _stopping(directories: Iterable[Path], asked: int, at_most: bool) -> Iterator[None]:
    """Turn an interrupt into one that knows how far the runs have come."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise Stopped(sum(open_run(directory).games for directory in directories), asked, at_most) from interrupt


def _most_games(games: Any, until: Any) -> int:
    """Games asked for; those played by default are more where playing stops as soon as something is known."""
    if games is None:
        return MOST_GAMES if until else DEFAULT_GAMES
    return whole("games", games)


def plan(
    game: str,
    players: Any = None,
    games: Any = None,
    seed: Any = None,
    bots: Any = None,
    settings: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    label: str = "",
    primary: Any = None,
    margins: Mapping[str, Any] | None = None,
    targets: Mapping[str, Any] | None = None,
    level: Any = None,
    until: Mapping[str, Any] | None = None,
    panel: Any = None,
) -> Plan:
    """Check a request for runs: arguments as in `heistlab.simulate`.

    Raises
    ------
    HeistlabError
        Anything in it that cannot be played.
    """
    kinds.text("game", game)
    number = fresh_seed() if seed is None else whole("seed", seed)
    count = _most_games(games, until)
    lineup, fixed = _lineup(bots), kinds.mapping("set", settings)
    own = None if cards is None else kinds.path("cards", cards)
    words = kinds.text("label", label)
    manifests = tuple(make_manifest(game, each, count, number, lineup, fixed, own, words) for each in player_counts(players))
    asked = asked_of(manifests[0].spec, primary, margins, targets, level, until)
    beside = _beside(manifests, _chosen(manifests, NO_PANEL if panel is None else panel))
    return Plan(tuple(manifest.model_copy(update={"until": asked.stop}) for manifest in manifests), asked, beside)


def _lineup(bots: Any) -> str:
    """A line-up as text from text, or from a list with a bot for each seat; None is the usual bots."""
    if bots is None:
        return lineups.DEFAULT_LINEUP
    names = [bots] if isinstance(bots, str | Path) else kinds.several("bots", bots)
    if not names or not all(isinstance(name, str | Path) for name in names):
        raise HeistlabError(f"bots: {bots!r} is neither a line-up nor a list of bots")
    for name in names:
        kinds.path("bots", name)
    return lineups.JOIN.join(map(str, names))


def plan_comparison(
    game: str,
    vary: Mapping[str, Iterable[Any]],
    baseline: Any = None,
    margins: Mapping[str, Any] | None = None,
    players: Any = None,
    games: Any = None,
    seed: Any = None,
    bots: Any = None,
    settings: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    label: str = "",
    primary: Any = None,
    targets: Mapping[str, Any] | None = None,
    level: Any = None,
    panel: Any = None,
    until: Mapping[str, Any] | None = None,
) -> ComparisonPlan:
    """Check a request for a comparison: arguments as in `heistlab.compare`.

    Raises
    ------
    HeistlabError
        Anything in it that cannot be played or compared.
    """
    fixed, wanted = kinds.mapping("set", settings), kinds.mapping("vary", vary)
    for path, given in (*fixed.items(), (BOTS, bots), ("cards", cards), (PLAYERS, players)) if wanted else ():
        if path in wanted and given is not None:
            raise HeistlabError(f"{path} is both {'set' if path in fixed else 'given'} and varied")
    across = PLAYERS in wanted
    if across and len(wanted) > 1:
        raise HeistlabError("vary: players are varied alone; set the others with --set")
    base = plan(game, players, _most_games(games, until), seed, bots, fixed, cards, label).manifests
    asked = asked_of(base[0].spec, primary, margins, targets, level, until, across)
    if len(base) > 1:
        raise HeistlabError("players: a comparison is played with one number of players")
    values = {path: _alternatives(base[0].spec, path, alternatives) for path, alternatives in wanted.items()}
    if not values:
        raise HeistlabError("vary: nothing to vary")
    combinations = [dict(zip(values, chosen, strict=True)) for chosen in itertools.product(*values.values())]
    manifests = tuple(_variant(base[0], fixed, cards, chosen) for chosen in combinations)
    names = tuple(JOIN.join(f"{path}={value}" for path, value in chosen.items()) for chosen in combinations)
    _refuse_idle(manifests, names)
    further = _panel(base[0], manifests, wanted, bots, panel)
    variants = Variants(
        vary=values,
        names=names,
        directories=tuple(f"{place}-{safe_name(name)}" for place, name in enumerate(names)),
        baseline=_default_baseline(base[0], manifests, names) if baseline is None else _named(baseline, values, names),
        panel=further,
        **asked.model_dump() | {"primary": asked.primary or usual_primary(base[0].spec, across)},
    )
    return ComparisonPlan(manifests, asked, _beside(manifests, further), variants)


def plan_ladder(
    game: str,
    bots: Any = None,
    players: Any = None,
    games: Any = DEFAULT_GAMES,
    seed: Any = None,
    settings: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
) -> LadderPlan:
    """Check a request for a ladder: arguments as in `heistlab.ladder`.

    Raises
    ------
    HeistlabError
        Anything in it that cannot be played.
    """
    base = plan(game, players, games, seed, lineups.DEFAULT_LINEUP, settings, cards).manifests
    first = base[0]
    if len(base) > 1:
        raise HeistlabError("players: a ladder is played with one number of players")
    names = _rungs(first.spec, bots)
    # With two players A against B is B against A, turned: the same games.
    pairs = itertools.combinations(names, 2) if first.players == 2 else itertools.permutations(names, 2)
    bouts = {(bot, rival): _bout(first, bot, rival) for bot, rival in pairs}
    ordered = sorted(bouts, key=lambda pair: _searchers(bouts[pair]))
    return LadderPlan(
        tuple(bouts[pair] for pair in ordered), Asked(), {}, Bouts(bots=tuple(names), games=first.games, pairs=tuple(ordered))
    )


def _rungs(spec: GameSpec, bots: Any) -> list[str]:
    """The bots of a ladder: those asked for, or the usual ones."""
    names = [_lineup(bot).strip() for bot in (usual_ladder(spec) if bots is None else kinds.several("bots", bots))]
    for name in names:
        if lineups.JOIN in name:
            raise HeistlabError(f"bots: {name!r}: a ladder ranks single bots: {name.replace(lineups.JOIN, ',')}")
        if names.count(name) > 1:
            raise HeistlabError(f"bots: {name} stands there twice")
        lineups.load_bot(spec, name)
    if len(names) < 2:
        raise HeistlabError(f"bots: {', '.join(names) or 'none'} alone; a ladder needs at least two")
    return names


def _bout(base: Manifest, bot: str, rival: str) -> Manifest:
    """One seat of a bot among rivals, turned over the seats."""
    lineup = lineups.JOIN.join([bot] + [rival] * (base.players - 1))
    found = _of_lineup(base, lineup, base.games)
    return found.model_copy(update={"games": ladder_games(found.bots, base.games, found.rotations)})


def _panel(base: Manifest, manifests: Sequence[Manifest], vary: Mapping[str, Any], bots: Any, panel: Any) -> dict[str, int]:
    """Which line-ups play beside the deciding one: those asked for, or the usual ones if neither they nor the bots were chosen."""
    if BOTS in vary:
        if panel is not None:
            raise HeistlabError("panel: bots are varied; there is no line-up for others to play beside")
        return {}
    if panel is None:
        return usual_panel(base.spec, base.lineup, base.games) if bots is None else {}
    return _chosen(manifests, panel)


def _chosen(manifests: Sequence[Manifest], panel: Any) -> dict[str, int]:
    """The panel asked for beside runs of one line-up."""
    first, most = manifests[0], max(manifest.players for manifest in manifests)
    return chosen_panel(first.spec, first.lineup, first.games, most, panel)


def _beside(manifests: Sequence[Manifest], panel: Mapping[str, int]) -> dict[str, tuple[Manifest, ...]]:
    """The same runs with the line-ups of a panel."""
    return {lineup: tuple(_of_lineup(manifest, lineup, count) for manifest in manifests) for lineup, count in panel.items()}


def _of_lineup(manifest: Manifest, lineup: str, games: int) -> Manifest:
    """The same with other bots, and its own number of games."""
    bots = tuple(lineups.load_lineup(manifest.spec, lineup, manifest.players))
    changes = {"lineup": lineup, "bots": bots, "rotations": lineups.rotations_of(bots), "games": games}
    return manifest.model_copy(update=changes)


def _alternatives(spec: GameSpec, path: str, values: Any) -> tuple[str, ...]:
    """The values of a varied path as they are written: text is split at its commas."""
    if path == PLAYERS:
        return tuple(str(count) for count in player_counts(values))
    words = kinds.several(f"vary: {path}", values)
    words = [_lineup(word) for word in words] if path == "bots" else words
    rule = rulebook.load_rules(spec).get(path)
    found = tuple(str(word).strip() if rule is None else written(rule.parse(path, word)) for word in words)
    if not found:
        raise HeistlabError(f"vary: no values for {path}")
    for value in found:
        if found.count(value) > 1:
            raise HeistlabError(f"vary: {path}={value} stands there twice")
    return found


def _variant(base: Manifest, settings: Mapping[str, Any], cards: str | Path | None, chosen: Mapping[str, str]) -> Manifest:
    changed = {path: value for path, value in chosen.items() if path not in NOT_SETTINGS}
    return make_manifest(
        base.game,
        int(chosen.get(PLAYERS, base.players)),
        base.games,
        base.seed,
        chosen.get("bots", base.lineup),
        {**settings, **changed},
        chosen.get("cards", cards),
        base.label,
    )


def _default_baseline(plain: Manifest, manifests: Sequence[Manifest], names: Sequence[str]) -> str:
    """The variant that is played as if nothing were varied, else the first.

    Parameters
    ----------
    plain : Manifest
        What would be played without varying anything.
    manifests, names : sequences
        Of the variants.
    """
    same = [name for name, manifest in zip(names, manifests, strict=True) if _played(manifest) == _played(plain)]
    return [*same, *names][0]


def _refuse_idle(manifests: Sequence[Manifest], names: Sequence[str]) -> None:
    """Refuse what would be played in vain: one variant, or two that are the same."""
    if len(names) == 1:
        raise HeistlabError(f"vary: {names[0]} is the only variant; a comparison needs at least two")
    for later, manifest in enumerate(manifests):
        for earlier in range(later):
            if _played(manifests[earlier]) == _played(manifest):
                raise HeistlabError(f"vary: {names[earlier]} and {names[later]} are the same rules, cards and bots")


def _played(manifest: Manifest) -> tuple[Any, ...]:
    """What decides how the games go; under which name a bot does is no part of it."""
    bots = [(bot.kind, bot.centres, bot.spread, bot.candidates, bot.draws) for bot in manifest.bots]
    return manifest.players, manifest.rules_hash, bots


def played_hash(manifest: Manifest) -> str:
    """Twelve hexadecimal digits that change with anything that decides how the games go, but for their seed and number."""
    players, rules, bots = _played(manifest)
    lists = [[kind, list(centres), *numbers] for kind, centres, *numbers in bots]
    return rulebook.short_hash([manifest.rules_version, players, rules, lists])


def _named(baseline: Any, values: Mapping[str, Sequence[str]], names: Sequence[str]) -> str:
    """The variant that a user's word for the baseline means: its name, or its value where one thing is varied."""
    word = JOIN.join(part.strip() for part in str(baseline).split(","))
    for path in values if len(values) == 1 else ():
        word = f"{path}={written(baseline)}" if f"{path}={written(baseline)}" in names else word
    if word not in names:
        raise HeistlabError(f"baseline: no variant {word!r}{nearest(word, names)}")
    return word
