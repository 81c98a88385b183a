"""What simulate, compare and load give back: runs on disk, read when asked."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heistlab import kinds
from heistlab.places import COUNTS, VARIANTS, Counts, TemporaryHome, Variants, read_index
from heistlab.plans import stopped_at
from heistlab.repeat import simulate_line
from simcore.errors import HeistlabError, StorageError
from simcore.store import Manifest, Run, open_run

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyses.compare import Comparison as Compared
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


class _Reported:
    """What a result and a comparison have in common: a page, figures, and the command that repeats them.

    Attributes
    ----------
    path : Path
        The directory they lie in.
    """

    def __init__(self, path: Path, runs: Sequence[Run], home: TemporaryHome | None) -> None:
        self.path = path
        self._stored = tuple(runs)
        self._home = home

    @property
    def command(self) -> str:
        """The shell line that plays it again."""
        raise NotImplementedError

    @property
    def vary(self) -> Mapping[str, Sequence[str]]:
        """What was varied: path to the values it takes; nothing for a run."""
        return {}

    @property
    def manifests(self) -> tuple[Manifest, ...]:
        """What was asked for, of each run."""
        return tuple(run.manifest for run in self._stored)

    @property
    def games_played(self) -> int:
        """Games on disk, of all runs together."""
        return sum(run.games for run in self._stored)

    @property
    def games_asked(self) -> int:
        """Games asked for, of all runs together."""
        return sum(manifest.games for manifest in self.manifests)

    @property
    def stopped(self) -> str:
        """The words "stopped at n of N games", or nothing if all games asked for have been played."""
        return stopped_at(self.games_played, self.games_asked) if self.games_played < self.games_asked else ""

    @property
    def seed(self) -> int:
        """Seed of all its games."""
        return self.manifests[0].seed

    @property
    def _source(self) -> Any:
        """What the reports take: analyses that have read the runs."""
        raise NotImplementedError

    @cached_property
    def material(self) -> "Material":
        """What the page is made of."""
        from reports.material import gather

        return gather(self._source)

    def report(self, path: str | Path, figures: str | Path | None = None) -> list[Path]:
        """Write the page, and its data beside it.

        Parameters
        ----------
        path : path
            The HTML file.
        figures : path, optional
            Directory for every figure as PNG and SVG.

        Returns
        -------
        list of Path
            All files written, the page first.
        """
        from reports.page import write_page

        page = page_path(path)
        with _writing(page):
            written = write_page(self.material, page, command=self.command)
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

    def __repr__(self) -> str:
        first = self.manifests[0]
        players = ", ".join(str(manifest.players) for manifest in self.manifests)
        games = self.stopped or f"{self.games_played:,} games"
        return f"<Result: {first.spec.title}, {players} players, {games}, seed {first.seed}, {first.lineup} bots, in {self.path}>"

    @property
    def runs(self) -> "tuple[Result, ...]":
        """Each number of players by itself, ascending."""
        return tuple(Result(run.path, [run], self._home) for run in self._stored)

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
        return simulate_line(self.manifests)

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
        from analyses.summary import study

        for run in self._stored:
            if not run.games:
                raise HeistlabError(f"{run.path}: {stopped_at(0, run.manifest.games)}; nothing to report yet")
        return tuple(study(run) for run in self._stored)

    @property
    def _source(self) -> Any:
        return self.studies

    def summary(self) -> dict[str, Any]:
        """Every number of the runs.

        Returns
        -------
        dict
            `summaries`: one for each number of players, as `heistlab simulate --json` prints them.
        """
        from analyses.summary import summary

        return {"summaries": [summary(study) for study in self.studies]}


class Comparison(_Reported):
    """Variants played on the same deals.

    Attributes
    ----------
    path : Path
        Directory of the variants' runs. If no `out` was given it is temporary, and goes when nothing refers to this comparison any more.
    """

    def __init__(self, path: Path, runs: Sequence[Run], home: TemporaryHome | None, variants: Variants) -> None:
        super().__init__(path, runs, home)
        self._variants = variants

    def __repr__(self) -> str:
        first = self.manifests[0]
        games = self.stopped or f"{first.games:,} games each"
        return f"<Comparison: {first.spec.title}, {' | '.join(self._variants.names)}, {games}, seed {first.seed}, in {self.path}>"

    @property
    def runs(self) -> Mapping[str, Result]:
        """The run of each variant by its name."""
        return {name: Result(run.path, [run], self._home) for name, run in zip(self._variants.names, self._stored, strict=True)}

    @property
    def vary(self) -> Mapping[str, Sequence[str]]:
        """What was varied: path to the values it takes."""
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
        from analyses.compare import compare

        names = self._variants.names
        for name, run in zip(names, self._stored, strict=True):
            if not run.games:
                raise HeistlabError(f"{self.path}: {self.stopped}; {name} has no games yet, so there is nothing to compare")
        return compare(
            self._stored,
            names,
            baseline=names.index(self.baseline),
            primary=self._variants.primary,
            margins=self._variants.margins,
        )

    @property
    def _source(self) -> Any:
        return self.compared

    @property
    def differences(self) -> "pd.DataFrame":
        """One row a variant and measure: difference from the baseline, interval, margin, verdict."""
        return self.compared.differences

    def summary(self) -> dict[str, Any]:
        """Every number of the comparison: baseline, variants, differences, as `heistlab compare --json` prints them."""
        from analyses.compare import compare_dict

        return compare_dict(self.compared)


def load(path: str | Path) -> Result | Comparison:
    """A run, runs of several player counts, or a comparison, from its directory.

    Raises
    ------
    HeistlabError
        There is none.
    """
    directory = kinds.path("run", path)
    counts: Counts | None = read_index(directory, COUNTS)
    if counts is not None:
        return Result(directory, [open_run(directory / name) for name in counts.directories], None)
    variants: Variants | None = read_index(directory, VARIANTS)
    if variants is not None:
        return Comparison(directory, [open_run(directory / name) for name in variants.directories], None, variants)
    return Result(directory, [open_run(directory)], None)
