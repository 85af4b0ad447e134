"""The hall: all tables of this process, the people in it, and what they all need."""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from croupier import games
from croupier.journal import Journal, JournalError, open_journal
from croupier.journal.database import JOURNAL
from croupier.journal.entry import TakenError
from croupier.journal.fairness import Order
from croupier.journal.signing import directory_of
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.server import live as tables
from croupier.server import metrics, people, shown
from croupier.server.actor import RETRY, Actor
from croupier.server.advice import advice_at
from croupier.server.answers import find_answer, keep_answer
from croupier.server.archive import Archive
from croupier.server.cage import Cage
from croupier.server.company import Alone, Company
from croupier.server.database import Committer, store_of
from croupier.server.errors import forbidden, not_found, unavailable
from croupier.server.hub import GOING_AWAY, NO_TOKEN, Hub, Line, text
from croupier.server.live import CLOSED, LiveTable
from croupier.server.locks import begin_session
from croupier.server.messages import Do, Errand, Look
from croupier.server.neighbours import Neighbours, name_process
from croupier.server.notary import Notary
from croupier.server.people import PUBLIC, Caller, People
from croupier.server.requests import Request
from croupier.server.schema import ACTS, TABLES
from croupier.server.settings import Settings
from croupier.server.snapshot import Snapshot
from croupier.stage.events import Event

Data = dict[str, Any]

HOUSE: Final = "house"
"""Who does what nobody has asked for."""
OPENINGS: Final = "openings"
"""Where the answers to those who opened tables are kept; no table is called so."""
SWEEP: Final = 15.0
"""Seconds between looks at whether the tokens of open connections are still good."""
LOBBY: Final = 0.3
"""Seconds that changes of the lobby are gathered for."""
TRIES: Final = 5
"""Times that something is tried anew because a table has changed hands or a name was taken."""


class Hall:
    """Everything that the routes talk to."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.journal: Journal = open_journal(settings.database, create=True)
        self.store = store_of(self.journal)
        self.store.append((), [_touch])  # what cannot be written is refused now, not at a wager
        self._lock = _only_writer(self.journal.head_file)
        shared = self.store.engine.dialect.name == "postgresql"
        process = name_process()
        session = partial(begin_session, process=process, stalled=settings.stall_seconds)
        self.committer = Committer(self.store, self.journal.head_file, session if shared else None)
        self.people = People(self.committer)
        self.cage = Cage(self.journal, self.committer)
        keys = directory_of(self.journal.head_file, settings.data)
        self.notary = Notary(self.committer, keys, settings.signing_seconds)
        self.hub = Hub(self.people.name)
        self.archive = Archive(self.journal, self.people.name)
        self.actors: dict[str, Actor] = {}
        self.next_order: Callable[[int], Order] = Order.draw
        self.company: Company = Neighbours(self, process) if shared else Alone(self.committer)
        self.people.tell = self.company.named
        self.failed: JournalError | None = None
        """Why it could not be opened."""
        self._open = True
        self._opening = asyncio.Lock()
        self.telling = asyncio.Lock()
        self._retrying: set[asyncio.Task[None]] = set()
        self._coming: dict[str, asyncio.TimerHandle] = {}
        self._lobby_due: asyncio.TimerHandle | None = None
        self._sweeper: asyncio.Task[None] | None = None

    # --- opening and closing --------------------------------------------------------------------------

    async def start(self) -> None:
        """Take up the tables that are ours to take; their clocks run from now."""
        await self.people.load()
        await self.notary.start()
        for table in await self.company.start():
            self.employ(table).wake()
        metrics.SOCKETS.ask = lambda: len(self.hub.lines)
        metrics.TABLES.ask = lambda: len(self.actors)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def stop(self) -> None:
        """Finish what is being done, sign, and let go of everybody."""
        self._open = False
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self._lobby_due is not None:
            self._lobby_due.cancel()
        for actor in list(self.actors.values()):
            await actor.stop()
        self.hub.let_go(lambda caller: True, GOING_AWAY)
        await self.notary.stop()
        await asyncio.to_thread(self.committer.close)
        await self.company.stop()
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
            await self.committer.write(_touch)
        except (JournalError, sa.exc.SQLAlchemyError):
            return "the database cannot be written"
        return None

    # --- tables -----------------------------------------------------------------------------------------

    async def open_table(
        self, game: str, rulebook: str, name: str, given: Mapping[str, Any], *, tray: int, dealing: str,
        open_seats: bool, by: str, id: str,
    ) -> str:  # fmt: skip
        """A new table under a house that is checked; :class:`HouseError` with every breach."""
        plays = games.load(game)
        if rulebook not in plays.states:
            raise MalformedError(
                f"{game} has no rulebook {rulebook!r}, only {', '.join(plays.states)}"
            )
        chosen = house.build(game, given, rulebook)
        async with self._opening:
            for _ in range(TRIES):
                before = await find_answer(self.committer, OPENINGS, by, id)
                if before is not None:
                    return str(before["table"])
                table = await self._new_name(game)
                title = name or f"{plays.title} {table.rpartition('-')[2]}"
                snapshot = Snapshot(title, game, rulebook, chosen.changed(), dealing=dealing,
                                    open_seats=open_seats, tray=tray)  # fmt: skip
                with suppress(TakenError):
                    await self._open_table(table, snapshot, by, id)
                    return table
        raise unavailable()

    async def first_tables(self) -> list[str]:
        """A table for every document, where there has never been one: who has just come can sit down. Begun and
        interrupted, it is gone on with."""
        async with self.committer.alone("first tables"):
            first = sa.select(ACTS.c.act_id).where(
                ACTS.c.table_id == OPENINGS, ACTS.c.person == HOUSE
            )
            begun = await self.committer.read(lambda connection: set(connection.scalars(first)))
            there = sa.select(sa.func.count()).select_from(TABLES)
            if not begun and await self.committer.read(lambda c: c.scalar(there)):
                return []
            return [
                await self.open_table(
                    game, state, "", {}, tray=self.settings.tray, dealing="auto", open_seats=True,
                    by=HOUSE, id=f"first:{game}:{state}",
                )
                for game in games.names() for state in games.load(game).states
                if f"first:{game}:{state}" not in begun
            ]  # fmt: skip

    async def _new_name(self, game: str) -> str:
        """A name for a table that no other process is about to give."""
        taken = await self.committer.read(lambda c: list(c.scalars(sa.select(TABLES.c.table_id))))
        ours = (t for t in taken if t.startswith(f"{game}-"))
        number = 1 + max((int(t.rpartition("-")[2]) for t in ours), default=0)
        while not await self.company.take(f"{game}-{number}"):
            number += 1
        return f"{game}-{number}"

    async def _open_table(self, table: str, snapshot: Snapshot, by: str, id: str) -> None:
        live = tables.create(table, snapshot, self.store, self.company.next_round, self.next_order)
        live.note(
            "open", name=snapshot.name, house=snapshot.house, tray=snapshot.tray, by=by, id=id
        )
        also = [*live.take_writes(), keep_answer(OPENINGS, by, id, {"table": table})]
        await self.committer.commit(live.pending.take(), also, alone=True, owner_of=table)
        live.notice()
        self.employ(table, live)
        self.tell_lobby()

    async def need(self, table: str) -> None:
        """404 if there is no such table."""
        if table not in self.actors:
            known = sa.select(TABLES.c.table_id).where(TABLES.c.table_id == table)
            if await self.committer.read(lambda c: c.scalar(known)) is None:
                raise not_found(f"there is no table {table}")

    async def _own(self, table: str) -> Actor | None:
        """The actor of a table, if the table is this process's or nobody's; 404 if there is none."""
        await self.need(table)
        if not self._open:
            raise unavailable("the server is stopping")
        if table not in self.actors and not await self.company.take(table):
            return None
        return self.actors.get(table) or self.employ(table)

    def employ(self, id: str, live: LiveTable | None = None) -> Actor:
        """An actor for a table that is this process's."""

        def load() -> LiveTable:
            return tables.load(id, self.journal, self.company.next_round, self.next_order)

        actor = Actor(id, load, self.committer, self, self.settings.pause, live)
        self.actors[id] = actor
        self.company.took(id)
        return actor

    def quiet(self, table: str) -> bool:
        """Whether a table can change hands without anybody noticing."""
        live = self.actors[table].live
        return live is not None and not live.recorder.number and not live.ready

    async def dismiss(self, table: str) -> None:
        """Another process shall have a table: what is being done is finished first."""
        actor = self.actors.pop(table)
        self.hub.forget_remotes(table)
        await actor.stop()

    def forsake(self, table: str) -> None:
        """A table is not ours any more."""
        self.actors.pop(table).abandon()
        self.hub.forget_remotes(table)

    def lost(self, actor: Actor) -> None:
        """Somebody else has written to a table, or owns it: it is taken up again if it is still ours."""
        if self.actors.get(actor.id) is actor:
            del self.actors[actor.id]
            self.hub.forget_remotes(actor.id)
            asyncio.get_running_loop().call_later(RETRY, self._again, actor.id)

    def _again(self, table: str) -> None:
        async def again() -> None:
            with suppress(Exception):
                actor = await self._own(table)
                if actor is not None:
                    actor.wake()

        task = asyncio.create_task(again())
        self._retrying.add(task)
        task.add_done_callback(self._retrying.discard)

    # --- errands ----------------------------------------------------------------------------------------

    async def run(self, table: str, errand: Errand) -> Data:
        """Have something done at a table, by whichever process owns it."""
        for _ in range(TRIES):
            actor = await self._own(table)
            if actor is None:
                done = await self.company.carry(table, errand)
                if done is not None:
                    return done
                continue
            with suppress(TakenError):
                return await self.perform(actor, errand)
        raise unavailable("the table cannot be reached now")

    async def perform(self, actor: Actor, errand: Errand) -> Data:
        """Do an errand at a table of ours."""
        caller = errand.caller
        if isinstance(errand, Look):
            return self._picture(actor, await actor.at_rest(), caller)
        live = actor.live or await actor.up()
        _holds_seat(live, caller)
        if isinstance(errand, Do):
            return await actor.ask(errand.request)
        return await advice_at(self.journal, live, caller.seat or 0)

    def _picture(self, actor: Actor, live: LiveTable, caller: Caller) -> Data:
        viewer = shown.viewer_of(live, caller)
        present = self.hub.present(actor.id)
        glance = shown.Glance(live, self.people.name, present, actor.remaining())
        looked: Data = msgspec.json.decode(glance.whole(viewer))
        return looked

    async def ask(self, table: str, request: Request, caller: Caller = PUBLIC) -> Data:
        """Have something done at a table; returns when it is durable."""
        return await self.run(table, Do(request, caller))

    # --- watching ---------------------------------------------------------------------------------------

    async def watch(self, line: Line, table: str) -> None:
        """Tell a connection of a table: the whole picture, then whatever happens."""
        actor = await self._own(table)
        if actor is not None:
            with suppress(TakenError):
                await actor.at_rest()  # the picture comes first
        self.hub.watch(line, table)
        if actor is None:
            self.company.watch(line, table)
        else:
            with suppress(TakenError):  # its next owner is asked
                await self.show(actor, line)

    async def show(self, actor: Actor, line: Line) -> None:
        """The whole picture of a table of ours, to somebody who has just come."""
        live = await actor.at_rest()
        line.send(text({"type": "table", "picture": self._picture(actor, live, line.caller)}))
        self.presence(actor.id)

    def unwatch(self, line: Line, table: str) -> None:
        """A connection looks at a table no more."""
        self.hub.unwatch(line, table)
        self._gone(line, table)

    def leave(self, line: Line) -> None:
        """A connection is closed."""
        for table in self.hub.leave(line):
            self._gone(line, table)

    def _gone(self, line: Line, table: str) -> None:
        if table in self.actors:
            self.presence(table)
        else:
            self.company.unwatch(line, table)

    # --- telling ----------------------------------------------------------------------------------------

    def happened(self, actor: Actor, events: Sequence[Event], whole: bool) -> None:
        """Something has happened at a table, and is durable."""
        live = actor.live
        assert live is not None
        if not events and not whole:
            self.presence(actor.id)  # somebody is ready: that may wait a moment
            return
        if (coming := self._coming.pop(actor.id, None)) is not None:
            coming.cancel()
        if events:
            self.hub.tell_events(live, events, actor.remaining())
        if whole:
            self.hub.tell_table(live, actor.remaining())
            self.tell_lobby()

    def presence(self, table: str) -> None:
        """Somebody has come to a table, is ready, or has gone: its watchers are told soon, once for all who
        do so together, unless something else is told meanwhile."""
        actor = self.actors.get(table)
        if actor is not None and actor.live is not None and table not in self._coming:
            loop = asyncio.get_running_loop()
            self._coming[table] = loop.call_later(LOBBY, self._tell_presence, table)

    def _tell_presence(self, table: str) -> None:
        del self._coming[table]
        actor = self.actors.get(table)
        if actor is None or actor.live is None:
            return
        if actor.settled:
            self.hub.tell_events(actor.live, (), actor.remaining())
        else:
            self.presence(table)

    def tell_lobby(self) -> None:
        """Tell the lobby soon, once for everything that changes at about the same time."""
        if self._lobby_due is None:
            loop = asyncio.get_running_loop()
            self._lobby_due = loop.call_later(LOBBY, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_due = None
        self.company.tell_lobby(lambda: list(self._lobby().values()))
        self.show_lobby()

    def show_lobby(self) -> None:
        """The lobby, to everybody here who watches it."""
        self.hub.tell_lobby(self.lobby)

    def lobby(self) -> list[Data]:
        """The open tables, wherever they are."""
        both = self.company.lobby() | self._lobby()
        return [both[table] for table in sorted(both)]

    def _lobby(self) -> dict[str, Data]:
        return {
            id: shown.lobby_line(actor.live, self.people.name)
            for id, actor in self.actors.items()
            if actor.live is not None and actor.live.phase != CLOSED
        }

    # --- people -----------------------------------------------------------------------------------------

    async def revoke(self, token_id: str) -> bool:
        """A token is good no more, and its connections are closed."""
        found = await self.people.revoke(token_id)
        self.let_go(token_id)
        self.company.revoked(token_id)
        return found

    def let_go(self, token_id: str) -> None:
        """The connections of a token are closed."""
        self.hub.let_go(lambda caller: caller.token_id == token_id, NO_TOKEN)

    async def first_tokens(self, anew: bool = False) -> dict[str, str]:
        """Tokens for the floor and the administrator, where nobody holds one yet or new ones are wanted."""
        made = {}
        for role in (people.FLOOR, people.ADMINISTRATOR):
            if anew or not await self.people.has_role(role):
                made[role] = (await self.people.issue(role, role.capitalize())).token
        return made


def _touch(connection: sa.Connection) -> None:
    """Write, and change nothing: a row as it was takes as much space as any other."""
    connection.execute(JOURNAL.update().values(format=JOURNAL.c.format))


def _holds_one_of(tokens: set[str], caller: Caller) -> bool:
    return caller.token_id in tokens


def _holds_seat(live: LiveTable, caller: Caller) -> None:
    """Refuse a player's token whose seat is somebody else's by now."""
    if caller.role == people.PLAYER and shown.viewer_of(live, caller).seat is None:
        raise forbidden("this seat is not yours any more")


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
