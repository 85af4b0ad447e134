"""Double Cross Poker's odds at a table: kept tables, readings, limits, the three-card wager."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from croupier import lab
from croupier.games.double_cross_poker.mathematics.solver import FOLD, HORIZONTAL, VERTICAL
from croupier.games.double_cross_poker.mathematics.solver_hands import hand_counts
from croupier.games.double_cross_poker.mathematics.solver_situations import situations
from croupier.mathematics.analysis import Question, Setting
from croupier.mathematics.kept import Keeper
from croupier.nouns.cards import DECK, parse_cards, without
from croupier.nouns.hands import Category, rank_hand, rank_three

KEEPER = Keeper()


def at(given: dict[str, Any] | None = None, stake: int | None = None, state: str = "ma") -> Setting:
    return lab.setting(
        lab.lab_house("double-cross-poker", given, state), stake=stake, tables=KEEPER
    )


def test_the_headline_in_both_states() -> None:
    for state in ("ma", "nj"):
        assert lab.odds(at(state=state)).figures.ev == Fraction(-15_341_913_943, 695_345_250_600)


@pytest.mark.parametrize("strategy", ["optimal", "never-fold", "always-vertical", "rule-of-thumb"])
def test_decisions_and_outcomes_add_up_to_one(strategy: str) -> None:
    figures = lab.odds(at(), Question(strategy)).figures
    assert sum(figures.decisions.values()) == sum(figures.outcomes.values()) == 1
    assert figures.average_wager == 3 - 2 * figures.decisions["fold"]


def test_the_three_card_wager_by_counting_all_hands() -> None:
    pays = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 4, "pair": 1}
    hands = Counter(rank_three(cards).slug for cards in combinations(DECK, 3))
    value = sum(Fraction(pays.get(name, -1) * n, 22_100) for name, n in hands.items())
    side = lab.odds(at()).side_wagers["three-card"].figures
    assert side.ev == value == Fraction(-128, 5525)
    assert side.hit_frequency == 1 - Fraction(hands["high-card"], 22_100)
    assert sum(side.outcomes.values()) == 1


def test_what_the_unclear_clauses_are_worth() -> None:
    edges = {(e.finding, e.reading): float(e.edge) for e in lab.readings(at())}
    assert edges == pytest.approx(
        {
            ("D-02", "raises"): 0.0220637,
            ("D-02", "five-card-hand"): 0.0220637,
            ("D-02", "all-wagers"): 0.0220637,
            ("D-03", "standard"): 0.0220637,
            ("D-03", "top-card-only"): 0.0551469,
            ("D-03", "category-only"): 0.1229383,
            ("D-20", "push-all"): 0.0220637,
            ("D-20", "push-ante-only"): 0.0275991,
            ("D-07", "counts"): 0.0231674,
            ("D-07", "does-not-count"): 0.0486878,
            ("D-08", "flush"): 0.0231674,
            ("D-08", "straight-flush"): 0.0166516,
            ("D-09", "not-all-same"): 0.0231674,
            ("D-09", "all-different"): 0.16,
        },
        abs=5e-8,
    )


FIVE_CARDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
"""The known numbers of five-card hands, from the high card up."""


def hands(strategy: str) -> dict[str, Fraction]:
    section = lab.odds(at(), Question(strategy)).sections[0]
    return {str(name): Fraction(str(chance)) for name, chance in section.rows}


def test_an_axis_chosen_blindly_gives_each_hand_its_chance_among_all() -> None:
    *chances, folds = hands("always-vertical").values()
    assert chances == [Fraction(n, sum(FIVE_CARDS)) for n in FIVE_CARDS] and folds == 0


def test_the_chance_of_each_hand_covers_the_wins_with_it() -> None:
    chances, outcomes = hands("optimal"), lab.odds(at()).figures.outcomes
    assert sum(chances.values()) == 1 and chances["fold"] == outcomes["fold"]
    for category in Category:
        assert outcomes[f"win-{category.slug}"] <= chances[category.slug]
    lost = sum(chances[c.slug] - outcomes[f"win-{c.slug}"] for c in Category)
    assert lost == outcomes["lose"] + outcomes["push"]


@pytest.mark.parametrize("choice", [VERTICAL, HORIZONTAL])
def test_the_hands_of_one_situation_by_completing_it(choice: int) -> None:
    at = situations()
    for row in (0, 70_000, 150_000):
        made = np.full(len(at.size), FOLD, np.int8)
        made[row] = choice
        cards = [DECK[int(part[row])] for part in (at.first, at.second, at.far, at.right)]
        axis = [*cards[:2], cards[2 if choice == VERTICAL else 3]]
        more = combinations(without(DECK, cards), 2)
        ends = Counter(rank_hand((*axis, *pair)).category for pair in more)
        counts, folds, whole = hand_counts(made)
        size = int(at.size[row])
        assert counts == [ends[category] * size for category in Category]
        assert folds == whole - 1128 * size


def test_the_limit_counts_the_ante_by_one_reading_only() -> None:
    """Two raises of $500 at 300 to 1 win $300,000. The ante takes $500 of the limit, or nothing."""
    hand, cards = parse_cards("As Ks"), parse_cards("Qs 2d")
    value = {}
    for reading in ("raises", "five-card-hand"):
        house = {"payout_limit": "60000", "rulings.D-02": reading}
        _, vertical, _ = lab.advise(at(house, stake=50_000), hand, cards)
        assert vertical.action == "raise vertical"
        value[reading] = vertical.value
    assert isinstance(value["raises"], Fraction) and isinstance(value["five-card-hand"], Fraction)
    royals = Fraction(2, 48 * 47)  # jack and ten of spades, in either order
    assert value["raises"] - value["five-card-hand"] == royals


def test_half_a_cent_is_never_lost_on_three_to_two() -> None:
    """Both raises are paid together, so 3 to 2 is whole even on one cent."""
    cent = lab.odds(at({"minimum": "0.01", "increment": "0.01"})).figures.ev
    assert cent == lab.odds(at()).figures.ev
