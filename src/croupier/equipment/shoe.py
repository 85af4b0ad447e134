"""The deck or shoe that cards are dealt from, with its cut card and the cards that lie wrong."""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from croupier.nouns.cards import Card, without

BACKS = ("red", "blue")
"""The backs of two decks or batches that alternate."""
FACE_UP = "face-up"
SEEN = "seen"


class ShoeError(ValueError):
    """Raised if no card is left."""


class Shoe:
    """The cards in the order in which they leave, the marker, and which of them lie face up.

    >>> shoe = Shoe([Card("As"), Card("Kd"), Card("2c")], marker=2)
    >>> shoe.draw(), shoe.at_marker(), shoe.draw(), shoe.at_marker(), shoe.left
    ('As', False, 'Kd', True, 1)
    """

    __slots__ = ("back", "cards", "found", "known", "marker", "pos", "wrong")

    def __init__(
        self, cards: Sequence[Card], *, marker: int | None = None, back: str = "red"
    ) -> None:
        self.cards = list(cards)
        self.pos = 0
        self.marker = marker
        """How many cards come before the cut card; None if there is no cut card."""
        self.back = back
        self.wrong: dict[int, str] = {}
        """The positions of cards that lie face up, or were drawn in error and seen."""
        self.known: set[int] = set()
        """Those of them that have been reported."""
        self.found: set[int] = set()
        """Those of them that were not reported but found in the rest of the cards."""

    @property
    def left(self) -> int:
        """How many cards are left."""
        return len(self.cards) - self.pos

    @property
    def clear(self) -> bool:
        """Whether there is a next card, none lies wrong, and the cut card comes after it."""
        at = self.pos
        marker = self.marker
        return at < len(self.cards) and not self.wrong and (marker is None or at < marker)

    def draw(self) -> Card:
        """Draw the next card."""
        if self.pos >= len(self.cards):
            raise ShoeError("no card is left in the shoe")
        card = self.cards[self.pos]
        self.pos += 1
        return card

    def rest(self) -> list[Card]:
        """Return the cards that are left, in order."""
        return self.cards[self.pos :]

    def take_rest(self) -> list[Card]:
        """Take all remaining cards at once: the stub."""
        rest = self.rest()
        self.pos = len(self.cards)
        return rest

    def at_marker(self) -> bool:
        """Return whether the cut card comes next."""
        return self.marker is not None and self.pos >= self.marker

    def next_wrong(self) -> str | None:
        """Return what is wrong with the next card, or None."""
        return self.wrong.get(self.pos) if self.wrong else None

    def unreported(self) -> list[int]:
        """Return the positions of remaining cards that lie wrong and have not been reported."""
        return sorted(at for at in self.wrong if at >= self.pos and at not in self.known)

    def find(self) -> Card:
        """Find the next of the unreported cards; it stays where it is."""
        at = next(at for at in self.unreported() if at not in self.found)
        self.found.add(at)
        return self.cards[at]

    def put_wrong(self, what: str, ahead: int = 0) -> None:
        """Let the card this many places ahead lie wrong, unreported."""
        self.wrong[self.pos + ahead] = what

    def report(self, what: str) -> int:
        """Report the next card that is not yet known to be wrong, and return its position."""
        at = self.pos
        while at in self.known:
            at += 1
        self.wrong[at] = what
        self.known.add(at)
        return at

    def arrange(self, cards: Iterable[Card]) -> None:
        """Put the given cards next; the others follow in their order."""
        first = list(cards)
        if first:
            self.cards[self.pos :] = first + without(self.rest(), first)

    def hold_back(self, cards: Iterable[Card], ahead: int = 0) -> None:
        """Put the given cards last, as far as they are left; the next ``ahead`` cards stay.

        >>> shoe = Shoe([Card("As"), Card("Kd"), Card("2c"), Card("9h")])
        >>> shoe.hold_back([Card("As"), Card("Kd"), Card("Kd")], ahead=1)
        >>> shoe.cards
        ['As', '2c', '9h', 'Kd']
        """
        held = Counter(cards)
        if not held:
            return
        before: list[Card] = []
        behind: list[Card] = []
        for card in self.cards[self.pos + ahead :]:
            (behind if held[card] > 0 else before).append(card)
            held[card] -= 1
        self.cards[self.pos + ahead :] = before + behind


def ordered(pack: Iterable[Card], seed: str) -> list[Card]:
    """Return a pack in a reproducible, unbiased order that depends on the seed.

    Fisher–Yates with numbers drawn from SHAKE-256 of the seed. It is for records and lessons; live
    tables use the operating system's entropy.
    """
    cards = list(pack)
    words = _words(seed, len(cards) + 8)
    at = 0
    for i in range(len(cards) - 1, 0, -1):
        sides = i + 1
        # 2**64 is not a multiple of every number, so a draw from the uneven tail is discarded.
        limit = _EVEN - _EVEN % sides
        while True:
            if at == len(words):
                words = _words(seed, 2 * at)
            number = words[at]
            at += 1
            if number < limit:
                break
        j = number % sides
        cards[i], cards[j] = cards[j], cards[i]
    return cards


_EVEN: Final = 1 << 64


def _words(seed: str, count: int) -> tuple[int, ...]:
    """Return numbers of 64 bits from the seed; a longer list begins with the same numbers."""
    return struct.unpack(f">{count}Q", hashlib.shake_256(seed.encode()).digest(8 * count))
