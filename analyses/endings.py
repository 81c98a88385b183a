"""How games end, and which step of the ladder decides who wins."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analyses.intervals import SHARE_BOUNDS, ratio
from analyses.measures import SHARE, SHARE_MARGIN, Measures
from analyses.source import Source, read, show
from analyses.sums import ClusterSums, side_by_side
from simcore.spec import CAP, CORE_DECIDED_BY, NOBODY, RUNNING, SHARED, GameBatch, GameSpec, Measure

OUTSIDE = (SHARED, NOBODY, CAP)
"""How a game can go undecided through, or past, the ladder."""

END_REASONS, STEPS, OUTCOMES = "end_reasons", "ladder", "outside_ladder"
"""Tables of shares of all games: why they end, which step decides, and how they go undecided."""

LADDER = ("step", "tie_break", "reached", "decided", "passed_on", "share", "low", "high", "of_games", "of_games_low", "of_games_high")
"""Columns of the ladder."""


class Endings:
    """Sums that tell how games end.

    Parameters
    ----------
    spec : GameSpec
        Whose end reasons and steps the results name.
    """

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.steps = spec.decided_by[len(CORE_DECIDED_BY) :]
        self._reasons = ClusterSums(1 + len(spec.end_reasons))
        self._decided = ClusterSums(1 + len(spec.decided_by))
        self._ladder = ClusterSums(2 * len(self.steps))

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        ones = np.ones(len(batch))
        deal = batch["deal"]
        reasons = batch["end_reason"][:, None] == np.arange(len(self.spec.end_reasons))
        self._reasons.add(side_by_side(ones, reasons), deal)
        decided = batch["decided_by"][:, None] == np.arange(len(self.spec.decided_by))
        self._decided.add(side_by_side(ones, decided), deal)
        by_step = decided[:, len(CORE_DECIDED_BY) :]
        reached = batch["reached"].astype(np.int64)[:, None] >> np.arange(len(CORE_DECIDED_BY), len(self.spec.decided_by)) & 1
        self._ladder.add(side_by_side(by_step, reached), deal)

    def end_reasons(self) -> pd.DataFrame:
        """Games by the reason they ended for, in the game's order, with their share of all games: reason, games, share, low, high."""
        codes = range(RUNNING + 1, len(self.spec.end_reasons))
        return _shares(self._reasons, "reason", {self.spec.end_reasons[code]: code for code in codes})

    def still_running(self) -> int:
        """Games recorded without an end: none, unless the program is wrong."""
        return int(self._reasons.total[1 + RUNNING].round())

    def ladder(self) -> pd.DataFrame:
        """Each step that can settle who wins, in the game's order.

        Returns
        -------
        DataFrame
            step, tie_break, reached (games that came to it undecided), decided (by it), passed_on (to a later step, at the end to a
            shared win; where the rules branch, not every step is asked on the way to a later one), share (decided / reached), low,
            high, of_games (decided / all games), of_games_low, of_games_high. Games that nobody wins, and capped ones, never reach the
            ladder.
        """
        count = len(self.steps)
        total = self._ladder.total.round().astype(np.int64)
        shares = [ratio(self._ladder, step, count + step, SHARE_BOUNDS) for step in range(count)]
        of_games = [ratio(self._decided, 1 + len(CORE_DECIDED_BY) + step, 0, SHARE_BOUNDS) for step in range(count)]
        return pd.DataFrame(
            {
                "step": list(self.steps),
                "tie_break": [step in self.spec.tie_breaks for step in self.steps],
                "reached": total[count:],
                "decided": total[:count],
                "passed_on": total[count:] - total[:count],
                "share": [share.value for share in shares],
                "low": [share.low for share in shares],
                "high": [share.high for share in shares],
                "of_games": [share.value for share in of_games],
                "of_games_low": [share.low for share in of_games],
                "of_games_high": [share.high for share in of_games],
            }
        )

    def outside_ladder(self) -> pd.DataFrame:
        """Games that no step decided: shared, nobody, cap, with their share of all games: outcome, games, share, low, high."""
        return _shares(self._decided, "outcome", {self.spec.decided_by[code]: code for code in OUTSIDE})

    def measured(self) -> dict[str, tuple[Measures, list[int]]]:
        """The shares of all games as measures, and the places of those among them that stand in a table, by its name.

        A measure's name is its table's and its own: `end_reasons.cap`.
        """
        reasons = _measured(self._reasons, END_REASONS, "end_reason", self.spec.end_reasons)
        steps, outcomes = (_measured(self._decided, table, "decided_by", self.spec.decided_by) for table in (STEPS, OUTCOMES))
        return {
            END_REASONS: (reasons, list(range(RUNNING + 1, len(self.spec.end_reasons)))),
            STEPS: (steps, list(range(len(CORE_DECIDED_BY), len(self.spec.decided_by)))),
            OUTCOMES: (outcomes, list(OUTSIDE)),
        }

    def decided_by(self) -> dict[str, int]:
        """Games by what decided them: the steps in order, then shared, nobody, cap; they add up to all games."""
        total = self._decided.total.round().astype(np.int64)
        order = (*range(len(CORE_DECIDED_BY), len(self.spec.decided_by)), *OUTSIDE)
        return {self.spec.decided_by[code]: int(total[1 + code]) for code in order}


def _measured(sums: ClusterSums, table: str, column: str, names: Sequence[str]) -> Measures:
    def measure(code: int, name: str) -> Measure:
        return Measure(f"{table}.{name}", name, SHARE, lambda batch: (batch[column] == code).astype(float), SHARE_MARGIN, span=1.0)

    return Measures.of([measure(code, name) for code, name in enumerate(names)], sums)


def _shares(sums: ClusterSums, title: str, codes: dict[str, int]) -> pd.DataFrame:
    shares = [ratio(sums, 1 + code, 0, SHARE_BOUNDS) for code in codes.values()]
    return pd.DataFrame(
        {
            title: list(codes),
            "games": [int(sums.total[1 + code].round()) for code in codes.values()],
            "share": [share.value for share in shares],
            "low": [share.low for share in shares],
            "high": [share.high for share in shares],
        }
    )


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """How games end, as tables by title."""
    endings = Endings(run.spec)
    read(run, endings)
    return {"Why games end": endings.end_reasons(), "What decides": endings.ladder(), "Decided by no step": endings.outside_ladder()}


if __name__ == "__main__":
    show(tables)
