"""The best of several runs, because on a shared machine the least disturbed run says most."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[int], None], count: int, runs: int = 5) -> float:
    """Return units of work per second of this process's own time, in the best of a few runs.

    Time that other programs take does not count.
    """
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work(count)
        best = min(best, time.process_time() - start)
    return count / best
