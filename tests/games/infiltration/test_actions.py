"""Actions and items: INF-16 to INF-24."""

import pytest

from tests.games.infiltration.scenario import SECRET, item


@pytest.mark.clause("INF-16")
@pytest.mark.parametrize("place", range(11))
def test_advance_moves_one_room_further_in(situation, place):
    assert situation().put(0, place=place).play({0: "advance"}).agent(0).place == place + 1


@pytest.mark.clause("INF-17")
def test_arriving_in_a_face_down_room_reveals_it(situation):
    game = situation().furnish(4, face_up=False).put(0, place=3).play({0: "advance"})
    room = game.room(4)
    assert (room.face_up, sum(room.files), room.interface_tokens) == (True, 2, 1)


@pytest.mark.clause("INF-17")
@pytest.mark.parametrize("way", ["retreat", "item", "push"])
def test_a18_any_entry_reveals(situation, way):
    game = situation(settings={"items.crowd_hook.effect": "push other 1"}).furnish(4, face_up=False)
    game.put(0, place=5, items=["grapple_line"]).put(1, place=5, items=["crowd_hook"])
    if way == "push":
        game.play({1: item("crowd_hook")})
    else:
        game.play({0: "retreat" if way == "retreat" else item("grapple_line")}, [["move", "out", 1]] if way == "item" else [])
    assert game.agent(0).place == 4
    assert game.room(4).face_up


@pytest.mark.clause("INF-17")
def test_a18_switch_only_advance_reveals(situation):
    game = situation(rooms={4: "canteen"}, settings={"reveal_by": "advance"}).furnish(4, face_up=False).put(0, place=5).put(1, place=5)
    game.play({0: "retreat", 1: "retreat"})
    assert [game.agent(number).place for number in (0, 1)] == [4, 4]
    assert not game.room(4).face_up
    assert game.seen.proximity == game.die  # no Intrusion on a face-down card
    game.put(2, place=3).play({2: "advance"})
    assert game.room(4).face_up


@pytest.mark.clause("INF-18")
def test_the_intrusion_effect_is_resolved_at_every_arrival(situation):
    game = situation(rooms={4: "canteen"}).put(0, place=4).put(1, place=3).set(alarm=0)
    for expected, card in ((2, "advance"), (2, "advance"), (4, "retreat")):
        game.play({1: card})
        assert game.seen.proximity == expected + sum(event[-1] for event in game.game.events if event[0] == "die")


@pytest.mark.clause("INF-19")
@pytest.mark.parametrize("place", range(1, 12))
def test_withdraw_moves_one_room_towards_the_entrance(situation, place):
    assert situation().put(0, place=place).play({0: "retreat"}).agent(0).place == place - 1


@pytest.mark.clause("INF-19")
def test_the_intrusion_effect_applies_on_the_way_back(situation):
    assert situation(rooms={6: "cold_store"}).put(0, place=7).play({0: "retreat"}).agent(0).delayed


@pytest.mark.clause("INF-20")
def test_withdraw_in_the_entry_room_escapes(situation):
    game = situation().play({0: "retreat"})
    assert (game.agent(0).status, game.agent(0).place) == ("escaped", None)
    assert game.seen.agent == 1  # he takes no further part


@pytest.mark.clause("INF-20")
@pytest.mark.parametrize("depth", [0, 1, 4])
def test_an_escape_from_depth_d_takes_d_plus_1_withdraws(situation, depth):
    game = situation(settings={"die_sides": 1}).put(0, place=depth)
    for _ in range(depth):
        assert game.play({0: "retreat"}).agent(0).status == "inside"
    assert game.play({0: "retreat"}).agent(0).status == "escaped"


@pytest.mark.clause("INF-21")
def test_the_first_download_in_a_room_takes_two_later_ones_one(situation):
    game = situation(4).set(first_player=1).put(3, place=2).furnish(0, files=[8, 0, 0]).furnish(2, files=[8, 0, 0])
    game.play(dict.fromkeys(range(4), "download"))
    assert [sum(game.agent(number).files) for number in range(4)] == [1, 2, 1, 2]
    assert (game.room(0).files, game.room(2).files) == ([4, 0, 0], [6, 0, 0])
    game.play({3: "download"})
    assert sum(game.agent(3).files) == 4  # first again in the next round


@pytest.mark.clause("INF-21")
def test_a_download_takes_what_lies_there_at_random(situation):
    assert situation().furnish(0, files=[0, 1, 0]).play({0: "download"}).agent(0).files == [0, 1, 0]
    game = situation().furnish(0, files=[1, 1, 1]).play({0: "download"})
    drawn = [event for event in game.events if event[0] == "token"]
    assert [event[1] for event in drawn] == ["room", "room"]
    assert [game.agent(0).files[value - 1] for value in (1, 2, 3)] == [[event[2] for event in drawn].count(value) for value in (1, 2, 3)]


@pytest.mark.clause("INF-21")
def test_a_download_by_an_item_counts_for_the_order_in_the_room(situation):
    game = situation().put(0, items=["foam_sprayer"]).furnish(0, files=[8, 0, 0])
    game.play({0: item("foam_sprayer"), 1: "download"}, [["operative", 2]])
    assert [sum(game.agent(number).files) for number in (0, 1)] == [2, 1]


@pytest.mark.clause("INF-22")
def test_interface_spends_a_token_and_applies_the_effect(situation):
    game = situation().furnish(3, interface_tokens=1, files=[5, 0, 0]).put(0, place=3)  # Server Cage: take 2, alarm +1
    before = game.seen.interface_tokens
    game.play({0: "interface"})
    assert (game.agent(0).files, game.seen.alarm) == ([2, 0, 0], 1)
    assert (game.room(3).interface_tokens, game.seen.interface_tokens) == (0, before + 1)


@pytest.mark.clause("INF-22")
def test_interface_without_a_token_or_an_effect_does_nothing(situation):
    game = situation(rooms={5: "service_stair"}).furnish(3, files=[5, 0, 0]).put(0, place=3).put(1, place=5)
    game.play({0: "interface", 1: "interface"})
    assert (game.agent(0).files, game.seen.alarm) == ([0, 0, 0], 0)


@pytest.mark.clause("INF-22")
def test_some_rooms_keep_the_token(situation):
    game = situation().furnish(4, interface_tokens=1).put(0, place=4)  # Freight Lift
    assert game.play({0: "interface"}, [["move", "in", 2]]).agent(0).place == 6
    assert game.room(4).interface_tokens == 1


@pytest.mark.clause("INF-23")
def test_items_override_the_rules_a_delayed_agent_moves_by_item(situation):
    game = situation().put(0, place=3, wounded=True, delayed=True, items=["qianju_pt"])
    game.play({0: item("qianju_pt")}, [["move", "in", 2]])
    assert (game.agent(0).place, game.agent(0).delayed) == (5, False)  # A40: and it does not delay him


@pytest.mark.clause("INF-23")
def test_h03_every_distance_and_both_ways_are_offered(situation):
    game = situation().put(0, items=["qianju_pt"]).play({0: item("qianju_pt")})
    assert sorted(game.legal) == [["move", way, far] for way in ("in", "out") for far in (1, 2, 3)]
    assert game.answer(["move", "out", 3]).agent(0).status == "escaped"
    far = situation().put(0, place=10, items=["qianju_pt"]).play({0: item("qianju_pt")}, [["move", "in", 3]])
    assert far.agent(0).place == 11


@pytest.mark.clause("INF-23")
def test_h30_an_alternative_that_can_do_nothing_may_be_chosen(situation):
    game = situation().put(0, place=3, items=["data_code_breaker"]).put(1, place=3).put(2, place=3).furnish(3, files=[3, 0, 0])
    game.play({0: item("data_code_breaker")})
    assert game.legal == [["alternative", 1], ["alternative", 2]]
    assert game.answer(["alternative", 1]).agent(0).files == [2, 0, 0]  # no lock; the files all the same


@pytest.mark.clause("INF-23")
def test_moves_by_item_enter_every_room_in_full(situation):
    game = situation(rooms={4: "canteen", 6: "cold_store"}).furnish(4, face_up=False).put(0, place=3, items=["qianju_pt"]).put(1, place=4)
    game.play({0: item("qianju_pt")}, [["move", "in", 3]])
    assert game.agent(0).place == 6
    assert game.room(4).face_up
    assert game.agent(0).delayed
    assert game.seen.proximity == 2 + game.die


@pytest.mark.clause("INF-23")
def test_a_step_that_meets_several_is_finished_though_it_puts_its_own_agent_out(situation):
    game = situation(settings={"items.crowd_hook.effect": "push all 1; alarm +2"}).put(0, items=["crowd_hook"]).put(2, place=3)
    game.play({0: item("crowd_hook")})
    assert [game.agent(number).status for number in range(3)] == ["escaped", "escaped", "inside"]
    assert game.seen.alarm == 0  # the rest of the program is dropped


@pytest.mark.clause("INF-23")
def test_pick_chooses_one_token_after_the_other(situation):
    game = situation().put(0, items=["throwing_blade"], place=3).furnish(3, files=[2, 1, 1]).play({0: item("throwing_blade")})
    assert game.legal == [["token", 1], ["token", 2], ["token", 3]]
    assert game.answer(["token", 3]).legal == [["token", 1], ["token", 2]]
    assert game.answer(["token", 2]).agent(0).files == [0, 1, 1]


@pytest.mark.clause("INF-23")
def test_h14_a_set_without_a_choice_is_not_asked(situation):
    game = situation().put(0, items=["throwing_blade"], place=3).furnish(3, files=[1, 1, 0]).play({0: item("throwing_blade")})
    assert game.agent(0).files == [1, 1, 0]  # all must go
    game = situation().put(0, items=["throwing_blade"], place=3).furnish(3, files=[5, 0, 0]).play({0: item("throwing_blade")})
    assert game.agent(0).files == [2, 0, 0]  # all of one value


@pytest.mark.clause("INF-23")
def test_reach_takes_from_an_adjacent_face_up_room_with_tokens(situation):
    game = (
        situation()
        .put(0, items=["magnetic_glove"], place=3)
        .furnish(2, files=[3, 0, 0])
        .furnish(4, files=[0, 3, 0])
        .furnish(3, files=[0, 0, 3])
    )
    game.play({0: item("magnetic_glove")}, [["alternative", 2]])
    assert game.legal == [["room", 2], ["room", 4]]
    assert game.answer(["room", 4]).agent(0).files == [0, 2, 0]


@pytest.mark.clause("INF-23")
def test_scouting_looks_at_face_down_rooms_once_each(situation):
    game = situation().put(0, items=["floor_plan", "scout_drone"], place=3).furnish(SECRET, face_up=False)
    for place in (8, 9, 10, 11):
        game.furnish(place, face_up=False)
    game.play({0: item("floor_plan")})
    assert game.legal == [["room", place] for place in (8, 9, 10, 11, SECRET)]
    game.answer(["room", 9], ["room", SECRET], ["room", 8])
    assert game.agent(0).scouted == [8, 9, SECRET]
    assert game.play({0: item("scout_drone")}).agent(0).scouted == [8, 9, 10, 11, SECRET]  # only two left: not asked


@pytest.mark.clause("INF-24")
def test_a_lying_item_stays_until_its_effect_is_finished(situation):
    game = situation(4).put(0, place=3, items=["trip_wire"]).put(1, place=2).put(2, place=2).play({0: item("trip_wire")})
    assert [vars(lying) for lying in game.room(3).lying] == [{"item": "trip_wire", "owner": 0, "uses": 1}]
    assert game.seen.discarded == []
    game.play({1: "advance", 2: "advance"})  # agent 1 comes first
    assert (game.agent(1).wounded, game.agent(1).delayed) == (True, True)
    assert (game.agent(2).wounded, game.agent(2).delayed) == (False, False)
    assert (game.room(3).lying, game.seen.discarded) == ([], ["trip_wire"])


@pytest.mark.clause("INF-24")
def test_a_lying_item_does_not_catch_its_owner(situation):
    game = situation().put(0, place=3, items=["trip_wire"]).play({0: item("trip_wire")})
    game.play({0: "advance"}).play({0: "retreat"})
    assert not game.agent(0).wounded
    assert len(game.room(3).lying) == 1


@pytest.mark.clause("INF-24")
def test_a_lying_item_works_each_security_phase_before_the_die(situation):
    game = situation().put(0, items=["signal_jammer"]).set(proximity=97).play({0: item("signal_jammer")})
    assert game.seen.proximity == 93 + game.die
    game = situation().put(0, items=["signal_jammer"]).set(proximity=40).play({0: item("signal_jammer")})
    for uses in (2, 1, 0):
        assert [lying.uses for lying in game.room(0).lying] == [uses][: uses > 0]
        before = game.seen.proximity
        game.play()
        assert game.seen.proximity == before + game.die - (4 if uses else 0)


@pytest.mark.clause("INF-24")
def test_h27_a_trigger_counts_when_it_achieves_nothing(situation):
    game = situation().put(0, place=3, items=["data_leech"])
    game.play({0: item("data_leech")})
    for uses in (2, 1):
        assert game.play().room(3).lying[0].uses == uses
    assert game.play().room(3).lying == []


@pytest.mark.clause("INF-24")
def test_a_lying_item_sends_its_files_to_its_owner_wherever_he_is(situation):
    game = situation().put(0, place=3, items=["data_leech"]).furnish(3, files=[3, 0, 0]).play({0: item("data_leech")})
    assert game.play({0: "retreat"}).agent(0).files == [2, 0, 0]


@pytest.mark.clause("INF-24")
def test_a_lying_item_is_discarded_when_its_owner_leaves(situation):
    game = situation().put(0, items=["data_leech"]).play({0: item("data_leech")}).play({0: "retreat"})
    assert (game.room(0).lying, game.seen.discarded) == ([], ["data_leech"])


@pytest.mark.clause("INF-24")
def test_h26_the_second_of_two_mines_does_not_go_off_for_a_destroyed_npc(situation):
    settings = {"items.data_leech.effect": "stay npc 1; destroy npc 0"}
    game = (
        situation(settings=settings)
        .put(0, place=3, items=["sentry_mine"])
        .put(1, place=3, items=["data_leech"])
        .furnish(3, npcs={"nelson": True})
    )
    game.play({0: item("sentry_mine"), 1: item("data_leech")})
    assert game.npcs(3) == {}
    assert [lying.item for lying in game.room(3).lying] == ["data_leech"]
    assert game.seen.alarm == 0


@pytest.mark.clause("INF-24")
def test_h05_the_owner_of_a_mine_chooses_among_all_npcs_of_the_room(situation):
    game = situation(3).set(first_player=2).put(0, place=3, items=["sentry_mine"]).furnish(3, npcs={"nelson": True, "leah": False})
    game.play({0: item("sentry_mine")})
    assert (game.decision, game.seen.actor) == ("destroy", 0)
    assert sorted(game.legal) == [["npc", "leah"], ["npc", "nelson"]]
    game.answer(["npc", "leah"])
    assert game.npcs(3) == {"nelson": True}
    assert game.seen.alarm == 1  # the one that set it off then acts
