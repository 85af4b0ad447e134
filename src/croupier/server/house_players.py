"""House players at work: they sit down, think for a moment, and speak.

Everything they do is a command that passes through the table's keeper, like everybody's. What they
know of a round is what their seat is shown. How long they think follows from a random number alone,
and their answer is worked out meanwhile, in a thread.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random, SystemRandom
from typing import Final, NamedTuple

from croupier import company
from croupier.journal.entry import TakenError
from croupier.rules import house
from croupier.rules.house import House
from croupier.server import people
from croupier.server.absence import attending
from croupier.server.cage import Cage
from croupier.server.commands import LeaveSeat, Say, Sit, TopUp
from croupier.server.errors import Problem
from croupier.server.keeper import TableKeeper
from croupier.server.live import PLAYING, WAGERING, LiveTable
from croupier.server.money import HOUSE
from croupier.server.people import Caller, People
from croupier.server.snapshot import Companion, TakenSeat
from croupier.server.turns import Turns
from croupier.stage.actions import Refusal
from croupier.stage.round import Round

LOG: Final = logging.getLogger("croupier.company")

HASTE: Final = 0.5
"""The share of the usual time that a house player takes to wager, which needs little thought."""
GAP: Final = 0.006
"""Seconds from one act of a house player to the next, over all tables of this process.

So they take a sixth of a core or so, however many there are, and nobody waits behind several of
them. Those at whose table a person sits come first; the others think a little longer.
"""
ENOUGH: Final = 20
"""House players buy chips when they hold less than this many of the least first wagers."""


PREPARED: Final = "prepared for house players"
"""Where a house notes that it has been given to the thread that solves it."""


class _Thought(NamedTuple):
    """What a house player is thinking about."""

    moment: tuple[int, str]
    """Since when the seat has had its choices, and what the table is doing."""
    task: asyncio.Task[None]


class HousePlayers:
    """Plays for the house players at the tables of this process."""

    def __init__(
        self,
        keepers: Mapping[str, TableKeeper],
        cage: Cage,
        people: People,
        watched: Callable[[str], bool],
        *,
        thinking: float,
        buy_in: int,
        stake: int,
    ) -> None:
        self.random: Random = SystemRandom()
        self._keepers = keepers
        self._cage = cage
        self._people = people
        self._watched = watched
        """Whether anybody watches a table."""
        self._thinking = thinking
        self._buy_in = buy_in
        self._stake = stake
        self._thoughts: dict[tuple[str, int], _Thought] = {}
        self._seating: dict[str, asyncio.Task[None]] = {}
        self._turns = Turns(GAP)
        self._pool = ThreadPoolExecutor(1, "house-players")
        self._preparing = ThreadPoolExecutor(1, "house-players-prepare")
        self._ready: dict[tuple[str, str], asyncio.Future[None]] = {}
        """By game and rulebook: done when the mathematics of its standard house is ready."""
        self._stopped = False

    def stop(self) -> None:
        """Think no more."""
        self._stopped = True
        thoughts = [one.task for one in self._thoughts.values()]
        for task in [*self._seating.values(), *thoughts]:
            task.cancel()
        self._turns.stop()
        self._preparing.shutdown(wait=False, cancel_futures=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def stir(self, keeper: TableKeeper) -> None:
        """Look at a table where something has happened: is there anything for them to do?"""
        live = keeper.live
        if live is None or not live.snapshot.open or self._stopped:
            return
        stands = live.snapshot
        if not (stands.company or stands.departing or _seated(live)):
            return
        if next(_errands(live), None) is not None and keeper.id not in self._seating:
            task = asyncio.create_task(self._seat(keeper), name=f"company of {keeper.id}")
            self._seating[keeper.id] = task
            task.add_done_callback(lambda done: self._seating.pop(keeper.id, None))
        self._prepare(live)
        for seat in self._due(live):
            moment = (live.since.get(seat, 0), live.phase)
            before = self._thoughts.get((keeper.id, seat))
            if before is not None:
                if before.moment == moment:
                    continue
                before.task.cancel()
            task = asyncio.create_task(self._think(keeper, seat, moment))
            self._thoughts[keeper.id, seat] = _Thought(moment, task)
            task.add_done_callback(partial(self._thought, (keeper.id, seat)))

    def _prepare(self, live: LiveTable) -> asyncio.Future[None]:
        """Get a table's mathematics ready, away from the event loop; done once for each game.

        A house that the floor has edited is solved, too. It may take seconds, so the edited houses
        of private tables are played like standard ones.
        """
        stands, chosen = live.snapshot, live.house
        standard = stands.game, stands.rulebook
        if standard not in self._ready:
            usual = house.standard(*standard)
            loop = asyncio.get_running_loop()
            self._ready[standard] = loop.run_in_executor(self._preparing, _warm, usual)
        if stands.house and not stands.host and PREPARED not in chosen.cache:
            chosen.cache[PREPARED] = True
            self._preparing.submit(_warm, chosen)
        return self._ready[standard]

    def _thought(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        """Forget a finished thought, unless another one has taken its place."""
        if (now := self._thoughts.get(key)) is not None and now.task is task:
            del self._thoughts[key]

    # --- seats ------------------------------------------------------------------------------------

    async def _seat(self, keeper: TableKeeper) -> None:
        """Let house players who are missing sit down, and those who are not wanted leave."""
        with suppress(Problem, Refusal, TakenError):
            while (live := self._at(keeper)) is not None:
                errand = next(_errands(live), None)
                if errand is None:
                    return
                one, seat, stays = errand
                await self._turns.mine(urgent=_attended(live))
                if stays:
                    amount = min(self._buy_in, await self._funds(one.person, self._buy_in))
                    sit = Sit(
                        table=keeper.id,
                        id=_fresh(),
                        seat=seat,
                        amount=amount,
                        strategy=one.strategy,
                    )
                    await keeper.ask(sit, Caller(person=one.person))
                else:
                    leave = LeaveSeat(table=keeper.id, id=_fresh(), when="after-round")
                    await keeper.ask(leave, _player(keeper, seat, one.person))

    async def _funds(self, person: str, needed: int) -> int:
        """What a house player's account holds, after a deposit of the cage if it holds too little.

        The cage notes the deposit in its chain, as it does for people.
        """
        balance = await self._people.balance(person) or 0
        if balance >= needed:
            return balance
        amount = max(self._stake, needed) - balance
        await self._cage.deposit(person, amount, HOUSE, _fresh())
        return balance + amount

    # --- what they say ----------------------------------------------------------------------------

    def _due(self, live: LiveTable) -> Iterator[int]:
        """The seats of house players who have something to say.

        They wager once a person has, and among themselves only while somebody watches: nobody is
        hurried by them, and a table without people rests.
        """
        round = live.round
        if round is None or round.pending is not None:
            return
        if live.phase == PLAYING:
            for seat in round.asking():
                if isinstance(seat, int) and _strategy(live, seat):
                    yield seat
        elif live.phase == WAGERING:
            seats = round.layout.seats
            part = live.taking_part()
            attend = attending(live, [seat for seat in part if not _strategy(live, seat)])
            begun = any(seat.wagers for seat in seats.values())
            if begun or (not attend and self._watched(live.id)):
                yield from (n for n in part if _strategy(live, n) and not seats[n].wagers)

    async def _think(self, keeper: TableKeeper, seat: int, moment: tuple[int, str]) -> None:
        """Think for a while, and then say what was decided, if it may still be said."""
        loop = asyncio.get_running_loop()
        wagers = moment[1] == WAGERING
        pause = company.pause(self.random) * self._thinking * (HASTE if wagers else 1.0)
        ends = loop.time() + pause
        live = keeper.live
        place = None if live is None else live.snapshot.playing(seat)
        if live is None or live.round is None or place is None:
            return
        try:
            await asyncio.shield(self._prepare(live))
            state, round = live.state, live.round
            if round is None or keeper.live is not live:
                return
            view = company.look(round, seat)
            if wagers:
                said = company.wagers(view, place.strategy)
            elif not view.asked:  # the seat may say something, but need not
                return
            else:
                said = [await self._decided(round, seat, view, place.strategy)]
            await asyncio.sleep(ends - loop.time())
            if wagers:
                await self._buy(keeper, seat, place)
            for sentence in said:
                await self._turns.mine(urgent=_attended(live))
                live = self._at(keeper)
                if live is None:
                    return
                # A decision is for the moment at which it was thought about.
                known = live.state if wagers else state
                say = Say(table=keeper.id, id=_fresh(), state=known, said=sentence)
                await keeper.ask(say, _player(keeper, seat, place.person))
        except (Problem, Refusal, TakenError) as error:
            LOG.info("table %s, seat %s: %s", keeper.id, seat, error, extra={"table": keeper.id})

    async def _decided(self, round: Round, seat: int, view: company.SeatView, strategy: str) -> str:
        """What a house player says; without an answer, what their silence would mean (X-11)."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool, company.decide, view, strategy)
        except Exception:
            LOG.exception("a house player could not decide", extra={"game": round.game.name})
            return round.game.absent(round.layout, seat)

    async def _buy(self, keeper: TableKeeper, seat: int, place: TakenSeat) -> None:
        """Buy chips, if few are left."""
        live = self._at(keeper)
        if live is None or place.chips + place.extra >= ENOUGH * live.house.first_wager[0]:
            return
        amount = min(self._buy_in, await self._funds(place.person, self._buy_in))
        buy = TopUp(table=keeper.id, id=_fresh(), amount=f"{amount // 100}.{amount % 100:02}")
        await keeper.ask(buy, _player(keeper, seat, place.person))

    def _at(self, keeper: TableKeeper) -> LiveTable | None:
        """The table, as long as this process keeps it."""
        return keeper.live if self._keepers.get(keeper.id) is keeper else None


def _warm(chosen: House) -> None:
    """Prepare the strategies of a house; without them, its game's standard house serves."""
    try:
        company.warm(chosen)
    except Exception:
        LOG.exception("a house cannot be prepared", extra={"game": chosen.book.game})


class _Errand(NamedTuple):
    """A house player who is to take a seat, or to leave it."""

    one: Companion
    seat: int
    stays: bool


def _errands(live: LiveTable) -> Iterator[_Errand]:
    """Who is to leave, then who is to sit down, the seats at the ends first."""
    stands = live.snapshot
    seated = _seated(live)
    wanted = {one.person: one for one in stands.company}
    for person, seat in seated.items():
        place = stands.seats[seat]
        if person not in wanted and not place.leaving:
            yield _Errand(Companion(person, place.strategy), seat, stays=False)
    middle = (live.house.seats + 1) / 2
    free = [seat for seat in range(1, live.house.seats + 1) if seat not in stands.seats]
    busy = {place.person for place in stands.departing.values()} | seated.keys()
    missing = [one for one in stands.company if one.person not in busy]
    ends_first = sorted(free, key=lambda seat: (-abs(seat - middle), seat))
    for one, seat in zip(missing, ends_first, strict=False):
        yield _Errand(one, seat, stays=True)


def _seated(live: LiveTable) -> dict[str, int]:
    """The seats of house players, by person."""
    return {place.person: n for n, place in live.snapshot.seats.items() if place.strategy}


def _attended(live: LiveTable) -> bool:
    """Whether a person sits at a table and takes part."""
    stands = live.snapshot
    people = [seat for seat, place in stands.seats.items() if not place.strategy]
    return bool(attending(live, people))


def _strategy(live: LiveTable, seat: int) -> str:
    """How the player of a seat's round plays; empty for a person."""
    place = live.snapshot.playing(seat)
    return "" if place is None else place.strategy


def _player(keeper: TableKeeper, seat: int, person: str) -> Caller:
    """A house player as a caller, in the role of a player at this seat."""
    return Caller(people.PLAYER, person, table=keeper.id, seat=seat)


def _fresh() -> str:
    return f"house:{secrets.token_hex(8)}"
