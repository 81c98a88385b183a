"""Calibration in small: the exact answers by hand, and that a broken interval, page or search would be noticed."""

import dataclasses
from functools import partial

import numpy as np
import pytest

import calibrate
from analyses import contrasts
from analyses.cards import Cards
from analyses.source import read
from analyses.targets import judged
from calibration import alarms, coverage, looks
from calibration.coverage import Cell
from calibration.played import Played, play
from calibration.truth import Duel
from simcore.spec import SEAT, CardMask, Column, GameBatch
from tests.analyses.test_intervals import covers, misses
from tests.games.duel.test_duel import by_last_throw, first_player_wins

SAMPLES, GAMES, SEED = 400, 120, 1


@pytest.mark.parametrize("target", [1, 2, 10, 20, 30])
def test_the_first_player_wins_as_often_as_by_recursion(target):
    assert Duel(2, target).wins(0) == pytest.approx(first_player_wins(target, target))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_one_throw_each_is_counted_out(players):
    duel = Duel(players, 1, equal_turns=True)
    sole, everybody = by_last_throw(players)
    assert duel.sole() == pytest.approx(sole)
    assert duel.by_last_throw() == pytest.approx(sole)
    assert [duel.arrived(), duel.mean_rounds()] == pytest.approx([1, 1])
    assert duel.score() == pytest.approx(3.5)
    assert duel.winning_score() == pytest.approx(sum(die * (die**players - (die - 1) ** players) for die in range(1, 7)) / 6**players)
    assert duel.shared() > everybody or players == 2


@pytest.mark.parametrize("duel", [Duel(3, 12), Duel(4, 15, 8), Duel(3, 20, round_cap=7)])
def test_shares_add_up(duel):
    assert sum(duel.wins(position) for position in range(duel.players)) == pytest.approx(1 - duel.capped())
    assert sum(duel.excess(position) for position in range(duel.players)) == pytest.approx(0)
    assert duel.beyond(duel.quantile(0.5)) <= 0.5 < duel.beyond(duel.quantile(0.5) - 1)


def test_the_kernel_plays_what_is_computed():
    duel = Duel(3, 12, 6, True)
    batch = play(duel.settings, duel.players, 40_000, SEED).batch
    for found, truth in (
        (batch["rounds"], duel.mean_rounds()),
        (batch.decided("last_throw"), duel.by_last_throw()),
        (batch["score"].mean(axis=1), duel.score()),
        (np.where(batch.won, batch["score"], 0).max(axis=1), duel.winning_score()),
    ):
        assert abs(found.mean() - truth) < 3.9 * found.std() / np.sqrt(len(found))


def _lowest(cells: list[coverage.Cell]) -> coverage.Cell:
    return min((cell for cell in cells if cell.enough), key=lambda cell: cell.coverage)


def _all_cover(cells: list[coverage.Cell], least: float = 0.93) -> bool:
    return all(covers(cell.hits, cell.repetitions, least) for cell in cells if cell.enough)


def test_intervals_of_one_run_hold_the_truth():
    duel = Duel(3, 12, 6, True)
    cells = coverage.single(duel, GAMES, SAMPLES, SEED)
    assert {cell.kind for cell in cells} == {"yes or no a game", "excess", "mean", "rate over seats"}
    assert _all_cover(cells)
    assert _all_cover(coverage.positions(duel, GAMES, SAMPLES, SEED))
    assert _all_cover(coverage.opening_hands(duel, GAMES, SAMPLES, SEED))
    assert _all_cover(coverage.quantiles(duel, GAMES, 100, SEED), 0.95)


def test_games_of_one_deal_count_once(monkeypatch):
    asked = (Duel(2, 20), GAMES, SAMPLES, SEED, "greedy+random", 2)
    assert _all_cover(coverage.single(*asked))
    monkeypatch.setattr("analyses.sums.cluster_starts", lambda deal: np.arange(len(deal)))
    lowest = _lowest(coverage.single(*asked))
    assert misses(lowest.hits, lowest.repetitions, 0.9)


def test_few_games_are_bootstrapped():
    cells = [cell for cell in coverage.single(Duel(2, 20), 35, 200, SEED) if cell.kind == "bootstrap"]
    assert len(cells) == 2
    assert _all_cover(cells)


@pytest.mark.parametrize("paired", [True, False])
def test_differences_hold_the_truth_and_are_not_far_too_wide(paired):
    cells = coverage.differences((Duel(2, 20), Duel(2, 21)), 300, SAMPLES, SEED, paired)
    assert len(cells) == 3
    assert _all_cover(cells)
    assert np.mean([cell.coverage for cell in cells]) < 0.97


def test_pairs_of_which_few_diverge_are_covered(monkeypatch):
    asked = ((Duel(2, 20), Duel(2, 20, round_cap=9)), 1000, SAMPLES, SEED, True)
    cells = coverage.differences(*asked)
    assert not any(cell.enough for cell in cells)
    assert all(covers(cell.hits, cell.repetitions) for cell in cells)
    monkeypatch.setattr(contrasts, "PSEUDO_PAIRS", 0)
    monkeypatch.setattr(contrasts, "RULE_OF_THREE", 0.0)
    assert any(misses(cell.hits, cell.repetitions, 0.9) for cell in coverage.differences(*asked))


@pytest.mark.parametrize("paired", [True, False])
def test_all_intervals_of_a_page_hold_the_truth_at_once(monkeypatch, paired):
    asked = (coverage.TRIOS[0], 300, 60, SEED, paired)
    assert _all_cover(coverage.simultaneous(*asked))
    monkeypatch.setattr("analyses.compare.critical_maximum", lambda *_: 1.5)
    monkeypatch.setattr("analyses.compare.sidak", lambda *_: 1.5)
    monkeypatch.setattr(coverage, "judged", partial(judged, level=0.5))
    assert all(misses(cell.hits, cell.repetitions, 0.85) for cell in coverage.simultaneous(*asked))


def test_pages_with_nothing_to_find_keep_quiet(monkeypatch):
    page, checks = alarms.same(Duel(3, 12, 6, True), 200, 60, SEED)
    assert covers(page.hits, page.repetitions)
    assert checks.hits == checks.repetitions
    monkeypatch.setattr("analyses.compare.sidak", lambda *_: 1.0)
    page, _ = alarms.same(Duel(3, 12, 6, True), 200, 60, SEED)
    assert misses(page.hits, page.repetitions, 0.7)


@pytest.mark.parametrize("fault", alarms.FAULTS)
def test_planted_faults_are_found(fault):
    assert all(one.found for one in alarms.planted(fault, 20_000, 2, SEED))


def test_a_dead_card_stands_out():
    """Eight cards, one a seat; all but one win the game now and then for whoever was dealt them."""
    cards, dead, saving = 8, 5, 0.1
    played = play({}, 3, 20_000, SEED)
    batch, generator = played.batch, np.random.default_rng(SEED)
    masks = coverage.dealt(generator, len(batch), 3, cards)
    saved = np.where((masks & ~(1 << dead)) > 0, generator.random(masks.shape) < saving, False)
    seat = generator.integers(0, 3, len(batch))
    won = np.where(saved[np.arange(len(batch)), seat], 1 << seat, batch["winners"])
    masks_of = CardMask("dealt", "charms", "dealt")
    spec = dataclasses.replace(batch.spec, columns=(Column("dealt", "Cards dealt.", "bits", per=SEAT),), card_masks=(masks_of,))
    found = Cards(spec, 3, {"charms": [(f"card_{card}", f"Card {card}") for card in range(cards)]})
    read(Played(played.manifest, GameBatch(spec, 3, {**batch.columns, "dealt": masks, "winners": won}), spec), found)
    table = found.opening_hand().set_index("rank").sort_index()
    assert table.loc[1, "card"] == f"card_{dead}"
    assert table.loc[1, "found"]
    assert table.loc[1, "high"] < 0


def test_looking_again_and_again_is_noticed():
    duel, evenly = Duel(2, 20), tuple(range(100, 1100, 100))
    for cells in (looks.levels(duel, evenly, 150, SEED), looks.differences((duel, Duel(2, 25)), evenly, 150, SEED)):
        missed = {kind: [1 - cell.coverage for cell in cells if cell.kind == kind] for kind in (looks.SEQUENCE, looks.REPEATED)}
        assert max(missed[looks.SEQUENCE]) <= 0.05
        assert np.mean(missed[looks.REPEATED]) > 0.1
    assert [row[:3] for row in looks.table_rows(cells)] == [["10 looks", kind, "1"] for kind in (looks.SEQUENCE, looks.REPEATED)]
    assert looks.own_looks(2000) == (1024, 1152, 1280, 1408, 1536, 1664, 1792, 1920)


class _Pool:
    """Calls what it is given, one after the other."""

    map = staticmethod(map)


def test_what_is_below_the_promise_is_measured_once_more():
    """A cell that was low by chance, and one that is low: both are doubted, and only what stays low is measured a third time."""
    seeds: dict[str, list[int]] = {"unlucky": [], "low": []}

    def measure(name: str, _: int, samples: int, seed: int) -> list[Cell]:
        seeds[name].append(seed)
        return [Cell("kind", name, 60, round(samples * (0.95 if name == "unlucky" else 0.91)), samples)]

    asked = [(measure, (name, 60, 100)) for name in seeds]
    first = [[Cell("kind", "unlucky", 60, 90, 100)], [Cell("kind", "low", 60, 91, 100)]]
    found = calibrate._again(_Pool(), asked, first)
    assert {cell.question: one.repetitions for cell, one in found.items()} == {
        "unlucky": 100 * calibrate.AGAIN,
        "low": 100 * calibrate.ONCE_MORE,
    }
    assert [one.coverage for one in found.values()] == [0.95, 0.91]
    assert len(set(seeds["low"])) == calibrate.AGAIN + calibrate.ONCE_MORE, "on other games each time"
