"""Simulated rounds on one core beside the script and PokerKit, and what a second worker adds."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from benchmarks import stage
from benchmarks.timing import rate
from croupier import games
from croupier.lab.simulate import ALONE, Workers, job_for, simulate
from croupier.lab.simulate_engines import processes, processors
from croupier.lab.simulate_job import CHUNK, Job
from croupier.rules.house import build

MILLIONS: Final = {
    "red-dog": (20, None),
    "double-down-stud": (8, None),
    "double-cross-poker": (8, 11),
    "winners-pot-poker": (3, 3.6),
}
"""Millions of rounds per second on a core: what we promise, and what careful C programs reach."""
SPEEDUP: Final = 1.8
"""The least speed-up of two workers over one."""


def report(marks: Mapping[str, float]) -> None:
    """Report one seat with optimal play. Every estimate is checked against the exact value."""
    holdem = marks["hold'em"]
    for game, (promised, careful) in MILLIONS.items():
        speed = _per_core(job_for(build(game)), 16 * CHUNK)
        script = rate(stage.rounds(game, 1), 1000)
        beside = f"at least {promised}" + (f"; careful C {careful}" if careful else "")
        print(
            f"{games.load(game).title}, simulated: {speed / 1e6:.1f} million rounds/s ({beside}), "
            f"{speed / script:,.0f} times the script, "
            f"{speed / holdem:,.0f} times PokerKit's hold'em"
        )
    if processors() > 1:
        _report_workers(job_for(build("double-cross-poker")))


def _checked(job: Job, rounds: int, by: Workers = ALONE) -> float:
    """Simulate, check the estimate, and return the seconds that passed."""
    result = simulate(job, rounds=rounds, by=by)
    assert result.rounds == rounds
    assert result.ev.z is not None and abs(result.ev.z) < 5
    return result.seconds


def _per_core(job: Job, rounds: int, runs: int = 3) -> float:
    """Return rounds per second of processor time on one core, in the best of a few runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        _checked(job, rounds)
        best = min(best, time.process_time() - start)
    return rounds / best


def _report_workers(job: Job) -> None:
    rounds = 128 * CHUNK
    with processes(2) as by:
        _checked(job, 8 * CHUNK, by)  # both workers have started now
        ratio = max(_checked(job, rounds) / _checked(job, rounds, by) for _ in range(3))
    print(f"Two workers: {ratio:.2f} times one (at least {SPEEDUP})")
