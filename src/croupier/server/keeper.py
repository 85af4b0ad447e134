"""A table's keeper: nobody else changes the table.

It serves one request at a time. A request is made durable, then answered, then told to everybody
who watches, and only then comes the next one. In a full hall most of the work is telling; no answer
waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

import sqlalchemy as sa

from croupier.journal.entry import TakenError
from croupier.server import (
    box,
    closing,
    commands,
    companions,
    dealing,
    disputes,
    floorwork,
    hosting,
    metrics,
    money,
    tray,
)
from croupier.server.absence import attending
from croupier.server.answers import Answers, Reply
from croupier.server.clock import Clock
from croupier.server.commands import (
    FREE,
    NEXT,
    Admit,
    Forget,
    Lodge,
    Rule,
    Say,
    Sit,
    TableRequest,
    Tick,
)
from croupier.server.database import Committer
from croupier.server.errors import Problem, problem_of, unavailable
from croupier.server.live import LiveTable
from croupier.server.people import PUBLIC, Caller
from croupier.server.pulse import Pulse
from croupier.server.waits import waits
from croupier.stage.actions import Refusal
from croupier.stage.events import Event
from croupier.stage.round import Round

LOG: Final = logging.getLogger("croupier.table")


class News(NamedTuple):
    """What has changed at a table."""

    events: Sequence[Event]
    """The new events of the round on the felt; all of them if that round has just begun."""
    whole: bool = False
    """Whether more has changed than the events say."""
    pressing: bool = False
    """Whether it must be told at once, even without an event."""


Handler = Callable[[LiveTable, Any, Caller], Reply | Awaitable[Reply]]
"""Carries out a request. One that has to read the chain first is awaited."""

HANDLERS: Final[Mapping[type[TableRequest | Tick], Handler]] = {
    commands.Say: dealing.act,
    commands.Proceed: dealing.proceed,
    commands.Ready: dealing.ready,
    commands.Away: dealing.away,
    commands.Entropy: dealing.entropy,
    commands.LeaveSeat: dealing.leave,
    commands.Tick: box.tick,
    commands.TakeBox: box.take,
    commands.LeaveBox: box.leave,
    commands.OfferBox: box.offer,
    commands.Sit: money.sit,
    commands.TopUp: money.top_up,
    commands.Tray: tray.move,
    commands.Correct: tray.correct,
    commands.SetCompany: companions.set_company,
    commands.MakeLink: hosting.make_link,
    commands.Admit: hosting.admit,
    commands.Remove: hosting.remove,
    commands.HandOver: hosting.hand_over,
    commands.Forget: hosting.forget,
    commands.Lodge: disputes.lodge,
    commands.Rule: disputes.rule,
    commands.SetHouse: floorwork.set_house,
    commands.FloorOrder: floorwork.order,
    commands.CloseTable: closing.close,
}

RETRY: Final = 1.0
"""Seconds after which a table that failed is taken up again, even if nobody asks for it."""
TURNS: Final = 2
"""Turns of the loop until an answer is on its way: one to take it, one to send it."""
WAKE: Final = Tick(-1, "")
"""Takes the table up and does nothing else."""


class Audience(Protocol):
    """Everybody who is told what has happened at a table."""

    telling: asyncio.Lock
    """Held while a table tells, so that answers and new requests get a turn between two tables."""

    def happened(self, keeper: TableKeeper, news: News) -> None:
        """Tell the news."""


class _Asked(NamedTuple):
    """A request that waits for its turn."""

    request: TableRequest | Tick
    caller: Caller = PUBLIC
    answer: asyncio.Future[Reply] | None = None

    def fulfil(self, reply: Reply) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(reply)

    def refuse(self, error: Exception) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(error)


class TableKeeper:
    """Carries out what is asked of a table, commits it, answers, tells, and runs the clock."""

    def __init__(
        self,
        id: str,
        load: Callable[[], LiveTable],
        committer: Committer,
        audience: Audience,
        lost: Callable[[TableKeeper], None],
        pause: float,
        live: LiveTable | None = None,
    ) -> None:
        self.id = id
        self.live = live
        self.clock = Clock(lambda tick: self._waiting.put_nowait(_Asked(tick)), pause)
        self.pulse = Pulse(asyncio.get_running_loop().time())
        self._load = load
        self._committer = committer
        self._audience = audience
        self._lost = lost
        """Called when another process owns the table or has written to it."""
        self._waiting: asyncio.Queue[_Asked | None] = asyncio.Queue()
        self._answers = Answers(id, committer, live.state if live else 0)
        self._over = False
        """Whether the keeper has stopped, or the table belongs to another process."""
        self._forsaken = False
        self._settled = asyncio.Event()
        """Set while everything that the table knows is recorded and told."""
        self._settled.set()
        self._task = asyncio.create_task(self._run(), name=f"table {id}")

    async def ask(self, request: TableRequest | Tick, caller: Caller = PUBLIC) -> Reply:
        """Have a request carried out; returns its answer when it is durable.

        Raises what :mod:`.errors` knows, or :class:`TakenError` if the table is not kept here now.
        """
        if self._over:
            raise self._taken()
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(_Asked(request, caller, answer))
        return await answer

    async def up(self) -> LiveTable:
        """The table, loaded first if need be."""
        await self.ask(WAKE)
        if self.live is None:
            raise unavailable("the table cannot be read now")
        return self.live

    @property
    def settled(self) -> bool:
        """Whether the table may be shown; a write that is under way may still be refused."""
        return self._settled.is_set()

    async def at_rest(self) -> LiveTable:
        """The table as it is recorded; show it before awaiting anything else."""
        while self.live is None or not self.settled:
            if self.live is None:
                await self.up()
            await self._settled.wait()
        return self.live

    def wake(self) -> None:
        """Load the table and start its clock before anybody asks for it."""
        self._waiting.put_nowait(_Asked(WAKE))

    async def stop(self) -> None:
        """Finish what has been asked for and take no more requests."""
        self._end()
        await self._task

    def abandon(self) -> None:
        """Leave waiting requests and messages to the process that owns the table now."""
        self._forsaken = True
        self._refuse_all()
        self._end()

    def _end(self) -> None:
        self._over = True
        self.clock.stop()
        self._waiting.put_nowait(None)

    def _taken(self) -> TakenError:
        return TakenError(f"table {self.id} is not here any more")

    # --- one after another ------------------------------------------------------------------------

    async def _run(self) -> None:
        if self.live is not None:
            self.clock.follow(self.live)
            self._note_waits(self.live)
        while (asked := await self._waiting.get()) is not None:
            try:
                await self._serve(asked)
            except TakenError as error:
                # Another process has written to this table: the asker may ask again, here or there.
                self._over = True
                self.clock.stop()
                asked.refuse(error)
                self._refuse_all()
                self._lost(self)
                return
            finally:
                self._settled.set()
            await asyncio.sleep(0)  # those who wait to look have a turn, however much is asked for

    async def _serve(self, asked: _Asked) -> None:
        """Carry out a request, answer it, and then do what could wait for the answer."""
        began = time.perf_counter()
        request = asked.request
        try:
            reply, news = await self._carry_out(request, asked.caller)
        except TakenError:
            raise
        except Exception as error:
            known = problem_of(error)
            _measure(request, "failed" if known is None else known.kind, began)
            asked.refuse(known or self._broken())
            if self.live is None or isinstance(request, Tick):
                self.clock.set(RETRY, NEXT)
            return
        _measure(request, "accepted", began)
        asked.fulfil(reply)
        if news is not None:
            try:
                await self._follow_up(asked, news)
            except Exception:
                self._broken()
                self.clock.set(RETRY, NEXT)

    def _broken(self) -> Problem:
        """Handle an unexpected error: discard the table in memory, so that it is read again."""
        LOG.exception("table %s failed", self.id, extra={"table": self.id})
        self.live = None
        self.pulse.failed(asyncio.get_running_loop().time())
        return unavailable("something went wrong at the table; it is being set up again")

    def _note_waits(self, live: LiveTable) -> None:
        """Note whom the table waits for, for the floor."""
        self.pulse.follow(waits(live), asyncio.get_running_loop().time())

    async def _follow_up(self, asked: _Asked, news: News) -> None:
        """Note who may say what now, set the clock, and tell everybody who watches."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        async with self._audience.telling:
            if self._forsaken:
                return
            assert self.live is not None
            self.live.notice()
            spoke = asked.caller.seat if isinstance(asked.request, Say) else None
            rang = isinstance(asked.request, Tick) and asked.request.what != FREE
            self.clock.follow(self.live, spoke=spoke, rang=rang)
            self._note_waits(self.live)
            self._audience.happened(self, news)

    def _refuse_all(self) -> None:
        """Refuse what is waiting, so that it is sent to the next owner."""
        while not self._waiting.empty():
            asked = self._waiting.get_nowait()
            if asked is not None:
                asked.refuse(self._taken())

    async def _carry_out(
        self, request: TableRequest | Tick, caller: Caller
    ) -> tuple[Reply, News | None]:
        """Carry out a request; return the answer and the news, None if there is none to tell."""
        live = self.live or await self._take_up()
        if isinstance(request, Tick) and not self.clock.is_due(request):
            return {}, None
        before = await self._answered(request, caller)
        if before is not None:
            return before | {"duplicate": True}, None
        live.need_holder(caller)
        if not _needs_no_sight(request):
            live.need_sight(caller)
        was, told = live.shown, 0 if live.shown is None else len(live.shown.events)
        laid, state = live.round, live.state
        house, seats, dealer = live.house, _players(live), live.snapshot.dealer
        attended = attending(live, seats)
        sat, standing = hosting.seated_host(live), _standing(live)
        try:
            done = HANDLERS[type(request)](live, request, caller)
            reply = await done if isinstance(done, Awaitable) else done
            closing.instead_of_the_round(live)
            hosting.follow(live, sat, caller.person)
        except Exception:
            if live.state != state:  # something was written: none of it counts
                self.live = None
            raise
        reply |= {"table": self.id, "state": live.state}
        try:
            await self._commit(live, request, caller, reply)
        except TakenError:
            before = await self._said_before(request, caller)
            if before is None or self._over:
                raise
            await self._take_up()
            return before | {"duplicate": True}, None
        if laid is not None and live.last is laid:
            metrics.ROUNDS.labels(live.snapshot.game, laid.outcome).inc()
            self.pulse.round_ended(asyncio.get_running_loop().time())
        return reply, News(
            events=_new_events(live, was, told),
            whole=live.house is not house
            or _players(live) != seats
            or live.snapshot.dealer != dealer
            or (live.shown is not was and not live.recorder.number),
            pressing=(live.round is not None and live.round is not laid)
            or attending(live, seats) != attended
            or _standing(live) != standing,
        )

    async def _commit(
        self, live: LiveTable, request: TableRequest | Tick, caller: Caller, reply: Reply
    ) -> None:
        entries = live.pending.take()
        also = live.take_writes() + self._answers.keep(caller.person, request.id, reply)
        alone, live.guarded = live.guarded, False
        if entries or also:
            self._settled.clear()
            try:
                await self._committer.commit(entries, also, alone=alone, owner_of=self.id)
            except (Refusal, TakenError):
                self.live = None
                raise
            except Exception:
                # Nothing was written, but the table has moved on: go back to what is recorded.
                LOG.exception("table %s cannot be recorded", self.id, extra={"table": self.id})
                self.live = None
                raise unavailable() from None
        self._answers.remember(caller.person, request.id, reply)

    async def _take_up(self) -> LiveTable:
        """Read the table from the database, at the start and after a failure."""
        try:
            live = await asyncio.to_thread(self._load)
        except Exception:
            LOG.exception("table %s cannot be taken up", self.id, extra={"table": self.id})
            raise unavailable("the table cannot be read now") from None
        self.live = live
        # Another process may have written this far and died before it was signed.
        self._committer.learn(self.id, live.pending.head)
        self._answers.forget(live.state)
        self.clock.reset()
        self.clock.follow(live)
        self._note_waits(live)
        self._audience.happened(self, News((), whole=True))
        return live

    # --- once only --------------------------------------------------------------------------------

    async def _answered(self, request: TableRequest | Tick, caller: Caller) -> Reply | None:
        """The answer to a request that was carried out before; None for a new one."""
        try:
            state = getattr(request, "state", -1)
            return await self._answers.find(caller.person, request.id, state)
        except sa.exc.SQLAlchemyError:
            raise unavailable() from None

    async def _said_before(self, request: TableRequest | Tick, caller: Caller) -> Reply | None:
        """The answer to a request whose id turned out to be taken when it was written.

        It was carried out before and named a newer state when it was sent again.
        """
        with suppress(sa.exc.SQLAlchemyError):
            return await self._answers.look_up(caller.person, request.id)
        return None


def _players(live: LiveTable) -> dict[int, str]:
    """Who holds each seat."""
    return {seat: place.person for seat, place in live.snapshot.seats.items()}


def _needs_no_sight(request: TableRequest | Tick) -> bool:
    """Whether somebody may ask this of a private table without being admitted."""
    return isinstance(request, Tick | Admit | Forget | Lodge | Rule) or (
        isinstance(request, Sit) and request.invitation is not None
    )


def _standing(live: LiveTable) -> tuple[object, ...]:
    """What everybody is told of a private table beside its round and its seats."""
    stands = live.snapshot
    return stands.host, tuple(stands.guests), tuple(stands.company), stands.closing


def _new_events(live: LiveTable, was: Round | None, told: int) -> Sequence[Event]:
    """The events that nobody has been told, after ``told`` events of the round shown before.

    The first sentence of a round takes the finished one from the felt, and the new round is told
    from its beginning.
    """
    shown = live.shown
    if shown is None:
        return ()
    if shown is was:
        return shown.events[told:]
    return shown.events if live.recorder.number else ()


def _measure(request: TableRequest | Tick, outcome: str, began: float) -> None:
    """Count how a request was answered, and how long that took."""
    if request.id is not None:
        metrics.ACTS.labels(outcome).inc()
        metrics.ACT_SECONDS.observe(time.perf_counter() - began)
