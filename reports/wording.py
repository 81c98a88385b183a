"""The sentences of the page: answers with their verdicts, and the words around the figures.

A verdict is one of the words of `analyses.verdicts`, whatever the numbers; every claim names the line-up and the card set it holds for.
"""

import dataclasses
import re
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analyses.verdicts import OPEN, Kind, describe_margin, judge, verdict
from reports import numbers
from reports.material import NINE_OF_TEN, Entry, Material, Source, gather
from reports.names import against, capital, listed, players_words, variant_words, words
from simcore.spec import Measure

FIRST_EXCESS, ROUNDS = "first_excess", "rounds"
"""Measures of every game for which there are sentences of their own."""

MOST_ANSWERS = 8
MOST_EXPLORATORY = 2

RECONSTRUCTED, NO_CARDS = "reconstructed", "none"
"""Provenances of a card set that the page speaks about."""

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

TUNED_KIND = "tuned"
"""Kind of an answer about a measure that the card set was tuned on."""

SCORE_WORDS = {"winner": "winner", "runner_up": "runner-up", "margin": "margin", "all_seats": "every seat"}

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
        The verdict's stable word, LEVEL_KIND or TUNED_KIND.
    players : int
    figure : str
        Figure in which it can be seen.
    exploratory : bool
        Whether the question was not declared before the run.
    note : str
        A further sentence.
    command : str
        What confirms an exploratory finding on other games.
    """

    topic: str
    headline: str
    sentence: str
    details: str
    holds_for: str
    kind: str
    players: int
    figure: str
    exploratory: bool = False
    note: str = ""
    command: str = ""

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
    manifest = entry.manifest
    if manifest.provenance == NO_CARDS:
        return "no cards"
    source = {RECONSTRUCTED: "reconstructed cards", "public": "cards from public sources", "rulebook": "cards of the rulebook"}
    name = source.get(manifest.provenance, f"{manifest.provenance} cards")
    return name if manifest.card_set == "shipped" else f"{name}, set {manifest.card_set}"


def holds_for(material: Material) -> str:
    """Line-up and card set of every claim on the page."""
    lineups = list(dict.fromkeys(lineup_words(entry) for entry in material.entries))
    cards = list(dict.fromkeys(cards_words(entry) for entry in material.entries))
    return f"{listed(lineups)}; {listed(cards)}"


def lineups(material: Material) -> list[str]:
    """The line-ups on the page, each once."""
    return list(dict.fromkeys(entry.manifest.lineup for entry in material.entries))


def is_coarse(material: Material) -> bool:
    """Whether headlines are rounded to whole points: reconstructed cards and one line-up leave the larger uncertainties unmeasured."""
    return material.first.manifest.provenance == RECONSTRUCTED and len(lineups(material)) == 1


def margin_of(material: Material, name: str) -> float:
    """Margin of a measure."""
    return material.measures[name].margin


def state_line(source: Source) -> str:
    """One line on how far the page can be trusted: partial, checks passed, cards, line-ups."""
    return " · ".join(text for text, _ in state(gather(source)))


def state(material: Material) -> list[tuple[str, str]]:
    """The parts of the state line, each with a tone: good, warn, bad or plain."""
    checks = [check for entry in material.entries for check in entry.checks]
    passed = sum(check.passed for check in checks)
    parts = [(text, "warn") for text in stopped(material)]
    parts.append((f"{passed} of {len(checks)} checks passed", "good" if passed == len(checks) else "bad"))
    cards = list(dict.fromkeys(cards_words(entry) for entry in material.entries))
    parts += [(text, "warn" if text.startswith(RECONSTRUCTED) else "plain") for text in cards]
    count = len(lineups(material))
    parts.append((f"{count} line-up" if count == 1 else f"{count} line-ups", "plain"))
    if material.first.manifest.calibrated_on:
        parts.append(("tuned on " + listed([words(name) for name in material.first.manifest.calibrated_on]), "warn"))
    return parts


def stopped(material: Material) -> list[str]:
    """For each run that is not whole: stopped at n of N games."""
    found = []
    for entry in material.entries:
        if entry.partial:
            where = [players_words(entry.players)] if len(material.players) > 1 else []
            where += [variant_words(entry.variant)] if material.compared else []
            text = f"stopped at {numbers.whole(entry.games)} of {numbers.whole(entry.asked)} games"
            found.append(f"{', '.join(where)}: {text}" if where else text)
    return found


# Answers


def answers(source: Source, command: str = "") -> list[Answer]:
    """The answers of the page in their order: primary measures, then what else is told of a single run, then exploratory findings.

    Parameters
    ----------
    source : see `material.gather`
    command : str
        The command that repeats the run: what confirms an exploratory finding, without its seed.
    """
    material = gather(source)
    if material.compared:
        return differences_told(material) + _exploratory_differences(material, command)
    levels = [_level(material, entry, row) for entry, row in _primary_levels(material)]
    if len(material.entries) == 1:
        told = [tell(material, material.first) for tell in (_outcomes, _deciding, _ending)]
        levels += [answer for answer in told if answer][: max(0, MOST_ANSWERS - MOST_EXPLORATORY - len(levels))]
    return levels + _exploratory_levels(material, command)


def primary_names(material: Material) -> list[str]:
    """Primary measures in their order."""
    return [name for name, measure in material.measures.items() if measure.primary]


def differences_told(material: Material) -> list[Answer]:
    """By measure, then players, then variant."""
    table = material.table("differences")
    return [_difference(material, row) for name in primary_names(material) for _, row in table[table["measure"] == name].iterrows()]


def _primary_levels(material: Material) -> list[tuple[Entry, Any]]:
    """By measure, then players."""
    rows = [
        (entry, material.table("measures", entry.players, entry.variant).set_index("measure", drop=False)) for entry in material.entries
    ]
    return [(entry, table.loc[name]) for name in primary_names(material) for entry, table in rows]


def _noun(measure: str, label: str, unit: str) -> str:
    """A measure as the object of a sentence."""
    if measure == ROUNDS:
        return "the length of games"
    if measure == FIRST_EXCESS:
        return "the win share of the first in turn order above an even split"
    if unit == numbers.SHARE and label.startswith("games "):
        return f"the share of {label}"
    return f"the {label}" if label.split(" ")[0] in _WITH_ARTICLE else label


def _with_players(material: Material, players: int, sentence: str) -> str:
    """The sentence, with the number of players in front where the page has several."""
    if len(material.players) == 1:
        return sentence
    return f"With {players_words(players)}, {sentence[:1].lower()}{sentence[1:]}"


@dataclass(frozen=True)
class _Shown:
    """A difference or level as it is printed.

    Attributes
    ----------
    number : str
        Rounded, without sign.
    about : str
        What stands before it: "about ", or "less than " where rounding leaves nothing.
    interval : str
        The ends, as far as sampling supports digits.
    """

    number: str
    about: str
    interval: str


ABOUT, LESS = "about ", "less than "


def _shown(material: Material, value: float, low: float, high: float, factor: float, margin: float) -> _Shown:
    """Round a headline to the largest uncertainty that is measured, or to whole margins where larger ones are not."""
    value, low, high = abs(value) * factor, low * factor, high * factor
    fine = numbers.decimals_of(low, high)
    if not is_coarse(material):
        return _Shown(numbers.plain(value, fine), "", numbers.span(low, high, fine))
    coarse = min(fine, _coarse_decimals(margin * factor))
    number = numbers.plain(value, coarse)
    interval = f"sampling alone {numbers.span(low, high, fine)}"
    if value > 0 and not number.strip("0.,"):
        return _Shown(numbers.plain(10.0**-coarse, coarse), LESS, interval)
    return _Shown(number, ABOUT, interval)


def _coarse_decimals(margin: float) -> int:
    """Digits that are left when nothing below the margin counts: none for 1 point or 0.5 rounds, one for 0.05."""
    digits = 0
    while digits < numbers.MOST_DECIMALS and margin * 10**digits < COARSEST_MARGIN:
        digits += 1
    return digits


COARSEST_MARGIN = 0.5
"""From this margin on, in the unit shown, headlines are whole numbers."""


def _direction(kind: str) -> int:
    return 1 if kind.startswith("higher") else -1 if kind.startswith("lower") else 0


def _difference(material: Material, row: Any) -> Answer:
    """The sentence of one measure, one variant."""
    measure, kind, unit = row["measure"], Kind(row["kind"]), numbers.unit_of(row["unit"])
    shown = _shown(material, row["difference"], row["low"], row["high"], unit.factor, row["margin"])
    variant, noun = capital(against(row["variant"], material.baseline)), _noun(measure, row["label"], row["unit"])
    margin = describe_margin(row["margin"], row["unit"])
    amount = shown.about + numbers.counted(shown.number, unit.difference)
    raw = numbers.signed(unit.factor * row["difference"], numbers.decimals_of(unit.factor * row["low"], unit.factor * row["high"]))
    interval = f"difference {raw}, {shown.interval}"
    if kind in (Kind.HIGHER, Kind.LOWER):
        sentence = _moved(measure, variant, noun, amount, kind)
        details = f"{shown.interval}; {verdict(kind, row['margin'], row['unit'])}; margin {margin}"
    elif kind in (Kind.EQUAL, Kind.SMALL_BUT_REAL):
        sentence = f"{variant} leaves {noun} {verdict(kind, row['margin'], row['unit'])}"
        details = interval
    elif kind is Kind.UNDECIDED:
        sentence = f"Whether {variant[:1].lower()}{variant[1:]} changes {noun} is undecided"
        details = f"{interval}; margin {margin}"
    else:
        sentence = f"{variant} {'raises' if _direction(kind) > 0 else 'lowers'} {noun}, by how much is open"
        details = f"{interval}; {verdict(kind, row['margin'], row['unit'])}; margin {margin}"
    return Answer(
        topic=capital(row["label"]),
        headline=_headline(row["difference"], shown, unit.difference, kind),
        sentence=_with_players(material, int(row["players"]), sentence),
        details=details,
        holds_for=holds_for(material),
        kind=kind.value,
        players=int(row["players"]),
        figure="differences",
        note=_needed(row, kind),
    )


def _moved(measure: str, variant: str, noun: str, amount: str, kind: Kind) -> str:
    if measure == ROUNDS:
        return f"{variant} makes games {amount} {'longer' if kind is Kind.HIGHER else 'shorter'}"
    return f"{variant} {'raises' if kind is Kind.HIGHER else 'lowers'} {noun} by {amount}"


def _headline(value: float, shown: _Shown, unit: str, kind: str) -> str:
    """The number alone, with its sign; where the verdict is open or equal, its sign instead of a number."""
    if kind in (Kind.EQUAL, Kind.SMALL_BUT_REAL):
        return "="
    if kind == Kind.UNDECIDED:
        return "?"
    sign = "+" if value > 0 else numbers.MINUS
    if kind in OPEN:
        return f"{sign}?"
    less = "<" if shown.about == LESS else ""
    return less + numbers.counted(f"{sign}{shown.number}", unit)


def _needed(row: Any, kind: Kind) -> str:
    """How many games would narrow an open verdict's interval to half the margin."""
    if kind not in OPEN or pd.isna(row["games_needed"]):
        return ""
    games = numbers.whole(numbers.rounded_up(float(row["games_needed"])))
    return f"About {games} games would narrow the interval to half the margin."


def _level(material: Material, entry: Entry, row: Any) -> Answer:
    """The sentence of one measure of a single run."""
    measure = row["measure"]
    tuned = measure in entry.manifest.calibrated_on
    if measure == FIRST_EXCESS:
        return _first_player(material, entry, row, tuned)
    unit = numbers.unit_of(row["unit"])
    shown = _shown(material, row["value"], row["low"], row["high"], unit.factor, _absolute_margin(material.measures[measure], row["value"]))
    sign = numbers.MINUS if row["value"] < 0 and shown.number.strip("0.,") else ""
    amount = shown.about + numbers.counted(sign + shown.number, unit.level)
    note = ""
    if measure == ROUNDS:
        facts = material.table("lengths", entry.players, entry.variant).iloc[0]
        least = "at least " if entry.capped else ""
        sentence = f"Games last {least}{amount} on average" if least else f"Games last {amount} on average"
        note = length_note(facts)
    else:
        sentence = f"{capital(row['label'])}: {amount}"
    kind, details = _against_fair(material.measures[measure], row, tuned)
    return Answer(
        topic=capital(row["label"]),
        headline=("≥ " if measure == ROUNDS and entry.capped else "") + numbers.counted(sign + shown.number, unit.level),
        sentence=_with_players(material, entry.players, sentence),
        details="; ".join([shown.interval, *details]),
        holds_for=holds_for(material),
        kind=kind,
        players=entry.players,
        figure="length" if measure == ROUNDS else "",
        note=note,
    )


def _absolute_margin(measure: Measure, value: float) -> float:
    return abs(value) * measure.margin if measure.relative_margin else measure.margin


def _against_fair(measure: Measure, row: Any, tuned: bool) -> tuple[str, list[str]]:
    """Verdict of a level against its fair value, where there is one and the cards were not tuned on it."""
    if tuned:
        return TUNED_KIND, ["tuned, not found"]
    if pd.isna(row["fair"]):
        return LEVEL_KIND, []
    margin = _absolute_margin(measure, row["value"])
    kind = judge(row["low"] - row["fair"], row["high"] - row["fair"], margin)
    said = verdict(kind, margin, row["unit"])
    if kind in (Kind.EQUAL, Kind.SMALL_BUT_REAL):
        return kind.value, [said]
    return kind.value, ([] if kind is Kind.UNDECIDED else [said]) + [f"margin {describe_margin(margin, row['unit'])}"]


def _first_player(material: Material, entry: Entry, row: Any, tuned: bool) -> Answer:
    """How much more than an even split the first in turn order wins."""
    measure = material.measures[FIRST_EXCESS]
    shown = _shown(material, row["value"], row["low"], row["high"], 100, measure.margin)
    kind, details = _against_fair(measure, row, tuned)
    position = material.table("turn_order", entry.players, entry.variant).iloc[0]
    decimals = numbers.decimals_of(100 * position["low"], 100 * position["high"])
    even = position["win_share"] - position["excess"]
    note = f"That is {numbers.percent(position['win_share'], decimals)} of games against {numbers.percent(even, decimals)}"
    nobody = entry.summary["outcomes"]["nobody"]
    note += f"; nobody wins in {numbers.percent(nobody / entry.games)}." if nobody else "."
    if entry.capped:
        bounds = numbers.span(100 * position["excess_capped_low"], 100 * position["excess_capped_high"], decimals)
        note += f" With all {numbers.whole(entry.capped)} games stopped at the round limit taken from it, or given to it: {bounds} points."
    return Answer(
        topic=capital(row["label"]),
        headline=_headline(row["value"], shown, "points", kind),
        sentence=_with_players(
            material, entry.players, _split_sentence("the first in turn order", row["value"], shown, kind, measure.margin)
        ),
        details="; ".join([shown.interval, *details]),
        holds_for=holds_for(material),
        kind=kind,
        players=entry.players,
        figure="balance",
        note=note,
    )


def _split_sentence(who: str, value: float, shown: _Shown, kind: str, margin: float) -> str:
    """A position against an even split."""
    more = "more" if value > 0 else "less"
    if kind in (Kind.EQUAL, Kind.SMALL_BUT_REAL):
        return capital(f"{who} wins what an even split gives, within {describe_margin(margin, numbers.SHARE)}")
    if kind == Kind.UNDECIDED:
        return f"Whether {who} wins more or less than an even split is undecided"
    if kind in OPEN:
        return capital(f"{who} wins {more} than an even split, by how much is open")
    return capital(f"{who} wins {shown.about}{numbers.counted(shown.number, 'points')} {more} than an even split")


def length_note(facts: Any) -> str:
    """When most games are over: half by round 14, 9 of 10 by round 17."""
    if pd.isna(facts["median"]):
        return "More than half of the games were stopped at the round limit."
    half = f"Half of the games are over by round {numbers.whole(facts['median'])}"
    if pd.isna(facts[NINE_OF_TEN]):
        return f"{half}; more than 1 in 10 reaches the round limit."
    return f"{half}, 9 of 10 by round {numbers.whole(facts[NINE_OF_TEN])}."


def _outcomes(material: Material, entry: Entry) -> Answer:
    """How many games have one winner, several, or none."""
    counts = entry.summary["outcomes"]
    outside = material.table("outside_ladder", entry.players, entry.variant)
    decimals = numbers.decimals_for(100 * widest(outside))
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
        sentence = "In every game one player wins alone"
    return _told(material, entry, "Winners", share["sole"], sentence, widest(outside), "who_wins")


def _deciding(material: Material, entry: Entry) -> Answer | None:
    """Which step decides how many games."""
    ladder = material.table("ladder", entry.players, entry.variant)
    reached = ladder[ladder["decided"] > 0] if len(ladder) else ladder
    if len(reached) < 2:
        return None
    half_width = widest(reached, "of_games_low", "of_games_high")
    parts = [
        f"{words(row['step'])} {numbers.percent(row['of_games'], numbers.decimals_for(100 * half_width))}" for _, row in reached.iterrows()
    ]
    return _told(material, entry, "What decides", "", f"What decides: {listed(parts)} of games", half_width, "decided_by")


def _ending(material: Material, entry: Entry) -> Answer | None:
    """Why games end, the most frequent reason first."""
    reasons = material.table("end_reasons", entry.players, entry.variant).sort_values("games", ascending=False, kind="stable")
    reasons = reasons[reasons["games"] > 0]
    if len(reasons) < 2:
        return None
    half_width = widest(reasons)
    parts = [
        f"{words(row['reason'])} {numbers.percent(row['share'], numbers.decimals_for(100 * half_width))}" for _, row in reasons.iterrows()
    ]
    return _told(material, entry, "Why games end", "", f"Why games end: {listed(parts)}", half_width, "end_reasons")


def widest(table: pd.DataFrame, low: str = "low", high: str = "high") -> float:
    """Half the width of the widest interval of some shares."""
    return float(((table[high] - table[low]) / 2).max())


def _told(material: Material, entry: Entry, topic: str, headline: str, sentence: str, half_width: float, figure: str) -> Answer:
    """An answer without verdict whose shares have intervals of at most this half-width."""
    points = numbers.plain(100 * half_width, numbers.decimals_for(100 * half_width))
    return Answer(
        topic=topic,
        headline=headline,
        sentence=sentence,
        details=f"each within {numbers.counted(points, 'points')}",
        holds_for=holds_for(material),
        kind=LEVEL_KIND,
        players=entry.players,
        figure=figure,
    )


# Exploratory findings

EXPLORATORY = "Exploratory"

_OWN_FILES = re.compile(r" --(seed|out|report|figures|label)(=| )('[^']*'|\"[^\"]*\"|\S+)")
"""Options that belong to this run and not to the next."""


def confirming(command: str) -> str:
    """The command that asks again on other games: the same without its seed and files, so that a fresh seed is drawn."""
    return _OWN_FILES.sub("", command)


def _exploratory_differences(material: Material, command: str) -> list[Answer]:
    """The differences of other measures that lie furthest beyond their margin."""
    table = material.table("differences")
    table = table[~table["primary"].astype(bool) & table["kind"].isin([Kind.HIGHER, Kind.LOWER])]
    order = (table["difference"].abs() / table["margin"]).sort_values(ascending=False, kind="stable").index
    asked = int((~material.table("differences")["primary"].astype(bool)).sum())
    found = [_difference(material, table.loc[place]) for place in order[:MOST_EXPLORATORY]]
    return [_explored(answer, f"one of {asked} questions nobody had asked beforehand", command) for answer in found]


def _exploratory_levels(material: Material, command: str) -> list[Answer]:
    """Of a single run: a later position far from an even split, and the card whose effect is largest."""
    found = []
    for entry in material.entries:
        found += [answer for answer in (_far_position(material, entry, command), _far_card(material, entry, command)) if answer]
    return found[:MOST_EXPLORATORY]


def _far_position(material: Material, entry: Entry, command: str) -> Answer | None:
    positions = material.table("turn_order", entry.players, entry.variant)
    positions = positions[positions["position"] > 1]
    margin = margin_of(material, FIRST_EXCESS)
    if len(positions) < 2 or FIRST_EXCESS in entry.manifest.calibrated_on:
        return None
    row = positions.loc[positions["excess"].abs().idxmax()]
    kind = judge(row["excess_low"], row["excess_high"], margin)
    if kind not in (Kind.HIGHER, Kind.LOWER):
        return None
    shown = _shown(material, row["excess"], row["excess_low"], row["excess_high"], 100, margin)
    sentence = _split_sentence(f"the {numbers.ordinal(int(row['position']))} in turn order", row["excess"], shown, kind, margin)
    answer = Answer(
        topic=EXPLORATORY,
        headline=_headline(row["excess"], shown, "points", kind),
        sentence=_with_players(material, entry.players, sentence),
        details=f"{shown.interval}; {kind.value}; margin {describe_margin(margin, numbers.SHARE)}",
        holds_for=holds_for(material),
        kind=kind.value,
        players=entry.players,
        figure="balance",
    )
    return _explored(answer, f"the furthest of {len(positions)} positions", command)


def _far_card(material: Material, entry: Entry, command: str) -> Answer | None:
    cards = material.table("opening_hand", entry.players, entry.variant)
    if not len(cards):
        return None
    margin = margin_of(material, FIRST_EXCESS)
    enough = cards[~cards["small"].astype(bool)].dropna(subset=["effect", "low"])
    if not len(enough):
        return None
    row = enough.loc[enough["effect"].abs().idxmax()]
    kind = judge(row["low"], row["high"], margin)
    if kind not in (Kind.HIGHER, Kind.LOWER):
        return None
    shown = _shown(material, row["effect"], row["low"], row["high"], 100, margin)
    sign = "+" if kind is Kind.HIGHER else numbers.MINUS
    sentence = (
        f"Being dealt {row['name']} instead of an average card is worth {shown.about}{numbers.counted(sign + shown.number, 'points')}"
    )
    answer = Answer(
        topic=EXPLORATORY,
        headline=_headline(row["effect"], shown, "points", kind),
        sentence=_with_players(material, entry.players, sentence),
        details=f"{shown.interval}; {kind.value}; margin {describe_margin(margin, numbers.SHARE)}",
        holds_for=holds_for(material),
        kind=kind.value,
        players=entry.players,
        figure="opening_hand",
    )
    return _explored(answer, f"the furthest of {len(enough)} cards, and so probably overstated", command)


def _explored(answer: Answer, choice: str, command: str) -> Answer:
    """The answer marked as one that was looked for afterwards, with the command that confirms it."""
    note = f"{answer.note} Exploratory: {choice}.".strip()
    return dataclasses.replace(answer, topic=EXPLORATORY, exploratory=True, note=note, command=confirming(command))
