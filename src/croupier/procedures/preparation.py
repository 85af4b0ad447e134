"""Before the first wager: opening the table, shuffling, offering the cut, loading the shoe.

These are the steps that the documents have in common; each game names its clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.nouns.reasons import Reason
from croupier.procedures.steps import Steps
from croupier.stage.actions import DEALER, FLOOR, Refusal
from croupier.stage.layout import Layout
from croupier.stage.preparing import (
    Cut,
    FaceDown,
    Inspect,
    OfferCut,
    Receive,
    Recut,
    Spread,
    Stack,
    Verify,
    View,
    Wash,
)


@dataclass(frozen=True)
class Opening:
    """The clauses of the opening: receipt, spreading and viewing, washing and stacking."""

    receive: str
    spread: str
    wash: str
    separately: str = ""
    """The clause that requires each of two decks to be opened separately."""


def open_table(
    t: Layout, clauses: Opening, packs: Sequence[str], *, received: bool = True
) -> Steps:
    """Receive, inspect, verify, spread, view, wash and stack every pack of cards in turn.

    Without ``received`` the cards are at the table already.
    """
    also = (clauses.separately,) if len(packs) > 1 and clauses.separately else ()
    rule = clauses.spread
    for pack in packs:
        if received:
            text = "cards received at the table"
            yield Receive(clauses.receive, by=DEALER, place=pack, also=also, text=text)
        yield Inspect(rule, by=DEALER, place=pack, also=also, text="inspected by the dealer")
        text = "verified by the floorperson"
        yield Verify(rule, by="floorperson", place=pack, also=also, text=text)
        text = "spread face up, by suit and in sequence"
        yield Spread(rule, by=DEALER, place=pack, also=also, text=text)
        yield View(rule, by="player", place=pack, also=also, text=VIEWED)
        yield from wash(clauses, (pack,), also)


VIEWED = "viewed by the first player to arrive"


def wash(clauses: Opening, packs: Iterable[str], also: tuple[str, ...] = ()) -> Steps:
    """Turn the cards face down, wash and stack them, after they have been viewed."""
    for pack in packs:
        for does, text in (
            (FaceDown, "turned face down"),
            (Wash, "mixed by washing"),
            (Stack, "stacked"),
        ):
            yield does(clauses.wash, by=DEALER, place=pack, text=text, also=also)


@dataclass(frozen=True)
class CutRule:
    """Where a cut may be made, and the clauses for it."""

    offer: str
    make: str
    margin: int
    """The least number of cards between the cut and either end."""
    finding: str | None = None
    """The finding behind the margin, if the clause cannot be followed."""
    also: tuple[str, ...] = ()
    most: tuple[int, str] | None = None
    """The most cards that may be cut, if the margin does not decide it, and its finding."""


def offer_cut(t: Layout, cut: CutRule, order: Sequence[int]) -> Steps:
    """Offer the cut seat by seat until one accepts; if none does, the dealer cuts.

    The situation says which seats decline (``cut_declined``) and where the cut is made
    (``cut_at``).
    """
    declined = set(t.situation.get("cut_declined", ()))
    cutter: int | None = None
    for number in order:
        refused = number in declined
        outcome = "declined" if refused else "accepted"
        yield OfferCut(cut.offer, seat=number, outcome=outcome)
        if not refused:
            cutter = number
            break
    yield from make_cut(t, cut, cutter)


def make_cut(t: Layout, cut: CutRule, cutter: int | None) -> Steps:
    """Make the cut, by a seat or by the dealer."""
    size = t.shoe.left
    most, finding = cut.most or (size - cut.margin, cut.finding)
    at = t.situation.get("cut_at", min(size // 2, most))
    if cut.most is not None and at > most:
        raise Refusal(Reason(f"a cut of {at} cards is more than {most}", None, finding))
    if not cut.margin <= at <= most:
        message = f"a cut at {at} of {size} cards is less than {cut.margin} cards from an end"
        raise Refusal(Reason(message, t.book.cite(cut.make), cut.finding))
    by = None if cutter else DEALER
    yield Cut(cut.make, cut.finding, seat=cutter, by=by, count=at, also=cut.also)


def recut(t: Layout, cut: CutRule, rule: str, order: Sequence[int]) -> Steps:
    """Cut again by order of the supervisor; the same person cuts, or the next one entitled."""
    last = None if t.cut is None else t.cut.by
    cutter = last
    if t.house.recut_by == "next" and last in order:
        following = order[order.index(last) + 1 :]
        cutter = following[0] if following else None
    yield Recut(rule, by=FLOOR, text="the supervisor orders another cut")
    yield from make_cut(t, cut, cutter)
