"""Winner's Pot Poker, heads-up: the tables against plain enumeration, conservation, simulation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from croupier.games.winners_pot_poker.mathematics import solver_side as jacks
from croupier.games.winners_pot_poker.mathematics.solver import (
    BreakEven,
    Solution,
    Terms,
    break_even_fixed,
    break_even_percent,
    count_all,
    solve,
    terms,
)
from croupier.games.winners_pot_poker.mathematics.solver_advice import advise, fourth_street
from croupier.games.winners_pot_poker.mathematics.solver_counts import FINISHES, Array
from croupier.games.winners_pot_poker.mathematics.solver_streets import (
    DEALS,
    STREETS,
    deals,
    fourth_state,
    third_state,
    visits,
)
from croupier.nouns.cards import DECK, INDEX, Card, parse_cards, without
from croupier.nouns.hands import rank_hand

TEN = terms(10)


@pytest.fixture(scope="module")
def counts() -> Array:
    return count_all()


@pytest.fixture(scope="module")
def optimal(counts: Array) -> Solution:
    return solve(counts, TEN)


@pytest.fixture(scope="module")
def never_fold(counts: Array) -> Solution:
    return solve(counts, TEN, "never-fold")


def numbers(cards: Sequence[Card]) -> Array:
    return np.array([INDEX[card] for card in cards])


def enumerated(own: Sequence[Card], shown: Sequence[Card], left: Sequence[Card]) -> Counter[str]:
    """Play out a fourth street card by card, with the hands as the table ranks them."""
    dealer = {three: rank_hand([*shown, *three]).key for three in combinations(left, 3)}
    ends: Counter[str] = Counter()
    for fifth in left:
        mine = rank_hand([*own, fifth]).key
        for three, key in dealer.items():
            if fifth not in three:
                ends["win" if mine > key else "tie" if mine == key else "lose"] += 1
    return ends


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ("Ah Kd 7c 2s", "9h 4c"),  # nothing in one suit
        ("Ah Kd 7h 2s", "9h 4h"),  # the dealer's suit, two of it held
        ("Ah Kh 7h 2h", "9h 4h"),  # all six in one suit
        ("Ah Kh 7h 2h", "9c 4c"),  # two suits against each other
        ("Ah Kh 7h 2h", "9h 4c"),  # the higher open card in the player's suit
        ("Ah Kh 7h 2h", "9c 4h"),  # the lower one
        ("Ah Kh 7h 2h", "9c 9h"),  # one of a pair
        ("5c 5d 5h 5s", "6d 7d"),  # four alike, one of them in the dealer's suit
        ("8c 8d 3h 3s", "8h 3c"),  # full house draws that block each other
        ("Jc Td 9h 8s", "Qs Ks"),  # straights on both sides
    ],
)
def test_counts_agree_with_the_hands_played_out(counts: Array, own: str, shown: str) -> None:
    hand, table = parse_cards(own), parse_cards(shown)
    ends = enumerated(hand, table, without(DECK, hand + table))
    wins, ties = counts[fourth_state(numbers(hand), *numbers(table))]
    assert (wins, ties, FINISHES) == (ends["win"], ends["tie"], ends.total())
    assert fourth_street(hand, table) == (ends["win"], ends["tie"], ends.total())


POOLS = {
    "all cards": DECK,
    "two suits": [card for card in DECK if card[1] in "hs"],
    "one suit": [card for card in DECK if card[1] == "d"],
    "few ranks": [card for card in DECK if card[0] in "45TA"],
}


@pytest.mark.parametrize("pool", POOLS)
def test_counts_agree_with_the_other_method(counts: Array, pool: str) -> None:
    rng = random.Random(pool)
    for _ in range(100):
        cards = rng.sample(POOLS[pool], 6)
        wins, ties = counts[fourth_state(numbers(cards[:4]), *numbers(cards[4:]))]
        assert fourth_street(cards[:4], cards[4:]) == (wins, ties, FINISHES), cards


@pytest.mark.parametrize("pool", POOLS)
def test_third_street_agrees_with_the_other_method(optimal: Solution, pool: str) -> None:
    rng = random.Random(pool)
    for _ in range(5):
        a, b, c, shown = cards = rng.sample(POOLS[pool], 4)
        assert advise([a, b, c], [shown], TEN)["bet"] == optimal.value_of_bet((a, b, c), shown), (
            cards
        )


def test_every_deal_belongs_to_one_third_street_state() -> None:
    tally = np.zeros_like(deals())
    for own in combinations(range(52), 3):
        hand = np.array(own)
        for shown in range(52):
            if shown not in own:
                tally[third_state(hand, shown)] += 1
    assert (tally == deals()).all()
    assert tally.sum() == DEALS == comb(52, 3) * 49


def test_streets_conserve_deals_wins_and_ties(
    counts: Array, optimal: Solution, never_fold: Solution
) -> None:
    for play in (optimal, never_fold):
        reached = visits(play.stays)
        assert reached.sum() == play.stays.sum() * STREETS
        kept = np.where(play.doubles, reached, 0)
        for k, ends in enumerate((play.ends.win, play.ends.tie)):
            assert sum(int(x) for x in (kept * counts[..., k]).sum(axis=(1, 2))) == ends
        assert int((reached - kept).sum()) * FINISHES == play.ends.fold_fourth
        total = sum(vars(play.ends).values())
        assert total == DEALS * STREETS * FINISHES
        assert sum(play.figures.outcomes.values()) == 1
    assert (visits(deals()) > 0).sum() == 1_484_561


def test_two_hands_played_out_are_equals(never_fold: Solution) -> None:
    """Player and dealer could change places, so there are as many wins as losses.

    Each percent of commission therefore costs four hundredths of the ante.
    """
    assert never_fold.ends.win == never_fold.ends.lose
    assert never_fold.figures.ev == Fraction(-2, 5)
    assert never_fold.ends.value(terms(3)) == Fraction(-3 * 4, 100)


def test_ties_are_as_many_as_combinatorics_say(never_fold: Solution) -> None:
    apart = 4 * 3  # suits for two cards of one rank, one in each hand
    flush_against_none = 2 * 4 * (3**5 - 3)
    no_pair = comb(13, 5) * (apart**5 - flush_against_none)
    one_pair = 13 * comb(4, 2) * comb(12, 3) * apart**3
    two_pair = comb(13, 2) * comb(4, 2) ** 2 * 11 * apart
    assert Fraction(never_fold.ends.tie, DEALS * STREETS * FINISHES) == Fraction(
        no_pair + one_pair + two_pair, comb(52, 5) * comb(47, 5)
    )


def test_optimal_value_is_the_headline(optimal: Solution) -> None:
    assert optimal.figures.ev == Fraction(-3034090608509, 15820024220000)
    assert list(optimal.figures.decisions) == ["fold-third", "fold-fourth"]
    assert float(optimal.figures.decisions["fold-third"]) == pytest.approx(0.2776803, abs=1e-7)
    assert float(optimal.figures.decisions["fold-fourth"]) == pytest.approx(0.0787185, abs=1e-7)


def test_a_simulation_with_the_strategy_agrees(optimal: Solution) -> None:
    """Deal hands, play them by the tables and judge them as at the table, jacks plus included."""
    rng = random.Random(2024)
    rounds = 40_000
    nets, bonus = [], []
    seen: Counter[str] = Counter()
    odds = {name: int(o.ratio) for name, o in jacks.LEAST_ODDS.items()}
    for _ in range(rounds):
        cards = rng.sample(DECK, 10)
        own, dealer = cards[:5], cards[5:]
        shown = numbers(dealer[:2])
        if not optimal.bets[third_state(numbers(own[:3]), shown[0])]:
            end, net, kept = "fold-third", Fraction(-1), 3
        elif not optimal.doubles[fourth_state(numbers(own[:4]), *shown)]:
            end, net, kept = "fold-fourth", Fraction(-2), 4
        else:
            mine, theirs = rank_hand(own), rank_hand(dealer)
            kept = 5
            end = "win" if mine > theirs else "lose" if mine < theirs else "tie"
            net = {"win": TEN.win, "tie": TEN.tie, "lose": Fraction(-4)}[end]
        hand = rank_hand(own[:kept])
        name = hand.category.slug
        if name == "pair" and hand.ranks[0] >= 11:
            name = "pair-of-jacks-or-better"
        seen[end] += 1
        nets.append(float(net))
        bonus.append(odds.get(name, -1))
    for results, figures in (
        (nets, optimal.figures),
        (bonus, jacks.figures(jacks.with_folds(optimal))),
    ):
        error = sqrt(figures.variance / rounds)
        assert abs(sum(results) / rounds - figures.ev) < 3.5 * error
        hits = float(figures.hit_frequency)
        share = sum(x > 0 for x in results) / rounds
        assert abs(share - hits) < 3.5 * sqrt(hits * (1 - hits) / rounds)
    for name, frequency in optimal.figures.decisions.items():
        p = float(frequency)
        assert abs(seen[name] / rounds - p) < 3.5 * sqrt(p * (1 - p) / rounds)


def test_no_other_play_does_better(counts: Array, optimal: Solution) -> None:
    for percent in (0, 5, 20):
        other = solve(counts, terms(percent))
        assert other.ends.value(TEN) < optimal.figures.ev
        assert optimal.ends.value(other.terms) < other.figures.ev


def test_what_is_worth_no_more_than_folding_is_folded(counts: Array) -> None:
    """If even a win comes to what folding costs, no hand is played."""
    hopeless = solve(counts, Terms(win=Fraction(-2), tie=Fraction(-2)))
    assert not hopeless.doubles.any()
    assert hopeless.figures.ev == -1


@pytest.mark.parametrize(
    ("find", "at", "expected"),
    [
        (break_even_percent, terms, Fraction(226811418725600, 55568699896451)),
        (
            partial(break_even_percent, base="winnings"),
            partial(terms, base="winnings"),
            Fraction(151207346606700, 18524358576877),
        ),
        (break_even_fixed, partial(terms, 10), Fraction(6048293864268, 18524358576877)),
    ],
    ids=["percent", "percent of winnings", "fixed"],
)
def test_break_even_is_where_the_value_changes_sign(
    counts: Array,
    find: Callable[[Array], BreakEven | None],
    at: Callable[[Fraction], Terms],
    expected: Fraction,
) -> None:
    assert find(counts) == BreakEven(expected, exact=True)
    low = Fraction(int(expected * 10**7), 10**7)
    play = solve(counts, at(low))
    assert play.ends.value(at(expected)) == 0
    assert play.figures.ev > 0 > solve(counts, at(low + Fraction(1, 10**7))).figures.ev


def test_a_percentage_that_leaves_the_player_ahead_has_no_fixed_fee_to_break_even(
    counts: Array,
) -> None:
    assert break_even_fixed(counts, percent=4) is None


def test_terms_of_the_commission() -> None:
    assert terms(10) == Terms(Fraction(16, 5), Fraction(-2, 5))
    assert terms(10, base="winnings") == Terms(Fraction(18, 5), Fraction(-2, 5))
    assert terms(10, ties="waive") == Terms(Fraction(16, 5), Fraction(0))
    # Ante $5, pot $40: 10 percent is $4, so a fixed $3 is less. Of the shared half, $2 is less.
    assert terms(10, 300, ante=500, chip=1) == Terms(Fraction(17, 5), Fraction(-2, 5))
    # Ante $2.50: 7 percent of $20 is $1.40, of $10 70 cents. In quarters $1.25 and 50 cents.
    assert terms(7, ante=250, chip=25) == Terms(4 - Fraction(125, 250), Fraction(-50, 250))
    assert terms(Fraction(15, 2)) == Terms(Fraction(17, 5), Fraction(-3, 10))


def test_too_fine_a_commission_is_refused(counts: Array) -> None:
    with pytest.raises(ValueError, match="too fine"):
        solve(counts, terms(Fraction(1, 10**15)))
    with pytest.raises(ValueError, match="never-fold"):
        solve(counts, TEN, "always-fold")


def test_advice_with_other_cards_seen() -> None:
    rng = random.Random(9)
    cards = rng.sample(DECK, 16)
    own, shown, left = cards[:3], cards[3], cards[4:]
    seen = without(DECK, cards)
    total = Fraction(0)
    for fourth in left:
        for second in left:
            if second != fourth:
                rest = without(left, [fourth, second])
                ends = enumerated([*own, fourth], [shown, second], rest)
                value = TEN.total(ends["win"], ends["tie"], ends["lose"]) / ends.total()
                total += max(value, Fraction(-2))
    assert advise(own, [shown], TEN, seen) == {"bet": total / (12 * 11), "fold": -1}

    own, table, left = cards[:4], cards[4:6], cards[6:]
    ends = enumerated(own, table, left)
    value = TEN.total(ends["win"], ends["tie"], ends["lose"]) / ends.total()
    assert advise(own, table, TEN, seen) == {"double": value, "fold": -2}
    with pytest.raises(ValueError, match="three cards against one"):
        advise(own, cards[4:5], TEN)


def test_advice_and_strategy_say_the_same(optimal: Solution) -> None:
    rng = random.Random(11)
    for _ in range(40):
        a, b, c, d, e, f = rng.sample(DECK, 6)
        values = advise([a, b, c, d], [e, f], TEN)
        assert optimal.doubles_on((a, b, c, d), (e, f)) == (values["double"] > values["fold"])


def test_jacks_plus_on_five_cards() -> None:
    hands = jacks.five_cards()
    known = (337_920, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
    assert hands == (comb(52, 5) - sum(known), *known)
    figures = jacks.figures(hands)
    pays = (1, 3, 7, 10, 15, 30, 50, 80, 400)
    assert figures.ev == Fraction(
        sum(n * pay for n, pay in zip(known, pays, strict=True)) - hands[0], comb(52, 5)
    )
    assert figures.ev == Fraction(-473, 1911)
    capped = jacks.figures(hands, stake=500_00, limit=50_000_00)
    assert figures.ev - capped.ev == Fraction(4 * 300, comb(52, 5))


def test_jacks_plus_of_a_player_who_folds(optimal: Solution, never_fold: Solution) -> None:
    assert jacks.figures(jacks.with_folds(never_fold)) == jacks.figures(jacks.five_cards())
    short = jacks.with_folds(optimal)
    lost = jacks.with_folds(optimal, "lose")
    assert sum(short) == sum(lost) == DEALS * STREETS * 46
    assert short[4:7] == lost[4:7]  # straights, flushes, full houses come on five cards only
    assert jacks.figures(short).ev == Fraction(-851754951, 2341229800)
    assert jacks.figures(lost).ev < jacks.figures(short).ev < jacks.figures(jacks.five_cards()).ev


def test_final_hands_of_a_player_who_folds(optimal: Solution, never_fold: Solution) -> None:
    every = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
    deals = jacks.hands(never_fold)
    assert [Fraction(n, jacks.ALL_DEALS) for n in deals] == [
        Fraction(n, comb(52, 5)) for n in every
    ]
    kept, ends = jacks.hands(optimal), optimal.figures.outcomes
    assert Fraction(sum(kept), jacks.ALL_DEALS) == ends["win"] + ends["tie"] + ends["lose"]
    assert kept[2:] == jacks.with_folds(optimal, "lose")[2:]


def test_another_commission_takes_the_same_counts(counts: Array) -> None:
    assert solve(counts, terms(5)).figures.ev == Fraction(-12196910138111, 398664610344000)
