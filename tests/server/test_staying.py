"""The finished round stays on the felt until something is said in the next one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.server import gallery
from tests.server.visitors import House, Socket, Visitor, new_id, play, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

Data = dict[str, Any]


async def _pass(house: House, table: str, player: Visitor) -> Data:
    """Play a round of Red Dog with one wager of 10, and return the finished round."""
    await player.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    await player.say(table, "pass")
    async with player.socket(table) as socket:
        return await socket.until(table, lambda p: p["phase"] == "wagering" and p["next"])


async def test_the_finished_round_stays_until_the_first_sentence_of_the_next(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table()
    ann = await house.player(table, 1, buy_in="100")
    fresh = await ann.picture(table)
    assert (fresh["stays"], fresh["last"], fresh["round"]) == (False, None, None)
    now = await _pass(house, table, ann)
    assert now["stays"] and now["last"] == now["round"] and now["outcome"] == "settled"
    assert now["laid"] == {"left": ["4c"], "right": ["7d"], "middle": ["5h"]}
    assert now["events"][-1]["kind"] == "collect" and now["events"][0]["n"] == 1
    assert now["result"]["seats"]["1"]["net"] == "40.00"
    # The next wager is taken meanwhile.
    assert "wager" in {offer["verb"] for offer in now["next"]} and now["awaits"] == [1]
    seat = now["seats"]["1"]
    assert (seat["chips"], seat["wagers"], seat["in_round"]) == ("140.00", {}, True)
    refused = await ann.say(table, "wager original 501", 409)
    assert refused["error"]["finding"] == "X-09"
    assert (await ann.picture(table))["stays"]
    await ann.say(table, "wager original 20")
    then = await ann.picture(table)
    assert (then["stays"], then["last"], then["result"]) == (False, now["last"], None)
    assert then["round"] > now["round"] and then["outcome"] == "open"
    assert then["seats"]["1"]["wagers"] == {"original": "20.00"}


async def test_watchers_are_told_a_new_round_from_its_first_event(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table()
    ann = await house.player(table, 1)
    async with house.public.socket(table) as watcher:
        await _pass(house, table, ann)
        done = await watcher.until(table, lambda p: p["phase"] == "wagering" and p["rounds"] == 1)
        assert done["stays"] and done["result"]["outcome"] == "settled"
        await ann.say(table, "wager original 20")
        told = await watcher.expect("events")
        while not told["events"]:  # somebody has come or gone
            told = await watcher.expect("events")
        assert told["round"] > done["round"] and not told["picture"]["stays"]
        numbers = [event["n"] for event in told["events"]]
        assert numbers == list(range(1, len(numbers) + 1))
        whole = await house.public.picture(table)
        assert told["events"] == whole["events"] and whole["events"][-1]["kind"] == "wager"


async def test_the_next_holder_of_a_seat_does_not_see_the_cards_of_the_last(house: House) -> None:
    table = await house.table("double-cross-poker")
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    async with ann.socket(table) as a, bob.socket(table) as b:
        await a.act(table, "wager ante 10")
        await b.act(table, "wager ante 10")
        await house.floor.say(table, "dealer close")
        await _fold(a, table, 1)
        await _fold(b, table, 2)
        mine = await a.until(table, lambda p: p["rounds"] == 1)
    cards = mine["laid"]["seat 1"]
    assert "??" not in cards
    await ann.post(f"/api/tables/{table}/leave", id=new_id())
    eve = await house.player(table, 1, "Eve")
    seen = await eve.picture(table)
    assert seen["stays"] and seen["you"]["seat"] == 1 and seen["next"]
    assert set(seen["laid"]["seat 1"]) == {"??"}
    assert not any(card in str(seen["events"]) for card in cards)
    assert seen["seats"]["1"]["state"] == ""
    his = await bob.picture(table)
    assert "??" not in his["laid"]["seat 2"]
    await eve.say(table, "wager ante 10")
    assert (await eve.picture(table))["you"]["viewer"] == "seat:1"


async def _fold(socket: Socket, table: str, seat: int) -> None:
    await socket.until(table, lambda p: p["phase"] == "playing" and seat in p["awaits"])
    await socket.act(table, "fold")


async def test_everybody_is_told_another_house_while_the_round_stays(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1)
    async with house.public.socket(table) as watcher:
        await _pass_somehow(ann, table)
        order: Data = {"act": "house", "house": {"minimum": "20"}}
        await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), **order)
        now = await watcher.until(table, lambda p: p["limits"]["minimum"] == "20.00")
        assert now["stays"] and now["last"]


async def _pass_somehow(player: Visitor, table: str) -> None:
    async with player.socket(table) as socket:
        await play([socket], table, rounds=1)


async def test_the_next_round_comes_at_once_when_everybody_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, pause=3600.0) as house:
        table = await house.table()
        ann = await house.player(table, 1)
        async with ann.socket(table) as socket:
            await play([socket], table, rounds=1)
            between = await socket.until(table, lambda p: p["phase"] == "between")
            assert between["stays"] and between["next"] == [] and between["result"]
            monkeypatch.setattr(gallery, "SOON", 3600.0)  # what can wait is not told in this test
            await socket.send({"type": "ready", "table": table})
            now = await socket.until(table, lambda p: p["phase"] == "wagering")
            assert now["stays"] and now["next"] and now["round"] == between["round"]


async def test_the_finished_round_is_there_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        table = await house.table("double-cross-poker")
        ann = await house.player(table, 1)
        await _pass_somehow(ann, table)
        async with ann.socket(table) as socket:
            before = await socket.until(table, lambda p: p["phase"] == "wagering")
        everybody = await house.public.picture(table)
    async with running(tmp_path) as house:
        again = house.visitor(ann.token)
        async with again.socket(table) as socket:
            after = await socket.until(table, lambda p: p["phase"] == "wagering" and p["next"])
        same = ("stays", "last", "round", "events", "laid", "felt", "result", "outcome", "rack")
        assert {key: after[key] for key in same} == {key: before[key] for key in same}
        now = await house.public.picture(table)
        assert {key: now[key] for key in same} == {key: everybody[key] for key in same}
        await again.say(table, "wager ante 10")
        begun = await again.picture(table)
        assert (begun["stays"], begun["last"]) == (False, before["last"])
    async with running(tmp_path) as house:
        begun = await house.visitor(ann.token).picture(table)
        assert (begun["stays"], begun["last"], begun["result"]) == (False, before["last"], None)
