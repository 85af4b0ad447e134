"""Simulations: rounds by the million, the same totals for a seed however they are shared out.

>>> from croupier.rules.house import build
>>> result = simulate(job_for(build("red-dog"), seats=2), rounds=10_000)
>>> result.rounds, sum(result.hands.outcomes.values())
(10000, 20000)

Rounds come in chunks, each with a stream of random numbers of its own; a task is some chunks in a row.
Tasks are taken up in their order whoever does them, so an interim result, and where a run for a
given precision stops, do not depend on the workers either.
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
"""So many tasks of a size, before they double."""
LARGEST: Final = 64
"""Chunks in a task, at most."""
SAVE_EVERY: Final = 5.0
"""Seconds from checkpoint to checkpoint."""

Watch = Callable[[Result], None]
"""Is shown the interim result."""


# --- what to simulate ------------------------------------------------------------------------------------


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
    """A job at a table; money in cents, one strategy for all seats or one for each.

    :class:`MalformedError` if there is no such strategy or wager, :class:`Refusal` if the table does not
    allow it.
    """
    game = house.book.game
    stake = analysis_of(game).stake(house) if wager is None else wager
    _check_seats(house, seats)
    _check_wager(house, stake)
    if side:
        _check_side(house, side)
    if not 0 <= seed < 1 << 64:
        raise MalformedError(f"the seed {seed} is not from 0 to 2**64 - 1")
    if session is not None and (session.rounds < 1 or session.bankroll < 1):
        raise MalformedError("a session has at least one round and some money")
    played = tuple(strategies) * seats if len(strategies) == 1 else tuple(strategies)
    known = kernel_of(game).strategies
    for name in played:
        if name not in known:
            raise MalformedError(
                f"unknown strategy {name!r} of {game}: there are {', '.join(known)}"
            )
    if len(played) != seats:
        raise MalformedError(
            f"{len(played)} strategies for {seats} seats: give one, or one for each"
        )
    changed = tuple(sorted(house.changed().items()))
    return Job(game, house.book.state, changed, played, stake, side, seed, session)


def _check_seats(house: House, seats: int) -> None:
    if not 1 <= seats <= house.seats:
        message = f"there are no {seats} seats: this table has {house.seats}"
        raise Refusal(Reason(message, None, "X-12"))


def _check_wager(house: House, stake: int) -> None:
    low, high, step = house.first_wager
    if not low <= stake <= high or (stake % step and stake != low):
        raise Refusal(
            Reason(f"a first wager of {dollars(stake)} is not accepted: {_range(low, high, step)}",
                   None, "X-09")
        )  # fmt: skip


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
        raise Refusal(
            Reason(f"a {kernel.side_wager} wager of {dollars(side)} is not accepted: "
                   f"{_range(low, high, step)}", None, "X-09")
        )  # fmt: skip


def _range(low: int, high: int, step: int) -> str:
    if low == high:
        return f"it is {dollars(low)}"
    return f"from {dollars(low)} to {dollars(high)}, in steps of {dollars(step)}"


# --- who does it -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Workers:
    """An executor and how many tasks it does at a time; without an executor, this process does all."""

    executor: Executor | None = None
    count: int = 1
    name: str = "this process"


ALONE: Final = Workers()


# --- the run ---------------------------------------------------------------------------------------------


def tasks(job: Job, rounds: int | None, done: int = 0) -> Iterator[tuple[int, int]]:
    """The first chunk and the rounds of each task, after so many rounds; endless if no end is given."""
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
    """The tasks' totals in their order, with a few tasks under way."""
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
    """Play so many rounds, or until the estimate's standard error is small enough, or whichever is first.

    ``keep`` is a file to go on from and to be kept up to date; ``warn`` hears why one is not used.
    """
    if rounds is None and until_stderr is None:
        raise MalformedError("say how many rounds, or up to which standard error")
    if rounds is not None and rounds < 1:
        raise MalformedError("at least one round is simulated")
    if until_stderr is not None and not 0 < until_stderr < inf:
        raise MalformedError("the standard error to reach is more than nothing")
    # Here first: what has to be solved or compiled is then kept for the workers.
    run_chunk(job, 0, 1)
    book = _Book(job, by.count, keep, warn)
    if rounds is not None and book.totals.rounds > rounds:
        warn(
            f"the checkpoint holds {book.totals.rounds:,} rounds, more than {rounds:,}: started anew"
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
            warn(f"{keep.name} {error}: started anew")
            return
        if state is not None:
            self.totals, self._before = state.totals, state.seconds
            warn(f"going on after {self.totals.rounds:,} rounds")

    def enter(self, done: Totals) -> None:
        """A task is done. Only whole chunks are kept: what follows them can then be more rounds."""
        self.totals += done
        mean = estimate(self.job, self.totals)
        self._path.append((self.totals.rounds, mean.value, mean.stderr))
        if self.totals.rounds % self.job.chunk == 0:
            self._kept = self.totals
            if time.monotonic() - self._saved > SAVE_EVERY:
                self.save()

    def precise(self, wanted: float | None) -> bool:
        """Whether the standard error is as small as wanted."""
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
