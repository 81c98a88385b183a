"""Compiled code: never stale, never an error, one signature a kernel, no recursion."""

import ast
import os
from pathlib import Path

import pytest

import simcore
from simcore import kernel
from tests.simcore.child import PLAY, engine_copy, run_child

DUEL = PLAY.format(game="duel", bots="greedy")
SIGNATURES = """
from simcore import kernel
from simcore.runner import Player, make_manifest
from simcore.playout import Table
from simcore.lineups import bot_names
import simcore
bots = "rollout" if "rollout" in bot_names(simcore.game({game!r})) else "mixed"
manifest = make_manifest({game!r}, games=20, seed=7, bots=bots)
player = Player(manifest)
player.rows(0, 20)
table = Table(player.spec, player.rules, player.lineup, player.centres, manifest.players, 1)
table.start(7, 0)
while table.state.actor >= 0:
    table.legal()
    table.apply(table.choose())
table.result()
for name, kernels in kernel.REGISTRY.items():
    for dispatcher in kernels:
        if len(dispatcher.signatures) > 1:
            print(name, dispatcher.__name__, dispatcher.signatures)
"""


INNER = """
from simcore.kernel import inner_kernel, kernel

@inner_kernel
def inner(number):
    return number + 1

@kernel
def outer(number):
    return 2 * inner(number)
"""
CALLS = """
from kernels import inner, outer
print(outer(3))
try:
    print(inner(3))
except TypeError as refused:
    print(refused)
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """An engine that has been compiled once."""
    directory = engine_copy(tmp_path_factory.mktemp("engine"))
    compiled, *result = run_child(DUEL, directory).split()
    assert int(compiled) > 0
    return directory, result


def test_a_second_process_compiles_nothing_and_plays_the_same(copied):
    directory, result = copied
    assert run_child(DUEL, directory).split() == ["0", *result]


def test_python_cannot_call_an_inner_kernel_but_kernels_can_also_from_the_cache(tmp_path):
    directory = engine_copy(tmp_path)
    (directory / "kernels.py").write_text(INNER, encoding="utf-8")
    for _ in ("compiled", "from the cache"):
        assert run_child(CALLS, directory).splitlines() == ["8", "inner is an inner kernel: only kernels call it"]
    assert run_child(CALLS, directory, NUMBA_DISABLE_JIT="1").splitlines() == ["8", "4"]


@pytest.mark.parametrize(
    ("module", "before", "after"),
    [
        ("games/duel/state.py", "DIE_LOW = 1", "DIE_LOW = 2"),
        ("games/duel/rules.py", "state.total[seat] += pips_of", "state.total[seat] += 2 * pips_of"),
        ("rng.py", "_ROUNDS = 10", "_ROUNDS = 9"),
    ],
    ids=["constant of the game", "rule of the game", "shared module"],
)
def test_changed_source_is_compiled_anew(copied, module, before, after):
    directory, result = copied
    path = directory / "simcore" / module
    source = path.read_text(encoding="utf-8")
    assert before in source
    try:
        path.write_text(source.replace(before, after), encoding="utf-8")
        compiled, *changed = run_child(DUEL, directory).split()
        assert int(compiled) > 0
        assert changed != result
    finally:
        path.write_text(source, encoding="utf-8")
    assert run_child(DUEL, directory).split()[1:] == result


def test_broken_cache_files_are_compiled_over(copied):
    directory, result = copied
    files = [path for path in (directory / "cache").rglob("*") if path.suffix in (".nbi", ".nbc")]
    assert files
    for number, path in enumerate(files):
        path.write_bytes(path.read_bytes()[: (0, 10, 200)[number % 3]])
    assert run_child(DUEL, directory).split()[1:] == result
    assert run_child(DUEL, directory).split() == ["0", *result]


def test_flags_of_the_compiler_have_caches_of_their_own(copied):
    directory, result = copied
    compiled, *checked = run_child(DUEL, directory, NUMBA_BOUNDSCHECK="1").split()
    assert int(compiled) > 0
    assert checked == result


def test_nowhere_to_write_still_plays(copied):
    directory, result = copied
    blocked = directory / "a file"
    blocked.write_text("", encoding="utf-8")
    (directory / ".cache").write_text("in the way", encoding="utf-8")
    assert run_child(DUEL, directory, HEISTLAB_CACHE_DIR=str(blocked / "x"), HOME=None).split()[1:] == result


def test_compiler_off_plays_the_same(copied):
    directory, result = copied
    assert run_child(DUEL, directory, NUMBA_DISABLE_JIT="1").split()[1:] == result


def test_every_kernel_has_one_signature(game_name, tmp_path):
    assert run_child(SIGNATURES.format(game=game_name), engine_copy(tmp_path)) == ""


def kernels_of(path: Path) -> dict[str, set[str]]:
    """Names of the kernels in a file, each with the names it calls."""
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and any(isinstance(mark, ast.Name) and mark.id == "kernel" for mark in node.decorator_list):
            found[node.name] = {call.func.id for call in ast.walk(node) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}
    return found


def test_no_kernel_calls_itself_through_others(game_name):
    """A cached caller of a recursive kernel dies with a segmentation fault in every process but the first."""
    root = Path(simcore.__file__).parent
    calls: dict[str, set[str]] = {}
    for path in [*root.glob("*.py"), *(root / "games" / game_name).glob("*.py")]:
        calls |= kernels_of(path)
    assert calls

    def reach(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join((*way, name))
        for called in calls[name] & calls.keys():
            reach(called, (*way, name))

    for name in calls:
        reach(name, ())


def test_every_kernel_says_what_it_does(game_name):
    root = Path(simcore.__file__).parent
    for path in [*root.glob("*.py"), *(root / "games" / game_name).glob("*.py")]:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name in kernels_of(path):
                assert ast.get_docstring(node), f"{path.name}: {node.name}"


def test_cache_directory_can_be_chosen(monkeypatch, tmp_path):
    from simcore import kernel

    monkeypatch.setenv("HEISTLAB_CACHE_DIR", str(tmp_path / "mine"))
    assert kernel.cache_directory.__wrapped__() == tmp_path / "mine"
    assert os.path.isdir(tmp_path / "mine")


def test_the_stamp_of_the_source_is_that_of_its_text(tmp_path, monkeypatch):
    """It changes with any file that a kernel of the game can contain, and with nothing else: line ends and compilers are the machine's."""
    game = tmp_path / "games" / "toy"
    game.mkdir(parents=True)
    (tmp_path / "rng.py").write_bytes(b"A = 1\nB = 2\n")
    (game / "bots.py").write_bytes(b"C = 3\n")
    monkeypatch.setattr(kernel, "_ROOT", tmp_path)

    def stamp(name="toy"):
        kernel.source_stamp.cache_clear()
        return kernel.source_stamp(name)

    try:
        first = stamp()
        (tmp_path / "rng.py").write_bytes(b"A = 1\r\nB = 2\r\n")
        (game / "bots.pyc").write_bytes(b"compiled")
        monkeypatch.setattr(kernel, "_VERSIONS", "another compiler")
        assert stamp() == first
        assert stamp("") != first
        (game / "bots.py").write_bytes(b"C = 4\n")
        second = stamp()
        (tmp_path / "rng.py").write_bytes(b"A = 2\nB = 2\n")
        assert len({first, second, stamp()}) == 3
    finally:
        kernel.source_stamp.cache_clear()
