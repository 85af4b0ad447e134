"""The deck of Double Cross Poker, Sections 2 to 4, and the three ways of dealing it, Sections 7 to 9."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from croupier.procedures.preparation import Opening
from croupier.procedures.procedure import BadCards, Steps, deal
from croupier.procedures.single_deck import (
    DealersCut,
    Faults,
    Load,
    OneDeck,
    SecondDeck,
    count_due,
    counted,
    dealers_cut,
)
from croupier.stage.actions import DEALER
from croupier.stage.events import Event
from croupier.stage.layout import Layout

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
    collect="10(h)",
    loads={
        "manual-shoe": Load("7(a)", "the stacked deck goes into the shoe"),
        "hand": Load("8(b)(2)", "the dealer takes the stacked deck in one hand",
                     ("8(a)", "8(b)(2)(i)", "8(b)(2)(ii)")),
        "automated-shoe": Load("9(b)(1)", "the cards go into the automated shoe", ("9(a)",)),
    },
    relief="manual-shoe",
)  # fmt: skip


@dataclass(frozen=True)
class Method:
    """A way of dealing: the clauses for what is done at its own place in the round."""

    call: str
    order: str
    """Clockwise from the dealer's far left, and which hand does what."""
    players: str
    dealer: str
    board: str
    stub: str
    count: str
    packets: bool = False
    """Whether a device gives out the players' and the dealer's cards two at a time."""


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
"""The cross as it is dealt, by the reading of its top and bottom (D-11)."""


def method(t: Layout) -> Method:
    """How the cards are dealt at this table."""
    return METHODS[t.house["dealing"]]


def place(seat: int) -> str:
    """Where a seat's two cards lie."""
    return f"seat {seat}"


def deal_cards(t: Layout) -> Steps:
    """Two cards in a row to each anted seat and to the dealer, then the cross, all face down."""
    how = method(t)
    order = (how.order,) if how.order != how.players else ()
    bad = IN_A_PACKET if how.packets else BAD
    for seat in t.playing("ante"):
        for _ in range(2):
            yield from deal(t, place(seat.number), how.players, bad, up=False, seat=seat.number,
                            also=order)  # fmt: skip
    for _ in range(2):
        yield from deal(t, "dealer", how.dealer, bad, up=False, also=order)
    if how.packets:
        yield Event("unload", how.board, "X-19", by=DEALER,
                    text="the dealer takes the remaining cards in hand")  # fmt: skip
    for spot in BOARD[t.house.ruling("D-11")]:
        yield from deal(t, spot, how.board, BAD, up=False, also=order)
    yield from rack_stub(t, how)


def rack_stub(t: Layout, how: Method) -> Steps:
    """The stub goes unseen to the rack; every few rounds it is counted first (7(e)).

    52 cards less two a hand, less the cross, less face-up cards in the rack must be left (D-23).
    """
    rule = how.stub
    if count_due(t, DECK):
        counted(t)
        rule = "7(e)(1)"
        yield Event("count", how.count, "D-23" if t.rack else None, by=DEALER, count=t.shoe.left,
                    text=f"the stub is counted face down: {t.shoe.left} cards")  # fmt: skip
    for at in t.shoe.unreported():
        yield Event("found", None, "D-28", card=t.shoe.cards[at], up=True,
                    text="lies face up in the stub; play goes on")  # fmt: skip
    yield Event("stub", rule, text="the stub goes to the rack unseen")
