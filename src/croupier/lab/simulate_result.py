"""What a simulation says: means with their errors, beside the exact values where there are any."""

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
"""Standard errors to either side of a 95 % interval."""


@dataclass(frozen=True)
class Mean:
    """An estimate, and the exact value where one is known."""

    value: float
    stderr: float
    """Infinite as long as there is nothing to tell it from."""
    exact: Fraction | None = None

    @property
    def interval(self) -> tuple[float, float]:
        """It holds the true value with a probability of 95 %."""
        return self.value - Z95 * self.stderr, self.value + Z95 * self.stderr

    @property
    def z(self) -> float | None:
        """How many standard errors the estimate is away from the exact value."""
        if self.exact is None or not 0 < self.stderr < inf:
            return None
        return (self.value - float(self.exact)) / self.stderr


@dataclass(frozen=True)
class Tallied:
    """The hands, or the side wagers, of one seat or of all seats together."""

    endings: Endings
    counts: Sequence[int]
    """By ending."""

    @property
    def hands(self) -> int:
        """How many were counted, whatever their ending."""
        return sum(self.counts)

    @property
    def net(self) -> int:
        """In cents, what the players won."""
        return sum(n * e.net for n, e in zip(self.counts, self.endings, strict=True))

    @property
    def wagered(self) -> int:
        """In cents, with what was added after the deal."""
        return sum(n * e.wagered for n, e in zip(self.counts, self.endings, strict=True))

    @property
    def won(self) -> int:
        """Hands that ended with money won."""
        return sum(n for n, e in zip(self.counts, self.endings, strict=True) if e.net > 0)

    @cached_property
    def outcomes(self) -> dict[str, int]:
        """How many hands ended how."""
        return self._sorted(e.outcome for e in self.endings)

    @cached_property
    def decisions(self) -> dict[str, int]:
        """How many hands were played how."""
        return self._sorted(e.decision for e in self.endings)

    def _sorted(self, names: Iterable[str | None]) -> dict[str, int]:
        found: Counter[str] = Counter()
        for name, n in zip(names, self.counts, strict=True):
            if name is not None:
                found[name] += n
        return dict(found)


@dataclass(frozen=True)
class Seat:
    """What one seat came to."""

    number: int
    strategy: str
    hands: Tallied
    ev: Mean
    """In units of the first wager."""
    side: Tallied | None
    side_ev: Mean | None
    """In units of the side wager."""


@dataclass(frozen=True)
class Result:
    """A simulation, done or under way."""

    job: Job
    totals: Totals
    seconds: float
    workers: int
    path: tuple[tuple[int, float, float], ...] = ()
    """After so many rounds: the estimate and its standard error."""

    @property
    def rounds(self) -> int:
        """Those played so far; each has a hand of every seat."""
        return self.totals.rounds

    @property
    def rounds_per_second(self) -> float:
        """Of all workers together; infinite where no time was taken."""
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
        """The mean result of a hand, in units of the first wager; over all seats, if there are several."""
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
        """Seat by seat."""
        return [self._seat(n) for n in range(self.job.seats)]

    def _seat(self, n: int) -> Seat:
        job, made = self.job, prepared(self.job)
        strategy = job.strategies[n]
        hands = self.totals.hands[n : n + 1]
        tallied = _tallied(made.hands, hands[0])
        ev = mean_of(tallied.net, squared(hands, made.hands), self.rounds, job.stake,
                   exact_ev(job, strategy))  # fmt: skip
        if not made.sides:
            return Seat(n + 1, strategy, tallied, ev, None, None)
        sides = self.totals.sides[n : n + 1]
        side = _tallied(made.sides, sides[0])
        side_ev = mean_of(side.net, squared(sides, made.sides), self.rounds, job.side,
                        exact_side_ev(job, strategy))  # fmt: skip
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
    """The mean result of a hand so far."""
    net = sum(
        int(n) * e.net for n, e in zip(totals.hands.sum(axis=0), prepared(job).hands, strict=True)
    )
    return mean_of(net, totals.squares[0], totals.rounds, job.stake * job.seats, exact)


def _tallied(endings: Endings, counts: Counts) -> Tallied:
    return Tallied(endings, counts.tolist())


def mean_of(net: int, square: int, rounds: int, scale: int, exact: Fraction | None = None) -> Mean:
    """Per round and ``scale`` cents. Exact to the last division, so that no rounds are too many."""
    value = Fraction(net, rounds * scale)
    if rounds < 2:
        return Mean(float(value), inf, exact)
    spread = (Fraction(square) - Fraction(net * net, rounds)) / ((rounds - 1) * rounds)
    return Mean(float(value), sqrt(spread) / scale, exact)


def _average(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) / len(known) if len(known) == len(values) else None


# --- exact values ----------------------------------------------------------------------------------------


def _is_exact(job: Job, strategy: str) -> bool:
    return prepared(job).exact and strategy in analysis_of(job.game).strategies


@lru_cache(maxsize=64)
def _odds(table: Job, strategy: str) -> Answer:
    return odds(table.setting, Question(strategy, brief=True))


def exact_ev(job: Job, strategy: str) -> Fraction | None:
    """What the lab knows exactly about a seat that plays so."""
    return _odds(job.table, strategy).figures.ev if _is_exact(job, strategy) else None


def exact_side_ev(job: Job, strategy: str) -> Fraction | None:
    """The same for the side wager: its outcomes' probabilities, with what they pay at this stake."""
    made, name = prepared(job), kernel_of(job.game).side_wager
    if not made.sides or not _is_exact(job, strategy):
        return None
    sides = _odds(job.table, strategy).side_wagers
    if name is None or name not in sides:
        return None
    net = {ending.outcome: ending.net for ending in reversed(made.sides)}
    shares = sides[name].figures.outcomes
    return sum((share * net[outcome] for outcome, share in shares.items()), Fraction(0)) / job.side
