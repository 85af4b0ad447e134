"""The deck of Winner's Pot Poker (Sections 2 to 4) and the three ways of dealing it (7 to 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.games.winners_pot_poker.layout import WinnersPotLayout
from croupier.procedures.dealing import BadCards
from croupier.procedures.preparation import Opening
from croupier.procedures.single_deck import (
    DealersCut,
    Faults,
    Loading,
    OneDeck,
    SecondDeck,
    dealers_cut,
)

BAD: Final = BadCards("12(b)")

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

HELD: Final = ("8(b)(2)(i)", "8(b)(2)(ii)")
"""The clauses for a deck held by the dealer: always in the same hand, and over the tray."""

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
    faults=Faults(drawn="12(c)", shuffler="12(i)", shoe="12(j)", count="9(g)"),
    loads={
        "manual-shoe": Loading("7(a)", "the stacked deck goes into the shoe"),
        "hand": Loading(
            "8(b)(2)", "the dealer takes the stacked deck in one hand", ("8(a)", *HELD)
        ),
        "automated-shoe": Loading("9(b)(1)", "the cards go into the automated shoe", ("9(a)",)),
    },
    relief="automated-shoe",
)


@dataclass(frozen=True)
class Method:
    """A way of dealing: the clauses for its part in the round."""

    call: str
    """The clause of the announcement that closes the wagers."""
    button: str
    burn: str
    cards: tuple[str, str, str]
    """The clauses for the first, the second and the third card of every hand."""
    stub: str
    count: str
    hands: tuple[str, ...]
    """The clauses for holding and placing a card in the first deal."""
    later: tuple[str, ...]
    """The clauses for holding and placing the fourth and fifth cards."""
    packets: bool = False
    """Whether the three cards are dealt together, so that the top one has to be turned."""
    burn_finding: str | None = None
    """The ruling that burns before the call, with a shoe that is loaded by then (W-05, W-06)."""


METHODS: Final = {
    "manual-shoe": Method(
        "7(b)",
        "7(d)",
        "7(e)",
        ("7(e)(1)", "7(e)(2)", "7(e)(3)"),
        "7(f)",
        "7(g)",
        hands=("7(c)",),
        later=("7(c)",),
    ),
    "hand": Method(
        "8(b)(3)",
        "8(c)",
        "8(d)",
        ("8(d)(1)", "8(d)(2)", "8(d)(3)"),
        "8(e)",
        "8(f)",
        hands=("8(b)(3)",),
        later=("8(b)(3)",),
    ),
    "automated-shoe": Method(
        "9(b)(2)",
        "9(c)",
        "9(b)(1)",
        ("9(d)", "9(d)", "9(d)"),
        "9(e)",
        "9(f)",
        hands=(),
        later=("8(b)(3)",),
        packets=True,
        burn_finding="W-05",
    ),
}


def method(t: WinnersPotLayout) -> Method:
    """Return how the cards are dealt at this table."""
    return METHODS[t.house.dealing]
