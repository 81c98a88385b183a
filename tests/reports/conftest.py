"""Small duels on disk: what pages are made of in these tests."""

from pathlib import Path

import pytest

from analyses.compare import Comparison, compare
from analyses.panel import level_panel
from analyses.summary import Study, study
from reports.material import Material, gather
from simcore.runner import make_manifest, play
from simcore.store import Run, open_run
from tests.reports.tools import LONG, market_of, stop_early

GAMES = 2000


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


def duel(directory: Path, players: int = 3, games: int = GAMES, bots: str = "mixed", label: str = "", **settings: object) -> Run:
    manifest = make_manifest("duel", players, games, 7, bots, settings, label=label)
    return play(manifest, directory, threads=1)


@pytest.fixture(scope="session")
def one(runs: Path) -> Run:
    """One run in which the first player has a clear advantage."""
    return duel(runs / "one")


@pytest.fixture(scope="session")
def sides(runs: Path) -> Comparison:
    """Dice of 4, 6 and 8 sides, with equal turns: the length changes, the balance does not."""
    return _sides(runs, 3)


def _sides(runs: Path, players: int) -> Comparison:
    values = (4, 6, 8)
    played = [duel(runs / f"sides-{players}-{value}", players, sides=value, equal_turns=True) for value in values]
    return compare(played, [f"sides={value}" for value in values], baseline=1)


@pytest.fixture(scope="session")
def sides_by_players(runs: Path, sides: Comparison) -> list[Comparison]:
    return [_sides(runs, 2), sides]


@pytest.fixture(scope="session")
def by_players(runs: Path, one: Run) -> list[Run]:
    return [duel(runs / "two", 2), one]


@pytest.fixture(scope="session")
def capped(runs: Path) -> Run:
    """Some games are stopped at the round limit, less than one in ten."""
    return duel(runs / "capped", target=LONG, equal_turns=True, round_cap=58)


@pytest.fixture(scope="session")
def mostly_capped(runs: Path) -> Run:
    """More than half of the games are stopped at the round limit."""
    return duel(runs / "mostly_capped", target=LONG, equal_turns=True, round_cap=52)


@pytest.fixture(scope="session")
def market() -> Study:
    """A game with auctions, a rank beside the turn order, and cards that are not dealt."""
    return study(market_of(1))


@pytest.fixture(scope="session")
def markets() -> Comparison:
    return compare([market_of(1), market_of(2)], ["sides=6", "sides=8"])


@pytest.fixture(scope="session")
def partial(runs: Path) -> Run:
    """A run of which only the first part is there."""
    duel(runs / "partial", games=GAMES)
    stop_early(runs / "partial", asked=5000)
    return open_run(runs / "partial")


@pytest.fixture(scope="session")
def panelled(runs: Path, one: Run) -> Material:
    """A run with a panel: greedy bots play as its own do, rollout bots as if the target were another, so that it depends on these."""
    greedy = duel(runs / "panelled-greedy", games=500, bots="greedy")
    rollout = duel(runs / "panelled-rollout", games=100, bots="rollout", target=15)
    own = study(one)
    return gather([own], panel=level_panel({"mixed": [own], "greedy": [study(greedy)], "rollout": [study(rollout)]}))
