import pytest

from analyses.compare import Comparison, compare_dict
from analyses.summary import study, summary
from reports.material import KEYS, figure_names, gather
from simcore.errors import HeistlabError
from simcore.store import Run

FIGURES = ("who_wins", "balance", "end_reasons", "decided_by", "length", "scores", "leaders")
TIED = ("who_wins", "balance", "end_reasons", "decided_by", "favoured", "length", "scores", "leaders")
"""With equal turns there are ties to break."""


def test_a_run_a_study_and_a_list_of_one_are_the_same(one: Run) -> None:
    tables = gather(one).tables
    for source in (study(one), [one], gather(one)):
        again = gather(source).tables
        assert list(again) == list(tables)
        assert all(again[name].equals(tables[name]) for name in tables)


def test_every_table_begins_with_its_keys_and_has_rows(sides_by_players: list[Comparison]) -> None:
    material = gather(sides_by_players)
    assert "differences" in material.tables
    assert "positions" in material.tables
    for name, table in material.tables.items():
        assert tuple(table.columns[:2]) == KEYS, name
        assert len(table), name


def test_the_data_is_what_json_prints(one: Run, sides: Comparison, sides_by_players: list[Comparison], by_players: list[Run]) -> None:
    assert gather(one).data == {"summaries": [summary(one)]}
    assert gather(by_players).data == {"summaries": [summary(run) for run in by_players]}
    assert gather(sides).data == compare_dict(sides)
    assert gather(sides_by_players).data == {"comparisons": [compare_dict(part) for part in sides_by_players]}


def test_players_come_in_ascending_order(by_players: list[Run]) -> None:
    assert gather(by_players[::-1]).players == (2, 3)


def test_figures_there_is_data_for(one: Run, sides: Comparison) -> None:
    assert figure_names(one) == FIGURES
    assert figure_names(sides) == ("differences", *TIED)


def test_what_does_not_belong_on_one_page(one: Run, sides: Comparison, sides_by_players: list[Comparison]) -> None:
    other = sides_by_players[0]
    with pytest.raises(HeistlabError, match="no run"):
        gather([])
    with pytest.raises(HeistlabError, match="not both"):
        gather([one, sides])
    with pytest.raises(HeistlabError, match="one run or comparison for each number of players"):
        gather([one, one])
    renamed = Comparison(**{**vars(other), "names": ["a", "b", "c"], "baseline": "b"})
    with pytest.raises(HeistlabError, match="same variants"):
        gather([renamed, sides])
