"""Double Cross Poker: the rounds themselves, compiled by numba."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.games.double_cross_poker.mathematics.solver import FOLD, HORIZONTAL
from croupier.games.double_cross_poker.mathematics.solver_situations import place_of
from croupier.mathematics.abreast import Array, Row, better, card, flushes, signed, strengths, trios
from croupier.mathematics.compiled import compiled
from croupier.mathematics.kernels import ROUND, Cards, Codes, Memory
from croupier.nouns.hands import Category

LOST, PUSHED, WON = range(3)
"""How a played hand ends; from WON on, the wins follow by category."""
ENDS: Final = WON + len(Category)


class Tables(NamedTuple):
    """All lookup tables of a round."""

    decisions: Array
    """The decisions of each strategy in use, as bits."""
    plays: Array
    """The strategy of each seat, as an index into ``decisions``."""
    plain: Array
    """The strength of a hand, ``[three ranks, two ranks]``."""
    flush: Array
    """The strength of five cards of one suit, by the mask of their ranks."""
    categories: Array
    """The category of a hand, by its strength."""
    three_cards: Array
    """The category of the side wager's hand, ``[suits alike, three ranks]``."""
    width: int
    """How many endings of a hand differ only by the side wager's hand."""


@compiled
def _decide(cards: Cards, seat: int, far: Row, right: Row, table: Array, choices: Array) -> None:
    for n in range(choices.size):
        one, other = card(cards[2 * seat], n), card(cards[2 * seat + 1], n)
        place = place_of(one, other, card(far, n), card(right, n))
        choices[n] = table[place >> 2] >> 2 * (place & 3) & 3


@compiled
def _along(choices: Array, vertical: Array, horizontal: Array, chosen: Array) -> None:
    """Fill in the values of the axis that was chosen."""
    for n in range(choices.size):
        down, across = vertical[n], horizontal[n]
        chosen[n] = across if choices[n] == HORIZONTAL else down


@compiled
def _compare(choices: Array, mine: Array, dealer: Array, categories: Array, endings: Array) -> None:
    for n in range(choices.size):
        ending = WON + signed(categories[mine[n]])
        ending = ending if mine[n] > dealer[n] else LOST
        ending = PUSHED if mine[n] == dealer[n] else ending
        played = 1 + (signed(choices[n]) - 1) * ENDS + ending
        endings[n] = 0 if choices[n] == FOLD else played


@compiled
def _three(one: Row, other: Row, far: Row, kinds: Array, sides: Array) -> None:
    """Fill in the category of the three cards of the side wager."""
    for n in range(sides.size):
        a, b, c = card(one, n), card(other, n), card(far, n)
        same = ((a ^ b) & 3 == 0) + ((a ^ c) & 3 == 0) + ((b ^ c) & 3 == 0)
        sides[n] = kinds[min(same, 2), ((a >> 2) * 13 + (b >> 2)) * 13 + (c >> 2)]


@compiled
def play(
    cards: Cards, memory: Memory, hands: Codes, sides: Codes, marks: Codes, tables: Tables
) -> int:
    """Play a block of rounds.

    The rows of cards are two for each seat, the dealer's two, left, center, right, far and near.
    """
    seats, rounds = hands.shape
    one, other, left, center, right, far, near = cards[2 * seats :]
    down, across = np.empty(rounds, np.int16), np.empty(rounds, np.int16)
    trios(far, center, near, down)
    trios(left, center, right, across)
    dealer, mine = np.empty(rounds, np.int16), np.empty(rounds, np.int16)
    strengths(down, one, other, tables.plain, dealer)
    strengths(across, one, other, tables.plain, mine)
    better(dealer, mine)
    flushes(far, center, near, one, other, tables.flush, dealer)
    flushes(left, center, right, one, other, tables.flush, dealer)
    choices, end, end2 = np.empty((3, rounds), np.uint8)
    row = np.empty(rounds, np.int16)
    for seat in range(seats):
        one, other = cards[2 * seat], cards[2 * seat + 1]
        _decide(cards, seat, far, right, tables.decisions[tables.plays[seat]], choices)
        _along(choices, down, across, row)
        strengths(row, one, other, tables.plain, mine)
        _along(choices, far, left, end)
        _along(choices, near, right, end2)
        flushes(end, center, end2, one, other, tables.flush, mine)
        _compare(choices, mine, dealer, tables.categories, hands[seat])
        if sides.shape[0]:
            _three(one, other, far, tables.three_cards, sides[seat])
            if tables.width > 1:
                for n in range(rounds):
                    hands[seat, n] = hands[seat, n] * tables.width + sides[seat, n]
    memory[ROUND] += rounds
    return int(rounds)
