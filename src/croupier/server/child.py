"""A process that answers questions: a line on its stdin for each, a line of JSON on its stdout.

It answers one question at a time and gives way to the tables. It begins with the first question, is
begun again if it has crashed, is killed if an answer takes too long, and ends when nobody asks.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from croupier.server import logs

LOG: Final = logging.getLogger("croupier.child")

IDLE: Final = 120.0
"""Seconds without a question after which the process ends."""
TRIES: Final = 2
"""How often a question is asked if the process crashes."""
LONGEST: Final = 8_000_000
"""The most bytes of an answer."""
TAIL: Final = 1000
"""How many of the last bytes that a failed process wrote to stderr are logged."""
GRACE: Final = 1.0
"""How many seconds a process that gives no answer has to end by itself and say why."""


class CrashedError(Exception):
    """The process ended without an answer, and so did the next one."""


class BusyError(Exception):
    """Too many questions wait, or the turn of this one did not come in time."""


class Child:
    """One process that answers one question after another."""

    def __init__(
        self,
        command: tuple[str, ...],
        seconds: float,
        *,
        most: int | None = None,
        patience: float | None = None,
        idle: float = IDLE,
    ) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.seconds = seconds
        """How long an answer may take from the question's turn; a second try counts as well."""
        self.idle = idle
        self._command = command
        self._name = command[-1].rpartition(".")[2]
        self._most = most
        """How many questions may be asked at once; None for any number."""
        self._patience = patience
        """How long a question may wait for its turn; None for any time."""
        self._asked = 0
        self._turn = asyncio.Lock()
        self._ending: asyncio.TimerHandle | None = None
        """Ends the idle process; None while it answers and once it has been ended."""
        self._tail = bytearray()
        self._reading: asyncio.Task[None] | None = None

    async def ask(self, question: bytes) -> Any:
        """Return the answer to a question, which is a line without its end.

        Raises :class:`BusyError` before the question is asked, :class:`CrashedError`,
        :class:`TimeoutError` if the answer takes too long, or :class:`OSError` if no process can be
        started.
        """
        if self._most is not None and self._asked >= self._most:
            raise BusyError("too many questions wait")
        self._asked += 1
        try:
            try:
                async with asyncio.timeout(self._patience):
                    await self._turn.acquire()
            except TimeoutError:
                raise BusyError("the turn of a question did not come in time") from None
            try:
                return await self._answer(question + b"\n")
            finally:
                self._turn.release()
        finally:
            self._asked -= 1

    async def stop(self) -> None:
        """End the process; the next question begins another."""
        self._kill()
        process, self.process = self.process, None
        if process is not None:
            await process.wait()
        if self._reading is not None:
            self._reading.cancel()
        self._tail.clear()

    async def _answer(self, line: bytes) -> Any:
        answered = False
        try:
            async with asyncio.timeout(self.seconds):
                for _ in range(TRIES):
                    process = await self._running()
                    with suppress(OSError, ValueError):
                        found = json.loads(await _exchange(process, line))
                        answered = True
                        return found
                    if self.process is not process:
                        break  # it was stopped meanwhile
                    await self._log_crash(process)
                raise CrashedError("the process ended without an answer")
        except TimeoutError:
            LOG.warning("%s gave no answer in %g seconds and was ended", self._name, self.seconds)
            raise
        finally:
            if answered:
                later = asyncio.get_running_loop().call_later
                self._ending = later(self.idle, self._kill)
            else:
                await self.stop()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._ending is None or self.process is None or self.process.returncode is not None:
            await self.stop()
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=LONGEST,
            )
            assert self.process.stderr is not None
            self._reading = asyncio.create_task(_keep_last(self.process.stderr, self._tail))
        self._rest()
        return self.process

    def _rest(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def _kill(self) -> None:
        self._rest()
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def _log_crash(self, process: asyncio.subprocess.Process) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await process.wait()
                if self._reading is not None:
                    await self._reading
        said = " | ".join(self._tail.decode(errors="replace").split("\n")).strip(" |")
        LOG.error("%s crashed, exit status %s: %s", self._name, process.returncode, said)


async def _exchange(process: asyncio.subprocess.Process, line: bytes) -> bytes:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(line)
    await process.stdin.drain()
    return await process.stdout.readline()


async def _keep_last(stream: asyncio.StreamReader, tail: bytearray) -> None:
    while some := await stream.read(TAIL):
        tail += some
        del tail[:-TAIL]


# --- in the process itself ------------------------------------------------------------------------


def serve(answer: Callable[[bytes], Any], nice: int) -> None:
    """Answer questions until stdin ends. An exception ends the process.

    It is told on stderr by its type and place, because its text may hold cards.
    """
    logs.configure("WARNING")
    os.nice(nice)
    for line in sys.stdin.buffer:
        try:
            found = json.dumps(answer(line))
        except Exception:
            LOG.exception("a question was not answered")
            sys.exit(1)
        print(found, flush=True)
