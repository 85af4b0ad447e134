"""The examples run as they are, and print what they promise."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import notebooks
from tests.notebooks import EXAMPLES

PROMISED = {
    "ask_for_advice.py": ("raise  -0.7613  = -118/155", "17533/626665 = 2.7978%"),
    "custom_house.py": (
        "less than the least odds of 5 to 1 [5(i)(2)]",
        "generous: 1.7423%",
        "z = ",
    ),
    "journal_to_frame.py": ("entries of 20 rounds hold", "1    lose"),
    "play_a_round.py": ("at most the original wager of $10 [5(h)]", "seat 1: +40.00"),
}


def test_every_example_is_run() -> None:
    assert {file.name for file in EXAMPLES.glob("*.py")} == set(PROMISED)


@pytest.mark.parametrize("name", PROMISED)
def test_the_example_runs(name: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for words in PROMISED[name]:
        assert words in done.stdout, done.stdout


def test_the_notebook_shows_what_its_cells_give() -> None:
    """``python -m tests.notebooks`` writes the outputs again."""
    notebook = notebooks.read(EXAMPLES / "odds.ipynb")
    kept = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert kept == notebooks.run(notebook)
    assert "Fraction(17533, 626665)" in str(kept)
