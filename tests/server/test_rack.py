"""The discard rack holds all that has left the shoe and the felt, at the table and in records."""

from __future__ import annotations

import pytest

from tests.server.visitors import House, Visitor, new_id

pytestmark = pytest.mark.asyncio(loop_scope="module")

SHOE = 6 * 52


async def all_cards(visitor: Visitor, table: str) -> int:
    """Return how many cards the picture accounts for."""
    seen = await visitor.picture(table)
    lying = sum(len(cards) for cards in seen["felt"].values())
    return int(seen["left"] + seen["rack"] + lying)


async def test_the_rack_fills_over_the_rounds_of_a_shoe(house: House) -> None:
    house.stack("Qs 4c 7d 5h 4d 9s 7s")
    table = await house.table()
    ann = await house.player(table, 1, buy_in="100")
    racked, numbers = [], []
    for _ in range(2):
        await ann.say(table, "wager original 10")
        assert await all_cards(ann, table) == SHOE
        await house.floor.say(table, "dealer close")
        assert await all_cards(ann, table) == SHOE
        numbers.append((await ann.picture(table))["round"])
        await ann.say(table, "pass")
        assert await all_cards(ann, table) == SHOE
        racked.append((await ann.picture(table))["rack"])
    # A burn and three cards, then three cards more.
    assert racked == [4, 7]
    for number, last in zip(numbers, racked, strict=True):
        steps = (await ann.get(f"/api/rounds/{number}/steps"))["steps"]
        assert steps[-1]["rack"] == last
        assert all(
            step["left"] + step["rack"] + sum(map(len, step["felt"].values())) == SHOE
            for step in steps
        )
    # The rack is still there when everybody has left, and empty under a new shoe.
    await ann.post(f"/api/tables/{table}/leave", id=new_id(), when="now")
    seen = await house.public.picture(table)
    assert (seen["left"], seen["rack"]) == (SHOE - 7, 7)
    await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="reshuffle")
    bob = await house.player(table, 2, "Bob")
    await bob.say(table, "wager original 10")
    seen = await bob.picture(table)
    assert (seen["left"], seen["rack"]) == (SHOE, 0)


@pytest.mark.parametrize("game", ["double-down-stud", "double-cross-poker", "winners-pot-poker"])
async def test_a_deck_that_is_shuffled_for_each_round_begins_with_an_empty_rack(
    house: House, game: str
) -> None:
    table = await house.table(game)
    ann = await house.player(table, 1, buy_in="100")
    for _ in range(2):
        first = (await ann.picture(table))["first_wager"]
        await ann.say(table, f"wager {first} 5")
        assert (await ann.picture(table))["rack"] == 0
        await house.floor.say(table, "dealer close")
        while (seen := await ann.picture(table))["phase"] == "playing":
            declines = {"pass", "fold"} & {offer["verb"] for offer in seen["next"]}
            await ann.say(table, declines.pop())
