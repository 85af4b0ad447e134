"""Fast rounds of Winner's Pot Poker: the endings, the strategies as bits, the shares of a pot.

With several players, all follow a heads-up strategy and ignore the others' cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from croupier.games.winners_pot_poker import jacks_plus
from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.games.winners_pot_poker.kernel.rounds import AWARD, BEST, Tables, play
from croupier.games.winners_pot_poker.layout import JACKS_PLUS
from croupier.games.winners_pot_poker.mathematics.odds import solution
from croupier.games.winners_pot_poker.mathematics.solver import STRATEGIES
from croupier.games.winners_pot_poker.mathematics.solver_side import WINS
from croupier.games.winners_pot_poker.pot import divide
from croupier.mathematics.abreast import Array
from croupier.mathematics.analysis import CARD
from croupier.mathematics.fasthands import CATEGORIES, STRENGTHS
from croupier.mathematics.kernels import Deck, Ending, Endings, Kernel, Party, Prepared
from croupier.nouns.hands import Category, judge
from croupier.nouns.reasons import Reason

MOST_ROYALS: Final = 4


def _pots(seats: int) -> Iterator[tuple[int, int, int, bool]]:
    """Yield all ways a pot can be won.

    Each is the number of seats that stay, fold late and win, and whether the dealer shares.
    """
    for staying in range(1, seats + 1):
        for late in range(seats - staying + 1):
            for winners in range(1, staying + 1):
                yield staying, late, winners, False
                yield staying, late, winners, True


def hands(party: Party) -> tuple[Endings, Array]:
    """Return how a hand can end, and the indices of the shares of each pot among the endings."""
    house, ante = WinnersPotHouse.of(party.setting.house), party.setting.stake
    found = [
        Ending("fold-third", -ante, ante, "fold-third"),
        Ending("fold-fourth", -2 * ante, 2 * ante, "fold-fourth"),
        Ending("lose", -4 * ante, 4 * ante, "double"),
    ]
    assert len(found) == AWARD
    seats = party.seats
    awards = np.zeros((seats + 1, seats + 1, seats + 1, 2, seats), np.int64)
    for staying, late, winners, dealer in _pots(seats):
        pot = (4 * (staying + 1) + 2 * late) * ante
        split = divide(house, pot, range(winners), dealer, 4 * ante)
        outcome = "tie" if dealer or winners > 1 else "win"
        for place, award in split.seats.items():
            awards[staying, late, winners, int(dealer), place] = len(found)
            found.append(Ending(outcome, award - 4 * ante, 4 * ante, "double"))
    return tuple(found), awards


def sides(party: Party) -> Endings:
    """Return how the bonus wager can end: alone, then with two to four royal flushes."""
    house, stake = WinnersPotHouse.of(party.setting.house), party.side
    if not stake:
        return ()
    odds, limit = house.payouts[JACKS_PLUS], jacks_plus.limit(house)
    found = [Ending("lose", -stake, stake)]
    found += [Ending(name, min(odds[name].pay(stake, house.chip), limit), stake) for name in WINS]
    royal = found[-1]
    for royals in range(2, MOST_ROYALS + 1):
        shared = jacks_plus.share_limit(house, dict.fromkeys(range(royals), stake))
        found += [royal._replace(net=shared.get(n, royal.net)) for n in range(royals)]
    return tuple(found)


def _outcome(category: int, top: int) -> int:
    """Return the index of a hand in ``OUTCOMES``, given the rank of its first group, 2 to 14."""
    low = category == Category.PAIR and top < jacks_plus.JACK
    return 0 if low else category


def _short(size: int, counts: bool) -> Array:
    """Return the outcomes of three or four ranks; zero if folded hands do not count (W-13)."""
    found = []
    for ranks in combinations_with_replacement(range(13), size):
        category, groups = judge(sum(5**rank for rank in ranks), False)
        found.append(_outcome(category, groups[0]) if counts else 0)
    return np.array(found, np.uint16)


def _five() -> Array:
    """Return the outcomes of five cards, by strength."""
    found = CATEGORIES.astype(np.uint16)
    pairs = np.flatnonzero(CATEGORIES == Category.PAIR)
    # Pairs of one rank have consecutive strengths, the same number for every rank.
    for rank, strengths in enumerate(np.split(pairs, 13), 2):
        found[strengths] = _outcome(Category.PAIR, rank)
    return found


def _bits(decisions: Array) -> Array:
    return np.packbits(decisions.ravel(), bitorder="little")


def prepare(party: Party) -> Prepared:
    """Return what the simulation needs for these seats: cards, rounds and endings."""
    names = sorted(set(party.strategies))
    solved = [solution(party.setting, name) for name in names]
    endings, awards = hands(party)
    counts = WinnersPotHouse.of(party.setting.house).W_13 == "evaluate-short"
    assert STRENGTHS.max() < BEST
    tables = Tables(
        bets=np.stack([_bits(found.bets) for found in solved]),
        doubles=np.stack([_bits(found.doubles) for found in solved]),
        plays=np.array([names.index(name) for name in party.strategies]),
        awards=awards,
        short=_short(3, counts),
        four=_short(4, counts),
        five=_five(),
    )
    return Prepared(
        source=Deck(5 * party.seats + 5),
        play=partial(play, tables=tables),
        hands=endings,
        sides=sides(party),
        exposure=4 * party.setting.stake + party.side,
        exact=party.seats == 1,
    )


NOT_OFFERED: Final = Reason("jacks-plus is not offered at this table", None, "W-25")

KERNEL: Final = Kernel(
    strategies=(*STRATEGIES, CARD),
    prepare=prepare,
    side_wager=JACKS_PLUS,
    side_limits=("jacks_plus.minimum", "jacks_plus.maximum"),
    side_refused=lambda house: (
        None if WinnersPotHouse.of(house).jacks_plus_offered else NOT_OFFERED
    ),
)
