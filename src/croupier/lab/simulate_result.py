"""The result of a simulation: means with their errors, beside the exact values if known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import inf, sqrt
from typing import Final

from croupier.lab.answers import odds
from croupier.lab.settings import analysis_of
from croupier.lab.simulate_job import Counts, Job, Totals, kernel_of, prepared, squared
from croupier.mathematics.analysis import Answer, Question
from croupier.mathematics.kernels import Endings

Z95: Final = 1.959964
"""Half the width of a 95 % interval, in standard errors."""


@dataclass(frozen=True)
class Mean:
    """An estimate, and the exact value where one is known."""

    value: float
    stderr: float
    """The standard error; infinite while there are too few rounds to estimate it."""
    exact: Fraction | None = None

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true value with a probability of 95 %."""
        return self.value - Z95 * self.stderr, self.value + Z95 * self.stderr

    @property
    def z(self) -> float | None:
        """How many standard errors the estimate is from the exact value; None if unknown."""
        if self.exact is None or not 0 < self.stderr < inf:
            return None
        return (self.value - float(self.exact)) / self.stderr


@dataclass(frozen=True)
class Tallied:
    """The hands, or the side wagers, of one seat or of all seats together."""

    endings: Endings
    counts: Sequence[int]
    """How often each ending occurred."""

    @property
    def hands(self) -> int:
        """The number of hands counted."""
        return sum(self.counts)

    @property
    def net(self) -> int:
        """What the players won, in cents."""
        return sum(n * e.net for n, e in zip(self.counts, self.endings, strict=True))

    @property
    def wagered(self) -> int:
        """What was wagered, including wagers made after the deal, in cents."""
        return sum(n * e.wagered for n, e in zip(self.counts, self.endings, strict=True))

    @property
    def won(self) -> int:
        """The number of hands that won money."""
        return sum(n for n, e in zip(self.counts, self.endings, strict=True) if e.net > 0)

    @cached_property
    def outcomes(self) -> dict[str, int]:
        """The number of hands by outcome."""
        return self._sorted(e.outcome for e in self.endings)

    @cached_property
    def decisions(self) -> dict[str, int]:
        """The number of hands by decision."""
        return self._sorted(e.decision for e in self.endings)

    def _sorted(self, names: Iterable[str | None]) -> dict[str, int]:
        found: Counter[str] = Counter()
        for name, n in zip(names, self.counts, strict=True):
            if name is not None:
                found[name] += n
        return dict(found)


@dataclass(frozen=True)
class Seat:
    """The results of one seat."""

    number: int
    strategy: str
    hands: Tallied
    ev: Mean
    """The mean net, in units of the first wager."""
    side: Tallied | None
    side_ev: Mean | None
    """The mean net of the side wager, in units of it."""


@dataclass(frozen=True)
class Result:
    """The result of a simulation, finished or in progress."""

    job: Job
    totals: Totals
    seconds: float
    workers: int
    path: tuple[tuple[int, float, float], ...] = ()
    """The progress: a number of rounds, the estimate after them, and its standard error."""

    @property
    def rounds(self) -> int:
        """The number of rounds played so far, each with a hand for every seat."""
        return self.totals.rounds

    @property
    def rounds_per_second(self) -> float:
        """The speed of all workers together; infinite if no time passed."""
        return self.rounds / self.seconds if self.seconds else inf

    @cached_property
    def hands(self) -> Tallied:
        """The hands of all seats."""
        return _tallied(prepared(self.job).hands, self.totals.hands.sum(axis=0))

    @cached_property
    def side(self) -> Tallied | None:
        """The side wagers of all seats."""
        sides = prepared(self.job).sides
        return _tallied(sides, self.totals.sides.sum(axis=0)) if sides else None

    @cached_property
    def ev(self) -> Mean:
        """The mean result of a hand over all seats, in units of the first wager."""
        known = [exact_ev(self.job, strategy) for strategy in self.job.strategies]
        return estimate(self.job, self.totals, _average(known))

    @cached_property
    def side_ev(self) -> Mean | None:
        """The mean result of a side wager, in units of it."""
        if self.side is None:
            return None
        known = [exact_side_ev(self.job, strategy) for strategy in self.job.strategies]
        scale = self.job.side * self.job.seats
        return mean_of(self.side.net, self.totals.squares[1], self.rounds, scale, _average(known))

    @cached_property
    def seats(self) -> list[Seat]:
        """The results seat by seat."""
        return [self._seat(n) for n in range(self.job.seats)]

    def _seat(self, n: int) -> Seat:
        job, made = self.job, prepared(self.job)
        strategy = job.strategies[n]
        hands = self.totals.hands[n : n + 1]
        tallied = _tallied(made.hands, hands[0])
        exact = exact_ev(job, strategy)
        ev = mean_of(tallied.net, squared(hands, made.hands), self.rounds, job.stake, exact)
        if not made.sides:
            return Seat(n + 1, strategy, tallied, ev, None, None)
        sides = self.totals.sides[n : n + 1]
        side = _tallied(made.sides, sides[0])
        exact = exact_side_ev(job, strategy)
        side_ev = mean_of(side.net, squared(sides, made.sides), self.rounds, job.side, exact)
        return Seat(n + 1, strategy, tallied, ev, side, side_ev)

    @property
    def house_net(self) -> int:
        """What the house won, in cents."""
        return -self.hands.net - (self.side.net if self.side else 0)

    @property
    def wagered(self) -> int:
        """Everything that was wagered, in cents."""
        return self.hands.wagered + (self.side.wagered if self.side else 0)


def estimate(job: Job, totals: Totals, exact: Fraction | None = None) -> Mean:
    """Return the mean result of a hand so far."""
    net = sum(
        int(n) * e.net for n, e in zip(totals.hands.sum(axis=0), prepared(job).hands, strict=True)
    )
    return mean_of(net, totals.squares[0], totals.rounds, job.stake * job.seats, exact)


def _tallied(endings: Endings, counts: Counts) -> Tallied:
    return Tallied(endings, counts.tolist())


def mean_of(net: int, square: int, rounds: int, scale: int, exact: Fraction | None = None) -> Mean:
    """Return the mean per round, in units of ``scale`` cents.

    The arithmetic is exact up to the last division, so it stays right for any number of rounds.
    """
    value = Fraction(net, rounds * scale)
    if rounds < 2:
        return Mean(float(value), inf, exact)
    spread = (Fraction(square) - Fraction(net * net, rounds)) / ((rounds - 1) * rounds)
    return Mean(float(value), sqrt(spread) / scale, exact)


def _average(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) / len(known) if len(known) == len(values) else None


# --- exact values ---------------------------------------------------------------------------------


def _is_exact(job: Job, strategy: str) -> bool:
    return prepared(job).exact and strategy in analysis_of(job.game).strategies


@lru_cache(maxsize=64)
def _odds(table: Job, strategy: str) -> Answer:
    return odds(table.setting, Question(strategy, brief=True))


def exact_ev(job: Job, strategy: str) -> Fraction | None:
    """Return the exact value of a seat that plays this strategy, None if it is not known."""
    return _odds(job.table, strategy).figures.ev if _is_exact(job, strategy) else None


def exact_side_ev(job: Job, strategy: str) -> Fraction | None:
    """Return the exact value of the side wager at this stake, None if it is not known."""
    made, name = prepared(job), kernel_of(job.game).side_wager
    if not made.sides or not _is_exact(job, strategy):
        return None
    sides = _odds(job.table, strategy).side_wagers
    if name is None or name not in sides:
        return None
    net = {ending.outcome: ending.net for ending in reversed(made.sides)}
    shares = sides[name].figures.outcomes
    return sum((share * net[outcome] for outcome, share in shares.items()), Fraction(0)) / job.side
