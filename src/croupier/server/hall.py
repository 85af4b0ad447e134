"""The hall: builds all parts of one server process, starts them and stops them."""

from __future__ import annotations

import asyncio
import fcntl
import os
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from croupier.journal import Journal, JournalError, open_journal
from croupier.journal.database import JOURNAL
from croupier.journal.signing import directory_of
from croupier.server import drafts, metrics, theory
from croupier.server.archive import Archive
from croupier.server.cage import Cage
from croupier.server.company import Alone, Company
from croupier.server.database import Committer, store_of
from croupier.server.devices import Devices
from croupier.server.door import Door
from croupier.server.drafts import DraftEdges
from croupier.server.edges import Edges
from croupier.server.gallery import Gallery
from croupier.server.history import History
from croupier.server.house_players import HousePlayers
from croupier.server.hub import GOING_AWAY, Hub
from croupier.server.inbox import Inbox
from croupier.server.keeper import TableKeeper
from croupier.server.locks import begin_session
from croupier.server.neighbours import Neighbours, name_process
from croupier.server.notary import Notary
from croupier.server.openings import Openings
from croupier.server.overview import Overview
from croupier.server.people import People
from croupier.server.pit import Pit
from croupier.server.policies import Policies
from croupier.server.practice import Practice
from croupier.server.reckoning import Reckoning, Sheets
from croupier.server.returning import Returning
from croupier.server.reviewing import Reviewing
from croupier.server.reviews import Reviews
from croupier.server.sessions import Sessions
from croupier.server.settings import Settings
from croupier.server.shares import Shares


class Hall:
    """All parts of a server process; the routes and the socket find them here."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.journal: Journal = open_journal(settings.database, create=True)
        self.store = store_of(self.journal)
        self.store.append((), [_touch])  # a database that cannot be written is refused now
        self._lock = _only_writer(self.journal.head_file)
        shared = self.store.engine.dialect.name == "postgresql"
        process = name_process()
        session = partial(begin_session, process=process, stalled=settings.stall_seconds)
        self.committer = Committer(self.store, self.journal.head_file, session if shared else None)
        self.people = People(self.committer)
        self.cage = Cage(self.journal, self.committer, settings.stake, settings.refill)
        keys = directory_of(self.journal.head_file, settings.data)
        self.notary = Notary(self.committer, keys, settings.signing_seconds)
        self.archive = Archive(self.journal, self.people.name)
        self.history = History(self.journal)
        self.hub = Hub(self.people.name)
        self.company: Company = (
            Neighbours(self.committer, process) if shared else Alone(self.committer)
        )
        self.people.tell = self.company.named
        self.keepers: dict[str, TableKeeper] = {}
        """The keepers of the tables that this process owns, by table."""
        self.policies = Policies(self.journal, self.committer, self.company)
        self.gallery = Gallery(self.hub, self.people.name, self.company, self.keepers)
        self.pit = Pit(
            self.journal,
            self.committer,
            self.company,
            self.hub,
            self.gallery,
            self.keepers,
            settings.pause,
            self.policies,
        )
        self.openings = Openings(
            self.pit, self.gallery, self.company, self.committer, self.policies
        )
        self.house_players = HousePlayers(
            self.keepers,
            self.cage,
            self.people,
            self.hub.watched,
            thinking=settings.thinking,
            buy_in=settings.buy_in,
            stake=settings.stake,
        )
        self.gallery.stirred = self.house_players.stir
        self.sessions = Sessions(self.people, self.hub, self.company)
        self.door = Door(self.journal, self.committer)
        self.returning = Returning(settings, self.committer, self.people, self.door)
        self.devices = Devices(self.committer, self.people, self.sessions, self.pit, self.door)
        self.edges = Edges()
        theories, chosen = Reckoning(theory.SECONDS), Reckoning(drafts.SECONDS)
        self.sheets = Sheets(theory.SECONDS)
        self._reckoning = theories, chosen, self.sheets
        self.draft_edges = DraftEdges(chosen)
        self.overview = Overview(self.pit, self.committer, theories, self.people.name)
        self._reviewing = Reviewing()
        self.reviews = Reviews(self.journal, self.committer, self._reviewing.review)
        self.shares = Shares(self.journal, self.committer)
        self.practice = Practice(self.committer, self.reviews)
        self.inbox = Inbox(self.archive, self.pit, self.committer, self.cage, self.people.name)
        self.overview.sources.append(self.inbox.alerts)
        self.failed: JournalError | None = None
        """Why the hall could not be opened; None if it could."""

    async def start(self) -> None:
        """Load the tables of this process, and start their clocks."""
        await self.people.load()
        await self.policies.load()
        await self.notary.start()
        for table in await self.company.start(self):
            self.pit.employ(table).wake()
        metrics.SOCKETS.set_function(lambda: len(self.hub.listeners))
        metrics.TABLES.set_function(lambda: len(self.keepers))
        self.sessions.start()

    async def stop(self) -> None:
        """Finish what has been asked for, sign, and close every connection."""
        self.sessions.stop()
        self.edges.stop()
        self.draft_edges.stop()
        for reckoning in self._reckoning:
            await reckoning.stop()
        await self.practice.stop()
        await self.reviews.stop()
        await self._reviewing.stop()
        self.house_players.stop()
        await self.pit.stop()
        self.gallery.stop()
        self.hub.let_go(lambda caller: True, GOING_AWAY)
        await self.door.stop()
        await self.notary.stop()
        await asyncio.to_thread(self.committer.close)
        await self.company.stop()
        self.journal.close()
        if self._lock is not None:
            os.close(self._lock)

    async def check(self) -> str | None:
        """Why nothing can be recorded now; None if it can."""
        try:
            await self.committer.write(_touch)
        except (JournalError, sa.exc.SQLAlchemyError):
            return "the database cannot be written"
        return None


def _touch(connection: sa.Connection) -> None:
    """Write without changing anything; on a full disk this fails like any other write."""
    connection.execute(JOURNAL.update().values(format=JOURNAL.c.format))


def _only_writer(head_file: Path | None) -> int | None:
    """Lock an SQLite database for this server; a second server is refused."""
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
