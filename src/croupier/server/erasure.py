"""Who has been erased for good. Nothing more is kept of them, whatever was under way.

Every write that begins to keep something of a person asks here first, in its own transaction. The
rows of :data:`~croupier.server.schema.PLAYED` ask in their own statement.
"""

from __future__ import annotations

import sqlalchemy as sa

from croupier.journal.database import one_by_one
from croupier.journal.recorder import stamp
from croupier.nouns.reasons import Reason
from croupier.server.schema import PEOPLE, PLAYED
from croupier.stage.actions import Refusal


def hold(connection: sa.Connection, person: str) -> None:
    """Wait for whoever is writing down a round of this person, and let nobody else begin.

    It comes first: the rows of rounds are written before anything else is locked.
    """
    one_by_one(connection, PLAYED, [person])


def mark(connection: sa.Connection, person: str) -> None:
    """Note that a person is erased; it comes before anything of theirs is deleted."""
    this = PEOPLE.update().where(PEOPLE.c.person == person)
    connection.execute(this.values(erased=stamp()))


def is_erased(connection: sa.Connection, person: str) -> bool:
    """Whether a person is erased; if not, they are not until this transaction has ended.

    Where several processes write, one at a time gets past this for the same person.
    """
    this = sa.select(PEOPLE.c.erased).where(PEOPLE.c.person == person)
    return connection.scalar(this.with_for_update()) is not None


def was_erased(connection: sa.Connection, person: str) -> bool:
    """Whether a person is erased, for those who only read."""
    this = sa.select(PEOPLE.c.erased).where(PEOPLE.c.person == person)
    return connection.scalar(this) is not None


def need_person(connection: sa.Connection, person: str) -> None:
    """Refuse to keep anything of a person who is erased."""
    if is_erased(connection, person):
        raise Refusal(Reason("you have been erased meanwhile: nothing more is kept of you"))
