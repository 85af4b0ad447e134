"""Turns for work that people should not notice: one at a time, with a pause after each."""

from __future__ import annotations

import asyncio
import heapq
import itertools


class Turns:
    """Gives out turns, a fixed time apart; urgent ones first, then in the order of asking.

    However much work there is, no more of it is done in a second than turns fit into it. The rest
    waits, and what people do comes in between.
    """

    def __init__(self, gap: float) -> None:
        self._gap = gap
        """Seconds from one turn to the next."""
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._count = itertools.count()
        self._timer: asyncio.TimerHandle | None = None

    async def mine(self, *, urgent: bool) -> None:
        """Return when it is the caller's turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (not urgent, next(self._count), turn))
        if self._timer is None:
            self._give()
        await turn

    def stop(self) -> None:
        """Give out no more turns."""
        if self._timer is not None:
            self._timer.cancel()

    def _give(self) -> None:
        """Give the next turn to somebody who still waits for it."""
        self._timer = None
        while self._waiting:
            *_, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                self._timer = asyncio.get_running_loop().call_later(self._gap, self._give)
                return
