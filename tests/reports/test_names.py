import pytest

from reports import names
from tests.reports.tools import plain


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("alarm_start=-1", "alarm start -1"),
        ("equal_turns=true", "equal turns on"),
        ("take_action=extract", "take action extract"),
        ("items.grapple_line.copies=0", "grapple line copies 0"),
        ("alarm_start=-1,equal_turns=False", "alarm start -1 + equal turns off"),
        ("bots=greedy+random", "bots greedy+random"),
        ("slow", "slow"),
        ("my = own name", "my = own name"),
    ],
)
def test_variants_in_words(name: str, words: str) -> None:
    assert plain(names.variant_words(name)) == words


def test_one_setting_is_named_once() -> None:
    variants = ["alarm_start=-1", "alarm_start=0"]
    assert names.varied_title(variants) == "alarm start"
    assert [plain(name) for name in names.short_names(variants).values()] == ["-1", "0"]


def test_several_settings_are_named_in_full() -> None:
    variants = ["a=1,b=2", "a=1,b=3"]
    assert names.varied_title(variants) == ""
    assert names.short_names(variants) == {"a=1,b=2": "a 1 + b 2", "a=1,b=3": "a 1 + b 3"}


def test_variants_against_the_baseline() -> None:
    assert plain(names.against(["alarm_start=-1"], "alarm_start=0")) == "alarm start -1 instead of 0"
    assert plain(names.against(["alarm_start=-1", "alarm_start=1"], "alarm_start=0")) == "alarm start -1 or 1 instead of 0"
    assert names.against(["slow"], "fast") == "slow instead of fast"


@pytest.mark.parametrize(("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_lists(items: list[str], text: str) -> None:
    assert names.listed(items) == text


def test_lines_break_between_words() -> None:
    assert names.wrapped("win share of the first in turn order", 12) == "win share of\nthe first in\nturn order"


def test_several_factors_are_told_apart_from_several_variants() -> None:
    variants = [f"alarm_start={start},hand_size={size}" for start in (-1, 1) for size in (3, 4)]
    assert names.factors(variants) == ["alarm start", "hand size"]
    assert names.factors(["alarm_start=1", "alarm_start=2"]) == names.factors(["a=1,b=2", "a=1"]) == names.factors(["shipped"]) == []
    assert plain(names.variant_words(variants[0])) == "alarm start -1 + hand size 3"


def test_long_paths_are_told_by_their_last_part() -> None:
    sets = ["cards=shipped", "cards=/home/somebody/games/infiltration/sets/mine"]
    assert names.short_names(sets) == {sets[0]: "shipped", sets[1]: "…/mine"}
    assert names.variant_words("cards=./mine") == "cards ./mine"
