"""Who wins: by hand, in any slices, and with known truths."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyses.intervals import wilson
from analyses.source import read
from analyses.win_rate import BOUNDS, COLUMNS, OUTCOMES, WinRates, p_in_words, wald_table
from simcore.runner import Player, make_manifest
from simcore.spec import CAPPED, GameBatch
from simcore.store import batch_of
from tests.analyses.market import MARKET, market_games, market_rows, market_run
from tests.analyses.synthetic import LEVEL_OF_ALARM, MemoryRun, rows
from tests.analyses.test_intervals import covers, misses


def win_rates(batch: GameBatch, rotations: int = 1, bots: tuple[str, ...] = (), sizes: tuple[int, ...] = (10_000,)) -> WinRates:
    wins = WinRates(batch.seats, bots or ["plain"] * batch.seats)
    read(MemoryRun(batch, rotations=rotations, sizes=sizes), wins)
    return wins


def test_five_games_by_hand():
    """Seat 1 begins: sole win of seat 1, of seat 0, shared by 0 and 2, nobody, cap."""
    batch = rows([0b010, 0b001, 0b101, 0, 0], 3, first_seat=np.ones(5, int), end_reason=np.array([2, 2, 2, 3, CAPPED]))
    wins = win_rates(batch)
    assert wins.outcomes() == {"sole": 2, "shared": 1, "nobody": 1, "cap": 1}
    table = wins.turn_order()
    assert table["position"].tolist() == [1, 2, 3]
    assert table["games"].tolist() == [5, 5, 5]
    assert table["sole"].tolist() == [1, 0, 1]
    assert table["shared"].tolist() == [0, 1, 1]
    assert table["win_share"].tolist() == pytest.approx([0.2, 0.1, 0.3])
    assert table["excess"].tolist() == pytest.approx([0.0, -0.1, 0.1])
    assert table["capped_low"].tolist() == pytest.approx([0.2, 0.1, 0.3])
    assert table["capped_high"].tolist() == pytest.approx([0.4, 0.3, 0.5])
    assert table["excess_capped_low"].tolist() == pytest.approx([-1 / 15, -0.1 - 1 / 15, 0.1 - 1 / 15])
    assert table["excess_capped_high"].tolist() == pytest.approx([2 / 15, -0.1 + 2 / 15, 0.1 + 2 / 15])
    assert wins.by_seat()["win_share"].tolist() == pytest.approx([0.3, 0.2, 0.1])
    assert (table["low"][0], table["high"][0]) == wilson(1, 5)
    assert list(table.columns) == ["position", *COLUMNS, *BOUNDS]


def test_bots_of_one_name_count_together():
    """A strong bot that always wins, turned over three seats with two weak ones."""
    game = np.arange(6)
    batch = rows(1 << (-game % 3), 3, 3)
    table = win_rates(batch, 3, ("strong", "weak", "weak")).by_bot().set_index("bot")
    assert table["games"].to_dict() == {"strong": 6, "weak": 12}
    assert table["sole"].to_dict() == {"strong": 6, "weak": 0}
    assert table["win_share"].tolist() == [1.0, 0.0]
    assert table["excess"].tolist() == pytest.approx([2 / 3, -1 / 3])


def test_tables_do_not_depend_on_batches():
    generator = np.random.default_rng(1)
    batch = rows(generator.integers(0, 16, 2001), 4, 4, first_seat=generator.integers(0, 4, 2001))
    bots = ("a", "b", "b", "c")
    whole, pieces = win_rates(batch, 4, bots), win_rates(batch, 4, bots, (1, 17, 333))
    for table in (WinRates.turn_order, WinRates.by_seat, WinRates.by_bot):
        pd.testing.assert_frame_equal(table(whole), table(pieces), check_exact=True)
    assert whole.wald() == pieces.wald()
    assert list(whole.outcomes()) == list(OUTCOMES)
    assert sum(whole.outcomes().values()) == 2001


@pytest.mark.parametrize("nobody", [0.0, 0.03, 0.4])
def test_a_fair_game_has_no_excess_however_often_nobody_wins(nobody):
    winners = np.random.default_rng(3).choice([1, 2, 4, 8, 0], 100_000, p=[(1 - nobody) / 4] * 4 + [nobody])
    wins = win_rates(rows(winners, 4))
    assert wins.wald().p > LEVEL_OF_ALARM
    table = wins.turn_order()
    assert (table["win_share"] < 0.25 - nobody / 8).all() == (nobody > 0)
    assert table["excess"].abs().max() < 0.006
    assert abs(table["excess"].sum()) < 1e-12


def test_excess_and_win_share_agree_where_somebody_always_wins():
    winners = np.random.default_rng(4).choice([1, 2, 4], 500, p=[0.5, 0.3, 0.2])
    table = win_rates(rows(winners, 3)).turn_order()
    for end in ("low", "high"):
        assert (table[end] - table[f"excess_{end}"]).tolist() == pytest.approx([1 / 3] * 3)


def test_deals_are_the_clusters_of_turned_line_ups():
    """The luck of a deal sits with a position: games of a deal are won from the same place more often than not."""
    generator = np.random.default_rng(5)
    seats, deals, repetitions = 4, 150, 600
    hits = naive = 0
    for _ in range(repetitions):
        lucky = np.repeat(generator.integers(0, seats, deals), seats)
        winner = np.where(generator.random(seats * deals) < 0.5, lucky, generator.integers(0, seats, seats * deals))
        table = win_rates(rows(1 << winner, seats, seats), seats, ("a", "b", "b", "b")).turn_order()
        hits += table["excess_low"][0] <= 0 <= table["excess_high"][0]
        low, high = wilson(int(table["sole"][0]), seats * deals)
        naive += low <= 0.25 <= high
    assert covers(hits, repetitions)
    assert misses(naive, repetitions, 0.90)


TRUTHS = [
    ({"target": 1}, 2, [1.0, 0.0]),
    ({"target": 2}, 2, [31 / 36, 5 / 36]),
    ({"target": 10}, 2, [0.66089, 0.33911]),
    ({"target": 20}, 2, [0.61886, 0.38114]),
    ({"target": 30}, 2, [0.59761, 0.40239]),
    ({"target": 1, "equal_turns": True}, 2, [5 / 12 + 1 / 12, 5 / 12 + 1 / 12]),
    ({"target": 1, "equal_turns": True}, 4, [1 / 4] * 4),
]


def duel(players: int, settings: dict[str, object], games: int = 4000, bots: str = "mixed") -> MemoryRun:
    """A run of the duel held in memory."""
    manifest = make_manifest("duel", players=players, games=games, seed=11, settings=settings, bots=bots)
    batch = batch_of(manifest, Player(manifest).rows(0, games))
    return MemoryRun(batch, rotations=manifest.rotations, bots=[bot.name for bot in manifest.bots])


@pytest.mark.parametrize(("settings", "players", "truth"), TRUTHS)
def test_the_duel_wins_as_it_must(settings, players, truth):
    wins = WinRates(players, ["plain"] * players)
    read(duel(players, settings), wins)
    table = wins.turn_order()
    level = stats.norm.ppf(1 - LEVEL_OF_ALARM / 2) / stats.norm.ppf(0.975)
    for share, low, high, true in zip(table["win_share"], table["low"], table["high"], truth, strict=True):
        assert share - level * (share - low) - 1e-5 <= true <= share + level * (high - share) + 1e-5
    assert sum(wins.outcomes().values()) == 4000


@pytest.mark.parametrize(("players", "sole"), [(2, 5 / 6), (3, 55 / 72), (4, 25 / 36), (5, 4895 / 7776)])
def test_the_duel_is_shared_as_often_as_it_must(players, sole):
    wins = WinRates(players, ["plain"] * players)
    read(duel(players, {"target": 1, "equal_turns": True}), wins)
    assert stats.binomtest(wins.outcomes()["sole"], 4000, sole).pvalue > LEVEL_OF_ALARM
    assert wins.outcomes()["nobody"] == wins.outcomes()["cap"] == 0


def test_p_is_never_zero():
    assert [p_in_words(p) for p in (0.0, 0.0004, 0.001, 0.25, 1.0, math.nan)] == [
        "<0.001",
        "<0.001",
        "0.001",
        "0.250",
        "1.000",
        "too few games",
    ]
    table = wald_table(win_rates(rows([1] * 100, 2)).wald())
    assert table.loc[0, ["p", "position", "excess"]].tolist() == ["<0.001", 1, 0.5]


def ranked(batch: GameBatch) -> WinRates:
    wins = WinRates(batch.seats, ("plain",) * batch.seats, MARKET.positions)
    read(market_run(batch), wins)
    return wins


def test_a_rank_that_is_the_turn_order_says_the_same():
    batch = market_games(400, np.random.default_rng(9))
    position = (np.arange(4) - batch["first_seat"][:, None]) % 4
    wins = ranked(GameBatch(MARKET, 4, {**batch.columns, "place": position + 1}))
    table = wins.by_rank()
    assert (table["rank"] == "place").all()
    pd.testing.assert_frame_equal(table.drop(columns="rank"), wins.turn_order(), check_exact=True)
    assert wins.wald_ranks() == {"place": wins.wald()}


def test_who_wins_from_a_rank():
    """The last in rank wins three games of four, whatever the turn order; a game in which a seat has no rank is left out."""
    place = np.array([[2, 1], [1, 2], [2, 1], [1, 2], [0, 1]])
    batch = market_rows([1, 2, 1, 1, 1], 2, place=place, first_seat=np.array([0, 1, 1, 0, 0]))
    table = ranked(batch).by_rank()
    assert table["position"].tolist() == [1, 2]
    assert table["games"].tolist() == [4, 4]
    assert table["sole"].tolist() == [1, 3]
    assert table["win_share"].tolist() == [0.25, 0.75]
    assert table["excess"].tolist() == [-0.25, 0.25]


def test_a_rank_that_no_game_has():
    wins = ranked(market_rows([1, 2], 2, place=np.zeros((2, 2), int)))
    assert len(wins.by_rank()) == len(wins.wald_ranks()) == 0
