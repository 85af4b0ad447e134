"""The places of a table in a sentence, from the side of whoever reads it.

The documents name places as the dealer sees them. The page draws the table from the players' side,
so a game's felt file says what its places are called there (``[page.labels]``).

>>> places = Places({"left": "first card"}, {"open": 3})
>>> places.dealt("left", "7d"), places.dealt("right", "")
('7d is the first card', 'the right card is dealt')
>>> places.dealt("open", "7d"), places.dealt("seat 2", "")
('7d is one of the open cards', 'a card is dealt to seat 2')
>>> places.cards("dealer"), places.cards("seat 2", 1)
("the dealer's cards", 'the card of seat 2')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.stage.actions import DEALER
from croupier.stage.game import Game
from croupier.telling import felt


@dataclass(frozen=True)
class Places:
    """What the places of a table are called, and how many cards each of them holds."""

    labels: Mapping[str, str] = field(default_factory=dict)
    holds: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_players_side(cls, game: Game) -> Places:
        """The places as people see them who look at the page's picture of the table."""
        drawn = felt.of(game)
        return cls({**drawn.labels, **drawn.page_labels}, drawn.cards)

    @classmethod
    def from_dealers_side(cls, game: Game) -> Places:
        """The places in the words of the documents."""
        drawn = felt.of(game)
        return cls(drawn.labels, drawn.cards)

    def at(self, place: str) -> str:
        """Return where a place is, for things that are not cards: a seat, or the dealer."""
        return "the dealer" if place == DEALER else place

    def dealt(self, place: str, card: str) -> str:
        """Return that a card is dealt to a place; without a card, one that nobody has seen."""
        if self._is_hand(place):
            return f"{card or 'a card'} is dealt to {self.at(place)}"
        name = self.cards(place)
        one = f"one of {name}" if self._many(place) else name
        return f"{card} is {one}" if card else f"{one} is dealt"

    def cards(self, place: str, count: int | None = None) -> str:
        """Return the cards of a place; ``count`` says how many they are if the place does not."""
        if place == DEALER:
            return "the dealer's cards"
        if self._is_hand(place):
            return f"the card{'s'[: count != 1]} of {place}"
        name = self.labels.get(place) or felt.readable(place)
        if name.endswith(("card", "cards")):
            return f"the {name}"
        return f"the {name} card{'s'[: self._many(place)]}"

    def are(self, place: str, count: int | None = None) -> bool:
        """Return whether the cards of a place are several, which decides the verb."""
        if self._is_hand(place):
            return count != 1
        return self._many(place)

    def _is_hand(self, place: str) -> bool:
        return place == DEALER or felt.seat_of(place) is not None

    def _many(self, place: str) -> bool:
        return self.holds.get(place, 1) > 1
