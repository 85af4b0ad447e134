"""A server in a separate process: ``python -m tests.server.serving DATABASE DATA PORT``.

When it is ready it prints the tokens of the floor and the administrator as one line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from croupier.server.hall import Hall
from croupier.server.run import Server, configure, listen
from tests.ports import free_port
from tests.server.visitors import FAST, Visitor

STALL = 2.0
"""Seconds that a server may stall, fewer than people would choose."""


class Process:
    """A running server that can be killed."""

    def __init__(
        self, child: asyncio.subprocess.Process, port: int, tokens: dict[str, str]
    ) -> None:
        self._child = child
        self.base = f"http://127.0.0.1:{port}"
        self.tokens = tokens

    def visitor(self, token: str | None = None) -> Visitor:
        return Visitor(self.base, token)

    def stop_short(self) -> None:
        """Stall the server without its knowledge."""
        self._child.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._child.send_signal(signal.SIGCONT)

    async def kill(self) -> None:
        self._child.kill()
        await self._child.wait()


@asynccontextmanager
async def started(database: str, data: Path) -> AsyncIterator[Process]:
    """Run a server over a database, and kill it at the end."""
    port = free_port()
    command = [sys.executable, "-m", "tests.server.serving", database, str(data), str(port)]
    child = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONPATH": "src"},
    )
    assert child.stdout is not None
    try:
        async with asyncio.timeout(60):
            tokens = json.loads(await child.stdout.readline())
        yield Process(child, port, tokens)
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


def main() -> None:
    database, data, port = sys.argv[1:]
    hall = Hall(
        replace(FAST, database=database, data=Path(data), port=int(port), stall_seconds=STALL)
    )

    async def ready(hall: Hall) -> None:
        print(json.dumps(await hall.sessions.first_tokens(renew=True)), flush=True)

    Server(configure(hall, ready), hall).run(sockets=[listen(hall.settings)])


if __name__ == "__main__":
    main()
