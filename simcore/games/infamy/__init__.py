"""Infamy: bribes, missions and schemes in a mining colony on Mars, for three or four players."""

from typing import Any

import numpy as np

from simcore.games.infamy.state import CONTACTS, MAX_ACTIONS, RULES, SCRATCH, STATE, WEIGHTS, DecidedBy, EndReason
from simcore.spec import (
    CORE_DECIDED_BY,
    CORE_END_REASONS,
    SEAT,
    Auction,
    CardMask,
    Column,
    Draws,
    GameBatch,
    GameSpec,
    Measure,
    Positions,
    ScorePart,
)

Array = np.ndarray[Any, Any]
TIE_BREAKS = tuple(step.name.lower() for step in DecidedBy if step >= DecidedBy.MOST_INFAMY)
"""Steps between freelancers who have reached the same goal: FAM-87, FAM-88."""
PRECEDENCE = tuple(step.name.lower() for step in DecidedBy if DecidedBy.SOLE < step < DecidedBy.MOST_INFAMY)
"""Steps by which who has reached the one goal beats who has reached only the other: FAM-89, FAM-90."""
REPUTATION = ("reputation_cartel", "reputation_megacorp", "reputation_militia", "reputation_several")
"""End reasons of games that were won by Rep."""
PERIODS = ("day", "night")

COLUMNS = (
    Column("day_end", "1 if the game ended by Day.", "flag", kind="int8"),
    Column("seen_missions", "Missions that lay in the row at any time, as bits in row order of their table.", "bit mask", kind="int64"),
    Column("infamy", "Infamy at the end.", "Infamy", per=SEAT),
    Column("rep_cartel", "Rep with the Cartel at the end.", "Rep", per=SEAT, kind="int8"),
    Column("rep_megacorp", "Rep with the Megacorp at the end.", "Rep", per=SEAT, kind="int8"),
    Column("rep_militia", "Rep with the Militia at the end.", "Rep", per=SEAT, kind="int8"),
    Column("henchmen", "Henchmen held at the end.", "tokens", per=SEAT),
    Column(
        "contact_order", "Place in the Contact Order of the last Round in which pawns were placed, from 1.", "place", per=SEAT, kind="int8"
    ),
    Column("contacts", "Contacts won.", "contacts", per=SEAT),
    Column("contacts_won", "Contacts won at any time, as bits in row order of their table.", "bit mask", per=SEAT, kind="int32"),
    Column("favors_used", "Contacts won by a Favor.", "contacts", per=SEAT),
    Column("expenses", "Bribes spent on bidding, winning bids not counted.", "bribes", per=SEAT),
    Column("expenses_lost", "The same on contacts that somebody else won.", "bribes", per=SEAT),
    Column("placements", "Pawns placed.", "pawns", per=SEAT),
    Column("failed", "Pawns that could not be placed.", "pawns", per=SEAT),
    Column("skipped", "Pawns not placed for the Smuggler's goods.", "pawns", per=SEAT),
    Column("resupplies", "Pawns placed in resupply zones.", "pawns", per=SEAT),
    Column("hq_visits", "Pawns placed at an HQ.", "pawns", per=SEAT),
    Column("completed", "Missions completed, as bits in row order of their table.", "bit mask", per=SEAT, kind="int64"),
    Column("missions", "Missions completed.", "missions", per=SEAT),
    Column("drawn", "Schemes that were ever in hand, as bits in row order of their table.", "bit mask", per=SEAT, kind="int64"),
    Column("played", "Schemes played, as bits in row order of their table.", "bit mask", per=SEAT, kind="int64"),
    Column("schemes_played", "Schemes played, copies counted.", "schemes", per=SEAT),
    Column(
        "drawn_rounds",
        "Schemes the seat drew from decks in each of the first 20 Rounds, later ones in the 20th, 3 bits each from the lowest, at most 7.",
        "bit mask",
        per=SEAT,
        kind="int64",
    ),
    Column(
        "drawn_used",
        "How many of these the seat itself played, by the Round in which they were drawn, in the same bits.",
        "bit mask",
        per=SEAT,
        kind="int64",
    ),
    Column("infamy_missions", "Infamy from missions and their reward texts.", "Infamy", per=SEAT),
    Column("infamy_henchmen", "Infamy from Henchmen by Night.", "Infamy", per=SEAT),
    Column("infamy_contacts", "Infamy from contacts.", "Infamy", per=SEAT),
    Column("infamy_schemes", "Infamy from schemes.", "Infamy", per=SEAT),
    Column("infamy_zones", "Infamy from resupply zones.", "Infamy", per=SEAT),
    Column("infamy_benefits", "Infamy from benefits of Rep.", "Infamy", per=SEAT),
    Column("stolen", "Resources and Henchmen stolen from rivals.", "tokens", per=SEAT),
    *(
        Column(f"{kind}_{period}", f"{text} by {period.title()}, of each contact.", unit, per="contacts", capacity=CONTACTS)
        for kind, text, unit in (
            ("sold", "How often somebody won it by a bid", "auctions"),
            ("favor", "How often somebody won it by a Favor", "auctions"),
            ("unsold", "How often nobody won it", "auctions"),
            ("bid", "Sum of the winning bids", "bribes"),
            ("cost", "Sum of its winners' expenses", "bribes"),
        )
        for period in PERIODS
    ),
)


def _per_game(batch: GameBatch, *columns: str) -> Array:
    """Sum of columns with several values a game."""
    total: Array = np.sum([batch[column].sum(axis=1) for column in columns], axis=0).astype(float)
    return total


def _by_day_and_night(batch: GameBatch, *kinds: str) -> Array:
    """How often something happened to contacts."""
    return _per_game(batch, *(f"{kind}_{period}" for kind in kinds for period in PERIODS))


def _won_by(*reasons: str) -> Any:
    """Games that were won in one of these ways."""
    return lambda batch: batch.ended(*reasons).astype(float)


def _faction(faction: str) -> Any:
    """Games won by Rep with one faction alone among those won by Rep."""

    def value(batch: GameBatch) -> tuple[Array, Array]:
        return batch.ended(f"reputation_{faction}").astype(float), batch.ended(*REPUTATION).astype(float)

    return value


def _infamy_of_winner(batch: GameBatch) -> tuple[Array, Array]:
    by_infamy = batch.ended("infamy")
    return np.where(by_infamy, np.where(batch.won, batch["infamy"], 0).max(axis=1), 0).astype(float), by_infamy.astype(float)


def _best_loser(batch: GameBatch) -> tuple[Array, Array]:
    somebody = batch.won.any(axis=1) & ~batch.won.all(axis=1)
    best = np.where(batch.won, 0, batch["score"]).max(axis=1)
    return np.where(somebody, best, 0).astype(float), somebody.astype(float)


MEASURES = (
    Measure("infamy_wins", "games won by Infamy", "share", _won_by("infamy"), 0.01, primary=True, span=1.0),
    Measure(
        "tie_break_use",
        "games decided by a tie-break between players at the same goal",
        "share",
        lambda batch: batch.decided(*TIE_BREAKS).astype(float),
        0.01,
        primary=True,
        span=1.0,
    ),
    Measure(
        "precedence_use",
        "games decided by one goal's precedence over the other",
        "share",
        lambda batch: batch.decided(*PRECEDENCE).astype(float),
        0.01,
        span=1.0,
    ),
    Measure("reputation_wins", "games won by reputation", "share", _won_by(*REPUTATION), 0.01, span=1.0),
    Measure("cartel_wins", "Cartel among wins by reputation", "share", _faction("cartel"), 0.02, span=1.0),
    Measure("megacorp_wins", "Megacorp among wins by reputation", "share", _faction("megacorp"), 0.02, span=1.0),
    Measure("militia_wins", "Militia among wins by reputation", "share", _faction("militia"), 0.02, span=1.0),
    Measure(
        "failed_placements",
        "pawns that cannot be placed",
        "share",
        lambda batch: (_per_game(batch, "failed"), _per_game(batch, "placements", "failed", "skipped")),
        0.01,
        span=1.0,
    ),
    Measure(
        "contacts_unsold",
        "contacts that nobody wins",
        "share",
        lambda batch: (_by_day_and_night(batch, "unsold"), _by_day_and_night(batch, "sold", "favor", "unsold")),
        0.01,
        span=1.0,
    ),
    Measure(
        "contacts_by_favor",
        "won contacts for which a Favor was given",
        "share",
        lambda batch: (_by_day_and_night(batch, "favor"), _by_day_and_night(batch, "sold", "favor")),
        0.01,
        span=1.0,
    ),
    Measure(
        "winning_bid",
        "winning bid, expenses not counted",
        "bribes",
        lambda batch: (_by_day_and_night(batch, "bid"), _by_day_and_night(batch, "sold")),
        0.1,
    ),
    Measure(
        "expenses_lost",
        "bribes spent on bidding for contacts that others win, per game",
        "bribes",
        lambda batch: _per_game(batch, "expenses_lost"),
        0.02,
        relative_margin=True,
        across=False,
    ),
    Measure("missions_completed", "missions completed per player", "missions", lambda batch: batch["missions"].mean(axis=1), 0.1),
    Measure(
        "schemes_played",
        "schemes played per player",
        "schemes",
        lambda batch: batch["schemes_played"].mean(axis=1),
        0.02,
        relative_margin=True,
    ),
    Measure("day_end", "games that end by Day", "share", lambda batch: batch["day_end"].astype(float), 0.01, span=1.0),
    Measure("winning_score", "Infamy of who wins by Infamy", "Infamy", _infamy_of_winner, 0.02, relative_margin=True),
    Measure("best_loser", "progress of the best loser to the nearer goal", "percent", _best_loser, 1.0),
)

CALIBRATED_MEASURES = (
    "turns",
    "infamy_wins",
    "reputation_wins",
    "cartel_wins",
    "megacorp_wins",
    "militia_wins",
    "missions_completed",
    "schemes_played",
)
"""Measures of what `cards.CALIBRATED_ON` says in words."""

SPEC = GameSpec(
    name="infamy",
    title="Infamy",
    fewest=3,
    most=4,
    usual=4,
    rules_version=1,
    state=STATE,
    rules=RULES,
    max_actions=MAX_ACTIONS,
    scratch=SCRATCH,
    weights=WEIGHTS,
    end_reasons=(*CORE_END_REASONS, *(reason.name.lower() for reason in EndReason)),
    decided_by=(*CORE_DECIDED_BY, *(step.name.lower() for step in DecidedBy)),
    tie_breaks=TIE_BREAKS,
    columns=COLUMNS,
    own_measures=MEASURES,
    card_masks=(
        CardMask("completed", "missions", "used", label="completed", among="seen_missions", among_label="seen"),
        CardMask("drawn", "schemes", "held", label="drawn"),
        CardMask("played", "schemes", "used", label="played", among="drawn", among_label="drawn"),
    ),
    draws=(Draws("schemes", "drawn_rounds", "drawn_used"),),
    positions=(
        Positions(
            "contact_order",
            "final Contact Order",
            "Winners of contacts place first in a Round, from the leftmost contact on, then the others clockwise from the Triggerman.",
        ),
    ),
    auctions=(Auction("contacts", PERIODS, "contacts_won", instead="Favor", cost="expenses"),),
    calibrated_on=CALIBRATED_MEASURES,
    score_unit="percent of the nearer goal",
    score_parts=(
        ScorePart("missions", "infamy_missions"),
        ScorePart("Henchmen by Night", "infamy_henchmen"),
        ScorePart("contacts", "infamy_contacts"),
        ScorePart("schemes", "infamy_schemes"),
        ScorePart("resupply zones", "infamy_zones"),
        ScorePart("benefits of Rep", "infamy_benefits"),
    ),
    scored="infamy",
    texts={
        "infamy": "Infamy",
        "most_infamy": "most Infamy",
        "henchmen": "most Henchmen",
        "completed_missions": "most missions",
        "sole": "nobody else at a goal",
        "over_15_beats_reputation": "Infamy above the goal beats reputation",
        "reputation_beats_exactly_15": "reputation beats Infamy just at the goal",
        "reputation_beats_infamy": "reputation beats Infamy above the goal",
        "reputation_cartel": "reputation with the Cartel",
        "reputation_megacorp": "reputation with the Megacorp",
        "reputation_militia": "reputation with the Militia",
        "reputation_several": "reputation with several factions",
    },
    length="turns",
    length_name="Turns",
    length_text="A Turn is a Day and a Night.",
    first="the first Triggerman",
)
