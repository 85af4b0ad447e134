"""The other processes that serve these tables: none where the database is a file, else :mod:`.neighbours`."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa

from croupier.server.database import Committer
from croupier.server.hub import Listener
from croupier.server.messages import Errand
from croupier.server.schema import TABLES
from croupier.server.snapshot import Snapshot

if TYPE_CHECKING:
    from croupier.server.hall import Hall

Data = dict[str, Any]


class Company(Protocol):
    """What a hall needs to know of other processes, and tells them."""

    async def start(self, hall: Hall) -> list[str]:
        """Begin to serve a hall; returns the tables to take up at once."""

    async def stop(self) -> None:
        """Free the tables for others; called when this process has written its last."""

    def next_round(self) -> int:
        """A number that no other round has."""

    async def take(self, table: str) -> bool:
        """Whether the table is this process's now."""

    async def carry(self, table: str, errand: Errand) -> Data | None:
        """Have an errand done by the table's owner; None if it should be tried here again."""

    def watch(self, listener: Listener, table: str) -> None:
        """A connection here wants to be told of a table that is owned elsewhere."""

    def unwatch(self, listener: Listener, table: str) -> None:
        """A connection here stops watching such a table."""

    def took(self, table: str) -> None:
        """The table has been taken up here."""

    def lobby(self) -> dict[str, Data]:
        """The lobby's lines of tables elsewhere."""

    def tell_lobby(self, lines: Callable[[], list[Data]]) -> None:
        """All lines of the lobby that are this process's, for the lobbies elsewhere."""

    def named(self, person: str, name: str | None) -> None:
        """Somebody has another name, or none; all processes remember names."""

    def revoked(self, token_id: str) -> None:
        """A token is no longer valid: connections elsewhere that came with it are closed."""


class Alone:
    """No other process."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._numbers = itertools.count(committer.store.newest_round() + 1)

    async def start(self, hall: Hall) -> list[str]:
        """Every open table."""
        return await self._committer.read(open_tables)

    async def stop(self) -> None:
        """Nobody waits for the tables."""

    def next_round(self) -> int:
        """Counted from the newest round in the journal, which nobody else writes."""
        return next(self._numbers)

    async def take(self, table: str) -> bool:
        """Always: every table is here."""
        return True

    async def carry(self, table: str, errand: Errand) -> Data | None:
        """None: what is asked of a table is done here."""
        return None

    def watch(self, listener: Listener, table: str) -> None:
        """Every table is here and tells its watchers itself."""

    def unwatch(self, listener: Listener, table: str) -> None:
        """Nobody was asked to tell."""

    def took(self, table: str) -> None:
        """Nobody else is to know."""

    def lobby(self) -> dict[str, Data]:
        """No lines but our own."""
        return {}

    def tell_lobby(self, lines: Callable[[], list[Data]]) -> None:
        """Nobody else is to know."""

    def named(self, person: str, name: str | None) -> None:
        """Nobody else remembers names."""

    def revoked(self, token_id: str) -> None:
        """Nobody is connected elsewhere."""


def open_tables(connection: sa.Connection) -> list[str]:
    """The tables that have not been closed."""
    rows = connection.execute(sa.select(TABLES).order_by(TABLES.c.table_id))
    return [row.table_id for row in rows if Snapshot.decode(row.snapshot).open]
