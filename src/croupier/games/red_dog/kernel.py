"""Red Dog at full speed: whole shoes, with burn card and cut card.

Suits never matter, so a seat that goes by the two cards alone has its ending in a table of three ranks.
A seat that counts raises by the cards that are left, as far as they have been seen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from croupier.games.red_dog.deck import marker_depth
from croupier.games.red_dog.odds import INFINITE, payouts
from croupier.games.red_dog.script import odds_row
from croupier.games.red_dog.solver import SPREADS, STRATEGIES, Shoe, situation
from croupier.mathematics.abreast import Array, card
from croupier.mathematics.compiled import compiled
from croupier.mathematics.kernels import (
    PLACE,
    ROUND,
    SHOE,
    Cards,
    Codes,
    Ending,
    Endings,
    Kernel,
    Memory,
    Party,
    Prepared,
    Shoes,
)
from croupier.rules.house import House

COUNTING: Final = "counting"
"""Raises by the actual composition of the shoe."""
CONSECUTIVE, PAIR, THREE = range(3)
_DEPTH: Final = 26
"""Cards dealt are told apart by half decks."""
_LEFT: Final = PLACE + 1
"""In the memory: the cards of each rank that a counter has not seen, thirteen places."""


def _code(spread: int, wins: bool, raised: bool) -> int:
    return THREE + 4 * spread - 3 + 2 * raised + (not wins)


def endings(party: Party) -> Endings:
    """All endings: no spread, then by spread a win and a loss without a raise, and both with one."""
    stake, chip = party.setting.stake, party.setting.house.chip
    odds = party.setting.house.payouts
    three = odds["three-of-a-kind"][""].pay(stake, chip)
    found = [
        Ending("consecutive", 0, stake, "no-choice"),
        Ending("pair", 0, stake, "no-choice"),
        Ending("three-of-a-kind", three, stake, "no-choice"),
    ]
    for spread in SPREADS:
        won = odds["spread"][odds_row(spread)].pay(stake, chip)
        for wagers, decision in ((1, "pass"), (2, "raise")):
            staked = wagers * stake
            found.append(Ending(f"spread-{spread} win", wagers * won, staked, decision))
            found.append(Ending(f"spread-{spread} lose", -staked, staked, decision))
    return tuple(found)


def _codes(raises: Callable[[int, int], bool]) -> Array:
    """``[left, right, third]``: the ending of three ranks, given whether two of them are raised on."""
    codes = np.empty((13, 13, 13), np.uint16)
    for left, right in product(range(13), repeat=2):
        low, high = sorted((left, right))
        spread = high - low - 1
        raised = spread > 0 and raises(left, right)
        for third in range(13):
            if spread > 0:
                codes[left, right, third] = _code(spread, low < third < high, raised)
            else:
                three = spread < 0 and third == left
                codes[left, right, third] = CONSECUTIVE if spread == 0 else PAIR + three
    return codes.ravel()


def _raises(party: Party, name: str) -> Callable[[int, int], bool]:
    """Whether to raise on two ranks, all other cards of the shoe unseen; one who counts decides later."""
    setting = party.setting
    whole, pays = Shoe.of(_decks(setting.house) or None), payouts(setting)
    decide = STRATEGIES["never-raise" if name == COUNTING else name]

    def raises(left: int, right: int) -> bool:
        return decide(situation(whole.without(left, right), left, right, pays).passing)

    return raises


def _decks(house: House) -> int:
    """0 for infinitely many."""
    return 0 if house["decks"] == INFINITE else int(house["decks"])


def _rules(house: House) -> tuple[int, int, int]:
    """The burns of a new shoe, the card behind which a round is its last, and how many it must hold.

    A continuous device, the infinite shoe and a house that always shuffles make a new shoe for
    every round.
    """
    burns = int(house["dealing"] != "continuous" and house["decks"] != INFINITE)
    each_round = not burns or house["shuffle_after_round"] == "always"
    size = 52 * _decks(house)
    marker = 0 if each_round else size - marker_depth(house, size)
    # After a round that ends right before the cut card one more is played, or none.
    last = marker + (house.ruling("R-08") == "play-one-more" and not each_round)
    return burns, last, burns + 3 if each_round else marker + 3


class Tables(NamedTuple):
    """Everything a round is looked up in."""

    codes: Array
    """``[seat, three ranks]``: endings."""
    raised: Array
    """By three ranks, if there is a raise on everything."""
    counts: Array
    """By seat, whether it counts cards."""
    gains: Array
    """By spread, what a raise can win and lose."""
    burns: int
    last: int
    copies: int
    """Cards of a rank in a new shoe."""


def _gains(party: Party) -> Array:
    stake, won = party.setting.stake, payouts(party.setting).spread
    return np.array([[0, 0], *([int(won[spread] * stake), stake] for spread in SPREADS)])


@compiled
def _worth_a_raise(left: Array, one: int, other: int, gains: Array) -> bool:
    """Whether the cards that are left make a raise on two ranks worth something."""
    inside = 0
    for rank in range(min(one, other) + 1, max(one, other)):
        inside += left[rank]
    win, lose = gains[max(abs(one - other) - 1, 0)]
    return bool(inside * win > (left.sum() - inside) * lose)


@compiled
def play(
    shoes: Cards, memory: Memory, hands: Codes, sides: Codes, marks: Codes, tables: Tables
) -> int:
    """Rounds from shoes, one after the other."""
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
            marks[number] = place // _DEPTH
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


def prepare(party: Party) -> Prepared:
    """What the simulation needs for these seats: shoes, rounds, and what each ending pays."""
    setting = party.setting
    house = setting.house
    burns, last, cards = _rules(house)
    # In an infinite shoe there is nothing to count.
    names = [name if house["decks"] != INFINITE or name != COUNTING else "optimal"
             for name in party.strategies]  # fmt: skip
    tables = Tables(
        codes=np.stack([_codes(_raises(party, name)) for name in names]),
        raised=_codes(lambda left, right: True),
        counts=np.array([name == COUNTING for name in names]),
        gains=_gains(party),
        burns=burns,
        last=last,
        copies=4 * _decks(house),
    )
    return Prepared(
        source=Shoes(_decks(house), cards),
        play=partial(play, tables=tables),
        hands=endings(party),
        marks=tuple(
            f"{n} to {n + _DEPTH - 1} cards dealt" for n in range(0, max(cards, 1), _DEPTH)
        ),
        exposure=2 * setting.stake,
    )


KERNEL: Final = Kernel(strategies=(*STRATEGIES, COUNTING), prepare=prepare, counter=COUNTING)
