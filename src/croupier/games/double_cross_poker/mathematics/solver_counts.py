"""The exact solution of Double Cross Poker: a count of how every showdown ends.

For each situation (own two cards, far card, right card) the cross can be completed in 103,776 ways
and the dealer can hold 990 pairs: 3.3 * 10**14 deals in all. :func:`solve` counts, for a player on
the vertical axis, the wins by category of the player's hand, the ties and the losses. An exchange
of the axes turns the count for the horizontal axis into that of another situation, so one axis is
enough.

The method rests on two facts. A hand can be a flush only if the three cards of its axis share a
suit. And the number of the dealer's pairs below a strength is the number of all pairs below it,
less those with either of the player's cards, by inclusion and exclusion.

1. Ignore suits: 107,640 crosses of ranks with 91 pairs of ranks each, weighted by the number of
   cards. Every situation of a class of ranks gets an equal share.
2. For crosses whose vertical axis has one suit, mark that suit and count what its flushes change:
   228,228 crosses of kinds, with up to 351 pairs of kinds each.
3. Crosses whose horizontal axis has one suit are those of step 2 with the axes exchanged.

That is 114 million counts, 8.2 * 10**9 comparisons. Strengths have 16 bits, so the processor makes
16 or 32 comparisons at once and could do them all in half a core-second. The solution takes about
four core-seconds; the rest is spent on the sums over the situations.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.double_cross_poker.mathematics.solver_situations import (
    KIND_CLASSES,
    KIND_PAIRS,
    RANK_CLASSES,
    RANK_PAIRS,
    Ints,
    situations,
)
from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import (
    CATEGORIES,
    DUOS,
    FLUSHES,
    STRENGTHS,
    TRIOS,
    comparison_ranks,
)
from croupier.nouns.hands import Category, Comparison

Shorts = NDArray[np.int16]
Bytes = NDArray[np.int8]

TIE: Final = len(Category)
"""The column of ties; the columns before it are the wins by category."""
LOSE: Final = TIE + 1
DEALERS: Final = 990
"""How many pairs the dealer can hold if seven cards are elsewhere."""
DEALS: Final = 48 * 47 * 46 * DEALERS
"""How many deals a situation has: center, left and near card, then the dealer's pair."""

KIND_DUOS: Final = DUOS[KIND_PAIRS[:, 0] // 2 * 13 + KIND_PAIRS[:, 1] // 2]
"""The pair of ranks of each pair of kinds."""


class Ranking(NamedTuple):
    """The strengths and categories of hands, indexed like the tables of ``fasthands``."""

    plain: Shorts
    flush: Shorts
    plain_category: Bytes
    flush_category: Bytes

    @classmethod
    def under(cls, reading: Comparison) -> Ranking:
        """Return the tables for one reading of finding D-03."""
        ranks = comparison_ranks(reading)
        return cls(ranks[STRENGTHS], ranks[FLUSHES], CATEGORIES[STRENGTHS], CATEGORIES[FLUSHES])


class Counts(NamedTuple):
    """Wins by category and ties of a player on the vertical axis, per class of situations.

    The counts of a situation are the sum over its three classes. The second and third hold what
    flushes on one axis change.
    """

    ranks: NDArray[np.int32]
    vertical: NDArray[np.int32]
    horizontal: NDArray[np.int32]


class Dealer(NamedTuple):
    """What the dealer may hold, by rank, padded with zeros to whole registers of 16 lanes."""

    best: Shorts
    """The strength of each pair of ranks on the better axis."""
    weights: Shorts
    """How many pairs of cards each pair of ranks stands for."""
    square: Shorts
    """The same strengths, indexed by the two ranks."""
    partners: Shorts
    """How many cards of the second rank go with a card of the first."""


class Cross(NamedTuple):
    """A cross whose vertical axis has the marked suit."""

    v: int
    """The vertical ends, as a pair of ranks."""
    k: int
    """The horizontal ends, as a pair of kinds."""
    ways: int
    kinds: Shorts
    """How many cards of each kind are left."""
    plain: Dealer
    """The dealer without flushes."""
    suited: Dealer
    """The dealer with the flushes of marked pairs."""


@compiled
def _dealer() -> Dealer:
    return Dealer(
        np.zeros(96, np.int16),
        np.zeros(96, np.int16),
        np.zeros((13, 16), np.int16),
        np.zeros((13, 16), np.int16),
    )


@compiled
def _hold(dealer: Dealer, p: int, strength: int, copies: Shorts) -> None:
    """Set the strength of the dealer's pairs of these ranks."""
    i, j = RANK_PAIRS[p]
    dealer.best[p] = dealer.square[i, j] = dealer.square[j, i] = strength
    dealer.weights[p] = _hands(copies, i, j)
    dealer.partners[i, j] = copies[j] - (i == j)
    dealer.partners[j, i] = copies[i] - (i == j)


@compiled
def _hands(copies: Shorts, one: int, other: int) -> int:
    """Return how many pairs of cards a pair of ranks or kinds stands for."""
    if one == other:
        return int(copies[one] * (copies[one] - 1) // 2)
    return int(copies[one] * copies[other])


@compiled
def _take(copies: Shorts, kind: int) -> int:
    """Deal a card of a rank or kind, and return in how many ways this can be done."""
    ways = copies[kind]
    copies[kind] -= 1
    return int(ways)


@compiled
def _trio(a: int, b: int, c: int) -> int:
    return int(TRIOS[(a * 13 + b) * 13 + c])


@compiled
def _below(strengths: Shorts, weights: Shorts, mine: int) -> tuple[int, int]:
    """Return the weight of the strengths below mine, and of those equal to it."""
    # Without the casts numba widens every sum to 64 bits, which leaves a quarter of the lanes.
    less = same = np.int16(0)
    for n in range(strengths.size):
        less = np.int16(less + np.int16(weights[n] * np.int16(strengths[n] < mine)))
        same = np.int16(same + np.int16(weights[n] * np.int16(strengths[n] == mine)))
    return int(less), int(same)


@compiled
def _change(before: Shorts, after: Shorts, mine: int) -> tuple[int, int]:
    """Return how many more strengths are below mine and equal to it, after than before."""
    less = same = np.int16(0)
    for n in range(before.size):
        less = np.int16(less + np.int16(after[n] < mine) - np.int16(before[n] < mine))
        same = np.int16(same + np.int16(after[n] == mine) - np.int16(before[n] == mine))
    return int(less), int(same)


@compiled
def _beaten(dealer: Dealer, i: int, j: int, mine: int) -> tuple[int, int]:
    """Return how many of the dealer's pairs are below and equal to mine if I hold ranks i and j.

    From all pairs subtract those with either of my cards; my own pair is subtracted twice, so add
    it back once.
    """
    less, same = _below(dealer.best, dealer.weights, mine)
    less_i, same_i = _below(dealer.square[i], dealer.partners[i], mine)
    less_j, same_j = _below(dealer.square[j], dealer.partners[j], mine)
    own = dealer.square[i, j]
    return less - less_i - less_j + (own < mine), same - same_i - same_j + (own == mine)


@compiled
def _count_ranks(center: int, ranking: Ranking, results: Shorts, sums: Ints) -> None:
    """Do step 1 for a rank of the center card; keep the results by cross for step 2."""
    copies = np.empty(13, np.int16)
    dealer = _dealer()
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
                _hold(dealer, p, max(ranking.plain[down, p], ranking.plain[across, p]), copies)
            for p in range(91):
                hands = ways * dealer.weights[p]
                if hands == 0:
                    continue
                i, j = RANK_PAIRS[p]
                less, same = _beaten(dealer, i, j, ranking.plain[down, p])
                results[v, h, p, 0] = less
                results[v, h, p, 1] = same
                # Either end of an axis may be the open one.
                for f in range(2 - (far == near)):
                    for r in range(2 - (left == right)):
                        cell = sums[RANK_PAIRS[v, f], RANK_PAIRS[h, r], p]
                        cell[ranking.plain_category[down, p]] += hands * less
                        cell[TIE] += hands * same
                        cell[LOSE] += hands * (DEALERS - less - same)


@compiled
def _fold(cross: Cross, ranking: Ranking, row: int, mask: int, results: Shorts, sums: Ints) -> None:
    """Add what flushes change for a player on one axis to the situations of a cross.

    ``row`` is the trio of ranks on the player's axis. If ``mask`` is its mask, that axis has the
    marked suit and the player's marked pairs are flushes, too; 0 if it does not.
    """
    before, after = cross.plain, cross.suited
    ends = 2 - (KIND_PAIRS[cross.k, 0] == KIND_PAIRS[cross.k, 1])
    swing = np.empty((91, 2), np.int16)
    for p in range(91):
        swing[p] = _change(before.best, after.best, ranking.plain[row, p])
    for p in range(351):
        one, other = KIND_PAIRS[p]
        hands = cross.ways * _hands(cross.kinds, one, other)
        if hands == 0:
            continue
        i, j, duo = one >> 1, other >> 1, KIND_DUOS[p]
        plain_category = ranking.plain_category[row, duo]
        mine, category = ranking.plain[row, duo], plain_category
        less, same = results[duo]
        more_less, more_same = swing[duo]
        flush = one & other & 1 and mask
        if flush:
            hand = mask | 1 << i | 1 << j
            mine, category = ranking.flush[hand], ranking.flush_category[hand]
            less, same = _beaten(before, i, j, mine)
            more_less, more_same = _change(before.best, after.best, mine)
        if one & 1:
            fewer = _change(before.square[i], after.square[i], mine)
            more_less, more_same = more_less - fewer[0], more_same - fewer[1]
        if other & 1:
            fewer = _change(before.square[j], after.square[j], mine)
            more_less, more_same = more_less - fewer[0], more_same - fewer[1]
        if one & other & 1:
            more_less += (after.square[i, j] < mine) - (before.square[i, j] < mine)
            more_same += (after.square[i, j] == mine) - (before.square[i, j] == mine)
        if flush or more_less or more_same:
            for f in range(2):
                for r in range(ends):
                    cell = sums[RANK_PAIRS[cross.v, f], KIND_PAIRS[cross.k, r], p]
                    cell[category] += hands * (less + more_less)
                    cell[plain_category] -= hands * results[duo, 0]
                    cell[TIE] += hands * (same + more_same - results[duo, 1])


@compiled
def _count_flushes(
    center: int, ranking: Ranking, results: Shorts, vertical: Ints, horizontal: Ints
) -> None:
    """Do steps 2 and 3 for a rank of the center card: the vertical axis has one suit.

    ``vertical`` collects the differences for a player on that axis. ``horizontal`` collects those
    for a player on the other axis, unless that has the suit too: such a cross is counted already.
    """
    kinds = np.empty(26, np.int16)
    copies = np.empty(13, np.int16)
    plain = _dealer()
    suited = _dealer()
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
            for rank in range(13):
                copies[rank] = kinds[2 * rank] + kinds[2 * rank + 1]
            h = KIND_DUOS[k]
            across = _trio(center, left >> 1, right >> 1)
            across_mask = 1 << center | 1 << (left >> 1) | 1 << (right >> 1)
            both = left & right & 1
            for p in range(91):
                i, j = RANK_PAIRS[p]
                best = max(ranking.plain[down, p], ranking.plain[across, p])
                _hold(plain, p, best, copies)
                if i != j and kinds[2 * i + 1] and kinds[2 * j + 1]:
                    best = max(best, ranking.flush[down_mask | 1 << i | 1 << j])
                    if both:
                        best = max(best, ranking.flush[across_mask | 1 << i | 1 << j])
                _hold(suited, p, best, copies)
            cross = Cross(v, k, ways, kinds, plain, suited)
            _fold(cross, ranking, down, down_mask, results[v, h], vertical)
            if not both:
                _fold(cross, ranking, across, 0, results[h, v], horizontal)


def solve(
    reading: Comparison = "standard",
    *,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Counts:
    """Count all showdowns under a reading of finding D-03.

    ``progress`` is called with the number of parts done and of all parts, from the worker threads.
    """
    ranking = Ranking.under(reading)
    threads = workers or min(13, os.cpu_count() or 1)
    done: list[int] = []

    def work(worker: int) -> tuple[Ints, Ints, Ints]:
        ranks = np.zeros((*RANK_CLASSES, LOSE + 1), np.int64)
        vertical = np.zeros((*KIND_CLASSES, TIE + 1), np.int64)
        horizontal = np.zeros((*KIND_CLASSES, TIE + 1), np.int64)
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
    everyone = situations()
    sums = (sum(parts[1:], parts[0]) for parts in zip(*shares, strict=True))
    counts = [
        _share_out(total.reshape(-1, total.shape[-1]), where, everyone.size)
        for total, where in zip(sums, everyone.classes, strict=True)
    ]
    dealt = counts[0].sum(axis=1)
    if not np.array_equal(dealt, DEALS * (dealt > 0)):
        raise ArithmeticError("a situation does not have all its deals")
    return Counts(*(table[:, : TIE + 1].astype(np.int32) for table in counts))


def _share_out(sums: Ints, where: Ints, sizes: Ints) -> Ints:
    """Divide the sum over each class equally among the situations of the class."""
    members = np.zeros(len(sums), np.int64)
    np.add.at(members, where, sizes)
    share, remainder = np.divmod(sums, np.maximum(members, 1)[:, None])
    if remainder.any():
        raise ArithmeticError("a class of situations cannot be shared out evenly")
    return np.asarray(share)
