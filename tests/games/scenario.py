"""A game as the kernels and as the plain-Python reference play it, and prepared situations that either can be given.

A game derives its own classes from these: how a named state gets onto the table, what a bare situation is, and what plays on from it.
Its `conftest.py` hands them to the fixtures of `tests/games/conftest.py`.
"""

import functools
import json
import random
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from simcore.playout import Table
from simcore.rulebook import Rulebook, load_rulebook
from simcore.spec import SEAT, GameSpec
from simcore.trace import describe_chance
from tests.games.chance import RandomChance
from tests.games.tables import PlainState, kernel_table


@functools.cache
def rulebook_of(spec: GameSpec, **settings: Any) -> Rulebook:
    """The rulebook with these settings, loaded once."""
    return load_rulebook(spec, settings)


def bits(numbers: Iterable[int]) -> int:
    """Numbers as a bit mask."""
    return sum(1 << number for number in numbers)


def rules_in(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters and rulings among settings."""
    return {name: value for name, value in settings.items() if "." not in name}


def patches_in(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Card fields among settings."""
    return {name: value for name, value in settings.items() if "." in name}


def seats_of(mask: Any, seats: int) -> list[int]:
    """Seats of a bit mask."""
    return [seat for seat in range(seats) if int(mask) >> seat & 1]


def whole_result(table: Table) -> dict[str, Any]:
    """The row of a game that has ended, in the reference's terms: a list where there is a value a seat or a card of a table."""
    row, spec, seats = table.result(), table.spec, table.seats
    found: dict[str, Any] = {}
    for column in spec.all_columns:
        value, width = row[column.name], seats if column.per == SEAT else column.per and int(table.rules[column.per])
        found[column.name] = [int(number) for number in value[:width]] if column.per else int(value)
    return found | {
        "winners": seats_of(found["winners"], seats),
        "decided_by": spec.decided_by[found["decided_by"]],
        "end_reason": spec.end_reasons[found["end_reason"]],
    }


class KernelGame:
    """The game as the kernels play it; a game's own class has `spec`, `load` and, if it likes, a `result` of fewer columns."""

    spec: GameSpec

    def __init__(self, players: int, settings: Mapping[str, Any]) -> None:
        self.text = self.spec.module("text")
        self.book = rulebook_of(self.spec, **settings)
        self.table = kernel_table(self.book, players)
        self.events: list[list[Any]] = []

    def start(self, seed: int) -> None:
        """Set up a game."""
        self.events = []
        self.note(self.table.start(seed, 0))

    def note(self, events: list[tuple[int, ...]]) -> None:
        """Keep the events of chance among those logged."""
        self.events += describe_chance(self.text, events, self.book)

    @property
    def named(self) -> dict[str, Any]:
        """The whole named state."""
        found: dict[str, Any] = self.text.describe_state(PlainState(self.table), self.book)
        return found

    @property
    def actions(self) -> dict[str, int]:
        """Legal actions, as JSON text, with their codes."""
        return {json.dumps(self.text.describe_action(self.table.state, self.book, code)): code for code in self.table.legal()}

    @property
    def legal(self) -> list[list[Any]]:
        """Legal actions."""
        return [json.loads(action) for action in self.actions] if self.table.state.actor >= 0 else []

    def apply(self, action: list[Any]) -> None:
        """Play an action."""
        self.note(self.table.apply(self.actions[json.dumps(action)]))

    def result(self) -> dict[str, Any]:
        """The row of the results, in the reference's terms."""
        return whole_result(self.table)


class ReferenceGame:
    """The game as the plain-Python reference plays it; a game's own class has `spec`, `reference` (the module) and `load`."""

    spec: GameSpec
    reference: Any

    def __init__(self, players: int, settings: Mapping[str, Any]) -> None:
        self.players = players
        self.settings = rules_in(settings)
        self.cards = self.reference.read_cards(self.spec.directory / "cards", patches_in(settings))

    def start(self, seed: int) -> None:
        """Set up a game."""
        self.chance = RandomChance(random.Random(seed))
        self.game = self.reference.Game(self.cards, self.players, self.chance, self.settings)

    @property
    def events(self) -> list[list[Any]]:
        """Events of chance so far."""
        return self.chance.events

    @property
    def named(self) -> dict[str, Any]:
        """The whole named state."""
        found: dict[str, Any] = self.game.state()
        return found

    @property
    def legal(self) -> list[list[Any]]:
        """Legal actions."""
        return self.game.decision.legal if self.game.decision else []

    def apply(self, action: list[Any]) -> None:
        """Play an action."""
        self.game.apply(action)

    def result(self) -> dict[str, Any]:
        """The row of the results."""
        found: dict[str, Any] = self.game.result()
        return found


class Situation:
    """What is put on the table of a game that has been set up, once something is played or looked at; and what is seen then.

    A game's own class says with `filled` what stands where nothing was said.
    """

    def __init__(self, game: Any, situation: dict[str, Any]) -> None:
        self.game = game
        self.situation: dict[str, Any] | None = situation

    def filled(self, named: dict[str, Any]) -> dict[str, Any]:
        """A prepared situation with its piles and supplies."""
        raise NotImplementedError

    def _load(self) -> None:
        if self.situation is not None:
            named, self.situation = self.situation, None
            self.game.load(self.filled(named))
            self.events_before = len(self.game.events)

    def answer(self, *answers: list[Any]) -> Any:
        """Answer what is asked, one after the other."""
        for answer in answers:
            assert answer in self.legal, f"{answer} is no answer to {self.asked}: {self.legal}"
            self.game.apply(answer)
        return self

    @property
    def named(self) -> dict[str, Any]:
        """The whole named state."""
        self._load()
        found: dict[str, Any] = self.game.named
        return found

    @property
    def seen(self) -> Any:
        """The whole named state with its fields as attributes."""
        return json.loads(json.dumps(self.named), object_hook=lambda fields: SimpleNamespace(**fields))

    @property
    def decision(self) -> str | None:
        """What is asked."""
        return self.asked[1]

    @property
    def asked(self) -> tuple[int, str | None]:
        """Who is asked what."""
        named = self.named
        return named["actor"], named["decision"]

    @property
    def legal(self) -> list[list[Any]]:
        """Legal actions."""
        self._load()
        found: list[list[Any]] = self.game.legal
        return found

    @property
    def events(self) -> list[list[Any]]:
        """Events of chance since the situation began."""
        return self.game.events[self.events_before :]

    def result(self) -> dict[str, Any]:
        """The row of the results."""
        assert self.decision is None, f"not over: {self.decision} is asked"
        found: dict[str, Any] = self.game.result()
        return found
