"""A player's own mistakes, taken from the reviews of rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.lab.documents import value_of
from croupier.nouns.money import parse_money
from croupier.practice.exercises import Exercise

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Mistake:
    """A decision that cost something, and the exercise that is made of it."""

    exercise: Exercise
    round: int
    at: int
    """The step of the round before which it was made."""
    made: str
    cost: float
    """What it cost, in dollars."""


def is_mistake(decision: Data) -> bool:
    """Return whether a decision can be practised: the wrong choice, as the review sees it.

    The right choice at a wrong amount cannot: an exercise asks for no amounts.
    """
    return bool(decision["mistake"]) and decision["made"] != decision["best"]


def mistakes(decisions: Iterator[Data] | list[Data]) -> Iterator[Mistake]:
    """Yield the mistakes among the decisions of a review."""
    for decision in decisions:
        if is_mistake(decision):
            exercise = _exercise(decision)
            if exercise.gap:
                cost = float(value_of(decision["cost"]))
                round, at = int(decision["round"]), int(decision["at"])
                yield Mistake(exercise, round, at, decision["made"], cost)


def _exercise(decision: Data) -> Exercise:
    """Ask again; what was chosen then is worth what it was worth at the amount of then."""
    now = decision["situation"]
    worth = {one["action"]: one["ev"] for one in decision["choices"]}
    worth[decision["made"]] = decision["value"]
    costs = dict(zip(worth, decision.get("costs", ()), strict=False))
    if costs and decision.get("amount") is not None:
        costs[decision["made"]] = int(parse_money(decision["amount"]))
    return Exercise(
        decision["game"],
        decision["rulebook"],
        int(parse_money(decision["stake"])),
        tuple(now["hand"]),
        tuple(now["table"]),
        tuple((action, value_of(value)) for action, value in worth.items()),
        decision["best"],
        tuple(now.get("seen", ())),
        int(now.get("players", 1)),
        decision["street"],
        decision.get("reason", ""),
        dict(decision.get("house", {})),
        costs=tuple(costs.values()),
    )
