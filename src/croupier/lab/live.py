"""Advice at a live table, based only on what the seat itself may see."""

from __future__ import annotations

from croupier.lab.settings import LabMissingError, analysis_of, setting
from croupier.mathematics.analysis import Choice
from croupier.stage.round import Round


def advice_for(round: Round, seat: int) -> list[Choice] | None:
    """Return what each choice of a seat is worth now, in units of its first wager.

    Returns None unless the seat has a decision to make that the lab can value. The round is read
    through the seat's own view, so face-down cards cannot change the answer.
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
    choices = analysis.advise(setting(round.layout.house, stake=now.stake), now)
    offered = {
        " ".join([offer["verb"], *(arg for arg in offer["args"] if isinstance(arg, str))])
        for offer in view["next"]
    }
    legal = [
        choice for choice in choices if any(said.startswith(choice.action) for said in offered)
    ]
    return legal or None
