"""One game told step by step: as plain data for another program, or in words.

A game's `text` module knows what its states, actions and events are called, and which of them begin a line; the order of telling is
the order in which things happened.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simcore.bots import KINDS, ROLLOUT
from simcore.errors import HeistlabError
from simcore.lineups import lineup_arrays
from simcore.playout import Table
from simcore.rulebook import Rulebook
from simcore.runner import Player, Watch, compile_game
from simcore.spec import NONE, SEAT
from simcore.store import Manifest, Run, batch_of


def table_for(manifest: Manifest, watch: Watch | None = None) -> Table:
    """A table at which the games of a run can be played one at a time.

    Raises
    ------
    HeistlabError
        The run was played by other rules than the program's.
    """
    compile_game(manifest.spec, watch, manifest.bots)
    lineup, centres = lineup_arrays(manifest.spec, manifest.bots)
    return Table(manifest.spec, manifest.rulebook().record, lineup, centres, manifest.players, manifest.rotations)


def check_replay(run: Run, game: int) -> None:
    """Make sure that the program plays a game of a run as the run holds it.

    Raises
    ------
    HeistlabError
        It plays another game, or it cannot be known: the game is not there yet, and other code began the run.
    """
    manifest, stored = run.manifest, run.row(game)
    other = "" if manifest.of_this_code else f"; {run.path} was played by other code than the program's"
    if stored is None:
        if other:
            raise HeistlabError(f"game {game} has not been played{other}")
        return
    replayed = batch_of(manifest, Player(manifest).rows(game, 1))
    for column in manifest.spec.all_columns:
        there, here = stored[column.name][0].tolist(), replayed[column.name][0].tolist()
        if there != here:
            raise HeistlabError(
                f"game {game} of {run.path} is not what the program plays now ({column.name} {there} there, {here} now){other}"
            )


def describe_chance(text: Any, events: list[tuple[int, ...]], book: Rulebook) -> list[list[Any]]:
    """The events of chance among those logged, as lists of words and numbers; `text` is the game's module."""
    return [text.describe_event(event, book) for event in events if text.is_chance(event)]


def describe_game(manifest: Manifest, table: Table, game: int) -> Iterator[dict[str, Any]]:
    """A game as plain data: set-up, then one dict a decision (forced ones too), then the result.

    Parameters
    ----------
    manifest : Manifest
        The run that the game belongs to.
    table : Table
        From `table_for(manifest)`.
    game : int
        Number of the game, from 0.
    """
    text, book = manifest.spec.module("text"), manifest.rulebook()
    chance = describe_chance(text, table.start(manifest.seed, game), book)
    state = text.describe_state(table.state, book)
    step = 0
    yield {"step": step, "chance": chance, "state": state}
    while table.state.actor != NONE:
        step += 1
        action = table.choose()
        decision = {
            "step": step,
            "actor": int(table.state.actor),
            **{key: state[key] for key in ("agent",) if key in state},  # where a seat moves several figures: which of them
            "decision": text.describe_decision(table.state, book),
            "legal": [text.describe_action(table.state, book, code) for code in table.legal()],
            "action": text.describe_action(table.state, book, action),
        }
        chance = describe_chance(text, table.apply(action), book)
        state = text.describe_state(table.state, book)
        yield decision | {"chance": chance, "state": state}
    yield {"result": describe_result(manifest, table.result())}


def describe_result(manifest: Manifest, row: np.record) -> dict[str, Any]:
    """The row of a game with names instead of codes, lists with an entry for each seat played, and dicts with one for each card by slug."""
    spec, seats = manifest.spec, manifest.players
    found: dict[str, Any] = {}
    for column in spec.all_columns:
        values = row[column.name].tolist()
        if column.of_table:
            values = dict(zip(manifest.slugs(column.per), values, strict=False))  # the array has room for larger card sets
        found[column.name] = values[:seats] if column.per == SEAT else values
    return found | {
        "winners": [seat for seat in range(seats) if found["winners"] >> seat & 1],
        "decided_by": spec.decided_by[found["decided_by"]],
        "end_reason": spec.end_reasons[found["end_reason"]],
        "bot": [manifest.bots[entry].name for entry in found["bot"]],
    }


def tell_game(manifest: Manifest, table: Table, game: int) -> Iterator[str]:
    """A game in words: set-up, each round under its heading, the result. Arguments as in `describe_game`.

    What follows from something that begins a line, such as a card, is told on that line in the order in which it happened.
    """
    text, book = manifest.spec.module("text"), manifest.rulebook()
    events = table.start(manifest.seed, game)
    seated = [manifest.bots[(seat + game % manifest.rotations) % len(manifest.bots)].name for seat in range(manifest.players)]
    yield f"{manifest.spec.title}, {manifest.players} players, seed {manifest.seed}, game {game}: {', '.join(seated)}"
    for name, sentence in {bot.name: bot.text for bot in manifest.bots if bot.kind == KINDS[ROLLOUT]}.items():
        yield f"  {name}: {sentence}"
    told = 0
    line: list[str] = []
    while True:
        for event in events:
            if text.begins_round(event):
                yield from _written(line)
                yield from _heading(text, table, book)
                told = int(table.state.rounds)
            elif not told or text.begins_line(event):  # until the first round begins everything has a line of its own
                yield from _written(line)
            line.append(text.tell_event(event, table.state, book))
        if table.state.actor == NONE:
            break
        if table.state.rounds != told:  # a round that begins with a decision
            yield from _written(line)
            yield from _heading(text, table, book)
            told = int(table.state.rounds)
        action = table.choose()
        if text.action_begins_line(table.state):
            yield from _written(line)
        line.append(text.tell_action(table.state, book, action))
        events = table.apply(action)
    yield from _written(line)
    yield ""
    yield from tell_result(manifest, describe_result(manifest, table.result()))
    yield from (f"  {line}" for line in text.tell_end(table.state, book))


def _heading(text: Any, table: Table, book: Rulebook) -> Iterator[str]:
    """What stands above the events of a round."""
    yield ""
    yield f"Round {int(table.state.rounds)}"
    yield f"  {text.tell_round(table.state, book)}"


def _written(line: list[str]) -> Iterator[str]:
    """The line of these sentences, if there are any; it is empty then, for the next one."""
    sentences = [sentence for sentence in line if sentence]
    line.clear()
    if sentences:
        yield "  " + " ".join(sentences)


def tell_result(manifest: Manifest, result: dict[str, Any]) -> Iterator[str]:
    """The outcome of a game in words."""
    names = [f"Seat {seat} ({bot})" for seat, bot in enumerate(result["bot"])]
    winners = " and ".join(names[seat] for seat in result["winners"])
    yield f"Result: {winners or 'nobody'} wins." if len(result["winners"]) < 2 else f"Result: {winners} share the win."
    rounds, length = (_counted(result[unit], unit) for unit in ("rounds", manifest.spec.length))
    after = length if length == rounds else f"{length} ({rounds})"
    decided, ended = (manifest.spec.texts.get(result[name], result[name].replace("_", " ")) for name in ("decided_by", "end_reason"))
    yield f"  Decided by {decided}; ended by {ended} after {after}."
    yield (
        f"  Scores, {manifest.spec.score_unit}: "
        + ", ".join(f"{name} {score}" for name, score in zip(names, result["score"], strict=True))
        + "."
    )


def _counted(number: int, units: str) -> str:
    """A number of rounds or turns."""
    return f"{number} {units.removesuffix('s') if number == 1 else units}"


def trace_text(manifest: Manifest, game: int) -> str:
    """A game in words, as one text: what golden traces hold."""
    return "".join(f"{line}\n" for line in tell_game(manifest, table_for(manifest), game))
