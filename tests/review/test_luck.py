"""Over many rounds luck is nothing: that holds only if every value is true."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from croupier.review import review_round
from tests.review.chance import GAMES, one_seat
from tests.sizes import sized


@pytest.mark.parametrize("game", GAMES)
def test_mean_luck_is_zero(game: str) -> None:
    rounds = sized(20_000, 40)
    luck = []
    for log in one_seat(game, rounds, seed=16):
        found = review_round(log, "seat 1")
        assert isinstance(found.luck, Fraction)
        luck.append(found.luck)
    mean = sum(luck, Fraction(0)) / rounds
    squares = sum(((one - mean) ** 2 for one in luck), Fraction(0))
    error = sqrt(squares / (rounds * (rounds - 1)))
    assert error > 0
    assert abs(float(mean)) < 4 * error
