"""Variants: length, Extract, two players: INF-63 to INF-73, INF-75."""

import pytest

from tests.games.infiltration.scenario import SPEC, item


@pytest.mark.clause("INF-63")
@pytest.mark.clause("INF-64")
@pytest.mark.parametrize("alarm_start", [-1, 1])
def test_the_alarm_may_start_lower_or_higher(new_game, alarm_start):
    plain = new_game(3, settings={"alarm_start": 0}).named
    moved = new_game(3, settings={"alarm_start": alarm_start}).named
    assert moved["rooms"] == plain["rooms"]  # the same deal
    assert moved["alarm"] == plain["alarm"] + alarm_start


@pytest.mark.clause("INF-63", "INF-64", "INF-65")
def test_the_variants_have_names():
    assert {variant.name: variant.settings for variant in SPEC.variants} == {
        "longer": {"alarm_start": -1},
        "shorter": {"alarm_start": 1},
        "extract": {"take_action": "extract"},
    }


def extractors(situation, players, **settings):
    """A situation of the Extract variant with plenty of files at the entrance."""
    return situation(players, settings={"take_action": "extract", **settings}).furnish(0, files=[20, 0, 0])


@pytest.mark.clause("INF-65")
def test_everybody_has_extract_in_place_of_download(situation):
    game = extractors(situation, 3)
    assert sorted(game.legal) == [["advance"], ["extract"], ["interface"], ["retreat"]]


@pytest.mark.clause("INF-66")
def test_extract_takes_files_of_the_room_in_turn_order(situation):
    game = extractors(situation, 3).set(first_player=1).furnish(0, files=[3, 0, 0])
    game.play({0: "extract", 1: "extract", 2: "interface"})
    assert [sum(game.agent(number).files) for number in range(3)] == [1, 2, 0]


@pytest.mark.clause("INF-67")
@pytest.mark.parametrize(("players", "each"), [(1, 4), (2, 2), (3, 1), (4, 1)])
def test_the_quota_depends_on_how_many_extract_in_the_room(situation, players, each):
    game = extractors(situation, 5).put(4, place=3).furnish(3, files=[9, 0, 0])
    game.play({number: "extract" if number < players or number == 4 else "interface" for number in range(5)})
    assert [sum(game.agent(number).files) for number in range(5)] == [each] * players + [0] * (4 - players) + [4]


PUSH = {"items.crowd_hook.effect": "push other 1"}


@pytest.mark.clause("INF-67")
@pytest.mark.parametrize(("reading", "taken"), [("resolution", [4, 2, 2]), ("snapshot", [2, 4, 4]), ("first", [4, 2, 2])])
def test_a48_where_the_extract_players_are_counted(situation, reading, taken):
    """Agents 0 and 1 stand in room 2 and agent 2 in room 1 when the phase starts; agent 1 is pulled into room 1 before anybody extracts."""
    game = extractors(situation, 4, extract_count=reading, **PUSH).set(first_player=3).put(3, place=2, items=["crowd_hook"])
    for number, place in ((0, 2), (1, 2), (2, 1)):
        game.put(number, place=place).furnish(place, files=[20, 0, 0])
    game.play({0: "extract", 1: "extract", 2: "extract", 3: item("crowd_hook")}, [["operative", 1]])
    assert [sum(game.agent(number).files) for number in range(3)] == taken


@pytest.mark.clause("INF-67")
def test_h13_a_room_without_extract_players_in_the_snapshot_counts_one(situation):
    game = extractors(situation, 3, extract_count="snapshot", **PUSH).set(first_player=2)
    game.put(0, place=2).put(2, place=2, items=["crowd_hook"]).furnish(1, files=[9, 0, 0])
    game.play({0: "extract", 1: "interface", 2: item("crowd_hook")})
    assert sum(game.agent(0).files) == 4


@pytest.mark.clause("INF-67")
@pytest.mark.parametrize(("reading", "second"), [("resolution", 4), ("first", 2)])
def test_a48_the_count_may_be_fixed_by_the_first_extract_in_the_room(situation, reading, second):
    """Two extract in one room; between them the first is pushed away."""
    game = extractors(situation, 3, extract_count=reading, **PUSH)
    game.put(0, place=2).put(1, place=2, items=["crowd_hook"]).put(2, place=2).furnish(2, files=[20, 0, 0])
    game.play({0: "extract", 1: item("crowd_hook"), 2: "extract"}, [["operative", 0]])
    assert [sum(game.agent(number).files) for number in (0, 2)] == [2, second]


@pytest.mark.clause("INF-68")
def test_only_as_far_as_tokens_last(situation):
    game = extractors(situation, 3).furnish(0, files=[3, 0, 0]).play({0: "extract", 1: "extract", 2: "interface"})
    assert [sum(game.agent(number).files) for number in range(3)] == [2, 1, 0]
    crowd = extractors(situation, 4).furnish(0, files=[2, 0, 0]).set(first_player=2).play(dict.fromkeys(range(4), "extract"))
    assert [sum(crowd.agent(number).files) for number in range(4)] == [0, 0, 1, 1]


@pytest.mark.clause("INF-68")
def test_h11_a_download_by_an_item_is_counted_apart(situation):
    game = extractors(situation, 3).put(2, items=["foam_sprayer"])
    game.play({0: "extract", 1: "extract", 2: item("foam_sprayer")}, [["operative", 0]])
    assert [sum(game.agent(number).files) for number in range(3)] == [2, 2, 2]


# --- two players ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("INF-69")
def test_each_of_two_players_has_two_agents(new_game):
    assert [agent["seat"] for agent in new_game(2).named["agents"]] == [0, 0, 1, 1]


@pytest.mark.clause("INF-70")
def test_everything_is_kept_apart_per_agent(situation):
    game = situation(2).put(0, files=[2, 0, 0], wounded=True, items=["silent_key"]).put(1, place=3, delayed=True, items=["trip_wire"])
    assert ["item", "silent_key"] in game.legal
    assert ["item", "trip_wire"] not in game.legal
    game.game.apply(["advance"])
    assert (game.seen.agent, game.seen.actor) == (1, 0)
    assert sorted(game.legal) == [["download"], ["interface"], ["item", "trip_wire"]]


@pytest.mark.clause("INF-70")
def test_a52_downloads_are_counted_per_agent(situation):
    game = situation(2).furnish(0, files=[9, 0, 0]).play(dict.fromkeys(range(4), "download"), [["agent", 1], ["agent", 2]])
    assert [sum(game.agent(number).files) for number in range(4)] == [1, 2, 1, 1]


@pytest.mark.clause("INF-71")
def test_nothing_is_traded_between_agents(situation):
    """No action moves anything between agents but a card's own text."""
    game = situation(2).put(0, files=[3, 0, 0], items=["silent_key"], blackmails=1).put(1, files=[0, 0, 0])
    assert {action[0] for action in game.legal} == {"advance", "retreat", "interface", "download", "item"}
    game.play(answers=[["agent", 0], ["agent", 2]])
    assert (game.agent(0).files, game.agent(1).files, game.agent(1).items) == ([3, 0, 0], [0, 0, 0], [])


@pytest.mark.clause("INF-71")
def test_h18_a_cards_text_may_move_files_between_own_agents(situation):
    game = (
        situation(2)
        .put(0, place=3, items=["magnetic_glove"])
        .put(1, place=3, files=[0, 0, 1])
        .play({0: item("magnetic_glove")}, [["agent", 0]])
    )
    game.answer(["alternative", 1])
    assert (game.agent(0).files, game.agent(1).files) == ([0, 0, 1], [0, 0, 0])


@pytest.mark.clause("INF-72")
def test_a_players_agents_act_one_after_the_other_in_an_order_of_his_choice(situation):
    game = situation(2).set(first_player=1).furnish(0, files=[9, 0, 0])
    game.play(dict.fromkeys(range(4), "download"))
    assert (game.decision, game.seen.actor, game.seen.agent, game.legal) == ("agent_order", 1, None, [["agent", 2], ["agent", 3]])
    game.answer(["agent", 3])
    assert (game.seen.actor, game.legal) == (0, [["agent", 0], ["agent", 1]])  # the other one follows unasked
    game.answer(["agent", 0])
    assert [sum(game.agent(number).files) for number in range(4)] == [1, 1, 1, 2]


@pytest.mark.clause("INF-72")
def test_h32_the_order_is_not_asked_when_only_one_is_left_inside(situation):
    game = situation(2).put(1, status="escaped", place=None).put(3, status="escaped", place=None).play()
    assert game.decision == "select"


@pytest.mark.clause("INF-72")
def test_delay_rivals_means_agents_of_other_players_others_the_own_second_agent_too(situation):
    game = situation(2).put(0, items=["door_jammer"]).play({0: item("door_jammer")}, [["agent", 0], ["move", "in", 1], ["agent", 2]])
    assert [game.agent(number).delayed for number in range(4)] == [False, False, True, True]
    game = situation(2).put(0, items=["irritant_cloud"]).play({0: item("irritant_cloud")}, [["agent", 0], ["agent", 2]])
    assert [game.agent(number).wounded for number in range(4)] == [False, True, True, True]


def two_players_end(situation, *agents):
    """A two-player game that the police ends now."""
    game = situation(2).set(proximity=98)
    for number, fields in enumerate(agents):
        game.put(number, **fields)
    waiting = [seat for seat in (0, 1) if all("status" not in fields for fields in agents[2 * seat : 2 * seat + 2])]
    return game.play(answers=[["agent", 2 * seat] for seat in waiting]).result()


OUT = {"status": "escaped", "place": None}


@pytest.mark.clause("INF-73")
def test_the_score_is_that_of_all_own_agents_who_escaped(situation):
    result = two_players_end(
        situation, {**OUT, "files": [1, 0, 0]}, {**OUT, "files": [0, 2, 0]}, {**OUT, "files": [3, 0, 0]}, {"files": [0, 0, 9]}
    )
    assert result == {
        "scores": [5, 3],
        "winners": [0],
        "reached": ["sole_survivor", "score"],
        "contenders": [0, 1],
        "decided_by": "score",
        "standings": [1, 2],
        "drawn": [{}, {}],
        "drawn_used": [{}, {}],
    }


@pytest.mark.clause("INF-73")
def test_a51_a_player_with_one_agent_out_is_out(situation):
    result = two_players_end(situation, {}, {**OUT}, {"files": [0, 0, 9]}, {"files": [0, 0, 9]})
    assert (result["winners"], result["decided_by"]) == ([0], "sole_survivor")


@pytest.mark.clause("INF-73")
def test_a53_tie_breaks_are_summed_over_escaped_agents(situation):
    one, other = {**OUT, "files": [1, 0, 0]}, {**OUT, "files": [1, 0, 0]}
    result = two_players_end(situation, one, other, {**OUT, "files": [0, 1, 0]}, {"files": [9, 0, 0], "prototypes": 1})
    assert (result["winners"], result["decided_by"]) == ([0], "file_count")


@pytest.mark.clause("INF-73")
def test_each_agent_gives_up_a_file_of_his_own(situation):
    result = two_players_end(situation, {"blackmails": 2, "files": [1, 0, 0]}, {"files": [0, 0, 5]}, {**OUT, "files": [0, 1, 0]}, {})
    assert (result["scores"], result["winners"]) == ([1, 2], [1])


@pytest.mark.clause("INF-75")
@pytest.mark.parametrize("players", range(3, 7))
def test_three_to_six_players_have_one_agent_each(new_game, players):
    assert len(new_game(players).named["agents"]) == players


@pytest.mark.clause("INF-75")
def test_h36_a_game_that_does_not_end_is_stopped_without_a_winner(situation):
    game = situation(settings={"round_cap": 3}).put(1, status="escaped", place=None, files=[0, 0, 1])
    assert game.play().play().decision == "select"
    result = game.play().result()
    assert (game.round, result["winners"], result["decided_by"], result["standings"]) == (3, [], "cap", [0, 0, 0])
