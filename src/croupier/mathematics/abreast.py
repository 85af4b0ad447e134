"""Compiled card arithmetic for many rounds at a time, shared by the simulation kernels.

A row holds one card of every round. The processor runs loops of plain lookups, without branches,
eight or sixteen rounds at a time. Rare cases, such as a flush, are corrected afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import DUOS, TRIOS

Array: TypeAlias = NDArray[Any]
Row: TypeAlias = NDArray[np.uint8]


signed = cast("Callable[[Any], int]", np.int64)
"""Converts to a signed number; numba makes sums of signed and unsigned integers floats."""


@compiled
def card(row: Row, n: int) -> int:
    """Return a card of a row."""
    return signed(row[n])


@compiled
def trios(a: Row, b: Row, c: Row, found: Array) -> None:
    """Fill in the row of three cards in a table of strengths (see :mod:`.fasthands`)."""
    for n in range(found.size):
        ranks = ((card(a, n) >> 2) * 13 + (card(b, n) >> 2)) * 13 + (card(c, n) >> 2)
        found[n] = TRIOS[ranks]


@compiled
def strengths(three: Array, d: Row, e: Row, plain: Array, found: Array) -> None:
    """Fill in the strength of five cards, unless a flush, from a table of three ranks and two."""
    for n in range(found.size):
        two = DUOS[(card(d, n) >> 2) * 13 + (card(e, n) >> 2)]
        found[n] = plain[three[n], two]


@compiled
def better(found: Array, other: Array) -> None:
    """Put the greater of each two values into the first array."""
    for n in range(found.size):
        here, there = found[n], other[n]
        found[n] = here if here > there else there


@compiled
def flushes(a: Row, b: Row, c: Row, d: Row, e: Row, flush: Array, found: Array) -> None:
    """Correct the strength of five cards of one suit; ``flush`` is by their mask of ranks."""
    for n in range(found.size):
        if ((a[n] ^ b[n]) | (a[n] ^ c[n]) | (a[n] ^ d[n]) | (a[n] ^ e[n])) & 3 == 0:
            ranks = 1 << (card(a, n) >> 2) | 1 << (card(b, n) >> 2) | 1 << (card(c, n) >> 2)
            ranks |= 1 << (card(d, n) >> 2) | 1 << (card(e, n) >> 2)
            found[n] = max(found[n], flush[ranks])
