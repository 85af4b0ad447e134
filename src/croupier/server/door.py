"""The door: records who comes back, who is refused and what they keep, in a chain of its own.

An entry names a pseudonym, what happened and how. It never holds a secret or a name.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

from croupier.journal import Journal, JournalError, Recorder
from croupier.journal.database import Also
from croupier.journal.entry import TakenError
from croupier.server import metrics
from croupier.server.database import Committer
from croupier.server.errors import Problem, unavailable
from croupier.server.gate.buckets import Bucket
from croupier.server.pending import Pending

CHAIN: Final = "door"
BURST: Final = 20
"""Refusals that are recorded one by one, at once."""
RATE: Final = 1 / 30
"""Refusals a second that are recorded one by one, on average. The rest are counted."""
REST: Final = 60.0
"""Seconds after which those that were only counted are recorded as one number."""
_TRIES: Final = 5


class Door:
    """Writes the chain; if another process was faster, we try again after its entry."""

    def __init__(self, journal: Journal, committer: Committer) -> None:
        self._journal = journal
        self._committer = committer
        self._one_at_a_time = asyncio.Lock()
        self._bucket = Bucket(RATE, BURST)
        self._uncounted = 0
        """Refusals that no entry of the chain tells of yet."""
        self._counting: asyncio.Task[None] | None = None

    async def note(self, what: str, *also: Also, person: str | None = None, **details: Any) -> None:
        """Record what happened, in one commit with the writes that make it so."""
        about = {"person": person} | details
        about = {key: value for key, value in about.items() if value is not None}
        async with self._one_at_a_time:
            for _ in range(_TRIES):
                head = await asyncio.to_thread(self._journal.tail, CHAIN)
                pending = Pending(self._journal.store, CHAIN, head, self._journal.next_round)
                Recorder(pending, CHAIN).note(what, **about)
                with suppress(TakenError):
                    await self._committer.commit(pending.take(), also, alone=True)
                    return
        raise unavailable()

    async def refused(self, how: str, why: str, person: str | None = None) -> None:
        """Record a refusal, or only count it if there have been too many of late.

        So nobody can fill the journal by guessing.
        """
        metrics.RETURNS.labels(how, "refused").inc()
        if self._bucket.take():
            await self.note("refused", person=person, how=how, why=why)
            return
        self._uncounted += 1
        if self._counting is None:
            self._counting = asyncio.create_task(self._count(), name="refusals")

    async def _count(self) -> None:
        await asyncio.sleep(REST)
        self._counting = None
        with suppress(Problem, JournalError):
            await self.count()

    async def count(self) -> None:
        """Record how many refusals have only been counted."""
        count, self._uncounted = self._uncounted, 0
        if not count:
            return
        try:
            await self.note("refusals", count=count)
        except Exception:
            self._uncounted += count
            raise

    async def stop(self) -> None:
        """Record what was only counted; called before the committer closes."""
        if self._counting is not None:
            self._counting.cancel()
        with suppress(Problem, JournalError):
            await self.count()
