"""Rounds of every game, from the lobby to the record."""

from __future__ import annotations

import pytest

from croupier import games
from tests.server.visitors import House, play

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True


@pytest.mark.parametrize("game", games.names())
async def test_two_players_play_rounds_of_every_game(house: House, game: str) -> None:
    table = await house.table(game)
    ann = await house.player(table, 1, "Ann")
    bob = await house.player(table, 3, "Bob")
    async with ann.socket(table) as a, bob.socket(table) as b:
        await play([a, b], table, rounds=3)
    listed = await house.floor.get("/api/rounds", table=table)
    assert len(listed["rounds"]) == 3 and not listed["more"]
    assert all(row["outcome"] in ("settled", "void") for row in listed["rounds"])
    verdict = await house.floor.get("/api/journal/verify")
    assert verdict["verified"], verdict
    balance = await house.floor.get(f"/api/tables/{table}/reconciliation")
    assert balance["balanced"]
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_a_wager_is_placed_and_closed_over_http(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table()
    ann = await house.player(table, 2, buy_in="100")
    said = await ann.say(table, "wager original 10")
    assert said["state"] > 0 and said["duplicate"] is False
    picture = await ann.picture(table)
    assert picture["seats"]["2"]["wagers"] == {"original": "10.00"}
    assert picture["seats"]["2"]["chips"] == "90.00"
    await house.floor.say(table, "dealer close")
    picture = await house.public.picture(table)
    assert picture["phase"] == "playing" and picture["awaits"] == [2]
    assert picture["felt"] == {"left": ["4c"], "right": ["7d"]}
    assert picture["events"][-1]["line"] == "The marker goes to spread 2"
    await ann.say(table, "raise 10")
    (played,) = (await ann.get("/api/rounds", table=table))["rounds"]
    told = await ann.get(f"/api/rounds/{played['round']}")
    assert told["result"]["seats"]["2"]["net"] == "80.00"
    assert (await ann.picture(table))["seats"]["2"]["chips"] == "180.00"
