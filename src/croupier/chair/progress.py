"""A trainee's progress, kept in tables of its own in the journal's database."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from croupier.chair.boxes import Item, due
from croupier.journal import JournalError, open_journal
from croupier.journal.database import DatabaseStore, cause_of, one_at_a_time

METADATA: Final = sa.MetaData()

ITEMS: Final = sa.Table(
    "training_items",
    METADATA,
    sa.Column("trainee", sa.String(60), primary_key=True),
    sa.Column("document", sa.String(60), primary_key=True),
    sa.Column("item", sa.String(100), primary_key=True),
    sa.Column("box", sa.Integer, nullable=False),
    sa.Column("due", sa.Integer, nullable=False),
    sa.Column("right", sa.Integer, nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False),
)
"""The items that a trainee has been asked, and the box each is in."""

SITTINGS: Final = sa.Table(
    "training_sittings",
    METADATA,
    sa.Column("trainee", sa.String(60), primary_key=True),
    sa.Column("document", sa.String(60), primary_key=True),
    sa.Column("sitting", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("what", sa.String(60), nullable=False),
    sa.Column("right", sa.Integer, nullable=False),
    sa.Column("questions", sa.Integer, nullable=False),
    sa.Column("passed", sa.Boolean, nullable=False),
    sa.Column("ended", sa.String(30), nullable=False),
)
"""Every sitting of a trainee: a lesson, an exam or a drill."""


@dataclass(frozen=True)
class Sat:
    """The stored result of a sitting."""

    what: str
    """``lesson 2``, ``exam``, ``drill payouts``."""
    right: int
    questions: int
    passed: bool
    ended: str = ""


@dataclass(frozen=True)
class Standing:
    """A trainee's progress with one document."""

    items: Mapping[str, Item]
    sittings: tuple[Sat, ...]

    @property
    def now(self) -> int:
        """The number of the sitting that comes next."""
        return len(self.sittings) + 1

    @property
    def due(self) -> list[str]:
        """The items that are due now, the lowest boxes first."""
        return due(self.items, self.now)

    def best(self, what: str) -> Sat | None:
        """Return the best sitting of a lesson, an exam or a drill, None if there is none."""
        sat = [one for one in self.sittings if one.what == what and one.questions]
        return max(sat, key=lambda one: (one.passed, one.right / one.questions), default=None)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data with the items and what is due now, but only the number of sittings."""
        return {
            "sittings": len(self.sittings),
            "due": self.due,
            "items": {
                name: {"box": i.box, "due": i.due, "right": i.right, "wrong": i.wrong}
                for name, i in self.items.items()
            },
        }


def create_tables(engine: sa.Engine) -> None:
    """Create the tables if they do not exist; raises :class:`JournalError` if that fails."""
    with _clearly(), engine.begin() as connection:
        one_at_a_time(connection)
        METADATA.create_all(connection)


@contextmanager
def _clearly() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        message = f"progress cannot be kept in this database: {cause_of(error)}"
        raise JournalError(message) from None


def read_standing(connection: sa.Connection, trainee: str, document: str) -> Standing:
    """Read a trainee's progress with a document such as ``red-dog.ma``."""
    key = {"trainee": trainee, "document": document}
    items = connection.execute(sa.select(ITEMS).where(*_is(ITEMS, key)).order_by(ITEMS.c.item))
    sat = connection.execute(
        sa.select(SITTINGS).where(*_is(SITTINGS, key)).order_by(SITTINGS.c.sitting)
    )
    return Standing(
        {row.item: Item(row.box, row.due, row.right, row.wrong) for row in items},
        tuple(Sat(row.what, row.right, row.questions, row.passed, row.ended) for row in sat),
    )


def keep(
    connection: sa.Connection, trainee: str, document: str, sat: Sat, learnt: Mapping[str, bool]
) -> None:
    """Store a finished sitting and move the items that were asked in it to their new boxes."""
    before = read_standing(connection, trainee, document)
    now = before.now
    key = {"trainee": trainee, "document": document}
    ended = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    row = {
        "sitting": now,
        "what": sat.what,
        "right": sat.right,
        "questions": sat.questions,
        "passed": sat.passed,
        "ended": ended,
    }
    connection.execute(SITTINGS.insert().values(**key, **row))
    for name, right in learnt.items():
        item = before.items.get(name, Item()).answered(right, now)
        values = {"box": item.box, "due": item.due, "right": item.right, "wrong": item.wrong}
        if name in before.items:
            kept = ITEMS.update().where(*_is(ITEMS, key), ITEMS.c.item == name)
            connection.execute(kept.values(values))
        else:
            connection.execute(ITEMS.insert().values(**key, item=name, **values))


def erase(connection: sa.Connection, trainee: str) -> None:
    """Delete everything that is stored about a trainee."""
    for table in (ITEMS, SITTINGS):
        connection.execute(table.delete().where(table.c.trainee == trainee))


class Progress:
    """The progress of all trainees in one database; open it with :func:`open_progress`."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        create_tables(engine)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        self._engine.dispose()

    def standing(self, trainee: str, document: str) -> Standing:
        """Return a trainee's progress with a document."""
        with _clearly(), self._engine.connect() as connection:
            return read_standing(connection, trainee, document)

    def keep(self, trainee: str, document: str, sat: Sat, learnt: Mapping[str, bool]) -> Standing:
        """Store a sitting; returns the trainee's progress after it."""
        with _clearly(), self._engine.begin() as connection:
            keep(connection, trainee, document, sat, learnt)
            return read_standing(connection, trainee, document)

    def erase(self, trainee: str) -> None:
        """Delete everything that is stored about a trainee."""
        with _clearly(), self._engine.begin() as connection:
            erase(connection, trainee)


def _is(table: sa.Table, key: Mapping[str, str]) -> list[sa.ColumnElement[bool]]:
    return [table.c[name] == value for name, value in key.items()]


def open_progress(database: str | Path = "") -> Progress:
    """Open the store of trainees' progress, in the journal's database; create it if missing."""
    store = open_journal(database, create=True).store
    assert isinstance(store, DatabaseStore)
    return Progress(store.engine)
