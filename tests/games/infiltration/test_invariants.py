"""Random games, leaning towards the depth of the building: whatever happens, nothing is lost and nothing is out of range."""

from typing import Any

import numpy as np
import pytest

from simcore.games.infiltration.effects import here
from simcore.games.infiltration.pieces import seat_of
from simcore.games.infiltration.rules import deal_unseen, running_scores
from simcore.games.infiltration.state import (
    AGENTS,
    ALARM_HIGH,
    ALARM_LOW,
    FRAME_FIELDS,
    FRAMES,
    PLACES,
    SECRET,
    Action,
    Decision,
    EndReason,
    NpcStatus,
    Phase,
    Status,
)
from simcore.games.infiltration.vocabulary import Special
from simcore.playout import Table
from simcore.rulebook import load_rulebook, load_rules
from tests.games.infiltration.board import SPEC, Board, table_of
from tests.games.random_games import Chooser, digest_of, digests_in_mode, name_of

PLAYERS = range(2, 7)
SEED = 31
GAMES_A_COUNT = 2
DEEPEST_STACK = 7
"""Frames that can be under way at once: card, item, action, room effect, move, entering, what happens there."""
LEANINGS: tuple[dict[int, float], ...] = (
    {},
    {Action.ADVANCE: 4.0, Action.RETREAT: 0.1},
    {Action.ADVANCE: 2.0, Action.RETREAT: 0.2, Action.INTERFACE: 3.0},
    {Action.RETREAT: 0.5, Action.DOWNLOAD: 3.0, Action.EXTRACT: 3.0},
)
"""How likely cards are selected, 1 unless said otherwise: so that games lead upstairs and into the secret room."""

RULINGS = [{name: value} for name, rule in load_rules(SPEC).items() if rule.kind == "ruling" for value in rule.values[1:]]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"alarm_start": -1},
    {"alarm_start": 1},
    {"take_action": "extract"},
    {"proximity_limit": 40, "hand_size": 9},
    *RULINGS,
    {name: rule.values[-1] for name, rule in load_rules(SPEC).items() if rule.values},
]


def chooser(seed: int) -> Chooser:
    """Somebody who leans."""
    return Chooser(Action, LEANINGS, seed)


def items_everywhere(state: Any) -> list[int]:
    """Every item of the game, wherever it is."""
    found = [*state.pile[int(state.pile_top) : int(state.pile_count)], *state.discards[: int(state.discarded)]]
    found += list(state.lying_item[: int(state.lying)])
    for agent in range(int(state.agents)):
        found += [item for item in range(64) if int(state.hand[agent]) >> item & 1]
        if state.selected[agent] >= Action.ITEM:
            found.append(state.selected[agent] - Action.ITEM)
    return sorted(map(int, found))


def check_pieces(state: Any, rules: Any) -> None:
    """File tokens, items, slot and interface tokens, special cards: all there, none twice."""
    tokens = state.reserve + state.voided + state.room_tokens.sum(axis=0) + state.tokens.sum(axis=0)
    assert list(tokens) == list(rules.file_count)
    assert min(state.reserve.min(), state.voided.min(), state.room_tokens.min(), state.tokens.min()) >= 0
    assert items_everywhere(state) == list(range(int(rules.items)))
    assert state.slot_tokens + state.locks.sum() + state.scientists.sum() == rules.slot_supply
    assert state.interface_left + state.interface_tokens.sum() == rules.interface_supply
    assert min(state.slot_tokens, state.interface_left, state.locks.min(), state.scientists.min(), state.interface_tokens.min()) >= 0
    specials = state.special_supply + state.specials.sum(axis=0)
    specials[Special.SLUDGE] += (state.sludge_uses > 0).sum()
    missing = rules.special_copies - specials
    assert missing[Special.PROTOTYPE] == missing[Special.SLUDGE] == 0
    assert 0 <= missing[Special.BLACKMAIL] <= (state.status == Status.RELEASED).sum()


def check_ranges(state: Any, rules: Any) -> None:
    """No field out of range; what goes together is together."""
    agents = int(state.agents)
    assert ALARM_LOW <= state.alarm <= ALARM_HIGH
    assert 0 <= state.proximity <= rules.proximity_limit
    assert (state.end_reason == EndReason.POLICE) == (state.proximity == rules.proximity_limit)
    for agent in range(agents):
        inside = state.status[agent] == Status.INSIDE
        assert (0 <= state.place[agent] < PLACES) == (state.status[agent] != Status.ESCAPED)
        assert inside == (state.phase != Phase.OVER) or not inside
        assert (state.secret_from[agent] >= 0) == (state.place[agent] == SECRET and state.status[agent] != Status.RELEASED)
        assert state.guards[agent] >= 0
        assert {int(state.wounded[agent]), int(state.delayed[agent])} <= {0, 1}
    for npc in range(len(state.npc_status)):
        assert (state.npc_place[npc] >= 0) == (state.npc_status[npc] == NpcStatus.INSIDE)
    for number in range(int(state.lying)):
        assert state.lying_uses[number] > 0
        assert state.status[state.lying_owner[number]] != Status.ESCAPED
    assert (np.diff(state.lying_since[: int(state.lying)]) > 0).all()
    assert not state.room_tokens[state.face_up == 0].any()


def frames_used(state: Any) -> int:
    """How deep the stack of this game ever was: a frame that was never used is all 0."""
    fields = [field[0] for field in FRAME_FIELDS if field[0] != "depth"]
    return max((frame + 1 for frame in range(FRAMES) if any(state[name][frame] for name in fields)), default=0)


def check_active(state: Any) -> None:
    """The seats that take part are those with an agent in the building."""
    inside = {seat_of(state, agent) for agent in range(int(state.agents)) if state.status[agent] == Status.INSIDE}
    assert int(state.active) == sum(1 << seat for seat in inside)


def check_question(table: Table) -> list[int]:
    """Somebody is asked, there is something to answer, and only cards are selected without a choice."""
    state = table.state
    legal = table.legal()
    assert 0 <= state.actor < state.seats
    assert len(legal) >= 1
    assert len(legal) > 1 or state.decision == Decision.SELECT
    assert legal == sorted(set(legal))
    assert state.agent == -1 or seat_of(state, int(state.agent)) == state.actor
    return legal


@pytest.mark.parametrize("settings", SETTINGS, ids=name_of)
def test_nothing_is_lost(settings: dict[str, Any]) -> None:
    book = load_rulebook(SPEC, settings)
    for players in PLAYERS:
        table = table_of(players, book)
        for game in range(GAMES_A_COUNT):
            choose = chooser(players + game)
            table.start(SEED, game)
            while table.state.actor >= 0:
                legal = check_question(table)
                check_active(table.state)
                check_pieces(table.state, book.record)
                check_ranges(table.state, book.record)
                table.apply(choose(legal))
            check_active(table.state)
            check_pieces(table.state, book.record)
            check_ranges(table.state, book.record)
            check_result(table)
            assert frames_used(table.state) <= DEEPEST_STACK


def check_result(table: Table) -> None:
    """The row of a game agrees with its last state, and with itself."""
    state, result, seats = table.state, table.result(), table.seats
    scores = np.zeros(AGENTS, np.int64)
    running_scores(state, table.rules, scores)
    assert list(result.score) == list(scores)
    assert (result.agents_escaped + result.agents_caught == result.agents).all()
    assert (result.agents_released <= result.agents_caught).all()
    assert result.agents[:seats].sum() == state.agents
    assert (result.used & ~((1 << int(table.rules.items)) - 1) == 0).all()
    assert result.security_phases in (state.rounds, state.rounds - 1)
    out = (result.agents_escaped + result.agents_released)[:seats] > 0
    winners = np.array([int(result.winners) >> seat & 1 for seat in range(seats)], bool)
    assert not (winners & ~out).any() or table.rules.caught_score
    assert winners.any() == out.any()


# --- What a seat cannot know -----------------------------------------------------------------------------------------------


def own_view(state: Any, seat: int) -> dict[str, Any]:
    """What a seat knows, and the redraw has to leave alone."""
    known = 0
    view: dict[str, Any] = {}
    for agent in range(int(state.agents)):
        own = seat_of(state, agent) == seat
        holding = int(state.hand[agent]).bit_count()
        unresolved = state.selected[agent] >= Action.ITEM
        view[f"agent {agent}"] = (
            [*map(int, state.tokens[agent]), int(state.hand[agent]), int(state.selected[agent])]
            if own
            else [int(state.tokens[agent].sum()), holding + int(unresolved)]
        )
        if own:
            known |= int(state.scouted[agent])
    known |= sum(1 << place for place in range(PLACES) if state.face_up[place])
    view["rooms"] = [int(state.room_card[place]) for place in range(PLACES) if known >> place & 1]
    view["counts"] = [state.room_tokens.sum(axis=1).tolist(), int(state.reserve.sum()), int(state.voided.sum())]
    if state.decision == Decision.TOKEN:
        view["looked at"] = state.room_tokens[here(state, int(state.depth) - 1)].tolist()
    for name in state.dtype.names:
        if name not in HIDDEN_FIELDS:
            view[name] = state[name].tobytes() if isinstance(state[name], np.ndarray) else int(state[name])
    return view


HIDDEN_FIELDS = {
    *("room_card", "room_tokens", "reserve", "voided", "tokens", "hand", "selected", "card", "pile"),
    "options",  # work space
}


@pytest.mark.parametrize("take_action", ["download", "extract"])
def test_a_redraw_keeps_what_a_seat_knows_and_changes_the_rest(take_action: str) -> None:
    book = load_rulebook(SPEC, {"take_action": take_action})
    changed = dict.fromkeys(HIDDEN_FIELDS - {"options", "voided"}, 0)
    for players in PLAYERS:
        table, other = table_of(players, book), table_of(players, book)
        for game in range(GAMES_A_COUNT):
            choose = chooser(players + game)
            table.start(SEED, game)
            other.start(SEED + 1, game)
            while table.state.actor >= 0:
                legal = table.legal()
                before = table.work[0].copy()
                state, seat = table.state, int(table.state.actor)
                view = own_view(state, seat)
                deal_unseen(state, book.record, seat, other.chance)
                assert own_view(state, seat) == view
                assert table.legal() == legal
                check_pieces(state, book.record)
                check_ranges(state, book.record)
                check_secret_selections(state)
                for name in changed:
                    changed[name] += state[name].tobytes() != before[0][name].tobytes()
                if choose.chance.random() < 0.5:
                    table.work[0][:] = before
                table.apply(choose(legal))
    assert all(changed.values()), changed


def check_secret_selections(state: Any) -> None:
    """Whoever is Delayed walks nowhere, and a selected card is this round's card."""
    for agent in range(int(state.agents)):
        if state.selected[agent] >= 0:
            assert state.card[agent] == state.selected[agent]
            assert not (state.barred[agent] and state.selected[agent] in (Action.ADVANCE, Action.RETREAT))
            assert not (state.empty_handed[agent] and state.selected[agent] >= Action.ITEM)


def test_a_card_that_its_agent_was_pushed_out_with_stays_unknown() -> None:
    """Under a snapshot it still decides what others extract, so a redraw has to choose it anew; a resolved one it leaves alone."""
    board = Board(4, take_action="extract", extract_count="snapshot")
    board.give(0, "crowd_hook")
    board.give(1, "silent_key", "trip_wire")
    board.give(2, "qianju_pt")
    hook = ["item", "crowd_hook"]
    board.play(hook, ["item", "silent_key"], ["item", "qianju_pt"], ["extract"], ["operative", 1])
    assert (board.asked, board.state.actor, board.state.status[1]) == ("move", 2, Status.ESCAPED)
    resolved = [int(board.state.card[agent]) for agent in (0, 2)]
    hand = int(board.state.hand[1])
    cards: tuple[set[int], set[int]] = (set(), set())
    for _ in range(200):
        deal_unseen(board.state, board.rules, 2, board.chance)
        assert [int(board.state.card[agent]) for agent in (0, 2)] == resolved
        assert (int(board.state.selected[1]), int(board.state.hand[1]).bit_count()) == (-1, hand.bit_count())
        for seen, agent in zip(cards, (1, 3), strict=True):
            seen.add(int(board.state.card[agent]))
    plain = {int(action) for action in (Action.ADVANCE, Action.RETREAT, Action.INTERFACE, Action.EXTRACT)}
    items = {Action.ITEM + board.index("items", slug) for slug in ("silent_key", "trip_wire")}
    assert cards == (plain | items, plain)


# --- The same games in other modes -----------------------------------------------------------------------------------------

GAMES_A_MODE = {"NUMBA_DISABLE_JIT": 2, "NUMBA_BOUNDSCHECK": 60}


def digests(games: int) -> list[str]:
    """What games of every player count under several settings come to: last states and rows, hashed to the byte."""
    found = []
    for settings in (SETTINGS[0], {"take_action": "extract", "alarm_start": 1}, SETTINGS[-1]):
        book = load_rulebook(SPEC, settings)
        for players in PLAYERS:
            found.append(digest_of(table_of(players, book), SEED, games, lambda game, players=players: chooser(players + game)))
    return found


@pytest.mark.parametrize("mode", GAMES_A_MODE)
def test_the_same_games_without_the_compiler_and_with_bounds_checked(mode: str) -> None:
    assert digests_in_mode(__name__, mode, GAMES_A_MODE[mode]) == digests(GAMES_A_MODE[mode])
