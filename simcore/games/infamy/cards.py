"""Infamy's cards: what a row of each table may say, the grammar of effects, and the record that the kernels read.

The effect language is described in words in `cards/README.md`; its verbs and words with their codes stand in `vocabulary.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field

from simcore.cardset import (
    Argument,
    Check,
    Number,
    Tables,
    Word,
    fault,
    in_box,
    missing,
    once,
    spelt,
    twice_named,
    without_space,
    words_of,
    write,
    write_numbers,
)
from simcore.errors import nearest
from simcore.games.infamy.state import CONTACTS, LEVELS, MISSIONS, PROGRAMS, SCHEME_CARDS, SCHEMES, SECTORS, STATEMENTS
from simcore.games.infamy.vocabulary import (
    MAX_ALTERNATIVES,
    MAX_STATEMENTS,
    STATEMENT_FIELDS,
    Cell,
    Chooser,
    Condition,
    Faction,
    Good,
    HazardPlace,
    MissionType,
    Trigger,
    Verb,
    When,
    ZoneKind,
)
from simcore.rulebook import Row, identity_of

CALIBRATED_ON = (
    "length of a game",
    "share of wins by infamy and by reputation",
    "reputation wins by faction",
    "missions and schemes in use",
)
"""What the shipped set was tuned on; seats, turn order and tie-breaks were never looked at."""

# --- The grammar of effects -----------------------------------------------------------------------------------------------

Alternative = tuple[int, ...]
"""`STATEMENT_FIELDS` numbers, in the order of `vocabulary.Cell`."""
Statement = tuple[Alternative, ...]
Program = tuple[Statement, ...]


def _spaced(member: IntEnum) -> str:
    """A name as cards write it that may be of several words."""
    return spelt(member).replace("_", " ")


FACTIONS = (Faction.CARTEL, Faction.MEGACORP, Faction.MILITIA)
KIND = Word("KIND", words_of(Good))
FACTION = Word("FACTION", words_of(FACTIONS))
FACTION_OR_ANY = Word("FACTION|any", words_of(Faction))
TYPE = Word("TYPE", words_of(MissionType))
ZONE = Word("ZONE", {_spaced(kind): kind.value for kind in ZoneKind})

GRAMMAR: dict[Verb, tuple[Argument, ...]] = {
    Verb.GAIN: (KIND, Number(1, 3)),
    Verb.GAIN_INFAMY: (Number(1, 6),),
    Verb.GAIN_REP: (FACTION_OR_ANY, Number(1, 2)),
    Verb.LOSE: (KIND, Number(1, 2)),
    Verb.PAY: (KIND, Number(1, 3)),
    Verb.CONVERT: (Number(1, 3),),
    Verb.RECOVER_BRIBES: (Number(1, 6),),
    Verb.SPEND_BRIBES: (Number(1, 6),),
    Verb.DRAIN_BRIBES: (Number(1, 6),),
    Verb.STEAL_RESOURCE: (Word("thief|victim", words_of((Chooser.THIEF, Chooser.VICTIM))), Number(1, 2)),
    Verb.STEAL_HENCHMAN: (Number(1, 1),),
    Verb.STEAL_SCHEME: (Word("random|victim", words_of((Chooser.RANDOM, Chooser.VICTIM))), Number(1, 1)),
    Verb.DRAW_SCHEME: (FACTION_OR_ANY, Number(1, 3)),
    Verb.DISCARD_SCHEME: (Number(1, 2),),
    Verb.EXTRA_SCHEME: (Number(1, 1),),
    Verb.SABOTAGE: (Number(1, 3),),
    Verb.HAZARD_ADD: (Word("any|current|nonhq", words_of(HazardPlace)),),
    Verb.HAZARD_REMOVE: (Word("any|current", words_of((HazardPlace.ANY, HazardPlace.CURRENT))),),
    Verb.HAZARD_MOVE: (),
    Verb.WATCHDOG_MOVE: (),
    Verb.WATCHDOG_ADD: (),
    Verb.WATCHDOG_REMOVE: (),
    Verb.WATCHDOG_PASS: (),
    Verb.TAKE_TRIGGERMAN: (),
    Verb.EXTRA_PAWN: (),
    Verb.SKIP_PLACEMENT: (),
    Verb.DOUBLE_RESUPPLY: (),
    Verb.RESUPPLY_CURRENT: (),
}
"""What follows each verb: a word, a number, both or nothing."""

VERBS = {_spaced(verb) if verb is not Verb.CONVERT else "convert resource": verb for verb in Verb}
"""Each verb by its name."""
NAMES = {verb: name for name, verb in VERBS.items()}


@dataclass(frozen=True)
class Prefix:
    """What stands before a verb with a colon.

    Attributes
    ----------
    cell, code
        The column of a compiled alternative that tells of it, and what it then holds.
    arguments : tuple of Argument
    argument_cells : tuple of Cell
        Where their values go.
    """

    cell: Cell
    code: int
    arguments: tuple[Argument, ...] = ()
    argument_cells: tuple[Cell, ...] = ()


def _condition(condition: Condition, *arguments: Argument) -> Prefix:
    return Prefix(Cell.CONDITION, condition, arguments, (Cell.CONDITION_WHAT, Cell.CONDITION_NUMBER))


PREFIXES = {
    "day": Prefix(Cell.WHEN, When.DAY),
    "night": Prefix(Cell.WHEN, When.NIGHT),
    "late": Prefix(Cell.LATE, 1),
    "may": Prefix(Cell.MAY, 1),
    "each rival": Prefix(Cell.EACH_RIVAL, 1),
    "per": _condition(Condition.PER, TYPE, Number(1, 3)),
    "if": _condition(Condition.IF, TYPE, Number(1, 3)),
    "if rep": _condition(Condition.IF_REP, FACTION_OR_ANY, Number(1, 4)),
    "ransom": Prefix(Cell.RANSOM, 1, (Number(1, 6),), (Cell.RANSOM,)),
}
"""Prefixes by name, in the order in which a program shows them. The number of a ransom is its own sign that it is there."""

TRIGGERS: dict[Trigger, tuple[Argument, ...]] = {
    Trigger.ON_CONTACT: (FACTION,),
    Trigger.ON_HQ: (FACTION,),
    Trigger.ON_MISSION: (),
    Trigger.ON_TYPE: (TYPE,),
    Trigger.ON_NIGHT: (),
    Trigger.ALWAYS: (),
    Trigger.WIN: (),
}
"""What follows each trigger of a benefit."""
TRIGGER_NAMES = {_spaced(trigger): trigger for trigger in Trigger}

GATES = frozenset({Verb.PAY, Verb.SPEND_BRIBES})
"""What has to be met in full before the rest of a program runs."""
THEFTS = frozenset({Verb.DRAIN_BRIBES, Verb.STEAL_RESOURCE, Verb.STEAL_HENCHMAN, Verb.STEAL_SCHEME})
"""What a ransom can cancel."""
SHARED = frozenset({Verb.LOSE, Verb.GAIN, Verb.GAIN_INFAMY, Verb.DISCARD_SCHEME})
"""What can be done by each rival."""
SECTOR_PHASE = frozenset({Verb.EXTRA_PAWN, Verb.SKIP_PLACEMENT, Verb.DOUBLE_RESUPPLY})
"""What changes the Sector Phase of the same Round, and so has to come before it."""
STANDING = ("watchdog pass", "extra scheme 1")
"""What a benefit may permit for as long as it is held."""


@dataclass(frozen=True)
class Context:
    """Where a program stands.

    Attributes
    ----------
    title : str
        Words for messages.
    early : bool
        Whether it runs before the Sector Phase (of a benefit, its trigger decides).
    """

    title: str
    early: bool = True


CONTEXTS = {
    "contact": Context("a contact"),
    "reward": Context("the reward of a mission", early=False),
    "scheme": Context("a scheme", early=False),
    "benefit": Context("a benefit"),
}


def compile_program(text: str, context: str) -> Program:
    """An effect as numbers.

    Parameters
    ----------
    text : str
        Statements separated by `;`, alternatives by `|`, each `prefix: ... verb words`; empty for no effect.
    context : str
        Which of `CONTEXTS` it stands in.

    Returns
    -------
    tuple of tuple of tuple of int
        Alternatives by statement, each in the order of `vocabulary.Cell`; empty for no effect.

    Raises
    ------
    ValueError
        Says what is wrong, with the nearest right word.
    """
    if not text.strip():
        return ()
    statements = text.split(";")
    if len(statements) > MAX_STATEMENTS:
        raise ValueError(f"{len(statements)} statements in {text.strip()!r}, at most {MAX_STATEMENTS} are allowed")
    program = tuple(_compile_statement(statement) for statement in statements)
    for number, statement in enumerate(program):
        for alternative in statement:
            _check_alternative(alternative, statement, program[:number], CONTEXTS[context])
    return program


def _compile_statement(text: str) -> Statement:
    parts = text.split("|")
    if len(parts) > MAX_ALTERNATIVES:
        raise ValueError(f"{len(parts)} alternatives in {text.strip()!r}, at most {MAX_ALTERNATIVES} are allowed")
    cells = [_compile_alternative(part) for part in parts]
    for alternative in cells[:-1]:
        alternative[Cell.OR_NEXT] = 1
    return tuple(tuple(alternative) for alternative in cells)


def _compile_alternative(text: str) -> list[int]:
    *before, body = (" ".join(part.split()) for part in text.split(":"))
    if not body:
        raise ValueError(f"nothing follows {before[-1] + ':'!r}" if before and before[-1] else "a statement is empty")
    cells = [0] * STATEMENT_FIELDS
    seen: set[Cell] = set()
    for part in before:
        _compile_prefix(part, text, seen, cells)
    forgotten = next((name for name in PREFIXES if f"{body} ".startswith(f"{name} ")), None)
    if forgotten:
        raise ValueError(f"in {body!r}, a ':' has to follow the prefix {forgotten!r}")
    name, words = _split(body, VERBS, "verb")
    verb = VERBS[name]
    cells[Cell.VERB] = verb
    numbers = _arguments(name, words, GRAMMAR[verb], body, _longer(name, VERBS))
    for argument, number in zip(GRAMMAR[verb], numbers, strict=True):
        cells[Cell.NUMBER if isinstance(argument, Number) else Cell.WHAT] = number
    return cells


def _compile_prefix(part: str, text: str, seen: set[Cell], cells: list[int]) -> None:
    name, words = _split(part, PREFIXES, "prefix")
    prefix = PREFIXES[name]
    if prefix.cell in seen:
        rivals = [other for other, another in PREFIXES.items() if another.cell == prefix.cell]
        raise ValueError(f"{' '.join(text.split())!r} has two of the prefixes {', '.join(rivals)}" if rivals[1:] else f"{name!r} twice")
    seen.add(prefix.cell)
    cells[prefix.cell] = prefix.code
    numbers = _arguments(name, words, prefix.arguments, part, _longer(name, PREFIXES))
    for cell, number in zip(prefix.argument_cells, numbers, strict=True):
        cells[cell] = number


def _split(text: str, table: Iterable[str], what: str) -> tuple[str, list[str]]:
    """The longest name of a table with which a text begins, and the words after it."""
    words = text.split()
    names = list(table)
    for length in (2, 1):
        name = " ".join(words[:length])
        if name in names:
            return name, words[length:]
    first = words[0] if words else ""
    alike = [name for name in names if name.split()[0] == first]
    if alike:
        raise ValueError(f"unknown {what} {' '.join(words[:2])!r}{nearest(' '.join(words[:2]), alike)}")
    near = nearest(first, dict.fromkeys(name.split()[0] for name in names)) or nearest(" ".join(words[:2]), names)
    raise ValueError(f"unknown {what} {first!r}{near}")


def _longer(name: str, table: Iterable[str]) -> list[str]:
    """Words that make other names out of this one: `infamy` and `rep` after `gain`."""
    return [other.split()[1] for other in table if other.startswith(f"{name} ")]


def _arguments(name: str, words: Sequence[str], grammar: Sequence[Argument], text: str, longer: Sequence[str]) -> list[int]:
    """Values of what follows a name; `longer` are words by which it might have become another name."""
    if grammar and words and isinstance(grammar[0], Word) and words[0] not in grammar[0].words:
        known = [*grammar[0].words, *longer]
        raise ValueError(f"in {text!r}, unknown word {words[0]!r}{nearest(words[0], known)}")
    if len(words) != len(grammar):
        usage = " ".join([name, *(argument.usage for argument in grammar)])
        count = f"{len(words)} word{'' if len(words) == 1 else 's'}"
        raise ValueError(f"{text!r} has {count} after {name!r}, expected {usage!r}")
    try:
        return [argument.parse(word) for argument, word in zip(grammar, words, strict=True)]
    except ValueError as error:
        raise ValueError(f"in {text!r}, {error}") from None


def _check_alternative(cells: Alternative, statement: Statement, before: Program, place: Context) -> None:
    """What an alternative may say depends on its prefixes, on where the program stands, and on what came before."""
    verb, shown = Verb(cells[Cell.VERB]), show_program(((cells,),))
    if verb in GATES:
        if before:
            raise ValueError(f"{shown!r} must be the first statement: what it asks is paid before anything else happens")
        if len(statement) > 1:
            raise ValueError(f"{shown!r} cannot have an alternative")
        for cell, name in ((Cell.LATE, "late"), (Cell.MAY, "may")):
            if cells[cell]:
                raise ValueError(f"{shown!r}: {name!r} cannot stand before {NAMES[verb]!r}, which opens the rest of the effect")
    if cells[Cell.RANSOM] and verb not in THEFTS:
        raise ValueError(f"{shown!r}: 'ransom' stands only before {_listed(THEFTS)}")
    if cells[Cell.EACH_RIVAL] and verb not in SHARED:
        raise ValueError(f"{shown!r}: 'each rival' stands only before {_listed(SHARED)}")
    if verb in SECTOR_PHASE and (cells[Cell.LATE] or not place.early):
        where = "after 'late'" if cells[Cell.LATE] else f"in {place.title}"
        raise ValueError(f"{shown!r} has no effect {where}: it changes the Sector Phase of the same Round")
    if verb is Verb.HAZARD_ADD and cells[Cell.WHAT] == HazardPlace.NONHQ:
        earlier = [other for statement in before for other in statement if other[Cell.VERB] == Verb.SABOTAGE and not other[Cell.LATE]]
        if cells[Cell.LATE] or not earlier:
            raise ValueError(f"{shown!r} needs 'sabotage' before it, at the same time: it asks for the sector of that mission")


def _listed(verbs: Iterable[Verb]) -> str:
    return ", ".join(NAMES[verb] for verb in sorted(verbs))


def show_program(program: Program) -> str:
    """The text of a compiled effect, in its one spelling."""
    return "; ".join(" | ".join(map(_show_alternative, statement)) for statement in program)


def _show_alternative(cells: Alternative) -> str:
    verb = Verb(cells[Cell.VERB])
    shown = []
    for name, prefix in PREFIXES.items():
        if cells[prefix.cell] == prefix.code or (prefix.cell is Cell.RANSOM and cells[Cell.RANSOM]):
            values = [argument.show(cells[cell]) for argument, cell in zip(prefix.arguments, prefix.argument_cells, strict=True)]
            shown.append(" ".join([name, *values]) + ":")
    values = [argument.show(cells[Cell.NUMBER if isinstance(argument, Number) else Cell.WHAT]) for argument in GRAMMAR[verb]]
    return " ".join([*shown, NAMES[verb], *values])


def compile_trigger(text: str) -> tuple[Trigger, int]:
    """When a benefit works, and the faction or type that it asks about (0 where there is none).

    Raises
    ------
    ValueError
        Says what is wrong, with the nearest right word.
    """
    name, words = _split(" ".join(text.split()), TRIGGER_NAMES, "trigger")
    trigger = TRIGGER_NAMES[name]
    values = _arguments(name, words, TRIGGERS[trigger], " ".join(text.split()), [])
    return trigger, values[0] if values else 0


def show_trigger(trigger: Trigger, of: int) -> str:
    """The text of a compiled trigger."""
    return " ".join([_spaced(trigger), *(argument.show(of) for argument in TRIGGERS[trigger])])


def _respelt(context: str) -> AfterValidator:
    return AfterValidator(lambda text: show_program(compile_program(text, context)))


# --- The rows of the tables -----------------------------------------------------------------------------------------------


def _one_of(kind: Word, what: str) -> Callable[[str], str]:
    """A validator of one word."""

    def check(text: str) -> str:
        word = " ".join(text.split())
        kind.parse(word, what)
        return word

    return check


def _some_of(kind: Word, what: str) -> Callable[[str], str]:
    """A validator of words joined by `+`, which writes them in the order of their codes."""

    def check(text: str) -> str:
        words = [word.strip() for word in text.split("+")] if text.strip() else []
        codes = [kind.parse(word, what) for word in words]
        if len(set(codes)) < len(codes):
            raise ValueError(f"{text.strip()!r} names a {what} twice")
        return JOINED.join(word for word, code in kind.codes.items() if code in codes)

    return check


JOINED = "+"
"""What stands between the words of a cell that holds several."""
TOKENS = {Good.WEAPON: 18, Good.DATA: 18, Good.COMPOUND: 18, Good.HENCHMAN: 20, Good.FAVOR: 6}
"""Tokens in the box: what asks for more can never be paid."""

Once = Annotated[int, once("a contact or a mission")]
"""Contacts and missions are all different: what is won or completed is told by the row."""
FactionWord = Annotated[str, AfterValidator(_one_of(FACTION, "faction"))]
FactionWords = Annotated[str, AfterValidator(_some_of(FACTION, "faction"))]
TypeWords = Annotated[str, AfterValidator(_some_of(TYPE, "type"))]
ZoneWord = Annotated[str, AfterValidator(_one_of(ZONE, "zone"))]
TriggerWords = Annotated[str, AfterValidator(lambda text: show_trigger(*compile_trigger(text)))]
ContactProgram = Annotated[str, _respelt("contact")]
RewardProgram = Annotated[str, _respelt("reward")]
SchemeProgram = Annotated[str, Field(min_length=1), _respelt("scheme")]
BenefitProgram = Annotated[str, _respelt("benefit")]
SectorNumber = Annotated[int, Field(ge=1, le=SECTORS)]


class Contact(Row):
    """A contact of `contacts.csv`."""

    notes: ClassVar[frozenset[str]] = frozenset({"timing"})

    copies: Once = 1
    factions: FactionWords
    timing: str = ""
    effects: ContactProgram


class Mission(Row):
    """A mission of `missions.csv`; its first five numbers are what it costs."""

    notes: ClassVar[frozenset[str]] = frozenset({"work", "pay", "ratio"})

    copies: Once = 1
    sector: SectorNumber
    weapon: Annotated[int, Field(ge=0, le=TOKENS[Good.WEAPON])]
    data: Annotated[int, Field(ge=0, le=TOKENS[Good.DATA])]
    compound: Annotated[int, Field(ge=0, le=TOKENS[Good.COMPOUND])]
    henchman: Annotated[int, Field(ge=0, le=TOKENS[Good.HENCHMAN])]
    favor: Annotated[int, Field(ge=0, le=TOKENS[Good.FAVOR])]
    reward: RewardProgram
    infamy: Annotated[int, Field(ge=0, le=20)]
    rep: Annotated[int, Field(ge=0, le=LEVELS)]
    factions: FactionWords
    types: TypeWords
    work: str = ""
    pay: str = ""
    ratio: str = ""


class Scheme(Row):
    """A scheme of `schemes.csv`: as many equal cards as `copies` says."""

    notes: ClassVar[frozenset[str]] = frozenset({"points", "ratio"})

    faction: FactionWord
    copies: Annotated[int, Field(ge=0, le=20)]
    effects: SchemeProgram
    points: str = ""
    ratio: str = ""


class Sector(Row):
    """A sector of `sectors.csv` with its two resupply zones."""

    notes: ClassVar[frozenset[str]] = frozenset({"known"})

    sector: SectorNumber
    zone_a: ZoneWord
    zone_b: ZoneWord
    known: str = ""


class Benefit(Row):
    """A level of a Rep track of `rep_tracks.csv`."""

    notes: ClassVar[frozenset[str]] = frozenset({"known"})

    faction: FactionWord
    level: Annotated[int, Field(ge=1, le=LEVELS)]
    trigger: TriggerWords
    effects: BenefitProgram
    known: str = ""


TABLES: dict[str, type[Row]] = {"contacts": Contact, "missions": Mission, "schemes": Scheme, "sectors": Sector, "rep_tracks": Benefit}

# --- The set as a whole ---------------------------------------------------------------------------------------------------

SHIPPED = Path(__file__).parent / "cards"
BOX_CONTACTS = 13
BOX_MISSIONS = 30
BOX_SCHEMES = 20
"""What is in the box; schemes of each faction."""
SPECIAL_SECTOR = 2
"""Where the one special zone lies (FAM-64)."""
STRINGER = ("megacorp", 1, "gain data 1")
"""The one benefit that is known: faction, level, effect (FAM-66)."""
FAVOR_BARRED = "fixer"
"""The contact that no Favor wins (FAM-34)."""
NEEDED = (
    Verb.HAZARD_ADD,
    Verb.HAZARD_REMOVE,
    Verb.STEAL_RESOURCE,
    Verb.STEAL_SCHEME,
    Verb.RECOVER_BRIBES,
    Verb.GAIN_INFAMY,
    Verb.GAIN_REP,
    Verb.DRAW_SCHEME,
)
"""What the rules speak of and neither the board nor a contact does for all of it: some mission, scheme or benefit must."""
NEEDED_ANYWHERE = (Verb.SABOTAGE, Verb.EXTRA_SCHEME, Verb.WATCHDOG_PASS)
"""What the rules speak of, and a contact may be what they mean."""


def problems(tables: Tables, box: bool = True) -> list[str]:
    """What is wrong with a card set as a whole, one line each.

    Parameters
    ----------
    tables : mapping
        Rows by table name.
    box : bool
        Whether the contents of the box bind it: they bind a card set, not a patch of one.
    """
    checks: list[Check] = [_capacities, _sectors, _levels, _benefits, _rep_without_faction]
    if box:
        checks += [twice_named, _box_counts, _zones, _mission_cells, _effects_that_occur, _known_levels]
    return [line for check in checks for line in check(tables)]


def _capacities(tables: Tables) -> Iterator[str]:
    yield from without_space(tables, {"contacts": CONTACTS, "missions": MISSIONS, "schemes": SCHEMES})
    cards = sum(row.copies for row in tables["schemes"])
    if cards > SCHEME_CARDS:
        yield f"schemes.csv, copies: {cards} schemes in all, there is space for {SCHEME_CARDS}"
    programs = _compiled(tables)
    rows = sum(len(statement) for program in programs.values() for statement in program)
    for number, capacity, what in ((len(programs) + 1, PROGRAMS, "different effects"), (rows, STATEMENTS, "statements in effects")):
        if number > capacity:
            yield f"missions.csv, schemes.csv: {number} {what}, there is space for {capacity}"


def _sectors(tables: Tables) -> Iterator[str]:
    if [row.sector for row in tables["sectors"]] != list(range(1, SECTORS + 1)):
        yield f"sectors.csv, sector: the rows must be sectors 1 to {SECTORS}, in this order"


def _levels(tables: Tables) -> Iterator[str]:
    wanted = [(faction, level) for faction in FACTION.words for level in range(1, LEVELS + 1)]
    if [(row.faction, row.level) for row in tables["rep_tracks"]] != wanted:
        yield f"rep_tracks.csv, level: the rows must be levels 1 to {LEVELS} of {', '.join(FACTION.words)}, in this order"


def _benefits(tables: Tables) -> Iterator[str]:
    """Trigger and effects of a level have to fit together; a level without effects has nothing to trigger."""
    win = spelt(Trigger.WIN)
    for row in tables["rep_tracks"]:
        trigger, _ = compile_trigger(row.trigger)
        if (trigger is Trigger.WIN) != (row.level == LEVELS):
            yield fault("rep_tracks", row, "trigger", f"{row.trigger!r} at level {row.level}: level {LEVELS}, and no other, is {win!r}")
        elif trigger is Trigger.WIN and row.effects:
            yield fault("rep_tracks", row, "effects", f"{row.effects!r} at level {LEVELS}, which wins the game")
        elif trigger is Trigger.ALWAYS and row.effects not in ("", *STANDING):
            yield fault("rep_tracks", row, "effects", f"{row.effects!r} cannot be had always, only {' or '.join(map(repr, STANDING))}")
        elif trigger is not Trigger.ON_CONTACT:
            yield from _out_of_time(row)


def _out_of_time(row: Benefit) -> Iterator[str]:
    verbs = {Verb(cells[Cell.VERB]) for statement in compile_program(row.effects, "benefit") for cells in statement}
    for verb in sorted(verbs & SECTOR_PHASE):
        message = f"{NAMES[verb]!r} changes the Sector Phase of the same Round: it needs 'on contact FACTION'"
        yield fault("rep_tracks", row, "effects", message)


def _rep_without_faction(tables: Tables) -> Iterator[str]:
    for row in tables["missions"]:
        if row.rep and not row.factions:
            yield fault("missions", row, "factions", f"none, but the mission gives {row.rep} Rep")


def _box_counts(tables: Tables) -> Iterator[str]:
    for table, number in (("contacts", BOX_CONTACTS), ("missions", BOX_MISSIONS)):
        total = sum(row.copies for row in tables[table])
        if total != number:
            yield f"{table}.csv, copies: {total} {table} in all, the box has {number}{missing(SHIPPED / f'{table}.csv', tables[table])}"
    for faction in FACTION.words:
        total = sum(row.copies for row in tables["schemes"] if row.faction == faction)
        if total != BOX_SCHEMES:
            yield f"schemes.csv, copies: {total} schemes of the {faction}, the box has {BOX_SCHEMES}"


def _zones(tables: Tables) -> Iterator[str]:
    zones = [(row, column, getattr(row, column)) for row in tables["sectors"] for column in ("zone_a", "zone_b")]
    special = spelt(ZoneKind.SPECIAL)
    for row, column, zone in zones:
        if zone == special and row.sector != SPECIAL_SECTOR:
            yield fault("sectors", row, column, f"{zone!r} in sector {row.sector}, the one special zone lies in sector {SPECIAL_SECTOR}")
    total = [zone for _, _, zone in zones].count(special)
    if total != 1:
        yield f"sectors.csv, zone_a, zone_b: {total} special zones, the board has one"
    for faction in FACTION.words:
        if not any(zone == f"hq {faction}" for _, _, zone in zones):
            yield f"sectors.csv, zone_a, zone_b: no zone is 'hq {faction}'"


def _mission_cells(tables: Tables) -> Iterator[str]:
    costs = [spelt(good) for good in TOKENS]
    for row in in_box(tables, "missions"):
        if not any(getattr(row, good) for good in costs):
            yield fault("missions", row, ", ".join(costs), "all 0, every mission asks for something")
        if not row.infamy and not row.rep:
            yield fault("missions", row, "infamy, rep", "both 0, every mission gives one of them")
        if not row.factions:
            yield fault("missions", row, "factions", "none, every mission shows one to three")
    for good in (Good.HENCHMAN, Good.FAVOR):
        if not any(getattr(row, spelt(good)) for row in in_box(tables, "missions")):
            yield f"missions.csv, {spelt(good)}: no mission asks for a {spelt(good)}, some do"


def _alternatives(tables: Tables, *wanted: str) -> list[Alternative]:
    """All alternatives of the effects of some tables."""
    return [
        cells
        for (table, column), context in PROGRAM_COLUMNS.items()
        if table in wanted
        for row in in_box(tables, table)
        for statement in compile_program(getattr(row, column), context)
        for cells in statement
    ]


def _effects_that_occur(tables: Tables) -> Iterator[str]:
    """Effects of which the rules say, or from which it follows, that some card has them."""
    for table, column in (("missions", "reward"), ("schemes", "effects")):
        if not any(cells[Cell.CONDITION] in (Condition.PER, Condition.IF) for cells in _alternatives(tables, table)):
            yield f"{table}.csv, {column}: nothing asks about mission types ('per TYPE N' or 'if TYPE N'), some {table} do"
    if not any(cells[Cell.VERB] == Verb.HAZARD_ADD for cells in _alternatives(tables, "missions")):
        yield f"missions.csv, reward: nothing has {NAMES[Verb.HAZARD_ADD]!r}, some missions do"
    if not any(cells[Cell.VERB] == Verb.HAZARD_REMOVE for cells in _alternatives(tables, "missions", "schemes")):
        yield f"missions.csv, schemes.csv: nothing has {NAMES[Verb.HAZARD_REMOVE]!r}, some missions or schemes do"
    found = _alternatives(tables, "missions", "schemes", "rep_tracks")
    for verb in NEEDED:
        if not any(cells[Cell.VERB] == verb for cells in found):
            yield f"missions.csv, schemes.csv, rep_tracks.csv: nothing has {NAMES[verb]!r}, some cards do"
    if not any(cells[Cell.VERB] == Verb.SPEND_BRIBES or cells[Cell.RANSOM] for cells in found):
        yield "missions.csv, schemes.csv, rep_tracks.csv: nothing has 'spend bribes' or 'ransom', some cards do"
    for verb in NEEDED_ANYWHERE:
        if not any(cells[Cell.VERB] == verb for cells in [*found, *_alternatives(tables, "contacts")]):
            yield f"contacts.csv, missions.csv, schemes.csv, rep_tracks.csv: nothing has {NAMES[verb]!r}, some cards do"


def _known_levels(tables: Tables) -> Iterator[str]:
    """Every level does something, and of one it is known what."""
    faction, level, effect = STRINGER
    for row in tables["rep_tracks"]:
        if (row.faction, row.level) == (faction, level) and row.effects != effect:
            yield fault("rep_tracks", row, "effects", f"{row.effects!r}, this level is known and says {effect!r}; try another with --set")
        elif row.level < LEVELS and not row.effects:
            yield fault("rep_tracks", row, "effects", "none, every level below the last does something")


# --- The record that the kernels read -------------------------------------------------------------------------------------

PROGRAM_COLUMNS = {
    ("contacts", "effects"): "contact",
    ("missions", "reward"): "reward",
    ("schemes", "effects"): "scheme",
    ("rep_tracks", "effects"): "benefit",
}
"""Where effects stand: table and column, to context."""

NUMBER_COLUMNS = {
    ("contacts", "copies"): "contact_copies",
    ("missions", "copies"): "mission_copies",
    ("missions", "infamy"): "mission_infamy",
    ("missions", "rep"): "mission_rep",
}
"""Where numbers stand: table and column, to field of the rules record."""

BIT_COLUMNS = {
    ("contacts", "factions"): ("contact_factions", FACTION),
    ("missions", "factions"): ("mission_factions", FACTION),
    ("missions", "types"): ("mission_types", TYPE),
}
"""Where several words stand: table and column, to field of the rules record and words, of which each is a bit."""


def _compiled(tables: Tables) -> dict[str, Program]:
    """Each different effect of a card set once, by text, in the order of the tables; without the empty one."""
    return {
        text: compile_program(text, context)
        for (table, column), context in PROGRAM_COLUMNS.items()
        for text in (getattr(row, column) for row in tables[table])
        if text
    }


def clashes(settings: Mapping[str, Any], players: int) -> list[str]:
    """Settings that cannot be played together, one line each."""
    found = []
    dealt = settings["starting_resources"] * players
    if dealt > settings["resource_tokens"]:
        found.append(
            f"starting_resources: {settings['starting_resources']} for each of {players} players are {dealt}, "
            f"resource_tokens are {settings['resource_tokens']}"
        )
    if settings["bribes"] <= settings["expenses"]:
        found.append(f"bribes: {settings['bribes']} are too few for any bid, which needs more than expenses ({settings['expenses']})")
    both = 2
    if settings["watchdogs_at_start"] == "both" and settings["watchdogs"] < both:
        found.append(f"watchdogs_at_start: both are {both}, watchdogs are {settings['watchdogs']}")
    return found


def fill(rules: Any, tables: Tables) -> None:
    """Write the cards into the rules record.

    Parameters
    ----------
    rules : record
        With the fields of `state.CARD_FIELDS`, all 0.
    tables : mapping
        Rows by table name, without problems.
    """
    for table in ("contacts", "missions", "schemes"):
        rules[table] = len(tables[table])
    write_numbers(rules, tables, NUMBER_COLUMNS)
    for (table, column), (name, kind) in BIT_COLUMNS.items():
        write(rules[name], (_bits(getattr(row, column), kind) for row in tables[table]))
    numbers = _fill_programs(rules, tables)
    _fill_contacts(rules, tables["contacts"], numbers)
    _fill_missions(rules, tables["missions"], numbers)
    _fill_schemes(rules, tables["schemes"], numbers)
    _fill_benefits(rules, tables["rep_tracks"], numbers)
    for number, row in enumerate(tables["sectors"]):
        write(rules.zone_kind[number], (ZONE.codes[zone] for zone in (row.zone_a, row.zone_b)))


def _bits(text: str, kind: Word) -> int:
    return sum(1 << kind.codes[word] for word in text.split(JOINED) if word)


def _fill_programs(rules: Any, tables: Tables) -> dict[str, int]:
    """Write the programs, and tell the number of each; they count from 1, number 0 is the empty one."""
    compiled = _compiled(tables)
    end = 0
    for number, program in enumerate(compiled.values(), start=1):
        rows = [alternative for statement in program for alternative in statement]
        rules.first_statement[number] = end
        rules.statement_count[number] = len(rows)
        rules.statements[end : end + len(rows)] = rows
        rules.gate[number] = Verb(rows[0][Cell.VERB]) in GATES
        end += len(rows)
    return {"": 0} | {text: number for number, text in enumerate(compiled, start=1)}


def _fill_contacts(rules: Any, rows: Sequence[Contact], numbers: Mapping[str, int]) -> None:
    write(rules.contact_identity, (identity_of(row.slug) for row in rows))
    write(rules.contact_program, (numbers[row.effects] for row in rows))
    write(rules.contact_favor_barred, (row.slug == FAVOR_BARRED for row in rows))


def _fill_missions(rules: Any, rows: Sequence[Mission], numbers: Mapping[str, int]) -> None:
    write(rules.mission_identity, (identity_of(row.slug) for row in rows))
    write(rules.mission_program, (numbers[row.reward] for row in rows))
    write(rules.mission_sector, (row.sector - 1 for row in rows))
    for number, row in enumerate(rows):
        write(rules.mission_cost[number], (getattr(row, spelt(good)) for good in TOKENS))


def _fill_schemes(rules: Any, rows: Sequence[Scheme], numbers: Mapping[str, int]) -> None:
    """Equal cards lie one after the other, in the order of the rows; each has an identity of its own."""
    write(rules.scheme_program, (numbers[row.effects] for row in rows))
    write(rules.scheme_faction, (FACTION.codes[row.faction] for row in rows))
    cards = [(number, row.slug, copy) for number, row in enumerate(rows) for copy in range(row.copies)]
    rules.scheme_cards = len(cards)
    write(rules.scheme_row, (number for number, _, _ in cards))
    write(rules.scheme_identity, (identity_of(slug, copy) for _, slug, copy in cards))


def _fill_benefits(rules: Any, rows: Sequence[Benefit], numbers: Mapping[str, int]) -> None:
    for row in rows:
        place = (FACTION.codes[row.faction], row.level - 1)
        trigger, of = compile_trigger(row.trigger)
        rules.benefit_program[place] = numbers[row.effects]
        rules.benefit_trigger[place] = trigger if row.effects or trigger is Trigger.WIN else 0
        rules.benefit_of[place] = of
