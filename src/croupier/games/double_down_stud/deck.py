"""The deck of Double Down Stud (Sections 2 to 4): its shuffle, its cut and the ways to deal it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from croupier.games.double_down_stud.layout import DoubleDownStudLayout
from croupier.procedures.dealing import BadCards
from croupier.procedures.preparation import CutRule, Opening, offer_cut
from croupier.procedures.single_deck import Faults, Loading, OneDeck, SecondDeck, carry
from croupier.procedures.steps import Steps
from croupier.stage.actions import DEALER
from croupier.stage.preparing import CoverCard


def cut_cards(t: DoubleDownStudLayout) -> Steps:
    """4(c) to 4(e): cut the cards, if the house asks for a cut (S-04)."""
    yield CoverCard("4(c)", "S-04", by=DEALER, text="the stack goes on the cover card, backs up")
    yield from offer_cut(t, players_cut(t), cut_order(t))
    yield CoverCard("4(e)", by=DEALER, text="the cover card goes to the rack")


def players_cut(t: DoubleDownStudLayout) -> CutRule:
    """Return the rule for the cut: who is offered it first, and ten cards from either end."""
    offer = "4(d)(2)" if first_player(t) is None else "4(d)(1)"
    return CutRule(offer, "4(e)", t.book.bounds["cut-margin"].least or 0)


def first_player(t: DoubleDownStudLayout) -> int | None:
    """4(d)(1): return the first player to come to the table, if the game is just beginning."""
    first = t.situation.get("first_player")
    beginning = t.situation.get("first_shoe") or t.situation.get("idle")
    return first if beginning and first in t.seats else None


def cut_turn(t: DoubleDownStudLayout) -> int:
    """Return how far the offer has moved from the far right; an idle time restarts it (S-28)."""
    return 0 if t.situation.get("idle") else t.situation.get("cut_turn", 0)


def cut_order(t: DoubleDownStudLayout) -> list[int]:
    """4(d): counterclockwise from the first player, or from the seat whose turn it is."""
    order = sorted(t.seats, reverse=True)
    first = first_player(t)
    at = cut_turn(t) % len(order) if first is None else order.index(first)
    return order[at:] + order[:at]


def next_round(t: DoubleDownStudLayout) -> dict[str, Any]:
    """4(d)(2): the far right follows the first player, then every round the next seat."""
    return carry(t) | {"cut_turn": 0 if first_player(t) is not None else cut_turn(t) + 1}


HANDLING: Final[Mapping[str, tuple[str, ...]]] = {
    "manual-shoe": ("8(a)(1)",),
    "shuffler": ("8(a)(2)(ii)", "8(a)(2)(iii)"),
}
"""The clauses for handling a card, by way of dealing.

Either the left hand draws it and the right places it, or the device delivers it and the dealer
holds it over the tray.
"""

DECK: Final = OneDeck(
    opening=Opening("3(a)", "3(b)", "3(c)", "3(d)"),
    second=SecondDeck("2(b)", "2(b)(1)", "2(b)(2)", "2(b)(3)", "2(b)(4)", "2(b)(5)"),
    shuffle="4(a)",
    uncut="4(b)",
    cut_due="4(c)",
    cut=cut_cards,
    dealt="4(e)",
    idle="4(g)",
    idle_repeats_opening=True,
    is_cut=lambda t, by_machine: t.house.cut,
    bad=BadCards("11(b)"),
    faults=Faults(drawn="11(c)", shuffler="11(e)", shoe=None, shoe_finding="S-23"),
    loads={
        "manual-shoe": Loading("8(a)(1)", "the deck goes into the dealing shoe"),
        "shuffler": Loading(
            "8(a)(2)(i)", "the device is set to deal each position its card", ("4(a)",)
        ),
    },
    shoe_fails=("shuffler",),
)
