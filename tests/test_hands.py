"""The rankings in plain Python: categories, order, short hands, three cards, readings."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from itertools import combinations, pairwise
from typing import get_args

import pytest

import croupier.nouns.hands
from croupier.nouns.cards import DECK, Card, CardError, parse_cards
from croupier.nouns.hands import (
    Category,
    Comparison,
    Hand,
    LowAce,
    SuitedKingAceTwo,
    ThreeCard,
    Unsuited,
    comparison_key,
    rank_hand,
    rank_three,
)

WEAKEST_TO_STRONGEST = """
7c 5d 4h 3s 2c | seven high
9c 5d 4h 3s 2c | nine high
9c 6d 4h 3s 2c | nine high
Ac Kd Qh Js 9c | ace high
2c 2d 5h 4s 3c | pair of twos
6c 6d 5h 4s 3c | pair of sixes
Jc Jd 4h 3s 2c | pair of jacks
Jc Jd Ah 3s 2c | pair of jacks
3c 3d 2h 2s Ac | two pair, threes and twos
4c 4d 2h 2s 3c | two pair, fours and twos
4c 4d 3h 3s 2c | two pair, fours and threes
4c 4d 3h 3s Ac | two pair, fours and threes
2c 2d 2h 4s 3c | three of a kind, twos
Ac Ad Ah 3s 2c | three of a kind, aces
Ac 2d 3h 4s 5c | straight, five high
2c 3d 4h 5s 6c | straight, six high
Tc Jd Qh Ks Ac | straight, ace high
2c 3c 4c 5c 7c | flush, seven high
Ac 2c 3c 4c 6c | flush, ace high
Ac Kc Qc Jc 9c | flush, ace high
2c 2d 2h As Ac | full house, twos full of aces
3c 3d 3h 2s 2c | full house, threes full of twos
Kc Kd Kh 5s 5c | full house, kings full of fives
2c 2d 2h 2s Ac | four of a kind, twos
Ac Ad Ah As 2c | four of a kind, aces
Ac Ad Ah As Kc | four of a kind, aces
Ac 2c 3c 4c 5c | straight flush, five high
9c Tc Jc Qc Kc | straight flush, king high
Tc Jc Qc Kc Ac | royal flush
"""


def hand(text: str) -> Hand:
    return rank_hand(parse_cards(text))


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(croupier.nouns.hands).failed == 0


def test_hands_are_described_and_ascend() -> None:
    lines = [line.split(" | ") for line in WEAKEST_TO_STRONGEST.strip().splitlines()]
    hands = [hand(cards) for cards, _ in lines]
    assert [h.describe() for h in hands] == [words for _, words in lines]
    for weaker, stronger in pairwise(hands):
        assert weaker < stronger
        assert stronger > weaker
        assert weaker != stronger


def test_every_category_has_a_slug_and_a_name() -> None:
    assert [category.slug for category in reversed(Category)] == [
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
        "straight",
        "three-of-a-kind",
        "two-pair",
        "pair",
        "high-card",
    ]
    assert str(Category.FOUR_OF_A_KIND) == "four of a kind"
    assert ThreeCard.STRAIGHT_FLUSH.slug == "straight-flush"


def test_order_and_suits_of_the_cards_do_not_matter() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        cards = rng.sample(DECK, 5)
        suits = dict(zip("cdhs", rng.sample("cdhs", 4), strict=True))
        other = [Card(card[0] + suits[card[1]]) for card in cards]
        rng.shuffle(other)
        first, second = rank_hand(cards), rank_hand(other)
        assert first == second
        assert hash(first) == hash(second)
        assert first.cards == tuple(cards)


@pytest.mark.parametrize("cards", ["Qc Kd Ah 2s 3c", "Kc Ad 2h 3s 4c", "Jc Qd Kh As 2c"])
def test_no_straight_wraps_around_the_ace(cards: str) -> None:
    assert hand(cards).describe() == "ace high"


def test_a_wrapped_flush_is_a_flush_only() -> None:
    assert hand("Qc Kc Ac 2c 3c").category is Category.FLUSH


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Jc Jd", "pair of jacks"),
        ("Ac Kc", "ace high"),
        ("2c 3c 4c", "four high"),
        ("Ac 2d 3h", "ace high"),
        ("Jc 4d Jh", "pair of jacks"),
        ("9c 9d 9h", "three of a kind, nines"),
        ("2c 3c 4c 5c", "five high"),
        ("9c 9d 4h 4s", "two pair, nines and fours"),
        ("9c 9d 9h 4s", "three of a kind, nines"),
        ("9c 9d 9h 9s", "four of a kind, nines"),
    ],
)
def test_short_hands_hold_groups_only(cards: str, words: str) -> None:
    assert hand(cards).describe() == words


@pytest.mark.parametrize("size", [2, 3, 4])
def test_short_hands_count_up(size: int) -> None:
    counts = Counter(rank_hand(cards).category.slug for cards in combinations(DECK, size))
    known = {
        2: {"high-card": 1248, "pair": 78},
        3: {"high-card": 18304, "pair": 3744, "three-of-a-kind": 52},
        4: {
            "high-card": 183040,
            "pair": 82368,
            "two-pair": 2808,
            "three-of-a-kind": 2496,
            "four-of-a-kind": 13,
        },
    }
    assert counts == known[size]


@pytest.mark.parametrize("cards", ["", "As", "As As", "As ??", "2c 3c 4c 5c 6c 7c"])
def test_what_is_not_a_hand_is_refused(cards: str) -> None:
    with pytest.raises(CardError):
        hand(cards)


@pytest.mark.parametrize("cards", ["As Ks", "As Ks ??", "As As Ks", "As Ks Qs Js"])
def test_what_is_not_a_three_card_hand_is_refused(cards: str) -> None:
    with pytest.raises(CardError):
        rank_three(parse_cards(cards))


@pytest.mark.parametrize(
    ("better", "worse", "readings"),
    [
        ("Ac Kd 9h 3s 2c", "As 9d 8h 3c 2d", {"standard"}),
        ("Ac Kd 9h 3s 2c", "Ks Qd Jh 3c 2d", {"standard", "top-card-only", "category-only"}),
        ("Jc Jd 9h 3s 2c", "Ts Td Ah 3c 2d", {"standard", "top-card-only"}),
        ("Jc Jd 9h 3s 2c", "Js Jh 8h 3c 2d", {"standard", "top-card-only"}),
        ("Ac Kc Qc 3c 2c", "9s 8s 7s 3s 2s", {"standard", "top-card-only"}),
        ("Ac Kc Qc Jc Tc", "9s 8s 7s 6s 5s", {"standard", "top-card-only", "category-only"}),
        ("2c 2d 5h 4s 3c", "Ac Kd Qh Js 9c", {"standard", "top-card-only", "category-only"}),
    ],
)
def test_readings_of_the_missing_tie_break__d_03(
    better: str, worse: str, readings: set[str]
) -> None:
    for reading in get_args(Comparison):
        first = comparison_key(hand(better), reading)
        second = comparison_key(hand(worse), reading)
        assert (first > second) == (reading in readings)
        assert first >= second


BASE = {"straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744}


@pytest.mark.parametrize("low_ace", get_args(LowAce))
@pytest.mark.parametrize("wrap", get_args(SuitedKingAceTwo))
@pytest.mark.parametrize("unsuited", get_args(Unsuited))
def test_three_card_counts_under_every_reading__d_07_d_08_d_09(
    low_ace: LowAce, wrap: SuitedKingAceTwo, unsuited: Unsuited
) -> None:
    runs = 12 - (low_ace == "does-not-count")
    straight_flushes = 4 * runs + 4 * (wrap == "straight-flush")
    straights = runs * (60 if unsuited == "not-all-same" else 24)
    known = BASE | {
        "straight-flush": straight_flushes,
        "flush": 4 * 286 - straight_flushes,
        "straight": straights,
    }
    known["high-card"] = 22100 - sum(known.values())
    counts = Counter(
        rank_three(
            cards,
            low_ace=low_ace,
            suited_king_ace_two=wrap,
            unsuited=unsuited,
        ).slug
        for cards in combinations(DECK, 3)
    )
    assert counts == known
