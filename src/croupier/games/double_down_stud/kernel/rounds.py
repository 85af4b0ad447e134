"""Double Down Stud: the rounds themselves, compiled by numba."""

from __future__ import annotations

from croupier.mathematics.abreast import Array, card
from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import TRIOS
from croupier.mathematics.kernels import ROUND, Cards, Codes, Memory


@compiled
def play(
    cards: Cards,
    memory: Memory,
    hands: Codes,
    sides: Codes,
    marks: Codes,
    codes: Array,
    plays: Array,
) -> int:
    """Play a block of rounds.

    The rows of cards are one for each seat, the hole card and the three open ones.
    ``codes[plays[seat]]`` are the endings of a seat.
    """
    seats = hands.shape[0]
    for n in range(hands.shape[1]):
        hole = card(cards[seats], n)
        a, b, c = card(cards[seats + 1], n), card(cards[seats + 2], n), card(cards[seats + 3], n)
        state = TRIOS[(a >> 2) * 169 + (b >> 2) * 13 + (c >> 2)] * 169 + (hole >> 2)
        mixed = ((a ^ b) | (a ^ c)) & 3
        for seat in range(seats):
            own = card(cards[seat], n)
            four = (mixed | (own ^ a) & 3) == 0
            five = four & ((hole ^ a) & 3 == 0)
            hands[seat, n] = codes[plays[seat], four + five, state + (own >> 2) * 13]
    memory[ROUND] += hands.shape[1]
    return int(hands.shape[1])
