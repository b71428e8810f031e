"""The notebooks: they run, and print what they show."""
import os

import pytest
from support import REPRODUCIBLE, ROOT

pytestmark = pytest.mark.skipif(os.environ.get("IKSCOPE_TEST_EFFORT") != "full", reason="part of scripts/test --full")
NOTEBOOKS = sorted((ROOT / "python/notebooks").glob("*.ipynb"))


def texts(notebook):
    return [output.get("text") or output["data"]["text/plain"] for cell in notebook.cells
            for output in cell.get("outputs", []) if output.get("name", "stdout") == "stdout"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file, monkeypatch):
    for name, value in REPRODUCIBLE.items():
        monkeypatch.setenv(name, value)  # the kernel has it, too
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    assert file.stat().st_size < 150_000
    notebook = nbformat.read(file, as_version=4)
    shown = texts(notebook)
    assert len(shown) >= 3
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert texts(notebook) == shown


def test_there_are_some():
    assert len(NOTEBOOKS) == 3
