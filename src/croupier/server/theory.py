"""What the house should have won by the odds, and how far chance may have taken it from that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import Final, NamedTuple

from croupier.server.edges import Theory
from croupier.server.snapshot import Staked, Stakes

SECONDS: Final = 60.0
"""How long the lab may take for a house; the slowest that we found took 18."""
SDS: Final = 2
"""As expected is what lies within this many standard deviations: about 19 results of 20."""
FAR: Final = 4
"""Beyond this many the floor is alerted: by chance that is 1 result of 16,000."""

AS_EXPECTED: Final = "as expected"
NOT_KNOWN_YET: Final = "not known yet"
NOT_KNOWN: Final = "not known"
CHANGED: Final = "the house was changed in this shift"
NO_ROUND: Final = "no round yet"


class Expected(NamedTuple):
    """A win, by the odds of best play."""

    win: float
    """In cents."""
    sd: float

    def verdict(self, won: int) -> str:
        """How a win compares with it, in words."""
        far = self.away(won)
        if abs(far) <= SDS:
            return AS_EXPECTED
        much = "far " if abs(far) > FAR else ""
        return f"{much}{'more' if far > 0 else 'less'} than expected"

    def away(self, won: int) -> float:
        """How many standard deviations a win is above the expected one."""
        return (won - self.win) / self.sd if self.sd else 0.0


Find = Callable[[int], tuple[bool, Theory | None]]
"""Finds the theory for a number of seats: whether it is known by now, and what it is."""


def expected(stakes: Stakes, first: str, find: Find) -> Expected | str:
    """What should have been won from these wagers, or why that is not known.

    The first wager's edge is for the whole round, so the wagers that support it add nothing. Side
    wagers have an edge of their own. Their deviations are added as if all went one way together,
    which makes the range rather too wide.
    """
    if not stakes:
        return NO_ROUND
    win = side = variance = 0.0
    # All at once, so that the lab is set to work on all that is missing.
    found = {players: find(players) for players in {players for _, players, _ in _each(stakes)}}
    for name, players, staked in _each(stakes):
        known, theory = found[players]
        if theory is None:
            return NOT_KNOWN if known else NOT_KNOWN_YET
        law = theory.laws.get(name)
        if law is None:
            continue
        win += law.edge * staked.amount
        spread = max(0.0, law.alone * staked.squares + law.together * staked.wholes)
        if name == first:
            variance += spread
        else:
            side += sqrt(spread)
    return Expected(win, sqrt(variance) + side)


def _each(stakes: Stakes) -> Iterator[tuple[str, int, Staked]]:
    for name, by_players in stakes.items():
        for players, staked in by_players.items():
            yield name, max(1, players), staked


def amount(stakes: Stakes, wager: str | None = None) -> int:
    """What was staked, in cents: everything, or one wager."""
    return sum(
        staked.amount
        for name, by_players in stakes.items()
        if wager in (None, name)
        for staked in by_players.values()
    )
