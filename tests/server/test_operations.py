"""For operators: health, Prometheus metrics, logs without secrets, a shutdown without loss."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import sys
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Any

import pytest
import websockets

from croupier import games
from croupier.journal import open_journal
from croupier.nouns.cards import DECK
from croupier.server import metrics
from croupier.server.run import _answers, address_of, configure, listen
from tests.server.visitors import FAST, House, Visitor, new_id, play, running

SAMPLE = re.compile(r'^([a-z_]+)(\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? (\S+)$')
CARD = re.compile(rf"\b(?:{'|'.join(DECK)})\b")


def figures(told: str) -> dict[str, float]:
    """Return samples by name and labels. Every line must be one, or a comment of a known kind."""
    found: dict[str, float] = {}
    for line in told.splitlines():
        if line.startswith(("# HELP ", "# TYPE ")):
            continue
        sample = SAMPLE.match(line)
        assert sample is not None, line
        found[sample[1] + (sample[2] or "")] = float(sample[3])
    return found


async def test_the_process_is_alive_and_ready(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        assert await house.public.get("/healthz") == {"status": "ok"}
        assert await house.public.get("/readyz") == {"status": "ok"}


async def test_a_new_database_has_a_table_for_every_document(tmp_path: Path) -> None:
    documents = {(game, state) for game in games.names() for state in games.load(game).states}
    async with running(tmp_path) as house:
        opened = []
        with pytest.MonkeyPatch.context() as patched:  # the start is interrupted and repeated
            patched.setattr(games, "names", lambda: ["double-cross-poker", "red-dog"])
            opened += await house.hall.openings.first_tables(house.hall.settings.tray)
        opened += await house.hall.openings.first_tables(house.hall.settings.tray)
        lobby = (await house.public.get("/api/lobby"))["tables"]
        assert {(t["game"], t["rulebook"]) for t in lobby} == documents and len(lobby) == 5
        assert len({t["name"] for t in lobby}) == 5
        for table in opened:
            ann = await house.player(table, 1)
            assert (await ann.picture(table))["next"]
            await ann.post(f"/api/tables/{table}/leave", id=new_id())
            await house.floor.post(f"/api/tables/{table}/close", id=new_id())
        assert (await house.floor.get("/api/reconciliation"))["balanced"]
    # There have been tables, and whoever closed them wants them closed.
    async with running(tmp_path) as house:
        assert await house.hall.openings.first_tables(house.hall.settings.tray) == []
        assert (await house.public.get("/api/lobby"))["tables"] == []


async def test_figures_for_prometheus(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        before = figures(await house.public.get("/metrics"))
        table = await house.table()
        player = await house.player(table, 1)
        async with player.socket(table) as socket:
            assert (await socket.act(table, "wager original 10"))["type"] == "ack"
            assert (await socket.act(table, "wager original 1"))["type"] == "refused"
            await socket.send("{")
            await socket.expect("error")
            await socket.send({"type": "ready", "table": table})
            while socket.pictures[table]["rounds"] == 0:
                await play([socket], table, 1)
            response = await house.public.http.get("/metrics")
    assert response.headers["content-type"] == metrics.CONTENT_TYPE
    after = figures(response.text)
    rise = {name: value - before.get(name, 0) for name, value in after.items()}
    assert rise['croupier_acts_total{outcome="accepted"}'] >= 1
    assert rise['croupier_acts_total{outcome="refused"}'] == 1
    assert rise['croupier_frames_total{type="bad"}'] == 1
    assert rise['croupier_frames_total{type="act"}'] >= 2
    assert rise['croupier_requests_total{method="POST",status="201"}'] == 3
    assert sum(v for n, v in rise.items() if n.startswith("croupier_rounds_total")) == 1
    assert rise["croupier_journal_entries_total"] > 5
    assert after["croupier_sockets"] == after["croupier_tables"] == 1
    for name in ("croupier_act_seconds", "croupier_commit_seconds", "croupier_request_seconds"):
        assert after[f'{name}_bucket{{le="+Inf"}}'] == after[f"{name}_count"] > 0
        assert after[f"{name}_sum"] > 0


# --- a process of its own -------------------------------------------------------------------------


class Served:
    """``croupier serve`` as it is started from a shell."""

    def __init__(self, process: asyncio.subprocess.Process, banner: str) -> None:
        self.process = process
        self.tokens = {
            role: re.findall(rf"{role}\s+\S+#token=(\S+)", banner)[0]
            for role in ("floor", "administrator")
        }
        address = re.search(r"the lobby\s+(\S+)/", banner)
        assert address is not None
        self.base = address[1]

    @classmethod
    async def start(cls, database: Path) -> Served:
        croupier = Path(sys.executable).with_name("croupier")
        command = (croupier, "serve", "--port", "0", "--database", database)
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
        assert process.stdout is not None
        banner = ""
        async with asyncio.timeout(60):
            while "administrator" not in banner:
                line = await process.stdout.readline()
                assert line, banner
                banner += line.decode()
        return cls(process, banner)

    async def stop(self, how: signal.Signals) -> list[dict[str, Any]]:
        """Stop the server and return what was logged."""
        self.process.send_signal(how)
        async with asyncio.timeout(60):
            _, logged = await self.process.communicate()
        assert self.process.returncode == 0
        return [json.loads(line) for line in logged.decode().splitlines()]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_shutdown_tells_everybody_finishes_and_gives_nothing_away(
    tmp_path: Path, how: signal.Signals
) -> None:
    database = tmp_path / "journal.db"
    served = await Served.start(database)
    floor = Visitor(served.base, served.tokens["floor"])
    house = House(hall=_nowhere(), base=served.base, tokens=served.tokens)
    table = await house.table(name="Snowdrop")
    player = await house.player(table, 1, "Rumpelstiltskin")
    async with player.socket(table) as socket:
        assert (await socket.act(table, "wager original 10"))["type"] == "ack"
        await floor.say(table, "dealer close")
        await socket.act(table, "raise 1")  # whatever comes of it
        last = {"id": new_id(), "said": "pass", "state": socket.pictures[table]["state"]}
        asking = asyncio.create_task(player.http.post(f"/api/tables/{table}/acts", json=last))
        await asyncio.sleep(0)
        logged = await served.stop(how)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            while True:
                await socket.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1001
        await asyncio.gather(asking, return_exceptions=True)
    await house.close()
    await floor.http.aclose()
    with open_journal(str(database)) as journal:
        verdict = journal.verify()
        assert verdict.verified and not verdict.unwitnessed, verdict
    # The log has lines of JSON, from start to end, and names each request by its route only.
    assert logged[0]["message"] == "open" and logged[-1]["message"] == "closed"
    routes = {line.get("route") for line in logged if line["message"] == "request"}
    assert "/api/tables/{table}/seats/{seat}" in routes
    text = json.dumps(logged)
    tokens = [*served.tokens.values(), player.token]
    for secret in (*tokens, "Rumpelstiltskin", "Snowdrop", table):
        assert secret is not None and secret not in text
    assert not CARD.search(text)


@pytest.mark.parametrize(
    ("addresses", "taken", "address"),
    [
        (["127.0.0.1"], False, "http://localhost:{}"),
        (["::1", "127.0.0.1"], False, "http://localhost:{}"),
        (["::1", "127.0.0.1"], True, "http://127.0.0.1:{}"),
        (["192.0.2.1"], False, "http://127.0.0.1:{}"),
        ([], False, "http://127.0.0.1:{}"),
    ],
)
async def test_the_banner_names_localhost_only_where_that_leads_here(
    addresses: list[str], taken: bool, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Passkeys need a name, but another program may listen where the name leads first."""

    def look_up(name: str, port: int) -> list[Any]:
        if not addresses:
            raise socket.gaierror
        return [(0, 0, 0, "", (one, port)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr("croupier.server.run._answers", lambda host, port: taken)
    assert address_of("127.0.0.1", 8000) == address.format(8000)
    assert address_of("192.0.2.7", 8000) == "http://192.0.2.7:8000"
    assert address_of("::1", 8000) == "http://[::1]:8000"


async def test_an_address_answers_or_it_does_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as there:
        port = there.getsockname()[1]
        assert _answers("127.0.0.1", port)
    assert not _answers("127.0.0.1", port)


def _nowhere() -> Any:
    """Stand for the hall of a server in another process, which is out of reach."""
    return None


async def test_the_server_is_never_the_first_to_hang_up(house: House) -> None:
    """Clients and proxies drop a connection after at most an idle minute.

    A server that did so at the same moment would lose a request on its way.
    """
    assert configure(house.hall).timeout_keep_alive > 60


async def test_an_answer_in_two_parts_does_not_wait_between_them() -> None:
    """Nagle's algorithm is off on every connection, whatever loop the server runs on."""
    listening = listen(FAST)
    accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        socket = writer.get_extra_info("socket")
        accepted.set_result(socket.getsockopt(IPPROTO_TCP, TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(came, sock=listening):
        _, writer = await asyncio.open_connection(*listening.getsockname()[:2])
        assert await accepted
        writer.close()
