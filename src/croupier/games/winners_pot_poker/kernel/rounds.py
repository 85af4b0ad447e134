"""Winner's Pot Poker, many rounds at a time: decisions, hands and the shares of the pot.

States are those of :mod:`.solver_streets`, computed without branches. A decision is one bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.games.winners_pot_poker.mathematics.solver_counts import (
    CLEAR,
    FOUR,
    HIGH_IN,
    LOW_IN,
    PAIR,
    PATTERNS,
    PLAIN,
    THREE,
    TO_FOUR,
)
from croupier.games.winners_pot_poker.mathematics.solver_streets import THIRD_PATTERNS
from croupier.mathematics.abreast import Array, Row, card, flushes, signed, strengths, trios
from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import FLUSHES, STRENGTHS, TRIOS
from croupier.mathematics.kernels import ROUND, Cards, Codes, Memory

FOLD_THIRD, FOLD_FOURTH, LOSE, AWARD = range(4)
"""How a hand ends; from AWARD on, all possible shares of a pot follow."""
BEST: int = int(FLUSHES.max())
ROYALS = 10
"""The first ending of the side wager for royal flushes that share the limit.

The endings follow by the number of royal flushes and the place among them.
"""

_THREE, _FOUR = len(THREE), len(FOUR)


class Tables(NamedTuple):
    """All lookup tables of a round."""

    bets: Array
    """The decisions on third street as bits, ``[strategy, state // 8]``."""
    doubles: Array
    """The decisions on fourth street, likewise."""
    plays: Array
    """The strategy of each seat."""
    awards: Array
    """The endings ``[staying, folded late, winners, dealer shares, place among the winners]``."""
    short: Array
    """The endings of the side wager by three ranks."""
    four: Array
    """The endings of the side wager by four ranks."""
    five: Array
    """The endings of the side wager by the strength of five cards."""


@compiled
def _below(rank: int, a: int, b: int, c: int) -> int:
    """Return the number of cards of a lower rank: the place of a card among the others."""
    return (a < rank) + (b < rank) + (c < rank)


@compiled
def _third(own: Cards, shown: Row, bits: Array, stays: Array) -> None:
    """Decide whether to bet; see :func:`.solver_streets.third_state`."""
    for n in range(stays.size):
        a, b, c, d = card(own[0], n), card(own[1], n), card(own[2], n), card(shown, n)
        x, y, z, suit = a >> 2, b >> 2, c >> 2, d & 3
        pattern = signed(a & 3 == suit) << _below(x, y, z, 99)
        pattern |= signed(b & 3 == suit) << _below(y, x, z, 99)
        pattern |= signed(c & 3 == suit) << _below(z, x, y, 99)
        one_suit = ((a ^ b) | (a ^ c)) & 3 == 0
        pattern = 8 if one_suit and pattern == 0 else pattern
        three = signed(TRIOS[(x * 13 + y) * 13 + z])
        state = ((d >> 2) * _THREE + three) * THIRD_PATTERNS + pattern
        stays[n] = bits[state >> 3] >> (state & 7) & 1


@compiled
def _fourth(own: Cards, first: Row, second: Row, bits: Array, fours: Array, stays: Array) -> None:
    """Decide whether to double, and fill in the four ranks; see ``solver_streets.fourth_state``."""
    for n in range(stays.size):
        a, b, c, d = card(own[0], n), card(own[1], n), card(own[2], n), card(own[3], n)
        e, f = card(first, n), card(second, n)
        x, y, z, w, suit = a >> 2, b >> 2, c >> 2, d >> 2, e & 3
        pattern = signed(a & 3 == suit) << _below(x, y, z, w)
        pattern |= signed(b & 3 == suit) << _below(y, x, z, w)
        pattern |= signed(c & 3 == suit) << _below(z, x, y, w)
        pattern |= signed(d & 3 == suit) << _below(w, x, y, z)
        one_suit = ((a ^ b) | (a ^ c) | (a ^ d)) & 3 == 0
        suited = 16 if one_suit and pattern == 0 else pattern
        low, high = (e, f) if e <= f else (f, e)
        in_low, in_high = (low ^ a) & 3 == 0, (high ^ a) & 3 == 0
        apart = HIGH_IN if in_high and low >> 2 != high >> 2 else CLEAR
        apart = LOW_IN if in_low or (in_high and low >> 2 == high >> 2) else apart
        apart = apart if one_suit else PLAIN
        pattern = suited if (e ^ f) & 3 == 0 else apart
        four = signed(TO_FOUR[TRIOS[(x * 13 + y) * 13 + z], w])
        state = (signed(PAIR[e >> 2, f >> 2]) * _FOUR + four) * PATTERNS + pattern
        fours[n] = four
        stays[n] = bits[state >> 3] >> (state & 7) & 1


@compiled
def _hand(own: Cards, three: Array, found: Array) -> None:
    """Fill in the strengths of five cards."""
    trios(own[0], own[1], own[2], three)
    strengths(three, own[3], own[4], STRENGTHS, found)
    flushes(own[0], own[1], own[2], own[3], own[4], FLUSHES, found)


@compiled
def _alone(dealer: Array, mine: Array, awards: Array, hands: Array) -> None:
    """Settle a single player: win, tie or lose. ``hands`` says who has stayed so far."""
    win, tie = awards[1, 0, 1, 0, 0], awards[1, 0, 1, 1, 0]
    for n in range(hands.size):
        ending = win if mine[n] > dealer[n] else tie
        ending = LOSE if mine[n] < dealer[n] else ending
        hands[n] = ending if hands[n] == LOSE else hands[n]


@compiled
def _share(number: int, dealer: Array, mine: Array, awards: Array, hands: Codes) -> None:
    """Settle several players; odd chips go round from the button (W-20).

    ``hands`` says who has folded so far. The button is at the dealer in round 0, and moves on by
    one place in every round.
    """
    seats, rounds = hands.shape
    for n in range(rounds):
        button = (number + n) % (seats + 1)
        staying = late = winners = 0
        best = dealer[n]
        for seat in range(seats):
            late += hands[seat, n] == FOLD_FOURTH
            if hands[seat, n] == LOSE:
                staying += 1
                best = max(best, mine[seat, n])
        for seat in range(seats):
            winners += hands[seat, n] == LOSE and mine[seat, n] == best
        tie = signed(dealer[n] == best)
        place = 0
        for turn in range(seats):
            seat = (button + turn) % seats
            if hands[seat, n] == LOSE and mine[seat, n] == best:
                hands[seat, n] = awards[staying, late, winners, tie, place]
                place += 1


@compiled
def _bonus(
    hands: Array, three: Array, four: Array, mine: Array, tables: Tables, sides: Array
) -> None:
    """Settle the side wager on the cards that the player kept (W-13)."""
    for n in range(sides.size):
        ending = tables.five[mine[n]]
        ending = tables.four[four[n]] if hands[n] == FOLD_FOURTH else ending
        sides[n] = tables.short[three[n]] if hands[n] == FOLD_THIRD else ending


@compiled
def _several_royals(hands: Codes, mine: Array, sides: Codes) -> None:
    """Settle royal flushes that share the limit, from the far right (W-23)."""
    for n in range(sides.shape[1]):
        royals = 0
        for seat in range(sides.shape[0]):
            royals += mine[seat, n] == BEST and hands[seat, n] >= LOSE
        place = 0
        for seat in range(sides.shape[0] - 1, -1, -1):
            if royals > 1 and mine[seat, n] == BEST and hands[seat, n] >= LOSE:
                sides[seat, n] = ROYALS + (royals - 2) * (royals + 1) // 2 + place
                place += 1


@compiled
def play(
    cards: Cards, memory: Memory, hands: Codes, sides: Codes, marks: Codes, tables: Tables
) -> int:
    """Play a block of rounds.

    The rows of cards are five for each seat in the order dealt, then the dealer's five.
    """
    seats, rounds = hands.shape
    dealers = cards[5 * seats :]
    dealer, three, four = np.empty((3, rounds), np.int16)
    mine = np.empty((seats, rounds), np.int16)
    bets, doubles = np.empty((2, rounds), np.uint8)
    _hand(dealers, three, dealer)
    for seat in range(seats):
        own, strategy = cards[5 * seat : 5 * seat + 5], tables.plays[seat]
        _third(own, dealers[2], tables.bets[strategy], bets)
        _fourth(own, dealers[2], dealers[3], tables.doubles[strategy], four, doubles)
        _hand(own, three, mine[seat])
        for n in range(rounds):
            hands[seat, n] = bets[n] * (FOLD_FOURTH + doubles[n])
        if sides.shape[0]:
            _bonus(hands[seat], three, four, mine[seat], tables, sides[seat])
    if sides.shape[0] > 1:
        _several_royals(hands, mine, sides)
    if seats == 1:
        _alone(dealer, mine[0], tables.awards, hands[0])
    else:
        _share(memory[ROUND], dealer, mine, tables.awards, hands)
    memory[ROUND] += rounds
    return int(rounds)
