"""Double Cross Poker solved: two independent counts, conservation, symmetry, known figures."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import get_args

import numpy as np
import pytest
from tests.support import typed

from croupier.games.double_cross_poker.house import DoubleCrossHouse
from croupier.games.double_cross_poker.mathematics import solver_counts, solver_payoff
from croupier.games.double_cross_poker.mathematics.odds import three_card
from croupier.games.double_cross_poker.mathematics.solver import (
    DECISIONS,
    RULE_OF_THUMB,
    STRATEGIES,
    ShowdownTable,
    odds,
)
from croupier.games.double_cross_poker.mathematics.solver_advice import advise, showdowns
from croupier.games.double_cross_poker.mathematics.solver_counts import DEALS, solve
from croupier.games.double_cross_poker.mathematics.solver_payoff import (
    Payoff,
    Showdowns,
    Ties,
)
from croupier.games.double_cross_poker.mathematics.solver_situations import (
    SITUATIONS,
    canonical,
    situations,
)
from croupier.mathematics.figures import Figures
from croupier.nouns.cards import DECK, SUITS, Card, CardError, parse_cards
from croupier.nouns.hands import (
    Category,
    Comparison,
    LowAce,
    SuitedKingAceTwo,
    Unsuited,
    comparison_key,
    rank_hand,
)
from croupier.rules import house

RAISES = (2, 2, 3, 6, 10, 12, 14, 30, 100, 600)
"""What two raises of one unit win at the least odds, from high card up."""
LEAST = Payoff.of(1, RAISES)


@pytest.fixture(scope="module")
def table() -> ShowdownTable:
    return ShowdownTable.solved()


def naive(
    hand: Sequence[Card], far: Card, right: Card, rest: Sequence[Card], reading: Comparison
) -> list[Showdowns]:
    """Deal every cross and every pair of dealer's cards out of the rest, as the rules say."""
    results: list[Counter[Category | str]] = [Counter(), Counter()]
    for center, left, near in permutations(rest, 3):
        axes = (far, center, near), (left, center, right)
        for dealer in combinations([card for card in rest if card not in (center, left, near)], 2):
            best = max(comparison_key(rank_hand((*dealer, *axis)), reading) for axis in axes)
            for axis, result in zip(axes, results, strict=True):
                mine = rank_hand((*hand, *axis))
                own = comparison_key(mine, reading)
                result["tie" if own == best else mine.category if own > best else "loss"] += 1
    return [
        Showdowns(tuple(result[category] for category in Category), result["tie"], result["loss"])
        for result in results
    ]


def suited_and_paired(rng: random.Random) -> list[list[Card]]:
    """Return all sorts of situations: any cards, one or two suits, two ranks, adjacent ranks."""
    start = rng.randrange(9)
    sorts = (
        DECK,
        [card for card in DECK if card[1] == "h"],
        [card for card in DECK if card[1] in "cs"],
        [card for card in DECK if card[0] in "9A"],
        DECK[4 * start : 4 * start + 20],
    )
    return [rng.sample(cards, 4) for cards in sorts]


def test_examples_in_the_docstring() -> None:
    assert doctest.testmod(solver_payoff).failed == 0


@pytest.mark.parametrize("reading", get_args(Comparison))
def test_the_direct_count_agrees_with_dealing_it_out(reading: Comparison) -> None:
    rng = random.Random(6)
    for cards in suited_and_paired(rng):
        hand, far, right = cards[:2], cards[2], cards[3]
        unseen = rng.sample([card for card in DECK if card not in cards], 8)
        seen = [card for card in DECK if card not in (*cards, *unseen)]
        assert list(showdowns(hand, far, right, seen, reading)) == naive(
            hand, far, right, unseen, reading
        )


def test_the_table_agrees_with_the_direct_count(table: ShowdownTable) -> None:
    rng = random.Random(7)
    for _ in range(8):
        for cards in suited_and_paired(rng):
            situation = cards[:2], cards[2], cards[3]
            assert table.look_up(*situation) == showdowns(*situation)


@pytest.mark.parametrize("reading", ["top-card-only", "category-only"])
def test_other_readings_agree_with_the_direct_count__d_03(reading: Comparison) -> None:
    other = ShowdownTable.solved(reading)
    for cards in suited_and_paired(random.Random(8)):
        situation = cards[:2], cards[2], cards[3]
        assert other.look_up(*situation) == showdowns(*situation, reading=reading)
    ties = odds(other, LEAST, "always-vertical").outcomes["push"]
    assert float(ties) == pytest.approx(
        {"top-card-only": 0.0835, "category-only": 0.3362}[reading], abs=1e-4
    )


def test_situations_count_up() -> None:
    everyone = situations()
    assert len(everyone.size) == 185_185
    assert int(everyone.size.sum()) == SITUATIONS == 3_248_700
    assert np.array_equal(everyone.mirror[everyone.mirror], np.arange(len(everyone.mirror)))
    assert np.array_equal(everyone.size[everyone.mirror], everyone.size)


def test_suits_and_order_do_not_matter(table: ShowdownTable) -> None:
    rng = random.Random(9)
    for cards in suited_and_paired(rng):
        first, second, far, right = cards
        known = table.look_up((first, second), far, right)
        numbers = set()
        for suits in permutations(SUITS):
            rename = dict(zip(SUITS, suits, strict=True))
            a, b, f, r = (Card(card[0] + rename[card[1]]) for card in cards)
            assert table.look_up((b, a), f, r) == known
            numbers.add(canonical(*(DECK.index(card) for card in (a, b, f, r))))
            numbers.add(canonical(*(DECK.index(card) for card in (b, a, f, r))))
        assert len(numbers) == 1
        assert table.look_up((first, second), right, far) == known[::-1]


def test_rows_are_what_is_looked_up(table: ShowdownTable) -> None:
    counts = table.showdowns
    assert counts.min() >= 0
    everyone = situations()
    row = np.searchsorted(everyone.number, canonical(*map(DECK.index, parse_cards("As Kd 7c 7d"))))
    vertical, horizontal = table.look_up(parse_cards("As Kd"), Card("7c"), Card("7d"))
    assert tuple(counts[row]) == (*vertical.wins, vertical.ties, vertical.losses)
    mirrored = counts[everyone.mirror[row]]
    assert tuple(mirrored) == (*horizontal.wins, horizontal.ties, horizontal.losses)


def test_wins_stay_below_the_frequency_of_hands(table: ShowdownTable) -> None:
    outcomes = odds(table, LEAST, "always-vertical").outcomes
    hands = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
    for category, number in zip(Category, hands, strict=True):
        assert outcomes[f"win-{category.slug}"] <= Fraction(number, 2_598_960)
    # A royal flush leaves none for the dealer, so it always wins.
    assert outcomes["win-royal-flush"] == Fraction(4, 2_598_960)


def test_optimal_play_at_the_least_odds(table: ShowdownTable) -> None:
    best = odds(table, LEAST)
    assert best.moments.ev == Fraction(-15_341_913_943, 695_345_250_600)
    assert float(best.moments.ev) == pytest.approx(-0.0220637359)
    assert sum(best.decisions.values()) == 1
    assert best.decisions["vertical"] == best.decisions["horizontal"]
    assert best.average_wager == 3 - 2 * best.decisions["fold"]
    assert best.outcomes["fold"] == best.decisions["fold"]
    assert sum(best.outcomes.values()) == 1
    wins = sum(share for name, share in best.outcomes.items() if name.startswith("win"))
    assert best.moments.hit_frequency == wins


def test_figures_follow_from_the_outcomes(table: ShowdownTable) -> None:
    nets = dict(zip((f"win-{category.slug}" for category in Category), LEAST.win, strict=True))
    nets |= {"push": 0, "lose": -3, "fold": -1}
    for name in STRATEGIES:
        figures = odds(table, LEAST, name)
        mean = sum(nets[outcome] * share for outcome, share in figures.outcomes.items())
        square = sum(nets[outcome] ** 2 * share for outcome, share in figures.outcomes.items())
        assert figures.moments.ev == mean
        assert figures.moments.variance == square - mean**2


def test_strategies_rank_as_they_must(table: ShowdownTable) -> None:
    value = {name: odds(table, LEAST, name).moments.ev for name in STRATEGIES}
    assert (
        value["optimal"] > value["rule-of-thumb"] > value["never-fold"] > value["always-vertical"]
    )
    assert odds(table, LEAST, "never-fold").decisions["fold"] == 0
    assert odds(table, LEAST, "always-vertical").decisions["vertical"] == 1


def test_the_rule_of_thumb_costs_half_a_percent_of_the_ante(table: ShowdownTable) -> None:
    cost = odds(table, LEAST).moments.ev - odds(table, LEAST, "rule-of-thumb").moments.ev
    assert float(cost) == pytest.approx(0.0055235, abs=1e-7)
    assert len(RULE_OF_THUMB) == 8


@pytest.mark.parametrize(
    ("cards", "decision"),
    [
        ("9c 9d Ah 2s", "vertical"),
        ("9c 5d 9h 2s", "vertical"),
        ("9c 5d 2h 5s", "horizontal"),
        ("Kc 2d 4h 9s", "horizontal"),
        ("Qc 6d 2h 3s", "horizontal"),
        ("Qc 5d 2h 3s", "fold"),
        ("Qc 5d Kh 3s", "vertical"),
        ("Jc 8d 2h 3s", "horizontal"),
        ("Jc 7d Ah 3s", "fold"),
        ("Jc 7d Ah Qs", "vertical"),
        ("Tc 9d 2h 3s", "horizontal"),
        ("Tc 8d 2h 3s", "fold"),
        ("9c 5c 2c 7s", "vertical"),
        ("8c 5c 2c 7s", "fold"),
        ("Ac 5d 7c 7s", "either"),
    ],
)
def test_the_rule_of_thumb_is_played_as_it_reads(
    table: ShowdownTable, cards: str, decision: str
) -> None:
    decisions = STRATEGIES["rule-of-thumb"](table, LEAST)
    number = canonical(*map(DECK.index, parse_cards(cards)))
    assert DECISIONS[decisions[np.searchsorted(situations().number, number)]] == decision


def test_optimal_play_takes_the_best_of_every_situation(table: ShowdownTable) -> None:
    decisions = STRATEGIES["optimal"](table, LEAST)
    everyone = situations()
    rng = random.Random(10)
    for row in rng.sample(range(len(decisions)), 200):
        a, b, far, right = (
            DECK[int(cards[row])]
            for cards in (everyone.first, everyone.second, everyone.far, everyone.right)
        )
        value = LEAST.choices(*table.look_up((a, b), far, right))
        best = max(value.values())
        expected = {
            "fold": value["fold"] == best,
            "vertical": value["raise vertical"] == best > value["raise horizontal"],
            "horizontal": value["raise horizontal"] == best > value["raise vertical"],
            "either": value["raise vertical"] == value["raise horizontal"] == best,
        }
        name = DECISIONS[decisions[row]]
        assert expected[name]
        assert (name == "fold") == expected["fold"]


@pytest.mark.parametrize(
    ("ties", "ev"),
    [
        ("push-all", Fraction(-15_341_913_943, 695_345_250_600)),
        ("push-ante-only", Fraction(-2_180_785_811, 79_016_505_750)),
    ],
)
def test_ties_cost_the_raises_under_the_other_reading__d_20(
    table: ShowdownTable, ties: Ties, ev: Fraction
) -> None:
    assert odds(table, Payoff.of(1, RAISES, ties)).moments.ev == ev


def test_a_limit_lowers_the_value_and_the_scale_does_not_matter(table: ShowdownTable) -> None:
    ante = 50_000
    uncapped = Payoff.of(ante, [ante * winnings for winnings in RAISES])
    capped = Payoff.of(ante, [min(6_000_000, ante * winnings) for winnings in RAISES])
    assert odds(table, uncapped).moments == odds(table, LEAST).moments
    assert odds(table, capped).moments.ev < odds(table, uncapped).moments.ev


def test_sums_beyond_64_bits_stay_exact(table: ShowdownTable) -> None:
    huge = 10**15
    scaled = Payoff.of(huge, [huge * winnings for winnings in RAISES])
    assert odds(table, scaled) == odds(table, LEAST)


def test_advice_with_cards_seen() -> None:
    hand, far, right = parse_cards("Qc 5d"), Card("2h"), Card("3s")
    plain = advise(hand, far, right, payoff=LEAST)
    assert max(plain, key=plain.__getitem__) == "fold"
    assert plain["fold"] == -1
    # Without the dealer's aces and kings a queen is worth playing.
    seen = parse_cards("Ac Ad Ah As Kc Kd Kh Ks")
    better = advise(hand, far, right, seen, payoff=LEAST)
    assert max(better["raise vertical"], better["raise horizontal"]) > better["fold"]


@pytest.mark.parametrize(
    ("hand", "far", "seen"), [("Qc", "2h", ""), ("Qc Qc", "2h", ""), ("Qc 5d", "2h", "5d")]
)
def test_impossible_situations_are_refused(hand: str, far: str, seen: str) -> None:
    with pytest.raises(CardError):
        showdowns(parse_cards(hand), Card(far), Card("3s"), parse_cards(seen))


def test_too_few_cards_left_are_refused() -> None:
    with pytest.raises(CardError):
        showdowns(DECK[:2], DECK[2], DECK[3], DECK[8:])


def test_the_table_refuses_impossible_situations(table: ShowdownTable) -> None:
    for hand in ("Qc", "Qc Qc", "Qc ??", "Qc 2h"):
        with pytest.raises(CardError):
            table.look_up(parse_cards(hand), Card("2h"), Card("3s"))


def test_a_deal_lost_or_a_share_uneven_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_counts, "_count_flushes", lambda *_: None)
    solve()
    monkeypatch.setattr(solver_counts, "DEALS", DEALS + 1)
    with pytest.raises(ArithmeticError, match="deals"):
        solve()
    monkeypatch.setattr(
        solver_counts, "_count_ranks", lambda center, ranking, results, sums: sums.fill(1)
    )
    with pytest.raises(ArithmeticError, match="evenly"):
        solve()


def test_workers_do_not_change_the_counts(table: ShowdownTable) -> None:
    parts: list[tuple[int, int]] = []
    alone = solve(workers=1, progress=lambda done, total: parts.append((done, total)))
    assert all(np.array_equal(a, b) for a, b in zip(alone, table.counts, strict=True))
    assert parts == [(n, 13) for n in range(1, 14)]


def three_card_wager(
    low_ace: LowAce = "counts",
    wrap: SuitedKingAceTwo = "flush",
    unsuited: Unsuited = "not-all-same",
) -> Figures:
    """Return the wager at a table with these readings of the clauses."""
    readings = {"rulings.D-07": low_ace, "rulings.D-08": wrap, "rulings.D-09": unsuited}
    chosen = house.build("double-cross-poker", readings)
    return three_card(typed(chosen, DoubleCrossHouse)).figures


@pytest.mark.parametrize("low_ace", get_args(LowAce))
@pytest.mark.parametrize("wrap", get_args(SuitedKingAceTwo))
@pytest.mark.parametrize("unsuited", get_args(Unsuited))
def test_the_three_card_wager_under_every_reading__d_07_d_08_d_09(
    low_ace: LowAce, wrap: SuitedKingAceTwo, unsuited: Unsuited
) -> None:
    runs = 12 - (low_ace == "does-not-count")
    straights = runs * (60 if unsuited == "not-all-same" else 24)
    straight_flushes = 4 * runs + 4 * (wrap == "straight-flush")
    flushes = 4 * 286 - straight_flushes
    paid = {1: 3744, 4: flushes, 6: straights, 30: 52, 40: straight_flushes}
    hits = sum(paid.values())
    wager = three_card_wager(low_ace, wrap, unsuited)
    ev = Fraction(sum(net * number for net, number in paid.items()) - (22_100 - hits), 22_100)
    square = Fraction(sum(net**2 * number for net, number in paid.items()) + 22_100 - hits, 22_100)
    assert wager.ev == ev
    assert wager.hit_frequency == Fraction(hits, 22_100)
    assert wager.variance == square - ev**2


def test_the_three_card_wager_as_published_in_the_findings() -> None:
    edge = {
        "rulings": three_card_wager().ev,
        "no low ace": three_card_wager("does-not-count").ev,
        "all different": three_card_wager(unsuited="all-different").ev,
    }
    assert edge == {
        "rulings": Fraction(-128, 5525),
        "no low ace": Fraction(-269, 5525),
        "all different": Fraction(-4, 25),
    }
