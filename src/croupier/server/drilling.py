"""Exercises and lessons, made in a process of its own and a few of each drill ahead of time."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from croupier.practice.exercises import Exercise
from croupier.server.errors import Problem, not_found

Data = dict[str, Any]

COMMAND: Final = ("-m", "croupier.server.driller")
IDLE: Final = 300.0
"""Seconds without a question after which the process ends."""
SECONDS: Final = 60.0
"""How long an answer may take."""
LINE: Final = 1 << 20
"""The longest answer, in bytes."""
AHEAD: Final = 3
"""How many exercises of each drill are made before anybody asks for them."""
DRILLS: Final = 50
"""For how many drills exercises are kept; the one used longest ago is forgotten first."""


class Driller:
    """One process that answers one question after another."""

    def __init__(self, seconds: float = SECONDS, command: tuple[str, ...] = COMMAND) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self._seconds = seconds
        self._command = command
        self._one_at_a_time = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None

    async def ask(self, question: Data) -> Any:
        """Return the answer; a :class:`Problem` if there is none, or not in time."""
        async with self._one_at_a_time:
            answered = False
            try:
                async with asyncio.timeout(self._seconds):
                    process = await self._running()
                    assert process.stdin is not None and process.stdout is not None
                    process.stdin.write(json.dumps(question).encode() + b"\n")
                    await process.stdin.drain()
                    found = json.loads(await process.stdout.readline())
                answered = True
            except (TimeoutError, OSError, ValueError):
                busy = "no exercise could be made in time: try again in a moment"
                raise Problem(503, "busy", busy) from None
            finally:
                if answered:
                    self._idle = asyncio.get_running_loop().call_later(IDLE, self._kill)
                else:
                    await self.stop()
        if "missing" in found:
            raise not_found(found["missing"])
        return found["found"]

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
                limit=LINE,
            )
        return self.process

    def _kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def stop(self) -> None:
        """End the process; the next question starts it again."""
        if self._idle is not None:
            self._idle.cancel()
        self._kill()
        process, self.process = self.process, None
        if process is not None:
            await process.wait()


class Drilling:
    """Exercises of every drill, with a few of each ready, and the lessons."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.exercises = Driller(seconds)
        self.cards = Driller(seconds)
        """Finds strategy cards, which may take some seconds: nobody's exercise waits for it."""
        self.next_seed: Callable[[], int] = partial(secrets.randbelow, 2**31)
        """Tests choose what is dealt."""
        self._ready: OrderedDict[str, list[Exercise]] = OrderedDict()
        self._making: dict[str, asyncio.Task[None]] = {}
        self._lessons: dict[tuple[str, str], list[Data]] = {}
        self._looking = asyncio.Lock()

    async def stop(self) -> None:
        """Make no more."""
        for task in self._making.values():
            task.cancel()
        await self.exercises.stop()
        await self.cards.stop()

    async def exercise(self, drill: Data) -> Exercise:
        """Return the next exercise of a drill; others are made meanwhile."""
        key = json.dumps(drill, sort_keys=True)
        ready = self._ready.setdefault(key, [])
        self._ready.move_to_end(key)
        while len(self._ready) > DRILLS:
            self._ready.popitem(last=False)
        found = ready.pop() if ready else await self._make(drill)
        if key not in self._making:
            task = asyncio.create_task(self._make_ahead(drill, ready), name=f"drill {key}")
            self._making[key] = task
            task.add_done_callback(lambda done: self._making.pop(key, None))
        return found

    async def _make(self, drill: Data) -> Exercise:
        question = {"do": "deal", "seed": self.next_seed(), **drill}
        return Exercise.of(await self.exercises.ask(question))

    async def _make_ahead(self, drill: Data, ready: list[Exercise]) -> None:
        with suppress(Problem):
            while len(ready) < AHEAD:
                ready.append(await self._make(drill))

    async def lessons(self, game: str, rulebook: str) -> list[Data]:
        """Return the lessons of a game, found once."""
        key = (game, rulebook)
        async with self._looking:
            if key not in self._lessons:
                question = {"do": "lessons", "game": game, "rulebook": rulebook}
                self._lessons[key] = await self.cards.ask(question)
        return self._lessons[key]
