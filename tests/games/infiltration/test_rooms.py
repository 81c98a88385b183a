"""Rooms and the secret room: INF-33 to INF-47."""

import pytest

from tests.games.infiltration.scenario import SECRET, item


@pytest.mark.clause("INF-33")
def test_rooms_are_blue_yellow_or_red(cards):
    assert {card.colour for card in cards.rooms.values()} == {"blue", "yellow", "red"}
    assert all(len(cards.room_of(colour)) > laid for colour, laid in (("blue", 6), ("yellow", 6), ("red", 1)))


@pytest.mark.clause("INF-34")
def test_reveal_puts_out_tokens_then_revealed_then_intrusion(situation):
    settings = {"rooms.server_cage.reveal": "take 4", "rooms.server_cage.enter": "if files_ge 4; alarm +2"}
    game = situation(settings=settings).furnish(3, face_up=False).put(0, place=2).play({0: "advance"})
    assert sum(game.agent(0).files) == 4  # the tokens lay there when the Revealed effect ran
    assert game.seen.alarm == 2  # and the Intrusion came after it


@pytest.mark.clause("INF-35")
@pytest.mark.parametrize(("slug", "files"), [("loading_dock", 2), ("server_cage", 4), ("mainframe", 6)])
def test_the_printed_number_of_files_is_put_out(situation, slug, files):
    game = situation(rooms={4: slug}).furnish(4, face_up=False).put(0, place=3).play({0: "advance"})
    assert sum(game.room(4).files) == files
    assert [event[:2] for event in game.events if event[0] == "token"] == [["token", "reserve"]] * files


@pytest.mark.clause("INF-36")
def test_the_revealed_effect_happens_once(situation):
    game = situation().furnish(3, face_up=False).put(0, place=2).put(1, place=2)  # Server Cage: alarm +1
    assert game.play({0: "advance", 1: "advance"}).seen.alarm == 1
    assert game.play({0: "retreat", 1: "retreat"}).play({0: "advance"}).seen.alarm == 1


@pytest.mark.clause("INF-37")
def test_the_intrusion_effect_happens_at_each_entry(situation):
    game = situation(rooms={SECRET: "private_museum", 3: "cleaners_store"}).put(0, place=3).put(1, place=3)
    game.play({0: "advance", 1: "advance"}, [["door", "secret"], ["door", "secret"]])
    assert game.seen.alarm == 2


@pytest.mark.clause("INF-38")
@pytest.mark.parametrize("card", ["interface", item("splice_cable")])
def test_interface_by_card_or_item_while_a_token_is_left(situation, card):
    game = situation().furnish(0, interface_tokens=1).put(0, items=["splice_cable"])  # Mail Room: draw two items
    game.play({0: card})
    assert len(game.agent(0).items) == (3 if card == "interface" else 2)
    assert game.play({0: "interface"}).room(0).interface_tokens == 0


@pytest.mark.clause("INF-38")
def test_a27_an_item_needs_a_token_as_well(situation):
    game = situation().put(0, items=["sprint_harness"]).play({0: item("sprint_harness")}, [["move", "in", 1]])
    assert (game.agent(0).place, game.agent(0).status) == (1, "inside")  # no token at the Loading Dock


@pytest.mark.clause("INF-38")
def test_tokens_can_be_added_where_there_is_an_interface_effect(situation):
    game = situation(rooms={1: "service_stair"}).put(0, items=["console_key"]).put(1, place=1, items=["splice_cable"])
    game.play({0: item("console_key"), 1: item("splice_cable")})
    assert len(game.agent(0).items) == 3  # added, used: two from the Mail Room and one from the key
    assert game.room(1).interface_tokens == 0
    assert game.seen.interface_tokens == 13


@pytest.mark.clause("INF-39")
def test_a_destroyed_lock_puts_its_files_into_the_room(situation):
    game = situation().furnish(3, locks=1).put(0, place=3, items=["cold_torch"]).play({0: item("cold_torch")})
    room = game.room(3)
    assert (room.locks, game.seen.slot_tokens) == (0, 13)
    assert sum(room.files) + sum(game.agent(0).files) == 3  # printed at the Server Cage's slot


@pytest.mark.clause("INF-40")
def test_a_destroyed_scientist_puts_his_files_into_the_room(situation):
    game = situation().furnish(8, scientists=1).put(0, place=8, items=["bribe_envelope"]).play({0: item("bribe_envelope")})
    room = game.room(8)
    assert (room.scientists, game.seen.slot_tokens) == (0, 13)
    assert (sum(room.files), sum(game.agent(0).files)) == (2, 2)  # four printed at the Neural Lab's slot


@pytest.mark.clause("INF-40")
@pytest.mark.parametrize(("reading", "files"), [("nothing", 0), ("files", 4)])
def test_a23_what_an_npc_removes_is_not_destroyed(situation, reading, files):
    game = situation(settings={"removed_slot_releases": reading}).furnish(8, scientists=1, npcs={"csx13": True, "nelson": False}).play()
    assert (game.room(8).scientists, game.seen.slot_tokens) == (0, 13)
    assert sum(game.room(8).files) == files
    assert game.npcs(8) == {}
    assert game.npcs(7) == {"csx13": True}


@pytest.mark.clause("INF-39")
def test_only_slots_within_reach_are_offered(situation):
    game = situation().furnish(3, locks=1).furnish(4, locks=1).furnish(5, locks=1).put(0, place=4, items=["cold_torch"])
    assert sorted(game.play({0: item("cold_torch")}).legal) == [["lock", 3], ["lock", 4], ["lock", 5]]


@pytest.mark.clause("INF-41")
def test_the_advance_effect_runs_where_the_action_starts_before_the_move(situation):
    game = situation(rooms={3: "service_stair"}).put(0, place=3).play({0: "advance"})  # move in 1, then the normal move
    assert game.agent(0).place == 5


@pytest.mark.clause("INF-41")
@pytest.mark.parametrize(("alarm", "place"), [(3, 5), (4, 4)])
def test_an_advance_effect_may_be_conditional(situation, alarm, place):
    assert situation(rooms={3: "visitor_lobby"}).set(alarm=alarm).put(0, place=3).play({0: "advance"}).agent(0).place == place


@pytest.mark.clause("INF-42")
def test_the_withdraw_effect_runs_where_the_action_starts(situation):
    game = situation(rooms={8: "drone_deck"}).put(0, place=8).play({0: "retreat"})  # move out 1, then the normal move
    assert game.agent(0).place == 6
    payer = situation(rooms={3: "scanner_hall"}).put(0, place=3, files=[5, 0, 0]).play({0: "retreat"})  # lose one file
    assert (payer.agent(0).place, payer.agent(0).files) == (2, [4, 0, 0])


@pytest.mark.clause("INF-42")
def test_an_effect_instead_replaces_the_move(situation):
    game = situation(rooms={8: "maintenance_shaft"}).put(0, place=8).play({0: "retreat"})  # move out 3
    assert game.legal == [["move", "out", far] for far in (1, 2, 3)]
    assert game.answer(["move", "out", 3]).agent(0).place == 5


@pytest.mark.clause("INF-42")
def test_a_withdraw_effect_may_lead_out_of_the_building(situation):
    game = situation(rooms={0: "service_stair"}).play({0: "retreat"})
    assert game.agent(0).status == "escaped"


@pytest.mark.clause("INF-41")
def test_a20_moves_that_are_no_action_set_off_no_advance_or_withdraw_effect(situation):
    game = situation(rooms={3: "service_stair"}).put(0, place=3, items=["maglev_board"]).play({0: item("maglev_board")})  # move in 1
    assert game.agent(0).place == 4


@pytest.mark.clause("INF-41")
def test_a20_an_item_that_performs_the_action_does(situation):
    game = situation(rooms={3: "service_stair"}).put(0, place=3, items=["floor_plan"]).play({0: item("floor_plan")})  # act advance
    assert game.agent(0).place == 5


@pytest.mark.clause("INF-41")
def test_a19_switch_effects_run_in_the_room_of_arrival(situation):
    game = situation(rooms={3: "service_stair"}, settings={"room_move_effects": "arrival"}).put(0, place=3).put(1, place=2).put(2, place=4)
    game.play({0: "advance", 1: "advance", 2: "retreat"})
    assert [game.agent(number).place for number in range(3)] == [4, 4, 2]


@pytest.mark.clause("INF-43")
def test_the_secret_room_is_entered_from_particular_rooms_by_advance(situation):
    game = situation(rooms={3: "cleaners_store"}).put(0, place=3).put(1, place=3, items=["maglev_board"]).put(2, place=2)
    game.play({0: "advance", 1: item("maglev_board"), 2: "advance"})
    assert (game.decision, game.seen.agent, game.legal) == ("door", 0, [["door", "onward"], ["door", "secret"]])
    game.answer(["door", "secret"])
    assert [game.agent(number).place for number in range(3)] == [SECRET, 4, 3]  # neither a move nor another room has the door
    assert game.agent(0).entered_secret_from == 3


@pytest.mark.clause("INF-43")
def test_a29_he_may_go_onward_instead(situation):
    game = situation(rooms={3: "cleaners_store"}).put(0, place=3).play({0: "advance"}, [["door", "onward"]])
    assert game.agent(0).place == 4


@pytest.mark.clause("INF-43")
def test_a29_switch_the_door_must_be_used(situation):
    game = situation(rooms={3: "cleaners_store"}, settings={"secret_door": "forced"}).put(0, place=3).play({0: "advance"})
    assert game.agent(0).place == SECRET


@pytest.mark.clause("INF-43")
def test_h03_the_last_room_of_the_line_asks_as_well(situation):
    game = situation(rooms={11: "maintenance_shaft"}).put(0, place=11).play({0: "advance"})
    assert game.legal == [["door", "onward"], ["door", "secret"]]
    assert game.answer(["door", "onward"]).agent(0).place == 11


@pytest.mark.clause("INF-43")
def test_the_secret_room_is_revealed_by_who_enters_it(situation):
    game = situation(rooms={3: "cleaners_store"}).furnish(SECRET, face_up=False).put(0, place=3).play({0: "advance"}, [["door", "secret"]])
    assert game.room(SECRET).face_up
    assert sum(game.room(SECRET).files) == 7


def secret_pair(situation, **settings):
    """Agent 0 in the secret room, whose exit is the Freight Lift; he came from place 2."""
    return situation(rooms={SECRET: "private_museum"}, settings=settings).put(0, place=SECRET, entered_secret_from=2)


@pytest.mark.clause("INF-44")
def test_withdraw_leads_from_the_secret_room_to_its_exit(situation):
    game = secret_pair(situation).play({0: "retreat"})
    assert (game.agent(0).place, game.agent(0).entered_secret_from) == (4, None)


@pytest.mark.clause("INF-44")
@pytest.mark.parametrize(("reading", "present", "absent"), [("exit_or_back", 4, 2), ("back", 2, 2), ("stuck", 4, SECRET)])
def test_a30_where_the_exit_leads(situation, reading, present, absent):
    assert secret_pair(situation, secret_exit=reading).play({0: "retreat"}).agent(0).place == present
    sealed = situation(settings={"secret_exit": reading}).put(0, place=SECRET, entered_secret_from=2)  # its exit is not in the building
    assert sealed.play({0: "retreat"}).agent(0).place == absent


@pytest.mark.clause("INF-44")
@pytest.mark.parametrize("card", ["advance", item("qianju_pt")])
def test_h17_nothing_but_withdraw_leads_out_of_the_secret_room(situation, card):
    game = secret_pair(situation).put(0, items=["qianju_pt"], wounded=True).play({0: card})
    assert game.agent(0).place == SECRET
    assert game.seen.alarm == 0  # no re-entry
    assert game.agent(0).delayed == (card == "advance")  # it counts for the wound rule


@pytest.mark.clause("INF-44")
def test_a_push_does_not_move_anybody_out_of_the_secret_room(situation):
    game = secret_pair(situation).put(1, place=SECRET, items=["crowd_hook"], entered_secret_from=2)
    assert game.play({1: item("crowd_hook")}).agent(0).place == SECRET


@pytest.mark.clause("INF-45")
def test_a_building_without_linking_rooms_has_no_way_into_the_secret_room(situation):
    game = situation(settings={"die_sides": 1})
    for _ in range(11):
        assert game.play({0: "advance"}).decision == "select"  # never asked about a door
    assert game.agent(0).place == 11


@pytest.mark.clause("INF-46")
@pytest.mark.parametrize("reveal_by", ["any_entry", "advance"])
def test_a_face_down_exit_is_revealed_by_leaving(situation, reveal_by):
    game = secret_pair(situation, reveal_by=reveal_by).furnish(4, face_up=False).play({0: "retreat"})
    assert game.agent(0).place == 4
    assert game.room(4).face_up  # H21: even where only an Advance reveals


@pytest.mark.clause("INF-47")
def test_the_secret_room_is_adjacent_to_nothing(situation):
    game = situation().put(0, place=SECRET, items=["throwing_blade", "magnetic_glove", "relay_spike"], entered_secret_from=3)
    game.put(1, place=11).put(2, place=SECRET, entered_secret_from=3).furnish(11, npcs={"nelson": False}, files=[3, 0, 0])
    game.play({0: item("throwing_blade")})
    assert (game.agent(1).wounded, game.agent(2).wounded) == (False, True)  # the only one near
    game.play({0: item("magnetic_glove")}, [["alternative", 2]])
    assert game.agent(0).files == [0, 0, 0]
    assert game.play({0: item("relay_spike")}).npcs(11) == {"nelson": False}


@pytest.mark.clause("INF-47")
def test_nothing_reaches_into_the_secret_room(situation):
    game = situation().put(0, place=11, items=["relay_spike", "throwing_blade"]).furnish(SECRET, npcs={"nelson": False})
    game.put(1, place=SECRET, entered_secret_from=3).play({0: item("relay_spike")})
    assert game.npcs(SECRET) == {"nelson": False}
    assert not game.play({0: item("throwing_blade")}).agent(1).wounded


# --- Sludge ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("INF-34")
def test_h07_who_reveals_the_toxin_lab_is_the_first_of_the_three(situation):
    game = situation(rooms={8: "toxin_lab"}).furnish(8, face_up=False).put(0, place=7).play({0: "advance"})
    assert game.agent(0).delayed
    assert (game.room(8).sludge_uses, game.seen.specials.sludge) == (2, 1)


@pytest.mark.clause("INF-34")
def test_h06_every_entry_spends_a_use_of_the_sludge(situation):
    settings = {"items.sleep_dart.effect": "delay other", "items.false_badge.effect": "guard 1"}
    game = situation(settings=settings).set(specials={"prototype": 2, "blackmail": 2, "sludge": 1}).furnish(8, sludge_uses=3)
    game.put(0, place=6, items=["sleep_dart"]).put(1, place=7).put(2, place=7, guards=1)
    game.play({1: "advance", 2: "advance"})
    assert (game.agent(1).delayed, game.agent(2).delayed, game.agent(2).guards) == (True, False, 0)
    assert game.room(8).sludge_uses == 1
    late = situation(settings=settings).set(specials={"prototype": 2, "blackmail": 2, "sludge": 1}).furnish(8, sludge_uses=1)
    late.put(0, place=7, items=["sleep_dart"]).put(1, place=7).play({0: item("sleep_dart"), 1: "advance"})
    assert late.agent(1).delayed  # he was Delayed when he came: the use is spent all the same
    assert (late.room(8).sludge_uses, late.seen.specials.sludge) == (0, 2)  # back to the supply
