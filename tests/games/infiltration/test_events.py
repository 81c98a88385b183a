"""What the kernels log, and how a game is told from it."""

import functools
import re
from typing import Any

import pytest

from simcore.games.infiltration import text
from simcore.games.infiltration.rules import in_turn
from simcore.games.infiltration.state import CARD_KINDS, NPCS, PLACES, Action, Event, NpcStatus, Phase, Source, Status
from simcore.spec import NONE
from simcore.trace import describe_game, tell_game
from tests.games import follower
from tests.games.infiltration.scenario import SPEC

SEED = 20
GAMES = 12
PLAYERS = range(SPEC.fewest, SPEC.most + 1)


at_a_table = functools.partial(follower.at_a_table, SPEC.name, games=GAMES, seed=SEED)


class Follower(follower.Follower):
    """What somebody knows of the table who is told the events alone."""

    def __init__(self, agents: int) -> None:
        self.place: list[int | None] = [0] * agents
        self.status = [Status.INSIDE] * agents
        self.wounded = [0] * agents
        self.tokens = [[0, 0, 0] for _ in range(agents)]
        self.face_up = [0] * PLACES
        self.npcs: dict[int, tuple[int, int]] = {}
        self.dials = {Event.ALARM: 0, Event.PROXIMITY: 0}

    def follow(self, event: tuple[int, ...]) -> None:
        """Take in an event; each has to fit what was known before."""
        code, first, second, third = Event(event[0]), *event[1:]
        if code in self.dials:
            assert self.dials[code] == first != second
            self.dials[code] = second
        elif code is Event.TURNED_UP:
            assert not self.face_up[first]
            self.face_up[first] = 1
        elif code is Event.TOKEN:
            taker = third // PLACES - 1
            if first == Source.AGENT_TOKEN:
                self.tokens[third % PLACES][second - 1] -= 1
            if taker != NONE:
                self.tokens[taker][second - 1] += 1
        elif code in text.OF_AGENTS:
            self._follow_agent(code, first, second, third)
        elif code.name.startswith("NPC_"):
            self._follow_npc(code, first, second, third)

    def _follow_agent(self, code: Event, agent: int, second: int, third: int) -> None:
        if code is not Event.HEALED:
            assert self.status[agent] == Status.INSIDE, f"{code.name} of an agent who is out"
        if code is Event.ENTERS:
            assert self.face_up[second] == third
            self.place[agent] = second
        elif code in (Event.ESCAPES, Event.CAUGHT, Event.RELEASED):
            self.status[agent] = {Event.ESCAPES: Status.ESCAPED, Event.CAUGHT: Status.CAUGHT, Event.RELEASED: Status.RELEASED}[code]
            self.place[agent] = NONE if code is Event.ESCAPES else self.place[agent]
        elif code in (Event.WOUNDED, Event.HEALED):
            self.wounded[agent] = int(code is Event.WOUNDED)
        elif code is Event.FILE_PICKED:
            self.tokens[agent][second - 1] += 1

    def _follow_npc(self, code: Event, npc: int, place: int, third: int) -> None:
        if code is Event.NPC_ARRIVES:
            assert npc not in self.npcs
            self.npcs[npc] = (place, third)
        elif code is Event.NPC_LEAVES:
            assert self.npcs.pop(npc)[0] == place
        elif code is Event.NPC_TURNED_UP:
            assert self.npcs[npc] == (place, 0)
            self.npcs[npc] = (place, 1)
        elif code is Event.NPC_MOVES:
            self.npcs[npc] = (place, self.npcs[npc][1])
        else:
            assert self.npcs[npc] == (place, 1), "only who is face up acts"

    def compare(self, state: Any) -> None:
        """The state has to be what was told."""
        agents = range(len(self.place))
        assert self.place == state.place[: len(agents)]
        assert self.status == state.status[: len(agents)]
        assert self.wounded == state.wounded[: len(agents)]
        assert self.tokens == state.tokens[: len(agents)]
        assert self.face_up == state.face_up
        inside = [npc for npc in range(NPCS) if state.npc_status[npc] == NpcStatus.INSIDE]
        assert self.npcs == {npc: (state.npc_place[npc], state.npc_face_up[npc]) for npc in inside}
        assert list(self.dials.values()) == [state.alarm, state.proximity]


@pytest.mark.parametrize("settings", [{}, {"take_action": "extract"}, {"reveal_by": "advance", "removed_slot_releases": "files"}])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("bots", ["random", "mixed"])
def test_who_is_told_the_events_knows_the_table(bots, players, settings):
    _, table = at_a_table(players, bots, **settings)
    for game in range(GAMES):
        events = table.start(SEED, game)
        Follower(int(table.state.agents)).watch(table, events)


@pytest.mark.clause("INF-15", "INF-72")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_that_is_resolved_is_told_once_in_turn_order(players):
    _, table = at_a_table(players, "random")
    for game in range(GAMES):
        table.start(SEED, game)
        agents = int(table.state.agents)
        resolved: list[tuple[int, int]] = []
        told = [[0] * CARD_KINDS for _ in range(agents)]
        selected: dict[int, int] = {}
        order: list[int] = []
        while table.state.actor != NONE:
            if table.state.phase == Phase.SELECTION:
                if not selected:
                    order = [text.seat_of(table.state, int(in_turn(table.state, position))) for position in range(agents)]
                agent, action = int(table.state.agent), table.choose()
                selected[agent] = action
            else:
                action = table.choose()
            rounds = int(table.state.rounds)
            for event in table.apply(action):
                if event[0] == Event.RESOLVES:
                    resolved.append((event[1], event[2]))
                    kind = CARD_KINDS - 1 if event[2] >= Action.ITEM else min(event[2], CARD_KINDS - 2)
                    told[event[1]][kind] += 1
            if table.state.rounds != rounds or table.state.actor == NONE:
                assert len({agent for agent, _ in resolved}) == len(resolved)
                assert all(selected[agent] == card for agent, card in resolved)
                turns = [order.index(text.seat_of(table.state, agent)) for agent, _ in resolved]
                assert turns == sorted(turns)
                resolved, selected = [], {}
        assert told == table.state.cards_resolved[:agents].tolist()


AGENT = r"Seat \d(?:'s agent [ab])?"
BEGINNINGS = re.compile(
    rf"  (?:{AGENT} selects |{AGENT} resolves (?!the card)|Seat \d resolves the card of {AGENT} first\.$"
    r"|Seat \d lets .* (?:act|leave) next\.$"
    rf"|It is the turn of |Security: the die shows \d|\S.* leaves the game from |{AGENT}'s .* goes off\.)"
)


@pytest.mark.parametrize("players", PLAYERS)
def test_each_line_tells_one_thing_and_what_followed_from_it(players):
    manifest, table = at_a_table(players)
    for game in range(GAMES):
        lines = list(tell_game(manifest, table, game))
        rounds = "\n".join(lines).split("\n\nRound ")[1:]
        resolved = 0
        for block in rounds:
            _, dials, *told = block.split("\n\nResult")[0].split("\n")
            assert dials.startswith("  Alarm ")
            first = next(number for number, line in enumerate(told) if " selects " in line)
            for line in told[first:]:
                assert BEGINNINGS.match(line), line
                assert " resolves " not in line[len("  Seat 0's agent a resolves ") :], line
            resolved += sum(" resolves " in line and " resolves the card of " not in line for line in told[first:])
        assert resolved == table.state.cards_resolved.sum()
        assert not re.search(r"\bseat \d|(?<!Seat \d's )\bagent \d", "\n".join(lines))


def test_data_hold_events_of_chance_alone():
    manifest, table = at_a_table(3)
    names = {event.name.lower() for event in text.CHANCE_EVENTS}
    *steps, _ = describe_game(manifest, table, 0)
    assert {event[0] for step in steps for event in step["chance"]} <= names
    assert any(event[0] == "die" for step in steps for event in step["chance"])
