"""Where a round stands in its table's life: the keys that rounds share, and readers for what a record says.

A game extends :class:`RoundSituation` with keys of its own. All of them may be left out, and some rules ask whether
something was said at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypedDict

Reader: TypeAlias = Callable[[object], object]
"""What a record says, as a round takes it; :class:`ValueError` with the reason if it cannot be."""


class RoundSituation(TypedDict, total=False):
    """What procedures of several games ask."""

    first_shoe: bool
    """Whether this is the first round after the opening."""
    idle: bool
    """Whether nobody was playing before this round."""
    first_player: int
    """The seat of the first player to come to the table."""
    cut_at: int
    cut_declined: list[int]


def one_of(*words: str) -> Reader:
    """One of a few values."""

    def read(value: object) -> object:
        if value not in words:
            raise ValueError(f"{value!r} is none of {', '.join(map(repr, words))}")
        return value

    return read


def as_yes(value: object) -> bool:
    """``true`` or ``false``."""
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def as_size(value: object) -> int:
    """A whole number, not negative."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{value!r} is no whole number of 0 or more")
    return value


def as_sizes(value: object) -> dict[str, int]:
    """Whole numbers by name."""
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is no table of numbers")
    return {str(name): as_size(size) for name, size in value.items()}


def as_seat(value: object) -> int:
    """A seat's number."""
    number = as_size(value)
    if number < 1:
        raise ValueError("seats are numbered from 1")
    return number


def as_seats(value: object) -> list[int]:
    """A list of seats."""
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list of seats")
    return [as_seat(number) for number in value]
