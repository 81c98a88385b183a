"""Who plays: bots from TOML files, line-ups from their names, and both as the arrays that kernels read.

A line-up is one bot for every seat, or names joined by a plus, one a seat. Unequal line-ups are turned over the seats from game to
game, so that who plays and where he sits do not mix.
"""

import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simcore.bots import KINDS, LINEUP, RATED, ROLLOUT
from simcore.errors import HeistlabError, nearest
from simcore.spec import GameSpec

MOST_CANDIDATES, MOST_DRAWS = 16, 256
"""What a rollout bot has room for."""
SEARCH_FIELDS = ("candidates", "draws")
"""Fields of a bot's file that only a rollout bot has."""

DEFAULT_LINEUP = "mixed"
JOIN = "+"


class BotFile(BaseModel):
    """What a bot's TOML file holds: weights of its own, or the names of the bots around which its weights are drawn."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["random", "rated", "rollout"]
    text: str = ""
    weights: dict[str, float] = {}
    centres: tuple[str, ...] = ()
    spread: float = Field(default=0.0, ge=0.0, lt=1.0)
    candidates: int = Field(default=5, ge=1, le=MOST_CANDIDATES)
    draws: int = Field(default=16, ge=1, le=MOST_DRAWS)


class Bot(BaseModel):
    """A bot with everything that decides how it plays.

    Attributes
    ----------
    name : str
        As the user gave it.
    kind : str
        random, rated or rollout.
    text : str
        One sentence.
    centres : tuple of weight mappings
        One is drawn for each seat and game; empty for a random bot.
    spread : float
        Each weight is multiplied by a number between 1 - spread and 1 + spread, drawn for each seat and game; of a rollout bot, in the
        games that it plays out.
    candidates, draws : int
        Actions that a rollout bot tries, and games at most that it plays out after each of them; else 0.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    kind: Literal["random", "rated", "rollout"]
    text: str = ""
    centres: tuple[dict[str, float], ...] = ()
    spread: float = 0.0
    candidates: int = 0
    draws: int = 0


def bot_names(spec: GameSpec) -> list[str]:
    """Names of the bots that come with a game."""
    return ["random", *sorted(path.stem for path in (spec.directory / "bots").glob("*.toml"))]


def is_file(name: str) -> bool:
    """Whether a bot's name is a path to a file of the user's own."""
    return name.endswith(".toml") or "/" in name


def bot_path(spec: GameSpec, name: str) -> Path:
    """The file a bot comes from."""
    return Path(name) if is_file(name) else spec.directory / "bots" / f"{name}.toml"


@functools.cache
def _shipped(spec: GameSpec, name: str) -> Bot:
    return _read(spec, name)


def load_bot(spec: GameSpec, name: str, within: Sequence[Path] = ()) -> Bot:
    """A bot by its name, or by the path of a TOML file.

    Parameters
    ----------
    spec : GameSpec
    name : str
    within : sequence of Path
        Bot files that are being read already, each for the sake of the one before.

    Raises
    ------
    HeistlabError
        An unknown name, a file that cannot be read, files that name each other, or a weight the game does not know.
    """
    if name == "random":
        return Bot(name="random", kind="random", text="Picks uniformly among the legal actions: a floor, not evidence.")
    if is_file(name):
        return _read(spec, name, within)
    if "," in name:
        raise HeistlabError(f"bots: {name!r}: bots for one seat each are joined by {JOIN!r}: {JOIN.join(re.split('[, ]+', name))}")
    if name not in bot_names(spec):
        raise HeistlabError(f"{spec.name} has no bot {name!r}{nearest(name, bot_names(spec))}")
    return _shipped(spec, name)


def read_bot_file(spec: GameSpec, name: str) -> BotFile:
    """What a bot's file says, its centres still by name.

    Raises
    ------
    HeistlabError
        It cannot be read, or holds a field that a bot does not have.
    """
    path = bot_path(spec, name)
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not UTF-8 text"
        raise HeistlabError(f"bot file {name}: {reason}") from None
    except tomllib.TOMLDecodeError as error:
        raise HeistlabError(f"bot file {name}: not TOML: {error}") from None
    for key in data:
        if key not in BotFile.model_fields:
            raise HeistlabError(f"bot file {name}: unknown field {key!r}{nearest(key, BotFile.model_fields)}")
    for key in SEARCH_FIELDS:
        if key in data and data.get("kind") != KINDS[ROLLOUT]:
            raise HeistlabError(f"bot file {name}: {key}: only a bot of kind {KINDS[ROLLOUT]!r} has it")
    try:
        return BotFile(**data)
    except ValidationError as error:
        first = error.errors()[0]
        raise HeistlabError(f"bot file {name}: {'.'.join(map(str, first['loc']))}: {first['msg'].lower()}") from None


def _read(spec: GameSpec, name: str, within: Sequence[Path] = ()) -> Bot:
    entry = read_bot_file(spec, name)
    centres = _centres(spec, name, entry, [*within, bot_path(spec, name).resolve()])
    search = {key: getattr(entry, key) for key in SEARCH_FIELDS} if entry.kind == KINDS[ROLLOUT] else {}
    return Bot(name=name, kind=entry.kind, text=entry.text, centres=centres, spread=entry.spread, **search)


def _centres(spec: GameSpec, name: str, entry: BotFile, within: Sequence[Path]) -> tuple[dict[str, float], ...]:
    if entry.kind == "random":
        return ()
    if bool(entry.weights) == bool(entry.centres):
        raise HeistlabError(f"bot file {name}: needs either weights or centres")
    if entry.centres:
        if name in entry.centres:
            raise HeistlabError(f"bot file {name}: centres: the bot itself is among them")
        for other in entry.centres:
            if bot_path(spec, other).resolve() in within:
                raise HeistlabError(f"bot file {name}: centres: {other} is made from this bot itself")
        bots = [load_bot(spec, other, within) for other in entry.centres]
        for bot in bots:
            if bot.kind != KINDS[RATED]:
                raise HeistlabError(f"bot file {name}: centres: {bot.name} is a {bot.kind} bot; weights come from {KINDS[RATED]} ones")
        return tuple(centre for bot in bots for centre in bot.centres)
    for weight in entry.weights:
        if weight not in spec.weights:
            raise HeistlabError(f"bot file {name}: unknown weight {weight!r}{nearest(weight, spec.weights)}")
    for weight in spec.weights:
        if weight not in entry.weights:
            raise HeistlabError(f"bot file {name}: weight {weight!r} is missing")
        if not np.isfinite(entry.weights[weight]):
            raise HeistlabError(f"bot file {name}: weight {weight!r} is not a finite number")
    return ({weight: entry.weights[weight] for weight in spec.weights},)


def load_lineup(spec: GameSpec, lineup: str, players: int) -> list[Bot]:
    """One bot for each entry of a line-up: a single name stands for all seats.

    Raises
    ------
    HeistlabError
        An unknown bot, or not one name for each seat.
    """
    names = [name.strip() for name in lineup.split(JOIN)]
    if len(names) not in (1, players):
        raise HeistlabError(f"bots: {len(names)} names for {players} players; give one, or one a seat joined by {JOIN!r}")
    found = [load_bot(spec, name) for name in names]
    return found * players if len(found) == 1 else found


def rotations_of(bots: Sequence[Bot]) -> int:
    """In how many ways a line-up can be turned over the seats: games of one deal play all of them."""
    count = len(bots)
    return next(turn for turn in range(1, count + 1) if all(bots[place] == bots[(place + turn) % count] for place in range(count)))


def lineup_arrays(spec: GameSpec, bots: Sequence[Bot]) -> tuple[Any, np.ndarray[Any, Any]]:
    """A line-up as kernels read it.

    Returns
    -------
    lineup : LINEUP record
    centres : float64 array, (weight sets, weights)
    """
    record = np.zeros(1, LINEUP)
    record["entries"] = len(bots)
    rows: list[list[float]] = []
    for entry, bot in enumerate(bots):
        record["kind"][0, entry] = KINDS.index(bot.kind)
        record["first_centre"][0, entry] = len(rows)
        record["centres"][0, entry] = len(bot.centres)
        record["jitter" if bot.kind == KINDS[ROLLOUT] else "spread"][0, entry] = bot.spread
        record["candidates"][0, entry] = bot.candidates
        record["draws"][0, entry] = bot.draws
        rows += [_weights(spec, centre) for centre in bot.centres]
    return record[0], np.array(rows or [[0.0] * len(spec.weights)])


def _weights(spec: GameSpec, centre: Mapping[str, float]) -> list[float]:
    return [centre[name] for name in spec.weights]
