"""Double Down Stud's exact values, against the published video game and brute force."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.games.double_down_stud.mathematics.solver import (
    LEAST_ODDS,
    OUTCOMES,
    STRATEGIES,
    WINS,
    advise,
    narrowed,
    payoffs,
    profile_of,
    profiles,
    solve,
    solve_known,
    states,
    zero_states,
)
from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import category_of_strength, strength5
from croupier.mathematics.figures import Tally
from croupier.nouns.cards import DECK, parse_cards
from croupier.nouns.hands import rank_hand
from croupier.nouns.money import Odds

PAYS = payoffs(LEAST_ODDS)

PAIRS_OF_A_RANK = 84_480
FIVE_CARD_HANDS = (
    1_302_540 + 4 * PAIRS_OF_A_RANK,
    5 * PAIRS_OF_A_RANK,
    4 * PAIRS_OF_A_RANK,
    *(123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
)
"""The known numbers of five-card hands, in the order of the outcomes."""


def _sums(pays: NDArray[Any], sixes: int, jacks: int) -> NDArray[Any]:
    """Sum over all sets of four cards: what all hole cards pay, and what doubling gains.

    The gain is summed with no other card seen, with one and with two.
    """
    sums = np.zeros(4, dtype=np.int64)
    hole = np.zeros(48, dtype=np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    n = total = 0
                    for e in range(52):
                        if e not in (a, b, c, d):
                            strength = strength5(a, b, c, d, e)
                            category = category_of_strength(strength)
                            if category > 1:
                                hole[n] = pays[category + 1]
                            else:
                                hole[n] = pays[(strength >= sixes) + (strength >= jacks)]
                            total += hole[n]
                            n += 1
                    sums[0] += total
                    sums[1] += max(total, 0)
                    for i in range(48):
                        sums[2] += max(total - hole[i], 0)
                        for j in range(i):
                            sums[3] += max(total - hole[i] - hole[j], 0)
    return sums


def test_every_set_of_cards_one_by_one_gives_the_same_values() -> None:
    least = [strength5(4 * rank, 4 * rank + 1, 0, 5, 8) for rank in (4, 9)]  # with 2, 3 and 4
    pays = np.array([int(x) for x in PAYS.single])
    base, unseen, one, two = (int(x) for x in compiled(_sums, keep=False)(pays, *least))
    deals = comb(52, 4)
    flat = Fraction(base, deals * 48)
    assert solve(PAYS, "never-double").ev == flat
    assert solve(PAYS, "always-double").ev == 2 * flat
    assert solve(PAYS).ev == flat + Fraction(unseen, deals * 48)
    assert solve(PAYS, seen=1).ev == flat + Fraction(one, deals * 48 * 47)
    assert solve(PAYS, seen=2).ev == flat + Fraction(two, deals * comb(48, 2) * 46)


def test_headline_values() -> None:
    assert solve(PAYS).ev == Fraction(-15403, 324870)
    assert solve(PAYS, "never-double").ev == Fraction(-184549, 649740)
    assert solve(PAYS, seen=6).ev == Fraction(-19620991718, 415275635775)
    assert solve_known(PAYS).ev == Fraction(41017, 649740)


def test_published_video_game_comes_out_at_its_published_value() -> None:
    for_one = (4000, 200, 50, 12, 9, 6, 4, 3, 2)  # sixes to tens return one for one, a push
    odds = dict(zip(reversed(WINS), (Odds(n - 1) for n in for_one), strict=True))
    assert f"{float(solve(payoffs(odds)).ev):.6f}" == "-0.021033"


def test_states_and_profiles_account_for_every_deal() -> None:
    assert len(states()) == 1820 + 715
    assert sum(state.deals for state in states()) == sum(profiles().values()) == comb(52, 4)
    assert {sum(profile) for profile in profiles()} == {48}
    totals = np.sum([np.array(profile) * n for profile, n in profiles().items()], axis=0)
    # Every five cards count once for each card that may be the hole card.
    assert totals.tolist() == [5 * n for n in FIVE_CARD_HANDS]
    assert sum(FIVE_CARD_HANDS) == comb(52, 5)


def test_profiles_agree_with_ranked_hands() -> None:
    rng = random.Random(5)
    by_state = {(state.ranks, state.suited): state.profile for state in states()}
    for pool in (DECK, DECK[::4], DECK[:20], DECK[32:]):
        for _ in range(25):
            known = rng.sample(pool, 4)
            ranks = tuple(sorted(DECK.index(card) // 4 for card in known))
            suited = len({card[1] for card in known}) == 1
            assert profile_of(known) == by_state[ranks, suited]


def test_outcome_of_the_boundary_hands() -> None:
    for cards, name in (
        ("5c 5d Ah Ks Qc", "lose"),
        ("6c 6d 2h 3s 4c", "push"),
        ("Tc Td Ah Ks Qc", "push"),
        ("Jc Jd 2h 3s 4c", "pair-of-jacks-or-better"),
        ("2c 2d 3h 3s 4c", "two-pair"),
        ("Ac 2c 3c 4c 5c", "straight-flush"),
        ("Ac Kc Qc Jc Tc", "royal-flush"),
    ):
        hand = parse_cards(cards)
        profile = profile_of(hand[:4], set(DECK) - set(hand))
        assert OUTCOMES[profile.index(1)] == name


def test_both_conventions_for_doubles_worth_nothing() -> None:
    assert [state.name for state in zero_states(PAYS)] == [
        "5-4-3-2, not of one suit",
        "A-K-Q-J, not of one suit",
    ]
    passing, doubling = solve(PAYS), solve(PAYS, "optimal-doubling-zeros")
    assert passing.ev == doubling.ev
    assert doubling.decisions["double"] - passing.decisions["double"] == Fraction(
        2 * 252, comb(52, 4)
    )
    assert doubling.variance > passing.variance


def test_seeing_cards_helps_and_seeing_all_but_one_is_knowing_the_hole_card() -> None:
    values = [solve(PAYS, seen=n).ev for n in range(7)]
    assert values == sorted(set(values))
    assert solve(PAYS, seen=47).ev == solve_known(PAYS).ev
    for strategy in ("never-double", "always-double"):
        assert solve(PAYS, strategy, seen=3).ev == solve(PAYS, strategy).ev


def test_outcomes_do_not_depend_on_the_strategy() -> None:
    shares = [Fraction(n, comb(52, 5)) for n in FIVE_CARD_HANDS]
    for figures in (*(solve(PAYS, name) for name in STRATEGIES), solve(PAYS, seen=4)):
        assert list(figures.outcomes.values()) == shares
        assert figures.average_wager == 1 + figures.decisions["double"]
        assert figures.hit_frequency == sum(shares[2:])
    assert solve_known(PAYS).decisions["double"] == sum(shares[2:])


def test_variance_from_the_nets_themselves() -> None:
    squares = Fraction(0)
    for profile, deals in profiles().items():
        doubled = sum(n * x for n, x in zip(profile, PAYS.single, strict=True)) > 0
        for cards, net in zip(profile, PAYS.single, strict=True):
            squares += deals * cards * (net * (1 + doubled)) ** 2
    figures = solve(PAYS)
    assert figures.variance == squares / (comb(52, 4) * 48) - figures.ev**2


def test_limit_and_rounding_at_a_stake() -> None:
    stake = 100_00
    capped = payoffs(stake=stake, limit=100_000_00)
    assert capped.single[-1] == capped.doubled[-1] == 1000
    each = payoffs(stake=stake, limit=100_000_00, limit_per_wager=True)
    assert each.doubled[-1] == 2000
    assert solve(capped).ev < solve(PAYS).ev == solve(each).ev
    odds = {**LEAST_ODDS, "two-pair": Odds(5, 2)}
    rounded = payoffs(odds, stake=501, chip=50)
    assert rounded.single[3] == Fraction(1300, 501)
    assert rounded.doubled[3] == Fraction(2600, 501)


def test_advice_in_one_situation() -> None:
    own, table = DECK[0], parse_cards("3c 4d 5h")
    assert advise(own, table, PAYS) == {"double": 0, "pass": 0}
    seen = [DECK[51]]  # one ace fewer for the straight
    values = advise(own, table, PAYS, seen)
    assert values == {"double": Fraction(-10, 47), "pass": Fraction(-5, 47)}
    pays = dict(zip(OUTCOMES, PAYS.single, strict=True))
    known = [*DECK[40:43], DECK[7]]  # three queens and a 3
    total = Fraction(0)
    for hole in DECK[8:16]:
        total += pays[rank_hand((*known, hole)).category.slug]
    others = [card for card in DECK if card not in known and card not in DECK[8:16]]
    assert advise(known[0], known[1:], PAYS, others)["pass"] == total / 8


@pytest.mark.parametrize("seen", [1, 3])
def test_narrowed_profiles_are_all_ways_to_see_cards(seen: int) -> None:
    own, table = DECK[0], parse_cards("3c 4d 5h")
    rest = [card for card in DECK if card not in (own, *table)][-14:]
    fixed = [card for card in DECK if card not in (own, *table) and card not in rest]
    values = [
        max(advise(own, table, PAYS, [*fixed, *others]).values())
        for others in combinations(rest, seen)
    ]
    total = Fraction(0)
    for ways, remaining in narrowed(profile_of((own, *table), fixed), seen):
        base = sum((n * x for n, x in zip(remaining, PAYS.single, strict=True)), Fraction(0))
        total += ways * (base + max(PAYS.gain(remaining), Fraction(0))) / sum(remaining)
    assert total == sum(values)


def test_figures_have_every_name_once_and_in_order_also_what_never_happens() -> None:
    figures = solve(PAYS)
    assert (list(figures.decisions), tuple(figures.outcomes)) == (["double"], OUTCOMES)
    nothing_to_win = payoffs(dict.fromkeys(LEAST_ODDS, Odds(0)))
    assert solve(nothing_to_win).decisions == {"double": 0}
    tally = Tally(decisions=["double"], outcomes=["win"])
    tally.enter(2, net=-1, outcome="lose", decision="pass")
    counted = tally.close()
    assert counted.decisions == {"double": 0, "pass": 1}
    assert counted.outcomes == {"win": 0, "lose": 1}
