"""What the terminal shows of runs, comparisons and ladders: the page in at most 40 lines, answers first."""

from collections.abc import Callable, Mapping, Sequence
from math import isnan
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from analyses.measures import FIRST_EXCESS
from heistlab.console import table, width, wrapped
from heistlab.panels import SEARCH_KIND
from heistlab.places import PLAYERS
from heistlab.results import Comparison, Ladder, Result
from reports.names import capital, variant_words, words
from reports.numbers import NOT_THERE, decimals_of, percent, plain, signed, span, unit_of
from reports.panel import level_number
from reports.strength import ladder_sentences
from reports.wording import FEW_GAMES, NO_CARDS, SHIPPED, SHORT_VERDICTS
from simcore.spec import FIRST, GameSpec
from simcore.store import Manifest

if TYPE_CHECKING:
    from analyses.strength import Ladder as Strengths

MOST_LINES = 40
LEAST_ANSWERED = 12
"""Lines that answers have, however many targets there are."""
BULLET = "- "


def digest(subject: Result | Comparison, tail: Sequence[str]) -> list[str]:
    """The page in lines.

    Parameters
    ----------
    subject : Result or Comparison
    tail : sequence of str
        Lines that come last, whatever else has to go: where the run lies, and the command that repeats it.
    """
    head = [*_head(subject), *wrapped(subject.state_line()), ""]
    told = [*subject.targets_told(), *([subject.pairing] if isinstance(subject, Comparison) else [])]
    tables = _comparison_tables(subject) if isinstance(subject, Comparison) else _result_tables(subject)
    room = MOST_LINES - len(head) - len(tail)
    behind = _sentences(told, room - LEAST_ANSWERED) if told else []
    room -= len(behind)
    said = _sentences(subject.answers(), room)
    shown = _tables(tables, room - len(said))
    left_out = [] if shown or not any(tables) else ["(The tables are too long for here; they are on the page: --report FILE.)", ""]
    return [*head, *said, *behind, *shown, *left_out[: room - len(said)], *tail]


def _sentences(sentences: Sequence[str], room: int) -> list[str]:
    """As many of these as there is room for, and an empty line; what is left out is said."""
    lines: list[str] = []
    for place, sentence in enumerate(sentences):
        answer = wrapped(BULLET + sentence, " " * len(BULLET))
        left_out = len(sentences) - place
        if len(lines) + len(answer) + 1 + (left_out > 1) > room:
            return [*lines, f"({left_out} more on the page: --report FILE)", ""]
        lines += answer
    return [*lines, ""]


def _tables(tables: Sequence[Sequence[str]], room: int) -> list[str]:
    """The tables for which there is room, each with an empty line behind it."""
    lines: list[str] = []
    for rows in tables:
        if rows and len(lines) + len(rows) + 1 <= room:
            lines += [*rows, ""]
    return lines


def _head(subject: Result | Comparison) -> list[str]:
    first = subject.manifests[0]
    players = ", ".join(dict.fromkeys(str(manifest.players) for manifest in subject.manifests))
    words = [
        f"{first.spec.title}, {players} players",
        *(f"{path} {' | '.join(values)}" for path, values in subject.vary.items() if path != PLAYERS),
    ]
    words += [_games(subject), f"seed {first.seed}"]
    beside = f" ({subject.panel_words} beside)" if subject.panel else ""
    words += [] if "bots" in subject.vary else [f"{first.lineup} bots{beside}"]
    words += [f"rules {first.rules_version}"]
    return wrapped(", ".join(words)) + ([shorten(first.label, width(), placeholder=" ...")] if first.label else [])


def _games(subject: Result | Comparison) -> str:
    """Games asked for, or as many as told enough."""
    counts = sorted(subject.games_each)
    games = " to ".join(f"{count:,}" for count in dict.fromkeys((counts[0], counts[-1])))
    return f"{games} game{'' if counts[-1] == 1 else 's'}{' each' if len(counts) > 1 else ''}"


def _result_tables(result: Result) -> list[list[str]]:
    summaries = result.summary()["summaries"]
    if len(summaries) > 1:
        return [_player_counts(summaries, result.manifests[0].spec), _lineups(result)]
    spec = result.manifests[0].spec
    return [_who_wins(summaries[0], spec), _lineups(result), _endings(summaries[0], spec.texts), _length(summaries[0], spec)]


def _who_wins(summary: Mapping[str, Any], spec: GameSpec) -> list[str]:
    names = {1: f"1, {spec.first}"} if spec.first != FIRST else {}
    rows = [(names.get(row["position"], str(row["position"])), *_share_cells(row)) for row in summary["turn_order"]]
    return table(("turn order", "wins", "95 %", "above even", "95 %"), rows, right=("turn order", "wins", "above even"))


def _share_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Win share in percent and excess in points, with their intervals."""
    digits = decimals_of(100 * row["low"], 100 * row["high"])
    share = percent(row["win_share"], digits), span(100 * row["low"], 100 * row["high"], digits)
    low, high = 100 * row["excess_low"], 100 * row["excess_high"]
    return *share, signed(100 * row["excess"], decimals_of(low, high)), span(low, high, decimals_of(low, high))


def _endings(summary: Mapping[str, Any], texts: Mapping[str, str]) -> list[str]:
    return [
        *wrapped(f"Ends: {_shares(summary['end_reasons'], summary['games'], texts)}", "  "),
        *wrapped(f"Decided by: {_shares(summary['decided_by'], summary['games'], texts)}", "  "),
    ]


def _shares(counts: Mapping[str, int], games: int, texts: Mapping[str, str]) -> str:
    """Names as words with their share of the games, the most frequent first, without those that did not occur."""
    return ", ".join(
        f"{words(name, texts)} {percent(count / games)}" for name, count in sorted(counts.items(), key=lambda entry: -entry[1]) if count
    )


def _length(summary: Mapping[str, Any], spec: GameSpec) -> list[str]:
    unit = spec.length_unit
    found = summary[summary["length"]]
    least = "at least " if found["censored"] else ""
    words = f"{capital(unit)}: mean {least}{plain(found['mean'], 1)}, median {plain(found['median'])}, "
    words += f"90 % of games {plain(found['p05'])} to {plain(found['p95'])}, " if summary["games"] >= FEW_GAMES else ""
    words += f"longest {plain(found['max'])}; {plain(summary['choices'] / summary['games'], 1)} choices a game"
    return wrapped(f"{words}. {spec.length_text}" if spec.length_text else words, "  ")


def _player_counts(summaries: Sequence[Mapping[str, Any]], spec: GameSpec) -> list[str]:
    rows = []
    for summary in summaries:
        found, nobody = summary[summary["length"]], summary["outcomes"]["nobody"] / summary["games"]
        length = ("≥ " if found["censored"] else "") + plain(found["mean"], 1), f"{plain(found['p05'])} to {plain(found['p95'])}"
        rows.append((summary["players"], *_share_cells(summary["turn_order"][0]), *length, percent(nobody)))
    unit, first = spec.length_unit, "first wins" if spec.first == FIRST else f"{spec.first.removeprefix('the ')} wins"
    headings = ("players", first, "95 %", "above even", "95 %", unit, "90 %", "nobody wins")
    return table(headings, rows, right=("players", first, "above even", unit, "nobody wins"))


def _comparison_tables(comparison: Comparison) -> list[list[str]]:
    found = comparison.differences
    idle = found["games_diverged"].eq(0).fillna(False) & found["difference"].eq(0)  # a sentence says that nothing changed there
    primary = found[found["primary"] & ~idle]
    if primary.empty:
        return []
    rows = [_difference_cells(row) for row in primary.to_dict("records")]
    counts = [_player_counts(comparison.summary()["variants"], comparison.manifests[0].spec)] if PLAYERS in comparison.vary else []
    headings = ("variant", "measure", variant_words(comparison.baseline), "value", "difference", "95 % together", "verdict")
    return [table(headings, rows, right=(variant_words(comparison.baseline), "value", "difference")), _lineups(comparison), *counts]


def _lineups(subject: Result | Comparison) -> list[str]:
    """The primary differences or levels under every line-up of a panel, a column each; nothing without one."""
    found = subject.lineups
    if found.empty:
        return []
    found = found[found["primary"]]
    names, key = list(dict.fromkeys(found["lineup"])), next(key for key in ("variant", PLAYERS) if key in found)
    rows = []
    for (one, _), group in found.groupby([key, "measure"], sort=False):
        cells = {row["lineup"]: _lineup_cell(row) for row in group.to_dict("records")}
        rows.append((variant_words(str(one)), group["label"].iloc[0], *(cells[name] for name in names)))
    several = len({row[0] for row in rows}) > 1 or key != PLAYERS
    headings = (key, "measure", *names)
    return table(headings if several else headings[1:], rows if several else [row[1:] for row in rows])


def _lineup_cell(row: Mapping[Any, Any]) -> str:
    """+2.1 (2.0 to 2.2) higher; of a level that has no fair value: 9.9 rounds (9.2 to 10.6) lower."""
    said = SHORT_VERDICTS[row["kind"]] if row["verdict"] else ""
    if not isnan(row.get("fair", 0.0)):
        unit = unit_of(row["unit"])
        low, high = unit.factor * row["low"], unit.factor * row["high"]
        digits = decimals_of(low, high)
        return f"{signed(unit.factor * row['difference'], digits)} ({span(low, high, digits)}) {said}"
    return f"{level_number({str(name): value for name, value in row.items()})} {said}".strip()


def ladder_digest(ladder: Ladder, tail: Sequence[str]) -> list[str]:
    """A ladder in lines: how strong the bots are, how well one scale tells it, and who wins among whom.

    Parameters
    ----------
    ladder : Ladder
    tail : sequence of str
        Lines that come last, whatever else has to go: where the runs lie, and the command that repeats them.
    """
    first, found = ladder.manifests[0], ladder.found
    head = wrapped(
        f"{first.spec.title}, {first.players} players, one seat of each bot among rivals of every other: {_games_told(ladder)}, "
        f"seed {first.seed}, rules {first.rules_version}{_cards_told(first)}"
    )
    sentences = [f"- {sentence}" for sentence in ladder_sentences(found)]
    lines = [*head, *([ladder.stopped] if ladder.stopped else []), "", *(line for each in sentences for line in wrapped(each, "  ")), ""]
    tables = {
        "the scale": _scale_table(found),
        "wins": _cross_table(found, f"wins (even: {percent(1 / found.seats)})", lambda row: _share_words(row, "credit", "")),
        "points above even": _cross_table(found, "points above even", lambda row: _points_words(row, "excess", "excess_")),
        "points above the scale": _cross_table(found, "points above the scale", lambda row: _points_words(row, "gap", "gap_")),
    }
    room = MOST_LINES - len(lines) - len(tail)
    if sum(len(rows) + 1 for rows in tables.values()) <= room:
        return [*lines, *_tables(list(tables.values()), room), *tail]
    shown = _tables(list(tables.values()), room - 1)
    left_out = [name for name, rows in tables.items() if rows[0] not in shown]
    return [*lines, *shown, f"(--json has more: {', '.join(left_out)})", *tail]


def _games_told(ladder: Ladder) -> str:
    """How many games a line-up played: 10,000 games each, of 1,000 with one seat of a rollout bot."""
    counts = {sum(bot.kind == SEARCH_KIND for bot in manifest.bots): manifest.games for manifest in ladder.manifests}
    fewer = [f"{games:,} with {seats} {SEARCH_KIND} seat{'' if seats == 1 else 's'}" for seats, games in counts.items() if seats]
    if 0 not in counts:
        return f"games: {', '.join(fewer)}"
    return f"{counts[0]:,} games each" + (f" ({', '.join(fewer)})" if fewer else "")


def _cards_told(manifest: Manifest) -> str:
    """Where the cards come from, if there are any."""
    if manifest.provenance == NO_CARDS:
        return ""
    return f", {manifest.provenance} cards" if manifest.card_set == SHIPPED else f", own cards ({manifest.card_set})"


def _scale_table(found: "Strengths") -> list[str]:
    """One row a bot, the strongest first."""
    rows = []
    for row in found.scale.sort_values("strength", ascending=False, na_position="last", kind="stable").to_dict("records"):
        ends = _ends(row, "", 1, 2)
        others = _share_words(row, "chance", "chance_"), _points_words(row, "excess", "excess_")
        name = f"{row['bot']} (floor)" if row["floor"] else row["bot"]
        itself = row["bot"] == found.yardstick
        rows.append(
            (
                name,
                plain(row["strength"], 2),
                "" if itself or isnan(row["strength"]) else ends,
                "1" if itself else _ratio_words(row),
                *others,
            )
        )
    headings = ("bot", "strength", "95 %", f"wins per one of {found.yardstick}", "wins among all others", "points above even")
    return table(headings, rows, right=("strength",))


def _ratio_words(row: Mapping[Any, Any]) -> str:
    """1.52 (1.31 to 1.78): three digits, however small."""
    if isnan(row["ratio"]):
        return NOT_THERE
    value, low, high = (f"{row[name]:.3g}" for name in ("ratio", "ratio_low", "ratio_high"))
    return value if isnan(row["ratio_low"]) else f"{value} ({low} to {high})"


def _ends(row: Mapping[Any, Any], prefix: str, factor: float, digits: int) -> str:
    return span(factor * row[f"{prefix}low"], factor * row[f"{prefix}high"], digits)


def _share_words(row: Mapping[Any, Any], name: str, prefix: str) -> str:
    """30.4 % (29.9 to 30.9)."""
    digits = decimals_of(100 * row[f"{prefix}low"], 100 * row[f"{prefix}high"])
    return NOT_THERE if isnan(row[name]) else f"{percent(row[name], digits)} ({_ends(row, prefix, 100, digits)})"


def _points_words(row: Mapping[Any, Any], name: str, prefix: str) -> str:
    """+6.1 (5.8 to 6.4)."""
    digits = decimals_of(100 * row[f"{prefix}low"], 100 * row[f"{prefix}high"])
    return f"{signed(100 * row[name], digits)} ({_ends(row, prefix, 100, digits)})"


def _cross_table(found: "Strengths", title: str, cell: Callable[[Mapping[Any, Any]], str]) -> list[str]:
    """One seat of the row's bot among rivals of the column's."""
    bots = list(found.scale["bot"])
    cells = {(row["bot"], row["rival"]): cell(row) for row in found.cells.to_dict("records")}
    rows = [(bot, *(cells.get((bot, rival), NOT_THERE) for rival in bots)) for bot in bots]
    return table((title, *(f"among {bot}" for bot in bots)), rows)


def _difference_cells(row: Mapping[Any, Any]) -> tuple[str, ...]:
    unit = unit_of(row["unit"])
    low, high = unit.factor * row["low"], unit.factor * row["high"]
    digits = decimals_of(low, high)
    is_excess = row["measure"] == FIRST_EXCESS
    tell, counted_in = (signed, unit.difference) if is_excess else (plain, unit.level)  # an excess is itself a difference of shares
    levels = (f"{tell(unit.factor * row[name], digits)} {counted_in}" for name in ("baseline_value", "value"))
    difference = f"{signed(unit.factor * row['difference'], digits)} {unit.difference}"
    return variant_words(row["variant"]), row["label"], *levels, difference, span(low, high, digits), row["verdict"]
