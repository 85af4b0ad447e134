"""What the house may choose at a Winner's Pot Poker table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from croupier.nouns.reasons import Reason
from croupier.rules.house import Breach, House, Option, Options, as_flag, as_money
from croupier.rules.options import (
    counting,
    cover_card,
    dealing,
    everywhere,
    flag,
    hand_needs_shuffler,
    idle_spread,
    increment,
    match_play,
    needs_shuffler,
    odds_raised,
    odds_word,
    positions_per_player,
    second_deck,
    shuffler,
    without_text,
)

MOST_SEATS: Final = 8
"""W-42: five cards each for them and the dealer, and three burns, are 48 of 52."""
_PERCENT: Final = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


def as_percent(value: Any) -> Decimal:
    """A percentage, exactly as it is written."""
    if isinstance(value, bool) or not _PERCENT.fullmatch(str(value)):
        raise ValueError(f"{value!r} is no percentage such as 7.5")
    percent = Decimal(str(value))
    return Decimal(int(percent)) if percent == int(percent) else percent.normalize()


def _one_commission_is_set(house: House) -> Iterable[Breach]:
    if house["commission.percent"] is None and house["commission.fixed"] is None:
        yield Breach("commission.percent", "a percentage or a fixed amount is set beforehand; "
                     "0 takes no commission", "10(h)(2)(i)", "W-16")  # fmt: skip


def _jacks_plus_limits_agree(house: House) -> Iterable[Breach]:
    low, high, step = (
        house[key] for key in ("jacks_plus.minimum", "jacks_plus.maximum", "increment")
    )
    if high < low:
        yield Breach("jacks_plus.maximum", "is less than the minimum", finding="W-25")
    elif -(-low // step) * step > high:
        yield Breach("increment", "no amount between the minimum and the maximum of jacks plus "
                     "is a multiple of it", finding="X-09")  # fmt: skip


def _warnings(house: House) -> Iterable[Breach]:
    shoes = {
        "manual-shoe": ("the place of the manual shoe needs approval", "7(a)"),
        "automated-shoe": (
            "the automated shoe, its place and procedures need approval",
            "9(a)",
        ),
    }
    if house["dealing"] in shoes:
        yield from without_text(house, "approvals.shoe", *shoes[house["dealing"]])
    if house["shuffler"] == "automated":
        yield from without_text(house, "approvals.shuffler_fault",
                                "reshuffling after a fault of the shuffler needs an approved procedure", "12(i)")  # fmt: skip
    if house["dealing"] == "automated-shoe":
        yield from without_text(house, "approvals.shoe_fault",
                                "reshuffling after a fault of the shoe needs an approved procedure", "12(j)")  # fmt: skip
    if odds_raised(house, "jacks-plus"):
        yield from without_text(house, "notices.payouts", "the odds are higher than listed: "
                                "decreasing them later needs a notice first", None, "X-32")  # fmt: skip
    if house["match_play"]:
        yield Breach("match_play", "has no effect: coupons are for antes, and none enters the pot",
                     "6(a)", "W-26")  # fmt: skip


OPTIONS = Options(
    keys=(
        Option("ante", as_money, 500, "the one amount of every ante", "1:Ante", least=1),
        increment(),
        *everywhere(seats=6, most_seats=MOST_SEATS, positions=positions_per_player("13", most=1)),
        dealing("7(a)", "manual-shoe", "hand", "automated-shoe"),
        shuffler("4(a)", "manual", "automated"),
        *counting("7(g)", "9(g)"),
        flag("preshuffled", "3(a)", "the cards come pre-shuffled"),
        second_deck("2(b)"),
        cover_card("2(a)", "yellow", "green"),
        idle_spread("4(e)"),
        match_play("6(a)"),
        odds_word("11(a)"),
        Option("commission.percent", as_percent, Decimal(10), "share of a pot that players win",
               "10(h)(2)(i)", least=0, most=10, optional=True, favours="house"),
        Option("commission.fixed", as_money, None, "fixed commission; the smaller of the two is taken",
               "10(h)(2)(i)", "W-16", least=0, optional=True, favours="house"),
        Option("jacks_plus.offered", as_flag, True, "the jacks plus wager is offered",
               "1:Jacks plus bonus wager"),
        Option("jacks_plus.minimum", as_money, 100, "least jacks plus wager", finding="W-25", least=1),
        Option("jacks_plus.maximum", as_money, 10000, "greatest jacks plus wager", finding="W-25", least=1),
    ),
    checks=(
        needs_shuffler({"second_deck": "2(b)", "shuffler_counts": "9(g)"}),
        hand_needs_shuffler("8(b)(1)"),
        _one_commission_is_set,
        _jacks_plus_limits_agree,
    ),
    warnings=(_warnings,),
    barred={
        "minimum": Reason("every ante is of one amount: the key is ante", "1:Ante"),
        "maximum": Reason("every ante is of one amount: the key is ante", "1:Ante"),
        "decks": Reason("the game is played with one deck, and a second one in turn", "2(a)"),
        "verbal_cash": Reason("a verbal wager with cash is never accepted", "6(a)"),
        "payout_limit": Reason("the pot has no limit, and that of jacks plus is set", "11(c)", "W-22"),
    },
)  # fmt: skip
