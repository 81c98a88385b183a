"""The duel: a dice race whose win shares are known exactly; for testing the laboratory."""

from simcore.games.duel.state import MAX_ACTIONS, RULES, SCRATCH, STATE, WEIGHTS, DecidedBy, EndReason
from simcore.spec import CORE_DECIDED_BY, CORE_END_REASONS, GameSpec, Measure, Variant

SPEC = GameSpec(
    name="duel",
    title="Duel",
    fewest=2,
    most=5,
    usual=2,
    rules_version=1,
    state=STATE,
    rules=RULES,
    max_actions=MAX_ACTIONS,
    scratch=SCRATCH,
    weights=WEIGHTS,
    end_reasons=(*CORE_END_REASONS, *(reason.name.lower() for reason in EndReason)),
    decided_by=(*CORE_DECIDED_BY, *(step.name.lower() for step in DecidedBy)),
    tie_breaks=("last_throw",),
    variants=(Variant("equal turns", "Everybody finishes the round; the highest last throw wins.", {"equal_turns": True}),),
    own_measures=(
        Measure("last_throw", "games decided by the last throw", "share", lambda b: b.decided("last_throw").astype(float), 0.01, span=1.0),
    ),
)
