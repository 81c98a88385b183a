"""What every game provides, and the columns that every game's results share.

Adding a game: copy `games/duel`, and follow the numbered list in README.md. The engine, the analyses and the page read this
description; none of them names a game.
"""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import numpy as np

from simcore.rng import MAX_SEATS

NONE = -1
"""Stands for "no seat", "no card": never used as an index."""

NOBODY, CAP, SHARED = range(3)
CORE_DECIDED_BY = ("nobody", "cap", "shared")
"""First names of every game's `decided_by`; the game's own steps follow, in the order of its ladder."""

RUNNING, CAPPED = range(2)
CORE_END_REASONS = ("running", "cap")
"""First names of every game's `end_reasons`; the game's own reasons follow."""

SEAT = "seat"
"""`Column.per` of what there is one value a seat for."""

LEADER_BITS, LEADER_ROUNDS = 3, 20
"""`leaders` says of so many rounds, in so many bits each, who stood alone at the top after it."""

LEADER_NOBODY = 7
"""Stands in `leaders` for a round after which nobody did; 0 for one that was not played, 1 for seat 0, 2 for seat 1, ..."""

DRAWN_BITS, DRAWN_ROUNDS = 3, 20
"""Columns of `Draws` count cards for so many rounds, in so many bits each; what comes later counts in the last of these rounds."""

DRAWN_MOST = 7
"""The most that they count in a round."""

NAMED = {"decided_by": "decided_by", "end_reason": "end_reasons"}
"""Columns that hold codes, and the attribute of a game's spec that lists their names."""

Field = tuple[str, Any] | tuple[str, Any, Any]

CORE_STATE: list[Field] = [
    ("actor", np.int64),  # seat to decide, NONE at the end
    ("decision", np.int64),  # what is asked of it
    ("end_reason", np.int64),  # RUNNING until the end
    ("first_seat", np.int64),  # seat that begins the game
    ("seats", np.int64),  # players in this game
    ("rounds", np.int64),  # rounds begun
    ("turns", np.int64),  # turns taken, in the game's own sense
    ("active", np.int64),  # seats that still take part, as bits: all of them at set-up
]
"""Fields with which every game's state record begins."""

CORE_RULES: list[Field] = [("round_cap", np.int64)]
"""Fields with which every game's rules record begins."""


@dataclass(frozen=True)
class Column:
    """A column of the results: what the engine or a game records of each game played.

    Attributes
    ----------
    name : str
        Field of the result record. With several values a game the Parquet columns are `name_0`, `name_1`, ...: of the seats played, or
        of the rows of the table in the run's card set.
    text : str
        One sentence for the data dictionary.
    unit : str
        What one unit of it is.
    per : str
        What there is one value for: the game (""), each seat (SEAT), or each row of a card table (the table's name).
    kind : dtype
        How it is stored on disk; the kernels see int64.
    capacity : int
        Length of the array in the result record, for a card table: at least the rows that any card set can have.

    Raises
    ------
    ValueError
        A column of a card table without a capacity.
    """

    name: str
    text: str
    unit: str
    per: str = ""
    kind: str = "int16"
    capacity: int = 0

    def __post_init__(self) -> None:
        if self.of_table and self.capacity < 1:
            raise ValueError(f"column {self.name}: needs the capacity of table {self.per}")

    @property
    def of_table(self) -> bool:
        """Whether there is one value for each row of a card table."""
        return self.per not in ("", SEAT)

    @property
    def words(self) -> dict[str, str]:
        """What the data dictionary says of it, everywhere the same: the sentence and the unit."""
        return {"text": self.text, "unit": self.unit}

    @property
    def field(self) -> Field:
        """The column's field of the result record."""
        if not self.per:
            return self.name, np.int64
        return self.name, np.int64, MAX_SEATS if self.per == SEAT else self.capacity


CORE_COLUMNS = (
    Column("game", "Number of the game within the run, from 0.", "number", kind="int64"),
    Column("deal", "Number of the deal: games of one deal share decks, dice and first player.", "number", kind="int64"),
    Column("rotation", "By how many seats the line-up was turned in this game.", "seats", kind="int8"),
    Column("first_seat", "Seat that began the game.", "seat", kind="int8"),
    Column("winners", "Winning seats as bits: 1 for seat 0, 2 for seat 1, 4 for seat 2, ...", "bit mask", kind="int8"),
    Column("decided_by", "Step that settled who wins, as an index into the game's list of steps.", "step", kind="int8"),
    Column(
        "contenders",
        "Seats among which the step that settled it chose, as bits like `winners`; the winners of a shared win.",
        "bit mask",
        kind="int8",
    ),
    Column(
        "reached",
        "Steps that were asked who wins, as bits: 8 for the first after nobody, cap and shared in the list of steps, ...",
        "bit mask",
    ),
    Column("end_reason", "Why the game ended, as an index into the game's list of reasons.", "reason", kind="int8"),
    Column("rounds", "Rounds begun.", "rounds"),
    Column("turns", "Turns taken.", "turns"),
    Column("actions", "Actions applied, forced ones included.", "actions", kind="int32"),
    Column("choices", "Decisions with two or more legal actions.", "choices", kind="int32"),
    Column("lead_changes", "How often another seat than the last sole leader stood alone at the top after a round.", "changes"),
    Column("lead_changes_null", "Lead changes had each round's gains fallen at random to the seats active as it began.", "changes"),
    Column(
        "leaders",
        "Sole leader after each of the first 20 rounds, 3 bits each from the lowest: 1 for seat 0, ..., 7 for none, 0 if not played.",
        "bit mask",
        kind="int64",
    ),
    Column("score", "Final score.", "points", per=SEAT),
    Column("standing", "Final rank, 1 for every winner; 0 for a seat that is out of the ranking.", "rank", per=SEAT, kind="int8"),
    Column("bot", "Which entry of the line-up played the seat.", "index", per=SEAT, kind="int8"),
)
"""Columns that every game's results begin with."""


@dataclass(frozen=True)
class Measure:
    """A question about one run, with a number for an answer.

    Attributes
    ----------
    name, label : str
        Name for JSON and `--margin`; words for the page.
    unit : str
        "share" (shown in percent, differences in points), or the unit of the number.
    value : callable
        From a mapping of column name to array (one entry a game; columns per seat or per card are 2-D, games x seats or rows) to the
        value of each game, or to a pair (sums, counts) for a rate over things of which a game has several.
    margin : float
        Difference below which two variants count as equal. Shares: 0.01 is one point.
    relative_margin : bool
        The margin is a fraction of the baseline's value.
    primary : bool
        Whether it is among the game's headline measures.
    span : float or None
        Largest possible difference between two games; None takes the largest seen.
    fair : float or None
        Value in a balanced game, where there is one.
    signed : bool
        Whether a share can be negative, as a difference between shares can.
    least : callable or None
        From the number of seats to the least value that a game can have, where the span alone does not say it; games stopped at the
        round limit count as zero in such a measure.
    across : bool
        Whether it means the same with any number of players, so that these can be compared.
    """

    name: str
    label: str
    unit: str
    value: "Callable[[GameBatch], np.ndarray[Any, Any] | tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]"
    margin: float
    relative_margin: bool = False
    primary: bool = False
    span: float | None = None
    fair: float | None = None
    signed: bool = False
    least: "Callable[[int], float] | None" = None
    across: bool = True


@dataclass(frozen=True)
class GameBatch:
    """A slice of a run's games as arrays: what measures and analyses are computed from.

    Attributes
    ----------
    spec : GameSpec
    seats : int
    columns : mapping
        Name to array: one entry a game; games x seats for a column per seat, games x rows for one per row of a card table.
    """

    spec: "GameSpec"
    seats: int
    columns: Mapping[str, np.ndarray[Any, Any]]

    def __getitem__(self, name: str) -> np.ndarray[Any, Any]:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.columns["game"])

    def __contains__(self, name: str) -> bool:
        return name in self.columns

    def where(self, games: "slice | np.ndarray[Any, Any]") -> "GameBatch":
        """Some of the games, by a slice or a truth value for each."""
        return GameBatch(self.spec, self.seats, {name: values[games] for name, values in self.columns.items()})

    @cached_property
    def won(self) -> np.ndarray[Any, Any]:
        """Whether each seat is among the winners: bool, games x seats."""
        return (self["winners"].astype(np.int64)[:, None] >> np.arange(self.seats) & 1).astype(bool)

    @cached_property
    def tied(self) -> np.ndarray[Any, Any]:
        """Whether the step that settled who wins chose among others and this seat: bool, games x seats."""
        return (self["contenders"].astype(np.int64)[:, None] >> np.arange(self.seats) & 1).astype(bool)

    @cached_property
    def credit(self) -> np.ndarray[Any, Any]:
        """Sole win 1, shared win 1/k, else 0: float, games x seats."""
        winners = self.won.sum(axis=1, keepdims=True)
        credit: np.ndarray[Any, Any] = self.won / np.maximum(winners, 1)
        return credit

    @cached_property
    def excess(self) -> np.ndarray[Any, Any]:
        """Credit minus the game's credits spread evenly over the seats: float, games x seats."""
        excess: np.ndarray[Any, Any] = self.credit - self.credit.mean(axis=1, keepdims=True)
        return excess

    def by_turn_order(self, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Reorder a per-seat array so that column 0 is the seat that began the game."""
        order = (self["first_seat"].astype(np.int64)[:, None] + np.arange(self.seats)) % self.seats
        return np.take_along_axis(values, order, axis=1)

    def decided(self, *steps: str) -> np.ndarray[Any, Any]:
        """Which games were decided by one of these steps: bool, one a game."""
        return np.isin(self["decided_by"], [self.spec.decided_by.index(step) for step in steps])

    def ended(self, *reasons: str) -> np.ndarray[Any, Any]:
        """Which games ended for one of these reasons: bool, one a game."""
        return np.isin(self["end_reason"], [self.spec.end_reasons.index(reason) for reason in reasons])


def _winning_score(batch: GameBatch) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    won = batch.won
    top = np.where(won, batch["score"], np.iinfo(np.int64).min).max(axis=1)
    somebody = won.any(axis=1)
    return np.where(somebody, top, 0).astype(float), somebody.astype(float)


def least_excess(seats: int) -> float:
    """Excess of a seat in a game that another one wins alone."""
    return -1 / seats


FIRST = "the first in turn order"
"""What the first position is called where the game has no name for it."""


def first_measure(first: str) -> Measure:
    """The first headline of every game: what its first position, by its name in the game, wins beyond an even split."""
    return Measure(
        "first_excess",
        f"win share of {first} above an even split",
        "share",
        lambda b: b.by_turn_order(b.excess)[:, 0],
        0.01,
        primary=True,
        span=1.0,
        fair=0.0,
        signed=True,
        least=least_excess,
        across=False,
    )


def _times_even(batch: GameBatch) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    return batch.by_turn_order(batch.credit)[:, 0] * batch.seats, batch.credit.sum(axis=1)


def times_even_measure(first: str) -> Measure:
    """The first headline where numbers of players are compared: a point above an even split is more among five than among two."""
    return Measure(
        "first_times_even", f"win share of {first}, times the even share", "times even", _times_even, 0.04, primary=True, fair=1.0
    )


def length_measure(length: str, unit: str) -> Measure:
    """The second: how long a game is, named by the column that is its length and counted in the game's word for it."""
    return Measure(length, "length", unit, lambda batch: batch[length].astype(float), 0.5, primary=True)


CORE_MEASURES = (
    Measure("shared", "games with a shared win", "share", lambda b: b.decided("shared").astype(float), 0.01, span=1.0),
    Measure("nobody", "games that nobody wins", "share", lambda b: b.decided("nobody").astype(float), 0.01, span=1.0),
    Measure("cap", "games stopped at the round limit", "share", lambda b: b.decided("cap").astype(float), 0.01, span=1.0),
    Measure("winning_score", "score of the winner", "points", _winning_score, 0.02, relative_margin=True),
    Measure("lead_changes", "lead changes", "changes", lambda b: b["lead_changes"].astype(float), 0.5),
    Measure(
        "lead_changes_excess",
        "lead changes above those of gains that fall at random",
        "changes",
        lambda b: b["lead_changes"].astype(float) - b["lead_changes_null"],
        0.5,
    ),
)
"""Further measures that every game has."""


@dataclass(frozen=True)
class Variant:
    """A variant that the rulebook names: a setting of parameters."""

    name: str
    text: str
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class CardMask:
    """A per-seat result column whose bits are the cards of a table: which cards this happened to, in row order.

    Attributes
    ----------
    column, table : str
    event : "dealt", "held" or "used"
        Dealt at random before the first decision; held at any time; used, in the game's own sense.
    label : str
        What happened, as one word for the page ("completed"); the event by default.
    among : str
        Column whose bits are the cards that it could have happened to, per seat or per game: the share to which it did, and the seats
        that are compared, are then of these alone. By default a used card counts among those dealt, where these are recorded, and all
        seats are compared.
    among_label : str
        The word for these ("seen").
    """

    column: str
    table: str
    event: Literal["dealt", "held", "used"]
    label: str = ""
    among: str = ""
    among_label: str = ""


@dataclass(frozen=True)
class Draws:
    """Cards of a table that seats draw during play, and the per-seat result columns that tell how many in which round.

    Both columns count by round, the first in the lowest bits: see DRAWN_BITS. Whoever lives longer draws more, so who wins among those
    who drew is an association.

    Attributes
    ----------
    table : str
    drawn : str
        Cards that the seat drew in each round; those dealt at the start are none of them.
    used : str
        How many of these it used at any time, by the round in which they were drawn.
    """

    table: str
    drawn: str
    used: str


@dataclass(frozen=True)
class Positions:
    """A per-seat result column that ranks the seats of a game 1, 2, ..., told beside the turn order.

    Only the turn order is given at random; such a rank is won in play, so who wins from it is an association.

    Attributes
    ----------
    column : str
        Games in which it does not rank every seat are left out.
    label : str
        What the rank is in: "final score".
    text : str
        How a seat comes to its rank, as a sentence.
    """

    column: str
    label: str
    text: str


@dataclass(frozen=True)
class ScorePart:
    """One of the sources of which a final score is the sum.

    Attributes
    ----------
    label : str
        Words for the page.
    column : str
        Per-seat column with the points from this source; "" for what the other parts leave of the whole.
    """

    label: str
    column: str = ""


@dataclass(frozen=True)
class Auction:
    """Cards that are sold by auction, and the result columns that tell how.

    Per row of the table there is a column for what happened and each period: `sold_<period>` (times somebody won it by a bid),
    `<instead>_<period>` (times it went for something else than a bid), `unsold_<period>` (times nobody wanted it), `bid_<period>` (sum
    of the winning bids) and `cost_<period>` (sum of what its winners paid besides for bidding, whichever way they won).

    Attributes
    ----------
    table : str
    periods : tuple of str
        Kinds of occasions that are told apart; they are words for the page.
    buyers : str
        Per-seat column: bits of the cards that the seat won.
    instead : str
        What can be given instead of a bid: the name of the column and, in capitals where the game writes it so, the word for the page;
        "" where nothing can.
    cost : str
        What the winners paid besides, as one word.
    """

    table: str
    periods: tuple[str, ...]
    buyers: str
    instead: str = ""
    cost: str = "cost"

    def columns(self, kind: str) -> tuple[str, ...]:
        """Columns of one kind (sold, unsold, bid, cost, or what is given instead), one a period."""
        return tuple(f"{kind.lower()}_{period}" for period in self.periods)


@dataclass(frozen=True)
class Kernels:
    """A game's compiled rules and the shared kernels bound to them: see `playout.bind`."""

    set_up: Any
    legal_actions: Any
    apply_action: Any
    rate_actions: Any
    deal_unseen: Any
    standings: Any
    running_scores: Any
    choose_action: Any
    prepare_game: Any
    close_round: Any
    follow_course: Any
    finish_game: Any
    play_block: Any


@dataclass(frozen=True, eq=False)
class GameSpec:
    """Everything the engine, the analyses and the page need to know of a game.

    Attributes
    ----------
    name, title : str
        Folder under `simcore/games`; words for people.
    fewest, most, usual : int
        Player counts; the one that is played when none is asked for.
    rules_version : int
        Rises when the same seed plays another game, that is, when a golden trace changes.
    state, rules : dtype
        Records that begin with CORE_STATE and CORE_RULES.
    max_actions : int
        Most legal actions at one decision.
    scratch : int
        Numbers that `rate_actions` may use between two decisions.
    weights : tuple of str
        Names of the numbers a rated bot's opinion consists of.
    columns : tuple of Column
        The game's own result columns.
    end_reasons, decided_by : tuple of str
        Names by code; they begin with the core's.
    tie_breaks : tuple of str
        Which of `decided_by` are tie-breaks.
    own_measures : tuple of Measure
        The game's own questions; one of a core measure's name replaces it.
    length : str
        The column that is a game's length, and what people of this game count it in. The round limit counts rounds in every game.
    length_name, length_text : str
        The word for what it is counted in as the game writes it ("Turns"), the column's name by default; what one is, as a sentence.
    first : str
        What people of this game call the seat that is the first in turn order when the game begins.
    card_masks, draws, positions, auctions
        Further questions that the analyses put to every game that declares what they need.
    score_unit : str
        What the score is counted in.
    score_parts : tuple of ScorePart
        Sources of points, where the game has several; at most one of them without a column.
    scored : str
        Per-seat column that is the sum of these parts.
    texts : mapping
        Words for people where a name of `end_reasons` or `decided_by`, its underscores made blanks, reads badly.
    """

    name: str
    title: str
    fewest: int
    most: int
    usual: int
    rules_version: int
    state: np.dtype[Any]
    rules: np.dtype[Any]
    max_actions: int
    scratch: int
    weights: tuple[str, ...]
    end_reasons: tuple[str, ...]
    decided_by: tuple[str, ...]
    tie_breaks: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()
    own_measures: tuple[Measure, ...] = ()
    variants: tuple[Variant, ...] = ()
    card_masks: tuple[CardMask, ...] = ()
    draws: tuple[Draws, ...] = ()
    positions: tuple[Positions, ...] = ()
    auctions: tuple[Auction, ...] = ()
    calibrated_on: tuple[str, ...] = ()
    score_unit: str = "points"
    score_parts: tuple[ScorePart, ...] = ()
    scored: str = "score"
    texts: Mapping[str, str] = field(default_factory=dict)
    length: Literal["rounds", "turns"] = "rounds"
    length_name: str = ""
    length_text: str = ""
    first: str = FIRST

    @property
    def length_unit(self) -> str:
        """What the length is counted in, in words."""
        return self.length_name or self.length

    @property
    def directory(self) -> Path:
        """Where the game's rules, cards and bots lie."""
        return Path(__file__).parent / "games" / self.name

    def module(self, part: str) -> ModuleType:
        """One of the game's modules: rules, bots, cards, text."""
        return importlib.import_module(f"simcore.games.{self.name}.{part}")

    @cached_property
    def all_columns(self) -> tuple[Column, ...]:
        """Core columns, then the game's own."""
        return CORE_COLUMNS + self.columns

    def column(self, name: str) -> Column:
        """A column of the results by its name."""
        return next(column for column in self.all_columns if column.name == name)

    @cached_property
    def core_measures(self) -> tuple[Measure, ...]:
        """What is asked of every game."""
        return first_measure(self.first), length_measure(self.length, self.length_unit), *CORE_MEASURES

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """The game's measures: primary ones first, the core's before the game's own."""
        named = {measure.name: measure for measure in self.core_measures + self.own_measures}
        return tuple(sorted(named.values(), key=lambda measure: not measure.primary))

    @cached_property
    def measures_across(self) -> tuple[Measure, ...]:
        """The measures that mean the same with any number of players."""
        return times_even_measure(self.first), *(measure for measure in self.measures if measure.across)

    @cached_property
    def result(self) -> np.dtype[Any]:
        """Record of one game's result, as the kernels write it."""
        return record([column.field for column in self.all_columns])

    @cached_property
    def kernels(self) -> Kernels:
        """The game's kernels; importing them loads the compiler."""
        from simcore.playout import bind

        return bind(self)

    @cached_property
    def search_kernels(self) -> Kernels:
        """The kernels for line-ups with bots that play out; what they have in common with the others is the same."""
        from simcore.playout import bind_search

        return bind_search(self)


def record(fields: list[Field]) -> np.dtype[Any]:
    """A record dtype with these fields, accessible as attributes with the compiler on and off."""
    return np.dtype((np.record, fields))
