"""What a house player goes by: what its seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier import games
from croupier.company.solved import analysis_for
from croupier.mathematics.analysis import Situation
from croupier.nouns.cards import UNKNOWN
from croupier.rules.house import House
from croupier.stage.actions import Offer
from croupier.stage.round import Round

_WAGERING: Final = frozenset({"wager", "withdraw"})


@dataclass(frozen=True)
class SeatView:
    """A seat's view of a round, reduced to what its next decision may depend on.

    Nothing in it changes, so it may be passed to another thread.
    """

    seat: int
    house: House = field(compare=False, repr=False)
    offers: tuple[Offer, ...]
    """What the seat may say now."""
    placed: frozenset[str]
    """The seat's wagers that lie on the layout."""
    situation: Situation | None
    """The cards that the seat sees, if the game's mathematics knows a decision to make there."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.house.book.game

    @property
    def answers(self) -> list[Offer]:
        """The offers that answer a question, rather than wager or ask something oneself."""
        asides = games.load(self.game).asides | _WAGERING
        return [offer for offer in self.offers if offer.verb not in asides]

    @property
    def asked(self) -> bool:
        """Whether the seat has something to decide."""
        return bool(self.answers)


def look(round: Round, seat: int) -> SeatView:
    """Return what a seat sees: its view, the events it was told, and its offers."""
    offers, house = tuple(round.legal(seat)), round.layout.house
    view = round.view(f"seat:{seat}")
    placed = frozenset(view["seats"][str(seat)]["wagers"])
    seen = SeatView(seat, house, offers, placed, None)
    if seen.asked and round.game.first_wager in placed:
        return replace(seen, situation=_situation(round, seat, view))
    return seen


def _situation(round: Round, seat: int, view: Mapping[str, Any]) -> Situation | None:
    analysis = analysis_for(round.game.name)
    if analysis is None:
        return None
    found = analysis.situation(view, round.told(f"seat:{seat}"), seat)
    return None if found is None or UNKNOWN in (*found.hand, *found.table) else found
