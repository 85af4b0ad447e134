"""The shell completes commands and games."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def completed(*words: str) -> list[str]:
    """Return what bash would offer for the last word."""
    asked = {
        "_CROUPIER_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(("croupier", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(
        [sys.executable, "-c", "from croupier.cli import main; main()"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | asked,
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("od",), ["odds"]),
        (("odds", "double"), ["double-cross-poker", "double-down-stud"]),
        (("rules", "w"), ["winners-pot-poker"]),
        (("journal", "ver"), ["verify"]),
        (("play", "roulette"), []),
    ],
)
def test_a_word_is_completed(words: tuple[str, ...], offered: list[str]) -> None:
    assert completed(*words) == offered


def test_the_script_for_bash_is_a_script() -> None:
    program = shutil.which("croupier", path=str(Path(sys.executable).parent))
    assert program is not None
    # The shell that started the tests does not matter. On some machines there is none.
    told = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    shown = subprocess.run(
        [program, "--show-completion", "bash"], capture_output=True, text=True, check=True, env=told
    )
    assert "complete -o default -F _croupier_completion croupier" in shown.stdout
    subprocess.run(["bash", "-n"], input=shown.stdout, text=True, check=True)
