"""How the shipped set was made: the price model, and what the tables and their README claim. None of it binds a set of one's own."""

import csv
import re
from collections.abc import Callable, Sequence
from math import comb
from typing import Any

import pytest

from simcore.games.infiltration import SPEC, cards
from simcore.games.infiltration.cards import LAID_OUT, Alternative, Program, Step, compile_program, files_held, slots
from simcore.games.infiltration.vocabulary import ActionWord, Condition, Direction, Face, Npc, Place, Special, Target, Trigger, Verb, Who
from simcore.rulebook import read_tables

TABLES: dict[str, Any] = read_tables(SPEC)
README = (SPEC.directory / "cards" / "README.md").read_text(encoding="utf-8")
COLOURS = {colour: [room for room in TABLES["rooms"] if room.colour == colour] for colour in LAID_OUT}


# --- The price model: data points won by me or lost by rivals, seen from the moment of play -------------------------------

FILE = 1.77
"""Mean value of a File token."""
ROUND = 1.6
"""An own action saved."""
FURTHER = 0.9
"""Worth of each further token of a step, against the one before."""
OTHER_ALTERNATIVE = 0.35
AFTER_IF_DONE = 0.7
STAY_POWER = 0.9
LIKELY = 0.9
"""Largest chance that there is something to destroy."""

WHO = dict(zip(Who, (-1.0, 0.7, 1.1, 0.4, 0.85, 1.0, 1.8, 1.0), strict=True))
IF = dict(zip(Condition, (0.5, 0.6, 0.5, 0.6), strict=True))
STAY = dict(zip(Trigger, (0.75, 0.6, 0.9), strict=True))
SHARE = {Verb.TAKE: 0.85, Verb.PICK: 1.1, Verb.REACH: 0.75, Verb.GAIN: 1.0, Verb.PLACE: 0.5}
PRESENT = dict(zip(Target, (0.5, 0.5, 0.8, 0.3), strict=True))
DISTANCE = (1.0, 1.4, 1.7)
ACT = dict(zip(ActionWord, (1.4, 1.4, 1.5, 2.4), strict=True))
MOVE = dict(zip(Direction, (0.8, 0.8, 0.95), strict=True))
SPECIAL = {
    (Special.PROTOTYPE, Place.HAND): 4.5,
    (Special.BLACKMAIL, Place.HAND): 3.6,
    (Special.SLUDGE, Place.HAND): -2.0,
    (Special.SLUDGE, Place.ROOM): 0.8,
}
PURPOSE = {Verb.ALARM: (0.4, -0.4, -0.6), Verb.PROXIMITY: (0.15, -0.1, -0.12)}
"""Of a dial, a point: raised on purpose, raised as a side effect, and per point by which it is lowered."""


def dial(verb: Verb, change: int, on_purpose: bool) -> float:
    purpose, side_effect, lowered = PURPOSE[verb]
    return change * (lowered if change < 0 else purpose if on_purpose else side_effect)


def tokens(verb: Verb, number: int) -> float:
    return FILE * SHARE[verb] * sum(FURTHER**further for further in range(number))


def destroyed(target: int, distance: int) -> float:
    worth = 2.5 if target == Target.NPC else 3 * FILE / 2
    return min(PRESENT[Target(target)] * DISTANCE[distance], LIKELY) * worth


OTHER_STEPS: dict[Verb, Callable[[int, int], float]] = {
    Verb.HUSH: lambda a, b: 0.5,
    Verb.DRAW_ITEM: lambda number, b: 1.8 * number,
    Verb.DISCARD_ITEM: lambda number, b: -1.5 * number,
    Verb.STEAL_ITEM: lambda who, number: 2.2 * number * WHO[Who(who)],
    Verb.SPECIAL: lambda card, place: SPECIAL[Special(card), Place(place)],
    Verb.LOSE: lambda who, number: FILE * 0.5 * number * WHO[Who(who)],
    Verb.STEAL: lambda who, number: FILE * 1.8 * number * WHO[Who(who)],
    Verb.DESTROY: destroyed,
    Verb.ADD_INTERFACE: lambda number, b: 0.6 * number,
    Verb.MOVE: lambda way, number: ROUND * number * MOVE[Direction(way)],
    Verb.PUSH: lambda who, number: 1.2 * number * WHO[Who(who)],
    Verb.ESCAPE: lambda a, b: 3.0,
    Verb.WOUND: lambda who, b: 1.5 * WHO[Who(who)],
    Verb.DELAY: lambda who, b: 0.9 * WHO[Who(who)],
    Verb.HEAL: lambda who, b: 1.5,
    Verb.GUARD: lambda number, b: 1.1 * number,
    Verb.ACT: lambda action, b: ACT[ActionWord(action)],
    Verb.SCOUT: lambda number, b: 0.3 * number,
    Verb.NPC: lambda npc, face: -1.5 if face == Face.UP else -0.7,
    Verb.WAKE: lambda a, b: -0.7,
}


def price_step(step: Step, on_purpose: bool) -> float:
    verb, a, b = Verb(step[0]), step[1], step[2]
    if verb in PURPOSE:
        return dial(verb, a, on_purpose)
    if verb in SHARE:
        return tokens(verb, a)
    return OTHER_STEPS[verb](a, b)


def price_alternative(steps: Alternative, on_purpose: bool) -> float:
    """Sum of the steps, each times the chance that it runs; only the first may raise a dial on purpose."""
    total, factor = 0.0, 1.0
    for step in steps:
        verb = Verb(step[0])
        if verb is Verb.IF:
            factor *= IF[Condition(step[1])]
        elif verb is Verb.IF_DONE:
            factor *= AFTER_IF_DONE
        elif verb is Verb.STAY:
            factor *= STAY[Trigger(step[1])] * step[2] ** STAY_POWER
        elif verb is not Verb.MAY:
            total += factor * price_step(step, on_purpose)
            on_purpose = False
    return total


def price(program: Program, on_purpose: bool) -> float:
    """The best alternative, plus a share of the other."""
    totals = sorted((price_alternative(steps, on_purpose) for steps in program), reverse=True)
    return totals[0] + OTHER_ALTERNATIVE * sum(totals[1:]) if totals else 0.0


def cost(item: Any) -> float:
    return price(compile_program(item.effect, "item"), on_purpose=True)


def room_value(room: Any) -> float:
    """What a room offers to all who come."""
    effects = {
        column: price(compile_program(getattr(room, column), context), on_purpose=False)
        for column, context in (
            ("interface", "interface"),
            ("reveal", "arrival"),
            ("enter", "arrival"),
            ("advance", "move"),
            ("retreat", "move"),
        )
    }
    files = room.files + (room.lock_files + room.scientist_files) / 2
    steps = effects["reveal"] + 2 * effects["enter"] + 1.5 * (effects["advance"] + effects["retreat"])
    return FILE * files + 0.8 * max(effects["interface"], 0) + steps


# --- Items ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("item", TABLES["items"], ids=lambda item: item.slug)
def test_item__cost_is_that_of_the_model(item: Any) -> None:
    assert item.cost == f"{cost(item):.2f}"


def test_items__none_is_far_from_the_mean_cost() -> None:
    costs = [cost(item) for item in TABLES["items"]]
    mean = sum(costs) / len(costs)
    assert all(abs(each / mean - 1) <= 0.35 for each in costs)


def test_price__alternatives_conditions_and_triggers() -> None:
    """By hand: one token taken costs 0.85 * 1.77."""
    take = 0.85 * FILE
    assert price(compile_program("take 2", "item"), True) == pytest.approx(take * 1.9)
    assert price(compile_program("take 1 | draw_item 1", "item"), True) == pytest.approx(1.8 + 0.35 * take)
    assert price(compile_program("if crowd; take 1; if_done; take 1", "item"), True) == pytest.approx(take * (0.5 + 0.35))
    assert price(compile_program("stay security 3; take 1", "item"), True) == pytest.approx(take * 0.9 * 3**0.9)
    assert price(compile_program("alarm +2; alarm +1", "item"), True) == pytest.approx(0.8 - 0.4)
    assert price(compile_program("alarm +2", "item"), False) == pytest.approx(-0.8)
    assert price(compile_program("destroy slot 2", "item"), True) == pytest.approx(0.9 * 1.5 * FILE)


def verbs_of(program: Program) -> set[Verb]:
    return {Verb(step[0]) for steps in program for step in steps}


def has(program: Program, verb: Verb, *words: int) -> bool:
    return any(step[0] == verb and (not words or step[1] in words) for steps in program for step in steps)


def changes(program: Program, verb: Verb) -> set[int]:
    """Signs of the changes of a dial."""
    return {1 if step[1] > 0 else -1 for steps in program for step in steps if step[0] == verb}


FAMILIES: dict[str, Callable[[Program], bool]] = {
    "unlock": lambda p: has(p, Verb.DESTROY, Target.LOCK, Target.SLOT),
    "worker": lambda p: has(p, Verb.DESTROY, Target.SCIENTIST, Target.SLOT),
    "npc": lambda p: has(p, Verb.DESTROY, Target.NPC),
    "heal": lambda p: has(p, Verb.HEAL),
    "wound": lambda p: has(p, Verb.WOUND),
    "delay": lambda p: has(p, Verb.DELAY) or has(p, Verb.PUSH),
    "move": lambda p: has(p, Verb.MOVE) or has(p, Verb.ACT, ActionWord.ADVANCE, ActionWord.RETREAT),
    "act": lambda p: has(p, Verb.ACT),
    "interface": lambda p: has(p, Verb.ACT, ActionWord.INTERFACE),
    "scout": lambda p: has(p, Verb.SCOUT),
    "stay": lambda p: has(p, Verb.STAY),
    "alarm_down": lambda p: -1 in changes(p, Verb.ALARM),
    "alarm_up": lambda p: 1 in changes(p, Verb.ALARM),
    "prox_down": lambda p: -1 in changes(p, Verb.PROXIMITY),
    "prox_up": lambda p: 1 in changes(p, Verb.PROXIMITY),
    "steal": lambda p: has(p, Verb.STEAL) or has(p, Verb.STEAL_ITEM) or has(p, Verb.LOSE),
    "protect": lambda p: has(p, Verb.GUARD),
}
"""Kinds of effect that public sources speak of, and how an effect shows its kind."""


def test_items__families_are_borne_out_and_all_there() -> None:
    found = set()
    for item in TABLES["items"]:
        for family in item.families.split():
            assert FAMILIES[family](compile_program(item.effect, "item")), (item.slug, family)
            found.add(family)
    assert found == set(FAMILIES)


# --- Rooms ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", TABLES["rooms"], ids=lambda room: room.slug)
def test_room__notes_say_what_the_effects_do(room: Any) -> None:
    assert float(room.value) == pytest.approx(room_value(room), abs=0.051)
    programs = {
        column: compile_program(getattr(room, column), context)
        for column, context in (
            ("interface", "interface"),
            ("enter", "arrival"),
            ("reveal", "arrival"),
            ("advance", "move"),
            ("retreat", "move"),
        )
    }
    ways = [column for column, program in programs.items() if Verb.ESCAPE in verbs_of(program)]
    assert room.escape == " ".join(ways or ["none"])
    brought = [Npc(step[1]).name.lower() for program in programs.values() for steps in program for step in steps if step[0] == Verb.NPC]
    assert room.npc == " ".join(brought or ["none"])


def row_of_readme(first_cell: str, section: str) -> list[str]:
    text = README.split(f"## {section}\n", 1)[1]
    line = next(line for line in text.splitlines() if line.startswith(f"| {first_cell} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def shown(values: Sequence[float], digits: int) -> str:
    """Mean (lowest-highest)."""
    ends = 0 if all(value == int(value) for value in values) else 1
    return f"{sum(values) / len(values):.{digits}f} ({min(values):.{ends}f}-{max(values):.{ends}f})"


def test_rooms__rise_with_depth_as_the_readme_says() -> None:
    for amount in (lambda room: float(room.files), lambda room: float(room.value)):
        low, middle, high = (sum(map(amount, rooms)) / len(rooms) for rooms in COLOURS.values())
        assert low * 1.3 <= middle
        assert middle * 1.1 <= high
    for colour, rooms in COLOURS.items():
        files, values = [float(room.files) for room in rooms], [float(room.value) for room in rooms]
        assert row_of_readme(colour, "The price model") == [colour, shown(files, 2), shown(values, 1)]


def with_none(colour: str, special: list[Any]) -> float:
    """Share of buildings in which none of these rooms of a colour is laid out."""
    total = len(COLOURS[colour])
    return comb(total - len(special), LAID_OUT[colour]) / comb(total, LAID_OUT[colour])


def test_rooms__exits_and_doors() -> None:
    exits = {colour: [room for room in rooms if room.escape != "none"] for colour, rooms in COLOURS.items()}
    doors = {colour: [room for room in rooms if room.to_secret] for colour, rooms in COLOURS.items()}
    assert [len(rooms) for rooms in exits.values()] == [2, 2, 1]
    assert [len(rooms) for rooms in doors.values()] == [2, 2, 0]
    blue, yellow = (round(100 * (1 - with_none(colour, exits[colour]))) for colour in ("blue", "yellow"))
    assert f"{blue} % of buildings have a blue exit, {yellow} % a yellow one" in README
    locked = round(100 * with_none("blue", doors["blue"]) * with_none("yellow", doors["yellow"]))
    assert f"{locked} % of buildings have none" in README


def test_rooms__supplies_over_the_worst_draw() -> None:
    def most(amount: Callable[[Any], int]) -> int:
        return sum(sum(sorted(map(amount, rooms))[-LAID_OUT[colour] :]) for colour, rooms in COLOURS.items())

    worst = (most(slots), most(lambda room: room.interface_tokens), most(files_held))
    assert f"(at worst {worst[0]}, {worst[1]} and {worst[2]} files)" in README
    assert all(slots(room) <= 1 and room.interface_tokens <= 1 for room in TABLES["rooms"])


def test_rooms__leah_is_never_the_price_of_coming_in() -> None:
    """As entry room, a source of Leah would cost 20 Proximity in the first round."""
    assert not any("leah" in room.npc for room in COLOURS["blue"])


def test_rooms__alarm_on_reveal_as_the_readme_says() -> None:
    counts = [sum(has(compile_program(room.reveal, "arrival"), Verb.ALARM) for room in rooms) for rooms in COLOURS.values()]
    said = re.findall(r"(\d+) of (\d+)", row_of_readme("alarm on reveal", "What was chosen, and why")[1])
    assert said == [(str(count), str(len(rooms))) for count, rooms in zip(counts, COLOURS.values(), strict=True)]


# --- The set --------------------------------------------------------------------------------------------------------------


def test_set__uses_every_verb_and_every_word() -> None:
    steps = [
        step
        for (table, column), (context, _) in cards.PROGRAM_COLUMNS.items()
        for row in TABLES[table]
        for alternative in compile_program(getattr(row, column), context)
        for step in alternative
    ]
    assert {step[0] for step in steps} == set(Verb)
    lists = (Who, Direction, Target, ActionWord, Special, Place, Npc, Face, Condition, Trigger)
    met = {words.__name__.upper(): set() for words in lists}
    for verb, *arguments in steps:
        for argument, code in zip(cards.GRAMMAR[Verb(verb)], arguments, strict=False):
            if isinstance(argument, cards.Word):
                met[argument.usage].add(code)
    assert {words.__name__.upper(): set(words) for words in lists} == met


def test_set__mean_value_of_a_file_token() -> None:
    tokens_of = {row.value: row.count for row in TABLES["files"]}
    assert sum(value * count for value, count in tokens_of.items()) / sum(tokens_of.values()) == pytest.approx(FILE, abs=0.005)


def test_set__names_are_marked_as_own_or_public() -> None:
    for table in ("rooms", "items", "specials", "npcs"):
        assert {row.name_source for row in TABLES[table]} <= {"own", "public"}
        assert len({row.name for row in TABLES[table]}) == len(TABLES[table])


def test_set__every_item_has_a_text() -> None:
    with (SPEC.directory / "cards" / "items.csv").open(newline="", encoding="utf-8") as handle:
        assert all(row["text"].endswith(".") for row in csv.DictReader(handle))


def test_set__readme_says_what_it_was_calibrated_on() -> None:
    assert f"**{', '.join(cards.CALIBRATED_ON)}**" in README.replace("\n", " ")
