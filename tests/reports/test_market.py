"""What a page says of auctions, ranks and cards that are not dealt: a toy that has them."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analyses.compare import Comparison, compare
from analyses.summary import Study, study, summary
from heistlab.frames import cards_frame, prices_frame
from reports import tables
from reports.figures import draw, save_all
from reports.material import figure_names, gather
from reports.numbers import plain as number_words
from reports.page import render, write_page
from reports.wording import answers
from simcore.spec import GameBatch
from tests.analyses.market import AUCTION, CONTACTS, MISSIONS, SCHEMES, market_run
from tests.analyses.synthetic import MemoryRun
from tests.reports.tools import COMMAND, Page, market_of, plain


@pytest.fixture(scope="module")
def page(market: Study) -> Page:
    return Page(render(market, command=COMMAND))


def test_who_wins_by_a_rank_is_told_with_its_caution(page: Page, market: Study) -> None:
    rows = page.tables["Win share by final place (association, not effect)"]
    assert [row[0] for row in rows[1:]] == ["1st", "2nd", "3rd", "4th"]
    table = market.wins.by_rank()
    assert [float(plain(row[1]).split(" ")[0]) for row in rows[1:]] == pytest.approx((100 * table["win_share"]).tolist(), abs=0.5)
    text = plain(page.text)
    assert "By final place: p <0.001, furthest from even 1st" in text
    assert "The place is bought. Turn order is random, this is not: association, not effect." in text
    assert "Association, not effect: places are won in play, not drawn." in text


def test_prices_stand_card_by_card(page: Page, market: Study) -> None:
    header, *rows = page.tables["Prices of contacts"]
    assert header == [
        "card", "winning bid, day", "winning bid, night", "expenses, day", "expenses, night", "unsold", "for a Token, of sales",
        "win share of buyers", "above other seats, points",
    ]  # fmt: skip
    table = market.prices.prices()
    dearest = table[table["period"] == "all"].sort_values("bid", ascending=False)
    assert [row[0] for row in rows] == dearest["name"].tolist()
    prices = table.set_index(["card", "period"])
    buyers = market.prices.buyers().set_index("card")
    for card, row in zip(dearest["card"], rows, strict=True):
        day, night, whole = (prices.loc[(card, period)] for period in ("day", "night", "all"))
        said = [float(plain(cell).split("±")[0].split(" ")[0].replace("+", "")) for cell in row[1:]]
        assert said[:4] == pytest.approx([day["bid"], night["bid"], day["cost"], night["cost"]], abs=0.06)
        assert said[4:6] == pytest.approx([100 * whole["unsold_share"], 100 * whole["instead_share"]], abs=0.6)
        assert said[7] == pytest.approx(100 * buyers.loc[card, "difference"], abs=0.6)
    assert "Winning bids and expenses are means in coins" in page.text
    assert "association, not effect: buyers choose" in page.text
    counts = page.tables["How often contacts are offered and sold"]
    assert len(counts) - 1 == CONTACTS * 2
    for row in counts[1:]:
        offered, *ways = (int(cell.replace(",", "")) for cell in row[2:])
        assert offered == sum(ways)


def test_cards_are_told_of_those_it_could_happen_to(page: Page, market: Study) -> None:
    usage = market.cards.usage()
    for title, heads, event, cards in (
        ("Missions: how often completed when seen", ["seen, games", "completed, games", "completed when seen"], "completed", MISSIONS),
        ("Schemes: how often played when drawn", ["drawn, seats", "played, seats", "played when drawn"], "played", SCHEMES),
    ):
        header, *rows = page.tables[title]
        assert header[1:] == heads
        assert len(rows) == cards
        assert [int(row[1].replace(",", "")) for row in rows] == usage[usage["event"] == event]["chances"].tolist()
    for title in ("missions completed", "schemes drawn", "schemes played"):
        assert f"Association, not effect: {title}" in page.tables
    assert "Others: seats with the card drawn but not played; compared within turn order." in page.text
    assert "Others: all seats with the card not drawn; compared within turn order." in page.text
    assert "opening-hand" not in page.text
    assert page.text.count("whoever is ahead can afford more") == 3


def test_steps_and_reasons_have_the_games_words(market: Study, page: Page) -> None:
    assert "Every game ended by somebody at the goal." in page.text
    assert page.tables["What decides, step by step"][1][0] == "more points than all others"
    assert not any("decides: score" in answer.text for answer in answers(market))


def test_figures(market: Study, markets: Comparison, tmp_path: Path) -> None:
    assert figure_names(market) == ("who_wins", "balance", "ranks", "end_reasons", "decided_by", "length", "scores", "leaders", "prices")
    alt = plain(draw(market, "prices").alt)
    assert alt.startswith("Mean winning bids: Contact 0, day, ")
    assert alt.count("night") == CONTACTS
    compared = plain(draw(markets, "prices").alt)
    assert compared.count("Contact 1") == 2
    assert "day" not in compared
    assert draw(market, "ranks").title == "Win share by final place"
    assert {path.name for path in save_all(markets, tmp_path)} >= {"ranks.svg", "prices.png"}


def test_variants_stand_side_by_side(markets: Comparison) -> None:
    page = Page(render(markets, command=COMMAND))
    table = markets.studies[0].prices.prices()
    dearest = table[table["period"] == "all"].sort_values("bid", ascending=False)["name"].tolist()
    assert [row[:2] for row in page.tables["Prices of contacts"][1:]] == [[name, value] for name in dearest for value in ("6", "8")]
    assert [row[:2] for row in page.tables["Win share by final place (association, not effect)"][1:4]] == [
        ["6", "1st"], ["8", "1st"], ["6", "2nd"]
    ]  # fmt: skip
    assert not page.unbalanced


def test_files_beside_the_page(market: Study, tmp_path: Path) -> None:
    write_page(market, tmp_path / "page.html", command=COMMAND)
    for name in ("ranks", "all_ranks", "prices", "buyers", "usage", "association"):
        assert len(pd.read_csv(tmp_path / "page-tables" / f"{name}.csv")) == len(gather(market).tables[name])
    assert gather(market).data["summaries"][0]["ranks"] == summary(market)["ranks"]


def test_frames_of_cards_and_prices(market: Study) -> None:
    cards = cards_frame([market])
    assert len(cards) == MISSIONS + SCHEMES
    assert cards["dealt"].isna().all()
    assert set(cards["event"]) == {"completed", "played"}
    prices = prices_frame([market, market])
    assert len(prices) == 2 * CONTACTS * 3
    assert (prices["players"] == 4).all()


def unsold(seed: int, *kinds: str) -> MemoryRun:
    """A run of the toy market in which these kinds of sales never happen."""
    batch = market_of(seed).batch
    columns = [f"{kind}_{period}" for kind in kinds for period in AUCTION.periods] + ["bought"] * ("token" in kinds)
    none = {column: np.zeros_like(batch[column]) for column in columns}
    return market_run(GameBatch(batch.spec, batch.seats, {**batch.columns, **none}))


BIDS = ("sold", "bid")
SALES = (*BIDS, "token", "cost")
OFFERS = (*SALES, "unsold")


@pytest.mark.parametrize(("kinds", "priced"), [(BIDS, True), (SALES, False), (OFFERS, False)])
def test_a_page_on_which_nothing_was_sold(kinds: tuple[str, ...], priced: bool) -> None:
    for source in (study(unsold(1, *kinds)), compare([unsold(1, *kinds), unsold(2, *kinds)], ["sides=6", "sides=8"])):
        assert "prices" not in figure_names(source)
        page = Page(render(source, command=COMMAND))
        assert page.text.count("Nothing was won by a bid: no game sold any of the contacts.") == 1
        assert ("Prices of contacts" in page.tables) is priced


def test_cards_that_only_a_variant_sells_have_a_price(market: Study) -> None:
    found = compare([unsold(1, *BIDS), market_of(2)], ["sides=6", "sides=8"])
    assert plain(draw(found, "prices").alt).count("Contact") == CONTACTS
    assert "Nothing was won by a bid" not in Page(render(found, command=COMMAND)).text


def test_columns_that_never_vary_are_told_in_the_note(market: Study) -> None:
    batch = market_of(1).batch
    constant = {f"cost_{period}": batch[f"sold_{period}"] + batch[f"token_{period}"] for period in AUCTION.periods}
    page = Page(render(study(market_run(GameBatch(batch.spec, batch.seats, {**batch.columns, **constant}))), command=COMMAND))
    assert not any(header.startswith("expenses") for header in page.tables["Prices of contacts"][0])
    assert "winning bid, day" in page.tables["Prices of contacts"][0]
    assert "The same for all: expenses, day 1; expenses, night 1. Winning bids and expenses are means in coins" in page.text
    assert "The same for all" not in Page(render(market, command=COMMAND)).text


@pytest.mark.parametrize(
    ("values", "said"),
    [([1.0, 1.008, 1.0], "cost nearly always 1"), ([1.0, 1.0, float("nan")], "cost 1"), ([1.0, 1.02, 1.0], ""), ([2.5, 2.501, 2.5], "")],
)
def test_what_hardly_varies_is_no_column(values: list[float], said: str) -> None:
    table = pd.DataFrame({"cost": values})
    column = tables.Column("cost", lambda row: tables.Cell(number_words(row["cost"]), row["cost"]))
    kept, note = tables._varying([column], table)
    assert kept == ([] if said else [column])
    assert note == (f"The same for all: {said}. " if said else "")
