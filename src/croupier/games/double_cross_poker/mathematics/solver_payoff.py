"""The results of a round of Double Cross Poker: nets and counts of outcomes, exact figures.

>>> from fractions import Fraction
>>> even = Payoff.of(1000, [2000] * 10)
>>> even.value(Showdowns((0, 3, 0, 0, 0, 0, 0, 0, 0, 0), ties=1, losses=4))
Fraction(-3, 8)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

Ties = Literal["push-all", "push-ante-only"]
"""Which wagers push on a tie (finding D-20); under the second reading the raises are lost."""


class Showdowns(NamedTuple):
    """How often a player beats the dealer (by category of the player's hand), ties and loses."""

    wins: tuple[int, ...]
    ties: int
    losses: int

    @property
    def deals(self) -> int:
        """The number of all deals counted, by which a mean is divided."""
        return sum(self.wins) + self.ties + self.losses


@dataclass(frozen=True, slots=True)
class Payoff:
    """What a round nets the player in cents, by its ending."""

    ante: int
    win: tuple[int, ...]
    """By category of the winning hand, from the high card up."""
    tie: int
    lose: int
    fold: int

    @classmethod
    def of(
        cls, ante: int, raises: Sequence[int], ties: Ties = "push-all", *, won: int | None = None
    ) -> Payoff:
        """Make a payoff from what both raises win together, by category, rounded and capped.

        The ante wins as much as it is unless ``won`` says otherwise.
        """
        return cls(
            ante=ante,
            win=tuple((ante if won is None else won) + winnings for winnings in raises),
            tie=0 if ties == "push-all" else -2 * ante,
            lose=-3 * ante,
            fold=-ante,
        )

    @property
    def nets(self) -> tuple[int, ...]:
        """The nets of the showdowns: wins by category, tie, loss."""
        return (*self.win, self.tie, self.lose)

    def value(self, showdowns: Showdowns) -> Fraction:
        """Return the mean net result in antes."""
        return Fraction(self.total(showdowns), self.ante * showdowns.deals)

    def total(self, showdowns: Showdowns) -> int:
        """Return the net result in cents, summed over the deals."""
        counts = (*showdowns.wins, showdowns.ties, showdowns.losses)
        return sum(net * count for net, count in zip(self.nets, counts, strict=True))

    def choices(self, vertical: Showdowns, horizontal: Showdowns) -> dict[str, Fraction]:
        """Return the value in antes of every action that a player can take."""
        return {
            "fold": Fraction(self.fold, self.ante),
            "raise vertical": self.value(vertical),
            "raise horizontal": self.value(horizontal),
        }


class Moments(NamedTuple):
    """Figures of a wager, per unit of it."""

    ev: Fraction
    variance: Fraction
    hit_frequency: Fraction
    """How often the net result is positive."""
    even_frequency: Fraction
    """How often the net result is zero."""


def moments(unit: int, outcomes: Sequence[tuple[int, int]]) -> Moments:
    """Return the exact figures for pairs of a net result and its number of deals."""
    deals = sum(count for _, count in outcomes)
    ev = Fraction(sum(net * count for net, count in outcomes), deals * unit)
    square = Fraction(sum(net * net * count for net, count in outcomes), deals * unit * unit)
    hits = sum(count for net, count in outcomes if net > 0)
    evens = sum(count for net, count in outcomes if net == 0)
    return Moments(ev, square - ev * ev, Fraction(hits, deals), Fraction(evens, deals))
