"""Reviews of several rounds together, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from croupier.lab.documents import number, value_of
from croupier.mathematics.analysis import Value, scaled, summed
from croupier.review.rounds import RoundReview

WORST: Final = 3
"""How many of the costliest mistakes are named."""


def added(reviews: Iterable[RoundReview]) -> dict[str, Any]:
    """Return the reviews of some rounds as one document, with their sums."""
    rounds = [review.as_dict() for review in reviews]
    made = decisions_of(rounds)
    return {
        "decisions": made,
        "rounds": [{k: v for k, v in one.items() if k != "decisions"} for one in rounds],
        **{name: number(value) for name, value in sums(rounds).items()},
        "right": share_right(made),
        "worst": worst(made),
    }


def decisions_of(rounds: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the decisions of some reviews, in order."""
    return [decision for one in rounds for decision in one["decisions"]]


def share_right(made: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return how many decisions were a player's own to get right, and how many were right.

    Not those of the clock, nor those for which the money did not reach, unless they were right.
    """
    own = [one["right"] for one in made if one["right"] or one["mistake"]]
    return {"decisions": len(own), "right": sum(own)}


def sums(rounds: Sequence[Mapping[str, Any]]) -> dict[str, Value]:
    """Return what the reviews of some rounds come to together, from plain data.

    An estimate that stands in several rounds, as the worth of an ante does, is one number. The
    cost is that of all decisions; ``mistakes`` is the part that the player could have helped.
    """
    results = [value_of(one["result"]) for one in rounds]
    worths = [value_of(one["worth"]) for one in rounds]
    made = decisions_of(rounds)
    costs = [value_of(one["cost"]) for one in made]
    return {
        "result": summed(results),
        "expected": summed([*worths, *(scaled(cost, -1) for cost in costs)]),
        "luck": summed([*results, *(scaled(worth, -1) for worth in worths), *costs]),
        "cost": summed(costs),
        "mistakes": summed(value_of(one["cost"]) for one in made if one["mistake"]),
    }


def worst(made: Sequence[Mapping[str, Any]], most: int = WORST) -> list[int]:
    """Return the places of the costliest mistakes among some decisions, the worst first."""
    mistakes = (place for place, one in enumerate(made) if one["mistake"])
    return sorted(mistakes, key=lambda place: -made[place]["cost"]["value"])[:most]


def persons(reviews: Iterable[RoundReview]) -> list[str]:
    """Return whose rounds these are, each once, in order."""
    return list(dict.fromkeys(review.person for review in reviews))
