"""The lines of Python in the documents, and the notebook, run as they stand."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[4]
DOCUMENTS = [
    "README.md",
    "docs/python.md",
    "docs/many-machines.md",
    "crates/cicerone-python/README.md",
]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_lines_of_a_document_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / name).read_text(), re.M | re.S)
    assert blocks, f"{name} has no line of Python"
    if any("pyarrow" in block for block in blocks):
        pytest.importorskip("pyarrow")
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, name, "exec"), names)
    assert capsys.readouterr().out


def test_the_notebook_runs_and_shows_what_it_should() -> None:
    notebook = json.loads((ROOT / "docs/python.ipynb").read_text())
    cells = ["".join(one["source"]) for one in notebook["cells"] if one["cell_type"] == "code"]
    names: dict[str, Any] = {}
    shown = [shown_by(cell, names) for cell in cells]
    assert all(one.startswith("<svg") for one in shown[:2])
    assert "<svg" in shown[2] and "<li>" in shown[2]
    assert all(0 < words < 300 for words in ast.literal_eval(shown[3]).values())


def shown_by(cell: str, names: dict[str, Any]) -> str:
    """What a notebook would show of a cell: its last expression."""
    *lines, last = ast.parse(cell).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(lines, []), "notebook", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
    for form in ["_repr_html_", "_repr_svg_"]:
        if hasattr(value, form):
            return getattr(value, form)()
    return repr(value)
