"""Runs as DataFrames: one row a game, and one row a game and seat, with names instead of codes.

What the columns are is said in `heistlab.dictionary`: those of the results, and those that only the frames have.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from analyses.screens import SCREEN_COLUMNS
from simcore.spec import NAMED, SEAT, Column, GameBatch
from simcore.store import Run

if TYPE_CHECKING:
    from analyses.summary import Study


def games_frame(runs: Sequence[Run]) -> pd.DataFrame:
    """One row a game: `players`, then the columns of the results that are not per seat; one per card table is a column a card.

    Returns
    -------
    DataFrame
        Such a column is named by the card's slug behind a dot, `bid_day.hacker`, as `--set` writes a card's fields: slugs are the card
        set's, and joined in another way they could make the name of another column.
    """
    return _stacked(_games(run, batch) for run in runs for batch in run.batches(columns=_names(run, per_seat=False)))


def seats_frame(runs: Sequence[Run]) -> pd.DataFrame:
    """One row a game and seat.

    Returns
    -------
    DataFrame
        players, game, deal, seat (from 0), position (in turn order, from 1), bot, won, credit (sole win 1, shared win 1/k), excess (credit
        above an even split of the game's credits), then the per-seat columns of the results.
    """
    wanted = ["game", "deal", "first_seat", "winners"]
    return _stacked(_seats(run, batch) for run in runs for batch in run.batches(columns=[*wanted, *_names(run, per_seat=True)]))


def cards_frame(studies: Sequence["Study"]) -> pd.DataFrame:
    """One row a card and number of players; none for a game that records neither opening hands nor what happens with cards.

    Returns
    -------
    DataFrame
        players, table, card (slug), name; dealt (seats), effect of being dealt it instead of an average card (a fraction of a win) with its
        interval, empty where cards are not dealt; event and among (what happened with it, of what: used, dealt), chances and used (seats
        or games to which it could happen, and did), used_share with its interval.
    """
    return pd.concat([_cards(study) for study in studies], ignore_index=True)


def prices_frame(studies: Sequence["Study"]) -> pd.DataFrame:
    """One row a card that is sold, period and number of players; none for a game without auctions.

    Returns
    -------
    DataFrame
        players, then the columns of `analyses.prices.Prices.prices`.
    """
    return pd.concat([study.prices.prices().assign(players=study.manifest.players) for study in studies], ignore_index=True)


def _cards(study: "Study") -> pd.DataFrame:
    keys = ["table", "card", "name"]
    opening = study.cards.opening_hand().drop(columns="small").rename(columns={"low": "effect_low", "high": "effect_high"})
    opening = opening.rename(columns={name: f"effect_{name}" for name in SCREEN_COLUMNS})
    usage = study.cards.usage().drop(columns=["unit", "small"])
    usage = usage.rename(columns={"share": "used_share", "low": "used_low", "high": "used_high"})
    cards = pd.concat([opening[keys], usage[keys]]).drop_duplicates(ignore_index=True)
    found = cards.merge(opening, on=keys, how="left").merge(usage, on=keys, how="left")
    found.insert(0, "players", study.manifest.players)
    return found


def _columns(run: Run, per_seat: bool) -> list[Column]:
    return [column for column in run.spec.all_columns if (column.per == SEAT) is per_seat]


def _names(run: Run, per_seat: bool) -> list[str]:
    return [column.name for column in _columns(run, per_seat)]


def _stacked(frames: Iterator[pd.DataFrame]) -> pd.DataFrame:
    return pd.concat(list(frames), ignore_index=True)


def _games(run: Run, batch: GameBatch) -> pd.DataFrame:
    found: dict[str, Any] = {"players": np.full(len(batch), run.manifest.players, np.int8)}
    for column in _columns(run, per_seat=False):
        name, values = column.name, batch[column.name]
        if column.of_table:
            found |= {f"{name}.{slug}": values[:, row] for row, slug in enumerate(run.manifest.slugs(column.per))}
        else:
            found[name] = pd.Categorical.from_codes(values, getattr(run.spec, NAMED[name])) if name in NAMED else values
    return pd.DataFrame(found)


def _seats(run: Run, batch: GameBatch) -> pd.DataFrame:
    seats = run.manifest.players
    seat = np.tile(np.arange(seats, dtype=np.int8), len(batch))
    first = np.repeat(batch["first_seat"], seats)
    found: dict[str, Any] = {
        "players": np.full(len(seat), seats, np.int8),
        "game": np.repeat(batch["game"], seats),
        "deal": np.repeat(batch["deal"], seats),
        "seat": seat,
        "position": ((seat - first) % seats + 1).astype(np.int8),
        "bot": _bots(run, batch["bot"].ravel()),
        "won": batch.won.ravel(),
        "credit": batch.credit.ravel(),
        "excess": batch.excess.ravel(),
    }
    return pd.DataFrame(found | {name: batch[name].ravel() for name in _names(run, per_seat=True) if name != "bot"})


def _bots(run: Run, entries: np.ndarray[Any, Any]) -> "pd.Categorical[str]":
    """Names of the bots by their entry in the line-up, in which a bot may stand several times."""
    names = list(dict.fromkeys(bot.name for bot in run.manifest.bots))
    codes = np.array([names.index(bot.name) for bot in run.manifest.bots], np.int8)
    return pd.Categorical.from_codes(codes[entries], pd.Index(names))
