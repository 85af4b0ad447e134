"""Named ways to play Double Cross Poker, each deciding all situations of a solved table at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from croupier.games.double_cross_poker.solver_payoff import Payoff
from croupier.games.double_cross_poker.solver_situations import Ints
from croupier.games.double_cross_poker.solver_table import (
    EITHER,
    FOLD,
    HORIZONTAL,
    VERTICAL,
    Decisions,
    Figures,
    Table,
)
from croupier.nouns.cards import RANKS

_SIX, _EIGHT, _NINE, _TEN, _JACK, _QUEEN, _KING = map(RANKS.index, "689TJQK")


def _better_axis(vertical: Ints, horizontal: Ints) -> Ints:
    axis = np.where(vertical > horizontal, VERTICAL, HORIZONTAL)
    return np.where(vertical == horizontal, EITHER, axis)


def optimal(table: Table, payoff: Payoff) -> Decisions:
    """The choice of the highest value; raises worth exactly nothing are not made."""
    vertical, horizontal, fold = table.values(payoff)
    play = np.maximum(vertical, horizontal) > fold
    return np.where(play, _better_axis(vertical, horizontal), FOLD).astype(np.int8)


def never_fold(table: Table, payoff: Payoff) -> Decisions:
    """Always raise, on the axis of the higher value."""
    vertical, horizontal, _ = table.values(payoff)
    return _better_axis(vertical, horizontal).astype(np.int8)


def always_vertical(table: Table, payoff: Payoff) -> Decisions:
    """Always raise on the vertical axis."""
    return np.full(len(table.situations.size), VERTICAL, np.int8)


RULE_OF_THUMB: Final = (
    "Play any pair, yours alone or with an open card.",
    "Play any ace or king.",
    "Play a queen with a 6 or better, or if an open card is higher.",
    "Play a jack with an 8 or better, or if both open cards are higher.",
    "Play 10-9.",
    "Play two cards of an open card's suit, the higher at least a 9.",
    "Fold the rest.",
    "Use the axis that pairs your card, else the one of your suit, else the one with the higher card.",
)
"""What :func:`rule_of_thumb` does, in words."""


def rule_of_thumb(table: Table, payoff: Payoff) -> Decisions:
    """The strategy of :data:`RULE_OF_THUMB`, whatever the payoff; made for the least odds the rules allow."""
    at = table.situations
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


STRATEGIES: Final[Mapping[str, Callable[[Table, Payoff], Decisions]]] = {
    "optimal": optimal,
    "never-fold": never_fold,
    "always-vertical": always_vertical,
    "rule-of-thumb": rule_of_thumb,
}


def odds(table: Table, payoff: Payoff, strategy: str = "optimal") -> Figures:
    """The exact figures of a named strategy."""
    return table.odds(payoff, STRATEGIES[strategy](table, payoff))
