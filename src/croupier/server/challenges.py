"""Challenges: what a passkey is asked to sign. Each is random and works once, for two minutes.

They are kept in the database, so that the process that asked need not be the one that is answered.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

import sqlalchemy as sa

from croupier.journal.recorder import stamp, utc_now
from croupier.server.database import Committer
from croupier.server.schema import CHALLENGES

LASTS: Final = timedelta(minutes=2)
MOST: Final = 10_000
"""How many may wait for an answer. One more takes the place of the oldest."""

TO_ADD: Final = "add"
"""The ceremony that makes a passkey, for one person."""
TO_RETURN: Final = "return"
"""The ceremony that signs somebody in; nobody knows yet whom."""


class Challenges:
    """The challenges that wait for an answer."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    async def make(self, ceremony: str, origin: str, person: str | None = None) -> bytes:
        """Make a challenge for a page at ``origin``; a person has only the newest of theirs."""
        challenge = secrets.token_bytes(32)
        now = utc_now()
        over = CHALLENGES.c.expires <= stamp(now)
        if person is not None:
            over |= CHALLENGES.c.person == person

        def write(connection: sa.Connection) -> None:
            connection.execute(CHALLENGES.delete().where(over))
            waiting = sa.select(sa.func.count()).select_from(CHALLENGES)
            if (connection.scalar(waiting) or 0) >= MOST:
                oldest = sa.select(CHALLENGES.c.challenge).order_by(CHALLENGES.c.expires).limit(1)
                those = CHALLENGES.c.challenge.in_(oldest.scalar_subquery())
                connection.execute(CHALLENGES.delete().where(those))
            row = CHALLENGES.insert().values(
                challenge=challenge,
                ceremony=ceremony,
                person=person,
                origin=origin,
                expires=stamp(now + LASTS),
            )
            connection.execute(row)

        await self._committer.write(write)
        return challenge

    async def take(self, challenge: bytes, ceremony: str, person: str | None = None) -> str | None:
        """Use a challenge up; return the origin of its page, or None if it is not good for this.

        It is used up even if the answer turns out to be wrong.
        """
        this = CHALLENGES.c.challenge == challenge

        def work(connection: sa.Connection) -> sa.Row[tuple[object, ...]] | None:
            row = connection.execute(sa.select(CHALLENGES).where(this)).first()
            # Only one of two that come at once deletes it.
            return row if connection.execute(CHALLENGES.delete().where(this)).rowcount else None

        row = await self._committer.run(work)
        if row is None or row.expires <= stamp():
            return None
        if (row.ceremony, row.person) != (ceremony, person):
            return None
        return str(row.origin)
