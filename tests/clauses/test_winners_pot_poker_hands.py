"""Winner's Pot Poker, Section 5: how hands rank and when they tie, seen at the showdown."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from croupier.nouns.cards import DECK
from tests.clauses.winners_pot import DOC, contest
from tests.support import net, result, said

STAKE = 2000
"""Four antes of $5."""


def better(player: str, dealer: str) -> int:
    """Return 1 if the player takes the pot, -1 if the dealer does, 0 if they share it."""
    round = contest({1: player}, dealer, options={"commission.percent": 0})
    return {STAKE: 1, 0: 0, -STAKE: -1}[net(round)]


HANDS = [
    ("Ah Kh Qh Jh Th", "royal-flush", "royal flush", "5(b)(1)"),
    ("9s 8s 7s 6s 5s", "straight-flush", "straight flush, nine high", "5(b)(2)"),
    ("2c 2d 2h 2s 4c", "four-of-a-kind", "four of a kind, twos", "5(b)(3)"),
    ("3c 3d 3h 8c 8d", "full-house", "full house, threes full of eights", "5(b)(4)"),
    ("Kc Jc 9c 6c 3c", "flush", "flush, king high", "5(b)(5)"),
    ("9d 8s 7s 6s 5s", "straight", "straight, nine high", "5(b)(6)"),
    ("4d 4h 4s 9s 3c", "three-of-a-kind", "three of a kind, fours", "5(b)(7)"),
    ("4d 4h 9c 9s 3c", "two-pair", "two pair, nines and fours", "5(b)(8)"),
    ("5c 5d 9c 4s 3c", "pair", "pair of fives", "5(b)(9)"),
    ("7d 5d 4d 3s 2d", "high-card", "seven high", "5(b)"),
]


@pytest.mark.parametrize(
    ("cards", "hand", "words"),
    [pytest.param(*row[:3], id=row[1], marks=pytest.mark.clause(DOC, row[3])) for row in HANDS],
)
def test_each_hand_is_known_and_called__5_b(cards: str, hand: str, words: str) -> None:
    round = contest({1: cards}, "Kd Qs Tc 8h 6d")
    assert result(round)["seats"]["1"]["hand"] == hand
    assert f"Seat 1 has {words}" in said(round)


@pytest.mark.clause(DOC, "5(b)", "1:Rank")
def test_hands_rank_in_the_written_order__5_b() -> None:
    order = [
        "Ah Kh Qh Jh Th",
        "9s 8s 7s 6s 5s",
        "2c 2d 2h 2s 5c",
        "Ac Ad As 9c 9d",
        "8h 7h 5h 4h 3h",
        "Td 9d 8d 7d 6c",
        "Jc Jd Js 8s 7c",
        "Qc Qd 9s 9h 4c",
        "Tc Ts 6d 4d 3c",
        "Kd Jh 9c 5d 2d",
    ]
    for strong, weak in pairwise(order):
        assert better(strong, weak) == 1, (strong, weak)
        assert better(weak, strong) == -1, (weak, strong)


@pytest.mark.clause(DOC, "5(a)")
@pytest.mark.parametrize(
    ("player", "dealer", "who"),
    [
        ("Ac 2d 3h 4s 5c", "Kd Ks 9c 9d 2h", 1),  # an ace below a two makes a straight
        ("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", -1),  # the lowest of all straights
        ("As 2s 3s 4s 5s", "2c 2d 2h 3c 3d", 1),
        ("Qc Kd Ah 2s 3c", "4c 4d 5h 7s 9c", -1),  # none runs round the corner
        ("Ac Kd 9h 7s 4c", "Kc Qd Jh 9s 8c", 1),  # ace high, deuce low
        ("Kc Qd 9h 7s 4c", "Qc Jd Th 8s 6c", 1),
    ],
)
def test_aces_are_high_and_low_only_below_a_two__5_a(player: str, dealer: str, who: int) -> None:
    round = contest({1: player}, dealer, options={"commission.percent": 0})
    assert net(round) == who * STAKE


@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        pytest.param(strong, weak, marks=pytest.mark.clause(DOC, clause), id=clause)
        for strong, weak, clause in (
            ("Kh Qh Jh Th 9h", "Qs Js Ts 9s 8s", "5(b)(2)"),
            ("6s 5s 4s 3s 2s", "Ac 2c 3c 4c 5c", "5(b)(2)"),
            ("3c 3d 3h 3s 2c", "2d 2h 2s 4c 4d", "5(b)(3)"),
            ("3c 3d 3h 2c 2d", "Ac Ad Kc Kd Qh", "5(b)(4)"),
            ("Ac Kc Qc Jc 9c", "Ad Kd Qd Jd 8d", "5(b)(5)"),
            ("Ac Kd Qh Js Tc", "Kc Qd Jh Ts 9c", "5(b)(6)"),
            ("3c 3d 3h 4s 2c", "2d 2h 2s Ac Kd", "5(b)(7)"),
            ("3c 3d 2h 2s 4c", "Ac Ad Kh Qs Jc", "5(b)(8)"),
            ("3c 3d 5h 6s 4c", "2c 2d Ah Ks Qc", "5(b)(9)"),
        )
    ],
)
def test_within_a_kind_the_groups_decide__5_b(strong: str, weak: str) -> None:
    assert better(strong, weak) == 1
    assert better(weak, strong) == -1


@pytest.mark.clause(DOC, "5(c)")
@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        ("Kc Kd 4h 3s 2c", "2d 2h Ac Qd Js"),  # W-14: not the highest single card
        ("Kc Kd Ah 3s 2c", "Kh Ks Qc Jd 9h"),  # the other cards decide after the pair
        ("Kc Kd 9h 9s 3c", "Kh Ks 9c 9d 2c"),
        ("Ac Qd 9h 7s 4c", "Ad Qh 9c 7d 3c"),  # down to the last card
    ],
)
def test_the_highest_card_that_the_other_lacks_decides__5_c_W_14(strong: str, weak: str) -> None:
    assert better(strong, weak) == 1
    assert better(weak, strong) == -1


@pytest.mark.clause(DOC, "5(c)", "1:Tie hand", "10(h)(2)(ii)")
def test_hands_of_the_same_ranks_tie_and_share__5_c() -> None:
    round = contest({1: "Ac Qd 9h 7s 4c"}, "Ad Qh 9c 7d 4s")
    wagers = result(round)["seats"]["1"]["wagers"]
    assert [(w["outcome"], w["rule"]) for w in wagers] == [("shared", "10(h)(2)(ii)")] * 3


@pytest.mark.clause(DOC, "1:Suit")
def test_four_suits_of_thirteen_and_none_outranks_another__1_Suit() -> None:
    assert Counter(card[1] for card in DECK) == dict.fromkeys("cdhs", 13)
    assert better("As Ks Qs Js 9s", "Ac Kc Qc Jc 9c") == 0


@pytest.mark.clause(DOC, "5(b)(6)")
def test_unsuited_means_not_all_of_one_suit__W_15() -> None:
    round = contest({1: "9d 8d 7d 6d 5c"}, "Kc Qs Tc 8h 6s")
    assert result(round)["seats"]["1"]["hand"] == "straight"


@pytest.mark.clause(DOC, "1:Hand")
def test_the_hand_is_the_best_that_the_five_cards_form__1_Hand() -> None:
    round = contest({1: "Kh 4c Kd 4s Kc"}, "Qs Qd Qc 8h 6d")
    assert said(round)[-1] == "The highest hand is full house, kings full of fours"
