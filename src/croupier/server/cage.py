"""The cage: hands out play money, in a chain of its own."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from croupier.journal import Journal, Recorder
from croupier.journal.database import Also
from croupier.journal.entry import TakenError
from croupier.journal.recorder import stamp, utc_now
from croupier.nouns.money import dollars
from croupier.server.answers import find_answer, keep_answer
from croupier.server.database import Committer
from croupier.server.errors import Problem, unavailable
from croupier.server.money import HOUSE, credit
from croupier.server.pending import Pending
from croupier.server.people import stands_of
from croupier.server.schema import ACCOUNTS, REFILLS

CHAIN: Final = "cage"
REFILL_EVERY: Final = timedelta(hours=1)
"""How long a person waits from one refill to the next."""
_TRIES: Final = 5


class Refill(NamedTuple):
    """What a person would be given now."""

    amount: int
    """In cents; 0 for a person who has enough."""
    wait: int
    """Seconds until they may ask."""


class Cage:
    """Writes deposits; if another process was faster, we try again after its entry."""

    def __init__(self, journal: Journal, committer: Committer, stake: int, enough: int) -> None:
        self._journal = journal
        self._committer = committer
        self._stake = stake
        """What a newcomer is given, in cents."""
        self._enough = enough
        """What a refill brings a person's money up to, in cents."""
        self._one_at_a_time = asyncio.Lock()

    async def deposit(self, person: str, amount: int, by: str, id: str) -> dict[str, Any]:
        """Put play money into an account, once for each ``id``."""

        async def post() -> dict[str, Any]:
            return await self._post(person, amount, by, id, credit(person, amount))

        return await self._once(by, id, post)

    async def welcome(self, person: str) -> None:
        """Open the account of a newcomer with play money."""
        await self.deposit(person, self._stake, HOUSE, f"welcome:{person}")

    # --- refills ----------------------------------------------------------------------------------

    async def refill_for(self, person: str) -> Refill:
        """What a refill would give a person now, and how long they must wait for it."""
        return await self._committer.read(lambda connection: self._refill(connection, person))

    def _refill(self, connection: sa.Connection, person: str) -> Refill:
        short = self._enough - _money_of(connection, person, self._stake)
        last = connection.scalar(sa.select(REFILLS.c.time).where(REFILLS.c.person == person))
        left = 0.0
        if last is not None:
            left = (datetime.fromisoformat(last) + REFILL_EVERY - utc_now()).total_seconds()
        return Refill(max(0, short), max(0, math.ceil(left)))

    async def refill(self, person: str, id: str) -> dict[str, Any]:
        """Bring a person's money up to what is enough, once an hour and once for each ``id``.

        Chips at seats count, and so do wagers on a table.
        """

        async def post() -> dict[str, Any]:
            due = await self.refill_for(person)
            if not due.amount:
                raise _refused(f"you have {dollars(self._enough)} or more, with your chips", 0)
            if due.wait:
                minutes = math.ceil(due.wait / 60)
                raise _refused(f"the next refill is in {minutes} min: one an hour", due.wait)
            write = _refill(person, due.amount, self._enough)
            return await self._post(person, due.amount, person, id, write, reason="refill")

        # A newcomer has the stake, but not in an account yet.
        due, balance = await self._committer.read(
            lambda c: (self._refill(c, person), _balance_of(c, person))
        )
        if balance is None and due.amount:
            await self.welcome(person)
        return await self._once(person, id, post)

    # --- writing ----------------------------------------------------------------------------------

    async def _once(
        self, by: str, id: str, post: Callable[[], Awaitable[dict[str, Any]]]
    ) -> dict[str, Any]:
        async with self._one_at_a_time:
            for _ in range(_TRIES):
                known = await find_answer(self._committer, CHAIN, by, id)
                if known is not None:
                    return known | {"duplicate": True}
                try:
                    return await post()
                except TakenError:
                    continue
        raise unavailable()

    async def _post(
        self, person: str, amount: int, by: str, id: str, write: Also, **more: str
    ) -> dict[str, Any]:
        head = await asyncio.to_thread(self._journal.tail, CHAIN)
        pending = Pending(self._journal.store, CHAIN, head, self._journal.next_round)
        details = {"person": person, "amount": amount, "by": by, "id": id, **more}
        Recorder(pending, CHAIN).note("deposit", **details)
        reply = {"table": CHAIN, "state": pending.head.number, "amount": amount}
        also = [write, keep_answer(CHAIN, by, id, reply)]
        await self._committer.commit(pending.take(), also, alone=True)
        return reply


def _refused(message: str, wait: int) -> Problem:
    return Problem(409, "refused", message, wait=wait)


def _balance_of(connection: sa.Connection, person: str) -> int | None:
    return connection.scalar(sa.select(ACCOUNTS.c.balance).where(ACCOUNTS.c.person == person))


def _money_of(connection: sa.Connection, person: str, newcomers: int = 0) -> int:
    """What a person has in the account and at seats, in cents; a newcomer has the given amount.

    The chips of a seat are those at the beginning of its round, so that wagers on the table count.
    """
    balance = _balance_of(connection, person)
    held = newcomers if balance is None else balance
    for _, stands in stands_of(connection, person):
        for place in stands.seats.values():
            held += place.chips + place.extra if place.person == person else 0
    return held


def _refill(person: str, amount: int, enough: int) -> Also:
    """The write that refills an account.

    If the person has been refilled or their money has moved since we looked, nothing is written:
    a second row for a person is taken as the sign of a faster process. The account's row is locked
    first, because everything that moves money between an account and a seat changes it.
    """
    now = utc_now()
    longest = stamp(now - REFILL_EVERY)
    again = REFILLS.update().where(REFILLS.c.person == person, REFILLS.c.time <= longest)

    def write(connection: sa.Connection) -> None:
        if not connection.execute(again.values(time=stamp(now))).rowcount:
            connection.execute(REFILLS.insert().values(person=person, time=stamp(now)))
        credit(person, amount)(connection)
        if _money_of(connection, person) != enough:
            raise TakenError(f"the money of {person} has moved meanwhile")

    return write
