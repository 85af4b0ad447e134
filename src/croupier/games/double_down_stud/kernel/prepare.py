"""Fast rounds of Double Down Stud: the tables they use, and what each ending pays.

The ending of a hand, with its double, is looked up by the ranks of the three open cards, the
player's card and the hole card. There is one table for four cards of several suits, one for four of
one suit and one for five of one suit.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from croupier.games.double_down_stud.kernel.rounds import play
from croupier.games.double_down_stud.mathematics.odds import doubled, pays
from croupier.games.double_down_stud.mathematics.solver import OUTCOMES, STRATEGIES, outcome, states
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
from croupier.nouns.hands import judge

_PLAIN, _FOUR_SUITED, _FIVE_SUITED = range(3)


def endings(party: Party) -> Endings:
    """Return all outcomes without a double, then all of them with one."""
    at, stake = pays(party.setting), party.setting.stake
    return tuple(
        Ending(name, int(net * stake), wagers * stake, decision)
        for wagers, nets, decision in ((1, at.single, "pass"), (2, at.doubled, "double"))
        for name, net in zip(OUTCOMES, nets, strict=True)
    )


def _codes(party: Party, strategy: str) -> Array:
    """Return the endings of one strategy, ``[suits, open ranks * 169 + own * 13 + hole]``."""
    chosen = doubled(party.setting, strategy)
    added = {
        state: len(OUTCOMES) * (state in chosen) for s in states() if (state := (s.ranks, s.suited))
    }
    codes = np.zeros((3, 455, 13, 13), np.uint16)
    for trio, opened in enumerate(combinations_with_replacement(range(13), 3)):
        for own in range(13):
            ranks = tuple(sorted((*opened, own)))
            number = sum(5**rank for rank in ranks)
            distinct = len(set(ranks)) == 4
            for hole in range(13):
                if ranks.count(hole) == 4:
                    continue
                plain = outcome(judge(number + 5**hole, False))
                codes[_PLAIN, trio, own, hole] = plain + added[ranks, False]
                if distinct:
                    codes[_FOUR_SUITED, trio, own, hole] = plain + added[ranks, True]
                if distinct and hole not in ranks:
                    flush = outcome(judge(number + 5**hole, True))
                    codes[_FIVE_SUITED, trio, own, hole] = flush + added[ranks, True]
    return codes.reshape(3, -1)


def prepare(party: Party) -> Prepared:
    """Return what the simulation needs for these seats: cards, rounds and endings."""
    names = sorted(set(party.strategies))
    return Prepared(
        source=Deck(party.seats + 4),
        play=partial(
            play,
            codes=np.stack([_codes(party, name) for name in names]),
            plays=np.array([names.index(name) for name in party.strategies]),
        ),
        hands=endings(party),
        exposure=2 * party.setting.stake,
    )


KERNEL: Final = Kernel(strategies=(*STRATEGIES, CARD), prepare=prepare)
