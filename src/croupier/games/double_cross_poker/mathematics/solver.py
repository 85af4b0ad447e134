"""Double Cross Poker, solved: the showdowns of every situation, and named strategies.

A table depends only on the reading of finding D-03. Payouts, limits, rounding and ties are applied
afterwards, by a ``Payoff`` of :mod:`croupier.games.double_cross_poker.mathematics.solver_payoff`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.games.double_cross_poker.mathematics.solver_counts import DEALS, Counts, solve
from croupier.games.double_cross_poker.mathematics.solver_payoff import (
    Moments,
    Payoff,
    Showdowns,
    moments,
)
from croupier.games.double_cross_poker.mathematics.solver_situations import (
    SITUATIONS,
    Ints,
    Situations,
    classes,
    situations,
)
from croupier.nouns.cards import INDEX, RANKS, Card, CardError, too_many
from croupier.nouns.hands import Category, Comparison

Decisions = NDArray[np.int8]
"""For each situation an index into :data:`DECISIONS`."""
DECISIONS: Final = ("fold", "vertical", "horizontal", "either")
"""With ``either`` both axes are worth the same; its outcomes are those of the vertical axis."""
FOLD, VERTICAL, HORIZONTAL, EITHER = range(len(DECISIONS))


@dataclass(frozen=True, slots=True)
class AnteFigures:
    """A strategy's exact figures, per ante."""

    moments: Moments
    average_wager: Fraction
    decisions: Mapping[str, Fraction]
    """How often each of :data:`DECISIONS` is made, per round dealt."""
    outcomes: Mapping[str, Fraction]
    """``fold``, ``lose``, ``push`` and ``win-`` with the name of each category."""


class ShowdownTable:
    """The solved game under one reading of finding D-03."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts

    @classmethod
    def solved(
        cls, reading: Comparison = "standard", progress: Callable[[int, int], None] | None = None
    ) -> ShowdownTable:
        """Solve the game from scratch, which takes some seconds."""
        return cls(solve(reading, progress=progress))

    @property
    def situations(self) -> Situations:
        """The situations of the rows of :attr:`showdowns`, in the same order."""
        return situations()

    @cached_property
    def showdowns(self) -> Ints:
        """Wins by category, ties and losses on the vertical axis, one row for each situation.

        Those on the horizontal axis are in the row of the mirrored situation.
        """
        parts = zip(self.counts, self.situations.classes, strict=True)
        counted = np.sum([table[where] for table, where in parts], axis=0, dtype=np.int64)
        return np.column_stack([counted, DEALS - counted.sum(axis=1)])

    def look_up(self, hand: Sequence[Card], far: Card, right: Card) -> tuple[Showdowns, Showdowns]:
        """Return how each axis fares in a situation in which no other card has been seen."""
        cards = [*hand, far, right]
        if len(hand) != 2 or too_many(cards) or not INDEX.keys() >= set(cards):
            raise CardError("a situation is a hand of two, the far and the right card, all known")
        a, b, f, r = (np.array(INDEX[card]) for card in cards)
        return self._look_up(a, b, f, r), self._look_up(a, b, r, f)

    def _look_up(self, first: Ints, second: Ints, open_end: Ints, other: Ints) -> Showdowns:
        parts = zip(self.counts, classes(first, second, open_end, other), strict=True)
        rows = (table[where] for table, where in parts)
        *wins, ties = map(sum, zip(*(row.tolist() for row in rows), strict=True))
        return Showdowns(tuple(wins), ties, DEALS - sum(wins) - ties)

    def values(self, payoff: Payoff) -> tuple[Ints, Ints, int]:
        """Return the net result of vertical, horizontal and fold, summed over all deals.

        The first two are by situation.
        """
        # Sums that might not fit 64 bits are kept as Python integers.
        narrow = max(map(abs, payoff.nets)) * DEALS < 2**63
        kind: Any = np.int64 if narrow else object
        vertical = self.showdowns.astype(kind) @ np.array(payoff.nets, dtype=kind)
        return vertical, vertical[self.situations.mirror], payoff.fold * DEALS

    def odds(self, payoff: Payoff, decisions: Decisions) -> AnteFigures:
        """Return the exact figures of these decisions."""
        size, mirror = self.situations.size, self.situations.mirror
        made = [int(size[decisions == choice].sum()) for choice in range(len(DECISIONS))]
        down = np.isin(decisions, (VERTICAL, EITHER))
        across = decisions == HORIZONTAL
        ended = size[down] @ self.showdowns[down] + size[across] @ self.showdowns[mirror[across]]
        names = [*(f"win-{category.slug}" for category in Category), "push", "lose", "fold"]
        counts = [*ended.tolist(), made[FOLD] * DEALS]
        nets = [*payoff.nets, payoff.fold]
        folds = Fraction(made[FOLD], SITUATIONS)
        return AnteFigures(
            moments=moments(payoff.ante, list(zip(nets, counts, strict=True))),
            average_wager=folds + 3 * (1 - folds),
            decisions={
                name: Fraction(count, SITUATIONS)
                for name, count in zip(DECISIONS, made, strict=True)
            },
            outcomes={
                name: Fraction(count, SITUATIONS * DEALS)
                for name, count in zip(names, counts, strict=True)
            },
        )


# --- strategies -----------------------------------------------------------------------------------

_SIX, _EIGHT, _NINE, _TEN, _JACK, _QUEEN, _KING = map(RANKS.index, "689TJQK")


class Held(NamedTuple):
    """The cards of some situations, as :class:`Situations` has those of all."""

    first: Ints
    second: Ints
    far: Ints
    right: Ints


Rule: TypeAlias = Callable[[Situations | Held, Ints, Ints, int], Decisions]
"""Decides situations from the cards and the sums of vertical, horizontal and fold."""


def _better_axis(vertical: Ints, horizontal: Ints) -> Ints:
    axis = np.where(vertical > horizontal, VERTICAL, HORIZONTAL)
    return np.where(vertical == horizontal, EITHER, axis)


def _optimal(at: Situations | Held, vertical: Ints, horizontal: Ints, fold: int) -> Decisions:
    play = np.maximum(vertical, horizontal) > fold
    return np.where(play, _better_axis(vertical, horizontal), FOLD).astype(np.int8)


def _never_fold(at: Situations | Held, vertical: Ints, horizontal: Ints, fold: int) -> Decisions:
    return _better_axis(vertical, horizontal).astype(np.int8)


def _always_vertical(
    at: Situations | Held, vertical: Ints, horizontal: Ints, fold: int
) -> Decisions:
    return np.full(len(vertical), VERTICAL, np.int8)


def _pairs_only(at: Situations | Held, vertical: Ints, horizontal: Ints, fold: int) -> Decisions:
    one, other, far, right = (cards >> 2 for cards in (at.first, at.second, at.far, at.right))
    pair = (one == other) | (one == far) | (one == right) | (other == far) | (other == right)
    return np.where(pair, _better_axis(vertical, horizontal), FOLD).astype(np.int8)


RULE_OF_THUMB: Final = (
    "Play any pair, yours alone or with an open card.",
    "Play any ace or king.",
    "Play a queen with a 6 or better, or if an open card is higher.",
    "Play a jack with an 8 or better, or if both open cards are higher.",
    "Play 10-9.",
    "Play two cards of an open card's suit, the higher at least a 9.",
    "Fold the rest.",
    "Use the axis that pairs your card, else the one of your suit,"
    " else the one with the higher card.",
)
"""What the strategy rule-of-thumb does, in words."""


def _rule_of_thumb(at: Situations | Held, vertical: Ints, horizontal: Ints, fold: int) -> Decisions:
    """Decide by :data:`RULE_OF_THUMB`, whatever the payoff.

    The rule was made for the least odds that the rules allow.
    """
    one, other, far, right = (cards >> 2 for cards in (at.first, at.second, at.far, at.right))
    high, low = np.maximum(one, other), np.minimum(one, other)
    suited = (at.first ^ at.second) & 3 == 0
    pairs_far = (one == far) | (other == far)
    pairs_right = (one == right) | (other == right)
    suits_far = suited & ((at.first ^ at.far) & 3 == 0)
    suits_right = suited & ((at.first ^ at.right) & 3 == 0)
    higher = (far > high).astype(np.int8) + (right > high)
    play = (
        (high == low)
        | pairs_far
        | pairs_right
        | (high >= _KING)
        | (high == _QUEEN) & ((low >= _SIX) | (higher >= 1))
        | (high == _JACK) & ((low >= _EIGHT) | (higher == 2))
        | (high == _TEN) & (low == _NINE)
        | (suits_far | suits_right) & (high >= _NINE)
    )
    # A pair counts before a suit, and a suit before the open card's rank.
    axis = _better_axis(
        32 * pairs_far + 16 * suits_far + far, 32 * pairs_right + 16 * suits_right + right
    )
    return np.where(play, axis, FOLD).astype(np.int8)


RULES: Final[Mapping[str, Rule]] = {
    "optimal": _optimal,
    "never-fold": _never_fold,
    "always-vertical": _always_vertical,
    "rule-of-thumb": _rule_of_thumb,
    "pairs-only": _pairs_only,
}
"""The highest value, or fold if no axis is worth more; always the axis of the higher value; always
the vertical axis; by the rule of thumb; only with a pair, one's own or with an open card, the axis
of the higher value."""


def _everywhere(rule: Rule) -> Callable[[ShowdownTable, Payoff], Decisions]:
    return lambda table, payoff: rule(table.situations, *table.values(payoff))


STRATEGIES: Final = {name: _everywhere(rule) for name, rule in RULES.items()}
"""The decisions of each named strategy in all situations."""
optimal: Final = STRATEGIES["optimal"]


def decide(
    table: ShowdownTable,
    payoff: Payoff,
    strategy: str,
    hand: Sequence[Card],
    opened: Sequence[Card],
) -> int:
    """Return what a named strategy decides with a hand and the far and the right card.

    Nothing has to be compiled for it.
    """
    far, right = opened
    cards = Held(*(np.array([INDEX[card]]) for card in (*hand, far, right)))
    vertical, horizontal = (
        np.array([payoff.total(axis)], dtype=object) for axis in table.look_up(hand, far, right)
    )
    return int(RULES[strategy](cards, vertical, horizontal, payoff.fold * DEALS)[0])


def odds(table: ShowdownTable, payoff: Payoff, strategy: str = "optimal") -> AnteFigures:
    """Return the exact figures of a named strategy."""
    return table.odds(payoff, STRATEGIES[strategy](table, payoff))
