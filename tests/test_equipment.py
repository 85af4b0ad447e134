"""Equipment at its edges: numbers that would favour a card, and results that are not a shuffle."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from croupier.equipment.shoe import ordered
from croupier.equipment.shuffle import ShuffleError, manual_shuffle
from croupier.nouns.cards import DECK, parse_cards

LARGEST = b"\xff" * 8


class Stream:
    """A hash whose first numbers are all the largest possible, and zero after that."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def digest(self, size: int) -> bytes:
        return (LARGEST * 12 + bytes(size))[:size]


def test_a_number_from_the_uneven_tail_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**64 is not a multiple of three, so the largest number would favour a card."""
    monkeypatch.setattr("croupier.equipment.shoe.hashlib.shake_256", Stream)
    cards = parse_cards("2c 3c 4c")
    # The stream grows: eleven numbers of the first and one of the longer are rejected, then 0, 0.
    assert ordered(cards, "seed") == parse_cards("3c 4c 2c")


def test_every_order_of_three_is_as_likely() -> None:
    found = Counter(tuple(ordered(parse_cards("2c 3c 4c"), str(seed))) for seed in range(6_000))
    assert len(found) == 6
    assert sum((n - 1_000) ** 2 / 1_000 for n in found.values()) < 20.5  # 5 degrees, 1 in 1,000


@pytest.mark.parametrize(
    ("steps", "problem"),
    [(("riffle", "juggle"), "'juggle' is not a step"), (("riffle", "strip"), "after at least two")],
)
def test_what_is_not_a_shuffle_is_refused(steps: tuple[str, ...], problem: str) -> None:
    with pytest.raises(ShuffleError, match=problem):
        manual_shuffle(DECK, Random(1), steps)
