"""Reviews of rounds, computed in a process of its own, one after another.

The process gives way to the tables, is killed if a round takes too long, is begun again if it has
crashed, and ends when nobody asks. A round that took too long may be asked for again.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from base64 import b64encode
from contextlib import suppress
from typing import Any, Final

from croupier.journal import RoundLog

Data = dict[str, Any]

SECONDS: Final = 300.0
"""How long the review of one round may take; a machine that is busy needs longer."""
IDLE: Final = 120.0
"""Seconds without a question after which the process ends."""
TRIES: Final = 2
"""How often a round is tried if the process crashes."""
LONGEST: Final = 8_000_000
"""The most bytes of one review."""
COMMAND: Final = ("-m", "croupier.server.reviewer")

TOO_LONG: Final = "the review took too long"
CRASHED: Final = "the review could not be computed"


class Reviewing:
    """Reviews one round at a time; whoever asks meanwhile waits."""

    def __init__(self, seconds: float = SECONDS, command: tuple[str, ...] = COMMAND) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self._seconds = seconds
        self._command = command
        self._one_at_a_time = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None

    async def review(self, log: RoundLog, person: str) -> Data:
        """Review a round for a person; ``{"failed": why}`` if that cannot be done.

        Raises :class:`TimeoutError` if it takes too long.
        """
        question = b64encode(pickle.dumps((log, person))) + b"\n"
        async with self._one_at_a_time:
            for _ in range(TRIES):
                answered = False
                process = await self._running()
                try:
                    async with asyncio.timeout(self._seconds):
                        line = await _ask(process, question)
                    found: Data = json.loads(line)
                    answered = True
                    return found
                except TimeoutError:  # it says nothing of the round: it may be asked for again
                    raise TimeoutError(TOO_LONG) from None
                except (OSError, ValueError):
                    continue  # it has crashed: another process tries once more
                finally:
                    if answered:
                        self._idle = asyncio.get_running_loop().call_later(IDLE, self._kill)
                    else:
                        await self.stop()
            return {"failed": CRASHED}

    async def _running(self) -> asyncio.subprocess.Process:
        if self._idle is not None:
            self._idle.cancel()
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST,
            )
        return self.process

    def _kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def stop(self) -> None:
        """End the process; the next question begins another."""
        if self._idle is not None:
            self._idle.cancel()
        self._kill()
        process, self.process = self.process, None
        if process is not None:
            await process.wait()


async def _ask(process: asyncio.subprocess.Process, question: bytes) -> bytes:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(question)
    await process.stdin.drain()
    return await process.stdout.readline()
