"""Where runs lie: directories, what belongs together in them, and places that nobody named.

One run is a run directory. Runs of several player counts, and the variants of a comparison, are run directories below one directory
with a small index file, which says what they have to do with each other. Line-ups that play beside lie below, each in a directory of its
own, in the same way.
"""

import os
import re
import weakref
from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from heistlab.asked import Asked, asked_options
from heistlab.panels import panel_text, usual_panel
from heistlab.repeat import compare_line, ladder_line, runs_line
from simcore.errors import HeistlabError, StorageError
from simcore.lineups import DEFAULT_LINEUP
from simcore.store import LOCK, SCHEMA, Manifest, write_json

RUNS = Path("runs")
"""Where runs go when no directory is named: below the current one."""

PLAYERS = "players"
"""What is varied when numbers of players are compared."""

BOTS = "bots"
"""What is varied when line-ups are compared."""

_UNSAFE = re.compile(r"[^\w.=,+-]+")
_LONGEST = 100
"""Characters of a name that a directory keeps."""

COUNTS, VARIANTS, PANEL, LADDER = "counts.json", "comparison.json", "panel.json", "ladder.json"


class Index(BaseModel):
    """What the run directories below a directory have to do with each other."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    layout: int = SCHEMA


class Counts(Index):
    """One run for each number of players."""

    players: tuple[int, ...]

    @property
    def directories(self) -> list[str]:
        """Directory of each run."""
        return [f"players-{count}" for count in self.players]


class Beside(Index):
    """Line-ups that play beside the one whose runs lie in a directory, or in its parts by number of players.

    Attributes
    ----------
    panel : dict
        Games of each, with every number of players.
    """

    panel: dict[str, int]


def panel_directories(panel: Iterable[str]) -> list[str]:
    """The directory of each line-up of a panel: below it lies what lies above it of the deciding one."""
    return [f"panel-{place}-{safe_name(lineup)}" for place, lineup in enumerate(panel, start=1)]


class Variants(Asked, Index):
    """The variants of a comparison, and what was declared before it was played.

    Attributes
    ----------
    vary : dict
        Path to the values it takes.
    names, directories : tuple of str
        Of each variant: all combinations of values, the last path changing fastest.
    baseline : str
        Name of the variant that the others are compared with.
    panel : dict
        Further line-ups that play the variants, each with its number of games of every variant.
    """

    vary: dict[str, tuple[str, ...]]
    names: tuple[str, ...]
    directories: tuple[str, ...]
    baseline: str
    panel: dict[str, int] = {}

    def line(self, manifests: Sequence[Manifest]) -> str:
        """The command that plays these variants; `manifests` are those of the deciding line-up."""
        asked = asked_options(manifests[0].spec, self, self.across)
        return compare_line(manifests, self.vary, self.baseline, asked, self._panel_words(manifests[0]))

    def _panel_words(self, first: Manifest) -> str | None:
        """The panel as it is written; None if it is the one that is played when nobody chooses."""
        if BOTS in self.vary:
            return None
        if first.lineup == DEFAULT_LINEUP:
            return None if self.panel == usual_panel(first.spec, first.lineup, first.games) else panel_text(self.panel)
        return panel_text(self.panel)

    @property
    def run_directories(self) -> list[str]:
        """The directory of every run: of the deciding line-up's, then of the panel's."""
        return [*self.directories, *(f"{lineup}/{variant}" for lineup in panel_directories(self.panel) for variant in self.directories)]

    @property
    def across(self) -> bool:
        """Whether numbers of players are compared."""
        return PLAYERS in self.vary

    def places(self, directory: Path) -> list[str]:
        """Where they lie, in words."""
        return [f"Run: {directory}"]


class Bouts(Index):
    """The bouts of a ladder.

    Attributes
    ----------
    bots : tuple of str
        In the order asked for.
    games : int
        Asked of each line-up; see `panels.ladder_games` for what it plays.
    pairs : tuple of pairs
        Of each run, in the order of playing: the bot that has one seat, and the bot that has all others.
    """

    bots: tuple[str, ...]
    games: int
    pairs: tuple[tuple[str, str], ...]

    @property
    def directories(self) -> list[str]:
        """Directory of each run."""
        return [f"{place}-{safe_name(bot)}-among-{safe_name(rival)}" for place, (bot, rival) in enumerate(self.pairs)]

    def line(self, first: Manifest) -> str:
        """The command that plays them; `first` is the manifest of one of them."""
        return ladder_line(first, self.bots, self.games)


class Chosen(Asked):
    """Finished runs to be compared.

    Attributes
    ----------
    names, paths : tuple of str
        Of each run: what it is called, and where it lies.
    baseline : str
        Name of the run that the others are compared with.
    vary : dict
        What they differ in: path to what it is in each.
    """

    names: tuple[str, ...]
    paths: tuple[str, ...]
    baseline: str
    vary: dict[str, tuple[str, ...]]

    @property
    def panel(self) -> dict[str, int]:
        """Further line-ups: finished runs have none."""
        return {}

    @property
    def across(self) -> bool:
        """Whether numbers of players are compared: finished runs have the same."""
        return False

    def line(self, manifests: Sequence[Manifest]) -> str:
        """The command that compares them."""
        return runs_line(self.paths, self.baseline, asked_options(manifests[0].spec, self))

    def places(self, directory: Path) -> list[str]:
        """Where they lie, in words."""
        return [f"Runs: {', '.join(self.paths)}"]


def safe_name(name: str) -> str:
    """A name as part of a directory's."""
    return _UNSAFE.sub("_", name)[:_LONGEST]


INDEXES: dict[str, type[Index]] = {COUNTS: Counts, VARIANTS: Variants, PANEL: Beside, LADDER: Bouts}


def read_index(directory: Path, name: str) -> Any:
    """The index of a directory as its model, or None if it has none of this name.

    Raises
    ------
    HeistlabError
        It cannot be read.
    """
    try:
        return INDEXES[name].model_validate_json((directory / name).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValidationError) as error:
        raise HeistlabError(f"{directory / name}: cannot be read: {str(error).splitlines()[0]}") from None


def claim(directory: Path, name: str, index: Index) -> None:
    """Make a directory for several runs, or take up the one that is there for the same runs.

    Raises
    ------
    HeistlabError
        Something else is there.
    """
    if _taken_up(directory, name, index):
        return
    try:
        if directory.exists() and any(path.name != LOCK for path in directory.iterdir()):
            raise HeistlabError(f"{directory} is there already and holds something else; choose another --out")
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"cannot write {directory}: {error.strerror or error}") from None
    write_json(directory / name, index.model_dump(mode="json"))


def add(directory: Path, name: str, index: Index) -> None:
    """Write down what is going to lie beside the runs of a directory, or take up what has been written.

    Raises
    ------
    HeistlabError
        Something else lies beside them.
    """
    if not _taken_up(directory, name, index):
        write_json(directory / name, index.model_dump(mode="json"))


def _taken_up(directory: Path, name: str, index: Index) -> bool:
    found = read_index(directory, name)
    if found not in (None, index):
        raise HeistlabError(f"{directory} holds other runs; choose another --out")
    return found is not None


class TemporaryHome:
    """A directory for a run that nobody named a place for: it goes when nothing refers to it any more."""

    def __init__(self) -> None:
        self.path = Path(mkdtemp(prefix="heistlab-run-"))
        weakref.finalize(self, _remove, self.path, os.getpid())


def _remove(path: Path, owner: int) -> None:
    if os.getpid() == owner:  # a forked child must not remove what its parent still reads
        rmtree(path, ignore_errors=True)
