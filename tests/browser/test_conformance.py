"""The page opens, draws and plays any game that is found, the documentation's example too."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from croupier import games
from croupier.nouns.cards import DECK
from tests.browser.visitors import PATIENCE, PHONE, Doors, Visitor
from tests.conformance.found import every_game, shelved
from tests.server.visitors import House


@pytest.fixture(scope="module", autouse=True)
def example() -> Iterator[None]:
    with shelved():
        yield


@every_game
async def test_a_round_is_opened_played_and_replayed(game: str, house: House, doors: Doors) -> None:
    title = games.load(game).title
    floor = await doors.enter(f"#token={house.floor.token}")
    await floor.page.get_by_label("Game").select_option(game)
    await floor.page.get_by_label("Name", exact=True).fill("Any table")
    await floor.press("Open the table")
    await floor.sees("Irregularities")
    table = floor.page.url.rpartition("/")[2]

    ann = await doors.enter()
    await ann.page.get_by_role("link", name=re.compile("Any table")).click()
    await ann.press("Seat 1")
    await ann.page.get_by_label("Your name at the table").fill("Ann")
    await ann.press(re.compile("^Sit down with"))
    await ann.status(re.compile("Place your"))
    await expect(ann.page.locator("svg.table")).to_be_visible()
    assert title.upper() in (await ann.page.locator("svg.table").inner_html()).upper()
    await ann.press(re.compile("and deal$"))
    async with asyncio.timeout(PATIENCE / 1000):  # one press places the wager and says ready
        while (await house.floor.picture(table))["phase"] == "wagering":
            await asyncio.sleep(0.02)

    drawn: set[str] = set()
    while (picture := await house.floor.picture(table))["phase"] != "between":
        assert picture["awaits"] == [1]
        await ann.status("Your turn")
        drawn |= await _agrees(ann, house, table)
        await ann.resize(PHONE)
        drawn |= await _agrees(ann, house, table)
        await ann.resize((1280, 800))
        await ann.dock.locator(".choice").first.click()
        await _moved(house, table, picture["state"])
    drawn |= await _agrees(ann, house, table)
    await ann.status(re.compile("You (win|lose)|Nothing|push", re.IGNORECASE))
    assert drawn & set(DECK), "cards were seen"
    await ann.photograph(f"{game}-any")

    await floor.page.get_by_role("link", name="Record").click()
    await floor.page.get_by_role("link", name="Round 1", exact=True).click()
    await floor.sees(re.compile("All cards are shown"))
    await floor.button("To the end").click()
    total = await floor.page.locator(".replay-log li").count()
    await expect(floor.page.locator(".replay-line")).to_contain_text(f"{total} of {total}")
    lines = await floor.page.locator(".replay-log li").all_inner_texts()
    assert all(lines) and not any("undefined" in line or "None" in line for line in lines)


async def _agrees(visitor: Visitor, house: House, table: str) -> set[str]:
    """Assert that the cards drawn in each place are those that the seat may see."""
    live = house.hall.keepers[table].live
    assert live is not None and live.shown is not None
    laid = {place: pile.shown_to("seat:1") for place, pile in live.shown.layout.laid.items()}
    drawn: set[str] = set()
    for place, cards in laid.items():
        await expect(visitor.page.locator(f'svg.table [data-at^="{place}#"]')).to_have_count(
            len(cards)
        )
        seen = await visitor.cards(place)
        assert sorted(seen) == sorted(cards), f"{place}: {seen} instead of {cards}"
        drawn |= set(seen)
    return drawn


async def _moved(house: House, table: str, state: int) -> None:
    """Wait until the table has gone on."""
    async with asyncio.timeout(PATIENCE / 1000):
        while (await house.floor.picture(table))["state"] == state:
            await asyncio.sleep(0.02)
