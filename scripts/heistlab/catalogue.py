"""What there is to play: games, rules, cards and bots, as plain data."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import simcore
from heistlab import kinds
from simcore import lineups, rulebook
from simcore.errors import HeistlabError, StorageError
from simcore.spec import GameSpec, Measure


def games() -> list[dict[str, Any]]:
    """The games: player counts, variants of the rulebook, card sets with their provenance.

    Returns
    -------
    list of dict
        name, title, players (fewest, most, usual), variants (name, text, settings), card_sets (set, provenance, cards by table),
        rules_version, rules_hash.
    """
    return [_game(simcore.game(name)) for name in simcore.GAMES]


def _game(spec: GameSpec) -> dict[str, Any]:
    book = rulebook.load_rulebook(spec)
    return {
        "name": spec.name,
        "title": spec.title,
        "players": {"fewest": spec.fewest, "most": spec.most, "usual": spec.usual},
        "variants": [{"name": variant.name, "text": variant.text, "settings": dict(variant.settings)} for variant in spec.variants],
        "card_sets": [_card_set(book)] if book.tables else [],
        "rules_version": spec.rules_version,
        "rules_hash": book.hash,
    }


def _card_set(book: rulebook.Rulebook) -> dict[str, Any]:
    return {
        "set": book.card_set,
        "provenance": book.provenance,
        "cards": {table: len(rows) for table, rows in book.tables.items()},
    }


def rules(game: str, *, set: Mapping[str, Any] | None = None, clause: str | None = None) -> dict[str, Any]:
    """Parameters and rulings of a game, the clauses of its rules page, and what is measured of it.

    Parameters
    ----------
    game : str
    set : mapping, optional
        Settings to show the values of, as for `simulate`.
    clause : str, optional
        Only this clause, and the rules that belong to it; then without measures.

    Returns
    -------
    dict
        game, title, rules_version, rules_hash; `rules`: name, kind, value, default, allowed, clause, ruling, text, readings;
        `clauses`: clause, text; `measures`: name, label, unit, margin, relative_margin (the margin is a fraction of the baseline's value),
        primary, fair (value in a balanced game, or None).
    """
    spec = simcore.game(kinds.text("game", game))
    book = rulebook.load_rulebook(spec, kinds.mapping("set", set))
    clauses = rulebook.clauses(spec)
    known = rulebook.load_rules(spec)
    if clause is not None:
        number = kinds.text("clause", clause).strip().upper()
        if number not in clauses:
            first, *_, last = sorted(clauses, key=lambda known: int(known.rpartition("-")[2]))
            raise HeistlabError(f"{game} has no clause {clause!r}; it has {first} to {last}")
        clauses = {number: clauses[number]}
        known = {name: rule for name, rule in known.items() if number in _numbers(rule.clause)}
    return {
        "game": game,
        "title": spec.title,
        "rules_version": spec.rules_version,
        "rules_hash": book.hash,
        "rules": [
            {
                "name": name,
                "kind": rule.kind,
                "value": book.settings[name],
                "default": rule.default,
                "allowed": rule.allowed,
                "clause": rule.clause,
                "ruling": rule.ruling,
                "text": rule.text,
                "readings": dict(rule.readings),
            }
            for name, rule in known.items()
        ],
        "clauses": [{"clause": number, "text": text} for number, text in clauses.items()],
        "measures": [measure_words(measure) for measure in spec.measures] if clause is None else [],
    }


def measure_words(measure: Measure) -> dict[str, Any]:
    """A measure as plain data: what can be said of it without any games."""
    return {name: getattr(measure, name) for name in ("name", "label", "unit", "margin", "relative_margin", "primary", "fair")}


def _numbers(clauses: str) -> list[str]:
    """The clauses that a rule names: "INF-30", or several of them in one text."""
    return re.findall(r"[A-Z]+-\d+", clauses)


def cards(game: str, *, cards: str | Path | None = None, set: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The card tables of a game, or of a card set of your own, checked.

    Parameters
    ----------
    game : str
    cards : path, optional
        Directory with a card set of your own; the shipped one by default.
    set : mapping, optional
        Card fields to change, as for `simulate`.

    Returns
    -------
    dict
        game, title, set, provenance, `differs` (paths of what is not as in the shipped set), `tables`: rows by table, each a dict by
        column.
    """
    spec = simcore.game(kinds.text("game", game))
    book = rulebook.load_rulebook(spec, kinds.mapping("set", set), None if cards is None else kinds.path("cards", cards))
    return {
        "game": game,
        "title": spec.title,
        "set": book.card_set,
        "provenance": book.provenance,
        "differs": _differences(book.resolved["tables"], rulebook.load_rulebook(spec).resolved["tables"]),
        "tables": book.resolved["tables"],
    }


def _differences(tables: Mapping[str, list[dict[str, Any]]], shipped: Mapping[str, list[dict[str, Any]]]) -> list[str]:
    """Paths of the cells that differ, and of the cards that only one of two sets has."""
    paths = []
    for table, rows in shipped.items():
        before, after = ({row["slug"]: row for row in each} for each in (rows, tables[table]))
        for slug in [*before, *(slug for slug in after if slug not in before)]:
            if slug not in before or slug not in after:
                paths.append(f"{table}.{slug}")
            else:
                paths += [f"{table}.{slug}.{column}" for column, cell in before[slug].items() if after[slug][column] != cell]
    return paths


def export_cards(game: str, directory: str | Path) -> list[Path]:
    """Copy the shipped card tables into a directory, to be edited and played with `cards=directory`; overwrites nothing.

    Returns
    -------
    list of Path
        What was written.
    """
    spec = simcore.game(game)
    tables = spec.module("cards").TABLES
    if not tables:
        raise HeistlabError(f"{spec.title} has no cards")
    shipped = spec.directory / "cards"
    sources = [shipped / f"{table}.csv" for table in tables] + sorted(shipped.glob("*.md"))
    return [_copy(source, Path(directory) / source.name) for source in _unless_there(sources, Path(directory))]


def _unless_there(sources: list[Path], directory: Path) -> list[Path]:
    for source in sources:
        if (directory / source.name).exists():
            raise HeistlabError(f"{directory / source.name} is there already; choose another directory")
    return sources


def _copy(source: Path, target: Path) -> Path:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    except OSError as error:
        raise StorageError(f"cannot write {target}: {error.strerror or error}") from None
    return target


def bots(game: str, name: str | None = None) -> dict[str, Any]:
    """The bots of a game, or one of them: a name, or the path of a TOML file.

    Returns
    -------
    dict
        game, title, `bots`: name, kind, text, spread, candidates and draws (of a rollout bot, else 0), `centres` (names of the bots
        around which the weights are drawn, if they are), `weights` (one set for each centre: name of the weight to its value).
    """
    spec = simcore.game(kinds.text("game", game))
    names = lineups.bot_names(spec) if name is None else [kinds.text("bot", name)]
    return {"game": game, "title": spec.title, "bots": [_bot(spec, bot) for bot in names]}


def _bot(spec: GameSpec, name: str) -> dict[str, Any]:
    bot = lineups.load_bot(spec, name)
    return {
        "name": bot.name,
        "kind": bot.kind,
        "text": bot.text,
        "spread": bot.spread,
        "candidates": bot.candidates,
        "draws": bot.draws,
        "centres": list(lineups.read_bot_file(spec, name).centres) if bot.kind != "random" else [],
        "weights": list(bot.centres),
    }


def export_bot(game: str, name: str, file: str | Path) -> Path:
    """Write a bot's TOML file, to be edited and played with `bots="./file.toml"`; overwrites nothing."""
    spec = simcore.game(game)
    bot = lineups.load_bot(spec, name)
    target = Path(file)
    if target.suffix != ".toml":
        raise HeistlabError(f"{target}: a bot's file ends in .toml")
    if target.exists():
        raise HeistlabError(f"{target} is there already; choose another file")
    if bot.kind != "random":
        return _copy(lineups.bot_path(spec, name), target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f'kind = "{bot.kind}"\ntext = "{bot.text}"\n', encoding="utf-8")
    except OSError as error:
        raise StorageError(f"cannot write {target}: {error.strerror or error}") from None
    return target
