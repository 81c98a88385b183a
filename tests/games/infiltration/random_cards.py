"""Card sets drawn at random from the whole effect language: what no shipped card says has to be right as well."""

import random
from typing import Any

from simcore.games.infiltration.cards import CONDITION_GRAMMAR, CONTEXTS, GRAMMAR, Argument, Number, compile_program
from simcore.games.infiltration.vocabulary import Condition, Verb
from tests.games.infiltration.reference import NPCS, SPECIALS, Cards

RARE = {Verb.ESCAPE: 0.1, Verb.IF: 0.5, Verb.MAY: 0.5, Verb.PROXIMITY: 0.5, Verb.IF_DONE: 2.0, Verb.NPC: 3.0, Verb.STAY: 2.0}
"""Weights of verbs that would end games early, or that programs should have more of."""
NUMBER_SPAN = 4
LONGEST = 4


def argument(chance: random.Random, kind: Argument) -> str:
    """A random word or number, not far from 0."""
    if isinstance(kind, Number):
        low, high = max(kind.low, -NUMBER_SPAN), min(kind.high, NUMBER_SPAN)
        return kind.show(chance.choice([number for number in range(low, high + 1) if number or not kind.signed]))
    return chance.choice(kind.words)


def step(chance: random.Random, verbs: list[Verb]) -> str:
    """A random step."""
    verb = chance.choices(verbs, [RARE.get(verb, 1.0) for verb in verbs])[0]
    words = [verb.name.lower()]
    for kind in GRAMMAR[verb]:
        words.append(argument(chance, kind))
    if verb is Verb.IF:
        words += [argument(chance, kind) for kind in CONDITION_GRAMMAR[Condition[words[1].upper()]]]
    return " ".join(words)


def program(chance: random.Random, context: str) -> str:
    """A random program that the language allows where it stands."""
    place = CONTEXTS[context]
    while True:
        alternatives = [
            "; ".join(step(chance, sorted(place.verbs)) for _ in range(chance.randint(1, LONGEST)))
            for _ in range(chance.randint(1, place.alternatives))
        ]
        try:
            compile_program(" | ".join(alternatives), context)
        except ValueError:
            continue
        return " | ".join(alternatives)


def random_patches(seed: int, cards: Cards) -> dict[str, Any]:
    """Other effects, tokens, doors and exits for every card of a set; some cards and many files are missing."""
    chance = random.Random(seed)
    outside = [slug for slug, card in cards.rooms.items() if card.colour != "red"]
    found: dict[str, Any] = {f"items.{slug}.effect": program(chance, "item") for slug in cards.items}
    for slug, card in cards.rooms.items():
        door = card.colour != "red" and chance.random() < 0.2
        cells: dict[str, Any] = {"files": chance.randint(0, 6), "to_secret": int(door)}
        for slot in ("lock", "scientist"):
            cells[f"{slot}_slots"] = chance.choice((0, 0, 1, 2))
            cells[f"{slot}_files"] = chance.randint(1, 5) if cells[f"{slot}_slots"] else 0
        for column, context, share in (("enter", "arrival", 0.3), ("reveal", "arrival", 0.7), ("interface", "interface", 0.6)):
            cells[column] = program(chance, context) if chance.random() < share else ""
        cells["interface_tokens"] = chance.randint(0, 2) if cells["interface"] else 0
        cells["interface_keep"] = int(cells["interface_tokens"] > 0 and chance.random() < 0.3)
        for way in ("advance", "retreat"):
            if chance.random() < 0.3 and not (door and way == "advance"):
                cells[f"{way}_when"], cells[way] = chance.choice(("before", "instead")), program(chance, "move")
            else:
                cells[f"{way}_when"], cells[way] = "none", ""
        if card.colour == "red":
            cells["exit_to"] = chance.choice(outside)
        found |= {f"rooms.{slug}.{column}": value for column, value in cells.items()}
    for npc in NPCS:
        found[f"npcs.{npc}.effect"] = program(chance, "npc")
        found[f"npcs.{npc}.leave_effect"] = program(chance, "leave")
        found[f"npcs.{npc}.leave_rooms"] = chance.choice(("none", "entry", f"entry {chance.choice(outside)}"))
    for slug in chance.sample(list(cards.items), 5):
        found[f"items.{slug}.copies"] = 0
    for colour in ("blue", "yellow"):
        found[f"rooms.{chance.choice(cards.room_of(colour))}.copies"] = 0
    for value, count in enumerate(cards.files, start=1):
        found[f"files.value_{value}.count"] = chance.choice((count, count // 3))
    for special in SPECIALS:
        found[f"specials.{special}.copies"] = chance.randint(1, 4)
    found["specials.sludge.room_effect"] = program(chance, "special")
    found["specials.sludge.room_uses"] = chance.randint(1, 5)
    return found
