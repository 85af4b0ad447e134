"""Winner's Pot Poker, one player against the dealer, solved exactly.

The player folds or bets on three cards, folds or doubles on four; the dealer stakes four antes and
never decides. Burned cards are cards nobody sees, so they change nothing. The wins and ties of
every fourth-street state are counted once (:func:`count_all`, about a second); optimal play under
any commission is then a pass over the states (:func:`solve`, a tenth of a second).

Values are in antes, for the whole round: folding is -1 on third street, -2 on fourth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import floor, lcm
from typing import Final, Literal, Protocol

import numpy as np

from croupier.cards import INDEX, Card
from croupier.figures import Figures, Tally
from croupier.games.winners_pot_poker.solver_counts import FINISHES, Array, count_all
from croupier.games.winners_pot_poker.solver_streets import (
    DEALS,
    STREETS,
    deals,
    decide,
    fold,
    fourth_state,
    third_state,
)

__all__ = [
    "STRATEGIES",
    "BreakEven",
    "SeatEstimate",
    "SeatEstimator",
    "Solution",
    "Terms",
    "break_even_fixed",
    "break_even_percent",
    "count_all",
    "solve",
    "terms",
]

STRATEGIES: Final = ("optimal", "never-fold")
FOLD_THIRD, FOLD_FOURTH, LOSE = -1, -2, -4

Number = int | Fraction
Base = Literal["pot", "winnings"]
"""What the commission on a won pot is taken from (finding W-17)."""
Ties = Literal["literal", "waive"]
"""Whether a pot shared with the dealer pays commission (finding W-19)."""


@dataclass(frozen=True)
class Terms:
    """What a won and a shared pot come to, net, in antes, after commission."""

    win: Fraction
    tie: Fraction

    @property
    def nets(self) -> Array:
        """The results of a win, a tie, a loss and a fold on fourth street, on a whole scale."""
        scale = lcm(self.win.denominator, self.tie.denominator)
        if scale * FINISHES * 8 >= 1 << 63:
            raise ValueError(
                f"a commission in steps of 1/{scale} ante is too fine to solve exactly"
            )
        parts = (self.win, self.tie, Fraction(LOSE), Fraction(FOLD_FOURTH))
        return np.array([int(part * scale) for part in parts], dtype=np.int64)


def terms(
    percent: Number = 10,
    fixed: Number | None = None,
    *,
    ante: Number = 1,
    chip: Number | None = None,
    base: Base = "pot",
    ties: Ties = "literal",
) -> Terms:
    """The terms of a commission: the percentage or the fixed amount, whichever is less.

    ``fixed`` and ``chip`` are in the unit of ``ante``; with a chip, the dealer's share and the
    commission are rounded down to it, otherwise not at all. Whether the commission on a shared pot
    is taken once or for each player (W-18) makes no difference to one player.

    >>> terms(10), terms(10, 400, ante=500, chip=1), terms(10, ties="waive").tie
    (Terms(win=Fraction(16, 5), tie=Fraction(-2, 5)), Terms(win=Fraction(16, 5), tie=Fraction(-2, 5)), Fraction(0, 1))
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


@dataclass(frozen=True)
class Ends:
    """How the rounds end, in deals: 1,082,900 to third street, times 2,256, times 652,740."""

    fold_third: int
    fold_fourth: int
    win: int
    tie: int
    lose: int

    def value(self, on: Terms) -> Fraction:
        """The mean result when this play is paid by any terms."""
        total = (
            self.fold_third * FOLD_THIRD
            + self.fold_fourth * FOLD_FOURTH
            + self.win * on.win
            + self.tie * on.tie
            + self.lose * LOSE
        )
        return Fraction(total) / (DEALS * STREETS * FINISHES)


@dataclass(frozen=True, eq=False)
class Solution:
    """A strategy, in full, and what it is worth."""

    terms: Terms
    strategy: str
    third: Array
    """``[open rank, own ranks, pattern]``: wins, ties and later folds after a bet."""
    doubles: Array
    """``[dealer's ranks, own ranks, pattern]``: whether to double on fourth street."""

    @cached_property
    def bets(self) -> Array:
        """``[open rank, own ranks, pattern]``: whether to bet on third street."""
        if self.strategy == "never-fold":
            return np.ones(self.third.shape[:3], dtype=np.bool_)
        scale = lcm(self.terms.win.denominator, self.terms.tie.denominator)
        wins, ties, folds = (self.third[..., k].astype(object) for k in range(3))
        loses = STREETS * FINISHES - folds * FINISHES - wins - ties
        value = (
            wins * int(self.terms.win * scale)
            + ties * int(self.terms.tie * scale)
            + loses * (LOSE * scale)
            + folds * (FOLD_FOURTH * FINISHES * scale)
        )
        better: Array = value > FOLD_THIRD * STREETS * FINISHES * scale
        return better.astype(np.bool_)

    @cached_property
    def stays(self) -> Array:
        """``[open rank, own ranks, pattern]``: the deals with which the player bets."""
        kept: Array = np.where(self.bets, deals(), 0)
        return kept

    @cached_property
    def ends(self) -> Ends:
        """All rounds by how they end."""
        wins, ties, folds = (int((self.stays * self.third[..., k]).sum()) for k in range(3))
        stays = int(self.stays.sum())
        return Ends(
            fold_third=(DEALS - stays) * STREETS * FINISHES,
            fold_fourth=folds * FINISHES,
            win=wins,
            tie=ties,
            lose=(stays * STREETS - folds) * FINISHES - wins - ties,
        )

    @cached_property
    def figures(self) -> Figures:
        """The exact figures of the strategy."""
        tally = Tally(decisions=["fold-third", "fold-fourth"])
        ends = self.ends
        tally.enter(
            ends.fold_third, net=FOLD_THIRD, outcome="fold-third", wagered=1, decision="fold-third"
        )
        tally.enter(
            ends.fold_fourth,
            net=FOLD_FOURTH,
            outcome="fold-fourth",
            wagered=2,
            decision="fold-fourth",
        )
        tally.enter(ends.win, net=self.terms.win, outcome="win", wagered=4)
        tally.enter(ends.tie, net=self.terms.tie, outcome="tie", wagered=4)
        tally.enter(ends.lose, net=LOSE, outcome="lose", wagered=4)
        return tally.close()

    def value_of_bet(self, own: tuple[Card, Card, Card], shown: Card) -> Fraction:
        """The exact value of a bet on third street, the later decision by this strategy."""
        state = third_state(np.array([INDEX[card] for card in own]), INDEX[shown])
        wins, ties, folds = (int(n) for n in self.third[state])
        lost = (STREETS - folds) * FINISHES - wins - ties
        total = wins * self.terms.win + ties * self.terms.tie + lost * LOSE
        return (total + folds * FINISHES * FOLD_FOURTH) / (STREETS * FINISHES)

    def doubles_on(self, own: tuple[Card, Card, Card, Card], shown: tuple[Card, Card]) -> bool:
        """Whether the strategy doubles on fourth street."""
        cards = np.array([INDEX[card] for card in own])
        return bool(self.doubles[fourth_state(cards, INDEX[shown[0]], INDEX[shown[1]])])


def solve(counts: Array, on: Terms, strategy: str = "optimal") -> Solution:
    """The strategy under these terms, from the counts of :func:`count_all`.

    A bet or double that is worth exactly as much as folding is not made.
    """
    if strategy not in STRATEGIES:
        raise ValueError(f"unknown strategy {strategy!r}: there are {', '.join(STRATEGIES)}")
    if strategy == "optimal":
        doubles = decide(counts, on.nets)
    else:
        doubles = np.ones(counts.shape[:3], dtype=np.bool_)
    return Solution(on, strategy, fold(counts, doubles), doubles)


@dataclass(frozen=True)
class BreakEven:
    """The commission at which optimal play is worth nothing to either side."""

    value: Fraction
    exact: bool
    """The same play is optimal on both sides of it; otherwise it is true to one in 10^9."""


_GRID: Final = 10**9


def _break_even(
    counts: Array, at: Callable[[Fraction], Terms], corners: list[Fraction]
) -> BreakEven | None:
    """Where the value of optimal play crosses zero.

    Between two corners a given play's value is linear in the commission, so the optimal value is
    convex, and Newton's steps from below reach the zero after a few different plays.
    """
    for start, end in pairwise(corners):
        if solve(counts, at(end)).ends.value(at(end)) > 0:
            continue
        point = start
        while True:
            play = solve(counts, at(point)).ends
            here, there = play.value(at(point)), play.value(at(end))
            if here < 0:
                return None
            zero = point + (end - point) * here / (here - there) if here else point
            step = Fraction(floor(zero * _GRID), _GRID)
            if step <= point:
                beyond = min(end, point + Fraction(1, _GRID))
                return BreakEven(zero, solve(counts, at(beyond)).ends == play)
            point = step
    return None


def break_even_percent(
    counts: Array, *, base: Base = "pot", ties: Ties = "literal"
) -> BreakEven | None:
    """The percentage without a fixed amount, unrounded; none if no percentage breaks even."""
    return _break_even(
        counts, lambda p: terms(p, base=base, ties=ties), [Fraction(0), Fraction(100)]
    )


def break_even_fixed(
    counts: Array, *, percent: Number = 10, base: Base = "pot", ties: Ties = "literal"
) -> BreakEven | None:
    """The fixed amount in antes that breaks even beside a percentage, unrounded; none if even the
    percentage alone leaves the player the better of it."""
    shares = {Fraction(percent) * pot / 100 for pot in (4, 8)}
    return _break_even(
        counts,
        lambda fee: terms(percent, fee, base=base, ties=ties),
        [Fraction(0), *sorted(shares)],
    )


@dataclass(frozen=True)
class SeatEstimate:
    """A seat's mean result among several players, by simulation: an estimate, not an exact value."""

    seat: int
    ev: float
    stderr: float
    rounds: int


class SeatEstimator(Protocol):
    """What estimates each seat's value when all seats play a given heads-up strategy.

    With several players the pot, and so the right play, depends on everybody's cards; no exact
    value is offered. A simulation looks plays up with :func:`.solver_streets.third_state` in
    ``play.bets`` and :func:`.solver_streets.fourth_state` in ``play.doubles``.
    """

    def __call__(
        self, play: Solution, *, seats: int, rounds: int, seed: int
    ) -> list[SeatEstimate]: ...
