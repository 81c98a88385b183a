"""Card sets drawn at random from the whole effect language: what no shipped card says has to be right as well."""

import csv
import random
from pathlib import Path
from typing import Any

from simcore.games.infamy import cards
from simcore.games.infamy.cards import (
    CONTEXTS,
    FACTION,
    GATES,
    GRAMMAR,
    JOINED,
    NAMES,
    PREFIXES,
    SECTOR_PHASE,
    SHARED,
    STANDING,
    THEFTS,
    TRIGGERS,
    TYPE,
    Argument,
    Number,
    compile_program,
    show_trigger,
)
from simcore.games.infamy.state import LEVELS, SCHEME_CARDS
from simcore.games.infamy.vocabulary import MAX_STATEMENTS, Trigger, Verb, ZoneKind

SHIPPED = Path(cards.__file__).parent / "cards"

WEIGHTS = {Verb.GAIN_INFAMY: 0.5, Verb.EXTRA_PAWN: 0.5, Verb.GAIN_REP: 2.0, Verb.DRAW_SCHEME: 2.0}
"""Of verbs that would end games early or keep Rep from everybody, and of those without which others do nothing."""
GATED = 0.2
"""Share of programs that begin with a gate."""
TWO_WAYS = 0.25
"""Share of statements with an alternative."""
PREFIXED = {"day": 0.1, "night": 0.1, "late": 0.15, "may": 0.15, "each rival": 0.3, "ransom": 0.5}
"""How often a prefix stands before a verb that may have it."""
CONDITIONAL = 0.25
CONDITIONS = tuple(name for name, prefix in PREFIXES.items() if prefix.cell == cards.Cell.CONDITION)
COSTS = {"weapon": (0, 0, 1, 2), "data": (0, 0, 1, 2), "compound": (0, 0, 1, 2), "henchman": (0, 0, 0, 1), "favor": (0, 0, 0, 0, 1)}
"""What a random mission asks for of each good, so that many can be paid."""
SHORT = 0.3
"""Share of sets with few missions or few schemes, so that decks run out."""


def argument(chance: random.Random, kind: Argument) -> str:
    """A random word or number."""
    if isinstance(kind, Number):
        return str(chance.randint(kind.low, kind.high))
    return chance.choice(kind.words)


def with_arguments(chance: random.Random, name: str, kinds: tuple[Argument, ...]) -> str:
    """A verb, prefix or trigger with what follows it."""
    return " ".join([name, *(argument(chance, kind) for kind in kinds)])


def alternative(chance: random.Random, verbs: list[Verb]) -> str:
    """A random verb with random prefixes in random order."""
    verb = chance.choices(verbs, [WEIGHTS.get(verb, 1.0) for verb in verbs])[0]
    names = [name for name, share in PREFIXED.items() if chance.random() < share]
    names += [chance.choice(CONDITIONS)] if chance.random() < CONDITIONAL else []
    fitting = [
        name
        for name in names
        if (name != "each rival" or verb in SHARED) and (name != "ransom" or verb in THEFTS) and (name != "night" or "day" not in names)
    ]
    chance.shuffle(fitting)
    before = [with_arguments(chance, name, PREFIXES[name].arguments) + ":" for name in fitting]
    return " ".join([*before, with_arguments(chance, NAMES[verb], GRAMMAR[verb])])


def statement(chance: random.Random, verbs: list[Verb]) -> str:
    """One alternative or two."""
    return " | ".join(alternative(chance, verbs) for _ in range(1 + (chance.random() < TWO_WAYS)))


def program(chance: random.Random, context: str, early: bool | None = None) -> str:
    """A random program that the language allows where it stands; `early`: whether it runs before the Sector Phase."""
    early = CONTEXTS[context].early if early is None else early
    verbs = [verb for verb in Verb if verb not in GATES and (early or verb not in SECTOR_PHASE)]
    while True:
        statements = [statement(chance, verbs) for _ in range(chance.randint(1, MAX_STATEMENTS))]
        if chance.random() < GATED:
            statements[0] = alternative(chance, sorted(GATES))
        text = "; ".join(statements)
        try:
            compile_program(text, context)
        except ValueError:
            continue
        return text


def some(chance: random.Random, words: list[str], fewest: int = 0) -> str:
    """A random part of a list of words, as a cell."""
    return JOINED.join(chance.sample(words, chance.randint(fewest, len(words))))


def rows(table: str) -> list[dict[str, str]]:
    """The rows of a shipped table, as text."""
    with (SHIPPED / f"{table}.csv").open(newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def mission(chance: random.Random) -> dict[str, Any]:
    """Cells of a random mission."""
    rep = chance.choice((0, 0, 1, 1, 2))
    return {
        "sector": chance.randint(1, 6),
        **{good: chance.choice(numbers) for good, numbers in COSTS.items()},
        "reward": program(chance, "reward") if chance.random() < 0.8 else "",
        "infamy": chance.randint(0, 3),
        "rep": rep,
        "factions": some(chance, FACTION.words, fewest=int(rep > 0)),
        "types": some(chance, TYPE.words),
    }


def level(chance: random.Random) -> dict[str, str]:
    """Cells of a random level of a Rep track, below the last."""
    trigger = chance.choice([trigger for trigger in Trigger if trigger is not Trigger.WIN])
    of = sum(kind.parse(argument(chance, kind)) for kind in TRIGGERS[trigger])
    always = trigger is Trigger.ALWAYS
    effects = chance.choice(STANDING) if always else program(chance, "benefit", trigger is Trigger.ON_CONTACT)
    return {"trigger": show_trigger(trigger, of), "effects": effects}


def random_patches(seed: int) -> dict[str, Any]:
    """Other effects, costs, icons, zones and copies for every card of the shipped set; some cards are missing."""
    chance = random.Random(seed)
    cells: dict[str, dict[str, Any]] = {}
    for row in rows("contacts"):
        cells[f"contacts.{row['slug']}"] = {"effects": program(chance, "contact"), "factions": some(chance, FACTION.words)}
    for row in chance.sample(rows("contacts"), chance.choice((0, 1, 4))):
        cells[f"contacts.{row['slug']}"]["copies"] = 0
    few_missions = chance.random() < SHORT
    for row in rows("missions"):
        cells[f"missions.{row['slug']}"] = {**mission(chance), "copies": int(chance.random() < (0.4 if few_missions else 0.95))}
    few_schemes, space = chance.random() < SHORT, SCHEME_CARDS
    for row in rows("schemes"):
        copies = min(chance.choice((0, 0, 1) if few_schemes else (1, 2, 2, 3)), space)
        space -= copies
        cells[f"schemes.{row['slug']}"] = {"effects": program(chance, "scheme"), "faction": chance.choice(FACTION.words), "copies": copies}
    zones = [kind.name.lower().replace("_", " ") for kind in ZoneKind]
    for row in rows("sectors"):
        cells[f"sectors.{row['slug']}"] = {"zone_a": chance.choice(zones), "zone_b": chance.choice(zones)}
    for row in rows("rep_tracks"):
        if int(row["level"]) < LEVELS:
            cells[f"rep_tracks.{row['slug']}"] = level(chance)
    return {f"{card}.{column}": value for card, named in cells.items() for column, value in named.items()}
