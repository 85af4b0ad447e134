"""Fast rounds of Double Cross Poker: the tables they use, and what each ending pays.

A decision is two bits in a table of the four ranks and of how the four suits agree (15 patterns).
Hands are looked up by three ranks and two, under the house's reading of finding D-03.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import product
from typing import Final

import numpy as np

from croupier.games.double_cross_poker.house import DoubleCrossHouse
from croupier.games.double_cross_poker.kernel.rounds import Tables, play
from croupier.games.double_cross_poker.mathematics import tables
from croupier.games.double_cross_poker.mathematics.odds import decisions, payoff
from croupier.games.double_cross_poker.mathematics.solver import (
    DECISIONS,
    FOLD,
    STRATEGIES,
)
from croupier.games.double_cross_poker.mathematics.solver_counts import Ranking
from croupier.games.double_cross_poker.script import LIMITED
from croupier.mathematics.abreast import Array
from croupier.mathematics.analysis import CARD
from croupier.mathematics.kernels import (
    Deck,
    Ending,
    Endings,
    Kernel,
    Party,
    Prepared,
)
from croupier.nouns.cards import DECK
from croupier.nouns.hands import Category, ThreeCard, rank_three

SIDE: Final = "three-card"


# --- money ----------------------------------------------------------------------------------------


def _paid(party: Party, hand: Category, side: ThreeCard | None = None) -> int:
    """Return what ante and raises win with a hand, paid in order within the limit (D-02)."""
    house, ante = DoubleCrossHouse.of(party.setting.house), party.setting.stake
    dues: dict[str, int] = {
        "ante": house.book.fixed_odds["ante"].pay(ante, house.chip),
        "raise": house.payouts["raise"][hand.slug].pay(2 * ante, house.chip),
    }
    if side is not None and side.slug in house.payouts[SIDE]:
        won = house.payouts[SIDE][side.slug].pay(party.side, house.chip)
        dues = {SIDE: won, **dues}
    if house.payout_limit is not None:
        left = house.payout_limit
        for wager in LIMITED[house.D_02]:
            if wager in dues:
                dues[wager] = min(dues[wager], left)
                left -= dues[wager]
    return sum(dues[wager] for wager in ("ante", "raise"))


def _entangled(party: Party) -> bool:
    """Return whether the payout of the side wager counts towards the limit of the hand (D-02)."""
    house = DoubleCrossHouse.of(party.setting.house)
    return bool(party.side and house.payout_limit and house.D_02 == "all-wagers")


def hands(party: Party) -> Endings:
    """Return the endings of the ante and the raises, if need be also by the side wager's hand."""
    at, ante = payoff(party.setting), party.setting.stake
    kinds: Iterable[ThreeCard | None] = tuple(ThreeCard) if _entangled(party) else (None,)
    found = [Ending("fold", at.fold, ante, "fold") for _ in kinds]
    for decision in DECISIONS[FOLD + 1 :]:
        found += [Ending("lose", at.lose, 3 * ante, decision) for _ in kinds]
        found += [Ending("push", at.tie, 3 * ante, decision) for _ in kinds]
        found += [
            Ending(f"win-{hand.slug}", _paid(party, hand, side), 3 * ante, decision)
            for hand, side in product(Category, kinds)
        ]
    return tuple(found)


def sides(party: Party) -> Endings:
    """Return the endings of the three-card wager, if every seat exposes a winning hand."""
    house, stake = DoubleCrossHouse.of(party.setting.house), party.side
    if not stake:
        return ()
    limit = house.payout_limit if _entangled(party) else None

    def net(kind: ThreeCard) -> int:
        odds = house.payouts[SIDE].get(kind.slug)
        if odds is None:
            return -stake
        due = odds.pay(stake, house.chip)
        return due if limit is None else min(due, limit)

    paid = house.payouts[SIDE]
    return tuple(
        Ending(kind.slug if kind.slug in paid else "lose", net(kind), stake) for kind in ThreeCard
    )


# --- tables ---------------------------------------------------------------------------------------


def _decisions(party: Party, strategy: str) -> Array:
    """Return the decisions, four to a byte, in the order of ``solver_situations.place_of``."""
    return tables.quarters(tables.by_place(decisions(party.setting, strategy)))


def _three_cards(house: DoubleCrossHouse) -> Array:
    """Return the category of three cards, as a table ``[suits alike, three ranks]``.

    The first index is 0, 1 or 2 for three, two or one suit among them.
    """
    suits = ((0, 1, 2), (0, 0, 1), (0, 1, 0), (1, 0, 0)), ((0, 0, 0),) * 4
    found = np.zeros((3, 13, 13, 13), np.uint8)
    for ranks in product(range(13), repeat=3):
        for alike, choices in enumerate((suits[0][:1], suits[0][1:], suits[1][:1])):
            for suit in choices:
                cards = [DECK[4 * r + s] for r, s in zip(ranks, suit, strict=True)]
                if len(set(cards)) == 3:
                    found[alike][ranks] = rank_three(
                        cards,
                        low_ace=house.D_07,
                        suited_king_ace_two=house.D_08,
                        unsuited=house.D_09,
                    )
    return found.reshape(3, -1)


def _tables(party: Party) -> Tables:
    house = DoubleCrossHouse.of(party.setting.house)
    ranking = Ranking.under(house.D_03)
    categories = np.zeros(ranking.flush.max() + 1, np.uint8)
    categories[ranking.plain] = ranking.plain_category
    categories[ranking.flush] = ranking.flush_category
    names = sorted(set(party.strategies))
    return Tables(
        decisions=np.stack([_decisions(party, name) for name in names]),
        plays=np.array([names.index(name) for name in party.strategies]),
        plain=ranking.plain,
        flush=ranking.flush,
        categories=categories,
        three_cards=_three_cards(house),
        width=len(ThreeCard) if _entangled(party) else 1,
    )


def prepare(party: Party) -> Prepared:
    """Return what the simulation needs for these seats: cards, rounds and endings."""
    return Prepared(
        source=Deck(2 * party.seats + 7),
        play=partial(play, tables=_tables(party)),
        hands=hands(party),
        sides=sides(party),
        exposure=3 * party.setting.stake + party.side,
        exact=not _entangled(party),
    )


KERNEL: Final = Kernel(
    strategies=(*STRATEGIES, CARD),
    prepare=prepare,
    side_wager=SIDE,
    side_limits=("three_card.minimum", "three_card.maximum"),
)
