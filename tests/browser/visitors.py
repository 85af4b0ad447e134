"""Visitors with browsers. Each fails at the end if the page logged an error or left the house."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Literal

from playwright.async_api import Browser, BrowserContext, Locator, Page, async_playwright, expect

BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is found is used. The shell draws the same pages with a fifth less work."""
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
)
DESK: Final = (1280, 800)
TABLET: Final = (768, 1024)
PHONE: Final = (390, 844)
SIDEWAYS: Final = (844, 390)
"""A phone that lies on its side."""
SHOTS: Final = os.environ.get("CROUPIER_SCREENSHOTS")
"""A directory for pictures of every game, if wanted."""

PATIENCE: Final = 30_000
"""Milliseconds to wait for what must come, with much room for a busy machine."""
expect.set_options(timeout=PATIENCE)

DRAWN: Final = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits two animation frames, after which everything has its place at a new width."""

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
"""What a system may prefer; the page follows it until somebody chooses."""

READING: Final = (
    (Path(__file__).parent / "reading.js").read_text("utf-8").split("export default ")[1]
)

AXE: Final = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
AXE_RUN: Final = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`));
}"""
"""Every rule of axe-core over the page as it is now."""

SILENT: Final = """
window.spoken = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", {
  value: { speak: (said) => window.spoken.push(said.text), cancel() {} },
});
"""
"""A voice that only remembers its texts, as test machines have none."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the system's browser."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, (
        f"these tests need a browser ({' or '.join(BROWSERS)}): apt-get install {BROWSERS[0]}"
    )
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            await browser.close()


class Visitor:
    """A person with their own browser."""

    def __init__(self, context: BrowserContext, page: Page, base: str) -> None:
        self.context = context
        self.page = page
        self.base = base
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        page.on("request", self._watch)
        self.expected: list[str] = []
        """What the console may say, for requests that are meant to be refused."""

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} {message.location.get('url', '')}")

    def _watch(self, request: Any) -> None:
        if not request.url.startswith((self.base, "blob:", "data:")):
            self.complaints.append(f"left the house: {request.url}")

    async def go(self, fragment: str) -> None:
        """Open an address of the page, as from a link."""
        await self.page.goto("about:blank")
        await self.page.goto(f"{self.base}/{fragment}")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    async def press(self, name: str | re.Pattern[str]) -> None:
        await self.button(name).first.click()

    def choice(self, name: str) -> Locator:
        """The choice of a decision whose label begins so."""
        return self.page.locator(".choice", has_text=re.compile(rf"^\s*{re.escape(name)}"))

    @property
    def dock(self) -> Locator:
        return self.page.locator(".dock")

    async def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until a text can be read."""
        await expect(self.page.get_by_text(text).first).to_be_visible()

    async def status(self, text: str | re.Pattern[str]) -> None:
        """Wait until the status line says this."""
        await expect(self.page.locator(".dock .what")).to_have_text(text)

    async def cards(self, place: str) -> list[str]:
        """Return the cards that are drawn in a place."""
        found = self.page.locator(f'svg.table [data-at^="{place}#"]')
        return [await card.get_attribute("data-card") or "" for card in await found.all()]

    async def photograph(self, name: str) -> None:
        """Take a picture at both widths, if pictures are wanted."""
        if not SHOTS:
            return
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        for label, (width, height) in (("desk", DESK), ("phone", PHONE)):
            await self.resize((width, height))
            await self.page.screenshot(path=Path(SHOTS) / f"{name}-{label}.png")
        await self.resize(DESK)

    async def resize(self, size: tuple[int, int]) -> None:
        await self.page.set_viewport_size({"width": size[0], "height": size[1]})
        await self.page.evaluate(DRAWN)

    async def complaints_about_reading(self) -> list[str]:
        """Return what cannot be read, named or pressed on the page as it is, by day and night."""
        complaints: list[str] = []
        for scheme in SCHEMES:
            await self.page.emulate_media(color_scheme=scheme)
            found: list[str] = await self.page.evaluate(READING)
            complaints += [f"{scheme}: {complaint}" for complaint in found]
        return complaints

    async def complaints_of_axe(self) -> list[str]:
        """Return what axe-core finds wrong with the page as it is, by day and night."""
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(AXE.read_text("utf-8"))
        complaints: list[str] = []
        for scheme in SCHEMES:
            await self.page.emulate_media(color_scheme=scheme)
            found: list[str] = await self.page.evaluate(AXE_RUN)
            complaints += [f"{scheme}: {complaint}" for complaint in found]
        return complaints

    def check(self) -> None:
        left = [c for c in self.complaints if not any(known in c for known in self.expected)]
        assert not left, left


async def floor_at(doors: Doors, token: str | None, table: str) -> Visitor:
    """Let the floor in, at a table."""
    floor = await doors.enter(f"#token={token}")
    await floor.go(f"#/table/{table}")
    await floor.sees("Irregularities")
    return floor


class Doors:
    """Lets people in, each with their own browser context."""

    def __init__(self, browser: Browser, base: str) -> None:
        self._browser = browser
        self._base = base
        self.inside: list[Visitor] = []

    async def enter(
        self, fragment: str = "", *, size: tuple[int, int] = DESK, moving: bool = False
    ) -> Visitor:
        context = await self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="no-preference" if moving else "reduce",
            accept_downloads=True,
        )
        context.set_default_timeout(PATIENCE)
        await context.add_init_script(SILENT)
        visitor = Visitor(context, await context.new_page(), self._base)
        self.inside.append(visitor)
        await visitor.go(fragment)
        if fragment.startswith("#token="):
            await visitor.page.wait_for_url(re.compile("#/(table|floor)"))
        return visitor
