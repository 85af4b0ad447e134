"""Winner's Pot Poker, heads-up: the wins and ties of every fourth-street state, counted.

Suits matter in only two ways: the player's cards may all share a suit, and so may the dealer's. If
the dealer's do, the dealer cannot get the player's cards of that suit. So a state consists of the
ranks and, for the suits, one of a few *patterns*:

- The player holds 3 or 4 cards, ranks ascending, against the dealer's first open card. Pattern bit
  i says that card i has the suit of that open card; of equal ranks the first card carries the bit.
  The pattern beyond all bits (8 or 16) is a hand of one suit, but another one.
- On fourth street the dealer's open cards are two ranks and, with the player's cards, one of 21
  patterns. If the two share a suit, the patterns are 0 to 16 as above. If not, the pattern is
  ``PLAIN`` for a hand of several suits; for a hand of one suit it is ``CLEAR``, ``LOW_IN`` or
  ``HIGH_IN``, if neither of the dealer's cards, the lower or the higher one has that suit.

This reduces 305,377,800 pairs of hands (14 million of which differ by more than the names of the
suits) to 1,484,561 states. For each, all 46 fifth cards and all 14,190 ways to complete the
dealer's hand are counted, in three layers:

1. by ranks alone, for each pair of the dealer's ranks and each five ranks of the player: 455 sets
   of three ranks, weighted by the cards left (:func:`_by_ranks`);
2. the dealer's flushes: 165 sets of three ranks in one suit, sorted once, and summed from the
   weakest up for each set of ranks that the player blocks (:func:`_flush_sums`);
3. the sum over the fifth card (:func:`count`).

The layers take 254, 31 and 35 million steps of a few instructions each, half a second on two cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import DUOS, FLUSHES, STRENGTHS, TRIOS

Array = NDArray[Any]
_P = ParamSpec("_P")
_R = TypeVar("_R")


def spread_out(work: Callable[[int], object], tasks: int) -> None:
    """Do the tasks 0 to ``tasks`` - 1 on all processors."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(work, range(tasks)):
            pass


COMPLETIONS: Final = comb(45, 3)
FINISHES: Final = 46 * COMPLETIONS
"""The number of ways a fourth-street state can end: a fifth card, and three for the dealer."""
SUITED_PATTERNS: Final = 17
PLAIN, CLEAR, LOW_IN, HIGH_IN = range(SUITED_PATTERNS, 21)
PATTERNS: Final = 21


def _piles(size: int) -> Array:
    """Return all ways to choose the ranks of N cards, ascending; the deuce is 0."""
    return np.array(list(combinations_with_replacement(range(13), size)), dtype=np.int8)


def _grown(smaller: Array, larger: Array) -> Array:
    """Return ``[pile, rank]``: the index among the larger piles of a pile plus one rank."""
    weights = 5 ** np.arange(13)
    numbers = weights[larger].sum(axis=1)
    order = np.argsort(numbers)
    grown = np.add.outer(weights[smaller].sum(axis=1), weights)
    places: Array = order[np.searchsorted(numbers, grown, sorter=order)]
    return places.astype(np.int16)


TWO: Final = _piles(2)
"""The 91 pairs of the dealer's open ranks."""
THREE: Final = _piles(3)
FOUR: Final = _piles(4)
FIVE: Final = _piles(5)
PAIR: Final = np.array([[int(DUOS[a * 13 + b]) for b in range(13)] for a in range(13)])
"""``[rank, rank]``: the index of a pair in :data:`TWO`."""
TO_FOUR: Final = _grown(THREE, FOUR)
TO_FIVE: Final = _grown(FOUR, FIVE)

_RANKS: Final = FIVE.astype(np.int64)
STRENGTH: Final = STRENGTHS[TRIOS[_RANKS[:, :3] @ [169, 13, 1]], DUOS[_RANKS[:, 3:] @ [13, 1]]]
"""The strength of five ranks not of one suit; zero for five alike."""
FLUSH_STRENGTH: Final = FLUSHES[np.bitwise_or.reduce(1 << _RANKS, axis=1)]
"""The strength of five ranks of one suit; zero if two are alike."""
_BEST: Final = int(FLUSHES.max())

_MASKS: Final = np.array([mask for mask in range(1 << 13) if mask.bit_count() <= 5])
_SLOT: Final = np.zeros(1 << 13, dtype=np.int64)
_SLOT[_MASKS] = np.arange(len(_MASKS))


@compiled
def _by_ranks(low: int, high: int) -> Array:
    """Count the completions of the dealer's two ranks, ``[five ranks, 4]``.

    The four columns are those that lose and tie to a hand of several suits, and to a flush. Flushes
    of the dealer's count by their ranks alone.
    """
    counts = np.zeros((len(FIVE), 4), dtype=np.int32)
    dealer = np.zeros(len(THREE), dtype=np.int64)
    for place in range(len(THREE)):
        dealer[place] = STRENGTH[TO_FIVE[TO_FOUR[place, low], high]]
    left = np.zeros(13, dtype=np.int64)
    for five in range(len(FIVE)):
        left[:] = 4
        left[low] -= 1
        left[high] -= 1
        for i in range(5):
            left[FIVE[five, i]] -= 1
        if left.min() < 0:
            continue
        plain, flush = STRENGTH[five], FLUSH_STRENGTH[five]
        wins = ties = flush_wins = flush_ties = 0
        place = 0
        for a in range(13):  # in the order of THREE
            for b in range(a, 13):
                two = left[a] * left[b] if a < b else left[a] * (left[a] - 1) // 2
                for c in range(b, 13):
                    if b < c:
                        ways = two * left[c]
                    elif a < b:
                        ways = left[a] * (left[b] * (left[b] - 1) // 2)
                    else:
                        ways = two * (left[a] - 2) // 3
                    wins += ways * (dealer[place] < plain)
                    ties += ways * (dealer[place] == plain)
                    flush_wins += ways * (dealer[place] < flush)
                    flush_ties += ways * (dealer[place] == flush)
                    place += 1
        counts[five, 0] = wins
        counts[five, 1] = ties
        counts[five, 2] = flush_wins
        counts[five, 3] = flush_ties
    return counts


@compiled
def _flush_sums(low: int, high: int) -> tuple[Array, Array, Array]:
    """Return the dealer's flushes on two ranks of one suit, weakest first.

    ``below[s]`` of them are weaker than strength s as flushes, ``without[s]`` by their ranks alone
    (in the same order). ``sums[blocked, n]`` of the first n avoid the blocked ranks.
    """
    taken = 1 << low | 1 << high
    strengths = np.zeros((165, 3), dtype=np.int64)
    place = 0
    for three in range(len(THREE)):
        a, b, c = THREE[three, 0], THREE[three, 1], THREE[three, 2]
        mask = 1 << a | 1 << b | 1 << c
        if a < b < c and not mask & taken:
            five = TO_FIVE[TO_FOUR[three, low], high]
            strengths[place, 0] = STRENGTH[five]
            strengths[place, 1] = FLUSH_STRENGTH[five]
            strengths[place, 2] = mask
            place += 1
    strengths = strengths[np.argsort(strengths[:, 0])]
    below = np.searchsorted(strengths[:, 1], np.arange(_BEST + 2))
    without = np.searchsorted(strengths[:, 0], np.arange(_BEST + 2))
    sums = np.zeros((len(_MASKS), 166), dtype=np.int32)
    for slot in range(len(_MASKS)):
        for n in range(165):
            free = strengths[n, 2] & _MASKS[slot] == 0
            sums[slot, n + 1] = sums[slot, n] + free
    return below, without, sums


@compiled
def count(low: int, high: int, counts: Array) -> None:
    """Fill ``counts[four ranks, pattern]`` with the wins and ties against two open ranks."""
    ranks = _by_ranks(low, high)
    if low < high:
        below, without, sums = _flush_sums(low, high)
        _count_suited(low, high, ranks, below, without, sums, counts)
    for four in range(len(FOUR)):
        one_suit = _distinct(FOUR[four])
        for rank in range(13):
            held = 0
            for i in range(4):
                held += FOUR[four, i] == rank
            cards = 4 - held - (rank == low) - (rank == high)
            five = TO_FIVE[four, rank]
            for pattern in range(PLAIN, PATTERNS if one_suit else CLEAR):
                blocked = (pattern == LOW_IN and rank == low) or (
                    pattern == HIGH_IN and rank == high
                )
                flushes = pattern != PLAIN and held == 0 and not blocked
                for k in range(2):
                    counts[four, pattern, k] += (cards - flushes) * ranks[five, k]
                    counts[four, pattern, k] += flushes * ranks[five, 2 + k]


@compiled
def _distinct(ranks: Array) -> bool:
    alike = 0
    for i in range(len(ranks) - 1):
        alike += ranks[i] == ranks[i + 1]
    return alike == 0


@compiled
def _count_suited(
    low: int, high: int, ranks: Array, below: Array, without: Array, sums: Array, counts: Array
) -> None:
    """Count the patterns in which the dealer's cards share a suit, for :func:`count`."""
    for four in range(len(FOUR)):
        for pattern in range(SUITED_PATTERNS):
            if not (possible(FOUR[four], pattern, low) and possible(FOUR[four], pattern, high)):
                continue
            elsewhere = pattern == 16
            held_there = 0
            for i in range(4):
                if not elsewhere and pattern >> i & 1:
                    held_there |= 1 << FOUR[four, i]
            wins = ties = 0
            for rank in range(13):
                held = 0
                for i in range(4):
                    held += FOUR[four, i] == rank
                blocked = held_there >> rank & 1
                five = TO_FIVE[four, rank]
                for there in range(2):  # whether the fifth card is in the dealer's suit
                    if there:
                        cards = int(not blocked and rank != low and rank != high)
                        flushes = cards * (pattern == 15)
                    else:
                        cards = 3 - held + blocked
                        flushes = int(elsewhere and held == 0)
                    slot = _SLOT[held_there | there << rank]
                    for flush in range(2):
                        ways = flushes if flush else cards - flushes
                        if ways == 0:
                            continue
                        s = FLUSH_STRENGTH[five] if flush else STRENGTH[five]
                        weaker = sums[slot, below[s]] - sums[slot, without[s]]
                        not_better = sums[slot, below[s + 1]] - sums[slot, without[s + 1]]
                        wins += ways * (ranks[five, 2 * flush] + weaker)
                        ties += ways * (ranks[five, 2 * flush + 1] + not_better - weaker)
            counts[four, pattern, 0] = wins
            counts[four, pattern, 1] = ties


@compiled
def possible(ranks: Array, pattern: int, open_rank: int) -> bool:
    """Return whether cards of these ranks can have this pattern with an open card of that rank."""
    if pattern == 1 << len(ranks):
        return _distinct(ranks)
    run = there = 0
    for i in range(len(ranks)):
        bit = pattern >> i & 1
        first = i == 0 or ranks[i] != ranks[i - 1]
        run, there = (1, bit) if first else (run + 1, there)
        if (bit and (not first or ranks[i] == open_rank)) or run - there > 3:
            return False
    return True


def count_all() -> Array:
    """Return wins and ties out of :data:`FINISHES`, ``[dealer's ranks, own ranks, pattern]``.

    The dealer's pairs of ranks are in the order of :data:`TWO`, the player's in that of
    :data:`FOUR`.
    """
    counts = np.zeros((len(TWO), len(FOUR), PATTERNS, 2), dtype=np.int32)
    spread_out(lambda n: count(int(TWO[n, 0]), int(TWO[n, 1]), counts[n]), len(TWO))
    return counts
