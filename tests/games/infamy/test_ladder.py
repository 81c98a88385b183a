"""The steps asked and the seats still tied, worked out again in plain words from what the results say of each seat."""

from collections import Counter

import numpy as np
import pytest

import simcore
from simcore.runner import Player, make_manifest

SPEC = simcore.game("infamy")
CHAINS = {
    "reputed": ("most_infamy", "total_reputation", "henchmen", "completed_missions"),
    "over": ("most_infamy", "best_reputation", "total_reputation", "henchmen"),
    "exact": ("most_infamy", "best_reputation", "total_reputation", "henchmen"),
}


def group(infamy: int, best: int, goal: int, reputation: int) -> str:
    """A-52 as the default reads it: Infamy above the goal beats reputation, reputation beats Infamy just at the goal."""
    if infamy > goal:
        return "over"
    if best >= reputation:
        return "reputed"
    return "exact" if infamy == goal else "out"


def ladder(row, seats: int, goal: int, reputation: int) -> tuple[set[str], set[int]]:
    """Steps asked, and the seats tied when the last of them came."""
    compared = {}
    groups = {}
    for seat in range(seats):
        rep = [int(row[f"rep_{faction}"][seat]) for faction in ("cartel", "megacorp", "militia")]
        groups[seat] = group(int(row["infamy"][seat]), max(rep), goal, reputation)
        compared[seat] = {
            "most_infamy": int(row["infamy"][seat]),
            "best_reputation": max(rep),
            "total_reputation": sum(rep),
            "henchmen": int(row["henchmen"][seat]),
            "completed_missions": int(row["missions"][seat]),
        }
    achievers = {seat for seat in groups if groups[seat] != "out"}
    steps, tied = {"sole"}, set(range(seats))
    if len(achievers) == 1:
        return steps, tied
    tied = achievers
    first = next(name for name in ("over", "reputed", "exact") if name in [groups[seat] for seat in achievers])
    ahead = {seat for seat in achievers if groups[seat] == first}
    if ahead != achievers:
        at_goal = any(compared[seat]["most_infamy"] == goal for seat in achievers - ahead)
        between = {"over": "most_infamy" if at_goal else "over_15_beats_reputation", "reputed": "reputation_beats_exactly_15"}
        steps.add(between[first])
        if len(ahead) == 1:
            return steps, tied
    left = ahead
    for step in CHAINS[first]:
        if step not in steps:
            tied = left
        steps.add(step)
        best = max(compared[seat][step] for seat in left)
        left = {seat for seat in left if compared[seat][step] == best}
        if len(left) == 1:
            return steps, tied
    return steps, left


@pytest.mark.parametrize(("players", "games", "bots"), [(4, 1500, "mixed"), (3, 500, "random")])
def test_steps_and_tied_seats_are_those_of_the_rules(players, games, bots):
    manifest = make_manifest("infamy", players=players, games=games, seed=21, bots=bots, settings={})
    rows = Player(manifest).rows(0, games)
    goal, reputation = (int(manifest.settings[name]) for name in ("infamy_target", "reputation_target"))
    paths: Counter[str] = Counter()
    for row in rows[rows["winners"] > 0]:
        steps, tied = ladder(row, players, goal, reputation)
        asked = {SPEC.decided_by[code] for code in range(len(SPEC.decided_by)) if int(row["reached"]) >> code & 1}
        assert asked == steps, row["game"]
        assert {seat for seat in range(players) if int(row["contenders"]) >> seat & 1} == tied, row["game"]
        paths[SPEC.decided_by[row["decided_by"]]] += 1
    assert len(paths) > 2 or bots == "random"


def test_sources_of_infamy_add_up():
    rows = Player(make_manifest("infamy", games=200, seed=22)).rows(0, 200)
    assert np.array_equal(sum(rows[part.column] for part in SPEC.score_parts), rows[SPEC.scored])
