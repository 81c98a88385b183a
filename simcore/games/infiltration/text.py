"""State and actions of Infiltration in words: as plain data for traces, and as sentences for readers."""

from collections.abc import Callable
from typing import Any

from simcore.games.infiltration.state import (
    ALTERNATIVES,
    NPCS,
    PLACES,
    SECRET,
    SPECIALS,
    Action,
    Decision,
    Event,
    NpcStatus,
    Phase,
    Source,
    Status,
)
from simcore.games.infiltration.vocabulary import Npc, Special, Trigger
from simcore.rulebook import Rulebook
from simcore.spec import NONE
from simcore.telling import (
    Meaning,
    Ranges,
    action_words,
    counted,
    decision_name,
    members,
    name_at,
    numbers,
    of_card,
    or_null,
    plain,
    slug_at,
)

PHASE_NAMES = {
    Phase.SELECTION: "selection",
    Phase.EXECUTION: "execution",
    Phase.NPC_LEAVING: "npc",
    Phase.NPC: "npc",
    Phase.SECURITY: "security",
    Phase.OVER: "over",
}
TOKEN_PILES = {Source.PUT_OUT: "reserve", Source.GAIN: "reserve", Source.ROOM_TOKEN: "room", Source.AGENT_TOKEN: "agent"}
HOLDINGS = {Special.PROTOTYPE: "prototypes", Special.BLACKMAIL: "blackmails", Special.SLUDGE: "sludges"}
OUT = (Status.ESCAPED, Status.RELEASED)
_LETTERS = "ab"


# --- As data ---------------------------------------------------------------------------------------------------------------


def _move(way: str) -> Meaning:
    return lambda number, book: ["move", way, number + 1]


RANGES: Ranges = [
    (Action.ADVANCE, plain("advance")),
    (Action.RETREAT, plain("retreat")),
    (Action.INTERFACE, plain("interface")),
    (Action.DOWNLOAD, plain("download")),
    (Action.EXTRACT, plain("extract")),
    (Action.ITEM, of_card("item", "items")),
    (Action.AGENT, counted("agent")),
    (Action.ALTERNATIVE, counted("alternative", 1)),
    (Action.OPERATIVE, counted("operative")),
    (Action.MOVE_IN, _move("in")),
    (Action.MOVE_OUT, _move("out")),
    (Action.ONWARD, plain("door", "onward")),
    (Action.THROUGH_DOOR, plain("door", "secret")),
    (Action.ROOM, counted("room")),
    (Action.TOKEN, counted("token", 1)),
    (Action.LOCK, counted("lock")),
    (Action.SCIENTIST, counted("scientist")),
    (Action.NPC, lambda number, book: ["npc", npc_slug(number)]),
    (Action.GO_ON, plain("go_on")),
    (Action.STOP, plain("stop")),
]
"""First code of each range of actions, and the meaning of a code by its distance from that."""


def item_slug(book: Rulebook, item: int) -> str:
    """Key of an item."""
    return slug_at(book, "items", item)


def room_slug(book: Rulebook, room: int) -> str:
    """Key of a room card."""
    return slug_at(book, "rooms", room)


def npc_slug(npc: int) -> str:
    """Key of an NPC."""
    return Npc(npc).name.lower()


def describe_action(state: Any, book: Rulebook, action: int) -> list[Any]:
    """An action as a list of words and numbers."""
    return action_words(RANGES, book, action)


def describe_decision(state: Any, book: Rulebook) -> str | None:
    """Name of what is asked, None at the end."""
    return decision_name(Decision, state)


CHANCE_EVENTS = {Event.ROOM_LAID, Event.PILE, Event.FIRST_PLAYER, Event.TOKEN, Event.ITEM_STOLEN, Event.DIE}
"""Events that the rules leave to chance; all others follow from these and the actions."""


def is_chance(event: tuple[int, ...]) -> bool:
    """Whether an event is one of chance."""
    return Event(event[0]) in CHANCE_EVENTS


def describe_event(event: tuple[int, ...], book: Rulebook) -> list[Any]:
    """An event of chance as a list of words and numbers."""
    code, first, second = Event(event[0]), int(event[1]), int(event[2])
    if code is Event.ROOM_LAID:
        return ["room_laid", first, room_slug(book, second)]
    if code is Event.PILE:
        return ["pile", first, item_slug(book, second)]
    if code is Event.TOKEN:
        return ["token", TOKEN_PILES[Source(first)], second]
    if code is Event.ITEM_STOLEN:
        return ["item_stolen", item_slug(book, first)]
    return [code.name.lower(), first]


def describe_state(state: Any, book: Rulebook) -> dict[str, Any]:
    """The whole state under its names."""
    return {
        "round": int(state.rounds),
        "phase": PHASE_NAMES[Phase(int(state.phase))],
        "actor": int(state.actor),
        "agent": or_null(state.agent),
        "decision": describe_decision(state, book),
        "first_player": int(state.first_player),
        "alarm": int(state.alarm),
        "proximity": int(state.proximity),
        "security_phases": int(state.security_phases),
        "hush": bool(state.hush),
        "rooms": [_describe_room(state, book, place) for place in range(PLACES)],
        "agents": [_describe_agent(state, book, agent) for agent in range(int(state.agents))],
        "reserve": numbers(state.reserve),
        "void": numbers(state.voided),
        "item_pile": [item_slug(book, item) for item in state.pile[int(state.pile_top) : int(state.pile_count)]],
        "discarded": [item_slug(book, item) for item in state.discards[: int(state.discarded)]],
        "npcs_aside": [npc_slug(npc) for npc in range(NPCS) if state.npc_status[npc] == NpcStatus.ASIDE],
        "slot_tokens": int(state.slot_tokens),
        "interface_tokens": int(state.interface_left),
        "specials": {Special(special).name.lower(): int(state.special_supply[special]) for special in range(SPECIALS)},
    }


def _describe_room(state: Any, book: Rulebook, place: int) -> dict[str, Any]:
    return {
        "place": place,
        "room": room_slug(book, state.room_card[place]),
        "face_up": bool(state.face_up[place]),
        "files": numbers(state.room_tokens[place]),
        "interface_tokens": int(state.interface_tokens[place]),
        "locks": int(state.locks[place]),
        "scientists": int(state.scientists[place]),
        "sludge_uses": int(state.sludge_uses[place]),
        "lying": [
            {
                "item": item_slug(book, state.lying_item[number]),
                "owner": int(state.lying_owner[number]),
                "uses": int(state.lying_uses[number]),
            }
            for number in range(int(state.lying))
            if state.lying_place[number] == place
        ],
        "npcs": [{"npc": npc_slug(npc), "face_up": bool(state.npc_face_up[npc])} for npc in _npcs_in(state, place)],
    }


def _describe_agent(state: Any, book: Rulebook, agent: int) -> dict[str, Any]:
    selected = int(state.selected[agent])
    return {
        "agent": agent,
        "seat": seat_of(state, agent),
        "place": None if state.status[agent] in OUT else int(state.place[agent]),
        "status": Status(int(state.status[agent])).name.lower(),
        "wounded": bool(state.wounded[agent]),
        "delayed": bool(state.delayed[agent]),
        "guards": int(state.guards[agent]),
        "files": numbers(state.tokens[agent]),
        "items": [item_slug(book, item) for item in members(state.hand[agent])],
        "selected": None if selected == NONE else describe_action(state, book, selected),
        **{name: int(state.specials[agent][special]) for special, name in HOLDINGS.items()},
        "scouted": members(state.scouted[agent]),
        "entered_secret_from": or_null(state.secret_from[agent]),
    }


def seat_of(state: Any, agent: int) -> int:
    """Seat whose agent this is."""
    return agent * int(state.seats) // int(state.agents)


def _npcs_in(state: Any, place: int) -> list[int]:
    return [npc for npc in range(NPCS) if state.npc_status[npc] == NpcStatus.INSIDE and state.npc_place[npc] == place]


# --- As sentences ----------------------------------------------------------------------------------------------------------


def tell_action(state: Any, book: Rulebook, action: int) -> str:
    """An action as a sentence, before it is applied; nothing where the event that follows says it."""
    kind, *rest = describe_action(state, book, action)
    decision = Decision(int(state.decision))
    who = f"Seat {int(state.actor)}" if int(state.agent) == NONE else agent_name(state, int(state.agent))
    if decision is Decision.SELECT:
        return f"{who} selects {_card_name(state, book, action)}."
    if kind in TOLD_AS_EVENTS:
        return ""
    if decision in (Decision.NPC_ORDER, Decision.NPC_LEAVE):
        what = "act" if decision is Decision.NPC_ORDER else "leave"
        return f"{who} lets {npc_name(book, action - Action.NPC)} {what} next."
    return f"{who} {_told(state, book, action, kind, rest)}."


TOLD_AS_EVENTS = {"token", "lock", "scientist"}

CARD_NAMES = {
    "advance": "Advance",
    "retreat": "Withdraw",
    "interface": "Interface",
    "download": "Download",
    "extract": "Extract",
}


def _told(state: Any, book: Rulebook, action: int, kind: str, rest: list[Any]) -> str:
    """What somebody does, as the end of a sentence that begins with his name."""
    verb = f"looks at {_hidden_room(rest[0])}" if kind == "room" and not state.face_up[rest[0]] else ""
    sentences: dict[str, Callable[[], str]] = {
        "agent": lambda: f"resolves the card of {agent_name(state, rest[0])} first",
        "alternative": lambda: f"uses effect {rest[0]} of {ALTERNATIVES}",
        "operative": lambda: f"chooses {agent_name(state, rest[0])}",
        "move": lambda: f"moves {rest[1]} {_plural(rest[1], 'room')} {'further in' if rest[0] == 'in' else 'towards the entrance'}",
        "door": lambda: "goes through the door into the secret room" if rest[0] == "secret" else "goes onward, past the secret door",
        "room": lambda: verb or f"reaches into {room_at(state, book, rest[0])}",
        "item": lambda: f"discards {item_name(book, action - Action.ITEM)}",
        "npc": lambda: f"destroys {npc_name(book, action - Action.NPC)}",
        "go_on": lambda: "goes on with the effect",
        "stop": lambda: "stops there",
    }
    return sentences[kind]()


def action_begins_line(state: Any) -> bool:
    """Whether what is decided now is told on a line of its own: what is not part of a card that is being resolved."""
    return Decision(int(state.decision)) in (Decision.SELECT, Decision.AGENT_ORDER, Decision.NPC_ORDER, Decision.NPC_LEAVE)


def begins_round(event: tuple[int, ...]) -> bool:
    """Whether an event begins a round: none does, a round begins with a decision."""
    return False


def begins_line(event: tuple[int, ...]) -> bool:
    """Whether an event begins something new: a card, an NPC's turn or leave, Security; what follows from it is told on its line."""
    code, third = Event(event[0]), event[3]
    leaves = code is Event.NPC_LEAVES and third == Phase.NPC_LEAVING
    guards = code is Event.LYING_ITEM_WORKS and third == Trigger.SECURITY
    return code in (Event.RESOLVES, Event.NPC_ACTS, Event.DIE) or leaves or guards


def tell_event(event: tuple[int, ...], state: Any, book: Rulebook) -> str:
    """An event of chance or a happening as a sentence; `state` tells whose agent is meant, and which rooms the places are."""
    code, first, second, third = Event(event[0]), int(event[1]), int(event[2]), int(event[3])
    if code is Event.TOKEN:
        return _tell_token(Source(first), second, third % PLACES, third // PLACES - 1, state)
    return (_tell_of_agent if code in OF_AGENTS else _tell_of_board)(code, first, second, third, state, book)


def _tell_token(source: Source, value: int, key: int, taker: int, state: Any) -> str:
    """A File token drawn at random: `key` is the place or agent it was drawn for, `taker` the agent who gets it, if one does."""
    if source is Source.PUT_OUT:
        return f"A file worth {value} is put into {_hidden_room(key)}."
    if source is Source.GAIN:
        return f"{agent_name(state, taker)} gets a file worth {value} from the reserve."
    if source is Source.ROOM_TOKEN:
        return f"{agent_name(state, taker)} takes a file worth {value} from {_hidden_room(key)}."
    if taker == NONE:
        return f"{agent_name(state, key)} loses a file worth {value}."
    return f"{agent_name(state, taker)} takes a file worth {value} from {agent_name(state, key)}."


OF_AGENTS = {
    Event.RESOLVES,
    Event.ENTERS,
    Event.ESCAPES,
    Event.WOUNDED,
    Event.HEALED,
    Event.DELAYED,
    Event.GUARDED,
    Event.GUARD_WORKS,
    Event.FILE_PICKED,
    Event.LOOKS,
    Event.ITEM_DRAWN,
    Event.ITEM_DISCARDED,
    Event.SPECIAL_TAKEN,
    Event.SLUDGE_WORKS,
    Event.CAUGHT,
    Event.RELEASED,
}
"""Happenings whose first number is the agent to whom they happen."""


def _tell_of_agent(code: Event, agent: int, second: int, third: int, state: Any, book: Rulebook) -> str:
    """A happening as a sentence that begins with an agent."""
    told: dict[Event, Callable[[], str]] = {
        Event.RESOLVES: lambda: f"resolves {_card_name(state, book, second)}",
        Event.ENTERS: lambda: f"enters {_hidden_room(second)}" + (f" ({_room_name(state, book, second)})" if third else ""),
        Event.ESCAPES: lambda: "escapes",
        Event.WOUNDED: lambda: "is wounded",
        Event.HEALED: lambda: "is healed",
        Event.DELAYED: lambda: "is Delayed",
        Event.GUARDED: lambda: "is guarded",
        Event.GUARD_WORKS: lambda: "is kept from harm by a guard",
        Event.FILE_PICKED: lambda: f"picks a file worth {second} from {_hidden_room(third)}",
        Event.LOOKS: lambda: f"looks at {' and '.join(_hidden_room(place) for place in members(second)) or 'no room'}",
        Event.ITEM_DRAWN: lambda: f"draws {item_name(book, second)}",
        Event.ITEM_DISCARDED: lambda: f"discards {item_name(book, second)}",
        Event.SPECIAL_TAKEN: lambda: f"takes a {SPECIAL_NAMES[Special(second)]}",
        Event.SLUDGE_WORKS: lambda: f"runs into the Sludge in {_hidden_room(second)}",
        Event.CAUGHT: lambda: "is caught",
        Event.RELEASED: lambda: "is caught and gives up a Compromising File",
    }
    return f"{agent_name(state, agent)} {told[code]()}."


def _tell_of_board(code: Event, first: int, second: int, third: int, state: Any, book: Rulebook) -> str:
    """An event that does not begin with an agent as a sentence: of rooms, items, NPCs, dials and dice."""
    told: dict[Event, Callable[[], str]] = {
        Event.ROOM_LAID: lambda: f"{_place_name(first)}: {name_at(book, 'rooms', second)}, face down.",
        Event.PILE: lambda: f"Item {first + 1} of the pile: {item_name(book, second)}.",
        Event.FIRST_PLAYER: lambda: f"Seat {first} is the first player.",
        Event.DIE: lambda: f"Security: the die shows {first}.",
        Event.ITEM_STOLEN: lambda: f"{agent_name(state, third)} steals {item_name(book, first)} from {agent_name(state, second)}.",
        Event.FILES_VOIDED: lambda: f"{second} {_plural(second, 'file')} in {_hidden_room(first)} are out of the game.",
        Event.ITEM_LAID: lambda: f"{agent_name(state, second)}'s {item_name(book, first)} stays in {_hidden_room(third)}.",
        Event.LYING_ITEM_WORKS: lambda: f"{agent_name(state, second)}'s {item_name(book, first)} goes off.",
        Event.LYING_ITEM_GONE: lambda: f"{agent_name(state, second)}'s {item_name(book, first)} is discarded.",
        Event.SPECIAL_LAID: lambda: f"A {SPECIAL_NAMES[Special(first)]} is laid into {_hidden_room(second)}.",
        Event.TURNED_UP: lambda: f"{_place_name(first)} turns out to be {name_at(book, 'rooms', second)}.",
        Event.INTERFACE_TOKENS: lambda: f"{_place_name(first)} now has {second} {_plural(second, 'interface token')}.",
        Event.LOCK_BROKEN: lambda: f"A lock in {_hidden_room(first)} is broken.",
        Event.SCIENTIST_GONE: lambda: f"A scientist in {_hidden_room(first)} is gone.",
        Event.NPC_ARRIVES: lambda: f"{npc_name(book, first)} comes into {_hidden_room(second)}{'' if third else ', face down'}.",
        Event.NPC_TURNED_UP: lambda: f"{npc_name(book, first)} is turned up in {_hidden_room(second)}.",
        Event.NPC_ACTS: lambda: f"It is the turn of {npc_name(book, first)} in {_hidden_room(second)}.",
        Event.NPC_MOVES: lambda: f"{npc_name(book, first)} moves to {_hidden_room(second)}.",
        Event.NPC_LEAVES: lambda: f"{npc_name(book, first)} leaves the game from {_hidden_room(second)}.",
        Event.ALARM: lambda: f"Alarm {'rises' if second > first else 'falls'} from {first} to {second}.",
        Event.PROXIMITY: lambda: f"Proximity {'rises' if second > first else 'falls'} from {first} to {second}.",
        Event.HUSHED: lambda: "The next die will count 0.",
        Event.POLICE: lambda: "The police arrive.",
    }
    return told[code]()


def _card_name(state: Any, book: Rulebook, action: int) -> str:
    """Name of a card that can be selected, by the code of its action."""
    return item_name(book, action - Action.ITEM) if action >= Action.ITEM else CARD_NAMES[describe_action(state, book, action)[0]]


def _room_name(state: Any, book: Rulebook, place: int) -> str:
    return name_at(book, "rooms", state.room_card[place])


def tell_round(state: Any, book: Rulebook) -> str:
    """Where everybody stands as a round begins."""
    lines = [f"Alarm {int(state.alarm)}, Proximity {int(state.proximity)}; Seat {int(state.first_player)} is first."]
    lines += [_tell_agent(state, book, agent) for agent in range(int(state.agents))]
    lines += [_tell_room(state, book, place) for place in range(PLACES) if state.face_up[place] or _npcs_in(state, place)]
    return "\n  ".join(lines)


def tell_end(state: Any, book: Rulebook) -> list[str]:
    """What the result does not say of how everybody ended: nothing here."""
    return []


def _tell_agent(state: Any, book: Rulebook, agent: int) -> str:
    status = Status(int(state.status[agent]))
    where = f"is in {room_at(state, book, int(state.place[agent]))}" if status is Status.INSIDE else f"has {ENDINGS[status]}"
    tokens = numbers(state.tokens[agent])
    points = sum(value * number for value, number in enumerate(tokens, start=1))
    things = [f"{sum(tokens)} {_plural(sum(tokens), 'file')} worth {points}"]
    for special, word in SPECIAL_NAMES.items():
        number = int(state.specials[agent][special])
        if number:
            things.append(f"{number} {_plural(number, word)}")
    items = [item_name(book, item) for item in members(state.hand[agent])]
    if items:
        things.append("items: " + ", ".join(items))
    states = [word for word, field in (("wounded", "wounded"), ("Delayed", "delayed"), ("guarded", "guards")) if state[field][agent]]
    return f"{agent_name(state, agent)} {where}{', ' + ' and '.join(states) if states else ''}, with {'; '.join(things)}."


SPECIAL_NAMES = {Special.PROTOTYPE: "Prototype", Special.BLACKMAIL: "Compromising File", Special.SLUDGE: "Sludge"}
ENDINGS = {Status.ESCAPED: "escaped", Status.CAUGHT: "been caught", Status.RELEASED: "been released"}


def _tell_room(state: Any, book: Rulebook, place: int) -> str:
    number = sum(numbers(state.room_tokens[place]))
    things = [f"{number} {_plural(number, 'file')}" if state.face_up[place] else "face down"]
    counts = (("interface token", state.interface_tokens), ("lock", state.locks), ("scientist", state.scientists))
    things += [f"{int(field[place])} {_plural(int(field[place]), word)}" for word, field in counts if field[place]]
    if state.sludge_uses[place]:
        things.append("Sludge")
    things += [npc_name(book, npc) + ("" if state.npc_face_up[npc] else " face down") for npc in _npcs_in(state, place)]
    lying = [number for number in range(int(state.lying)) if state.lying_place[number] == place]
    things += [f"{item_name(book, int(state.lying_item[n]))} of {agent_name(state, int(state.lying_owner[n]))}" for n in lying]
    room = room_at(state, book, place)
    return f"{room[:1].upper()}{room[1:]}: {', '.join(things)}."


def agent_name(state: Any, agent: int) -> str:
    """An agent by seat, and by letter where a seat has two."""
    seat = seat_of(state, agent)
    own = int(state.agents) // int(state.seats)
    return f"Seat {seat}" if own == 1 else f"Seat {seat}'s agent {_LETTERS[agent % own]}"


def item_name(book: Rulebook, item: int) -> str:
    """Name of an item."""
    return name_at(book, "items", item)


def npc_name(book: Rulebook, npc: int) -> str:
    """Name of an NPC."""
    return name_at(book, "npcs", npc)


def room_at(state: Any, book: Rulebook, place: int) -> str:
    """A place with the name of the room there, if that is face up."""
    name = f" ({_room_name(state, book, place)})" if state.face_up[place] else ""
    return _hidden_room(place) + name


def _hidden_room(place: int) -> str:
    return "the secret room" if place == SECRET else f"room {place}"


def _place_name(place: int) -> str:
    return "Secret room" if place == SECRET else f"Room {place}"


def _plural(number: int, word: str) -> str:
    return word if number == 1 else f"{word}s"
