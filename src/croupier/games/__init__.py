"""The games, one room each, found by looking: a new folder here is a new game."""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier import rulebook
from croupier.actions import Ask, Grammar, MalformedError, Reason
from croupier.events import Event
from croupier.house import Options

if TYPE_CHECKING:
    from croupier.analysis import Analysis
    from croupier.house import House
    from croupier.kernels import Kernel
    from croupier.layout import Layout

Script: TypeAlias = Generator[Event | Ask, Any, None]
"""A round in the order of its document: yields steps and asks, is sent what came of them."""


@dataclass(frozen=True)
class Game:
    """Everything the other rooms need to know about a game."""

    name: str
    title: str
    states: tuple[str, ...]
    """The rulebooks it can be played under, the default first."""
    first_wager: str
    """The wager without which a seat is not in the round."""
    options: Options
    grammar: Grammar
    play: Callable[[Layout], Script]
    """The round, from the wagers to the discard rack."""
    opening: Callable[[Layout], Script]
    """The opening of the table."""
    irregularities: Mapping[str, Reason]
    """What can be reported, with the rule that deals with it."""
    unseated: Reason
    """Why somebody without a seat may not act."""
    over: Reason
    """Why nothing more can be done after the end."""
    board: Callable[[Layout, str], dict[str, Any]]
    """The cards on the felt as a result shows them, for a viewer."""
    decks: Callable[[House], int]
    """How many decks are dealt from."""
    situation: Mapping[str, Callable[[Any], Any]]
    """What a record may say about where the round stands in the table's life, with its reader."""
    more_result: Callable[[Layout, str], dict[str, Any]] = lambda t, viewer: {}
    """What the game adds to a result, such as a pot or a commission."""
    carry: Callable[[Layout], dict[str, Any]] = lambda t: {}
    """The next round's situation, after this one."""
    marker: Callable[[House, int], int | None] = lambda house, cards: None
    """How many cards of a new shoe leave before the cut card."""
    reshuffles_at_marker: Callable[[House], bool] = lambda house: False
    """Whether a cut card that comes before a round's first card means a new shoe at once."""
    shoe_lasts: Callable[[House], bool] = lambda house: False
    """Whether the cards go on from round to round (a shoe) or are shuffled for each (a deck)."""
    absent: Callable[[Layout, int], str] = lambda t, seat: "pass"
    """What a seat is taken to say when its time has run out (X-11)."""
    device_rule: str = ""
    """The clause by which a device leaves the table before another method is used; none in some games."""
    device_finding: str = ""
    """The ruling to the same effect, where the document has no such clause."""


def shelve(folder: Path) -> None:
    """Look for games in this folder, too: each of its packages is a game, with its rules beside its code."""
    __path__.append(str(folder))
    rulebook.shelve(folder)


def names() -> list[str]:
    """The games there are."""
    return [
        module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__) if module.ispkg
    ]


@functools.cache
def load(name: str) -> Game:
    """A game by its name; :class:`MalformedError` with the nearest name if there is none."""
    if name not in names():
        near = difflib.get_close_matches(name, names(), 1, 0.3)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise MalformedError(f"unknown game {name!r}: there are {', '.join(names())}{hint}")
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    game = module.GAME
    assert isinstance(game, Game)
    return game


@functools.cache
def odds_of(name: str) -> Analysis:
    """A game's mathematics, imported when it is asked for; :class:`ImportError` without the lab's extras."""
    folder = load(name).name.replace("-", "_")
    analysis: Analysis = importlib.import_module(f"{__name__}.{folder}.odds").ANALYSIS
    return analysis


@functools.cache
def kernel_of(name: str) -> Kernel:
    """A game's fast rounds for simulation; :class:`ImportError` without the lab's extras."""
    folder = load(name).name.replace("-", "_")
    kernel: Kernel = importlib.import_module(f"{__name__}.{folder}.kernel").KERNEL
    return kernel
