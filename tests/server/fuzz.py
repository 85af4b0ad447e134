"""Thousands of frames that no page would send.

They are mangled, mistyped, huge, out of order, repeated, or other people's. ``python -m
tests.server.fuzz FRAMES`` sends them to a server in a separate process. The server must not crash,
grow or misbehave, and must deal a normal round afterwards.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import websockets
from websockets.asyncio.client import ClientConnection

from tests.server.forks import servers
from tests.server.kills import GAMES, where
from tests.server.load import resident
from tests.server.visitors import FAST, Visitor, play, running
from tests.support import in_turn

LINES: Final = 8
"""Connections at a time."""
BATCH: Final = 40
"""Frames that a connection sends before it reads the answers. The fiftieth bad one closes it."""
GROWTH: Final = 16 * 2**20
"""Bytes that the server may grow by after its first tenth of the frames."""
VERBS: Final = in_turn(
    "wager original 10; wager ante 5; close; fold; pass; raise 10; bet 5; double",
    "withdraw original; recut; report misdeal; x; wager original 1e9; wager original -5",
    "raise vertical 5; expose",
)
KNOWN: Final = "hello lobby watch unwatch act ready entropy proceed ping table"
TYPES: Final = (*KNOWN.split(), "", "ACT")
NUMBERS: Final = (None, True, -1, 0, 2**53, 2**64, 10**400, 1.5, 1e308)
TEXTS: Final = ("", "x" * 5000, "\x00", "\ud800", "💥")
NESTED: Final[tuple[Any, ...]] = ([], {}, [[]] * 50, {"type": "act"})
ATTACKS: Final = ("../../etc/passwd", "'; DROP TABLE entries; --", "1 fold")
ODD: Final[tuple[Any, ...]] = (*NUMBERS, *TEXTS, *NESTED, *ATTACKS)
LAST: Final = {"type": "act", "table": "no-such-table", "id": "last", "state": 0, "said": "fold"}
"""Refused for everybody, with its id in the answer."""

Frame = dict[str, Any]


class Fuzzer:
    """Makes frames from a seed."""

    def __init__(self, seed: int, tables: list[str]) -> None:
        self._random = Random(seed)
        self._tables = [*tables, "no-such-table", "red-dog-999"]
        self._said: list[str] = []
        self._ways: list[Callable[[], str | bytes]] = [*[self._valid] * 3, *[self._mistyped] * 2]
        self._ways += [self._mangled, self._missing, self._extra, self._repeated]
        self._ways += [self._huge, self._binary, self._deep, self._noise]

    def frame(self) -> str | bytes:
        made = self._random.choice(self._ways)()
        if isinstance(made, str) and len(made) < 2000:
            self._said = [*self._said[-50:], made]
        return made

    def _as_it_should_be(self) -> Frame:
        random = self._random
        kind = random.choice(TYPES[:9])
        frame: Frame = {"type": kind}
        if kind in ("watch", "unwatch", "act", "ready", "entropy", "proceed"):
            frame["table"] = random.choice(self._tables)
        if kind in ("act", "entropy", "proceed"):
            frame["id"] = f"f{random.randrange(200)}"
        if kind in ("act", "proceed"):
            frame["state"] = random.randrange(200)
        if kind == "act":
            frame["said"] = random.choice(VERBS)
        if kind == "entropy":
            frame["value"] = f"{random.random()}"
        if kind == "ready":
            frame["ready"] = random.random() < 0.5
        if kind == "hello" and random.random() < 0.5:
            frame["token"] = random.choice(("x", "a" * 43))
        return frame

    def _valid(self) -> str:
        return json.dumps(self._as_it_should_be())

    def _mistyped(self) -> str:
        frame = self._as_it_should_be()
        frame[self._random.choice(list(frame))] = self._random.choice(ODD)
        return json.dumps(frame)

    def _missing(self) -> str:
        frame = self._as_it_should_be()
        del frame[self._random.choice(list(frame))]
        return json.dumps(frame)

    def _extra(self) -> str:
        return json.dumps(self._as_it_should_be() | {"seat": 1, "role": "floor", "by": "p-1"})

    def _mangled(self) -> str:
        text = list(self._valid())
        for _ in range(self._random.randint(1, 4)):
            at = self._random.randrange(len(text))
            text[at] = self._random.choice(
                ('"', "{", "}", "[", ",", ":", "\\", "\x00", "é", "", "9")
            )
        return "".join(text)

    def _repeated(self) -> str:
        return self._random.choice(self._said) if self._said else self._valid()

    def _huge(self) -> str:
        return json.dumps(self._as_it_should_be() | {"said": "x" * self._random.randrange(15_000)})

    def _binary(self) -> bytes:
        return self._random.randbytes(self._random.randrange(200))

    def _deep(self) -> str:
        depth = self._random.randrange(1, 5000)
        return '{"type":"act","table":' + "[" * depth + "]" * depth + "}"

    def _noise(self) -> str:
        return "".join(chr(self._random.randrange(32, 0x2FF)) for _ in range(60))


async def _line(
    base: str, token: str | None, fuzzer: Fuzzer, frames: int, told: Counter[str]
) -> None:
    """Send N frames over as many connections as that takes. The server closes none of them."""
    url = base.replace("http", "ws", 1) + "/ws"
    left = frames
    while left > 0:
        async with websockets.connect(url, max_size=None, compression=None) as raw:
            hello = {"type": "hello"} | ({} if token is None else {"token": token})
            await raw.send(json.dumps(hello))
            batch = min(BATCH, left)
            for _ in range(batch):
                await raw.send(fuzzer.frame())
            await raw.send(json.dumps(LAST))
            await _heard(raw, told)
            left -= batch


async def _heard(raw: ClientConnection, told: Counter[str]) -> None:
    """Read until the last frame has been answered."""
    ends = time.monotonic() + 60
    while (left := ends - time.monotonic()) > 0:
        async with asyncio.timeout(left):
            message = json.loads(await raw.recv())
        told[message["type"]] += 1
        if message["type"] in ("error", "refused"):
            told[message["error"]["kind"]] += 1
        if message.get("id") == LAST["id"]:
            return
    raise TimeoutError


async def fuzz(frames: int, directory: Path, seed: int = 1) -> tuple[Counter[str], int]:
    """Send frames, and return what came back and by how much the server grew."""
    async with running(directory, FAST) as house:
        tables = [await house.table(game) for game in GAMES]
        tokens: list[str | None] = [None, (await house.guest()).token]
        tokens += [(await house.player(table, 1)).token for table in tables]
        tokens += [(await house.of_role(role)).token for role in ("surveillance", "spectator")]
        tables.append(await house.table())
        players = [(await house.player(tables[-1], seat)).token for seat in (1, 2)]
    told: Counter[str] = Counter()
    async with servers(where(directory)) as start:
        pid = await start()
        share = frames // LINES
        for part in (share // 10, share - share // 10):
            before = resident(pid)
            fuzzers = [Fuzzer(seed * 1000 + i + part, tables) for i in range(LINES)]
            lines = zip(tokens[:LINES], fuzzers, strict=True)
            await asyncio.gather(*(_line(start.base, *line, part, told) for line in lines))
        grown = resident(pid) - before
        await _plays_on(start.base, tables[-1], players)
    return told, grown


async def _plays_on(base: str, table: str, tokens: list[str | None]) -> None:
    """Let two players, whose tokens were not used, play a round at a table under attack."""
    visitors = [Visitor(base, token) for token in tokens]
    async with visitors[0].socket(table) as a, visitors[1].socket(table) as b:
        await play([a, b], table, rounds=1, seconds=120)
    for visitor in visitors:
        await visitor.http.aclose()


def main() -> None:
    frames = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        began = time.monotonic()
        told, grown = asyncio.run(fuzz(frames, Path(directory)))
        print(
            f"{frames} frames in {time.monotonic() - began:.0f} s; "
            f"the server grew by {grown / 2**20:.1f} MB"
        )
        print(", ".join(f"{number} {what}" for what, number in told.most_common()))
        assert grown < GROWTH


if __name__ == "__main__":
    main()
