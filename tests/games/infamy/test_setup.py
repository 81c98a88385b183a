"""Set-up, and what never changes in number: FAM-01, FAM-09 to FAM-16, FAM-102, FAM-104."""

import random

import pytest

from tests.games.infamy.random_cards import random_patches
from tests.games.infamy.reference import FACTIONS, GOODS, RESOURCES, read_cards
from tests.games.infamy.scenario import CARDS, SPEC, KernelGame

SEEDS = range(40)
CHECKED_GAMES = 6


@pytest.mark.clause("FAM-01")
@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_freelancers(new_game, players):
    assert [freelancer["seat"] for freelancer in new_game(players).named["freelancers"]] == list(range(players))
    assert (SPEC.fewest, SPEC.most) == (3, 4)


@pytest.mark.clause("FAM-09")
@pytest.mark.parametrize("players", [3, 4])
def test_missions_are_shuffled_and_one_a_freelancer_is_laid_out(new_game, cards, players):
    game = new_game(players)
    pile = [event[-1] for event in game.events if event[0] == "mission_pile"]
    assert sorted(pile) == sorted(cards.missions)
    assert (game.named["missions"], game.named["mission_deck"]) == (pile[:players], pile[players:])
    assert len(pile) == 30
    assert new_game(players, seed=2).named["missions"] != pile[:players]


@pytest.mark.clause("FAM-10")
def test_contacts_are_shuffled_once_before_the_first_day(new_game, cards):
    game = new_game()
    pile = [event[-1] for event in game.events if event[0] == "contact"]
    assert sorted(pile) == sorted(cards.contacts)
    assert len(pile) == 13
    assert [slot["contact"] for slot in game.named["contact_track"]] + game.named["contact_deck"] == pile


@pytest.mark.clause("FAM-11")
def test_three_scheme_decks_of_twenty(new_game, cards):
    game = new_game()
    for faction in FACTIONS:
        deck = game.named["scheme_decks"][faction]
        assert len(deck) == 20
        assert sorted(deck) == sorted(slug for slug, card in cards.schemes.items() if card.faction == faction for _ in range(card.copies))
        assert deck == [event[-1] for event in game.events if event[:2] == ["scheme_pile", faction]]
        assert deck != new_game(seed=2).named["scheme_decks"][faction]
        assert game.named["scheme_discards"][faction] == []


@pytest.mark.clause("FAM-12")
def test_hazards_in_the_supply_and_day(new_game):
    named = new_game().named
    assert (named["hazards"], named["hazard_supply"], named["day"], named["round"], named["turn"]) == ([], 4, True, 1, 1)


@pytest.mark.clause("FAM-13")
def test_everybody_starts_with_nothing_but_bribes(new_game):
    for freelancer in new_game(4).named["freelancers"]:
        assert (freelancer["infamy"], freelancer["rep"]) == (0, dict.fromkeys(FACTIONS, 0))
        assert freelancer["bribes"] == {"available": 12, "spent": 0, "bid": 0, "markers": 0}
        assert (freelancer["schemes"], freelancer["completed"], freelancer["sector"], freelancer["accomplice_sector"]) == (
            [],
            [],
            None,
            None,
        )


@pytest.mark.clause("FAM-13")
def test_everybody_has_a_card_of_each_sector_and_nobody_the_accomplices(situation):
    game, seats = situation(4), []
    while game.decision == "sector" and game.seen.round == 1:
        assert game.legal == [["sector", sector] for sector in range(1, 7)]
        seats.append(game.seen.actor)
        game.answer(["sector", 6])
    assert seats == [0, 1, 2, 3]


@pytest.mark.clause("FAM-14")
def test_one_of_each_resource_for_everybody(new_game):
    named = new_game(4).named
    for freelancer in named["freelancers"]:
        assert freelancer["goods"] == dict.fromkeys(GOODS, 0) | dict.fromkeys(RESOURCES, 1)
    assert named["supply"] == {"weapon": 14, "data": 14, "compound": 14, "henchman": 20, "favor": 6}


@pytest.mark.clause("FAM-15")
def test_the_first_triggerman_is_drawn(new_game):
    drawn = set()
    for seed in SEEDS:
        game = new_game(4, seed)
        [[_, seat]] = [event for event in game.events if event[0] == "triggerman"]
        assert (game.named["triggerman"], game.named["actor"]) == (seat, seat)
        drawn.add(seat)
    assert drawn == {0, 1, 2, 3}


@pytest.mark.clause("FAM-16")
def test_one_watchdog_on_a_random_sector(new_game):
    drawn = set()
    for seed in SEEDS:
        game = new_game(3, seed)
        assert game.named["watchdogs"] == [event[-1] for event in game.events if event[0] == "watchdog"]
        assert (len(game.named["watchdogs"]), game.named["watchdog_supply"]) == (1, 1)
        drawn.add(game.named["watchdogs"][0])
    assert drawn == {1, 2, 3, 4, 5, 6}


@pytest.mark.clause("FAM-102")
def test_each_thing_has_chance_of_its_own():
    def set_up(**settings):
        game = KernelGame(3, settings)
        game.start(7)
        return {kind: [event for event in game.events if event[0] == kind] for kind in ("mission_pile", "scheme_pile", "contact")} | {
            "triggerman": game.named["triggerman"],
            "watchdog": game.named["watchdogs"][0],
        }

    plain = set_up()
    assert set_up() == plain
    assert set_up(bribes=9, watchdogs=1, hazards=0) == plain
    fewer = set_up(**{"contacts.chemist.copies": 0})
    assert [event[2:] for event in fewer["contact"]] != [event[2:] for event in plain["contact"]]
    assert {name: value for name, value in fewer.items() if name != "contact"} == {
        name: value for name, value in plain.items() if name != "contact"
    }


def assert_nothing_is_lost(named, cards, settings):
    everybody = named["freelancers"]
    for freelancer in everybody:
        assert sum(freelancer["bribes"].values()) == settings.get("bribes", 12)
        assert min(freelancer["bribes"].values()) >= 0
    for good in GOODS:
        tokens = {"henchman": 20, "favor": 6}.get(good, 18)
        assert named["supply"][good] + sum(freelancer["goods"][good] for freelancer in everybody) == tokens
        assert min([named["supply"][good], *(freelancer["goods"][good] for freelancer in everybody)]) >= 0
    assert len(named["hazards"]) + named["hazard_supply"] == 4
    assert len(named["watchdogs"]) + named["watchdog_supply"] == 2
    missions = [*named["mission_deck"], *named["missions"], named["mission_in_progress"]]
    missions += [slug for freelancer in everybody for slug in freelancer["completed"]]
    assert sorted(slug for slug in missions if slug) == sorted(cards.missions)
    for faction in FACTIONS:
        schemes = [*named["scheme_decks"][faction], *named["scheme_discards"][faction], named["scheme_in_progress"]]
        schemes += [slug for freelancer in everybody for slug in freelancer["schemes"]]
        mine = [slug for slug in schemes if slug and cards.schemes[slug].faction == faction]
        assert sorted(mine) == sorted(slug for slug, card in cards.schemes.items() if card.faction == faction for _ in range(card.copies))
    contacts = [slot["contact"] for slot in named["contact_track"]] + named["contact_deck"]
    assert len(set(contacts)) == len(contacts)
    assert len(contacts) == len(cards.contacts) - (0 if named["day"] else min(5, len(cards.contacts)))
    for seat, freelancer in enumerate(everybody):
        won = [slot for slot in named["contact_track"] if slot["winner"] == seat and slot["marker"]]
        assert freelancer["bribes"]["markers"] == len(won)


@pytest.mark.clause("FAM-104")
@pytest.mark.parametrize("number", range(CHECKED_GAMES))
def test_nothing_is_lost_in_random_games(engine, number):
    chance = random.Random(number)
    patches = random_patches(number) if number % 2 else {}
    cards = read_cards(CARDS, patches)
    game = engine(3 + number % 2, {**patches, "round_cap": 10})
    game.start(number)
    for _ in range(400):
        named = game.named
        assert_nothing_is_lost(named, cards, {})
        if named["decision"] is None:
            break
        game.apply(chance.choice(game.legal))
