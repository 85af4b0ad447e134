"""One situation of Double Cross Poker, valued by enumerating every remaining deal.

It uses neither symmetry nor inclusion and exclusion. It is slower than the kept table, but takes
any other cards seen into account, and is an independent check of
:mod:`croupier.games.double_cross_poker.mathematics.solver_counts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.games.double_cross_poker.mathematics.solver_payoff import Payoff, Showdowns
from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import CATEGORIES, comparison_ranks, strength5
from croupier.nouns.cards import DECK, INDEX, Card, CardError, without
from croupier.nouns.hands import Category, Comparison

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]

_TIE: Final = len(Category)
_LOSE: Final = _TIE + 1
_GONE: Final = np.iinfo(np.int16).max
"""The strength of a pair that the dealer cannot hold, because one of its cards is in the cross."""


@compiled
def _tally(down: Shorts, across: Shorts, hand: int, mine: int, dealers: int, cell: Ints) -> None:
    """Compare a hand with the better axis of every pair the dealer may hold."""
    less = same = np.int16(0)
    for p in range(down.size):
        best = max(down[p], across[p])
        less = np.int16(less + np.int16(best < mine))
        same = np.int16(same + np.int16(best == mine))
    cell[CATEGORIES[hand]] += less
    cell[_TIE] += same
    cell[_LOSE] += dealers - less - same


@compiled
def _enumerate(own: Ints, far: int, right: int, rest: Ints, ranks: Shorts) -> Ints:
    """Count wins by category, ties and losses on each axis, over all crosses and dealer's pairs."""
    n = rest.size
    dealers = (n - 3) * (n - 4) // 2
    counts = np.zeros((2, _LOSE + 1), np.int64)
    down = np.empty((n, n * (n - 1) // 2), np.int16)
    across = np.empty_like(down)
    for center in range(n):
        for end in range(n):
            p = 0
            for a in range(n):
                for b in range(a):
                    down[end, p] = across[end, p] = _GONE
                    if a not in (center, end) and b not in (center, end) and center != end:
                        cards = rest[center], rest[end], rest[a], rest[b]
                        down[end, p] = ranks[strength5(far, *cards)]
                        across[end, p] = ranks[strength5(right, *cards)]
                    p += 1
        for near in range(n):
            for left in range(n):
                if center in (near, left) or near == left:
                    continue
                hand = strength5(own[0], own[1], far, rest[center], rest[near])
                _tally(down[near], across[left], hand, ranks[hand], dealers, counts[0])
                hand = strength5(own[0], own[1], right, rest[center], rest[left])
                _tally(down[near], across[left], hand, ranks[hand], dealers, counts[1])
    return counts


def showdowns(
    hand: Sequence[Card],
    far: Card,
    right: Card,
    seen: Sequence[Card] = (),
    reading: Comparison = "standard",
) -> tuple[Showdowns, Showdowns]:
    """Return how each axis fares over all deals of the cards not seen."""
    if len(hand) != 2:
        raise CardError(f"a player has two cards, not {len(hand)}")
    return _showdowns(tuple(hand), far, right, tuple(seen), reading)


@lru_cache(16)  # the values of a situation and the reason in words need the same
def _showdowns(
    hand: tuple[Card, ...], far: Card, right: Card, seen: tuple[Card, ...], reading: Comparison
) -> tuple[Showdowns, Showdowns]:
    rest = without(DECK, [*hand, far, right, *seen])
    if len(rest) < 5:
        raise CardError("too many cards seen: the cross needs three more cards and the dealer two")
    own = np.array([INDEX[card] for card in hand])
    left = np.array([INDEX[card] for card in rest])
    counts = _enumerate(own, INDEX[far], INDEX[right], left, comparison_ranks(reading))
    vertical, horizontal = (
        Showdowns(tuple(axis[:_TIE]), axis[_TIE], axis[_LOSE]) for axis in counts.tolist()
    )
    return vertical, horizontal


def advise(
    hand: Sequence[Card],
    far: Card,
    right: Card,
    seen: Sequence[Card] = (),
    *,
    payoff: Payoff,
    reading: Comparison = "standard",
) -> dict[str, Fraction]:
    """Return the exact value of every choice in antes, with any other cards seen removed."""
    return payoff.choices(*showdowns(hand, far, right, seen, reading))
