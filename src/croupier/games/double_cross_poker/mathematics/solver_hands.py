"""Double Cross Poker: how often a strategy ends with each hand, whoever wins the showdown.

The five cards are the player's two, the open card of the axis that is played, and two of the 48
cards that are not in view then: 1,128 ways to go on from every situation.
"""

from __future__ import annotations

from math import comb

import numpy as np

from croupier.games.double_cross_poker.mathematics.solver import FOLD, HORIZONTAL, Decisions
from croupier.games.double_cross_poker.mathematics.solver_situations import (
    SITUATIONS,
    Ints,
    situations,
)
from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import category_of_strength, strength5
from croupier.nouns.hands import Category

COMPLETIONS = comb(48, 2)


@compiled
def _complete(cards: Ints, sizes: Ints, counts: Ints) -> None:
    """Add all five-card hands of the situations, by category.

    A row of ``cards`` has the player's two cards, the open card played and the other open card.
    """
    for n in range(sizes.size):
        first, second, played, other = cards[n]
        for x in range(1, 52):
            if x in (first, second, played, other):
                continue
            for y in range(x):
                if y not in (first, second, played, other):
                    strength = strength5(first, second, played, x, y)
                    counts[category_of_strength(strength)] += sizes[n]


def hand_counts(made: Decisions) -> tuple[list[int], int, int]:
    """Return how often each category is held at the end, how often nothing is, and out of what."""
    at = situations()
    across = made == HORIZONTAL
    played = np.where(across, at.right, at.far)
    other = np.where(across, at.far, at.right)
    cards, raised = np.column_stack([at.first, at.second, played, other]), made != FOLD
    counts = np.zeros(len(Category), np.int64)
    _complete(cards[raised], at.size[raised], counts)
    whole = SITUATIONS * COMPLETIONS
    return counts.tolist(), whole - int(counts.sum()), whole
