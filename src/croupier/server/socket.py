"""The WebSocket: everything that a page watches and says goes over one connection."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from croupier import __version__
from croupier.server import metrics, people
from croupier.server.commands import Command, TableCommand, TableName
from croupier.server.errors import Problem, problem_of
from croupier.server.front import carry_out
from croupier.server.gate.buckets import Bucket
from croupier.server.gate.origins import from_our_page
from croupier.server.hall import Hall
from croupier.server.hub import NO_TOKEN, POLICY, Listener, text
from croupier.server.people import PUBLIC

LOG: Final = logging.getLogger("croupier.socket")

HELLO: Final = 10.0
"""Seconds that a client has to send its first frame."""
FORGIVEN: Final = 50
"""How many malformed or hurried frames are forgiven before the connection is closed."""
MOST_TABLES: Final = 20
"""How many tables one connection may watch."""


class Frame(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """A frame that is not a command to a table."""


class Greeting(Frame, tag="hello"):
    """The first frame, sent once: it says who is calling."""

    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class WatchLobby(Frame, tag="lobby"):
    """Get the lobby now and whenever it changes."""


class WatchTable(Frame, tag="watch"):
    """Get a table's picture now and whatever happens there."""

    table: TableName


class UnwatchTable(Frame, tag="unwatch"):
    """Stop watching a table."""

    table: TableName


class Ping(Frame, tag="ping"):
    """Check that the server is there."""


Understood: TypeAlias = Greeting | WatchLobby | WatchTable | UnwatchTable | Ping | Command
_DECODER: Final[msgspec.json.Decoder[Understood]] = msgspec.json.Decoder(Understood)


class Conversation:
    """One connection, from its first frame to its last."""

    def __init__(self, hall: Hall, socket: WebSocket) -> None:
        self._hall = hall
        self._socket = socket
        self._bucket = Bucket(hall.settings.rate, hall.settings.burst)
        self._patience = FORGIVEN
        self._listener = Listener(PUBLIC)

    async def run(self) -> None:
        """Greet, then read and write until either side hangs up."""
        if not from_our_page(self._socket.scope, self._hall.settings):
            await self._socket.close(POLICY)
            return
        await self._socket.accept()
        if not await self._greet():
            return
        self._hall.hub.join(self._listener)
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        closing = asyncio.create_task(self._listener.closing.wait())
        try:
            await asyncio.wait((reader, writer, closing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hall.gallery.leave(self._listener)
            for task in (reader, writer, closing):
                task.cancel()
            await asyncio.gather(reader, writer, closing, return_exceptions=True)
            if self._listener.closing.is_set():
                with suppress(Exception):
                    await self._socket.close(self._listener.code)

    async def _greet(self) -> bool:
        """Read the first frame and find out who is calling; False if the caller was turned away."""
        try:
            async with asyncio.timeout(HELLO):
                frame = await self._receive()
        except (TimeoutError, WebSocketDisconnect):
            frame = None
        caller = PUBLIC
        if isinstance(frame, Greeting) and frame.token is not None:
            found = await self._hall.people.caller(frame.token)
            if found is None or found.role not in people.ROLES:
                frame = None
            else:
                caller = found
                if self._hall.sessions.has_ended(found.token_id):
                    frame = None
        if not isinstance(frame, Greeting):
            with suppress(Exception):
                await self._socket.close(NO_TOKEN)
            return False
        self._listener = Listener(caller)
        welcome = {
            "type": "welcome",
            "role": caller.role,
            "person": caller.person or None,
            "name": self._hall.people.name(caller.person),
            "table": caller.table,
            "seat": caller.seat,
            "version": __version__,
        }
        self._send(welcome)
        return True

    def _send(self, message: dict[str, Any]) -> None:
        self._listener.send(text(message))

    async def _write(self) -> None:
        while True:
            await self._socket.send_text(await self._listener.messages.get())

    async def _receive(self) -> Understood | None:
        """The next frame, decoded; None if it is malformed."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        data = message.get("text")
        if data is None:
            return None
        try:
            return _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None

    async def _read(self) -> None:
        while self._patience:
            frame = await self._receive()
            tag = "bad" if frame is None else str(frame.__struct_config__.tag)
            metrics.FRAMES.labels(tag).inc()
            if not self._bucket.take():
                metrics.LIMITED.inc()
                self._complain(Problem(429, "limited", "too many frames: wait a moment"))
                await asyncio.sleep(self._bucket.wait())
            elif frame is None:
                self._complain(Problem(400, "malformed", "this frame cannot be understood"))
            else:
                await self._answer(frame)
        self._listener.close(POLICY)

    def _complain(self, problem: Problem) -> None:
        self._patience -= 1
        self._send({"type": "error"} | problem.as_data())

    async def _answer(self, frame: Understood) -> None:
        try:
            await self._follow(frame)
        except Exception as error:
            problem = problem_of(error)
            if problem is None:
                LOG.exception("a frame could not be answered")
                raise
            table = getattr(frame, "table", None)
            id = frame.id if isinstance(frame, TableCommand) else None
            if id is None:
                self._send({"type": "error", "table": table} | problem.as_data())
                return
            keeper = self._hall.keepers.get(str(table))
            state = keeper.live.state if keeper and keeper.live else None
            refused = {"type": "refused", "id": id, "table": table, "state": state}
            self._send(refused | problem.as_data())

    async def _follow(self, frame: Understood) -> None:
        hall, listener = self._hall, self._listener
        match frame:
            case Ping():
                self._send({"type": "pong"})
            case WatchLobby():
                hall.gallery.watch_lobby(listener)
            case WatchTable():
                if len(listener.tables) >= MOST_TABLES:
                    raise Problem(
                        409, "limited", f"a connection may watch at most {MOST_TABLES} tables"
                    )
                await hall.pit.watch(listener, frame.table)
            case UnwatchTable():
                hall.gallery.unwatch(listener, frame.table)
            case Greeting():
                raise Problem(400, "malformed", "hello has already been said")
            case _:
                reply = await carry_out(hall, frame, listener.caller)
                if frame.id is not None:
                    self._send({"type": "ack"} | reply)
