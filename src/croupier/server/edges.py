"""The house edge of every game, and what else the lab knows of a house."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from croupier import games
from croupier.rules import house
from croupier.rules.house import House

Data = dict[str, Any]

LOG: Final = logging.getLogger("croupier.edges")

ROUNDS: Final = 1_000_000
"""How many rounds are simulated to see how the seats of a table depend on each other."""


class Law(NamedTuple):
    """What the house wins from a wager, per unit of it, and how far chance takes it from that.

    The variance of a round is ``alone`` times the squares of the wagers, added up, and ``together``
    times the square of their sum. Seats that share cards win and lose together; seats that share a
    pot do not.
    """

    edge: float
    alone: float
    together: float


class Theory(NamedTuple):
    """What is known of a house under best play, for a number of seats that play."""

    edge: Data
    """The edge as the lobby shows it: of a player alone."""
    laws: Mapping[str, Law]
    """By wager: the first one, and the side wagers."""


class Edges:
    """The edges of the standard houses that are known so far; the first question begins it.

    They take some seconds together, so they are computed in a thread. A game without mathematics
    has none, nor has any game if the lab is not installed.
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
    theory = theory_of(house.standard(game, state))
    return None if theory is None else theory.edge


def theory_of(chosen: House, seats: int = 1) -> Theory | None:
    """What the lab knows of a house under best play; None if it cannot tell."""
    try:
        from croupier.lab import LabMissingError
    except ImportError:
        return None
    try:
        return _theory(chosen, seats)
    except (LabMissingError, ImportError):
        return None
    except Exception:
        book = chosen.book
        LOG.exception("the edge of %s.%s cannot be computed", book.game, book.state)
        return None


def _theory(chosen: House, seats: int) -> Theory:
    from croupier.lab import first_wager, odds, setting
    from croupier.lab.documents import number
    from croupier.mathematics.analysis import Question

    table = setting(chosen)
    answer = odds(table, Question(brief=True))
    figures, first = answer.figures, first_wager(table)
    # Side wagers of several seats are taken to win and lose together: the widest range.
    laws = {
        name: Law(float(side.figures.house_edge), 0.0, float(side.figures.variance))
        for name, side in answer.side_wagers.items()
    }
    exact = Law(float(figures.house_edge), float(figures.variance), 0.0)
    laws[first] = exact if seats == 1 else _for_several(chosen, seats, exact)
    return Theory({"edge": number(figures.house_edge), "wager": first}, laws)


def _for_several(chosen: House, seats: int, alone: Law) -> Law:
    """The law of a first wager when several seats play, from a simulation.

    Where each seat has the edge of a player alone, only its dependence on the others is simulated.
    """
    from croupier.lab.simulate import job_for, simulate

    result = simulate(job_for(chosen, seats=seats), rounds=ROUNDS)
    whole = result.ev.stderr**2 * result.rounds
    single = sum(seat.ev.stderr**2 for seat in result.seats) * result.rounds / seats
    shared = (seats * whole - single) / (seats - 1) / single
    if result.ev.exact is None:
        return Law(-result.ev.value, single * (1 - shared), single * shared)
    return Law(alone.edge, alone.alone * (1 - shared), alone.alone * shared)
