"""The duel's exact answers: players throw independently of each other, so that all follow from the law of one player alone."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

NEVER_CAPPED = 200
"""Rounds that no game of these reaches."""


@dataclass(frozen=True)
class Duel:
    """A duel with its exact answers.

    Attributes
    ----------
    players, target, sides : int
    equal_turns : bool
    round_cap : int
        Only win shares, and how many games are stopped, know of it.
    """

    players: int = 2
    target: int = 20
    sides: int = 6
    equal_turns: bool = False
    round_cap: int = NEVER_CAPPED

    def __str__(self) -> str:
        words = [f"{self.players} players to {self.target}", f"{self.sides} sides"]
        words += ["equal turns"] * self.equal_turns
        words += [f"at most {self.round_cap} rounds"] * (self.round_cap < NEVER_CAPPED)
        return ", ".join(words)

    @property
    def settings(self) -> dict[str, Any]:
        """As they are asked of a run."""
        return {"target": self.target, "sides": self.sides, "equal_turns": self.equal_turns, "round_cap": self.round_cap}

    @cached_property
    def arrival(self) -> Array:
        """Chance that one player alone arrives with a throw: throw (from 1) x die x total, the last two as offsets from 1 and target."""
        return _alone(self.target, self.sides)[0]

    @cached_property
    def out_score(self) -> Array:
        """Expected total after each throw, counted only where the player has not arrived: by throw."""
        return _alone(self.target, self.sides)[1]

    @cached_property
    def arrives(self) -> Array:
        """Chance that one player alone arrives with each throw."""
        arrives: Array = self.arrival.sum(axis=(1, 2))
        return arrives

    @cached_property
    def later(self) -> Array:
        """Chance that one player alone arrives later than with each throw."""
        later: Array = np.clip(1 - np.cumsum(self.arrives), 0, 1)
        return later

    @cached_property
    def not_before(self) -> Array:
        """Chance that one player alone arrives with each throw or later."""
        return np.concatenate([[1.0], self.later[:-1]])

    @cached_property
    def rounds(self) -> Array:
        """Chance that a game lasts 1, 2, ... rounds."""
        law: Array = self.not_before**self.players - self.later**self.players
        return law

    def mean_rounds(self) -> float:
        """Mean length in rounds."""
        return float(self.rounds @ np.arange(1, len(self.rounds) + 1))

    def beyond(self, rounds: int) -> float:
        """Chance that a game lasts more than so many rounds."""
        return float(self.rounds[rounds:].sum())

    def quantile(self, share: float) -> int:
        """Rounds by which this share of the games is over."""
        return 1 + int(np.searchsorted(np.cumsum(self.rounds), share))

    def wins(self, position: int) -> float:
        """Chance that a position of the turn order, from 0, wins alone."""
        if self.equal_turns:
            return self.sole() / self.players
        before, after = position, self.players - 1 - position
        return float((self.arrives * self.later**before * self.not_before**after)[: self.round_cap].sum())

    def credit(self, position: int) -> float:
        """Mean credit of a position: with equal turns all are alike."""
        return 1 / self.players if self.equal_turns else self.wins(position)

    def excess(self, position: int) -> float:
        """Mean excess of a position."""
        if self.equal_turns:
            return 0.0
        return self.wins(position) - (1 - self.capped()) / self.players

    def capped(self) -> float:
        """Chance that a game is stopped at the round limit."""
        return self.beyond(self.round_cap)

    @cached_property
    def _by_die(self) -> Array:
        by_die: Array = self.arrival.sum(axis=2)
        return by_die

    @cached_property
    def _beaten(self) -> Array:
        """Chance that another player, in the round of a throw, has not arrived or with a lower die: throw x die."""
        lower: Array = self.later[:, None] + np.cumsum(self._by_die, axis=1) - self._by_die
        return lower

    def sole(self) -> float:
        """Chance of a sole winner."""
        if not self.equal_turns:
            return 1.0
        return self.players * float((self._by_die * self._beaten ** (self.players - 1)).sum())

    def shared(self) -> float:
        """Chance of a shared win."""
        return 1 - self.sole()

    def by_last_throw(self) -> float:
        """Chance that the last throw decides."""
        if not self.equal_turns:
            return 0.0
        return self.sole() - self.players * float((self.arrives * self.later ** (self.players - 1)).sum())

    def arrived(self) -> float:
        """Share of seats that have arrived when the game ends, with equal turns."""
        return float((self.arrives * self.not_before ** (self.players - 1)).sum())

    def winners_of_arrived(self) -> float:
        """Winners for each seat that has arrived, with equal turns."""
        winning = (self._by_die * (self._beaten + self._by_die) ** (self.players - 1)).sum()
        return float(winning) / self.arrived()

    def winning_score(self) -> float:
        """Mean of the highest score among the winners."""
        totals = self.target + np.arange(self.arrival.shape[2])
        if self.equal_turns:
            beaten = self._beaten[:, :, None]
            up_to = (beaten + np.cumsum(self.arrival, axis=2)) ** self.players - beaten**self.players
            law = np.diff(up_to.sum(axis=(0, 1)), prepend=0.0)
            return float(law @ totals)
        scores = self.arrival.sum(axis=1) @ totals
        turns = (self.later**before * self.not_before ** (self.players - 1 - before) for before in range(self.players))
        return float(sum(scores @ weight for weight in turns))

    def score(self) -> float:
        """Mean final score of a seat, with equal turns."""
        totals = self.target + np.arange(self.arrival.shape[2])
        there = self.out_score + self.arrival.sum(axis=1) @ totals
        others = self.players - 1
        return float((there * self.not_before**others - self.out_score * self.later**others).sum())


@lru_cache
def _alone(target: int, sides: int) -> tuple[Array, Array]:
    """Arrivals of one player alone, and the expected total of one who has not arrived, by throw."""
    alive = np.zeros(target)
    alive[0] = 1.0
    arrivals, out = [], []
    for _ in range(target):
        arrival, there = np.zeros((sides, sides)), np.zeros(target)
        for die in range(1, sides + 1):
            short = target - die
            there[die:] += alive[: max(0, short)] / sides
            over = np.arange(max(0, short), target)
            arrival[die - 1, over + die - target] = alive[over] / sides
        alive = there
        arrivals.append(arrival)
        out.append(float(alive @ np.arange(target)))
    return np.array(arrivals), np.array(out)
