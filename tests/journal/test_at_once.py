"""What one commit adds to an SQLite file, in one statement."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

from croupier.journal import at_once
from croupier.journal.insertion import Insertion

METADATA = sa.MetaData()
CHAIN = sa.Table(
    "chain",
    METADATA,
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
STANDS = sa.Table(
    "stands", METADATA, sa.Column("name", sa.String, primary_key=True), sa.Column("now", sa.Integer)
)
WIDE = sa.Table(
    "wide", METADATA, *(sa.Column(f"c{n}", sa.Integer, primary_key=not n) for n in range(10))
)
SUMS = sa.Table(
    "sums",
    METADATA,
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("sum", sa.Integer, nullable=False),
    info=Insertion(
        given=("more", "name"),
        statement="INSERT INTO sums (name, number, sum) SELECT :name, coalesce(max(number), 0) + 1,"
        " coalesce(max(sum), 0) + :more FROM sums WHERE name = :name",
        alone="name",
    ).info,
)

NEW = (CHAIN, False)
CHANGED = (STANDS, True)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[sa.Connection]:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'file.db'}")
    METADATA.create_all(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def kept(session: sa.Connection, table: sa.Table) -> list[tuple[Any, ...]]:
    """Return what another connection finds, which is only what was committed."""
    with session.engine.connect() as other:
        return [tuple(row) for row in other.execute(sa.select(table).order_by(*table.primary_key))]


def test_rows_of_several_tables_are_committed_together(session: sa.Connection) -> None:
    at_once.write(session, {NEW: [("a", 1, b"x"), ("b", 1, b"")], CHANGED: [("a", 1)]})
    at_once.write(session, {CHANGED: [("a", 2), ("b", 7)], NEW: [("a", 2, b"y")]})
    assert kept(session, CHAIN) == [("a", 1, b"x"), ("a", 2, b"y"), ("b", 1, b"")]
    assert kept(session, STANDS) == [("a", 2), ("b", 7)]


def test_a_row_may_follow_from_the_rows_before_it(session: sa.Connection) -> None:
    """Each row sees the one before it, also within one statement."""
    at_once.write(session, {(SUMS, False): [(5, "a"), (2, "b"), (3, "a")]})
    at_once.write(session, {(SUMS, False): [(1, "a")], NEW: [("a", 1, b"x")]})
    assert kept(session, SUMS) == [("a", 1, 5), ("a", 2, 8), ("a", 3, 9), ("b", 1, 2)]


@pytest.mark.parametrize("bad", [("a", 1, b"again"), ("c", 1, None)])
def test_all_of_them_or_none(session: sa.Connection, bad: tuple[Any, ...]) -> None:
    at_once.write(session, {NEW: [("a", 1, b"x")]})
    with pytest.raises(IntegrityError):
        at_once.write(session, {CHANGED: [("a", 5)], NEW: [("b", 1, b""), bad, ("d", 1, b"")]})
    assert (kept(session, CHAIN), kept(session, STANDS)) == ([("a", 1, b"x")], [])
    # The session can still be used, also in transactions of its own.
    with session.begin():
        session.execute(STANDS.insert().values(name="e", now=1))
    at_once.write(session, {NEW: [("b", 1, b"")]})
    assert (len(kept(session, CHAIN)), kept(session, STANDS)) == (2, [("e", 1)])


def test_what_failed_before_does_not_succeed_with_it(session: sa.Connection) -> None:
    """If the database was locked at the commit, the driver still has its transaction."""
    file = session.connection.driver_connection
    assert isinstance(file, sqlite3.Connection)
    file.execute("INSERT INTO stands VALUES ('lost', 1)")
    at_once.write(session, {NEW: [("a", 1, b"x")]})
    assert (kept(session, CHAIN), kept(session, STANDS)) == ([("a", 1, b"x")], [])


def test_a_beginning_that_failed_is_begun_again(session: sa.Connection) -> None:
    file = session.connection.driver_connection
    assert isinstance(file, sqlite3.Connection)

    def no_triggers(action: int, *_: object) -> int:
        denied = action == sqlite3.SQLITE_CREATE_TEMP_TRIGGER
        return sqlite3.SQLITE_DENY if denied else sqlite3.SQLITE_OK

    file.set_authorizer(no_triggers)
    with pytest.raises(OperationalError):
        at_once.write(session, {NEW: [("a", 1, b"x")]})
    file.set_authorizer(None)
    at_once.write(session, {CHANGED: [("a", 1)], NEW: [("a", 1, b"x")]})
    assert (kept(session, CHAIN), kept(session, STANDS)) == ([("a", 1, b"x")], [("a", 1)])


def test_nothing_of_it_stays_in_the_file(session: sa.Connection) -> None:
    at_once.write(session, {NEW: [("a", 1, b"x")], CHANGED: [("a", 1)]})
    with session.engine.connect() as other:
        made = other.exec_driver_sql("SELECT name FROM sqlite_master WHERE type != 'index'")
        assert sorted(made.scalars()) == ["chain", "stands", "sums", "wide"]


def test_what_does_not_fit_is_not_tried(session: sa.Connection) -> None:
    row = ("a", 1, b"x")
    assert at_once.fits(session, {NEW: [row] * at_once.MOST})
    assert not at_once.fits(session, {NEW: [row] * at_once.MOST, CHANGED: [("a", 1)]})
    assert not at_once.fits(session, {NEW: []})
    assert not at_once.fits(session, {(WIDE, False): [tuple(range(10))]})
    with session.begin():
        assert not at_once.fits(session, {NEW: [row]})
    many = [("a", n, b"") for n in range(at_once.MOST)]
    at_once.write(session, {NEW: many})
    assert kept(session, CHAIN) == many
