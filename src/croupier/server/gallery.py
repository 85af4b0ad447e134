"""The gallery: decides what to tell those who watch tables or the lobby, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from croupier.server import shown
from croupier.server.company import Company
from croupier.server.hub import Hub, Listener, lobby_text, text
from croupier.server.keeper import News, TableKeeper
from croupier.server.live import CLOSED, LiveTable
from croupier.server.lobby import Lobby
from croupier.server.people import Caller

Data = dict[str, Any]

SOON: Final = 0.3
"""Seconds for which small changes are gathered before they are told."""


class Gallery:
    """Tells the watchers of this process's tables and of the lobby."""

    def __init__(
        self, hub: Hub, names: shown.Names, company: Company, keepers: Mapping[str, TableKeeper]
    ) -> None:
        self.telling = asyncio.Lock()
        self.stirred: Callable[[TableKeeper], None] = lambda keeper: None
        """Called when something has happened at a table, or somebody has come or gone."""
        self._hub = hub
        self._names = names
        self._company = company
        self._keepers = keepers
        self._coming: dict[str, asyncio.TimerHandle] = {}
        self._lobby_due: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Tell nothing more; called when the keepers have stopped."""
        for due in (*self._coming.values(), self._lobby_due):
            if due is not None:
                due.cancel()

    # --- a table ----------------------------------------------------------------------------------

    def picture(self, keeper: TableKeeper, live: LiveTable, caller: Caller) -> Data:
        """Return a table as a caller sees it."""
        viewer = shown.viewer_of(live, caller)
        present = self._hub.present(keeper.id)
        glance = shown.Glance(live, self._names, present, keeper.clock.remaining())
        looked: Data = msgspec.json.decode(glance.whole(viewer))
        return looked

    async def show(self, keeper: TableKeeper, listener: Listener) -> None:
        """Let somebody watch a table: first they get the whole picture, then whatever happens."""
        live = await keeper.at_rest()
        live.need_sight(listener.caller)
        self._hub.watch(listener, keeper.id)
        picture = self.picture(keeper, live, listener.caller)
        listener.send(text({"type": "table", "picture": picture}))
        self.presence(keeper.id)

    def unwatch(self, listener: Listener, table: str) -> None:
        """Let a connection stop watching a table."""
        self._hub.unwatch(listener, table)
        self._gone(listener, table)

    def leave(self, listener: Listener) -> None:
        """Let go of a connection that is closed."""
        for table in self._hub.leave(listener):
            self._gone(listener, table)

    def _gone(self, listener: Listener, table: str) -> None:
        if table in self._keepers:
            self.presence(table)
        else:
            self._company.unwatch(listener, table)

    def happened(self, keeper: TableKeeper, news: News) -> None:
        """Tell what has happened at a table and is durable."""
        live = keeper.live
        assert live is not None
        self.stirred(keeper)
        if not (news.events or news.whole or news.pressing):
            self.presence(keeper.id)  # somebody is ready: that can wait a moment
            return
        if (coming := self._coming.pop(keeper.id, None)) is not None:
            coming.cancel()
        if news.events or not news.whole:
            self._hub.tell_events(live, news.events, keeper.clock.remaining())
        if news.whole:
            self._hub.tell_table(live, keeper.clock.remaining())
        if news.whole or news.pressing:
            self.tell_lobby()

    def presence(self, table: str) -> None:
        """Announce, after a moment, that somebody has come to a table, is ready, or has gone.

        One message covers all changes of that moment. None is sent if other news is sent first.
        """
        keeper = self._keepers.get(table)
        if keeper is not None and keeper.live is not None and table not in self._coming:
            self.stirred(keeper)
            loop = asyncio.get_running_loop()
            self._coming[table] = loop.call_later(SOON, self._tell_presence, table)

    def _tell_presence(self, table: str) -> None:
        del self._coming[table]
        keeper = self._keepers.get(table)
        if keeper is None or keeper.live is None:
            return
        if keeper.settled:
            self._hub.tell_events(keeper.live, (), keeper.clock.remaining())
        else:
            self.presence(table)

    # --- the lobby --------------------------------------------------------------------------------

    def lobby(self) -> Lobby:
        """The open tables of all processes, of which everybody sees what they may."""
        return Lobby(self._company.lobby() | self._lobby())

    def _lobby(self) -> dict[str, Data]:
        return {
            id: shown.lobby_line(keeper.live, self._names)
            for id, keeper in self._keepers.items()
            if keeper.live is not None and keeper.live.phase != CLOSED
        }

    def watch_lobby(self, listener: Listener) -> None:
        """Send a connection the lobby as it is now, and again whenever it changes."""
        listener.lobby = True
        listener.send(lobby_text(self.lobby().seen_by(listener.caller)))

    def tell_lobby(self) -> None:
        """Send the lobby after a moment, in one message for all changes of that moment."""
        if self._lobby_due is None:
            loop = asyncio.get_running_loop()
            self._lobby_due = loop.call_later(SOON, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_due = None
        self._company.tell_lobby(lambda: list(self._lobby().values()))
        self.show_lobby()

    def show_lobby(self) -> None:
        """Send the lobby to everybody here who watches it."""
        self._hub.tell_lobby(self.lobby())
