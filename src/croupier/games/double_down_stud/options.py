"""What the house may choose at a Double Down Stud table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from croupier.games.double_down_stud.mathematics.solver import WINS, profiles
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.rules.house import Breach, House, Option, Options, as_text
from croupier.rules.options import (
    choice,
    cover_card,
    cover_card_contrasts,
    dealing,
    everywhere,
    flag,
    idle_spread,
    limits_agree,
    match_play,
    money_limits,
    odds_raised,
    odds_word,
    payout_limit,
    positions_per_player,
    second_deck,
    shuffler,
    without_text,
)

MOST_AREAS: Final = 47
"""One card for every area and four for all, with one to spare should a card lie face up (X-12)."""


def most_at_minimum(house: House) -> int:
    """The most that one patron can win in a round at the least wager, doubled, on as many areas as
    the house permits (X-05): at the posted odds, over the hands that four shared cards allow at once.

    >>> from croupier.rules.house import build
    >>> most_at_minimum(build("double-down-stud", {"minimum": "10"}))
    2000000
    >>> most_at_minimum(build("double-down-stud", {"minimum": "10", "positions_per_player": 2}))
    2200000
    """
    step = house["increment"]
    least = -(-house["minimum"] // step) * step
    odds = house.payouts["hand"]
    won = (-2 * least, 0, *(2 * odds[name].pay(least, house.chip) for name in WINS))
    areas = min(house["positions_per_player"], house["seats"])

    def best(profile: tuple[int, ...]) -> int:
        """A profile says how many of the other 48 cards make which hand of the same four."""
        cards = [win for win, count in zip(won, profile, strict=True) for _ in range(count)]
        return sum(sorted(cards)[-areas:])

    return max(map(best, profiles()))


def _limit_is_no_lower_than_its_floor(house: House) -> Iterable[Breach]:
    limit = house["payout_limit"]
    if limit is None:
        return
    floor = max(house.book.bounds["payout-limit"].least or 0, most_at_minimum(house))
    if limit < floor:
        yield Breach(
            "payout_limit",
            f"{dollars(limit)} is less than its floor of {dollars(floor)}",
            "10(c)",
            "X-05",
        )


def _warnings(house: House) -> Iterable[Breach]:
    yield from without_text(house, "approvals.shuffler_fault",
                            "the procedure after a shuffler's fault needs approval", "11(e)")  # fmt: skip
    if house["dealing"] == "shuffler":
        yield from without_text(house, "approvals.shoe_fault",
                                "the procedure after a fault in the deal needs approval", None, "S-23")  # fmt: skip
    if house["payout_limit"] is not None:
        yield from without_text(
            house, "approvals.payout_limit", "a payout limit needs approval", None, "S-17"
        )
    if odds_raised(house, "hand"):
        yield from without_text(house, "notices.payouts", "the odds are higher than listed: "
                                "decreasing them later needs a notice first", None, "X-32")  # fmt: skip


OPTIONS: Final = Options(
    keys=(
        *money_limits(),
        *everywhere(seats=7, most_seats=MOST_AREAS, positions=positions_per_player("6(c)", most=2)),
        dealing("8(a)", "manual-shoe", "shuffler"),
        shuffler("4(a)", "automated"),
        second_deck("2(b)"),
        cover_card("2(a)"),
        flag("cut", "4(c)", "the cards are cut before every round", "S-04"),
        choice("recut_by", "4(f)", "who cuts again when the supervisor asks", "same", "next"),
        idle_spread("4(g)"),
        match_play("6(a)"),
        odds_word("10(a)"),
        *payout_limit("10(c)"),
        Option("staffing", as_text, "blackjack", "whose table's personnel this one has", "7"),
    ),
    checks=(limits_agree, cover_card_contrasts("2(a)"), _limit_is_no_lower_than_its_floor),
    warnings=(_warnings,),
    barred={
        "decks": Reason("the game is played with one deck, and a second one in turn", "2(a)"),
        "preshuffled": Reason("there is no route for pre-shuffled cards", "3(a)", "S-26"),
        "verbal_cash": Reason("a verbal wager with cash is never accepted", "6(a)"),
        "count_every": Reason("no count of the deck is prescribed", None, "S-27"),
        "shuffler_counts": Reason("no count of the deck is prescribed", None, "S-27"),
    },
)
