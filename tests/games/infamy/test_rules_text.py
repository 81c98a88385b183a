"""RULES.md says how the game is played: no clause, no ruling and no setting is left out."""

import re

import simcore
from simcore.rulebook import clauses, load_rules

SPEC = simcore.game("infamy")
TEXT = (SPEC.directory / "RULES.md").read_text(encoding="utf-8")
CLAUSES = 104
RULINGS = 57


def test_all_clauses_in_their_order() -> None:
    assert list(clauses(SPEC)) == [f"FAM-{number:02d}" for number in range(1, CLAUSES + 1)]
    assert all(text.endswith(".") for text in clauses(SPEC).values())


def test_each_setting_is_named_in_its_clause() -> None:
    for name, rule in load_rules(SPEC).items():
        assert f"`{name}`" in clauses(SPEC)[rule.clause], name


def test_each_ruling_stands_in_one_table() -> None:
    sources = [source for row in re.findall(r"^\| ((?:A-\d\d(?:, )?)+) \|", TEXT, re.MULTILINE) for source in row.split(", ")]
    assert sorted(sources) == [f"A-{number:02d}" for number in range(1, RULINGS + 1)]


def test_readings_that_are_explained_exist() -> None:
    rules = load_rules(SPEC)
    explained = re.findall(r"`([a-z_]+)=([a-z_]+)`", TEXT)
    assert all(value in rules[name].values for name, value in explained)
    assert {name for name, _ in explained} == {name for name, rule in rules.items() if rule.kind == "ruling"}
    switches = dict(re.findall(r"^\| (A-\d\d) \| `([a-z_]+)=", TEXT, re.MULTILINE))
    assert switches == {rule.ruling: name for name, rule in rules.items() if rule.kind == "ruling"}
