"""What Double Down Stud keeps track of in a round, and the events that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from croupier.games.double_down_stud.house import DoubleDownStudHouse
from croupier.procedures.single_deck import OneDeckLayout, OneDeckSituation
from croupier.stage.events import Event
from croupier.stage.layout import Follow
from croupier.stage.vocabulary import Report, Wager

DOUBLE: Final = "double"
DOUBLED: Final = "doubled"


class DoubleDownStudSituation(OneDeckSituation, total=False):
    """The keys of a situation in Double Down Stud."""

    cut_turn: int
    """How far the offer of the cut has moved from the far right."""


class DoubleDownStudLayout(OneDeckLayout):
    """A round of Double Down Stud."""

    house: DoubleDownStudHouse
    situation: DoubleDownStudSituation

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.turned_up: set[int] = set()
        """Seats whose card was dealt face down and has been turned (S-24)."""

    def _wagered(self, event: Wager) -> None:
        if event.wager == DOUBLE:
            self.seats[event.seat].state = DOUBLED

    def _reported(self, event: Report) -> None:
        if event.name == "card-down" and event.seat is not None:
            self.turned_up.add(event.seat)

    follows: ClassVar[Mapping[type[Event], Follow]] = {
        **OneDeckLayout.follows,
        Wager: _wagered,
        Report: _reported,
    }
