"""The deck or shoe from which cards leave one by one, the cut card in it, and the cards that lie wrong."""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from croupier.nouns.cards import Card, without

BACKS = ("red", "blue")
"""The backs of two decks or batches that are in use in turn."""
FACE_UP = "face-up"
SEEN = "seen"


class ShoeError(ValueError):
    """No card is left."""


class Shoe:
    """Cards in the order in which they leave; the rest of them, the marker, and which lie face up.

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
        """How many cards leave before the cut card does; None if there is no cut card."""
        self.back = back
        self.wrong: dict[int, str] = {}
        """Places of cards that lie face up, or were drawn in error and seen."""
        self.known: set[int] = set()
        """Those of them that somebody has reported already."""
        self.found: set[int] = set()
        """Those that nobody reported and that were come upon in the rest of the cards."""

    @property
    def left(self) -> int:
        """How many cards are still in it."""
        return len(self.cards) - self.pos

    @property
    def clear(self) -> bool:
        """Whether the next card can leave: there is one, none lies wrong, and the cut card is behind it."""
        at = self.pos
        marker = self.marker
        return at < len(self.cards) and not self.wrong and (marker is None or at < marker)

    def draw(self) -> Card:
        """The next card leaves."""
        if self.pos >= len(self.cards):
            raise ShoeError("no card is left in the shoe")
        card = self.cards[self.pos]
        self.pos += 1
        return card

    def rest(self) -> list[Card]:
        """The cards still in it, in order."""
        return self.cards[self.pos :]

    def take_rest(self) -> list[Card]:
        """All remaining cards leave at once: the stub."""
        rest = self.rest()
        self.pos = len(self.cards)
        return rest

    def at_marker(self) -> bool:
        """Whether the cut card is the next thing to come out."""
        return self.marker is not None and self.pos >= self.marker

    def next_wrong(self) -> str | None:
        """What is wrong with the next card, if anything."""
        return self.wrong.get(self.pos) if self.wrong else None

    def unreported(self) -> list[int]:
        """Places of cards still in it that lie wrong without anybody having said so."""
        return sorted(at for at in self.wrong if at >= self.pos and at not in self.known)

    def find(self) -> Card:
        """The next of them is come upon; it stays where it is."""
        at = next(at for at in self.unreported() if at not in self.found)
        self.found.add(at)
        return self.cards[at]

    def put_wrong(self, what: str, ahead: int = 0) -> None:
        """Let a card lie face up this many places ahead; nobody knows of it yet."""
        self.wrong[self.pos + ahead] = what

    def report(self, what: str) -> int:
        """The next card not yet known as wrong is reported as such; returns its place."""
        at = self.pos
        while at in self.known:
            at += 1
        self.wrong[at] = what
        self.known.add(at)
        return at

    def arrange(self, cards: Iterable[Card]) -> None:
        """Let the given cards leave next, the others after them as they were."""
        first = list(cards)
        if first:
            self.cards[self.pos :] = first + without(self.rest(), first)

    def hold_back(self, cards: Iterable[Card], ahead: int = 0) -> None:
        """Let the given cards leave last, as far as they are still in it; those right ahead stay there.

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
    """A reproducible, unbiased order of a pack: Fisher–Yates with numbers drawn from SHAKE-256 of the seed.

    For records and lessons; live tables use the operating system's entropy.
    """
    cards = list(pack)
    words = _words(seed, len(cards) + 8)
    at = 0
    for i in range(len(cards) - 1, 0, -1):
        sides = i + 1
        # 2**64 is not a multiple of every number: a draw from the uneven tail is thrown away.
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
    """Numbers of 64 bits that the seed gives; more of them begin with the same."""
    return struct.unpack(f">{count}Q", hashlib.shake_256(seed.encode()).digest(8 * count))
