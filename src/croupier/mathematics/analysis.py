"""What a game's mathematics offers to the lab: odds, advice, a strategy card, in the game's own terms.

A game's ``mathematics/odds.py`` holds one :class:`Analysis`, the glue between a house and the game's solver. Values
are in units of the first wager (original or ante) and count the whole round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

from croupier.mathematics.figures import Figures
from croupier.mathematics.kept import Keeper
from croupier.nouns.cards import UNKNOWN, Card
from croupier.rules.house import Breach, House


@dataclass(frozen=True)
class Estimate:
    """A mean found by simulation, with its standard error: no exact value is known."""

    value: float
    stderr: float

    def __float__(self) -> float:
        return self.value


Value: TypeAlias = Fraction | Estimate


class Choice(NamedTuple):
    """Something a player may do, in the bare words of its verb, and what the round is then worth."""

    action: str
    value: Value
    stakes: int = 0
    """First wagers that it puts on the table beyond those that lie there."""


def worth_staking(gain: Fraction | float) -> bool:
    """Whether money is put at risk for this gain: not where it is worth exactly nothing."""
    return gain > 0


def best_of(choices: Iterable[Choice]) -> Choice:
    """The choice of the highest value. Of equals it is the one that stakes least, and of those the first.

    >>> best_of([Choice("raise", Fraction(0), 1), Choice("pass", Fraction(0))]).action
    'pass'
    """
    best, *others = sorted(choices, key=lambda choice: choice.stakes)
    for choice in others:
        if worth_staking(_number(choice.value) - _number(best.value)):
            best = choice
    return best


def _number(value: Value) -> Fraction | float:
    return value if isinstance(value, Fraction) else value.value


@dataclass(frozen=True)
class Setting:
    """A table, the first wager in cents, and where solved tables are found."""

    house: House
    stake: int
    keeper: Keeper


@dataclass(frozen=True)
class Others:
    """The other players at the table, where they matter: one entry for each who is in the round."""

    open: tuple[tuple[Card, ...], ...] = ()
    """The open cards of those still playing."""
    decided: tuple[bool, ...] = ()
    """Whether each of them has already stayed on this street."""
    left: int = 0
    """First wagers in the pot from players who are out."""


@dataclass(frozen=True)
class Situation:
    """What one player sees when a decision is due."""

    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    seen: tuple[Card, ...] = ()
    """Other cards in view, out of play or other players'."""
    others: Others = Others()
    stake: int | None = None
    """The first wager in cents, where it is known."""


def shown_in(told: Iterable[Mapping[str, Any]]) -> set[Card]:
    """Every card that the events told to a viewer have shown; from a single deck, where each is one."""
    cards = (card for event in told for card in (event.get("card"), *event.get("cards", ())))
    return {Card(card) for card in cards if card not in (None, UNKNOWN)}


Kind = Literal["text", "share", "value", "count", "exact"]
"""How a column reads: a share is a probability, a value is in units of the first wager."""
Cell: TypeAlias = str | int | bool | Fraction | Estimate | None


@dataclass(frozen=True)
class Section:
    """A table of further results; a key of the JSON document, a heading for people."""

    key: str
    title: str
    columns: Mapping[str, Kind]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


@dataclass(frozen=True)
class SideWager:
    """A wager beside the game, in units of itself."""

    stake: int
    figures: Figures
    note: str = ""


@dataclass(frozen=True)
class Answer:
    """What a strategy is worth at a table."""

    figures: Figures
    side_wagers: Mapping[str, SideWager] = field(default_factory=dict)
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Question:
    """What else is asked of the odds."""

    strategy: str = "optimal"
    seen: tuple[Card, ...] = ()
    players: int = 1
    brief: bool = False
    """Only the figures are wanted, no further sections."""


@dataclass(frozen=True)
class Reading:
    """A finding whose readings change the mathematics, and the wager they change it for."""

    finding: str
    wager: str
    note: str = ""


class Sweep(NamedTuple):
    """A key of the house file worth turning, with the values to show the edge at."""

    key: str
    label: str
    values: tuple[str, ...]


class Feature(NamedTuple):
    """Something a player can see at a glance, and in which of the situations it is so."""

    family: str
    """Two features of one family are never asked for together."""
    text: str
    mask: Any
    """An array of booleans, one for each situation."""


class FoundRule(NamedTuple):
    """A rule that a search chose, and the situations that it decides."""

    text: str
    action: int
    where: Any
    """An array of booleans; the lines of a list share out all situations."""


Search: TypeAlias = Callable[..., list[FoundRule]]
"""The lab's search for a short list of rules: :func:`croupier.lab.rules.search`."""


@dataclass(frozen=True)
class Rule:
    """A line of a strategy card."""

    when: str
    action: str
    share: Fraction
    """How often the line applies, of all rounds dealt."""


@dataclass(frozen=True)
class Part:
    """The rules for one decision; the first line that applies holds."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class StrategyCard:
    """Rules a person can carry, their exact value, and that of the optimum."""

    parts: tuple[Part, ...]
    ev: Fraction
    optimal: Fraction

    @property
    def cost(self) -> Fraction:
        """What following the card costs, for each unit of the first wager."""
        return self.optimal - self.ev


@dataclass(frozen=True)
class Analysis:
    """Everything the lab needs to know about a game."""

    first_wager: str
    strategies: tuple[str, ...]
    shapes: tuple[tuple[int, int], ...]
    """How many own cards and cards on the table a decision is taken with."""
    decks: Callable[[House], int | None]
    """How many decks are dealt from; nothing for infinitely many."""
    stake: Callable[[House], int]
    """The first wager in cents that odds are given for."""
    odds: Callable[[Setting, Question], Answer]
    advise: Callable[[Setting, Situation], list[Choice]]
    card: Callable[[Setting, Search], StrategyCard]
    situation: Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]], int], Situation | None]
    """What a seat sees, from its view and the events it was told; nothing unless it must decide."""
    readings: tuple[Reading, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    """What a report draws the edge against."""
    lab_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Values of house keys that only the lab knows."""
    least_sound: Callable[[Setting], Iterable[Breach]] = lambda setting: ()
    """Of a table that gives the player the edge: which setting of the game's own would not."""
    takes_seen: bool = False
    """Whether odds can be asked for after cards have been seen."""
    most_players: int = 1
    """How many players the odds can be asked for."""
