"""What can go wrong at a Red Dog table: Section 6, and rulings where it is silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from croupier.games.red_dog.layout import RedDogLayout
from croupier.nouns.reasons import Reason
from croupier.procedures.dealing import NEXT_CARD, BadCards, clear_way, report_next_card
from croupier.procedures.steps import Steps
from croupier.stage.actions import DEALER, Action
from croupier.stage.preparing import Shuffle
from croupier.stage.vocabulary import Discard, Mark, Report

BAD: Final = BadCards("6(a)", limit=False, run_out="R-21")

IRREGULARITIES: Final[Mapping[str, Reason]] = {
    "face-up-card": Reason("a card lies face up in the shoe", "6(a)"),
    "drawn-in-error": Reason("a card was drawn in error, unseen", "6(b)"),
    "exposed-draw": Reason("a card was drawn in error and seen", None, "X-15"),
    "missed-burn": Reason("a burn was forgotten", "6(d)"),
    "early-third-card": Reason("the third card was exposed before raises closed", "6(c)"),
    "wrong-spread": Reason("the wrong spread was called or marked", None, "R-22"),
    "shuffler-fault": Reason("the shuffling device failed", None, "R-21"),
}


# --- before the first card ------------------------------------------------------------------------


def burns_due(t: RedDogLayout) -> int:
    """4(a): return the burns due, for a new shoe and a new dealer; R-09 may merge them."""
    if t.continuous:
        return 0
    due = t.new_shoe + bool(t.situation.get("new_dealer"))
    return min(due, 1) if t.house.R_09 == "one" else due


def reports_before_close(t: RedDogLayout) -> Iterable[tuple[str, ...]]:
    """Yield what the dealer may report before the first card."""
    yield from ((name,) for name in NEXT_CARD)
    if burns_due(t) > t.burns_missed:
        yield ("missed-burn",)
    if t.house.shuffler != "manual":
        yield ("shuffler-fault",)


def report_before_close(t: RedDogLayout, action: Action) -> Steps:
    """Do what a report before the wagers are locked requires."""
    name = str(action.args[0])
    if name == "missed-burn":
        yield Report("6(d)", by=DEALER, text=name)
    elif name == "shuffler-fault":
        yield Report(None, "R-21", by=DEALER, text=name)
        text = "the cards in the device are shuffled again"
        yield Shuffle("8" if t.continuous else "3(a)", "R-21", by="device", text=text)
    else:
        yield from report_next_card(t, name, BAD, "6(b)")


# --- between the second and the third card --------------------------------------------------------


def reports_in_window(t: RedDogLayout) -> Iterable[tuple[str, ...]]:
    """Return what the dealer may report while players raise."""
    return ((name,) for name in ("early-third-card", "wrong-spread", *NEXT_CARD))


def report_in_window(t: RedDogLayout, name: str, between: int) -> Steps:
    """Do what a report between the second and the third card requires."""
    if name == "wrong-spread":
        yield Report(None, "R-22", by=DEALER, text=name)
        yield t.announce("spread", "R-22", spread=between)
        yield Mark("5(g)", "R-22", place=f"spread {between}", at=between)
    elif name in ("early-third-card", "exposed-draw"):
        yield Report("6(c)", by=DEALER, text="early-third-card")
        yield from clear_way(t, BAD, "5(k)")
        yield Discard("6(c)", early=True)
    else:
        yield from report_next_card(t, name, BAD, "6(b)")
