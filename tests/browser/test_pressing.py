"""A press is carried out once, while the page is redrawn and whatever the connection does."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Locator, WebSocketRoute, expect

from tests.browser.visitors import Doors, Visitor
from tests.server.visitors import House


async def _hold(somebody: Visitor, name: str) -> None:
    """Press a button and keep the finger on it."""
    await somebody.button(name).hover()
    await somebody.page.mouse.down()


def _words(somebody: Visitor) -> Locator:
    return somebody.page.get_by_role("region", name="The table in words")


class Cable:
    """The connection of one browser to the house. It can be cut, or die silently."""

    def __init__(self) -> None:
        self.acts: list[str] = []
        self.laid = 0
        self.cut_at_the_next_act = False
        self.dead = False
        self.down = False
        self.held: list[str | bytes] | None = None
        """A list that holds back what the house tells of the table. Answers go through."""
        self.answers = 0
        self._end: WebSocketRoute | None = None

    async def lay(self, somebody: Visitor) -> None:
        await somebody.page.route_web_socket(re.compile("/ws$"), self._connect)

    async def cut(self) -> None:
        """Let nothing through until it is mended."""
        assert self._end is not None
        self.down = True
        await self._end.close(code=1001)

    def mend(self) -> None:
        self.down = False

    def let_through(self) -> None:
        """Let through what was held back, and everything from now on."""
        assert self._end is not None and self.held
        held, self.held = self.held, None
        for message in held:
            self._end.send(message)

    async def _connect(self, page: WebSocketRoute) -> None:
        if self.down:
            await page.close(code=1001)
            return
        self._end, self.dead = page, False
        self.laid += 1
        house = page.connect_to_server()

        async def spoken(message: str | bytes) -> None:
            if '"act"' in str(message):
                self.acts.append(str(message))
            if not self.dead:
                house.send(message)
            if self.cut_at_the_next_act and '"act"' in str(message):
                self.cut_at_the_next_act = False
                await page.close(code=1012)

        def answered(message: str | bytes) -> None:
            self.answers += '"ack"' in str(message)
            if self.held is not None and '"picture"' in str(message):
                self.held.append(message)
            elif not self.dead:
                page.send(message)

        page.on_message(spoken)
        house.on_message(answered)


async def test_a_button_is_not_redrawn_under_the_finger(house: House, doors: Doors) -> None:
    """If the table changes while the finger is down, the click counts and the redraw follows."""
    table = await house.table("red-dog")
    ann, bob = await house.player(table, 1, "Ann"), await house.player(table, 2, "Bob")
    me = await doors.enter(f"#token={ann.token}")
    await _hold(me, "+$5 on original")
    await bob.say(table, "wager original 25")
    await expect(_words(me)).to_contain_text("original $25")
    await me.page.mouse.up()
    await me.status("Your wager stands")
    await _hold(me, "Deal")
    await bob.say(table, "wager original 30")
    await expect(_words(me)).to_contain_text("original $30")
    await me.page.mouse.up()
    await me.status("You are in")


async def test_the_space_bar_is_a_finger_too(house: House, doors: Doors) -> None:
    table = await house.table("red-dog")
    ann, bob = await house.player(table, 1, "Ann"), await house.player(table, 2, "Bob")
    me = await doors.enter(f"#token={ann.token}")
    await me.button("+$5 on original").focus()
    await me.page.keyboard.down("Space")
    await bob.say(table, "wager original 25")
    await expect(_words(me)).to_contain_text("original $25")
    await me.page.keyboard.up("Space")
    await me.status("Your wager stands")


async def test_a_release_that_never_came_does_not_hold_the_page(house: House, doors: Doors) -> None:
    """A list over the page may keep the release to itself."""
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    me = await doors.enter(f"#token={ann.token}")
    await expect(me.button("+$5 on original")).to_be_visible()
    await me.page.evaluate("dispatchEvent(new PointerEvent('pointerdown', { button: 0 }))")
    await ann.say(table, "wager original 5")
    await expect(_words(me)).to_contain_text("original $5")
    await expect(me.button("Deal")).to_have_count(0)
    await me.page.mouse.move(200, 200)
    await me.status("Your wager stands")


async def test_the_button_says_the_amount_while_it_is_typed(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    me = await doors.enter(f"#token={ann.token}")
    amount = me.page.get_by_label("Amount of the original wager in dollars")
    await amount.fill("")
    await amount.press_sequentially("25")
    await me.press("Bet $25 and deal")
    await me.status("Your turn")
    picture = await ann.picture(table)
    assert picture["seats"]["1"]["wagers"] == {"original": "25.00"}


async def test_the_raise_slides_under_the_finger(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    ann, bob = await house.player(table, 1, "Ann"), await house.player(table, 2, "Bob")
    for player in (ann, bob):
        await player.say(table, "wager original 20")
        await player.post(f"/api/tables/{table}/ready", ready=True)
    me = await doors.enter(f"#token={ann.token}")
    slider = me.page.get_by_label("Amount to raise")
    await slider.hover()
    await me.page.mouse.down()
    other = await doors.enter(f"#token={bob.token}")
    await other.status("Your turn")
    box = await slider.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    for part in (0.9, 0.25):
        await me.page.mouse.move(box["x"] + box["width"] * part, y)
    await expect(me.page.locator(".choice", has_text=re.compile(r"Raise \$[456]"))).to_be_visible()
    await me.page.mouse.up()
    label = await me.choice("Raise").locator(".price").inner_text()
    await me.choice("Raise").click()
    await me.status("Bob decides")
    raised = (await ann.picture(table))["seats"]["1"]["wagers"]["raise"]
    assert float(raised) == float(label.split("$")[1])


async def test_a_wager_survives_the_line_it_was_said_on(house: House, doors: Doors) -> None:
    """If the line is cut right after the click, the wager is sent again and counts once."""
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    me = await doors.enter()
    cable = Cable()
    await cable.lay(me)
    await me.go(f"#token={ann.token}")
    await expect(me.button("+$5 on original")).to_be_visible()
    cable.cut_at_the_next_act = True
    await me.press("+$5 on original")
    await me.status("Your wager stands")
    assert cable.laid == 2 and len(cable.acts) == 2 and cable.acts[0] == cable.acts[1]
    picture = await ann.picture(table)
    assert [event["kind"] for event in picture["events"]].count("wager") == 1
    assert picture["seats"]["1"]["wagers"] == {"original": "5.00"}


async def test_what_is_pressed_while_the_line_is_down_is_kept(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    me = await doors.enter()
    cable = Cable()
    await cable.lay(me)
    await me.go(f"#token={ann.token}")
    await me.press("+$5 on original")
    await me.status("Your wager stands")
    for name, comes in (("Deal", "Your turn"), (re.compile(r"^Raise \$5"), "You win $40")):
        await cable.cut()
        await expect(me.page.locator(".link-state")).to_contain_text("Connection lost")
        await me.press(name)
        cable.mend()
        await me.status(comes)
        await expect(me.page.locator(".link-state")).to_be_empty()
    said = (await house.floor.get("/api/rounds/1"))["said"]
    assert [one["said"] for one in said].count("1 raise 5") == 1


async def test_a_line_that_died_in_silence_is_given_up(house: House, doors: Doors) -> None:
    """The network does not report the loss. What was said is sent again over another line."""
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    me = await doors.enter()
    cable = Cable()
    await cable.lay(me)
    await me.page.clock.install()
    await me.go(f"#token={ann.token}")
    await expect(me.button("+$5 on original")).to_be_visible()
    cable.dead = True
    await me.press("+$5 on original")
    await me.page.clock.run_for(20_000)
    await me.status("Your wager stands")
    assert cable.laid == 2


async def test_a_button_pressed_twice_is_said_once(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    me = await doors.enter()
    cable = Cable()
    await cable.lay(me)
    await me.go(f"#token={ann.token}")
    await me.press("Bet $5 and deal")
    await me.status("Your turn")
    await me.choice("Raise").dblclick()
    await me.status("You win $40")
    assert sum("raise" in act for act in cable.acts) == 1
    await expect(me.page.locator(".complaint")).to_have_count(0)


async def test_after_an_answer_the_next_press_waits_for_the_picture(
    house: House, doors: Doors
) -> None:
    """The answer comes first. A press before the picture would address a past state."""
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    me, cable = await doors.enter("#/"), Cable()
    await cable.lay(me)
    await me.go(f"#token={ann.token}")
    await expect(me.button("+$5 on original")).to_be_visible()
    cable.held = []
    await me.button("+$5 on original").click()
    async with asyncio.timeout(20):
        while not cable.answers or not cable.held:
            await asyncio.sleep(0.01)
    await me.button("+$5 on original").click()
    await expect(me.page.locator(".dock[aria-busy]")).to_have_count(1)
    assert len(cable.acts) == 1
    cable.let_through()
    await expect(_words(me)).to_contain_text("original $10")
    await expect(me.page.locator("[aria-busy]")).to_have_count(0)
    await expect(me.page.locator(".complaint")).to_have_count(0)
    assert len(cable.acts) == 2
