"""Infiltration's cards: what a row of each table may say, the grammar of effects, and the record that the kernels read.

The effect language is described in words in `cards/README.md`; its verbs and words with their codes stand in `vocabulary.py`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from simcore.cardset import (
    Argument,
    Check,
    Number,
    Tables,
    Word,
    fault,
    in_box,
    once,
    spelt,
    twice_named,
    without_space,
    words_of,
    write,
    write_numbers,
)
from simcore.errors import nearest
from simcore.games.infiltration.state import COMPROMISING_RUNG, FLOOR, ITEMS, PROGRAMS, PROTOTYPE_RUNG, ROOMS, STEPS, Colour, When
from simcore.games.infiltration.vocabulary import (
    MAX_ALTERNATIVES,
    MAX_STEPS,
    STEP_FIELDS,
    ActionWord,
    Condition,
    Direction,
    Face,
    Npc,
    Place,
    Special,
    Target,
    Trigger,
    Verb,
    Who,
)
from simcore.rulebook import Row, identity_of, rows_named
from simcore.spec import NONE

CALIBRATED_ON = ("length of a game", "share of agents caught", "share of games with an escape", "winning score")
"""What the shipped set was tuned on; seats, turn order and tie-breaks were never looked at."""

# --- The grammar of effects -----------------------------------------------------------------------------------------------

Step = tuple[int, int, int, int]
Alternative = tuple[Step, ...]
Program = tuple[Alternative, ...]


VERB = Word("VERB", words_of(Verb))
WHO = Word("WHO", words_of(Who))
SPECIAL = Word("SPECIAL", words_of(Special))
PLACE = Word("PLACE", words_of(Place))
TARGET = Word("TARGET", words_of(Target))
DIRECTION = Word("DIRECTION", words_of(Direction))
ACTIONWORD = Word("ACTIONWORD", words_of(ActionWord))
NPC = Word("NPC", words_of(Npc))
FACE = Word("FACE", words_of(Face))
CONDITION = Word("CONDITION", words_of(Condition))
TRIGGER = Word("TRIGGER", words_of(Trigger))

GRAMMAR: dict[Verb, tuple[Argument, ...]] = {
    Verb.ALARM: (Number(-3, 3, signed=True),),
    Verb.PROXIMITY: (Number(-20, 20, signed=True),),
    Verb.HUSH: (),
    Verb.DRAW_ITEM: (Number(1, 3),),
    Verb.DISCARD_ITEM: (Number(1, 3),),
    Verb.STEAL_ITEM: (WHO, Number(1, 2)),
    Verb.SPECIAL: (SPECIAL, PLACE),
    Verb.TAKE: (Number(1, 4),),
    Verb.PICK: (Number(1, 4),),
    Verb.REACH: (Number(1, 3),),
    Verb.GAIN: (Number(1, 4),),
    Verb.PLACE: (Number(1, 4),),
    Verb.LOSE: (WHO, Number(1, 3)),
    Verb.STEAL: (WHO, Number(1, 3)),
    Verb.VOID: (),
    Verb.DESTROY: (TARGET, Number(0, 2)),
    Verb.ADD_INTERFACE: (Number(1, 2),),
    Verb.CLEAR: (),
    Verb.MOVE: (DIRECTION, Number(1, 3)),
    Verb.PUSH: (WHO, Number(1, 3)),
    Verb.ESCAPE: (),
    Verb.WOUND: (WHO,),
    Verb.DELAY: (WHO,),
    Verb.HEAL: (WHO,),
    Verb.GUARD: (Number(1, 3),),
    Verb.ACT: (ACTIONWORD,),
    Verb.SCOUT: (Number(1, 3),),
    Verb.NPC: (NPC, FACE),
    Verb.WAKE: (),
    Verb.NPC_RETREAT: (Number(1, 2),),
    Verb.MAY: (),
    Verb.IF: (CONDITION,),
    Verb.IF_DONE: (),
    Verb.STAY: (TRIGGER, Number(1, 5)),
}
"""What follows each verb."""

CONDITION_GRAMMAR: dict[Condition, tuple[Argument, ...]] = {
    Condition.CROWD: (),
    Condition.ALARM_GE: (Number(0, 8),),
    Condition.ALARM_LE: (Number(0, 8),),
    Condition.FILES_GE: (Number(0, 8),),
}
"""What follows each condition of `if`."""

EVERY_VERB = frozenset(Verb)
NPC_VERBS = frozenset({Verb.CLEAR, Verb.VOID, Verb.NPC_RETREAT})
ITEM_VERBS = frozenset({Verb.STAY, Verb.ACT, Verb.HUSH, Verb.GUARD, Verb.REACH, Verb.PUSH, Verb.STEAL, Verb.STEAL_ITEM, Verb.ADD_INTERFACE})
MOVING_VERBS = frozenset({Verb.MOVE, Verb.PUSH, Verb.ACT, Verb.ESCAPE})
"""What may lead to entering a room: where entering runs a program, that program has none of these, so that effects end."""
OWNERLESS_VERBS = frozenset(
    {Verb.ALARM, Verb.PROXIMITY, Verb.PLACE, Verb.LOSE, Verb.WOUND, Verb.DELAY, Verb.HEAL, Verb.NPC, Verb.WAKE, Verb.IF, Verb.IF_DONE}
)
"""What needs nobody to choose, receive or pay."""
GUARDING_VERBS = frozenset({Verb.MAY, Verb.IF, Verb.IF_DONE})
"""What decides whether the rest runs."""
FROM_OTHERS = frozenset({Verb.STEAL, Verb.STEAL_ITEM})

ROOM_VERBS = EVERY_VERB - NPC_VERBS - ITEM_VERBS
EVERYBODY_BUT_VICTIM = frozenset(Who) - {Who.VICTIM}
OWNERLESS_CONDITIONS = frozenset({Condition.ALARM_GE, Condition.ALARM_LE})


@dataclass(frozen=True)
class Context:
    """Where a program stands, and what it may say there.

    Attributes
    ----------
    title : str
        Words for messages.
    verbs : frozenset of Verb
    who : frozenset of Who
        Whom its steps may meet.
    conditions : frozenset of Condition
    alternatives : int
        How many there may be.
    """

    title: str
    verbs: frozenset[Verb]
    who: frozenset[Who] = EVERYBODY_BUT_VICTIM
    conditions: frozenset[Condition] = frozenset(Condition)
    alternatives: int = 1


CONTEXTS = {
    "item": Context("an item", EVERY_VERB - NPC_VERBS, alternatives=MAX_ALTERNATIVES),
    "interface": Context("an interface effect", ROOM_VERBS, alternatives=MAX_ALTERNATIVES),
    "move": Context("an advance or retreat effect", ROOM_VERBS),
    "arrival": Context("an enter or reveal effect", ROOM_VERBS - MOVING_VERBS),
    "npc": Context("an NPC's effect", OWNERLESS_VERBS | NPC_VERBS, frozenset({Who.ALL}), OWNERLESS_CONDITIONS),
    "leave": Context("an NPC's effect on leaving", OWNERLESS_VERBS, frozenset({Who.ALL}), OWNERLESS_CONDITIONS),
    "special": Context("a special card's effect on a room", OWNERLESS_VERBS, frozenset({Who.ALL, Who.VICTIM}), OWNERLESS_CONDITIONS),
}


def compile_program(text: str, context: str) -> Program:
    """An effect as numbers.

    Parameters
    ----------
    text : str
        Alternatives separated by `|`, steps by `;`, words by spaces; empty for no effect.
    context : str
        Which of `CONTEXTS` it stands in.

    Returns
    -------
    tuple of tuple of (verb, a, b, c)
        Steps by alternative; empty for no effect.

    Raises
    ------
    ValueError
        Says what is wrong, with the nearest right word.
    """
    if not text.strip():
        return ()
    place = CONTEXTS[context]
    parts = text.split("|")
    if len(parts) > place.alternatives:
        raise ValueError(f"{len(parts)} alternatives, {place.title} has at most {place.alternatives}")
    return tuple(_compile_alternative(part, place) for part in parts)


def _compile_alternative(text: str, place: Context) -> Alternative:
    sentences = [sentence.split() for sentence in text.split(";")]
    if not all(sentences):
        raise ValueError(f"a step is empty in {text.strip()!r}")
    if len(sentences) > MAX_STEPS:
        raise ValueError(f"{len(sentences)} steps in {text.strip()!r}, at most {MAX_STEPS} are allowed")
    steps = tuple(_compile_step(words) for words in sentences)
    for number, step in enumerate(steps):
        _check_step(step, steps[:number], place)
    if steps[-1][0] in GUARDING_VERBS | {Verb.STAY}:
        raise ValueError(f"nothing follows {_show_step(steps[-1])!r}")
    return steps


def _compile_step(words: Sequence[str]) -> Step:
    verb = Verb(VERB.parse(words[0], "verb"))
    grammar = GRAMMAR[verb]
    if verb is Verb.IF and len(words) > 1:
        grammar += CONDITION_GRAMMAR[Condition(CONDITION.parse(words[1], "condition"))]
    if len(words) - 1 != len(grammar):
        raise ValueError(f"{' '.join(words)!r} has {len(words) - 1} words after the verb, {_usage(verb, grammar)}")
    try:
        numbers = [argument.parse(word) for argument, word in zip(grammar, words[1:], strict=True)]
    except ValueError as error:
        raise ValueError(f"in {' '.join(words)!r}, {error}") from None
    numbers += [0] * (STEP_FIELDS - 1 - len(numbers))
    return (verb.value, numbers[0], numbers[1], numbers[2])


def _usage(verb: Verb, grammar: Sequence[Argument]) -> str:
    return f"expected {' '.join([spelt(verb), *(argument.usage for argument in grammar)])!r}"


def _check_step(step: Step, before: Alternative, place: Context) -> None:
    """What a step may say depends on where the program stands, and on what came before."""
    verb, shown = Verb(step[0]), _show_step(step)
    stay = next((earlier for earlier in before if earlier[0] == Verb.STAY), None)
    if verb not in place.verbs:
        homes = ", ".join(other.title for other in CONTEXTS.values() if verb in other.verbs)
        raise ValueError(f"{spelt(verb)!r} cannot stand in {place.title}, only in {homes}")
    if stay and verb in MOVING_VERBS | {Verb.STAY}:
        raise ValueError(f"{spelt(verb)!r} cannot follow 'stay'")
    if verb is Verb.IF_DONE and (not before or before[-1][0] in GUARDING_VERBS | {Verb.STAY}):
        raise ValueError("'if_done' asks about the step before it, and there is none")
    if verb is Verb.IF and step[1] not in place.conditions:
        raise ValueError(f"{shown!r} needs an agent whose effect it is, {place.title} has none")
    if verb is Verb.SPECIAL and step[2] == Place.ROOM and step[1] != Special.SLUDGE:
        raise ValueError(f"{shown!r}: only sludge can lie on a room")
    if GRAMMAR[verb][:1] == (WHO,):
        if step[1] in (Who.ME, Who.ALL) and verb in FROM_OTHERS:
            raise ValueError(f"{shown!r} takes from oneself")
        springs = stay is not None and stay[1] == Trigger.ENTER
        if step[1] not in place.who and not (step[1] == Who.VICTIM and springs):
            allowed = ", ".join(spelt(who) for who in sorted(place.who))
            remedy = "; 'victim' needs 'stay enter' before it" if step[1] == Who.VICTIM and Verb.STAY in place.verbs else ""
            raise ValueError(f"{shown!r}: {place.title} meets {allowed}{remedy}")


def show_program(program: Program) -> str:
    """The text of a compiled effect, in its one spelling."""
    return " | ".join("; ".join(map(_show_step, alternative)) for alternative in program)


def _show_step(step: Step) -> str:
    verb = Verb(step[0])
    grammar = GRAMMAR[verb]
    if verb is Verb.IF:
        grammar += CONDITION_GRAMMAR[Condition(step[1])]
    return " ".join([spelt(verb), *(argument.show(number) for argument, number in zip(grammar, step[1:], strict=False))])


def _respelt(context: str) -> AfterValidator:
    return AfterValidator(lambda text: show_program(compile_program(text, context)))


# --- The rows of the tables -----------------------------------------------------------------------------------------------


ColourWord = Literal["blue", "yellow", "red"]
WhenWord = Literal["none", "before", "instead"]
Switch = Annotated[int, Field(ge=0, le=1)]
Once = Annotated[int, once("a room or an item")]
"""Piles and hands are sets of cards."""
ItemProgram = Annotated[str, Field(min_length=1), _respelt("item")]
InterfaceProgram = Annotated[str, _respelt("interface")]
MoveProgram = Annotated[str, _respelt("move")]
ArrivalProgram = Annotated[str, _respelt("arrival")]
NpcProgram = Annotated[str, _respelt("npc")]
LeaveProgram = Annotated[str, _respelt("leave")]
SpecialProgram = Annotated[str, _respelt("special")]


TIE_BREAKS = {"prototype": PROTOTYPE_RUNG, "blackmail": COMPROMISING_RUNG}
"""Steps of the tie-break at which special cards count (INF-58); the one between them counts File tokens."""


def _a_tie_break(number: int) -> int:
    if number not in (0, *TIE_BREAKS.values()):
        raise ValueError(f"{number} is the number of File tokens; a special card is {PROTOTYPE_RUNG}, {COMPROMISING_RUNG}, or 0 for none")
    return number


def _single_spaced(words: str) -> str:
    return " ".join(words.split())


class Room(Row):
    """A room of `rooms.csv`."""

    notes: ClassVar[frozenset[str]] = frozenset({"escape", "npc", "name_source", "value"})

    colour: ColourWord
    copies: Once = 1
    files: Annotated[int, Field(ge=0, le=9)]
    interface_tokens: Annotated[int, Field(ge=0, le=2)]
    interface_keep: Switch
    lock_slots: Annotated[int, Field(ge=0, le=2)]
    lock_files: Annotated[int, Field(ge=0, le=5)]
    scientist_slots: Annotated[int, Field(ge=0, le=2)]
    scientist_files: Annotated[int, Field(ge=0, le=5)]
    enter: ArrivalProgram
    reveal: ArrivalProgram
    advance_when: WhenWord
    advance: MoveProgram
    retreat_when: WhenWord
    retreat: MoveProgram
    interface: InterfaceProgram
    to_secret: Switch
    exit_to: str
    escape: str = ""
    npc: str = ""
    name_source: str = ""
    value: str = ""


class Item(Row):
    """An item of `items.csv`."""

    notes: ClassVar[frozenset[str]] = frozenset({"families", "cost", "text", "name_source"})

    copies: Once
    families: str = ""
    effect: ItemProgram
    cost: str = ""
    text: str = ""
    name_source: str = ""


class SpecialCard(Row):
    """A kind of special card of `specials.csv`."""

    notes: ClassVar[frozenset[str]] = frozenset({"text", "name_source"})

    copies: Annotated[int, Field(ge=0, le=6)]
    value: Annotated[int, Field(ge=-5, le=8)]
    tie_break: Annotated[int, Field(ge=0, le=3), AfterValidator(_a_tie_break)]
    release: Switch
    room_trigger: Literal["none", "enter_any"]
    room_uses: Annotated[int, Field(ge=0, le=5)]
    room_effect: SpecialProgram
    text: str = ""
    name_source: str = ""


class NpcCard(Row):
    """An NPC of `npcs.csv`."""

    notes: ClassVar[frozenset[str]] = frozenset({"name_source"})

    leave_rooms: Annotated[str, AfterValidator(_single_spaced)]
    leave_effect: LeaveProgram
    effect: NpcProgram
    name_source: str = ""


class FileToken(Row):
    """A value of File tokens of `files.csv`."""

    value: Annotated[int, Field(ge=1, le=3)]
    count: Annotated[int, Field(ge=0, le=117)]


TABLES: dict[str, type[Row]] = {"rooms": Room, "items": Item, "specials": SpecialCard, "npcs": NpcCard, "files": FileToken}

NO_ROOM = "none"
ENTRY_ROOM = "entry"
"""Words that stand where a room's slug may stand: no room, and the first room of the line."""

# --- The set as a whole ---------------------------------------------------------------------------------------------------

LAID_OUT = {"blue": FLOOR, "yellow": FLOOR, "red": 1}
"""Rooms of each colour in a building (INF-01 to 03)."""
BOX_ROOMS = 32
BOX_ITEMS = 35
BOX_SPECIALS = 6
BOX_FILES = 117
SLOT_TOKENS = 13
INTERFACE_TOKENS = 13
"""What is in the box; locks and scientists are two sides of the same tokens."""

RELEASING = "blackmail"
"""Whoever gives it up is released (INF-60)."""

DOCUMENTED_NPCS = {
    "csx13": ("entry", "", "clear; npc_retreat 1"),
    "harris": ("entry", "", "wound all; npc_retreat 1; proximity +5"),
    "leah": ("entry loading_dock executive_elevator", "proximity +20", "npc_retreat 1"),
    "nelson": ("none", "", "wound all; alarm +1"),
    "tyrone": ("entry", "", "npc_retreat 1; void"),
}
"""The five cards that are public: where they leave, what that does, what they do."""

FIXED_ROWS = {
    "specials": tuple(spelt(special) for special in Special),
    "npcs": tuple(spelt(npc) for npc in Npc),
    "files": ("value_1", "value_2", "value_3"),
}
"""Tables whose rows the rules name, in the order of their codes."""


def problems(tables: Tables, box: bool = True) -> list[str]:
    """What is wrong with a card set as a whole, one line each.

    Parameters
    ----------
    tables : mapping
        Rows by table name.
    box : bool
        Whether the contents of the box bind it: they bind a card set, not a patch of one.
    """
    checks: list[Check] = [_capacities, _fixed_rows, _references, _doors, _idle_cells, _special_rooms, _enough_rooms]
    if box:
        checks += [twice_named, _box_counts, _half_filled, _supplies, _spare_rooms, _ways, _documented]
    return [line for check in checks for line in check(tables)]


def _capacities(tables: Tables) -> Iterator[str]:
    yield from without_space(tables, {"rooms": ROOMS, "items": ITEMS})
    programs = _compiled(tables)
    steps = sum(len(alternative) for program in programs.values() for alternative in program)
    for number, capacity, what in ((len(programs), PROGRAMS, "different effects"), (steps, STEPS, "steps in effects")):
        if number > capacity:
            yield f"rooms.csv, items.csv: {number} {what}, there is space for {capacity}"


def _fixed_rows(tables: Tables) -> Iterator[str]:
    for table, slugs in FIXED_ROWS.items():
        for row in tables[table]:
            if row.slug not in slugs:
                yield fault(table, row, "slug", f"unknown slug {row.slug!r}{nearest(row.slug, slugs)}")
        if [row.slug for row in tables[table]] != list(slugs):
            yield f"{table}.csv, slug: the rows must be {', '.join(slugs)}, in this order"
    for value, row in enumerate(tables["files"], start=1):
        if row.value != value:
            yield fault("files", row, "value", f"{row.value}, the rows are values 1, 2, 3")


def _references(tables: Tables) -> Iterator[str]:
    rooms = {room.slug: room for room in tables["rooms"]}
    for word in (NO_ROOM, ENTRY_ROOM):
        if word in rooms:
            yield fault("rooms", rooms[word], "slug", f"{word!r} has a meaning of its own where rooms are named")
    for room in tables["rooms"]:
        if room.colour != "red":
            if room.exit_to != NO_ROOM:
                yield fault("rooms", room, "exit_to", f"only a red room has an exit, write {NO_ROOM!r} instead of {room.exit_to!r}")
        elif room.exit_to not in rooms:
            outside = [slug for slug, other in rooms.items() if other.colour != "red"]
            yield fault("rooms", room, "exit_to", f"no room {room.exit_to!r}{nearest(room.exit_to, outside)}")
        elif rooms[room.exit_to].colour == "red":
            yield fault("rooms", room, "exit_to", f"{room.exit_to!r} is a red room; the secret room leads out to a blue or yellow one")
    for npc in tables["npcs"]:
        words = npc.leave_rooms.split()
        if not words or (NO_ROOM in words and len(words) > 1):
            yield fault("npcs", npc, "leave_rooms", f"{npc.leave_rooms!r} is neither {NO_ROOM!r} nor a list of rooms")
        for word in words:
            if word not in (NO_ROOM, ENTRY_ROOM, *rooms):
                yield fault("npcs", npc, "leave_rooms", f"no room {word!r}{nearest(word, [ENTRY_ROOM, *rooms])}")


def _doors(tables: Tables) -> Iterator[str]:
    for room in tables["rooms"]:
        if room.to_secret and room.colour == "red":
            yield fault("rooms", room, "to_secret", "a red room is the secret room, it does not lead there")
        if room.to_secret and room.advance:
            yield fault("rooms", room, "to_secret", "a room that leads to the secret room has no advance effect")


def _idle_cells(tables: Tables) -> Iterator[str]:
    """Cells without which another cell would do nothing: nobody should change a card in vain."""
    for room in tables["rooms"]:
        for way in ("advance", "retreat"):
            when, effect = getattr(room, f"{way}_when"), getattr(room, way)
            if (when == "none") != (not effect):
                yield fault("rooms", room, f"{way}_when", f"{when!r}, but {way} is {effect!r}: both or neither")
        for slot in ("lock", "scientist"):
            if getattr(room, f"{slot}_files") and not getattr(room, f"{slot}_slots"):
                yield fault("rooms", room, f"{slot}_files", f"files behind a {slot}, but {slot}_slots is 0")
        if room.interface_tokens and not room.interface:
            yield fault("rooms", room, "interface_tokens", "a token, but no interface effect")


def _special_rooms(tables: Tables) -> Iterator[str]:
    for card in tables["specials"]:
        cells = (card.room_trigger != "none", card.room_uses > 0, bool(card.room_effect))
        if any(cells) and card.slug != spelt(Special.SLUDGE):
            yield fault("specials", card, "room_effect", "only sludge can lie on a room")
        elif any(cells) and not all(cells):
            yield fault("specials", card, "room_effect", "room_trigger, room_uses and room_effect go together: all or none")


def _of_colour(tables: Tables, colour: str) -> list[Any]:
    return [room for room in in_box(tables, "rooms") if room.colour == colour]


def _enough_rooms(tables: Tables) -> Iterator[str]:
    for colour, number in LAID_OUT.items():
        if len(_of_colour(tables, colour)) < number:
            yield f"rooms.csv, copies: {len(_of_colour(tables, colour))} rooms are {colour}, {number} are laid out"


def _box_counts(tables: Tables) -> Iterator[str]:
    counts = (
        ("rooms", "copies", BOX_ROOMS, "rooms"),
        ("items", "copies", BOX_ITEMS, "items"),
        ("specials", "copies", BOX_SPECIALS, "special cards"),
        ("files", "count", BOX_FILES, "File tokens"),
    )
    for table, column, number, what in counts:
        total = sum(getattr(row, column) for row in tables[table])
        if total != number:
            yield f"{table}.csv, {column}: {total} {what} in all, the box has {number}"
    for card in tables["specials"]:
        if not card.copies:
            yield fault("specials", card, "copies", "0, the box has at least one of each kind")


def _half_filled(tables: Tables) -> Iterator[str]:
    for room in tables["rooms"]:
        for slot in ("lock", "scientist"):
            if getattr(room, f"{slot}_slots") and not getattr(room, f"{slot}_files"):
                yield fault("rooms", room, f"{slot}_slots", f"a {slot}, but {slot}_files is 0")
        if room.interface and not room.interface_tokens:
            yield fault("rooms", room, "interface", "an interface effect, but interface_tokens is 0")
        if room.interface_keep and not room.interface_tokens:
            yield fault("rooms", room, "interface_keep", "a token that is kept, but interface_tokens is 0")


def _most(tables: Tables, amount: Callable[[Any], int]) -> int:
    """The most that one building can put out."""
    return sum(sum(sorted(map(amount, _of_colour(tables, colour)), reverse=True)[:number]) for colour, number in LAID_OUT.items())


def slots(room: Room) -> int:
    """Lock and scientist tokens that a room needs."""
    return room.lock_slots + room.scientist_slots


def files_held(room: Room) -> int:
    """File tokens that a room puts out, those behind its locks and scientists included."""
    return room.files + room.lock_slots * room.lock_files + room.scientist_slots * room.scientist_files


def _supplies(tables: Tables) -> Iterator[str]:
    needs = (
        (slots, "lock_slots, scientist_slots", SLOT_TOKENS, "lock and scientist tokens"),
        (lambda room: room.interface_tokens, "interface_tokens", INTERFACE_TOKENS, "interface tokens"),
        (files_held, "files, lock_files, scientist_files", BOX_FILES, "File tokens"),
    )
    for amount, columns, limit, what in needs:
        if _most(tables, amount) > limit:
            yield f"rooms.csv, {columns}: a building can need {_most(tables, amount)} {what}, the box has {limit}"


def _spare_rooms(tables: Tables) -> Iterator[str]:
    for colour, number in LAID_OUT.items():
        if len(_of_colour(tables, colour)) == number:
            yield f"rooms.csv, colour: {number} of the rooms are {colour}, the box has more than are laid out"


def _says(row: Any, *words: str) -> bool:
    """Whether an effect of a card has a step that begins with these words."""
    return any(
        sentence.split()[: len(words)] == list(words)
        for column in ("enter", "reveal", "advance", "retreat", "interface", "effect")
        for alternative in getattr(row, column, "").split("|")
        for sentence in alternative.split(";")
    )


def _ways(tables: Tables) -> Iterator[str]:
    rooms = in_box(tables, "rooms")
    if not any(_says(room, "escape") for room in rooms):
        yield "rooms.csv, interface: no room lets an agent leave the building ('escape')"
    if not any(room.to_secret for room in rooms):
        yield "rooms.csv, to_secret: no room leads to the secret room"
    for npc in tables["npcs"]:
        if not any(_says(row, "npc", npc.slug) for row in [*rooms, *tables["items"]]):
            yield f"rooms.csv, reveal: nothing brings {npc.name} ('npc {npc.slug} up')"


def _documented(tables: Tables) -> Iterator[str]:
    for npc in tables["npcs"]:
        cells = zip(("leave_rooms", "leave_effect", "effect"), DOCUMENTED_NPCS.get(npc.slug, ()), strict=False)
        for column, documented in cells:
            if getattr(npc, column) != documented:
                yield fault(
                    "npcs", npc, column, f"{getattr(npc, column)!r}, the card is known and says {documented!r}; try another with --set"
                )
    for card in tables["specials"]:
        if card.slug in TIE_BREAKS and card.tie_break != TIE_BREAKS[card.slug]:
            yield fault("specials", card, "tie_break", f"{card.tie_break}, the rules say {TIE_BREAKS[card.slug]}")
        if card.slug == RELEASING and not card.release:
            yield fault("specials", card, "release", "0, the rules release whoever gives it up")


# --- The record that the kernels read -------------------------------------------------------------------------------------

PROGRAM_COLUMNS = {
    ("items", "effect"): ("item", "item_program"),
    ("rooms", "enter"): ("arrival", "room_enter"),
    ("rooms", "reveal"): ("arrival", "room_reveal"),
    ("rooms", "advance"): ("move", "room_advance"),
    ("rooms", "retreat"): ("move", "room_retreat"),
    ("rooms", "interface"): ("interface", "room_interface"),
    ("specials", "room_effect"): ("special", "special_program"),
    ("npcs", "effect"): ("npc", "npc_program"),
    ("npcs", "leave_effect"): ("leave", "npc_leave_program"),
}
"""Where effects stand: table and column, to context and field of the rules record."""

NUMBER_COLUMNS = {
    ("rooms", "copies"): "room_copies",
    ("rooms", "files"): "room_files",
    ("rooms", "interface_tokens"): "room_interface_tokens",
    ("rooms", "interface_keep"): "room_interface_keep",
    ("rooms", "lock_slots"): "room_locks",
    ("rooms", "lock_files"): "room_lock_files",
    ("rooms", "scientist_slots"): "room_scientists",
    ("rooms", "scientist_files"): "room_scientist_files",
    ("rooms", "to_secret"): "room_to_secret",
    ("items", "copies"): "item_copies",
    ("specials", "copies"): "special_copies",
    ("specials", "value"): "special_value",
    ("specials", "tie_break"): "special_tie_break",
    ("specials", "release"): "special_release",
    ("specials", "room_uses"): "special_room_uses",
    ("files", "count"): "file_count",
}
"""Where numbers stand: table and column, to field of the rules record."""

WORD_COLUMNS: dict[tuple[str, str], tuple[str, type[IntEnum]]] = {
    ("rooms", "colour"): ("room_colour", Colour),
    ("rooms", "advance_when"): ("room_advance_when", When),
    ("rooms", "retreat_when"): ("room_retreat_when", When),
}
"""Where words stand: table and column, to field of the rules record and codes."""


def _compiled(tables: Tables) -> dict[tuple[str, str], Program]:
    """Each different effect of a card set once, by context and text, in the order of the tables; without the empty one."""
    return {
        (context, text): compile_program(text, context)
        for (table, column), (context, _) in PROGRAM_COLUMNS.items()
        for text in (getattr(row, column) for row in tables[table])
        if text
    }


def clashes(settings: Mapping[str, Any], players: int) -> list[str]:
    """Settings that cannot be played together, one line each: none."""
    return []


def fill(rules: Any, tables: Tables) -> None:
    """Write the cards into the rules record.

    Parameters
    ----------
    rules : record
        With the fields of `state.CARD_FIELDS`, all 0.
    tables : mapping
        Rows by table name, without problems.
    """
    rules.rooms = len(tables["rooms"])
    rules.items = len(tables["items"])
    rules.slot_supply = SLOT_TOKENS
    rules.interface_supply = INTERFACE_TOKENS
    write_numbers(rules, tables, NUMBER_COLUMNS)
    for (table, column), (name, words) in WORD_COLUMNS.items():
        write(rules[name], (words_of(words)[getattr(row, column)] for row in tables[table]))
    for table, name in (("rooms", "room_identity"), ("items", "item_identity")):
        write(rules[name], (identity_of(row.slug) for row in tables[table]))
    _fill_programs(rules, tables)
    _fill_references(rules, tables)


def _fill_programs(rules: Any, tables: Tables) -> None:
    """Programs count from 1: number 0 is the empty one."""
    compiled = _compiled(tables)
    numbers = {key: number for number, key in enumerate(compiled, start=1)}
    end = 0
    for key, program in compiled.items():
        number = numbers[key]
        rules.alternatives[number] = len(program)
        for place, alternative in enumerate(program):
            rules.first_step[number, place] = end
            rules.step_count[number, place] = len(alternative)
            rules.steps[end : end + len(alternative)] = alternative
            end += len(alternative)
    for (table, column), (context, name) in PROGRAM_COLUMNS.items():
        write(rules[name], (numbers.get((context, getattr(row, column)), 0) for row in tables[table]))


def _fill_references(rules: Any, tables: Tables) -> None:
    places = rows_named(tables["rooms"])
    write(rules.room_exit_to, (places.get(room.exit_to, NONE) for room in tables["rooms"]))
    for number, npc in enumerate(tables["npcs"]):
        words = npc.leave_rooms.split()
        rules.npc_leaves_entry[number] = ENTRY_ROOM in words
        write(rules.npc_leaves_room[number], (room.slug in words for room in tables["rooms"]))
