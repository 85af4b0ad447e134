"""Streaks of right answers, and the time that answers take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Streak:
    """How many answers in a row were right: now, and at best."""

    now: int = 0
    best: int = 0

    def as_dict(self) -> dict[str, int]:
        """Return plain data, as sent to a client."""
        return {"now": self.now, "best": self.best}


def streak_of(answers: Iterable[bool]) -> Streak:
    """Return the streak after answers that were right or not.

    >>> streak_of([True, True, False, True])
    Streak(now=1, best=2)
    """
    now = best = 0
    for right in answers:
        now = now + 1 if right else 0
        best = max(best, now)
    return Streak(now, best)


def pace_of(times: Sequence[float]) -> dict[str, Any]:
    """Return the average time of the answers, and the slowest of them, counted from 1.

    >>> pace_of([2.0, 7.0, 3.0])
    {'average': 4.0, 'slowest': {'number': 2, 'seconds': 7.0}}
    """
    if not times:
        return {"average": None, "slowest": None}
    slowest = max(range(len(times)), key=times.__getitem__)
    return {
        "average": round(sum(times) / len(times), 1),
        "slowest": {"number": slowest + 1, "seconds": round(times[slowest], 1)},
    }
