"""A full table after everybody has won or lost can be read at both widths."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.visitors import DESK, PHONE, TABLET, Doors
from tests.server.visitors import House, Visitor
from tests.sizes import PROOF

MORE = ((320, 640), (768, 1024), (1024, 768), (1920, 1080)) if PROOF else ()
NAMES = ("Ann", "Bob", "Cleo", "Dimitri", "Eve", "Frank", "Gwen")
FULL = {
    "red-dog": (7, "Qs 4c 7d 5h", ("original 25",)),
    "double-down-stud": (7, "2c 9s Kh Kd 8s 3c Jd Ks Kc Jh 7h", ("original 25",)),
    "double-cross-poker": (
        7,
        "Ks Kd Qs Qd As Ad 2c 7h Kh Kc Qh Jh Qc 6d 4c 2s 9h 8d 7d Td 5c",
        ("ante 25", "three-card 5"),
    ),
    "winners-pot-poker": (
        6,
        "2c As 7h 4d Ad 8h 5d Ac 9h 6c 3c Th Td Jc",
        ("ante 5", "jacks-plus 1"),
    ),
}
"""Seats, cards that come first, and wagers. All seats raise whatever they may."""

COVERED = """() => {
  const box = (element) => ({
    box: element.getBoundingClientRect(),
    text: element.textContent,
    seat: element.dataset.seat,
  });
  const all = (what) => Array.from(document.querySelectorAll(`svg.table ${what}`), box);
  const part = (a, b) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const smaller = Math.min(a.width * a.height, b.width * b.height);
    return wide > 0 && high > 0 ? (wide * high) / smaller : 0;
  };
  const [sums, plates, stacks] = [all(".stack .sum"), all(".plate"), all(".stack[data-seat]")];
  const strays = (stack, area) =>
    stack.seat && stack.seat !== area.seat && part(stack.box, area.box) > 0.05;
  const abroad = all(".area").flatMap((area) => stacks.filter((stack) => strays(stack, area))
    .map((stack) => `${stack.text} of seat ${stack.seat} and ${area.text} of seat ${area.seat}`));
  const felt = document.querySelector("svg.table").getBoundingClientRect();
  const pairs = (some, others, most) => some.flatMap((a, i) =>
    others.slice(some === others ? i + 1 : 0)
      .filter((b) => part(a.box, b.box) > most).map((b) => `${a.text} and ${b.text}`));
  const cut = sums.filter(({ box }) => box.left < felt.left || box.right > felt.right);
  return [
    ...abroad,
    ...pairs(sums, sums, 0.12),
    ...pairs(sums, plates, 0.05),
    ...pairs(plates, plates, 0.01),
    ...cut.map(({ text }) => `${text} is cut off`),
  ];
}"""
"""Finds amounts and name plates that overlap, or lie beyond the edge of the table."""


UNDER_PANELS = """() => {
  const side = document.querySelector(".side").getBoundingClientRect();
  const needed = document.querySelectorAll("svg.table .place rect, .marker, .choice, .dock .what");
  return Array.from(needed, (element) => [element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.left < side.right && side.left < box.right
      && box.top < side.bottom && side.top < box.bottom)
    .map(([text]) => text);
}"""
"""Finds what one decides on in Red Dog and the panels lie on."""


async def _all_in(players: list[Visitor], table: str) -> None:
    """Let whoever is asked stake all they may, until the round is over."""
    while True:
        for player in players:
            picture = await player.picture(table)
            if picture["phase"] == "between":
                return
            bold = [o for o in picture["next"] if o["verb"] not in ("ask", "fold", "pass", "keep")]
            if bold:
                most = [a["most"] if isinstance(a, dict) else a for a in bold[0]["args"]]
                await player.say(table, " ".join((bold[0]["verb"], *most)))


@pytest.mark.parametrize("game", FULL)
async def test_nothing_overlaps(game: str, house: House, doors: Doors) -> None:
    seats, cards, wagers = FULL[game]
    house.stack(cards)
    table = await house.table(game)
    players = [
        await house.player(table, seat, name) for seat, name in enumerate(NAMES[:seats], start=1)
    ]
    for player in players:
        for wager in wagers:
            await player.say(table, f"wager {wager}")
        await player.post(f"/api/tables/{table}/ready", ready=True)
    me = await doors.enter(f"#token={players[0].token}")
    await me.status(re.compile("Your turn|decide"))
    for size in (DESK, PHONE, *MORE):
        await me.resize(size)
        assert await me.page.evaluate(COVERED) == [], ("asked", size)
    await _all_in(players, table)
    await me.status(re.compile("You|Even"))
    for size in (PHONE, DESK):
        await me.resize(size)
        assert await me.page.evaluate(COVERED) == [], ("paid", size)
    await me.photograph(f"{game}-full")


async def test_a_decision_can_be_read_with_the_panels_open(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    me = await doors.enter(f"#token={ann.token}", size=TABLET)
    await ann.say(table, "wager original 25")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    await me.status("Your turn")
    for size in (TABLET, PHONE):
        await me.resize(size)
        await me.press("Play by play, odds and more")
        await expect(me.page.get_by_role("tab", name="Odds")).to_be_visible()
        await me.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
        assert await me.page.evaluate(UNDER_PANELS) == [], size
        await me.press("Close this panel")
        await expect(me.page.locator(".side")).to_be_hidden()
    # What the guide and the result say together has its room, and does not fade.
    await me.choice("Raise").click()
    await me.status("You win $200")
    text = me.page.locator(".dock .more")
    await expect(text).to_contain_text("Look as long as you like")
    for size in ((1366, 850), TABLET, PHONE):
        await me.resize(size)
        await expect(text).not_to_have_class(re.compile("goes-on"))
