"""How long house players look and decide, with other people's hidden cards exchanged.

``python -m tests.company.times [DECISIONS]`` compares each decision with the same one after every
card that the seat has not seen was exchanged. It prints both times for each game, and how far their
difference is from nothing. The exit code is 1 if a decision differs, or if that is too far.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from math import sqrt

from croupier import games
from croupier.company import STRATEGIES, decide, look
from croupier.stage.round import Round
from tests.company.exchanged import moments

DECISIONS = 10_000
FAR = 4
"""Standard errors: by chance a game lies beyond them once in 16,000 times."""


def asked(game: str) -> Iterator[tuple[int, Round, Round]]:
    """Yield a seat that is to decide, its round, and the same after the exchange."""
    for moment in moments(game):
        view = look(moment.round, moment.seat)
        if view.asked and view.situation is not None:
            other = moment.exchanged()
            if other is not None:
                yield moment.seat, moment.round, other


def timed(round: Round, seat: int, strategy: str) -> tuple[str, float]:
    """Look and decide, as a house player does; return the decision and its microseconds."""
    began = time.perf_counter_ns()
    said = decide(look(round, seat), strategy)
    return said, (time.perf_counter_ns() - began) / 1000


def measure(game: str, decisions: int) -> bool:
    """Compare that many decisions of a game; return whether all is well."""
    pairs: list[tuple[float, float]] = []
    same = True
    for n, (seat, dealt, other) in enumerate(asked(game)):
        for strategy in STRATEGIES:
            for round in (dealt, other):  # once, so that neither of the two is the first
                timed(round, seat, strategy)
            turned = (n + len(pairs)) % 2 == 1  # and each is measured first half the time
            one = timed(other if turned else dealt, seat, strategy)
            two = timed(dealt if turned else other, seat, strategy)
            same &= one[0] == two[0]
            pairs.append((two[1], one[1]) if turned else (one[1], two[1]))
        if len(pairs) >= decisions:
            break
    # What the machine did meanwhile is left out on both sides: the longest hundredth.
    longest = sorted(max(pair) for pair in pairs)[int(0.99 * len(pairs))]
    kept = [pair for pair in pairs if max(pair) <= longest]
    apart = [before - after for before, after in kept]
    error = statistics.stdev(apart) / sqrt(len(apart))
    mean = [statistics.fmean(column) for column in zip(*kept, strict=True)]
    far = statistics.fmean(apart) / error
    print(
        f"  {game:<20}{len(pairs):>7,} decisions, {mean[0]:6.2f} µs as dealt, {mean[1]:6.2f} µs "
        f"exchanged: {mean[1] / mean[0]:.4f} times as long, {abs(far):.1f} standard errors apart"
    )
    return same and abs(far) < FAR


def main() -> int:
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else DECISIONS
    print(
        "House players' decisions, as dealt and with all cards exchanged that are hidden to them:"
    )
    good = [measure(game, decisions) for game in games.names()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
