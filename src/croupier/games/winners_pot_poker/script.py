"""Winner's Pot Poker as its document tells it, Sections 6 to 11."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final

from croupier.games import Script
from croupier.games.winners_pot_poker.deck import BAD, CUT, DECK, HELD, method
from croupier.games.winners_pot_poker.irregularities import (
    report,
    report_first,
    reports,
    reports_first,
)
from croupier.games.winners_pot_poker.rotation import (
    Place,
    button_of,
    check_button,
    clockwise,
    seats_from,
    service,
)
from croupier.games.winners_pot_poker.showdown import nobody_left, showdown
from croupier.games.winners_pot_poker.standing import (
    FOLDED,
    JACKS_PLUS,
    STAKES,
    dealer_plays,
    in_round,
    place_of,
    remaining,
)
from croupier.nouns.cards import Card
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.procedures.polling import Poll, Polling
from croupier.procedures.procedure import (
    Steps,
    WagerKind,
    Wagers,
    areas_per_player,
    clear_way,
    collect,
    deal,
    take_wagers,
)
from croupier.procedures.single_deck import count_due, counted, prepare, recut, void
from croupier.stage.actions import DEALER, Action, Ask, Offer
from croupier.stage.events import Event
from croupier.stage.layout import Layout, Seat
from croupier.stage.round import VoidError

# --- the round ------------------------------------------------------------------------------------------


def play(t: Layout) -> Script:
    """A round of play, from the shuffle to the discard rack."""
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
        yield from void(t, error, DECK)
    if count_due(t, DECK) and not t.notes.keys() & {"counted", "deck removed"}:
        yield Event("count", method(t).count, by=DEALER, count=len(t.rack),
                    text=f"the dealer counts the deck: {len(t.rack)} cards")  # fmt: skip
        counted(t)


def goes_on(t: Layout) -> bool:
    """Whether there is anybody to deal to; the dealer alone only if X-22 is read literally."""
    return bool(remaining(t)) or (dealer_plays(t) and t.house.ruling("X-22") == "literal")


# --- before the deal: Section 6 and the button ------------------------------------------------------------


def stakes_and_button(t: Layout) -> Steps:
    """6(c) and 7(d), 8(c), 9(c); a shoe that deals packets has its burn before the call (W-06)."""
    way = method(t)
    for wager, antes in STAKES.items():
        yield Event("stake", "6(c)", "W-35", by=DEALER, wager=wager, amount=antes * t.house["ante"])
    button = t.notes["button"] = button_of(t, in_round(t))
    yield Event("button", way.button, place=place_of(button))
    if way.packets:
        yield from burn(t, way.burn, way.burn_finding)


CLOSED: Final = Reason("no wager is made, increased or taken back after the call", "6(b)")
NOT_YET: Final = Reason("no cards have been dealt", "10(a)")
NO_CASH: Final = Reason("a verbal wager with cash is not accepted", "6(a)")

WAGERS: Final = Wagers(
    kinds=(
        WagerKind("ante", "6(c)", fixed="ante", limits=Reason("", "1:Ante"), exposure=4),
        WagerKind(
            JACKS_PLUS,
            "6(b)",
            minimum="jacks_plus.minimum",
            maximum="jacks_plus.maximum",
            limits=Reason("", None, "W-25"),
            needs="ante",
            offered=lambda house: bool(house["jacks_plus.offered"]),
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


# --- dealing: Sections 7 to 9, 10(b), 10(d) ----------------------------------------------------------------


def first_three_cards(t: Layout) -> Steps:
    """A burn, then two cards down and one up for everybody, singly or in packets."""
    way = method(t)
    if way.packets:
        yield from packets(t)
        return
    yield from burn(t, way.burn)
    order = clockwise(in_round(t), t.notes["button"])
    for number, rule in enumerate(way.cards, 1):
        for place in order:
            yield from serve(t, place, rule, up=number == 3, also=way.hands)


def packets(t: Layout) -> Steps:
    """9(d), 9(e): three cards at a time, the top one turned; then the rest is taken in hand."""
    far_left = t.house.ruling("W-01") == "far-left"
    for place in clockwise(in_round(t), DEALER if far_left else t.notes["button"]):
        for rule in method(t).cards:
            yield from serve(t, place, rule, up=False)
        yield Event("turn-card", "9(d)", "W-01" if far_left else None, place=place_of(place), count=3,
                    up=True)  # fmt: skip
    yield Event("in-hand", "9(e)", by=DEALER, also=("8(b)(2)", *HELD),
                text="the dealer takes the rest of the cards in hand")  # fmt: skip


def next_card(t: Layout, rule: str) -> Steps:
    """10(b), 10(d): a burn, and a card face up for everybody who is left."""
    yield from burn(t, rule)
    for place in service([seat.number for seat in remaining(t)], t.notes["button"], t.house):
        if place != DEALER or dealer_plays(t):
            yield from serve(t, place, rule, up=True, also=method(t).later)


def serve(
    t: Layout, place: Place, rule: str, *, up: bool, also: tuple[str, ...] = ()
) -> Generator[Event | Ask, Any, Card]:
    """A card for a seat, which alone may look at it if it lies face down, or for the dealer."""
    seat = None if place == DEALER else int(place)
    return deal(t, place_of(place), rule, BAD, up=up, seat=seat, also=also)


def burn(t: Layout, rule: str, finding: str | None = None) -> Steps:
    """One card, none if it is forgotten, and two after that (12(e)); never more than two (W-29)."""
    if t.notes.pop("burn missed", False):
        t.notes["burn owed"] = True
        yield Event("burn-omitted", "12(e)", text="no card is burned; the deal goes on")
        return
    owed = t.notes.pop("burn owed", False)
    for clause in (rule, "12(e)") if owed else (rule,):
        yield from clear_way(t, BAD)
        yield Event("burn", clause, finding, place="rack")


# --- decisions: 10(a), 10(c) ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """A point at which every player left pays to stay in, or folds."""

    street: int
    """How many cards a hand has."""
    wager: str
    question: str
    rule: str
    place: str
    fold: str
    order: str
    card: str
    """The card that follows."""


BET: Final = Decision(
    3, "bet", "bet-or-fold", "10(a)", "10(a)(1)", "10(a)(2)", "10(a)(3)", "10(b)"
)  # fmt: skip
DOUBLE: Final = Decision(
    4, "double", "double-or-fold", "10(c)", "10(c)(1)", "10(c)(2)", "10(c)(3)", "10(d)"
)  # fmt: skip


def take_decisions(t: Layout, decision: Decision) -> Steps:
    """Seat by seat from the button; what the dealer reports meanwhile may change who is left."""
    t.notes["street"] = decision.street
    asked: Seat | None = None
    while (seat := next_to_decide(t, decision)) is not None:
        if seat is not asked:
            words = t.book.announcements[decision.question]
            yield Event("poll", words.rule, seat=seat.number, text=words.text)
            asked = seat
        action: Action = yield Polling(t, POLLS[decision.wager], seat)
        if action.verb == "report":
            yield from report(t, action)
        elif action.verb == "fold":
            yield from fold(t, seat, decision)
        else:
            yield Event("wager", decision.place, seat=seat.number, wager=decision.wager,
                        amount=_price(t, decision))  # fmt: skip
            seat.state = f"{decision.wager} placed"


def next_to_decide(t: Layout, decision: Decision) -> Seat | None:
    """The first seat after the button that is left and has not answered (W-03)."""
    waiting = [seat.number for seat in remaining(t) if decision.wager not in seat.wagers]
    return t.seats[seats_from(waiting, t.notes["button"])[0]] if waiting else None


def fold(t: Layout, seat: Seat, decision: Decision) -> Steps:
    """An early folder's ante goes to the tray, a late one's ante and bet to the pot."""
    yield Event("fold", decision.rule, seat=seat.number)
    for name in STAKES:
        if name in seat.wagers:
            if decision is BET:
                yield t.take(seat, name, decision.fold, outcome="forfeited")
            else:
                yield Event("to-pot", decision.fold, seat=seat.number, wager=name,
                            amount=seat.stake(name), outcome="forfeited")  # fmt: skip
    place = place_of(seat.number)
    if JACKS_PLUS in seat.wagers:
        yield Event("turn", decision.fold, place=place, up=False)
    else:
        yield Event("collect", decision.fold, place=place)
    seat.state = FOLDED


def _price(t: Layout, decision: Decision) -> int:
    return int(STAKES[decision.wager] * t.house["ante"])


def _poll(decision: Decision, other: Decision) -> Poll:
    def answers(t: Layout, seat: Seat) -> Iterator[Offer]:
        if seat.bankroll >= _price(t, decision):
            yield Offer(seat.number, decision.wager)
        yield Offer(seat.number, "fold")

    def too_poor(t: Layout, seat: Seat) -> Reason:
        price, purse = dollars(_price(t, decision)), dollars(seat.bankroll)
        return Reason(
            f"a {decision.wager} is {price}; with {purse} one can only fold", None, "X-10"
        )

    return Poll(
        answers,
        {decision.wager: too_poor, "fold": too_poor},
        decision.order,
        reports,
        {
            other.wager: Reason(f"the {other.wager} has its own time", other.rule),
            "recut": Reason("the cards are recut before any card is dealt", CUT.again),
            "confirm": NO_CASH,
            "close": Reason("every player is asked in turn", decision.order),
            "*": CLOSED,
        },
    )


POLLS: Final = {"bet": _poll(BET, DOUBLE), "double": _poll(DOUBLE, BET)}
