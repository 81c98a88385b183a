"""The rollout bot in a game of many small choices: how strong it is with the few games that it plays out."""

from tests.games.infamy.test_bots import batch_of, win_share

SURE = 1.0
"""Standard errors by which it has to clear its target; more would take minutes of games: `strength.toml` has the interval of 800."""


def test_it_wins_more_than_1_3_times_the_even_share_among_three_of_its_base_bot() -> None:
    batch = batch_of("rollout+greedy+greedy+greedy", 320)
    share, error = win_share(batch, 0)
    even = float(batch.credit.sum(axis=1).mean() / 4)
    assert share - SURE * error > 1.3 * even
