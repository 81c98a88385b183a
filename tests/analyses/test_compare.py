"""Comparisons: pair by pair by hand, coverage where the truth is known, and the duel."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyses import intervals
from analyses.compare import JSON_COLUMNS, chosen_measures, compare, compare_dict, position_measures, tables
from analyses.contrasts import Contrast, InStep, diverged, rule_of_three
from analyses.intervals import critical_t, sidak
from analyses.measures import Measures
from analyses.sums import in_units
from simcore.errors import HeistlabError
from simcore.spec import CAPPED
from tests.analyses.synthetic import FINISHED, TOY, MemoryRun, rows
from tests.analyses.test_intervals import covers, misses
from tests.analyses.test_win_rate import duel

SEATS = 3


def a_run(rounds, winners=None, rotations: int = 1, **more) -> MemoryRun:
    rounds = np.asarray(rounds)
    columns = {name: more.pop(name) for name in ("agents_lost", "score", "actions") if name in more}
    won = np.resize([1, 2, 4], len(rounds)) if winners is None else winners
    return MemoryRun(rows(won, SEATS, rotations, rounds=rounds, **columns), rotations=rotations, **more)


def difference(comparison, measure: str, variant: str = "variant") -> pd.Series:
    table = comparison.differences
    return table[(table["measure"] == measure) & (table["variant"] == variant)].iloc[0]


def two(base: MemoryRun, variant: MemoryRun, **more):
    return compare([base, variant], ["base", "variant"], **more)


def test_a_paired_difference_by_hand():
    generator = np.random.default_rng(1)
    base = generator.integers(5, 15, 200)
    other = base + generator.integers(-1, 4, 200)
    row = difference(two(a_run(base), a_run(other), primary=["shared"]), "rounds")
    span = np.abs(other - base).max()
    appended = np.concatenate([other - base, [span, -span]])
    expected = stats.t.interval(0.95, 201, appended.mean(), appended.std(ddof=1) / math.sqrt(202))
    assert (row["low"], row["high"]) == pytest.approx(expected)
    assert row["difference"] == pytest.approx((other - base).mean())
    assert (row["baseline_value"], row["value"]) == pytest.approx((base.mean(), other.mean()))
    assert row["correlation"] == pytest.approx(np.corrcoef(base, other)[0, 1])
    assert row["effective_games"] == pytest.approx(200 * (base.var(ddof=1) + other.var(ddof=1)) / (other - base).var(ddof=1))
    assert row["games_diverged"] == (base != other).sum()
    assert row["paired"]


def test_a_declared_span_is_the_range_of_the_pseudo_pairs():
    lost = np.random.default_rng(2).integers(0, SEATS + 1, (2, 300))
    row = difference(
        two(*(a_run(np.full(300, 9), agents_lost=one, score=np.column_stack([one] * SEATS)) for one in lost), primary=["rounds"]), "lost"
    )
    appended = np.concatenate([(lost[1] - lost[0]) / SEATS, [1, -1]])
    assert (row["low"], row["high"]) == pytest.approx(stats.t.interval(0.95, 301, appended.mean(), appended.std(ddof=1) / math.sqrt(302)))


def test_deals_are_the_pairs_of_turned_line_ups():
    generator = np.random.default_rng(3)
    base = generator.integers(5, 15, 240)
    other = base + np.repeat(generator.integers(-1, 4, 80), 3)
    row = difference(two(a_run(base, rotations=3, sizes=(50,)), a_run(other, rotations=3, sizes=(50,)), primary=["shared"]), "rounds")
    span = np.abs(other - base).max()
    appended = np.concatenate([(other - base).reshape(80, 3).mean(axis=1), [span, -span]])
    assert (row["low"], row["high"]) == pytest.approx(stats.t.interval(0.95, 81, appended.mean(), appended.std(ddof=1) / math.sqrt(82)))
    sums = [one.reshape(80, 3).mean(axis=1) for one in (base, other)]
    assert row["effective_games"] == pytest.approx(240 * (sums[0].var() + sums[1].var()) / (sums[1] - sums[0]).var())


def test_ratio_measures_are_linearised():
    """The winner's score has no value in games that nobody wins: its paired difference agrees with the jackknife."""
    generator = np.random.default_rng(4)
    n = 2000
    skill = generator.integers(10, 40, n)
    runs, parts = [], []
    for extra in (0, 2):
        nobody = generator.random(n) < 0.2
        score = np.column_stack([skill + extra + generator.integers(0, 3, n), np.zeros(n, int), np.zeros(n, int)])
        runs.append(a_run(np.full(n, 9), np.where(nobody, 0, 1), score=score))
        parts.append((np.where(nobody, 0, score[:, 0]), ~nobody))
    row = difference(two(*runs, primary=["shared"]), "winning_score")
    (s0, c0), (s1, c1) = parts
    left_out = (s1.sum() - s1) / (c1.sum() - c1) - (s0.sum() - s0) / (c0.sum() - c0)
    deviation = math.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum())
    assert row["difference"] == pytest.approx(s1.sum() / c1.sum() - s0.sum() / c0.sum())
    span = (max(s[c].max() for s, c in parts) - min(s[c].min() for s, c in parts)) * n / min(c0.sum(), c1.sum())
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * math.hypot(deviation, math.sqrt(2) * span / n), rel=0.003)


def test_no_game_diverged():
    base = np.random.default_rng(5).integers(5, 15, 400)
    comparison = two(a_run(base), a_run(base))
    row = difference(comparison, "first_excess")
    assert (row["low"], row["high"]) == pytest.approx((-3 / 400, 3 / 400))
    assert (row["games_diverged"], row["correlation"]) == (0, pytest.approx(1))
    assert row["verdict"] == "equal within 1 point"
    rounds = difference(comparison, "rounds")
    assert rounds["high"] == pytest.approx(3 / 400 * (base.max() - base.min()))
    assert math.isnan(rounds["effective_games"])
    few = difference(two(a_run(base[:100]), a_run(base[:100])), "first_excess")
    assert (few["kind"], few["games_needed"]) == ("undecided", 600)
    three = compare([a_run(base)] * 3, ["base", "variant", "other"])
    assert difference(three, "first_excess")["high"] == pytest.approx(rule_of_three(2) / 400)
    assert rule_of_three(1) == 3 < rule_of_three(2) == pytest.approx(3 * math.log(0.025) / math.log(0.05))
    assert difference(three, "shared")["high"] == pytest.approx(3 / 400)


def test_a_measure_that_differs_is_never_taken_for_no_divergence():
    """Games may agree in winners, rounds, scores and actions, and differ in something else."""
    base = np.full(400, 9)
    row = difference(two(a_run(base), a_run(base, agents_lost=np.resize([0, 3], 400))), "lost")
    assert row["games_diverged"] == 0
    assert 0 < row["low"] < row["difference"] == 0.5 < row["high"]


def test_a_rate_over_rare_things_is_less_certain():
    """Somebody wins one game in four: a game that turns out differently moves the winner's mean score by four times its own difference."""
    score = np.column_stack([np.arange(400) % 11, np.zeros(400, int), np.zeros(400, int)])
    run = a_run(np.full(400, 9), np.resize([1, 0, 0, 0], 400), score=score)
    assert difference(two(run, run), "winning_score")["high"] == pytest.approx(3 / 400 * 10 * 4)


def test_the_interval_does_not_collapse_when_few_games_diverge():
    """One pair in a thousand differs: without pseudo-pairs 63 % of samples see one, with them all are covered."""
    generator = np.random.default_rng(6)
    n, rate, repetitions, hits, naive = 1000, 0.001, 1500, 0, 0
    for _ in range(repetitions):
        events = generator.binomial(n, rate)
        spread = math.sqrt((events - events**2 / n) / (n - 1))
        low, high = Contrast(events / n, 0.0, 1.0, n, n, spread, 1.0, 1.0, 0.0, events).interval(critical_t(0.95, n + 1))
        hits += low <= rate <= high
        half = critical_t(0.95, n - 1) * spread / math.sqrt(n)
        naive += events / n - half <= rate <= events / n + half
    assert covers(hits, repetitions, 0.95)
    assert misses(naive, repetitions, 0.72)


def test_simultaneous_intervals_cover_all_at_once(monkeypatch):
    """Two variants, three measures, all null: all six intervals hold 0 in 95 % of comparisons; plain ones do not."""
    monkeypatch.setattr(intervals, "MAXIMUM_DRAWS", 2000)
    generator = np.random.default_rng(7)
    measures = [measure for measure in TOY.measures if measure.primary]
    n, repetitions, hits, plain_hits = 120, 400, 0, 0
    deal, plain = np.arange(n), critical_t(0.95, n - 1)
    for _ in range(repetitions):
        shared = generator.integers(0, 6, n)
        own = [Measures(measures) for _ in range(3)]
        values = []
        for place in range(3):
            batch = rows(1 << generator.integers(0, SEATS, n), SEATS, rounds=10 + shared + generator.integers(0, 6, n),
                         agents_lost=generator.integers(0, SEATS + 1, n))  # fmt: skip
            values.append(own[place].columns.values(batch))
            own[place].add_values(values[place], deal)
        joint = InStep(own[0].columns, 2)
        joint.add(in_units(values[0]), [in_units(other) for other in values[1:]], deal)
        critical = intervals.critical_maximum(joint.correlation(range(len(measures))), n - 1)
        assert plain < critical <= sidak(6, n - 1)
        contrasts = []
        for variant in (1, 2):
            contrasts += [joint.contrast(number, own[variant], own[0], 1.0, n, variant - 1) for number in range(len(measures))]
        for value, counter in ((critical, 0), (plain, 1)):
            inside = all(low <= 0 <= high for low, high in (contrast.interval(value) for contrast in contrasts))
            hits, plain_hits = hits + (inside and counter == 0), plain_hits + (inside and counter == 1)
    assert covers(hits, repetitions)
    assert misses(plain_hits, repetitions, 0.92)


def test_runs_on_other_deals_are_compared_unpaired():
    generator = np.random.default_rng(8)
    base, other = generator.integers(5, 15, 300), generator.integers(5, 16, 200)
    comparison = two(a_run(base), a_run(other, seed=2), primary=["rounds", "shared"])
    assert comparison.paired == {"variant": False}
    assert comparison.critical == sidak(2, 199)
    row = difference(comparison, "rounds")
    assert row["games_diverged"] is pd.NA
    assert math.isnan(row["correlation"])
    assert math.isnan(row["effective_games"])
    span = max(np.abs(values - values.mean()).max() for values in (base, other))
    variance = base.var(ddof=1) / 300 + other.var(ddof=1) / 200 + span**2 * (1 / 300**2 + 1 / 200**2)
    half = comparison.critical * math.sqrt(variance)
    assert (row["low"], row["high"]) == pytest.approx((row["difference"] - half, row["difference"] + half))
    never = difference(comparison, "shared")
    assert never["low"] < 0 < never["high"]
    assert two(a_run(base), a_run(base[:299])).paired == {"variant": False}
    assert two(a_run(base), a_run(base, rotations=3)).paired == {"variant": False}


def test_unpaired_differences_are_covered():
    generator = np.random.default_rng(9)
    repetitions, hits = 150, 0
    for _ in range(repetitions):
        runs = [a_run(generator.poisson(10 + extra, 150) + 1, seed=seed) for seed, extra in ((1, 0), (2, 1))]
        row = difference(two(*runs, primary=["shared"]), "rounds")
        hits += row["low"] <= 1 <= row["high"]
    assert covers(hits, repetitions)


@pytest.mark.parametrize(("spread", "span", "margin", "paired"), [(4.0, 30.0, 0.5, True), (0.0, 1.0, 0.01, True), (0.7, 1.0, 0.01, False)])
def test_games_needed_make_the_half_width_half_the_margin(spread, span, margin, paired):
    def contrast(n: int) -> Contrast:
        each = spread / math.sqrt(2)
        return Contrast(0.0, 0.0, span, n, n, spread, each, each, 0.0, 1 if paired else None)

    needed = contrast(100).deals_needed(2.5, margin)
    low, high = contrast(math.ceil(needed)).interval(2.5)
    assert (high - low) / 2 == pytest.approx(margin / 2, rel=0.01)
    assert math.isnan(contrast(100).deals_needed(2.5, 0.0))


def test_games_needed_are_shown_where_more_games_would_tell_more():
    generator = np.random.default_rng(10)
    base = generator.integers(5, 15, 300)
    runs = {name: a_run(base + generator.integers(-2, 3, 300) + extra) for name, extra in (("same", 0), ("near", 0.5), ("far", 3))}
    comparison = compare([a_run(base), *runs.values()], ["base", *runs], margins={"rounds": 0.5})
    for variant in runs:
        row = difference(comparison, "rounds", variant)
        decided = row["kind"] in ("higher", "lower", "equal", "small_but_real")
        assert math.isnan(row["games_needed"]) == decided
    assert difference(comparison, "rounds", "far")["verdict"] == "higher"


def test_margins_and_primary_measures_can_be_chosen():
    names = [measure.name for measure in TOY.measures]
    declared = chosen_measures(TOY)
    assert [measure.name for measure in declared if measure.primary] == ["first_excess", "rounds", "lost"]
    chosen = chosen_measures(TOY, ["winning_score", "cap"], {"winning_score": 1.5})
    assert [(measure.name, measure.primary) for measure in chosen[:3]] == [("winning_score", True), ("cap", True), (names[0], False)]
    assert (chosen[0].margin, chosen[0].relative_margin) == (1.5, False)
    assert {measure.name for measure in chosen} == set(names)
    base = a_run(np.arange(5, 105), score=np.column_stack([np.resize([19, 21], 100)] * SEATS))
    row = difference(two(base, base), "winning_score")
    assert row["margin"] == pytest.approx(0.02 * 20)
    assert row["verdict"] == "equal within 0.4 points"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"primary": ["round"]}, "toy has no measure 'round'; did you mean 'rounds'?"),
        ({"margins": {"lots": 1}}, "toy has no measure 'lots'; did you mean 'lost'?"),
        ({"margins": {"rounds": 0.0}}, "margin of rounds: 0.0 is not above zero"),
        ({"margins": {"rounds": math.nan}}, "margin of rounds: nan is not above zero"),
    ],
)
def test_mistakes_are_named(more, message):
    with pytest.raises(HeistlabError) as error:
        two(a_run(np.arange(5, 25)), a_run(np.arange(5, 25)), **more)
    assert str(error.value) == message


def test_what_cannot_be_compared():
    run = a_run(np.arange(5, 25))
    with pytest.raises(HeistlabError, match="at least two runs"):
        compare([run], ["one"])
    with pytest.raises(HeistlabError, match="no two alike: a, a"):
        compare([run, run], ["a", "a"])
    with pytest.raises(HeistlabError, match="b has 4 players, a 3"):
        compare([run, MemoryRun(rows([1, 2], 4))], ["a", "b"])
    with pytest.raises(HeistlabError, match="b is a run of duel, a of toy"):
        compare([run, duel(2, {}, 20)], ["a", "b"])
    with pytest.raises(HeistlabError, match="no finished game"):
        two(run, MemoryRun(rows([], 3)))


def test_what_makes_games_diverge():
    base = rows([1, 1, 1, 1, 1], 2)
    changed = {name: values.copy() for name, values in base.columns.items()}
    changed["winners"][0], changed["rounds"][1], changed["actions"][3], changed["lead_changes"][4] = 2, 11, 99, 7
    changed["score"] = base["score"] + np.array([[0, 0], [0, 0], [0, 1], [0, 0], [0, 0]])
    assert diverged(type(base)(base.spec, 2, changed), base).tolist() == [True, True, True, True, False]


def test_positions_are_compared_too():
    generator = np.random.default_rng(11)
    runs = [a_run(np.full(500, 9), 1 << generator.integers(0, SEATS, 500)) for _ in range(2)]
    comparison = two(*runs)
    positions = comparison.positions
    assert positions["position"].tolist() == [1, 2, 3]
    assert abs(positions["difference"].sum()) < 1e-12
    first = difference(comparison, "first_excess")
    assert positions["difference"][0] == pytest.approx(first["difference"])
    assert positions["high"][0] - positions["low"][0] < first["high"] - first["low"]  # plain against simultaneous
    assert not positions["primary"].any()
    assert [measure.name for measure in position_measures(2)] == ["1", "2"]


def test_the_result_does_not_depend_on_batches():
    generator = np.random.default_rng(12)
    batches = [(generator.integers(5, 15, 301), 1 << generator.integers(0, SEATS, 301)) for _ in range(3)]
    whole, pieces = (compare([a_run(*batch, sizes=size) for batch in batches], ["base", "a", "b"]) for size in ((1000,), (1, 30, 7)))
    pd.testing.assert_frame_equal(whole.differences, pieces.differences, check_exact=True)
    pd.testing.assert_frame_equal(whole.positions, pieces.positions, check_exact=True)
    assert whole.critical == pieces.critical


def test_runs_that_are_out_of_step_are_refused():
    base = np.arange(5, 105)
    with pytest.raises(ValueError, match="out of step"):
        two(a_run(base, sizes=(30,)), a_run(base, sizes=(40,)))


def test_the_baseline_may_stand_anywhere():
    generator = np.random.default_rng(13)
    base, other = (a_run(generator.integers(5, 15, 200)) for _ in range(2))
    there, back = two(base, other), compare([base, other], ["base", "variant"], baseline=1)
    assert back.baseline == "variant"
    assert difference(back, "rounds", "base")["difference"] == pytest.approx(-difference(there, "rounds")["difference"])
    assert difference(back, "rounds", "base")["low"] == pytest.approx(-difference(there, "rounds")["high"])


def test_one_game_decides_nothing():
    comparison = two(a_run([9], [1]), a_run([11], [2]))
    assert set(comparison.differences["kind"]) == {"undecided"}
    json.dumps(compare_dict(comparison), allow_nan=False)


def test_the_comparison_as_plain_data():
    generator = np.random.default_rng(14)
    runs = [a_run(generator.integers(5, 15, 90)), a_run(generator.integers(5, 15, 90)), a_run(generator.integers(5, 15, 80), seed=3)]
    data = compare_dict(compare(runs, ["base", "a", "b"]))
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert list(data) == ["baseline", "level", "variants", "differences"]
    assert data["baseline"] == "base"
    assert [one["variant"] for one in data["variants"]] == ["base", "a", "b"]
    assert len(data["differences"]) == 2 * len(TOY.measures)
    assert all(tuple(row) == JSON_COLUMNS for row in data["differences"])
    assert all((row["q"] is None) == (row["p"] is None) and isinstance(row["found"], bool) for row in data["differences"])
    assert all(row["q"] is None and not row["found"] for row in data["differences"] if row["primary"]), "screened are the exploratory ones"
    assert any(row["q"] is not None for row in data["differences"])
    assert {row["games_diverged"] is None for row in data["differences"] if row["variant"] == "b"} == {True}
    assert {row["variant"]: row["paired"] for row in data["differences"]} == {"a": True, "b": False}
    assert all(isinstance(row["games_needed"], int | None) for row in data["differences"])
    assert len(tables(compare(runs, ["base", "a", "b"]))) == 3


def test_the_duel_against_its_known_truth():
    """Target 2 against target 1 lowers the first player's excess from 1/2 to 31/36 - 1/2, target 10 to 0.16089: paired, all covered."""
    runs = [duel(2, {"target": target}) for target in (1, 2, 10)]
    comparison = compare(runs, ["1", "2", "10"])
    assert comparison.paired == {"2": True, "10": True}
    for variant, truth in (("2", 31 / 36 - 1), ("10", 0.66089 - 1)):
        row = difference(comparison, "first_excess", variant)
        wider = 3.89 / comparison.critical  # one false alarm in ten thousand
        half = (row["high"] - row["low"]) / 2 * wider
        assert abs(row["difference"] - truth) <= half
        assert row["verdict"] == "lower"
    reverse = difference(compare(runs[:2], ["1", "2"], baseline=1), "first_excess", "1")
    assert reverse["verdict"] == "higher"


def test_one_deal_says_nothing():
    comparison = two(a_run([9]), a_run([9]))
    for _, row in comparison.differences.iterrows():
        assert math.isnan(row["low"])
        assert math.isnan(row["high"])
        assert row["kind"] == "undecided"


def test_what_was_never_seen_to_vary_has_no_interval():
    row = difference(two(a_run(np.full(400, 9)), a_run(np.full(400, 9))), "rounds")
    assert math.isnan(row["low"])
    assert row["kind"] == "undecided"
    assert math.isnan(row["games_needed"])


def test_no_interval_of_a_share_is_wider_than_what_is_possible():
    comparison = two(a_run([9, 8, 7], agents_lost=[0, 3, 0]), a_run([8, 9, 9], agents_lost=[3, 0, 3]))
    shares = pd.concat([comparison.differences, comparison.positions])
    shares = shares[shares["unit"] == "share"]
    assert (shares["low"].dropna() >= -1).all()
    assert (shares["high"].dropna() <= 1).all()
    for study in comparison.studies:
        [first] = study.measures.table().query("measure == 'first_excess'").to_dict("records")
        position = study.wins.turn_order().iloc[0]
        assert first["low"] < position["excess_low"] < position["excess_high"] < first["high"]  # holds at once with other primary ones
        assert -1 / SEATS <= first["low"] <= first["high"] <= 1 - 1 / SEATS


def test_capped_games_bound_what_is_said_of_win_shares_and_scores():
    n = 4000
    winners, ended = np.resize([1, 2, 4], n), np.full(n, FINISHED)
    capped = np.arange(n) % 10 == 0
    score = np.column_stack([np.arange(n) % 11] * SEATS)
    base = MemoryRun(rows(winners, SEATS, score=score, end_reason=ended))
    stopped = MemoryRun(rows(np.where(capped, 0, winners), SEATS, score=score, end_reason=np.where(capped, CAPPED, ended)))
    row = difference(two(base, stopped), "first_excess")
    assert (row["capped_low"], row["capped_high"]) == pytest.approx((row["low"] - 0.1 / SEATS, row["high"] + 0.1 * (1 - 1 / SEATS)))
    assert row["kind"] == "undecided"
    assert math.isnan(row["games_needed"])
    scores = difference(two(base, stopped), "winning_score")
    assert scores["capped_low"] < scores["low"] - 0.4
    assert scores["kind"] == "undecided"
    free = difference(two(base, base), "first_excess")
    assert (free["capped_low"], free["capped_high"]) == (free["low"], free["high"])


def test_capped_games_bound_what_is_said_of_times_the_even_share():
    """Ten of a hundred games stopped: the first has won a third of the others, and could have won all of these, or none."""
    n, seats = 4000, 4
    capped = np.arange(n) % 10 == 0
    ended = np.where(capped, CAPPED, FINISHED)
    base = MemoryRun(rows(np.resize([1, 2, 4], n), SEATS, end_reason=np.full(n, FINISHED)))
    stopped = MemoryRun(rows(np.where(capped, 0, np.resize([1, 2, 4, 8], n)), seats, end_reason=ended))
    row = difference(compare([base, stopped], ["3", "4"], across=True), "first_times_even", "4")
    won, value = n - capped.sum(), row["value"]
    least, most = value * won / n, (value * won + seats * capped.sum()) / n
    assert row["low"] - row["capped_low"] == pytest.approx(value - least)
    assert row["capped_high"] - row["high"] == pytest.approx(most - value)
    assert row["kind"] == "undecided"


def test_exploratory_differences_are_one_screen():
    found = two(a_run([9, 8, 7, 6] * 100), a_run([8, 9, 9, 4] * 100)).differences
    assert found.loc[found["primary"], ["p", "q", "rank"]].isna().all(axis=None)
    assert not found.loc[found["primary"], "found"].any()
    asked = found[~found["primary"]].dropna(subset=["p"])
    assert (asked["q"] >= asked["p"]).all()
    assert (asked["found"] == (asked["q"] <= 0.05)).all()
    wider = two(a_run([9, 8, 7, 6] * 100), a_run([8, 9, 9, 4] * 100), level=0.99).differences.loc[asked.index]
    assert wider["p"].to_numpy() == pytest.approx(asked["p"].to_numpy(), rel=0.02)  # rest: ends that a share cannot pass
