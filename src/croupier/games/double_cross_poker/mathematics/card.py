"""Double Cross Poker: the strategy card, built from what a player sees at a glance.

The card first chooses the axis: the first feature of an ordered list that tells the axes apart
decides. Then it says whether that axis is worth playing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.double_cross_poker.mathematics.solver import (
    FOLD,
    HORIZONTAL,
    VERTICAL,
    Decisions,
    ShowdownTable,
)
from croupier.games.double_cross_poker.mathematics.solver_counts import DEALS
from croupier.games.double_cross_poker.mathematics.solver_payoff import Payoff
from croupier.games.double_cross_poker.mathematics.solver_situations import (
    SITUATIONS,
    Ints,
    Situations,
)
from croupier.mathematics.analysis import Feature, Part, Rule, Search
from croupier.nouns.cards import RANK_NAMES

Array = NDArray[Any]
NO, YES = range(2)
_WORTH: Final = 5e-5
"""The least value of a feature, in antes, that puts it on a card."""


class Axis(NamedTuple):
    """The features of a player's two cards and the open card of an axis, in every situation."""

    pair: Array
    straight_flush: Array
    above: Array
    suit: Array
    straight: Array
    open: Ints
    """The open card's rank."""


_ORDER: Final = {
    "pair": "the axis whose open card pairs one of yours",
    "straight_flush": "the axis with three cards of a straight flush",
    "above": "the axis whose open card is higher than both of yours",
    "suit": "the axis with three cards of one suit",
    "straight": "the axis with three cards of a straight",
}
"""The features that may decide between the axes; if none does, the higher open card decides."""


def card(
    table: ShowdownTable, payoff: Payoff, search: Search
) -> tuple[tuple[Part, ...], Decisions]:
    """Return the card, and its decision in each situation."""
    at = table.situations
    vertical, horizontal, fold = table.values(payoff)
    unit = float(SITUATIONS) * DEALS * payoff.ante
    down, across = (values.astype(np.float64) * at.size / unit for values in (vertical, horizontal))
    folding = at.size * (fold / unit)
    axes = _axis(at, at.far), _axis(at, at.right)
    order = _best_order(axes, down, across, folding)
    first = _key(axes[0], order) >= _key(axes[1], order)
    values = np.array([folding, np.where(first, down, across)])
    chosen = Axis(*(np.where(first, a, b) for a, b in zip(*axes, strict=True)))
    lines = search(values, _features(at, chosen), default=YES, most=7, worth=_WORTH, deep=3)
    playing = np.any([line.where for line in lines if line.action == YES], axis=0)
    decisions = np.where(playing, np.where(first, VERTICAL, HORIZONTAL), FOLD).astype(np.int8)
    parts = (
        Part("Which axis", _axis_rules(at, axes, order)),
        Part(
            "Whether to play it",
            tuple(
                Rule(line.text, ("fold", "raise")[line.action], _share(at, line.where))
                for line in lines
            ),
        ),
    )
    return parts, decisions


def _share(at: Situations, where: Array) -> Fraction:
    return Fraction(int(at.size[where].sum()), SITUATIONS)


def _axis(at: Situations, opened: Ints) -> Axis:
    one, other, third = (cards >> 2 for cards in (at.first, at.second, opened))
    suit = ((at.first ^ at.second) & 3 == 0) & ((at.first ^ opened) & 3 == 0)
    low, middle, high = np.sort(np.array([one, other, third]), axis=0)
    wheel = (high == 12) & (middle <= 3)
    straight = (low < middle) & (middle < high) & ((high - low <= 4) | wheel)
    return Axis(
        pair=(one == third) | (other == third),
        straight_flush=straight & suit,
        above=third > np.maximum(one, other),
        suit=suit,
        straight=straight,
        open=third,
    )


# --- which axis -----------------------------------------------------------------------------------


def _key(axis: Axis, order: tuple[str, ...]) -> Array:
    """Return the key that axes are compared by: the features in order, then the open card."""
    key: Array = axis.open.astype(np.int64)
    for place, name in enumerate(reversed(order)):
        key = key + (getattr(axis, name).astype(np.int64) << 4 + place)
    return key


def _best_order(
    axes: tuple[Axis, Axis], down: Array, across: Array, folding: Array
) -> tuple[str, ...]:
    """Build the order of features one by one, each at the position where it gains most."""

    def worth(order: tuple[str, ...]) -> float:
        first = _key(axes[0], order) >= _key(axes[1], order)
        return float(np.maximum(np.where(first, down, across), folding).sum())

    order: tuple[str, ...] = ()
    while True:
        longer = [
            (*order[:place], name, *order[place:])
            for name in _ORDER
            if name not in order
            for place in range(len(order) + 1)
        ]
        better = max(longer, key=worth, default=order)
        if worth(better) <= worth(order) + _WORTH:
            return order
        order = better


def _axis_rules(
    at: Situations, axes: tuple[Axis, Axis], order: tuple[str, ...]
) -> tuple[Rule, ...]:
    rules = []
    left = np.ones(len(at.size), dtype=np.bool_)
    for name in order:
        where = left & (getattr(axes[0], name) != getattr(axes[1], name))
        left &= ~where
        rules.append(Rule(_ORDER[name], "take", _share(at, where)))
    return (*rules, Rule("the axis with the higher open card", "take", _share(at, left)))


# --- whether to play ------------------------------------------------------------------------------


def _features(at: Situations, axis: Axis) -> list[Feature]:
    one, other = at.first >> 2, at.second >> 2
    high, low = np.maximum(one, other), np.minimum(one, other)
    opened = np.maximum(at.far >> 2, at.right >> 2)
    return [
        Feature("hand", "a pair", (high == low) | axis.pair),
        Feature("hand", "three cards of one suit", axis.suit),
        Feature("hand", "three cards of a straight", axis.straight),
        Feature("hand", "three cards of a straight flush", axis.straight_flush),
        Feature("hand", "three cards of a straight or of one suit", axis.straight | axis.suit),
        *_ranked("high", "your higher card {} or better", high.__ge__, range(7, 12)),
        *_ranked("low", "your lower card {} or better", low.__ge__, range(3, 8)),
        *_ranked("most", "your cards no higher than {}", high.__le__, range(8, 12)),
        *_ranked("least", "your lower card no higher than {}", low.__le__, range(3, 8)),
        Feature("open", "an open card higher than yours", opened > high),
        Feature("open", "no open card higher than yours", opened <= high),
        Feature("end", "the axis's open card an ace or king", axis.open >= 11),
        Feature("end", "the axis's open card higher than your lower", axis.open > low),
    ]


def _ranked(
    group: str, words: str, compare: Callable[[int], Array], ranks: Iterable[int]
) -> Iterator[Feature]:
    """Yield one feature for each rank; the rank stands for ``{}`` in the words."""
    for rank in ranks:
        yield Feature(group, words.format(_a(rank)), compare(rank))


def _a(rank: int) -> str:
    """Return the name of a rank with its article: ``a 5``, ``an 8``."""
    name = RANK_NAMES[rank + 2]
    return f"an {name}" if name in ("8", "ace") else f"a {name}"
