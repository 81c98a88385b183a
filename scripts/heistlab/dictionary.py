"""The data dictionary: what every column of the results, and every measure, says.

The words are those of the game's spec: the Parquet files carry the same ones as the metadata of their fields.
"""

from typing import Any

import simcore
from heistlab import kinds
from heistlab.catalogue import measure_words
from simcore.spec import NAMED, SEAT, Column, GameSpec

GAME, CARD = "game", "card of "
"""What there is one value for, in words."""

GAMES, SEATS = "games", "seats"
"""The DataFrames of a run that have columns besides those of the results."""

FRAME_COLUMNS: dict[str, tuple[Column, ...]] = {
    GAMES: (Column("players", "Number of players of the run.", "players", kind="int8"),),
    SEATS: (
        Column("players", "Number of players of the run.", "players", kind="int8"),
        Column("seat", "Seat, from 0: the number behind the names of columns per seat.", "seat", kind="int8"),
        Column("position", "Place in the turn order, from 1: the seat that began the game.", "place", kind="int8"),
        Column("bot", "Name of the bot that played the seat.", "name", kind="category"),
        Column("won", "Whether the seat is among the winners.", "yes or no", kind="bool"),
        Column("credit", "Sole win 1, shared win 1/k, else 0.", "wins", kind="float64"),
        Column("excess", "Credit above an even split of the game's credits over its seats.", "wins", kind="float64"),
    ),
}
"""What the DataFrames of a run add to the columns of the results: `run.games` has one row a game, `run.seats` one a game and seat."""


def columns(game: str) -> dict[str, Any]:
    """The data dictionary of a game.

    Parameters
    ----------
    game : str

    Returns
    -------
    dict
        game, title; `columns`: name, unit, kind (how it is stored on disk), per ("game", "seat", or "card of <table>"), fields (names on
        disk), text, names (what the numbers of a code stand for; else empty); `frames`: by DataFrame (`games`, `seats`) the columns that
        it has besides, with name, unit, kind, text; `measures`: name, label, unit, margin, relative_margin (the margin is a fraction of
        the baseline's value), primary, fair (value in a balanced game, or None).

    Raises
    ------
    HeistlabError
        There is no such game.
    """
    spec = simcore.game(kinds.text("game", game))
    return {
        "game": game,
        "title": spec.title,
        "columns": [_column(spec, column) for column in spec.all_columns],
        "frames": {frame: [_described(column) for column in found] for frame, found in FRAME_COLUMNS.items()},
        "measures": [measure_words(measure) for measure in spec.measures],
    }


def _described(column: Column) -> dict[str, Any]:
    return {"name": column.name, "unit": column.unit, "kind": column.kind, "text": column.text}


def _column(spec: GameSpec, column: Column) -> dict[str, Any]:
    per = {"": GAME, SEAT: SEAT}.get(column.per, CARD + column.per)
    fields = f"{column.name}_0, {column.name}_1, ..." if column.per else column.name
    names = list(getattr(spec, NAMED[column.name])) if column.name in NAMED else []
    return _described(column) | {"per": per, "fields": fields, "names": names}
