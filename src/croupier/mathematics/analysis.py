"""What a game's mathematics offers to the lab: odds, advice and a strategy card.

A game's ``mathematics/odds.py`` holds one :class:`Analysis`, which connects a house to the game's
solver. Values are in units of the first wager (original or ante), for the whole round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import hypot
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from croupier.mathematics.figures import Figures
from croupier.mathematics.kept import Keeper
from croupier.nouns.cards import UNKNOWN, Card
from croupier.nouns.money import parse_money
from croupier.rules.house import Breach, House
from croupier.stage.vocabulary import Wager


@dataclass(frozen=True)
class Estimate:
    """A mean found by simulation, with its standard error, where no exact value is known."""

    value: float
    stderr: float

    def __float__(self) -> float:
        return self.value


Value: TypeAlias = Fraction | Estimate


def scaled(value: Value, by: Fraction | int) -> Value:
    """Return a value in another unit.

    >>> scaled(Estimate(0.5, 0.01), -10)
    Estimate(value=-5.0, stderr=0.1)
    """
    if isinstance(value, Estimate):
        return Estimate(value.value * float(by), value.stderr * abs(float(by)))
    return value * by


def summed(values: Iterable[Value]) -> Value:
    """Return a sum: exact if all values are, otherwise an estimate.

    An estimate that occurs several times is one number with one error, which counts each time.
    Different estimates are independent of one another.

    >>> summed([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 6)
    >>> summed([Fraction(1), Estimate(2.0, 0.3), Estimate(2.0, 0.3), Estimate(1.0, 0.8)])
    Estimate(value=6.0, stderr=1.0)
    """
    exact, errors, estimated = Fraction(0), Counter[Estimate](), 0.0
    for value in values:
        if isinstance(value, Estimate):
            errors[value] += 1
            estimated += value.value
        else:
            exact += value
    if not errors:
        return exact
    return Estimate(float(exact) + estimated, hypot(*(n * e.stderr for e, n in errors.items())))


DOUBT: Final = 2
"""How many standard errors a difference of estimates must exceed to count."""


def less(best: Value, other: Value) -> Value:
    """Return by how much the second value falls short of the first, with its error if any.

    >>> less(Fraction(1, 2), Fraction(1, 4))
    Fraction(1, 4)
    """
    return summed([best, scaled(other, -1)])


def is_certain(cost: Value) -> bool:
    """Return whether a cost is one for sure.

    An exact cost is, however small. An estimated one is if it exceeds two standard errors.

    >>> is_certain(Fraction(1, 1000)), is_certain(Estimate(0.01, 0.02))
    (True, False)
    """
    if isinstance(cost, Fraction):
        return cost > 0
    return cost.value > DOUBT * cost.stderr


class Choice(NamedTuple):
    """Something a player may do, named by its verb, and what the round is then worth."""

    action: str
    value: Value
    stakes: int | Fraction = 0
    """How many first wagers it adds to those on the table."""
    amount: int | None = None
    """The amount in cents that it is valued at, if the player chooses one."""


def worth_staking(gain: Fraction | float) -> bool:
    """Return whether to put money at risk for this gain: not if it is exactly zero."""
    return gain > 0


def best_of(choices: Iterable[Choice]) -> Choice:
    """Return the choice of the highest value.

    Among equals it is the one that stakes least, and among those the first.

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


CARD: Final = "card"
"""The strategy of a player who follows the game's strategy card, line by line."""


def _no_search(*situations: Any, **limits: Any) -> list[FoundRule]:
    raise LookupError("this setting has no search for strategy cards")


@dataclass(frozen=True)
class Setting:
    """A house, the first wager in cents, the keeper of solved tables and the search for cards."""

    house: House
    stake: int
    keeper: Keeper
    search: Search = _no_search
    """Finds the strategy card, for the strategy :data:`CARD`."""


SEED: Final = 1
"""The seed of an estimate for which nobody names another."""


@dataclass(frozen=True)
class Others:
    """The other players in the round, in games where they matter; one entry each."""

    open: tuple[tuple[Card, ...], ...] = ()
    """The open cards of each player still in the round."""
    decided: tuple[bool, ...] = ()
    """Whether each of them has already stayed on this street."""
    left: int = 0
    """How many first wagers are in the pot from players who are out."""


@dataclass(frozen=True)
class Situation:
    """What one player sees when a decision is due."""

    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    seen: tuple[Card, ...] = ()
    """Other cards in view: out of play, or other players'."""
    others: Others = Others()
    stake: int | None = None
    """The first wager in cents, if it is known."""
    coupon: int = 0
    """The match play coupon beside the first wager, in cents."""
    amount: int | None = None
    """The supporting wager to be valued, in cents; None for one as large as the first wager."""
    seed: int = SEED
    """The seed of an estimate, where there is no exact value."""


@dataclass(frozen=True)
class Staked:
    """What a seat has wagered when the deal begins, in cents."""

    wagers: Mapping[str, int]
    coupon: int = 0
    """The match play coupon beside the first wager."""
    players: int = 1
    """How many seats are in the round, in games where that matters."""


def shown_in(told: Iterable[Mapping[str, Any]]) -> set[Card]:
    """Return every card that a viewer's events have shown, in a game of a single deck."""
    cards = (card for event in told for card in (event.get("card"), *event.get("cards", ())))
    return {Card(card) for card in cards if card not in (None, UNKNOWN)}


def first_wager_of(
    view: Mapping[str, Any], told: Iterable[Mapping[str, Any]], seat: int, wager: str
) -> tuple[int, int]:
    """Return a seat's first wager and the coupon beside it, in cents, at a live table."""
    stake = parse_money(view["seats"][str(seat)]["wagers"][wager])
    return stake, coupon_of(told, seat, wager)


def coupon_of(told: Iterable[Mapping[str, Any]], seat: int, wager: str) -> int:
    """Return the coupon that lies beside a seat's first wager, in cents."""
    coupon = 0
    for event in told:
        if event["kind"] == Wager.kind and (event["seat"], event["wager"]) == (seat, wager):
            coupon = parse_money(event.get("coupon", 0))
    return coupon


Plays: TypeAlias = Callable[[Situation], str]
"""A strategy's decision in a situation, named as :attr:`Choice.action` names it."""

Kind = Literal["text", "share", "value", "count", "exact"]
"""How to show a column: a share is a probability, a value is in units of the first wager."""
Cell: TypeAlias = str | int | bool | Fraction | Estimate | None


@dataclass(frozen=True)
class Section:
    """A table of further results, with a key for the JSON document and a title for people."""

    key: str
    title: str
    columns: Mapping[str, Kind]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


HANDS: Final = "hands"
"""The key of the section that every game has: the chance of each hand under a strategy."""


def hands_section(chances: Mapping[str, Fraction], note: str) -> Section:
    """Return the chance of each hand or beginning of a round; the chances add up to one."""
    columns: dict[str, Kind] = {"hand": "text", "probability": "share"}
    return Section(HANDS, "The chance of each hand", columns, list(chances.items()), note)


@dataclass(frozen=True)
class SideWager:
    """A wager beside the main game; its figures are per unit of the side wager."""

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
    """The options of a question for odds."""

    strategy: str = "optimal"
    seen: tuple[Card, ...] = ()
    players: int = 1
    brief: bool = False
    """Whether only the figures are wanted, without further sections."""


@dataclass(frozen=True)
class Reading:
    """A finding whose readings change the mathematics, and the wager concerned."""

    finding: str
    wager: str
    note: str = ""


class Sweep(NamedTuple):
    """A key of the house file worth varying, with the values at which to show the edge."""

    key: str
    label: str
    values: tuple[str, ...]


class Feature(NamedTuple):
    """Something a player can see at a glance, and the situations in which it holds."""

    family: str
    """A rule never combines two features of one family."""
    text: str
    mask: Any
    """An array of booleans, one for each situation."""


class FoundRule(NamedTuple):
    """A rule that a search chose, and the situations it decides."""

    text: str
    action: int
    where: Any
    """An array of booleans; every situation is decided by exactly one line of a list."""


Search: TypeAlias = Callable[..., list[FoundRule]]
"""The lab's search for a short list of rules: :func:`croupier.lab.rules.search`."""


@dataclass(frozen=True)
class Rule:
    """A line of a strategy card."""

    when: str
    action: str
    share: Fraction
    """The share of all rounds dealt in which the line applies."""


@dataclass(frozen=True)
class Part:
    """The rules for one decision; the first rule that applies counts."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class StrategyCard:
    """Rules that a person can remember, their exact value, and that of optimal play."""

    parts: tuple[Part, ...]
    ev: Fraction
    optimal: Fraction

    @property
    def cost(self) -> Fraction:
        """What following the card costs, per unit of the first wager."""
        return self.optimal - self.ev


ALONE: Final = (
    "For one player alone against the dealer. With other players in the pot, the best choice may "
    "differ: ask for advice."
)
"""What is said beside a strategy card that leaves out the other players of a game in which they
matter."""


@dataclass(frozen=True)
class Analysis:
    """Everything the lab needs to know about a game."""

    first_wager: str
    strategies: tuple[str, ...]
    shapes: tuple[tuple[int, int], ...]
    """How many cards in hand and on the table a player decides with."""
    decks: Callable[[House], int | None]
    """The number of decks; None for infinitely many."""
    stake: Callable[[House], int]
    """The first wager in cents for which odds are given."""
    odds: Callable[[Setting, Question], Answer]
    advise: Callable[[Setting, Situation], list[Choice]]
    card: Callable[[Setting, Search], StrategyCard]
    situation: Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]], int], Situation | None]
    """What a seat sees, from its view and the events it was told; None unless it must decide."""
    worth: Callable[[Setting, Staked], Value] | None = None
    """What the wagers before the deal are worth under best play, in cents; None if it is just the
    first wager times the value of optimal play."""
    readings: tuple[Reading, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    """The keys against which a report plots the edge."""
    lab_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Values of house keys that only the lab knows."""
    least_sound: Callable[[Setting], Iterable[Breach]] = lambda setting: ()
    """For a table that gives the player the edge: the game's settings that would not."""
    places: tuple[str, ...] = ()
    """Where the cards of a situation's table lie: a place for each, or one for all of them."""
    takes_seen: bool = False
    """Whether odds can be computed after some cards have been seen."""
    most_players: int = 1
    """The most players for whom odds can be computed."""
    plays: Callable[[Setting, str], Plays] | None = None
    """Prepare a strategy of :attr:`strategies` to decide one situation after another.

    The decisions are those that :attr:`odds` values: by the player's own cards and those on the
    table, for a supporting wager as large as allowed. Other cards in view change nothing.
    """
    company: Mapping[str, str] = field(default_factory=dict)
    """The strategy that each kind of house player follows (see :mod:`croupier.company`)."""
    otherwise: tuple[str, ...] = ()
    """What a house player says where no strategy decides: the first of these that is offered."""
    reason: Callable[[Setting, Situation, Sequence[Choice]], str] = lambda *asked: ""
    """Why the best of the choices is best here, in one to three short sentences.

    The choices are those of :attr:`advise` in this situation; some may be missing. A chance is
    counted exactly, or said to be about so much where the values are estimates.
    """

    @property
    def alone(self) -> str:
        """What to say beside the strategy card: for whom it is, if other players matter."""
        return ALONE if self.most_players > 1 else ""
