"""A table of one's own: opened, shared by a link, joined on a phone, and run by its host."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.visitors import PHONE, Doors, Visitor
from tests.server.visitors import House


async def opened(doors: Doors, name: str = "Ann") -> tuple[Visitor, str]:
    """A host at a Red Dog table of their own, and the link to it."""
    host = await doors.enter("#/own")
    page = host.page
    await page.locator("select[name=game]").select_option("red-dog")
    await page.get_by_label("Your name").fill(name)
    await page.get_by_label("Name of the table").fill("Friday night")
    await host.press(re.compile("^Small"))
    await host.press("Open the table")
    await page.wait_for_url(re.compile("#/table/"))
    await page.get_by_role("tab", name="Host").click()
    await host.press("Make a link")
    link = await page.locator("[data-link]").get_attribute("data-link")
    assert link is not None
    return host, link.partition("#")[2]


async def joined(doors: Doors, link: str, name: str, *, size: tuple[int, int] = PHONE) -> Visitor:
    guest = await doors.enter(f"#{link}", size=size)
    await guest.sees("Ann invites you")
    await guest.page.get_by_label("Your name at the table").fill(name)
    await guest.press(re.compile("^Sit down with"))
    await guest.page.wait_for_url(re.compile("#/table/"))
    return guest


async def test_friends_meet_at_a_table_of_their_own_without_the_floor(
    house: House, doors: Doors
) -> None:
    host, link = await opened(doors)
    bob = await doors.enter(f"#{link}", size=PHONE)
    await bob.sees("Ann invites you")
    await bob.sees("$1 to $100, play money")
    assert bob.page.url.endswith("#/join")  # the token has left the address
    for visitor in (bob, host):
        assert await visitor.complaints_about_reading() == []
    assert await bob.complaints_of_axe() == []
    await bob.page.get_by_label("Your name at the table").fill("Bob")
    await bob.press(re.compile("^Sit down with"))
    await bob.status(re.compile("^Place your"))
    cay = await joined(doors, link, "Cay")
    await expect(host.page.locator(".guest-list")).to_contain_text("Bob")
    await expect(host.page.locator(".guest-list")).to_contain_text("Cay")
    # Whoever has no link sees nothing of it.
    stranger = await doors.enter("#/")
    await stranger.sees("A table of your own")
    await expect(stranger.page.get_by_text("Friday night")).to_have_count(0)
    stranger.expected.append("403")
    await stranger.go(f"#{host.page.url.partition('#')[2]}")
    await stranger.sees("ask its host for the link")
    # Cay is removed, Bob becomes the host and closes the table.
    await host.press("Remove Cay")
    await host.page.get_by_role("dialog").get_by_role("button", name="Remove Cay").click()
    await cay.sees("Its host has removed you")
    await host.press("Make host: Bob")
    await host.press("Hand over to Bob")
    await expect(host.page.get_by_role("tab", name="Host")).to_have_count(0)
    await bob.page.locator(".sheet-open").click()
    await bob.page.get_by_role("tab", name="Host").click()
    await bob.press("Close the table…")
    await bob.page.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    await host.sees(re.compile("closed"))
    assert (await house.public.get("/api/lobby"))["tables"] == []


async def test_an_unlawful_choice_names_its_clause_and_edited_odds_show_their_edge(
    house: House, doors: Doors
) -> None:
    host = await doors.enter("#/own")
    page = host.page
    await page.locator("select[name=game]").select_option("red-dog")
    await page.get_by_text("Limits, odds and procedure in detail").click()
    await page.get_by_text("Odds", exact=True).click()
    odds = page.locator('[name="payouts.spread.1"]')
    await odds.fill("6 to 1")
    await expect(page.locator(".edge-line")).to_contain_text("House edge 1.79 %")
    await expect(page.locator(".edge-line")).to_contain_text("usual: 2.80 %")
    await odds.fill("1 to 1")
    await expect(page.locator(".breaches")).to_contain_text("payouts.spread.1")
    await expect(page.locator(".breaches .why-button")).to_be_visible()
    await expect(page.locator(".edge-line")).to_have_count(0)
