"""Simulations of millions of rounds, with the same totals for a seed however work is shared.

>>> from croupier.rules.house import build
>>> result = simulate(job_for(build("red-dog"), seats=2), rounds=10_000)
>>> result.rounds, sum(result.hands.outcomes.values())
(10000, 20000)

Rounds come in chunks, each with its own stream of random numbers. A task is some consecutive
chunks. Results of tasks are added in order, whichever worker finishes first. So neither the interim
results, nor where a run for a given precision stops, depend on the workers.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Final

from croupier.lab import simulate_checkpoint as checkpoint
from croupier.lab.sessions import Session
from croupier.lab.settings import analysis_of
from croupier.lab.simulate_job import Job, Totals, kernel_of, nothing, run, run_chunk
from croupier.lab.simulate_result import Result, estimate
from croupier.nouns.money import dollars
from croupier.nouns.reasons import MalformedError, Reason
from croupier.rules.house import House
from croupier.stage.actions import Refusal

AT_ONCE: Final = 32
"""How many tasks have the same size before the size doubles."""
LARGEST: Final = 64
"""The most chunks in a task."""
SAVE_EVERY: Final = 5.0
"""Seconds between checkpoints."""

Watch = Callable[[Result], None]
"""A function that is called with each interim result."""


# --- what to simulate -----------------------------------------------------------------------------


def job_for(
    house: House,
    *,
    seats: int = 1,
    strategies: Sequence[str] = ("optimal",),
    wager: int | None = None,
    side: int = 0,
    seed: int = 1,
    session: Session | None = None,
) -> Job:
    """Return a job at a table; money in cents, one strategy for all seats or one for each.

    Raises :class:`MalformedError` if there is no such strategy or wager, and :class:`Refusal` if
    the table does not allow it.
    """
    game = house.book.game
    stake = analysis_of(game).stake(house) if wager is None else wager
    _check_seats(house, seats)
    _check_wager(house, stake)
    if side:
        _check_side(house, side)
    if not 0 <= seed < 1 << 64:
        raise MalformedError(f"the seed {seed} is not between 0 and 2**64 - 1")
    if session is not None and (session.rounds < 1 or session.bankroll < 1):
        raise MalformedError("a session needs at least one round and some money")
    played = tuple(strategies) * seats if len(strategies) == 1 else tuple(strategies)
    known = kernel_of(game).strategies
    for name in played:
        if name not in known:
            raise MalformedError(f"{game} has no strategy {name!r}: it has {', '.join(known)}")
    if len(played) != seats:
        raise MalformedError(
            f"{len(played)} strategies for {seats} seats: give one for all, or one for each"
        )
    changed = tuple(sorted(house.changed().items()))
    return Job(game, house.book.state, changed, played, stake, side, seed, session)


def _check_seats(house: House, seats: int) -> None:
    if not 1 <= seats <= house.seats:
        message = f"{seats} seats cannot play: this table has {house.seats}"
        raise Refusal(Reason(message, None, "X-12"))


def _check_wager(house: House, stake: int) -> None:
    low, high, step = house.first_wager
    if not low <= stake <= high or (stake % step and stake != low):
        raise _not_accepted(f"a first wager of {dollars(stake)}", low, high, step)


def _check_side(house: House, side: int) -> None:
    kernel = kernel_of(house.book.game)
    if kernel.side_wager is None:
        raise MalformedError(f"{house.book.game} has no side wager")
    low, high = (house[key] for key in kernel.side_limits)
    step = house.increment
    refused = kernel.side_refused(house)
    if refused is not None:
        raise Refusal(refused)
    if not low <= side <= high or side % step:
        wager = f"a {kernel.side_wager} wager of {dollars(side)}"
        raise _not_accepted(wager, low, high, step)


def _not_accepted(wager: str, low: int, high: int, step: int) -> Refusal:
    allowed = f"{dollars(low)} to {dollars(high)}, in steps of {dollars(step)}"
    if low == high:
        allowed = dollars(low)
    return Refusal(Reason(f"{wager} is not accepted: it must be {allowed}", None, "X-09"))


# --- workers --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Workers:
    """An executor and how many tasks it runs at a time; without one, this process does the work."""

    executor: Executor | None = None
    count: int = 1
    name: str = "this process"


ALONE: Final = Workers()


# --- the run --------------------------------------------------------------------------------------


def tasks(job: Job, rounds: int | None, done: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the first chunk and the number of rounds of each task after the first ``done`` rounds.

    If ``rounds`` is None, there is no end.
    """
    first, size, of_size = 0, 1, 0
    while rounds is None or first * job.chunk < rounds:
        start = first * job.chunk
        left = inf if rounds is None else rounds - start
        if start >= done:
            yield first, int(min(size * job.chunk, left))
        first += size
        of_size += 1
        if of_size == AT_ONCE and size < LARGEST:
            size, of_size = 2 * size, 0


def _ordered(job: Job, todo: Iterator[tuple[int, int]], by: Workers) -> Iterator[Totals]:
    """Yield the tasks' totals in order, while a few tasks run ahead."""
    if by.executor is None:
        for first, rounds in todo:
            yield run(job, first, rounds)
        return
    under_way: deque[Future[Totals]] = deque()
    try:
        for first, rounds in todo:
            under_way.append(by.executor.submit(run, job, first, rounds))
            if len(under_way) > 2 * by.count:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()


def simulate(
    job: Job,
    *,
    rounds: int | None = None,
    until_stderr: float | None = None,
    by: Workers = ALONE,
    keep: Path | None = None,
    watch: Watch = lambda result: None,
    warn: Callable[[str], None] = lambda line: None,
) -> Result:
    """Play this many rounds, or until the standard error is small enough, whichever comes first.

    ``keep`` is a checkpoint file: the simulation resumes from it and keeps it up to date. ``warn``
    is told why a checkpoint is not used.
    """
    if rounds is None and until_stderr is None:
        raise MalformedError("give a number of rounds, or a standard error to reach")
    if rounds is not None and rounds < 1:
        raise MalformedError("the number of rounds must be at least 1")
    if until_stderr is not None and not 0 < until_stderr < inf:
        raise MalformedError("the standard error to reach must be greater than 0")
    # One round here first: what must be solved or compiled is then cached for the workers.
    run_chunk(job, 0, 1)
    book = _Book(job, by.count, keep, warn)
    if rounds is not None and book.totals.rounds > rounds:
        warn(
            f"the checkpoint holds {book.totals.rounds:,} rounds, more than {rounds:,}: "
            "starting from the beginning"
        )
        book = _Book(job, by.count, None, warn)
        book.keep = keep
    todo = tasks(job, rounds, book.totals.rounds)
    try:
        if not book.precise(until_stderr):
            for done in _ordered(job, todo, by):
                book.enter(done)
                watch(book.result())
                if book.precise(until_stderr):
                    break
    finally:
        book.save()
    return book.result()


class _Book:
    """The totals so far, their history, and the checkpoint."""

    def __init__(
        self, job: Job, workers: int, keep: Path | None, warn: Callable[[str], None]
    ) -> None:
        self.job = job
        self.keep = keep
        self.totals = nothing(job)
        self._workers = workers
        self._before = 0.0
        self._path: list[tuple[int, float, float]] = []
        if keep is not None:
            self._go_on(keep, warn)
        self._kept = self.totals
        self._start = self._saved = time.monotonic()

    def _go_on(self, keep: Path, warn: Callable[[str], None]) -> None:
        try:
            state = checkpoint.load(keep, self.job)
        except checkpoint.CheckpointError as error:
            warn(f"{keep.name} {error}: starting from the beginning")
            return
        if state is not None:
            self.totals, self._before = state.totals, state.seconds
            warn(f"resuming after {self.totals.rounds:,} rounds")

    def enter(self, done: Totals) -> None:
        """Add a finished task. Only whole chunks are saved, so that a resumed run may be longer."""
        self.totals += done
        mean = estimate(self.job, self.totals)
        self._path.append((self.totals.rounds, mean.value, mean.stderr))
        if self.totals.rounds % self.job.chunk == 0:
            self._kept = self.totals
            if time.monotonic() - self._saved > SAVE_EVERY:
                self.save()

    def precise(self, wanted: float | None) -> bool:
        """Whether the standard error is at most what is wanted."""
        if wanted is None or not self.totals.rounds:
            return False
        return estimate(self.job, self.totals).stderr <= wanted

    @property
    def _seconds(self) -> float:
        return self._before + time.monotonic() - self._start

    def save(self) -> None:
        if self.keep is not None and self._kept.rounds:
            checkpoint.save(self.keep, self.job, checkpoint.State(self._kept, self._seconds))
            self._saved = time.monotonic()

    def result(self) -> Result:
        return Result(self.job, self.totals, self._seconds, self._workers, tuple(self._path))
