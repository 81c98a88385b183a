"""Scheme Phase, step by step, and spending, recovering, stealing, sabotage: FAM-78 to FAM-86, FAM-95 to FAM-98."""

import pytest


def bribes(game, seat):
    """Available, spent, in the bid, as markers."""
    return tuple(game.named["freelancers"][seat]["bribes"].values())


def with_effect(situation, effect, players=3, **settings):
    """A situation in which seat 0 holds a scheme with this effect."""
    return situation(players, settings={"schemes.deep_scan.effects": effect, **settings}).pause()


PLAY = ["scheme", "deep_scan"]


# --- step 1 ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-78")
def test_schemes_are_played_from_the_triggerman_clockwise_one_each(situation):
    game = situation(4).set(triggerman=2)
    for seat in range(4):
        game.put(seat, schemes=["fresh_muscle", "deep_scan"] if seat < 2 else ["kitchen_shift"])
    game.choose()
    asked = []
    while game.decision == "scheme" and game.seen.round == 1:
        asked.append(game.seen.actor)
        game.answer(next(action for action in game.legal if action != ["no_scheme"]))
    assert asked == [2, 3, 0, 1]
    assert [len(freelancer.schemes) for freelancer in game.seen.freelancers] == [1, 1, 0, 0]


@pytest.mark.clause("FAM-78")
def test_playing_is_at_choice(situation):
    game = situation().pause().choose().answer(["no_scheme"])
    assert (game.seen.round, game.freelancer(0).schemes) == (2, ["deep_scan"])


@pytest.mark.clause("FAM-78")
def test_two_copies_are_one_action(situation):
    game = situation().put(0, schemes=["deep_scan", "deep_scan"]).choose()
    assert sorted(game.legal) == [["no_scheme"], ["scheme", "deep_scan"]]


@pytest.mark.clause("FAM-78")
def test_effects_in_printed_order_then_to_the_discards_of_the_faction(situation):
    game = with_effect(situation, "gain infamy 1; gain resource 1; gain henchman 1").choose().answer(PLAY)
    assert (game.decision, game.freelancer(0).infamy, game.goods(0)) == ("resource", 1, {})
    assert (game.seen.scheme_in_progress, game.freelancer(0).schemes, game.seen.scheme_discards.megacorp) == ("deep_scan", [], [])
    game.answer(["resource", "data"])
    assert game.goods(0) == {"data": 1, "henchman": 1}
    assert (game.seen.scheme_in_progress, game.seen.scheme_discards.megacorp) == (None, ["deep_scan"])


@pytest.mark.clause("FAM-78")
def test_schemes_at_no_other_time(situation):
    game = situation().put(0, schemes=["deep_scan"], available=12)
    while game.seen.phase != "scheme":
        assert not [action for action in game.legal if action[0] == "scheme"]
        game.answer(["pass"] if game.decision == "bid" else game.legal[0])
    assert game.asked == (0, "scheme")


@pytest.mark.clause("FAM-78")
def test_a44_an_extra_scheme_is_played_right_after(situation):
    game = with_effect(situation, "extra scheme 1").put(0, schemes=["deep_scan", "fresh_muscle"]).put(1, schemes=["fresh_muscle"])
    game.choose().answer(PLAY)
    assert game.asked == (0, "scheme")
    game.answer(["scheme", "fresh_muscle"])
    assert game.asked == (1, "scheme")


@pytest.mark.clause("FAM-78")
def test_extra_schemes_add_up(situation):
    game = with_effect(situation, "extra scheme 1").put(0, schemes=["deep_scan", "deep_scan", "fresh_muscle", "kitchen_shift"])
    game.choose().answer(PLAY, PLAY)
    assert game.freelancer(0).extra_schemes == 1
    game.answer(["scheme", "fresh_muscle"])
    assert (game.seen.round, game.freelancer(0).schemes) == (2, ["kitchen_shift"])


@pytest.mark.clause("FAM-78")
def test_the_standing_extra_scheme_once_a_round(situation):
    hand = ["deep_scan", "deep_scan", "deep_scan"]
    game = situation().put(0, schemes=hand, rep={"megacorp": 4}).choose().answer(PLAY, PLAY)
    assert (game.seen.round, game.freelancer(0).schemes) == (2, ["deep_scan"])


@pytest.mark.clause("FAM-78")
def test_the_standing_extra_scheme_counts_at_once_when_it_is_reached(situation):
    game = with_effect(situation, "gain rep megacorp 1").put(0, schemes=["deep_scan", "fresh_muscle"], rep={"megacorp": 3})
    assert game.choose().answer(PLAY).asked == (0, "scheme")


@pytest.mark.clause("FAM-78")
def test_extra_schemes_end_with_the_round(situation):
    game = with_effect(situation, "extra scheme 1").put(0, schemes=["deep_scan", "fresh_muscle", "fresh_muscle"]).choose()
    game.answer(PLAY, ["no_scheme"])
    assert (game.seen.round, game.freelancer(0).extra_schemes) == (2, 0)
    game.choose().answer(["scheme", "fresh_muscle"])
    assert game.decision != "scheme"


@pytest.mark.clause("FAM-78")
def test_who_takes_the_marker_changes_the_next_rounds_order_only(situation):
    game = with_effect(situation, "take triggerman").set(triggerman=1).put(1, schemes=["fresh_muscle"]).put(2, schemes=["fresh_muscle"])
    game.choose().answer(["no_scheme"], ["no_scheme"], PLAY)
    assert (game.seen.round, game.asked) == (2, (0, "sector"))
    game = with_effect(situation, "take triggerman").set(triggerman=0).put(2, schemes=["deep_scan"]).put(1, schemes=["fresh_muscle"])
    game.choose().answer(PLAY)
    assert game.asked == (1, "scheme")


@pytest.mark.clause("FAM-78")
@pytest.mark.parametrize(("goods", "playable"), [({"weapon": 1, "data": 1}, True), ({"weapon": 1}, False)])
def test_a_scheme_whose_price_cannot_be_paid_cannot_be_played(situation, goods, playable):
    game = with_effect(situation, "pay resource 2; gain infamy 2").put(0, goods=goods).choose()
    assert (game.decision == "scheme" and PLAY in game.legal) == playable
    if playable:
        game.answer(PLAY)
        assert (game.decision, sorted(game.legal)) == ("resource", [["resource", "data"], ["resource", "weapon"]])
        game.answer(["resource", "data"])
        assert (game.freelancer(0).infamy, game.goods(0)) == (2, {})


# --- step 2 ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-79")
def test_a51_by_night_one_infamy_for_two_henchmen_that_stay(situation):
    game = situation(4).night()
    for seat in range(4):
        game.put(seat, goods={"henchman": seat + 1})
    game.choose()
    assert [freelancer.infamy for freelancer in game.seen.freelancers] == [0, 1, 1, 2]
    assert [game.goods(seat)["henchman"] for seat in range(4)] == [1, 2, 3, 4]


@pytest.mark.clause("FAM-79")
@pytest.mark.clause("FAM-07")
def test_not_by_day(situation):
    assert situation().put(0, goods={"henchman": 6}).choose().freelancer(0).infamy == 0


@pytest.mark.clause("FAM-79")
def test_benefits_by_night_follow_from_the_triggerman_clockwise(situation):
    """Column Leader asks for a resource; the owners are asked in the order of the phase."""
    game = situation().night().set(triggerman=1).put(0, rep={"militia": 4}).put(2, rep={"militia": 4}, goods={"henchman": 2}).choose()
    assert (game.asked, game.freelancer(2).infamy) == ((2, "resource"), 1)
    assert game.answer(["resource", "data"]).asked == (0, "resource")


@pytest.mark.clause("FAM-79")
def test_two_benefits_by_night_in_their_owners_order(situation):
    game = situation().night().put(0, rep={"militia": 4, "cartel": 4}).choose()
    assert (game.decision, sorted(game.legal)) == ("benefit", [["benefit", "cartel", 4], ["benefit", "militia", 4]])
    game.answer(["benefit", "militia", 4], ["resource", "data"])
    assert (game.freelancer(0).infamy, game.goods(0)) == (1, {"data": 1})


# --- steps 3 to 7 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-80")
@pytest.mark.parametrize("begun", [1, 2])
def test_a50_victory_is_checked_after_schemes_of_every_round(situation, begun):
    game = with_effect(situation, "gain infamy 2").set(round=begun).put(0, infamy=13).put(1, schemes=["fresh_muscle"]).choose().answer(PLAY)
    assert game.asked == (1, "scheme")  # not in the middle of the Round
    game.answer(["no_scheme"])
    assert (game.decision, game.seen.phase, game.result()["winners"]) == (None, "over", [0])


@pytest.mark.clause("FAM-80")
def test_a50_henchman_infamy_counts_first(situation):
    game = situation().night().put(0, infamy=14, goods={"henchman": 2}).choose()
    assert (game.decision, game.result()["winners"]) == (None, [0])


@pytest.mark.clause("FAM-80")
def test_a50_never_earlier_in_the_round(situation):
    game = situation().put(0, infamy=20, available=5)
    assert (game.asked, game.seen.phase) == ((0, "bid"), "contact")
    game.choose()
    assert game.decision is None


@pytest.mark.clause("FAM-81")
def test_markers_go_to_the_spent_section_at_the_end_of_each_round(situation):
    game = situation().buyers(chemist=0, hacker=0).pause().choose()
    assert bribes(game, 0) == (0, 10, 0, 2)
    game.answer(["no_scheme"])
    assert (game.seen.round, bribes(game, 0)) == (2, (0, 12, 0, 0))


@pytest.mark.clause("FAM-81")
def test_a21_a_days_marker_can_be_recovered_by_night(situation):
    game = with_effect(situation, "recover bribes 6").put(0, schemes=["deep_scan"])
    game.buyers(chemist=0).put(0, available=12).auctions().choose()
    game.answer(["no_scheme"])
    assert bribes(game, 0) == (10, 2, 0, 0)
    game.auctions().choose().answer(PLAY)
    assert game.legal == [["recover", count] for count in range(3)]


@pytest.mark.clause("FAM-82")
def test_by_night_all_spent_bribes_come_back(situation):
    game = situation().night().buyers(chemist=1).choose()
    assert (game.seen.round, [bribes(game, seat) for seat in range(3)]) == (3, [(12, 0, 0, 0)] * 3)


@pytest.mark.clause("FAM-82")
def test_by_day_they_do_not(situation):
    game = situation().put(0, available=5).choose()
    assert (game.seen.round, bribes(game, 0)) == (2, (5, 7, 0, 0))


@pytest.mark.clause("FAM-83")
def test_a07_what_is_put_off_is_done_after_bribes_and_before_missions(situation):
    """By Night the removal of the Sector Chief sees all bribes back, and the row not yet filled up."""
    game = situation().night().set(watchdogs=[1]).buyers(sector_chief=0).auctions(["sector", 2]).choose()
    assert (game.decision, bribes(game, 0), game.seen.missions, game.seen.round) == ("watchdog_remove", (12, 0, 0, 0), [None] * 3, 2)
    game.answer(["sector", 1])
    assert (game.seen.round, any(game.seen.missions)) == (3, True)


@pytest.mark.clause("FAM-83")
def test_a07_dropped_when_the_game_ends(situation):
    game = situation().set(watchdogs=[1]).put(2, infamy=15).buyers(sector_chief=0).auctions(["sector", 2]).choose()
    assert (game.decision, game.seen.watchdogs) == (None, [1, 2])


@pytest.mark.clause("FAM-83")
def test_several_put_off_in_the_order_in_which_they_were(situation):
    settings = {"contacts.chemist.effects": "late: gain resource 1", "contacts.hacker.effects": "late: discard scheme 1"}
    game = situation(settings=settings).put(0, schemes=["deep_scan", "fresh_muscle"]).buyers(hacker=0, chemist=0).choose()
    game.answer(["no_scheme"])
    assert game.decision == "scheme_discard"
    assert game.answer(["scheme", "deep_scan"]).decision == "resource"


@pytest.mark.clause("FAM-84")
@pytest.mark.parametrize("players", [3, 4])
def test_the_row_is_filled_up_to_the_number_of_freelancers(situation, players):
    deck = ["pirate_relay", "ore_train", "yard_war", "bad_batch", "vault_leak"]
    game = situation(players).set(missions=["quiet_partner", None, "sample_run"], mission_deck=deck).choose()
    row = ["quiet_partner", "pirate_relay", "sample_run", "ore_train"][:players]
    assert (game.seen.missions, game.seen.mission_deck[0]) == (row, deck[players - 2])


@pytest.mark.clause("FAM-84")
def test_a48_gaps_stay_until_then(situation):
    game = situation().set(missions=["ledger_bonfire"]).put(0, goods={"weapon": 1, "data": 2, "henchman": 1}).pause().choose({0: 1})
    game.answer(["mission", "ledger_bonfire"])
    assert game.seen.missions == [None, None, None]
    assert None not in game.answer(["no_scheme"]).seen.missions


@pytest.mark.clause("FAM-84")
def test_a47_a_short_deck_leaves_the_row_short(situation):
    game = situation().set(mission_deck=["ore_train"]).put(1, completed=["vault_leak"]).choose()
    assert (game.seen.round, game.seen.missions, game.seen.mission_deck) == (2, ["ore_train", None, None], [])
    assert game.choose().seen.missions == ["ore_train", None, None]


@pytest.mark.clause("FAM-84")
def test_a47_a_sabotaged_mission_comes_back_in_the_same_round(situation):
    game = with_effect(situation, "sabotage 1").set(missions=["vault_leak"], mission_deck=["ore_train"]).choose().answer(PLAY)
    assert game.seen.missions == ["ore_train", "vault_leak", None]


@pytest.mark.clause("FAM-85")
@pytest.mark.clause("FAM-06")
def test_day_and_night_alternate_and_make_a_turn(situation):
    game = situation()
    found = []
    for _ in range(4):
        found.append((game.seen.round, game.seen.turn, game.seen.day))
        game.choose()
        if game.decision == "watchdog_to":
            game.answer(game.legal[0])
    assert found == [(1, 1, True), (2, 1, False), (3, 2, True), (4, 2, False)]


@pytest.mark.clause("FAM-06")
def test_a_round_has_three_phases(situation):
    game = situation().put(0, available=2, schemes=["fresh_muscle"])
    phases = []
    while game.seen.round == 1:
        phases.append(game.seen.phase)
        game.answer(["pass"] if game.decision == "bid" else game.legal[-1])
    assert list(dict.fromkeys(phases)) == ["contact", "sector", "scheme"]


# --- schemes drawn --------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-86")
def test_a_scheme_is_drawn_from_any_deck_one_after_the_other(situation):
    game = with_effect(situation, "draw scheme any 2").set(scheme_decks={"cartel": ["blood_in", "fresh_muscle"], "militia": ["volunteers"]})
    game.choose().answer(PLAY)
    assert (game.decision, game.legal) == ("deck", [["deck", faction] for faction in ("cartel", "megacorp", "militia")])
    game.answer(["deck", "cartel"])
    assert game.freelancer(0).schemes == ["blood_in"]
    assert game.answer(["deck", "militia"]).freelancer(0).schemes == ["blood_in", "volunteers"]


@pytest.mark.clause("FAM-86")
def test_or_from_the_one_that_is_told(situation):
    game = with_effect(situation, "draw scheme militia 2").set(scheme_decks={"militia": ["volunteers", "raised_flag", "open_fire"]})
    game.choose().answer(PLAY)
    assert (game.freelancer(0).schemes, game.seen.scheme_decks.militia[0]) == (["raised_flag", "volunteers"], "open_fire")


@pytest.mark.clause("FAM-86")
def test_a45_an_empty_deck_is_made_anew_when_a_card_is_needed(situation):
    """The last card leaves the discards alone; the next one shuffles them. The scheme that is being played is not among them."""
    discards = ["expense_account", "deep_scan"]
    game = with_effect(situation, "draw scheme megacorp 1; gain resource 1; draw scheme megacorp 1")
    game.set(scheme_decks={"megacorp": ["cold_audit"]}, short_decks=["megacorp"], scheme_discards={"megacorp": discards})
    game.choose().answer(PLAY)
    assert (game.decision, game.freelancer(0).schemes, game.seen.scheme_decks.megacorp) == ("resource", ["cold_audit"], [])
    assert game.seen.scheme_discards.megacorp == discards
    game.answer(["resource", "data"])
    shuffled = [event for event in game.events if event[0] == "scheme_pile"]
    assert [event[:3] for event in shuffled] == [["scheme_pile", "megacorp", 0], ["scheme_pile", "megacorp", 1]]
    assert sorted(event[3] for event in shuffled) == sorted(discards)
    assert sorted(game.freelancer(0).schemes + game.seen.scheme_decks.megacorp) == sorted(["cold_audit", *discards])
    assert game.seen.scheme_discards.megacorp == ["deep_scan"]


@pytest.mark.clause("FAM-86")
def test_a45_a_deck_without_cards_gives_nothing_and_is_not_offered(situation):
    game = with_effect(situation, "draw scheme megacorp 1; draw scheme any 1").set(short_decks=["megacorp"])
    game.choose().answer(PLAY)
    assert game.legal == [["deck", "cartel"], ["deck", "militia"]]


@pytest.mark.clause("FAM-86")
def test_a46_no_limit_to_the_hand(situation):
    game = with_effect(situation, "draw scheme militia 3; draw scheme cartel 3; draw scheme megacorp 3").choose().answer(PLAY)
    assert len(game.freelancer(0).schemes) == 9


# --- terms ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-95")
def test_spending_moves_available_bribes_to_the_spent_section(situation):
    game = with_effect(situation, "spend bribes 4; gain infamy 1").put(0, available=5).choose().answer(PLAY)
    assert (bribes(game, 0), game.freelancer(0).infamy) == ((1, 11, 0, 0), 1)


@pytest.mark.clause("FAM-95")
def test_spending_takes_exactly_as_many(situation):
    game = with_effect(situation, "spend bribes 4; gain infamy 1").put(0, available=3).choose()
    assert game.seen.round == 2  # not playable: not asked


@pytest.mark.clause("FAM-96")
def test_recovering_moves_spent_bribes_to_the_available_ones(situation):
    game = with_effect(situation, "recover bribes 5").put(0, available=9).choose().answer(PLAY)
    assert game.legal == [["recover", count] for count in range(4)]
    assert bribes(game.answer(["recover", 2]), 0) == (11, 1, 0, 0)


@pytest.mark.clause("FAM-97")
def test_stealing_the_thief_picks(situation):
    game = with_effect(situation, "steal resource thief 2").put(2, goods={"weapon": 1, "data": 2}).choose().answer(PLAY)
    assert (game.asked, sorted(game.legal)) == ((0, "resource"), [["resource", "data"], ["resource", "weapon"]])
    game.answer(["resource", "weapon"])  # the second one can only be a Data
    assert (game.goods(0), game.goods(2)) == ({"weapon": 1, "data": 1}, {"data": 1})


@pytest.mark.clause("FAM-97")
def test_stealing_the_victim_picks(situation):
    game = with_effect(situation, "steal resource victim 1").put(2, goods={"weapon": 1, "data": 2}).choose().answer(PLAY)
    assert game.asked == (2, "resource")
    game.answer(["resource", "data"])
    assert (game.goods(0), game.goods(2)) == ({"data": 1}, {"weapon": 1, "data": 1})


@pytest.mark.clause("FAM-97")
def test_stealing_a_henchman(situation):
    game = with_effect(situation, "ransom 4: steal henchman 1").put(1, goods={"henchman": 2}, available=4).choose()
    game.answer(PLAY, ["refuse"])
    assert (game.goods(0), game.goods(1)) == ({"henchman": 1}, {"henchman": 1})


@pytest.mark.clause("FAM-97")
def test_stealing_a_scheme_by_chance(situation):
    hand = ["fresh_muscle", "open_fire", "raised_flag"]
    game = with_effect(situation, "steal scheme random 1").put(1, schemes=hand).choose().answer(PLAY)
    [event] = [event for event in game.events if event[0] == "scheme_stolen"]
    assert game.freelancer(0).schemes == [event[1]]
    assert sorted([event[1], *game.freelancer(1).schemes]) == hand


@pytest.mark.clause("FAM-97")
def test_stealing_a_scheme_that_the_rival_picks(situation):
    game = with_effect(situation, "steal scheme victim 1").put(1, schemes=["fresh_muscle", "open_fire"]).choose().answer(PLAY)
    assert (game.asked, sorted(game.legal)) == ((1, "scheme_given"), [["scheme", "fresh_muscle"], ["scheme", "open_fire"]])
    game.answer(["scheme", "open_fire"])
    assert (game.freelancer(0).schemes, game.freelancer(1).schemes) == (["open_fire"], ["fresh_muscle"])


@pytest.mark.clause("FAM-98")
def test_sabotage_under_the_deck_in_the_order_chosen(situation):
    game = with_effect(situation, "sabotage 2").set(missions=["vault_leak", "ore_train", "pirate_relay"]).pause(2).choose().answer(PLAY)
    assert len(game.legal) == 3
    game.answer(["mission", "ore_train"])
    assert (game.decision, len(game.legal)) == ("sabotage", 2)
    game.answer(["mission", "vault_leak"])
    assert (game.seen.missions, game.seen.mission_deck[-2:]) == ([None, None, "pirate_relay"], ["ore_train", "vault_leak"])


@pytest.mark.clause("FAM-98")
def test_sabotage_of_more_than_there_are(situation):
    game = with_effect(situation, "sabotage 3").set(missions=["vault_leak"]).pause(2).choose().answer(PLAY)
    assert game.seen.missions == [None, None, None]
