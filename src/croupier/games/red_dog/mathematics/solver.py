"""Red Dog, solved: exact values for any shoe, whatever is left in it.

A round takes two cards and at most a third, so all rounds are enumerated: 91 pairs of ranks and
thirteen third cards. Suits never matter; a shoe is the number of cards of each rank.

>>> solve(Shoe.of(1)).figures.house_edge
Fraction(523, 16575)
>>> solve(Shoe.of(8)).spreads[7].raises
Fraction(1, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from croupier.mathematics.analysis import worth_staking
from croupier.mathematics.figures import Figures, Tally
from croupier.nouns.cards import RANKS, Card, CardError
from croupier.nouns.money import Odds

SPREADS: Final = range(1, 12)

STRATEGIES: Final[Mapping[str, Callable[[Fraction], bool]]] = {
    "optimal": worth_staking,
    "never-raise": lambda gain: False,
    "always-raise": lambda gain: True,
}
"""Whether to raise by the original wager, given what the raise is worth on average."""


@dataclass(frozen=True)
class Shoe:
    """The number of unseen cards of each rank, from the deuce to the ace."""

    counts: tuple[int, ...]
    infinite: bool = False
    """Whether drawing changes nothing (the limit of many decks); the counts are then shares."""

    @classmethod
    def of(cls, decks: int | None, seen: Iterable[Card] = ()) -> Shoe:
        """Return a shoe of N decks without the cards seen; ``None`` is the infinite shoe.

        >>> Shoe.of(6, ["As", "As", "Kd"]).counts[-2:]
        (23, 22)
        """
        if decks is None:
            return cls((4,) * len(RANKS), infinite=True)
        return cls((4 * decks,) * len(RANKS)).without(*(RANKS.index(card[0]) for card in seen))

    @property
    def size(self) -> int:
        """The number of cards left; for an infinite shoe, the sum of its shares."""
        return sum(self.counts)

    def without(self, *ranks: int) -> Shoe:
        """Return the shoe after cards of these ranks (deuce 0 to ace 12) have left it."""
        if self.infinite:
            return self
        counts = list(self.counts)
        for rank in ranks:
            counts[rank] -= 1
        if min(counts) < 0:
            raise CardError(f"no {RANKS[counts.index(min(counts))]} is left in the shoe")
        return Shoe(tuple(counts))

    def chance(self, ranks: Iterable[int]) -> Fraction:
        """Return the probability that the next card has one of these ranks."""
        return Fraction(sum(self.counts[rank] for rank in ranks), self.size)


@dataclass(frozen=True)
class Payouts:
    """What one unit staked wins, by the spread and with three of a kind.

    >>> Payouts.of({"1": Odds(5), "2": Odds(4), "3": Odds(2), "4-11": Odds(1)}) == LEAST
    True
    """

    spread: Mapping[int, Fraction]
    three_of_a_kind: Fraction = Fraction(11)

    @classmethod
    def of(
        cls,
        spread: Mapping[str, Odds],
        three_of_a_kind: Odds | None = None,
        *,
        stake: int = 0,
        chip: int = 1,
        coupon: int = 0,
    ) -> Payouts:
        """Make payouts from odds under the keys of a house file (``1``, ``2``, ``3``, ``4-11``).

        With a stake in cents, the winnings are rounded as for a wager of that size paid in chips; a
        coupon beside it is paid as well.
        """

        def per_unit(odds: Odds) -> Fraction:
            return Fraction(odds.pay(stake + coupon, chip), stake) if stake else odds.ratio

        by_spread = {each: per_unit(odds) for key, odds in spread.items() for each in _covered(key)}
        return cls(by_spread, per_unit(three_of_a_kind or Odds(11)))


def _covered(key: str) -> range:
    """Return the spreads of a key of a house file: ``3``, ``4-11``."""
    first, _, last = key.partition("-")
    return range(int(first), int(last or first) + 1)


def odds_of(by_spread: Mapping[str, Odds], spread: int) -> Odds | None:
    """Return the odds of a spread, None if it is a pair or consecutive."""
    return next((odds for key, odds in by_spread.items() if spread in _covered(key)), None)


LEAST: Final = Payouts({s: Fraction({1: 5, 2: 4, 3: 2}.get(s, 1)) for s in SPREADS})
"""The least odds a house may pay: 5(i)(2), 5(f)(1)."""


@dataclass(frozen=True)
class OuterCards:
    """Two cards on the table, and what each choice is worth."""

    spread: int
    """0 for consecutive cards, -1 for a pair; neither leaves anything to decide."""
    wins: Fraction
    """The probability that the third card wins (for a pair, that it makes three of a kind)."""
    odds: Fraction
    """What one unit wins in that case."""

    @property
    def passing(self) -> Fraction:
        """The value of the round without a raise."""
        if self.spread > 0:
            return self.wins * self.odds - (1 - self.wins)
        return self.wins * self.odds

    @property
    def raising(self) -> Fraction | None:
        """The value with a raise equal to the original wager; None if there is no raise: 5(h)."""
        return 2 * self.passing if self.spread > 0 else None


Raises: TypeAlias = Callable[[OuterCards], bool]
"""Whether to raise by the original wager on two cards with a spread."""


def by_gain(strategy: str) -> Raises:
    """Return when a strategy of :data:`STRATEGIES` raises."""
    decide = STRATEGIES[strategy]
    return lambda now: decide(now.passing)


def situation(shoe: Shoe, left: int, right: int, payouts: Payouts = LEAST) -> OuterCards:
    """Return the situation of two outer cards that have already left the shoe.

    The cards are ranks from deuce 0 to ace 12.

    >>> round(float(situation(Shoe.of(1, ["4c", "7d"]), 2, 5).passing), 4)
    -0.2
    """
    low, high = sorted((left, right))
    spread = high - low - 1
    if spread < 0:
        return OuterCards(spread, shoe.chance([low]), payouts.three_of_a_kind)
    if spread == 0:
        return OuterCards(spread, Fraction(0), Fraction(0))
    return OuterCards(spread, shoe.chance(range(low + 1, high)), payouts.spread[spread])


@dataclass(frozen=True)
class Spread:
    """The mean over all rounds with one spread, from one shoe."""

    probability: Fraction
    """The probability of the spread, per round dealt."""
    wins: Fraction
    """The share of these rounds in which the third card wins."""
    passing: Fraction
    """The mean value of the round without a raise."""
    raising: Fraction
    """The mean value of the round with a raise."""
    raises: Fraction
    """The share of these rounds in which the strategy raises."""


@dataclass(frozen=True)
class Solution:
    """What a strategy is worth from one shoe."""

    strategy: str
    figures: Figures
    spreads: Mapping[int, Spread]


def _pairs(shoe: Shoe) -> Iterator[tuple[int, int, Fraction]]:
    """Yield every pair of ranks that can be dealt, low before high, with its probability."""
    for low, copies in enumerate(shoe.counts):
        if not copies:
            continue
        after = shoe.without(low)
        for high in range(low, len(RANKS)):
            ordered = shoe.chance([low]) * after.chance([high])
            if ordered:
                yield low, high, ordered * (1 if low == high else 2)


def solve(
    shoe: Shoe,
    payouts: Payouts = LEAST,
    strategy: str = "optimal",
    *,
    raises: Raises | None = None,
) -> Solution:
    """Return the exact figures of a strategy for one round from this shoe.

    The optimal raise depends on the cards left, not only on the spread. A raise that is worth
    exactly zero is not made. ``raises`` decides for a strategy that is not in :data:`STRATEGIES`.
    """
    if shoe.size < 3 and not shoe.infinite:
        raise CardError("a round of red dog needs three cards in the shoe")
    decide = by_gain(strategy) if raises is None else raises
    names = [f"spread-{spread} {end}" for spread in SPREADS for end in ("win", "lose")]
    tally = Tally(decisions=["raise"], outcomes=["consecutive", "pair", "three-of-a-kind", *names])
    rounds: dict[int, list[tuple[Fraction, OuterCards, bool]]] = {s: [] for s in SPREADS}
    for low, high, weight in _pairs(shoe):
        now = situation(shoe.without(low, high), low, high, payouts)
        win, lose = weight * now.wins, weight * (1 - now.wins)
        if now.spread > 0:
            raised = decide(now)
            wagered, decision = (2, "raise") if raised else (1, None)
            net = now.odds * wagered
            name = f"spread-{now.spread}"
            tally.enter(win, net=net, outcome=f"{name} win", wagered=wagered, decision=decision)
            tally.enter(
                lose, net=-wagered, outcome=f"{name} lose", wagered=wagered, decision=decision
            )
            rounds[now.spread].append((weight, now, raised))
        elif now.spread < 0:
            tally.enter(win, net=now.odds, outcome="three-of-a-kind")
            tally.enter(lose, net=0, outcome="pair")
        else:
            tally.enter(weight, net=0, outcome="consecutive")
    spreads = {spread: _gather(parts) for spread, parts in rounds.items() if parts}
    return Solution(strategy, tally.close(), spreads)


def _gather(parts: list[tuple[Fraction, OuterCards, bool]]) -> Spread:
    whole = sum((weight for weight, _, _ in parts), Fraction(0))
    passing = sum((weight * now.passing for weight, now, _ in parts), Fraction(0)) / whole
    return Spread(
        probability=whole,
        wins=sum((weight * now.wins for weight, now, _ in parts), Fraction(0)) / whole,
        passing=passing,
        raising=2 * passing,
        raises=sum((weight for weight, _, raised in parts if raised), Fraction(0)) / whole,
    )


def burn_disclosure(shoe: Shoe, payouts: Payouts = LEAST) -> Fraction:
    """Return what asking for the burn card (4(a)) is worth in the next round, per unit wagered.

    This is the mean value of optimal play over all burn cards if each is known, less the value if
    it is not. It is never negative.
    """
    known = sum(
        shoe.chance([rank]) * solve(shoe.without(rank), payouts).figures.ev
        for rank, copies in enumerate(shoe.counts)
        if copies
    )
    return known - solve(shoe, payouts).figures.ev
