"""The best of several runs: on a shared machine the least disturbed one says most."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[int], None], count: int, runs: int = 5) -> float:
    """Units of work per second of this process's own time, in the best of a few runs.

    What other programs do on the machine meanwhile is not counted.
    """
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work(count)
        best = min(best, time.process_time() - start)
    return count / best
