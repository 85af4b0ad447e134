"""The server sends hidden cards to nobody else: thousands of rounds, every byte searched."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import croupier.server
from croupier import games
from tests.sizes import sized

ROUNDS = sized(2_000, 8)
"""A person deals every other one step by step, so that each is looked at twice as often."""


def search(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.server.leaks", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", games.names())
def test_no_viewer_is_sent_a_card_before_its_time(game: str) -> None:
    searched = search(game, str(ROUNDS))
    assert searched.returncode == 0, searched.stderr[-3000:]
    assert f"{ROUNDS} rounds" in searched.stdout and "none hidden" in searched.stdout


def test_a_server_that_leaks_is_found_out() -> None:
    searched = search("winners-pot-poker", "20", "leaky")
    assert searched.returncode != 0 and "public was sent" in searched.stderr


def test_rounds_are_shown_in_one_place_only() -> None:
    """Only one module asks a round for a view of it, or an event for its cards."""
    package = Path(croupier.server.__file__).parent
    for file in package.rglob("*.py"):
        if file.name == "shown.py":
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("view", "told", "shown_to", "board", "laid"), (
                    f"{file.name}:{node.lineno}"
                )
