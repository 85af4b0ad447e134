"""The exact figures of a wager: value, variance, hit frequency, decisions and outcomes.

A solver enters every way a round can go with its weight, and closes the tally:

>>> coin = Tally()
>>> coin.enter(1, net=1, outcome="heads")
>>> coin.enter(2, net=-1, outcome="tails", decision="sighed")
>>> figures = coin.close()
>>> figures.ev, figures.variance, figures.hit_frequency, figures.decisions["sighed"]
(Fraction(-1, 3), Fraction(8, 9), Fraction(1, 3), Fraction(2, 3))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Figures:
    """The exact figures of one round, in units of the first wager."""

    ev: Fraction
    """The player's mean net result."""
    variance: Fraction
    hit_frequency: Fraction
    """The share of rounds in which the player wins money."""
    even_frequency: Fraction
    """The share of rounds in which the player neither wins nor loses money."""
    average_wager: Fraction
    """The average of everything wagered in a round."""
    decisions: Mapping[str, Fraction]
    """The share of rounds dealt in which each decision is taken."""
    outcomes: Mapping[str, Fraction]
    """The share of rounds with each outcome; the shares sum to one."""

    @property
    def house_edge(self) -> Fraction:
        """The mean loss per unit of the first wager."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """The mean loss per unit of everything wagered."""
        return -self.ev / self.average_wager


class Tally:
    """Collects weighted results; weights may be numbers of deals or probabilities."""

    def __init__(self, *, decisions: Iterable[str] = (), outcomes: Iterable[str] = ()) -> None:
        """Start a tally; the names given are reported even if they never occur."""
        self._weight = self._net = self._square = self._wagered = Fraction(0)
        self._hits = self._evens = Fraction(0)
        self._decisions = dict.fromkeys(decisions, Fraction(0))
        self._outcomes = dict.fromkeys(outcomes, Fraction(0))

    def enter(
        self,
        weight: int | Fraction,
        *,
        net: int | Fraction,
        outcome: str,
        wagered: int | Fraction = 1,
        decision: str | None = None,
    ) -> None:
        """Enter one way a round can go, with its weight."""
        self._weight += weight
        self._net += weight * net
        self._square += weight * net * net
        self._wagered += weight * wagered
        self._hits += weight if net > 0 else 0
        self._evens += weight if net == 0 else 0
        self._outcomes[outcome] = self._outcomes.get(outcome, Fraction(0)) + weight
        if decision is not None:
            self._decisions[decision] = self._decisions.get(decision, Fraction(0)) + weight

    def close(self) -> Figures:
        """Return the figures of everything entered."""
        whole = self._weight
        ev = self._net / whole
        return Figures(
            ev=ev,
            variance=self._square / whole - ev * ev,
            hit_frequency=self._hits / whole,
            even_frequency=self._evens / whole,
            average_wager=self._wagered / whole,
            decisions={name: n / whole for name, n in self._decisions.items()},
            outcomes={name: n / whole for name, n in self._outcomes.items()},
        )
