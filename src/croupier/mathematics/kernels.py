"""What a game's kernel offers to the simulator.

A kernel knows cards, not money: it is dealt whole blocks of rounds and says for every hand by a number
how it ended. What an ending comes to is a table, made once by the same code that pays at the table. So
results are counts, and all sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.mathematics.analysis import Setting
from croupier.nouns.reasons import Reason
from croupier.rules.house import House

Cards: TypeAlias = NDArray[np.uint8]
Codes: TypeAlias = NDArray[np.uint16]
Memory: TypeAlias = NDArray[np.int64]

ROUND: Final = 0
"""The place in a kernel's memory of the next round's number."""
SHOE, PLACE = 1, 2
"""The places of the shoe being dealt and of the next card in it, where there are shoes."""
MEMORY: Final = 32
"""The size of the memory that a kernel keeps from block to block; it starts as zeros."""


@dataclass(frozen=True)
class Party:
    """Who sits at the table and how they play: all make the same first and side wagers."""

    setting: Setting
    strategies: tuple[str, ...]
    """Of each seat, by name."""
    side: int = 0
    """The side wager of each seat in cents; 0 for none."""

    @property
    def seats(self) -> int:
        """How many play, one strategy each."""
        return len(self.strategies)


class Ending(NamedTuple):
    """How a hand, or a side wager, can end for one seat; money in cents."""

    outcome: str
    net: int
    wagered: int
    decision: str | None = None


Endings: TypeAlias = tuple[Ending, ...]
"""By number."""


@dataclass(frozen=True)
class Deck:
    """Every round is dealt from one whole deck: so many cards of it."""

    cards: int


@dataclass(frozen=True)
class Shoes:
    """Rounds are dealt from shoes: of so many decks (0 is infinitely many), so many cards of each."""

    decks: int
    cards: int


@dataclass(frozen=True)
class Prepared:
    """A party's rounds, ready to be dealt.

    ``play(cards, memory, hands, sides, marks)`` fills the endings ``[seat, round]`` of as many rounds
    as there is room for, and returns their number: fewer if the shoes are used up. ``cards`` are
    ``[card, round]`` from a deck, in an order of the kernel's own, and ``[shoe, card]`` from shoes. ``sides``
    has no rows without side wagers, ``marks`` no columns if nobody asks for them.
    """

    source: Deck | Shoes
    play: Callable[[Cards, Memory, Codes, Codes, Codes], int]
    hands: Endings
    """What the numbers in ``hands`` mean, the same for every seat."""
    sides: Endings = ()
    marks: tuple[str, ...] = ()
    """What the numbers in ``marks`` mean: into what rounds can be sorted."""
    exposure: int = 0
    """The most cents that a round can ask of a seat."""
    exact: bool = True
    """Whether each seat's result is what the exact odds are about."""


@dataclass(frozen=True)
class Kernel:
    """A game's kernel."""

    strategies: tuple[str, ...]
    prepare: Callable[[Party], Prepared]
    side_wager: str | None = None
    side_limits: tuple[str, str] = ("", "")
    """The keys of its limits in the house file."""
    side_refused: Callable[[House], Reason | None] = lambda house: None
    """Why a house does not take the side wager at all."""
    counter: str | None = None
    """The strategy of one who counts cards, where cards go on from round to round."""
