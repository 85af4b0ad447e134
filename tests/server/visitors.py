"""Visitors of a running server, over HTTP and WebSockets as browsers come."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

from croupier.journal.fairness import Order
from croupier.nouns.cards import INDEX, parse_cards
from croupier.server.hall import Hall
from croupier.server.run import Server, configure, listen
from croupier.server.settings import Settings

Data = dict[str, Any]
FAST = Settings(port=0, pause=0.0, thinking=0.0, rate=1e6, burst=1_000_000, signing_seconds=3600)

_ids = itertools.count(1)


def new_id() -> str:
    """Return an id for one request."""
    return f"t-{next(_ids)}"


def acting(table: str, id: str, said: str, state: int) -> Data:
    """Return the message that says an action over a WebSocket."""
    return {"type": "act", "table": table, "id": id, "said": said, "state": state}


class Visitor:
    """A visitor with or without a token."""

    def __init__(self, base: str, token: str | None = None) -> None:
        self.base = base
        self.token = token
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.http = httpx.AsyncClient(base_url=base, headers=headers, timeout=30)

    async def get(self, path: str, status: int = 200, **params: Any) -> Any:
        return self._checked(await self.http.get(path, params=params), status)

    async def post(self, path: str, status: int = 200, **body: Any) -> Any:
        return self._checked(await self.http.post(path, json=body), status)

    async def delete(self, path: str, status: int = 204) -> Any:
        return self._checked(await self.http.delete(path), status)

    @staticmethod
    def _checked(response: httpx.Response, status: int) -> Any:
        assert response.status_code == status, f"{response.status_code}: {response.text[:500]}"
        is_json = response.headers.get("content-type", "").startswith("application/json")
        return response.json() if is_json else response.text

    async def say(self, table: str, said: str, status: int = 200, **more: Any) -> Data:
        """Say an action at the current state."""
        body = {"id": new_id(), "said": said, **more}
        if "state" not in body:
            body["state"] = (await self.get(f"/api/tables/{table}"))["state"]
        answer: Data = await self.post(f"/api/tables/{table}/acts", status, **body)
        return answer

    async def picture(self, table: str) -> Data:
        seen: Data = await self.get(f"/api/tables/{table}")
        return seen

    @asynccontextmanager
    async def socket(self, *tables: str) -> AsyncIterator[Socket]:
        """Open a WebSocket that has said hello and watches the tables."""
        url = self.base.replace("http", "ws", 1) + "/ws"
        async with websockets.connect(url, max_size=None, compression=None) as raw:
            socket = Socket(raw)
            hello = {"type": "hello"} | ({} if self.token is None else {"token": self.token})
            await socket.send(hello)
            socket.welcome = await socket.expect("welcome")
            for table in tables:
                await socket.send({"type": "watch", "table": table})
                await socket.expect("table")
            yield socket


class Socket:
    """A WebSocket that remembers only what it was told last of each table.

    Every wait has its own deadline, which is checked before each message. However many messages
    come, and however fast, none of them postpones it.
    """

    def __init__(self, raw: ClientConnection) -> None:
        self.raw = raw
        self.welcome: Data = {}
        self.pictures: dict[str, Data] = {}

    async def send(self, message: Data | str) -> None:
        await self.raw.send(message if isinstance(message, str) else json.dumps(message))

    async def next(self, seconds: float = 10) -> Data:
        """Return the next message, whatever it is."""
        if seconds <= 0:  # a waiting message would be read without a look at the clock
            raise TimeoutError
        async with asyncio.timeout(seconds):
            text = await self.raw.recv()
        assert isinstance(text, str)
        message: Data = json.loads(text)
        if "picture" in message:
            picture = message["picture"]
            self.pictures[picture["table"]] = self.pictures.get(picture["table"], {}) | picture
        return message

    async def expect(self, *kinds: str, id: str | None = None, seconds: float = 10) -> Data:
        """Return the next message of a kind, about an id if one is named. Note the others."""
        ends = time.monotonic() + seconds
        while True:
            message = await self.next(ends - time.monotonic())
            if message["type"] in kinds and id in (None, message.get("id")):
                return message

    async def until(self, table: str, holds: Callable[[Data], bool], seconds: float = 10) -> Data:
        """Read on until something is true of the table's picture."""
        ends = time.monotonic() + seconds
        while table not in self.pictures or not holds(self.pictures[table]):
            await self.next(ends - time.monotonic())
        return self.pictures[table]

    async def act(self, table: str, said: str, **more: Any) -> Data:
        """Say an action and wait for the answer and, at a watched table, until it shows."""
        message = acting(table, new_id(), said, self.pictures[table]["state"]) | more
        await self.send(message)
        answer = await self.expect("ack", "refused", id=message["id"])
        await self.seen(answer)
        return answer

    async def seen(self, answer: Data) -> None:
        """Read on until what was acknowledged shows, because the answer comes first."""
        if answer["type"] == "ack":
            await self.until(answer["table"], lambda p: bool(p["state"] >= answer["state"]))


def sentence(random: Random, offer: Data) -> str:
    """Return a sentence that an offer allows, without its actor."""
    words, before = [offer["verb"]], "0"
    for arg in offer["args"]:
        if isinstance(arg, dict):
            low, high, step = (round(float(arg[k]) * 100) for k in ("least", "most", "step"))
            most = min(high, low + 20 * step)
            before = f"{random.randint(low // step, most // step) * step / 100:.2f}"
            words.append(before)
        elif arg == "same":
            words.append(before)
        else:
            words.append(arg)
    return " ".join(words)


async def play(
    sockets: list[Socket], table: str, rounds: int, seed: int = 0, seconds: float = 60
) -> None:
    """Let every socket's player wager, get ready and answer for N rounds."""
    done = max(socket.pictures[table]["rounds"] for socket in sockets) + rounds
    ends = time.monotonic() + seconds
    await asyncio.gather(
        *(_play(Random(seed + i), socket, table, done, ends) for i, socket in enumerate(sockets))
    )


async def _play(random: Random, socket: Socket, table: str, done: int, ends: float) -> None:
    while (picture := socket.pictures[table])["rounds"] < done:
        if time.monotonic() > ends:
            raise TimeoutError(f"{table}: {picture['rounds']} of {done} rounds were played")
        seat = picture["seats"][str(picture["you"]["seat"])]
        first = picture["first_wager"]
        if picture["phase"] == "wagering" and picture["next"] and first not in seat["wagers"]:
            offers = [o for o in picture["next"] if o["verb"] == "wager" and o["args"][0] == first]
            await socket.act(table, sentence(random, random.choice(offers)))
            await socket.send({"type": "ready", "table": table})
        elif picture["phase"] == "playing" and picture["next"]:
            await socket.act(table, sentence(random, random.choice(picture["next"])))
        else:
            await socket.next(ends - time.monotonic())


class House:
    """A server running in this process."""

    def __init__(self, hall: Hall, base: str, tokens: dict[str, str]) -> None:
        self.hall = hall
        self.base = base
        self.public = Visitor(base)
        self.floor = Visitor(base, tokens["floor"])
        self.admin = Visitor(base, tokens["administrator"])
        self._visitors: list[Visitor] = [self.public, self.floor, self.admin]

    def stack(self, cards: str) -> None:
        """Put these cards first in every pack that is shuffled from now on."""
        first = [INDEX[card] for card in parse_cards(cards)]

        def order(size: int) -> Order:
            rest = [n for n in range(size) if n not in first]
            return Order((*first, *rest), secrets.token_bytes(32))

        self.hall.pit.next_order = order

    def visitor(self, token: str | None = None) -> Visitor:
        visitor = Visitor(self.base, token)
        self._visitors.append(visitor)
        return visitor

    async def guest(self, name: str = "Guest") -> Visitor:
        made = await self.public.post("/api/guests", 201, name=name)
        return self.visitor(made["token"])

    async def of_role(self, role: str) -> Visitor:
        made = await self.admin.post("/api/tokens", 201, role=role)
        return self.visitor(made["token"])

    async def table(self, game: str = "red-dog", **more: Any) -> str:
        """Open a new table and return its name."""
        opened = await self.floor.post("/api/tables", 201, id=new_id(), game=game, **more)
        return str(opened["table"])

    async def player(self, table: str, seat: int, name: str = "Ann", **more: Any) -> Visitor:
        """Seat a new player."""
        guest = await self.guest(name)
        path = f"/api/tables/{table}/seats/{seat}"
        return self.visitor((await guest.post(path, 201, id=new_id(), **more))["token"])

    async def close(self) -> None:
        for visitor in self._visitors:
            await visitor.http.aclose()


@asynccontextmanager
async def running(
    directory: Path | str, settings: Settings = FAST, **more: Any
) -> AsyncIterator[House]:
    """Run a server over a database in a directory, or over a database URL."""
    database = str(directory / "journal.db") if isinstance(directory, Path) else directory
    hall = Hall(replace(settings, database=database, **more))
    listening = listen(hall.settings)
    server = Server(configure(hall), hall)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    async with asyncio.timeout(60):
        while not server.started:
            if task.done():
                task.result()
                raise RuntimeError("the server did not start")
            await asyncio.sleep(0.01)
    host, port = listening.getsockname()[:2]
    house = House(hall, f"http://{host}:{port}", await hall.sessions.first_tokens(renew=True))
    try:
        yield house
    finally:
        await house.close()
        server.leave()
        await task
