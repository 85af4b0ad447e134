"""The lab's advice about the choices of a seat, if the lab is installed and knows the game."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.stage.round import Round

if TYPE_CHECKING:
    from croupier.mathematics.analysis import Value

Advice = list[tuple[str, str]]
"""Choices by their bare verbs, each with its value as shown to people; the best has a star."""


def advice_for(round: Round, seat: int) -> Advice | None:
    """Return what each choice of a seat is worth, in units of the first wager; None if unknown.

    The lab is imported only when advice is wanted, and it may not be installed.
    """
    try:
        from croupier.lab import advice_for as weighed
        from croupier.lab import best_of

        choices = weighed(round, seat)
    except ImportError:
        return None
    if not choices:
        return None
    best = best_of(choices)
    return [(choice.action, _shown(choice.value) + " ★" * (choice is best)) for choice in choices]


def _shown(value: Value) -> str:
    """Return a value such as ``+0.1677 = 26/155``, or an estimate with its error."""
    if not isinstance(value, Fraction):
        return f"{value.value:+.4f} ± {value.stderr:.4f}"
    if value.denominator == 1:
        return f"{value.numerator:+d}"
    return f"{float(value):+.4f} = {value}"
