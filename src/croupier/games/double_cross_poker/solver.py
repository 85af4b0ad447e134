"""The exact solution of Double Cross Poker: how every showdown ends, counted once and for all.

For each situation (own two cards, far card, right card) the cross can be completed in 103,776 ways
and the dealer can hold 990 pairs. :func:`solve` counts, for a player on the vertical axis, the wins
by category of the player's hand, the ties and the losses. An exchange of the axes turns the count
for the horizontal axis into that of another situation, so one axis is enough.

The method leans on two facts. A hand can be a flush only if its axis has three cards of one suit;
and the number of dealer's pairs below a strength follows from the number of all pairs below it,
less those with either card of the player's, by inclusion and exclusion.

1. Suits are forgotten: 107,653 crosses of ranks, 91 pairs of ranks each, dealt in proportion to
   the cards there are. Every situation of a class of ranks gets an equal share.
2. For crosses whose vertical axis has one suit, that suit is marked and the difference that
   flushes make is counted: 228,228 crosses of kinds, up to 351 pairs of kinds each.
3. Crosses with the horizontal axis in one suit are those of step 2, the axes exchanged.

A count compares a player's strength with all pairs of kinds: 16 bits each, so that the processor
compares 16 or 32 at a time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.fasthands import CATEGORIES, DUOS, FLUSHES, STRENGTHS, TRIOS, comparison_ranks
from croupier.games.double_cross_poker.situations import (
    KIND_CLASSES,
    KIND_PAIRS,
    RANK_CLASSES,
    RANK_PAIRS,
    Ints,
    situations,
)
from croupier.hands import Category, Comparison

Shorts = NDArray[np.int16]
Bytes = NDArray[np.int8]

TIE: Final = len(Category)
"""The column of ties; the columns before it are the wins by category."""
LOSE: Final = TIE + 1
DEALERS: Final = 990
"""Pairs the dealer can hold when nine cards are elsewhere."""
DEALS: Final = 48 * 47 * 46 * DEALERS
"""How often a situation occurs: center, left and near card, then the dealer's pair."""

KIND_DUOS: Final = DUOS[KIND_PAIRS[:, 0] // 2 * 13 + KIND_PAIRS[:, 1] // 2]
"""The pair of ranks of each pair of kinds."""


class Ranking(NamedTuple):
    """What hands compare by, and their categories, by the tables of :mod:`croupier.fasthands`."""

    plain: Shorts
    flush: Shorts
    plain_category: Bytes
    flush_category: Bytes

    @classmethod
    def under(cls, reading: Comparison) -> Ranking:
        ranks = comparison_ranks(reading)
        return cls(ranks[STRENGTHS], ranks[FLUSHES], CATEGORIES[STRENGTHS], CATEGORIES[FLUSHES])


class Counts(NamedTuple):
    """The vertical axis: wins by category and ties, per class; the sum of a situation's three classes is
    the situation's. The latter two hold the differences that flushes make on one axis."""

    ranks: NDArray[np.int32]
    vertical: NDArray[np.int32]
    horizontal: NDArray[np.int32]


@njit(cache=True, nogil=True)
def _below(strengths: Shorts, weights: Shorts, mine: int) -> tuple[int, int]:
    """The weight of the strengths below mine, and of those equal to it."""
    # Without the casts numba widens every sum to 64 bits and a quarter of the lanes remain.
    less = same = np.int16(0)
    for n in range(strengths.size):
        less = np.int16(less + np.int16(weights[n] * np.int16(strengths[n] < mine)))
        same = np.int16(same + np.int16(weights[n] * np.int16(strengths[n] == mine)))
    return int(less), int(same)


@njit(cache=True, nogil=True)
def _change(before: Shorts, after: Shorts, mine: int) -> tuple[int, int]:
    """How many more strengths are below mine, and how many more equal, after than before."""
    less = same = np.int16(0)
    for n in range(before.size):
        less = np.int16(less + np.int16(after[n] < mine) - np.int16(before[n] < mine))
        same = np.int16(same + np.int16(after[n] == mine) - np.int16(before[n] == mine))
    return int(less), int(same)


@njit(cache=True, nogil=True)
def _hands(copies: Shorts, one: int, other: int) -> int:
    """How many pairs of cards a pair of ranks or kinds stands for."""
    if one == other:
        return int(copies[one] * (copies[one] - 1) // 2)
    return int(copies[one] * copies[other])


@njit(cache=True, nogil=True)
def _take(copies: Shorts, kind: int) -> int:
    """Deal a card of a rank or kind: in how many ways?"""
    ways = copies[kind]
    copies[kind] -= 1
    return int(ways)


@njit(cache=True, nogil=True)
def _trio(a: int, b: int, c: int) -> int:
    return int(TRIOS[(a * 13 + b) * 13 + c])


@njit(cache=True, nogil=True)
def _add(cell: Ints, category: int, ways: int, less: int, same: int) -> None:
    cell[category] += ways * less
    cell[TIE] += ways * same
    cell[LOSE] += ways * (DEALERS - less - same)


@njit(cache=True, nogil=True)
def _lay_out(
    best: Shorts, copies: Shorts, weights: Shorts, square: Shorts, partners: Shorts
) -> None:
    """The dealer's pairs of ranks: how many there are of each, and by their two ranks what they are
    worth and how many partners a single card finds."""
    for p in range(91):
        i, j = RANK_PAIRS[p]
        weights[p] = _hands(copies, i, j)
        square[i, j] = square[j, i] = best[p]
        partners[i, j] = copies[j] - (i == j)
        partners[j, i] = copies[i] - (i == j)


@njit(cache=True, nogil=True)
def _beaten(
    best: Shorts, weights: Shorts, square: Shorts, partners: Shorts, i: int, j: int, mine: int
) -> tuple[int, int]:
    """The dealer's pairs below and equal to mine when I hold two cards of such ranks: all of them,
    less those with either card; my own pair, taken off twice, is put back."""
    less, same = _below(best, weights, mine)
    less_i, same_i = _below(square[i], partners[i], mine)
    less_j, same_j = _below(square[j], partners[j], mine)
    own = square[i, j]
    return less - less_i - less_j + (own < mine), same - same_i - same_j + (own == mine)


@njit(cache=True, nogil=True)
def _count_ranks(center: int, ranking: Ranking, results: Shorts, sums: Ints) -> None:
    """Step 1 for a rank of the center card; the results by cross are kept for step 2."""
    copies = np.empty(13, np.int16)
    best = np.empty(91, np.int16)
    weights = np.empty(91, np.int16)
    square = np.empty((13, 13), np.int16)
    partners = np.empty((13, 13), np.int16)
    for v in range(91):
        far, near = RANK_PAIRS[v]
        down = _trio(center, far, near)
        for h in range(91):
            left, right = RANK_PAIRS[h]
            across = _trio(center, left, right)
            copies[:] = 4
            ways = _take(copies, center) * _take(copies, far) * _take(copies, near)
            ways *= _take(copies, left) * _take(copies, right)
            if ways == 0:
                continue
            for p in range(91):
                best[p] = max(ranking.plain[down, p], ranking.plain[across, p])
            _lay_out(best, copies, weights, square, partners)
            for p in range(91):
                if weights[p] == 0:
                    continue
                i, j = RANK_PAIRS[p]
                less, same = _beaten(best, weights, square, partners, i, j, ranking.plain[down, p])
                results[v, h, p, 0] = less
                results[v, h, p, 1] = same
                # Either end of an axis may be the open one.
                for f in range(2 - (far == near)):
                    for r in range(2 - (left == right)):
                        cell = sums[RANK_PAIRS[v, f], RANK_PAIRS[h, r], p]
                        category = ranking.plain_category[down, p]
                        _add(cell, category, ways * weights[p], less, same)


@njit(cache=True, nogil=True)
def _count_flushes(
    center: int, ranking: Ranking, results: Shorts, vertical: Ints, horizontal: Ints
) -> None:
    """Steps 2 and 3 for a rank of the center card: what changes if the vertical axis has one suit.

    ``vertical`` takes the differences for a player on that axis. ``horizontal`` takes those for a
    player on the other one, unless that has the suit, too: such a cross is counted already.
    """
    kinds = np.empty(26, np.int16)
    copies = np.empty(13, np.int16)
    weights = np.empty(91, np.int16)
    partners = np.empty((13, 13), np.int16)
    # What the dealer's pairs are worth by rank alone, and if they are marked.
    best = np.empty(91, np.int16)
    square = np.empty((13, 13), np.int16)
    marked = np.empty(91, np.int16)
    marked_square = np.empty((13, 13), np.int16)
    for v in range(91):
        far, near = RANK_PAIRS[v]
        down = _trio(center, far, near)
        down_mask = 1 << center | 1 << far | 1 << near
        for k in range(351):
            left, right = KIND_PAIRS[k]
            for rank in range(13):
                kinds[2 * rank] = 3
                kinds[2 * rank + 1] = 1
            ways = 4 * _take(kinds, 2 * center + 1)
            ways *= _take(kinds, 2 * far + 1) * _take(kinds, 2 * near + 1)
            ways *= _take(kinds, left) * _take(kinds, right)
            if ways == 0:
                continue
            across = _trio(center, left >> 1, right >> 1)
            across_mask = 1 << center | 1 << (left >> 1) | 1 << (right >> 1)
            both = left & right & 1
            for rank in range(13):
                copies[rank] = kinds[2 * rank] + kinds[2 * rank + 1]
            for p in range(91):
                i, j = RANK_PAIRS[p]
                best[p] = marked[p] = max(ranking.plain[down, p], ranking.plain[across, p])
                if i != j and kinds[2 * i + 1] and kinds[2 * j + 1]:
                    own = 1 << i | 1 << j
                    marked[p] = max(marked[p], ranking.flush[down_mask | own])
                    if both:
                        marked[p] = max(marked[p], ranking.flush[across_mask | own])
                marked_square[i, j] = marked_square[j, i] = marked[p]
            _lay_out(best, copies, weights, square, partners)
            for axis in range(2 - both):
                row = across if axis else down
                sums = horizontal if axis else vertical
                plain = results[KIND_DUOS[k], v] if axis else results[v, KIND_DUOS[k]]
                counted = -1
                for p in range(351):
                    one, other = KIND_PAIRS[p]
                    hands = ways * _hands(kinds, one, other)
                    if hands == 0:
                        continue
                    i, j, duo = one >> 1, other >> 1, KIND_DUOS[p]
                    mine, category = ranking.plain[row, duo], ranking.plain_category[row, duo]
                    less, same = plain[duo]
                    flush = one & other & 1 and axis == 0
                    if flush:
                        mask = down_mask | 1 << i | 1 << j
                        mine, category = ranking.flush[mask], ranking.flush_category[mask]
                        less, same = _beaten(best, weights, square, partners, i, j, mine)
                    if mine != counted:
                        counted = mine
                        all_less, all_same = _change(best, marked, mine)
                    more_less, more_same = all_less, all_same
                    if one & 1:
                        change = _change(square[i], marked_square[i], mine)
                        more_less -= change[0]
                        more_same -= change[1]
                    if other & 1:
                        change = _change(square[j], marked_square[j], mine)
                        more_less -= change[0]
                        more_same -= change[1]
                    if one & other & 1:
                        change = _change(square[i, j : j + 1], marked_square[i, j : j + 1], mine)
                        more_less += change[0]
                        more_same += change[1]
                    if not flush and more_less == 0 and more_same == 0:
                        continue
                    for f in range(2):
                        for r in range(2 - (left == right)):
                            cell = sums[RANK_PAIRS[v, f], KIND_PAIRS[k, r], p]
                            _add(cell, category, hands, less + more_less, same + more_same)
                            _add(
                                cell,
                                ranking.plain_category[row, duo],
                                -hands,
                                plain[duo, 0],
                                plain[duo, 1],
                            )


def solve(
    reading: Comparison = "standard",
    *,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Counts:
    """Count all showdowns under a reading of finding D-03.

    ``progress`` is told how many of how many parts are done, from whichever thread did it.
    """
    ranking = Ranking.under(reading)
    threads = workers or min(13, os.cpu_count() or 1)
    done: list[int] = []

    def work(worker: int) -> tuple[Ints, Ints, Ints]:
        ranks, vertical, horizontal = (
            np.zeros((*shape, LOSE + 1), np.int64)
            for shape in (RANK_CLASSES, KIND_CLASSES, KIND_CLASSES)
        )
        results = np.zeros((91, 91, 91, 2), np.int16)
        for center in range(worker, 13, threads):
            _count_ranks(center, ranking, results, ranks)
            _count_flushes(center, ranking, results, vertical, horizontal)
            done.append(center)
            if progress:
                progress(len(done), 13)
        return ranks, vertical, horizontal

    with ThreadPoolExecutor(threads) as pool:
        shares = list(pool.map(work, range(threads)))
    return _shared_out(*(sum(parts[1:], parts[0]) for parts in zip(*shares, strict=True)))


def _shared_out(*sums: Ints) -> Counts:
    """Sums over classes as counts per situation; a remainder or a loss of deals is a wrong count."""
    everyone = situations()
    deals = (DEALS, 0, 0)  # differences do not add deals
    counts = []
    for total, where, expected in zip(sums, everyone.classes, deals, strict=True):
        table = total.reshape(-1, LOSE + 1)
        sizes = np.zeros(len(table), np.int64)
        np.add.at(sizes, where, everyone.size)
        share, remainder = np.divmod(table, np.maximum(sizes, 1)[:, None])
        if remainder.any() or np.any(share.sum(axis=1) != expected * (sizes > 0)):
            raise ArithmeticError("the counts of a class cannot be shared out among its situations")
        counts.append(share[:, :LOSE].astype(np.int32))
    return Counts(*counts)
