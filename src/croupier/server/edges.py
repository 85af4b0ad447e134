"""The house edge of every game for the lobby: computed by the lab, in the background, once."""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from typing import Any, Final

from croupier import games
from croupier.rules import house

Data = dict[str, Any]

LOG: Final = logging.getLogger("croupier.edges")


class Edges:
    """The edges that are known so far; the first question sets the lab to work on all of them.

    A game takes up to some seconds, so they are computed in a worker thread, one at a time. A game
    without mathematics has no entry, nor has any game if the lab is not installed.
    """

    def __init__(self) -> None:
        self._known: dict[str, Data] = {}
        self._task: asyncio.Task[None] | None = None

    def so_far(self) -> Data:
        """The edges by game and rulebook, and whether all that can be known are there."""
        if self._task is None:
            self._task = asyncio.create_task(self._compute())
        return {"edges": self._known, "complete": self._task.done()}

    def stop(self) -> None:
        """Compute no more."""
        if self._task is not None:
            self._task.cancel()

    async def _compute(self) -> None:
        for name in games.names():
            for state in games.load(name).states:
                edge = await asyncio.to_thread(edge_of, name, state)
                if edge is not None:
                    self._known.setdefault(name, {})[state] = edge


@cache
def edge_of(game: str, state: str) -> Data | None:
    """The edge of a game's standard house under best play; None if the lab cannot tell.

    It is kept for the whole process, because it depends on nothing but the program.
    """
    return edge_of_house(house.standard(game, state))


def edge_of_house(chosen: house.House) -> Data | None:
    """The edge of a house under best play; None if the lab cannot tell."""
    try:
        from croupier.lab import LabMissingError, first_wager, odds, setting
        from croupier.lab.documents import number
        from croupier.mathematics.analysis import Question
    except ImportError:
        return None
    try:
        table = setting(chosen)
        figures = odds(table, Question(brief=True)).figures
    except (LabMissingError, ImportError):
        return None
    except Exception:
        book = chosen.book
        LOG.exception("the edge of %s.%s cannot be computed", book.game, book.state)
        return None
    return {"edge": number(figures.house_edge), "wager": first_wager(table)}
