"""What the house may choose at a Double Cross Poker table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final

from croupier.nouns.hands import Category, ThreeCard
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.rules.house import Breach, House, Option, Options, as_money
from croupier.rules.options import (
    counting,
    cover_card,
    cover_card_contrasts,
    dealing,
    everywhere,
    flag,
    hand_needs_shuffler,
    idle_spread,
    limits_agree,
    match_play,
    money_limits,
    needs_shuffler,
    odds_raised,
    odds_word,
    payout_limit,
    positions_per_player,
    second_deck,
    shuffler,
    without_text,
)

MOST_SEATS: Final = 22
"""X-12: two cards each, two for the dealer and five for the cross leave one of 52 to spare."""
SUITED: Final = frozenset({Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})
UNPAIRED: Final = SUITED | {Category.HIGH_CARD, Category.STRAIGHT}


def attainable(hand: Category, side: ThreeCard, unsuited: str) -> bool:
    """Whether one player may hold both a five-card hand and a three-card hand, who have two cards in common.

    The third card is on the same axis or, played horizontally, any other card. So all go together, except
    three of a kind with a hand without a pair, whose two cards differ in rank, and a straight of three
    suits (D-09) with a hand of one suit.

    >>> attainable(Category.ROYAL_FLUSH, ThreeCard.STRAIGHT_FLUSH, "not-all-same")
    True
    >>> attainable(Category.STRAIGHT, ThreeCard.THREE_OF_A_KIND, "not-all-same")
    False
    """
    if side == ThreeCard.THREE_OF_A_KIND:
        return hand not in UNPAIRED
    return not (side == ThreeCard.STRAIGHT and hand in SUITED and unsuited == "all-different")


def least_wager(house: House, key: str) -> int:
    """The least amount of a wager that is a multiple of the increment."""
    step: int = house["increment"]
    least: int = house[key]
    return -(-least // step) * step


def most_at_minimum(house: House) -> int:
    """The most that one patron can win in a round at the least wagers: ante, both raises and the side
    wager, at the posted odds, over all hands that can come together (X-05).

    On several areas it is the most that they cannot exceed together: every axis holds the center card, so
    there is one royal flush at most.

    >>> from croupier.rules.house import build
    >>> most_at_minimum(build("double-cross-poker", {"minimum": "10"})) == 601 * 1000 + 40 * 100
    True
    """
    ante, side = least_wager(house, "minimum"), least_wager(house, "three_card.minimum")
    raises, sides = house.payouts["raise"], house.payouts["three-card"]

    def most(hands: Iterable[Category]) -> int:
        return max(
            raises[hand.slug].pay(2 * ante, house.chip) + sides[three.slug].pay(side, house.chip)
            for hand, three in product(hands, ThreeCard)
            if three.slug in sides and attainable(hand, three, house.ruling("D-09"))
        )

    areas: int = min(house["positions_per_player"], house["seats"])
    antes = areas * house.book.fixed_odds["ante"].pay(ante, house.chip)
    others = most(hand for hand in Category if hand != Category.ROYAL_FLUSH)
    return antes + max(most(Category), others) + (areas - 1) * others


def _limit_is_no_lower_than_its_floor(house: House) -> Iterable[Breach]:
    limit = house["payout_limit"]
    if limit is None:
        return
    floor = max(house.book.bounds["payout-limit"].least or 0, most_at_minimum(house))
    if limit < floor:
        yield Breach(
            "payout_limit", f"{dollars(limit)} is less than {dollars(floor)}", "11(d)", "X-05"
        )


def _side_limits_agree(house: House) -> Iterable[Breach]:
    low, high = least_wager(house, "three_card.minimum"), house["three_card.maximum"]
    if high < house["three_card.minimum"]:
        yield Breach("three_card.maximum", "is less than the minimum", "6(d)", "D-32")
    elif low > high:
        yield Breach("increment", "no three-card wager between its minimum and maximum is a multiple "
                     "of it", finding="X-09")  # fmt: skip


def _warnings(house: House) -> Iterable[Breach]:
    shoes = {
        "manual-shoe": ("the place of the manual shoe needs approval", "7(a)"),
        "automated-shoe": ("the automated shoe, its place and procedures need approval", "9(a)"),
    }
    if house["dealing"] in shoes:
        yield from without_text(house, "approvals.shoe", *shoes[house["dealing"]])
    if house["shuffler"] == "automated":
        yield from without_text(house, "approvals.shuffler_fault", "reshuffling after a fault of the "
                                "shuffler needs an approved procedure", "12(d)")  # fmt: skip
    if house["dealing"] == "automated-shoe":
        yield from without_text(house, "approvals.shoe_fault", "reshuffling after a fault of the "
                                "shoe needs an approved procedure", "12(e)")  # fmt: skip
    if house["payout_limit"] is not None:
        yield from without_text(
            house, "approvals.payout_limit", "a payout limit needs approval", "11(d)"
        )
    if odds_raised(house, "raise") or odds_raised(house, "three-card"):
        yield from without_text(house, "notices.payouts", "the odds are higher than listed: "
                                "decreasing them later needs a notice first", None, "X-32")  # fmt: skip


OPTIONS: Final = Options(
    keys=(
        *money_limits(),
        *everywhere(
            seats=7, most_seats=MOST_SEATS, positions=positions_per_player(None, "X-13")
        ),
        dealing("7(a)", "manual-shoe", "hand", "automated-shoe"),
        shuffler("4(a)", "manual", "automated"),
        *counting("7(e)", "7(f)"),
        flag("preshuffled", "3(a)", "the cards come pre-shuffled"),
        second_deck("2(b)"),
        cover_card("2(a)"),
        idle_spread("4(e)"),
        match_play("6(a)"),
        odds_word("11(a)"),
        *payout_limit("11(d)"),
        Option("three_card.minimum", as_money, 100, "least three-card wager", "6(d)", "D-32",
               least=100, most=10000),
        Option("three_card.maximum", as_money, 10000, "greatest three-card wager", "6(d)", "D-32",
               least=100, most=10000),
    ),
    checks=(
        limits_agree,
        _side_limits_agree,
        needs_shuffler({"second_deck": "2(b)", "shuffler_counts": "7(f)"}),
        hand_needs_shuffler("8(b)(1)"),
        cover_card_contrasts("2(a)"),
        _limit_is_no_lower_than_its_floor,
    ),
    warnings=(_warnings,),
    barred={
        "decks": Reason("the game is played with one deck, and a second one in turn", "2(a)"),
        "verbal_cash": Reason("a verbal wager with cash is never accepted", "6(a)"),
        "payouts.ante": Reason("the ante is always paid 1 to 1", "10(g)(3)", "D-33"),
        "recut_by": Reason("it is the dealer who cuts, and cuts again", "4(c)"),
    },
)  # fmt: skip
