"""Positions set up by hand, played by the kernels: for tests that look at one rule."""

from typing import Any

import numpy as np

import simcore
from simcore.games.infiltration import rules as kernels
from simcore.games.infiltration import text
from simcore.games.infiltration.state import PLACES, SECRET, NpcStatus, Status
from simcore.games.infiltration.vocabulary import Npc, Special
from simcore.lineups import lineup_arrays, load_lineup
from simcore.playout import Table
from simcore.rng import start_chance
from simcore.rulebook import Rulebook, load_rulebook
from simcore.trace import describe_chance

SPEC = simcore.game("infiltration")
DULL_ROOM = "mail_room"
"""A room in which nothing happens by itself once it is face up."""


def table_of(players: int, book: Rulebook) -> Table:
    """A table for one game at a time, with random bots."""
    return Table(SPEC, book.record, *lineup_arrays(SPEC, load_lineup(SPEC, "random", players)), players, 1)


class Board:
    """A position: everybody in the entry room, all rooms face up and dull, no items, plenty of tokens in the reserve.

    The methods change it; `play` then plays on.
    """

    def __init__(self, players: int = 3, seed: int = 1, **settings: Any) -> None:
        self.book = load_rulebook(SPEC, settings)
        self.table = table_of(players, self.book)
        self.state, self.rules, self.chance = self.table.state, self.table.rules, self.table.chance
        start_chance(self.chance, np.uint64(seed), np.uint64(0), 1)
        kernels.clear_table(self.state, self.rules, players)
        self.state.first_player = 0
        self.state.first_seat = 0
        for place in range(PLACES):
            self.lay(place, DULL_ROOM if place < SECRET else "private_museum")

    def index(self, table: str, slug: str) -> int:
        """Row of a card."""
        return [row.slug for row in self.book.tables[table]].index(slug)

    def lay(self, place: int, slug: str, face_up: bool = True, tokens: tuple[int, int, int] = (0, 0, 0), **things: int) -> None:
        """Lay a room with File tokens by value and other things on it."""
        self.state.room_card[place] = self.index("rooms", slug)
        self.state.face_up[place] = int(face_up)
        self.state.reserve += self.state.room_tokens[place] - tokens
        self.state.room_tokens[place] = tokens
        for name, number in things.items():
            self.state[name][place] = number

    def stand(self, agent: int, place: int, tokens: tuple[int, int, int] = (0, 0, 0), **things: int) -> None:
        """Put an agent somewhere, with File tokens by value and other things."""
        self.state.place[agent] = place
        self.state.reserve += self.state.tokens[agent] - tokens
        self.state.tokens[agent] = tokens
        for name, number in things.items():
            self.state[name][agent] = number

    def give(self, agent: int, *slugs: str) -> None:
        """Give an agent items or special cards."""
        for slug in slugs:
            if slug.upper() in Special.__members__:
                self.state.specials[agent, Special[slug.upper()]] += 1
                self.state.special_supply[Special[slug.upper()]] -= 1
            else:
                self.state.hand[agent] |= 1 << self.index("items", slug)

    def send(self, npc: str, place: int, face_up: bool = True) -> None:
        """Put an NPC somewhere."""
        number = Npc[npc.upper()]
        self.state.npc_status[number] = NpcStatus.INSIDE
        self.state.npc_place[number] = place
        self.state.npc_face_up[number] = int(face_up)

    def play(self, *answers: list[Any]) -> list[list[Any]]:
        """Give these answers, in order, to what is asked; returns the events of chance."""
        self.chance.events = 0
        kernels.run(self.state, self.rules, self.chance)
        for answer in answers:
            legal = {tuple(text.describe_action(self.state, self.book, code)): code for code in self.table.legal()}
            assert tuple(answer) in legal, f"{answer} at {text.describe_decision(self.state, self.book)}, legal are {list(legal)}"
            kernels.apply_action(self.state, self.rules, legal[tuple(answer)], self.chance)
        return describe_chance(text, self.table.events(), self.book)

    @property
    def asked(self) -> str | None:
        """What is asked now."""
        return text.describe_decision(self.state, self.book)

    def finish(self, *statuses: Status) -> Any:
        """End the game with these agents' statuses; its result."""
        self.state.status[: len(statuses)] = statuses
        self.state.actor = -1
        return self.table.result()

    def police(self) -> Any:
        """Let the police come now; the game's result."""
        kernels.change_proximity(self.state, self.rules, self.chance, int(self.rules.proximity_limit))
        return self.table.result()

    def decided_by(self, result: Any) -> str:
        """Name of the step that settled who wins."""
        return SPEC.decided_by[int(result.decided_by)]
