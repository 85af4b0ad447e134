"""Who is connected and watches what; messages are made once for everybody who may see the same."""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from croupier.server import shown
from croupier.server.live import LiveTable
from croupier.server.people import Caller
from croupier.stage.events import Event

BACKLOG: Final = 500
"""Messages that may wait for a slow reader before it is let go."""

GOING_AWAY: Final = 1001
POLICY: Final = 1008
NO_TOKEN: Final = 4401

_numbers = itertools.count(1)


class Line:
    """One connection: what it may see, what it watches, and the messages on their way to it."""

    def __init__(self, caller: Caller) -> None:
        self.number = next(_numbers)
        self.caller = caller
        self.tables: set[str] = set()
        self.lobby = False
        self.messages: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self.closing = asyncio.Event()
        self.code = GOING_AWAY

    def send(self, message: str) -> None:
        """Put a message on its way; who does not read what waits is let go."""
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            self.close(POLICY)

    def close(self, code: int) -> None:
        """Hang up, with the first code that is given."""
        if not self.closing.is_set():
            self.code = code
            self.closing.set()


class RemoteLine(Line):
    """A connection to another process that watches a table of ours."""

    def __init__(self, caller: Caller, send: Callable[[str], None]) -> None:
        super().__init__(caller)
        self._send = send

    def send(self, message: str) -> None:
        """Pass a message on to the process that has the connection."""
        self._send(message)


def text(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return msgspec.json.encode(message).decode()


class Hub:
    """All connections of this process."""

    def __init__(self, names: shown.Names) -> None:
        self.lines: set[Line] = set()
        self._numbered: dict[int, Line] = {}
        self.remotes: dict[tuple[str, int], RemoteLine] = {}
        """Connections to other processes, by process and number."""
        self._watching: defaultdict[str, set[Line]] = defaultdict(set)
        self._names = names

    # --- coming and going ---------------------------------------------------------------------------------

    def join(self, line: Line) -> None:
        """A connection is there, and watches nothing yet."""
        self.lines.add(line)
        self._numbered[line.number] = line

    def leave(self, line: Line) -> list[str]:
        """The tables that this connection was watching."""
        self.lines.discard(line)
        self._numbered.pop(line.number, None)
        tables = list(line.tables)
        for table in tables:
            self.unwatch(line, table)
        return tables

    def watch(self, line: Line, table: str) -> None:
        """A connection is told of a table from now on."""
        line.tables.add(table)
        self._watching[table].add(line)

    def unwatch(self, line: Line, table: str) -> None:
        """A connection is told of a table no more."""
        line.tables.discard(table)
        self._watching[table].discard(line)
        if not self._watching[table]:
            del self._watching[table]

    def present(self, table: str) -> set[str]:
        """The people who are looking at a table."""
        return {line.caller.person for line in self._watching.get(table, ())}

    def watched(self) -> set[str]:
        """The tables that somebody is looking at."""
        return set(self._watching)

    def let_go(self, choose: Callable[[Caller], bool], code: int = NO_TOKEN) -> None:
        """Close the connections of some callers."""
        for line in self.lines:
            if choose(line.caller):
                line.close(code)

    def watching(self, table: str) -> list[Line]:
        """The connections that look at a table."""
        return list(self._watching.get(table, ()))

    # --- connections to other processes ----------------------------------------------------------------------

    def remote(
        self, process: str, number: int, caller: Caller, send: Callable[[int, str], None]
    ) -> RemoteLine:
        """A connection to another process, which passes on what is sent to it."""
        if (process, number) not in self.remotes:
            line = RemoteLine(caller, lambda message: send(number, message))
            self.remotes[process, number] = line
        return self.remotes[process, number]

    def processes(self) -> set[str]:
        """The other processes that look at tables of ours."""
        return {process for process, _ in self.remotes}

    def forget(self, process: str) -> list[str]:
        """Another process is gone; the tables that were looked at over it."""
        gone = [key for key in self.remotes if key[0] == process]
        return [table for key in gone for table in self.leave(self.remotes.pop(key))]

    def forget_remotes(self, table: str) -> None:
        """A table is ours no more: who watched it over us watches it elsewhere."""
        for key, line in list(self.remotes.items()):
            if table in line.tables:
                self.unwatch(line, table)
            if not line.tables:
                del self.remotes[key]

    def pass_on(self, numbers: Sequence[int], message: str) -> None:
        """A message from the owner of a table, to connections of ours."""
        for number in numbers:
            if (line := self._numbered.get(number)) is not None:
                line.send(message)

    # --- telling ---------------------------------------------------------------------------------------------

    def tell_events(
        self, live: LiveTable, happened: Sequence[Event], deadline: float | None
    ) -> None:
        """What has just happened at a table, to everybody who watches it."""

        def message(glance: shown.Glance, viewer: shown.Viewer) -> dict[str, Any]:
            return {
                "type": "events", "table": live.id, "state": live.state, "round": live.number,
                "events": glance.events(happened, viewer.eyes), "picture": glance.picture(viewer),
            }  # fmt: skip

        self._tell(live, deadline, message)

    def tell_table(self, live: LiveTable, deadline: float | None) -> None:
        """The whole picture, to everybody who watches the table."""

        def message(glance: shown.Glance, viewer: shown.Viewer) -> dict[str, Any]:
            return {"type": "table", "picture": glance.whole(viewer)}

        self._tell(live, deadline, message)

    def _tell(
        self,
        live: LiveTable,
        deadline: float | None,
        message: Callable[[shown.Glance, shown.Viewer], dict[str, Any]],
    ) -> None:
        lines = self._watching.get(live.id)
        if not lines:
            return
        glance = shown.Glance(live, self._names, self.present(live.id), deadline)
        alike: defaultdict[shown.Viewer, list[Line]] = defaultdict(list)
        for line in lines:
            alike[shown.viewer_of(live, line.caller)].append(line)
        for viewer, those in alike.items():
            made = text(message(glance, viewer))
            for line in those:
                line.send(made)

    def tell_lobby(self, tables: Callable[[], list[dict[str, Any]]]) -> None:
        """The lobby, to everybody who watches it."""
        listening = [line for line in self.lines if line.lobby]
        if listening:
            message = text({"type": "lobby", "tables": tables(), "play_money": True})
            for line in listening:
                line.send(message)
