"""Takes the pictures of the documentation: a house with fixed cards, seen through a browser.

``make pictures`` takes all of them; ``python -m tools.pictures player`` takes those of one tour.
Cards, names and amounts are the same every time. Hashes, links and dates are not.
"""

from __future__ import annotations

import asyncio
import io
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Error, FloatRect, Locator, expect
from tests.browser.test_chair import choose, press_thing, step_is, verdict_is
from tests.browser.test_review import played_badly
from tests.browser.visitors import DESK, DRAWN, Doors, Visitor, chromium
from tests.chair.helpers import drawing
from tests.server.visitors import FAST, House, new_id, running

from croupier.chair.choices import choices
from croupier.chair.data import lesson
from croupier.chair.drills import PAYOUTS, drill
from croupier.chair.exams import exam_on
from croupier.nouns.money import show_money

IMAGES: Final = Path(__file__).parents[1] / "docs" / "images"
SETTINGS: Final = replace(FAST, pause=3600.0)
"""A finished round stays on the felt until the floor asks for the next one."""
COLOURS: Final = 256
"""With all colours the files would be three times as big, and look the same."""
MARGIN: Final = 20
"""Pixels of the page around a part that is shown alone."""
SEED: Final = 4
"""Of exams and drills."""

SPREAD_OF_TWO: Final = "Qs 4c 7d 5h 4d 7h 5c"
NEVER_BETWEEN: Final = "Qs 2c Kd Ah 3c Kh As 4c Kc Ad"
FULL_TABLE: Final = "Jc Td 2s 2h Qs Qh 6d 6s Ks Kd 4c 4h 5s 3c Qd 9h As"

CALM: Final = """() => {
  document.activeElement?.blur();
  document.querySelectorAll(".toast").forEach((toast) => toast.remove());
}"""
"""Nothing has the focus's ring, and no toast of a moment ago is left."""


async def shoot(visitor: Visitor, name: str, part: Locator | None = None) -> None:
    """Take a picture of the window, or of one part of the page with a margin."""
    page = visitor.page
    await page.emulate_media(color_scheme="light")
    await page.mouse.move(1, 1)
    await page.evaluate(CALM)
    await page.evaluate(DRAWN)
    clip = await _around(part) if part else None
    save(name, await page.screenshot(clip=clip, animations="disabled"))


async def _around(part: Locator) -> FloatRect:
    await part.scroll_into_view_if_needed()
    box = await part.bounding_box()
    assert box, part
    left, top = max(0, box["x"] - MARGIN), max(0, box["y"] - MARGIN)
    right = min(DESK[0], box["x"] + box["width"] + MARGIN)
    bottom = min(DESK[1], box["y"] + box["height"] + MARGIN)
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def save(name: str, png: bytes) -> None:
    """Keep a picture in few colours, and say how big it is."""
    with Image.open(io.BytesIO(png)) as shot:
        few = shot.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE)
    file = IMAGES / f"{name}.png"
    few.save(file, optimize=True)
    print(f"{file.name:<24} {few.width}x{few.height} {file.stat().st_size / 1000:4.0f} kB")


# --- the player -----------------------------------------------------------------------------------


async def player(house: House, doors: Doors) -> None:
    """From the lobby to a checked shuffle."""
    house.stack(SPREAD_OF_TWO)
    await house.hall.openings.first_tables(1_000_000)
    me = await doors.enter()
    tables = me.page.locator(".table-card")
    await expect(tables.locator(".edge")).to_have_count(await tables.count())
    await shoot(me, "player-lobby")
    await me.press(re.compile("^Play Red Dog"))
    dialog = me.page.get_by_role("dialog")
    await dialog.get_by_label("Your name").fill("Ann")
    await shoot(me, "player-seat", dialog)
    await me.press(re.compile("^Sit down with"))
    await me.status(re.compile("^Place your"))
    await me.press("Chip of $25")
    await me.page.locator('.areas.own .area[data-wager="original"]').click()
    await me.status("Your wager stands")
    await shoot(me, "player-wager")
    await me.page.keyboard.press("Enter")
    await expect(me.choice("Raise")).to_be_visible()
    await me.page.keyboard.press("a")
    await expect(me.dock.locator(".choice .value").first).to_have_text(re.compile(r"\$\d"))
    await shoot(me, "player-decide")
    await me.page.keyboard.press("r")
    await me.status(re.compile("^You win"))
    await shoot(me, "player-result")
    await me.press("Settings")
    await shoot(me, "player-settings", dialog)
    await me.page.keyboard.press("Escape")
    table = me.page.url.rpartition("/")[2]
    for act in ("reshuffle", "next-round"):
        await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act=act)
    await me.go(f"#/table/{table}/fair")
    await me.sees("this pack was dealt as committed")
    await shoot(me, "player-fair")
    await no_chips(house, doors)


async def no_chips(house: House, doors: Doors) -> None:
    """Two lost rounds of all chips, and the offer that follows."""
    house.stack(NEVER_BETWEEN)
    table = await house.table("red-dog")
    seat = await house.player(table, 3, "Ann")
    me = await doors.enter(f"#token={seat.token}")
    for is_last in (False, True):
        await me.press(re.compile("^Max"))
        await me.status("Your wager stands")
        await me.page.keyboard.press("Enter")
        await me.choice("Pass").click()
        await me.status(re.compile("^You lose"))
        await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="next-round")
        await me.status("You have no chips left")
        if not is_last:
            await me.press(re.compile("^Buy"))
    await expect(me.button(re.compile("^Take a free refill"))).to_be_visible()
    await shoot(me, "player-refill")


async def looking_back(house: House, doors: Doors) -> None:
    """A round with a mistake, its review, and the same decision in practice."""
    me = await played_badly(house, doors, rounds=1)
    await me.page.get_by_role("tab", name="My seat").click()
    await me.press("Cash out and leave")
    await me.page.get_by_role("link", name="Review your session").click()
    await me.sees("Decision 1 of 1")
    await shoot(me, "player-review")
    await me.page.get_by_role("link", name="Practise your mistakes").first.click()
    await expect(me.page.locator(".choices button").first).to_be_visible()
    await me.page.keyboard.press("r")
    await me.sees("your choice")
    await shoot(me, "practice")


# --- the dealer -----------------------------------------------------------------------------------


async def dealer(house: House, doors: Doors) -> None:
    """From the course to the certificate."""
    me = await doors.enter("#/me")
    await me.page.get_by_label("Your name").fill("Ann")
    await me.press("Come in as a guest")
    await me.sees("Your seats")
    await me.go(f"#/train/red-dog?seed={SEED}")
    await me.sees("You have not sat in this chair yet")
    await shoot(me, "dealer-course")
    await lessons(me)
    await drills(me)
    await the_exam(me)


async def lessons(me: Visitor) -> None:
    """A guided lesson, a card drawn on the felt, and a mistake."""
    await me.press("Begin lesson 2")
    course = lesson("red-dog", 2).course()
    for moment in course.moments:
        await step_is(me, moment.number, len(course))
        if moment.move.name.startswith("deal left"):
            break
        await choose(me, moment.move, moment.figure)
    await shoot(me, "dealer-lesson")
    await press_thing(me, ".shoe")
    await expect(me.page.locator(".hand-line")).not_to_be_empty()
    await shoot(me, "dealer-hands")
    await me.page.keyboard.press("Escape")
    offered = choices(course, moment.number, 2)
    wrong = next(one for one in offered if one.kind == "deal" and one != moment.move)
    await choose(me, wrong)
    await expect(me.page.locator(".verdict-card")).not_to_have_attribute("data-mark", "right")
    await shoot(me, "dealer-mistake")
    await me.press("Get up")
    await me.sees("The end")


async def drills(me: Visitor) -> None:
    """The payout drill, one answered."""
    await me.go(f"#/train/double-cross-poker?seed={SEED}")
    await me.press("Begin: payout drill")
    questions = drill(PAYOUTS, "double-cross-poker", seed=SEED).questions
    await me.page.get_by_label("How much, in dollars").fill(show_money(questions[0].right))
    await me.press("Answer")
    await verdict_is(me, "right")
    await step_is(me, 1, len(questions), "Question")
    await shoot(me, "dealer-drill")


async def the_exam(me: Visitor) -> None:
    """An exam at a moment when something has gone wrong; then it is passed.

    Nobody who takes an exam for a certificate may choose its seed, so the server draws this one.
    """
    course, shown = exam_on("red-dog", (), seed=SEED), False
    await me.go("#/train/red-dog")
    with drawing(SEED):
        await me.press("Begin: the exam")
        await step_is(me, 0, len(course))
    for moment in course.moments:
        await step_is(me, moment.number, len(course))
        if moment.situation and not shown:
            shown = True
            await shoot(me, "dealer-exam")
        await choose(me, moment.move, moment.figure)
    await me.sees("Passed")
    await me.page.get_by_role("link", name="The certificate, to print").click()
    await me.sees("passed the exam in dealing Red Dog")
    await shoot(me, "dealer-certificate", me.page.locator(".certificate"))


# --- the box --------------------------------------------------------------------------------------


async def box(house: House, doors: Doors) -> None:
    """A live table from the dealer's side."""
    house.stack(SPREAD_OF_TWO)
    table = await house.table("red-dog")
    ann, ben = [await house.player(table, seat, who) for seat, who in ((2, "Ann"), (5, "Ben"))]
    link = await house.floor.post(f"/api/tables/{table}/dealer-link", 201, id=new_id())
    me = await doors.enter(link["link"].removeprefix("/"))
    await me.page.get_by_label("Your name in the box").fill("Dan")
    await me.press("To the table")
    await me.press(re.compile("Deal this table"))
    await me.press("Fast")
    await me.status("Wagers, please")
    await me.press("Step by step")
    for player in (ann, ben):
        await player.say(table, "wager original 25")
        await player.post(f"/api/tables/{table}/ready")
    await me.press(re.compile("No more bets"))
    for line in ("card is burned", "left card"):
        await expect(me.dock.locator(".more")).to_contain_text(re.compile(line))
        await me.press(re.compile("Do it"))
    await expect(me.dock.locator(".more")).to_contain_text("right card")
    await shoot(me, "dealer-live")


# --- the floor ------------------------------------------------------------------------------------


async def floor(house: House, doors: Doors) -> None:
    """From an open table to a closed one."""
    house.stack(SPREAD_OF_TWO)
    me = await doors.enter(f"#token={house.floor.token}")
    opener = me.page.locator(".opener")
    await opener.get_by_label("Game").select_option("red-dog")
    await opener.get_by_label("The dealer deals").select_option("steps")
    await shoot(me, "floor-open", opener)
    await me.press("Open the table")
    await me.sees("Irregularities")
    table = me.page.url.rpartition("/")[2]
    dialog = me.page.get_by_role("dialog")
    await me.page.locator('[data-key="invite-3"]').click()
    await me.press("Make the link")
    await dialog.locator(".hash").evaluate("(link) => { link.textContent = link.dataset.link; }")
    await shoot(me, "floor-invite", dialog)
    await me.page.keyboard.press("Escape")
    await deal(house, me, table)
    await money(house, me, table)


async def deal(house: House, me: Visitor, table: str) -> None:
    """A round step by step, and an irregularity that asks first."""
    ann = await house.player(table, 3, "Ann")

    async def steps(until: str = "") -> None:
        while pending := (await house.floor.picture(table))["pending"]:
            if until and until in pending["line"]:
                return
            state = (await house.floor.picture(table))["state"]
            await house.floor.post(f"/api/tables/{table}/proceed", id=new_id(), state=state)

    await steps()
    await ann.say(table, "wager original 25")
    await steps()
    await house.floor.say(table, "dealer close")
    await steps("second card")
    await expect(me.page.locator(".next-up .pending")).to_contain_text("second card")
    await shoot(me, "floor-steps")
    await steps()
    await me.page.locator(".reports button").first.click()
    dialog = me.page.get_by_role("dialog")
    await expect(dialog.locator(".clause")).to_be_visible()
    await shoot(me, "floor-report", dialog)
    await me.page.keyboard.press("Escape")
    await ann.say(table, "pass")
    await steps()


async def money(house: House, me: Visitor, table: str) -> None:
    """A fill typed wrong, its correction, a count, the paper, and the end of the table."""
    dialog = me.page.get_by_role("dialog")
    tray = me.page.locator(".floor-part", has=me.page.locator("[data-slip]"))
    await me.page.get_by_label("Chips brought, in dollars").fill("1000")
    await me.press("Fill…")
    await me.press("Fill $1,000")
    await me.sees("Fill of $1,000 noted.")
    held = round(float((await house.floor.picture(table))["tray"]))
    await expect(tray).to_contain_text(f"${held:,} now")
    await me.page.get_by_label("Counted, in dollars").fill(str(held - 900))
    await me.press("Count…")
    await expect(dialog).to_contain_text("$900 is missing")
    await shoot(me, "floor-count", dialog)
    await dialog.get_by_role("button", name="Cancel").click()
    await me.go(f"#/table/{table}/money")
    await me.press("Correct the fill of $1,000")
    await dialog.get_by_label("The right amount").fill("100")
    await dialog.get_by_label(re.compile("^Why")).fill("one nought too many")
    await shoot(me, "floor-correct", dialog)
    await me.press("Note the correction")
    await me.sees("One nought too many")
    expected = f"{held - 900}.00"
    await house.floor.post(
        f"/api/tables/{table}/tray",
        id=new_id(),
        act="count",
        amount=expected,
        expected=expected,
    )
    await me.go(f"#/table/{table}/money")
    await me.sees("Reconciles to the cent")
    await shoot(me, "floor-money", me.page.locator(".shift").last)
    await me.go(f"#/table/{table}")
    await me.press("Close the table…")
    await dialog.get_by_label("Counted in the tray").fill(str(held - 900))
    await expect(dialog).to_contain_text("agrees to the cent")
    await shoot(me, "floor-close", dialog)


# --- the picture of the README --------------------------------------------------------------------


async def table(house: House, doors: Doors) -> None:
    """A full table of Double Cross at a decision, with advice."""
    house.stack(FULL_TABLE)
    name = await house.table("double-cross-poker")
    people = {1: "Ann", 2: "Ben", 4: "Cleo", 5: "Dimitri", 6: "Eve"}
    seats = {seat: await house.player(name, seat, who) for seat, who in people.items()}
    me = await doors.enter(f"#token={seats[4].token}")
    await me.status(re.compile("^Place your"))
    for seat, who in seats.items():
        await who.say(name, f"wager ante {50 if seat == 4 else 25}")
    for who in seats.values():
        await who.post(f"/api/tables/{name}/ready", ready=True)
    await seats[1].say(name, "raise horizontal")
    await seats[2].say(name, "raise vertical")
    await me.status("Your turn")
    await me.page.keyboard.press("a")
    await expect(me.dock.locator(".choice .value").first).to_have_text(re.compile(r"\$\d"))
    await shoot(me, "table")


TOURS: Final[dict[str, Callable[[House, Doors], Awaitable[None]]]] = {
    "player": player,
    "review": looking_back,
    "dealer": dealer,
    "box": box,
    "floor": floor,
    "table": table,
}


async def take(names: list[str]) -> None:
    """Take the pictures of these tours, each in a house of its own."""
    async with chromium() as browser:
        for name in names:
            with tempfile.TemporaryDirectory() as directory:
                async with running(Path(directory), SETTINGS) as house:
                    doors = Doors(browser, house.base)
                    await TOURS[name](house, doors)
                    for visitor in doors.inside:
                        with suppress(Error):
                            await visitor.context.close()


if __name__ == "__main__":
    asyncio.run(take(sys.argv[1:] or list(TOURS)))
