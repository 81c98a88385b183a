"""What a page is made of: every table of every run on it, gathered once.

Figures, sentences and files are made from a `Material` alone: plain tables in long form, whose first columns say to how many players
and to which variant a row belongs.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pandas as pd

from analyses.checks import Check, checks_table
from analyses.compare import Comparison, compare_dict
from analyses.endings import END_REASONS, OUTCOMES, STEPS
from analyses.intervals import LEVEL
from analyses.length import QUANTILES, ROUNDS
from analyses.panel import Panel, panel_dict
from analyses.samples import Sample
from analyses.source import progress_of
from analyses.summary import Study, study, summary
from analyses.targets import targets_list
from analyses.win_rate import wald_table
from reports.names import words
from simcore.errors import HeistlabError
from simcore.lineups import Bot
from simcore.spec import GameSpec, Measure
from simcore.store import Look, Manifest, Run, Until

Source: TypeAlias = "Run | Study | Comparison | Sequence[Run | Study | Comparison] | Material"
"""A run or a comparison, or one of them for each number of players."""

ONLY = ""
"""Name of the variant when there is no other."""

NINE_OF_TEN = "p90"
"""Column: length by which nine of ten games are over."""

HALFWAY = "halfway"
"""Column: whether it is the round at half of the median length."""

ACROSS = "across_players"
"""Table of the differences between numbers of players."""

LINEUPS, AGREEMENTS = "lineups", "agreements"
"""Tables of what is judged under every line-up of a panel, primary differences or levels, and of what these say together."""

SHARES = {END_REASONS: "ends", STEPS: "decided by", OUTCOMES: "outcome"}
"""What stands before the shares of games that line-ups are judged by beside the primary measures."""

KEYS = ("players", "variant")
"""First columns of every table."""


@dataclass(frozen=True)
class Entry:
    """One run on the page: a variant at a number of players.

    Attributes
    ----------
    players : int
    variant : str
        Its name in the comparison; ONLY without one.
    manifest : Manifest
    games, asked, deals, capped : int
        Games there are, games asked for, deals (the unit of every variance), games stopped at the round limit.
    summary : dict
        The summary as `--json` prints it.
    checks : tuple of Check
        What the run's own numbers say about the harness.
    typical : Sample or None
        The first game of median length; None where games stopped at the round limit leave the median open.
    longest : Sample
        The first of the longest games.
    looks : tuple of Look
        Looks between playing some games and more; none where their number was fixed.
    enough : bool
        Whether playing stopped at the last look, which told enough.
    """

    players: int
    variant: str
    manifest: Manifest
    games: int
    asked: int
    deals: int
    capped: int
    summary: Mapping[str, Any]
    checks: tuple[Check, ...]
    typical: Sample | None
    longest: Sample
    looks: tuple[Look, ...] = ()
    enough: bool = False

    @property
    def partial(self) -> bool:
        """Whether fewer games are there than were asked for."""
        return self.games < self.asked


@dataclass(frozen=True)
class Beside:
    """A line-up that played the runs of the page beside the one whose verdicts stand.

    Attributes
    ----------
    lineup : str
    bots : tuple of Bot
    counts : bool
        Whether its bots choose in another way than the deciding ones: agreement counts between these.
    games, asked : int
        Of each run: the fewest there are, and the most asked for.
    checks : dict
        By what a run is called (its variant, or its number of players), what its own numbers say about the harness.
    """

    lineup: str
    bots: tuple[Bot, ...]
    counts: bool
    games: int
    asked: int
    checks: Mapping[str, tuple[Check, ...]]

    @property
    def words(self) -> str:
        """The line-up with its games: rollout 100 games."""
        return f"{self.lineup} {self.games:,} games"


@dataclass(frozen=True)
class Material:
    """Everything a page says, as tables.

    Attributes
    ----------
    spec : GameSpec
    entries : tuple of Entry
        Variants of the fewest players first.
    variants : tuple of str
        Names of the variants in order; (ONLY,) for a single run.
    baseline : str
        With which variant the others are compared; ONLY for a single run.
    level : float
        Level of the intervals.
    measures : dict of Measure
        By name; with the margins and the choice of primary ones that were asked for, primary ones first.
    tables : dict of DataFrame
        By name; each begins with the columns `players` and `variant`. A table without rows is left out.
    data : dict
        What `--json` prints.
    beside : tuple of Beside
        Line-ups that played beside the runs on the page; what they say is in the tables LINEUPS and AGREEMENTS.
    until : Until or None
        What had to be known before playing stopped: of a single run its measures, of a comparison their differences.
    """

    spec: GameSpec
    entries: tuple[Entry, ...]
    variants: tuple[str, ...]
    baseline: str
    level: float
    measures: Mapping[str, Measure]
    tables: Mapping[str, pd.DataFrame]
    data: Mapping[str, Any]
    beside: tuple[Beside, ...] = ()
    until: Until | None = None

    @property
    def compared(self) -> bool:
        """Whether variants are compared."""
        return len(self.variants) > 1

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players, ascending."""
        return tuple(dict.fromkeys(entry.players for entry in self.entries))

    @property
    def first(self) -> Entry:
        """The entry whose settings stand for all: the baseline at the fewest players."""
        return self.entry(self.players[0], self.baseline)

    @property
    def partial(self) -> bool:
        """Whether a run stopped before it was done."""
        return any(entry.partial for entry in self.entries)

    def entry(self, players: int, variant: str) -> Entry:
        """The run of a variant at a number of players."""
        return next(entry for entry in self.entries if (entry.players, entry.variant) == (players, variant))

    def table(self, name: str, players: int | None = None, variant: str | None = None) -> pd.DataFrame:
        """Rows of a table, of one number of players or one variant if asked; no rows if there is no such table."""
        table = self.tables.get(name)
        if table is None:
            return pd.DataFrame(columns=list(KEYS))
        if players is not None:
            table = table[table["players"] == players]
        if variant is not None:
            table = table[table["variant"] == variant]
        return table.reset_index(drop=True)

    def words(self, name: str) -> str:
        """An end reason or a deciding step in the game's words."""
        return words(name, self.spec.texts)

    def rows(self, name: str, players: int | None = None, variant: str | None = None) -> list[dict[str, Any]]:
        """The same as mappings from column to value."""
        return rows_of(self.table(name, players, variant))


def rows_of(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table, each by column name."""
    return [{str(column): value for column, value in row.items()} for row in table.to_dict("records")]


def gather(source: Source, targets: pd.DataFrame | None = None, across: Comparison | None = None, panel: Panel | None = None) -> Material:
    """Compute the tables of runs or comparisons that belong on one page.

    Parameters
    ----------
    source : Run, Study, Comparison, or a sequence of one kind of them, one for each number of players
        A Material is returned as it is.
    targets : DataFrame, optional
        What became of the targets that were asked for: see `analyses.targets.judged`.
    across : Comparison, optional
        Of the numbers of players, where these are compared.
    panel : Panel, optional
        The same under several line-ups: see `analyses.panel`.

    Raises
    ------
    HeistlabError
        Nothing to report on, several games, comparisons of different variants, or two sources with the same number of players.
    """
    if isinstance(source, Material):
        return source
    parts = list(source) if isinstance(source, Sequence) else [source]
    if not parts:
        raise HeistlabError("no run to report on")
    comparisons = [part for part in parts if isinstance(part, Comparison)]
    if comparisons and len(comparisons) < len(parts):
        raise HeistlabError("a page shows runs or comparisons, not both")
    if comparisons:
        found = _of_comparisons(comparisons)
    else:
        found = _of_studies([part if isinstance(part, Study) else study(part) for part in parts if isinstance(part, Run | Study)])
    if across is not None:
        tables = {**found.tables, ACROSS: across.differences}
        found = dataclasses.replace(found, tables=tables, data=compare_dict(across), level=across.level, until=across.until)
    if panel is not None:
        found = _with_panel(found, panel)
    return found if targets is None or targets.empty else _with_targets(found, targets)


def _with_panel(material: Material, panel: Panel) -> Material:
    """The material with the other line-ups of a panel; of numbers of players, each row with its own."""
    tables = dict(material.tables)
    for name, table in ((LINEUPS, panel.rows), (AGREEMENTS, panel.agreements)):
        keyed = table.copy()
        if "players" in keyed:
            keyed.insert(1, "variant", ONLY)
            if "label" in keyed:
                labels = zip(keyed["label"], keyed["group"], strict=True)
                keyed["label"] = [f"{SHARES[group]}: {material.words(label)}" if group in SHARES else label for label, group in labels]
        else:
            keyed.insert(0, "players", table["variant"].str.partition("=")[2].astype(int) if ACROSS in tables else material.players[0])
        tables[name] = keyed
    beside = tuple(
        Beside(
            lineup=name,
            bots=studies[0].manifest.bots,
            counts=name in panel.counting,
            games=min(study.games for study in studies),
            asked=max(study.asked for study in studies),
            checks={run: tuple(study.checks()) for run, study in zip(panel.names, studies, strict=True)},
        )
        for name, studies in panel.studies.items()
        if name != panel.deciding
    )
    return dataclasses.replace(material, tables=tables, data={**material.data, **panel_dict(panel)}, beside=beside)


def _with_targets(material: Material, targets: pd.DataFrame) -> Material:
    data = {**material.data, "targets": targets_list(targets)}
    return dataclasses.replace(material, tables={**material.tables, "targets": targets}, data=data)


def figure_names(source: Source) -> tuple[str, ...]:
    """Names of the figures there is data for, in the order of the page."""
    material = gather(source)
    needs = {
        "differences": "differences",
        "who_wins": "turn_order",
        "balance": "positions" if material.compared else "turn_order",
        "ranks": "ranks",
        "end_reasons": "end_reasons",
        "decided_by": "ladder",
        "favoured": "tied",
        "length": "length_distribution",
        "scores": "scores",
        "score_parts": "score_parts",
        "leaders": "leaders",
        "prices": "prices",
        "opening_hand": "opening_hand",
    }
    known = {
        "opening_hand": _effects_known,
        "prices": _something_sold,
        "favoured": lambda material: bool(telling_steps(material)),
        "leaders": _leaders_known,
    }
    found = [name for name, table in needs.items() if table in material.tables]
    return tuple(name for name in found if name not in known or known[name](material))


def _something_sold(material: Material) -> bool:
    """Whether a card was won by a bid in any run."""
    return bool(material.table("prices")["bid"].notna().any())


def telling_steps(material: Material) -> list[str]:
    """The tie-breaks of which there is enough to say, for every number of players, whom they favour: no position rests on few deals."""
    table = material.table("tied")
    found = table[table["tie_break"].astype(bool)] if len(table) else table
    steps = list(dict.fromkeys(found["step"])) if len(found) else []
    return [step for step in steps if all(_enough(found, step, entry) for entry in material.entries)]


def _enough(table: pd.DataFrame, step: str, entry: Entry) -> bool:
    rows = table[(table["step"] == step) & (table["players"] == entry.players) & (table["variant"] == entry.variant)]
    return len(rows) == entry.players and not rows["small"].any()


def _leaders_known(material: Material) -> bool:
    """Whether a leader after some round rests on more than few deals, in every run."""
    table = material.table("leaders")
    return all((~table["small"] & (table["players"] == one.players) & (table["variant"] == one.variant)).any() for one in material.entries)


def _effects_known(material: Material) -> bool:
    """Whether the baseline has a card with a known effect, for every number of players: one game, or one hand, tells of none."""
    return all(material.table("opening_hand", players, material.baseline)["effect"].notna().any() for players in material.players)


def _of_studies(studies: Sequence[Study]) -> Material:
    ordered = _by_players(studies, lambda one: one.manifest)
    entries = tuple(_entry(one, ONLY) for one in ordered)
    return Material(
        spec=ordered[0].spec,
        entries=entries,
        variants=(ONLY,),
        baseline=ONLY,
        level=LEVEL,
        measures={measure.name: measure for measure in ordered[0].measures.columns.measures},
        tables=_joined(_tables(one, entry) for one, entry in zip(ordered, entries, strict=True)),
        data={"summaries": [entry.summary for entry in entries]},
        until=ordered[0].manifest.until,
    )


def _of_comparisons(comparisons: Sequence[Comparison]) -> Material:
    ordered = _by_players(comparisons, lambda one: one.studies[0].manifest)
    first = ordered[0]
    if any((one.names, one.baseline) != (first.names, first.baseline) for one in ordered):
        raise HeistlabError("the comparisons on a page have to be of the same variants with the same baseline")
    entries, tables = [], []
    for one in ordered:
        for name, part in zip(one.names, one.studies, strict=True):
            entry = _entry(part, name)
            entries.append(entry)
            tables.append(_tables(part, entry))
        players = one.studies[0].manifest.players
        tables.append({name: _keyed(table, players) for name, table in (("differences", one.differences), ("positions", one.positions))})
    dicts = [compare_dict(one) for one in ordered]
    return Material(
        spec=first.studies[0].spec,
        entries=tuple(entries),
        variants=tuple(first.names),
        baseline=first.baseline,
        level=first.level,
        measures={measure.name: measure for measure in first.measures},
        tables=_joined(tables),
        data=dicts[0] if len(dicts) == 1 else {"comparisons": dicts},
        until=first.until,
    )


def _by_players(parts: Sequence[Any], manifest_of: Callable[[Any], Manifest]) -> list[Any]:
    ordered = sorted(parts, key=lambda part: manifest_of(part).players)
    counts = [manifest_of(part).players for part in ordered]
    if len({manifest_of(part).game for part in ordered}) > 1:
        raise HeistlabError("a page is about one game")
    if len(set(counts)) < len(counts):
        raise HeistlabError("a page shows one run or comparison for each number of players")
    return ordered


def _entry(one: Study, variant: str) -> Entry:
    return Entry(
        players=one.manifest.players,
        variant=variant,
        manifest=one.manifest,
        games=one.games,
        asked=one.asked,
        deals=one.deals,
        capped=one.censored,
        summary=summary(one),
        checks=tuple(one.checks()),
        typical=one.samples.of_length(one.lengths.quantile(0.5)),
        longest=one.samples.longest(),
        looks=progress_of(one.run).looks,
        enough=progress_of(one.run).enough,
    )


def _tables(one: Study, entry: Entry) -> dict[str, pd.DataFrame]:
    """A run's tables, by the name of their file."""
    found = {
        "turn_order": one.turn_order(),
        "all_positions": wald_table(one.wins.wald()),
        "ranks": one.wins.by_rank(),
        "all_ranks": _wald_ranks(one),
        "seats": one.wins.by_seat(),
        "bots": one.wins.by_bot(),
        "outcomes": pd.DataFrame([one.wins.outcomes()]),
        "end_reasons": one.endings.end_reasons(),
        "ladder": one.endings.ladder(),
        "tied": one.tied.table(),
        "outside_ladder": one.endings.outside_ladder(),
        "lengths": _lengths(one),
        "length_distribution": one.lengths.distribution(),
        "longer_than": one.lengths.beyond(),
        "scores": one.scores.summary(),
        "winner_scores": one.scores.distribution("winner"),
        "score_margins": one.scores.distribution("margin"),
        "score_parts": one.parts.table(),
        "leaders": _leaders(one),
        "prices": one.prices.prices(),
        "buyers": one.prices.buyers(),
        **{kind: getattr(one.cards, kind)() for kind in one.cards.kinds},
        "draws": one.draws.table(),
        "measures": one.measures.table(),
        "checks": checks_table(list(entry.checks)),
    }
    return {name: _keyed(table, entry.players, entry.variant) for name, table in found.items()}


def _lengths(one: Study) -> pd.DataFrame:
    """Length in numbers, the mean and the quantiles with their intervals."""
    mean, shares = one.mean_length(), {**QUANTILES, NINE_OF_TEN: 0.9}
    found = one.lengths.summary() | {"mean_low": mean.low, "mean_high": mean.high, NINE_OF_TEN: one.lengths.quantile(shares[NINE_OF_TEN])}
    for name, share in shares.items():
        found[f"{name}_low"], found[f"{name}_high"] = one.quantile_ends(share)
    return pd.DataFrame([found])


def _leaders(one: Study) -> pd.DataFrame:
    """Who leads after each round, and which round is half of the median length."""
    found, median = one.course.leaders(), one.counted[ROUNDS].quantile(0.5)
    return found.assign(**{HALFWAY: found["round"] == (-1 if median is None else max(1, median // 2))})


def _wald_ranks(one: Study) -> pd.DataFrame:
    """The tests of all positions at once, of each rank besides the turn order."""
    tests = [wald_table(test).assign(rank=column) for column, test in one.wins.wald_ranks().items()]
    return pd.concat(tests, ignore_index=True) if tests else pd.DataFrame()


def _keyed(table: pd.DataFrame, players: int, variant: str | None = None) -> pd.DataFrame:
    """The table with the number of players, and the variant if it does not name one, as its first columns."""
    keyed = table.copy()
    if variant is not None:
        keyed.insert(0, "variant", variant)
    keyed.insert(0, "players", players)
    return keyed


def _joined(parts: Iterable[Mapping[str, pd.DataFrame]]) -> dict[str, pd.DataFrame]:
    """Tables of the same name one below the other; those without rows left out."""
    collected: dict[str, list[pd.DataFrame]] = {}
    for part in parts:
        for name, table in part.items():
            if len(table):
                collected.setdefault(name, []).append(table)
    return {name: pd.concat(tables, ignore_index=True) for name, tables in collected.items()}
