"""What holds for the card set of every game that has cards."""

from pathlib import Path

import pytest

import simcore
from simcore.rulebook import load_rulebook
from simcore.spec import GameSpec
from tests.games.own_cards import copy_of, put, read, write


@pytest.fixture(params=[name for name in simcore.GAMES if simcore.game(name).module("cards").TABLES])
def spec(request: pytest.FixtureRequest) -> GameSpec:
    """Every game with cards in turn."""
    return simcore.game(request.param)


@pytest.fixture
def own(spec: GameSpec, tmp_path: Path) -> Path:
    """A copy of its shipped set."""
    return copy_of(spec, tmp_path)


def test_a_copy_of_the_shipped_set_is_the_same(spec: GameSpec, own: Path) -> None:
    book, copied = load_rulebook(spec), load_rulebook(spec, cards=own)
    assert copied.tables == book.tables
    assert copied.hash == book.hash
    assert copied.card_set == str(own)


def test_columns_for_people_are_of_no_account_and_may_be_missing(spec: GameSpec, own: Path) -> None:
    book = load_rulebook(spec)
    for table, model in spec.module("cards").TABLES.items():
        header, first, *_ = read(own, table)
        for note in model.notes & set(header):
            put(own, f"{table}.{first[0]}.{note}", "7")
    assert load_rulebook(spec, cards=own).hash == book.hash
    for table, model in spec.module("cards").TABLES.items():
        lines = read(own, table)
        kept = [place for place, column in enumerate(lines[0]) if column not in model.notes]
        write(own, table, [[line[place] for place in kept] for line in lines])
    assert load_rulebook(spec, cards=own).hash == book.hash


@pytest.mark.parametrize("name", ["NA", "None", "01", "=1+1", "é", "a, b", '"q"'])
def test_names_stay_text(spec: GameSpec, own: Path, name: str) -> None:
    tables = spec.module("cards").TABLES
    for table in tables:
        put(own, f"{table}.{read(own, table)[1][0]}.name", f"  {name} ")
    found = load_rulebook(spec, cards=own)
    assert [found.names(table)[0] for table in tables] == [name] * len(tables)


def test_readme_has_every_column(spec: GameSpec) -> None:
    text = (spec.directory / "cards" / "README.md").read_text(encoding="utf-8")
    for model in spec.module("cards").TABLES.values():
        assert [column for column in model.model_fields if f"`{column}`" not in text] == []
