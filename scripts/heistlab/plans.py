"""What is going to be played: requests checked and resolved, and playing them."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heistlab import kinds
from heistlab.asked import Asked, asked_of, asked_options, usual_primary
from heistlab.numerals import DEFAULT_GAMES, player_counts, whole
from heistlab.panels import chosen_panel, usual_panel
from heistlab.places import BOTS, COUNTS, PLAYERS, RUNS, VARIANTS, Counts, Variants, claim, safe_name
from heistlab.progress import Quiet, telling
from heistlab.repeat import simulate_line, written
from simcore import lineups, rulebook
from simcore.errors import HeistlabError, nearest
from simcore.runner import fresh_seed, make_manifest, play, threads_to_use
from simcore.spec import GameSpec
from simcore.store import Manifest, Run, create_run, open_run

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

    def __init__(self, done: int, asked: int) -> None:
        super().__init__(stopped_at(done, asked))
        self.done, self.asked = done, asked


def stopped_at(done: int, asked: int) -> str:
    """How far a run that was stopped has come, in words."""
    return f"stopped at {done:,} of {asked:,} games"


@dataclass(frozen=True)
class Plan:
    """Runs to play: one for each number of players.

    Attributes
    ----------
    manifests : tuple of Manifest
        Ascending by players.
    asked : Asked
        What is asked of their games.
    """

    manifests: tuple[Manifest, ...]
    asked: Asked

    @property
    def seed(self) -> int:
        """Seed of all games."""
        return self.manifests[0].seed

    @property
    def line(self) -> str:
        """The command that plays them."""
        return simulate_line(self.manifests, asked_options(self.manifests[0].spec, self.asked))

    @property
    def directory(self) -> Path:
        """Where the runs go when no directory is named."""
        first = self.manifests[0]
        name = first.hash if len(self.manifests) == 1 else rulebook.short_hash([manifest.hash for manifest in self.manifests])
        return RUNS / f"{first.game}-{name}"

    @property
    def parts(self) -> list[tuple[str, tuple[Manifest, ...]]]:
        """All runs, in groups of which one game takes about as long as another; what is told of each group beside the game's title."""
        return [("", self.manifests)]

    def prepare(self, directory: Path) -> list[Path]:
        """The directory of each run; what they have to do with each other is written down where it is not obvious."""
        if len(self.manifests) == 1:
            return [directory]
        index = Counts(players=tuple(manifest.players for manifest in self.manifests))
        claim(directory, COUNTS, index)
        return [directory / name for name in index.directories]

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
        left = iter(places)
        with _stopping(places, sum(manifest.games for manifest in self._all)):
            return [run for who, manifests in self.parts for run in self._play_part(who, manifests, left, count, progress)]

    @property
    def _all(self) -> list[Manifest]:
        return [manifest for _, manifests in self.parts for manifest in manifests]

    def _play_part(self, who: str, manifests: Sequence[Manifest], places: Iterator[Path], threads: int, progress: bool) -> list[Run]:
        """Play runs one after the other, in the next places."""
        asked = sum(manifest.games for manifest in manifests)
        runs = []
        with telling(manifests[0].spec.title + who, asked) if progress else nullcontext(Quiet()) as teller:
            for manifest in manifests:
                runs.append(play(manifest, next(places), threads, teller.watch()))
                teller.run_done(manifest.games)
        return runs


@dataclass(frozen=True)
class ComparisonPlan(Plan):
    """Variants to play: on the same seed, so with the same deals.

    Attributes
    ----------
    manifests : tuple of Manifest
        One for each variant, of the line-up that decides.
    variants : Variants
        What they are called, and what was declared about their comparison.
    beside : dict
        By line-up, the manifests of those that play the variants too.
    """

    variants: Variants
    beside: Mapping[str, tuple[Manifest, ...]]

    @property
    def parts(self) -> list[tuple[str, tuple[Manifest, ...]]]:
        """The deciding line-up's runs, then those of the others."""
        return [("", self.manifests), *((f" ({lineup} bots)", manifests) for lineup, manifests in self.beside.items())]

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


@contextmanager
def _stopping(directories: Iterable[Path], asked: int) -> Iterator[None]:
    """Turn an interrupt into one that knows how far the runs have come."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise Stopped(sum(open_run(directory).games for directory in directories), asked) from interrupt


def plan(
    game: str,
    players: Any = None,
    games: Any = DEFAULT_GAMES,
    seed: Any = None,
    bots: Any = None,
    settings: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    label: str = "",
    primary: Any = None,
    margins: Mapping[str, Any] | None = None,
    targets: Mapping[str, Any] | None = None,
    level: Any = None,
) -> Plan:
    """Check a request for runs: arguments as in `heistlab.simulate`.

    Raises
    ------
    HeistlabError
        Anything in it that cannot be played.
    """
    kinds.text("game", game)
    number = fresh_seed() if seed is None else whole("seed", seed)
    count = whole("games", games)
    lineup, fixed = _lineup(bots), kinds.mapping("set", settings)
    own = None if cards is None else kinds.path("cards", cards)
    words = kinds.text("label", label)
    manifests = tuple(make_manifest(game, each, count, number, lineup, fixed, own, words) for each in player_counts(players))
    return Plan(manifests, asked_of(manifests[0].spec, primary, margins, targets, level))


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
    games: Any = DEFAULT_GAMES,
    seed: Any = None,
    bots: Any = None,
    settings: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
    label: str = "",
    primary: Any = None,
    targets: Mapping[str, Any] | None = None,
    level: Any = None,
    panel: Any = None,
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
    base = plan(game, players, games, seed, bots, fixed, cards, label).manifests
    asked = asked_of(base[0].spec, primary, margins, targets, level, across)
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
    beside = {lineup: tuple(_of_lineup(manifest, lineup, count) for manifest in manifests) for lineup, count in further.items()}
    return ComparisonPlan(manifests, asked, variants, beside)


def _panel(base: Manifest, manifests: Sequence[Manifest], vary: Mapping[str, Any], bots: Any, panel: Any) -> dict[str, int]:
    """Which line-ups play beside the deciding one: those asked for, or the usual ones if neither they nor the bots were chosen."""
    if BOTS in vary:
        if panel is not None:
            raise HeistlabError("panel: bots are varied; there is no line-up for others to play beside")
        return {}
    if panel is None:
        return usual_panel(base.spec, base.lineup, base.games) if bots is None else {}
    most = max(manifest.players for manifest in manifests)
    return chosen_panel(base.spec, base.lineup, base.games, most, panel)


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
    bots = [(bot.kind, bot.centres, bot.spread, bot.candidates, bot.draws, bot.advisers) for bot in manifest.bots]
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
