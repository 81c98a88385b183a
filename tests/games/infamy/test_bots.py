"""Infamy's bots: how strong they are, how they differ, what they see, what they make of prepared positions, how their games go."""

import functools
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.games.infamy import bots
from simcore.games.infamy.state import Action, Decision, Weight
from simcore.playout import Table
from simcore.rulebook import load_rulebook
from simcore.runner import Player, make_manifest
from simcore.spec import CAPPED, GameBatch
from tests.games import bot_bench
from tests.games.bot_bench import rate, win_share
from tests.games.infamy.random_cards import random_patches
from tests.games.infamy.scenario import SPEC, KernelGame, Scenario
from tests.simcore.child import run_child

PLAYERS = (3, 4)
RATED = ("greedy", "broker", "loyalist")
SEED = 17
SURE = 4.0
"""Standard errors by which a share has to clear what is claimed of it."""


# --- Playing and counting ---------------------------------------------------------------------------------------------------


@functools.cache
def batch_of(lineup: str, games: int, players: int = 4) -> GameBatch:
    """Results of games of one line-up; each deal is played in all its rotations."""
    rows = Player(make_manifest("infamy", players=players, games=games, seed=SEED, bots=lineup)).rows(0, games)
    widths = {column.name: players for column in SPEC.all_columns if column.per == "seat"}
    return GameBatch(
        SPEC, players, {name: rows[name][:, : widths[name]] if name in widths else rows[name] for name in rows.dtype.names or ()}
    )


def of_entry(batch: GameBatch, column: str, entry: int) -> float:
    """Mean of a column of every seat, over the seats of one entry."""
    return float(batch[column][batch["bot"] == entry].mean())


table_for = functools.partial(bot_bench.table_for, SPEC)
weights_of = functools.partial(bot_bench.weights_of, SPEC)
walk = functools.partial(bot_bench.walk, SPEC, SEED)


# --- Strength ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("bot", RATED)
def test_rated_bots_win_three_times_their_even_share_or_all_among_random_rivals(bot: str, players: int) -> None:
    share, error = win_share(batch_of("+".join([bot, *["random"] * (players - 1)]), 400 * players, players), 0)
    assert share - SURE * error >= min(3 / players, 0.9)


def script(table: Table) -> int:
    """Buys what nobody wants for one bribe; goes to the first mission that it can pay; else takes what it is offered first."""
    state, rules, legal = table.state, table.rules, table.legal()
    seat = int(state.actor)
    if state.decision == Decision.BID:
        return Action.BID + 1 if Action.BID + 1 in legal else int(Action.PASS)
    payable = [int(card) for card in state.mission_row if card >= 0 and (rules.mission_cost[card] <= state.goods[seat]).all()]
    if state.decision in (Decision.SECTOR, Decision.ACCOMPLICE_SECTOR):
        sectors = [Action.SECTOR + int(rules.mission_sector[card]) for card in payable]
        return next((sector for sector in sectors if sector in legal), legal[int(state.rounds + seat) % len(legal)])
    if state.decision == Decision.ZONE:
        return next((Action.MISSION + card for card in payable if Action.MISSION + card in legal), legal[0])
    if state.decision == Decision.SCHEME:
        return legal[-1]
    return legal[0]


def against_scripts(games: int, players: int, greedy_seats: Callable[[int], set[int]]) -> float:
    """Share of wins of the seats that greedy has, scripts in the others."""
    table = table_for("greedy", players)
    wins = 0.0
    for game in range(games):
        seats = greedy_seats(game)
        table.start(SEED, game)
        while table.state.actor >= 0:
            table.apply(table.choose() if int(table.state.actor) in seats else script(table))
        winners = {seat for seat in range(players) if table.result().winners >> seat & 1}
        wins += len(winners & seats) / max(len(winners), 1)
    return wins / games


@pytest.mark.parametrize("players", PLAYERS)
def test_greedy_beats_cheapest_contact_and_first_mission_that_can_be_paid(players: int) -> None:
    games = 60
    share = against_scripts(games, players, lambda game: {game % players})
    error = (share * (1 - share) / games) ** 0.5
    assert share - SURE * error > 1 / players
    assert share > 0.6


def test_three_of_greedy_leave_a_script_little() -> None:
    assert against_scripts(60, 4, lambda game: set(range(4)) - {game % 4}) > 0.85


def test_a_script_is_better_than_random() -> None:
    """The opponent of the test above is no straw man."""
    table = table_for("random", 4)
    wins = 0.0
    for game in range(60):
        table.start(SEED, game)
        while table.state.actor >= 0:
            table.apply(script(table) if table.state.actor == game % 4 else table.choose())
        winners = int(table.result().winners)
        wins += (winners >> (game % 4) & 1) / max(winners.bit_count(), 1)
    assert wins / 60 > 2 / 4


def test_no_shipped_bot_is_hopeless_against_the_others() -> None:
    """`mixed` draws around all three: none may be a victim."""
    batch = batch_of("greedy+broker+loyalist+greedy", 4000)
    shares = [win_share(batch, entry)[0] for entry in range(4)]
    assert min(shares) > 0.12
    assert max(shares) < 0.45


# --- How they differ --------------------------------------------------------------------------------------------------------


def test_broker_is_after_infamy_and_loyalist_after_one_factions_reputation() -> None:
    batch = batch_of("greedy+broker+loyalist+greedy", 4000)
    best = np.maximum(np.maximum(batch["rep_cartel"], batch["rep_megacorp"]), batch["rep_militia"])
    rep = [float(best[batch["bot"] == entry].mean()) for entry in range(3)]
    assert rep[1] < rep[0] < rep[2]
    assert of_entry(batch, "infamy", 1) > of_entry(batch, "infamy", 0) > of_entry(batch, "infamy", 2)
    spread = [batch[f"rep_{faction}"] for faction in ("cartel", "megacorp", "militia")]
    loyal = batch["bot"] == 2
    assert best[loyal].sum() > 0.6 * sum(rep[loyal].sum() for rep in spread)


def test_broker_bids_most_often() -> None:
    batch = batch_of("greedy+broker+loyalist+greedy", 4000)
    assert of_entry(batch, "expenses", 1) > max(of_entry(batch, "expenses", entry) for entry in (0, 2, 3))


def test_mixed_draws_weights_for_each_seat_and_game_around_its_centres() -> None:
    bot_bench.check_mixed(SPEC, SEED, RATED, players=4, games=40)


# --- Truthful bids ----------------------------------------------------------------------------------------------------------


def limits(table: Table, weights: np.ndarray[Any, Any]) -> list[float]:
    """The most that each seat would bid for the open contact, were he asked now, all with the weights given by seat."""
    state, rules = table.state, table.rules
    view = np.zeros(SPEC.scratch)
    found = []
    for seat in range(table.seats):
        bots.watch_race(state, rules, view)
        bots.note_lacking(state, rules, view)
        bots.set_prices(state, rules, weights[seat], view, seat)
        bots.weigh_rewards(state, rules, weights[seat], view, seat)
        bots.take_stock(state, rules, weights[seat], view, seat)
        contact = int(state.track_contact[state.slot])
        found.append(float(bots.most_bid(state, rules, view, seat, bots.contact_worth(state, rules, weights[seat], view, seat, contact))))
    return found


def test_truthful_bids_differ_with_holdings_and_with_drawn_weights() -> None:
    """At the first contact of the game everybody holds the same; later not."""
    table = table_for("mixed", 4)
    alike = np.tile(weights_of("greedy"), (4, 1))
    first, later = [], []
    for game in range(30):
        table.start(SEED, game)
        first.append((limits(table, alike), limits(table, table.weights[:4])))
        while table.state.actor >= 0 and table.state.turns < 3:
            table.apply(table.choose())
            if table.state.actor >= 0 and table.state.decision == Decision.BID and table.state.high_bid == 0 and table.state.passes == 0:
                later.append(limits(table, alike))
    assert np.mean([len(set(np.round(same, 6))) for same, _ in first]) == 1
    assert min(len(set(drawn)) for _, drawn in first) == 4
    assert np.mean([np.ptp(drawn) for _, drawn in first]) > 0.5
    assert np.mean([len(set(np.round(bids, 6))) >= 3 for bids in later]) > 0.8
    assert np.mean([np.ptp(bids) for bids in later]) > 1.0


def test_losers_of_auctions_have_spent_expenses_and_bids_are_raised_when_weights_differ() -> None:
    batch = batch_of("mixed", 3000)
    assert batch["expenses_lost"].sum() > 0.02 * batch["expenses"].sum()
    sold = sum(batch[f"sold_{period}"].sum() for period in ("day", "night"))
    assert sum(batch[f"cost_{period}"].sum() for period in ("day", "night")) > 1.01 * sold


# --- Ratings: for everything that is asked, finite, of what can be seen -----------------------------------------------------


VARIANTS: list[dict[str, Any]] = [
    {"contact_rewards": "after_bidding", "passing": "final", "losing_bids": "spent", "expenses": 3},
    {"watchdogs_at_start": "both", "sector_chief_add": "move", "watchdog_removal": "optional", "removal_time": "sector_phase"},
    {"day_markers": "end_of_turn", "ransom_order": "before_type", "reputation_ban": "sector_phase", "banned_hq": "scheme"},
    {"accomplice_order": "own_slot", "without_contact": "from_left", "failed_placement": "resource", "smuggler_skip": "only_open"},
    {"smuggler_hq": "two_reputation", "empty_mission_deck": "reshuffle", "victory_check": "night", "both_tracks": "reputation_first"},
    {"bribes": 2, "starting_resources": 0, "favor_tokens": 0, "hazards": 12, "watchdogs": 4, "resource_tokens": 1},
]


def test_every_kind_of_decision_is_rated_finitely_and_nothing_is_changed() -> None:
    asked: Counter[Decision] = Counter()
    greedy = weights_of("greedy")

    def look(table: Table) -> None:
        bot_bench.check_finite(table, greedy)
        asked[Decision(int(table.state.decision))] += 1

    for players in PLAYERS:
        walk(players, {}, 8, look)
    for settings in VARIANTS:
        walk(4, settings, 1, look)
    for seed in range(4):
        walk(3, {"round_cap": 12, **random_patches(seed)}, 1, look)
    assert set(asked) == set(Decision), set(Decision) - set(asked)


@pytest.mark.parametrize("players", PLAYERS)
def test_ratings_do_not_depend_on_what_a_seat_cannot_see(players: int) -> None:
    """Decks, rivals' hands and sealed sectors are dealt anew: not a bit of any rating changes."""
    other = table_for("random", players)
    weights = weights_of("loyalist")
    redealt = 0

    def look(table: Table) -> None:
        nonlocal redealt
        redealt += bot_bench.check_blind(table, other, weights, redealt)

    walk(players, {}, 2, look)
    assert redealt > 100


@pytest.mark.parametrize("weight", [0.0, 1e9, -1e9, 1e300, -1e300, 1e-300])
def test_a_bot_with_absurd_weights_still_plays(weight: float, tmp_path: Path) -> None:
    path = tmp_path / "absurd.toml"
    path.write_text('kind = "rated"\n[weights]\n' + "".join(f"{name} = {weight}\n" for name in SPEC.weights), encoding="utf-8")
    rows = Player(make_manifest("infamy", players=3, games=6, seed=SEED, bots=f"{path}+greedy+greedy")).rows(0, 6)
    assert (rows["end_reason"] != CAPPED).all()
    table = table_for(f"{path}+greedy+greedy", 3)
    table.start(SEED, 0)
    while table.state.actor >= 0:
        assert np.isfinite(rate(table, np.full(len(SPEC.weights), weight))).all()
        table.apply(table.choose())


def test_the_compiler_changes_no_choice() -> None:
    """The same rows by plain Python: nothing in a rating depends on how it is computed."""
    code = """
import hashlib
from simcore.runner import Player, make_manifest
manifest = make_manifest("infamy", players=3, games=1, seed=8, bots="mixed")
print(hashlib.sha256(Player(manifest).rows(0, 1).tobytes()).hexdigest())
"""
    directory = SPEC.directory.parents[2]
    compiled = run_child(code, directory, HEISTLAB_CACHE_DIR=None)
    assert run_child(code, directory, HEISTLAB_CACHE_DIR=None, NUMBA_DISABLE_JIT="1") == compiled


def test_weights_have_names_and_the_work_space_has_room() -> None:
    assert SPEC.weights == tuple(weight.name.lower() for weight in Weight)
    assert SPEC.scratch >= bots.VIEW


# --- Prepared positions -----------------------------------------------------------------------------------------------------


def ratings_at(game: Scenario, weights: np.ndarray[Any, Any] | None = None) -> dict[tuple[Any, ...], float]:
    """Ratings of the acting seat's legal actions, by their words; greedy's if no weights are given."""
    assert game.named
    return bot_bench.ratings_at(game.game.table, game.game.book, weights_of("greedy") if weights is None else weights)


def gained_by_blocking(game: Scenario, action: tuple[Any, ...], block: float = 6.0) -> float:
    """What an action's rating gains with greedy's weights if keeping a rival from winning is worth so much, not nothing."""
    rated = []
    for worth in (0.0, block):
        weights = weights_of("greedy")
        weights[Weight.BLOCK] = worth
        rated.append(ratings_at(game, weights)[action])
    return rated[1] - rated[0]


def choice_at(game: Scenario) -> tuple[Any, ...]:
    """What greedy does."""
    return bot_bench.best_of(ratings_at(game))


def at_auction(*track: str, players: int = 3, night: bool = True, **settings: Any) -> Scenario:
    """Seat 0 opens the first auction; everybody has 12 bribes."""
    game = Scenario(KernelGame, players, settings)
    for seat in range(players):
        game.put(seat, available=12)
    game.set(track=list(track), hazards=[])
    return game.night() if night else game


def highest_bid(game: Scenario) -> int:
    """The highest bid that is better than passing: 0 if none is."""
    return max((action[1] for action, rating in ratings_at(game).items() if action[0] == "bid" and rating > 0), default=0)


def test_bids_more_for_what_a_mission_needs() -> None:
    bids = []
    for goods in ({"weapon": 1}, {"weapon": 5}):
        game = at_auction("arms_dealer", night=False).set(missions=["armoury_dash"]).put(0, goods=goods, rep={"militia": 2})
        bids.append(highest_bid(game.put(1, available=1).put(2, available=1)))
    assert bids[0] > bids[1]


def test_passes_when_a_rival_wants_it_more_and_has_the_bribes() -> None:
    bids = []
    for available in (12, 1):
        game = at_auction("liaison", night=False).put(1, rep={"cartel": 4}, available=available).put(2, available=1)
        bids.append(highest_bid(game))
    assert bids[0] == 0 < bids[1]


def test_outbids_a_weaker_rival_at_once() -> None:
    game = at_auction("liaison").put(0, rep={"cartel": 3}).put(1, available=7).put(2, available=1)
    assert choice_at(game) in (("bid", 5), ("bid", 6), ("bid", 7))


def test_saves_bribes_for_the_contacts_to_come() -> None:
    """The same contact, last of the Night or first of the Day."""
    last = at_auction("liaison", contacts_revealed=1).put(1, available=1).put(2, available=1)
    first = at_auction("liaison", night=False).put(1, available=1).put(2, available=1)
    assert highest_bid(last) > highest_bid(first) > 0


def test_raises_only_as_far_as_it_is_worth() -> None:
    assert choice_at(at_auction("peddler", night=False).set(triggerman=2).answer(["bid", 2], ["pass"])) == ("pass",)
    game = at_auction("liaison", night=False).set(triggerman=2).put(0, rep={"cartel": 2}).put(1, rep={"cartel": 4}).answer(["bid", 2])
    assert choice_at(game)[0] == "bid"


def test_a_favor_goes_for_what_is_dear_not_for_what_is_cheap() -> None:
    for contact, expected in (("liaison", "favor"), ("peddler", "bid")):
        game = at_auction(contact).put(0, goods={"favor": 1}, rep={"cartel": 4}, available=4)
        ratings = ratings_at(game)
        better = max((action for action in ratings if action[0] != "pass"), key=lambda action: ratings[action])
        assert better[0] == expected


def test_pays_what_it_takes_to_keep_a_rival_from_winning() -> None:
    bids = []
    for infamy in (0, 13):
        game = at_auction("liaison", night=False).put(1, infamy=infamy).put(2, infamy=0).put(1, available=1).put(2, available=1)
        bids.append(gained_by_blocking(game, ("bid", 5)))
    assert bids[1] > 1.0 > bids[0] == 0.0


def at_sectors(players: int = 3, night: bool = False) -> Scenario:
    """No contact is sold; seat 0 is Triggerman and places first."""
    game = Scenario(KernelGame, players, {}).set(hazards=[])
    return game.night() if night else game


def test_goes_where_a_mission_can_be_paid_and_completes_it() -> None:
    game = at_sectors().set(missions=["flush_the_tanks"]).put(0, goods={"weapon": 1, "compound": 2}, infamy=12)
    assert choice_at(game) == ("sector", 6)
    game.choose({0: 6, 1: 1, 2: 1})
    assert choice_at(game) == ("mission", "flush_the_tanks")


def test_gets_the_good_that_a_mission_lacks() -> None:
    """In sector 3 his Stringer gives data at the HQ."""
    for short, sectors in (("data", (2, 3, 5)), ("henchman", (4,))):
        goods = {"weapon": 1, "data": 3, "henchman": 1} | {short: 2 if short == "data" else 0}
        game = at_sectors().set(missions=["envoy_on_a_string"]).put(0, goods=goods, rep={"cartel": 1, "megacorp": 2, "militia": 2})
        assert choice_at(game)[1] in sectors


def test_yields_to_one_who_comes_before() -> None:
    """Both could pay the only mission: the second in the order does not go there."""
    goods = {"weapon": 3}
    game = at_sectors().set(missions=["armoury_dash"]).put(0, goods=goods, rep={"militia": 2}).put(1, goods=goods, rep={"militia": 2})
    ratings = ratings_at(game)
    assert max(ratings, key=lambda action: ratings[action]) == ("sector", 4)
    game.answer(["sector", 4])
    assert ratings_at(game)["sector", 4] < ratings["sector", 4] / 2


def test_wins_when_it_can() -> None:
    game = at_sectors().set(missions=["armoury_dash", "ore_train"])
    game.put(0, goods={"weapon": 3, "compound": 2, "henchman": 1}, rep={"militia": 4}, infamy=8)
    assert choice_at(game) == ("sector", 4)
    assert choice_at(game.choose({0: 4})) == ("mission", "armoury_dash")


def test_is_drawn_to_a_mission_by_which_a_rival_would_win() -> None:
    drawn = []
    for infamy in (2, 12):
        goods = {"weapon": 1, "compound": 2, "henchman": 1}
        game = at_sectors().set(missions=["ore_train"]).put(0, goods=goods).put(2, goods=goods, infamy=infamy)
        drawn.append(gained_by_blocking(game, ("sector", 4)))
    assert drawn[1] > 1.0 > drawn[0] == 0.0


def test_the_second_henchman_comes_before_the_night_and_after_it_is_worth_less() -> None:
    worth = []
    for henchmen in (1, 2):
        game = at_sectors(night=True).put(0, goods={"henchman": henchmen}, infamy=12).choose({0: 4})
        worth.append(ratings_at(game)["resupply", "b"])
    assert worth[0] > worth[1]


def test_gives_the_rep_to_the_faction_that_is_nearest() -> None:
    game = at_sectors().set(missions=["long_march"])
    game.put(0, goods={"weapon": 1, "data": 1, "compound": 1, "henchman": 2}, rep={"cartel": 1, "megacorp": 3, "militia": 2})
    game.choose({0: 5}).answer(["mission", "long_march"])
    while game.decision == "deck":
        game.answer(["deck", "cartel"])
    assert game.decision == "faction"
    assert choice_at(game) == ("faction", "megacorp")


def test_robs_the_leader_of_two_who_hold_the_same() -> None:
    game = at_auction("thug").put(1, goods={"data": 2}, infamy=2, available=0).put(2, goods={"data": 2}, infamy=10, available=0)
    game.buyers(thug=0).auctions()
    assert game.decision == "rival"
    assert choice_at(game) == ("rival", 2)


def test_pays_a_ransom_when_bribes_are_good_for_nothing_else() -> None:
    choices = []
    for revealed in (1, 5):
        game = Scenario(KernelGame, 3, {"contacts_revealed": revealed}).night() if revealed == 1 else Scenario(KernelGame, 3)
        game.put(1, goods={"data": 1}, available=3).buyers(thug=0).auctions()
        assert game.decision == "ransom"
        ratings = ratings_at(game)
        choices.append(ratings["ransom",] - ratings["refuse",])
    assert choices[0] > 0
    assert choices[1] < choices[0]


def test_sends_a_watchdog_where_a_rival_would_win_and_not_where_it_would_go_itself() -> None:
    goods = {"weapon": 1, "compound": 2, "henchman": 1}
    for seat, infamy in ((1, 12), (0, 12)):
        game = Scenario(KernelGame, 3).set(round=2, triggerman=0, watchdogs=[2], missions=["ore_train"], hazards=[[1, "a"], [1, "b"]])
        game.put(seat, goods=goods, infamy=infamy).choose(dict.fromkeys(range(3), 1))
        assert game.decision == "watchdog_to"
        ratings = ratings_at(game)
        best, worst = (pick(ratings, key=lambda action: ratings[action]) for pick in (max, min))
        assert (best if seat else worst) == ("sector", 4)


def test_sabotages_what_rivals_can_pay() -> None:
    game = Scenario(KernelGame, 3).set(missions=["armoury_dash", "sample_run"]).put(1, goods={"compound": 3}).buyers(saboteur=0).auctions()
    assert game.decision == "sabotage"
    assert choice_at(game) == ("mission", "sample_run")


def test_plays_a_scheme_in_the_round_that_suits_it() -> None:
    for night in (False, True):
        game = Scenario(KernelGame, 3).put(0, schemes=["expense_account"])
        game = (game.night() if night else game).choose()
        assert choice_at(game) == ("scheme", "expense_account")
    game = Scenario(KernelGame, 3).put(0, schemes=["night_collection", "kitchen_shift"]).choose()
    assert choice_at(game) == ("scheme", "kitchen_shift")


def test_gives_away_the_card_that_would_do_least() -> None:
    game = Scenario(KernelGame, 3).put(1, schemes=["word_on_the_street", "deep_scan"]).put(0, schemes=["leaked_minutes"])
    game.choose().answer(["scheme", "leaked_minutes"])
    assert game.decision == "scheme_given"
    assert choice_at(game) == ("scheme", "word_on_the_street")


def test_recovers_all_the_bribes_it_may() -> None:
    game = at_sectors().put(0, available=2).choose({0: 2}).answer(["resupply", "a"])
    assert game.decision == "recover"
    assert choice_at(game) == ("recover", 3)


# --- How their games go -----------------------------------------------------------------------------------------------------

GAMES = 6000


def test_games_of_four_greedy_bots_are_like_the_box() -> None:
    """The design targets of the card set."""
    batch = batch_of("greedy", GAMES)
    turns = (batch["rounds"] + 1) // 2
    assert 5 <= np.median(turns) <= 8
    reasons = Counter(SPEC.end_reasons[reason] for reason in batch["end_reason"])
    by_rep = {faction: reasons[f"reputation_{faction}"] for faction in ("cartel", "megacorp", "militia", "several")}
    assert 0.25 < reasons["infamy"] / GAMES < 0.75
    assert 0.25 < sum(by_rep.values()) / GAMES < 0.75
    assert all(by_rep[faction] > 0.15 * sum(by_rep.values()) for faction in ("cartel", "megacorp", "militia"))
    assert reasons["cap"] < 0.001 * GAMES


def test_every_mission_is_completed_and_every_scheme_played_in_a_hundredth_of_games() -> None:
    batch = batch_of("greedy", GAMES)
    book = load_rulebook(SPEC)
    for column, table in (("completed", "missions"), ("played", "schemes")):
        in_game = np.bitwise_or.reduce(batch[column], axis=1)
        shares = {row.slug: float((in_game >> number & 1).mean()) for number, row in enumerate(book.tables[table])}
        assert min(shares.values()) >= 0.01, sorted(shares.items(), key=lambda item: item[1])[:5]


def test_few_pawns_fail() -> None:
    batch = batch_of("greedy", GAMES)
    assert batch["failed"].sum() < 0.15 * (batch["failed"].sum() + batch["placements"].sum())
