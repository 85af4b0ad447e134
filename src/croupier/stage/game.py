"""A game as the other rooms see it: everything they need, without how the game does it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from croupier.nouns.hands import Told
from croupier.nouns.reasons import Reason
from croupier.rules import shelf
from croupier.rules.house import House
from croupier.stage.actions import Action, Ask, Grammar
from croupier.stage.events import Event
from croupier.stage.layout import Layout
from croupier.stage.situations import Reader

L = TypeVar("L", bound=Layout)
H = TypeVar("H", bound=House)

Shown: TypeAlias = dict[str, Any]
"""Plain data, as results and situations hold it."""

Afterwards: TypeAlias = Mapping[Action, Event | None]
"""Answers to a script's last pause that may come after the round has ended, and their events.

The round runs on by itself, so such an answer only leads to a note, or to nothing (None).
"""

Script: TypeAlias = Generator[Event | Ask, Any, Afterwards | None]
"""A round in the order of its document: it yields steps and asks, and is sent their results."""


@dataclass(frozen=True)
class GameOf(Generic[L, H]):
    """Everything that the other rooms need to know about a game."""

    name: str
    title: str
    states: tuple[str, ...]
    """The states whose rulebooks it can be played under, the default first."""
    first_wager: str
    """The wager without which a seat is not in the round."""
    house: type[H]
    """What a licensee may choose."""
    layout: type[L]
    """The state of a round, including what only this game keeps track of."""
    grammar: Grammar
    play: Callable[[L], Script]
    """The round, from the wagers to the discard rack."""
    opening: Callable[[L], Script]
    """The opening of the table."""
    irregularities: Mapping[str, Reason]
    """The irregularities that can be reported, with the rule that deals with each."""
    unseated: Reason
    """Why somebody without a seat may not act."""
    over: Reason
    """Why nothing more can be done after the end of the round."""
    board: Callable[[L, str], Shown]
    """The cards on the felt as a result shows them to a viewer."""
    decks: Callable[[H], int]
    """How many decks the game is dealt from."""
    situation: Mapping[str, Reader]
    """What a record may say about the table before the round, with a reader for each key."""
    more_result: Callable[[L, str], Shown] = lambda t, viewer: {}
    """What the game adds to a result, such as a pot or a commission."""
    hands: Callable[[L, str], Mapping[str, Told]] = lambda t, viewer: {}
    """The hands that were judged, in words, by seat or ``dealer``, as far as a viewer sees them."""
    carry: Callable[[L], Shown] = lambda t: {}
    """The situation that this round leaves for the next one."""
    marker: Callable[[H, int], int | None] = lambda house, cards: None
    """How many cards of a new shoe come before the cut card."""
    reshuffles_at_marker: Callable[[H], bool] = lambda house: False
    """Whether a cut card that comes before the first card of a round means a new shoe at once."""
    shoe_lasts: Callable[[H], bool] = lambda house: False
    """Whether cards are dealt on from round to round (a shoe) or shuffled for each (a deck)."""
    absent: Callable[[L, int], str] = lambda t, seat: "pass"
    """What a seat is deemed to say when its time has run out (X-11)."""
    declines: frozenset[str] = frozenset({"pass", "fold"})
    """The verbs with which a seat declines to stake more."""
    rivals: bool = False
    """Whether players play against each other, so that the game is another one with company."""
    asides: frozenset[str] = frozenset()
    """The verbs that do not answer what a seat is asked; it may say them in addition."""
    device_rule: str = ""
    """The clause that removes a device before another method is used; empty if there is none."""
    device_finding: str = ""
    """The ruling to the same effect, for a document without such a clause."""


Game: TypeAlias = GameOf[Any, Any]
"""Any game, whatever the types of its layout and house: the type that other rooms use."""


@functools.cache
def load(name: str) -> Game:
    """Return a game by its name; :class:`MalformedError` if there is none."""
    game: Game = shelf.part(name).GAME
    return game
