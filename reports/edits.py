"""Cards that are not the same in all runs of a page, or not the shipped ones: which they are, and cell by cell what they have become."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pandas as pd

from reports.material import Entry, Material
from reports.names import listed
from reports.numbers import counted
from reports.wording import SHIPPED
from simcore.rulebook import load_rulebook

CardTables: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]
"""Card tables as plain rows."""

ABSENT, ADDED, REMOVED, PRESENT, EMPTY = "not in the set", "added", "removed", "in the set", "empty"

MOST_NAMED = 4
"""From more edited cards on a sentence gives their number instead of their names."""


@dataclass(frozen=True)
class Cell:
    """A cell, or a whole card, in which a card set differs from another one.

    Attributes
    ----------
    path : str
        Table, card and column as `--set` writes them; without column a card that was added or removed.
    value, before : str
    """

    path: str
    value: str
    before: str


def differing_cells(own: CardTables, other: CardTables) -> list[Cell]:
    """The cells in which card tables differ from other ones, in the order of the own ones; then the cards they lack."""
    found = []
    for table, rows in own.items():
        there = {row["slug"]: row for row in other.get(table, ())}
        for row in rows:
            path, old = f"{table}.{row['slug']}", there.pop(row["slug"], None)
            if old is None:
                found.append(Cell(path, ADDED, ABSENT))
            else:
                columns = [column for column in {**row, **old} if row.get(column) != old.get(column)]
                found += [Cell(f"{path}.{column}", _cell_words(row.get(column)), _cell_words(old.get(column))) for column in columns]
        found += [Cell(f"{table}.{slug}", REMOVED, PRESENT) for slug in there]
    return found


def _cell_words(value: Any) -> str:
    """A cell as it stands in the card table."""
    return EMPTY if value in (None, "") else str(value)


def shipped_tables(material: Material) -> CardTables:
    """The card tables that come with the game."""
    tables: CardTables = load_rulebook(material.spec).resolved["tables"]
    return tables


def own_cells(material: Material, entry: Entry) -> list[Cell]:
    """What an own card set changes; nothing for the shipped one."""
    return [] if entry.manifest.card_set == SHIPPED else differing_cells(entry.manifest.tables, shipped_tables(material))


@dataclass(frozen=True)
class Edit:
    """A card that is not the same everywhere.

    Attributes
    ----------
    table, card, name : str
    before : dict
        By column what stands in the baseline, or in the shipped set for a single run; "" is the column of a card as a whole.
    after : dict
        By variant what its cells have become, by column; without those that are as before.
    """

    table: str
    card: str
    name: str
    before: dict[str, str]
    after: dict[str, dict[str, str]]


def edits(material: Material) -> list[Edit]:
    """The cards in which variants differ from the baseline, or a single run from the shipped set, in the order of their tables."""
    if material.compared:
        reference: CardTables = material.first.manifest.tables
        others = [material.entry(material.players[0], name) for name in material.variants if name != material.baseline]
        cells = {entry.variant: differing_cells(entry.manifest.tables, reference) for entry in others}
    else:
        cells = {material.first.variant: own_cells(material, material.first)}
        others, reference = [material.first], shipped_tables(material)
    found: dict[str, Edit] = {}
    named = [reference, *(entry.manifest.tables for entry in others)]
    names = {f"{table}.{row['slug']}": str(row["name"]) for tables in named for table, rows in tables.items() for row in rows}
    for variant, differing in cells.items():
        for cell in differing:
            table, card, column = (*cell.path.split(".", 2), "")[:3]
            path = f"{table}.{card}"
            edit = found.setdefault(path, Edit(table, card, names[path], {}, {}))
            edit.before[column] = cell.before
            edit.after.setdefault(variant, {})[column] = cell.value
    return [found[path] for path in names if path in found]


def edited_words(found: Sequence[Edit]) -> str:
    """2 cards are edited: Rope and Lamp; nothing where none is."""
    if not found:
        return ""
    number = f"{counted(str(len(found)), 'cards')} {'is' if len(found) == 1 else 'are'} edited"
    return f"{number}: {listed([edit.name for edit in found])}" if len(found) <= MOST_NAMED else number


def edited_first(material: Material, rows: pd.DataFrame) -> pd.DataFrame:
    """Rows by card, those of edited cards before all others."""
    keys = [(edit.table, edit.card) for edit in edits(material)]
    if not keys or not len(rows):
        return rows
    edited = pd.Series([key in keys for key in zip(rows["table"], rows["card"], strict=True)], index=rows.index)
    return pd.concat([rows[edited], rows[~edited]])
