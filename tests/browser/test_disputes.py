"""A dispute from the felt to the floor and back, with two browsers."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.visitors import DESK, PHONE, TABLET, Doors, Visitor
from tests.server.visitors import House, new_id

HIDES = """() => {
  const toast = document.querySelector("#toasts").getBoundingClientRect();
  return Array.from(document.querySelectorAll("main :is(h1, h2, dt, dd, .own-came b)"))
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return box.left < toast.right && toast.left < box.right
        && box.top < toast.bottom && toast.top < box.bottom;
    }).map((one) => one.textContent);
}"""
"""The headings and figures that a message lies over."""


async def readable(visitor: Visitor) -> None:
    """Check that a page can be read at a desk and on a phone."""
    for size in (PHONE, DESK):
        await visitor.resize(size)
        assert await visitor.complaints_about_reading() == [], size


async def test_a_player_asks_for_a_ruling_and_the_floor_gives_it(
    house: House, doors: Doors
) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog", name="Left table")
    guest = await house.guest("Ann")
    seated = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    seat = house.visitor(seated["token"])
    me = await doors.enter(f"#token={seated['token']}")
    await me.page.evaluate("window.same = true")
    await seat.say(table, "wager original 5")
    await seat.post(f"/api/tables/{table}/ready", ready=True)
    await seat.say(table, "pass")

    # From her result at the table to the form.
    await me.page.get_by_role("link", name="Ask the floor for a ruling").click()
    await me.page.get_by_label("It is about").select_option("payment")
    await me.page.get_by_label("What happened, in your words").fill("I was paid\ntoo little.")
    await readable(me)
    await me.press("Ask for a ruling")
    await expect(me.page.locator(".dispute-text")).to_contain_text("Waits for the floor's ruling")
    await expect(me.page.locator(".dispute-text blockquote")).to_contain_text(
        "I was paid too little."
    )
    await me.page.get_by_role("link", name="Record").click()
    await expect(me.page.get_by_role("link", name="Waits for a ruling")).to_be_visible()

    # The floor is alerted, opens the inbox, sees the evidence, and rules.
    floor = await doors.enter(f"#token={house.admin.token}")
    await expect(floor.page.get_by_role("link", name="Floor 1 dispute waits")).to_be_visible()
    await floor.page.get_by_role("link", name=re.compile("Go there: one dispute waits")).click()
    await expect(floor.page.get_by_role("heading", name="1 waits for a ruling")).to_be_visible()
    await readable(floor)
    await floor.page.get_by_role("link", name="See the evidence and rule").click()
    await expect(floor.page.get_by_role("heading", name="What was paid")).to_be_visible()
    await readable(floor)
    await floor.page.get_by_label("The dispute is").select_option("upheld")
    await floor.page.get_by_label("Clause").fill("99")
    await floor.page.get_by_label("Your words to the player").fill("The spread pays more.")
    floor.expected.append("404")
    await floor.press("Rule…")
    await floor.sees("Red Dog (MA) has no clause '99'")
    await floor.page.get_by_label("Clause").fill("5(i)2")
    await floor.press("Rule…")
    await expect(floor.page.get_by_role("dialog")).to_contain_text("upheld, 5(i)(2)")
    await floor.press("Give the ruling")
    await expect(floor.page.locator(".ruled")).to_contain_text("Ruling: upheld")
    await floor.page.get_by_label("Put money right, $").fill("20")
    await floor.press("Pay from the cage…")
    await floor.press("Pay")
    await expect(floor.page.locator(".dispute-text")).to_contain_text("$20 of play money was paid")
    await readable(floor)

    # The player is told, and the record that is on screen has it.
    await me.resize(TABLET)
    await me.page.evaluate("dispatchEvent(new Event('session'))")
    await me.sees("Ruling on round 1: upheld, 5(i)(2). It is in your record.")
    assert await me.page.evaluate(HIDES) == []
    await expect(me.page.get_by_role("link", name="Record 1 new ruling")).to_be_visible()
    await me.page.get_by_role("link", name="Ruling: upheld, 5(i)(2)").click()
    await expect(me.page.locator(".ruled")).to_contain_text("5(i)(2)")
    await me.sees("The spread pays more.")
    await expect(me.page.get_by_role("link", name="Record", exact=True)).to_be_visible()
    await me.go("#/disputes")
    await me.sees("$20 of play money was paid into your account.")
    await readable(me)
