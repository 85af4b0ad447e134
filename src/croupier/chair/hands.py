"""What a dealer puts a hand on for a move, so that a trainee can act on the felt.

It follows from what the kind of the step declares: the way of its chips, its effect on the picture,
and whether it is spoken. A choice tells no more of itself than its label does.

>>> touches(Move("pay", seat=2, wager="original"))
[['tray'], ['area 2 original']]
>>> touches(Move("deal", place="left", up=True))
[['shoe'], ['place left']]
>>> touches(Move("poll", seat=3, text="Do you fold or play?"))
[['words'], ['seat 3']]
"""

from __future__ import annotations

import re
from typing import Final

from croupier.chair.moves import Move
from croupier.stage.events import declared

SHOE, RACK, TRAY, STAKES, WORDS = "shoe", "rack", "tray", "stakes", "words"
PLACE: Final = ""
"""Stands for the place of the move."""

_BY_EFFECT: Final[dict[str, tuple[str, ...]]] = {
    "deal": (SHOE, PLACE),
    "away": (SHOE, RACK),
    "collect": (PLACE, RACK),
    "mark": ("scale",),
    "button": ("button", PLACE),
    "turn": (PLACE,),
    "turn-one": (PLACE,),
}
"""What an effect goes by, from where the hand begins to where it ends."""

_BY_VERB: Final[dict[str, tuple[str, ...]]] = {
    "ask": (WORDS,),
    "rule": (WORDS,),
    "rack": (SHOE, RACK),
    "turn": (RACK,),
    "pay": (),
    "judge": (),
}
"""For kinds that show no effect; all other verbs are about the cards in the shoe."""

_WAGERS: Final = re.compile(", | and ")


def touches(move: Move) -> list[list[str]]:
    """Return the things that a move goes by in order, each as the names that mean it.

    Things are ``shoe``, ``rack``, ``tray``, ``pot``, ``stakes``, ``scale``, ``button``, ``words``,
    ``place left``, ``line vertical``, ``seat 2`` and ``area 2 ante``. A move that takes in several
    areas goes by any of them.
    """
    kind = declared(move.kind)
    if kind.flow is not None:
        return [_side(move, side) for side in kind.flow]
    effect = kind.shown.effect
    if effect == "line":
        return [[f"line {move.place}"]]
    if kind.shown.speech:
        named: tuple[str, ...] = (WORDS,)
    elif effect in _BY_EFFECT:
        named = _BY_EFFECT[effect]
    else:
        named = _BY_VERB.get(move.verb, (SHOE,))
    groups = [[name or _place(move)] for name in named]
    if move.seat:
        groups.append(_areas(move) if move.wager else [f"seat {move.seat}"])
    return groups


def _place(move: Move) -> str:
    place = str(move.place)
    return place if place.startswith("seat ") else f"place {place}"


def _side(move: Move, side: str) -> list[str]:
    """Return where chips come from or go to; without a seat they are the dealer's own."""
    if side == "area":
        return _areas(move) if move.seat else [STAKES]
    if side == "seat":
        return [f"seat {move.seat}" if move.seat else TRAY]
    return [STAKES if side == "stake" else side]


def _areas(move: Move) -> list[str]:
    return [f"area {move.seat} {wager}" for wager in _WAGERS.split(move.wager or "")]
