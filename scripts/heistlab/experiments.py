"""Experiment files: what is played and what is asked of it, as TOML; and the resolved file that a comparison writes.

    game = "infiltration"
    players = 4
    games = 200000
    seed = 7
    primary = ["rounds", "first_excess"]

    [set]
    take_action = "extract"

    [vary]
    alarm_start = [-1, 0, 1]

    [margin]
    rounds = 0.5

    [target]
    rounds = "8..12"

    [until]
    rounds = 0.1

    [panel]
    rollout = 1000

Paths of card sets and of bots are taken from the current directory, as on the command line.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from heistlab import kinds
from heistlab.asked import target_text
from heistlab.panels import panel_for_page
from heistlab.plans import ComparisonPlan, Plan, plan, plan_comparison, played_hash
from heistlab.repeat import SHIPPED, settings_of
from simcore.errors import HeistlabError, StorageError, nearest

EXPERIMENT = "experiment.toml"
"""Name of the resolved file in the directory of a comparison."""

MOST_SEED = 2**63
"""From here on a seed is written as text: TOML's whole numbers end there."""

HEADER = "# What was played here and what was asked of it: heistlab run FILE plays it again, to the same games.\n"
PLAYED = "# What decides how each variant's games go. Delete this table to play them by other rules, cards or bots under the same names.\n"


class Experiment(BaseModel):
    """What an experiment file can hold; values are checked where they are used, as those of the command line."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    players: Any = None
    games: Any = None
    seed: Any = None
    bots: Any = None
    panel: Any = None
    cards: Any = None
    label: Any = None
    baseline: Any = None
    primary: Any = None
    level: Any = None
    set: dict[str, Any] = {}
    vary: dict[str, Any] = {}
    margin: dict[str, Any] = {}
    target: dict[str, Any] = {}
    until: dict[str, Any] = {}
    played: dict[str, str] = {}


def read_experiment(path: str | Path, page: bool = False) -> Plan:
    """Check an experiment file: a plan of runs, or of a comparison if something is varied.

    Parameters
    ----------
    path : path
    page : bool
        Whether a page is asked for: its answers have the usual panel, of runs too, where the file chooses neither that nor the bots.

    Raises
    ------
    HeistlabError
        The file cannot be read, or what it asks for cannot be played; a file that a comparison wrote also if its variants would now be
        played by other rules, cards or bots.
    """
    file = kinds.path("experiment", path)
    found = _read(file)
    asked: dict[str, Any] = {"margins": _flat(found.margin), "targets": _flat(found.target), "until": _flat(found.until)}
    asked |= {"primary": found.primary, "level": found.level}
    played = {name: getattr(found, name) for name in ("players", "games", "seed", "bots", "cards", "label")}
    given = {name: value for name, value in played.items() if value is not None} | {"settings": _flat(found.set)} | asked
    if not found.vary:
        if found.baseline is not None:
            raise HeistlabError(f"{file}: baseline: nothing is varied")
        return plan(found.game, panel=panel_for_page(found.panel, found.bots, page), **given)
    planned = plan_comparison(found.game, _flat(found.vary), baseline=found.baseline, panel=found.panel, **given)
    _refuse_changed(file, found.played, planned)
    return planned


def _read(file: Path) -> Experiment:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise HeistlabError(f"experiment file {file}: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise HeistlabError(f"experiment file {file}: not TOML: {str(error).splitlines()[0]}") from None
    for name in data:
        if name not in Experiment.model_fields:
            raise HeistlabError(f"experiment file {file}: no field {name!r}{nearest(name, Experiment.model_fields)}")
    try:
        return Experiment.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise HeistlabError(f"experiment file {file}: {field}: {first['msg'].lower()}") from None


def _flat(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table whose keys are whole paths: TOML reads `items.rope.copies = 0` as tables within tables."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        inner = _flat(value) if isinstance(value, Mapping) else None
        found |= {name: value} if inner is None else {f"{name}.{path}": one for path, one in inner.items()}
    return found


def _refuse_changed(file: Path, played: Mapping[str, str], planned: ComparisonPlan) -> None:
    for name, now in _played(planned).items():
        if played.get(name, now) != now:
            raise HeistlabError(f"{file}: {name} would be played by other rules, cards or bots than then; delete [played] to play it")


def _played(planned: ComparisonPlan) -> dict[str, str]:
    """What decides how games go, by variant; of the panel by variant and line-up."""
    names = planned.variants.names
    found = {name: played_hash(manifest) for name, manifest in zip(names, planned.manifests, strict=True)}
    for lineup, manifests in planned.beside.items():
        found |= {f"{name}, {lineup} bots": played_hash(manifest) for name, manifest in zip(names, manifests, strict=True)}
    return found


def write_experiment(directory: Path, planned: ComparisonPlan) -> None:
    """Write the resolved file of a comparison into its directory.

    Raises
    ------
    StorageError
        It cannot be written.
    """
    text = experiment_text(planned)
    file = directory / EXPERIMENT
    try:
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"cannot write {file}: {error.strerror or error}") from None


def experiment_text(planned: ComparisonPlan) -> str:
    """The resolved file: everything that decides what is played and asked, defaults included where they can change."""
    first, variants = planned.manifests[0], planned.variants
    fixed = {path: value for path, value in settings_of(first).items() if path not in variants.vary}
    top = {
        "game": first.game,
        **({} if variants.across else {"players": first.players}),
        "games": first.games,
        "seed": first.seed if first.seed < MOST_SEED else str(first.seed),
        **({} if "bots" in variants.vary else {"bots": first.lineup}),
        **({} if "cards" in variants.vary or first.card_set == SHIPPED else {"cards": first.card_set}),
        **({"label": first.label} if first.label else {}),
        "primary": list(variants.primary or ()),
        "level": variants.level,
        "baseline": variants.baseline,
    }
    tables: dict[str, Mapping[str, Any]] = {
        "set": fixed,
        "vary": {path: list(values) for path, values in variants.vary.items()},
        "panel": variants.panel,
        "margin": variants.margins,
        "target": {measure: target_text(ends) for measure, ends in variants.targets.items()},
        "until": variants.until,
    }
    parts = [HEADER + _lines(top), *(f"[{name}]\n{_lines(table)}" for name, table in tables.items() if table)]
    played = _lines(_played(planned))
    return "\n".join([*parts, f"{PLAYED}[played]\n{played}"])


def _lines(table: Mapping[str, Any]) -> str:
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in table.items())


def _key(name: str) -> str:
    return name if name.isidentifier() and name.isascii() else _text(name)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value)


def _text(words: str) -> str:
    """Text in TOML's quotes: those of JSON, but for the one control character that JSON leaves as it is."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007F")
