"""Red Dog's odds at a table: published figures, money as it is paid, cards seen."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from croupier import lab
from croupier.mathematics.analysis import Question, Setting
from croupier.mathematics.kept import Keeper
from croupier.nouns.cards import CardError, parse_cards
from croupier.nouns.money import Odds
from croupier.nouns.reasons import MalformedError


def at(given: dict[str, Any] | None = None) -> Setting:
    return lab.setting(lab.lab_house("red-dog", given), tables=Keeper())


@pytest.mark.parametrize(
    ("decks", "edge"), [(1, 0.03155), (2, 0.03077), (4, 0.02884), (8, 0.02751)]
)
def test_house_edge_is_the_published_one(decks: int, edge: float) -> None:
    assert float(lab.odds(at({"decks": decks})).figures.house_edge) == pytest.approx(edge, abs=6e-6)


def test_more_decks_come_to_the_infinite_shoe() -> None:
    limit = lab.odds(at({"decks": "infinite"})).figures.ev
    assert limit == Fraction(-57, 2197)
    assert abs(lab.odds(at({"decks": 100})).figures.ev - limit) < Fraction(1, 5000)


def paid_in_chips(decks: int, stake: int, chip: int, spreads: dict[str, Odds]) -> Fraction:
    """Return the value of optimal play with payments in chips, over all third cards' ranks."""
    total = Fraction(0)
    cards = 52 * decks
    for a in range(13):
        for b in range(13):
            ways = 4 * decks * (4 * decks - (a == b))
            left = [4 * decks - (r == a) - (r == b) for r in range(13)]
            low, high = sorted((a, b))
            spread = high - low - 1
            if spread == 0:
                continue
            if spread < 0:
                sums = [Odds(11).pay(stake, chip) * left[a]]
            else:
                odds = spreads["4-11" if spread > 3 else str(spread)]
                wins = sum(left[low + 1 : high])
                net = odds.pay(stake, chip) * wins - stake * (cards - 2 - wins)
                sums = [net, 2 * net]
            total += Fraction(ways * max(sums), cards * (cards - 1) * (cards - 2) * stake)
    return total


def test_payments_are_rounded_up_to_chips_at_the_minimum() -> None:
    table = at({"decks": 2, "minimum": "2.50", "chip": "1", "payouts.spread.3": "5 to 2"})
    spreads = {"1": Odds(5), "2": Odds(4), "3": Odds(5, 2), "4-11": Odds(1)}
    value = lab.odds(table).figures.ev
    assert value == paid_in_chips(2, 250, 100, spreads)
    assert value > paid_in_chips(2, 250, 1, spreads)


@pytest.mark.parametrize("strategy", ["optimal", "never-raise", "always-raise"])
def test_decisions_and_outcomes_add_up_to_one(strategy: str) -> None:
    figures = lab.odds(at(), Question(strategy)).figures
    assert sum(figures.decisions.values()) == sum(figures.outcomes.values()) == 1
    assert figures.average_wager == 1 + figures.decisions["raise"]


def test_spreads_and_the_burn_card_are_reported() -> None:
    _, spreads, burn = lab.odds(at()).sections
    assert [row[0] for row in spreads.rows] == list(range(1, 12))
    assert burn.rows[0][1] == 0
    fives = tuple(parse_cards("5c 5d 5h 5s " * 5))
    *_, later = lab.odds(at(), Question(seen=fives)).sections
    assert isinstance(later.rows[0][1], Fraction)


def test_the_chance_of_each_hand_by_dealing_all_cards() -> None:
    dealt: Counter[str] = Counter()
    for a, b, c in product(range(13), repeat=3):
        ways = 8 * (8 - (a == b)) * (8 - (a == c) - (b == c))
        spread = abs(a - b) - 1
        alike = "three-of-a-kind" if a == b == c else "pair"
        dealt[{-1: alike, 0: "consecutive"}.get(spread, f"spread-{spread}")] += ways
    hands, *_ = lab.odds(at({"decks": 2})).sections
    chances = {str(name): chance for name, chance in hands.rows}
    assert chances == {name: Fraction(n, 104 * 103 * 102) for name, n in dealt.items()}


def test_cards_seen_change_the_odds() -> None:
    seen = tuple(parse_cards("7c 7d 7h 7s"))
    assert (
        lab.odds(at({"decks": 1}), Question(seen=seen)).figures.ev
        != lab.odds(at({"decks": 1})).figures.ev
    )
    with pytest.raises(CardError, match="more than once"):
        lab.odds(at({"decks": 1}), Question(seen=(seen[0], seen[0])))


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(MalformedError, match="never-raise"):
        lab.odds(at(), Question("never-fold"))
    with pytest.raises(MalformedError, match="one player"):
        lab.odds(at(), Question(players=2))


def test_the_reading_of_three_of_a_kind_by_itself_changes_nothing() -> None:
    fixed, enhanceable = lab.readings(at())
    assert (fixed.reading, enhanceable.reading) == ("fixed", "enhanceable")
    assert fixed.default and fixed.edge == enhanceable.edge
    raised = at({"rulings.R-14": "enhanceable", "payouts.three-of-a-kind": "12 to 1"})
    fixed, enhanceable = lab.readings(raised)
    assert fixed.edge == lab.odds(at()).figures.house_edge > enhanceable.edge
