"""Exams that a test can pass: the server draws the same seed each time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.chair.helpers import DRAWN, drawing


@pytest.fixture(autouse=True)
def drawn() -> Iterator[None]:
    with drawing(DRAWN):
        yield
