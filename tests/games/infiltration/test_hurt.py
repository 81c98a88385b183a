"""Wound, delay, healing, guards: INF-48 to INF-52."""

import pytest

from tests.games.infiltration.scenario import item


@pytest.mark.clause("INF-48")
def test_an_npc_wounds(situation):
    game = situation().put(0, place=5).furnish(5, npcs={"harris": True}).play()
    assert [game.agent(number).wounded for number in range(3)] == [True, False, False]


@pytest.mark.clause("INF-48")
def test_another_players_card_wounds(situation):
    game = situation().put(0, items=["irritant_cloud"]).play({0: item("irritant_cloud")})
    assert [game.agent(number).wounded for number in range(3)] == [False, True, True]


@pytest.mark.clause("INF-48")
def test_a_room_wounds(situation):
    game = situation(rooms={8: "drone_deck"}).put(0, place=8).furnish(8, interface_tokens=1)
    game.play({0: "interface"}, [["alternative", 2]])
    assert (game.decision, game.legal) == ("operative", [["operative", 1], ["operative", 2]])
    game.answer(["operative", 2])
    assert [game.agent(number).wounded for number in range(3)] == [False, False, True]


@pytest.mark.clause("INF-49")
def test_the_wounded_cannot_be_wounded_again(situation):
    game = situation().put(0, items=["irritant_cloud"]).put(1, wounded=True, guards=1).put(2, guards=1).play({0: item("irritant_cloud")})
    assert (game.agent(1).wounded, game.agent(1).guards) == (True, 1)  # nothing happened that a guard could cancel
    assert (game.agent(2).wounded, game.agent(2).guards) == (False, 0)


@pytest.mark.clause("INF-50")
@pytest.mark.parametrize("card", ["advance", "retreat"])
def test_the_wounded_are_delayed_by_walking(situation, card):
    game = situation().put(0, place=3, wounded=True, guards=1).put(1, place=3).play({0: card, 1: card})
    assert (game.agent(0).delayed, game.agent(1).delayed) == (True, False)
    assert game.agent(0).guards == 1  # not a harm


@pytest.mark.clause("INF-50")
def test_a14_an_advance_that_leads_nowhere_counts(situation):
    assert situation().put(0, place=11, wounded=True).play({0: "advance"}).agent(0).delayed


@pytest.mark.clause("INF-50")
def test_an_effect_instead_of_the_move_counts(situation):
    game = situation(rooms={8: "maintenance_shaft"}).put(0, place=8, wounded=True).play({0: "retreat"}, [["move", "out", 1]])
    assert (game.agent(0).place, game.agent(0).delayed) == (7, True)


@pytest.mark.clause("INF-50")
def test_an_action_by_an_item_does_not_delay(situation):
    game = situation().put(0, place=5, wounded=True, items=["stim_shot"]).put(1, place=5, wounded=True, items=["floor_plan"])
    game.play({0: item("stim_shot"), 1: item("floor_plan")}, [["alternative", 2]])
    assert [(game.agent(number).place, game.agent(number).delayed) for number in (0, 1)] == [(3, False), (6, False)]


@pytest.mark.clause("INF-50")
def test_wounded_is_judged_when_the_card_starts_to_resolve(situation):
    settings = {"rooms.cold_store.enter": "wound me", "rooms.mainframe.enter": "heal me"}
    game = situation(rooms={6: "cold_store"}, settings=settings).put(0, place=5).put(1, place=10, wounded=True)
    game.play({0: "advance", 1: "advance"})
    assert (game.agent(0).wounded, game.agent(0).delayed) == (True, False)
    assert (game.agent(1).wounded, game.agent(1).delayed) == (False, True)


@pytest.mark.clause("INF-51")
def test_a_delay_bars_walking_in_the_next_selection_and_is_over(situation):
    game = situation().set(first_player=2).put(0, place=5, wounded=True).play({0: "retreat"})
    assert (game.seen.agent, sorted(game.legal)) == (0, [["download"], ["interface"]])
    game.play()
    assert not game.agent(0).delayed
    game.play({0: "retreat"})
    assert game.agent(0).place == 3


@pytest.mark.clause("INF-51")
def test_a_delay_received_after_selection_bars_the_next_one(situation):
    game = situation().set(first_player=2).put(0, delayed=True).put(1, items=["sleep_dart"])
    game.play({1: item("sleep_dart")}, [["alternative", 2], ["operative", 0]])
    assert game.agent(0).delayed
    assert (game.seen.agent, sorted(game.legal)) == (0, [["download"], ["interface"]])


@pytest.mark.clause("INF-51")
@pytest.mark.parametrize("depth", [0, 1, 3])
def test_a_wounded_agent_needs_2d_plus_1_rounds_from_depth_d(situation, depth):
    game = situation(settings={"die_sides": 1}).put(0, place=depth, wounded=True)
    rounds = 0
    while game.agent(0).status == "inside":
        rounds += 1
        game.play({0: None if game.agent(0).delayed else "retreat"})
    assert rounds == 2 * depth + 1


@pytest.mark.clause("INF-52")
def test_items_and_rooms_heal(situation):
    game = situation().put(0, place=2, wounded=True).put(1, wounded=True, items=["stim_shot"]).furnish(2, interface_tokens=1)
    game.play({0: "interface", 1: item("stim_shot")}, [["alternative", 1]])
    assert [game.agent(number).wounded for number in (0, 1)] == [False, False]


@pytest.mark.clause("INF-52")
def test_the_healed_stay_delayed(situation):
    game = situation().set(first_player=1).put(0, wounded=True, items=["field_dressing"]).put(1, items=["pulse_grenade"])
    game.play({0: item("field_dressing"), 1: item("pulse_grenade")}, [["stop"]])
    assert (game.agent(0).wounded, game.agent(0).delayed) == (False, True)


@pytest.mark.clause("INF-48")
@pytest.mark.parametrize(
    ("slug", "effect", "field", "kept"),
    [
        ("foam_sprayer", "delay other", "delayed", False),
        ("crowd_hook", "push other 1", "place", 3),
        ("magnetic_glove", "steal other 2", "files", [2, 0, 0]),
        ("ballistic_coat", "steal_item other 1", "items", ["silent_key"]),
        ("irritant_cloud", "lose other 1", "files", [2, 0, 0]),
        ("monowire", "wound other", "wounded", False),
    ],
)
def test_a_guard_cancels_the_next_harm(situation, slug, effect, field, kept):
    def victim(guards):
        game = situation(settings={f"items.{slug}.effect": effect}).put(0, place=3, items=[slug])
        game.put(1, place=3, guards=guards, files=[2, 0, 0], items=["silent_key"]).play({0: item(slug)})
        return game.agent(1)

    assert (victim(1).guards, getattr(victim(1), field)) == (0, kept)
    assert getattr(victim(0), field) != kept


@pytest.mark.clause("INF-48")
def test_h15_a_harm_that_a_guard_cancelled_has_changed_something(situation):
    game = situation(settings={"items.monowire.effect": "wound other; if_done; alarm +2"}).put(0, items=["monowire"]).put(1, guards=1)
    assert game.put(2, place=4).play({0: item("monowire")}).seen.alarm == 2
    again = situation(settings={"items.monowire.effect": "wound other; if_done; alarm +2"}).put(0, items=["monowire"]).put(1, wounded=True)
    assert again.put(2, place=4).play({0: item("monowire")}).seen.alarm == 0
