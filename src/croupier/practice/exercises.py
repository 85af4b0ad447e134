"""An exercise: a decision that is due, what each choice is worth, and how an answer is graded."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any

from croupier.lab.documents import number, value_of
from croupier.lab.settings import analysis_of
from croupier.lab.sight import read
from croupier.mathematics.analysis import Choice, Value, best_of, is_certain, less, scaled
from croupier.nouns.cards import SUITS, UNKNOWN, Card
from croupier.nouns.money import dollars

Data = dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    """How an answer was graded; all values are in dollars."""

    action: str
    right: bool
    best: str
    cost: Value
    values: tuple[tuple[str, Value], ...]
    """What the round is worth with each choice."""
    reason: str

    def as_dict(self) -> Data:
        """Return plain data."""
        return {
            "action": self.action,
            "right": self.right,
            "best": self.best,
            "cost": number(self.cost),
            "choices": [
                {"action": action, "value": number(value)} for action, value in self.values
            ],
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Exercise:
    """A decision to be made. What its choices are worth is not for who is asked."""

    game: str
    rulebook: str
    stake: int
    """The first wager in cents; values are in units of it."""
    hand: tuple[str, ...]
    table: tuple[str, ...]
    choices: tuple[tuple[str, Value], ...]
    best: str
    seen: tuple[str, ...] = ()
    players: int = 1
    street: str = ""
    """The decision, in words."""
    reason: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    """The keys of the house file that differ from the defaults."""
    closest_of: int = 1
    """How many random deals it is the closest of."""
    costs: tuple[int, ...] = ()
    """What each choice adds to the wagers, in cents; empty if that is not known."""

    def __post_init__(self) -> None:
        """Refuse choices among which there is nothing to choose."""
        if self.best not in dict(self.choices):
            raise ValueError(f"{self.best!r} is not one of the choices")

    @property
    def gap(self) -> float:
        """What the cheapest wrong choice costs, in first wagers; zero if no choice is wrong."""
        worth = dict(self.choices)
        costs = (less(worth[self.best], value) for value in worth.values())
        return min((float(cost) for cost in costs if is_certain(cost)), default=0.0)

    def question(self) -> Data:
        """Return what is asked: nothing here tells which choice is right.

        ``seen`` is as ``croupier advise`` takes it; ``rivals`` and ``gone`` say the same to people.
        ``alone`` is true without other players in a game in which they matter.
        """
        hand, table, seen = (map(Card, cards) for cards in (self.hand, self.table, self.seen))
        now = read(hand, table, seen, players=self.players)
        others = zip(now.others.open, now.others.decided, strict=True)
        return {
            "game": self.game,
            "rulebook": self.rulebook,
            "house": dict(self.house),
            "stake": self.stake,
            "hand": list(self.hand),
            "table": list(self.table),
            "seen": list(self.seen),
            "players": self.players,
            "alone": self.players == 1 and bool(analysis_of(self.game).alone),
            "rivals": [{"cards": list(cards), "stayed": stayed} for cards, stayed in others],
            "gone": list(now.seen),
            "street": self.street,
            "places": list(analysis_of(self.game).places),
            "choices": [action for action, _ in self.choices],
            "costs": list(self.costs),
        }

    def grade(self, action: str) -> Verdict:
        """Grade an answer: right is what costs nothing, or nothing for sure if it is estimated.

        Raises :class:`ValueError` for an action that is not a choice.
        """
        worth = dict(self.choices)
        if action not in worth:
            raise ValueError(f"{action!r} is not one of {', '.join(worth)}")
        unit = Fraction(self.stake, 100)
        cost = less(worth[self.best], worth[action])
        return Verdict(
            action,
            not is_certain(cost),
            self.best,
            scaled(cost, unit),
            tuple((name, scaled(value, unit)) for name, value in self.choices),
            self.reason or self.in_figures(),
        )

    def in_figures(self) -> str:
        """Return why the best choice is best, if the game itself gives no reason."""
        worth = dict(self.choices)
        best = worth[self.best]
        others = [(name, less(best, value)) for name, value in self.choices if name != self.best]
        if not others:
            return "There is nothing else to do here."
        name, cost = min(others, key=lambda other: float(other[1]))
        if not is_certain(cost):
            return f"Here {self.best} and {name} are worth the same, as far as the figures tell."
        money = dollars(round(float(cost) * self.stake))
        return f"On average, {self.best} leaves you {money} better off than {name}, the next best."

    @cached_property
    def key(self) -> str:
        """What makes two exercises the same: the suits' names and the order in hand do not."""
        asked = self.question()
        for told in ("choices", "costs", "street", "places", "alone", "rivals", "gone"):
            del asked[told]
        hand, table, seen = _relabelled(self.hand, self.table, self.seen, self.players)
        asked |= {"hand": hand, "table": table, "seen": seen}
        asked["values"] = [[action, str(number(value))] for action, value in self.choices]
        text = json.dumps(asked, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def as_dict(self) -> Data:
        """Return everything as plain data, for whoever keeps it."""
        return self.question() | {
            "choices": [{"action": a, "ev": number(value)} for a, value in self.choices],
            "best": self.best,
            "reason": self.reason,
            "closest_of": self.closest_of,
        }

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Exercise:
        """Return the exercise that :meth:`as_dict` described."""
        return cls(
            document["game"],
            document["rulebook"],
            int(document["stake"]),
            tuple(document["hand"]),
            tuple(document["table"]),
            tuple((one["action"], value_of(one["ev"])) for one in document["choices"]),
            document["best"],
            tuple(document["seen"]),
            int(document["players"]),
            document["street"],
            document["reason"],
            dict(document["house"]),
            int(document["closest_of"]),
            tuple(document.get("costs", ())),
        )


def best_named(choices: Sequence[Choice]) -> str:
    """Return the name of the best choice, as ``croupier advise`` prints it."""
    return best_of(choices).action


def _relabelled(
    hand: Sequence[str], table: Sequence[str], seen: Sequence[str], players: int
) -> tuple[list[str], list[str], list[str]]:
    """Return the same cards with suits named so that equal situations look equal.

    The order of the cards on the table may matter to a game, and so may that of other players'
    cards. The order in one's own hand does not.
    """
    found = []
    for suits in permutations(SUITS):
        other = dict(zip(SUITS, suits, strict=True))
        own, laid, others = (
            [card if card == UNKNOWN else card[0] + other[card[1]] for card in cards]
            for cards in (hand, table, seen)
        )
        found.append((sorted(own), laid, others if players > 1 else sorted(others)))
    return min(found)
