"""A hundred people beside two hundred tables full of house players.

``python -m tests.server.company_load [SECONDS] [DATABASE-URL]`` plays four times for that long: the
people alone; beside house players whom nobody watches, so that they rest; beside house players whom
somebody watches at every table, so that they all play; and the people alone again. It prints how
long the people's actions took each time. The exit code is 1 if house players add more than 2.5 ms
to the p99 of the slower run without them, or if something failed.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import uvloop
import websockets

from tests.server.load import P99, SEATS, load
from tests.server.visitors import Socket

TABLES: Final = 20
COMPANY: Final = 200
SECONDS: Final = 30.0
EACH: Final = 20
"""How many tables one spectator watches: as many as a connection may."""
NOISE: Final = 0.0025
"""Seconds by which the p99 of two runs may differ on a machine that does other things too."""


@asynccontextmanager
async def spectators(base: str) -> AsyncIterator[None]:
    """Watch every table, so that house players play even where nobody sits."""
    async with httpx.AsyncClient(base_url=base) as http:
        lobby = (await http.get("/api/lobby")).json()["tables"]
    names = [table["table"] for table in lobby]
    url = base.replace("http", "ws", 1) + "/ws"
    async with AsyncExitStack() as stack:
        reading = []
        for at in range(0, len(names), EACH):
            raw = await stack.enter_async_context(
                websockets.connect(url, max_size=None, compression=None)
            )
            socket = Socket(raw)
            await socket.send({"type": "hello"})
            for name in names[at : at + EACH]:
                await socket.send({"type": "watch", "table": name})
            reading.append(asyncio.create_task(_read(raw)))
        try:
            yield
        finally:
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)


@asynccontextmanager
async def nobody(base: str) -> AsyncIterator[None]:
    """Watch nothing."""
    yield


async def _read(raw: websockets.ClientConnection) -> None:
    """Take what comes, without a look at it."""
    with suppress(websockets.WebSocketException):
        while True:
            await raw.recv(decode=False)


class Run(NamedTuple):
    """How many tables of house players there are, and whether anybody watches them."""

    label: str
    company: int
    watched: bool


ALONE: Final = Run("alone", 0, False)
RUNS: Final = (
    ALONE,
    Run(f"beside {COMPANY} tables at rest", COMPANY, False),
    Run(f"beside {COMPANY} tables that play", COMPANY, True),
    ALONE,
)


async def measure(database: str | None, seconds: float, run: Run) -> dict[str, Any]:
    """Play once, on a new database where none is named."""
    beside = spectators if run.watched else nobody
    with tempfile.TemporaryDirectory() as directory:
        where = Path(directory) if database is None else database
        return await load(where, seconds, TABLES, SEATS, run.company, beside)


def tell(label: str, told: dict[str, Any]) -> str:
    """One run in a line."""
    acts = (told["acts"] - told["actions"]) / told["seconds"]
    return (
        f"  {label:<34}p50 {told['p50'] * 1000:5.1f} ms, p99 {told['p99'] * 1000:5.1f} ms "
        f"({told['own'] * 1000:.1f} while the disk kept up), server {told['server']:.0%} of a "
        f"core, {told['memory'] / 2**20:.0f} MB, {acts:.0f} other acts a second"
        + (f", errors {told['errors']}" if told["errors"] else "")
    )


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    database = sys.argv[2] if len(sys.argv) > 2 else None
    runs = [(run.label, uvloop.run(measure(database, seconds, run))) for run in RUNS]
    people = TABLES * SEATS
    print(f"{people} people at {TABLES} tables, each acting once a second, {seconds:.0f} s a run:")
    for label, told in runs:
        print(tell(label, told))
    first, rest, beside, again = (told for _, told in runs)
    alone = max(first["own"], again["own"])
    slower = f"{beside['own'] / alone:.2f} times the slower run without"
    print(f"  p99 beside house players who play: {slower}; who rest: {rest['own'] / alone:.2f}")
    enough = all(told["actions"] >= 0.95 * people * seconds for _, told in runs)
    errors = any(told["errors"] for _, told in runs)
    slowest = max(rest["own"], beside["own"])
    return 0 if slowest < min(alone + NOISE, P99) and enough and not errors else 1


if __name__ == "__main__":
    sys.exit(main())
