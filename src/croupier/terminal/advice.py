"""The lab's advice about the choices of a seat, if the lab is installed and knows the game."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.nouns.money import dollars
from croupier.stage.actions import Action, Refusal
from croupier.stage.round import Round

if TYPE_CHECKING:
    from croupier.mathematics.analysis import Choice, Value

Advice = list[tuple[str, str]]
"""Choices by their verbs and amounts, each with its value for people; the best has a star."""


def advice_for(round: Round, seat: int, amount: int | None = None) -> Advice | None:
    """Return what each choice of a seat is worth, in units of the first wager; None if unknown.

    A choice that takes an amount is valued at this one. If the rules do not allow it, the advice
    says why instead. The lab is imported only when advice is wanted, and it may not be installed.
    """
    try:
        from croupier.lab import advice_for as weighed
        from croupier.lab import best_of

        choices = weighed(round, seat, amount)
    except ImportError:
        return None
    except Refusal as refusal:
        return [("unknown:", str(refusal))]
    if not choices:
        return None
    best = best_of(choices)
    return [(_named(choice), _shown(choice.value) + " ★" * (choice is best)) for choice in choices]


def looked_back(round: Round, said: Action) -> str | None:
    """Return what a decision is worth beside the best choice, in a sentence; None if unknown.

    The round must stand as it does before the decision.
    """
    try:
        from croupier.review.decisions import decide

        found = decide(round, said.actor, said) if isinstance(said.actor, int) else None
    except ImportError:
        return None
    if found is None:
        return None
    made, best, cost = _named(found.made), _named(found.best), found.cost
    if found.right:
        return f"You chose {made}: no choice was worth more."
    if isinstance(cost, Fraction):
        return f"You chose {made}: {best} was worth {_money(cost)} more."
    error = f"give or take {_money(2 * cost.stderr)}"
    return f"You chose {made}: {best} was worth {_money(cost.value)} more, {error}."


def _money(sum: Fraction | float) -> str:
    cents = round(sum * 100)
    return dollars(cents) if cents else "less than a cent"


def _named(choice: Choice) -> str:
    return choice.action if choice.amount is None else f"{choice.action} {dollars(choice.amount)}"


def _shown(value: Value) -> str:
    """Return a value such as ``+0.1677 = 26/155``, or an estimate with its error."""
    if not isinstance(value, Fraction):
        return f"{value.value:+.4f} ± {value.stderr:.4f}"
    if value.denominator == 1:
        return f"{value.numerator:+d}"
    return f"{float(value):+.4f} = {value}"
