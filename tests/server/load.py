"""A full hall: tables of five players, each of whom acts once a second.

``python -m tests.server.load [SECONDS] [DATABASE-URL]`` starts a server in a separate process,
plays, and prints the time from an action to its acknowledgement. The exit code is 1 if that took
too long or something failed.

Nothing is acknowledged before it is on the disk, and a disk that others use stalls now and then. So
the same run also measures the disk by itself. Actions during a stall count for the first figure,
and are left out of the second, which is the server's own.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import msgspec
import uvloop
import websockets
from websockets.asyncio.client import ClientConnection

from tests.server.forks import servers
from tests.server.kills import GAMES, where
from tests.server.visitors import FAST, House, acting, new_id, running, sentence

STRATEGIES: Final = ("best", "card", "cautious", "loose")
TABLES: Final = 100
SEATS: Final = 5
SECONDS: Final = 60.0
WARM_UP: Final = 5.0
PERIOD: Final = 1.0
"""Seconds from one action of a player to the next."""
P99: Final = 0.050
"""The time that 99 of 100 actions must stay below."""
STILL: Final = 0.025
"""Seconds for a few bytes from which on a disk counts as stalled. Normal is below 0.001."""
BACKLOG: Final = 0.1
"""Seconds after a stall in which the server works off what has piled up."""
STOOD: Final = 0.10
"""The largest share of actions left out for stalls. With more, the run says nothing."""
ANSWER: Final = 10.0
"""Seconds after which an action counts as not answered."""


class Seat(msgspec.Struct):
    wagers: dict[str, str] = {}
    ready: bool = False


class Picture(msgspec.Struct):
    """What a player needs to know of the table."""

    state: int
    phase: str
    next: list[dict[str, Any]]
    seats: dict[str, Seat | None]
    rounds: int
    first_wager: str | None = None


class Told(msgspec.Struct):
    type: str
    id: str | None = None
    state: int = 0
    picture: Picture | None = None
    error: dict[str, Any] | None = None


_DECODER: Final = msgspec.json.Decoder(Told)


@dataclass
class Figures:
    """What was measured since the clock was started."""

    joined: int = 0
    counts: bool = False
    answered: list[tuple[float, float]] = field(default_factory=list)
    """When each action was sent, and when it was acknowledged."""
    late: list[float] = field(default_factory=list)
    """How late each action was made, because somebody else had to speak first."""
    errors: Counter[str] = field(default_factory=Counter)
    messages: int = 0
    bytes: int = 0


class Player:
    """Acts once a second, or as soon afterwards as there is something to say."""

    def __init__(
        self, table: str, seat: int, token: str, figures: Figures, offset: float, period: float
    ) -> None:
        self._table = table
        self._seat = str(seat)
        self._token = token
        self._figures = figures
        self._offset = offset
        self._period = period
        self._random = Random(f"{table} {seat}")
        self._picture: Picture | None = None
        self._first = ""
        self._due: float | None = None
        self._sent: dict[str, float] = {}
        self._acts = 0
        self._answered = 0
        """The state of the last answer. An older picture does not show it."""

    async def run(self, base: str, joined: asyncio.Semaphore, begin: asyncio.Event) -> None:
        url = base.replace("http", "ws", 1) + "/ws"
        async with joined:
            socket = await websockets.connect(url, max_size=None, compression=None)
            await self._send(socket, {"type": "hello", "token": self._token})
            await self._send(socket, {"type": "watch", "table": self._table})
            while self._picture is None:
                await self._read(socket)
        self._figures.joined += 1
        ticking = asyncio.create_task(self._tick(socket, begin))
        try:
            while True:
                await self._read(socket)
        except websockets.WebSocketException as error:
            self._figures.errors[f"connection: {type(error).__name__}"] += 1
        finally:
            ticking.cancel()
            with suppress(Exception):
                await socket.close()

    async def _tick(self, socket: ClientConnection, begin: asyncio.Event) -> None:
        await begin.wait()
        at = time.monotonic() + self._offset
        while True:
            await asyncio.sleep(at - time.monotonic())
            for id, sent in list(self._sent.items()):
                if time.perf_counter() - sent > ANSWER:
                    del self._sent[id]
                    self._figures.errors["not answered"] += 1
            if self._due is None:
                self._due = time.perf_counter()
            await self._speak(socket)
            at += self._period

    async def _read(self, socket: ClientConnection) -> None:
        data = await socket.recv(decode=False)
        told = _DECODER.decode(data)
        figures = self._figures
        if figures.counts:
            figures.messages += 1
            figures.bytes += len(data)
        if told.picture is not None:
            self._picture = told.picture
            self._first = told.picture.first_wager or self._first
            await self._speak(socket)
        elif told.id is not None:
            sent = self._sent.pop(told.id, None)
            self._answered = told.state
            if told.type == "ack" and sent is not None and figures.counts:
                figures.answered.append((sent, time.perf_counter()))
        if told.error is not None:
            figures.errors[f"{told.type}: {told.error['message']}"] += 1

    async def _speak(self, socket: ClientConnection) -> None:
        """Say something if it is time and something may be said."""
        picture = self._picture
        if self._due is None or self._sent or picture is None or picture.state < self._answered:
            return
        offers = [offer for offer in picture.next if offer["verb"] != "fold"]
        wagers = picture.phase == "wagering"
        if wagers:
            mine = picture.seats[self._seat]
            if mine is None or self._first in mine.wagers:
                return
            offers = [o for o in offers if o["verb"] == "wager" and o["args"][0] == self._first]
        if not offers:
            return
        self._acts += 1
        id = f"{self._acts}"
        self._sent[id] = now = time.perf_counter()
        if self._figures.counts:
            self._figures.late.append(now - self._due)
        self._due = None
        said = sentence(self._random, self._random.choice(offers))
        await self._send(socket, acting(self._table, id, said, picture.state))
        if wagers:
            await self._send(socket, {"type": "ready", "table": self._table})

    async def _send(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        await socket.send(msgspec.json.encode(frame), text=True)


async def seat_everybody(
    database: Path | str, tables: int, seats: int, company: int = 0
) -> list[tuple[str, int, str]]:
    """Open tables of all games, fill them, and return table, seat and token of each player.

    Beside them, ``company`` tables are filled with house players.
    """
    async with running(database, FAST, stake=100_000_000) as house:
        made = []
        await _keep_company(house, company)
        for n in range(tables):
            table = await house.table(GAMES[n % len(GAMES)], tray="10000000")
            made += [await _seated(house, table, seat) for seat in range(1, seats + 1)]
        return made


async def _keep_company(house: House, tables: int) -> None:
    """Open tables full of house players, and wait until all of them sit."""
    for n in range(tables):
        table = await house.table(GAMES[n % len(GAMES)], tray="10000000")
        seats = (await house.public.picture(table))["seats"]
        company = list(islice(cycle(STRATEGIES), len(seats)))
        await house.floor.post(f"/api/tables/{table}/company", id=new_id(), strategies=company)
    while True:
        lobby = (await house.public.get("/api/lobby"))["tables"]
        if all(all(table["seats"].values()) for table in lobby):
            return
        await asyncio.sleep(0.1)


async def _seated(house: House, table: str, seat: int) -> tuple[str, int, str]:
    player = await house.player(table, seat, buy_in="1000000")
    assert player.token is not None
    return table, seat, player.token


@asynccontextmanager
async def crowd(
    database: Path | str,
    figures: Figures,
    tables: int,
    seats: int,
    period: float,
    company: int = 0,
) -> AsyncIterator[tuple[int, str]]:
    """Run a server full of players who act, and yield its process id and address."""
    seated = await seat_everybody(database, tables, seats, company)
    random = Random(1)
    offsets = {table: random.random() for table, _, _ in seated}
    async with servers(where(database)) as start:
        pid = await start()
        joined, begin = asyncio.Semaphore(20), asyncio.Event()
        players = []
        for table, seat, token in seated:
            # In the order of their seats, so that each player's second comes with their turn.
            offset = offsets[table] + seat / seats
            sitting = Player(table, seat, token, figures, offset, period)
            players.append(asyncio.create_task(sitting.run(start.base, joined, begin)))
        async with asyncio.timeout(120):
            while figures.joined < len(players):
                _raise(players)
                await asyncio.sleep(0.1)
        begin.set()
        try:
            yield pid, start.base
            _raise(players)
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)


async def load(
    database: Path | str,
    seconds: float = SECONDS,
    tables: int = TABLES,
    seats: int = SEATS,
    company: int = 0,
    beside: Callable[[str], AbstractAsyncContextManager[object]] = lambda base: nullcontext(),
) -> dict[str, Any]:
    """Play for some seconds and return what was measured.

    ``company`` tables are filled with house players; ``beside`` is entered with the server's
    address and left at the end.
    """
    figures = Figures()
    with watched_disk(database) as disk:
        async with (
            crowd(database, figures, tables, seats, PERIOD, company) as (server, base),
            beside(base),
        ):
            await asyncio.sleep(WARM_UP)
            figures.counts = True
            disk.begin()
            acts = await _acts(base)
            used, mine = cpu_seconds(server), time.process_time()
            await asyncio.sleep(seconds)
            figures.counts = False
            used, mine = cpu_seconds(server) - used, time.process_time() - mine
            memory = resident(server)
            acts = await _acts(base) - acts
    ranked = sorted(heard - sent for sent, heard in figures.answered)
    kept_up = sorted(heard - sent for sent, heard in figures.answered if disk.kept_up(sent, heard))
    return {
        "tables": tables,
        "players": tables * seats,
        "seconds": seconds,
        "actions": len(ranked),
        "p50": _at(ranked, 0.50),
        "p95": _at(ranked, 0.95),
        "p99": _at(ranked, 0.99),
        "most": ranked[-1],
        "kept_up": len(kept_up),
        "own": _at(kept_up, 0.99),
        "still": len(disk.still),
        "disk": disk.most,
        "late": _at(sorted(figures.late), 0.99),
        "errors": dict(figures.errors),
        "messages": figures.messages,
        "bytes": figures.bytes,
        "server": used / seconds,
        "generator": mine / seconds,
        "memory": memory,
        "acts": acts,
    }


async def _acts(base: str) -> float:
    """How many requests to tables the server has carried out, whoever asked."""
    async with httpx.AsyncClient(base_url=base) as http:
        text = (await http.get("/metrics")).text
    found = re.search(r'^croupier_acts_total\{outcome="accepted"\} (\S+)$', text, re.MULTILINE)
    return 0.0 if found is None else float(found[1])


class Disk:
    """Measures all the time how long the disk takes by itself to keep a few bytes."""

    def __init__(self) -> None:
        self.still: list[tuple[float, float]] = []
        self.most = 0.0
        self.over = threading.Event()

    def begin(self) -> None:
        """Forget what was measured before."""
        self.still, self.most = [], 0.0

    def watch(self, directory: Path) -> None:
        with (directory / "disk").open("wb", buffering=0) as file:
            while not self.over.wait(0.02):
                began = time.perf_counter()
                file.seek(0)
                file.write(bytes(4096))
                os.fdatasync(file.fileno())
                ended = time.perf_counter()
                self.most = max(self.most, ended - began)
                if ended - began > STILL:
                    self.still.append((began, ended))

    def kept_up(self, sent: float, heard: float) -> bool:
        """Tell whether the disk did not stall while somebody waited."""
        return not any(began < heard and sent < ended + BACKLOG for began, ended in self.still)


@contextmanager
def watched_disk(database: Path | str) -> Iterator[Disk]:
    """Watch the disk of the database or, for a URL, the one of this machine."""
    disk = Disk()
    with tempfile.TemporaryDirectory(
        dir=database if isinstance(database, Path) else None
    ) as beside:
        watching = threading.Thread(target=disk.watch, args=(Path(beside),), daemon=True)
        watching.start()
        try:
            yield disk
        finally:
            disk.over.set()
            watching.join()


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    after_name = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """Return the bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1]) * os.sysconf(
        "SC_PAGE_SIZE"
    )


def _raise(players: list[asyncio.Task[None]]) -> None:
    for player in players:
        if player.done():
            player.result()


def _at(ranked: list[float], share: float) -> float:
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))]


def tell(told: dict[str, Any]) -> str:
    """Return the figures as a text for people."""
    names = ("p50", "p95", "p99", "most", "own", "disk", "late")
    ms = {name: f"{told[name] * 1000:.1f} ms" for name in names}
    seconds, actions = told["seconds"], told["actions"]
    kept_up, memory = f"{told['kept_up'] / actions:.1%}", f"{told['memory'] / 2**20:.0f} MB"
    lines = {
        "action to acknowledgement": ", ".join(
            f"{name} {ms[name]}" for name in ("p50", "p95", "p99", "most")
        ),
        "while the disk kept up": f"p99 {ms['own']} ({kept_up} of them); "
        f"the disk stood still {told['still']} times, at most for {ms['disk']}",
        "errors": told["errors"] or "none",
        "server": f"{told['server']:.0%} of a core, {memory}",
        "told to the players": f"{told['messages'] / seconds:.0f} messages, "
        f"{told['bytes'] / seconds / 2**20:.1f} MB a second",
        "generator": f"{told['generator']:.0%} of a core, p99 {ms['late']} late",
    }
    head = (
        f"{told['tables']} tables, {told['players']} players, {seconds:.0f} s: "
        f"{actions} actions acknowledged ({actions / seconds:.0f} a second)"
    )
    return "\n".join([head, *(f"  {label:<27}{text}" for label, text in lines.items())])


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory() as directory:
        database: Path | str = sys.argv[2] if len(sys.argv) > 2 else Path(directory)
        told = uvloop.run(load(database, seconds))
    print(tell(told))
    enough = told["actions"] >= 0.95 * told["players"] * seconds / PERIOD
    told_apart = told["p99"] < 10 * P99 and told["kept_up"] >= (1 - STOOD) * told["actions"]
    return 0 if told["own"] < P99 and told_apart and not told["errors"] and enough else 1


if __name__ == "__main__":
    sys.exit(main())
