"""Settings, card tables, patches and the hash, on games that have rules and on tables made up here."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field

import simcore
from simcore.errors import HeistlabError
from simcore.games.infiltration import SPEC as INFILTRATION
from simcore.rulebook import (
    Row,
    Rule,
    Rulebook,
    clauses,
    identity_of,
    load_rulebook,
    load_rules,
    parse_assignments,
    read_tables,
    rows_named,
    slug_of,
)
from simcore.spec import GameSpec

DUEL = simcore.game("duel")


def refusal(*arguments: Any, **keywords: Any) -> str:
    with pytest.raises(HeistlabError) as caught:
        load_rulebook(*arguments, **keywords)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- Settings -------------------------------------------------------------------------------------------------------------


def test_settings__defaults_and_changes() -> None:
    assert load_rulebook(DUEL).changed == {}
    book = load_rulebook(DUEL, {"target": "7", "equal_turns": "on", "sides": 6})
    assert (book.settings["target"], book.settings["equal_turns"]) == (7, True)
    assert book.changed == {"target": 7, "equal_turns": True}, "6 sides are the default"
    assert (book.record.target, book.record.equal_turns, book.record.sides) == (7, 1, 6)


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"targte": 5}, "duel has no parameter or ruling 'targte'; did you mean 'target'?"),
        ({"target": 0}, "target: 0 is outside 1 to 1000"),
        ({"target": "many"}, "target: 'many' is not a whole number (1 to 1000)"),
        ({"target": 2.5}, "target: 2.5 is not a whole number (1 to 1000)"),
        ({"target": True}, "target: True is not a whole number (1 to 1000)"),
        ({"equal_turns": "perhaps"}, "equal_turns: 'perhaps' is neither true nor false"),
        ({"items.x.copies": 0}, "items.x.copies: duel has no card table 'items'"),
    ],
)
def test_settings__one_line_for_each_mistake(settings: Mapping[str, Any], line: str) -> None:
    assert refusal(DUEL, settings) == line


def test_rule__words_have_codes_in_their_order() -> None:
    rule = Rule(default="back", clause="X-1", text="Way out.", values=("exit", "back", "stuck"))
    assert [rule.code(rule.parse("way", word)) for word in ("exit", "Back", " stuck ")] == [0, 1, 2]
    with pytest.raises(HeistlabError, match=r"^way: 'bakc' is not one of exit, back, stuck; did you mean 'back'\?$"):
        rule.parse("way", "bakc")


@pytest.mark.parametrize("name_of_game", simcore.GAMES)
def test_rules__defaults_are_allowed_and_clauses_exist(name_of_game: str) -> None:
    spec = simcore.game(name_of_game)
    known = clauses(spec)
    for name, rule in load_rules(spec).items():
        assert rule.parse(name, rule.default) == rule.default
        assert rule.clause in known, name
        assert rule.text.endswith("."), name


def test_assignments() -> None:
    assert parse_assignments(["a=1", " b = x=y ", "c="]) == {"a": "1", "b": "x=y", "c": ""}
    for words, line in (
        (["a"], "'a' is not of the form name=value"),
        (["=1"], "'=1' is not of the form name=value"),
        (["a=1", "a=2"], "a is set twice"),
    ):
        with pytest.raises(HeistlabError) as caught:
            parse_assignments(words)
        assert str(caught.value) == line


# --- Card tables ----------------------------------------------------------------------------------------------------------


class Gem(Row):
    """A card of a made-up game."""

    notes: ClassVar[frozenset[str]] = frozenset({"remark"})

    cut: Literal["round", "square"]
    worth: int = Field(ge=0, le=9)
    copies: int = 1
    remark: str = ""


HEADER = "slug,name,provenance,cut,worth,remark"
RUBY = "ruby,Ruby,reconstructed,round,3,red"
OPAL = "opal,Opal,public,square,5,"


def gem_problems(tables: Mapping[str, Any], box: bool = True) -> list[str]:
    lines = [f"gems.csv ({gem.name}), worth: odd" for gem in tables["gems"] if gem.worth % 2 == 0]
    return lines + [f"gems.csv: {len(tables['gems'])} gems"] * (box and len(tables["gems"]) != 2)


@dataclass(frozen=True, eq=False)
class Shop(GameSpec):
    """The duel with a card table."""

    def module(self, part: str) -> Any:
        if part == "cards":
            return SimpleNamespace(TABLES={"gems": Gem}, problems=gem_problems, fill=lambda rules, tables: None)
        return super().module(part)


SHOP = Shop(**{field.name: getattr(DUEL, field.name) for field in fields(DUEL)})


@pytest.fixture
def gems(tmp_path: Path) -> Any:
    """Write the table of gems; says where it lies."""

    def write(*lines: str, encoding: str = "utf-8") -> Path:
        (tmp_path / "gems.csv").write_text("\n".join(lines), encoding=encoding)
        return tmp_path

    return write


def test_table__rows_in_file_order_with_columns_in_any_order(gems: Any) -> None:
    rows = read_tables(SHOP, gems(HEADER, RUBY, OPAL))["gems"]
    assert rows_named(rows) == {"ruby": 0, "opal": 1}
    assert rows[0] == Gem(slug="ruby", name="Ruby", provenance="reconstructed", cut="round", worth=3, remark="red")
    other = read_tables(SHOP, gems("worth,cut,name,slug,provenance", "3,round,Ruby,ruby,reconstructed", "5,square,Opal,opal,public"))[
        "gems"
    ]
    assert [row.slug for row in other] == ["ruby", "opal"]
    assert other[0].remark == ""


@pytest.mark.parametrize("name", ["NA", "None", "nan", "01", "1e5", "TRUE", "=1+1", "é", "<b>"])
def test_table__text_stays_text(gems: Any, name: str) -> None:
    book = load_rulebook(SHOP, cards=gems(HEADER, RUBY, f"opal, {name} ,public,square,5,"))
    assert book.names("gems") == ["Ruby", name]


def test_table__spaces_blank_rows_and_a_byte_order_mark(gems: Any) -> None:
    plain = read_tables(SHOP, gems(HEADER, RUBY, OPAL))
    spaced = [" , ".join(line.split(",")) for line in (HEADER, RUBY, OPAL)]
    assert read_tables(SHOP, gems(*spaced, "", " , ,,,,", encoding="utf-8-sig")) == plain


def test_table__an_empty_cell_of_an_optional_column_is_its_default(gems: Any) -> None:
    rows = read_tables(SHOP, gems(f"{HEADER},copies", f"{RUBY},", f"{OPAL},3"))["gems"]
    assert [row.copies for row in rows] == [1, 3]


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ((HEADER.replace("worth", "wroth"), RUBY, OPAL), "gems.csv: unknown column 'wroth'; did you mean 'worth'?"),
        ((HEADER.replace(",cut", ""), RUBY, OPAL), "gems.csv: column 'cut' is missing"),
        ((f"{HEADER},cut", RUBY, OPAL), "gems.csv: a column stands there twice"),
        ((HEADER, f"{RUBY},1", OPAL), "gems.csv line 2: 7 cells, the header has 6"),
        ((HEADER, RUBY, RUBY), "gems.csv: slug 'ruby' stands there twice"),
        ((HEADER, RUBY, OPAL.replace("square", "sqaure")), "gems.csv line 3 (Opal), cut: unknown word 'sqaure'; did you mean 'square'?"),
        ((HEADER, RUBY, OPAL.replace("5", "11")), "gems.csv line 3 (Opal), worth: '11': input should be less than or equal to 9"),
        (
            (HEADER, RUBY, OPAL.replace("Opal", '"O\n p"')),
            r"gems.csv line 3 (O p), name: 'O\n p' holds a control character",
        ),
        (
            (HEADER, RUBY, OPAL.replace("Opal", "O\x1b[2Jpal")),
            "gems.csv line 3 (O\x1b[2Jpal), name: 'O\\x1b[2Jpal' holds a control character",
        ),
        (
            (HEADER, RUBY, OPAL.replace("public", "")),
            "gems.csv line 3 (Opal), provenance: unknown word ''; known: rulebook, public, reconstructed",
        ),
        (
            (HEADER, RUBY, OPAL.replace("opal", "O pal")),
            "gems.csv line 3 (Opal), slug: 'O pal': only a to z, 0 to 9 and _ may stand here",
        ),
        ((HEADER, RUBY), "gems.csv: 1 gems"),
        ((HEADER, RUBY, OPAL.replace("5", "4")), "gems.csv (Opal), worth: odd"),
        ((HEADER, RUBY, '"opal'), "gems.csv: cannot be read: unexpected end of data"),
        ((), "gems.csv: is empty"),
        (
            (HEADER.replace(",", ";"), RUBY.replace(",", ";"), OPAL.replace(",", ";")),
            "gems.csv: its cells are separated by ';': save it with commas",
        ),
        ((HEADER.replace(",", "\t"),), r"gems.csv: its cells are separated by '\t': save it with commas"),
    ],
)
def test_table__one_line_for_each_mistake(gems: Any, lines: tuple[str, ...], line: str) -> None:
    assert refusal(SHOP, cards=gems(*lines)) == line


def test_table__files(gems: Any, tmp_path: Path) -> None:
    assert refusal(SHOP, cards=tmp_path / "x") == f"no card set at {tmp_path / 'x'}: not a directory"
    assert refusal(SHOP, cards=tmp_path) == f"gems.csv: missing from {tmp_path}"
    gems(HEADER, RUBY.replace("Ruby", "Rubí"), OPAL, encoding="latin-1")
    assert refusal(SHOP, cards=tmp_path) == "gems.csv: not UTF-8 text: save it as UTF-8"
    for encoding in ("utf-16", "utf-16-le"):
        gems(HEADER, RUBY, OPAL, encoding=encoding)
        assert refusal(SHOP, cards=tmp_path) == "gems.csv: not UTF-8 text: save it as UTF-8"
    (tmp_path / "gem.csv").write_text("slug", encoding="utf-8")
    assert refusal(SHOP, cards=tmp_path) == "gem.csv: duel has no such table; did you mean 'gems'?"


# --- Patches --------------------------------------------------------------------------------------------------------------


def test_patch__one_cell(gems: Any) -> None:
    directory = gems(HEADER, RUBY, OPAL)
    book = load_rulebook(SHOP, {"gems.ruby.worth": "7", "gems.opal.cut": "round"}, cards=directory)
    assert [(row.worth, row.cut) for row in book.tables["gems"]] == [(7, "round"), (5, "round")]
    assert book.patches == ("gems.opal.cut=round", "gems.ruby.worth=7")
    assert [row.worth for row in load_rulebook(SHOP, cards=directory).tables["gems"]] == [3, 5]


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"gem.ruby.worth": 1}, "gem.ruby.worth: duel has no card table 'gem'; did you mean 'gems'?"),
        ({"gems.rubi.worth": 1}, "gems.rubi.worth: no card 'rubi' in gems; did you mean 'ruby'?"),
        ({"gems.ruby.wroth": 1}, "gems.ruby.wroth: gems has no column 'wroth'; did you mean 'worth'?"),
        ({"gems.ruby.slug": "x"}, "gems.ruby.slug: gems has no column 'slug'; known: name, provenance, cut, worth, copies"),
        ({"gems.ruby.remark": "x"}, "gems.ruby.remark: a note for people, the game does not read it"),
        ({"gems.ruby.worth": 10}, "gems.ruby, worth: 10: input should be less than or equal to 9"),
        ({"gems.ruby.cut": "rnd"}, "gems.ruby, cut: unknown word 'rnd'; did you mean 'round'?"),
        ({"gems.ruby.worth": 4}, "gems.csv (Ruby), worth: odd"),
        (
            {"gems.opal": 4},
            "gems.opal: a card field is table.card.column, such as gems.opal.copies; columns: name, provenance, cut, worth, copies",
        ),
        ({"gems": 4}, "gems: a card field is table.card.column, such as gems.ruby.copies; columns: name, provenance, cut, worth, copies"),
        ({"players": 4}, "players is no setting: it is an option of its own, -p"),
        ({"seed": 4}, "seed is no setting: it is an option of its own, --seed"),
        (
            {"nope": 4},
            "duel has no parameter or ruling 'nope'; known: target, sides, equal_turns, "
            "head_start, extra_pips, blank_face, tie_break, round_cap, gems",
        ),
    ],
)
def test_patch__one_line_for_each_mistake(gems: Any, settings: Mapping[str, Any], line: str) -> None:
    assert refusal(SHOP, settings, cards=gems(HEADER, RUBY, OPAL)) == line


def test_patch__the_box_binds_a_set_but_not_a_patch(gems: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set that is read is judged with the box, what a patch makes of it without."""
    asked: list[bool] = []

    def problems(tables: Mapping[str, Any], box: bool = True) -> list[str]:
        asked.append(box)
        return []

    monkeypatch.setitem(globals(), "gem_problems", problems)
    load_rulebook(SHOP, {"gems.ruby.worth": 1}, cards=gems(HEADER, RUBY, OPAL))
    assert asked == [True, False]


# --- The hash -------------------------------------------------------------------------------------------------------------


def test_hash__changes_with_rules_and_cards_but_not_with_notes(gems: Any) -> None:
    first = load_rulebook(SHOP, cards=gems(HEADER, RUBY, OPAL))
    assert load_rulebook(SHOP, cards=gems(HEADER, RUBY.replace("red", "blue"), OPAL)).hash == first.hash
    assert load_rulebook(SHOP, cards=gems(HEADER, RUBY.replace("3", "1"), OPAL)).hash != first.hash
    assert load_rulebook(SHOP, cards=gems(HEADER, OPAL, RUBY)).hash != first.hash
    assert load_rulebook(SHOP, {"sides": 8}, cards=gems(HEADER, RUBY, OPAL)).hash != first.hash
    assert all("remark" not in row for row in first.resolved["tables"]["gems"])
    assert load_rulebook(DUEL).hash != load_rulebook(replace(DUEL, rules_version=99)).hash


def test_hash__a_patch_back_to_what_is_there_changes_nothing(gems: Any) -> None:
    directory = gems(HEADER, RUBY, OPAL)
    assert load_rulebook(SHOP, {"gems.ruby.worth": 3}, cards=directory).hash == load_rulebook(SHOP, cards=directory).hash


def test_provenance__the_weakest_claim(gems: Any) -> None:
    assert load_rulebook(SHOP, cards=gems(HEADER, RUBY, OPAL)).provenance == "reconstructed"
    assert load_rulebook(SHOP, cards=gems(HEADER, RUBY.replace("reconstructed", "rulebook"), OPAL)).provenance == "public"
    assert load_rulebook(DUEL).provenance == "none"


# --- A game with cards ----------------------------------------------------------------------------------------------------


def test_shipped_set__read_once_and_never_changed_by_a_patch() -> None:
    tables = read_tables(INFILTRATION)
    load_rulebook(INFILTRATION, {"rooms.loading_dock.files": 5})
    assert read_tables(INFILTRATION) is tables
    assert rows_named(tables["rooms"])["loading_dock"] == 0
    assert tables["rooms"][0].files == 2
    assert load_rulebook(INFILTRATION, cards="shipped").card_set == "shipped"


def test_shipped_set__resolved_rules_make_the_same_rows_again() -> None:
    """A run's manifest holds them; columns for people are left out."""
    book = load_rulebook(INFILTRATION)
    models = INFILTRATION.module("cards").TABLES
    again = {name: tuple(models[name](**row) for row in rows) for name, rows in book.resolved["tables"].items()}
    assert Rulebook(INFILTRATION, book.settings, again).resolved == book.resolved
    assert (Rulebook(INFILTRATION, book.settings, again).record == book.record).all()


# --- Names ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Cleaners' Store", "cleaners_store"),
        ("First-Aid Station", "first_aid_station"),
        ("Qianju PT", "qianju_pt"),
        (" R2  (old) ", "r2_old"),
    ],
)
def test_slug(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_identity__the_same_for_ever_and_another_for_each_copy() -> None:
    assert identity_of("grapple_line") == 1_222_587_383, "another number would shuffle every deck anew"
    assert identity_of("grapple_line", 1) != identity_of("grapple_line")
    identities = [identity_of(row.slug) for rows in read_tables(INFILTRATION).values() for row in rows]
    assert len(set(identities)) == len(identities)
    assert all(0 <= identity < 2**32 for identity in identities)
