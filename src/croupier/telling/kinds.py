"""The kinds of events as a screen needs them: effect, duration and tone."""

from __future__ import annotations

from typing import TypedDict

from croupier import games
from croupier.stage.events import KINDS, Chapter, Effect, Kind, Spot, declared


class KindShown(TypedDict):
    """What a screen is told about a kind of event."""

    effect: Effect
    flow: tuple[Spot, Spot] | None
    pace: int
    tone: str
    told: bool
    speech: str
    chapter: Chapter


def kinds() -> dict[str, KindShown]:
    """Return every kind of event that the core or a game declares.

    >>> kinds()["pay"]["effect"], kinds()["pay"]["flow"], kinds()["fold"]["chapter"].value
    ('win', ('tray', 'area'), 'decided')
    """
    for name in games.names():
        games.load(name)  # this declares the game's own kinds
    return {name: _shown(declared(name)) for name in sorted(KINDS)}


def _shown(kind: Kind) -> KindShown:
    flow, shown = kind.flow, kind.shown
    return {
        "effect": shown.effect,
        "flow": None if flow is None else (flow.source, flow.target),
        "pace": shown.pace,
        "tone": shown.tone,
        "told": shown.told,
        "speech": shown.speech,
        "chapter": kind.chapter,
    }
