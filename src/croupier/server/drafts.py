"""The house edge of houses that somebody is choosing, beside that of the standard house."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from croupier.rules import house
from croupier.rules.house import House
from croupier.server.errors import Problem, unavailable
from croupier.server.reckoning import Reckoning

Data = dict[str, Any]

SECONDS: Final = 12.0
"""How long an edge may take; the hardest house of the four games takes half as long."""
QUEUE: Final = 16
"""How many people may wait."""
UNKNOWN: Final[Data] = {"edge": None, "wager": None, "standard": None}


class DraftEdges:
    """The edges of chosen houses. A person has one question at a time: a newer one replaces it."""

    def __init__(self, reckoning: Reckoning) -> None:
        self._reckoning = reckoning
        self._waiting: dict[str, asyncio.Task[Data]] = {}

    def stop(self) -> None:
        """Answer no more."""
        for task in self._waiting.values():
            task.cancel()

    async def of(self, chosen: House, person: str) -> Data:
        """The edge of a house; None in it if it is not known or would take too long.

        A question that a newer one of the same person has replaced is refused as stale.
        """
        if (before := self._waiting.pop(person, None)) is not None:
            before.cancel()
        if len(self._waiting) >= QUEUE:
            raise unavailable("many people choose houses just now: ask for the edge again later")
        task = asyncio.create_task(self._find(chosen), name=f"edge for {person}")
        self._waiting[person] = task
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled():  # the one who asked has gone, not the question
                task.cancel()
                raise
            raise Problem(409, "stale", "a newer question has replaced this one") from None
        finally:
            if self._waiting.get(person) is task:
                del self._waiting[person]

    async def _find(self, chosen: House) -> Data:
        mine = await self._reckoning.of(chosen)
        usual = await self._reckoning.of(house.standard(chosen.book.game, chosen.book.state))
        if mine is None or usual is None:
            return UNKNOWN
        return {**mine.edge, "standard": usual.edge["edge"]}
