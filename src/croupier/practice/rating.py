"""A score that moves: a rating like Elo's, of a player against the difficulty of decisions.

A decision is hard if its choices are worth nearly the same. Whoever guesses is right now and then,
so an answer is measured against the chance of a lucky guess as well. The steps are whole numbers.

>>> moved(START, difficulty=1000, choices=2, right=True, answered=50)
1004
>>> moved(START, difficulty=1000, choices=2, right=False, answered=50)
988
"""

from __future__ import annotations

from typing import Final

START: Final = 1000
LEAST: Final = 100
QUICK: Final = 20
"""How many answers of a newcomer move the score twice as far."""
STEP: Final = 16

_DIFFICULTIES: Final = (
    (1.0, 600),
    (0.5, 800),
    (0.25, 1000),
    (0.1, 1200),
    (0.05, 1400),
    (0.02, 1600),
    (0.01, 1800),
    (0.0, 2000),
)
"""A decision whose wrong choice costs at least this, in first wagers, is this hard."""


def difficulty(gap: float) -> int:
    """Return how hard a decision is, by what the cheapest wrong choice costs.

    >>> difficulty(0.3), difficulty(0.004)
    (1000, 2000)
    """
    return next(hard for least, hard in _DIFFICULTIES if gap >= least)


def expected(score: int, difficulty: int, choices: int) -> float:
    """Return the expected share of right answers, lucky guesses included.

    >>> round(expected(1000, 1000, 2), 2), round(expected(600, 1000, 2), 2)
    (0.75, 0.55)
    """
    knows = 1 / (1 + 10 ** ((difficulty - score) / 400))
    guess = 1 / max(choices, 1)
    return guess + (1 - guess) * knows


def moved(score: int, difficulty: int, choices: int, right: bool, answered: int) -> int:
    """Return the score after an answer; ``answered`` counts the answers before it.

    A right answer is worth at least a point, and a wrong one costs at least a point.
    """
    step = STEP * 2 if answered < QUICK else STEP
    gain = round(step * (right - expected(score, difficulty, choices)))
    gain = max(gain, 1) if right else min(gain, -1)
    return max(score + gain, LEAST)
