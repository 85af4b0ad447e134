"""What the lab knows of houses that people choose, computed in a process of its own.

One house is computed at a time, and what takes too long is cut off (:mod:`.child`). So whatever
people choose, nothing else waits for it.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections import OrderedDict
from typing import Any, ClassVar, Final, Generic, TypeVar

from croupier.rules.house import House
from croupier.server.child import Child, CrashedError
from croupier.server.edges import Law, Theory

Data = dict[str, Any]
Key = tuple[str, int]
"""A house's fingerprint and the number of seats that play."""

KEPT: Final = 500
"""How many answers are kept; the one that was used longest ago is forgotten first."""
WAITING: Final = 50
"""How many answers may be on their way for somebody who does not wait."""
COMMAND: Final = ("-m", "croupier.server.reckoner")


T = TypeVar("T")


class Reckonings(ABC, Generic[T]):
    """What the lab says of one house after another; None where it cannot tell, or not in time."""

    about: ClassVar[str]
    """What is asked of each house."""

    def __init__(self, seconds: float, command: tuple[str, ...] = COMMAND) -> None:
        self.child = Child(command, seconds)
        self._known: OrderedDict[Key, T | None] = OrderedDict()
        self._coming: dict[Key, asyncio.Task[T | None]] = {}
        self._computing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def stop(self) -> None:
        """Answer no more."""
        for task in (*self._coming.values(), self._computing):
            if task is not None:
                task.cancel()
        await self.child.stop()

    def so_far(self, chosen: House, seats: int = 1) -> tuple[bool, T | None]:
        """Whether the answer is known by now, and the answer; it is computed if not."""
        key = _key(chosen, seats)
        if key in self._known:
            self._known.move_to_end(key)
            return True, self._known[key]
        if key not in self._coming and len(self._coming) < WAITING:
            task = asyncio.create_task(self.of(chosen, seats), name=f"theory of {key}")
            self._coming[key] = task
            task.add_done_callback(lambda done: self._coming.pop(key, None))
        return False, None

    async def of(self, chosen: House, seats: int = 1) -> T | None:
        """Wait for the answer.

        If the caller is cancelled, a question that waits for its turn is dropped. One that is being
        computed is finished and kept all the same: to begin the process again would take longer.
        """
        key = _key(chosen, seats)
        if key not in self._known:
            await self._one_at_a_time.acquire()
            self._computing = asyncio.create_task(self._learn(key, chosen), name="reckoning")
            await asyncio.shield(self._computing)
        self._known.move_to_end(key)
        return self._known[key]

    async def _learn(self, key: Key, chosen: House) -> None:
        try:
            if key not in self._known:
                self._known[key] = await self._ask(chosen, key[1])
                while len(self._known) > KEPT:
                    self._known.popitem(last=False)
        finally:
            self._one_at_a_time.release()

    async def _ask(self, chosen: House, seats: int) -> T | None:
        question = {
            "about": self.about,
            "game": chosen.book.game,
            "rulebook": chosen.book.state,
            "house": chosen.changed(),
            "seats": seats,
        }
        try:
            found: Data | None = await self.child.ask(json.dumps(question).encode())
        except (OSError, CrashedError):
            return None
        return None if found is None else self._read(found)

    @abstractmethod
    def _read(self, found: Data) -> T:
        """Read an answer that is not None."""


class Reckoning(Reckonings[Theory]):
    """The edge of each wager of a house, and how far chance takes it."""

    about = "theory"

    def _read(self, found: Data) -> Theory:
        laws = {wager: Law(*law) for wager, law in found["laws"].items()}
        return Theory(found["edge"], laws)


class Sheets(Reckonings[Data]):
    """What a player may know of a house at the table: see :mod:`.sheets`."""

    about = "sheet"

    def _read(self, found: Data) -> Data:
        return found


def _key(chosen: House, seats: int) -> Key:
    if "fingerprint" not in chosen.cache:
        chosen.cache["fingerprint"] = chosen.fingerprint()
    return chosen.cache["fingerprint"], seats
