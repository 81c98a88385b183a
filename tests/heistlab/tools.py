"""The command line, in this process and in one of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from heistlab.cli import app

ROOT = Path(__file__).parents[2]
CONTROL = "\x1b"


def heistlab(*words: object) -> Result:
    """Run a command in this process; a traceback is a failure."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def played(*words: object) -> Result:
    """Run a command that succeeds."""
    done = heistlab(*words)
    assert done.exit_code == 0, done.stderr
    return done


def answer(*words: object) -> Any:
    """What a command prints with --json: one JSON value and nothing else."""
    return json.loads(played(*words, "--json").stdout)


def refused(*words: object) -> str:
    """The one line that says why a command cannot be carried out."""
    done = heistlab(*words)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if not line.startswith(("seed ", "compiling "))]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("heistlab: ")
    return lines[0].removeprefix("heistlab: ")


def start(*words: object, directory: Path, **options: Any) -> subprocess.Popen[str]:
    """Run a command in a process of its own."""
    return python("-m", "heistlab", *map(str, words), directory=directory, **options)


def start_shell(line: str, *, directory: Path) -> subprocess.Popen[str]:
    """Run a shell line that calls the code under test, with its output caught."""
    return caught(["sh", "-c", line], directory=directory)


def python(*words: str, directory: Path, **options: Any) -> subprocess.Popen[str]:
    """Run Python on the code under test, with its output caught."""
    return caught([sys.executable, *words], directory=directory, **options)


def caught(command: list[str], *, directory: Path, **options: Any) -> subprocess.Popen[str]:
    """Run a command that finds the code under test, with its output caught."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "scripts")])
    environment = {**os.environ, "PYTHONPATH": path, "MPLBACKEND": "Agg", **options.pop("env", {})}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.Popen(command, cwd=directory, env=environment, **pipes)


def without_seconds(data: Any) -> Any:
    """A summary or a comparison without the time it took."""
    if isinstance(data, dict):
        return {name: without_seconds(value) for name, value in data.items() if name not in ("seconds", "compile_seconds")}
    return [without_seconds(value) for value in data] if isinstance(data, list) else data
