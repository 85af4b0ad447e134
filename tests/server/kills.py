"""Kill the server at random moments under load and start it again: nothing acknowledged is lost.

``python -m tests.server.kills TIMES [DATABASE-URL]``
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import websockets

from croupier.journal import open_journal
from croupier.journal.database import DatabaseStore
from croupier.journal.entry import ACTION
from croupier.journal.payloads import Said
from croupier.server import reconciliation
from tests.server.forks import dead, servers
from tests.server.visitors import FAST, House, Visitor, acting, new_id, running, sentence

GAMES = ("red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker")
SEATS = (1, 2)


@dataclass
class Witness:
    """What the players were told, which must stay true whatever happens to the server."""

    asked: set[str] = field(default_factory=set)
    acknowledged: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Acknowledged ids, with table and state."""
    reached: dict[str, int] = field(default_factory=dict)
    """The latest state that anybody was told of, by table."""
    rounds: dict[str, int] = field(default_factory=dict)
    """The newest round that anybody was told of, by table."""
    killed: int = 0
    resumed: int = 0
    """Rounds that were open when the server was killed, and resumed."""

    def told(self, table: str, state: int, round: int | None = None) -> None:
        self.reached[table] = max(self.reached.get(table, 0), state)
        self.rounds[table] = max(self.rounds.get(table, 0), round or 0)


class Bot:
    """A player who comes back after every crash, repeats what was not answered, and plays on."""

    def __init__(self, visitor: Visitor, table: str, witness: Witness, seed: int) -> None:
        self._visitor = visitor
        self._table = table
        self._witness = witness
        self._random = Random(seed)
        self._unanswered: dict[str, Any] | None = None

    async def run(self) -> None:
        while True:
            reached = self._witness.reached.get(self._table, 0)
            try:
                async with self._visitor.socket(self._table) as socket:
                    state = socket.pictures[self._table]["state"]
                    assert state >= reached, f"{self._table} is at {state}, {reached} was told"
                    await self._play(socket)
            except (OSError, TimeoutError, websockets.WebSocketException):
                await asyncio.sleep(0.01)

    async def _play(self, socket: Any) -> None:
        table = self._table
        if self._unanswered is not None:
            await self._ask(socket, self._unanswered)
        while True:
            picture = socket.pictures[table]
            self._witness.told(table, picture["state"], picture["round"])
            offers = picture["next"]
            if picture["phase"] == "wagering":
                seat, first = picture["seats"][str(picture["you"]["seat"])], picture["first_wager"]
                if first in seat["wagers"] and not seat["ready"]:
                    await socket.send({"type": "ready", "table": table})
                offers = [o for o in offers if o["verb"] == "wager" and o["args"][0] == first]
                if first in seat["wagers"]:
                    offers = []
            if not offers:
                await socket.next(5)
                continue
            said = sentence(self._random, self._random.choice(offers))
            frame = acting(table, new_id(), said, picture["state"])
            self._witness.asked.add(frame["id"])
            await self._ask(socket, frame)

    async def _ask(self, socket: Any, frame: dict[str, Any]) -> None:
        self._unanswered = frame
        await socket.send(frame)
        answer = await socket.expect("ack", "refused", id=frame["id"])
        self._unanswered = None
        if answer["type"] == "ack":
            self._witness.acknowledged[frame["id"]] = (self._table, answer["state"])
            self._witness.told(self._table, answer["state"])
            await socket.seen(answer)


async def kill(times: int, database: Path | str, seed: int = 1, copies: int = 1) -> Witness:
    """Kill a server N times while people play, and return what they were told."""
    witness = Witness()
    async with running(database, FAST, stake=100_000_000) as house:
        seated = [s for _ in range(copies) for game in GAMES for s in await _seated(house, game)]
    tables = sorted({table for table, _ in seated})
    random = Random(seed)
    async with servers(where(database)) as start:
        public = Visitor(start.base)
        bots = [
            asyncio.create_task(Bot(Visitor(start.base, token), table, witness, i).run())
            for i, (table, token) in enumerate(seated)
        ]
        try:
            for _ in range(times):
                pid = await start()
                await _resumed(public, tables, witness)
                await asyncio.sleep(random.uniform(0.0, 0.2))
                _still_happy(bots)
                await dead(pid)
                witness.killed += 1
            await start()
            await _resumed(public, tables, witness)
            await _go_on(public, tables, bots)
        finally:
            for bot in bots:
                bot.cancel()
            await asyncio.gather(*bots, return_exceptions=True)
            await public.http.aclose()
    return witness


def where(database: Path | str) -> str:
    """Return the database of a directory, or a database URL unchanged."""
    return str(database / "journal.db") if isinstance(database, Path) else database


def _still_happy(bots: Sequence[asyncio.Task[None]]) -> None:
    for bot in bots:
        if bot.done():
            bot.result()


async def _seated(house: House, game: str) -> list[tuple[str, str]]:
    table = await house.table(game, tray="1000000")
    made = []
    for seat in SEATS:
        player = await house.player(table, seat, buy_in="100000")
        assert player.token is not None
        made.append((table, player.token))
    return made


async def _resumed(public: Visitor, tables: Sequence[str], witness: Witness) -> None:
    """Check that every table and its open round are at least where somebody was told."""
    for table in tables:
        state, round = witness.reached.get(table, 0), witness.rounds.get(table, 0)
        picture = await public.picture(table)
        assert picture["state"] >= state, f"{table} is at {picture['state']}, {state} was told"
        assert (picture["round"] or round) >= round, f"{table}: round {round} is gone"
        witness.resumed += picture["phase"] == "playing"


async def _go_on(
    public: Visitor, tables: Sequence[str], bots: Sequence[asyncio.Task[None]]
) -> None:
    """Finish what was open, and play another round after it."""
    wanted = {table: (await public.picture(table))["rounds"] + 2 for table in tables}
    async with asyncio.timeout(60):
        for table, rounds in wanted.items():
            while (await public.picture(table))["rounds"] < rounds:
                _still_happy(bots)
                await asyncio.sleep(0.02)


def check(database: Path | str, witness: Witness) -> dict[str, Any]:
    """Check everything that must hold at the end, and return some figures."""
    with open_journal(where(database)) as journal:
        verdict = journal.verify()
        assert verdict.verified, verdict
        recorded: Counter[str] = Counter()
        at: dict[str, tuple[str, int]] = {}
        for table, number, _, kind, payload, _, _ in journal.store.rows():
            if kind == ACTION and (id := msgspec.json.decode(payload, type=Said).id) is not None:
                recorded[id] += 1
                at[id] = (table, number)
        for id, (table, state) in witness.acknowledged.items():
            assert recorded[id] == 1, f"{id} was acknowledged and is there {recorded[id]} times"
            assert at[id][0] == table and at[id][1] <= state
        assert max(recorded.values()) == 1, "something was carried out twice"
        assert set(recorded) <= witness.asked, "something was carried out that nobody asked for"
        for table, state in witness.reached.items():
            assert verdict.heads[table].number >= state
        assert isinstance(journal.store, DatabaseStore)
        with journal.store.engine.connect() as connection:
            assert reconciliation.house_data(connection)["balanced"]
    return {
        "rounds": verdict.rounds,
        "entries": verdict.events,
        "packs": verdict.packs,
        "acknowledged": len(witness.acknowledged),
        "asked": len(witness.asked),
        "rounds resumed": witness.resumed,
    }


def main() -> None:
    times = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        database: Path | str = sys.argv[2] if len(sys.argv) > 2 else Path(directory)
        began = time.monotonic()
        witness = asyncio.run(kill(times, database))
        figures = check(database, witness)
        told = ", ".join(f"{number} {what}" for what, number in figures.items())
        print(f"killed {times} times in {time.monotonic() - began:.0f} s, nothing lost: {told}")


if __name__ == "__main__":
    main()
