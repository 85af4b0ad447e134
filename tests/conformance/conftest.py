"""The documentation's example is a game like the others here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conformance.found import shelved


@pytest.fixture(scope="module", autouse=True)
def example() -> Iterator[None]:
    with shelved():
        yield
