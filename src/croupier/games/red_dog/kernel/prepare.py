"""Fast rounds of Red Dog from whole shoes, with burn card and cut card.

Suits never matter, so for a seat that decides by the two cards alone the ending is in a table of
three ranks. A seat that counts cards raises according to the cards that it has not seen yet.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Final

import numpy as np

from croupier.games.red_dog.deck import marker_depth
from croupier.games.red_dog.house import RedDogHouse
from croupier.games.red_dog.kernel.rounds import DEPTH, Tables, play
from croupier.games.red_dog.mathematics.odds import decks, payouts, raises
from croupier.games.red_dog.mathematics.solver import SPREADS, STRATEGIES, Shoe, situation
from croupier.games.red_dog.script import odds_row
from croupier.mathematics.abreast import Array
from croupier.mathematics.analysis import CARD
from croupier.mathematics.kernels import (
    Ending,
    Endings,
    Kernel,
    Party,
    Prepared,
    Shoes,
)

COUNTING: Final = "counting"
"""The strategy that raises according to the actual composition of the shoe."""
CONSECUTIVE, PAIR, THREE = range(3)


def _code(spread: int, wins: bool, raised: bool) -> int:
    return THREE + 4 * spread - 3 + 2 * raised + (not wins)


def endings(party: Party) -> Endings:
    """Return all endings: without a spread, then win and loss by spread, passed and raised."""
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


def _codes(raising: Callable[[int, int], bool]) -> Array:
    """Return the ending of three ranks ``[left, right, third]``, given on which two to raise."""
    codes = np.empty((13, 13, 13), np.uint16)
    for left, right in product(range(13), repeat=2):
        low, high = sorted((left, right))
        spread = high - low - 1
        raised = spread > 0 and raising(left, right)
        for third in range(13):
            if spread > 0:
                codes[left, right, third] = _code(spread, low < third < high, raised)
            else:
                three = spread < 0 and third == left
                codes[left, right, third] = CONSECUTIVE if spread == 0 else PAIR + three
    return codes.ravel()


def _raises(party: Party, name: str) -> Callable[[int, int], bool]:
    """Return whether to raise on two ranks of a fresh shoe; a seat that counts decides later."""
    setting = party.setting
    whole, pays = Shoe.of(_decks(RedDogHouse.of(setting.house)) or None), payouts(setting)
    decide = raises(setting, "never-raise" if name == COUNTING else name)
    return lambda left, right: decide(situation(whole.without(left, right), left, right, pays))


def _decks(house: RedDogHouse) -> int:
    """Return the number of decks, 0 for infinitely many."""
    return decks(house) or 0


def _rules(house: RedDogHouse) -> tuple[int, int, int]:
    """Return the burns of a new shoe, the card after which it ends, and the cards it must hold.

    A continuous device, the infinite shoe and a house that always shuffles make a new shoe for
    every round.
    """
    burns = int(house.dealing != "continuous" and decks(house) is not None)
    each_round = not burns or house.shuffle_after_round == "always"
    size = 52 * _decks(house)
    marker = 0 if each_round else size - marker_depth(house, size)
    # After a round that ends right before the cut card, one more round is played or none.
    last = marker + (house.R_08 == "play-one-more" and not each_round)
    return burns, last, burns + 3 if each_round else marker + 3


def _gains(party: Party) -> Array:
    stake, won = party.setting.stake, payouts(party.setting).spread
    return np.array([[0, 0], *([int(won[spread] * stake), stake] for spread in SPREADS)])


def prepare(party: Party) -> Prepared:
    """Return what the simulation needs for these seats: shoes, rounds and endings."""
    setting = party.setting
    house = RedDogHouse.of(setting.house)
    burns, last, cards = _rules(house)
    # In an infinite shoe there is nothing to count.
    countless = {COUNTING: "optimal"} if decks(house) is None else {}
    names = [countless.get(name, name) for name in party.strategies]
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
        marks=tuple(f"{n} to {n + DEPTH - 1} cards dealt" for n in range(0, max(cards, 1), DEPTH)),
        exposure=2 * setting.stake,
    )


KERNEL: Final = Kernel(strategies=(*STRATEGIES, COUNTING, CARD), prepare=prepare, counter=COUNTING)
