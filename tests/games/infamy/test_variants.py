"""Parameters, and card sets other than the shipped one, at the values that the other tests leave alone."""

import pytest


def bribes(game, seat):
    """Available, spent, in the bid, as markers."""
    return tuple(game.named["freelancers"][seat]["bribes"].values())


@pytest.mark.clause("FAM-13")
@pytest.mark.parametrize("number", [2, 9, 24])
def test_bribes(new_game, number):
    for freelancer in new_game(settings={"bribes": number}).named["freelancers"]:
        assert freelancer["bribes"] == {"available": number, "spent": 0, "bid": 0, "markers": 0}


@pytest.mark.clause("FAM-21")
@pytest.mark.parametrize("expenses", [1, 2, 3])
def test_expenses(situation, expenses):
    game = situation(settings={"expenses": expenses}).put(0, available=7)
    assert game.legal == [["pass"], *(["bid", total] for total in range(1, 8 - expenses))]
    game.answer(["bid", 2])
    assert bribes(game, 0) == (5 - expenses, 5 + expenses + 1, 0, 1)  # nobody else can bid


@pytest.mark.clause("FAM-33")
@pytest.mark.parametrize("expenses", [1, 3])
def test_expenses_of_a_favor(situation, expenses):
    """One bribe of them is the marker, the others are spent."""
    game = situation(settings={"expenses": expenses}).put(0, available=5, goods={"favor": 1}).answer(["favor"])
    assert bribes(game, 0) == (5 - expenses, 7 + expenses - 1, 0, 1)
    assert ["favor"] not in situation(settings={"expenses": 3}).put(0, available=2, goods={"favor": 1}).legal


@pytest.mark.clause("FAM-14")
@pytest.mark.parametrize("number", [0, 5])
def test_starting_resources(new_game, number):
    named = new_game(settings={"starting_resources": number}).named
    assert [freelancer["goods"]["data"] for freelancer in named["freelancers"]] == [number] * 3
    assert named["supply"]["data"] == 18 - 3 * number


@pytest.mark.clause("FAM-14")
@pytest.mark.clause("FAM-04")
def test_starting_resources_as_far_as_the_supply_goes(new_game):
    game = new_game(4, settings={"starting_resources": 5, "resource_tokens": 12})
    first = game.named["triggerman"]
    assert [game.named["freelancers"][(first + place) % 4]["goods"]["weapon"] for place in range(4)] == [5, 5, 2, 0]


@pytest.mark.clause("FAM-18")
@pytest.mark.parametrize(("number", "left"), [(1, 12), (6, 7)])
def test_contacts_revealed(new_game, number, left):
    named = new_game(settings={"contacts_revealed": number}).named
    assert (len(named["contact_track"]), len(named["contact_deck"])) == (number, left)


@pytest.mark.clause("FAM-18")
def test_contacts_revealed__by_night_what_is_left(situation):
    settings = {f"contacts.{slug}.copies": 0 for slug in ("thug", "peddler", "saboteur", "smuggler", "hacker", "liaison")}
    game = situation(settings=settings)
    assert len(game.seen.contact_track) == 5
    game.choose()
    assert (game.seen.round, len(game.seen.contact_track), game.seen.contact_deck) == (2, 2, [])


@pytest.mark.clause("FAM-79")
@pytest.mark.parametrize(("number", "infamy"), [(1, 5), (3, 1), (10, 0)])
def test_henchmen_per_infamy(situation, number, infamy):
    game = situation(settings={"henchmen_per_infamy": number}).night().put(0, goods={"henchman": 5}).choose()
    assert game.freelancer(0).infamy == infamy


@pytest.mark.clause("FAM-64")
@pytest.mark.parametrize("number", [0, 5])
def test_special_recover(situation, number):
    game = situation(settings={"special_recover": number}).pause().choose({0: 2}).answer(["resupply", "a"])
    assert game.legal[-1] == (["recover", 5] if number else game.legal[-1])
    assert game.decision == ("recover" if number else "scheme")


@pytest.mark.clause("FAM-64")
@pytest.mark.parametrize("number", [0, 5])
def test_special_infamy(situation, number):
    game = situation(settings={"special_infamy": number}).night().pause().choose({0: 2}).answer(["resupply", "a"])
    assert game.freelancer(0).infamy == number


@pytest.mark.clause("FAM-12")
@pytest.mark.parametrize("number", [0, 12])
def test_hazards(new_game, number):
    assert new_game(settings={"hazards": number}).named["hazard_supply"] == number


@pytest.mark.clause("FAM-56")
def test_with_watchdogs_in_all_sectors_nobody_chooses_or_places(situation):
    """Cannot happen with what is in the box."""
    game = situation(settings={"watchdogs": 4, "sector_chief_add": "unlimited"}).set(watchdogs=[1, 2, 3, 4, 5, 6]).pause().choose()
    assert (game.seen.phase, game.pawns()) == ("scheme", [])
    assert [freelancer.sector for freelancer in game.seen.freelancers] == [None, None, None]


@pytest.mark.clause("FAM-34")
def test_the_fixer_is_known_by_name_whatever_it_does(situation):
    game = situation(settings={"contacts.fixer.effects": "gain data 1"}).set(track=["fixer"]).put(0, available=3, goods={"favor": 1})
    assert ["favor"] not in game.legal


@pytest.mark.clause("FAM-09")
def test_missions_that_are_out_of_the_game(new_game):
    game = new_game(settings={"missions.ore_train.copies": 0})
    assert len([event for event in game.events if event[0] == "mission_pile"]) == 29
