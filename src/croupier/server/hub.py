"""Who is connected and watches what; messages are made once for everybody who may see the same."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from croupier.events import Event
from croupier.server import shown
from croupier.server.live import LiveTable
from croupier.server.people import Caller

BACKLOG: Final = 500
"""Messages that may wait for a slow reader before it is let go."""

GOING_AWAY: Final = 1001
POLICY: Final = 1008
NO_TOKEN: Final = 4401


class Line:
    """One connection: what it may see, what it watches, and the messages on their way to it."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.tables: set[str] = set()
        self.lobby = False
        self.messages: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self.closing = asyncio.Event()
        self.code = GOING_AWAY

    def send(self, message: str) -> None:
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            self.close(POLICY)

    def close(self, code: int) -> None:
        if not self.closing.is_set():
            self.code = code
            self.closing.set()


def text(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return msgspec.json.encode(message).decode()


class Hub:
    """All connections of this process."""

    def __init__(self, names: shown.Names) -> None:
        self.lines: set[Line] = set()
        self._watching: defaultdict[str, set[Line]] = defaultdict(set)
        self._names = names

    # --- coming and going ---------------------------------------------------------------------------------

    def join(self, line: Line) -> None:
        self.lines.add(line)

    def leave(self, line: Line) -> list[str]:
        """The tables that this connection was watching."""
        self.lines.discard(line)
        tables = list(line.tables)
        for table in tables:
            self.unwatch(line, table)
        return tables

    def watch(self, line: Line, table: str) -> None:
        line.tables.add(table)
        self._watching[table].add(line)

    def unwatch(self, line: Line, table: str) -> None:
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

    # --- telling ---------------------------------------------------------------------------------------------

    def tell_events(
        self, live: LiveTable, happened: Sequence[Event], deadline: float | None
    ) -> None:
        """What has just happened at a table, to everybody who watches it."""

        def message(viewer: shown.Viewer, present: set[str]) -> dict[str, Any]:
            return {
                "type": "events", "table": live.id, "state": live.state, "round": live.number,
                "events": shown.events(happened, viewer.eyes),
                "picture": shown.picture(live, viewer, self._names, present, deadline),
            }  # fmt: skip

        self._tell(live, message)

    def tell_table(self, live: LiveTable, deadline: float | None) -> None:
        """The whole picture, to everybody who watches the table."""

        def message(viewer: shown.Viewer, present: set[str]) -> dict[str, Any]:
            whole = shown.whole(live, viewer, self._names, present, deadline)
            return {"type": "table", "picture": whole}

        self._tell(live, message)

    def _tell(
        self, live: LiveTable, message: Callable[[shown.Viewer, set[str]], dict[str, Any]]
    ) -> None:
        lines = self._watching.get(live.id)
        if not lines:
            return
        present = self.present(live.id)
        made: dict[shown.Viewer, str] = {}
        for line in lines:
            viewer = shown.viewer_of(live, line.caller)
            if viewer not in made:
                made[viewer] = text(message(viewer, present))
            line.send(made[viewer])

    def tell_lobby(self, tables: list[dict[str, Any]]) -> None:
        """The lobby, to everybody who watches it."""
        listening = [line for line in self.lines if line.lobby]
        if listening:
            message = text({"type": "lobby", "tables": tables, "play_money": True})
            for line in listening:
                line.send(message)
