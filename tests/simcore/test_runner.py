"""Rows depend on the manifest only: not on threads, blocks, interruptions or what was played before."""

import signal
import threading

import numpy as np
import pytest

from simcore import runner, store
from simcore.errors import HeistlabError
from simcore.runner import Player, Watch, make_manifest, play

UNEQUAL = "greedy+random"


@pytest.fixture(params=["mixed", "random", UNEQUAL])
def bots(request) -> str:
    return request.param


def a_manifest(games: int = 500, seed: int = 7, bots: str = "mixed", game: str = "duel", **more):
    return make_manifest(game, players=2, games=games, seed=seed, bots=bots, **more)


def all_rows(run: store.Run) -> list[dict]:
    return [row for table in run.tables() for row in table.to_pylist()]


@pytest.mark.parametrize("threads", [1, 2, 4, 7])
def test_same_bytes_at_any_number_of_threads_and_any_block(threads, bots, tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "FIRST_BLOCK", 3 * threads + 1)
    monkeypatch.setattr(runner, "LARGEST_BLOCK", 40 * threads)
    monkeypatch.setattr(runner, "PART_GAMES", 256)
    monkeypatch.setattr(store, "PART_GAMES", 256)
    manifest = a_manifest(games=1000, bots=bots)
    run = play(manifest, tmp_path / "run", threads=threads)
    assert [path.name for path, _ in run.parts] == [store.part_name(first) for first in (0, 256, 512, 768)]
    rows = Player(manifest).rows(0, 1000)
    expected = store.table_of(manifest, rows).to_pylist()
    assert all_rows(run) == expected


def test_a_short_run_is_the_beginning_of_a_long_one(game_name, bots):
    players = 4 if game_name != "duel" else 2
    lineup = bots if players == 2 or "+" not in bots else "greedy+random+random+random"
    long = Player(make_manifest(game_name, players=players, games=200, seed=7, bots=lineup)).rows(0, 200)
    short = Player(make_manifest(game_name, players=players, games=100, seed=7, bots=lineup)).rows(0, 100)
    assert np.array_equal(long[:100], short)


def test_a_game_alone_is_the_game_in_its_batch(game_name):
    player = Player(make_manifest(game_name, games=300, seed=7))
    batch = player.rows(0, 300)
    for game in (0, 17, 299):
        assert player.rows(game, 1)[0] == batch[game]


def test_seed_0_is_a_seed_and_neighbouring_seeds_share_no_deal(game_name):
    seen = set()
    for seed in (0, 1, 2, 2**64 - 2, 2**64 - 1):
        rows = Player(make_manifest(game_name, games=50, seed=seed)).rows(0, 50)
        seen.add(tuple(rows["actions"].tolist() + rows["turns"].tolist() + rows["winners"].tolist()))
    assert len(seen) == 5


def test_games_of_one_deal_begin_alike_and_turn_the_line_up():
    rows = Player(a_manifest(games=40, bots=UNEQUAL)).rows(0, 40)
    assert rows["deal"].tolist() == [game // 2 for game in range(40)]
    assert rows["bot"][:, 0].tolist() == [0, 1] * 20
    assert np.array_equal(rows["first_seat"][0::2], rows["first_seat"][1::2])
    assert len(set(rows["first_seat"].tolist())) == 2


@pytest.mark.parametrize("games", [1, 7, 101])
def test_exactly_as_many_games_as_asked(games, bots, tmp_path):
    run = play(a_manifest(games=games, bots=bots), tmp_path / "run")
    assert run.games == games
    assert [row["game"] for row in all_rows(run)] == list(range(games))
    assert not run.partial


class Stop(Watch):
    """Interrupts as soon as so many games are done."""

    def __init__(self, after: int) -> None:
        self.after = after
        super().__init__(playing=self.look)

    def look(self, done: int, total: int) -> None:
        if done >= self.after:
            raise KeyboardInterrupt


def test_a_stopped_run_keeps_its_games_and_ends_in_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "LARGEST_BLOCK", 64)
    monkeypatch.setattr(runner, "PART_GAMES", 256)
    monkeypatch.setattr(store, "PART_GAMES", 256)
    manifest = a_manifest(games=1000)
    whole = play(manifest, tmp_path / "whole", threads=2)
    for after in (0, 100, 300, 700):
        with pytest.raises(KeyboardInterrupt):
            play(manifest, tmp_path / "stopped", threads=2, watch=Stop(after))
        stopped = store.open_run(tmp_path / "stopped")
        assert after <= stopped.games < 1000
        assert stopped.partial
        assert all_rows(stopped) == all_rows(whole)[: stopped.games]
    done = play(manifest, tmp_path / "stopped", threads=1)
    assert [path.read_bytes() for path, _ in done.parts] == [path.read_bytes() for path, _ in whole.parts]
    assert done.progress.sessions == 5


def test_playing_on_in_steps_ends_in_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "PART_GAMES", 256)
    monkeypatch.setattr(store, "PART_GAMES", 256)
    manifest = a_manifest(games=1000)
    whole = play(manifest, tmp_path / "whole", threads=2)
    for games, there in ((100, 100), (50, 100), (256, 256), (900, 900)):
        run = play(manifest, tmp_path / "steps", threads=2, games=games)
        assert (run.games, run.asked, run.partial) == (there, 1000, True)
        assert all_rows(run) == all_rows(whole)[:there]
    assert run.progress.sessions == 3
    looks = (store.Look(games=900, known={"rounds": store.Known(estimate=5.0, halfwidth=0.1)}),)
    run.record(looks, enough=True)
    assert (run.asked, run.partial, store.open_run(run.path).progress.looks) == (900, False, looks)
    done = play(manifest, tmp_path / "steps", games=5000)
    assert done.progress.looks == looks
    assert [path.read_bytes() for path, _ in done.parts] == [path.read_bytes() for path, _ in whole.parts]


def test_a_signal_while_a_block_is_awaited_loses_no_block(tmp_path, monkeypatch):
    """Ctrl-C mostly comes while the next block in order is awaited, and later ones may be done by then."""
    second_done = threading.Event()
    play_block = Player.block

    def block(self: Player, first_game: int, games: int):
        if first_game == 0:
            assert second_done.wait(60)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        table = play_block(self, first_game, games)
        if first_game > 0:
            second_done.set()
        return table

    manifest = a_manifest(games=5000)
    whole = play(manifest, tmp_path / "whole")
    monkeypatch.setattr(Player, "block", block)
    with pytest.raises(KeyboardInterrupt):
        play(manifest, tmp_path / "stopped", threads=2)
    monkeypatch.setattr(Player, "block", play_block)
    stopped = store.open_run(tmp_path / "stopped")
    assert 0 < stopped.games < 5000
    assert all_rows(stopped) == all_rows(whole)[: stopped.games]
    done = play(manifest, tmp_path / "stopped")
    assert [path.read_bytes() for path, _ in done.parts] == [path.read_bytes() for path, _ in whole.parts]


def test_a_part_is_kept_before_it_is_full(tmp_path, monkeypatch):
    """A killed process loses no more than what was played since: here every block is kept at once."""
    monkeypatch.setattr(runner, "KEEP_SECONDS", -1.0)
    monkeypatch.setattr(runner, "LARGEST_BLOCK", 64)
    seen: list[int] = []
    manifest = a_manifest(games=500)

    def look(done: int, total: int) -> None:
        seen.append(store.open_run(tmp_path / "run").games - done)

    kept = play(manifest, tmp_path / "run", threads=1, watch=Watch(playing=look))
    assert set(seen) == {0}
    assert kept.parts[0][0].read_bytes() == play(manifest, tmp_path / "other").parts[0][0].read_bytes()


def test_the_same_run_is_reused_and_another_is_refused(tmp_path):
    run = play(a_manifest(), tmp_path / "run")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*")}
    assert play(a_manifest(), tmp_path / "run").manifest == run.manifest
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*")} == before
    with pytest.raises(HeistlabError, match=r"holds another run \(seed 7 there, 8 asked\)"):
        play(a_manifest(seed=8), tmp_path / "run")


def test_a_folder_that_is_no_run_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(HeistlabError, match="holds no run"):
        play(a_manifest(), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith(".")) == ["notes.txt"]


def test_two_writers_of_one_run_are_one_too_many(tmp_path):
    with store.locked(tmp_path / "run"), pytest.raises(HeistlabError, match="another process"):
        play(a_manifest(), tmp_path / "run")


def test_several_threads_of_one_program_may_play_at_once(tmp_path):
    runs: dict[int, store.Run] = {}
    workers = [
        threading.Thread(target=lambda seed=seed: runs.update({seed: play(a_manifest(seed=seed), tmp_path / str(seed))}))
        for seed in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(runs) == [0, 1, 2, 3]
    for seed, run in runs.items():
        assert all_rows(run) == store.table_of(run.manifest, Player(a_manifest(seed=seed)).rows(0, 500)).to_pylist()


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"game": "dual"}, "no game 'dual'; did you mean 'duel'?"),
        ({"players": 1}, "players: Duel is played by 2 to 5, not 1"),
        ({"players": 6}, "players: Duel is played by 2 to 5, not 6"),
        ({"games": 0}, "games: 0 is outside 1 to"),
        ({"games": -5}, "games: -5 is outside 1 to"),
        ({"seed": -1}, "seed: -1 is outside 0 to 2^64-1"),
        ({"seed": 2**64}, "is outside 0 to 2^64-1"),
        ({"bots": "gredy"}, "duel has no bot 'gredy'; did you mean 'greedy'?"),
        ({"bots": "greedy+greedy+greedy"}, "bots: 3 names for 2 players"),
        ({"bots": "./nothing.toml"}, "bot file ./nothing.toml: No such file"),
        ({"settings": {"targt": 3}}, "duel has no parameter or ruling 'targt'; did you mean 'target'?"),
        ({"settings": {"target": 0}}, "target: 0 is outside 1 to 1000"),
        ({"settings": {"target": "many"}}, "target: 'many' is not a whole number (1 to 1000)"),
        ({"settings": {"equal_turns": "perhaps"}}, "equal_turns: 'perhaps' is neither true nor false"),
        ({"settings": {"cards.x.copies": 1}}, "cards.x.copies: duel has no card table 'cards'"),
        ({"cards": "/no/such/place"}, "no card set at /no/such/place"),
    ],
)
def test_a_request_that_cannot_be_played_is_one_line(wrong, line):
    request = {"game": "duel", "players": 2, **wrong}
    with pytest.raises(HeistlabError) as caught:
        make_manifest(**request)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("threads", [0, -1])
def test_fewer_threads_than_one_are_refused(threads, tmp_path):
    with pytest.raises(HeistlabError, match="less than 1"):
        play(a_manifest(), tmp_path / "run", threads=threads)


def test_more_threads_than_cores_are_fine(tmp_path):
    assert play(a_manifest(games=50), tmp_path / "run", threads=99).games == 50
