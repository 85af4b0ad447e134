"""The server's database: migrations, reads, and the one thread that writes.

Writes that come in at about the same time share a commit.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import SQLAlchemyError

from croupier.journal import Journal, JournalError, UnreadableError, heads
from croupier.journal.database import Also, DatabaseStore, one_at_a_time
from croupier.journal.entry import Entry, Head, TakenError
from croupier.server import locks, metrics

T = TypeVar("T")

_IDLE: Final = 0.5
"""Seconds without a write after which the heads are kept."""


def upgrade(engine: sa.Engine) -> None:
    """Bring the schema up to date."""
    config = Config()
    config.set_main_option("script_location", "croupier.server:migrations")
    with engine.begin() as connection:
        one_at_a_time(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def store_of(journal: Journal) -> DatabaseStore:
    """The database of a journal, brought up to date."""
    store = journal.store
    assert isinstance(store, DatabaseStore)
    try:
        upgrade(store.engine)
    except SQLAlchemyError as error:
        raise UnreadableError(f"the database cannot be brought up to date: {error}") from None
    return store


@dataclass
class _Unit:
    """What must be written together: entries of one table, and what goes with them."""

    entries: Sequence[Entry]
    also: Sequence[Also]
    alone: bool
    owner_of: str | None
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop
    since: float = field(default_factory=time.perf_counter)

    def answer(self, error: BaseException | None) -> None:
        """Tell the waiting coroutine, in the loop's own thread."""
        _answer([self], error)


def _answer(units: Sequence[_Unit], error: BaseException | None = None) -> None:
    """Tell everybody who waits for one commit together, so that the loop is woken once."""

    def tell() -> None:
        for unit in units:
            if unit.done.done():
                continue
            if error is None:
                unit.done.set_result(None)
            else:
                unit.done.set_exception(error)

    units[0].loop.call_soon_threadsafe(tell)


class Committer:
    """The one writer of this process. Writes that come in during a commit share the next one.

    A write returns when it is durable. If the database refuses (a full disk), nothing of that
    commit has been written, and everybody who waits for it is told.

    Where several processes share a PostgreSQL, everything is written over one session, which also
    holds the locks of our tables (:mod:`.locks`). ``begin_session`` prepares it for that.
    """

    def __init__(
        self,
        store: DatabaseStore,
        head_file: Path | None = None,
        begin_session: Callable[[sa.Connection], object] | None = None,
    ) -> None:
        self.store = store
        self._begin_session = begin_session
        self._session: sa.Connection | None = None
        self._owned: set[str] = set()
        """The tables whose locks our session holds; touched by the writing thread only."""
        self.session_lost: Callable[[], object] = lambda: None
        """Called in the writing thread when the session has ended, and all locks with it."""
        self._head_file = head_file
        self.tails: dict[str, Head] = {}
        """The newest entry that we know of each chain that this process has written to or read."""
        self._unkept: dict[str, Head] = {}
        self._units: queue.SimpleQueue[_Unit | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="committer", daemon=True)
        self._thread.start()

    async def commit(
        self,
        entries: Sequence[Entry] = (),
        also: Sequence[Also] = (),
        *,
        alone: bool = False,
        owner_of: str | None = None,
    ) -> None:
        """Write entries and what goes with them; returns when all of it is durable.

        Set ``alone`` for a write that the database may refuse, so that nothing else fails with it.
        ``owner_of`` names the table that this process must own to write this.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._units.put(_Unit(entries, also, alone, owner_of, done, loop))
        await done

    def learn(self, table: str, head: Head) -> None:
        """Note how far a chain goes, whichever process has written it."""
        known = self.tails.get(table)
        if known is None or known.number < head.number:
            self.tails[table] = head

    async def write(self, also: Also) -> None:
        """Write something that is not part of a chain."""
        await self.commit((), [also], alone=True)

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """Do some work over the session that writes, and return its result."""
        found: list[T] = []
        await self.write(lambda connection: found.append(work(connection)))
        return found[0]

    async def take(self, table: str) -> bool:
        """Own a table if no other process does; return whether we own it now."""

        def work(connection: sa.Connection) -> bool:
            if table not in self._owned and locks.take(connection, table):
                self._owned.add(table)
            return table in self._owned

        return await self.run(work)

    async def let_go(self, table: str) -> None:
        """Give up a table."""

        def work(connection: sa.Connection) -> None:
            if table in self._owned:
                self._owned.remove(table)
                locks.let_go(connection, table)

        await self.run(work)

    @asynccontextmanager
    async def alone(self, what: str) -> AsyncIterator[None]:
        """Let one process at a time do something, where several share the database."""
        if self._begin_session is not None:
            await self.run(partial(locks.wait_for, name=what))
        try:
            yield
        finally:
            if self._begin_session is not None:
                await self.run(partial(locks.end, name=what))

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Run a query in a thread, on one consistent view of the database."""

        def run() -> T:
            with self.store.engine.connect() as connection:
                if connection.dialect.name == "sqlite":
                    connection.exec_driver_sql("BEGIN")
                else:
                    connection.execution_options(isolation_level="REPEATABLE READ")
                return query(connection)

        return await asyncio.to_thread(run)

    def close(self) -> None:
        """Write everything that is waiting, and stop."""
        self._units.put(None)
        self._thread.join()

    # --- the writing thread -----------------------------------------------------------------------

    def _run(self) -> None:
        open = True
        kept = time.monotonic()
        while open:
            units: list[_Unit] = []
            try:
                unit = self._units.get(timeout=_IDLE)
                while True:
                    if unit is None:
                        open = False
                        break
                    units.append(unit)
                    unit = self._units.get_nowait()
            except queue.Empty:
                pass
            if units:
                self._commit([unit for unit in units if not unit.alone])
                for unit in units:
                    if unit.alone:
                        self._commit([unit])
            if self._unkept and (not open or time.monotonic() - kept > _IDLE):
                self._keep_heads()
                kept = time.monotonic()
        if self._session is not None:
            # Not back into the pool: the session must end, and its locks with it.
            self._session.invalidate()
            self._session.close()

    def _commit(self, units: Sequence[_Unit]) -> None:
        if self._begin_session is not None:
            units = [unit for unit in units if self._may_write(unit)]
        if not units:
            return
        entries = [entry for unit in units for entry in unit.entries]
        began = time.perf_counter()
        try:
            also = [write for unit in units for write in unit.also]
            self.store.append(entries, also, self._connected())
        except TakenError as error:
            # Another process has written to one of these chains; the others must not fail with it.
            if len(units) == 1:
                units[0].answer(error)
                return
            for unit in units:
                self._commit([unit])
            return
        except Exception as error:
            lost = self._session_has_ended()
            for unit in units:
                unit.answer(self._taken(unit) if lost and unit.owner_of else error)
            return
        now = time.perf_counter()
        metrics.COMMITS.observe(now - began)
        metrics.UNITS.observe(len(units))
        metrics.ENTRIES.inc(len(entries))
        for entry in entries:
            self._unkept[entry.table] = self.tails[entry.table] = Head(entry.number, entry.hash)
        _answer(units)

    # --- the session that writes, and owns tables -------------------------------------------------

    def _connected(self) -> sa.Connection:
        if self._session is None:
            session = self.store.engine.connect()
            try:
                with session.begin():
                    if self._begin_session is not None:
                        self._begin_session(session)
            except BaseException:
                session.invalidate()
                session.close()
                raise
            self._session = session
        return self._session

    def _may_write(self, unit: _Unit) -> bool:
        if unit.owner_of is None or unit.owner_of in self._owned:
            return True
        unit.answer(self._taken(unit))
        return False

    @staticmethod
    def _taken(unit: _Unit) -> TakenError:
        return TakenError(f"table {unit.owner_of} belongs to another process")

    def _session_has_ended(self) -> bool:
        """Whether our session has ended. It is never resumed, because its locks are gone."""
        session = self._session
        if session is None or not session.invalidated:
            return False
        self._session = None
        self._owned.clear()
        session.close()
        self.session_lost()
        return True

    def _keep_heads(self) -> None:
        if self._head_file is not None:
            try:
                heads.write(self._head_file, self._unkept)
            except JournalError:
                return  # the disk may be full; the heads are kept with the next commit
        self._unkept.clear()
