"""A run directory: a manifest that says everything needed to play it again, and the games in Parquet parts.

    manifest.json                     written first, never changed
    progress.json                     time spent, and the looks at which the run was extended
    parts/part-000000000000.parquet   named by the first game in it; written under another name, then renamed

Parts are written in the order of the games, so what is there is an unbroken prefix. A part that is not full is read back and filled
when the run goes on: an interrupted run ends in the same bytes as an uninterrupted one.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict, ValidationError

import simcore
from simcore.errors import HeistlabError, StorageError, nearest
from simcore.kernel import source_stamp
from simcore.lineups import Bot
from simcore.rulebook import Rulebook, Value, short_hash
from simcore.spec import Column, GameBatch, GameSpec

SCHEMA = 1
PART_GAMES = 65536
BATCH_GAMES = 16384
"""Divides PART_GAMES, so that batches of two runs cover the same games."""

MANIFEST, PROGRESS, PARTS, LOCK = "manifest.json", "progress.json", "parts", ".lock"
_CONSECUTIVE = ("game", "deal")
"""Columns that count up: stored as differences."""


class Until(BaseModel):
    """What has to be known before playing stops; the games asked for are then the most that are played.

    Attributes
    ----------
    halfwidths : dict
        By measure, half the width of its confidence sequence, in the measure's own unit: 0.01 is one point of a share.
    level : float
        Of all sequences together.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    halfwidths: dict[str, float]
    level: float


class Manifest(BaseModel):
    """Everything that decides what a run's rows are, and the words that go with them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    layout: int = SCHEMA
    game: str
    players: int
    games: int
    seed: int
    label: str
    lineup: str
    bots: tuple[Bot, ...]
    rotations: int
    settings: dict[str, Value]
    changed: dict[str, Value]
    tables: dict[str, list[dict[str, Any]]]
    card_set: str
    patches: tuple[str, ...]
    provenance: str
    rules_version: int
    rules_hash: str
    calibrated_on: tuple[str, ...]
    code: str = ""
    """Stamp of the source that played, see `code_of`; empty for runs from before it was written down."""
    until: Until | None = None
    """Set where so many games are played only if less does not tell enough."""

    @property
    def spec(self) -> GameSpec:
        """The game played."""
        return simcore.game(self.game)

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that change with anything in the manifest."""
        return short_hash(self.model_dump(mode="json"))

    @property
    def of_this_code(self) -> bool:
        """Whether the program's own code played the run: then what it plays now is what it played."""
        return self.code == code_of(self.game)

    def slugs(self, table: str) -> list[str]:
        """Slugs of a card table's rows, in their order."""
        return [str(row["slug"]) for row in self.tables[table]]

    def values_of(self, column: Column) -> int:
        """How many values a game has in a column: one, one a seat, or one a row of a card table."""
        if column.of_table:
            return len(self.tables[column.per])
        return self.players if column.per else 1

    def rulebook(self) -> Rulebook:
        """The rules as they were resolved when the run began.

        Raises
        ------
        HeistlabError
            The program now plays other rules under the same settings.
        """
        spec = self.spec
        if spec.rules_version != self.rules_version:
            raise HeistlabError(
                f"the run was played with version {self.rules_version} of the rules of {self.game}; this is version {spec.rules_version}"
            )
        models = spec.module("cards").TABLES
        try:
            tables = {name: tuple(models[name](**row) for row in rows) for name, rows in self.tables.items()}
        except (KeyError, ValidationError):
            raise HeistlabError(f"the run's card tables do not fit this version of {self.game}") from None
        book = Rulebook(spec, self.settings, tables, self.card_set, self.patches, self.changed)
        if book.hash != self.rules_hash:
            raise HeistlabError(f"the run's rules hash {self.rules_hash} is not that of its rules ({book.hash})")
        return book


def code_of(game: str) -> str:
    """Twelve hexadecimal digits that change with the program's source that plays a game; the same on every machine."""
    return source_stamp(game)[:12]


class Known(BaseModel):
    """What a look found of a measure, or of its difference from a comparison's baseline; None where it cannot be said."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    estimate: float | None
    halfwidth: float | None


class Look(BaseModel):
    """A look at a run between playing some games and more.

    Attributes
    ----------
    games : int
        From the first one on, that were looked at.
    known : dict
        By measure; nothing of a run that was played on only for others' sake.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    games: int
    known: dict[str, Known] = {}


class Progress(BaseModel):
    """How a run has been played so far.

    Attributes
    ----------
    seconds, compile_seconds : float
    sessions : int
        How often playing began.
    looks : tuple of Look
        Every look after which the run was, or would have been, extended; none where the number of games was fixed.
    enough : bool
        Whether the last look told enough: then no more games are played than it saw.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    seconds: float = 0.0
    compile_seconds: float = 0.0
    sessions: int = 0
    looks: tuple[Look, ...] = ()
    enough: bool = False

    def whole(self, most: int) -> int:
        """Games with which a run is whole of which so many are asked for, or fewer if playing was to stop where they tell enough."""
        return self.looks[-1].games if self.enough else most


BESIDE_RULES = ("seed", "games", "rules_version")
"""Fields in which runs can differ beside settings, bots and cards."""


def differing(manifests: Sequence[Manifest]) -> dict[str, tuple[str, ...]]:
    """What runs of one game do not share: settings, line-up, cards, seed, games, version of the rules; what it is in each, as text."""
    told: dict[str, list[str]] = {
        path: [_text(manifest.settings.get(path, "")) for manifest in manifests] for path in manifests[0].settings
    }
    told["bots"] = [manifest.lineup for manifest in manifests]
    played = [short_hash([bot.model_dump(mode="json", exclude={"name"}) for bot in manifest.bots]) for manifest in manifests]
    if len(set(told["bots"])) < len(set(played)):
        told["bots"] = [f"{lineup} ({weights})" for lineup, weights in zip(told["bots"], played, strict=True)]
    cards = [short_hash(manifest.tables) for manifest in manifests]
    told["cards"] = [" ".join((manifest.card_set, *manifest.patches)) for manifest in manifests]
    if len(set(told["cards"])) < len(set(cards)):
        told["cards"] = [f"{words} ({tables})" for words, tables in zip(told["cards"], cards, strict=True)]
    for name in BESIDE_RULES:
        told[name] = [str(getattr(manifest, name)) for manifest in manifests]
    return {path: tuple(values) for path, values in told.items() if len(set(values)) > 1}


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def part_name(first_game: int) -> str:
    """File name of the part that begins with this game."""
    return f"part-{first_game:012d}.parquet"


def _column_names(manifest: Manifest, column: Column) -> list[str]:
    """Names on disk: numbered, since those of cards are the user's own and could be another column's."""
    return [f"{column.name}_{number}" for number in range(manifest.values_of(column))] if column.per else [column.name]


def schema_of(manifest: Manifest) -> pa.Schema:
    """Parquet schema of a run's results, with the data dictionary as field metadata; what belongs to a card names it as `--set` does."""
    fields = []
    for column in manifest.spec.all_columns:
        names = _column_names(manifest, column)
        cards = [{"card": f"{column.per}.{slug}"} for slug in manifest.slugs(column.per)] if column.of_table else [{}] * len(names)
        kind = pa.from_numpy_dtype(np.dtype(column.kind))
        fields += [pa.field(name, kind, metadata=column.words | card) for name, card in zip(names, cards, strict=True)]
    return pa.schema(fields)


def batch_of(manifest: Manifest, rows: np.ndarray[Any, Any]) -> GameBatch:
    """Result records as arrays: of a column with several values a game, those of the seats played or of the table's rows."""
    columns = {
        column.name: rows[column.name][:, : manifest.values_of(column)] if column.per else rows[column.name]
        for column in manifest.spec.all_columns
    }
    return GameBatch(manifest.spec, manifest.players, columns)


def table_of(manifest: Manifest, rows: np.ndarray[Any, Any]) -> pa.Table:
    """Result records as a table; a value that does not fit its declared kind is an error, never a wrong number.

    Raises
    ------
    OverflowError
    """
    batch = batch_of(manifest, rows)
    arrays: list[np.ndarray[Any, Any]] = []
    for column in manifest.spec.all_columns:
        values = batch[column.name]
        narrow = values.astype(column.kind)
        if not np.array_equal(narrow, values):
            raise OverflowError(f"column {column.name} of {manifest.game} holds {values.min()}..{values.max()}, more than {column.kind}")
        arrays += list(narrow.T) if column.per else [narrow]
    return pa.table([_arrow(array) for array in arrays], schema=schema_of(manifest))


def _arrow(values: np.ndarray[Any, Any]) -> pa.Array:
    """Whole numbers as an Arrow array over the same memory; `pa.array` would load pandas to look at them."""
    whole = np.ascontiguousarray(values)
    return pa.Array.from_buffers(pa.from_numpy_dtype(whole.dtype), len(whole), [None, pa.py_buffer(whole)])


def write_part(directory: Path, first_game: int, table: pa.Table) -> None:
    """Write a part under a temporary name, then rename it.

    Columns of 64 bits hold sets of cards and the like, of which few are alike: a dictionary of them would be as long as the games, so
    their bytes are stored one place after the other, which compresses better.

    Raises
    ------
    StorageError
        It cannot be written.
    """
    target = directory / PARTS / part_name(first_game)
    temporary = target.with_name(f".{target.name}.tmp")
    wide = [field.name for field in table.schema if field.type == pa.int64() and field.name not in _CONSECUTIVE]
    encoding = dict.fromkeys(_CONSECUTIVE, "DELTA_BINARY_PACKED") | dict.fromkeys(wide, "BYTE_STREAM_SPLIT")
    try:
        pq.write_table(
            table,
            temporary,
            compression="zstd",
            use_dictionary=[name for name in table.schema.names if name not in encoding],
            column_encoding=encoding,
            row_group_size=BATCH_GAMES,
            write_page_checksum=True,
        )
        os.replace(temporary, target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StorageError(f"cannot write {target}: {error.strerror or error}") from None


def write_json(path: Path, data: Any) -> None:
    """Write a small file whole or not at all.

    Raises
    ------
    StorageError
        It cannot be written.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror or error}") from None


_MEND = "; delete it and repeat the command: its games are played again"


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Errors of the Parquet reader as one line that names the file: cut short, foreign, or damaged (its pages carry checksums)."""
    try:
        yield
    except (OSError, ValueError, pa.ArrowException) as error:
        raise HeistlabError(f"{path}: not a part of a run, or damaged ({str(error).splitlines()[0].rstrip('.')}){_MEND}") from None


@dataclass(frozen=True)
class Run:
    """A run on disk.

    Attributes
    ----------
    path : Path
    manifest : Manifest
    """

    path: Path
    manifest: Manifest

    @property
    def spec(self) -> GameSpec:
        """The game played."""
        return self.manifest.spec

    @cached_property
    def parts(self) -> list[tuple[Path, int]]:
        """Files of the unbroken prefix of games, each with its number of games."""
        found: list[tuple[Path, int]] = []
        next_game = 0
        while next_game < self.manifest.games:
            path = self.path / PARTS / part_name(next_game)
            if not path.exists():
                break
            count = self._games_in(path)
            found.append((path, count))
            next_game += count
            if count < PART_GAMES:
                break
        return found

    def _games_in(self, path: Path) -> int:
        with _naming(path):
            file = pq.ParquetFile(path)
        if not file.schema_arrow.equals(schema_of(self.manifest)):
            raise HeistlabError(f"{path}: its columns are not those of {self.manifest.game} with {self.manifest.players} players")
        return int(file.metadata.num_rows)

    @property
    def games(self) -> int:
        """Games on the unbroken prefix."""
        return sum(count for _, count in self.parts)

    @property
    def asked(self) -> int:
        """Games with which it is whole: see `Progress.whole`."""
        return self.progress.whole(self.manifest.games)

    @property
    def partial(self) -> bool:
        """Whether fewer games are there than were asked for."""
        return self.games < self.asked

    @property
    def progress(self) -> Progress:
        """How it has been played so far."""
        try:
            return Progress(**json.loads((self.path / PROGRESS).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return Progress()

    def record(self, looks: Sequence[Look], enough: bool) -> None:
        """Write down the looks at the run so far, and whether the last one told enough.

        Raises
        ------
        StorageError
            It cannot be written.
        """
        before = self.progress
        seen = not enough and before.looks[: len(looks)] == tuple(looks)  # a run that goes on is looked at from the start again
        now = before.model_copy(update={"looks": tuple(looks), "enough": enough})
        if now != before and not seen:
            write_json(self.path / PROGRESS, now.model_dump(mode="json"))

    def tables(self, columns: Sequence[str] | None = None, rows: int = BATCH_GAMES, first_game: int = 0) -> Iterator[pa.Table]:
        """The games in order, as Arrow tables of at most `rows` games; `rows` divides PART_GAMES. `first_game` begins a part."""
        for path, count in self.parts[first_game // PART_GAMES :]:
            read = 0
            with _naming(path):
                for batch in pq.ParquetFile(path, page_checksum_verification=True).iter_batches(batch_size=rows, columns=columns):
                    read += batch.num_rows
                    yield pa.Table.from_batches([batch])
            if read != count:
                raise HeistlabError(f"{path}: holds {read} games, not {count}{_MEND}")

    def batches(self, rows: int = BATCH_GAMES, columns: Sequence[str] | None = None, first_game: int = 0) -> Iterator[GameBatch]:
        """The games in order, as arrays.

        Parameters
        ----------
        rows : int
            Games a batch, a divisor of PART_GAMES: batches of two runs then cover the same games.
        columns : sequence of str, optional
            Names as the spec has them, without numbers; all by default.
        first_game : int
            Begins a part.
        """
        wanted = [column for column in self.spec.all_columns if columns is None or column.name in columns]
        names = {column: _column_names(self.manifest, column) for column in wanted}
        for table in self.tables([name for some in names.values() for name in some], rows, first_game):
            arrays = {column.name: _values(table, column, some) for column, some in names.items()}
            yield GameBatch(self.spec, self.manifest.players, arrays)

    def row(self, game: int) -> GameBatch | None:
        """One game alone; None if it has not been played yet."""
        first = game - game % PART_GAMES
        for batch in self.batches(first_game=first):
            if game < first + len(batch):
                one = slice(game - first, game - first + 1)
                return GameBatch(self.spec, self.manifest.players, {name: values[one] for name, values in batch.columns.items()})
            first += len(batch)
        return None


def _values(table: pa.Table, column: Column, names: Sequence[str]) -> np.ndarray[Any, Any]:
    """A column of the results from those on disk."""
    if not column.per:
        return np.asarray(table[column.name].to_numpy())
    values = np.empty((table.num_rows, len(names)), column.kind)
    for number, name in enumerate(names):
        values[:, number] = table[name].to_numpy()
    return values


def open_run(path: str | Path) -> Run:
    """A run from its directory.

    Raises
    ------
    HeistlabError
        There is none, or its manifest cannot be read.
    """
    directory = Path(path)
    try:
        text = (directory / MANIFEST).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise HeistlabError(f"no run at {directory}{_near_runs(directory)}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise HeistlabError(f"{directory / MANIFEST}: {error}") from None
    try:
        manifest = Manifest.model_validate(json.loads(text))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise HeistlabError(
            f"{directory / MANIFEST}: not the manifest of a run: {field + ': ' if field else ''}{first['msg'].lower()}"
        ) from None
    except ValueError:
        raise HeistlabError(f"{directory / MANIFEST}: not the manifest of a run: not JSON") from None
    if manifest.layout != SCHEMA:
        raise HeistlabError(f"{directory / MANIFEST}: layout {manifest.layout}, this program reads {SCHEMA}")
    return Run(directory, manifest)


def _near_runs(directory: Path) -> str:
    beside = [path.parent.name for path in directory.parent.glob(f"*/{MANIFEST}")] if directory.parent.is_dir() else []
    return nearest(directory.name, beside)


def create_run(directory: Path, manifest: Manifest) -> Run:
    """Make a run directory, or take up the one that is there for the same manifest.

    Raises
    ------
    HeistlabError
        Another run, or something that is no run, is there; or it cannot be written.
    """
    if (directory / MANIFEST).exists():
        run = open_run(directory)
        refuse_other_code(run.manifest, manifest, directory)
        if run.manifest != manifest:
            raise HeistlabError(f"{directory} holds another run ({_difference(run.manifest, manifest)}); choose another --out")
        return run
    try:
        if directory.exists() and any(path.name != LOCK for path in directory.iterdir()):
            raise HeistlabError(f"{directory} is there already and holds no run; choose another --out")
        (directory / PARTS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"cannot write {directory}: {error.strerror or error}") from None
    write_json(directory / MANIFEST, manifest.model_dump(mode="json"))
    return Run(directory, manifest)


def refuse_other_code(found: Manifest, asked: Manifest, directory: Path) -> None:
    """Refuse to go on with a run of the same request that other code began: its games and the new ones would not go together.

    Raises
    ------
    HeistlabError
    """
    if found.model_copy(update={"code": asked.code}) == asked and not found.of_this_code:
        raise HeistlabError(f"{directory} was played by other code than the program's; choose another --out")


def _difference(old: Manifest, new: Manifest) -> str:
    for name in Manifest.model_fields:
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            short = isinstance(before, int | str)
            return f"{name} {before} there, {after} asked" if short else f"other {name}"
    return "no difference"


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Hold a run directory: one writer at a time.

    Raises
    ------
    HeistlabError
        Another process writes it, or it cannot be written.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle = open(directory / LOCK, "w")  # noqa: SIM115 - closed below, after the lock is released
    except OSError as error:
        raise StorageError(f"cannot write {directory}: {error.strerror or error}") from None
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise HeistlabError(f"{directory} is being written by another process") from None
        yield
