"""Run the notebooks of the examples without Jupyter.

Each cell prints, and its last expression is shown. ``python -m tests.notebooks`` writes the outputs
again.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parent.parent / "examples"


def read(file: Path) -> dict[str, Any]:
    """Return a notebook as data."""
    notebook: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return notebook


def run(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Run the code cells in one fresh namespace and return their outputs in order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [_outputs("".join(cell["source"]), names, n) for n, cell in enumerate(cells, 1)]


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = (
            eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            if isinstance(last, ast.Expr)
            else None
        )
    found: list[dict[str, Any]] = []
    if text := printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": _lines(text)})
    if value is not None:
        found.append(
            {
                "data": {"text/plain": _lines(repr(value))},
                "execution_count": count,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return found


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def refresh(file: Path) -> None:
    """Write a notebook with the outputs that its cells give now."""
    notebook = read(file)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for count, (cell, outputs) in enumerate(zip(cells, run(notebook), strict=True), 1):
        cell["outputs"], cell["execution_count"] = outputs, count
    file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    for notebook_file in sorted(EXAMPLES.glob("*.ipynb")):
        refresh(notebook_file)
