"""A table's clock: it runs before the close, at every decision, and between rounds.

Beside that it runs for the seats of players who sit out, and for a private table without people or
without its host, whatever the table is doing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from croupier.server import absence, box, dealing, hosting
from croupier.server.commands import ANSWER, CLOSE, FREE, IDLE, NEXT, RELIEVE, Tick
from croupier.server.live import BETWEEN, WAGERING, LiveTable


class Clock:
    """Runs while the table waits for somebody, and then calls ``ring``."""

    def __init__(self, ring: Callable[[Tick], None], pause: float) -> None:
        self._ring = ring
        self._pause = pause
        self._timer: asyncio.TimerHandle | None = None
        self._freeing: asyncio.TimerHandle | None = None
        """Runs until somebody has been away for long enough."""
        self._deadline = 0.0
        self._running_for = ""
        self._asked: frozenset[int] = frozenset()
        self._step = 0
        """Which step the dealer is waited for; each has its own time."""
        self.turn = 0
        """How often it has been set."""
        self._stopped = False

    def remaining(self) -> float | None:
        """Seconds left for the seats that are asked, or for who deals; None if nobody is."""
        if self._timer is None or self._running_for in (NEXT, IDLE):
            return None
        return max(0.0, self._deadline - asyncio.get_running_loop().time())

    def is_due(self, tick: Tick) -> bool:
        """Whether a tick belongs to the setting that runs now."""
        return tick.turn == self.turn or tick.what == FREE

    def follow(self, live: LiveTable, *, spoke: int | None = None, rang: bool = False) -> None:
        """Start, keep or stop the clock, as the table stands now.

        ``spoke`` is the seat that has just spoken; ``rang`` is true if the clock has just run out.
        """
        wanted, asked = _waits_for(live)
        newly_asked = not asked <= self._asked or spoke in asked
        again = rang or wanted != self._running_for or (wanted in (ANSWER, IDLE) and newly_asked)
        step, self._step = self._step, box.step(live)
        times = {NEXT: self._pause, IDLE: 60.0 * live.house.seat_kept, RELIEVE: box.patience(live)}
        seconds = times.get(wanted, live.house.timeout)
        if wanted == RELIEVE:
            # When everybody is ready, the dealer is waited for no longer than that.
            again = again or step != self._step or (self.remaining() or 0) > seconds
        self._asked = asked
        if not wanted:
            self.set(None)
        elif again:
            self.set(seconds, wanted)
        self.watch_absent(live)

    def watch_absent(self, live: LiveTable) -> None:
        """Ring when somebody has been away for long enough, as the table stands now."""
        ends = absence.seconds_kept(live), hosting.seconds_left(live)
        self._free_in(min((end for end in ends if end is not None), default=None))

    def _free_in(self, seconds: float | None) -> None:
        """Ring after this many seconds; None if nobody is away."""
        if self._freeing is not None:
            self._freeing.cancel()
        self._freeing = None
        if seconds is not None and not self._stopped:
            loop = asyncio.get_running_loop()
            self._freeing = loop.call_later(seconds, self._ring, Tick(self.turn, FREE))

    def reset(self) -> None:
        """Give everybody who is asked their full time: the table was read from the database."""
        self._asked, self._step = frozenset(), -1

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
        self._free_in(None)


def _waits_for(live: LiveTable) -> tuple[str, frozenset[int]]:
    """What the table waits for (empty if for nothing), and the seats that are asked."""
    if live.phase == BETWEEN:
        return NEXT if live.snapshot.seats else "", frozenset()
    asked = frozenset(dealing.awaited(live))
    if dealing.running(live):
        return CLOSE if live.phase == WAGERING else ANSWER, asked
    if box.is_awaited(live):
        return RELIEVE, asked
    if live.phase == WAGERING and asked and (live.snapshot.dealer or not live.pace.waits):
        return IDLE, asked
    return "", frozenset()
