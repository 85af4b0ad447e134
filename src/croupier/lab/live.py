"""Advice at a live table, based only on what the seat itself may see."""

from __future__ import annotations

from dataclasses import replace

from croupier.lab.settings import LabMissingError, analysis_of, setting
from croupier.lab.sight import as_written
from croupier.mathematics.analysis import Choice
from croupier.nouns.reasons import Reason
from croupier.stage.actions import Amount, Refusal
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
    now = as_written(replace(now, amount=_amount(round, seat, amount)))
    choices = analysis.advise(setting(round.layout.house, stake=now.stake), now)
    offered = {
        " ".join([offer["verb"], *(arg for arg in offer["args"] if isinstance(arg, str))])
        for offer in view["next"]
    }
    legal = [
        choice for choice in choices if any(said.startswith(choice.action) for said in offered)
    ]
    return legal or None


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
