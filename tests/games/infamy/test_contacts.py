"""The thirteen contacts and how they work together: FAM-37 to FAM-54."""

import pytest

FACTIONS = ("cartel", "megacorp", "militia")


def bribes(game, seat):
    """Available, spent, in the bid, as markers."""
    return tuple(game.named["freelancers"][seat]["bribes"].values())


# --- Accomplice -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-37")
def test_accomplice_brings_a_second_pawn_with_a_sector_card_of_its_own(situation):
    game = situation().buyers(accomplice=1).pause().auctions()
    assert game.asked == (1, "sector")  # he is Triggerman by then
    game.answer(["sector", 1])
    assert game.asked == (1, "accomplice_sector")
    assert game.legal == [["sector", sector] for sector in range(1, 7)]
    game.answer(["sector", 4], ["sector", 6], ["sector", 6])
    assert (game.freelancer(1).sector, game.freelancer(1).accomplice_sector) == (1, 4)
    assert game.asked == (1, "pawn")


@pytest.mark.clause("FAM-37")
@pytest.mark.parametrize("first", ["own", "accomplice"])
def test_both_pawns_in_the_order_their_owner_likes(situation, first):
    game = situation().buyers(accomplice=0).pause().choose({0: (1, 4)})
    assert sorted(game.legal) == [["pawn", "accomplice"], ["pawn", "own"]]
    game.answer(["pawn", first])
    own, accomplice = ["resupply", "b"], ["resupply", "a"]
    game.answer(*((own, accomplice) if first == "own" else (accomplice, own)))
    assert game.goods(0) == {"weapon": 1, "compound": 1}
    assert game.pawns() == [(0, "own", 1, "b"), (0, "accomplice", 4, "a")]


@pytest.mark.clause("FAM-37")
def test_a29_both_are_placed_at_the_owners_first_contact(situation):
    game = situation().buyers(chemist=0, hacker=1, accomplice=0).pause().choose({0: (1, 3), 1: 3})
    game.answer(["pawn", "own"], ["resupply", "b"])
    assert game.answer(["resupply", "b"]).asked[1] != "zone"  # the last zone of sector 3 is the HQ for seat 1: not asked
    assert game.pawns() == [(0, "own", 1, "b"), (0, "accomplice", 3, "b"), (1, "own", 3, "a")]


@pytest.mark.clause("FAM-37")
def test_a30_both_in_one_sector_get_in_each_others_way(situation):
    game = situation().buyers(accomplice=0).pause().choose({0: (4, 4)})
    assert game.asked == (0, "zone")  # which of the two is first is not asked
    game.answer(["resupply", "b"])
    assert game.pawns() == [(0, "own", 4, "b"), (0, "accomplice", 4, "a")]
    assert game.goods(0) == {"henchman": 1, "compound": 1}


@pytest.mark.clause("FAM-37")
def test_the_accomplice_can_complete_a_mission_for_his_owner(situation):
    game = situation().set(missions=["ledger_bonfire"]).put(0, goods={"weapon": 1, "data": 2, "henchman": 1})
    game.buyers(accomplice=0).pause().choose({0: (6, 1)}).answer(["pawn", "own"], ["mission", "ledger_bonfire"])
    assert (game.freelancer(0).infamy, game.freelancer(0).completed) == (3, ["ledger_bonfire"])
    assert game.pawns() == [(0, "accomplice", 1, "mission")]


@pytest.mark.clause("FAM-38")
@pytest.mark.parametrize("where", ["mission", "hq", "scheme"])
def test_a27_accomplice_no_rep_for_the_rest_of_the_round(situation, where):
    settings = {"schemes.deep_scan.effects": "gain rep militia 1"}
    game = situation(settings=settings).set(missions=["toll_on_the_lift"]).put(0, goods={"weapon": 1, "compound": 2})
    game.buyers(accomplice=0).pause(0).choose({0: (1, 6)})
    assert game.freelancer(0).rep_banned
    if game.decision == "pawn":
        game.answer(["pawn", "own"])
    if where == "mission":
        game.answer(["mission", "toll_on_the_lift"])
        assert game.freelancer(0).completed == ["toll_on_the_lift"]
    elif where == "hq":
        game.answer(["resupply", "a"])
    else:
        game.answer(["resupply", "b"], ["scheme", "deep_scan"])
    assert game.rep(0) == [0, 0, 0]


@pytest.mark.clause("FAM-38")
def test_the_ban_ends_with_the_round(situation):
    game = situation().buyers(accomplice=0).choose()
    assert (game.seen.round, game.freelancer(0).rep_banned) == (2, False)
    game.choose({0: 1})
    game.answer(["resupply", "a"])
    assert game.rep(0) == [1, 0, 0]


@pytest.mark.clause("FAM-38")
def test_rep_gained_before_the_accomplice_stays(situation):
    game = situation().buyers(liaison=0, accomplice=0).auctions(["alternative", 2], ["faction", "militia"])
    assert (game.rep(0), game.freelancer(0).rep_banned) == ([0, 0, 1], True)


@pytest.mark.clause("FAM-38")
def test_a27_of_a_liaison_after_the_accomplice_only_the_infamy_is_left(situation):
    game = situation().buyers(accomplice=0, liaison=0).auctions()
    assert (game.rep(0), game.freelancer(0).infamy) == ([0, 0, 0], 2)


@pytest.mark.clause("FAM-38")
def test_the_rep_of_a_mission_is_lost_without_a_question(situation):
    game = situation().set(missions=["clinic_siege"]).put(0, goods={"weapon": 3, "compound": 1, "henchman": 1})
    game.buyers(accomplice=0).pause().choose({0: (1, 6)}).answer(["pawn", "own"], ["mission", "clinic_siege"])
    game.answer(["zone", 5, "a"])
    assert (game.decision, game.freelancer(0).infamy, game.rep(0)) == ("scheme", 1, [0, 0, 0])


# --- goods ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-39")
@pytest.mark.clause("FAM-40")
@pytest.mark.clause("FAM-41")
@pytest.mark.clause("FAM-42")
@pytest.mark.clause("FAM-43")
@pytest.mark.parametrize(
    ("contact", "goods"),
    [
        ("arms_dealer", {"weapon": 2}),
        ("chemist", {"compound": 2}),
        ("cloner", {"henchman": 1}),
        ("fixer", {"favor": 1}),
        ("hacker", {"data": 2}),
    ],
)
def test_contacts_that_bring_goods(situation, contact, goods):
    game = situation().buyers(**{contact: 2}).auctions()
    assert [game.goods(seat) for seat in range(3)] == [{}, {}, goods]


@pytest.mark.clause("FAM-39")
@pytest.mark.clause("FAM-40")
@pytest.mark.clause("FAM-43")
def test_icons_of_the_contacts_that_bring_goods(cards):
    assert [cards.contacts[slug].factions for slug in ("arms_dealer", "chemist", "hacker", "cloner", "fixer")] == [
        ("militia",),
        ("cartel",),
        ("megacorp",),
        (),
        (),
    ]


# --- Informant, Liaison, Peddler ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-44")
def test_informant_draws_two_discards_one_and_plays_one_more(situation):
    decks = {"cartel": ["fresh_muscle", "kitchen_shift"], "militia": ["buried_cache"]}
    game = situation().set(scheme_decks=decks).put(1, schemes=["deep_scan"]).buyers(informant=1)
    game.auctions(["deck", "cartel"], ["deck", "militia"])
    assert game.asked == (1, "scheme_discard")
    assert sorted(game.legal) == [["scheme", "buried_cache"], ["scheme", "deep_scan"], ["scheme", "fresh_muscle"]]
    game.answer(["scheme", "buried_cache"])
    assert game.seen.scheme_discards.militia == ["buried_cache"]
    assert game.freelancer(1).extra_schemes == 1
    game.choose().answer(["scheme", "deep_scan"])
    assert game.asked == (1, "scheme")
    game.answer(["scheme", "fresh_muscle"])
    assert game.goods(1) == {"data": 2, "henchman": 1}


@pytest.mark.clause("FAM-44")
def test_without_the_informant_one_scheme_a_round(situation):
    game = situation().put(0, schemes=["deep_scan", "deep_scan"]).choose().answer(["scheme", "deep_scan"])
    assert (game.seen.round, game.freelancer(0).schemes) == (2, ["deep_scan"])


@pytest.mark.clause("FAM-45")
def test_liaison_two_infamy(situation):
    game = situation().buyers(liaison=0).auctions(["alternative", 1])
    assert (game.freelancer(0).infamy, game.rep(0)) == (2, [0, 0, 0])


@pytest.mark.clause("FAM-45")
@pytest.mark.parametrize("faction", FACTIONS)
def test_liaison_one_rep_in_any_faction(situation, faction):
    game = situation().put(0, rep={"cartel": 2}).buyers(liaison=0).auctions(["alternative", 2])
    assert (game.decision, game.legal) == ("faction", [["faction", each] for each in FACTIONS])
    game.answer(["faction", faction])
    assert (game.freelancer(0).infamy, sum(game.rep(0)), game.rep(0)[FACTIONS.index(faction)]) == (0, 3, 3 if faction == "cartel" else 1)


@pytest.mark.clause("FAM-45")
def test_liaison_with_all_tracks_full(situation):
    game = situation(settings={"reputation_target": 5}).put(0, rep=dict.fromkeys(FACTIONS, 5)).buyers(liaison=0).auctions()
    assert game.freelancer(0).infamy == 2


@pytest.mark.clause("FAM-46")
def test_peddler_one_resource_of_choice(situation):
    game = situation().buyers(peddler=0).auctions()
    assert (game.decision, game.legal) == ("resource", [["resource", kind] for kind in ("weapon", "data", "compound")])
    assert game.answer(["resource", "compound"]).goods(0) == {"compound": 1}


@pytest.mark.clause("FAM-46")
def test_a57_several_benefits_of_the_peddler_in_the_winners_order(situation):
    game = situation().put(0, rep=dict.fromkeys(FACTIONS, 2)).buyers(peddler=0).auctions(["resource", "data"])
    assert (game.decision, len(game.legal)) == ("benefit", 3)
    game.answer(["benefit", "megacorp", 2])
    assert (game.decision, game.legal) == ("recover", [["recover", number] for number in range(4)])
    game.answer(["recover", 0])
    assert sorted(game.legal) == [["benefit", "cartel", 2], ["benefit", "militia", 2]]
    game.answer(["benefit", "militia", 2], ["resource", "weapon"])  # the last benefit is not asked for
    assert (game.goods(0), game.decision) == ({"weapon": 2, "data": 1, "compound": 1}, "recover")
    assert game.seen.triggerman == 0


# --- Saboteur, Sector Chief -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-47")
def test_saboteur_sends_a_mission_under_the_deck_and_may_add_a_hazard_in_its_sector(situation):
    game = situation().set(missions=["armoury_dash", "vault_leak"]).buyers(saboteur=0).auctions()
    assert (game.decision, sorted(game.legal)) == ("sabotage", [["mission", "armoury_dash"], ["mission", "vault_leak"]])
    game.answer(["mission", "armoury_dash"])
    assert (game.seen.missions, game.seen.mission_deck[-1]) == ([None, "vault_leak", None], "armoury_dash")
    assert game.decision == "may"
    game.answer(["go_on"])
    assert game.legal == [["zone", 4, "a"], ["zone", 4, "b"]]
    game.answer(["zone", 4, "b"])
    assert ([4, "b"] in game.seen.hazards, game.seen.hazard_supply) == (True, 1)


@pytest.mark.clause("FAM-47")
def test_saboteur_no_hazard_if_he_does_not_like(situation):
    game = situation().set(missions=["armoury_dash"]).buyers(saboteur=0).auctions(["stop"])
    assert (game.seen.hazard_supply, game.seen.missions) == (2, [None, None, None])


@pytest.mark.clause("FAM-47")
def test_a35_saboteur_no_hazard_on_an_hq(situation):
    game = situation().set(missions=["vault_leak"]).buyers(saboteur=0).auctions(["go_on"])
    assert [3, "b"] in game.seen.hazards  # zone a is the Megacorp's HQ: nothing to choose


@pytest.mark.clause("FAM-47")
@pytest.mark.parametrize(
    ("missions", "hazards"),
    [
        ([], [[6, "a"]]),
        (["vault_leak"], [[3, "b"]]),
        (["vault_leak"], [[1, "a"], [1, "b"], [2, "a"], [2, "b"]]),
    ],
)
def test_a25_saboteur_is_not_asked_what_cannot_be_done(situation, missions, hazards):
    """No mission; the only zone has one; no token left."""
    game = situation().set(missions=missions, hazards=hazards).buyers(saboteur=0).auctions()
    assert (game.decision, len(game.seen.hazards)) == ("sector", len(hazards))
    assert not any(game.seen.missions)


@pytest.mark.clause("FAM-48")
@pytest.mark.parametrize("before", [[], [2]])
def test_sector_chief_adds_a_watchdog_to_any_sector(situation, before):
    game = situation().set(watchdogs=before).buyers(sector_chief=0).auctions()
    assert (game.decision, game.legal) == ("watchdog_add", [["sector", sector] for sector in range(1, 7)])
    game.answer(["sector", 2])
    assert (game.seen.watchdogs, game.seen.watchdog_supply) == ([*before, 2], 1 - len(before))


@pytest.mark.clause("FAM-48")
def test_a05_sector_chief_adds_nothing_with_both_on_the_board(situation):
    game = situation().set(watchdogs=[1, 2]).buyers(sector_chief=0).auctions()
    assert (game.decision, game.seen.watchdogs, game.freelancer(0).watchdog_pass) == ("sector", [1, 2], True)


@pytest.mark.clause("FAM-49")
def test_sector_chief_lets_both_pawns_choose_and_enter_watchdog_sectors(situation):
    game = situation().set(watchdogs=[1, 4]).buyers(sector_chief=0, accomplice=0).pause().auctions()
    assert game.legal == [["sector", sector] for sector in range(1, 7)]
    game.answer(["sector", 1])
    assert game.legal == [["sector", sector] for sector in range(1, 7)]
    game.answer(["sector", 4])
    assert game.legal == [["sector", sector] for sector in (2, 3, 5, 6)]  # the next freelancer
    game.answer(["sector", 6], ["sector", 6], ["pawn", "own"], ["resupply", "b"], ["resupply", "a"])
    assert game.pawns() == [(0, "own", 1, "b"), (0, "accomplice", 4, "a")]


@pytest.mark.clause("FAM-50")
def test_a06_sector_chief_removes_any_watchdog_at_the_end_of_the_round(situation):
    game = situation().set(watchdogs=[3]).buyers(sector_chief=1).auctions(["sector", 5]).choose()
    assert (game.asked, game.seen.phase, game.legal) == ((1, "watchdog_remove"), "scheme", [["sector", 3], ["sector", 5]])
    game.answer(["sector", 3])
    assert (game.seen.round, game.seen.watchdogs, game.seen.watchdog_supply) == (2, [5], 1)


@pytest.mark.clause("FAM-50")
def test_a06_nothing_to_remove(situation):
    settings = {"watchdogs": 0}
    game = situation(settings=settings).buyers(sector_chief=1).choose()
    assert (game.seen.round, game.seen.watchdogs) == (2, [])


@pytest.mark.clause("FAM-50")
def test_the_removal_comes_before_missions_are_replaced(situation):
    game = situation().set(watchdogs=[3]).buyers(sector_chief=1).auctions(["sector", 5]).choose()
    assert game.seen.missions == [None, None, None]
    assert all(game.answer(["sector", 5]).seen.missions)


# --- Smuggler -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-51")
def test_smuggler_by_day_takes_a_resource_and_a_scheme_instead_of_placing(situation):
    game = situation().set(scheme_decks={"militia": ["raised_flag"]}).buyers(smuggler=0).pause().choose({0: 1})
    assert (game.decision, sorted(game.legal)) == ("zone", [["resupply", "a"], ["resupply", "b"], ["skip"]])
    game.answer(["skip"], ["resource", "data"], ["deck", "militia"])
    assert (game.goods(0), game.freelancer(0).schemes, game.pawns()) == ({"data": 1}, ["deep_scan", "raised_flag"], [])


@pytest.mark.clause("FAM-51")
def test_smuggler_by_day_may_place_all_the_same(situation):
    game = situation().buyers(smuggler=0).pause().choose({0: 1}).answer(["resupply", "b"])
    assert (game.goods(0), game.freelancer(0).schemes) == ({"weapon": 1}, ["deep_scan"])


@pytest.mark.clause("FAM-51")
@pytest.mark.parametrize("answer", ["skip", "fail"])
def test_a36_smuggler_by_day_is_paid_for_a_pawn_that_would_fail(situation, answer):
    game = situation().buyers(smuggler=0).pause().choose({0: 6})
    assert (game.decision, sorted(game.legal)) == ("zone", [["fail"], ["skip"]])
    game.answer([answer])
    if answer == "skip":
        game.answer(["resource", "data"], ["deck", "cartel"])
    assert (game.goods(0), len(game.freelancer(0).schemes)) == (({"data": 1}, 2) if answer == "skip" else ({}, 1))


@pytest.mark.clause("FAM-51")
def test_smuggler_by_night_does_not_skip(situation):
    game = situation().night().buyers(smuggler=0).pause().choose({0: 1})
    assert sorted(game.legal) == [["resupply", "a"], ["resupply", "b"]]


@pytest.mark.clause("FAM-52")
@pytest.mark.parametrize(
    ("sector", "zone", "gained"), [(1, "b", {"weapon": 2}), (4, "a", {"compound": 2}), (4, "b", {"henchman": 2}), (5, "b", {"data": 2})]
)
def test_smuggler_by_night_doubles_goods(situation, sector, zone, gained):
    game = situation().night().buyers(smuggler=0).pause().choose({0: sector}).answer(["resupply", zone])
    assert game.goods(0) == gained


@pytest.mark.clause("FAM-52")
def test_smuggler_by_night_doubles_as_far_as_the_supply_goes(situation):
    game = situation(settings={"henchman_tokens": 1}).night().buyers(smuggler=0).pause().choose({0: 4}).answer(["resupply", "b"])
    assert game.goods(0) == {"henchman": 1}


@pytest.mark.clause("FAM-52")
def test_smuggler_by_night_doubles_the_special_zone(situation):
    game = situation().night().buyers(smuggler=0).pause().choose({0: 2}).answer(["resupply", "a"])
    assert game.freelancer(0).infamy == 2


@pytest.mark.clause("FAM-52")
def test_a37_smuggler_by_night_at_an_unknown_hq_rep_then_scheme(situation):
    game = situation().night().set(scheme_decks={"militia": ["raised_flag"]}).buyers(smuggler=0).pause().choose({0: 5})
    game.answer(["resupply", "a"])
    assert (game.rep(0), game.freelancer(0).schemes) == ([0, 0, 1], ["deep_scan", "raised_flag"])
    assert game.goods(0) == {"weapon": 1}  # the benefit of the visit, once


@pytest.mark.clause("FAM-52")
def test_smuggler_by_night_draws_two_schemes_at_a_known_hq(situation):
    decks = {"militia": ["raised_flag", "volunteers"]}
    game = situation().night().set(scheme_decks=decks).put(0, rep={"militia": 1}).buyers(smuggler=0).pause().choose({0: 5})
    game.answer(["resupply", "a"])
    assert (game.rep(0), game.freelancer(0).schemes) == ([0, 0, 1], ["deep_scan", "raised_flag", "volunteers"])


@pytest.mark.clause("FAM-52")
def test_smuggler_by_night_doubles_no_mission(situation):
    game = situation().night().set(missions=["ledger_bonfire"]).put(0, goods={"weapon": 1, "data": 2, "henchman": 1})
    game.buyers(smuggler=0).pause().choose({0: 1}).answer(["mission", "ledger_bonfire"])
    assert (game.freelancer(0).infamy, game.goods(0)) == (3, {})


@pytest.mark.clause("FAM-52")
def test_smuggler_by_day_doubles_nothing(situation):
    game = situation().buyers(smuggler=0).pause().choose({0: 1}).answer(["resupply", "b"])
    assert game.goods(0) == {"weapon": 1}


@pytest.mark.clause("FAM-53")
def test_smuggler_and_accomplice_by_day_skip_both(situation):
    game = situation().buyers(smuggler=0, accomplice=0).pause().choose({0: (1, 4)}).answer(["pawn", "accomplice"])
    game.answer(["skip"], ["resource", "data"], ["deck", "cartel"], ["skip"], ["resource", "weapon"], ["deck", "militia"])
    assert (game.goods(0), len(game.freelancer(0).schemes), game.pawns()) == ({"weapon": 1, "data": 1}, 3, [])


@pytest.mark.clause("FAM-53")
def test_smuggler_and_accomplice_by_day_skip_one(situation):
    game = situation().buyers(accomplice=0, smuggler=0).pause().choose({0: (1, 4)}).answer(["pawn", "own"], ["resupply", "b"], ["skip"])
    game.answer(["resource", "weapon"], ["deck", "cartel"])
    assert (game.goods(0), game.pawns()) == ({"weapon": 2}, [(0, "own", 1, "b")])


@pytest.mark.clause("FAM-53")
def test_smuggler_and_accomplice_by_night_double_both(situation):
    game = situation().night().buyers(smuggler=0, accomplice=0).pause().choose({0: (1, 4)})
    game.answer(["pawn", "own"], ["resupply", "b"], ["resupply", "b"])
    assert game.goods(0) == {"weapon": 2, "henchman": 2}


@pytest.mark.clause("FAM-53")
def test_a28_smuggler_and_accomplice_at_an_unknown_hq(situation):
    """The ban takes the Rep, so there is none to draw a scheme for."""
    game = situation().night().buyers(smuggler=0, accomplice=0).pause().choose({0: (1, 6)}).answer(["pawn", "own"], ["resupply", "a"])
    assert (game.rep(0), game.freelancer(0).schemes) == ([0, 0, 0], ["deep_scan"])


# --- Thug -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-54")
def test_a24_thug_names_rival_and_type_before_the_ransom(situation):
    game = situation().put(1, goods={"weapon": 1, "data": 1}, available=3).put(2, goods={"data": 1}).buyers(thug=0).auctions()
    assert (game.asked, sorted(game.legal)) == ((0, "rival"), [["rival", 1], ["rival", 2]])
    game.answer(["rival", 1])
    assert (game.asked, sorted(game.legal)) == ((0, "resource"), [["resource", "data"], ["resource", "weapon"]])
    game.answer(["resource", "data"])
    assert (game.asked, sorted(game.legal)) == ((1, "ransom"), [["ransom"], ["refuse"]])


@pytest.mark.clause("FAM-54")
def test_thug_takes_it_if_the_rival_refuses(situation):
    game = situation().put(1, goods={"weapon": 1, "data": 1}, available=3).buyers(thug=0).auctions(["resource", "data"], ["refuse"])
    assert (game.goods(0), game.goods(1), bribes(game, 1)) == ({"data": 1}, {"weapon": 1}, (3, 9, 0, 0))


@pytest.mark.clause("FAM-54")
def test_thug_is_cancelled_for_three_bribes(situation):
    game = situation().put(1, goods={"weapon": 1, "data": 1}, available=4).put(2, goods={"data": 1}).buyers(thug=0)
    game.auctions(["rival", 1], ["resource", "data"], ["ransom"])
    assert (game.goods(0), game.goods(1), bribes(game, 1)) == ({}, {"weapon": 1, "data": 1}, (1, 11, 0, 0))
    assert game.goods(2) == {"data": 1}  # no other victim


@pytest.mark.clause("FAM-54")
def test_thug_a_rival_with_two_bribes_is_not_asked(situation):
    game = situation().put(1, goods={"weapon": 1}, available=2).buyers(thug=0).auctions()
    assert (game.goods(0), game.goods(1)) == ({"weapon": 1}, {})


@pytest.mark.clause("FAM-54")
def test_thug_a_losing_bid_is_back_in_time_for_the_ransom(situation):
    game = situation().set(track=["thug"]).put(0, available=6).put(1, goods={"weapon": 1}, available=4)
    game.answer(["pass"], ["bid", 3])
    assert bribes(game, 1) == (0, 9, 3, 0)
    game.answer(["bid", 4])
    assert (game.asked, bribes(game, 1)) == ((1, "ransom"), (3, 9, 0, 0))


@pytest.mark.clause("FAM-54")
def test_thug_neither_markers_nor_spent_bribes_pay_a_ransom(situation):
    game = situation().put(1, goods={"weapon": 1}).buyers(chemist=1, hacker=1, thug=0).auctions(["resource", "weapon"])
    assert (game.goods(0), bribes(game, 1)) == ({"weapon": 1}, (0, 10, 0, 2))


@pytest.mark.clause("FAM-54")
def test_a24_thug_with_nobody_to_rob(situation):
    game = situation().buyers(thug=0).auctions()
    assert (game.decision, game.goods(0)) == ("sector", {})
    game = situation().put(2, goods={"compound": 1}).buyers(thug=0).auctions()  # nobody else has anything: not asked
    assert game.goods(0) == {"compound": 1}
