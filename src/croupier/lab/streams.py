"""Random cards for simulations: counter-based streams, and unbiased draws.

A stream belongs to a seed and a chunk of rounds. Its words are a function of the two and of a
counter (Philox 4x64 with ten rounds, the same bits as numpy's). So every round can be dealt by
itself, in any order, on any machine, and totals do not depend on which worker computed which chunk.

Several draws come from one word (Brackett-Rozinsky and Lemire, 2024): the product of a word and the
number of choices is a draw in its upper half and a new word in its lower half. Where the draws of a
word would favour some results, all of them are thrown away together. For nine cards that happens to
one word in 14,000.

>>> cards = np.empty((9, 4), np.uint8)
>>> deal(stream(seed=1, chunk=0), 0, cards)
>>> [len(set(dealt)) for dealt in cards.T.tolist()]
[9, 9, 9, 9]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from croupier.mathematics.compiled import compiled

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Key: TypeAlias = tuple[int, int]

ALGORITHM: Final = 1
"""The version of the algorithm, raised whenever the same seed gives other cards."""
INFINITE: Final = 0
"""The number of decks that stands for a shoe which drawing does not change."""

_W = cast("Callable[[int], int]", np.uint64)
_BYTE = cast("Callable[[int], int]", np.uint8)
_signed = cast("Callable[[int], int]", np.int64)
_MULTIPLIERS: Final = _W(0xD2E7470EE14C6C93), _W(0xCA5A826395121157)
_STEPS: Final = _W(0x9E3779B97F4A7C15), _W(0xBB67AE8584CAA73B)
_ZERO, _ONE, _HALF, _LOWER = _W(0), _W(1), _W(32), _W(0xFFFFFFFF)
_ROOM: Final = 1 << 57
"""Draws share a word while they have at most this many joint results, so few words are lost."""
_TILE: Final = 1024
"""How many rounds are dealt at once, so that their cards stay in the nearest cache."""


def stream(seed: int, chunk: int) -> Key:
    """Return the key of a chunk's stream; seeds are below 2**64."""
    return _W(seed), _W(chunk)


_tuple: Any = types.UniTuple
_PAIR: Final[Any] = _tuple(types.uint64, 2)


def _multiply(typing: Any, one: Any, other: Any) -> Any:
    """Compile a product of two words into its upper and its lower word."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = args[0].type
        wide = type(word)(128)
        product = builder.mul(*(builder.zext(arg, wide) for arg in args))
        halves = builder.trunc(builder.lshr(product, wide(64)), word), builder.trunc(product, word)
        return context.make_tuple(builder, signature.return_type, halves)

    word: Any = types.uint64
    return _PAIR(word, word), build


_times = cast("Callable[[int, int], tuple[int, int]]", intrinsic(_multiply))


@compiled
def philox(key: Key, low: int, high: int) -> tuple[int, int, int, int]:
    """Return four words from the two lower words of a counter; its upper words are zero."""
    a, b, c, d = low, high, _ZERO, _ZERO
    one, other = key
    for _ in range(10):
        high_a, low_a = _times(_MULTIPLIERS[0], a)
        high_c, low_c = _times(_MULTIPLIERS[1], c)
        a, b, c, d = high_c ^ b ^ one, low_c, high_a ^ d ^ other, low_a
        one += _STEPS[0]
        other += _STEPS[1]
    return a, b, c, d


@compiled
def _fill(key: Key, first: int, lane: int, words: Words) -> None:
    """Fill in the words of a lane from ``first`` on; it and their number are multiples of four."""
    block = _W(first >> 2)
    for n in range(0, words.size, 4):
        a, b, c, d = philox(key, block, _W(lane) << _HALF)
        words[n], words[n + 1], words[n + 2], words[n + 3] = a, b, c, d
        block += _ONE


@compiled
def _instead(key: Key, n: int, lane: int, attempt: int) -> int:
    """Return what replaces the n-th word of a lane after ``attempt`` words were thrown away."""
    a, b, c, d = philox(key, _W(n >> 2), _W(lane) << _HALF | _W(attempt))
    return ((d if n & 1 else c) if n & 2 else (b if n & 1 else a)) if n & 3 else a


@compiled
def sharing(size: int, most: int, fewer: int) -> tuple[int, int]:
    """Return how many draws, of at most ``most``, share a word, and their number of joint results.

    The first draw is from ``size`` cards, and each further one from ``fewer`` cards less.
    """
    draws, results = 0, 1
    while draws < most and results * size <= _ROOM:
        results *= size
        size -= fewer
        draws += 1
    return draws, results


@compiled
def excess(results: int) -> int:
    """Return 2**64 modulo the number of results: the surplus words that would favour some."""
    return (_ZERO - _W(results)) % _W(results)


# --- one deck for every round ---------------------------------------------------------------------


@compiled
def _split(words: Words, size: int, places: Bytes) -> None:
    """Draw a place below ``size`` from every word, and leave the rest of the word for more draws.

    It works on half words, because processors multiply many of those at a time.
    """
    for n in range(words.size):
        lower = (words[n] & _LOWER) * _W(size)
        upper = (words[n] >> _HALF) * _W(size) + (lower >> _HALF)
        places[n] = upper >> _HALF
        words[n] = upper << _HALF | lower & _LOWER


@compiled
def _draw(key: Key, first: int, lane: int, size: int, words: Words, places: Bytes) -> None:
    """Draw one of ``size - n`` places for each column of row n."""
    _fill(key, first, lane, words)
    for row in range(places.shape[0]):
        _split(words, size - row, places[row])
    bound = excess(sharing(size, places.shape[0], 1)[1])
    for n in range(words.size):
        attempt = 0
        while words[n] < bound:
            attempt += 1
            again = words[n : n + 1]
            again[0] = _instead(key, first + n, lane, attempt)
            for row in range(places.shape[0]):
                _split(again, size - row, places[row, n : n + 1])


@compiled
def _bring(then: Bytes, now: Bytes, brought: Bytes, cards: Bytes, last: int, moved: Bytes) -> None:
    for n in range(cards.size):
        # Everything is read before anything is chosen, so the loop runs 32 or 64 rounds at once.
        there, here, card, own, tail = then[n], now[n], brought[n], cards[n], moved[n]
        cards[n] = card if there == here else own
        moved[n] = card if there == last else tail


@compiled
def _take(places: Bytes, cards: Bytes, moved: Bytes) -> None:
    """Turn places into cards: the card at a place leaves, and the deck's last card moves there.

    This is the Fisher-Yates shuffle without a deck in memory: a place holds the card of its own
    number, or the one that was last moved there.
    """
    for row in range(places.shape[0]):
        last = _BYTE(51 - row)
        cards[row, :] = places[row]
        moved[row, :] = last
        for earlier in range(row):
            _bring(places[earlier], places[row], moved[earlier], cards[row], last, moved[row])


@compiled
def deal(key: Key, first: int, cards: Bytes) -> None:
    """Deal each round from a whole deck: column n gets the cards of round ``first + n``.

    The cards of a round are all different. ``first`` must be a multiple of four.
    """
    rows, rounds = cards.shape
    words = np.empty(_TILE, np.uint64)
    places = np.empty((rows, _TILE), np.uint8)
    moved = np.empty((rows, _TILE), np.uint8)
    taken = np.empty((rows, _TILE), np.uint8)
    for start in range(0, rounds, _TILE):
        row = lane = 0
        while row < rows:
            draws = sharing(52 - row, rows - row, 1)[0]
            _draw(key, first + start, lane, 52 - row, words, places[row : row + draws])
            row += draws
            lane += 1
        _take(places, taken, moved)
        width = min(_TILE, rounds - start)
        cards[:, start : start + width] = taken[:, :width]


# --- shoes of several decks -----------------------------------------------------------------------


@compiled
def _plan(size: int, cards: int, fewer: int) -> tuple[Numbers, Words]:
    """Return how many draws each word of a shoe serves, and below what a word is thrown away."""
    draws = np.zeros(cards + 3, np.int64)
    bounds = np.zeros(cards + 3, np.uint64)
    word = dealt = 0
    while dealt < cards:
        share, results = sharing(size - fewer * dealt, cards - dealt, fewer)
        draws[word] = share
        bounds[word] = excess(results)
        dealt += share
        word += 1
    whole = word + 3 & ~3  # words come by fours
    return draws[:whole], bounds[:whole]


@compiled
def shuffle(key: Key, first: int, decks: int, shoes: Bytes) -> None:
    """Fill shoes: row n gets the first cards of shoe ``first + n``, in the order they leave."""
    fewer = int(decks != INFINITE)
    size = 52 * max(decks, 1)
    draws, bounds = _plan(size, shoes.shape[1], fewer)
    words = np.empty(draws.size, np.uint64)
    places = np.empty(shoes.shape[1], np.int64)
    pack = np.empty(size, np.uint8)
    for n in range(size):
        pack[n] = n % 52
    for n in range(shoes.shape[0]):
        _fill(key, 0, first + n, words)
        dealt = 0
        for word in range(words.size):
            attempt = 0
            while True:
                rest = words[word]
                for draw in range(dealt, dealt + draws[word]):
                    high, rest = _times(rest, _W(size - fewer * draw))
                    places[draw] = fewer * draw + _signed(high)
                if rest >= bounds[word]:
                    break
                attempt += 1
                words[word] = _instead(key, word, first + n, attempt)
            dealt += draws[word]
        for place in range(dealt):
            shoes[n, place] = pack[places[place]]
            if fewer:
                pack[places[place]] = pack[place]
        for place in range(dealt):
            pack[places[place]] = places[place] % 52
