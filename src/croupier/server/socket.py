"""The WebSocket: one connection for everything that a page watches and says."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from croupier import __version__
from croupier.server import metrics, people
from croupier.server.errors import Problem, forbidden, problem_of
from croupier.server.gate import from_our_page
from croupier.server.hall import Hall
from croupier.server.hub import NO_TOKEN, POLICY, Line, text
from croupier.server.limits import Bucket
from croupier.server.people import PUBLIC
from croupier.server.requests import Entropy, Proceed, Ready, Say
from croupier.server.routes.tables import sentence

LOG: Final = logging.getLogger("croupier.socket")

HELLO: Final = 10.0
"""Seconds to say who one is."""
PATIENCE: Final = 50
"""Frames that make no sense, or come too fast, before the connection is closed."""
TABLES: Final = 20
"""Tables that one connection may watch."""

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Table = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,60}$")]
State = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Said = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9 .+-]{1,100}$")]


class Frame(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class Hello(Frame, tag="hello"):
    """Who speaks; the first frame, and said once."""

    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class Lobby(Frame, tag="lobby"):
    """The lobby is told from now on."""


class Watch(Frame, tag="watch"):
    """A table is told from now on."""

    table: Table


class Unwatch(Frame, tag="unwatch"):
    """A table is told no more."""

    table: Table


class Act(Frame, tag="act"):
    """A sentence of the game, meant for the table as it was at a state."""

    table: Table
    id: Id
    state: State
    said: Said


class IsReady(Frame, tag="ready"):
    """The wagers of the own seat stand, or do not yet."""

    table: Table
    ready: bool = True
    id: Id | None = None
    """With one it is answered, and never done twice."""


class Add(Frame, tag="entropy"):
    """Something for the shuffle, before its first card."""

    table: Table
    id: Id
    value: Annotated[str, msgspec.Meta(min_length=1, max_length=128)]


class GoOn(Frame, tag="proceed"):
    """The dealer's next step, where the floor lets him go on step by step."""

    table: Table
    id: Id
    state: State


class Ping(Frame, tag="ping"):
    """Is anybody there?"""


Understood = Hello | Lobby | Watch | Unwatch | Act | IsReady | Add | GoOn | Ping
_DECODER: Final[msgspec.json.Decoder[Frame]] = msgspec.json.Decoder(Understood)


class Conversation:
    """One connection from its first frame to its last."""

    def __init__(self, hall: Hall, socket: WebSocket) -> None:
        self._hall = hall
        self._socket = socket
        self._bucket = Bucket(hall.settings.rate, hall.settings.burst)
        self._patience = PATIENCE
        self._line = Line(PUBLIC)

    async def run(self) -> None:
        """Greet, then read and write until either side hangs up."""
        if not from_our_page(self._socket.scope, self._hall.settings):
            await self._socket.close(POLICY)
            return
        await self._socket.accept()
        if not await self._greet():
            return
        self._hall.hub.join(self._line)
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        closing = asyncio.create_task(self._line.closing.wait())
        try:
            await asyncio.wait((reader, writer, closing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hall.leave(self._line)
            for task in (reader, writer, closing):
                task.cancel()
            await asyncio.gather(reader, writer, closing, return_exceptions=True)
            if self._line.closing.is_set():
                with suppress(Exception):
                    await self._socket.close(self._line.code)

    async def _greet(self) -> bool:
        """The first frame says who it is."""
        try:
            async with asyncio.timeout(HELLO):
                frame = await self._receive()
        except (TimeoutError, WebSocketDisconnect):
            frame = None
        caller = PUBLIC
        if isinstance(frame, Hello) and frame.token is not None:
            found = await self._hall.people.caller(frame.token)
            if found is None or found.role == people.INVITATION:
                frame = None
            else:
                caller = found
        if not isinstance(frame, Hello):
            with suppress(Exception):
                await self._socket.close(NO_TOKEN)
            return False
        self._line = Line(caller)
        self._send({
            "type": "welcome", "role": caller.role, "person": caller.person or None,
            "name": self._hall.people.name(caller.person), "table": caller.table,
            "seat": caller.seat, "version": __version__,
        })  # fmt: skip
        return True

    def _send(self, message: dict[str, Any]) -> None:
        self._line.send(text(message))

    async def _write(self) -> None:
        while True:
            await self._socket.send_text(await self._line.messages.get())

    async def _receive(self) -> Frame | None:
        """The next frame, or nothing if it makes no sense."""
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
            metrics.FRAMES.add(1, "bad" if frame is None else str(frame.__struct_config__.tag))
            if not self._bucket.take():
                metrics.LIMITED.add()
                self._complain(Problem(429, "limited", "too many frames: wait a little"))
                await asyncio.sleep(self._bucket.wait())
            elif frame is None:
                self._complain(Problem(400, "malformed", "this frame is not understood"))
            else:
                await self._answer(frame)
        self._line.close(POLICY)

    def _complain(self, problem: Problem) -> None:
        self._patience -= 1
        self._send({"type": "error"} | problem.as_data())

    async def _answer(self, frame: Frame) -> None:
        try:
            await self._follow(frame)
        except Exception as error:
            problem = problem_of(error)
            if problem is None:
                LOG.exception("a frame could not be answered")
                raise
            id, table = getattr(frame, "id", None), getattr(frame, "table", None)
            if id is None:
                self._send({"type": "error", "table": table} | problem.as_data())
                return
            actor = self._hall.actors.get(str(table))
            state = actor.live.state if actor and actor.live else None
            self._send({"type": "refused", "id": id, "table": table, "state": state}
                       | problem.as_data())  # fmt: skip

    async def _follow(self, frame: Frame) -> None:
        hall, line = self._hall, self._line
        match frame:
            case Ping():
                self._send({"type": "pong"})
            case Lobby():
                line.lobby = True
                self._send({"type": "lobby", "tables": hall.lobby(), "play_money": True})
            case Watch():
                await self._watch(frame.table)
            case Unwatch():
                hall.unwatch(line, frame.table)
            case Hello():
                raise Problem(400, "malformed", "hello has been said")
            case Act() | IsReady() | Add() | GoOn():
                await self._speak(frame)

    async def _watch(self, table: str) -> None:
        hall, line = self._hall, self._line
        if len(line.tables) >= TABLES:
            raise Problem(409, "limited", f"one connection watches at most {TABLES} tables")
        await hall.watch(line, table)

    async def _speak(self, frame: Act | IsReady | Add | GoOn) -> None:
        hall, caller, table = self._hall, self._line.caller, frame.table
        if not caller.known:
            raise Problem(401, "unauthorized", "a token is needed")
        if caller.role not in people.SPEAKS:
            raise forbidden(f"{caller.role} only looks")
        match frame:
            case Act():
                said = sentence(caller, table, frame.said)
                request: Any = Say(by=caller.person, id=frame.id, said=said, state=frame.state)
            case IsReady():
                if caller.role != people.PLAYER or caller.table != table:
                    raise forbidden("this is for the players of this table")
                seat = caller.seat or 0
                request = Ready(by=caller.person, id=frame.id, seat=seat, ready=frame.ready)
            case Add():
                request = Entropy(by=caller.person, id=frame.id, value=frame.value)
            case GoOn():
                if caller.role not in people.STAFF:
                    raise forbidden("this is for the floor")
                request = Proceed(by=caller.person, id=frame.id, state=frame.state)
        reply = await hall.ask(table, request, caller)
        if request.id is not None:
            self._send({"type": "ack", "id": request.id, "duplicate": False} | reply)
