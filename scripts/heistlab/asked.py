"""What is asked of games that are played: primary measures, margins, targets, the level of the intervals; checked, and as options."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from heistlab import kinds
from heistlab.numerals import DEFAULT_LEVEL, fraction
from simcore.errors import HeistlabError, nearest
from simcore.spec import GameSpec, Measure
from simcore.store import Until

TO = ".."
"""Between the ends of a target."""

SHARE = "share"
Ends = tuple[float | None, float | None]


class Asked(BaseModel):
    """What is asked of games.

    Attributes
    ----------
    primary : tuple of str or None
        Measures with simultaneous intervals, in the order of the answers; None is the game's own choice.
    margins : dict
        Margins that are not the default ones, by measure.
    targets : dict
        Measure to the least and largest value wanted; None where there is no such end.
    level : float
        Of all intervals of a comparison, and of the targets' intervals together.
    until : dict
        Measure to half the width of its confidence sequence at which playing stops; nothing where the number of games is fixed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    primary: tuple[str, ...] | None = None
    margins: dict[str, float] = {}
    targets: dict[str, Ends] = {}
    level: float = DEFAULT_LEVEL
    until: dict[str, float] = {}

    @property
    def stop(self) -> Until | None:
        """What has to be known before playing stops, with its level; None where the number of games is fixed."""
        return Until(halfwidths=self.until, level=self.level) if self.until else None


def asked_of(
    spec: GameSpec,
    primary: Any = None,
    margins: Any = None,
    targets: Any = None,
    level: Any = None,
    until: Any = None,
    across: bool = False,
) -> Asked:
    """Check what is asked of a game: arguments as in `heistlab.compare`; with `across` of a comparison of numbers of players.

    Raises
    ------
    HeistlabError
        A name that is no measure, or a number that cannot be one.
    """
    return Asked(
        primary=None if primary is None else _primary(spec, primary, across),
        margins={name: _margin(spec, name, margin, across) for name, margin in kinds.mapping("margins", margins).items()},
        targets={name: _target(spec, name, ends) for name, ends in kinds.mapping("targets", targets).items()},
        level=DEFAULT_LEVEL if level is None else _level(level),
        until={name: _halfwidth(spec, name, number, across) for name, number in kinds.mapping("until", until).items()},
    )


def asked_options(spec: GameSpec, asked: Asked, across: bool = False) -> list[tuple[str, str]]:
    """The options that ask for it; what is asked by default needs none."""
    options = [] if asked.primary in (None, usual_primary(spec, across)) else [("--primary", ",".join(asked.primary or ()))]
    options += [("--margin", f"{measure}={number_text(margin)}") for measure, margin in asked.margins.items()]
    options += [("--target", f"{measure}={target_text(ends)}") for measure, ends in asked.targets.items()]
    options += [("--until", f"{measure}={number_text(number)}") for measure, number in asked.until.items()]
    return options + ([] if asked.level == DEFAULT_LEVEL else [("--level", number_text(asked.level))])


def target_text(ends: Ends) -> str:
    """A target as it is written: 8..12, 8.., ..12."""
    return TO.join("" if end is None else number_text(end) for end in ends)


def number_text(number: float) -> str:
    """A number as it is written: whole ones without a point, others with all their digits."""
    return str(int(number)) if number.is_integer() else repr(number)


def usual_primary(spec: GameSpec, across: bool = False) -> tuple[str, ...]:
    """The primary measures of a game when none are named."""
    return tuple(measure.name for measure in _measures(spec, across) if measure.primary)


def _measures(spec: GameSpec, across: bool) -> tuple[Measure, ...]:
    return spec.measures_across if across else spec.measures


def _primary(spec: GameSpec, names: Any, across: bool) -> tuple[str, ...]:
    found = tuple(kinds.text("primary", name).strip() for name in kinds.several("primary", names))
    for name in found:
        _measure(spec, "primary", name, across)
        if found.count(name) > 1:
            raise HeistlabError(f"primary: {name} stands there twice")
    if not found:
        raise HeistlabError("primary: none given")
    return found


def _measure(spec: GameSpec, what: str, name: str, across: bool = False) -> Measure:
    known = {measure.name: measure for measure in _measures(spec, across)}
    if name not in known and across and any(measure.name == name for measure in spec.measures):
        raise HeistlabError(f"{what}: {name} does not mean the same with other numbers of players{nearest(name, known)}")
    if name not in known:
        raise HeistlabError(f"{what}: {spec.name} has no measure {name!r}{_near_measure(spec, name)}")
    return known[name]


def _near_measure(spec: GameSpec, word: str) -> str:
    """What to say after an unknown measure: those whose label holds the word, the one with a name like it, or where all are listed."""
    plain = word.lower().replace("_", " ").strip()
    found = [f"{measure.name} ({measure.label})" for measure in spec.measures if plain and plain in measure.label.lower()]
    if found:
        return f"; did you mean {' or '.join(found)}?"
    return nearest(word, [measure.name for measure in spec.measures]) or f"; 'heistlab columns {spec.name}' lists them"


def _margin(spec: GameSpec, name: str, margin: Any, across: bool) -> float:
    measure = _measure(spec, "margin", name, across)
    number = fraction(margin)
    highest = 1.0 if measure.unit == SHARE or measure.relative_margin else math.inf
    if not 0.0 < number < highest:
        hint = " and below 1 (0.01 is one percent point)" if highest == 1.0 else ""
        raise HeistlabError(f"margin: {name}={margin} is not a number above 0{hint}")
    return number


def _halfwidth(spec: GameSpec, name: str, halfwidth: Any, across: bool) -> float:
    measure = _measure(spec, "until", name, across)
    number, highest = fraction(halfwidth), 1.0 if measure.unit == SHARE else math.inf
    if not 0.0 < number < highest:
        hint = " and below 1 (0.01 is one percent point)" if highest == 1.0 else ""
        raise HeistlabError(f"until: {name}={halfwidth} is not a number above 0{hint}")
    return number


def _target(spec: GameSpec, name: str, ends: Any) -> Ends:
    """The ends of a target from `LOW..HIGH`, or from two numbers."""
    measure = _measure(spec, "target", name)
    words = ends.split(TO) if isinstance(ends, str) else list(ends) if isinstance(ends, Iterable) else []
    written = ends if isinstance(ends, str) else TO.join("" if word is None else str(word) for word in words)
    found = [None if word is None or not str(word).strip() else fraction(word) for word in words]
    if len(found) != 2 or found == [None, None] or any(end is not None and not math.isfinite(end) for end in found):
        raise HeistlabError(f"target: {name}={written or ends} is not of the form LOW..HIGH, LOW.. or ..HIGH")
    low, high = found
    if low is not None and high is not None and not low < high:
        raise HeistlabError(f"target: {name}={written}: {low:g} is not below {high:g}")
    if measure.unit == SHARE and any(end is not None and abs(end) > 1 for end in found):
        raise HeistlabError(f"target: {name}={written}: shares are fractions, 0.01 is one percent point")
    return low, high


def _level(level: Any) -> float:
    number = fraction(level)
    if not 0.0 < number < 1.0:
        raise HeistlabError(f"level: {level} is not a number between 0 and 1 (0.95 is 95 percent)")
    return number


def infinite(targets: Mapping[str, Ends]) -> dict[str, tuple[float, float]]:
    """Targets with an infinite number where an end is open."""
    return {name: (-math.inf if low is None else low, math.inf if high is None else high) for name, (low, high) in targets.items()}
