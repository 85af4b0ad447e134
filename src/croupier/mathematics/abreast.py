"""Card arithmetic for many rounds abreast, compiled: what the simulation kernels share.

A row holds one card of every round. Loops that only look things up, without a branch, are run by the
processor eight or sixteen rounds at a time; what is rare, such as a flush, is put right afterwards.
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
"""A number that may be negative: compiled sums of signed and unsigned ones would be fractions."""


@compiled
def card(row: Row, n: int) -> int:
    """A card of a row."""
    return signed(row[n])


@compiled
def trios(a: Row, b: Row, c: Row, found: Array) -> None:
    """Of three cards: their row in a table of strengths (see :mod:`croupier.mathematics.fasthands`)."""
    for n in range(found.size):
        ranks = ((card(a, n) >> 2) * 13 + (card(b, n) >> 2)) * 13 + (card(c, n) >> 2)
        found[n] = TRIOS[ranks]


@compiled
def strengths(three: Array, d: Row, e: Row, plain: Array, found: Array) -> None:
    """What five cards compare by if they are no flush, in a table of three ranks and two."""
    for n in range(found.size):
        two = DUOS[(card(d, n) >> 2) * 13 + (card(e, n) >> 2)]
        found[n] = plain[three[n], two]


@compiled
def better(found: Array, other: Array) -> None:
    """The greater of each two, into the first."""
    for n in range(found.size):
        here, there = found[n], other[n]
        found[n] = here if here > there else there


@compiled
def flushes(a: Row, b: Row, c: Row, d: Row, e: Row, flush: Array, found: Array) -> None:
    """Put right what five cards compare by if they share a suit; ``flush`` goes by the ranks' mask."""
    for n in range(found.size):
        if ((a[n] ^ b[n]) | (a[n] ^ c[n]) | (a[n] ^ d[n]) | (a[n] ^ e[n])) & 3 == 0:
            ranks = 1 << (card(a, n) >> 2) | 1 << (card(b, n) >> 2) | 1 << (card(c, n) >> 2)
            ranks |= 1 << (card(d, n) >> 2) | 1 << (card(e, n) >> 2)
            found[n] = max(found[n], flush[ranks])
