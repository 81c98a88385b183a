"""The end and the scoring: INF-53 to INF-62."""

import numpy as np
import pytest

from simcore.runner import Player, make_manifest
from tests.games.infiltration.scenario import item

OUT = {"status": "escaped", "place": None}
NOTHING_DRAWN = {"drawn": [{}] * 3, "drawn_used": [{}] * 3}


def all_out(situation, *holdings, **settings):
    """A game whose agents have all escaped, each with these things; the last one leaves now."""
    game = situation(len(holdings), settings=settings)
    for number, held in enumerate(holdings):
        game.put(number, **held, **({} if number == 0 else OUT))
    return game.play({0: "retreat"})


def police(situation, *agents, **settings):
    """A game that the police ends; who is not out is inside."""
    game = situation(len(agents), settings=settings).set(proximity=98)
    for number, fields in enumerate(agents):
        game.put(number, **fields)
    return game.play()


@pytest.mark.clause("INF-53")
def test_the_game_ends_at_99(situation):
    game = police(situation, {}, {}, {})
    assert (game.decision, game.seen.phase, game.seen.proximity) == (None, "over", 99)
    assert [agent.status for agent in game.seen.agents] == ["caught"] * 3


@pytest.mark.clause("INF-54")
@pytest.mark.parametrize("way", ["retreat", "interface", "item", "push"])
def test_the_game_ends_when_all_have_left_by_whatever_effect(situation, way):
    game = situation(3).put(1, **OUT).put(2, **OUT)
    if way == "interface":
        game.put(0, place=1).furnish(1, interface_tokens=1).play({0: "interface"})  # Loading Dock
    elif way == "item":
        game.put(0, items=["grapple_line"]).play({0: item("grapple_line")}, [["move", "out", 1]])
    elif way == "push":
        game.put(0).put(1, status="inside", place=0, items=["crowd_hook"])
        game.play({0: "download", 1: item("crowd_hook")}).play({1: "retreat"})
    else:
        game.play({0: "retreat"})
    assert (game.decision, game.seen.phase) == (None, "over")
    assert game.agent(0).status == "escaped"


@pytest.mark.clause("INF-54")
@pytest.mark.parametrize(("reading", "status"), [("yes", "escaped"), ("no", "inside")])
def test_a41_pushed_out_of_the_entry_room(situation, reading, status):
    game = situation(settings={"pushed_out_escapes": reading}).put(0, place=1, items=["crowd_hook"]).put(1, place=1)
    assert game.play({0: item("crowd_hook")}).agent(1).status == status


@pytest.mark.clause("INF-54")
def test_an_agent_who_left_takes_everything_with_him(situation):
    game = situation().put(0, files=[1, 2, 0], items=["silent_key"], blackmails=1).play({0: "retreat"})
    left = game.agent(0)
    assert (left.files, left.items, left.blackmails) == ([1, 2, 0], ["silent_key"], 1)


@pytest.mark.clause("INF-55")
def test_the_score_is_the_sum_of_data_points(situation):
    assert all_out(situation, {"files": [1, 2, 3]}, {"files": [4, 0, 0]}, {}).result()["scores"] == [14, 4, 0]


@pytest.mark.clause("INF-56")
def test_special_cards_add_or_take_data_points(situation):
    scores = all_out(situation, {"prototypes": 2, "files": [1, 0, 0]}, {"sludges": 1}, {"blackmails": 1}).result()["scores"]
    assert scores == [9, -2, 0]


@pytest.mark.clause("INF-57")
def test_the_highest_total_wins(situation):
    result = all_out(situation, {"files": [1, 0, 0]}, {"files": [0, 0, 1]}, {"files": [0, 1, 0]}).result()
    expected = {"scores": [1, 3, 2], "winners": [1], "decided_by": "score", "standings": [3, 1, 2]}
    assert result == expected | {"contenders": [0, 1, 2], "reached": ["sole_survivor", "score"]} | NOTHING_DRAWN


@pytest.mark.clause("INF-58")
@pytest.mark.parametrize(
    ("first", "second", "step", "winners"),
    [
        ({"prototypes": 1}, {"files": [1, 0, 1]}, "prototype", [0]),
        ({"files": [2, 0, 0], "blackmails": 2}, {"files": [3, 0, 1], "prototypes": 0, "sludges": 2}, "file_count", [1]),
        ({"files": [2, 0, 0]}, {"files": [2, 0, 0], "blackmails": 1}, "compromising_file", [1]),
        ({"files": [2, 0, 0], "items": ["silent_key"]}, {"files": [2, 0, 0]}, "shared", [0, 1]),
    ],
)
def test_ties_are_broken_by_prototype_number_of_files_compromising_file(situation, first, second, step, winners):
    result = all_out(situation, first, second, {}).result()
    assert result["scores"][0] == result["scores"][1]
    assert (result["decided_by"], result["winners"]) == (step, winners)
    assert [result["standings"][seat] for seat in winners] == [1] * len(winners)


@pytest.mark.clause("INF-59")
def test_whoever_is_inside_at_99_is_out_of_the_game(situation):
    result = police(situation, {"files": [0, 0, 5]}, {**OUT, "files": [1, 0, 0]}, {**OUT}).result()
    assert (result["scores"], result["winners"], result["standings"]) == ([0, 1, 0], [1], [0, 1, 2])


@pytest.mark.clause("INF-59")
def test_a43_switch_the_caught_are_ranked_with_nothing(situation):
    result = police(situation, {"files": [0, 0, 5]}, {**OUT, "files": [1, 0, 0]}, {**OUT, "sludges": 1}, caught_score="ranked").result()
    assert (result["scores"], result["winners"], result["standings"]) == ([0, 1, -2], [1], [2, 1, 3])


@pytest.mark.clause("INF-59")
def test_h23_a_caught_zero_beats_an_escaped_minus_two_and_holdings_do_not_count(situation):
    losers = ({**OUT, "sludges": 1}, {**OUT, "sludges": 1})
    result = police(situation, {"files": [0, 0, 5], "prototypes": 1}, {}, *losers, caught_score="ranked").result()
    assert (result["winners"], result["decided_by"]) == ([0, 1], "shared")
    assert police(situation, {}, {}, {}, caught_score="ranked").result()["decided_by"] == "nobody"
    sole = police(situation, {}, {}, losers[0], caught_score="ranked").result()
    assert (sole["winners"], sole["decided_by"]) == ([2], "sole_survivor")


@pytest.mark.clause("INF-60")
def test_the_compromising_file_is_given_up_for_release(situation):
    game = police(situation, {"files": [0, 0, 2], "blackmails": 1}, {**OUT, "files": [1, 0, 0]}, {})
    assert [agent.status for agent in game.seen.agents] == ["released", "escaped", "caught"]
    assert (game.agent(0).blackmails, game.seen.specials.blackmail) == (0, 2)  # H34: out of the game
    expected = {"scores": [6, 1, 0], "winners": [0], "decided_by": "score", "standings": [1, 2, 0]}
    assert game.result() == expected | {"contenders": [0, 1], "reached": ["sole_survivor", "score"]} | NOTHING_DRAWN


@pytest.mark.clause("INF-60")
def test_a44_a_release_counts_as_getting_out(situation):
    agents = ({"files": [0, 0, 2], "blackmails": 1}, {}, {**OUT, "files": [1, 0, 0]})
    assert police(situation, *agents).result()["decided_by"] == "score"
    kept_out = police(situation, *agents, release="not_out").result()
    assert (kept_out["winners"], kept_out["decided_by"], kept_out["scores"]) == ([2], "sole_survivor", [6, 0, 1])


@pytest.mark.clause("INF-60")
def test_a44_whether_the_file_given_up_counts_in_the_tie_break(situation):
    agents = ({"files": [1, 0, 0], "blackmails": 1}, {**OUT, "files": [1, 0, 0]}, {})
    assert police(situation, *agents).result()["decided_by"] == "shared"
    kept = police(situation, *agents, release="kept").result()
    assert (kept["winners"], kept["decided_by"]) == ([0], "compromising_file")


@pytest.mark.clause("INF-61")
def test_the_only_player_out_wins_whatever_his_total(situation):
    result = police(situation, {"files": [0, 0, 9]}, {**OUT, "sludges": 2}, {"files": [0, 0, 9]}).result()
    expected = {"scores": [0, -4, 0], "winners": [1], "decided_by": "sole_survivor", "standings": [0, 1, 0]}
    assert result == expected | {"contenders": [0, 1, 2], "reached": ["sole_survivor"]} | NOTHING_DRAWN


@pytest.mark.clause("INF-57")
def test_h28_a_total_below_zero_is_compared_as_it_is(situation):
    result = all_out(situation, {"sludges": 1}, {"sludges": 2}, {"sludges": 1, "files": [1, 0, 0]}).result()
    assert (result["scores"], result["standings"]) == ([-2, -4, -1], [2, 3, 1])


@pytest.mark.clause("INF-62")
def test_if_nobody_gets_out_nobody_wins(situation):
    result = police(situation, {"files": [1, 0, 0]}, {}, {}).result()
    assert (result["winners"], result["decided_by"], result["standings"]) == ([], "nobody", [0, 0, 0])


@pytest.mark.clause("INF-55")
def test_points_of_special_cards_are_their_value_times_those_that_got_out():
    """What is left of the score are File tokens, of one to three points each."""
    player = Player(make_manifest("infiltration", games=400, seed=31, bots="mixed"))
    rows = player.rows(0, 400)
    assert np.array_equal(rows["points_prototypes"], 4 * rows["prototypes"])
    assert rows["points_prototypes"].any()
    assert not rows["points_compromising_files"].any()
    assert rows["points_sludge"].min() < 0
    assert np.isin(rows["points_sludge"], (0, -2, -4)).all()
    tokens = rows["score"] - rows["points_prototypes"] - rows["points_sludge"]
    assert ((tokens >= rows["files"]) & (tokens <= 3 * rows["files"])).all()


def test_who_drew_items_and_when(situation):
    """By the round in which they were drawn; what was in hand before is not counted, and what is used later counts there."""
    game = situation(3).put(1, items=["loop_recorder"]).put(0, items=["anonymous_call"])
    first, *_ = game.named["item_pile"]
    game.play({1: item("loop_recorder")}).play({0: item("anonymous_call"), 1: item(first)})
    while game.decision is not None:
        game.play(dict.fromkeys(range(3), "retreat"), game.legal[:1] if game.decision != "select" else [])
    result = game.result()
    assert (result["drawn"], result["drawn_used"]) == ([{2: 1}, {1: 1}, {}], [{}, {1: 1}, {}])
