"""Red Dog's exact values, against published figures and a card-by-card enumeration."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product

import pytest

from croupier.games.red_dog.mathematics.solver import (
    LEAST,
    STRATEGIES,
    Payouts,
    Shoe,
    burn_disclosure,
    situation,
    solve,
)
from croupier.nouns.cards import DECK, RANKS, CardError, parse_cards, without
from croupier.nouns.money import Odds

PAYS = {1: 5, 2: 4, 3: 2}
"""What a unit wins by the spread. Any other spread wins one unit."""


def net(left: int, right: int, third: int, *, pays: Mapping[int, int] = PAYS) -> int:
    """Return what a wager of one unit comes to, read from the rules independently."""
    low, high = sorted((left, right))
    spread = high - low - 1
    if spread == 0:
        return 0
    if spread < 0:
        return 11 if third == low else 0
    if not low < third < high:
        return -1
    return pays.get(spread, 1)


def enumerated(
    ranks: list[int], strategy: str, pays: Mapping[int, int] = PAYS
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return value, variance, hit frequency and raises over every order of three cards."""
    results: dict[tuple[int, int], list[int]] = {}
    for left, right, third in permutations(ranks, 3):
        results.setdefault((left, right), []).append(net(left, right, third, pays=pays))
    nets: list[int] = []
    raises = 0
    for (left, right), values in results.items():
        may = abs(left - right) > 1
        wise = {"optimal": sum(values) > 0, "always-raise": True, "never-raise": False}[strategy]
        raises += len(values) * (may and wise)
        nets += [value * (1 + (may and wise)) for value in values]
    ev = Fraction(sum(nets), len(nets))
    variance = Fraction(sum(x * x for x in nets), len(nets)) - ev * ev
    hits = Fraction(sum(x > 0 for x in nets), len(nets))
    return ev, variance, hits, Fraction(raises, len(nets))


@pytest.mark.parametrize(
    ("decks", "published"), [(1, "3.155"), (2, "3.077"), (4, "2.884"), (6, "2.798"), (8, "2.751")]
)
def test_house_edge_is_the_published_one(decks: int, published: str) -> None:
    assert f"{float(100 * solve(Shoe.of(decks)).figures.house_edge):.3f}" == published


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_one_deck_agrees_with_every_order_of_three_cards(strategy: str) -> None:
    figures = solve(Shoe.of(1), strategy=strategy).figures
    assert (
        figures.ev,
        figures.variance,
        figures.hit_frequency,
        figures.decisions["raise"],
    ) == enumerated([rank for rank in range(13) for _ in range(4)], strategy)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_used_shoe_agrees_with_every_order_of_its_cards(strategy: str) -> None:
    left = [0, 0, 1, 3, 3, 3, 4, 6, 7, 7, 9, 12, 12, 12]
    shoe = Shoe(tuple(left.count(rank) for rank in range(13)))
    solution = solve(shoe, strategy=strategy)
    figures = solution.figures
    assert solution.strategy == strategy
    assert (
        figures.ev,
        figures.variance,
        figures.hit_frequency,
        figures.decisions["raise"],
    ) == enumerated(left, strategy)


def test_a_spread_gathers_every_order_of_cards_that_has_it() -> None:
    left = [0, 0, 1, 3, 3, 3, 4, 6, 7, 7, 9, 12, 12, 12]
    nets: dict[int, list[int]] = {}
    for first, second, third in permutations(left, 3):
        nets.setdefault(abs(first - second) - 1, []).append(net(first, second, third))
    orders = sum(map(len, nets.values()))
    spreads = solve(Shoe(tuple(left.count(rank) for rank in range(13)))).spreads
    assert set(spreads) == {spread for spread in nets if spread > 0}
    for spread, parts in spreads.items():
        values = nets[spread]
        mean = Fraction(sum(values), len(values))
        assert parts.probability == Fraction(len(values), orders)
        assert parts.wins == Fraction(sum(value > 0 for value in values), len(values))
        assert (parts.passing, parts.raising) == (mean, 2 * mean)


def test_three_cards_are_enough_for_a_round_and_every_outcome_is_named() -> None:
    """With a 2, a 3 and a 4, two cards are in sequence, or the 3 comes between the others."""
    figures = solve(Shoe((1, 1, 1) + (0,) * 10)).figures
    ends = [f"spread-{spread} {end}" for spread in range(1, 12) for end in ("win", "lose")]
    assert list(figures.outcomes) == ["consecutive", "pair", "three-of-a-kind", *ends]
    assert {name: share for name, share in figures.outcomes.items() if share} == {
        "consecutive": Fraction(2, 3),
        "spread-1 win": Fraction(1, 3),
    }


def test_infinite_shoe_draws_with_replacement() -> None:
    values = [net(*ranks) for ranks in product(range(13), repeat=3)]
    assert solve(Shoe.of(None), strategy="never-raise").figures.ev == Fraction(
        sum(values), len(values)
    )
    # Spreads of seven and more are raised: (s - (13 - s)) / 13 more, (12 - s) pairs, both orders.
    gain = sum(Fraction(2 * (12 - s), 169) * Fraction(2 * s - 13, 13) for s in range(7, 12))
    assert solve(Shoe.of(None)).figures.ev == Fraction(sum(values), len(values)) + gain


def test_many_decks_approach_the_infinite_shoe() -> None:
    limit = solve(Shoe.of(None)).figures.ev
    gaps = [abs(solve(Shoe.of(decks)).figures.ev - limit) for decks in (8, 80, 800)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < Fraction(1, 10000)


def test_outcomes_sum_to_one_and_carry_the_value() -> None:
    solution = solve(Shoe.of(6))
    outcomes = solution.figures.outcomes
    assert sum(outcomes.values()) == 1
    assert outcomes["consecutive"] == Fraction(12 * 2 * 24 * 24, 312 * 311)
    by_outcome = 11 * outcomes["three-of-a-kind"]
    for spread, parts in solution.spreads.items():
        wagered = 1 + parts.raises
        by_outcome += LEAST.spread[spread] * wagered * outcomes[f"spread-{spread} win"]
        by_outcome -= wagered * outcomes[f"spread-{spread} lose"]
    assert by_outcome == solution.figures.ev
    assert sum(parts.probability for parts in solution.spreads.values()) == 1 - (
        outcomes["consecutive"] + outcomes["pair"] + outcomes["three-of-a-kind"]
    )


def test_spreads_of_seven_and_more_are_raised_from_a_full_shoe() -> None:
    for decks in (1, 2, 6, 8, None):
        spreads = solve(Shoe.of(decks)).spreads
        assert {spread for spread, parts in spreads.items() if parts.raises == 1} == set(
            range(7, 12)
        )
        assert {spread for spread, parts in spreads.items() if parts.raises == 0} == set(
            range(1, 7)
        )


def test_a_raise_worth_exactly_nothing_is_not_made() -> None:
    shoe = Shoe((1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))  # 2-4 wins with the 3, loses with the ace
    now = situation(shoe.without(0, 2), 0, 2, Payouts({s: Fraction(1) for s in range(1, 12)}))
    assert now.passing == now.raising == 0
    solution = solve(shoe, Payouts({s: Fraction(1) for s in range(1, 12)}))
    assert solution.spreads[1].raises == 0


def test_situation_knows_pairs_and_consecutive_cards() -> None:
    shoe = Shoe.of(1, parse_cards("9c 9d"))
    pair = situation(shoe, 7, 7)
    assert (pair.spread, pair.passing, pair.raising) == (-1, Fraction(22, 50), None)
    neighbours = situation(shoe, 7, 8)
    assert neighbours.spread == neighbours.wins == neighbours.odds == neighbours.passing == 0
    assert neighbours.raising is None


def test_seen_cards_leave_the_shoe() -> None:
    seen = parse_cards("9c 9d 9h 9s Ac")
    ranks = [RANKS.index(card[0]) for card in without(DECK, seen)]
    assert solve(Shoe.of(1, seen)).figures.ev == enumerated(ranks, "optimal")[0]
    with pytest.raises(CardError, match="no 9 is left"):
        Shoe.of(1, [*seen, seen[0]])
    with pytest.raises(CardError, match=r"^a round of red dog needs three cards in the shoe$"):
        solve(Shoe((1, 1) + (0,) * 11))


def test_the_burn_card_tells_nothing_in_a_full_shoe_but_something_in_a_used_one() -> None:
    assert burn_disclosure(Shoe.of(1)) == burn_disclosure(Shoe.of(8)) == 0
    left = [0, 0, 1, 3, 3, 6, 7, 7, 9, 12, 12]
    shoe = Shoe(tuple(left.count(rank) for rank in range(13)))
    for pays in (PAYS, {1: 9, 2: 6, 3: 3}):
        known = sum(
            enumerated(left[:burn] + left[burn + 1 :], "optimal", pays)[0]
            for burn in range(len(left))
        ) / len(left)
        payouts = Payouts({spread: Fraction(pays.get(spread, 1)) for spread in range(1, 12)})
        assert burn_disclosure(shoe, payouts) == known - enumerated(left, "optimal", pays)[0] > 0
    assert burn_disclosure(shoe) == burn_disclosure(shoe, LEAST) != burn_disclosure(shoe, payouts)


def test_payouts_come_from_the_house_file_and_round_up_at_a_stake() -> None:
    house = {"1": Odds(5), "2": Odds(4), "3": Odds(5, 2), "4-11": Odds(1)}
    assert Payouts.of(house).spread[3] == Fraction(5, 2)
    assert Payouts.of(house, stake=501).spread[3] == Fraction(1253, 501)  # to the cent
    assert Payouts.of(house, stake=501, chip=50).spread[3] == Fraction(1300, 501)
    assert Payouts.of(house, Odds(12)).three_of_a_kind == 12
    assert Payouts.of(house | {"3": Odds(2)}) == LEAST
    better = solve(Shoe.of(6), Payouts.of(house)).figures
    assert better.ev > solve(Shoe.of(6)).figures.ev
    assert better.house_edge == better.element_of_risk * better.average_wager == -better.ev
