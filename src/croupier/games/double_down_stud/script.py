"""A round of Double Down Stud: Sections 6 to 10."""

from __future__ import annotations

from typing import Final

from croupier.games.double_down_stud.deck import DECK, HANDLING, cut_order, players_cut
from croupier.games.double_down_stud.irregularities import (
    look_through_the_rest,
    report_after_deal,
    reports_after_deal,
)
from croupier.games.double_down_stud.layout import DOUBLE, DoubleDownStudLayout
from croupier.nouns.hands import Category, Hand, rank_hand
from croupier.nouns.reasons import Reason
from croupier.procedures.dealing import deal
from croupier.procedures.preparation import recut
from croupier.procedures.single_deck import (
    prepare,
    report_before_close,
    reports_before_close,
    void,
)
from croupier.procedures.steps import Steps, VoidError
from croupier.procedures.wagers import WagerKind, Wagers, areas_per_player, take_wagers
from croupier.procedures.windows import Support, SupportWindow
from croupier.rules.rulebook import Rulebook
from croupier.stage.actions import Action
from croupier.stage.game import Script
from croupier.stage.layout import Seat
from croupier.stage.round import CLOSED_ALREADY
from croupier.stage.vocabulary import Collect, Pass, Stub, Turn, Wager

BAD: Final = DECK.bad
LOSE, PUSH, JACKS_OR_BETTER = "lose", "push", "pair-of-jacks-or-better"
SHARED: Final = {DOUBLE: "S-13"}
"""The ruling that the double wins or loses with the original."""


# --- the round: Sections 8 and 9 ------------------------------------------------------------------


def play(t: DoubleDownStudLayout) -> Script:
    """Play a round, from the shuffle to the discard rack."""
    afterwards = None
    try:
        yield from prepare(t, DECK)
        yield from take_wagers(t, WAGERS)
        yield from deal_cards(t)
        afterwards = yield from take_doubles(t)
        yield t.announce("no-more-bets-again", closes=True)
        yield from look_through_the_rest(t)
        yield Turn("8(e)", place="hole", also=("1:Hole card",))
        yield from settle(t)
    except VoidError as error:
        yield from void(t, error)
    return afterwards


def deal_cards(t: DoubleDownStudLayout) -> Steps:
    """8(c): deal each area a card, clockwise, then one face down and three face up by the tray."""
    also = HANDLING[t.house.dealing]
    for seat in t.playing("original"):
        yield from deal(t, f"seat {seat.number}", "8(c)", BAD, seat=seat.number, also=also)
    yield from deal(t, "hole", "8(c)", BAD, up=False, also=("8(b)", *also))
    for _ in range(3):
        yield from deal(t, "open", "8(c)", BAD, also=also)


def settle(t: DoubleDownStudLayout) -> Steps:
    """Section 9: settle and collect hand by hand, counterclockwise from the far right."""
    board = (*t.cards_at("hole"), *t.cards_at("open"))
    for seat in [*t.playing("original")][::-1]:
        place = f"seat {seat.number}"
        hand = rank_hand((*t.cards_at(place), *board))
        row, name = payout_row(hand, t.book), hand.category.slug
        if row == LOSE:
            for wager in seat.wagers:
                yield t.take(seat, wager, "9(a)", finding=SHARED.get(wager), hand=name)
            yield Collect("9(a)", place=place, also=("9(d)",))
        elif row == PUSH:
            for wager in seat.wagers:
                yield t.push(seat, wager, "9(b)", SHARED.get(wager), hand=name)
            yield Collect("9(b)", place=place, also=("9(d)",))
        else:
            yield from pay(t, seat, row, name)
            yield Collect("9(c)", "S-14", place=place, also=("9(d)",))
    for place in ("hole", "open"):
        yield Collect("9(d)", "S-15", place=place)
    if t.shoe.left:
        yield Stub("9(c)", text="the rest of the deck joins the last hand")


def payout_row(hand: Hand, book: Rulebook) -> str:
    """Return a hand's row in the table of 10(b), or ``push`` or ``lose``."""
    category, ranks = hand.key
    if category > Category.PAIR:
        return category.slug
    if category < Category.PAIR or ranks[0] <= (book.bounds["losing-pair"].most or 0):
        return LOSE
    return PUSH if ranks[0] <= (book.bounds["push-pair"].most or 0) else JACKS_OR_BETTER


def pay(t: DoubleDownStudLayout, seat: Seat, row: str, hand: str) -> Steps:
    """9(c), 10: pay the posted odds, up to the limit per hand or per wager, as S-16 is read."""
    odds = t.house.payouts["hand"][row]
    limit = t.house.payout_limit
    for wager in seat.wagers:
        due = t.due(seat, wager, odds)
        if limit is None or due <= limit:
            shared = SHARED.get(wager)
            yield t.pay(seat, wager, odds, "9(c)", finding=shared, also=("10(b)",), hand=hand)
        else:
            also = ("9(c)", "10(b)")
            yield t.pay(
                seat, wager, odds, "10(c)", paid=limit, finding="S-16", also=also, hand=hand
            )
        if limit is not None and t.house.S_16 == "hand":
            limit = max(limit - due, 0)


# --- the double down wager: 8(d) ------------------------------------------------------------------


def take_doubles(t: DoubleDownStudLayout) -> Script:
    """Take doubles until every area has answered or the dealer closes the window."""
    window = SupportWindow(t, SUPPORT)
    while window.waiting():
        action: Action = yield window
        if action.verb == "close":
            return None
        if action.verb == "report":
            yield from report_after_deal(t, action)
        elif action.verb == "double":
            number, amount = int(action.actor), int(action.args[0])
            yield Wager("8(d)", seat=number, wager=DOUBLE, amount=amount)
        else:
            yield Pass("8(d)", seat=int(action.actor))
    return CLOSED_ALREADY


# --- wagers: Section 6 ----------------------------------------------------------------------------


def adjoining_areas(t: DoubleDownStudLayout, seat: Seat) -> Reason | None:
    """6(c): a player has one area, or two that adjoin; the first and the last do not (S-10)."""
    reason = AREAS(t, seat)
    if reason is None:
        for other in t.seats.values():
            held = other.player == seat.player and other is not seat and "original" in other.wagers
            if held and abs(other.number - seat.number) != 1:
                apart = f"areas {other.number} and {seat.number} are not next to each other"
                return Reason(apart, "6(c)", "S-10")
    return reason


AREAS: Final = areas_per_player("6(c)")
CLOSED: Final = Reason("no wager is made, increased or taken back after the call", "6(b)", "S-02")
NOT_YET: Final = Reason("a double comes when all cards are dealt", "8(d)")
NO_CASH: Final = Reason("a verbal wager with cash is not accepted", "6(a)")

WAGERS: Final[Wagers[DoubleDownStudLayout]] = Wagers(
    kinds=(WagerKind("original", "6(a)", coupon=True),),
    close_rule=lambda t: "8(a)(1)" if t.house.dealing == "manual-shoe" else "8(a)(2)(iv)",
    nothing=Reason("no round is dealt without a wager", "1:Round of play"),
    coupon_refused=Reason("coupons are not accepted at this table", "6(a)", "X-07"),
    cash_rule=NO_CASH,
    recut_rule="4(f)",
    on_recut=lambda t: recut(t, players_cut(t), "4(f)", cut_order(t)),
    area=adjoining_areas,
    reports=lambda t: reports_before_close(t, DECK),
    on_report=lambda t, action: report_before_close(t, str(action.args[0]), DECK),
    why_not={
        "double": NOT_YET,
        "pass": NOT_YET,
        "*": Reason("there is nothing to say yet", "6(b)"),
    },
)

SUPPORT: Final[Support[DoubleDownStudLayout]] = Support(
    verb="double",
    wager=DOUBLE,
    rule="8(d)",
    step=Reason("", None, "S-11"),
    reports=reports_after_deal,
    why_not={
        "recut": Reason("the cards are recut before any card is dealt", "4(f)"),
        "confirm": NO_CASH,
        "*": CLOSED,
    },
)
