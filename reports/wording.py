"""The sentences of the page: answers with their verdicts, and the words around the figures.

A verdict is one of the words of `analyses.verdicts`, whatever the numbers; every claim names the line-up and the card set it holds for.
"""

import dataclasses
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyses.contrasts import FEWEST_DEALS, rule_of_three
from analyses.endings import END_REASONS, STEPS
from analyses.endings import OUTCOMES as OUTCOMES_TABLE
from analyses.measures import FIRST_EXCESS
from analyses.panel import Agreement
from analyses.verdicts import OPEN, Kind, describe_margin, judge, verdict
from reports import numbers, panel, stopping
from reports.material import NINE_OF_TEN, Entry, Material, Source, gather, rows_of
from reports.names import against, capital, listed, players_words, short_names, variant_words, words
from simcore.lineups import bot_names
from simcore.spec import GameSpec, Measure

LEAD_CHANGES, LEAD_CHANGES_EXCESS = "lead_changes", "lead_changes_excess"
"""Measures of every game that are told among its own."""

LEVEL_FIGURES = {"winning_score": "scores", "shared": "decided_by", "nobody": "decided_by", "cap": "length"}
"""Figures in which the levels of other core measures can be seen; those of a game's own stand in its table."""

MOST_ANSWERS = 8
MOST_EXPLORATORY = 2

RANDOM = "random"
"""Kind of the bots that choose without looking."""

RANDOM_WARNING = "random bots: no evidence about play"

RECONSTRUCTED, NO_CARDS = "reconstructed", "none"
"""Provenances of a card set that the page speaks about."""

SHIPPED = "shipped"
"""Name of the card set that comes with a game."""

SMALL = "small but real"
"""What is added to an equality whose interval leaves out zero."""

SHORT_VERDICTS: dict[str, str] = {
    Kind.HIGHER: "higher",
    Kind.LOWER: "lower",
    Kind.EQUAL: "equal",
    Kind.SMALL_BUT_REAL: "equal*",
    Kind.HIGHER_SIZE_OPEN: "higher, size open",
    Kind.LOWER_SIZE_OPEN: "lower, size open",
    Kind.UNDECIDED: "undecided",
}
"""Verdicts where there is little room; the margin stands beside them."""

LEVEL_KIND = "level"
"""Kind of an answer that says how much, without a verdict."""

DEPENDS_KIND = "depends"
"""Kind of an answer that line-ups which choose in other ways decide otherwise."""

TUNED_KIND = "tuned"
"""Kind of an answer about a measure that the card set was tuned on."""

TOO_FEW, NOTHING_VARIED = "no interval: too few games", "no interval: nothing was seen to vary"
"""Why a number has none."""

SCORE_WORDS = {"winner": "winner", "runner_up": "runner-up", "margin": "margin", "all_seats": "every seat"}

FEW_GAMES = 30
"""From fewer games on, what happens in all or most of them is no claim about the game."""

TELL_LITTLE = "so few games tell little"
"""Stands in place of such claims."""

_WITH_ARTICLE = frozenset({"win", "share", "score", "number", "length", "mean", "value", "margin", "rate", "size", "time", "round"})
"""First words of a measure's label that need an article in a sentence."""


@dataclass(frozen=True)
class Answer:
    """A sentence that answers a question.

    Attributes
    ----------
    topic : str
        Under which heading it stands: the measure, with its level in the baseline where variants are compared.
    headline : str
        The number alone.
    sentence : str
        The claim, without full stop.
    details : str
        Interval, verdict, margin.
    holds_for : str
        Line-up and card set.
    kind : str
        The verdict's stable word, LEVEL_KIND, TUNED_KIND or DEPENDS_KIND.
    players : tuple of int
    figure : str
        Figure in which it can be seen.
    exploratory : bool
        Whether the question was not declared before the run.
    note : str
        A further sentence.
    command : str
        What confirms this and the exploratory findings before it on other games.
    variants : tuple of str
        Which ones it is about.
    """

    topic: str
    headline: str
    sentence: str
    details: str
    holds_for: str
    kind: str
    players: tuple[int, ...]
    figure: str
    exploratory: bool = False
    note: str = ""
    command: str = ""
    variants: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The answer as a few plain sentences."""
        confirm = f"Confirm with: {self.command}" if self.command else ""
        return " ".join(part for part in (f"{self.sentence} ({self.details}; {self.holds_for}).", self.note, confirm) if part)

    def __str__(self) -> str:
        return self.text


# What a claim holds for


def lineup_words(entry: Entry) -> str:
    """The bots of a run: mixed bots; greedy and random bots."""
    names = list(dict.fromkeys(bot.name for bot in entry.manifest.bots))
    return f"{listed(names)} bots"


def cards_words(entry: Entry) -> str:
    """The card set of a run: reconstructed cards; no cards."""
    return _sets_words(_cards_from(entry), [entry.manifest.card_set])


def _cards_from(entry: Entry) -> str:
    """Where the cards of a run come from, in words."""
    provenance = entry.manifest.provenance
    known = {NO_CARDS: "no cards", RECONSTRUCTED: "reconstructed cards", "public": "cards from public sources"}
    return {**known, "rulebook": "cards of the rulebook"}.get(provenance, f"{provenance} cards")


def _sets_words(source: str, sets: Sequence[str]) -> str:
    """Where cards come from, with the names of sets that are not the shipped one: reconstructed cards, sets shipped and mine."""
    if list(sets) == [SHIPPED]:
        return source
    return f"{source}, {'set' if len(sets) == 1 else 'sets'} {listed(sets)}"


def holds_for(material: Material) -> str:
    """Line-up and card set of every claim on the page."""
    lineups = list(dict.fromkeys(lineup_words(entry) for entry in material.entries))
    return f"{listed(lineups)}; {cards_on(material)}"


def cards_on(material: Material) -> str:
    """The card sets on the page, those of one source together."""
    return listed(card_sets(material))


def card_sets(material: Material) -> list[str]:
    """The card sets on the page: reconstructed cards, sets shipped and mine."""
    sets: dict[str, list[str]] = {}
    for entry in material.entries:
        sets.setdefault(_cards_from(entry), []).append(entry.manifest.card_set)
    return [_sets_words(source, list(dict.fromkeys(found))) for source, found in sets.items()]


def lineups(material: Material) -> list[str]:
    """The line-ups whose runs are told on the page, each once; those beside them are `Material.beside`."""
    return list(dict.fromkeys(entry.manifest.lineup for entry in material.entries))


def is_coarse(material: Material) -> bool:
    """Whether headlines are rounded to whole points: reconstructed cards and one way of playing leave larger ones unmeasured."""
    one_way = len(lineups(material)) == 1 and not any(other.counts for other in material.beside)
    return material.first.manifest.provenance == RECONSTRUCTED and one_way


def margin_of(material: Material, name: str) -> float:
    """Margin of a measure."""
    return material.measures[name].margin


def state_line(source: Source) -> str:
    """One line on how far the page can be trusted: partial, checks passed, cards, line-ups."""
    return " · ".join(text for text, _ in state(gather(source)))


def state(material: Material) -> list[tuple[str, str]]:
    """The parts of the state line, each with a tone: good, warn, bad or plain."""
    checks = [check for entry in material.entries for check in entry.checks]
    checks += [check for other in material.beside for some in other.checks.values() for check in some]
    passed = sum(check.passed for check in checks)
    parts = [(text, "warn") for text in stopped(material)]
    parts += [(text, "plain") for text in stopping.known(material)]
    parts.append((f"{passed} of {len(checks)} checks passed", "good" if passed == len(checks) else "bad"))
    parts += [(text, "warn" if text.startswith(RECONSTRUCTED) else "plain") for text in card_sets(material)]
    count = len(lineups(material)) + len(material.beside)
    parts.append((f"{count} line-up" if count == 1 else f"{count} line-ups", "plain"))
    tuned = tuned_everywhere(material)
    if tuned:
        parts.append(("cards tuned on " + listed([words(name) for name in tuned]), "warn"))
    if any(bot.kind == RANDOM for entry in material.entries for bot in entry.manifest.bots):
        parts.append((RANDOM_WARNING, "warn"))
    return parts


def tuned_on(spec: GameSpec, entry: Entry) -> tuple[str, ...]:
    """Measures that the cards were tuned on at the setting of this run: shipped cards and bots, and no other rules than named variants'."""
    manifest = entry.manifest
    named = {path for variant in spec.variants for path in variant.settings}
    shipped = manifest.card_set == SHIPPED and not manifest.patches and set(manifest.changed) <= named
    rated = all(bot.kind != RANDOM and bot.name in bot_names(spec) for bot in manifest.bots)
    return manifest.calibrated_on if shipped and rated else ()


def tuned_everywhere(material: Material) -> tuple[str, ...]:
    """Measures that the cards were tuned on at the setting of every run."""
    found = [tuned_on(material.spec, entry) for entry in material.entries]
    return tuple(name for name in found[0] if all(name in names for names in found))


def stopped(material: Material) -> list[str]:
    """For each run that is not whole: stopped at n of N games."""
    found = []
    for entry in material.entries:
        if entry.partial:
            where = [players_words(entry.players)] if len(material.players) > 1 else []
            where += [variant_words(entry.variant)] if material.compared else []
            most = "at most " if material.until is not None else ""
            text = f"stopped at {numbers.whole(entry.games)} of {most}{numbers.whole(entry.asked)} games"
            found.append(f"{', '.join(where)}: {text}" if where else text)
    for other in material.beside:
        if other.games < other.asked:
            found.append(f"{other.lineup}: stopped at {numbers.whole(other.games)} of {numbers.whole(other.asked)} games")
    return found


# Answers


def answers(source: Source, command: str = "") -> list[Answer]:
    """The answers of the page in their order: primary measures, then what else is told of a single run, then exploratory findings.

    What holds for several numbers of players alike is one answer.

    Parameters
    ----------
    source : see `material.gather`
    command : str
        The command that repeats the run: what confirms an exploratory finding, without its seed.
    """
    material = gather(source)
    if material.compared:
        return differences_told(material) + _confirmed(_exploratory_differences(material), command)
    levels = _merged(material, [_level(material, entry, row) for entry, row in _primary_levels(material)])
    if len(material.entries) == 1:
        telling = (_ending, _deciding, _outcomes) if _one_wins(material.first) else (_outcomes, _deciding, _ending)
        told = [tell(material, material.first) for tell in telling]
        levels += [answer for answer in told if answer][: max(0, MOST_ANSWERS - MOST_EXPLORATORY - len(levels))]
    return levels + _confirmed(_exploratory_levels(material), command)


NEARLY_ALWAYS = 0.99
"""From this share of games on it is hardly worth a sentence that one player wins alone."""


def _one_wins(entry: Entry) -> bool:
    """Whether nearly every game has one winner: then how it is won matters more than whether."""
    return bool(entry.summary["outcomes"]["sole"] >= NEARLY_ALWAYS * entry.games)


def primary_names(material: Material) -> list[str]:
    """Primary measures in their order."""
    return [name for name, measure in material.measures.items() if measure.primary]


def differences_told(material: Material) -> list[Answer]:
    """The primary differences: by measure, then variant; before them, in which variants no game went another way."""
    table = material.table("differences")
    others = [name for name in material.variants if name != material.baseline]
    idle = [(players, variant) for players in material.players for variant in others if _changed_nothing(material, players, variant)]
    table = table[[key not in idle for key in zip(table["players"], table["variant"], strict=True)]]
    claims = []
    for measure in primary_names(material):
        rows = table[table["measure"] == measure]
        claims += [_difference(material, row) for variant in others for row in rows_of(rows[rows["variant"] == variant])]
    return _idle(material, idle) + _merged(material, claims)


def _changed_nothing(material: Material, players: int, variant: str) -> bool:
    """Whether every game of a variant went as the baseline's game of the same deal."""
    rows = material.table("differences", players, variant)
    return bool(len(rows) and rows["games_diverged"].eq(0).fillna(False).all() and rows["difference"].fillna(0).eq(0).all())


def _idle(material: Material, runs: Sequence[tuple[int, str]]) -> list[Answer]:
    """One answer for all variants that changed nothing with the same numbers of players, instead of a verdict on each measure."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for variant in dict.fromkeys(variant for _, variant in runs):
        groups.setdefault(tuple(players for players, name in runs if name == variant), []).append(variant)
    return [_changing_nothing(material, players, variants) for players, variants in groups.items()]


def _changing_nothing(material: Material, players: tuple[int, ...], variants: Sequence[str]) -> Answer:
    """That these variants did not come into play, and how seldom they do at most (rule of three)."""
    entries = [material.entry(count, variant) for count in players for variant in variants]
    games, deals = (min(getattr(entry, name) for entry in entries) for name in ("games", "deals"))
    where = f"with {listed([str(count) for count in players])} players, " if len(material.players) > 1 else ""
    many = "the one game" if games == 1 else f"all {numbers.counted(numbers.whole(games), 'games')}"
    who = against(variants, material.baseline)
    met = "this setting" if len(variants) == 1 else "these settings"
    most = rule_of_three(len(entries)) / deals
    return Answer(
        topic=NOTHING_CHANGED,
        headline="",
        sentence=capital(f"{where}in {many} nothing changed with {who}: {met} did not come into play"),
        details=TOO_FEW if most >= 1 else f"comes into play in {numbers.percent(most)} of games at most",
        holds_for=holds_for(material),
        kind=LEVEL_KIND,
        players=players,
        figure="differences",
    )


def _primary_levels(material: Material) -> list[tuple[Entry, Any]]:
    """The primary measures of runs: by measure, then players."""
    rows = [
        (entry, material.table("measures", entry.players, entry.variant).set_index("measure", drop=False)) for entry in material.entries
    ]
    return [(entry, table.loc[name]) for name in primary_names(material) for entry, table in rows]


@dataclass(frozen=True)
class _Shown:
    """A difference or level as it is printed.

    Attributes
    ----------
    number : str
        Rounded.
    about : str
        What stands before it: ABOUT, or LESS where rounding leaves nothing, or nothing.
    unit : str
    interval : str
        The ends, as far as sampling supports digits.
    """

    number: str
    about: str
    unit: str
    interval: str

    @property
    def amount(self) -> str:
        """Number and unit in a sentence."""
        return self.about + numbers.counted(self.number, self.unit)

    @property
    def headline(self) -> str:
        """Number and unit alone."""
        return ("<" if self.about == LESS else "") + numbers.counted(self.number, self.unit)


ABOUT, LESS = "about ", "less than "

COARSEST_MARGIN = 0.5
"""From this margin on, in the unit shown, rounded headlines are whole numbers."""


def _shown(material: Material, values: tuple[float, float, float], margin: float, factor: float, unit: str, between: float = 0.0) -> _Shown:
    """Round a headline to the largest uncertainty that is measured, or to whole margins where larger ones are not.

    Parameters
    ----------
    values : value, low, high
    margin : float
        In the measure's own unit, like the values.
    factor, unit
        From that unit to the one shown.
    between : float
        Uncertainty that line-ups add, as far as it is measured.
    """
    value, low, high = (factor * number for number in values)
    bound = factor * margin
    fine = numbers.decimals_of(low, high, (0, -bound, bound))
    interval = numbers.span(low, high, fine)
    coarse = min(fine, numbers.decimals_for(factor * between)) if between > 0 else fine
    coarse = min(fine, _coarse_decimals(bound)) if is_coarse(material) else coarse
    if coarse == fine and not is_coarse(material):
        return _Shown(numbers.plain(value, fine), "", unit, interval)
    number = numbers.plain(value, coarse)
    if value != 0 and not number.strip(f"{numbers.MINUS}0.,"):
        return _Shown(numbers.plain(10.0**-coarse, coarse), LESS, unit, interval)
    return _Shown(number, ABOUT, unit, interval)


def _coarse_decimals(margin: float) -> int:
    """Digits that are left when nothing below the margin counts: none for 1 point or 0.5 rounds, one for 0.05."""
    digits = 0
    while digits < numbers.MOST_DECIMALS and margin * 10**digits < COARSEST_MARGIN:
        digits += 1
    return digits


@dataclass(frozen=True)
class _Claim:
    """What is said of one measure, of one run or one variant, at one number of players.

    Attributes
    ----------
    measure, variant : str
    topic, kind, figure, headline, note
        See `Answer`.
    players : int
    value : float
    shown : _Shown
    tell : callable
        From the variants against the baseline, and the amount, both in words, to the sentence.
    number_before : str
        What stands before the interval: the difference, where the sentence does not say it.
    verdict : tuple of str
        Verdict and margin, as far as the sentence does not say them.
    caveat : str
        What games stopped at the round limit leave open.
    needed : float
        Games that would narrow an open difference's interval to half the margin; 0 where none are asked for.
    settled : bool
        Whether so many have been played: then the difference lies near the margin.
    holds : str
        For which line-ups of a panel it holds.
    depends : str
        What the line-ups say, where it depends on how people play: then the sentence says it, and the claim stands alone.
    """

    measure: str
    variant: str
    topic: str
    kind: str
    figure: str
    headline: str
    note: str
    players: int
    value: float
    shown: _Shown
    tell: Callable[[str, str], str]
    number_before: str
    verdict: tuple[str, ...]
    caveat: str = ""
    needed: float = 0.0
    settled: bool = False
    holds: str = ""
    depends: str = ""


def _merged(material: Material, claims: Sequence[_Claim]) -> list[Answer]:
    """One answer for all numbers of players, and for all variants, of which the same is said."""
    same: dict[tuple[str, ...], list[_Claim]] = {}
    for claim in claims:
        same.setdefault((claim.measure, claim.kind, claim.holds, claim.depends, claim.variant), []).append(claim)
    groups: dict[tuple[Any, ...], list[_Claim]] = {}
    for (*said, variant), part in same.items():
        alone = variant if part[0].depends else ""
        groups.setdefault((*said, alone, tuple(claim.players for claim in part)), []).extend(part)
    return [_answer(material, group) for group in groups.values()]


def _answer(material: Material, claims: Sequence[_Claim]) -> Answer:
    """One sentence for claims that say the same, of every variant among them with every number of players among them."""
    first = claims[0]
    players = list(dict.fromkeys(claim.players for claim in claims))
    variants = list(dict.fromkeys(claim.variant for claim in claims))
    who = against(variants, material.baseline) if material.compared else ""
    sentence = first.tell(who, _range(claims))
    if len(material.players) > 1:
        sentence = f"with {listed([str(count) for count in players])} players, {sentence}"
    if first.depends:
        return _dependent(material, first, sentence, players)
    known = first.shown.interval not in (numbers.UNKNOWN, numbers.NO_SPREAD)
    evidence = f"{first.number_before}{sampling_words(material) if known else ''}{_interval_words(material, first)}"
    headline, note = first.headline, " ".join(part for part in (first.note, _needed_words(claims)) if part)
    if len(claims) > 1:
        several = [f"{_which(claim, players, variants)}: {_interval_words(material, claim)}" for claim in claims]
        evidence = "; ".join([*several, *([sampling_words(material).strip()] if is_coarse(material) else [])])
        headline = _headline_of(claims)
        note = _needed_words(claims)  # what is noted of one claim is not so of the others
    return Answer(
        topic=first.topic,
        headline=headline,
        sentence=capital(sentence),
        details="; ".join([evidence, *first.verdict]),
        holds_for=holds_for(material),
        kind=first.kind,
        players=tuple(players),
        figure=first.figure,
        note=" ".join(part for part in (first.holds, note, _caveats(claims, players, variants)) if part),
        variants=tuple(variants),
    )


def _dependent(material: Material, claim: _Claim, sentence: str, players: Sequence[int]) -> Answer:
    """The answer where line-ups that choose in other ways decide otherwise: the sentence has each with its number."""
    return Answer(
        topic=claim.topic,
        headline="",
        sentence=capital(f"{sentence}: {claim.depends}"),
        details="; ".join(claim.verdict),
        holds_for=cards_on(material),
        kind=claim.kind,
        players=tuple(players),
        figure=claim.figure,
        note=" ".join(part for part in (claim.holds, claim.caveat) if part),
        variants=(claim.variant,),
    )


def _caveats(claims: Sequence[_Claim], players: Sequence[int], variants: Sequence[str]) -> str:
    """What capped games leave open, once where it is the same for all claims."""
    if len({claim.caveat for claim in claims}) == 1:
        return claims[0].caveat
    return " ".join(capital(f"{_which(claim, players, variants)}: {claim.caveat}") for claim in claims if claim.caveat)


def _interval_words(material: Material, claim: _Claim) -> str:
    """The interval, or why there is none."""
    if claim.shown.interval != numbers.UNKNOWN:
        return claim.shown.interval
    runs = [entry for entry in material.entries if entry.players == claim.players and entry.variant in (claim.variant, material.baseline)]
    return NOTHING_VARIED if min(entry.deals for entry in runs) >= FEWEST_DEALS else TOO_FEW


def sampling_words(material: Material) -> str:
    """What stands before an interval where larger uncertainties are not measured."""
    return "sampling alone " if is_coarse(material) else ""


def _which(claim: _Claim, players: Sequence[int], variants: Sequence[str]) -> str:
    """Which of several claims this is: variant and number of players, as far as they differ."""
    parts = [short_names(variants)[claim.variant]] if len(variants) > 1 else []
    if len(players) > 1:
        parts.append(players_words(claim.players))
    return ", ".join(parts)


def _range(claims: Sequence[_Claim]) -> str:
    """The amounts of several claims in a sentence: about 2.11 to 2.17 rounds."""
    least, most = _least_and_most(claims)
    if least.shown.number == most.shown.number:
        return most.shown.amount
    return f"{most.shown.about}{least.shown.number} to {numbers.counted(most.shown.number, most.shown.unit)}"


def _headline_of(claims: Sequence[_Claim]) -> str:
    """The amounts of several claims alone: +2.11 to +2.17 rounds; nothing where one has none."""
    least, most = _least_and_most(claims)
    if not all(claim.headline for claim in claims):
        return ""
    if least.shown.number == most.shown.number:
        return most.headline
    return f"{least.headline.removesuffix(least.shown.unit).rstrip()} to {most.headline}"


def _least_and_most(claims: Sequence[_Claim]) -> tuple[_Claim, _Claim]:
    ordered = sorted(claims, key=lambda claim: claim.value)
    return ordered[0], ordered[-1]


# Differences


def _noun(spec: GameSpec, measure: str, label: str, unit: str) -> str:
    """A measure as the object of a sentence."""
    if measure == spec.length:
        return "the length of games"
    if measure == FIRST_EXCESS:
        return f"the win share of {spec.first} above an even split"
    start = label.split(" ")[0]
    noun = label
    if unit == numbers.SHARE and start not in ("win", "share"):
        noun = f"the share of {label}"
    elif start in _WITH_ARTICLE:
        noun = f"the {label}"
    return f"{noun}," if "," in noun else noun


def _difference(material: Material, row: Any) -> _Claim:
    """What is said of one measure, one variant."""
    kind, unit = Kind(row["kind"]), numbers.unit_of(row["unit"])
    size = (abs(row["difference"]), row["low"], row["high"])
    where = (int(row["players"]), row["variant"], row["measure"])
    shown = _shown(material, size, row["margin"], unit.factor, unit.difference, panel.apart(material, *where))
    lineup_rows = panel.lineup_rows(material, *where)
    said, margin = verdict(kind, row["margin"], row["unit"]), f"margin {describe_margin(row['margin'], row['unit'])}"
    beyond = kind in (Kind.HIGHER, Kind.LOWER)
    low, high = unit.factor * row["low"], unit.factor * row["high"]
    signed = numbers.signed(unit.factor * row["difference"], numbers.decimals_of(low, high))
    if panel.agreement_of(material, *where) is Agreement.DEPENDS:
        noun = _noun(material.spec, row["measure"], row["label"], row["unit"]).rstrip(",")
        return _Claim(
            measure=row["measure"],
            variant=row["variant"],
            topic=capital(row["label"]),
            kind=DEPENDS_KIND,
            figure="differences",
            headline="",
            note="",
            caveat=_capped_caveat(material, row),
            players=int(row["players"]),
            value=abs(row["difference"]),
            shown=shown,
            tell=lambda who, amount: f"what {who} does to {noun} {panel.DEPENDS}",
            number_before="",
            verdict=(margin,),
            holds=panel.depends_note(lineup_rows),
            depends=panel.depends_words(lineup_rows),
        )
    return _Claim(
        measure=row["measure"],
        variant=row["variant"],
        topic=capital(row["label"]),
        kind=kind.value,
        figure="differences",
        headline=_headline(row["difference"], shown, kind),
        note="",
        needed=_needed(row, kind),
        settled=_narrow(material, row, kind),
        caveat=_capped_caveat(material, row),
        players=int(row["players"]),
        value=abs(row["difference"]),
        shown=shown,
        tell=_moved(material.spec, row, kind),
        number_before="" if beyond else f"difference {signed}, ",
        verdict={Kind.EQUAL: (), Kind.SMALL_BUT_REAL: (SMALL,), Kind.UNDECIDED: (margin,)}.get(kind, (said, margin)),
        holds=panel.holds_note(lineup_rows),
    )


def _capped_caveat(material: Material, row: Any) -> str:
    """What games stopped at the round limit, in the variant or the baseline, leave open of a difference; nothing without any."""
    runs = [material.entry(int(row["players"]), name) for name in dict.fromkeys((row["variant"], material.baseline))]
    capped, games = sum(entry.capped for entry in runs), sum(entry.games for entry in runs)
    if not capped:
        return ""
    said = f"{numbers.percent(capped / games)} of the games of both were stopped at the round limit"
    if row["measure"] == material.spec.length:
        return f"{said}: lengths are at least what is said."
    ends = (row.get("capped_low", row["low"]), row.get("capped_high", row["high"]))
    if pd.isna(row["low"]) or ends == (row["low"], row["high"]):
        return ""
    unit = numbers.unit_of(row["unit"])
    low, high = (unit.factor * end for end in ends)
    bounds = numbers.counted(numbers.span(low, high, numbers.decimals_of(low, high)), unit.difference)
    return f"{said}; had they been played on, the difference could be {bounds}."


def _moved(spec: GameSpec, row: Any, kind: Kind) -> Callable[[str, str], str]:
    """The sentence about a difference, from the variant against the baseline and the amount."""
    noun = _noun(spec, row["measure"], row["label"], row["unit"])
    up = kind in (Kind.HIGHER, Kind.HIGHER_SIZE_OPEN)
    if kind in (Kind.EQUAL, Kind.SMALL_BUT_REAL):
        return lambda who, amount: f"{who} leaves {noun} equal within {describe_margin(row['margin'], row['unit'])}"
    if kind is Kind.UNDECIDED:
        return lambda who, amount: f"whether {who} changes {noun} is undecided"
    if kind in OPEN:
        return lambda who, amount: f"{who} {'raises' if up else 'lowers'} {noun.rstrip(',')}, by how much is open"
    if row["measure"] == spec.length:
        return lambda who, amount: f"{who} makes games {amount} {'longer' if up else 'shorter'}"
    return lambda who, amount: f"{who} {'raises' if up else 'lowers'} {noun} by {amount}"


def _headline(value: float, shown: _Shown, kind: str) -> str:
    """The number alone, with its sign; nothing where the verdict is open or equal."""
    if kind not in (Kind.HIGHER, Kind.LOWER, TUNED_KIND):
        return ""
    less = "<" if shown.about == LESS else ""
    return less + numbers.counted(_signed(value, shown), shown.unit)


def _signed(value: float, shown: _Shown) -> str:
    """The rounded size with the sign of the value; none for a zero."""
    if not shown.number.strip("0.,"):
        return shown.number
    return ("+" if value > 0 else numbers.MINUS) + shown.number


def _needed(row: Any, kind: Kind) -> float:
    """How many games would narrow an open verdict's interval to half the margin."""
    return 0.0 if kind not in OPEN or pd.isna(row["games_needed"]) else float(row["games_needed"])


def _narrow(material: Material, row: Any, kind: Kind) -> bool:
    """Whether the interval of an open difference is narrower than half the margin already."""
    runs = [material.entry(int(row["players"]), name) for name in (row["variant"], material.baseline)]
    return 0 < _needed(row, kind) <= min(entry.games for entry in runs)


def _needed_words(claims: Sequence[_Claim]) -> str:
    """The same of some claims as a sentence; none for none."""
    needed = max(claim.needed for claim in claims)
    games = numbers.counted(numbers.whole(numbers.rounded_up(needed)), "games")
    if needed and all(claim.settled for claim in claims):
        return "The interval is narrower than half the margin already: the difference lies near the margin."
    return f"About {games} would narrow the interval to half the margin." if needed else ""


# Levels


def _level(material: Material, entry: Entry, row: Any) -> _Claim:
    """What is said of one measure of a single run."""
    name, measure = row["measure"], material.measures[row["measure"]]
    kind, said = _against_fair(measure, row, name in tuned_on(material.spec, entry), _capped_shift(material, entry, name))
    unit = numbers.unit_of(row["unit"])
    where = (entry.players, entry.variant, name)
    rows, between = panel.lineup_rows(material, *where), panel.apart(material, *where)
    common: dict[str, Any] = {
        "measure": name,
        "variant": entry.variant,
        "topic": capital(row["label"]),
        "kind": kind,
        "players": entry.players,
        "value": row["value"],
        "verdict": said,
        "holds": panel.holds_note(rows),
    }
    if panel.agreement_of(material, *where) is Agreement.DEPENDS:
        tuned = said if kind == TUNED_KIND else ()
        beyond = describe_margin(_absolute_margin(measure, row["value"]), row["unit"])
        common |= {"kind": DEPENDS_KIND, "holds": panel.depends_note(rows), "depends": panel.depends_words(rows)}
        common["verdict"] = (f"margin {beyond}", *tuned)
    if name == FIRST_EXCESS:
        size = (abs(row["value"]), row["low"], row["high"])
        shown = _shown(material, size, measure.margin, unit.factor, unit.difference, between)
        common |= {"figure": "balance", "headline": _headline(row["value"], shown, kind), "note": _position_note(material, entry)}
        common["tell"] = _split(material.spec.first, row["value"], common["kind"], measure.margin)
        return _Claim(shown=shown, number_before="", caveat=_position_caveat(material, entry), **common)
    size, margin = (row["value"], row["low"], row["high"]), _absolute_margin(measure, row["value"])
    shown = _shown(material, size, margin, unit.factor, unit.level, between)
    if name == material.spec.length:
        least = "at least " if entry.capped else ""
        note = length_note(material.spec.length_unit, material.rows("lengths", entry.players, entry.variant)[0])
        note = note if entry.games >= FEW_GAMES else f"{capital(TELL_LITTLE)} about when most are over."
        common |= {"figure": "length", "headline": ("≥ " if least else "") + shown.headline, "note": note}
        common["tell"] = lambda _, amount: f"games last {least}{amount} on average"
    else:
        common |= {"figure": LEVEL_FIGURES.get(name, ""), "headline": shown.headline, "note": ""}
        common["tell"] = lambda _, amount: f"{row['label']}: {amount}"
    if common["kind"] == DEPENDS_KIND:
        what = "how long games last" if name == material.spec.length else row["label"]
        common["tell"] = lambda _, amount: f"{what} {panel.DEPENDS}"
    return _Claim(shown=shown, number_before="", **common)


def _absolute_margin(measure: Measure, value: float) -> float:
    return abs(value) * measure.margin if measure.relative_margin else measure.margin


def _capped_shift(material: Material, entry: Entry, measure: str, position: int = 0) -> tuple[float, float]:
    """By how much less or more a position's excess can be, had its run's capped games been played on."""
    if measure != FIRST_EXCESS:
        return 0.0, 0.0
    row = material.rows("turn_order", entry.players, entry.variant)[position]
    return row["excess"] - row["excess_capped_low"], row["excess_capped_high"] - row["excess"]


def _against_fair(measure: Measure, row: Any, tuned: bool, capped: tuple[float, float]) -> tuple[str, tuple[str, ...]]:
    """Verdict of a level against its fair value, where there is one and the cards were not tuned on it."""
    if tuned:
        return TUNED_KIND, ("tuned, not found",)
    if pd.isna(row["fair"]):
        return LEVEL_KIND, ()
    margin = _absolute_margin(measure, row["value"])
    kind = judge(row["low"] - row["fair"] - capped[0], row["high"] - row["fair"] + capped[1], margin)
    said, beside = verdict(kind, margin, row["unit"]), f"margin {describe_margin(margin, row['unit'])}"
    return kind.value, {Kind.EQUAL: (said,), Kind.SMALL_BUT_REAL: (SMALL,), Kind.UNDECIDED: (beside,)}.get(kind, (said, beside))


def _position_note(material: Material, entry: Entry) -> str:
    """The first position's share against an even split, and what nobody takes away."""
    position = material.rows("turn_order", entry.players, entry.variant)[0]
    decimals = numbers.decimals_of(100 * position["low"], 100 * position["high"])
    even = position["win_share"] - position["excess"]
    note = f"That is {numbers.percent(position['win_share'], decimals)} of games against {numbers.percent(even, decimals)}"
    nobody = entry.summary["outcomes"]["nobody"]
    note += f"; nobody wins in {numbers.percent(nobody / entry.games)}." if nobody else "."
    return note


def _position_caveat(material: Material, entry: Entry) -> str:
    """The first position's excess with all capped games taken from it, or given to it; nothing without any."""
    if not entry.capped:
        return ""
    position = material.rows("turn_order", entry.players, entry.variant)[0]
    decimals = numbers.decimals_of(100 * position["excess_low"], 100 * position["excess_high"])
    bounds = numbers.span(100 * position["excess_capped_low"], 100 * position["excess_capped_high"], decimals)
    games = "the one game" if entry.capped == 1 else f"all {numbers.whole(entry.capped)} games"
    return f"With {games} stopped at the round limit taken from it, or given to it: {bounds} points."


def _split(who: str, value: float, kind: str, margin: float) -> Callable[[str, str], str]:
    """The sentence about a position against an even split, from its amount."""
    more = "more" if value > 0 else "less"
    if kind == DEPENDS_KIND:
        return lambda _, amount: f"whether {who} wins more or less than an even split {panel.DEPENDS}"
    if kind in (Kind.EQUAL, Kind.SMALL_BUT_REAL):
        return lambda _, amount: f"{who} wins what an even split gives, within {describe_margin(margin, numbers.SHARE)}"
    if kind == Kind.UNDECIDED:
        return lambda _, amount: f"whether {who} wins more or less than an even split is undecided"
    if kind in OPEN:
        return lambda _, amount: f"{who} wins {more} than an even split, by how much is open"
    return lambda _, amount: f"{who} wins {amount} {more} than an even split"


def length_note(unit: str, facts: Any) -> str:
    """When most games are over: half by round 14, 9 of 10 by round 17; or by turns, where the game counts these."""
    unit = numbers.singular(unit)
    if pd.isna(facts["median"]):
        return "When half of the games are over is not known: too many were stopped at the round limit."
    half = f"Half of the games are over by {unit} {numbers.whole(facts['median'])}"
    if pd.isna(facts[NINE_OF_TEN]):
        return f"{half}; when 9 of 10 are is not known: too many were stopped at the round limit."
    return f"{half}, 9 of 10 by {unit} {numbers.whole(facts[NINE_OF_TEN])}."


def _outcomes(material: Material, entry: Entry) -> Answer:
    """How many games have one winner, several, or none."""
    counts = entry.summary["outcomes"]
    outside = material.table("outside_ladder", entry.players, entry.variant)
    decimals = numbers.decimals_for(100 * farthest(outside))
    share = {name: numbers.percent(count / entry.games, decimals) for name, count in counts.items()}
    rest = []
    if counts["shared"]:
        rest.append(f"the win is shared in {share['shared']}")
    if counts["nobody"]:
        rest.append(f"nobody wins in {share['nobody']}")
    if counts["cap"]:
        rest.append(f"{share['cap']} were stopped at the round limit")
    sentence = ", ".join([f"One player wins alone in {share['sole']} of games", *rest])
    if not rest:
        sentence = f"In {every_game(entry.games)} one player wins alone"
    return _told(material, entry, sentence, farthest(outside), "who_wins", OUTCOMES_TABLE)


def every_game(games: int) -> str:
    """Every game; all 12 games where these are few."""
    if games >= FEW_GAMES:
        return "every game"
    return "the one game" if games == 1 else f"all {numbers.counted(numbers.whole(games), 'games')}"


def _deciding(material: Material, entry: Entry) -> Answer | None:
    """Which step decides how many games."""
    ladder = material.table("ladder", entry.players, entry.variant)
    reached = ladder[ladder["decided"] > 0] if len(ladder) else ladder
    if len(reached) < 2:
        return None
    distance = farthest(reached, "of_games", "of_games_low", "of_games_high")
    parts = [
        f"{material.words(row['step'])} {numbers.percent(row['of_games'], numbers.decimals_for(100 * distance))}"
        for row in rows_of(reached)
    ]
    return _told(material, entry, f"What decides: {listed(parts)} of games", distance, "decided_by", STEPS)


def _ending(material: Material, entry: Entry) -> Answer | None:
    """Why games end, the most frequent reason first."""
    reasons = material.table("end_reasons", entry.players, entry.variant).sort_values("games", ascending=False, kind="stable")
    reasons = reasons[reasons["games"] > 0]
    if len(reasons) < 2:
        return None
    distance = farthest(reasons)
    parts = [
        f"{material.words(row['reason'])} {numbers.percent(row['share'], numbers.decimals_for(100 * distance))}" for row in rows_of(reasons)
    ]
    return _told(material, entry, f"Why games end: {listed(parts)}", distance, "end_reasons", END_REASONS)


def farthest(table: pd.DataFrame, value: str = "share", low: str = "low", high: str = "high") -> float:
    """How far an end of some intervals lies from its value at most; NaN where there is no interval."""
    return float(np.fmax(table[high] - table[value], table[value] - table[low]).max())


def within(distance: float, unit: str, sign: str = "") -> str:
    """A distance within which values are known, in words."""
    if math.isnan(distance):
        return numbers.UNKNOWN
    return sign + numbers.counted(numbers.plain(distance, numbers.decimals_for(distance) if distance else 0), unit)


def _told(material: Material, entry: Entry, sentence: str, distance: float, figure: str, table: str) -> Answer:
    """An answer without verdict whose shares, those of a table, are known to within this distance."""
    points = within(100 * distance, "points")
    known = points if math.isnan(distance) else f"each within {points}"
    rows = panel.lineup_rows(material, entry.players, entry.variant, table)
    found = Answer(
        topic=OUTCOMES,
        headline="",
        sentence=sentence,
        details=known if entry.games >= FEW_GAMES else f"{known}; {TELL_LITTLE}",
        holds_for=holds_for(material),
        kind=LEVEL_KIND,
        players=(entry.players,),
        figure=figure,
        note=panel.holds_note(rows),
    )
    if panel.agreement_of(material, entry.players, entry.variant, table) is not Agreement.DEPENDS:
        return found
    shares = panel.shares_words(panel.group_rows(material, entry.players, entry.variant, table))
    return dataclasses.replace(
        found,
        sentence=f"{SHARES_TOLD[table]} {panel.DEPENDS}: {shares}",
        details=f"margin {describe_margin(rows[0]['margin'], rows[0]['unit'])}",
        holds_for=cards_on(material),
        kind=DEPENDS_KIND,
        note=panel.depends_note(rows),
    )


SHARES_TOLD = {OUTCOMES_TABLE: "Whether one player wins alone", STEPS: "What decides", END_REASONS: "Why games end"}
"""What the shares of a table tell."""

# Exploratory findings

OUTCOMES, EXPLORATORY, NOTHING_CHANGED = "Outcomes", "Exploratory", "Nothing changed"
"""Headings of the answers that are about no primary measure."""

_OWN_FILES = re.compile(r" --(seed|out|report|figures|label)(=| )('[^']*'|\"[^\"]*\"|\S+)")
"""Options that belong to this run and not to the next."""


SEED = " --seed "


def confirming(command: str) -> str:
    """The command that asks again on other games: the same without its seed and files; none where no games would be played anew."""
    return _OWN_FILES.sub("", command) if SEED in command else ""


def _exploratory_differences(material: Material) -> list[Answer]:
    """The differences of other measures that lie beyond their margin and stand out of all that were looked at, the furthest first."""
    asked = [row for row in material.rows("differences") if not row["primary"]]
    clear = [row for row in asked if row["kind"] in (Kind.HIGHER, Kind.LOWER) and row["found"]]
    furthest = sorted(clear, key=lambda row: -abs(row["shrunken"]))[:MOST_EXPLORATORY]
    choice = f"one of {len(asked)} questions nobody had asked beforehand, of those that stand out at 5 % false discoveries"
    return [_explored(material, _answer(material, [_difference(material, row)]), choice) for row in furthest]


def _exploratory_levels(material: Material) -> list[Answer]:
    """Of single runs: a later position far from an even split, and the card whose effect is largest."""
    found = []
    for entry in material.entries:
        found += [answer for answer in (_far_position(material, entry), _far_card(material, entry)) if answer]
    return found[:MOST_EXPLORATORY]


def _far_position(material: Material, entry: Entry) -> Answer | None:
    positions = [row for row in material.rows("turn_order", entry.players, entry.variant) if row["position"] > 1]
    if len(positions) < 2 or FIRST_EXCESS in tuned_on(material.spec, entry):
        return None
    row = max(positions, key=lambda row: abs(row["excess"]))
    down, up = _capped_shift(material, entry, FIRST_EXCESS, int(row["position"]) - 1)
    kind = judge(row["excess_low"] - down, row["excess_high"] + up, margin_of(material, FIRST_EXCESS))
    who = f"the {numbers.ordinal(int(row['position']))} in turn order"
    tell = _split(who, row["excess"], kind, margin_of(material, FIRST_EXCESS))
    values = (row["excess"], row["excess_low"], row["excess_high"])
    return _beyond(material, entry, values, tell, "balance", f"the furthest of {len(positions)} positions", (down, up))


def _far_card(material: Material, entry: Entry) -> Answer | None:
    cards = material.rows("opening_hand", entry.players, entry.variant)
    enough = [row for row in cards if not row["small"] and not pd.isna(row["low"])]
    if not any(row["found"] for row in enough):
        return None
    row = max((row for row in enough if row["found"]), key=lambda row: abs(row["shrunken"]))
    worth = "worth" if row["effect"] > 0 else "worth minus"

    def tell(_: str, amount: str) -> str:
        return f"being dealt {row['name']} instead of an average card is {worth} {amount} of win share"

    values = (row["effect"], row["low"], row["high"])
    choice = f"the furthest of {len(enough)} cards, and so probably overstated"
    capped = entry.capped / entry.games
    return _beyond(material, entry, values, tell, "opening_hand", choice, (capped, capped))


def _beyond(
    material: Material,
    entry: Entry,
    values: tuple[float, float, float],
    tell: Callable[[str, str], str],
    figure: str,
    choice: str,
    capped: tuple[float, float],
) -> Answer | None:
    """An exploratory answer in points, if its interval is wholly beyond the margin, by as much as capped games can move it too."""
    margin = margin_of(material, FIRST_EXCESS)
    kind = judge(values[1] - capped[0], values[2] + capped[1], margin)
    if kind not in (Kind.HIGHER, Kind.LOWER):
        return None
    shown = _shown(material, (abs(values[0]), values[1], values[2]), margin, 100, "points")
    claim = _Claim(
        measure=figure,
        variant=entry.variant,
        topic=EXPLORATORY,
        kind=kind.value,
        figure=figure,
        headline=_headline(values[0], shown, kind),
        note="",
        players=entry.players,
        value=values[0],
        shown=shown,
        tell=tell,
        number_before="",
        verdict=(kind.value, f"margin {describe_margin(margin, numbers.SHARE)}"),
    )
    return _explored(material, _answer(material, [claim]), choice)


def _explored(material: Material, answer: Answer, choice: str) -> Answer:
    """The answer marked as one that was looked for afterwards, and only among the deciding line-up's games."""
    alone = "; the other line-ups were not asked" if material.beside else ""
    return dataclasses.replace(answer, topic=EXPLORATORY, exploratory=True, note=f"{answer.note} Exploratory: {choice}{alone}.".strip())


def _confirmed(found: Sequence[Answer], command: str) -> list[Answer]:
    """Exploratory answers, the last of them with the command that confirms them all."""
    return [*found[:-1], *(dataclasses.replace(answer, command=confirming(command)) for answer in found[-1:])]
