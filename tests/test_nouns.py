"""Cards, money and odds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import games
from croupier.equipment.shoe import Shoe, ShoeError, ordered
from croupier.nouns.cards import (
    DECK,
    INDEX,
    UNKNOWN,
    CardError,
    parse_card,
    parse_cards,
    shoe_of,
    too_many,
    without,
)
from croupier.nouns.money import (
    MoneyError,
    Odds,
    dollars,
    parse_money,
    round_down,
    round_up,
    show_money,
)
from croupier.nouns.reasons import MalformedError
from croupier.stage.actions import Action


def test_a_deck_has_52_cards_numbered_by_rank_and_suit() -> None:
    assert len(set(DECK)) == 52 and [INDEX[card] for card in parse_cards("2c As")] == [0, 51]


@pytest.mark.parametrize(
    ("text", "card"), [("10h", "Th"), ("th", "Th"), ("AS", "As"), (" 9c ", "9c"), ("??", "??")]
)
def test_notation(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize(
    "text", ["", "1h", "11h", "A", "Ax", "hA", "?", "As2", "1", "T", "10", "♠A"]
)
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(CardError):
        parse_card(text)


@given(st.sampled_from(DECK))
def test_a_card_is_its_own_name(card: str) -> None:
    assert parse_card(card) == card == parse_card(card.swapcase())


def test_packs() -> None:
    assert parse_cards("As, Kd 10c") == ["As", "Kd", "Tc"]
    assert too_many(parse_cards("As As"), 1) == "As" and too_many(parse_cards("As As"), 2) is None
    assert too_many([UNKNOWN, UNKNOWN]) is None
    assert without(shoe_of(1), parse_cards("2c As")) == list(DECK[1:-1])
    with pytest.raises(CardError, match="As"):
        without(DECK, parse_cards("As As"))


@given(st.integers(-(10**12), 10**12))
def test_money_is_written_and_read_exactly(cents: int) -> None:
    assert parse_money(show_money(cents)) == cents


def test_one_decimal_is_tenths() -> None:
    cents = {"2.5": 250, "2.05": 205, "-0.1": -10, "7": 700, "0.50": 50}
    assert {text: parse_money(text) for text in cents} == cents


@pytest.mark.parametrize(
    "text", ["", "ten", "1.005", "1,5", "1e3", "0x10", "--1", "1.", ".5", "٣", "1 0", "9" * 13]
)
def test_what_is_not_money(text: str) -> None:
    with pytest.raises(MoneyError, match=re.escape(repr(text))):
        parse_money(text)


def test_floats_and_booleans_are_not_money() -> None:
    values: tuple[Any, ...] = (1.5, True, None)
    for value in values:
        with pytest.raises(MoneyError):
            parse_money(value)


def test_dollars_for_people() -> None:
    assert [dollars(c) for c in (0, 250, -100000, 123456789)] == [
        "$0",
        "$2.50",
        "-$1,000",
        "$1,234,567.89",
    ]


def test_odds_are_printed_with_to() -> None:
    assert str(Odds.parse("3 to 2")) == "3 to 2" and str(Odds.parse(5)) == "5 to 1"
    assert str(Odds.parse("5")) == str(Odds.parse(" 5 ")) == "5 to 1"
    assert Odds.parse("3 TO 2") == Odds(6, 4)
    assert hash(Odds(3, 2)) == hash(Odds(6, 4)) != hash(Odds(3))
    assert Odds(3, 2) > Odds(1) and Odds(5) >= Odds(5) and Odds(0).pay(100) == 0
    for wrong in ("3 for 2", "3:2", "3 to 0", "-1 to 1", "", "1.5 to 1", "9" * 5000, True):
        with pytest.raises(MoneyError, match=f'^{wrong!r} are not odds: write them with "to", '):
            Odds.parse(wrong)


@pytest.mark.parametrize(("win", "stake"), [(-1, 1), (1, 0), (-1, 0), (1, -1)])
def test_odds_below_zero_or_without_a_stake_are_refused(win: int, stake: int) -> None:
    with pytest.raises(MoneyError, match=f"^{win} to {stake} are not odds$"):
        Odds(win, stake)


@given(st.integers(1, 10**7), st.integers(0, 1000), st.integers(1, 50), st.integers(1, 500))
def test_payouts_never_undercut_the_odds_nor_exceed_them_by_a_chip(
    stake: int, win: int, per: int, chip: int
) -> None:
    paid = Odds(win, per).pay(stake, chip)
    due = Fraction(stake * win, per)
    assert due <= paid < due + chip and paid % chip == 0
    assert paid == round_up(due, chip)
    assert due - chip < round_down(due, chip) <= due


def test_without_a_chip_it_is_rounded_to_the_cent() -> None:
    assert [round_up(Fraction(n, 2)) for n in (1, 2, 3)] == [1, 1, 2]
    assert [round_down(Fraction(n, 2)) for n in (1, 2, 3)] == [0, 1, 1]
    assert Odds(3, 2).pay(1) == 2


def test_actions_are_written_as_they_are_read() -> None:
    cross, dog = games.load("double-cross-poker").grammar, games.load("red-dog").grammar
    for grammar, text in (
        (cross, "1 wager ante 10"),
        (dog, "3 raise 2.50"),
        (cross, "dealer close"),
        (cross, "dealer report wrong-count seat 3"),
        (dog, "floor confirm 2"),
    ):
        assert str(grammar.parse(text)) == text
    assert cross.parse("1 WAGER Ante $10") == Action(1, "wager", ("ante", 1000))
    assert str(Action(1, "raise", (1000,))) == "1 raise 10"
    for wrong in ("", "close", "nobody close", "1 raise 1.234", "-1 pass"):
        with pytest.raises(MalformedError):
            dog.parse(wrong)


def test_an_order_from_a_seed_is_fixed_and_complete() -> None:
    order = ordered(DECK, "7")
    assert order == ordered(DECK, "7") != ordered(DECK, "8")
    assert sorted(order) == sorted(DECK)
    assert order[:5] == ["5c", "6h", "Jd", "Jc", "5d"]


def test_orders_from_seeds_are_not_biased() -> None:
    firsts = [ordered(DECK[:6], str(seed))[0] for seed in range(6000)]
    counts = [firsts.count(card) for card in DECK[:6]]
    assert sum((n - 1000) ** 2 / 1000 for n in counts) < 20.5  # chi-square, five degrees, 0.1 %


def test_an_empty_shoe_says_so() -> None:
    with pytest.raises(ShoeError):
        Shoe(()).draw()
