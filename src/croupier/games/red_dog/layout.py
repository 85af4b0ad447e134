"""What Red Dog keeps track of in a round, and the events that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from croupier.games.red_dog.events import Ask, PlayOn, Refeed
from croupier.games.red_dog.house import RedDogHouse
from croupier.stage.events import Event
from croupier.stage.layout import Follow, Layout, Seat
from croupier.stage.situations import RoundSituation
from croupier.stage.vocabulary import BurnOmitted, Discard, Report, Wager

CHOOSING: Final = "choosing"
"""An early third card gives the seat a choice."""
PLAYS_ON: Final = "plays on"
RAISED: Final = "raised"
OUT: Final = "void"
"""The seat has left the round by its own choice."""
RAISE: Final = "raise"


class RedDogSituation(RoundSituation, total=False):
    """The keys of a situation in Red Dog."""

    shoe: Literal["new", "mid"]
    new_dealer: bool
    marker: int
    """How many cards come before the cut card."""
    rounds_since_count: int
    back: str
    """Which of two batches is dealt."""
    cut_card_first: bool
    """Whether the cut card came before the first card, so that a new shoe is used (R-08)."""


class RedDogLayout(Layout):
    """A round of Red Dog."""

    house: RedDogHouse
    situation: RedDogSituation

    early_third_card: bool = False
    burn_asked: bool = False
    burns_missed: int = 0
    fed_back: bool = False
    """Whether the discards have gone back into a continuous device (R-26)."""

    @property
    def continuous(self) -> bool:
        """Whether an approved device shuffles and deals in lieu of Sections 3 and 4 (8)."""
        return not self.house.cut_by_hand

    @property
    def new_shoe(self) -> bool:
        """Whether this round is the first of its shoe."""
        return self.situation.get("shoe", "new") == "new"

    @property
    def is_void(self) -> bool:
        """Whether the round was void, also because every seat chose to void under 6(c)."""
        if self.void or not self.early_third_card:
            return self.void
        dealt_in = (seat for seat in self.seats.values() if "original" in seat.wagers)
        return all(seat.state == OUT for seat in dealt_in)

    def close_window(self) -> None:
        """Close the window: seats without an answer pass or, after an early third card, play on."""
        for seat in self.playing("original"):
            if seat.state == CHOOSING:
                seat.state = PLAYS_ON
        super().close_window()

    def _wagered(self, event: Wager) -> None:
        if event.wager == RAISE:
            self.seats[event.seat].state = RAISED

    def _plays_on(self, event: PlayOn) -> None:
        seat = self.seats[event.seat]
        done = self.house.R_16 == "frozen" or RAISE in seat.wagers
        seat.state = PLAYS_ON if done else ""

    def _discarded(self, event: Discard) -> None:
        if event.early:
            self.early_third_card = True
            for seat in self.playing("original"):
                seat.state = CHOOSING

    def _refed(self, event: Refeed) -> None:
        self.fed_back = True

    @property
    def in_rack(self) -> int:
        """How many cards lie in the rack: none once a continuous device has them again."""
        return 0 if self.fed_back else super().in_rack

    def _asked(self, event: Ask) -> None:
        self.burn_asked = True

    def _reported(self, event: Report) -> None:
        self.burns_missed += event.name == "missed-burn"

    def _omitted(self, event: BurnOmitted) -> None:
        self.burns_missed -= 1

    follows: ClassVar[Mapping[type[Event], Follow]] = {
        Wager: _wagered,
        PlayOn: _plays_on,
        Discard: _discarded,
        Ask: _asked,
        Refeed: _refed,
        Report: _reported,
        BurnOmitted: _omitted,
    }


def counterclockwise(t: RedDogLayout) -> list[Seat]:
    """Return seats with a live wager from the dealer's far right; no order is prescribed."""
    return [*t.playing("original")][::-1]
