"""Winner's Pot Poker: the heads-up strategy card, built from what a player sees at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np

from croupier.games.winners_pot_poker.mathematics.solver import Solution
from croupier.games.winners_pot_poker.mathematics.solver_counts import (
    FINISHES,
    FOUR,
    PATTERNS,
    PLAIN,
    THREE,
    TWO,
    Array,
)
from croupier.games.winners_pot_poker.mathematics.solver_payoff import (
    FOLD_FOURTH,
    FOLD_THIRD,
    LOSE,
    Terms,
)
from croupier.games.winners_pot_poker.mathematics.solver_streets import (
    DEALS,
    STREETS,
    deals,
    fold,
    visits,
)
from croupier.mathematics.analysis import CARD, Feature, FoundRule, Part, Rule, Search
from croupier.nouns.cards import RANK_NAMES

FOLD, STAY = range(2)
Decisions: TypeAlias = tuple[Array, Array]
"""Whether to bet, ``[open rank, own ranks, pattern]``, and to double, likewise on fourth street."""
_WORTH: Final = 1e-4
"""The least value of a feature, in antes, that puts it on a card."""
_ONE_SUIT: Final = np.array([pattern in (15, 16) or pattern > PLAIN for pattern in range(PATTERNS)])
"""Whether the player's four cards share a suit, by the patterns on fourth street."""


@dataclass(frozen=True, eq=False)
class ByCard(Solution):
    """A strategy that is given by its decisions on both streets."""

    chosen: Array

    @cached_property
    def bets(self) -> Array:
        """The bets of the card, even where the values speak against them."""
        return self.chosen


def by_card(on: Terms, counts: Array, decisions: Decisions) -> ByCard:
    """Return the strategy of these decisions, with its values under some terms."""
    bets, doubles = decisions
    return ByCard(on, CARD, fold(counts, doubles), doubles, bets)


def card(optimal: Solution, counts: Array, search: Search) -> tuple[tuple[Part, ...], ByCard]:
    """Return the card, and the strategy that it describes.

    Fourth street is solved first, because the value of third street depends on it.
    """
    fourth = _fourth_street(optimal, counts, search)
    one_suit = _ONE_SUIT.astype(np.int64)
    doubles = _played(fourth).reshape(len(TWO), len(FOUR), 2)[:, :, one_suit]
    table = fold(counts, doubles)
    third = _third_street(optimal, table, search)
    bets = np.zeros(table.shape[:3], dtype=np.bool_)
    bets[_dealt()] = _played(third)
    play = ByCard(optimal.terms, CARD, table, doubles, bets)
    reached = _by_suit(visits(play.stays)).reshape(-1)
    early = _rules(third, deals()[_dealt()], DEALS, "bet")
    late = _rules(fourth, reached, DEALS * STREETS, "double")
    parts = (
        Part("With three cards, against the dealer's open card", early),
        Part("With four cards, against the dealer's two open cards", late),
    )
    return parts, play


def _dealt() -> tuple[Array, ...]:
    """Return the indices of the third-street states that occur."""
    return np.nonzero(deals())


def _by_suit(states: Array) -> Array:
    """Sum fourth-street states into ``[dealer's ranks, own ranks, one suit or not]``."""
    return np.stack(
        [states[..., ~_ONE_SUIT].sum(axis=2), states[..., _ONE_SUIT].sum(axis=2)], axis=2
    )


def _played(lines: list[FoundRule]) -> Array:
    """Return where the lines of a list say to stay."""
    stays: Array = np.any([line.where for line in lines if line.action == STAY], axis=0)
    return stays


def _rules(lines: list[FoundRule], weights: Array, whole: int, action: str) -> tuple[Rule, ...]:
    names = ("fold", action)
    shares = (Fraction(int(weights[line.where].sum()), whole) for line in lines)
    return tuple(
        Rule(line.text, names[line.action], share)
        for line, share in zip(lines, shares, strict=True)
    )


def _third_street(optimal: Solution, table: Array, search: Search) -> list[FoundRule]:
    where = _dealt()
    weights = deals()[where] / DEALS
    wins, ties, folds = (table[where][:, k].astype(np.float64) for k in range(3))
    losses = (STREETS - folds) * FINISHES - wins - ties
    on = optimal.terms
    value = wins * float(on.win) + ties * float(on.tie) + losses * LOSE
    value = value / (STREETS * FINISHES) + folds * FOLD_FOURTH / STREETS
    values = np.array([FOLD_THIRD * weights, value * weights])
    shown, own, pattern = where
    low, middle, high = THREE.astype(np.int64)[own].T
    no_pair = (low < middle) & (middle < high)
    one_suit = pattern >= 7
    straight = no_pair & ((high - low <= 4) | ((high == 12) & (middle <= 3)))
    row = no_pair & (high - low == 2) & (high < 12) & (low > 0)
    mixed = no_pair & ~one_suit
    features = [
        Feature("hand", "no pair", no_pair),
        Feature("hand", "no pair and not three of a suit", mixed),
        Feature("hand", "no pair, not three of a suit, not three in a row", mixed & ~row),
        Feature("hand", "no pair, no three cards of a straight or flush", mixed & ~straight),
        Feature("duel", "no card as high as the dealer's", high < shown),
        Feature("duel", "no card higher than the dealer's", high <= shown),
        Feature("duel", "at most one card as high as the dealer's", middle < shown),
        Feature("duel", "at most one card higher than the dealer's", middle <= shown),
        Feature("duel", "at most two cards higher than the dealer's", low <= shown),
        *_ranks("dealer", "the dealer shows {} or higher", shown, least=True),
        *_ranks("high", "no card above {}", high),
        *_ranks("second", "at most one card above {}", middle),
    ]
    return search(values, features, default=STAY, most=4, worth=_WORTH, deep=3)


def _fourth_street(optimal: Solution, counts: Array, search: Search) -> list[FoundRule]:
    reached = visits(optimal.stays).astype(np.float64) / (DEALS * STREETS)
    on = optimal.terms
    wins, ties = counts[..., 0].astype(np.float64), counts[..., 1].astype(np.float64)
    value = wins * float(on.win) + ties * float(on.tie) + (FINISHES - wins - ties) * LOSE
    values = np.array(
        [
            _by_suit(FOLD_FOURTH * reached).reshape(-1),
            _by_suit(value / FINISHES * reached).reshape(-1),
        ]
    )
    cells = np.indices((len(TWO), len(FOUR), 2)).reshape(3, -1)
    low, high = TWO.astype(np.int64)[cells[0]].T
    own = FOUR.astype(np.int64)[cells[1]]
    alike = (own[:, :, None] == own[:, None, :]).sum(axis=2)
    paired = np.where(alike > 1, own, -1).max(axis=1)
    better = (alike.max(axis=1) > 2) | ((alike == 2).sum(axis=1) == 4)
    no_pair = paired < 0
    first, _, third, best = own.T
    straight = no_pair & ((best - first <= 4) | ((best == 12) & (third <= 3)))
    mixed = no_pair & (cells[2] == 0)
    features = [
        Feature("hand", "no pair", no_pair),
        Feature("hand", "no pair and not four of a suit", mixed),
        Feature("hand", "no pair, no four cards of a straight or flush", mixed & ~straight),
        Feature("hand", "a pair at most", ~better),
        Feature("duel", "no card as high as the dealer's best", best < high),
        Feature("duel", "no card higher than the dealer's best", best <= high),
        Feature("duel", "no pair as high as the dealer's best card", (paired < high) & ~better),
        Feature("duel", "no pair higher than the dealer's best card", (paired <= high) & ~better),
        Feature("lower", "at most one card above the dealer's lower", third <= low),
        Feature("lower", "no card above the dealer's lower", best <= low),
        Feature("dealer", "the dealer shows a pair", low == high),
        *_ranks("dealer", "the dealer shows {} or higher", high, least=True),
        *_ranks("high", "no card above {}", best),
    ]
    return search(values, features, default=STAY, most=4, worth=_WORTH, deep=3)


def _ranks(family: str, text: str, ranks: Any, *, least: bool = False) -> list[Feature]:
    """Return a feature for each rank from the six up: at most that rank, or at least."""
    return [
        Feature(family, text.format(_article(rank + 2)), ranks >= rank if least else ranks <= rank)
        for rank in range(4, 12 + least)
    ]


def _article(value: int) -> str:
    name = RANK_NAMES[value]
    return f"an {name}" if name in ("8", "ace") else f"a {name}"
