"""A running house, and doors to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.browser.visitors import Doors, chromium
from tests.server.visitors import FAST, House, running

SLOW = replace(FAST, pause=3600.0)
"""A finished round stays on the felt until the floor asks for the next one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give all tests one event loop, so that they can share a browser."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(tmp_path, SLOW) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def doors(house: House, browser: Browser) -> AsyncIterator[Doors]:
    """Let visitors in, and check at the end that the page gave none of them an error."""
    doors = Doors(browser, house.base)
    yield doors
    for visitor in doors.inside:
        await visitor.context.close()
    for visitor in doors.inside:
        visitor.check()
