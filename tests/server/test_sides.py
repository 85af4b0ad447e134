"""What the server says of a table is told from the side of the person who looks at it."""

from __future__ import annotations

import re

import pytest

from tests.server.visitors import House, new_id

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEALERS = re.compile(r"\bto (left|right|middle)\b")


async def test_lines_are_the_players_at_the_table_in_the_record_and_in_the_replay(
    house: House,
) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table()
    ann = await house.player(table, 1, buy_in="100")
    await ann.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    number = (await ann.picture(table))["round"]
    surveillance = await house.of_role("surveillance")
    for visitor in (ann, house.public, house.floor, surveillance):
        lines = [event["line"] for event in (await visitor.picture(table))["events"]]
        assert "4c is the first card, face up" in lines
        assert "7d is the second card, face up" in lines
        assert not any(DEALERS.search(line) for line in lines)
    await ann.say(table, "pass")
    for visitor in (ann, house.floor, surveillance):
        told = await visitor.get(f"/api/rounds/{number}")
        steps = (await visitor.get(f"/api/rounds/{number}/steps"))["steps"]
        assert [step["event"]["line"] for step in steps] == [e["line"] for e in told["events"]]
        assert "5h is the third card, face up" in [event["line"] for event in told["events"]]
    dispute = await house.floor.get("/api/disputes", rounds=str(number))
    assert "7d is the second card, face up" in str(dispute)


async def waiting(house: House, table: str) -> list[str]:
    """Let the dealer do step by step all that waits, and return how each step was told."""
    lines = []
    while (picture := await house.floor.picture(table))["pending"]:
        lines.append(picture["pending"]["line"])
        await house.floor.post(f"/api/tables/{table}/proceed", id=new_id(), state=picture["state"])
    return lines


async def test_the_step_that_waits_is_told_as_a_sentence(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table(dealing="steps")
    ann = await house.player(table, 1, buy_in="100")
    await waiting(house, table)
    await ann.say(table, "wager original 10")
    await waiting(house, table)
    await house.floor.say(table, "dealer close")
    lines = await waiting(house, table)
    assert "The first card is dealt, face up" in lines
    assert "The second card is dealt, face up" in lines
    assert "A card is burned" in lines


async def test_a_choice_says_what_it_costs_and_a_result_what_it_means(house: House) -> None:
    house.stack("Ah 9d Ad Kc 2h 4c 5s 6d 7h")
    table = await house.table("double-cross-poker")
    ann = await house.player(table, 1, buy_in="100")
    await ann.say(table, "wager ante 10")
    await house.floor.say(table, "dealer close")
    offers = {" ".join([o["verb"], *o["args"]]): o for o in (await ann.picture(table))["next"]}
    assert offers["raise vertical"]["cost"] == "20.00" and "cost" not in offers["fold"]
    await ann.say(table, "raise vertical")
    result = (await ann.picture(table))["result"]
    assert result["hands"] == {
        "1": {"hand": "high-card", "words": "ace, nine high"},
        "dealer": {"hand": "high-card", "words": "ace, king high"},
    }
    seat = result["seats"]["1"]
    assert (seat["staked"], seat["returned"], seat["net"]) == ("30.00", "0.00", "-30.00")
    assert seat["hand_words"] == "ace, nine high"
