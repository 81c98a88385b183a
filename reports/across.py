"""Numbers of players compared, in words: the runs stand on the page as for any numbers of players, and these sentences behind them."""

from typing import Any

from analyses.panel import Agreement
from analyses.verdicts import Kind, describe_margin
from reports import panel
from reports.material import ACROSS, Material, rows_of
from reports.names import capital
from reports.numbers import decimals_of, plain, signed, span, unit_of
from reports.wording import DEPENDS_KIND, cards_on, holds_for

UNPAIRED = (
    "Numbers of players are compared as independent runs, by what means the same with any of them: win shares as times the even share. "
    "Their intervals hold together."
)


def across_told(material: Material) -> list[tuple[str, str]]:
    """The primary differences between numbers of players: kind of verdict, and sentence; by measure, then by number of players."""
    if ACROSS not in material.tables:
        return []
    table = material.tables[ACROSS]
    return [_told(material, row) for row in rows_of(table[table["primary"]])]


def _told(material: Material, row: dict[str, Any]) -> tuple[str, str]:
    """The kind of verdict and the sentence, with the line-ups it holds for where a panel played."""
    where = (int(row["variant"].partition("=")[2]), row["variant"], row["measure"])
    rows = panel.lineup_rows(material, *where)
    if panel.agreement_of(material, *where) is Agreement.DEPENDS:
        said = f"{capital(row['label'])}, {where[0]} players: {panel.DEPENDS}: {panel.depends_words(rows)} ({cards_on(material)})"
        return DEPENDS_KIND, f"{said}. {panel.depends_note(rows)}".strip(" .")
    return str(Kind(row["kind"])), f"{_sentence(material, row)}. {panel.holds_note(rows)}".strip(" .")


def _sentence(material: Material, row: dict[str, Any]) -> str:
    """Length, 5 players: 10.4 rounds against 10.0 (difference +0.6, 0.5 to 0.7; higher; margin 0.5 rounds; mixed bots; no cards)."""
    unit = unit_of(row["unit"])
    low, high, difference, value, before = (unit.factor * row[name] for name in ("low", "high", "difference", "value", "baseline_value"))
    digits = decimals_of(low, high)
    levels = f"{plain(value, digits)} {unit.level} against {plain(before, digits)}"
    evidence = f"difference {signed(difference, digits)}, {span(low, high, digits)}{_capped(row, digits)}"
    kind = Kind(row["kind"])
    margin = "" if kind in (Kind.EQUAL, Kind.SMALL_BUT_REAL) else f"; margin {describe_margin(row['margin'], row['unit'])}"
    what = f"{capital(row['label'])}, {row['variant'].partition('=')[2]} players"
    return f"{what}: {levels} ({evidence}; {row['verdict']}{margin}; {holds_for(material)})"


def _capped(row: dict[str, Any], digits: int) -> str:
    """How far the interval reaches had games stopped at the round limit been played on, where that can move it."""
    low, high = (unit_of(row["unit"]).factor * row[name] for name in ("capped_low", "capped_high"))
    if not low < unit_of(row["unit"]).factor * row["low"]:
        return ""
    return f"; {span(low, high, digits)} with games stopped at the round limit given to it or taken from it"
