from __future__ import annotations

from pathlib import Path

import pytest

BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(params=BOTH)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a journal may be: a file, or a database of a PostgreSQL server."""
    if request.param == "sqlite":
        return tmp_path / "journal.db"
    url: str = request.getfixturevalue("postgres").database()
    return url
