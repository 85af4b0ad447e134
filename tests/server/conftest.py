from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.server.visitors import House, running


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Test a module that says ``POSTGRES = True`` on both kinds of database."""
    if "house" in metafunc.fixturenames and getattr(metafunc.module, "POSTGRES", False):
        both = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
        metafunc.parametrize("house", both, indirect=True, scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """A server for the tests of one module."""
    directory = tmp_path_factory.mktemp("house")
    if getattr(request, "param", "sqlite") == "sqlite":
        async with running(directory) as served:
            yield served
    else:
        url = request.getfixturevalue("postgres").database()
        async with running(url, data=directory) as served:
            yield served
