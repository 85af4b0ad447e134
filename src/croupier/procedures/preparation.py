"""Before the first wager: opening the table, shuffling, offering the cut, loading the shoe.

What the documents have in common; each game says which clause is which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.nouns.reasons import Reason
from croupier.procedures.procedure import Steps
from croupier.stage.actions import DEALER, FLOOR, Refusal
from croupier.stage.events import Event
from croupier.stage.layout import Layout


@dataclass(frozen=True)
class Opening:
    """The clauses of the opening: receipt, spreading and viewing, washing and stacking."""

    receive: str
    spread: str
    wash: str
    separately: str = ""
    """The clause that asks for each of two decks to be opened by itself."""


def open_table(
    t: Layout, clauses: Opening, packs: Sequence[str], *, received: bool = True
) -> Steps:
    """Receive (unless the cards are here already), inspect, verify, spread, view, wash, stack: once for
    every pack of cards."""
    also = (clauses.separately,) if len(packs) > 1 and clauses.separately else ()
    for pack in packs:
        if received:
            yield Event("receive", clauses.receive, by=DEALER, place=pack, also=also,
                        text="cards received at the table")  # fmt: skip
        for kind, rule, by, text in (
            ("inspect", clauses.spread, DEALER, "inspected by the dealer"),
            ("verify", clauses.spread, "floorperson", "verified by the floorperson"),
            ("spread", clauses.spread, DEALER, "spread face up, by suit and in sequence"),
            ("view", clauses.spread, "player", "viewed by the first player to arrive"),
        ):
            yield Event(kind, rule, by=by, place=pack, text=text, also=also)
        yield from wash(clauses, (pack,), also)


def wash(clauses: Opening, packs: Iterable[str], also: tuple[str, ...] = ()) -> Steps:
    """Turn face down, wash, stack: after the cards have been viewed."""
    for pack in packs:
        for kind, text in (
            ("face-down", "turned face down"),
            ("wash", "mixed by washing"),
            ("stack", "stacked"),
        ):
            yield Event(kind, clauses.wash, by=DEALER, place=pack, text=text, also=also)


@dataclass(frozen=True)
class Cut:
    """Where a cut may be made, who is asked first, and the clauses for it."""

    offer: str
    make: str
    margin: int
    """How many cards at least from either end."""
    finding: str | None = None
    """What the margin rests on where the clause cannot be followed."""
    also: tuple[str, ...] = ()
    most: tuple[int, str] | None = None
    """How many cards may be cut at most where that is not the margin, and the finding that says so."""


def offer_cut(t: Layout, cut: Cut, order: Sequence[int]) -> Steps:
    """The cut is offered seat by seat until one accepts; if none does, the dealer cuts.

    Who declined and where the cut was made come with the round: ``cut_declined`` and ``cut_at``.
    """
    declined = set(t.situation.get("cut_declined", ()))
    cutter: int | None = None
    for number in order:
        refused = number in declined
        yield Event(
            "offer-cut", cut.offer, seat=number, outcome="declined" if refused else "accepted"
        )
        if not refused:
            cutter = number
            break
    yield from make_cut(t, cut, cutter)


def make_cut(t: Layout, cut: Cut, cutter: int | None) -> Steps:
    """The cut itself, by a seat or by the dealer."""
    size = t.shoe.left
    most, finding = cut.most or (size - cut.margin, cut.finding)
    at = t.situation.get("cut_at", min(size // 2, most))
    if cut.most is not None and at > most:
        raise Refusal(Reason(f"a cut of {at} cards is more than {most}", None, finding))
    if not cut.margin <= at <= most:
        raise Refusal(Reason(
            f"a cut at {at} of {size} cards is less than {cut.margin} cards from an end",
            t.book.cite(cut.make), cut.finding))  # fmt: skip
    t.notes["cut"] = {"by": cutter, "at": at}
    yield Event("cut", cut.make, cut.finding, seat=cutter, by=None if cutter else DEALER, count=at,
                also=cut.also)  # fmt: skip


def recut(t: Layout, cut: Cut, rule: str, order: Sequence[int]) -> Steps:
    """The supervisor has the cards cut again, by the same person or the next one entitled."""
    last: int | None = t.notes["cut"]["by"]
    cutter = last
    if t.house.values.get("recut_by") == "next" and last in order:
        following = order[order.index(last) + 1 :]
        cutter = following[0] if following else None
    yield Event("recut", rule, by=FLOOR, text="the supervisor orders another cut")
    yield from make_cut(t, cut, cutter)
