"""Arguments of the wrong kind are one line too."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from simcore.errors import HeistlabError


def text(name: str, value: Any) -> str:
    """Text as it is.

    Raises
    ------
    HeistlabError
        It is none; `name` says of what. The other functions here likewise.
    """
    if not isinstance(value, str):
        raise HeistlabError(f"{name}: {value!r} is not text")
    if not value.isascii() and value != value.encode("utf-8", "replace").decode("utf-8"):
        raise HeistlabError(f"{name}: {value!r} is not UTF-8 text, and a page could not show it")
    return value


def path(name: str, value: Any) -> Path:
    """A path from text or from a path."""
    if not isinstance(value, str | Path):
        raise HeistlabError(f"{name}: {value!r} is not a path")
    if "\0" in text(name, str(value)):
        raise HeistlabError(f"{name}: {str(value)!r} is not a path")
    return Path(value)


def mapping(name: str, value: Any) -> dict[str, Any]:
    """Names with their values; None is nothing."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise HeistlabError(f"{name}: {value!r} is not a mapping of names to values")
    for key in value:
        text(name, key)
    return dict(value)


def several(name: str, value: Any) -> list[Any]:
    """Several values from any of them; text is split at its commas, and one value is a list of one."""
    if value is None or isinstance(value, Mapping):
        raise HeistlabError(f"{name}: {value!r} is neither a value nor a list of values")
    if isinstance(value, str):
        return value.split(",")
    return list(value) if isinstance(value, Iterable) and not isinstance(value, bytes | Path) else [value]
