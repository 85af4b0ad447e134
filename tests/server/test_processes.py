"""Several servers over one PostgreSQL: any of them serves any table, but one owns it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets import ConnectionClosed

from croupier.journal.entry import TABLE, Head, TakenError, chained
from croupier.server.hall import Hall
from croupier.server.hub import Listener
from croupier.server.live import LiveTable
from croupier.server.locks import key
from croupier.server.neighbours import Neighbours
from croupier.server.people import PLAYER, Caller
from tests.postgres import Postgres
from tests.server.authenticator import Passkey
from tests.server.visitors import House, new_id, play, running

pytestmark = pytest.mark.postgres


@asynccontextmanager
async def two(postgres: Postgres, data: Path, **more: Any) -> AsyncIterator[tuple[House, House]]:
    """Two servers over one database."""
    url = postgres.database()
    async with running(url, data=data, **more) as one, running(url, data=data, **more) as other:
        yield one, other


async def until(holds: Any, seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.02)


def owner(table: str, *houses: House) -> House:
    (found,) = [house for house in houses if table in house.hall.keepers]
    return found


def stall(hall: Hall) -> None:
    """Stop a process from checking who owns what, as if it had stalled."""
    assert isinstance(hall.company, Neighbours) and hall.company.task is not None
    hall.company.task.cancel()


async def end_session(hall: Hall) -> None:
    """End the session that holds a process's locks, as PostgreSQL does when a process stalls."""
    (table, *_) = hall.keepers
    number = key("table", table)
    kill = sa.text(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
        " AND (classid::bigint << 32) | objid::bigint = :number"
    )
    with hall.store.engine.begin() as connection:
        assert connection.execute(kill, {"number": number}).rowcount == 1


async def test_players_of_both_servers_play_at_one_table(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        table = await one.table("double-cross-poker")
        ann = await one.player(table, 1, "Ann")
        bob = await other.player(table, 3, "Bob")
        async with ann.socket(table) as a, bob.socket(table) as b:
            await play([a, b], table, rounds=3)
            names = {n: s and s["name"] for n, s in b.pictures[table]["seats"].items()}
            assert (names["1"], names["3"]) == ("Ann", "Bob")
            assert all(b.pictures[table]["seats"][n]["connected"] for n in ("1", "3"))
        assert table in one.hall.keepers and table not in other.hall.keepers
        for house in (one, other):
            assert (await house.floor.get("/api/journal/verify"))["verified"]
            balance = await house.floor.get(f"/api/tables/{table}/reconciliation")
            assert balance["balanced"]
            listed = await house.floor.get("/api/rounds", table=table)
            assert [row["outcome"] for row in listed["rounds"]] == ["settled"] * 3


async def test_disputes_and_rulings_reach_the_owner_of_the_table(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        table = await one.table("red-dog")
        ann = await other.player(table, 1)
        await ann.say(table, "wager original 10")
        number = (await ann.picture(table))["round"]
        about = {"seat": 1, "about": "wagers", "words": "That was not my wager."}
        path = f"/api/rounds/{number}/disputes"
        lodged = await ann.post(path, 201, id=new_id(), **about)
        assert (await ann.post(path, 409, id=new_id(), **about))["error"]["kind"] == "refused"
        assert table in one.hall.keepers and table not in other.hall.keepers
        floor = other.visitor(one.floor.token)
        ruling = {"id": new_id(), "verdict": "upheld", "words": "So it was.", "rule": "5(b)"}
        path = f"/api/disputes/{lodged['dispute']}/ruling"
        first = await floor.post(path, 201, **ruling)
        assert first["matches"] and first == await one.floor.post(path, 201, **ruling)
        assert (await one.floor.get("/api/journal/verify"))["verified"]


async def test_every_request_works_over_the_other_server(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        one.stack("Kc 4c 7d 5h")
        table = await one.table()
        ann = await other.player(table, 1, "Ann", buy_in="100")
        state = (await ann.picture(table))["state"]
        body = {"id": "once", "said": "wager original 10", "state": state}
        first = await ann.post(f"/api/tables/{table}/acts", **body)
        again = await ann.post(f"/api/tables/{table}/acts", **body)
        assert (first["duplicate"], again["duplicate"]) == (False, True)
        refused = await ann.say(table, "raise 10", 409)
        assert refused["error"]["kind"] == "refused" and refused["error"]["rule"] == "5(h)"
        await ann.say(table, "wager original 10", 409, state=0)
        floor = other.visitor(one.floor.token)
        await floor.say(table, "dealer close")
        advice = await ann.get(f"/api/tables/{table}/advice", amount="2.50")
        assert advice["best"] == "pass" and advice["choices"][0]["amount"] == "2.50"
        refused = await ann.get(f"/api/tables/{table}/advice", 409, amount="20")
        assert refused["error"]["rule"] == "5(h)"
        await ann.say(table, "raise 10")
        await floor.post(f"/api/tables/{table}/invitations", 201, id=new_id(), seat=3)
        await floor.post(f"/api/tables/{table}/invitations", 409, id=new_id(), seat=30)
        breach = {"id": new_id(), "act": "house", "house": {"payouts.spread.1": "1 to 1"}}
        broken = await floor.post(f"/api/tables/{table}/floor", 409, **breach)
        assert broken["breaches"][0]["key"] == "payouts.spread.1"
        await floor.post(f"/api/tables/{table}/close", id=new_id())
        assert table in one.hall.keepers and not other.hall.keepers
        await floor.get("/api/tables/red-dog-99", 404)


async def test_a_dealer_deals_a_table_of_the_other_server(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        one.stack("Kc 4c 7d 5h")
        table = await one.table()
        ann = await one.player(table, 1, "Ann")
        floor = other.visitor(one.floor.token)
        path = f"/api/tables/{table}"
        link = await floor.post(f"{path}/dealer-link", 201, id=new_id())
        accept = {"link": link["token"], "name": "Dan"}
        made = await other.public.post("/api/dealer-links/accept", 201, **accept)
        dan = other.visitor(made["token"])
        async with dan.socket(table) as box:
            await dan.post(f"{path}/box", id=new_id())
            now = await box.until(table, lambda p: p["you"]["deals"])
            assert now["dealer"]["name"] == "Dan" and now["pending"]
            while (now := await dan.picture(table))["pending"]:
                await dan.post(f"{path}/proceed", id=new_id(), state=now["state"])
            await ann.say(table, "wager original 10")
            await floor.say(table, "dealer close", 403)
            await dan.say(table, "dealer close")
        await floor.post(f"{path}/floor", id=new_id(), act="relieve")
        assert (await ann.picture(table))["dealer"] is None
        assert table in one.hall.keepers and not other.hall.keepers


async def test_servers_that_start_at_once_sign_with_one_key(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.database()
    async with AsyncExitStack() as stack:
        both = (stack.enter_async_context(running(url, data=tmp_path)) for _ in range(2))
        one, other = await asyncio.gather(*both)
        for house in (one, other):
            await house.table()
            assert await house.hall.notary.sign() is not None
        assert len(list((tmp_path / "keys").iterdir())) == 1
        verdict = await one.floor.get("/api/journal/verify")
        assert verdict["verified"] and verdict["signed"] == 2


async def test_the_lobby_shows_the_tables_of_all(postgres: Postgres, tmp_path: Path) -> None:
    async with two(postgres, tmp_path) as (one, other):
        async with other.public.socket() as socket:
            await socket.send({"type": "lobby"})
            assert (await socket.expect("lobby"))["tables"] == []
            tables = {await one.table(), await other.table("double-down-stud")}
            while {line["table"] for line in (await socket.expect("lobby"))["tables"]} != tables:
                pass
        for house in (one, other):
            await until(
                lambda house=house: (
                    {t["table"] for t in house.hall.gallery.lobby().lines(None)} == tables
                )
            )
            listed = (await house.public.get("/api/lobby"))["tables"]
            assert {line["table"] for line in listed} == tables


async def test_tables_opened_at_once_get_different_names(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        opened = await asyncio.gather(*(house.table() for house in (one, other) * 4))
        assert len(set(opened)) == 8
        numbers = [house.hall.company.next_round() for house in (one, other) * 9]
        assert len(set(numbers)) == 18


async def test_a_token_revoked_at_one_server_is_refused_at_all(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        guest = await other.guest("Ann")
        async with guest.socket() as socket:
            (token,) = [
                row["token_id"]
                for row in (await one.admin.get("/api/tokens"))["tokens"]
                if row["name"] == "Ann"
            ]
            await one.admin.delete(f"/api/tokens/{token}")
            async with asyncio.timeout(5):
                await socket.raw.wait_closed()
        assert socket.raw.close_code == 4401


async def test_a_server_that_comes_later_gets_its_share(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    async with running(url, data=tmp_path) as one:
        tables = [await one.table() for _ in range(4)]
        ann = await one.player(tables[0], 1, "Ann")
        async with ann.socket(*tables) as a:
            async with running(url, data=tmp_path) as other:
                await until(lambda: len(one.hall.keepers) == len(other.hall.keepers) == 2)
                moved = set(other.hall.keepers)
                # The new owner tells viewers, and nobody has lost anything.
                for table in moved:
                    guest = await other.player(table, 2, "Bob")
                    await a.until(table, lambda p: p["seats"]["2"] is not None)
                    await guest.post(f"/api/tables/{table}/leave", id=new_id())
            await until(lambda: len(one.hall.keepers) == 4)
            for table in moved:
                await one.player(table, 3, "Cid")
                await a.until(table, lambda p: p["seats"]["3"] is not None)
        assert (await one.floor.get("/api/reconciliation"))["balanced"]


async def test_an_owner_whose_session_has_ended_writes_nothing_more(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        table = await one.table()
        ann = await one.player(table, 1, "Ann", buy_in="100")
        await ann.say(table, "wager original 10")
        live = one.hall.keepers[table].live
        assert live is not None
        stall(one.hall)
        await end_session(one.hall)
        await other.public.picture(
            table
        )  # the server that is asked takes the table, and writes nothing yet
        await until(lambda: table in other.hall.keepers)
        forged = chained(table, Head(*live.pending.head), [(0, TABLE, b"{}")])
        for _ in range(2):  # over the session that is gone, and over a new one without the lock
            with pytest.raises(TakenError):
                await one.hall.committer.commit(forged, owner_of=table)
        await until(lambda: table not in one.hall.keepers)
        # The player's page works over either server.
        assert (await ann.picture(table))["seats"]["1"]["wagers"] == {"original": "10.00"}
        await ann.say(table, "wager original 20")
        assert table in other.hall.keepers
        assert (await other.floor.get("/api/journal/verify"))["verified"]


async def test_everything_goes_on_when_the_database_has_cut_all_connections(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        table = await one.table("double-down-stud")
        ann, bob = await one.player(table, 1, "Ann"), await other.player(table, 2, "Bob")
        async with ann.socket(table) as a, bob.socket(table) as b:
            await play([a, b], table, rounds=1)
            postgres.cut(one.hall.settings.database)
            for house in (one, other):
                async with asyncio.timeout(20):
                    while (await house.public.http.get(f"/api/tables/{table}")).is_error:
                        await asyncio.sleep(0.1)
            # Messages were lost with the connections, but viewers are told again.
            await play([a, b], table, rounds=2)
        assert (await other.guest("Cid")).token
        assert (await one.floor.get("/api/journal/verify"))["verified"]
        assert (await one.floor.get("/api/reconciliation"))["balanced"]


async def test_a_server_that_has_missed_messages_asks_again(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        table = await one.table()
        ann, bob = await one.player(table, 1, "Ann"), await other.player(table, 2, "Bob")
        async with bob.socket(table) as b:
            await b.until(table, lambda p: bool(p["next"]))
            postgres.cut(one.hall.settings.database, "query LIKE 'LISTEN%'")
            await ann.say(table, "wager original 10")
            await b.until(table, lambda p: p["seats"]["1"]["wagers"] == {"original": "10.00"})


async def test_a_viewer_who_hangs_up_before_the_first_picture_is_forgotten(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        table = await one.table()
        bob = await other.player(table, 2, "Bob")
        keeper, hub = one.hall.keepers[table], one.hall.hub
        assert isinstance(other.hall.company, Neighbours)
        caller = Caller(PLAYER, "p-bob", table=table, seat=2)
        viewer = Listener(caller)
        with pytest.MonkeyPatch.context() as patched:
            at_rest, may_look = keeper.at_rest, asyncio.Event()

            async def late() -> LiveTable:
                await may_look.wait()
                return await at_rest()

            patched.setattr(keeper, "at_rest", late)
            other.hall.company.watch(viewer, table)
            other.hall.company.unwatch(viewer, table)
            await until(lambda: not hub.remotes)
            async with bob.socket() as socket:
                await socket.send({"type": "watch", "table": table})
                await until(lambda: hub.remotes)
                may_look.set()
                await socket.expect("table")
                assert hub.present(table) == {(await bob.get("/api/me"))["person"]}
        await until(lambda: not hub.remotes and not hub.watching(table))


async def test_what_is_acknowledged_is_on_disk_whatever_the_database_does_for_others(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.database()
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        name = connection.scalar(sa.text("SELECT current_database()"))
        connection.execute(sa.text(f'ALTER DATABASE "{name}" SET synchronous_commit = off'))
    engine.dispose()
    async with running(url, data=tmp_path) as house:
        shown = await house.hall.committer.run(
            lambda connection: connection.scalar(sa.text("SHOW synchronous_commit"))
        )
    assert shown == "on"


async def test_both_servers_together_give_one_refill(postgres: Postgres, tmp_path: Path) -> None:
    async with two(postgres, tmp_path, stake=0) as (one, other):
        guest = await one.guest()
        assert guest.token is not None
        same = other.visitor(guest.token)
        asked = [
            visitor.http.post("/api/me/refill", json={"id": new_id()})
            for visitor in (guest, same) * 4
        ]
        answers = await asyncio.gather(*asked)
        assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
        assert (await same.get("/api/me"))["balance"] == "500.00"
        money = await other.floor.get("/api/reconciliation")
        assert money["balanced"] and money["deposits"] == "500.00"


async def test_a_finished_round_and_absence_show_at_both_servers(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two(postgres, tmp_path) as (one, other):
        table = await one.table(house={"timeout": 3600})
        ann, bob = await one.player(table, 1, "Ann"), await other.player(table, 2, "Bob")
        elsewhere = one if owner(table, one, other) is other else other
        await bob.post(f"/api/tables/{table}/away", id=new_id())
        async with ann.socket(table) as a, elsewhere.public.socket(table) as watcher:
            await play([a], table, rounds=1)
            done = await watcher.until(table, lambda p: p["rounds"] == 1 and p["stays"])
            assert done["seats"]["2"]["out"] and done["seats"]["2"]["freed_at"]
            await a.until(table, lambda p: p["phase"] == "wagering" and p["next"])
            await a.act(table, "wager original 10")
            told = await watcher.expect("events")
            while not told["events"]:
                told = await watcher.expect("events")
            assert told["events"][0]["n"] == 1 and told["round"] > done["last"]


async def test_a_guest_comes_back_and_signs_out_across_servers(
    postgres: Postgres, tmp_path: Path
) -> None:
    """One asks, the other checks the answer; signing out at one closes the sockets of both."""
    page = "https://tables.example"
    async with two(postgres, tmp_path, origins=(page,)) as (one, other):
        guest = await one.guest("Dee")
        elsewhere = other.visitor(guest.token)
        for visitor in (guest, elsewhere, one.public):
            visitor.http.headers["Origin"] = page
        passkey = Passkey(page, "tables.example")
        options = await guest.post("/api/me/passkey-options")
        await elsewhere.post("/api/me/passkeys", 201, **passkey.made(options))
        options = await one.public.post("/api/session/passkey-options")
        body = passkey.signed(options)
        answers = await asyncio.gather(
            *(house.public.http.post("/api/session/passkey", json=body) for house in (one, other))
        )
        assert sorted(answer.status_code for answer in answers) == [201, 401]
        (back,) = (answer.json() for answer in answers if answer.status_code == 201)
        async with guest.socket() as here, elsewhere.socket() as there:
            await one.visitor(back["token"]).post("/api/me/sign-out")
            for socket in (here, there):
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(socket.raw.recv(), 5)
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
        await elsewhere.get("/api/me", 401)
        assert (await one.floor.get("/api/journal/verify"))["verified"]
