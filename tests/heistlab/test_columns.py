"""heistlab columns: every column and measure has words, and they are the same wherever they are shown."""

import re

import heistlab as hl
import simcore
from heistlab.dictionary import FRAME_COLUMNS
from heistlab.frames import games_frame, seats_frame
from simcore.runner import make_manifest
from simcore.spec import SEAT
from simcore.store import schema_of
from tests.heistlab.tools import answer, played

FEWEST_WORDS = 2
MOST_LETTERS = 130


def a_sentence(text):
    return (
        (text[0].isupper() or text[0].isdigit()) and text.endswith(".") and len(text.split()) >= FEWEST_WORDS and len(text) <= MOST_LETTERS
    )


def test_every_column_has_a_sentence_and_a_unit(game_name):
    spec = simcore.game(game_name)
    names = [column.name for column in spec.all_columns]
    assert len(set(names)) == len(names)
    for column in [*spec.all_columns, *(column for added in FRAME_COLUMNS.values() for column in added)]:
        assert a_sentence(column.text), f"{column.name}: {column.text!r} is no sentence"
        assert column.unit.strip(), f"{column.name} has no unit"


def test_every_measure_has_words_a_unit_and_a_margin(game_name):
    labels = [measure.label for measure in simcore.game(game_name).measures]
    assert len(set(labels)) == len(labels)
    for measure in simcore.game(game_name).measures:
        assert re.fullmatch(r"[^.\s_][^.]*[^.\s]", measure.label), f"{measure.name}: {measure.label!r} is no label"
        assert measure.unit.strip(), f"{measure.name} has no unit"
        assert measure.margin > 0


def test_the_parquet_fields_say_what_the_dictionary_says(game_name):
    spec = simcore.game(game_name)
    said = {column["name"]: column for column in hl.columns(game_name)["columns"]}
    schema = schema_of(make_manifest(game_name))
    assert {re.sub(r"_\d+$", "", name) if said.get(name) is None else name for name in schema.names} == set(said)
    for column in spec.all_columns:
        for field in (field for field in schema if field.name == column.name or re.fullmatch(rf"{column.name}_\d+", field.name)):
            told = {name.decode(): text.decode() for name, text in field.metadata.items()}
            assert (told["text"], told["unit"]) == (said[column.name]["text"], said[column.name]["unit"])
            assert str(field.type) == said[column.name]["kind"]


def test_every_column_of_a_frame_is_in_the_dictionary():
    run = hl.simulate("duel", games=5, seed=1)
    found = hl.columns("duel")
    for frame, make, per_seat in (("games", games_frame, False), ("seats", seats_frame, True)):
        own = {column["name"] for column in found["columns"] if (column["per"] == SEAT) is per_seat}
        added = {column["name"]: column["kind"] for column in found["frames"][frame]}
        table = make(run._stored)
        assert set(table) <= own | set(added) | {"game", "deal"}
        assert {name: str(table[name].dtype) for name in added} == added


def test_codes_are_listed_with_their_names():
    codes = {column["name"]: column["names"] for column in hl.columns("duel")["columns"] if column["names"]}
    spec = simcore.game("duel")
    assert codes == {"decided_by": list(spec.decided_by), "end_reason": list(spec.end_reasons)}


def test_the_command_shows_all_of_it():
    found = answer("columns", "duel")
    assert found == hl.columns("duel")
    shown = played("columns", "duel").stdout
    for entry in [*found["columns"], *found["measures"]]:
        assert re.search(rf"^{entry['name']} ", shown, re.MULTILINE)
    assert "3 target, 4 last_throw" in shown
    first = next(measure for measure in found["measures"] if measure["name"] == "first_excess")
    assert (first["fair"], first["margin"], first["primary"]) == (0.0, 0.01, True)
