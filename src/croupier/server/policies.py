"""The floor's policies: kept in the database, noted in a chain of their own, known everywhere."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from croupier.journal import Journal, Recorder
from croupier.journal.entry import TakenError
from croupier.nouns import structs
from croupier.server.answers import find_answer, keep_answer
from croupier.server.company import Company
from croupier.server.database import Committer
from croupier.server.errors import unavailable
from croupier.server.pending import Pending
from croupier.server.policy import Policy
from croupier.server.schema import POLICIES

CHAIN: Final = "policies"
PRIVATE: Final = "private tables"
_TRIES: Final = 5


class Policies:
    """What the floor has decided. Every process knows the newest decision a moment later."""

    def __init__(self, journal: Journal, committer: Committer, company: Company) -> None:
        self.now = Policy()
        self._journal = journal
        self._committer = committer
        self._company = company
        self._one_at_a_time = asyncio.Lock()

    async def load(self) -> Policy:
        """Read the policy from the database, where another process may have changed it."""
        wanted = sa.select(POLICIES.c.value).where(POLICIES.c.name == PRIVATE)
        found = await self._committer.read(lambda c: c.scalar(wanted))
        self.now = Policy() if found is None else structs.decode(found, Policy)
        return self.now

    async def change(self, policy: Policy, *, by: str, id: str) -> None:
        """Decide on another policy, once for each ``id``; who decided it is in the chain."""
        async with self._one_at_a_time:
            for _ in range(_TRIES):
                if await find_answer(self._committer, CHAIN, by, id) is not None:
                    return
                try:
                    await self._write(policy, by, id)
                except TakenError:
                    continue
                self.now = policy
                self._company.decided()
                return
        raise unavailable()

    async def _write(self, policy: Policy, by: str, id: str) -> None:
        was = await self.load()
        head = await asyncio.to_thread(self._journal.tail, CHAIN)
        pending = Pending(self._journal.store, CHAIN, head, self._journal.next_round)
        before, after = _plain(was), _plain(policy)
        changed = {key: value for key, value in after.items() if before[key] != value}
        Recorder(pending, CHAIN).note("policy", about=PRIVATE, changed=changed, by=by, id=id)
        value = msgspec.json.encode(policy)

        def write(connection: sa.Connection) -> None:
            known = POLICIES.update().where(POLICIES.c.name == PRIVATE)
            if not connection.execute(known.values(value=value)).rowcount:
                connection.execute(POLICIES.insert().values(name=PRIVATE, value=value))

        reply = {"table": CHAIN, "state": pending.head.number}
        also = [write, keep_answer(CHAIN, by, id, reply)]
        await self._committer.commit(pending.take(), also, alone=True)


def _plain(policy: Policy) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(policy)
    return plain
