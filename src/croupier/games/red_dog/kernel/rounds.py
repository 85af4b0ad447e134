"""Red Dog: the rounds themselves, from whole shoes, compiled by numba."""

from __future__ import annotations

from typing import Final, NamedTuple

from croupier.mathematics.abreast import Array, card
from croupier.mathematics.compiled import compiled
from croupier.mathematics.kernels import PLACE, ROUND, SHOE, Cards, Codes, Memory

DEPTH: Final = 26
"""The depth of a shoe is measured in half decks."""
_LEFT: Final = PLACE + 1
"""Where the memory holds the unseen cards of each rank for counting, thirteen numbers."""


class Tables(NamedTuple):
    """All lookup tables of a round."""

    codes: Array
    """The endings, ``[seat, three ranks]``."""
    raised: Array
    """The endings by three ranks if every spread is raised."""
    counts: Array
    """Whether each seat counts cards."""
    gains: Array
    """What a raise can win and lose, by spread."""
    burns: int
    last: int
    copies: int
    """The number of cards of a rank in a new shoe."""


@compiled
def _worth_a_raise(left: Array, one: int, other: int, gains: Array) -> bool:
    """Return whether a raise on two ranks gains, given the cards that are left."""
    inside = 0
    for rank in range(min(one, other) + 1, max(one, other)):
        inside += left[rank]
    win, lose = gains[max(abs(one - other) - 1, 0)]
    return bool(inside * win > (left.sum() - inside) * lose)


@compiled
def play(
    shoes: Cards, memory: Memory, hands: Codes, sides: Codes, marks: Codes, tables: Tables
) -> int:
    """Play rounds from shoes, one after the other."""
    counting = tables.counts.any()
    shoe, place = memory[SHOE], memory[PLACE]
    left = memory[_LEFT : _LEFT + 13]
    number = 0
    while number < hands.shape[1]:
        if place == 0:
            if shoe == shoes.shape[0]:
                break
            place = tables.burns
            left[:] = tables.copies
        cards = shoes[shoe]
        one, other = card(cards, place) >> 2, card(cards, place + 1) >> 2
        third = card(cards, place + 2) >> 2
        ranks = (one * 13 + other) * 13 + third
        for seat in range(hands.shape[0]):
            hands[seat, number] = tables.codes[seat, ranks]
        if marks.size:
            marks[number] = place // DEPTH
        drawn = abs(one - other) != 1  # consecutive cards get no third
        if counting:
            left[one] -= 1
            left[other] -= 1
            if _worth_a_raise(left, one, other, tables.gains):
                for seat in range(hands.shape[0]):
                    if tables.counts[seat]:
                        hands[seat, number] = tables.raised[ranks]
            left[third] -= drawn
        place += 2 + drawn
        if place >= tables.last:
            place = 0
            shoe += 1
        number += 1
    memory[ROUND] += number
    memory[SHOE], memory[PLACE] = shoe, place
    return number
