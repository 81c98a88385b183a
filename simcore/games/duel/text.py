"""State and actions of the duel in words."""

from typing import Any

from simcore.games.duel.state import Decision, Event
from simcore.rulebook import Rulebook


def describe_action(state: Any, book: Rulebook, action: int) -> list[Any]:
    """An action as a list of words and numbers."""
    return ["throw"]


def describe_decision(state: Any, book: Rulebook) -> str:
    """Name of what is asked."""
    return Decision(int(state.decision)).name.lower()


def is_chance(event: tuple[int, ...]) -> bool:
    """Whether an event is one of chance: the duel has no others."""
    return True


def describe_event(event: tuple[int, ...], book: Rulebook) -> list[Any]:
    """An event of chance as a list of words and numbers."""
    code, seat, value = Event(event[0]), event[1], event[2]
    return [code.name.lower(), seat] if code is Event.FIRST_SEAT else [code.name.lower(), seat, value]


def describe_state(state: Any, book: Rulebook) -> dict[str, Any]:
    """The whole state under its names."""
    seats = int(state.seats)
    return {
        "round": int(state.rounds),
        "turn": int(state.turns),
        "actor": int(state.actor),
        "first_seat": int(state.first_seat),
        "totals": [int(total) for total in state.total[:seats]],
        "last_throws": [int(value) for value in state.last_throw[:seats]],
    }


def tell_action(state: Any, book: Rulebook, action: int) -> str:
    """An action as a sentence, before it is applied."""
    return f"Seat {int(state.actor)} throws."


def action_begins_line(state: Any) -> bool:
    """Whether what is decided now is told on a line of its own: every throw is."""
    return True


def begins_round(event: tuple[int, ...]) -> bool:
    """Whether an event begins a round: none does, a round begins with a decision."""
    return False


def begins_line(event: tuple[int, ...]) -> bool:
    """Whether an event is told on a line of its own: what the die shows belongs to the throw."""
    return False


def tell_event(event: tuple[int, ...], state: Any, book: Rulebook) -> str:
    """An event of chance as a sentence."""
    if event[0] == Event.FIRST_SEAT:
        return f"Seat {event[1]} begins."
    return f"It is a {event[2]}."


def tell_round(state: Any, book: Rulebook) -> str:
    """Where everybody stands as a round begins."""
    return "Totals: " + ", ".join(str(int(total)) for total in state.total[: int(state.seats)]) + "."


def tell_end(state: Any, book: Rulebook) -> list[str]:
    """What the result does not say of how everybody ended: nothing here."""
    return []
