"""Journals for the tests: one recorded sitting, copied for each test that tampers with it."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from croupier.journal import open_journal
from tests.journal.rounds import random_table, sitting


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of two tables, with its heads beside it; not to be changed."""
    file = tmp_path_factory.mktemp("recorded") / "journal.db"
    random = Random(5)
    with open_journal(file, create=True) as journal:
        for name in ("pit 1", "pit 2"):
            table = random_table(random, {"shuffler": "manual"})
            table.bankrolls = dict.fromkeys(table.bankrolls, 1_000_000)
            assert len(list(sitting(random, table, journal, name, rounds=4))) == 4
    return file


@pytest.fixture
def journal_file(recorded: Path, tmp_path: Path) -> Path:
    """A copy of the recorded journal, with its heads."""
    for file in recorded.parent.iterdir():
        shutil.copy(file, tmp_path)
    return tmp_path / recorded.name
