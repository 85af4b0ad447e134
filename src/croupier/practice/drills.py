"""Drills: random decisions of one game, in which close ones are dealt more often than at a table.

The bias is simple, so that it can be told. First the right answer is drawn, each choice as often as
the others. Then the exercise is the closest of one, two, four or eight random deals in which this
choice is best, and it says of how many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from croupier.lab.answers import advise
from croupier.lab.settings import analysis_of, setting
from croupier.mathematics.analysis import (
    CARD,
    Analysis,
    Choice,
    Plays,
    Setting,
    Situation,
    is_certain,
    less,
)
from croupier.nouns.cards import shoe_of
from croupier.practice.exercises import Exercise, best_named
from croupier.rules import house

CLOSEST_OF: Final = (1, 2, 4, 8)
"""Of how many random deals an exercise is the closest; each is as likely as the others."""
TRIES: Final = 1000
"""How many deals are looked at for one exercise, before fewer of them must do."""

LEAST: Final = 0.001
"""The least difference that is dealt, in first wagers: a closer one is not worth learning."""

Focus = Literal["all", "verbs", "within"]
"""Which difference makes a deal close: to any other choice, to another verb, to the same verb."""


@dataclass(frozen=True)
class Drill:
    """What is dealt: a decision of a game under a rulebook."""

    game: str
    rulebook: str
    street: int = 0
    """The number of the decision, as the game's shapes list them."""
    focus: Focus = "all"
    by_card: bool = False
    """Whether only deals come up in which the strategy card says what is best."""


@dataclass(frozen=True)
class _Dealt:
    now: Situation
    choices: tuple[Choice, ...]
    gap: float


class Dealer:
    """Deals the exercises of one drill."""

    def __init__(self, drill: Drill, at: Setting | None = None) -> None:
        analysis = analysis_of(drill.game)
        if drill.street >= len(analysis.shapes):
            raise LookupError(f"{drill.game} has no decision number {drill.street + 1}")
        self.drill = drill
        self._analysis = analysis
        self._at = at or setting(house.standard(drill.game, drill.rulebook))
        self._pack = shoe_of(analysis.decks(self._at.house) or 1)
        self._shape = analysis.shapes[drill.street]
        self._earlier = [
            shape
            for shape in analysis.shapes[: drill.street]
            if shape[0] <= self._shape[0] and shape[1] <= self._shape[1]
        ]
        self._best = self._strategy(analysis.company.get("best"))
        self._card = self._strategy(CARD) if drill.by_card else None
        self._staying = self._names_of(self._earlier[0], staying=True) if self._earlier else ()
        self._actions = self._names_of(self._shape)

    def _strategy(self, name: str | None) -> Plays | None:
        if name is None or self._analysis.plays is None:
            return None
        return self._analysis.plays(self._at, name)

    def _names_of(self, shape: tuple[int, int], staying: bool = False) -> tuple[str, ...]:
        """Return what can be chosen with this many cards, or only what stakes more money."""
        luck = Random(0)
        for _ in range(TRIES):
            choices = self._analysis.advise(self._at, self._some(luck, shape))
            if len(choices) > 1:
                return tuple(one.action for one in choices if one.stakes or not staying)
        raise LookupError(f"{self.drill.game} has no decision of this kind")

    def _some(self, luck: Random, shape: tuple[int, int]) -> Situation:
        own, laid = shape
        cards = luck.sample(self._pack, own + laid)
        return Situation(tuple(cards[:own]), tuple(cards[own:]))

    def deal(self, seed: int) -> Exercise:
        """Deal an exercise; the same seed deals the same one."""
        luck = Random(seed)
        many = luck.choice(CLOSEST_OF)
        for wanted in luck.sample(self._actions, len(self._actions)):
            found = list(self._deals(luck, many, wanted))
            if found:
                closest = min(found, key=lambda dealt: dealt.gap)
                return self._exercise(closest, len(found))
        raise LookupError(f"{self.drill.game}: no decision of this kind was found")

    def _deals(self, luck: Random, many: int, wanted: str) -> Iterator[_Dealt]:
        """Yield at most this many random deals in which the wanted choice is best."""
        found = 0
        for _ in range(TRIES):
            dealt = self._looked_at(self._some(luck, self._shape), wanted)
            if dealt is not None:
                yield dealt
                found += 1
                if found == many:
                    return

    def _looked_at(self, now: Situation, wanted: str) -> _Dealt | None:
        """Return the deal if it will do. What is quick to tell is looked at first."""
        for says in (self._best, self._card):
            if says is not None and says(now) != wanted:
                return None
        if not self._is_reached(now):
            return None
        choices = tuple(advise(self._at, now.hand, now.table))
        gap = gap_of(choices, self.drill.focus)
        every = gap_of(choices)
        if gap is None or every is None or every < LEAST or best_named(choices) != wanted:
            return None
        return _Dealt(now, choices, gap)

    def _is_reached(self, now: Situation) -> bool:
        """Return whether best play would have stayed in at every decision before this one."""
        if self._best is None:
            return True
        earlier = (Situation(now.hand[:own], now.table[:laid]) for own, laid in self._earlier)
        return all(self._best(before) in self._staying for before in earlier)

    def _exercise(self, dealt: _Dealt, many: int) -> Exercise:
        return Exercise(
            self.drill.game,
            self._at.house.book.state,
            self._at.stake,
            dealt.now.hand,
            dealt.now.table,
            tuple((one.action, one.value) for one in dealt.choices),
            best_named(dealt.choices),
            street=street_name(self._analysis, self.drill.street),
            reason=self._analysis.reason(self._at, dealt.now, dealt.choices),
            closest_of=many,
            costs=tuple(int(one.stakes * self._at.stake) for one in dealt.choices),
        )


def gap_of(choices: Sequence[Choice], focus: Focus = "all") -> float | None:
    """Return what the best wrong choice costs, in first wagers; None if nothing is wrong.

    With a focus, only choices of another verb count, or only those of the same verb.
    """
    worth = {one.action: one.value for one in choices}
    best = best_named(choices)
    verb = best.split()[0]
    others = [name for name in worth if name != best]
    if focus == "verbs":
        others = [name for name in others if name.split()[0] != verb]
    elif focus == "within":
        others = [name for name in others if name.split()[0] == verb]
    costs = (less(worth[best], worth[name]) for name in others)
    return min((float(cost) for cost in costs if is_certain(cost)), default=None)


def streets(game: str) -> list[str]:
    """Return the decisions of a game, in words.

    >>> streets("red-dog")
    ['two cards on the table']
    """
    analysis = analysis_of(game)
    return [street_name(analysis, n) for n in range(len(analysis.shapes))]


def street_name(analysis: Analysis, street: int) -> str:
    """Return a decision in words: the cards that one decides with."""
    own, laid = analysis.shapes[street]
    parts = []
    if own:
        parts.append(f"{_count(own)} in hand")
    if laid:
        parts.append(f"{_count(laid) if not own else _WORDS[laid]} on the table")
    return " and ".join(parts)


_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _count(cards: int) -> str:
    return f"{_WORDS[cards]} card{'s'[: cards != 1]}"
