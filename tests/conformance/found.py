"""The games of the suite: those of the package and the documentation's example."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier import games
from croupier.rules import rulebook, shelf

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples" / "games"


@contextmanager
def shelved() -> Iterator[list[str]]:
    """Put the example on the shelf with the others for a while."""
    games.shelve(EXAMPLES)
    try:
        yield games.names()
    finally:
        shelf.unshelve(EXAMPLES)
        rulebook.forget()


with shelved() as _names:
    GAMES = tuple(_names)

every_game = pytest.mark.parametrize("game", GAMES)
