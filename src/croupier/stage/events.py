"""What happens at a table, one event after another, each with the clause it follows.

A step is an event that has not happened yet: a script yields it, the stage carries it out, gives it
its number and the cards that came, and keeps it. Cards leave through :meth:`Event.shown_to` only.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from croupier.nouns.cards import UNKNOWN, Card
from croupier.nouns.money import show_money

EVERYBODY: Final = -1
NOBODY: Final = 0

SURVEILLANCE: Final = "surveillance"
PUBLIC: Final = "public"


class Event(msgspec.Struct, omit_defaults=True):
    """One thing that happened; :attr:`sees` says to whom its cards are visible."""

    kind: str
    rule: str | None = None
    finding: str | None = None
    n: int = 0
    also: tuple[str, ...] = ()
    seat: int | None = None
    wager: str | None = None
    amount: int | None = None
    coupon: int | None = None
    odds: str | None = None
    outcome: str | None = None
    place: str | None = None
    card: Card | None = None
    cards: tuple[Card, ...] | None = None
    up: bool | None = None
    count: int | None = None
    text: str | None = None
    by: str | None = None
    sees: int = EVERYBODY

    def visible_to(self, viewer: str) -> bool:
        """Whether a viewer may see this event's cards."""
        return self.sees == EVERYBODY or viewer == SURVEILLANCE or viewer == f"seat:{self.sees}"

    def shown_to(self, viewer: str = SURVEILLANCE) -> dict[str, Any]:
        """The event as plain data for one viewer: money as text, cards nobody may see as ``??``."""
        shown: dict[str, Any] = {"n": self.n, "kind": self.kind, "rule": self.rule}
        if self.finding is not None:
            shown["finding"] = self.finding
        if self.also:
            shown["also"] = list(self.also)
        for key in ("by", "seat", "wager"):
            if (value := getattr(self, key)) is not None:
                shown[key] = value
        for key in ("amount", "coupon"):
            if (value := getattr(self, key)) is not None:
                shown[key] = show_money(value)
        for key in ("odds", "outcome", "place", "up", "count", "text"):
            if (value := getattr(self, key)) is not None:
                shown[key] = value
        visible = self.visible_to(viewer)
        if self.card is not None:
            shown["card"] = self.card if visible else UNKNOWN
        if self.cards is not None:
            shown["cards"] = list(self.cards) if visible else [UNKNOWN] * len(self.cards)
        return shown
