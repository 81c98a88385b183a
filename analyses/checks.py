"""Checks of one run: exact ones are exact, statistical ones allow one false alarm in ten thousand."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import special

from analyses.endings import Endings
from analyses.source import Source, asked_of, bot_names, progress_of, read, show
from analyses.win_rate import WinRates
from simcore.spec import CAP, CAPPED, NOBODY, SHARED, GameBatch

FALSE_ALARM = 1e-4
"""Level of the statistical checks: at 5 % one page in four would show a false alarm."""

FEWEST_EXPECTED = 5.0
"""Least expected count of a chi-square test."""


class Check(NamedTuple):
    """Whether something that must hold does, in one sentence."""

    name: str
    passed: bool
    sentence: str


class Checks:
    """What has to be seen of each game for the checks of a run.

    Parameters
    ----------
    seats, rotations : int
    """

    def __init__(self, seats: int, rotations: int) -> None:
        self.seats, self.rotations = seats, rotations
        self.games = 0
        self.misplaced = 0
        self.contradictory = 0
        self.first_seats = np.zeros(seats, dtype=np.int64)

    def add(self, batch: GameBatch) -> None:
        """Look at these games."""
        expected = self.games + np.arange(len(batch))
        right = (
            (batch["game"] == expected) & (batch["deal"] == expected // self.rotations) & (batch["rotation"] == expected % self.rotations)
        )
        self.misplaced += int((~right).sum())
        self.games += len(batch)
        winners = batch.won.sum(axis=1)
        decided = batch["decided_by"].astype(np.int64)
        allowed = np.where(np.isin(decided, (NOBODY, CAP)), winners == 0, np.where(decided == SHARED, winners > 1, winners == 1))
        allowed &= (decided == CAP) == (batch["end_reason"] == CAPPED)
        allowed &= ((batch["standing"] == 1) == batch.won).all(axis=1)
        self.contradictory += int((~allowed).sum())
        self.first_seats += np.bincount(batch["first_seat"][batch["rotation"] == 0].astype(np.int64), minlength=self.seats)

    def results(self, run: Source, wins: WinRates, endings: Endings) -> list[Check]:
        """All checks that apply to the run."""
        return [
            self._complete(run),
            self._in_order(),
            _totals(wins.outcomes(), endings, self.games),
            _ended(endings),
            self._consistent(),
            *self._first_player(),
            *self._seats(run, wins),
        ]

    def _complete(self, run: Source) -> Check:
        asked = asked_of(run)
        if self.games == asked:
            sentence = f"All {asked} games asked for were played." if asked > 1 else "The one game asked for was played."
            if progress_of(run).enough:
                sentence = f"All {asked} games up to the look that told enough were played."
            return Check("complete", True, sentence)
        return Check(
            "complete", False, f"The run was stopped at {self.games} of {asked} games; everything here is about the first {self.games}."
        )

    def _in_order(self) -> Check:
        sentence = "The games are numbered without gap or repetition, and each belongs to the deal and rotation of its number."
        if self.misplaced:
            sentence = f"{self.misplaced} games have another number, deal or rotation than their place in the run."
        return Check("in order", self.misplaced == 0, sentence)

    def _consistent(self) -> Check:
        sentence = "In every game winners, ranks and the step that decided agree."
        if self.contradictory:
            sentence = f"In {self.contradictory} games winners, ranks and the step that decided contradict each other."
        return Check("consistent", self.contradictory == 0, sentence)

    def _first_player(self) -> list[Check]:
        """Where every seat begins some games the first player is drawn, and then evenly: chi-square on the deals."""
        deals = int(self.first_seats.sum())
        if not self._first_player_varies() or deals / self.seats < FEWEST_EXPECTED:
            return []
        expected = deals / self.seats
        p = float(special.chdtrc(self.seats - 1, ((self.first_seats - expected) ** 2 / expected).sum()))
        sentence = f"Each seat begins about equally often (chi-square, {deals} deals)."
        if p < FALSE_ALARM:
            sentence = f"The seats do not begin equally often: {', '.join(map(str, self.first_seats))} of {deals} deals."
        return [Check("first player", p >= FALSE_ALARM, sentence)]

    def _first_player_varies(self) -> bool:
        return bool((self.first_seats > 0).all())

    def _seats(self, run: Source, wins: WinRates) -> list[Check]:
        """With one bot in all seats and a first player drawn at random no seat can have an advantage."""
        if len(set(bot_names(run))) > 1 or not self._first_player_varies():
            return []
        test = wins.wald_seats()
        if np.isnan(test.p):
            return []
        sentence = "No seat wins measurably more than another, as it must be with one bot and a random first player."
        if test.p < FALSE_ALARM:
            sentence = (
                f"Seat {test.position} wins {100 * test.largest:+.2f} points, though all seats have one bot and the first player is random."
            )
        return [Check("seats", test.p >= FALSE_ALARM, sentence)]


def _totals(outcomes: Mapping[str, int], endings: Endings, games: int) -> Check:
    sums = {
        "outcomes": sum(outcomes.values()),
        "end reasons": int(endings.end_reasons()["games"].sum()) + endings.still_running(),
        "deciding steps": sum(endings.decided_by().values()),
    }
    wrong = {name: total for name, total in sums.items() if total != games}
    sentence = f"Outcomes, end reasons and deciding steps each add up to {games} game{'' if games == 1 else 's'}."
    if wrong:
        sentence = "; ".join(f"{name} add up to {total} games, not {games}" for name, total in wrong.items()) + "."
    return Check("totals", not wrong, sentence)


def _ended(endings: Endings) -> Check:
    running = endings.still_running()
    return Check("ended", running == 0, f"{running} games were recorded without an end." if running else "Every game came to an end.")


def checks_table(checks: list[Check]) -> pd.DataFrame:
    """Checks as a table: check, passed, sentence."""
    return pd.DataFrame(checks, columns=["check", "passed", "sentence"])


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """The checks, as tables by title."""
    checks, wins = Checks(run.manifest.players, run.manifest.rotations), WinRates(run.manifest.players, bot_names(run))
    endings = Endings(run.spec)
    read(run, checks, wins, endings)
    return {"Checks": checks_table(checks.results(run, wins, endings))}


if __name__ == "__main__":
    show(tables)
