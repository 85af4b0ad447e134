"""The floor's work and the money: house files, steps, the tray, a printed reconciliation."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.visitors import Doors, floor_at
from tests.server.visitors import House, new_id


async def test_a_house_against_the_rules_is_shown_its_breaches(house: House, doors: Doors) -> None:
    floor = await doors.enter(f"#token={house.floor.token}")
    await floor.page.get_by_label("Game").select_option("red-dog")
    await floor.page.get_by_text("House file: limits, odds, decks and seats").click()
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


async def test_the_floor_sees_the_floor(house: House, doors: Doors) -> None:
    """Who plays and who is waited for, alerts with a way there, at every width, day and night."""
    steps = await house.table("red-dog", tray="10000", dealing="steps", name="By hand")
    await house.table("double-down-stud", name="Nobody here")
    await house.player(steps, 1, "Ann", buy_in="300")
    short = await house.table("red-dog", tray="0", name="Short")
    for seat in (1, 2, 3):  # the house fills this tray each time
        await house.player(short, seat, buy_in="100")
    floor = await doors.enter(f"#token={house.floor.token}")
    now = floor.page.locator(".floor-now")
    row = now.locator("tbody tr", has_text="By hand")
    await expect(row).to_contain_text(re.compile(r"the dealer: the next step, \d+ s"))
    await expect(row).to_contain_text("drop $300")
    await expect(now.locator("tfoot")).to_contain_text("4 seated")
    await expect(now.locator(".alerts")).to_contain_text("filled the tray 3 times")
    await floor.press("Table")
    await expect(now.locator("th[aria-sort]")).to_have_attribute("aria-sort", "descending")
    await now.get_by_text("What the words mean").click()
    for size in WIDTHS[:3]:
        await floor.resize(size)
        assert await floor.complaints_about_reading() == [], size
        assert await floor.complaints_of_axe() == [], size
        assert await floor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await floor.photograph("floor-now")
    await now.get_by_role("link", name=re.compile("Go there: Short")).click()
    await floor.page.wait_for_url(f"**/#/table/{short}/money")


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
    await floor.press("Close the table…")
    dialog = floor.page.get_by_role("dialog")
    await dialog.get_by_label("Counted in the tray").fill("9500")
    await dialog.get_by_role("button", name="Close the table").click()
    await expect(dialog).to_contain_text("a round is being played")


async def test_another_house_comes_into_force_and_the_table_closes(
    house: House, doors: Doors
) -> None:
    table = await house.table("red-dog", tray="5000")
    ann = await house.player(table, 1)
    me = await doors.enter(f"#token={ann.token}")
    floor = await floor_at(doors, house.floor.token, table)
    await floor.press("Change the house file…")
    dialog = floor.page.get_by_role("dialog")
    await dialog.get_by_label(re.compile("^minimum")).fill("600")
    floor.expected.append("409")
    await dialog.get_by_role("button", name="Use it from the next round").click()
    await floor.press("Use this house")
    await expect(dialog.locator(".breaches")).to_contain_text("minimum")
    await dialog.get_by_label(re.compile("^minimum")).fill("20")
    await dialog.get_by_role("button", name="Use it from the next round").click()
    await floor.press("Use this house")
    await expect(dialog).to_have_count(0)
    await expect(me.button("Bet $20 and deal")).to_be_visible()
    await floor.press("Close the table…")
    await dialog.get_by_label("Counted in the tray").fill("4500")
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
    await ann.press("Sit down with $300")
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
    await ann.sees(re.compile("stays seated until the end of the round"))
    await ann.choice("Pass").click()
    await ann.status("You win $20")
    await ann.press("Cash out and leave")
    await ann.sees("Cashed out. Your balance is $1,020.")

    floor = await floor_at(doors, house.floor.token, table)
    await floor.page.get_by_label("Counted, in dollars").fill("4630")
    await floor.press("Count…")
    await floor.press("End the shift")
    await floor.sees("Counted $4,630: the next shift has begun.")
    await floor.page.get_by_role("link", name="Reconciliation and corrections").click()
    now, before = floor.page.locator(".verdict").first, floor.page.locator(".verdict").last
    await expect(now).to_contain_text("Not counted yet")
    await expect(before).to_contain_text("Reconciles to the cent")
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


async def test_a_slip_at_the_tray_is_seen_before_it_is_noted_and_corrected_after(
    house: House, doors: Doors
) -> None:
    table = await house.table("red-dog", tray="10000", name="High table")
    floor = await floor_at(doors, house.floor.token, table)
    dialog = floor.page.get_by_role("dialog")
    await floor.page.get_by_label("Counted, in dollars").fill("280")
    await floor.press("Count…")
    end = dialog.get_by_role("button", name="End it: $9,720 is missing")
    await expect(end).to_be_disabled()
    await dialog.get_by_role("button", name="Cancel").click()
    assert len((await house.floor.get(f"/api/tables/{table}/reconciliation"))["shifts"]) == 1
    # It is confirmed all the same.
    await floor.press("Count…")
    await dialog.get_by_label("Counted again: $9,720 is missing").check()
    await end.click()
    await floor.sees("Counted $280: the next shift has begun.")
    await floor.page.get_by_role("link", name="Reconciliation and corrections").click()
    shifts = floor.page.locator(".shift")
    await expect(shifts.last.locator(".verdict")).to_contain_text("Does not reconcile: −$9,720")
    await floor.press("Correct the count of $280")
    await dialog.get_by_label("It did not happen").check()
    await dialog.get_by_label(re.compile("^Why")).fill("typed the fill into the count")
    await floor.press("Note the correction")
    await expect(shifts).to_have_count(1)
    await expect(shifts.locator(".verdict")).to_have_text("Not counted yet: $10,000 is expected.")
    line = shifts.locator(".correction")
    await expect(line).to_contain_text("did not happen")
    await expect(line).to_contain_text("Typed the fill into the count")
    await expect(line).to_contain_text("Floor")
    # The table is closed later; its money is still found from the floor's page.
    await house.floor.post(f"/api/tables/{table}/close", id=new_id())
    await floor.go("#/floor")
    gone = floor.page.locator("section", has_text="Closed tables")
    await gone.get_by_role("link", name="reconciliation").click()
    await floor.sees("Reconciliation of High table")
    await floor.sees("This table is closed.")
    await expect(shifts.locator(".verdict")).to_contain_text("Reconciles to the cent")


COVERED = """() => {
  const controls = "a[href], button, input, select, textarea, summary, label, .plate.open";
  const shown = document.querySelector("#toasts").getBoundingClientRect();
  if (!shown.width) return ["no toast is shown"];
  if (shown.left < 0 || shown.right > innerWidth || shown.top < 0 || shown.bottom > innerHeight)
    return ["a toast is not on the screen"];
  const modal = document.querySelector("dialog[open]");
  return [...(modal ?? document).querySelectorAll(controls)]
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width && one.checkVisibility({ visibilityProperty: true }))
    .filter(([one, box]) => {
      const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      return !hit || one.contains(hit) || hit.contains(one);
    })
    .filter(([, box]) => box.left < shown.right && box.right > shown.left
      && box.top < shown.bottom && box.bottom > shown.top)
    .map(([one]) => one.textContent.trim() || one.className);
}"""
"""The controls that a toast lies over now."""

WIDTHS = ((1280, 800), (768, 1024), (390, 844), (844, 390))


@pytest.mark.parametrize("size", WIDTHS, ids=lambda size: "x".join(map(str, size)))
async def test_a_toast_covers_nothing_that_is_pressed(
    house: House, doors: Doors, size: tuple[int, int]
) -> None:
    table = await house.table("red-dog", dealing="steps")
    await house.player(table, 1)
    floor = await floor_at(doors, house.floor.token, table)
    await floor.resize(size)
    toasts = floor.page.locator(".toast")

    async def shows(times: int) -> None:
        await expect(toasts).to_have_count(times)
        assert await floor.page.evaluate(COVERED) == []

    toast = "import('/js/shell.js').then(({ toast }) => toast('A new dealer comes to the table.'))"
    await floor.page.evaluate(toast)
    await shows(1)
    opens = floor.page.locator(".sheet-open")
    if await opens.is_visible():
        await opens.click()
        await expect(floor.page.locator(".side.open")).to_be_visible()
    await floor.page.locator('[data-key="new-dealer"]').click()
    await shows(2)
    await floor.page.locator('[data-key="next-step"]').click()
    await floor.page.locator('[data-key="reshuffle"]').click()
    await floor.page.evaluate(toast)
    await shows(3)
    await floor.go("#/floor")
    await floor.sees("Verify the journal")
    await floor.page.evaluate(toast)
    await shows(1)
    assert await floor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", WIDTHS[:3], ids=lambda size: "x".join(map(str, size)))
async def test_the_next_step_stays_where_it_is(
    house: House, doors: Doors, size: tuple[int, int]
) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog", dealing="steps")
    ann = await house.player(table, 1)
    floor = await floor_at(doors, house.floor.token, table)
    await floor.resize(size)
    opens = floor.page.locator(".sheet-open")
    if await opens.is_visible():
        await opens.click()
        await expect(floor.page.locator(".side.open")).to_be_visible()
    step = floor.page.locator('.next-up [data-key="next-step"]')
    below = floor.page.locator(".floor-part").first
    places: set[tuple[float, ...]] = set()

    async def go_on() -> None:
        while pending := (await house.floor.picture(table))["pending"]:
            await expect(floor.page.locator(".next-up .pending")).to_contain_text(pending["line"])
            await expect(step).to_be_in_viewport()
            boxes = [await step.bounding_box(), await below.bounding_box()]
            places.add(tuple(box["y"] for box in boxes if box is not None))
            state = (await house.floor.picture(table))["state"]
            await house.floor.post(f"/api/tables/{table}/proceed", id=new_id(), state=state)

    await go_on()
    await ann.say(table, "wager original 10")
    await go_on()
    await house.floor.say(table, "dealer close")
    await go_on()
    await ann.say(table, "pass")
    await go_on()
    assert len(places) == 1, places


async def test_every_window_of_the_floor_can_be_read(house: House, doors: Doors) -> None:
    table = await house.table("red-dog", tray="10000", dealing="steps")
    await house.player(table, 1)
    floor = await floor_at(doors, house.floor.token, table)
    dialog = floor.page.get_by_role("dialog")

    async def read(what: str) -> None:
        await expect(dialog).to_have_count(1)
        for size in WIDTHS[:3]:
            await floor.resize(size)
            assert await floor.complaints_about_reading() == [], (what, size)
            assert await floor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await floor.resize(WIDTHS[0])
        await dialog.get_by_role("button", name="Cancel").click()

    await floor.page.get_by_label("Counted, in dollars").fill("280")
    await floor.page.get_by_label("Chips brought, in dollars").fill("1000")
    await floor.page.get_by_label("Chips taken away, in dollars").fill("99999")
    for key in ("count-tray", "fill", "credit", "reshuffle", "dismiss-1"):
        await floor.page.locator(f'[data-key="{key}"]').click()
        await read(key)
    await floor.press("Close the table…")
    await dialog.get_by_label("Counted in the tray").fill("5")
    await read("close")
    await floor.press("By itself")
    await floor.press("Face up card…")
    await expect(dialog.locator(".clause")).to_be_visible()
    await read("report")
    await house.floor.post(f"/api/tables/{table}/tray", id=new_id(), act="fill", amount="5")
    await floor.go(f"#/table/{table}/money")
    await floor.press("Correct the fill of $5")
    await dialog.get_by_label("The right amount").fill("50")
    await read("correct")
