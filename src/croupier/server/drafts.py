"""The house edge of houses that somebody is choosing: computed in a process of its own.

One question is computed at a time. The process is killed if a house takes too long, so that nothing
else waits for it: neither the tables nor the next question.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import Any, Final

from croupier.rules.house import House
from croupier.server.errors import Problem, unavailable

Data = dict[str, Any]

SECONDS: Final = 12.0
"""How long an edge may take; the hardest house of the four games takes half as long."""
IDLE: Final = 120.0
"""Seconds without a question after which the process ends."""
KEPT: Final = 256
"""How many answers are kept."""
QUEUE: Final = 16
"""How many people may wait."""
UNKNOWN: Final[Data] = {"edge": None, "wager": None, "standard": None}


class DraftEdges:
    """The edges of chosen houses. A person has one question at a time: a newer one replaces it."""

    def __init__(self, command: tuple[str, ...] = ("-m", "croupier.server.reckoner")) -> None:
        self._command = command
        self._known: OrderedDict[str, Data] = OrderedDict()
        self._waiting: dict[str, asyncio.Task[Data]] = {}
        self._computing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self.process: asyncio.subprocess.Process | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def stop(self) -> None:
        """Answer no more."""
        for task in (*self._waiting.values(), self._computing):
            if task is not None:
                task.cancel()
        await self._end()

    async def of(self, house: House, person: str) -> Data:
        """The edge of a house; None in it if it is not known or would take too long.

        A question that a newer one of the same person has replaced is refused as stale.
        """
        key = house.fingerprint()
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if (before := self._waiting.pop(person, None)) is not None:
            before.cancel()
        if len(self._waiting) >= QUEUE:
            raise unavailable("many people choose houses just now: ask for the edge again later")
        task = asyncio.create_task(self._find(key, house), name=f"edge for {person}")
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

    async def _find(self, key: str, house: House) -> Data:
        """Wait for the turn; a question that is replaced while it is computed is kept all the same.

        To begin the process again would take longer.
        """
        await self._one_at_a_time.acquire()
        self._computing = asyncio.create_task(self._learn(key, house), name="edge")
        await asyncio.shield(self._computing)
        return self._known[key]

    async def _learn(self, key: str, house: House) -> None:
        try:
            self._known[key] = self._known.get(key) or await self._compute(house)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        finally:
            self._one_at_a_time.release()

    async def _compute(self, house: House) -> Data:
        question = {
            "game": house.book.game,
            "rulebook": house.book.state,
            "house": house.changed(),
        }
        answered = False
        try:
            async with asyncio.timeout(SECONDS):
                process = await self._running()
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(json.dumps(question).encode() + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            found: Data = json.loads(line)
            answered = True
        except (TimeoutError, OSError, ValueError):
            return UNKNOWN
        finally:
            if answered:
                loop = asyncio.get_running_loop()
                self._idle = loop.call_later(IDLE, self._kill)
            else:
                await self._end()
        return found

    async def _running(self) -> asyncio.subprocess.Process:
        if self._idle is not None:
            self._idle.cancel()
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        return self.process

    def _kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def _end(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._kill()
        process, self.process = self.process, None
        if process is not None:
            await process.wait()
