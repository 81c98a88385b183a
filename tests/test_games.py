"""What holds for every game: one suite, all games."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import simcore
from analyses.score_parts import part_points
from simcore.lineups import bot_names
from simcore.playout import Table, scratch_arrays
from simcore.rng import MAX_SEATS
from simcore.rulebook import clauses, load_rulebook, load_rules
from simcore.runner import Player, make_manifest
from simcore.spec import CAP, CAPPED, CORE_DECIDED_BY, CORE_END_REASONS, NOBODY, SEAT, SHARED, GameBatch
from simcore.store import batch_of, table_of

TESTS = Path(__file__).parent
GAMES_PER_COUNT = 40
CORE_FILES = {"__init__.py", "state.py", "rules.py", "bots.py", "text.py", "cards.py", "rules.toml", "RULES.md"}


@pytest.fixture
def spec(game_name):
    return simcore.game(game_name)


def having(spec, bot: str) -> str:
    """The name of a bot, in games that have it."""
    if bot not in bot_names(spec):
        pytest.skip(f"{spec.name} has no bot {bot}")
    return bot


def player_counts(spec) -> range:
    return range(spec.fewest, spec.most + 1)


def test_every_game_has_the_same_files(spec):
    assert {path.name for path in spec.directory.iterdir()} >= CORE_FILES


def test_names_of_record_fields_are_no_attributes_of_records(spec):
    for dtype in (spec.state, spec.rules, spec.result):
        assert [name for name in dtype.names if hasattr(np.record, name)] == []


def test_names_by_code_begin_with_the_core(spec):
    assert spec.decided_by[: len(CORE_DECIDED_BY)] == CORE_DECIDED_BY
    assert spec.end_reasons[: len(CORE_END_REASONS)] == CORE_END_REASONS
    assert set(spec.tie_breaks) <= set(spec.decided_by)


def test_every_column_and_measure_says_what_it_is(spec):
    tables = load_rulebook(spec).tables
    for column in spec.all_columns:
        assert column.text.endswith(".")
        assert column.unit
        assert column.per in ("", SEAT, *tables)
        assert not column.of_table or column.capacity >= len(tables[column.per])
    for measure in spec.measures:
        assert measure.label
        assert measure.unit
        assert measure.margin > 0
    assert any(measure.primary for measure in spec.measures)


def test_every_rule_has_a_clause_and_a_sentence(spec):
    known = clauses(spec)
    assert known
    for name, rule in load_rules(spec).items():
        assert rule.clause in known, name
        assert rule.text.endswith("."), name
        assert set(rule.readings) == set(rule.values), name


def marked_clauses() -> dict[str, list[str]]:
    """Clauses named by a marker, each with the tests that name it."""
    found: dict[str, list[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                        for argument in mark.args:
                            found.setdefault(ast.literal_eval(argument), []).append(node.name)
    return found


def test_every_clause_has_a_test_that_names_it(spec):
    marked = marked_clauses()
    assert [number for number in clauses(spec) if number not in marked] == []
    prefix = next(iter(clauses(spec))).split("-")[0]
    assert [number for number in marked if number.startswith(f"{prefix}-") and number not in clauses(spec)] == []


@pytest.mark.parametrize("bots", ["random", "mixed"])
def test_every_game_ends_and_its_row_makes_sense(spec, bots):
    for players in player_counts(spec):
        player = Player(make_manifest(spec.name, players=players, games=GAMES_PER_COUNT, seed=11, bots=bots))
        rows = player.rows(0, GAMES_PER_COUNT)
        table_of(player.manifest, rows)  # every value fits its column
        assert (rows["end_reason"] > 0).all()
        assert (rows["end_reason"] != CAPPED).all()
        assert (rows["actions"] >= rows["choices"]).all()
        assert ((rows["first_seat"] >= 0) & (rows["first_seat"] < players)).all()
        batch = batch_of(player.manifest, rows)
        winners = batch.won.sum(axis=1)
        assert (rows["winners"] >> players == 0).all()
        assert np.array_equal(winners == 0, np.isin(rows["decided_by"], (NOBODY, CAP)))
        assert np.array_equal(winners > 1, rows["decided_by"] == SHARED)
        assert np.array_equal(batch["standing"] == 1, batch.won)
        check_ladder(spec, players, batch)


def check_ladder(spec, players: int, batch: GameBatch) -> None:
    """The deciding step is the last of those asked, and chose among at least two seats of which the winner is one."""
    steps = range(len(CORE_DECIDED_BY), len(spec.decided_by))
    decided, reached, tied = batch["decided_by"], batch["reached"], batch.tied
    assert (batch["contenders"] >> players == 0).all()
    assert (tied | ~batch.won).all()
    nobody = np.isin(decided, (NOBODY, CAP))
    assert (reached[nobody] == 0).all()
    assert not tied[nobody].any()
    assert (reached[~nobody] & 1 << steps[0]).all()
    assert np.isin(reached, sum(1 << step for step in steps) & reached).all()
    by_step = ~nobody & (decided != SHARED)
    assert (reached[by_step] >> decided[by_step] == 1).all()
    assert (tied[by_step].sum(axis=1) > 1).all()
    assert tied[decided == steps[0]].all()
    assert np.array_equal(tied[decided == SHARED], batch.won[decided == SHARED])


def test_parts_of_the_score_are_columns_that_add_up(spec):
    if not spec.score_parts:
        assert spec.scored == "score"
        return
    assert sum(not part.column for part in spec.score_parts) <= 1
    assert all(spec.column(part.column).per == SEAT for part in spec.score_parts if part.column)
    player = Player(make_manifest(spec.name, games=GAMES_PER_COUNT, seed=12))
    batch = batch_of(player.manifest, player.rows(0, GAMES_PER_COUNT))
    assert np.array_equal(sum(part_points(spec, spec.score_parts, batch)), batch[spec.scored])


def test_legal_actions_are_never_none_and_all_apply(spec):
    """Every legal action of a few positions is taken: each leads on to a decision with something to do, or to the end."""
    for players in player_counts(spec):
        manifest = make_manifest(spec.name, players=players, games=1, seed=3, bots="random")
        player = Player(manifest)
        table = Table(spec, player.rules, player.lineup, player.centres, players, 1)
        table.start(manifest.seed, 0)
        steps = 0
        while table.state.actor >= 0:
            legal = table.legal()
            assert 1 <= len(legal) <= spec.max_actions
            assert len(set(legal)) == len(legal)
            if steps % 7 == 0:
                state, chance = table.state.tobytes(), table.chance.tobytes()
                for action in legal:
                    spec.kernels.apply_action(table.state, player.rules, action, table.chance)
                    assert table.state.actor == -1 or table.legal()
                    table.work[0].view(np.uint8)[:] = np.frombuffer(state, np.uint8)
                    table.work[1].view(np.uint8)[:] = np.frombuffer(chance, np.uint8)
            table.apply(table.choose())
            steps += 1


def test_only_seats_that_still_take_part_are_asked_and_none_comes_back(spec):
    for players in player_counts(spec):
        manifest = make_manifest(spec.name, players=players, games=5, seed=5)
        player = Player(manifest)
        table = Table(spec, player.rules, player.lineup, player.centres, players, manifest.rotations)
        for game in range(5):
            table.start(manifest.seed, game)
            active = int(table.state.active)
            while table.state.actor >= 0:
                assert table.state.active >> table.state.actor & 1
                assert table.state.active & ~active == 0
                active = int(table.state.active)
                table.apply(table.choose())


def test_lead_changes_are_those_of_the_scores_round_by_round(spec):
    """Counted anew from the scores at each round's end; the null gives seats that were active as the round began what they all gained."""
    for players in player_counts(spec):
        manifest = make_manifest(spec.name, players=players, games=10, seed=6)
        player = Player(manifest)
        table = Table(spec, player.rules, player.lineup, player.centres, players, manifest.rotations)
        for game in range(10):
            table.start(manifest.seed, game)
            real, null = _Lead(), _Lead()
            scores, null_scores = _scores(table), _scores(table)
            active, begun = _active(table), int(table.state.rounds)
            leaders: list[int] = []
            assert begun == 1
            while table.state.actor >= 0:
                table.apply(table.choose())
                if table.state.rounds != begun or table.state.actor < 0:
                    gains = _scores(table) - scores
                    null_gains = table.course.null_scores[:players] - null_scores
                    assert sorted(null_gains[active]) == sorted(gains[active])
                    assert np.array_equal(null_gains[~active], gains[~active])
                    scores, null_scores = scores + gains, null_scores + null_gains
                    real.look(scores)
                    null.look(null_scores)
                    played = int(table.state.rounds) - (table.state.actor >= 0)
                    leaders += [_alone(scores)] * (played - len(leaders))
                    active, begun = _active(table), int(table.state.rounds)
            assert (real.changes, null.changes) == (table.result().lead_changes, table.result().lead_changes_null)
            assert len(leaders) == table.result().rounds
            told = [int(table.result().leaders) >> 3 * number & 7 for number in range(21)]
            assert told == ([7 if seat < 0 else seat + 1 for seat in leaders[:20]] + [0] * 21)[:21]


def _alone(scores: np.ndarray) -> int:
    """The seat alone at the top, -1 for none."""
    return int(scores.argmax()) if (scores == scores.max()).sum() == 1 else -1


class _Lead:
    """Counts how often another seat than the last sole leader stands alone at the top."""

    def __init__(self) -> None:
        self.leader, self.changes = -1, 0

    def look(self, scores: np.ndarray) -> None:
        top = np.flatnonzero(scores == scores.max())
        if len(top) == 1:
            self.changes += self.leader not in (-1, top[0])
            self.leader = int(top[0])


def _scores(table: Table) -> np.ndarray:
    scores = np.zeros(6, np.int64)
    table.spec.kernels.running_scores(table.state, table.rules, scores)
    return scores[: table.seats]


def _active(table: Table) -> np.ndarray:
    return (int(table.state.active) >> np.arange(table.seats) & 1).astype(bool)


@pytest.mark.parametrize("bots", ["mixed", "rollout"])
def test_step_by_step_is_the_same_game_as_in_a_block(spec, bots):
    for players in (spec.fewest, spec.usual) if bots == "rollout" else player_counts(spec):
        manifest = make_manifest(spec.name, players=players, games=3, seed=5, bots=having(spec, bots))
        player = Player(manifest)
        rows = player.rows(0, 3)
        table = Table(spec, player.rules, player.lineup, player.centres, players, manifest.rotations)
        for game in range(3):
            table.start(manifest.seed, game)
            while table.state.actor >= 0:
                table.apply(table.choose())
            assert table.result() == rows[game]


def test_set_up_forgets_what_was_there(spec):
    rules = load_rulebook(spec).record
    for players in player_counts(spec):
        states = []
        for dirt in (0, 0x55):
            work = scratch_arrays(spec)
            work[0].view(np.uint8)[:] = dirt
            player = Player(make_manifest(spec.name, players=players, seed=9))
            spec.kernels.prepare_game(
                work[0][0], rules, players, np.uint64(9), 0, 1, 0, player.lineup, player.centres, work[3], work[1][0], work[2][0]
            )
            assert work[0][0].active == (1 << players) - 1
            states.append(work[0].tobytes())
        assert states[0] == states[1]


def test_a_game_that_will_not_end_is_stopped_as_an_outcome_of_its_own(spec):
    rows = Player(make_manifest(spec.name, games=20, seed=1, settings={"round_cap": 1})).rows(0, 20)
    capped = rows[rows["end_reason"] == CAPPED]
    assert len(capped)
    assert (capped["decided_by"] == CAP).all()
    assert (capped["winners"] == 0).all()
    assert (capped["rounds"] == 1).all()


def test_decisions_do_not_depend_on_what_a_seat_cannot_see(spec):
    """Redraw all that the acting seat cannot know: a bot that looks at nothing else rates its actions the same."""
    player = Player(make_manifest(spec.name, games=1, seed=4, bots="mixed"))
    table = Table(spec, player.rules, player.lineup, player.centres, player.manifest.players, 1)
    looked = 0
    for game in range(6):
        table.start(4, game)
        while table.state.actor >= 0:
            legal = table.legal()
            if len(legal) > 1:
                before = table.work[0].copy()
                seen = _ratings(table, legal)
                for redraw in range(3):
                    table.work[0][:] = before
                    other = Table(spec, player.rules, player.lineup, player.centres, player.manifest.players, 1)
                    other.start(1000 + redraw, looked)
                    spec.kernels.deal_unseen(table.state, player.rules, int(before[0]["actor"]), other.chance)
                    assert table.legal() == legal
                    assert np.array_equal(_ratings(table, legal), seen)
                table.work[0][:] = before
                looked += 1
            table.apply(table.choose())
    assert looked or spec.max_actions == 1


def test_searches_do_not_depend_on_what_a_seat_cannot_see(spec):
    """The same for a bot that plays out: its own deals of the unseen must not begin from the real one."""
    manifest = make_manifest(spec.name, games=1, seed=4, bots=having(spec, "rollout"))
    player = Player(manifest)
    table, other = (Table(spec, player.rules, player.lineup, player.centres, manifest.players, 1) for _ in range(2))
    looked = 0
    for game in range(2):
        table.start(4, game)
        while table.state.actor >= 0:
            state, chance = table.work[0].copy(), table.work[1].copy()
            chosen = table.choose()
            if len(table.legal()) > 1:
                after = table.work[1].copy()
                for redraw in range(2):
                    table.work[0][:], table.work[1][:] = state, chance
                    other.start(1000 + redraw, looked)
                    spec.kernels.deal_unseen(table.state, player.rules, int(state[0]["actor"]), other.chance)
                    assert table.choose() == chosen
                    assert np.array_equal(table.work[1], after)
                table.work[0][:] = state
                looked += 1
            table.apply(chosen)
    assert looked or spec.max_actions == 1


def test_a_search_leaves_the_game_as_it_is_and_draws_on_no_chance_but_its_own(spec):
    """Of the chance of the game it advances the count of the seat's searches, and what the base bot draws to break ties."""
    chances = []
    for bots in (having(spec, "rollout"), "greedy"):
        manifest = make_manifest(spec.name, games=1, seed=6, bots=bots)
        player = Player(manifest)
        table = Table(spec, player.rules, player.lineup, player.centres, manifest.players, 1)
        table.start(6, 0)
        while table.state.actor >= 0 and len(table.legal()) == 1:
            table.apply(table.choose())
        if table.state.actor >= 0:
            state, seat = table.work[0].copy(), int(table.state.actor)
            table.choose()
            assert np.array_equal(table.work[0], state)
            assert table.chance.searches.tolist() == [int(bots == "rollout" and other == seat) for other in range(MAX_SEATS)]
        table.chance.searches[:] = 0
        chances.append(table.work[1].copy())
    assert np.array_equal(chances[0], chances[1])


def _ratings(table: Table, legal: list[int]) -> np.ndarray:
    seat = int(table.state.actor)
    actions = np.array(legal)
    ratings = np.zeros(len(legal))
    table.spec.kernels.rate_actions(table.state, table.rules, table.weights[seat], actions, len(legal), table.scratch, ratings)
    return ratings


def test_golden_games_are_played_again_as_they_were(spec):
    """A golden trace changes only together with `rules_version`."""
    from simcore.trace import trace_text

    paths = sorted((TESTS / "golden" / spec.name).glob("*.txt"))
    assert paths
    for path in paths:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
        found = re.fullmatch(r"# rules_version (\d+), (\d+) players, seed (\d+), game (\d+)(.*)", first)
        assert found, f"{path.name}: first line"
        version, players, seed, game = map(int, found.groups()[:4])
        assert version == spec.rules_version
        settings = dict(word.split("=", 1) for word in found.group(5).replace(",", " ").split())
        manifest = make_manifest(spec.name, players=players, games=game + 1, seed=seed, bots="random", settings=settings)
        assert trace_text(manifest, game) == rest, f"{path.name}: the game went another way"
