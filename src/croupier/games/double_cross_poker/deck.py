"""The deck of Double Cross Poker (Sections 2 to 4) and the three ways of dealing it (7 to 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from croupier.games.double_cross_poker.events import Unload
from croupier.games.double_cross_poker.layout import DoubleCrossLayout, place
from croupier.procedures.dealing import BadCards, deal
from croupier.procedures.preparation import Opening
from croupier.procedures.single_deck import (
    DealersCut,
    Faults,
    Loading,
    OneDeck,
    SecondDeck,
    count_due,
    dealers_cut,
)
from croupier.procedures.steps import Steps
from croupier.stage.actions import DEALER
from croupier.stage.vocabulary import Count, Found, Stub

BAD: Final = BadCards("12(a)")
IN_A_PACKET: Final = BadCards("12(a)", finding="X-21")
"""A face-up card in a packet of two is replaced by the next card of the shoe."""

CUT: Final = DealersCut(
    rule="4(c)",
    one_hand="4(c)(1)",
    lay="4(c)(1)(i)",
    lift="4(c)(1)(ii)",
    complete="4(c)(1)(iii)",
    withdraw="4(c)(1)(iv)",
    deal="4(c)(2)",
    again="4(d)",
)

DECK: Final = OneDeck(
    opening=Opening("3(a)", "3(b)", "3(c)", "3(d)"),
    second=SecondDeck("2(b)", "2(b)(1)", "2(b)(2)", "2(b)(3)", "2(b)(4)", "2(b)(5)"),
    shuffle="4(a)",
    uncut="4(b)(1)",
    cut_due="4(b)(2)",
    cut=lambda t: dealers_cut(t, CUT),
    dealt=CUT.deal,
    idle="4(e)",
    bad=BAD,
    faults=Faults(drawn="12(b)", shuffler="12(d)", shoe="12(e)", count="7(f)"),
    loads={
        "manual-shoe": Loading("7(a)", "the stacked deck goes into the shoe"),
        "hand": Loading(
            "8(b)(2)",
            "the dealer takes the stacked deck in one hand",
            ("8(a)", "8(b)(2)(i)", "8(b)(2)(ii)"),
        ),
        "automated-shoe": Loading("9(b)(1)", "the cards go into the automated shoe", ("9(a)",)),
    },
    relief="manual-shoe",
)


@dataclass(frozen=True)
class Method:
    """A way of dealing: the clauses for its part in the round."""

    call: str
    order: str
    """The clause for the order, clockwise from the dealer's far left, and for the hands used."""
    players: str
    dealer: str
    board: str
    stub: str
    count: str
    packets: bool = False
    """Whether a device deals the players' and the dealer's cards two at a time."""


METHODS: Final[Mapping[str, Method]] = {
    "manual-shoe": Method("7(b)", "7(c)", "7(c)(1)", "7(c)(2)", "7(c)(3)", "7(d)", "7(e)"),
    "hand": Method("8(b)(3)", "8(c)", "8(c)(1)", "8(c)(2)", "8(c)(3)", "8(d)", "8(e)"),
    "automated-shoe": Method(
        "9(b)(2)", "9(c)", "9(c)", "9(c)", "9(c)", "9(c)", "9(d)", packets=True
    ),
}

BOARD: Final = {
    "far": ("left", "center", "right", "far", "near"),
    "near": ("left", "center", "right", "near", "far"),
}
"""The order in which the cross is dealt, by the reading of its top and bottom (D-11)."""


def method(t: DoubleCrossLayout) -> Method:
    """Return how the cards are dealt at this table."""
    return METHODS[t.house.dealing]


def deal_cards(t: DoubleCrossLayout) -> Steps:
    """Deal two cards in a row to each anted seat and the dealer, then the cross, all face down."""
    how = method(t)
    order = (how.order,) if how.order != how.players else ()
    bad = IN_A_PACKET if how.packets else BAD
    for seat in t.playing("ante"):
        for _ in range(2):
            yield from deal(
                t, place(seat.number), how.players, bad, up=False, seat=seat.number, also=order
            )
    for _ in range(2):
        yield from deal(t, "dealer", how.dealer, bad, up=False, also=order)
    if how.packets:
        text = "the dealer takes the remaining cards in hand"
        yield Unload(how.board, "X-19", by=DEALER, text=text)
    for spot in BOARD[t.house.D_11]:
        yield from deal(t, spot, how.board, BAD, up=False, also=order)
    yield from rack_stub(t, how)


def rack_stub(t: DoubleCrossLayout, how: Method) -> Steps:
    """Put the stub in the rack unseen; every few rounds it is counted first (7(e)).

    The stub must hold 52 cards less two per hand, the cross and face-up cards in the rack (D-23).
    """
    rule = how.stub
    if count_due(t, DECK):
        rule = "7(e)(1)"
        yield from count_stub(t, how)
    for _ in t.shoe.unreported():
        text = "lies face up in the stub; play goes on"
        yield Found(None, "D-28", text=text)
    yield Stub(rule, text="the stub goes to the rack unseen")


def count_stub(t: DoubleCrossLayout, how: Method) -> Steps:
    """Count what is left of the deck, face down."""
    left = t.shoe.left
    finding = "D-23" if t.rack else None
    text = f"the stub is counted face down: {left} cards"
    yield Count(how.count, finding, by=DEALER, count=left, text=text)


def count_deck(t: DoubleCrossLayout) -> Steps:
    """X-18: count all cards after a void round in which a count was due."""
    text = f"the dealer counts the deck: {len(t.rack)} cards"
    yield Count(method(t).count, "X-18", by=DEALER, count=len(t.rack), text=text)
