"""Sector Phase: choice, order, placement, zones, missions, Hazards, Watchdogs: FAM-55 to FAM-77."""

import pytest

SHUT = [[1, "a"], [1, "b"], [6, "a"], [6, "b"]]
"""All four Hazards, on the resupply zones of two sectors."""
FULL = {"weapon": 3, "data": 3, "compound": 3, "henchman": 3, "favor": 1}


def bribes(game, seat):
    """Available, spent, in the bid, as markers."""
    return tuple(game.named["freelancers"][seat]["bribes"].values())


# --- choice and order -----------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-55")
def test_everybody_chooses_one_sector_from_the_triggerman_clockwise(situation):
    game = situation(4).set(triggerman=2)
    asked = []
    for sector in (6, 5, 4, 3):
        assert game.decision == "sector"
        asked.append(game.seen.actor)
        game.answer(["sector", sector])
    assert asked == [2, 3, 0, 1]
    assert game.pawns() == []  # nobody is placed before all have chosen: seat 2 failed, seat 3 is asked
    assert (game.asked, [freelancer.sector for freelancer in game.seen.freelancers]) == ((3, "zone"), [4, 3, 6, 5])


@pytest.mark.clause("FAM-55")
def test_a31_pawns_come_back_when_sectors_are_chosen_and_all_cards_are_there_again(situation):
    game = situation().pause().choose({0: 1}).answer(["resupply", "b"], ["no_scheme"])
    assert (game.seen.round, game.pawns(), game.legal[0]) == (2, [], ["sector", 1])
    assert [freelancer.sector for freelancer in game.seen.freelancers] == [None, None, None]


@pytest.mark.clause("FAM-55")
def test_a31_pawns_stand_through_scheme_phase_and_the_next_contact_phase(situation):
    game = situation().put(1, available=12).choose({0: 1}).answer(["resupply", "b"])
    assert (game.seen.round, game.decision, game.pawns()) == (2, "bid", [(0, "own", 1, "b")])
    assert game.freelancer(0).sector == 1


@pytest.mark.clause("FAM-56")
def test_a09_watchdog_sectors_cannot_be_chosen(situation):
    game = situation().set(watchdogs=[2, 5])
    assert (game.decision, game.legal) == ("sector", [["sector", sector] for sector in (1, 3, 4, 6)])


@pytest.mark.clause("FAM-56")
def test_permission_of_a_benefit(situation):
    game = situation().set(watchdogs=[2, 5], triggerman=1).put(1, rep={"megacorp": 3}).put(2, rep={"megacorp": 2})
    assert game.legal == [["sector", sector] for sector in range(1, 7)]
    assert game.answer(["sector", 2]).legal == [["sector", sector] for sector in (1, 3, 4, 6)]
    assert [freelancer.watchdog_pass for freelancer in game.seen.freelancers] == [False, True, False]


@pytest.mark.clause("FAM-57")
def test_nobody_acts_before_everybody_has_chosen(situation):
    game = situation()
    for seat in range(3):
        assert (game.decision, game.pawns(), game.goods(0)) == ("sector", [], {})
        game.answer(["sector", 1 + seat])
    assert game.decision == "zone"


@pytest.mark.clause("FAM-08")
@pytest.mark.parametrize("earlier", [1, 4])
def test_a_sealed_choice_narrows_nobody_elses(situation, earlier):
    game = situation().answer(["sector", earlier])
    assert game.legal == [["sector", sector] for sector in range(1, 7)]


@pytest.mark.clause("FAM-58")
def test_the_first_in_contact_order_has_the_pick(situation):
    """Seats 3 and 1 win contacts; the last winner, 1, is Triggerman, but places second."""
    game = situation(4).buyers(chemist=3, hacker=1, cloner=3, arms_dealer=1).pause(2).choose(dict.fromkeys(range(4), 4))
    assert game.asked == (3, "zone")
    game.answer(["resupply", "b"])  # which leaves one zone for seat 1, none for the others
    assert (game.asked, game.pawns()) == ((2, "scheme"), [(1, "own", 4, "a"), (3, "own", 4, "b")])


@pytest.mark.clause("FAM-58")
@pytest.mark.parametrize(
    ("buyers", "triggerman", "order"),
    [
        ({}, 2, [2, 3, 0, 1]),
        ({"chemist": 1}, 3, [1, 2, 3, 0]),
        ({"chemist": 0, "hacker": 3}, 2, [0, 3, 1, 2]),
        ({"chemist": 0, "hacker": 3, "cloner": 0}, 2, [0, 3, 1, 2]),
        ({"chemist": 3, "hacker": 2, "cloner": 1}, 2, [3, 2, 1, 0]),
    ],
)
def test_contact_order(situation, buyers, triggerman, order):
    game = situation(4).set(triggerman=triggerman, hazards=[]).buyers(**buyers).choose({seat: seat + 1 for seat in range(4)})
    found = []
    while game.decision == "zone":
        found.append(game.seen.actor)
        game.answer(["resupply", "b"])
    assert found == order


# --- zones ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-59")
@pytest.mark.clause("FAM-60")
def test_a_zone_takes_one_pawn(situation):
    game = situation().pause(2).choose({0: 3, 1: 3, 2: 3}).answer(["resupply", "b"])
    assert game.pawns() == [(0, "own", 3, "b"), (1, "own", 3, "a")]  # seat 1 had one zone left, seat 2 none
    assert game.asked == (2, "scheme")


@pytest.mark.clause("FAM-59")
@pytest.mark.clause("FAM-75")
def test_a_hazard_closes_a_resupply_zone(situation):
    game = situation().set(hazards=[[1, "a"]]).pause().choose({0: 1})
    assert game.pawns() == [(0, "own", 1, "b")]


@pytest.mark.clause("FAM-75")
def test_a_hazard_stays_until_an_effect_takes_it_away(situation):
    settings = {"schemes.deep_scan.effects": "hazard remove any"}
    game = situation(settings=settings).set(hazards=SHUT).pause().choose({0: 1})
    assert game.pawns() == []
    game.answer(["scheme", "deep_scan"], ["zone", 1, "a"])
    assert (game.seen.round, game.seen.hazards, game.seen.hazard_supply) == (2, SHUT[1:], 1)
    game.answer(["sector", 1], ["sector", 6], ["sector", 2])
    assert game.pawns()[0] == (0, "own", 1, "a")


@pytest.mark.clause("FAM-59")
@pytest.mark.clause("FAM-76")
def test_a08_a_watchdog_that_comes_after_the_choice_closes_all_zones_for_pawns_not_yet_placed(situation):
    """Seat 0's mission sends the Watchdog into the sector of seat 1, and into his own, where he stays."""
    settings = {"missions.ledger_bonfire.reward": "watchdog add; watchdog add"}
    game = situation(settings=settings).set(missions=["ledger_bonfire"], hazards=[]).put(0, goods=FULL).put(1, goods=FULL).pause(2)
    game.answer(["sector", 1], ["sector", 4], ["sector", 3], ["mission", "ledger_bonfire"], ["sector", 4], ["sector", 1])
    assert game.seen.watchdogs == [1, 4]
    game.answer(["resupply", "b"])
    assert game.pawns() == [(0, "own", 1, "mission"), (2, "own", 3, "b")]
    assert game.asked == (2, "scheme")


@pytest.mark.clause("FAM-76")
@pytest.mark.parametrize("target", [4, 5])
def test_a_watchdog_closes_resupply_and_mission_zones(situation, target):
    settings = {"missions.ledger_bonfire.reward": "watchdog add"}
    game = situation(settings=settings).set(missions=["ledger_bonfire", "ore_train"], hazards=[]).put(0, goods=FULL).put(1, goods=FULL)
    game.pause(2).answer(["sector", 1], ["sector", 4], ["sector", 4], ["mission", "ledger_bonfire"], ["sector", target])
    if target == 4:
        assert (game.asked, game.pawns()) == ((2, "scheme"), [(0, "own", 1, "mission")])
    else:
        assert (game.asked, len(game.legal)) == ((1, "zone"), 3)


@pytest.mark.clause("FAM-60")
def test_one_pawn_a_round_even_with_several_contacts(situation):
    game = situation().buyers(chemist=0, hacker=0, cloner=0).pause().choose({0: 1}).answer(["resupply", "b"])
    assert (game.decision, game.pawns()) == ("scheme", [(0, "own", 1, "b")])


@pytest.mark.clause("FAM-61")
def test_a_pawn_acts_before_the_next_is_placed(situation):
    """The last Data goes to who comes first."""
    game = situation().put(2, goods={"data": 17}).pause().choose({0: 2, 1: 5}).answer(["resupply", "b"])
    assert (game.goods(0), game.asked) == ({"data": 1}, (1, "zone"))
    game.answer(["resupply", "b"])
    assert game.goods(1) == {}  # a zone without supply may be entered


@pytest.mark.clause("FAM-61")
def test_the_current_sector_is_that_of_the_pawn(situation):
    settings = {"schemes.deep_scan.effects": "hazard add current"}
    game = situation(settings=settings).pause().choose({0: 1}).answer(["resupply", "b"], ["scheme", "deep_scan"])
    assert game.legal == [["zone", 1, "a"], ["zone", 1, "b"]]


@pytest.mark.clause("FAM-62")
def test_a33_a_pawn_without_a_zone_has_failed_and_does_nothing(situation):
    game = situation().put(0, goods={"data": 1}).pause().choose({0: 6})
    assert (game.asked, game.pawns(), game.goods(0)) == ((0, "scheme"), [], {"data": 1})


@pytest.mark.clause("FAM-63")
@pytest.mark.parametrize(
    ("sector", "zone", "good"),
    [
        (1, "b", "weapon"),
        (2, "b", "data"),
        (3, "b", "compound"),
        (4, "a", "compound"),
        (4, "b", "henchman"),
        (5, "b", "data"),
        (6, "a", "compound"),
        (6, "b", "weapon"),
    ],
)
def test_zones_of_goods(situation, sector, zone, good):
    game = situation().set(hazards=[]).pause().answer(["sector", sector])
    others = [number for number in (1, 2, 3) if number != sector][:2]
    game.answer(*(["sector", number] for number in others), ["resupply", zone])
    assert game.goods(0) == {good: 1}


@pytest.mark.clause("FAM-64")
def test_a38_the_special_zone_by_day_recovers_as_many_of_three_as_he_likes(situation):
    game = situation().pause().choose({0: 2}).answer(["resupply", "a"])
    assert (game.decision, game.legal) == ("recover", [["recover", count] for count in range(4)])
    assert bribes(game.answer(["recover", 2]), 0) == (2, 10, 0, 0)


@pytest.mark.clause("FAM-64")
def test_the_special_zone_by_day_with_nothing_spent(situation):
    game = situation().put(0, available=12).pause().choose({0: 2}).answer(["resupply", "a"])
    assert game.decision == "scheme"


@pytest.mark.clause("FAM-64")
def test_the_special_zone_by_night_brings_infamy(situation):
    game = situation().night().pause().choose({0: 2}).answer(["resupply", "a"])
    assert (game.freelancer(0).infamy, game.decision) == (1, "scheme")


@pytest.mark.clause("FAM-65")
@pytest.mark.parametrize(("sector", "faction", "number"), [(1, "cartel", 0), (3, "megacorp", 1), (5, "militia", 2)])
def test_an_hq_gives_the_first_rep_then_schemes(situation, sector, faction, number):
    game = situation().pause().choose({0: sector}).answer(["resupply", "a"])
    assert game.rep(0) == [int(each == number) for each in range(3)]
    assert game.freelancer(0).schemes == ["deep_scan"]
    top = next(slug for slug in game.seen.scheme_decks.__dict__[faction])
    game.answer(["no_scheme"]).choose({0: sector}).answer(["resupply", "a"])
    assert (sum(game.rep(0)), sorted(game.freelancer(0).schemes)) == (1, sorted(["deep_scan", top]))


@pytest.mark.clause("FAM-66")
def test_a55_the_first_visit_to_the_megacorps_hq_brings_a_data_too(situation):
    game = situation().pause().choose({0: 3}).answer(["resupply", "a"])
    assert (game.rep(0), game.goods(0)) == ([0, 1, 0], {"data": 1})


@pytest.mark.clause("FAM-66")
def test_a55_later_visits_bring_it_again_but_not_those_to_other_hqs(situation):
    game = situation().put(0, rep={"megacorp": 2}).pause().choose({0: 3}).answer(["resupply", "a"])
    assert game.goods(0) == {"data": 1}
    game = situation().put(0, rep={"megacorp": 2}).pause().choose({0: 5}).answer(["resupply", "a"])
    assert game.goods(0) == {"weapon": 1}  # the Militia's own


# --- missions -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-67")
@pytest.mark.parametrize(("goods", "payable"), [({"weapon": 1, "data": 2, "henchman": 1}, True), ({"weapon": 1, "data": 2}, False)])
def test_the_mission_zone_needs_a_mission_that_can_be_paid_in_full(situation, goods, payable):
    game = situation().set(missions=["ledger_bonfire", "vault_leak"]).put(0, goods=goods).choose({0: 1})
    assert (["mission", "ledger_bonfire"] in game.legal) == payable
    assert ["mission", "vault_leak"] not in game.legal  # another sector


@pytest.mark.clause("FAM-67")
def test_a40_the_reward_cannot_help_to_pay(situation):
    game = situation().set(missions=["executive_for_sale"]).put(0, goods={"weapon": 3, "compound": 1}).choose({0: 3})
    assert sorted(game.legal) == [["resupply", "a"], ["resupply", "b"]]


@pytest.mark.clause("FAM-68")
def test_pay_then_reward_then_infamy_then_rep(situation):
    """The reward asks for a Hazard; by then the price is paid, and Infamy and Rep are still to come."""
    cost = {"weapon": 3, "compound": 1, "henchman": 1}
    game = situation().set(missions=["clinic_siege"]).put(0, goods={**cost, "data": 1}).pause().choose({0: 1})
    supply = game.seen.supply.weapon
    game.answer(["mission", "clinic_siege"])
    assert (game.decision, game.goods(0), game.seen.supply.weapon) == ("hazard_add", {"data": 1}, supply + 3)
    assert (game.freelancer(0).infamy, game.rep(0), game.freelancer(0).completed) == (0, [0, 0, 0], [])
    assert (game.seen.mission_in_progress, game.seen.missions) == ("clinic_siege", [None, None, None])
    game.answer(["zone", 5, "a"])
    assert (game.decision, game.freelancer(0).infamy, game.rep(0)) == ("faction", 1, [0, 0, 0])
    game.answer(["faction", "militia"])
    assert (game.rep(0), game.freelancer(0).completed, game.seen.mission_in_progress) == ([0, 0, 1], ["clinic_siege"], None)


@pytest.mark.clause("FAM-69")
def test_infamy_and_rep_in_one_of_the_factions_shown(situation):
    game = situation().set(missions=["pirate_relay"]).put(0, goods=FULL).pause().choose({0: 5}).answer(["mission", "pirate_relay"])
    assert (game.decision, game.legal) == ("faction", [["faction", "megacorp"], ["faction", "militia"]])
    game.answer(["faction", "megacorp"])
    assert (game.freelancer(0).infamy, game.rep(0)) == (1, [0, 1, 0])


@pytest.mark.clause("FAM-69")
def test_all_rep_of_a_mission_goes_to_one_faction(situation):
    game = situation().set(missions=["break_the_embargo"], hazards=[]).put(0, goods=FULL).pause()
    game.answer(["sector", 6], ["sector", 1], ["sector", 2], ["mission", "break_the_embargo"], ["faction", "cartel"])
    assert (game.freelancer(0).infamy, game.rep(0)) == (1, [2, 0, 0])


@pytest.mark.clause("FAM-69")
def test_a41_a_full_track_may_be_chosen_in_vain(situation):
    settings = {"missions.break_the_embargo.sector": 1}
    game = situation(settings=settings).set(missions=["break_the_embargo"]).put(0, goods=FULL, rep={"cartel": 4, "militia": 3}).pause()
    game.choose({0: 1}).answer(["mission", "break_the_embargo"])
    assert len(game.legal) == 3
    game.answer(["faction", "cartel"])
    assert game.rep(0) == [5, 0, 3]


@pytest.mark.clause("FAM-70")
def test_a39_one_mission_a_placement(situation):
    game = situation().set(missions=["toll_on_the_lift", "ledger_bonfire"]).put(0, goods=FULL).pause().choose({0: 1})
    assert [action for action in game.legal if action[0] == "mission"] == [["mission", "toll_on_the_lift"], ["mission", "ledger_bonfire"]]
    game.answer(["mission", "ledger_bonfire"])
    assert (game.decision, game.seen.missions) == ("scheme", ["toll_on_the_lift", None, None])


@pytest.mark.clause("FAM-70")
def test_a39_one_mission_a_sector(situation):
    game = situation().set(missions=["toll_on_the_lift", "ledger_bonfire"]).put(0, goods=FULL).put(1, goods=FULL).choose({0: 1, 1: 1})
    game.answer(["mission", "ledger_bonfire"])
    assert (game.asked, game.legal) == ((1, "zone"), [["resupply", "a"], ["resupply", "b"]])


@pytest.mark.clause("FAM-71")
def test_completed_missions_stay_with_the_freelancer(situation):
    game = situation().set(missions=["ledger_bonfire"]).put(0, goods=FULL, completed=["ore_train"]).pause().choose({0: 1})
    game.answer(["mission", "ledger_bonfire"], ["no_scheme"])
    assert game.freelancer(0).completed == ["ore_train", "ledger_bonfire"]
    assert "ledger_bonfire" not in game.seen.missions + game.seen.mission_deck


@pytest.mark.clause("FAM-72")
@pytest.mark.parametrize(
    ("completed", "infamy"),
    [([], 0), (["toll_on_the_lift"], 1), (["toll_on_the_lift", "clinic_siege"], 1), (["toll_on_the_lift", "loft_auction", "ore_train"], 2)],
)
def test_types_matter_to_other_cards(situation, completed, infamy):
    """Word on the Street counts completed Underworld missions, two at most."""
    game = situation().put(0, schemes=["word_on_the_street"], completed=completed).choose().answer(["scheme", "word_on_the_street"])
    assert game.freelancer(0).infamy == infamy


@pytest.mark.clause("FAM-72")
def test_a_mission_may_have_none_to_three_types(cards):
    assert {len(card.types) for card in cards.missions.values()} == {0, 1, 2, 3}


@pytest.mark.clause("FAM-73")
def test_a34_with_no_payable_mission_a_resupply_zone(situation):
    game = situation().set(missions=["ledger_bonfire"], hazards=[[1, "a"]]).pause().choose({0: 1})
    assert game.pawns() == [(0, "own", 1, "b")]


@pytest.mark.clause("FAM-73")
def test_with_no_zone_open_no_action(situation):
    game = situation().set(missions=["ledger_bonfire"], hazards=SHUT).pause().choose({0: 1})
    assert (game.asked, game.pawns()) == ((0, "scheme"), [])


@pytest.mark.clause("FAM-73")
def test_a34_with_nothing_but_a_mission_it_has_to_be_completed(situation):
    game = situation().set(missions=["ledger_bonfire"], hazards=SHUT).put(0, goods=FULL).pause().choose({0: 1})
    assert (game.pawns(), game.freelancer(0).infamy) == ([(0, "own", 1, "mission")], 3)


@pytest.mark.clause("FAM-73")
def test_a34_free_choice_between_mission_and_zone(situation):
    game = situation().set(missions=["ledger_bonfire"]).put(0, goods=FULL).choose({0: 1})
    assert sorted(game.legal) == [["mission", "ledger_bonfire"], ["resupply", "a"], ["resupply", "b"]]


# --- Hazards and Watchdogs ------------------------------------------------------------------------------------------------------------


def played(situation, effect, **settings):
    """A situation in which seat 0 will be asked for a scheme with this effect."""
    return situation(settings={"schemes.deep_scan.effects": effect, **settings}).pause()


@pytest.mark.clause("FAM-74")
def test_a35_a_hazard_goes_onto_any_resupply_zone_without_one(situation):
    game = played(situation, "hazard add any").choose({0: 1}).answer(["resupply", "b"], ["scheme", "deep_scan"])
    zones = [["zone", sector, zone] for sector in range(1, 7) for zone in "ab" if sector != 6]
    assert (game.decision, game.legal) == ("hazard_add", zones)  # HQs and the zone with a pawn included, no mission zone
    game.answer(["zone", 1, "b"])
    assert (game.seen.hazards, game.seen.hazard_supply) == ([[1, "b"], [6, "a"], [6, "b"]], 1)


@pytest.mark.clause("FAM-74")
def test_no_hazard_without_a_token(situation):
    game = played(situation, "hazard add any; gain data 1").set(hazards=SHUT).choose().answer(["scheme", "deep_scan"])
    assert (game.seen.hazards, game.goods(0)) == (SHUT, {"data": 1})


@pytest.mark.clause("FAM-76")
def test_a_watchdog_closes_the_sector_for_all(situation):
    game = situation().set(watchdogs=[1]).choose()
    assert game.answer(["sector", 2]).seen.watchdogs == [2]
    assert ["sector", 1] in game.legal
    assert ["sector", 2] not in game.legal


@pytest.mark.clause("FAM-77")
@pytest.mark.parametrize("watchdogs", [[3], [3, 3], [1, 3]])
def test_a_move_moves_exactly_one_watchdog_to_another_sector(situation, watchdogs):
    game = played(situation, "watchdog move").set(watchdogs=watchdogs).choose().answer(["scheme", "deep_scan"])
    if len(set(watchdogs)) > 1:
        game.answer(["sector", 3])
    assert (game.decision, game.legal) == ("watchdog_to", [["sector", sector] for sector in (1, 2, 4, 5, 6)])
    game.answer(["sector", 1])
    assert game.seen.watchdogs == sorted([1, *watchdogs[:-1]])


@pytest.mark.clause("FAM-77")
def test_no_watchdog_to_move(situation):
    game = played(situation, "watchdog move; gain data 1").choose().answer(["scheme", "deep_scan"])
    assert (game.seen.watchdogs, game.goods(0)) == ([], {"data": 1})
