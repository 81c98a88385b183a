"""The search of a rollout bot: which actions it tries, what a game is worth to it, when it gives an action up, and its settings."""

import numpy as np
import pytest

import simcore
from simcore import rollout
from simcore.bots import ROLLOUT
from simcore.errors import HeistlabError
from simcore.lineups import MOST_CANDIDATES, MOST_DRAWS, lineup_arrays, load_bot

DUEL = simcore.game("duel")
SPEC = simcore.game("infiltration")


def a_search(*worths: list[float]) -> np.record:
    """A search in which these games have been played out: one list for each action."""
    search = np.zeros(1, rollout.SEARCH)[0]
    search.listed = len(worths)
    for number, row in enumerate(worths):
        search.worth[number, : len(row)] = row
        search.total[number] = sum(row) + (rollout.HEAD_START if number == 0 else 0.0)
    return search


def listed(wanted: int, first: int, ratings: list[float]) -> list[int]:
    """Actions that are tried; action 10 + i has the i-th rating."""
    search = np.zeros(1, rollout.SEARCH)[0]
    actions = np.arange(10, 10 + len(ratings))
    rollout.list_candidates(search, wanted, first, actions, len(ratings), np.array(ratings))
    return search.candidates[: search.listed].tolist()


def test_the_base_bots_choice_is_tried_first_and_then_what_it_rates_best():
    assert listed(3, 12, [1.0, 5.0, 5.0, -2.0, 4.0]) == [12, 11, 14]
    assert listed(9, 10, [0.5, 0.25]) == [10, 11]
    assert listed(1, 11, [0.5, 0.75]) == [11]


def worth(winners: int, scores: list[int], seat: int) -> float:
    return float(rollout.worth_of(winners, np.array(scores), len(scores), seat))


def test_a_game_is_worth_its_credit_and_a_little_for_rivals_outscored():
    share = rollout.SCORE_SHARE
    assert worth(0b001, [9, 5, 1], 0) == pytest.approx(1.0 + share)
    assert worth(0b011, [9, 9, 1], 1) == pytest.approx(0.5 + 0.75 * share)
    assert worth(0b001, [9, 5, 1], 1) == pytest.approx(0.5 * share)
    assert worth(0, [0, 0, 0], 2) == pytest.approx(0.5 * share)


def test_the_base_bots_choice_is_left_only_for_one_that_wins_clearly_more():
    assert rollout.leader_of(a_search([0, 0, 1, 0], [1, 0, 1, 0])) == 0
    assert rollout.leader_of(a_search([0, 0, 1, 0], [1, 0, 1, 0], [1, 1, 1, 0])) == 2


def test_actions_that_fall_behind_are_dropped_but_not_on_the_first_draws():
    even, worse = [1, 0, 1], [0, 0, 0]
    early = a_search(even[:2], even[:2], worse[:2])
    assert rollout.drop_hopeless(early, 2, 14) == 3
    late = a_search(even, [1, 1, 1], worse)
    assert rollout.drop_hopeless(late, 3, 13) == 2
    assert late.dropped[:3].tolist() == [0, 0, 1]


def test_the_base_bots_choice_itself_can_be_dropped():
    search = a_search([0] * 8, [1] * 8)
    assert rollout.drop_hopeless(search, 8, 8) == 1
    assert search.dropped[:2].tolist() == [1, 0]
    assert rollout.leader_of(search) == 1


def test_actions_that_can_no_longer_be_chosen_are_dropped_at_once():
    """After one draw the base bot's own choice leads by its head start of 1.5, and by 2.5: two more draws bring 2.2 at most."""
    search = a_search([0], [0], [1])
    search.total[0] += 1.0
    assert rollout.drop_hopeless(search, 1, 2) == 2
    assert search.dropped[:3].tolist() == [0, 1, 0]


def refusal(path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HeistlabError) as caught:
        load_bot(DUEL, str(path))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("candidates = 0", "candidates: input should be greater than or equal to 1"),
        (f"candidates = {MOST_CANDIDATES + 1}", f"candidates: input should be less than or equal to {MOST_CANDIDATES}"),
        ("draws = 0", "draws: input should be greater than or equal to 1"),
        (f"draws = {MOST_DRAWS + 1}", f"draws: input should be less than or equal to {MOST_DRAWS}"),
        ("draws = 2.5", "draws: input should be a valid integer"),
        ("candidate = 3", "unknown field 'candidate'; did you mean 'candidates'?"),
    ],
)
def test_settings_out_of_range_are_refused(line, words, tmp_path):
    assert words in refusal(tmp_path / "mine.toml", f'kind = "rollout"\ncentres = ["greedy"]\n{line}\n')


def test_only_a_rollout_bot_has_its_settings(tmp_path):
    line = refusal(tmp_path / "mine.toml", 'kind = "rated"\ncentres = ["greedy"]\ndraws = 4\n')
    assert line.endswith("draws: only a bot of kind 'rollout' has it")


@pytest.mark.parametrize("base", ["random", "rollout"])
def test_weights_come_from_rated_bots_only(base, tmp_path):
    line = refusal(tmp_path / "mine.toml", f'kind = "rollout"\ncentres = ["{base}"]\n')
    assert line.endswith(f"centres: {base} is a {base} bot; weights come from rated ones")


def test_it_plays_by_the_base_bots_own_weights_and_plays_out_with_stretched_ones(tmp_path):
    (tmp_path / "mine.toml").write_text('kind = "rollout"\ncentres = ["greedy"]\nspread = 0.5\n', encoding="utf-8")
    bot = load_bot(SPEC, str(tmp_path / "mine.toml"))
    assert (bot.candidates, bot.draws) == (5, 16)
    lineup, centres = lineup_arrays(SPEC, [bot])
    assert (lineup.kind[0], lineup.candidates[0], lineup.draws[0]) == (ROLLOUT, 5, 16)
    assert (lineup.spread[0], lineup.jitter[0]) == (0.0, 0.5)
    assert centres.tolist() == [list(load_bot(SPEC, "greedy").centres[0].values())]
    greedy, _ = lineup_arrays(SPEC, [load_bot(SPEC, "mixed")])
    assert greedy.jitter[0] == 0.0 < greedy.spread[0]
