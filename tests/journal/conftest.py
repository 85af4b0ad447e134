"""Journals for the tests: new ones of every kind, and a recorded one to tamper with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from croupier.journal import Journal, memory_journal, open_journal
from tests.journal.kept import Fresh, Kept, empty
from tests.journal.rounds import random_table, sitting

POSTGRES = pytest.param("postgres", marks=pytest.mark.postgres)


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of two tables, with its heads beside it. Tests do not change it."""
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
    """A copy of the recorded journal, with its heads, in files."""
    for file in recorded.parent.iterdir():
        shutil.copy(file, tmp_path)
    return tmp_path / recorded.name


@pytest.fixture(scope="session")
def spare(request: pytest.FixtureRequest) -> str:
    """A database of the PostgreSQL server that one test after another uses."""
    url: str = request.getfixturevalue("postgres").database()
    return url


@pytest.fixture(params=["file", POSTGRES])
def kept(request: pytest.FixtureRequest, recorded: Path, tmp_path: Path) -> Kept:
    """The recorded journal with its heads, to tamper with, in a file or in PostgreSQL."""
    if request.param == "file":
        return Kept(request.getfixturevalue("journal_file"))
    url: str = request.getfixturevalue("spare")
    return Kept.copied(recorded, url, tmp_path / "postgres.head")


@pytest.fixture(params=["memory", "file", POSTGRES])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fresh]:
    """A function that makes new journals of one kind, one at a time."""
    opened: list[Journal] = []

    def make() -> Journal:
        if opened:
            opened.pop().close()
        if request.param == "memory":
            journal = memory_journal()
        elif request.param == "file":
            shutil.rmtree(tmp_path / "fresh", ignore_errors=True)
            journal = open_journal(tmp_path / "fresh" / "journal.db", create=True)
        else:
            url: str = request.getfixturevalue("spare")
            empty(url)
            journal = open_journal(url, create=True)
        opened.append(journal)
        return journal

    yield make
    for journal in opened:
        journal.close()
