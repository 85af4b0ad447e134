"""Advice at a live table, based only on what the seat itself may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot

from croupier.lab.settings import LabMissingError, analysis_of, setting
from croupier.mathematics.analysis import Choice, Estimate, Value, best_of
from croupier.nouns.reasons import Reason
from croupier.stage.actions import Action, Amount, Refusal
from croupier.stage.round import Round


def advice_for(round: Round, seat: int, amount: int | None = None) -> list[Choice] | None:
    """Return what each choice of a seat is worth now, in units of its first wager.

    A choice that takes an amount is valued at ``amount`` cents, or else at the most that the seat
    may say; :class:`Refusal` if the rules do not allow the amount. Returns None unless the seat has
    a decision to make that the lab can value. The round is read through the seat's own view, so
    face-down cards cannot change the answer.
    """
    if seat not in round.asking():
        return None
    try:
        analysis = analysis_of(round.game.name)
    except LabMissingError:
        return None
    viewer = f"seat:{seat}"
    view = round.view(viewer)
    now = analysis.situation(view, round.told(viewer), seat)
    if now is None:
        return None
    now = replace(now, amount=_amount(round, seat, amount))
    choices = analysis.advise(setting(round.layout.house, stake=now.stake), now)
    offered = {
        " ".join([offer["verb"], *(arg for arg in offer["args"] if isinstance(arg, str))])
        for offer in view["next"]
    }
    legal = [
        choice for choice in choices if any(said.startswith(choice.action) for said in offered)
    ]
    return legal or None


@dataclass(frozen=True)
class Hindsight:
    """What a decision was worth, from what the seat saw when it was made."""

    choices: list[Choice]
    """All choices, at the largest amount allowed."""
    made: Choice
    """What was done, at the amount that was said."""
    best: Choice
    cost: Value
    """What it cost beside the best choice, in dollars; never less than zero."""
    stake: int
    """The first wager in cents, in whose units the choices are valued."""


def hindsight(round: Round, seat: int, said: Action) -> Hindsight | None:
    """Return what a seat's decision was worth; the round must stand as it did before it.

    None if this was no decision that the lab can value.
    """
    choices = advice_for(round, seat)
    if choices is None:
        return None
    best = best_of(choices)
    made = _made(choices, said)
    amount = next((arg for arg in said.args if isinstance(arg, int)), None)
    if made is not None and made.amount is not None and made.amount != amount:
        made = _made(advice_for(round, seat, amount) or [], said)
    if made is None:
        return None
    first = round.layout.seats[seat].wagers[analysis_of(round.game.name).first_wager].amount
    return Hindsight(
        choices, made, best, _cost(best.value, made.value, Fraction(first, 100)), first
    )


def _made(choices: Sequence[Choice], said: Action) -> Choice | None:
    """Return the choice that a sentence made: the one whose words it has."""
    words = " ".join([said.verb, *(arg for arg in said.args if isinstance(arg, str))])
    return next((choice for choice in choices if words.startswith(choice.action)), None)


def _cost(best: Value, made: Value, first: Fraction) -> Value:
    if isinstance(best, Fraction) and isinstance(made, Fraction):
        return max(Fraction(0), best - made) * first
    if best is made:
        return Fraction(0)
    errors = (value.stderr for value in (best, made) if isinstance(value, Estimate))
    return Estimate(
        max(0.0, float(best) - float(made)) * float(first), hypot(*errors) * float(first)
    )


def _amount(round: Round, seat: int, chosen: int | None) -> int | None:
    """Return the amount to value: the chosen one if the rules allow it, else the most of them."""
    bounds = [
        (offer, part)
        for offer in round.legal(seat)
        for part in offer.args
        if isinstance(part, Amount)
    ]
    if chosen is None:
        return max((part.high for _, part in bounds), default=None)
    if not bounds:
        raise Refusal(Reason("no choice here takes an amount"))
    for offer, _ in bounds:
        refusal = round.check(offer.action(lambda part: chosen))
        if refusal is not None:
            raise refusal
    return chosen
