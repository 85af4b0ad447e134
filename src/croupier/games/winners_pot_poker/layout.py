"""What Winner's Pot Poker remembers of a round, the events that change it, and who is still in it."""

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
"""Every wager for the pot in antes, a player's and the dealer's."""
JACKS_PLUS: Final = "jacks-plus"

Place: TypeAlias = int | str
"""A seat's number or ``"dealer"``."""


class WinnersPotSituation(OneDeckSituation, total=False):
    """Where a round stands in the life of its table."""

    button: Place
    """Where the button lies, as a record says it."""
    next_button: Place
    """Where it is due, as the round before left it."""


class WinnersPotLayout(OneDeckLayout):
    """A round of Winner's Pot Poker."""

    house: WinnersPotHouse
    situation: WinnersPotSituation

    button_lay: str | None = None
    """Where the button lay in the deal, where it had not been moved (12(g))."""
    burn_missed: bool = False
    """Whether the next burn is forgotten."""
    burn_owed: bool = False
    """Whether two cards are burned for it next time (12(e))."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.flashed: dict[str, int] = {}
        """How many of a hand's first two cards were turned up in the deal, by its place (12(a))."""

    # --- who is in the round ---------------------------------------------------------------------------

    def in_round(self) -> list[int]:
        """The seats that anted (X-24)."""
        return [number for number, seat in self.seats.items() if "ante" in seat.wagers]

    def remaining(self) -> list[Seat]:
        """The seats whose hand is still in the round, clockwise."""
        return list(self.playing("ante"))

    @property
    def dealer_plays(self) -> bool:
        """Whether the dealer's hand is still in the round, once it has been dealt."""
        return DEALER in self.felt

    @property
    def street(self) -> Literal[3, 4]:
        """How many cards a hand has when players are asked: four once everybody left has bet."""
        left = self.remaining()
        return 4 if left and all("bet" in seat.wagers for seat in left) else 3

    @property
    def button_at(self) -> Place:
        """The place in force of the button."""
        return place_from(self.button or DEALER)

    # --- what events change ----------------------------------------------------------------------------

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
    """Where the cards of a seat, or of the dealer, lie."""
    return DEALER if place == DEALER else f"seat {place}"


def place_from(where: str) -> Place:
    """The seat or the dealer whose cards lie there.

    >>> place_from("seat 3"), place_from("dealer")
    (3, 'dealer')
    """
    return DEALER if where == DEALER else int(where.removeprefix("seat "))
