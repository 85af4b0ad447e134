"""The end of a round, 10(e) to 10(h): stub, pot, hands, side wagers and award."""

from __future__ import annotations

from typing import Any, Final

from croupier.games.winners_pot_poker import jacks_plus
from croupier.games.winners_pot_poker.deck import method
from croupier.games.winners_pot_poker.events import Stop
from croupier.games.winners_pot_poker.layout import STAKES, Place, WinnersPotLayout, place_of
from croupier.games.winners_pot_poker.pot import divide
from croupier.games.winners_pot_poker.rotation import seats_from
from croupier.nouns.hands import Hand, Told, in_words, rank_hand
from croupier.nouns.money import show_money
from croupier.procedures.steps import Steps
from croupier.stage.actions import DEALER
from croupier.stage.payments import Award, Commission, Lose, ToPot, Unstake
from croupier.stage.vocabulary import Found, Stub, Turn

FULL: Final = 5
"""The number of cards in a hand at the showdown."""


def showdown(t: WinnersPotLayout) -> Steps:
    """Rack the stub, gather the pot, show the hands, settle the side wagers, award the pot."""
    yield from rack_stub(t)
    for seat in t.remaining():
        for name in STAKES:
            yield ToPot("10(e)", seat=seat.number, wager=name, amount=seat.stake(name))
    if t.staked:
        yield ToPot("10(e)", by=DEALER, amount=t.staked)
    hands: dict[Place, Hand] = {}
    if t.dealer_plays:
        hands[DEALER] = rank_hand(t.cards_at(DEALER))
        yield Turn("10(f)", place=DEALER, also=("10(a)",))
        yield t.announce("dealer-hand", hand=hands[DEALER].describe())
    for seat in reversed(t.remaining()):
        place = place_of(seat.number)
        hand = hands[seat.number] = rank_hand(t.cards_at(place))
        yield Turn("10(f)", place=place)
        shows = (seat.number, hand.category.slug)
        yield t.announce("player-hand", shows=shows, seat=seat.number, hand=hand.describe())
    yield from jacks_plus.settle(t)
    yield from award(t, hands)


def rack_stub(t: WinnersPotLayout) -> Steps:
    """7(f), 8(e), 9(e): rack the stub unseen; a card lying face up in it changes nothing."""
    for _ in t.shoe.unreported():
        text = "lies face up in the stub: the round is settled as usual"
        yield Found("12(b)", "W-31", text=text)
    yield Stub(method(t).stub, text="the stub goes to the rack, face down and unseen")


def award(t: WinnersPotLayout, hands: dict[Place, Hand]) -> Steps:
    """10(h): the best hand takes the pot; equal hands share it."""
    best = max(hands.values())
    alike = sum(hand.category is best.category for hand in hands.values()) > 1
    yield t.announce("highest-hand", hand=best.describe(), also=("5(c)",) if alike else ())
    left = t.remaining()
    order = seats_from([seat.number for seat in left], t.button_at)
    winners = [number for number in order if hands[number] == best]
    dealer = hands.get(DEALER) == best
    stake = sum(STAKES.values()) * t.house.ante
    split = divide(t.house, t.pot, winners, dealer, stake)
    rule, outcome = _award_rule(winners, dealer)
    also = ("10(h)(2)",) if winners else ()
    if split.commission:
        yield Commission(rule, by=DEALER, amount=split.commission, also=also)
    for number in winners:
        finding = "W-20" if number in split.favoured else None
        amount = split.seats[number]
        yield Award(rule, finding, seat=number, amount=amount, outcome=outcome, also=also)
    if dealer:
        yield Award(rule, by=DEALER, amount=split.dealer, also=also)
    if split.odd:
        yield Award(None, "W-20", by=DEALER, amount=split.odd, share="odd")
    for seat in left:
        if seat.number not in winners:
            yield Lose(rule, seat=seat.number)


def _award_rule(winners: list[int], dealer: bool) -> tuple[str, str]:
    if not winners:
        return "10(h)(1)", "win"
    return ("10(h)(2)(ii)", "shared") if dealer or len(winners) > 1 else ("10(h)(2)(i)", "win")


def nobody_left(t: WinnersPotLayout) -> Steps:
    """X-22: deal no more cards, settle the side wagers, take the stakes and the pot to the tray."""
    yield Stop(None, "X-22", text="no player is left: no more cards are dealt")
    yield from rack_stub(t)
    yield from jacks_plus.settle(t)
    if t.void:  # irregularities have ended the round for everybody
        if t.staked:
            yield Unstake(None, "X-22", by=DEALER, amount=t.staked)
        return
    if t.staked:
        yield ToPot(None, "X-22", by=DEALER, amount=t.staked)
    if t.pot:
        yield Award(None, "X-22", by=DEALER, amount=t.pot, share="rest")


def pot_of(t: WinnersPotLayout, viewer: str) -> dict[str, Any]:
    """Return what a result adds for this game: the pot, its shares and the commission."""
    seats = sorted(int(place) for place in t.shares if place != DEALER)
    shares = {str(number): t.shares[str(number)] for number in seats}
    if t.shares and t.flashed.get(DEALER, 0) < 2:
        shares[DEALER] = t.shares.get(DEALER, 0)
    return {
        "pot": {
            "total": show_money(0 if t.void else t.gathered),
            "shares": {place: show_money(cents) for place, cents in shares.items()},
        },
        "house": {"commission": show_money(t.commission)},
    }


def hands_of(t: WinnersPotLayout, viewer: str) -> dict[str, Told]:
    """Return the hands of the showdown, and others that were judged for a side wager."""
    places = {str(number): place_of(number) for number, seat in t.seats.items() if seat.hand}
    if t.shares and len(t.laid[DEALER].cards) == FULL and all(t.laid[DEALER].up):
        places[DEALER] = DEALER
    seen = {who: t.seen_at(viewer, place) for who, place in places.items()}
    # 12(a): a dead hand is judged on the two cards that were turned up.
    dead = {who for who, place in places.items() if t.flashed.get(place, 0) == 2}
    ranked = {w: rank_hand(cards[:2] if w in dead else cards) for w, cards in seen.items() if cards}
    shown = {who: hand for who, hand in ranked.items() if who in {*t.shares, DEALER}}
    others = {who: hand for who, hand in ranked.items() if who not in shown}
    return in_words(shown) | in_words(others, compared=False)
