"""Other processes over the same PostgreSQL: which one owns which table, and errands to the owners.

The process that holds a table's lock owns the table (:mod:`.locks`). Twice a second every process
looks for tables that nobody owns, such as those of a dead process, and takes its share. An errand
for a table that is owned elsewhere goes to all processes by post (:mod:`.post`), and the owner does
it. If the table changes hands meanwhile, the errand is sent again; its id makes that harmless.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa

from croupier.journal import JournalError, UnreadableError
from croupier.journal.entry import TakenError
from croupier.server import locks, messages
from croupier.server.database import Committer
from croupier.server.errors import Problem, problem_of, unavailable
from croupier.server.hub import Listener, RemoteListener, RemoteView, text
from croupier.server.messages import Errand, Failed, Letter
from croupier.server.schema import ROUNDS, TABLES
from croupier.server.snapshot import Snapshot

if TYPE_CHECKING:
    from croupier.server.hall import Hall
    from croupier.server.post import Post

Data = dict[str, Any]

LOG: Final = logging.getLogger("croupier.neighbours")

BEAT: Final = 0.5
"""Seconds between two surveys of who owns what."""
PATIENCE: Final = 15.0
"""Seconds that an errand may take."""
RESERVE: Final = 4
"""How many numbers of rounds are drawn ahead."""


@dataclass
class _Away:
    """An errand that another process is doing."""

    table: str
    errand: Errand
    answer: asyncio.Future[Data]


@dataclass
class _Ownerless:
    """Tables that nobody owned at the last survey, and those that are closed for good."""

    free: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)


def name_process() -> str:
    """Return a name that no other process has."""
    return secrets.token_hex(8)


class Neighbours:
    """The other processes; :class:`.company.Company` says what the hall asks of them."""

    _hall: Hall
    """The hall that we serve; set by :meth:`start`."""

    def __init__(self, committer: Committer, me: str) -> None:
        self._me = me
        self._committer = committer
        self._post = self._open_post()
        self._errands: dict[int, _Away] = {}
        self._counter = itertools.count(1)
        self._lobbies: dict[str, list[Data]] = {}
        self._known = _Ownerless()
        self._numbers: deque[int] = deque()
        self._leaving: set[str] = set()
        self._doing: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def _open_post(self) -> Post:
        engine = self._committer.store.engine
        if engine.dialect.driver != "psycopg":
            raise UnreadableError("tables on PostgreSQL need postgresql+psycopg://…")
        from croupier.server.post import Post  # late: it imports the database driver

        parameters = dict(engine.dialect.create_connect_args(engine.url)[1])
        return Post(parameters, self._me, self._received, self._renewed)

    # --- coming and going -------------------------------------------------------------------------

    async def start(self, hall: Hall) -> list[str]:
        """Begin to listen, tell the others, and take our share of the tables.

        From now on, that share is checked twice a second.
        """
        self._hall = hall
        loop = asyncio.get_running_loop()
        self._committer.session_lost = partial(loop.call_soon_threadsafe, self._session_lost)
        await self._committer.run(_count_on)
        await self._post.start()
        self._post.send(messages.Hello())
        await self._beat()
        self.task = asyncio.create_task(self._keep_beating(), name="neighbours")
        return []  # the beat has taken our share

    async def stop(self) -> None:
        """Refuse the errands that are under way, and tell the others that we are gone."""
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
        for away in self._errands.values():
            if not away.answer.done():
                away.answer.set_exception(unavailable("the server is stopping"))
        self._post.send(messages.Bye())
        await self._post.stop()

    def next_round(self) -> int:
        """A number that was drawn ahead, or one from the database if those are used up."""
        if self._numbers:
            return self._numbers.popleft()
        with self._committer.store.engine.connect() as connection:
            return int(connection.scalar(sa.select(ROUNDS.next_value())) or 0)

    # --- whose table it is ------------------------------------------------------------------------

    async def take(self, table: str) -> bool:
        """Take a table if it is free, unless we are handing it over; return whether it is ours."""
        return table not in self._leaving and await self._committer.take(table)

    def took(self, table: str) -> None:
        """Tell the other processes, so that their viewers and pending errands come to us."""
        self._post.send(messages.Owns(table))

    async def _keep_beating(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._wake.wait()
            self._wake.clear()
            # The next beat tries again. The end of our session is reported elsewhere.
            with suppress(JournalError, sa.exc.SQLAlchemyError):
                await self._beat()

    async def _beat(self) -> None:
        seen = await self._committer.run(locks.survey)
        for process in [*self._lobbies, *self._hall.hub.processes()]:
            if not seen.alive(process):
                self._forget(process)
        free = {table for table in seen.tables if not seen.owned(table)} - self._known.closed
        still, self._known.free = free & self._known.free, free
        share = -(-(len(seen.tables) - len(self._known.closed)) // seen.processes)
        for table in sorted(free):
            # Beyond our share, take only what nobody else has taken since the last beat.
            if table in still or len(self._ours()) < share:
                await self._take_up(table)
        if len(self._ours()) > share:
            await self._hand_over()
        while len(self._numbers) < RESERVE:
            self._numbers.append(await self._committer.run(_draw))

    def _ours(self) -> list[str]:
        return [table for table in self._hall.keepers if table not in self._known.closed]

    async def _take_up(self, table: str) -> None:
        found = sa.select(TABLES.c.snapshot).where(TABLES.c.table_id == table)
        snapshot = await self._committer.read(lambda connection: connection.scalar(found))
        if snapshot is None or not Snapshot.decode(snapshot).open:
            self._known.closed.add(table)
        elif await self.take(table):
            self._hall.pit.employ(table).wake()

    async def _hand_over(self) -> None:
        """Give up a table at which nothing is going on: another process has come."""
        quiet = (table for table in self._ours() if self._hall.pit.quiet(table))
        table = next(quiet, None)
        if table is not None:
            await self.let_go(table)

    async def let_go(self, table: str) -> None:
        """Give up a table of ours, after finishing what has been asked of it."""
        self._leaving.add(table)
        try:
            await self._hall.pit.dismiss(table)
            await self._committer.let_go(table)
        finally:
            self._leaving.discard(table)

    def _session_lost(self) -> None:
        """Drop all tables: PostgreSQL has ended our session, and any process may take them."""
        for table in list(self._hall.keepers):
            self._hall.pit.forsake(table)
        self._wake.set()

    # --- errands ----------------------------------------------------------------------------------

    async def carry(self, table: str, errand: Errand) -> Data | None:
        """Send an errand to the table's owner and wait for the result.

        Returns None if the table has become ours meanwhile.
        """
        number = next(self._counter)
        away = _Away(table, errand, asyncio.get_running_loop().create_future())
        self._errands[number] = away
        self._post.send(messages.Sent(table, number, errand))
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    done, _ = await asyncio.wait((away.answer,), timeout=BEAT)
                    if done:
                        return away.answer.result()
                    if table in self._hall.keepers or await self.take(table):
                        return None
        except TimeoutError:
            raise unavailable("the table cannot be reached now") from None
        finally:
            del self._errands[number]

    async def _do(self, sender: str, sent: messages.Sent) -> None:
        keeper = self._hall.keepers.get(sent.table)
        if keeper is None:
            return
        try:
            done = messages.Done(sent.number, await self._hall.pit.perform(keeper, sent.errand))
        except TakenError:
            return  # the next owner will be asked again
        except Exception as error:
            problem = problem_of(error) or unavailable("something went wrong at the table")
            done = messages.Done(sent.number, failed=Failed.of(problem))
        self._post.send(done, sender)

    # --- connections and the lobby ----------------------------------------------------------------

    def watch(self, listener: Listener, table: str) -> None:
        """Ask the table's owner to tell this connection; a later owner is asked again."""
        self._post.send(messages.Watch(table, listener.number, listener.caller))

    def unwatch(self, listener: Listener, table: str) -> None:
        """Ask the owner to stop telling this connection."""
        self._post.send(messages.Unwatch(table, listener.number))

    def _watched(self, sender: str, asked: messages.Watch) -> None:
        if asked.table not in self._hall.keepers:
            return

        def send(text: str) -> None:
            self._post.send(messages.Tell([asked.listener], text), sender)

        view = RemoteView(sender, asked.listener, asked.table)
        # Before the task runs: the next letter may say that the connection has hung up.
        listener = self._hall.hub.remote(view, asked.caller, send)
        self._soon(self._show(view, listener))

    async def _show(self, view: RemoteView, listener: RemoteListener) -> None:
        keeper, hub = self._hall.keepers.get(view.table), self._hall.hub
        try:
            if keeper is not None:
                await self._hall.gallery.show(keeper, listener)
        except Problem as problem:
            if problem.kind == "forbidden":  # whoever may not see the table is not told of it
                hub.remotes.pop(view, None)
                listener.send(text({"type": "error", "table": view.table} | problem.as_data()))
        except Exception:
            LOG.debug("the picture comes when the table has been taken up", exc_info=True)
        if hub.remotes.get(view) is listener:
            hub.watch(listener, view.table)
        else:  # it has hung up, or the table has gone elsewhere
            hub.unwatch(listener, view.table)

    def _unwatched(self, sender: str, asked: messages.Unwatch) -> None:
        listener = self._hall.hub.remotes.pop(RemoteView(sender, asked.listener, asked.table), None)
        if listener is not None:
            self._hall.gallery.unwatch(listener, asked.table)

    def lobby(self) -> dict[str, Data]:
        """The lobby's lines for tables of other processes, by table, as last received."""
        return {line["table"]: line for lines in self._lobbies.values() for line in lines}

    def tell_lobby(self, lines: Callable[[], list[Data]]) -> None:
        """Send our lines of the lobby to the other processes; they replace the earlier ones."""
        self._post.send(messages.Lobby(lines()))

    def named(self, person: str, name: str | None) -> None:
        """Tell the others, who remember names too."""
        self._post.send(messages.Named(person, name))

    def decided(self) -> None:
        """Tell the others, who read the policies again."""
        self._post.send(messages.Decided())

    async def _decided(self) -> None:
        await self._hall.policies.load()
        self._hall.pit.decided()

    def revoked(self, token_id: str) -> None:
        """Tell the others, who close the connections that use this token."""
        self._post.send(messages.Revoked(token_id))

    def _forget(self, process: str) -> None:
        """Forget a process that is gone, and everybody who was connected to it."""
        self._lobbies.pop(process, None)
        for table in self._hall.hub.forget_process(process):
            self._hall.gallery.presence(table)
        self._hall.gallery.show_lobby()

    # --- letters ----------------------------------------------------------------------------------

    def _received(self, sender: str, message: Letter) -> None:
        hall = self._hall
        match message:
            case messages.Sent():
                self._soon(self._do(sender, message))
            case messages.Done():
                self._answered(message)
            case messages.Watch():
                self._watched(sender, message)
            case messages.Unwatch():
                self._unwatched(sender, message)
            case messages.Tell():
                hall.hub.pass_on(message.listeners, message.text)
            case messages.Owns():
                self._moved(message.table)
            case messages.Lobby():
                self._lobbies[sender] = message.lines
                hall.gallery.show_lobby()
            case messages.Named():
                hall.people.heard(message.person, message.name)
            case messages.Revoked():
                hall.sessions.close(message.token_id)
            case messages.Decided():
                self._soon(self._decided())
            case messages.Hello():
                hall.gallery.tell_lobby()
                for table in hall.keepers:
                    self._post.send(messages.Owns(table), sender)
            case messages.Bye():
                self._forget(sender)
                self._wake.set()

    def _answered(self, done: messages.Done) -> None:
        away = self._errands.get(done.number)
        if away is None or away.answer.done():
            return
        if done.failed is None:
            away.answer.set_result(done.data)
        else:
            away.answer.set_exception(done.failed.problem())

    def _moved(self, table: str) -> None:
        """Turn to a table's new owner: viewers ask to be told, pending errands are sent again."""
        for listener in self._hall.hub.watching(table):
            if not isinstance(listener, RemoteListener):
                self.watch(listener, table)
        for number, away in self._errands.items():
            if away.table == table and not away.answer.done():
                self._post.send(messages.Sent(table, number, away.errand))

    def _renewed(self) -> None:
        """Catch up with what we may have missed: names, the lobby, tables that moved."""
        self._soon(self._hall.people.load())
        self._soon(self._decided())
        self._post.send(messages.Hello())
        self._hall.gallery.tell_lobby()
        for table in self._hall.keepers:
            self._post.send(messages.Owns(table))

    def _soon(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)


def _count_on(connection: sa.Connection) -> None:
    """Move the sequence past rounds that were numbered without it."""
    connection.execute(
        sa.text(
            "SELECT setval('rounds', newest) FROM (SELECT coalesce(max(round), 0) AS newest"
            " FROM entries WHERE kind IN ('open-round', 'close-round')) AS there"
            " WHERE newest > (SELECT last_value FROM rounds) OR NOT (SELECT is_called FROM rounds)"
        )
    )


def _draw(connection: sa.Connection) -> int:
    return int(connection.scalar(sa.select(ROUNDS.next_value())) or 0)
