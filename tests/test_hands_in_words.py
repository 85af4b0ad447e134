"""Hands in words: down to the card that decides, and no further than a viewer may see."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from croupier.nouns.cards import DECK, parse_cards
from croupier.nouns.hands import Category, Comparison, Hand, comparison_key, in_words, rank_hand
from croupier.telling.result import explained_result
from tests.clauses.winners_pot import deck
from tests.support import play


def hand(text: str) -> Hand:
    return rank_hand(parse_cards(text))


def told(*texts: str, reading: Comparison = "standard") -> list[str]:
    hands = {str(n): hand(text) for n, text in enumerate(texts, 1)}
    return [one.words for one in in_words(hands, reading).values()]


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        # five cards, every category in which a kicker can decide
        ("Ac Qd 9h 5s 4c", "As Qh 9d 5c 3c", ["ace, queen, nine, five, four high", "… three high"]),
        ("Ac Qd 9h 5s 4c", "As Jh 9d 5c 3c", ["ace, queen high", "ace, jack high"]),
        ("Ac Qd 9h 5s 4c", "Ks Jh 9d 5c 3c", ["ace high", "king high"]),
        ("Kc Kd Ah 9s 2c", "Kh Ks Qh 9d 2d", ["pair of kings, ace kicker", "… queen kicker"]),
        (
            "Kc Kd Ah 9s 3c",
            "Kh Ks Ad 9d 2d",
            ["pair of kings, ace, nine and three kickers", "… ace, nine and two kickers"],
        ),
        ("Kc Kd Ah 9s 2c", "Qh Qs Ad 9d 2d", ["pair of kings", "pair of queens"]),
        (
            "Ac Ad Th Ts Qc",
            "Ah As Td Tc 4c",
            ["two pair, aces and tens, queen kicker", "… four kicker"],
        ),
        (
            "Ac Ad Th Ts Qc",
            "Ah As 9d 9c Kc",
            ["two pair, aces and tens", "two pair, aces and nines"],
        ),
        (
            "7c 7d 7h As 9c",
            "7c 7d 7h As 4c",
            ["three of a kind, sevens, ace and nine kickers", "… ace and four kickers"],
        ),
        ("7c 7d 7h As 9c", "6c 6d 6h Ks 4c", ["three of a kind, sevens", "three of a kind, sixes"]),
        ("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", ["straight, five high", "straight, six high"]),
        ("Tc Jd Qh Ks Ac", "9c Td Jh Qs Kc", ["straight, ace high", "straight, king high"]),
        (
            "Ac Qc 9c 5c 4c",
            "Ah Qh 9h 6h 4h",
            ["flush, ace, queen, nine, five high", "flush, ace, queen, nine, six high"],
        ),
        (
            "Kc Kd Kh 5s 5c",
            "Kc Kd Kh 4s 4c",
            ["full house, kings full of fives", "full house, kings full of fours"],
        ),
        (
            "2c 2d 2h As Ac",
            "3c 3d 3h 4s 4c",
            ["full house, twos full of aces", "full house, threes full of fours"],
        ),
        (
            "Ac Ad Ah As Kc",
            "Ac Ad Ah As 2c",
            ["four of a kind, aces, king kicker", "four of a kind, aces, two kicker"],
        ),
        (
            "Ac 2c 3c 4c 5c",
            "9c Tc Jc Qc Kc",
            ["straight flush, five high", "straight flush, king high"],
        ),
        ("Tc Jc Qc Kc Ac", "Th Jh Qh Kh Ah", ["royal flush", "royal flush"]),
        # three and four cards, as a hand that was folded is judged
        ("Jc Jd Ah", "Jh Js 9c", ["pair of jacks, ace kicker", "pair of jacks, nine kicker"]),
        ("Ac 9d 4h", "As 9h 3d", ["ace, nine, four high", "ace, nine, three high"]),
        ("5c 5d 5h", "4c 4d 4h", ["three of a kind, fives", "three of a kind, fours"]),
        ("9c 9d 4h 4s", "9h 9s 3h 3s", ["two pair, nines and fours", "two pair, nines and threes"]),
        ("2c 3c 4c", "Ac Kc Qc", ["four high", "ace high"]),
        # equal hands are told to their last card, so that one sees that they are equal
        ("Ac Qd 9h", "As Qh 9d", ["ace, queen, nine high", "ace, queen, nine high"]),
        ("Kc Kd Ah", "Kh Ks Ad", ["pair of kings, ace kicker", "pair of kings, ace kicker"]),
    ],
)
def test_the_words_show_why_one_hand_wins(one: str, other: str, words: list[str]) -> None:
    for said, expected in zip(told(one, other), words, strict=True):
        assert said == expected or (expected[0] == "…" and said.endswith(expected[2:])), said


def test_hands_that_differ_never_sound_alike_and_equal_hands_always_do() -> None:
    random = Random(3)
    for _ in range(4000):
        size = random.choice((3, 4, 5))
        cards = random.sample(DECK, 8)
        hands = [rank_hand(random.sample(cards, size)) for _ in range(2)]
        one, other = in_words({"1": hands[0], "2": hands[1]}).values()
        assert (one.words == other.words) is (hands[0] == hands[1]), hands
        assert one.hand == hands[0].category.slug


def test_where_kickers_do_not_count_they_are_not_named() -> None:
    both = "Ac Qd 9h 5s 4c", "As Jh 9d 5c 3c"
    assert told(*both, reading="top-card-only") == ["ace high", "ace high"]
    pairs = "Kc Kd Ah 9s 2c", "Qh Qs Ad 9d 2d"
    assert told(*pairs, reading="category-only") == ["pair of kings", "pair of queens"]
    for reading in ("standard", "top-card-only", "category-only"):
        for mine, theirs in combinations([hand(text) for text in (*both, *pairs)], 2):
            words = [t.words for t in in_words({"1": mine, "2": theirs}, reading).values()]
            if comparison_key(mine, reading) != comparison_key(theirs, reading):
                assert words[0] != words[1]


def test_every_category_has_words_at_every_depth() -> None:
    seen = set()
    for text in ("Ac Kd 9h 3s 2c", "Tc Jc Qc Kc Ac", "2c 2d 2h As Ac", "Ac Ad Th Ts Qc"):
        one = hand(text)
        seen.add(one.category)
        for depth in range(6):
            assert one.describe(depth).startswith(one.describe().partition(" ")[0].rstrip(","))
    assert Category.ROYAL_FLUSH in seen


# --- in the result of a round ---------------------------------------------------------------------


def test_ace_high_loses_to_ace_high_by_a_kicker() -> None:
    """Both are ace high in the round's events; the result names the card that decides."""
    # Own two cards, the dealer's two, then the cross: left, center, right, near, far.
    cards = "Ah 9d Ad Kc 2h 4c 5s 6d 7h"
    round = play("double-cross-poker", cards, "1 wager ante 10; dealer close; 1 raise vertical")
    result = explained_result(round)
    seat, dealer = result["hands"]["1"], result["hands"]["dealer"]
    assert seat["hand"] == dealer["hand"] == result["seats"]["1"]["hand"] == "high-card"
    assert seat["words"] == result["seats"]["1"]["hand_words"] == "ace, nine high"
    assert dealer["words"] == "ace, king high"


def test_the_showdown_of_a_pot_names_every_hand() -> None:
    hands = {1: "As Kd 7c 2h 3d", 2: "Ad Kc 7d 2c 4h"}
    order = deck(hands, "9h Jc 6s 6d Tc")
    wagers = "1 wager ante; 2 wager ante; dealer close"
    decisions = "1 bet; 2 bet; 1 double; 2 double"
    result = explained_result(play("winners-pot-poker", order, wagers, decisions, seats=2))
    assert {n: told["words"] for n, told in result["hands"].items()} == {
        "1": "ace, king, seven, three high",
        "2": "ace, king, seven, four high",
        "dealer": "pair of sixes",
    }


def test_a_hand_that_was_folded_is_told_by_itself() -> None:
    hands = {1: "As Kd 7c 2h 3d", 2: "Qs Qd 8c 4h 5d"}
    order = deck(hands, "9h Jc 6s 6d Tc", folds={2: 3})
    wagers = "1 wager ante; 2 wager ante; 2 wager jacks-plus 5; dealer close"
    result = explained_result(
        play("winners-pot-poker", order, wagers, "1 bet; 2 fold; 1 double", seats=2)
    )
    assert result["seats"]["2"]["hand_words"] == "pair of queens"
    assert result["hands"]["1"]["words"] == "ace high"


def test_double_down_stud_names_each_hand_by_its_row() -> None:
    said = "1 wager original 10; 2 wager original 10; dealer close; 1 pass; 2 pass"
    round = play("double-down-stud", "9c Ks 2d 9d Kh 4s", said, seats=2)
    words = [explained_result(round)["seats"][n]["hand_words"] for n in "12"]
    assert words == ["pair of nines", "pair of kings"]


def test_red_dog_has_no_hands() -> None:
    round = play("red-dog", "5h 4c 7d 5d", "1 wager original 10; dealer close; 1 pass")
    result = explained_result(round)
    assert result["hands"] == {} and result["seats"]["1"]["hand_words"] is None


@pytest.mark.parametrize("viewer", ["public", "seat:1", "seat:2", "surveillance"])
def test_a_hand_that_was_folded_face_down_is_told_to_nobody(viewer: str) -> None:
    """Seat 1 folds, so its cards are never turned and its hand never judged."""
    cards = "Ah 9d Kd Ks Ad Kc 2h 4c 5s 6d 7h"
    said = "1 wager ante 10; 2 wager ante 10; dealer close; 1 fold; 2 raise vertical"
    result = explained_result(play("double-cross-poker", cards, said, seats=2), viewer)
    assert set(result["hands"]) == {"2", "dealer"}
    assert result["seats"]["1"]["hand_words"] is None
