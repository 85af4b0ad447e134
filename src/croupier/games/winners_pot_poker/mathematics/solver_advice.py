"""Winner's Pot Poker: one situation solved by itself, with any other cards in view removed.

Nothing is compiled and no table is needed. For the dealer's two open cards, every set of three
cards that may complete them is ranked once, in sorted lists: all sets, those with a given card,
those with a given pair. What the player's last cards leave follows by inclusion and exclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import add
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.winners_pot_poker.mathematics.solver_payoff import (
    FOLD_FOURTH,
    FOLD_THIRD,
    Terms,
)
from croupier.mathematics.fasthands import DUOS, FLUSHES, STRENGTHS, TRIOS
from croupier.nouns.cards import DECK, INDEX, Card, without

Array = NDArray[Any]

_TAKEN: Final = np.iinfo(np.int16).max
"""A value above every strength, for three cards that cannot occur together."""


def _numbers(cards: Iterable[Card]) -> Array:
    return np.array([INDEX[card] for card in cards], dtype=np.int64)


def _strengths(three: Array, cards: Array) -> Array:
    """Return ``[a, b]``: the strengths of three cards with every two of the others."""
    ranks = cards >> 2
    trio = TRIOS[(three >> 2) @ [169, 13, 1]]
    found: Array = STRENGTHS[trio, DUOS[np.add.outer(ranks * 13, ranks)]]
    suit = three[0] & 3
    if (three & 3 == suit).all():
        own = np.flatnonzero(cards & 3 == suit)
        mask = np.bitwise_or.reduce(1 << (three >> 2))
        bits = 1 << ranks[own]
        found[np.ix_(own, own)] = FLUSHES[mask | np.bitwise_or.outer(bits, bits)]
    return found


def _completions(first: int, second: int, cards: Array) -> Array:
    """Return ``[a, b, c]``: the dealer's strengths with every three of the cards left."""
    table = np.stack([_strengths(np.array([first, second, card]), cards) for card in cards])
    same = np.arange(len(cards))
    table[same, same, :] = table[same, :, same] = table[:, same, same] = _TAKEN
    return table


def _below(ordered: Array, strengths: Array, repeats: int) -> tuple[Array, Array]:
    """Return how many sets of a sorted list, in which each set is repeated, lose and tie."""
    lower = np.searchsorted(ordered, strengths, "left")
    return lower // repeats, (np.searchsorted(ordered, strengths, "right") - lower) // repeats


def _ends(own: Array, shown: tuple[int, int], cards: Array) -> tuple[Array, Array]:
    """Return ``[a, b]``: the dealer's completions that lose, and those that tie.

    The player holds three cards and is dealt every two of the cards left. The diagonal is zero.
    """
    hands = _strengths(own, cards)
    table = _completions(*shown, cards)
    wins, ties = _below(np.sort(table, axis=None), hands, repeats=6)
    for place, holding in enumerate(table):
        lower, equal = _below(np.sort(holding, axis=None), hands[place], repeats=2)
        for counts, part in ((wins, lower), (ties, equal)):
            counts[place, :] -= part
            counts[:, place] -= part
    both = hands[:, :, None]
    wins += (table < both).sum(axis=2)
    ties += (table == both).sum(axis=2)
    np.fill_diagonal(wins, 0)
    np.fill_diagonal(ties, 0)
    return wins, ties


def fourth_street(
    own: Sequence[Card], shown: Sequence[Card], seen: Iterable[Card] = ()
) -> tuple[int, int, int]:
    """Return the numbers of wins, ties and all endings of a fourth-street situation."""
    cards = _numbers(without(DECK, [*own, *shown, *seen]))
    hand, (first, second) = _numbers(own), _numbers(shown)
    left = np.append(cards, hand[3])
    wins, ties = _ends(hand[:3], (first, second), left)
    # The player holds the fourth card, so like the fifth the dealer cannot have it.
    n = len(cards)
    return int(wins[n].sum()), int(ties[n].sum()), n * (n - 1) * (n - 2) * (n - 3) // 6


def third_street(
    own: Sequence[Card], shown: Card, seen: Iterable[Card] = ()
) -> tuple[Array, Array, int]:
    """Return the wins and ties of every fourth street that can follow, and the endings of each.

    The arrays are ``[dealer's next card, own next card]``, with -1 where both cards are the same.
    """
    cards = _numbers(without(DECK, [*own, shown, *seen]))
    size = len(cards)
    wins = np.full((size, size), -1, dtype=np.int64)
    ties = wins.copy()
    hand, first = _numbers(own), INDEX[shown]
    for place, second in enumerate(cards):
        others = np.flatnonzero(np.arange(size) != place)
        for counts, ends in zip(
            (wins, ties), _ends(hand, (first, int(second)), cards[others]), strict=True
        ):
            counts[place, others] = ends.sum(axis=1)
    n = size - 2
    return wins, ties, n * (n - 1) * (n - 2) * (n - 3) // 6


class Endings(NamedTuple):
    """How often a player who stays wins, ties and loses, and folds on fourth street instead."""

    wins: int
    ties: int
    losses: int
    folds: int = 0

    @property
    def whole(self) -> int:
        """The number of all endings."""
        return sum(self)


def endings(
    hand: Sequence[Card], table: Sequence[Card], on: Terms, seen: Iterable[Card] = ()
) -> Endings:
    """Return how a round goes on if the player stays now and plays optimally after a bet.

    A player with three cards against one open card of the dealer's bets, a player with four
    against two doubles.
    """
    if (len(hand), len(table)) not in ((3, 1), (4, 2)):
        raise ValueError(
            "winner's pot poker is decided with three cards against one or four against two, "
            f"not {len(hand)} against {len(table)}"
        )
    return _endings(tuple(hand), tuple(table), on, tuple(seen))


@lru_cache(16)  # the values of a situation and the reason in words need the same
def _endings(
    hand: tuple[Card, ...], table: tuple[Card, ...], on: Terms, seen: tuple[Card, ...]
) -> Endings:
    if len(hand) == 4:
        won, tied, ends = fourth_street(hand, table, seen)
        return Endings(won, tied, ends - won - tied)
    wins, ties, ends = third_street(hand, table[0], seen)
    real = wins >= 0
    states, deals = np.unique(
        np.stack([wins[real], ties[real]], axis=1), axis=0, return_counts=True
    )
    found = Endings(0, 0, 0)
    for (won, tied), n in zip(states.tolist(), deals.tolist(), strict=True):
        lost = ends - won - tied
        stays = on.total(won, tied, lost) > FOLD_FOURTH * ends
        now = (n * won, n * tied, n * lost, 0) if stays else (0, 0, 0, n * ends)
        found = Endings(*map(add, found, now))
    return found


def advise(
    hand: Sequence[Card], table: Sequence[Card], on: Terms, seen: Iterable[Card] = ()
) -> dict[str, Fraction]:
    """Return the exact value of each choice.

    With three cards against one open card of the dealer's, the choice is to bet or fold. With four
    against two, it is to double or fold. Values are in antes for the whole round, with optimal play
    after a bet.
    """
    ends = endings(hand, table, on, seen)
    value = on.total(*ends) / ends.whole
    if len(hand) == 4:
        return {"double": value, "fold": Fraction(FOLD_FOURTH)}
    return {"bet": value, "fold": Fraction(FOLD_THIRD)}
