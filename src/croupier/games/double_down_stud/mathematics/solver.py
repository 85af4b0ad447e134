"""Double Down Stud, solved: exact values with the hole card unknown, known, or narrowed down.

It makes no difference which of the four cards is the player's, and suits matter only if all four
share one. So the 270,725 sets of four known cards fall into 2,535 states. The value of a state
depends only on its profile: how many of the 48 hole cards end in each outcome. The profiles are
counted once; the value under any pay table, rounding or limit is then a sum over them.

>>> solve(payoffs(LEAST_ODDS)).ev
Fraction(-15403, 324870)
>>> [state.name for state in zero_states(payoffs(LEAST_ODDS))]
['5-4-3-2, not of one suit', 'A-K-Q-J, not of one suit']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import comb, lcm, prod
from operator import mul
from typing import Final

from croupier.mathematics.analysis import worth_staking
from croupier.mathematics.figures import Figures, Tally
from croupier.nouns.cards import DECK, RANKS, Card, without
from croupier.nouns.hands import Category, Key, judge, rank_hand
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
OUTCOMES: Final = ("lose", "push", *WINS)
LEAST_ODDS: Final[Mapping[str, Odds]] = dict(
    zip(WINS, map(Odds, (1, 2, 3, 5, 8, 10, 25, 100, 1000)), strict=True)
)
"""The least odds a house may pay: 10(b)."""

UNSEEN: Final = len(DECK) - 4
Profile = tuple[int, ...]
"""How many hole cards end in each of :data:`OUTCOMES`."""
Net = tuple[Fraction, ...]
"""The net result of each of :data:`OUTCOMES`, in units of the original wager."""

_LOSE, _PUSH, _JACKS = range(3)


def outcome(key: Key) -> int:
    """Return the index in :data:`OUTCOMES` of a ranked five-card hand: 9(a)-(c)."""
    category, ranks = key
    if category > Category.PAIR:
        return _JACKS + category - Category.PAIR
    if category < Category.PAIR or ranks[0] <= 5:
        return _LOSE
    return _PUSH if ranks[0] <= 10 else _JACKS


@dataclass(frozen=True)
class Payoffs:
    """What each outcome nets, without and with a double down wager."""

    single: Net
    doubled: Net

    @cached_property
    def _added(self) -> tuple[Sequence[int], int]:
        """What doubling adds to each outcome: whole numbers, and what they are divided by."""
        added = [double - single for single, double in zip(self.single, self.doubled, strict=True)]
        scale = lcm(*(gain.denominator for gain in added))
        return [int(gain * scale) for gain in added], scale

    def gain(self, profile: Sequence[int]) -> Fraction:
        """Return what doubling adds, summed over the hole cards of a profile."""
        added, scale = self._added
        return Fraction(sum(map(mul, profile, added)), scale)


def payoffs(
    odds: Mapping[str, Odds] = LEAST_ODDS,
    *,
    stake: int = 0,
    double: int | None = None,
    coupon: int = 0,
    chip: int = 1,
    limit: int | None = None,
    limit_per_wager: bool = False,
) -> Payoffs:
    """Return the payoffs for the odds of each winning hand.

    With a stake in cents, each wager's winnings are rounded up to the chip; the double is as large
    as the stake unless an amount is given, and a coupon is paid with the original wager. No hand is
    paid more than the limit: original and double together or, by the other reading of S-16, each.
    """

    def won(name: str, paid_on: Sequence[int]) -> Fraction:
        if not stake:
            return odds[name].ratio * len(paid_on)
        due: list[int] = [odds[name].pay(amount, chip) for amount in paid_on]
        if limit is not None:
            due = [min(each, limit) for each in due] if limit_per_wager else [min(sum(due), limit)]
        return Fraction(sum(due), stake)

    def net(lost: Fraction, paid_on: Sequence[int]) -> Net:
        return (-lost, Fraction(0), *(won(name, paid_on) for name in WINS))

    added = stake if double is None else double
    whole = 1 + Fraction(added, stake) if stake else Fraction(2)
    return Payoffs(net(Fraction(1), [stake + coupon]), net(whole, [stake + coupon, added]))


@dataclass(frozen=True)
class State:
    """The player's card and the three open ones: ranks ascending, from deuce 0 to ace 12."""

    ranks: tuple[int, ...]
    suited: bool
    deals: int
    """The number of sets of four cards in this state."""
    profile: Profile

    @property
    def name(self) -> str:
        """The cards in words, such as ``A-K-Q-J, all of one suit``."""
        cards = "-".join(RANKS[rank] for rank in reversed(self.ranks))
        if len(set(self.ranks)) < len(self.ranks):
            return cards
        return f"{cards}, {'all' if self.suited else 'not'} of one suit"


def _state(ranks: tuple[int, ...], suited: bool) -> State:
    copies = Counter(ranks)
    number = sum(5**rank for rank in ranks)
    profile = [0] * len(OUTCOMES)
    for rank in range(len(RANKS)):
        left = 4 - copies[rank]
        flushes = int(suited and not copies[rank])
        for cards, flush in ((left - flushes, False), (flushes, True)):
            if cards:
                profile[outcome(judge(number + 5**rank, flush))] += cards
    one_suit = 4 if len(copies) == 4 else 0
    deals = one_suit if suited else prod(comb(4, n) for n in copies.values()) - one_suit
    return State(ranks, suited, deals, tuple(profile))


@cache
def states() -> tuple[State, ...]:
    """Return all states; their deals add up to the 270,725 sets of four cards."""
    return tuple(
        _state(ranks, suited)
        for ranks in combinations_with_replacement(range(len(RANKS)), 4)
        for suited in ((False, True) if len(set(ranks)) == 4 else (False,))
    )


@cache
def profiles() -> Mapping[Profile, int]:
    """Return the profiles that occur, with the number of sets of four cards that have each."""
    counted: Counter[Profile] = Counter()
    for state in states():
        counted[state.profile] += state.deals
    return counted


STRATEGIES: Final[Mapping[str, Callable[[Fraction], bool]]] = {
    "optimal": worth_staking,
    "optimal-doubling-zeros": lambda gain: gain >= 0,
    "never-double": lambda gain: False,
    "always-double": lambda gain: True,
}
"""Whether to double by the original wager, given what the double adds.

Only the second strategy makes a double that is worth exactly zero.
"""


def narrowed(profile: Profile, seen: int) -> Iterator[tuple[int, Profile]]:
    """Yield what can remain of a profile once N of its cards are seen, with the number of ways."""
    if seen == 0:
        yield 1, profile
        return
    if not profile:
        return
    first, *rest = profile
    for gone in range(min(first, seen) + 1):
        ways = comb(first, gone)
        for others, remaining in narrowed(tuple(rest), seen - gone):
            yield ways * others, (first - gone, *remaining)


def solve(pays: Payoffs, strategy: str = "optimal", *, seen: int = 0) -> Figures:
    """Return the exact figures of a strategy, with the hole card unknown.

    ``seen`` is the number of other players' cards in view, none of which can be the hole card. The
    value is the mean over all cards that might be seen.
    """
    decide = STRATEGIES[strategy]
    counts = {doubled: [0] * len(OUTCOMES) for doubled in (False, True)}
    for profile, deals in profiles().items():
        for ways, remaining in narrowed(profile, seen):
            row = counts[decide(pays.gain(remaining))]
            for place, cards in enumerate(remaining):
                row[place] += deals * ways * cards
    return _figures(pays, counts)


def solve_by(pays: Payoffs, doubled: Callable[[State], bool]) -> Figures:
    """Return the exact figures of a player who doubles in the states for which this is true."""
    counts = {choice: [0] * len(OUTCOMES) for choice in (False, True)}
    for state in states():
        row = counts[doubled(state)]
        for place, cards in enumerate(state.profile):
            row[place] += state.deals * cards
    return _figures(pays, counts)


def solve_known(pays: Payoffs) -> Figures:
    """Return the exact figures of a player who knows the hole card: what a leak is worth."""
    counts = {doubled: [0] * len(OUTCOMES) for doubled in (False, True)}
    for profile, deals in profiles().items():
        for place, cards in enumerate(profile):
            counts[worth_staking(pays.doubled[place] - pays.single[place])][place] += deals * cards
    return _figures(pays, counts)


def _figures(pays: Payoffs, counts: Mapping[bool, Sequence[int]]) -> Figures:
    tally = Tally(decisions=["double"], outcomes=OUTCOMES)
    for doubled, row in counts.items():
        nets = pays.doubled if doubled else pays.single
        for name, weight, net in zip(OUTCOMES, row, nets, strict=True):
            tally.enter(
                weight,
                net=net,
                outcome=name,
                wagered=1 + doubled,
                decision="double" if doubled else None,
            )
    return tally.close()


def zero_states(pays: Payoffs) -> list[State]:
    """Return the situations in which doubling is worth exactly zero."""
    return [state for state in states() if pays.gain(state.profile) == 0]


def profile_of(known: Sequence[Card], seen: Iterable[Card] = ()) -> Profile:
    """Return how many of the possible hole cards end in each outcome.

    Four cards are known; any others that were seen are excluded.
    """
    counts = [0] * len(OUTCOMES)
    for hole in without(without(DECK, known), seen):
        counts[outcome(rank_hand((*known, hole)).key)] += 1
    return tuple(counts)


def advise(
    own: Card, table: Sequence[Card], pays: Payoffs, seen: Iterable[Card] = ()
) -> dict[str, Fraction]:
    """Return the exact value of each choice in one situation, for the whole round.

    >>> advise("2c", ("3c", "4d", "5h"), payoffs())
    {'double': Fraction(0, 1), 'pass': Fraction(0, 1)}
    """
    profile = profile_of((own, *table), seen)
    nets = {"double": pays.doubled, "pass": pays.single}
    return {
        action: sum((n * x for n, x in zip(profile, net, strict=True)), Fraction(0)) / sum(profile)
        for action, net in nets.items()
    }
