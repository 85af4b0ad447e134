"""Practice in the browser: a newcomer drills with the keyboard, and finds the score again."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.visitors import DESK, PHONE, Doors, Visitor
from tests.server.visitors import House

NARROW = (320, 640)


async def complaints(visitor: Visitor) -> list[str]:
    """What cannot be read or used, at three widths."""
    found: list[str] = []
    for size in (DESK, PHONE, NARROW):
        await visitor.resize(size)
        found += await visitor.complaints_about_reading()
        found += await visitor.complaints_of_axe()
        width = await visitor.page.evaluate("document.documentElement.scrollWidth")
        if width > size[0]:
            found.append(f"the page is {width} wide at {size[0]}")
    await visitor.resize(DESK)
    return found


@pytest.mark.parametrize("game", ["double-cross-poker", "winners-pot-poker"])
async def test_a_newcomer_drills_with_the_keyboard(house: House, doors: Doors, game: str) -> None:
    visitor = await doors.enter(f"#/practice/{game}")
    await visitor.sees("You have no mistakes yet.")
    await visitor.page.get_by_role("link", name="Exercises of lesson 1").wait_for()
    await visitor.page.locator("summary").first.click()
    assert await complaints(visitor) == []
    await visitor.page.get_by_role("link", name=re.compile("^Begin the drill")).first.click()
    choices = visitor.page.locator(".choices button")
    for _ in range(2):
        await expect(choices.first).to_be_visible()
        assert await visitor.page.locator(".practice-values").count() == 0
        await visitor.page.keyboard.press("1")
        await visitor.sees(re.compile(r"^(Right|Wrong)"))
        await expect(visitor.page.locator(".practice-next")).to_be_focused()
        answered = await visitor.page.locator(".practice-felt").inner_html()
        await visitor.page.keyboard.press("Enter")
        await expect(choices.first).to_be_focused()
        assert await visitor.page.locator(".practice-felt").inner_html() != answered
    assert await complaints(visitor) == []
    await visitor.page.keyboard.press("2")
    await visitor.sees("your choice")
    assert await complaints(visitor) == []
    await visitor.page.get_by_role("link", name="Back to practice").click()
    await visitor.sees(re.compile(r"of 3 right"))
    await visitor.page.locator(".practice-chart .chart-plot").wait_for()
    assert await complaints(visitor) == []
    await visitor.photograph(f"practice-{game}")
