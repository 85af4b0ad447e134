"""What Double Cross Poker keeps track of in a round, and the events that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

from croupier.games.double_cross_poker.events import Align
from croupier.games.double_cross_poker.house import DoubleCrossHouse
from croupier.procedures.single_deck import OneDeckLayout
from croupier.stage.events import Event
from croupier.stage.layout import Follow
from croupier.stage.payments import Take
from croupier.stage.vocabulary import Report, Wager

AXES: Final = {"vertical": ("far", "center", "near"), "horizontal": ("left", "center", "right")}
FOLDED: Final = "folded"
RAISE: Final = "raise"


class Aligned(NamedTuple):
    """The hand that the dealer plays, and on which axis."""

    hand: str
    axis: str


class DoubleCrossLayout(OneDeckLayout):
    """A round of Double Cross Poker. A seat's state is the axis it plays, or ``folded``."""

    house: DoubleCrossHouse

    dealer: Aligned | None = None

    @property
    def undecided(self) -> bool:
        """Whether no seat has folded or raised yet."""
        return not any(seat.state for seat in self.seats.values())

    def _aligned(self, event: Align) -> None:
        self.dealer = Aligned(event.hand, event.place)

    def _wagered(self, event: Wager) -> None:
        if event.place is not None:
            self.seats[event.seat].state = event.place

    def _taken(self, event: Take) -> None:
        if event.outcome == "forfeited":
            self.seats[event.seat].state = FOLDED

    def _reported(self, event: Report) -> None:
        """7(e)(2): a wrong stub is found by counting, so it counts as counted."""
        self.counted = self.counted or event.name == "stub-short"

    follows: ClassVar[Mapping[type[Event], Follow]] = {
        **OneDeckLayout.follows,
        Align: _aligned,
        Wager: _wagered,
        Take: _taken,
        Report: _reported,
    }


def place(seat: int) -> str:
    """Return the place of a seat's two cards."""
    return f"seat {seat}"
