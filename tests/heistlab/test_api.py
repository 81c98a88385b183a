"""import heistlab as hl: frames, lifetimes, threads, and processes of any kind."""

import gc
import threading

import pandas as pd
import pytest

import heistlab as hl
import simcore
from heistlab.frames import games_frame, seats_frame
from simcore.errors import HeistlabError
from simcore.spec import SEAT, GameBatch
from simcore.store import open_run
from tests import carded
from tests.heistlab.tools import python

UNGUARDED = """
import heistlab as hl
print(hl.simulate("duel", games=300, seed=7, threads=4, out="unguarded").games["rounds"].sum())
"""
SPAWNED = """
import multiprocessing
import heistlab as hl

def rounds(seed):
    return int(hl.simulate("duel", games=100, seed=seed, threads=2).games["rounds"].sum())

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(pool.map(rounds, [1, 2]) == [rounds(1), rounds(2)])
"""


@pytest.fixture
def run(game_name):
    spec = simcore.game(game_name)
    return hl.simulate(game_name, players=spec.most, games=40, seed=7, bots="+".join(["greedy"] + ["random"] * (spec.most - 1)))


def names_of(manifest, column):
    """Names of a column in the frame of games."""
    return [f"{column.name}.{slug}" for slug in manifest.slugs(column.per)] if column.of_table else [column.name]


def test_a_row_a_game_with_names_instead_of_codes(run):
    spec = run.manifest.spec
    assert len(run.games) == 40
    names = [name for column in spec.all_columns if column.per != SEAT for name in names_of(run.manifest, column)]
    assert list(run.games) == ["players", *names]
    (batch,) = open_run(run.path).batches()
    assert [spec.decided_by.index(name) for name in run.games["decided_by"]] == batch["decided_by"].tolist()
    assert [spec.end_reasons.index(name) for name in run.games["end_reason"]] == batch["end_reason"].tolist()
    assert run.games["rounds"].tolist() == batch["rounds"].tolist()


def test_what_is_counted_per_card_is_a_column_a_card_under_its_slug(tmp_path, monkeypatch):
    stored, rows = carded.a_run(monkeypatch, tmp_path / "run")
    frame = games_frame([stored])
    assert [name for name in frame if name.startswith("found")] == ["found.rope", "found.lamp", "found.01"]
    assert frame[["found.rope", "found.lamp", "found.01"]].to_numpy().tolist() == rows["found"][:, :3].tolist()
    assert not any(name.startswith("found") for name in seats_frame([stored]))


def test_a_row_a_game_and_seat(run):
    seats, players = run.seats, run.manifest.players
    (batch,) = open_run(run.path).batches()
    assert isinstance(batch, GameBatch)
    assert len(seats) == 40 * players
    assert seats["score"].tolist() == batch["score"].ravel().tolist()
    first = seats[seats["position"] == 1]
    assert first["seat"].tolist() == batch["first_seat"].tolist()
    assert first["credit"].tolist() == pytest.approx(batch.by_turn_order(batch.credit)[:, 0].tolist())
    assert seats.groupby("game")["bot"].apply(lambda bots: sorted(bots)).tolist() == [["greedy"] + ["random"] * (players - 1)] * 40
    assert seats.groupby("game")["excess"].sum().abs().max() == pytest.approx(0, abs=1e-12)
    assert seats["won"].sum() == batch.won.sum()


def test_a_row_a_card(run):
    spec = run.manifest.spec
    told = {mask.table for mask in spec.card_masks if mask.event == "dealt" or mask.among}
    rows = {(table, row["slug"]) for table in told for row in run.manifest.tables[table]}
    assert set(zip(run.cards["table"], run.cards["card"], strict=True)) == rows
    assert {"players", "table", "card", "name", "dealt", "effect", "used_share"} <= set(run.cards)


def test_several_player_counts_stand_below_each_other():
    both = hl.simulate("duel", players=[2, 3], games=10, seed=7)
    assert both.games["players"].tolist() == [2] * 10 + [3] * 10
    assert both.seats["players"].value_counts().to_dict() == {2: 20, 3: 30}
    assert [part.manifest.players for part in both.runs] == [2, 3]
    pd.testing.assert_frame_equal(both.runs[1].games, hl.simulate("duel", players=3, games=10, seed=7).games)
    with pytest.raises(HeistlabError, match="one manifest for each number of players"):
        _ = both.manifest


def test_a_run_without_a_place_lives_as_long_as_what_refers_to_it():
    found = hl.compare("duel", vary={"target": [5, 6]}, games=10, seed=7)
    path, part = found.path, found.runs["target=5"]
    assert path.is_dir()
    del found
    gc.collect()
    assert len(part.games) == 10
    del part
    gc.collect()
    assert not path.exists()


def test_a_short_text_says_what_it_is():
    assert repr(hl.simulate("duel", games=1200, seed=7)).startswith("<Result: Duel, 2 players, 1,200 games, seed 7, mixed bots, in ")
    found = hl.compare("duel", vary={"target": [5, 6]}, games=10, seed=7)
    assert repr(found).startswith("<Comparison: Duel, target=5 | target=6, 10 games each (greedy 3, rollout 10 beside), seed 7, in ")


def test_nothing_is_printed_unless_progress_is_asked_for(capfd):
    run = hl.simulate("duel", games=50, seed=7)
    run.summary()
    hl.compare("duel", vary={"target": [5, 6]}, games=10, seed=7).summary()
    list(hl.trace("duel", seed=1))
    assert capfd.readouterr() == ("", "")


def test_a_figure_is_a_figure_and_an_unknown_one_is_refused():
    run = hl.simulate("duel", games=200, seed=7)
    assert "length" in run.figures
    assert run.figure("length").axes
    with pytest.raises(HeistlabError, match="length"):
        run.figure("lenght")


def test_four_threads_get_four_answers():
    found: dict[int, dict] = {}

    def work(seed: int) -> None:
        run = hl.simulate("duel", games=200, seed=seed, threads=2)
        found[seed] = {"summary": run.summary(), "rounds": run.games["rounds"].sum(), "trace": list(hl.trace(run, game=3))}

    workers = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(found) == [0, 1, 2, 3]
    for seed, answers in found.items():
        again = hl.simulate("duel", games=200, seed=seed)
        assert answers["rounds"] == again.games["rounds"].sum()
        assert answers["summary"]["summaries"][0]["turn_order"] == again.summary()["summaries"][0]["turn_order"]
        assert answers["trace"] == list(hl.trace(again, game=3))


@pytest.mark.parametrize("code", [UNGUARDED, SPAWNED], ids=["no main guard", "started by spawn"])
def test_any_process_may_play(code, here):
    (here / "script.py").write_text(code, encoding="utf-8")
    child = python("script.py", directory=here)
    out, err = child.communicate()
    assert child.returncode == 0, err
    expected = hl.simulate("duel", games=300, seed=7).games["rounds"].sum() if code is UNGUARDED else True
    assert out.strip() == str(expected)
    assert err == ""
