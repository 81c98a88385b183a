"""What effects of cards do: FAM-03 to FAM-05, FAM-07, FAM-08, FAM-100, and the rules of the effect language."""

import pytest

from tests.games.infamy.scenario import KernelGame, Scenario

PLAY = ["scheme", "deep_scan"]
FULL = {"weapon": 3, "data": 3, "compound": 3, "henchman": 3, "favor": 1}


def bribes(game, seat):
    """Available, spent, in the bid, as markers."""
    return tuple(game.named["freelancers"][seat]["bribes"].values())


def holding(situation, effect, players=3, **settings):
    """A situation in which seat 0 holds a scheme with this effect."""
    return situation(players, settings={"schemes.deep_scan.effects": effect, **settings}).pause()


def rewarding(situation, reward, completed=(), **settings):
    """A situation in which seat 0 can complete a mission of sector 1 with this reward; it gives 3 Infamy and shows Carnage."""
    cells = {"missions.ledger_bonfire.reward": reward, "missions.ledger_bonfire.types": "carnage"}
    game = situation(settings=cells | settings).set(missions=["ledger_bonfire"])
    return game.put(0, goods=FULL, completed=list(completed)).pause()


DO = ["mission", "ledger_bonfire"]


# --- goods ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-03")
def test_who_gains_a_resource_chooses_token_by_token(situation):
    game = holding(situation, "gain resource 2").choose().answer(PLAY, ["resource", "data"])
    assert game.legal == [["resource", kind] for kind in ("weapon", "data", "compound")]
    assert game.answer(["resource", "weapon"]).goods(0) == {"weapon": 1, "data": 1}


@pytest.mark.clause("FAM-03")
def test_who_loses_a_resource_chooses(situation):
    game = holding(situation, "each rival: lose resource 1").put(1, goods={"weapon": 1, "data": 1}).put(2, goods={"compound": 1})
    game.choose().answer(PLAY)
    assert (game.asked, sorted(game.legal)) == ((1, "resource"), [["resource", "data"], ["resource", "weapon"]])
    game.answer(["resource", "weapon"])  # seat 2 has one kind only
    assert (game.goods(1), game.goods(2)) == ({"data": 1}, {})


@pytest.mark.clause("FAM-04")
def test_paid_and_lost_goods_return_to_the_supply(situation):
    game = holding(situation, "pay weapon 2; lose henchman 1; lose favor 1; gain data 1").put(0, goods=FULL).choose()
    before = game.seen.supply
    game.answer(PLAY)
    after = game.seen.supply
    assert (after.weapon - before.weapon, after.henchman - before.henchman, after.favor - before.favor) == (2, 1, 1)
    assert after.data - before.data == -1


@pytest.mark.clause("FAM-04")
@pytest.mark.parametrize(("left", "gained"), [(0, 0), (1, 1), (3, 2)])
def test_a49_what_is_left_is_gained(situation, left, gained):
    game = holding(situation, "gain data 2").put(1, goods={"data": 18 - left}).choose().answer(PLAY)
    assert game.goods(0).get("data", 0) == gained


@pytest.mark.clause("FAM-04")
def test_a49_a_type_that_is_out_cannot_be_chosen(situation):
    game = holding(situation, "gain resource 2").put(1, goods={"data": 18, "weapon": 17}).choose().answer(PLAY)
    assert game.legal == [["resource", "weapon"], ["resource", "compound"]]
    game.answer(["resource", "weapon"])  # from now on there is only Compound
    assert game.goods(0) == {"weapon": 1, "compound": 1}


@pytest.mark.clause("FAM-04")
@pytest.mark.parametrize(("name", "good"), [("resource_tokens", "weapon"), ("henchman_tokens", "henchman"), ("favor_tokens", "favor")])
def test_supplies_are_parameters(new_game, name, good):
    assert new_game(settings={name: 6, "starting_resources": 0}).named["supply"][good] == 6


@pytest.mark.parametrize(("stops", "goods"), [(0, {"weapon": 1, "compound": 1}), (1, {"data": 1, "weapon": 1}), (2, {"data": 2})])
def test_converting_as_often_as_he_likes(situation, stops, goods):
    game = holding(situation, "convert resource 2").put(0, goods={"data": 2}).choose().answer(PLAY)
    for kind in ("weapon", "compound")[: 2 - stops]:
        assert (game.decision, ["stop"] in game.legal) == ("convert_from", True)
        game.answer(["resource", "data"])
        assert ["resource", "data"] not in game.legal
        game.answer(["resource", kind])
    if stops:
        game.answer(["stop"])
    assert (game.goods(0), game.seen.round) == (goods, 2)


def test_converting_nothing_is_not_asked(situation):
    assert holding(situation, "convert resource 2").choose().answer(PLAY).seen.round == 2


# --- rivals ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-05")
def test_the_rival_is_the_choice_of_who_plays_the_effect(situation):
    game = holding(situation, "drain bribes 4", 4)
    for seat in (1, 2, 3):
        game.put(seat, available=3 + seat)
    game.choose().answer(PLAY)
    assert (game.asked, sorted(game.legal)) == ((0, "rival"), [["rival", 1], ["rival", 2], ["rival", 3]])
    game.answer(["rival", 2])
    assert [bribes(game, seat)[0] for seat in range(4)] == [0, 4, 1, 6]


@pytest.mark.clause("FAM-05")
def test_a_rival_with_nothing_to_take_cannot_be_named(situation):
    game = holding(situation, "drain bribes 4").put(2, available=3).choose().answer(PLAY)
    assert [bribes(game, seat)[0] for seat in range(3)] == [0, 0, 0]


@pytest.mark.clause("FAM-05")
def test_each_rival_clockwise_from_the_owner(situation):
    game = holding(situation, "each rival: discard scheme 1; gain data 1", 4).set(triggerman=2)
    game.put(1, schemes=["deep_scan", "fresh_muscle"]).put(2, schemes=["open_fire", "volunteers"]).put(3, schemes=["buried_cache"])
    game.choose().answer(["no_scheme"], ["no_scheme"], PLAY)
    assert game.asked == (1, "scheme_discard")
    game.answer(["scheme", "fresh_muscle"])
    assert game.asked == (2, "scheme_discard")
    game.answer(["scheme", "open_fire"])  # seat 3, who has one scheme, is not asked
    assert [freelancer.schemes for freelancer in game.seen.freelancers] == [[], ["deep_scan"], ["volunteers"], []]
    assert (game.goods(0), game.asked) == ({"data": 1}, (1, "scheme"))


def test_a_ransom_cancels_a_drain_and_names_no_other_rival(situation):
    game = holding(situation, "ransom 2: drain bribes 4; gain data 1").put(1, available=6).put(2, available=1).choose()
    game.answer(PLAY, ["rival", 1])
    assert game.asked == (1, "ransom")
    game.answer(["ransom"])
    assert ([bribes(game, seat)[0] for seat in range(3)], game.goods(0)) == ([0, 4, 1], {"data": 1})


def test_random_cards_are_drawn_after_the_ransom_was_refused(situation):
    game = holding(situation, "ransom 2: steal scheme random 1").put(1, schemes=["open_fire", "volunteers"], available=2).choose()
    game.answer(PLAY)
    assert (game.asked, [event for event in game.events if event[0] == "scheme_stolen"]) == ((1, "ransom"), [])
    game.answer(["refuse"])
    assert len([event for event in game.events if event[0] == "scheme_stolen"]) == 1


# --- day, night, conditions -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-07")
@pytest.mark.parametrize(("begun", "goods"), [(1, {"weapon": 1, "data": 1}), (2, {"weapon": 1, "compound": 1})])
def test_by_day_and_by_night(situation, begun, goods):
    game = holding(situation, "day: gain data 1; night: gain compound 1; gain weapon 1").set(round=begun).choose().answer(PLAY)
    assert game.goods(0) == goods


@pytest.mark.clause("FAM-07")
@pytest.mark.parametrize("begun", [1, 2])
def test_a_price_of_the_other_round_cannot_be_paid(situation, begun):
    game = holding(situation, "day: spend bribes 4; gain infamy 1").set(round=begun).put(0, available=4).choose()
    if begun == 2:
        assert game.seen.round == 3
    else:
        assert game.answer(PLAY).freelancer(0).infamy == 1


@pytest.mark.parametrize(("completed", "weapons"), [([], 0), (["clinic_siege"], 1), (["clinic_siege", "curfew_riot", "armoury_dash"], 2)])
def test_per_type(situation, completed, weapons):
    game = holding(situation, "per carnage 2: gain weapon 1").put(0, completed=completed).choose().answer(PLAY)
    assert game.goods(0).get("weapon", 0) == weapons


@pytest.mark.parametrize(
    ("completed", "data"), [(["clinic_siege"], 0), (["clinic_siege", "curfew_riot"], 1), (["clinic_siege", "vault_leak"], 0)]
)
def test_if_type(situation, completed, data):
    game = holding(situation, "if carnage 2: gain data 1").put(0, completed=completed).choose().answer(PLAY)
    assert game.goods(0).get("data", 0) == data


@pytest.mark.parametrize(
    ("condition", "data"),
    [("if rep militia 2", 1), ("if rep militia 3", 0), ("if rep cartel 2", 0), ("if rep any 2", 1), ("if rep any 3", 0)],
)
def test_if_rep(situation, condition, data):
    game = holding(situation, f"{condition}: gain data 1").put(0, rep={"militia": 2, "cartel": 1}).choose().answer(PLAY)
    assert game.goods(0).get("data", 0) == data


def test_the_mission_that_carries_the_text_is_not_counted(situation):
    game = rewarding(situation, "per carnage 2: gain infamy 1", ["clinic_siege"]).choose({0: 1}).answer(DO)
    assert game.freelancer(0).infamy == 3 + 1


def test_conditions_are_looked_at_when_the_statement_runs(situation):
    game = holding(situation, "gain rep militia 1; if rep militia 1: gain data 1").choose().answer(PLAY)
    assert game.goods(0) == {"data": 1}


# --- may, must, gates, alternatives ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-100")
def test_a_hazard_has_to_be_added_where_it_can_be(situation):
    game = rewarding(situation, "hazard add any").choose({0: 1}).answer(DO)
    assert (game.decision, [action[0] for action in game.legal]) == ("hazard_add", ["zone"] * 10)


@pytest.mark.clause("FAM-100")
@pytest.mark.parametrize(("answer", "weapons"), [("go_on", 4), ("stop", 2)])
def test_only_may_leaves_it_to_him(situation, answer, weapons):
    game = rewarding(situation, "may: gain weapon 2").choose({0: 1}).answer(DO)
    assert sorted(game.legal) == [["go_on"], ["stop"]]
    assert game.answer([answer]).goods(0)["weapon"] == weapons


@pytest.mark.clause("FAM-100")
def test_may_is_not_asked_where_nothing_could_be_done(situation):
    game = (
        rewarding(situation, "may: hazard move; may: steal henchman 1").set(hazards=[]).answer(["sector", 1], ["sector", 2], ["sector", 3])
    )
    assert game.answer(DO).asked == (1, "zone")


@pytest.mark.clause("FAM-100")
def test_a43_what_cannot_be_done_is_left_out(situation):
    effect = "lose resource 1; steal scheme victim 1; watchdog move; gain data 1"
    assert holding(situation, effect).choose().answer(PLAY).goods(0) == {"data": 1}


@pytest.mark.parametrize("answer", ["pay", "decline"])
def test_a_gate_in_a_reward_is_an_offer(situation, answer):
    game = rewarding(situation, "pay weapon 1; gain data 2").choose({0: 1}).answer(DO)
    assert sorted(game.legal) == [["decline"], ["pay"]]
    game.answer([answer])
    assert game.goods(0) == FULL | ({"weapon": 1, "data": 3, "henchman": 2} if answer == "pay" else {"weapon": 2, "data": 1, "henchman": 2})


def test_a_gate_that_cannot_be_met_ends_the_reward(situation):
    game = rewarding(situation, "pay weapon 3; gain data 2").choose({0: 1}).answer(DO)  # one Weapon is the price of the mission
    assert (game.decision, game.goods(0)["data"], game.freelancer(0).infamy) == ("scheme", 1, 3)


@pytest.mark.parametrize("completed", [0, 1, 2])
def test_a_gate_per_mission_is_paid_for_each(situation, completed):
    game = rewarding(situation, "per carnage 3: pay compound 1; gain favor 1", ["clinic_siege", "curfew_riot"][:completed])
    game.choose({0: 1}).answer(DO)
    if completed:
        game.answer(["pay"])
    assert (game.goods(0)["compound"], game.goods(0)["favor"]) == (3 - completed, 1 + (completed > 0))


def test_a_gate_on_a_contact_is_met_by_who_can(situation):
    settings = {"contacts.chemist.effects": "pay data 1; gain henchman 1"}
    assert situation(settings=settings).put(0, goods={"data": 1}).buyers(chemist=0).auctions().goods(0) == {"henchman": 1}
    assert situation(settings=settings).buyers(chemist=0).auctions().goods(0) == {}


def test_alternatives(situation):
    game = holding(situation, "gain data 1 | gain infamy 1").choose().answer(PLAY)
    assert (game.decision, game.legal) == ("alternative", [["alternative", 1], ["alternative", 2]])
    assert game.answer(["alternative", 2]).freelancer(0).infamy == 1


def test_an_alternative_that_would_do_nothing_cannot_be_picked(situation):
    game = holding(situation, "steal henchman 1 | gain infamy 1").choose().answer(PLAY)
    assert game.freelancer(0).infamy == 1
    assert holding(situation, "steal henchman 1 | lose favor 1; gain data 1").choose().answer(PLAY).goods(0) == {"data": 1}


def test_gain_rep_of_any_faction_is_chosen_step_by_step_and_may_be_wasted(situation):
    game = holding(situation, "gain rep any 2").put(0, rep={"cartel": 4}).choose().answer(PLAY, ["faction", "cartel"])
    assert len(game.legal) == 3
    game.answer(["faction", "cartel"])
    assert game.rep(0) == [5, 0, 0]


def test_the_ban_takes_rep_even_where_a_price_was_paid(situation):
    game = holding(situation, "pay data 1; gain rep megacorp 1").put(0, goods={"data": 1}).buyers(accomplice=0).choose().answer(PLAY)
    assert (game.goods(0), game.rep(0)) == ({}, [0, 0, 0])


# --- late, current --------------------------------------------------------------------------------------------------------------------


def test_late_choices_are_made_late(situation):
    game = holding(situation, "late: gain resource 1; gain data 1").put(1, schemes=["fresh_muscle"]).choose().answer(PLAY)
    assert (game.asked, game.goods(0)) == ((1, "scheme"), {"data": 1})
    assert game.answer(["no_scheme"]).asked == (0, "resource")


def test_late_conditions_are_looked_at_late(situation):
    settings = {"contacts.chemist.effects": "late: if rep megacorp 1: gain henchman 1"}
    game = situation(settings=settings).buyers(chemist=0).choose({0: 3}).answer(["resupply", "a"])
    assert game.goods(0) == {"data": 1, "henchman": 1}


@pytest.mark.parametrize("effect", ["hazard remove current", "hazard add current"])
def test_current_is_the_sector_of_the_pawn_placed_last(situation, effect):
    game = holding(situation, effect).set(hazards=[[3, "b"], [6, "a"], [6, "b"]]).buyers(accomplice=0).choose({0: (1, 3)})
    game.answer(["pawn", "own"], ["resupply", "b"], PLAY)  # the Accomplice goes to the one open zone of sector 3
    assert game.seen.hazards == ([[6, "a"], [6, "b"]] if "remove" in effect else [[3, "a"], [3, "b"], [6, "a"], [6, "b"]])


def test_current_after_the_second_pawn_failed_is_where_the_first_stands(situation):
    game = holding(situation, "hazard add current").buyers(accomplice=0).choose({0: (1, 6)})
    game.answer(["pawn", "own"], ["resupply", "b"], PLAY)
    assert game.legal == [["zone", 1, "a"], ["zone", 1, "b"]]


def test_current_without_a_pawn_is_nowhere(situation):
    game = holding(situation, "hazard remove current; resupply current; gain data 1").choose().answer(PLAY)
    assert (len(game.seen.hazards), game.goods(0)) == (2, {"data": 1})


def test_current_before_sectors_are_chosen_is_last_rounds(situation):
    settings = {"contacts.chemist.effects": "resupply current"}
    pawns = [{"seat": 0, "pawn": "own", "sector": 4, "zone": "b"}]
    assert situation(settings=settings).set(pawns=pawns).buyers(chemist=0).auctions().goods(0) == {"henchman": 1}


def test_resupplying_once_more_is_neither_doubled_nor_a_visit(situation):
    game = holding(situation, "resupply current").night().buyers(smuggler=0).choose({0: 4}).answer(["resupply", "b"], PLAY)
    assert game.goods(0) == {"henchman": 3}
    game = holding(situation, "resupply current").put(0, rep={"megacorp": 1}).choose({0: 3}).answer(["resupply", "a"], PLAY)
    assert (game.goods(0), len(game.freelancer(0).schemes)) == ({"data": 1}, 2)


def test_resupplying_once_more_in_spite_of_hazard_and_watchdog(situation):
    game = holding(situation, "hazard add current; watchdog add; resupply current").choose({0: 1}).answer(["resupply", "b"], PLAY)
    game.answer(["zone", 1, "b"], ["sector", 1])
    assert game.goods(0) == {"weapon": 2}


# --- Hazards, Watchdogs, the marker ---------------------------------------------------------------------------------------------------


def test_moving_a_hazard(situation):
    game = holding(situation, "hazard move").choose().answer(PLAY)
    assert (game.decision, game.legal) == ("hazard_from", [["zone", 6, "a"], ["zone", 6, "b"]])
    game.answer(["zone", 6, "b"])
    assert (game.decision, len(game.legal)) == ("hazard_to", 10)
    assert game.answer(["zone", 1, "a"]).seen.hazards == [[1, "a"], [6, "a"]]


def test_taking_a_watchdog_off_the_board(situation):
    game = holding(situation, "watchdog remove").set(watchdogs=[2, 4]).choose().answer(PLAY)
    assert (game.decision, game.legal) == ("watchdog_remove", [["sector", 2], ["sector", 4]])
    game.answer(["sector", 2])
    assert (game.seen.watchdogs, game.seen.watchdog_supply) == ([4], 1)


@pytest.mark.parametrize(("source", "rounds"), [("contact", 1), ("scheme", 2), ("reward", 2), ("benefit", 2)])
def test_how_long_permission_for_watchdog_sectors_lasts(situation, source, rounds):
    cells = {
        "contact": {"contacts.chemist.effects": "watchdog pass"},
        "scheme": {"schemes.deep_scan.effects": "watchdog pass"},
        "reward": {"missions.ledger_bonfire.reward": "watchdog pass"},
        "benefit": {"rep_tracks.hood.trigger": "on contact cartel", "rep_tracks.hood.effects": "watchdog pass"},
    }[source]
    game = situation(settings=cells).set(missions=["ledger_bonfire"]).put(0, goods=FULL, rep={"cartel": 1}).pause()
    if source in ("contact", "benefit"):
        game.buyers(chemist=0)
    game.choose({0: 1}).answer(DO if source == "reward" else ["resupply", "b"])
    if source == "scheme":
        assert not game.freelancer(0).watchdog_pass
        game.answer(PLAY)
    else:
        assert game.freelancer(0).watchdog_pass
        game.answer(["no_scheme"])
    assert (game.seen.round, game.freelancer(0).watchdog_pass) == (2, rounds == 2)
    game.choose()
    if game.decision == "scheme":
        game.answer(["no_scheme"])
    assert (game.seen.round, game.freelancer(0).watchdog_pass) == (3, False)


def test_permission_counts_for_a_sector_that_was_chosen_before(situation):
    """Seat 1's reward sends a Watchdog to seat 0's sector; seat 0 has permission by then, from his first pawn's mission."""
    cells = {"missions.ledger_bonfire.reward": "watchdog pass; watchdog add"}
    game = situation(settings=cells).set(missions=["ledger_bonfire"]).put(0, goods=FULL).buyers(accomplice=0).pause().choose({0: (1, 4)})
    game.answer(["pawn", "own"], DO, ["sector", 4], ["resupply", "b"])
    assert game.pawns() == [(0, "own", 1, "mission"), (0, "accomplice", 4, "b")]


def test_the_triggerman_marker_by_a_mission(situation):
    game = rewarding(situation, "take triggerman").set(triggerman=1).put(0, schemes=["fresh_muscle"]).put(1, schemes=["fresh_muscle"])
    game.choose({0: 1}).answer(DO)
    assert (game.seen.triggerman, game.asked) == (0, (0, "scheme"))  # the Scheme Phase begins with its new holder


# --- what runs is not counted ---------------------------------------------------------------------------------------------------------


def test_a_mission_does_not_sabotage_itself(situation):
    game = rewarding(situation, "sabotage 3").set(missions=["ledger_bonfire", "ore_train"]).choose({0: 1}).answer(DO)
    assert (game.seen.missions, game.seen.mission_deck[-1], game.freelancer(0).completed) == ([None] * 3, "ore_train", ["ledger_bonfire"])


def test_benefits_on_missions_come_before_those_on_their_types(situation):
    cells = {"rep_tracks.hood.trigger": "on type carnage", "rep_tracks.hood.effects": "gain infamy 1"}
    cells |= {"rep_tracks.lookout.trigger": "on mission", "rep_tracks.lookout.effects": "gain resource 1"}
    game = rewarding(situation, "", **cells).put(0, rep={"cartel": 1, "militia": 1}).choose({0: 1}).answer(DO)
    assert (game.decision, game.freelancer(0).infamy) == ("resource", 3)
    assert game.answer(["resource", "data"]).freelancer(0).infamy == 4


def test_a_benefit_reached_by_a_benefit_waits_for_the_next_time(situation):
    cells = {"rep_tracks.hood.trigger": "on mission", "rep_tracks.hood.effects": "gain rep cartel 1"}
    cells |= {"rep_tracks.pusher.trigger": "on mission", "rep_tracks.pusher.effects": "gain favor 1"}
    game = rewarding(situation, "", **cells).put(0, rep={"cartel": 1}).choose({0: 1}).answer(DO)
    assert (game.rep(0), game.goods(0)["favor"]) == ([2, 0, 0], 1)


# --- what others know -----------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-08")
def test_what_a_freelancer_cannot_know_is_redrawn_and_nothing_else():
    """The rest of a game is imagined: everything open stays, and so do the own hand and the number of cards in the others'."""
    game = Scenario(KernelGame, 3).put(0, schemes=["deep_scan", "blood_in"]).put(1, schemes=["volunteers"], goods={"data": 2})
    game.put(2, schemes=["open_fire", "fresh_muscle"], available=5)
    before, table, hands = game.named, game.game.table, set()
    for _ in range(20):
        table.kernels.deal_unseen(table.state, table.rules, 0, table.chance)
        after = game.named
        for name in before.keys() - {"contact_deck", "mission_deck", "scheme_decks", "freelancers"}:
            assert after[name] == before[name]
        for name in ("contact_deck", "mission_deck"):
            assert sorted(after[name]) == sorted(before[name])
        assert after["freelancers"][0] == before["freelancers"][0]
        for mine, theirs in zip(after["freelancers"][1:], before["freelancers"][1:], strict=True):
            hands.add((mine["seat"], *mine["schemes"]))
            assert len(mine.pop("schemes")) == len(theirs["schemes"])
            assert mine == {name: value for name, value in theirs.items() if name != "schemes"}
    assert len(hands) > 10
