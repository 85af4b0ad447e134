"""Advice on demand, from what the seat may see: before a decision, or after it."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from croupier import games
from croupier.journal import Journal, JournalError
from croupier.journal.log import RoundLog
from croupier.journal.payloads import TIMEOUT
from croupier.journal.resume import walk
from croupier.nouns.money import show_money
from croupier.server.errors import Problem, forbidden, not_found
from croupier.server.live import LiveTable
from croupier.server.people import Caller

T = TypeVar("T")
Data = dict[str, Any]

EACH: Final = 4
"""How many questions of one person may be open: a player may hold several seats."""
MOST: Final = 64
"""How many questions of all people may be open."""
REMEMBERED: Final = 500
"""How many answers are kept; the one asked for longest ago is forgotten first."""
BUSY: Final = Problem(
    503, "busy", "many people are asking for advice: try again in a moment", wait=5
)
HASTY: Final = Problem(
    429, "limited", "you have asked for much advice at once: wait for the answers", wait=1
)

if TYPE_CHECKING:
    from croupier.mathematics.analysis import Choice
    from croupier.review.decisions import Decision
    from croupier.stage.actions import Action


class Adviser:
    """Values decisions in a thread of its own, one after another, so that nobody else waits.

    A person's next question begins when their last one is answered. What has been worked out is
    remembered.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._thread = ThreadPoolExecutor(1, "advice")
        self._open: Counter[str] = Counter()
        self._lines: dict[str, asyncio.Lock] = {}
        """By person: who has an open question waits here with the next one."""
        self._known: OrderedDict[tuple[object, ...], Data | None] = OrderedDict()
        """Answers by round, seat and place in the round; only the thread uses them."""

    async def stop(self) -> None:
        """Finish what is being worked out, and no more."""
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)

    async def now(self, live: LiveTable, caller: Caller, amount: int | None) -> Data:
        """What each choice of a seat is worth: exact, or marked as an estimate, with its error.

        Choices that take an amount are valued at this one, or else at the most that may be said.
        """
        _need_advice(live)
        work = partial(self._now, live.id, caller.own_seat, amount)
        document = await self.ask(caller.person, work)
        if document is None:
            raise not_found("there is no decision to advise on now")
        return document

    async def after(self, live: LiveTable, caller: Caller, number: int | None) -> Data:
        """What the last decision of the caller's seat was worth, and what it cost.

        It is in the round that is named, or else in the one on the felt. The values are those of
        the moment before the decision: they come from what the seat saw then, whatever was dealt
        since.
        """
        _need_advice(live)
        work = partial(self._after, live.id, caller, number or live.number)
        document = await self.ask(caller.person, work)
        if document is None:
            raise not_found("you have made no decision in this round")
        return document

    async def ask(self, person: str, work: Callable[[], T]) -> T:
        """Have something worked out for a person; a :class:`Problem` if too much is open."""
        if self._open[person] >= EACH:
            raise HASTY
        if self._open.total() >= MOST:
            raise BUSY
        self._open[person] += 1
        line = self._lines.setdefault(person, asyncio.Lock())
        try:
            async with line:
                return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._open[person] -= 1
            if not self._open[person]:
                del self._open[person], self._lines[person]

    # --- in the thread ----------------------------------------------------------------------------

    def _once(self, about: tuple[object, ...], value: Callable[[], Data | None]) -> Data | None:
        """Return what is remembered, or else work it out."""
        if about not in self._known:
            self._known[about] = value()
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(about)
        return self._known[about]

    def _now(self, table: str, seat: int, amount: int | None) -> Data | None:
        log = self._journal.unfinished(table)
        if log is None:
            return None
        about = ("now", log.number, seat, log.end, amount)
        return self._once(about, partial(_advice, log, seat, amount))

    def _after(self, table: str, caller: Caller, number: int | None) -> Data | None:
        log = None if number is None else _round(self._journal, table, caller, number)
        if log is None:
            return None
        parse, seat = games.load(log.opened.game).grammar.parse, caller.own_seat
        for place, act in reversed([*zip(log.spoken, log.said, strict=True)]):
            action = None if act.said is None else parse(act.said)
            if action is None or action.actor != seat:
                continue
            by_clock = act.by == TIMEOUT
            about = ("after", log.number, seat, place)
            found = self._once(about, partial(_decided, log, seat, place, action, by_clock))
            if found is not None:
                return found
        return None


def _need_advice(live: LiveTable) -> None:
    if not live.house.advice:
        raise forbidden("this house does not allow advice")


def _advice(log: RoundLog, seat: int, amount: int | None = None) -> Data | None:
    try:
        from croupier import lab
    except ImportError:
        return None
    # Replay a copy of the round from the journal: the table plays on meanwhile.
    *_, round = walk(log)
    choices = lab.advice_for(round, seat, amount)
    return _shown(choices, lab.best_of(choices)) if choices else None


def _decided(log: RoundLog, seat: int, place: int, action: Action, by_clock: bool) -> Data | None:
    try:
        from croupier.review.decisions import CLOCK, PLAYER, decide
    except ImportError:
        return None
    *_, round = walk(log.before(place))
    found = decide(round, seat, action, by=CLOCK if by_clock else PLAYER)
    return None if found is None else {"round": log.number} | _told(found)


def _shown(choices: Sequence[Choice], best: Choice) -> Data:
    from croupier.lab.documents import number

    shown: list[dict[str, Any]] = [
        {"action": choice.action, "ev": number(choice.value)}
        | ({} if choice.amount is None else {"amount": show_money(choice.amount)})
        for choice in choices
    ]
    return {
        "choices": shown,
        "best": best.action,
        "estimate": any(choice["ev"]["exact"] is None for choice in shown),
    }


def _told(found: Decision) -> Data:
    from croupier.lab.documents import number
    from croupier.review.decisions import as_dict

    return as_dict(found, number) | _shown(found.choices, found.best)


def _round(journal: Journal, table: str, caller: Caller, number: int) -> RoundLog | None:
    """The log of a round of this table in which the caller had this seat."""
    try:
        log = journal.round(number)
    except JournalError:
        return None
    held = log.opened.players.get(caller.person, ())
    return log if log.table == table and caller.own_seat in held else None
