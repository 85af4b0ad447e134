"""Answers that are kept, so that what is asked for twice is done once."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.journal.database import Also, RowOf
from croupier.server.database import Committer
from croupier.server.schema import ACTS

Reply = dict[str, Any]


def keep_answer(table: str, person: str, id: str, reply: Reply) -> Also:
    """Write an answer down, together with what it is about."""
    return RowOf(ACTS, (table, person, id, msgspec.json.encode(reply)))


async def find_answer(committer: Committer, table: str, person: str, id: str) -> Reply | None:
    """The answer to something that was asked for before."""
    wanted = sa.select(ACTS.c.reply).where(
        ACTS.c.table_id == table, ACTS.c.person == person, ACTS.c.act_id == id
    )
    found = await committer.read(lambda connection: connection.scalar(wanted))
    return None if found is None else msgspec.json.decode(found, type=Reply)
