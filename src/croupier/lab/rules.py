"""The search for short lists of rules that come close to the best play: strategy cards.

The first rule whose features all hold decides a situation; if there is none, the default does. A
list grows greedily, one rule at a time at the best place. After each step, rules are exchanged or
dropped as long as that gains. Situations that no feature tells apart are one *cell*, so the work
does not grow with the number of situations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.mathematics.analysis import Feature, FoundRule
from croupier.mathematics.kept import Report

Array = NDArray[Any]

_SLIGHT: Final = 1e-12
"""A smaller gain is a rounding error."""


class _Rule(NamedTuple):
    candidate: int
    action: int


def search(
    values: Array,
    features: Sequence[Feature],
    *,
    default: int,
    most: int,
    worth: float,
    deep: int = 2,
    report: Report = lambda done, total: None,
) -> list[FoundRule]:
    """Return a list of at most ``most`` rules, and the default as its last line.

    ``values`` are those of ``[action, situation]``, weighted with how often a situation occurs, so
    that they add up to the value of a strategy. A rule has at most ``deep`` features and must gain
    ``worth`` for each of them.
    """
    lines = []
    left = np.ones(values.shape[1], dtype=np.bool_)
    for action, parts in _List(values, features, default, worth, deep).grown(most, report):
        where = left & np.all([features[n].mask for n in parts], axis=0)
        left &= ~where
        lines.append(FoundRule("; ".join(features[n].text for n in parts), action, where))
    return [*lines, FoundRule("anything else", default, left)]


class _List:
    """A list of rules while it is being improved."""

    def __init__(
        self, values: Array, features: Sequence[Feature], default: int, worth: float, deep: int
    ) -> None:
        masks = np.array([feature.mask for feature in features])
        cells, self._sums = _cells(masks, values)
        self._default = default
        conjunctions = [
            (parts, cells[list(parts)].all(axis=0)) for parts in _conjunctions(features, deep)
        ]
        self._candidates, holds = zip(*(c for c in conjunctions if c[1].any()), strict=True)
        self._holds = np.array(holds)
        self._weights = self._holds.T.astype(np.float64)
        self._costs = np.array([worth * len(parts) for parts in self._candidates])
        self._rules: list[_Rule] = []

    def grown(self, most: int, report: Report) -> list[tuple[int, tuple[int, ...]]]:
        """Add, exchange and drop rules while that gains; return actions with their features."""
        while len(self._rules) < most and self._insert():
            report(len(self._rules), most)
            while self._exchange():
                pass
        return [(rule.action, self._candidates[rule.candidate]) for rule in self._rules]

    def _insert(self) -> bool:
        """Insert one more rule where it gains most; False if none gains."""
        places = range(len(self._rules) + 1)
        found = [_best(self._gains(self._rules[:at], self._rules[at:])) for at in places]
        place = max(places, key=lambda place: found[place][0])
        gain, rule = found[place]
        if gain > _SLIGHT:
            self._rules.insert(place, rule)
        return gain > _SLIGHT

    def _exchange(self) -> bool:
        """Replace or drop a rule if that improves the list; False if nothing does."""
        for place, old in enumerate(self._rules):
            gains = self._gains(self._rules[:place], self._rules[place + 1 :])
            now = gains[old.action, old.candidate]
            gain, rule = _best(gains)
            if gain > max(now, 0) + _SLIGHT:
                self._rules[place] = rule
                return True
            if now < -_SLIGHT:
                del self._rules[place]
                return True
        return False

    def _gains(self, before: Sequence[_Rule], after: Sequence[_Rule]) -> Array:
        """Return ``[action, candidate]``: what a rule between two parts of the list gains."""
        reached = np.ones(self._sums.shape[1], dtype=np.bool_)
        for rule in before:
            reached &= ~self._holds[rule.candidate]
        later = self._sums[self._default].copy()
        for rule in reversed(after):
            holds = self._holds[rule.candidate]
            later[holds] = self._sums[rule.action][holds]
        gains: Array = ((self._sums - later) * reached) @ self._weights - self._costs
        return gains


def _best(gains: Array) -> tuple[float, _Rule]:
    """Return the greatest gain in ``[action, candidate]``, and its rule."""
    action, candidate = np.unravel_index(int(np.argmax(gains)), gains.shape)
    return float(gains[action, candidate]), _Rule(int(candidate), int(action))


def _cells(masks: Array, values: Array) -> tuple[Array, Array]:
    """Add up situations with the same features; return ``[feature, cell]``, ``[action, cell]``."""
    packed = np.packbits(masks, axis=0).T
    padded = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    _, first, cell = np.unique(
        padded.view(np.uint64), axis=0, return_index=True, return_inverse=True
    )
    sums = [np.bincount(cell.reshape(-1), row, minlength=len(first)) for row in values]
    return masks[:, first], np.array(sums)


def _conjunctions(features: Sequence[Feature], deep: int) -> Iterator[tuple[int, ...]]:
    """Yield every combination of up to ``deep`` features of different families."""
    for size in range(1, deep + 1):
        for parts in combinations(range(len(features)), size):
            if len({features[n].family for n in parts}) == size:
                yield parts
