"""Games played side by side by the kernels and by the plain-Python reference: everything has to agree after every action."""

import random
from collections import Counter
from typing import Any

import pytest

from simcore.lineups import lineup_arrays, load_lineup
from simcore.playout import Table
from simcore.rulebook import Rulebook, load_rulebook
from tests.games.chance import RandomChance
from tests.games.infamy.random_cards import random_patches
from tests.games.infamy.reference import Game, read_cards
from tests.games.infamy.scenario import CARDS, SPEC
from tests.games.side_by_side import SideBySide
from tests.games.tables import kernel_table, plain_book

SHIPPED_TABLES = 90
SHIPPED_GAMES = 5
"""Of each table."""
RANDOM_TABLES = 60
RANDOM_GAMES = 10
RATED_TABLES = 8
RATED_GAMES = 3
GAMES_ALONE = 60
SEED = 2013

SWITCHES: dict[str, tuple[str, ...]] = {
    "watchdogs_at_start": ("one", "both"),
    "sector_chief_add": ("nothing", "move", "unlimited"),
    "watchdog_removal": ("mandatory", "optional"),
    "removal_time": ("scheme_phase", "sector_phase"),
    "contact_rewards": ("at_once", "after_bidding"),
    "passing": ("open", "final"),
    "losing_bids": ("returned", "spent"),
    "day_markers": ("next_round", "end_of_turn"),
    "ransom_order": ("after_type", "before_type"),
    "reputation_ban": ("rest_of_round", "sector_phase"),
    "banned_hq": ("nothing", "scheme"),
    "accomplice_order": ("together", "own_slot"),
    "without_contact": ("from_triggerman", "from_left"),
    "failed_placement": ("nothing", "resource"),
    "smuggler_skip": ("always", "only_open"),
    "smuggler_hq": ("reputation_then_scheme", "two_reputation", "one_reputation"),
    "empty_mission_deck": ("short_row", "reshuffle"),
    "victory_check": ("every_round", "night"),
    "both_tracks": ("infamy_first", "reputation_first"),
}
PARAMETERS: dict[str, tuple[int, ...]] = {
    "infamy_target": (7, 15, 4),
    "reputation_target": (3, 2, 5),
    "bribes": (12, 2, 24),
    "expenses": (1, 3),
    "starting_resources": (1, 0, 5),
    "contacts_revealed": (5, 1, 6),
    "henchmen_per_infamy": (2, 1),
    "special_recover": (3, 0),
    "special_infamy": (1, 0, 3),
    "hazards": (4, 0, 12),
    "watchdogs": (2, 0, 4),
    "resource_tokens": (18, 4),
    "henchman_tokens": (20, 2),
    "favor_tokens": (6, 0),
}
ALONE: tuple[dict[str, Any], ...] = ({}, *({name: value} for name, values in SWITCHES.items() for value in values[1:]))
"""The default, and each other reading of each switch by itself."""
LONG_GAME = 6
"""Rounds after which games with random cards are stopped."""
SHORT_GOALS = {"infamy_target": 7, "reputation_target": 3}
"""Goals with which games of random moves are not too long, and both kinds of victory occur."""
STYLES: tuple[dict[str, float], ...] = (
    {"pass": 2.0},
    {"mission": 9.0, "pass": 4.0},
    {"pass": 20.0, "scheme": 4.0, "mission": 4.0},
    {"pass": 4.0, "favor": 40.0, "mission": 6.0, "ransom": 3.0},
)
"""How the players of a game lean: weights of the first words of actions."""


def settings_of(number: int) -> dict[str, Any]:
    """Settings of a table: each reading of each switch alone, twice over, then everything at random."""
    if number < 2 * len(ALONE):
        return {**SHORT_GOALS, **ALONE[number % len(ALONE)]}
    chance = random.Random(number)
    settings: dict[str, Any] = {name: chance.choice(values) for name, values in SWITCHES.items()}
    return settings | {name: values[chance.random() < 0.25 and chance.randrange(len(values))] for name, values in PARAMETERS.items()}


def lean(chance: random.Random, actions: list[Any], style: dict[str, float]) -> Any:
    """A random action; small bids are likelier than large ones, so that auctions go on."""
    weights = [style.get(words[0], 1.0) / (words[1] ** 2 if words[0] == "bid" else 1) for words in actions]
    [action] = chance.choices(actions, weights)
    return action


class Sides(SideBySide):
    """Kernels and reference of Infamy."""

    SEED = SEED
    APART = 8


def sides_of(table: Table, book: Rulebook, patches: dict[str, Any]) -> Sides:
    """A table, and the reference beside it."""
    cards = read_cards(CARDS, patches)
    return Sides(table, plain_book(book), lambda chance: Game(cards, table.seats, chance, book.settings))


def play(number: int, settings: dict[str, Any], patches: dict[str, Any], games: int) -> None:
    """Play the games of a table on both sides, by random players who lean."""
    book = load_rulebook(SPEC, settings | patches)
    sides = sides_of(kernel_table(book, 3 + number % 2), book, patches)
    for game in range(number * games, (number + 1) * games):
        style = STYLES[game % len(STYLES)]
        assert sides.play(game, lambda chance, actions, style=style: lean(chance, actions, style))


@pytest.mark.parametrize("number", range(SHIPPED_TABLES))
def test_random_games_agree(number: int) -> None:
    play(number, settings_of(number), {}, SHIPPED_GAMES)


@pytest.mark.parametrize("number", range(SHIPPED_TABLES, SHIPPED_TABLES + RANDOM_TABLES))
def test_games_with_random_cards_agree(number: int) -> None:
    play(number, settings_of(number) | {"round_cap": LONG_GAME}, random_patches(number), RANDOM_GAMES)


@pytest.mark.parametrize("number", range(RATED_TABLES))
def test_games_of_rated_bots_agree(number: int) -> None:
    players = 3 + number % 2
    book = load_rulebook(SPEC, ALONE[number])
    lineup = load_lineup(SPEC, ("greedy", "mixed")[number // 2 % 2], players)
    table = Table(SPEC, book.record, *lineup_arrays(SPEC, lineup), players, 1)
    sides = sides_of(table, book, {})
    for game in range(RATED_GAMES):
        assert sides.play(number * RATED_GAMES + game)


def assert_nothing_is_lost(game: Game) -> None:
    """Every token and every card is somewhere, once."""
    for freelancer in game.freelancers:
        bribes = (freelancer.available, freelancer.spent, freelancer.bid, freelancer.markers)
        assert (sum(bribes), min(bribes) >= 0) == (game.settings["bribes"], True)
        assert freelancer.infamy == freelancer.sources.total()
    missions = [*game.mission_deck, *(slug for slug in game.row if slug), *([game.mission_in_progress] if game.mission_in_progress else [])]
    missions += [slug for freelancer in game.freelancers for slug in freelancer.completed]
    assert sorted(missions) == sorted(game.cards.missions)
    schemes = [slug for piles in (game.scheme_decks, game.scheme_discards) for pile in piles.values() for slug in pile]
    schemes += [slug for freelancer in game.freelancers for slug in freelancer.schemes]
    schemes += [game.scheme_in_progress] if game.scheme_in_progress else []
    assert Counter(schemes) == Counter({slug: card.copies for slug, card in game.cards.schemes.items()})


def test_the_reference_loses_nothing_and_meets_every_decision_and_ending() -> None:
    """Games of the reference alone: every state is checked, and what is asked and what decides is counted."""
    asked: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    for number in range(GAMES_ALONE):
        chance = random.Random(number)
        for patches in ({}, random_patches(number)):
            cards = read_cards(CARDS, patches)
            game = Game(cards, 3 + number % 2, RandomChance(chance), settings_of(number) | {"round_cap": 4 * LONG_GAME})
            while game.decision is not None:
                asked[game.decision.name] += 1
                assert_nothing_is_lost(game)
                game.apply(lean(chance, game.decision.legal, STYLES[number % len(STYLES)]))
            decided[game.result()["decided_by"]] += 1
    assert set(asked) == {
        *("watchdog_from", "watchdog_to", "watchdog_add", "watchdog_remove", "bid", "sector", "accomplice_sector", "pawn", "zone"),
        *("recover", "resource", "convert_from", "convert_to", "rival", "ransom", "faction", "deck", "scheme", "scheme_discard"),
        *("scheme_given", "sabotage", "hazard_add", "hazard_remove", "hazard_from", "hazard_to", "may", "gate", "alternative", "benefit"),
    }
    assert set(decided) >= {"cap", "shared", "sole", "most_infamy", "best_reputation", "over_15_beats_reputation"}
