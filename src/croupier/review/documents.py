"""Reviews of several rounds together, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from croupier.lab.documents import number
from croupier.mathematics.analysis import summed
from croupier.review.rounds import RoundReview

WORST: Final = 3
"""How many of the costliest mistakes are named."""


def added(reviews: Sequence[RoundReview]) -> dict[str, Any]:
    """Return the reviews of some rounds as one document, with their sums."""
    rounds = [review.as_dict() for review in reviews]
    made = [decision for one in rounds for decision in one.pop("decisions")]
    return {
        "decisions": made,
        "rounds": rounds,
        "result": number(summed(one.result for one in reviews)),
        "expected": number(summed(one.expected for one in reviews)),
        "luck": number(summed(one.luck for one in reviews)),
        "cost": number(summed(one.cost for one in reviews)),
        "right": {"decisions": len(made), "right": sum(one["right"] for one in made)},
        "worst": worst(made),
    }


def worst(made: Sequence[dict[str, Any]], most: int = WORST) -> list[int]:
    """Return the places of the costliest mistakes among some decisions, the worst first."""
    mistakes = (place for place, one in enumerate(made) if one["mistake"])
    return sorted(mistakes, key=lambda place: -made[place]["cost"]["value"])[:most]


def persons(reviews: Iterable[RoundReview]) -> list[str]:
    """Return whose rounds these are, each once, in order."""
    return list(dict.fromkeys(review.person for review in reviews))
