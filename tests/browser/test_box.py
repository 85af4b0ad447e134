"""A person deals a live table in the browser, from the dealer's side."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import WebSocket, expect

from tests.browser.visitors import PHONE, TABLET, Doors, Visitor
from tests.server.visitors import House, new_id
from tests.server.visitors import Visitor as Client

ROUNDS = (
    ("red-dog", "Qs 4c 7d 5h", "wager original 10", ("raise 10",)),
    (
        "double-cross-poker",
        "Ks Kd 2c 7h 9s 4h 3d Qc 8h Kh 5s",
        "wager ante 10",
        ("raise vertical",),
    ),
)


class Frames:
    """Everything that a page was sent over its WebSockets."""

    def __init__(self, visitor: Visitor) -> None:
        self.received: list[str] = []
        visitor.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    def cards(self) -> set[str]:
        """Every card that a frame named, anywhere in it."""
        found: set[str] = set()
        for frame in self.received:
            found |= _cards(json.loads(frame))
        return found


def _cards(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set().union(*map(_cards, value.values()))
    if isinstance(value, list):
        return set().union(*map(_cards, value))
    is_card = isinstance(value, str) and re.fullmatch("[2-9TJQKA][cdhs]", value)
    return {str(value)} if is_card else set()


async def dealer_at(house: House, doors: Doors, table: str) -> tuple[Visitor, Frames]:
    """Let a dealer in by a link, at a table whose box is free."""
    link = await house.floor.post(f"/api/tables/{table}/dealer-link", 201, id=new_id())
    dan = await doors.enter()
    frames = Frames(dan)
    await dan.go(link["link"].removeprefix("/"))
    await dan.sees("You are asked to deal")
    await dan.page.get_by_label("Your name in the box").fill("Dan")
    await dan.press("To the table")
    await dan.press(re.compile("Deal this table"))
    await expect(dan.page.locator(".do-it")).to_be_visible()
    return dan, frames


async def deal(dan: Visitor, player: Client, table: str) -> dict[str, Any]:
    """Press Enter for every step, until somebody is asked or the round is over."""
    rounds = (await player.picture(table))["rounds"]
    while True:
        now = await player.picture(table)
        if now["rounds"] > rounds or (now["phase"] == "playing" and now["awaits"]):
            return now
        if not now["awaits_dealer"]:
            return now
        await dan.page.keyboard.press("Enter")
        for _ in range(50):  # the page may not have shown this step when it was pressed
            if (await player.picture(table))["state"] != now["state"]:
                break
            await dan.page.wait_for_timeout(10)


@pytest.mark.parametrize(("game", "cards", "wager", "decisions"), ROUNDS)
async def test_a_dealer_deals_a_round_from_their_side_and_sees_no_hidden_card(
    house: House, doors: Doors, game: str, cards: str, wager: str, decisions: tuple[str, ...]
) -> None:
    house.stack(cards)
    table = await house.table(game, house={"timeout": 600})
    ann = await house.player(table, 1, "Ann")
    dan, frames = await dealer_at(house, doors, table)
    await deal(dan, ann, table)
    await ann.say(table, wager)
    await ann.post(f"/api/tables/{table}/ready")
    await dan.status("All wagers stand")
    shoe, rack = dan.page.locator("svg.table .shoe"), dan.page.locator("svg.table .rack")
    left, right = await shoe.bounding_box(), await rack.bounding_box()
    assert left and right and left["x"] < right["x"], "the dealer's shoe is at the left"
    now = await deal(dan, ann, table)
    public = await house.public.picture(table)
    open_now = _cards(public["events"]) | _cards(public["laid"])
    assert frames.cards() <= open_now, "the page was sent a card that lies face down"
    assert len(open_now) == 2 and frames.received
    for decision in decisions:
        await ann.say(table, decision)
        now = await deal(dan, ann, table)
    await dan.status(re.compile("You deal this table|Your next step|Wagers, please"))
    assert now["rounds"] == 1
    (played,) = (await house.floor.get("/api/rounds", table=table))["rounds"]
    await dan.go(f"#/round/{played['round']}")
    await dan.sees(re.compile("Dealt by Dan"))


async def test_a_table_is_dealt_at_a_pace_on_a_tablet_and_on_a_phone(
    house: House, doors: Doors
) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog", house={"timeout": 600})
    ann = await house.player(table, 1, "Ann")
    dan, _ = await dealer_at(house, doors, table)
    watcher = await doors.enter(f"#token={ann.token}")
    await expect(watcher.page.locator(".where")).to_contain_text("dealt by Dan")
    await dan.resize(TABLET)
    await dan.press("Fast")
    await dan.status("Wagers, please")
    await ann.say(table, "wager original 10")
    await dan.press(re.compile("No more bets"))
    await dan.status("Ann decides")  # at a pace, the cards come by themselves
    await dan.resize(PHONE)
    assert await dan.complaints_about_reading() == []
    assert await dan.complaints_of_axe() == []
    await dan.press(re.compile("Report"))
    await dan.press(re.compile("Early third card"))
    await dan.sees("Report: early third card?")
    await dan.press("Cancel")
    await dan.press("Close this panel")
    await dan.press("Leave the box")
    await expect(dan.button(re.compile("Deal this table"))).to_be_visible()
