"""The rollout bot where there is something to decide: how strong it is, and that its rows depend on the manifest only."""

from pathlib import Path

import numpy as np
import pytest

from simcore import runner, store
from simcore.playout import Table
from simcore.runner import Player, make_manifest, play
from simcore.trace import tell_game
from tests.games.infiltration.test_bots import SURE, batch_of, win_share

ONE_AMONG_GREEDY = "rollout+greedy+greedy+greedy"
SEED = 23


@pytest.fixture
def single(tmp_path: Path) -> str:
    """A rollout bot that tries one action."""
    path = tmp_path / "single.toml"
    path.write_text('kind = "rollout"\ncentres = ["greedy"]\nspread = 0.25\ncandidates = 1\n', encoding="utf-8")
    return str(path)


def test_it_beats_three_of_its_base_bot() -> None:
    """The target is 1.3 times the even share, measured over more games than a test should take; here it is surely above even."""
    batch = batch_of(ONE_AMONG_GREEDY, 1600)
    share, error = win_share(batch, 0)
    even = float(batch.credit.sum(axis=1).mean() / 4)
    assert share - SURE * error > even
    assert share > 1.25 * even


def test_with_one_action_to_try_it_plays_as_its_base_bot(single: str) -> None:
    for players, tail in ((2, "+random"), (4, "+random+greedy+greedy")):
        rows = [
            Player(make_manifest("infiltration", players=players, games=60, seed=SEED, bots=first + tail)).rows(0, 60)
            for first in (single, "greedy")
        ]
        assert np.array_equal(rows[0], rows[1])


def test_its_rows_are_the_same_at_any_number_of_threads_and_any_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = make_manifest("infiltration", players=3, games=24, seed=SEED, bots="rollout+mixed+random")
    rows = Player(manifest).rows(0, 24)
    expected = store.table_of(manifest, rows).to_pylist()
    for threads, block in ((1, 7), (3, 5)):
        monkeypatch.setattr(runner, "FIRST_BLOCK", block)
        run = play(manifest, tmp_path / str(threads), threads=threads)
        assert [row for table in run.tables() for row in table.to_pylist()] == expected
    assert Player(manifest).rows(17, 1)[0] == rows[17]


def test_a_trace_says_what_it_is() -> None:
    manifest = make_manifest("infiltration", players=2, games=1, seed=SEED, bots="rollout+greedy")
    player = Player(manifest)
    table = Table(player.spec, player.rules, player.lineup, player.centres, 2, manifest.rotations)
    lines = list(tell_game(manifest, table, 0))
    assert lines[0].endswith("rollout, greedy")
    assert lines[1] == f"  rollout: {manifest.bots[0].text}"
