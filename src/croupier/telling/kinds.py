"""The vocabulary of events as a screen needs it: what each kind does to the picture, how long, in which tone."""

from __future__ import annotations

from typing import TypedDict

from croupier import games
from croupier.stage import payments, preparing, vocabulary
from croupier.stage.events import KINDS, Chapter, Effect, Flow, Kind, Shown, Spot, declared

CORE = (vocabulary, payments, preparing)
"""The modules that declare the kinds of all games."""

NOTHING = Kind("{text}")
"""What is known of a kind that nobody has declared."""


class KindShown(TypedDict):
    """What a screen is told of a kind."""

    effect: Effect
    flow: tuple[Spot, Spot] | None
    pace: int
    tone: str
    told: bool
    speech: str
    chapter: Chapter


def kinds() -> dict[str, KindShown]:
    """Every kind of event that the core or a game declares.

    >>> kinds()["pay"]["effect"], kinds()["pay"]["flow"], kinds()["fold"]["chapter"].value
    ('win', ('tray', 'area'), 'decided')
    """
    for name in games.names():
        games.load(name)  # which declares the kinds that only it has
    return {name: _shown(kind_of(name)) for name in sorted(KINDS)}


def kind_of(name: str) -> Kind:
    """What a kind declares; of one that nobody has declared, that nothing is known."""
    return declared(name) or NOTHING


def shown(name: str) -> Shown:
    """How screens show the events of a kind."""
    return kind_of(name).shown


def _shown(kind: Kind) -> KindShown:
    flow: Flow | None = kind.flow
    return {
        "effect": kind.shown.effect,
        "flow": None if flow is None else (flow.source, flow.target),
        "pace": kind.shown.pace,
        "tone": kind.shown.tone,
        "told": kind.shown.told,
        "speech": kind.shown.speech,
        "chapter": kind.chapter,
    }
