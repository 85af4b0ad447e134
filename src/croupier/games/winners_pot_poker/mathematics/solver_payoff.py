"""Winner's Pot Poker, heads-up: what a round nets in antes, after the commission."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm
from typing import Final, Literal

FOLD_THIRD: Final = -1
FOLD_FOURTH: Final = -2
LOSE: Final = -4

Number = int | Fraction
Base = Literal["pot", "winnings"]
"""What the commission on a won pot is taken from (finding W-17)."""
Ties = Literal["literal", "waive"]
"""Whether a pot shared with the dealer pays commission (finding W-19)."""


@dataclass(frozen=True)
class Terms:
    """What a won and a shared pot net in antes, after the commission."""

    win: Fraction
    tie: Fraction

    @property
    def scale(self) -> int:
        """The least number of parts of an ante that makes both nets whole numbers."""
        return lcm(self.win.denominator, self.tie.denominator)

    @property
    def nets(self) -> tuple[int, int, int, int]:
        """The nets of a win, a tie, a loss and a fold on fourth street, times :attr:`scale`."""
        win, tie = self.win * self.scale, self.tie * self.scale
        return int(win), int(tie), LOSE * self.scale, FOLD_FOURTH * self.scale

    def total(self, wins: int, ties: int, losses: int, folds: int = 0) -> Fraction:
        """Return the sum of these numbers of results; the folds are those on fourth street."""
        parts = zip((wins, ties, losses, folds), self.nets, strict=True)
        return Fraction(sum(n * net for n, net in parts), self.scale)


def terms(
    percent: Number = 10,
    fixed: Number | None = None,
    *,
    ante: Number = 1,
    chip: Number | None = None,
    base: Base = "pot",
    ties: Ties = "literal",
) -> Terms:
    """Return the terms of a commission: the percentage or the fixed amount, whichever is less.

    ``fixed`` and ``chip`` are in the unit of ``ante``. The dealer's share and the commission are
    rounded down to the chip, if there is one. Whether the commission on a shared pot is taken once
    or for each player (W-18) makes no difference to a single player.

    >>> terms(10)
    Terms(win=Fraction(16, 5), tie=Fraction(-2, 5))
    >>> terms(10, 100, ante=500, chip=1)
    Terms(win=Fraction(19, 5), tie=Fraction(-1, 5))
    """
    stake, pot = 4 * Fraction(ante), 8 * Fraction(ante)

    def down(amount: Fraction) -> Fraction:
        return amount if chip is None else Fraction(chip) * floor(amount / chip)

    def commission(on: Fraction) -> Fraction:
        share = Fraction(percent) * on / 100
        return down(share if fixed is None else min(share, Fraction(fixed)))

    won = pot - commission(pot if base == "pot" else pot - stake)
    shared = pot - down(pot / 2)
    if ties == "literal":
        shared -= commission(shared)
    return Terms((won - stake) / ante, (shared - stake) / ante)
