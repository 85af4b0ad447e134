"""Dealing, cards that lie wrong, cards that go to the rack, and rounds that are void."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any, Final

from croupier.equipment.shoe import SEEN
from croupier.nouns.cards import Card
from croupier.procedures.steps import Steps, VoidError
from croupier.stage.actions import DEALER, Ask
from croupier.stage.events import Event
from croupier.stage.layout import Layout, Seat
from croupier.stage.payments import Award, Unstake, Void
from croupier.stage.vocabulary import Collect, CutCard, Deal, Discard, Report


@dataclass(frozen=True)
class BadCards:
    """What happens to a card that lies face up, or was drawn in error and seen."""

    rule: str
    limit: bool = True
    """Whether a second such card voids the round."""
    finding: str | None = None
    run_out: str = "X-14"
    """The ruling that voids a round when no card is left to deal."""


def clear_way(t: Layout, bad: BadCards, marker_rule: str | None = None) -> Steps:
    """Before a card is dealt, note the cut card and move cards that lie wrong to the rack."""
    shoe = t.shoe
    if shoe.at_marker() and not t.marker_reached:
        yield CutCard(marker_rule, text="the cut card is reached: reshuffle after this round")
    while (wrong := shoe.next_wrong()) is not None:
        at, seen, before = shoe.pos, wrong == SEEN, t.bad_at
        yield Discard(None if seen else bad.rule, "X-15" if seen else bad.finding)
        if at not in shoe.known:
            count_bad(t, bad, before, at)
    if not shoe.left:
        raise VoidError("no card is left to deal", bad.rule, bad.run_out)


def count_bad(t: Layout, bad: BadCards, before: int | None, at: int) -> None:
    """Void the round at the second bad card, if the game's rule says so."""
    if not bad.limit or before is None:
        return
    if t.house.X_14 != "simultaneous" or before == at - 1:
        raise VoidError("more than one card found face up", bad.rule, "X-14")


def deal(
    t: Layout,
    place: str,
    rule: str,
    bad: BadCards,
    *,
    up: bool = True,
    seat: int | None = None,
    also: tuple[str, ...] = (),
    marker_rule: str | None = None,
) -> Generator[Event | Ask, Any, Card]:
    """Deal one card from the shoe to its place, and return it."""
    if not t.shoe.clear:
        yield from clear_way(t, bad, marker_rule)
    card: Card = yield Deal(rule, also=also, place=place, up=up, seat=seat)
    return card


def collect(t: Layout, rule: str, places: Iterable[str] | None = None) -> Steps:
    """Collect cards to the rack in order, so that every hand can be reconstructed."""
    for place in list(t.felt) if places is None else list(places):
        if place in t.felt:
            yield Collect(rule, place=place)


def return_wagers(
    t: Layout,
    rule: str | None,
    finding: str | None = None,
    seats: Iterable[Seat] | None = None,
) -> Steps:
    """Return every stake in full; settled ones too, if the house reads X-02 that way."""
    whole = t.house.X_02 == "entire-round"
    for seat in t.seats.values() if seats is None else seats:
        for wager in seat.wagers.values():
            if wager.live or (whole and wager.outcome not in ("returned", "push")):
                yield t.give_back(seat, wager.name, rule, finding)


def void_round(t: Layout, error: VoidError) -> Steps:
    """End the round for everybody; its cards go to the rack under the same rule."""
    rule, finding = error.rule, error.finding
    yield Void(rule, finding, text=error.message)
    yield from return_wagers(t, rule, finding)
    if t.staked:
        yield Unstake(rule, finding, by=DEALER, amount=t.staked)
    if t.pot:
        yield Award(rule, finding, by=DEALER, amount=t.pot, share="rest")
    for place in list(t.felt):
        yield Collect(rule, finding, place=place)


# --- reports about the next card, the same words in every game ------------------------------------


NEXT_CARD: Final = ("face-up-card", "drawn-in-error", "exposed-draw")


def report_next_card(t: Layout, name: str, bad: BadCards, error_rule: str) -> Steps:
    """Report that the next card lies face up, was drawn in error, or was drawn and seen."""
    if name == "drawn-in-error":
        yield Report(error_rule, by=DEALER, text=name)
        return
    rule, finding = (None, "X-15") if name == "exposed-draw" else (bad.rule, None)
    before = t.bad_at
    at: int = yield Report(rule, finding, by=DEALER, text=name)
    count_bad(t, bad, before, at)
