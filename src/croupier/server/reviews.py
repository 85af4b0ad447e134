"""Reviews of finished rounds: computed in the background, each once, and kept.

A process that computes a review says so in its row first, so that others which share the database
wait for it. Whoever asks is served in turn, so that nobody's long session keeps others waiting, and
a round that somebody looks at now comes before the rest of what they wait for.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from croupier import __version__
from croupier.journal import Journal, RoundLog
from croupier.journal.recorder import stamp
from croupier.review.documents import share_right
from croupier.server import erasure
from croupier.server.database import Committer
from croupier.server.errors import Problem
from croupier.server.schema import REVIEWS

LOG: Final = logging.getLogger("croupier.reviews")

Data = dict[str, Any]
Key = tuple[str, int]
"""A person and the number of a round."""
Compute = Callable[[RoundLog, str], Awaitable[Data]]
"""Reviews a round for a person; ``{"failed": why}`` where that cannot be done."""

EACH: Final = 200
"""How many reviews one person may be waiting for."""
IN_ALL: Final = 2000
"""How many reviews may be waited for."""
GIVEN_UP: Final = timedelta(minutes=11)
"""After this long a review that another process had begun is begun again."""

EDITION: Final = 2
"""The edition of the reviews; those of another edition are computed again.

It goes up by one whenever a decision, its reason, or the worth of a round may come out otherwise
than before.
"""

FAILED: Final = "failed"
BUSY: Final = Problem(503, "busy", "many rounds are being reviewed: try again in a moment", wait=5)


def is_current() -> sa.ColumnElement[bool]:
    """The reviews that count: of this edition and, where there is none, of this release.

    Another release may be able to review what this one could not.
    """
    there = REVIEWS.c.luck_value.is_not(None) | (REVIEWS.c.release == __version__)
    return (REVIEWS.c.edition == EDITION) & there


class Kept(NamedTuple):
    """What is kept of one review."""

    document: Data | None
    """None while it is being computed."""
    failed: str | None
    """Why there is no review; None if there is one, or may be."""


class Reviews:
    """Computes reviews one at a time, taking turns between the people who ask."""

    def __init__(self, journal: Journal, committer: Committer, compute: Compute) -> None:
        self._journal = journal
        self._committer = committer
        self.compute = compute
        self._asked: OrderedDict[str, deque[Key]] = OrderedDict()
        """What each asker waits for; whose turn is next comes first."""
        self._coming: dict[Key, asyncio.Future[None]] = {}
        self._working: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """Compute no more; what has not been computed is forgotten."""
        if self._working is not None:
            self._working.cancel()
            with suppress(asyncio.CancelledError):
                await self._working
        for future in self._coming.values():
            future.cancel()
        self._coming.clear()
        self._asked.clear()

    # --- asking -----------------------------------------------------------------------------------

    async def of(
        self, person: str, number: int, patience: float, asker: str | None = None
    ) -> Kept | None:
        """The review of a round, waited for at most ``patience`` seconds; None if it takes longer.

        Only for a finished round that the person has played. Somebody looks at it now, so it goes
        before all else that ``asker`` waits for, by default the person.
        """
        kept = await self._find(person, number)
        if kept is not None:
            return kept
        coming = self._at_once((person, number), asker or person)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await asyncio.shield(coming)
        return await self._find(person, number)

    def _at_once(self, key: Key, asker: str) -> asyncio.Future[None]:
        """Have one round reviewed next. Where too many wait, the asker's last one makes room."""
        asked = self._asked.setdefault(asker, deque())
        coming = self._coming.get(key)
        if coming is None:
            if asked and (len(asked) >= EACH or len(self._coming) >= IN_ALL):
                self._coming.pop(asked.pop()).set_result(None)
            if len(self._coming) >= IN_ALL:
                raise BUSY
            coming = self._coming[key] = asyncio.get_running_loop().create_future()
            asked.appendleft(key)
        else:
            for others in self._asked.values():
                if key in others:
                    others.remove(key)
                    asked.appendleft(key)
                    break
        self._begin()
        return coming

    def begin(self, person: str, numbers: Iterable[int]) -> Sequence[asyncio.Future[None]]:
        """Have rounds reviewed; gives what will tell when each is done.

        Those beyond what may be waited for are left out, to be asked for again.
        """
        coming = []
        for number in numbers:
            key = person, number
            future = self._coming.get(key)
            if future is None:
                asked = self._asked.setdefault(person, deque())
                if len(asked) >= EACH or len(self._coming) >= IN_ALL:
                    break
                future = asyncio.get_running_loop().create_future()
                self._coming[key] = future
                asked.append(key)
            coming.append(future)
        self._begin()
        return coming

    def _begin(self) -> None:
        if self._working is None and self._coming:
            self._working = asyncio.create_task(self._work(), name="reviews")

    def forget(self, person: str) -> None:
        """Review nothing more that waits for this person, or of this person."""
        for asker, asked in self._asked.items():
            for key in [key for key in asked if person in (asker, key[0])]:
                asked.remove(key)
                self._coming.pop(key).set_result(None)

    async def _find(self, person: str, number: int) -> Kept | None:
        wanted = sa.select(REVIEWS.c.document).where(
            REVIEWS.c.person == person, REVIEWS.c.round == number, is_current()
        )
        found = await self._committer.read(lambda connection: connection.scalar(wanted))
        return None if found is None else read(found)

    # --- computing --------------------------------------------------------------------------------

    async def _work(self) -> None:
        try:
            while self._asked:
                asker, asked = self._asked.popitem(last=False)
                if not asked:
                    continue
                person, number = key = asked.popleft()
                self._asked[asker] = asked  # to the end of the line
                try:
                    await self._review(person, number)
                except Exception:  # the next one may go well, and this one may be asked for again
                    LOG.exception("a round was not reviewed", extra={"round": number})
                self._coming.pop(key).set_result(None)
        finally:
            self._working = None

    async def _review(self, person: str, number: int) -> None:
        claim = _Claim(person, number)
        try:
            ours = await self._committer.run(claim.take)
        except sa.exc.IntegrityError:  # another process was faster
            return
        if not ours:
            return
        try:
            log = await asyncio.to_thread(self._journal.round, number)
            document = await self.compute(log, person)
        except BaseException:
            await self._committer.write(claim.drop)
            raise
        await self._committer.write(lambda connection: claim.keep(connection, document))


class _Claim:
    """The row of a review, from the moment when one process begins to compute it."""

    def __init__(self, person: str, number: int) -> None:
        self._key: Data = {"person": person, "round": number}
        self._row = (REVIEWS.c.person == person) & (REVIEWS.c.round == number)
        self._since = stamp()

    def take(self, connection: sa.Connection) -> bool:
        """Claim a round; whether it is ours to compute. Nothing is reviewed of the erased."""
        if erasure.is_erased(connection, self._key["person"]):
            return False
        ours = {"begun": self._since, "edition": EDITION, "release": __version__}
        wanted = sa.select(REVIEWS.c.begun, REVIEWS.c.document, is_current().label("current"))
        found = connection.execute(wanted.where(self._row).with_for_update()).first()
        if found is None:
            connection.execute(REVIEWS.insert().values(**self._key, **ours))
            return True
        late = stamp(datetime.fromisoformat(self._since) - GIVEN_UP)
        if found.current and (found.document is not None or found.begun >= late):
            return False
        connection.execute(REVIEWS.update().where(self._row).values(**_NOTHING, **ours))
        return True

    def drop(self, connection: sa.Connection) -> None:
        """Let go of a round that was not reviewed."""
        connection.execute(REVIEWS.delete().where(self._row, REVIEWS.c.document.is_(None)))

    def keep(self, connection: sa.Connection, document: Data) -> None:
        """Keep a review; not if the person has been forgotten meanwhile, and the row with them."""
        values = {"document": json.dumps(document).encode(), **figures_of(document)}
        connection.execute(REVIEWS.update().where(self._row).values(values))


def figures_of(document: Data) -> Data:
    """What is added up over many rounds, by column; nothing for a review that failed."""
    if FAILED in document:
        return {}
    decisions = document["decisions"]
    costs = [float(one["cost"]["value"]) for one in decisions if one["mistake"]]
    return {
        **{f"{name}_value": document[name]["value"] for name in ADDED},
        "worst_value": max(costs, default=0.0),
        **share_right(decisions),
    }


ADDED: Final = ("result", "expected", "luck", "cost", "mistakes")
"""The figures of a review that are money."""

_FIGURES: Final = (*(f"{name}_value" for name in ADDED), "worst_value", "decisions", "right")
_NOTHING: Final = dict.fromkeys((*_FIGURES, "document"))
"""What a row says while its review is being computed."""


def read(written: bytes) -> Kept:
    """A review as it is kept."""
    document: Data = json.loads(written)
    return Kept(document, document.get(FAILED))
