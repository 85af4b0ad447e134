"""A person at the table: few clicks, four keys, a felt that holds still, and a way back from $0."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.async_api import expect

from tests.browser.visitors import DESK, PHONE, SIDEWAYS, TABLET, Doors, Visitor
from tests.server.visitors import House, new_id
from tests.sizes import PROOF


@dataclass(frozen=True)
class Round:
    """A game, the cards that come first, and the keys of a whole round."""

    game: str
    cards: str
    keys: tuple[str, ...]


ROUNDS = (
    Round("red-dog", "Qs 4c 7d 5h 4d 7h 5c", ("Enter", "r")),
    Round("double-down-stud", "2c Kd Kh Kc 8s Jd", ("Enter", "d")),
    Round("double-cross-poker", "Ks Kd 2c 7h 9s 4h 3d Qc 8h", ("Enter", "v")),
    Round("winners-pot-poker", "2c As 4d Ad 5d Ac 6c 3c Td Jc 3d 9h", ("Enter", "b", "d")),
)
SIZES = (DESK, TABLET, PHONE, SIDEWAYS)

BOXES = """() => {
  const what = [".dock", "svg.table", ".area", ".place", ".plate > rect", ".tray", ".shoe",
    ".rack", ".scale", ".sign", ".placard", ".potted", ".title"];
  const found = what.flatMap((selector) => [...document.querySelectorAll(`.room ${selector}`)]
    .map((element, i) => [`${selector} ${i}`, element.getBoundingClientRect()]));
  return Object.fromEntries(found.map(([name, { x, y, width, height }]) =>
    [name, [x, y, width, height].map((n) => Math.round(n * 2) / 2)]));
}"""
"""Where everything is that must not move: to the half pixel, by name."""

CUT = """() => {
  const parts = ".dock, .moves-box, .deal-row, .spot-row, .choices-row";
  return [...document.querySelectorAll(parts)]
    .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth + 2 || scrollHeight > clientHeight + 2)
    .map((box) => `${box.className}: ${box.scrollWidth}x${box.scrollHeight}`);
}"""
"""Parts of the dock whose content does not fit."""


async def _seated(house: House, doors: Doors, round: Round) -> Visitor:
    house.stack(round.cards)
    table = await house.table(round.game)
    player = await house.player(table, 1, "Ann")
    me = await doors.enter(f"#token={player.token}")
    await me.status(re.compile("^Place your"))
    return me


async def _over(me: Visitor) -> None:
    await me.status(re.compile("^(You win|You lose|Even)"))


async def _play(me: Visitor, round: Round) -> None:
    """Play a round with its keys, each pressed when the button shows that it may be."""
    for i, key in enumerate(round.keys):
        button = "choice" if i else "deal"
        await expect(me.page.locator(f'.{button}[aria-keyshortcuts="{key}"]')).to_be_enabled()
        await me.page.keyboard.press(key)
    await _over(me)


@pytest.mark.parametrize("round", ROUNDS, ids=lambda round: round.game)
async def test_a_round_takes_at_most_four_keys(round: Round, house: House, doors: Doors) -> None:
    assert len(round.keys) <= 4
    me = await _seated(house, doors, round)
    for _ in range(2):  # the second round is staked as the first was
        await _play(me, round)


@pytest.mark.parametrize("round", ROUNDS, ids=lambda round: round.game)
async def test_nothing_moves_but_cards_and_chips(round: Round, house: House, doors: Doors) -> None:
    """Also: nothing is cut off, and axe-core finds nothing wrong, in both themes."""
    me = await _seated(house, doors, round)
    before: dict[tuple[int, int], dict[str, list[float]]] = {}

    async def look(state: str) -> None:
        for size in SIZES:
            await me.resize(size)
            boxes = await me.page.evaluate(BOXES)
            moved = {
                name: (at, boxes.get(name))
                for name, at in before.setdefault(size, boxes).items()
                if boxes.get(name) != at
            }
            assert not moved, (state, size, moved)
            assert await me.page.evaluate(CUT) == [], (state, size)
            if size != SIDEWAYS:
                assert await me.complaints_of_axe() == [], (state, size)

    await look("nothing placed")
    first, *decisions = round.keys
    await me.page.keyboard.press(" ")
    await me.status("Your wager stands")
    await look("placed")
    await me.page.keyboard.press(first)
    for number, key in enumerate(decisions):
        choice = me.page.locator(f'.choice[aria-keyshortcuts="{key}"]')
        await expect(choice).to_be_visible()
        if not number:
            await look("asked")
            await me.page.keyboard.press("a")
            await expect(me.dock.locator(".choice b")).to_be_visible()
        await look(f"advised {number}")
        await me.page.keyboard.press(key)
    await _over(me)
    await look("over")
    await me.photograph(f"{round.game}-over")


async def test_no_choice_has_a_colour_or_the_focus(house: House, doors: Doors) -> None:
    for round in ROUNDS:
        me = await _seated(house, doors, round)
        await me.page.keyboard.press("Enter")
        await expect(me.page.locator(".choice").first).to_be_visible()
        looks = await me.page.locator(".choice").evaluate_all(
            """(choices) => choices.map((choice) => {
              const { backgroundImage, backgroundColor, color, borderColor } =
                getComputedStyle(choice);
              return [backgroundImage, backgroundColor, color, borderColor].join();
            })"""
        )
        assert len(looks) > 1 and len(set(looks)) == 1, round.game
        assert await me.page.evaluate("document.activeElement.tagName") != "BUTTON"
        await me.context.close()


async def test_chips_are_put_on_the_spot_and_taken_back(house: House, doors: Doors) -> None:
    me = await _seated(house, doors, ROUNDS[0])
    spot = me.page.locator('.areas.own .area[data-wager="original"]')
    chips = me.page.locator('.stack[data-wager="original"] .sum')
    await me.press("Chip of $25")
    await spot.click()
    await expect(chips).to_have_text("$25")
    await chips.click()
    await expect(chips).to_have_text("$50")
    await chips.click(button="right")
    await expect(chips).to_have_text("$25")
    await me.page.keyboard.press("d")
    await expect(chips).to_have_text("$50")
    await me.page.keyboard.press("z")
    await expect(chips).to_have_text("$25")
    await me.page.keyboard.press("m")
    await expect(chips).to_have_text("$500")
    await me.page.keyboard.press("n")
    await expect(chips).to_have_text("$5")
    await me.page.keyboard.press("x")
    await expect(chips).to_have_count(0)
    await me.page.keyboard.press("2")
    await me.page.keyboard.press(" ")
    await expect(chips).to_have_text("$5")


async def test_advice_values_the_amount_chosen(house: House, doors: Doors) -> None:
    me = await _seated(house, doors, ROUNDS[0])
    await me.page.keyboard.press("Enter")
    raising = me.page.locator('.choice[aria-keyshortcuts="r"]')
    await expect(raising).to_be_visible()
    await me.page.keyboard.press("a")
    await expect(raising.locator(".value")).to_have_text(re.compile(r"\$\d"))
    full = await raising.locator(".value").inner_text()
    await me.page.get_by_label("Amount to raise").fill("50")
    await expect(me.dock.locator(".more")).to_contain_text("at $0.50.")
    await expect(raising).to_contain_text("costs $0.50")
    less = await raising.locator(".value").inner_text()
    number = re.compile(r"[−+]?\$[\d.]+")
    assert number.findall(full) != number.findall(less)


async def test_somebody_who_is_gone_costs_the_others_one_answer(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h 4d 7h 5c 3c 6h 5d 3d 6c 4h")
    table = await house.table("red-dog", house={"timeout": 3})
    gone = await house.player(table, 3, "Gone")
    player = await house.player(table, 1, "Ann")
    me = await doors.enter(f"#token={player.token}")
    await gone.say(table, "wager original 5")
    await gone.post(f"/api/tables/{table}/ready", ready=True)
    await me.press(re.compile("and deal"))
    await me.choice("Raise").click()
    await me.status("Gone decides")
    await _over(me)  # the clock has answered for the seat
    assert (await player.picture(table))["seats"]["3"]["out"] is True
    await expect(me.page.locator(".plate", has_text="Gone")).to_contain_text("(out)")

    # With so long a time to answer, a table that waited for the seat would not go on.
    long = {"timeout": 3600}
    await house.floor.post(f"/api/tables/{table}/floor", id="long", act="house", house=long)
    for _ in range(3):
        await me.press(re.compile("and deal"))
        await me.choice("Pass").click()
        await _over(me)


async def test_somebody_without_chips_is_refilled_and_plays_on(house: House, doors: Doors) -> None:
    house.stack("Qs 2c Kd Ah 3c Kh As 4c Kc Ad")  # the third card is never between
    table = await house.table("red-dog")
    player = await house.player(table, 1, "Ann")
    me = await doors.enter(f"#token={player.token}")
    key = me.page.keyboard.press

    async def lose_everything() -> None:
        await expect(me.button(re.compile("^Max"))).to_be_enabled()
        await key("m")
        await expect(me.page.locator(".stack .sum")).to_have_text("$500")
        await key("Enter")
        await expect(me.choice("Pass")).to_be_visible()
        await key("p")
        await me.status("You lose $500")
        await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="next-round")

    await lose_everything()
    await me.status("You have no chips left")
    await me.press(re.compile(r"^Buy \$500 of chips"))
    await lose_everything()
    await me.status("You have no chips left")
    await me.press(re.compile(r"^Take a free refill of \$500"))
    await me.press(re.compile("and deal"))
    await expect(me.page.locator(".choice").first).to_be_visible()


async def test_what_time_decided_is_said_with_its_rule(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog", house={"timeout": 2})
    player = await house.player(table, 1, "Ann")
    me = await doors.enter(f"#token={player.token}")
    await me.press(re.compile("and deal"))
    await me.page.get_by_role("button", name="Why? 5(g)").first.click()
    await expect(me.page.get_by_role("dialog")).to_contain_text("to answer at the table")
    await me.page.keyboard.press("Escape")
    await expect(me.dock.locator(".more")).to_contain_text("Time ran out")
    await expect(me.dock.get_by_role("button", name="Why? X-11")).to_be_visible()


async def test_the_round_stays_and_the_last_one_comes_back(house: House, doors: Doors) -> None:
    me = await _seated(house, doors, ROUNDS[0])
    await _play(me, ROUNDS[0])
    await me.status("You win $40")
    table = me.page.url.rpartition("/")[2]
    await house.floor.post(f"/api/tables/{table}/floor", id="next", act="next-round")
    await expect(me.button(re.compile("^Rebet \\$5 and deal"))).to_be_visible()
    await me.status("You win $40")
    assert await me.cards("middle") == ["5h"]
    await me.page.keyboard.press(" ")
    await me.status("Your wager stands")
    assert await me.cards("middle") == []
    await me.page.keyboard.press("l")
    last = me.page.get_by_role("dialog", name="The last round")
    await expect(last.get_by_text("Seat 1: raise wins $20 at 4 to 1")).to_be_visible()
    await me.page.keyboard.press("Escape")


async def test_ones_turn_shows_in_the_title(house: House, doors: Doors) -> None:
    me = await _seated(house, doors, ROUNDS[0])
    await me.page.keyboard.press("Enter")
    await expect(me.page).to_have_title(re.compile("^● Your turn"))
    await me.choice("Pass").click()
    await expect(me.page).to_have_title(re.compile("^Red Dog"))


async def test_a_visitor_reaches_the_first_cards_in_three_clicks(
    house: House, doors: Doors
) -> None:
    """From the lobby: play, sit down, deal. The first round is guided; a later one is one click."""
    house.stack("Qs 4c 7d 5h 4d 7h 5c")
    await house.hall.openings.first_tables(1_000_000)
    me = await doors.enter()
    await me.press(re.compile("^Play Red Dog"))
    await me.press(re.compile("^Sit down with"))
    await me.status(re.compile("^Place your"))
    await expect(me.dock.locator(".guided")).to_have_text("1 of 4")
    await me.press(re.compile("and deal"))
    first = me.page.locator('svg.table [data-at^="left#"]')
    await expect(first).to_have_attribute("data-card", "4c")
    await me.choice("Pass").click()
    await _over(me)
    await me.press(re.compile("^Rebet and deal"))
    await expect(first).to_have_attribute("data-card", "4d")


async def test_what_a_newcomer_opens_can_be_read_by_everybody(house: House, doors: Doors) -> None:
    """The lobby, how to play every game, terms, settings and the form to sit down."""
    await house.hall.openings.first_tables(1_000_000)
    me = await doors.enter()

    async def look(what: str) -> None:
        for size in SIZES if PROOF else (DESK, PHONE):
            await me.resize(size)
            assert await me.complaints_about_reading() == [], (what, size)
            assert await me.complaints_of_axe() == [], (what, size)
        await me.resize(DESK)

    await me.sees("Learned in a minute")
    await look("lobby")
    cards = me.page.get_by_role("button", name=re.compile("^How to play ."))
    for number in range(await cards.count()):
        await cards.nth(number).click()
        term = me.page.locator("dialog .term").first
        await expect(term).to_be_visible()
        await look(f"how to play {number}")
        await term.click()
        await expect(me.page.locator(".definition:popover-open")).to_be_visible()
        await look(f"a term of {number}")
        await me.page.keyboard.press("Escape")
        await expect(me.page.locator(".definition:popover-open")).to_have_count(0)
        await me.page.keyboard.press("Escape")
    await me.press("Settings")
    await look("settings")
    await me.page.keyboard.press("Escape")
    await me.press(re.compile("^Play Red Dog"))
    await look("sitting down")


async def test_what_is_chosen_in_the_settings_holds_at_once(house: House, doors: Doors) -> None:
    me = await doors.enter()
    diamonds = "getComputedStyle(document.querySelector('.ink.diamonds')).fill"
    two = await me.page.evaluate(diamonds)
    await me.press("Settings")
    await me.page.get_by_text("Four", exact=True).click()
    assert await me.page.evaluate(diamonds) != two
    await me.page.get_by_text("Light", exact=True).click()
    light = await me.page.evaluate("getComputedStyle(document.body).color")
    await me.page.get_by_text("Dark", exact=True).click()
    assert await me.page.evaluate("getComputedStyle(document.body).color") != light
    await me.page.reload()
    assert await me.page.evaluate("document.documentElement.dataset.theme") == "dark"
