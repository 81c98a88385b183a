"""Rules as data: parameters, rulings and card tables; validated, patched, and frozen into the record that kernels read.

Parameters and rulings stand in a game's `rules.toml`, cards in `cards/*.csv`. A setting reaches either by its path: `alarm_start=-1`,
`take_action=extract`, `items.grapple_line.copies=0`.
"""

import csv
import functools
import hashlib
import io
import json
import re
import tomllib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from simcore.errors import HeistlabError, alike, nearest
from simcore.spec import GameSpec

Value = int | str | bool
OPTIONS = {
    "players": "-p",
    "games": "-n",
    "seed": "--seed",
    "bots": "--bots",
    "cards": "--cards",
    "label": "--label",
    "threads": "--threads",
}
"""What is asked of a run beside its settings, with the option that asks for it."""
_SEPARATORS = ";\t|"
"""What spreadsheets write between cells instead of a comma."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_BOOLEANS = {"true": True, "on": True, "yes": True, "1": True, "false": False, "off": False, "no": False, "0": False}


class Rule(BaseModel):
    """A parameter or a ruling: what it may be, and what it says.

    `values` lists the words of a switch with their codes in this order; `low` and `high` bound a number; neither makes it true or
    false.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    default: Value
    clause: str
    text: str
    low: int | None = None
    high: int | None = None
    values: tuple[str, ...] = ()
    readings: dict[str, str] = {}
    ruling: str = ""
    kind: Literal["parameter", "ruling"] = "parameter"

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        if self.values:
            return ", ".join(self.values)
        return "true, false" if self.low is None else f"{self.low} to {self.high}"

    def parse(self, name: str, value: Any) -> Value:
        """The value in its own type.

        Raises
        ------
        HeistlabError
            It is not among what is allowed.
        """
        text = str(value).strip().lower()
        if self.values:
            if text not in self.values:
                raise HeistlabError(f"{name}: {value!r} is not one of {self.allowed}{alike(text, self.values)}")
            return text
        if self.low is None or self.high is None:
            if text not in _BOOLEANS:
                raise HeistlabError(f"{name}: {value!r} is neither true nor false")
            return _BOOLEANS[text]
        if isinstance(value, bool) or not re.fullmatch(r"[+-]?[0-9]+", text):
            raise HeistlabError(f"{name}: {value!r} is not a whole number ({self.allowed})")
        if not self.low <= int(text) <= self.high:
            raise HeistlabError(f"{name}: {text} is outside {self.allowed}")
        return int(text)

    def code(self, value: Value) -> int:
        """The number by which kernels know a value."""
        return self.values.index(value) if isinstance(value, str) else int(value)


def _printable(words: str) -> str:
    if _CONTROL.search(words):
        raise ValueError(f"{words!r} holds a control character")
    return words


class Row(BaseModel):
    """A row of a card table: every table has these columns, each game adds its own.

    Attributes
    ----------
    notes : frozenset of str
        Columns for people: the game does not read them, so they are no part of the rules and cannot be patched.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    notes: ClassVar[frozenset[str]] = frozenset()

    slug: str = Field(pattern=r"^[a-z0-9_]+$")
    name: Annotated[str, Field(min_length=1), AfterValidator(_printable)]
    provenance: Literal["rulebook", "public", "reconstructed"]


@dataclass(frozen=True)
class Rulebook:
    """A game's rules as they are played in one run.

    Attributes
    ----------
    spec : GameSpec
    settings : dict
        Value of every parameter and ruling.
    tables : dict
        Card tables: rows by table name, in file order.
    card_set : str
        "shipped", or the directory the cards came from.
    patches : tuple of str
        Card fields that were set, as written.
    """

    spec: GameSpec
    settings: Mapping[str, Value]
    tables: Mapping[str, tuple[Row, ...]]
    card_set: str = "shipped"
    patches: tuple[str, ...] = ()
    changed: Mapping[str, Value] = field(default_factory=dict)

    @functools.cached_property
    def record(self) -> Any:
        """The record of `spec.rules` that kernels read."""
        array = np.zeros(1, self.spec.rules)
        names = self.spec.rules.names or ()
        for name, rule in load_rules(self.spec).items():
            if name not in names:
                raise TypeError(f"{self.spec.name}: rules record lacks {name}")
            array[name] = rule.code(self.settings[name])
        self.spec.module("cards").fill(array[0], self.tables)
        return array[0]

    @functools.cached_property
    def resolved(self) -> dict[str, Any]:
        """Everything that decides how the game is played, as plain data."""
        tables = {name: [row.model_dump(mode="json", exclude=set(row.notes)) for row in rows] for name, rows in self.tables.items()}
        return {"settings": dict(self.settings), "tables": tables}

    @functools.cached_property
    def hash(self) -> str:
        """Twelve hexadecimal digits that change with any rule or card."""
        return short_hash([self.spec.name, self.spec.rules_version, self.resolved])

    @functools.cached_property
    def provenance(self) -> str:
        """Where the cards' numbers come from: the weakest claim among the rows."""
        found = {row.provenance for rows in self.tables.values() for row in rows}
        return next((claim for claim in ("reconstructed", "public", "rulebook") if claim in found), "none")

    def names(self, table: str) -> list[str]:
        """Names of a table's cards in row order."""
        return [row.name for row in self.tables[table]]


def short_hash(data: Any) -> str:
    """Twelve hexadecimal digits of plain data's content."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]


def slug_of(name: str) -> str:
    """A card's key: its name in lower case with `_`."""
    return re.sub(r"[^0-9a-z]+", "_", name.replace("'", "").lower()).strip("_")


def identity_of(slug: str, copy: int = 0) -> int:
    """A number below 2**32 that belongs to a card in every card set: what `rng.shuffle` sorts by."""
    return zlib.crc32(f"{slug}#{copy}".encode())


@functools.cache
def load_rules(spec: GameSpec) -> dict[str, Rule]:
    """Parameters, then rulings, of a game."""
    data = tomllib.loads((spec.directory / "rules.toml").read_text(encoding="utf-8"))
    rules = {name: Rule(**entry) for name, entry in data.get("parameters", {}).items()}
    rules |= {name: Rule(**entry, kind="ruling") for name, entry in data.get("rulings", {}).items()}
    return rules


@functools.cache
def clauses(spec: GameSpec) -> dict[str, str]:
    """The numbered clauses of a game's RULES.md: number to text."""
    text = (spec.directory / "RULES.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^- \*\*([A-Z]+-\d+)\*\* (.+)$", text, flags=re.MULTILINE))


def load_rulebook(spec: GameSpec, settings: Mapping[str, Any] | None = None, cards: str | Path | None = None) -> Rulebook:
    """A game's rulebook with some settings changed.

    Parameters
    ----------
    spec : GameSpec
    settings : mapping, optional
        Path to value: a parameter, a ruling, or `table.slug.column` of a card.
    cards : path, optional
        Directory with a card set of the user's own; the shipped one otherwise.

    Raises
    ------
    HeistlabError
        An unknown path, a value that is not allowed, or a faulty card table.
    """
    known = load_rules(spec)
    values: dict[str, Value] = {name: rule.default for name, rule in known.items()}
    tables = read_tables(spec, Path(cards) if cards is not None and str(cards) != "shipped" else None)
    patches = []
    for path, value in sorted((settings or {}).items()):
        if path in known:
            values[path] = known[path].parse(path, value)
        elif "." in path:
            tables = _patched(spec, tables, path, value)
            patches.append(f"{path}={value}")
        elif path in OPTIONS:
            raise HeistlabError(f"{path} is no setting: it is an option of its own, {OPTIONS[path]}")
        elif path in tables:
            raise HeistlabError(_incomplete(tables, path, path))
        else:
            near = nearest(path, [*known, *tables]) or f"; 'heistlab rules {spec.name}' lists them"
            raise HeistlabError(f"{spec.name} has no parameter or ruling {path!r}{near}")
    if patches:
        _refuse(spec.module("cards").problems(tables, box=False))
    changed = {name: value for name, value in values.items() if value != known[name].default}
    card_set = "shipped" if cards is None else str(cards)
    return Rulebook(spec, values, tables, card_set, tuple(patches), changed)


def read_tables(spec: GameSpec, directory: Path | None = None) -> dict[str, tuple[Row, ...]]:
    """Read and check a game's card tables.

    Raises
    ------
    HeistlabError
        Names file, row and field, and the nearest right word.
    """
    if directory is None:
        return _shipped(spec)
    cards = spec.module("cards")
    if not directory.is_dir():
        beside = [path.name for path in directory.parent.iterdir() if path.is_dir()] if directory.parent.is_dir() else []
        raise HeistlabError(f"no card set at {directory}: not a directory{alike(directory.name, beside)}")
    for path in sorted(directory.glob("*.csv")):
        if path.stem not in cards.TABLES:
            raise HeistlabError(f"{path.name}: {spec.name} has no such table{nearest(path.stem, cards.TABLES)}")
    tables = {name: _read_table(directory / f"{name}.csv", model) for name, model in cards.TABLES.items()}
    _refuse(cards.problems(tables))
    return tables


def _refuse(problems: Sequence[str]) -> None:
    """Raise the first problem, if there is one."""
    if problems:
        raise HeistlabError(problems[0])


@functools.cache
def _shipped(spec: GameSpec) -> dict[str, tuple[Row, ...]]:
    return read_tables(spec, spec.directory / "cards") if spec.module("cards").TABLES else {}


def _read_table(path: Path, model: type[Row]) -> tuple[Row, ...]:
    columns = list(model.model_fields)
    try:
        lines = list(csv.reader(io.StringIO(_text(path), newline=""), strict=True))
    except csv.Error as error:
        raise HeistlabError(f"{path.name}: cannot be read: {error}") from None
    if not any(cell.strip() for line in lines for cell in line):
        raise HeistlabError(f"{path.name}: is empty")
    header = [column.strip() for column in lines[0]]
    for separator in _SEPARATORS if len(header) == 1 else ():
        if separator in header[0]:
            raise HeistlabError(f"{path.name}: its cells are separated by {separator!r}: save it with commas")
    for column in header:
        if column not in columns:
            raise HeistlabError(f"{path.name}: unknown column {column!r}{nearest(column, columns)}")
    if len(set(header)) != len(header):
        raise HeistlabError(f"{path.name}: a column stands there twice")
    for column, info in model.model_fields.items():
        if info.is_required() and column not in header:
            raise HeistlabError(f"{path.name}: column {column!r} is missing")
    rows = []
    for number, cells in enumerate(lines[1:], start=2):
        if not any(map(str.strip, cells)):
            continue
        if len(cells) != len(header):
            raise HeistlabError(f"{path.name} line {number}: {len(cells)} cells, the header has {len(header)}")
        named = dict(zip(header, map(str.strip, cells), strict=True))
        given = {column: cell for column, cell in named.items() if cell or model.model_fields[column].is_required()}
        rows.append(validated(model, given, f"{path.name} line {number} ({' '.join(named['name'].split())})"))
    slugs = [row.slug for row in rows]
    for row in rows:
        if slugs.count(row.slug) > 1:
            raise HeistlabError(f"{path.name}: slug {row.slug!r} stands there twice")
    return tuple(rows)


def _text(path: Path) -> str:
    """What a card table holds."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise HeistlabError(f"{path.name}: missing from {path.parent}") from None
    except OSError as error:
        raise HeistlabError(f"{path.name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:  # UTF-16 without a mark at its beginning is UTF-8 with zeros
        raise HeistlabError(f"{path.name}: not UTF-8 text: save it as UTF-8")
    return text


def validated(model: type[Row], cells: Mapping[str, Any], where: str) -> Row:
    """A row as its model, or one line that names the field and, where words are fixed, the nearest right one.

    Raises
    ------
    HeistlabError
    """
    try:
        return model(**cells)
    except ValidationError as error:
        first = error.errors()[0]
        column = ".".join(str(part) for part in first["loc"]) or "row"
        raise HeistlabError(f"{where}, {column}: {_fault(first)}") from None


def _fault(error: ErrorDetails) -> str:
    """What is wrong with a cell, from what pydantic says."""
    message = re.sub(r"^(Value error|Assertion failed), ", "", error["msg"])
    message = " ".join((message[:1].lower() + message[1:]).split())
    if error["type"] == "value_error" or not error["loc"]:
        return message
    if error["type"] == "literal_error":
        words = re.findall(r"'([^']*)'", error["ctx"]["expected"])
        return f"unknown word {error['input']!r}{nearest(str(error['input']), words)}"
    given = str(error["input"]).strip()
    if error["type"] == "string_too_short" and not given:
        return "is empty"
    return f"{error['input']!r}: {_IN_PLAIN_WORDS.get(error['type'], message)}"


_IN_PLAIN_WORDS = {
    "int_parsing": "not a whole number",
    "int_from_float": "not a whole number",
    "float_parsing": "not a number",
    "bool_parsing": "neither true nor false",
    "string_pattern_mismatch": "only a to z, 0 to 9 and _ may stand here",
    "string_too_short": "too short",
}
"""What is said of a cell instead of what pydantic says, by its type of error; the only pattern of a cell is that of slugs."""


def _patched(spec: GameSpec, tables: Mapping[str, tuple[Row, ...]], path: str, value: Any) -> dict[str, tuple[Row, ...]]:
    """Tables with one cell replaced; the box counts of a card set do not bind a patch."""
    table, _, rest = path.partition(".")
    slug, _, column = rest.rpartition(".")
    if table not in tables:
        raise HeistlabError(f"{path}: {spec.name} has no card table {table!r}{nearest(table, tables)}")
    if not slug:
        raise HeistlabError(_incomplete(tables, table, path))
    rows = list(tables[table])
    places = {row.slug: place for place, row in enumerate(rows)}
    if slug not in places:
        near = nearest(slug, places) or f"; 'heistlab cards {spec.name}' lists them"
        raise HeistlabError(f"{path}: no card {slug!r} in {table}{near}")
    model = type(rows[0])
    columns = [name for name in model.model_fields if name != "slug" and name not in model.notes]
    if column in model.notes:
        raise HeistlabError(f"{path}: a note for people, the game does not read it")
    if column not in columns:
        raise HeistlabError(f"{path}: {table} has no column {column!r}{nearest(column, columns)}")
    row = rows[places[slug]]
    cells = row.model_dump() | {column: value}
    rows[places[slug]] = validated(model, cells, path.rpartition(".")[0])
    return {**tables, table: tuple(rows)}


def _incomplete(tables: Mapping[str, tuple[Row, ...]], table: str, path: str) -> str:
    """What to say of a path that stops before the column: what a whole one looks like."""
    row = next((row for row in tables[table] if row.slug == path.partition(".")[2]), tables[table][0])
    columns = [name for name in type(row).model_fields if name not in {"slug", *row.notes}]
    return f"{path}: a card field is table.card.column, such as {table}.{row.slug}.{columns[-1]}; columns: {', '.join(columns)}"


def parse_assignments(words: Iterable[str]) -> dict[str, str]:
    """`["a=1", "b=x"]` as a mapping.

    Raises
    ------
    HeistlabError
        A word without `=`, or a path that is set twice.
    """
    found: dict[str, str] = {}
    for word in words:
        path, equals, value = word.partition("=")
        if not equals or not path.strip():
            raise HeistlabError(f"{word!r} is not of the form name=value")
        if path.strip() in found:
            raise HeistlabError(f"{path.strip()} is set twice")
        found[path.strip()] = value.strip()
    return found


def rows_named(rows: Sequence[Row]) -> dict[str, int]:
    """Row number by slug."""
    return {row.slug: number for number, row in enumerate(rows)}
