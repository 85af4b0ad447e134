"""Double Cross Poker: the three-card wager, counted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations

from croupier.nouns.cards import DECK
from croupier.nouns.hands import LowAce, SuitedKingAceTwo, ThreeCard, Unsuited, rank_three


@cache
def three_card_counts(
    low_ace: LowAce = "counts",
    suited_king_ace_two: SuitedKingAceTwo = "flush",
    unsuited: Unsuited = "not-all-same",
) -> Mapping[ThreeCard, int]:
    """Count the 22,100 hands of three cards by category, under the chosen readings."""
    counts = dict.fromkeys(ThreeCard, 0)
    for cards in combinations(DECK, 3):
        kind = rank_three(
            cards, low_ace=low_ace, suited_king_ace_two=suited_king_ace_two, unsuited=unsuited
        )
        counts[kind] += 1
    return counts
