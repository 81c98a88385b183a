"""Words around the figures: captions, headings, and each figure told for those who do not see it."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

import pandas as pd

from analyses.prices import ALL
from analyses.verdicts import Kind
from reports import numbers, stopping
from reports.edits import edited_words, edits
from reports.material import HALFWAY, NINE_OF_TEN, Material, rows_of
from reports.names import capital, listed, players_words, variant_words
from reports.wording import (
    FEW_GAMES,
    LEAD_CHANGES,
    LEAD_CHANGES_EXCESS,
    RECONSTRUCTED,
    SCORE_WORDS,
    TELL_LITTLE,
    differences_told,
    every_game,
    farthest,
    within,
)
from simcore.spec import FIRST, Positions


def length_heading(material: Material, players: int, variant: str, facts: Mapping[str, Any]) -> str:
    """What stands above a distribution of lengths."""
    names = [key_words(material, players, variant)] if key_words(material, players, variant) else []
    entry = material.entry(players, variant)
    decimals = numbers.decimals_of(facts["mean_low"], facts["mean_high"])
    mean = f"mean {'at least ' if entry.capped else ''}{numbers.plain(facts['mean'], decimals)}"
    median = f"median {_length(facts['median'])}"
    middle = [f"9 of 10 games {_length(facts['p05'])} to {_length(facts['p95'])}"] if entry.games >= FEW_GAMES else []
    return " · ".join([*names, median, *middle, mean])


def _length(number: Any) -> str:
    """A quantile; one beyond the round limit is not known."""
    return "beyond the limit" if pd.isna(number) else numbers.whole(number)


def key_words(material: Material, players: int, variant: str) -> str:
    """Which run: nothing on a page of one run."""
    parts = [variant_words(variant)] if material.compared else []
    if len(material.players) > 1:
        parts.append(players_words(players))
    return ", ".join(parts)


def _each(material: Material, table: pd.DataFrame, tell: Callable[[Any], str]) -> str:
    """A table in words, run by run."""
    parts = []
    for (players, variant), rows in groupby(rows_of(table), key=lambda row: (row["players"], row["variant"])):
        key = key_words(material, players, variant)
        told = ", ".join(tell(row) for row in rows)
        parts.append(f"{key}: {told}" if key else told)
    return "; ".join(parts)


def alt_of_rates(material: Material, table: str, key: str, value: str, low: str, high: str, points: bool = False) -> str:
    """Shares, or differences of shares, with their intervals, in words."""

    def tell(row: Any) -> str:
        name = numbers.ordinal(int(row[key])) if key == "position" else material.words(str(row[key]))
        ends = 100 * row[low], 100 * row[high]
        decimals = numbers.decimals_of(*ends)
        number = numbers.counted(numbers.signed(100 * row[value], decimals), "points") if points else numbers.percent(row[value], decimals)
        return f"{name} {number} ({numbers.span(*ends, decimals)})"

    return _each(material, material.table(table), tell) + "."


def alt_of_differences(material: Material) -> str:
    """The primary differences in words."""
    told = [(f"{answer.sentence} ({answer.details}).", answer.note) for answer in differences_told(material)]
    return " ".join(part for parts in told for part in parts if part)


def alt_of_lengths(material: Material) -> str:
    """The lengths in words."""
    table = material.table("lengths")
    return ". ".join(length_heading(material, row["players"], row["variant"], row) for row in rows_of(table)) + "."


def alt_of_scores(material: Material) -> str:
    """The scores in words."""

    def tell(row: Any) -> str:
        decimals = numbers.decimals_of(row["low"], row["high"])
        return f"{SCORE_WORDS[row['what']]} {numbers.plain(row['mean'], decimals)} ({numbers.span(row['low'], row['high'], decimals)})"

    return f"Mean {material.spec.score_unit}: " + _each(material, material.table("scores").dropna(subset=["mean"]), tell) + "."


def alt_of_favoured(material: Material, steps: Sequence[str]) -> str:
    """Whom the tie-breaks favour, in words."""
    parts = []
    for step in steps:
        table = material.table("tied")
        told = _each(material, table[table["step"] == step], _position_told("excess", "excess_low", "excess_high"))
        parts.append(f"{capital(material.words(step))}: {told}.")
    return " ".join(parts)


def _position_told(value: str, low: str, high: str) -> Callable[[Any], str]:
    """A position's points with their interval."""

    def tell(row: Any) -> str:
        ends = 100 * row[low], 100 * row[high]
        decimals = numbers.decimals_of(*ends)
        return f"{numbers.ordinal(int(row['position']))} {numbers.signed(100 * row[value], decimals)} ({numbers.span(*ends, decimals)})"

    return tell


def alt_of_leaders(material: Material) -> str:
    """How often the leader after each round wins, in words."""

    def tell(row: Any) -> str:
        ends = 100 * row["wins_low"], 100 * row["wins_high"]
        decimals = numbers.decimals_of(*ends)
        wins = f"{numbers.percent(row['wins'], decimals)} ({numbers.span(*ends, decimals)})"
        return f"round {row['round']} {numbers.percent(row['share'], 0)}, who wins {wins}"

    table = material.table("leaders")
    return "Somebody leads alone after " + _each(material, table[~table["small"]], tell) + "."


def alt_of_parts(material: Material) -> str:
    """Where points come from, in words."""

    def tell(row: Any) -> str:
        decimals = numbers.decimals_of(row["low"], row["high"])
        return f"{row['who']}, {row['part']} {numbers.plain(row['mean'], decimals)} ({numbers.span(row['low'], row['high'], decimals)})"

    return "Mean points of a seat: " + _each(material, material.table("score_parts"), tell) + "."


def alt_of_prices(material: Material, shown: pd.DataFrame) -> str:
    """The prices in words."""

    def tell(row: Any) -> str:
        decimals = numbers.decimals_of(row["bid_low"], row["bid_high"])
        period = "" if row["period"] == ALL else f", {row['period']},"
        return f"{row['name']}{period} {numbers.plain(row['bid'], decimals)} ({numbers.span(row['bid_low'], row['bid_high'], decimals)})"

    return "Mean winning bids: " + _each(material, shown.dropna(subset=["bid"]), tell) + "."


def alt_of_cards(material: Material, shown: Mapping[int, pd.DataFrame]) -> str:
    """The cards' effects in words."""

    def tell(row: Any) -> str:
        ends = 100 * row["low"], 100 * row["high"]
        decimals = numbers.decimals_of(*ends)
        return f"{row['name']} {numbers.signed(100 * row['effect'], decimals)} ({numbers.span(*ends, decimals)})"

    return "Points of win share: " + _each(material, pd.concat(shown.values()), tell) + "."


CAPTIONS = {
    "differences": (
        "Each variant against the baseline. Bars: {level} intervals, simultaneous over all rows. Grey band: the "
        "margin within which a difference counts as none. The verdict is read from where the bar lies: beyond the band, inside it, "
        "or across its edge.{small}{stopped}{beside}"
    ),
    "who_wins": (
        "Share of games won by the first{first}, second, … at the start of play; a shared win counts in parts. Bars: {level} {kind}. "
        "Dashed: an even split of the games that somebody won{baseline}."
    ),
    "ranks": (
        "Association, not effect: places are won in play, not drawn. Share of games won by the first, second, … in the end. Bars: {level} "
        "intervals. Dashed: an even split{baseline}."
    ),
    "prices": "Mean winning bids, the dearest card first{baseline}. Bars: {level} intervals; grey: fewer than 50 deals.",
    "balance": (
        "How far each position lies from an even split. Bars: {level} {kind}. Grey band: the margin within which it counts as even."
    ),
    "balance of variants": (
        "How far each position's share moves from the baseline. Bars: {level} {moved}: turn order as a "
        "whole is exploratory here. Grey band: the margin."
    ),
    "end_reasons": (
        "All games, by the reason they ended for. The thin line below the end of each part is the {level} interval of that part's share."
    ),
    "decided_by": (
        "The steps in the order in which the rules ask them. Outline: games still undecided when the step is reached; filled: "
        "decided by it; the rest is passed on. Line across the end: {level} interval of the filled part. Numbers: share of all "
        "games."
    ),
    "length": (
        "Share of games by the number of {unit}. Below the bars: the middle 9 of 10 games (line), the median (tick), the mean with "
        "its {level} interval (dot).{longer}{censored}"
    ),
    "scores": (
        "Final scores of the winner and of the runner-up, and the margin between them. Dot: mean, with its {level} interval as a "
        "thick bar; tick: median; thin line: the middle 9 of 10 games."
    ),
    "favoured": (
        "Win share of the first, second, … in turn order above 1/t, where t seats were still tied when the tie-break came. Bars: plain "
        "{level} intervals. Grey band: the margin within which it counts as even. Exploratory."
    ),
    "score_parts": (
        "Mean points of a seat that wins, and of one that does not, by where they come from; what costs points lies left of zero. Numbers: "
        "the total. The table has the intervals."
    ),
    "leaders": (
        "Of the games that go on after each round: how often somebody stands alone at the top (open), and how often that leader "
        "wins (filled). Bars: {level} intervals. Dashed: an even split. Only where 50 deals or more have such a leader."
    ),
    "leaders of variants": (
        "Of the games that go on after each round with somebody alone at the top: how often that leader wins. Bars: {level} intervals. "
        "Dashed: an even split. Only where 50 deals or more have such a leader."
    ),
    "opening_hand": (
        "Opening hands are dealt at random, so this is an experiment: win share of those dealt the card above that of those not "
        "dealt it, at the same position. Bars: plain {level} intervals; grey: fewer than 50 deals. The outermost of many cards are "
        "overstated.{cards}"
    ),
}
"""What stands below each figure."""


def caption(material: Material, name: str) -> str:
    """How to read a figure."""
    of_variants = f"{name} of variants"
    text = CAPTIONS[of_variants if material.compared and of_variants in CAPTIONS else name]
    longer = material.table("longer_than")
    known = 100 * farthest(longer) if len(longer) else math.nan
    tails = f" The share of games longer than any given number of {material.spec.length_unit} is known to within {within(known, 'points')}."
    capped = sum(entry.capped for entry in material.entries)
    return text.format(
        level=numbers.percent(material.level, 0),
        kind=stopping.turn_order_kind(material),
        stopped=" ".join(("", stopping.remark(material))).rstrip(),
        moved=stopping.positions_kind(material),
        unit=material.spec.length_unit,
        baseline=" in the baseline" if material.compared else "",
        longer="" if math.isnan(known) else tails,
        first="" if material.spec.first == FIRST else f" ({material.spec.first})",
        small=" Equal*: small but real." if any(row["kind"] == Kind.SMALL_BUT_REAL for row in material.rows("differences")) else "",
        beside=" Thin bars: other line-ups, with fewer games; where one runs out of the picture its interval goes on."
        if material.beside
        else "",
        cards=_cards_left_out(material) if name == "opening_hand" else "",
        censored=f" {capital(games_words(capped))} stopped at the round limit would have lasted longer." if capped else "",
    )


MOST_CARDS, MOST_CARDS_COMPARED = 16, 12
"""Cards in the figure: half from the top, half from the bottom of the list."""


def outermost_cards(material: Material, players: int) -> pd.DataFrame:
    """The cards of the figure: the edited ones, then those with the largest and the smallest effects in the baseline, largest first.

    `edited` says which are which. An edited card that the baseline does not have is there too.
    """
    most = MOST_CARDS if len(material.entries) == 1 else MOST_CARDS_COMPARED
    table = material.table("opening_hand", players, material.baseline)
    everywhere = pd.concat([table, material.table("opening_hand", players)]).drop_duplicates(["table", "card"])
    keys = pd.MultiIndex.from_frame(everywhere[["table", "card"]])
    first = everywhere[keys.isin([(edit.table, edit.card) for edit in edits(material)])].head(most)
    rest = table.drop(index=first.index, errors="ignore") if len(first) else table
    ranked = rest.dropna(subset=["effect"]).sort_values("effect", ascending=False, kind="stable")
    room = max(most - len(first), FEWEST_OTHERS)
    if len(ranked) > room:
        ranked = pd.concat([ranked.head(room // 2), ranked.tail(room // 2)])
    return pd.concat([first.assign(edited=True), ranked.assign(edited=False)])


FEWEST_OTHERS = 4
"""Cards that stand beside edited ones in the figure, however many these are."""


def _cards_left_out(material: Material) -> str:
    """Which cards are shown, where they are not all."""
    shown = outermost_cards(material, material.players[0])
    there = len(material.table("opening_hand", material.players[0], material.baseline))
    first = " The edited cards stand first; that two bars overlap says nothing about their difference." if shown["edited"].any() else ""
    others = int((~shown["edited"]).sum())
    of_which = "others" if first else f"{there} cards"
    left_out = f" Shown of the {of_which}: the {others // 2} highest and the {others // 2} lowest; the table has all."
    return first + ("" if len(shown) >= there else left_out)


def games_words(games: int) -> str:
    """1 game; 12,000 games."""
    return f"{numbers.whole(games)} {'game' if games == 1 else 'games'}"


def lead(material: Material, section: str) -> str:
    """First sentence of a section, where there is one."""
    return _leads().get(section, _nothing)(material)


def _leads() -> Mapping[str, Callable[[Material], str]]:
    return {"how-long": _length_lead, "course": _course_lead, "auctions": _prices_lead, "cards": _cards_lead, "how-it-ends": _ending_lead}


def _nothing(material: Material) -> str:
    return ""


def _length_lead(material: Material) -> str:
    """9 of 10 games are over by round 14 (alarm start −1), ...; or by turn 7."""
    table = material.table("lengths")
    if any(entry.games < FEW_GAMES for entry in material.entries):
        return f"{capital(TELL_LITTLE)} about when most are over. {material.spec.length_text}".strip()
    parts = []
    for row in rows_of(table):
        if pd.isna(row[NINE_OF_TEN]):
            return material.spec.length_text
        key = key_words(material, row["players"], row["variant"])
        parts.append(numbers.whole(row[NINE_OF_TEN]) + (f" ({key})" if key else ""))
    over = f"9 of 10 games are over by {numbers.singular(material.spec.length_unit)} {listed(parts)}."
    return f"{over} {material.spec.length_text}".strip()


def _ending_lead(material: Material) -> str:
    """The one reason for which all games end, if there is one."""
    table = material.table("end_reasons")
    reasons = list(dict.fromkeys(table["reason"][table["games"] > 0]))
    if len(reasons) != 1:
        return ""
    games = min(entry.games for entry in material.entries)
    little = "" if games >= FEW_GAMES else f"; {TELL_LITTLE}"
    return f"{capital(every_game(games))} ended by {material.words(reasons[0])}{little}."


def _course_lead(material: Material) -> str:
    """Half-way through a game of median length: how often somebody leads alone, and how often that leader wins, run by run."""
    parts = []
    for row in material.rows("leaders"):
        if row[HALFWAY] and not row["small"]:
            key = key_words(material, row["players"], row["variant"])
            wins = 100 * row["wins_low"], 100 * row["wins_high"]
            alone, decimals = numbers.percent(row["share"], 0), numbers.decimals_of(*wins)
            won = f"{numbers.percent(row['wins'], decimals)} of these ({numbers.span(*wins, decimals)})"
            told = f"after round {row['round']} somebody leads alone in {alone} of the games that go on, and wins {won}"
            parts.append((f"{key}: " if key else "") + told)
    return f"Half-way through a game of median length: {'; '.join(parts)}." if parts else ""


def _cards_lead(material: Material) -> str:
    """Which cards are edited, and the warning that a reconstructed set needs where single cards are spoken of."""
    parts = [f"{edited_words(edits(material))}."] if edits(material) else []
    if material.first.manifest.provenance == RECONSTRUCTED:
        parts.append("The cards are reconstructed: what is said of a card holds for the card in this set, not for the printed one.")
    return " ".join(parts)


def _prices_lead(material: Material) -> str:
    """The dearest and the cheapest card, where one run is told; in every case, what nobody won by a bid."""
    told = []
    for auction in material.spec.auctions:
        table = material.table("prices")
        if not len(table):
            continue
        table = table[(table["table"] == auction.table) & (table["period"] == ALL)].dropna(subset=["bid"])
        table = table.sort_values("bid", kind="stable")
        if table.empty:
            told.append(f"Nothing was won by a bid: no game sold any of the {auction.table}.")
        elif len(table) > 1 and len(material.entries) == 1:
            unit = material.spec.column(auction.columns("bid")[0]).unit
            (_, cheapest), (_, dearest) = list(table.iterrows())[:: len(table) - 1]
            ends = (numbers.plain(row["bid"], numbers.decimals_of(row["bid_low"], row["bid_high"])) for row in (cheapest, dearest))
            told.append("Winning bids on {} go from {} {} ({}) to {} ({}) in the mean.".format(
                auction.table, next(ends), unit, cheapest["name"], next(ends), dearest["name"]))  # fmt: skip
    return " ".join(told)


def remarks(material: Material, section: str) -> list[str]:
    """What stands below the figures of a section."""
    told = {"who-wins": _who_wins_remarks, "course": _lead_changes, "cards": _edits_told}
    return told[section](material) if section in told else []


MOST_EDITS_TOLD = 6
"""Cells of edited cards told one by one; the table has all."""


def _edits_told(material: Material) -> list[str]:
    """What edited cards were and have become, cell by cell: Rope, copies: 1 → 2."""
    told = []
    for edit in edits(material):
        for column, before in edit.before.items():
            after: dict[str, list[str]] = {}
            for name, cells in edit.after.items():
                if column in cells:
                    after.setdefault(cells[column], []).append(variant_words(name))
            what = f"{edit.name}, {column.replace('_', ' ')}" if column else edit.name
            where = {value: f" in {listed(names)}" if len(material.variants) > 2 else "" for value, names in after.items()}
            told.append(f"{what}: {before} → {listed([f'{value}{where[value]}' for value in after])}")
    return told[:MOST_EDITS_TOLD]


def _who_wins_remarks(material: Material) -> list[str]:
    """The tests of all positions at once, of the turn order and of each rank beside it."""
    ranks = material.table("all_ranks")
    found = [_rank_remark(material, one, ranks[ranks["rank"] == one.column]) for one in material.spec.positions if len(ranks)]
    return [_all_positions(material), *found]


def _rank_remark(material: Material, rank: Positions, tests: pd.DataFrame) -> str:
    """The test of all places of a rank, and why it is no balance question."""
    return f"By {rank.label}: {_tests(material, rows_of(tests))}. {rank.text} Turn order is random, this is not: association, not effect."


def _lead_changes(material: Material) -> list[str]:
    """How often the lead changes beside the exchangeable null, run by run."""
    parts = []
    for entry in material.entries:
        rows = {row["measure"]: row for row in material.rows("measures", entry.players, entry.variant)}
        key, changes, above = key_words(material, entry.players, entry.variant), rows[LEAD_CHANGES]["value"], rows[LEAD_CHANGES_EXCESS]
        decimals = numbers.decimals_of(above["low"], above["high"])
        beside = f"{numbers.plain(changes, decimals)} beside {numbers.plain(changes - above['value'], decimals)}"
        difference = f"difference {numbers.signed(above['value'], decimals)} ({numbers.span(above['low'], above['high'], decimals)})"
        parts.append((f"{key}: " if key else "") + f"{beside}, {difference}")
    told = "Lead changes of a game, beside what they would be had each round's gains fallen at random to the seats still in the game"
    return [f"{told}: {'; '.join(parts)}."]


def _all_positions(material: Material) -> str:
    """The test of all positions at once."""
    df = " and ".join(dict.fromkeys(str(df) for df in material.table("all_positions")["df"]))
    return (
        f"All positions at once (Wald test, {df} df): {_tests(material, material.rows('all_positions'))}. "
        "With many games significance is no finding: the margin decides."
    )


def _tests(material: Material, rows: Sequence[Mapping[str, Any]]) -> str:
    """Tests of all positions at once, run by run."""
    parts = []
    for row in rows:
        key = key_words(material, row["players"], row["variant"])
        furthest = f"{numbers.ordinal(int(row['position']))} {numbers.signed(100 * row['excess'], 1)}"
        known = row["p"].startswith("<") or row["p"][:1].isdigit()
        p = f"p {row['p'] if row['p'].startswith('<') else '= ' + row['p']}" if known else row["p"]
        parts.append((f"{key}: " if key else "") + f"{p}, furthest from even {furthest} points")
    return "; ".join(parts)


def pairing(material: Material) -> str:
    """Whether variants were played on the same deals as the baseline."""
    unpaired = list(dict.fromkeys(row["variant"] for row in material.rows("differences") if not row["paired"]))
    if not unpaired:
        return "Variants and baseline were played on the same deals and compared deal by deal."
    names = listed([variant_words(name) for name in unpaired])
    return f"Not played on the same deals as the baseline, and compared as independent runs: {names}."


def capped(material: Material) -> str:
    """Games that were stopped at the round limit, if there are any."""
    parts = []
    for entry in material.entries:
        if entry.capped:
            key = key_words(material, entry.players, entry.variant)
            limit = entry.manifest.settings["round_cap"]
            parts.append(f"{games_words(entry.capped)} at round {limit}" + (f" ({key})" if key else ""))
    return f"Stopped at the round limit: {listed(parts)}. Nobody wins these, and lengths are at least what is said." if parts else ""
