"""The jacks plus bonus wager: 10(g), 11(b), 11(c), and 12(a) for a dead hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from croupier.games.winners_pot_poker.standing import FOLDED, JACKS_PLUS, place_of
from croupier.nouns.hands import Category, Hand, rank_hand
from croupier.nouns.money import Odds
from croupier.procedures.procedure import Steps
from croupier.rules.house import House
from croupier.stage.events import Event
from croupier.stage.layout import LIVE, Layout, Seat

JACK: Final = 11


def odds_for(house: House, hand: Hand) -> Odds | None:
    """What a hand is paid, once and for the best it is; nothing if it does not qualify."""
    row = hand.category.slug
    if hand.category is Category.PAIR and hand.ranks[0] >= JACK:
        row = "pair-of-jacks-or-better"
    return house.payouts[JACKS_PLUS].get(row)


def limit(house: House) -> int:
    """11(c): $50,000, or the most that the least wager can win if that is more (W-22, X-05)."""
    known: int | None = house.cache.get("jacks-plus limit")
    if known is None:
        stake = house["jacks_plus.minimum"]
        best = max(odds.pay(stake) for odds in house.payouts[JACKS_PLUS].values())
        known = max(house.book.bounds["jacks-plus-limit"].least or 0, best)
        house.cache["jacks-plus limit"] = known
    return known


def settle(t: Layout) -> Steps:
    """10(g): every side wager, from the far right, folded seats in their places (W-38)."""
    seats = [seat for seat in reversed(t.seats.values()) if _is_live(seat)]
    royal = [seat for seat in seats if seat.hand == Category.ROYAL_FLUSH.slug]
    shared = share_limit(t.house, {s.number: s.stake(JACKS_PLUS) for s in royal})
    for seat in seats:
        folded = seat.state == FOLDED
        if folded and t.house.ruling("W-13") == "lose":
            yield _lost(t, seat, "W-13")
        else:
            yield from _judge(t, seat, folded, shared.get(seat.number))
        if folded:
            yield Event("collect", "10(g)", place=place_of(seat.number))


def _is_live(seat: Seat) -> bool:
    wager = seat.wagers.get(JACKS_PLUS)
    return wager is not None and wager.outcome == LIVE


def _judge(t: Layout, seat: Seat, folded: bool, shared: int | None) -> Steps:
    """A hand of five cards, or the three or four of one who folded (W-13)."""
    place = place_of(seat.number)
    if folded:
        yield Event("turn", "10(g)", "W-13", place=place, up=True)
    hand = rank_hand(t.cards_at(place))
    seat.hand = hand.category.slug
    odds = odds_for(t.house, hand)
    if odds is None:
        yield _lost(t, seat)
    elif shared is not None:
        yield _paid(t, seat, odds, shared, "11(c)", "W-23")
    else:
        due = odds.pay(seat.stake(JACKS_PLUS), t.house.chip)
        most = limit(t.house)
        if due > most:
            yield _paid(t, seat, odds, most, "11(c)", "W-22")
        else:
            yield _paid(t, seat, odds, due, "11(b)")


def _lost(t: Layout, seat: Seat, finding: str | None = None) -> Event:
    step = t.take(seat, JACKS_PLUS, "10(g)", finding=finding)
    step.also = ("6(d)",)
    return step


def _paid(
    t: Layout, seat: Seat, odds: Odds, paid: int, rule: str, finding: str | None = None
) -> Event:
    return t.pay(seat, JACKS_PLUS, odds, rule, paid=paid, finding=finding, also=("6(d)", "10(g)"))


def share_limit(house: House, stakes: Mapping[int, int]) -> dict[int, int]:
    """11(c): what several royal flushes are paid, where they share the limit; W-23 says when they do."""
    if len(stakes) < 2:
        return {}
    odds = house.payouts[JACKS_PLUS][Category.ROYAL_FLUSH.slug]
    due = sum(odds.pay(stake, house.chip) for stake in stakes.values())
    most = limit(house)
    if due <= most and house.ruling("W-23") == "cap-shared":
        return {}
    shares = in_proportion(most, list(stakes.values()), house.chip)
    return dict(zip(stakes, shares, strict=True))


def in_proportion(total: int, weights: Sequence[int], chip: int = 1) -> list[int]:
    """A sum in whole chips by weight, odd ones to the first (X-08).

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


def settle_dead(t: Layout, seat: Seat) -> Steps:
    """12(a): decided at once on the two cards that were turned up (W-11, W-12)."""
    if JACKS_PLUS not in seat.wagers:
        return
    hand = rank_hand(t.cards_at(place_of(seat.number))[:2])
    seat.hand = hand.category.slug
    odds = odds_for(t.house, hand)
    if odds is not None:
        due, most = odds.pay(seat.stake(JACKS_PLUS), t.house.chip), limit(t.house)
        also = ("11(b)", "11(c)") if due > most else ("11(b)",)
        yield t.pay(seat, JACKS_PLUS, odds, "12(a)", paid=min(due, most), finding="W-11", also=also)
    elif t.house.ruling("W-11") == "pay-or-return":
        yield t.give_back(seat, JACKS_PLUS, "12(a)", "W-11")
    else:
        yield t.take(seat, JACKS_PLUS, "12(a)", finding="W-11")
