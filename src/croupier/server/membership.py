"""Private tables in the database: whose they are, how many are open, and who may see each."""

from __future__ import annotations

from collections.abc import Callable, Collection

import sqlalchemy as sa

from croupier.nouns.reasons import Reason
from croupier.server.locks import key
from croupier.server.people import SEES_RECORDS, Caller
from croupier.server.policy import Policy
from croupier.server.schema import MEMBERS, PRIVATE_TABLES
from croupier.stage.actions import Refusal

Write = Callable[[sa.Connection], None]

# --- writing --------------------------------------------------------------------------------------


def keep_membership(table: str, host: str, open: bool, people: Collection[str]) -> Write:
    """The write that keeps whose table it is and who may see it; none for a public table."""

    def write(connection: sa.Connection) -> None:
        if not host:
            return
        row = {"host": host, "open": open}
        known = PRIVATE_TABLES.update().where(PRIVATE_TABLES.c.table_id == table)
        if not connection.execute(known.values(row)).rowcount:
            connection.execute(PRIVATE_TABLES.insert().values(table_id=table, **row))
        connection.execute(MEMBERS.delete().where(MEMBERS.c.table_id == table))
        members = [{"table_id": table, "person": person} for person in sorted(people)]
        if members:
            connection.execute(MEMBERS.insert(), members)

    return write


def need_room(host: str, policy: Policy) -> Write:
    """The write that refuses a private table beyond what the floor allows.

    It goes after the write of the new table, in the same transaction. Processes that share a
    PostgreSQL count one after another, so that each sees what the others have written.
    """

    def write(connection: sa.Connection) -> None:
        if connection.dialect.name == "postgresql":
            alone = sa.func.pg_advisory_xact_lock(key("private tables"))
            connection.execute(sa.select(alone))
        opened = sa.select(sa.func.count()).where(PRIVATE_TABLES.c.open)
        mine = connection.scalar(opened.where(PRIVATE_TABLES.c.host == host)) or 0
        if mine > policy.per_host:
            few = "one private table" if policy.per_host == 1 else f"{policy.per_host} private"
            raise Refusal(
                Reason(f"a host may have {few} open at once: close one first (the floor's policy)")
            )
        if (connection.scalar(opened) or 0) > policy.in_all:
            raise Refusal(
                Reason(
                    f"{policy.in_all} private tables are open, and the floor allows no more: "
                    "try again later"
                )
            )

    return write


# --- reading --------------------------------------------------------------------------------------


def hidden_from(caller: Caller) -> sa.Select[tuple[str]] | None:
    """A query for the private tables that a caller may not see; None if there can be none."""
    if caller.role in SEES_RECORDS:
        return None
    private = sa.select(PRIVATE_TABLES.c.table_id)
    if not caller.known:
        return private
    mine = sa.select(MEMBERS.c.table_id).where(MEMBERS.c.person == caller.person)
    return private.where(PRIVATE_TABLES.c.table_id.not_in(mine))


def is_hidden(connection: sa.Connection, table: str, caller: Caller) -> bool:
    """Whether a table is private and the caller may not see it."""
    hidden = hidden_from(caller)
    if hidden is None:
        return False
    return connection.scalar(hidden.where(PRIVATE_TABLES.c.table_id == table)) is not None


def hosted_by(connection: sa.Connection, person: str) -> list[str]:
    """The private tables of a host, open or closed."""
    mine = sa.select(PRIVATE_TABLES.c.table_id).where(PRIVATE_TABLES.c.host == person)
    return list(connection.scalars(mine.order_by(PRIVATE_TABLES.c.table_id)))
