"""The shipped index of clause tests is the one that this test suite makes."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier import games
from croupier.rules import coverage, rulebook

ROOT = Path(__file__).parent.parent
PACKAGE = Path(croupier.__file__).parent
CLAUSE = re.compile(r"\d{1,2}(\([a-z]\)(\(\d{1,2}\)(\([ivx]+\))?)?)?")
FINDING = re.compile(r"[XZRSDNW]-\d\d")


def test_the_shipped_index_is_what_the_suite_makes(tmp_path: Path) -> None:
    made = tmp_path / "index.json"
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    command = [*collect, f"--clause-index={made}", "tests"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    shipped = (PACKAGE / "rules" / "clause_index.json").read_text("utf-8")
    assert json.loads(made.read_text("utf-8")) == json.loads(shipped), "run make index"


def test_marked_clauses_exist() -> None:
    index = json.loads((PACKAGE / "rules" / "clause_index.json").read_text("utf-8"))
    for document, clauses in index.items():
        game, _, state = document.rpartition(".")
        assert set(clauses) <= set(rulebook.load(game, state).clauses)


@pytest.mark.parametrize("game", games.names())
def test_no_clause_of_a_finished_game_is_open(game: str) -> None:
    for state in games.load(game).states:
        counted = {row["document"]: row for row in coverage.count()}[f"{game}.{state}"]
        assert counted["open"] == 0, coverage.open_clauses(game, state)


def _texts(file: Path) -> set[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return {
        n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    }


@pytest.mark.parametrize("game", games.names())
def test_code_cites_only_clauses_and_findings_that_exist(game: str) -> None:
    book = rulebook.load(game)
    known = rulebook.find_findings()
    for file in (PACKAGE / "games" / game.replace("-", "_")).glob("*.py"):
        for text in _texts(file):
            if FINDING.fullmatch(text):
                assert text in known, f"{file.name} cites {text}"
            elif CLAUSE.fullmatch(text) and "(" in text:
                assert text in book.citations, f"{file.name} cites {text}"
