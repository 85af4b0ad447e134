"""Simulated rounds on one core beside the same game's script and PokerKit, and what a second worker adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from benchmarks import stage
from benchmarks.timing import rate
from croupier import games
from croupier.house import build
from croupier.lab.simulate import Workers, job_for, simulate
from croupier.lab.simulate_engines import processes, processors
from croupier.lab.simulate_job import CHUNK, Job

MILLIONS: Final = {
    "red-dog": (20, None),
    "double-down-stud": (8, None),
    "double-cross-poker": (8, 11),
    "winners-pot-poker": (3, 3.6),
}
"""Rounds per second on a core, in millions: what we promise, and what careful C programs reach."""
SPEEDUP: Final = 1.8
"""Of two workers over one, at least."""


def report(marks: Mapping[str, float]) -> None:
    """One seat, optimal play; every estimate is checked against the exact value."""
    holdem = marks["hold'em"]
    for game, (promised, careful) in MILLIONS.items():
        job = job_for(build(game))
        speed = _speed(job, 16 * CHUNK)
        script = rate(stage.rounds(game, 1), 1000)
        beside = f"at least {promised}" + (f"; careful C {careful}" if careful else "")
        print(
            f"{games.load(game).title}, simulated: {speed / 1e6:.1f} million rounds/s ({beside}), "
            f"{speed / script:,.0f} times the script, "
            f"{speed / holdem:,.0f} times PokerKit's hold'em"
        )
    if processors() > 1:
        _report_workers(job_for(build("double-cross-poker")))


def _report_workers(job: Job) -> None:
    rounds = 256 * CHUNK
    one = _speed(job, rounds, runs=2)
    with processes(2) as by:
        simulate(job, rounds=4 * CHUNK, by=by)  # both are at work
        two = _speed(job, rounds, runs=2, by=by)
    print(f"Two workers: {two / one:.2f} times one (at least {SPEEDUP})")


def _speed(job: Job, rounds: int, runs: int = 3, by: Workers | None = None) -> float:
    """The best of a few runs, in rounds per second."""
    best = 0.0
    for _ in range(runs):
        result = simulate(job, rounds=rounds, by=by or Workers())
        assert result.rounds == rounds
        assert result.ev.z is not None and abs(result.ev.z) < 5
        best = max(best, result.rounds_per_second)
    return best
