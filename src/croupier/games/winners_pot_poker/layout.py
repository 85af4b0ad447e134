"""What Winner's Pot Poker keeps track of in a round, and the events that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias

from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.procedures.single_deck import OneDeckLayout, OneDeckSituation
from croupier.stage.actions import DEALER
from croupier.stage.events import Event
from croupier.stage.layout import Follow, Seat
from croupier.stage.vocabulary import Burn, BurnOmitted, Collect, Report, Wager

FOLDED, DEAD, VOID = "folded", "dead", "void"
"""How a hand leaves the round."""
STAKES: Final = {"ante": 1, "bet": 1, "double": 2}
"""Every wager for the pot in antes; a player and the dealer stake the same."""
JACKS_PLUS: Final = "jacks-plus"

Place: TypeAlias = int | str
"""A seat's number or ``"dealer"``."""


class WinnersPotSituation(OneDeckSituation, total=False):
    """The keys of a situation in Winner's Pot Poker."""

    button: Place
    """Where a record says that the button lies."""
    next_button: Place
    """Where the button is due next, according to the round before."""


class WinnersPotLayout(OneDeckLayout):
    """A round of Winner's Pot Poker."""

    house: WinnersPotHouse
    situation: WinnersPotSituation

    button_lay: str | None = None
    """Where the button lay in the deal, if it had not been moved (12(g))."""
    burn_missed: bool = False
    """Whether the next burn is forgotten."""
    burn_owed: bool = False
    """Whether two cards are burned next time because a burn was forgotten (12(e))."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.flashed: dict[str, int] = {}
        """How many of a hand's first two cards were turned up in the deal, by place (12(a))."""

    # --- who is in the round ----------------------------------------------------------------------

    def in_round(self) -> list[int]:
        """Return the seats that anted (X-24)."""
        return [number for number, seat in self.seats.items() if "ante" in seat.wagers]

    def remaining(self) -> list[Seat]:
        """Return the seats whose hand is still in the round, clockwise."""
        return list(self.playing("ante"))

    @property
    def dealer_plays(self) -> bool:
        """Whether the dealer's hand is still in the round, once it has been dealt."""
        return DEALER in self.felt

    @property
    def street(self) -> Literal[3, 4]:
        """How many cards a hand has at the decision: four once all remaining seats have bet."""
        left = self.remaining()
        return 4 if left and all("bet" in seat.wagers for seat in left) else 3

    @property
    def button_at(self) -> Place:
        """Where the button counts as lying."""
        return place_from(self.button or DEALER)

    # --- what events change -----------------------------------------------------------------------

    def _wagered(self, event: Wager) -> None:
        if event.wager in ("bet", "double"):
            self.seats[event.seat].state = f"{event.wager} placed"

    def _reported(self, event: Report) -> None:
        match event.name:
            case "missed-burn":
                self.burn_missed = True
            case "button-not-moved":
                self.button_lay = self.button
            case "stub-short":
                self.counted = True
            case "flashed-card":
                place = DEALER if event.seat is None else place_of(event.seat)
                self.flashed[place] = self.flashed.get(place, 0) + 1

    def _omitted(self, event: BurnOmitted) -> None:
        self.burn_missed, self.burn_owed = False, True

    def _burned(self, event: Burn) -> None:
        self.burn_owed = False

    def _collected(self, event: Collect) -> None:
        if self.flashed.get(event.place) == 2 and event.place != DEALER:
            self.seats[int(place_from(event.place))].state = DEAD

    follows: ClassVar[Mapping[type[Event], Follow]] = {
        **OneDeckLayout.follows,
        Wager: _wagered,
        Report: _reported,
        BurnOmitted: _omitted,
        Burn: _burned,
        Collect: _collected,
    }


def place_of(place: Place) -> str:
    """Return the place of the cards of a seat or the dealer."""
    return DEALER if place == DEALER else f"seat {place}"


def place_from(where: str) -> Place:
    """Return the seat, or the dealer, whose cards lie in a place.

    >>> place_from("seat 3"), place_from("dealer")
    (3, 'dealer')
    """
    return DEALER if where == DEALER else int(where.removeprefix("seat "))
