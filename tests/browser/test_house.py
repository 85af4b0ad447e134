"""The floor's work and the money: house files, steps, the tray, a printed reconciliation."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.visitors import Doors, floor_at
from tests.server.visitors import House


async def test_a_house_against_the_rules_is_shown_its_breaches(house: House, doors: Doors) -> None:
    floor = await doors.enter(f"#token={house.floor.token}")
    await floor.page.get_by_label("Game").select_option("red-dog")
    await floor.page.get_by_text("House file", exact=True).click()
    await floor.page.get_by_text("Odds", exact=True).click()
    await floor.page.get_by_label(re.compile("payouts.spread.1")).fill("4 to 1")
    await floor.page.get_by_label(re.compile("^decks")).fill("0")
    await floor.press("Check against the rules")
    breaches = floor.page.locator(".breaches li")
    await expect(breaches).to_have_count(2)
    await expect(breaches.filter(has_text="payouts.spread.1")).to_contain_text("5(i)(2)")
    floor.expected.append("409")
    await floor.press("Open the table")
    await expect(breaches).to_have_count(2)
    assert not (await house.public.get("/api/lobby"))["tables"]
    await floor.page.get_by_label(re.compile("payouts.spread.1")).fill("6 to 1")
    await floor.page.get_by_label(re.compile("^decks")).fill("8")
    await floor.press("Open the table")
    await floor.sees("Irregularities")
    await floor.page.get_by_role("tab", name="Odds").click()
    await expect(floor.page.locator(".odds-panel")).to_contain_text("6 to 1")


async def test_the_floor_deals_step_by_step(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog", dealing="steps")
    ann = await house.player(table, 1)
    floor = await floor_at(doors, house.floor.token, table)
    waits = floor.page.locator(".pending")

    async def go_on() -> None:
        while pending := (await house.floor.picture(table))["pending"]:
            await expect(waits).to_contain_text(pending["line"])
            await floor.page.locator('.floor-panel [data-key="next-step"]').click()
            await expect(waits.filter(has_text=pending["line"])).to_have_count(0)

    await go_on()
    await ann.say(table, "wager original 10")
    await go_on()
    await floor.press("Close the wagers")
    await expect(waits).to_contain_text("The dealer reaches for the first card")
    await floor.press("By itself")
    await floor.status("Ann decides")
    assert await floor.cards("left") == ["4c"]


async def test_a_recut_and_a_new_dealer_are_ordered(house: House, doors: Doors) -> None:
    table = await house.table("red-dog")
    await house.player(table, 1)
    floor = await floor_at(doors, house.floor.token, table)
    await floor.press("Order a recut")
    await floor.page.get_by_role("tab", name="Steps").click()
    await floor.sees(re.compile("cut again|recut", re.IGNORECASE))
    await floor.page.get_by_role("tab", name="Floor").click()
    await floor.press("New dealer")
    await floor.sees("A new dealer comes to the table.")
    notes = (await house.floor.get(f"/api/tables/{table}/reconciliation"))["shifts"]
    assert notes
    floor.expected.append("409")
    await floor.press("Close the table")
    dialog = floor.page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Close the table").click()
    await expect(dialog).to_contain_text("a round is being played")


async def test_another_house_comes_into_force_and_the_table_closes(
    house: House, doors: Doors
) -> None:
    table = await house.table("red-dog", tray="5000")
    ann = await house.player(table, 1)
    me = await doors.enter(f"#token={ann.token}")
    floor = await floor_at(doors, house.floor.token, table)
    await floor.press("Change the house file")
    dialog = floor.page.get_by_role("dialog")
    await dialog.get_by_label(re.compile("^minimum")).fill("600")
    floor.expected.append("409")
    await dialog.get_by_role("button", name="Use it from the next round").click()
    await expect(dialog.locator(".breaches")).to_contain_text("minimum")
    await dialog.get_by_label(re.compile("^minimum")).fill("20")
    await dialog.get_by_role("button", name="Use it from the next round").click()
    await expect(dialog).to_have_count(0)
    await expect(me.button("Bet $20 and deal")).to_be_visible()
    await floor.press("Close the table")
    await dialog.get_by_role("button", name="Close the table").click()
    await floor.status("This table is closed")
    await me.status("This table is closed")
    [shift] = (await house.floor.get(f"/api/tables/{table}/reconciliation"))["shifts"]
    assert shift["balanced"] and shift["counted"] == "4500.00"


async def test_money_comes_goes_and_reconciles_on_paper(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog", tray="5000")
    ann = await doors.enter()
    await ann.page.get_by_role("link", name=re.compile("Red Dog")).click()
    await ann.press("Seat 1")
    await ann.page.get_by_label("Your name at the table").fill("Ann")
    await ann.page.get_by_label(re.compile("Buy-in")).fill("300")
    await ann.press("Sit down at seat 1")
    await ann.page.get_by_role("tab", name="My seat").click()
    await expect(ann.page.locator(".seat-panel dd").first).to_have_text("$300")
    await expect(ann.page.locator(".seat-panel dd").last).to_have_text("$700")
    await ann.page.get_by_label("Chips to buy, in dollars").fill("50")
    await ann.press("Top up")
    await expect(ann.page.locator(".seat-panel dd").first).to_have_text("$350")
    await ann.press("+$5 on original")
    await ann.press("Deal")
    await ann.status("Your turn")
    ann.expected.append("409")
    await ann.press("Cash out and leave")
    await ann.sees(re.compile(r"stays|remains seated.*X-11"))
    await ann.press(re.compile("^Pass"))
    await ann.status("You win $20")
    await ann.press("Cash out and leave")
    await ann.sees("Cashed out. Your balance is $1,020.")

    floor = await floor_at(doors, house.floor.token, table)
    await floor.page.get_by_label("Amount in dollars").fill("4630")
    await floor.press("Count")
    await floor.sees("Count noted.")
    await floor.page.get_by_role("link", name="Reconciliation, to print").click()
    await expect(floor.page.locator(".verdict")).to_have_count(2)
    for verdict in await floor.page.locator(".verdict").all():
        await expect(verdict).to_contain_text("Reconciles to the cent")
    sums = floor.page.locator(".shift").last.locator(".sums")
    for label, amount in (
        ("Opening count", "$5,000"),
        ("Buy-ins", "$350"),
        ("Cash-outs", "$370"),
        ("Result of the rounds", "−$20"),
        ("Counted", "$4,630"),
    ):
        await expect(sums.locator("tr", has_text=label).first).to_contain_text(amount)
    await floor.page.emulate_media(media="print")
    await expect(floor.page.locator("body > header")).to_be_hidden()
    await expect(floor.page.get_by_text("Floor: ____")).to_be_visible()


async def test_a_seat_that_does_not_answer_in_time_passes(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog", house={"timeout": "5"})
    player = await house.player(table, 1)
    me = await doors.enter(f"#token={player.token}")
    await expect(me.button("+$5 on original")).to_be_visible()
    await player.say(table, "wager original 5")
    await player.post(f"/api/tables/{table}/ready", ready=True)
    await me.status("Your turn")
    await expect(me.page.locator(".clock.running")).to_be_visible()
    await me.status("You win $20")
    words = me.page.get_by_role("region", name="The table in words")
    await expect(words).to_contain_text("Passed.")
