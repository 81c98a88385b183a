"""Games told on the page: one of median length and the longest, in words, with the command that plays each again."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analyses.samples import Sample
from reports import numbers
from reports.material import Entry, Material
from reports.names import capital, players_words, variant_words
from simcore.errors import HeistlabError
from simcore.playout import Table
from simcore.runner import Watch
from simcore.store import Manifest
from simcore.trace import table_for, tell_game

PROGRAM, SHIPPED = "heistlab", "shipped"

TYPICAL, LONGEST = "a typical one, of median length", "the longest"


@dataclass(frozen=True)
class Paragraph:
    """What happens under one heading of a game: a round, or the result."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    """A game in words.

    Attributes
    ----------
    title : str
    paragraphs : tuple of Paragraph
    command : str
        What plays it again.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    command: str


@dataclass(frozen=True)
class Stories:
    """The games told, and a remark: which run they are of, or why none is told."""

    told: tuple[Story, ...]
    remark: str


def stories(material: Material, watch: Watch | None = None) -> Stories:
    """A typical game and the longest of the run that stands for all; none if the program plays other games than the run's.

    They are played again to be told, which takes the game's compiled kernels; `watch` is told if these are not there yet.
    """
    entry = material.first
    try:
        table = table_for(entry.manifest, watch)
        told = tuple(_told(entry, table, sample, kind) for sample, kind in _chosen(entry))
    except HeistlabError as error:
        return Stories((), f"No game is told here: {error}.")
    return Stories(told, _whose(material, entry))


def _chosen(entry: Entry) -> list[tuple[Sample, str]]:
    """The games to tell, each once."""
    typical, longest = entry.typical, entry.longest
    if typical is None:
        return [(longest, LONGEST)]
    return [(typical, TYPICAL)] + [(longest, LONGEST)] * (longest.game != typical.game)


def _told(entry: Entry, table: Table, sample: Sample, kind: str) -> Story:
    """A game played again, if it is still the same.

    Raises
    ------
    HeistlabError
        It came to another end than it did in the run.
    """
    lines = list(tell_game(entry.manifest, table, sample.game))
    row = table.result()
    again: dict[str, Any] = {name: int(row[name]) for name in sample.row if name != "score"}
    again["score"] = row["score"][: entry.players].tolist()
    if again != sample.row:
        raise HeistlabError(f"this program plays game {sample.game} otherwise than it was played in the run")
    unit = entry.manifest.spec.length
    length = numbers.counted(numbers.whole(sample.length), unit)
    stopped = ", stopped at the round limit" if sample.capped else ""
    title = f"Game {numbers.whole(sample.game)}: {kind} ({length}{stopped})"
    return Story(title, _paragraphs(lines), trace_line(entry.manifest, sample.game))


def _paragraphs(lines: Sequence[str]) -> tuple[Paragraph, ...]:
    """The lines under their headings, which are not indented."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith(" "):
            found[-1][1].append(line.strip())
        elif line:
            found.append((line, []))
    (title, set_up), *rounds = found
    begun = Paragraph(title, (" ".join(set_up),) if set_up else ())  # what is laid out is told in one go
    return (begun, *(Paragraph(heading, tuple(told)) for heading, told in rounds))


def trace_line(manifest: Manifest, game: int) -> str:
    """The command that tells a game of a run, wherever the run lies."""
    words = [PROGRAM, "trace", manifest.game, "--game", str(game), "--seed", str(manifest.seed), "-p", str(manifest.players)]
    words += ["--bots", manifest.lineup]
    words += ["--cards", manifest.card_set] if manifest.card_set != SHIPPED else []
    for path, value in manifest.changed.items():
        words += ["--set", f"{path}={str(value).lower() if isinstance(value, bool) else value}"]
    for patch in manifest.patches:
        words += ["--set", patch]
    return shlex.join(words)


def _whose(material: Material, entry: Entry) -> str:
    """Of which run the games are, where there are several."""
    parts = [players_words(entry.players)] if len(material.players) > 1 else []
    parts += [variant_words(entry.variant)] if material.compared else []
    return f"{capital('the games told are of ' + ', '.join(parts))}." if parts else ""
