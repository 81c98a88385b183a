"""The scale of strength, on games whose truth is known."""

import itertools
import math
from dataclasses import dataclass

import choix
import numpy as np
import pytest

from analyses import strength
from analyses.strength import Bouts, ladder, ladder_dict
from analyses.verdicts import Kind
from reports.strength import ladder_sentences
from simcore.lineups import Bot
from tests.analyses.synthetic import MemoryRun, rows

TRUTH = {"random": 0.25, "greedy": 1.0, "rollout": 2.0}
DEALS = 1500


@dataclass
class BotRun(MemoryRun):
    """A run whose bots are what their names say."""

    @property
    def manifest(self):
        bots = tuple(Bot(name=name, kind="random" if name == "random" else "rated") for name in self.bots)
        return super().manifest.model_copy(update={"bots": bots})


def bout(bot, rival, seats, chance, deals=DEALS, nobody=0.0, shared=0.0, seed=0):
    """One seat of a bot against rivals, won alone by it with this chance, else by one of them; or by nobody, or by all."""
    random = np.random.default_rng([seed, *map(ord, bot + rival)])
    games = deals * seats
    entry = np.where(random.random(games) < chance, 0, random.integers(1, seats, games))
    seat = (entry - np.arange(games)) % seats
    luck = random.random(games)
    winners = np.select([luck < nobody, luck > 1 - shared], [0, (1 << seats) - 1], 1 << seat)
    return BotRun(rows(winners, seats, seats), rotations=seats, bots=[bot] + [rival] * (seats - 1))


def luce(weights, bot, rival, seats):
    return weights[bot] / (weights[bot] + (seats - 1) * weights[rival])


def bouts(weights=TRUTH, seats=4, turns=None, **options):
    """All bouts by the weights; `turns` are chances that are otherwise."""
    pairs = itertools.combinations(weights, 2) if seats == 2 else itertools.permutations(weights, 2)
    chances = {pair: luce(weights, *pair, seats) for pair in pairs} | (turns or {})
    return {pair: bout(*pair, seats, chance, **options) for pair, chance in chances.items()}


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    monkeypatch.setattr(strength, "RESAMPLES", 199)


@pytest.mark.parametrize("seats", [3, 4])
def test_counts_give_what_choix_gives_for_single_games_with_bots_that_sit_there_twice(seats):
    pairs = list(itertools.permutations(range(3), 2))
    counted = np.random.default_rng(3).integers(1, 40, (len(pairs), 2)).astype(float)
    games = []
    for (one, rival), (wins, rival_wins) in zip(pairs, counted.astype(int), strict=True):
        games += [(one, [rival] * (seats - 1))] * wins + [(rival, [one] + [rival] * (seats - 2))] * rival_wins
    places = np.array(pairs)
    found = Bouts(3, seats, places[:, 0], places[:, 1]).strengths(counted)
    assert found == pytest.approx(choix.ilsr_top1(3, games), abs=1e-6)
    assert found == pytest.approx(choix.mm_top1(3, games), abs=1e-5)


@pytest.mark.parametrize("seats", [2, 4])
def test_it_finds_the_strengths_that_the_games_were_made_with(seats):
    found = ladder(bouts(seats=seats), list(TRUTH))
    assert found.yardstick == "greedy"
    for row in found.scale.to_dict("records"):
        weight = TRUTH[row["bot"]]
        others = (sum(TRUTH.values()) - weight) / 2
        chance = weight / (weight + (seats - 1) * others)
        assert row["strength"] == pytest.approx(math.log(weight), abs=0.1)
        assert row["ratio"] == pytest.approx(weight, rel=0.1)
        assert row["chance"] == pytest.approx(chance, abs=0.02)
        assert row["floor"] == (row["bot"] == "random")
        if row["bot"] != "greedy":
            assert row["low"] < math.log(weight) < row["high"]
            assert 0 < row["high"] - row["low"] < 0.4
        assert row["chance_low"] < chance < row["chance_high"]
    for row in found.cells.to_dict("records"):
        chance = luce(TRUTH, row["bot"], row["rival"], seats)
        assert row["predicted"] == pytest.approx(chance, abs=0.02)
        assert row["credit"] == pytest.approx(chance, abs=0.02)
        assert row["excess"] == pytest.approx(row["credit"] - 1 / seats)
        assert abs(row["gap"]) < 0.03
        assert row["gap_low"] < row["gap"] < row["gap_high"]
    assert found.fit not in (Kind.HIGHER, Kind.LOWER)
    assert len(found.cells) == 6
    assert list(zip(found.cells["bot"], found.cells["rival"], strict=True)) == list(itertools.permutations(TRUTH, 2))
    assert found.free == (1 if seats == 2 else 4)


def test_the_mean_excess_is_that_of_the_bouts():
    for seats in (2, 4):
        found = ladder(bouts(seats=seats), list(TRUTH))
        expected = found.cells.groupby("bot")["excess"].mean()
        assert dict(zip(found.scale["bot"], found.scale["excess"], strict=True)) == pytest.approx(expected.to_dict())
        assert (found.scale["excess_low"] < found.scale["excess"]).all()
        assert (found.scale["excess"] < found.scale["excess_high"]).all()


def test_strength_that_is_not_transitive_is_told():
    """Each beats the next: all are equally strong on one scale, and it tells nothing."""
    circle = dict.fromkeys(("stone", "scissors", "paper"), 1.0)
    wins = {("stone", "scissors"): 0.7, ("scissors", "paper"): 0.7, ("stone", "paper"): 0.3}
    found = ladder(bouts(circle, 2, wins), list(circle))
    assert found.fit in (Kind.HIGHER, Kind.LOWER)
    assert found.worst["gap"] == pytest.approx(0.2 if found.fit is Kind.HIGHER else -0.2, abs=0.04)
    assert "does not tell who wins among whom within 1 point" in ladder_sentences(found)[0]
    assert found.scale["strength"].abs().max() < 0.15


def test_a_scale_that_fits_says_so():
    found = ladder(bouts(dict.fromkeys("abc", 1.0), 4, deals=30_000), list("abc"))
    assert found.fit in (Kind.EQUAL, Kind.SMALL_BUT_REAL)
    assert ladder_sentences(found)[0].startswith("One scale tells who wins among whom within 1 point")
    few = ladder(bouts(dict.fromkeys("abc", 1.0), 4, deals=60, seed=1), list("abc"))
    assert few.fit is Kind.UNDECIDED
    assert "is undecided" in ladder_sentences(few)[0]


def test_games_that_nobody_wins_alone_count_for_credit_only():
    found = ladder(bouts(nobody=0.2, shared=0.1), list(TRUTH))
    clean = found.cells.set_index(["bot", "rival"]).loc[("greedy", "random")]
    assert clean["undecided"] == pytest.approx(0.3, abs=0.03)
    assert clean["measured"] == pytest.approx(luce(TRUTH, "greedy", "random", 4), abs=0.04)
    assert clean["credit"] == pytest.approx(0.7 * luce(TRUTH, "greedy", "random", 4) + 0.1 / 4, abs=0.04)
    told = ladder_sentences(found)
    assert any("Games that nobody won alone are left out of the scale" in sentence for sentence in told)
    assert not any("nobody won alone" in sentence for sentence in ladder_sentences(ladder(bouts(), list(TRUTH))))


def test_a_bot_that_never_wins_stands_below_the_scale():
    never = {pair: 1.0 if pair[1] == "random" else luce(TRUTH, *pair, 4) for pair in itertools.permutations(TRUTH, 2)}
    never |= {("random", rival): 0.0 for rival in ("greedy", "rollout")}
    found = ladder(bouts(turns=never), list(TRUTH))
    scale = found.scale.set_index("bot")
    assert scale.loc["random", ["strength", "low", "high", "ratio", "chance", "chance_high"]].isna().all()
    assert scale.loc["rollout", "strength"] == pytest.approx(math.log(2), abs=0.15)
    assert ladder_dict(found)["scale"][0]["strength"] is None
    assert "random won no game alone, and so stands below the scale." in ladder_sentences(found)
    assert any(sentence.startswith("random chooses without looking: a floor") for sentence in ladder_sentences(found))


def test_two_bots_and_two_players_are_one_bout():
    found = ladder(bouts({"greedy": 1.0, "rollout": 3.0}, 2), ["greedy", "rollout"])
    assert found.free == 0
    assert "One number a bot tells everything here" in ladder_sentences(found)[0]
    first, second = found.cells.to_dict("records")
    assert first["credit"] == pytest.approx(1 - second["credit"])
    assert first["measured"] == pytest.approx(1 - second["measured"])
    assert (first["gap_low"], first["gap_high"]) == pytest.approx((-second["gap_high"], -second["gap_low"]))


@pytest.mark.parametrize(("deals", "kind"), [(1, Kind.UNDECIDED), (100, Kind.UNDECIDED), (1000, Kind.EQUAL)])
def test_deals_that_are_all_alike_have_no_interval_but_what_was_not_seen(deals, kind):
    """Each seat wins once a deal: there is nothing to resample, and no interval is made of rounding errors."""
    winners = 1 << (np.arange(4 * deals) % 4)
    runs = {pair: BotRun(rows(winners, 4, 4), rotations=4, bots=[pair[0]] + [pair[1]] * 3) for pair in [("a", "b"), ("b", "a")]}
    runs[("b", "a")].batch.columns["winners"][:] = 1 << ((np.arange(4 * deals) + 1) % 4)
    for run in runs.values():
        run.batch.columns["bot"] = (np.arange(4) + np.zeros(4 * deals, int)[:, None]) % 4
    found = ladder(runs, ["a", "b"])
    assert found.fit is kind
    assert found.scale[["excess_low", "excess_high", "chance_low"]].isna().all(axis=None)
    assert found.scale["excess"].abs().max() < 1e-12
    assert math.isnan(found.scale["low"][1])


def test_a_bot_that_loses_nothing_has_a_scale_too():
    best = {pair: 1.0 if pair[0] == "rollout" else 0.0 if pair[1] == "rollout" else luce(TRUTH, *pair, 4) for pair in bouts(deals=1)}
    found = ladder(bouts(turns=best), list(TRUTH))
    scale = found.scale.set_index("bot")
    assert scale.loc["rollout", "chance"] > 0.99
    assert scale.loc["random", "strength"] == pytest.approx(math.log(0.25), abs=0.15)


def test_bouts_of_different_lengths_and_few_deals():
    runs = bouts() | {pair: bout(*pair, 4, luce(TRUTH, *pair, 4), deals=3) for pair in [("rollout", "greedy"), ("rollout", "random")]}
    found = ladder(runs, list(TRUTH))
    assert found.cells.set_index(["bot", "rival"]).loc[("rollout", "greedy"), "games"] == 12
    assert np.isfinite(found.scale[["strength", "excess_low", "excess_high"]]).all(axis=None)
    again = ladder(runs, list(TRUTH))
    assert again.scale.equals(found.scale)
    assert again.cells.equals(found.cells)
