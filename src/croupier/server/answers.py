"""Kept answers: a request that is sent twice is carried out once."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import sqlalchemy as sa

from croupier.journal.database import Also, RowOf
from croupier.nouns import structs
from croupier.server.database import Committer
from croupier.server.schema import ACTS

Reply = dict[str, Any]

REMEMBERED: Final = 100
"""How many answers a table keeps in memory; older ones are looked up."""


def keep_answer(table: str, person: str, id: str, reply: Reply) -> Also:
    """The write that keeps an answer, for the commit of what it is about."""
    return RowOf(ACTS, (table, person, id, msgspec.json.encode(reply)))


async def find_answer(committer: Committer, table: str, person: str, id: str) -> Reply | None:
    """The kept answer to a request; None if there is none."""
    wanted = sa.select(ACTS.c.reply).where(
        ACTS.c.table_id == table, ACTS.c.person == person, ACTS.c.act_id == id
    )
    found = await committer.read(lambda connection: connection.scalar(wanted))
    return None if found is None else structs.decode(found, Reply)


async def find_asker(committer: Committer, table: str, reply: Reply) -> str | None:
    """Whose request was given this answer; None if nobody's was."""
    asked = sa.select(ACTS.c.person).where(
        ACTS.c.table_id == table, ACTS.c.reply == msgspec.json.encode(reply)
    )
    return await committer.read(lambda connection: connection.scalar(asked))


class Answers:
    """What one table has answered; the newest answers are in memory."""

    def __init__(self, table: str, committer: Committer, state: int = 0) -> None:
        self._table = table
        self._committer = committer
        self._known: dict[tuple[str, str], Reply] = {}
        self._since = state

    async def find(self, person: str, id: str | None, state: int = -1) -> Reply | None:
        """The answer to a request that was carried out before; None for a new one.

        ``state`` is the state of the table that the request names, if it names one.
        """
        if id is None:
            return None
        known = self._known.get((person, id))
        # Everything since that state is remembered: a request that names a newer one is new.
        if known is not None or state >= self._since:
            return known
        return await self.look_up(person, id)

    async def look_up(self, person: str, id: str | None) -> Reply | None:
        """The same from the database, whatever state the request names."""
        return None if id is None else await find_answer(self._committer, self._table, person, id)

    def keep(self, person: str, id: str | None, reply: Reply) -> list[Also]:
        """The writes that keep an answer; none for a request without an id."""
        return [] if id is None else [keep_answer(self._table, person, id, reply)]

    def remember(self, person: str, id: str | None, reply: Reply) -> None:
        """Remember an answer that is durable now."""
        if id is None:
            return
        self._known[person, id] = reply
        if len(self._known) > REMEMBERED:
            for key in list(self._known)[: REMEMBERED // 2]:
                self._since = self._known.pop(key)["state"]

    def forget(self, state: int) -> None:
        """Forget everything: the table was read from the database again, at this state."""
        self._known.clear()
        self._since = state
