"""The compiled rankings against an independent evaluator and against the plain ones."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, starmap
from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray
from phevaluator import evaluate_5cards

import croupier.mathematics.compiled
import croupier.mathematics.fasthands
from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import (
    CATEGORIES,
    CATEGORIES3,
    CATEGORIES4,
    comparison_ranks,
    strength3,
    strength4,
    strength5,
    three_card,
)
from croupier.nouns.cards import DECK, INDEX
from croupier.nouns.hands import (
    Category,
    Comparison,
    LowAce,
    SuitedKingAceTwo,
    Unsuited,
    comparison_key,
    rank_hand,
    rank_three,
)

HANDS = 2_598_960
"""Five of 52 cards."""


def all_strengths() -> NDArray[np.int64]:
    """Return the strengths of all hands in the order of ``combinations(range(52), 5)``."""
    strengths = np.empty(HANDS, np.int64)
    n = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    for e in range(d + 1, 52):
                        strengths[n] = strength5(a, b, c, d, e)
                        n += 1
    return strengths


@pytest.fixture(scope="module")
def strengths() -> NDArray[np.int64]:
    return compiled(all_strengths, keep=False)()


def test_examples_in_the_docstring() -> None:
    for module in (croupier.mathematics.fasthands, croupier.mathematics.compiled):
        assert doctest.testmod(module).failed == 0


def test_all_hands_agree_with_an_independent_evaluator(strengths: NDArray[np.int64]) -> None:
    # That evaluator counts from the royal flush, 1, down to the weakest hand, 7462.
    others = np.fromiter(starmap(evaluate_5cards, combinations(range(52), 5)), np.int64, HANDS)
    assert np.array_equal(strengths, 7463 - others)


def test_all_hands_agree_with_the_plain_ranking(strengths: NDArray[np.int64]) -> None:
    keys = [rank_hand(cards).key for cards in combinations(DECK, 5)]
    place = {key: n for n, key in enumerate(sorted(set(keys)), start=1)}
    assert len(place) == 7462
    plain = np.fromiter(map(place.__getitem__, keys), np.int64, HANDS)
    assert np.array_equal(strengths, plain)


def test_categories_count_up(strengths: NDArray[np.int64]) -> None:
    counts = np.bincount(CATEGORIES[strengths])
    assert dict(zip(Category, counts.tolist(), strict=True)) == {
        Category.HIGH_CARD: 1_302_540,
        Category.PAIR: 1_098_240,
        Category.TWO_PAIR: 123_552,
        Category.THREE_OF_A_KIND: 54_912,
        Category.STRAIGHT: 10_200,
        Category.FLUSH: 5_108,
        Category.FULL_HOUSE: 3_744,
        Category.FOUR_OF_A_KIND: 624,
        Category.STRAIGHT_FLUSH: 36,
        Category.ROYAL_FLUSH: 4,
    }


def test_order_of_the_cards_does_not_matter() -> None:
    rng = random.Random(2)
    for _ in range(5000):
        cards = rng.sample(range(52), 5)
        assert strength5(*cards) == strength5(*sorted(cards))


@pytest.mark.parametrize(
    ("size", "strength", "categories"), [(3, strength3, CATEGORIES3), (4, strength4, CATEGORIES4)]
)
def test_short_hands_agree_with_the_plain_ranking(
    size: int, strength: Callable[..., int], categories: NDArray[np.int8]
) -> None:
    plain = [rank_hand(cards) for cards in combinations(DECK, size)]
    place = {hand: n for n, hand in enumerate(sorted(set(plain)), start=1)}
    fast = list(starmap(strength, combinations(range(52), size)))
    assert fast == [place[hand] for hand in plain]
    assert Counter(categories[fast].tolist()) == Counter(hand.category for hand in plain)


@pytest.mark.parametrize("low_ace", get_args(LowAce))
@pytest.mark.parametrize("wrap", get_args(SuitedKingAceTwo))
@pytest.mark.parametrize("unsuited", get_args(Unsuited))
def test_three_cards_agree_with_the_plain_ranking(
    low_ace: LowAce, wrap: SuitedKingAceTwo, unsuited: Unsuited
) -> None:
    readings = low_ace == "counts", wrap == "straight-flush", unsuited == "all-different"
    for a, b, c in combinations(DECK, 3):
        plain = rank_three((b, c, a), low_ace=low_ace, suited_king_ace_two=wrap, unsuited=unsuited)
        assert three_card(INDEX[a], INDEX[b], INDEX[c], *readings) == plain


@pytest.mark.parametrize("reading", get_args(Comparison))
def test_comparison_ranks_order_hands_as_the_reading_says__d_03(reading: Comparison) -> None:
    ranks = comparison_ranks(reading)
    rng = random.Random(3)
    for _ in range(5000):
        first, second = rng.sample(DECK, 5), rng.sample(DECK, 5)
        keys = [comparison_key(rank_hand(cards), reading) for cards in (first, second)]
        one, other = (ranks[strength5(*map(INDEX.__getitem__, cards))] for cards in (first, second))
        assert (one < other, one == other) == (keys[0] < keys[1], keys[0] == keys[1])
