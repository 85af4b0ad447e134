"""Shuffling: a model of shuffling by hand, and the ideal shuffle that it approaches.

The physical steps are for lessons and for the lab, which can measure how well a procedure mixes.
The order at a table comes from an ideal shuffle. A step takes cards in one order and returns them
in another.

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
    """Raised for steps in an order that the rules do not allow."""


def split_point(size: int, random: Random) -> int:
    """Return where a hand divides a pack: near the middle, each card falling to either half."""
    return sum(random.getrandbits(1) for _ in range(size))


def riffle(cards: Sequence[T], random: Random) -> list[T]:
    """Interlace two piles: the Gilbert–Shannon–Reeds model.

    Cards drop from either pile with a probability proportional to its size.
    """
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
    """Rotate one half before riffling the halves.

    Rotating changes the orientation of a card's print, not its place, so the order mixes as in a
    riffle.
    """
    return riffle(cards, random)


def strip(cards: Sequence[T], random: Random, packets: tuple[int, int] = (5, 9)) -> list[T]:
    """Make running cuts: pull small packets off the top, one onto another."""
    rest = list(cards)
    stripped: list[T] = []
    while rest:
        size = random.randint(*packets)
        stripped = rest[:size] + stripped
        rest = rest[size:]
    return stripped


def plug(discards: Sequence[T], unused: Sequence[T], random: Random) -> list[T]:
    """Put unused cards from behind the cut card into the discards, in packets at random places."""
    stack = list(discards)
    rest = list(unused)
    while rest:
        size = min(len(rest), random.randint(5, 20))
        at = random.randint(0, len(stack))
        stack[at:at] = rest[:size]
        rest = rest[size:]
    return stack


def wash(cards: Sequence[T], random: Random) -> list[T]:
    """Spread the cards and stir them face down, which is modelled as an ideal shuffle."""
    return ideal_shuffle(cards, random)


def cut(cards: Sequence[T], at: int) -> list[T]:
    """Move the cards in front of the cut card to the back."""
    return [*cards[at:], *cards[:at]]


def ideal_shuffle(cards: Sequence[T], random: Random) -> list[T]:
    """Return the cards in random order, every order equally likely (Fisher–Yates)."""
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
    """Shuffle by hand: first the plug if there are unused cards, then the steps, then a cut.

    A strip before two riffles is refused (Red Dog 3(f)(4)).
    """
    stack = plug(cards, unused, random) if unused else list(cards)
    riffles = 0
    for step in steps:
        if step not in _STEPS:
            raise ShuffleError(f"{step!r} is not a step of a shuffle: {', '.join(_STEPS)}")
        if step == "strip" and riffles < 2:
            raise ShuffleError("a strip comes after at least two riffles [3(f)(4)]")
        riffles += step in ("riffle", "turn")
        stack = _STEPS[step](stack, random)
    margin = len(stack) // 5
    return cut(stack, random.randint(margin, len(stack) - margin)) if stack else stack
