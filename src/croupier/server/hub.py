"""The connections: who watches what, and how a message reaches them.

A message is made once for everybody who may see the same.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from croupier.server import live as live_tables
from croupier.server import shown
from croupier.server.errors import forbidden
from croupier.server.live import LiveTable
from croupier.server.lobby import Lobby
from croupier.server.people import Caller
from croupier.stage.events import Event

BACKLOG: Final = 500
"""How many messages may wait for a slow reader before it is cut off."""

GOING_AWAY: Final = 1001
POLICY: Final = 1008
NO_TOKEN: Final = 4401

_numbers = itertools.count(1)


class Listener:
    """One connection: who is calling, what it watches, and the messages waiting for it."""

    def __init__(self, caller: Caller) -> None:
        self.number = next(_numbers)
        self.caller = caller
        self.tables: set[str] = set()
        self.lobby = False
        self.messages: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self.closing = asyncio.Event()
        self.code = GOING_AWAY

    def send(self, message: str) -> None:
        """Queue a message; a reader that is too slow is cut off."""
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            self.close(POLICY)

    def close(self, code: int) -> None:
        """Hang up; only the first code given counts."""
        if not self.closing.is_set():
            self.code = code
            self.closing.set()


class RemoteView(NamedTuple):
    """A connection to another process that watches a table of ours."""

    process: str
    listener: int
    """The number that the connection has in its own process."""
    table: str


class RemoteListener(Listener):
    """One :class:`RemoteView`: what is sent to it goes to the process that has the connection."""

    def __init__(self, caller: Caller, send: Callable[[str], None]) -> None:
        super().__init__(caller)
        self._send = send

    def send(self, message: str) -> None:
        """Pass a message on to the process that has the connection."""
        self._send(message)


def text(message: dict[str, Any]) -> str:
    """Encode a message."""
    return msgspec.json.encode(message).decode()


def lobby_text(tables: list[dict[str, Any]]) -> str:
    """Encode the message that shows the lobby."""
    return text({"type": "lobby", "tables": tables, "play_money": True})


class Hub:
    """All connections of this process."""

    def __init__(self, names: shown.Names) -> None:
        self.listeners: set[Listener] = set()
        self._numbered: dict[int, Listener] = {}
        self.remotes: dict[RemoteView, RemoteListener] = {}
        """Who watches tables of ours from other processes."""
        self._watching: defaultdict[str, set[Listener]] = defaultdict(set)
        self._names = names

    # --- coming and going -------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """Add a connection, which watches nothing yet."""
        self.listeners.add(listener)
        self._numbered[listener.number] = listener

    def leave(self, listener: Listener) -> list[str]:
        """Remove a connection; return the tables that it was watching."""
        self.listeners.discard(listener)
        self._numbered.pop(listener.number, None)
        tables = list(listener.tables)
        for table in tables:
            self.unwatch(listener, table)
        return tables

    def watch(self, listener: Listener, table: str) -> None:
        """Let a connection watch a table."""
        listener.tables.add(table)
        self._watching[table].add(listener)

    def unwatch(self, listener: Listener, table: str) -> None:
        """Let a connection stop watching a table."""
        listener.tables.discard(table)
        self._watching[table].discard(listener)
        if not self._watching[table]:
            del self._watching[table]

    def present(self, table: str) -> set[str]:
        """The people who watch a table."""
        return {listener.caller.person for listener in self._watching.get(table, ())}

    def watched(self, table: str) -> bool:
        """Whether anybody watches the table."""
        return bool(self._watching.get(table))

    def let_go(self, choose: Callable[[Caller], bool], code: int = NO_TOKEN) -> None:
        """Close the connections of some callers."""
        for listener in self.listeners:
            if choose(listener.caller):
                listener.close(code)

    def watching(self, table: str) -> list[Listener]:
        """The connections that watch a table."""
        return list(self._watching.get(table, ()))

    # --- connections to other processes -----------------------------------------------------------

    def remote(
        self, view: RemoteView, caller: Caller, send: Callable[[str], None]
    ) -> RemoteListener:
        """The listener of a view, made if need be."""
        if view not in self.remotes:
            self.remotes[view] = RemoteListener(caller, send)
        return self.remotes[view]

    def processes(self) -> set[str]:
        """The other processes whose connections watch tables of ours."""
        return {view.process for view in self.remotes}

    def forget_process(self, process: str) -> list[str]:
        """Forget the connections of a process that is gone; returns the tables they watched."""
        return self._forget(lambda view: view.process == process)

    def forget_remotes(self, table: str) -> None:
        """Forget the watchers at other processes of a table that is no longer ours.

        Their processes ask the next owner.
        """
        self._forget(lambda view: view.table == table)

    def _forget(self, choose: Callable[[RemoteView], bool]) -> list[str]:
        gone = [view for view in self.remotes if choose(view)]
        return [table for view in gone for table in self.leave(self.remotes.pop(view))]

    def pass_on(self, numbers: Sequence[int], message: str) -> None:
        """Pass a message from the owner of a table on to connections of ours."""
        for number in numbers:
            if (listener := self._numbered.get(number)) is not None:
                listener.send(message)

    # --- telling ----------------------------------------------------------------------------------

    def tell_events(
        self, live: LiveTable, happened: Sequence[Event], deadline: float | None
    ) -> None:
        """Send what has just happened at a table to everybody who watches it."""

        def message(glance: shown.Glance, viewer: shown.Viewer) -> dict[str, Any]:
            return {
                "type": "events",
                "table": live.id,
                "state": live.state,
                "round": live.number,
                "events": glance.events(happened, viewer),
                "picture": glance.picture(viewer),
            }

        self._tell(live, deadline, message)

    def tell_table(self, live: LiveTable, deadline: float | None) -> None:
        """Send the whole picture to everybody who watches the table."""

        def message(glance: shown.Glance, viewer: shown.Viewer) -> dict[str, Any]:
            return {"type": "table", "picture": glance.whole(viewer)}

        self._tell(live, deadline, message)

    def _tell(
        self,
        live: LiveTable,
        deadline: float | None,
        message: Callable[[shown.Glance, shown.Viewer], dict[str, Any]],
    ) -> None:
        self._turn_away(live)
        watching = self._watching.get(live.id)
        if not watching:
            return
        glance = shown.Glance(live, self._names, self.present(live.id), deadline)
        alike: defaultdict[shown.Viewer, list[Listener]] = defaultdict(list)
        for listener in watching:
            alike[shown.viewer_of(live, listener.caller)].append(listener)
        for viewer, those in alike.items():
            made = text(message(glance, viewer))
            for listener in those:
                listener.send(made)

    def _turn_away(self, live: LiveTable) -> None:
        """Tell no more to those who may no longer see the table."""
        for listener in self.watching(live.id):
            if not live.may_see(listener.caller):
                self.unwatch(listener, live.id)
                gone = forbidden(live_tables.PRIVATE).as_data()
                listener.send(text({"type": "error", "table": live.id} | gone))

    def tell_lobby(self, lobby: Lobby) -> None:
        """Send the lobby to everybody who watches it, as far as each may see it."""
        alike: defaultdict[frozenset[str] | None, list[Listener]] = defaultdict(list)
        for listener in self.listeners:
            if listener.lobby:
                alike[lobby.private_to(listener.caller)].append(listener)
        for private, those in alike.items():
            message = lobby_text(lobby.lines(private))
            for listener in those:
                listener.send(message)
