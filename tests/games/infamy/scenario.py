"""Prepared situations: put goods, cards, Watchdogs and dials where a clause needs them, play on, look at what happened.

A situation begins with the first auction of a Round, all contacts of the track still to come. It is bare: nobody has goods, available
bribes or schemes, the row holds no mission, the Watchdogs are in the supply, and both resupply zones of the sector CLOSED have a
Hazard, so that pawns sent there fail. It can be played by the kernel and by the plain-Python reference.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import simcore
from simcore.games.infamy import rules as kernels
from simcore.games.infamy import state as names
from simcore.playout import Table
from simcore.rulebook import Rulebook, rows_named
from tests.games import scenario
from tests.games.infamy import reference
from tests.games.scenario import bits, patches_in, rules_in

SPEC = simcore.game("infamy")
CARDS = Path(simcore.__file__).parent / "games" / "infamy" / "cards"
CLOSED = 6
"""Sector in which nobody can be placed, unless a test says otherwise."""
LIMIT = 500
"""Decisions after which a test that plays on has gone astray."""


class KernelGame(scenario.KernelGame):
    """The game as the kernels play it."""

    spec = SPEC

    def load(self, named: dict[str, Any]) -> None:
        """Put a situation on the table: the beginning of a Round's first auction."""
        write_state(self.table, self.book, named)
        kernels.apply_action(self.table.state, self.table.rules, names.Action.END, self.table.chance)
        self.note(self.table.events())


class ReferenceGame(scenario.ReferenceGame):
    """The game as the plain-Python reference plays it."""

    spec, reference = SPEC, reference

    def load(self, named: dict[str, Any]) -> None:
        """Put a situation on the table: the beginning of a Round's first auction."""
        game = self.game
        game.round, game.triggerman, game.phase = named["round"], named["triggerman"], "contact"
        game.track = [reference.Slot(slot["contact"]) for slot in named["contact_track"]]
        game.row = list(named["missions"])
        game.seen_missions = {slug for slug in game.row if slug is not None}
        game.contact_deck, game.mission_deck = list(named["contact_deck"]), list(named["mission_deck"])
        game.scheme_decks = {faction: list(pile) for faction, pile in named["scheme_decks"].items()}
        game.scheme_discards = {faction: list(pile) for faction, pile in named["scheme_discards"].items()}
        game.hazards, game.hazard_supply = {(sector, zone) for sector, zone in named["hazards"]}, named["hazard_supply"]
        game.watchdogs, game.watchdog_supply = list(named["watchdogs"]), named["watchdog_supply"]
        game.supply = Counter(named["supply"])
        game.pawns = [reference.Pawn(**pawn) for pawn in named["pawns"]]
        for freelancer, given in zip(game.freelancers, named["freelancers"], strict=True):
            freelancer.infamy, freelancer.rep, freelancer.goods = given["infamy"], dict(given["rep"]), Counter(given["goods"])
            freelancer.available, freelancer.spent = given["bribes"]["available"], given["bribes"]["spent"]
            freelancer.bid, freelancer.markers = 0, given["bribes"]["markers"]
            freelancer.schemes, freelancer.completed = list(given["schemes"]), list(given["completed"])
            freelancer.drawn, freelancer.done = set(given["schemes"]), list(given["completed"])
            pawns = [pawn for pawn in game.pawns if pawn.seat == freelancer.seat]
            freelancer.current = (pawns[-1].sector, pawns[-1].zone) if pawns else None
        game.begin(from_set_up=False)


def write_state(table: Table, book: Rulebook, named: dict[str, Any]) -> None:
    """Write a named state into the record of a game that has been set up: the first auction of a Round is to begin."""
    state, none = table.state, -1
    tables = {name: rows_named(book.tables[name]) for name in ("contacts", "missions", "schemes")}
    factions, goods, zones = reference.FACTIONS, reference.GOODS, reference.RESUPPLY
    cards: dict[str, list[int]] = {}
    for card in range(int(table.rules.scheme_cards)):
        cards.setdefault(book.tables["schemes"][int(table.rules.scheme_row[card])].slug, []).append(card)

    def pile(record: Any, numbers: list[int]) -> None:
        record[: len(numbers)] = numbers

    state.rounds, state.turns, state.day = named["round"], (named["round"] + 1) // 2, named["round"] % 2
    state.actor, state.decision = none, none
    state.phase, state.stage, state.turn_step, state.depth = names.Phase.CONTACT, names.Stage.OPEN_CONTACT, 0, 0
    state.actor = state.decision = none
    state.triggerman = state.phase_first = named["triggerman"]
    state.slot, state.high_bid, state.high_bidder, state.passes = none, 0, none, 0
    contacts = [tables["contacts"][slot["contact"]] for slot in named["contact_track"]]
    deck = [tables["contacts"][slug] for slug in named["contact_deck"]]
    state.contact_top, state.contact_count, state.track_count = len(contacts), len(contacts) + len(deck), len(contacts)
    pile(state.contact_pile, contacts + deck)
    state.track_contact[:], state.track_winner[:], state.track_marker[:], state.track_status[:] = none, none, 0, names.ContactStatus.COMING
    pile(state.track_contact, contacts)
    state.mission_row[:] = none
    pile(state.mission_row, [none if slug is None else tables["missions"][slug] for slug in named["missions"]])
    state.mission_top, state.mission_count, state.mission_known = 0, len(named["mission_deck"]), 0
    pile(state.mission_pile, [tables["missions"][slug] for slug in named["mission_deck"]])
    state.seen_missions = bits(tables["missions"][slug] for slug in named["missions"] if slug is not None)
    for number, faction in enumerate(factions):
        state.scheme_top[number], state.scheme_count[number] = 0, len(named["scheme_decks"][faction])
        pile(state.scheme_pile[number], [cards[slug].pop(0) for slug in named["scheme_decks"][faction]])
        state.scheme_discarded[number] = len(named["scheme_discards"][faction])
        pile(state.scheme_discards[number], [cards[slug].pop(0) for slug in named["scheme_discards"][faction]])
    state.hazards = bits((sector - 1) * len(zones) + zones.index(zone) for sector, zone in named["hazards"])
    state.hazard_supply, state.watchdog_supply = named["hazard_supply"], named["watchdog_supply"]
    state.watchdogs[:] = [named["watchdogs"].count(sector) for sector in reference.SECTORS]
    state.supply[:] = [named["supply"][good] for good in goods]
    state.pawn_sector[:], state.pawn_zone[:], state.last_pawn[:], state.taken = none, none, none, 0
    for pawn in named["pawns"]:
        which, sector = (reference.OWN, reference.ACCOMPLICE).index(pawn["pawn"]), pawn["sector"] - 1
        zone = (*zones, reference.MISSION_ZONE).index(pawn["zone"])
        state.pawn_sector[pawn["seat"], which], state.pawn_zone[pawn["seat"], which] = sector, zone
        state.last_pawn[pawn["seat"]] = which
        state.taken |= 1 << (sector * names.BOARD_ZONES + zone)
    for freelancer in named["freelancers"]:
        seat = freelancer["seat"]
        completed = [tables["missions"][slug] for slug in freelancer["completed"]]
        state.infamy[seat], state.rep[seat] = freelancer["infamy"], list(freelancer["rep"].values())
        state.goods[seat] = [freelancer["goods"][good] for good in goods]
        for name in ("available", "spent", "bid", "markers"):
            state[name][seat] = freelancer["bribes"][name]
        state.hand[seat] = bits(cards[slug].pop(0) for slug in freelancer["schemes"])
        state.drawn[seat] = bits(tables["schemes"][slug] for slug in freelancer["schemes"])
        state.completed_count[seat], state.completed_ever[seat], state.missions_done[seat] = len(completed), bits(completed), len(completed)
        pile(state.completed_card[seat], completed)
        types = [int(table.rules.mission_types[mission]) for mission in completed]
        state.type_count[seat] = [sum(kinds >> kind & 1 for kinds in types) for kind in range(names.TYPES)]


def bare_state(players: int, cards: reference.Cards, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The named state of a bare situation; piles and supplies are filled up by `Scenario`."""
    freelancer = {"infamy": 0, "rep": dict.fromkeys(reference.FACTIONS, 0), "goods": {}, "available": 0, "markers": 0}
    return {
        "round": 1,
        "triggerman": 0,
        "track": list(cards.contacts)[: settings["contacts_revealed"]],
        "missions": [],
        "scheme_discards": {},
        "hazards": [[CLOSED, "a"], [CLOSED, "b"]],
        "watchdogs": [],
        "pawns": [],
        "freelancers": [{"seat": seat, "schemes": [], "completed": [], **json.loads(json.dumps(freelancer))} for seat in range(players)],
    }


class Scenario(scenario.Situation):
    """A situation, and what is played from it.

    Parameters
    ----------
    game : type
        KernelGame or ReferenceGame.
    players : int
    settings : mapping, optional
        Parameters, rulings, card fields.
    """

    SEED = 1

    def __init__(self, game: Any, players: int = 3, settings: Mapping[str, Any] | None = None) -> None:
        self.settings = reference.SETTINGS | rules_in(settings or {})
        self.players = players
        self.cards = reference.read_cards(CARDS, patches_in(settings or {}))
        playing = game(players, settings or {})
        playing.start(self.SEED)
        self.buying: dict[str, int] = {}
        super().__init__(playing, bare_state(players, self.cards, self.settings))

    # Preparing

    @property
    def prepared(self) -> dict[str, Any]:
        """The situation to change, before anything is played."""
        assert self.situation is not None, "something has been played"
        return self.situation

    def set(self, **fields: Any) -> "Scenario":
        """Round, Triggerman, track (filled up with other contacts), missions of the row and of the deck, Hazards, Watchdogs, pawns.

        `scheme_decks` tells the top of decks by faction, `short_decks` those that hold nothing else.
        """
        assert fields.keys() <= self.prepared.keys() | {"mission_deck", "scheme_decks", "short_decks", "supply"}
        self.prepared.update(fields)
        return self

    def night(self) -> "Scenario":
        """By Night."""
        return self.set(round=2)

    def put(self, seat: int, **fields: Any) -> "Scenario":
        """A freelancer's Infamy, Rep, goods, available bribes, schemes, completed missions; Rep and goods that are not named stay."""
        freelancer = self.prepared["freelancers"][seat]
        assert fields.keys() <= freelancer.keys()
        for name, value in fields.items():
            freelancer[name] = {**freelancer[name], **value} if isinstance(value, Mapping) else value
        return self

    def buyers(self, **seats: int) -> "Scenario":
        """Contacts of the track, from the left, each with the seat that will buy it for one bribe; see `auctions`."""
        self.set(track=list(seats))
        for seat in seats.values():
            self.prepared["freelancers"][seat]["available"] += self.settings["expenses"] + 1
        self.buying = seats
        return self

    def pause(self, seat: int = 0) -> "Scenario":
        """Give a freelancer a scheme, so that the game stops in the Scheme Phase to ask whether he plays it."""
        self.prepared["freelancers"][seat]["schemes"].append("deep_scan")
        return self

    def close_board(self) -> "Scenario":
        """Hazards on all resupply zones: every pawn fails."""
        return self.set(hazards=[list(zone) for zone in self.cards.zones])

    def filled(self, named: dict[str, Any]) -> dict[str, Any]:
        """The situation with piles and supplies filled up."""
        everybody, settings = named["freelancers"], self.settings
        track = [*named.pop("track"), *(slug for slug in self.cards.contacts)]
        track = list(dict.fromkeys(track))
        revealed = settings["contacts_revealed"]
        held = Counter(slug for each in everybody for slug in each["schemes"])
        discards = {faction: named["scheme_discards"].get(faction, []) for faction in reference.FACTIONS}
        tops, short = named.pop("scheme_decks", {}), named.pop("short_decks", [])
        decks = {}
        for faction in reference.FACTIONS:
            whole = Counter({slug: card.copies for slug, card in self.cards.schemes.items() if card.faction == faction})
            whole -= held + Counter(discards[faction])
            top = tops.get(faction, [])
            decks[faction] = [*top, *([] if faction in short else (whole - Counter(top)).elements())]
        row = [*named["missions"], *[None] * self.players][: self.players]
        lost = {slug for each in everybody for slug in each["completed"]} | set(row)
        tokens = {"henchman": settings["henchman_tokens"], "favor": settings["favor_tokens"]}
        supply = {}
        for each in everybody:
            each["goods"] = {good: each["goods"].get(good, 0) for good in reference.GOODS}
            bribes = {"available": each.pop("available"), "bid": 0, "markers": each.pop("markers")}
            each["bribes"] = bribes | {"spent": settings["bribes"] - bribes["available"] - bribes["markers"]}
        for good in reference.GOODS:
            supply[good] = tokens.get(good, settings["resource_tokens"]) - sum(each["goods"][good] for each in everybody)
        top = named.pop("mission_deck", None)
        rest = [slug for slug in self.cards.missions if slug not in lost]
        filled = {
            "contact_track": [{"contact": slug} for slug in track[:revealed]],
            "contact_deck": track[revealed:],
            "missions": row,
            "mission_deck": rest if top is None else [slug for slug in top if slug not in lost],
            "scheme_decks": decks,
            "scheme_discards": discards,
            "hazard_supply": max(0, settings["hazards"] - len(named["hazards"])),
            "watchdog_supply": max(0, settings["watchdogs"] - len(named["watchdogs"])),
            "supply": supply | named.pop("supply", {}),
        }
        return named | filled

    # Playing

    def auctions(self, *answers: list[Any]) -> "Scenario":
        """Bid for the contacts as `buyers` says, others pass; the answers are to what rewards ask. Stops when they are used up."""
        left = list(answers)
        for _ in range(LIMIT):
            named = self.named
            if named["decision"] == "bid":
                contact = next(slot["contact"] for slot in named["contact_track"] if slot["status"] == "open")
                wanted = self.buying.get(contact) == named["actor"] and named["high_bidder"] is None
                self.answer(["bid", 1] if wanted else ["pass"])
            elif named["phase"] == "contact" and left:
                self.answer(left.pop(0))
            else:
                assert not left, f"{left} are not asked for, but {named['decision']}"
                return self
        raise AssertionError("no end of auctions")

    def choose(self, sectors: Mapping[int, Any] | None = None) -> "Scenario":
        """Pass on all contacts; then the sectors of these seats, pairs with the Accomplice's; all others go where they fail."""
        if self.named["decision"] == "bid":
            self.auctions()
        begun = self.seen.round
        while self.decision in ("sector", "accomplice_sector") and self.seen.round == begun:
            asked = (sectors or {}).get(self.seen.actor, CLOSED)
            own, other = asked if isinstance(asked, tuple) else (asked, CLOSED)
            self.answer(["sector", own if self.decision == "sector" else other])
        return self

    # Looking

    def freelancer(self, seat: int) -> Any:
        """A freelancer's fields as attributes."""
        return self.seen.freelancers[seat]

    def goods(self, seat: int) -> dict[str, int]:
        """What a freelancer has of each good of which he has any."""
        return {good: count for good, count in self.named["freelancers"][seat]["goods"].items() if count}

    def rep(self, seat: int) -> list[int]:
        """A freelancer's Rep in Cartel, Megacorp, Militia."""
        return list(self.named["freelancers"][seat]["rep"].values())

    def pawns(self) -> list[tuple[Any, ...]]:
        """Placed pawns: seat, pawn, sector, zone."""
        return [tuple(pawn.values()) for pawn in self.named["pawns"]]
