"""Contact Phase: the track, the Watchdog's move, the auction: FAM-17 to FAM-36."""

import pytest


def rich(situation, players=3, available=12, **settings):
    """A situation in which everybody has bribes."""
    game = situation(players, settings=settings)
    for seat in range(players):
        game.put(seat, available=available)
    return game


def bribes(game, seat):
    """Available, spent, in the bid, as markers."""
    return tuple(game.named["freelancers"][seat]["bribes"].values())


def to_next_round(game):
    """Pass, send everybody where he fails, play no scheme."""
    begun = game.seen.round
    for _ in range(200):
        if game.seen.round != begun:
            return game
        quiet = (["pass"], ["no_scheme"], ["fail"], ["sector", 6], ["recover", 0])
        game.answer(next((action for action in quiet if action in game.legal), game.legal[0]))
    raise AssertionError


# --- the track ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-17")
@pytest.mark.clause("FAM-18")
def test_the_night_is_dealt_from_what_the_day_left_and_the_next_day_from_all(new_game, cards):
    game = new_game()
    track, deck = [slot["contact"] for slot in game.named["contact_track"]], game.named["contact_deck"]
    assert (len(track), len(deck)) == (5, 8)
    shuffles = [len([event for event in game.events if event[0] == "contact"])]
    tracks = [track]
    while game.named["round"] < 3:
        before = game.named["round"]
        game.apply(next((action for action in game.legal if action[0] in ("pass", "no_scheme", "fail")), game.legal[0]))
        if game.named["round"] != before:
            tracks.append([slot["contact"] for slot in game.named["contact_track"]])
            shuffles.append(len([event for event in game.events if event[0] == "contact"]))
            if before == 1:
                assert tracks[1] == deck[:5]
                assert game.named["contact_deck"] == deck[5:]
    assert shuffles == [13, 13, 26]
    assert sorted(tracks[2] + game.named["contact_deck"]) == sorted(cards.contacts)


@pytest.mark.clause("FAM-18")
def test_contacts_are_revealed_in_a_row(new_game):
    game = new_game()
    pile = [event[-1] for event in game.events if event[0] == "contact"]
    assert [slot["contact"] for slot in game.named["contact_track"]] == pile[:5]
    assert [slot["status"] for slot in game.named["contact_track"]] == ["open", "coming", "coming", "coming", "coming"]


@pytest.mark.clause("FAM-19")
def test_no_watchdog_moves_in_the_first_round(new_game):
    game = new_game()
    assert (game.named["round"], game.named["decision"], len(game.named["watchdogs"])) == (1, "bid", 1)


@pytest.mark.clause("FAM-19")
@pytest.mark.parametrize("begun", [1, 2])
def test_a02_the_triggerman_moves_a_watchdog_in_every_other_round(situation, begun):
    game = situation().set(round=begun, watchdogs=[3], triggerman=1).choose()
    assert (game.asked, game.seen.round) == ((1, "watchdog_to"), begun + 1)
    assert game.legal == [["sector", sector] for sector in (1, 2, 4, 5, 6)]
    assert game.answer(["sector", 5]).seen.watchdogs == [5]


@pytest.mark.clause("FAM-19")
@pytest.mark.clause("FAM-77")
def test_of_two_watchdogs_exactly_one_moves_onto_the_other_if_he_likes(situation):
    game = situation().set(watchdogs=[2, 4]).choose()
    assert (game.decision, game.legal) == ("watchdog_from", [["sector", 2], ["sector", 4]])
    game.answer(["sector", 4])
    assert game.decision == "watchdog_to"
    assert ["sector", 2] in game.legal
    assert ["sector", 4] not in game.legal
    assert game.answer(["sector", 2]).seen.watchdogs == [2, 2]


@pytest.mark.clause("FAM-19")
def test_two_watchdogs_in_one_sector_are_alike(situation):
    game = situation().set(watchdogs=[2, 2]).choose()
    assert game.decision == "watchdog_to"
    assert game.answer(["sector", 1]).seen.watchdogs == [1, 2]


@pytest.mark.clause("FAM-19")
def test_a03_no_watchdog_on_the_board_none_moves(situation):
    game = situation().choose()
    assert (game.seen.round, game.seen.phase, game.seen.watchdogs) == (2, "sector", [])


# --- the auction ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FAM-20")
def test_contacts_are_auctioned_from_left_to_right_and_the_triggerman_speaks_first(situation):
    game = rich(situation, 4).set(triggerman=2)
    asked = []
    while game.decision == "bid":
        asked.append(([slot.status for slot in game.seen.contact_track].index("open"), game.seen.actor))
        game.answer(["pass"])
    assert asked == [(slot, seat) for slot in range(5) for seat in (2, 3, 0, 1)]


@pytest.mark.clause("FAM-21")
def test_a_bid_costs_expenses_and_lies_on_the_contact(situation):
    game = rich(situation).answer(["bid", 3])
    assert bribes(game, 0) == (8, 1, 3, 0)
    assert (game.seen.high_bid, game.seen.high_bidder, game.asked) == (3, 0, (1, "bid"))


@pytest.mark.clause("FAM-22")
def test_a16_a17_bids_are_strictly_higher_by_any_number(situation):
    game = rich(situation)
    assert game.legal == [["pass"], *(["bid", total] for total in range(1, 12))]
    game.answer(["bid", 4])
    assert sorted(game.legal) == sorted([["pass"], *(["bid", total] for total in range(5, 12))])


@pytest.mark.clause("FAM-23")
def test_a15_a_raise_adds_to_what_lies_there_and_costs_expenses_again(situation):
    game = rich(situation).answer(["bid", 2], ["bid", 3], ["pass"])
    assert game.asked == (0, "bid")
    assert sorted(game.legal) == sorted([["pass"], *(["bid", total] for total in range(4, 11))])  # 9 in stock, one of them for expenses
    game.answer(["bid", 5])
    assert bribes(game, 0) == (5, 2, 5, 0)


@pytest.mark.clause("FAM-24")
def test_who_passed_may_come_in_again(situation):
    game = rich(situation).answer(["pass"], ["bid", 1], ["pass"])
    assert game.asked == (0, "bid")
    game.answer(["bid", 2])
    assert (game.seen.high_bidder, game.asked) == (0, (1, "bid"))


@pytest.mark.clause("FAM-24")
def test_auctions_end_since_bribes_do(situation):
    game = rich(situation, available=4)
    decisions = 0
    while game.seen.contact_track[0].status == "open":
        game.answer(min(game.legal, key=lambda action: action[1] if action[0] == "bid" else 99))
        decisions += 1
    assert decisions <= 6  # 2 bribes for the first bid of each, 2 for one raise of each


@pytest.mark.clause("FAM-25")
def test_a13_it_ends_when_all_others_have_passed_in_a_row(situation):
    game = rich(situation).answer(["bid", 1], ["pass"], ["bid", 2], ["pass"])
    assert game.seen.contact_track[0].status == "open"
    game.answer(["pass"])
    assert (game.seen.contact_track[0].status, game.seen.contact_track[0].winner) == ("won", 2)


@pytest.mark.clause("FAM-25")
def test_a18_the_highest_bidder_is_not_asked(situation):
    game = rich(situation).answer(["bid", 1])
    actors = []
    while game.seen.contact_track[0].status == "open":
        actors.append(game.seen.actor)
        game.answer(["pass"])
    assert actors == [1, 2]


@pytest.mark.clause("FAM-25")
def test_without_a_bid_everybody_passes_once(situation):
    game = rich(situation).answer(["pass"], ["pass"])
    assert game.seen.contact_track[0].status == "open"
    assert game.answer(["pass"]).seen.contact_track[0].status == "unsold"


@pytest.mark.clause("FAM-26")
def test_losing_bids_are_back_and_expenses_are_not(situation):
    game = rich(situation).answer(["bid", 4], ["bid", 5], ["pass"], ["pass"])
    assert game.seen.contact_track[0].winner == 1
    assert bribes(game, 0) == (11, 1, 0, 0)


@pytest.mark.clause("FAM-27")
def test_a20_the_winning_bid_is_spent_but_for_the_marker(situation):
    game = rich(situation).answer(["bid", 4], ["pass"], ["pass"])
    assert bribes(game, 0) == (7, 4, 0, 1)  # spent: the expenses and three of the bid
    assert game.seen.contact_track[0].marker


@pytest.mark.clause("FAM-28")
def test_a10_a11_the_winner_is_rewarded_and_opens_the_next_contact(situation):
    game = rich(situation).set(track=["chemist", "liaison"]).answer(["pass"], ["bid", 1], ["pass"], ["pass"])
    assert game.goods(1) == {"compound": 2}
    assert (game.seen.triggerman, game.asked) == (1, (1, "bid"))
    game.answer(["bid", 1], ["pass"], ["bid", 2], ["pass"], ["pass"])
    assert (game.asked, game.seen.triggerman) == ((0, "alternative"), 1)  # his reward comes before the marker
    game.answer(["alternative", 1])
    assert (game.freelancer(0).infamy, game.seen.triggerman, game.asked) == (2, 0, (0, "bid"))


@pytest.mark.clause("FAM-29")
def test_a_contact_that_nobody_wants_is_closed(situation):
    game = rich(situation).set(triggerman=1).answer(["pass"], ["pass"], ["pass"])
    assert (game.seen.contact_track[0].status, game.seen.contact_track[0].winner) == ("unsold", None)
    assert (game.seen.triggerman, game.asked) == (1, (1, "bid"))
    assert game.seen.contact_track[1].status == "open"


@pytest.mark.clause("FAM-30")
def test_somebody_may_win_several_contacts(situation):
    game = situation().buyers(chemist=1, hacker=1, arms_dealer=1).auctions()
    assert game.goods(1) == {"weapon": 2, "data": 2, "compound": 2}
    assert bribes(game, 1) == (0, 9, 0, 3)


@pytest.mark.clause("FAM-31")
def test_only_available_bribes_count(situation):
    game = situation().put(0, available=4).put(1, available=1).put(2, available=2)
    assert game.legal == [["pass"], ["bid", 1], ["bid", 2], ["bid", 3]]
    game.answer(["pass"])
    assert (game.asked, game.legal) == ((2, "bid"), [["pass"], ["bid", 1]])  # one bribe is too few: passed over


@pytest.mark.clause("FAM-31")
def test_a22_one_bribe_is_enough_for_a_favor(situation):
    game = situation().put(0, available=1, goods={"favor": 1}).put(1, goods={"favor": 1})
    assert (game.asked, game.legal) == ((0, "bid"), [["pass"], ["favor"]])
    game.answer(["pass"])
    assert [slot.status for slot in game.seen.contact_track][:2] == ["unsold", "open"]  # seat 1 has no bribe


@pytest.mark.clause("FAM-31")
@pytest.mark.clause("FAM-32")
def test_markers_cannot_be_recovered(situation):
    game = situation().buyers(chemist=0).pause().choose({0: 2})
    assert bribes(game, 0) == (0, 11, 0, 1)
    game.answer(["resupply", "a"], ["recover", 3])
    assert bribes(game, 0) == (3, 8, 0, 1)


@pytest.mark.clause("FAM-32")
def test_recovering_is_limited_by_what_is_spent(situation):
    game = situation().put(0, available=10).choose({0: 2}).answer(["resupply", "a"])
    assert (game.decision, game.legal) == ("recover", [["recover", 0], ["recover", 1], ["recover", 2]])


@pytest.mark.clause("FAM-33")
def test_a_favor_wins_at_once_over_any_bid(situation):
    game = rich(situation).set(track=["chemist"]).put(1, goods={"favor": 1})
    supply = game.seen.supply.favor
    game.answer(["bid", 6], ["favor"])
    assert (game.seen.contact_track[0].winner, game.seen.contact_track[0].marker, game.seen.triggerman) == (1, True, 1)
    assert bribes(game, 0) == (11, 1, 0, 0)
    assert bribes(game, 1) == (11, 0, 0, 1)  # the expenses are the marker
    assert (game.goods(1), game.seen.supply.favor) == ({"compound": 2}, supply + 1)


@pytest.mark.clause("FAM-33")
@pytest.mark.parametrize("first", [["pass"], ["bid", 1]])
def test_a23_a_favor_only_the_first_time(situation, first):
    game = rich(situation).put(0, goods={"favor": 1})
    assert ["favor"] in game.legal
    game.answer(first, ["bid", 2], ["pass"])
    assert game.asked == (0, "bid")
    assert ["favor"] not in game.legal


@pytest.mark.clause("FAM-33")
def test_a_favor_needs_the_expenses(situation):
    game = situation(settings={"expenses": 2}).put(0, available=12).put(1, available=1, goods={"favor": 1}).put(2, available=12)
    assert game.answer(["bid", 1]).asked == (2, "bid")


@pytest.mark.clause("FAM-33")
def test_a_favor_at_each_contact(situation):
    game = rich(situation).put(0, goods={"favor": 2}).set(track=["chemist", "hacker"]).answer(["favor"], ["favor"])
    assert (game.goods(0), bribes(game, 0)) == ({"data": 2, "compound": 2}, (10, 0, 0, 2))


@pytest.mark.clause("FAM-34")
def test_the_fixer_takes_no_favor(situation):
    game = rich(situation).put(0, goods={"favor": 1}).set(track=["fixer", "chemist"])
    assert ["favor"] not in game.legal
    game.answer(["pass"], ["pass"], ["pass"])
    assert ["favor"] in game.legal


@pytest.mark.clause("FAM-35")
@pytest.mark.parametrize(
    ("contact", "factions"),
    [
        ("peddler", ["cartel", "megacorp", "militia"]),
        ("chemist", ["cartel"]),
        ("thug", ["cartel"]),
        ("hacker", ["megacorp"]),
        ("informant", ["megacorp"]),
        ("arms_dealer", ["militia"]),
        ("cloner", []),
    ],
)
def test_contacts_of_factions_set_off_benefits_of_theirs(situation, contact, factions):
    """Each faction's benefit of a contact gives a Henchman, a Favor or Infamy."""
    settings = {
        "rep_tracks.pusher.effects": "gain henchman 1",
        "rep_tracks.auditor.effects": "gain favor 1",
        "rep_tracks.quartermaster.effects": "gain infamy 1",
    }
    settings |= {f"contacts.{contact}.effects": ""}
    game = situation(settings=settings).put(0, rep=dict.fromkeys(("cartel", "megacorp", "militia"), 2)).buyers(**{contact: 0})
    game.auctions(*([["benefit", "cartel", 2], ["benefit", "megacorp", 2]] if len(factions) > 1 else []))
    found = {"cartel": game.goods(0).get("henchman"), "megacorp": game.goods(0).get("favor"), "militia": game.freelancer(0).infamy}
    assert {faction for faction, count in found.items() if count} == set(factions)


@pytest.mark.clause("FAM-36")
def test_what_lasts_is_the_winners_and_ends_with_the_round(situation):
    game = situation().set(watchdogs=[3]).buyers(sector_chief=1).auctions(["sector", 4])
    assert [freelancer.watchdog_pass for freelancer in game.seen.freelancers] == [False, True, False]
    game.choose()
    assert game.seen.round == 1  # one Watchdog has to go
    game.answer(["sector", 4], ["sector", 1])
    assert (game.seen.round, [freelancer.watchdog_pass for freelancer in game.seen.freelancers]) == (2, [False, False, False])


@pytest.mark.clause("FAM-36")
def test_a10_a_favor_of_the_fixer_is_good_for_the_next_contact(situation):
    game = situation().buyers(fixer=0).put(0, available=3).set(track=["fixer", "chemist"]).auctions()
    assert game.goods(0) == {"favor": 1}
    game = situation().set(track=["fixer", "chemist"]).put(0, available=3).answer(["bid", 1])
    assert (game.asked, game.legal) == ((0, "bid"), [["pass"], ["favor"]])
    assert game.answer(["favor"]).goods(0) == {"compound": 2}
