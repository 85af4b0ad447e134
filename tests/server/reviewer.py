"""Reviews that a test makes up: of one decision each, whose values follow from the round's number.

Some numbers have a meaning: see :func:`make`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.journal import RoundLog
from croupier.lab.documents import number

Data = dict[str, Any]


def decision(round: int, cost: Fraction = Fraction(0), **more: Any) -> Data:
    """Return a decision that cost something, or nothing."""
    choices = [("raise", Fraction(1, 3)), ("pass", Fraction(1, 3) - cost / 10)]
    return {
        "round": round,
        "game": "red-dog",
        "rulebook": "ma",
        "seat": 1,
        "street": "raise or pass",
        "situation": {"hand": ["4c", "7d"], "table": [], "seen": [], "players": 1},
        "choices": [{"action": name, "ev": number(value)} for name, value in choices],
        "made": "pass" if cost else "raise",
        "best": "raise",
        "cost": number(cost),
        "stake": "10.00",
        "amount": None,
        "value": number(choices[1][1] if cost else choices[0][1]),
        "right": not cost,
        "by": "player",
        "affordable": True,
        "mistake": bool(cost),
        "at": 2,
        "reason": "A wide spread wins more often than it loses.",
    } | more


def review(round: int, decisions: list[Data], person: str = "p-somebody") -> Data:
    """Return a review with these decisions, and a result of ten dollars."""
    cost = sum((Fraction(one["cost"]["exact"]) for one in decisions), Fraction())
    result, worth = Fraction(10), Fraction(-7, 20)
    expected = worth - cost
    return {
        "round": round,
        "table": "red-dog-1",
        "game": "red-dog",
        "rulebook": "ma",
        "time": "2026-07-01T12:00:00.000000Z",
        "person": person,
        "seats": [1],
        "decisions": decisions,
        "result": number(result),
        "worth": number(worth),
        "cost": number(cost),
        "mistakes": number(cost),
        "expected": number(expected),
        "luck": number(result - expected),
    }


class Reviewer:
    """Reviews at once, or when it is told to; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []
        self.costs: dict[int, Fraction] = {}
        """What the decision of a round cost."""
        self.fails: set[int] = set()
        self.breaks: set[int] = set()

    async def __call__(self, log: RoundLog, person: str) -> Data:
        """Make up a review."""
        self.asked.append((person, log.number))
        if log.number in self.breaks:
            raise OSError("no process can be started")
        if log.number in self.fails:
            return {"failed": "played under other rules"}
        cost = self.costs.get(log.number, Fraction(0))
        return review(log.number, [decision(log.number, cost)], person)
