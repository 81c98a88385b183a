"""Setup: INF-01 to INF-10, and what the box holds."""

from collections import Counter

import pytest

from tests.games.infiltration.scenario import SPEC

PLAYER_COUNTS = range(2, 7)
SEEDS = range(1, 40)


def laid(new_game, places):
    """For many games the slugs at these places."""
    return [[room["room"] for room in new_game(3, seed).named["rooms"][places]] for seed in SEEDS]


@pytest.mark.clause("INF-01")
def test_six_blue_rooms_lie_face_down_behind_the_entry_room(new_game, cards):
    for slugs in laid(new_game, slice(0, 6)):
        assert len(set(slugs)) == 6
        assert {cards.rooms[slug].colour for slug in slugs} == {"blue"}
    assert not any(room["face_up"] for room in new_game().named["rooms"][1:6])
    assert len({slugs[0] for slugs in laid(new_game, slice(0, 6))}) > 6


@pytest.mark.clause("INF-02")
def test_six_yellow_rooms_continue_the_line(new_game, cards):
    for slugs in laid(new_game, slice(6, 12)):
        assert len(set(slugs)) == 6
        assert {cards.rooms[slug].colour for slug in slugs} == {"yellow"}
    rooms = new_game().named["rooms"]
    assert [room["place"] for room in rooms] == list(range(13))
    assert not any(room["face_up"] for room in rooms[6:12])


@pytest.mark.clause("INF-02")
def test_the_two_floors_are_adjacent(situation):
    stairs = situation().put(0, place=5).put(1, place=6).play({0: "advance", 1: "retreat"})
    assert stairs.agent(0).place == 6
    assert stairs.agent(1).place == 5


@pytest.mark.clause("INF-03")
def test_one_red_room_lies_face_down_apart_and_the_rest_is_out_of_the_game(new_game, cards):
    assert {cards.rooms[slug].colour for [slug] in laid(new_game, slice(12, 13))} == {"red"}
    game = new_game()
    assert not game.named["rooms"][12]["face_up"]
    assert len(game.named["rooms"]) == 13
    assert [event[:2] for event in game.events[:13]] == [["room_laid", place] for place in range(13)]


@pytest.mark.clause("INF-04")
def test_supplies_lie_ready(new_game):
    state = new_game(4, entry="service_stair").named  # two files, no other tokens, no NPC
    assert [sum(counts) for counts in (state["reserve"], state["rooms"][0]["files"])] == [115, 2]
    assert (state["slot_tokens"], state["interface_tokens"]) == (13, 13)
    assert state["npcs_aside"] == ["csx13", "harris", "leah", "nelson", "tyrone"]
    assert state["specials"] == {"prototype": 2, "blackmail": 2, "sludge": 2}


@pytest.mark.clause("INF-05")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_player_gets_an_agent_healthy_side(new_game, players):
    agents = new_game(players).named["agents"]
    assert [agent["seat"] for agent in agents] == ([0, 0, 1, 1] if players == 2 else list(range(players)))
    assert not any(agent["wounded"] or agent["delayed"] or agent["guards"] for agent in agents)


@pytest.mark.clause("INF-06")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_agent_gets_the_four_action_cards(situation, players):
    game, asked = situation(players), []
    while game.round == 1 and game.decision == "select":
        asked.append(game.seen.agent)
        assert sorted(game.legal) == [["advance"], ["download"], ["interface"], ["retreat"]]
        game.game.apply(["download"])
    assert asked == list(range(max(players, 4 if players == 2 else 0)))


@pytest.mark.clause("INF-07")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_agent_gets_four_items_and_the_rest_is_the_pile(new_game, players):
    state = new_game(players, entry="freight_lift").named  # draws nothing when it is revealed
    hands = [agent["items"] for agent in state["agents"]]
    assert {len(hand) for hand in hands} == {4}
    assert len(state["item_pile"]) == 35 - 4 * len(hands)
    assert len(set(sum(hands, state["item_pile"]))) == 35


@pytest.mark.clause("INF-07")
def test_the_shuffled_pile_is_dealt_seat_by_seat_four_at_once(new_game):
    game = new_game(3, entry="freight_lift")
    pile = [slug for kind, *_, slug in game.events if kind == "pile"]
    for number, agent in enumerate(game.named["agents"]):
        assert set(agent["items"]) == set(pile[4 * number : 4 * number + 4])
    assert game.named["item_pile"] == pile[12:]


@pytest.mark.clause("INF-08")
def test_the_entry_room_is_revealed_with_everybody_in_it(new_game):
    state = new_game(4, entry="server_cage").named  # four files, console, lock; alarm +1 when revealed
    entry = state["rooms"][0]
    assert entry["face_up"]
    assert (sum(entry["files"]), entry["interface_tokens"], entry["locks"]) == (4, 1, 1)
    assert {agent["place"] for agent in state["agents"]} == {0}
    assert state["alarm"] == 1


@pytest.mark.clause("INF-08")
def test_the_entry_rooms_revealed_effect_runs_once_for_the_first_player(new_game):
    state = new_game(4, entry="visitor_lobby").named  # whoever reveals it draws an item
    assert {agent["seat"]: len(agent["items"]) for agent in state["agents"]} == {
        seat: 5 if seat == state["first_player"] else 4 for seat in range(4)
    }


@pytest.mark.clause("INF-08")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_h25_all_agents_stand_in_the_entry_room_before_the_first_intrusion(new_game, players):
    agents = max(players, 4 if players == 2 else 0)
    assert new_game(players, entry="canteen").named["proximity"] == 2 * agents  # each suffers `if crowd; proximity +2`


@pytest.mark.clause("INF-08")
def test_h02_with_two_players_the_first_players_agent_a_reveals_the_entry_room(new_game):
    state = new_game(2, entry="visitor_lobby").named
    assert [len(agent["items"]) for agent in state["agents"]] == ([5, 4, 4, 4] if state["first_player"] == 0 else [4, 4, 5, 4])


@pytest.mark.clause("INF-09")
def test_the_first_player_is_drawn(new_game):
    games = [new_game(3, seed) for seed in SEEDS]
    assert set(Counter(game.named["first_player"] for game in games)) == {0, 1, 2}
    for game in games:
        assert ["first_player", game.named["first_player"]] in game.events


@pytest.mark.clause("INF-09")
def test_h24_the_first_player_is_known_before_the_entry_room_is_revealed(new_game):
    kinds = [event[0] for event in new_game().events]
    assert kinds[: 13 + 35 + 1] == ["room_laid"] * 13 + ["pile"] * 35 + ["first_player"]
    assert set(kinds[49:]) <= {"token"}


@pytest.mark.clause("INF-10")
def test_alarm_and_proximity_start_at_zero(new_game):
    state = new_game(4, entry="freight_lift").named  # a room that changes neither
    assert (state["alarm"], state["proximity"]) == (0, 0)


@pytest.mark.clause("INF-75")
def test_two_to_six_players(new_game):
    assert (SPEC.fewest, SPEC.most) == (2, 6)
    for players in PLAYER_COUNTS:
        assert {agent["seat"] for agent in new_game(players).named["agents"]} == set(range(players))


@pytest.mark.clause("INF-76")
def test_the_box_holds_114_cards_and_149_tokens(new_game, cards):
    kinds = {"advance", "retreat", "interface", "download", "extract"}
    agents = SPEC.most
    assert agents * len(kinds) == 30
    assert (
        len(cards.rooms)
        + agents
        + agents * len(kinds)
        + len(cards.items)
        + sum(card.copies for card in cards.specials.values())
        + len(cards.npcs)
        == 114
    )
    state = new_game().named
    supplies = [state["slot_tokens"] + sum(room["locks"] + room["scientists"] for room in state["rooms"])]
    supplies += [state["interface_tokens"] + sum(room["interface_tokens"] for room in state["rooms"])]
    assert sum(cards.files) + sum(supplies) + agents == 149
