"""The other processes that serve these tables.

There are none where the database is a file (:class:`Alone`); otherwise see :mod:`.neighbours`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa

from croupier.server.database import Committer
from croupier.server.hub import Listener
from croupier.server.messages import Errand
from croupier.server.schema import STANDING
from croupier.server.snapshot import Snapshot

if TYPE_CHECKING:
    from croupier.server.hall import Hall

Data = dict[str, Any]


class Company(Protocol):
    """What a hall asks of other processes, and tells them."""

    async def start(self, hall: Hall) -> list[str]:
        """Begin to serve a hall; return the tables to load at once."""

    async def stop(self) -> None:
        """Free our tables for others; called when this process writes no more."""

    def next_round(self) -> int:
        """Return a number that no other round has."""

    async def take(self, table: str) -> bool:
        """Take a table if it is free; return whether this process owns it now."""

    async def let_go(self, table: str) -> None:
        """Give up a table of ours: whichever process is asked for it next takes it."""

    async def carry(self, table: str, errand: Errand) -> Data | None:
        """Have an errand done by the table's owner; None means that we should try again here."""

    def watch(self, listener: Listener, table: str) -> None:
        """Ask the owner of a table elsewhere to tell a connection of ours."""

    def unwatch(self, listener: Listener, table: str) -> None:
        """Ask the owner elsewhere to stop telling a connection of ours."""

    def took(self, table: str) -> None:
        """Tell the others that the table is kept here now."""

    def lobby(self) -> dict[str, Data]:
        """The lobby's lines for tables elsewhere, by table."""

    def tell_lobby(self, lines: Callable[[], list[Data]]) -> None:
        """Send our lines of the lobby to the others."""

    def named(self, person: str, name: str | None) -> None:
        """Tell the others that a person has another name, or none."""

    def decided(self) -> None:
        """Tell the others that the floor has changed a policy."""

    def revoked(self, token_id: str) -> None:
        """Tell the others to close the connections that use a token."""


class Alone:
    """There is no other process."""

    _hall: Hall
    """The hall that we serve; set by :meth:`start`."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._numbers = itertools.count(committer.store.newest_round() + 1)

    async def start(self, hall: Hall) -> list[str]:
        """Return every open table."""
        self._hall = hall
        return await self._committer.read(open_tables)

    async def stop(self) -> None:
        """Do nothing: nobody waits for the tables."""

    def next_round(self) -> int:
        """Count on from the newest round in the journal, which nobody else writes."""
        return next(self._numbers)

    async def take(self, table: str) -> bool:
        """Return True: every table is here."""
        return True

    async def let_go(self, table: str) -> None:
        """Forget the table until somebody asks for it again."""
        await self._hall.pit.dismiss(table)

    async def carry(self, table: str, errand: Errand) -> Data | None:
        """Return None: every errand is done here."""
        return None

    def watch(self, listener: Listener, table: str) -> None:
        """Do nothing: every table is here and tells its watchers itself."""

    def unwatch(self, listener: Listener, table: str) -> None:
        """Do nothing: nobody elsewhere was asked."""

    def took(self, table: str) -> None:
        """Do nothing: there is nobody to tell."""

    def lobby(self) -> dict[str, Data]:
        """Return no lines: all tables are here."""
        return {}

    def tell_lobby(self, lines: Callable[[], list[Data]]) -> None:
        """Do nothing: there is nobody to tell."""

    def named(self, person: str, name: str | None) -> None:
        """Do nothing: nobody else remembers names."""

    def decided(self) -> None:
        """Do nothing: nobody else has read the policies."""

    def revoked(self, token_id: str) -> None:
        """Do nothing: nobody is connected elsewhere."""


def open_tables(connection: sa.Connection) -> list[str]:
    """The tables that have not been closed, by name."""
    rows = connection.execute(STANDING)
    return [row.table_id for row in rows if Snapshot.decode(row.snapshot).open]
