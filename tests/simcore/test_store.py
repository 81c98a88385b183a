"""What lies on disk: read back exactly, or named as broken."""

import dataclasses
import json

import numpy as np
import pyarrow.parquet as pq
import pytest

from simcore import store
from simcore.errors import HeistlabError
from simcore.runner import Player, make_manifest, play
from tests import carded


@pytest.fixture
def run(tmp_path):
    return play(make_manifest("duel", players=3, games=300, seed=7, bots="greedy+random+random"), tmp_path / "run")


def test_batches_hold_what_was_played(run):
    rows = Player(run.manifest).rows(0, 300)
    batches = list(run.batches(rows=128))
    assert [len(batch) for batch in batches] == [128, 128, 44]
    for name in ("winners", "turns", "score", "bot"):
        expected = rows[name][:, :3] if rows[name].ndim == 2 else rows[name]
        assert np.array_equal(np.concatenate([batch[name] for batch in batches]), expected)


def test_asked_columns_only(run):
    (batch,) = run.batches(columns=["turns", "score"])
    assert set(batch.columns) == {"turns", "score"}
    assert batch["score"].shape == (300, 3)


def test_credit_and_excess_add_up(run):
    (batch,) = run.batches()
    assert set(np.unique(batch.credit.sum(axis=1))) <= {0.0, 1.0}
    assert np.allclose(batch.excess.sum(axis=1), 0)
    first = batch.by_turn_order(batch["score"])[:, 0]
    assert np.array_equal(first, batch["score"][np.arange(300), batch["first_seat"]])


def test_the_data_dictionary_lies_in_the_files(run):
    schema = pq.read_schema(run.parts[0][0])
    assert schema.field("turns").metadata[b"text"].decode() == "Turns taken."
    assert all(field.metadata[b"text"] and field.metadata[b"unit"] for field in schema)


def test_a_value_too_large_for_its_column_is_an_error(run):
    rows = np.zeros(1, run.spec.result)
    rows["turns"] = 40_000
    with pytest.raises(OverflowError, match="column turns of duel"):
        store.table_of(run.manifest, rows)


def test_a_column_per_card_is_numbered_on_disk_and_names_its_cards(tmp_path, monkeypatch):
    run, rows = carded.a_run(monkeypatch, tmp_path / "run")
    schema = pq.read_schema(run.parts[0][0])
    assert [name for name in schema.names if name.startswith("found")] == ["found_0", "found_1", "found_2"]
    cards = [schema.field(f"found_{row}").metadata[b"card"].decode() for row in range(3)]
    assert cards == ["things.rope", "things.lamp", "things.01"]
    (batch,) = run.batches(columns=["found", "score", "turns"])
    assert np.array_equal(batch["found"], rows["found"][:, :3])
    assert batch["found"].dtype == np.int8
    assert (batch["score"].shape, batch["turns"].shape) == ((40, 3), (40,))


def test_a_run_of_a_card_set_without_cards_can_be_read(tmp_path, monkeypatch):
    manifest = carded.a_manifest(monkeypatch, slugs=())
    run = store.create_run(tmp_path / "run", manifest)
    store.write_part(run.path, 0, store.table_of(manifest, carded.rows_of(manifest)))
    (batch,) = run.batches()
    assert batch["found"].shape == (40, 0)


def test_parts_of_a_card_set_with_other_rows_are_refused(tmp_path, monkeypatch):
    run, _ = carded.a_run(monkeypatch, tmp_path / "run")
    fewer = run.manifest.model_copy(update={"tables": {"things": run.manifest.tables["things"][:2]}})
    with pytest.raises(HeistlabError, match="its columns are not those of duel"):
        assert store.Run(run.path, fewer).games


def test_a_value_of_a_card_too_large_for_its_column_is_an_error(monkeypatch):
    manifest = carded.a_manifest(monkeypatch, games=50)  # the third card is found up to 147 times
    with pytest.raises(OverflowError, match=r"column found of duel holds 0\.\.147, more than int8"):
        store.table_of(manifest, carded.rows_of(manifest))


def test_a_column_per_card_needs_room_for_the_cards():
    with pytest.raises(ValueError, match="column found: needs the capacity of table things"):
        dataclasses.replace(carded.FOUND, capacity=0)


def test_a_part_missing_in_the_middle_ends_the_prefix(tmp_path, monkeypatch):
    monkeypatch.setattr("simcore.runner.PART_GAMES", 128)
    monkeypatch.setattr(store, "PART_GAMES", 128)
    run = play(make_manifest("duel", games=500, seed=7), tmp_path / "run")
    (tmp_path / "run" / "parts" / store.part_name(256)).unlink()
    again = store.open_run(tmp_path / "run")
    assert again.games == 256
    assert again.partial
    assert play(run.manifest, tmp_path / "run").games == 500


@pytest.mark.parametrize("content", [b"", b"PAR1", b"something else entirely, and longer than a footer"])
def test_a_broken_part_is_named(run, content):
    path = run.parts[0][0]
    path.write_bytes(content)
    with pytest.raises(HeistlabError, match=f"{path.name}: not a part of a run, or damaged .*; delete it and repeat the command"):
        assert store.open_run(run.path).games


def test_a_flipped_bit_is_noticed_or_changes_nothing(run):
    """Pages carry checksums: a damaged part never gives other games in silence."""
    path = run.parts[0][0]
    whole = path.read_bytes()
    before = [table.to_pydict() for table in run.tables()]
    draw = np.random.default_rng(3)
    complaints = []
    for _ in range(150):
        damaged = bytearray(whole)
        damaged[int(draw.integers(len(whole)))] ^= 1 << int(draw.integers(8))
        path.write_bytes(damaged)
        try:
            found = [table.to_pydict() for table in store.open_run(run.path).tables()]
        except HeistlabError as error:
            complaints.append(str(error))
        else:
            assert found == before
    assert len(complaints) > 50
    assert all(path.name in complaint and "\n" not in complaint for complaint in complaints)


def test_a_part_that_is_deleted_is_played_again(run):
    path = run.parts[0][0]
    whole = path.read_bytes()
    path.write_bytes(b"broken")
    with pytest.raises(HeistlabError, match="delete it"):
        play(run.manifest, run.path)
    path.unlink()
    assert play(run.manifest, run.path).parts[0][0].read_bytes() == whole


def test_a_part_of_another_game_is_named(run, tmp_path):
    other = play(make_manifest("duel", players=2, games=300, seed=7), tmp_path / "other")
    run.parts[0][0].write_bytes(other.parts[0][0].read_bytes())
    with pytest.raises(HeistlabError, match="its columns are not those of duel with 3 players"):
        assert store.open_run(run.path).games


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "not JSON"), ("{}", "game: field required"), ("[]", "valid dictionary"), ("{not json", "not JSON"), ('{"game": 1}', "game")],
)
def test_a_broken_manifest_is_named(run, text, reason):
    (run.path / store.MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(HeistlabError, match=rf"manifest\.json: not the manifest of a run: .*{reason}"):
        store.open_run(run.path)


def test_a_missing_run_names_the_nearest(run):
    with pytest.raises(HeistlabError, match="did you mean 'run'"):
        store.open_run(run.path.with_name("rum"))


def test_rules_of_another_version_are_refused(run):
    data = json.loads((run.path / store.MANIFEST).read_text(encoding="utf-8"))
    (run.path / store.MANIFEST).write_text(json.dumps(data | {"rules_version": 99}), encoding="utf-8")
    with pytest.raises(HeistlabError, match="version 99 of the rules"):
        store.open_run(run.path).manifest.rulebook()


def test_rules_that_were_tampered_with_are_refused(run):
    data = json.loads((run.path / store.MANIFEST).read_text(encoding="utf-8"))
    data["settings"]["target"] = 21
    (run.path / store.MANIFEST).write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(HeistlabError, match="rules hash"):
        store.open_run(run.path).manifest.rulebook()


def test_a_place_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(HeistlabError, match="cannot write"):
        play(make_manifest("duel", games=10), tmp_path / "file" / "run")


def test_a_run_from_before_the_code_was_written_down_is_read_and_not_gone_on_with(run):
    path = run.path / store.MANIFEST
    data = json.loads(path.read_text(encoding="utf-8"))
    del data["code"]
    path.write_text(json.dumps(data), encoding="utf-8")
    old = store.open_run(run.path)
    assert old.games == 300
    assert (old.manifest.code, old.manifest.of_this_code) == ("", False)
    for manifest in (old.manifest, run.manifest):
        run.parts[0][0].unlink(missing_ok=True)
        with pytest.raises(HeistlabError, match="was played by other code than the program's"):
            play(manifest, run.path)


def test_one_game_is_read_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("simcore.runner.PART_GAMES", 128)
    monkeypatch.setattr(store, "PART_GAMES", 128)
    run = play(make_manifest("duel", games=300, seed=7), tmp_path / "run")
    for game in (0, 127, 128, 299):
        assert run.row(game)["game"].tolist() == [game]
    assert run.row(300) is None
    run.parts[1][0].unlink()
    assert store.open_run(run.path).row(200) is None
