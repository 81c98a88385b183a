"""Infiltration's bots: how strong they are, how they differ, what they see, and what they make of prepared positions."""

import functools
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore import store
from simcore.games.infiltration import bots
from simcore.games.infiltration.state import Action, Decision, Phase, Status, Weight
from simcore.playout import Table
from simcore.rulebook import load_rulebook
from simcore.runner import Player, make_manifest
from simcore.spec import CAPPED, GameBatch
from tests.games import bot_bench
from tests.games.bot_bench import rate, win_share
from tests.games.infiltration.board import SPEC, Board, table_of
from tests.simcore.child import run_child

PLAYERS = range(2, 7)
RATED = ("cautious", "greedy", "bold")
SEED = 17
SURE = 4.0
"""Standard errors by which a share has to clear what is claimed of it."""
OWN_CARDS: list[dict[str, Any]] = [
    {"items.grapple_line.copies": 0, "rooms.roof_pad.files": 9, "npcs.harris.effect": "wound all; proximity +3"},
    {"rooms.mail_room.interface": "move any 3 | escape", "items.qianju_pt.effect": "may; act advance; act interface | gain 4"},
    {"specials.sludge.value": -5, "items.trip_wire.effect": "stay enter 5; wound victim; lose victim 2; gain 1", "first_download": 4},
]


# --- Playing and counting ---------------------------------------------------------------------------------------------------


def batch_of(lineup: str, games: int, players: int = 4, settings: dict[str, Any] | None = None) -> GameBatch:
    """Results of games of one line-up; each deal is played in all its rotations."""
    manifest = make_manifest("infiltration", players=players, games=games, seed=SEED, bots=lineup, settings=settings)
    return store.batch_of(manifest, Player(manifest).rows(0, games))


def caught(batch: GameBatch, entry: int) -> float:
    """Share of an entry's agents who are inside when the police come."""
    own = batch["bot"] == entry
    return float(batch["agents_caught"][own].sum() / batch["agents"][own].sum())


table_for = functools.partial(bot_bench.table_for, SPEC)
weights_of = functools.partial(bot_bench.weights_of, SPEC)
walk = functools.partial(bot_bench.walk, SPEC, SEED)


# --- Strength ---------------------------------------------------------------------------------------------------------------


def test_greedy_wins_three_times_its_even_share_among_random_rivals() -> None:
    share, error = win_share(batch_of("greedy+random+random+random", 4000), 0)
    assert share - SURE * error >= 3 / 4


@pytest.mark.parametrize("bot", ["cautious", "bold"])
def test_the_other_bots_are_no_fools(bot: str) -> None:
    share, error = win_share(batch_of(f"{bot}+random+random+random", 2000), 0)
    assert share - SURE * error >= 2 / 4


SCRIPT = ("advance", "advance", "download", "download")
"""Two rooms in, download twice; then out."""


class Script:
    """One seat's plan: its cards in order, Withdraw ever after; waits at the console while it may not walk, answers what it must."""

    def __init__(self) -> None:
        self.left = [Action[word.upper()] for word in SCRIPT]

    def __call__(self, state: Any, legal: list[int]) -> int:
        if state.decision != Decision.SELECT:
            return legal[0]
        card = self.left[0] if self.left else Action.RETREAT
        if card not in legal:
            return int(Action.INTERFACE)
        self.left = self.left[1:]
        return int(card)


def against_scripts(games: int, greedy_seats: Callable[[int], set[int]]) -> tuple[float, float]:
    """Greedy among scripts at 4 players: its share of wins, and the share of its comparisons with a script that it is ahead in."""
    table = table_for("greedy", 4)
    wins = pairs = ahead = 0.0
    for game in range(games):
        seats = greedy_seats(game)
        scripts = {seat: Script() for seat in set(range(4)) - seats}
        table.start(SEED, game)
        while table.state.actor >= 0:
            seat = int(table.state.actor)
            table.apply(scripts[seat](table.state, table.legal()) if seat in scripts else table.choose())
        result = table.result()
        winners = {seat for seat in range(4) if result.winners >> seat & 1}
        wins += len(winners & seats) / max(len(winners), 1)
        for mine in seats:
            for other in scripts:
                first, second = (int(result.standing[seat]) or 9 for seat in (mine, other))
                pairs += 1
                ahead += (first < second) + 0.5 * (first == second)
    return wins / games, ahead / pairs


def test_greedy_beats_two_rooms_in_download_twice_walk_out() -> None:
    games = 200
    share, ahead = against_scripts(games, lambda game: {game % 4})
    error = (share * (1 - share) / games) ** 0.5
    assert share - SURE * error > 1 / 4
    assert share > 1 / 2
    assert ahead > 1 / 2


def test_three_of_greedy_leave_a_script_little() -> None:
    share, ahead = against_scripts(200, lambda game: set(range(4)) - {game % 4})
    assert share > 0.85
    assert ahead > 1 / 2


def test_no_shipped_bot_is_hopeless_against_another() -> None:
    """`mixed` draws around all three: none may be a victim."""
    batch = batch_of("cautious+greedy+bold+greedy", 4000)
    shares = [win_share(batch, entry)[0] for entry in range(4)]
    assert min(shares) > 0.15
    assert max(shares) < 0.35


# --- How they differ --------------------------------------------------------------------------------------------------------


def test_the_more_cautious_a_bot_the_less_often_it_is_caught() -> None:
    batch = batch_of("cautious+greedy+bold+greedy", 4000)
    assert caught(batch, 0) < caught(batch, 1) < caught(batch, 2)
    assert caught(batch, 0) < 0.75 * caught(batch, 1)
    assert 1.25 * caught(batch, 1) < caught(batch, 2)


def test_cautious_leaves_earlier_than_bold() -> None:
    table = table_for("cautious+bold+cautious+bold", 4)
    left: dict[int, list[int]] = {0: [], 1: []}
    for game in range(120):
        table.start(SEED, game)
        out = set()
        while table.state.actor >= 0:
            table.apply(table.choose())
            for seat in range(4):
                if table.state.status[seat] == Status.ESCAPED and seat not in out:
                    out.add(seat)
                    left[(seat + game) % 2].append(int(table.state.rounds))
    assert np.mean(left[0]) < np.mean(left[1]) - 0.5


def test_mixed_draws_weights_for_each_seat_and_game_around_its_centres() -> None:
    bot_bench.check_mixed(SPEC, SEED, RATED, players=4, games=40)


# --- Ratings: for everything that is asked, finite, of what can be seen -----------------------------------------------------


def test_every_kind_of_decision_is_rated_finitely_and_nothing_is_changed() -> None:
    asked: Counter[Decision] = Counter()
    greedy = weights_of("greedy")

    def look(table: Table) -> None:
        bot_bench.check_finite(table, greedy)
        asked[Decision(int(table.state.decision))] += 1

    for players in PLAYERS:
        walk(players, {}, 30, look)
    for settings in (*OWN_CARDS, {"take_action": "extract"}, {"secret_exit": "stuck", "secret_door": "forced"}):
        for players in (2, 4):
            walk(players, settings, 5, look)
    position = leaving()
    look(position.table)
    assert set(asked) == set(Decision), asked


VARIANTS: list[dict[str, Any]] = [
    {"take_action": "extract"},
    {"alarm_start": -1},
    {"alarm_start": 1},
    {"secret_exit": "stuck"},
    {"reveal_by": "advance"},
    {"room_move_effects": "arrival"},
]


@pytest.mark.parametrize("settings", [*OWN_CARDS, *VARIANTS], ids=str)
def test_greedy_understands_cards_and_variants_it_has_not_seen(settings: dict[str, Any]) -> None:
    share, error = win_share(batch_of("greedy+random+random+random", 1200, settings=settings), 0)
    assert share - SURE * error >= 2 / 4


@pytest.mark.parametrize("players", PLAYERS)
def test_ratings_do_not_depend_on_what_a_seat_cannot_see(players: int) -> None:
    """Rooms, hands, tokens and secret selections are dealt anew: not a bit of any rating changes."""
    other = table_of(players, load_rulebook(SPEC))
    weights = weights_of("bold")
    redealt = 0

    def look(table: Table) -> None:
        nonlocal redealt
        redealt += bot_bench.check_blind(table, other, weights, redealt)

    walk(players, {}, 4, look)
    assert redealt > 100


@pytest.mark.parametrize("weight", [0.0, 1e9, -1e9, 1e300, -1e300, 1e-300])
def test_a_bot_with_absurd_weights_still_plays(weight: float, tmp_path: Path) -> None:
    path = tmp_path / "absurd.toml"
    path.write_text('kind = "rated"\n[weights]\n' + "".join(f"{name} = {weight}\n" for name in SPEC.weights), encoding="utf-8")
    batch = batch_of(f"{path}+greedy", 40, players=2)
    assert (batch["end_reason"] != CAPPED).all()
    table = table_for(f"{path}+greedy", 2)
    table.start(SEED, 0)
    while table.state.actor >= 0:
        assert np.isfinite(rate(table, np.full(len(SPEC.weights), weight))).all()
        table.apply(table.choose())


def test_the_compiler_changes_no_choice() -> None:
    """The same rows by plain Python: nothing in a rating depends on how it is computed."""
    code = """
import hashlib
from simcore.runner import Player, make_manifest
for players in (2, 4):
    manifest = make_manifest("infiltration", players=players, games=2, seed=8, bots="mixed")
    print(hashlib.sha256(Player(manifest).rows(0, 2).tobytes()).hexdigest())
"""
    directory = SPEC.directory.parents[2]
    compiled = run_child(code, directory, HEISTLAB_CACHE_DIR=None)
    assert run_child(code, directory, HEISTLAB_CACHE_DIR=None, NUMBA_DISABLE_JIT="1") == compiled


# --- Prepared positions -----------------------------------------------------------------------------------------------------


class Position(Board):
    """A position in which agent 0 selects a card, and what a bot makes of it."""

    def ratings(self, bot: str = "greedy") -> dict[tuple[Any, ...], float]:
        """Ratings of the acting seat's legal actions, by their words."""
        self.play()
        return bot_bench.ratings_at(self.table, self.book, weights_of(bot))

    def choice(self, bot: str = "greedy") -> tuple[Any, ...]:
        """What a bot does here."""
        return bot_bench.best_of(self.ratings(bot))


def at_selection(players: int = 3, **settings: Any) -> Position:
    """Everybody in the entry room, the first round begins."""
    position = Position(players, **settings)
    position.state.phase = Phase.SELECTION
    return position


def test_takes_files_that_lie_at_hand() -> None:
    position = at_selection()
    position.lay(0, "mail_room", tokens=(2, 2, 0))
    assert position.choice() == ("download",)


def test_goes_where_files_lie_when_there_are_none_at_hand() -> None:
    position = at_selection()
    position.lay(1, "mail_room", tokens=(2, 2, 0))
    assert position.choice() == ("advance",)


def test_leaves_with_what_it_holds_when_time_is_up() -> None:
    position = at_selection()
    position.lay(0, "mail_room", tokens=(2, 2, 0))
    position.stand(0, 0, tokens=(2, 2, 0))
    position.state.proximity = 93
    position.state.alarm = 5
    assert position.choice() == ("retreat",)


def test_stays_when_it_can_be_released() -> None:
    position = at_selection()
    position.lay(0, "mail_room", tokens=(2, 2, 0))
    position.stand(0, 0, tokens=(2, 2, 0))
    position.give(0, "blackmail")
    position.state.proximity = 93
    position.state.alarm = 5
    assert position.choice() == ("download",)


def test_uses_an_exit_by_console() -> None:
    position = at_selection()
    position.lay(4, "loading_dock", interface_tokens=1)
    position.stand(0, 4, tokens=(2, 2, 0))
    position.state.proximity = 90
    position.state.alarm = 5
    assert position.choice() == ("interface",)
    position.state.interface_tokens[4] = 0
    assert position.choice() != ("interface",)


def test_walks_inward_to_an_exit_that_is_nearer() -> None:
    position = at_selection()
    position.lay(5, "loading_dock", interface_tokens=1)
    position.stand(0, 4, tokens=(2, 2, 0))
    position.state.proximity = 75
    position.state.alarm = 5
    assert position.choice() == ("advance",)


def test_a_wound_sends_it_home_earlier() -> None:
    choices = []
    for wounded in (0, 1):
        position = at_selection()
        position.lay(3, "mail_room", tokens=(2, 2, 0))
        position.stand(0, 3, tokens=(2, 2, 0), wounded=wounded)
        position.state.proximity = 40
        position.state.alarm = 5
        choices.append(position.choice())
    assert choices == [("download",), ("retreat",)]


def test_an_item_that_carries_outward_buys_time() -> None:
    choices = []
    for items in ((), ("grapple_line",)):
        position = at_selection()
        position.lay(4, "mail_room", tokens=(2, 2, 0))
        position.stand(0, 4, tokens=(2, 2, 0))
        position.give(0, *items)
        position.state.proximity = 55
        position.state.alarm = 5
        choices.append(position.choice())
    assert choices == [("retreat",), ("download",)]


def test_opens_a_lock_only_where_there_is_one() -> None:
    position = at_selection()
    position.lay(0, "mail_room", tokens=(1, 1, 0), locks=1)
    position.give(0, "silent_key", "sleep_dart")
    assert position.choice() == ("item", "silent_key")
    position = at_selection()
    position.lay(0, "mail_room", tokens=(1, 1, 0))
    position.give(0, "silent_key", "sleep_dart")
    position.lay(0, "canteen", tokens=(1, 1, 0), scientists=1)
    assert position.choice() == ("item", "sleep_dart")


def test_files_are_worth_less_to_who_comes_late() -> None:
    gains = []
    for first_player in (0, 1):
        position = at_selection()
        position.lay(0, "mail_room", tokens=(1, 1, 0))
        position.state.first_player = first_player
        position.play(*[["interface"]] * (0 if first_player == 0 else 2))
        ratings = position.ratings()
        gains.append(ratings["download",] - ratings["interface",])
    assert gains[0] > 2 * gains[1]


def test_counts_on_rooms_that_its_seat_has_looked_at() -> None:
    ratings = []
    for slug, scouted in (("finance_archive", 1 << 1), ("mail_room", 1 << 1), ("finance_archive", 0), ("mail_room", 0)):
        position = at_selection(players=2)
        position.lay(1, slug, face_up=False)
        position.state.scouted[1] = scouted  # by the seat's other agent
        ratings.append(position.ratings()["advance",])
    assert ratings[0] > ratings[1]
    assert ratings[2] == ratings[3]


def test_plays_for_more_when_a_rival_is_rich() -> None:
    choices = []
    for tokens in ((0, 0, 0), (2, 4, 6)):
        position = at_selection()
        position.lay(1, "mail_room", tokens=(2, 2, 0))
        position.stand(0, 1, tokens=(2, 2, 2))
        position.stand(1, 0, tokens=tokens)
        position.state.proximity = 74
        position.state.alarm = 5
        choices.append(position.choice())
    assert choices == [("retreat",), ("download",)]


def test_picks_the_best_token() -> None:
    position = at_selection()
    position.lay(0, "mail_room", tokens=(2, 2, 2))
    position.give(0, "throwing_blade")
    position.play(["item", "throwing_blade"], ["interface"], ["interface"], ["operative", 1])
    assert position.choice() == ("token", 3)


def test_steals_from_the_rich() -> None:
    position = at_selection()
    position.stand(2, 0, tokens=(1, 1, 0))
    position.give(0, "magnetic_glove")
    position.play(["item", "magnetic_glove"], ["interface"], ["interface"])
    assert position.choice() == ("alternative", 1)
    position.play(["alternative", 1])
    assert position.choice() == ("operative", 2)


def test_harms_no_partner() -> None:
    position = at_selection(players=2)
    position.stand(3, 0, wounded=1)
    position.give(0, "throwing_blade")
    position.play(["item", "throwing_blade"], ["interface"], ["interface"], ["interface"], ["agent", 0])
    ratings = position.ratings()
    assert ratings["operative", 2] > ratings["operative", 3] > ratings["operative", 1]


def test_strikes_at_the_npc_who_does_the_most_harm() -> None:
    position = at_selection()
    position.stand(0, 3, tokens=(2, 2, 0))
    position.send("tyrone", 3)
    position.send("nelson", 3)
    position.give(0, "relay_spike")
    position.play(["item", "relay_spike"], ["interface"], ["interface"])
    assert position.choice() == ("npc", "nelson")


def leaving() -> Position:
    """Two NPCs have to leave: the first player says who does so first."""
    position = at_selection()
    position.send("leah", 0)
    position.send("harris", 0)
    position.play(["interface"], ["interface"], ["interface"])
    assert position.asked == "npc_leave"
    return position


def test_lets_the_npc_leave_last_who_brings_the_police_nearer() -> None:
    assert leaving().choice() == ("npc", "harris")


def test_lets_the_npc_act_first_who_clears_the_room() -> None:
    position = at_selection()
    for npc in ("harris", "csx13", "nelson"):
        position.send(npc, 2)
    position.play(["interface"], ["interface"], ["interface"])
    assert position.choice() == ("npc", "csx13")


def test_goes_on_where_it_may_only_if_that_helps() -> None:
    choices = []
    for proximity in (0, 75):
        position = at_selection()
        position.lay(4, "mail_room", tokens=(2, 2, 0))
        position.stand(0, 4, tokens=(2, 2, 0))
        position.give(0, "panic_button")
        position.state.proximity = proximity
        position.play(["item", "panic_button"], ["interface"], ["interface"])
        choices.append(position.choice())
    assert choices == [("stop",), ("go_on",)]


def test_takes_the_secret_door_for_the_files_behind_it() -> None:
    position = at_selection()
    position.lay(0, "scanner_hall")
    position.lay(12, "private_museum", tokens=(3, 3, 2))
    assert position.choice() == ("advance",)
    position.play(["advance"], ["interface"], ["interface"])
    assert position.choice() == ("door", "secret")


def test_weights_have_names_and_the_work_space_has_room() -> None:
    assert SPEC.weights == tuple(weight.name.lower() for weight in Weight)
    assert SPEC.scratch >= bots.PRESSURE + bots.HORIZON
