"""Names from data as words: steps, settings, variants, players."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from reports import numbers

CORE_WORDS = {"cap": "round limit", "nobody": "nobody wins", "shared": "shared win"}
"""Words for what every game's steps and end reasons begin with."""


LONGEST_PATH = 24
"""Characters of a path, of a card set or a bot, that figures have room for."""


def words(name: str, texts: Mapping[str, str] | None = None) -> str:
    """A name from data as words: last_throw becomes last throw, unless the game has other words for it."""
    return {**CORE_WORDS, **(texts or {})}.get(name, name.replace("_", " "))


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def wrapped(text: str, width: int) -> str:
    """The text broken into lines of at most this many characters."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)


def listed(items: Sequence[str], last: str = "and") -> str:
    """a; a and b; a, b and c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def players_words(players: int) -> str:
    """3 players."""
    return f"{players} player" if players == 1 else f"{players} players"


def _assignments(name: str) -> list[tuple[str, str]] | None:
    """Paths and values of a variant's name; None if it is a name of another kind."""
    parts = [re.fullmatch(r"([\w.]+)=(\S*)", part) for part in re.split(r"[,\s]+", name.strip())]
    return [(part[1], part[2]) for part in parts if part] if parts and all(parts) else None


def value_words(value: Any) -> str:
    """A setting's value as words: -1, on, extract; of a long path its last part, …/mine."""
    text = str(value)
    if len(text) > LONGEST_PATH and "/" in text:
        return f"…/{text.rstrip('/').rpartition('/')[2]}"
    if text.lower() in ("true", "false"):
        return "on" if text.lower() == "true" else "off"
    return text.replace("-", numbers.MINUS) if re.fullmatch(r"-\d+", text) else text.replace("_", " ")


def path_words(path: str) -> str:
    """A setting's path as words: items.grapple_line.copies becomes grapple line copies."""
    parts = path.split(".")
    return " ".join(parts[1:] if len(parts) > 2 else parts).replace("_", " ")


def variant_words(name: str) -> str:
    """A variant's name as words: alarm_start=-1 becomes alarm start −1; several settings are joined by a plus."""
    found = _assignments(name)
    return name if found is None else " + ".join(f"{path_words(path)} {value_words(value)}" for path, value in found)


def _only_path(names: Sequence[str]) -> str | None:
    """The setting that is all the variants differ in, if there is one."""
    found = [_assignments(name) for name in names]
    paths = {parts[0][0] if parts and len(parts) == 1 else None for parts in found}
    return paths.pop() if len(paths) == 1 else None


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Names of variants for figures and tables: the value alone where they differ in one setting."""
    if _only_path(names) is None:
        return {name: variant_words(name) for name in names}
    return {name: variant_words(name).removeprefix(path_words(name.partition("=")[0])).strip() for name in names}


def varied_title(names: Sequence[str]) -> str:
    """Name of the one setting that the variants differ in; nothing if there are several."""
    path = _only_path(names)
    return "" if path is None or len(names) < 2 else path_words(path)


def factors(names: Sequence[str]) -> list[str]:
    """Names of the settings where all variants set the same ones, and more than one; else none."""
    found = [[path for path, _ in _assignments(name) or []] for name in names]
    same = all(paths == found[0] for paths in found)
    return [path_words(path) for path in found[0]] if same and len(found[0]) > 1 else []


def against(variants: Sequence[str], baseline: str) -> str:
    """Variants against the baseline: alarm start −1 or 1 instead of 0."""
    if _only_path([*variants, baseline]) is not None:
        short = short_names([*variants, baseline])
        return f"{path_words(_only_path(variants) or '')} {listed([short[name] for name in variants], 'or')} instead of {short[baseline]}"
    return f"{listed([variant_words(name) for name in variants], 'or')} instead of {variant_words(baseline)}"
