"""The cards of Red Dog before the first wager: opening, shuffle, cut and shoe, Sections 2 and 3."""

from __future__ import annotations

from typing import Final

from croupier.equipment.shoe import BACKS
from croupier.games.red_dog.events import Batch, Batches
from croupier.games.red_dog.house import RedDogHouse
from croupier.games.red_dog.layout import RedDogLayout
from croupier.procedures.preparation import (
    CutRule,
    Opening,
    make_cut,
    offer_cut,
    open_table,
    recut,
)
from croupier.procedures.steps import Steps
from croupier.stage.actions import DEALER
from croupier.stage.preparing import (
    CutByDealer,
    Load,
    Marker,
    Plug,
    Preshuffled,
    Riffle,
    Rotate,
    Shuffle,
    Strip,
)
from croupier.stage.vocabulary import CutCard

MANUAL: Final = (
    (Plug, "3(f)(1)"),
    (Riffle, "3(f)(2)"),
    (Riffle, "3(f)(2)"),
    (Rotate, "3(f)(3)"),
    (Strip, "3(f)(4)"),
    (Riffle, "3(f)(2)"),
)
"""The steps of a shuffle by hand; strips only after two riffles, the cut (3(f)(5)) last."""


def open_shoe(t: RedDogLayout) -> Steps:
    """Section 2: receive, inspect, view, wash and stack the cards."""
    batches = BACKS if t.house.shuffler == "automated" else BACKS[:1]
    if len(batches) == 2:
        text = "two batches of as many decks, with different backs"
        yield Batches("2(d)(1)", also=("2(d)", "2(d)(2)"), text=text)
    yield from open_table(t, Opening("2(a)", "2(b)", "2(c)"), batches)


def prepare_shoe(t: RedDogLayout) -> Steps:
    """Shuffle, cut, insert the cut card and load the shoe, unless a device is continuous (8)."""
    if t.situation.get("cut_card_first"):
        yield CutCard("5(k)", "R-08", text="the cut card came before the first card")
    if t.continuous:
        yield Shuffle("8", by="device", text="the device shuffles continuously")
        return
    yield from shuffle(t)
    if t.house.cut_by == "dealer":
        yield CutByDealer("3(b)", by=DEALER, text="the dealer cuts for the table")
        yield from make_cut(t, cut_of(t), None)
    else:
        yield from offer_cut(t, cut_of(t), cut_order(t))
    yield from load(t)


def cut_again(t: RedDogLayout) -> Steps:
    """3(e): cut again; then insert the cut card and load the shoe, as after any cut."""
    yield from recut(t, cut_of(t), "3(e)", cut_order(t))
    yield from load(t)


def load(t: RedDogLayout) -> Steps:
    """3(d): insert the cut card a quarter from the back, and load the stack into the shoe."""
    behind = marker_depth(t.house, t.shoe.left)
    text = "the cut card goes in about a quarter from the back"
    yield Marker("3(d)", "R-07", count=behind, text=text)
    yield Load("3(d)", by=DEALER, text="the stack goes into the shoe", also=("1(c)",))


def shuffle(t: RedDogLayout) -> Steps:
    """3(a), 3(f), 2(d): shuffle by hand step by step or by device, unless pre-shuffled."""
    if t.house.preshuffled and t.situation.get("first_shoe"):
        yield Preshuffled("3(a)", text="the cards came pre-shuffled")
    elif t.house.shuffler == "manual":
        for step, clause in MANUAL:
            if step is Plug and t.situation.get("first_shoe"):
                continue  # there are no unused cards before the first shoe
            yield step(clause, by=DEALER)
        text = "the cards are randomly intermixed"
        yield Shuffle("3(a)", by=DEALER, also=("3(f)",), text=text)
    else:
        back = t.shoe.back
        text = f"the {back} batch comes in; the other goes into the device"
        yield Batch("2(d)(4)", place=back, text=text, also=("2(d)(2)", "2(d)(5)"))
        text = "the device has shuffled the batch"
        yield Shuffle("3(a)", by="device", also=("2(d)(3)",), text=text)


def cut_of(t: RedDogLayout) -> CutRule:
    """3(d): cut at least a deck from either end; with one deck, ten cards instead (R-01)."""
    also = ("3(f)(5)",) if t.house.shuffler == "manual" else ()
    if t.house.decks == 1:
        return CutRule("3(c)", "3(d)", 10, "R-01", also)
    return CutRule("3(c)", "3(d)", 52, None, also)


def cut_order(t: RedDogLayout) -> list[int]:
    """3(c): from the far right, or from the first player of a new game, counterclockwise."""
    order = sorted(t.seats, reverse=True)
    first = t.situation.get("first_player")
    if t.situation.get("first_shoe") and first in order:
        at = order.index(first)
        order = order[at:] + order[:at]
    return order


def marker_depth(house: RedDogHouse, cards: int) -> int:
    """Return how many cards lie behind the cut card (R-07)."""
    numerator, denominator = _ratio(house.marker_from_back)
    return (2 * cards * numerator + denominator) // (2 * denominator)


def _ratio(share: str) -> tuple[int, int]:
    whole, _, part = share.partition(".")
    return int(whole + part), 10 ** len(part)
