"""The pictures of the page: each a function from tables to one matplotlib figure.

All are drawn at the width of a phone, on an axis that variants share, with intervals, and in colours that never stand alone: a variant
has its marker, a part of a bar its hatching. Drawing uses no global figure state and leaves the user's settings as they are.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import matplotlib.style
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from analyses.prices import ALL
from analyses.score_parts import TOTAL, WHO
from reports import describe, names, numbers, panel, wording
from reports.material import Material, Source, figure_names, gather, rows_of, telling_steps
from simcore.errors import HeistlabError, nearest
from simcore.spec import Auction

WIDTH = 4.2
"""Inches: at 390 pixels its text is still as large as a caption."""

INK, SOFT, FAINT, GRID, BAND = "#17191c", "#59616a", "#9aa2a9", "#dde1e5", "#e7eaed"
"""Text, lesser text, small cells, rules, the margin's band: the page replaces them by its own, light or dark."""

BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"
"""Okabe and Ito's colours (Color Universal Design, 2008), told apart by most eyes."""

COLOURS = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY)
MARKERS = ("o", "s", "D", "^", "v", "P", "X")
"""As many colours as not markers: a variant's pair comes again only after 42 others."""
HATCHES = ("", "////", "....", "xxxx", "----", "\\\\\\\\", "++++")

RULES = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 6,
    "axes.labelsize": 9,
    "axes.labelcolor": SOFT,
    "axes.edgecolor": FAINT,
    "axes.facecolor": "none",
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": FAINT,
    "xtick.labelcolor": SOFT,
    "xtick.labelsize": 8.5,
    "xtick.major.size": 3,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
    "ytick.major.size": 0,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "hatch.linewidth": 0.5,
    "svg.fonttype": "none",
    "text.parse_math": False,
}

TITLE_SIZE, NOTE_SIZE = 11, 8.5
SERIES_STEP, ROW_GAP = 0.19, 0.16
"""Inches between the variants of a row, and between rows."""
BAR_STEP, LENGTH_PANEL = 0.36, 1.05
"""Inches from one stacked bar, and from one distribution, to the next."""
AXIS_HEIGHT, PANEL_TITLE, TITLE_HEIGHT, TITLE_TOP, LEGEND_LINE, LEGEND_GAP = 0.44, 0.26, 0.32, 0.05, 0.21, 0.1
"""Inches for the numbers and name of an axis, the title of a panel and of the figure, and the legend."""
CHARACTER, KEY_SYMBOL, KEY_GAP = 0.078, 0.27, 0.16
"""Inches of a legend's character, of a symbol before it, between two entries."""
STEPS = (1, 2, 5, 10)
"""Steps between the numbers of an axis, times powers of ten."""

_drawing = threading.RLock()


@dataclass(frozen=True)
class Drawing:
    """A figure with what it says.

    Attributes
    ----------
    name, title : str
    alt : str
        The figure in words, for those who do not see it.
    figure : Figure
    """

    name: str
    title: str
    alt: str
    figure: Figure


@dataclass(frozen=True)
class Look:
    """How a variant is drawn in every figure."""

    label: str
    colour: str
    marker: str


@dataclass(frozen=True)
class Series:
    """A variant's numbers, one for each row of a figure."""

    look: Look
    value: np.ndarray[Any, Any]
    low: np.ndarray[Any, Any]
    high: np.ndarray[Any, Any]
    notes: Sequence[str]
    faint: np.ndarray[Any, Any]


@contextmanager
def style() -> Iterator[None]:
    """The page's own drawing rules, whatever the user's are; one thread at a time, since matplotlib keeps them globally."""
    with _drawing, matplotlib.style.context(["default", RULES]):
        yield


def looks(material: Material) -> dict[str, Look]:
    """How each variant is drawn: the baseline in ink, the others in colours."""
    labels = names.short_names(material.variants)
    if not material.compared:
        return {name: Look(labels[name], BLUE, MARKERS[0]) for name in material.variants}
    others = [name for name in material.variants if name != material.baseline]
    found = {material.baseline: Look(f"{labels[material.baseline]} (baseline)", INK, MARKERS[0])}
    for place, name in enumerate(others):
        found[name] = Look(labels[name], COLOURS[place % len(COLOURS)], MARKERS[(place + 1) % len(MARKERS)])
    return {name: found[name] for name in material.variants}


@dataclass(frozen=True)
class _Key:
    """An entry of a legend: a variant's marker, a patch of a bar, or, without either, the words before them."""

    label: str
    colour: str = INK
    marker: str = ""
    hatch: str | None = None

    @property
    def width(self) -> float:
        """Inches it takes up, with the gap after it."""
        symbol = KEY_SYMBOL if self.marker or self.hatch is not None else 0.0
        return symbol + len(self.label) * CHARACTER + KEY_GAP


def _legend_lines(keys: Sequence[_Key]) -> list[list[_Key]]:
    """The entries in reading order, broken into lines as wide as the figure."""
    lines: list[list[_Key]] = []
    for key in keys:
        if lines and sum(one.width for one in lines[-1]) + key.width - KEY_GAP <= WIDTH:
            lines[-1].append(key)
        else:
            lines.append([key])
    return lines


def _canvas(title: str, heights: Sequence[float], legend: Sequence[_Key] = ()) -> tuple[Figure, list[Axes]]:
    """A figure with a title, perhaps a legend, and panels of these heights in inches one below the other."""
    lines = _legend_lines(legend)
    top = TITLE_HEIGHT + len(lines) * LEGEND_LINE + (LEGEND_GAP if lines else 0)
    total = top + sum(heights)
    figure = Figure(figsize=(WIDTH, total), layout="constrained", facecolor="white")
    engine: Any = figure.get_layout_engine()
    engine.set(w_pad=0.02, h_pad=0.03, hspace=0.0, wspace=0.0, rect=(0, 0, 1, sum(heights) / total))
    written = figure.text(0.005, 1 - TITLE_TOP / total, title, fontsize=TITLE_SIZE, fontweight="bold", va="top", ha="left")
    written.set_in_layout(False)
    for number, line in enumerate(lines):
        _legend_line(figure, line, 1 - (TITLE_HEIGHT + (number + 0.5) * LEGEND_LINE) / total, LEGEND_LINE / total)
    grid = figure.add_gridspec(len(heights), 1, height_ratios=list(heights))
    return figure, [figure.add_subplot(grid[place, 0]) for place in range(len(heights))]


def _legend_line(figure: Figure, keys: Sequence[_Key], middle: float, height: float) -> None:
    """One line of a legend; places are fractions of the figure."""
    left = 0.03
    for key in keys:
        start = left
        if key.hatch is not None:
            patch = Rectangle((left / WIDTH, middle - 0.28 * height), 0.16 / WIDTH, 0.56 * height, transform=figure.transFigure,
                              facecolor=key.colour, hatch=key.hatch, edgecolor="white", linewidth=0)  # fmt: skip
            figure.add_artist(patch).set_in_layout(False)
            start += KEY_SYMBOL
        elif key.marker:
            line = Line2D([left / WIDTH, (left + 0.2) / WIDTH], [middle] * 2, transform=figure.transFigure, color=key.colour, linewidth=1.6,
                          marker=key.marker, markersize=4.6, markevery=[])  # fmt: skip
            spot = Line2D([(left + 0.1) / WIDTH], [middle], transform=figure.transFigure, color=key.colour, linestyle="none",
                          marker=key.marker, markersize=4.6)  # fmt: skip
            for artist in (line, spot):
                figure.add_artist(artist).set_in_layout(False)
            start += KEY_SYMBOL
        colour = INK if key.marker or key.hatch is not None else SOFT
        text = figure.text(start / WIDTH, middle, key.label, fontsize=NOTE_SIZE, va="center_baseline", ha="left", color=colour)
        text.set_in_layout(False)
        left += key.width


def _variant_keys(material: Material, chosen: Sequence[str] | None = None) -> list[_Key]:
    """Legend of the variants; none if there is only one run."""
    if not material.compared:
        return []
    known = looks(material)
    title = names.varied_title(material.variants)
    shown = material.variants if chosen is None else chosen
    return [_Key(f"{title}:")] * bool(title) + [_Key(known[name].label, known[name].colour, known[name].marker) for name in shown]


def _panel_heights(material: Material, rows: Sequence[float]) -> list[float]:
    """Inches of each panel from the inches of its rows: one a number of players, named where there are several."""
    extra = AXIS_HEIGHT + (PANEL_TITLE if len(material.players) > 1 else 0)
    return [height + extra for height in rows]


def _name_panels(material: Material, panels: Sequence[Axes], label: str, beside: Literal["center", "right"] = "center") -> None:
    """Name panels by their number of players where there are several, and their common axis once.

    A name that is wider than its axis ends at its right edge (`beside` is "right"): there the names of the rows leave it room.
    """
    for axes, players in zip(panels, material.players, strict=True):
        axes.set_xlabel(label if axes is panels[-1] else "", loc=beside)
        if len(material.players) > 1:
            axes.set_title(names.players_words(players))


def _percent_axis(axes: Axes) -> None:
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=STEPS))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}\u2009%"))


TICKS, TICKS_BESIDE_WORDS = 6, 3
"""Most steps of an axis of numbers; fewer where long names leave it little room."""

ROW_CHARACTERS, ROW_LINE = 16, 0.13
"""Characters of a row's name on a line, and inches of each further line."""


def _number_axis(axes: Axes, sign: bool = False, most: int = TICKS) -> None:
    axes.xaxis.set_major_locator(MaxNLocator(most, steps=STEPS))

    def text(value: float, _: int) -> str:
        shown = f"{value:,.6g}".replace("-", numbers.MINUS)
        return f"+{shown}" if sign and value > 0 else shown

    axes.xaxis.set_major_formatter(FuncFormatter(text))


def _rows_height(rows: int, series: int) -> float:
    return rows * (series * SERIES_STEP + ROW_GAP)


def _offsets(series: int) -> np.ndarray[Any, Any]:
    """Where in a row, from -0.5 to 0.5, each variant lies."""
    step = SERIES_STEP / (series * SERIES_STEP + ROW_GAP)
    return (np.arange(series) - (series - 1) / 2) * step


def _set_rows(axes: Axes, rows: Sequence[str]) -> None:
    """Name the rows from the top, a rule between two of them."""
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(range(len(rows)), list(rows))
    for row in range(1, len(rows)):
        axes.axhline(row - 0.5, color=GRID, linewidth=0.7, zorder=0)


def _note(axes: Axes, row: float, text: str, colour: str = INK) -> None:
    """Words to the right of a row."""
    axes.annotate(text, (1, row), xycoords=("axes fraction", "data"), xytext=(5, 0), textcoords="offset points", va="center",
                  fontsize=NOTE_SIZE, color=colour, annotation_clip=False)  # fmt: skip


def _forest(axes: Axes, rows: Sequence[str], series: Sequence[Series], stems: bool = False) -> None:
    """Numbers with intervals, one row each, the variants of a row one below the other."""
    _set_rows(axes, rows)
    for one, offset in zip(series, _offsets(len(series)), strict=True):
        for row in range(len(rows)):
            value, low, high, place = one.value[row], one.low[row], one.high[row], row + offset
            if np.isnan(value):
                continue
            colour = FAINT if one.faint[row] else one.look.colour
            if stems:
                axes.plot([0, value], [place, place], color=colour, linewidth=3.5, alpha=0.22, solid_capstyle="butt")
            if not np.isnan(low):
                axes.plot([low, high], [place, place], color=colour, linewidth=1.6, solid_capstyle="butt")
                for end in (low, high):
                    axes.plot([end, end], [place - 0.06, place + 0.06], color=colour, linewidth=1.2)
            axes.plot([value], [place], color=colour, marker=one.look.marker, markersize=4.6, markeredgecolor="none", linestyle="none")
            _note(axes, place, one.notes[row], SOFT if one.faint[row] else INK)


def _zero_and_margin(axes: Axes, margin: float) -> None:
    """The line of no difference, and around it the band in which a difference counts as none."""
    axes.axvspan(-margin, margin, color=BAND, linewidth=0, zorder=-2)
    axes.axvline(0, color=SOFT, linewidth=1, zorder=-1)
    low, high = axes.get_xlim()
    reach = 1.25 * margin
    axes.set_xlim(min(low, -reach), max(high, reach))


def _series(
    look: Look, table: pd.DataFrame, columns: tuple[str, str, str], factor: float, notes: Callable[[float, float, float], str]
) -> Series:
    value, low, high = (table[column].to_numpy(dtype=float) * factor for column in columns)
    faint = table["small"].to_numpy(dtype=bool) if "small" in table else np.zeros(len(table), dtype=bool)
    return Series(look, value, low, high, [notes(*row) for row in zip(value, low, high, strict=True)], faint)


def _in_percent(value: float, low: float, high: float) -> str:
    return numbers.percent(value / 100, numbers.decimals_of(low, high))


def _with_sign(value: float, low: float, high: float) -> str:
    return numbers.signed(value, numbers.decimals_of(low, high))


def who_wins(material: Material) -> Drawing:
    """Win share by position in the turn order, from zero."""
    title = "Win share by turn order"
    heights = _panel_heights(material, [_rows_height(players, len(material.variants)) for players in material.players])
    figure, panels = _canvas(title, heights, _variant_keys(material))
    most = 100 * max(material.table("turn_order")["high"].max(), 1 / min(material.players))
    for axes, players in zip(panels, material.players, strict=True):
        tables = {name: material.table("turn_order", players, name) for name in material.variants}
        _shares_from_zero(material, axes, tables, most)
    _name_panels(material, panels, "games won (dashed: even split)")
    return Drawing("who_wins", title, describe.alt_of_rates(material, "turn_order", "position", "win_share", "low", "high"), figure)


def ranks(material: Material) -> Drawing:
    """Win share by each rank besides the turn order, from zero."""
    found = [one for one in material.spec.positions if (material.table("ranks")["rank"] == one.column).any()]
    title = f"Win share by {found[0].label}" if len(found) == 1 else "Win share by rank"
    keys = [(one, players) for one in found for players in material.players]
    heights = [_rows_height(players, len(material.variants)) + AXIS_HEIGHT + (PANEL_TITLE if len(keys) > 1 else 0) for _, players in keys]
    figure, panels = _canvas(title, heights, _variant_keys(material))
    most = 100 * max(material.table("ranks")["high"].max(), 1 / min(material.players))
    for axes, (one, players) in zip(panels, keys, strict=True):
        tables = {name: material.table("ranks", players, name) for name in material.variants}
        tables = {name: table[table["rank"] == one.column] for name, table in tables.items()}
        _shares_from_zero(material, axes, tables, most)
        named = [one.label] * (len(found) > 1) + [names.players_words(players)] * (len(material.players) > 1)
        axes.set_title(names.capital(", ".join(named)))
        axes.set_xlabel("games won (dashed: even split)" if axes is panels[-1] else "")
    return Drawing("ranks", title, describe.alt_of_rates(material, "ranks", "position", "win_share", "low", "high"), figure)


def _shares_from_zero(material: Material, axes: Axes, tables: dict[str, pd.DataFrame], most: float) -> None:
    """Win shares of positions, the variants of a position one below the other; `most` percent is the end of the axis."""
    known = looks(material)
    series = [_series(known[name], table, ("win_share", "low", "high"), 100, _in_percent) for name, table in tables.items()]
    positions = [numbers.ordinal(position) for position in tables[material.baseline]["position"]]
    axes.axvline(100 * tables[material.baseline]["win_share"].mean(), color=SOFT, linewidth=1, linestyle=(0, (4, 3)), zorder=0)
    _forest(axes, positions, series, stems=True)
    axes.set_xlim(0, 1.05 * most)
    _percent_axis(axes)


def balance(material: Material) -> Drawing:
    """How far each position is from an even split, or, between variants, how far it moves from the baseline."""
    known = looks(material)
    shown = [name for name in material.variants if name != material.baseline or not material.compared]
    if material.compared:
        name_of_table, columns = "positions", ("difference", "low", "high")
        title, axis = "Change against the baseline", "points more or fewer than in the baseline"
        legend = _variant_keys(material, shown)
    else:
        name_of_table, columns = "turn_order", ("excess", "excess_low", "excess_high")
        title, axis, legend = "Above or below an even split", "points above or below an even split", []
    heights = _panel_heights(material, [_rows_height(players, len(shown)) for players in material.players])
    figure, panels = _canvas(title, heights, legend)
    margin = 100 * wording.margin_of(material, "first_excess")
    for axes, players in zip(panels, material.players, strict=True):
        tables = {name: material.table(name_of_table, players, name) for name in shown}
        _forest(axes, [numbers.ordinal(int(position)) for position in tables[shown[0]]["position"]],
                [_series(known[name], table, columns, 100, _with_sign) for name, table in tables.items()])  # fmt: skip
        _zero_and_margin(axes, margin)
        _number_axis(axes, sign=True)
    _name_panels(material, panels, axis)
    _same_limits(panels)
    return Drawing("balance", title, describe.alt_of_rates(material, name_of_table, "position", *columns, points=True), figure)


def _same_limits(panels: Sequence[Axes]) -> None:
    """One scale for all panels."""
    limits = [axes.get_xlim() for axes in panels]
    for axes in panels:
        axes.set_xlim(min(low for low, _ in limits), max(high for _, high in limits))


def differences(material: Material) -> Drawing:
    """The primary measures' differences from the baseline, each on its own scale with its margin."""
    known = looks(material)
    table = material.table("differences")
    table = table[table["primary"]]
    measures = list(dict.fromkeys(table["measure"]))
    rows = [(players, name) for players in material.players for name in material.variants if name != material.baseline]
    many_players = len(material.players) > 1
    labels = [
        names.wrapped(names.variant_words(name) + (f", {players}p" if many_players else ""), ROW_CHARACTERS) for players, name in rows
    ]
    lines = max(label.count("\n") for label in labels)
    row_height = SERIES_STEP + 0.06 + max(lines * ROW_LINE, len(material.beside) * LINEUP_STEP)
    height = len(rows) * row_height + AXIS_HEIGHT + 0.28
    title = f"Difference from {names.variant_words(material.baseline)}"
    figure, panels = _canvas(title, [height] * len(measures), _lineup_keys(material))
    for axes, measure in zip(panels, measures, strict=True):
        part = table[table["measure"] == measure].set_index(["players", "variant"])
        unit = numbers.unit_of(part["unit"].iloc[0])
        _set_rows(axes, labels)
        step = LINEUP_STEP / row_height
        for row_number, key in enumerate(rows):
            row, place = part.loc[key], row_number - step * len(material.beside) / 2
            _lineups_below(axes, panel.lineup_rows(material, key[0], key[1], measure)[1:], place, step, known[key[1]].colour)
            value, low, high = (unit.factor * float(row[column]) for column in ("difference", "low", "high"))
            look = known[key[1]]
            axes.plot([low, high], [place, place], color=look.colour, linewidth=1.6, solid_capstyle="butt")
            for end in (low, high):
                axes.plot([end, end], [place - 0.12, place + 0.12], color=look.colour, linewidth=1.2)
            axes.plot([value], [place], color=look.colour, marker=look.marker, markersize=4.6, linestyle="none")
            number = numbers.signed(value, numbers.decimals_of(low, high))
            _note(axes, place, f"{number}  {wording.SHORT_VERDICTS[row['kind']]}")
        margin = unit.factor * float(part["margin"].max())
        _zero_and_margin(axes, margin)
        _keep_readable(axes, part[["low", "high"]].to_numpy(dtype=float) * unit.factor, margin)
        _number_axis(axes, sign=True, most=TICKS_BESIDE_WORDS if lines else TICKS)
        axes.set_xlabel(unit.difference)
        _wide_title(axes, names.wrapped(names.capital(part["label"].iloc[0]), TITLE_CHARACTERS))
    return Drawing("differences", title, describe.alt_of_differences(material), figure)


LINEUP_STEP = 0.13
"""Inches between the line-ups of a row."""
LINEUP_MARKERS = ("|", "x", "+", "1", "2")
"""Of the line-ups beside the deciding one, in thin lines."""
MOST_REACH = 4.0
"""How far an axis goes at most for line-ups with few games, in times of what the deciding line-up and the margin need."""


def _lineup_keys(material: Material) -> list[_Key]:
    """Legend of the line-ups beside the deciding one; none without any."""
    if not material.beside:
        return []
    marks = [_Key(other.lineup, SOFT, LINEUP_MARKERS[place % len(LINEUP_MARKERS)]) for place, other in enumerate(material.beside)]
    return [_Key(f"thick: {material.first.manifest.lineup}; thin:"), *marks]


def _lineups_below(axes: Axes, rows: Sequence[dict[str, Any]], place: float, step: float, colour: str) -> None:
    """The intervals of other line-ups in thin lines below the deciding one's."""
    for number, row in enumerate(rows):
        unit = numbers.unit_of(row["unit"])
        value, low, high = (unit.factor * float(row[column]) for column in ("difference", "low", "high"))
        height = place + (number + 1) * step
        axes.plot([low, high], [height, height], color=colour, linewidth=0.8, alpha=0.8, solid_capstyle="butt")
        axes.plot([value], [height], color=colour, marker=LINEUP_MARKERS[number % len(LINEUP_MARKERS)], markersize=4.6, linestyle="none")
        _note(axes, height, f"{row['lineup']} {wording.SHORT_VERDICTS[row['kind']]}", SOFT)


def _keep_readable(axes: Axes, ends: np.ndarray[Any, Any], margin: float) -> None:
    """Cut the axis where only line-ups with few games reach, so that the deciding intervals and the margin stay readable."""
    reach = MOST_REACH * max(1.25 * margin, float(np.nanmax(np.abs(ends), initial=0.0)))
    low, high = axes.get_xlim()
    axes.set_xlim(max(low, -reach), min(high, reach))


TITLE_CHARACTERS, HEADING_CHARACTERS = 54, 64
"""Characters of a panel's title on a line as wide as the figure."""


def _wide_title(axes: Axes, text: str) -> None:
    """A panel's title that begins at the figure's edge."""
    axes.set_title("\n" * text.count("\n") + " ")
    written = axes.annotate(
        text, (0, 1), xycoords=("figure fraction", "axes fraction"), xytext=(2, 6), textcoords="offset points", fontweight="bold"
    )
    written.set_in_layout(False)


def end_reasons(material: Material) -> Drawing:
    """Why games end, as one bar a variant."""
    title = "Why games end"
    table = material.table("end_reasons")
    reasons = [reason for reason, games in table.groupby("reason", sort=False)["games"].sum().items() if games > 0]
    colours = dict(zip(reasons, (COLOURS * 3), strict=False))
    hatches = dict(zip(reasons, (HATCHES * 3), strict=False))
    legend = [_Key(material.words(str(reason)), colours[reason], hatch=hatches[reason]) for reason in reasons]
    heights = _panel_heights(material, [BAR_STEP * len(material.variants)] * len(material.players))
    figure, panels = _canvas(title, heights, legend)
    labels = names.short_names(material.variants)
    for axes, players in zip(panels, material.players, strict=True):
        _set_rows(axes, [labels[name] for name in material.variants] if material.compared else [""])
        for row, name in enumerate(material.variants):
            part = {row["reason"]: row for row in material.rows("end_reasons", players, name)}
            start = 0.0
            for reason in reasons:
                share, low, high = (100 * part[reason][column] for column in ("share", "low", "high"))
                axes.barh(
                    row, share, left=start, height=0.62, color=colours[reason], hatch=hatches[reason], edgecolor="white", linewidth=0.6
                )
                if share > 0 and high - low > 0:
                    axes.plot([start + low, start + high], [row + 0.42] * 2, color=INK, linewidth=1.3, solid_capstyle="butt")
                start += share
        axes.set_xlim(0, 100)
        _percent_axis(axes)
    _name_panels(material, panels, "share of games")
    return Drawing("end_reasons", title, describe.alt_of_rates(material, "end_reasons", "reason", "share", "low", "high"), figure)


def decided_by(material: Material) -> Drawing:
    """The steps that can decide who wins: how many games reach each, how many it decides."""
    known = looks(material)
    title = "What decides who wins"
    steps = list(dict.fromkeys(material.table("ladder")["step"]))
    rows = _in_two_lines([material.words(step) for step in steps])
    wide = max(len(line) for row in rows for line in row.split("\n")) > ROW_CHARACTERS
    heights = _panel_heights(material, [_rows_height(len(steps), len(material.variants))] * len(material.players))
    figure, panels = _canvas(title, heights, _variant_keys(material))
    for axes, players in zip(panels, material.players, strict=True):
        _set_rows(axes, rows)
        step_height = _offsets(2)[1] - _offsets(2)[0] if len(material.variants) > 1 else 0.5
        height = 0.8 * min(step_height, 1 / (len(material.variants) + 0.6))
        for name, offset in zip(material.variants, _offsets(len(material.variants)), strict=True):
            games = material.entry(players, name).games
            for row, step in enumerate(material.rows("ladder", players, name)):
                place, colour = row + offset, known[name].colour
                axes.barh(place, 100 * step["reached"] / games, height=height, facecolor="none", edgecolor=colour, linewidth=0.7)
                axes.barh(place, 100 * step["of_games"], height=height, color=colour, alpha=0.75, linewidth=0)
                axes.plot([100 * step["of_games_low"], 100 * step["of_games_high"]], [place] * 2, color=INK, linewidth=1.4)
                _note(
                    axes,
                    place,
                    numbers.percent(step["of_games"], numbers.decimals_of(100 * step["of_games_low"], 100 * step["of_games_high"])),
                )
        axes.set_xlim(0, 100)
        _percent_axis(axes)
    _name_panels(material, panels, "outline: games that reach the step; filled: decided by it", "right" if wide else "center")
    return Drawing(
        "decided_by", title, describe.alt_of_rates(material, "ladder", "step", "of_games", "of_games_low", "of_games_high"), figure
    )


def _in_two_lines(rows: Sequence[str]) -> list[str]:
    """Names of rows that are no higher than two lines, as narrow as they can be."""
    width = ROW_CHARACTERS
    while any(names.wrapped(name, width).count("\n") > 1 for name in rows):
        width += 1
    return [names.wrapped(name, width) for name in rows]


def length(material: Material) -> Drawing:
    """How long games last: the distribution, its median and the middle nine tenths."""
    known = looks(material)
    title = f"Length in {material.spec.length_unit}"
    keys = [(players, name) for players in material.players for name in material.variants]
    facts = {key: material.rows("lengths", *key)[0] for key in keys}
    headings = {key: names.wrapped(describe.length_heading(material, *key, facts[key]), HEADING_CHARACTERS) for key in keys}
    heights = [LENGTH_PANEL + ROW_LINE * heading.count("\n") for heading in headings.values()]
    figure, panels = _canvas(title, [*heights[:-1], heights[-1] + AXIS_HEIGHT])
    table = material.table("length_distribution")
    body = table[~table["tail"]]
    widest = int((table["last"] - table["first"]).where(~table["tail"]).max()) + 1
    left, right = body["first"].min() - 0.5, table["first"].where(table["tail"], table["last"]).max() + widest - 0.5
    for axes, (players, name) in zip(panels, keys, strict=True):
        _histogram(axes, material.table("length_distribution", players, name), known[name].colour)
        _mark_quantiles(axes, facts[players, name])
        axes.set_title(headings[players, name], fontsize=NOTE_SIZE, fontweight="normal")
        axes.set_xlim(left, right)
        axes.set_yticks([])
        axes.spines["bottom"].set_position(("outward", 15))
        axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
        if axes is not panels[-1]:
            axes.tick_params(labelbottom=False, bottom=False)
            axes.spines["bottom"].set_visible(False)
    panels[-1].set_xlabel(material.spec.length_unit + ("; hatched: all longer games" if table["tail"].any() else ""))
    highest = max(axes.get_ylim()[1] for axes in panels)
    for axes in panels:
        axes.set_ylim(0, highest)
    return Drawing("length", title, describe.alt_of_lengths(material), figure)


def _histogram(axes: Axes, rows: pd.DataFrame, colour: str) -> None:
    """Share of games per round or turn; all beyond the bins as one hatched bar of the same width."""
    widths = (rows["last"] - rows["first"] + 1).to_numpy()
    for row, width in zip(rows_of(rows), widths, strict=True):
        drawn = widths[0] if row["tail"] else width
        look: dict[str, Any] = {"facecolor": colour, "linewidth": 0}
        if row["tail"]:
            look = {"facecolor": "none", "edgecolor": colour, "hatch": "//////", "linewidth": 0.7}
        axes.bar(row["first"] - 0.5 + drawn / 2, 100 * row["share"] / drawn, width=0.88 * drawn, **look)


def _mark_quantiles(axes: Axes, facts: Any) -> None:
    """Below the bars: the middle nine tenths as a line, the median as a tick, the mean with its interval as a dot."""
    below: dict[str, Any] = {"transform": axes.get_xaxis_transform(), "color": INK, "clip_on": False}
    if not pd.isna(facts["p05"]) and not pd.isna(facts["p95"]):
        axes.plot([facts["p05"], facts["p95"]], [BELOW] * 2, linewidth=1.2, solid_capstyle="butt", **below)
    if not pd.isna(facts["median"]):
        axes.plot([facts["median"]], [BELOW], marker="|", markersize=9, markeredgewidth=1.6, **below)
    if not pd.isna(facts["mean_low"]):
        axes.plot([facts["mean_low"], facts["mean_high"]], [BELOW] * 2, linewidth=3.2, solid_capstyle="butt", **below)
    axes.plot([facts["mean"]], [BELOW], marker="o", markersize=4, **below)


BELOW = -0.13
"""Where the quantiles of a distribution stand, as a fraction of its height."""

COURSE_PANEL = 1.9
"""Inches of the panel in which rounds run to the right."""


def leaders(material: Material) -> Drawing:
    """How often somebody leads alone after each round, and how often that leader wins."""
    known = looks(material)
    title = "How often the leader wins" if material.compared else "Who leads after each round"
    single = [_Key("somebody leads alone", SOFT, MARKERS[1]), _Key("that leader wins", BLUE, MARKERS[0])]
    legend = _variant_keys(material) if material.compared else single
    figure, panels = _canvas(title, _panel_heights(material, [COURSE_PANEL] * len(material.players)), legend)
    table = material.table("leaders")
    last = int(table["round"][~table["small"]].max())
    for axes, players in zip(panels, material.players, strict=True):
        axes.axhline(100 / players, color=SOFT, linewidth=1, linestyle=(0, (4, 3)), zorder=0)
        for name, offset in zip(material.variants, _offsets(len(material.variants)), strict=True):
            rows = material.table("leaders", players, name)
            rows = rows[~rows["small"]]
            if not material.compared:
                _course_line(axes, rows, ("share", "low", "high"), SOFT, MARKERS[1], 0.0, filled=False)
            _course_line(axes, rows, ("wins", "wins_low", "wins_high"), known[name].colour, known[name].marker, offset * COURSE_SPREAD)
        axes.set_xlim(0.5, last + 0.5)
        axes.set_ylim(0, 100)
        axes.xaxis.set_major_locator(MaxNLocator(10, integer=True))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}\u2009%"))
        axes.grid(axis="y")
    _name_panels(material, panels, "round after which it is looked at")
    return Drawing("leaders", title, describe.alt_of_leaders(material), figure)


COURSE_SPREAD = 0.5
"""How far the variants of a round lie apart, in rounds: not to hide one another's intervals."""


def _course_line(
    axes: Axes, rows: pd.DataFrame, columns: tuple[str, str, str], colour: str, marker: str, offset: float, filled: bool = True
) -> None:
    """A share by round as a line with intervals."""
    value, low, high = (100 * rows[column].to_numpy(dtype=float) for column in columns)
    places = rows["round"].to_numpy(dtype=float) + offset
    axes.vlines(places, low, high, color=colour, linewidth=1.4)
    face = colour if filled else "white"
    axes.plot(places, value, color=colour, marker=marker, markersize=4.6, linewidth=1.2, markerfacecolor=face, markeredgecolor=colour)


def favoured(material: Material) -> Drawing:
    """Whom the tie-breaks favour among those still tied, by turn order."""
    known = looks(material)
    title = "Whom tie-breaks favour"
    steps = telling_steps(material)
    keys = [(step, players) for step in steps for players in material.players]
    heights = [_rows_height(players, len(material.variants)) + AXIS_HEIGHT + PANEL_TITLE for _, players in keys]
    figure, panels = _canvas(title, heights, _variant_keys(material))
    margin = 100 * wording.margin_of(material, "first_excess")
    for axes, (step, players) in zip(panels, keys, strict=True):
        tables = {name: material.table("tied", players, name) for name in material.variants}
        tables = {name: table[table["step"] == step] for name, table in tables.items()}
        columns = ("excess", "excess_low", "excess_high")
        series = [_series(known[name], table, columns, 100, _with_sign) for name, table in tables.items()]
        _forest(axes, [numbers.ordinal(position + 1) for position in range(players)], series)
        _zero_and_margin(axes, margin)
        _number_axis(axes, sign=True)
        axes.set_title(names.capital(material.words(step)) + (f", {names.players_words(players)}" if len(material.players) > 1 else ""))
        axes.set_xlabel("points above an even split among the tied" if axes is panels[-1] else "")
    _same_limits(panels)
    return Drawing("favoured", title, describe.alt_of_favoured(material, steps), figure)


def score_parts(material: Material) -> Drawing:
    """Where the points of winners and of the others come from, as one bar each."""
    table = material.table("score_parts")
    parts = [part for part in dict.fromkeys(table["part"]) if part != TOTAL and table["mean"][table["part"] == part].abs().max() > 0]
    unit = table["unit"].iloc[0]
    title = f"Where {unit} {'come' if unit.endswith('s') else 'comes'} from"
    colours, hatches = dict(zip(parts, COLOURS * 3, strict=False)), dict(zip(parts, HATCHES * 3, strict=False))
    legend = [_Key(part, colours[part], hatch=hatches[part]) for part in parts]
    rows = [(who, name) for who in WHO for name in material.variants]
    heights = _panel_heights(material, [BAR_STEP * len(rows)] * len(material.players))
    figure, panels = _canvas(title, heights, legend)
    labels = names.short_names(material.variants)
    for axes, players in zip(panels, material.players, strict=True):
        _set_rows(axes, [f"{who}, {labels[name]}" if material.compared else who for who, name in rows])
        for place, (who, name) in enumerate(rows):
            part = material.table("score_parts", players, name)
            means = part[part["who"] == who].set_index("part")
            starts = {1: 0.0, -1: 0.0}
            for key in parts if len(means) else ():
                mean = float(means["mean"][key])
                side = -1 if mean < 0 else 1
                axes.barh(
                    place, mean, left=starts[side], height=0.62, color=colours[key], hatch=hatches[key], edgecolor="white", linewidth=0.6
                )
                starts[side] += mean
            if len(means):
                _note(axes, place, _plainly(*(float(means[column][TOTAL]) for column in ("mean", "low", "high"))))
        axes.axvline(0, color=SOFT, linewidth=1)
        _number_axis(axes)
    _name_panels(material, panels, f"mean {unit} of a seat")
    _same_limits(panels)
    return Drawing("score_parts", title, describe.alt_of_parts(material), figure)


SCORE_ROWS = ("winner", "runner_up", "margin")


def scores(material: Material) -> Drawing:
    """Scores of winner and runner-up and the margin: mean, median, and the middle nine tenths."""
    known = looks(material)
    title = "Winner, runner-up and margin"
    heights = _panel_heights(material, [_rows_height(len(SCORE_ROWS), len(material.variants))] * len(material.players))
    figure, panels = _canvas(title, heights, _variant_keys(material))
    for axes, players in zip(panels, material.players, strict=True):
        _set_rows(axes, [wording.SCORE_WORDS[what] for what in SCORE_ROWS])
        for name, offset in zip(material.variants, _offsets(len(material.variants)), strict=True):
            part = {row["what"]: row for row in material.rows("scores", players, name)}
            look = known[name]
            for row, what in enumerate(SCORE_ROWS):
                if what not in part or pd.isna(part[what]["mean"]):
                    continue
                facts, place = part[what], row + offset
                axes.plot([facts["p05"], facts["p95"]], [place] * 2, color=look.colour, linewidth=1.0)
                axes.plot([facts["median"]], [place], color=look.colour, marker="|", markersize=9, markeredgewidth=1.4)
                axes.plot([facts["low"], facts["high"]], [place] * 2, color=look.colour, linewidth=3.2, solid_capstyle="butt")
                axes.plot([facts["mean"]], [place], color=look.colour, marker=look.marker, markersize=4.6, linestyle="none")
                _note(axes, place, numbers.plain(facts["mean"], numbers.decimals_of(facts["low"], facts["high"])))
        _number_axis(axes)
    told = f"{material.spec.score_unit} (line: middle 9 of 10 games; tick: median)"
    _name_panels(material, panels, told if len(told) <= TITLE_CHARACTERS else material.spec.score_unit)
    _same_limits(panels)
    for axes in panels:
        axes.set_xlim(left=min(0, axes.get_xlim()[0]))
    return Drawing("scores", title, describe.alt_of_scores(material), figure)


def prices(material: Material) -> Drawing:
    """Mean winning bids, the dearest card first: of one run by period, of variants over all periods."""
    table = material.table("prices")
    table = table[(table["period"] == ALL) == material.compared]
    there = [(auction, players) for auction in material.spec.auctions for players in material.players]
    keys = [(auction, players, _dearest(material, auction, players)) for auction, players in there]
    keys = [key for key in keys if len(key[2])]
    periods = list(dict.fromkeys(period for auction, _, _ in keys for period in auction.periods))
    known = looks(material) if material.compared else {one: Look(one, COLOURS[n], MARKERS[n]) for n, one in enumerate(periods)}
    legend = _variant_keys(material) if material.compared else [_Key(look.label, look.colour, look.marker) for look in known.values()]
    several = len(keys) > 1
    heights = [_rows_height(len(cards), len(known)) + AXIS_HEIGHT + several * PANEL_TITLE for _, _, cards in keys]
    title = f"Winning bids on {_listed_tables(keys)}"
    figure, panels = _canvas(title, heights, legend)
    for axes, (auction, players, cards) in zip(panels, keys, strict=True):
        part = table[(table["table"] == auction.table) & (table["players"] == players)]
        groups = dict(list(part.groupby("variant" if material.compared else "period")))
        series = [_series(look, _in_order(groups[name], cards["card"]), ("bid", "bid_low", "bid_high"), 1, _plainly)
                  for name, look in known.items() if name in groups]  # fmt: skip
        _forest(axes, [names.wrapped(name, ROW_CHARACTERS) for name in cards["name"]], series)
        axes.set_xlim(left=0)
        _number_axis(axes)
        axes.set_xlabel(f"mean winning bid, {material.spec.column(auction.columns('bid')[0]).unit}")
        if several:
            axes.set_title(f"{names.capital(auction.table)}, {names.players_words(players)}")
    return Drawing("prices", title, describe.alt_of_prices(material, table), figure)


def _listed_tables(keys: Sequence[tuple[Auction, int, pd.DataFrame]]) -> str:
    """The tables sold, each once."""
    return names.listed(list(dict.fromkeys(auction.table for auction, _, _ in keys)))


def _dearest(material: Material, auction: Auction, players: int) -> pd.DataFrame:
    """The cards of an auction by their mean winning bid over all periods, dearest first; those that only variants sell come last."""
    table = material.table("prices", players)
    table = table[(table["table"] == auction.table) & (table["period"] == ALL)].dropna(subset=["bid"])
    table = table.assign(varied=table["variant"] != material.baseline)
    table = table.sort_values(["varied", "bid"], ascending=[True, False], kind="stable")
    return table.drop_duplicates("card")


def _in_order(rows: pd.DataFrame, cards: pd.Series) -> pd.DataFrame:
    """Rows by card in this order; a card without a row is faint and has no numbers."""
    ordered = rows.set_index("card").reindex(cards)
    ordered["small"] = ordered["small"].astype("boolean").fillna(True)
    return ordered


def _plainly(value: float, low: float, high: float) -> str:
    return numbers.plain(value, numbers.decimals_of(low, high))


def opening_hand(material: Material) -> Drawing:
    """What being dealt a card is worth: the best and the worst ones."""
    known = looks(material)
    title = "What being dealt a card is worth"
    shown = {players: describe.outermost_cards(material, players) for players in material.players}
    heights = _panel_heights(material, [_rows_height(len(cards), len(material.variants)) for cards in shown.values()])
    figure, panels = _canvas(title, heights, _variant_keys(material))
    margin = 100 * wording.margin_of(material, "first_excess")
    for axes, (players, cards) in zip(panels, shown.items(), strict=True):
        series = []
        for name in material.variants:
            part = material.table("opening_hand", players, name).set_index(["table", "card"])
            part = part.reindex(pd.MultiIndex.from_frame(cards[["table", "card"]]))
            part["small"] = part["small"].astype("boolean").fillna(True)
            series.append(_series(known[name], part, ("effect", "low", "high"), 100, _with_sign))
        _forest(axes, [names.wrapped(name, 22) for name in cards["name"]], series)
        first, there = int(cards["edited"].sum()), len(material.table("opening_hand", players, material.baseline))
        for line in [first] * (0 < first < len(cards)) + [(first + len(cards)) / 2] * (len(cards) < there):
            axes.axhline(line - 0.5, color=SOFT, linewidth=1, linestyle=(0, (1, 2)))
        _zero_and_margin(axes, margin)
        _number_axis(axes, sign=True)
    _name_panels(material, panels, "points of win share")
    _same_limits(panels)
    return Drawing("opening_hand", title, describe.alt_of_cards(material, shown), figure)


DRAWERS: dict[str, Callable[[Material], Drawing]] = {
    "differences": differences,
    "who_wins": who_wins,
    "balance": balance,
    "ranks": ranks,
    "end_reasons": end_reasons,
    "decided_by": decided_by,
    "favoured": favoured,
    "length": length,
    "scores": scores,
    "score_parts": score_parts,
    "leaders": leaders,
    "prices": prices,
    "opening_hand": opening_hand,
}

NAMES = tuple(DRAWERS)
"""Names of all figures, in the order of the page."""


def draw(source: Source, name: str) -> Drawing:
    """A figure with its title and its words.

    Raises
    ------
    HeistlabError
        There is no figure of this name, or no data for it.
    """
    material = gather(source)
    if name not in NAMES:
        raise HeistlabError(f"no figure {name!r}{nearest(name, NAMES)}")
    if name not in figure_names(material):
        raise HeistlabError(f"no data for figure {name!r} here; there is data for: {', '.join(figure_names(material))}")
    with style():
        return DRAWERS[name](material)


def figure(source: Source, name: str) -> Figure:
    """A figure of a run or a comparison as a matplotlib Figure.

    Raises
    ------
    HeistlabError
        There is no figure of this name, or no data for it.
    """
    return draw(source, name).figure


def save_all(source: Source, directory: Path) -> list[Path]:
    """Write every figure as PNG and SVG into a directory.

    Returns
    -------
    list of Path
        The files written.
    """
    from reports.svg import file_bytes

    material = gather(source)
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for name in figure_names(material):
        drawing = draw(material, name)
        for kind in ("png", "svg"):
            path = directory / f"{name}.{kind}"
            path.write_bytes(file_bytes(drawing, kind))
            written.append(path)
    return written
