"""What the columns of a game's row say, in Rounds played by hand."""

import pytest

CONTACTS = ("chemist", "cloner", "thug", "smuggler", "accomplice", "liaison")


def of_contacts(cards, **counts):
    """Values of a column with one for each contact, in the order of the table."""
    return [counts.get(slug, 0) for slug in cards.contacts]


def bits(table, *slugs):
    """Rows of a table as bits."""
    return sum(1 << list(table).index(slug) for slug in slugs)


@pytest.fixture
def day(situation):
    """A Day after which the game is stopped. Seat 0 buys a good deal, completes a mission and skips a placement; seat 1 uses a Favor
    and goes to an HQ; seat 2 steals, and his pawn fails."""
    game = situation(settings={"round_cap": 1, "contacts_revealed": 6}).set(track=list(CONTACTS), missions=["ledger_bonfire", "vault_leak"])
    game.set(scheme_decks={"cartel": ["fresh_muscle"]})
    game.put(0, available=12, goods={"weapon": 1, "data": 3, "henchman": 1}).put(1, available=12, goods={"favor": 1}).put(2, available=12)
    game.answer(["bid", 2], ["bid", 3], ["pass"], ["bid", 5], ["pass"], ["pass"])  # Chemist
    game.answer(["pass"], ["favor"])  # Cloner
    game.answer(["pass"], ["bid", 1], ["pass"], ["pass"], ["resource", "data"], ["refuse"])  # Thug
    game.answer(["pass"], ["bid", 1], ["pass"], ["pass"])  # Smuggler
    game.answer(["bid", 1], ["pass"], ["pass"])  # Accomplice
    game.answer(["pass"], ["pass"])  # Liaison: seat 0 has one bribe left and is passed over
    game.answer(["sector", 1], ["sector", 4], ["sector", 3], ["sector", 6])
    game.answer(["pawn", "own"], ["mission", "ledger_bonfire"], ["skip"], ["resource", "data"], ["deck", "cartel"])
    game.answer(["resupply", "a"], ["scheme", "fresh_muscle"])
    return game.result()


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("contacts", [3, 1, 1]),
        ("favors_used", [0, 1, 0]),
        ("expenses", [4, 2, 1]),
        ("expenses_lost", [0, 1, 0]),
        ("contact_order", [1, 2, 3]),
        ("placements", [1, 1, 0]),
        ("failed", [0, 0, 1]),
        ("skipped", [1, 0, 0]),
        ("resupplies", [0, 1, 0]),
        ("hq_visits", [0, 1, 0]),
        ("missions", [1, 0, 0]),
        ("schemes_played", [1, 0, 0]),
        ("stolen", [0, 0, 1]),
        ("henchmen", [1, 1, 0]),
        ("infamy", [3, 0, 0]),
        ("infamy_missions", [3, 0, 0]),
        ("rep_cartel", [0, 0, 0]),
        ("rep_megacorp", [0, 1, 0]),
        ("rep_militia", [0, 0, 0]),
        ("score", [20, 20, 0]),
        ("day_end", 1),
    ],
)
def test_columns_of_seats(day, column, values):
    assert day[column] == values


def test_columns_of_cards(day, cards):
    won = [bits(cards.contacts, "chemist", "smuggler", "accomplice"), bits(cards.contacts, "cloner"), bits(cards.contacts, "thug")]
    assert day["contacts_won"] == won
    assert day["completed"] == [bits(cards.missions, "ledger_bonfire"), 0, 0]
    assert day["seen_missions"] == bits(cards.missions, "ledger_bonfire", "vault_leak")
    assert day["drawn"] == day["played"] == [bits(cards.schemes, "fresh_muscle"), 0, 0]


def in_rounds(*counts):
    """Counts of each Round from the first on, three bits each."""
    return sum(count << 3 * number for number, count in enumerate(counts))


def test_schemes_by_the_round_in_which_they_were_drawn(situation):
    """Seat 0 draws three in Round 1 and one in Round 2, the second of two identical ones. It loses the first of these to seat 1, who plays
    it, and plays two. What it was given at the start counts nowhere."""
    effects = {"deep_scan": "draw scheme militia 2; draw scheme cartel 1", "volunteers": "draw scheme militia 1"}
    effects["leaked_minutes"] = "steal scheme victim 1"
    game = situation(settings={"round_cap": 3, **{f"schemes.{slug}.effects": text for slug, text in effects.items()}})
    game.set(scheme_decks={"militia": ["buried_cache", "volunteers", "buried_cache"], "cartel": ["fresh_muscle"]})
    game.put(0, schemes=["deep_scan"]).put(1, schemes=["leaked_minutes"])
    game.choose().answer(["scheme", "deep_scan"], ["no_scheme"])
    game.choose().answer(["scheme", "volunteers"], ["scheme", "leaked_minutes"], ["scheme", "buried_cache"])
    game.choose().answer(["scheme", "buried_cache"], ["scheme", "buried_cache"])
    result = game.result()
    assert result["drawn_rounds"] == [in_rounds(3, 1), 0, 0]
    assert result["drawn_used"] == [in_rounds(1, 1), 0, 0]


def test_seven_schemes_drawn_in_a_round_are_counted(situation):
    effect = "draw scheme militia 3; draw scheme cartel 3; draw scheme megacorp 3"
    game = situation(settings={"round_cap": 2, "schemes.deep_scan.effects": effect}).pause()
    game.set(scheme_decks={"militia": ["buried_cache"], "megacorp": ["cold_audit", "front_page", "parallel_agenda"]})
    game.choose().answer(["scheme", "deep_scan"])
    game.choose().answer(["scheme", "parallel_agenda"], ["deck", "militia"], ["scheme", "buried_cache"])
    result = game.result()
    assert (result["drawn_rounds"], result["drawn_used"]) == ([in_rounds(7, 1), 0, 0], [in_rounds(1), 0, 0])


def test_columns_of_contacts_by_day(day, cards):
    assert day["sold_day"] == of_contacts(cards, chemist=1, thug=1, smuggler=1, accomplice=1)
    assert day["favor_day"] == of_contacts(cards, cloner=1)
    assert day["unsold_day"] == of_contacts(cards, liaison=1)
    assert day["bid_day"] == of_contacts(cards, chemist=5, thug=1, smuggler=1, accomplice=1)
    assert day["cost_day"] == of_contacts(cards, chemist=2, cloner=1, thug=1, smuggler=1, accomplice=1)
    for name in ("sold", "favor", "unsold", "bid", "cost"):
        assert day[f"{name}_night"] == of_contacts(cards)


def test_sources_of_infamy_and_columns_of_contacts_by_night(situation, cards):
    settings = {"round_cap": 2, "schemes.deep_scan.effects": "gain infamy 2", "missions.ledger_bonfire.reward": "gain infamy 1"}
    game = situation(settings=settings).night().pause().set(missions=["ledger_bonfire"])
    game.put(0, rep={"cartel": 4}, goods={"henchman": 5}).put(1, goods={"weapon": 1, "henchman": 1})
    game.buyers(hacker=1, liaison=0).auctions(["alternative", 1]).choose({0: 2, 1: 1})
    game.answer(["mission", "ledger_bonfire"], ["resupply", "a"], ["scheme", "deep_scan"])
    result = game.result()
    sources = {name.removeprefix("infamy_"): value for name, value in result.items() if name.startswith("infamy_")}
    assert sources == {
        "missions": [0, 4, 0],
        "henchmen": [2, 0, 0],
        "contacts": [2, 0, 0],
        "schemes": [2, 0, 0],
        "zones": [1, 0, 0],
        "benefits": [1, 0, 0],
    }
    assert (result["infamy"], result["contact_order"], result["day_end"]) == ([8, 4, 0], [2, 1, 3], 0)
    assert result["sold_night"] == result["bid_night"] == result["cost_night"] == of_contacts(cards, hacker=1, liaison=1)
    assert sum(result["unsold_night"]) == 3
    assert sum(result["sold_day"] + result["unsold_day"] + result["favor_day"]) == 0


def test_what_is_lost_with_a_reshuffle_stays_completed_in_the_columns(situation, cards):
    game = situation(settings={"empty_mission_deck": "reshuffle", "round_cap": 2}).set(missions=["ledger_bonfire"], mission_deck=[])
    game.put(0, goods={"weapon": 1, "data": 2, "henchman": 1}).choose({0: 1}).answer(["mission", "ledger_bonfire"])
    assert (game.seen.missions[0], game.freelancer(0).completed) == ("ledger_bonfire", [])
    result = game.choose().result()
    assert (result["missions"], result["completed"]) == ([1, 0, 0], [bits(cards.missions, "ledger_bonfire"), 0, 0])
