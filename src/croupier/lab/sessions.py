"""Sessions: what becomes of a bankroll over many rounds.

A player sits down with a bankroll and plays a number of rounds. If the bankroll no longer covers
everything that a round may ask (X-10), that is ruin: the session ends and the player keeps the
rest.
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
"""How many times in a session the bankroll is sampled."""


class Session(NamedTuple):
    """How many rounds a player stays, and with what bankroll, in cents."""

    rounds: int
    bankroll: int

    @property
    def points(self) -> list[int]:
        """The numbers of rounds after which the bankroll is sampled."""
        return sorted({self.rounds * n // POINTS for n in range(1, POINTS + 1)} - {0})


@dataclass
class SessionTotals:
    """The totals of all sessions played; money in cents."""

    sessions: int = 0
    ruined: int = 0
    wagered: int = 0
    results: Counter[int] = field(default_factory=Counter)
    """How often each net result occurred."""
    drawdowns: Counter[int] = field(default_factory=Counter)
    """How often each greatest fall from an earlier peak occurred."""
    fan: list[Counter[int]] = field(default_factory=list)
    """How often each bankroll occurred, for each of the session's points."""

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
        """Return the totals as data for a file."""
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
        """Read totals from the data of a file."""
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
        """The number of sessions that ended ahead."""
        return sum(count for net, count in self.results.items() if net > 0)

    @property
    def net(self) -> int:
        """The sum of all results."""
        return sum(net * count for net, count in self.results.items())


def quantiles(counted: Mapping[int, int], shares: Iterable[float]) -> list[int]:
    """Return, for each share, the least value that at least this share of all does not exceed.

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
    """Return the mean value."""
    return sum(value * count for value, count in counted.items()) / sum(counted.values())


@compiled
def _walk(
    nets: Amounts, stakes: Amounts, bankroll: int, exposure: int, points: Amounts, fan: Amounts
) -> tuple[int, int, bool, int]:
    """Play one session; return its net, greatest drawdown, whether it was ruin, and the wagers."""
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
    nets: Amounts,
    stakes: Amounts,
    bankroll: int,
    exposure: int,
    points: Amounts,
    fan: Amounts,
    ends: Amounts,
) -> None:
    length = points[-1]
    for n in range(len(ends)):
        rounds = slice(n * length, (n + 1) * length)
        net, fall, ruined, wagered = _walk(
            nets[rounds], stakes[rounds], bankroll, exposure, points, fan[n]
        )
        ends[n, 0], ends[n, 1], ends[n, 2], ends[n, 3] = net, fall, int(ruined), wagered


def walk(session: Session, made: Prepared, hands: Codes, sides: Codes) -> SessionTotals:
    """Play as many whole sessions as the endings of one seat make up, one after the other."""
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
