"""The notebook in docs/ does what it says, and keeps no outputs of some earlier time."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.heistlab.tools import ROOT

NOTEBOOK = ROOT / "docs" / "designer.ipynb"
SECONDS = 600
"""For a cell, the first of which may have to compile the game."""


def code_of(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def texts(cell: Any) -> str:
    """What a cell prints or shows, as plain text."""
    return "".join(out.get("text", "") or out.get("data", {}).get("text/plain", "") for out in cell.outputs)


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    """The notebook after it has run in a directory of its own, and this directory."""
    directory = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(directory)}})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'scripts'}")
        client.execute()
    return notebook, directory


def test_it_is_kept_without_outputs() -> None:
    for cell in code_of(nbformat.read(NOTEBOOK, as_version=4)):
        assert cell.outputs == []
        assert cell.execution_count is None


def test_two_items_are_edited_compared_and_read(executed: tuple[Any, Path]) -> None:
    notebook, directory = executed
    _, exported, edited, mistake, compared, answers, effects, figure, page = code_of(notebook)
    assert "Qianju PT" in texts(exported)
    assert eval(texts(edited)) == ["items.qianju_pt.effect", "items.data_code_breaker.effect"]
    assert "items.qianju_pt, effect" in texts(mistake)
    assert "did you mean 'move'" in texts(mistake)
    assert "length" in texts(compared)
    assert texts(answers).count("\n- ") >= 3
    assert texts(effects).count("data_code_breaker") == texts(effects).count("qianju_pt") == 2
    assert any("image/png" in out.get("data", {}) for out in figure.outputs)
    assert "page.html" in texts(page)
    text = (directory / "page.html").read_text(encoding="utf-8")
    assert "2 cards are edited: Qianju PT and Data Code Breaker." in text.replace("\u00a0", " ")
