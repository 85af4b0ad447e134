"""What a game's kernel offers to the simulator.

A kernel knows cards, not money. It is dealt whole blocks of rounds and returns, for every hand, the
number of its ending. What an ending pays is in a table, made once by the same code that pays at the
table. So results are counts, and all sums are exact.
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
"""The index in a kernel's memory of the next round's number."""
SHOE, PLACE = 1, 2
"""The indices of the current shoe and of the next card in it, for games with shoes."""
MEMORY: Final = 32
"""The size of the memory that a kernel keeps from block to block; it starts with zeros."""


@dataclass(frozen=True)
class Party:
    """The players at the table and how they play; all make the same first and side wagers."""

    setting: Setting
    strategies: tuple[str, ...]
    """The name of each seat's strategy."""
    side: int = 0
    """The side wager of each seat in cents; 0 if there is none."""

    @property
    def seats(self) -> int:
        """The number of players, one for each strategy."""
        return len(self.strategies)


class Ending(NamedTuple):
    """One way a hand or a side wager can end for a seat; money in cents."""

    outcome: str
    net: int
    wagered: int
    decision: str | None = None


Endings: TypeAlias = tuple[Ending, ...]
"""The endings by their number."""


@dataclass(frozen=True)
class Deck:
    """Every round is dealt from one whole deck and needs ``cards`` cards."""

    cards: int


@dataclass(frozen=True)
class Shoes:
    """Rounds are dealt from shoes of N decks, 0 for infinitely many; each needs ``cards`` cards."""

    decks: int
    cards: int


@dataclass(frozen=True)
class Prepared:
    """A party's rounds, ready to be dealt.

    ``play(cards, memory, hands, sides, marks)`` fills in the endings ``[seat, round]`` of as many
    rounds as there is room for, and returns their number, which is smaller if the shoes run out.
    ``cards`` are ``[card, round]`` from a deck, in the kernel's own order, or ``[shoe, card]`` from
    shoes. ``sides`` has no rows without side wagers, and ``marks`` no columns unless asked for.
    """

    source: Deck | Shoes
    play: Callable[[Cards, Memory, Codes, Codes, Codes], int]
    hands: Endings
    """What the numbers in ``hands`` mean, the same for every seat."""
    sides: Endings = ()
    marks: tuple[str, ...] = ()
    """What the numbers in ``marks`` mean: the groups into which rounds can be sorted."""
    exposure: int = 0
    """The most cents that a round can cost a seat."""
    exact: bool = True
    """Whether the exact odds apply to each seat's result."""


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
    """The strategy of a player who counts cards, in games with a shoe."""
