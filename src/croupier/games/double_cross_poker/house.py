"""What the house may choose at a Double Cross Poker table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import ClassVar, Final, Literal

from croupier.nouns.hands import Category, ThreeCard
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.rules import options as key
from croupier.rules.house import Breach, House
from croupier.rules.options import (
    cover_card_contrasts,
    hand_needs_shuffler,
    limits_agree,
    needs_shuffler,
    odds_raised,
    without_text,
)

MOST_SEATS: Final = 22
"""Two cards each, two for the dealer and five for the cross leave one of 52 to spare (X-12)."""
SUITED: Final = frozenset({Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})
UNPAIRED: Final = SUITED | {Category.HIGH_CARD, Category.STRAIGHT}


def attainable(hand: Category, side: ThreeCard, unsuited: str) -> bool:
    """Return whether one player can hold both this five-card hand and this three-card hand.

    The two hands have the player's two cards in common. The third card is on the same axis or, if
    the player plays horizontally, any other card. So any two hands go together with two exceptions:
    three of a kind with a hand that has no pair, because the two cards differ in rank, and a
    straight of three suits (D-09) with a hand of one suit.

    >>> attainable(Category.ROYAL_FLUSH, ThreeCard.STRAIGHT_FLUSH, "not-all-same")
    True
    >>> attainable(Category.STRAIGHT, ThreeCard.THREE_OF_A_KIND, "not-all-same")
    False
    """
    if side == ThreeCard.THREE_OF_A_KIND:
        return hand not in UNPAIRED
    return not (side == ThreeCard.STRAIGHT and hand in SUITED and unsuited == "all-different")


def most_at_minimum(house: DoubleCrossHouse) -> int:
    """Return the most that one patron can win in a round at the minimum wagers (X-05).

    It counts the ante, both raises and the side wager at the posted odds, over all hands that can
    come together. For several areas it is an upper bound: every axis holds the center card, so
    there is at most one royal flush.

    >>> from croupier.rules.house import build
    >>> most_at_minimum(build("double-cross-poker", {"minimum": "10"})) == 601 * 1000 + 40 * 100
    True
    """
    ante = house.least_multiple(house.minimum)
    side = house.least_multiple(house.three_card_minimum)
    raises, sides = house.payouts["raise"], house.payouts["three-card"]

    def most(hands: Iterable[Category]) -> int:
        return max(
            raises[hand.slug].pay(2 * ante, house.chip) + sides[three.slug].pay(side, house.chip)
            for hand, three in product(hands, ThreeCard)
            if three.slug in sides and attainable(hand, three, house.D_09)
        )

    areas = min(house.positions_per_player, house.seats)
    antes = areas * house.book.fixed_odds["ante"].pay(ante, house.chip)
    others = most(hand for hand in Category if hand != Category.ROYAL_FLUSH)
    return antes + max(most(Category), others) + (areas - 1) * others


def _limit_is_no_lower_than_its_floor(house: DoubleCrossHouse) -> Iterable[Breach]:
    limit = house.payout_limit
    if limit is None:
        return
    floor = max(house.book.bounds["payout-limit"].least or 0, most_at_minimum(house))
    if limit < floor:
        yield Breach(
            "payout_limit", f"{dollars(limit)} is less than {dollars(floor)}", "11(d)", "X-05"
        )


def _side_limits_agree(house: DoubleCrossHouse) -> Iterable[Breach]:
    low, high = house.least_multiple(house.three_card_minimum), house.three_card_maximum
    if high < house.three_card_minimum:
        yield Breach("three_card.maximum", "is less than the minimum", "6(d)", "D-32")
    elif low > high:
        message = "no three-card wager within its limits is a multiple of the increment"
        yield Breach("increment", message, finding="X-09")


SHOES: Final = {
    "manual-shoe": ("the place of the manual shoe needs approval", "7(a)"),
    "automated-shoe": ("the automated shoe, its place and procedures need approval", "9(a)"),
}


def _notes(house: DoubleCrossHouse) -> Iterable[Breach]:
    if house.dealing in SHOES:
        yield from without_text(house, "approvals.shoe", *SHOES[house.dealing])
    if house.shuffler == "automated":
        needs = "reshuffling after a fault of the shuffler needs an approved procedure"
        yield from without_text(house, "approvals.shuffler_fault", needs, "12(d)")
    if house.dealing == "automated-shoe":
        needs = "reshuffling after a fault of the shoe needs an approved procedure"
        yield from without_text(house, "approvals.shoe_fault", needs, "12(e)")
    if house.payout_limit is not None:
        needs = "a payout limit needs approval"
        yield from without_text(house, "approvals.payout_limit", needs, "11(d)")
    if odds_raised(house, "raise") or odds_raised(house, "three-card"):
        needs = "the odds are higher than listed: decreasing them later needs a notice first"
        yield from without_text(house, "notices.payouts", needs, None, "X-32")


class DoubleCrossHouse(House):
    """The keys of a Double Cross Poker house file, and the readings that a house may choose."""

    minimum: int = key.minimum()
    maximum: int = key.maximum()
    increment: int = key.increment()
    seats: int = key.seats(7, MOST_SEATS)
    chip: int = key.chip()
    timeout: int = key.timeout()
    seat_kept: int = key.seat_kept()
    advice: bool = key.advice()
    positions_per_player: int = key.positions_per_player(None, "X-13")
    dealing: Literal["manual-shoe", "hand", "automated-shoe"] = key.dealing("7(a)")
    shuffler: Literal["manual", "automated"] = key.shuffler("4(a)")
    count_every: int = key.count_every("7(e)")
    shuffler_counts: bool = key.shuffler_counts("7(f)")
    preshuffled: bool = key.preshuffled("3(a)")
    second_deck: bool = key.second_deck("2(b)")
    cover_card: str = key.cover_card("2(a)")
    idle_spread: Literal["up", "down"] = key.idle_spread("4(e)")
    match_play: bool = key.match_play("6(a)")
    odds_word: Literal["to", "win"] = key.odds_word("11(a)")
    payout_limit: int | None = key.payout_limit("11(d)", "11(d)")
    payout_limit_display: Literal["posted", "layout"] = key.payout_limit_display("11(d)")
    three_card_minimum: int = key.money(
        100,
        "least three-card wager",
        "6(d)",
        "D-32",
        key="three_card.minimum",
        least=100,
        most=10000,
        posted=True,
    )
    three_card_maximum: int = key.money(
        10000,
        "greatest three-card wager",
        "6(d)",
        "D-32",
        key="three_card.maximum",
        least=100,
        most=10000,
        posted=True,
    )

    D_02: Literal["raises", "five-card-hand", "all-wagers"]
    D_03: Literal["standard", "top-card-only", "category-only"]
    D_07: Literal["counts", "does-not-count"]
    D_08: Literal["flush", "straight-flush"]
    D_09: Literal["not-all-same", "all-different"]
    D_11: Literal["far", "near"]
    D_13: Literal["seat-order", "simultaneous"]
    D_20: Literal["push-all", "push-ante-only"]
    D_21: Literal["void", "correct"]
    D_27: Literal["void-if-dealer-or-board", "play-on"]
    X_22: Literal["stop", "literal"]

    checks = (
        limits_agree,
        _side_limits_agree,
        needs_shuffler({"second_deck": "2(b)", "shuffler_counts": "7(f)"}),
        hand_needs_shuffler("8(b)(1)"),
        cover_card_contrasts("2(a)"),
        _limit_is_no_lower_than_its_floor,
    )
    notes = (_notes,)
    barred: ClassVar[Mapping[str, Reason]] = {
        "decks": Reason("the game is dealt from one deck; a second may alternate with it", "2(a)"),
        "verbal_cash": Reason("a verbal wager with cash is never accepted", "6(a)"),
        "payouts.ante": Reason("the ante is always paid 1 to 1", "10(g)(3)", "D-33"),
        "recut_by": Reason("only the dealer cuts, also when a cut is repeated", "4(c)"),
    }


HOUSE: Final = DoubleCrossHouse
