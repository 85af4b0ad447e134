"""The situation a round starts in: the keys that games share, and readers for their values.

A game extends :class:`RoundSituation` with keys of its own. Every key may be left out, and some
rules ask whether a key is there at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypedDict

Reader: TypeAlias = Callable[[object], object]
"""Turns a record's value into the round's; :class:`ValueError` gives the reason if it cannot."""


class RoundSituation(TypedDict, total=False):
    """The keys that the procedures of several games use."""

    first_shoe: bool
    """Whether this is the first round after the opening."""
    idle: bool
    """Whether nobody was playing before this round."""
    first_player: int
    """The seat of the first player to come to the table."""
    cut_at: int
    cut_declined: list[int]


def one_of(*words: str) -> Reader:
    """Return a reader that accepts only these words."""

    def read(value: object) -> object:
        if value not in words:
            raise ValueError(f"{value!r} is not one of {', '.join(map(repr, words))}")
        return value

    return read


def as_yes(value: object) -> bool:
    """Read ``true`` or ``false``."""
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def as_size(value: object) -> int:
    """Read a whole number of 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{value!r} is not a whole number of 0 or more")
    return value


def as_sizes(value: object) -> dict[str, int]:
    """Read a table of whole numbers by name."""
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is not a table of numbers")
    return {str(name): as_size(size) for name, size in value.items()}


def as_seat(value: object) -> int:
    """Read the number of a seat."""
    number = as_size(value)
    if number < 1:
        raise ValueError("seats are numbered from 1")
    return number


def as_seats(value: object) -> list[int]:
    """Read a list of seats."""
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is not a list of seats")
    return [as_seat(number) for number in value]
