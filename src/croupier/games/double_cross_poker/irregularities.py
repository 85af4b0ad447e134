"""What can go wrong after the deal of Double Cross Poker.

Section 12, the stub of 7(e)(2), and rulings where the documents are silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from croupier.games.double_cross_poker.deck import DECK
from croupier.games.double_cross_poker.events import Correct
from croupier.games.double_cross_poker.layout import RAISE, DoubleCrossLayout, place
from croupier.nouns.reasons import Reason
from croupier.procedures.single_deck import shoe_fault
from croupier.procedures.steps import Steps, VoidError
from croupier.stage.actions import DEALER, Action
from croupier.stage.game import Afterwards
from croupier.stage.layout import Seat
from croupier.stage.vocabulary import Report, TurnCard

IRREGULARITIES: Final[Mapping[str, Reason]] = {
    "face-up-card": Reason("a card lies face up in the deck", "12(a)"),
    "drawn-in-error": Reason("a card was drawn in error, unseen", "12(b)"),
    "exposed-draw": Reason("a card was drawn in error and seen", None, "X-15"),
    "wrong-count": Reason("a hand or the cross has a wrong number of cards", "12(c)"),
    "player-exposed": Reason("a player has shown a card", None, "D-27"),
    "exposed-card": Reason("a card was exposed by accident", None, "D-27"),
    "stub-short": Reason("the count of the stub is wrong", "7(e)(2)"),
    "shuffler-fault": Reason("the shuffling device failed", "12(d)"),
    "shuffler-count": Reason("the shuffling device counted more or fewer than 52 cards", "7(f)"),
    "shoe-fault": Reason("the automated shoe failed", "12(e)"),
    "axis-conflict": Reason("a player's words and chips disagree", "10(g)(1)", "D-17"),
}

ABOUT: Final[Mapping[str, tuple[str, ...]]] = {
    "wrong-count": ("seat SEAT", "dealer", "board"),
    "player-exposed": ("seat SEAT",),
    "exposed-card": ("dealer", "board", "seat SEAT"),
    "stub-short": ("", "misdealt", "both"),
    "axis-conflict": ("seat SEAT",),
}
"""The possible subjects of a report, for reports that must name one."""

HIDDEN: Final = ("left", "center", "near")
"""The places of the cross that are turned after the last decision."""


def reports_after_deal(t: DoubleCrossLayout) -> Iterable[tuple[str, ...]]:
    """Yield what can be reported between the deal and the last decision."""
    yield ("face-up-card",)
    for seat in t.seats.values():
        number = str(seat.number)
        if place(seat.number) not in t.laid:
            continue
        yield ("wrong-count", "seat", number)
        if face_down(t, place(seat.number)):
            yield ("exposed-card", "seat", number)
            yield ("player-exposed", "seat", number)
        if RAISE in seat.wagers:
            yield ("axis-conflict", "seat", number)
    for where in ("dealer", "board"):
        yield ("wrong-count", where)
        if any(face_down(t, spot) for spot in SPOTS[where]):
            yield ("exposed-card", where)
    for variant in STUB:
        yield ("stub-short", *variant)
    if t.house.dealing in DECK.shoe_fails and t.undecided:
        yield ("shoe-fault",)


SPOTS: Final = {"dealer": ("dealer",), "board": HIDDEN}


def face_down(t: DoubleCrossLayout, spot: str) -> list[int]:
    """Return which cards of a pile lie face down, counted from 1."""
    pile = t.felt.get(spot)
    return [] if pile is None else [i for i, up in enumerate(pile.up, 1) if not up]


def report_after_deal(t: DoubleCrossLayout, action: Action) -> Steps:
    """Do what a report between the deal and the last decision requires."""
    name, *rest = map(str, action.args)
    yield from _FOLLOWED[name](t, rest)


def _stub_has_a_face_up_card(t: DoubleCrossLayout, rest: list[str]) -> Steps:
    yield Report(None, "D-28", by=DEALER, text="face-up-card in the stub")


def _wrong_count(t: DoubleCrossLayout, rest: list[str]) -> Steps:
    """12(c) covers players and the board, 7(e)(2) the dealer; D-21 says what follows then."""
    where = " ".join(rest)
    rule, finding = ("7(e)(2)", "D-21") if where == "dealer" else ("12(c)", None)
    yield Report(rule, finding, by=DEALER, text=f"wrong-count {where}")
    if finding and t.house.D_21 == "correct":
        text = "the dealer's hand is put right from the stub"
        yield Correct(None, "D-21", by=DEALER, place=where, text=text)
        return
    raise VoidError(f"a wrong number of cards: {where}", rule, finding)


def _exposed(t: DoubleCrossLayout, rest: list[str]) -> Steps:
    """D-27: play goes on if a player's card is exposed; the dealer's or the cross's voids."""
    where = " ".join(rest)
    yield Report(None, "D-27", by=DEALER, text=f"exposed-card {where}")
    if where in SPOTS and t.house.D_27 == "void-if-dealer-or-board":
        raise VoidError(f"a hidden card was exposed: {where}", None, "D-27")
    yield _turn_first(t, SPOTS.get(where, (where,)))


def _shown(t: DoubleCrossLayout, rest: list[str]) -> Steps:
    where = " ".join(rest)
    yield Report(None, "D-27", by=DEALER, text=f"player-exposed {where}")
    yield _turn_first(t, (where,))


def _turn_first(t: DoubleCrossLayout, spots: Iterable[str]) -> TurnCard:
    """Turn the first card that lies face down; a report does not say which card it means."""
    spot, at = next((spot, down[0]) for spot in spots if (down := face_down(t, spot)))
    return TurnCard(None, "D-27", place=spot, index=at)


STUB: Final[Mapping[tuple[str, ...], tuple[str, str | None, str | None, bool]]] = {
    (): ("cards are missing from the deck", "7(e)(2)", None, True),
    ("misdealt",): ("the deck has 52 cards, but they were misdealt", "7(e)(2)", None, False),
    ("both",): ("misdealt, and cards are missing from the deck", None, "D-22", True),
}
"""What a wrong stub may turn out to be: message, clause, finding, and whether the deck leaves."""


def _stub_short(t: DoubleCrossLayout, rest: list[str]) -> Steps:
    """7(e)(2): all hands are void; if cards are missing, the deck leaves the table."""
    message, rule, finding, missing = STUB[tuple(rest)]
    yield Report(rule, finding, by=DEALER, text=" ".join(("stub-short", *rest)))
    raise VoidError(message, rule, finding, deck_leaves=missing)


def _axis_conflict(t: DoubleCrossLayout, rest: list[str]) -> Steps:
    yield chips_govern(t.seats[int(rest[-1])])


def chips_govern(seat: Seat) -> Report:
    """10(g)(1): the position of the chips designates the hand, whatever was said (D-17)."""
    number, axis = seat.number, seat.state
    text = f"axis-conflict: the chips of seat {number} lie {axis}"
    return Report("10(g)(1)", "D-17", by=DEALER, seat=number, place=axis, text=text)


def said_after_the_last_raise(seat: Seat) -> Afterwards:
    """Return the report that may come late: the round runs on after the last decision."""
    said = ("axis-conflict", "seat", str(seat.number))
    return {Action(DEALER, "report", said): chips_govern(seat)}


_FOLLOWED: Final[Mapping[str, Callable[[DoubleCrossLayout, list[str]], Steps]]] = {
    "face-up-card": _stub_has_a_face_up_card,
    "wrong-count": _wrong_count,
    "exposed-card": _exposed,
    "player-exposed": _shown,
    "stub-short": _stub_short,
    "shoe-fault": lambda t, rest: shoe_fault(t, DECK),
    "axis-conflict": _axis_conflict,
}
