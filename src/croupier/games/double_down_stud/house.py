"""What the house may choose at a Double Down Stud table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, Literal

from croupier.games.double_down_stud.mathematics.solver import WINS, profiles
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.rules import options as key
from croupier.rules.house import Breach, House
from croupier.rules.options import cover_card_contrasts, limits_agree, odds_raised, without_text

MOST_AREAS: Final = 47
"""One card per area and four shared ones, with one to spare in case a card lies face up (X-12)."""


def most_at_minimum(house: DoubleDownStudHouse) -> int:
    """Return the most that one patron can win in a round at the minimum wager, doubled (X-05).

    The patron plays as many areas as the house permits, at the posted odds; the maximum is taken
    over the hands that four shared cards allow at once.

    >>> from croupier.rules.house import build
    >>> most_at_minimum(build("double-down-stud", {"minimum": "10"}))
    2000000
    >>> most_at_minimum(build("double-down-stud", {"minimum": "10", "positions_per_player": 2}))
    2200000
    """
    least = house.least_multiple(house.minimum)
    odds = house.payouts["hand"]
    won = (-2 * least, 0, *(2 * odds[name].pay(least, house.chip) for name in WINS))
    areas = min(house.positions_per_player, house.seats)

    def best(profile: tuple[int, ...]) -> int:
        """A profile says how many of the other 48 cards make each hand with the same four."""
        cards = [win for win, count in zip(won, profile, strict=True) for _ in range(count)]
        return sum(sorted(cards)[-areas:])

    return max(map(best, profiles()))


def _limit_is_no_lower_than_its_floor(house: DoubleDownStudHouse) -> Iterable[Breach]:
    limit = house.payout_limit
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


def _staffed_like_blackjack(house: DoubleDownStudHouse) -> Iterable[Breach]:
    if house.staffing.strip().lower() != "blackjack":
        yield Breach("staffing", "the table has the personnel of a blackjack table", "7")


def _notes(house: DoubleDownStudHouse) -> Iterable[Breach]:
    needs = "the procedure after a shuffler's fault needs approval"
    yield from without_text(house, "approvals.shuffler_fault", needs, "11(e)")
    if house.dealing == "shuffler":
        needs = "the procedure after a fault in the deal needs approval"
        yield from without_text(house, "approvals.shoe_fault", needs, None, "S-23")
    if house.payout_limit is not None:
        needs = "a payout limit needs approval"
        yield from without_text(house, "approvals.payout_limit", needs, None, "S-17")
    if odds_raised(house, "hand"):
        needs = "the odds are higher than listed: decreasing them later needs a notice first"
        yield from without_text(house, "notices.payouts", needs, None, "X-32")


class DoubleDownStudHouse(House):
    """The keys of a Double Down Stud house file, and the readings that a house may choose."""

    minimum: int = key.minimum()
    maximum: int = key.maximum()
    increment: int = key.increment()
    seats: int = key.seats(7, MOST_AREAS)
    chip: int = key.chip()
    timeout: int = key.timeout()
    seat_kept: int = key.seat_kept()
    advice: bool = key.advice()
    positions_per_player: int = key.positions_per_player("6(c)", most=2)
    dealing: Literal["manual-shoe", "shuffler"] = key.dealing("8(a)")
    shuffler: Literal["automated"] = key.shuffler("4(a)")
    second_deck: bool = key.second_deck("2(b)")
    cover_card: str = key.cover_card("2(a)")
    cut: bool = key.flag("the cards are cut before every round", "4(c)", "S-04")
    recut_by: Literal["same", "next"] = key.recut_by("4(f)")
    idle_spread: Literal["up", "down"] = key.idle_spread("4(g)")
    match_play: bool = key.match_play("6(a)")
    odds_word: Literal["to", "win"] = key.odds_word("10(a)")
    payout_limit: int | None = key.payout_limit("10(c)", None, "S-17")
    payout_limit_display: Literal["posted", "layout"] = key.payout_limit_display("10(c)")
    staffing: str = key.text("blackjack", "whose table's personnel this one has", "7")

    S_16: Literal["hand", "wager"]
    S_22: Literal["any-time", "deal-only"]

    checks = (
        limits_agree,
        cover_card_contrasts("2(a)"),
        _limit_is_no_lower_than_its_floor,
        _staffed_like_blackjack,
    )
    notes = (_notes,)
    barred: ClassVar[Mapping[str, Reason]] = {
        "decks": Reason("the game is dealt from one deck; a second may alternate with it", "2(a)"),
        "preshuffled": Reason("there is no route for pre-shuffled cards", "3(a)", "S-26"),
        "verbal_cash": Reason("a verbal wager with cash is never accepted", "6(a)"),
        "count_every": Reason("no count of the deck is prescribed", None, "S-27"),
        "shuffler_counts": Reason("no count of the deck is prescribed", None, "S-27"),
    }


HOUSE: Final = DoubleDownStudHouse
