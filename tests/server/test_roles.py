"""Access control: tokens, roles, origins, sizes and rates."""

from __future__ import annotations

import asyncio
import re
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
import websockets

from croupier.server.people import new_token
from croupier.server.schema import TOKENS
from croupier.server.settings import Settings
from tests.server.visitors import FAST, House, Visitor, new_id, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

ROLES = ("public", "spectator", "player", "dealer", "floor", "surveillance", "administrator")

# What each role may do. Every other role is refused.
ALLOWED = {
    ("GET", "/api/tokens"): {"administrator"},
    ("POST", "/api/tokens"): {"administrator"},
    ("GET", "/api/people"): {"administrator"},
    ("POST", "/api/people/p-0123456789abcdef/deposit"): {"floor", "administrator"},
    ("GET", "/api/journal/verify"): {"floor", "surveillance", "administrator"},
    ("GET", "/api/reconciliation"): {"floor", "surveillance", "administrator"},
    ("GET", "/api/tables/TABLE/reconciliation"): {"floor", "surveillance", "administrator"},
    ("GET", "/api/rounds/999/record"): {"floor", "surveillance", "administrator"},
    ("GET", "/api/tables"): {"floor", "surveillance", "administrator"},
    ("GET", "/api/floor"): {"floor", "surveillance", "administrator"},
    ("POST", "/api/tables"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/floor"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/proceed"): {"dealer", "floor", "administrator"},
    ("POST", "/api/tables/TABLE/box"): {"dealer"},
    # Of these, the table admits its host and the staff: tests/server/test_box.py.
    ("POST", "/api/tables/TABLE/dealer-link"): {
        "spectator",
        "player",
        "dealer",
        "floor",
        "administrator",
    },
    ("POST", "/api/tables/TABLE/tray"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/corrections"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/invitations"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/close"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/chips"): {"player"},
    ("POST", "/api/tables/TABLE/leave"): {"player"},
    ("POST", "/api/tables/TABLE/ready"): {"player"},
    ("GET", "/api/tables/TABLE/advice"): {"player"},
    ("GET", "/api/tables/TABLE/advice/after"): {"player"},
    ("GET", "/api/tables/TABLE/odds"): set(ROLES),
    ("POST", "/api/tables/TABLE/acts"): {"player", "dealer", "floor", "administrator"},
    ("POST", "/api/tables/TABLE/entropy"): {
        "spectator",
        "player",
        "dealer",
        "floor",
        "administrator",
    },
    ("POST", "/api/tables/TABLE/seats/9"): {"spectator", "player"},
    ("GET", "/api/me"): set(ROLES) - {"public"},
    ("GET", "/api/me/devices"): {"spectator"},
    ("DELETE", "/api/me/devices/0123456789abcdef"): {"spectator"},
    ("POST", "/api/me/passkey-options"): {"spectator"},
    ("POST", "/api/me/passkeys"): {"spectator"},
    ("DELETE", "/api/me/passkeys/0123456789abcdef"): {"spectator"},
    ("POST", "/api/me/recovery"): {"spectator"},
    ("DELETE", "/api/me/recovery"): {"spectator"},
    ("POST", "/api/me/sign-out"): {"spectator"},
    ("POST", "/api/session/passkey-options"): set(ROLES),
    ("GET", "/api/tables/TABLE"): set(ROLES),
    ("GET", "/api/lobby"): set(ROLES),
    ("GET", "/api/invitations"): set(),
    ("GET", "/api/dealer-links"): set(),
    ("GET", "/api/edges"): set(ROLES),
    ("GET", "/api/rounds"): set(ROLES),
    ("GET", "/api/tables/TABLE/packs"): set(ROLES),
    ("POST", "/api/private-tables"): set(ROLES) - {"public", "surveillance"},
    ("POST", "/api/tables/TABLE/link"): {"floor", "administrator"},
    ("DELETE", "/api/tables/TABLE/link"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/remove"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/host"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/house"): {"floor", "administrator"},
    ("POST", "/api/tables/TABLE/company"): {"floor", "administrator"},
    ("GET", "/api/links"): set(),
    ("POST", "/api/links/accept"): set(),
    ("GET", "/api/policies"): set(ROLES),
    ("PUT", "/api/policies"): {"floor", "administrator"},
    ("POST", "/api/houses/red-dog/edge"): set(ROLES) - {"public"},
    ("POST", "/api/rounds/999/disputes"): {"spectator", "player"},
    ("GET", "/api/me/disputes"): set(ROLES) - {"public"},
    ("POST", "/api/me/disputes/d-0123456789abcdef/seen"): set(ROLES) - {"public"},
    ("GET", "/api/floor/disputes"): {"floor", "surveillance", "administrator"},
    ("GET", "/api/floor/disputes/count"): {"floor", "surveillance", "administrator"},
    ("POST", "/api/disputes/d-0123456789abcdef/ruling"): {"floor", "administrator"},
    ("POST", "/api/disputes/d-0123456789abcdef/payment"): {"floor", "administrator"},
}
# What a host of another table may not do here is refused by the table itself, so the body is right.
# The floor may, and is refused for another reason.
BODIES = {
    "/api/tables/TABLE/close": {"id": "host:close", "count": "1"},
    "/api/tables/TABLE/link": {},
    "/api/tables/TABLE/remove": {"id": "host:remove", "seat": 9},
    "/api/tables/TABLE/host": {"id": "host:host", "person": "p-0123456789abcdef"},
    "/api/tables/TABLE/house": {"id": "host:house", "house": {}},
    "/api/tables/TABLE/company": {"id": "host:company", "strategies": ["best"] * 20},
    "/api/links/accept": {"link": "guessed"},
}


async def callers(house: House, table: str) -> dict[str, Visitor]:
    return {
        "public": house.public,
        "spectator": await house.guest(),
        "player": await house.player(table, 1),
        "dealer": await house.of_role("dealer"),
        "floor": house.floor,
        "surveillance": await house.of_role("surveillance"),
        "administrator": house.admin,
    }


async def test_every_role_may_do_what_is_listed_and_nothing_else(house: House) -> None:
    table = await house.table()
    visitors = await callers(house, table)
    body = {"id": "same", "said": "nonsense", "state": 0}
    for (method, path), allowed in ALLOWED.items():
        for role, visitor in visitors.items():
            sent = BODIES.get(path, body) if method in ("POST", "PUT") else None
            response = await visitor.http.request(method, path.replace("TABLE", table), json=sent)
            refused = response.status_code in (401, 403)
            assert refused == (role not in allowed), f"{role} {method} {path}: {response.text}"
            if role == "public" and refused:
                assert response.status_code == 401


async def test_a_player_speaks_for_one_seat_only(house: House) -> None:
    table, other = await house.table(), await house.table()
    ann = await house.player(table, 1)
    await house.player(table, 2)
    await ann.say(other, "wager original 10", 403)
    # Whatever a player writes, their own seat says it.
    answer = await ann.say(table, "2 wager original 10", 400)
    assert answer["error"]["kind"] == "malformed"
    assert (await ann.picture(table))["seats"]["2"]["wagers"] == {}


async def test_surveillance_only_reads(house: House) -> None:
    table = await house.table()
    watcher = await house.of_role("surveillance")
    await watcher.say(table, "dealer close", 403)
    async with watcher.socket(table) as socket:
        assert (await socket.act(table, "dealer close"))["error"]["kind"] == "forbidden"
        await socket.send({"type": "entropy", "table": table, "id": "mine", "value": "something"})
        assert (await socket.expect("ack", "refused"))["error"]["kind"] == "forbidden"


async def test_a_revoked_token_is_refused_and_its_socket_is_closed(house: House) -> None:
    made = await house.admin.post("/api/tokens", 201, role="floor")
    holder = house.visitor(made["token"])
    async with holder.socket() as socket:
        await house.admin.delete(f"/api/tokens/{made['token_id']}")
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await asyncio.wait_for(socket.raw.recv(), 5)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    await holder.get("/api/me", 401)
    await house.admin.delete("/api/tokens/0000000000000000", 404)


async def test_an_expired_token_is_refused(house: House) -> None:
    person = await house.hall.people.create("Late")
    new = new_token("floor", person, hours=-1)
    await house.hall.people.add(new)
    await house.visitor(new.token).get("/api/me", 401)


async def test_tokens_are_kept_as_hashes_only(house: House) -> None:
    made = await house.admin.post("/api/tokens", 201, role="surveillance")
    assert len(made["token"]) >= 43
    rows = await house.hall.committer.read(lambda c: list(c.execute(sa.select(TOKENS))))
    assert made["token"] not in repr([tuple(row) for row in rows])
    listed = await house.admin.get("/api/tokens")
    assert made["token_id"] in str(listed) and made["token"] not in str(listed)


async def test_an_invitation_is_good_for_one_seat_once(house: House) -> None:
    table = await house.table(open_seats=False)
    guest = await house.guest()
    refused = await guest.post(f"/api/tables/{table}/seats/1", 409, id=new_id())
    assert "invitation" in refused["error"]["message"]
    path = f"/api/tables/{table}/invitations"
    invitation = await house.floor.post(path, 201, id=new_id(), seat=4, buy_in="250")
    assert re.fullmatch(r"/#invite=[\w-]{43}", invitation["link"])
    invited = house.visitor(invitation["token"])
    await invited.get("/api/me", 403)
    seated = await invited.post("/api/invitations/accept", 201, name="Eve")
    assert (seated["table"], seated["seat"], seated["chips"]) == (table, 4, "250.00")
    await invited.post("/api/invitations/accept", 401, name="Eve")
    await invited.post("/api/invitations/accept", 401, id=new_id(), name="Mallory")
    eve = house.visitor(seated["token"])
    assert (await eve.picture(table))["seats"]["4"]["name"] == "Eve"


async def test_an_invitation_whose_answer_was_lost_is_accepted_again(house: House) -> None:
    """Whoever knows the id of the first request may accept it again, and nobody else."""
    table = await house.table(open_seats=False)
    path = f"/api/tables/{table}/invitations"
    invitation = await house.floor.post(path, 201, id=new_id(), seat=2)
    invited = house.visitor(invitation["token"])
    body = {"id": new_id(), "name": "Eve"}
    first = await invited.post("/api/invitations/accept", 201, **body)
    again = await invited.post("/api/invitations/accept", 201, **body)
    assert again["duplicate"] and not first["duplicate"]
    same = ("person", "table", "seat", "chips", "state")
    assert [first[key] for key in same] == [again[key] for key in same]
    eve = house.visitor(again["token"])
    assert (await eve.picture(table))["you"]["seat"] == 2
    seats = (await eve.picture(table))["seats"].values()
    assert [seat["name"] for seat in seats if seat] == ["Eve"]
    await eve.post("/api/invitations/accept", 403, id=new_id())
    await house.public.post("/api/invitations/accept", 401, id=new_id())
    # Another action is not an acceptance, and what was taken away does not come back.
    await eve.post(f"/api/tables/{table}/entropy", id="mine", value="x")
    await invited.post("/api/invitations/accept", 401, id="mine", name="Mallory")
    listed = (await house.admin.get("/api/tokens"))["tokens"]
    for token in listed:
        if token["person"] == again["person"] and token["revoked"] is None:
            await house.admin.delete(f"/api/tokens/{token['token_id']}")
    await invited.post("/api/invitations/accept", 401, **body)
    await eve.get("/api/me", 401)


async def test_an_invitation_accepted_twice_at_once_makes_one_guest(house: House) -> None:
    table = await house.table(open_seats=False)
    path, body = f"/api/tables/{table}/invitations", {"id": new_id(), "seat": 3, "buy_in": "100"}
    first, again = await asyncio.gather(*(house.floor.post(path, 201, **body) for _ in range(2)))
    last = await house.floor.post(path, 201, **body)
    assert last["seat"] == 3 and len({first["token"], again["token"], last["token"]}) == 3
    await house.floor.post(path, 409, **body | {"seat": 4})
    listed = (await house.admin.get("/api/tokens"))["tokens"]
    made = [token for token in listed if token["role"] == "invitation" and token["table"] == table]
    assert len({token["person"] for token in made}) == 1
    # Only the newest token is valid. The others never arrived, or were thrown away.
    for old in (first, again):
        await house.visitor(old["token"]).post("/api/invitations/accept", 401)
    seated = await house.visitor(last["token"]).post("/api/invitations/accept", 201)
    assert (seated["seat"], seated["chips"]) == (3, "100.00")
    refused = await house.floor.post(path, 409, **body)
    assert "accepted" in refused["error"]["message"]


async def test_a_socket_from_another_page_is_refused(house: House) -> None:
    url = house.base.replace("http", "ws") + "/ws"
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with websockets.connect(url, origin=websockets.Origin("https://evil.example")):
            pass
    assert refused.value.response.status_code == 403
    async with websockets.connect(url, origin=websockets.Origin(house.base)) as raw:
        await raw.send('{"type": "hello"}')
        assert "welcome" in str(await raw.recv())


async def test_a_name_that_is_not_ours_is_refused(house: House) -> None:
    elsewhere = {"Host": "rebound.example"}
    assert (await house.public.http.get("/api/lobby", headers=elsewhere)).status_code == 400
    port = urlsplit(house.base).port
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(f"ws://rebound.example:{port}/ws", host="127.0.0.1", port=port)
    assert refused.value.response.status_code == 400


async def test_the_names_of_a_server_are_those_it_was_told() -> None:
    assert Settings(host="::1").hosts[:3] == ["127.0.0.1", "[::1]", "localhost"]
    assert Settings(host="0.0.0.0").hosts == ["*"]
    named = Settings(host="0.0.0.0", origins=("https://tables.example",)).hosts
    assert "tables.example" in named and "*" not in named


async def test_a_socket_without_a_valid_token_is_closed(house: House) -> None:
    url = house.base.replace("http", "ws") + "/ws"
    for first in ('{"type": "hello", "token": "guessed"}', '{"type": "lobby"}', "}{"):
        async with websockets.connect(url) as raw:
            await raw.send(first)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await asyncio.wait_for(raw.recv(), 5)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


async def test_what_is_too_large_is_refused(house: House) -> None:
    body = {"name": "x" * 100_000}
    refused = await house.public.http.post("/api/guests", json=body)
    assert refused.status_code == 413 and refused.json()["error"]["kind"] == "large"

    async def drip() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b"x" * 10_000

    sent = await house.public.http.post("/api/guests", content=drip())
    assert sent.status_code == 413
    async with house.public.socket() as socket:
        await socket.send('{"type": "hello", "token": "' + "x" * 20_000 + '"}')
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await asyncio.wait_for(socket.raw.recv(), 5)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


async def test_requests_that_come_too_fast_are_told_to_wait(tmp_path: Path) -> None:
    async with running(tmp_path, FAST, rate=1.0, burst=10) as house:
        url = house.base.replace("http", "ws") + "/ws"
        async with websockets.connect(url) as raw:
            await raw.send('{"type": "hello"}')
            for _ in range(100):
                await raw.send('{"type": "ping"}')
            async with asyncio.timeout(30):
                while '"limited"' not in str(await raw.recv()):
                    pass
        answers = [await house.public.http.get("/api/lobby") for _ in range(15)]
        late = [answer for answer in answers if answer.status_code == 429]
        assert late and int(late[0].headers["Retry-After"]) >= 1


async def test_connections_of_one_address_are_limited_too(tmp_path: Path) -> None:
    async with running(tmp_path, FAST, rate=0.01, burst=5) as house:
        url = house.base.replace("http", "ws") + "/ws"
        for _ in range(5):
            async with websockets.connect(url):
                pass
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(url)


@pytest.mark.parametrize("proxied", [True, False])
async def test_behind_a_proxy_everybody_has_their_own_limit(tmp_path: Path, proxied: bool) -> None:
    async with running(tmp_path, FAST, rate=0.01, burst=3, proxied=proxied) as house:

        async def status(visitor: str) -> int:
            forwarded = {"X-Forwarded-For": visitor}
            return (await house.public.http.get("/api/lobby", headers=forwarded)).status_code

        assert [await status("192.0.2.1") for _ in range(4)] == [200, 200, 200, 429]
        assert await status("192.0.2.2") == (200 if proxied else 429)


async def test_every_answer_has_the_security_headers(house: House) -> None:
    for path in ("/", "/api/lobby", "/api/me", "/nowhere"):
        headers = (await house.public.http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


async def test_a_name_can_be_erased_and_the_chain_still_verifies(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1, "Ann Unforgettable")
    assert (await ann.picture(table))["seats"]["1"]["name"] == "Ann Unforgettable"
    person = (await ann.get("/api/me"))["person"]
    await house.admin.delete(f"/api/people/{person}")
    seen = await ann.picture(table)
    assert seen["seats"]["1"]["name"] is None and seen["seats"]["1"]["person"] == person
    assert (await house.floor.get("/api/journal/verify"))["verified"]
    entries = await house.hall.committer.read(
        lambda c: list(c.scalars(sa.text("SELECT payload FROM entries")))
    )
    assert entries and not any(b"Unforgettable" in bytes(payload) for payload in entries)


async def test_the_signing_key_is_for_its_owner_only(house: House) -> None:
    file = house.hall.journal.head_file
    directory = house.hall.settings.data if file is None else file.parent
    assert directory is not None
    (key,) = (directory / "keys").glob("*.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
