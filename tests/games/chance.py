"""Chance of the plain-Python games: as it fell in another playing of the same game, or from a generator of its own."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


class ChanceError(Exception):
    """The log tells of another event than the rules ask for."""


class LoggedChance:
    """Chance as it fell elsewhere: events in order, each a list of a kind, what it belongs to, and what came out."""

    def __init__(self) -> None:
        self.events: list[list[Any]] = []
        self.position = 0

    def extend(self, events: Iterable[list[Any]]) -> None:
        """Add events that happened next."""
        del self.events[: self.position]
        self.position = 0
        self.events.extend(events)

    @property
    def left(self) -> list[list[Any]]:
        """Events that nobody has asked for yet."""
        return self.events[self.position :]

    def draw(self, wanted: Sequence[Any], outcomes: Mapping[Any, int] | Sequence[Any]) -> Any:
        """What came out of an event that begins with `wanted`; it has to be one of the possible outcomes."""
        asked = f"{list(wanted)} with an outcome in {list(outcomes)}"
        if self.position >= len(self.events):
            raise ChanceError(f"the rules ask for {asked}, the log has ended")
        event = self.events[self.position]
        if event[:-1] != list(wanted):
            raise ChanceError(f"the rules ask for {asked}, the log has {event}")
        outcome = event[-1]
        if outcome not in outcomes or (isinstance(outcomes, Mapping) and not outcomes[outcome]):
            raise ChanceError(f"the rules ask for {asked}, the log has {event}")
        self.position += 1
        return outcome


class RandomChance:
    """Chance from a generator; outcomes with counts are drawn in proportion to them. What came out is noted in `events`."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator
        self.events: list[list[Any]] = []

    def draw(self, wanted: Sequence[Any], outcomes: Mapping[Any, int] | Sequence[Any]) -> Any:
        """A random outcome."""
        weights = list(outcomes.values()) if isinstance(outcomes, Mapping) else None
        outcome = self.generator.choices(list(outcomes), weights)[0]
        self.events.append([*wanted, outcome])
        return outcome


Chance = LoggedChance | RandomChance
