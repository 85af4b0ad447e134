"""The kinds of events that only Double Cross Poker has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.stage.events import Act, Chapter, Event, Kind, Shown
from croupier.stage.preparing import Doing

if TYPE_CHECKING:
    from croupier.stage.layout import Layout


class Expose(Event, kw_only=True):
    """A seat exposes its cards for the three-card wager."""

    declared = Kind("{who} exposes both cards", Chapter.DECIDED)
    seat: int


class Keep(Event, kw_only=True):
    """A seat keeps its cards face down."""

    declared = Kind("{who} keeps the cards face down", Chapter.DECIDED)
    seat: int


class Chosen(Event, kw_only=True):
    """A seat has chosen in secret (D-13)."""

    declared = Kind("{who} has chosen")
    seat: int


class Align(Event, kw_only=True):
    """The dealer plays the better of two hands."""

    declared = Kind(
        "{text}",
        act=Act(
            "judge",
            "Play the dealer's hand with the {place} cards",
            ("place",),
            mistaken=("vertical", "horizontal"),
        ),
        shown=Shown("line", 300),
    )
    place: str
    text: str
    hand: str = ""
    """The name of the hand's category."""


class Compare(Event, kw_only=True):
    """A seat's hand is judged against the dealer's."""

    declared = Kind(
        "{who}: {text}, {outcome}",
        act=Act(
            "judge",
            "Judge the hand of seat {seat}: {verdict}",
            ("seat", "outcome"),
            mistaken=("win", "lose", "push"),
        ),
        shown=Shown(pace=380),
        sentence="{who} {fares}: {text}",
    )
    seat: int
    outcome: str
    text: str
    hand: str = ""

    def perform(self, t: Layout) -> None:
        t.seats[self.seat].hand = self.hand


class AllFolded(Doing):
    """No more cards are turned (X-22)."""

    declared = Kind("{text}")


class Correct(Doing):
    """A hand is corrected from the stub (D-21)."""

    declared = Kind(
        "{text}", act=Act("rule", "{text}", ("text", "place")), shown=Shown(tone="grave")
    )


class Unload(Doing):
    """The dealer takes the cards from the device into the hand."""

    declared = Kind("{text}", act=Act("deal", "{text}", ("text", "place")))
