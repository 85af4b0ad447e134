"""Everything that one commit adds to an SQLite file, in one statement that is its own transaction.

Python's thread that writes gives way to the others at every statement, and waits for its turn after it. Behind
a loop that is busy with five hundred players those turns are nearly all the time that a commit takes: it has one
here instead of fifteen. A view takes rows for all tables; its triggers put each where it belongs. Both are
the connection's own and leave nothing in the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

Rows = Mapping[tuple[sa.Table, bool], Sequence[Sequence[Any]]]
"""New rows by their table, and by whether they replace what has their key."""

WIDTH: Final = 7
"""Columns that a row may have."""
MOST: Final = 4000
"""Rows in one statement; SQLite counts values."""

_VIEW: Final = "written_at_once"
_COLUMNS: Final = tuple(f"c{n}" for n in range(WIDTH))
_NOTHING: Final = (None,) * WIDTH


def fits(connection: sa.Connection, rows: Rows) -> bool:
    """Whether this can be done with these rows over this connection."""
    return (
        connection.dialect.name == "sqlite"
        and not connection.in_transaction()
        and all(len(table.columns) <= WIDTH for table, _ in rows)
        and 0 < sum(map(len, rows.values())) <= MOST
    )


def write(connection: sa.Connection, rows: Rows) -> None:
    """Add rows, all of them or none."""
    file = connection.connection.driver_connection
    assert isinstance(file, sqlite3.Connection)
    places: dict[tuple[sa.Table, bool], int] = connection.info.setdefault(_VIEW, {})
    values: list[Any] = []
    count = 0
    for key, some in rows.items():
        if key not in places:
            _make_place(file, *key, len(places))
            places[key] = len(places)
        padding = _NOTHING[len(key[0].columns) :]
        for row in some:
            values += (places[key], *row, *padding)
        count += len(some)
    marks = f"({', '.join('?' * (WIDTH + 1))})"
    _execute(file, f"INSERT INTO {_VIEW} VALUES {', '.join([marks] * count)}", values)


def _execute(file: sqlite3.Connection, statement: str, values: Sequence[Any] = ()) -> None:
    """A statement that is its own transaction; what it complains about is said as SQLAlchemy would."""
    if file.in_transaction:
        file.rollback()  # a commit that failed before us must not succeed with ours
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
    """Rows with this number go into this table from now on."""
    if not number:
        nothing = ", ".join(f"NULL AS {column}" for column in ("place", *_COLUMNS))
        _execute(file, f"CREATE TEMP VIEW IF NOT EXISTS {_VIEW} AS SELECT {nothing}")
    names = ", ".join(table.columns.keys())
    row = ", ".join(f"NEW.{column}" for column in _COLUMNS[: len(table.columns)])
    insertion = f"INSERT INTO {table.name} ({names}) VALUES ({row})"
    if replaces:
        key = ", ".join(table.primary_key.columns.keys())
        given = (f"{c.name} = excluded.{c.name}" for c in table.columns if not c.primary_key)
        insertion += f" ON CONFLICT ({key}) DO UPDATE SET {', '.join(given)}"
    _execute(
        file,
        f"CREATE TEMP TRIGGER {_VIEW}_{number} INSTEAD OF INSERT ON {_VIEW} "
        f"WHEN NEW.place = {number} BEGIN {insertion}; END",
    )
