"""How strong bots are: what one seat of each wins among rivals of every other, and one scale of strength from all of these games.

The scale is the Plackett-Luce model of who wins alone: of the seats at a table each wins with a chance proportional to the weight of its
bot (Luce, Individual Choice Behavior, 1959; Plackett, Applied Statistics 24, 1975), by maximum likelihood. Strength need not be
transitive: the wins that the scale predicts stand beside those that were measured, and say how well one number a bot tells it all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyses.intervals import BOOTSTRAP_SEED, LEVEL, wilson
from analyses.source import Array, Source, read
from analyses.summary import records
from analyses.verdicts import Kind, judge
from analyses.win_rate import WinRates
from simcore.spec import GameBatch

GROUPS = 2_000
"""Deals are counted in so many groups, the same in every bout, and these are resampled: bouts share their deals."""

RESAMPLES = 999
PSEUDO_GAMES = 1.0
"""Added to every bout, shared evenly by its seats: without them a bot that wins all its games, or none, would have no finite strength."""

MOST_ROUNDS, TOLERANCE = 1_000, 1e-7
FIT_MARGIN = 0.01
"""Gap between predicted and measured wins that counts as none: the margin of shares."""

WINS, RIVAL_WINS, GAMES, EXCESS = range(4)
"""What is counted of a bout: games that the one seat won alone, that a rival won alone, all games, and the one seat's excess."""

TWO = 2
"""Players with which a bout is the same seen from either side."""

NO_SPREAD = 1e-9
"""Resamples that differ by less are alike: strengths are settled to TOLERANCE, and then once more."""

RANDOM = "random"
"""Kind of the bots that are a floor, and no evidence."""

RATE_COLUMNS = ("games", "credit", "low", "high", "excess", "excess_low", "excess_high")
"""What a cell says of one seat of its bot."""

CELL_COLUMNS = (
    "bot", "rival", "games", "credit", "low", "high", "excess", "excess_low", "excess_high",
    "undecided", "measured", "predicted", "gap", "gap_low", "gap_high", "kind",
)  # fmt: skip
SCALE_COLUMNS = (
    "bot", "floor", "excess", "excess_low", "excess_high", "strength", "low", "high", "ratio", "ratio_low", "ratio_high",
    "chance", "chance_low", "chance_high",
)  # fmt: skip


class Wins:
    """Counts of a bout by groups of deals: games x WINS, RIVAL_WINS, GAMES, EXCESS; the one seat is the first of the line-up."""

    def __init__(self) -> None:
        self.sums = np.zeros((GROUPS, 4))

    def add(self, batch: GameBatch) -> None:
        """Count these games in."""
        one = batch["bot"] == 0
        alone = batch.won.sum(axis=1) == 1
        first = (batch.won & one).any(axis=1)
        group = (batch["deal"] % GROUPS).astype(np.int64)
        for column, values in (
            (WINS, alone & first),
            (RIVAL_WINS, alone & ~first),
            (GAMES, None),
            (EXCESS, (batch.excess * one).sum(axis=1)),
        ):
            self.sums[:, column] += np.bincount(group, values, GROUPS)


@dataclass(frozen=True)
class Bouts:
    """Who met whom: of each bout the bot that had one seat, and the bot that had all others, as numbers of bots.

    Attributes
    ----------
    bots, seats : int
    one, rival : int array, (bouts,)
    """

    bots: int
    seats: int
    one: Array
    rival: Array

    @property
    def rivals(self) -> int:
        """Seats of the rivals in a bout."""
        return self.seats - 1

    def strengths(self, wins: Array, start: Array | None = None) -> Array:
        """Logarithms of the weights that make these wins likeliest, with mean 0.

        Iterative Luce spectral ranking (Maystre and Grossglauser, NeurIPS 2015) on counts. `choix.ilsr_top1` wants every game as a
        row of a list; the rates of its Markov chain are sums over the games, so they are handed, counted, to its form for pairs: in a
        bout a win of the one seat beats each rival, that of a rival the one seat, and rivals are alike.

        Parameters
        ----------
        wins : float array, bouts x 2
            Games that the one seat, and that a rival won alone.
        start : float array, optional
            Where to begin.

        Raises
        ------
        RuntimeError
            It did not settle.
        """
        import choix

        found = np.zeros(self.bots) if start is None else start
        for _ in range(MOST_ROUNDS):
            weights = np.exp(found)
            scaled = (weights[self.one] + weights[self.rival]) / (weights[self.one] + self.rivals * weights[self.rival])
            beaten = np.zeros((self.bots, self.bots))
            np.add.at(beaten, (self.one, self.rival), scaled * self.rivals * wins[:, 0])
            np.add.at(beaten, (self.rival, self.one), scaled * wins[:, 1])
            before, found = found, choix.lsr_pairwise_dense(beaten, initial_params=found)
            if np.abs(found - before).max() < TOLERANCE:
                return found
        raise RuntimeError(f"strengths did not settle in {MOST_ROUNDS} rounds")

    def wins_of(self, counts: Array) -> Array:
        """Games that the one seat, and that a rival won alone, with the pseudo-game of every bout: (..., bouts, 2) from counts."""
        wins: Array = counts[..., [WINS, RIVAL_WINS]] + PSEUDO_GAMES * np.array([1, self.rivals]) / self.seats
        return wins

    def mean_excess(self, counts: Array) -> Array:
        """Excess of one seat of each bot, a mean over the bots that have the others: (..., bots); NaN where a bout has no game."""
        games = counts[..., GAMES]
        excess = np.divide(counts[..., EXCESS], games, out=np.full_like(games, np.nan), where=games > 0)
        both = [(self.one, excess), (self.rival, -excess)] if self.seats == TWO else [(self.one, excess)]
        sums = np.zeros((*games.shape[:-1], self.bots))
        for whose, values in both:
            for bout, bot in enumerate(whose):
                sums[..., bot] += values[..., bout]
        return sums / (self.bots - 1)

    def predicted(self, strengths: Array) -> Array:
        """Chance of the one seat in each bout, of the games that are won alone: (..., bouts) from (..., bots)."""
        weights = np.exp(strengths)
        one = weights[..., self.one]
        chance: Array = one / (one + self.rivals * weights[..., self.rival])
        return chance

    def chances(self, strengths: Array) -> Array:
        """Chance of one seat of each bot at a table whose other seats the other bots share evenly: (..., bots)."""
        weights = np.exp(strengths)
        others = (weights.sum(axis=-1, keepdims=True) - weights) / (self.bots - 1)
        chance: Array = weights / (weights + self.rivals * others)
        return chance


@dataclass(frozen=True)
class Ladder:
    """How strong bots are.

    Attributes
    ----------
    seats : int
    yardstick : str
        The bot whose strength is 0: the first that is not random, of those that won a game.
    cells : DataFrame
        One row a bot and rival: bot (one seat), rival (all other seats), games, credit with low and high, excess with its ends (clustered
        by deal, shares as fractions); undecided (share of games that nobody won alone); of the others, the share that the bot won
        (measured) and that the scale gives it (predicted), the gap between these with its interval, simultaneous over all bouts, and
        what it says against FIT_MARGIN (kind, as for differences).
    scale : DataFrame
        One row a bot, in the order given: floor (it chooses at random), mean excess among each of the others, strength above the
        yardstick's (log-odds at one table), ratio (wins for one of a yardstick's seat), chance (of one seat at a table that the others
        share evenly, in games won alone), each with its interval, bootstrapped over deals: NaN where all resamples are alike. Of a bot
        that never won alone only the excess is known.
    free : int
        Bouts less numbers that the scale chooses: with none the scale fits whatever happens.
    """

    seats: int
    yardstick: str
    cells: pd.DataFrame
    scale: pd.DataFrame
    free: int

    @property
    def fit(self) -> Kind:
        """Whether one scale tells all bouts: the worst verdict that a gap gets."""
        kinds = {Kind(kind) for kind in self.cells["kind"]}
        return next(kind for kind in _WORST_FIRST if kind in kinds)

    @property
    def worst(self) -> dict[str, Any]:
        """The row of `cells` that is meant by `fit`: of those with its verdict the one with the largest gap."""
        rows = self.cells[self.cells["kind"] == self.fit].sort_values("gap", key=np.abs, kind="stable")
        return rows.to_dict("records")[-1]  # type: ignore[return-value] # columns are text


_WORST_FIRST = (
    Kind.HIGHER,
    Kind.LOWER,
    Kind.HIGHER_SIZE_OPEN,
    Kind.LOWER_SIZE_OPEN,
    Kind.UNDECIDED,
    Kind.SMALL_BUT_REAL,
    Kind.EQUAL,
)


def ladder(runs: Mapping[tuple[str, str], Source], bots: Sequence[str]) -> Ladder:
    """Tell how strong bots are from the runs of their bouts.

    Parameters
    ----------
    runs : mapping
        From a bot and the rival that has all other seats to the run of their line-up, whose first entry is the bot. With two players a
        pair has one run, which tells of both.
    bots : sequence of str
        In the order of the rows.
    """
    seats = next(iter(runs.values())).manifest.players
    counted, rates = [], []
    for (bot, rival), run in runs.items():
        wins, rate = Wins(), WinRates(seats, [bot] + [rival] * (seats - 1))
        read(run, wins, rate)
        counted.append(wins.sums)
        rates.append(rate.by_bot().set_index("bot").rename(columns={"win_share": "credit"})[list(RATE_COLUMNS)])
    one, other = (np.array([bots.index(pair[place]) for pair in runs]) for place in (0, 1))
    bouts = Bouts(len(bots), seats, one, other)
    random = {pair[place] for pair, run in runs.items() for place in (0, -1) if run.manifest.bots[place].kind == RANDOM}
    sums = np.array(counted)
    groups = int(np.flatnonzero(sums[:, :, GAMES].any(axis=0))[-1]) + 1
    drawn = np.random.default_rng(BOOTSTRAP_SEED).multinomial(groups, np.full(groups, 1 / groups), RESAMPLES)
    total, resampled = sums.sum(axis=1), np.tensordot(drawn, sums[:, :groups], axes=(1, 1))
    strengths = bouts.strengths(bouts.wins_of(total))
    spread = np.array([bouts.strengths(wins, strengths) for wins in bouts.wins_of(resampled)])
    floor = np.array([bot in random for bot in bots])
    scale, yardstick = _scale(bouts, floor, total, resampled, strengths, spread)
    scale.insert(0, "bot", list(bots))
    fits = _fits(bouts, sums[:, :, GAMES], total, resampled, strengths, spread)
    cells = pd.concat([_cells(list(runs), rates, fits), *([_mirrored(list(runs), rates, fits)] if seats == TWO else [])])
    order = [(bots.index(bot), bots.index(rival)) for bot, rival in zip(cells["bot"], cells["rival"], strict=True)]
    cells = cells.iloc[sorted(range(len(order)), key=order.__getitem__)].reset_index(drop=True)
    return Ladder(seats, bots[yardstick], cells, scale, len(runs) - (len(bots) - 1))


def _scale(bouts: Bouts, floor: Array, total: Array, resampled: Array, strengths: Array, spread: Array) -> tuple[pd.DataFrame, int]:
    """The table of the scale without the bots' names, and the yardstick's place."""
    won = np.bincount(bouts.one, total[:, WINS], bouts.bots) + np.bincount(bouts.rival, total[:, RIVAL_WINS], bouts.bots) > 0
    yardstick = int(np.lexsort((floor, ~won))[0])
    above, all_above = strengths - strengths[yardstick], spread - spread[:, [yardstick]]
    scale = pd.DataFrame({"floor": floor})
    for name, prefix, value, values, known in (
        ("excess", "excess_", bouts.mean_excess(total), bouts.mean_excess(resampled), True),
        ("strength", "", above, all_above, won),
        ("ratio", "ratio_", np.exp(above), np.exp(all_above), won),
        ("chance", "chance_", bouts.chances(strengths), bouts.chances(spread), won),
    ):
        low, high = np.nanquantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
        low, high = (np.where(high - low > NO_SPREAD, end, np.nan) for end in (low, high))
        for column, numbers in ((name, value), (f"{prefix}low", low), (f"{prefix}high", high)):
            scale[column] = np.where(known, numbers, np.nan)
    return scale, yardstick


def _fits(bouts: Bouts, deals: Array, total: Array, resampled: Array, strengths: Array, spread: Array) -> pd.DataFrame:
    """How well the scale tells each bout: undecided, measured, predicted, gap, gap_low, gap_high.

    A gap that is the same in all resamples is within what deals could be that were not seen; `deals` are games, bouts x groups.
    """
    measured, predicted = _share(bouts.wins_of(total)), bouts.predicted(strengths)
    gap, gaps = measured - predicted, _share(bouts.wins_of(resampled)) - bouts.predicted(spread)
    deviation = gaps.std(axis=0, ddof=1)
    spreads = deviation > NO_SPREAD
    largest = (np.abs(gaps - gap)[:, spreads] / deviation[spreads]).max(axis=1, initial=0.0)
    unseen = [wilson(0, groups)[1] for groups in np.count_nonzero(deals, axis=1)]
    half = np.where(spreads, np.quantile(largest, LEVEL) * deviation, unseen)
    undecided = 1 - total[:, [WINS, RIVAL_WINS]].sum(axis=1) / total[:, GAMES]
    return pd.DataFrame(
        {
            "undecided": undecided,
            "measured": measured,
            "predicted": predicted,
            "gap": gap,
            "gap_low": gap - half,
            "gap_high": gap + half,
        }
    )


def _share(wins: Array) -> Array:
    """Share of the one seat in the games won alone: (..., bouts) from (..., bouts, 2)."""
    share: Array = wins[..., 0] / wins.sum(axis=-1)
    return share


def _cells(pairs: Sequence[tuple[str, str]], rates: Sequence[pd.DataFrame], fits: pd.DataFrame) -> pd.DataFrame:
    """A row for each pair."""
    rows = [rate.loc[[bot]].assign(bot=bot, rival=rival) for (bot, rival), rate in zip(pairs, rates, strict=True)]
    kinds = [judge(low, high, FIT_MARGIN).value for low, high in zip(fits["gap_low"], fits["gap_high"], strict=True)]
    return pd.concat([pd.concat(rows, ignore_index=True), fits.assign(kind=kinds)], axis=1)


def _mirrored(pairs: Sequence[tuple[str, str]], rates: Sequence[pd.DataFrame], fits: pd.DataFrame) -> pd.DataFrame:
    """With two players: the same games as the rival sees them."""
    turned = fits.assign(
        measured=1 - fits["measured"],
        predicted=1 - fits["predicted"],
        gap=-fits["gap"],
        gap_low=-fits["gap_high"],
        gap_high=-fits["gap_low"],
    )
    return _cells([(rival, bot) for bot, rival in pairs], rates, turned)


def ladder_dict(found: Ladder) -> dict[str, Any]:
    """A ladder as plain data: yardstick, `cells` and `scale` with the columns of `Ladder`, and `fit`: verdict, margin, free."""
    return {
        "players": found.seats,
        "yardstick": found.yardstick,
        "cells": records(found.cells, CELL_COLUMNS),
        "scale": records(found.scale, SCALE_COLUMNS),
        "fit": {"kind": found.fit.value, "margin": FIT_MARGIN, "free": found.free},
    }
