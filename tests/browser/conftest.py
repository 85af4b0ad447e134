"""A running house, and doors to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.browser.visitors import Doors, chromium
from tests.server.visitors import FAST, House, running

SLOW = replace(FAST, pause=3600.0)
"""A finished round lies on the felt until the floor asks for the next one."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(tmp_path, SLOW) as house:
        yield house


@pytest.fixture
async def doors(house: House) -> AsyncIterator[Doors]:
    """Whoever came in must have had no complaint of the page's when the test is over."""
    async with chromium() as browser:
        doors = Doors(browser, house.base)
        yield doors
        for visitor in doors.inside:
            visitor.check()
