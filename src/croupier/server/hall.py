"""The hall: all tables of this process, the people in it, and what they all need."""

from __future__ import annotations

import asyncio
import fcntl
import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import platformdirs
import sqlalchemy as sa

from croupier import games, house
from croupier.actions import MalformedError
from croupier.events import Event
from croupier.journal import Journal, JournalError, open_journal
from croupier.journal.fairness import Order
from croupier.server import live as tables
from croupier.server import metrics, people, shown
from croupier.server.actor import Actor
from croupier.server.answers import find_answer, keep_answer
from croupier.server.archive import Archive
from croupier.server.cage import Cage
from croupier.server.database import Committer, store_of
from croupier.server.errors import not_found
from croupier.server.hub import GOING_AWAY, NO_TOKEN, Hub
from croupier.server.live import CLOSED, LiveTable
from croupier.server.notary import Notary
from croupier.server.people import Caller, People
from croupier.server.requests import Asked
from croupier.server.schema import TABLES
from croupier.server.settings import Settings
from croupier.server.snapshot import Snapshot

Data = dict[str, Any]

OPENINGS: Final = "openings"
"""Where the answers to those who opened tables are kept; no table is called so."""
SWEEP: Final = 15.0
"""Seconds between looks at whether the tokens of open connections are still good."""
LOBBY: Final = 0.3
"""Seconds that changes of the lobby are gathered for."""


class Hall:
    """Everything that the routes talk to."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.journal: Journal = open_journal(settings.database, create=True)
        self.store = store_of(self.journal)
        self._lock = _only_writer(self.journal.head_file)
        self.committer = Committer(self.store, self.journal.head_file)
        self.people = People(self.committer)
        self.cage = Cage(self.journal, self.committer)
        self.notary = Notary(self.committer, self._keys(), settings.signing_seconds)
        self.hub = Hub(self.people.name)
        self.archive = Archive(self.journal, self.people.name)
        self.actors: dict[str, Actor] = {}
        self.next_order: Callable[[int], Order] = Order.draw
        self._numbers = itertools.count(self.store.newest_round() + 1)
        self._coming: set[str] = set()
        self._lobby_due: asyncio.TimerHandle | None = None
        self._sweeper: asyncio.Task[None] | None = None

    def _keys(self) -> Path:
        if self.settings.data is not None:
            return self.settings.data / "keys"
        file = self.journal.head_file
        beside = platformdirs.user_data_path("croupier") if file is None else file.parent
        return beside / "keys"

    # --- opening and closing --------------------------------------------------------------------------

    async def start(self) -> None:
        """Take up every table that is open; its clocks run from now."""
        await self.people.load()
        await self.notary.start()
        for id in await self.committer.read(_open_tables):
            self._employ(id).wake()
        metrics.SOCKETS.ask = lambda: len(self.hub.lines)
        metrics.TABLES.ask = lambda: len(self.actors)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def stop(self) -> None:
        """Finish what is being done, sign, and let go of everybody."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self._lobby_due is not None:
            self._lobby_due.cancel()
        for actor in self.actors.values():
            await actor.stop()
        self.hub.let_go(lambda caller: True, GOING_AWAY)
        await self.notary.stop()
        await asyncio.to_thread(self.committer.close)
        self.journal.close()
        if self._lock is not None:
            os.close(self._lock)

    async def _sweep(self) -> None:
        """Close the connections of tokens that are good no more."""
        while True:
            await asyncio.sleep(SWEEP)
            held = {line.caller.token_id for line in self.hub.lines if line.caller.known}
            if held:
                with suppress(sa.exc.SQLAlchemyError):
                    gone = held - await self.people.still_valid(list(held))
                    self.hub.let_go(partial(_holds_one_of, gone))

    async def check(self) -> str | None:
        """What keeps us from recording anything, if anything does."""
        try:
            await self.committer.write(lambda c: c.execute(TABLES.delete().where(sa.false())))
        except (JournalError, sa.exc.SQLAlchemyError):
            return "the database cannot be written"
        return None

    # --- tables -----------------------------------------------------------------------------------------

    async def open_table(
        self, game: str, rulebook: str, name: str, given: Mapping[str, Any], *, tray: int, dealing: str,
        open_seats: bool, by: str, id: str,
    ) -> Actor:  # fmt: skip
        """A new table under a house that is checked; :class:`HouseError` with every breach."""
        before = await find_answer(self.committer, OPENINGS, by, id)
        if before is not None:
            return await self.actor(before["table"])
        plays = games.load(game)
        if rulebook not in plays.states:
            raise MalformedError(
                f"{game} has no rulebook {rulebook!r}, only {', '.join(plays.states)}"
            )
        chosen = house.build(game, given, rulebook)
        taken = await self.committer.read(lambda c: list(c.scalars(sa.select(TABLES.c.table_id))))
        number = 1 + max(
            (int(t.rpartition("-")[2]) for t in taken if t.startswith(f"{game}-")), default=0
        )
        table = f"{game}-{number}"
        snapshot = Snapshot(name or f"{plays.title} {number}", game, rulebook, chosen.changed(),
                            dealing=dealing, open_seats=open_seats, tray=tray)  # fmt: skip
        live = tables.create(table, snapshot, self.store, self._next_round, self.next_order)
        live.note("open", name=snapshot.name, house=snapshot.house, tray=tray, by=by, id=id)
        answer = keep_answer(OPENINGS, by, id, {"table": table})
        await self.committer.commit(live.pending.take(), [*live.take_writes(), answer], alone=True)
        live.notice()
        actor = self._employ(table, live)
        self.tell_lobby()
        return actor

    async def actor(self, id: str) -> Actor:
        """The actor of a table; 404 if there is no such table."""
        actor = self.actors.get(id)
        if actor is None:
            known = sa.select(TABLES.c.table_id).where(TABLES.c.table_id == id)
            if await self.committer.read(lambda c: c.scalar(known)) is None:
                raise not_found(f"there is no table {id}")
            actor = self.actors.get(id) or self._employ(id)
        return actor

    def _employ(self, id: str, live: LiveTable | None = None) -> Actor:
        def load() -> LiveTable:
            return tables.load(id, self.journal, self._next_round, self.next_order)

        actor = Actor(id, load, self.committer, self, self.settings.pause, live)
        self.actors[id] = actor
        return actor

    async def ask(self, table: str, request: Asked) -> Data:
        """Have something done at a table; returns when it is durable."""
        return await (await self.actor(table)).ask(request)

    async def look(self, table: str) -> tuple[LiveTable, float | None]:
        """A table to be shown, and the seconds left to whoever is asked."""
        actor = await self.actor(table)
        live = actor.live or await actor.up()
        return live, actor.remaining()

    def _next_round(self) -> int:
        return next(self._numbers)

    # --- telling ----------------------------------------------------------------------------------------

    def happened(self, actor: Actor, events: Sequence[Event], whole: bool) -> None:
        """Something has happened at a table, and is durable."""
        live = actor.live
        assert live is not None
        if events or not whole:
            self.hub.tell_events(live, events, actor.remaining())
        if whole:
            self.hub.tell_table(live, actor.remaining())
            self.tell_lobby()

    def presence(self, table: str) -> None:
        """Somebody has come to a table, or gone: its watchers are told, once for all who come together."""
        actor = self.actors.get(table)
        if actor is not None and actor.live is not None and table not in self._coming:
            self._coming.add(table)
            asyncio.get_running_loop().call_later(LOBBY, self._tell_presence, table)

    def _tell_presence(self, table: str) -> None:
        self._coming.discard(table)
        actor = self.actors.get(table)
        if actor is not None and actor.live is not None:
            self.hub.tell_events(actor.live, (), actor.remaining())

    def lost(self, actor: Actor) -> None:
        """Somebody else writes to a table that was ours."""
        self.actors.pop(actor.id, None)

    def tell_lobby(self) -> None:
        """Tell the lobby soon, once for everything that changes at about the same time."""
        if self._lobby_due is None:
            loop = asyncio.get_running_loop()
            self._lobby_due = loop.call_later(LOBBY, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_due = None
        self.hub.tell_lobby(self.lobby())

    def lobby(self) -> list[Data]:
        """The open tables."""
        return [
            shown.lobby_line(actor.live, self.people.name)
            for _, actor in sorted(self.actors.items())
            if actor.live is not None and actor.live.phase != CLOSED
        ]

    # --- people -----------------------------------------------------------------------------------------

    async def revoke(self, token_id: str) -> bool:
        """A token is good no more, and its connections are closed."""
        found = await self.people.revoke(token_id)
        self.hub.let_go(lambda caller: caller.token_id == token_id, NO_TOKEN)
        return found

    async def first_tokens(self, anew: bool = False) -> dict[str, str]:
        """Tokens for the floor and the administrator, where nobody holds one yet or new ones are wanted."""
        made = {}
        for role in (people.FLOOR, people.ADMINISTRATOR):
            if anew or not await self.people.has_role(role):
                made[role] = (await self.people.issue(role, role.capitalize())).token
        return made


def _holds_one_of(tokens: set[str], caller: Caller) -> bool:
    return caller.token_id in tokens


def _open_tables(connection: sa.Connection) -> list[str]:
    rows = connection.execute(sa.select(TABLES).order_by(TABLES.c.table_id))
    return [row.table_id for row in rows if Snapshot.decode(row.snapshot).open]


def _only_writer(head_file: Path | None) -> int | None:
    """An SQLite file has one server; a second one is refused."""
    if head_file is None:
        return None
    lock = os.open(head_file.with_suffix(".lock"), os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise JournalError(
            f"{head_file.with_suffix('')}: another server is running on this database"
        ) from None
    return lock
