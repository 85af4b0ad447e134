"""Exercises and lessons, made in a process of its own and a few of each drill ahead of time."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from croupier.practice.exercises import Exercise
from croupier.server.child import BusyError, Child, CrashedError
from croupier.server.errors import Problem, not_found

Data = dict[str, Any]
Key = tuple[str, str]
"""A game and a rulebook."""

COMMAND: Final = ("-m", "croupier.server.driller")
IDLE: Final = 300.0
"""Seconds without a question after which a process ends."""
SECONDS: Final = 60.0
"""How long an answer may take."""
PATIENCE: Final = 20.0
"""How long a question may wait for its turn."""
MOST: Final = 50
"""How many questions may be asked of a process at once."""
AHEAD: Final = 3
"""How many exercises of each drill are made before anybody asks for them."""
DRILLS: Final = 50
"""For how many drills exercises are kept; the one used longest ago is forgotten first."""


async def ask(child: Child, question: Data) -> Any:
    """Return a process's answer; a :class:`Problem` if there is none, or not in time."""
    try:
        found = await child.ask(json.dumps(question).encode())
    except (BusyError, CrashedError, OSError):
        busy = "no exercise could be made in time: try again in a moment"
        raise Problem(503, "busy", busy, wait=5) from None
    if "missing" in found:
        raise not_found(found["missing"])
    return found["found"]


class Drilling:
    """Exercises of every drill, with a few of each ready, and the lessons."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self.exercises = Child(command, SECONDS, most=MOST, patience=PATIENCE, idle=IDLE)
        self.cards = Child(command, SECONDS, most=MOST, patience=SECONDS, idle=IDLE)
        """Finds strategy cards, which may take some seconds: nobody's exercise waits for it."""
        self.next_seed: Callable[[], int] = partial(secrets.randbelow, 2**31)
        """Tests choose what is dealt."""
        self._ready: OrderedDict[str, list[Exercise]] = OrderedDict()
        self._making: dict[str, asyncio.Task[None]] = {}
        self._ahead = asyncio.Lock()
        """So that at most one exercise that nobody waits for is in the way of others."""
        self._lessons: dict[Key, asyncio.Task[list[Data]]] = {}

    async def stop(self) -> None:
        """Make no more."""
        for task in (*self._making.values(), *self._lessons.values()):
            task.cancel()
        await self.exercises.stop()
        await self.cards.stop()

    async def exercise(self, drill: Data) -> Exercise:
        """Return the next exercise of a drill; others are made meanwhile.

        A lesson needs the strategy card. The process of the cards finds it first and keeps it, so
        that nobody's exercise waits for it.
        """
        if "lesson" in drill:
            await self.lessons(drill["game"], drill["rulebook"])
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
        return Exercise.of(await ask(self.exercises, question))

    async def _make_ahead(self, drill: Data, ready: list[Exercise]) -> None:
        with suppress(Problem):
            while len(ready) < AHEAD:
                async with self._ahead:
                    ready.append(await self._make(drill))

    async def lessons(self, game: str, rulebook: str) -> list[Data]:
        """Return the lessons of a game, found once."""
        key = (game, rulebook)
        task = self._lessons.get(key)
        if task is None:
            question = {"do": "lessons", "game": game, "rulebook": rulebook}
            task = asyncio.create_task(ask(self.cards, question), name=f"lessons of {key}")
            self._lessons[key] = task
            task.add_done_callback(partial(self._forget_failed, key))
        return await asyncio.shield(task)

    def _forget_failed(self, key: Key, task: asyncio.Task[list[Data]]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._lessons.pop(key, None)
