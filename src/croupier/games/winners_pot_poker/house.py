"""What the house may choose at a Winner's Pot Poker table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import ClassVar, Final, Literal

from croupier.nouns.reasons import Reason
from croupier.rules import options as key
from croupier.rules.house import Breach, House
from croupier.rules.options import (
    hand_needs_shuffler,
    needs_shuffler,
    odds_raised,
    without_text,
)

MOST_SEATS: Final = 8
"""Five cards for each seat and the dealer, and three burns, take 48 of 52 cards (W-42)."""
_PERCENT: Final = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


def as_percent(value: object) -> Decimal:
    """Read a percentage exactly as it is written."""
    if isinstance(value, bool) or not _PERCENT.fullmatch(str(value)):
        raise ValueError(f"{value!r} is not a percentage such as 7.5")
    percent = Decimal(str(value))
    return Decimal(int(percent)) if percent == int(percent) else percent.normalize()


def _one_commission_is_set(house: WinnersPotHouse) -> Iterable[Breach]:
    if house.commission_percent is None and house.commission_fixed is None:
        message = "a percentage or a fixed amount must be set in advance; 0 takes no commission"
        yield Breach("commission.percent", message, "10(h)(2)(i)", "W-16")


def _jacks_plus_limits_agree(house: WinnersPotHouse) -> Iterable[Breach]:
    low, high = house.jacks_plus_minimum, house.jacks_plus_maximum
    if high < low:
        yield Breach("jacks_plus.maximum", "is less than the minimum", finding="W-25")
    elif house.least_multiple(low) > high:
        message = "no jacks plus wager within its limits is a multiple of the increment"
        yield Breach("increment", message, finding="X-09")


SHOES: Final = {
    "manual-shoe": ("the place of the manual shoe needs approval", "7(a)"),
    "automated-shoe": ("the automated shoe, its place and procedures need approval", "9(a)"),
}


def _notes(house: WinnersPotHouse) -> Iterable[Breach]:
    if house.dealing in SHOES:
        yield from without_text(house, "approvals.shoe", *SHOES[house.dealing])
    if house.shuffler == "automated":
        needs = "reshuffling after a fault of the shuffler needs an approved procedure"
        yield from without_text(house, "approvals.shuffler_fault", needs, "12(i)")
    if house.dealing == "automated-shoe":
        needs = "reshuffling after a fault of the shoe needs an approved procedure"
        yield from without_text(house, "approvals.shoe_fault", needs, "12(j)")
    if odds_raised(house, "jacks-plus"):
        needs = "the odds are higher than listed: decreasing them later needs a notice first"
        yield from without_text(house, "notices.payouts", needs, None, "X-32")
    if house.match_play:
        message = "has no effect: coupons are for antes, and none enters the pot"
        yield Breach("match_play", message, "6(a)", "W-26")


class WinnersPotHouse(House):
    """The keys of a Winner's Pot Poker house file, and the readings that a house may choose."""

    ante: int = key.money(
        500, "the one amount of every ante", "1:Ante", least=1, posted=True, usual=True
    )
    increment: int = key.increment()
    seats: int = key.seats(6, MOST_SEATS)
    chip: int = key.chip()
    timeout: int = key.timeout()
    seat_kept: int = key.seat_kept()
    advice: bool = key.advice()
    positions_per_player: int = key.positions_per_player("13", most=1)
    dealing: Literal["manual-shoe", "hand", "automated-shoe"] = key.dealing("7(a)")
    shuffler: Literal["manual", "automated"] = key.shuffler("4(a)")
    count_every: int = key.count_every("7(g)")
    shuffler_counts: bool = key.shuffler_counts("9(g)")
    preshuffled: bool = key.preshuffled("3(a)")
    second_deck: bool = key.second_deck("2(b)")
    cover_card: str = key.cover_card("2(a)", "yellow", "green")
    idle_spread: Literal["up", "down"] = key.idle_spread("4(e)")
    match_play: bool = key.match_play("6(a)")
    odds_word: Literal["to", "win"] = key.odds_word("11(a)")
    commission_percent: Decimal | None = key.value(
        as_percent,
        Decimal(10),
        "share of a pot that players win",
        "10(h)(2)(i)",
        key="commission.percent",
        least=0,
        most=10,
        optional=True,
        favours="house",
    )
    commission_fixed: int | None = key.optional_money(
        "fixed commission; the smaller of the two is taken",
        "10(h)(2)(i)",
        "W-16",
        key="commission.fixed",
        least=0,
        favours="house",
    )
    jacks_plus_offered: bool = key.flag(
        "the jacks plus wager is offered",
        "1:Jacks plus bonus wager",
        default=True,
        key="jacks_plus.offered",
    )
    jacks_plus_minimum: int = key.money(
        100,
        "least jacks plus wager",
        finding="W-25",
        least=1,
        key="jacks_plus.minimum",
        posted=True,
    )
    jacks_plus_maximum: int = key.money(
        10000,
        "greatest jacks plus wager",
        finding="W-25",
        least=1,
        key="jacks_plus.maximum",
        posted=True,
    )

    W_01: Literal["button", "far-left"]
    W_02: Literal["first-player", "first-position"]
    W_07: Literal["misdeal", "void-hand"]
    W_10: Literal["continue", "void-round"]
    W_11: Literal["pay-or-return", "pay-or-collect"]
    W_13: Literal["evaluate-short", "lose"]
    W_17: Literal["pot", "winnings"]
    W_18: Literal["once", "per-player"]
    W_19: Literal["literal", "waive"]
    W_20: Literal["players-from-button", "house"]
    W_23: Literal["cap-shared", "literal-full-max"]
    W_28: Literal["notional-plus-1", "physical-plus-1"]
    X_22: Literal["stop", "literal"]

    checks = (
        needs_shuffler({"second_deck": "2(b)", "shuffler_counts": "9(g)"}),
        hand_needs_shuffler("8(b)(1)"),
        _one_commission_is_set,
        _jacks_plus_limits_agree,
    )
    notes = (_notes,)
    barred: ClassVar[Mapping[str, Reason]] = {
        "minimum": Reason("every ante is the same amount: set the key ante", "1:Ante"),
        "maximum": Reason("every ante is the same amount: set the key ante", "1:Ante"),
        "decks": Reason("the game is dealt from one deck; a second may alternate with it", "2(a)"),
        "verbal_cash": Reason("a verbal wager with cash is never accepted", "6(a)"),
        "payout_limit": Reason(
            "the pot has no limit, and the document sets that of jacks plus", "11(c)", "W-22"
        ),
    }

    @property
    def first_wager(self) -> tuple[int, int, int]:
        """The amount of the ante as least and most, and a step of one cent."""
        return self.ante, self.ante, 1


HOUSE: Final = WinnersPotHouse
