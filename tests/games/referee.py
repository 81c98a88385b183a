"""What plain-Python games are made of: one generator that stops at every decision, and cards read without the program's own reader."""

import csv
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Decision:
    """What is asked of whom."""

    actor: int
    name: str
    legal: list[list[Any]]


Play = Generator[Decision, list[Any], Any]


class GameOver(Exception):  # noqa: N818 - not an error, the way out of whatever is under way
    """Nothing further happens."""


class Referee:
    """A game that stops at every decision.

    Attributes
    ----------
    decision : Decision or None
        What is asked; None when the game is over.
    phase : str
        "over" then.
    actions : int
        Answers so far.
    """

    decision: Any = None
    phase = ""
    actions = 0

    def play(self, from_set_up: bool) -> Play:
        """The whole game, or all that follows from where prepared situations begin; to end it, raise GameOver."""
        raise NotImplementedError

    def begin(self, from_set_up: bool = True) -> None:
        """Play to the first decision, whatever was under way."""
        self._course = self._to_the_end(from_set_up)
        self.decision = next(self._course, None)

    def _to_the_end(self, from_set_up: bool) -> Play:
        try:
            yield from self.play(from_set_up)
        except GameOver:
            self.phase = "over"

    def apply(self, action: list[Any]) -> None:
        """Answer the decision and play on to the next one."""
        if self.decision is None or action not in self.decision.legal:
            raise ValueError(f"{action} is not among the legal actions of {self.decision}")
        self.actions += 1
        try:
            self.decision = self._course.send(action)
        except StopIteration:
            self.decision = None


def card_rows(directory: Path, table: str, patches: Mapping[str, Any] | None = None) -> dict[str, dict[str, str]]:
    """Rows of a table by slug, in file order, with cells replaced: `{"table.slug.column": value}`."""
    with (directory / f"{table}.csv").open(newline="", encoding="utf-8") as handle:
        rows = {row["slug"]: row for row in csv.DictReader(handle)}
    for path, value in (patches or {}).items():
        patched, slug, column = path.split(".")
        if patched == table:
            rows[slug][column] = str(value)
    return rows
