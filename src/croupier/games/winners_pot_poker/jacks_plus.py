"""The jacks plus bonus wager: 10(g), 11(b), 11(c), and 12(a) for a dead hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.games.winners_pot_poker.layout import (
    FOLDED,
    JACKS_PLUS,
    WinnersPotLayout,
    place_of,
)
from croupier.nouns.hands import Category, Hand, rank_hand
from croupier.nouns.money import Odds
from croupier.procedures.steps import Steps
from croupier.stage.layout import Seat
from croupier.stage.payments import Pay, Take
from croupier.stage.vocabulary import Collect, Turn

JACK: Final = 11


def odds_for(house: WinnersPotHouse, hand: Hand) -> Odds | None:
    """Return the odds for the best row of a hand; None if it does not qualify."""
    row = hand.category.slug
    if hand.category is Category.PAIR and hand.ranks[0] >= JACK:
        row = "pair-of-jacks-or-better"
    return house.payouts[JACKS_PLUS].get(row)


def limit(house: WinnersPotHouse) -> int:
    """11(c): $50,000, or the most that the minimum wager can win, if higher (W-22, X-05)."""
    known: int | None = house.cache.get("jacks-plus limit")
    if known is None:
        stake = house.jacks_plus_minimum
        best = max(odds.pay(stake) for odds in house.payouts[JACKS_PLUS].values())
        known = max(house.book.bounds["jacks-plus-limit"].least or 0, best)
        house.cache["jacks-plus limit"] = known
    return known


def settle(t: WinnersPotLayout) -> Steps:
    """10(g): settle every side wager from the far right; folded seats in their turn (W-38)."""
    seats = [seat for seat in reversed(t.seats.values()) if _is_live(seat)]
    royal = [seat for seat in seats if seat.hand == Category.ROYAL_FLUSH.slug]
    shared = share_limit(t.house, {s.number: s.stake(JACKS_PLUS) for s in royal})
    for seat in seats:
        folded = seat.state == FOLDED
        if folded and t.house.W_13 == "lose":
            yield _lost(t, seat, "W-13")
        else:
            yield from _judge(t, seat, folded, shared.get(seat.number))
        if folded:
            yield Collect("10(g)", place=place_of(seat.number))


def _is_live(seat: Seat) -> bool:
    wager = seat.wagers.get(JACKS_PLUS)
    return wager is not None and wager.live


def _judge(t: WinnersPotLayout, seat: Seat, folded: bool, shared: int | None) -> Steps:
    """Judge a hand of five cards, or the three or four cards of a player who folded (W-13)."""
    place = place_of(seat.number)
    if folded:
        yield Turn("10(g)", "W-13", place=place)
    hand = rank_hand(t.cards_at(place))
    name, odds = hand.category.slug, odds_for(t.house, hand)
    if odds is None:
        yield _lost(t, seat, hand=name)
    elif shared is not None:
        yield _paid(t, seat, odds, "11(c)", name, paid=shared, finding="W-23")
    elif t.due(seat, JACKS_PLUS, odds) > (most := limit(t.house)):
        yield _paid(t, seat, odds, "11(c)", name, paid=most, finding="W-22")
    else:
        yield _paid(t, seat, odds, "11(b)", name)


def _lost(
    t: WinnersPotLayout, seat: Seat, finding: str | None = None, *, hand: str | None = None
) -> Take:
    return t.take(seat, JACKS_PLUS, "10(g)", finding=finding, also=("6(d)",), hand=hand)


def _paid(
    t: WinnersPotLayout,
    seat: Seat,
    odds: Odds,
    rule: str,
    hand: str,
    *,
    paid: int | None = None,
    finding: str | None = None,
) -> Pay:
    also = ("6(d)", "10(g)")
    return t.pay(seat, JACKS_PLUS, odds, rule, paid=paid, finding=finding, also=also, hand=hand)


def share_limit(house: WinnersPotHouse, stakes: Mapping[int, int]) -> dict[int, int]:
    """11(c): what several royal flushes are paid if they share the limit; W-23 says when."""
    if len(stakes) < 2:
        return {}
    odds = house.payouts[JACKS_PLUS][Category.ROYAL_FLUSH.slug]
    due = sum(odds.pay(stake, house.chip) for stake in stakes.values())
    most = limit(house)
    if due <= most and house.W_23 == "cap-shared":
        return {}
    shares = in_proportion(most, list(stakes.values()), house.chip)
    return dict(zip(stakes, shares, strict=True))


def in_proportion(total: int, weights: Sequence[int], chip: int = 1) -> list[int]:
    """Divide a sum in whole chips by weight; odd chips go to the first (X-08).

    >>> in_proportion(5_000_000, [10_000, 30_000]), in_proportion(100, [1, 1, 1])
    ([1250000, 3750000], [34, 33, 33])
    >>> in_proportion(5_000_000, [10_000, 20_000], chip=2500)
    [1667500, 3332500]
    """
    whole = sum(weights)
    parts = [total * weight // whole // chip * chip for weight in weights]
    left = total - sum(parts)
    for i in range(len(parts)):
        more = min(left, chip)
        parts[i] += more
        left -= more
    return parts


def settle_dead(t: WinnersPotLayout, seat: Seat) -> Steps:
    """12(a): settle a dead hand's wager at once, on the two cards turned up (W-11, W-12)."""
    if JACKS_PLUS not in seat.wagers:
        return
    hand = rank_hand(t.cards_at(place_of(seat.number))[:2])
    name, odds = hand.category.slug, odds_for(t.house, hand)
    if odds is not None:
        most = limit(t.house)
        cut = t.due(seat, JACKS_PLUS, odds) > most
        rule, also = ("11(c)", ("12(a)", "11(b)")) if cut else ("12(a)", ("11(b)",))
        paid = most if cut else None
        yield t.pay(seat, JACKS_PLUS, odds, rule, paid=paid, finding="W-11", also=also, hand=name)
    elif t.house.W_11 == "pay-or-return":
        yield t.give_back(seat, JACKS_PLUS, "12(a)", "W-11", hand=name)
    else:
        yield t.take(seat, JACKS_PLUS, "12(a)", finding="W-11", hand=name)
