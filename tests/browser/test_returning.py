"""Coming back in a browser: a passkey of Chromium's virtual authenticator, a recovery code."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.visitors import DESK, PHONE, TABLET, Doors, Visitor
from tests.server.visitors import House

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest_asyncio.fixture(loop_scope="session")
async def doors(house: House, browser: Browser) -> AsyncIterator[Doors]:
    """Let visitors in by the page's name, because an IP address has no passkeys."""
    doors = Doors(browser, house.base.replace("127.0.0.1", "localhost"))
    yield doors
    for visitor in doors.inside:
        await visitor.context.close()
    for visitor in doors.inside:
        visitor.check()


class Device:
    """A virtual authenticator at a visitor's page."""

    def __init__(self, line: Any, id: str) -> None:
        self._line = line
        self._id = id

    @classmethod
    async def at(cls, visitor: Visitor) -> Device:
        line = await visitor.context.new_cdp_session(visitor.page)
        await line.send("WebAuthn.enable")
        made = await line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        return cls(line, made["authenticatorId"])

    async def keys(self) -> list[dict[str, Any]]:
        found = await self._line.send("WebAuthn.getCredentials", {"authenticatorId": self._id})
        return list(found["credentials"])

    async def hold(self, key: dict[str, Any]) -> None:
        """Put a key on this device, as a person does who carries the device along."""
        put = {"authenticatorId": self._id, "credential": key}
        await self._line.send("WebAuthn.addCredential", put)


async def seated(house: House, doors: Doors) -> tuple[Visitor, str]:
    """Let a new guest come in, sit down and lose a round."""
    house.stack("Qs 4c 7d 5h")
    table = await house.table()
    me = await doors.enter(f"#/table/{table}")
    await me.press("Seat 1")
    await me.page.get_by_label("Your name at the table").fill("Dee")
    await me.press(re.compile("^Sit down with"))
    await me.status(re.compile("^Place your"))
    return me, table


async def _fits(me: Visitor, *sizes: tuple[int, int]) -> None:
    """Check at three widths, or some, that nothing is cut off or unreadable, by day and night."""
    for size in sizes or (DESK, TABLET, PHONE):
        await me.resize(size)
        assert await me.complaints_about_reading() == []
        wide = await me.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide, size
    assert await me.complaints_of_axe() == []
    await me.resize(DESK)


async def test_a_guest_comes_back_with_a_passkey(house: House, doors: Doors) -> None:
    me, table = await seated(house, doors)
    device = await Device.at(me)
    await me.go("#/me")
    await me.sees("tied to this browser")
    await me.press("Add a passkey")
    await me.sees("You can come back on any device")
    (key,) = await device.keys()
    assert key["isResidentCredential"] and key["rpId"] == "localhost"
    # The next day, at a browser that knows nothing.
    later = await doors.enter("#/me", size=PHONE)
    await (await Device.at(later)).hold(key)
    await later.sees("Been here before?")
    await later.press("Use a passkey")
    await expect(later.page.locator("dl.figures")).to_contain_text("$500")
    await later.page.get_by_role("link", name=re.compile("^Seat 1 at")).click()
    await later.status(re.compile("^Place your"))
    # Signed out everywhere else, the first browser is out at once; this one goes on.
    await later.go("#/me")
    await later.press("Sign out everywhere else")
    await later.sees("Every other device is signed out.")
    await me.go(f"#/table/{table}")
    await me.sees("You are watching")
    await later.go(f"#/table/{table}")
    await later.status(re.compile("^Place your"))


async def test_a_guest_comes_back_with_a_code_and_is_erased(house: House, doors: Doors) -> None:
    me, _ = await seated(house, doors)
    await me.go("#/me")
    await me.press("Make a recovery code")
    code = await me.page.locator(".recovery-code code").inner_text()
    await _fits(me)
    await me.photograph("keep")
    await me.press("I have written it down")
    await expect(me.page.locator(".recovery-code")).to_have_count(0)
    other = await doors.enter("#/me")
    other.expected.append("401")
    await _fits(other)
    await other.photograph("come-back")
    typed = other.page.get_by_label("Recovery code")
    await typed.fill(code.lower().replace("-", " "))
    await other.press("Use the code")
    shown = other.page.locator(".recovery-code code")
    await expect(shown).to_have_text(re.compile(r"^\w{4}(-\w{4}){6}$"))
    following = await shown.inner_text()
    assert following != code
    await other.press("I have written it down")
    await other.sees("Dee")
    await other.press("Sign out of this browser")
    await other.sees("Signed out.")
    await other.go("#/me")
    await typed.fill(code)
    await other.press("Use the code")
    await other.sees("this code opens nothing")
    await typed.fill(following)
    await other.press("Use the code")
    await other.press("I have written it down")
    await other.press("Erase me…")
    await other.sees("This cannot be taken back.")
    await _fits(other, PHONE)
    await other.photograph("erase")
    await other.press("Erase me")
    await other.sees("You are erased.")
    me.expected.append("401")
    await me.go("#/me")
    await me.sees("Been here before?")
    assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_whoever_has_played_is_told_once_to_keep_the_chips(
    house: House, doors: Doors
) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table()
    me = await doors.enter("#/")
    await me.go(f"#/table/{table}")
    await me.press("Seat 1")
    await me.press(re.compile("^Sit down with"))
    await me.status(re.compile("^Place your"))
    await me.page.keyboard.press("Enter")
    await me.choice("Pass").click()
    await me.status(re.compile("^(You win|You lose|Even)"))
    hint = me.page.locator(".keep-hint")
    await expect(hint).to_be_visible()
    await me.photograph("hint")
    await me.go("#/")
    await expect(hint).to_be_visible()
    await _fits(me, PHONE)
    await me.press("Do not show this again")
    await expect(hint).to_have_count(0)
    await me.go(f"#/table/{table}")
    await me.sees("Steps")
    await expect(hint).to_have_count(0)


async def test_an_address_of_numbers_leads_to_the_name(house: House, browser: Browser) -> None:
    doors = Doors(browser, house.base)
    me = await doors.enter("#/me")
    await me.sees("Passkeys need the page's name")
    await expect(me.button("Use a passkey")).to_have_count(0)
    named = house.base.replace("127.0.0.1", "localhost")
    await expect(me.page.get_by_role("link", name=f"{named}/")).to_be_visible()
    guest = await house.guest("Dee")
    await me.go(f"#token={guest.token}")
    await me.page.get_by_role("link", name="Dee", exact=True).click()
    await me.sees("Keep this account")
    await expect(me.button("Add a passkey")).to_have_count(0)
    await me.context.close()
    me.check()
