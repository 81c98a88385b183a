"""What simulate, compare and load give back: runs on disk, read when asked."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heistlab import kinds
from heistlab.asked import Asked, asked_of, asked_options, infinite
from heistlab.panels import panel_text
from heistlab.places import COUNTS, LADDER, PANEL, VARIANTS, Beside, Bouts, Chosen, Counts, Variants, panel_directories, read_index
from heistlab.plans import stopped_at
from heistlab.progress import Quiet, telling
from heistlab.repeat import simulate_line
from simcore.errors import HeistlabError, StorageError, nearest
from simcore.store import BESIDE_RULES, Manifest, Run, Until, differing, open_run

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyses.compare import Comparison as Compared
    from analyses.panel import Panel as Panelled
    from analyses.strength import Ladder as Strengths
    from analyses.summary import Study
    from reports.material import Material


def page_path(path: str | Path) -> Path:
    """Where a page goes; its data goes beside it under the same name, so the ending has to be free for that.

    Raises
    ------
    HeistlabError
        It does not end in .html.
    """
    if kinds.path("page", path).suffix not in (".html", ".htm"):
        raise HeistlabError(f"{path}: a page's file ends in .html")
    return Path(path)


@contextmanager
def _writing(place: Path) -> Iterator[None]:
    """Say what could not be written, where the system does not: of a full disk it names no file."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"cannot write {error.filename or place}: {error.strerror or error}") from None


class _Played:
    """What a result, a comparison and a ladder have in common: runs on disk, and the command that repeats them.

    Attributes
    ----------
    path : Path
        The directory they lie in.
    """

    def __init__(self, path: Path, runs: Sequence[Run], home: object, panel: Mapping[str, int] | None = None) -> None:
        self.path = path
        self._panel: Mapping[str, int] = {} if panel is None else panel
        self._all = tuple(runs)
        count = len(self._all) // (1 + len(self._panel))
        self._stored = self._all[:count]
        self._beside = {lineup: self._all[count * place : count * (place + 1)] for place, lineup in enumerate(self._panel, start=1)}
        self._home = home

    @property
    def places(self) -> list[str]:
        """Where it lies, in words."""
        return [f"Run: {self.path}"]

    @property
    def command(self) -> str:
        """The shell line that plays it again."""
        raise NotImplementedError

    @property
    def manifests(self) -> tuple[Manifest, ...]:
        """What was asked for, of each run of the deciding line-up."""
        return tuple(run.manifest for run in self._stored)

    @property
    def panel(self) -> Mapping[str, int]:
        """Line-ups that play beside the deciding one, with their games of each run."""
        return {lineup: runs[0].asked for lineup, runs in self._beside.items()}

    @property
    def panel_words(self) -> str:
        """Line-ups that play beside the deciding one, with their games, in words."""
        return ", ".join(f"{lineup} {games:,}" for lineup, games in self.panel.items())

    @property
    def games_played(self) -> int:
        """Games on disk, of all runs and line-ups together."""
        return sum(run.games for run in self._all)

    @property
    def games_asked(self) -> int:
        """Games asked for, of all runs and line-ups together."""
        return sum(run.asked for run in self._all)

    @property
    def games_each(self) -> tuple[int, ...]:
        """Games asked for of each run; those that told enough where playing stopped for that."""
        return tuple(run.asked for run in self._stored)

    @property
    def stopped(self) -> str:
        """The words "stopped at n of N games", or nothing if all games asked for have been played."""
        partial = self.games_played < self.games_asked
        return stopped_at(self.games_played, self.games_asked, self._at_most) if partial else ""

    @property
    def _at_most(self) -> bool:
        """Whether the games asked for are the most that would have been played."""
        return False

    @property
    def seed(self) -> int:
        """Seed of all its games."""
        return self.manifests[0].seed


class _Reported(_Played):
    """What a result and a comparison have in common: a page and figures.

    Attributes
    ----------
    asked : Asked
        Primary measures, margins, targets and level.
    """

    def __init__(self, path: Path, runs: Sequence[Run], home: object, asked: Asked | None, panel: Mapping[str, int] | None = None) -> None:
        super().__init__(path, runs, home, panel)
        self.asked = asked_of(self._stored[0].spec) if asked is None else asked

    @property
    def _at_most(self) -> bool:
        return bool(self.asked.until)

    @property
    def vary(self) -> Mapping[str, Sequence[str]]:
        """What was varied: path to the values it takes; nothing for a run."""
        return {}

    @property
    def _source(self) -> Any:
        """What the reports take: analyses that have read the runs."""
        raise NotImplementedError

    @property
    def _begun(self) -> dict[str, tuple[Run, ...]]:
        """The runs of the line-ups beside the deciding one, of those that have games of each."""
        return {lineup: runs for lineup, runs in self._beside.items() if all(run.games for run in runs)}

    @property
    def panelled(self) -> "Panelled | None":
        """The analyses under every line-up, as far as its runs have games; None where only one line-up plays."""
        raise NotImplementedError

    @property
    def lineups(self) -> "pd.DataFrame":
        """One row a line-up and what is judged: number, interval, verdict, and whether the deciding line-up's answer holds there.

        Of a comparison its primary differences, of runs their primary measures and the shares of their games: see
        `analyses.panel.Panel`; no rows without a panel.
        """
        import pandas as pd

        return pd.DataFrame() if self.panelled is None else self.panelled.rows

    @property
    def agreements(self) -> "pd.DataFrame":
        """Of each answer, whether line-ups that choose in another way agree on it; no rows without a panel."""
        import pandas as pd

        return pd.DataFrame() if self.panelled is None else self.panelled.agreements

    def _with_panel(self, summary: dict[str, Any]) -> dict[str, Any]:
        """Every number, with those of a panel if one played."""
        if self.panelled is None:
            return summary
        from analyses.panel import panel_dict

        return summary | panel_dict(self.panelled)

    @cached_property
    def material(self) -> "Material":
        """What the page is made of."""
        from reports.material import gather

        return gather(self._source, self.targets, panel=self.panelled)

    @property
    def _judged(self) -> "tuple[Sequence[Study], Sequence[str]]":
        """The analyses of each run, and what the run is called."""
        raise NotImplementedError

    @cached_property
    def targets(self) -> "pd.DataFrame":
        """What became of the targets that were asked for: one row a target, run and line-up, none if there are none.

        `outcome` is holds, missed, or undecided; that of the line-up that `decides` counts: see `analyses.targets`.
        """
        from analyses.targets import Target, judged

        wanted = {name: Target(*ends) for name, ends in infinite(self.asked.targets).items()}
        beside = [] if self.panelled is None or not wanted else list(self.panelled.studies.values())[1:]
        return judged(*self._judged, wanted, self.asked.level, beside)

    def _with_targets(self, summary: dict[str, Any]) -> dict[str, Any]:
        """Every number, with what became of targets if there are any."""
        from analyses.targets import targets_list

        return summary | {"targets": targets_list(self.targets)} if self.asked.targets else summary

    def targets_told(self) -> list[str]:
        """What became of the targets, a sentence each, and when a target counts as missed."""
        from reports.targets import targets_remark, targets_told

        told = [sentence for _, sentence in targets_told(self.material)]
        return [*told, targets_remark(self.material)] if told else []

    def report(self, path: str | Path, figures: str | Path | None = None, progress: bool = False) -> list[Path]:
        """Write the page, and its data beside it.

        Parameters
        ----------
        path : path
            The HTML file.
        figures : path, optional
            Directory for every figure as PNG and SVG.
        progress : bool
            Say on standard error if the game has to be compiled first, to tell two games of it in words.

        Returns
        -------
        list of Path
            All files written, the page first.
        """
        from reports.page import write_page

        page = page_path(path)
        with telling(self.manifests[0].spec.title, 1) if progress else nullcontext(Quiet()) as teller, _writing(page):
            written = write_page(self.material, page, command=self.command, watch=teller.watch())
        return written + (self.save_figures(figures) if figures is not None else [])

    def figure(self, name: str) -> "Figure":
        """A figure of the page: `figures` lists their names."""
        from reports.figures import figure

        return figure(self.material, kinds.text("figure", name))

    def save_figures(self, directory: str | Path) -> list[Path]:
        """Write every figure as PNG and SVG; returns the files."""
        from reports.figures import save_all

        place = kinds.path("figures", directory)
        with _writing(place):
            return save_all(self.material, place)

    @property
    def figures(self) -> tuple[str, ...]:
        """Names of the figures there are."""
        from reports.material import figure_names

        return figure_names(self.material)

    def answers(self) -> list[str]:
        """The answers of the page, in its order."""
        from reports.wording import answers

        return [answer.text for answer in answers(self.material, self.command)]

    def state_line(self) -> str:
        """How far its numbers can be trusted, in one line."""
        from reports.wording import state_line

        return state_line(self.material)


class Result(_Reported):
    """One run, or one for each number of players.

    Attributes
    ----------
    path : Path
        Run directory. If no `out` was given it is temporary, and goes when nothing refers to this result any more.
    """

    def __init__(
        self, path: Path, runs: Sequence[Run], home: object, asked: Asked | None = None, panel: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(path, runs, home, asked, panel)

    def __repr__(self) -> str:
        first = self.manifests[0]
        players = ", ".join(str(manifest.players) for manifest in self.manifests)
        games = self.stopped or f"{sum(run.games for run in self._stored):,} games"
        games += f" ({self.panel_words} beside)" if self.panel else ""
        return f"<Result: {first.spec.title}, {players} players, {games}, seed {first.seed}, {first.lineup} bots, in {self.path}>"

    @property
    def runs(self) -> "tuple[Result, ...]":
        """Each number of players by itself, ascending."""
        by_count = zip(self._stored, *self._beside.values(), strict=True)
        return tuple(Result(runs[0].path, runs, self._home, self.asked, self._panel) for runs in by_count)

    @property
    def manifest(self) -> Manifest:
        """What was asked for.

        Raises
        ------
        HeistlabError
            There are several runs.
        """
        if len(self._stored) > 1:
            raise HeistlabError("one manifest for each number of players: see .runs")
        return self.manifests[0]

    @property
    def command(self) -> str:
        """The shell line that plays it again."""
        each = zip(self.manifests, self.games_each, strict=True)
        played = [manifest if manifest.until else manifest.model_copy(update={"games": games}) for manifest, games in each]
        return simulate_line(played, asked_options(self.manifests[0].spec, self.asked), panel_text(self._panel))

    @cached_property
    def games(self) -> "pd.DataFrame":
        """One row a game: see the data dictionary of `heistlab.frames`."""
        from heistlab.frames import games_frame

        return games_frame(self._stored)

    @cached_property
    def seats(self) -> "pd.DataFrame":
        """One row a game and seat."""
        from heistlab.frames import seats_frame

        return seats_frame(self._stored)

    @cached_property
    def cards(self) -> "pd.DataFrame":
        """One row a card (and number of players): opening-hand effect and how often it is used, where the game records them."""
        from heistlab.frames import cards_frame

        return cards_frame(self.studies)

    @cached_property
    def prices(self) -> "pd.DataFrame":
        """One row a card that is sold by auction and period (and number of players), where the game has auctions."""
        from heistlab.frames import prices_frame

        return prices_frame(self.studies)

    @cached_property
    def studies(self) -> "tuple[Study, ...]":
        """The analyses of each run, which read it once.

        Raises
        ------
        HeistlabError
            A run without games: it was stopped before the first was played.
        """
        for run in self._stored:
            if not run.games:
                raise HeistlabError(f"{run.path}: {stopped_at(0, run.manifest.games)}; nothing to report yet")
        return self._studied(self._stored)

    def _studied(self, runs: Sequence[Run]) -> "tuple[Study, ...]":
        from analyses.compare import chosen_measures
        from analyses.summary import study

        measures = chosen_measures(self._stored[0].spec, self.asked.primary, self.asked.margins)
        return tuple(study(run, measures) for run in runs)

    @cached_property
    def panelled(self) -> "Panelled | None":
        """The analyses under every line-up, as far as its runs have games; None where only one line-up plays."""
        from analyses.panel import level_panel

        beside = {lineup: self._studied(runs) for lineup, runs in self._begun.items()}
        return level_panel({self.manifests[0].lineup: self.studies} | beside) if beside else None

    @property
    def _source(self) -> Any:
        return self.studies

    @property
    def _judged(self) -> "tuple[Sequence[Study], Sequence[str]]":
        return self.studies, [""] * len(self._stored)

    def summary(self) -> dict[str, Any]:
        """Every number of the runs.

        Returns
        -------
        dict
            `summaries`: one for each number of players, as `heistlab simulate --json` prints them; `lineups` and `agreements` if a
            panel played; `targets`, if there are any.
        """
        from analyses.summary import summary

        return self._with_targets(self._with_panel({"summaries": [summary(study) for study in self.studies]}))


class Comparison(_Reported):
    """Variants played on the same deals, or finished runs that are compared.

    Attributes
    ----------
    path : Path
        Directory of the variants' runs; of finished runs, the baseline's. If no `out` was given it is temporary, and goes when nothing
        refers to this comparison any more.
    """

    def __init__(self, path: Path, runs: Sequence[Run], home: object, variants: Variants | Chosen) -> None:
        super().__init__(path, runs, home, variants, variants.panel)
        self._variants = variants

    def __repr__(self) -> str:
        first = self.manifests[0]
        games = self.stopped or f"{self.games_each[0]:,} games each"
        games += f" ({self.panel_words} beside)" if self.panel else ""
        return f"<Comparison: {first.spec.title}, {' | '.join(self._variants.names)}, {games}, seed {first.seed}, in {self.path}>"

    @property
    def places(self) -> list[str]:
        """Where its runs lie, in words."""
        return self._variants.places(self.path)

    @property
    def paired(self) -> Mapping[str, bool]:
        """For each variant but the baseline, whether it was compared with it deal by deal."""
        return self.compared.paired

    @property
    def pairing(self) -> str:
        """The same in words."""
        from reports.across import UNPAIRED
        from reports.describe import pairing

        return UNPAIRED if self._variants.across else pairing(self.material)

    @property
    def runs(self) -> Mapping[str, Result]:
        """The run of each variant by its name."""
        return {name: Result(run.path, [run], self._home) for name, run in zip(self._variants.names, self._stored, strict=True)}

    @property
    def vary(self) -> Mapping[str, Sequence[str]]:
        """What was varied: path to the values it takes; of finished runs, to what it is in each."""
        return self._variants.vary

    @property
    def baseline(self) -> str:
        """Name of the variant that the others are compared with."""
        return self._variants.baseline

    @property
    def command(self) -> str:
        """The shell line that plays it again."""
        return self._variants.line(self.manifests)

    @cached_property
    def compared(self) -> "Compared":
        """The analyses of the variants, which read the runs once."""
        names = self._variants.names
        for name, run in zip(names, self._stored, strict=True):
            if not run.games:
                raise HeistlabError(f"{self.path}: {self.stopped}; {name} has no games yet, so there is nothing to compare")
        return self._compare(self._stored, self.asked.stop)

    def _compare(self, runs: Sequence[Run], until: Until | None = None) -> "Compared":
        from analyses.compare import compare

        names = self._variants.names
        return compare(
            runs,
            names,
            baseline=names.index(self.baseline),
            primary=self.asked.primary,
            margins=self.asked.margins,
            level=self.asked.level,
            until=until,
            across=self._variants.across,
        )

    @cached_property
    def panelled(self) -> "Panelled | None":
        """The comparison under every line-up, as far as its runs have games; None where only one line-up decides."""
        from analyses.panel import panel

        beside = {lineup: self._compare(runs) for lineup, runs in self._begun.items()}
        return panel({self.manifests[0].lineup: self.compared} | beside) if beside else None

    @cached_property
    def material(self) -> "Material":
        """What the page is made of: of numbers of players, as of their runs, with the differences behind the answers."""
        from reports.material import gather

        if not self._variants.across:
            return gather(self.compared, self.targets, panel=self.panelled)
        return gather(self.compared.studies, self.targets, self.compared, self.panelled)

    @property
    def _judged(self) -> "tuple[Sequence[Study], Sequence[str]]":
        return self.compared.studies, [""] * len(self._stored) if self._variants.across else self.compared.names

    @property
    def _source(self) -> Any:
        return self.compared

    @property
    def differences(self) -> "pd.DataFrame":
        """One row a variant and measure: difference from the baseline, interval, margin, verdict."""
        return self.compared.differences

    def summary(self) -> dict[str, Any]:
        """Every number of the comparison: baseline, variants, differences; lineups and agreements if a panel played, targets if asked.

        As `heistlab compare --json` prints them.
        """
        from analyses.compare import compare_dict

        return self._with_targets(self._with_panel(compare_dict(self.compared)))


class Ladder(_Played):
    """Bots that met each other: one seat of each among rivals of every other.

    Attributes
    ----------
    path : Path
        Directory of the runs. If no `out` was given it is temporary, and goes when nothing refers to this ladder any more.
    """

    def __init__(self, path: Path, runs: Sequence[Run], home: object, bouts: Bouts) -> None:
        super().__init__(path, runs, home)
        self._bouts = bouts

    def __repr__(self) -> str:
        first = self.manifests[0]
        games = self.stopped or f"{self.games_played:,} games"
        return f"<Ladder: {first.spec.title}, {' | '.join(self.bots)}, {games}, seed {first.seed}, in {self.path}>"

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots, in the order asked for."""
        return self._bouts.bots

    @property
    def runs(self) -> Mapping[tuple[str, str], Result]:
        """The run of each bout by its bot and the rival that has all other seats; with two players one of a pair."""
        return {pair: Result(run.path, [run], self._home) for pair, run in zip(self._bouts.pairs, self._stored, strict=True)}

    @property
    def command(self) -> str:
        """The shell line that plays it again."""
        return self._bouts.line(self.manifests[0])

    @cached_property
    def found(self) -> "Strengths":
        """The analyses of the bouts, which read the runs once: see `analyses.strength.Ladder`."""
        from analyses.strength import ladder

        for (bot, rival), run in zip(self._bouts.pairs, self._stored, strict=True):
            if not run.games:
                raise HeistlabError(f"{self.path}: {self.stopped}; {bot} among {rival} has no games yet, so there is no scale")
        return ladder(dict(zip(self._bouts.pairs, self._stored, strict=True)), self.bots)

    @property
    def cells(self) -> "pd.DataFrame":
        """The cross table, one row a bot and rival: credit and excess of one seat, and how well the scale tells it."""
        return self.found.cells

    @property
    def scale(self) -> "pd.DataFrame":
        """One row a bot: mean excess, strength, and the chance of one seat."""
        return self.found.scale

    def summary(self) -> dict[str, Any]:
        """Every number of the ladder, as `heistlab ladder --json` prints them."""
        from analyses.strength import ladder_dict

        first = self.manifests[0]
        names = ("game", "seed", "rules_version", "rules_hash", "card_set", "provenance")
        return {name: getattr(first, name) for name in names} | ladder_dict(self.found) | {"command": self.command}


def load(
    path: str | Path,
    *,
    primary: str | Sequence[str] | None = None,
    margins: Mapping[str, float | str] | None = None,
    targets: Mapping[str, Any] | None = None,
    level: float | str | None = None,
) -> Result | Comparison | Ladder:
    """A run, runs of several player counts, a comparison, or a ladder, from its directory.

    Parameters
    ----------
    path : path
    primary, margins, targets, level
        As for `simulate`. Those of a comparison were declared before it was played: only other targets can be asked of it. A ladder
        takes none.

    Raises
    ------
    HeistlabError
        There is none.
    """
    directory = kinds.path("run", path)
    variants: Variants | None = read_index(directory, VARIANTS)
    if variants is not None:
        for name, given in (("primary", primary), ("margin", margins), ("level", level)):
            if given:
                raise HeistlabError(f"{name}: {directory} is a comparison, and has its own, declared before it was played")
        runs = [open_run(directory / name) for name in variants.run_directories]
        if targets:
            variants = variants.model_copy(update={"targets": asked_of(runs[0].spec, targets=targets).targets})
        return Comparison(directory, runs, None, variants)
    bouts: Bouts | None = read_index(directory, LADDER)
    if bouts is not None:
        for name, given in (("primary", primary), ("margin", margins), ("target", targets), ("level", level)):
            if given:
                raise HeistlabError(f"{name}: {directory} is a ladder, which asks for no measures")
        return Ladder(directory, [open_run(directory / name) for name in bouts.directories], None, bouts)
    counts: Counts | None = read_index(directory, COUNTS)
    beside: Beside | None = read_index(directory, PANEL)
    panel = {} if beside is None else beside.panel
    names = [""] if counts is None else counts.directories
    runs = [open_run(directory / lineup / name) for lineup in ("", *panel_directories(panel)) for name in names]
    until = runs[0].manifest.until
    if until is None:
        return Result(directory, runs, None, asked_of(runs[0].spec, primary, margins, targets, level), panel)
    asked = asked_of(runs[0].spec, primary, margins, targets, until.level if level is None else level, until.halfwidths)
    if asked.level != until.level:
        raise HeistlabError(f"level: {directory} was played until enough was known at level {until.level:g}, which stands")
    return Result(directory, runs, None, asked, panel)


def compare_runs(
    runs: Mapping[str, Any] | Sequence[Any],
    baseline: Any = None,
    primary: Any = None,
    margins: Any = None,
    targets: Any = None,
    level: Any = None,
) -> Comparison:
    """Compare finished runs: see `heistlab.compare`.

    Raises
    ------
    HeistlabError
        They cannot be compared.
    """
    from analyses.compare import refuse_unlike

    given = list(runs.values()) if isinstance(runs, Mapping) else list(runs)
    results = [each if isinstance(each, _Played) else load(each) for each in given]
    stored = [_only_run(each) for each in results]
    paths = tuple(str(kinds.path("run", getattr(each, "path", each))) for each in given)
    short = tuple(kinds.text("run", name) for name in runs) if isinstance(runs, Mapping) else _short(paths)
    refuse_unlike(stored, short)
    vary = differing([run.manifest for run in stored])
    names = short if isinstance(runs, Mapping) else _told_apart(vary) or short
    chosen = Chosen(
        names=names,
        paths=paths,
        baseline=names[0] if baseline is None else _chosen(baseline, names, (paths, short)),
        vary=vary,
        **asked_of(stored[0].spec, primary, margins, targets, level).model_dump(),
    )
    for run, path in zip(stored, paths, strict=True):
        if not run.games:
            raise HeistlabError(f"{path}: {stopped_at(0, run.manifest.games)}; there is nothing to compare yet")
    return Comparison(stored[names.index(chosen.baseline)].path, stored, results, chosen)


def _only_run(found: _Played) -> Run:
    """The run of a result that is one run."""
    if len(found._stored) > 1:
        paths = ", ".join(str(run.path) for run in found._stored)
        raise HeistlabError(f"{found.path} holds several runs: name one of them, {paths}")
    return found._stored[0]


def _short(paths: Sequence[str]) -> tuple[str, ...]:
    """Last parts of paths if they tell them apart, else the paths as they are."""
    last = tuple(Path(path).name for path in paths)
    return last if len(set(last)) == len(last) else tuple(paths)


def _told_apart(vary: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Names as those of variants where runs differ in one setting, or in the line-up, and no two alike; else none."""
    rules = [path for path in vary if path not in BESIDE_RULES]
    if len(rules) != 1:
        return ()
    path, values = rules[0], vary[rules[0]]
    distinct = len(set(values)) == len(values) and not any(set(value) & set(", ") for value in values)
    return tuple(f"{path}={value}" for value in values) if distinct else ()


def _chosen(baseline: Any, names: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    """The run that a user's word for the baseline means: its name, its path, or the last part of that."""
    word = str(baseline)
    for words in others:
        if word in words:
            return names[list(words).index(word)]
    if word not in names:
        raise HeistlabError(f"baseline: no run {word!r}{nearest(word, dict.fromkeys([*others[1], *names]))}")
    return word
