"""What the lab says about the choices of a seat, where there is a lab that can."""

from __future__ import annotations

import importlib
from typing import cast

from croupier.actions import Action
from croupier.round import Round

Advice = list[tuple[Action, str]]


def advice_for(round: Round, seat: int) -> Advice | None:
    """Each choice of a seat with its exact value in words; nothing where it is not known.

    Asks ``croupier.lab.advice_for(round, seat)``, imported only when advice is wanted.
    """
    try:
        lab = importlib.import_module("croupier.lab")
    except ImportError:
        return None
    ask = getattr(lab, "advice_for", None)
    return None if ask is None else cast("Advice | None", ask(round, seat))
