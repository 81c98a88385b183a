"""Every ruling that is a switch: the same position under each reading."""

import pytest

from simcore.rulebook import load_rules
from tests.games.infamy.scenario import SPEC

PLAY = ["scheme", "deep_scan"]
FULL = {"weapon": 3, "data": 3, "compound": 3, "henchman": 3, "favor": 1}
HUNTER = {"missions.ledger_bonfire.reward": "watchdog add"}
"""A mission of sector 1 by which a Watchdog comes after sectors were chosen."""


def bribes(game, seat):
    """Available, spent, in the bid, as markers."""
    return tuple(game.named["freelancers"][seat]["bribes"].values())


@pytest.mark.clause("FAM-16")
@pytest.mark.parametrize(("reading", "count"), [("one", 1), ("both", 2)])
def test_watchdogs_at_start(new_game, reading, count):
    for seed in range(12):
        game = new_game(seed=seed, settings={"watchdogs_at_start": reading})
        watchdogs = game.named["watchdogs"]
        assert (len(set(watchdogs)), game.named["watchdog_supply"]) == (count, 2 - count)
        assert sorted(event[-1] for event in game.events if event[0] == "watchdog") == watchdogs
        assert game.named["watchdogs"] == sorted(watchdogs)
        assert new_game(seed=seed).named["watchdogs"][0] in watchdogs  # the first is the same


@pytest.mark.clause("FAM-16")
@pytest.mark.parametrize("box", [0, 1, 3])
def test_watchdogs_at_start__no_more_than_the_box_holds(new_game, box):
    named = new_game(settings={"watchdogs_at_start": "both", "watchdogs": box}).named
    assert (len(named["watchdogs"]), named["watchdog_supply"]) == (min(box, 2), box - min(box, 2))


@pytest.mark.clause("FAM-48")
@pytest.mark.parametrize(("reading", "asked"), [("nothing", "sector"), ("move", "watchdog_from"), ("unlimited", "watchdog_add")])
def test_sector_chief_add(situation, reading, asked):
    game = situation(settings={"sector_chief_add": reading}).set(watchdogs=[1, 2]).buyers(sector_chief=0).auctions()
    assert game.decision == asked
    if reading == "move":
        game.answer(["sector", 2], ["sector", 5])
        assert (game.seen.watchdogs, game.seen.watchdog_supply) == ([1, 5], 0)
    if reading == "unlimited":
        game.answer(["sector", 5])
        assert (game.seen.watchdogs, game.seen.watchdog_supply) == ([1, 2, 5], 0)
    assert (game.decision, game.freelancer(0).watchdog_pass) == ("sector", True)


@pytest.mark.clause("FAM-48")
@pytest.mark.parametrize("reading", ["nothing", "move", "unlimited"])
def test_sector_chief_add__with_one_in_the_supply_it_comes_in_any_case(situation, reading):
    game = situation(settings={"sector_chief_add": reading}).set(watchdogs=[1]).buyers(sector_chief=0).auctions(["sector", 1])
    assert (game.seen.watchdogs, game.seen.watchdog_supply) == ([1, 1], 0)


@pytest.mark.clause("FAM-50")
@pytest.mark.parametrize("reading", ["mandatory", "optional"])
def test_watchdog_removal(situation, reading):
    game = situation(settings={"watchdog_removal": reading}).set(watchdogs=[3]).buyers(sector_chief=1).auctions(["sector", 5]).choose()
    if reading == "mandatory":
        assert game.answer(["sector", 3]).seen.watchdogs == [5]
        return
    assert (game.asked, sorted(game.legal)) == ((1, "may"), [["go_on"], ["stop"]])
    assert (game.answer(["stop"]).seen.round, game.seen.watchdogs) == (2, [3, 5])


@pytest.mark.clause("FAM-50")
def test_watchdog_removal__optional_yes_and_then_which(situation):
    game = situation(settings={"watchdog_removal": "optional"}).set(watchdogs=[3]).buyers(sector_chief=1).auctions(["sector", 5])
    game.choose().answer(["go_on"], ["sector", 5])
    assert (game.seen.round, game.seen.watchdogs) == (2, [3])


@pytest.mark.clause("FAM-50")
def test_watchdog_removal__optional_is_not_asked_with_none_on_the_board(situation):
    game = situation(settings={"watchdog_removal": "optional", "watchdogs": 0}).buyers(sector_chief=1).choose()
    assert game.seen.round == 2


@pytest.mark.clause("FAM-83")
@pytest.mark.parametrize(("reading", "phase"), [("scheme_phase", "scheme"), ("sector_phase", "sector")])
def test_removal_time(situation, reading, phase):
    game = situation(settings={"removal_time": reading}).set(watchdogs=[3]).buyers(sector_chief=0).pause(1).auctions(["sector", 5])
    game.choose({0: 1}).answer(["resupply", "b"])
    if reading == "scheme_phase":
        game.answer(["no_scheme"])
    assert (game.asked, game.seen.phase) == ((0, "watchdog_remove"), phase)
    game.answer(["sector", 3])
    assert game.decision == ("watchdog_to" if reading == "scheme_phase" else "scheme")


@pytest.mark.clause("FAM-83")
@pytest.mark.parametrize(("reading", "left"), [("scheme_phase", 2), ("sector_phase", 1)])
def test_removal_time__in_the_round_that_ends_the_game(situation, reading, left):
    game = situation(settings={"removal_time": reading}).put(2, infamy=15).set(watchdogs=[3]).buyers(sector_chief=0)
    game.auctions(["sector", 5]).choose()
    if reading == "sector_phase":
        game.answer(["sector", 3])
    assert (game.decision, len(game.seen.watchdogs)) == (None, left)


@pytest.mark.clause("FAM-83")
def test_removal_time__what_a_scheme_puts_off_comes_later_in_any_case(situation):
    settings = {"removal_time": "sector_phase", "schemes.deep_scan.effects": "late: gain resource 1"}
    game = situation(settings=settings).pause().put(1, schemes=["fresh_muscle"]).choose().answer(PLAY)
    assert game.asked == (1, "scheme")
    assert game.answer(["no_scheme"]).asked == (0, "resource")


@pytest.mark.clause("FAM-28")
@pytest.mark.parametrize(("reading", "favors"), [("at_once", True), ("after_bidding", False)])
def test_contact_rewards(situation, reading, favors):
    game = situation(settings={"contact_rewards": reading}).set(track=["fixer", "chemist"]).put(0, available=3).answer(["bid", 1])
    assert game.seen.triggerman == 0
    if favors:
        assert (game.asked, game.legal) == ((0, "bid"), [["pass"], ["favor"]])
    else:
        assert (game.decision, game.goods(0)) == ("sector", {"favor": 1})  # one bribe left: he was passed over


@pytest.mark.clause("FAM-28")
def test_contact_rewards__after_bidding_from_left_to_right_the_marker_at_once(situation):
    settings = {"contact_rewards": "after_bidding"}
    game = situation(settings=settings).put(0, rep={"cartel": 2}).put(1, available=3)
    game.buyers(chemist=0, liaison=2, peddler=1, cloner=1)
    game.set(track=["liaison", "chemist", "peddler", "cloner"])
    game.buying = {"liaison": 2, "chemist": 0, "peddler": 1, "cloner": 1}
    game.auctions()
    assert ([slot.status for slot in game.seen.contact_track], game.seen.triggerman) == (["won"] * 4 + ["unsold"], 1)
    assert (game.asked, game.goods(0), game.goods(1)) == ((2, "alternative"), {}, {})
    game.answer(["alternative", 1])
    assert (game.asked, game.goods(0)) == ((0, "recover"), {"compound": 3})  # the benefit of the Chemist right after his reward
    game.answer(["recover", 0])
    assert (game.asked, game.goods(1)) == ((1, "resource"), {})
    assert game.answer(["resource", "data"]).goods(1) == {"data": 1, "henchman": 1}
    assert game.asked == (1, "sector")


@pytest.mark.clause("FAM-24")
@pytest.mark.parametrize(("reading", "asked"), [("open", 0), ("final", 1)])
def test_passing(situation, reading, asked):
    game = situation(settings={"passing": reading})
    for seat in range(3):
        game.put(seat, available=12)
    game.answer(["pass"], ["bid", 1], ["bid", 2])
    assert game.asked == (asked, "bid")


@pytest.mark.clause("FAM-24")
def test_passing__final_ends_an_auction_when_all_others_are_out(situation):
    game = situation(settings={"passing": "final"})
    for seat in range(3):
        game.put(seat, available=12)
    game.answer(["bid", 1], ["pass"], ["bid", 2], ["bid", 3])
    assert game.asked == (2, "bid")
    game.answer(["pass"])
    assert (game.seen.contact_track[0].winner, game.seen.contact_track[1].status) == (0, "open")
    assert game.asked == (0, "bid")  # nobody is out of the next auction


@pytest.mark.clause("FAM-24")
def test_passing__final_holds_for_whom_bribes_failed_too(situation):
    """Seat 1 cannot outbid 3, so he is out; a Favor comes too late for him in any case."""
    game = situation(settings={"passing": "final"}).put(0, available=12).put(1, available=3).put(2, available=12)
    game.answer(["bid", 3], ["bid", 4], ["bid", 5])
    assert game.asked == (2, "bid")


@pytest.mark.clause("FAM-26")
@pytest.mark.parametrize(("reading", "purse"), [("returned", (11, 1, 0, 0)), ("spent", (7, 5, 0, 0))])
@pytest.mark.parametrize("way", ["bid", "favor"])
def test_losing_bids(situation, reading, purse, way):
    game = situation(settings={"losing_bids": reading}).put(0, available=12).put(1, available=12, goods={"favor": 1})
    game.answer(["bid", 4], ["bid", 5] if way == "bid" else ["favor"])
    if way == "bid":
        assert bribes(game, 0) == (7, 1, 4, 0)  # still on the contact
        game.answer(["pass"])
    assert (game.seen.contact_track[0].winner, bribes(game, 0)) == (1, purse)


@pytest.mark.clause("FAM-54")
@pytest.mark.parametrize(("reading", "asked"), [("returned", "ransom"), ("spent", "sector")])
def test_losing_bids__pay_a_ransom_only_if_they_come_back(situation, reading, asked):
    game = situation(settings={"losing_bids": reading}).set(track=["thug"]).put(0, available=6).put(1, goods={"weapon": 1}, available=4)
    game.answer(["pass"], ["bid", 3], ["bid", 4])
    while game.decision == "bid":
        game.answer(["pass"])
    assert game.decision == asked


@pytest.mark.clause("FAM-81")
@pytest.mark.parametrize(("reading", "by_night"), [("next_round", (0, 12, 0, 0)), ("end_of_turn", (0, 11, 0, 1))])
def test_day_markers(situation, reading, by_night):
    game = situation(settings={"day_markers": reading}).buyers(chemist=0).choose({0: 4}).answer(["resupply", "a"])
    assert (game.seen.round, bribes(game, 0)) == (2, by_night)
    game.choose()
    assert (game.seen.round, bribes(game, 0)) == (3, (12, 0, 0, 0))


@pytest.mark.clause("FAM-81")
@pytest.mark.parametrize(("reading", "most"), [("next_round", 4), ("end_of_turn", 3)])
def test_day_markers__what_can_be_recovered_by_night(situation, reading, most):
    settings = {"day_markers": reading, "schemes.deep_scan.effects": "recover bribes 6"}
    game = situation(settings=settings).pause().buyers(chemist=0).put(0, available=10).auctions().choose({0: 4})
    game.answer(["resupply", "a"], ["no_scheme"]).auctions().choose().answer(PLAY)
    assert (game.seen.round, game.legal[-1]) == (2, ["recover", most])


@pytest.mark.clause("FAM-54")
@pytest.mark.parametrize(("reading", "asked"), [("after_type", (0, "resource")), ("before_type", (1, "ransom"))])
def test_ransom_order(situation, reading, asked):
    game = situation(settings={"ransom_order": reading}).put(1, goods={"weapon": 1, "data": 1}, available=3).buyers(thug=0).auctions()
    assert game.asked == asked
    if reading == "before_type":
        game.answer(["refuse"])
        assert game.asked == (0, "resource")
        assert game.answer(["resource", "weapon"]).goods(0) == {"weapon": 1}


@pytest.mark.clause("FAM-54")
@pytest.mark.parametrize("reading", ["after_type", "before_type"])
def test_ransom_order__who_picks_what_he_gives_is_asked_for_the_ransom_first(situation, reading):
    settings = {"ransom_order": reading, "contacts.thug.effects": "ransom 3: steal resource victim 1"}
    game = situation(settings=settings).put(1, goods={"weapon": 1, "data": 1}, available=3).buyers(thug=0).auctions()
    assert game.asked == (1, "ransom")
    assert game.answer(["refuse"]).asked == (1, "resource")


@pytest.mark.clause("FAM-38")
@pytest.mark.parametrize(("reading", "rep"), [("rest_of_round", [0, 0, 0]), ("sector_phase", [0, 0, 2])])
def test_reputation_ban(situation, reading, rep):
    """A Liaison after the Accomplice, a visit to an HQ, and a scheme."""
    settings = {"reputation_ban": reading, "schemes.deep_scan.effects": "gain rep militia 1"}
    game = situation(settings=settings).pause().buyers(accomplice=0, liaison=0).auctions()
    if reading == "sector_phase":
        assert (game.decision, game.freelancer(0).rep_banned) == ("alternative", False)
        game.answer(["alternative", 2], ["faction", "militia"])
    game.choose({0: (1, 6)})
    assert game.freelancer(0).rep_banned
    game.answer(["pawn", "own"], ["resupply", "a"])
    assert game.freelancer(0).rep_banned == (reading == "rest_of_round")
    game.answer(PLAY)
    assert game.rep(0) == rep


@pytest.mark.clause("FAM-38")
def test_reputation_ban__sector_phase_ends_with_the_last_placement(situation):
    """What is put off to the end of the Sector Phase comes after it."""
    settings = {"reputation_ban": "sector_phase", "removal_time": "sector_phase", "contacts.chemist.effects": "late: gain rep militia 1"}
    game = situation(settings=settings).pause().buyers(accomplice=0, chemist=0).choose({0: (1, 6)})
    assert game.freelancer(0).rep_banned
    game.answer(["pawn", "own"], ["resupply", "a"])
    assert (game.seen.phase, game.rep(0), game.freelancer(0).rep_banned) == ("scheme", [0, 0, 1], False)


@pytest.mark.clause("FAM-65")
@pytest.mark.parametrize(("reading", "schemes"), [("nothing", 0), ("scheme", 1)])
def test_banned_hq(situation, reading, schemes):
    game = situation(settings={"banned_hq": reading}).buyers(accomplice=0).put(1, schemes=["fresh_muscle"]).choose({0: (1, 6)})
    game.answer(["pawn", "own"], ["resupply", "a"])
    assert (game.rep(0), len(game.freelancer(0).schemes)) == ([0, 0, 0], schemes)


@pytest.mark.clause("FAM-65")
def test_banned_hq__doubled_by_night(situation):
    settings = {"banned_hq": "scheme"}
    game = situation(settings=settings).night().buyers(accomplice=0, smuggler=0).put(1, schemes=["fresh_muscle"]).choose({0: (1, 6)})
    game.answer(["pawn", "own"], ["resupply", "a"])
    assert (game.rep(0), len(game.freelancer(0).schemes)) == ([0, 0, 0], 2)


@pytest.mark.clause("FAM-37")
@pytest.mark.parametrize(("reading", "second"), [("together", (0, "accomplice")), ("own_slot", (1, "own"))])
def test_accomplice_order(situation, reading, second):
    """Seat 0 holds the first contact and, third, the Accomplice; seat 1 the second. All go to sector 4."""
    game = situation(settings={"accomplice_order": reading}).pause(2).buyers(chemist=0, hacker=1, accomplice=0).auctions()
    game.choose({0: (4, 4), 1: 4})
    assert game.asked == (0, "zone")
    game.answer(["resupply", "b"])
    assert [pawn[:2] for pawn in game.pawns() if pawn[2:] == (4, "a")] == [second]


@pytest.mark.clause("FAM-37")
@pytest.mark.parametrize("reading", ["together", "own_slot"])
def test_accomplice_order__as_the_leftmost_contact(situation, reading):
    game = situation(settings={"accomplice_order": reading}).buyers(accomplice=0, hacker=0).auctions().choose({0: (1, 4)})
    assert (game.decision, sorted(game.legal)) == ("pawn", [["pawn", "accomplice"], ["pawn", "own"]])


@pytest.mark.clause("FAM-37")
def test_accomplice_order__own_slot_asks_for_no_order(situation):
    game = situation(settings={"accomplice_order": "own_slot"}).pause().buyers(hacker=0, accomplice=0).auctions().choose({0: (1, 4)})
    game.answer(["resupply", "b"], ["resupply", "b"])
    assert game.pawns() == [(0, "own", 1, "b"), (0, "accomplice", 4, "b")]


@pytest.mark.clause("FAM-58")
@pytest.mark.parametrize(("reading", "order"), [("from_triggerman", [2, 3, 0, 1]), ("from_left", [3, 0, 1, 2])])
def test_without_contact(situation, reading, order):
    game = situation(4, settings={"without_contact": reading}).set(triggerman=2, hazards=[]).choose({seat: seat + 1 for seat in range(4)})
    found = []
    while game.decision == "zone":
        found.append(game.seen.actor)
        game.answer(["resupply", "b"])
    assert found == order


@pytest.mark.clause("FAM-58")
@pytest.mark.parametrize("reading", ["from_triggerman", "from_left"])
def test_without_contact__alike_if_the_triggerman_won_one(situation, reading):
    game = (
        situation(4, settings={"without_contact": reading}).set(hazards=[]).buyers(chemist=1).choose({seat: seat + 1 for seat in range(4)})
    )
    found = []
    while game.decision == "zone":
        found.append(game.seen.actor)
        game.answer(["resupply", "b"])
    assert found == [1, 2, 3, 0]


@pytest.mark.clause("FAM-62")
@pytest.mark.parametrize(("reading", "goods"), [("nothing", {}), ("resource", {"data": 2})])
def test_failed_placement(situation, reading, goods):
    """Both pawns fail, then those of the others."""
    game = situation(settings={"failed_placement": reading}).pause(1).buyers(accomplice=0).choose()
    while game.asked == (0, "resource"):
        game.answer(["resource", "data"])
    assert (game.goods(0), game.asked) == (goods, (1, "scheme" if reading == "nothing" else "resource"))


@pytest.mark.clause("FAM-62")
@pytest.mark.parametrize("order", ["together", "own_slot"])
def test_failed_placement__both_pawns_fail_where_no_sector_could_be_chosen(situation, order):
    """A Watchdog in each of the six sectors: nobody is asked for one."""
    settings = {"sector_chief_add": "unlimited", "watchdogs": 4, "failed_placement": "resource", "accomplice_order": order, "round_cap": 1}
    game = situation(settings=settings).set(watchdogs=list(range(1, 7))).buyers(chemist=0, hacker=1, accomplice=0).auctions()
    asked = []
    while game.decision is not None:
        asked.append(game.asked)
        game.answer(["resource", "weapon"])
    seats = (0, 0, 1, 2) if order == "together" else (0, 1, 0, 2)
    assert asked == [(seat, "resource") for seat in seats]
    assert (game.result()["failed"], game.result()["placements"]) == ([2, 1, 1], [0, 0, 0])


@pytest.mark.clause("FAM-62")
def test_failed_placement__after_a_skip_refused(situation):
    game = situation(settings={"failed_placement": "resource"}).pause().buyers(smuggler=0).choose().answer(["fail"])
    assert game.asked == (0, "resource")


@pytest.mark.clause("FAM-51")
@pytest.mark.parametrize(("reading", "asked"), [("always", (0, "zone")), ("only_open", (0, "scheme"))])
def test_smuggler_skip(situation, reading, asked):
    game = situation(settings={"smuggler_skip": reading}).pause().buyers(smuggler=0).choose()
    assert game.asked == asked


@pytest.mark.clause("FAM-51")
def test_smuggler_skip__only_open_with_an_open_zone(situation):
    game = situation(settings={"smuggler_skip": "only_open"}).pause().buyers(smuggler=0).choose({0: 1})
    assert sorted(game.legal) == [["resupply", "a"], ["resupply", "b"], ["skip"]]


@pytest.mark.clause("FAM-52")
@pytest.mark.parametrize(
    ("reading", "rep", "schemes"), [("reputation_then_scheme", 1, 1), ("two_reputation", 2, 0), ("one_reputation", 1, 0)]
)
def test_smuggler_hq(situation, reading, rep, schemes):
    game = situation(settings={"smuggler_hq": reading}).night().put(1, schemes=["fresh_muscle"]).buyers(smuggler=0).choose({0: 5})
    game.answer(["resupply", "a"])
    assert (game.rep(0), len(game.freelancer(0).schemes), game.goods(0)) == ([0, 0, rep], schemes, {"weapon": 1})


@pytest.mark.clause("FAM-52")
@pytest.mark.parametrize("reading", ["reputation_then_scheme", "two_reputation", "one_reputation"])
def test_smuggler_hq__with_rep_there_two_schemes(situation, reading):
    game = situation(settings={"smuggler_hq": reading}).night().put(0, rep={"militia": 1}).put(1, schemes=["fresh_muscle"])
    game.buyers(smuggler=0).choose({0: 5}).answer(["resupply", "a"])
    assert (game.rep(0), len(game.freelancer(0).schemes)) == ([0, 0, 1], 2)


@pytest.mark.clause("FAM-84")
@pytest.mark.parametrize(("reading", "filled", "kept"), [("short_row", 1, 2), ("reshuffle", 3, 0)])
def test_empty_mission_deck(situation, reading, filled, kept):
    game = situation(settings={"empty_mission_deck": reading}).set(mission_deck=["ore_train"])
    game.put(0, completed=["vault_leak"]).put(2, completed=["bad_batch"]).choose()
    assert sum(slug is not None for slug in game.seen.missions) == filled
    assert sum(len(freelancer.completed) for freelancer in game.seen.freelancers) == kept
    assert sorted(event[-1] for event in game.events if event[0] == "mission_pile") == (["bad_batch", "vault_leak"] if filled == 3 else [])


@pytest.mark.clause("FAM-84")
def test_empty_mission_deck__only_when_it_is_empty_at_a_refill(situation):
    settings = {"empty_mission_deck": "reshuffle"}
    game = situation(settings=settings).set(mission_deck=["ore_train", "vault_leak", "pirate_relay"]).put(0, completed=["bad_batch"])
    game.choose()
    assert (game.seen.mission_deck, game.freelancer(0).completed) == ([], ["bad_batch"])


@pytest.mark.clause("FAM-84")
def test_empty_mission_deck__effects_lose_what_was_completed(situation):
    settings = {"empty_mission_deck": "reshuffle"}
    game = situation(settings=settings).set(mission_deck=[]).put(0, completed=["toll_on_the_lift"], schemes=["word_on_the_street"])
    game.choose().answer(["no_scheme"]).choose().answer(["scheme", "word_on_the_street"])
    assert game.freelancer(0).infamy == 0


@pytest.mark.clause("FAM-80")
@pytest.mark.parametrize(("reading", "last"), [("every_round", 1), ("night", 2)])
def test_victory_check(situation, reading, last):
    game = situation(settings={"victory_check": reading}).put(0, infamy=15).choose()
    if reading == "night":
        assert (game.seen.round, game.seen.phase) == (2, "sector")
        game.choose()
    result = game.result()
    assert (result["rounds"], result["winners"], result["day_end"]) == (last, [0], int(last == 1))


@pytest.mark.clause("FAM-80")
def test_victory_check__by_night_another_may_have_caught_up(situation):
    found = {}
    for reading in ("every_round", "night"):
        game = situation(settings={"victory_check": reading}).put(0, infamy=15).put(1, infamy=14, goods={"henchman": 4}).choose()
        if game.decision is not None:
            game.choose()
        found[reading] = game.result()["winners"], game.result()["decided_by"]
    assert found == {"every_round": ([0], "sole"), "night": ([1], "most_infamy")}


FIVE = {"cartel": 5}


@pytest.mark.clause("FAM-91")
@pytest.mark.parametrize(
    ("freelancers", "infamy_first", "reputation_first"),
    [
        ([{"rep": FIVE}, {"infamy": 16}], ([1], "over_15_beats_reputation"), ([0], "reputation_beats_infamy")),
        ([{"rep": FIVE}, {"infamy": 15}], ([0], "reputation_beats_exactly_15"), ([0], "reputation_beats_exactly_15")),
        ([{"rep": FIVE}, {"infamy": 16}, {"infamy": 15}], ([1], "most_infamy"), ([0], "reputation_beats_infamy")),
        ([{"rep": FIVE}, {"rep": {"militia": 5}, "infamy": 2}, {"infamy": 16}], ([2], "over_15_beats_reputation"), ([1], "most_infamy")),
        ([{"rep": FIVE, "infamy": 15}, {"infamy": 16}], ([1], "most_infamy"), ([0], "reputation_beats_infamy")),
        ([{"rep": FIVE, "infamy": 16}, {"infamy": 18}], ([1], "most_infamy"), ([0], "reputation_beats_infamy")),
        ([{"infamy": 17}, {"infamy": 16}], ([0], "most_infamy"), ([0], "most_infamy")),
        ([{"infamy": 16}, {"infamy": 15}], ([0], "most_infamy"), ([0], "most_infamy")),
        ([{"rep": FIVE}, {}], ([0], "sole"), ([0], "sole")),
    ],
)
def test_both_tracks(situation, freelancers, infamy_first, reputation_first):
    for reading, expected in (("infamy_first", infamy_first), ("reputation_first", reputation_first)):
        game = situation(settings={"both_tracks": reading})
        for seat, fields in enumerate(freelancers):
            game.put(seat, **fields)
        result = game.choose().result()
        assert (result["winners"], result["decided_by"]) == expected


def test_every_ruling_has_a_test_here() -> None:
    rulings = [name for name, rule in load_rules(SPEC).items() if rule.kind == "ruling"]
    tested = [name for name in globals() if name.startswith("test_")]
    assert len(rulings) == 19
    assert [name for name in rulings if not any(test.startswith(f"test_{name}") for test in tested)] == []
