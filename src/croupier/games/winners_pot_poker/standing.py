"""Who is still in the round, and the words the script has for it."""

from __future__ import annotations

from typing import Final

from croupier.stage.actions import DEALER
from croupier.stage.layout import Layout, Seat

FOLDED, DEAD, VOID = "folded", "dead", "void"
"""How a hand leaves the round."""
STAKES: Final = {"ante": 1, "bet": 1, "double": 2}
"""Every wager for the pot in antes, a player's and the dealer's."""
JACKS_PLUS: Final = "jacks-plus"


def place_of(place: int | str) -> str:
    """Where the cards of a seat, or of the dealer, lie."""
    return DEALER if place == DEALER else f"seat {place}"


def in_round(t: Layout) -> list[int]:
    """The seats that anted (X-24)."""
    return [number for number, seat in t.seats.items() if "ante" in seat.wagers]


def remaining(t: Layout) -> list[Seat]:
    """The seats whose hand is still in the round, clockwise."""
    return list(t.playing("ante"))


def dealer_plays(t: Layout) -> bool:
    """Whether the dealer's hand is still in the round."""
    return not t.notes.get("dealer dead")
