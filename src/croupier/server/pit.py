"""The pit: brings each request to the keeper of its table, in this process or in another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import sqlalchemy as sa

from croupier.journal import Journal
from croupier.journal.entry import TakenError
from croupier.journal.fairness import Order
from croupier.server.advice import Adviser
from croupier.server.commands import TableRequest
from croupier.server.company import Company
from croupier.server.database import Committer
from croupier.server.errors import not_found, unavailable
from croupier.server.gallery import Gallery
from croupier.server.hub import Hub, Listener
from croupier.server.keeper import RETRY, TableKeeper
from croupier.server.live import CLOSED, LiveTable, load_table
from croupier.server.messages import Advise, Do, Errand, Look, LookBack, Preview, Survey, Terms
from croupier.server.people import PUBLIC, Caller
from croupier.server.policies import Policies
from croupier.server.policy import Policy
from croupier.server.schema import TABLES
from croupier.server.survey import survey

Data = dict[str, Any]

TRIES: Final = 5
"""How often an errand is tried while its table changes hands."""


class Pit:
    """Finds or employs the keeper of a table, and has errands done by it."""

    def __init__(
        self,
        journal: Journal,
        committer: Committer,
        company: Company,
        hub: Hub,
        gallery: Gallery,
        keepers: dict[str, TableKeeper],
        pause: float,
        policies: Policies,
    ) -> None:
        self.next_order: Callable[[int], Order] = Order.draw
        self._journal = journal
        self._committer = committer
        self._company = company
        self._hub = hub
        self._gallery = gallery
        self._keepers = keepers
        self._pause = pause
        self._policies = policies
        self._adviser = Adviser(journal)
        self._open = True
        self._doing: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """Finish what has been asked for at every table."""
        self._open = False
        for keeper in list(self._keepers.values()):
            await keeper.stop()
        await self._adviser.stop()

    # --- keepers ----------------------------------------------------------------------------------

    async def need(self, table: str) -> None:
        """404 if there is no such table."""
        if table not in self._keepers:
            known = sa.select(TABLES.c.table_id).where(TABLES.c.table_id == table)
            if await self._committer.read(lambda c: c.scalar(known)) is None:
                raise not_found(f"there is no table {table}")

    async def _own(self, table: str) -> TableKeeper | None:
        """The keeper of a table; None if another process owns it, 404 if there is no such table."""
        await self.need(table)
        if table not in self._keepers and not await self._company.take(table):
            return None
        if not self._open:
            raise unavailable("the server is stopping")
        return self._keepers.get(table) or self.employ(table)

    def employ(self, id: str, live: LiveTable | None = None) -> TableKeeper:
        """Employ a keeper for a table that this process owns."""

        def load() -> LiveTable:
            live = load_table(id, self._journal, self._company.next_round, self.next_order)
            live.policy = self._policy
            return live

        if live is not None:
            live.policy = self._policy
        keeper = TableKeeper(
            id, load, self._committer, self._gallery, self._lost, self._pause, live
        )
        self._keepers[id] = keeper
        self._company.took(id)
        self._let_go_of_closed()
        return keeper

    def _let_go_of_closed(self) -> None:
        """Let go of closed tables that nobody watches; whoever asks for one gets it again.

        Anybody may open tables of their own and close them, so that there may be any number.
        """
        for table, keeper in self._keepers.items():
            closed = keeper.live is not None and keeper.live.phase == CLOSED
            if closed and keeper.settled and not self._hub.watched(table):
                self._soon(self._let_go(table))

    async def _let_go(self, table: str) -> None:
        if table in self._keepers:
            await self._company.let_go(table)

    def _policy(self) -> Policy:
        return self._policies.now

    def decided(self) -> None:
        """Let the clocks of all tables follow a policy that has changed."""
        for keeper in self._keepers.values():
            if keeper.live is not None:
                keeper.clock.watch_absent(keeper.live)

    def quiet(self, table: str) -> bool:
        """Whether a table can change hands without anybody noticing."""
        live = self._keepers[table].live
        return live is not None and not live.recorder.number and not live.ready

    async def dismiss(self, table: str) -> None:
        """Give a table up to another process, after finishing what has been asked of it."""
        keeper = self._keepers.pop(table)
        self._hub.forget_remotes(table)
        await keeper.stop()

    def forsake(self, table: str) -> None:
        """Drop a table that this process no longer owns."""
        self._keepers.pop(table).abandon()
        self._hub.forget_remotes(table)

    def _lost(self, keeper: TableKeeper) -> None:
        """Load a table again, if it is still ours, after another process has written to it."""
        if self._keepers.get(keeper.id) is keeper:
            del self._keepers[keeper.id]
            self._hub.forget_remotes(keeper.id)
            asyncio.get_running_loop().call_later(RETRY, self._again, keeper.id)

    def _again(self, table: str) -> None:
        async def again() -> None:
            with suppress(Exception):
                keeper = await self._own(table)
                if keeper is not None:
                    keeper.wake()

        self._soon(again())

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    # --- errands ----------------------------------------------------------------------------------

    async def ask(self, table: str, request: TableRequest, caller: Caller) -> Data:
        """Have a request carried out at a table; returns when it is durable."""
        return await self.run(table, Do(request, caller))

    async def run(self, table: str, errand: Errand) -> Data:
        """Have an errand done by the process that owns the table."""
        for _ in range(TRIES):
            keeper = await self._own(table)
            if keeper is None:
                done = await self._company.carry(table, errand)
                if done is not None:
                    return done
                continue
            with suppress(TakenError):
                return await self.perform(keeper, errand)
        raise unavailable("the table cannot be reached now")

    async def perform(self, keeper: TableKeeper, errand: Errand) -> Data:
        """Do an errand at a table that this process owns."""
        match errand:
            case Do(request, caller):
                return await keeper.ask(request, caller)
            case Look(caller):
                live = await keeper.at_rest()
                live.need_sight(caller)
                return self._gallery.picture(keeper, live, caller)
            case Preview():
                return self._gallery.picture(keeper, await keeper.at_rest(), PUBLIC)
            case Survey():
                return survey(keeper, await keeper.at_rest())
            case Advise(caller, amount):
                live = keeper.live or await keeper.up()
                live.need_holder(caller)
                live.need_player(caller)
                return await self._adviser.now(live, caller, amount)
            case LookBack(caller, number):
                live = keeper.live or await keeper.up()
                live.need_holder(caller)
                return await self._adviser.after(live, caller, number)
            case Terms(caller):
                live = keeper.live or await keeper.up()
                live.need_sight(caller)
                stands = live.snapshot
                return {"game": stands.game, "rulebook": stands.rulebook, "house": stands.house}

    async def watch(self, listener: Listener, table: str) -> None:
        """Let a connection watch a table: first the whole picture, then whatever happens."""
        keeper = await self._own(table)
        if keeper is not None:
            with suppress(TakenError):
                await self._gallery.show(keeper, listener)
                return
        # The table is elsewhere: ask its owner now, or its next owner as soon as there is one.
        self._hub.watch(listener, table)
        if keeper is None:
            self._company.watch(listener, table)
