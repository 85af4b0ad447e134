"""The house edge of every game and of any house: computed by the lab, in the background, once."""

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

KEPT: Final = 500
"""How many answers are kept; the oldest is forgotten first."""
WAITING: Final = 50
"""How many questions may wait for the lab; one more is not answered."""
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
    """The edges that are known so far; the first question sets the lab to work.

    An answer takes up to some seconds, so they are computed in a worker thread, one at a time. A
    game without mathematics has none, nor has any game if the lab is not installed.
    """

    def __init__(self) -> None:
        self._known: dict[str, Data] = {}
        self._task: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._theories: dict[tuple[str, int], Theory | None] = {}
        """By the house's fingerprint and the number of seats; None where the lab cannot tell."""
        self._coming: dict[tuple[str, int], asyncio.Task[Theory | None]] = {}

    def so_far(self) -> Data:
        """The edges by game and rulebook, and whether all that can be known are there."""
        if self._task is None:
            self._task = asyncio.create_task(self._compute())
        return {"edges": self._known, "complete": self._task.done()}

    def stop(self) -> None:
        """Compute no more."""
        for task in (self._task, *self._coming.values()):
            if task is not None:
                task.cancel()

    async def _compute(self) -> None:
        for name in games.names():
            for state in games.load(name).states:
                async with self._one_at_a_time:
                    edge = await asyncio.to_thread(edge_of, name, state)
                if edge is not None:
                    self._known.setdefault(name, {})[state] = edge

    # --- any house --------------------------------------------------------------------------------

    async def of(self, chosen: House) -> Data | None:
        """The edge of a house, as soon as it is computed; None if the lab cannot tell."""
        known, theory = self.theory(chosen)
        if not known:
            task = self._coming.get(_key(chosen, 1))
            theory = None if task is None else await asyncio.shield(task)
        return None if theory is None else theory.edge

    def theory(self, chosen: House, seats: int = 1) -> tuple[bool, Theory | None]:
        """Whether the answer is known by now, and the answer; the lab is set to work if not."""
        key = _key(chosen, seats)
        if key in self._theories:
            return True, self._theories[key]
        if key not in self._coming and len(self._coming) < WAITING:
            self._coming[key] = asyncio.create_task(self._find(key, chosen))
        return False, None

    async def _find(self, key: tuple[str, int], chosen: House) -> Theory | None:
        try:
            async with self._one_at_a_time:
                found = await asyncio.to_thread(theory_of, chosen, key[1])
            while len(self._theories) >= KEPT:
                del self._theories[next(iter(self._theories))]
            self._theories[key] = found
            return found
        finally:
            del self._coming[key]


def _key(chosen: House, seats: int) -> tuple[str, int]:
    if "fingerprint" not in chosen.cache:
        chosen.cache["fingerprint"] = chosen.fingerprint()
    return chosen.cache["fingerprint"], seats


@cache
def edge_of(game: str, state: str) -> Data | None:
    """The edge of a game's standard house under best play; None if the lab cannot tell.

    It is kept for the whole process, because it depends on nothing but the program.
    """
    return edge_of_house(house.standard(game, state))


def edge_of_house(chosen: House) -> Data | None:
    """The edge of a house under best play; None if the lab cannot tell."""
    theory = theory_of(chosen)
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
