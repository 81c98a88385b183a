"""Who wins: by turn order, by seat, by bot, by rank; and how many games have one winner, several, or none.

Credit of a seat in a game: sole win 1, shared win 1/k, nobody and cap 0. Win share: mean credit. Excess: credit minus the game's
credits spread evenly over the seats; zero in the mean of a fair game however often nobody wins. Turn order is the balance question: it
is given at random. Other ranks of a game are won in play, so what they go with is an association, not their effect.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.intervals import SHARE_BOUNDS, Interval, Wald, ratio, sequence, wald_test
from analyses.outcomes import credits_of, mean_credits, outcomes, winners_of
from analyses.source import Array, Source, bot_names, read, show
from analyses.sums import UNITS, ClusterSums, side_by_side
from simcore.spec import CAPPED, GameBatch, Positions

OUTCOMES = ("sole", "shared", "nobody", "cap")

COLUMNS = ("games", "sole", "shared", "win_share", "low", "high", "excess", "excess_low", "excess_high", "method")
"""What a row says of a position, seat or bot; the bounds for capped games follow."""

CREDIT_SPAN = 1.0
"""Largest possible difference between two games' credit, or excess, of a seat."""

BOUNDS = ("capped_low", "capped_high", "excess_capped_low", "excess_capped_high")


class _Rows:
    """Sums for rows of one kind: per row the seats that belong to it, their credit and their excess."""

    def __init__(self, count: int, seats: int) -> None:
        self.count, self.seats = count, seats
        self.sums = ClusterSums(3 * count)
        self.sole = np.zeros(count, dtype=np.int64)
        self.shared = np.zeros(count, dtype=np.int64)
        self.capped = np.zeros(count, dtype=np.int64)

    def add(self, batch: GameBatch, members: Array, credit: Array, excess: Array) -> None:
        """Count games in: each array is games x rows, summed over the row's seats."""
        self.sums.add(side_by_side(members, credit, excess), batch["deal"])
        self.capped += members[batch["end_reason"] == CAPPED].sum(axis=0).astype(np.int64)

    def add_order(self, batch: GameBatch, won: Array) -> None:
        """Count games in whose seats, in some order, are the rows, by who wins: the bits of the winning rows."""
        credit, winners = credits_of(self.seats), winners_of(self.seats)
        units = np.vstack([np.full_like(credit, UNITS).T, credit.T, (credit - mean_credits(self.seats)).T]).astype(float)
        self.sums.add_units(units[:, won].T, batch["deal"])
        self.capped += np.count_nonzero(batch["end_reason"] == CAPPED)
        games = np.bincount(won, minlength=len(winners))
        alone = winners.sum(axis=1) == 1
        self.sole += games[alone] @ winners[alone]
        self.shared += games[~alone] @ winners[~alone]

    def table(self, names: Mapping[str, Sequence[Any]], level: float | None = None) -> pd.DataFrame:
        """One row each, after the columns that name it; with confidence sequences of a level, if one is given."""
        count, even = self.count, 1 / self.seats
        members = self.sums.total[:count]

        def interval(top: int, bottom: int, bounds: tuple[float, float]) -> Interval:
            if level is None:
                return ratio(self.sums, top, bottom, bounds)
            return sequence(self.sums, top, bottom, CREDIT_SPAN, level, bounds)

        share = [interval(count + row, row, SHARE_BOUNDS) for row in range(count)]
        excess = [interval(2 * count + row, row, (-even, 1 - even)) for row in range(count)]
        capped = np.divide(self.capped, members, out=np.zeros(count), where=members > 0)
        return pd.DataFrame(
            {
                **names,
                "games": members.round().astype(np.int64),
                "sole": self.sole,
                "shared": self.shared,
                "win_share": [interval.value for interval in share],
                "low": [interval.low for interval in share],
                "high": [interval.high for interval in share],
                "excess": [interval.value for interval in excess],
                "excess_low": [interval.low for interval in excess],
                "excess_high": [interval.high for interval in excess],
                "method": [interval.method for interval in share],
                "capped_low": [interval.value for interval in share],
                "capped_high": np.array([interval.value for interval in share]) + capped,
                "excess_capped_low": np.array([interval.value for interval in excess]) - capped * even,
                "excess_capped_high": np.array([interval.value for interval in excess]) + capped * (1 - even),
            }
        )

    def wald(self) -> Wald:
        """Whether all rows have no excess."""
        return wald_test(self.sums, [2 * self.count + row for row in range(self.count)], 0)


class WinRates:
    """Sums that tell who wins.

    Parameters
    ----------
    seats : int
        Players in a game.
    bots : sequence of str
        Name of each entry of the line-up; entries of one name count together.
    positions : sequence of Positions
        Ranks besides the turn order.
    """

    def __init__(self, seats: int, bots: Sequence[str], positions: Sequence[Positions] = ()) -> None:
        self.seats = seats
        self.positions = tuple(positions)
        self.bots = list(dict.fromkeys(bots))
        self._entries = np.array([self.bots.index(name) for name in bots])
        self._turn_order = _Rows(seats, seats)
        self._seats = _Rows(seats, seats)
        self._bots = _Rows(len(self.bots), seats)
        self._ranks = {one.column: _Rows(seats, seats) for one in positions}
        self._outcomes = dict.fromkeys(OUTCOMES, 0)

    def add(self, batch: GameBatch) -> None:
        """Count these games in; they are whole deals."""
        self._seats.add_order(batch, batch["winners"].astype(np.int64))
        self._turn_order.add_order(batch, outcomes(batch))
        for column, rows in self._ranks.items():
            rows.add_order(*_ranked(batch, column))
        self._add_bots(batch)
        winners = batch.won.sum(axis=1)
        capped = batch["end_reason"] == CAPPED
        self._outcomes["sole"] += int((winners == 1).sum())
        self._outcomes["shared"] += int((winners > 1).sum())
        self._outcomes["nobody"] += int(((winners == 0) & ~capped).sum())
        self._outcomes["cap"] += int(((winners == 0) & capped).sum())

    def _add_bots(self, batch: GameBatch) -> None:
        winners = batch.won.sum(axis=1)
        sole, shared = batch.won & (winners == 1)[:, None], batch.won & (winners > 1)[:, None]
        played = self._entries[batch["bot"].astype(np.int64)]
        is_bot = [played == bot for bot in range(len(self.bots))]
        ones = np.ones((len(batch), self.seats))
        members, credit, excess = (
            side_by_side(*(np.einsum("ij,ij->i", mine, value) for mine in is_bot)) for value in (ones, batch.credit, batch.excess)
        )
        self._bots.add(batch, members, credit, excess)
        self._bots.sole += [int((sole & mine).sum()) for mine in is_bot]
        self._bots.shared += [int((shared & mine).sum()) for mine in is_bot]

    def turn_order(self, level: float | None = None) -> pd.DataFrame:
        """By position at the start of play, 1 for the seat that begins.

        Parameters
        ----------
        level : float, optional
            Of confidence sequences in place of intervals for a number of games fixed beforehand.

        Returns
        -------
        DataFrame
            position, games, sole, shared, win_share, low, high, excess, excess_low, excess_high (shares: fractions), method (of the
            win share's interval), and the bounds of win share and excess with all capped games taken from, or given to, the position.
        """
        return self._turn_order.table({"position": range(1, self.seats + 1)}, level)

    def by_seat(self) -> pd.DataFrame:
        """By seat, from 0: with one bot and a random first player a check of the harness, never an answer."""
        return self._seats.table({"seat": range(self.seats)})

    def by_bot(self) -> pd.DataFrame:
        """By bot; `games`, `sole` and `shared` count the seats it played."""
        return self._bots.table({"bot": self.bots})

    def by_rank(self) -> pd.DataFrame:
        """By the ranks besides the turn order: an association, not an effect of the rank.

        Returns
        -------
        DataFrame
            rank (the column that ranks the seats), position (1 for the first), then as by turn order; `games` are those in which every
            seat has a rank of its own.
        """
        places = range(1, self.seats + 1)
        ranks = [(column, rows) for column, rows in self._ranks.items() if rows.sums.games]
        parts = [rows.table({"rank": [column] * self.seats, "position": places}) for column, rows in ranks]
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=["rank", "position", *COLUMNS, *BOUNDS])

    def wald_ranks(self) -> dict[str, Wald]:
        """All positions of each rank at once, by the column that ranks the seats."""
        return {column: rows.wald() for column, rows in self._ranks.items() if rows.sums.games}

    def outcomes(self) -> dict[str, int]:
        """Games with one winner, with several, won by nobody, and stopped at the round limit: they add up to all games."""
        return dict(self._outcomes)

    def wald(self) -> Wald:
        """All positions of the turn order at once: whether none has an excess."""
        return self._turn_order.wald()

    def wald_seats(self) -> Wald:
        """All seats at once, for the check of the harness."""
        return self._seats.wald()


def _ranked(batch: GameBatch, column: str) -> tuple[GameBatch, Array]:
    """The games in which a column ranks every seat, and who wins them: bits of the ranks."""
    ranks = batch[column].astype(np.int64)
    whole = (np.sort(ranks, axis=1) == np.arange(1, batch.seats + 1)).all(axis=1)
    won: Array = (batch.won[whole] << ranks[whole] - 1).sum(axis=1)
    return batch if whole.all() else batch.where(whole), won


def wald_table(test: Wald) -> pd.DataFrame:
    """A Wald test as a table of one row; the position counts from 1, p is in words."""
    return pd.DataFrame(
        {
            "statistic": [test.statistic],
            "df": [test.df],
            "p": [p_in_words(test.p)],
            "position": [test.position + 1],
            "excess": [test.largest],
        }
    )


P_FLOOR = 0.001


def p_in_words(p: float) -> str:
    """A p value as it is printed: never 0, never more digits than it deserves."""
    if math.isnan(p):
        return "too few games"
    return f"<{P_FLOOR}" if p < P_FLOOR else f"{p:.3f}"


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """Who wins, as tables by title."""
    wins = WinRates(run.manifest.players, bot_names(run), run.spec.positions)
    read(run, wins)
    by_rank = wins.by_rank()
    ranks = {f"Association, not effect: win share by {one.label}": by_rank[by_rank["rank"] == one.column] for one in wins.positions}
    return {
        "Win share by turn order": wins.turn_order(),
        "All positions at once": wald_table(wins.wald()),
        **ranks,
        "Win share by seat": wins.by_seat(),
        "Win share by bot": wins.by_bot(),
        "Outcomes": pd.DataFrame([wins.outcomes()]),
    }


if __name__ == "__main__":
    show(tables)
