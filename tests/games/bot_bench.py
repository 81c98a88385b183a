"""What tests of rated bots measure and look at: shares of wins, ratings, every decision of some games."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from simcore.lineups import load_bot, rotations_of
from simcore.playout import Table
from simcore.rulebook import Rulebook, load_rulebook
from simcore.runner import Player, make_manifest
from simcore.spec import GameBatch, GameSpec


def win_share(batch: GameBatch, entry: int) -> tuple[float, float]:
    """Share of wins of one entry of the line-up, shared wins split, with its standard error over deals."""
    won = batch.won / np.maximum(batch.won.sum(axis=1, keepdims=True), 1)
    of_game = (won * (batch["bot"] == entry)).sum(axis=1)
    of_deal = np.bincount(batch["deal"], of_game) / np.bincount(batch["deal"])
    return float(of_deal.mean()), float(of_deal.std(ddof=1) / len(of_deal) ** 0.5)


def table_for(spec: GameSpec, lineup: str, players: int, book: Rulebook | None = None) -> Table:
    """A table for one game at a time."""
    player = Player(make_manifest(spec.name, players=players, games=1, bots=lineup))
    rules = (book or load_rulebook(spec)).record
    return Table(spec, rules, player.lineup, player.centres, players, player.manifest.rotations)


def weights_of(spec: GameSpec, bot: str) -> np.ndarray[Any, Any]:
    """Weights of a bot with a single centre."""
    centre = load_bot(spec, bot).centres[0]
    return np.array([centre[name] for name in spec.weights])


def rate(table: Table, weights: np.ndarray[Any, Any], dirt: float = 0.0) -> np.ndarray[Any, Any]:
    """Ratings of what is legal now; work space begins with `dirt` in it."""
    legal = np.array(table.legal())
    ratings = np.full(len(legal), np.nan)
    scratch = np.full(table.spec.scratch, dirt)
    table.spec.kernels.rate_actions(table.state, table.rules, weights, legal, len(legal), scratch, ratings)
    return ratings


def ratings_at(table: Table, book: Rulebook, weights: np.ndarray[Any, Any]) -> dict[tuple[Any, ...], float]:
    """Ratings of the acting seat's legal actions, by their words."""
    text = table.spec.module("text")
    words = [tuple(text.describe_action(table.state, book, code)) for code in table.legal()]
    return dict(zip(words, rate(table, weights), strict=True))


def best_of(ratings: Mapping[tuple[Any, ...], float]) -> tuple[Any, ...]:
    """The action rated highest; ties would be an error of the test."""
    first, second = sorted(ratings.values())[-1:-3:-1]
    assert first > second, ratings
    return max(ratings, key=lambda action: ratings[action])


def walk(spec: GameSpec, seed: int, players: int, settings: dict[str, Any], games: int, look: Callable[[Table], None]) -> None:
    """Show every decision of some games to `look`; half of them are played by random bots, which end up in odder places."""
    book = load_rulebook(spec, settings)
    for lineup in ("random", "mixed"):
        table = table_for(spec, lineup, players, book)
        for game in range(games):
            table.start(seed, game)
            while table.state.actor >= 0:
                look(table)
                table.apply(table.choose())


def check_finite(table: Table, weights: np.ndarray[Any, Any]) -> None:
    """Ratings are numbers, do not depend on what the work space held, and change nothing of the game."""
    before = table.work[0].tobytes()
    ratings = rate(table, weights)
    assert np.isfinite(ratings).all()
    assert np.array_equal(ratings, rate(table, weights, dirt=np.nan))
    assert table.work[0].tobytes() == before


def check_blind(table: Table, other: Table, weights: np.ndarray[Any, Any], redeal: int) -> bool:
    """Not a bit of any rating changes when what the seat cannot see is dealt anew, by the chance of `other`; whether anything was."""
    seen = rate(table, weights)
    before = table.work[0].copy()
    other.start(1000 + redeal, redeal)
    table.spec.kernels.deal_unseen(table.state, table.rules, int(table.state.actor), other.chance)
    changed = before.tobytes() != table.work[0].tobytes()
    assert np.array_equal(rate(table, weights), seen)
    table.work[0][:] = before
    return changed


def check_mixed(spec: GameSpec, seed: int, around: tuple[str, ...], players: int, games: int) -> None:
    """`mixed` draws the weights of each seat and game anew, around the centres of these bots, of which all occur."""
    bot, table = load_bot(spec, "mixed"), table_for(spec, "mixed", players)
    assert rotations_of([bot] * players) == 1
    assert bot.centres == tuple(load_bot(spec, name).centres[0] for name in around)
    centres = np.array([weights_of(spec, name) for name in around])
    drawn, nearest = set(), set()
    for game in range(games):
        table.start(seed, game)
        for weights in table.weights[: table.seats].copy():
            within = (np.abs(weights - centres) <= bot.spread * np.abs(centres) + 1e-12).all(axis=1)
            assert within.any()
            nearest.add(int(np.argmax(within)))
            drawn.add(tuple(weights))
    assert len(drawn) == games * table.seats
    assert len(nearest) == len(around)
