"""What can go wrong at a Double Down Stud table: Section 11, and rulings where it is silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from croupier.games.double_down_stud.deck import DECK
from croupier.games.double_down_stud.layout import DoubleDownStudLayout
from croupier.nouns.reasons import Reason
from croupier.procedures.dealing import NEXT_CARD, count_bad
from croupier.procedures.single_deck import shoe_fault
from croupier.procedures.steps import Steps, VoidError
from croupier.stage.actions import DEALER, Action
from croupier.stage.vocabulary import Discard, Found, Report, Turn

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
"""The possible subjects of a report, for reports that must name one."""


def reports_after_deal(t: DoubleDownStudLayout) -> Iterable[tuple[str, ...]]:
    """Yield what can be reported between the deal and the second call."""
    yield ("hole-card-exposed",)
    if t.shoe.left:
        yield from ((name,) for name in NEXT_CARD)
    yield ("wrong-count", "dealer")
    yield ("wrong-count", "board")
    dealt_in = [*t.playing("original")]
    for seat in dealt_in:
        yield ("wrong-count", "seat", str(seat.number))
        if seat.number not in t.turned_up:
            yield ("card-down", "seat", str(seat.number))
    for number in t.seats:
        yield ("touched", "seat", str(number))
    if t.house.dealing == "shuffler" and not any(seat.state for seat in dealt_in):
        yield ("shoe-fault",)


def report_after_deal(t: DoubleDownStudLayout, action: Action) -> Steps:
    """Do what a report requires once the cards are dealt: Section 11, or our ruling."""
    name, *about = map(str, action.args)
    said = " ".join((name, *about))
    seat = int(about[1]) if about[:1] == ["seat"] else None
    if name == "hole-card-exposed":
        yield Report("11(a)", by=DEALER, text=said)
        yield Turn("11(a)", place="hole")
        raise VoidError("the hole card was seen before the second call", "11(a)", "S-21")
    if name == "wrong-count":
        yield Report("11(d)", by=DEALER, text=said)
        who = "the dealer" if seat is None else f"seat {seat}"
        raise VoidError(f"{who} has a wrong number of cards", "11(d)")
    if name == "card-down":
        yield Report("8(c)", "S-24", by=DEALER, text=said, seat=seat)
        yield Turn("8(c)", "S-24", place=f"seat {seat}")
    elif name == "touched":
        yield Report("8(f)", "S-25", by=DEALER, seat=seat, text=said)
    elif name == "shoe-fault":
        yield from shoe_fault(t, DECK)
    elif name == "drawn-in-error":
        yield Report("11(c)", by=DEALER, text=said)
    else:
        rule, finding = (None, "X-15") if name == "exposed-draw" else ("11(b)", "S-22")
        before = t.bad_at
        at: int = yield Report(rule, finding, by=DEALER, text=said)
        yield Discard(rule, finding)
        count_late(t, before, at)


def count_late(t: DoubleDownStudLayout, before: int | None, at: int) -> None:
    """Count a card found face up after the deal towards a void round, if S-22 is read so."""
    if t.house.S_22 == "any-time":
        count_bad(t, DECK.bad, before, at)


def look_through_the_rest(t: DoubleDownStudLayout) -> Steps:
    """11(b): find cards that lie face up in the rest of the deck, before the settlement (S-22).

    Cards found in one look count as found together, wherever they lie (X-14).
    """
    found = t.shoe.unreported()
    before = t.bad_at
    for together in range(found[0], found[0] + len(found)) if found else ():
        text = "lies face up in the rest of the deck"
        yield Found("11(b)", "S-22", text=text)
        count_late(t, before, together)
        before = together
