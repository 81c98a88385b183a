"""Run a copy of the engine in a process of its own, with a cache of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import simcore

PLAY = """
import sys
from simcore import kernel
from simcore.runner import Player, make_manifest
cold = []
manifest = make_manifest({game!r}, games=200, seed=7, bots={bots!r})
with kernel.compiling(cold.append):
    rows = Player(manifest).rows(0, 200)
print(len(cold), rows["turns"].sum(), rows["winners"].sum())
"""


def engine_copy(directory: Path) -> Path:
    """The package simcore, copied: tests may edit it."""
    shutil.copytree(Path(simcore.__file__).parent, directory / "simcore", ignore=shutil.ignore_patterns("__pycache__", ".cache"))
    return directory


def run_child(code: str, directory: Path, **environment: str | None) -> str:
    """Standard output of a Python process that imports simcore from `directory`; a variable that is None is unset."""
    settings = {**os.environ, "PYTHONPATH": str(directory), "HEISTLAB_CACHE_DIR": str(directory / "cache"), **environment}
    given = {name: value for name, value in settings.items() if value is not None}
    done = subprocess.run([sys.executable, "-c", code], env=given, cwd=directory, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
