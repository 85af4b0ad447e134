"""Winner's Pot Poker, one player against the dealer, solved exactly.

The player folds or bets on three cards, and folds or doubles on four. The dealer stakes four antes
and never decides. Nobody sees burned cards, so they change nothing. The wins and ties of every
fourth-street state are counted once (:func:`count_all`, a second). Optimal play under any
commission is then a pass over the states (:func:`solve`, a tenth of a second).

Values are in antes for the whole round: folding is -1 on third street and -2 on fourth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import floor
from typing import Final

import numpy as np

from croupier.games.winners_pot_poker.mathematics.solver_counts import (
    FINISHES,
    FOUR,
    THREE,
    Array,
    count_all,
)
from croupier.games.winners_pot_poker.mathematics.solver_payoff import (
    FOLD_FOURTH,
    FOLD_THIRD,
    LOSE,
    Base,
    Number,
    Terms,
    Ties,
    terms,
)
from croupier.games.winners_pot_poker.mathematics.solver_streets import (
    DEALS,
    STREETS,
    deals,
    decide,
    fold,
    fourth_state,
    third_state,
)
from croupier.mathematics.figures import Figures, Tally
from croupier.nouns.cards import INDEX, RANKS, Card

__all__ = [
    "STRATEGIES",
    "BreakEven",
    "Solution",
    "Terms",
    "break_even_fixed",
    "break_even_percent",
    "count_all",
    "solve",
    "terms",
]

STRATEGIES: Final = ("optimal", "never-fold", "pair-or-king")


def pair_or_king(own: Array) -> Array:
    """Return whether a player holds a pair, a king or an ace.

    The ranks of each hand are in the last axis, ascending.
    """
    found: Array = (own[..., 1:] == own[..., :-1]).any(axis=-1) | (own[..., -1] >= _KING)
    return found


_KING: Final = RANKS.index("K")


@dataclass(frozen=True)
class Ends:
    """The number of deals by ending; in all 1,082,900 to third street times 2,256 times 652,740."""

    fold_third: int
    fold_fourth: int
    win: int
    tie: int
    lose: int

    def value(self, on: Terms) -> Fraction:
        """Return the mean result of this play under any terms."""
        played = on.total(self.win, self.tie, self.lose, self.fold_fourth)
        return (played + self.fold_third * FOLD_THIRD) / (DEALS * STREETS * FINISHES)


@dataclass(frozen=True, eq=False)
class Solution:
    """A complete strategy, and what it is worth."""

    terms: Terms
    strategy: str
    third: Array
    """Wins, ties and later folds after a bet, ``[open rank, own ranks, pattern]``."""
    doubles: Array
    """Whether to double on fourth street, ``[dealer's ranks, own ranks, pattern]``."""

    @cached_property
    def bets(self) -> Array:
        """Whether to bet on third street, ``[open rank, own ranks, pattern]``."""
        if self.strategy == "never-fold":
            return np.ones(self.third.shape[:3], dtype=np.bool_)
        if self.strategy == "pair-or-king":
            return np.broadcast_to(pair_or_king(THREE)[:, None], self.third.shape[:3])
        win, tie, lose, fold_fourth = self.terms.nets
        wins, ties, folds = (self.third[..., k].astype(object) for k in range(3))
        losses = (STREETS - folds) * FINISHES - wins - ties
        value = wins * win + ties * tie + losses * lose + folds * FINISHES * fold_fourth
        better: Array = value > FOLD_THIRD * self.terms.scale * STREETS * FINISHES
        return better.astype(np.bool_)

    @cached_property
    def stays(self) -> Array:
        """The number of deals with which the player bets, ``[open rank, own ranks, pattern]``."""
        kept: Array = np.where(self.bets, deals(), 0)
        return kept

    @cached_property
    def ends(self) -> Ends:
        """How many rounds end in each way."""
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
        ends = self.ends
        tally = Tally()
        for name, weight, net, wagered in (
            ("fold-third", ends.fold_third, FOLD_THIRD, 1),
            ("fold-fourth", ends.fold_fourth, FOLD_FOURTH, 2),
            ("win", ends.win, self.terms.win, 4),
            ("tie", ends.tie, self.terms.tie, 4),
            ("lose", ends.lose, LOSE, 4),
        ):
            decision = name if name.startswith("fold") else None
            tally.enter(weight, net=net, outcome=name, wagered=wagered, decision=decision)
        return tally.close()

    def endings_of_bet(self, own: Sequence[Card], shown: Card) -> tuple[int, int, int, int]:
        """Return the wins, ties, losses and later folds after a bet, followed by this strategy."""
        state = third_state(np.array([INDEX[card] for card in own]), INDEX[shown])
        wins, ties, folds = (int(n) for n in self.third[state])
        return wins, ties, (STREETS - folds) * FINISHES - wins - ties, folds * FINISHES

    def value_of_bet(self, own: Sequence[Card], shown: Card) -> Fraction:
        """Return the exact value of a bet on third street, followed by this strategy."""
        return self.terms.total(*self.endings_of_bet(own, shown)) / (STREETS * FINISHES)

    def doubles_on(self, own: tuple[Card, Card, Card, Card], shown: tuple[Card, Card]) -> bool:
        """Return whether the strategy doubles on fourth street."""
        cards = np.array([INDEX[card] for card in own])
        return bool(self.doubles[fourth_state(cards, INDEX[shown[0]], INDEX[shown[1]])])


def solve(counts: Array, on: Terms, strategy: str = "optimal") -> Solution:
    """Return the strategy under these terms, from the counts of :func:`count_all`.

    It does not make a bet or double that is worth exactly as much as folding.
    """
    if strategy not in STRATEGIES:
        raise ValueError(f"unknown strategy {strategy!r}: there are {', '.join(STRATEGIES)}")
    if on.scale * FINISHES * 8 >= 1 << 63:
        raise ValueError(f"a commission in steps of 1/{on.scale} ante is too fine to be solved")
    if strategy == "optimal":
        doubles = decide(counts, np.array(on.nets))
    elif strategy == "pair-or-king":
        doubles = np.broadcast_to(pair_or_king(FOUR)[:, None], counts.shape[:3]).copy()
    else:
        doubles = np.ones(counts.shape[:3], dtype=np.bool_)
    return Solution(on, strategy, fold(counts, doubles), doubles)


@dataclass(frozen=True)
class BreakEven:
    """The commission at which optimal play is worth zero to both sides."""

    value: Fraction
    exact: bool
    """Whether the same play is optimal on both sides of it; otherwise it is true to 1 in 10^9."""


_GRID: Final = 10**9


def _break_even(
    counts: Array, at: Callable[[Fraction], Terms], corners: list[Fraction]
) -> BreakEven | None:
    """Find where the value of optimal play crosses zero.

    Between two corners the value of a given play is linear in the commission. So the optimal value
    is convex, and Newton's method from below reaches the zero after a few different plays.
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
    """Return the percentage that breaks even without a fixed amount, unrounded, or None."""
    return _break_even(
        counts, lambda p: terms(p, base=base, ties=ties), [Fraction(0), Fraction(100)]
    )


def break_even_fixed(
    counts: Array, *, percent: Number = 10, base: Base = "pot", ties: Ties = "literal"
) -> BreakEven | None:
    """Return the fixed amount in antes that breaks even beside a percentage, unrounded.

    None if even the percentage alone leaves the player an edge.
    """
    shares = {Fraction(percent) * pot / 100 for pot in (4, 8)}
    return _break_even(
        counts,
        lambda fee: terms(percent, fee, base=base, ties=ties),
        [Fraction(0), *sorted(shares)],
    )
