"""Reading a page as its reader does, and making materials by hand."""

import dataclasses
import json
import shutil
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyses.verdicts import Kind, judge, verdict
from reports.material import Material
from simcore.spec import GameBatch
from tests.analyses.market import MARKET, market_games, market_run
from tests.analyses.synthetic import MemoryRun

LONG = 200
"""A target that takes some 55 rounds."""

COMMAND = "heistlab simulate duel -p 3 -n 2000 --seed 7"

VOID = frozenset({"meta", "link", "br", "img", "input", "hr"})
"""Elements without an end."""


class Page(HTMLParser):
    """The elements of a page: tags with their attributes, its text, and its tables by caption."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.words: list[str] = []
        self.open: list[str] = []
        self.unbalanced: list[str] = []
        self._caption = ""
        self._rows: list[list[str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self._caption, self._rows = "", []
        if tag == "tr":
            self._rows.append([])
        if tag in ("td", "th"):
            self._rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.unbalanced.append(tag)
        else:
            self.open.pop()
        if tag == "table":
            self.tables.setdefault(self._caption, self._rows)

    def handle_data(self, data: str) -> None:
        if "style" in self.open or "script" in self.open:
            return
        self.words.append(data)
        if "caption" in self.open:
            self._caption += data
        if self.open and self.open[-1] in ("td", "th", "button"):
            self._rows[-1][-1] += data

    @property
    def text(self) -> str:
        """What is read, blanks made one."""
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Attributes of the elements with this tag."""
        return [attributes for name, attributes in self.tags if name == tag]


def plain(text: str) -> str:
    """The text with ordinary blanks, hyphens for minus signs, and single spaces."""
    return " ".join(text.replace("\u00a0", " ").replace("\u2212", "-").split())


def with_tables(material: Material, **tables: pd.DataFrame) -> Material:
    """The material with some tables replaced."""
    return dataclasses.replace(material, tables={**material.tables, **tables})


def with_manifest(material: Material, **fields: Any) -> Material:
    """The material with fields of all its manifests replaced."""
    entries = tuple(dataclasses.replace(entry, manifest=entry.manifest.model_copy(update=fields)) for entry in material.entries)
    return dataclasses.replace(material, entries=entries)


def with_difference(material: Material, measure: str, low: float, high: float, margin: float, **fields: Any) -> Material:
    """The material in which a measure's differences are as given, with the verdict that follows."""
    table = material.table("differences").copy()
    rows = table["measure"] == measure
    unit = table.loc[rows, "unit"].iloc[0]
    kind = judge(low, high, margin)
    values = {
        "difference": (low + high) / 2,
        "low": low,
        "high": high,
        "margin": margin,
        "kind": kind,
        "verdict": verdict(kind, margin, unit),
    }
    for column, value in {**values, **fields}.items():
        table.loc[rows, column] = value
    return with_tables(material, differences=table)


INTERVALS: Mapping[Kind, tuple[float, float]] = {
    Kind.HIGHER: (1.5, 2.5),
    Kind.LOWER: (-2.5, -1.5),
    Kind.EQUAL: (-0.4, 0.6),
    Kind.SMALL_BUT_REAL: (0.2, 0.6),
    Kind.HIGHER_SIZE_OPEN: (0.3, 1.7),
    Kind.LOWER_SIZE_OPEN: (-1.7, -0.3),
    Kind.UNDECIDED: (-0.7, 1.3),
}
"""An interval for each verdict, in margins."""


def cards(material: Material, names: list[str]) -> Material:
    """The material of a game with these cards: effects from high to low, the last one from few deals."""
    keys = {"players": material.players[0], "variant": material.baseline}
    count = len(names)
    effect = [0.05 - 0.1 * place / max(1, count - 1) for place in range(count)]
    rows = pd.DataFrame(
        {
            **keys,
            "table": "items",
            "card": [f"card_{place}" for place in range(count)],
            "name": names,
            "dealt": 900,
            "effect": effect,
            "low": [value - 0.01 for value in effect],
            "high": [value + 0.01 for value in effect],
            "small": [place == count - 1 for place in range(count)],
        }
    )
    screened = rows.assign(shrunken=[0.9 * value for value in effect], p=0.001, q=0.01, found=True, rank=range(1, count + 1))
    usage = rows.drop(columns=["effect"]).rename(columns={"dealt": "chances"}).assign(used=450, share=0.5, low=0.48, high=0.52)
    usage = usage.assign(event="used", among="dealt", unit="seats")
    association = screened.rename(columns={"effect": "difference", "dealt": "seats"}).assign(event="used", among="all")
    return with_tables(material, opening_hand=screened, usage=usage, association=association)


POINTS = {"winners": (12.0, -2.0, 0.0, 10.0), "others": (5.0, -1.0, 0.0, 4.0)}


def parts(material: Material) -> Material:
    """The material of a game with parts of the score, one of which costs points, and one never gives any."""
    found = [
        {"players": entry.players, "variant": entry.variant, "part": part, "unit": "points", "who": who, "seats": 900, "mean": mean,
         "low": mean - 0.5, "high": mean + 0.5, "share": mean / means[-1]}
        for entry in material.entries
        for who, means in POINTS.items()
        for part, mean in zip(("files", "sludge", "never", "total"), means, strict=True)
    ]  # fmt: skip
    return with_tables(material, score_parts=pd.DataFrame(found))


MARKET_GAMES = 600
MARKET_HERE = dataclasses.replace(MARKET, name="duel")
"""The toy market under a name that has a rulebook: the page asks for one."""


def market_of(seed: int) -> MemoryRun:
    """A run of the toy market."""
    batch = market_games(MARKET_GAMES, np.random.default_rng(seed))
    return market_run(GameBatch(MARKET_HERE, batch.seats, batch.columns))


def stop_early(directory: Path, asked: int) -> None:
    """Make a finished run one that stopped: more games were asked for than are there."""
    path = directory / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"games": asked}))


def chromium() -> str | None:
    """Where a browser is, if there is one."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
