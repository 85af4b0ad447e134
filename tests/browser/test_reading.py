"""Every page can be read: names, labels, WCAG AA contrast, and it fits the window.

Each is looked at by day and by night, on a desk and on a phone.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.async_api import expect

from tests.browser.visitors import DESK, PHONE, SCHEMES, Doors
from tests.server.visitors import House, Visitor

FIRST = {
    "red-dog": "wager original 5",
    "double-down-stud": "wager original 5",
    "double-cross-poker": "wager ante 5",
    "winners-pot-poker": "wager ante",
}
CARDS = "Qs 4c 7d 5h 2c 9s Jd 8h Kh Ks 3c"


async def _played(house: House, game: str) -> tuple[str, str]:
    """Return a table with one round recorded and the next dealt, and a token of seat 1."""
    house.stack(CARDS)
    table = await house.table(game, name=f"Reading {game}")
    players = [await house.player(table, seat, name) for seat, name in ((1, "Ann"), (3, "Bob"))]
    for rounds in (1, 2):
        for player in players:
            await player.say(table, FIRST[game])
            await player.post(f"/api/tables/{table}/ready", ready=True)
        if rounds == 1:
            await _finish(players, table)
            await house.floor.post(f"/api/tables/{table}/floor", id="next", act="next-round")
    assert players[0].token is not None
    return table, players[0].token


async def _finish(players: list[Visitor], table: str) -> None:
    """Let everybody say the last offer until the round is over."""
    while True:
        for player in players:
            picture = await player.picture(table)
            if picture["phase"] == "between":
                return
            if picture["next"]:
                offer = picture["next"][-1]
                await player.say(table, " ".join([offer["verb"], *offer["args"]]))


@pytest.mark.parametrize("game", FIRST)
async def test_a_table_can_be_read(game: str, house: House, doors: Doors) -> None:
    _, token = await _played(house, game)
    player = await doors.enter(f"#token={token}")
    await player.status(re.compile("Your turn|Bob decides"))
    assert await player.complaints_about_reading() == []
    await player.resize(PHONE)
    assert await player.complaints_about_reading() == []
    await player.press("Play by play, odds and more")
    for tab in ("My seat", "Odds", "Fair", "Words"):
        await player.page.get_by_role("tab", name=tab).click()
        assert await player.complaints_about_reading() == [], tab


async def test_every_other_page_can_be_read(house: House, doors: Doors) -> None:
    table, _ = await _played(house, "red-dog")
    floor = await doors.enter(f"#token={house.admin.token}")
    await expect(floor.page.get_by_role("heading", name="The floor", exact=True)).to_be_visible()
    pages = {
        "#/": "Take a seat",
        "#/floor": "Open a table",
        "#/record": "The record",
        "#/round/1": "Round 1",
        "#/dispute?rounds=1": "Dispute",
        "#/rules/red-dog": "The rules",
        "#/me": "You",
        "#/people": "People",
        f"#/table/{table}/money": "Reconciliation",
        f"#/table/{table}/fair": "Was it dealt fairly?",
    }
    for fragment, heading in pages.items():
        await floor.page.evaluate(f"location.hash = {fragment!r}")
        await expect(floor.page.get_by_role("heading", name=heading).first).to_be_visible()
        await floor.page.wait_for_load_state("networkidle")
        for size in (PHONE, DESK):
            await floor.resize(size)
            assert await floor.complaints_about_reading() == [], (fragment, size)
    await floor.page.evaluate(f"location.hash = '#/table/{table}'")
    await expect(floor.page.get_by_role("heading", name="Irregularities")).to_be_visible()
    assert await floor.complaints_about_reading() == []


async def test_ones_own_record_can_be_read(house: House, doors: Doors) -> None:
    _, token = await _played(house, "red-dog")
    player = await doors.enter(f"#token={token}")
    for fragment, heading in (
        ("#/record", "Your record"),
        ("#/record?of=me&result=won&from=2100-01-01", "Your record"),
        ("#/record?of=house", "The record"),
        ("#/round/1?step=9", "Round 1"),
    ):
        await player.page.evaluate(f"location.hash = {fragment!r}")
        await expect(player.page.get_by_role("heading", name=heading)).to_be_visible()
        await player.page.wait_for_load_state("networkidle")
        for size in (PHONE, DESK):
            await player.resize(size)
            assert await player.complaints_about_reading() == [], (fragment, size)


HEAD = """async ([floor, record]) => {
  const { badge } = await import("/js/shell.js");
  badge("#/floor", floor, `${floor} disputes wait`);
  badge("#/record", record, `${record} new rulings`);
  const head = document.querySelector("body > header");
  const room = head.getBoundingClientRect();
  const parts = Array.from(head.querySelectorAll("a, button, .play-money"))
    .map((one) => [one.textContent.trim() || one.ariaLabel, one.getBoundingClientRect(), one])
    .filter(([, box]) => box.width);
  const cut = parts.filter(([, box, one]) => box.left < 0 || box.right > innerWidth
    || box.top < room.top || box.bottom > room.bottom || one.scrollWidth > one.clientWidth + 1);
  const over = parts.flatMap(([name, a], i) => parts.slice(i + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => [`${name} and ${other}`]));
  return [...cut, ...over].map(([name]) => name);
}"""
"""What is cut off at the head of the page, or lies on something else, with these counts."""

HEAD_WIDTHS = (320, 360, 390, 600, 701, 768, 844, 861, 1024, 1440)


@pytest.mark.parametrize("role", ["player", "dealer", "floor", "surveillance", "administrator"])
async def test_nothing_is_cut_off_at_the_head(role: str, house: House, doors: Doors) -> None:
    table = await house.table("red-dog")
    if role == "player":
        token = (await house.guest("Ann")).token
    else:
        token = (await house.admin.post("/api/tokens", 201, role=role))["token"]
    main = {"token": token, "role": "spectator" if role == "player" else role, "name": "Ann"}
    kept = json.dumps({"main": main, "seats": {}, "boxes": {}})
    visitor = await doors.enter()
    await visitor.page.evaluate("kept => localStorage.setItem('croupier', kept)", kept)
    for fragment in ("#/record", f"#/table/{table}"):
        await visitor.go(fragment)
        await expect(visitor.page.locator("header nav a").last).to_be_visible()
        for width in HEAD_WIDTHS:
            await visitor.resize((width, 390 if width == 844 else 900))
            for counts in ([0, 0], [1, 1], [12, 0]):
                found = await visitor.page.evaluate(HEAD, counts)
                assert found == [], (fragment, width, counts)


INK = "getComputedStyle(document.body).color"


async def test_the_page_follows_the_system_until_somebody_chooses(
    house: House, doors: Doors
) -> None:
    visitor = await doors.enter("#/")
    inks = {}
    for scheme in SCHEMES:
        await visitor.page.emulate_media(color_scheme=scheme)
        inks[scheme] = await visitor.page.evaluate(INK)
    assert inks["light"] != inks["dark"]
    for chosen in SCHEMES:
        await visitor.page.evaluate(
            f"localStorage.setItem('croupier-preferences', '{{\"theme\": \"{chosen}\"}}')"
        )
        await visitor.go("#/")
        await visitor.sees("Take a seat")
        for scheme in SCHEMES:
            await visitor.page.emulate_media(color_scheme=scheme)
            assert await visitor.page.evaluate(INK) == inks[chosen]
