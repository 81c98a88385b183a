"""Victory, ties, Rep, the end of the game: FAM-02, FAM-87 to FAM-94, FAM-99, FAM-101, FAM-103."""

import numpy as np
import pytest

from simcore.playout import ACTIONS_A_ROUND
from simcore.spec import CORE_DECIDED_BY, NONE, GameBatch
from tests.games.infamy.scenario import SPEC, KernelGame, Scenario

FIVE = {"cartel": 5}
UNDONE = ["ore_train", "vault_leak", "pirate_relay", "quiet_partner"]
"""Missions for freelancers who are to have completed some."""


def finish(situation, *freelancers, settings=None):
    """The result of a Day at whose end the freelancers stand like this; pawns do nothing."""
    game = situation(max(3, len(freelancers)), settings=settings)
    for seat, fields in enumerate(freelancers):
        game.put(seat, **fields)
    game.choose()
    return game.result() if game.decision is None else None


def outcome(situation, *freelancers, settings=None):
    """Winners, the step that decided, the reason of the end, ranks."""
    result = finish(situation, *freelancers, settings=settings)
    return None if result is None else (result["winners"], result["decided_by"], result["end_reason"], result["standing"])


@pytest.mark.clause("FAM-02")
@pytest.mark.parametrize(
    ("fields", "end"),
    [
        ({"infamy": 14}, None),
        ({"infamy": 15}, "infamy"),
        ({"rep": {"cartel": 4, "megacorp": 4, "militia": 4}}, None),
        ({"rep": {"cartel": 5}}, "reputation_cartel"),
        ({"rep": {"megacorp": 5}}, "reputation_megacorp"),
        ({"rep": {"militia": 5}}, "reputation_militia"),
        ({"rep": {"militia": 5, "cartel": 5}}, "reputation_several"),
        ({"infamy": 16, "rep": {"militia": 5}}, "infamy"),
        ({"infamy": 15, "rep": {"militia": 5}}, "reputation_militia"),
    ],
)
def test_two_ways_to_win(situation, fields, end):
    found = outcome(situation, {}, fields)
    assert found is None if end is None else found[:3] == ([1], "sole", end)


@pytest.mark.clause("FAM-02")
@pytest.mark.parametrize(
    ("settings", "fields", "over"),
    [
        ({"infamy_target": 8}, {"infamy": 8}, True),
        ({"infamy_target": 8}, {"infamy": 7}, False),
        ({"reputation_target": 3}, {"rep": {"militia": 3}}, True),
        ({"reputation_target": 3}, {"rep": {"militia": 2}}, False),
    ],
)
def test_the_targets_are_parameters(situation, settings, fields, over):
    assert (finish(situation, fields, settings=settings) is not None) == over


# --- several with 15 Infamy or more ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-87")
def test_most_infamy(situation):
    assert outcome(situation, {"infamy": 16}, {"infamy": 18}, {"infamy": 17}) == ([1], "most_infamy", "infamy", [3, 1, 2])
    assert outcome(situation, {"infamy": 15}, {"infamy": 16}) == ([1], "most_infamy", "infamy", [2, 1, 3])


@pytest.mark.clause("FAM-87")
@pytest.mark.parametrize("infamy", [15, 17])
def test_then_the_highest_rep_in_one_faction(situation, infamy):
    level = {"infamy": infamy, "rep": {"cartel": 2, "megacorp": 2, "militia": 2}, "goods": {"henchman": 9}}
    steep = {"infamy": infamy, "rep": {"militia": 3}}
    assert outcome(situation, level, steep) == ([1], "best_reputation", "infamy", [2, 1, 3])


@pytest.mark.clause("FAM-87")
@pytest.mark.parametrize("infamy", [15, 17])
def test_then_the_highest_total_rep(situation, infamy):
    one = {"infamy": infamy, "rep": {"militia": 3}, "goods": {"henchman": 1}}
    two = {"infamy": infamy, "rep": {"cartel": 3, "megacorp": 1}}
    assert outcome(situation, one, two) == ([1], "total_reputation", "infamy", [2, 1, 3])


@pytest.mark.clause("FAM-87")
@pytest.mark.parametrize("infamy", [15, 17])
def test_then_the_most_henchmen(situation, infamy):
    one = {"infamy": infamy, "rep": {"militia": 3}, "completed": UNDONE[:3]}
    two = {"infamy": infamy, "rep": {"cartel": 3}, "goods": {"henchman": 1}}
    assert outcome(situation, one, two) == ([1], "henchmen", "infamy", [2, 1, 3])


@pytest.mark.clause("FAM-87")
@pytest.mark.parametrize("infamy", [15, 17])
def test_then_a_draw(situation, infamy):
    one = {"infamy": infamy, "rep": {"militia": 3}, "completed": UNDONE[:3]}
    two = {"infamy": infamy, "rep": {"cartel": 3}}
    assert outcome(situation, one, two, {}) == ([0, 1], "shared", "infamy", [1, 1, 3])


# --- several with 5 Rep ---------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-88")
@pytest.mark.parametrize("more", [3, 15])
def test_of_several_with_5_rep_most_infamy(situation, more):
    one, two = {"rep": FIVE, "infamy": 2, "goods": {"henchman": 3}}, {"rep": {"militia": 5}, "infamy": more}
    assert outcome(situation, one, two, {"rep": {"cartel": 4}, "infamy": 9}) == ([1], "most_infamy", "reputation_militia", [2, 1, 3])


@pytest.mark.clause("FAM-88")
def test_of_several_with_5_rep_highest_total_rep(situation):
    one, two = {"rep": FIVE, "goods": {"henchman": 3}}, {"rep": {"militia": 5, "cartel": 1}}
    assert outcome(situation, one, two)[:3] == ([1], "total_reputation", "reputation_militia")


@pytest.mark.clause("FAM-88")
def test_of_several_with_5_rep_most_henchmen(situation):
    one, two = {"rep": FIVE, "completed": UNDONE[:3]}, {"rep": {"megacorp": 5}, "goods": {"henchman": 1}}
    assert outcome(situation, one, two)[:3] == ([1], "henchmen", "reputation_megacorp")


@pytest.mark.clause("FAM-88")
def test_of_several_with_5_rep_most_completed_missions(situation):
    one, two = {"rep": FIVE, "completed": UNDONE[:1]}, {"rep": FIVE, "completed": UNDONE[1:3]}
    assert outcome(situation, one, two)[:3] == ([1], "completed_missions", "reputation_cartel")


@pytest.mark.clause("FAM-88")
@pytest.mark.parametrize(("other", "end"), [("militia", "reputation_several"), ("cartel", "reputation_cartel")])
def test_of_several_with_5_rep_a_draw(situation, other, end):
    found = outcome(situation, {"rep": FIVE}, {}, {"rep": {other: 5}})
    assert found == ([0, 2], "shared", end, [1, 3, 1])


# --- Infamy against Rep ---------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-89")
@pytest.mark.parametrize("others", [[{"infamy": 15}], [{"infamy": 15}, {"infamy": 15, "rep": {"militia": 4}}]])
def test_5_rep_beats_exactly_15_infamy(situation, others):
    found = outcome(situation, {"rep": FIVE}, *others)
    assert found[:3] == ([0], "reputation_beats_exactly_15", "reputation_cartel")


@pytest.mark.clause("FAM-90")
def test_more_than_15_infamy_beats_5_rep(situation):
    assert outcome(situation, {"rep": FIVE}, {"infamy": 16}) == ([1], "over_15_beats_reputation", "infamy", [2, 1, 3])


@pytest.mark.clause("FAM-91")
@pytest.mark.parametrize(
    ("freelancers", "winners", "decided_by", "standing"),
    [
        # several with 5 Rep beside one above 15
        ([{"rep": FIVE}, {"rep": FIVE, "infamy": 9}, {"infamy": 16}], [2], "over_15_beats_reputation", [3, 2, 1]),
        # several with 5 Rep beside one at 15
        ([{"rep": FIVE}, {"rep": FIVE, "infamy": 9}, {"infamy": 15}], [1], "most_infamy", [2, 1, 3]),
        # one with both, at exactly 15, against 16
        ([{"rep": FIVE, "infamy": 15}, {"infamy": 16}, {}], [1], "most_infamy", [2, 1, 3]),
        # one with both, at exactly 15, against 15
        ([{"rep": FIVE, "infamy": 15}, {"infamy": 15}, {}], [0], "reputation_beats_exactly_15", [1, 2, 3]),
        # one with both, above 15, against 5 Rep
        ([{"rep": FIVE, "infamy": 16}, {"rep": FIVE}, {}], [0], "over_15_beats_reputation", [1, 2, 3]),
        # 16 against 15, with somebody else at 5 Rep: the ranks go over 15, 5 Rep, exactly 15
        ([{"infamy": 15}, {"infamy": 16}, {"rep": FIVE}], [1], "most_infamy", [3, 1, 2]),
        # two above 15 beside 5 Rep
        ([{"infamy": 17}, {"infamy": 16}, {"rep": FIVE}], [0], "most_infamy", [1, 2, 3]),
        ([{"infamy": 16}, {"infamy": 16}, {"rep": FIVE}], [0, 1], "shared", [1, 1, 3]),
        # those without a goal come last, by progress
        ([{"infamy": 3}, {"rep": {"militia": 3}}, {"infamy": 15}], [2], "sole", [3, 2, 1]),
        ([{"infamy": 9}, {"rep": {"militia": 3}}, {"infamy": 15}], [2], "sole", [2, 2, 1]),
    ],
)
def test_a52_one_order_for_all_cases(situation, freelancers, winners, decided_by, standing):
    found = outcome(situation, *freelancers)
    assert (found[0], found[1], found[3]) == (winners, decided_by, standing)


@pytest.mark.clause("FAM-91")
def test_scores_are_progress_in_percent(situation):
    result = finish(situation, {"infamy": 20}, {"infamy": 4, "rep": {"militia": 3}}, {"infamy": 10, "rep": {"militia": 3}})
    assert result["score"] == [133, 60, 66]


# --- Rep ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-92")
@pytest.mark.parametrize(("cartel", "megacorp", "goods", "infamy"), [(1, 0, {}, 0), (2, 0, {"compound": 3}, 0), (4, 3, {"compound": 3}, 1)])
def test_benefits_of_all_levels_and_factions(situation, cartel, megacorp, goods, infamy):
    """Pusher works on a Cartel contact, Paymaster by Night; the Megacorp's third lets into Watchdog sectors."""
    rep = {"cartel": cartel, "megacorp": megacorp}
    game = situation().night().put(0, rep=rep).buyers(chemist=0).auctions()
    if game.decision == "recover":
        game.answer(["recover", 0])
    assert game.goods(0) == (goods or {"compound": 2})
    assert game.freelancer(0).watchdog_pass == (megacorp >= 3)
    assert game.choose().freelancer(0).infamy == infamy


@pytest.mark.clause("FAM-92")
def test_a_new_level_works_at_once_and_the_lower_ones_stay(situation):
    settings = {"rep_tracks.auditor.trigger": "on mission", "rep_tracks.auditor.effects": "gain favor 1"}
    settings |= {"rep_tracks.stringer.trigger": "on mission"}
    game = situation(settings=settings).set(missions=["vault_leak"]).put(0, goods={"weapon": 1, "data": 2}, rep={"megacorp": 1}).pause()
    game.choose({0: 3}).answer(["mission", "vault_leak"])
    assert (game.decision, len(game.legal)) == ("benefit", 2)
    game.answer(["benefit", "megacorp", 2])
    assert (game.rep(0), game.goods(0)) == ([0, 2, 0], {"data": 1, "favor": 1})


@pytest.mark.clause("FAM-93")
def test_the_documented_benefits(cards):
    stringer = cards.benefits["megacorp", 1]
    assert (stringer.trigger, [alternative.what for statement in stringer.program for alternative in statement]) == (
        ("on hq", "megacorp"),
        ["data"],
    )
    assert {level: benefit.trigger for (faction, level), benefit in cards.benefits.items() if faction == "cartel"}.keys() == set(
        range(1, 6)
    )


@pytest.mark.clause("FAM-93")
def test_cartel_3_is_hood_pusher_and_enforcer(situation):
    """Hood works at the HQ, Pusher on contacts, Enforcer on missions."""
    goods = {"weapon": 1, "compound": 2}
    game = situation().set(missions=["toll_on_the_lift"]).put(0, goods=goods, rep={"cartel": 3}).put(1, goods={"data": 2})
    game.buyers(accomplice=0, chemist=0).auctions(["recover", 0])
    assert game.goods(0) == {"weapon": 1, "compound": 5}
    game.choose({0: (1, 1)}).answer(["mission", "toll_on_the_lift"])  # Enforcer takes a Data
    game.answer(["resupply", "a"])  # Hood takes the other
    assert (game.goods(0)["data"], game.goods(1)) == (2, {})


@pytest.mark.clause("FAM-94")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (4, 5), (5, 5)])
def test_rep_ends_at_5(situation, before, after):
    settings = {"schemes.deep_scan.effects": "gain rep militia 2", "infamy_target": 60}
    game = situation(settings=settings).put(0, rep={"militia": before}).pause().choose().answer(["scheme", "deep_scan"])
    assert game.rep(0) == [0, 0, after]


@pytest.mark.clause("FAM-99")
def test_gaining_infamy_has_no_limit(situation):
    settings = {"schemes.deep_scan.effects": "gain infamy 6"}
    game = situation(settings=settings).put(0, infamy=14).pause().choose().answer(["scheme", "deep_scan"])
    assert game.result()["infamy"][0] == 20


# --- the model ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-101")
def test_a_game_that_will_not_end_is_stopped_after_a_round(situation):
    game = situation(settings={"round_cap": 3}).put(0, infamy=9)
    for _ in range(60):
        if game.decision is None:
            break
        game.answer(next((action for action in game.legal if action[0] in ("pass", "no_scheme")), game.legal[-1]))
    result = game.result()
    assert (result["winners"], result["decided_by"], result["end_reason"]) == ([], "cap", "cap")
    assert (result["rounds"], result["turns"], result["standing"]) == (3, 2, [0, 0, 0])


@pytest.mark.clause("FAM-101")
def test_a_victory_in_the_last_round_counts(situation):
    game = situation(settings={"round_cap": 1}).put(0, infamy=15).choose()
    assert (game.result()["winners"], game.result()["decided_by"]) == ([0], "sole")


@pytest.mark.clause("FAM-101")
def test_a_scheme_phase_that_will_not_end_is_stopped():
    """Two copies of a scheme that fetch each other, and nothing else in their deck: whoever plays on is never through."""
    deck = [card.slug for card in KernelGame(3, {}).book.tables["schemes"] if card.faction == "megacorp"]
    settings = {f"schemes.{slug}.copies": 0 for slug in deck if slug != "parallel_agenda"}
    settings |= {"schemes.parallel_agenda.effects": "extra scheme 1; draw scheme megacorp 1; gain infamy 1", "round_cap": 1}
    game = Scenario(KernelGame, 3, settings).put(0, schemes=["parallel_agenda"]).choose()
    play, table, before = game.game.actions['["scheme", "parallel_agenda"]'], game.game.table, int(game.game.table.course.actions)
    while table.state.actor != NONE:
        table.apply(play)
    result = game.result()
    assert (result["winners"], result["decided_by"], result["end_reason"], result["rounds"]) == ([], "cap", "cap", 1)
    assert (result["actions"], result["infamy"]) == (ACTIONS_A_ROUND, [ACTIONS_A_ROUND - before, 0, 0])


@pytest.mark.clause("FAM-103")
def test_a_shared_win_counts_in_equal_parts():
    batch = GameBatch(SPEC, 3, {"winners": np.array([0b011, 0b100, 0, 0b111])})
    assert batch.credit.tolist() == [[0.5, 0.5, 0], [0, 0, 1], [0, 0, 0], [pytest.approx(1 / 3)] * 3]


@pytest.mark.clause("FAM-91")
def test_precedence_of_a_goal_is_no_tie_break():
    steps = SPEC.decided_by[len(CORE_DECIDED_BY) :]
    games = GameBatch(SPEC, 3, {"game": np.arange(len(steps)), "decided_by": len(CORE_DECIDED_BY) + np.arange(len(steps))})
    measured = {measure.name: measure.value for measure in SPEC.own_measures}
    tied, preceded = (set(np.array(steps)[measured[name](games) == 1]) for name in ("tie_break_use", "precedence_use"))
    assert tied == set(SPEC.tie_breaks) == {"most_infamy", "best_reputation", "total_reputation", "henchmen", "completed_missions"}
    assert preceded == {"over_15_beats_reputation", "reputation_beats_exactly_15", "reputation_beats_infamy"}
    assert set(steps) - tied - preceded == {"sole"}
