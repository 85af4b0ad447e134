"""Red Dog as its document tells it, Sections 2 to 8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from croupier.equipment.shoe import BACKS
from croupier.games import Game, Script
from croupier.games.red_dog.options import OPTIONS
from croupier.nouns.cards import RANK_NAMES, VALUE, Card
from croupier.nouns.reasons import Reason
from croupier.procedures.preparation import Cut, Opening, make_cut, offer_cut, open_table, recut
from croupier.procedures.procedure import (
    NEXT_CARD,
    BadCards,
    Steps,
    Support,
    SupportWindow,
    WagerKind,
    Wagers,
    areas_per_player,
    clear_way,
    collect,
    deal,
    report_next_card,
    return_wagers,
    take_wagers,
    void_round,
)
from croupier.rules.house import House
from croupier.stage.actions import DEALER, Action, Actor, Grammar, Offer
from croupier.stage.events import Event
from croupier.stage.layout import Layout, Seat
from croupier.stage.round import CLOSED_ALREADY, VoidError
from croupier.stage.situations import (
    as_seat,
    as_seats,
    as_size,
    as_yes,
    one_of,
)

BAD: Final = BadCards("6(a)", limit=False, run_out="R-21")
MANUAL: Final = (
    ("plug", "3(f)(1)"),
    ("riffle", "3(f)(2)"),
    ("riffle", "3(f)(2)"),
    ("rotate", "3(f)(3)"),
    ("strip", "3(f)(4)"),
    ("riffle", "3(f)(2)"),
)
"""The steps of a shuffle by hand; the cut (3(f)(5)) comes last, strips only after two riffles."""
CHOOSING, PLAYS_ON, PASSED, RAISED, OUT = "choosing", "plays on", "passed", "raised", "void"


def spread(left: Card, right: Card) -> int:
    """How many values lie strictly between two cards: −1 for a pair, 0 for consecutive ones.

    >>> spread(Card("4c"), Card("7d")), spread(Card("9s"), Card("Kd")), spread(Card("Ah"), Card("2h"))
    (2, 3, 11)
    """
    return abs(VALUE[left] - VALUE[right]) - 1


# --- the round: Section 5 -----------------------------------------------------------------------------


def play(t: Layout) -> Script:
    """A round of play, from the shoe to the discard rack."""
    if new_shoe(t):
        yield from prepare_shoe(t)
    yield from take_wagers(t, WAGERS)
    try:
        yield from deal_and_settle(t)
    except VoidError as error:  # the shoe has run out, which the document does not foresee
        yield from void_round(t, error, "5(j)")
        t.notes["reshuffle"] = True
    else:
        yield from conclude(t)


def deal_and_settle(t: Layout) -> Steps:
    """From the burn to the last payout."""
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
        yield from raise_and_third_card(t, left, right, between)


def to_box(t: Layout, box: str, rule: str) -> Any:
    """A card with the left hand, turned, and placed with the right, or as a continuous device has it."""
    return deal(t, box, rule, BAD, also=("8" if continuous(t) else "4(b)",), marker_rule="5(k)")


def continuous(t: Layout) -> bool:
    """8: whether an approved device deals and shuffles in lieu of Sections 3 and 4."""
    return bool(t.house["dealing"] == "continuous")


def pair(t: Layout, left: Card) -> Steps:
    """5(f): a third card at once, and no raises."""
    yield t.announce("pair")
    middle = yield from to_box(t, "middle", "5(f)")
    if VALUE[middle] == VALUE[left]:
        yield t.announce("three-of-a-kind")
        for seat in counterclockwise(t):
            yield t.pay(seat, "original", t.house.payouts["three-of-a-kind"][""], "5(f)(1)")
    else:
        yield t.announce("no-three-of-a-kind")
        yield from return_wagers(t, "5(f)(2)")


def raise_and_third_card(t: Layout, left: Card, right: Card, between: int) -> Steps:
    """5(g) to 5(i): the spread, the raises, the third card, the settlement."""
    yield t.announce("spread", spread=between)
    yield Event("mark", "5(g)", place=f"spread {between}", count=between)
    yield from take_raises(t, between)
    if not any(t.playing("original")):
        t.notes["void"] = True
        return
    yield t.announce("raises-closed")
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


def odds_row(between: int) -> str:
    """The row of the payout table for a spread."""
    return str(between) if between < 4 else "4-11"


def counterclockwise(t: Layout) -> list[Seat]:
    """Seats with a live wager from the dealer's far right: no order is prescribed, this is ours."""
    return [*t.playing("original")][::-1]


def conclude(t: Layout) -> Steps:
    """5(j), 5(k): cards to the rack in order; a reshuffle if the cut card has come."""
    yield from collect(t, "5(j)")
    if continuous(t):
        yield Event("refeed", "8", "R-26", text="the discards go back into the device")
    elif "marker" in t.notes:
        yield Event("reshuffle", "5(k)", text="the shoe is finished: the cards are reshuffled")
        t.notes["reshuffle"] = True
    elif t.house["shuffle_after_round"] == "always":
        yield Event("reshuffle", "3(a)", text="the house shuffles after every round")
        t.notes["reshuffle"] = True


# --- raises, and the third card that came too early: 5(h), 6(c) ----------------------------------------


class RaiseWindow(SupportWindow):
    """The raise window, in which an early third card gives every player a choice."""

    def waiting(self) -> list[Seat]:
        """Also seats that have answered, if an early third card gives them a choice."""
        return [seat for seat in self._t.playing("original") if seat.state in ("", CHOOSING)]

    def offers(self, actor: Actor) -> Iterator[Offer]:
        """To play on or to void, as long as that choice is open; anything else comes after it."""
        seat = self._t.seats.get(actor) if isinstance(actor, int) else None
        if seat is not None and seat.state == CHOOSING:
            yield Offer(seat.number, "play-on")
            yield Offer(seat.number, "void")
        else:
            yield from super().offers(actor)

    def why_not(self, action: Action) -> Reason:
        """What 6(c) says about an early third card, before the reasons of any such window."""
        seat = self._t.seats.get(action.actor) if isinstance(action.actor, int) else None
        if seat is not None and action.verb in ("play-on", "void"):
            return Reason("no third card has been exposed early, or this seat has chosen", "6(c)")
        if seat is not None and seat.state == CHOOSING:
            return Reason(f"seat {seat.number} first chooses to play on or to void", "6(c)")
        if seat is not None and seat.state == PLAYS_ON and action.verb in ("raise", "pass"):
            if "raise" not in seat.wagers:
                return Reason("no raise after an early third card at this table", "6(c)", "R-16")
            return Reason(f"seat {seat.number} has raised", "5(h)")
        return super().why_not(action)


def take_raises(t: Layout, between: int) -> Steps:
    """The window ends when everybody has answered, or when the dealer closes it."""
    window = RaiseWindow(t, SUPPORT)
    while window.waiting():
        action: Action = yield window
        if action.verb == "close":
            for seat in window.waiting():
                seat.state = PLAYS_ON if seat.state == CHOOSING else PASSED
            return
        if action.verb == "report":
            yield from report_in_window(t, str(action.args[0]), between)
        else:
            yield from answer(t, t.seats[int(action.actor)], action)
    t.notes["afterwards"] = CLOSED_ALREADY


def answer(t: Layout, seat: Seat, action: Action) -> Steps:
    """What one seat does in the raise window."""
    if action.verb == "raise":
        finding = "R-16" if t.notes.get("early third card") else None
        yield Event("wager", "5(h)", finding, seat=seat.number, wager="raise",
                    amount=int(action.args[0]))  # fmt: skip
        seat.state = RAISED
    elif action.verb == "pass":
        yield Event("pass", "5(h)", seat=seat.number)
        seat.state = PASSED
    elif action.verb == "play-on":
        yield Event("play-on", "6(c)", seat=seat.number)
        frozen = t.house.ruling("R-16") == "frozen"
        seat.state = PLAYS_ON if frozen or "raise" in seat.wagers else ""
    else:
        yield Event("void", "6(c)", seat=seat.number)
        yield from return_wagers(t, "6(c)", seats=[seat])
        seat.state = OUT


def report_in_window(t: Layout, name: str, between: int) -> Steps:
    """What can go wrong between the second and the third card."""
    if name == "wrong-spread":
        yield Event("report", None, "R-22", by=DEALER, text=name)
        yield t.announce("spread", "R-22", spread=between)
        yield Event("mark", "5(g)", "R-22", place=f"spread {between}", count=between)
    elif name in ("early-third-card", "exposed-draw"):
        yield Event("report", "6(c)", by=DEALER, text="early-third-card")
        yield from clear_way(t, BAD, "5(k)")
        yield Event("discard", "6(c)", up=True)
        t.notes["early third card"] = True
        for seat in t.playing("original"):
            seat.state = CHOOSING
    else:
        yield from report_next_card(t, name, BAD, "6(b)")


# --- wagers and burns: 4(a), 5(a), 5(b), 7 ---------------------------------------------------------------


def burns_due(t: Layout) -> int:
    """4(a): one for a new shoe, one for a new dealer; R-09 says whether one serves both."""
    if continuous(t):
        return 0
    due = int(new_shoe(t)) + bool(t.situation.get("new_dealer"))
    return min(due, 1) if t.house.ruling("R-09") == "one" else due


def new_shoe(t: Layout) -> bool:
    """Whether this round is the first of its shoe."""
    return bool(t.situation.get("shoe", "new") == "new")


def burn(t: Layout) -> Steps:
    """4(a), 6(d): burn face down, shown to the table if somebody has asked; a forgotten burn stays so."""
    for _ in range(burns_due(t)):
        if t.notes.get("burns missed", 0):
            t.notes["burns missed"] -= 1
            yield Event(
                "burn-omitted", "6(d)", text="no burn: the hand goes on as if there had been one"
            )
            continue
        yield from clear_way(t, BAD, "5(k)")
        both = new_shoe(t) and t.situation.get("new_dealer")
        yield Event("burn", "4(a)", "R-09" if both else None, place="rack")
        if t.notes.get("burn asked"):
            yield Event("disclose", "4(a)", "R-10", text="the burn card is shown to the table")


def reports_before_close(t: Layout) -> Iterable[tuple[str, ...]]:
    """What the dealer may have noticed before the first card."""
    yield from ((name,) for name in NEXT_CARD)
    if burns_due(t) > t.notes.get("burns missed", 0):
        yield ("missed-burn",)
    if t.house["shuffler"] != "manual":
        yield ("shuffler-fault",)


def report_before_close(t: Layout, action: Action) -> Steps:
    """What was noticed before the wagers are locked, and its ruling."""
    name = str(action.args[0])
    if name == "missed-burn":
        t.notes["burns missed"] = t.notes.get("burns missed", 0) + 1
        yield Event("report", "6(d)", by=DEALER, text=name)
    elif name == "shuffler-fault":
        yield Event("report", None, "R-21", by=DEALER, text=name)
        yield Event("shuffle", "8" if continuous(t) else "3(a)", "R-21", by="device",
                    text="the cards in the device are shuffled again")  # fmt: skip
    else:
        yield from report_next_card(t, name, BAD, "6(b)")


def burn_offers(t: Layout, actor: Actor) -> Iterable[Offer]:
    """A player may ask to see the burn card of this round."""
    if isinstance(actor, int) and burns_due(t) and not t.notes.get("burn asked"):
        yield Offer(actor, "ask", ("burn",))


def ask_burn(t: Layout, action: Action) -> Steps:
    """4(a): a player asks to see the burned card."""
    t.notes["burn asked"] = True
    yield Event("ask", "4(a)", "R-10", seat=int(action.actor), text="burn")


NO_CASH: Final = Reason("verbal wagers with cash are not accepted at this table", "5(b)", "R-30")
LOCKED: Final = Reason("no wager is touched once the first card has left the shoe", "5(d)")
NOT_YET: Final = Reason("there is no spread yet", "5(h)")

WAGERS: Final = Wagers(
    kinds=(WagerKind("original", "5(b)", coupon=True),),
    close_rule="5(d)",
    closing_words="",
    nothing=Reason("no round is dealt without a wager", "5(a)"),
    cash_rule=NO_CASH,
    recut_rule="3(e)",
    on_recut=lambda t: cut_again(t),
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

SUPPORT: Final = Support(
    verb="raise",
    wager="raise",
    rule="5(h)",
    step=Reason("", None, "R-25"),
    reports=lambda t: ((name,) for name in ("early-third-card", "wrong-spread", *NEXT_CARD)),
    why_not={
        "ask": Reason("the burn card is shown on request until the first card", "4(a)", "R-10"),
        "recut": Reason("the cards are recut before any card is dealt", "3(e)"),
        "confirm": Reason("a verbal wager is confirmed before the first card", "5(b)"),
        "*": LOCKED,
    },
)


# --- shuffle, cut and shoe: Section 3 ----------------------------------------------------------------------


def prepare_shoe(t: Layout) -> Steps:
    """Shuffle, cut, cut card, shoe: or a continuous device instead of all of it (8)."""
    if t.situation.get("cut_card_first"):
        yield Event("cut-card", "5(k)", "R-08", text="the cut card came before the first card")
    if continuous(t):
        yield Event("shuffle", "8", by="device", text="the device shuffles continuously")
        return
    yield from shuffle(t)
    if t.house["cut_by"] == "dealer":
        yield Event("cut-by-dealer", "3(b)", by=DEALER, text="the dealer cuts for the table")
        yield from make_cut(t, cut_of(t), None)
    else:
        yield from offer_cut(t, cut_of(t), cut_order(t))
    yield from load(t)


def cut_again(t: Layout) -> Steps:
    """3(e): a recut, after which the cut card and the shoe follow as after any cut."""
    yield from recut(t, cut_of(t), "3(e)", cut_order(t))
    yield from load(t)


def load(t: Layout) -> Steps:
    """3(d): the cut card a quarter from the back, and the stack into the shoe."""
    yield Event("marker", "3(d)", "R-07", count=marker_depth(t.house, t.shoe.left),
                text="the cut card goes in about a quarter from the back")  # fmt: skip
    yield Event("load", "3(d)", by=DEALER, text="the stack goes into the shoe", also=("1(c)",))


def shuffle(t: Layout) -> Steps:
    """3(a), 3(f), 2(d): by hand in the written steps, by the device batch by batch, or pre-shuffled."""
    if t.house["preshuffled"] and t.situation.get("first_shoe"):
        yield Event("preshuffled", "3(a)", text="the cards came pre-shuffled")
    elif t.house["shuffler"] == "manual":
        for step, clause in MANUAL:
            if step == "plug" and t.situation.get("first_shoe"):
                continue  # nothing is left unused before the first shoe
            yield Event(step, clause, by=DEALER)
        yield Event(
            "shuffle", "3(a)", by=DEALER, also=("3(f)",), text="the cards are randomly intermixed"
        )
    else:
        yield Event("batch", "2(d)(4)", place=t.shoe.back,
                    text=f"the {t.shoe.back} batch comes in; the other goes into the device",
                    also=("2(d)(2)", "2(d)(5)"))  # fmt: skip
        yield Event("shuffle", "3(a)", by="device", also=("2(d)(3)",),
                    text="the device has shuffled the batch")  # fmt: skip


def cut_of(t: Layout) -> Cut:
    """3(d): a deck from either end; one deck has no such place, ten cards serve (R-01)."""
    also = ("3(f)(5)",) if t.house["shuffler"] == "manual" else ()
    if t.house["decks"] == 1:
        return Cut("3(c)", "3(d)", 10, "R-01", also)
    return Cut("3(c)", "3(d)", 52, None, also)


def cut_order(t: Layout) -> list[int]:
    """3(c): from the far right, or from the first player of a new game, counterclockwise."""
    order = sorted(t.seats, reverse=True)
    first = t.situation.get("first_player")
    if t.situation.get("first_shoe") and first in order:
        at = order.index(first)
        order = order[at:] + order[:at]
    return order


def marker_depth(house: House, cards: int) -> int:
    """R-07: so many cards lie behind the cut card."""
    numerator, denominator = _ratio(house["marker_from_back"])
    return (2 * cards * numerator + denominator) // (2 * denominator)


def _ratio(share: str) -> tuple[int, int]:
    whole, _, part = share.partition(".")
    return int(whole + part), 10 ** len(part)


def opening(t: Layout) -> Script:
    """Section 2: the cards are received, inspected, viewed, washed and stacked."""
    batches = BACKS if t.house["shuffler"] == "automated" else BACKS[:1]
    if len(batches) == 2:
        yield Event("batches", "2(d)(1)", also=("2(d)", "2(d)(2)"),
                    text="two batches of as many decks, with different backs")  # fmt: skip
    yield from open_table(t, Opening("2(a)", "2(b)", "2(c)"), batches)


def board(t: Layout, viewer: str) -> dict[str, Any]:
    """The cards in the three boxes, as a viewer sees them."""
    return {
        box: t.laid[box].shown_to(viewer)[0] for box in ("left", "right", "middle") if box in t.laid
    }


IRREGULARITIES: Final[Mapping[str, Reason]] = {
    "face-up-card": Reason("a card lies face up in the shoe", "6(a)"),
    "drawn-in-error": Reason("a card was drawn in error, unseen", "6(b)"),
    "exposed-draw": Reason("a card was drawn in error and seen", None, "X-15"),
    "missed-burn": Reason("a burn was forgotten", "6(d)"),
    "early-third-card": Reason("the third card was exposed before raises closed", "6(c)"),
    "wrong-spread": Reason("the wrong spread was called or marked", None, "R-22"),
    "shuffler-fault": Reason("the shuffling device failed", None, "R-21"),
}

GAME: Final = Game(
    name="red-dog",
    title="Red Dog",
    states=("ma",),
    first_wager="original",
    options=OPTIONS,
    grammar=Grammar(
        seat=(
            "wager original AMOUNT", "wager original AMOUNT coupon AMOUNT",
            "wager original AMOUNT cash", "withdraw original", "raise AMOUNT", "pass",
            "play-on", "void", "ask burn",
        ),
        dealer=("close", "confirm SEAT", *(f"report {name}" for name in IRREGULARITIES)),
        floor=("recut", "confirm SEAT"),
    ),
    play=play,
    opening=opening,
    irregularities=IRREGULARITIES,
    unseated=Reason("only those who hold a seat may wager", None, "X-25"),
    over=Reason("the round is over", "5(j)"),
    board=board,
    decks=lambda house: int(house["decks"]),
    situation={
        "shoe": one_of("new", "mid"),
        "new_dealer": as_yes,
        "marker": as_size,
        "rounds_since_count": as_size,
        "back": one_of(*BACKS),
        "first_shoe": as_yes,
        "first_player": as_seat,
        "cut_at": as_size,
        "cut_declined": as_seats,
    },
    carry=lambda t: {"shoe": "new" if t.notes.get("reshuffle") else "mid"},
    marker=lambda house, cards: (
        None if house["dealing"] == "continuous" else cards - marker_depth(house, cards)
    ),
    reshuffles_at_marker=lambda house: bool(house.ruling("R-08") == "reshuffle-now"),
    shoe_lasts=lambda house: house["dealing"] != "continuous",
)  # fmt: skip
