"""The review: after a session a player sees what decisions cost, steps through them, shares one."""

from __future__ import annotations

import json
import re

from playwright.async_api import expect

from tests.browser.visitors import Doors, Visitor
from tests.server.visitors import House, new_id

NARROW = (320, 700)
"""The narrowest phone."""


async def played_badly(house: House, doors: Doors, rounds: int = 2) -> Visitor:
    """A guest who has raised at a spread of two, which is a mistake, round after round."""
    house.stack("Qs 4c 7d 5h 4d 7h 5c")
    table = await house.table("red-dog")
    guest = await house.guest("Ann")
    seat = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    main = {"token": guest.token, "role": "spectator", "name": "Ann"}
    main["person"] = (await guest.get("/api/me"))["person"]
    kept = {"main": main, "seats": {table: {"seat": 1, "token": seat["token"]}}, "boxes": {}}
    me = await doors.enter()
    await me.page.evaluate("kept => localStorage.setItem('croupier', kept)", json.dumps(kept))
    await me.go(f"#/table/{table}")
    for _ in range(rounds):
        for key, button in (("Enter", "deal"), ("r", "choice")):
            await expect(me.page.locator(f'.{button}[aria-keyshortcuts="{key}"]')).to_be_enabled()
            await me.page.keyboard.press(key)
        await me.status(re.compile("^(You win|You lose|Even)"))
    return me


async def _readable(me: Visitor) -> None:
    """Nothing is cut off, unreadable or unnamed, on the narrowest phone and on a desk."""
    await expect(me.page.locator(".toast")).to_have_count(0)
    for size in (NARROW, (1280, 800)):
        await me.resize(size)
        wide = await me.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{me.page.url} is {wide} pixels too wide at {size[0]}"
        assert await me.complaints_about_reading() == []
    assert await me.complaints_of_axe() == []


async def test_a_session_is_reviewed_stepped_through_and_shared(house: House, doors: Doors) -> None:
    me = await played_badly(house, doors)
    page = me.page
    await page.get_by_role("tab", name="My seat").click()
    await me.press("Cash out and leave")
    await page.get_by_role("link", name="Review your session").click()
    await me.sees("Decision 1 of 2")
    figures = page.locator(".review-figures")
    await expect(figures).to_contain_text(re.compile(r"Decisions right\s*0 of 2"))
    await expect(page.locator(".review-worst li")).to_have_count(2)
    await expect(page.locator(".review-verdict")).to_contain_text("You chose raise $5. Pass was")
    await expect(page.locator(".practice-pile svg").first).to_have_accessible_name(
        "First card: four of clubs"
    )
    await page.keyboard.press("ArrowRight")
    await me.sees("Decision 2 of 2")
    await _readable(me)
    await me.photograph("review")
    # The chart is read with the keys, and leads to a round.
    await page.locator(".chart-plot").focus()
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".chart-legend > b")).to_have_text("After round 1")
    await page.keyboard.press("Enter")
    await me.sees("Review of round 1")
    await me.press("Make a link")
    link = await page.locator("[data-link]").get_attribute("data-link")
    assert link is not None
    await _readable(me)
    stranger = await doors.enter(link.partition(me.base + "/")[2])
    await stranger.sees("A shared round")
    await stranger.sees("The player chose raise $5.")
    await expect(stranger.page.get_by_text("Ann")).to_have_count(0)
    await stranger.page.get_by_text("What happened, step by step").click()
    await stranger.sees("Seat 1 puts")
    await _readable(stranger)
    await stranger.photograph("shared-round")
    await me.press("End the link")
    stranger.expected.append("404")
    await stranger.page.reload()
    await stranger.sees("whoever made it has ended it")
