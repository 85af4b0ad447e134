"""What a player can check: advice, clauses, the shuffle and the record. Also several tables."""

from __future__ import annotations

import json
import re

from playwright.async_api import Route, expect

from tests.browser.visitors import PHONE, Doors
from tests.server.visitors import House


async def test_advice_is_exact_or_says_that_it_is_an_estimate(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    player = await house.player(table, 1)
    me = await doors.enter(f"#token={player.token}")
    await me.press("+$5 on original")
    await me.press("Deal")
    await me.press("Advice")
    await expect(me.dock).to_contain_text("Exact: what the whole round is worth on average at $5.")
    await expect(me.dock.get_by_role("button", name=re.compile("^Pass"))).to_contain_text("best")
    choices = [
        {"action": "raise", "ev": {"exact": None, "value": -0.5, "stderr": 0.004}},
        {"action": "pass", "ev": {"exact": None, "value": -0.25, "stderr": 0.003}},
    ]
    told = json.dumps({"choices": choices, "best": "pass", "estimate": True})

    async def estimate(route: Route) -> None:
        await route.fulfill(body=told, content_type="application/json")

    await me.page.route("**/advice?*", estimate)
    await me.page.reload()  # advice stays on, and comes by itself
    await expect(me.dock).to_contain_text(
        "what the whole round is worth on average at $5, give or take 4 cents."
    )


async def test_advice_after_the_decision_stays_as_set(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog", house={"decks": 1})
    player = await house.player(table, 1)
    me = await doors.enter(f"#token={player.token}")
    await me.page.get_by_role("tab", name="Odds").click()
    await me.page.get_by_text("After the decision", exact=True).click()
    await me.page.reload()
    await expect(me.button("Advice")).to_have_attribute("aria-pressed", "mixed")
    await me.press("+$5 on original")
    await me.press("Deal")
    await me.status("Your turn")
    await expect(me.dock.locator(".value", has_text=re.compile(r"\S"))).to_have_count(0)
    await me.choice("Raise").click()
    card = me.dock.locator(".hindsight")
    await expect(card).to_contain_text(re.compile(r"^\s*You chose Raise \$5\. Pass was worth \$1"))
    await expect(card.locator("li")).to_have_count(2)
    assert await me.complaints_of_axe() == []


async def test_the_odds_at_hand_are_those_of_the_table(house: House, doors: Doors) -> None:
    table = await house.table("red-dog", house={"decks": 1})
    me = await doors.enter(f"#/table/{table}", size=PHONE)
    await me.press("Play by play, odds and more")
    await me.page.get_by_role("tab", name="Odds").click()
    await me.sees(re.compile(r"The house keeps 3\.16\s% of each original wager"))
    for part in ("Strategy card", "The chance of each hand", "How rounds end"):
        await me.page.get_by_text(part, exact=True).click()
    await me.sees("Spread 11")
    assert await me.complaints_about_reading() == []
    await me.resize((320, 640))
    assert await me.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert await me.page.evaluate("document.querySelector('.tab-body').scrollWidth") <= 320


async def test_a_house_may_forbid_advice(house: House, doors: Doors) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog", house={"advice": "false"})
    player = await house.player(table, 1)
    me = await doors.enter(f"#token={player.token}")
    await me.press("+$5 on original")
    await me.press("Deal")
    await me.status("Your turn")
    await expect(me.button("Advice")).to_have_count(0)


async def test_a_refusal_is_told_with_its_reason(house: House, doors: Doors) -> None:
    table = await house.table("red-dog")
    player = await house.player(table, 1)
    me = await doors.enter(f"#token={player.token}")
    amount = me.page.get_by_label(re.compile("^Amount of the original wager"))
    for said, reason in (
        ("7.30", "In steps of $0.50"),
        ("1", "At least $5"),
        ("900", "At most $500"),
    ):
        await amount.fill(said)
        await amount.press("Enter")
        await expect(me.dock.locator(".more")).to_contain_text(reason)
    await player.say(table, "wager original 25")
    await expect(me.dock).to_contain_text("Your wager stands")
    await player.post(f"/api/tables/{table}/ready", ready=True)
    await expect(me.dock).not_to_contain_text("Your wager stands")


async def test_the_shuffle_is_checked_in_the_browser(house: House, doors: Doors) -> None:
    """A pack dealt as committed is confirmed. With one card or letter changed it is not."""
    table = await house.table("double-down-stud")
    ann, bob = await house.player(table, 1, "Ann"), await house.player(table, 2, "Bob")
    me = await doors.enter(f"#token={ann.token}")
    await me.page.get_by_role("tab", name="Fair").click()
    await me.page.get_by_label("Your part of the shuffle").fill("three blind mice ♠")
    await me.press("Mix in")
    await expect(me.page.locator(".fair-panel li")).to_contain_text("three blind mice ♠")
    await bob.post(f"/api/tables/{table}/entropy", id="b", value="42")
    for player in (ann, bob):
        await player.say(table, "wager original 5")
        await player.post(f"/api/tables/{table}/ready", ready=True)
    await ann.say(table, "pass")
    await bob.say(table, "pass")
    await me.status(re.compile("You|Even"))
    await me.page.get_by_role("link", name="Check the packs that have left play").click()
    verdict = me.page.locator(".pack", has_text="Pack 1").locator(".verdict")
    await expect(verdict).to_have_text("✓ Checked here: this pack was dealt as committed.")
    await expect(me.page.locator(".checks")).to_contain_text("2 contributions gave the permutation")

    async def tamper(route: Route) -> None:
        answer = await (await route.fetch()).json()
        answer["packs"][0]["entropy"][1]["value"] = "43"
        await route.fulfill(json=answer)

    await me.page.route("**/packs", tamper)
    await me.page.reload()
    await expect(verdict).to_have_text("✗ This pack was not dealt as committed.")
    await expect(me.page.locator(".checks .bad")).to_contain_text("The cards dealt are")


async def test_a_player_replays_what_their_seat_saw_and_disputes_several_rounds(
    house: House, doors: Doors
) -> None:
    table = await house.table("double-cross-poker")
    ann, bob = await house.player(table, 1, "Ann"), await house.player(table, 3, "Bob")
    for _ in range(2):
        for player in (ann, bob):
            await player.say(table, "wager ante 5")
            await player.post(f"/api/tables/{table}/ready", ready=True)
        for player in (ann, bob):
            await player.say(table, "fold")
        await house.floor.post(f"/api/tables/{table}/floor", id=f"n{_}", act="next-round")
    me = await doors.enter(f"#token={ann.token}")
    await me.go("#/round/1?step=9999")
    await me.sees(re.compile("as your seat saw them"))
    assert "??" not in await me.cards("seat 1")
    assert await me.cards("seat 3") == ["??", "??"]
    await me.go("#/record?of=house")
    for number in (1, 2):
        await me.page.get_by_label(f"Choose round {number}").check()
    await me.page.get_by_role("link", name="Dispute 2 rounds").click()
    await expect(me.page.get_by_role("article")).to_have_count(2)
    wagered = me.page.locator(
        "section", has=me.page.get_by_role("heading", name="What was wagered")
    )
    await expect(wagered.first).to_contain_text("Seat 1 puts $5 on ante")
    await expect(wagered.first.get_by_role("button", name="Why? 6(a)").first).to_be_visible()
    await expect(me.page.get_by_role("heading", name=re.compile("Between"))).to_be_visible()


async def test_one_person_plays_at_two_tables_and_finds_both_seats_again(
    house: House, doors: Doors
) -> None:
    await house.table("red-dog", name="Left table")
    await house.table("double-down-stud", name="Right table")
    me = await doors.enter()
    for name, seat in (("Left table", 2), ("Right table", 5)):
        await me.page.get_by_role("link", name="Lobby").click()
        await me.page.get_by_role("link", name=re.compile(name)).click()
        await me.press(f"Seat {seat}")
        await me.page.get_by_label("Your name at the table").fill("Kim")
        await me.press("Sit down with $500")
        await me.status("Place your original wager")
    await me.page.reload()
    await me.status("Place your original wager")
    await me.page.get_by_role("link", name="Lobby").click()
    for name in ("Left table", "Right table"):
        card = me.page.locator(".table-card", has_text=name)
        await expect(card.get_by_role("link", name="Your seat")).to_be_visible()


async def test_animations_end_where_things_lie_without_them(house: House, doors: Doors) -> None:
    """The felt is the same in the end, with and without animation."""
    house.stack("2c As 7h 4d Ad 8h 5d Ac 9h 6c 3c Th Td Jc 3d 4h Qc 2h")
    table = await house.table("winners-pot-poker")
    ann, bob = await house.player(table, 1, "Ann"), await house.player(table, 3, "Bob")
    moving = await doors.enter(f"#token={ann.token}", moving=True)
    still = await doors.enter(f"#/table/{table}")
    for player in (ann, bob):
        await player.say(table, "wager ante")
        await player.post(f"/api/tables/{table}/ready", ready=True)
    await moving.choice("Bet").click()
    await bob.say(table, "bet")
    await moving.choice("Double").click()
    await bob.say(table, "double")
    await moving.status("You win $34")
    await still.status("The round is over")
    for place in ("dealer", "seat 1", "seat 3"):
        assert await moving.cards(place) == await still.cards(place)
        assert "??" not in await moving.cards(place)
    await expect(moving.page.locator(".flying *")).to_have_count(0)


async def test_a_player_who_is_cashed_out_by_the_floor_becomes_a_spectator(
    house: House, doors: Doors
) -> None:
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    me = await doors.enter(f"#token={ann.token}")
    await me.status("Place your original wager")
    await house.floor.post(f"/api/tables/{table}/floor", id="d", act="dismiss", seat=1)
    await me.status("The table is open")
    await expect(me.button("Seat 1")).to_be_visible()


async def test_surveillance_sees_every_card_live_and_has_nothing_to_press(
    house: House, doors: Doors
) -> None:
    house.stack("Ks Kd 2c 7h 9s 4h 3d Qc 8h Kh 5s")
    table = await house.table("double-cross-poker")
    players = [await house.player(table, seat, name) for seat, name in ((1, "Ann"), (3, "Bob"))]
    for player in players:
        await player.say(table, "wager ante 10")
        await player.post(f"/api/tables/{table}/ready", ready=True)
    eye = await doors.enter(f"#token={(await house.of_role('surveillance')).token}")
    await eye.go(f"#/table/{table}")
    await eye.status("Ann decides")
    assert await eye.cards("seat 3") == ["2c", "7h"]
    assert await eye.cards("dealer") == ["9s", "4h"]
    await expect(eye.dock.locator(".moves button")).to_have_count(0)
