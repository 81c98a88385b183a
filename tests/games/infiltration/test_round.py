"""The round: Selection, Execution, NPC and Security phases: INF-11 to 15, 25 to 32, 74, 77."""

import pytest

from tests.games.infiltration.scenario import SECRET, item

# --- phases, order, first player ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("INF-11")
def test_a_round_has_four_phases_in_this_order(situation):
    game = situation().put(0, items=["qianju_pt"]).furnish(5, npcs={"harris": True, "nelson": True})
    phases = [game.named["phase"]]
    game.play({0: item("qianju_pt")})
    phases.append(game.named["phase"])  # asked how far to move
    game.answer(["move", "in", 1])
    phases.append(game.named["phase"])  # asked who of the two acts first
    game.answer(["npc", "harris"])
    phases.append(game.named["phase"])
    assert phases == ["selection", "execution", "npc", "selection"]
    assert (game.round, game.seen.security_phases) == (2, 1)
    assert game.events == [["die", game.die]]


@pytest.mark.clause("INF-12")
def test_the_first_player_role_passes_to_the_left(situation):
    game = situation(4).set(first_player=2)
    assert [game.play().seen.first_player for _ in range(3)] == [3, 0, 1]


@pytest.mark.clause("INF-12")
def test_a5_switch_the_first_player_stays(situation):
    game = situation(4, settings={"first_player_role": "fixed"}).set(first_player=2)
    assert [game.play().seen.first_player for _ in range(3)] == [2, 2, 2]


@pytest.mark.clause("INF-12")
def test_a6_the_role_skips_seats_with_nobody_inside(situation):
    game = situation(4).put(1, status="escaped", place=None).put(2, status="escaped", place=None)
    assert game.play().seen.first_player == 3


@pytest.mark.clause("INF-12")
def test_h01_after_the_first_player_escapes_a_stand_in_chooses_and_is_first_in_the_next_round(situation):
    game = situation(3).set(first_player=1).put(2, place=5).put(0, place=5).furnish(5, npcs={"harris": True, "nelson": True})
    game.play({1: "retreat"})
    assert (game.decision, game.seen.actor) == ("npc_order", 2)  # the next seat to the left
    game.answer(["npc", "harris"])
    assert game.seen.first_player == 2
    assert game.seen.actor == 2


@pytest.mark.clause("INF-13")
def test_everybody_inside_selects_exactly_one_card_from_his_hand(situation):
    game = situation(3).put(0, items=["silent_key", "trip_wire"]).put(1, status="escaped", place=None)
    assert sorted(game.legal) == [["advance"], ["download"], ["interface"], ["item", "silent_key"], ["item", "trip_wire"], ["retreat"]]
    game.play({0: item("trip_wire")})
    assert game.agent(0).items == ["silent_key"]
    assert game.agent(2).selected is None


@pytest.mark.clause("INF-13")
def test_a12_cards_that_cannot_work_may_be_chosen(situation):
    game = situation().put(0, place=11, items=["silent_key"]).play({0: item("silent_key")})  # no lock here
    assert game.seen.discarded == ["silent_key"]
    assert game.play({0: "advance"}).agent(0).place == 11  # A14: no way on


@pytest.mark.clause("INF-14")
def test_the_delayed_may_not_choose_advance_or_withdraw(situation):
    game = situation().put(0, delayed=True, items=["grapple_line"])
    assert sorted(game.legal) == [["download"], ["interface"], ["item", "grapple_line"]]


@pytest.mark.clause("INF-15")
def test_cards_are_resolved_in_turn_order_from_the_first_player(situation):
    game = situation(3).set(first_player=1).furnish(0, files=[9, 0, 0]).play(dict.fromkeys(range(3), "download"))
    assert [game.agent(number).files for number in range(3)] == [[1, 0, 0], [2, 0, 0], [1, 0, 0]]
    rush = situation(3).set(first_player=2).furnish(0, files=[3, 0, 0]).play(dict.fromkeys(range(3), "download"))
    assert [sum(rush.agent(number).files) for number in range(3)] == [1, 0, 2]


@pytest.mark.clause("INF-15")
def test_a39_who_is_delayed_before_his_turn_still_resolves_his_advance(situation):
    game = situation(settings={"items.sleep_dart.effect": "delay other"}).put(0, items=["sleep_dart"])
    game.play({0: item("sleep_dart"), 1: "advance"}, [["operative", 1]])
    assert game.agent(1).place == 1
    assert game.agent(1).delayed


@pytest.mark.clause("INF-15")
def test_h10_who_is_pushed_out_before_his_turn_keeps_his_item(situation):
    game = situation(3).put(0, items=["crowd_hook"]).put(1, items=["silent_key"]).put(2, place=3)
    game.play({0: item("crowd_hook"), 1: item("silent_key")})
    assert (game.agent(1).status, game.agent(1).items) == ("escaped", ["silent_key"])
    assert game.seen.discarded == ["crowd_hook"]


@pytest.mark.clause("INF-15")
def test_h31_selection_is_asked_in_turn_order(situation):
    game = situation(2).set(first_player=1)
    asked = []
    while game.decision == "select" and game.round == 1:
        asked.append(game.seen.agent)
        game.game.apply(["download"])
    assert asked == [2, 3, 0, 1]


@pytest.mark.clause("INF-77")
def test_action_cards_return_to_the_hand_and_items_go_to_the_discard_pile(situation):
    game = situation().put(0, place=3, items=["grapple_line"]).play({0: item("grapple_line"), 1: "advance"}, [["move", "out", 1]])
    assert game.seen.discarded == ["grapple_line"]
    assert "grapple_line" not in game.agent(0).items
    assert game.play({1: "advance"}).agent(1).place == 2


# --- NPC phase ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("INF-25")
@pytest.mark.parametrize(
    ("room", "npc", "face_up"), [("guard_post", "nelson", False), ("robot_bay", "csx13", True), ("scanner_hall", "harris", True)]
)
def test_npcs_enter_through_room_effects(situation, room, npc, face_up):
    game = situation(rooms={5: room}, settings={"npcs.harris.effect": "alarm +1", "npcs.csx13.effect": "alarm +1"})
    game.furnish(5, face_up=False).put(0, place=4).play({0: "advance"})
    assert game.npcs(5) == {npc: face_up}
    assert npc not in game.seen.npcs_aside


@pytest.mark.clause("INF-25")
def test_a_card_that_left_the_game_never_returns(situation):
    game = situation(rooms={5: "guard_post"}).set(npcs_aside=["harris"]).furnish(5, face_up=False).put(0, place=4).play({0: "advance"})
    assert game.npcs(5) == {}


@pytest.mark.clause("INF-26")
def test_npcs_act_room_by_room_from_the_entrance_each_once(situation):
    game = situation().put(0, place=4).put(1, place=3).put(2, place=2).furnish(3, npcs={"nelson": True}).furnish(4, npcs={"harris": True})
    game.play()
    assert game.npcs(3) == {"harris": True, "nelson": True}
    assert [game.agent(number).wounded for number in range(3)] == [True, True, False]
    assert (game.seen.alarm, game.seen.proximity) == (1, 5 + 1 + game.die)  # Nelson's alarm, once; Harris's proximity, once


@pytest.mark.clause("INF-26")
@pytest.mark.parametrize(("harris", "nelson", "alarm"), [(3, 4, 0), (4, 3, 1)])
def test_npcs_nearer_the_entrance_act_first(situation, harris, nelson, alarm):
    """Harris ends the game: Nelson has acted by then only if his room comes first."""
    game = situation().furnish(harris, npcs={"harris": True}).furnish(nelson, npcs={"nelson": True}).set(proximity=94).play()
    assert (game.seen.phase, game.seen.alarm) == ("over", alarm)


@pytest.mark.clause("INF-26")
def test_npcs_in_the_secret_room_act_last_and_stay_there(situation):
    game = situation().put(0, place=SECRET, entered_secret_from=3).furnish(SECRET, npcs={"harris": True}).set(proximity=94)
    game.furnish(11, npcs={"leah": True}).put(1, place=10).play()
    assert game.npcs(SECRET) == {"harris": True}
    assert game.npcs(10) == {"leah": True}  # she walked before Harris ended the game
    assert game.seen.phase == "over"
    assert game.agent(0).wounded


@pytest.mark.clause("INF-26")
def test_npcs_leave_the_game_in_the_entry_room(situation):
    game = situation().furnish(0, npcs={"harris": True, "nelson": True}).play()
    assert game.npcs(0) == {"nelson": True}  # has no leave condition
    assert "harris" not in game.seen.npcs_aside
    assert game.seen.proximity == 1 + game.die  # Nelson's alarm; Harris did not act


@pytest.mark.clause("INF-26")
def test_h20_leaving_is_settled_before_any_npc_acts(situation):
    game = situation().furnish(0, files=[2, 0, 0]).furnish(1, npcs={"tyrone": True}).play(dict.fromkeys(range(3), "interface"))
    assert game.npcs(0) == {"tyrone": True}  # came into the entry room in this phase: leaves in the next one
    assert (game.room(0).files, game.seen.void) == ([0, 0, 0], [2, 0, 0])
    assert game.play().npcs(0) == {}


@pytest.mark.clause("INF-26")
@pytest.mark.parametrize("place", [1, 7])  # Loading Dock, Executive Elevator
def test_leah_leaves_at_the_exits_and_brings_the_police(situation, place):
    game = situation().furnish(place, npcs={"leah": True}).play()
    assert game.npcs(place) == {}
    assert game.seen.proximity == 20 + game.die


@pytest.mark.clause("INF-26")
def test_h09_a_face_down_card_has_no_name(situation):
    game = situation().furnish(7, face_up=False, npcs={"leah": True}).play()
    assert game.npcs(6) == {"leah": True}  # she walked on
    assert game.seen.proximity == game.die


@pytest.mark.clause("INF-26")
def test_an_npc_retreats_into_a_face_down_room_without_revealing_it(situation):
    game = situation().furnish(7, face_up=False).furnish(8, npcs={"tyrone": True}).play()
    assert game.npcs(7) == {"tyrone": True}
    assert not game.room(7).face_up


@pytest.mark.clause("INF-26")
def test_a_face_up_npc_woken_meanwhile_waits(situation):
    settings = {"npcs.nelson.effect": "wake; alarm +1"}
    game = situation(settings=settings).furnish(5, npcs={"nelson": True, "leah": False}).play()
    assert game.npcs(5) == {"nelson": True, "leah": True}
    assert game.play(answers=[["npc", "leah"]]).npcs(4) == {"leah": True}


@pytest.mark.clause("INF-27")
def test_the_first_player_orders_the_npcs_of_a_room(situation):
    game = situation(3).set(first_player=1).put(2, place=5).furnish(5, npcs={"csx13": True, "harris": True, "nelson": True}).play()
    assert (game.decision, game.seen.actor, game.seen.agent) == ("npc_order", 1, None)
    assert sorted(game.legal) == [["npc", "csx13"], ["npc", "harris"], ["npc", "nelson"]]
    game.answer(["npc", "csx13"])  # clears the others away
    assert game.npcs(4) == {"csx13": True}
    assert game.npcs(5) == {}
    assert not game.agent(2).wounded


@pytest.mark.clause("INF-27")
def test_the_first_player_orders_the_npcs_that_leave(situation):
    game = situation(3).set(first_player=1).furnish(0, npcs={"csx13": True, "harris": True}).play()
    assert (game.decision, game.seen.actor, game.seen.agent) == ("npc_leave", 1, None)
    assert sorted(game.legal) == [["npc", "csx13"], ["npc", "harris"]]
    assert game.answer(["npc", "harris"]).npcs(0) == {}


@pytest.mark.clause("INF-28")
def test_face_down_npcs_do_not_act_but_can_be_destroyed(situation):
    game = situation().put(0, place=5, items=["monowire"]).furnish(5, npcs={"nelson": False}).play()
    assert game.npcs(5) == {"nelson": False}
    assert (game.agent(0).wounded, game.seen.alarm) == (False, 0)
    game.play({0: item("monowire")}, [["alternative", 1]])
    assert game.npcs(5) == {}
    assert "nelson" not in game.seen.npcs_aside


@pytest.mark.clause("INF-28")
def test_h16_an_npc_on_a_face_down_room_can_be_destroyed_and_met(situation):
    game = situation().put(0, place=8, items=["relay_spike"]).furnish(9, face_up=False, npcs={"leah": False, "nelson": False})
    game.play({0: item("relay_spike")}, [["npc", "leah"]])
    assert game.npcs(9) == {"nelson": False}
    assert not game.room(9).face_up
    game.play({0: "advance"})
    assert game.room(9).face_up
    assert game.npcs(9) == {"nelson": False}


@pytest.mark.clause("INF-28")
def test_h04_an_npc_destroyed_as_it_arrives_drops_the_rest_of_its_program(situation):
    game = situation().put(0, place=4, items=["sentry_mine"]).furnish(5, npcs={"harris": True}, files=[0, 0, 0])
    game.play({0: item("sentry_mine")})
    assert game.npcs(4) == {}
    assert game.npcs(5) == {}
    assert game.seen.proximity == game.die  # without Harris's +5
    assert game.room(4).lying == []


# --- Security phase -------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("INF-29")
def test_one_die_of_six_sides_is_rolled_each_round(situation):
    game = situation()
    dice = []
    while game.decision is not None:
        game.play()
        dice += [event[-1] for event in game.events if event[0] == "die"]
        assert len(dice) == game.seen.security_phases
    assert sum(dice) >= 99
    assert set(dice) == {1, 2, 3, 4, 5, 6}


@pytest.mark.clause("INF-30")
@pytest.mark.parametrize("alarm", [-1, 0, 3, 8])
def test_proximity_rises_by_die_and_alarm(situation, alarm):
    game = situation().set(alarm=alarm, proximity=40).play()
    assert game.seen.proximity == 40 + game.die + alarm


@pytest.mark.clause("INF-30")
def test_a9_the_step_is_never_negative(situation):
    game = situation(settings={"die_sides": 2}).set(alarm=-1, proximity=40)
    steps = {}
    for _ in range(20):
        before = game.seen.proximity
        game.play()
        steps[game.die] = game.seen.proximity - before
    assert steps == {1: 0, 2: 1}


@pytest.mark.clause("INF-30")
@pytest.mark.parametrize(("alarm", "step"), [(-1, 0), (4, 4)])
def test_h08_hush_the_die_is_rolled_and_counts_nothing(situation, alarm, step):
    game = situation().put(0, items=["ghost_dispatch"]).set(alarm=alarm, proximity=40).play({0: item("ghost_dispatch")})
    assert game.die in range(1, 7)
    assert game.seen.proximity == 40 - 4 + step
    assert not game.seen.hush


@pytest.mark.clause("INF-31")
def test_a10_proximity_does_not_fall_below_zero(situation):
    game = situation().put(0, items=["relay_spike"]).set(proximity=2).play({0: item("relay_spike")})
    assert game.seen.proximity == game.die


@pytest.mark.clause("INF-31")
@pytest.mark.parametrize("proximity", [98, 97])
def test_a2_proximity_stops_at_99(situation, proximity):
    assert situation().set(proximity=proximity, alarm=8).play().seen.proximity == 99


@pytest.mark.clause("INF-32")
def test_the_game_is_over_when_proximity_reaches_99(situation):
    game = situation().set(proximity=92, alarm=0).play()
    assert (game.decision, game.seen.proximity) == ("select", 92 + game.die)  # 98 at most
    game = situation().set(proximity=98).play()
    assert game.decision is None
    assert game.seen.phase == "over"
    assert game.seen.security_phases == 1


@pytest.mark.clause("INF-32")
def test_a3_it_is_over_at_once_in_the_middle_of_an_effect(situation):
    game = situation().put(0, items=["anonymous_call"]).put(1, place=0).furnish(0, files=[3, 0, 0]).set(proximity=93)
    game.play({0: item("anonymous_call"), 1: "retreat"})
    assert game.decision is None
    assert game.events == []
    assert game.agent(0).files == [0, 0, 0]  # the steps after it did not run
    assert game.agent(1).status == "caught"  # he had not yet resolved his Withdraw


@pytest.mark.clause("INF-74")
def test_the_alarm_changes_only_by_effects(situation):
    game = situation().set(alarm=3)
    for _ in range(5):
        assert game.play({0: "advance", 1: "advance"}).seen.alarm == 3


@pytest.mark.clause("INF-74")
@pytest.mark.parametrize(("slug", "before", "after"), [("panic_button", 7, 8), ("silent_key", -1, -1), ("silent_key", 8, 7)])
def test_a8_the_alarm_stays_between_minus_1_and_8(situation, slug, before, after):
    game = situation().put(0, items=[slug]).set(alarm=before)
    game.play({0: item(slug)}, [["stop"]] if slug == "panic_button" else [])
    assert game.seen.alarm == after
