"""Double Down Stud's odds at a table: the published video table, and doubles of zero value."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from croupier import lab
from croupier.mathematics.analysis import Question, Setting
from croupier.mathematics.kept import Keeper
from croupier.nouns.cards import Card, parse_cards

VIDEO = {"royal-flush": 3999, "straight-flush": 199, "four-of-a-kind": 49, "full-house": 11}
"""Where the published table pays more than the least odds, without the stake."""


def at(given: dict[str, Any] | None = None, stake: int | None = None) -> Setting:
    return lab.setting(lab.lab_house("double-down-stud", given), stake=stake, tables=Keeper())


def worth(table: Setting, hand: list[Card], cards: list[Card]) -> dict[str, Fraction]:
    """Return the exact value of each choice."""
    choices = lab.advise(table, hand, cards)
    return {c.action: c.value for c in choices if isinstance(c.value, Fraction)}


def test_the_published_video_table() -> None:
    table = at({f"payouts.hand.{name}": f"{odds} to 1" for name, odds in VIDEO.items()})
    assert float(lab.odds(table).figures.ev) == pytest.approx(-0.021033, abs=5e-7)


def test_more_cards_seen_are_worth_more_and_the_hole_card_most() -> None:
    information = lab.odds(at()).sections[1]
    values = [row[1] for row in information.rows]
    assert len(values) == 8
    assert values == sorted(values, key=lambda value: Fraction(str(value)))
    assert values[0] == Fraction(-15403, 324870)
    assert values[-1] == Fraction(41017, 649740)


def test_zero_value_doubles_are_named_and_both_conventions_reported() -> None:
    *_, zeros, conventions = lab.odds(at()).sections
    assert [row[0] for row in zeros.rows] == [
        "5-4-3-2, not of one suit",
        "A-K-Q-J, not of one suit",
    ]
    (_, without, *_), (_, with_them, *_) = conventions.rows
    assert without == lab.odds(at()).figures.decisions["double"]
    shares = [row[1] for row in zeros.rows]
    assert isinstance(with_them, Fraction) and isinstance(without, Fraction)
    assert with_them - without == sum(Fraction(str(share)) for share in shares)


def test_the_chance_of_each_hand_is_that_of_five_cards() -> None:
    of_a_rank = comb(4, 2) * comb(12, 3) * 4**3
    known = [
        1_302_540 + 4 * of_a_rank,  # no pair, or a pair from deuces to fives
        5 * of_a_rank,
        4 * of_a_rank,
        *(123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
    ]
    hands, *_ = lab.odds(at()).sections
    assert [chance for _, chance in hands.rows] == [Fraction(n, comb(52, 5)) for n in known]


@pytest.mark.parametrize("strategy", ["optimal", "never-double", "always-double"])
def test_decisions_and_outcomes_add_up_to_one(strategy: str) -> None:
    figures = lab.odds(at(), Question(strategy)).figures
    assert sum(figures.decisions.values()) == sum(figures.outcomes.values()) == 1


def test_the_limit_bites_on_a_large_wager_by_hand_or_by_wager() -> None:
    """A royal at $500 pays $500,000 a wager. The limit is $100,000 for both or for each."""
    hand, cards = parse_cards("As"), parse_cards("Ks Qs Js")
    values = {}
    for reading in ("hand", "wager"):
        house = {"payout_limit": "100000", "rulings.S-16": reading}
        values[reading] = worth(at(house, stake=50_000), hand, cards)
    assert values["hand"]["pass"] == values["wager"]["pass"]
    assert values["hand"]["double"] < values["wager"]["double"]
    free = worth(at(), hand, cards)
    # One card of 48 makes the royal, which pays 1000 to 1 or, limited, 200 to 1.
    assert free["pass"] - values["hand"]["pass"] == Fraction(800, 48)
