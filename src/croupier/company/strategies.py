"""How house players may play: their strategies, by name.

Each game's mathematics says which of its strategies of ``odds`` each of them is
(:attr:`croupier.mathematics.analysis.Analysis.company`), so the exact figures of every house player
are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True)
class Strategy:
    """How a house player plays, in words for people."""

    name: str
    title: str
    sentence: str
    stakes: bool = False
    """Whether it rather stakes more than declines, where nobody knows what is better."""


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        strategy.name: strategy
        for strategy in (
            Strategy(
                "best",
                "best play",
                "Plays as well as its own cards and those on the table allow. Where players "
                "compete for a pot, it plays as if it were alone against the dealer.",
            ),
            Strategy(
                "card",
                "by the card",
                "Follows the game's strategy card, line by line.",
            ),
            Strategy(
                "cautious",
                "cautious",
                "Never stakes more where it may stay for nothing; elsewhere only with a pair or a "
                "high card.",
            ),
            Strategy(
                "loose",
                "loose",
                "Always stakes more and never folds.",
                stakes=True,
            ),
        )
    }
)
"""The strategies of house players, by name."""
