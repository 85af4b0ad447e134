"""Cards, decks and their notation.

A card is its name: rank, then suit (``"As"``, ``"Th"``, ``"9c"``). Names are canonical strings, so
they can be compared, hashed and printed as they are.

>>> parse_card("10H"), parse_card("ac")
('Th', 'Ac')
>>> parse_cards("As Kd ??")
['As', 'Kd', '??']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", str)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
UNKNOWN: Final = Card("??")
"""A card nobody has seen."""

DECK: Final[tuple[Card, ...]] = tuple(Card(r + s) for r in RANKS for s in SUITS)
"""The 52 cards; the position of a card is its :data:`INDEX`."""

INDEX: Final[dict[Card, int]] = {card: i for i, card in enumerate(DECK)}
"""The number of each card, 0 to 51: rank times four plus suit.

Ranks go from deuce 0 to ace 12; suits are clubs, diamonds, hearts, spades.
"""

VALUE: Final[dict[Card, int]] = {card: INDEX[card] // 4 + 2 for card in DECK}
"""The value of each card, 2 to 14: jack 11, queen 12, king 13, ace 14."""

RANK_NAMES: Final[dict[int, str]] = {
    **{n: str(n) for n in range(2, 11)},
    11: "jack",
    12: "queen",
    13: "king",
    14: "ace",
}
SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class CardError(ValueError):
    """Raised for a text that does not name a card, or for more copies of a card than exist."""


def parse_card(text: str) -> Card:
    """Return the card that ``text`` names.

    ``10h`` and ``tH`` are both ``Th``; ``??`` is the unknown card.
    """
    name = text.strip()
    if name == UNKNOWN:
        return UNKNOWN
    if name[:2] == "10":
        name = "T" + name[2:]
    card = Card(name[:1].upper() + name[1:].lower())
    if card not in INDEX:
        raise CardError(f"{text!r} is not a card: write rank then suit, such as As, Th or 9c")
    return card


def parse_cards(text: str) -> list[Card]:
    """Return the cards of a text, which are separated by blanks or commas."""
    return [parse_card(word) for word in text.replace(",", " ").split()]


def shoe_of(decks: int) -> list[Card]:
    """Return all cards of this many decks, in the order of a new deck."""
    return list(DECK) * decks


def too_many(cards: Iterable[Card], decks: int = 1) -> Card | None:
    """Return a card that occurs more often than in this many decks; None if there is none."""
    for card, copies in Counter(cards).items():
        if card != UNKNOWN and copies > decks:
            return card
    return None


def without(pack: Iterable[Card], cards: Iterable[Card]) -> list[Card]:
    """Return the pack without the given cards; :class:`CardError` if one is not in it."""
    if not (named := tuple(cards)):
        return list(pack)
    missing = Counter(named)
    rest = []
    for card in pack:
        if missing.get(card):
            missing[card] -= 1
        else:
            rest.append(card)
    for card, copies in missing.items():
        if copies:
            raise CardError(
                f"{card} is not left in the deck: more copies are named than the decks hold"
            )
    return rest
