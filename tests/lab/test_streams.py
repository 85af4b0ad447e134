"""Random cards: numpy's Philox bit for bit, unbiased draws, independent rounds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import prod

import numpy as np
import pytest

from croupier.lab import streams
from croupier.lab.streams import deal, excess, philox, sharing, shuffle, stream


def draws(word: int, sizes: list[int], bits: int = 64) -> tuple[list[int], int]:
    """Return the draws of a word and what is left of it, in plain numbers of any size."""
    found = []
    for size in sizes:
        high, word = divmod(word * size, 1 << bits)
        found.append(high)
    return found, word


@pytest.mark.parametrize("key", [(0, 0), (1, 2), (2**64 - 1, 2**63), (123456789, 10**15)])
@pytest.mark.parametrize("counter", [(1, 0), (2**64 - 1, 0), (5, 2**32), (77, 2**40 + 3)])
def test_philox_is_numpys_bit_for_bit(key: tuple[int, int], counter: tuple[int, int]) -> None:
    low, high = counter
    before = (low + (high << 64) - 1) % (1 << 256)  # numpy counts up before it makes its words
    words = np.array([before >> 64 * n & 2**64 - 1 for n in range(4)], np.uint64)
    theirs = np.random.Philox(key=np.array(key, np.uint64), counter=words)
    ours = philox(stream(*key), *stream(low, high))
    assert [int(word) for word in ours] == theirs.random_raw(4).tolist()


def test_every_result_of_a_word_is_equally_frequent() -> None:
    """Check the argument in full, over all words of 16 bits without the rejected ones."""
    sizes, bits = [7, 6, 5], 16
    bound = (1 << bits) % prod(sizes)
    counts = Counter(
        tuple(found)
        for found, rest in (draws(word, sizes, bits) for word in range(1 << bits))
        if rest >= bound
    )
    assert len(counts) == prod(sizes)
    assert set(counts.values()) == {(1 << bits) // prod(sizes)}


def reference(seed: int, chunk: int, number: int, rows: int) -> tuple[list[int], int]:
    """Return a round's cards and the number of rejected words, by big numbers and a list."""
    deck, cards, thrown, lane = list(range(52)), list[int](), 0, 0
    while len(cards) < rows:
        count, results = sharing(len(deck), rows - len(cards), 1)
        sizes = [len(deck) - n for n in range(count)]
        assert results == prod(sizes) <= 1 << 57
        attempt = 0
        while True:
            words = philox(stream(seed, chunk), *stream(number >> 2, lane << 32 | attempt))
            places, rest = draws(int(words[number & 3]), sizes)
            if rest >= (1 << 64) % results:
                break
            attempt += 1
        for place in places:
            cards.append(deck[place])
            deck[place] = deck[-1]
            deck.pop()
        thrown += attempt
        lane += 1
    return cards, thrown


@pytest.mark.parametrize("rows", [1, 5, 9, 10, 11, 29, 51])
def test_rounds_have_the_cards_of_their_words(rows: int) -> None:
    cards = np.empty((rows, 400), np.uint8)
    deal(stream(3, 5), 1000, cards)
    expected = [reference(3, 5, 1000 + n, rows) for n in range(400)]
    assert cards.T.tolist() == [dealt for dealt, _ in expected]
    if rows == 51:
        assert sum(thrown for _, thrown in expected) > 0  # so rejected words are compared, too


def test_so_many_words_are_too_many() -> None:
    for results in (3, 52, 52 * 51 * 50, sharing(52, 9, 1)[1]):
        assert int(excess(results)) == (1 << 64) % results


def test_rounds_can_be_dealt_in_any_pieces() -> None:
    whole = np.empty((10, 5000), np.uint8)
    deal(stream(9, 9), 0, whole)
    for start, size in ((0, 100), (1024, 2048), (4096, 904), (2048, 1)):
        part = np.empty((10, size), np.uint8)
        deal(stream(9, 9), start, part)
        assert (part == whole[:, start : start + size]).all()


@pytest.mark.parametrize("rows", [1, 2, 5, 9, 15, 51])
def test_every_card_is_as_likely_in_every_place(rows: int) -> None:
    rounds = 200_000
    cards = np.empty((rows, rounds), np.uint8)
    deal(stream(11, rows), 0, cards)
    for row in cards:
        counts = np.bincount(row, minlength=52)
        chi = ((counts - rounds / 52) ** 2).sum() / (rounds / 52)
        assert chi < 110  # 51 degrees of freedom: exceeded once in a million


def test_every_order_of_three_cards_is_as_likely() -> None:
    rounds = 2_000_000
    cards = np.empty((3, rounds), np.uint8)
    deal(stream(12, 0), 0, cards)
    few = cards[:, (cards < 4).all(axis=0)]
    counts = Counter(map(tuple, few.T.tolist()))
    assert set(counts) == set(permutations(range(4), 3))
    mean = few.shape[1] / 24
    assert sum((n - mean) ** 2 for n in counts.values()) / mean < 70


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_a_shoe_holds_every_card_as_often_as_its_decks(decks: int) -> None:
    shoes = np.empty((50, 52 * decks), np.uint8)
    shuffle(stream(4, 4), 0, decks, shoes)
    for shoe in shoes:
        assert (np.bincount(shoe, minlength=52) == decks).all()
    assert len({shoe.tobytes() for shoe in shoes}) == 50


def test_shoes_stand_by_themselves() -> None:
    many = np.empty((20, 100), np.uint8)
    shuffle(stream(4, 4), 0, 6, many)
    one = np.empty((1, 100), np.uint8)
    shuffle(stream(4, 4), 13, 6, one)
    assert (one[0] == many[13]).all()


@pytest.mark.parametrize("decks", [streams.INFINITE, 1, 6])
def test_every_card_of_a_shoe_is_as_likely_in_every_place(decks: int) -> None:
    shoes = np.empty((60_000, 13), np.uint8)
    shuffle(stream(5, decks), 0, decks, shoes)
    for row in shoes.T:
        counts = np.bincount(row, minlength=52)
        assert ((counts - 60_000 / 52) ** 2).sum() / (60_000 / 52) < 110
    repeated = (shoes[:, :1] == shoes[:, 1:2]).mean()
    same = (decks * 52 - 52) / 52 / (decks * 52 - 1) if decks else 1 / 52
    assert repeated == pytest.approx(same, abs=0.003)
