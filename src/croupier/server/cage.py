"""The cage: hands out play money, in a chain of its own."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from croupier.journal import Journal, Recorder
from croupier.journal.entry import TakenError
from croupier.server.answers import find_answer, keep_answer
from croupier.server.database import Committer
from croupier.server.errors import unavailable
from croupier.server.money import credit
from croupier.server.pending import Pending

CHAIN: Final = "cage"
_TRIES: Final = 5


class Cage:
    """Writes deposits; if another process was faster, we try again after its entry."""

    def __init__(self, journal: Journal, committer: Committer) -> None:
        self._journal = journal
        self._committer = committer
        self._one_at_a_time = asyncio.Lock()

    async def deposit(self, person: str, amount: int, by: str, id: str) -> dict[str, Any]:
        """Put play money into an account, once for each ``id``."""
        async with self._one_at_a_time:
            for _ in range(_TRIES):
                known = await find_answer(self._committer, CHAIN, by, id)
                if known is not None:
                    return known | {"duplicate": True}
                try:
                    return await self._deposit(person, amount, by, id)
                except TakenError:
                    continue
        raise unavailable()

    async def _deposit(self, person: str, amount: int, by: str, id: str) -> dict[str, Any]:
        head = await asyncio.to_thread(self._journal.tail, CHAIN)
        pending = Pending(self._journal.store, CHAIN, head, self._journal.next_round)
        Recorder(pending, CHAIN).note("deposit", person=person, amount=amount, by=by, id=id)
        reply = {"table": CHAIN, "state": pending.head.number, "amount": amount}
        also = [credit(person, amount), keep_answer(CHAIN, by, id, reply)]
        await self._committer.commit(pending.take(), also, alone=True)
        return reply
