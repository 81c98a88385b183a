"""Cards: against a regression, with planted truths, by hand."""

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats

from analyses.cards import Cards
from analyses.intervals import wilson
from analyses.source import card_tables, read
from simcore.spec import GameBatch
from tests.analyses.market import market_games, market_rows, market_run
from tests.analyses.synthetic import TOY, MemoryRun, bits, rows
from tests.analyses.test_intervals import covers
from tests.analyses.test_win_rate import duel

THINGS = tuple(f"thing_{number}" for number in range(12))
HAND = 2
SEATS = 4


def cards_of(batch: GameBatch, rotations: int = 1, things: tuple[str, ...] = THINGS, sizes: tuple[int, ...] = (100_000,)) -> Cards:
    run = MemoryRun(batch, rotations=rotations, things=things, sizes=sizes)
    cards = Cards(TOY, batch.seats, card_tables(run))
    read(run, cards)
    return cards


def dealt_games(
    deals: int, generator: np.random.Generator, worth: float = 0.0, rotations: int = 1, luck: float = 0.0, first_worth: float = 0.3
) -> GameBatch:
    """Deals of twelve things to four seats; thing 0 adds `worth` to a seat's chance to win, position adds too, a deal's luck as well."""
    order = np.argsort(generator.random((deals, len(THINGS))), axis=1)
    owner = np.full((deals, len(THINGS)), -1)
    for seat in range(SEATS):
        np.put_along_axis(owner, order[:, seat * HAND : (seat + 1) * HAND], seat, axis=1)
    hand = bits(np.stack([owner == seat for seat in range(SEATS)], axis=1).astype(np.int64))
    first_seat = generator.integers(0, SEATS, deals)
    position = (np.arange(SEATS) - first_seat[:, None]) % SEATS
    chance = 0.25 + first_worth * (0.25 - position / 6) * 0.5
    has = owner[:, 0][:, None] == np.arange(SEATS)
    chance = chance + worth * has - (worth / (SEATS - 1)) * (has.any(axis=1)[:, None] & ~has)
    lucky = generator.integers(0, SEATS, deals)
    games = deals * rotations
    spread = {
        name: np.repeat(values, rotations, axis=0)
        for name, values in {"hand": hand, "first": first_seat, "chance": chance, "lucky": lucky}.items()
    }
    drawn = (generator.random(games)[:, None] > np.cumsum(spread["chance"], axis=1)).sum(axis=1).clip(max=SEATS - 1)
    winner = np.where(generator.random(games) < luck, spread["lucky"], drawn)
    used = spread["hand"] & generator.integers(0, 2 ** len(THINGS), (games, SEATS))
    return rows(1 << winner, SEATS, rotations, first_seat=spread["first"], dealt_things=spread["hand"], used_things=used)


@pytest.mark.parametrize("rotations", [1, 4])
def test_the_opening_hand_is_a_regression_within_turn_order(rotations):
    """Same coefficient as excess on card and position, and nearly the cluster-robust standard error."""
    batch = dealt_games(500, np.random.default_rng(1), 0.1, rotations, luck=0.3)
    table = cards_of(batch, rotations, sizes=(3, 700)).opening_hand().set_index("card")
    position = ((np.arange(SEATS) - batch["first_seat"][:, None]) % SEATS).ravel()
    dummies = (position[:, None] == np.arange(SEATS)).astype(float)
    for number in (0, 5):
        has = (batch["dealt_things"] >> number & 1).ravel().astype(float)
        fit = sm.OLS(batch.excess.ravel(), np.column_stack([has, dummies])).fit(
            cov_type="cluster", cov_kwds={"groups": np.repeat(batch["deal"], SEATS)}
        )
        row = table.loc[f"thing_{number}"]
        assert row["effect"] == pytest.approx(fit.params[0], abs=1e-12)
        assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * fit.bse[0], rel=0.02)
        assert row["dealt"] == has.sum()


def test_a_card_that_four_seats_had_and_none_of_them_won_with_may_be_worth_nothing():
    """By chance alone that happens in one of three such cards."""
    generator = np.random.default_rng(5)
    used, winner = np.zeros((2000, SEATS), int), generator.integers(0, SEATS, 2000)
    used[:4, 0], winner[:4] = 1, 1
    used[4:, 0] = 2 * generator.integers(0, 2, 1996)
    table = cards_of(rows(1 << winner, SEATS, used_things=used)).association().set_index("card")
    few, many = table.loc["thing_0"], table.loc["thing_1"]
    assert few["win_share"] == 0
    assert few["low"] < -0.5 < 0 < few["high"]
    assert many["high"] - many["low"] < 0.1


def test_cards_that_two_seats_may_have():
    """Copies: the covariance between positions counts too."""
    generator = np.random.default_rng(2)
    winner = generator.integers(0, 3, 800)
    hands = generator.integers(0, 2, (800, 3))
    batch = rows(1 << winner, 3, dealt_things=hands)
    row = cards_of(batch, things=("copied",)).opening_hand().iloc[0]
    dummies = np.tile(np.eye(3), (800, 1))
    fit = sm.OLS(batch.excess.ravel(), np.column_stack([hands.ravel(), dummies])).fit(
        cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(800), 3)}
    )
    assert row["effect"] == pytest.approx(fit.params[0], abs=1e-12)
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * fit.bse[0], rel=0.02)


@pytest.mark.parametrize("rotations", [1, 4])
def test_the_worth_of_a_card_is_covered(rotations):
    """Dealt thing 0: +0.09; not dealt it: one of three rivals has it in 6 of 10 games, which costs 0.03.

    Thing 1 is worth nothing, but who holds it holds thing 0 in 1 of 11 games, others in 2, and their rivals in 6 of 11 and 54 of 110.
    """
    generator = np.random.default_rng(3)
    worth = 0.09
    truth = worth + worth / 3 * 6 / 10
    idle_truth = worth * (1 / 11 - 6 / 11 / 3) - worth * (2 / 11 - 54 / 110 / 3)
    repetitions, hits, idle_hits = 300, 0, 0
    for _ in range(repetitions):
        batch = dealt_games(400, generator, worth, rotations, first_worth=0.2)
        table = cards_of(batch, rotations, THINGS[:2]).opening_hand()
        hits += table["low"][0] <= truth <= table["high"][0]
        idle_hits += table["low"][1] <= idle_truth <= table["high"][1]
    assert covers(hits, repetitions, 0.93)
    assert covers(idle_hits, repetitions, 0.93)


def test_cards_do_not_depend_on_batches():
    batch = dealt_games(200, np.random.default_rng(4), 0.1, 3)
    whole, pieces = cards_of(batch, 3), cards_of(batch, 3, sizes=(1, 50, 7))
    for table in (Cards.opening_hand, Cards.usage, Cards.association):
        pd.testing.assert_frame_equal(table(whole), table(pieces), check_exact=True)


def test_usage_by_hand():
    """Thing 0: dealt in four games, used in one; thing 1 is used by a seat that was not dealt it, which is no use of an opening hand."""
    dealt = np.array([[1, 2], [1, 0], [0, 1], [1, 0], [0, 0]])
    used = np.array([[1, 0], [0, 0], [0, 0], [0, 2], [0, 2]])
    cards = cards_of(rows([1, 2, 1, 2, 1], 2, dealt_things=dealt, used_things=used), things=("zero", "one", "two"))
    usage = cards.usage()
    assert usage["chances"].tolist() == [4, 1, 0]
    assert usage["used"].tolist() == [1, 0, 0]
    assert usage["share"].tolist()[:2] == [0.25, 0.0]
    assert (usage["low"][0], usage["high"][0]) == pytest.approx(wilson(1, 4))
    assert np.isnan(usage["share"][2])
    assert usage["small"].all()
    assert usage["name"].tolist() == ["Zero", "One", "Two"]
    assert set(zip(usage["event"], usage["among"], usage["unit"], strict=True)) == {("used", "dealt", "seats")}
    opening = cards.opening_hand()
    assert opening["dealt"].tolist() == [4, 1, 0]
    assert np.isnan(opening.loc[2, ["effect", "low", "high"]].astype(float)).all()


def test_usage_in_several_games_of_a_deal_is_clustered():
    dealt = np.ones((400, 1), int).repeat(2, axis=1) * np.array([1, 0])
    used = dealt * np.repeat(np.arange(100) % 2, 4)[:, None]
    together = cards_of(rows([1] * 400, 2, 4, dealt_things=dealt, used_things=used), 4, ("zero",)).usage().iloc[0]
    apart = cards_of(rows([1] * 400, 2, dealt_things=dealt, used_things=used), 1, ("zero",)).usage().iloc[0]
    assert together["share"] == apart["share"] == 0.5
    assert together["high"] - together["low"] > 1.9 * (apart["high"] - apart["low"])


def test_association_is_labelled_and_compares_users():
    winner = np.array([0, 0, 1, 1] * 50)
    used = np.column_stack([winner == 0, winner == 1]).astype(int)
    cards = cards_of(rows(1 << winner, 2, used_things=used), things=("zero",))
    row = cards.association().iloc[0]
    assert (row["event"], row["among"], row["seats"], row["win_share"]) == ("used", "all", 200, 1.0)
    assert row["difference"] == pytest.approx(1.0)
    assert cards.kinds == ("opening_hand", "usage", "association")


def market_cards(batch: GameBatch, rotations: int = 1, sizes: tuple[int, ...] = (100_000,)) -> Cards:
    run = market_run(batch, rotations, sizes)
    cards = Cards(run.spec, batch.seats, card_tables(run))
    read(run, cards)
    return cards


@pytest.mark.parametrize("rotations", [1, 4])
@pytest.mark.parametrize(("event", "column", "among"), [("completed", "done", "seen"), ("played", "played", "drawn")])
def test_cards_that_only_some_could_have_are_compared_among_these(event, column, among, rotations):
    """A regression on the seats to which it could happen, those of a game or single ones."""
    batch = market_games(300, np.random.default_rng(5), rotations=rotations)
    table = market_cards(batch, rotations, sizes=(5, 400)).association().query(f"event == {event!r}").reset_index()
    position = ((np.arange(SEATS) - batch["first_seat"][:, None]) % SEATS).ravel()
    deal = np.repeat(batch["deal"], SEATS)
    could_all = batch[among] if batch[among].ndim > 1 else batch[among][:, None].repeat(SEATS, axis=1)
    for card in range(len(table)):
        could = (could_all >> card & 1).ravel().astype(bool)
        has = (batch[column] >> card & 1).ravel().astype(float)[could]
        dummies = (position[could][:, None] == np.arange(SEATS)).astype(float)
        fit = sm.OLS(batch.excess.ravel()[could], np.column_stack([has, dummies])).fit(cov_type="cluster", cov_kwds={"groups": deal[could]})
        row = table.iloc[card]
        assert row["difference"] == pytest.approx(fit.params[0], abs=1e-12)
        assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * fit.bse[0], rel=0.02)
        assert row["seats"] == has.sum()
        assert row["among"] == among
        credit = batch.credit.ravel()[could]
        assert row["win_share"] == pytest.approx(credit @ has / has.sum())
        deals = pd.DataFrame({"deal": deal[could], "top": credit * has, "bottom": has}).groupby("deal").sum()
        deals = deals[deals["bottom"] > 0]
        residual = deals["top"] - row["win_share"] * deals["bottom"]
        error = np.sqrt((residual**2).sum() * len(deals) / (len(deals) - 1)) / has.sum()
        assert row["win_high"] - row["win_low"] == pytest.approx(2 * 1.96 * error, rel=0.02)


def test_each_event_is_a_screen_of_its_own():
    table = market_cards(market_games(2000, np.random.default_rng(5))).association()
    for _, group in table.groupby(["event", "table"]):
        known = group.dropna(subset=["p"])
        assert len(known) > 1
        assert known["q"].to_numpy() == pytest.approx(stats.false_discovery_control(known["p"]))
        assert (group["found"] == (group["q"] <= 0.05)).all()
        assert sorted(group["rank"]) == list(range(1, len(group) + 1))


def test_how_often_something_happens_of_the_times_it_could():
    """Mission 0 was seen in three games and completed in two; scheme 1 was drawn by three seats and played by one of them."""
    batch = market_rows(
        [1, 2, 1, 2],
        2,
        seen=np.array([1, 3, 0, 1]),
        done=np.array([[1, 0], [1, 1], [0, 0], [0, 0]]),
        drawn=np.array([[2, 2], [0, 2], [0, 0], [0, 0]]),
        played=np.array([[2, 0], [0, 0], [0, 0], [2, 0]]),
    )
    usage = market_cards(batch).usage().set_index(["table", "card"])
    mission, scheme = usage.loc[("missions", "mission_0")], usage.loc[("schemes", "scheme_1")]
    assert mission[["event", "among", "unit", "chances", "used"]].tolist() == ["completed", "seen", "games", 3, 2]
    assert scheme[["event", "among", "unit", "chances", "used"]].tolist() == ["played", "drawn", "seats", 3, 1]
    assert (mission["low"], mission["high"]) == pytest.approx(wilson(2, 3))
    assert usage.loc[("missions", "mission_1")][["chances", "used"]].tolist() == [1, 0]
    assert np.isnan(usage.loc[("missions", "mission_2"), "share"])


def test_cards_that_could_happen_do_not_depend_on_batches():
    batch = market_games(150, np.random.default_rng(6), rotations=3)
    whole, pieces = market_cards(batch, 3), market_cards(batch, 3, sizes=(1, 50, 7))
    assert whole.kinds == ("usage", "association")
    for table in (Cards.usage, Cards.association):
        pd.testing.assert_frame_equal(table(whole), table(pieces), check_exact=True)


def test_a_game_without_cards_has_no_card_tables():
    run = duel(2, {"target": 1}, 50)
    cards = Cards(run.spec, 2, card_tables(run))
    read(run, cards)
    assert cards.kinds == ()
    assert len(cards.opening_hand()) == len(cards.usage()) == len(cards.association()) == 0
