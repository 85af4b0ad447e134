"""Red Dog at full speed: whole shoes, with burn card and cut card.

Suits never matter, so a seat that goes by the two cards alone has its ending in a table of three ranks.
A seat that counts raises by the cards that are left, as far as they have been seen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.games.red_dog.odds import INFINITE, payouts
from croupier.games.red_dog.script import marker_depth, odds_row
from croupier.games.red_dog.solver import SPREADS, STRATEGIES, Shoe, situation
from croupier.house import House
from croupier.kernels import (
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

Array = NDArray[Any]

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


def _strategy(party: Party, name: str) -> Callable[[int, int], bool]:
    """Whether to raise on two ranks, all other cards of the shoe unseen."""
    setting = party.setting
    whole = Shoe.of(_decks(setting.house) or None)
    pays, decide = payouts(setting), STRATEGIES.get(name, STRATEGIES["never-raise"])

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


@njit(cache=True, nogil=True)
def play(
    shoes: Cards,
    memory: Memory,
    hands: Codes,
    sides: Codes,
    marks: Codes,
    codes: Array,
    raised: Array,
    counts: Array,
    gains: Array,
    rules: tuple[int, int, int],
) -> int:
    """Rounds from shoes; ``codes[seat, three ranks]`` are endings, ``raised`` those of a raise on
    everything. ``counts[seat]`` tells who counts, ``gains[spread]`` what a raise then wins and loses."""
    burns, last, copies = rules
    counting = counts.any()
    shoe, place = memory[SHOE], memory[PLACE]
    left = memory[_LEFT : _LEFT + 13]
    number = 0
    while number < hands.shape[1]:
        if place == 0:
            if shoe == shoes.shape[0]:
                break
            place = burns
            left[:] = copies
        one, other = shoes[shoe, place] >> 2, shoes[shoe, place + 1] >> 2
        third = shoes[shoe, place + 2] >> 2
        ranks = (one * 13 + other) * 13 + third
        for seat in range(hands.shape[0]):
            hands[seat, number] = codes[seat, ranks]
        if marks.size:
            marks[number] = place // _DEPTH
        spread = abs(one - other) - 1
        if counting:
            left[one] -= 1
            left[other] -= 1
            inside = 0
            for rank in range(min(one, other) + 1, max(one, other)):
                inside += left[rank]
            outside = left.sum() - inside
            if spread > 0 and inside * gains[spread, 0] > outside * gains[spread, 1]:
                for seat in range(hands.shape[0]):
                    if counts[seat]:
                        hands[seat, number] = raised[ranks]
            left[third] -= spread != 0
        place += 2 + (spread != 0)
        if place >= last:
            place = 0
            shoe += 1
        number += 1
    memory[ROUND] += number
    memory[SHOE], memory[PLACE] = shoe, place
    return number


def prepare(party: Party) -> Prepared:
    setting = party.setting
    house = setting.house
    burns, last, cards = _rules(house)
    codes = np.stack([_codes(_strategy(party, name)) for name in party.strategies])
    counts = np.array([name == COUNTING for name in party.strategies])
    won = payouts(setting).spread
    gains = np.array([[0, 0], *([int(won[n] * setting.stake), setting.stake] for n in SPREADS)])
    # The infinite shoe has no cards to count.
    copies = 4 * _decks(house)
    arguments = dict(codes=codes, raised=_codes(lambda left, right: True), counts=counts,
                     gains=gains, rules=(burns, last, copies))  # fmt: skip
    return Prepared(
        source=Shoes(_decks(house), cards),
        play=partial(play, **arguments),
        hands=endings(party),
        marks=tuple(
            f"{n} to {n + _DEPTH - 1} cards dealt" for n in range(0, max(cards, 1), _DEPTH)
        ),
        exposure=2 * setting.stake,
    )


KERNEL: Final = Kernel(strategies=(*STRATEGIES, COUNTING), prepare=prepare)
