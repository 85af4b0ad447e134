"""The shuffle is unbiased, reaches every order, and stays so with what players add."""

from __future__ import annotations

import itertools
import re
import secrets
from collections import Counter
from collections.abc import Callable
from math import factorial, sqrt

import pytest

from croupier.journal.fairness import Order, card_of, permutation, problem_with
from croupier.nouns.cards import DECK
from tests.sizes import sized

SIZE = 5
SHUFFLES = sized(5_000_000)


def z_of(shuffle: Callable[[], tuple[int, ...]], shuffles: int = SHUFFLES) -> float:
    """Return chi-square as a standard score: how far orders are from equally likely."""
    counts = Counter(shuffle() for _ in range(shuffles))
    orders = factorial(SIZE)
    expected = shuffles / orders
    chi = sum((counts[p] - expected) ** 2 / expected for p in itertools.permutations(range(SIZE)))
    freedom = orders - 1
    # By Wilson and Hilferty the cube root of chi-square is nearly normal.
    return float(((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom)))


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    assert abs(z_of(lambda: Order.draw(SIZE).cards)) < 5


def test_a_biased_shuffle_fails_the_same_test() -> None:
    def naive() -> tuple[int, ...]:
        cards = list(range(SIZE))
        for i in range(SIZE):
            j = secrets.randbelow(SIZE)  # not i + 1: a common mistake
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    assert z_of(naive, SHUFFLES // 2) > 50


def test_what_players_add_gives_every_order_equally_often() -> None:
    counter = itertools.count()
    commitment = bytes(32)
    z = z_of(lambda: tuple(permutation(SIZE, commitment, [str(next(counter))])), SHUFFLES // 5)
    assert abs(z) < 5


def test_whatever_players_add_the_house_still_reaches_every_order() -> None:
    """One permutation after every order of the house gives each order once."""
    nonce = bytes(32)
    # The players' permutation depends on the commitment and so on the order: take it out.
    fixed = permutation(4, b"x" * 32, ["mine"])
    reached = {tuple(p[i] for i in fixed) for p in itertools.permutations(range(4))}
    assert len(reached) == factorial(4)
    assert len({Order(p, nonce).commitment for p in itertools.permutations(range(4))}) == 24


def test_a_pack_is_checked_card_by_card() -> None:
    order = Order.draw(104)
    cards = order.dealt(["a", "b"])
    assert sorted(cards) == sorted([*DECK, *DECK])
    assert problem_with(order.commitment, order, ["a", "b"], cards) is None
    assert problem_with(order.commitment, order, ["a", "b"], cards[:7]) is None
    assert problem_with(bytes(32), order, ["a", "b"], cards) == (
        "the revealed order is not the one that was committed to"
    )
    # The first cards may be alike by chance.
    other = str(problem_with(order.commitment, order, ["ab"], cards))
    assert re.match(r"card \d+ of the pack was", other)
    assert "left a pack" in str(
        problem_with(order.commitment, order, ["a", "b"], [*cards, cards[0]])
    )
    twice = Order((0, 0, *order.cards[2:]), order.nonce)
    assert "not a whole pack" in str(problem_with(twice.commitment, twice, [], []))


@pytest.mark.parametrize(
    ("one", "other"), [(["ab"], ["a", "b"]), (["a", "b"], ["b", "a"]), ([""], [])]
)
def test_contributions_are_not_mistaken_for_one_another(one: list[str], other: list[str]) -> None:
    order = Order.draw(52)
    assert order.composed(one) != order.composed(other)


def test_the_derivation_is_the_published_one() -> None:
    """A worked example: a page that follows the description gets the same numbers."""
    order = Order(tuple(range(8)), b"\x01" * 32)
    assert (
        order.commitment.hex() == "b7fbd5b49f0e840d9069be9e2054b5fc918769457fb9965e3c47b829c3508f6e"
    )
    assert order.composed(["dice: 3 5 1", "🎲"]) == [1, 6, 0, 2, 7, 4, 5, 3]
    assert card_of(52 + 51) == "As"
