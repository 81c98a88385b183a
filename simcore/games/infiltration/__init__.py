"""Infiltration: a push-your-luck burglary in a guarded research centre, for two to six players."""

from typing import Any

import numpy as np

from simcore.games.infiltration.state import MAX_ACTIONS, RULES, SCRATCH, STATE, WEIGHTS, DecidedBy, EndReason
from simcore.spec import CORE_DECIDED_BY, CORE_END_REASONS, SEAT, CardMask, Column, Draws, GameBatch, GameSpec, Measure, ScorePart, Variant

Array = np.ndarray[Any, Any]
TIE_BREAKS = ("prototype", "file_count", "compromising_file")

COLUMNS = (
    Column("alarm_end", "Alarm when the game ended.", "steps", kind="int8"),
    Column("alarm_round_6", "Alarm after the sixth Security phase, or when a shorter game ended.", "steps", kind="int8"),
    Column("proximity_end", "Proximity when the game ended.", "steps"),
    Column("security_phases", "Security phases completed; in the last round of a game there may be none.", "phases"),
    Column("players_out", "Players with an agent who counts as out of the building.", "players", kind="int8"),
    Column("rooms_revealed", "Face-up rooms as bits: 1 for the entry room, 2 for the next, ..., 4096 for the secret room.", "bit mask"),
    Column("agents", "Agents of the seat: two in the game for two players, else one.", "agents", per=SEAT, kind="int8"),
    Column("agents_escaped", "Agents who left the building before the police came.", "agents", per=SEAT, kind="int8"),
    Column("agents_caught", "Agents inside when the police came, the released ones included.", "agents", per=SEAT, kind="int8"),
    Column("agents_released", "Agents inside when the police came who gave up a Compromising File.", "agents", per=SEAT, kind="int8"),
    Column("agents_upstairs", "Agents who reached the first floor.", "agents", per=SEAT, kind="int8"),
    Column("deepest_place", "Deepest room of the line that an agent reached: 0 entry room, 11 last room.", "place", per=SEAT, kind="int8"),
    Column("secret_visits", "How often an agent entered the secret room.", "visits", per=SEAT),
    Column("files", "File tokens held at the end by agents who are out, as the tie-break counts them.", "tokens", per=SEAT),
    Column("prototypes", "Prototypes held at the end by agents who are out.", "cards", per=SEAT, kind="int8"),
    Column("compromising_files", "Compromising Files held at the end by agents who are out.", "cards", per=SEAT, kind="int8"),
    Column("points_lost", "Data points held by agents who were caught and not released.", "points", per=SEAT),
    Column("points_prototypes", "Data points of Prototypes in the final score.", "points", per=SEAT),
    Column("points_compromising_files", "Data points of Compromising Files in the final score.", "points", per=SEAT),
    Column("points_sludge", "Data points of Sludge in the final score.", "points", per=SEAT),
    Column("wounds", "Wounds that agents took.", "wounds", per=SEAT),
    Column("advances", "Advance cards resolved.", "cards", per=SEAT),
    Column("retreats", "Withdraw cards resolved.", "cards", per=SEAT),
    Column("interfaces", "Interface cards resolved.", "cards", per=SEAT),
    Column("downloads", "Download or Extract cards resolved.", "cards", per=SEAT),
    Column("late_downloads", "Downloads resolved after another one in the same room and round.", "downloads", per=SEAT),
    Column(
        "dealt",
        "Items dealt to the seat at the start, as bits in row order of the table of items.",
        "bit mask",
        per=SEAT,
        kind="int64",
    ),
    Column("used", "Items the seat resolved, as bits in row order of the table of items.", "bit mask", per=SEAT, kind="int64"),
    Column(
        "drawn_rounds",
        "Items the seat drew during play in each of the first 20 rounds, later ones in the 20th, 3 bits each from the lowest, at most 7.",
        "bit mask",
        per=SEAT,
        kind="int64",
    ),
    Column(
        "drawn_used",
        "How many of these the seat itself resolved, by the round in which they were drawn, in the same bits.",
        "bit mask",
        per=SEAT,
        kind="int64",
    ),
)


def _rate(part: str, whole: str) -> Any:
    """Rate of one per-seat count among another, over all seats of a game."""

    def value(batch: GameBatch) -> tuple[Array, Array]:
        return batch[part].sum(axis=1).astype(float), batch[whole].sum(axis=1).astype(float)

    return value


def _files_out(batch: GameBatch) -> tuple[Array, Array]:
    out = batch["agents_escaped"] + batch["agents_released"]
    return batch["files"].sum(axis=1).astype(float), out.sum(axis=1).astype(float)


def _share(column: str) -> Any:
    """Share of games in which somebody has at least one of what a per-seat column counts."""
    return lambda batch: (batch[column] > 0).any(axis=1).astype(float)


def _total(column: str) -> Any:
    """Sum of a per-seat column over the seats of a game."""
    return lambda batch: batch[column].sum(axis=1).astype(float)


MEASURES = (
    Measure(
        "tie_break_use",
        "games decided by a tie-break",
        "share",
        lambda batch: batch.decided(*TIE_BREAKS).astype(float),
        0.01,
        primary=True,
        span=1.0,
    ),
    Measure(
        "agents_caught", "agents caught, released ones included", "share", _rate("agents_caught", "agents"), 0.01, primary=True, span=1.0
    ),
    Measure("somebody_escapes", "games in which somebody escapes, releases not counted", "share", _share("agents_escaped"), 0.01, span=1.0),
    Measure(
        "sole_survivor",
        "games won as the only player out",
        "share",
        lambda batch: batch.decided("sole_survivor").astype(float),
        0.01,
        span=1.0,
    ),
    Measure(
        "released", "caught agents released for a Compromising File", "share", _rate("agents_released", "agents_caught"), 0.01, span=1.0
    ),
    Measure("files_out", "files per agent who is out", "files", _files_out, 0.02, relative_margin=True),
    Measure(
        "points_lost",
        "data points lost with caught agents, per game",
        "points",
        _total("points_lost"),
        0.02,
        relative_margin=True,
        across=False,
    ),
    Measure("agents_upstairs", "agents who reach the first floor", "share", _rate("agents_upstairs", "agents"), 0.01, span=1.0),
    Measure("secret_room", "games in which somebody enters the secret room", "share", _share("secret_visits"), 0.01, span=1.0),
    Measure(
        "late_downloads",
        "Downloads after another one in the same room and round, per game",
        "downloads",
        _total("late_downloads"),
        0.5,
        across=False,
    ),
    Measure("alarm_round_6", "Alarm after six rounds", "steps", lambda batch: batch["alarm_round_6"].astype(float), 0.25),
    Measure("alarm_end", "Alarm at the end", "steps", lambda batch: batch["alarm_end"].astype(float), 0.25),
)

CALIBRATED_MEASURES = ("rounds", "agents_caught", "somebody_escapes", "winning_score")
"""Measures of what `cards.CALIBRATED_ON` says in words."""

SPEC = GameSpec(
    name="infiltration",
    title="Infiltration",
    fewest=2,
    most=6,
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
    variants=(
        Variant("longer", "The Alarm starts at -1.", {"alarm_start": -1}),
        Variant("shorter", "The Alarm starts at 1.", {"alarm_start": 1}),
        Variant("extract", "Extract cards in place of Download.", {"take_action": "extract"}),
    ),
    card_masks=(CardMask("dealt", "items", "dealt"), CardMask("used", "items", "used")),
    draws=(Draws("items", "drawn_rounds", "drawn_used"),),
    calibrated_on=CALIBRATED_MEASURES,
    score_parts=(
        ScorePart("File tokens"),
        ScorePart("Prototypes", "points_prototypes"),
        ScorePart("Compromising Files", "points_compromising_files"),
        ScorePart("Sludge", "points_sludge"),
    ),
)
