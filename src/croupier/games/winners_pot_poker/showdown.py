"""The end of a round: the stub, the pot, the hands, the side wagers and the award, 10(e) to 10(h)."""

from __future__ import annotations

from typing import Any

from croupier.games.winners_pot_poker import jacks_plus
from croupier.games.winners_pot_poker.deck import method
from croupier.games.winners_pot_poker.pot import Split, divide
from croupier.games.winners_pot_poker.rotation import Place, seats_from
from croupier.games.winners_pot_poker.standing import (
    STAKES,
    dealer_plays,
    place_of,
    remaining,
)
from croupier.nouns.hands import Hand, rank_hand
from croupier.nouns.money import show_money
from croupier.procedures.procedure import Steps
from croupier.stage.actions import DEALER
from croupier.stage.events import Event
from croupier.stage.layout import Layout


def showdown(t: Layout) -> Steps:
    """The stub, the pot, the hands, the side wagers, the award."""
    yield from rack_stub(t)
    for seat in remaining(t):
        for name in STAKES:
            yield Event("to-pot", "10(e)", seat=seat.number, wager=name, amount=seat.stake(name))
    if t.staked:
        yield Event("to-pot", "10(e)", by=DEALER, amount=t.staked)
    hands: dict[Place, Hand] = {}
    if dealer_plays(t):
        hands[DEALER] = rank_hand(t.cards_at(DEALER))
        yield Event("turn", "10(f)", place=DEALER, up=True, also=("10(a)",))
        yield t.announce("dealer-hand", hand=hands[DEALER].describe())
    for seat in reversed(remaining(t)):
        place = place_of(seat.number)
        hand = hands[seat.number] = rank_hand(t.cards_at(place))
        yield Event("turn", "10(f)", place=place, up=True)
        yield t.announce("player-hand", seat=seat.number, hand=hand.describe())
        seat.hand = hand.category.slug
    yield from jacks_plus.settle(t)
    yield from award(t, hands)


def rack_stub(t: Layout) -> Steps:
    """7(f), 8(e), 9(e): the stub goes to the rack unseen; a card that lies face up in it changes nothing."""
    for at in t.shoe.unreported():
        yield Event("found", "12(b)", "W-31", card=t.shoe.cards[at], up=True,
                    text="lies face up in the stub: the round is settled as usual")  # fmt: skip
    yield Event("stub", method(t).stub, text="the stub goes to the rack, face down and unseen")


def award(t: Layout, hands: dict[Place, Hand]) -> Steps:
    """10(h): the best hand takes the pot, equal ones share it."""
    best = max(hands.values())
    call = t.announce("highest-hand", hand=best.describe())
    if sum(hand.category is best.category for hand in hands.values()) > 1:
        call.also = ("5(c)",)
    yield call
    left = remaining(t)
    winners = [n for n in seats_from([seat.number for seat in left], t.notes["button"])
               if hands[n] == best]  # fmt: skip
    dealer = hands.get(DEALER) == best
    stake = sum(STAKES.values()) * t.house["ante"]
    split = divide(t.house, t.pot, winners, dealer, stake)
    _note_pot(t, hands, split)
    rule, outcome = _award_rule(winners, dealer)
    also = ("10(h)(2)",) if winners else ()
    if split.commission:
        yield Event("commission", rule, by=DEALER, amount=split.commission, also=also)
    for number in winners:
        yield Event("award", rule, "W-20" if number in split.favoured else None, seat=number,
                    amount=split.seats[number], outcome=outcome, also=also)  # fmt: skip
    if dealer:
        yield Event("award", rule, by=DEALER, amount=split.dealer, also=also)
    if split.odd:
        yield Event("award", None, "W-20", by=DEALER, amount=split.odd)
    for seat in left:
        if seat.number not in winners:
            yield Event("lose", rule, seat=seat.number, outcome="lose")


def _award_rule(winners: list[int], dealer: bool) -> tuple[str, str]:
    if not winners:
        return "10(h)(1)", "win"
    return ("10(h)(2)(ii)", "shared") if dealer or len(winners) > 1 else ("10(h)(2)(i)", "win")


def _note_pot(t: Layout, hands: dict[Place, Hand], split: Split) -> None:
    """What the result says of the pot."""
    shares = {str(n): split.seats.get(n, 0) for n in sorted(n for n in hands if isinstance(n, int))}
    if DEALER in hands:
        shares[DEALER] = split.dealer
    t.notes["pot"] = {
        "total": show_money(t.pot),
        "shares": {place: show_money(cents) for place, cents in shares.items()},
    }
    t.notes["commission"] = split.commission


def nobody_left(t: Layout) -> Steps:
    """X-22: no more cards; the side wagers, then the dealer's stakes and the pot go to the tray."""
    yield Event("stop", None, "X-22", text="no player is left: no more cards are dealt")
    yield from rack_stub(t)
    yield from jacks_plus.settle(t)
    wagers = (wager for seat in t.seats.values() for wager in seat.wagers.values())
    if all(wager.outcome == "returned" for wager in wagers):
        t.notes["void"] = True  # irregularities have ended it for everybody
        if t.staked:
            yield Event("unstake", None, "X-22", by=DEALER, amount=t.staked)
        return
    if t.staked:
        yield Event("to-pot", None, "X-22", by=DEALER, amount=t.staked)
    t.notes["pot"] = {"total": show_money(t.pot), "shares": {}}
    if t.pot:
        yield Event("award", None, "X-22", by=DEALER, amount=t.pot)


def pot_of(t: Layout, viewer: str) -> dict[str, Any]:
    """What a result says beside seats and house: the pot and its shares, and the commission."""
    return {
        "pot": t.notes.get("pot") or {"total": show_money(t.pot), "shares": {}},
        "house": {"commission": show_money(t.notes.get("commission", 0))},
    }
