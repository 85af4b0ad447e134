"""The floor's page: every open table of every process, their sums, and alerts.

Nothing here reads the journal. The tables say themselves how they stand, so a long evening costs no
more than a short one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from croupier.nouns import structs
from croupier.nouns.money import show_money
from croupier.rules import house
from croupier.rules.house import House, HouseError
from croupier.server import alerts, survey, theory
from croupier.server.alerts import Alert, Seen, Source
from croupier.server.database import Committer
from croupier.server.errors import problem_of
from croupier.server.messages import Survey
from croupier.server.people import Caller
from croupier.server.pit import Pit
from croupier.server.reckoning import Reckoning
from croupier.server.schema import STANDING
from croupier.server.shown import Names
from croupier.server.snapshot import Stakes, Takings
from croupier.server.survey import Standing
from croupier.server.theory import Expected

Data = dict[str, Any]

LOG: Final = logging.getLogger("croupier.floor")

AT_ONCE: Final = 8
"""How many tables are asked at the same time."""
PATIENCE: Final = 3.0
"""Seconds that a table has for its answer."""
UNREADABLE: Final = "cannot be read now"
HOUSES: Final = 500
"""How many houses are kept built."""


class Listed(msgspec.Struct):
    """What the list of tables needs of a snapshot."""

    name: str
    game: str
    open: bool = True


class _Line(NamedTuple):
    """A table of the page."""

    standing: Standing
    expected: Expected | str

    @property
    def groups(self) -> dict[str, Takings]:
        figures = self.standing.figures
        return {"people": figures.people, "company": figures.company}


class Overview:
    """Gathers what the floor's page shows."""

    def __init__(self, pit: Pit, committer: Committer, theories: Reckoning, names: Names) -> None:
        self._pit = pit
        self._committer = committer
        self._theories = theories
        self._names = names
        self._houses: dict[tuple[str, str, bytes], House] = {}
        self.sources: list[Source] = []
        """Other parts of the house that alert the floor."""

    async def data(self, caller: Caller) -> Data:
        """Everything that the page shows; a table that fails does not take the others with it."""
        listed = await self._committer.read(_open_tables)
        gate = asyncio.Semaphore(AT_ONCE)

        async def ask(table: str) -> Standing | None:
            async with gate:
                return await self._ask(table, caller)

        found = await asyncio.gather(*(ask(table) for table in listed))
        standings = dict(zip(listed, found, strict=True))
        lines = {
            table: _Line(one, self._expected(one, one.figures.staked))
            for table, one in standings.items()
            if one is not None
        }
        told: list[Alert] = []
        for table, named in listed.items():
            line = lines.get(table)
            if line is None:
                told.append(alerts.unreadable(table, named.name, UNREADABLE))
            else:
                one = line.standing
                of_people = self._expected(one, one.figures.people.staked)
                told += alerts.of_table(Seen(one, of_people))
        told += await self._elsewhere()
        told.sort(key=lambda alert: alerts.LEVELS.index(alert.level))
        return {
            "alerts": [alert.as_data() for alert in told],
            "tables": [
                self._line(lines[table]) if table in lines else _unreadable(table, named)
                for table, named in listed.items()
            ],
            "totals": _totals(lines.values()),
        }

    async def _ask(self, table: str, caller: Caller) -> Standing | None:
        try:
            async with asyncio.timeout(PATIENCE):
                return survey.read(await self._pit.run(table, Survey(caller)))
        except Exception as error:
            if not isinstance(error, TimeoutError) and problem_of(error) is None:
                LOG.exception("table %s cannot be surveyed", table)
            return None

    async def _elsewhere(self) -> list[Alert]:
        """What other parts of the house tell the floor; one that fails tells nothing."""
        found: list[Alert] = []
        for source in self.sources:
            try:
                found += await source()
            except Exception:
                LOG.exception("an alert cannot be told")
        return found

    # --- theory -----------------------------------------------------------------------------------

    def _expected(self, one: Standing, stakes: Stakes) -> Expected | str:
        if one.figures.changed:
            return theory.CHANGED
        try:
            chosen = self._house(one)
        except HouseError:  # the rules have changed since the table was opened
            return theory.NOT_KNOWN
        return theory.expected(
            stakes, one.first_wager, lambda seats: self._theories.so_far(chosen, seats)
        )

    def _house(self, one: Standing) -> House:
        key = one.game, one.rulebook, msgspec.json.encode(one.house, order="deterministic")
        if key not in self._houses:
            while len(self._houses) >= HOUSES:
                del self._houses[next(iter(self._houses))]
            self._houses[key] = house.build(one.game, one.house, one.rulebook)
        return self._houses[key]

    # --- lines ------------------------------------------------------------------------------------

    def _line(self, line: _Line) -> Data:
        one, figures = line.standing, line.standing.figures
        return {
            "table": one.table,
            "name": one.name,
            "game": one.game,
            "title": one.title,
            "rulebook": one.rulebook,
            "phase": one.phase,
            "dealing": one.dealing,
            "problem": None,
            "host": self._person(one.host),
            "dealer": self._person(one.dealer),
            "seats": {"all": one.seats, "people": one.people, "company": one.company},
            "since": figures.since or None,
            "rounds": figures.rounds,
            "played": one.rounds,
            "per_hour": None if one.per_hour is None else round(one.per_hour),
            "lately": one.lately,
            "watched": round(one.watched),
            "tray": show_money(one.tray),
            "money": _money(line.groups.values(), one.first_wager)
            | _theory(line.expected, sum(group.won for group in line.groups.values())),
            **{
                name: _money([group], one.first_wager)
                | _theory(self._expected(one, group.staked), group.won)
                for name, group in line.groups.items()
            },
            "waits": one.waits,
            "out": [
                {
                    "seat": out.seat,
                    "name": self._names(out.person),
                    "chips": show_money(out.chips),
                    "freed_at": out.freed,
                    "seconds": out.seconds,
                }
                for out in one.out
            ],
        }

    def _person(self, person: str) -> Data | None:
        return {"person": person, "name": self._names(person)} if person else None


def _unreadable(table: str, listed: Listed) -> Data:
    return {"table": table, "name": listed.name, "game": listed.game, "problem": UNREADABLE}


def _money(groups: Iterable[Takings], first: str | None) -> Data:
    """The money of some players; ``hold`` is the share of the drop that the house has won."""
    both = list(groups)
    drop, won = sum(one.drop for one in both), sum(one.won for one in both)
    data: Data = {
        "drop": show_money(drop),
        "cashed": show_money(sum(one.cashed for one in both)),
        "win": show_money(won),
        "hold": won / drop if drop else None,
        "handle": show_money(sum(theory.amount(one.staked) for one in both)),
    }
    if first is not None:
        data["first"] = show_money(sum(theory.amount(one.staked, first) for one in both))
    return data


def _theory(expected: Expected | str, won: int) -> Data:
    """What was to be expected, as numbers, or why that is not known."""
    if isinstance(expected, str):
        return {"theory": None, "verdict": expected}
    return {
        "theory": {
            "win": show_money(round(expected.win)),
            "sd": show_money(round(expected.sd)),
            "away": round(expected.away(won), 2),
        },
        "verdict": expected.verdict(won),
    }


def _totals(lines: Iterable[_Line]) -> Data:
    """The sums of the house; what is expected is the sum only if it is known of every table."""
    all = list(lines)
    told: Data = {
        "tables": len(all),
        "people": _money([line.standing.figures.people for line in all], None),
        "company": _money([line.standing.figures.company for line in all], None),
        "seated": {
            "people": sum(line.standing.people for line in all),
            "company": sum(line.standing.company for line in all),
        },
        "rounds": sum(line.standing.figures.rounds for line in all),
        "lately": sum(line.standing.lately for line in all),
        "tray": show_money(sum(line.standing.tray for line in all)),
    }
    takings = [group for line in all for group in line.groups.values()]
    return told | {"money": _money(takings, None) | _theory(_sum(all), sum(t.won for t in takings))}


def _sum(lines: list[_Line]) -> Expected | str:
    """The tables' chances are independent of each other, so their variances add up."""
    win = variance = 0.0
    for line in lines:
        if isinstance(line.expected, str):
            if line.expected != theory.NO_ROUND:
                return line.expected
            continue
        win += line.expected.win
        variance += line.expected.sd**2
    return Expected(win, variance**0.5) if variance else theory.NO_ROUND


def _open_tables(connection: sa.Connection) -> dict[str, Listed]:
    """The tables that are open, by name, read as far as the list needs them."""
    rows = connection.execute(STANDING)
    found = {row.table_id: structs.decode(row.snapshot, Listed) for row in rows}
    return {table: listed for table, listed in found.items() if listed.open}
