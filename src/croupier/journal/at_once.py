"""Write everything that one commit adds to an SQLite file as a single statement.

The statement is its own transaction. This matters for speed: Python's writing thread yields to the
others at every statement and then waits for its turn. While the event loop serves five hundred
players, that waiting is nearly all the time a commit takes. Here it waits once instead of fifteen
times.

A temporary view takes the rows of all tables, and its triggers put each row into its own table. The
view and the triggers belong to the connection and leave no trace in the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

from croupier.journal.insertion import given_columns, insertion_of

Rows = Mapping[tuple[sa.Table, bool], Sequence[Sequence[Any]]]
"""New rows by table, and by whether they replace the row with the same key."""

WIDTH: Final = 9
"""The most values that a row may be given."""
MOST: Final = 3200
"""The most rows in one statement: SQLite limits the number of its values."""

_VIEW: Final = "written_at_once"
_COLUMNS: Final = tuple(f"c{n}" for n in range(WIDTH))
_NOTHING: Final = (None,) * WIDTH


def fits(connection: sa.Connection, rows: Rows) -> bool:
    """Whether these rows can be written in one statement over this connection."""
    return (
        connection.dialect.name == "sqlite"
        and not connection.in_transaction()
        and all(len(given_columns(table)) <= WIDTH for table, _ in rows)
        and 0 < sum(map(len, rows.values())) <= MOST
    )


def write(connection: sa.Connection, rows: Rows) -> None:
    """Add the rows, all of them or none."""
    file = connection.connection.driver_connection
    assert isinstance(file, sqlite3.Connection)
    places: dict[tuple[sa.Table, bool], int] = connection.info.setdefault(_VIEW, {})
    values: list[Any] = []
    count = 0
    for key, some in rows.items():
        if key not in places:
            _make_place(file, *key, len(places))
            places[key] = len(places)
        padding = _NOTHING[len(given_columns(key[0])) :]
        for row in some:
            values += (places[key], *row, *padding)
        count += len(some)
    marks = f"({', '.join('?' * (WIDTH + 1))})"
    _execute(file, f"INSERT INTO {_VIEW} VALUES {', '.join([marks] * count)}", values)


def _execute(file: sqlite3.Connection, statement: str, values: Sequence[Any] = ()) -> None:
    """Execute a statement as its own transaction; errors are raised as SQLAlchemy's."""
    if file.in_transaction:
        file.rollback()  # an earlier commit that failed must not succeed along with this one
    outside, file.isolation_level = file.isolation_level, None
    try:
        file.execute(statement, values)
    except sqlite3.IntegrityError as error:
        raise IntegrityError(statement[:40], None, error) from None
    except sqlite3.Error as error:
        raise OperationalError(statement[:40], None, error) from None
    finally:
        file.isolation_level = outside


def _make_place(file: sqlite3.Connection, table: sa.Table, replaces: bool, number: int) -> None:
    """From now on, rows with this number go into this table."""
    if not number:
        nothing = ", ".join(f"NULL AS {column}" for column in ("place", *_COLUMNS))
        _execute(file, f"CREATE TEMP VIEW IF NOT EXISTS {_VIEW} AS SELECT {nothing}")
    _execute(
        file,
        f"CREATE TEMP TRIGGER {_VIEW}_{number} INSTEAD OF INSERT ON {_VIEW} "
        f"WHEN NEW.place = {number} BEGIN {_insertion(table, replaces)}; END",
    )


def _insertion(table: sa.Table, replaces: bool) -> str:
    """The statement that puts a row of the view into its table."""
    own = insertion_of(table)
    if own is not None:
        return own.with_names(lambda place: f"NEW.{_COLUMNS[place]}")
    names = ", ".join(table.columns.keys())
    row = ", ".join(f"NEW.{column}" for column in _COLUMNS[: len(table.columns)])
    insertion = f"INSERT INTO {table.name} ({names}) VALUES ({row})"
    if replaces:
        key = ", ".join(table.primary_key.columns.keys())
        given = (f"{c.name} = excluded.{c.name}" for c in table.columns if not c.primary_key)
        insertion += f" ON CONFLICT ({key}) DO UPDATE SET {', '.join(given)}"
    return insertion
