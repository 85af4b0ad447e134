"""Winner's Pot Poker: the jacks plus bonus wager, on five cards or on those that were kept.

A player who folds is still paid on the three or four cards held (finding W-13), which cannot be a
straight, flush or full house. So the value of the wager depends on when the player folds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import Final, Literal

import numpy as np

from croupier.games.winners_pot_poker.mathematics.solver import Solution
from croupier.games.winners_pot_poker.mathematics.solver_counts import (
    FIVE,
    FOUR,
    HIGH_IN,
    LOW_IN,
    PATTERNS,
    PLAIN,
    THREE,
    TO_FIVE,
    TWO,
    Array,
)
from croupier.games.winners_pot_poker.mathematics.solver_streets import (
    DEALS,
    STREETS,
    deals,
    visits,
)
from croupier.mathematics.figures import Figures, Tally
from croupier.nouns.hands import Category, judge
from croupier.nouns.money import Odds

WINS: Final = (
    "pair-of-jacks-or-better",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
OUTCOMES: Final = ("lose", *WINS)
LEAST_ODDS: Final[Mapping[str, Odds]] = dict(
    zip(WINS, map(Odds, (1, 3, 7, 10, 15, 30, 50, 80, 400)), strict=True)
)
"""The least odds a house may pay: 11(b)."""

ALL_DEALS: Final = DEALS * STREETS * 46
"""The number of deals up to the player's fifth card."""
Counts = tuple[int, ...]
"""The number of deals for each of :data:`OUTCOMES`."""


def _outcome(ranks: Array, flush: bool = False) -> int:
    category, groups = judge(sum(5 ** int(rank) for rank in ranks), flush)
    if category < Category.PAIR or (category == Category.PAIR and groups[0] < 11):
        return 0
    return int(category)


@cache
def _outcomes(size: int, flush: bool = False) -> Array:
    """Return the outcomes by the ranks of three to five cards; zero if they are impossible."""
    piles = {3: THREE, 4: FOUR, 5: FIVE}[size]
    kinds = [len(set(pile)) for pile in piles.tolist()]
    least = 5 if flush else 2 if size == 5 else 1
    return np.array(
        [_outcome(pile, flush) if n >= least else 0 for pile, n in zip(piles, kinds, strict=True)]
    )


@cache
def five_cards() -> Counts:
    """Count the 2,598,960 hands of five cards by outcome of the wager."""
    counts = [0] * len(OUTCOMES)
    for pile, plain, flush in zip(FIVE, _outcomes(5), _outcomes(5, flush=True), strict=True):
        _, copies = np.unique(pile, return_counts=True)
        one_suit = 4 if len(copies) == 5 else 0
        counts[plain] += prod(comb(4, int(n)) for n in copies) - one_suit
        counts[flush] += one_suit
    return tuple(counts)


def with_folds(
    play: Solution, short: Literal["evaluate-short", "lose"] = "evaluate-short"
) -> Counts:
    """Count all deals up to the fifth card by outcome, for a player who folds by a strategy.

    ``short`` is the reading of W-13: folded hands are judged on the cards held, or lose.
    """
    counts = np.zeros(len(OUTCOMES), dtype=np.int64)
    folded = {
        3: (deals() - play.stays).sum(axis=(0, 2)) * STREETS,
        4: np.where(play.doubles, 0, visits(play.stays)).sum(axis=(0, 2)),
    }
    for size, hands in folded.items():
        places = _outcomes(size) if short == "evaluate-short" else np.zeros_like(hands)
        np.add.at(counts, places, hands * 46)
    for five, plain, flushes in _finished(play):
        np.add.at(counts, _outcomes(5, flush=True)[five], flushes)
        np.add.at(counts, _outcomes(5)[five], plain)
    return tuple(int(n) for n in counts)


def hands(play: Solution) -> Counts:
    """Count the deals up to the fifth card by category, where a strategy does not fold.

    The deals with a fold are missing from :data:`ALL_DEALS`.
    """
    counts = np.zeros(len(Category), dtype=np.int64)
    for five, plain, flushes in _finished(play):
        np.add.at(counts, _categories(flush=True)[five], flushes)
        np.add.at(counts, _categories(flush=False)[five], plain)
    return tuple(int(n) for n in counts)


@cache
def _categories(flush: bool) -> Array:
    """Return the categories of five cards by their ranks; zero if they are impossible."""
    least = 5 if flush else 2
    return np.array(
        [
            judge(sum(5 ** int(rank) for rank in pile), flush)[0]
            if len(set(pile)) >= least
            else Category.HIGH_CARD
            for pile in FIVE.tolist()
        ]
    )


def _finished(play: Solution) -> Iterator[tuple[Array, Array, Array]]:
    """Yield the ranks of finished hands, by fifth card, with the deals of no flush and of one."""
    stays = np.where(play.doubles, visits(play.stays), 0)
    suited = [n for n in range(15, PATTERNS) if n != PLAIN]
    by_pair, four_suited = stays.sum(axis=2), stays[:, :, suited].sum(axis=2)
    for rank in range(13):
        low, high = (np.equal(TWO[:, side], rank).astype(np.int64) for side in (0, 1))
        held = np.equal(FOUR, rank).sum(axis=1)
        # No flush where the dealer has the flush card of this rank.
        flushes = four_suited.sum(axis=0) - (low | high) @ stays[:, :, 15]
        flushes -= low @ stays[:, :, LOW_IN] + high @ stays[:, :, HIGH_IN]
        flushes = np.where(held == 0, flushes, 0)
        cards = (4 - held) * by_pair.sum(axis=0) - (low + high) @ by_pair
        yield TO_FIVE[:, rank], cards - flushes, flushes


def figures(
    counts: Counts,
    odds: Mapping[str, Odds] = LEAST_ODDS,
    *,
    stake: int = 0,
    chip: int = 1,
    limit: int | None = None,
) -> Figures:
    """Return the exact figures of the wager under any pay table, per unit wagered.

    With a stake in cents, the winnings are rounded up to the chip and capped at the limit of 11(c).
    """
    tally = Tally(outcomes=OUTCOMES)
    tally.enter(counts[0], net=-1, outcome="lose")
    for name, weight in zip(WINS, counts[1:], strict=True):
        won = odds[name].ratio
        if stake:
            paid = odds[name].pay(stake, chip)
            won = Fraction(paid if limit is None else min(paid, limit), stake)
        tally.enter(weight, net=won, outcome=name)
    return tally.close()
