"""The grammar of effects, the checks of a card set, and the record that the kernels read."""

import csv
import functools
import itertools
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.errors import HeistlabError
from simcore.games.infiltration import SPEC, cards
from simcore.games.infiltration.cards import CONDITION_GRAMMAR, CONTEXTS, GRAMMAR, PROGRAM_COLUMNS, Number, compile_program, show_program
from simcore.games.infiltration.state import ITEMS, PROGRAMS, ROOMS, STEPS
from simcore.games.infiltration.vocabulary import Condition, Special, Trigger, Verb, Who
from simcore.rulebook import Rulebook, identity_of, load_rulebook, read_tables
from simcore.spec import NONE
from tests.games import own_cards
from tests.games.own_cards import put, read, write

SHIPPED = SPEC.directory / "cards"


# --- The grammar ----------------------------------------------------------------------------------------------------------


def test_compile__codes_as_in_the_vocabulary() -> None:
    assert compile_program("destroy lock 0; take 2 | act interface; draw_item 1", "item") == (
        ((16, 0, 0, 0), (8, 2, 0, 0)),
        ((26, 2, 0, 0), (4, 1, 0, 0)),
    )
    assert compile_program("take 2; stay enter 1; if alarm_ge 4; wound victim; if crowd; proximity -4", "item") == (
        ((8, 2, 0, 0), (34, 0, 1, 0), (32, 1, 4, 0), (22, 7, 0, 0), (32, 0, 0, 0), (2, -4, 0, 0)),
    )
    assert compile_program("npc nelson down", "arrival") == (((28, 3, 1, 0),),)
    assert compile_program("  ", "item") == ()


def spellings(arguments: tuple[cards.Argument, ...]) -> list[str]:
    """Everything that may follow a verb."""
    ranges = [[a.show(n) for n in range(a.low, a.high + 1) if n or not a.signed] if isinstance(a, Number) else a.words for a in arguments]
    return [" ".join(words) for words in itertools.product(*ranges)]


def every_step(verb: Verb) -> list[str]:
    if verb is Verb.IF:
        return [f"if {c.name.lower()} {rest}".strip() for c in Condition for rest in spellings(CONDITION_GRAMMAR[c])]
    return [f"{verb.name.lower()} {rest}".strip() for rest in spellings(GRAMMAR[verb])]


def in_a_program(verb: Verb, step: str) -> str:
    """A step with what it needs around it."""
    before = "take 1; " if verb is Verb.IF_DONE else "stay enter 1; " if step.endswith("victim") or " victim " in step else ""
    after = "; alarm +1" if verb in cards.GUARDING_VERBS | {Verb.STAY} else ""
    return before + step + after


@pytest.mark.parametrize("verb", Verb)
def test_round_trip__every_spelling_of_every_verb(verb: Verb) -> None:
    context = next(name for name, place in CONTEXTS.items() if verb in place.verbs)
    compiled = 0
    for step in every_step(verb):
        refused = step in ("special prototype room", "special blackmail room") or (
            verb in cards.FROM_OTHERS and step.split()[1] in ("me", "all")
        )
        refused |= verb in cards.MOVING_VERBS and "victim" in step
        if refused:
            with pytest.raises(ValueError, match=verb.name.lower()):
                compile_program(in_a_program(verb, step), context)
        else:
            program = compile_program(in_a_program(verb, step), context)
            assert show_program(program) == in_a_program(verb, step)
            assert all(len(numbers) == 4 for alternative in program for numbers in alternative)
            compiled += 1
    assert compiled


def test_round_trip__every_shipped_effect(book: Rulebook) -> None:
    with_effects = 0
    for (table, column), (context, _) in PROGRAM_COLUMNS.items():
        with (SHIPPED / f"{table}.csv").open(newline="", encoding="utf-8") as handle:
            for cells, row in zip(csv.DictReader(handle), book.tables[table], strict=True):
                text = cells[column]
                assert getattr(row, column) == text == show_program(compile_program(text, context))
                with_effects += bool(text)
    assert with_effects == 105


@pytest.mark.parametrize(
    ("context", "text", "message"),
    [
        ("item", "tkae 2", "unknown verb 'tkae'; did you mean 'take'?"),
        ("item", "Take 2", "unknown verb 'Take'; did you mean 'take'?"),
        (
            "item",
            "wound evrybody",
            "in 'wound evrybody', unknown word 'evrybody'; known: me, other, others, all, near, any, rivals, victim",
        ),
        ("item", "wound othre", "in 'wound othre', unknown word 'othre'; did you mean 'other'?"),
        ("item", "if crwd; take 2", "unknown condition 'crwd'; did you mean 'crowd'?"),
        ("item", "take 5", "in 'take 5', 5 is not a whole number from 1 to 4"),
        ("item", "take two", "in 'take two', 'two' is not a whole number from 1 to 4"),
        ("item", "alarm 0", "in 'alarm 0', 0 is not a whole number from -3 to 3 except 0"),
        ("item", "take", "'take' has 0 words after the verb, expected 'take N'"),
        ("item", "move 2", "'move 2' has 1 words after the verb, expected 'move DIRECTION N'"),
        ("item", "if crowd 2; take 1", "'if crowd 2' has 2 words after the verb, expected 'if CONDITION'"),
        ("item", "if alarm_ge; take 1", "'if alarm_ge' has 1 words after the verb, expected 'if CONDITION N'"),
        ("item", "take 1;; take 2", "a step is empty in 'take 1;; take 2'"),
        ("item", "take 1 |", "a step is empty in ''"),
        ("item", "take 1 | take 2 | take 3", "3 alternatives, an item has at most 2"),
        ("move", "take 1 | take 2", "2 alternatives, an advance or retreat effect has at most 1"),
        ("item", "; ".join(["take 1"] * 7), f"7 steps in {'; '.join(['take 1'] * 7)!r}, at most 6 are allowed"),
        ("item", "take 1; may", "nothing follows 'may'"),
        ("item", "if crowd", "nothing follows 'if crowd'"),
        ("item", "take 1; stay npc 1", "nothing follows 'stay npc 1'"),
        ("item", "if_done; take 1", "'if_done' asks about the step before it, and there is none"),
        ("item", "stay npc 1; if_done; take 1", "'if_done' asks about the step before it, and there is none"),
        ("item", "may; if_done; take 1", "'if_done' asks about the step before it, and there is none"),
        ("item", "stay npc 1; take 1; stay npc 1; take 1", "'stay' cannot follow 'stay'"),
        ("item", "stay enter 1; move in 1", "'move' cannot follow 'stay'"),
        ("item", "stay enter 1; take 1; push victim 1", "'push' cannot follow 'stay'"),
        ("item", "stay enter 1; escape", "'escape' cannot follow 'stay'"),
        ("item", "stay security 1; act download", "'act' cannot follow 'stay'"),
        ("item", "special prototype room", "'special prototype room': only sludge can lie on a room"),
        ("item", "steal me 1", "'steal me 1' takes from oneself"),
        ("item", "steal_item all 1", "'steal_item all 1' takes from oneself"),
        ("item", "clear", "'clear' cannot stand in an item, only in an NPC's effect"),
        (
            "item",
            "wound victim",
            "'wound victim': an item meets me, other, others, all, near, any, rivals; 'victim' needs 'stay enter' before it",
        ),
        (
            "item",
            "stay npc 1; wound victim",
            "'wound victim': an item meets me, other, others, all, near, any, rivals; 'victim' needs 'stay enter' before it",
        ),
        ("interface", "wound victim", "'wound victim': an interface effect meets me, other, others, all, near, any, rivals"),
        ("interface", "act download", "'act' cannot stand in an interface effect, only in an item"),
        ("interface", "stay npc 1; take 1", "'stay' cannot stand in an interface effect, only in an item"),
        (
            "arrival",
            "move in 1",
            "'move' cannot stand in an enter or reveal effect, only in an item, an interface effect, an advance or retreat effect",
        ),
        (
            "arrival",
            "escape",
            "'escape' cannot stand in an enter or reveal effect, only in an item, an interface effect, an advance or retreat effect",
        ),
        ("npc", "wound me", "'wound me': an NPC's effect meets all"),
        ("npc", "if crowd; alarm +1", "'if crowd' needs an agent whose effect it is, an NPC's effect has none"),
        ("leave", "void", "'void' cannot stand in an NPC's effect on leaving, only in an NPC's effect"),
        ("special", "delay me", "'delay me': a special card's effect on a room meets all, victim"),
    ],
)
def test_compile__says_what_is_wrong(context: str, text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        compile_program(text, context)
    assert str(caught.value) == message


def test_grammar__entering_a_room_cannot_go_on_for_ever() -> None:
    for context in ("arrival", "special", "npc", "leave"):
        assert not CONTEXTS[context].verbs & cards.MOVING_VERBS
    for context in set(CONTEXTS) - {"item"}:
        assert Verb.ACT not in CONTEXTS[context].verbs


def test_grammar__complete() -> None:
    assert set(GRAMMAR) == set(Verb)
    assert set(CONDITION_GRAMMAR) == set(Condition)
    assert set().union(*(place.verbs for place in CONTEXTS.values())) == set(Verb)


# --- README ---------------------------------------------------------------------------------------------------------------


def readme_rows() -> dict[str, list[str]]:
    """Rows of the README's verb tables, by verb."""
    lines = (SHIPPED / "README.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ") and "`" in line]
    return {row[1].strip("`").split()[0]: row for row in rows if row[0].isdigit()}


def test_readme__every_verb_with_number_words_and_range() -> None:
    rows = readme_rows()
    assert list(rows) == [verb.name.lower() for verb in Verb]
    for verb in Verb:
        number, usage, third = rows[verb.name.lower()][:3]
        arguments = GRAMMAR[verb]
        words = [argument.usage for argument in arguments]
        assert (number, usage) == (str(verb.value), f"`{' '.join([verb.name.lower(), *words])}`")
        for argument in arguments:
            if isinstance(argument, Number):
                assert f"{argument.low} to {argument.high}" in third


def test_readme__every_word() -> None:
    text = (SHIPPED / "README.md").read_text(encoding="utf-8")
    lists = {a.usage: a.words for arguments in GRAMMAR.values() for a in arguments if not isinstance(a, Number)}
    assert len(lists) == 10
    for usage, words in lists.items():
        line = next(line for line in text.splitlines() if line.startswith(f"| {usage} |"))
        assert all(f"`{word}" in line for word in words)


# --- Own card sets --------------------------------------------------------------------------------------------------------


complaint = functools.partial(own_cards.complaint, SPEC)


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        # cells
        ("items.grapple_line.effect", "tkae 2", "items.csv line 4 (Grapple Line), effect: unknown verb 'tkae'; did you mean 'take'?"),
        ("items.grapple_line.effect", "", "items.csv line 4 (Grapple Line), effect: is empty"),
        (
            "items.grapple_line.copies",
            "2",
            "items.csv line 4 (Grapple Line), copies: 2: a room or an item is in the game once (1) or not at all (0)",
        ),
        ("items.grapple_line.slug", "Grapple Line", None),
        ("rooms.mail_room.colour", "bleu", "rooms.csv line 6 (Mail Room), colour: unknown word 'bleu'; did you mean 'blue'?"),
        ("rooms.mail_room.files", "10", "rooms.csv line 6 (Mail Room), files: '10': input should be less than or equal to 9"),
        ("rooms.mail_room.files", "", None),
        ("rooms.mail_room.files", "two", None),
        ("rooms.mail_room.name", "", "rooms.csv line 6 (), name: is empty"),
        ("rooms.mail_room.provenance", "publik", "rooms.csv line 6 (Mail Room), provenance: unknown word 'publik'; did you mean 'public'?"),
        (
            "rooms.service_stair.advance_when",
            "befor",
            "rooms.csv line 13 (Service Stair), advance_when: unknown word 'befor'; did you mean 'before'?",
        ),
        (
            "rooms.service_stair.retreat",
            "move out 9",
            "rooms.csv line 13 (Service Stair), retreat: in 'move out 9', 9 is not a whole number from 1 to 3",
        ),
        (
            "specials.sludge.tie_break",
            "2",
            "specials.csv line 4 (Sludge), tie_break: 2 is the number of File tokens; a special card is 1, 3, or 0 for none",
        ),
        (
            "specials.sludge.room_trigger",
            "enter",
            "specials.csv line 4 (Sludge), room_trigger: unknown word 'enter'; did you mean 'enter_any'?",
        ),
        ("npcs.nelson.effect", "wound me", "npcs.csv line 5 (Officer Nelson), effect: 'wound me': an NPC's effect meets all"),
        ("rooms.mail_room.name", "Canteen", "rooms.csv (Canteen), name: 2 rows have this name"),
        # the contents of the box
        ("items.grapple_line.copies", "0", "items.csv, copies: 34 items in all, the box has 35"),
        ("specials.sludge.copies", "3", "specials.csv, copies: 7 special cards in all, the box has 6"),
        ("files.value_3.count", "25", "files.csv, count: 118 File tokens in all, the box has 117"),
        # names of other cards
        (
            "rooms.panic_room.exit_to",
            "executive_elevater",
            "rooms.csv (Panic Room), exit_to: no room 'executive_elevater'; did you mean 'executive_elevator'?",
        ),
        (
            "rooms.panic_room.exit_to",
            "sealed_core",
            "rooms.csv (Panic Room), exit_to: 'sealed_core' is a red room; the secret room leads out to a blue or yellow one",
        ),
        (
            "rooms.mail_room.exit_to",
            "canteen",
            "rooms.csv (Mail Room), exit_to: only a red room has an exit, write 'none' instead of 'canteen'",
        ),
        (
            "npcs.leah.leave_rooms",
            "entry loading_dok",
            "npcs.csv (Leah Bailey), leave_rooms: no room 'loading_dok'; did you mean 'loading_dock'?",
        ),
        ("npcs.leah.leave_rooms", "", "npcs.csv (Leah Bailey), leave_rooms: '' is neither 'none' nor a list of rooms"),
        ("npcs.leah.leave_rooms", "none entry", "npcs.csv (Leah Bailey), leave_rooms: 'none entry' is neither 'none' nor a list of rooms"),
        ("rooms.mail_room.slug", "entry", "rooms.csv (Mail Room), slug: 'entry' has a meaning of its own where rooms are named"),
        ("npcs.nelson.slug", "nelsen", "npcs.csv (Officer Nelson), slug: unknown slug 'nelsen'; did you mean 'nelson'?"),
        ("files.value_2.value", "3", "files.csv (File worth 2), value: 3, the rows are values 1, 2, 3"),
        # cells that do not fit together
        ("rooms.panic_room.to_secret", "1", "rooms.csv (Panic Room), to_secret: a red room is the secret room, it does not lead there"),
        (
            "rooms.service_stair.to_secret",
            "1",
            "rooms.csv (Service Stair), to_secret: a room that leads to the secret room has no advance effect",
        ),
        (
            "rooms.service_stair.advance_when",
            "none",
            "rooms.csv (Service Stair), advance_when: 'none', but advance is 'move in 1': both or neither",
        ),
        ("rooms.service_stair.advance", "", "rooms.csv (Service Stair), advance_when: 'before', but advance is '': both or neither"),
        ("rooms.mail_room.lock_slots", "0", "rooms.csv (Mail Room), lock_files: files behind a lock, but lock_slots is 0"),
        ("rooms.mail_room.lock_files", "0", "rooms.csv (Mail Room), lock_slots: a lock, but lock_files is 0"),
        ("rooms.mail_room.interface", "", "rooms.csv (Mail Room), interface_tokens: a token, but no interface effect"),
        ("rooms.mail_room.interface_tokens", "0", "rooms.csv (Mail Room), interface: an interface effect, but interface_tokens is 0"),
        ("rooms.cold_store.interface_keep", "1", "rooms.csv (Cold Store), interface_keep: a token that is kept, but interface_tokens is 0"),
        ("specials.prototype.room_uses", "1", "specials.csv (Prototype), room_effect: only sludge can lie on a room"),
        (
            "specials.sludge.room_uses",
            "0",
            "specials.csv (Sludge), room_effect: room_trigger, room_uses and room_effect go together: all or none",
        ),
        # supplies over the worst draw
        (
            "rooms.server_cage.lock_slots",
            "2",
            "rooms.csv, lock_slots, scientist_slots: a building can need 14 lock and scientist tokens, the box has 13",
        ),
        (
            "rooms.sealed_core.interface_tokens",
            "2",
            "rooms.csv, interface_tokens: a building can need 14 interface tokens, the box has 13",
        ),
        # what is known
        ("rooms.finance_archive.reveal", "", "rooms.csv, reveal: nothing brings Tyrone Kent ('npc tyrone up')"),
        (
            "npcs.harris.effect",
            "wound all; proximity +5",
            "npcs.csv (James Harris), effect: 'wound all; proximity +5', "
            "the card is known and says 'wound all; npc_retreat 1; proximity +5'; try another with --set",
        ),
        ("specials.prototype.tie_break", "0", "specials.csv (Prototype), tie_break: 0, the rules say 1"),
        ("specials.blackmail.release", "0", "specials.csv (Compromising File), release: 0, the rules release whoever gives it up"),
    ],
)
def test_own_set__one_line_for_each_mistake(own: Path, path: str, text: str, line: str | None) -> None:
    put(own, path, text)
    found = complaint(own)
    if line is None:  # pydantic's own words: only where is ours
        table, _, column = path.split(".")
        assert found.startswith(f"{table}.csv line ")
        assert f"), {column}: {text!r}: " in found
    else:
        assert found == line


def drop_file(directory: Path) -> None:
    (directory / "npcs.csv").unlink()


def misspell_a_column(directory: Path) -> None:
    lines = read(directory, "rooms")
    lines[0][lines[0].index("interface")] = "interfcae"
    write(directory, "rooms", lines)


def drop_a_column(directory: Path) -> None:
    write(directory, "items", [[cell for place, cell in enumerate(line) if place != 2] for line in read(directory, "items")])


def repeat_a_column(directory: Path) -> None:
    write(directory, "items", [[*line, line[2]] for line in read(directory, "items")])


def repeat_a_slug(directory: Path) -> None:
    put(directory, "items.grapple_line.slug", "qianju_pt")


def drop_a_cell(directory: Path) -> None:
    lines = read(directory, "items")
    lines[5].pop()
    write(directory, "items", lines)


def break_the_encoding(directory: Path) -> None:
    path = directory / "items.csv"
    path.write_bytes(path.read_bytes().replace(b"Grapple", "Grappl\xe9".encode("latin-1")))


def add_a_table(directory: Path) -> None:
    (directory / "item.csv").write_text("slug\n", encoding="utf-8")


def drop_a_room(directory: Path) -> None:
    write(directory, "rooms", [line for line in read(directory, "rooms") if line[0] != "mail_room"])


def swap_npcs(directory: Path) -> None:
    header, first, second, *rest = read(directory, "npcs")
    write(directory, "npcs", [header, second, first, *rest])


def keep_one_red_room(directory: Path) -> None:
    for slug in ("sealed_core", "black_archive", "panic_room", "private_museum"):
        put(directory, f"rooms.{slug}.colour", "yellow")
        put(directory, f"rooms.{slug}.exit_to", "none")


def close_every_exit(directory: Path) -> None:
    for slug in ("loading_dock", "robot_bay", "executive_elevator", "roof_pad", "panic_room"):
        put(directory, f"rooms.{slug}.interface", "alarm -1")


def close_every_door(directory: Path) -> None:
    for slug in ("scanner_hall", "cleaners_store", "finance_archive", "maintenance_shaft"):
        put(directory, f"rooms.{slug}.to_secret", "0")


def fill_every_room(directory: Path) -> None:
    lines = read(directory, "rooms")
    for line in lines[1:]:
        line[lines[0].index("files")] = "9"
    write(directory, "rooms", lines)


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (misspell_a_column, "rooms.csv: unknown column 'interfcae'; did you mean 'interface'?"),
        (drop_a_column, "items.csv: column 'copies' is missing"),
        (repeat_a_column, "items.csv: a column stands there twice"),
        (repeat_a_slug, "items.csv: slug 'qianju_pt' stands there twice"),
        (drop_a_cell, "items.csv line 6: 8 cells, the header has 9"),
        (add_a_table, "item.csv: infiltration has no such table; did you mean 'items'?"),
        (drop_a_room, "rooms.csv, copies: 31 rooms in all, the box has 32"),
        (swap_npcs, "npcs.csv, slug: the rows must be csx13, harris, leah, nelson, tyrone, in this order"),
        (keep_one_red_room, "rooms.csv, colour: 1 of the rooms are red, the box has more than are laid out"),
        (close_every_exit, "rooms.csv, interface: no room lets an agent leave the building ('escape')"),
        (close_every_door, "rooms.csv, to_secret: no room leads to the secret room"),
        (
            fill_every_room,
            "rooms.csv, files, lock_files, scientist_files: a building can need 158 File tokens, the box has 117",
        ),
    ],
)
def test_own_set__one_line_for_a_set_that_is_wrong(own: Path, spoil: Callable[[Path], None], line: str) -> None:
    spoil(own)
    assert complaint(own) == line


def test_own_set__files_that_cannot_be_read(own: Path) -> None:
    assert complaint(own / "nowhere") == f"no card set at {own / 'nowhere'}: not a directory"
    break_the_encoding(own)
    assert complaint(own) == "items.csv: not UTF-8 text: save it as UTF-8"
    drop_file(own)
    shutil.copy(SHIPPED / "items.csv", own)
    assert complaint(own) == f"npcs.csv: missing from {own}"


def test_own_set__copies_of_rooms_may_be_given(own: Path, book: Rulebook) -> None:
    lines = read(own, "rooms")
    spare = ["spare_room", "Spare Room", *lines[1][2:]]
    with_copies = [[*lines[0], "copies"], *([*line, ""] for line in lines[1:]), [*spare, "0"]]
    write(own, "rooms", with_copies)
    tables = read_tables(SPEC, own)
    assert [room.copies for room in tables["rooms"]] == [1] * 32 + [0]
    write(own, "rooms", lines)
    assert load_rulebook(SPEC, cards=own).hash == book.hash


def test_own_set__spaces_blank_lines_and_a_byte_order_mark_do_no_harm(own: Path, book: Rulebook) -> None:
    lines = [[f" {cell} " for cell in line] for line in read(own, "items")]
    lines[3][4] = " move   out 3 ;draw_item 1 "
    write(own, "items", [*lines, [], [""] * len(lines[0])])
    put(own, "npcs.leah.leave_rooms", "entry  loading_dock  executive_elevator ")
    path = own / "items.csv"
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert load_rulebook(SPEC, cards=own).hash == book.hash


def test_capacities__one_line_each(book: Rulebook) -> None:
    rooms, items = book.tables["rooms"], book.tables["items"]
    many = tuple(rooms[0].model_copy(update={"slug": f"room_{n}", "copies": 0}) for n in range(ROOMS))
    lines = cards.problems({**book.tables, "rooms": rooms + many})
    assert lines[0] == f"rooms.csv: {len(rooms) + ROOMS} rows, there is space for {ROOMS}"
    lines = cards.problems({**book.tables, "items": items * 2})
    assert lines[0] == f"items.csv: {2 * len(items)} rows, there is space for {ITEMS}"

    texts = ("; ".join(f"proximity {n:+d}" for n in numbers) for numbers in itertools.permutations(range(1, 20), 6))
    wordy = tuple(
        room.model_copy(
            update={"slug": f"room_{n}", **{column: next(texts) for column in ("enter", "reveal", "advance", "retreat", "interface")}}
        )
        for n, room in enumerate(rooms[:1] * ROOMS)
    )
    wordy_items = tuple(items[0].model_copy(update={"slug": f"item_{n}", "effect": f"{next(texts)} | {next(texts)}"}) for n in range(ITEMS))
    lines = cards.problems({**book.tables, "rooms": wordy, "items": wordy_items}, box=False)
    assert any(line.endswith(f"steps in effects, there is space for {STEPS}") for line in lines)
    assert not any("different effects" in line for line in lines)
    assert len(cards.TABLES) + ITEMS + 5 * ROOMS < PROGRAMS, "no set within the other capacities has more effects"


# --- Patches --------------------------------------------------------------------------------------------------------------


def test_patch__a_card_taken_out(book: Rulebook) -> None:
    patched = load_rulebook(SPEC, {"items.grapple_line.copies": 0, "rooms.loading_dock.copies": "0"})
    assert patched.record.item_copies[:35].sum() == 34
    assert patched.record.item_copies[2] == 0
    assert patched.record.room_copies[0] == 0
    assert patched.hash != book.hash
    assert patched.patches == ("items.grapple_line.copies=0", "rooms.loading_dock.copies=0")


def test_patch__numbers_and_effects() -> None:
    settings = {
        "rooms.loading_dock.files": 5,
        "rooms.mail_room.interface_tokens": 0,
        "rooms.mail_room.lock_files": 0,
        "npcs.harris.effect": "wound all; proximity +3",
        "files.value_3.count": 30,
        "specials.sludge.copies": 0,
    }
    record = load_rulebook(SPEC, settings).record
    assert record.room_files[0] == 5
    assert record.room_interface_tokens[4] == 0
    assert record.room_lock_files[4] == 0
    assert decoded(record, record.npc_program[1]) == "wound all; proximity +3"
    assert record.file_count.tolist() == [51, 42, 30]
    assert record.special_copies.tolist() == [2, 2, 0]


def test_patch__cells_that_go_together_are_judged_together() -> None:
    settings = {"rooms.mail_room.advance": "move in 1", "rooms.mail_room.advance_when": "before"}
    assert load_rulebook(SPEC, settings).record.room_advance_when[4] == 1
    settings = {"rooms.canteen.lock_files": 2, "rooms.canteen.lock_slots": 1}
    assert load_rulebook(SPEC, settings).record.room_locks[5] == 1


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("rooms.loading_dock.files", 12, "rooms.loading_dock, files: 12: input should be less than or equal to 9"),
        ("rooms.loading_dokc.files", 2, "rooms.loading_dokc.files: no card 'loading_dokc' in rooms; did you mean 'loading_dock'?"),
        ("rooms.loading_dock.flies", 2, "rooms.loading_dock.flies: rooms has no column 'flies'; did you mean 'files'?"),
        ("room.loading_dock.files", 2, "room.loading_dock.files: infiltration has no card table 'room'; did you mean 'rooms'?"),
        ("items.grapple_line.effect", "tkae 2", "items.grapple_line, effect: unknown verb 'tkae'; did you mean 'take'?"),
        ("items.grapple_line.cost", "2", "items.grapple_line.cost: a note for people, the game does not read it"),
        ("items.grapple_line.slug", "x", None),
        (
            "rooms.mail_room.advance",
            "move in 1",
            "rooms.csv (Mail Room), advance_when: 'none', but advance is 'move in 1': both or neither",
        ),
        ("rooms.canteen.lock_files", 2, "rooms.csv (Canteen), lock_files: files behind a lock, but lock_slots is 0"),
        ("rooms.cold_store.interface_tokens", 1, "rooms.csv (Cold Store), interface_tokens: a token, but no interface effect"),
        ("rooms.panic_room.exit_to", "roof_pda", "rooms.csv (Panic Room), exit_to: no room 'roof_pda'; did you mean 'roof_pad'?"),
    ],
)
def test_patch__one_line_for_each_mistake(path: str, value: Any, line: str | None) -> None:
    with pytest.raises(HeistlabError) as caught:
        load_rulebook(SPEC, {path: value})
    assert str(caught.value) == line if line else str(caught.value).startswith(f"{path}: items has no column 'slug'")


def test_patch__colours_must_still_allow_a_building(book: Rulebook) -> None:
    yellow = [room.slug for room in book.tables["rooms"] if room.colour == "yellow"]
    settings = {f"rooms.{slug}.copies": 0 for slug in yellow[:7]}
    assert load_rulebook(SPEC, settings).record.room_copies[:32].sum() == 25
    with pytest.raises(HeistlabError, match=r"^rooms\.csv, copies: 5 rooms are yellow, 6 are laid out$"):
        load_rulebook(SPEC, {**settings, f"rooms.{yellow[7]}.copies": 0})


# --- The record -----------------------------------------------------------------------------------------------------------


def decoded(record: Any, number: int) -> str:
    """The text of a program in the rules record."""
    program = []
    for alternative in range(int(record.alternatives[number])):
        first = int(record.first_step[number, alternative])
        steps = record.steps[first : first + int(record.step_count[number, alternative])]
        program.append(tuple(tuple(int(value) for value in step) for step in steps))
    return show_program(tuple(program))  # type: ignore[arg-type]


def test_record__every_effect_in_its_place(book: Rulebook) -> None:
    record = book.record
    for (table, column), (_, field) in PROGRAM_COLUMNS.items():
        numbers = record[field]
        assert [decoded(record, number) for number in numbers[: len(book.tables[table])]] == [
            getattr(row, column) for row in book.tables[table]
        ]
        assert not numbers[len(book.tables[table]) :].any()
    assert record.alternatives[0] == 0


def test_record__rooms(book: Rulebook) -> None:
    record, rooms = book.record, book.tables["rooms"]
    assert record.rooms == 32
    assert [int(code) for code in np.bincount(record.room_colour[:32])] == [14, 13, 5]
    slugs = [room.slug for room in rooms]
    for place, room in enumerate(rooms):
        assert record.room_identity[place] == identity_of(room.slug)
        assert ("blue", "yellow", "red")[record.room_colour[place]] == room.colour
        assert ("none", "before", "instead")[record.room_advance_when[place]] == room.advance_when
        assert ("none", "before", "instead")[record.room_retreat_when[place]] == room.retreat_when
        exit_to = record.room_exit_to[place]
        assert (slugs[exit_to] if exit_to != NONE else "none") == room.exit_to
        numbers = (record.room_files, record.room_interface_tokens, record.room_interface_keep, record.room_locks, record.room_lock_files)
        numbers += (record.room_scientists, record.room_scientist_files, record.room_to_secret, record.room_copies)
        assert [int(field[place]) for field in numbers] == [
            room.files,
            room.interface_tokens,
            room.interface_keep,
            room.lock_slots,
            room.lock_files,
            room.scientist_slots,
            room.scientist_files,
            room.to_secret,
            1,
        ]


def test_record__other_tables(book: Rulebook) -> None:
    record = book.record
    assert record.items == 35
    assert record.item_copies.tolist() == [1] * 35 + [0] * (ITEMS - 35)
    assert record.item_identity[2] == identity_of("grapple_line")
    assert record.special_copies.tolist() == [2, 2, 2]
    assert record.special_value.tolist() == [4, 0, -2]
    assert record.special_tie_break.tolist() == [1, 3, 0]
    assert record.special_release.tolist() == [0, 1, 0]
    assert record.special_room_uses.tolist() == [0, 0, 3]
    assert record.special_program.astype(bool).tolist() == [False, False, True]
    assert record.file_count.tolist() == [51, 42, 24]
    assert (record.slot_supply, record.interface_supply) == (13, 13)
    assert record.npc_leaves_entry.tolist() == [1, 1, 1, 0, 1]
    leaving = [[book.tables["rooms"][place].slug for place in np.flatnonzero(row)] for row in record.npc_leaves_room]
    assert leaving == [[], [], ["loading_dock", "executive_elevator"], [], []]


def test_record__tables_in_the_order_of_the_codes(book: Rulebook) -> None:
    assert [row.slug for row in book.tables["specials"]] == [special.name.lower() for special in Special]
    assert [row.value for row in book.tables["files"]] == [1, 2, 3]


def test_hash__changes_with_a_card(own: Path, book: Rulebook) -> None:
    put(own, "rooms.mail_room.files", "3")
    assert load_rulebook(SPEC, cards=own).hash != book.hash


def test_victims__only_where_somebody_sets_off_the_card(book: Rulebook) -> None:
    """What an item lying in a room does to its victim follows a trigger that has one."""
    for item in book.tables["items"]:
        for steps in compile_program(item.effect, "item"):
            stays = [step for step in steps if step[0] == Verb.STAY]
            if any(GRAMMAR[Verb(step[0])][:1] == (cards.WHO,) and step[1] == Who.VICTIM for step in steps):
                assert [stay[1] for stay in stays] == [Trigger.ENTER]
