"""Double Cross Poker at full speed.

A decision is two bits in a table of the four ranks and of how the four suits agree: 15 patterns. Hands are
looked up by three ranks and two, under the reading of finding D-03 in force.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from croupier.games.double_cross_poker.odds import payoff, table
from croupier.games.double_cross_poker.script import LIMITED
from croupier.games.double_cross_poker.solver import Ranking
from croupier.games.double_cross_poker.solver_strategies import STRATEGIES
from croupier.games.double_cross_poker.solver_table import (
    DECISIONS,
    FOLD,
    HORIZONTAL,
    Table,
)
from croupier.mathematics.abreast import Array, Row, better, card, flushes, signed, strengths, trios
from croupier.mathematics.compiled import compiled
from croupier.mathematics.kernels import (
    ROUND,
    Cards,
    Codes,
    Deck,
    Ending,
    Endings,
    Kernel,
    Memory,
    Party,
    Prepared,
)
from croupier.nouns.cards import DECK
from croupier.nouns.hands import Category, ThreeCard, rank_three
from croupier.rules.house import House

SIDE: Final = "three-card"
LOST, PUSHED, WON = range(3)
"""How a hand ends that is played; wins by category follow one another."""
ENDS: Final = WON + len(Category)


# --- money -----------------------------------------------------------------------------------------------


def _paid(party: Party, hand: Category, side: ThreeCard | None = None) -> int:
    """What ante and raises win with a hand, in the order of payment and within the limit (D-02)."""
    house, ante = party.setting.house, party.setting.stake
    dues = {"ante": house.book.fixed_odds["ante"].pay(ante, house.chip),
            "raise": house.payouts["raise"][hand.slug].pay(2 * ante, house.chip)}  # fmt: skip
    if side is not None and side.slug in house.payouts[SIDE]:
        won = house.payouts[SIDE][side.slug].pay(party.side, house.chip)
        dues = {SIDE: won, **dues}
    if house["payout_limit"] is not None:
        left = house["payout_limit"]
        for wager in LIMITED[house.ruling("D-02")]:
            if wager in dues:
                dues[wager] = min(dues[wager], left)
                left -= dues[wager]
    return sum(dues[wager] for wager in ("ante", "raise"))


def _entangled(party: Party) -> bool:
    """Whether what the side wager was paid lowers the limit of the hand (D-02)."""
    house = party.setting.house
    return bool(party.side and house["payout_limit"] and house.ruling("D-02") == "all-wagers")


def hands(party: Party) -> Endings:
    """Of the ante and the raises; where the side wager matters, by its hand, too."""
    at, ante = payoff(party.setting), party.setting.stake
    kinds: Iterable[ThreeCard | None] = tuple(ThreeCard) if _entangled(party) else (None,)
    found = [Ending("fold", at.fold, ante, "fold") for _ in kinds]
    for decision in DECISIONS[FOLD + 1 :]:
        found += [Ending("lose", at.lose, 3 * ante, decision) for _ in kinds]
        found += [Ending("push", at.tie, 3 * ante, decision) for _ in kinds]
        found += [
            Ending(f"win-{hand.slug}", _paid(party, hand, side), 3 * ante, decision)
            for hand, side in product(Category, kinds)
        ]
    return tuple(found)


def sides(party: Party) -> Endings:
    """Of the three-card wager, always exposed when it wins."""
    house, stake = party.setting.house, party.side
    if not stake:
        return ()
    limit = house["payout_limit"] if _entangled(party) else None

    def net(kind: ThreeCard) -> int:
        odds = house.payouts[SIDE].get(kind.slug)
        if odds is None:
            return -stake
        due = odds.pay(stake, house.chip)
        return due if limit is None else min(due, limit)

    paid = house.payouts[SIDE]
    return tuple(
        Ending(kind.slug if kind.slug in paid else "lose", net(kind), stake) for kind in ThreeCard
    )


# --- tables ----------------------------------------------------------------------------------------------


def _patterns() -> Array:
    """By the suits of three cards relative to a fourth (their difference by bits, two bits each): how
    the four suits agree, 0 to 14."""
    names: dict[tuple[int, ...], int] = {}
    found = np.empty(64, np.uint8)
    for n, relative in enumerate(product(range(4), repeat=3)):
        suits = (0, *relative)
        found[n] = names.setdefault(tuple(map(suits.index, suits)), len(names))
    return found


PATTERNS: Final = _patterns()


@compiled
def _situation(one: int, other: int, far: int, right: int) -> int:
    """The place of a situation among all ranks and patterns of suits."""
    suits = ((one ^ other) & 3) << 4 | ((one ^ far) & 3) << 2 | (one ^ right) & 3
    ranks = (((one >> 2) * 13 + (other >> 2)) * 13 + (far >> 2)) * 13 + (right >> 2)
    return ranks << 4 | signed(PATTERNS[suits])


@compiled
def _situations(one: Array, other: Array, far: Array, right: Array, places: Array) -> None:
    for n in range(one.size):
        places[n] = _situation(one[n], other[n], far[n], right[n])


def _decisions(party: Party, solved: Table, strategy: str) -> Array:
    """Four decisions to a byte, by :func:`_situation`."""
    chosen = STRATEGIES[strategy](solved, payoff(party.setting))
    at = solved.situations
    bits = np.zeros(13**4 << 4, np.uint8)
    places = np.empty(len(chosen), np.int64)
    for one, other in ((at.first, at.second), (at.second, at.first)):
        _situations(one, other, at.far, at.right, places)
        bits[places] = chosen
    four = bits.reshape(-1, 4)
    return four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6


def _three_cards(house: House) -> Array:
    """``[suits alike, three ranks]``: what three cards are, with three, two or one suit among them."""
    suits = ((0, 1, 2), (0, 0, 1), (0, 1, 0), (1, 0, 0)), ((0, 0, 0),) * 4
    found = np.zeros((3, 13, 13, 13), np.uint8)
    for ranks in product(range(13), repeat=3):
        for alike, choices in enumerate((suits[0][:1], suits[0][1:], suits[1][:1])):
            for suit in choices:
                cards = [DECK[4 * r + s] for r, s in zip(ranks, suit, strict=True)]
                if len(set(cards)) == 3:
                    found[alike][ranks] = rank_three(
                        cards,
                        low_ace=house.ruling("D-07"),
                        suited_king_ace_two=house.ruling("D-08"),
                        unsuited=house.ruling("D-09"),
                    )
    return found.reshape(3, -1)


class Tables(NamedTuple):
    """Everything a round is looked up in."""

    decisions: Array
    """Of the strategies that occur, as bits."""
    plays: Array
    """By seat, which of them."""
    plain: Array
    """``[three ranks, two ranks]``: what hands compare by."""
    flush: Array
    """The same for five cards of one suit, by the mask of their ranks."""
    categories: Array
    """By what hands compare by."""
    three_cards: Array
    """``[suits alike, three ranks]``, for the side wager."""
    width: int
    """How many endings of a hand differ by the side wager's only."""


def _tables(party: Party) -> Tables:
    house = party.setting.house
    ranking = Ranking.under(house.ruling("D-03"))
    categories = np.zeros(ranking.flush.max() + 1, np.uint8)
    categories[ranking.plain] = ranking.plain_category
    categories[ranking.flush] = ranking.flush_category
    names = sorted(set(party.strategies))
    solved = table(party.setting)
    return Tables(
        decisions=np.stack([_decisions(party, solved, name) for name in names]),
        plays=np.array([names.index(name) for name in party.strategies]),
        plain=ranking.plain,
        flush=ranking.flush,
        categories=categories,
        three_cards=_three_cards(house),
        width=len(ThreeCard) if _entangled(party) else 1,
    )


# --- the rounds ------------------------------------------------------------------------------------------


@compiled
def _decide(cards: Cards, seat: int, far: Row, right: Row, table: Array, choices: Array) -> None:
    for n in range(choices.size):
        one, other = card(cards[2 * seat], n), card(cards[2 * seat + 1], n)
        place = _situation(one, other, card(far, n), card(right, n))
        choices[n] = table[place >> 2] >> 2 * (place & 3) & 3


@compiled
def _along(choices: Array, vertical: Array, horizontal: Array, chosen: Array) -> None:
    """Of the axis that was chosen."""
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
    """What the three cards of the side wager are."""
    for n in range(sides.size):
        a, b, c = card(one, n), card(other, n), card(far, n)
        same = ((a ^ b) & 3 == 0) + ((a ^ c) & 3 == 0) + ((b ^ c) & 3 == 0)
        sides[n] = kinds[min(same, 2), ((a >> 2) * 13 + (b >> 2)) * 13 + (c >> 2)]


@compiled
def play(
    cards: Cards, memory: Memory, hands: Codes, sides: Codes, marks: Codes, tables: Tables
) -> int:
    """Rows of cards: two of each seat, the dealer's two, left, center, right, far, near."""
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


def prepare(party: Party) -> Prepared:
    """What the simulation needs for these seats: cards, rounds, and what each ending pays."""
    return Prepared(
        source=Deck(2 * party.seats + 7),
        play=partial(play, tables=_tables(party)),
        hands=hands(party),
        sides=sides(party),
        exposure=3 * party.setting.stake + party.side,
        exact=not _entangled(party),
    )


KERNEL: Final = Kernel(
    strategies=tuple(STRATEGIES),
    prepare=prepare,
    side_wager=SIDE,
    side_limits=("three_card.minimum", "three_card.maximum"),
)
