"""A table's actor: the only one who touches it. One request after another, each durable before its answer.

Whoever asked is answered first; then everybody who watches is told, and only then comes the next request. In a
full hall most of the work is telling, and nobody's answer waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

import sqlalchemy as sa

from croupier.journal.entry import TakenError
from croupier.server import dealing, floorwork, metrics, money
from croupier.server import requests as asking
from croupier.server.answers import find_answer, keep_answer
from croupier.server.database import Committer
from croupier.server.errors import Problem, problem_of, unavailable
from croupier.server.live import BETWEEN, WAGERING, LiveTable
from croupier.server.requests import Asked, Tick
from croupier.stage.actions import Refusal
from croupier.stage.events import Event

LOG: Final = logging.getLogger("croupier.stage.table")

Reply = dict[str, Any]
News = tuple[Sequence[Event], bool]
"""What has happened, and whether more has changed than events say."""

HANDLERS: Final[Mapping[type[Asked], Callable[[LiveTable, Any], Reply]]] = {
    asking.Say: dealing.say,
    asking.Proceed: dealing.proceed,
    asking.Ready: dealing.ready,
    asking.Entropy: dealing.entropy,
    asking.Tick: dealing.tick,
    asking.Sit: money.sit,
    asking.TopUp: money.top_up,
    asking.Leave: dealing.leave,
    asking.Tray: money.tray,
    asking.Floor: floorwork.floor,
    asking.Close: floorwork.close,
}

RETRY: Final = 1.0
"""Seconds after which a table that failed is taken up again, whether somebody asks for it or not."""
TURNS: Final = 2
"""Turns of the loop until an answer is on its way: who asked takes it, the connection sends it."""
REMEMBERED: Final = 100
"""Answers that are kept in memory; older ones are looked up."""


class Audience(Protocol):
    """Whoever is told what has happened at a table."""

    telling: asyncio.Lock
    """One table tells in each turn of the loop, so that answers and new requests come in between."""

    def happened(self, actor: Actor, events: Sequence[Event], whole: bool) -> None:
        """Tell it; ``whole`` when more has changed than events say."""

    def lost(self, actor: Actor) -> None:
        """Somebody else has written to the table, or owns it."""


class Actor:
    """Owns a table: carries out what is asked of it, commits, answers, and keeps the time."""

    def __init__(
        self,
        id: str,
        load: Callable[[], LiveTable],
        committer: Committer,
        audience: Audience,
        pause: float,
        live: LiveTable | None = None,
    ) -> None:
        self.id = id
        self.live = live
        self.deadline: float | None = None
        """When time runs out for whoever is asked, on the loop's clock."""
        self._load = load
        self._committer = committer
        self._audience = audience
        self._pause = pause
        self._requests: asyncio.Queue[tuple[Asked, asyncio.Future[Reply] | None]] = asyncio.Queue()
        self._answers: dict[tuple[str, str], Reply] = {}
        self._remembers_from = live.state if live else 0
        self._asked: frozenset[int] = frozenset()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_for = ""
        self._turn = 0
        self._over = False
        """Whether it has stopped, or the table is another's."""
        self._forsaken = False
        self._settled = asyncio.Event()
        """Whether everything that the table knows is recorded, and told."""
        self._settled.set()
        self._task = asyncio.create_task(self._run(), name=f"table {id}")

    async def ask(self, request: Asked) -> Reply:
        """Have something done; returns when it is durable. Raises what the errors module knows, and
        :class:`TakenError` when the table is not this actor's any more."""
        if self._over:
            raise self._taken()
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._requests.put_nowait((request, answer))
        return await answer

    async def up(self) -> LiveTable:
        """The table, taken up if it has not been yet."""
        await self.ask(Tick(by="", state=-1, what=""))
        if self.live is None:
            raise unavailable("the table cannot be read now")
        return self.live

    @property
    def settled(self) -> bool:
        """Whether the table may be shown: what is still being written may yet be refused."""
        return self._settled.is_set()

    async def at_rest(self) -> LiveTable:
        """The table as it is recorded, to be shown before anything else is awaited."""
        while self.live is None or not self.settled:
            if self.live is None:
                await self.up()
            await self._settled.wait()
        return self.live

    def wake(self) -> None:
        """Take the table up and let its clocks run, before anybody asks for it."""
        self._requests.put_nowait((Tick(by="", state=-1, what=""), None))

    async def stop(self) -> None:
        """Finish what has been asked for, and nothing more."""
        self._end()
        await self._task

    def abandon(self) -> None:
        """The table is somebody else's: what has been asked for is for the next owner, who also tells of it."""
        self._forsaken = True
        self._refuse_all()
        self._end()

    def _end(self) -> None:
        self._over = True
        self._set_timer(None)
        self._requests.put_nowait((Asked(by=""), None))

    def _taken(self) -> TakenError:
        return TakenError(f"table {self.id} is not here any more")

    def remaining(self) -> float | None:
        """Seconds until the time of whoever is asked runs out."""
        if self.deadline is None or self._timer_for == "next":
            return None
        return max(0.0, self.deadline - asyncio.get_running_loop().time())

    # --- one after another ------------------------------------------------------------------------------

    async def _run(self) -> None:
        if self.live is not None:
            self._keep_time(None)
        while True:
            request, answer = await self._requests.get()
            if type(request) is Asked:
                return
            try:
                await self._serve(request, answer)
            except TakenError as error:
                # Somebody else has written to this table: whoever asked may ask again, there or here.
                self._over = True
                self._set_timer(None)
                if answer is not None and not answer.done():
                    answer.set_exception(error)
                self._refuse_all()
                self._audience.lost(self)
                return
            finally:
                self._settled.set()
            await asyncio.sleep(0)  # whoever waits to look has a turn, however much is asked for

    async def _serve(self, request: Asked, answer: asyncio.Future[Reply] | None) -> None:
        """Carry out, answer, and then do what could wait for that."""
        began = time.perf_counter()
        try:
            reply, news = await self._carry_out(request)
        except TakenError:
            raise
        except Exception as error:
            known = problem_of(error)
            _measure(request, "failed" if known is None else known.kind, began)
            problem = known or self._broken()
            if answer is not None and not answer.done():
                answer.set_exception(problem)
            if self.live is None or isinstance(request, Tick):
                self._set_timer(RETRY, "next")
            return
        _measure(request, "accepted", began)
        if answer is not None and not answer.done():
            answer.set_result(reply)
        if news is not None:
            try:
                await self._follow_up(request, *news)
            except Exception:
                self._broken()
                self._set_timer(RETRY, "next")

    def _broken(self) -> Problem:
        """The error that is being handled is a fault of ours: the table is taken up again as it is recorded."""
        LOG.exception("table %s failed", self.id, extra={"table": self.id})
        self.live = None
        return unavailable("something went wrong at the table; it is set up again")

    async def _follow_up(self, request: Asked, events: Sequence[Event], whole: bool) -> None:
        """Find out who may say what by now, start the clock, and tell everybody who watches."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        async with self._audience.telling:
            if self._forsaken:
                return
            assert self.live is not None
            self.live.notice()
            self._keep_time(request)
            self._audience.happened(self, events, whole)

    def _refuse_all(self) -> None:
        """What has been asked for meanwhile is for the next owner."""
        while not self._requests.empty():
            _, answer = self._requests.get_nowait()
            if answer is not None and not answer.done():
                answer.set_exception(self._taken())

    async def _carry_out(self, request: Asked) -> tuple[Reply, News | None]:
        """The answer, and what there is to tell."""
        live = self.live or await self._take_up()
        if isinstance(request, Tick) and request.state != self._turn:
            return {}, None
        before = await self._answered(request)
        if before is not None:
            return before | {"duplicate": True}, None
        was, told = live.shown, 0 if live.shown is None else len(live.shown.events)
        playing, state, seats = live.round, live.state, list(live.snapshot.seats)
        try:
            reply = HANDLERS[type(request)](live, request)
        except Exception:
            if live.state != state:  # something was begun: none of it counts
                self.live = None
            raise
        reply |= {"table": self.id, "state": live.state}
        try:
            await self._commit(live, request, reply)
        except TakenError:
            before = await self._said_before(request)
            if before is None or self._over:
                raise
            await self._take_up()
            return before | {"duplicate": True}, None
        if playing is not None and live.last is playing:
            metrics.ROUNDS.add(1, live.snapshot.game, playing.outcome)
        whole = live.shown is not was or list(live.snapshot.seats) != seats
        happened = [] if was is None or (whole and live.shown is not was) else was.events[told:]
        return reply, (happened, whole)

    async def _commit(self, live: LiveTable, request: Asked, reply: Reply) -> None:
        entries = live.pending.take()
        also = live.take_writes()
        if request.id is not None:
            also.append(keep_answer(self.id, request.by, request.id, reply))
        alone, live.guarded = live.guarded, False
        if entries or also:
            self._settled.clear()
            try:
                await self._committer.commit(entries, also, alone=alone, owner_of=self.id)
            except (Refusal, TakenError):
                self.live = None
                raise
            except Exception:
                # Nothing of it was written, and we have moved on: back to what is recorded.
                LOG.exception("table %s cannot be recorded", self.id, extra={"table": self.id})
                self.live = None
                raise unavailable() from None
        if request.id is not None:
            self._remember(request, reply)

    async def _take_up(self) -> LiveTable:
        """The table from the database: at the start, and after something failed."""
        try:
            live = await asyncio.to_thread(self._load)
        except Exception:
            LOG.exception("table %s cannot be taken up", self.id, extra={"table": self.id})
            raise unavailable("the table cannot be read now") from None
        self.live = live
        # The notary signs this far, too, though another process has written it, or died before it was signed.
        self._committer.learn(self.id, live.pending.head)
        self._answers.clear()
        self._remembers_from = live.state
        self._asked = frozenset()
        self._keep_time(None)
        self._audience.happened(self, (), True)
        return live

    # --- once and no more -----------------------------------------------------------------------------------

    async def _answered(self, request: Asked) -> Reply | None:
        """The answer to a request that was carried out before."""
        if request.id is None:
            return None
        known = self._answers.get((request.by, request.id))
        if known is not None:
            return known
        # What names a state that we remember everything since cannot be older than that.
        if getattr(request, "state", -1) >= self._remembers_from:
            return None
        try:
            return await find_answer(self._committer, self.id, request.by, request.id)
        except sa.exc.SQLAlchemyError:
            raise unavailable() from None

    async def _said_before(self, request: Asked) -> Reply | None:
        """The answer to something whose id was taken when it was written: it was said before, and named
        a newer state when it was said again."""
        if request.id is None:
            return None
        with suppress(sa.exc.SQLAlchemyError):
            return await find_answer(self._committer, self.id, request.by, request.id)
        return None

    def _remember(self, request: Asked, reply: Reply) -> None:
        assert request.id is not None
        self._answers[request.by, request.id] = reply
        if len(self._answers) > REMEMBERED:
            oldest = list(self._answers)[: REMEMBERED // 2]
            for key in oldest:
                self._remembers_from = self._answers.pop(key)["state"]

    # --- time --------------------------------------------------------------------------------------------------

    def _keep_time(self, request: Asked | None) -> None:
        """Start, keep or stop the clock: one for the close, one for every decision, one between rounds."""
        live = self.live
        assert live is not None
        if live.phase == BETWEEN:
            wanted = "next" if live.snapshot.seats else ""
            asked: frozenset[int] = frozenset()
        elif dealing.running(live):
            wanted = "close" if live.phase == WAGERING else "answer"
            asked = frozenset(dealing.awaited(live))
        else:
            wanted, asked = "", frozenset()
        spoke = _speaker(request)
        anew = isinstance(request, Tick) or wanted != self._timer_for or (
            wanted == "answer" and (not asked <= self._asked or spoke in asked)
        )  # fmt: skip
        self._asked = asked
        if not wanted:
            self._set_timer(None)
        elif anew:
            self._set_timer(self._pause if wanted == "next" else live.house.timeout, wanted)

    def _set_timer(self, seconds: float | None, what: str = "") -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._timer_for, self.deadline = None, what, None
        self._turn += 1
        if seconds is not None and not self._over:
            loop = asyncio.get_running_loop()
            tick = Tick(by=dealing.TIMEOUT, state=self._turn, what=what)
            self.deadline = loop.time() + seconds
            self._timer = loop.call_later(seconds, self._requests.put_nowait, (tick, None))


def _measure(request: Asked, outcome: str, began: float) -> None:
    """How something that somebody asked for was answered, and after how long."""
    if request.id is not None:
        metrics.ACTS.add(1, outcome)
        metrics.ACT_SECONDS.observe(time.perf_counter() - began)


def _speaker(request: Asked | None) -> int | None:
    """The seat that has just spoken."""
    if isinstance(request, asking.Say):
        who = request.said.split()[0]
        return int(who) if who.isascii() and who.isdigit() else None
    return None
