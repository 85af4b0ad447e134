"""Two players and the floor play a round of each game, from the invitation to the replay."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

import pytest
from playwright.async_api import expect

from tests.browser.visitors import PATIENCE, Doors, Visitor
from tests.server.visitors import House


@dataclass(frozen=True)
class Evening:
    """A game, the cards that come, and what the browsers show."""

    game: str
    title: str
    cards: str
    place: str
    """The button that places the first wager."""
    seat: str
    """A pattern of what Ann and Bob press when it is their turn."""
    report: str
    """What the floor reports. The next field is the clause of its ruling."""
    clause: str
    felt: dict[str, list[str]]
    """What Ann sees on the felt when she is asked."""
    ann: str
    bob: str
    """What Ann and Bob are told in the end."""


EVENINGS = (
    Evening(
        "red-dog",
        "Red Dog",
        cards="Qs 4c 7d 5h",
        place="+$5 on original",
        seat=r"Raise \$5",
        report="Wrong spread",
        clause="R-22",
        felt={"left": ["4c"], "right": ["7d"]},
        ann="You win $40",
        bob="You win $40",
    ),
    Evening(
        "double-down-stud",
        "Double Down Stud",
        cards="Ks 2d 9h Kc 8s 5d",
        place="+$5 on original",
        seat=r"Double \$5",
        report="Touched seat 1",
        clause="8(f)",
        felt={"seat 1": ["Ks"], "open": ["Kc", "8s", "5d"], "hole": ["??"]},
        ann="You win $10",
        bob="You lose $10",
    ),
    Evening(
        "double-cross-poker",
        "Double Cross Poker",
        cards="Ks Kd 2c 7h 9s 4h 3d Qc 8h Kh 5s",
        place="+$5 on ante",
        seat="Raise vertical",
        report="Player exposed seat 1",
        clause="D-",
        felt={
            "seat 1": ["Ks", "Kd"],
            "seat 3": ["??", "??"],
            "far": ["Kh"],
            "right": ["8h"],
            "left": ["??"],
        },
        ann="You win $35",
        bob="You lose $15",
    ),
    Evening(
        "winners-pot-poker",
        "Winner's Pot Poker",
        cards="2c As 7h 4d Ad 8h 5d Ac 9h 6c 3c Th Td Jc 3d 4h Qc 2h",
        place="Place the ante $5",
        seat="(Bet|Double)",
        report="Player exposed seat 1",
        clause="W-",
        felt={
            "seat 1": ["As", "Ad", "Ac"],
            "seat 3": ["??", "??", "9h"],
            "dealer": ["??", "??", "6c"],
        },
        ann="You win $34",
        bob="You lose $20",
    ),
)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
async def test_a_round_from_the_invitation_to_the_replay(
    evening: Evening, house: House, doors: Doors
) -> None:
    house.stack(evening.cards)
    floor = await doors.enter(f"#token={house.floor.token}")
    await floor.page.get_by_label("Game").select_option(evening.game)
    await floor.page.get_by_label("Name", exact=True).fill("The evening's table")
    await floor.press("Open the table")
    await floor.sees("Irregularities")

    ann = await _invited(floor, doors)
    bob = await doors.enter()
    await bob.page.get_by_role("link", name=re.compile("The evening's table")).click()
    await bob.press("Seat 3")
    await bob.page.get_by_label("Your name at the table").fill("Bob")
    await bob.press("Sit down with $500")
    await bob.status(re.compile("Place your"))

    for player in (ann, bob):
        await player.press(evening.place)
        await player.status("Your wager stands")
    await ann.photograph(f"{evening.game}-1-wagers")
    await ann.press("Deal")
    await ann.status("You are in")
    await bob.press("Deal")

    await ann.status("Your turn")
    for place, cards in evening.felt.items():
        assert await ann.cards(place) == cards, place
    await ann.photograph(f"{evening.game}-2-turn")
    await _reported(floor, evening)
    await ann.page.reload()
    await ann.status("Your turn")
    for place, cards in evening.felt.items():
        assert await ann.cards(place) == cards, f"{place} after the reload"

    await _play_out(house, floor.page.url.rpartition("/")[2], {1: ann, 3: bob}, evening.seat)
    await ann.status(evening.ann)
    await bob.status(evening.bob)
    await ann.photograph(f"{evening.game}-3-end")
    await _replayed(floor, evening)


async def _invited(floor: Visitor, doors: Doors) -> Visitor:
    """Let the floor make a link for seat 1, and Ann come in by it."""
    await floor.button("Invite…").first.click()
    await floor.press("Make the link")
    link = await floor.page.locator("[data-link]").get_attribute("data-link")
    assert link and "#invite=" in link
    await floor.press("Close")
    ann = await doors.enter(link[link.index("#") :])
    assert "invite=" not in ann.page.url, "the token has left the address bar"
    await ann.page.get_by_label("Your name at the table").fill("Ann")
    await ann.sees("Invited by")
    await ann.press(re.compile("^Take my seat with"))
    await ann.status(re.compile("Place your"))
    return ann


async def _reported(floor: Visitor, evening: Evening) -> None:
    """Report an irregularity, and assert that the ruling shows with its clause."""
    await floor.button(f"{evening.report}…").click()
    await expect(floor.page.locator(".dialog .clause, .dialog .ruling").first).to_be_visible()
    await floor.press("Apply the ruling")
    ruled = floor.page.locator(".ruled li")
    await expect(ruled).to_have_count(1)
    await ruled.get_by_role("button").click()
    await expect(floor.page.get_by_role("dialog")).to_contain_text(evening.clause)
    await expect(floor.page.locator(".dialog .clause, .dialog .ruling").first).to_be_visible()
    await floor.press("Close")


async def _play_out(house: House, table: str, players: dict[int, Visitor], said: str) -> None:
    """Let whoever is asked answer, until the round is over."""
    while (picture := await house.floor.picture(table))["phase"] != "between":
        seat = picture["awaits"][0]
        choices = players[seat].page.locator(".dock .choice")
        await choices.filter(has_text=re.compile(rf"^\s*{said}")).click()
        async with asyncio.timeout(PATIENCE / 1000):
            while (await house.floor.picture(table))["state"] == picture["state"]:
                await asyncio.sleep(0.02)


async def _replayed(floor: Visitor, evening: Evening) -> None:
    """Open the round again for the floor, who sees every card, and export and dispute it."""
    await floor.page.get_by_role("link", name="Record").click()
    await floor.page.get_by_role("link", name="Round 1", exact=True).click()
    await floor.sees(re.compile("All cards are shown"))
    last = floor.page.locator(".replay-line")
    total = await floor.page.locator(".replay-log li").count()
    await expect(last).to_contain_text("Before the first step")
    await floor.button("To the end").click()
    await expect(last).to_contain_text(f"{total} of {total}")
    await floor.button("One step back").click()
    await expect(last).to_contain_text(f"{total - 1} of {total}")
    await floor.button("To the start").click()
    await expect(last).to_contain_text("Before the first step")
    drawn = floor.page.locator("svg.table .cards .card")
    await expect(drawn).to_have_count(0)
    step = floor.page.locator(
        ".replay-log li", has_text=re.compile("to seat 3, face|is the first card")
    ).first
    await step.locator(".line").click()
    await expect(drawn.first).to_be_visible()
    assert "??" not in [await card.get_attribute("data-card") for card in await drawn.all()]
    await floor.photograph(f"{evening.game}-4-replay")
    async with floor.page.expect_download() as waiting:
        await floor.press("Export the round record")
    record = (await (await waiting.value).path()).read_text("utf-8")
    assert record.startswith("croupier = 1") and f'game = "{evening.game}"' in record
    await floor.page.get_by_role("link", name="The evidence").click()
    for chapter in ("What was wagered", "What was dealt", "What was paid"):
        await expect(floor.page.get_by_role("heading", name=chapter)).to_be_visible()
