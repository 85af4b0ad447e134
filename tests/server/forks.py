"""Servers that can be killed: a process with everything imported forks one for each line it reads.

``python -m tests.server.forks`` reads ``DATABASE PORT`` lines and answers each with the process id
of a new server. After the last line it kills the servers that are left.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx

from croupier import games
from croupier.server.hall import Hall
from croupier.server.run import Server, configure, listen
from croupier.server.settings import Settings
from tests.ports import free_port


class Start:
    """Call it to start another server. It returns the process id when the server is ready."""

    def __init__(self, forks: asyncio.subprocess.Process, database: str, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=self.base, verify=False)
        self._forks = forks
        self._line = f"{database} {port}\n".encode()

    async def __call__(self) -> int:
        assert self._forks.stdin is not None and self._forks.stdout is not None
        self._forks.stdin.write(self._line)
        pid = int(await self._forks.stdout.readline())
        async with asyncio.timeout(60):
            while True:
                os.kill(pid, 0)  # raises an error if the server could not start
                with suppress(httpx.TransportError):
                    if (await self.http.get("/readyz")).status_code == 200:
                        return pid
                await asyncio.sleep(0.005)


@asynccontextmanager
async def servers(database: str) -> AsyncIterator[Start]:
    """Run servers over a database, one after another at one address. None is left behind."""
    port = free_port()
    command, pipe = (sys.executable, "-m", "tests.server.forks"), asyncio.subprocess.PIPE
    forks = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert forks.stdin is not None
    start = Start(forks, database, port)
    try:
        yield start
    finally:
        await start.http.aclose()
        forks.stdin.close()
        await forks.wait()


async def dead(pid: int) -> None:
    """Kill a server and return when it is gone."""
    os.kill(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        async with asyncio.timeout(60):
            while True:
                os.kill(pid, 0)
                await asyncio.sleep(0.001)


def serve(database: str, port: int) -> None:
    settings = Settings(database=database, port=port, pause=0.0, rate=1e6, burst=10**6)
    hall = Hall(settings)
    Server(configure(hall), hall).run(sockets=[listen(settings)])


def warm_up() -> None:
    """Import and make all that a first start needs, so that every fork has it."""
    for name in games.names():
        games.load(name)
    with tempfile.TemporaryDirectory() as directory:
        hall = Hall(Settings(database=f"{directory}/journal.db"))
        configure(hall).load()
        asyncio.run(hall.stop())


def main() -> None:
    warm_up()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for dead servers
    made = []
    for line in sys.stdin:
        database, port = line.split()
        pid = os.fork()
        if not pid:
            try:
                serve(database, int(port))
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        made.append(pid)
        print(pid, flush=True)
    for pid in made[-1:]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
