"""Line-ups: bots made from other bots."""

import pytest

import simcore
from simcore.errors import HeistlabError
from simcore.lineups import load_bot, load_lineup

DUEL = simcore.game("duel")


def write(path, *centres):
    path.write_text(f'kind = "rated"\ncentres = {list(map(str, centres))}\n', encoding="utf-8")
    return str(path)


def refusal(call, *arguments):
    with pytest.raises(HeistlabError) as caught:
        call(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_bots_that_are_made_from_each_other_are_refused(tmp_path):
    first, second, third = (tmp_path / f"{name}.toml" for name in ("first", "second", "third"))
    write(first, second)
    write(second, "greedy", third)
    write(third, tmp_path / "." / ".." / tmp_path.name / "first.toml")
    line = refusal(load_bot, DUEL, str(first))
    assert line.startswith(f"bot file {third}: centres: ")
    assert line.endswith("first.toml is made from this bot itself")


def test_a_bot_may_be_made_from_the_same_bot_in_two_ways(tmp_path):
    left, right = write(tmp_path / "left.toml", "greedy"), write(tmp_path / "right.toml", "greedy")
    both = load_bot(DUEL, write(tmp_path / "both.toml", left, right))
    assert both.centres == load_bot(DUEL, "greedy").centres * 2


def test_names_joined_by_commas_are_told_the_right_sign():
    assert refusal(load_lineup, DUEL, "greedy, random", 2).endswith("are joined by '+': greedy+random")
