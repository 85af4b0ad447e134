"""How a table lives: since when it waits for somebody, how fast its rounds are, when it failed.

A keeper keeps this in memory, beside the table. A process that takes a table starts from nothing,
because none of this is worth a write for each round.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable
from typing import Final, NamedTuple

from croupier.server.waits import Wait

MINUTE: Final = 60.0
HOUR: Final = 60
"""How many minutes of rounds are remembered."""


class Tempo(NamedTuple):
    """How many rounds a table has played lately."""

    rounds: int
    seconds: float
    """How long it was watched for that, at most an hour."""

    @property
    def per_hour(self) -> float | None:
        """Rounds per hour; None before it has been watched for a minute."""
        return None if self.seconds < MINUTE else self.rounds * 3600 / self.seconds


class Pulse:
    """What one keeper remembers of its table; ``now`` is always the time of the event loop."""

    def __init__(self, now: float) -> None:
        self._began = now
        self._minutes: deque[tuple[int, int]] = deque(maxlen=HOUR + 1)
        """The minutes in which rounds have ended, and how many."""
        self._since: dict[Hashable, float] = {}
        self._waits: list[Wait] = []
        self._failed: float | None = None

    # --- what happens -----------------------------------------------------------------------------

    def follow(self, waits: Iterable[Wait], now: float) -> None:
        """Note whom the table waits for; whoever was waited for before keeps the time."""
        self._waits = list(waits)
        self._since = {wait.key: self._since.get(wait.key, now) for wait in self._waits}

    def round_ended(self, now: float) -> None:
        """Count a round."""
        minute = int(now // MINUTE)
        if self._minutes and self._minutes[-1][0] == minute:
            self._minutes[-1] = minute, self._minutes[-1][1] + 1
        else:
            self._minutes.append((minute, 1))

    def failed(self, now: float) -> None:
        """Note that the table had to be set up again."""
        self._failed = now

    # --- what is asked ----------------------------------------------------------------------------

    def waiting(self, now: float) -> list[tuple[Wait, float]]:
        """Everybody whom the table waits for, and for how many seconds."""
        return [(wait, max(0.0, now - self._since[wait.key])) for wait in self._waits]

    def tempo(self, now: float) -> Tempo:
        """The rounds of the last hour, or since the table was taken."""
        first = int(now // MINUTE) - HOUR
        counted = sum(rounds for minute, rounds in self._minutes if minute > first)
        # The oldest minute is counted from its beginning, the present one up to now.
        reach = now - (first + 1) * MINUTE
        return Tempo(counted, min(now - self._began, reach))

    def failed_ago(self, now: float) -> float | None:
        """Seconds since the table failed; None if it has not."""
        return None if self._failed is None else now - self._failed
