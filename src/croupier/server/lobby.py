"""The lobby: the open tables, of which everybody sees those that they may."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from croupier.server import people
from croupier.server.people import Caller

Data = dict[str, Any]

MEMBERS: Final = "members"
"""The key of a line that says who may see it; it is never sent to a client."""


class Lobby:
    """One moment of the lobby."""

    def __init__(self, lines: Mapping[str, Data]) -> None:
        self._lines = {table: dict(lines[table]) for table in sorted(lines)}
        self._private: dict[str, set[str]] = {}
        """The private tables that each person may see."""
        self._hidden: set[str] = set()
        for table, line in self._lines.items():
            members = line.pop(MEMBERS, None)
            if members is not None:
                self._hidden.add(table)
                for person in members:
                    self._private.setdefault(person, set()).add(table)

    def private_to(self, caller: Caller) -> frozenset[str] | None:
        """The private tables that a caller sees; None for those who see all tables."""
        if caller.role in people.SEES_RECORDS:
            return None
        known = caller.known and caller.role in people.ROLES
        return frozenset(self._private.get(caller.person, ()) if known else ())

    def lines(self, private: frozenset[str] | None) -> list[Data]:
        """The public tables and these private ones; all tables for None."""
        return [
            line
            for table, line in self._lines.items()
            if private is None or table not in self._hidden or table in private
        ]

    def seen_by(self, caller: Caller) -> list[Data]:
        """The tables that a caller sees."""
        return self.lines(self.private_to(caller))
