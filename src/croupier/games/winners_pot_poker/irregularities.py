"""What can go wrong at a Winner's Pot Poker table: Section 12, and rulings where it is silent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from croupier.games.winners_pot_poker.deck import BAD, DECK, method
from croupier.games.winners_pot_poker.jacks_plus import settle_dead
from croupier.games.winners_pot_poker.layout import (
    FOLDED,
    JACKS_PLUS,
    Place,
    WinnersPotLayout,
    place_of,
)
from croupier.games.winners_pot_poker.rotation import clockwise, is_first_round
from croupier.nouns.reasons import Reason
from croupier.procedures.dealing import NEXT_CARD, clear_way, report_next_card
from croupier.procedures.single_deck import report_before_close, reports_before_close, shoe_fault
from croupier.procedures.steps import Steps, VoidError
from croupier.stage.actions import DEALER, Action
from croupier.stage.layout import Seat
from croupier.stage.payments import Unstake, VoidHand
from croupier.stage.vocabulary import Button, Collect, Deal, Report, Turn, TurnCard

IRREGULARITIES: Final[Mapping[str, Reason]] = {
    "face-up-card": Reason("a card lies face up in the shoe or the deck", "12(b)"),
    "drawn-in-error": Reason("a card was drawn in error, unseen", "12(c)"),
    "exposed-draw": Reason("a card was drawn in error and seen", None, "X-15"),
    "missed-burn": Reason("the next burn was forgotten", "12(e)"),
    "extra-card": Reason("a hand still in the round was dealt a card too many", "12(d)"),
    "missed-card": Reason("a hand still in the round was not dealt its card", "12(f)"),
    "flashed-card": Reason("one of a hand's first two cards was turned up in the deal", "12(a)"),
    "player-exposed": Reason("a player showed the down cards", "12(h)"),
    "card-down": Reason("a card that should be open was dealt face down", None, "W-39"),
    "stub-short": Reason("a count shows that cards are missing or misdealt", None, "W-30"),
    "button-not-moved": Reason("the button lies where it was in the round before", "12(g)"),
    "shuffler-fault": Reason("the shuffling device failed", "12(i)"),
    "shoe-fault": Reason("the automated shoe failed while dealing", "12(j)"),
    "shuffler-count": Reason("the shuffling device counted more or fewer than 52 cards", "9(g)"),
}

ABOUT: Final[Mapping[str, tuple[str, ...]]] = {
    "extra-card": ("seat SEAT", DEALER),
    "missed-card": ("seat SEAT", DEALER),
    "flashed-card": ("seat SEAT", DEALER),
    "player-exposed": ("seat SEAT",),
    "card-down": ("seat SEAT",),
    "stub-short": ("", "misdealt", "both"),
}
"""The possible subjects of a report, for reports that must name one."""


# --- before the deal ------------------------------------------------------------------------------


def reports_first(t: WinnersPotLayout) -> Iterable[tuple[str, ...]]:
    """Yield what the dealer may report while wagers are placed."""
    yield from reports_before_close(t, DECK)
    if not t.burn_missed:
        yield ("missed-burn",)
    places: tuple[Place, ...] = (*t.in_round(), DEALER)
    for place in places:
        if t.flashed.get(place_of(place), 0) < 2:
            yield ("flashed-card", *place_of(place).split())


def report_first(t: WinnersPotLayout, action: Action) -> Steps:
    """Do what such a report requires; a flashed card will be one of the coming deal (12(a))."""
    name = str(action.args[0])
    if name == "missed-burn":
        yield from missed_burn(t, action)
    elif name == "flashed-card":
        finding = "W-33" if method(t).packets else None
        yield _reported(action, "12(a)", finding)
    else:
        yield from report_before_close(t, name, DECK)


# --- after the deal -------------------------------------------------------------------------------


def reports(t: WinnersPotLayout) -> Iterable[tuple[str, ...]]:
    """Yield what the dealer may report while players decide."""
    third_street = t.street == 3
    yield from ((name,) for name in NEXT_CARD)
    yield from (("stub-short", *about.split()) for about in ABOUT["stub-short"])
    if not t.burn_missed:
        yield ("missed-burn",)
    if not is_first_round(t) and t.button_lay is None:
        yield ("button-not-moved",)
    if third_street and t.house.dealing in DECK.shoe_fails and not _decided(t):
        yield ("shoe-fault",)
    on_hands = ["extra-card", "missed-card", *["flashed-card"][: int(third_street)]]
    if t.dealer_plays:
        yield from ((name, DEALER) for name in on_hands)
    for seat in t.remaining():
        up = t.felt[place_of(seat.number)].up
        more = [*["player-exposed"][: int(not all(up))], *["card-down"][: int(up[-1])]]
        yield from ((name, "seat", str(seat.number)) for name in (*on_hands, *more))


def _decided(t: WinnersPotLayout) -> bool:
    return any(seat.state == FOLDED or "bet" in seat.wagers for seat in t.seats.values())


def report(t: WinnersPotLayout, action: Action) -> Steps:
    """Do what a report requires that was made while players decide."""
    name = str(action.args[0])
    if name in NEXT_CARD:
        yield from report_next_card(t, name, BAD, DECK.faults.drawn)
    elif name == "shoe-fault":
        yield from shoe_fault(t, DECK)
    elif name == "missed-burn":
        yield from missed_burn(t, action)
    elif name == "button-not-moved":
        yield from button_not_moved(t, action)
    elif name == "stub-short":
        yield from stub_short(t, action)
    elif action.args[1] == DEALER:
        yield from OF_THE_DEALER[name](t, action)
    else:
        yield from OF_A_SEAT[name](t, t.seats[int(action.args[2])], action)


def _reported(action: Action, rule: str | None, finding: str | None = None) -> Report:
    """Return a report in the words that were said, with the seat it is about."""
    words = tuple(map(str, action.args))
    seat = int(words[2]) if words[1:2] == ("seat",) else None
    return Report(rule, finding, by=DEALER, seat=seat, text=" ".join(words))


def missed_burn(t: WinnersPotLayout, action: Action) -> Steps:
    """12(e): the next burn does not take place; the last one cannot be made up for (W-29)."""
    yield _reported(action, "12(e)", "W-29" if t.street == 4 else None)


def button_not_moved(t: WinnersPotLayout, action: Action) -> Steps:
    """12(g): the deal stands, and from here on the button counts as moved (W-28)."""
    yield _reported(action, "12(g)", "W-28")
    due = clockwise(t.in_round(), t.button_at)[0]
    yield Button("12(g)", "W-28", place=place_of(due))


def stub_short(t: WinnersPotLayout, action: Action) -> Steps:
    """W-30: void all hands, as in Double Cross Poker; the deck leaves unless it was misdealt."""
    yield _reported(action, method(t).count, "W-30")
    if action.args[1:] == ("misdealt",):
        raise VoidError("the cards were misdealt; all 52 are there", None, "W-30")
    message = "the deck does not have its 52 cards"
    raise VoidError(message, None, "W-30", deck_leaves=True)


# --- a seat's hand --------------------------------------------------------------------------------


def extra_card(t: WinnersPotLayout, seat: Seat, action: Action) -> Steps:
    """12(d): one card too many voids the hand."""
    yield _reported(action, "12(d)")
    yield from clear_way(t, BAD)
    number = seat.number
    yield Deal("12(d)", place=place_of(number), seat=number, up=False)
    yield from void_hand(t, seat)


def missed_card(t: WinnersPotLayout, seat: Seat, action: Action) -> Steps:
    """12(f): a misdeal, unless the house applies 12(d) to a missing card too (W-07)."""
    misdeal = t.house.W_07 == "misdeal"
    yield _reported(action, "12(f)" if misdeal else "12(d)", "W-07")
    if misdeal:
        raise VoidError(f"a misdeal: seat {seat.number} was not dealt its card", "12(f)", "W-07")
    yield from void_hand(t, seat, "W-07")


def void_hand(t: WinnersPotLayout, seat: Seat, finding: str | None = None) -> Steps:
    """12(d): one hand leaves the round, with all its wagers (W-09, W-36)."""
    yield VoidHand("12(d)", finding, seat=seat.number)
    for name in seat.wagers:
        yield t.give_back(seat, name, "12(d)", "W-09" if name == JACKS_PLUS else finding)
    yield Collect("12(d)", place=place_of(seat.number))


def flashed(t: WinnersPotLayout, seat: Seat, action: Action) -> Steps:
    """12(a): the third card lies face down instead; with both cards turned up the hand is dead."""
    yield _reported(action, "12(a)", "W-33" if method(t).packets else None)
    yield from _turned_up(t, seat.number)
    yield from dead_if_both(t, seat.number)


def _turned_up(t: WinnersPotLayout, place: Place) -> Steps:
    """After the deal, turn up the flashed card; with the first one, turn the third card down."""
    where = place_of(place)
    at = t.flashed[where]
    yield TurnCard("12(a)", place=where, index=at)
    if at == 1:
        yield TurnCard("12(a)", place=where, index=3, up=False)


def dead_if_both(t: WinnersPotLayout, place: Place) -> Steps:
    """12(a): a hand is dead if both of its first two cards were turned up."""
    if t.flashed.get(place_of(place), 0) < 2:
        return
    yield t.announce("dead")
    if place == DEALER:
        yield from _dead_dealer(t)
    else:
        yield from _dead_seat(t, t.seats[int(place)])


def _dead_seat(t: WinnersPotLayout, seat: Seat) -> Steps:
    """Settle the side wager at once and return the others."""
    yield from settle_dead(t, seat)
    for name, wager in seat.wagers.items():
        if wager.live:
            yield t.give_back(seat, name, "12(a)", "W-36" if name != "ante" else None)
    yield Collect("12(a)", place=place_of(seat.number))


def _dead_dealer(t: WinnersPotLayout) -> Steps:
    """Take the dealer's stakes back to the tray, or void the round (W-10)."""
    if t.house.W_10 == "void-round":
        raise VoidError("the dealer's hand is dead", "12(a)", "W-10")
    yield Unstake("12(a)", "W-10", by=DEALER, amount=t.staked)
    yield Collect("12(a)", place=DEALER)


def exposed(t: WinnersPotLayout, seat: Seat, action: Action) -> Steps:
    """12(h): the hand stays in the round, face up."""
    yield _reported(action, "12(h)", "W-37")
    yield Turn("12(h)", place=place_of(seat.number))


def card_down(t: WinnersPotLayout, seat: Seat, action: Action) -> Steps:
    """W-39: a card that was dealt face down by mistake is turned up."""
    yield _reported(action, None, "W-39")
    place = place_of(seat.number)
    yield TurnCard(None, "W-39", place=place, index=len(t.cards_at(place)))


OF_A_SEAT: Final[Mapping[str, Callable[[WinnersPotLayout, Seat, Action], Steps]]] = {
    "extra-card": extra_card,
    "missed-card": missed_card,
    "flashed-card": flashed,
    "player-exposed": exposed,
    "card-down": card_down,
}


# --- the dealer's hand ----------------------------------------------------------------------------


def dealers_extra_card(t: WinnersPotLayout, action: Action) -> Steps:
    """W-08: a misdeal, because 12(d) covers players only."""
    yield _reported(action, None, "W-08")
    yield from clear_way(t, BAD)
    yield Deal(None, "W-08", place=DEALER, up=False)
    raise VoidError("a misdeal: the dealer was dealt a card too many", None, "W-08")


def dealers_missed_card(t: WinnersPotLayout, action: Action) -> Steps:
    """12(f): a misdeal."""
    yield _reported(action, "12(f)")
    raise VoidError("a misdeal: the dealer was not dealt a card", "12(f)")


def dealers_flashed(t: WinnersPotLayout, action: Action) -> Steps:
    """12(a): as for a player."""
    yield _reported(action, "12(a)", "W-33" if method(t).packets else None)
    yield from _turned_up(t, DEALER)
    yield from dead_if_both(t, DEALER)


OF_THE_DEALER: Final[Mapping[str, Callable[[WinnersPotLayout, Action], Steps]]] = {
    "extra-card": dealers_extra_card,
    "missed-card": dealers_missed_card,
    "flashed-card": dealers_flashed,
}
