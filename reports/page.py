"""The page: one self-contained HTML file, and beside it the data it was made from.

The same run gives the same bytes: no date, no time, nothing of the machine.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from analyses.measures import FIRST_EXCESS
from analyses.verdicts import OPEN, Kind, describe_margin
from reports import across, budget, describe, numbers, panel, short, stopping, svg, tables, targets, trust, wording
from reports.edits import edited_words, edits
from reports.figures import draw, save_all
from reports.material import Material, Source, figure_names, gather, rows_of
from reports.names import capital, factors, listed, players_words, short_names, value_words, variant_words, varied_title, words
from reports.stories import Stories, Story, stories
from reports.tables import Table
from simcore.rulebook import load_rules
from simcore.runner import Watch
from simcore.store import differing

TIMES = " \u00d7 "
"""Joins settings that are varied at once."""

TEMPLATES = resources.files("reports") / "templates"

SIGNS: dict[str, tuple[str, str]] = {
    Kind.HIGHER: ("▲", "higher"),
    Kind.LOWER: ("▼", "lower"),
    Kind.EQUAL: ("=", "equal"),
    Kind.SMALL_BUT_REAL: ("=", "equal, small but real"),
    Kind.HIGHER_SIZE_OPEN: ("△", "higher, size open"),
    Kind.LOWER_SIZE_OPEN: ("▽", "lower, size open"),
    Kind.UNDECIDED: ("?", "undecided"),
    wording.TUNED_KIND: ("", "tuned, not found"),
    wording.DEPENDS_KIND: ("≠", panel.DEPENDS),
}
"""Badge of each kind of answer: a sign and the verdict."""

TONES: dict[str, str] = {
    Kind.HIGHER: "clear",
    Kind.LOWER: "clear",
    Kind.EQUAL: "grey",
    Kind.SMALL_BUT_REAL: "grey",
    **dict.fromkeys(OPEN, "open"),
    Kind.UNDECIDED: "grey",
    wording.TUNED_KIND: "warn",
    wording.DEPENDS_KIND: "warn",
}
"""How a badge looks; equal and undecided are grey, never green."""


@dataclass(frozen=True)
class Picture:
    """A figure as it stands on the page."""

    name: str
    svg: Markup
    caption: str


@dataclass(frozen=True)
class Section:
    """A question with its figures, tables and remarks."""

    anchor: str
    title: str
    lead: str
    pictures: tuple[Picture, ...]
    open_tables: tuple[Table, ...]
    folded_tables: tuple[Table, ...]
    remarks: tuple[str, ...]
    stories: tuple[Story, ...] = ()


@dataclass(frozen=True)
class Topic:
    """Answers to one question: its heading, its level where variants are compared, and the sentences."""

    title: str
    level: str
    answers: tuple[wording.Answer, ...]


def write_page(
    source: Source, path: Path | str, *, command: str, figures: Path | str | None = None, watch: Watch | None = None
) -> list[Path]:
    """Write the page of a run or a comparison, and beside it its data as JSON and a folder of CSV tables.

    Parameters
    ----------
    source : see `material.gather`
    path : Path
        The HTML file; missing directories are made.
    command : str
        The command that plays the same games again.
    figures : Path, optional
        Where to write every figure as PNG and SVG too.
    watch : Watch, optional
        Who is told if the game has to be compiled, to tell two games in words.

    Returns
    -------
    list of Path
        The files written, the page first.

    Raises
    ------
    OSError
        A file cannot be written.
    """
    material = gather(source)
    page = Path(path)
    page.parent.mkdir(parents=True, exist_ok=True)
    data, folder = page.with_suffix(".json"), page.with_name(f"{page.stem}-tables")
    text = render(material, command=command, data_name=data.name, folder_name=folder.name, watch=watch)
    page.write_text(text, encoding="utf-8", newline="\n")
    data.write_text(json.dumps(material.data, indent=1, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8", newline="\n")
    folder.mkdir(exist_ok=True)
    written = [page, data]
    for name, table in material.tables.items():
        file = folder / f"{name}.csv"
        table.to_csv(file, index=False, lineterminator="\n")
        written.append(file)
    if figures is not None:
        written += save_all(material, Path(figures))
    return written


def render(source: Source, *, command: str, data_name: str = "", folder_name: str = "", watch: Watch | None = None) -> str:
    """The page as text; `data_name` and `folder_name` are what it links to, if they are given."""
    material = gather(source)
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("reports"), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    found = wording.answers(material, command)
    asked = [answer for answer in found if not answer.exploratory]
    sections = _sections(material, stories(material, watch))
    return environment.get_template("page.html.j2").render(
        style=Markup((TEMPLATES / "page.css").read_text(encoding="utf-8")),
        script=Markup((TEMPLATES / "sort.js").read_text(encoding="utf-8")),
        title=title_of(material),
        label=material.first.manifest.label,
        state=wording.state(material),
        short=short.in_short(material, asked, SIGNS),
        enough=short.enough(material),
        facts=_facts(material),
        topics=_topics(material, asked),
        exploratory=[answer for answer in found if answer.exploratory],
        across=across.across_told(material),
        unpaired=across.UNPAIRED,
        targets=targets.targets_told(material),
        target_tones=targets.TONES,
        targets_remark=targets.targets_remark(material),
        remarks=_answer_remarks(material),
        signs=SIGNS,
        tones=TONES,
        overview=_picture(material, "differences") if material.compared else None,
        overview_tables=[table for table in (tables.lineups(material), tables.differences(material)) if table is not None],
        budget=budget.budget(material),
        sections=sections,
        shown={picture.name for section in sections for picture in section.pictures} | ({"differences"} if material.compared else set()),
        trust=trust.trust(material, command),
        tables=sorted(material.tables),
        data_name=data_name,
        folder_name=folder_name,
    )


def title_of(material: Material) -> str:
    """What the page is about: Infiltration: alarm start −1, 0 and 1; alarm start by hand size, 6 variants."""
    game = material.spec.title
    if not material.compared:
        return f"{game}, {listed([str(players) for players in material.players])} players"
    several = factors(material.variants)
    if several:
        return f"{game}: {TIMES.join(several)}, {len(material.variants)} variants"
    path = varied_title(material.variants)
    labels = short_names(material.variants)
    shown = listed([labels[name] for name in material.variants])
    return f"{game}: {path} {shown}" if path else f"{game}: {listed([variant_words(name) for name in material.variants], 'or')}"


def _facts(material: Material) -> list[tuple[str, str]]:
    """The head: what was asked, of what, with what."""
    first = material.first
    manifests = [entry.manifest for entry in material.entries]
    facts = []
    if material.compared:
        facts.append(("Varied", _varied(material)))
    facts.append(("Asked", "; ".join(_asked(material, name) for name in wording.primary_names(material))))
    facts += [("Targets", "; ".join(wanted))] if (wanted := targets.targets_wanted(material)) else []
    facts.append(("Players", listed([str(players) for players in material.players])))
    name = "Line-ups" if material.beside else "Line-up"
    facts.append((name, panel.lineups_fact(material, list(dict.fromkeys(manifest.lineup for manifest in manifests)))))
    facts.append(("Cards", capital(wording.cards_on(material))))
    facts.append(("Games", _games(material)))
    facts.append(("Seed", listed(list(dict.fromkeys(str(manifest.seed) for manifest in manifests)))))
    hashes = listed(list(dict.fromkeys(manifest.rules_hash for manifest in manifests)))
    facts.append(("Rules", f"version {first.manifest.rules_version}, {hashes}"))
    return facts


def _varied(material: Material) -> str:
    """What was varied, in the rulebook's words."""
    path = material.variants[0].partition("=")[0]
    rule = load_rules(material.spec).get(path) if varied_title(material.variants) else None
    if rule is None:
        names = f"{listed([variant_words(name) for name in material.variants], 'or')} (baseline: {variant_words(material.baseline)})"
        if len({entry.manifest.card_set for entry in material.entries}) > 1:
            names = "; ".join(filter(None, (names, edited_words(edits(material)))))
        return names if all("=" in name for name in material.variants) else f"{names}; {_differing(material)}"
    labels = short_names(material.variants)
    values = listed([labels[name] for name in material.variants])
    return f"{path} at {values}: {rule.text} Baseline {labels[material.baseline]}; the rulebook says {value_words(rule.default)}."


def _differing(material: Material) -> str:
    """In what runs differ whose names do not say it."""
    found = differing([entry.manifest for entry in material.entries if entry.players == material.players[0]])
    if not found:
        return "they differ in nothing"
    return f"they differ in {listed([f'{words(path)} ({listed(values)})' for path, values in found.items()])}"


def _asked(material: Material, name: str) -> str:
    """A primary measure with its margin."""
    measure = material.measures[name]
    if measure.relative_margin:
        margin = f"{numbers.percent(measure.margin, 0)} of its value"
    else:
        margin = describe_margin(measure.margin, measure.unit)
    return f"{measure.label} (margin {margin})"


def _games(material: Material) -> str:
    """Games played of games asked."""
    games = {(entry.games, entry.asked) for entry in material.entries}
    runs = len(material.entries)
    if len(games) > 1:
        return "; ".join(f"{_run_name(material, entry)}: {_played(entry.games, entry.asked)}" for entry in material.entries)
    text = _played(*games.pop())
    if runs == 1:
        return text
    return f"{text} in each of {runs} runs"


def _run_name(material: Material, entry: Any) -> str:
    return tables.key_label(material, entry.players, entry.variant)


def _played(games: int, asked: int) -> str:
    return f"{numbers.whole(games)} of {numbers.whole(asked)}"


def _topics(material: Material, found: Sequence[wording.Answer]) -> list[Topic]:
    """Answers under their questions."""
    topics = []
    for title, group in groupby(found, key=lambda answer: answer.topic):
        answers = tuple(group)
        topics.append(Topic(title, _baseline_level(material, title) if material.compared else "", answers))
    return topics


def _baseline_level(material: Material, title: str) -> str:
    """What the measure is in the baseline."""
    levels = []
    for players in material.players:
        table = material.table("measures", players, material.baseline)
        row = next((row for row in rows_of(table) if capital(row["label"]) == title), None)
        if row is None:
            continue
        unit = numbers.unit_of(row["unit"])
        signed = row["measure"] == FIRST_EXCESS
        text = tables.with_interval(*tables.scaled(row, unit, "value"), sign=signed)
        tuned = ", tuned, not found" if row["measure"] in wording.tuned_everywhere(material) else ""
        where = f"{players_words(players)}: " if len(material.players) > 1 else ""
        levels.append(f"{where}{text} {unit.difference if signed else unit.level}{tuned}")
    return f"{variant_words(material.baseline)}: {'; '.join(levels)}" if levels else ""


def _answer_remarks(material: Material) -> list[str]:
    """What holds for all answers."""
    level = numbers.percent(material.level, 0)
    remarks = [f"Intervals are {level} intervals, simultaneous over the primary measures of a run; exploratory ones are plain."]
    if material.compared:
        each = ", for each number of players" if len(material.players) > 1 else ""
        remarks = [
            f"Intervals are {level} intervals, simultaneous over all variants and primary measures{each}; exploratory ones are plain.",
            describe.pairing(material),
        ]
    waited_for = stopping.remark(material)
    remarks += [waited_for] if waited_for else []
    turned = any(entry.deals < entry.games for entry in material.entries)
    remarks.append(f"Their unit is the {'deal, over which the line-up is turned' if turned else 'game'}.")
    if wording.is_coarse(material):
        remarks.append(
            "The cards are reconstructed and one line-up played, so headlines give a direction and whole units; what stands in brackets is "
            "sampling error alone."
        )
    elif material.beside:
        remarks.append("Headlines are rounded to the largest measured uncertainty, that between line-ups included.")
    if material.beside:
        remarks.append(panel.remark(material))
    capped = describe.capped(material)
    return [*remarks, capped] if capped else remarks


def _picture(material: Material, name: str) -> Picture:
    drawing = draw(material, name)
    return Picture(name, Markup(svg.inline(drawing)), describe.caption(material, name))


COURSE = "course"
"""The section with games in words."""

QUESTIONS: Mapping[str, tuple[str, tuple[str, ...], tuple[Any, ...]]] = {
    "who-wins": ("Who wins", ("who_wins", "balance", "ranks"), (tables.bots, tables.turn_order, tables.ranks, tables.positions)),
    "how-it-ends": (
        "How it ends and what decides",
        ("end_reasons", "decided_by", "favoured"),
        (tables.end_reasons, tables.ladder, tables.tied, tables.outside_ladder),
    ),
    "how-long": ("How long", ("length",), (tables.lengths, tables.length_distribution, tables.longer_than)),
    "scores": ("Scores", ("scores", "score_parts"), (tables.scores, tables.score_parts)),
    COURSE: ("The course of the game", ("leaders",), (tables.leaders,)),
    "auctions": ("What is bought, and for how much", ("prices",), (tables.prices,)),
    "cards": ("Cards", ("opening_hand",), (tables.edited, tables.opening_hand, tables.usage, tables.association, tables.draws)),
    "what-else": ("What else this game asks", (), (tables.own_measures,)),
}
"""Sections between answers and trust: title, figures, tables."""


def _sections(material: Material, games: Stories) -> list[Section]:
    """The sections that there is something to show in; the games told belong to the course."""
    there = figure_names(material)
    sections = []
    for anchor, (title, names, makers) in QUESTIONS.items():
        pictures = tuple(_picture(material, name) for name in names if name in there and not _says_nothing(material, name))
        made = [table for maker in makers for table in _listed(maker(material)) if table is not None]
        told = games if anchor == COURSE else Stories((), "")
        if pictures or made or anchor == COURSE:
            sections.append(
                Section(
                    anchor,
                    title,
                    describe.lead(material, anchor),
                    pictures,
                    tuple(table for table in made if not table.folded),
                    tuple(table for table in made if table.folded),
                    (*describe.remarks(material, anchor), *([told.remark] if told.remark else [])),
                    told.told,
                )
            )
    return sections


def _listed(made: Table | list[Table | None] | None) -> list[Table | None]:
    """What a maker of tables has made, one or several."""
    return made if isinstance(made, list) else [made]


def _says_nothing(material: Material, name: str) -> bool:
    """Whether a figure would show one bar that is always full: a sentence says it."""
    if name != "end_reasons":
        return False
    table = material.table("end_reasons")
    return table["reason"][table["games"] > 0].nunique() == 1
