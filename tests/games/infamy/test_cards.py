"""The grammar of effects, the checks of a card set, and the record that the kernels read."""

import csv
import functools
import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simcore.errors import HeistlabError
from simcore.games.infamy import SPEC, cards
from simcore.games.infamy.cards import (
    CONTEXTS,
    GATES,
    GRAMMAR,
    NAMES,
    PREFIXES,
    PROGRAM_COLUMNS,
    SECTOR_PHASE,
    SHARED,
    THEFTS,
    TRIGGERS,
    Number,
    Word,
    compile_program,
    compile_trigger,
    show_program,
    show_trigger,
)
from simcore.games.infamy.state import CONTACTS, LEVELS, MISSIONS, PROGRAMS, SCHEME_CARDS, SCHEMES, STATEMENTS
from simcore.games.infamy.vocabulary import STATEMENT_FIELDS, Cell, Condition, Faction, Trigger, Verb, ZoneKind
from simcore.rulebook import Rulebook, identity_of, load_rulebook
from tests.games import own_cards
from tests.games.infamy.random_cards import random_patches
from tests.games.own_cards import put, read, replace, write

SHIPPED = SPEC.directory / "cards"


# --- The grammar ----------------------------------------------------------------------------------------------------------


def row(verb: Verb, what: int = 0, number: int = 0, **cells: int) -> tuple[int, ...]:
    """A compiled alternative; further cells by their names in lower case."""
    found = [0] * STATEMENT_FIELDS
    found[Cell.VERB], found[Cell.WHAT], found[Cell.NUMBER] = verb, what, number
    for name, value in cells.items():
        found[Cell[name.upper()]] = value
    return tuple(found)


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("", ()),
        ("  ", ()),
        ("gain weapon 2", ((row(Verb.GAIN, 0, 2),),)),
        (
            "gain infamy 2 | gain rep any 1",
            ((row(Verb.GAIN_INFAMY, 0, 2, or_next=1), row(Verb.GAIN_REP, 3, 1)),),
        ),
        (
            "draw scheme any 2; discard scheme 1; extra scheme 1",
            ((row(Verb.DRAW_SCHEME, 3, 2),), (row(Verb.DISCARD_SCHEME, 0, 1),), (row(Verb.EXTRA_SCHEME, 0, 1),)),
        ),
        ("ransom 3: steal resource thief 1", ((row(Verb.STEAL_RESOURCE, 0, 1, ransom=3),),)),
        ("steal scheme random 1; steal scheme victim 1", ((row(Verb.STEAL_SCHEME, 2, 1),), (row(Verb.STEAL_SCHEME, 1, 1),))),
        (
            "each rival: lose resource 1; hazard add current",
            ((row(Verb.LOSE, 5, 1, each_rival=1),), (row(Verb.HAZARD_ADD, 1),)),
        ),
        (
            "night: late: may: per underworld 2: gain data 1",
            ((row(Verb.GAIN, 1, 1, when=2, late=1, may=1, condition=1, condition_what=2, condition_number=2),),),
        ),
        (
            "day: if carnage 3: hazard remove any; if rep any 4: hazard move",
            (
                (row(Verb.HAZARD_REMOVE, 0, when=1, condition=2, condition_number=3),),
                (row(Verb.HAZARD_MOVE, condition=3, condition_what=3, condition_number=4),),
            ),
        ),
        ("sabotage 2; may: hazard add nonhq", ((row(Verb.SABOTAGE, 0, 2),), (row(Verb.HAZARD_ADD, 2, may=1),))),
    ],
)
def test_compile__codes_as_in_the_vocabulary(text: str, program: cards.Program) -> None:
    assert compile_program(text, "contact") == program


def spellings(name: str, arguments: tuple[cards.Argument, ...]) -> list[str]:
    """A verb, prefix or trigger with everything that may follow it."""
    ranges = [[str(n) for n in range(a.low, a.high + 1)] if isinstance(a, Number) else a.words for a in arguments]
    return [" ".join([name, *words]) for words in itertools.product(*ranges)]


@pytest.mark.parametrize("verb", Verb)
def test_round_trip__every_spelling_of_every_verb(verb: Verb) -> None:
    found = set()
    for text in spellings(NAMES[verb], GRAMMAR[verb]):
        whole = f"sabotage 1; {text}" if text == "hazard add nonhq" else text
        program = compile_program(whole, "contact")
        assert show_program(program) == whole
        assert [len(cells) for statement in program for cells in statement] == [STATEMENT_FIELDS] * len(program)
        assert program[-1][0][Cell.VERB] == verb
        found.add(program)
    assert len(found) == len(spellings(NAMES[verb], GRAMMAR[verb]))


def verb_for(prefix: str) -> str:
    return "lose data 1" if prefix == "each rival" else "steal henchman 1"


@pytest.mark.parametrize("name", PREFIXES)
def test_round_trip__every_spelling_of_every_prefix(name: str) -> None:
    plain = compile_program(verb_for(name), "scheme")
    found = set()
    for text in spellings(name, PREFIXES[name].arguments):
        whole = f"{text}: {verb_for(name)}"
        program = compile_program(whole, "scheme")
        assert show_program(program) == whole
        found.add(program)
    assert len(found - {plain}) == len(spellings(name, PREFIXES[name].arguments))


def test_round_trip__prefixes_in_any_order_have_one_spelling() -> None:
    prefixes = ("night", "late", "may", "if rep militia 2", "ransom 4")
    for order in itertools.permutations(prefixes):
        text = ": ".join([*order, "drain bribes 3"])
        assert show_program(compile_program(text, "scheme")) == ": ".join([*prefixes, "drain bribes 3"])


@pytest.mark.parametrize("trigger", Trigger)
def test_round_trip__every_trigger(trigger: Trigger) -> None:
    texts = spellings(trigger.name.lower().replace("_", " "), TRIGGERS[trigger])
    for code, text in enumerate(texts):
        assert compile_trigger(f"  {text.replace(' ', '   ')} ") == (trigger, code)
        assert show_trigger(trigger, code) == text


def test_round_trip__every_shipped_effect(book: Rulebook) -> None:
    with_effects = 0
    for (table, column), context in PROGRAM_COLUMNS.items():
        with (SHIPPED / f"{table}.csv").open(newline="", encoding="utf-8") as handle:
            for cells, card in zip(csv.DictReader(handle), book.tables[table], strict=True):
                text = cells[column]
                assert getattr(card, column) == text == show_program(compile_program(text, context))
                with_effects += bool(text)
    assert with_effects == 13 + 19 + 30 + 12


@pytest.mark.parametrize(
    ("context", "text", "message"),
    [
        ("scheme", "gian weapon 2", "unknown verb 'gian'; did you mean 'gain'?"),
        ("scheme", "Gain weapon 2", "unknown verb 'Gain'; did you mean 'gain'?"),
        ("scheme", "steal resorce thief 1", "unknown verb 'steal resorce'; did you mean 'steal resource'?"),
        ("scheme", "watchdog", "unknown verb 'watchdog'; did you mean 'watchdog add'?"),
        ("scheme", "gain wepon 2", "in 'gain wepon 2', unknown word 'wepon'; did you mean 'weapon'?"),
        ("scheme", "gain infmy 2", "in 'gain infmy 2', unknown word 'infmy'; did you mean 'infamy'?"),
        (
            "scheme",
            "gain xyzzy 2",
            "in 'gain xyzzy 2', unknown word 'xyzzy'; known: weapon, data, compound, henchman, favor, resource, infamy, rep",
        ),
        ("scheme", "steal scheme thief 1", "in 'steal scheme thief 1', unknown word 'thief'; known: random, victim"),
        ("scheme", "hazard remove nonhq", "in 'hazard remove nonhq', unknown word 'nonhq'; known: any, current"),
        ("scheme", "gain weapon 4", "in 'gain weapon 4', 4 is not a whole number from 1 to 3"),
        ("scheme", "gain weapon 0", "in 'gain weapon 0', 0 is not a whole number from 1 to 3"),
        ("scheme", "gain weapon +2", "in 'gain weapon +2', '+2' is not a whole number from 1 to 3"),
        ("scheme", "gain weapon two", "in 'gain weapon two', 'two' is not a whole number from 1 to 3"),
        ("scheme", "steal henchman 2", "in 'steal henchman 2', 2 is not 1"),
        ("scheme", "gain weapon", "'gain weapon' has 1 word after 'gain', expected 'gain KIND N'"),
        ("scheme", "sabotage", "'sabotage' has 0 words after 'sabotage', expected 'sabotage N'"),
        ("scheme", "hazard move any", "'hazard move any' has 1 word after 'hazard move', expected 'hazard move'"),
        ("scheme", "gain weapon 1;", "a statement is empty"),
        ("scheme", "gain weapon 1 |", "a statement is empty"),
        ("scheme", "day:", "nothing follows 'day:'"),
        ("scheme", "day gain weapon 1", "in 'day gain weapon 1', a ':' has to follow the prefix 'day'"),
        ("scheme", "night: each rival lose data 1", "in 'each rival lose data 1', a ':' has to follow the prefix 'each rival'"),
        ("scheme", "dya: gain weapon 1", "unknown prefix 'dya'; did you mean 'day'?"),
        ("scheme", "each rivals: lose data 1", "unknown prefix 'each rivals'; did you mean 'each rival'?"),
        ("scheme", "per carnag 1: gain data 1", "in 'per carnag 1', unknown word 'carnag'; did you mean 'carnage'?"),
        ("scheme", "if rpe militia 2: gain data 1", "in 'if rpe militia 2', unknown word 'rpe'; did you mean 'rep'?"),
        ("scheme", "if rep militia 5: gain data 1", "in 'if rep militia 5', 5 is not a whole number from 1 to 4"),
        ("scheme", "if carnage: gain data 1", "'if carnage' has 1 word after 'if', expected 'if TYPE N'"),
        ("scheme", "may: may: gain data 1", "'may' twice"),
        ("scheme", "day: night: gain data 1", "'day: night: gain data 1' has two of the prefixes day, night"),
        (
            "scheme",
            "per carnage 1: if rep any 1: gain data 1",
            "'per carnage 1: if rep any 1: gain data 1' has two of the prefixes per, if, if rep",
        ),
        (
            "scheme",
            "gain data 1 | gain weapon 1 | gain favor 1",
            "3 alternatives in 'gain data 1 | gain weapon 1 | gain favor 1', at most 2 are allowed",
        ),
        ("scheme", "; ".join(["hazard move"] * 5), f"5 statements in {'; '.join(['hazard move'] * 5)!r}, at most 4 are allowed"),
        (
            "scheme",
            "gain data 1; pay data 1",
            "'pay data 1' must be the first statement: what it asks is paid before anything else happens",
        ),
        ("reward", "pay data 1 | gain data 1", "'pay data 1' cannot have an alternative"),
        ("reward", "gain data 1 | spend bribes 2", "'spend bribes 2' cannot have an alternative"),
        ("benefit", "may: pay data 1", "'may: pay data 1': 'may' cannot stand before 'pay', which opens the rest of the effect"),
        (
            "contact",
            "late: spend bribes 1",
            "'late: spend bribes 1': 'late' cannot stand before 'spend bribes', which opens the rest of the effect",
        ),
        (
            "scheme",
            "ransom 3: gain data 1",
            "'ransom 3: gain data 1': 'ransom' stands only before drain bribes, steal resource, steal henchman, steal scheme",
        ),
        (
            "scheme",
            "each rival: gain rep any 1",
            "'each rival: gain rep any 1': 'each rival' stands only before gain, gain infamy, lose, discard scheme",
        ),
        ("scheme", "extra pawn", "'extra pawn' has no effect in a scheme: it changes the Sector Phase of the same Round"),
        (
            "reward",
            "day: skip placement",
            "'day: skip placement' has no effect in the reward of a mission: it changes the Sector Phase of the same Round",
        ),
        (
            "contact",
            "late: double resupply",
            "'late: double resupply' has no effect after 'late': it changes the Sector Phase of the same Round",
        ),
        (
            "contact",
            "hazard add nonhq",
            "'hazard add nonhq' needs 'sabotage' before it, at the same time: it asks for the sector of that mission",
        ),
        (
            "contact",
            "late: sabotage 1; hazard add nonhq",
            "'hazard add nonhq' needs 'sabotage' before it, at the same time: it asks for the sector of that mission",
        ),
        (
            "contact",
            "sabotage 1; late: hazard add nonhq",
            "'late: hazard add nonhq' needs 'sabotage' before it, at the same time: it asks for the sector of that mission",
        ),
    ],
)
def test_compile__says_what_is_wrong(context: str, text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        compile_program(text, context)
    assert str(caught.value) == message


def test_grammar__complete() -> None:
    assert set(GRAMMAR) == set(NAMES) == set(Verb)
    assert set(TRIGGERS) == set(Trigger)
    assert {prefix.code for prefix in PREFIXES.values() if prefix.cell is Cell.CONDITION} == set(Condition) - {Condition.NONE}
    assert set(PREFIXES["per"].arguments) == set(PREFIXES["if"].arguments)
    for arguments in [*GRAMMAR.values(), *(prefix.arguments for prefix in PREFIXES.values())]:
        assert [isinstance(argument, Number) for argument in arguments] in ([], [True], [False], [False, True])


# --- README ---------------------------------------------------------------------------------------------------------------

README = (SHIPPED / "README.md").read_text(encoding="utf-8")


def readme_rows() -> list[list[str]]:
    """Rows of the README's tables, bars inside words kept."""
    lines = [line for line in README.splitlines() if line.startswith("| ")]
    return [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip("|"))] for line in lines]


def usage(name: str, arguments: tuple[cards.Argument, ...]) -> str:
    return " ".join([name, *(argument.usage for argument in arguments)])


def span(arguments: tuple[cards.Argument, ...]) -> str:
    """The range of a number as the README writes it."""
    number = next((a for a in arguments if isinstance(a, Number)), None)
    return "" if number is None else f"{number.low} to {number.high}" if number.low < number.high else str(number.low)


def test_readme__every_verb_with_code_words_and_range() -> None:
    rows = [cells for cells in readme_rows() if cells[0].isdigit()]
    assert [int(cells[0]) for cells in rows] == [verb.value for verb in Verb]
    for cells in rows:
        verb = Verb(int(cells[0]))
        assert cells[1] == f"`{usage(NAMES[verb], GRAMMAR[verb])}`"
        assert not span(GRAMMAR[verb]) or cells[2] == span(GRAMMAR[verb])


def test_readme__every_prefix_with_words_and_range() -> None:
    rows = {word: cells for cells in readme_rows() if cells[2:] for word in re.findall(r"`([^`]*):`", cells[0])}
    for name, prefix in PREFIXES.items():
        cells = rows[usage(name, prefix.arguments)]
        assert cells[1] == span(prefix.arguments)


def test_readme__every_trigger_word_and_zone() -> None:
    rows = {cells[0]: cells for cells in readme_rows()}
    for trigger, arguments in TRIGGERS.items():
        assert f"`{usage(trigger.name.lower().replace('_', ' '), arguments)}`" in rows
    for words in (cards.KIND, cards.FACTION_OR_ANY, cards.TYPE):
        assert all(f"`{word}`" in " ".join(rows[words.usage.removesuffix("|any")]) for word in words.words)
    for kind in ZoneKind:
        assert f"`{kind.name.lower().replace('_', ' ')}`" in README


# --- Own card sets --------------------------------------------------------------------------------------------------------


complaint = functools.partial(own_cards.complaint, SPEC)


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        # cells
        ("schemes.deep_scan.effects", "gian data 2", "schemes.csv line 12 (Deep Scan), effects: unknown verb 'gian'; did you mean 'gain'?"),
        ("schemes.deep_scan.effects", "", "schemes.csv line 12 (Deep Scan), effects: is empty"),
        (
            "schemes.deep_scan.faction",
            "megacrop",
            "schemes.csv line 12 (Deep Scan), faction: unknown faction 'megacrop'; did you mean 'megacorp'?",
        ),
        (
            "schemes.deep_scan.faction",
            "any",
            "schemes.csv line 12 (Deep Scan), faction: unknown faction 'any'; known: cartel, megacorp, militia",
        ),
        ("schemes.deep_scan.copies", "-1", "schemes.csv line 12 (Deep Scan), copies: '-1': input should be greater than or equal to 0"),
        ("contacts.thug.factions", "cartle", "contacts.csv line 14 (Thug), factions: unknown faction 'cartle'; did you mean 'cartel'?"),
        ("contacts.thug.factions", "cartel+cartel", "contacts.csv line 14 (Thug), factions: 'cartel+cartel' names a faction twice"),
        (
            "contacts.thug.effects",
            "extra pwan",
            "contacts.csv line 14 (Thug), effects: unknown verb 'extra pwan'; did you mean 'extra pawn'?",
        ),
        ("missions.ore_train.sector", "7", "missions.csv line 18 (Ore Train), sector: '7': input should be less than or equal to 6"),
        ("missions.ore_train.weapon", "19", "missions.csv line 18 (Ore Train), weapon: '19': input should be less than or equal to 18"),
        ("missions.ore_train.weapon", "", None),
        ("missions.ore_train.infamy", "three", None),
        ("missions.ore_train.rep", "6", "missions.csv line 18 (Ore Train), rep: '6': input should be less than or equal to 5"),
        (
            "missions.ore_train.types",
            "undrworld",
            "missions.csv line 18 (Ore Train), types: unknown type 'undrworld'; did you mean 'underworld'?",
        ),
        ("missions.ore_train.name", "", "missions.csv line 18 (), name: is empty"),
        (
            "missions.ore_train.provenance",
            "publik",
            "missions.csv line 18 (Ore Train), provenance: unknown word 'publik'; did you mean 'public'?",
        ),
        (
            "sectors.ropewalk.zone_a",
            "hq carte",
            "sectors.csv line 2 (Ropewalk), zone_a: unknown zone 'hq carte'; did you mean 'hq cartel'?",
        ),
        (
            "rep_tracks.hood.trigger",
            "on qh cartel",
            "rep_tracks.csv line 2 (Hood), trigger: unknown trigger 'on qh'; did you mean 'on hq'?",
        ),
        (
            "rep_tracks.hood.trigger",
            "on hq any",
            "rep_tracks.csv line 2 (Hood), trigger: in 'on hq any', unknown word 'any'; known: cartel, megacorp, militia",
        ),
        ("rep_tracks.hood.trigger", "", None),
        ("rep_tracks.hood.level", "0", "rep_tracks.csv line 2 (Hood), level: '0': input should be greater than or equal to 1"),
        # what fits together
        ("missions.toll_on_the_lift.factions", "", "missions.csv (Toll on the Lift), factions: none, but the mission gives 1 Rep"),
        ("sectors.ropewalk.sector", "2", "sectors.csv, sector: the rows must be sectors 1 to 6, in this order"),
        ("rep_tracks.hood.level", "2", "rep_tracks.csv, level: the rows must be levels 1 to 5 of cartel, megacorp, militia, in this order"),
        ("rep_tracks.hood.trigger", "win", "rep_tracks.csv (Hood), trigger: 'win' at level 1: level 5, and no other, is 'win'"),
        ("rep_tracks.chair.trigger", "on night", "rep_tracks.csv (Chair), trigger: 'on night' at level 5: level 5, and no other, is 'win'"),
        ("rep_tracks.chair.effects", "gain data 1", "rep_tracks.csv (Chair), effects: 'gain data 1' at level 5, which wins the game"),
        (
            "rep_tracks.badge_holder.effects",
            "gain data 1",
            "rep_tracks.csv (Badge Holder), effects: 'gain data 1' cannot be had always, only 'watchdog pass' or 'extra scheme 1'",
        ),
        (
            "rep_tracks.lookout.effects",
            "gain data 1; extra pawn",
            "rep_tracks.csv (Lookout), effects: 'extra pawn' changes the Sector Phase of the same Round: it needs 'on contact FACTION'",
        ),
        # the contents of the box
        ("missions.ore_train.copies", "0", None),
        ("schemes.deep_scan.copies", "2", "schemes.csv, copies: 19 schemes of the megacorp, the box has 20"),
        ("schemes.deep_scan.faction", "militia", "schemes.csv, copies: 17 schemes of the megacorp, the box has 20"),
        ("missions.ore_train.name", "Yard War", "missions.csv (Yard War), name: 2 rows have this name"),
        # what is known of the cards
        (
            "sectors.glasshouse.zone_b",
            "special",
            "sectors.csv (Glasshouse), zone_b: 'special' in sector 3, the one special zone lies in sector 2",
        ),
        ("sectors.lantern_court.zone_a", "data", "sectors.csv, zone_a, zone_b: 0 special zones, the board has one"),
        ("sectors.lantern_court.zone_b", "special", "sectors.csv, zone_a, zone_b: 2 special zones, the board has one"),
        ("sectors.old_diggings.zone_a", "henchman", "sectors.csv, zone_a, zone_b: no zone is 'hq militia'"),
        (
            "missions.armoury_dash.weapon",
            "0",
            "missions.csv (Armoury Dash), weapon, data, compound, henchman, favor: all 0, every mission asks for something",
        ),
        ("missions.armoury_dash.rep", "0", "missions.csv (Armoury Dash), infamy, rep: both 0, every mission gives one of them"),
        ("missions.ore_train.factions", "", "missions.csv (Ore Train), factions: none, every mission shows one to three"),
        ("rep_tracks.paymaster.effects", "", "rep_tracks.csv (Paymaster), effects: none, every level below the last does something"),
        (
            "rep_tracks.stringer.effects",
            "gain weapon 1",
            "rep_tracks.csv (Stringer), effects: 'gain weapon 1', this level is known and says 'gain data 1'; try another with --set",
        ),
    ],
)
def test_own_set__one_line_for_each_mistake(own: Path, path: str, text: str, line: str | None) -> None:
    if path.endswith(".copies") and path.startswith("missions"):
        add_copies(own, "missions", path.split(".")[1], text)
        assert complaint(own) == "missions.csv, copies: 29 missions in all, the box has 30"
        return
    put(own, path, text)
    found = complaint(own)
    if line is None:  # pydantic's own words, or a list of all words: only where is ours
        table, _, column = path.split(".")
        assert found.startswith(f"{table}.csv line ")
        assert f"), {column}: " in found
    else:
        assert found == line


def add_copies(directory: Path, table: str, slug: str, copies: str) -> None:
    """Add the column that may be missing, with a number for one card."""
    header, *lines = read(directory, table)
    write(directory, table, [[*header, "copies"], *([*line, copies if line[0] == slug else ""] for line in lines)])


def drop_a_contact(directory: Path) -> None:
    write(directory, "contacts", [line for line in read(directory, "contacts") if line[0] != "thug"])


def misspell_a_column(directory: Path) -> None:
    lines = read(directory, "missions")
    lines[0][lines[0].index("reward")] = "rewrad"
    write(directory, "missions", lines)


def drop_a_column(directory: Path) -> None:
    write(directory, "schemes", [[cell for place, cell in enumerate(line) if place != 3] for line in read(directory, "schemes")])


def add_a_table(directory: Path) -> None:
    (directory / "scheme.csv").write_text("slug\n", encoding="utf-8")


def no_favors(directory: Path) -> None:
    replace(directory, "missions", "favor", {"1": "0"})


def no_types_on_missions(directory: Path) -> None:
    replace(directory, "missions", "reward", {"per underworld 2: ": "", "per influence 2: ": "", "per carnage 2: ": ""})


def no_hazards_from_missions(directory: Path) -> None:
    replace(directory, "missions", "reward", {"hazard add any": "hazard move"})


def no_hazards_removed(directory: Path) -> None:
    replace(directory, "missions", "reward", {"hazard remove any": "hazard move"})
    replace(directory, "schemes", "effects", {"hazard remove any": "hazard move"})


def no_schemes_stolen(directory: Path) -> None:
    replace(directory, "missions", "reward", {"steal scheme random 1": "steal henchman 1"})
    replace(directory, "schemes", "effects", {"steal scheme random 1": "steal henchman 1", "steal scheme victim 1": "steal henchman 1"})


def no_bribes_spent(directory: Path) -> None:
    replace(directory, "missions", "reward", {"ransom 3: ": ""})
    replace(directory, "schemes", "effects", {f"ransom {n}: ": "" for n in (3, 4)} | {"spend bribes 4": "pay data 1"})
    replace(directory, "rep_tracks", "effects", {f"ransom {n}: ": "" for n in (2, 3)})


def no_sabotage(directory: Path) -> None:
    replace(directory, "missions", "reward", {"sabotage 1": "hazard move"})
    replace(directory, "schemes", "effects", {"sabotage 1": "hazard move", "sabotage 2": "hazard move"})
    replace(directory, "contacts", "effects", {"sabotage 1; may: hazard add nonhq": "hazard move"})


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (drop_a_contact, "contacts.csv, copies: 12 contacts in all, the box has 13; missing: thug"),
        (misspell_a_column, "missions.csv: unknown column 'rewrad'; did you mean 'reward'?"),
        (drop_a_column, "schemes.csv: column 'copies' is missing"),
        (add_a_table, "scheme.csv: infamy has no such table; did you mean 'schemes'?"),
        (no_favors, "missions.csv, favor: no mission asks for a favor, some do"),
        (
            no_types_on_missions,
            "missions.csv, reward: nothing asks about mission types ('per TYPE N' or 'if TYPE N'), some missions do",
        ),
        (no_hazards_from_missions, "missions.csv, reward: nothing has 'hazard add', some missions do"),
        (no_hazards_removed, "missions.csv, schemes.csv: nothing has 'hazard remove', some missions or schemes do"),
        (no_schemes_stolen, "missions.csv, schemes.csv, rep_tracks.csv: nothing has 'steal scheme', some cards do"),
        (no_bribes_spent, "missions.csv, schemes.csv, rep_tracks.csv: nothing has 'spend bribes' or 'ransom', some cards do"),
        (no_sabotage, "contacts.csv, missions.csv, schemes.csv, rep_tracks.csv: nothing has 'sabotage', some cards do"),
    ],
)
def test_own_set__one_line_for_a_set_that_is_wrong(own: Path, spoil: Callable[[Path], None], line: str) -> None:
    spoil(own)
    assert complaint(own) == line


def test_own_set__copies_may_be_given(own: Path) -> None:
    for table in ("contacts", "missions"):
        header, first, *rest = read(own, table)
        spare = ["spare", "Spare", *first[2:], "0"]
        write(own, table, [[*header, "copies"], [*first, "1"], *([*line, ""] for line in rest), spare])
    record = load_rulebook(SPEC, cards=own).record
    assert (record.contacts, record.missions) == (14, 31)
    assert record.contact_copies.tolist() == [1] * 13 + [0] * (CONTACTS - 13)
    assert record.mission_copies.tolist() == [1] * 30 + [0] * (MISSIONS - 30)


def test_own_set__what_is_out_of_the_game_is_not_in_the_box(own: Path) -> None:
    header, *lines = read(own, "schemes")
    place = header.index("effects")
    idle = [["idle", "Idle", *lines[0][2:]]]
    idle[0][header.index("copies")] = "0"
    for line in lines:
        line[place] = line[place].replace("steal scheme", "draw scheme").replace("random", "any").replace("victim", "any")
        line[place] = line[place].replace("steal resource any", "steal resource victim")
    idle[0][place] = "steal scheme random 1"
    write(own, "schemes", [header, *lines, *idle])
    replace(own, "missions", "reward", {"steal scheme random 1": "steal henchman 1"})
    assert complaint(own) == "missions.csv, schemes.csv, rep_tracks.csv: nothing has 'steal scheme', some cards do"


def test_own_set__spaces_and_order_of_words_do_no_harm(own: Path, book: Rulebook) -> None:
    put(own, "contacts.peddler.factions", " militia + cartel+megacorp ")
    put(own, "missions.ledger_bonfire.types", "influence+carnage")
    put(own, "schemes.shakedown.effects", " ransom  3 : steal resource   thief 1;if underworld 1:gain compound 1 ")
    put(own, "sectors.ropewalk.zone_a", "hq   cartel")
    put(own, "rep_tracks.hood.trigger", " on  hq cartel")
    assert load_rulebook(SPEC, cards=own).hash == book.hash


def test_capacities__one_line_each(book: Rulebook) -> None:
    tables = book.tables
    for table, capacity in (("contacts", CONTACTS), ("missions", MISSIONS), ("schemes", SCHEMES)):
        lines = cards.problems({**tables, table: tables[table] * 3}, box=False)
        assert f"{table}.csv: {3 * len(tables[table])} rows, there is space for {capacity}" in lines
    more = tuple(scheme.model_copy(update={"copies": 3}) for scheme in tables["schemes"])
    assert f"schemes.csv, copies: 90 schemes in all, there is space for {SCHEME_CARDS}" in cards.problems(
        {**tables, "schemes": more}, box=False
    )

    verbs = [f"gain {kind} {n}" for kind in cards.KIND.words for n in (1, 2, 3)]
    texts = ("; ".join(f"{a} | {b}" for a, b in itertools.pairwise([*chosen, chosen[0]])) for chosen in itertools.permutations(verbs, 4))

    def wordy(table: str, column: str, capacity: int) -> tuple[Any, ...]:
        first = tables[table][0]
        return tuple(first.model_copy(update={"slug": f"card_{n}", column: next(texts), "copies": 1}) for n in range(capacity))

    full = {**tables, "missions": wordy("missions", "reward", MISSIONS), "schemes": wordy("schemes", "effects", SCHEMES)}
    lines = cards.problems(full, box=False)
    assert [line for line in lines if line.endswith(f"statements in effects, there is space for {STATEMENTS}")]
    assert CONTACTS + MISSIONS + SCHEMES + 3 * LEVELS < PROGRAMS, "no set within the other capacities has more effects"


# --- Patches --------------------------------------------------------------------------------------------------------------


def test_patch__a_card_taken_out(book: Rulebook) -> None:
    settings = {"missions.ore_train.copies": 0, "contacts.thug.copies": "0", "schemes.deep_scan.copies": 0}
    patched = load_rulebook(SPEC, settings)
    assert patched.record.contact_copies.sum() == 12
    assert patched.record.contact_copies[12] == 0
    assert patched.record.mission_copies.sum() == 29
    assert patched.record.mission_copies[16] == 0
    assert patched.record.scheme_cards == 57
    assert 10 not in patched.record.scheme_row[:57]
    assert patched.record.schemes == 30
    assert patched.hash != book.hash
    assert patched.patches == ("contacts.thug.copies=0", "missions.ore_train.copies=0", "schemes.deep_scan.copies=0")


def test_patch__numbers_words_and_effects() -> None:
    settings = {
        "missions.ore_train.infamy": 5,
        "missions.ore_train.rep": "2",
        "missions.ore_train.favor": 1,
        "missions.ore_train.factions": "militia",
        "schemes.fresh_muscle.copies": 3,
        "sectors.lantern_court.zone_b": "weapon",
        "sectors.lantern_court.zone_a": "hq militia",
        "contacts.fixer.effects": "gain favor 1 | night: gain resource 3",
        "contacts.fixer.name": "Somebody",
        "rep_tracks.badge_holder.effects": "extra scheme 1",
        "rep_tracks.hood.trigger": "on type influence",
        "rep_tracks.paymaster.effects": "",
    }
    record = load_rulebook(SPEC, settings).record
    assert record.mission_infamy[16] == 5
    assert record.mission_rep[16] == 2
    assert record.mission_cost[16].tolist() == [1, 0, 2, 1, 1]
    assert record.mission_factions[16] == 1 << Faction.MILITIA
    assert record.scheme_cards == 61
    assert record.scheme_row[:4].tolist() == [0, 0, 0, 1]
    assert record.zone_kind[1].tolist() == [ZoneKind.HQ_MILITIA, ZoneKind.WEAPON]
    assert decoded(record, record.contact_program[4]) == settings["contacts.fixer.effects"]
    assert record.contact_favor_barred[4] == 1
    assert decoded(record, record.benefit_program[1, 2]) == "extra scheme 1"
    assert record.benefit_trigger[0, 0] == Trigger.ON_TYPE
    assert record.benefit_of[0, 0] == 1
    assert record.benefit_program[0, 3] == 0
    assert record.benefit_trigger[0, 3] == 0, "a level without effects sets off nothing"


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("missions.ore_train.infamy", 21, "missions.ore_train, infamy: 21: input should be less than or equal to 20"),
        ("missions.ore_trian.infamy", 2, "missions.ore_trian.infamy: no card 'ore_trian' in missions; did you mean 'ore_train'?"),
        ("missions.ore_train.infmy", 2, "missions.ore_train.infmy: missions has no column 'infmy'; did you mean 'infamy'?"),
        ("mission.ore_train.infamy", 2, "mission.ore_train.infamy: infamy has no card table 'mission'; did you mean 'missions'?"),
        ("missions.ore_train.work", "2", "missions.ore_train.work: a note for people, the game does not read it"),
        ("missions.ore_train.copies", 2, "missions.ore_train, copies: 2: a contact or a mission is in the game once (1) or not at all (0)"),
        ("missions.toll_on_the_lift.factions", "", "missions.csv (Toll on the Lift), factions: none, but the mission gives 1 Rep"),
        (
            "schemes.deep_scan.effects",
            "gain daat 2",
            "schemes.deep_scan, effects: in 'gain daat 2', unknown word 'daat'; did you mean 'data'?",
        ),
        ("schemes.deep_scan.copies", 6, "schemes.csv, copies: 63 schemes in all, there is space for 62"),
        ("sectors.lantern_court.zone_b", "wepon", "sectors.lantern_court, zone_b: unknown zone 'wepon'; did you mean 'weapon'?"),
        ("sectors.lantern_court.sector", 3, "sectors.csv, sector: the rows must be sectors 1 to 6, in this order"),
        ("rep_tracks.chair.trigger", "on night", "rep_tracks.csv (Chair), trigger: 'on night' at level 5: level 5, and no other, is 'win'"),
    ],
)
def test_patch__one_line_for_each_mistake(path: str, value: Any, line: str) -> None:
    with pytest.raises(HeistlabError) as caught:
        load_rulebook(SPEC, {path: value})
    assert str(caught.value) == line


def test_patch__the_box_does_not_bind_it() -> None:
    settings = {
        "rep_tracks.stringer.effects": "gain weapon 1",
        "sectors.ropewalk.zone_b": "special",
        "sectors.glasshouse.zone_a": "favor",
        "missions.armoury_dash.weapon": 0,
        "missions.armoury_dash.rep": 0,
        "missions.armoury_dash.factions": "",
    }
    with pytest.raises(HeistlabError, match=r"^sectors\.glasshouse, zone_a: unknown zone 'favor'"):
        load_rulebook(SPEC, settings)
    record = load_rulebook(SPEC, {**settings, "sectors.glasshouse.zone_a": "data"}).record
    assert record.zone_kind[2].tolist() == [ZoneKind.DATA, ZoneKind.COMPOUND]
    assert record.mission_cost[15].tolist() == [0] * 5
    assert record.mission_factions[15] == 0


# --- The record -----------------------------------------------------------------------------------------------------------


def decoded(record: Any, number: int) -> str:
    """The text of a program in the rules record."""
    first = int(record.first_statement[number])
    program: list[list[tuple[int, ...]]] = [[]]
    for line in record.statements[first : first + int(record.statement_count[number])]:
        program[-1].append(tuple(int(value) for value in line))
        if not line[Cell.OR_NEXT]:
            program.append([])
    assert program.pop() == []
    return show_program(tuple(map(tuple, program)))


def test_record__every_effect_in_its_place(book: Rulebook) -> None:
    record, tables = book.record, book.tables
    for table, column, field in (
        ("contacts", "effects", record.contact_program),
        ("missions", "reward", record.mission_program),
        ("schemes", "effects", record.scheme_program),
        ("rep_tracks", "effects", record.benefit_program.ravel()),
    ):
        assert [decoded(record, number) for number in field[: len(tables[table])]] == [getattr(card, column) for card in tables[table]]
        assert not field[len(tables[table]) :].any()
    assert record.statement_count[0] == 0
    texts = [decoded(record, number) for number in range(PROGRAMS) if record.gate[number]]
    assert sorted(texts) == sorted(
        [
            "pay henchman 1; gain infamy 1; steal resource victim 1",
            "pay compound 3; gain rep cartel 1",
            "day: spend bribes 4; gain rep megacorp 1; lose data 1",
            "pay weapon 2; gain infamy 2",
            "pay weapon 3; gain rep militia 1",
        ]
    )


def test_record__contacts(book: Rulebook) -> None:
    record, rows = book.record, book.tables["contacts"]
    assert record.contacts == 13
    for place, contact in enumerate(rows):
        assert record.contact_identity[place] == identity_of(contact.slug)
        assert names(record.contact_factions[place], cards.FACTION) == contact.factions
    assert record.contact_copies[:13].tolist() == [1] * 13
    assert [contact.slug for contact, barred in zip(rows, record.contact_favor_barred, strict=False) if barred] == ["fixer"]


def names(bits: int, words: Word) -> str:
    """Words of a bit mask, as a cell."""
    return "+".join(word for code, word in enumerate(words.words) if bits >> code & 1)


def test_record__missions(book: Rulebook) -> None:
    record, rows = book.record, book.tables["missions"]
    assert record.missions == 30
    for place, mission in enumerate(rows):
        assert record.mission_identity[place] == identity_of(mission.slug)
        assert record.mission_sector[place] == mission.sector - 1
        assert record.mission_cost[place].tolist() == [mission.weapon, mission.data, mission.compound, mission.henchman, mission.favor]
        assert (record.mission_infamy[place], record.mission_rep[place], record.mission_copies[place]) == (mission.infamy, mission.rep, 1)
        assert names(record.mission_factions[place], cards.FACTION) == mission.factions
        assert names(record.mission_types[place], cards.TYPE) == mission.types


def test_record__schemes(book: Rulebook) -> None:
    record, rows = book.record, book.tables["schemes"]
    assert (record.schemes, record.scheme_cards) == (30, 60)
    dealt = [(number, identity_of(scheme.slug, copy)) for number, scheme in enumerate(rows) for copy in range(scheme.copies)]
    assert list(zip(record.scheme_row[:60].tolist(), record.scheme_identity[:60].tolist(), strict=True)) == dealt
    assert len(set(record.scheme_identity[:60].tolist())) == 60
    for place, scheme in enumerate(rows):
        assert Faction(record.scheme_faction[place]).name.lower() == scheme.faction


def test_record__board_and_benefits(book: Rulebook) -> None:
    record = book.record
    for sector, zones in zip(book.tables["sectors"], record.zone_kind, strict=True):
        assert [ZoneKind(zone).name.lower().replace("_", " ") for zone in zones] == [sector.zone_a, sector.zone_b]
    for benefit in book.tables["rep_tracks"]:
        place = (Faction[benefit.faction.upper()], benefit.level - 1)
        assert show_trigger(Trigger(record.benefit_trigger[place]), int(record.benefit_of[place])) == benefit.trigger


def test_hash__changes_with_a_card(own: Path, book: Rulebook) -> None:
    put(own, "missions.ore_train.compound", "1")
    assert load_rulebook(SPEC, cards=own).hash != book.hash


# --- Random sets ----------------------------------------------------------------------------------------------------------

SEEDS = range(20)


def test_random_sets__are_valid_and_say_everything() -> None:
    verbs, words, prefixes, triggers, gated = set(), set(), set(), set(), set()
    for seed in SEEDS:
        record = load_rulebook(SPEC, random_patches(seed)).record
        for number in range(1, PROGRAMS):
            for line in decoded(record, number).replace("|", ";").split(";") if record.statement_count[number] else ():
                *before, body = line.strip().split(": ")
                verbs.add(body)
                prefixes.update(before)
        rows = record.statements[record.statements[:, Cell.VERB] > 0]
        words.update(zip(rows[:, Cell.VERB].tolist(), rows[:, Cell.WHAT].tolist(), strict=True))
        triggers.update(zip(record.benefit_trigger.ravel().tolist(), record.benefit_of.ravel().tolist(), strict=True))
        for context, field in (("contact", record.contact_program), ("scheme", record.scheme_program), ("benefit", record.benefit_program)):
            gated.update({context} if record.gate[field].any() else ())
        assert rows[:, Cell.OR_NEXT].any()
    assert verbs == {text for verb in Verb for text in spellings(NAMES[verb], GRAMMAR[verb])}
    assert prefixes == {text for name, prefix in PREFIXES.items() for text in spellings(name, prefix.arguments)}
    assert triggers == {(trigger, code) for trigger, arguments in TRIGGERS.items() for code in range(len(spellings("", arguments)))}
    assert gated == {"contact", "scheme", "benefit"}
    assert {Verb(verb) for verb, _ in words} == set(Verb)


def test_random_sets__are_the_same_for_a_seed() -> None:
    assert random_patches(3) == random_patches(3)
    assert random_patches(3) != random_patches(4)


def test_contexts__gates_thefts_and_what_rivals_share() -> None:
    """Verbs that the grammar treats apart exist, and contexts that run before the Sector Phase are the only ones to change it."""
    assert {NAMES[verb] for verb in GATES} == {"pay", "spend bribes"}
    assert {NAMES[verb] for verb in THEFTS} == {"drain bribes", "steal resource", "steal henchman", "steal scheme"}
    assert {NAMES[verb] for verb in SHARED} == {"lose", "gain", "gain infamy", "discard scheme"}
    for verb in SECTOR_PHASE:
        for name, context in CONTEXTS.items():
            if context.early:
                assert compile_program(NAMES[verb], name)
            else:
                with pytest.raises(ValueError, match="Sector Phase"):
                    compile_program(NAMES[verb], name)
