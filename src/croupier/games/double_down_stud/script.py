"""Double Down Stud as its document tells it, Sections 3 to 11."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from croupier.games import Game, Script
from croupier.games.double_down_stud.deck import (
    DECK,
    HANDLING,
    cut_order,
    next_round,
    players_cut,
)
from croupier.games.double_down_stud.options import OPTIONS
from croupier.nouns.hands import Category, Hand, rank_hand
from croupier.nouns.reasons import Reason
from croupier.procedures.preparation import recut
from croupier.procedures.procedure import (
    NEXT_CARD,
    Steps,
    Support,
    SupportWindow,
    WagerKind,
    Wagers,
    areas_per_player,
    count_bad,
    deal,
    take_wagers,
)
from croupier.procedures.single_deck import (
    SITUATION,
    open_decks,
    prepare,
    report_before_close,
    reports_before_close,
    shoe_fault,
    void,
)
from croupier.rules.rulebook import Rulebook
from croupier.stage.actions import DEALER, Action, Grammar
from croupier.stage.events import Event
from croupier.stage.layout import Layout, Seat
from croupier.stage.round import CLOSED_ALREADY, VoidError
from croupier.stage.situations import as_seat, as_seats, as_size

BAD: Final = DECK.bad
LOSE, PUSH, JACKS_OR_BETTER = "lose", "push", "pair-of-jacks-or-better"
PASSED, DOUBLED = "passed", "doubled"
SHARED: Final = {"double": "S-13"}
"""The ruling by which the double shares the fate of the original."""
PAID, LIMITED = ("10(b)",), ("10(b)", "10(c)")


# --- the round: Sections 8 and 9 ------------------------------------------------------------------------


def play(t: Layout) -> Script:
    """A round of play, from the shuffle to the discard rack."""
    try:
        yield from prepare(t, DECK)
        yield from take_wagers(t, WAGERS)
        yield from deal_cards(t)
        yield from take_doubles(t)
        yield t.announce("no-more-bets-again")
        yield from look_through_the_rest(t)
        yield Event("turn", "8(e)", place="hole", up=True, also=("1:Hole card",))
        yield from settle(t)
    except VoidError as error:
        yield from void(t, error, DECK)


def deal_cards(t: Layout) -> Steps:
    """8(c): a card for every area, clockwise, then one face down and three face up before the tray."""
    also = HANDLING[t.house["dealing"]]
    for seat in t.playing("original"):
        yield from deal(t, f"seat {seat.number}", "8(c)", BAD, seat=seat.number, also=also)
    yield from deal(t, "hole", "8(c)", BAD, up=False, also=("8(b)", *also))
    for _ in range(3):
        yield from deal(t, "open", "8(c)", BAD, also=also)


def settle(t: Layout) -> Steps:
    """Section 9: one pass, counterclockwise from the far right, each hand's cards as it is done with."""
    board = (*t.cards_at("hole"), *t.cards_at("open"))
    for seat in [*t.playing("original")][::-1]:
        place = f"seat {seat.number}"
        hand = rank_hand((*t.cards_at(place), *board))
        seat.hand = hand.category.slug
        row = payout_row(hand, t.book)
        if row == LOSE:
            yield from (t.take(seat, w, "9(a)", finding=SHARED.get(w)) for w in seat.wagers)
            yield Event("collect", "9(a)", place=place, also=("9(d)",))
        elif row == PUSH:
            yield from (
                t.give_back(seat, w, "9(b)", SHARED.get(w), outcome="push") for w in seat.wagers
            )
            yield Event("collect", "9(b)", place=place, also=("9(d)",))
        else:
            yield from pay(t, seat, row)
            yield Event("collect", "9(c)", "S-14", place=place, also=("9(d)",))
    for place in ("hole", "open"):
        yield Event("collect", "9(d)", "S-15", place=place)
    if t.shoe.left:
        yield Event("stub", "9(c)", text="the rest of the deck joins the last hand")


def payout_row(hand: Hand, book: Rulebook) -> str:
    """Where a hand stands in the table of 10(b): the row of a winning hand, ``push`` or ``lose``."""
    category, ranks = hand.key
    if category > Category.PAIR:
        return category.slug
    if category < Category.PAIR or ranks[0] <= (book.bounds["losing-pair"].most or 0):
        return LOSE
    return PUSH if ranks[0] <= (book.bounds["push-pair"].most or 0) else JACKS_OR_BETTER


def pay(t: Layout, seat: Seat, row: str) -> Steps:
    """9(c), 10: the posted odds, up to the limit for the hand or, by the other reading, for a wager (S-16)."""
    odds = t.house.payouts["hand"][row]
    limit: int | None = t.house["payout_limit"]
    for name, wager in seat.wagers.items():
        due = odds.pay(wager.amount + wager.coupon, t.house.chip)
        if limit is None or due <= limit:
            yield t.pay(seat, name, odds, "9(c)", paid=due, finding=SHARED.get(name), also=PAID)
        else:
            yield t.pay(seat, name, odds, "9(c)", paid=limit, finding="S-16", also=LIMITED)
        if limit is not None and t.house.ruling("S-16") == "hand":
            limit = max(limit - due, 0)


# --- the double down wager: 8(d) -------------------------------------------------------------------------


def take_doubles(t: Layout) -> Steps:
    """The window ends when every area has answered, or when the dealer closes it."""
    window = SupportWindow(t, SUPPORT)
    while window.waiting():
        action: Action = yield window
        if action.verb == "close":
            for seat in window.waiting():
                seat.state = PASSED
            return
        if action.verb == "report":
            yield from report_after_deal(t, action)
            continue
        seat = t.seats[int(action.actor)]
        if action.verb == "double":
            yield Event(
                "wager", "8(d)", seat=seat.number, wager="double", amount=int(action.args[0])
            )
            seat.state = DOUBLED
        else:
            yield Event("pass", "8(d)", seat=seat.number)
            seat.state = PASSED
    t.notes["afterwards"] = CLOSED_ALREADY


def reports_after_deal(t: Layout) -> Iterable[tuple[str, ...]]:
    """What can come to light between the deal and the second call."""
    yield ("hole-card-exposed",)
    if t.shoe.left:
        yield from ((name,) for name in NEXT_CARD)
    yield ("wrong-count", "dealer")
    yield ("wrong-count", "board")
    dealt_in = [*t.playing("original")]
    turned = t.notes.get("turned up", ())
    for seat in dealt_in:
        yield ("wrong-count", "seat", str(seat.number))
        if seat.number not in turned:
            yield ("card-down", "seat", str(seat.number))
    for number in t.seats:
        yield ("touched", "seat", str(number))
    if t.house["dealing"] == "shuffler" and not any(seat.state for seat in dealt_in):
        yield ("shoe-fault",)


def report_after_deal(t: Layout, action: Action) -> Steps:
    """Section 11, and what it is silent about, once the cards are dealt."""
    name, *about = map(str, action.args)
    said = " ".join((name, *about))
    if name == "hole-card-exposed":
        yield Event("report", "11(a)", by=DEALER, text=said)
        yield Event("turn", "11(a)", place="hole", up=True)
        raise VoidError("the hole card was seen before the second call", "11(a)", "S-21")
    if name == "wrong-count":
        yield Event("report", "11(d)", by=DEALER, text=said)
        who = f"seat {about[1]}" if about[0] == "seat" else "the dealer"
        raise VoidError(f"{who} has a wrong number of cards", "11(d)")
    if name == "card-down":
        yield Event("report", "8(c)", "S-24", by=DEALER, text=said)
        yield Event("turn", "8(c)", "S-24", place=f"seat {about[1]}", up=True)
        t.notes.setdefault("turned up", set()).add(int(about[1]))
    elif name == "touched":
        yield Event("report", "8(f)", "S-25", by=DEALER, seat=int(about[1]), text=said)
    elif name == "shoe-fault":
        yield from shoe_fault(t, DECK)
    elif name == "drawn-in-error":
        yield Event("report", "11(c)", by=DEALER, text=said)
    else:
        rule, finding = (None, "X-15") if name == "exposed-draw" else ("11(b)", "S-22")
        at: int = yield Event("report", rule, finding, by=DEALER, text=said)
        yield Event("discard", rule, finding, up=True)
        count_late(t, at)


def count_late(t: Layout, at: int) -> None:
    """S-22: whether a card found face up after the deal still counts towards a void round."""
    if t.house.ruling("S-22") == "any-time":
        count_bad(t, BAD, at)


def look_through_the_rest(t: Layout) -> Steps:
    """11(b): cards that lie face up in the rest of the deck, come upon before the settlement (S-22)."""
    found = t.shoe.unreported()
    for i, at in enumerate(found):
        yield Event("found", "11(b)", "S-22", card=t.shoe.cards[at], up=True,
                    text="lies face up in the rest of the deck")  # fmt: skip
        # Found in one look, they count as found together wherever they lie.
        count_late(t, found[0] + i)


# --- wagers: Section 6 --------------------------------------------------------------------------------------


def adjoining_areas(t: Layout, seat: Seat) -> Reason | None:
    """6(c): one area for each player, or two next to each other; the first and the last are not (S-10)."""
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

WAGERS: Final = Wagers(
    kinds=(WagerKind("original", "6(a)", coupon=True),),
    close_rule=lambda t: "8(a)(1)" if t.house["dealing"] == "manual-shoe" else "8(a)(2)(iv)",
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

SUPPORT: Final = Support(
    verb="double",
    wager="double",
    rule="8(d)",
    step=Reason("", None, "S-11"),
    reports=reports_after_deal,
    why_not={
        "recut": Reason("the cards are recut before any card is dealt", "4(f)"),
        "confirm": NO_CASH,
        "*": CLOSED,
    },
)


# --- the game -------------------------------------------------------------------------------------------------


def opening(t: Layout) -> Script:
    """Section 3: each deck is received, inspected, viewed, washed and stacked by itself."""
    yield from open_decks(t, DECK)


def board(t: Layout, viewer: str) -> dict[str, Any]:
    """The four cards before the dealer, as far as they are dealt."""
    shown: dict[str, Any] = {}
    if "hole" in t.laid:
        shown["hole"] = t.laid["hole"].shown_to(viewer)[0]
    if "open" in t.laid:
        shown["open"] = t.laid["open"].shown_to(viewer)
    return shown


IRREGULARITIES: Final[Mapping[str, Reason]] = {
    "hole-card-exposed": Reason("the hole card was seen before the second call", "11(a)"),
    "face-up-card": Reason("a card lies face up in the deck", "11(b)"),
    "drawn-in-error": Reason("a card was drawn in error, unseen", "11(c)"),
    "exposed-draw": Reason("a card was drawn in error and seen", None, "X-15"),
    "wrong-count": Reason("a wrong number of cards was dealt", "11(d)"),
    "shuffler-fault": Reason("the shuffling device failed", "11(e)"),
    "shoe-fault": Reason("the device failed while dealing", None, "S-23"),
    "card-down": Reason("a player's card was dealt face down", "8(c)", "S-24"),
    "touched": Reason("a player touched a card", "8(f)", "S-25"),
}

ABOUT: Final[Mapping[str, tuple[str, ...]]] = {
    "wrong-count": ("seat SEAT", "dealer", "board"),
    "card-down": ("seat SEAT",),
    "touched": ("seat SEAT",),
}
"""Whom a report is about, where it must say so."""

GAME: Final = Game(
    name="double-down-stud",
    title="Double Down Stud",
    states=("ma",),
    first_wager="original",
    options=OPTIONS,
    grammar=Grammar(
        seat=(
            "wager original AMOUNT", "wager original AMOUNT coupon AMOUNT",
            "wager original AMOUNT cash", "withdraw original", "double AMOUNT", "pass",
        ),
        dealer=(
            "close", "confirm SEAT",
            *(f"report {name} {about}" for name in IRREGULARITIES for about in ABOUT.get(name, ("",))),
        ),
        floor=("recut", "confirm SEAT"),
    ),
    play=play,
    opening=opening,
    irregularities=IRREGULARITIES,
    unseated=Reason("only those who hold a seat may wager", None, "X-25"),
    over=Reason("the round is over", "9(d)"),
    board=board,
    decks=lambda house: 1,
    situation={
        **SITUATION,
        "first_player": as_seat,
        "cut_declined": as_seats,
        "cut_turn": as_size,
    },
    carry=next_round,
    device_finding="S-23",
)  # fmt: skip
