"""What a user did that cannot be done, in one line."""

import difflib
from collections.abc import Iterable


class HeistlabError(ValueError):
    """A request that cannot be carried out: the message is one line for the person who made it."""


class StorageError(HeistlabError):
    """The request was sound, but the disk would not take the results: full, or not ours to write to."""


def alike(word: str, known: Iterable[str]) -> str:
    """The same as `nearest`, where the known words are said already or are too many: nothing if none is near."""
    near = nearest(word, known)
    return near if near.endswith("?") else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """What to say after an unknown word: the known word nearest to it, or the known words if there are few.

    Returns
    -------
    str
        "; did you mean 'x'?", "; known: a, b, c", or nothing.
    """
    few, alike = 12, 0.6
    names = list(known)
    lowered = {name.lower(): name for name in names}
    close = difflib.get_close_matches(word.lower(), list(lowered), n=1, cutoff=alike)
    if close:
        return f"; did you mean {lowered[close[0]]!r}?"
    if names and len(names) <= few:
        return f"; known: {', '.join(names)}"
    return ""
