"""If the owner of a table is killed or stalls, another server continues the same round."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from croupier.journal import open_journal, replay
from croupier.journal.database import DatabaseStore
from croupier.journal.entry import ACTION, OPEN
from croupier.journal.payloads import Said
from croupier.server import reconciliation
from tests.postgres import Postgres
from tests.server.serving import Process, started
from tests.server.visitors import Socket, Visitor, new_id, play, sentence

pytestmark = pytest.mark.postgres

WITHIN = 5.0
"""Seconds until another server must have the table."""

Data = dict[str, Any]


@asynccontextmanager
async def two(url: str, data: Path) -> AsyncIterator[tuple[Process, Process]]:
    """Two servers that find an empty database and each other at the same time."""
    async with AsyncExitStack() as stack:
        both = (stack.enter_async_context(started(url, data)) for _ in range(2))
        one, other = await asyncio.gather(*both)
        yield one, other


class Player:
    """A player at a seat who can use any server."""

    def __init__(self, table: str, token: str) -> None:
        self.table = table
        self.token = token
        self.acknowledged: list[str] = []

    async def act(self, socket: Socket, said: str) -> Data:
        """Say an action once, however often it must be sent, and return the answer."""
        id = new_id()
        answer = await socket.act(self.table, said, id=id)
        assert answer["type"] == "ack", answer
        self.acknowledged.append(id)
        return answer


async def seat(server: Process, table: str, number: int, name: str) -> Player:
    guest = await server.visitor().post("/api/guests", 201, name=name)
    path = f"/api/tables/{table}/seats/{number}"
    seated = await server.visitor(guest["token"]).post(path, 201, id=new_id())
    return Player(table, seated["token"])


async def into_a_round(socket: Socket, other: Socket, ann: Player, bob: Player) -> int:
    """Let both wager and the cards be dealt, and return the number of the round."""
    table = ann.table
    for player, at in ((ann, socket), (bob, other)):
        picture = await at.until(table, lambda p: bool(p["next"]))
        offers = [o for o in picture["next"] if o["verb"] == "wager"]
        await player.act(at, sentence(Random(1), offers[0]))
    for at in (socket, other):
        await at.send({"type": "ready", "table": table})
    for at in (socket, other):
        await at.until(table, lambda p: p["phase"] == "playing")
    return int(socket.pictures[table]["round"])


def check(url: str, table: str, players: list[Player], least: int) -> None:
    """Check the record: it verifies, has everything acknowledged once, and no round twice."""
    with open_journal(url) as journal:
        verdict = journal.verify()
        assert verdict.verified, verdict
        said: Counter[str] = Counter()
        opened: Counter[int] = Counter()
        for _, _, round, kind, payload, _, _ in journal.store.rows():
            opened[round] += kind == OPEN
            if kind == ACTION and (id := msgspec.json.decode(payload, type=Said).id):
                said[id] += 1
        for player in players:
            assert all(said[id] == 1 for id in player.acknowledged)
        assert max(said.values()) == 1 and max(opened.values()) == 1
        lines = list(journal.rounds())
        assert len(lines) >= least
        assert all(replay(journal.round(line.number)).same for line in lines)
        assert isinstance(journal.store, DatabaseStore)
        with journal.store.engine.connect() as connection:
            assert reconciliation.house_data(connection)["balanced"]


async def test_the_owner_is_killed_in_the_middle_of_a_round(
    postgres: Postgres, tmp_path: Path, record_property: Any
) -> None:
    url = postgres.database()
    async with two(url, tmp_path) as (one, other):
        floor = one.visitor(one.tokens["floor"])
        table = (await floor.post("/api/tables", 201, id=new_id(), game="double-cross-poker"))[
            "table"
        ]
        ann, bob = await seat(one, table, 1, "Ann"), await seat(other, table, 3, "Bob")
        async with other.visitor(bob.token).socket(table) as b:
            with suppress(ConnectionClosed):
                async with one.visitor(ann.token).socket(table) as a:
                    await play([a, b], table, rounds=2)
                    number = await into_a_round(a, b, ann, bob)
                    (awaited, *_) = b.pictures[table]["awaits"]
                    assert awaited == 1  # Ann's server is about to die under her
                    began = time.monotonic()
                    await one.kill()
            # Bob's page hears of the table again from its new owner, without asking.
            message = await b.expect("table", seconds=WITHIN)
            took = time.monotonic() - began
            assert message["picture"]["round"] == number
            async with other.visitor(ann.token).socket(table) as a:
                assert a.pictures[table]["round"] == number
                assert a.pictures[table]["seats"]["1"]["wagers"]["ante"]
                await play([a, b], table, rounds=1)
                assert a.pictures[table]["rounds"] == 3
                await play([a, b], table, rounds=2)
        record_property("takeover_seconds", round(took, 2))
    check(url, table, [ann, bob], least=5)


async def test_the_next_owner_answers_what_was_asked_of_one_that_died(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.database()
    async with two(url, tmp_path) as (one, other):
        floor = one.visitor(one.tokens["floor"])
        table = (await floor.post("/api/tables", 201, id=new_id(), game="red-dog"))["table"]
        bob = await seat(other, table, 2, "Bob")
        one.stop_short()
        body: Data = {"id": new_id(), "said": "wager original 10", "state": 0}
        visitor = other.visitor(bob.token)
        asked = asyncio.create_task(_wager(visitor, table, body))
        await asyncio.sleep(0.2)
        await one.kill()
        answer = await asked
        assert answer["duplicate"] is False
        bob.acknowledged.append(str(body["id"]))
        again = await visitor.post(f"/api/tables/{table}/acts", **body)
        assert again == answer | {"duplicate": True}
        assert (await visitor.picture(table))["seats"]["2"]["wagers"] == {"original": "10.00"}
    check(url, table, [bob], least=1)


async def _wager(visitor: Visitor, table: str, body: Data) -> Data:
    """Wager with one id, again until the table has laid out a round."""
    while True:
        response = await visitor.http.post(f"/api/tables/{table}/acts", json=body)
        answer: Data = response.json()
        if response.status_code == 200:
            return answer
        assert response.status_code == 409, answer
        body["state"] = (await visitor.picture(table))["state"]


async def test_an_owner_that_stalls_is_succeeded_and_wakes_up_without_the_table(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.database()
    async with two(url, tmp_path) as (one, other):
        floor = one.visitor(one.tokens["floor"])
        table = (await floor.post("/api/tables", 201, id=new_id(), game="double-down-stud"))[
            "table"
        ]
        ann, bob = await seat(one, table, 1, "Ann"), await seat(other, table, 2, "Bob")
        sockets = one.visitor(ann.token).socket(table), other.visitor(bob.token).socket(table)
        async with sockets[0] as a, sockets[1] as b:
            await into_a_round(a, b, ann, bob)
            one.stop_short()
            await b.expect("table", seconds=10)
            one.go_on()
            # Ann never left the old server, and what she says goes to the new one.
            await a.until(table, lambda p: p["state"] >= b.pictures[table]["state"])
            await play([a, b], table, rounds=2)
    check(url, table, [ann, bob], least=2)
