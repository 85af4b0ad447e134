"""A table's clock: it runs before the close, at every decision, and between rounds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from croupier.server import dealing
from croupier.server.commands import Tick
from croupier.server.live import BETWEEN, WAGERING, LiveTable


class Clock:
    """Runs while the table waits for somebody, and then calls ``ring``."""

    def __init__(self, ring: Callable[[Tick], None], pause: float) -> None:
        self._ring = ring
        self._pause = pause
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0
        self._running_for = ""
        self._asked: frozenset[int] = frozenset()
        self.turn = 0
        """How often it has been set."""
        self._stopped = False

    def remaining(self) -> float | None:
        """Seconds left for the seats that are asked; None if no seat is."""
        if self._timer is None or self._running_for == "next":
            return None
        return max(0.0, self._deadline - asyncio.get_running_loop().time())

    def is_due(self, tick: Tick) -> bool:
        """Whether a tick belongs to the setting that runs now."""
        return tick.turn == self.turn

    def follow(self, live: LiveTable, *, spoke: int | None = None, rang: bool = False) -> None:
        """Start, keep or stop the clock, as the table stands now.

        ``spoke`` is the seat that has just spoken; ``rang`` is true if the clock has just run out.
        """
        wanted, asked = _waits_for(live)
        newly_asked = not asked <= self._asked or spoke in asked
        again = rang or wanted != self._running_for or (wanted == "answer" and newly_asked)
        self._asked = asked
        if not wanted:
            self.set(None)
        elif again:
            self.set(self._pause if wanted == "next" else live.house.timeout, wanted)

    def reset(self) -> None:
        """Give every asked seat its full time: the table was read from the database again."""
        self._asked = frozenset()

    def set(self, seconds: float | None, what: str = "") -> None:
        """Run for this many seconds; None stops it."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._running_for = None, what
        self.turn += 1
        if seconds is not None and not self._stopped:
            loop = asyncio.get_running_loop()
            self._deadline = loop.time() + seconds
            self._timer = loop.call_later(seconds, self._ring, Tick(self.turn, what))

    def stop(self) -> None:
        """Stop for good."""
        self._stopped = True
        self.set(None)


def _waits_for(live: LiveTable) -> tuple[str, frozenset[int]]:
    """What the table waits for (empty if for nothing), and the seats that are asked."""
    if live.phase == BETWEEN:
        return "next" if live.snapshot.seats else "", frozenset()
    if dealing.running(live):
        what = "close" if live.phase == WAGERING else "answer"
        return what, frozenset(dealing.awaited(live))
    return "", frozenset()
