"""What a player of Double Cross Poker sees before deciding: own two cards, far card, right card.

There are 3,248,700 situations, 185,185 up to a permutation of the suits. The solver counts by
coarser *classes*: by ranks alone, and by *kinds* of card. A kind is a rank together with whether
the card has the one marked suit. Kinds are numbered ``2 * rank + marked``; the deuce has rank 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.mathematics.compiled import compiled

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

SITUATIONS: Final = 1326 * 50 * 49
"""The number of situations: a hand of two cards, then the far and the right card."""
RANK_PAIRS: Final = np.array(list(combinations_with_replacement(range(13), 2)))
KIND_PAIRS: Final = np.array(list(combinations_with_replacement(range(26), 2)))
RANK_CLASSES: Final = (13, 13, len(RANK_PAIRS))
"""The classes by rank: ranks of the far and the right card, pair of ranks in the hand."""
KIND_CLASSES: Final = (13, 26, len(KIND_PAIRS))
"""The classes by kind.

Of the two open cards, the rank of the one whose suit is marked and the kind of the other; then the
pair of kinds in the hand.
"""


def _pair_numbers(pairs: Ints) -> Ints:
    """Return the pair numbers as a square table, so that the order of the two does not matter."""
    size = int(pairs.max()) + 1
    table = np.zeros((size, size), dtype=np.int64)
    table[pairs[:, 0], pairs[:, 1]] = table[pairs[:, 1], pairs[:, 0]] = np.arange(len(pairs))
    return table


_RANK_PAIR: Final = _pair_numbers(RANK_PAIRS)
_KIND_PAIR: Final = _pair_numbers(KIND_PAIRS)


def classes(first: Ints, second: Ints, far: Ints, right: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the three classes of situations.

    They are by rank, by kind with the far card's suit marked, and by kind with the right card's
    suit marked. Cards are numbers, or arrays of them.
    """
    ranks = far >> 2, right >> 2, _RANK_PAIR[first >> 2, second >> 2]
    return (
        np.ravel_multi_index(ranks, RANK_CLASSES),
        _kind_class(first, second, far, right),
        _kind_class(first, second, right, far),
    )


def _kind_class(first: Ints, second: Ints, marked: Ints, other: Ints) -> Ints:
    def kind(card: Ints) -> Ints:
        return np.asarray((card >> 2) * 2 + ((card ^ marked) & 3 == 0))

    own = _KIND_PAIR[kind(first), kind(second)]
    return np.ravel_multi_index((marked >> 2, kind(other), own), KIND_CLASSES)


@compiled
def canonical(first: int, second: int, far: int, right: int) -> int:
    """Return the number of a situation's representative, with suits renamed as they appear."""
    least = 52**4
    for a, b in ((first, second), (second, first)):
        if a >> 2 < b >> 2:
            continue
        names = np.full(4, -1)
        suits = 0
        number = 0
        for card in (a, b, far, right):
            if names[card & 3] < 0:
                names[card & 3] = suits
                suits += 1
            number = number * 52 + (card & ~3) + names[card & 3]
        least = min(least, number)
    return least


@compiled
def _census() -> Ints:
    """Count how many situations have each representative."""
    sizes = np.zeros(52**4, np.int64)
    for first in range(52):
        for second in range(first):
            for far in range(52):
                for right in range(52):
                    if far not in (first, second) and right not in (first, second, far):
                        sizes[canonical(first, second, far, right)] += 1
    return sizes


@compiled
def _mirrored(numbers: Ints) -> Ints:
    """Return the representatives after exchanging the far and the right card."""
    mirrored = np.empty_like(numbers)
    for n in range(numbers.size):
        own, opened = divmod(numbers[n], 52 * 52)
        mirrored[n] = canonical(own // 52, own % 52, opened % 52, opened // 52)
    return mirrored


@dataclass(frozen=True, slots=True)
class Situations:
    """All situations up to a permutation of the suits, as arrays of one length."""

    first: Ints
    second: Ints
    far: Ints
    right: Ints
    size: Ints
    """How many situations each stands for."""
    mirror: Ints
    """The index of the situation with the far and the right card exchanged."""
    number: Ints
    """The number from :func:`canonical`, ascending."""

    @property
    def classes(self) -> tuple[Ints, Ints, Ints]:
        """The three classes of each situation, whose counts add up to its own."""
        return classes(self.first, self.second, self.far, self.right)


@cache
def situations() -> Situations:
    """Return the list of situations, which is made only once."""
    sizes = _census()
    number = np.flatnonzero(sizes)
    first, second, far, right = (number // 52**place % 52 for place in (3, 2, 1, 0))
    mirror = np.searchsorted(number, _mirrored(number))
    return Situations(first, second, far, right, sizes[number], mirror, number)


# --- by rank and pattern of suits ---------------------------------------------------------------


def _patterns() -> Bytes:
    """Return the pattern (0 to 14) in which four suits agree.

    The index is the suits of three cards relative to the fourth, by exclusive or, two bits each.
    """
    names: dict[tuple[int, ...], int] = {}
    found = np.empty(64, np.uint8)
    for n, relative in enumerate(product(range(4), repeat=3)):
        suits = (0, *relative)
        found[n] = names.setdefault(tuple(map(suits.index, suits)), len(names))
    return found


PATTERNS: Final = _patterns()
PLACES: Final = 13**4 << 4


@compiled
def place_of(one: int, other: int, far: int, right: int) -> int:
    """Return the index of a situation among all ranks and patterns of suits."""
    suits = ((one ^ other) & 3) << 4 | ((one ^ far) & 3) << 2 | (one ^ right) & 3
    ranks = (((one >> 2) * 13 + (other >> 2)) * 13 + (far >> 2)) * 13 + (right >> 2)
    return ranks << 4 | int(PATTERNS[suits])


@compiled
def _places(one: Ints, other: Ints, far: Ints, right: Ints, places: Ints) -> None:
    for n in range(one.size):
        places[n] = place_of(one[n], other[n], far[n], right[n])


@cache
def places() -> tuple[Ints, Ints]:
    """Return the places of all situations, with the player's cards in either order."""
    at = situations()
    found = np.empty((2, len(at.first)), np.int64)
    for row, one, other in ((found[0], at.first, at.second), (found[1], at.second, at.first)):
        _places(one, other, at.far, at.right, row)
    return found[0], found[1]
