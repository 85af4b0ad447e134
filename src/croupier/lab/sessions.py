"""Sessions: what becomes of a bankroll over many rounds.

A player sits down with a bankroll and plays so many rounds, or until the bankroll no longer covers
everything that a round may ask (X-10): that is ruin, and the rest is taken home.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.mathematics.compiled import compiled
from croupier.mathematics.kernels import Codes, Endings, Prepared

Amounts = NDArray[np.int64]

POINTS: Final = 20
"""So many times in a session the bankroll is looked at."""


class Session(NamedTuple):
    """How long a player stays, and with how much, in cents."""

    rounds: int
    bankroll: int

    @property
    def points(self) -> list[int]:
        """After how many rounds the bankroll is looked at."""
        return sorted({self.rounds * n // POINTS for n in range(1, POINTS + 1)} - {0})


@dataclass
class SessionTotals:
    """All sessions played, as counts of what happened; money in cents."""

    sessions: int = 0
    ruined: int = 0
    wagered: int = 0
    results: Counter[int] = field(default_factory=Counter)
    """How often each net result."""
    drawdowns: Counter[int] = field(default_factory=Counter)
    """How often each greatest fall from a height before."""
    fan: list[Counter[int]] = field(default_factory=list)
    """How often each bankroll, at the session's points."""

    def __add__(self, other: SessionTotals) -> SessionTotals:
        if not (self.sessions and other.sessions):
            return self if self.sessions else other
        return SessionTotals(
            self.sessions + other.sessions,
            self.ruined + other.ruined,
            self.wagered + other.wagered,
            self.results + other.results,
            self.drawdowns + other.drawdowns,
            [one + two for one, two in zip(self.fan, other.fan, strict=True)],
        )

    def plain(self) -> dict[str, Any]:
        """As data for a file."""
        return {
            "sessions": self.sessions,
            "ruined": self.ruined,
            "wagered": self.wagered,
            "results": [*self.results.items()],
            "drawdowns": [*self.drawdowns.items()],
            "fan": [[*counted.items()] for counted in self.fan],
        }

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> SessionTotals:
        """From such data."""
        return cls(
            plain["sessions"],
            plain["ruined"],
            plain["wagered"],
            Counter(dict(plain["results"])),
            Counter(dict(plain["drawdowns"])),
            [Counter(dict(counted)) for counted in plain["fan"]],
        )

    @property
    def ahead(self) -> int:
        """Sessions that ended with money won."""
        return sum(count for net, count in self.results.items() if net > 0)

    @property
    def net(self) -> int:
        """All results together."""
        return sum(net * count for net, count in self.results.items())


def quantiles(counted: Mapping[int, int], shares: Iterable[float]) -> list[int]:
    """The least values that so large shares of all do not exceed.

    >>> quantiles({-5: 1, 0: 2, 10: 1}, (0.25, 0.5, 1))
    [-5, 0, 10]
    """
    total = sum(counted.values())
    found = []
    for share in shares:
        wanted = max(ceil(share * total), 1)
        for value in sorted(counted):
            wanted -= counted[value]
            if wanted <= 0:
                found.append(value)
                break
    return found


def mean(counted: Mapping[int, int]) -> float:
    """The mean value."""
    return sum(value * count for value, count in counted.items()) / sum(counted.values())


@compiled
def _walk(
    nets: Amounts, stakes: Amounts, bankroll: int, exposure: int, points: Amounts, fan: Amounts
) -> tuple[int, int, bool, int]:
    """One session: the result, the greatest drawdown, whether it ended in ruin, what was wagered."""
    purse = top = bankroll
    fall = wagered = point = 0
    ruined = purse < exposure
    for n in range(nets.size):
        if not ruined:
            purse += nets[n]
            wagered += stakes[n]
            top = max(top, purse)
            fall = max(fall, top - purse)
            ruined = purse < exposure
        if n + 1 == points[point]:
            fan[point] = purse
            point += 1
    return purse - bankroll, fall, ruined, wagered


@compiled
def _walk_all(
    nets: Amounts, stakes: Amounts, bankroll: int, exposure: int, points: Amounts, fan: Amounts,
    ends: Amounts,
) -> None:  # fmt: skip
    length = points[-1]
    for n in range(len(ends)):
        rounds = slice(n * length, (n + 1) * length)
        net, fall, ruined, wagered = _walk(
            nets[rounds], stakes[rounds], bankroll, exposure, points, fan[n]
        )
        ends[n, 0], ends[n, 1], ends[n, 2], ends[n, 3] = net, fall, int(ruined), wagered


def walk(session: Session, made: Prepared, hands: Codes, sides: Codes) -> SessionTotals:
    """Sessions one after the other, as many whole ones as the endings of one seat make."""
    nets, stakes = _money(made.hands, hands)
    if len(sides):
        side_nets, side_stakes = _money(made.sides, sides)
        nets, stakes = nets + side_nets, stakes + side_stakes
    count = len(nets) // session.rounds
    if not count:
        return SessionTotals()
    points = np.array(session.points)
    fan = np.zeros((count, len(points)), np.int64)
    ends = np.zeros((count, 4), np.int64)
    _walk_all(nets, stakes, session.bankroll, made.exposure, points, fan, ends)
    return SessionTotals(
        sessions=count,
        ruined=int(ends[:, 2].sum()),
        wagered=int(ends[:, 3].sum()),
        results=_counted(ends[:, 0]),
        drawdowns=_counted(ends[:, 1]),
        fan=[_counted(purses) for purses in fan.T],
    )


def _money(endings: Endings, codes: Codes) -> tuple[Amounts, Amounts]:
    nets = np.array([ending.net for ending in endings], np.int64)
    stakes = np.array([ending.wagered for ending in endings], np.int64)
    return nets[codes], stakes[codes]


def _counted(values: Amounts) -> Counter[int]:
    found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))
