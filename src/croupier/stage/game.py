"""A game as the other rooms know it: everything they need, and nothing of how it does it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

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
"""What may still be said of a script's last pause when the round has run on by itself, and what is noted then."""

Script: TypeAlias = Generator[Event | Ask, Any, Afterwards | None]
"""A round in the order of its document: yields steps and asks, is sent what came of them."""


@dataclass(frozen=True)
class GameOf(Generic[L, H]):
    """Everything the other rooms need to know about a game."""

    name: str
    title: str
    states: tuple[str, ...]
    """The rulebooks it can be played under, the default first."""
    first_wager: str
    """The wager without which a seat is not in the round."""
    house: type[H]
    """What a licensee may choose."""
    layout: type[L]
    """The state of a round, with what this game remembers of one."""
    grammar: Grammar
    play: Callable[[L], Script]
    """The round, from the wagers to the discard rack."""
    opening: Callable[[L], Script]
    """The opening of the table."""
    irregularities: Mapping[str, Reason]
    """What can be reported, with the rule that deals with it."""
    unseated: Reason
    """Why somebody without a seat may not act."""
    over: Reason
    """Why nothing more can be done after the end."""
    board: Callable[[L, str], Shown]
    """The cards on the felt as a result shows them, for a viewer."""
    decks: Callable[[H], int]
    """How many decks are dealt from."""
    situation: Mapping[str, Reader]
    """What a record may say about where the round stands in the table's life, with its reader."""
    more_result: Callable[[L, str], Shown] = lambda t, viewer: {}
    """What the game adds to a result, such as a pot or a commission."""
    carry: Callable[[L], Shown] = lambda t: {}
    """The next round's situation, after this one."""
    marker: Callable[[H, int], int | None] = lambda house, cards: None
    """How many cards of a new shoe leave before the cut card."""
    reshuffles_at_marker: Callable[[H], bool] = lambda house: False
    """Whether a cut card that comes before a round's first card means a new shoe at once."""
    shoe_lasts: Callable[[H], bool] = lambda house: False
    """Whether the cards go on from round to round (a shoe) or are shuffled for each (a deck)."""
    absent: Callable[[L, int], str] = lambda t, seat: "pass"
    """What a seat is taken to say when its time has run out (X-11)."""
    declines: frozenset[str] = frozenset({"pass", "fold"})
    """The verbs by which a seat stakes no more."""
    asides: frozenset[str] = frozenset()
    """The verbs by which a seat decides nothing: it may say them beside what it is asked."""
    device_rule: str = ""
    """The clause by which a device leaves the table before another method is used; none in some games."""
    device_finding: str = ""
    """The ruling to the same effect, where the document has no such clause."""


Game: TypeAlias = GameOf[Any, Any]
"""A game whose layout and house are its own affair, as other rooms know it."""


@functools.cache
def load(name: str) -> Game:
    """A game by its name; :class:`MalformedError` with the nearest name if there is none."""
    game: Game = shelf.part(name).GAME
    return game
