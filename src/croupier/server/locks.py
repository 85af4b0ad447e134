"""Who owns a table: PostgreSQL's advisory locks, held by the session that also writes.

The process that holds a table's lock owns the table. The lock and every commit belong to one
session. When the session ends (by a crash, a cut cable, or a timeout for a process that stalls),
the locks are free at once and nothing more can be written over it. An owner that wakes up after a
stall finds its session gone, and its tables with it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

import sqlalchemy as sa

from croupier.server.schema import TABLES

_STALLED: Final = ("idle_session_timeout", "idle_in_transaction_session_timeout")
_GONE: Final = {
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "2",
}
"""With these a machine that has vanished is noticed within 4 s."""

_HELD: Final = sa.text(
    "SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks"
    " WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_DURABLE: Final = sa.text(
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""Our commits wait for the disk, whatever the database's default is."""


@lru_cache(maxsize=10_000)
def key(kind: str, name: str = "") -> int:
    """The number of a lock."""
    digest = sha256(f"croupier {kind} {name}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


@dataclass(frozen=True)
class Survey:
    """Which locks are held, by whichever process, and which tables there are."""

    held: Counter[int]
    tables: list[str]

    @property
    def processes(self) -> int:
        """How many processes share the tables, ourselves included."""
        return max(1, self.held[key("processes")])

    def alive(self, process: str) -> bool:
        """Whether a process still has its session; without one it owns nothing."""
        return key("process", process) in self.held

    def owned(self, table: str) -> bool:
        """Whether any process owns the table, ourselves included."""
        return key("table", table) in self.held


def begin_session(connection: sa.Connection, process: str, stalled: float) -> None:
    """Prepare a session to own tables.

    PostgreSQL is to end it after ``stalled`` seconds of silence, or when our machine is gone.
    """
    patience = dict.fromkeys(_STALLED, f"{stalled * 1000:.0f}ms")
    for name, value in (patience | _GONE).items():
        connection.execute(sa.select(sa.func.set_config(name, value, False)))
    connection.execute(_DURABLE)
    connection.execute(sa.select(sa.func.pg_advisory_lock(key("process", process))))
    connection.execute(sa.select(sa.func.pg_advisory_lock_shared(key("processes"))))


def survey(connection: sa.Connection) -> Survey:
    """Find all locks that are held in this database, and all tables, closed ones included."""
    tables = sa.select(TABLES.c.table_id).order_by(TABLES.c.table_id)
    return Survey(Counter(connection.scalars(_HELD)), list(connection.scalars(tables)))


def take(connection: sa.Connection, table: str) -> bool:
    """Take a table's lock if it is free; return whether we got it."""
    return bool(connection.scalar(sa.select(sa.func.pg_try_advisory_lock(key("table", table)))))


def let_go(connection: sa.Connection, table: str) -> None:
    """Free a table's lock: any process may take the table. Our other tables stay ours."""
    connection.execute(sa.select(sa.func.pg_advisory_unlock(key("table", table))))


def wait_for(connection: sa.Connection, name: str) -> None:
    """Wait for the lock of this name, and hold it."""
    connection.execute(sa.select(sa.func.pg_advisory_lock(key(name))))


def end(connection: sa.Connection, name: str) -> None:
    """Free the lock of this name."""
    connection.execute(sa.select(sa.func.pg_advisory_unlock(key(name))))
