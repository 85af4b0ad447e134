"""A round with the keyboard alone, and what a screen reader says."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.visitors import PHONE, Doors, Visitor
from tests.server.visitors import House

NAME = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return "";
  const label = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent;
  return label.trim().replace(/\\s+/g, " ");
}"""


FLOWN = """() => {
  window.flown = 0;
  const count = (changes) => changes.forEach((one) => (window.flown += one.addedNodes.length));
  new MutationObserver(count).observe(document.querySelector(".flying"), { childList: true });
}"""
"""Counts what moves over the felt from now on."""


async def _tab_to(somebody: Visitor, name: str, most: int = 60) -> None:
    """Press Tab until something of that name has the focus, visibly."""
    keyboard = somebody.page.keyboard
    met: list[str] = []
    for _ in range(most):
        here = await somebody.page.evaluate(NAME)
        if re.search(name, here):
            outline = await somebody.page.evaluate(
                "getComputedStyle(document.activeElement).outlineStyle"
            )
            assert outline != "none", f"{here!r} does not show that it has the focus"
            return
        met.append(here)
        await keyboard.press("Tab")
    raise AssertionError(f"no {name!r} among {met}")


async def test_a_round_by_keyboard_from_the_lobby_to_the_result(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    await house.table("red-dog", name="Keys")
    me = await doors.enter()
    await expect(me.page.get_by_role("link", name=re.compile("Keys"))).to_be_visible()
    keyboard = me.page.keyboard

    await _tab_to(me, "^Red Dog Keys")
    await keyboard.press("Enter")
    await me.status("The table is open")
    await _tab_to(me, "^Seat 2$")
    await keyboard.press("Enter")
    await _tab_to(me, "Your name")
    await keyboard.type("Kim")
    await keyboard.press("Enter")
    await me.status("Place your original wager")

    await _tab_to(me, r"^\+\$5 on original")
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    await _tab_to(me, "^Deal")
    await keyboard.press("Space")

    await me.status("Your turn")
    await _tab_to(me, r"^Raise \$10")
    await _tab_to(me, "^Amount to raise")
    for _ in range(4):
        await keyboard.press("ArrowLeft")
    await _tab_to(me, r"^Raise \$8")
    await keyboard.press("Enter")
    await me.status("You win $72")

    heard = await me.page.locator("#polite").inner_text()
    for said in (
        "“The spread is 2”",
        "5♥ is the third card, face up",
        "original wins $40 at 4 to 1",
    ):
        assert said in heard
    assert "Your turn" in await me.page.locator("#urgent").inner_text()


async def test_tabs_and_dialogs_answer_to_keys(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    player = await house.player(table, 1)
    me = await doors.enter(f"#token={player.token}")
    await me.press("+$5 on original")
    await me.press("Deal")
    await me.status("Your turn")
    await me.page.get_by_role("tab", name="Steps").focus()
    await me.page.keyboard.press("ArrowRight")
    await expect(me.page.get_by_role("tab", name="My seat")).to_be_focused()
    await me.page.keyboard.press("ArrowLeft")
    why = me.page.get_by_role("button", name="Why? 5(g)").first
    await why.focus()
    await me.page.keyboard.press("Enter")
    await expect(me.page.get_by_role("dialog")).to_contain_text("clause 5(g)")
    await me.page.keyboard.press("Escape")
    await expect(me.page.get_by_role("dialog")).to_have_count(0)
    await expect(why).to_be_focused()


async def test_on_a_phone_the_panels_come_and_go_with_the_focus(house: House, doors: Doors) -> None:
    table = await house.table("red-dog")
    me = await doors.enter(f"#token={(await house.player(table, 1)).token}", size=PHONE)
    more = me.button("Play by play, odds and more")
    await more.focus()
    await me.page.keyboard.press("Enter")
    await expect(me.page.get_by_role("tab", name="Steps")).to_be_focused()
    await me.page.keyboard.press("ArrowRight")
    await expect(me.page.get_by_role("tab", name="My seat")).to_be_focused()
    await me.page.keyboard.press("Escape")
    await expect(me.page.locator(".side")).to_be_hidden()
    await expect(more).to_be_focused()


async def test_the_table_in_words_says_what_the_picture_shows(house: House, doors: Doors) -> None:
    house.stack("Ks Kd 2c 7h 9s 4h 3d Qc 8h Kh 5s")
    table = await house.table("double-cross-poker")
    ann = await house.player(table, 1, "Ann")
    bob = await house.player(table, 3, "Bob")
    for player in (ann, bob):
        await player.say(table, "wager ante 10")
        await player.post(f"/api/tables/{table}/ready", ready=True)
    me = await doors.enter(f"#token={ann.token}")
    await me.status("Your turn")
    words = me.page.get_by_role("region", name="The table in words")
    for said in (
        "Bottom card: king of hearts.",
        "Right card: a face-down card.",
        "Seat 1, Ann (you): $490. Wagers: ante $10. Cards: king of spades and king of diamonds.",
        "Seat 3, Bob: $490. Wagers: ante $10. Cards: a face-down card and a face-down card.",
    ):
        await expect(words).to_contain_text(said)


async def test_the_dealer_speaks_aloud_if_asked_to(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    player = await house.player(table, 1)
    me = await doors.enter(f"#token={player.token}")
    await me.press("Settings")
    await me.page.get_by_label("Spoken").check(force=True)
    await me.page.keyboard.press("Escape")
    await me.press("+$5 on original")
    await me.press("Deal")
    await me.choice("Raise").click()
    await me.status("You win $40")
    spoken = await me.page.evaluate("window.spoken")
    assert spoken == ["Good luck!", "The spread is 2", "Raises closed", "The third card is 5"]


async def test_a_replay_goes_by_the_arrow_keys_and_moves_its_cards(
    house: House, doors: Doors
) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    ann = await house.player(table, 1, "Ann")
    await ann.say(table, "wager original 5")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    await ann.say(table, "raise 5")
    me = await doors.enter(f"#token={ann.token}", moving=True)
    await me.go("#/record")
    await me.page.get_by_role("link", name="Replay").click()
    line, drawn = me.page.locator(".replay-line"), me.page.locator("svg.table .cards .card")
    await expect(line).to_have_text("Before the first step")
    await expect(drawn).to_have_count(0)
    keyboard = me.page.keyboard
    await keyboard.press("End")
    await expect(drawn).to_have_count(3)
    total = await me.page.locator(".replay-log li").count()
    await expect(line).to_contain_text(f"{total} of {total}:")
    await keyboard.press("ArrowLeft")
    await expect(line).to_contain_text(f"{total - 1} of {total}:")
    assert me.page.url.endswith(f"?step={total - 1}")

    lines = await me.page.locator(".replay-log li").all_inner_texts()
    dealt = next(n for n, told in enumerate(lines) if "is the first card" in told)
    await me.page.evaluate(f"location.hash = '#/round/1?step={dealt}'")
    await expect(line).to_contain_text(f"{dealt} of {total}:")
    await expect(drawn).to_have_count(0)
    await me.page.evaluate(FLOWN)
    await keyboard.press("ArrowRight")
    await expect(drawn).to_have_count(1)
    assert await me.page.evaluate("window.flown") == 1
    await keyboard.press("ArrowLeft")
    await expect(drawn).to_have_count(0)
    assert await me.page.evaluate("window.flown") == 1
    await keyboard.press("Home")
    await expect(line).to_have_text("Before the first step")
    await expect(drawn).to_have_count(0)
    await keyboard.press("Space")
    await expect(me.button(re.compile("^Pause"))).to_be_visible()
    await expect(line).to_contain_text(f"3 of {total}:")
    await keyboard.press("Space")
    await expect(me.button(re.compile("^Play"))).to_be_visible()
