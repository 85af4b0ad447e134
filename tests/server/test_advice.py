"""Advice over HTTP: what each choice is worth at the amount that the player has in mind."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.server.visitors import House, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def a_decision(
    house: House, game: str, cards: str, wager: str = "wager original 10"
) -> tuple[Visitor, str]:
    house.stack(cards)
    table = await house.table(game)
    ann = await house.player(table, 1, buy_in="100")
    await ann.say(table, wager)
    await house.floor.say(table, "dealer close")
    return ann, f"/api/tables/{table}/advice"


@pytest.mark.parametrize(
    ("game", "cards", "verb"),
    [("red-dog", "5h 4c 7d", "raise"), ("double-down-stud", "9c 2h 9d Kh 4s", "double")],
)
async def test_the_amount_chosen_is_the_amount_valued(
    house: House, game: str, cards: str, verb: str
) -> None:
    ann, path = await a_decision(house, game, cards)
    full, small = await ann.get(path), await ann.get(path, amount="2.5")
    assert full == await ann.get(path, amount="10")
    for advice, amount, share in ((full, "10.00", 2), (small, "2.50", Fraction(5, 4))):
        by_action = {choice["action"]: choice for choice in advice["choices"]}
        assert by_action[verb]["amount"] == amount and "amount" not in by_action["pass"]
        value = Fraction(by_action[verb]["ev"]["exact"])
        assert value == Fraction(by_action["pass"]["ev"]["exact"]) * share
        assert advice["best"] == max(by_action, key=lambda a: by_action[a]["ev"]["value"])
        assert not advice["estimate"]


@pytest.mark.parametrize(
    ("amount", "status", "says", "rule", "finding"),
    [
        ("0", 409, "must be more than zero", "5(h)", None),
        ("10.50", 409, "at most the original wager of $10", "5(h)", None),
        ("0.75", 409, "multiples of $0.50", None, "R-25"),
        ("0.505", 422, "more than two decimals", None, None),
        ("much", 422, "'much' is not an amount", None, None),
        ("-1", 409, "must be more than zero", "5(h)", None),
    ],
)
async def test_a_bad_amount_gets_one_clear_line(
    house: House, amount: str, status: int, says: str, rule: str | None, finding: str | None
) -> None:
    ann, path = await a_decision(house, "red-dog", "5h 4c 7d")
    error = (await ann.get(path, status, amount=amount))["error"]
    assert says in error["message"] and "\n" not in error["message"]
    assert (error["rule"], error["finding"]) == (rule, finding)


async def test_an_amount_is_refused_where_nothing_takes_one(house: House) -> None:
    ann, path = await a_decision(
        house, "double-cross-poker", "As Ad Kd Kc Ts Qs 5d 9h 2h", "wager ante 10"
    )
    assert all("amount" not in choice for choice in (await ann.get(path))["choices"])
    error = (await ann.get(path, 409, amount="10"))["error"]
    assert error["message"] == "no choice here takes an amount"
