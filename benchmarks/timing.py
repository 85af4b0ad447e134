"""The best of several runs: on a shared machine the least disturbed one says most."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[int], None], count: int, runs: int = 3) -> float:
    """Units of work per second, in the best of a few runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work(count)
        best = min(best, time.perf_counter() - start)
    return count / best
