"""Shares of the winner's pot add up under every reading, and it is clear who has the odd cents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.games.winners_pot_poker.pot import Split, divide
from croupier.rules import house
from tests.support import typed

READINGS = [
    {"rulings.W-18": taken, "rulings.W-20": odd, "rulings.W-19": shared}
    for taken in ("once", "per-player")
    for odd in ("players-from-button", "house")
    for shared in ("literal", "waive")
]


def terms(given: dict[str, str]) -> WinnersPotHouse:
    return typed(house.build("winners-pot-poker", given), WinnersPotHouse)


def test_a_share_keeps_its_odd_cents_when_each_player_pays_the_commission() -> None:
    """A dollar for three: 34, 33 and 33 cents, each less a tenth in whole cents (X-08)."""
    each = terms({"rulings.W-18": "per-player", "ante": "0.01"})
    assert divide(each, 100, [2, 3, 1], False, 10) == Split(
        0, 9, {2: 31, 3: 30, 1: 30}, favoured=frozenset({2})
    )
    assert divide(each, 100, [2, 3], True, 10) == Split(
        33, 6, {2: 31, 3: 30}, favoured=frozenset({2})
    )


@pytest.mark.parametrize("reading", READINGS, ids=lambda r: " ".join(r.values()))
@given(
    total=st.integers(1, 10**6),
    winners=st.integers(1, 7),
    dealer=st.booleans(),
    chip=st.sampled_from(["0.01", "0.05", "0.25", "1"]),
)
def test_it_all_adds_up(
    reading: dict[str, str], total: int, winners: int, dealer: bool, chip: str
) -> None:
    chosen = terms({**reading, "chip": chip, "ante": "5"})
    total -= total % chosen.chip
    seats = list(range(1, winners + 1))
    split = divide(chosen, total, seats, dealer, 500)
    assert split.dealer + split.commission + sum(split.seats.values()) + split.odd == total
    assert list(split.seats) == seats and min(split.seats.values(), default=0) >= 0
    assert split.favoured <= set(seats) and (not split.odd or not split.favoured)
