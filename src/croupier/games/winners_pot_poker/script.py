"""A round of Winner's Pot Poker: Sections 6 to 11."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final

from croupier.games.winners_pot_poker.deck import BAD, CUT, DECK, HELD, method
from croupier.games.winners_pot_poker.events import InHand
from croupier.games.winners_pot_poker.irregularities import (
    dead_if_both,
    report,
    report_first,
    reports,
    reports_first,
)
from croupier.games.winners_pot_poker.layout import (
    JACKS_PLUS,
    STAKES,
    Place,
    WinnersPotLayout,
    place_of,
)
from croupier.games.winners_pot_poker.rotation import (
    button_of,
    check_button,
    clockwise,
    seats_from,
    service,
)
from croupier.games.winners_pot_poker.showdown import nobody_left, showdown
from croupier.nouns.cards import Card
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.procedures.dealing import clear_way, collect, deal
from croupier.procedures.polling import Poll, Polling
from croupier.procedures.single_deck import count_due, prepare, recut, void
from croupier.procedures.steps import Steps, VoidError
from croupier.procedures.wagers import WagerKind, Wagers, areas_per_player, take_wagers
from croupier.stage.actions import DEALER, Action, Ask, Offer
from croupier.stage.events import Event
from croupier.stage.game import Script
from croupier.stage.layout import Seat
from croupier.stage.payments import Stake, ToPot
from croupier.stage.vocabulary import (
    Burn,
    BurnOmitted,
    Button,
    Collect,
    Count,
    Fold,
    Turn,
    TurnCard,
    Wager,
)
from croupier.stage.vocabulary import Poll as Asked

# --- the round ------------------------------------------------------------------------------------


def play(t: WinnersPotLayout) -> Script:
    """Play a round, from the shuffle to the discard rack."""
    check_button(t)
    try:
        yield from prepare(t, DECK)
        yield from take_wagers(t, WAGERS)
        yield from first_three_cards(t)
        for decision in (BET, DOUBLE):
            yield from take_decisions(t, decision)
            if not goes_on(t):
                yield from nobody_left(t)
                break
            yield from next_card(t, decision.card)
        else:
            yield from showdown(t)
        yield from collect(t, "10(i)")
    except VoidError as error:
        yield from void(t, error)
    if count_due(t, DECK):
        text = f"the dealer counts the deck: {len(t.rack)} cards"
        yield Count(method(t).count, by=DEALER, count=len(t.rack), text=text)
    return None


def goes_on(t: WinnersPotLayout) -> bool:
    """Return whether to deal on; for the dealer alone only if X-22 is read literally."""
    return bool(t.remaining()) or (t.dealer_plays and t.house.X_22 == "literal")


# --- before the deal: Section 6 and the button ----------------------------------------------------


def stakes_and_button(t: WinnersPotLayout) -> Steps:
    """Put up the dealer's stakes (6(c)) and place the button (7(d), 8(c), 9(c)).

    With a shoe that deals packets the burn also comes before the call (W-06).
    """
    way = method(t)
    for wager, antes in STAKES.items():
        yield Stake("6(c)", "W-35", by=DEALER, wager=wager, amount=antes * t.house.ante)
    yield Button(way.button, place=place_of(button_of(t, t.in_round())))
    if way.packets:
        yield from burn(t, way.burn, way.burn_finding)


CLOSED: Final = Reason("no wager is made, increased or taken back after the call", "6(b)")
NOT_YET: Final = Reason("no cards have been dealt", "10(a)")
NO_CASH: Final = Reason("a verbal wager with cash is not accepted", "6(a)")

WAGERS: Final[Wagers[WinnersPotLayout]] = Wagers(
    kinds=(
        WagerKind("ante", "6(c)", fixed="ante", limits=Reason("", "1:Ante"), exposure=4),
        WagerKind(
            JACKS_PLUS,
            "6(b)",
            minimum="jacks_plus.minimum",
            maximum="jacks_plus.maximum",
            limits=Reason("", None, "W-25"),
            needs="ante",
            offered=lambda house: bool(house.jacks_plus_offered),
        ),
    ),
    close_rule=lambda t: method(t).call,
    nothing=Reason("no round is dealt without an ante", "6(c)"),
    coupon_refused=Reason("coupons are not accepted: none enters the pot", "6(a)", "W-26"),
    cash_rule=NO_CASH,
    recut_rule=CUT.again,
    on_recut=lambda t: recut(t, CUT),
    area=areas_per_player("13"),
    reports=reports_first,
    on_report=report_first,
    before_call=stakes_and_button,
    why_not={
        "bet": NOT_YET,
        "double": NOT_YET,
        "fold": NOT_YET,
        "*": Reason("this cannot be said before the deal", "6(b)"),
    },
)


# --- dealing: Sections 7 to 9, 10(b), 10(d) -------------------------------------------------------


def first_three_cards(t: WinnersPotLayout) -> Steps:
    """Burn, then deal everybody two cards down and one up, singly or in packets."""
    way = method(t)
    if way.packets:
        yield from packets(t)
        return
    yield from burn(t, way.burn)
    order = clockwise(t.in_round(), t.button_at)
    for number, rule in enumerate(way.cards, 1):
        for place in order:
            turned_up = t.flashed.get(place_of(place), 0)
            if number == 3 and turned_up == 2:
                continue  # 12(a): the hand is dead, and its two cards are gone
            up = number <= turned_up or (number == 3 and not turned_up)
            also = (*way.hands, "12(a)") if turned_up else way.hands
            yield from serve(t, place, rule, up=up, also=also)
            if number == 2:
                yield from dead_if_both(t, place)


def packets(t: WinnersPotLayout) -> Steps:
    """9(d), 9(e): deal three cards at a time and turn the top one; then take the rest in hand."""
    far_left = t.house.W_01 == "far-left"
    finding = "W-01" if far_left else None
    for place in clockwise(t.in_round(), DEALER if far_left else t.button_at):
        where = place_of(place)
        for rule in method(t).cards:
            yield from serve(t, place, rule, up=False)
        for index in range(1, t.flashed.get(where, 0) + 1):
            yield TurnCard("12(a)", "W-33", place=where, index=index)
        if not t.flashed.get(where):
            yield TurnCard("9(d)", finding, place=where, index=3)
        yield from dead_if_both(t, place)
    text = "the dealer takes the rest of the cards in hand"
    yield InHand("9(e)", by=DEALER, also=("8(b)(2)", *HELD), text=text)


def next_card(t: WinnersPotLayout, rule: str) -> Steps:
    """10(b), 10(d): burn, and deal a card face up to everybody who is left."""
    yield from burn(t, rule)
    for place in service([seat.number for seat in t.remaining()], t.button_at, t.house):
        if place != DEALER or t.dealer_plays:
            yield from serve(t, place, rule, up=True, also=method(t).later)


def serve(
    t: WinnersPotLayout, place: Place, rule: str, *, up: bool, also: tuple[str, ...] = ()
) -> Generator[Event | Ask, Any, Card]:
    """Deal a card to the dealer or a seat; only that seat may look at it if it is face down."""
    seat = None if place == DEALER else int(place)
    return deal(t, place_of(place), rule, BAD, up=up, seat=seat, also=also)


def burn(t: WinnersPotLayout, rule: str, finding: str | None = None) -> Steps:
    """Burn one card, none if it is forgotten, and two the next time (12(e)), never more (W-29)."""
    if t.burn_missed:
        yield BurnOmitted("12(e)", text="no card is burned; the deal goes on")
        return
    for clause in (rule, "12(e)") if t.burn_owed else (rule,):
        yield from clear_way(t, BAD)
        yield Burn(clause, finding)


# --- decisions: 10(a), 10(c) ----------------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """A point at which every remaining player pays to stay in, or folds."""

    wager: str
    question: str
    rule: str
    place: str
    fold: str
    order: str
    card: str
    """The clause of the card that follows."""


BET: Final = Decision("bet", "bet-or-fold", "10(a)", "10(a)(1)", "10(a)(2)", "10(a)(3)", "10(b)")
DOUBLE: Final = Decision(
    "double", "double-or-fold", "10(c)", "10(c)(1)", "10(c)(2)", "10(c)(3)", "10(d)"
)


def take_decisions(t: WinnersPotLayout, decision: Decision) -> Steps:
    """Ask seat by seat from the button; a report meanwhile may change who is left."""
    asked: Seat | None = None
    while (seat := next_to_decide(t, decision)) is not None:
        if seat is not asked:
            words = t.book.announcements[decision.question]
            yield Asked(words.rule, seat=seat.number, text=words.text)
            asked = seat
        action: Action = yield Polling(t, POLLS[decision.wager], seat)
        if action.verb == "report":
            yield from report(t, action)
        elif action.verb == "fold":
            yield from fold(t, seat, decision)
        else:
            number, wager, amount = seat.number, decision.wager, _price(t, decision)
            yield Wager(decision.place, seat=number, wager=wager, amount=amount)


def next_to_decide(t: WinnersPotLayout, decision: Decision) -> Seat | None:
    """Return the first seat after the button that is still in and has not answered (W-03)."""
    waiting = [seat.number for seat in t.remaining() if decision.wager not in seat.wagers]
    return t.seats[seats_from(waiting, t.button_at)[0]] if waiting else None


def fold(t: WinnersPotLayout, seat: Seat, decision: Decision) -> Steps:
    """Fold a hand: early, its ante goes to the tray; late, its ante and bet go to the pot."""
    number, rule = seat.number, decision.fold
    yield Fold(decision.rule, seat=number)
    for name in STAKES:
        if name in seat.wagers:
            if decision is BET:
                yield t.take(seat, name, rule, outcome="forfeited")
            else:
                amount = seat.stake(name)
                yield ToPot(rule, seat=number, wager=name, amount=amount, outcome="forfeited")
    if JACKS_PLUS in seat.wagers:
        yield Turn(rule, place=place_of(number), up=False)
    else:
        yield Collect(rule, place=place_of(number))


def _price(t: WinnersPotLayout, decision: Decision) -> int:
    return STAKES[decision.wager] * t.house.ante


def _poll(decision: Decision, other: Decision) -> Poll[WinnersPotLayout]:
    def answers(t: WinnersPotLayout, seat: Seat) -> Iterator[Offer]:
        if seat.bankroll >= (price := _price(t, decision)):
            yield Offer(seat.number, decision.wager, cost=price)
        yield Offer(seat.number, "fold")

    def too_poor(t: WinnersPotLayout, seat: Seat) -> Reason:
        price, purse = dollars(_price(t, decision)), dollars(seat.bankroll)
        return Reason(
            f"a {decision.wager} is {price}; with {purse} a player can only fold", None, "X-10"
        )

    return Poll(
        answers,
        {decision.wager: too_poor, "fold": too_poor},
        decision.order,
        reports,
        {
            other.wager: Reason(f"this is not the time for the {other.wager}", other.rule),
            "recut": Reason("the cards are recut before any card is dealt", CUT.again),
            "confirm": NO_CASH,
            "close": Reason("every player is asked in turn", decision.order),
            "*": CLOSED,
        },
    )


POLLS: Final = {"bet": _poll(BET, DOUBLE), "double": _poll(DOUBLE, BET)}
