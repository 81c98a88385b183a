"""Everything that one run says, gathered in one pass, and its summary as plain data."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.cards import Cards
from analyses.checks import Check, Checks
from analyses.course import LEADERS, Course
from analyses.draws import Draws
from analyses.endings import LADDER, Endings
from analyses.intervals import Interval, as_level, critical_sequence
from analyses.length import ROUNDS, Lengths
from analyses.measures import FIRST_EXCESS, Measures
from analyses.prices import BUYER_COLUMNS, PRICE_COLUMNS, Prices
from analyses.samples import Samples
from analyses.score_parts import PARTS, ScoreParts
from analyses.scores import Scores
from analyses.source import Array, Question, Source, ahead, asked_of, bot_names, card_tables, games_of, progress_of, show
from analyses.tied import TIED, Tied
from analyses.win_rate import COLUMNS, WinRates
from simcore.spec import GameBatch, Measure

SCHEMA = 1
"""Version of the summary's fields."""


MEASURED = ("value", "low", "high", "unit", "interval")
"""What the summary says of a measure."""


class Study:
    """The questions put to one run, with the measures asked for, and some beside them; `study` makes one and puts all games before it.

    Attributes
    ----------
    run : Source
    wins, endings, tied, scores, parts, course, samples, cards, draws, prices, measures
        See the modules of their names.
    counted : dict
        How long games last, in rounds and in what the game counts, by the column.
    actions, choices : int
        Actions applied, and decisions with two or more legal actions, in all games.
    """

    def __init__(self, run: Source, measures: Sequence[Measure] | None = None, beside: Sequence[Measure] = ()) -> None:
        self.run, self.spec, self.manifest = run, run.spec, run.manifest
        seats = self.manifest.players
        self.wins = WinRates(seats, bot_names(run), self.spec.positions)
        self.endings = Endings(self.spec)
        self.counted = {unit: Lengths(unit) for unit in (ROUNDS, self.spec.length)}
        self.tied = Tied(self.spec, seats)
        self.scores = Scores()
        self.parts = ScoreParts(self.spec)
        self.course = Course()
        self.samples = Samples(self.spec.length)
        self.cards = Cards(self.spec, seats, card_tables(run))
        self.draws = Draws(self.spec, seats)
        self.prices = Prices(self.spec, seats, card_tables(run))
        self.measures = Measures(self.spec.measures if measures is None else measures, self.manifest.until, beside)
        self.actions = self.choices = 0
        self._checks = Checks(seats, self.manifest.rotations)

    def add(self, batch: GameBatch) -> Array:
        """Count these games in, which are whole deals; returns the columns of their measures: see `Measures.add`."""
        own: list[Question] = [self.wins, self.endings, self.tied, self.scores, self.parts, self.course, self.samples]
        own += [self.cards, self.draws, self.prices, self._checks]
        for question in [*own, *self.counted.values()]:
            question.add(batch)
        self.actions += int(batch["actions"].sum(dtype=np.int64))
        self.choices += int(batch["choices"].sum(dtype=np.int64))
        return self.measures.add(batch)

    @property
    def lengths(self) -> Lengths:
        """How long games last, in what the game counts."""
        return self.counted[self.spec.length]

    @property
    def games(self) -> int:
        """Games counted."""
        return self.lengths.games

    @property
    def asked(self) -> int:
        """Games asked for, or those that told enough where playing stopped for that."""
        return asked_of(self.run)

    def turn_order(self) -> pd.DataFrame:
        """Win shares by turn order: see `WinRates.turn_order`; where playing waited for the first one's excess, all with sequences."""
        return self.wins.turn_order(self.measures.sequence_level(FIRST_EXCESS))

    def mean_length(self) -> Interval:
        """Mean length in what the game counts; its sequence where playing waited for it."""
        return self.measures.waited_for(self.spec.length) or self.lengths.mean()

    def quantile_ends(self, share: float) -> tuple[int | None, int | None]:
        """Interval of a quantile of the length: see `Lengths.quantile_ends`; from sequences where playing waited for the mean."""
        level = self.measures.sequence_level(self.spec.length)
        if level is None:
            return self.lengths.quantile_ends(share)
        return self.lengths.quantile_ends(share, as_level(critical_sequence(self.deals, level)))

    @property
    def deals(self) -> int:
        """Deals counted: the clusters of every interval."""
        return self.measures.sums.clusters

    @property
    def censored(self) -> int:
        """Games stopped at the round limit."""
        return self.lengths.censored

    def checks(self) -> list[Check]:
        """The run's checks."""
        return self._checks.results(self.run, self.wins, self.endings)


def study(run: Source, measures: Sequence[Measure] | None = None) -> Study:
    """Read a run once and gather everything that there is to say of it.

    Parameters
    ----------
    run : Source
    measures : sequence of Measure, optional
        The game's, by default with its own choice of primary ones: see `analyses.compare.chosen_measures`.

    Raises
    ------
    HeistlabError
        The run holds no finished game, or cannot be read.
    """
    found = Study(run, measures)
    for batch in ahead(games_of(run)):
        found.add(batch)
    return found


def plain(value: Any) -> Any:
    """A value as plain data for JSON: Python numbers, and None for what is not there."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if value is None or value is pd.NA:
        return None
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def records(table: pd.DataFrame, columns: tuple[str, ...]) -> list[dict[str, Any]]:
    """Some columns of a table as a list of plain rows."""
    return [plain(dict(zip(columns, row, strict=True))) for row in table[list(columns)].astype(object).itertuples(index=False)]


def summary(found: Study | Source) -> dict[str, Any]:
    """One run's summary as plain data.

    Shares are fractions. Positions of the turn order count from 1, seats from 0. `sole` and `shared` are games; of a bot that plays
    several seats, seats. `actions` and `choices` are totals. `interval` says of a measure whether its interval is simultaneous (over the
    primary measures), plain or a sequence. `length` is the field that is the game's length: `rounds`, or `turns`, which
    is there if it is. With games stopped at the round limit (`rounds.censored`) the mean and maximum length are "at least", and what they
    leave open is None. A game that declares ranks besides the turn order, or auctions, has further fields: `ranks` by the column that
    ranks the seats, `score_parts`, `prices` and `buyers` as in `analyses.prices`; one that tells of
    single cards `opening_hand`, `usage` and `association` as in `analyses.cards`, with the `q` and `found` of their screens. A run that
    was played until something was known has
    `looks`, and if the rule was its own `until` (those measures have confidence sequences) and `most_games`; `asked` are then the games
    at which it stopped.
    """
    if not isinstance(found, Study):
        found = study(found)
    manifest, progress = found.manifest, getattr(found.run, "progress", None)
    measures = found.measures.table()
    data = {
        "schema": SCHEMA,
        "game": manifest.game,
        "players": manifest.players,
        "games": found.games,
        "asked": found.asked,
        "seed": manifest.seed,
        "label": manifest.label,
        "rules_version": manifest.rules_version,
        "rules_hash": manifest.rules_hash,
        "cards": {"set": manifest.card_set, "provenance": manifest.provenance},
        "lineup": manifest.lineup,
        "turn_order": records(found.turn_order(), ("position", *COLUMNS)),
        "seats": records(found.wins.by_seat(), ("seat", *COLUMNS)),
        "by_bot": records(found.wins.by_bot(), ("bot", *COLUMNS)),
        **_declared(found),
        "outcomes": found.wins.outcomes(),
        "decided_by": found.endings.decided_by(),
        "end_reasons": dict(zip(*(found.endings.end_reasons()[name].tolist() for name in ("reason", "games")), strict=True)),
        "length": found.spec.length,
        **{unit: lengths.summary() for unit, lengths in found.counted.items()},
        "ladder": records(found.endings.ladder(), LADDER),
        "tied": records(found.tied.table(), TIED),
        "leaders": records(found.course.leaders(), LEADERS),
        "actions": found.actions,
        "choices": found.choices,
        "measures": {row["measure"]: {key: row[key] for key in MEASURED} for row in measures.to_dict("records")},
        **_stopping(found),
        "seconds": getattr(progress, "seconds", None),
        "compile_seconds": getattr(progress, "compile_seconds", None),
    }
    return {name: plain(value) for name, value in data.items()}


def _stopping(found: Study) -> dict[str, Any]:
    """What playing waited for, and the looks that were taken, where the number of games was not fixed."""
    looks = progress_of(found.run).looks
    if not looks:
        return {}
    until = {} if found.manifest.until is None else {"until": found.manifest.until.model_dump(), "most_games": found.manifest.games}
    return until | {"looks": [look.model_dump() for look in looks]}


def _declared(found: Study) -> dict[str, Any]:
    """What only some games declare."""
    spec, by_rank, data = found.spec, found.wins.by_rank(), dict[str, Any]()
    for kind in found.cards.kinds:
        table = getattr(found.cards, kind)()
        data[kind] = records(table, tuple(table.columns))
    if spec.positions:
        data["ranks"] = {one.column: records(by_rank[by_rank["rank"] == one.column], ("position", *COLUMNS)) for one in spec.positions}
    if spec.score_parts:
        data["score_parts"] = records(found.parts.table(), PARTS)
    if spec.auctions:
        data["prices"] = records(found.prices.prices(), PRICE_COLUMNS)
        data["buyers"] = records(found.prices.buyers(), BUYER_COLUMNS)
    return data


def tables(run: Source) -> dict[str, pd.DataFrame]:
    """The summary's tables by title."""
    found = study(run)
    return {
        f"{found.games} of {found.asked} games": pd.DataFrame([found.wins.outcomes()]),
        "Win share by turn order": found.wins.turn_order(),
        "Measures": found.measures.table(),
    }


if __name__ == "__main__":
    show(tables)
