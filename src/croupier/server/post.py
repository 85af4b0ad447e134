"""The post between processes that share a PostgreSQL, by LISTEN and NOTIFY alone.

A letter that is longer than a notification goes in pieces. Letters of one sender arrive in order.
Letters that were sent while a listener was cut off are lost. The listener then calls ``renewed``,
and what matters is asked again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
import psycopg
from psycopg import sql

from croupier.server.messages import Letter, Tell

LOG: Final = logging.getLogger("croupier.post")

CHANNEL: Final = "croupier"
"""The channel that all processes listen to."""
MOST: Final = 7800
"""Most bytes of one notification; PostgreSQL takes fewer than 8000."""
AGAIN: Final = 0.5
"""Seconds between two attempts to reach the database."""

_DECODER: Final[msgspec.json.Decoder[Letter]] = msgspec.json.Decoder(Letter)


class Post:
    """Sends and receives for one process."""

    def __init__(
        self,
        parameters: dict[str, Any],
        me: str,
        received: Callable[[str, Letter], None],
        renewed: Callable[[], None],
    ) -> None:
        self._parameters = parameters
        self._me = me
        self._received = received
        self._renewed = renewed
        self._letters: asyncio.Queue[tuple[str, Letter]] = asyncio.Queue()
        self._last: tuple[str, Letter] = ("", Tell([], ""))
        self._sent = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start to send and receive; returns when everything sent from now on is received."""
        heard = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(heard), name="listener"),
            asyncio.create_task(self._deliver(), name="sender"),
        ]
        await heard.wait()

    async def stop(self) -> None:
        """Stop, after delivering what is waiting if that can be done within a second."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._letters.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def send(self, message: Letter, to: str = CHANNEL) -> None:
        """Send a letter to one process, or to all others."""
        before, last = self._last
        if (
            isinstance(message, Tell)
            and isinstance(last, Tell)
            and before == to
            and last.text is message.text
        ):
            last.listeners += message.listeners  # one letter for everybody who is told the same
            return
        self._last = (to, message)
        self._letters.put_nowait(self._last)

    # --- sending ----------------------------------------------------------------------------------

    async def _deliver(self) -> None:
        while True:
            with suppress(psycopg.Error):
                async with await self._connect() as connection:
                    await self._deliver_over(connection)
            await asyncio.sleep(AGAIN)

    async def _deliver_over(self, connection: psycopg.AsyncConnection[Any]) -> None:
        waiting = [await self._letters.get()]
        while True:
            while not self._letters.empty():
                waiting.append(self._letters.get_nowait())
            self._last = ("", Tell([], ""))
            pieces = [piece for to, message in waiting for piece in self._pieces(to, message)]
            try:
                async with connection.cursor() as cursor:
                    await cursor.executemany("SELECT pg_notify(%s, %s)", pieces)
            except psycopg.Error:
                for letter in waiting:
                    self._letters.put_nowait(letter)
                raise
            finally:
                for _ in waiting:
                    self._letters.task_done()
            waiting = [await self._letters.get()]

    def _pieces(self, to: str, message: Letter) -> list[tuple[str, str]]:
        text = msgspec.json.encode(message).decode()
        size = MOST if text.isascii() else MOST // 4
        cut = [text[at : at + size] for at in range(0, len(text), size)]
        self._sent += 1
        channel = to if to == CHANNEL else _own(to)
        return [
            (channel, f"{self._me}:{self._sent}:{len(cut) - i - 1}:{piece}")
            for i, piece in enumerate(cut)
        ]

    # --- receiving --------------------------------------------------------------------------------

    async def _listen(self, heard: asyncio.Event) -> None:
        while True:
            with suppress(psycopg.Error):
                async with await self._connect() as connection:
                    for channel in (CHANNEL, _own(self._me)):
                        listen = sql.SQL("LISTEN {}").format(sql.Identifier(channel))
                        await connection.execute(listen)
                    if heard.is_set():
                        self._renewed()
                    heard.set()
                    await self._listen_over(connection)
            await asyncio.sleep(AGAIN)

    async def _listen_over(self, connection: psycopg.AsyncConnection[Any]) -> None:
        begun: dict[str, list[str]] = {}
        async for note in connection.notifies():
            sender, number, left, piece = note.payload.split(":", 3)
            if sender == self._me:
                continue
            key = f"{sender}:{number}"
            begun.setdefault(key, []).append(piece)
            if left == "0":
                self._take_in(sender, "".join(begun.pop(key)))

    def _take_in(self, sender: str, text: str) -> None:
        try:
            self._received(sender, _DECODER.decode(text))
        except Exception:
            LOG.exception("a letter could not be taken in")

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(**self._parameters, autocommit=True)


def _own(process: str) -> str:
    """The channel that one process listens to."""
    return f"{CHANNEL}_{process}"
