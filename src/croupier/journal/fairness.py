"""Fair dealing: a shuffle committed to before the first wager and checkable afterwards.

The house draws an order of the pack and publishes a commitment to it. Players may then add entropy.
Just before the first card, the house's order is composed with the permutation that the players'
entropy gives, so neither side alone has chosen the cards. When the pack leaves play, the order and
its nonce are revealed, and anybody can run :func:`problem_with`.

The house's order comes from the operating system, and every order is equally likely. Composing it
with a fixed permutation keeps it so, and every order can still be reached.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from croupier.nouns.cards import DECK, Card

NONCE: Final = 32
_LABEL: Final = b"croupier entropy 1\n"
_RANGE: Final = 1 << 64


class Order(msgspec.Struct, frozen=True):
    """The house's secret: the order of the cards, and the nonce that hides it in its commitment."""

    cards: tuple[int, ...]
    """Card numbers: deck times 52, plus rank times four, plus suit."""
    nonce: bytes

    @classmethod
    def draw(cls, size: int) -> Order:
        """Draw an order of ``size`` cards uniformly, from the operating system's entropy."""
        cards = list(range(size))
        for i in range(size - 1, 0, -1):
            j = secrets.randbelow(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cls(tuple(cards), secrets.token_bytes(NONCE))

    @property
    def commitment(self) -> bytes:
        """The hash that is published before the first wager."""
        return sha256(self.nonce + b"".join(n.to_bytes(2) for n in self.cards)).digest()

    def composed(self, contributions: Sequence[str]) -> list[int]:
        """Return the card numbers in dealing order, with the players' entropy mixed in."""
        if not contributions:
            return list(self.cards)
        return [self.cards[i] for i in permutation(len(self.cards), self.commitment, contributions)]

    def dealt(self, contributions: Sequence[str]) -> list[Card]:
        """Return the cards in dealing order."""
        return [card_of(number) for number in self.composed(contributions)]


def card_of(number: int) -> Card:
    """Return the card with this number."""
    return DECK[number % len(DECK)]


def permutation(size: int, commitment: bytes, contributions: Sequence[str]) -> list[int]:
    """Return the permutation from the players' entropy: Fisher–Yates with numbers from SHA-256.

    The commitment is part of the seed, so a contribution cannot be prepared for a shuffle that has
    not been committed to yet.
    """
    numbers = _numbers(_seed(commitment, contributions))
    places = list(range(size))
    for i in range(size - 1, 0, -1):
        # Unless i + 1 divides 2**64, the last numbers would favour some cards: skip them.
        limit = _RANGE - _RANGE % (i + 1)
        while (number := next(numbers)) >= limit:
            pass
        j = number % (i + 1)
        places[i], places[j] = places[j], places[i]
    return places


def _seed(commitment: bytes, contributions: Sequence[str]) -> bytes:
    texts = [text.encode() for text in contributions]
    framed = b"".join(len(text).to_bytes(4) + text for text in texts)
    return sha256(_LABEL + commitment + framed).digest()


def _numbers(seed: bytes) -> Iterator[int]:
    """Yield 64-bit numbers, four from each hash."""
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(4)).digest()
        counter += 1
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8])


def problem_with(
    commitment: bytes, order: Order, contributions: Sequence[str], left: Sequence[Card]
) -> str | None:
    """Return what is wrong with a revealed pack, given the cards dealt from it, or None."""
    if order.commitment != commitment:
        return "the revealed order is not the one that was committed to"
    if sorted(order.cards) != list(range(len(order.cards))):
        return "the revealed order is not a whole pack: a card is missing or there twice"
    expected = order.dealt(contributions)
    if len(left) > len(expected):
        return f"{len(left)} cards left a pack of {len(expected)}"
    for place, (card, was) in enumerate(zip(expected, left, strict=False), 1):
        if card != was:
            return f"card {place} of the pack was {card} and not {was}"
    return None
