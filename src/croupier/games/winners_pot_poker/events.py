"""The kinds of events that only Winner's Pot Poker has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.stage.events import Act, Kind
from croupier.stage.preparing import Doing

if TYPE_CHECKING:
    from croupier.stage.layout import Layout


class InHand(Doing):
    """The dealer takes the rest of the cards into the hand."""

    declared = Kind("{text}", act=Act("deal", "{text}", ("text", "place")))


class Stop(Doing):
    """No player is left (X-22); if every wager was returned, irregularities voided the round."""

    declared = Kind("{text}")

    def perform(self, t: Layout) -> None:
        placed = (wager for seat in t.seats.values() for wager in seat.wagers.values())
        t.void = all(wager.outcome == "returned" for wager in placed)
