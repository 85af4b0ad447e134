"""Winner's Pot Poker, heads-up: the transitions between third and fourth street.

States and patterns are those of :mod:`.solver_counts`. Between the two decisions the player is
dealt a card, and then the dealer. A pass over the states stops between the two cards. That takes
6.3 million steps, where 2,256 for each of the 37,843 third-street states would take 85 million.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

import numpy as np

from croupier.games.winners_pot_poker.mathematics.solver_counts import (
    CLEAR,
    FINISHES,
    FOUR,
    HIGH_IN,
    LOW_IN,
    PAIR,
    PATTERNS,
    PLAIN,
    SUITED_PATTERNS,
    THREE,
    TO_FOUR,
    TWO,
    Array,
    possible,
    spread_out,
)
from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import TRIOS

RANKS: Final = 13
THIRD_PATTERNS: Final = 9
STREETS: Final = 48 * 47
"""The number of ways from third street to fourth: a card each for the player and the dealer."""
DEALS: Final = comb(52, 3) * 49
"""The number of third-street situations: the player's three cards, the dealer's open card."""
_MOST: Final = 3 * RANKS
"""The most kinds of card to come: by rank, and by one of at most three kinds of suit."""


@compiled
def _place(ranks: Array, rank: int, pattern: int) -> tuple[int, int, int]:
    """Return how many ranks are below a rank, how many equal it, and whether it is suited.

    It is suited if one of the cards of that rank has the suit of the dealer's open card.
    """
    below = held = 0
    for own in ranks:
        below += own < rank
        held += own == rank
    there = held > 0 and pattern < 1 << len(ranks) and pattern >> below & 1
    return below, held, int(there)


@compiled
def _with_bit(pattern: int, place: int, bit: int) -> int:
    above = pattern >> place
    return pattern & ((1 << place) - 1) | bit << place | above << (place + 1)


@compiled
def _put(ways: Array, n: int, where: int, pattern: int, cards: int) -> int:
    if cards:
        ways[n, 0] = where
        ways[n, 1] = pattern
        ways[n, 2] = cards
        n += 1
    return n


@compiled
def own_fourth(three: int, pattern: int, open_rank: int, ways: Array) -> int:
    """Fill ``ways`` with (four ranks, pattern, cards) for the player's fourth card."""
    n = 0
    elsewhere = pattern == 8
    base = 0 if elsewhere else pattern
    for rank in range(RANKS):
        below, held, there = _place(THREE[three], rank, pattern)
        four = TO_FOUR[three, rank]
        follows = int(elsewhere and held == 0)
        in_suit = int(rank != open_rank and not there)
        n = _put(ways, n, four, _with_bit(base, below, 1), in_suit)
        n = _put(ways, n, four, 16, follows)
        n = _put(ways, n, four, _with_bit(base, below + held, 0), 3 - held + there - follows)
    return n


@compiled
def dealer_second(four: int, pattern: int, open_rank: int, ways: Array) -> int:
    """Fill ``ways`` with (dealer's ranks, pattern, cards) for the dealer's second open card."""
    n = 0
    elsewhere = pattern == 16
    for rank in range(RANKS):
        _, held, there = _place(FOUR[four], rank, pattern)
        pair = PAIR[open_rank, rank]
        into = int(elsewhere and held == 0)
        if pattern == 15:
            unsuited = HIGH_IN if open_rank > rank else LOW_IN
        else:
            unsuited = CLEAR if elsewhere else PLAIN
        n = _put(ways, n, pair, pattern, int(rank != open_rank and not there))
        n = _put(ways, n, pair, HIGH_IN if rank > open_rank else LOW_IN, into)
        n = _put(ways, n, pair, unsuited, 3 - held + there - into)
    return n


@compiled
def _decide(counts: Array, nets: Array, doubles: Array) -> None:
    for pair in range(len(TWO)):
        for four in range(len(FOUR)):
            for pattern in range(PATTERNS):
                wins = np.int64(counts[pair, four, pattern, 0])
                ties = np.int64(counts[pair, four, pattern, 1])
                value = wins * nets[0] + ties * nets[1] + (FINISHES - wins - ties) * nets[2]
                doubles[pair, four, pattern] = value > nets[3] * FINISHES


def decide(counts: Array, nets: Array) -> Array:
    """Return whether doubling is worth more than folding, ``[dealer's ranks, own ranks, pattern]``.

    ``nets`` are the results of a win, a tie, a loss and a fold, as whole numbers on one scale.
    """
    doubles = np.zeros((len(TWO), len(FOUR), PATTERNS), dtype=np.bool_)
    _decide(counts, nets, doubles)
    return doubles


@compiled
def _fold(open_rank: int, counts: Array, doubles: Array, third: Array) -> None:
    half = np.zeros((len(FOUR), SUITED_PATTERNS, 3), dtype=np.int64)
    ways = np.zeros((_MOST, 3), dtype=np.int64)
    for four in range(len(FOUR)):
        for pattern in range(SUITED_PATTERNS):
            if not possible(FOUR[four], pattern, open_rank):
                continue
            for n in range(dealer_second(four, pattern, open_rank, ways)):
                pair, kind, cards = ways[n, 0], ways[n, 1], ways[n, 2]
                if doubles[pair, four, kind]:
                    half[four, pattern, 0] += cards * counts[pair, four, kind, 0]
                    half[four, pattern, 1] += cards * counts[pair, four, kind, 1]
                else:
                    half[four, pattern, 2] += cards
    for three in range(len(THREE)):
        for pattern in range(THIRD_PATTERNS):
            if not possible(THREE[three], pattern, open_rank):
                continue
            for n in range(own_fourth(three, pattern, open_rank, ways)):
                four, kind, cards = ways[n, 0], ways[n, 1], ways[n, 2]
                for k in range(3):
                    third[three, pattern, k] += cards * half[four, kind, k]


def fold(counts: Array, doubles: Array) -> Array:
    """Return wins, ties and folds on fourth street, ``[open rank, own ranks, pattern]``.

    Wins and ties are out of :data:`STREETS` * :data:`FINISHES`, folds out of :data:`STREETS`.
    """
    third = np.zeros((RANKS, len(THREE), THIRD_PATTERNS, 3), dtype=np.int64)
    spread_out(lambda rank: _fold(rank, counts, doubles, third[rank]), RANKS)
    return third


@compiled
def _visit(open_rank: int, stays: Array, visits: Array) -> None:
    half = np.zeros((len(FOUR), SUITED_PATTERNS), dtype=np.int64)
    ways = np.zeros((_MOST, 3), dtype=np.int64)
    for three in range(len(THREE)):
        for pattern in range(THIRD_PATTERNS):
            if stays[three, pattern]:
                for n in range(own_fourth(three, pattern, open_rank, ways)):
                    four, kind, cards = ways[n, 0], ways[n, 1], ways[n, 2]
                    half[four, kind] += cards * stays[three, pattern]
    for four in range(len(FOUR)):
        for pattern in range(SUITED_PATTERNS):
            if half[four, pattern]:
                for n in range(dealer_second(four, pattern, open_rank, ways)):
                    pair, kind, cards = ways[n, 0], ways[n, 1], ways[n, 2]
                    visits[pair, four, kind] += cards * half[four, pattern]


def visits(stays: Array) -> Array:
    """Return the number of deals that reach each fourth-street state.

    The result is ``[dealer's ranks, own ranks, pattern]``; ``stays`` are the deals that stay in
    each third-street state.
    """
    reached = np.zeros((len(TWO), len(FOUR), PATTERNS), dtype=np.int64)
    for rank in range(RANKS):
        _visit(rank, stays[rank], reached)
    return reached


@compiled
def _suits(ranks: Array, pattern: int, open_rank: int) -> int:
    """Return the number of ways to give these cards suits, with the open card's suit fixed."""
    if not possible(ranks, pattern, open_rank):
        return 0
    if pattern == 1 << len(ranks):
        return 3
    ways = 1
    alike = False
    for i in range(len(ranks)):
        _, held, there = _place(ranks, ranks[i], pattern)
        first = i == 0 or ranks[i] != ranks[i - 1]
        if first and 0 < held - there < 3:  # one or two of the three other suits
            ways *= 3
        alike |= not first
    return ways if alike or pattern else ways - 3


@compiled
def _deals(weights: Array) -> None:
    for rank in range(RANKS):
        for three in range(len(THREE)):
            for pattern in range(THIRD_PATTERNS):
                weights[rank, three, pattern] = 4 * _suits(THREE[three], pattern, rank)


@cache
def deals() -> Array:
    """Return the deals of each third-street state, ``[open rank, own ranks, pattern]``."""
    weights = np.zeros((RANKS, len(THREE), THIRD_PATTERNS), dtype=np.int64)
    _deals(weights)
    weights.setflags(write=False)
    return weights


@compiled
def _bits(cards: Array, suit: int) -> int:
    """Return the pattern of the player's cards against a suit of the dealer's."""
    bits = 0
    one_suit = True
    for card in cards:
        one_suit &= (card ^ cards[0]) & 3 == 0
        if card & 3 == suit:
            below = 0
            for other in cards:
                below += other >> 2 < card >> 2
            bits |= 1 << below
    return 1 << len(cards) if one_suit and bits == 0 else bits


@compiled
def _pile3(cards: Array) -> int:
    return int(TRIOS[(cards[0] >> 2) * 169 + (cards[1] >> 2) * 13 + (cards[2] >> 2)])


@compiled
def third_state(own: Array, shown: int) -> tuple[int, int, int]:
    """Return the third-street state of the player's three cards and the open one, all 0 to 51."""
    return shown >> 2, _pile3(own), _bits(own, shown & 3)


@compiled
def fourth_state(own: Array, first: int, second: int) -> tuple[int, int, int]:
    """Return the fourth-street state of the player's four cards and the dealer's two open ones."""
    four = int(TO_FOUR[_pile3(own), own[3] >> 2])
    pair = int(PAIR[first >> 2, second >> 2])
    if (first ^ second) & 3 == 0:
        return pair, four, _bits(own, first & 3)
    suit = own[0] & 3
    for card in own:
        if card & 3 != suit:
            return pair, four, PLAIN
    low, high = (first, second) if first >> 2 <= second >> 2 else (second, first)
    if low & 3 == suit or (high & 3 == suit and low >> 2 == high >> 2):
        return pair, four, LOW_IN
    return pair, four, HIGH_IN if high & 3 == suit else CLEAR
