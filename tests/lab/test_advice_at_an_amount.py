"""Advice values the amount that a player has chosen, as the round itself would pay it.

The brute force does not know the solvers: it deals every card that may come, plays the round on
with the game's own script, and takes the mean of what the seat won.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from tests.support import net, play, refused

from croupier import lab
from croupier.mathematics.analysis import Choice
from croupier.nouns.cards import DECK, parse_cards, without
from croupier.nouns.money import parse_money
from croupier.stage.actions import Refusal
from croupier.stage.round import Round
from croupier.terminal.advice import advice_for as in_the_terminal

LIMITED = {"minimum": "5", "maximum": "500", "payout_limit": "100000"}


class Spot:
    """A decision: the cards around the unknown one, what was said before, and the house."""

    def __init__(
        self, game: str, before: str, after: str, wager: str, options: Mapping[str, Any]
    ) -> None:
        self.game, self.before, self.after = game, before, after
        self.options = options
        self.said = (f"1 wager original {wager}", "dealer close")
        self.stake = parse_money(wager.split()[0])

    def dealt(self, card: str, *more: str) -> Round:
        cards = f"{self.before} {card} {self.after}"
        return play(self.game, cards, *self.said, *more, options=self.options)

    def played_out(self, answer: str, cards: list[str]) -> Fraction:
        """Return the mean net of an answer over all cards that may come, in first wagers."""
        total = sum(net(self.dealt(card, answer)) for card in cards)
        return Fraction(total, len(cards) * self.stake)


def exact(choice: Choice) -> Fraction:
    assert isinstance(choice.value, Fraction)
    return choice.value


def valued(round: Round, amount: str | None = None) -> dict[str, Choice]:
    choices = lab.advice_for(round, 1, None if amount is None else parse_money(amount))
    assert choices is not None
    return {choice.action: choice for choice in choices}


RED_DOG: list[tuple[str, dict[str, Any], str]] = [
    ("4c 7d", {}, "10"),
    ("4c 7d", {"payouts.spread.2": "9 to 2", "chip": "0.50", "increment": "0.25"}, "7.25"),
    ("2c Kd", {"payouts.spread.4-11": "3 to 2", "chip": "1", "increment": "0.25"}, "9.75"),
    ("5c 7d", {"match_play": True, "payouts.spread.1": "11 to 2", "chip": "1"}, "7.50 coupon 7.50"),
]


@pytest.mark.parametrize(("outer", "options", "wager"), RED_DOG)
def test_red_dogs_raise_at_every_kind_of_amount(
    outer: str, options: dict[str, Any], wager: str
) -> None:
    options = {"minimum": "5", "decks": 1} | options
    spot = Spot("red-dog", "5h " + outer, "", wager, options)
    # The burned card is not seen, so it may be any of those that are left, as the third card may.
    third = without(DECK, parse_cards(outer))
    round = spot.dealt("Ah")
    step = parse_money(str(options.get("increment", "0.50")))
    for cents in {step, spot.stake // 2 // step * step, spot.stake}:
        amount = f"{cents // 100}.{cents % 100:02d}"
        worth = valued(round, amount)
        assert worth["raise"].amount == cents
        assert worth["raise"].value == _third_cards(spot, f"1 raise {amount}", third)
        assert worth["pass"].value == _third_cards(spot, "1 pass", third)
        assert worth["pass"].amount is None


def _third_cards(spot: Spot, answer: str, third: list[Any]) -> Fraction:
    """Deal each card as the third; the card burned before it is then another one."""
    total = 0
    for card in third:
        spot.before = " ".join([next(c for c in third if c != card), *spot.before.split()[1:]])
        total += net(spot.dealt(card, answer))
    return Fraction(total, len(third) * spot.stake)


DOUBLE_DOWN_STUD: list[tuple[str, str, dict[str, Any], str, tuple[str, ...]]] = [
    ("9c", "9d Kh 4s", {}, "10", ("0.50", "5", "10")),
    (
        "Jc",
        "Jd 4h 4s",
        {"payouts.hand.two-pair": "9 to 4", "chip": "1", "increment": "0.25", "minimum": "5"},
        "7.25",
        ("0.25", "3.75", "7.25"),
    ),
    ("As", "Ks Qs Js", LIMITED, "100", ("0.50", "10", "99.50", "100")),
    ("As", "Ks Qs Js", LIMITED | {"rulings.S-16": "wager"}, "150", ("50", "100.50", "150")),
    ("As", "Ks Qs Js", LIMITED | {"match_play": True}, "60 coupon 60", ("1", "60")),
]


@pytest.mark.parametrize(("own", "table", "options", "wager", "amounts"), DOUBLE_DOWN_STUD)
def test_the_double_with_rounding_and_limit_as_they_fall(
    own: str, table: str, options: dict[str, Any], wager: str, amounts: tuple[str, ...]
) -> None:
    spot = Spot("double-down-stud", own, table, wager, options)
    holes = [str(card) for card in without(DECK, parse_cards(f"{own} {table}"))]
    round = spot.dealt(holes[0])
    for amount in amounts:
        worth = valued(round, amount)
        assert worth["double"].amount == parse_money(amount)
        assert worth["double"].value == spot.played_out(f"1 double {amount}", holes)
        assert worth["pass"].value == spot.played_out("1 pass", holes)


def test_a_coupon_beside_the_ante_counts_in_double_cross() -> None:
    cards = "As Ad Kd Kc Ts Qs 5d 9h 2h"
    plain = play("double-cross-poker", cards, "1 wager ante 10", "dealer close")
    coupon = play(
        "double-cross-poker",
        cards,
        "1 wager ante 10 coupon 10",
        "dealer close",
        options={"match_play": True},
    )
    one, other = valued(plain), valued(coupon)
    assert one["fold"].value == other["fold"].value == -1
    gained = exact(other["raise vertical"]) - exact(one["raise vertical"])
    assert 0 < gained < 1, "a coupon of one ante pays one ante more in the rounds that are won"


def test_without_an_amount_it_is_the_full_amount_or_all_that_the_seat_has() -> None:
    cards, said = "5h 4c 7d", ("1 wager original 10", "dealer close")
    rich = valued(play("red-dog", cards, *said))
    assert rich["raise"].amount == 1000 and rich["raise"].stakes == 1
    assert rich["raise"].value == 2 * exact(rich["pass"])
    poor = valued(play("red-dog", cards, *said, seats={1: 1350}))
    assert poor["raise"].amount == 350 and poor["raise"].stakes == Fraction(35, 100)
    assert poor["raise"].value == exact(poor["pass"]) * Fraction(135, 100)


@pytest.mark.parametrize(
    ("amount", "rule", "finding"),
    [("0", "5(h)", None), ("10.50", "5(h)", None), ("0.75", None, "R-25")],
)
def test_an_amount_that_the_rules_refuse_is_not_valued(
    amount: str, rule: str | None, finding: str | None
) -> None:
    round = play("red-dog", "5h 4c 7d", "1 wager original 10", "dealer close")
    with pytest.raises(Refusal) as caught:
        lab.advice_for(round, 1, parse_money(amount))
    assert (caught.value.rule, caught.value.finding) == (rule, finding)
    assert str(caught.value) == str(refused(round, f"1 raise {amount}"))


def test_an_amount_where_no_choice_takes_one() -> None:
    cards = "As Ad Kd Kc Ts Qs 5d 9h 2h"
    round = play("double-cross-poker", cards, "1 wager ante 10", "dealer close")
    with pytest.raises(Refusal, match="no choice here takes an amount"):
        lab.advice_for(round, 1, 1000)


def test_the_terminal_names_the_amount_that_it_values() -> None:
    round = play("red-dog", "5h 4c 7d", "1 wager original 10", "dealer close")
    value = exact(valued(round, "2.50")["raise"])
    raised, passed = in_the_terminal(round, 1, 250) or [("", ""), ("", "")]
    assert raised == ("raise $2.50", f"{float(value):+.4f} = {value}")
    assert passed[0] == "pass" and "★" in passed[1]
    ((_, why),) = in_the_terminal(round, 1, 5000) or [("", "")]
    assert why == "a raise wager is at most the original wager of $10 [5(h)]"
