"""Hand strengths as plain numbers, compiled for the lab's solvers and the simulation kernels.

Cards are numbers 0 to 51 (:data:`croupier.nouns.cards.INDEX`). A strength is a number from 1 up;
the greater is the better. It orders hands of one length exactly as
:func:`croupier.nouns.hands.rank_hand` does, from which the tables are made. Five cards have 7,462
strengths.

Five ranks are looked up as three and two: the three give a row and the two a column of a table that
is small enough for the processor's nearest caches (83 kB). A solver that keeps three cards fixed
can keep their row (:func:`trio`) and then needs one lookup per hand.

>>> from croupier.nouns.hands import Category
>>> strength5(51, 47, 43, 39, 35)
7462
>>> str(Category(category_of_strength(7462)))
'royal flush'
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.mathematics.compiled import compiled
from croupier.nouns.hands import Comparison, Hand, Key, ThreeCard, comparison_key, judge

Numbers = NDArray[np.int64]
Strengths = NDArray[np.int16]
Categories = NDArray[np.int8]

_WEIGHTS: Final = 5 ** np.arange(13)
"""The weight of each rank in the numbers that :func:`croupier.nouns.hands.judge` takes."""


def _choices(size: int) -> Numbers:
    """Return the ranks of N cards as numbers, one for each choice regardless of order."""
    ways = np.array(list(combinations_with_replacement(range(13), size)))
    return np.asarray(_WEIGHTS[ways].sum(axis=1))


def _places(size: int) -> Strengths:
    """Return the index in :func:`_choices` of the ranks of N cards, read as digits in base 13."""
    numbers = _WEIGHTS[np.indices((13,) * size).reshape(size, -1)].sum(axis=0)
    order = np.argsort(_choices(size))
    places = order[np.searchsorted(_choices(size), numbers, sorter=order)]
    return np.asarray(places, dtype=np.int16)


def _table(numbers: Numbers, suited: Iterable[Key] = ()) -> tuple[Strengths, list[Key]]:
    """Return the strengths of hands by their ranks, zero for five alike, and all keys in order."""
    kinds, where = np.unique(numbers, return_inverse=True)
    alike = set((5 * _WEIGHTS).tolist())
    keys = [None if kind in alike else judge(kind, False) for kind in kinds.tolist()]
    classes = sorted({key for key in keys if key}.union(suited))
    strength = {key: n for n, key in enumerate(classes, start=1)}
    cells = np.array([strength[key] if key else 0 for key in keys], dtype=np.int16)
    return cells[where].reshape(numbers.shape), classes


def _categories(classes: list[Key]) -> Categories:
    return np.array([0, *(category for category, _ in classes)], dtype=np.int8)


def _flushes(suited: dict[int, Key], classes: list[Key]) -> Strengths:
    strength = {key: n for n, key in enumerate(classes, start=1)}
    table = np.zeros(1 << 13, dtype=np.int16)
    for mask, key in suited.items():
        table[mask] = strength[key]
    return table


_SUITED: Final = {
    sum(1 << rank for rank in ranks): judge(int(_WEIGHTS[list(ranks)].sum()), True)
    for ranks in combinations(range(13), 5)
}
TRIOS: Final = _places(3)
DUOS: Final = _places(2)
STRENGTHS, _CLASSES = _table(np.add.outer(_choices(3), _choices(2)), _SUITED.values())
"""``STRENGTHS[trio, duo]``: the strength of five cards that do not share a suit."""
FLUSHES: Final = _flushes(_SUITED, _CLASSES)
"""The strength of five cards of one suit, by the mask of their ranks."""
CATEGORIES: Final = _categories(_CLASSES)
"""``CATEGORIES[strength]``: the category of five cards, as a number of ``Category``."""
_STRENGTHS4, _CLASSES4 = _table(np.add.outer(_choices(2), _choices(2)))
_STRENGTHS3, _CLASSES3 = _table(_choices(3))
CATEGORIES4: Final = _categories(_CLASSES4)
CATEGORIES3: Final = _categories(_CLASSES3)


_ACE_TWO_THREE: Final = 1 << 12 | 1 << 1 | 1 << 0
_KING_ACE_TWO: Final = 1 << 12 | 1 << 11 | 1 << 0


@compiled
def trio(a: int, b: int, c: int) -> int:
    """Return the row of :data:`STRENGTHS` for three cards."""
    return int(TRIOS[(a >> 2) * 169 + (b >> 2) * 13 + (c >> 2)])


@compiled
def duo(a: int, b: int) -> int:
    """Return the column of :data:`STRENGTHS` for two cards."""
    return int(DUOS[(a >> 2) * 13 + (b >> 2)])


@compiled
def strength5(a: int, b: int, c: int, d: int, e: int) -> int:
    """Return the strength of five cards, 1 to 7462."""
    if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3 == 0:
        mask = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)
        return int(FLUSHES[mask])
    return int(STRENGTHS[trio(a, b, c), duo(d, e)])


@compiled
def strength4(a: int, b: int, c: int, d: int) -> int:
    """Return the strength of a short hand of four cards, 1 to 1820."""
    return int(_STRENGTHS4[duo(a, b), duo(c, d)])


@compiled
def strength3(a: int, b: int, c: int) -> int:
    """Return the strength of a short hand of three cards, 1 to 455."""
    return int(_STRENGTHS3[trio(a, b, c)])


@compiled
def category_of_strength(strength: int) -> int:
    """Return the category of a five-card strength (short hands have their own tables)."""
    return int(CATEGORIES[strength])


@compiled
def three_card(a: int, b: int, c: int, low_ace: bool, wrap: bool, all_different: bool) -> int:
    """Return the result of :func:`croupier.nouns.hands.rank_three` as a number of ``ThreeCard``.

    The flags stand for the readings D-07 ``counts``, D-08 ``straight-flush`` and D-09
    ``all-different``.
    """
    x, y, z = a >> 2, b >> 2, c >> 2
    mask = 1 << x | 1 << y | 1 << z
    run = mask == 7 * (mask & -mask) or (low_ace and mask == _ACE_TWO_THREE)
    ab, ac, bc = (a ^ b) & 3, (a ^ c) & 3, (b ^ c) & 3  # zero where two cards share a suit
    if x == y == z:
        kind = ThreeCard.THREE_OF_A_KIND
    elif x in (y, z) or y == z:
        kind = ThreeCard.PAIR
    elif ab | ac == 0:
        straight = run or (wrap and mask == _KING_ACE_TWO)
        kind = ThreeCard.STRAIGHT_FLUSH if straight else ThreeCard.FLUSH
    elif run and (ab * ac * bc != 0 or not all_different):
        kind = ThreeCard.STRAIGHT
    else:
        kind = ThreeCard.HIGH_CARD
    return kind.value


def comparison_ranks(reading: Comparison) -> Strengths:
    """Return, by strength, numbers that compare five-card hands under a reading of D-03."""
    keys = [comparison_key(Hand(key, ()), reading) for key in _CLASSES]
    place = {key: n for n, key in enumerate(sorted(set(keys)), start=1)}
    return np.array([0, *(place[key] for key in keys)], dtype=np.int16)
