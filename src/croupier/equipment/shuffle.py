"""Shuffling: a model of what hands do, and the ideal that it approaches.

The physical steps are for lessons and for the lab, where one can ask how well a given procedure mixes; the
order at a table comes from an ideal shuffle. A step takes cards in order and gives them in another.

>>> import random
>>> pack = list(range(52))
>>> mixed = manual_shuffle(pack, random.Random(7))
>>> sorted(mixed) == pack, mixed == pack
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class ShuffleError(ValueError):
    """Steps in an order that the rules do not allow."""


def split_point(size: int, random: Random) -> int:
    """Where a hand divides a pack: about the middle, each card falling to either half."""
    return sum(random.getrandbits(1) for _ in range(size))


def riffle(cards: Sequence[T], random: Random) -> list[T]:
    """Two piles, interlaced: the Gilbert–Shannon–Reeds model, cards dropping in proportion to the piles."""
    at = split_point(len(cards), random)
    left, right = list(cards[:at]), list(cards[at:])
    mixed: list[T] = []
    i = j = 0
    while i < len(left) or j < len(right):
        remaining = len(left) - i + len(right) - j
        if random.randrange(remaining) < len(left) - i:
            mixed.append(left[i])
            i += 1
        else:
            mixed.append(right[j])
            j += 1
    return mixed


def turn(cards: Sequence[T], random: Random) -> list[T]:
    """One half is rotated before the halves are riffled: the order mixes as in a riffle.

    Rotating changes which way up a card's print lies, not its place, so the model is the riffle's.
    """
    return riffle(cards, random)


def strip(cards: Sequence[T], random: Random, packets: tuple[int, int] = (5, 9)) -> list[T]:
    """Running cuts: small packets pulled off the top land on one another."""
    rest = list(cards)
    stripped: list[T] = []
    while rest:
        size = random.randint(*packets)
        stripped = rest[:size] + stripped
        rest = rest[size:]
    return stripped


def plug(discards: Sequence[T], unused: Sequence[T], random: Random) -> list[T]:
    """Unused cards from behind the cut card go into the discards, in a few packets at places of their own."""
    stack = list(discards)
    rest = list(unused)
    while rest:
        size = min(len(rest), random.randint(5, 20))
        at = random.randint(0, len(stack))
        stack[at:at] = rest[:size]
        rest = rest[size:]
    return stack


def wash(cards: Sequence[T], random: Random) -> list[T]:
    """Spread and stirred face down: taken as ideal."""
    return ideal_shuffle(cards, random)


def cut(cards: Sequence[T], at: int) -> list[T]:
    """The cards in front of the cut card go to the back."""
    return [*cards[at:], *cards[:at]]


def ideal_shuffle(cards: Sequence[T], random: Random) -> list[T]:
    """Every order equally likely (Fisher–Yates)."""
    mixed = list(cards)
    random.shuffle(mixed)
    return mixed


_STEPS = {"riffle": riffle, "turn": turn, "strip": strip}


def manual_shuffle(
    cards: Sequence[T],
    random: Random,
    steps: Sequence[str] = ("riffle", "riffle", "turn", "strip", "riffle"),
    unused: Sequence[T] = (),
) -> list[T]:
    """A shuffle by hand: the plug first if cards were left unused, then the steps, and a cut at the end.

    A strip before two riffles is refused (Red Dog 3(f)(4)).
    """
    stack = plug(cards, unused, random) if unused else list(cards)
    riffles = 0
    for step in steps:
        if step not in _STEPS:
            raise ShuffleError(f"{step!r} is no step of a shuffle: {', '.join(_STEPS)}")
        if step == "strip" and riffles < 2:
            raise ShuffleError("a strip comes after at least two riffles [3(f)(4)]")
        riffles += step in ("riffle", "turn")
        stack = _STEPS[step](stack, random)
    margin = len(stack) // 5
    return cut(stack, random.randint(margin, len(stack) - margin)) if stack else stack
