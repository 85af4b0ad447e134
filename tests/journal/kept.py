"""A recorded journal that a test may read and tamper with, in any database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import sqlalchemy as sa

from croupier import games
from croupier.journal import Journal, Verdict, heads, open_journal
from croupier.journal.database import ENTRIES, JOURNAL, METADATA
from croupier.journal.entry import FORMAT
from croupier.journal.store import Row

Fresh: TypeAlias = Callable[[], Journal]
"""A function that makes a new journal."""

on_every_store = pytest.mark.parametrize(
    ("fresh", "game"),
    [
        *(("file", game) for game in games.names()),
        *(pytest.param("postgres", game, marks=pytest.mark.postgres) for game in games.names()),
    ],
    indirect=["fresh"],
)
"""Every game in every kind of database. tests/conformance covers memory and other houses."""

Statement: TypeAlias = tuple[str, tuple[Any, ...]] | str


@dataclass
class Kept:
    """A journal in a file with its heads beside it, or in a database with its heads elsewhere."""

    where: Path | str
    elsewhere: Path | None = None

    @classmethod
    def copied(cls, recorded: Path, url: str, head: Path) -> Kept:
        """Copy the journal of a file into a database."""
        kept = cls(url, head)
        with open_journal(recorded) as journal:
            rows = [
                dict(zip(ENTRIES.columns.keys(), row, strict=True)) for row in journal.store.rows()
            ]
            heads.write(head, journal.verify().heads)
        with kept._engine().begin() as connection:
            _clear(connection)
            METADATA.create_all(connection)
            connection.execute(JOURNAL.insert().values(format=FORMAT))
            connection.execute(ENTRIES.insert(), rows)
        return kept

    @property
    def head(self) -> Path:
        """The file of the heads."""
        if self.elsewhere is not None:
            return self.elsewhere
        assert isinstance(self.where, Path)
        return heads.beside(self.where)

    @property
    def typed(self) -> bool:
        """Whether the database itself refuses values that are not of a column's type."""
        return not isinstance(self.where, Path)

    def open(self, *, create: bool = False) -> Journal:
        journal = open_journal(self.where, create=create)
        journal.head_file = self.head
        return journal

    def check(self) -> Verdict:
        with self.open() as journal:
            return journal.verify()

    def rows(self) -> list[Row]:
        with self.open() as journal:
            return [tuple(row) for row in journal.store.rows()]

    def tamper_with(self, words: str, *values: object) -> None:
        """Change the database by one statement with values, see ``tamper``."""
        self.tamper((words, values))

    def last(self, table: str = "pit 1") -> int:
        return self.check().heads[table].number

    def tamper(self, *statements: Statement) -> None:
        """Change the database behind the journal's back. ``?`` stands for a value."""
        with self._engine().begin() as connection:
            for statement in statements:
                words, values = (statement, ()) if isinstance(statement, str) else statement
                given = {f"v{n}": value for n, value in enumerate(values)}
                for name in given:
                    words = words.replace("?", f":{name}", 1)
                assert connection.execute(sa.text(words), given).rowcount != 0

    def _engine(self) -> sa.Engine:
        url = f"sqlite:///{self.where}" if isinstance(self.where, Path) else self.where
        return sa.create_engine(url, poolclass=sa.NullPool)


def empty(url: str) -> None:
    """Remove everything from a database."""
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        _clear(connection)


def _clear(connection: sa.Connection) -> None:
    for table in sa.inspect(connection).get_table_names():
        connection.execute(sa.text(f"DROP TABLE {table}"))
