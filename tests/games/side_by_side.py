"""Games played side by side by the kernels and by the plain-Python reference: everything has to agree after every action."""

import itertools
import random
from collections.abc import Callable
from typing import Any

from simcore.playout import Table
from simcore.rulebook import Rulebook
from simcore.trace import describe_chance
from tests.games.chance import LoggedChance
from tests.games.scenario import whole_result
from tests.games.tables import PlainState, first_difference

Pick = Callable[[random.Random, list[Any]], Any]
"""Chooses one of some actions, with a generator of the game's own."""


class SideBySide:
    """A table of the kernels and the reference beside it; the reference's chance is what the kernels log.

    Parameters
    ----------
    table : Table
    book : Rulebook
        What the text module reads: `plain_book` is faster.
    new_game : callable
        Sets up a game of the reference, given its chance.
    """

    SEED = 2013
    APART = 1
    """Steps between two comparisons of the whole state; games begin at different ones. All else is compared at every step."""

    def __init__(self, table: Table, book: Rulebook, new_game: Callable[[LoggedChance], Any]) -> None:
        self.table, self.book, self.new_game = table, book, new_game
        self.text = table.spec.module("text")

    def difference(self, reference: Any) -> str | None:
        """Where the whole states differ."""
        return first_difference(self.text.describe_state(PlainState(self.table), self.book), reference.state())

    def result(self) -> dict[str, Any]:
        """The kernels' row of the results, in the reference's terms."""
        return whole_result(self.table)

    def play(self, game: int, pick: Pick | None = None) -> int:
        """Play one game on both sides; the number of actions. The bots of the table play, unless `pick` chooses."""
        table, text, book = self.table, self.text, self.book
        chance = random.Random(game)
        changed = dict(book.changed)
        log = LoggedChance()
        log.extend(describe_chance(text, table.start(self.SEED, game), book))
        reference = self.new_game(log)
        for step in itertools.count():
            where = f"game {game} of seed {self.SEED}, {table.seats} players, {changed}, step {step}"
            decision = reference.decision
            assert not log.left, f"{where}: events of chance that the rules do not ask for: {log.left}"
            if decision is None or step % self.APART == game % self.APART:
                difference = self.difference(reference)
                assert difference is None, f"{where}: {difference}"
            if decision is None:
                expected = reference.result()
                found = {name: value for name, value in self.result().items() if name in expected}
                assert first_difference(found, expected, "result") is None, where
                return step
            actions = {tuple(text.describe_action(table.state, book, code)): code for code in table.legal()}
            asked = int(table.state.actor), text.describe_decision(table.state, book), sorted(actions)
            assert asked == (decision.actor, decision.name, sorted(map(tuple, decision.legal))), where
            code = actions[pick(chance, sorted(actions))] if pick else table.choose()
            action = list(next(words for words, number in actions.items() if number == code))
            log.extend(describe_chance(text, table.apply(code), book))
            try:
                reference.apply(action)
            except Exception as error:
                raise AssertionError(f"{where}: after {action} the reference fails: {error}") from error
        raise AssertionError
