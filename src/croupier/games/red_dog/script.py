"""A round of Red Dog: Sections 4 to 7."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from croupier.games.red_dog.deck import cut_again, prepare_shoe
from croupier.games.red_dog.events import Ask, PlayOn, Refeed
from croupier.games.red_dog.irregularities import (
    BAD,
    burns_due,
    report_before_close,
    report_in_window,
    reports_before_close,
    reports_in_window,
)
from croupier.games.red_dog.layout import (
    CHOOSING,
    PLAYS_ON,
    RAISE,
    RedDogLayout,
    counterclockwise,
)
from croupier.nouns.cards import RANK_NAMES, VALUE, Card
from croupier.nouns.reasons import Reason
from croupier.procedures.dealing import clear_way, collect, deal, return_wagers, void_round
from croupier.procedures.steps import Steps, VoidError
from croupier.procedures.wagers import WagerKind, Wagers, areas_per_player, take_wagers
from croupier.procedures.windows import Support, SupportWindow
from croupier.stage.actions import Action, Actor, Offer
from croupier.stage.game import Script
from croupier.stage.layout import Seat
from croupier.stage.payments import Void
from croupier.stage.preparing import Reshuffle
from croupier.stage.round import CLOSED_ALREADY
from croupier.stage.vocabulary import Burn, BurnOmitted, Disclose, Mark, Pass, Wager


def spread(left: Card, right: Card) -> int:
    """Return how many values lie strictly between two cards: −1 for a pair, 0 if consecutive.

    >>> spread(Card("4c"), Card("7d")), spread(Card("9s"), Card("Kd"))
    (2, 3)
    >>> spread(Card("Ah"), Card("2h"))
    11
    """
    return abs(VALUE[left] - VALUE[right]) - 1


# --- the round: Section 5 -------------------------------------------------------------------------


def play(t: RedDogLayout) -> Script:
    """Play a round, from the shoe to the discard rack."""
    if t.new_shoe:
        yield from prepare_shoe(t)
    yield from take_wagers(t, WAGERS)
    try:
        afterwards = yield from deal_and_settle(t)
    except VoidError as error:  # the shoe has run out; the document does not cover that
        yield from void_round(t, error)
        return None
    yield from conclude(t)
    return afterwards


def deal_and_settle(t: RedDogLayout) -> Script:
    """Play from the burn to the last payout."""
    yield from burn(t)
    left = yield from to_box(t, "left", "5(c)")
    right = yield from to_box(t, "right", "5(c)")
    between = spread(left, right)
    if between == 0:
        yield t.announce("consecutive")
        yield from return_wagers(t, "5(e)")
    elif between < 0:
        yield from pair(t, left)
    else:
        return (yield from raise_and_third_card(t, left, right, between))
    return None


def to_box(t: RedDogLayout, box: str, rule: str) -> Any:
    """Deal a card to a box: 4(b) says which hand does what, or 8 with a continuous device."""
    return deal(t, box, rule, BAD, also=("8" if t.continuous else "4(b)",), marker_rule="5(k)")


def pair(t: RedDogLayout, left: Card) -> Steps:
    """5(f): a pair gets a third card at once, without raises."""
    yield t.announce("pair")
    middle = yield from to_box(t, "middle", "5(f)")
    if VALUE[middle] == VALUE[left]:
        yield t.announce("three-of-a-kind")
        for seat in counterclockwise(t):
            yield t.pay(seat, "original", t.house.payouts["three-of-a-kind"][""], "5(f)(1)")
    else:
        yield t.announce("no-three-of-a-kind")
        yield from return_wagers(t, "5(f)(2)")


def raise_and_third_card(t: RedDogLayout, left: Card, right: Card, between: int) -> Script:
    """5(g) to 5(i): the spread, the raises, the third card, the settlement."""
    yield t.announce("spread", spread=between)
    yield Mark("5(g)", place=f"spread {between}", at=between)
    afterwards = yield from take_raises(t, between)
    if not any(t.playing("original")):
        return afterwards
    yield t.announce("raises-closed", closes=True)
    middle = yield from to_box(t, "middle", "5(i)")
    yield t.announce("third-card", value=RANK_NAMES[VALUE[middle]])
    low, high = sorted((VALUE[left], VALUE[right]))
    wins = low < VALUE[middle] < high
    odds = t.house.payouts["spread"][odds_row(between)]
    for seat in counterclockwise(t):
        for wager in list(seat.wagers):
            if wins:
                yield t.pay(seat, wager, odds, "5(i)(2)")
            else:
                yield t.take(seat, wager, "5(i)(1)")
    return afterwards


def odds_row(between: int) -> str:
    """Return the row of the payout table for a spread."""
    return str(between) if between < 4 else "4-11"


def conclude(t: RedDogLayout) -> Steps:
    """5(j), 5(k): collect the cards to the rack in order; reshuffle if the cut card has come."""
    yield from collect(t, "5(j)")
    if t.continuous:
        yield Refeed("8", "R-26", text="the discards go back into the device")
    elif t.marker_reached:
        yield Reshuffle("5(k)", text="the shoe is finished: the cards are reshuffled")
    elif t.house.shuffle_after_round == "always":
        yield Reshuffle("3(a)", text="the house shuffles after every round")


# --- raises, and the third card that came too early: 5(h), 6(c) -----------------------------------


class RaiseWindow(SupportWindow[RedDogLayout]):
    """The raise window; an early third card gives every player in it a choice."""

    def waiting(self) -> list[Seat]:
        """Return the seats that have not answered, or that an early third card gives a choice."""
        return [seat for seat in self._t.playing("original") if seat.state in ("", CHOOSING)]

    def offers(self, actor: Actor) -> Iterator[Offer]:
        """A seat with that choice must first play on or void; then the usual offers apply."""
        seat = self._t.seats.get(actor) if isinstance(actor, int) else None
        if seat is not None and seat.state == CHOOSING:
            yield Offer(seat.number, "play-on")
            yield Offer(seat.number, "void")
        else:
            yield from super().offers(actor)

    def why_not(self, action: Action) -> Reason:
        """Return the reason under 6(c) for an early third card, otherwise the usual reason."""
        seat = self._t.seats.get(action.actor) if isinstance(action.actor, int) else None
        if seat is not None and action.verb in ("play-on", "void"):
            return Reason("no third card has been exposed early, or this seat has chosen", "6(c)")
        if seat is not None and seat.state == CHOOSING:
            return Reason(f"seat {seat.number} first chooses to play on or to void", "6(c)")
        if seat is not None and seat.state == PLAYS_ON and action.verb in ("raise", "pass"):
            if RAISE not in seat.wagers:
                return Reason("no raise after an early third card at this table", "6(c)", "R-16")
            return Reason(f"seat {seat.number} has raised", "5(h)")
        return super().why_not(action)


def take_raises(t: RedDogLayout, between: int) -> Script:
    """Take raises until everybody has answered or the dealer closes the window."""
    window = RaiseWindow(t, SUPPORT)
    while window.waiting():
        action: Action = yield window
        if action.verb == "close":
            return None
        if action.verb == "report":
            yield from report_in_window(t, str(action.args[0]), between)
        else:
            yield from answer(t, t.seats[int(action.actor)], action)
    return CLOSED_ALREADY


def answer(t: RedDogLayout, seat: Seat, action: Action) -> Steps:
    """Carry out what one seat says in the raise window."""
    number = seat.number
    if action.verb == "raise":
        finding = "R-16" if t.early_third_card else None
        amount = int(action.args[0])
        yield Wager("5(h)", finding, seat=number, wager=RAISE, amount=amount)
    elif action.verb == "pass":
        yield Pass("5(h)", seat=number)
    elif action.verb == "play-on":
        yield PlayOn("6(c)", seat=number)
    else:
        yield Void("6(c)", seat=number)
        yield from return_wagers(t, "6(c)", seats=[seat])


def absent(t: RedDogLayout, number: int) -> str:
    """X-11: an absent player passes, and plays on after an early third card."""
    return "play-on" if t.seats[number].state == CHOOSING else "pass"


# --- wagers and burns: 4(a), 5(a), 5(b), 7 --------------------------------------------------------


def burn(t: RedDogLayout) -> Steps:
    """4(a), 6(d): burn face down and show the card if asked to; a forgotten burn stays omitted."""
    for _ in range(burns_due(t)):
        if t.burns_missed:
            text = "no burn: the hand goes on as if there had been one"
            yield BurnOmitted("6(d)", text=text)
            continue
        yield from clear_way(t, BAD, "5(k)")
        both = t.new_shoe and t.situation.get("new_dealer")
        yield Burn("4(a)", "R-09" if both else None)
        if t.burn_asked:
            yield Disclose("4(a)", "R-10", text="the burn card is shown to the table")


def burn_offers(t: RedDogLayout, actor: Actor) -> Iterable[Offer]:
    """A player may ask to see the burn card of this round."""
    if isinstance(actor, int) and burns_due(t) and not t.burn_asked:
        yield Offer(actor, "ask", ("burn",))


def ask_burn(t: RedDogLayout, action: Action) -> Steps:
    """4(a): note that a player asks to see the burned card."""
    yield Ask("4(a)", "R-10", seat=int(action.actor), text="burn")


NO_CASH: Final = Reason("verbal wagers with cash are not accepted at this table", "5(b)", "R-30")
LOCKED: Final = Reason("no wager is touched once the first card has left the shoe", "5(d)")
NOT_YET: Final = Reason("there is no spread yet", "5(h)")

WAGERS: Final[Wagers[RedDogLayout]] = Wagers(
    kinds=(WagerKind("original", "5(b)", coupon=True),),
    close_rule="5(d)",
    closing_words="",
    nothing=Reason("no round is dealt without a wager", "5(a)"),
    cash_rule=NO_CASH,
    recut_rule="3(e)",
    on_recut=cut_again,
    area=areas_per_player("7"),
    reports=reports_before_close,
    on_report=report_before_close,
    extras=burn_offers,
    on_extra=ask_burn,
    why_not={
        "raise": NOT_YET,
        "pass": NOT_YET,
        "play-on": Reason("no third card has been exposed", "6(c)"),
        "void": Reason("no third card has been exposed", "6(c)"),
        "ask": Reason("no card is burned in this round, or it has been asked for", "4(a)", "R-10"),
        "*": Reason("this cannot be said before the deal", "5(a)"),
    },
)

SUPPORT: Final[Support[RedDogLayout]] = Support(
    verb="raise",
    wager="raise",
    rule="5(h)",
    step=Reason("", None, "R-25"),
    reports=reports_in_window,
    why_not={
        "ask": Reason("the burn card is shown on request until the first card", None, "R-10"),
        "recut": Reason("the cards are recut before any card is dealt", "3(e)"),
        "confirm": Reason("a verbal wager is confirmed before the first card", "5(b)"),
        "*": LOCKED,
    },
)
