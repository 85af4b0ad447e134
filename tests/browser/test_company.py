"""An evening with company, from the first visit to coming back: the whole of it in one test."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from playwright.async_api import Browser, expect

from croupier.journal import open_journal, replay
from tests.browser.test_returning import Device
from tests.browser.visitors import DESK, PHONE, Doors, Visitor
from tests.server.visitors import FAST, House, running

EVENING = replace(FAST, pause=0.5, thinking=0.05)
GAME = "winners-pot-poker"
COMPANY = ("Best play", "By the card", "Cautious", "Loose")


def doors_of(house: House, browser: Browser) -> Doors:
    """Doors by the page's name, because an IP address has no passkeys."""
    return Doors(browser, house.base.replace("127.0.0.1", "localhost"))


async def table_of_ones_own(doors: Doors) -> tuple[Visitor, str]:
    """Open a private Winner's Pot table with four house players; return its host and its name."""
    ann = await doors.enter("#/own", size=DESK)
    page = ann.page
    await page.locator("select[name=game]").select_option(GAME)
    await page.get_by_label("Your name").fill("Ann")
    await page.get_by_label("Name of the table").fill("Ann's evening")
    for number, plays in enumerate(COMPANY, 1):
        await ann.press("Add a house player")
        await page.get_by_label(f"How house player {number} plays").select_option(label=plays)
    await ann.press("Open the table")
    await page.wait_for_url(re.compile("#/table/"))
    await expect(page.locator(".plate.house")).to_have_count(4)
    return ann, page.url.rpartition("/")[2]


async def link_of(host: Visitor, button: str, path: str) -> str:
    """Make a link in the host's panel; return the part of it that browsers keep to themselves."""
    await host.page.get_by_role("tab", name="Host").click()
    await host.press(button)
    if path == "deal":
        await host.press("Make the link")
    link = await host.page.locator(f"[data-link*='#{path}=']").get_attribute("data-link")
    if path == "deal":
        await host.page.keyboard.press("Escape")
    assert link is not None
    return "#" + link.partition("#")[2]


async def sit_down(visitor: Visitor) -> None:
    await visitor.press(re.compile("^Sit down with"))
    await visitor.status(re.compile("^(Place your|You are in)"))


async def play(house: House, table: str, dan: Visitor, *players: Visitor) -> int:
    """Deal and play one round of all these players; return its number.

    The dealer takes a step whenever one is due, and people fold when they are asked. House players
    wager and decide by themselves. A round that is under way without these players ends first.
    """
    begun = None
    for _ in range(600):
        now = await house.floor.picture(table)
        all_asked = now["phase"] == "wagering" and len(now["awaits"]) == len(players)
        if begun is None and all_asked:
            begun = now["rounds"]
        if begun is not None and now["rounds"] > begun:
            return int(now["last"])
        if now["awaits_dealer"]:
            await dan.page.keyboard.press("Enter")
        for player in players if begun is not None else ():
            for press in (player.button(re.compile("^Bet .* and deal")), player.choice("Fold")):
                if await press.count():
                    await press.click()
        await dan.page.wait_for_timeout(30)
    raise TimeoutError(f"{now['phase']}, waiting for {now['awaits']}")


async def balance(visitor: Visitor) -> str:
    """What the account page says one has."""
    await visitor.go("#/me")
    figure = visitor.page.locator("dl.figures dd").first
    await expect(figure).to_have_text(re.compile(r"^\$"))
    return await figure.inner_text()


async def record_of(visitor: Visitor, number: int) -> None:
    """See the round of the evening in the record, with one's own cards."""
    await visitor.go("#/record")
    await expect(
        visitor.page.get_by_role("link", name=f"Round {number}", exact=True)
    ).to_be_visible()
    await visitor.go(f"#/round/{number}?step=9999")
    await visitor.sees(re.compile("Dealt by Dan"))
    await visitor.sees(re.compile("as your seat saw them"))
    own, *others = [await visitor.cards(f"seat {seat}") for seat in (3, 1, 2, 4, 5, 6)]
    assert len(own) == 3 and "??" not in own
    assert any("??" in cards for cards in others), "Bob folded, and nobody else saw his cards"


async def test_an_evening_with_house_players_a_friend_and_a_dealer_and_coming_back(
    tmp_path: Path, browser: Browser
) -> None:
    async with running(tmp_path, EVENING) as house:
        doors = doors_of(house, browser)
        ann, table = await table_of_ones_own(doors)
        device = await Device.at(ann)
        await ann.press("Seat 3")
        await sit_down(ann)
        join = await link_of(ann, "Make a link", "join")
        # A friend comes by the link, on a phone.
        bob = await doors.enter(join, size=PHONE)
        await bob.sees("Ann invites you")
        await bob.sees("one person and 4 house players")
        await bob.page.get_by_label("Your name at the table").fill("Bob")
        await sit_down(bob)
        # A third person deals.
        dan = await doors.enter(await link_of(ann, "A link for a dealer…", "deal"))
        await dan.page.get_by_label("Your name in the box").fill("Dan")
        await dan.press("To the table")
        await dan.press(re.compile("Deal this table"))
        number = await play(house, table, dan, ann, bob)
        told = await house.floor.get(f"/api/rounds/{number}")
        assert [one["name"] for one in told["dealers"]] == ["Dan"]
        assert {"Ann", "Bob"} < set(told["players"].values()) and len(told["players"]) == 6
        assert not any(said["by"] == "timeout" for said in told["said"])
        # Ann keeps her account, and goes home with her chips.
        await ann.go("#/me")
        await ann.press("Add a passkey")
        await ann.sees("You can come back on any device")
        (key,) = await device.keys()
        await ann.press("Make a recovery code")
        code = await ann.page.locator(".recovery-code code").inner_text()
        await ann.press("I have written it down")
        await ann.go(f"#/table/{table}")
        await ann.page.get_by_role("tab", name="My seat").click()
        await ann.press(re.compile("^(Leave|Cash out)"))
        await expect(ann.page.locator(".plate.me")).to_have_count(0)
        left_with = await balance(ann)
        assert left_with == "$995"
        for visitor in doors.inside:
            await visitor.context.close()
            visitor.check()
    # The next day: the server has been started again, and the browsers are others.
    async with running(tmp_path, EVENING) as house:
        doors = doors_of(house, browser)
        later = await doors.enter("#/me")
        await (await Device.at(later)).hold(key)
        await later.press("Use a passkey")
        await later.sees("Ann")
        assert await balance(later) == left_with
        await record_of(later, number)
        other = await doors.enter("#/me", size=PHONE)
        await other.page.get_by_label("Recovery code").fill(code)
        await other.press("Use the code")
        await other.press("I have written it down")
        assert await balance(other) == left_with
        await record_of(other, number)
        for visitor in doors.inside:
            await visitor.context.close()
            visitor.check()
        assert (await house.floor.get("/api/reconciliation"))["balanced"]
    with open_journal(str(tmp_path / "journal.db")) as journal:
        assert journal.verify().verified and replay(journal.round(number)).same
