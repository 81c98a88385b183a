"""Tables of the page: cells as they are printed, with what they are sorted by."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from analyses.cards import DEALT, EVERYBODY, HELD, USED
from analyses.panel import Stance
from analyses.prices import ALL
from analyses.score_parts import WHO
from reports import numbers, panel, stopping
from reports.edits import edited_first, edits
from reports.material import LINEUPS, NINE_OF_TEN, Material, rows_of
from reports.names import capital, players_words, short_names, varied_title
from reports.wording import LEAD_CHANGES, LEAD_CHANGES_EXCESS, SCORE_WORDS, SHIPPED
from simcore.spec import Auction


@dataclass(frozen=True)
class Cell:
    """What is printed, what the row is sorted by, and what stands small below."""

    text: str
    sort: float | str
    below: str = ""


@dataclass(frozen=True)
class Header:
    """Name of a column, and whether it holds numbers."""

    text: str
    numeric: bool


@dataclass(frozen=True)
class Row:
    """Cells of a row; a faint one rests on few deals."""

    cells: tuple[Cell, ...]
    faint: bool = False


@dataclass(frozen=True)
class Table:
    """A table of the page.

    Attributes
    ----------
    name : str
        Of the file that holds its data.
    title : str
    headers : tuple of Header
    rows : tuple of Row
    note : str
        What stands below.
    folded : bool
        Whether it is opened by a click.
    sortable : bool
    warning : str
        What must be read before it.
    pinned : bool
        Whether its first column stays in sight where the table is wider than the screen.
    """

    name: str
    title: str
    headers: tuple[Header, ...]
    rows: tuple[Row, ...]
    note: str = ""
    folded: bool = True
    sortable: bool = False
    warning: str = ""
    pinned: bool = False


@dataclass(frozen=True)
class Column:
    """How a column of the page is made from a row of data."""

    header: str
    cell: Callable[[Any], Cell]
    numeric: bool = True


def text_column(header: str, key: str, tell: Callable[[Any], str] = str) -> Column:
    """A column of words."""

    def cell(row: Any) -> Cell:
        text = tell(row[key])
        return Cell(text, text.lower())

    return Column(header, cell, numeric=False)


def count_column(header: str, key: str) -> Column:
    """A column of counts."""
    return Column(header, lambda row: Cell(numbers.plain(row[key]), _order(row[key])))


def _order(value: Any) -> float | str:
    """What a number is sorted by; one that is not there comes last."""
    return "" if pd.isna(value) else float(value)


def share_column(header: str, value: str, low: str, high: str) -> Column:
    """A share in percent with its interval."""

    def cell(row: Any) -> Cell:
        if pd.isna(row[value]):
            return Cell(numbers.NOT_THERE, "")
        ends = 100 * row[low], 100 * row[high]
        decimals = numbers.decimals_of(*ends)
        return Cell(f"{numbers.percent(row[value], decimals)} ({_ends(*ends, decimals)})", float(row[value]))

    return Column(header, cell)


def number_column(header: str, value: str, low: str, high: str, factor: float = 1.0, sign: bool = False) -> Column:
    """A number with its interval."""

    def cell(row: Any) -> Cell:
        if pd.isna(row[value]):
            return Cell(numbers.NOT_THERE, "")
        ends = factor * row[low], factor * row[high]
        return Cell(with_interval(factor * row[value], *ends, sign=sign), float(row[value]))

    return Column(header, cell)


def stacked_column(
    header: str, value: str, low: str, high: str, tell: Callable[[float, int], str], most: int, factor: float = 1.0
) -> Column:
    """A number with its interval below it, and at most so many digits after the point, which takes less room."""

    def cell(row: Any) -> Cell:
        if pd.isna(row[value]):
            return Cell(numbers.NOT_THERE, "")
        ends = factor * row[low], factor * row[high]
        decimals = min(most, numbers.decimals_of(*ends))
        return Cell(tell(row[value], decimals), float(row[value]), _around(factor * row[value], *ends, decimals))

    return Column(header, cell)


def share_below(header: str, value: str, low: str, high: str) -> Column:
    """A share in percent with its interval below it."""
    return stacked_column(header, value, low, high, numbers.percent, most=1, factor=100)


def points_below(header: str, value: str, low: str, high: str) -> Column:
    """A difference of shares in points with its interval below it."""
    return stacked_column(header, value, low, high, lambda number, decimals: numbers.signed(100 * number, decimals), most=1, factor=100)


ALWAYS = "always"
"""Stands in little room where nothing was seen to vary."""


def _around(value: float, low: float, high: float, decimals: int) -> str:
    """An interval in little room: ±0.2 where its ends lie alike about the value, up to the last digit shown, else 0.1 to 0.6."""
    if low == high:
        return ALWAYS
    digit = 10.0**-decimals
    if not abs((high - value) - (value - low)) <= digit:
        return _ends(low, high, decimals)
    reach = numbers.plain(max(high - value, value - low), decimals)
    return f"±{reach}" if reach.strip("0.") else f"±<{numbers.plain(digit, decimals)}"


def _ends(low: float, high: float, decimals: int) -> str:
    return numbers.span(low, high, decimals)


def with_interval(value: float, low: float, high: float, sign: bool = False) -> str:
    """6.1 (5.8 to 6.4)."""
    decimals = numbers.decimals_of(low, high)
    number = numbers.signed(value, decimals) if sign else numbers.plain(value, decimals)
    return f"{number} ({_ends(low, high, decimals)})"


def scaled(row: Mapping[str, Any], unit: numbers.Unit, value: str) -> tuple[float, float, float]:
    """A value and the ends of its interval in the unit shown."""
    return unit.factor * row[value], unit.factor * row["low"], unit.factor * row["high"]


def _key_columns(material: Material) -> list[Column]:
    """Columns that say which run a row belongs to; none for a single run."""
    columns = []
    if len(material.players) > 1:
        columns.append(Column("players", lambda row: Cell(str(row["players"]), float(row["players"]))))
    if material.compared:
        labels = short_names(material.variants)
        order = {name: float(place) for place, name in enumerate(material.variants)}
        columns.append(
            Column(
                varied_title(material.variants) or "variant", lambda row: Cell(labels[row["variant"]], order[row["variant"]]), numeric=False
            )
        )
    return columns


def make(
    material: Material,
    name: str,
    title: str,
    columns: Sequence[Column],
    by: Sequence[str] = (),
    rows: pd.DataFrame | None = None,
    **options: Any,
) -> Table | None:
    """A table of the page from a table of the material, or some rows of it; None if there are none.

    Rows that are alike in the columns `by` stand together, so that variants are seen side by side.
    """
    rows = material.table(name) if rows is None else rows
    if not len(rows):
        return None
    rows = _side_by_side(material, rows, by)
    columns = [*_key_columns(material), *columns]
    made = tuple(Row(tuple(column.cell(row) for column in columns), bool(row.get("small", False))) for row in rows_of(rows))
    return Table(name, title, tuple(Header(column.header, column.numeric) for column in columns), made, **options)


def _side_by_side(material: Material, rows: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Rows by players, then in the order in which what they are about first appears, then by variant."""
    order = pd.DataFrame({"players": rows["players"], **{column: pd.factorize(rows[column])[0] for column in by}})
    order["variant"] = rows["variant"].map({name: place for place, name in enumerate(material.variants)})
    return rows.loc[order.sort_values(["players", *by, "variant"], kind="stable").index]


def position_words(position: Any) -> str:
    """1st, 2nd."""
    return numbers.ordinal(int(position))


SHARES = (
    share_column("win share", "win_share", "low", "high"),
    number_column("above even split, points", "excess", "excess_low", "excess_high", 100, sign=True),
)


def turn_order(material: Material) -> Table | None:
    """Win shares by position."""
    bounds: tuple[Column, ...] = ()
    if any(entry.capped for entry in material.entries):
        bounds = (Column("with capped games taken or given, points", lambda row: Cell(_bounds(row), float(row["excess_capped_high"]))),)
    times = [Column("times even share", lambda row: Cell(times_even(row), float(row["win_share"])))] if len(material.players) > 1 else []
    columns = [
        text_column("position", "position", position_words),
        *SHARES,
        *times,
        *bounds,
        count_column("sole wins", "sole"),
        count_column("shared wins", "shared"),
    ]
    return make(
        material,
        "turn_order",
        "Win share by turn order",
        columns,
        by=["position"],
        note=f"A shared win counts in parts; an even split is that of the games somebody won. {stopping.turn_order_note(material)}",
    )


def ranks(material: Material) -> list[Table | None]:
    """Win shares by each rank besides the turn order."""
    rows = material.table("ranks")
    columns = [
        text_column("place", "position", position_words),
        *SHARES,
        count_column("games", "games"),
        count_column("sole wins", "sole"),
        count_column("shared wins", "shared"),
    ]
    return [
        make(
            material,
            "ranks",
            f"Win share by {one.label} (association, not effect)",
            columns,
            by=["position"],
            rows=rows[rows["rank"] == one.column],
            note=f"{one.text} So this says who wins from where, not what a place is worth.",
        )
        for one in material.spec.positions
        if len(rows)
    ]


def times_even(row: Mapping[str, Any]) -> str:
    """A win share as a multiple of the even one, which compares numbers of players."""
    even = row["win_share"] - row["excess"]
    return (
        numbers.plain(row["win_share"] / even, numbers.decimals_of(row["low"] / even, row["high"] / even))
        if even > 0
        else numbers.NOT_THERE
    )


def _bounds(row: Any) -> str:
    ends = 100 * row["excess_capped_low"], 100 * row["excess_capped_high"]
    return numbers.span(*ends, numbers.decimals_of(100 * row["excess_low"], 100 * row["excess_high"]))


def positions(material: Material) -> Table | None:
    """Differences of win share by position between the variants."""
    columns = [
        text_column("position", "position", position_words),
        number_column("difference, points", "difference", "low", "high", 100, sign=True),
        text_column("verdict", "verdict"),
    ]
    return make(material, "positions", "Differences by turn order", columns, by=["position"], note=stopping.positions_note(material))


def bots(material: Material) -> Table | None:
    """Win shares by bot, where there are several."""
    if all(len({bot.name for bot in entry.manifest.bots}) < 2 for entry in material.entries):
        return None
    columns = [text_column("bot", "bot"), count_column("seats played", "games"), *SHARES]
    return make(material, "bots", "Win share by bot", columns, by=["bot"], folded=False)


def seats(material: Material) -> Table | None:
    """Win shares by seat: a check."""
    columns = [text_column("seat", "seat", lambda seat: str(int(seat))), *SHARES]
    note = "With one bot and a random first player all seats are equal by construction: a check of the harness, never an answer."
    return make(material, "seats", "Win share by seat", columns, by=["seat"], note=note)


def differences(material: Material) -> Table | None:
    """Every measure's difference from the baseline, with what a statistician asks for."""

    def level(key: str) -> Callable[[Any], Cell]:
        def cell(row: Any) -> Cell:
            unit = numbers.unit_of(row["unit"])
            half = unit.factor * (row["high"] - row["low"]) / 2
            return Cell(numbers.plain(unit.factor * row[key], numbers.decimals_for(half)), _order(row[key]))

        return cell

    def difference(row: Any) -> Cell:
        if pd.isna(row["difference"]):
            return Cell(numbers.NOT_THERE, "")
        unit = numbers.unit_of(row["unit"])
        return Cell(with_interval(*scaled(row, unit, "difference"), sign=True), float(row["difference"]))

    def margin(row: Any) -> Cell:
        unit = numbers.unit_of(row["unit"])
        return Cell(numbers.counted(f"{unit.factor * row['margin']:.3g}", unit.difference), float(row["margin"]))

    columns = [
        text_column("measure", "label"),
        text_column("asked", "primary", lambda primary: "beforehand" if primary else "exploratory"),
        Column("baseline", level("baseline_value")),
        Column("variant", level("value")),
        Column("difference", difference),
        Column("interval", lambda row: Cell(stopping.kind_of(row), stopping.kind_of(row)), numeric=False),
        Column("margin", margin),
        text_column("verdict", "verdict"),
        count_column("games diverged", "games_diverged"),
        Column("correlation", lambda row: Cell(numbers.plain(row["correlation"], 2), _order(row["correlation"]))),
        count_column("worth unpaired games", "effective_games"),
        count_column("games needed", "games_needed"),
        text_column("stands out", "found", _stands_out),
    ]
    note = (
        "Shares in percent; their differences, and win shares above an even split, in points. That two single intervals overlap says "
        "nothing about their difference. Interval: simultaneous, over all variants and what was asked beforehand; plain, each on its own; "
        "or a confidence sequence, of what playing waited for. "
        "Games diverged: pairs of the same deal that did not end alike. Worth unpaired games: how many independent games of each "
        "variant would give this interval. Games needed: to narrow the interval to half the margin; only where the verdict is open. "
        "Stands out: of the exploratory rows that do, at most one in twenty by chance (Benjamini and Hochberg), however many there are."
    )
    return make(material, "differences", "Every measure against the baseline", columns, by=["measure"], note=note, sortable=True)


def lineups(material: Material) -> Table | None:
    """The primary differences, or levels and shares of games, under every line-up of a panel."""

    def difference(row: Any) -> Cell:
        itself = levels and (row["decides"] or not pd.isna(row["fair"]))
        if itself or pd.isna(row["difference"]):
            return Cell(numbers.NOT_THERE, "")
        unit = numbers.unit_of(row["unit"])
        return Cell(with_interval(*scaled(row, unit, "difference"), sign=True), float(row["difference"]))

    def level(row: Any) -> Cell:
        return Cell(panel.level_number(row), float(row["value"]))

    levels = panel.of_levels(material)
    columns = [
        text_column("measure", "label"),
        text_column("line-up", "lineup"),
        count_column("games", "games"),
        *([Column("value", level)] if levels else []),
        Column(f"difference from {material.first.manifest.lineup}" if levels else "difference", difference),
        text_column("verdict", "verdict"),
        text_column("answer", "stance", lambda stance: STANCE_WORDS[stance]),
        count_column("games needed", "games_needed"),
    ]
    note = (
        "Shares as differences in points. Answer: whether what the first line-up decides holds for this one; open: one of the two is "
        "undecided, or its size is. Games needed, of this line-up: to narrow the interval to half the margin; only where it is open."
    )
    if levels:
        note += f" A measure with a fair value is judged against that, any other against {material.first.manifest.lineup} bots."
    title = "Every answer, line-up by line-up" if levels else "Every primary measure, line-up by line-up"
    return make(material, LINEUPS, title, columns, by=["measure"], note=note, sortable=True)


STANCE_WORDS: dict[str, str] = {Stance.HOLDS: "holds", Stance.FAILS: "does not hold", Stance.OPEN: "open"}


def end_reasons(material: Material) -> Table | None:
    """Why games end."""
    columns = [
        text_column("reason", "reason", material.words),
        count_column("games", "games"),
        share_column("share", "share", "low", "high"),
    ]
    return make(material, "end_reasons", "Why games end", columns, by=["reason"])


def ladder(material: Material) -> Table | None:
    """The steps that can decide."""
    columns = [
        text_column("step", "step", material.words),
        text_column("tie-break", "tie_break", lambda yes: "yes" if yes else "no"),
        count_column("reached", "reached"),
        count_column("decided", "decided"),
        count_column("passed on", "passed_on"),
        share_column("decided, of games that reach it", "share", "low", "high"),
        share_column("of all games", "of_games", "of_games_low", "of_games_high"),
    ]
    return make(
        material,
        "ladder",
        "What decides, step by step",
        columns,
        by=["step"],
        note="Games that nobody wins, and games stopped at the round limit, reach no step.",
    )


def tied(material: Material) -> Table | None:
    """Whom each step favours among those tied: a row a step, a column a position."""
    table = material.table("tied")
    if not len(table):
        return None
    keys = ["players", "variant", "step"]
    wide = table.drop_duplicates(keys)[[*keys, "tie_break", "decided"]].reset_index(drop=True)
    positions = sorted(table["position"].unique())
    for position in positions:
        names = {name: f"{name}_{position}" for name in ("excess", "excess_low", "excess_high")}
        wide = wide.merge(table[table["position"] == position][[*keys, *names]].rename(columns=names), on=keys, how="left")
    columns = [
        text_column("step", "step", material.words),
        count_column("decided", "decided"),
        *(points_below(position_words(one), f"excess_{one}", f"excess_low_{one}", f"excess_high_{one}") for one in positions),
    ]
    note = (
        "Points of win share of the first, second, … in turn order above 1/t, where t seats were still tied when the step came: all of "
        "them at the first step. Exploratory: plain intervals, each on its own."
    )
    return make(material, "tied", "Whom each step favours among those tied", columns, by=["step"], rows=wide, note=note)


def score_parts(material: Material) -> Table | None:
    """Where points come from."""
    table = material.table("score_parts")
    if not len(table):
        return None
    keys = ["players", "variant", "part"]
    wide = table.drop_duplicates(keys)[[*keys, "unit"]].reset_index(drop=True)
    for who in WHO:
        names = {name: f"{who}_{name}" for name in ("mean", "low", "high", "share")}
        wide = wide.merge(table[table["who"] == who][[*keys, *names]].rename(columns=names), on=keys, how="left")
    columns = [text_column("from", "part")]
    for who in WHO:
        columns.append(stacked_column(f"{who}, a seat", f"{who}_mean", f"{who}_low", f"{who}_high", numbers.plain, most=2))
        columns.append(Column("of their total", _part_of_total(who)))
    title = f"Where points come from, in {table['unit'].iloc[0]}"
    note = "Means. Others: all seats that do not win, in games that somebody wins."
    return make(material, "score_parts", title, columns, by=["part"], rows=wide, note=note)


def _part_of_total(who: str) -> Callable[[Any], Cell]:
    """A part's share of the total of winners or others; parts that cost points are below nothing."""

    def cell(row: Any) -> Cell:
        share = row[f"{who}_share"]
        text = numbers.NOT_THERE if pd.isna(share) else numbers.counted(numbers.plain(100 * share), "%")
        return Cell(text, _order(share))

    return cell


def leaders(material: Material) -> Table | None:
    """Who leads after each round, and how often that leader wins."""
    columns = [
        count_column("after round", "round"),
        count_column("games that go on", "running"),
        share_below("somebody leads alone", "share", "low", "high"),
        share_below("that leader wins", "wins", "wins_low", "wins_high"),
        share_below("that leader began the game", "first", "first_low", "first_high"),
    ]
    note = (
        "Leader: alone at the top if the game ended now, hidden values as somebody who sees everything knows them. Games that this was the "
        "last round of are left out: there the leader is the winner. A shared win counts in parts. Grey: fewer than 50 deals."
    )
    return make(material, "leaders", "Leader after each round", columns, by=["round"], note=note)


def outside_ladder(material: Material) -> Table | None:
    """Games that no step decided."""
    columns = [
        text_column("outcome", "outcome", material.words),
        count_column("games", "games"),
        share_column("share", "share", "low", "high"),
    ]
    return make(material, "outside_ladder", "Decided by no step", columns, by=["outcome"])


def lengths(material: Material) -> Table | None:
    """Length in numbers."""
    capped = any(entry.capped for entry in material.entries)
    columns = [
        Column("mean, at least" if capped else "mean", _mean_length),
        Column("sd", lambda row: Cell(numbers.plain(row["sd"], 1), _order(row["sd"]))),
        *(_quantile(header, key) for header, key in (("5 %", "p05"), ("median", "median"), ("9 of 10", NINE_OF_TEN), ("95 %", "p95"))),
        count_column("longest", "max"),
    ]
    if capped:
        columns.append(count_column("stopped at the limit", "censored"))
    sequences = stopping.sequenced(material, material.spec.length) and not material.compared
    note = QUANTILE_NOTE.format(kind=f"{stopping.SEQUENCES}, each on its own" if sequences else "95 % intervals, each on its own")
    return make(material, "lengths", f"Length in {material.spec.length_unit}", columns, folded=False, note=note)


def _mean_length(row: Any) -> Cell:
    """The mean with the ends of its interval below it."""
    ends = row["mean_low"], row["mean_high"]
    decimals = numbers.decimals_of(*ends)
    return Cell(numbers.plain(row["mean"], decimals), float(row["mean"]), _ends(*ends, decimals))


QUANTILE_NOTE = (
    "Below: {kind}; that of a quantile is two order statistics. Lengths are whole numbers, so both ends are often the same one, and hold "
    "the true quantile more often than 95 times in 100. Differences of quantiles are not told: those of the means are."
)


def _quantile(header: str, key: str) -> Column:
    """A quantile with the ends of its interval below it, as far as games stopped at the round limit leave them known."""

    def cell(row: Any) -> Cell:
        low, high = (numbers.plain(row[f"{key}_{end}"]) for end in ("low", "high"))
        return Cell(numbers.plain(row[key]), _order(row[key]), f"{low} to {high}")

    return Column(header, cell)


def length_distribution(material: Material) -> Table | None:
    """How many games last how long."""

    def length(row: Any) -> Cell:
        text = numbers.whole(row["first"])
        if row["tail"]:
            text += " or more"
        elif row["last"] > row["first"]:
            text += f" to {numbers.whole(row['last'])}"
        return Cell(text, float(row["first"]))

    columns = [
        Column(material.spec.length_unit, length),
        count_column("games", "games"),
        Column("share", lambda row: Cell(numbers.percent(row["share"], 2), float(row["share"]))),
    ]
    return make(material, "length_distribution", "Games by length", columns, by=["first"])


def longer_than(material: Material) -> Table | None:
    """The tail: how many games last longer than so many rounds, or turns."""
    unit = material.spec.length
    more = f"more than, {material.spec.length_unit}"
    columns = [count_column(more, unit), count_column("games", "games"), share_column("share", "share", "low", "high")]
    return make(material, "longer_than", "Games that last longer than …", columns, by=[unit])


def scores(material: Material) -> Table | None:
    """Scores in numbers."""
    columns = [
        text_column("score of", "what", lambda what: SCORE_WORDS[what]),
        number_column("mean", "mean", "low", "high"),
        Column("sd", lambda row: Cell(numbers.plain(row["sd"], 1), _order(row["sd"]))),
        *(
            count_column(header, key)
            for header, key in (("least", "least"), ("5 %", "p05"), ("median", "median"), ("95 %", "p95"), ("most", "most"))
        ),
    ]
    return make(material, "scores", f"Scores in {material.spec.score_unit}", columns, by=["what"], folded=False)


def edited(material: Material) -> Table | None:
    """The cards that are not the same everywhere, cell by cell: what stands in the baseline, or the shipped set, and in each variant."""
    labels = short_names(material.variants) if material.compared else {material.baseline: material.first.manifest.card_set}
    others = [name for name in material.variants if name != material.baseline or not material.compared]
    rows = [(edit, column) for edit in edits(material) for column in edit.before]
    if not rows:
        return None
    headers = ("card", "what", labels[material.baseline] if material.compared else SHIPPED, *(labels[name] for name in others))
    made = []
    for edit, column in rows:
        before = edit.before[column]
        values = [edit.after.get(name, {}).get(column, before) for name in others]
        cells = (edit.name, column.replace("_", " ") or "the card", before, *values)
        made.append(Row(tuple(Cell(text, text.lower()) for text in cells)))
    return Table("opening_hand", "Edited cards", tuple(Header(text, False) for text in headers), tuple(made))


def opening_hand(material: Material) -> Table | None:
    """What being dealt a card is worth, card by card."""
    columns = [
        text_column("card", "name"),
        count_column("seats dealt it", "dealt"),
        number_column("effect, points of win share", "effect", "low", "high", 100, sign=True),
        Column("shrunken", _shrunken),
        text_column("stands out", "found", _stands_out),
    ]
    rows = material.table("opening_hand")
    if len(rows):
        rows = edited_first(material, rows.sort_values("rank", kind="stable"))
    title = "Being dealt a card, for each card"
    return make(material, "opening_hand", title, columns, by=["card"], rows=rows, sortable=True, note=f"{SCREEN_NOTE} {SMALL_NOTE}")


def _stands_out(found: Any) -> str:
    return "yes" if found else ""


def _shrunken(row: Any) -> Cell:
    if pd.isna(row["shrunken"]):
        return Cell(numbers.NOT_THERE, "")
    return Cell(numbers.signed(100 * row["shrunken"], 1), float(row["shrunken"]))


SCREEN_NOTE = (
    "The furthest first, by their effects drawn together (shrunken), since the furthest of many are overstated. Stands out: of these "
    "cards at most one in twenty by chance (Benjamini and Hochberg); of the grey ones nothing is asked."
)
SMALL_NOTE = "Grey: fewer than 50 deals. Click a heading to sort."


def usage(material: Material) -> list[Table | None]:
    """How often a card dealt is used, or something else happens with a card of the times it could."""
    return [_usage(material, rows) for rows in _groups(edited_first(material, material.table("usage")), ["event", "among", "table"])]


def _groups(table: pd.DataFrame, by: list[str]) -> list[pd.DataFrame]:
    """The rows that are alike in some columns, in the order in which they appear."""
    return [rows for _, rows in table.groupby(by, sort=False)] if len(table) else []


def _usage(material: Material, rows: pd.DataFrame) -> Table | None:
    event, among, unit, table = rows[["event", "among", "unit", "table"]].iloc[0]
    title, could, did = f"{capital(table)}: how often {event} when {among}", f"{among}, {unit}", f"{event}, {unit}"
    share = share_below(f"{event} when {among}", "share", "low", "high")
    if (event, among) == (USED, DEALT):
        title, could, did = "How often a card dealt is used", among, event
        share = share_column("used when dealt", "share", "low", "high")
    columns = [text_column("card", "name"), count_column(could, "chances"), count_column(did, "used"), share]
    pinned = among != DEALT and not _key_columns(material)
    return make(material, "usage", title, columns, by=["card"], rows=rows, sortable=True, pinned=pinned, note=SMALL_NOTE)


ASSOCIATION_WARNING = (
    "Association, not effect. Whoever survives longer holds and uses more cards, so a card can stand high here and be worth "
    "nothing, or the reverse. The effect of a card is its opening-hand effect above, or a comparison with the card taken out."
)
CHOSEN_WARNING = (
    "Association, not effect. Cards come to those who choose them and can afford them, and whoever is ahead can afford more, so a card "
    "can stand high here and be worth nothing, or the reverse. The effect of a card is seen in a comparison with the card taken out."
)
"""The warning of a game without opening hands."""


def association(material: Material) -> list[Table | None]:
    """Who wins among those who held or used a card; what the game has a word of its own for, in tables of their own."""
    table = material.table("association")
    if not len(table):
        return []
    table = edited_first(material, table.sort_values("rank", kind="stable"))
    plain = table["event"].isin([HELD, USED]) & (table["among"] == EVERYBODY)
    columns = [
        text_column("card", "name"),
        text_column("event", "event"),
        count_column("seats", "seats"),
        number_column("difference in win share, points", "difference", "low", "high", 100, sign=True),
        text_column("stands out", "found", _stands_out),
    ]
    options: dict[str, Any] = {"sortable": True, "warning": CHOSEN_WARNING if material.table("opening_hand").empty else ASSOCIATION_WARNING}
    title = "Association, not effect: who held or used a card"
    together = make(material, "association", title, columns, by=["event", "card"], rows=table[plain], note=SCREEN_NOTE, **options)
    return [together, *(_associated(material, rows, options) for rows in _groups(table[~plain], ["event", "among", "table"]))]


def _associated(material: Material, rows: pd.DataFrame, options: Mapping[str, Any]) -> Table | None:
    """Who wins among those with whom something happened, against the others to whom it could."""
    event, among, table = rows[["event", "among", "table"]].iloc[0]
    others = f"all seats with the card not {event}" if among == EVERYBODY else f"seats with the card {among} but not {event}"
    columns = [
        text_column("card", "name"),
        count_column(f"{event}, seats", "seats"),
        share_below("their win share", "win_share", "win_low", "win_high"),
        points_below("above others, points", "difference", "low", "high"),
        text_column("stands out", "found", _stands_out),
    ]
    note = f"Others: {others}; compared within turn order. {SCREEN_NOTE} {SMALL_NOTE}"
    title = f"Association, not effect: {table} {event}"
    pinned = not _key_columns(material)
    return make(material, "association", title, columns, by=["card"], rows=rows, note=note, pinned=pinned, **options)


DRAWN_WARNING = (
    "Association, not effect. Whoever lives longer draws more cards and draws later, and who has time to draw may be ahead already: "
    "so this says who draws when, and who then wins, not what a card is worth at that time."
)
DRAWN_NOTE = (
    "Of all cards together. Others: seats of games that got so far and drew none in that round; compared within turn order. Used: by the "
    "seat that drew it, then or later. Grey: fewer than 50 deals."
)


def draws(material: Material) -> list[Table | None]:
    """Cards by the round in which they were drawn during play."""
    columns = [
        Column("drawn in round", lambda row: Cell(f"{row['round']} or later" if row["tail"] else str(row["round"]), float(row["round"]))),
        count_column("cards", "cards"),
        share_below("used by who drew it", "used_share", "used_low", "used_high"),
        count_column("seats that drew", "seats"),
        share_below("their win share", "win_share", "win_low", "win_high"),
        points_below("above others, points", "difference", "low", "high"),
    ]
    return [
        make(
            material,
            "draws",
            f"Association, not effect: {rows['table'].iloc[0]} by the round in which they were drawn",
            columns,
            by=["round"],
            rows=rows,
            note=DRAWN_NOTE,
            warning=DRAWN_WARNING,
        )
        for rows in _groups(material.table("draws"), ["table"])
    ]


def prices(material: Material) -> list[Table | None]:
    """What cards are sold for, card by card, with who buys them."""
    return [table for auction in material.spec.auctions for table in (_prices(material, auction), _sales(material, auction))]


def _prices(material: Material, auction: Auction) -> Table | None:
    """Prices by period, and demand and buyers over all periods: a row a card, the dearest first."""
    rows = priced(material, auction)
    if not len(rows) or not rows["offered"].any():
        return None
    dearest = rows[rows["variant"] == material.baseline].sort_values(["players", "bid"], ascending=[True, False], kind="stable")
    rows = rows.set_index("card").loc[dearest["card"].drop_duplicates()].reset_index()

    def plain(header: str, name: str) -> Column:
        return stacked_column(header, name, f"{name}_low", f"{name}_high", numbers.plain, most=2)

    columns = [
        *(plain(f"winning bid, {period}", f"bid_{period}") for period in auction.periods),
        *(plain(f"{auction.cost}, {period}", f"cost_{period}") for period in auction.periods),
        share_below("unsold", "unsold_share", "unsold_low", "unsold_high"),
        *([share_below(f"for a {auction.instead}, of sales", "instead_share", "instead_low", "instead_high")] if auction.instead else []),
        share_below("win share of buyers", "win_share", "win_low", "win_high"),
        points_below("above other seats, points", "difference", "low", "high"),
    ]
    columns, same = _varying(columns, rows)
    if not columns:
        return None
    paid = material.spec.column(auction.columns("bid")[0]).unit
    note = (
        f"{same}Winning bids and {auction.cost} are means in {paid}; intervals stand below. Unsold: of the times offered, whenever. Win "
        "shares of buyers are association, not effect: buyers choose, and can afford, what they buy. The other seats are those without it "
        f"in games in which it was offered, compared within turn order. {SMALL_NOTE}"
    )
    title = f"Prices of {auction.table}"
    made = make(material, "prices", title, columns, by=["card"], rows=rows, note=note, folded=material.compared, sortable=True, pinned=True)
    return made and _led_by(made, text_column("card", "name"), rows_of(_side_by_side(material, rows, ["card"])))


NEARLY = 0.01
"""A mean of counts this near to a whole number is that number in nearly every case."""


def _varying(columns: Sequence[Column], rows: pd.DataFrame) -> tuple[list[Column], str]:
    """The columns that tell rows apart, and a sentence with what the others are in all rows; a single row keeps all."""
    if len(rows) < 2:
        return list(columns), ""
    kept, same = [], []
    for column in columns:
        there = [cell for cell in (column.cell(row) for row in rows_of(rows)) if cell.text != numbers.NOT_THERE]
        values = [float(cell.sort) for cell in there]
        if len(set(values)) < 2:
            same.append(f"{column.header} {there[0].text if there else numbers.NOT_THERE}")
        elif "%" not in there[0].text and round(values[0]) > 0 and all(abs(value - round(values[0])) <= NEARLY for value in values):
            same.append(f"{column.header} nearly always {round(values[0])}")
        else:
            kept.append(column)
    return kept, f"The same for all: {'; '.join(same)}. " if same else ""


def _led_by(table: Table, column: Column, rows: Sequence[Any]) -> Table:
    """The table with a column before all others."""
    made = tuple(replace(one, cells=(column.cell(row), *one.cells)) for one, row in zip(table.rows, rows, strict=True))
    return replace(table, headers=(Header(column.header, column.numeric), *table.headers), rows=made)


def priced(material: Material, auction: Auction) -> pd.DataFrame:
    """Prices with a row for each card of an auction: bid and cost by period, the rest over all periods; and who buys."""
    keys = ["players", "variant", "table", "card", "name"]
    table = material.table("prices")
    if not len(table):
        return table
    table = table[table["table"] == auction.table]
    found = table[table["period"] == ALL].merge(material.table("buyers").drop(columns="small"), on=keys)
    for period in auction.periods:
        names = {f"{kind}{end}": f"{kind}_{period}{end}" for kind in ("bid", "cost") for end in ("", "_low", "_high")}
        found = found.merge(table.loc[table["period"] == period, [*keys, *names]].rename(columns=names), on=keys)
    return found


def _sales(material: Material, auction: Auction) -> Table | None:
    """How often each card was offered, and went how."""
    table = material.table("prices")
    if not len(table):
        return None
    rows = table[(table["table"] == auction.table) & (table["period"] != ALL)]
    columns = [
        text_column("card", "name"),
        text_column("period", "period"),
        count_column("offered", "offered"),
        count_column("for a bid", "sold"),
        *([count_column(f"for a {auction.instead}", "instead")] if auction.instead else []),
        count_column("unsold", "unsold"),
    ]
    return make(
        material, "prices", f"How often {auction.table} are offered and sold", columns, by=["card", "period"], rows=rows, sortable=True
    )


def own_measures(material: Material) -> Table | None:
    """What else the game asks: its own measures, and lead changes; the runs stand side by side."""
    core = {measure.name for measure in material.spec.core_measures} - {LEAD_CHANGES, LEAD_CHANGES_EXCESS}
    across = "variant" if material.compared else "players"
    found: dict[tuple[str, int], dict[Any, dict[str, Any]]] = {}
    for row in material.rows("measures"):
        if row["measure"] not in core:
            found.setdefault((row["measure"], row["players"] if material.compared else 0), {})[row[across]] = row
    if not found:
        return None
    labels: dict[Any, str] = {players: "value" if len(material.players) == 1 else players_words(players) for players in material.players}
    if material.compared:
        labels = {**short_names(material.variants)}
        labels[material.variants[0]] = f"{varied_title(material.variants)} {labels[material.variants[0]]}".strip()
    columns = [
        *(
            [Column("players", lambda row: Cell(str(row["players"]), float(row["players"])))]
            if material.compared and len(material.players) > 1
            else []
        ),
        text_column("measure", "label"),
        *(Column(label, _measured(key)) for key, label in labels.items()),
        text_column("unit", "unit", lambda unit: numbers.unit_of(unit).level),
        text_column("asked", "primary", lambda primary: "beforehand" if primary else "exploratory"),
        text_column("interval", "interval"),
    ]
    rows = [{**next(iter(runs.values())), "runs": runs} for runs in found.values()]
    made = tuple(Row(tuple(column.cell(row) for column in columns)) for row in rows)
    headers = tuple(Header(column.header, column.numeric) for column in columns)
    note = "Plain intervals hold each on its own; simultaneous ones for all that was asked beforehand of a run."
    return Table("measures", "The game's own measures", headers, made, note=note, folded=False)


def _measured(run: Any) -> Callable[[Any], Cell]:
    """A measure's value in one of the runs of a row."""

    def cell(row: Any) -> Cell:
        found = row["runs"].get(run)
        if found is None or pd.isna(found["value"]):
            return Cell(numbers.NOT_THERE, "")
        return Cell(with_interval(*scaled(found, numbers.unit_of(found["unit"]), "value")), float(found["value"]))

    return cell


def key_label(material: Material, players: int, variant: str) -> str:
    """Name of a run in the trust section."""
    parts = [players_words(players)] if len(material.players) > 1 else []
    if material.compared:
        parts.append(f"{varied_title(material.variants)} {short_names(material.variants)[variant]}".strip())
    return ", ".join(parts)
